import type { Db, Pool } from '../db/database.ts'
import { firstIdAt } from '../lib/ids.ts'
import { DAY_MS } from '../lib/time/span.ts'
import { removeOldest } from './deliveries/store.ts'
import { findOldestKept } from './rejections/store.ts'
import { REJECTIONS_MAX, selectRetentions } from './sources/store.ts'

const STEP = 1_000
const TABLES = ['webhook_deliveries', 'webhook_rejections'] as const

/** Removes what is older than its source keeps, a thousand rows to a commit. */
export async function purgeDeliveries(pool: Pool, now: number, defaultDays: number): Promise<void> {
  for (const { workspace_id: workspaceId, id: sourceId, retention_days } of await selectRetentions(pool)) {
    const belowId = firstIdAt(now - (retention_days ?? defaultDays) * DAY_MS)
    const step = { workspaceId, sourceId, belowId, most: STEP }
    for (const table of TABLES) while ((await removeOldest(pool, table, step)) === STEP);
    await trimRejections(pool, workspaceId, sourceId)
  }
}

/** Only the newest rejections are kept: anybody who knows the URL can make some. */
export async function trimRejections(db: Db, workspaceId: string, sourceId: string): Promise<void> {
  const belowId = await findOldestKept(db, workspaceId, sourceId, REJECTIONS_MAX)
  if (belowId === null) return
  while ((await removeOldest(db, 'webhook_rejections', { workspaceId, sourceId, belowId, most: STEP })) === STEP);
}

/** Everything that a source received, in as many steps as allowed. */
export async function eraseReceived(
  pool: Pool,
  workspaceId: string,
  sourceId: string,
  steps = Infinity,
): Promise<void> {
  let left = steps
  for (const table of TABLES) {
    for (let gone = STEP; gone === STEP; left--) {
      if (left === 0) return
      gone = await removeOldest(pool, table, { workspaceId, sourceId, belowId: null, most: STEP })
    }
  }
}
