import { isDeepStrictEqual } from 'node:util'
import { type Db, type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { createBatcher } from '../db/writes/batcher.ts'
import { validationError } from '../errors.ts'
import type { Emit } from '../events/emit.ts'
import { type IfMatch, requireMatch } from '../http/answers/etag.ts'
import { dequeue, enqueue } from '../jobs/queue.ts'
import { createIssues, type Issues } from '../lib/issues.ts'
import { currentTraceparent } from '../lib/trace/traceparent.ts'
import type { Message } from '../messages/message.ts'
import { type PostAccount, rulesFor } from '../platforms/registry.ts'
import { type FileFacts, toWarning } from '../platforms/shared/file-rules.ts'
import type { Format } from '../platforms/shared/provider.ts'
import { composeText } from '../platforms/shared/text.ts'
import * as rules from './change-rules.ts'
import { checkContentLength, type Post, type PostInput, type PostReading } from './input.ts'
import { dequeuePublish } from './publish-job.ts'
import { fromNew, fromRow, inputOf, NO_RESULTS, selectResults, UNSTORED } from './show.ts'
import * as store from './store.ts'
import type { PostTracking, StoredOutgoing, TextPlan } from './tracking.ts'
import { expiryWarning, findWarnings, fingerprintOf, repeatWarning } from './warnings.ts'

export interface PostOrigin {
  workspaceId: string
  keyId: string | null
  authorId: string | null
}

interface OwnFiles {
  /** The URLs that are files of the workspace. */
  ownOf(
    db: Db,
    workspaceId: string,
    urls: readonly string[],
  ): Promise<ReadonlyMap<string, { altText: string | null; facts: FileFacts }>>
  canShrink(): boolean
  /** Why providers cannot fetch them; null if they can. */
  fetchProblem(): Message | null
}

interface PostsOptions extends Pick<Parts, 'pool' | 'ids' | 'clock'> {
  emit: Emit
  /** The late window of a workspace, in milliseconds. */
  lateWindowOf: (db: Db, workspaceId: string) => Promise<number>
  privateMedia: boolean
  files: OwnFiles
  /** The named or default account of each post, or null. */
  accountsOf: (db: Db, questions: readonly AccountQuestion[]) => Promise<Array<PostAccount | null>>
  tracking: PostTracking
}

interface AccountQuestion {
  workspaceId: string
  platform: Format
  id: string | null
}

/** Ready to be stored, except for the codes of its links. */
export type PlannedPost = store.NewPost & { plan: TextPlan }

export type Posts = ReturnType<typeof createPosts>

/** Posts that are created at the same time are looked up and stored together. */
export function createPosts(options: PostsOptions) {
  const { pool, accountsOf } = options
  const write = async (items: readonly store.NewPost[]) => {
    await store.insertPosts(pool, items)
    return new Array<void>(items.length)
  }
  const repeats = (questions: readonly store.RepeatQuestion[]) => store.findRepeats(pool, questions)
  return {
    ...options,
    intake: createBatcher<store.NewPost, void>({ write }),
    accounts: createBatcher({ write: (asked: readonly AccountQuestion[]) => accountsOf(pool, asked), lanes: 1 }),
    repeats: createBatcher({ write: repeats, lanes: 1 }),
  }
}

/** Without `tx`, resolves after the commit. */
export async function createPost(posts: Posts, origin: PostOrigin, reading: PostReading, tx: Tx | null = null) {
  const [post] = await insertPlanned(posts, tx, [await planPost(posts, tx ?? posts.pool, origin, reading)])
  return post!
}

/** Runs the checks of createPost, and stores nothing. */
export async function dryRunPost(posts: Posts, origin: PostOrigin, reading: PostReading): Promise<Post> {
  const { event } = await planPost(posts, posts.pool, origin, reading)
  return { ...event.data, ...UNSTORED, results: NO_RESULTS }
}

export async function findVersioned({ pool }: Posts, workspaceId: string, id: string, db: Db = pool) {
  const row = await store.findPost(db, workspaceId, id)
  return row && addResults(db, workspaceId, row)
}

interface ChangeRequest {
  issues: Issues
  ifMatch: IfMatch | null
}

interface Change {
  issues: Issues
  read: (current: PostInput) => PostReading
}

export function updatePost(
  posts: Posts,
  open: Tx | null,
  { workspaceId, id }: { workspaceId: string; id: string },
  { ifMatch, ...change }: ChangeRequest & Change,
) {
  return transaction(open ?? posts.pool, async (tx) => {
    const row = await store.findPostForChange(tx, workspaceId, id)
    if (row === null) return null
    const reading = await readChange(posts, tx, row, workspaceId, change)
    if (change.issues.count > 0) throw validationError(change.issues.details)
    requireMatch(ifMatch, row.version)
    return addResults(tx, workspaceId, await applyChange(posts, tx, workspaceId, row, reading))
  })
}

/** Returns false if there is no such post. */
export function deletePost(posts: Posts, workspaceId: string, id: string, { issues, ifMatch }: ChangeRequest) {
  return transaction(posts.pool, async (tx) => {
    const row = await store.findPostForChange(tx, workspaceId, id)
    if (row === null) return false
    rules.checkState(issues, row, 'delete')
    if (issues.count > 0) throw validationError(issues.details)
    requireMatch(ifMatch, row.version)
    await removeRow(posts, tx, workspaceId, row)
    return true
  })
}

/**
 * Refuses posts that are being sent. The publisher claims a post under the same lock, and then sees the removal that was
 * written meanwhile.
 */
export async function holdPosts(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<void> {
  const issues = createIssues()
  for (const row of await store.selectPostsForChange(tx, workspaceId, ids)) rules.checkState(issues, row, 'delete')
  if (issues.count > 0) throw validationError(issues.details)
}

async function accountOf(posts: Posts, db: Db, workspaceId: string, { platform, connection_id: id }: PostInput) {
  const question = { workspaceId, platform, id }
  return db === posts.pool ? posts.accounts.add(question) : (await posts.accountsOf(db, [question]))[0]!
}

/** New files bring their own alt texts unless some were sent. */
async function withOwnFiles(
  { files }: Posts,
  db: Db,
  workspaceId: string,
  reading: PostReading,
  before: PostInput | null,
) {
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

/** `before` is the stored post; with `kept` its text stays as it was built. */
async function checkPost(
  posts: Posts,
  db: Db,
  workspaceId: string,
  { reading, own }: Awaited<ReturnType<typeof withOwnFiles>>,
  before: { id: string; kept?: StoredOutgoing | null } | null = null,
) {
  const { files, privateMedia, tracking } = posts
  const { input, unknownFields } = reading
  const { platform, scheduled_date: scheduledDate } = input
  const account = reading.account ?? (await accountOf(posts, db, workspaceId, input))
  const profile = rulesFor(platform, account)
  // Drafts need no account.
  const isScheduled = input.status === 'scheduled'
  const connected = !isScheduled || account?.isActive === true
  const now = new Date(posts.clock.now())
  const isLate = isScheduled && scheduledDate !== null && scheduledDate < now
  const lateWindowMs = isLate ? await posts.lateWindowOf(db, workspaceId) : 0
  const faults = own.size === 0 ? [] : rules.findOwnFaults(input, profile, own, files.canShrink())
  const ownMedia = { urls: new Set(own.keys()), fetchProblem: files.fetchProblem() }
  const plan = await tracking.plan(db, workspaceId, input, profile)
  const text = before?.kept === undefined ? plan.text : (before.kept?.text ?? composeText(input))
  const context = { rules: profile, now, lateWindowMs, connected, privateMedia, own: ownMedia, text }
  const warnings = [...findWarnings(input, unknownFields, context), ...plan.warnings, ...faults.map(toWarning)]
  const worksUntil = isScheduled && account?.isActive ? account.worksUntil : null
  if (worksUntil && scheduledDate && scheduledDate > worksUntil) warnings.push(expiryWarning(worksUntil))
  const fingerprint = fingerprintOf(input, profile, account)
  if (fingerprint && scheduledDate && isScheduled) {
    const connectionId = account?.id ?? input.connection_id
    const exceptId = before?.id ?? null
    const question = { workspaceId, platform, fingerprint, scheduledDate, connectionId, exceptId }
    const earlier = db === posts.pool ? await posts.repeats.add(question) : (await store.findRepeats(db, [question]))[0]
    if (earlier) warnings.push(repeatWarning(profile, earlier))
  }
  // Drafts may still get other files, and without an account the limits are unknown.
  const refused = isScheduled && account !== null ? faults.filter(({ isFinal }) => isFinal) : []
  return { checked: { warnings, fingerprint, plan }, refused }
}

export async function planPost(
  posts: Posts,
  db: Db,
  { workspaceId, keyId, authorId }: PostOrigin,
  reading: PostReading,
  groupId: string | null = null,
): Promise<PlannedPost> {
  const { ids } = posts
  const described = await withOwnFiles(posts, db, workspaceId, reading, null)
  const { checked, refused } = await checkPost(posts, db, workspaceId, described)
  rules.throwRefused(refused)
  const { input } = described.reading
  const { id, at } = ids.next()
  const author = { key_id: keyId, author_id: authorId }
  const own = { id, workspace_id: workspaceId, ...author, group_id: groupId, created_at: new Date(at) }
  const post = { ...input, ...own, ...checked, publication_state: rules.stateOf(input), outgoing: null }
  const traceparent = currentTraceparent()
  const createdId = ids.next().id
  const scheduledId = input.status === 'scheduled' ? ids.next().id : null
  return { ...post, traceparent, event: { createdId, scheduledId, data: fromNew(post) } }
}

/** Resolves after the commit, unless the transaction is the caller's. */
export async function insertPlanned(posts: Posts, tx: Tx | null, planned: readonly PlannedPost[]): Promise<Post[]> {
  const { pool, intake, tracking } = posts
  const tracked = planned.filter(({ status, plan }) => status === 'scheduled' && plan.links.length > 0)
  if (tracked.length === 0) {
    await (tx === null && planned.length === 1 ? intake.add(planned[0]!) : store.insertPosts(tx ?? pool, planned))
  } else {
    await transaction(tx ?? pool, async (open) => {
      for (const post of tracked) {
        const key = { workspaceId: post.workspace_id, postId: post.id, isUnsent: false }
        post.outgoing = await tracking.allotIn(open, key, post.plan)
        post.event.data = fromNew(post)
      }
      await store.insertPosts(open, planned)
    })
  }
  return planned.map(({ event }): Post => ({ ...event.data, results: NO_RESULTS }))
}

/** Checks the named account and the length of the text on it. `before` is the stored post. Returns the account. */
export async function checkAccount(
  posts: Posts,
  issues: Issues,
  workspaceId: string,
  reading: PostReading,
  { before = null, db = posts.pool }: { before?: PostInput | null; db?: Db } = {},
): Promise<PostReading> {
  const { input } = reading
  const { platform, connection_id: id } = input
  rules.checkTracking(issues, posts.tracking.shortProblem, input, before)
  if (id === null) return reading
  const account = reading.account ?? (await accountOf(posts, db, workspaceId, input))
  // A stored account may be gone: the post then waits and says why.
  if (account === null && id !== before?.connection_id) {
    issues.add('connection_id', 'post.no_connection', { format: platform })
  }
  if (input.content !== before?.content || id !== before?.connection_id) {
    checkContentLength(issues, input, account && rulesFor(platform, account))
  }
  return { ...reading, account }
}

export function readChange(posts: Posts, tx: Tx, row: store.PostRow, workspaceId: string, { issues, read }: Change) {
  const before = inputOf(row)
  rules.checkState(issues, row, 'edit')
  return checkAccount(posts, issues, workspaceId, read(before), { before, db: tx })
}

export async function removeRow({ emit, tracking }: Posts, tx: Tx, workspaceId: string, row: store.PostRow) {
  await store.removePost(tx, workspaceId, row.id)
  const subject = { workspaceId, subjectId: row.id, subjectVersion: row.version + 1 }
  await emit(tx, { ...subject, type: 'post.deleted', data: { id: row.id, deleted: true } })
  await dequeue(tx, 'post.inspect', row.id)
  if (row.status === 'scheduled') await dequeuePublish(tx, row.id)
  // Published links stay.
  if (rules.isUnsent(row)) await tracking.forgetIn(tx, workspaceId, row.id)
}

export async function applyChange(posts: Posts, tx: Tx, workspaceId: string, row: store.PostRow, reading: PostReading) {
  const current = inputOf(row)
  const described = await withOwnFiles(posts, tx, workspaceId, reading, current)
  const { input } = described.reading
  const kept = rules.keptOutgoing(row, current, input)
  const before = kept === undefined ? { id: row.id } : { id: row.id, kept }
  const { checked, refused } = await checkPost(posts, tx, workspaceId, described, before)
  const { warnings, fingerprint, plan } = checked
  // A stored post may be corrected step by step.
  if (rules.FILE_PARTS.some((part) => !isDeepStrictEqual(input[part], current[part]))) rules.throwRefused(refused)
  const updatedAt = new Date(posts.clock.now())
  if (isDeepStrictEqual(input, current)) {
    const isSame = isDeepStrictEqual(warnings, row.warnings)
    return isSame ? row : store.updateWarnings(tx, workspaceId, row.id, warnings, updatedAt)
  }
  const hasOtherMedia = !isDeepStrictEqual(input.media_urls, current.media_urls)
  if (hasOtherMedia) {
    const payload = { workspace_id: workspaceId, post_id: row.id }
    await enqueue(tx, { task: 'post.inspect', key: row.id, payload, runAt: updatedAt })
  }
  const key = { workspaceId, postId: row.id, isUnsent: rules.isUnsent(row) }
  const built = async () => (input.status === 'draft' ? null : posts.tracking.allotIn(tx, key, plan))
  const changed = await store.updatePost(tx, workspaceId, row.id, {
    ...input,
    publication_state: rules.stateOf(input),
    released_at: rules.releasedAtAfter(row, input),
    ...(rules.isRescheduled(row, input) ? { queued_at: updatedAt } : {}),
    warnings,
    fingerprint,
    outgoing: kept === undefined ? await built() : kept,
    updated_at: updatedAt,
    ...(hasOtherMedia ? { media_warnings: '[]' } : {}),
  })
  await rules.moveJob(tx, workspaceId, row, changed)
  const subject = { workspaceId, subjectId: row.id, subjectVersion: changed.version, data: fromRow(changed) }
  const isScheduled = rules.isNewlyScheduled(row, changed)
  const types = [
    ...(isScheduled && rules.hasOtherDateOnly(current, input) ? [] : ['post.updated' as const]),
    ...(isScheduled ? ['post.scheduled' as const] : []),
  ]
  await posts.emit(tx, ...types.map((type) => ({ ...subject, type })))
  return changed
}

/** Not in events: results change by themselves. */
async function addResults(db: Db, workspaceId: string, row: store.PostRow) {
  const results = (await selectResults(db, workspaceId, [row.id])).get(row.id) ?? NO_RESULTS
  return { post: { ...fromRow(row), results }, version: row.version }
}
