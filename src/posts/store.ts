import { sql } from 'kysely'
import { byteaArray, jsonbArray, textArray, timeArray, uuidArray } from '../db/arrays.ts'
import { build, type Db, run, runOne, type Tx } from '../db/database.ts'
import type { Format } from '../platforms/profile.ts'
import type { Warning } from '../platforms/rules.ts'
import type { PublicationState } from '../publishing/states.ts'
import type { PostInput } from './input.ts'
import { enqueuePublishSql } from './publish-job.ts'
import type { Post } from './show.ts'

export interface PostRow {
  id: string
  platform: string
  media_type: string | null
  content: string | null
  media_urls: unknown
  hashtags: unknown
  mentions: unknown
  reply_control: string | null
  status: string
  scheduled_date: Date | null
  time_zone: string | null
  connection_id: string | null
  released_at: Date | null
  publication_state: string
  attempts: number
  failure_class: string | null
  reason: string | null
  permalink: string | null
  platform_id: string | null
  published_at: Date | null
  deferred_until: Date | null
  warnings: unknown
  media_warnings: unknown
  version: number
  created_at: Date
  updated_at: Date
}

export const COLUMNS = [
  'id',
  'platform',
  'media_type',
  'content',
  'media_urls',
  'hashtags',
  'mentions',
  'reply_control',
  'status',
  'scheduled_date',
  'time_zone',
  'connection_id',
  'released_at',
  'publication_state',
  'attempts',
  // The rest of a failure holds what the platform answered.
  sql<string | null>`failure ->> 'class'`.as('failure_class'),
  'reason',
  'permalink',
  'platform_id',
  'published_at',
  'deferred_until',
  'warnings',
  'media_warnings',
  'version',
  'created_at',
  'updated_at',
] as const

export interface NewPost {
  id: string
  workspaceId: string
  keyId: string | null
  input: PostInput
  state: PublicationState
  warnings: Warning[]
  fingerprint: Buffer | null
  createdAt: number
  /** `scheduledId` is null for a draft, of which post.created alone is told. */
  event: { createdId: string; scheduledId: string | null; data: Post }
}

/** Looks at the media files, so that what is wrong with them shows long before the date. */
export const INSPECT_TASK = 'post.inspect'

// Posts, their events and the jobs of the scheduled ones in one statement, so in one transaction: none exists without
// the others.
const INSERT = {
  name: 'posts.insert',
  text: `with stored as (
           insert into posts (workspace_id, id, platform, media_type, content, media_urls, hashtags, mentions,
             reply_control, status, scheduled_date, time_zone, connection_id, publication_state, warnings, fingerprint,
             key_id, created_at, updated_at)
           select *, created_at from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::jsonb[],
             $7::jsonb[], $8::jsonb[], $9::text[], $10::text[], $11::timestamptz[], $12::text[], $13::uuid[],
             $14::text[], $15::jsonb[], $16::bytea[], $17::uuid[], $18::timestamptz[])
             as new (workspace_id, id, platform, media_type, content, media_urls, hashtags, mentions, reply_control,
               status, scheduled_date, time_zone, connection_id, publication_state, warnings, fingerprint, key_id,
               created_at)
           returning workspace_id, id, platform, connection_id, status, scheduled_date, media_urls),
         told as (
           insert into event_outbox (id, workspace_id, type, subject_id, subject_version, data, created_at)
           select event.id, workspace_id, event.type, post_id, 1, data, created_at
             from rows from (unnest($1::uuid[], $2::uuid[], $19::uuid[], $20::uuid[], $18::timestamptz[]),
                 json_array_elements($21))
               as new (workspace_id, post_id, created_id, scheduled_id, created_at, data),
             lateral (values (created_id, 'post.created'), (scheduled_id, 'post.scheduled')) as event (id, type)
            where event.id is not null)
         select ${enqueuePublishSql('scheduled_date')} is not null as queued
           from stored where status = 'scheduled'
         union all
         select graphile_worker.add_job('${INSPECT_TASK}',
             json_build_object('workspace_id', workspace_id, 'post_id', id),
             job_key => '${INSPECT_TASK}:' || id) is not null
           from stored where jsonb_array_length(coalesce(media_urls, '[]')) > 0`,
}

