import { Readable } from 'node:stream'
import type { Parts } from '../db/parts.ts'
import { type ApiError, retryLater } from '../errors.ts'
import { callerName, type KeyCaller, type UserCaller } from '../http/call.ts'
import type { SealedTokens } from '../lib/secrets/sealed-token.ts'
import { message } from '../messages/message.ts'
import { maySeeEvent, type Scope } from '../scopes.ts'
import { writePlace } from './place.ts'
import { type FeedRow, findLastPlace, selectBehind } from './store.ts'

export type ListeningCaller = KeyCaller | UserCaller

interface NewListener {
  caller: ListeningCaller
  /** The stream continues after this position; null starts from now. */
  afterPosition: number | null
  /** The caller's current state; null once its key or session is no longer valid. */
  findCaller: () => Promise<ListeningCaller | null>
}

interface LiveOptions extends Pick<Parts, 'pool' | 'log'> {
  tokens: SealedTokens
  /** Checked in each round: an open stream must not hold up the shutdown. */
  isStopping: () => boolean
  /** What a person has to read at the start that has no events, as `tellPeople` names it; null for nothing. */
  findNews?: (person: UserCaller) => Promise<string | null>
  /** Time between two reads of the feed. */
  roundMs?: number
}

interface Listener extends Omit<NewListener, 'afterPosition'> {
  stream: Readable
  /** Everything up to here was sent, or left out because the listener may not see it. */
  position: number
  /** True once it gets what the rounds read. Before that, it is still catching up. */
  joined: boolean
}

export const STREAMS_MAX = 100
export const STREAMS_PER_CALLER_MAX = 10
/** A listener that missed more than this reads everything again. */
export const CATCH_UP_MAX = 1_000
export const HEARTBEAT_SECONDS = 15
const ROUND_MS = 500
const HEARTBEAT_ROUNDS = (HEARTBEAT_SECONDS * 1000) / ROUND_MS
const ROUND_EVENTS_MAX = 500
/** Bytes waiting for the client. More than twice what a reconnecting client may have missed. */
const BUFFER_MAX = 512 * 1024
const NEEDED: Scope = 'events:read'

interface State extends Omit<LiveOptions, 'roundMs'> {
  listeners: Set<Listener>
  /** How far the rounds have read, for each workspace with listeners. */
  places: Map<string, number>
  rounds: number
  isFailing: boolean
}

/**
 * Streams events once they have a position in the feed. One query serves all listeners; without listeners, none runs.
 */
export function createLive({ roundMs = ROUND_MS, ...options }: LiveOptions) {
  const state: State = { ...options, listeners: new Set(), places: new Map(), rounds: 0, isFailing: false }
  let timer: NodeJS.Timeout | null = null
  let round: Promise<void> | null = null

  function schedule(): void {
    if (timer !== null || round !== null || state.listeners.size === 0) return
    timer = setTimeout(() => {
      timer = null
      round = runRound(state).finally(() => {
        round = null
        schedule()
      })
    }, roundMs)
  }

  return {
    /**
     * Throws 429 if there are too many. The stream ends when the caller may no longer listen, and when the server
     * stops.
     */
    async open({ caller, afterPosition, findCaller }: NewListener): Promise<Readable> {
      admit(state, caller)
      const stream = new Readable({ read() {} })
      const listener: Listener = { caller, findCaller, stream, position: 0, joined: false }
      state.listeners.add(listener)
      stream.once('close', () => leave(state, listener))
      try {
        write(state, listener, 'retry: 2000\n\n')
        await catchUp(state, listener, afterPosition)
        await join(state, listener)
        const news = caller.kind === 'user' ? await state.findNews?.(caller) : null
        if (news) write(state, listener, toNamed(news))
      } catch (error) {
        stream.destroy()
        throw error
      }
      schedule()
      return stream
    },
    /** Names what has changed that has no events, to people only. */
    tellPeople(workspaceId: string, what: string): void {
      for (const listener of state.listeners) {
        const { caller } = listener
        const isMeant = caller.kind === 'user' && caller.workspaceId === workspaceId
        if (isMeant) write(state, listener, toNamed(what))
      }
    },
    async close() {
      for (const listener of [...state.listeners]) end(state, listener)
      if (timer !== null) clearTimeout(timer)
      timer = null
      await round
    },
  }
}

function admit(state: State, caller: ListeningCaller): void {
  const { listeners } = state
  const byCaller = Map.groupBy(listeners, (listener) => callerName(listener.caller))
  const own = byCaller.get(callerName(caller))?.length ?? 0
  if (own >= STREAMS_PER_CALLER_MAX) {
    const code = caller.kind === 'key' ? 'stream.too_many_of_key' : 'stream.too_many_of_person'
    throw tooMany(code, STREAMS_PER_CALLER_MAX)
  }
  if (listeners.size < STREAMS_MAX) return
  const most = [...byCaller.values()].reduce((a, b) => (b.length > a.length ? b : a))
  if (most.length <= own + 1) throw tooMany('stream.too_many', STREAMS_MAX)
  // Its client reconnects and gets what it missed.
  end(state, most[0]!)
}

function leave({ listeners, places }: State, listener: Listener): void {
  if (!listeners.delete(listener)) return
  const { workspaceId } = listener.caller
  const isHeard = [...listeners].some((other) => other.joined && other.caller.workspaceId === workspaceId)
  if (!isHeard) places.delete(workspaceId)
}

