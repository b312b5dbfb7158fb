import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { createBatcher } from '../db/batcher.ts'
import { type Db, type Pool, type Tx, transaction } from '../db/database.ts'
import { validationError } from '../errors.ts'
import type { Emit } from '../events/emit.ts'
import { type IfMatch, requireMatch } from '../http/etag.ts'
import { dequeue, enqueue } from '../jobs/queue.ts'
import type { Ids } from '../lib/ids.ts'
import type { Issues } from '../lib/issues.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Format } from '../platforms/profile.ts'
import { profileFor } from '../platforms/registry.ts'
import type { RuleId, Warning } from '../platforms/rules.ts'
import { composeText } from '../platforms/text.ts'
import { dueAtOf, mayPerson, type PublicationState } from '../publishing/states.ts'
import type { Post, PostInput } from './fields.ts'
import type { PostReading } from './input.ts'
import { dequeuePublish, enqueuePublish } from './publish-job.ts'
import { fromNew, fromRow, inputOf } from './show.ts'
import * as store from './store.ts'
import { findWarnings } from './warnings.ts'

interface PostOrigin {
  workspaceId: string
  keyId: string | null
}

/** What every change of a stored post has: problems found so far, and what the caller thinks the post is. */
interface ChangeRequest {
  issues: Issues
  ifMatch: IfMatch | null
}

export type Posts = ReturnType<typeof createPosts>

export interface OwnFiles {
  /** Which of the URLs lead to files of the workspace, with what those show. */
  ownOf(db: Db, workspaceId: string, urls: readonly string[]): Promise<ReadonlyMap<string, { altText: string | null }>>
  /** Why providers that fetch files themselves cannot fetch them; null when they can. */
  fetchProblem(): string | null
}

interface PostsOptions {
  pool: Pool
  ids: Ids
  clock: Clock
  emit: Emit
  /** How late a post of the workspace may still go out by itself, in milliseconds. */
  lateWindowOf: (db: Db, workspaceId: string) => Promise<number>
  /** Doorpost may read media from private networks. */
  privateMedia: boolean
  /** Files that were uploaded here. */
  files: OwnFiles
  isConnection: (db: Db, workspaceId: string, platform: Format, id: string) => Promise<boolean>
  /** The account that would send the post now: when its approval ends, if it cannot be renewed; null without one. */
  accountOf: (
    db: Db,
    workspaceId: string,
    platform: Format,
    id: string | null,
  ) => Promise<{ worksUntil: Date | null } | null>
}

