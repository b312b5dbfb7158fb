import { sql } from 'kysely'
import { byteaArray, plainArray, textArray } from '../db/arrays.ts'
import { build, type Db, run, runOne } from '../db/database.ts'
import { type Slice, slicePage } from '../db/paging.ts'

export interface SourceRow {
  id: string
  workspace_id: string
  name: string
  hint: string
  created_at: Date
  revoked_at: Date | null
}

const SOURCE_COLUMNS = ['id', 'workspace_id', 'name', 'hint', 'created_at', 'revoked_at'] as const

export interface NewSource {
  id: string
  workspaceId: string
  name: string
  keyHash: Buffer
  hint: string
  createdAt: Date
}

/** Null when a live source has the same name. */
export function insertSource(db: Db, source: NewSource): Promise<SourceRow | null> {
  return runOne(
    db,
    build
      .insertInto('webhook_sources')
      .values({
        id: source.id,
        workspace_id: source.workspaceId,
        name: source.name,
        key_hash: source.keyHash,
        hint: source.hint,
        created_at: source.createdAt,
      })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'name']).where('revoked_at', 'is', null).doNothing())
      .returning(SOURCE_COLUMNS),
  )
}

export function findSourceByHash(db: Db, keyHash: Buffer): Promise<SourceRow | null> {
  return runOne(db, build.selectFrom('webhook_sources').select(SOURCE_COLUMNS).where('key_hash', '=', keyHash))
}

export function findSource(db: Db, workspaceId: string, id: string): Promise<SourceRow | null> {
  const query = build.selectFrom('webhook_sources').select(SOURCE_COLUMNS)
  return runOne(db, query.where('workspace_id', '=', workspaceId).where('id', '=', id))
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
    .set({ revoked_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('revoked_at', 'is', null)
  const chosen = 'id' in which ? query.where('id', '=', which.id) : query.where('name', '=', which.name)
  return run(db, chosen.returning(SOURCE_COLUMNS))
}

export interface ListedSource extends SourceRow {
  deliveries: number
  last_received_at: Date | null
}

export function selectSources(db: Db, workspaceId: string, slice: Omit<Slice, 'total'>): Promise<ListedSource[]> {
  let query = build
    .selectFrom('webhook_sources as source')
    .select([
      'source.id',
      'source.workspace_id',
      'source.name',
      'source.hint',
      'source.created_at',
      'source.revoked_at',
    ])
    .select([
      sql<number>`(select coalesce(sum(rows), 0)::float8 from row_counts c
         where c.workspace_id = source.workspace_id and c.kind = 'deliveries:' || source.id)`.as('deliveries'),
      sql<Date | null>`(select d.received_at from webhook_deliveries d
         where d.workspace_id = source.workspace_id and d.source_id = source.id
         order by d.id desc limit 1)`.as('last_received_at'),
    ])
    .where('source.workspace_id', '=', workspaceId)
    .orderBy('source.id', 'desc')
    .limit(slice.limit)
  query = slice.afterId === null ? query.offset(slice.offset) : query.where('source.id', '<', slice.afterId)
  return run(db, query)
}

export async function countSources(db: Db, workspaceId: string): Promise<number> {
  const query = build.selectFrom('webhook_sources').select(sql<number>`count(*)::float8`.as('count'))
  return (await runOne(db, query.where('workspace_id', '=', workspaceId)))?.count ?? 0
}

export interface NewDelivery {
  id: string
  workspaceId: string
  sourceId: string
  receivedAt: number
  contentType: string | null
  query: string
  headers: ReadonlyArray<readonly [string, string]>
  body: Buffer
  bodySha256: Buffer
  dedupeKey: Buffer | null
}

export interface StoredDelivery {
  id: string
  receivedAt: number
  duplicate: boolean
}

const INSERT_DELIVERIES = {
  name: 'webhook_deliveries.insert',
  text: `insert into webhook_deliveries (workspace_id, source_id, id, received_at, content_type, query, headers, body,
           body_sha256, dedupe_key)
         select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[],
           $7::jsonb[], $8::bytea[], $9::bytea[], $10::bytea[])
         on conflict (workspace_id, source_id, dedupe_key) where dedupe_key is not null do nothing
         returning id`,
}

/** All or none. A delivery that is there already is found again instead of being stored twice. */
export async function insertDeliveries(db: Db, deliveries: readonly NewDelivery[]): Promise<StoredDelivery[]> {
  const result = await db.query<{ id: string }>({
    ...INSERT_DELIVERIES,
    values: [
      plainArray(deliveries.map((delivery) => delivery.workspaceId)),
      plainArray(deliveries.map((delivery) => delivery.sourceId)),
      plainArray(deliveries.map((delivery) => delivery.id)),
      plainArray(deliveries.map((delivery) => new Date(delivery.receivedAt).toISOString())),
      textArray(deliveries.map((delivery) => delivery.contentType)),
      textArray(deliveries.map((delivery) => delivery.query)),
      textArray(deliveries.map((delivery) => JSON.stringify(delivery.headers))),
      byteaArray(deliveries.map((delivery) => delivery.body)),
      byteaArray(deliveries.map((delivery) => delivery.bodySha256)),
      byteaArray(deliveries.map((delivery) => delivery.dedupeKey)),
    ],
  })
  const stored = new Set(result.rows.map((row) => row.id))
  return Promise.all(
    deliveries.map(async (delivery) =>
      stored.has(delivery.id)
        ? { id: delivery.id, receivedAt: delivery.receivedAt, duplicate: false }
        : countDuplicate(db, delivery),
    ),
  )
}

async function countDuplicate(db: Db, delivery: NewDelivery): Promise<StoredDelivery> {
  const row = await runOne(
    db,
    build
      .updateTable('webhook_deliveries')
      .set({ duplicates: sql`duplicates + 1` })
      .where('workspace_id', '=', delivery.workspaceId)
      .where('source_id', '=', delivery.sourceId)
      .where('dedupe_key', '=', delivery.dedupeKey)
      .returning(['id', 'received_at']),
  )
  // Erased between the two statements: the repeat is then the first.
  if (row === null) return (await insertDeliveries(db, [delivery]))[0]!
  return { id: row.id, receivedAt: row.received_at.getTime(), duplicate: true }
}

export interface DeliveryRow {
  id: string
  received_at: Date
  content_type: string | null
  query: string
  headers: unknown
  body: Buffer
  body_sha256: Buffer
  duplicates: number
}

/** Newest first. */
export async function selectDeliveries(
  db: Db,
  workspaceId: string,
  sourceId: string,
  slice: Slice,
): Promise<DeliveryRow[]> {
  const rows = build
    .selectFrom('webhook_deliveries')
    .select(['id', 'received_at', 'content_type', 'query', 'headers', 'body', 'body_sha256', 'duplicates'])
    .where('workspace_id', '=', workspaceId)
    .where('source_id', '=', sourceId)
  const page = await slicePage(db, rows, slice)
  return page ? run(db, page) : []
}
