import { build, type Db, run, runOne, sql, type Tx } from '../db/database.ts'
import { LOCKS } from '../db/writes/locks.ts'
import type { Ids } from '../lib/ids.ts'
import { tokenFormat } from '../lib/text/base62.ts'
import { DAY_MS, HOUR_MS } from '../lib/time/span.ts'

/** One-time links: how their secrets begin, and the page they lead to. Only the hash of a secret is kept. */
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

/** Null for a text that is not such a token: no look-up is needed. */
export function linkHash(kind: LinkKind, token: string): Buffer | null {
  const { isToken, hashOf } = LINKS[kind].tokens
  return isToken(token) ? hashOf(token) : null
}

/** The token is behind the #, which browsers do not send: it is in no log of a server or proxy. */
export function linkOf(baseUrl: string, kind: LinkKind, token: string): string {
  return `${baseUrl}/${LINKS[kind].page}#token=${token}`
}

// Links that are stored here; invitations have a table of their own.

const LASTS_MS = { setup: DAY_MS, reset: HOUR_MS }

type StoredKind = keyof typeof LASTS_MS

/** If two people claim the installation or ask for a link at once, the second sees what the first did. */
export async function lockSetup(tx: Tx): Promise<void> {
  await run(tx, sql`select pg_advisory_xact_lock(${LOCKS.setup})`)
}

/** Returns the token of a new link. The link before it stops working. `userId` is null for the set-up link. */
export async function replaceLink(
  tx: Tx,
  ids: Ids,
  kind: StoredKind,
  userId: string | null,
  now: number,
): Promise<string> {
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

/** When a link for this user was last made, if it is still there. */
export async function findResetTime(db: Db, userId: string): Promise<Date | null> {
  const link = build.selectFrom('account_links').select('created_at').where('user_id', '=', userId)
  return (await runOne(db, link))?.created_at ?? null
}

/** False when it has been used meanwhile. */
export async function removeLink(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const gone = build.deleteFrom('account_links').where('token_hash', '=', tokenHash).returning('id')
  return (await runOne(tx, gone)) !== null
}
