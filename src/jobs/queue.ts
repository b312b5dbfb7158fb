import { Logger, runMigrations } from 'graphile-worker'
import { type Db, type Pool, run, runOne, sql, type Tx } from '../db/database.ts'
import { unnest } from '../db/statements/arrays.ts'
import { type Log, redact } from '../lib/log/log.ts'
import { currentTraceparent } from '../lib/trace/traceparent.ts'
import type { JobName, Jobs } from './table.ts'

/** Tasks that requests write jobs for. */
const NAMES: readonly JobName[] = ['post.publish', 'post.inspect', 'webhook.map']

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

interface Job<Name extends JobName> {
  task: Name
  /** One job per task and key: writing it again moves it, so a schedule has no second copy. */
  key: string
  payload: Jobs[Name]
  runAt: Date
}

export async function enqueue<Name extends JobName>(tx: Tx, job: Job<Name>): Promise<void> {
  const traceparent = currentTraceparent()
  const payload = traceparent === null ? job.payload : { ...job.payload, traceparent }
  const query = sql`select graphile_worker.add_job(${job.task}, ${JSON.stringify(payload)}::json,
           run_at => ${job.runAt}, job_key => ${`${job.task}:${job.key}`})`
  await run(tx, query)
}

export async function dequeue(tx: Tx, task: JobName, key: string): Promise<void> {
  await run(tx, sql`select graphile_worker.remove_job(${`${task}:${key}`})`)
}

interface DueJobs {
  due: number
  /** The number of them that have failed before. */
  failing: number
  /** For how many seconds the oldest that nobody runs has been due; 0 when none is. */
  lateSeconds: number
}

/** Reads the whole queue, because what it shows of itself has no index: 0.2 s with a million posts that wait for their date. */
export async function countDueJobs(pool: Pool): Promise<DueJobs> {
  const query = sql<DueJobs>`
    select count(*)::int as due, count(*) filter (where attempts > 0)::int as failing,
           coalesce(extract(epoch from now() - min(run_at) filter (where locked_at is null and attempts < max_attempts)),
             0)::float8 as "lateSeconds"
      from graphile_worker.jobs where run_at <= now()`
  return (await runOne(pool, query))!
}

declare const ofJob: unique symbol
/**
 * The id of a job, as text. The queue's types say that it is text, but it is whatever the pool makes of a bigint; only
 * `toJobId` gives this type, so that ids from both can be compared.
 */
export type JobId = string & { [ofJob]: true }

export function toJobId(id: string | number): JobId {
  return String(id) as JobId
}

/** Jobs that these workers have taken, but for those of the last seconds. */
export async function selectTaken(pool: Pool, workerIds: readonly string[], seconds: number): Promise<JobId[]> {
  const query = sql<{ id: number }>`select id from graphile_worker.jobs
     where locked_by = any(${workerIds}) and locked_at < now() - make_interval(secs => ${seconds})`
  return (await run(pool, query)).map(({ id }) => toJobId(id))
}

/** Releases the jobs and lines of workers that run none. */
export async function releaseWorkers(pool: Pool, workerIds: readonly string[]): Promise<void> {
  await run(pool, sql`select graphile_worker.force_unlock_workers(${workerIds}::text[])`)
}

export interface RecurringJob {
  task: JobName
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
