import { createHash } from 'node:crypto'
import { ApiError } from '../errors.ts'
import { MINUTE_MS, SECOND_MS } from '../lib/time/span.ts'
import { message } from '../messages/message.ts'
import type { PasswordAuth } from './auth.ts'
import { removeLinks } from './links.ts'
import type { PasskeyAuth } from './passkey-auth.ts'
import * as refusals from './refusals.ts'
import type { SecondFactor } from './schemas.ts'
import { ADDRESS_HEADER, type CookieName } from './sessions.ts'
import * as store from './store.ts'
import type { Users } from './users.ts'

// Signing in, and confirming an identity again. Refusals are thrown.

export interface Visitor {
  cookie: string | undefined
  userAgent: string | undefined
  address: string
  /** The origin of the page, if it is one of ours. */
  origin: string | null
  /** Set-Cookie headers for the response, collected while handling the visitor. */
  newCookies: string[]
}

type PasskeyApi = PasskeyAuth['api']
type Given = { headers: Headers; returnHeaders: true }
type Work<A, R> = (api: A, given: Given) => Promise<{ headers: Headers; response: R }>
type Json = Record<string, unknown>
/** better-auth checks the content. */
type PasskeyAnswer = NonNullable<Parameters<PasskeyApi['verifyPasskeyAuthentication']>[0]>['body']['response']

// A code is valid for half a minute, and for as long before and after.
const CODE_MS = 5 * MINUTE_MS

/** After this many consecutive wrong codes, none is checked for LOCKED_SECONDS. */
const GUESSES_MAX = 10

interface Call {
  cookies: Users['cookies']
  visitor: Visitor
  /** The only cookies that better-auth sees. */
  names: CookieName[]
  fields?: refusals.RefusalFields
}

/** Calls better-auth, and translates its refusals. */
async function callWith<A, R>(load: () => Promise<{ api: A }>, call: Call, work: Work<A, R>): Promise<R> {
  const { cookie, userAgent, address, origin, newCookies } = call.visitor
  const sent = new Headers({
    [ADDRESS_HEADER]: address.replace('/64', ''),
    cookie: call.cookies.only(cookie, call.names),
  })
  if (userAgent !== undefined) sent.set('user-agent', userAgent.slice(0, 300))
  if (origin !== null) sent.set('origin', origin)
  const { api } = await load()
  try {
    const { headers, response } = await work(api, { headers: sent, returnHeaders: true })
    newCookies.push(...headers.getSetCookie())
    return response
  } catch (error) {
    throw refusals.toRefusal(error, call.fields)
  }
}

function callPasswords<R>(
  { cookies, passwordAuth }: Users,
  call: Omit<Call, 'cookies'>,
  work: Work<PasswordAuth['api'], R>,
) {
  return callWith(passwordAuth, { cookies, ...call }, work)
}

function callPasskeys<R>({ cookies, passkeyAuth }: Users, call: Omit<Call, 'cookies'>, work: Work<PasskeyApi, R>) {
  return callWith(passkeyAuth, { cookies, ...call }, work)
}

function ago({ clock }: Users, ms: number): Date {
  return new Date(clock.now() - ms)
}

/** Returns the id of the person who is signed in, or null if the second factor is still missing. */
export async function signInWithPassword(
  users: Users,
  visitor: Visitor,
  email: string,
  password: string,
): Promise<string | null> {
  const { pool, passwordWork } = users
  const { before, signedIn } = await passwordWork(async () => ({
    before: await store.findPasswordHash(pool, email),
    signedIn: await callPasswords(users, { visitor, names: ['trust_device'] }, (api, given) =>
      api.signInEmail({ body: { email, password }, ...given }),
    ),
  }))
  // The password changed meanwhile: all sessions were ended before this one existed.
  if ((await store.findPasswordHash(pool, email)) !== before) {
    if ('token' in signedIn) await store.removeSessionByToken(pool, signedIn.token)
    throw refusals.unauthorized(refusals.WRONG_PASSWORD)
  }
  await store.removeEnded(pool, ago(users, 0))
  return 'user' in signedIn ? signedIn.user.id : null
}

/** The user whose second factor this browser must provide; null if none is expected. */
export async function findWaitingUser(users: Users, cookie: string | undefined): Promise<string | null> {
  const identifier = users.cookies.read(cookie, 'two_factor')
  if (identifier === null) return null
  // The form that better-auth stores.
  const stored = createHash('sha256').update(identifier).digest('base64url')
  return store.findWaitingUser(users.pool, stored, ago(users, 0))
}

export async function signInWithSecondFactor(
  users: Users,
  visitor: Visitor,
  userId: string,
  { kind, code, trustDevice }: SecondFactor,
): Promise<void> {
  const { pool } = users
  // Counted before it is checked, and for the account alone: an attacker who gets here has the password, and many
  // addresses.
  const guess = { most: GUESSES_MAX, now: ago(users, 0), since: ago(users, refusals.LOCKED_SECONDS * SECOND_MS) }
  if (!(await store.countGuess(pool, userId, guess))) throw refusals.tooManyCodes()
  // better-auth would accept a used code, and that would use up the waiting sign-in.
  const isTotp = kind === 'totp'
  const isUsed = isTotp && (await store.hasUsedCode(pool, userId, hashOfCode(userId, code), ago(users, CODE_MS)))
  if (isUsed) throw refusals.unauthorized(refusals.WRONG_CODE)
  const body = { code, trustDevice }
  const { token, user } = await callPasswords(users, { visitor, names: ['two_factor'] }, (api, given) =>
    isTotp ? api.verifyTOTP({ body, ...given }) : api.verifyBackupCode({ body, ...given }),
  )
  if (typeof token !== 'string' || user.id !== userId) throw refusals.unauthorized(refusals.START_AGAIN)
  // If two requests use the code at once, the second is too late.
  if (isTotp && !(await takeCode(users, userId, code))) {
    await store.removeSessionByToken(pool, token)
    throw refusals.unauthorized(refusals.WRONG_CODE)
  }
  await store.removeGuesses(pool, userId)
}

