import { DoorpostError, parse, toError } from './errors.ts'
import type { Operation } from './operation.ts'

/** How the client was created. */
export interface ClientOptions {
  /** Where Doorpost is, such as https://doorpost.example. */
  baseUrl: string
  /** An API key, which must not be in a browser. Without one only contacts and forms can be sent. */
  key?: string
  /** How often a request is sent again; 3 when left out. */
  retries?: number
  /** How long an answer may take, each time; 30 seconds when left out. */
  timeoutMs?: number
  /** A longer wait that the server asks for is an error; 90 seconds when left out. */
  maxWaitMs?: number
  /** The language of messages, such as de. */
  language?: string
  /** Sent with every request. */
  headers?: Record<string, string>
  /** Instead of the one of the platform. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** How one request is sent. */
export interface Options {
  signal?: AbortSignal
  timeoutMs?: number
  retries?: number
  /** Yours, if a repeat may come from another run of your program. Otherwise each call has a new one. */
  idempotencyKey?: string
  /** The version that you have read: another one is refused with precondition_failed. */
  ifMatch?: number | string
  /** Of a body that is not JSON. */
  contentType?: string
  headers?: Record<string, string>
}

export interface FullAnswer<T> {
  data: T
  response: Response
  requestId: string | null
}

/** Resolves to the data alone, or to all of the answer. */
export interface Answer<T> extends Promise<T> {
  withResponse(): Promise<FullAnswer<T>>
}

export interface Sending extends Options {
  method: string
  path: string
  query?: object
  body?: unknown
  /** With an Idempotency-Key. */
  idempotent?: boolean
}

export interface Received {
  response: Response
  body: unknown
}

const RETRIES = 3
const TIMEOUT_MS = 30_000
const MAX_WAIT_MS = 90_000
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000
/** The request was not done, or its outcome is known only to the server, which answers a repeat with it. */
const TRANSIENT = [429, 502, 503, 504]

/** Sends until there is an answer. What could do something twice is sent once. */
export async function send(client: ClientOptions, sending: Sending, isRaw = false): Promise<Received> {
  const { retries = client.retries ?? RETRIES, signal } = sending
  const request = prepare(client, sending)
  const isSafe = sending.method === 'GET' || request.headers.has('idempotency-key')
  for (let attempt = 1; ; attempt++) {
    try {
      return await sendOnce(client, sending, request, isRaw)
    } catch (error) {
      if (!(error instanceof DoorpostError) || !isSafe || attempt > retries || !mayPass(error, attempt)) throw error
      const waitMs = error.retryAfter === null ? backoff(attempt) : error.retryAfter * 1000
      if (waitMs > (client.maxWaitMs ?? MAX_WAIT_MS)) throw error
      await wait(waitMs, signal)
    }
  }
}

function mayPass({ code, status }: DoorpostError, attempt: number): boolean {
  if (code === 'network_error' || code === 'timeout') return true
  // Our own earlier attempt is still under way.
  if (code === 'idempotency_conflict') return attempt > 1
  return status !== null && TRANSIENT.includes(status)
}

interface Prepared {
  url: string
  headers: Headers
  body: NonNullable<RequestInit['body']> | null
}

function prepare(client: ClientOptions, sending: Sending): Prepared {
  const { path, query, body, contentType, idempotencyKey, ifMatch } = sending
  const url = `${client.baseUrl.replace(/\/+$/, '')}${path}${queryText(query)}`
  const headers = new Headers({ accept: 'application/json', ...client.headers, ...sending.headers })
  if (client.key !== undefined) headers.set('authorization', `Bearer ${client.key}`)
  if (client.language !== undefined) headers.set('accept-language', client.language)
  if (sending.idempotent) headers.set('idempotency-key', idempotencyKey ?? randomId())
  if (ifMatch !== undefined) headers.set('if-match', typeof ifMatch === 'number' ? `"${ifMatch}"` : ifMatch)
  if (contentType !== undefined) headers.set('content-type', contentType)
  if (body === undefined) return { url, headers, body: null }
  if (!isPlain(body)) return { url, headers, body: body as NonNullable<RequestInit['body']> }
  if (contentType === undefined) headers.set('content-type', 'application/json')
  return { url, headers, body: JSON.stringify(body) }
}

function isPlain(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return typeof body !== 'string'
  const prototype = Object.getPrototypeOf(body)
  return prototype === Object.prototype || prototype === null
}

function queryText(query: object = {}): string {
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) words.set(name, String(value))
  }
  return words.size > 0 ? `?${words}` : ''
}

