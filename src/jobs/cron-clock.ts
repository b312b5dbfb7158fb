import type { Pool } from '../db/database.ts'

/**
 * The queue keeps when each recurring job last ran, by the clock of the node that asked for it. A node whose clock was far
 * ahead would keep the others from running it until their clocks get there. There is no public function or view for this
 * table.
 */
export async function forgetFutureRuns(pool: Pool): Promise<void> {
  await pool.query(
    `update graphile_worker._private_known_crontabs set last_execution = now()
      where last_execution > now() + interval '2 minutes'`,
  )
}
