import { isDeepStrictEqual } from 'node:util'
import type { Insertable, Selectable, UpdateObject } from 'kysely'
import { build, type Db, run, runCount, runOne, sql, type Tx } from '../db/database.ts'
import { unnest } from '../db/statements/arrays.ts'
import type { Connections, DB } from '../db/types.ts'
import type { Said } from '../messages/message.ts'
import { reasonColumns, storedReason } from '../messages/stored.ts'
import { type Provider, profileOf } from '../platforms/registry.ts'
import type { AccountProfile } from '../platforms/shared/contract.ts'
import type { Format } from '../platforms/shared/provider.ts'

const selectRows = build.selectFrom('connections').selectAll()
const selectActive = build
  .selectFrom('connections')
  .select(['id', 'issued_at'])
  .where('status', '=', 'active')
  .limit(100)

export type ConnectionRow = Selectable<Connections>

export function providerOf(row: { provider: string }): Provider {
  return row.provider as Provider
}

export function formatOf(provider: Provider): Format {
  return profileOf(provider).format
}

export function storedReasonOf({ status_reason, ...row }: ConnectionRow): Said | null {
  return storedReason({ ...row, reason: status_reason })
}

export function hasEnded(row: ConnectionRow, now: Date): boolean {
  return row.expires_at !== null && row.expires_at <= now && row.refresh_at === null
}

export function findConnection(db: Db, workspaceId: string, id: string) {
  return runOne(db, selectRows.where('workspace_id', '=', workspaceId).where('id', '=', id))
}

export function findDefault(db: Db, workspaceId: string, platform: Format) {
  const query = selectRows.where('workspace_id', '=', workspaceId).where('platform', '=', platform)
  return runOne(db, query.where('is_default', '=', true))
}

/** A null id means the default account of the format. */
export interface AccountQuestion {
  workspaceId: string
  platform: Format
  id: string | null
}

export type AccountRow = Pick<ConnectionRow, 'id' | 'provider' | 'limits' | 'status' | 'expires_at' | 'refresh_at'>

export async function findAccounts(
  db: Db,
  questions: readonly AccountQuestion[],
): Promise<Array<AccountRow | { id: null }>> {
  const asked = unnest(questions, { uuid: ['workspaceId', 'id'], text: ['platform'] })
  const query = sql<AccountRow | { id: null }>`
    select account.id, account.provider, account.limits, account.status, account.expires_at, account.refresh_at
      from ${asked} with ordinality as asked (workspace_id, id, platform, place)
      left join connections account
        on account.workspace_id = asked.workspace_id and account.platform = asked.platform
           and (account.id = asked.id or asked.id is null and account.is_default)
     order by place`
  return run(db, query, 'connections.accounts')
}

export function findIssuedAt(db: Db, id: string) {
  return runOne(db, build.selectFrom('connections').select('issued_at').where('id', '=', id))
}

export async function findNameOfPerson(db: Db, userId: string): Promise<string | null> {
  return (await runOne(db, build.selectFrom('users').select('name').where('id', '=', userId)))?.name ?? null
}

export async function hasAccountOf(db: Db, providers: readonly Provider[]): Promise<boolean> {
  return (await runCount(db, sql`select from connections where provider = any(${providers}::text[]) limit 1`)) > 0
}

/** Serialises changes to a workspace's accounts. The lock does not block foreign key checks. */
export async function lockWorkspace(tx: Tx, workspaceId: string): Promise<void> {
  await run(tx, sql`select from workspaces where id = ${workspaceId} for no key update`)
}

/** The row lock allows one refresh at a time. */
export function findForRefresh(tx: Tx, id: string) {
  return runOne(tx, selectRows.where('id', '=', id).forUpdate())
}

export function selectConnections(db: Db, workspaceId: string) {
  return run(db, selectRows.where('workspace_id', '=', workspaceId).orderBy('platform').orderBy('created_at'))
}

