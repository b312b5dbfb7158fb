import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { reasonOf, toApiError } from '../../db/connect/failure.ts'
import { ApiError, toErrorBody } from '../../errors.ts'
import { type Log, redact } from '../../lib/log/log.ts'
import type { Tracing } from '../../lib/trace/tracing.ts'
import { message } from '../../messages/message.ts'
import type { Caller, Handler, Reply, Request, RouteConfig, Step } from '../call.ts'
import { nameCreated } from '../idempotency.ts'
import { notFound } from '../input.ts'
import type { Metrics, Observe } from '../metrics/metrics.ts'
import { parseQuery, type Query } from '../query-values.ts'
import { dropRest, readBody } from './body.ts'
import { requestId } from './first-checks.ts'
import { createCompression, HttpReply } from './reply.ts'
import { createServer, HEADER_BYTES_MAX, type ServerOptions } from './server.ts'

interface Route {
  /** A GET route also answers HEAD, unless `withoutHead`. */
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  /** Segments are literal, `:name`, or `*` for the rest. Literal ones win. */
  url: string
  config: RouteConfig
  withoutHead?: true
  handler: Handler
}

/**
 * A fast path: answers from memory alone, before any other work, for the most frequent requests. Returns false to take
 * the usual path.
 */
export interface Shortcut {
  /** The prefix of its URLs. */
  prefix: string
  take(message: IncomingMessage, response: ServerResponse): boolean
}

interface HttpAppOptions extends Omit<ServerOptions, 'observe'> {
  metrics: Pick<Metrics, 'observe' | 'observeUnrouted'>
  /** Null if tracing is off. */
  tracing?: Tracing | null
  /** The checks that every request must pass before its body is read. */
  steps: readonly Step[]
}

export type HttpApp = ReturnType<typeof createHttpApp>

/**
 * The HTTP side of a process: routes behind a server. Every request takes one path: find its route, pass the steps,
 * read the body, call the handler. Anything thrown on the way becomes the response. Measured against a framework in
 * docs/decisions/0012-http-without-a-framework.md.
 */
