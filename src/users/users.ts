import { type Pool, transaction } from '../db/database.ts'
import { ApiError, validationError } from '../errors.ts'
import { once } from '../http/answers/shared-answer.ts'
import type { UserCaller } from '../http/call.ts'
import { lazy } from '../lib/bounds/remember.ts'
import type { Ids } from '../lib/ids.ts'
import { MINUTE_MS } from '../lib/time/span.ts'
import { changePreferences, findPreferences, type MailPreferences, WITHOUT_MAIL } from '../mail/preferences.ts'
import { isEmail, type MeChange, SAME_AS_EMAIL } from './input.ts'
import { findLink, findResetTime, linkHash, linkOf, removeLink, removeLinks, replaceLink } from './links.ts'
import type { UsersOptions } from './options.ts'
import { createCookies, signInSecret } from './cookies.ts'
import { loadPasskeyAuth, loadPasswordAuth } from './load-auth.ts'
import { createPasswordWork } from './password-work.ts'
import { createSessions } from './sessions.ts'
import { createSetup } from './setup.ts'
import { createSignIn } from './sign-in.ts'
import * as store from './store.ts'
import { findWorkspaceName } from './team-store.ts'
import { createTeam } from './team.ts'

/** So that nobody can flood another person's mailbox, or keep replacing the link in it before it is used. */
const RESET_AGAIN_MS = 5 * MINUTE_MS

export const WRONG_RESET =
  'This link does not work: it was used, a newer one was made, or it is older than an hour. Ask for a new one.'

export type Users = ReturnType<typeof createUsers>

