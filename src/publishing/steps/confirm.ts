import type { Adapter, Failure, Outgoing, PlatformContext } from '../../platforms/contract.ts'
import {
  type Claim,
  conclude,
  type EngineOptions,
  end,
  lookAt,
  lookLater,
  looksOf,
  note,
  now,
  reschedule,
  unconfirmed,
} from '../engine/attempt.ts'
import { SENDS_MAX } from '../engine/policy.ts'
import type { PostUpdate } from '../store.ts'
import { look } from './look.ts'
import { fail, published } from './settle.ts'
import { resendAfterMs } from './visible-call.ts'

export async function confirm(
  options: EngineOptions,
  claim: Claim,
  context: PlatformContext,
  adapter: Adapter,
  outgoing: Outgoing,
): Promise<void> {
  const { post } = claim
  await options.crashPoint?.('before_look')
  const lookedAt = now(options)
  const finding = await look(options, claim, context, adapter, outgoing)
  await note(options, claim, `looked: ${finding.kind}`)
  const before = post.failure as unknown as Failure | null
  const cause = before?.class
  const isLast = post.looks + 1 >= looksOf(options).length
  const lookAgain = (failure: Failure | null) => lookLater(options, claim, post.looks + 1, failure, {})
  // A call whose answer was lost may still be under way there; a refusal is an answer.
  const resendAt = cause === 'not_ready' ? lookedAt : earliestResend(options, claim, adapter)
  const notSeen = () => {
    // Reads lag behind writes: only the last look, minutes later, proves that there is nothing.
    if (!isLast) return lookAgain(null)
    if (lookedAt < resendAt) return lookAt(options, claim, resendAt, {})
    if (cause !== 'duplicate_on_platform') return sendAgain(options, claim)
    const reason =
      'The platform refuses the post because it has the same one already, but does not show it. Look there.'
    return unconfirmed(options, claim, reason)
  }
  switch (finding.kind) {
    case 'found':
      // Another post of ours with the same words may have taken it in the meantime.
      if (!(await published(options, claim, context, adapter, finding.platformId))) return notSeen()
      return
    case 'absent':
      if (before && cause === 'duplicate_on_platform') return fail(options, claim, before)
      if (cause !== 'not_ready' && post.looks === 0) return lookAgain(null)
      if (lookedAt < resendAt) return lookAt(options, claim, resendAt, {})
      return sendAgain(options, claim)
    case 'not_seen':
      return notSeen()
    case 'cannot_tell':
      if (cause === 'not_ready') return sendAgain(options, claim)
      return unconfirmed(options, claim, finding.reason)
    case 'failed': {
      const { failure } = finding
      if (failure.class === 'auth_expired') await options.connections.refresh(claim.connection.id)
      if (!isLast) return lookAgain(failure)
      return unconfirmed(
        options,
        claim,
        `The platform could not be asked whether the post is out (${failure.class}). Look at the account, then settle it.`,
      )
    }
  }
}

function earliestResend(options: EngineOptions, { post }: Claim, adapter: Adapter): Date {
  const sentAt = post.send_started_at ?? now(options)
  return new Date(sentAt.getTime() + resendAfterMs(options, adapter))
}

/** It was proved that nothing is out. */
async function sendAgain(options: EngineOptions, claim: Claim): Promise<void> {
  if (claim.post.sends >= SENDS_MAX) {
    const reason = `It was sent ${claim.post.sends} times without effect. Check the account, then retry.`
    await conclude(options, claim, { state: 'failed', reason, deferredUntil: null })
    return end(options, claim, 'failed', null)
  }
  const update: PostUpdate = { state: 'preparing', looks: 0, sendStartedAt: null, deferredUntil: null }
  await reschedule(options, claim, now(options), update)
  await note(options, claim, 'proved absent, sending again')
}
