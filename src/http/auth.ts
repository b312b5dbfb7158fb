import { ApiError } from '../errors.ts'
import type { Scope } from '../scopes.ts'
import type { Caller, KeyCaller, Reply, Request, Step, WebhookCaller } from './call.ts'
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
 * Size and content come after it. What memory knows is answered at once, without a promise.
 */
export function createAuthentication(options: AuthOptions): Step {
  const { keys, sources, limits } = options
  return (request, reply) => {
    const { access } = request.routeOptions.config
    if (access === undefined || access.mode === 'open' || access.mode === 'handshake') return
    if (access.mode === 'webhook') {
      const known = sources.peek(webhookKeyOf(request))
      if (known) return admitWebhook(limits, request, reply, known)
      return findWebhook(options, request, reply).then((found) => admitWebhook(limits, request, reply, found))
    }
    const header = request.headers.authorization
    if (header === undefined && access.mode === 'key_or_public') {
      request.caller = { kind: 'public', workspaceId: options.publicWorkspaceId, address: request.clientBucket }
      return after(limits.count('public', request.clientBucket, reply), () =>
        checkOrigin(request, options.allowedOrigins),
      )
    }
    const text = bearerOf(request, header)
    const known = text === null ? null : keys.peek(text)
    if (known) return admitKey(limits, request, reply, known, access.scope)
    return findKey(options, request, reply, text).then((found) => admitKey(limits, request, reply, found, access.scope))
  }
}

function admitWebhook(limits: RateLimits, request: Request, reply: Reply, caller: WebhookCaller): void | Promise<void> {
  return after(limits.count('webhook', caller.sourceId, reply, caller.rateLimit ?? undefined), () => {
    request.caller = caller
  })
}

function admitKey(
  limits: RateLimits,
  request: Request,
  reply: Reply,
  caller: KeyCaller,
  scope: Scope,
): void | Promise<void> {
  request.caller = caller
  return after(limits.count('authenticated', caller.keyId, reply), () => {
    if (caller.scopes.has(scope)) return
    throw new ApiError('forbidden', {
      message: `This API key lacks the permission ${scope}. Use a key that has it, or create one with it.`,
    })
  })
}

/** Goes on at once when there is nothing to wait for. */
function after(waited: void | Promise<void>, next: () => void): void | Promise<void> {
  return waited instanceof Promise ? waited.then(next) : next()
}

const BEARER = /^Bearer +([^\s]+) *$/i

/** The key in the header; null when the header is there but is not one. */
function bearerOf(request: Request, header: string | undefined): string | null {
  if (header === undefined) throw unauthorized()
  const text = BEARER.exec(header)?.[1]
  return text === undefined || isRepeated(request, 'authorization') ? null : text
}

async function findKey(
  { keys, limits }: AuthOptions,
  request: Request,
  reply: Reply,
  text: string | null,
): Promise<KeyCaller> {
  if (text === null) {
    await limits.count('failed_auth', request.clientBucket, reply)
    throw unauthorized(
      'The Authorization header must be there once, as "Bearer" and an API key: "Authorization: Bearer svc_pk_...".',
    )
  }
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

function webhookKeyOf(request: Request): string {
  return (request.params as { webhook_key: string }).webhook_key
}

async function findWebhook({ sources, limits }: AuthOptions, request: Request, reply: Reply): Promise<WebhookCaller> {
  await limits.check('failed_auth', request.clientBucket)
  const found = await sources.find(webhookKeyOf(request))
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
