import { createHash } from 'node:crypto'
import type { Pool } from '../../db/database.ts'
import { ApiError } from '../../errors.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { SecondFactor } from '../input.ts'
import { removeResetLink } from '../link-store.ts'
import {
  begunTwice,
  LOCKED_SECONDS,
  type RefusalFields,
  startAgain,
  tooManyCodes,
  toRefusal,
  wrongCode,
  wrongPassword,
} from '../refusals.ts'
import {
  countGuess,
  findPasswordHash,
  findWaitingUser,
  hasUsedCode,
  insertUsedCode,
  removeDevices,
  removeEnded,
  removeGuesses,
  removeSessionByToken,
  removeUsedCodes,
} from '../store.ts'
import type { Auth } from './auth.ts'
import type { CookieName, Cookies } from './cookies.ts'
import type { PasswordWork } from './password-work.ts'

/** Under which better-auth is told the address that the limits count by. */
export const ADDRESS_HEADER = 'x-doorpost-client'

/** What better-auth has to know of a request. */
export interface Visitor {
  cookie: string | undefined
  userAgent: string | undefined
  address: string
  /** The origin of the page, when it is one of ours. */
  origin: string | null
}

export interface Outcome<T> {
  value: T
  /** To be set in the answer. */
  cookies: string[]
}

type Json = Record<string, unknown>
/** Its own look decides what is in there. */
type PasskeyAnswer = NonNullable<Parameters<Auth['api']['verifyPasskeyAuthentication']>[0]>['body']['response']

/** The ways in, and what proves that somebody is who they say. Refusals are thrown. */
export interface SignIn {
  /** Null: the second factor is still to come. Else the id of who is signed in. */
  withPassword(visitor: Visitor, email: string, password: string): Promise<Outcome<string | null>>
  /** Whose second factor this browser is to give; null when it is not to give any. */
  waitingUser(visitor: Visitor): Promise<string | null>
  withSecondFactor(visitor: Visitor, userId: string, factor: SecondFactor): Promise<Outcome<string>>
  changePassword(visitor: Visitor, userId: string, current: string, next: string): Promise<Outcome<void>>
  startTotp(visitor: Visitor, password: string): Promise<Outcome<{ uri: string; backupCodes: string[] }>>
  confirmTotp(visitor: Visitor, userId: string, code: string): Promise<Outcome<void>>
  stopTotp(visitor: Visitor, userId: string, password: string): Promise<Outcome<void>>
  newBackupCodes(visitor: Visitor, password: string): Promise<Outcome<string[]>>
  passkeyOptions(visitor: Visitor): Promise<Outcome<Json>>
  /** Returns the id of the passkey. */
  addPasskey(visitor: Visitor, name: string | null, response: Json): Promise<Outcome<string>>
  passkeySignInOptions(visitor: Visitor): Promise<Outcome<Json>>
  withPasskey(visitor: Visitor, response: Json): Promise<Outcome<string>>
}

export interface SignInOptions {
  pool: Pool
  clock: Clock
  cookies: Cookies
  loadAuth: () => Promise<Auth>
  passwordWork: PasswordWork
}

// A code is good for half a minute, and for as long before and after.
const CODE_MS = 5 * 60 * 1000

/** Wrong codes in a row that are judged; then none is for LOCKED_SECONDS. */
const GUESSES_MAX = 10

