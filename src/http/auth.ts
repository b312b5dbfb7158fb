import type { FastifyInstance } from 'fastify'
import { ApiError } from '../errors.ts'
import type { Caller, KeyCaller, Reply, Request, WebhookCaller } from './call.ts'
import { checkOrigin } from './cors.ts'
import type { RateLimits } from './rate-limit.ts'

/** Turns a secret into a caller. `peek` answers from memory only. */
export interface Credentials<C extends Caller> {
  peek(text: string): C | null
  find(text: string): Promise<{ caller: C } | { problem: string }>
}

export interface AuthOptions {
  keys: Credentials<KeyCaller>
  sources: Credentials<WebhookCaller>
  limits: RateLimits
  publicWorkspaceId: string
  allowedOrigins: readonly string[] | null
}

/**
 * Runs before the body is read, in this order: credential (401) → rate limit (429) → permission (403).
 * Size and content come after it.
 */
export function addAuthentication(app: FastifyInstance, options: AuthOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    const access = request.routeOptions.config.access
    if (access === undefined || access.mode === 'open') return
    if (access.mode === 'webhook') {
      const caller = await authenticateWebhook(options, request, reply)
      await options.limits.count('webhook', caller.sourceId, reply)
      request.caller = caller
      return
    }
    const header = request.headers.authorization
    if (header === undefined && access.mode === 'key_or_public') {
      request.caller = { kind: 'public', workspaceId: options.publicWorkspaceId, address: request.clientBucket }
      await options.limits.count('public', request.clientBucket, reply)
      checkOrigin(request, options.allowedOrigins)
      return
    }
    const caller = await authenticateKey(options, request, reply, header)
    request.caller = caller
    await options.limits.count('authenticated', caller.keyId, reply)
    if (!caller.scopes.has(access.scope)) {
      throw new ApiError('forbidden', {
        message: `This API key lacks the permission ${access.scope}. Use a key that has it, or create one with it.`,
      })
    }
  })
}

const BEARER = /^Bearer +([^\s]+) *$/i

async function authenticateKey(
  { keys, limits }: AuthOptions,
  request: Request,
  reply: Reply,
  header: string | undefined,
): Promise<KeyCaller> {
  if (header === undefined) throw unauthorized()
  const text = BEARER.exec(header)?.[1]
  if (text === undefined || isRepeated(request, 'authorization')) {
    await limits.count('failed_auth', request.clientBucket, reply)
    throw unauthorized(
      'The Authorization header must be there once, as "Bearer" and an API key: "Authorization: Bearer svc_pk_...".',
    )
  }
  const remembered = keys.peek(text)
  if (remembered) return remembered
  // What is not in memory may cost a query: an address that keeps guessing is stopped before it.
  await limits.check('failed_auth', request.clientBucket)
  const found = await keys.find(text)
  if ('caller' in found) return found.caller
  await limits.count('failed_auth', request.clientBucket, reply)
  throw unauthorized(found.problem)
}

/** Node takes the first of two such headers and drops the other without a word. */
function isRepeated(request: Request, name: string): boolean {
  const { rawHeaders } = request.raw
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.length === name.length && rawHeaders[i]!.toLowerCase() === name) count++
  }
  return count > 1
}

async function authenticateWebhook(
  { sources, limits }: AuthOptions,
  request: Request,
  reply: Reply,
): Promise<WebhookCaller> {
  const { webhook_key: text } = request.params as { webhook_key: string }
  const remembered = sources.peek(text)
  if (remembered) return remembered
  await limits.check('failed_auth', request.clientBucket)
  const found = await sources.find(text)
  if ('caller' in found) return found.caller
  await limits.count('failed_auth', request.clientBucket, reply)
  // Unknown, revoked and malformed keys are not told apart.
  throw new ApiError('not_found', { message: found.problem })
}

function unauthorized(message?: string): ApiError {
  return new ApiError('unauthorized', {
    ...(message === undefined ? {} : { message }),
    headers: { 'www-authenticate': 'Bearer realm="doorpost"' },
  })
}