export function createPosts(options: PostsOptions) {
  const { pool, ids, clock, emit, lateWindowOf, privateMedia, files, isConnection, accountOf } = options
  const intake = createBatcher<store.NewPost, void>({
    write: async (items) => {
      await store.insertPosts(pool, items)
      return new Array<void>(items.length)
    },
  })

  /** Files that are new in the post bring their own alt texts, where none were sent. */
  const withOwnFiles = async (db: Db, workspaceId: string, reading: PostReading, before: PostInput | null) => {
    const { input } = reading
    const urls = input.media_urls ?? []
    const own = await files.ownOf(db, workspaceId, urls)
    const isOpen = input.alt_texts === null || reading.altTextsFollow
    if (own.size === 0 || !isOpen) return { own, reading }
    const known = new Set(before?.media_urls)
    const texts = urls.map(
      (url, at) => input.alt_texts?.[at] ?? (known.has(url) ? null : (own.get(url)?.altText ?? null)),
    )
    const alt_texts = texts.some((text) => text !== null) ? texts : input.alt_texts
    return { own, reading: { ...reading, input: { ...input, alt_texts } } }
  }

  const warningsFor = async (
    db: Db,
    workspaceId: string,
    { reading, own }: Awaited<ReturnType<typeof withOwnFiles>>,
    exceptId: string | null,
  ) => {
    const { input, unknownFields } = reading
    const { platform, scheduled_date: scheduledDate } = input
    // Drafts need no account.
    const isScheduled = input.status === 'scheduled'
    const account = isScheduled ? await accountOf(db, workspaceId, platform, input.connection_id) : null
    const now = new Date(clock.now())
    const isLate = isScheduled && scheduledDate !== null && scheduledDate < now
    const lateWindowMs = isLate ? await lateWindowOf(db, workspaceId) : 0
    const ownMedia = { urls: new Set(own.keys()), fetchProblem: files.fetchProblem() }
    const context = { now, lateWindowMs, connected: !isScheduled || account !== null, privateMedia, own: ownMedia }
    const warnings = findWarnings(input, unknownFields, context)
    const worksUntil = account?.worksUntil
    if (worksUntil && scheduledDate && scheduledDate > worksUntil) warnings.push(expiryWarning(worksUntil))
    const fingerprint = fingerprintOf(input)
    if (fingerprint && scheduledDate && isScheduled) {
      const earlier = await store.findRepeat(db, workspaceId, { platform, fingerprint, scheduledDate, exceptId })
      if (earlier) warnings.push(repeatWarning(platform, earlier))
    }
    return { warnings, fingerprint }
  }

  const toNew = async (db: Db, { workspaceId, keyId }: PostOrigin, reading: PostReading): Promise<store.NewPost> => {
    const described = await withOwnFiles(db, workspaceId, reading, null)
    const judged = await warningsFor(db, workspaceId, described, null)
    const { input } = described.reading
    const { id, at } = ids.next()
    const own = { id, workspace_id: workspaceId, key_id: keyId, created_at: new Date(at) }
    const post = { ...input, ...own, ...judged, publication_state: stateOf(input) }
    const createdId = ids.next().id
    const scheduledId = input.status === 'scheduled' ? ids.next().id : null
    return { ...post, event: { createdId, scheduledId, data: fromNew(post) } }
  }

  /** Adds an issue when the post names an account that is not one of its workspace and platform. */
  const checkConnection = async (issues: Issues, workspaceId: string, input: PostInput, db: Db = pool) => {
    const { platform, connection_id: id } = input
    if (id === null || (await isConnection(db, workspaceId, platform, id))) return
    const message = `There is no connected account with this id on ${platform}. List them at GET /v1/connections.`
    issues.add('connection_id', message)
  }

  return {
    intake,
    checkConnection,
    /** Without `tx` it ends after the commit of the post and, when it is scheduled, of its job. */
    async create(origin: PostOrigin, reading: PostReading, tx: Tx | null = null): Promise<Post> {
      const post = await toNew(tx ?? pool, origin, reading)
      await (tx ? store.insertPosts(tx, [post]) : intake.add(post))
      return post.event.data
    },
    /** Checks as `create` does and stores nothing. */
    async check(workspaceId: string, reading: PostReading): Promise<Post> {
      const post = await toNew(pool, { workspaceId, keyId: null }, reading)
      return { ...post.event.data, id: null, created_at: null, updated_at: null }
    },
    async getVersioned(workspaceId: string, id: string) {
      const row = await store.findPost(pool, workspaceId, id)
      return row && versioned(row)
    },
    /** `read` turns what is stored into what shall be stored. Throws with every issue, also those of `read`. */
    update: (
      workspaceId: string,
      id: string,
      { issues, ifMatch, read }: ChangeRequest & { read: (current: PostInput) => PostReading },
    ) =>
      transaction(pool, async (tx) => {
        const row = await store.findPostForChange(tx, workspaceId, id)
        if (row === null) return null
        const current = inputOf(row)
        checkState(issues, row, 'edit')
        const described = await withOwnFiles(tx, workspaceId, read(current), current)
        const { input } = described.reading
        // One that is only kept may have been removed since: the post then waits, and says why.
        if (input.connection_id !== current.connection_id) await checkConnection(issues, workspaceId, input, tx)
        if (issues.count > 0) throw validationError(issues.details)
        requireMatch(ifMatch, row.version)

        const { warnings, fingerprint } = await warningsFor(tx, workspaceId, described, row.id)
        const updatedAt = new Date(clock.now())
        if (isDeepStrictEqual(input, current)) {
          const isSame = isDeepStrictEqual(warnings, row.warnings)
          return versioned(isSame ? row : await store.updateWarnings(tx, workspaceId, row.id, warnings, updatedAt))
        }
        const hasOtherMedia = !isDeepStrictEqual(input.media_urls, current.media_urls)
        if (hasOtherMedia) await inspectMedia(tx, workspaceId, row.id, updatedAt)
        const changed = await store.updatePost(tx, workspaceId, row.id, {
          ...input,
          publication_state: stateOf(input),
          released_at: releasedAtAfter(row, input),
          warnings,
          fingerprint,
          updated_at: updatedAt,
          // What was found in the old files no longer counts.
          ...(hasOtherMedia ? { media_warnings: '[]' } : {}),
        })
        await moveJob(tx, workspaceId, row, changed)
        const shown = versioned(changed)
        if (isNewlyScheduled(row, changed)) {
          const subject = { workspaceId, subjectId: row.id, subjectVersion: changed.version }
          await emit(tx, { ...subject, type: 'post.scheduled', data: shown.post })
        }
        return shown
      }),
    /** False when there is no such post. */
    delete: (workspaceId: string, id: string, { issues, ifMatch }: ChangeRequest) =>
      transaction(pool, async (tx) => {
        const row = await store.findPostForChange(tx, workspaceId, id)
        if (row === null) return false
        checkState(issues, row, 'delete')
        if (issues.count > 0) throw validationError(issues.details)
        requireMatch(ifMatch, row.version)
        await store.removePost(tx, workspaceId, row.id)
        await dequeue(tx, store.INSPECT_TASK, row.id)
        if (row.status === 'scheduled') await dequeuePublish(tx, row.id)
        return true
      }),
  }
}