export function createHttpApp(options: HttpAppOptions) {
  const { log, ids, steps, metrics, tracing = null } = options
  const compression = createCompression()
  const router = findMyWay({
    maxParamLength: HEADER_BYTES_MAX,
    querystringParser: (text) => text,
    onBadUrl: () => {},
    ignoreTrailingSlash: true,
  })
  const routes: Route[] = []
  const closing: Array<() => Promise<void> | void> = []
  const badUrl = unrouted(async () => {
    throw new ApiError('validation_error', { message: message('request.bad_url') })
  })
  let nowhere = unrouted(async () => {
    throw new ApiError('not_found')
  })

  let shortcut: Shortcut | null = null

  const observe: Observe = (request, status, ms) => {
    metrics.observe(request, status, ms)
    const { id, method, routeOptions, raw } = request as Request
    tracing?.endRequest(raw, { id, method, route: routeOptions.url ?? 'unmatched', status })
  }

  const begin = (message: IncomingMessage, response: ServerResponse, goOn?: () => void) => {
    if (shortcut !== null && goOn === undefined && message.url!.startsWith(shortcut.prefix)) {
      if (shortcut.take(message, response)) return
    }
    if (tracing === null) takeRoad(message, response, goOn)
    else tracing.runRequest(message, () => takeRoad(message, response, goOn))
  }

  const takeRoad = (message: IncomingMessage, response: ServerResponse, goOn?: () => void) => {
    // The router would take `*` for the root.
    const found = message.url === '*' ? null : router.find(message.method as HTTPMethod, message.url!)
    const route: FoundRoute = found === null ? nowhere : (found.store ?? badUrl)
    const queryText = (found?.searchParams as unknown as string | undefined) ?? ''
    const request = new HttpRequest(requestId(message, ids), message, route, found?.params ?? NO_PARAMS, queryText)
    const reply = new HttpReply(response, request, tracing === null ? metrics.observe : observe, compression)
    void answer(request, reply, route, goOn)
  }

  const answer = async (request: HttpRequest, reply: HttpReply, route: FoundRoute, goOn?: () => void) => {
    try {
      for (const step of steps) {
        const waited = step(request, reply)
        if (waited !== undefined) await waited
      }
      if (hasBody(request.headers)) request.body = await readBody(request, goOn)
      const data = await route.handler(request, reply)
      if (reply.isSent) return
      if (data === undefined) throw new Error(`${request.method} ${route.url} was not answered`)
      if (data === null) throw notFound(request)
      // Applies unless the handler has chosen another status.
      if (reply.statusCode === 200) reply.code(route.config.status ?? 200)
      if (reply.statusCode === 201) nameCreated(request, reply, data as object)
      reply.send({ success: true, data })
    } catch (error) {
      const refusal = toRefusal(error, request, log)
      const isTold = reply.isSent || route.config.refuse?.(refusal, request, reply)
      if (!isTold) sendError(refusal, reply)
      if (hasBody(request.headers)) dropRest(request.raw)
    }
  }

  const server = createServer({ ...options, observe: metrics.observeUnrouted }, begin)
  return {
    server,
    route(route: Route): void {
      const { method, url, withoutHead } = route
      const methods: HTTPMethod[] = method === 'GET' && !withoutHead ? ['GET', 'HEAD'] : [method]
      router.on(methods, url, () => {}, route satisfies FoundRoute)
      routes.push(route)
    },
    setShortcut(taken: Shortcut): void {
      shortcut = taken
    },
    setNotFound(handler: Handler): void {
      nowhere = unrouted(handler)
    },
    notFound: (request: Request, reply: Reply) => nowhere.handler(request, reply),
    routes: (): ReadonlyArray<Pick<Route, 'method' | 'url'>> => routes,
    onClose: (work: () => Promise<void> | void) => void closing.push(work),
    async listen({ host, port }: { host: string; port: number }): Promise<void> {
      server.listen({ host, port })
      // Rejects if an error comes first.
      await once(server, 'listening')
    },
    async close(): Promise<void> {
      for (const work of closing) await work()
      if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

interface FoundRoute {
  url?: string
  config: RouteConfig
  handler: Handler
}

function unrouted(handler: Handler): FoundRoute {
  return { config: {}, handler }
}

/** Whether a body is announced, or a content type is sent with an empty one: the route then refuses it. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': coding } = headers
  return type !== undefined || coding !== undefined || (length !== undefined && length !== '0')
}

const NO_PARAMS: Record<string, string | undefined> = {}

class HttpRequest implements Request {
  readonly id: string
  readonly raw: IncomingMessage
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly params: Record<string, string | undefined>
  readonly routeOptions: FoundRoute
  body: unknown = undefined
  caller: Caller | null = null
  clientBucket = ''
  rawBody: Buffer | null = null
  readonly #queryText: string

  constructor(
    id: string,
    raw: IncomingMessage,
    route: FoundRoute,
    params: Record<string, string | undefined>,
    queryText: string,
  ) {
    this.id = id
    this.raw = raw
    this.method = raw.method!
    this.url = raw.url!
    this.headers = raw.headers
    this.params = params
    this.routeOptions = route
    this.#queryText = queryText
  }

  get query(): Query {
    return parseQuery(this.#queryText)
  }
}

/** One format for every refusal. */
export function sendError(error: ApiError, reply: Reply): Reply {
  for (const [name, value] of Object.entries(error.headers ?? {})) reply.header(name, value)
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(reply.json(toErrorBody(error)))
}

/** Turns what was thrown into a refusal. Unexpected errors are logged and become a 500. */
export function toRefusal(error: unknown, request: Request, log: Log): ApiError {
  if (error instanceof ApiError) {
    if (error.status === 503) logUnavailable(error.cause ?? error, request, log)
    else if (error.status >= 500) log.error({ reqId: request.id, err: error.cause ?? error }, 'request failed')
    return error
  }
  const unavailable = toApiError(error)
  if (unavailable) {
    logUnavailable(error, request, log)
    return unavailable
  }
  log.error({ reqId: request.id, err: error }, 'unexpected error')
  return new ApiError('internal_error', { cause: error })
}

/** One line without a stack: an outage causes thousands of them, and none is a bug. */
function logUnavailable(cause: unknown, request: Request, log: Log): void {
  log.error({ reqId: request.id, reason: redact(reasonOf(cause)) }, 'request refused: unavailable')
}