export function selectById(db: Db, workspaceId: string, ids: readonly string[]) {
  return ids.length === 0 ? [] : run(db, selectRows.where('workspace_id', '=', workspaceId).where('id', 'in', ids))
}

export function selectEnded(db: Db, sandbox: boolean, now: Date) {
  const query = selectActive.where('sandbox', '=', sandbox)
  return run(db, query.where('refresh_at', 'is', null).where('expires_at', '<=', now))
}

/** Marks and returns accounts whose approval ends by `until` and cannot be renewed. */
export function updateExpiryTold(tx: Tx, sandbox: boolean, change: { at: Date; until: Date }) {
  const query = build
    .updateTable('connections')
    .set({ expiry_told_at: change.at })
    .where(({ and }) => and({ status: 'active', sandbox }))
    .where('refresh_at', 'is', null)
    .where('expires_at', '>', change.at)
    .where('expires_at', '<=', change.until)
    .where('expiry_told_at', 'is', null)
  return run(tx, query.returningAll())
}

export function selectDueForRefresh(db: Db, sandbox: boolean, now: Date) {
  const query = selectActive.where('sandbox', '=', sandbox)
  return run(db, query.where('refresh_at', '<=', now).orderBy('refresh_at'))
}

/** Marks and returns the accounts to read, so that no two processes read the same one. */
export function takeDueForProfile(db: Db, sandbox: boolean, { at, before }: { at: Date; before: Date }) {
  const due = sql<string>`(select id from connections
    where status = 'active' and sandbox = ${sandbox} and coalesce(profile_checked_at, created_at) < ${before}
      and (expires_at is null or expires_at > ${at})
    limit 20 for update skip locked)`
  const query = build.updateTable('connections').set({ profile_checked_at: at }).where('id', 'in', due)
  return run(db, query.returningAll())
}

/** A missing name keeps the old one. */
export async function updateProfile(db: Db, row: ConnectionRow, profile: AccountProfile, at: Date): Promise<void> {
  const { handle, name, limits = null } = profile
  const change = { handle: handle ?? row.handle, name: name ?? row.name, limits: limits ?? row.limits }
  const known = { handle: row.handle, name: row.name, limits: row.limits }
  if (isDeepStrictEqual(change, known)) return
  const limitsText = change.limits === null ? null : JSON.stringify(change.limits)
  const query = build.updateTable('connections').set({ ...change, limits: limitsText, updated_at: at })
  await run(db, query.where('id', '=', row.id))
}

export async function clearEndedHolds(db: Db, now: Date): Promise<void> {
  const query = build.updateTable('connections').set({ held_until: null, ...statusReason(null), updated_at: now })
  await run(db, query.where('status', '=', 'active').where('held_until', '<=', now))
}

/** Usable accounts with held posts, or with sends that got no response. */
export function selectUsableWithWaiting(db: Db, sandbox: boolean, now: Date) {
  const hasWaiting = sql<boolean>`(exists (select from posts where posts.workspace_id = connections.workspace_id
      and posts.platform = connections.platform and posts.publication_state = 'held')
    or exists (select from posts where posts.connection_id = connections.id and posts.publication_state = 'confirming'))`
  const query = selectRows
    .where(({ and }) => and({ status: 'active', sandbox }))
    .where(({ eb, or }) =>
      or([eb('expires_at', 'is', null), eb('expires_at', '>', now), eb('refresh_at', 'is not', null)]),
    )
  return run(db, query.where(hasWaiting))
}

type NewConnection = Omit<Insertable<Connections>, 'is_default' | 'status' | 'created_at' | 'updated_at'>

/** The first account of a format becomes its default. */
export async function upsertConnection(tx: Tx, connection: NewConnection, at: Date): Promise<ConnectionRow> {
  const { id, workspace_id, platform, provider, account_id, ...rest } = connection
  const current = { ...rest, status: 'active', updated_at: at }
  const isFirst = sql<boolean>`not exists (select from connections
    where workspace_id = ${workspace_id} and platform = ${platform} and is_default)`
  const again = { ...current, ...statusReason(null), held_until: null }
  const query = build
    .insertInto('connections')
    .values({ id, workspace_id, platform, provider, account_id, is_default: isFirst, created_at: at, ...current })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'provider', 'account_id']).doUpdateSet(again))
  return (await runOne(tx, query.returningAll()))!
}

