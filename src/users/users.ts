import { type Pool, transaction } from '../db/database.ts'
import { ApiError, validationError } from '../errors.ts'
import type { Sessions } from '../http/access/auth.ts'
import type { UserCaller } from '../http/call.ts'
import type { Ids } from '../lib/ids.ts'
import type { Log } from '../lib/log/log.ts'
import type { SecretKey } from '../lib/secrets/secret-box.ts'
import type { Clock } from '../lib/time/clock.ts'
import { isEmail, SAME_AS_EMAIL } from './input.ts'
import { findResetLink, findResetTime, removeLink, removeResetLink, replaceResetLink } from './link-store.ts'
import { LETTERS, type Mailer } from './mail.ts'
import type { Auth } from './sign-in/auth.ts'
import { type Cookies, createCookies, signInSecret } from './sign-in/cookies.ts'
import { createPasswordWork } from './sign-in/password-work.ts'
import { createSessions } from './sign-in/sessions.ts'
import { createSetup, type Setup } from './sign-in/setup.ts'
import { createSignIn, type SignIn } from './sign-in/sign-in.ts'
import {
  findUser,
  findUserByEmail,
  type PasskeyRow,
  removeDevices,
  removePasskey,
  removeSession,
  removeSessions,
  type SessionRow,
  selectPasskeys,
  selectSessions,
  type UserRow,
  updateName,
  updatePassword,
} from './store.ts'
import { findWorkspaceName } from './team/store.ts'
import { createTeam, type Team } from './team/team.ts'
import { createLinkToken, linkHash, linkOf } from './tokens.ts'

export const RESET_MS = 60 * 60 * 1000
/** Nobody's mailbox is to be filled by somebody else, nor the link in it to be replaced before it can be used. */
const RESET_AGAIN_MS = 5 * 60 * 1000

const WRONG_RESET =
  'This link does not work: it was used, a newer one was made, or it is older than an hour. Ask for a new one.'

export interface User {
  id: string
  name: string
  email: string
  two_factor: boolean
  passkeys: number
}

/** People who sign in: their accounts, sessions and team. */
export interface Users {
  sessions: Sessions
  cookies: Cookies
  signIn: SignIn
  setup: Setup
  team: Team
  mailer: Mailer
  hashPassword(password: string): Promise<string>
  get(id: string): Promise<User>
  me(caller: UserCaller): Promise<object>
  rename(id: string, name: string): Promise<void>
  listSessions(caller: UserCaller): Promise<object[]>
  /** False when the person has no such session. */
  endSession(userId: string, id: string): Promise<boolean>
  /** Also browsers that were trusted with the second factor. */
  endAllSessions(userId: string): Promise<void>
  listPasskeys(userId: string): Promise<Array<{ id: string }>>
  removePasskey(userId: string, id: string): Promise<boolean>
  /** Throws 400 when it is the address of the person. */
  checkPassword(userId: string, field: string, password: string): Promise<void>
  /** Writes to the address, when it has an account. Returns before the mail is sent: its time would tell. */
  forgotPassword(email: string): void
  /** Sets the password and ends all sessions. Throws 403 when the link does not work. */
  resetPassword(token: string, password: string): Promise<void>
  /** Waits for mails under way. */
  close(): Promise<void>
}

export interface UsersOptions {
  pool: Pool
  ids: Ids
  clock: Clock
  log: Log
  baseUrl: string
  workspaceId: string
  sandbox: boolean
  mailer: Mailer
  /** The installation's keys, the current one first. */
  loadKeys: () => SecretKey[]
}

