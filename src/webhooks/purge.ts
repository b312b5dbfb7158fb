import type { Db, Pool } from '../db/database.ts'
import { firstIdAt } from '../lib/ids.ts'
import { DAY_MS } from '../lib/time/span.ts'
import { removeDeliveries } from './deliveries/store.ts'
import { findOldestKept, removeRejections } from './rejections/store.ts'
import { REJECTIONS_MAX, selectRetentions } from './sources/store.ts'

const STEP = 1_000

/** Lets go of what is older than its source keeps, a thousand rows to a commit. */
export async function purgeDeliveries(pool: Pool, now: number, defaultDays: number): Promise<void> {
  for (const source of await selectRetentions(pool)) {
    const belowId = firstIdAt(now - (source.retention_days ?? defaultDays) * DAY_MS)
    while ((await removeDeliveries(pool, source.workspace_id, source.id, belowId, STEP)) === STEP);
    while ((await removeRejections(pool, source.workspace_id, source.id, belowId, STEP)) === STEP);
    await trimRejections(pool, source.workspace_id, source.id)
  }
}

/** Only the newest rejections are kept: anybody who knows the URL can make some. */
export async function trimRejections(db: Db, workspaceId: string, sourceId: string): Promise<void> {
  const oldest = await findOldestKept(db, workspaceId, sourceId, REJECTIONS_MAX)
  if (oldest === null) return
  while ((await removeRejections(db, workspaceId, sourceId, oldest, STEP)) === STEP);
}

/** Everything that a source received, as many steps as allowed. True when nothing is left. */
export async function eraseReceived(
  pool: Pool,
  workspaceId: string,
  sourceId: string,
  steps = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  let left = steps
  for (const remove of [removeDeliveries, removeRejections]) {
    for (let gone = STEP; gone === STEP; left--) {
      if (left === 0) return false
      gone = await remove(pool, workspaceId, sourceId, null, STEP)
    }
  }
  return true
}