export async function updateConnection(tx: Tx, id: string, change: UpdateObject<DB, 'connections'>) {
  const query = build.updateTable('connections').set(change).where('id', '=', id).returningAll()
  return (await runOne(tx, query))!
}

/** The columns of the reason for its status. */
export function statusReason(said: Said | null) {
  const { reason: status_reason, ...coded } = reasonColumns(said)
  return { status_reason, ...coded }
}

/** The same for a renewal: an existing reason from the platform stays. */
export function renewalReason(said: Said | null) {
  const { status_reason, reason_code, reason_values } = statusReason(said)
  const own = sql`status = 'active' and held_until is null`
  return {
    status_reason: sql<string | null>`case when ${own} then ${status_reason}::text else status_reason end`,
    reason_code: sql<string | null>`case when ${own} then ${reason_code}::text else reason_code end`,
    reason_values: sql<string | null>`case when ${own} then ${reason_values}::jsonb else reason_values end`,
  }
}

/** Stopped accounts stay stopped. */
export async function updateHold(db: Db, id: string, hold: { reason: Said; until: Date; at: Date }): Promise<void> {
  const { reason, until: held_until, at: updated_at } = hold
  const query = build.updateTable('connections').set({ ...statusReason(reason), held_until, updated_at })
  await run(db, query.where('id', '=', id).where('status', '=', 'active'))
}

export async function updateDefault(tx: Tx, workspaceId: string, id: string, at: Date): Promise<ConnectionRow | null> {
  await lockWorkspace(tx, workspaceId)
  const row = await findConnection(tx, workspaceId, id)
  if (row === null || row.is_default) return row
  // Two statements, because the unique index allows one default at a time.
  const former = { workspace_id: workspaceId, platform: row.platform, is_default: true }
  const query = build.updateTable('connections').where(({ and }) => and(former))
  await run(tx, query.set({ is_default: false, updated_at: at }))
  return updateConnection(tx, id, { is_default: true, updated_at: at })
}

/** The oldest remaining account becomes the default. The id is kept for a reconnection. */
export async function removeConnection(tx: Tx, workspaceId: string, id: string, at: Date) {
  await lockWorkspace(tx, workspaceId)
  const query = build.deleteFrom('connections').where('workspace_id', '=', workspaceId).where('id', '=', id)
  const gone = await runOne(tx, query.returning(['platform', 'provider', 'account_id', 'is_default']))
  if (gone === null) return null
  const { platform, provider, account_id } = gone
  const kept = { workspace_id: workspaceId, platform, provider, account_id, connection_id: id, disconnected_at: at }
  await run(tx, build.insertInto('disconnected_accounts').values(kept))
  return { newDefault: gone.is_default ? await promoteOldest(tx, workspaceId, platform) : null }
}

function promoteOldest(tx: Tx, workspaceId: string, platform: string): Promise<ConnectionRow | null> {
  const own = build.selectFrom('connections').where(({ and }) => and({ workspace_id: workspaceId, platform }))
  const oldest = own.select('id').orderBy('created_at').limit(1)
  return runOne(tx, build.updateTable('connections').set({ is_default: true }).where('id', '=', oldest).returningAll())
}

/** Removes and returns the id that the account had before. */
export async function takeDisconnected(
  tx: Tx,
  account: { workspace_id: string; provider: Provider; account_id: string },
): Promise<string | null> {
  const query = build.deleteFrom('disconnected_accounts').where(({ and }) => and(account))
  return (await runOne(tx, query.returning('connection_id')))?.connection_id ?? null
}

export function selectAllTokens(tx: Tx) {
  return run(tx, build.selectFrom('connections').select(['id', 'tokens']).forUpdate())
}
