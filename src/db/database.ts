import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import pg from 'pg'
import type { DB } from './types.ts'

export type Pool = pg.Pool

/** What a statement needs: the pool, or one connection inside a transaction. */
export interface Db {
  query<R extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<R>>
}

/** A connection with an open transaction. The brand keeps a bare pool from being passed where atomicity matters. */
export interface Tx extends Db {
  readonly inTransaction: true
}

/** Builds typed SQL; it has no connection of its own. Run what it builds with `run`. */
export const build = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

export async function run<R>(db: Db, query: { compile(): CompiledQuery<R> }): Promise<R[]> {
  const { sql, parameters } = query.compile()
  const result = await db.query({ text: sql, values: [...parameters] })
  return result.rows as R[]
}

export async function runOne<R>(db: Db, query: { compile(): CompiledQuery<R> }): Promise<R | null> {
  const rows = await run(db, query)
  return rows[0] ?? null
}

/** Commits when `work` resolves, rolls back when it throws. A connection that cannot roll back is thrown away. */
export async function transaction<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work({ inTransaction: true, query: (config) => client.query(config) })
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => {
      broken = cause
    })
    throw error
  } finally {
    client.release(broken)
  }
}

// Totals are far below 2^53, and an integer is what callers expect.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

export interface PoolOptions {
  connection: pg.ClientConfig
  size: number
  onError: (error: Error) => void
}

export function createPool({ connection, size, onError }: PoolOptions): Pool {
  const pool = new pg.Pool({
    ...connection,
    max: size,
    types,
    application_name: connection.application_name ?? 'doorpost',
    // A request waits this long for a connection before it is told 503.
    connectionTimeoutMillis: 5_000,
    // A frozen database must not hold requests for ever.
    statement_timeout: 15_000,
    query_timeout: 20_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    options: '-c synchronous_commit=on -c timezone=UTC',
  })
  // Without a listener a lost connection would end the process; while a query runs, the query itself is told.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
