import { Logger, runMigrations } from 'graphile-worker'
import { type Db, type Pool, run, runOne, sql, type Tx } from '../db/database.ts'
import { unnest } from '../db/statements/arrays.ts'
import { type Log, redact } from '../lib/log/log.ts'
import { currentTraceparent } from '../lib/trace/traceparent.ts'
import type { JobName, Jobs } from './table.ts'

/** Jobs that requests enqueue. */
const NAMES: readonly JobName[] = ['post.publish', 'post.inspect', 'webhook.map']

/** The queue has its own schema and its own migrations. */
export async function migrateQueue(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: jobLogger(null) })
  // The queue stores a name with the first job that has it. Doing that now keeps the first requests of an installation
  // from waiting for each other.
  const query = sql`select graphile_worker.remove_job(job.key)
      from unnest(${NAMES}::text[]) as task (name)
           cross join lateral graphile_worker.add_job(task.name, job_key => 'name:' || task.name,
             run_at => 'infinity') as job`
  await run(pool, query)
}

/** Writes the queue's own messages to our log. Its "info" level is noise from every start and stop. */
export function jobLogger(log: Log | null): Logger {
  return new Logger(() => (level, message) => {
    const ours = level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug'
    log?.[ours]({ part: 'jobs' }, redact(message))
  })
}

interface Job<Name extends JobName> {
  task: Name
  /** There is one job per task and key: enqueueing it again moves it, so a schedule never has a second copy. */
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
  /** How many of them have failed before. */
  failing: number
  /** How many seconds the oldest idle job has been due; 0 if none is due. */
  lateSeconds: number
}

/** Reads the whole queue, because the queue's view has no index: 0.2 s with a million posts waiting for their date. */
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
 * The id of a job, as text. The queue's types say text, but it is whatever the pool makes of a bigint. Only `toJobId`
 * produces this type, so ids from both sources can be compared.
 */
export type JobId = string & { [ofJob]: true }

export function toJobId(id: string | number): JobId {
  return String(id) as JobId
}

/** Jobs that these workers have claimed, except those claimed in the last seconds. */
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
 * Enqueues the next run of each job, unless another process has: the key identifies the run. It uses the database's
 * clock; the queue's own cron uses each node's, and a node far ahead would keep all others from running the job.
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
