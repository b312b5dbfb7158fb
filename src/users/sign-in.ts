import { createHash } from 'node:crypto'
import type { Parts } from '../db/parts.ts'
import { ApiError } from '../errors.ts'
import { MINUTE_MS, SECOND_MS } from '../lib/time/span.ts'
import type { SecondFactor } from './input.ts'
import { removeLinks } from './links.ts'
import * as refusals from './refusals.ts'
import * as store from './store.ts'
import type { PasswordAuth } from './auth.ts'
import { ADDRESS_HEADER, type CookieName, type Cookies } from './cookies.ts'
import type { PasskeyAuth } from './passkey-auth.ts'
import type { PasswordWork } from './password-work.ts'

/** What better-auth needs to know about a request. */
export interface Visitor {
  cookie: string | undefined
  userAgent: string | undefined
  address: string
  /** The origin of the page, when it is one of ours. */
  origin: string | null
  /** Set-Cookie headers for the answer, added by what is done for the visitor. */
  newCookies: string[]
}

type Api = PasswordAuth['api']
type PasskeyApi = PasskeyAuth['api']
/** What every call of better-auth is given. */
type Given = { headers: Headers; returnHeaders: true }
type Work<A, R> = (api: A, given: Given) => Promise<{ headers: Headers; response: R }>
type Json = Record<string, unknown>
/** better-auth checks what is in there. */
type PasskeyAnswer = NonNullable<Parameters<PasskeyApi['verifyPasskeyAuthentication']>[0]>['body']['response']

interface SignInOptions extends Pick<Parts, 'pool' | 'clock'> {
  cookies: Cookies
  passwordAuth: () => Promise<PasswordAuth>
  passkeyAuth: () => Promise<PasskeyAuth>
  passwordWork: PasswordWork
}

// A code is good for half a minute, and for as long before and after.
const CODE_MS = 5 * MINUTE_MS

/** After this many wrong codes in a row none is checked for LOCKED_SECONDS. */
const GUESSES_MAX = 10