async function sendOnce(
  client: ClientOptions,
  { method, signal, timeoutMs = client.timeoutMs ?? TIMEOUT_MS }: Sending,
  { url, headers, body }: Prepared,
  isRaw: boolean,
): Promise<Received> {
  signal?.throwIfAborted()
  const aborter = new AbortController()
  const abort = () => aborter.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  const timer = setTimeout(() => aborter.abort(), timeoutMs)
  let keepsSignal = false
  try {
    const fetchIt = client.fetch ?? fetch
    // No cookies: a session of the dashboard in this browser is nobody's key.
    const init: RequestInit = { method, headers, signal: aborter.signal, credentials: 'omit', redirect: 'error' }
    const response = await fetchIt(url, body === null ? init : { ...init, body })
    if (!response.ok) throw await toError(response)
    // The body may take long, and the caller may still abort it.
    keepsSignal = isRaw
    if (isRaw) return { response, body: null }
    const parsed = parse(await response.text())
    if (typeof parsed === 'object' && parsed !== null) return { response, body: parsed }
    throw new DoorpostError('This is not an answer of Doorpost. Is baseUrl right?', {
      code: 'unexpected_answer',
      status: response.status,
    })
  } catch (error) {
    if (error instanceof DoorpostError) throw error
    signal?.throwIfAborted()
    if (aborter.signal.aborted) {
      throw new DoorpostError(`Doorpost did not answer within ${timeoutMs / 1000} seconds.`, { code: 'timeout' })
    }
    throw new DoorpostError(`Doorpost cannot be reached at ${client.baseUrl} (${reasonOf(error)}).`, {
      code: 'network_error',
      cause: error,
    })
  } finally {
    clearTimeout(timer)
    if (!keepsSignal) signal?.removeEventListener('abort', abort)
  }
}

/** Node puts what happened into the cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message?: string }
  return cause?.code ?? cause?.message ?? message ?? String(error)
}

function backoff(attempt: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2)
}

/** Rejects as soon as the signal aborts. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

/** crypto.randomUUID is missing on pages without https. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The request that a call of this operation is: what is in the path, then the body or the query, then the options. */
export function readCall(operation: Operation, args: readonly unknown[]): Sending {
  const { method, path, idempotent, fixed } = operation
  const rest = [...args]
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = rest.shift()
    // Otherwise a missing id would ask for the list.
    if (typeof id !== 'string' || id === '') throw new TypeError(`${name} is missing: ${method} ${path}`)
    return encodeURIComponent(id)
  })
  const body = operation.body ? rest.shift() : undefined
  const query = operation.query && !operation.body ? rest.shift() : undefined
  const { query: own, ...options } = (rest.shift() ?? {}) as Options & { query?: object }
  const idempotency = idempotent ? { idempotent } : {}
  const sent = { ...(query as object | undefined), ...own, ...fixed }
  return { ...options, method, path: filled, query: sent, ...idempotency, ...(body === undefined ? {} : { body }) }
}

export function callOnce(client: ClientOptions, operation: Operation, args: readonly unknown[]): Answer<unknown> {
  const full = send(client, readCall(operation, args)).then(({ response, body }) => ({
    data: (body as { data: unknown }).data,
    response,
    requestId: response.headers.get('x-request-id'),
  }))
  const answer = full.then(({ data }) => data)
  // Follows the answer, so that a failure has one owner, whichever of both is awaited.
  return Object.assign(answer, { withResponse: () => answer.then(() => full) })
}
