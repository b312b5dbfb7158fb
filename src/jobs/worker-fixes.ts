import type { WorkerEvents, WorkerPool } from 'graphile-worker'
import type pg from 'pg'
import { failureKind } from '../db/connect/failure.ts'
import type { Pool } from '../db/database.ts'

/** The first wait is random, so that workers that collided do not collide again. */
const FIRST_MS = { least: 3, most: 20 }
/** After this long, another process holds the job or its line for longer than claiming takes. */
const LONGEST_MS = 250
/** For this long after a job was added or started there may be more; after that, polling is soon enough. */
const WORTH_MS = 1_000

/**
 * While a worker claims a job, the queue locks all lines (graphile-worker 0.17, sql/getJobs.js), and other
 * workers skip them: they find no job although there are some, and would wait for the next poll. So a look that found
 * nothing is repeated if there was work a moment ago.
 */
export function lookAgainAfterCollisions(events: WorkerEvents, workerPool: WorkerPool): void {
  // Bypasses the limit set by limitNudges: there is one call at a time.
  const nudge = workerPool.nudge.bind(workerPool)
  let timer: NodeJS.Timeout | null = null
  let misses = 0
  let workAt = performance.now()

  const lookLater = () => {
    if (timer !== null || workerPool._shuttingDown) return
    const firstMs = FIRST_MS.least + Math.random() * (FIRST_MS.most - FIRST_MS.least)
    timer = setTimeout(look, Math.min(firstMs * 2 ** misses, LONGEST_MS)).unref()
  }
  const look = () => {
    timer = null
    if (!workerPool._shuttingDown) nudge(1)
  }
  const isWorth = () => performance.now() - workAt <= WORTH_MS
  workerPool.nudge = (count) => {
    if (!isWorth()) misses = 0
    workAt = performance.now()
    nudge(count)
  }
  events.on('worker:getJob:empty', ({ worker }) => {
    if (worker.workerPool !== workerPool || !isWorth()) return
    lookLater()
    misses++
  })
  events.on('job:start', ({ worker }) => {
    if (worker.workerPool !== workerPool) return
    workAt = performance.now()
    if (misses === 0) return
    // It may have been a collision, and there may be jobs for the next idle worker too.
    misses = 0
    lookLater()
  })
}

/** One of the few error codes that the queue treats as temporary. */
const RETRIED = 'ETIMEDOUT'

type ConnectCallback = Parameters<Pool['connect']>[0]

/**
 * A pool whose lost connections make the queue retry. The queue does not await its write at the end of a job
 * (graphile-worker 0.17), so an error there would end the process; but if the error has a code that it knows, it
 * repeats the write, for hours if need be.
 */
export function createPatientPool(pool: Pool): Pool {
  const patient = (error: unknown): never => {
    if (failureKind(error) !== 'unavailable') throw error
    throw Object.assign(new Error('The database is away.', { cause: error }), { code: RETRIED })
  }
  const connectPatiently = async () => {
    const client = await pool.connect().catch(patient)
    const query = client.query.bind(client) as (...words: unknown[]) => Promise<unknown>
    return Object.create(client, {
      query: { value: (...words: unknown[]) => query(...words).catch(patient) },
    }) as pg.PoolClient
  }
  // With a callback, the queue asks for its listening connection, which it looks after itself. That connection is idle
  // for hours, and the pool's sessions end after a minute without work.
  const listen = (callback: ConnectCallback) =>
    pool.connect((error, client, release) => {
      if (!client) return callback(error, client, release)
      const refuse = (failure: Error) => {
        release(failure)
        callback(failure, undefined, () => {})
      }
      client.query('set idle_session_timeout = 0').then(() => callback(error, client, release), refuse)
    })
  const connect = (callback?: ConnectCallback) => (callback ? listen(callback) : connectPatiently())
  return Object.create(pool, { connect: { value: connect } }) as Pool
}
