import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { connectClient, destroyClient } from '../db/database.ts'
import { withinMs } from '../lib/bounds/abort.ts'
import type { Log } from '../lib/log/log.ts'
import { type Deadline, deadlineIn } from '../lib/time/deadline.ts'

/**
 * By itself, the queue gives a dead worker's jobs to others only after hours. So every process with workers holds an
 * advisory lock, which ends with its connection, and sends a heartbeat every few seconds. Workers whose lock is free
 * (killed), or that were silent for the length of the lease (stopped, cut off), count as dead, and any other process
 * releases their jobs. A worker that continues after that sees `hasLease` false and does no harm: a post has its fence,
 * and other jobs check their state in the transaction that changes it. The lock has its own connection: jobs that use
 * up the pool must not make the process look dead.
 */
export type Lifeline = ReturnType<typeof createLifeline>

export const LEASE_TIMES = {
  beatMs: 2_000,
  /** A process that is silent for this long is declared dead. */
  leaseMs: 30_000,
  connectTimeoutMs: 5_000,
  queryTimeoutMs: 5_000,
}
export type LeaseTimes = typeof LEASE_TIMES

const LOCK_CLASS = 7_301
const RECONNECT_MS = 500
const CLOSE_MS = 1_000
const KEEP_ALIVE_AFTER_MS = 10_000
// A worker may claim a job before it is registered.
const UNKNOWN_GRACE_SECONDS = 15
/**
 * Finding unregistered workers means reading all jobs, which may be a million, so it happens only every so many
 * heartbeats.
 */
const BEATS_PER_SEARCH = 5

interface Line {
  client: pg.Client
  lock: number
}

export function createLifeline(connection: pg.ClientConfig, log: Log, times: LeaseTimes) {
  const workers = new Set<string>()
  const registered = new Set<string>()
  let line: Line | null = null
  // Until this deadline, workers that are not registered yet are not declared dead.
  let lease: Deadline = deadlineIn(UNKNOWN_GRACE_SECONDS * 1_000)
  let closed = false
  let beating = false
  let isNews = false
  let beats = 0
  let timer: NodeJS.Timeout | undefined

  const beat = async (): Promise<void> => {
    if (beating || closed) return
    beating = true
    isNews = false
    let delayMs = times.beatMs
    try {
      line ??= await openLine(connection, times)
      const next = deadlineIn(times.leaseMs)
      const wasLost = await renew(line, [...workers], registered)
      lease = next
      if (wasLost) log.warn('this process was declared dead, and its jobs were given to other workers')
      const freed = await freeDeadWorkers(line.client, times.leaseMs / 1_000, beats++ % BEATS_PER_SEARCH === 0)
      if (freed > 0) log.warn({ workers: freed }, 'found dead workers and released their jobs')
    } catch (error) {
      log.debug({ err: error }, 'lifeline lost; reconnecting')
      if (line) destroyClient(line.client)
      line = null
      delayMs = RECONNECT_MS
    }
    beating = false
    if (closed) {
      if (line) destroyClient(line.client)
      return
    }
    timer = setTimeout(() => void beat(), isNews ? 0 : delayMs).unref()
  }
  const beatNow = () => {
    isNews = true
    clearTimeout(timer)
    void beat()
  }
  beatNow()

  return {
    add(workerId: string): void {
      workers.add(workerId)
      beatNow()
    },
    remove(workerId: string): void {
      // The row stays registered until the process ends. Otherwise a clean stop would leave it behind, as a dead worker
      // does.
      workers.delete(workerId)
    },
    /** True if no other process can have declared this one dead. */
    hasLease: () => !lease.hasPassed(),
    /** `clean`: no worker holds a job any more. Otherwise the jobs are free as soon as the connection is gone. */
    async close(clean: boolean): Promise<void> {
      closed = true
      clearTimeout(timer)
      const last = line
      if (last === null) return
      if (clean) await withinMs(CLOSE_MS, forgetWorkers(last.client, registered))
      destroyClient(last.client)
    },
  }
}

/** A failure does no harm: the workers count as dead once the connection is gone. */
async function forgetWorkers(client: pg.Client, workers: ReadonlySet<string>): Promise<void> {
  await client.query('delete from job_workers where worker_id = any($1)', [[...workers]]).catch(() => {})
}

async function openLine(connection: pg.ClientConfig, times: LeaseTimes): Promise<Line> {
  const client = await connectClient({
    ...connection,
    application_name: 'doorpost lifeline',
    connectionTimeoutMillis: times.connectTimeoutMs,
    query_timeout: times.queryTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  })
  try {
    for (;;) {
      const lock = randomInt(1, 2 ** 31 - 1)
      const result = await client.query('select pg_try_advisory_lock($1, $2) as taken', [LOCK_CLASS, lock])
      if (result.rows[0].taken) return { client, lock }
    }
  } catch (error) {
    destroyClient(client)
    throw error
  }
}

/** Records that the workers are alive. Returns true if one of them was declared dead since the last time. */
async function renew({ client, lock }: Line, workers: string[], registered: Set<string>): Promise<boolean> {
  if (workers.length === 0) return false
  const { rows } = await client.query<{ worker_id: string; is_new: boolean }>(
    `insert into job_workers (worker_id, process_lock, seen_at) select id, $2, now() from unnest($1::text[]) as id
     on conflict (worker_id) do update set process_lock = excluded.process_lock, seen_at = excluded.seen_at
     returning worker_id, xmax = 0 as is_new`,
    [workers, lock],
  )
  const wasLost = rows.some((row) => row.is_new && registered.has(row.worker_id))
  for (const { worker_id: id } of rows) registered.add(id)
  return wasLost
}

/**
 * Releases what dead workers hold; with `isSearch`, also what unregistered ones hold. Returns the number of workers.
 */
async function freeDeadWorkers(client: pg.Client, leaseSeconds: number, isSearch: boolean): Promise<number> {
  const { rows } = await client.query<{ worker_id: string }>(
    `select worker_id from job_workers worker
      where seen_at < now() - make_interval(secs => $3)
         or not exists (select from pg_locks held
              where held.locktype = 'advisory' and held.classid = $1::oid and held.objid = worker.process_lock::oid
                and held.objsubid = 2 and held.granted
                and held.database = (select oid from pg_database where datname = current_database()))
     union
     select locked_by from graphile_worker.jobs
      where $4 and locked_at < now() - make_interval(secs => $2) and locked_by not in (select worker_id from job_workers)`,
    [LOCK_CLASS, UNKNOWN_GRACE_SECONDS, leaseSeconds, isSearch],
  )
  if (rows.length > 0) {
    const dead = rows.map((row) => row.worker_id)
    // This also releases their lines, which may be locked although the job is gone.
    await client.query('select graphile_worker.force_unlock_workers($1::text[])', [dead])
    await client.query('delete from job_workers where worker_id = any($1)', [dead])
  }
  return rows.length
}
