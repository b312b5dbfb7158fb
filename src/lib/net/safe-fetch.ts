import { lookup as lookUpAddresses } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { orAborted } from '../bounds/abort.ts'
import { ByteCollector, ChunkRule } from '../bounds/byte-collector.ts'
import type { Deadline } from '../time/deadline.ts'
import { judgeAddress } from './address-guard.ts'
import { hostOf, judgeUrl, portOf, type UrlRules } from './url-guard.ts'

// An import would load what fetch() and WebSocket are made of as well: 13 MB.
const { request: createRequest, validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http')

/** Every address of a name, IPv4 and IPv6. Rejects when there is none. */
export type Lookup = (hostname: string) => Promise<readonly string[]>

export interface SafeFetchOptions {
  /** The operator's own networks are allowed. Metadata services and the like never are. */
  allowPrivate?: boolean
  /** Any port, where a request does not say which ones. */
  anyPort?: boolean
  /** Origins, such as that of the sandbox, where private addresses, any port and plain http are right. */
  allowedOrigins?: readonly string[]
  /** How long a look-up may take; defaults to 5 s. */
  dnsTimeoutMs?: number
  lookup?: Lookup
  /** Instead of a TCP connection; gets the address that was checked, never a name. */
  dial?: (address: string, port: number) => Socket
  ca?: string | Buffer
}

/** A body that does not belong in memory: opened when it is sent, which may happen again after a redirect. */
export interface StreamedBody {
  bytes: number
  open(): Readable
}

type RequestBody = Uint8Array | string | StreamedBody

export interface SafeFetchRequest extends UrlRules {
  url: string
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: RequestBody
  /** For everything: names, connections, redirects and the whole body. */
  timeoutMs: number
  maxBytes: number
  /** 0, the default: redirects are answers like others. */
  maxRedirects?: number
  /** `end` is exclusive. The server may ignore it: look at the status. */
  range?: { start: number; end: number }
  signal?: AbortSignal
  /** Looked at right before the request is written: once it has passed, not a byte is sent. */
  notAfter?: Deadline
}

export interface AnswerHead {
  status: number
  headers: Headers
  /** Where the answer came from, after redirects. */
  url: string
}

export type SafeFetchAnswer = AnswerHead & { body: Buffer }

/** Takes one part of the body. `false` ends the download. */
export type ChunkSink = (chunk: Buffer, head: AnswerHead) => Promise<boolean | undefined> | boolean | undefined

export interface SafeFetch {
  (request: SafeFetchRequest): Promise<SafeFetchAnswer>
  /** For bodies that do not belong in memory. `whole` is false when the sink ended it. */
  download(request: SafeFetchRequest, sink: ChunkSink): Promise<AnswerHead & { bytes: number; whole: boolean }>
}

export type SafeFetchReason =
  | 'refused_url'
  | 'refused_address'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'too_late'
  | 'too_large'
  | 'reset'
  | 'bad_answer'
  | 'too_many_redirects'

/** Its text names the host at most: paths and queries carry secrets. */
export class SafeFetchError extends Error {
  override readonly name = 'SafeFetchError'
  readonly reason: SafeFetchReason
  /** Whether any server may have seen the request: also true when a redirect led to the failure. */
  readonly sent: boolean
  /** Status and headers, when an answer had begun. */
  readonly status: number | null
  readonly headers: Headers | null

  constructor(
    reason: SafeFetchReason,
    message: string,
    facts: { sent: boolean; head?: AnswerHead | null; cause?: unknown },
  ) {
    super(message, { cause: facts.cause })
    this.reason = reason
    this.sent = facts.sent
    this.status = facts.head?.status ?? null
    this.headers = facts.head?.headers ?? null
  }
}

/** What one call has done so far, for cleaning up and for telling how it failed. */
interface Journey {
  sent: boolean
  head: AnswerHead | null
  sockets: Socket[]
  signal: AbortSignal
}

interface Hop {
  url: string
  method: string
  headers: Record<string, string>
  body: RequestBody | undefined
}

const DNS_TIMEOUT_MS = 5_000
/** For an address that has others behind it. */
const FIRST_CONNECT_MS = 3_000
const MOST_ADDRESSES = 6
const MAX_HEADER_BYTES = 16_384
const REDIRECTS = [301, 302, 303, 307, 308]
/** Ours to set: framing, and what would make the answer unreadable. */
const OWN_HEADERS = 'host connection content-length transfer-encoding accept-encoding expect upgrade'.split(' ')
const PERSONAL_HEADERS = ['authorization', 'cookie', 'proxy-authorization']

/**
 * The one way out for URLs that others gave us. A name is looked up once, all of its addresses are judged, and the
 * connection goes to one of those addresses, so that a name server that changes its mind gains nothing. Every redirect
 * starts over. Nothing is ever sent twice. Not fetch(): it hides the socket, and so which address was used and what was sent.
 */
export function createSafeFetch(options: SafeFetchOptions = {}): SafeFetch {
  const origins = new Set((options.allowedOrigins ?? []).map((origin) => new URL(origin).origin))
  const lookup = options.lookup ?? lookUpAll
  const dial = options.dial ?? ((host, port) => connectTcp({ host, port }))

  async function download(request: SafeFetchRequest, sink: ChunkSink) {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), request.timeoutMs)
    const signal = request.signal ? AbortSignal.any([deadline.signal, request.signal]) : deadline.signal
    const journey: Journey = { sent: false, head: null, sockets: [], signal }
    const stop = () => destroyAll(journey)
    signal.addEventListener('abort', stop)
    try {
      let hop = firstHop(request)
      for (let redirects = 0; ; redirects++) {
        if (signal.aborted) throw failure(journey, 'timeout', 'The request was stopped.')
        const rules = options.anyPort ? { ports: null, ...request } : request
        const { url, problems } = judgeUrl(hop.url, rules, origins)
        if (url === null || problems.length > 0) throw failure(journey, 'refused_url', problems[0]!)
        const socket = await connect(journey, url, await resolve(journey, url))
        const response = await exchange(journey, socket, url, hop, request.notAfter)
        const isRedirect = request.maxRedirects && REDIRECTS.includes(response.statusCode!)
        const { location } = response.headers
        if (!isRedirect || location === undefined) return await receive(journey, url, request, response, sink)
        destroyAll(journey)
        if (redirects >= request.maxRedirects!) {
          throw failure(journey, 'too_many_redirects', `${url.hostname} redirects too often.`)
        }
        hop = nextHop(journey, hop, url, location, response.statusCode!)
      }
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      destroyAll(journey)
    }
  }

  async function resolve(journey: Journey, url: URL): Promise<readonly string[]> {
    const host = hostOf(url)
    let addresses: readonly string[] = [host]
    if (isIP(host) === 0) {
      const limit = AbortSignal.any([journey.signal, AbortSignal.timeout(options.dnsTimeoutMs ?? DNS_TIMEOUT_MS)])
      try {
        addresses = await orAborted(lookup(host), limit)
      } catch (error) {
        throw failure(journey, 'dns', `The name ${host} could not be looked up.`, error)
      }
    }
    if (addresses.length === 0) throw failure(journey, 'dns', `The name ${host} has no address.`)
    const allowPrivate = options.allowPrivate === true || origins.has(url.origin)
    for (const address of addresses) {
      const verdict = judgeAddress(address)
      if (verdict === 'public' || (verdict === 'private' && allowPrivate)) continue
      // Without the address: who gave us the URL must not learn how our network is made.
      throw failure(journey, 'refused_address', `${host} leads to a private or reserved address. Use a public one.`)
    }
    return addresses.slice(0, MOST_ADDRESSES)
  }

  async function connect(journey: Journey, url: URL, addresses: readonly string[]): Promise<Socket> {
    const host = hostOf(url)
    const port = portOf(url)
    let lastError: unknown
    for (const [index, address] of addresses.entries()) {
      const tcp = dial(address, port)
      journey.sockets.push(tcp)
      const limitMs = index < addresses.length - 1 ? FIRST_CONNECT_MS : null
      try {
        await opened(tcp, 'connect', limitMs, journey.signal)
      } catch (error) {
        lastError = error
        tcp.destroy()
        if (journey.signal.aborted) break
        continue
      }
      if (url.protocol === 'http:') return tcp
      // The identity is checked against the name, or against the address when the URL has no name.
      const servername = isIP(host) === 0 ? host : ''
      const trust = { rejectUnauthorized: true, ...(options.ca === undefined ? {} : { ca: options.ca }) }
      const tls = connectTls({ socket: tcp, host, servername, ALPNProtocols: ['http/1.1'], ...trust })
      journey.sockets.push(tls)
      try {
        await opened(tls, 'secureConnect', null, journey.signal)
      } catch (error) {
        throw failure(journey, 'tls', `${host} has no TLS connection that can be trusted.`, error)
      }
      return tls
    }
    throw failure(journey, 'connect', `${host} cannot be reached.`, lastError)
  }

  const safeFetch = async (request: SafeFetchRequest): Promise<SafeFetchAnswer> => {
    const collected = new ByteCollector()
    const { status, headers, url } = await download(request, (chunk) => {
      collected.add(chunk)
      return true
    })
    return { status, headers, url, body: collected.bytes() }
  }
  return Object.assign(safeFetch, { download })
}

