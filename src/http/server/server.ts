import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Parts } from '../../db/parts.ts'
import { ApiError, toErrorBody } from '../../errors.ts'
import type { Ids } from '../../lib/ids.ts'
import { type OwnPauses, watchOwnPauses } from '../../lib/time/own-pauses.ts'
import { type Message, message } from '../../messages/message.ts'
import { JSON_TYPE } from '../answers/answer.ts'
import type { ObserveUnrouted } from '../metrics/metrics.ts'
import { dropRest, hasLongBody, JoinedMessage } from './body.ts'
import { STRICT_TRANSPORT } from './first-checks.ts'
import { limitPendingWrites, type PendingWriteLimits } from './pending-writes.ts'

// A normal import would also load the code of fetch() and WebSocket: 13 MB.
const { createServer: createHttpServer, STATUS_CODES } = process.getBuiltinModule('node:http')

export interface ServerOptions extends Pick<Parts, 'log' | 'ids'> {
  tls: { cert: Buffer; key: Buffer } | null
  /** Browsers are told to use https only. */
  httpsOnly: boolean
  pendingWrites: PendingWriteLimits
  observe: ObserveUnrouted
}

export const HEADER_BYTES_MAX = 16_384
// The most bytes that wait unread during authentication, or that are written ahead of a slow reader.
const HIGH_WATER_BYTES = 16_384
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
/** How long a client that was refused has to read the answer. */
const LINGER_MS = 3_000
// Longer than the usual 60 s of proxies, so that they close first and never hit a closing connection.
const KEEP_ALIVE_MS = 65_000

/** Handles a request. `goOn` is set if the client waits for permission to send its body. */
export type Begin = (message: IncomingMessage, response: ServerResponse, goOn?: () => void) => void

/** A Node server in which every response has our format, including those that Node sends itself. */
export function createServer(serverOptions: ServerOptions, begin: Begin): Server {
  const { log, ids, tls, httpsOnly, pendingWrites, observe } = serverOptions
  const unrouted: Unrouted = { ids, observe, hasStrictTransport: httpsOnly && tls !== null }
  const options = {
    IncomingMessage: JoinedMessage,
    maxHeaderSize: HEADER_BYTES_MAX,
    highWaterMark: HIGH_WATER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: 2_000,
    // Node would answer a missing Host with an empty body, so we check it ourselves.
    requireHostHeader: false,
  }
  const server = tls
    ? createHttpsServer({ ...tls, ...options, handshakeTimeout: HEADERS_TIMEOUT_MS })
    : createHttpServer(options)
  server.on('request', (incoming: IncomingMessage, response: ServerResponse) => begin(incoming, response))
  const pauses = watchOwnPauses()
  server.once('close', () => pauses.stop())
  server.on('clientError', (error, socket) => answerBrokenRequest(error, socket as Socket, unrouted, pauses))
  answerExpectations(server, begin, unrouted)
  refuseTunnels(server, unrouted)
  limitPendingWrites(server, pendingWrites, log)
  return server
}

/** What responses without a route need. */
interface Unrouted {
  ids: Ids
  observe: ObserveUnrouted
  /** Only with our own TLS: behind a proxy, we do not know how a broken request arrived. */
  hasStrictTransport: boolean
}

/** A client that asks before sending its body is told to continue only if the body will be read. */
function answerExpectations(server: Server, begin: Begin, unrouted: Unrouted): void {
  server.on('checkContinue', (incoming: IncomingMessage, response: ServerResponse) => {
    begin(incoming, response, () => response.writeContinue())
  })
  server.on('checkExpectation', (incoming: IncomingMessage, response: ServerResponse) => {
    const error = new ApiError('validation_error', { message: message('request.expect') })
    const { headers, body } = describeAnswer(error, incoming.method ?? '', unrouted)
    response.writeHead(error.status, headers)
    response.end(body)
    dropRest(incoming)
  })
}

/** Requests that are not valid HTTP never reach a route. Node would close the connection or answer without a body. */
function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  unrouted: Unrouted,
  pauses: OwnPauses,
): void {
  const current = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage
  // Reported once for each request; from then on its handler watches the time.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && current && hasLongBody(current.req)) return
  if (error.code !== 'ECONNRESET' && socket.writable && current?.req.complete) {
    // The broken bytes followed a complete request, whose response must be sent first.
    current.once('close', () => setImmediate(answerBrokenRequest, error, socket, unrouted, pauses))
    return
  }
  if (error.code === 'ECONNRESET' || !socket.writable || current?.headersSent) {
    socket.destroy()
    return
  }
  // After a 400 a sender would give up for good, although it was not its fault.
  const isOurs = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && pauses.hasJustPaused()
  const refusal = isOurs
    ? new ApiError('service_unavailable', { message: message('request.not_read'), headers: { 'retry-after': '2' } })
    : new ApiError('validation_error', { message: BROKEN[error.code ?? ''] ?? message('request.not_http') })
  // A request whose body broke off has a route, which logs it as hung up.
  endWith(socket, refusal, 'unknown', current ? { ...unrouted, observe: () => {} } : unrouted)
}

/** Node would close the connection without a response. */
function refuseTunnels(server: Server, unrouted: Unrouted): void {
  server.on('connect', (_incoming: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {})
    socket.resume()
    const refusal = new ApiError('method_not_allowed', { message: message('request.connect'), headers: { allow: '' } })
    endWith(socket, refusal, 'CONNECT', unrouted)
  })
}

function endWith(socket: Socket, error: ApiError, method: string, unrouted: Unrouted): void {
  const { headers, body } = describeAnswer(error, method, unrouted)
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}`)
  const status = `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`
  socket.end(`${[status, ...lines].join('\r\n')}\r\n\r\n${body}`)
  // A client that reads the response closes the connection; others must not keep the descriptor.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(timer))
}

/** Counts the response, and returns what to write. */
function describeAnswer(error: ApiError, method: string, { ids, observe, hasStrictTransport }: Unrouted) {
  const { id } = ids.next()
  const body = JSON.stringify(toErrorBody(error))
  observe(id, method, error.status)
  const headers: Record<string, string> = {
    'content-type': JSON_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': id,
    ...(hasStrictTransport ? { 'strict-transport-security': STRICT_TRANSPORT } : {}),
    ...error.headers,
  }
  return { headers, body }
}

const BROKEN: Record<string, Message> = {
  HPE_HEADER_OVERFLOW: message('request.long_headers', { max: HEADER_BYTES_MAX }),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: message('request.long_extensions'),
  ERR_HTTP_REQUEST_TIMEOUT: message('request.too_slow'),
}
