import { build, run, sql, type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { ApiError, validationError } from '../errors.ts'
import type { Emit } from '../events/emit.ts'
import { createIssues } from '../lib/issues.ts'
import { type Message, message } from '../messages/message.ts'
import { leaveOutCancelled, refuseAll, type Unchanged } from '../posts/groups/groups.ts'
import { dequeuePublish, enqueuePublish, inLineOrder, wakePosts } from '../posts/publish-job.ts'
import { STARTED_OVER } from '../posts/store.ts'
import type { StoredOutgoing } from '../posts/tracking.ts'
import { type EngineTimes, laterOf, mayArrive } from './policy.ts'
import { dueAtOf, isMissed, mayPerson, type PublicationState, phaseOf } from './states.ts'
import {
  emitPostEvent,
  enterState,
  findForClaim,
  isTaken,
  type PublishRow,
  recordAttemptStep,
  selectGroupForClaim,
  takePost,
} from './store.ts'

export type Resolution =
  | { outcome: 'published'; platformId: string | null; permalink: string | null }
  | { outcome: 'not_published' }

export interface Actions extends Pick<Parts, 'pool' | 'clock'> {
  emit: Emit
  times: EngineTimes
  outgoingIn: (tx: Tx, post: PublishRow) => Promise<StoredOutgoing | null>
  /** True if Doorpost can look for the post on its account. */
  isReadable: (tx: Tx, post: PublishRow) => Promise<boolean>
}

/** The actions that work on a group as well as on a post. */
export type GroupAction = 'publish' | 'retry' | 'cancel'
type PostAction = GroupAction | 'resolve'

interface Target {
  workspaceId: string
  /** The id of a post or a group. */
  id: string
}

/** Raises the fence, so a worker that still has the post can write nothing more. Returns false if there is no such post. */
export function actOnPost(actions: Actions, open: Tx | null, target: Target, action: GroupAction): Promise<boolean> {
  return changePost(actions, open, { ...target, action }, (tx, post) => WORK[action](actions, tx, post))
}

/** Returns null if there is no such group. */
export function actOnGroup(
  actions: Actions,
  open: Tx | null,
  { workspaceId, id }: Target,
  action: GroupAction,
): Promise<{ unchanged: Unchanged[] } | null> {
  return transaction(open ?? actions.pool, async (tx) => {
    const rows = await selectGroupForClaim(tx, workspaceId, id)
    if (rows.length === 0) return null
    const stateOf = (post: PublishRow) => stateFor(actions, post)
    const able = rows.filter((post) => mayPerson(stateOf(post), action))
    const { chosen, leftOut } = leaveOutCancelled(able)
    const refused = rows
      .filter((post) => !able.includes(post))
      .map((post) => ({ id: post.id, reason: explainRefusal(stateOf(post), action) }))
    const unchanged = [...refused, ...leftOut]
    if (chosen.length === 0) {
      const issues = createIssues()
      refuseAll(issues, unchanged)
      throw validationError(issues.details)
    }
    for (const post of inLineOrder(workspaceId, chosen)) await WORK[action](actions, tx, post)
    return { unchanged }
  })
}

export function resolvePost(actions: Actions, open: Tx | null, target: Target, resolution: Resolution) {
  const { emit, isReadable } = actions
  return changePost(actions, open, { ...target, action: 'resolve' }, async (tx, post) => {
    if (post.publication_state === 'confirming' && (await isReadable(tx, post))) {
      throw validationError({ 'publication.state': [explainRefusal('confirming', 'resolve')] })
    }
    if (resolution.outcome === 'not_published') {
      const reason = message('publishing.not_out')
      const forgotten = { progress: {}, sends: 0, looks: 0, deferred_until: null }
      return enterState(emit, tx, post, { publication_state: 'failed', reason, ...forgotten })
    }
    return enterState(emit, tx, post, {
      publication_state: 'published',
      reason: null,
      failure: null,
      deferred_until: null,
      platform_id: resolution.platformId,
      permalink: resolution.permalink,
      published_at: post.send_started_at ?? nowOf(actions),
    })
  }).catch((error: unknown) => {
    if (!isTaken(error)) throw error
    throw new ApiError('validation_error', { message: message('publishing.id_taken'), cause: error })
  })
}

function changePost(
  actions: Actions,
  open: Tx | null,
  { workspaceId, id, action }: Target & { action: PostAction },
  work: (tx: Tx, post: PublishRow) => Promise<void>,
): Promise<boolean> {
  return transaction(open ?? actions.pool, async (tx) => {
    const post = await findForClaim(tx, workspaceId, id)
    if (post === null) return false
    const state = stateFor(actions, post)
    if (!mayPerson(state, action)) throw validationError({ 'publication.state': [explainRefusal(state, action)] })
    await work(tx, post)
    return true
  })
}

type Work = (actions: Actions, tx: Tx, post: PublishRow) => Promise<void>

const WORK: Record<GroupAction, Work> = {
  publish: (actions, tx, post) => startOver(actions, tx, post, nowOf(actions)),
  retry(actions, tx, post) {
    const at = nowOf(actions)
    const isAhead = post.scheduled_date !== null && post.scheduled_date > at
    return startOver(actions, tx, post, isAhead ? null : at)
  },
  async cancel(actions, tx, post) {
    // As a draft, the post is not sent when somebody edits it later.
    const update = { status: 'draft', reason: message('publishing.cancelled'), deferred_until: null }
    await enterState(actions.emit, tx, post, { publication_state: 'cancelled', ...update })
    await dequeuePublish(tx, post.id)
    if (post.publication_state !== 'preparing') return
    const step = { step: 'cancelled', at: nowOf(actions), outcome: 'cancelled' } as const
    await recordAttemptStep(tx, { post, number: post.attempts }, step)
  },
}

/** If `releasedAt` is null, the post goes out at its scheduled date. */
async function startOver(actions: Actions, tx: Tx, post: PublishRow, releasedAt: Date | null): Promise<void> {
  const at = nowOf(actions)
  // A post that was scheduled before keeps the text that was built then.
  const isNew = post.status === 'draft' && post.outgoing === null
  const outgoing = isNew ? await actions.outgoingIn(tx, post) : null
  await takePost(tx, post, {
    ...(outgoing === null ? {} : { outgoing }),
    publication_state: 'waiting',
    status: 'scheduled',
    ...(post.scheduled_date === null ? { scheduled_date: at } : {}),
    released_at: releasedAt,
    updated_at: at,
    progress: {},
    ...STARTED_OVER,
  })
  await enqueuePublish(tx, post.workspace_id, post.id, releasedAt ?? post.scheduled_date ?? at)
  if (post.status !== 'scheduled') await emitPostEvent(actions.emit, tx, post, 'post.scheduled')
}

/** While the first call may still arrive, the post counts as being sent, even if it is being prepared for another send. */
function stateFor(actions: Actions, { publication_state, send_started_at }: PublishRow): PublicationState {
  const isArriving = publication_state === 'preparing' && mayArrive(actions.times, send_started_at, nowOf(actions))
  return isArriving ? 'sending' : (publication_state as PublicationState)
}

function nowOf({ clock }: Actions): Date {
  return new Date(clock.now())
}

function explainRefusal(state: PublicationState, action: PostAction): Message {
  if (state === 'published') return message('publishing.is_published', { action })
  if (state === 'unconfirmed') {
    return message('publishing.is_unconfirmed', { action, path: '/v1/posts/{id}/resolve' })
  }
  return phaseOf(state) === 'under_way'
    ? message('publishing.under_way', { action })
    : message('publishing.wrong_state', { state: message(`state.${state}`), action })
}

/** Called when an account can post again: held posts continue or are missed, and posts with an unknown outcome are looked for. */
export async function resumeHeld(
  tx: Tx,
  emit: Emit,
  { workspace_id, platform, id }: { workspace_id: string; platform: string; id: string },
  now: Date,
  lateWindowMs: number,
): Promise<void> {
  const held = build
    .selectFrom('posts')
    .select(['workspace_id', 'id', 'scheduled_date', 'released_at', 'in_line_since'])
    .where(({ and }) => and({ workspace_id, platform, publication_state: 'held' }))
    .where((where) => where.or([where('connection_id', 'is', null), where('connection_id', '=', id)]))
  for (const row of await run(tx, held.forUpdate())) {
    const dueAt = dueAtOf(row) ?? now
    if (isMissed(laterOf(row.in_line_since, dueAt), now, lateWindowMs)) {
      const reason = message('publishing.account_was_away')
      await enterState(emit, tx, row, { publication_state: 'missed', reason })
    } else {
      await takePost(tx, row, { publication_state: 'waiting', reason: null, failure: null })
      await enqueuePublish(tx, row.workspace_id, row.id, laterOf(dueAt, now))
    }
  }
  const sent = sql`select id from posts where connection_id = ${id} and publication_state = 'confirming'`
  await wakePosts(tx, now, sent)
}
