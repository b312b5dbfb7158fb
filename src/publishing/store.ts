import { sql } from 'kysely'
import { build, type Db, run, runOne, type Tx } from '../db/database.ts'
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
  post: { workspace_id: string; id: string; platform: string; connectionId: string; dueAt: Date; since: Date },
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
    values: [post.connectionId, post.dueAt, post.id, post.workspace_id, post.platform, post.since],
  })
  return result.rowCount === 1
}

/** Readers of the post do not see this, so its version stays. */
export async function enterLine(tx: Tx, workspaceId: string, id: string, since: Date): Promise<void> {
  const query = build.updateTable('posts').set({ in_line_since: since })
  await run(tx, query.where('workspace_id', '=', workspaceId).where('id', '=', id))
}

export interface PostUpdate {
  state?: PublicationState
  connectionId?: string
  attempts?: number
  progress?: Progress
  sends?: number
  looks?: number
  retries?: number
  sendStartedAt?: Date | null
  deferredUntil?: Date | null
  inLineSince?: Date | null
  failure?: Failure | null
  reason?: string | null
  platformId?: string | null
  permalink?: string | null
  publishedAt?: Date
}

/** What is left undefined is not written. */
function toColumns({ progress, failure, ...update }: PostUpdate) {
  return {
    publication_state: update.state,
    connection_id: update.connectionId,
    attempts: update.attempts,
    progress: progress && JSON.stringify(progress),
    sends: update.sends,
    looks: update.looks,
    retries: update.retries,
    send_started_at: update.sendStartedAt,
    deferred_until: update.deferredUntil,
    in_line_since: update.inLineSince,
    failure: failure && JSON.stringify(failure),
    reason: update.reason,
    platform_id: update.platformId,
    permalink: update.permalink,
    published_at: update.publishedAt,
  }
}

/** Takes the post: whoever had it before can write nothing more. Returns the new fence. */
export async function takePost(tx: Tx, workspaceId: string, id: string, update: PostUpdate): Promise<number> {
  const row = await runOne(
    tx,
    build
      .updateTable('posts')
      .set({ ...toColumns(update), fence: sql`fence + 1`, version: sql`version + 1` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .returning('fence'),
  )
  return row!.fence
}

/** False when the claim was lost: somebody else has the post now, or a person changed it. */
export async function updateClaimed(
  db: Db,
  claim: { workspaceId: string; postId: string; fence: number },
  update: PostUpdate,
): Promise<boolean> {
  const row = await runOne(
    db,
    build
      .updateTable('posts')
      .set({ ...toColumns(update), version: sql`version + 1` })
      .where('workspace_id', '=', claim.workspaceId)
      .where('id', '=', claim.postId)
      .where('fence', '=', claim.fence)
      .returning('id'),
  )
  return row !== null
}

export const UNIQUE_VIOLATION = '23505'

/**
 * The post is out. That is true whoever finds out, so the fence is not checked. False when it was recorded already.
 */
export async function recordPublished(
  tx: Tx,
  workspaceId: string,
  postId: string,
  found: { platformId: string | null; at: Date; connectionId: string },
): Promise<boolean> {
  const query = build
    .updateTable('posts')
    .set({
      publication_state: 'published',
      connection_id: found.connectionId,
      platform_id: found.platformId,
      permalink: null,
      published_at: found.at,
      reason: null,
      failure: null,
      deferred_until: null,
      fence: sql`fence + 1`,
      version: sql`version + 1`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', postId)
    .where('publication_state', '<>', 'published')
    .returning('id')
  return (await runOne(tx, query)) !== null
}

/** The id or permalink of a published post, when they become known later. */
export async function updateLink(
  tx: Tx,
  workspaceId: string,
  postId: string,
  link: { platformId?: string | null; permalink: string | null },
): Promise<void> {
  const query = build
    .updateTable('posts')
    .set({
      ...(link.platformId ? { platform_id: link.platformId } : {}),
      permalink: link.permalink,
      version: sql`version + 1`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', postId)
    .where('publication_state', '=', 'published')
  await run(tx, query)
}

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
export async function selectTakenIds(
  db: Db,
  workspaceId: string,
  connectionId: string,
  exceptPostId: string,
): Promise<Set<string>> {
  const rows = await run(
    db,
    build
      .selectFrom('posts')
      .select('platform_id')
      .where('workspace_id', '=', workspaceId)
      .where('connection_id', '=', connectionId)
      .where('platform_id', 'is not', null)
      .where('id', '<>', exceptPostId)
      .orderBy('published_at', 'desc')
      .limit(1_000),
  )
  return new Set(rows.map((row) => row.platform_id!))
}

/** The account is free: its next due post, which waited for this one, continues at once. */
export function wakeNext(
  db: Db,
  account: { workspaceId: string; platform: string; connectionId: string; at: Date },
): Promise<void> {
  const next = `select id from posts
                 where workspace_id = $2 and platform = $3 and publication_state = 'waiting' and scheduled_date <= $1
                   and (connection_id is null or connection_id = $4)
                 order by scheduled_date, id limit 1`
  return wakePosts(db, account.at, next, [account.workspaceId, account.platform, account.connectionId])
}
