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

interface State extends ListenerOptions {
  /** Each process has its own channel, so that it need not read the heartbeats of others. */
  channel: string
  handlers: Map<string, Array<(payload: string) => void>>
  starters: Array<() => void>
  /** When each outstanding heartbeat was sent. */
  sent: Map<string, number>
  lastSent: number
  client: pg.Client | null
  provedAt: number
  /** When the wait for a heartbeat on this connection began; null if none is expected. */
  expectedSince: number | null
  askedAt: number
  sentAt: number
  /** Set from the loss of the connection until notices arrive again. */
  trouble: { since: number; reason: string } | null
  closed: boolean
  timer: NodeJS.Timeout | undefined
  /** What start() waits for. */
  onProof: () => void
  onSilence: () => void
}

const ignore = () => {}

/**
 * LISTEN on a separate connection. The heartbeat is a notice to ourselves: notices arrive in the order of their
 * commits, so once it has arrived nothing older is still under way. Anything that blocks it (a cut cable, a pooler that
 * swallows notices) makes `isCurrent` false.
 */
export function createListener(options: ListenerOptions) {
  const state: State = {
    ...options,
    channel: `doorpost_heartbeat_${randomBytes(8).toString('hex')}`,
    handlers: new Map(),
    starters: [],
    sent: new Map(),
    lastSent: 0,
    client: null,
    provedAt: Number.NEGATIVE_INFINITY,
    expectedSince: null,
    askedAt: Number.NEGATIVE_INFINITY,
    sentAt: Number.NEGATIVE_INFINITY,
    trouble: null,
    closed: false,
    timer: undefined,
    onProof: ignore,
    onSilence: ignore,
  }
  options.pulse.carry(() => nextHeartbeat(state))
  return {
    /**
     * True if every notice committed more than a second ago has certainly arrived. Only then may a cache be trusted.
     */
    isCurrent() {
      state.askedAt = performance.now()
      return state.askedAt - state.provedAt < CURRENT_MS
    },
    /** A sentence if notices have been missing for a while, otherwise null. */
    problem(): string | null {
      const { trouble } = state
      if (trouble === null || performance.now() - trouble.since < TROUBLE_MS) return null
      return `${UNPROVED}Check DATABASE_DIRECT_URL, or DATABASE_URL if that is not set (${trouble.reason}).`
    },
    onNotice(name: string, handler: (payload: string) => void): void {
      state.handlers.set(name, [...(state.handlers.get(name) ?? []), handler])
    },
    /** Called whenever listening begins, again after a gap: earlier results may be out of date. */
    onStart(handler: () => void): void {
      state.starters.push(handler)
    },
    /** Starts to listen. Rejects if the connection works but notices do not arrive, because a pooler swallows them. */
    start: (): Promise<void> => start(state),
    close: async (): Promise<void> => close(state),
  }
}

async function start(state: State): Promise<void> {
  const proved = new Promise<void>((resolve, reject) => {
    state.onProof = resolve
    state.onSilence = () => reject(new SetupError(SWALLOWED))
  })
  void connect(state)
  try {
    // If the database becomes unreachable meanwhile, the listener keeps trying, as at any other time.
    await Promise.race([proved, delay(START_MS, undefined, { ref: false })])
  } catch (error) {
    close(state)
    throw error
  } finally {
    state.onProof = ignore
    state.onSilence = ignore
  }
}

function close(state: State): void {
  state.closed = true
  clearTimeout(state.timer)
  state.pulse.carry(() => null)
  if (state.client) destroyClient(state.client)
}

async function connect(state: State): Promise<void> {
  const { connection, channel, handlers } = state
  const next = new pg.Client({
    ...connection,
    application_name: 'doorpost listener',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  next.on('error', (error) => {
    if (state.client === next) drop(state, next, error)
  })
  next.on('notification', (notice) => {
    if (notice.channel === channel) hear(state, notice.payload ?? '')
    else for (const handle of handlers.get(notice.channel) ?? []) handle(notice.payload ?? '')
  })
  try {
    await next.connect()
    // This connection is idle for hours, which an administrator may have limited.
    await next.query('set idle_session_timeout = 0')
    for (const name of [channel, ...handlers.keys()]) await next.query(`listen ${pg.escapeIdentifier(name)}`)
    if (state.closed) return destroyClient(next)
    state.client = next
    for (const started of state.starters) started()
    state.askedAt = performance.now()
    state.pulse.hurry()
  } catch (error) {
    drop(state, next, error as Error)
  }
}

function drop(state: State, lost: pg.Client, error: Error): void {
  destroyClient(lost)
  if (state.client !== null && state.client !== lost) return
  state.client = null
  state.provedAt = Number.NEGATIVE_INFINITY
  state.expectedSince = null
  state.sent.clear()
  if (state.closed) return
  state.trouble = { since: state.trouble?.since ?? performance.now(), reason: error.message }
  state.onError(error)
  state.timer = setTimeout(() => void connect(state), RECONNECT_MS).unref()
}

function hear(state: State, payload: string): void {
  const at = state.sent.get(payload)
  if (at === undefined) return
  for (const older of state.sent.keys()) {
    state.sent.delete(older)
    if (older === payload) break
  }
  state.provedAt = at
  state.expectedSince = null
  state.trouble = null
  state.onProof()
}

/** The statement that the pulse sends next; null if none is due. */
function nextHeartbeat(state: State) {
  const now = performance.now()
  const { client, expectedSince, sent } = state
  if (client === null) return null
  // Several must be missing, so that a busy process does not take its own pause for silence.
  if (expectedSince !== null && now - expectedSince > SILENCE_MS && sent.size > 3) {
    state.onSilence()
    drop(state, client, new Error('notices do not arrive'))
    return null
  }
  const isIdle = now - state.askedAt > INTEREST_MS && expectedSince === null
  if (isIdle && now - state.sentAt < IDLE_PROOF_MS) return null
  state.expectedSince ??= now
  state.sentAt = now
  const payload = String(++state.lastSent)
  sent.set(payload, now)
  // It stores nothing, so it need not wait for the disk. The setting is for this transaction only, because sessions
  // may be shared.
  const text = `select pg_notify($1, $2), set_config('synchronous_commit', 'off', true)`
  return { text, values: [state.channel, payload] }
}
