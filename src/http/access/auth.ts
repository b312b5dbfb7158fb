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
  /** By its shape and checksum: what is not is looked up nowhere. */
  isWellFormed(text: string): boolean
}

/** What has to be known of a form before anything of a submission is read. */
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

/** Turns the cookie of somebody who is signed in into a caller. */
export interface Sessions {
  /** The session that the cookie names; null when there is no cookie of ours, or nobody here has signed it. */
  tokenOf(request: Request): string | null
  /** Null when the session has ended. `isOld`: it is time to renew it. */
  find(token: string): Promise<{ caller: UserCaller; isOld: boolean } | null>
  /** Lets its time start anew. Returns the Set-Cookie without which the browser would forget it all the same. */
  renew(token: string): Promise<string>
}

export interface AuthOptions {
  keys: KeyCredentials
  sources: Credentials<WebhookCaller>
  forms: FormCredentials
  sessions: Sessions
  limits: RateLimits
  publicWorkspaceId: string
  /** As they are now: an owner may change them. */
  origins: AllowedOrigins
  sameOrigin: OriginCheck
}

type Auth = AuthOptions & { lookUp: LookUp }

/** What a key or a session is asked for. */
type CallerAccess = Extract<Access, { scope: unknown } | { role: unknown }>

/** Checks credential (401), rate limit (429) then permission (403). What memory knows needs no promise. */
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
        // The step before has brought it up to date.
        checkOrigin(request, options.origins.now()),
      )
    }
    const text = bearerOf(request, header)
    const known = text === null ? null : keys.peek(text)
    if (known) return admitKey(limits, request, reply, known, access)
    return findKey(auth, request, reply, text).then((found) => admitKey(limits, request, reply, found, access))
  }
}

/** Counted before the body is read, or a flood of bodies would be read for nothing. */
function admitStranger(limits: RateLimits, request: Request, reply: Reply): void | Promise<void> {
  const { access, bodyKind } = request.routeOptions.config
  if (access?.mode === 'open' && access.isUncounted) return
  return after(limits.count('open', request.clientBucket, reply), () => {
    // Passwords, codes and links: each costs work before it is known to be wrong, so the right ones count too.
    if (bodyKind === 'json') return limits.count('failed_auth', guesserOf('attempt', request), reply)
  })
}

/** The form of a website stays a form, also in the browser of somebody who is signed in here. */
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
  if ('scope' in access ? !caller.scopes.has(access.scope) : !isAtLeast(caller.role, access.role)) {
    throw new ApiError('forbidden', { message: explainRole(caller.role, access) })
  }
  if (isOld) reply.header('set-cookie', await sessions.renew(token))
}

function explainRole(role: TeamRole, access: CallerAccess): Message {
  if (role === 'viewer') return message('access.viewer')
  const needed = 'role' in access ? access.role : 'owner'
  return message('access.role', { role, needed })
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
    if ('scope' in access && caller.scopes.has(access.scope)) return
    throw new ApiError('forbidden', {
      message: 'role' in access ? message('access.no_key') : lacksScope(access.scope),
    })
  })
}

function formNameOf(request: Request): string {
  return (request.params as { id: string }).id
}

/** Counted with the contacts that come without a key, or with pages. A refusal must be readable for the website, too. */
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

/** The form that the path names, for pages and preflights. Throws 404 when there is none. */
export function createFindForm<F extends KnownForm>(forms: FormCredentials<F>, limits: RateLimits) {
  const lookUp = createLookUp(limits)
  return async (request: Request, reply: Reply): Promise<F> =>
    forms.peek(formNameOf(request)) ?? findForm({ forms, limits, lookUp }, request, reply)
}

/** Unknown and malformed ids are not told apart. */
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

/** Goes on at once when there is nothing to wait for. */
function after(waited: void | Promise<void>, next: () => void | Promise<void>): void | Promise<void> {
  return waited instanceof Promise ? waited.then(next) : next()
}

const BEARER = /^Bearer +([^\s]+) *$/i

/** The key in the header; null when the header is not one. */
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
  // A slip of the pen is not a guess: it costs no look-up, and no live key waits for it.
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
  // Malformed ones are counted with the others: nothing is to tell them apart.
  const who = guesserOf('webhook', request)
  const found = await lookUp(who, () => sources.find(webhookKeyOf(request)))
  if ('caller' in found) return found.caller
  await limits.count('failed_auth', who, reply)
  // Unknown, revoked and malformed keys are not told apart.
  throw new ApiError('not_found', { message: found.problem })
}

function unauthorized(said?: Message): ApiError {
  return new ApiError('unauthorized', {
    ...(said === undefined ? {} : { message: said }),
    headers: { 'www-authenticate': 'Bearer realm="doorpost"' },
  })
}
