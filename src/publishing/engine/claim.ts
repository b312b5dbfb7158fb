import type { Availability } from '../../connections/connections.ts'
import { lockWorkspace } from '../../connections/store.ts'
import { type Tx, transaction } from '../../db/database.ts'
import { spanOf } from '../../lib/span.ts'
import type { PlatformName } from '../../platforms/contract.ts'
import { enqueuePublish } from '../../posts/publish-job.ts'
import { tellState } from '../post-events.ts'
import {
  claimPost,
  enterLine,
  findForClaim,
  hasEarlier,
  insertAttempt,
  noteAttempt,
  type PostUpdate,
  type PublishRow,
} from '../store.ts'
import { ageOf, type Claim, type EngineOptions, NAMING_MS, now } from './attempt.ts'
import { LINE_WAIT_MAX_MS, laterOf, nextTryInLine } from './policy.ts'

/** Decides under the row's lock what is to be done, and takes the post. Null when there is nothing to do now. */
export async function claimNext(options: EngineOptions, workspaceId: string, postId: string): Promise<Claim | null> {
  return transaction(options.pool, async (tx) => {
    const post = await findForClaim(tx, workspaceId, postId)
    if (post === null || post.status !== 'scheduled') return null
    const at = now(options)
    const again = async (runAt: Date) => {
      await enqueuePublish(tx, workspaceId, postId, runAt)
      return null
    }
    const settle = async (update: PostUpdate) => {
      await claimPost(tx, workspaceId, postId, { deferredUntil: null, inLineSince: null, ...update })
      await tellState(options.emit, tx, { workspaceId, postId }, update.state)
      return null
    }
    switch (post.publication_state) {
      case 'waiting':
      case 'deferred': {
        const dueAt = post.released_at ?? post.scheduled_date!
        const startAt = laterOf(post.deferred_until, dueAt)
        if (startAt > at) return again(startAt)
        const lateWindowMs = await options.lateWindowOf(tx, workspaceId)
        const waitedMs = waitedInLine(post.in_line_since, startAt, at)
        // Counted from the time the platform named, if it did: a long wait that it asked for is not lateness of ours, and
        // a wait behind other posts is none of this one's.
        if (ageOf(startAt, at) - Math.min(waitedMs, LINE_WAIT_MAX_MS) > lateWindowMs) {
          return settle({ state: 'missed', reason: missedReason(startAt, at) })
        }
        const found = await findAccount(options, tx, post)
        if (found.kind === 'none') return settle({ state: 'held', reason: found.reason })
        if (found.kind !== 'ready') {
          await settle({ state: 'deferred', deferredUntil: found.until, reason: found.reason })
          return again(found.until)
        }
        const { connection } = found
        const since = new Date(at.getTime() - lateWindowMs)
        const isNext = !(await hasEarlier(tx, { ...post, connectionId: connection.id, dueAt, since }))
        if (!isNext && waitedMs < LINE_WAIT_MAX_MS) {
          if (waitedMs === 0) await enterLine(tx, workspaceId, postId, at)
          return again(new Date(at.getTime() + nextTryInLine(waitedMs)))
        }
        const number = post.attempts + 1
        const fence = await claimPost(tx, workspaceId, postId, {
          state: 'preparing',
          connectionId: connection.id,
          attempts: number,
          deferredUntil: null,
          inLineSince: null,
          failure: null,
          reason: null,
        })
        await insertAttempt(tx, { workspaceId, postId, number, connectionId: connection.id, startedAt: at })
        return { workspaceId, postId, fence, number, post: { ...post, publication_state: 'preparing' }, connection }
      }
      case 'preparing':
      case 'sending':
      case 'confirming': {
        // A run that comes too early, after another one has set the next look, must not use it up.
        if (post.deferred_until && post.deferred_until > at) return again(post.deferred_until)
        // A marker without a result: the process died between the two, and the platform has to be asked.
        const state = post.publication_state === 'preparing' ? 'preparing' : 'confirming'
        const found = await findAccount(options, tx, post)
        if (found.kind === 'none') {
          const outcome = state === 'preparing' ? 'held' : 'unconfirmed'
          await noteAttempt(tx, { workspaceId, postId, number: post.attempts }, { step: outcome, at, outcome })
          return settle({ state: outcome, reason: found.reason })
        }
        // Without a token nothing can be read either, and a look that cannot be made must not be used up.
        if (found.kind === 'no_token') return again(found.until)
        // The account may have been asked to wait; a look at the outcome is not a post.
        const { connection } = found
        const fence = await claimPost(tx, workspaceId, postId, { state })
        return {
          workspaceId,
          postId,
          fence,
          number: post.attempts,
          post: { ...post, publication_state: state },
          connection,
        }
      }
      case 'published': {
        const isNamed = post.platform_id !== null && post.permalink !== null
        if (isNamed || post.published_at === null || ageOf(post.published_at, at) > NAMING_MS) return null
        const found = await findAccount(options, tx, post)
        if (found.kind === 'none') return null
        if (found.kind === 'no_token') return again(found.until)
        const { connection } = found
        return { workspaceId, postId, fence: post.fence, number: post.attempts, post, connection }
      }
      default:
        return null
    }
  })
}

/**
 * The account of a post. That there is none is looked at again under the lock that a new approval takes: it must not
 * slip in between the look and `held`, and find nobody to wake.
 */
export async function findAccount(options: EngineOptions, tx: Tx, post: PublishRow): Promise<Availability> {
  const ask = () =>
    options.connections.forPost(tx, post.workspace_id, post.platform as PlatformName, post.connection_id)
  const found = await ask()
  if (found.kind !== 'none') return found
  await lockWorkspace(tx, post.workspace_id)
  return ask()
}

/** What stands there from before its present date does not count. */
function waitedInLine(since: Date | null, startAt: Date, at: Date): number {
  return since === null || since < startAt ? 0 : ageOf(since, at)
}

function missedReason(dueAt: Date, at: Date): string {
  return `Its time passed ${spanOf(at.getTime() - dueAt.getTime())} ago, more than the late window allows, so it was not sent by itself. Publish it now, or set a new date.`
}
