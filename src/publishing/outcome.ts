import { transaction } from '../db/database.ts'
import { DAY_MS } from '../lib/time/span.ts'
import { message } from '../messages/message.ts'
import type { Failure, Finding, Progress } from '../platforms/shared/contract.ts'
import { enqueuePublish } from '../posts/publish-job.ts'
import {
  type Attempt,
  confirmAt,
  confirmLater,
  continueAt,
  type EngineOptions,
  endAttempt,
  endFailed,
  endUnconfirmed,
  engineNow,
  finishAttempt,
  ownFailure,
  recordStep,
} from './attempt.ts'
import { ageOf, arrivesUntil, SENDS_MAX } from './policy.ts'
import {
  completePublishedEvent,
  emitPostEvent,
  type PostKey,
  type PostLink,
  recordPublished,
  selectTakenIds,
  unlessTaken,
  updateLink,
} from './store.ts'

/** Reads the platform to find out whether the post is there. Sends nothing. */
export async function confirmOutcome(attempt: Attempt): Promise<void> {
  const { engine, post, connection, adapter } = attempt
  await engine.crashPoint?.('before_look')
  const lookedAt = engineNow(engine)
  const finding = await findOnPlatform(attempt)
  await recordStep(attempt, `looked: ${finding.kind}`)
  const before = post.failure as unknown as Failure | null
  const cause = before?.class
  const isLast = post.looks + 1 >= engine.times.lookDelaysMs.length
  const lookAgain = (failure: Failure | null) => confirmLater(attempt, post.looks + 1, failure)
  // The platform may still be working on a call that it has not answered.
  const resendAt = cause === 'not_ready' ? lookedAt : earliestResend(attempt)
  const notSeen = () => {
    // Reads lag behind writes, so only the last look proves that the post is absent.
    if (!isLast) return lookAgain(null)
    if (lookedAt < resendAt) return confirmAt(attempt, resendAt)
    if (cause !== 'duplicate_on_platform') return sendAgain(attempt)
    return endUnconfirmed(attempt, message('publishing.hidden_repeat'))
  }
  switch (finding.kind) {
    case 'found':
      // It may be another post of ours with the same text.
      if (!(await markPublished(attempt, finding.platformId))) return notSeen()
      return
    case 'absent':
      if (before && cause === 'duplicate_on_platform') return endFailed(attempt, before)
      if (cause !== 'not_ready' && post.looks === 0 && !adapter.idempotentSend) return lookAgain(null)
      if (lookedAt < resendAt) return confirmAt(attempt, resendAt)
      return sendAgain(attempt)
    case 'not_seen':
      return notSeen()
    case 'cannot_tell':
      if (cause === 'not_ready') return sendAgain(attempt)
      return endUnconfirmed(attempt, finding.reason)
    case 'failed': {
      const { failure } = finding
      const isAccessEnded =
        failure.class === 'auth_expired' && (await engine.connections.refresh(connection.id)) === 'dead'
      // Does not use up a look.
      if (isAccessEnded) return continueAt(attempt, engineNow(engine), { failure, deferred_until: null })
      if (!isLast) return lookAgain(failure)
      return endUnconfirmed(attempt, message('publishing.not_asked', { class: failure.class }))
    }
  }
}

/** A look before this time cannot prove that the post is absent. */
function earliestResend({ engine, post, adapter }: Attempt): Date {
  const sentAt = post.send_started_at ?? engineNow(engine)
  const { lookDelaysMs } = engine.times
  if (!adapter.idempotentSend) return arrivesUntil(engine.times, adapter, sentAt)
  // The waits grow, because the number of sends is limited.
  const waitMs = post.sends > 1 ? lookDelaysMs[Math.min(post.sends, lookDelaysMs.length) - 1]! : 0
  return new Date(sentAt.getTime() + waitMs)
}

async function sendAgain(attempt: Attempt): Promise<void> {
  const { sends } = attempt.post
  if (sends >= SENDS_MAX) {
    return endAttempt(attempt, 'failed', { reason: message('publishing.sent_in_vain', { sends }) })
  }
  await continueAt(attempt, engineNow(attempt.engine), {
    publication_state: 'preparing',
    looks: 0,
    deferred_until: null,
  })
  await recordStep(attempt, 'proved absent, sending again')
}