/** getaddrinfo, so that /etc/hosts counts as it does for the rest of the machine. */
async function lookUpAll(hostname: string): Promise<string[]> {
  const found = await lookUpAddresses(hostname, { all: true, order: 'verbatim' })
  return found.map(({ address }) => address)
}

function firstHop(request: SafeFetchRequest): Hop {
  const headers: Record<string, string> = { 'user-agent': 'doorpost', accept: '*/*' }
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    try {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    } catch {
      throw new SafeFetchError('refused_url', 'The request has a header that is not valid.', { sent: false })
    }
    headers[name.toLowerCase()] = value
  }
  for (const name of OWN_HEADERS) delete headers[name]
  headers['accept-encoding'] = 'identity'
  headers.connection = 'close'
  if (request.range) headers.range = `bytes=${request.range.start}-${request.range.end - 1}`
  return { url: request.url, method: request.method ?? 'GET', headers, body: request.body }
}

function nextHop(journey: Journey, hop: Hop, from: URL, location: string, status: number): Hop {
  if (!URL.canParse(location, from.href)) {
    throw failure(journey, 'refused_url', `${from.hostname} redirects to something that is no URL.`)
  }
  const url = new URL(location, from)
  const headers = { ...hop.headers }
  if (url.origin !== from.origin) for (const name of PERSONAL_HEADERS) delete headers[name]
  // As browsers do: 307 and 308 repeat the request, the others turn it into a read.
  const repeats = status === 307 || status === 308 || hop.method === 'GET' || hop.method === 'HEAD'
  if (repeats) return { ...hop, url: url.href, headers }
  delete headers['content-type']
  return { url: url.href, method: 'GET', headers, body: undefined }
}

