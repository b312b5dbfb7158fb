import { type Db, type Pool, run, runOne, sql } from '../db/database.ts'

// All that looks into the private tables of graphile-worker, which a new version may change: docs/decisions/0020.

/**
 * A running job leaves its line, so that the jobs behind it need not wait. Of the queue's own functions `add_job` would
 * start a second run, `force_unlock_workers` would release all jobs of the process, and the others skip running jobs.
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

/**
 * The jobs that wait, in the words of `add_job`. Jobs that recur come by themselves, and those that were given up are not
 * started again.
 */
export const SELECT_JOBS = `select task.identifier, job.payload, line.queue_name, job.run_at, job.max_attempts, job.key, job.priority
    from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    left join graphile_worker._private_job_queues line on line.id = job.job_queue_id
   where (job.key is null or job.key not like 'recurring:%')
     and (job.attempts < job.max_attempts or job.locked_at is not null)
   order by job.id`
