import { randomBytes, randomInt } from 'node:crypto'
import pg from 'pg'
import { SetupError } from '../lib/problem.ts'
import { connectClient, destroyClient, LOST_COMMITS, type PoolLimits } from './database.ts'

const ROUNDS = 3
const STEP_MS = 5_000

/** What is between us and the database: nothing, or a pooler in one of its modes. */
export type SessionKind = 'direct' | 'session' | 'transaction'

/**
 * Whether a connection keeps its session. A pooler in transaction mode lends one session to many clients: settings get
 * lost (including synchronous_commit), prepared statements are missing, session locks outlive their owner. The test: if
 * one client sets a value, another must not see it, and the first must still see it while the other is in a
 * transaction.
 */
export async function findSessionKind(connection: pg.ClientConfig, setting: string): Promise<SessionKind> {
  return withClients([connection, connection], async (one, other) => {
    if (await isDirect(one)) return 'direct'
    await one.query('begin')
    await one.query('rollback')
    for (let round = 0; round < ROUNDS; round++) {
      if (!(await keepsSession(one, other))) return 'transaction'
    }
    return 'session'
  }).catch((error) => {
    if ((error as { code?: string }).code !== PROTOCOL_VIOLATION) throw error
    throw new SetupError(
      `${setting} points to a connection pooler that refuses transactions (${error.message}): it is in statement mode. ` +
        'Set its pool_mode to transaction or session.',
      { cause: error },
    )
  })
}

/** PgBouncer's response to BEGIN in statement mode. */
const PROTOCOL_VIOLATION = '08P01'

/** A pooler hands out its own process ids, because one of the server's may belong to another client a moment later. */
async function isDirect(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid === (client as unknown as { processID: number | null }).processID
}

async function keepsSession(one: pg.Client, other: pg.Client): Promise<boolean> {
  const value = randomBytes(8).toString('hex')
  const read = async (client: pg.Client) => {
    const result = await client.query(`select current_setting('doorpost.session', true) as value`)
    return result.rows[0].value as string | null
  }
  await one.query(`select set_config('doorpost.session', $1, false)`, [value])
  if ((await read(other)) === value) return false
  await other.query('begin')
  try {
    await other.query('select 1')
    return (await read(one)) === value
  } finally {
    await other.query('rollback')
  }
}

/**
 * Both addresses must lead to one database on one server; otherwise notices, locks and jobs would differ. The test: a
 * lock held on one must be taken on the other. A standby has its own locks.
 */
export async function isSameDatabase(direct: pg.ClientConfig, pooled: pg.ClientConfig): Promise<boolean> {
  return withClients([direct, pooled], async (holder, other) => {
    const lock = [SAME_LOCK, randomInt(1, 2 ** 31 - 1)]
    await holder.query('select pg_advisory_lock($1, $2)', lock)
    const { rows } = await other.query('select pg_try_advisory_xact_lock($1, $2) as taken', lock)
    return rows[0].taken === false
  })
}

const SAME_LOCK = 7_302

/** The schemas in which a connection without a pooler finds its tables, in the format of SET. */
export async function readSearchPath(direct: pg.ClientConfig): Promise<string> {
  return withClients([direct], async (client) => {
    const { rows } = await client.query(
      `select coalesce(string_agg(quote_ident(name), ', '), $$''$$) as path from unnest(current_schemas(false)) as name`,
    )
    return rows[0].path as string
  })
}

async function withClients<T>(
  connections: pg.ClientConfig[],
  work: (...clients: [pg.Client, pg.Client]) => Promise<T>,
): Promise<T> {
  const limits = { connectionTimeoutMillis: STEP_MS, query_timeout: STEP_MS, application_name: 'doorpost start' }
  const clients: pg.Client[] = []
  try {
    for (const connection of connections) clients.push(await connectClient({ ...connection, ...limits }))
    return await work(...(clients as [pg.Client, pg.Client]))
  } finally {
    for (const client of clients) destroyClient(client)
  }
}