export function createUsers(options: UsersOptions): Users {
  const { pool, ids, clock, log, baseUrl, sandbox, mailer } = options
  let known: SecretKey[] | null = null
  const keys = () => {
    known ??= options.loadKeys()
    return known
  }
  const secure = /^https:/i.test(baseUrl)
  const cookies = createCookies({ secret: () => signInSecret(keys()[0]!), secure, sandbox })
  let loading: Promise<Auth> | null = null
  const loadAuth = () => {
    // Loaded at the first sign-in: an installation that only takes requests with keys never pays for it.
    loading ??= import('./sign-in/auth.ts')
      .then(({ createAuth }) => createAuth({ pool, ids, log, baseUrl, sandbox, keys: keys() }))
      .catch((error) => {
        // The next one tries again: a key that could not be read must not need a restart.
        loading = null
        throw error
      })
    return loading
  }
  const letters = new Set<Promise<void>>()
  const now = () => new Date(clock.now())
  const passwordWork = createPasswordWork()
  const hashPassword = (password: string) =>
    passwordWork(async () => (await (await loadAuth()).$context).password.hash(password))

  const sendReset = async (email: string) => {
    const user = await findUserByEmail(pool, email)
    if (user === null) return
    const last = await findResetTime(pool, user.id)
    if (last !== null && clock.now() - last.getTime() < RESET_AGAIN_MS) return
    const token = await createResetToken(pool, ids, user.id, clock.now())
    const { subject, end } = LETTERS.reset
    const paragraphs = [`Hello ${user.name}, with this link you can set a new password for Doorpost.`, end]
    const link = linkOf(baseUrl, 'reset', token)
    // What nobody got need not hold up the next.
    if ((await mailer.send({ to: user.email, subject, paragraphs, link })) !== null)
      await removeResetLink(pool, user.id)
  }

  return {
    sessions: createSessions({ pool, clock, cookies }),
    cookies,
    signIn: createSignIn({ pool, clock, cookies, loadAuth, passwordWork }),
    setup: createSetup(options),
    team: createTeam({ pool, ids, clock, baseUrl, mailer }),
    mailer,
    hashPassword,
    async get(id) {
      const row = await findUser(pool, id)
      if (row === null) throw new ApiError('unauthorized', { message: 'Your account was removed from the team.' })
      return toUser(row)
    },
    async me({ userId, workspaceId, sessionId, role, scopes }) {
      const [user, workspace, sessions] = await Promise.all([
        this.get(userId),
        findWorkspaceName(pool, workspaceId),
        selectSessions(pool, userId, now()),
      ])
      const session = sessions.find(({ id }) => id === sessionId)
      if (session === undefined)
        throw new ApiError('unauthorized', { message: 'Your session has ended. Sign in again.' })
      return {
        user,
        role,
        scopes: [...scopes],
        workspace: { id: workspaceId, name: workspace },
        session: { id: sessionId, expires_at: session.expires_at.toISOString() },
        features: { mail: mailer.isSet, sandbox: options.sandbox },
      }
    },
    rename: (id, name) => updateName(pool, id, name, now()),
    async listSessions({ userId, sessionId }) {
      return (await selectSessions(pool, userId, now())).map((row) => toSession(row, sessionId))
    },
    endSession: (userId, id) => removeSession(pool, userId, id),
    endAllSessions: (userId) =>
      transaction(pool, async (tx) => {
        await removeSessions(tx, userId)
        await removeDevices(tx, userId)
      }),
    listPasskeys: async (userId) => (await selectPasskeys(pool, userId)).map(toPasskey),
    removePasskey: (userId, id) => removePasskey(pool, userId, id),
    async checkPassword(userId, field, password) {
      const user = await findUser(pool, userId)
      if (user && isEmail(password, user.email)) {
        throw validationError({ [field]: [SAME_AS_EMAIL.replace('password', field)] })
      }
    },
    forgotPassword(email) {
      const letter = sendReset(email)
        .catch((error) => log.error({ part: 'mail', err: error }, 'mail was not sent'))
        .finally(() => letters.delete(letter))
      letters.add(letter)
    },
    async resetPassword(token, password) {
      const hash = linkHash('reset', token)
      const link = hash && (await findResetLink(pool, hash, now()))
      if (!link) throw new ApiError('forbidden', { message: WRONG_RESET })
      await this.checkPassword(link.userId, 'password', password)
      const passwordHash = await hashPassword(password)
      await transaction(pool, async (tx) => {
        if (!(await removeLink(tx, hash))) throw new ApiError('forbidden', { message: WRONG_RESET })
        await updatePassword(tx, link.userId, passwordHash, now())
        await removeSessions(tx, link.userId)
        await removeDevices(tx, link.userId)
      })
    },
    async close() {
      await Promise.all(letters)
    },
  }
}

/** For a link that sets a new password. The one before it works no more. */
export function createResetToken(pool: Pool, ids: Ids, userId: string, now: number): Promise<string> {
  return transaction(pool, async (tx) => {
    const { token, hash } = createLinkToken('reset')
    const link = { id: ids.next().id, tokenHash: hash, at: new Date(now), expiresAt: new Date(now + RESET_MS) }
    await replaceResetLink(tx, userId, link)
    return token
  })
}

function toUser({ two_factor_enabled, ...row }: UserRow): User {
  return { id: row.id, name: row.name, email: row.email, two_factor: two_factor_enabled, passkeys: row.passkeys }
}

function toSession(row: SessionRow, currentId: string): object {
  return {
    id: row.id,
    current: row.id === currentId,
    address: row.ip_address || null,
    user_agent: row.user_agent || null,
    created_at: row.created_at.toISOString(),
    renewed_at: row.updated_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}

function toPasskey({ id, name, backed_up, created_at }: PasskeyRow) {
  return { id, name, synced: backed_up, created_at: created_at.toISOString() }
}