/** All or none, with their jobs. */
export async function insertPosts(db: Db, posts: readonly NewPost[]): Promise<void> {
  await db.query({
    ...INSERT,
    values: [
      uuidArray(posts.map((post) => post.workspaceId)),
      uuidArray(posts.map((post) => post.id)),
      textArray(posts.map((post) => post.input.platform)),
      textArray(posts.map((post) => post.input.mediaType)),
      textArray(posts.map((post) => post.input.content)),
      jsonbArray(posts.map((post) => toJson(post.input.mediaUrls))),
      jsonbArray(posts.map((post) => toJson(post.input.hashtags))),
      jsonbArray(posts.map((post) => toJson(post.input.mentions))),
      textArray(posts.map((post) => post.input.replyControl)),
      textArray(posts.map((post) => post.input.status)),
      timeArray(posts.map((post) => post.input.scheduledDate?.getTime() ?? null)),
      textArray(posts.map((post) => post.input.timeZone)),
      uuidArray(posts.map((post) => post.input.connectionId)),
      textArray(posts.map((post) => post.state)),
      jsonbArray(posts.map((post) => JSON.stringify(post.warnings))),
      byteaArray(posts.map((post) => post.fingerprint)),
      uuidArray(posts.map((post) => post.keyId)),
      timeArray(posts.map((post) => post.createdAt)),
      uuidArray(posts.map((post) => post.event.createdId)),
      uuidArray(posts.map((post) => post.event.scheduledId)),
      // One document for all: it is cheaper than as many small ones.
      JSON.stringify(posts.map((post) => post.event.data)),
    ],
  })
}

export function findPost(db: Db, workspaceId: string, id: string): Promise<PostRow | null> {
  return runOne(
    db,
    build.selectFrom('posts').select(COLUMNS).where('workspace_id', '=', workspaceId).where('id', '=', id),
  )
}

/** Holds the row until the transaction ends, so that two changes follow each other. */
export function findPostForChange(tx: Tx, workspaceId: string, id: string): Promise<PostRow | null> {
  const query = build.selectFrom('posts').select(COLUMNS).where('workspace_id', '=', workspaceId).where('id', '=', id)
  return runOne(tx, query.forUpdate())
}

export interface PostChange {
  input: PostInput
  state: PublicationState
  releasedAt: Date | null
  warnings: Warning[]
  fingerprint: Buffer | null
  updatedAt: Date
}

/**
 * The post starts over: what an earlier attempt prepared or met is forgotten, only their number stays. The fence grows, so
 * that a worker with an older claim can write nothing more.
 */
export async function updatePost(tx: Tx, workspaceId: string, id: string, change: PostChange): Promise<PostRow> {
  const { input } = change
  const row = await runOne(
    tx,
    build
      .updateTable('posts')
      .set({
        media_type: input.mediaType,
        content: input.content,
        media_urls: toJson(input.mediaUrls),
        hashtags: toJson(input.hashtags),
        mentions: toJson(input.mentions),
        reply_control: input.replyControl,
        status: input.status,
        scheduled_date: input.scheduledDate,
        time_zone: input.timeZone,
        connection_id: input.connectionId,
        released_at: change.releasedAt,
        publication_state: change.state,
        fence: sql`fence + 1`,
        progress: '{}',
        sends: 0,
        looks: 0,
        retries: 0,
        send_started_at: null,
        deferred_until: null,
        in_line_since: null,
        failure: null,
        reason: null,
        warnings: JSON.stringify(change.warnings),
        fingerprint: change.fingerprint,
        updated_at: change.updatedAt,
        version: sql`version + 1`,
      })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .returning(COLUMNS),
  )
  return row!
}

/** Publication and queue stay as they are. */
export async function updateWarnings(
  tx: Tx,
  workspaceId: string,
  id: string,
  change: { warnings: Warning[]; updatedAt: Date },
): Promise<PostRow> {
  const row = await runOne(
    tx,
    build
      .updateTable('posts')
      .set({
        warnings: JSON.stringify(change.warnings),
        updated_at: change.updatedAt,
        version: sql`version + 1`,
      })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .returning(COLUMNS),
  )
  return row!
}

export async function clearMediaWarnings(tx: Tx, workspaceId: string, id: string): Promise<void> {
  const query = build.updateTable('posts').set({ media_warnings: '[]' })
  await run(tx, query.where('workspace_id', '=', workspaceId).where('id', '=', id))
}

export async function removePost(tx: Tx, workspaceId: string, id: string): Promise<boolean> {
  const query = build.deleteFrom('posts').where('workspace_id', '=', workspaceId).where('id', '=', id)
  return (await runOne(tx, query.returning('id'))) !== null
}

/** Is the same text scheduled within a day of this date already? */
export async function findRepeat(
  db: Db,
  workspaceId: string,
  repeat: { platform: Format; fingerprint: Buffer; scheduledDate: Date; exceptId: string | null },
): Promise<string | null> {
  const day = 24 * 60 * 60 * 1000
  let query = build
    .selectFrom('posts')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('fingerprint', '=', repeat.fingerprint)
    .where('status', '=', 'scheduled')
    .where('platform', '=', repeat.platform)
    .where('scheduled_date', '>', new Date(repeat.scheduledDate.getTime() - day))
    .where('scheduled_date', '<', new Date(repeat.scheduledDate.getTime() + day))
  if (repeat.exceptId !== null) query = query.where('id', '<>', repeat.exceptId)
  return (await runOne(db, query.limit(1)))?.id ?? null
}

function toJson(list: string[] | null): string | null {
  return list === null ? null : JSON.stringify(list)
}
