import type { Failure } from '../../platforms/contract.ts'
import {
  type Attempt,
  confirmAt,
  confirmLater,
  continueAt,
  endAttempt,
  endFailed,
  endUnconfirmed,
  recordStep,
} from '../engine/attempt.ts'
import { engineNow } from '../engine/options.ts'
import { SENDS_MAX } from '../engine/policy.ts'
import { findOnPlatform, markPublished } from './link.ts'

/** Reads the platform to find out whether a send had an effect. Sends nothing itself. */
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
  // A call whose answer was lost may still be in progress there; a refusal is an answer.
  const resendAt = cause === 'not_ready' ? lookedAt : earliestResend(attempt)
  const notSeen = () => {
    // Reads lag behind writes: only the last look, minutes later, proves that there is nothing.
    if (!isLast) return lookAgain(null)
    if (lookedAt < resendAt) return confirmAt(attempt, resendAt)
    if (cause !== 'duplicate_on_platform') return sendAgain(attempt)
    const reason =
      'The platform refuses the post because it has the same one already, but does not show it. Look there.'
    return endUnconfirmed(attempt, reason)
  }
  switch (finding.kind) {
    case 'found':
      // Another post of ours with the same words may have taken it in the meantime.
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
      // The next run finds that the account cannot be read, and uses up no look.
      if (isAccessEnded) return continueAt(attempt, engineNow(engine), { failure, deferred_until: null })
      if (!isLast) return lookAgain(failure)
      const problem = `The platform could not be asked whether the post is out (${failure.class})`
      return endUnconfirmed(attempt, `${problem}. Look at the account, then settle it.`)
    }
  }
}

/** Only after that long can a look prove that nothing is out and nothing will come. */
function earliestResend({ engine, post, adapter }: Attempt): Date {
  const sentAt = post.send_started_at ?? engineNow(engine)
  const { lookDelaysMs, resendAfterMs } = engine.times
  if (!adapter.idempotentSend) return new Date(sentAt.getTime() + resendAfterMs(adapter.sendTimeoutMs))
  // The longer it has gone on, the longer the next wait: the sends of a post are limited.
  const waitMs = post.sends > 1 ? lookDelaysMs[Math.min(post.sends, lookDelaysMs.length) - 1]! : 0
  return new Date(sentAt.getTime() + waitMs)
}

async function sendAgain(attempt: Attempt): Promise<void> {
  const { sends } = attempt.post
  if (sends >= SENDS_MAX) {
    const reason = `It was sent ${sends} times without effect. Check the account, then retry.`
    return endAttempt(attempt, 'failed', { reason })
  }
  await continueAt(attempt, engineNow(attempt.engine), {
    publication_state: 'preparing',
    looks: 0,
    send_started_at: null,
    deferred_until: null,
  })
  await recordStep(attempt, 'proved absent, sending again')
}
