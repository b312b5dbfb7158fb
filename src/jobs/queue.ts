import { Logger, runMigrations } from 'graphile-worker'
import { unnest } from '../db/arrays.ts'
import { type Db, type Pool, run, runOne, sql, type Tx } from '../db/database.ts'
import { type Log, redact } from '../lib/log/log.ts'
import { currentTraceparent } from '../lib/trace/current.ts'

/** The queue keeps its tables in a schema of its own and brings its own migrations. */
/** Tasks that requests write jobs for. */
const NAMES = ['post.publish', 'post.inspect', 'webhook.map']

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

/**
 * A running job leaves its line, so that the jobs behind it need not wait. Only the queue's private tables allow this: of its
 * own functions `add_job` would start a second run, `force_unlock_workers` would release all jobs of the process, and the
 * others skip jobs that are running.
 */
export async function leaveLine(db: Db, task: string, key: string): Promise<void> {
  const query = sql`with running as (
      select id, job_queue_id, locked_by from graphile_worker._private_jobs
       where key = ${`${task}:${key}`} and locked_at is not null and job_queue_id is not null for update),
    moved as (
      update graphile_worker._private_jobs job set job_queue_id = null from running where job.id = running.id)
    update graphile_worker._private_job_queues line set locked_at = null, locked_by = null
      from running where line.id = running.job_queue_id and line.locked_by = running.locked_by`
  await run(db, query)
}

/** Counts only due jobs, through the queue's own index: a million posts that wait for their date cost nothing. */
export async function countJobs(pool: Pool): Promise<{ due: number; failing: number }> {
  const query = sql<{ due: number; failing: number }>`
    select count(*)::int as due, count(*) filter (where attempts > 0)::int as failing
      from (select attempts from graphile_worker.jobs where run_at <= now() limit 10000) as due_jobs`
  return (await runOne(pool, query))!
}

/** Whether a worker could take a job now: due, known to it, and in no line that is taken. Waits for nobody. */
export async function hasFreeJob(db: Db, tasks: readonly string[]): Promise<boolean> {
  const query = sql<{ found: boolean }>`select exists (
      select from graphile_worker._private_jobs
       where is_available and run_at <= now()
         and task_id = any(array(select id from graphile_worker._private_tasks where identifier = any(${tasks})))
         and (job_queue_id is null
              or job_queue_id in (select id from graphile_worker._private_job_queues where is_available))
    ) as found`
  return (await runOne(db, query))!.found
}

/** Of all jobs that there are; the queue's index begins with it. */
const PRIORITIES = [0, 1]

/** For how many seconds the oldest job that nobody runs has been due; 0 when none is. */
export async function findJobLateness(pool: Pool): Promise<number> {
  const query = sql<{ seconds: number | null }>`
    select greatest(0, extract(epoch from now() - min(first.run_at)))::float8 as seconds
      from unnest(${PRIORITIES}::smallint[]) as wanted (priority) cross join lateral (
        select run_at from graphile_worker._private_jobs
         where is_available and _private_jobs.priority = wanted.priority order by run_at limit 1) as first`
  return (await runOne(pool, query))!.seconds ?? 0
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