// A pooler in transaction mode lends a session to one client for one transaction, and to another client for the next.
// So nothing may depend on what a session remembers: each transaction sets what it needs, and no statement has a name.

/** The schemas of the direct connection: another client may have set others on a shared session. */
export interface SharedSessions {
  /** In the format of SET. */
  searchPath: string
}

/** Makes a pool's new connection work on shared sessions, and tests it. */
export async function shareSessions(client: pg.ClientBase, limits: PoolLimits, shared: SharedSessions): Promise<void> {
  const begin = beginWith(settingsOf(limits, shared))
  const results = (await client.query(
    `${begin('begin')}; select current_setting('synchronous_commit') as commit; commit`,
  )) as unknown as pg.QueryResult[]
  const commit = results.at(-2)?.rows[0]?.commit
  if (commit !== 'on') throw new SetupError(LOST_COMMITS(commit))
  replaceQuery(client, begin)
}

type Send = (statement: pg.QueryConfig) => Promise<pg.QueryResult>
type Callback = (error: Error | undefined, result?: pg.QueryResult) => void

/** Adds transactions where there are none, and settings to those that begin. */
function replaceQuery(client: pg.ClientBase, begin: (text: string) => string): void {
  const send = client.query.bind(client) as Send
  const run = async (statement: pg.QueryConfig): Promise<pg.QueryResult> => {
    if (BEGIN.test(statement.text)) return send({ text: begin(statement.text) })
    if (client.getTransactionStatus() !== 'I') return send(statement)
    await send({ text: begin('begin') })
    try {
      const result = await send(statement)
      await send({ text: 'commit' })
      return result
    } catch (error) {
      await rollBack(client, send, error)
      throw error
    }
  }
  // One at a time: what a statement needs depends on the state that the previous one leaves.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (statement: pg.QueryConfig) => {
    const result = last.then(() => run(statement))
    last = result.catch(() => {})
    return result
  }
  const query = (given: string | pg.QueryConfig, values?: unknown[] | Callback, callback?: Callback) => {
    const done = typeof values === 'function' ? values : callback
    const result = inTurn(toStatement(given, typeof values === 'function' ? undefined : values))
    if (done === undefined) return result
    result.then((found) => done(undefined, found), done)
    return undefined
  }
  client.query = query as unknown as typeof client.query
}

const BEGIN = /^\s*(?:begin|start\s+transaction)\b/i

/** Removes the name: by the next transaction, the session that knows it belongs to another client. */
function toStatement(given: string | pg.QueryConfig, values: unknown[] | undefined): pg.QueryConfig {
  if (typeof given === 'string') return { text: given, ...(values ? { values } : {}) }
  if ('submit' in given) throw new Error('A cursor needs a session of its own. Use the pool for jobs.')
  const { name: _name, ...statement } = given
  return values ? { ...statement, values } : statement
}

/** A connection without a response is discarded; the pooler then ends the transaction. */
async function rollBack(client: pg.ClientBase, send: Send, error: unknown): Promise<void> {
  if (!(error instanceof pg.DatabaseError)) return destroyClient(client)
  if (client.getTransactionStatus() === 'I') return
  await send({ text: 'rollback' }).catch(() => destroyClient(client))
}

/** Uses SET instead of a query, after which a transaction could no longer choose its isolation. */
function settingsOf({ statementMs, lockMs }: PoolLimits, { searchPath }: SharedSessions): string {
  const settings = {
    synchronous_commit: 'on',
    timezone: `'UTC'`,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: 30_000,
    search_path: searchPath,
  }
  return Object.entries(settings)
    .map(([name, value]) => `set local ${name} = ${value}`)
    .join('; ')
}

/** Other statements may follow in the same text. */
function beginWith(settings: string): (text: string) => string {
  return (text) => {
    const [begin = ''] = text.split(';', 1)
    const words = /\bisolation\b/i.test(begin) ? begin : `${begin} isolation level read committed`
    return `${words}; ${settings}${text.slice(begin.length)}`
  }
}
