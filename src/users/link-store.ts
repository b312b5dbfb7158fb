import { build, type Db, run, runOne, type Tx } from '../db/database.ts'

export interface NewLink {
  id: string
  tokenHash: Buffer
  at: Date
  expiresAt: Date
}

const SETUP_LOCK = 7_300_006

/** One at a time: of two who claim the installation, or ask for a link, the second sees what the first did. */
export async function lockSetup(tx: Tx): Promise<void> {
  await tx.query({ text: 'select pg_advisory_xact_lock($1)', values: [SETUP_LOCK] })
}

/** The link before it works no more. */
export async function replaceSetupLink(tx: Tx, link: NewLink): Promise<void> {
  await removeSetupLink(tx)
  await insertLink(tx, 'setup', null, link)
}

export async function removeSetupLink(tx: Tx): Promise<void> {
  await run(tx, build.deleteFrom('account_links').where('kind', '=', 'setup'))
}

export async function hasSetupLink(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const link = build
    .selectFrom('account_links')
    .select('id')
    .where('kind', '=', 'setup')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
  return (await runOne(db, link)) !== null
}

export async function replaceResetLink(tx: Tx, userId: string, link: NewLink): Promise<void> {
  await removeResetLink(tx, userId)
  await insertLink(tx, 'reset', userId, link)
}

export async function removeResetLink(db: Db, userId: string): Promise<void> {
  await run(db, build.deleteFrom('account_links').where('kind', '=', 'reset').where('user_id', '=', userId))
}

export async function findResetLink(db: Db, tokenHash: Buffer, now: Date): Promise<{ userId: string } | null> {
  const link = build
    .selectFrom('account_links')
    .select('user_id')
    .where('kind', '=', 'reset')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
  const row = await runOne(db, link)
  return row?.user_id ? { userId: row.user_id } : null
}

/** When a link for this user was last made, if it is still there. */
export async function findResetTime(db: Db, userId: string): Promise<Date | null> {
  const link = build.selectFrom('account_links').select('created_at').where('user_id', '=', userId)
  return (await runOne(db, link))?.created_at ?? null
}

/** False when it was used meanwhile. */
export async function removeLink(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  return (
    (await runOne(tx, build.deleteFrom('account_links').where('token_hash', '=', tokenHash).returning('id'))) !== null
  )
}

async function insertLink(tx: Tx, kind: 'setup' | 'reset', userId: string | null, link: NewLink): Promise<void> {
  const { id, tokenHash, at, expiresAt } = link
  const row = { id, kind, user_id: userId, token_hash: tokenHash, created_at: at, expires_at: expiresAt }
  await run(tx, build.insertInto('account_links').values(row))
}
