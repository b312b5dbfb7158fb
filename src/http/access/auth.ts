import { ApiError } from '../../errors.ts'
import { type Message, message } from '../../messages/message.ts'
import { isAtLeast, type Scope, type TeamRole } from '../../scopes.ts'
import type { Access, Caller, KeyCaller, Reply, Request, Step, UserCaller, WebhookCaller } from '../call.ts'
import { countHeaders } from '../server/first-checks.ts'
import { type AllowedOrigins, allowOrigin, checkOrigin } from './cors.ts'
import { createLookUp, guesserOf, type LookUp, type RateLimits } from './rate-limit.ts'
import type { OriginCheck } from './same-origin.ts'

/** Turns a secret into a caller. `peek` answers from memory only. */
export interface Credentials<C extends Caller> {
  peek(text: string): C | null
  find(text: string): Promise<{ caller: C } | { problem: Message }>
}

interface KeyCredentials extends Credentials<KeyCaller> {
  /** Checks shape and checksum. A malformed text is never looked up. */
  isWellFormed(text: string): boolean
}

/** What must be known of a form before a submission is read. */
export interface KnownForm {
  workspaceId: string
  formId: string
  /** Websites that may send to it; null for those of the workspace. */
  allowedOrigins: readonly string[] | null
  maxBytes: number
  takesFiles: boolean
}

/** Turns the public id of a form, or its id, into the form. `peek` answers from memory only. */
export interface FormCredentials<F extends KnownForm = KnownForm> {
  peek(id: string): F | null
  find(id: string): Promise<{ form: F } | { problem: Message }>
}

/** Turns a session cookie into a caller. */
export interface Sessions {
  /** The session in the cookie; null if there is no cookie of ours, or its signature is wrong. */
  tokenOf(request: Request): string | null
  /** Null if the session has ended. `isOld`: it is time to renew it. */
  find(token: string): Promise<{ caller: UserCaller; isOld: boolean } | null>
  /** Restarts its lifetime. Returns the Set-Cookie header, without which the browser would still forget it. */
  renew(token: string): Promise<string>
}

export interface AuthOptions {
  keys: KeyCredentials
  sources: Credentials<WebhookCaller>
  forms: FormCredentials
  sessions: Sessions
  limits: RateLimits
  publicWorkspaceId: string
  /** The current list, which an owner may change. */
  origins: AllowedOrigins
  sameOrigin: OriginCheck
}

type Auth = AuthOptions & { lookUp: LookUp }

/** The access modes that need a key or a session. */
type CallerAccess = Extract<Access, { scope: unknown } | { role: unknown } | { mode: 'any_key' }>

/** Checks credential (401), rate limit (429), then permission (403). Needs no promise if memory has the answer. */
export function createAuthentication(options: AuthOptions): Step {
  const { keys, sources, limits } = options
  const auth = { ...options, lookUp: createLookUp(limits) }
  return (request, reply) => {
    const { access } = request.routeOptions.config
    if (access === undefined || access.mode === 'open') return admitStranger(limits, request, reply)
    if (access.mode === 'handshake') return
    if (access.mode === 'form') {
      const policy = access.isRead ? 'open' : 'public'
      const known = options.forms.peek(formNameOf(request))
      if (known) return admitForm(auth, request, reply, known, policy)
      return findForm(auth, request, reply).then((found) => admitForm(auth, request, reply, found, policy))
    }
    if (access.mode === 'webhook') {
      const known = sources.peek(webhookKeyOf(request))
      if (known) return admitWebhook(limits, request, reply, known)
      return findWebhook(auth, request, reply).then((found) => admitWebhook(limits, request, reply, found))
    }
    const header = request.headers.authorization
    if (header === undefined) {
      if (hasSession(options, request, access)) return admitSession(options, request, reply, access)
      if (access.mode !== 'key_or_public')
        throw unauthorized(access.mode === 'user' ? message('access.people_only') : undefined)
      request.caller = { kind: 'public', workspaceId: options.publicWorkspaceId, address: request.clientBucket }
      return after(limits.count('public', request.clientBucket, reply), () =>
        // The step before has updated it.
        checkOrigin(request, options.origins.now()),
      )
    }
    const text = bearerOf(request, header)
    const known = text === null ? null : keys.peek(text)
    if (known) return admitKey(limits, request, reply, known, access)
    return findKey(auth, request, reply, text).then((found) => admitKey(limits, request, reply, found, access))
  }
}

/** Counts before the body is read; otherwise a flood of bodies would be read for nothing. */
function admitStranger(limits: RateLimits, request: Request, reply: Reply): void | Promise<void> {
  const { access, bodyKind } = request.routeOptions.config
  if (access?.mode === 'open' && access.isUncounted) return
  return after(limits.count('open', request.clientBucket, reply), () => {
    // Passwords, codes and links: checking each costs work, so correct ones count too.
    if (bodyKind === 'json') return limits.count('failed_auth', guesserOf('attempt', request), reply)
  })
}

/** A website's form is treated as a form, even in the browser of a person who is signed in here. */
function hasSession({ sessions, sameOrigin }: AuthOptions, request: Request, access: CallerAccess): boolean {
  if (request.headers.cookie === undefined) return false
  if (access.mode === 'key_or_public' && !sameOrigin.isOurs(request)) return false
  return sessions.tokenOf(request) !== null
}

