import type { Insertable } from 'kysely'
import { build, type Db, type Rows, run, runOne, sql, type Tx } from '../db/database.ts'
import { selectColumns } from '../db/statements/columns.ts'
import { countRows } from '../db/statements/counts.ts'
import { containsPattern } from '../db/statements/like.ts'
import { type PagePart, type Slice, slicePage } from '../db/statements/paging.ts'
import type { DB } from '../db/types.ts'
import { firstIdAt } from '../lib/ids.ts'
import { HOUR_MS } from '../lib/time/span.ts'
import type { TakenType } from './facts/soundness.ts'
import { type MediaChange, type MediaFilter, media, POSTS_SHOWN_MAX, typesOf } from './schemas.ts'
import type { FileStore } from './stores/file-store.ts'

const COLUMNS = [
  ...selectColumns(media.columns),
  ...(['workspace_id', 'file', 'store', 'sha256', 'type', 'duration_ms', 'is_animated', 'touched_at'] as const),
  sql<Date>`coalesce(media.changed_at, media.created_at)`.as('updated_at'),
  // Read as a number: see db/database.ts.
  sql<number>`media.bytes`.as('bytes'),
] as const

interface Uses {
  used_at: Date | null
  /** True if an unpublished post has it. */
  is_needed: boolean
  post_ids: string[]
}

export type MediaRow = NonNullable<Awaited<ReturnType<typeof findMedia>>>

export type NewMedia = Insertable<DB['media']> & { store: FileStore['kind']; type: TakenType; bytes: number }

function selectMedia() {
  const uses = sql<Uses>`(
    select max(posts.published_at) as used_at,
           coalesce(bool_or(posts.publication_state <> 'published'), false) as is_needed,
           coalesce((array_agg(posts.id order by posts.id desc))[1:${sql.lit(POSTS_SHOWN_MAX)}], '{}') as post_ids
      from media_uses
      join posts on posts.workspace_id = media_uses.workspace_id and posts.id = media_uses.post_id
     where media_uses.media_id = media.id)`
  return build
    .selectFrom('media')
    .innerJoinLateral(uses.as('uses'), (join) => join.onTrue())
    .select([...COLUMNS, 'uses.used_at', 'uses.is_needed', 'uses.post_ids'])
}

export function findMedia(db: Db, workspaceId: string, id: string) {
  return runOne(db, selectMedia().where('media.workspace_id', '=', workspaceId).where('id', '=', id))
}

export function findByHash(db: Db, workspaceId: string, sha256: Buffer) {
  return runOne(db, selectMedia().where('media.workspace_id', '=', workspaceId).where('sha256', '=', sha256))
}

/** Anyone who knows the name may read the file. */
export function findByFile(db: Db, file: string) {
  const query = build.selectFrom('media').select(COLUMNS)
  return runOne(db, query.where('file', '=', file))
}
export type StoredFile = NonNullable<Awaited<ReturnType<typeof findByFile>>>

/** For `doctor`. */
export function findNewest(db: Db) {
  return runOne(db, build.selectFrom('media').select(['file', 'type']).orderBy('id', 'desc').limit(1))
}

export function findByFiles(db: Db, workspaceId: string, files: readonly string[]) {
  const query = build.selectFrom('media').select(COLUMNS).where('workspace_id', '=', workspaceId)
  return run(db, query.where('file', 'in', [...files]))
}

function matching<O>(rows: Rows<O>, workspaceId: string, { type, q, updated_after: since }: MediaFilter): Rows<O> {
  let query = rows.where('media.workspace_id', '=', workspaceId)
  if (type !== null) query = query.where('type', 'in', typesOf(type))
  if (q !== null) {
    const pattern = containsPattern(q)
    query = query.where(({ or, eb }) => or([eb('name', 'ilike', pattern), eb('alt_text', 'ilike', pattern)]))
  }
  if (since !== null) {
    query = query.where(sql<boolean>`(media.id >= ${firstIdAt(since.getTime())} or media.changed_at >= ${since})`)
  }
  return query
}

export function selectPage(
  db: Db,
  workspaceId: string,
  filter: MediaFilter,
  slice: Slice,
): Promise<PagePart<MediaRow>> {
  return slicePage(db, matching(selectMedia(), workspaceId, filter), slice)
}

export function countMedia(db: Db, workspaceId: string, filter: MediaFilter): Promise<number> {
  return countRows(db, matching(build.selectFrom('media'), workspaceId, filter))
}

