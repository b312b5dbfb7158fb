import pg from 'pg'
import { DatabaseStalled } from './connect/failure.ts'
import { destroyClient, isBusy, onServerError, onStatementEnd } from './database.ts'

/** Decides whether a statement may be sent at all. */
interface Gate {
  /** Why the database cannot be used at the moment, or null. */
  refusal(): Error | null
  noticeError(sqlState: string): void
}

interface GatedPoolTimes {
  /** Without a connection that comes free. */
  standstillMs: number
  /** Without an end of a statement, after which its connection is given up; 0 is never. */
  hungMs: number
}

interface Followed {
  /** In a row, that found it busy with one statement. */
  looks: number
}

interface Waiter {
  since: number
  giveUp: (error: Error) => void
}

const LOCK_NOT_AVAILABLE = '55P03'
const TICK_MS = 100
const LOOK_MS = 500

/**
 * A pool whose callers never wait long in vain: it refuses at once while the gate is shut, and after `standstillMs` when no
 * connection has come free in that time. While connections do come free, callers wait as long as the pool allows.
 */
export class GatedPool extends pg.Pool {
  readonly #gate: Gate
  readonly #standstillMs: number
  readonly #hungMs: number
  readonly #connected = new Map<pg.PoolClient, Followed>()
  readonly #waiters = new Set<Waiter>()
  /** Milliseconds in which this process was awake and somebody waited: its own pauses are not the database's. */
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

  // pool.query() comes through here as well.
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

  /** Ends all connections without a farewell. Statements under way fail with this error, and their outcome is unknown. */
  abandon(error: Error): void {
    for (const client of this.#connected.keys()) destroyClient(client, error)
    for (const waiter of this.#waiters) waiter.giveUp(error)
  }

  #connect(callback: ConnectCallback): void {
    const refusal = this.#gate.refusal()
    if (refusal !== null) callback(refusal, undefined, () => {})
    else if (this.idleCount > 0) super.connect(callback)
    else this.#wait(callback)
  }

  #wait(callback: ConnectCallback): void {
    let givenUp = false
    const waiter: Waiter = {
      since: this.#clock,
      giveUp: (error) => {
        givenUp = true
        this.#waiters.delete(waiter)
        callback(error, undefined, () => {})
      },
    }
    this.#waiters.add(waiter)
    this.#watch()
    super.connect((error, client, done) => {
      this.#waiters.delete(waiter)
      if (!givenUp) callback(error, client, done)
      else if (client) done()
    })
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
   * Instead of the driver's `query_timeout`: its timer for every statement makes V8 keep all that statements carried until
   * the next full collection, and those then come every second. Looks are counted, so that pauses of this process are not.
   */
  #endHung(): void {
    for (const [client, followed] of this.#connected) {
      followed.looks = isBusy(client) ? followed.looks + 1 : 0
      // The first look may have come right after the statement.
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
      // Connections that come free because a lock was not to be had are no sign of progress.
      const movedAt = tickedAt - this.#lockedAt < 2 * this.#standstillMs ? 0 : this.#movedAt
      for (const waiter of this.#waiters) {
        if (now - Math.max(waiter.since, movedAt) < this.#standstillMs) continue
        waiter.giveUp(new DatabaseStalled(`no connection came free for ${this.#standstillMs} ms`))
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
