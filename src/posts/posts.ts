import { createHash } from 'node:crypto'
import { type Batcher, createBatcher } from '../db/batcher.ts'
import { sumCounts } from '../db/counts.ts'
import { type Db, type Pool, type Tx, transaction } from '../db/database.ts'
import { type PageRequest, type Pagination, sliceOf, toPage } from '../http/pagination.ts'
import { dequeue, enqueue } from '../jobs/queue.ts'
import type { Clock } from '../lib/clock.ts'
import type { Ids } from '../lib/ids.ts'
import type { PostInput, PostReading } from './input.ts'
import { PLATFORMS, type Platform, STATUSES, type Status, TEXT_FIELD } from './limits.ts'
import type { Warning } from './rules.ts'
import type { PublicationState } from './schemas.ts'
import {
  countFiltered,
  findPost,
  findPostForChange,
  findRepeat,
  insertPosts,
  type NewPost,
  type PostFilter,
  type PostRow,
  PUBLISH_TASK,
  removePost,
  selectPosts,
  updatePost,
} from './store.ts'
import { composeText, findWarnings } from './warnings.ts'

/** A post as the API shows it; which fields it has depends on the platform. */
export type Post = Record<string, unknown> & { id: string | null }

export interface PostOrigin {
  workspaceId: string
  keyId: string | null
}

export interface Posts {
  /** Answers after the commit of the post and, when it is scheduled, of its job. */
  create(origin: PostOrigin, reading: PostReading): Promise<Post>
  createIn(tx: Tx, origin: PostOrigin, reading: PostReading): Promise<Post>
  /** Checks as `create` does and stores nothing. */
  check(workspaceId: string, reading: PostReading): Promise<Post>
  get(workspaceId: string, id: string): Promise<Post | null>
  /** `read` turns what is stored into what shall be stored; it throws when the change is not valid. */
  update(workspaceId: string, id: string, read: (current: PostInput) => PostReading): Promise<Post | null>
  delete(workspaceId: string, id: string): Promise<boolean>
  list(workspaceId: string, filter: PostFilter, page: PageRequest): Promise<{ posts: Post[]; pagination: Pagination }>
  intake: Batcher<NewPost, void>
}

export interface PostsOptions {
  pool: Pool
  ids: Ids
  clock: Clock
  lateWindowMs: number
}

export function createPosts({ pool, ids, clock, lateWindowMs }: PostsOptions): Posts {
  const intake = createBatcher<NewPost, void>({
    write: async (items) => {
      await insertPosts(pool, items)
      return new Array<void>(items.length)
    },
  })

  const warningsFor = async (db: Db, workspaceId: string, reading: PostReading, exceptId: string | null) => {
    const { input } = reading
    const context = { now: new Date(clock.now()), lateWindowMs, connected: false }
    const warnings = findWarnings(input, reading.unknownFields, context)
    const fingerprint = fingerprintOf(input)
    if (fingerprint && input.scheduledDate && input.status === 'scheduled') {
      const repeat = { platform: input.platform, fingerprint, scheduledDate: input.scheduledDate, exceptId }
      const earlier = await findRepeat(db, workspaceId, repeat)
      if (earlier) warnings.push(repeatWarning(input.platform, earlier))
    }
    return { warnings, fingerprint }
  }

  const toNew = async (db: Db, origin: PostOrigin, reading: PostReading): Promise<NewPost> => {
    const { warnings, fingerprint } = await warningsFor(db, origin.workspaceId, reading, null)
    const { id, at } = ids.next()
    return { ...origin, id, input: reading.input, state: stateOf(reading.input), warnings, fingerprint, createdAt: at }
  }

  return {
    intake,
    async create(origin, reading) {
      const post = await toNew(pool, origin, reading)
      await intake.add(post)
      return fromNew(post)
    },
    async createIn(tx, origin, reading) {
      const post = await toNew(tx, origin, reading)
      await insertPosts(tx, [post])
      return fromNew(post)
    },
    async check(workspaceId, reading) {
      const post = await toNew(pool, { workspaceId, keyId: null }, reading)
      return { ...fromNew(post), id: null, created_at: null, updated_at: null }
    },
    async get(workspaceId, id) {
      const row = await findPost(pool, workspaceId, id)
      return row && fromRow(row)
    },
    update: (workspaceId, id, read) =>
      transaction(pool, async (tx) => {
        const row = await findPostForChange(tx, workspaceId, id)
        if (row === null) return null
        const reading = read(inputOf(row))
        const { warnings, fingerprint } = await warningsFor(tx, workspaceId, reading, row.id)
        const state = stateOf(reading.input)
        const updatedAt = new Date(clock.now())
        const changed = await updatePost(tx, workspaceId, row.id, {
          input: reading.input,
          state,
          warnings,
          fingerprint,
          updatedAt,
        })
        if (state === 'waiting') await enqueue(tx, publishJob(workspaceId, row.id, reading.input.scheduledDate!))
        else await dequeue(tx, PUBLISH_TASK, row.id)
        return fromRow(changed)
      }),
    delete: (workspaceId, id) =>
      transaction(pool, async (tx) => {
        const row = await findPostForChange(tx, workspaceId, id)
        if (row === null) return false
        await removePost(tx, workspaceId, row.id)
        await dequeue(tx, PUBLISH_TASK, row.id)
        return true
      }),
    list: (workspaceId, filter, page) => listPosts(pool, workspaceId, filter, page),
  }
}

