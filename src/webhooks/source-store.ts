import type { Insertable, SqlBool, Updateable } from 'kysely'
import { build, type Db, run, runOne, sql, type Tx } from '../db/database.ts'
import { selectColumns } from '../db/statements/columns.ts'
import type { WebhookSources } from '../db/types.ts'
import { webhook } from './schemas.ts'

const SOURCES = build
  .selectFrom('webhook_sources')
  .select(selectColumns(webhook.columns))
  .select(['workspace_id', 'key_hash', 'hint', 'old_key_hash', 'old_key_until', 'paused_at'])
  .select(['secret', 'old_secret', 'old_secret_until', 'verify_token', 'access_token'])

/** A stored source. Secrets are sealed. */
export type SourceRow = NonNullable<Awaited<ReturnType<typeof findSource>>>
export type SourceColumns = Updateable<WebhookSources>

export async function insertSource(db: Db, source: SourceColumns): Promise<boolean> {
  const query = build
    .insertInto('webhook_sources')
    .values(source as Insertable<WebhookSources>)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'name']).where('revoked_at', 'is', null).doNothing())
  return (await runOne(db, query.returning('id'))) !== null
}

/** By the key of its URL, or by the previous one, which may have expired. */
export function findSourceByHash(db: Db, hash: Buffer): Promise<SourceRow | null> {
  return runOne(db, SOURCES.where(sql<SqlBool>`(key_hash = ${hash} or old_key_hash = ${hash})`))
}

export function findSource(db: Db, workspaceId: string, id: string) {
  return runOne(db, SOURCES.where('workspace_id', '=', workspaceId).where('id', '=', id))
}

/** Waits for changes under way, and blocks others until the transaction ends. */
export function findSourceForChange(tx: Tx, workspaceId: string, id: string): Promise<SourceRow | null> {
  return runOne(tx, SOURCES.where('workspace_id', '=', workspaceId).where('id', '=', id).forUpdate())
}

export function findLiveSource(db: Db, workspaceId: string, name: string): Promise<SourceRow | null> {
  const query = SOURCES.where('workspace_id', '=', workspaceId).where('name', '=', name)
  return runOne(db, query.where('revoked_at', 'is', null))
}

/** Leaves columns that are undefined unchanged. */
export async function updateSource(tx: Tx, id: string, change: SourceColumns): Promise<void> {
  await run(tx, build.updateTable('webhook_sources').set(change).where('id', '=', id))
}

export function revokeSources(db: Db, workspaceId: string, which: { id: string } | { name: string }, at: Date) {
  const query = build
    .updateTable('webhook_sources')
    .set({ revoked_at: at, updated_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('revoked_at', 'is', null)
  const chosen = 'id' in which ? query.where('id', '=', which.id) : query.where('name', '=', which.name)
  return run(db, chosen.returning(['id', 'name', 'hint']))
}

/** The most rejections that a source keeps, and therefore the highest count. */
export const REJECTIONS_MAX = 1_000

const LISTED = SOURCES.select([
  sql<number>`(select coalesce(sum(rows), 0)::float8 from row_counts c
     where c.workspace_id = webhook_sources.workspace_id and c.kind = 'deliveries:' || webhook_sources.id)`.as(
    'deliveries',
  ),
  sql<number>`(select count(*)::int from (select from webhook_rejections r
     where r.workspace_id = webhook_sources.workspace_id and r.source_id = webhook_sources.id
     limit ${sql.lit(REJECTIONS_MAX)}) as newest)`.as('rejections'),
  sql<Date | null>`(select d.received_at from webhook_deliveries d
     where d.workspace_id = webhook_sources.workspace_id and d.source_id = webhook_sources.id
     order by d.id desc limit 1)`.as('last_received_at'),
])

export type ListedSource = NonNullable<Awaited<ReturnType<typeof findListedSource>>>

export function selectListed(workspaceId: string) {
  return LISTED.where('workspace_id', '=', workspaceId)
}

export function selectAllSources(db: Db, workspaceId: string) {
  return run(db, selectListed(workspaceId).orderBy('id', 'desc'))
}

export function findListedSource(db: Db, workspaceId: string, id: string) {
  return runOne(db, selectListed(workspaceId).where('id', '=', id))
}

/** Every source of every workspace, including revoked ones, with its retention. */
export function selectRetentions(db: Db) {
  return run(db, build.selectFrom('webhook_sources').select(['workspace_id', 'id', 'retention_days']).orderBy('id'))
}

export function selectSealed(tx: Tx) {
  const columns = ['secret', 'old_secret', 'verify_token', 'access_token'] as const
  const query = build.selectFrom('webhook_sources').select(['id', ...columns])
  return run(tx, query.where((row) => row.or(columns.map((column) => row(column, 'is not', null)))).forUpdate())
}
