import { Logger, runMigrations } from 'graphile-worker'
import { type Db, type Pool, run, runOne, sql, type Tx } from '../db/database.ts'
import { unnest } from '../db/statements/arrays.ts'
import { type Log, redact } from '../lib/log/log.ts'
import { currentTraceparent } from '../lib/trace/current.ts'

/** Tasks that requests write jobs for. */
const NAMES = ['post.publish', 'post.inspect', 'webhook.map']

/** The queue keeps its tables in a schema of its own and brings its own migrations. */
export async function migrateQueue(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: jobLogger(null) })
  // The first job of a name makes the queue store the name. The first requests of an installation would wait for each other.
  const query = sql`select graphile_worker.remove_job(job.key)
      from unnest(${NAMES}::text[]) as task (name)
           cross join lateral graphile_worker.add_job(task.name, job_key => 'name:' || task.name,
             run_at => 'infinity') as job`
  await run(pool, query)
}

/** Writes the queue's own messages to our log. Its "info" is noise from every start and stop. */
export function jobLogger(log: Log | null): Logger {
  return new Logger(() => (level, message) => {
    const ours = level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug'
    log?.[ours]({ part: 'jobs' }, redact(message))
  })
}

export interface Job {
  task: string
  /** One job per task and key: writing it again moves it, so a schedule has no second copy. */
  key: string
  payload: object
  runAt: Date
}

export async function enqueue(tx: Tx, job: Job): Promise<void> {
  const traceparent = currentTraceparent()
  const payload = traceparent === null ? job.payload : { ...job.payload, traceparent }
  const query = sql`select graphile_worker.add_job(${job.task}, ${JSON.stringify(payload)}::json,
           run_at => ${job.runAt}, job_key => ${`${job.task}:${job.key}`})`
  await run(tx, query)
}

export async function dequeue(tx: Tx, task: string, key: string): Promise<void> {
  await run(tx, sql`select graphile_worker.remove_job(${`${task}:${key}`})`)
}

/** Counts only due jobs, through the queue's own index: a million posts that wait for their date cost nothing. */
export async function countJobs(pool: Pool): Promise<{ due: number; failing: number }> {
  const query = sql<{ due: number; failing: number }>`
    select count(*)::int as due, count(*) filter (where attempts > 0)::int as failing
      from (select attempts from graphile_worker.jobs where run_at <= now() limit 10000) as due_jobs`
  return (await runOne(pool, query))!
}

export interface RecurringJob {
  task: string
  everyMinutes: number
  /** Counted from the full hour. */
  atMinute?: number
}

/**
 * Enqueues the next run of each job, unless another process has: the key names the run. By the clock of the database; the
 * queue's own cron goes by that of each node, and one that was far ahead would keep all others from running the job.
 */
export async function enqueueRecurring(db: Db, jobs: readonly RecurringJob[]): Promise<void> {
  const timed = jobs.map(({ atMinute = 0, ...job }) => ({ ...job, atMinute }))
  const given = unnest(timed, { text: ['task'], integer: ['everyMinutes', 'atMinute'] })
  const query = sql`select graphile_worker.add_job(task, run_at => next, job_key => key)
      from (select task, next, concat_ws(':', 'recurring', task, extract(epoch from next)::bigint) as key
              from ${given} as job (task, every, minute), make_interval(mins => every) as span,
                   date_bin(span, now() + span, timestamptz '2000-01-01Z' + make_interval(mins => minute)) as next
           ) as run
     where not exists (select from graphile_worker.jobs known where known.key = run.key)`
  await run(db, query)
}
