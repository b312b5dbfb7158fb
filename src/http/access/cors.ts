import { ApiError } from '../../errors.ts'
import { isListedOrigin } from '../../lib/net/origins.ts'
import type { Code } from '../../messages/message.ts'
import type { Reply, Request, Step } from '../call.ts'
import type { HttpApp } from '../server/app.ts'

const EXPOSED = 'RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Idempotency-Replayed'

/**
 * Headers that scripts of websites add to their requests, often to all of them: if one is missing here, the browser
 * sends nothing. Never `authorization`, and no `*`, which some browsers take to include it.
 */
const ALLOWED_HEADERS = [
  'content-type',
  'idempotency-key',
  // Added by pages and frameworks: jQuery, axios, Rails, Laravel, Angular.
  'accept',
  'accept-language',
  'cache-control',
  'pragma',
  'x-requested-with',
  'x-csrf-token',
  'x-xsrf-token',
  'x-socket-id',
  'x-request-id',
  'x-correlation-id',
  // W3C trace context and baggage: OpenTelemetry, Elastic, Dynatrace, Splunk, Grafana Faro.
  'traceparent',
  'tracestate',
  'baggage',
  'elastic-apm-traceparent',
  'x-dtc',
  'x-dtpc',
  'x-dtreferer',
  'sentry-trace',
  'newrelic',
  'x-newrelic-id',
  'x-newrelic-transaction',
  // Application Insights.
  'request-id',
  'request-context',
  'correlation-context',
  'x-datadog-origin',
  'x-datadog-parent-id',
  'x-datadog-sampled',
  'x-datadog-sampling-priority',
  'x-datadog-tags',
  'x-datadog-trace-id',
  // Zipkin, Jaeger, Lightstep, SkyWalking.
  'b3',
  'x-b3-flags',
  'x-b3-parentspanid',
  'x-b3-sampled',
  'x-b3-spanid',
  'x-b3-traceid',
  'uber-trace-id',
  'ot-tracer-sampled',
  'ot-tracer-spanid',
  'ot-tracer-traceid',
  'x-ot-span-context',
  'sw8',
  // Clouds, AppDynamics, Instana, Honeycomb.
  'x-amzn-trace-id',
  'x-cloud-trace-context',
  'adrum',
  'x-instana-l',
  'x-instana-s',
  'x-instana-t',
  'x-honeycomb-trace',
].join(', ')

/** The websites that may send contacts, including patterns such as https://*.example.com; null allows any. */
export interface AllowedOrigins {
  /** The list in memory. */
  now(): readonly string[] | null
  /** Updates the list in memory. Returns a promise only if the database must be asked. It never fails. */
  refresh(): void | Promise<void>
}

/** Forms may post contacts from allowed origins, never with `Authorization`: keys do not belong in browsers. */
export function createCors(path: string, origins: AllowedOrigins): Step {
  return (request, reply) => {
    const { origin, authorization } = request.headers
    if (origin === undefined || authorization !== undefined || request.routeOptions.url !== path) return
    const allow = () => allowOrigin(request, reply, origins.now())
    const waited = origins.refresh()
    return waited === undefined ? allow() : waited.then(allow)
  }
}

/** Lets the website that sent the request read the response, if it is on the list; null allows any. */
export function allowOrigin(request: Request, reply: Reply, allowed: readonly string[] | null): void {
  const { origin } = request.headers
  if (origin === undefined) return
  if (allowed !== null) reply.header('vary', 'Origin')
  if (!isAllowed(origin, allowed)) return
  reply.header('access-control-allow-origin', allowed === null ? '*' : origin)
  reply.header('access-control-expose-headers', EXPOSED)
}

export function addPreflight(app: HttpApp, url: string): void {
  app.route({
    method: 'OPTIONS',
    url,
    config: { access: { mode: 'open', isUncounted: true } },
    handler: async (_request, reply) => sendPreflight(reply, 'POST'),
  })
}

/** `allowed` is the method that other websites may use. */
export function sendPreflight(reply: Reply, allowed: 'GET' | 'POST'): Reply {
  const allow = allowed === 'GET' ? ['GET', 'HEAD', 'OPTIONS'] : ['GET', 'HEAD', 'POST', 'OPTIONS']
  return reply
    .header('access-control-allow-methods', allowed)
    .header('access-control-allow-headers', ALLOWED_HEADERS)
    .header('access-control-max-age', '86400')
    .header('allow', allow.join(', '))
    .send({ success: true, data: { allow } })
}

/** The list of origins filters other websites. It is not a credential, because programs can send any Origin. */
export function checkOrigin(
  request: Request,
  allowed: readonly string[] | null,
  code: Code = 'access.foreign_website',
): void {
  const { origin } = request.headers
  if (origin === undefined || isAllowed(origin, allowed)) return
  throw new ApiError('forbidden', { message: { code } })
}

function isAllowed(origin: string, allowedOrigins: readonly string[] | null): boolean {
  return allowedOrigins === null || isListedOrigin(allowedOrigins, origin)
}
