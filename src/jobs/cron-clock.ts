import type { Pool } from '../db/database.ts'

/**
 * The queue stores when each recurring job last ran, by the clock of the node that enqueued it. After a node whose clock was
 * far ahead, the others would not run the job until their clocks get there. The queue has no public function for this table.
 */
export async function forgetFutureRuns(pool: Pool): Promise<void> {
  await pool.query(
    `update graphile_worker._private_known_crontabs set last_execution = now()
      where last_execution > now() + interval '2 minutes'`,
  )
}
