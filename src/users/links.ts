import { build, type Db, type Pool, run, runOne, sql, type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { LOCKS } from '../db/writes/locks.ts'
import { ApiError } from '../errors.ts'
import type { Ids } from '../lib/ids.ts'
import { commandLine } from '../lib/program.ts'
import { tokenFormat } from '../lib/text/base62.ts'
import { DAY_MS, HOUR_MS } from '../lib/time/span.ts'
import type { Language } from '../messages/languages.ts'
import { message } from '../messages/message.ts'
import type { NewOwner } from './schemas.ts'
import { hasUsers, insertUser, updateTimeZone } from './store.ts'

/** How long one-time links are valid. */
export const INVITATION_MS = 7 * DAY_MS
const LASTS_MS = { setup: DAY_MS, reset: HOUR_MS }

/** One-time links: the prefix of their tokens, and the page they lead to. Only the hash of a token is stored. */
const LINKS = {
  setup: { tokens: tokenFormat('setup_'), page: 'set-up' },
  reset: { tokens: tokenFormat('reset_'), page: 'reset-password' },
  join: { tokens: tokenFormat('join_'), page: 'join' },
}

type LinkKind = keyof typeof LINKS

export function createLinkToken(kind: LinkKind): { token: string; hash: Buffer } {
  const { create, hashOf } = LINKS[kind].tokens
  const token = create()
  return { token, hash: hashOf(token) }
}

/** Null if the text is not such a token, so no look-up is needed. */
export function linkHash(kind: LinkKind, token: string): Buffer | null {
  const { isToken, hashOf } = LINKS[kind].tokens
  return isToken(token) ? hashOf(token) : null
}

/** The token is after the #, which browsers do not send, so it is in no server or proxy log. */
export function linkOf(baseUrl: string, kind: LinkKind, token: string): string {
  return `${baseUrl}/${LINKS[kind].page}#token=${token}`
}

// Stored links: set-up and reset. Invitations have their own table.

type StoredKind = keyof typeof LASTS_MS

/** Returns the token of a new link, and invalidates the previous one. `userId` is null for the set-up link. */
async function replaceLink(tx: Tx, ids: Ids, kind: StoredKind, userId: string | null, now: number): Promise<string> {
  const { token, hash } = createLinkToken(kind)
  const times = { created_at: new Date(now), expires_at: new Date(now + LASTS_MS[kind]) }
  await removeLinks(tx, kind, userId)
  const row = { id: ids.next().id, kind, user_id: userId, token_hash: hash, ...times }
  await run(tx, build.insertInto('account_links').values(row))
  return token
}

export async function removeLinks(db: Db, kind: StoredKind, userId: string | null): Promise<void> {
  const all = build.deleteFrom('account_links').where('kind', '=', kind)
  await run(db, userId === null ? all : all.where('user_id', '=', userId))
}

export function findLink(db: Db, kind: StoredKind, tokenHash: Buffer, now: Date) {
  const link = build.selectFrom('account_links').select('user_id').where('kind', '=', kind)
  return runOne(db, link.where('token_hash', '=', tokenHash).where('expires_at', '>', now))
}

/** When the user's current link was made, if there is one. */
export async function findResetTime(db: Db, userId: string): Promise<Date | null> {
  const link = build.selectFrom('account_links').select('created_at').where('user_id', '=', userId)
  return (await runOne(db, link))?.created_at ?? null
}

/** Returns false if it has been used meanwhile. */
export async function removeLink(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const gone = build.deleteFrom('account_links').where('token_hash', '=', tokenHash).returning('id')
  return (await runOne(tx, gone)) !== null
}

/** Returns the token of a password reset link, and invalidates the previous one. */
export function createResetToken(pool: Pool, ids: Ids, userId: string, now: number): Promise<string> {
  return transaction(pool, (tx) => replaceLink(tx, ids, 'reset', userId, now))
}

// The set-up link: only a person who can read the output of the process can become the first owner.

const SET_UP_ALREADY = message('setup.done_already')

/** Returns the token of a set-up link, and invalidates earlier ones; null once a person can sign in. */
export function createSetupToken(pool: Pool, ids: Ids, now: number): Promise<string | null> {
  return transaction(pool, async (tx) => {
    await lockSetup(tx)
    return (await hasUsers(tx)) ? null : replaceLink(tx, ids, 'setup', null, now)
  })
}

/** Throws 403 unless the set-up link is valid. */
export async function checkSetupToken(db: Db, token: string, now: number): Promise<void> {
  if (await hasUsers(db)) throw new ApiError('forbidden', { message: SET_UP_ALREADY })
  const hash = linkHash('setup', token)
  if (hash === null || !(await findLink(db, 'setup', hash, new Date(now)))) {
    const command = commandLine('users setup-link')
    throw new ApiError('forbidden', { message: message('setup.wrong_link', { command }) })
  }
}

/** Creates the first owner. Throws 403 if the link is not valid, or another person was faster. */
export function claimSetup(
  { pool, ids, clock, workspaceId }: Pick<Parts, 'pool' | 'ids' | 'clock'> & { workspaceId: string },
  { token, name, email, time_zone: zone }: NewOwner,
  { passwordHash, language }: { passwordHash: string; language: Language },
): Promise<void> {
  return transaction(pool, async (tx) => {
    await lockSetup(tx)
    await checkSetupToken(tx, token, clock.now())
    const at = new Date(clock.now())
    await insertUser(tx, ids, { workspaceId, role: 'owner', name, email, passwordHash, language, at })
    if (zone !== null) await updateTimeZone(tx, workspaceId, zone)
    await removeLinks(tx, 'setup', null)
  })
}

/** If two people claim the installation or ask for a link at once, the second sees what the first did. */
async function lockSetup(tx: Tx): Promise<void> {
  await run(tx, sql`select pg_advisory_xact_lock(${LOCKS.setup})`)
}
