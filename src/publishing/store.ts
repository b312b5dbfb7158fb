import type { Insertable, Selectable, UpdateObject } from 'kysely'
import { isUniqueViolation } from '../db/connect/failure.ts'
import { build, type Db, run, runOne, sql, type Tx } from '../db/database.ts'
import { leavingIds } from '../db/statements/leaving.ts'
import type { DB, PostAttempts, Posts } from '../db/types.ts'
import { type Emit, type EventType, type NewEvent, releaseHeld } from '../events/emit.ts'
import type { Said } from '../messages/message.ts'
import { type Reason, reasonColumns } from '../messages/stored.ts'
import type { Failure, Progress } from '../platforms/shared/contract.ts'
import { fromRow } from '../posts/show.ts'
import { findPost } from '../posts/store.ts'
import type { StoredOutgoing } from '../posts/tracking.ts'
import { type PublicationState, STATE_TABLE } from './states.ts'
import type { AttemptOutcome, Step } from './steps.ts'

export type PublishRow = Selectable<Posts>
export type PostKey = Pick<PublishRow, 'workspace_id' | 'id'>

function selectLocked(workspaceId: string) {
  return build.selectFrom('posts').selectAll().where('workspace_id', '=', workspaceId).forUpdate()
}

export function findForClaim(tx: Tx, workspaceId: string, id: string) {
  return runOne(tx, selectLocked(workspaceId).where('id', '=', id))
}

/** Returns null if the row is locked, because waiting for it while holding another row could deadlock. */
export function findFreeForClaim(tx: Tx, workspaceId: string, id: string) {
  return runOne(tx, selectLocked(workspaceId).where('id', '=', id).skipLocked())
}

/** Locks the rows in a fixed order, so that two changes of a group cannot deadlock. */
export function selectGroupForClaim(tx: Tx, workspaceId: string, groupId: string) {
  return run(tx, selectLocked(workspaceId).where('group_id', '=', groupId).orderBy('id'))
}

/** Returns false if the claim was lost. Readers do not see this, so the version stays. */
export async function keepBusy(
  db: Db,
  { post, fence }: { post: PostKey; fence: number },
  until: Date | null,
): Promise<boolean> {
  const query = build.updateTable('posts').set({ busy_until: until }).where('workspace_id', '=', post.workspace_id)
  return (await runOne(db, query.where('id', '=', post.id).where('fence', '=', fence).returning('id'))) !== null
}

/** Whether a person is deleting it and can still take that back. */
export async function isLeaving(tx: Tx, { workspace_id, id }: PostKey): Promise<boolean> {
  const query = sql<{ is: boolean }>`select ${id}::uuid = any(${leavingIds('posts', workspace_id)}) as is`
  return (await runOne(tx, query))!.is
}

/** How late it is counts from now on. Readers do not see this, so the version stays. */
export async function keepInTime(tx: Tx, { workspace_id, id }: PostKey, now: Date): Promise<void> {
  const query = build.updateTable('posts').set({ in_line_since: now })
  await run(tx, query.where('workspace_id', '=', workspace_id).where('id', '=', id))
}

export type PostUpdate = Partial<
  Omit<PublishRow, 'workspace_id' | 'id' | 'fence' | 'progress' | 'failure' | 'outgoing' | keyof Reason>
> & {
  publication_state?: PublicationState
  reason?: Said | null
  progress?: Progress
  failure?: Failure | null
  outgoing?: StoredOutgoing | null
  updated_at?: Date
}

function updatePost(
  { workspace_id, id }: PostKey,
  { reason, ...update }: PostUpdate,
  more: UpdateObject<DB, 'posts'> = {},
) {
  const progress = update.progress && JSON.stringify(update.progress)
  const failure = update.failure && JSON.stringify(update.failure)
  const outgoing = update.outgoing && JSON.stringify(update.outgoing)
  return build
    .updateTable('posts')
    .set({
      ...update,
      ...(reason === undefined ? {} : reasonColumns(reason)),
      progress,
      failure,
      outgoing,
      version: sql`version + 1`,
      ...more,
    })
    .where(({ and }) => and({ workspace_id, id }))
}

const NEXT_FENCE = { fence: sql<number>`fence + 1` }

/** Takes the post from any other worker. Returns the new fence. */
export async function takePost(tx: Tx, post: PostKey, update: PostUpdate): Promise<number> {
  const row = await runOne(tx, updatePost(post, { ...update, busy_until: null }, NEXT_FENCE).returning('fence'))
  return row!.fence
}

/** False when the claim was lost to another worker or a person. */
export async function updateClaimed(db: Db, { post, fence }: { post: PostKey; fence: number }, update: PostUpdate) {
  return (await runOne(db, updatePost(post, update).where('fence', '=', fence).returning('id'))) !== null
}

