import { sql } from 'kysely'
import { textArray } from '../../db/arrays.ts'
import { build, type Db, runOne, type Tx } from '../../db/database.ts'
import { type PagePart, type Slice, slicePage } from '../../db/paging.ts'
import { bodyColumns, deleteOldest } from '../deliveries/store.ts'
import { type ReceivedBytes, valuesOf } from '../receive/store.ts'

export interface NewRejection extends ReceivedBytes {
  code: string
  reason: string
}

/** All or none. */
export async function insertRejections(db: Db, rejections: readonly NewRejection[]): Promise<void> {
  await db.query({
    name: 'webhook_rejections.insert',
    text: `insert into webhook_rejections (workspace_id, source_id, id, received_at, content_type, query, headers, body,
             code, reason, body_sha256)
           select *, sha256(body) from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[],
             $6::text[], $7::jsonb[], $8::bytea[], $9::text[], $10::text[])
             as received (workspace_id, source_id, id, received_at, content_type, query, headers, body, code, reason)`,
    values: [
      ...valuesOf(rejections),
      textArray(rejections.map((rejection) => rejection.code)),
      textArray(rejections.map((rejection) => rejection.reason)),
    ],
  })
}

export interface RejectionRow {
  id: string
  received_at: Date
  code: string
  reason: string
  content_type: string | null
  query: string
  headers: unknown
  /** Null when it was not asked for. */
  body: Buffer | null
  body_bytes: number
  body_sha256: Buffer
}

const COLUMNS = ['id', 'received_at', 'code', 'reason', 'content_type', 'query', 'headers', 'body_sha256'] as const

function selectRows(workspaceId: string, sourceId: string, bodyMax: number | null) {
  const query = build.selectFrom('webhook_rejections').select(COLUMNS).select(bodyColumns(bodyMax))
  return query.where('workspace_id', '=', workspaceId).where('source_id', '=', sourceId)
}

/** There are never many: the oldest are let go. */
export async function countRejections(db: Db, workspaceId: string, sourceId: string): Promise<number> {
  const query = build.selectFrom('webhook_rejections').select(sql<number>`count(*)::float8`.as('count'))
  const row = await runOne(db, query.where('workspace_id', '=', workspaceId).where('source_id', '=', sourceId))
  return row?.count ?? 0
}

/** Newest first. */
export function selectRejections(
  db: Db,
  workspaceId: string,
  sourceId: string,
  slice: Slice,
  bodyMax: number,
): Promise<PagePart<RejectionRow>> {
  return slicePage(db, selectRows(workspaceId, sourceId, bodyMax), slice)
}

export function findRejection(db: Db, workspaceId: string, sourceId: string, id: string): Promise<RejectionRow | null> {
  return runOne(db, selectRows(workspaceId, sourceId, null).where('id', '=', id))
}

/** Takes it out, with its body. Null when it is not there (any more). */
export function removeRejection(
  db: Db | Tx,
  workspaceId: string,
  sourceId: string,
  id: string,
): Promise<(RejectionRow & { body: Buffer }) | null> {
  const query = build.deleteFrom('webhook_rejections').where('workspace_id', '=', workspaceId)
  const columns = [...COLUMNS, 'body', sql<number>`octet_length(body)`.as('body_bytes')] as const
  return runOne(db, query.where('source_id', '=', sourceId).where('id', '=', id).returning(columns))
}

/** The oldest ones below an id, in small steps. Returns how many went. */
export async function removeRejections(
  db: Db,
  workspaceId: string,
  sourceId: string,
  belowId: string | null,
  most: number,
): Promise<number> {
  const result = await db.query({
    text: deleteOldest('webhook_rejections'),
    values: [workspaceId, sourceId, belowId, most],
  })
  return result.rowCount ?? 0
}

/** The oldest one of the newest `kept`; null when there are fewer. */
export async function findOldestKept(
  db: Db,
  workspaceId: string,
  sourceId: string,
  kept: number,
): Promise<string | null> {
  const query = selectRows(workspaceId, sourceId, null).clearSelect().select('id').orderBy('id', 'desc')
  return (await runOne(db, query.offset(kept - 1).limit(1)))?.id ?? null
}
