import { type IncomingMessage, METHODS, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { ApiError, toErrorBody } from '../errors.ts'
import type { Ids } from '../lib/ids.ts'
import type { Log } from '../lib/log.ts'
import { JSON_TYPE } from './answer.ts'
import { type AwaitingContinue, addBodyReader } from './body.ts'
import type { Reply, Request } from './call.ts'
import type { TrustedRange } from './client-address.ts'
import { addErrorHandler, sendError, translate } from './error-handler.ts'
import { cameByTls, requestId, STRICT_TRANSPORT } from './first-checks.ts'
import type { ObserveUnrouted } from './metrics.ts'
import { limitPendingWrites, type PendingWriteLimits } from './pending-writes.ts'
import { parseQuery } from './query.ts'

export interface ServerOptions {
  log: Log
  ids: Ids
  tls: { cert: Buffer; key: Buffer } | null
  /** Browsers are told to use https only. */
  httpsOnly: boolean
  trustedProxies: readonly TrustedRange[]
  pendingWrites: PendingWriteLimits
  observe: ObserveUnrouted
}

const HEADER_BYTES_MAX = 16_384
// What waits unread while a caller is looked up, and what is written ahead of a slow reader. Counted in bytes although a
// chunk of one byte takes 470, so it is kept small.
const HIGH_WATER_BYTES = 16_384
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
// Longer than the usual 60 s of proxies, so that they close first and never meet a closing connection.
const KEEP_ALIVE_MS = 65_000

/** A Fastify instance in which every answer, also those of Node itself, has our shape. It has no routes yet. */
export function createServer(serverOptions: ServerOptions): FastifyInstance {
  const { log, ids, tls, httpsOnly, trustedProxies, pendingWrites, observe } = serverOptions
  const unrouted: Unrouted = { ids, observe, hasStrictTransport: httpsOnly && tls !== null }
  const awaitingContinue: AwaitingContinue = new WeakMap()
  const limits = {
    maxHeaderSize: HEADER_BYTES_MAX,
    highWaterMark: HIGH_WATER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: 2_000,
    // Node would answer a missing Host with an empty body; we look ourselves.
    requireHostHeader: false,
  }
  const options: FastifyServerOptions = {
    logger: false,
    requestIdHeader: false,
    genReqId: (message) => requestId(message as IncomingMessage, ids),
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    return503OnClosing: false,
    forceCloseConnections: false,
    bodyLimit: Number.MAX_SAFE_INTEGER,
    routerOptions: { querystringParser: parseQuery, maxParamLength: HEADER_BYTES_MAX },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket as Socket, unrouted),
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      if (httpsOnly && cameByTls(request, trustedProxies)) reply.header('strict-transport-security', STRICT_TRANSPORT)
      const answer = translate(error, request as Request, log)
      sendError(answer, reply as unknown as Reply)
      observe(request.id, request.method, answer.status)
    },
  }
  const app = fastify({
    ...options,
    ...(tls ? { https: { ...tls, ...limits } } : { http: limits }),
  } as FastifyServerOptions)
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  // Fastify asks a QUERY for its Content-Type before it looks for a route.
  app.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true })
  answerExpectations(app.server, awaitingContinue, unrouted)
  refuseTunnels(app.server, unrouted)
  limitPendingWrites(app.server, pendingWrites, log)
  addBodyReader(app, awaitingContinue)
  addErrorHandler(app, log)
  app.decorateRequest('caller', null)
  app.decorateRequest('clientBucket', '')
  app.decorateRequest('rawBody', null)
  return app
}

/** What answers need that are written without a route. */
interface Unrouted {
  ids: Ids
  observe: ObserveUnrouted
  /** Only with TLS of our own: nobody knows how a broken request came to a proxy. */
  hasStrictTransport: boolean
}

/** A client that asks before it sends its body is told to go on only when the body will be read. */
function answerExpectations(server: Server, awaitingContinue: AwaitingContinue, unrouted: Unrouted): void {
  server.on('checkContinue', (message: IncomingMessage, response: ServerResponse) => {
    awaitingContinue.set(message, () => {
      awaitingContinue.delete(message)
      response.writeContinue()
    })
    server.emit('request', message, response)
  })
  server.on('checkExpectation', ({ method }: IncomingMessage, response: ServerResponse) => {
    const error = new ApiError('validation_error', { message: 'The Expect header may only be "100-continue".' })
    const { headers, body } = describeAnswer(error, method ?? '', unrouted)
    response.writeHead(error.status, headers)
    response.end(body)
  })
}

/** What is not HTTP at all never reaches a route. Node would close the connection or answer without a body. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket, unrouted: Unrouted): void {
  const current = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage
  if (error.code !== 'ECONNRESET' && socket.writable && current?.req.complete) {
    // The broken bytes came behind a whole request, whose answer is still to be sent first.
    current.once('close', () => setImmediate(answerBrokenRequest, error, socket, unrouted))
    return
  }
  if (error.code === 'ECONNRESET' || !socket.writable || current?.headersSent) {
    socket.destroy()
    return
  }
  const refusal = new ApiError('validation_error', { message: explainBrokenRequest(error.code) })
  // A request whose body broke off has a route, which logs it as hung up.
  endWith(socket, refusal, 'unknown', current ? { ...unrouted, observe: () => {} } : unrouted)
}

/** Node would close the connection without a word. */
function refuseTunnels(server: Server, unrouted: Unrouted): void {
  server.on('connect', (_message: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {})
    const message = 'CONNECT is not possible: this is no proxy.'
    endWith(socket, new ApiError('method_not_allowed', { message, headers: { allow: '' } }), 'CONNECT', unrouted)
  })
}

function endWith(socket: Socket, error: ApiError, method: string, unrouted: Unrouted): void {
  const { headers, body } = describeAnswer(error, method, unrouted)
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}`)
  const status = `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`
  socket.end(`${[status, ...lines].join('\r\n')}\r\n\r\n${body}`)
}

/** Counts it, and says what is to be written. */
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

function explainBrokenRequest(code: string | undefined): string {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return `The URL and headers are larger than ${HEADER_BYTES_MAX.toLocaleString('en-US')} bytes. Send fewer or shorter ones.`
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 'The chunk extensions of the body are too large. Send it without them.'
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'The request took too long to arrive. Send it again, faster.'
    default:
      return 'The request is not valid HTTP. Check the request line and the headers.'
  }
}
