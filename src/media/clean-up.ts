import { type Pool, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { DAY_MS } from '../lib/time/span.ts'
import * as store from './store.ts'
import { removeBrokenUploads } from './stores/receive.ts'
import type { Stores } from './stores/stores.ts'

/** How long a file is kept after its upload, or after the last post with it was published. */
export const KEPT_MS = 30 * DAY_MS
const STEP = 100

interface CleanUpOptions extends Pick<Parts, 'pool' | 'clock' | 'log'> {
  stores: Stores
  uploadsDir: string
}

/**
 * The job: removes files that are no longer needed, files without a row, and the remains of broken uploads on this
 * machine.
 */
export async function cleanUpMedia(options: CleanUpOptions): Promise<void> {
  const { pool, clock, uploadsDir } = options
  const before = new Date(clock.now() - KEPT_MS)
  while ((await removeExpired(pool, before)) === STEP);
  await removeLeftovers(options)
  await removeBrokenUploads(uploadsDir, { isStart: false })
}

/** Two statements: the second one sees posts that were stored while the first one waited for its locks. */
function removeExpired(pool: Pool, before: Date): Promise<number> {
  return transaction(pool, async (tx) => {
    const locked = await store.lockExpired(tx, before, STEP)
    const expired = locked.length === 0 ? [] : await store.selectStillExpired(tx, locked, before)
    if (expired.length > 0) await store.removeMedia(tx, expired)
    return expired.length
  })
}

/** Removes files without a row from the store. */
export async function removeLeftovers({ pool, clock, log, stores }: Omit<CleanUpOptions, 'uploadsDir'>): Promise<void> {
  for (;;) {
    const due = await store.selectDueLeftovers(pool, new Date(clock.now()), STEP)
    for (const { file, store: kind } of due) {
      try {
        await stores.of(kind).remove(file)
      } catch (error) {
        // The job runs again within an hour.
        log.warn({ err: error }, 'a file that is no longer needed cannot be removed from the store')
        return
      }
      await store.removeLeftover(pool, file)
    }
    if (due.length < STEP) return
  }
}