/** People who sign in: their accounts, sessions and team. */
export function createUsers(options: UsersOptions) {
  const { pool, ids, clock, log, baseUrl, sandbox, mailer, onLeave, passwordHash } = options
  const keys = lazy(options.loadKeys)
  const secure = /^https:/i.test(baseUrl)
  const cookies = createCookies(() => signInSecret(keys()[0]!), { secure, sandbox })
  // Loaded at the first sign-in: an installation that only takes requests with keys never pays for it. A key that could
  // not be read must not need a restart.
  const authOptions = () => ({ pool, ids, log, baseUrl, sandbox, passwordHash, keys: keys() })
  const passwordAuth = once(async () => loadPasswordAuth(authOptions()))
  const passkeyAuth = once(async () => loadPasskeyAuth(authOptions()))
  const letters = new Set<Promise<void>>()
  const now = () => new Date(clock.now())
  const passwordWork = createPasswordWork()
  const hashPassword = (password: string) =>
    passwordWork(async () => (await (await passwordAuth()).$context).password.hash(password))

  const sendReset = async (email: string) => {
    const user = await store.findUserByEmail(pool, email)
    if (user === null) return
    const last = await findResetTime(pool, user.id)
    if (last !== null && clock.now() - last.getTime() < RESET_AGAIN_MS) return
    const token = await createResetToken(pool, ids, user.id, clock.now())
    const first = `Hello ${user.name}, with this link you can set a new password for Doorpost.`
    const problem = await mailer.send('reset', { to: user.email, first, link: linkOf(baseUrl, 'reset', token) })
    // A mail that was not sent must not delay the next one.
    if (problem !== null) await removeLinks(pool, 'reset', user.id)
  }

  const get = async (id: string) => {
    const row = await store.findUser(pool, id)
    if (row === null) throw new ApiError('unauthorized', { message: 'Your account was removed from the team.' })
    return row
  }

  /** Throws 400 when the password is the address of the person. */
  const checkPassword = async (userId: string, field: string, password: string) => {
    const user = await store.findUser(pool, userId)
    if (user && isEmail(password, user.email)) {
      throw validationError({ [field]: [SAME_AS_EMAIL.replace('password', field)] })
    }
  }

  return {
    sessions: createSessions(pool, clock, cookies),
    cookies,
    signIn: createSignIn({ pool, clock, cookies, passwordWork, passwordAuth, passkeyAuth }),
    setup: createSetup(options),
    team: createTeam({ pool, ids, clock, baseUrl, mailer, onLeave }),
    mailer,
    hashPassword,
    get,
    checkPassword,
    async me({ userId, workspaceId, sessionId, role, scopes }: UserCaller) {
      const [user, workspace, sessions, preferences] = await Promise.all([
        get(userId),
        findWorkspaceName(pool, workspaceId),
        store.selectSessions(pool, userId, now()),
        findPreferences(pool, { workspaceId, userId }),
      ])
      const session = sessions.find(({ id }) => id === sessionId)
      if (session === undefined)
        throw new ApiError('unauthorized', { message: 'Your session has ended. Sign in again.' })
      return {
        user,
        role,
        scopes: [...scopes],
        workspace: { id: workspaceId, name: workspace },
        session: { id: sessionId, expires_at: session.expires_at },
        ...preferences,
        features: { mail: mailer.isSet, sandbox },
      }
    },
    /** Throws 400 for mail that cannot be sent. */
    async updateMe({ userId, workspaceId }: UserCaller, { name, ...preferences }: MeChange): Promise<void> {
      if (!mailer.isSet) refuseMail(preferences)
      await transaction(pool, async (tx) => {
        if (name !== undefined) await store.updateName(tx, userId, name, now())
        await changePreferences(tx, { workspaceId, userId }, preferences, clock.now())
      })
    },
    listSessions: async ({ userId, sessionId }: UserCaller) =>
      (await store.selectSessions(pool, userId, now())).map(({ id, ip_address, user_agent, ...times }) => {
        return { id, current: id === sessionId, address: ip_address || null, user_agent: user_agent || null, ...times }
      }),
    /** False when the person has no such session. */
    endSession: (userId: string, id: string) => store.removeOwn(pool, 'sessions', userId, id),
    /** Also browsers that were trusted with the second factor. */
    endAllSessions: (userId: string) => transaction(pool, (tx) => store.removeSessionsAndDevices(tx, userId)),
    listPasskeys: (userId: string) => store.selectPasskeys(pool, userId),
    removePasskey: (userId: string, id: string) => store.removeOwn(pool, 'passkeys', userId, id),
    /** Mails the address if it has an account. Returns before the mail is sent: the time it takes would tell which. */
    forgotPassword(email: string): void {
      const letter = sendReset(email)
        .catch((error) => log.error({ part: 'mail', err: error }, 'e-mail was not sent'))
        .finally(() => letters.delete(letter))
      letters.add(letter)
    },
    /** Sets the password and ends all sessions. Throws 403 when the link does not work. */
    async resetPassword(token: string, password: string): Promise<void> {
      const hash = linkHash('reset', token)
      const userId = hash && (await findLink(pool, 'reset', hash, now()))?.user_id
      if (!userId) throw wrongReset()
      await checkPassword(userId, 'password', password)
      const passwordHash = await hashPassword(password)
      await transaction(pool, async (tx) => {
        if (!(await removeLink(tx, hash))) throw wrongReset()
        await store.updatePassword(tx, userId, passwordHash, now())
        await store.removeSessionsAndDevices(tx, userId)
      })
    },
    /** Waits for mails that are being sent. */
    async close(): Promise<void> {
      await Promise.all(letters)
    },
  }
}

/** The token of a link that sets a new password. The link before it stops working. */
export function createResetToken(pool: Pool, ids: Ids, userId: string, now: number): Promise<string> {
  return transaction(pool, (tx) => replaceLink(tx, ids, 'reset', userId, now))
}

/** Without a mail server nothing that is switched on would ever come. */
function refuseMail({ lead_mail, weekly_mail }: Partial<MailPreferences>): void {
  const details = {
    ...(lead_mail !== undefined && lead_mail !== 'off' ? { lead_mail: [WITHOUT_MAIL] } : {}),
    ...(weekly_mail ? { weekly_mail: [WITHOUT_MAIL] } : {}),
  }
  if (Object.keys(details).length > 0) throw validationError(details)
}

function wrongReset(): ApiError {
  return new ApiError('forbidden', { message: WRONG_RESET })
}