export function createSignIn({ pool, clock, cookies, loadAuth, passwordWork }: SignInOptions): SignIn {
  /** Calls better-auth; its refusals come out in our words. */
  async function call<R>(
    work: (auth: Auth) => Promise<{ headers: Headers; response: R }>,
    fields?: RefusalFields,
  ): Promise<Outcome<R>> {
    const auth = await loadAuth()
    try {
      const { headers, response } = await work(auth)
      return { value: response, cookies: headers.getSetCookie() }
    } catch (error) {
      throw toRefusal(error, fields)
    }
  }

  const callWithPassword: typeof call = (work, fields) => passwordWork(() => call(work, fields))

  /** What better-auth is told of a request, with no cookies but those that the call is about. */
  function headersOf({ cookie, userAgent, address, origin }: Visitor, ...names: CookieName[]): Headers {
    const headers = new Headers({ [ADDRESS_HEADER]: address.replace('/64', ''), cookie: cookies.only(cookie, names) })
    if (userAgent !== undefined) headers.set('user-agent', userAgent.slice(0, 300))
    if (origin !== null) headers.set('origin', origin)
    return headers
  }

  const hashOf = (userId: string, code: string) => createHash('sha256').update(`${userId} ${code}`).digest()

  const isTaken = (userId: string, code: string): Promise<boolean> =>
    hasUsedCode(pool, userId, hashOf(userId, code), new Date(clock.now() - CODE_MS))

  /** A code counts once, whoever saw it on the way. */
  const takeCode = async (userId: string, code: string): Promise<boolean> => {
    const now = clock.now()
    await removeUsedCodes(pool, new Date(now - CODE_MS))
    return insertUsedCode(pool, userId, hashOf(userId, code), new Date(now))
  }

  const sweep = () => removeEnded(pool, new Date(clock.now()))

  return {
    async withPassword(visitor, email, password) {
      const headers = headersOf(visitor, 'trust_device')
      const { before, signedIn } = await passwordWork(async () => ({
        before: await findPasswordHash(pool, email),
        signedIn: await call((auth) =>
          auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
        ),
      }))
      const { value, cookies: set } = signedIn
      // Changed meanwhile: all sessions were ended before this one was there.
      if ((await findPasswordHash(pool, email)) !== before) {
        if ('token' in value) await removeSessionByToken(pool, value.token)
        throw wrongPassword()
      }
      await sweep()
      return { value: 'user' in value ? value.user.id : null, cookies: set }
    },

    async waitingUser(visitor) {
      const identifier = cookies.read(visitor.cookie, 'two_factor')
      if (identifier === null) return null
      // As better-auth keeps them.
      const stored = createHash('sha256').update(identifier).digest('base64url')
      return findWaitingUser(pool, stored, new Date(clock.now()))
    },

    async withSecondFactor(visitor, userId, { kind, code, trustDevice }) {
      // Counted before it is judged, for the account alone: whoever gets here has the password, and many addresses.
      const guess = {
        most: GUESSES_MAX,
        now: new Date(clock.now()),
        since: new Date(clock.now() - LOCKED_SECONDS * 1000),
      }
      if (!(await countGuess(pool, userId, guess))) throw tooManyCodes()
      // better-auth would take it, and the sign-in that waits for the next one would be used up.
      if (kind === 'totp' && (await isTaken(userId, code))) throw wrongCode({})
      const headers = headersOf(visitor, 'two_factor')
      const body = { code, trustDevice }
      const { value, cookies: set } = await call((auth) =>
        kind === 'totp'
          ? auth.api.verifyTOTP({ body, headers, returnHeaders: true })
          : auth.api.verifyBackupCode({ body, headers, returnHeaders: true }),
      )
      if (typeof value.token !== 'string' || value.user.id !== userId) throw startAgain()
      // Of two at once one comes too late.
      if (kind === 'totp' && !(await takeCode(userId, code))) {
        await removeSessionByToken(pool, value.token)
        throw wrongCode({})
      }
      await removeGuesses(pool, userId)
      return { value: userId, cookies: set }
    },

    async changePassword(visitor, userId, current, next) {
      const body = { currentPassword: current, newPassword: next, revokeOtherSessions: true }
      const { cookies: set } = await callWithPassword(
        (auth) => auth.api.changePassword({ body, headers: headersOf(visitor, 'session_token'), returnHeaders: true }),
        { password: 'current_password' },
      )
      await removeDevices(pool, userId)
      // Whoever changes a password may do so because of the mailbox that the link went to.
      await removeResetLink(pool, userId)
      return { value: undefined, cookies: set }
    },

    async startTotp(visitor, password) {
      const { value, cookies: set } = await callWithPassword((auth) =>
        auth.api.enableTwoFactor({
          body: { password, method: 'totp' },
          headers: headersOf(visitor, 'session_token'),
          returnHeaders: true,
        }),
      ).catch((error) => {
        throw begunTwice(error)
      })
      if (!('totpURI' in value)) throw new Error('better-auth began something else than an authenticator app')
      return { value: { uri: value.totpURI, backupCodes: value.backupCodes }, cookies: set }
    },

    async confirmTotp(visitor, userId, code) {
      const fields = { code: 'code' }
      const { cookies: set } = await call(
        (auth) =>
          auth.api.verifyTOTP({ body: { code }, headers: headersOf(visitor, 'session_token'), returnHeaders: true }),
        fields,
      )
      await takeCode(userId, code)
      return { value: undefined, cookies: set }
    },

    async stopTotp(visitor, userId, password) {
      const headers = headersOf(visitor, 'session_token', 'trust_device')
      const { cookies: set } = await callWithPassword((auth) =>
        auth.api.disableTwoFactor({ body: { password }, headers, returnHeaders: true }),
      )
      await removeDevices(pool, userId)
      return { value: undefined, cookies: set }
    },

    async newBackupCodes(visitor, password) {
      const headers = headersOf(visitor, 'session_token')
      const { value, cookies: set } = await callWithPassword((auth) =>
        auth.api.generateBackupCodes({ body: { password }, headers, returnHeaders: true }),
      )
      return { value: value.backupCodes, cookies: set }
    },

    async passkeyOptions(visitor) {
      const headers = headersOf(visitor, 'session_token')
      const { value, cookies: set } = await call((auth) =>
        auth.api.generatePasskeyRegistrationOptions({ headers, returnHeaders: true }),
      )
      return { value: { ...value }, cookies: set }
    },

    async addPasskey(visitor, name, response) {
      requireOrigin(visitor)
      const headers = headersOf(visitor, 'session_token', 'passkey')
      const body = { response, ...(name === null ? {} : { name }) }
      const { value, cookies: set } = await call((auth) =>
        auth.api.verifyPasskeyRegistration({ body, headers, returnHeaders: true }),
      )
      return { value: value.id, cookies: set }
    },

    async passkeySignInOptions(visitor) {
      const headers = headersOf(visitor)
      const { value, cookies: set } = await call((auth) =>
        auth.api.generatePasskeyAuthenticationOptions({ headers, returnHeaders: true }),
      )
      return { value: { ...value, userVerification: 'required' }, cookies: set }
    },

    async withPasskey(visitor, response) {
      requireOrigin(visitor)
      const headers = headersOf(visitor, 'passkey')
      const body = { response: response as unknown as PasskeyAnswer }
      const { value, cookies: set } = await call((auth) =>
        auth.api.verifyPasskeyAuthentication({ body, headers, returnHeaders: true }),
      )
      await sweep()
      return { value: value.user.id, cookies: set }
    },
  }
}

/** The authenticator signs it, so it has to be known what to compare with. */
function requireOrigin({ origin }: Visitor): void {
  if (origin !== null) return
  throw new ApiError('forbidden', {
    message: 'Passkeys work from the dashboard only: the request has no Origin of ours.',
  })
}
