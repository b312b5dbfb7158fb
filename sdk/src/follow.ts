import { DoorpostError } from './errors.ts'
import type { ListEventsResponses } from './generated/types.gen.ts'
import { type ClientOptions, send, wait } from './send.ts'

type EventPage = ListEventsResponses[200]

/** Something that happened. `type` says what, and `data` is what it happened to. */
export type DoorpostEvent = EventPage['data'][number]

export interface FollowOptions {
  /** Goes on where an earlier run was; from now on when left out. */
  cursor?: string
  /** Gets the place behind the events that you have taken. Store it after your work is done. */
  onCursor?: (cursor: string) => void
  /** Events come from now on; again after every break. */
  onOpen?: () => void
  /** The connection has ended; another one follows. */
  onBreak?: (error: DoorpostError) => void
  signal?: AbortSignal
}

const PAGE = 100
const SILENCE_MS = 45_000
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000
/** No event is as late as this, so that the page is empty and its cursor leads to what comes. */
const NEVER = '9999-01-01T00:00:00Z'

/**
 * Every event that the key may see, in the order of the feed, each once, until the signal aborts. The stream says that
 * there is something, and the feed what: a broken stream misses and repeats nothing.
 */
export async function* followEvents(client: ClientOptions, options: FollowOptions = {}): AsyncGenerator<DoorpostEvent> {
  const { onCursor, onOpen, onBreak, signal } = options
  const state: State = { lastId: null, failures: 0 }
  let cursor = options.cursor ?? (await readFeed(client, { created_after: NEVER, limit: 1 }, signal)).next
  while (!signal?.aborted) {
    try {
      for await (const isNew of listen(client, state, signal)) {
        if (isNew) onOpen?.()
        for (let isFull = true; isFull; ) {
          const { data, next } = await readFeed(client, { cursor, limit: PAGE }, signal)
          yield* data
          cursor = next
          if (data.length > 0) onCursor?.(cursor)
          isFull = data.length === PAGE
        }
      }
      throw new DoorpostError('The server has ended the stream.', { code: 'network_error' })
    } catch (error) {
      if (signal?.aborted) return
      if (!(error instanceof DoorpostError) || !isPassing(error)) throw error
      onBreak?.(error)
      await wait(pauseAfter(error, state.failures++), signal).catch(() => {})
    }
  }
}

interface State {
  /** The place of the last message, so that the server sends what came meanwhile. */
  lastId: string | null
  failures: number
}

function isPassing({ code, status }: DoorpostError): boolean {
  return code === 'network_error' || code === 'timeout' || (status !== null && [429, 502, 503, 504].includes(status))
}

function pauseAfter({ retryAfter }: DoorpostError, failures: number): number {
  return retryAfter === null ? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) : retryAfter * 1000
}

async function readFeed(client: ClientOptions, query: object, signal?: AbortSignal) {
  const { body } = await send(client, { method: 'GET', path: '/v1/events', query, ...(signal ? { signal } : {}) })
  const { data, pagination } = body as EventPage
  // Never null in this order.
  return { data, next: pagination.next_cursor as string }
}

/** Yields true when the stream is open, and false whenever something has happened. */
async function* listen(client: ClientOptions, state: State, signal?: AbortSignal): AsyncGenerator<boolean> {
  const aborter = new AbortController()
  const abort = () => aborter.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  // The server says something every 15 seconds.
  let timer: ReturnType<typeof setTimeout> | undefined
  const expectMore = () => {
    clearTimeout(timer)
    timer = setTimeout(() => aborter.abort(), SILENCE_MS)
  }
  try {
    const headers: Record<string, string> = { accept: 'text/event-stream' }
    if (state.lastId !== null) headers['last-event-id'] = state.lastId
    const request = { method: 'GET', path: '/v1/live', headers, signal: aborter.signal, retries: 0 }
    const { response } = await send(client, request, true)
    if (response.body === null) return
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    state.failures = 0
    yield true
    let text = ''
    for (;;) {
      expectMore()
      const { done, value } = await reader.read()
      if (done) return
      const blocks = `${text}${value}`.split('\n\n')
      text = blocks.pop() ?? ''
      state.lastId = blocks.flatMap((block) => /^id: ?(.*)$/m.exec(block)?.[1] ?? []).at(-1) ?? state.lastId
      clearTimeout(timer)
      if (blocks.some((block) => /^data:/m.test(block))) yield false
    }
  } catch (error) {
    if (error instanceof DoorpostError) throw error
    throw new DoorpostError('The stream has broken off.', { code: 'network_error', cause: error })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    aborter.abort()
  }
}
