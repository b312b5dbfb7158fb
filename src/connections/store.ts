import { sql } from 'kysely'
import { build, type Db, run, runOne, type Tx } from '../db/database.ts'
import type { PlatformName } from '../platforms/contract.ts'

export type ConnectionStatus = 'active' | 'needs_reconnect' | 'held'

const COLUMNS = [
  'id',
  'workspace_id',
  'platform',
  'account_id',
  'handle',
  'name',
  'kind',
  'sandbox',
  'is_default',
  'status',
  'status_reason',
  'held_until',
  'tokens',
  'issued_at',
  'expires_at',
  'refresh_at',
  'version',
  'created_at',
  'updated_at',
] as const

export type ConnectionRow = NonNullable<Awaited<ReturnType<typeof findConnection>>>

export function findConnection(db: Db, workspaceId: string, id: string) {
  const query = build.selectFrom('connections').select(COLUMNS)
  return runOne(db, query.where('workspace_id', '=', workspaceId).where('id', '=', id))
}

export function findDefault(db: Db, workspaceId: string, platform: PlatformName) {
  const query = build.selectFrom('connections').select(COLUMNS)
  return runOne(
    db,
    query.where('workspace_id', '=', workspaceId).where('platform', '=', platform).where('is_default', '=', true),
  )
}

export function findIssuedAt(db: Db, id: string) {
  return runOne(db, build.selectFrom('connections').select('issued_at').where('id', '=', id))
}

/**
 * One change at a time to which accounts a workspace has and which are its defaults. Weak enough to let foreign keys
 * be checked.
 */
export async function lockWorkspace(tx: Tx, workspaceId: string): Promise<void> {
  await tx.query({ text: 'select from workspaces where id = $1 for no key update', values: [workspaceId] })
}

/** Held until the transaction ends: one refresh at a time, however many processes see that it is due. */
export function findForRefresh(tx: Tx, id: string) {
  return runOne(tx, build.selectFrom('connections').select(COLUMNS).where('id', '=', id).forUpdate())
}

export function selectConnections(db: Db, workspaceId: string) {
  return run(
    db,
    build
      .selectFrom('connections')
      .select(COLUMNS)
      .where('workspace_id', '=', workspaceId)
      .orderBy('platform')
      .orderBy('created_at'),
  )
}

/** Active accounts whose approval has ended, and which nobody can renew but a person. */
export function selectEnded(db: Db, sandbox: boolean, now: Date) {
  const query = build.selectFrom('connections').select(['id', 'issued_at']).where('status', '=', 'active')
  return run(
    db,
    query.where('sandbox', '=', sandbox).where('refresh_at', 'is', null).where('expires_at', '<=', now).limit(100),
  )
}

/** Those whose approval ends until then and cannot be renewed, and of which that was not told. It counts as told now. */
export function updateExpiryTold(tx: Tx, sandbox: boolean, change: { at: Date; until: Date }) {
  return run(
    tx,
    build
      .updateTable('connections')
      .set({ expiry_told_at: change.at })
      .where('status', '=', 'active')
      .where('sandbox', '=', sandbox)
      .where('refresh_at', 'is', null)
      .where('expires_at', '>', change.at)
      .where('expires_at', '<=', change.until)
      .where('expiry_told_at', 'is', null)
      .returning(COLUMNS),
  )
}

export function selectDueForRefresh(db: Db, sandbox: boolean, now: Date) {
  const query = build.selectFrom('connections').select(['id', 'issued_at']).where('status', '=', 'active')
  return run(db, query.where('sandbox', '=', sandbox).where('refresh_at', '<=', now).orderBy('refresh_at').limit(100))
}

/** Accounts that posts can go out on now, in every workspace that has held posts of their platform. */
export function selectUsableWithHeld(db: Db, sandbox: boolean, now: Date) {
  const query = build.selectFrom('connections').select(COLUMNS).where('status', '=', 'active')
  return run(
    db,
    query
      .where('sandbox', '=', sandbox)
      .where(({ eb, or }) =>
        or([eb('expires_at', 'is', null), eb('expires_at', '>', now), eb('refresh_at', 'is not', null)]),
      )
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('posts')
            .select('posts.id')
            .whereRef('posts.workspace_id', '=', 'connections.workspace_id')
            .whereRef('posts.platform', '=', 'connections.platform')
            .where('posts.publication_state', '=', 'held'),
        ),
      ),
  )
}

export interface SavedTokens {
  tokens: Buffer
  issuedAt: Date
  expiresAt: Date | null
  refreshAt: Date | null
}

