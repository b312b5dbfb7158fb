import { createPool } from '../../src/db/database.ts'
import { removeOldest } from '../../src/webhooks/delivery-store.ts'
import { processorMs } from '../tools/processor.ts'
import { median } from '../tools/report.ts'

const STEPS = 5

/**
 * Median processor time of the database, in milliseconds, for removing the thousand oldest deliveries as the worker
 * does.
 */
export async function measureRetention(url: string, sourceId: string): Promise<number> {
  const pool = createPool({ connection: { connectionString: url }, size: 1, onError: () => {} })
  const { rows } = await pool.query<{ pid: number; workspace_id: string }>(
    'select pg_backend_pid() as pid, workspace_id from webhook_sources where id = $1',
    [sourceId],
  )
  const { pid, workspace_id } = rows[0]!
  const taken: number[] = []
  for (let step = 0; step < STEPS; step++) {
    const before = await processorMs([pid])
    await removeOldest(pool, 'webhook_deliveries', [workspace_id, sourceId], null, 1)
    taken.push((await processorMs([pid])) - before)
  }
  await pool.end()
  return median(taken)
}