export async function sumBytes(db: Db, workspaceId: string): Promise<number> {
  const query = sql<{ bytes: number }>`select coalesce(sum(bytes), 0)::float8 as bytes from media
     where workspace_id = ${workspaceId}`
  return (await runOne(db, query))!.bytes
}

/** Until the transaction ends, no other upload of the workspace is counted or stored. */
export async function lockQuota(tx: Tx, workspaceId: string): Promise<void> {
  await run(tx, sql`select pg_advisory_xact_lock(hashtextextended('media ' || ${workspaceId}, 0))`)
}

/** Returns false if the bytes are already stored under another name. */
export async function insertMedia(tx: Tx, media: NewMedia): Promise<boolean> {
  const query = build
    .insertInto('media')
    .values(media)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'sha256']).doNothing())
  return (await run(tx, query.returning('id'))).length > 0
}

/** The same bytes were sent again, so the file is kept as long as a new one. */
export async function touchMedia(db: Db, id: string, at: Date, altText: string | null): Promise<boolean> {
  const query = build
    .updateTable('media')
    .set({ touched_at: at, ...(altText === null ? {} : { alt_text: altText }) })
    .where('id', '=', id)
  return (await run(db, query.returning('id'))).length > 0
}

export async function updateMedia(db: Db, workspaceId: string, id: string, change: MediaChange): Promise<void> {
  await run(db, build.updateTable('media').set(change).where('workspace_id', '=', workspaceId).where('id', '=', id))
}

/** Locks the row: a post that is about to reference the file waits, and then finds it gone. */
export function lockMedia(tx: Tx, workspaceId: string, id: string) {
  const query = build.selectFrom('media').select(['id', 'file', 'store', 'version'])
  return runOne(tx, query.where('workspace_id', '=', workspaceId).where('id', '=', id).forUpdate())
}

/** A post that will send the file. */
export function findNeedingPost(tx: Tx, mediaId: string) {
  const query = build
    .selectFrom('media_uses')
    .innerJoin('posts', (join) =>
      join.onRef('posts.workspace_id', '=', 'media_uses.workspace_id').onRef('posts.id', '=', 'media_uses.post_id'),
    )
    .select(['posts.id', 'posts.scheduled_date'])
    .where('media_id', '=', mediaId)
    .where('posts.status', '=', 'scheduled')
    .where('posts.publication_state', 'not in', ['published', 'failed', 'missed', 'cancelled', 'none'])
  return runOne(tx, query.orderBy('posts.scheduled_date').limit(1))
}

/** A trigger records its file as a leftover. */
export async function removeMedia(tx: Tx, ids: readonly string[]): Promise<void> {
  await run(tx, build.deleteFrom('media').where('id', 'in', [...ids]))
}

const isExpired = (before: Date) => sql`touched_at < ${before}
       and not exists (select from media_uses join posts using (workspace_id)
                        where media_uses.media_id = media.id and posts.id = media_uses.post_id
                          and (posts.publication_state <> 'published' or posts.published_at >= ${before}))`

/** Locks files that were last needed before `before`: no post has them, or all their posts are published. */
export async function lockExpired(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const query = sql<{ id: string }>`select id from media where ${isExpired(before)}
     order by id limit ${limit} for update of media skip locked`
  return (await run(tx, query)).map(({ id }) => id)
}

/** Leaves out files that a post started to use while they were being locked. */
export async function selectStillExpired(tx: Tx, ids: readonly string[], before: Date): Promise<string[]> {
  const query = sql<{ id: string }>`select id from media where id = any(${ids}::uuid[]) and ${isExpired(before)}`
  return (await run(tx, query)).map(({ id }) => id)
}

// Leftovers: see the migration.

/** Longer than it takes a store to store a file and the database to record it. */
const LEFTOVER_AFTER_MS = HOUR_MS

export async function insertLeftover(db: Db, file: string, store: FileStore['kind'], now: number): Promise<void> {
  const remove_after = new Date(now + LEFTOVER_AFTER_MS)
  await run(db, build.insertInto('media_leftovers').values({ file, store, remove_after }))
}

export async function removeLeftover(db: Db, file: string): Promise<void> {
  await run(db, build.deleteFrom('media_leftovers').where('file', '=', file))
}

/** Due leftovers without a row; those with a row are forgotten. */
export async function selectDueLeftovers(db: Db, now: Date, limit: number) {
  const query = sql<{ file: string; store: FileStore['kind'] }>`with kept as (
      delete from media_leftovers where file in (select file from media) and remove_after <= ${now})
    select file, store from media_leftovers
     where remove_after <= ${now} and not exists (select from media where media.file = media_leftovers.file)
     order by remove_after limit ${limit}`
  return run(db, query)
}
