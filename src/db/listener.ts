import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { SetupError } from '../lib/problem.ts'
import { destroyClient } from './database.ts'
import type { Pulse } from './pulse.ts'

export type Listener = ReturnType<typeof createListener>

interface ListenerOptions {
  connection: pg.ClientConfig
  /** Sends the notices to ourselves, on another connection, as all others are sent. */
  pulse: Pulse
  onError: (error: Error) => void
}

const CURRENT_MS = 1_000
/** A connection without notices for this long is replaced. */
const SILENCE_MS = 2_000
const RECONNECT_MS = 500
const CONNECT_MS = 2_000
const START_MS = 5_000
/** A process without requests needs a proof only now and then, because each costs the server a transaction. */
const INTEREST_MS = 30_000
const IDLE_PROOF_MS = 10_000
/** A connection that is being replaced is not a problem yet. */
const TROUBLE_MS = 3_000

const SWALLOWED =
  'The database connection works, but notices (LISTEN and NOTIFY) do not arrive on it, so revoked keys would stay valid. ' +
  'A connection pooler in transaction mode does that. Use its session mode, or set DATABASE_DIRECT_URL to the address of PostgreSQL itself.'
const UNPROVED = 'Notices of the database do not arrive, so keys and links are looked up at every request. '

/**
 * LISTEN on a separate connection. The heartbeat is a notice to ourselves: notices arrive in the order of their
 * commits, so once it has arrived nothing older is still under way. Anything that blocks it (a cut cable, a pooler that
 * swallows notices) makes `isCurrent` false.
 */
export function createListener({ connection, pulse, onError }: ListenerOptions) {
  // Each process has its own channel, so that it need not read the heartbeats of others.
  const channel = `doorpost_heartbeat_${randomBytes(8).toString('hex')}`
  const handlers = new Map<string, Array<(payload: string) => void>>()
  const starters: Array<() => void> = []
  /** When each outstanding heartbeat was sent. */
  const sent = new Map<string, number>()
  let lastSent = 0
  let client: pg.Client | null = null
  let provedAt = Number.NEGATIVE_INFINITY
  /** When the wait for a heartbeat on this connection began; null if none is expected. */
  let expectedSince: number | null = null
  let askedAt = Number.NEGATIVE_INFINITY
  let sentAt = Number.NEGATIVE_INFINITY
  /** Set from the loss of the connection until notices arrive again. */
  let trouble: { since: number; reason: string } | null = null
  let closed = false
  let timer: NodeJS.Timeout | undefined
  // Called when the proof that start() waits for arrives.
  let onProof: () => void = () => {}
  let onSilence: () => void = () => {}

  const drop = (lost: pg.Client, error: Error) => {
    destroyClient(lost)
    if (client !== null && client !== lost) return
    client = null
    provedAt = Number.NEGATIVE_INFINITY
    expectedSince = null
    sent.clear()
    if (closed) return
    trouble = { since: trouble?.since ?? performance.now(), reason: error.message }
    onError(error)
    timer = setTimeout(() => void connect(), RECONNECT_MS).unref()
  }

  const hear = (payload: string) => {
    const at = sent.get(payload)
    if (at === undefined) return
    for (const older of sent.keys()) {
      sent.delete(older)
      if (older === payload) break
    }
    provedAt = at
    expectedSince = null
    trouble = null
    onProof()
  }

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      ...connection,
      application_name: 'doorpost listener',
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    next.on('error', (error) => {
      if (client === next) drop(next, error)
    })
    next.on('notification', (notice) => {
      if (notice.channel === channel) hear(notice.payload ?? '')
      else for (const handle of handlers.get(notice.channel) ?? []) handle(notice.payload ?? '')
    })
    try {
      await next.connect()
      // This connection is idle for hours, which an administrator may have limited.
      await next.query('set idle_session_timeout = 0')
      for (const name of [channel, ...handlers.keys()]) await next.query(`listen ${pg.escapeIdentifier(name)}`)
      if (closed) return destroyClient(next)
      client = next
      for (const started of starters) started()
      askedAt = performance.now()
      pulse.hurry()
    } catch (error) {
      drop(next, error as Error)
    }
  }

  pulse.carry(() => {
    const now = performance.now()
    if (client === null) return null
    // Several must be missing, so that a busy process does not take its own pause for silence.
    if (expectedSince !== null && now - expectedSince > SILENCE_MS && sent.size > 3) {
      onSilence()
      drop(client, new Error('notices do not arrive'))
      return null
    }
    const isIdle = now - askedAt > INTEREST_MS && expectedSince === null
    if (isIdle && now - sentAt < IDLE_PROOF_MS) return null
    expectedSince ??= now
    sentAt = now
    const payload = String(++lastSent)
    sent.set(payload, now)
    // It stores nothing, so it need not wait for the disk. The setting is for this transaction only, because sessions
    // may be shared.
    const text = `select pg_notify($1, $2), set_config('synchronous_commit', 'off', true)`
    return { text, values: [channel, payload] }
  })

  const close = async () => {
    closed = true
    clearTimeout(timer)
    pulse.carry(() => null)
    if (client) destroyClient(client)
  }

  return {
    /**
     * True if every notice committed more than a second ago has certainly arrived. Only then may a cache be trusted.
     */
    isCurrent() {
      askedAt = performance.now()
      return askedAt - provedAt < CURRENT_MS
    },
    /** A sentence if notices have been missing for a while, otherwise null. */
    problem(): string | null {
      if (trouble === null || performance.now() - trouble.since < TROUBLE_MS) return null
      return `${UNPROVED}Check DATABASE_DIRECT_URL, or DATABASE_URL if that is not set (${trouble.reason}).`
    },
    onNotice(name: string, handler: (payload: string) => void): void {
      handlers.set(name, [...(handlers.get(name) ?? []), handler])
    },
    /** Called whenever listening begins, again after a gap: earlier results may be out of date. */
    onStart(handler: () => void): void {
      starters.push(handler)
    },
    /** Starts to listen. Rejects if the connection works but notices do not arrive, because a pooler swallows them. */
    async start(): Promise<void> {
      const proved = new Promise<void>((resolve, reject) => {
        onProof = resolve
        onSilence = () => reject(new SetupError(SWALLOWED))
      })
      void connect()
      try {
        // If the database becomes unreachable meanwhile, the listener keeps trying, as at any other time.
        await Promise.race([proved, delay(START_MS, undefined, { ref: false })])
      } catch (error) {
        await close()
        throw error
      } finally {
        onProof = () => {}
        onSilence = () => {}
      }
    },
    close,
  }
}
