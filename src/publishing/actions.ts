import { build, type Pool, run, type Tx, transaction } from '../db/database.ts'
import { ApiError, validationError } from '../errors.ts'
import type { Emit } from '../events/emit.ts'
import type { Clock } from '../lib/time/clock.ts'
import { dequeuePublish, enqueuePublish } from '../posts/publish-job.ts'
import { recordAttemptStep } from './attempt-store.ts'
import { laterOf } from './engine/policy.ts'
import { emitPostEvent, emitStateEvent } from './post-events.ts'
import { dueAtOf, isMissed, mayPerson, type PersonAction, type PublicationState, phaseOf } from './states.ts'
import { findForClaim, type PostUpdate, type PublishRow, takePost, UNIQUE_VIOLATION } from './store.ts'

/** What a person can do to a post by hand. Each takes the fence: a worker that has the post can write nothing more. */
export interface Actions {
  publishNow(workspaceId: string, id: string): Promise<boolean>
  retry(workspaceId: string, id: string): Promise<boolean>
  cancel(workspaceId: string, id: string): Promise<boolean>
  resolve(workspaceId: string, id: string, outcome: Resolution): Promise<boolean>
}

export type Resolution =
  | { outcome: 'published'; platformId: string | null; permalink: string | null }
  | { outcome: 'not_published' }

export function createActions(pool: Pool, clock: Clock, emit: Emit): Actions {
  const change = (
    workspaceId: string,
    id: string,
    action: PersonAction,
    work: (tx: Tx, post: PublishRow) => Promise<void>,
  ): Promise<boolean> =>
    transaction(pool, async (tx) => {
      const post = await findForClaim(tx, workspaceId, id)
      if (post === null) return false
      const state = post.publication_state as PublicationState
      if (!mayPerson(state, action)) throw validationError({ 'publication.state': [explainRefusal(state, action)] })
      await work(tx, post)
      return true
    })

  /** Starts the post over and forgets earlier tries. `releasedAt` is when a person sent it off; with null its date counts. */
  const startOver = async (tx: Tx, post: PublishRow, releasedAt: Date | null) => {
    const at = new Date(clock.now())
    await tx.query({
      text: `update posts set status = 'scheduled', scheduled_date = coalesce(scheduled_date, $3), released_at = $4,
                    progress = '{}', sends = 0, looks = 0, retries = 0, updated_at = $3
              where workspace_id = $1 and id = $2`,
      values: [post.workspace_id, post.id, at, releasedAt],
    })
    await takePost(tx, post.workspace_id, post.id, {
      state: 'waiting',
      failure: null,
      reason: null,
      deferredUntil: null,
      inLineSince: null,
      sendStartedAt: null,
    })
    await enqueuePublish(tx, post.workspace_id, post.id, releasedAt ?? post.scheduled_date ?? at)
    if (post.status === 'scheduled') return
    await emitPostEvent(emit, tx, { workspaceId: post.workspace_id, postId: post.id }, 'post.scheduled')
  }

  return {
    publishNow: (workspaceId, id) =>
      change(workspaceId, id, 'publish', (tx, post) => startOver(tx, post, new Date(clock.now()))),
    retry: (workspaceId, id) =>
      change(workspaceId, id, 'retry', (tx, post) => {
        const at = new Date(clock.now())
        // Lateness counts from now, unless its date is still to come.
        const isAhead = post.scheduled_date !== null && post.scheduled_date > at
        return startOver(tx, post, isAhead ? null : at)
      }),
    cancel: (workspaceId, id) =>
      change(workspaceId, id, 'cancel', async (tx, post) => {
        // Back to a draft: a later change of the text must not send it.
        await tx.query({
          text: `update posts set status = 'draft' where workspace_id = $1 and id = $2`,
          values: [workspaceId, post.id],
        })
        await takePost(tx, workspaceId, post.id, {
          state: 'cancelled',
          reason: 'Cancelled by a person.',
          deferredUntil: null,
        })
        await dequeuePublish(tx, post.id)
        if (post.publication_state !== 'preparing') return
        const attempt = { workspaceId, postId: post.id, number: post.attempts }
        await recordAttemptStep(tx, attempt, { step: 'cancelled', at: new Date(clock.now()), outcome: 'cancelled' })
      }),
    resolve: (workspaceId, id, resolution) =>
      change(workspaceId, id, 'resolve', async (tx, post) => {
        const update: PostUpdate =
          resolution.outcome === 'published'
            ? {
                state: 'published',
                reason: null,
                failure: null,
                platformId: resolution.platformId,
                permalink: resolution.permalink,
                publishedAt: post.send_started_at ?? new Date(clock.now()),
              }
            : {
                state: 'failed',
                reason: 'A person looked: it was not published. Retry it, or leave it.',
                progress: {},
                sends: 0,
                looks: 0,
              }
        await takePost(tx, workspaceId, post.id, update)
        await emitStateEvent(emit, tx, { workspaceId, postId: post.id }, update.state)
      }).catch((error: unknown) => {
        if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error
        throw new ApiError('validation_error', { message: 'This platform_id belongs to another post.', cause: error })
      }),
  }
}

const DONE: Partial<Record<PersonAction, string>> = {
  publish: 'published now',
  retry: 'retried',
  cancel: 'cancelled',
  resolve: 'settled',
}

function explainRefusal(state: PublicationState, action: PersonAction): string {
  const what = DONE[action]
  if (state === 'published') return `The post is published already, so it cannot be ${what}.`
  if (state === 'unconfirmed') {
    return `It is not certain whether the post is out, so it cannot be ${what}. Look at the account, then POST /v1/posts/{id}/resolve.`
  }
  if (phaseOf(state) === 'under_way')
    return `The post is being sent right now (${state}), so it cannot be ${what}. Wait a moment and look again.`
  return `A post in the state ${state} cannot be ${what}.`
}

/** An account can post again: its held posts continue, or are missed if that took too long. */
export async function resumeHeld(
  tx: Tx,
  emit: Emit,
  account: { workspace_id: string; platform: string; id: string },
  now: Date,
  lateWindowMs: number,
): Promise<void> {
  const workspaceId = account.workspace_id
  const rows = await run(
    tx,
    build
      .selectFrom('posts')
      .select(['id', 'scheduled_date', 'released_at'])
      .where('workspace_id', '=', workspaceId)
      .where('platform', '=', account.platform)
      .where('publication_state', '=', 'held')
      .where((where) => where.or([where('connection_id', 'is', null), where('connection_id', '=', account.id)]))
      .forUpdate(),
  )
  for (const row of rows) {
    const dueAt = dueAtOf(row) ?? now
    if (isMissed(dueAt, now, lateWindowMs)) {
      const reason = 'The account was away longer than the late window. Publish it now, or set a new date.'
      await takePost(tx, workspaceId, row.id, { state: 'missed', reason })
      await emitStateEvent(emit, tx, { workspaceId, postId: row.id }, 'missed')
    } else {
      await takePost(tx, workspaceId, row.id, { state: 'waiting', reason: null, failure: null })
      await enqueuePublish(tx, workspaceId, row.id, laterOf(dueAt, now))
    }
  }
}
