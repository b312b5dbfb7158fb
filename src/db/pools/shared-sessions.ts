import pg from 'pg'
import { SetupError } from '../../lib/problem.ts'
import { destroyClient, LOST_COMMITS, type PoolLimits } from '../database.ts'

// A pooler in transaction mode lends a session to one client for one transaction, and to another client for the next
// one. What a session remembers belongs to nobody then, so nothing may depend on it: each transaction says itself what
// it needs, and no statement has a name.

/** The schemas of the direct connection: another client may have set others on a session that it shares with us. */
export interface SharedSessions {
  /** As SET takes it. */
  searchPath: string
}

/** Makes a new connection of a pool work on sessions that it shares with others, and tries it out. */
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
  // One after the other: what a statement needs depends on the state that the one before it leaves.
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

/** Without its name: the session that knows it is another client's by the next transaction. */
function toStatement(given: string | pg.QueryConfig, values: unknown[] | undefined): pg.QueryConfig {
  if (typeof given === 'string') return { text: given, ...(values ? { values } : {}) }
  if ('submit' in given) throw new Error('A cursor needs a session of its own. Use the pool for jobs.')
  const { name: _name, ...statement } = given
  return values ? { ...statement, values } : statement
}

/** A connection that gave no answer is thrown away: behind it the pooler ends the transaction. */
async function rollBack(client: pg.ClientBase, send: Send, error: unknown): Promise<void> {
  if (!(error instanceof pg.DatabaseError)) return destroyClient(client)
  if (client.getTransactionStatus() === 'I') return
  await send({ text: 'rollback' }).catch(() => destroyClient(client))
}

/** By SET and not by a query, after which a transaction could no longer choose its isolation. */
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
