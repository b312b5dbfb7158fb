import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type * as Api from '@opentelemetry/api'
import type pg from 'pg'
import { findTraceparentWith, traceIdOf } from './traceparent.ts'

export type OpenTelemetryApi = Pick<
  typeof Api,
  'context' | 'propagation' | 'ROOT_CONTEXT' | 'SpanKind' | 'SpanStatusCode' | 'trace'
>

/** What happened to a request, without its sender or content. */
interface EndedRequest {
  id: string
  method: string
  /** The pattern, not the path. */
  route: string
  status: number
}

/** Work that no request waits for. */
export interface Work {
  name: string
  attributes?: Record<string, string>
  /** The trace of the request that caused it. */
  traceparent?: unknown
}

export type Tracing = ReturnType<typeof createTracing>

/**
 * Spans of requests, statements, outbound calls and jobs. Attributes contain only our own names: route patterns,
 * statements, jobs and hosts. Paths, queries, parameters and bodies may contain secrets and personal data, so they are
 * left out.
 */
export function createTracing(api: OpenTelemetryApi) {
  const state: Spans = {
    api,
    tracer: api.trace.getTracer('doorpost'),
    requests: new WeakMap(),
    calls: new WeakMap(),
  }
  findTraceparentWith(() => currentTraceparent(api))
  // Node reports every request that it sends, including guarded ones.
  const channels = [
    ['http.client.request.start', (event: unknown) => startCall(state, event as CallEvent)],
    ['http.client.response.finish', (event: unknown) => endCall(state, event as CallEvent)],
    ['http.client.request.error', (event: unknown) => failCall(state, event as CallEvent)],
  ] as const
  for (const [name, listener] of channels) subscribe(name, listener)

  return {
    /** Everything that `work` starts belongs to the request's span. */
    runRequest: (message: IncomingMessage, work: () => void): void => runRequest(state, message, work),
    endRequest: (message: IncomingMessage, ended: EndedRequest): void => endRequest(state, message, ended),
    /**
     * Traces each statement of the pool that belongs to a span. A statement shared by concurrent requests belongs to
     * the first of them. Polling loops have no span: they run several identical statements a second.
     */
    watchPool: (pool: pg.Pool, name: string): void => watchPool(state, pool, name),
    /** Everything that `run` starts belongs to the span of the work, and so to the request that caused it, if known. */
    runWork: <T>(work: Work, run: () => Promise<T>): Promise<T> => runWork(state, work, run),
    close(): void {
      for (const [name, listener] of channels) unsubscribe(name, listener)
      findTraceparentWith(null)
    },
  }
}

interface Spans {
  api: OpenTelemetryApi
  tracer: Api.Tracer
  requests: WeakMap<IncomingMessage, Api.Span>
  calls: WeakMap<object, Api.Span>
}

function fail({ api }: Spans, span: Api.Span, kind: string): void {
  span.setAttribute('error.type', kind)
  span.setStatus({ code: api.SpanStatusCode.ERROR })
}

interface CallEvent {
  request: ClientRequest
  response: IncomingMessage
  error: { code?: string }
}

function startCall({ api, tracer, calls }: Spans, { request }: CallEvent): void {
  // Guarded requests go to a checked address, so the name is in the header.
  const host = String(request.getHeader('host') ?? request.host).replace(/:\d+$/, '')
  const attributes = { 'http.request.method': request.method, 'server.address': host }
  calls.set(request, tracer.startSpan(request.method, { kind: api.SpanKind.CLIENT, attributes }))
}

function endCall(state: Spans, { request, response }: CallEvent): void {
  const span = state.calls.get(request)
  span?.setAttribute('http.response.status_code', response.statusCode!)
  if (span && response.statusCode! >= 400) fail(state, span, String(response.statusCode))
  span?.end()
}

function failCall(state: Spans, { request, error }: CallEvent): void {
  const span = state.calls.get(request)
  if (span) fail(state, span, error.code ?? 'error')
  span?.end()
}