async function admitSession(auth: AuthOptions, request: Request, reply: Reply, access: CallerAccess): Promise<void> {
  const { sessions, limits, sameOrigin } = auth
  const token = sessions.tokenOf(request)!
  const found = await sessions.find(token)
  if (found === null) throw unauthorized(message('access.session_ended'))
  const { caller, isOld } = found
  request.caller = caller
  await limits.count('dashboard', caller.userId, reply)
  sameOrigin.check(request)
  if (access.mode === 'any_key') throw new ApiError('forbidden', { message: message('access.key_only') })
  if ('scope' in access ? !caller.scopes.has(access.scope) : 'role' in access && !isAtLeast(caller.role, access.role)) {
    throw new ApiError('forbidden', { message: explainRole(caller.role, access) })
  }
  if (isOld) reply.header('set-cookie', await sessions.renew(token))
}

function explainRole(role: TeamRole, access: CallerAccess): Message {
  if (role === 'viewer') return message('access.viewer')
  const needed = 'role' in access ? access.role : 'owner'
  return message('access.role', { role: message(`role.${role}`), needed: message(`role.${needed}`) })
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
  access: CallerAccess,
): void | Promise<void> {
  request.caller = caller
  return after(limits.count('authenticated', caller.keyId, reply), () => {
    if (access.mode === 'any_key' || ('scope' in access && caller.scopes.has(access.scope))) return
    throw new ApiError('forbidden', {
      message: 'role' in access ? message('access.no_key') : lacksScope(access.scope),
    })
  })
}

function formNameOf(request: Request): string {
  return (request.params as { id: string }).id
}

/** Counted with contacts that come without a key, or with pages. The website must be able to read a refusal, too. */
function admitForm(
  auth: Auth,
  request: Request,
  reply: Reply,
  form: KnownForm,
  policy: 'open' | 'public',
): void | Promise<void> {
  const { limits, origins, sameOrigin } = auth
  const { workspaceId, formId, maxBytes, takesFiles } = form
  request.caller = { kind: 'form', workspaceId, formId, maxBytes, takesFiles, address: request.clientBucket }
  const allowed = () => form.allowedOrigins ?? origins.now()
  return after(form.allowedOrigins === null ? origins.refresh() : undefined, () => {
    allowOrigin(request, reply, allowed())
    return after(limits.count(policy, request.clientBucket, reply), () => {
      // Our own page may always send its form.
      if (sameOrigin.ownOrigin(request) === null) checkOrigin(request, allowed(), 'access.foreign_form')
    })
  })
}

/** Finds the form in the path, for pages and preflights. Throws 404 if there is none. */
export function createFindForm<F extends KnownForm>(forms: FormCredentials<F>, limits: RateLimits) {
  const lookUp = createLookUp(limits)
  return async (request: Request, reply: Reply): Promise<F> =>
    forms.peek(formNameOf(request)) ?? findForm({ forms, limits, lookUp }, request, reply)
}

/** Unknown and malformed ids get the same response. */
async function findForm<F extends KnownForm>(
  { forms, limits, lookUp }: { forms: FormCredentials<F>; limits: RateLimits; lookUp: LookUp },
  request: Request,
  reply: Reply,
): Promise<F> {
  const who = guesserOf('form', request)
  const found = await lookUp(who, () => forms.find(formNameOf(request)))
  if ('form' in found) return found.form
  allowOrigin(request, reply, null)
  await limits.count('failed_auth', who, reply)
  throw new ApiError('not_found', { message: found.problem })
}

export function lacksScope(scope: Scope): Message {
  return message('access.no_scope', { scope })
}

/** Continues synchronously if there is nothing to wait for. */
function after(waited: void | Promise<void>, next: () => void | Promise<void>): void | Promise<void> {
  return waited instanceof Promise ? waited.then(next) : next()
}

const BEARER = /^Bearer +([^\s]+) *$/i

/** The key in the header; null if the header does not have one. */
function bearerOf(request: Request, header: string): string | null {
  const text = BEARER.exec(header)?.[1]
  return text === undefined || countHeaders(request.raw, 'authorization') > 1 ? null : text
}

async function findKey(auth: Auth, request: Request, reply: Reply, text: string | null): Promise<KeyCaller> {
  const { keys, limits, lookUp } = auth
  if (text === null) {
    await limits.count('failed_auth', guesserOf('malformed_key', request), reply)
    throw unauthorized(message('access.bad_header'))
  }
  // A malformed key is a typo, not a guess: it costs no look-up, and does not slow down valid keys.
  const who = guesserOf(keys.isWellFormed(text) ? 'key' : 'malformed_key', request)
  const found = await lookUp(who, () => keys.find(text))
  if ('caller' in found) return found.caller
  await limits.count('failed_auth', who, reply)
  throw unauthorized(found.problem)
}

function webhookKeyOf(request: Request): string {
  return (request.params as { webhook_key: string }).webhook_key
}

async function findWebhook({ sources, limits, lookUp }: Auth, request: Request, reply: Reply): Promise<WebhookCaller> {
  // Malformed keys count like the others, so that responses do not differ.
  const who = guesserOf('webhook', request)
  const found = await lookUp(who, () => sources.find(webhookKeyOf(request)))
  if ('caller' in found) return found.caller
  await limits.count('failed_auth', who, reply)
  // Unknown, revoked and malformed keys get the same response.
  throw new ApiError('not_found', { message: found.problem })
}

function unauthorized(said?: Message): ApiError {
  return new ApiError('unauthorized', {
    ...(said === undefined ? {} : { message: said }),
    headers: { 'www-authenticate': 'Bearer realm="doorpost"' },
  })
}
