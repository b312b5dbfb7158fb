import { sql } from 'kysely'
import { build, type Db, run, runOne, type Tx } from '../../db/database.ts'
import type { Slice } from '../../db/paging.ts'

/** A source as it is stored. Secrets are sealed. */
export interface SourceRow {
  id: string
  workspace_id: string
  name: string
  key_hash: Buffer
  hint: string
  old_key_hash: Buffer | null
  old_key_until: Date | null
  provider: string
  secret: Buffer | null
  old_secret: Buffer | null
  old_secret_until: Date | null
  verify_token: Buffer | null
  access_token: Buffer | null
  signature: unknown
  delivery_id: string | null
  max_bytes: number
  rate_limit: number | null
  retention_days: number | null
  mapping: unknown
  paused_at: Date | null
  created_at: Date
  updated_at: Date
  revoked_at: Date | null
}

const COLUMNS = [
  'id',
  'workspace_id',
  'name',
  'key_hash',
  'hint',
  'old_key_hash',
  'old_key_until',
  'provider',
  'secret',
  'old_secret',
  'old_secret_until',
  'verify_token',
  'access_token',
  'signature',
  'delivery_id',
  'max_bytes',
  'rate_limit',
  'retention_days',
  'mapping',
  'paused_at',
  'created_at',
  'updated_at',
  'revoked_at',
] as const

/** Null when a live source has the same name. */
export function insertSource(db: Db, source: SourceRow): Promise<SourceRow | null> {
  return runOne(
    db,
    build
      .insertInto('webhook_sources')
      .values({ ...source, signature: toJson(source.signature), mapping: toJson(source.mapping) })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'name']).where('revoked_at', 'is', null).doNothing())
      .returning(COLUMNS),
  )
}

/** By the key of its URL, or by the one before, whose time may be over. */
export function findSourceByHash(db: Db, hash: Buffer): Promise<SourceRow | null> {
  const query = build.selectFrom('webhook_sources').select(COLUMNS)
  return runOne(
    db,
    query.where((row) => row.or([row('key_hash', '=', hash), row('old_key_hash', '=', hash)])),
  )
}

export function findSource(db: Db, workspaceId: string, id: string): Promise<SourceRow | null> {
  const query = build.selectFrom('webhook_sources').select(COLUMNS)
  return runOne(db, query.where('workspace_id', '=', workspaceId).where('id', '=', id))
}

/** Waits for changes under way, and keeps others waiting until the transaction ends. */
export function findSourceForChange(tx: Tx, workspaceId: string, id: string): Promise<SourceRow | null> {
  const query = build.selectFrom('webhook_sources').select(COLUMNS)
  return runOne(tx, query.where('workspace_id', '=', workspaceId).where('id', '=', id).forUpdate())
}

export function findLiveSource(db: Db, workspaceId: string, name: string): Promise<SourceRow | null> {
  const query = build.selectFrom('webhook_sources').select(COLUMNS)
  return runOne(
    db,
    query.where('workspace_id', '=', workspaceId).where('name', '=', name).where('revoked_at', 'is', null),
  )
}

export async function updateSource(tx: Tx, id: string, change: Partial<SourceRow>): Promise<void> {
  const { signature, mapping, ...rest } = change
  const set = {
    ...rest,
    ...(signature === undefined ? {} : { signature: toJson(signature) }),
    ...(mapping === undefined ? {} : { mapping: toJson(mapping) }),
  }
  await run(tx, build.updateTable('webhook_sources').set(set).where('id', '=', id))
}

/** By id or by the name of a live source. Returns what was revoked now. */
export function revokeSources(
  db: Db,
  workspaceId: string,
  which: { id: string } | { name: string },
  at: Date,
): Promise<SourceRow[]> {
  const query = build
    .updateTable('webhook_sources')
    .set({ revoked_at: at, updated_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('revoked_at', 'is', null)
  const chosen = 'id' in which ? query.where('id', '=', which.id) : query.where('name', '=', which.name)
  return run(db, chosen.returning(COLUMNS))
}

export interface ListedSource extends SourceRow {
  deliveries: number
  rejections: number
  last_received_at: Date | null
}

/** The most rejections that are kept of a source, and so the most that are counted. */
export const REJECTIONS_MAX = 1_000

function selectListed() {
  return build
    .selectFrom('webhook_sources as source')
    .selectAll('source')
    .select([
      sql<number>`(select coalesce(sum(rows), 0)::float8 from row_counts c
         where c.workspace_id = source.workspace_id and c.kind = 'deliveries:' || source.id)`.as('deliveries'),
      sql<number>`(select count(*)::int from (select from webhook_rejections r
         where r.workspace_id = source.workspace_id and r.source_id = source.id
         limit ${sql.lit(REJECTIONS_MAX)}) as newest)`.as('rejections'),
      sql<Date | null>`(select d.received_at from webhook_deliveries d
         where d.workspace_id = source.workspace_id and d.source_id = source.id
         order by d.id desc limit 1)`.as('last_received_at'),
    ])
}

export function selectSources(db: Db, workspaceId: string, slice: Omit<Slice, 'total'>): Promise<ListedSource[]> {
  const query = selectListed()
    .where('source.workspace_id', '=', workspaceId)
    .orderBy('source.id', 'desc')
    .limit(slice.limit)
  return run(db, slice.afterId === null ? query.offset(slice.offset) : query.where('source.id', '<', slice.afterId))
}

export function findListedSource(db: Db, workspaceId: string, id: string): Promise<ListedSource | null> {
  const query = selectListed().where('source.workspace_id', '=', workspaceId).where('source.id', '=', id)
  return runOne(db, query)
}

export async function countSources(db: Db, workspaceId: string): Promise<number> {
  const query = build.selectFrom('webhook_sources').select(sql<number>`count(*)::float8`.as('count'))
  return (await runOne(db, query.where('workspace_id', '=', workspaceId)))?.count ?? 0
}

/** Every source of every workspace, revoked ones too, with how long it keeps what it received. */
export function selectRetentions(
  db: Db,
): Promise<Array<{ workspace_id: string; id: string; retention_days: number | null }>> {
  return run(db, build.selectFrom('webhook_sources').select(['workspace_id', 'id', 'retention_days']).orderBy('id'))
}

export interface SealedRow {
  id: string
  secret: Buffer | null
  old_secret: Buffer | null
  verify_token: Buffer | null
  access_token: Buffer | null
}

export function selectSealed(tx: Tx): Promise<SealedRow[]> {
  const query = build
    .selectFrom('webhook_sources')
    .select(['id', 'secret', 'old_secret', 'verify_token', 'access_token'])
  return run(
    tx,
    query
      .where((row) =>
        row.or([
          row('secret', 'is not', null),
          row('old_secret', 'is not', null),
          row('verify_token', 'is not', null),
          row('access_token', 'is not', null),
        ]),
      )
      .forUpdate(),
  )
}

function toJson(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}