/** The ways in, and what proves that somebody is who they say. Refusals are thrown. */
export function createSignIn(options: SignInOptions) {
  const { pool, clock, cookies, passwordWork } = options
  const ago = (ms: number) => new Date(clock.now() - ms)

  /** Calls better-auth, which sees only the cookies named here. Its refusals come out in our words. */
  const callWith = async <A, R>(
    load: () => Promise<{ api: A }>,
    { cookie, userAgent, address, origin, newCookies }: Visitor,
    names: CookieName[],
    work: Work<A, R>,
    fields?: refusals.RefusalFields,
  ): Promise<R> => {
    const sent = new Headers({ [ADDRESS_HEADER]: address.replace('/64', ''), cookie: cookies.only(cookie, names) })
    if (userAgent !== undefined) sent.set('user-agent', userAgent.slice(0, 300))
    if (origin !== null) sent.set('origin', origin)
    const { api } = await load()
    try {
      const { headers, response } = await work(api, { headers: sent, returnHeaders: true })
      newCookies.push(...headers.getSetCookie())
      return response
    } catch (error) {
      throw refusals.toRefusal(error, fields)
    }
  }

  const call = <R>(visitor: Visitor, names: CookieName[], work: Work<Api, R>, fields?: refusals.RefusalFields) =>
    callWith(options.passwordAuth, visitor, names, work, fields)

  const callPasskeys = <R>(visitor: Visitor, names: CookieName[], work: Work<PasskeyApi, R>) =>
    callWith(options.passkeyAuth, visitor, names, work)

  const callWithPassword: typeof call = (...given) => passwordWork(() => call(...given))

  const hashOf = (userId: string, code: string) => createHash('sha256').update(`${userId} ${code}`).digest()

  /** A code works once, so nobody who saw it can use it again. */
  const takeCode = async (userId: string, code: string): Promise<boolean> => {
    await store.removeUsedCodes(pool, ago(CODE_MS))
    return store.insertUsedCode(pool, userId, hashOf(userId, code), ago(0))
  }

  return {
    /** Null: the second factor is still to come. Else the id of who is signed in. */
    async withPassword(visitor: Visitor, email: string, password: string): Promise<string | null> {
      const { before, signedIn } = await passwordWork(async () => ({
        before: await store.findPasswordHash(pool, email),
        signedIn: await call(visitor, ['trust_device'], (api, given) =>
          api.signInEmail({ body: { email, password }, ...given }),
        ),
      }))
      // Changed meanwhile: all sessions were ended before this one was there.
      if ((await store.findPasswordHash(pool, email)) !== before) {
        if ('token' in signedIn) await store.removeSessionByToken(pool, signedIn.token)
        throw refusals.unauthorized(refusals.WRONG_PASSWORD)
      }
      await store.removeEnded(pool, ago(0))
      return 'user' in signedIn ? signedIn.user.id : null
    },

    /** Whose second factor this browser has to give; null when none is expected. */
    async waitingUser(cookie: string | undefined): Promise<string | null> {
      const identifier = cookies.read(cookie, 'two_factor')
      if (identifier === null) return null
      // As better-auth keeps them.
      const stored = createHash('sha256').update(identifier).digest('base64url')
      return store.findWaitingUser(pool, stored, ago(0))
    },

    async withSecondFactor(visitor: Visitor, userId: string, factor: SecondFactor): Promise<void> {
      const { kind, code, trustDevice } = factor
      // Counted before it is checked, for the account alone: whoever gets here has the password, and many addresses.
      const guess = { most: GUESSES_MAX, now: ago(0), since: ago(refusals.LOCKED_SECONDS * SECOND_MS) }
      if (!(await store.countGuess(pool, userId, guess))) throw refusals.tooManyCodes()
      // better-auth would take it, and the sign-in that waits for the next one would be used up.
      const isTotp = kind === 'totp'
      const isUsed = isTotp && (await store.hasUsedCode(pool, userId, hashOf(userId, code), ago(CODE_MS)))
      if (isUsed) throw refusals.unauthorized(refusals.WRONG_CODE)
      const body = { code, trustDevice }
      const { token, user } = await call(visitor, ['two_factor'], (api, given) =>
        isTotp ? api.verifyTOTP({ body, ...given }) : api.verifyBackupCode({ body, ...given }),
      )
      if (typeof token !== 'string' || user.id !== userId) throw refusals.unauthorized(refusals.START_AGAIN)
      // If two requests use the code at once, one comes too late.
      if (isTotp && !(await takeCode(userId, code))) {
        await store.removeSessionByToken(pool, token)
        throw refusals.unauthorized(refusals.WRONG_CODE)
      }
      await store.removeGuesses(pool, userId)
    },

    async changePassword(visitor: Visitor, userId: string, current: string, next: string): Promise<void> {
      const body = { currentPassword: current, newPassword: next, revokeOtherSessions: true }
      const change = (api: Api, given: Given) => api.changePassword({ body, ...given })
      await callWithPassword(visitor, ['session_token'], change, { password: 'current_password' })
      await store.removeDevices(pool, userId)
      // Somebody else may have access to the mailbox that the link went to.
      await removeLinks(pool, 'reset', userId)
    },

    async startTotp(visitor: Visitor, password: string) {
      const body = { password, method: 'totp' } as const
      const begun = await callWithPassword(visitor, ['session_token'], (api, given) =>
        api.enableTwoFactor({ body, ...given }),
      ).catch((error) => {
        // The database keeps one second factor for each person: if two begin at once, one is refused.
        if ((error as { code?: unknown }).code !== '23505') throw error
        const message = 'The set-up was begun twice at once. Begin it again.'
        throw new ApiError('validation_error', { message, cause: error })
      })
      if (!('totpURI' in begun)) throw new Error('better-auth began something else than an authenticator app')
      return { uri: begun.totpURI, backup_codes: begun.backupCodes }
    },

    async confirmTotp(visitor: Visitor, userId: string, code: string): Promise<void> {
      const verify = (api: Api, given: Given) => api.verifyTOTP({ body: { code }, ...given })
      await call(visitor, ['session_token'], verify, { code: 'code' })
      await takeCode(userId, code)
    },

    async stopTotp(visitor: Visitor, password: string, userId: string): Promise<void> {
      await callWithPassword(visitor, ['session_token', 'trust_device'], (api, given) =>
        api.disableTwoFactor({ body: { password }, ...given }),
      )
      await store.removeDevices(pool, userId)
    },

    async newBackupCodes(visitor: Visitor, password: string) {
      const { backupCodes } = await callWithPassword(visitor, ['session_token'], (api, given) =>
        api.generateBackupCodes({ body: { password }, ...given }),
      )
      return { backup_codes: backupCodes }
    },

    passkeyOptions: (visitor: Visitor): Promise<object> =>
      callPasskeys(visitor, ['session_token'], (api, given) => api.generatePasskeyRegistrationOptions(given)),

    /** Returns the id of the passkey. */
    async addPasskey(visitor: Visitor, name: string | null, response: Json): Promise<string> {
      requireOrigin(visitor)
      const body = { response, ...(name === null ? {} : { name }) }
      const added = await callPasskeys(visitor, ['session_token', 'passkey'], (api, given) =>
        api.verifyPasskeyRegistration({ body, ...given }),
      )
      return added.id
    },

    async passkeySignInOptions(visitor: Visitor): Promise<object> {
      const made = await callPasskeys(visitor, [], (api, given) => api.generatePasskeyAuthenticationOptions(given))
      return { ...made, userVerification: 'required' }
    },

    async withPasskey(visitor: Visitor, response: Json): Promise<string> {
      requireOrigin(visitor)
      const body = { response: response as unknown as PasskeyAnswer }
      const { user } = await callPasskeys(visitor, ['passkey'], (api, given) =>
        api.verifyPasskeyAuthentication({ body, ...given }),
      )
      await store.removeEnded(pool, ago(0))
      return user.id
    },
  }
}

/** The authenticator signs the origin, so we must know which one to compare with. */
function requireOrigin({ origin }: Visitor): void {
  if (origin !== null) return
  throw new ApiError('forbidden', {
    message: 'Passkeys work from the dashboard only: the request has no Origin of ours.',
  })
}
