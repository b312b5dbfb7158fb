import type pg from 'pg'
import { failureKind } from '../db/connect/failure.ts'
import type { Pool } from '../db/database.ts'

/** One of the few error codes that the queue treats as temporary. */
const RETRIED = 'ETIMEDOUT'

type ConnectCallback = Parameters<Pool['connect']>[0]

/**
 * A pool whose lost connections make the queue try again. It does not wait for what it writes when a job has ended
 * (graphile-worker 0.17), so an error there would end the process; but it repeats such a write, for hours if need be, when
 * the error has a code that it knows.
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
  // With a callback it asks for the connection on which it listens, and looks after that itself. Nothing is sent there for
  // hours, and the pool's sessions end after a minute without work.
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
