import type { FastifyInstance } from 'fastify'
import { ApiError } from '../errors.ts'
import type { Request, Step } from './call.ts'

const EXPOSED = 'RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Idempotency-Replayed'

/**
 * Website forms may post contacts from any origin, or from those the operator lists. Never with `Authorization`: keys
 * do not belong in browsers, so no answer allows that header across origins.
 */
export function createCors(path: string, allowedOrigins: readonly string[] | null): Step {
  return (request, reply) => {
    const { origin, authorization } = request.headers
    if (origin === undefined || authorization !== undefined || request.routeOptions.url !== path) return
    if (allowedOrigins !== null) reply.header('vary', 'Origin')
    if (isAllowed(origin, allowedOrigins)) {
      reply.header('access-control-allow-origin', allowedOrigins === null ? '*' : origin)
      reply.header('access-control-expose-headers', EXPOSED)
    }
  }
}

/** Answers what browsers ask before they send. */
export function addPreflight(app: FastifyInstance, path: string): void {
  app.options(path, { config: { access: { mode: 'open' }, bodyKind: 'none' } }, async (_request, reply) => {
    reply.header('access-control-allow-methods', 'POST')
    reply.header('access-control-allow-headers', 'content-type, idempotency-key')
    reply.header('access-control-max-age', '86400')
    reply.header('allow', 'GET, HEAD, POST, OPTIONS')
    return reply.send({ success: true, data: { allow: ['GET', 'HEAD', 'POST', 'OPTIONS'] } })
  })
}

/** The origin list is a filter against other websites, not a credential: programs send any Origin they like. */
export function checkOrigin(request: Request, allowedOrigins: readonly string[] | null): void {
  const { origin } = request.headers
  if (origin === undefined || isAllowed(origin, allowedOrigins)) return
  throw new ApiError('forbidden', {
    message: 'Forms on this website may not send contacts here. The operator can add its origin to ALLOWED_ORIGINS.',
  })
}

function isAllowed(origin: string, allowedOrigins: readonly string[] | null): boolean {
  return allowedOrigins === null || allowedOrigins.includes(origin)
}