/** Settles at the event, or rejects when the socket fails, closes or takes too long. */
function opened(socket: Socket, event: string, limitMs: number | null, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = limitMs === null ? undefined : setTimeout(() => fail(new Error('It took too long.')), limitMs)
    const fail = (error: Error) => {
      clearTimeout(timer)
      reject(error)
    }
    // These stay: a socket without a listener for errors takes the process down.
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('The connection was closed.')))
    socket.once(event, () => {
      clearTimeout(timer)
      resolve()
    })
    if (signal.aborted) socket.destroy(new Error('It took too long.'))
  })
}

/** The connection stands and, with https, is verified before the first byte is written: that is what `sent` rests on. */
async function exchange(
  journey: Journey,
  socket: Socket,
  url: URL,
  hop: Hop,
  notAfter?: Deadline,
): Promise<IncomingMessage> {
  const headers: Record<string, string> = { ...hop.headers, host: url.host }
  const hasBody = hop.body !== undefined || !['GET', 'HEAD', 'DELETE'].includes(hop.method)
  const streamed = isStreamed(hop.body) ? hop.body : null
  if (hasBody) headers['content-length'] = String(streamed?.bytes ?? Buffer.byteLength((hop.body as string) ?? ''))
  try {
    return await new Promise((resolve, reject) => {
      const outgoing = createRequest({
        createConnection: () => socket,
        method: hop.method,
        path: url.pathname + url.search,
        headers,
        setHost: false,
        maxHeaderSize: MAX_HEADER_BYTES,
        insecureHTTPParser: false,
      })
      // Node emits this and, in the same turn, writes what it has: nothing can come between but the machine itself.
      outgoing.once('socket', () => {
        if (notAfter?.hasPassed()) {
          const message = `It was too late to send the request to ${url.hostname}, so it was not sent.`
          outgoing.destroy(failure(journey, 'too_late', message))
        } else journey.sent = true
      })
      outgoing.on('response', (response: IncomingMessage) => {
        response.on('error', () => {})
        resolve(response)
      })
      outgoing.on('upgrade', () => reject(failure(journey, 'bad_answer', `${url.hostname} switched the protocol.`)))
      outgoing.on('error', reject)
      // In case it went between the connection and now, when the request would never hear of it.
      socket.on('close', () => reject(new Error('The connection was closed.')))
      if (socket.destroyed) reject(new Error('The connection was closed.'))
      if (streamed === null) outgoing.end(hop.body as string | undefined)
      // An answer may come before the end, a refusal for example: then the rest is not sent, and that is no error.
      else pipeline(streamed.open(), outgoing, (error) => error && !outgoing.destroyed && reject(error))
    })
  } catch (error) {
    throw lostAnswer(journey, url, error)
  }
}

