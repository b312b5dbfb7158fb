import { ApiError } from '../../errors.ts'
import { isListedOrigin } from '../../lib/net/origins.ts'
import type { Reply, Request, Step } from '../call.ts'
import type { HttpApp } from '../server/app.ts'

const EXPOSED = 'RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Idempotency-Replayed'

/** Which websites may send contacts, also as patterns such as https://*.example.com; null means any. */
export interface AllowedOrigins {
  /** As memory has it. */
  now(): readonly string[] | null
  /** Brings memory up to date; a promise only when the database has to be asked. It never fails. */
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

/** Lets the website that sent the request read the answer, if it is one of these; null means any. */
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
    handler: async (_request, reply) => sendPreflight(reply),
  })
}

export function sendPreflight(reply: Reply): Reply {
  return reply
    .header('access-control-allow-methods', 'POST')
    .header('access-control-allow-headers', 'content-type, idempotency-key')
    .header('access-control-max-age', '86400')
    .header('allow', 'GET, HEAD, POST, OPTIONS')
    .send({ success: true, data: { allow: ['GET', 'HEAD', 'POST', 'OPTIONS'] } })
}

/** The origin list is a filter against other websites, not a credential: programs send any Origin they like. */
export function checkOrigin(request: Request, allowed: readonly string[] | null, message = FOREIGN): void {
  const { origin } = request.headers
  if (origin === undefined || isAllowed(origin, allowed)) return
  throw new ApiError('forbidden', { message })
}

const FOREIGN =
  'Forms on this website may not send contacts here. An owner can allow its origin in the settings of the ' +
  'workspace, or the operator in ALLOWED_ORIGINS.'

function isAllowed(origin: string, allowedOrigins: readonly string[] | null): boolean {
  return allowedOrigins === null || isListedOrigin(allowedOrigins, origin)
}