function currentTraceparent({ context, trace }: OpenTelemetryApi): string | null {
  const span = trace.getSpanContext(context.active())
  if (span === undefined) return null
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`
}

function continueTrace(api: OpenTelemetryApi, traceparent: unknown, tracestate?: unknown): Api.Context {
  if (typeof traceparent !== 'string' || traceIdOf(traceparent) === null) return api.ROOT_CONTEXT
  const carrier = { traceparent, ...(typeof tracestate === 'string' ? { tracestate } : {}) }
  return api.propagation.extract(api.ROOT_CONTEXT, carrier)
}

function runRequest({ api, tracer, requests }: Spans, message: IncomingMessage, work: () => void): void {
  const { context, trace, SpanKind } = api
  const parent = continueTrace(api, message.headers.traceparent, message.headers.tracestate)
  const span = tracer.startSpan(message.method!, { kind: SpanKind.SERVER }, parent)
  requests.set(message, span)
  context.with(trace.setSpan(parent, span), work)
}

function endRequest(state: Spans, message: IncomingMessage, { id, method, route, status }: EndedRequest): void {
  const span = state.requests.get(message)
  if (span === undefined) return
  span.updateName(`${method} ${route}`)
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'doorpost.request_id': id,
  })
  if (status >= 500) fail(state, span, String(status))
  span.end()
}

function watchPool(state: Spans, pool: pg.Pool, name: string): void {
  const { context } = state.api
  const connect = pool.connect as (done?: unknown) => unknown
  // The pool calls back from wherever a connection becomes free, but the statement belongs to the code that asked
  // for it.
  const bound = (done?: unknown) =>
    connect.call(pool, typeof done === 'function' ? context.bind(context.active(), done) : done)
  pool.connect = bound as typeof pool.connect
  // Not on connect: some connections exist before the pool is watched.
  const watched = new WeakSet<object>()
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    watchQueries(client, (statement) => startStatement(state, statement, name))
  })
}

function startStatement(state: Spans, statement: string, pool: string): (error?: { code?: string } | null) => void {
  const { context, trace, SpanKind } = state.api
  if (trace.getSpan(context.active()) === undefined) return () => {}
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': statement, 'doorpost.pool': pool }
  const span = state.tracer.startSpan(statement, { kind: SpanKind.CLIENT, attributes })
  return (error) => {
    if (error) fail(state, span, error.code ?? 'error')
    span.end()
  }
}

async function runWork<T>(
  state: Spans,
  { name, attributes = {}, traceparent }: Work,
  run: () => Promise<T>,
): Promise<T> {
  const { context, trace, SpanKind } = state.api
  const parent = continueTrace(state.api, traceparent)
  const span = state.tracer.startSpan(name, { kind: SpanKind.CONSUMER, attributes }, parent)
  try {
    return await context.with(trace.setSpan(parent, span), run)
  } catch (error) {
    fail(state, span, 'error')
    throw error
  } finally {
    span.end()
  }
}

type Statement = string | { name?: string; text?: string; submit?: unknown }

/** The statement's own name, or its first word: its text is not secret, but long. */
function nameOf(statement: Statement): string {
  if (typeof statement === 'object' && statement.name) return statement.name
  const text = typeof statement === 'string' ? statement : (statement.text ?? '')
  return /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? 'statement'
}

function watchQueries(
  client: pg.PoolClient,
  start: (statement: string) => (error?: { code?: string } | null) => void,
): void {
  const query = client.query as unknown as (...words: unknown[]) => unknown
  const traced = (...words: unknown[]): unknown => {
    const statement = words[0] as Statement
    // An object that handles its own rows.
    if (typeof statement === 'object' && statement.submit !== undefined) return query.apply(client, words)
    const end = start(nameOf(statement))
    const done = words.at(-1)
    if (typeof done === 'function') {
      const ended = (error: { code?: string } | null, result: unknown) => {
        end(error)
        done(error, result)
      }
      return query.apply(client, [...words.slice(0, -1), ended])
    }
    const result = query.apply(client, words) as Promise<unknown>
    result.then(() => end(), end)
    return result
  }
  client.query = traced as typeof client.query
}