async function listPosts(
  db: Db,
  workspaceId: string,
  filter: PostFilter,
  page: PageRequest,
): Promise<{ posts: Post[]; pagination: Pagination }> {
  const total = await totalOf(db, workspaceId, filter)
  const rows = await selectPosts(db, workspaceId, filter, sliceOf(page, total))
  const shown = toPage(page, total, rows)
  return { posts: shown.rows.map(fromRow), pagination: shown.pagination }
}

/** Platform and status are counted as they change; anything finer is counted through an index. */
function totalOf(db: Db, workspaceId: string, filter: PostFilter): Promise<number> {
  const { platform, status, ...finer } = filter
  if (Object.values(finer).some((value) => value !== null)) return countFiltered(db, workspaceId, filter)
  const platforms = platform ? [platform] : PLATFORMS
  const statuses = status ? [status] : STATUSES
  const kinds = platforms.flatMap((each) => statuses.map((one) => `posts:${each}:${one}`))
  return sumCounts(db, workspaceId, kinds)
}

function stateOf(input: PostInput): PublicationState {
  return input.status === 'scheduled' ? 'waiting' : 'none'
}

function publishJob(workspaceId: string, postId: string, runAt: Date) {
  return { task: PUBLISH_TASK, key: postId, payload: { workspace_id: workspaceId, post_id: postId }, runAt }
}

/** Only X and LinkedIn refuse a text they have seen before. */
function fingerprintOf(input: PostInput): Buffer | null {
  if (input.platform !== 'short' && input.platform !== 'professional') return null
  return createHash('sha256')
    .update(`${input.platform}\n${composeText(input).normalize('NFC')}`)
    .digest()
}

function repeatWarning(platform: Platform, earlierId: string): Warning {
  const name = platform === 'short' ? 'X' : 'LinkedIn'
  return {
    rule: platform === 'short' ? 'short.duplicate' : 'professional.duplicate',
    field: 'content',
    message: `${name} refuses a text it has just seen, and post ${earlierId} has the same one within a day. Change the text or the date.`,
  }
}

interface Shown {
  id: string
  input: PostInput
  publication: { state: string; attempts: number; reason: string | null; permalink: string | null }
  warnings: unknown
  createdAt: Date
  updatedAt: Date
}

function fromNew(post: NewPost): Post {
  const at = new Date(post.createdAt)
  const publication = { state: post.state, attempts: 0, reason: null, permalink: null }
  return show({ id: post.id, input: post.input, publication, warnings: post.warnings, createdAt: at, updatedAt: at })
}

function fromRow(row: PostRow): Post {
  return show({
    id: row.id,
    input: inputOf(row),
    publication: {
      state: row.publication_state,
      attempts: row.attempts,
      reason: row.reason,
      permalink: row.permalink,
    },
    warnings: row.warnings,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })
}

function inputOf(row: PostRow): PostInput {
  return {
    platform: row.platform as Platform,
    mediaType: row.media_type,
    content: row.content,
    mediaUrls: row.media_urls as string[] | null,
    hashtags: row.hashtags as string[] | null,
    mentions: row.mentions as string[] | null,
    replyControl: row.reply_control,
    status: row.status as Status,
    scheduledDate: row.scheduled_date,
  }
}

function show({ id, input, publication, warnings, createdAt, updatedAt }: Shown): Post {
  return {
    id,
    platform: input.platform,
    ...ownFields(input),
    status: input.status,
    scheduled_date: input.scheduledDate?.toISOString() ?? null,
    publication,
    warnings,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }
}

/** The fields a platform's posts have, in the order of the interface. */
function ownFields(input: PostInput): Record<string, unknown> {
  const text = { [TEXT_FIELD[input.platform]]: input.content }
  switch (input.platform) {
    case 'thread':
      return { media_type: input.mediaType, ...text, media_urls: input.mediaUrls, reply_control: input.replyControl }
    case 'photo':
      return { media_type: input.mediaType, ...text, media_urls: input.mediaUrls, hashtags: input.hashtags }
    case 'professional':
      return { ...text, media_urls: input.mediaUrls, hashtags: input.hashtags }
    case 'short':
      return { ...text, media_urls: input.mediaUrls, mentions: input.mentions }
  }
}
