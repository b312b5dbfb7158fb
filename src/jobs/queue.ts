import { runMigrations } from 'graphile-worker'
import type { Pool, Tx } from '../db/database.ts'
import { jobLogger } from './logger.ts'

/** The queue keeps its tables in a schema of its own and brings its own migrations. */
export async function migrateQueue(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: jobLogger(null) })
}

export interface Job {
  task: string
  /** One job per task and key: writing it again moves it, so a schedule has no second copy. */
  key: string
  payload: object
  runAt: Date
}

export async function enqueue(tx: Tx, job: Job): Promise<void> {
  await tx.query({
    text: `select graphile_worker.add_job($1, $2::json, run_at => $3, job_key => $4)`,
    values: [job.task, JSON.stringify(job.payload), job.runAt, `${job.task}:${job.key}`],
  })
}

export async function dequeue(tx: Tx, task: string, key: string): Promise<void> {
  await tx.query({ text: 'select graphile_worker.remove_job($1)', values: [`${task}:${key}`] })
}

/** Only what is due is counted, through the queue's own index: a million posts that wait for their date cost nothing. */
export async function countJobs(pool: Pool): Promise<{ due: number; failing: number }> {
  const result = await pool.query<{ due: number; failing: number }>(
    `select count(*)::int as due, count(*) filter (where attempts > 0)::int as failing
       from (select attempts from graphile_worker.jobs where run_at <= now() limit 10000) as due_jobs`,
  )
  return result.rows[0]!
}
