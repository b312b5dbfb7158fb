import { textArray } from '../../db/arrays.ts'
import { build, type Db, runOne, sql } from '../../db/database.ts'
import { type Slice, slicePage } from '../../db/paging.ts'
import { isAt, type Place, receivedColumns } from '../deliveries/store.ts'
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

const REJECTIONS = build.selectFrom('webhook_rejections')
const columnsOf = (bodyMax: number | null) => [...receivedColumns(bodyMax), 'code', 'reason'] as const

export type RejectionRow = NonNullable<Awaited<ReturnType<typeof findRejection>>>

/** There are never many: the oldest are let go. */
export async function countRejections(db: Db, workspaceId: string, sourceId: string): Promise<number> {
  const query = REJECTIONS.select(sql<number>`count(*)::float8`.as('count'))
  return (await runOne(db, query.where('workspace_id', '=', workspaceId).where('source_id', '=', sourceId)))!.count
}

/** Newest first. */
export function selectRejections(db: Db, workspaceId: string, sourceId: string, slice: Slice, bodyMax: number) {
  const query = REJECTIONS.select(columnsOf(bodyMax))
  return slicePage(db, query.where('workspace_id', '=', workspaceId).where('source_id', '=', sourceId), slice)
}

export function findRejection(db: Db, ...place: Place) {
  return runOne(db, REJECTIONS.select(columnsOf(null)).where(isAt(place)))
}

/** Returns what it removed; null when it is not there (any more). */
export function removeRejection(db: Db, ...place: Place): Promise<RejectionRow | null> {
  return runOne(db, build.deleteFrom('webhook_rejections').where(isAt(place)).returning(columnsOf(null)))
}

/** The oldest one of the newest `kept`; null when there are fewer. */
export async function findOldestKept(
  db: Db,
  workspaceId: string,
  sourceId: string,
  kept: number,
): Promise<string | null> {
  const query = REJECTIONS.select('id').where('workspace_id', '=', workspaceId).where('source_id', '=', sourceId)
  return (
    (
      await runOne(
        db,
        query
          .orderBy('id', 'desc')
          .offset(kept - 1)
          .limit(1),
      )
    )?.id ?? null
  )
}
