import { sql } from 'kysely'
import { build, type Db, run, runOne, type Tx } from '../db/database.ts'
import type { AppKind, Format } from '../platforms/profile.ts'
import { type Provider, profileFor, profileOf } from '../platforms/registry.ts'

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
  'app',
  'is_default',
  'status',
  'status_reason',
  'held_until',
  'tokens',
  'issued_at',
  'expires_at',
  'refresh_at',
  'version',
  'refresh_failures',
  'refresh_unanswered_at',
  'created_at',
  'updated_at',
] as const

export type ConnectionRow = NonNullable<Awaited<ReturnType<typeof findConnection>>>

/**
 * The database knows a provider by the format that it serves, because each format has one provider. A second one for a
 * format needs a column of its own; these two functions are what reads and writes it then.
 */
export function providerOf(row: { platform: string }): Provider {
  return profileFor(row.platform as Format).name
}

export function columnOf(provider: Provider): Format {
  return profileOf(provider).format
}

export function findConnection(db: Db, workspaceId: string, id: string) {
  const query = build.selectFrom('connections').select(COLUMNS)
  return runOne(db, query.where('workspace_id', '=', workspaceId).where('id', '=', id))
}

export function findDefault(db: Db, workspaceId: string, platform: Format) {
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
  platform: Format
  accountId: string
  handle: string | null
  name: string | null
  kind: 'member' | 'organization'
  sandbox: boolean
  app: AppKind
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
    refresh_failures: 0,
    refresh_unanswered_at: null,
  }
  const profile = {
    handle: connection.handle,
    name: connection.name,
    kind: connection.kind,
    sandbox: connection.sandbox,
    app: connection.app,
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
    refresh_failures: 0,
    refresh_unanswered_at: null,
    // What was said about failed renewals is over; what the platform holds against the account is not.
    status_reason: sql<
      string | null
    >`case when status = 'active' and held_until is null then null else status_reason end`,
    updated_at: at,
  })
  await run(tx, query.where('id', '=', id))
}

/** A renewal that failed for now: when the next one is due, and what to tell. A reason of the platform's own stays. */
export async function updateRefreshFailure(
  tx: Tx,
  id: string,
  change: { refreshAt: Date; failures: number; unansweredAt: Date | null; reason: string; at: Date },
): Promise<void> {
  const query = build.updateTable('connections').set({
    refresh_at: change.refreshAt,
    refresh_failures: change.failures,
    refresh_unanswered_at: change.unansweredAt,
    status_reason: sql<
      string | null
    >`case when status = 'active' and held_until is null then ${change.reason} else status_reason end`,
    updated_at: change.at,
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

/**
 * The oldest of those that are left becomes the default. What stays of the account is its id, so that it can be
 * recognised when it is connected again.
 */
export async function removeConnection(
  tx: Tx,
  workspaceId: string,
  id: string,
  at: Date,
): Promise<{ newDefault: ConnectionRow | null } | null> {
  await lockWorkspace(tx, workspaceId)
  const gone = await runOne(
    tx,
    build
      .deleteFrom('connections')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .returning(['platform', 'account_id', 'is_default']),
  )
  if (gone === null) return null
  const { platform, account_id } = gone
  const kept = { workspace_id: workspaceId, platform, account_id, connection_id: id, disconnected_at: at }
  await run(tx, build.insertInto('disconnected_accounts').values(kept))
  return { newDefault: gone.is_default ? await promoteOldest(tx, workspaceId, platform) : null }
}

function promoteOldest(tx: Tx, workspaceId: string, platform: string): Promise<ConnectionRow | null> {
  const oldest = build
    .selectFrom('connections')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('platform', '=', platform)
    .orderBy('created_at')
    .limit(1)
  const query = build.updateTable('connections').set({ is_default: true }).where('id', '=', oldest)
  return runOne(tx, query.returning(COLUMNS))
}

/** The id that an account had before it was disconnected. It is no longer among the disconnected ones. */
export async function takeDisconnected(
  tx: Tx,
  account: { workspaceId: string; platform: Format; accountId: string },
): Promise<string | null> {
  const query = build
    .deleteFrom('disconnected_accounts')
    .where('workspace_id', '=', account.workspaceId)
    .where('platform', '=', account.platform)
    .where('account_id', '=', account.accountId)
    .returning('connection_id')
  return (await runOne(tx, query))?.connection_id ?? null
}

export function selectAllTokens(tx: Tx) {
  return run(tx, build.selectFrom('connections').select(['id', 'tokens']).forUpdate())
}

export async function updateSealed(tx: Tx, id: string, tokens: Buffer): Promise<void> {
  await run(tx, build.updateTable('connections').set({ tokens }).where('id', '=', id))
}