/** A code works once, so a person who saw it cannot use it again. Returns false if it was used before. */
async function takeCode(users: Users, userId: string, code: string): Promise<boolean> {
  await store.removeUsedCodes(users.pool, ago(users, CODE_MS))
  return store.insertUsedCode(users.pool, userId, hashOfCode(userId, code), ago(users, 0))
}

function hashOfCode(userId: string, code: string): Buffer {
  return createHash('sha256').update(`${userId} ${code}`).digest()
}

// Behind a sign-in -----------------------------------------------------------------------------------------------------

export async function changePassword(
  users: Users,
  visitor: Visitor,
  userId: string,
  sent: { current_password: string; new_password: string },
): Promise<void> {
  const body = {
    currentPassword: sent.current_password,
    newPassword: sent.new_password,
    revokeOtherSessions: true,
  }
  const call: Omit<Call, 'cookies'> = { visitor, names: ['session_token'], fields: { password: 'current_password' } }
  await users.passwordWork(() => callPasswords(users, call, (api, given) => api.changePassword({ body, ...given })))
  await store.removeDevices(users.pool, userId)
  // Other people may have access to the mailbox that the link went to.
  await removeLinks(users.pool, 'reset', userId)
}

export async function startTotp(users: Users, visitor: Visitor, password: string) {
  const body = { password, method: 'totp' } as const
  const begin = () =>
    callPasswords(users, { visitor, names: ['session_token'] }, (api, given) => api.enableTwoFactor({ body, ...given }))
  const begun = await users.passwordWork(begin).catch((error) => {
    // The database allows one second factor per person: if two are set up at once, one is refused.
    if ((error as { code?: unknown }).code !== '23505') throw error
    throw new ApiError('validation_error', { message: message('sign_in.begun_twice'), cause: error })
  })
  if (!('totpURI' in begun)) throw new Error('better-auth began something else than an authenticator app')
  return { uri: begun.totpURI, backup_codes: begun.backupCodes }
}

export async function confirmTotp(users: Users, visitor: Visitor, userId: string, code: string): Promise<void> {
  await callPasswords(users, { visitor, names: ['session_token'], fields: { code: 'code' } }, (api, given) =>
    api.verifyTOTP({ body: { code }, ...given }),
  )
  await takeCode(users, userId, code)
}

export async function stopTotp(users: Users, visitor: Visitor, password: string, userId: string): Promise<void> {
  const stop = () =>
    callPasswords(users, { visitor, names: ['session_token', 'trust_device'] }, (api, given) =>
      api.disableTwoFactor({ body: { password }, ...given }),
    )
  await users.passwordWork(stop)
  await store.removeDevices(users.pool, userId)
}

export async function createBackupCodes(users: Users, visitor: Visitor, password: string) {
  const create = () =>
    callPasswords(users, { visitor, names: ['session_token'] }, (api, given) =>
      api.generateBackupCodes({ body: { password }, ...given }),
    )
  return { backup_codes: (await users.passwordWork(create)).backupCodes }
}

// Passkeys -------------------------------------------------------------------------------------------------------------

export function createPasskeyOptions(users: Users, visitor: Visitor): Promise<object> {
  return callPasskeys(users, { visitor, names: ['session_token'] }, (api, given) =>
    api.generatePasskeyRegistrationOptions(given),
  )
}

export async function addPasskey(users: Users, visitor: Visitor, name: string | null, response: Json): Promise<string> {
  requireOrigin(visitor)
  const body = { response, ...(name === null ? {} : { name }) }
  const added = await callPasskeys(users, { visitor, names: ['session_token', 'passkey'] }, (api, given) =>
    api.verifyPasskeyRegistration({ body, ...given }),
  )
  return added.id
}

export async function createPasskeySignInOptions(users: Users, visitor: Visitor): Promise<object> {
  const options = await callPasskeys(users, { visitor, names: [] }, (api, given) =>
    api.generatePasskeyAuthenticationOptions(given),
  )
  return { ...options, userVerification: 'required' }
}

/** Returns the id of the person who is signed in. */
export async function signInWithPasskey(users: Users, visitor: Visitor, response: Json): Promise<string> {
  requireOrigin(visitor)
  const body = { response: response as unknown as PasskeyAnswer }
  const { user } = await callPasskeys(users, { visitor, names: ['passkey'] }, (api, given) =>
    api.verifyPasskeyAuthentication({ body, ...given }),
  )
  await store.removeEnded(users.pool, ago(users, 0))
  return user.id
}

/** The authenticator signs the origin, so we must know which one to compare it with. */
function requireOrigin({ origin }: Visitor): void {
  if (origin !== null) return
  throw new ApiError('forbidden', { message: message('sign_in.no_origin') })
}
