import { useTimeZone } from '../../parts/time/Time.tsx'
import { showWall } from '../../parts/time/wall-clock.ts'
import { type Member, movable } from './entries.ts'
import { useGroupActionsOf } from './use-group.ts'

/** Moves those of these posts that can be moved, all of them or none. `wall` is local time in the workspace's zone. */
export function useMoveTogether() {
  const zone = useTimeZone()
  const actionsOf = useGroupActionsOf()
  return async (groupId: string, members: readonly Member[], wall: string): Promise<void> => {
    const ids = movable(members).map(({ id }) => id)
    const when = showWall(wall.slice(0, 19), { dateStyle: 'full', timeStyle: 'short' })
    await actionsOf(groupId).move(ids, wall, zone, `Moved ${ids.length} posts: ${when}.`)
  }
}
