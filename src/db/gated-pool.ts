import pg from 'pg'
import { DatabaseStalled } from './connect/failure.ts'
import { destroyClient, isBusy, onServerError, onStatementEnd } from './database.ts'

/** Decides whether a statement may be sent. */
interface Gate {
  /** Why the database cannot be used now, or null. */
  refusal(): Error | null
  noticeError(sqlState: string): void
}

interface GatedPoolTimes {
  /** How long no connection may become free. */
  standstillMs: number
  /** After this long, a statement's connection is abandoned; 0 is never. */
  hungMs: number
}

interface Followed {
  /** Consecutive checks that found it busy with the same statement. */
  looks: number
}

interface Waiter {
  since: number
  /** Null once it was called: the set may keep a waiter in memory for a while, which must not keep the rows it got. */
  callback: ConnectCallback | null
}

const LOCK_NOT_AVAILABLE = '55P03'
const TICK_MS = 100
const LOOK_MS = 500

/**
 * A pool whose callers never wait long in vain: it refuses at once while the gate is closed, and after `standstillMs`
 * if no connection has become free in that time. While connections do become free, callers wait as long as the pool
 * allows.
 */
export class GatedPool extends pg.Pool {
  readonly #gate: Gate
  readonly #standstillMs: number
  readonly #hungMs: number
  readonly #connected = new Map<pg.PoolClient, Followed>()
  readonly #waiters = new Set<Waiter>()
  /** Milliseconds in which this process was awake and a caller waited: its own pauses are not the database's. */
  #clock = 0
  #tickedAt = 0
  #movedAt = 0
  #lockedAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #looking: NodeJS.Timeout | undefined

  constructor(config: pg.PoolConfig, gate: Gate, { standstillMs, hungMs }: GatedPoolTimes) {
    super(config)
    this.#gate = gate
    this.#standstillMs = standstillMs
    this.#hungMs = hungMs
    this.on('connect', (client) => {
      this.#follow(client)
      onServerError(client, (sqlState) => {
        if (sqlState === LOCK_NOT_AVAILABLE) this.#lockedAt = performance.now()
        gate.noticeError(sqlState)
      })
    })
    this.on('remove', (client) => this.#forget(client))
    this.on('release', () => {
      this.#movedAt = this.#clock
    })
  }

  // pool.query() also comes through here.
  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (callback) {
      this.#connect(callback)
      return
    }
    return new Promise((resolve, reject) => {
      this.#connect((error, client) => (error ? reject(error) : resolve(client!)))
    })
  }

  /** Closes all connections at once. Statements under way fail with this error, and their outcome is unknown. */
  abandon(error: Error): void {
    for (const client of this.#connected.keys()) destroyClient(client, error)
    for (const waiter of this.#waiters) this.#refuse(waiter, error)
  }

  #connect(callback: ConnectCallback): void {
    const refusal = this.#gate.refusal()
    if (refusal !== null) callback(refusal, undefined, () => {})
    else if (this.idleCount > 0) super.connect(callback)
    else this.#wait(callback)
  }

  #wait(callback: ConnectCallback): void {
    const waiter: Waiter = { since: this.#clock, callback }
    this.#waiters.add(waiter)
    this.#watch()
    super.connect((error, client, done) => {
      const waiting = this.#take(waiter)
      if (waiting) waiting(error, client, done)
      else if (client) done()
    })
  }

  #take(waiter: Waiter): ConnectCallback | null {
    const { callback } = waiter
    waiter.callback = null
    this.#waiters.delete(waiter)
    return callback
  }

  #refuse(waiter: Waiter, error: Error): void {
    this.#take(waiter)?.(error, undefined, () => {})
  }

  #follow(client: pg.PoolClient): void {
    const followed: Followed = { looks: 0 }
    this.#connected.set(client, followed)
    if (this.#hungMs === 0) return
    onStatementEnd(client, () => {
      followed.looks = 0
    })
    this.#looking ??= setInterval(() => this.#endHung(), LOOK_MS).unref()
  }

  #forget(client: pg.PoolClient): void {
    this.#connected.delete(client)
    if (this.#connected.size > 0) return
    clearInterval(this.#looking)
    this.#looking = undefined
  }

  /**
   * Replaces the driver's `query_timeout`: with a timer for every statement, V8 keeps all their data until the next
   * full garbage collection, and those then happen every second. It counts checks, so that pauses of this process do
   * not count.
   */
  #endHung(): void {
    for (const [client, followed] of this.#connected) {
      followed.looks = isBusy(client) ? followed.looks + 1 : 0
      // The first check may have come right after the statement.
      if ((followed.looks - 1) * LOOK_MS < this.#hungMs) continue
      destroyClient(client, new DatabaseStalled(`a statement got no answer for ${this.#hungMs} ms`))
    }
  }

  #watch(): void {
    if (this.#timer !== undefined) return
    this.#tickedAt = performance.now()
    this.#timer = setInterval(() => {
      const tickedAt = performance.now()
      this.#clock += Math.min(tickedAt - this.#tickedAt, 2 * TICK_MS)
      this.#tickedAt = tickedAt
      const now = this.#clock
      // A connection that becomes free because of a lock timeout is not a sign of progress.
      const movedAt = tickedAt - this.#lockedAt < 2 * this.#standstillMs ? 0 : this.#movedAt
      for (const waiter of this.#waiters) {
        if (now - Math.max(waiter.since, movedAt) < this.#standstillMs) continue
        this.#refuse(waiter, new DatabaseStalled(`no connection came free for ${this.#standstillMs} ms`))
      }
      if (this.#waiters.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }, TICK_MS).unref()
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void
