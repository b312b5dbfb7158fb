import type pg from 'pg'
import { DatabaseStalled } from './connect/failure.ts'
import { connectClient, type Db, destroyClient } from './database.ts'

/** Checks several times a second whether the database responds. While it does not, the pools refuse at once. */
export interface Pulse extends Db {
  /** Why the database cannot be used now, or null. */
  refusal(): Error | null
  /** What to send as a heartbeat, if it can serve a second purpose; null for a plain one. */
  carry(statement: () => pg.QueryConfig | null): void
  hurry(): void
  close(): Promise<void>
}

interface PulseOptions {
  connection: pg.ClientConfig
  /**
   * True if a pooler lends its sessions to many. A statement then waits for the transactions of others, so the pooler
   * also counts as alive if it accepts a new client, and nothing is set on a session.
   */
  isShared?: boolean
  /** When a statement on any other connection last got a response, by performance.now(). */
  lastAnswerAt: () => number
  /** Called when the database stops responding, and with null when it responds again. */
  onChange: (refusal: Error | null) => void
}

// If a heartbeat gets no response in time, a second attempt on a new connection shows whether the connection or the
// database was at fault. The three together take at most a second, within which callers must get a response.
const BEAT_MS = 250
const ANSWER_MS = 350
const CONFIRM_MS = 400
/** A pooler may ask the database before it accepts a client. */
const SHARED_CONFIRM_MS = 1_500
const RETRY_MS = 200

const PLAIN: pg.QueryConfig = { text: 'select 1' }

export function createPulse({ connection, isShared = false, lastAnswerAt, onChange }: PulseOptions): Pulse {
  const confirmMs = isShared ? SHARED_CONFIRM_MS : CONFIRM_MS
  const connect = () => connectPulse(connection, isShared, ANSWER_MS + confirmMs)
  let current: Promise<PulseConnection> | null = null
  let refusal: Error | null = null
  let statement: () => pg.QueryConfig | null = () => null
  let closed = false
  let timer: NodeJS.Timeout | undefined

  const replace = (next: Promise<PulseConnection> | null) => {
    current?.then(destroy, () => {})
    current = next
    if (closed) next?.then(destroy, () => {})
  }

  /** A refused connection is forgotten, whatever the reason: the next heartbeat opens another one. */
  const connected = (): Promise<PulseConnection> => {
    if (current !== null) return current
    const next = connect()
    next.catch(() => {
      if (current === next) current = null
    })
    current = next
    return next
  }

  /** Null if the database responded. */
  const check = async (): Promise<Error | null> => {
    const answer = connected().then((pulse) => pulse.query(statement() ?? PLAIN))
    try {
      await withDeadline(answer, ANSWER_MS)
      return null
    } catch (error) {
      if (isAnswer(error) || closed) return null
    }
    const askedAgainAt = performance.now()
    const second = connect()
    try {
      await withDeadline(Promise.any([answer, second]), confirmMs)
      replace(second)
      return null
    } catch (error) {
      second.then(destroy, () => {})
      // A busy machine: others got responses meanwhile, so it is slow and not stalled.
      if (lastAnswerAt() > askedAgainAt) return null
      replace(null)
      const last = error instanceof AggregateError ? error.errors.at(-1) : error
      if (isAnswer(last)) return null
      return last instanceof DatabaseStalled
        ? last
        : new DatabaseStalled((last as Error).message || 'no connection', last)
    }
  }

  const beat = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const next = await check()
    if (closed) return
    const changed = (refusal === null) !== (next === null)
    refusal = next
    if (changed) onChange(next)
    timer = setTimeout(() => void beat(), refusal === null ? BEAT_MS : RETRY_MS).unref()
  }
  void beat()

  return {
    refusal: () => refusal,
    /** Uses the heartbeat's own connection, which no other work can occupy. Rejects if there is no response in time. */
    async query(config) {
      if (refusal !== null) throw refusal
      if (closed) throw new DatabaseStalled('the connection is closed')
      return withDeadline(
        connected().then((pulse) => pulse.query(config)),
        ANSWER_MS + confirmMs,
      )
    },
    carry(next) {
      statement = next
    },
    hurry() {
      // Skipped while one is under way; the next follows soon enough.
      if (timer !== undefined && !closed) void beat()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      replace(null)
    },
  }
}

interface PulseConnection extends Db {
  client: pg.Client
}

async function connectPulse(connection: pg.ClientConfig, isShared: boolean, ms: number): Promise<PulseConnection> {
  const limits = { connectionTimeoutMillis: ms, keepAlive: true }
  const client = await connectClient({ ...connection, ...limits, application_name: 'doorpost pulse' })
  try {
    if (!isShared) {
      await client.query(
        `set lock_timeout = 300; set statement_timeout = ${ms};
       set idle_session_timeout = 60000`,
      )
    }
  } catch (error) {
    destroyClient(client)
    throw error
  }
  // One statement at a time: a heartbeat and a readiness check may come together.
  let last: Promise<unknown> = Promise.resolve()
  return {
    client,
    query<R extends pg.QueryResultRow>(config: pg.QueryConfig) {
      const ask = () => client.query<R>(config)
      const result = last.then(ask, ask)
      last = result
      return result
    },
  }
}

function destroy({ client }: PulseConnection): void {
  destroyClient(client)
}

/** A server that refuses a statement is alive, unless it is starting or shutting down. */
function isAnswer(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code) || !/\d/.test(code)) return false
  return !code.startsWith('57P') && !code.startsWith('08')
}

const TICK_MS = 50

/** Counts only the time in which this process could have read the response: it may have been stopped or busy. */
async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<never>((_resolve, reject) => {
    let last = performance.now()
    let waited = 0
    timer = setInterval(() => {
      const now = performance.now()
      waited += Math.min(now - last, 2 * TICK_MS)
      last = now
      if (waited >= ms) reject(new DatabaseStalled(`no answer for ${ms} ms`))
    }, TICK_MS).unref()
  })
  try {
    return await Promise.race([work, expired])
  } finally {
    clearInterval(timer)
    work.catch(() => {})
  }
}
