import { availableParallelism } from 'node:os'
import { type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { ApiError, retryLater, validationError } from '../errors.ts'
import { once } from '../http/answers/shared-answer.ts'
import type { UserCaller } from '../http/call.ts'
import { lazy } from '../lib/bounds/remember.ts'
import { createWorkLine, LineFullError } from '../lib/bounds/work-line.ts'
import type { SecretKey } from '../lib/secrets/secret-box.ts'
import { MINUTE_MS } from '../lib/time/span.ts'
import { type Mailer, WITHOUT_MAIL } from '../mail/mailer.ts'
import { changePreferences, findPreferences, type MailPreferences } from '../mail/team-store.ts'
import { message } from '../messages/message.ts'
import type { AuthOptions } from './auth.ts'
import { createResetToken, findLink, findResetTime, linkHash, linkOf, removeLink, removeLinks } from './links.ts'
import { loadPasskeyAuth, loadPasswordAuth } from './load-auth.ts'
import { isEmail, type MeChange, sameAsEmail } from './schemas.ts'
import { signInSecret } from './secrets.ts'
import { createCookies, createSessions } from './sessions.ts'
import * as store from './store.ts'

export interface UsersOptions extends Omit<AuthOptions, 'keys'>, Pick<Parts, 'clock'> {
  workspaceId: string
  mailer: Mailer
  /** Called in the transaction that removes a person from the team. */
  onLeave: (tx: Tx, workspaceId: string, userId: string) => Promise<void>
  /** The current one first. */
  loadKeys: () => SecretKey[]
}

/** Keeps strangers from flooding a mailbox, or from replacing the link in it before it is used. */
const RESET_AGAIN_MS = 5 * MINUTE_MS

const WRONG_RESET = message('reset.wrong_link')

export type Users = ReturnType<typeof createUsers>

/** The first argument of the functions in this folder: people who sign in, their sessions and their team. */
export function createUsers(options: UsersOptions) {
  const { pool, clock, baseUrl, sandbox } = options
  const keys = lazy(options.loadKeys)
  const cookies = createCookies(() => signInSecret(keys()[0]!), { secure: /^https:/i.test(baseUrl), sandbox })
  // Loaded at the first sign-in: an installation that only gets requests with keys never needs it. A key that could not
  // be read must not require a restart.
  const passwordAuth = once(async () => loadPasswordAuth({ ...options, keys: keys() }))
  const passkeyAuth = once(async () => loadPasskeyAuth({ ...options, keys: keys() }))
  const passwordWork = createPasswordWork()
  const resetMails = new Set<Promise<void>>()
  return {
    ...options,
    cookies,
    passwordAuth,
    passkeyAuth,
    passwordWork,
    resetMails,
    sessions: createSessions(pool, clock, cookies),
    hashPassword: (password: string) =>
      passwordWork(async () => (await (await passwordAuth()).$context).password.hash(password)),
    async get(id: string) {
      const row = await store.findUser(pool, id)
      if (row === null) throw new ApiError('unauthorized', { message: message('sign_in.account_removed') })
      return row
    },
    async close(): Promise<void> {
      await Promise.all(resetMails)
    },
  }
}

// A hash takes 32 MB and a CPU core for about 60 ms. One core is left for everything else.
const AT_ONCE_MAX = 2
// All waiting requests are answered within seconds.
const WAITING_MAX = 30

/**
 * Runs work that hashes a password, a few at a time. Throws 429 at once if too many wait. It covers the whole attempt,
 * not only its hash, so that a refused attempt costs nothing.
 */
function createPasswordWork() {
  const atOnce = Math.max(1, Math.min(AT_ONCE_MAX, availableParallelism() - 1))
  const line = createWorkLine({ atOnce, waitingMax: WAITING_MAX })
  return <T>(work: () => Promise<T>): Promise<T> =>
    line.run(work).catch((error) => {
      if (!(error instanceof LineFullError)) throw error
      throw retryLater('rate_limit_exceeded', message('sign_in.too_many_people'), 5, error)
    })
}

export async function showMe(users: Users, { userId, workspaceId, sessionId, role, scopes }: UserCaller) {
  const { pool, clock, mailer, sandbox } = users
  const [user, workspace, sessions, preferences, reading] = await Promise.all([
    users.get(userId),
    store.findWorkspaceName(pool, workspaceId),
    store.selectSessions(pool, userId, new Date(clock.now())),
    findPreferences(pool, { workspaceId, userId }),
    store.findReading(pool, userId),
  ])
  const session = sessions.find(({ id }) => id === sessionId)
  if (session === undefined) throw new ApiError('unauthorized', { message: message('access.session_ended') })
  return {
    user,
    role,
    scopes: [...scopes],
    workspace: { id: workspaceId, name: workspace },
    session: { id: sessionId, expires_at: session.expires_at },
    ...preferences,
    ...reading!,
    features: { mail: mailer.isSet, sandbox },
  }
}

/** Throws 400 for preferences that need a mail server if there is none. */
export async function updateMe(
  { pool, clock, mailer }: Users,
  { userId, workspaceId }: UserCaller,
  { lead_mail, weekly_mail, ...own }: MeChange,
): Promise<void> {
  const preferences = {
    ...(lead_mail === undefined ? {} : { lead_mail }),
    ...(weekly_mail === undefined ? {} : { weekly_mail }),
  }
  if (!mailer.isSet) refuseMail(preferences)
  await transaction(pool, async (tx) => {
    if (Object.keys(own).length > 0) await store.updateUser(tx, userId, own, new Date(clock.now()))
    await changePreferences(tx, { workspaceId, userId }, preferences, clock.now())
  })
}

/** Without a mail server, nothing would ever be sent. */
function refuseMail({ lead_mail, weekly_mail }: Partial<MailPreferences>): void {
  const details = {
    ...(lead_mail !== undefined && lead_mail !== 'off' ? { lead_mail: [WITHOUT_MAIL] } : {}),
    ...(weekly_mail ? { weekly_mail: [WITHOUT_MAIL] } : {}),
  }
  if (Object.keys(details).length > 0) throw validationError(details)
}

export async function listSessions({ pool, clock }: Users, { userId, sessionId }: UserCaller) {
  const rows = await store.selectSessions(pool, userId, new Date(clock.now()))
  return rows.map(({ id, ip_address, user_agent, ...times }) => {
    return { id, current: id === sessionId, address: ip_address || null, user_agent: user_agent || null, ...times }
  })
}

/** Throws 400 if the password is the person's address. */
export async function refuseEmailAsPassword({ pool }: Users, userId: string, field: string, password: string) {
  const user = await store.findUser(pool, userId)
  if (user && isEmail(password, user.email)) throw sameAsEmail(field)
}

/**
 * Mails the address if it has an account. Returns before the mail is sent: the time taken would reveal whether it has
 * one.
 */
export function forgotPassword(users: Users, email: string): void {
  const mail = sendReset(users, email)
    .catch((error) => users.log.error({ part: 'mail', err: error }, 'e-mail was not sent'))
    .finally(() => users.resetMails.delete(mail))
  users.resetMails.add(mail)
}

async function sendReset({ pool, ids, clock, mailer, baseUrl }: Users, email: string): Promise<void> {
  const user = await store.findUserByEmail(pool, email)
  if (user === null) return
  const last = await findResetTime(pool, user.id)
  if (last !== null && clock.now() - last.getTime() < RESET_AGAIN_MS) return
  const token = await createResetToken(pool, ids, user.id, clock.now())
  const language = (await store.findReading(pool, user.id))?.language ?? 'en'
  const first = message('letter.reset', { name: user.name })
  const letter = { to: user.email, first, link: linkOf(baseUrl, 'reset', token), language }
  const problem = await mailer.send('reset', letter)
  // A failed mail must not delay the next one.
  if (problem !== null) await removeLinks(pool, 'reset', user.id)
}

/** Sets the password and ends all sessions. Throws 403 if the link is not valid. */
export async function resetPassword(users: Users, token: string, password: string): Promise<void> {
  const { pool, clock } = users
  const hash = linkHash('reset', token)
  const userId = hash && (await findLink(pool, 'reset', hash, new Date(clock.now())))?.user_id
  if (!userId) throw new ApiError('forbidden', { message: WRONG_RESET })
  await refuseEmailAsPassword(users, userId, 'password', password)
  const passwordHash = await users.hashPassword(password)
  await transaction(pool, async (tx) => {
    if (!(await removeLink(tx, hash))) throw new ApiError('forbidden', { message: WRONG_RESET })
    await store.updatePassword(tx, userId, passwordHash, new Date(clock.now()))
    await store.removeSessionsAndDevices(tx, userId)
  })
}
