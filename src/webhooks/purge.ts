import type { Db, Pool } from '../db/database.ts'
import { firstIdAt } from '../lib/ids.ts'
import { DAY_MS } from '../lib/time/span.ts'
import { findOldestKept, removeOldest, type SourcePlace } from './delivery-store.ts'
import { REJECTIONS_MAX, selectRetentions } from './source-store.ts'

const TABLES = ['webhook_deliveries', 'webhook_rejections'] as const

/** Removes what is older than its source keeps. */
export async function purgeDeliveries(pool: Pool, now: number, defaultDays: number): Promise<void> {
  for (const { workspace_id, id, retention_days } of await selectRetentions(pool)) {
    const belowId = firstIdAt(now - (retention_days ?? defaultDays) * DAY_MS)
    for (const table of TABLES) await removeOldest(pool, table, [workspace_id, id], belowId)
    await trimRejections(pool, [workspace_id, id])
  }
}

/** Only the newest rejections are kept: anybody who knows the URL can make some. */
export async function trimRejections(db: Db, source: SourcePlace): Promise<void> {
  const belowId = await findOldestKept(db, source, REJECTIONS_MAX)
  if (belowId !== null) await removeOldest(db, 'webhook_rejections', source, belowId)
}

export async function eraseReceived(pool: Pool, source: SourcePlace, steps = Infinity): Promise<void> {
  let left = steps
  for (const table of TABLES) left = await removeOldest(pool, table, source, null, left)
}