export interface NewConnection extends SavedTokens {
  id: string
  workspaceId: string
  platform: PlatformName
  accountId: string
  handle: string | null
  name: string | null
  kind: 'member' | 'organization'
  sandbox: boolean
  at: Date
}

/** A known account is connected again; the first of a platform becomes its default. */
export async function upsertConnection(tx: Tx, connection: NewConnection): Promise<ConnectionRow> {
  const tokens = {
    tokens: connection.tokens,
    issued_at: connection.issuedAt,
    expires_at: connection.expiresAt,
    refresh_at: connection.refreshAt,
    expiry_told_at: null,
  }
  const profile = {
    handle: connection.handle,
    name: connection.name,
    kind: connection.kind,
    sandbox: connection.sandbox,
  }
  const row = await runOne(
    tx,
    build
      .insertInto('connections')
      .values({
        id: connection.id,
        workspace_id: connection.workspaceId,
        platform: connection.platform,
        account_id: connection.accountId,
        is_default: sql<boolean>`not exists (select from connections
          where workspace_id = ${connection.workspaceId} and platform = ${connection.platform} and is_default)`,
        status: 'active',
        created_at: connection.at,
        updated_at: connection.at,
        ...profile,
        ...tokens,
      })
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'platform', 'account_id']).doUpdateSet({
          ...profile,
          ...tokens,
          status: 'active',
          status_reason: null,
          held_until: null,
          updated_at: connection.at,
        }),
      )
      .returning(COLUMNS),
  )
  return row!
}

export async function updateTokens(tx: Tx, id: string, saved: SavedTokens, at: Date): Promise<void> {
  const query = build.updateTable('connections').set({
    tokens: saved.tokens,
    issued_at: saved.issuedAt,
    expires_at: saved.expiresAt,
    refresh_at: saved.refreshAt,
    expiry_told_at: null,
    updated_at: at,
  })
  await run(tx, query.where('id', '=', id))
}

export async function updateStatus(
  tx: Tx,
  id: string,
  change: { status: ConnectionStatus; reason: string | null; heldUntil: Date | null; at: Date },
): Promise<ConnectionRow> {
  const query = build.updateTable('connections').set({
    status: change.status,
    status_reason: change.reason,
    held_until: change.heldUntil,
    updated_at: change.at,
  })
  return (await runOne(tx, query.where('id', '=', id).returning(COLUMNS)))!
}

/** An account that was stopped stays stopped. */
export async function updateHold(
  db: Db,
  id: string,
  change: { reason: string; heldUntil: Date; at: Date },
): Promise<void> {
  const query = build
    .updateTable('connections')
    .set({ status_reason: change.reason, held_until: change.heldUntil, updated_at: change.at })
  await run(db, query.where('id', '=', id).where('status', '=', 'active'))
}

export async function updateDefault(tx: Tx, workspaceId: string, id: string, at: Date): Promise<ConnectionRow | null> {
  await lockWorkspace(tx, workspaceId)
  const row = await findConnection(tx, workspaceId, id)
  if (row === null || row.is_default) return row
  // Two statements: the unique index looks at each row as it is written.
  const connections = build.updateTable('connections').where('workspace_id', '=', workspaceId)
  const change = { updated_at: at }
  await run(
    tx,
    connections
      .set({ ...change, is_default: false })
      .where('platform', '=', row.platform)
      .where('is_default', '=', true),
  )
  return runOne(
    tx,
    connections
      .set({ ...change, is_default: true })
      .where('id', '=', id)
      .returning(COLUMNS),
  )
}

/** The oldest of those that are left becomes the default. */
export async function removeConnection(tx: Tx, workspaceId: string, id: string): Promise<boolean> {
  await lockWorkspace(tx, workspaceId)
  const gone = await runOne(
    tx,
    build
      .deleteFrom('connections')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .returning(['platform', 'is_default']),
  )
  if (gone === null) return false
  if (gone.is_default) {
    await tx.query({
      text: `update connections set is_default = true where id = (
               select id from connections where workspace_id = $1 and platform = $2 order by created_at limit 1)`,
      values: [workspaceId, gone.platform],
    })
  }
  return true
}

export function selectAllTokens(tx: Tx) {
  return run(tx, build.selectFrom('connections').select(['id', 'tokens']).forUpdate())
}

export async function updateSealed(tx: Tx, id: string, tokens: Buffer): Promise<void> {
  await run(tx, build.updateTable('connections').set({ tokens }).where('id', '=', id))
}
