import { type Pool, transaction } from '../../db/database.ts'
import { firstIdAt } from '../../lib/ids.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { DAY_MS } from '../../lib/time/span.ts'
import { cancelDeliveries } from './disable.ts'
import * as store from './store.ts'

const STEP = 1_000

/**
 * Assigns new events their position in the feed and creates their deliveries. One process does this at a time:
 * positions become visible in the order in which they were assigned, so a reader who has seen one has seen all before
 * it, however late they were committed. Returns how many were moved, and whether there may be more.
 */
export async function dispatch(pool: Pool, now: Date): Promise<{ moved: number; more: boolean }> {
  if (!(await store.hasOutboxEvents(pool, now))) return { moved: 0, more: false }
  const moved = await transaction(pool, async (tx) =>
    // The lock is its own statement, so that the next one sees everything committed before.
    (await store.tryLockDispatch(tx)) && (await store.isFeedOnCourse(tx)) ? store.moveEvents(tx, now, STEP) : 0,
  )
  return { moved, more: moved === STEP }
}

/** The job events.purge: removes everything older than the retention, in small steps. Returns the number of events. */
export async function purgeEvents(pool: Pool, clock: Clock, retentionDays: number): Promise<number> {
  for (const endpointId of await store.findUncancelled(pool)) await cancelDeliveries(pool, endpointId)
  const beforeId = firstIdAt(clock.now() - retentionDays * DAY_MS)
  let total = 0
  for (const workspaceId of await store.findEventWorkspaces(pool)) {
    for (let afterId: string | null = firstIdAt(0); afterId !== null; ) {
      const step = await store.removeEvents(pool, workspaceId, { afterId, beforeId, most: STEP })
      total += step.removed
      afterId = step.lastId
    }
  }
  return total
}
