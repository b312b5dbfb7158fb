import { createRequire } from 'node:module'
import type { CompiledQuery, QueryExecutorProvider, SelectQueryBuilder } from 'kysely'
import pg from 'pg'
import { SetupError } from '../lib/problem.ts'
import type { DB } from './types.ts'

export type Pool = pg.Pool

/** What runs a statement: the pool, or one connection inside a transaction. */
export interface Db {
  query<R extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<R>>
}

/** A connection with an open transaction. The brand keeps a bare pool from being passed where atomicity matters. */
export interface Tx extends Db {
  readonly inTransaction: true
}

// The CommonJS build: loading the same as 262 ES modules takes twice the time and 4 MB more.
const kysely = createRequire(import.meta.url)('kysely') as typeof import('kysely')

export const { sql } = kysely

/** Builds typed SQL without a connection. Run the result with `run`. */
export const build = new kysely.Kysely<DB>({
  dialect: {
    createAdapter: () => new kysely.PostgresAdapter(),
    createDriver: () => new kysely.DummyDriver(),
    createIntrospector: (db) => new kysely.PostgresIntrospector(db),
    createQueryCompiler: () => new kysely.PostgresQueryCompiler(),
  },
})

// biome-ignore lint/suspicious/noExplicitAny: any table of ours
export type Rows<O> = SelectQueryBuilder<DB, any, O>

/** SQL that was built with `build`, written with `sql`, or prepared. */
export interface Query<R> {
  compile(build: QueryExecutorProvider): CompiledQuery<R>
  /** The name of a prepared statement. */
  statementName?: string
}

/** A named statement is planned once for each connection, so its text must always be the same. */
export async function run<R>(db: Db, query: Query<R>, name?: string): Promise<R[]> {
  return (await send(db, query, name)).rows as R[]
}

export async function runOne<R>(db: Db, query: Query<R>, name?: string): Promise<R | null> {
  const rows = await run(db, query, name)
  return rows[0] ?? null
}

/**
 * A statement that is built once, and planned once for each connection: planning takes as long as reading a page.
 * `make` gets a placeholder for each value, so it may only put values into the query.
 */
export function prepare<V extends object, R>(name: string, make: (values: V) => Query<R>): (values: V) => Query<R> {
  const placeholders = new Proxy({}, { get: (_, key) => `value of ${String(key)}` }) as V
  const isPlaceholder = (value: unknown): value is string => typeof value === 'string' && value.startsWith('value of ')
  let built: CompiledQuery<R> | undefined
  return (values) => ({
    statementName: name,
    compile() {
      built ??= make(placeholders).compile(build)
      const fill = (each: unknown) => (isPlaceholder(each) ? values[each.slice(9) as keyof V] : each)
      return { ...built, parameters: built.parameters.map(fill) }
    },
  })
}

/** Returns the number of rows written or found. */
export async function runCount(db: Db, query: Query<unknown>, name?: string): Promise<number> {
  return (await send(db, query, name)).rowCount ?? 0
}

function send(db: Db, query: Query<unknown>, name = query.statementName): Promise<pg.QueryResult> {
  return db.query(toConfig(query, name))
}

export function toConfig(query: Query<unknown>, name = query.statementName): pg.QueryConfig {
  const { sql, parameters } = query.compile(build)
  return { text: sql, values: [...parameters], ...(name === undefined ? {} : { name }) }
}

/**
 * Commits if `work` resolves, rolls back if it throws. A connection that cannot roll back is discarded. If a
 * transaction is already open, the work becomes part of it.
 */
export async function transaction<T>(place: Pool | Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  if ('inTransaction' in place) return work(place)
  const client = await place.connect()
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

/** Sessions are in UTC, so PostgreSQL writes all but very early and very late times like this. */
export function isPlainTime(text: string): boolean {
  return text.length <= 29 && text[10] === ' ' && text.endsWith('+00')
}

/** The driver's own parser takes twice as long. */
function parseTime(text: string): unknown {
  return isPlainTime(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : TIME(text)
}

const { INT8, TIMESTAMPTZ } = pg.types.builtins
const TIME = pg.types.getTypeParser(TIMESTAMPTZ)

/**
 * A bigint is a number on every connection, as db/types.ts says: totals are far below 2^53. The ids of the queue's jobs
 * are bigints too, although its own types say text; see `JobId`.
 */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : oid === TIMESTAMPTZ ? parseTime : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

/** Time limits for the statements of a pool, in milliseconds; 0 is unlimited. */
export interface PoolLimits {
  /** How long a caller waits for a connection before it gets a 503. */
  connectMs: number
  statementMs: number
  /** A locked table must not hold up callers as long as a slow statement may. */
  lockMs: number
}

/** When a statement counts as hung; 0 is never. The server's own limit comes first, because its outcome is certain. */
export function hungAfterMs({ statementMs }: PoolLimits): number {
  return statementMs === 0 ? 0 : statementMs + 5_000
}

const DEFAULT_LIMITS: PoolLimits = { connectMs: 5_000, statementMs: 15_000, lockMs: 0 }

/** A connection outside the pools. Its next query notices if it is lost. */
export async function connectClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ types, ...config })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    destroyClient(client)
    throw error
  }
}