/** Does not check the fence, because a post is out no matter which worker finds it. Returns false if that was recorded before. */
export async function recordPublished(tx: Tx, post: PostKey, found: PostUpdate): Promise<boolean> {
  const cleared = { permalink: null, reason: null, failure: null, deferred_until: null }
  const query = updatePost(post, { ...found, ...cleared, publication_state: 'published' }, NEXT_FENCE)
  return (await runOne(tx, query.where('publication_state', '<>', 'published').returning('id'))) !== null
}

export async function updateLink(tx: Tx, post: PostKey, link: PostLink): Promise<void> {
  await run(tx, updatePost(post, link).where('publication_state', '=', 'published'))
}

export interface PostLink {
  platform_id?: string
  permalink: string | null
}

export const isTaken = isUniqueViolation

/** False when the id on the platform belongs to another post of ours. */
export async function unlessTaken(write: Promise<unknown>): Promise<boolean> {
  try {
    await write
    return true
  } catch (error) {
    if (!isTaken(error)) throw error
    return false
  }
}

export async function selectTakenIds(db: Db, post: PostKey, connectionId: string): Promise<Set<string>> {
  const query = build
    .selectFrom('posts')
    .select('platform_id')
    .where(({ and }) => and({ workspace_id: post.workspace_id, connection_id: connectionId }))
    .where('platform_id', 'is not', null)
    .where('id', '<>', post.id)
  const rows = await run(db, query.orderBy('published_at', 'desc').limit(1_000))
  return new Set(rows.map((row) => row.platform_id!))
}

export async function insertAttempt(tx: Tx, attempt: Insertable<PostAttempts>): Promise<void> {
  const query = build.insertInto('post_attempts').onConflict((conflict) => conflict.doNothing())
  await run(tx, query.values(attempt))
}

/** Adds a step to the attempt. A step with an outcome ends it. */
export async function recordAttemptStep(
  db: Db,
  { post, number }: { post: PostKey; number: number },
  note: { step: Step; at: Date; outcome?: AttemptOutcome; failure?: Failure | null },
): Promise<void> {
  const { at, outcome, failure } = note
  const step = JSON.stringify([{ at: at.toISOString(), step: note.step }])
  const query = build.updateTable('post_attempts').set({
    steps: sql`case when jsonb_array_length(steps) < 100 then steps || ${step}::jsonb else steps end`,
    ...(outcome === undefined ? {} : { outcome, ended_at: at }),
    ...(outcome === 'published' ? causeColumns(null) : failure ? causeColumns(failure) : {}),
  })
  await run(
    db,
    query.where(({ and }) => and({ workspace_id: post.workspace_id, post_id: post.id, number })),
  )
}

function causeColumns(failure: Failure | null) {
  const { reason: message, reason_code, reason_values } = reasonColumns(failure?.message ?? null)
  return {
    code: failure?.class ?? null,
    message,
    message_code: reason_code,
    message_values: reason_values,
    platform_code: failure?.platformCode ?? null,
    answer: failure?.raw ? JSON.stringify(failure.raw) : null,
  }
}

const ATTEMPT_COLUMNS = [
  'number',
  'started_at',
  'ended_at',
  'outcome',
  'code',
  'message',
  'message_code',
  'message_values',
  'platform_code',
  'answer',
  'steps',
] as const

export function selectAttempts(db: Db, workspaceId: string, postId: string) {
  const query = build
    .selectFrom('post_attempts as attempt')
    .innerJoin('posts as post', 'post.id', 'attempt.post_id')
    .leftJoin('connections as account', 'account.id', 'attempt.connection_id')
    .select([...ATTEMPT_COLUMNS, 'post.platform', 'account.provider'])
    .where('attempt.workspace_id', '=', workspaceId)
    .where('attempt.post_id', '=', postId)
    .where('post.workspace_id', '=', workspaceId)
  return run(db, query.orderBy('number', 'desc'))
}

export async function emitPostEvent(emit: Emit, tx: Tx, post: PostKey, type: EventType, holdUntil: Date | null = null) {
  const event = await toEvent(tx, post, type)
  if (event !== null) await emit(tx, holdUntil === null ? event : { ...event, holdUntil })
}

/** Emits the event of a state, if it has one. */
export async function emitStateEvent(emit: Emit, tx: Tx, post: PostKey, state: PublicationState | undefined) {
  const row = state && STATE_TABLE[state]
  if (row && 'event' in row) await emitPostEvent(emit, tx, post, row.event)
}

export async function enterState(emit: Emit, tx: Tx, post: PostKey, update: PostUpdate): Promise<void> {
  await takePost(tx, post, update)
  await emitStateEvent(emit, tx, post, update.publication_state)
}

/** Sends post.published now if it waits for the permalink. */
export async function completePublishedEvent(tx: Tx, post: PostKey): Promise<void> {
  const event = await toEvent(tx, post, 'post.published')
  if (event !== null) await releaseHeld(tx, event)
}

async function toEvent(tx: Tx, { workspace_id: workspaceId, id }: PostKey, type: EventType): Promise<NewEvent | null> {
  const row = await findPost(tx, workspaceId, id)
  return row && { workspaceId, type, subjectId: row.id, subjectVersion: row.version, data: fromRow(row) }
}
