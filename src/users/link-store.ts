import { build, type Db, run, runOne, type Tx } from '../db/database.ts'
import type { Ids } from '../lib/ids.ts'
import { DAY_MS, HOUR_MS } from '../lib/time/span.ts'
import { createLinkToken } from './tokens.ts'

const LASTS_MS = { setup: DAY_MS, reset: HOUR_MS }

type StoredKind = keyof typeof LASTS_MS

const SETUP_LOCK = 7_300_006

/** One at a time: of two who claim the installation, or ask for a link, the second sees what the first did. */
export async function lockSetup(tx: Tx): Promise<void> {
  await tx.query({ text: 'select pg_advisory_xact_lock($1)', values: [SETUP_LOCK] })
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

/** False when it was used meanwhile. */
export async function removeLink(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const gone = build.deleteFrom('account_links').where('token_hash', '=', tokenHash).returning('id')
  return (await runOne(tx, gone)) !== null
}