function isStreamed(body: RequestBody | undefined): body is StreamedBody {
  return typeof body === 'object' && 'open' in body
}

async function receive(
  journey: Journey,
  url: URL,
  request: SafeFetchRequest,
  response: IncomingMessage,
  sink: ChunkSink,
): Promise<AnswerHead & { bytes: number; whole: boolean }> {
  const head: AnswerHead = { status: response.statusCode!, headers: toHeaders(response.rawHeaders), url: url.href }
  journey.head = head
  const tooLarge = () => failure(journey, 'too_large', `${url.hostname} sent more than ${request.maxBytes} bytes.`)
  const mayHaveBody = request.method !== 'HEAD' && head.status !== 204 && head.status !== 304
  if (mayHaveBody && response.headers['content-length'] !== '0') {
    // Never unpacked: a kilobyte can become a gigabyte.
    const encodings = `${response.headers['content-encoding'] ?? ''},${response.headers['transfer-encoding'] ?? ''}`
    if (!/^\s*(?:identity)?\s*,\s*(?:chunked)?\s*$/i.test(encodings)) {
      throw failure(journey, 'bad_answer', `${url.hostname} sent a compressed answer, although it was asked not to.`)
    }
    if (Number(response.headers['content-length']) > request.maxBytes) throw tooLarge()
  }
  let bytes = 0
  const rule = new ChunkRule()
  const chunks = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  for (;;) {
    const { value: chunk, done } = await chunks.next().catch((error: unknown) => {
      throw lostAnswer(journey, url, error)
    })
    if (done) break
    bytes += chunk.length
    if (bytes > request.maxBytes) throw tooLarge()
    if (!rule.accepts(chunk.length)) {
      throw failure(journey, 'bad_answer', `${url.hostname} sent its answer in thousands of tiny pieces.`)
    }
    if ((await sink(chunk, head)) === false) return { ...head, bytes, whole: false }
  }
  if (!response.complete) throw lostAnswer(journey, url, undefined)
  return { ...head, bytes, whole: true }
}

function toHeaders(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let i = 0; i + 1 < raw.length; i += 2) {
    try {
      headers.append(raw[i]!, raw[i + 1]!)
    } catch {
      // A value that only Node's parser lets pass is nothing anyone here reads.
    }
  }
  return headers
}

function lostAnswer(journey: Journey, url: URL, error: unknown): SafeFetchError {
  if (error instanceof SafeFetchError) return error
  const isGarbled = String((error as { code?: unknown } | undefined)?.code).startsWith('HPE_')
  if (isGarbled) return failure(journey, 'bad_answer', `${url.hostname} sent something that is not HTTP.`, error)
  return failure(journey, 'reset', `${url.hostname} ended the connection before its answer was whole.`, error)
}

/** Once time is up, that is the reason, whatever it looked like from close by. */
function failure(journey: Journey, reason: SafeFetchReason, message: string, cause?: unknown): SafeFetchError {
  const facts = { sent: journey.sent, head: journey.head, cause: plainCause(cause) }
  if (journey.signal.aborted) return new SafeFetchError('timeout', 'The request took too long and was stopped.', facts)
  return new SafeFetchError(reason, message, facts)
}

/** Message and code only: errors of the HTTP parser carry the bytes they stumbled over. */
function plainCause(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause
  return Object.assign(new Error(cause.message), { code: (cause as { code?: unknown }).code })
}

function destroyAll(journey: Journey): void {
  for (const socket of journey.sockets.splice(0)) socket.destroy()
}