const FIRST_WAIT_MS = 60_000
/** The event post.published waits this long for the permalink. */
const PERMALINK_WAIT_MS = 15_000
/** For this long, platforms refuse a post with the same text. */
const REPEAT_WINDOW_MS = DAY_MS

/** Only reads. Never throws. */
async function findOnPlatform(attempt: Attempt): Promise<Finding> {
  const { engine, post, connection, adapter, context, outgoing } = attempt
  const takenIds = await selectTakenIds(engine.pool, post, connection.id)
  const sentAt = post.send_started_at ?? engineNow(engine)
  try {
    return await adapter.reconcile(context, outgoing, post.progress as Progress, { sentAt, takenIds })
  } catch (error) {
    engine.log.error({ err: error }, 'the platform could not be read')
    return { kind: 'failed', failure: ownFailure(message('publishing.answer_unreadable')) }
  }
}

/**
 * The platform refuses the post as a repeat, but this database knows of no earlier send: it may have been restored.
 * Looks for that send, leaving out posts that are known to be others.
 */
export async function findForgottenSend(attempt: Attempt): Promise<Finding> {
  const searchedFrom = engineNow(attempt.engine, -REPEAT_WINDOW_MS)
  const post = { ...attempt.post, send_started_at: searchedFrom, progress: {} }
  const finding = await findOnPlatform({ ...attempt, post })
  await recordStep(attempt, `refused as a repeat, looked: ${finding.kind}`)
  return finding
}

/** False when the id belongs to another post of ours. */
export async function markPublished(attempt: Attempt, platformId: string | null): Promise<boolean> {
  const { engine, post, connection } = attempt
  // Saves the id first, so that nothing that fails later can lose it.
  if (!(await recordFound(engine, post, connection.id, platformId, PERMALINK_WAIT_MS))) return false
  await engine.crashPoint?.('after_record')
  await finishAttempt(attempt, 'published', null)
  const permalink = await fetchPermalink(attempt, platformId)
  if (permalink !== null) await saveLink(attempt, { permalink })
  else await linkLater(attempt, FIRST_WAIT_MS)
  return true
}

/** False when the id belongs to another post of ours. */
export function recordFound(
  engine: EngineOptions,
  post: PostKey,
  connectionId: string,
  platformId: string | null,
  permalinkWaitMs = 0,
): Promise<boolean> {
  const at = engineNow(engine)
  const found = { platform_id: platformId, published_at: at, connection_id: connectionId }
  const waits = platformId !== null && permalinkWaitMs > 0
  const recorded = transaction(engine.pool, async (tx) => {
    if (!(await recordPublished(tx, post, found))) return
    const holdUntil = waits ? new Date(at.getTime() + permalinkWaitMs) : null
    await emitPostEvent(engine.emit, tx, post, 'post.published', holdUntil)
  })
  return unlessTaken(recorded)
}

export async function linkPublished(attempt: Attempt): Promise<void> {
  const { engine, post } = attempt
  let platformId = post.platform_id
  if (platformId === null) {
    const finding = await findOnPlatform(attempt)
    if (finding.kind === 'found') platformId = finding.platformId
  }
  const permalink = await fetchPermalink(attempt, platformId)
  const isTaken = platformId !== null && !(await saveLink(attempt, { platform_id: platformId, permalink }))
  if (permalink !== null && !isTaken) return
  await linkLater(attempt, Math.max(FIRST_WAIT_MS, ageOf(post.published_at!, engineNow(engine))))
}

/** False when the id belongs to another post of ours. */
function saveLink({ engine, post }: Attempt, link: PostLink): Promise<boolean> {
  const saved = transaction(engine.pool, async (tx) => {
    await updateLink(tx, post, link)
    if (link.permalink !== null) await completePublishedEvent(tx, post)
  })
  return unlessTaken(saved)
}

async function fetchPermalink({ engine, adapter, context }: Attempt, platformId: string | null) {
  if (platformId === null) return null
  try {
    return await adapter.permalink(context, platformId)
  } catch (error) {
    engine.log.warn({ err: error }, 'permalink not found')
    return null
  }
}

function linkLater({ engine, post }: Attempt, waitMs: number): Promise<void> {
  const at = engineNow(engine, waitMs)
  return transaction(engine.pool, (tx) => enqueuePublish(tx, post.workspace_id, post.id, at))
}
