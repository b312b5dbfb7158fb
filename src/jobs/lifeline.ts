import { randomInt } from 'node:crypto'
import pg from 'pg'
import type { Pool } from '../db/database.ts'
import type { Log } from '../lib/log.ts'

/**
 * The queue gives a killed worker's jobs to others only after hours. So every process with workers holds an advisory
 * lock, which ends with its connection, and says which workers are its own; whoever finds workers whose lock is free sets
 * their jobs free. A living process that lost only this connection may then see a job of its own run twice: the fence of
 * a post keeps that harmless.
 */
export interface Lifeline {
  /** A worker of this process. */
  add(workerId: string): void
  close(): Promise<void>
}

const LOCK_CLASS = 7_301
const SWEEP_MS = 2_000
const RECONNECT_MS = 500
// A worker may have taken a job before its name was written down.
const UNKNOWN_GRACE_SECONDS = 15

export function createLifeline(pool: Pool, connection: pg.ClientConfig, log: Log): Lifeline {
  const workers = new Set<string>()
  let client: pg.Client | null = null
  let lock = 0
  let closed = false
  let timer: NodeJS.Timeout | undefined

  const register = async (ids: string[]) => {
    if (ids.length === 0 || lock === 0) return
    await pool.query(
      `insert into job_workers (worker_id, process_lock) select id, $2 from unnest($1::text[]) as id
       on conflict (worker_id) do update set process_lock = excluded.process_lock`,
      [ids, lock],
    )
  }

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ ...connection, application_name: 'doorpost lifeline', keepAlive: true })
    next.on('error', () => {})
    next.on('end', () => {
      if (client !== next) return
      client = null
      lock = 0
    })
    await next.connect()
    for (;;) {
      const number = randomInt(1, 2 ** 31 - 1)
      const result = await next.query('select pg_try_advisory_lock($1, $2) as taken', [LOCK_CLASS, number])
      if (!result.rows[0].taken) continue
      lock = number
      break
    }
    client = next
    await register([...workers])
  }

  const beat = async (): Promise<void> => {
    let delay = SWEEP_MS
    try {
      if (client === null) await connect()
      else await register([...workers])
      await sweep(pool, log)
    } catch (error) {
      log.debug({ err: error }, 'lifeline')
      delay = RECONNECT_MS
    }
    if (closed) return
    timer = setTimeout(() => void beat(), delay)
    timer.unref()
  }
  void beat()

  return {
    add(workerId) {
      workers.add(workerId)
      register([workerId]).catch((error) => log.warn({ err: error }, 'worker not registered'))
    },
    async close() {
      closed = true
      clearTimeout(timer)
      if (workers.size > 0) {
        await pool.query('delete from job_workers where worker_id = any($1)', [[...workers]]).catch(() => {})
      }
      const last = client
      client = null
      await last?.end().catch(() => {})
    },
  }
}

/** Sets free what dead workers hold. */
async function sweep(pool: Pool, log: Log): Promise<void> {
  const { rows } = await pool.query<{ worker_id: string }>(
    `select distinct job.locked_by as worker_id
       -- A line may be held by a worker whose job is gone: without this it would stand still for hours.
       from (select locked_by, locked_at from graphile_worker._private_jobs
              union all select locked_by, locked_at from graphile_worker._private_job_queues) as job
            left join job_workers worker on worker.worker_id = job.locked_by
      where job.locked_by is not null
        and case when worker.worker_id is null then job.locked_at < now() - make_interval(secs => $2)
                 else not exists (select from pg_locks held
                        where held.locktype = 'advisory' and held.classid = $1::oid and held.objid = worker.process_lock::oid
                          and held.objsubid = 2 and held.granted
                          and held.database = (select oid from pg_database where datname = current_database())) end`,
    [LOCK_CLASS, UNKNOWN_GRACE_SECONDS],
  )
  if (rows.length === 0) return
  const dead = rows.map((row) => row.worker_id)
  await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [dead])
  await pool.query('delete from job_workers where worker_id = any($1)', [dead])
  log.warn({ workers: dead.length }, 'jobs of dead workers are free again')
}