function end(state: State, listener: Listener): void {
  leave(state, listener)
  // Bytes that a slow client has not read would keep the connection open.
  if (listener.stream.readableLength > 0) listener.stream.destroy()
  else listener.stream.push(null)
}

function write({ listeners }: State, listener: Listener, text: string): void {
  if (!listeners.has(listener)) return
  listener.stream.push(text)
  // The client does not read. It will reconnect and continue where it was.
  if (listener.stream.readableLength > BUFFER_MAX) listener.stream.destroy()
}

function tell(state: State, listener: Listener, row: FeedRow): void {
  if (row.position <= listener.position) return
  listener.position = row.position
  if (!maySeeEvent(listener.caller.scopes, row.type)) return
  write(state, listener, toMessage(row, writePlace(state.tokens, row.position)))
}

/** Sends what the listener missed. */
async function catchUp(state: State, listener: Listener, afterPosition: number | null): Promise<void> {
  const { pool, tokens } = state
  const { workspaceId } = listener.caller
  const last = await findLastPlace(pool, workspaceId)
  listener.position = afterPosition ?? last
  if (afterPosition === null) return
  const rows = await selectBehind(pool, [[workspaceId, afterPosition]], CATCH_UP_MAX + 1)
  // Ahead of the feed: the id is from another server, or from this one before a backup was restored.
  if (rows.length > CATCH_UP_MAX || afterPosition > last) {
    listener.position = last
    write(state, listener, `id: ${writePlace(tokens, last)}\n${toNamed('reset')}`)
    return
  }
  for (const row of rows) tell(state, listener, row)
}

async function join(state: State, listener: Listener): Promise<void> {
  const { pool, places, listeners } = state
  const { workspaceId } = listener.caller
  for (;;) {
    const place = places.get(workspaceId)
    if (place === undefined || place <= listener.position) break
    // The rounds got ahead. The gap is read here; otherwise the listener would miss it.
    const rows = await selectBehind(pool, [[workspaceId, listener.position]], CATCH_UP_MAX)
    for (const row of rows) tell(state, listener, row)
    if (rows.length < CATCH_UP_MAX) listener.position = Math.max(listener.position, place)
  }
  // Nothing was awaited since the check above, so no round came in between.
  if (!listeners.has(listener)) return
  listener.joined = true
  if (!places.has(workspaceId)) places.set(workspaceId, listener.position)
  writePosition(state, listener)
}

async function runRound(state: State): Promise<void> {
  const { listeners, isStopping, log } = state
  if (isStopping()) for (const listener of [...listeners]) end(state, listener)
  if (++state.rounds % HEARTBEAT_ROUNDS === 0) {
    for (const listener of [...listeners]) if (listener.joined) writePosition(state, listener, ': still here\n')
  }
  try {
    await Promise.all([...listeners].map((listener) => checkCaller(state, listener)))
    await readFeed(state)
    if (state.isFailing) log.info({ part: 'live' }, 'works again')
    state.isFailing = false
  } catch (error) {
    if (!state.isFailing) log.warn({ part: 'live', err: error }, 'failed; retrying until it works')
    state.isFailing = true
  }
}

async function checkCaller(state: State, listener: Listener): Promise<void> {
  const caller = await listener.findCaller()
  if (caller?.scopes.has(NEEDED)) listener.caller = caller
  else end(state, listener)
}

async function readFeed(state: State): Promise<void> {
  const { pool, places, listeners } = state
  for (let more = true; more && places.size > 0; ) {
    const asked = new Map(places)
    const rows = await selectBehind(pool, [...asked], ROUND_EVENTS_MAX)
    for (const row of rows) {
      // All listeners of the workspace left meanwhile; the next round serves those that joined since.
      if (places.get(row.workspace_id) !== asked.get(row.workspace_id)) continue
      for (const listener of listeners) {
        if (listener.joined && listener.caller.workspaceId === row.workspace_id) tell(state, listener, row)
      }
      asked.set(row.workspace_id, row.position)
      places.set(row.workspace_id, row.position)
    }
    more = rows.length >= ROUND_EVENTS_MAX
  }
}

export type Live = ReturnType<typeof createLive>

function toMessage(row: FeedRow, place: string): string {
  const { id, type, subject_id, subject_version, change_index: index, created_at, is_quiet } = row
  const about = { id, type, subject_id, subject_version, index, timestamp: created_at.toISOString() }
  const data = JSON.stringify(is_quiet ? { ...about, quiet: true } : about)
  return `id: ${place}\ndata: ${data}\n\n`
}

function toNamed(name: string): string {
  return `event: ${name}\ndata: {}\n\n`
}

/** Tells the client where to resume, so that events that were left out are not read again. */
function writePosition(state: State, listener: Listener, comment = ''): void {
  write(state, listener, `${comment}id: ${writePlace(state.tokens, listener.position)}\n\n`)
}

type TooMany = 'stream.too_many' | 'stream.too_many_of_key' | 'stream.too_many_of_person'

function tooMany(code: TooMany, most: number): ApiError {
  const said = message(code, { most, seconds: HEARTBEAT_SECONDS })
  return retryLater('rate_limit_exceeded', said, HEARTBEAT_SECONDS)
}
