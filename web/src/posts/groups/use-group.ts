import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { useConnections } from '../../api/connections.ts'
import { useRefresh } from '../../api/queries.ts'
import type { ChangedPostGroup, Connection } from '../../api/schema.ts'
import { tell } from '../../parts/tell.ts'
import { useTimeZone } from '../../parts/time/Time.tsx'
import { showWall } from '../../parts/time/wall-clock.ts'
import { accountLabel, platformName } from '../post.ts'
import { readGroup } from '../reading.ts'
import { type Member, movable } from './entries.ts'

/** The posts that were composed together with this one; undefined until known, and for a post that stands alone. */
export function useGroup(id: string | null) {
  return useQuery({
    queryKey: ['posts', 'group', id],
    queryFn: ({ signal }) => readGroup(id!, signal),
    enabled: id !== null,
  })
}

/** Names an account: "X @example". */
export function useAccountNames(): (post: Pick<Member, 'platform' | 'connection_id'>) => string {
  const { data = [] } = useConnections({ staleTime: 60_000 })
  return (post) => {
    const account = accountFor(data, post)
    return account ? accountLabel(account) : platformName(post)
  }
}

export function accountFor(
  connections: readonly Connection[],
  { platform, connection_id: id }: Pick<Member, 'platform' | 'connection_id'>,
): Connection | null {
  return connections.find((each) => (id ? each.id === id : each.platform === platform && each.default)) ?? null
}

/** Says that a group is changed, and which of its posts were left alone. */
function useChanged() {
  const refresh = useRefresh()
  const nameOf = useAccountNames()
  return async ({ posts, unchanged }: ChangedPostGroup, done: string): Promise<void> => {
    const left = unchanged.map(({ id, reason }) => {
      const post = posts.find((each) => each.id === id)
      return `${post ? nameOf(post) : id}: ${reason}`
    })
    tell.done(left.length === 0 ? done : `${done} Left as it was: ${left.join(' ')}`)
    await refresh('posts')
  }
}

/** What is done to all posts of a group. */
export function useGroupActions(id: string) {
  const finish = useChanged()
  const refresh = useRefresh()
  const params = { path: { id } }
  return {
    act: async (verb: 'publish' | 'cancel', done: string) =>
      finish(await dataOf(api.POST(`/v1/posts/groups/{id}/${verb}`, { params })), done),
    remove: async () => {
      const { deleted, unchanged } = await dataOf(api.DELETE('/v1/posts/groups/{id}', { params }))
      await refresh('posts')
      const kept = unchanged.length > 0 ? ` ${unchanged.length} could not be: ${unchanged[0]!.reason}` : ''
      tell.done(`${deleted.length} posts are deleted.${kept}`)
    },
  }
}

/** Moves those of these posts that can be moved, all of them or none. `wall` is local time in the workspace's zone. */
export function useMoveTogether() {
  const zone = useTimeZone()
  const finish = useChanged()
  return async (id: string, members: readonly Member[], wall: string): Promise<void> => {
    const ids = movable(members).map((each) => each.id)
    const { etag } = await readGroup(id)
    const date = { scheduled_date: wall.slice(0, 19), time_zone: zone }
    const body = { overrides: Object.fromEntries(ids.map((each) => [each, date])) }
    const params = { path: { id }, header: { 'If-Match': etag } }
    const changed = await dataOf(api.PATCH('/v1/posts/groups/{id}', { params, body }))
    // The others were not meant.
    const unchanged = changed.unchanged.filter((each) => ids.includes(each.id))
    const when = showWall(date.scheduled_date, { dateStyle: 'full', timeStyle: 'short' })
    await finish({ ...changed, unchanged }, `Moved ${ids.length} posts: ${when}.`)
  }
}
