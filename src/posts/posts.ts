import { isDeepStrictEqual } from 'node:util'
import { type Db, type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { createBatcher } from '../db/writes/batcher.ts'
import { validationError } from '../errors.ts'
import type { Emit } from '../events/emit.ts'
import { type IfMatch, requireMatch } from '../http/answers/etag.ts'
import { dequeue, enqueue } from '../jobs/queue.ts'
import type { Issues } from '../lib/issues.ts'
import { currentTraceparent } from '../lib/trace/current.ts'
import { type FileFacts, toWarning } from '../platforms/file-rules.ts'
import { type PostAccount, rulesFor } from '../platforms/registry.ts'
import type { Format } from '../platforms/shared/provider.ts'
import { composeText } from '../platforms/shared/text.ts'
import {
  checkState,
  checkTracking,
  FILE_PARTS,
  findOwnFaults,
  hasOtherDateOnly,
  isNewlyScheduled,
  isRescheduled,
  isUnsent,
  keptOutgoing,
  moveJob,
  releasedAtAfter,
  stateOf,
  throwRefused,
} from './change-rules.ts'
import { checkContentLength, type Post, type PostInput, type PostReading } from './input.ts'
import { dequeuePublish } from './publish-job.ts'
import { fromNew, fromRow, inputOf, NO_RESULTS, selectResults } from './show.ts'
import * as store from './store.ts'
import type { PostTracking, StoredOutgoing, TextPlan } from './tracking.ts'
import { expiryWarning, findWarnings, fingerprintOf, repeatWarning } from './warnings.ts'

export interface PostOrigin {
  workspaceId: string
  keyId: string | null
}

interface ChangeRequest {
  issues: Issues
  ifMatch: IfMatch | null
}

interface Change {
  issues: Issues
  read: (current: PostInput) => PostReading
}

export type Posts = ReturnType<typeof createPosts>

interface OwnFiles {
  /** The URLs that are files of the workspace. */
  ownOf(
    db: Db,
    workspaceId: string,
    urls: readonly string[],
  ): Promise<ReadonlyMap<string, { altText: string | null; facts: FileFacts }>>
  canShrink(): boolean
  /** Why providers cannot fetch them; null when they can. */
  fetchProblem(): string | null
}

interface PostsOptions extends Pick<Parts, 'pool' | 'ids' | 'clock'> {
  emit: Emit
  /** How late a post may still go out by itself, in milliseconds. */
  lateWindowOf: (db: Db, workspaceId: string) => Promise<number>
  privateMedia: boolean
  files: OwnFiles
  /** The named or default account of each post, or null. */
  accountsOf: (db: Db, questions: readonly AccountQuestion[]) => Promise<Array<PostAccount | null>>
  tracking: PostTracking
}

/** Ready to be stored, except for the codes of its links. */
export type MadePost = store.NewPost & { plan: TextPlan }

interface AccountQuestion {
  workspaceId: string
  platform: Format
  id: string | null
}

export function createPosts(options: PostsOptions) {
  const { pool, ids, clock, emit, lateWindowOf, privateMedia, files, accountsOf, tracking } = options
  const intake = createBatcher<store.NewPost, void>({
    write: async (items) => {
      await store.insertPosts(pool, items)
      return new Array<void>(items.length)
    },
  })

  const accounts = createBatcher({
    write: (questions: readonly AccountQuestion[]) => accountsOf(pool, questions),
    lanes: 1,
  })
  const accountOf = async (db: Db, workspaceId: string, { platform, connection_id: id }: PostInput) => {
    const question = { workspaceId, platform, id }
    return db === pool ? accounts.add(question) : (await accountsOf(db, [question]))[0]!
  }
  const repeats = createBatcher({
    write: (questions: readonly store.RepeatQuestion[]) => store.findRepeats(pool, questions),
    lanes: 1,
  })

  /** New files bring their own alt texts unless some were sent. */
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

  /** `before` is the stored post; with `kept` its text stays as it was built. */
  const judge = async (
    db: Db,
    workspaceId: string,
    { reading, own }: Awaited<ReturnType<typeof withOwnFiles>>,
    before: { id: string; kept?: StoredOutgoing | null } | null = null,
  ) => {
    const { input, unknownFields } = reading
    const { platform, scheduled_date: scheduledDate } = input
    const account = reading.account ?? (await accountOf(db, workspaceId, input))
    const rules = rulesFor(platform, account)
    // Drafts need no account.
    const isScheduled = input.status === 'scheduled'
    const connected = !isScheduled || account?.isActive === true
    const now = new Date(clock.now())
    const isLate = isScheduled && scheduledDate !== null && scheduledDate < now
    const lateWindowMs = isLate ? await lateWindowOf(db, workspaceId) : 0
    const faults = own.size === 0 ? [] : findOwnFaults(input, rules, own, files.canShrink())
    const ownMedia = { urls: new Set(own.keys()), fetchProblem: files.fetchProblem() }
    const plan = await tracking.plan(db, workspaceId, input, rules)
    const text = before?.kept === undefined ? plan.text : (before.kept?.text ?? composeText(input))
    const context = { rules, now, lateWindowMs, connected, privateMedia, own: ownMedia, text }
    const warnings = [...findWarnings(input, unknownFields, context), ...plan.warnings, ...faults.map(toWarning)]
    const worksUntil = isScheduled && account?.isActive ? account.worksUntil : null
    if (worksUntil && scheduledDate && scheduledDate > worksUntil) warnings.push(expiryWarning(worksUntil))
    const fingerprint = fingerprintOf(input, rules, account)
    if (fingerprint && scheduledDate && isScheduled) {
      const connectionId = account?.id ?? input.connection_id
      const exceptId = before?.id ?? null
      const question = { workspaceId, platform, fingerprint, scheduledDate, connectionId, exceptId }
      const earlier = db === pool ? await repeats.add(question) : (await store.findRepeats(db, [question]))[0]
      if (earlier) warnings.push(repeatWarning(rules, earlier))
    }
    // Drafts may still get other files, and without an account the limits are unknown.
    const refused = isScheduled && account !== null ? faults.filter(({ isFinal }) => isFinal) : []
    return { judged: { warnings, fingerprint, plan }, refused }
  }

  const toNew = async (
    db: Db,
    { workspaceId, keyId }: PostOrigin,
    reading: PostReading,
    groupId: string | null = null,
  ): Promise<MadePost> => {
    const described = await withOwnFiles(db, workspaceId, reading, null)
    const { judged, refused } = await judge(db, workspaceId, described)
    throwRefused(refused)
    const { input } = described.reading
    const { id, at } = ids.next()
    const own = { id, workspace_id: workspaceId, key_id: keyId, group_id: groupId, created_at: new Date(at) }
    const post = { ...input, ...own, ...judged, publication_state: stateOf(input), outgoing: null }
    const traceparent = currentTraceparent()
    const createdId = ids.next().id
    const scheduledId = input.status === 'scheduled' ? ids.next().id : null
    return { ...post, traceparent, event: { createdId, scheduledId, data: fromNew(post) } }
  }

  /** Ends after the commit, unless the transaction is the caller's. */
  const insertNew = async (tx: Tx | null, made: readonly MadePost[]): Promise<Post[]> => {
    const shown = () => made.map(({ event }): Post => ({ ...event.data, results: NO_RESULTS }))
    const tracked = made.filter(({ status, plan }) => status === 'scheduled' && plan.links.length > 0)
    if (tracked.length === 0) {
      await (tx === null && made.length === 1 ? intake.add(made[0]!) : store.insertPosts(tx ?? pool, made))
      return shown()
    }
    await transaction(tx ?? pool, async (open) => {
      for (const post of tracked) {
        const key = { workspaceId: post.workspace_id, postId: post.id, isUnsent: false }
        post.outgoing = await tracking.allotIn(open, key, post.plan)
        post.event.data = fromNew(post)
      }
      await store.insertPosts(open, made)
    })
    return shown()
  }

  /** Checks the named account and the length of the text on it. `before` is the stored post. The result has the account. */
  const checkAccount = async (
    issues: Issues,
    workspaceId: string,
    reading: PostReading,
    before: PostInput | null,
    db: Db,
  ): Promise<PostReading> => {
    const { input } = reading
    const { platform, connection_id: id } = input
    checkTracking(issues, tracking.shortProblem, input, before)
    if (id === null) return reading
    const account = reading.account ?? (await accountOf(db, workspaceId, input))
    // A stored account may be gone: the post then waits and says why.
    if (account === null && id !== before?.connection_id) {
      const message = `There is no connected account with this id on ${platform}. List them at GET /v1/connections.`
      issues.add('connection_id', message)
    }
    if (input.content !== before?.content || id !== before?.connection_id) {
      checkContentLength(issues, input, account && rulesFor(platform, account))
    }
    return { ...reading, account }
  }

  const readChange = async (tx: Tx, workspaceId: string, row: store.PostRow, { issues, read }: Change) => {
    const current = inputOf(row)
    checkState(issues, row, 'edit')
    return checkAccount(issues, workspaceId, read(current), current, tx)
  }

  /** A post that is scheduled again gets the codes that it had. */
  const outgoingIn = (tx: Tx, workspaceId: string, row: store.PostRow, input: PostInput, plan: TextPlan) =>
    input.status === 'draft'
      ? null
      : tracking.allotIn(tx, { workspaceId, postId: row.id, isUnsent: isUnsent(row) }, plan)

  const removeRow = async (tx: Tx, workspaceId: string, row: store.PostRow): Promise<void> => {
    await store.removePost(tx, workspaceId, row.id)
    const subject = { workspaceId, subjectId: row.id, subjectVersion: row.version + 1 }
    await emit(tx, { ...subject, type: 'post.deleted', data: { id: row.id, deleted: true } })
    await dequeue(tx, 'post.inspect', row.id)
    if (row.status === 'scheduled') await dequeuePublish(tx, row.id)
    // Published links stay.
    if (isUnsent(row)) await tracking.forgetIn(tx, workspaceId, row.id)
  }

  const applyChange = async (tx: Tx, workspaceId: string, row: store.PostRow, reading: PostReading) => {
    const current = inputOf(row)
    const described = await withOwnFiles(tx, workspaceId, reading, current)
    const { input } = described.reading
    const kept = keptOutgoing(row, current, input)
    const before = kept === undefined ? { id: row.id } : { id: row.id, kept }
    const { judged, refused } = await judge(tx, workspaceId, described, before)
    const { warnings, fingerprint, plan } = judged
    // A stored post may be corrected step by step.
    if (FILE_PARTS.some((part) => !isDeepStrictEqual(input[part], current[part]))) throwRefused(refused)
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
      ...(isRescheduled(row, input) ? { queued_at: updatedAt } : {}),
      warnings,
      fingerprint,
      outgoing: kept === undefined ? await outgoingIn(tx, workspaceId, row, input, plan) : kept,
      updated_at: updatedAt,
      ...(hasOtherMedia ? { media_warnings: '[]' } : {}),
    })
    await moveJob(tx, workspaceId, row, changed)
    const shown = versioned(changed)
    const subject = { workspaceId, subjectId: row.id, subjectVersion: changed.version, data: shown.post }
    const isScheduled = isNewlyScheduled(row, changed)
    const types = [
      ...(isScheduled && hasOtherDateOnly(current, input) ? [] : ['post.updated' as const]),
      ...(isScheduled ? ['post.scheduled' as const] : []),
    ]
    await emit(tx, ...types.map((type) => ({ ...subject, type })))
    return shown
  }

  return {
    intake,
    checkAccount: (issues: Issues, workspaceId: string, reading: PostReading) =>
      checkAccount(issues, workspaceId, reading, null, pool),
    toNew,
    insertNew,
    checkTracking: (issues: Issues, input: PostInput) => checkTracking(issues, tracking.shortProblem, input, null),
    readChange,
    applyChange,
    removeRow,
    async create(origin: PostOrigin, reading: PostReading, tx: Tx | null = null): Promise<Post> {
      const [post] = await insertNew(tx, [await toNew(tx ?? pool, origin, reading)])
      return post!
    },
    /** Stores nothing. */
    async check(workspaceId: string, reading: PostReading): Promise<Post> {
      const post = await toNew(pool, { workspaceId, keyId: null }, reading)
      return { ...post.event.data, id: null, results: NO_RESULTS, created_at: null, updated_at: null }
    },
    async getVersioned(workspaceId: string, id: string, db: Db = pool) {
      const row = await store.findPost(db, workspaceId, id)
      return row && addResults(db, workspaceId, versioned(row))
    },
    update: (open: Tx | null, workspaceId: string, id: string, { ifMatch, ...change }: ChangeRequest & Change) =>
      transaction(open ?? pool, async (tx) => {
        const row = await store.findPostForChange(tx, workspaceId, id)
        if (row === null) return null
        const reading = await readChange(tx, workspaceId, row, change)
        if (change.issues.count > 0) throw validationError(change.issues.details)
        requireMatch(ifMatch, row.version)
        return addResults(tx, workspaceId, await applyChange(tx, workspaceId, row, reading))
      }),
    delete: (workspaceId: string, id: string, { issues, ifMatch }: ChangeRequest) =>
      transaction(pool, async (tx) => {
        const row = await store.findPostForChange(tx, workspaceId, id)
        if (row === null) return false
        checkState(issues, row, 'delete')
        if (issues.count > 0) throw validationError(issues.details)
        requireMatch(ifMatch, row.version)
        await removeRow(tx, workspaceId, row)
        return true
      }),
  }
}

function versioned(row: store.PostRow) {
  return { post: fromRow(row), version: row.version }
}

/** Not in events: results change by themselves. */
async function addResults(db: Db, workspaceId: string, { post, version }: ReturnType<typeof versioned>) {
  const results = (await selectResults(db, workspaceId, [post.id!])).get(post.id!)
  return { post: { ...post, results }, version }
}

function inspectMedia(tx: Tx, workspaceId: string, id: string, runAt: Date): Promise<void> {
  const payload = { workspace_id: workspaceId, post_id: id }
  return enqueue(tx, { task: 'post.inspect', key: id, payload, runAt })
}
