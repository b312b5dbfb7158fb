import type { UpdateObject } from 'kysely'
import { build, type Db, run, runOne, sql, type Tx } from '../db/database.ts'
import type { DB } from '../db/types.ts'
import type { Failure, Progress } from '../platforms/contract.ts'
import { wakePosts } from '../posts/publish-job.ts'
import type { PublicationState } from './states.ts'

const COLUMNS = [
  'workspace_id',
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
  'released_at',
  'publication_state',
  'connection_id',
  'attempts',
  'fence',
  'progress',
  'sends',
  'looks',
  'retries',
  'send_started_at',
  'deferred_until',
  'in_line_since',
  'failure',
  'platform_id',
  'permalink',
  'published_at',
] as const

export type PublishRow = Awaited<ReturnType<typeof findForClaim>> & object

/** What names a post: a row of it, or these two of its columns. */
export type PostKey = Pick<PublishRow, 'workspace_id' | 'id'>

/** Holds the row until the transaction ends. */
export function findForClaim(tx: Tx, workspaceId: string, id: string) {
  const query = build.selectFrom('posts').select(COLUMNS).where('workspace_id', '=', workspaceId).where('id', '=', id)
  return runOne(tx, query.forUpdate())
}

/**
 * Is an earlier post of the account being sent, or due and about to be taken? Then this one waits for it. Only what is
 * ready to be sent is kept in order: a post that is still being prepared, or whose outcome is still unknown after the
 * first look, can take many minutes. A post that names no account belongs to the default one. A post that was due
 * before `since` will be missed, not sent.
 */
export async function hasEarlier(
  tx: Tx,
  post: PublishRow,
  { connectionId, dueAt, since }: { connectionId: string; dueAt: Date; since: Date },
): Promise<boolean> {
  const result = await tx.query({
    text: `select from posts
            where connection_id = $1
              and (publication_state = 'sending' or publication_state = 'confirming' and looks = 0)
              and (coalesce(released_at, scheduled_date), id) < ($2, $3) and id <> $3
           union all
           select from posts
            where workspace_id = $4 and scheduled_date between $6 and $2 and publication_state = 'waiting'
              and platform = $5 and status = 'scheduled' and released_at is null
              and (scheduled_date, id) < ($2, $3)
              and (connection_id = $1 or connection_id is null
                   and exists (select from connections where id = $1 and is_default))
           limit 1`,
    values: [connectionId, dueAt, post.id, post.workspace_id, post.platform, since],
  })
  return result.rowCount === 1
}

/** Readers of the post do not see this, so its version stays. */
export async function enterLine(tx: Tx, post: PostKey, since: Date): Promise<void> {
  const query = build.updateTable('posts').set({ in_line_since: since })
  await run(tx, query.where('workspace_id', '=', post.workspace_id).where('id', '=', post.id))
}

/** Columns that are left out are not written. */
export type PostUpdate = Partial<Omit<PublishRow, 'workspace_id' | 'id' | 'fence' | 'progress' | 'failure'>> & {
  publication_state?: PublicationState
  progress?: Progress
  failure?: Failure | null
  reason?: string | null
  updated_at?: Date
}

function updatePost(
  post: PostKey,
  { progress, failure, ...columns }: PostUpdate,
  more: UpdateObject<DB, 'posts'> = {},
) {
  return build
    .updateTable('posts')
    .set({
      ...columns,
      progress: progress && JSON.stringify(progress),
      failure: failure && JSON.stringify(failure),
      version: sql`version + 1`,
      ...more,
    })
    .where('workspace_id', '=', post.workspace_id)
    .where('id', '=', post.id)
}

const NEXT_FENCE = { fence: sql<number>`fence + 1` }

/** Takes the post: whoever had it before can write nothing more. Returns the new fence. */
export async function takePost(tx: Tx, post: PostKey, update: PostUpdate): Promise<number> {
  const row = await runOne(tx, updatePost(post, update, NEXT_FENCE).returning('fence'))
  return row!.fence
}

/** False when the claim was lost: somebody else has the post now, or a person changed it. */
export async function updateClaimed(
  db: Db,
  { post, fence }: { post: PostKey; fence: number },
  update: PostUpdate,
): Promise<boolean> {
  return (await runOne(db, updatePost(post, update).where('fence', '=', fence).returning('id'))) !== null
}

/** The post is out. That is true whoever finds out, so the fence is not checked. False when it was recorded already. */
export async function recordPublished(
  tx: Tx,
  post: PostKey,
  found: { platform_id: string | null; published_at: Date; connection_id: string },
): Promise<boolean> {
  const cleared = { permalink: null, reason: null, failure: null, deferred_until: null }
  const query = updatePost(post, { ...found, ...cleared, publication_state: 'published' }, NEXT_FENCE)
  return (await runOne(tx, query.where('publication_state', '<>', 'published').returning('id'))) !== null
}

/** The id or permalink of a published post, when they become known later. */
export async function updateLink(
  tx: Tx,
  post: PostKey,
  link: { platform_id?: string; permalink: string | null },
): Promise<void> {
  await run(tx, updatePost(post, link).where('publication_state', '=', 'published'))
}

export const UNIQUE_VIOLATION = '23505'

/** False when the id on the platform belongs to another post of ours: nothing was written then. */
export async function unlessTaken(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error
    return false
  }
}

/** The newest ids on the platform that belong to other posts of the account. */
export async function selectTakenIds(db: Db, post: PostKey, connectionId: string): Promise<Set<string>> {
  const rows = await run(
    db,
    build
      .selectFrom('posts')
      .select('platform_id')
      .where('workspace_id', '=', post.workspace_id)
      .where('connection_id', '=', connectionId)
      .where('platform_id', 'is not', null)
      .where('id', '<>', post.id)
      .orderBy('published_at', 'desc')
      .limit(1_000),
  )
  return new Set(rows.map((row) => row.platform_id!))
}

/** The account is free: its next due post, which waited for this one, continues at once. */
export function wakeNext(db: Db, post: PublishRow, connectionId: string, at: Date): Promise<void> {
  const next = `select id from posts
                 where workspace_id = $2 and platform = $3 and publication_state = 'waiting' and scheduled_date <= $1
                   and (connection_id is null or connection_id = $4)
                 order by scheduled_date, id limit 1`
  return wakePosts(db, at, next, [post.workspace_id, post.platform, connectionId])
}