/** Closes without the protocol's goodbye: on a hanging connection, the polite end() would wait for ever. */
export function destroyClient(client: pg.ClientBase, error?: Error): void {
  connectionOf(client).stream.destroy(error)
}

interface ProtocolConnection {
  stream: { destroy(error?: Error): void }
  on(event: 'errorMessage', listener: (message: { code?: string }) => void): void
  on(event: 'readyForQuery', listener: () => void): void
}

export function onServerError(client: pg.ClientBase, listener: (sqlState: string) => void): void {
  connectionOf(client).on('errorMessage', ({ code }) => listener(code ?? ''))
}

/** Called after every statement, whether it succeeded or not. */
export function onStatementEnd(client: pg.ClientBase, listener: () => void): void {
  connectionOf(client).on('readyForQuery', listener)
}

/** The driver has no public access to these. */
function connectionOf(client: pg.ClientBase): ProtocolConnection {
  return (client as unknown as { connection: ProtocolConnection }).connection
}

export function isBusy(client: pg.ClientBase): boolean {
  return (client as unknown as { _activeQuery: object | null })._activeQuery !== null
}

interface PoolOptions {
  connection: pg.ClientConfig
  size: number
  onError: (error: Error) => void
  limits?: PoolLimits
  /** Runs first on a new connection. */
  prepare?: (client: pg.ClientBase, limits: PoolLimits) => Promise<void>
}

export function createPool(options: PoolOptions): Pool {
  const config = { ...toPoolConfig(options), query_timeout: hungAfterMs(options.limits ?? DEFAULT_LIMITS) }
  return addErrorListeners(new pg.Pool(config), options.onError)
}

export function toPoolConfig({
  connection,
  size,
  limits = DEFAULT_LIMITS,
  prepare = prepareSession,
}: Omit<PoolOptions, 'onError'>): pg.PoolConfig {
  const config: pg.PoolConfig & { onConnect: (client: pg.ClientBase) => Promise<void> } = {
    ...connection,
    max: size,
    types,
    application_name: connection.application_name ?? 'doorpost',
    connectionTimeoutMillis: limits.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    onConnect: (client) => prepare(client, limits),
  }
  return config
}

export function addErrorListeners<P extends Pool>(pool: P, onError: (error: Error) => void): P {
  // Without a listener, a lost connection would end the process; while a query runs, the query itself fails.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Uses SET, because poolers refuse start-up parameters. Reads the values back, because acknowledged contacts depend on
 * them.
 */
async function prepareSession(client: pg.ClientBase, { statementMs, lockMs }: PoolLimits): Promise<void> {
  const results = (await client.query(
    `set synchronous_commit = on; set timezone = 'UTC'; set default_transaction_isolation = 'read committed';
     set statement_timeout = ${statementMs};
     set lock_timeout = ${lockMs}; ${statementMs === 0 ? STAY : LEAVE_NOTHING_BEHIND}
     select current_setting('synchronous_commit') as commit`,
  )) as unknown as pg.QueryResult[]
  const commit = results.at(-1)?.rows[0]?.commit
  if (commit !== 'on') throw new SetupError(LOST_COMMITS(commit))
}

export const LOST_COMMITS = (commit: string) =>
  `The database server keeps synchronous_commit at "${commit}", so acknowledged data could be lost. Doorpost needs it on.`

/**
 * Makes the server clean up after a broken network: statements whose client is gone, sessions that the pool abandoned
 * long ago (it closes its own after ten idle seconds) and, over TCP, connections whose packets get no response. Linux
 * servers can check for lost clients; others refuse that setting.
 */
const LEAVE_NOTHING_BEHIND = `set idle_in_transaction_session_timeout = 30000; set idle_session_timeout = 60000; set tcp_keepalives_idle = 10;
     set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set tcp_user_timeout = 20000;
     do $$ begin
       perform set_config('client_connection_check_interval', '2s', false);
     exception when others then null; end $$;`

/** For sessions that hold a lock while others work, such as those of migrations. */
const STAY = 'set idle_in_transaction_session_timeout = 0; set idle_session_timeout = 0;'