/** A post with the version that its ETag is made of. */
function versioned(row: store.PostRow) {
  return { post: fromRow(row), version: row.version }
}

function inspectMedia(tx: Tx, workspaceId: string, id: string, runAt: Date): Promise<void> {
  const payload = { workspace_id: workspaceId, post_id: id }
  return enqueue(tx, { task: store.INSPECT_TASK, key: id, payload, runAt })
}

function stateOf(input: PostInput): PublicationState {
  return input.status === 'scheduled' ? 'waiting' : 'none'
}

/** A post that was sent off by hand stays so while its text is changed; a new date or status counts instead. */
function releasedAtAfter(row: store.PostRow, input: PostInput): Date | null {
  const sameDate = row.scheduled_date?.getTime() === input.scheduled_date?.getTime()
  return sameDate && row.status === input.status ? row.released_at : null
}

function isNewlyScheduled(before: store.PostRow, after: store.PostRow): boolean {
  if (after.status !== 'scheduled') return false
  return before.status !== 'scheduled' || before.scheduled_date?.getTime() !== after.scheduled_date?.getTime()
}

const FINAL_PROBLEMS: Partial<Record<PublicationState, string>> = {
  published:
    'The post is published and cannot be changed any more. Create a new one, and delete this one on the platform if it is wrong.',
  unconfirmed:
    'It is not known whether the post is out, so it cannot be changed. Look at the account, then settle it with POST /v1/posts/{id}/resolve.',
}

const REFUSED_UNDER_WAY = {
  edit: 'changed. Read it again in a while to see how it ended.',
  delete: 'deleted. Try again in a while, when it is known how it ended.',
}

function checkState(issues: Issues, row: store.PostRow, action: 'edit' | 'delete'): void {
  const state = row.publication_state as PublicationState
  if (mayPerson(state, action)) return
  const underWay = `The post is going out right now (${state}) and cannot be ${REFUSED_UNDER_WAY[action]}`
  issues.add('publication.state', FINAL_PROBLEMS[state] ?? underWay)
}

/** A job that is right already is left alone: it may be running and wait for this very row, and would get a twin. */
async function moveJob(tx: Tx, workspaceId: string, before: store.PostRow, after: store.PostRow): Promise<void> {
  if (after.publication_state === 'waiting') {
    const dueAt = dueAtOf(after)!
    const isSame = dueAtOf(before)?.getTime() === dueAt.getTime() && before.connection_id === after.connection_id
    if (before.publication_state === 'waiting' && isSame) return
    await enqueuePublish(tx, workspaceId, after.id, dueAt)
  } else if (before.status === 'scheduled') {
    await dequeuePublish(tx, after.id)
  }
}

function fingerprintOf(input: PostInput): Buffer | null {
  if (!profileFor(input.platform).refusesRepeats) return null
  return createHash('sha256')
    .update(`${input.platform}\n${composeText(input).normalize('NFC')}`)
    .digest()
}

function expiryWarning(worksUntil: Date): Warning {
  const message = `The approval of the account ends at ${worksUntil.toISOString()}, before this date. Connect the account again by then.`
  return { rule: 'any.account.expires', field: 'scheduled_date', message }
}

function repeatWarning(platform: Format, earlierId: string): Warning {
  const message = `${profileFor(platform).label} refuses a text it has just seen, and post ${earlierId} has the same one within a day. Change the text or the date.`
  return { rule: `${platform}.duplicate` as RuleId, field: 'content', message }
}
