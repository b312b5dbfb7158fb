import { type Pool, transaction } from '../../db/database.ts'
import { hasOutboxEvents, isFeedOnCourse, moveEvents, tryLockDispatch } from './store.ts'

const STEP = 1_000

/**
 * Gives new events their place in the feed and hands them to the endpoints. One process at a time: places are visible in
 * the order in which they were given, so a reader who has seen one has seen all before it, however late they were
 * committed by whoever caused them. Returns how many were moved, and whether there may be more.
 */
export async function dispatch(pool: Pool, now: Date): Promise<{ moved: number; more: boolean }> {
  if (!(await hasOutboxEvents(pool, now))) return { moved: 0, more: false }
  const moved = await transaction(pool, async (tx) =>
    // A statement of its own: the next one then sees all that was committed before the lock was ours.
    (await tryLockDispatch(tx)) && (await isFeedOnCourse(tx)) ? moveEvents(tx, now, STEP) : 0,
  )
  return { moved, more: moved === STEP }
}
