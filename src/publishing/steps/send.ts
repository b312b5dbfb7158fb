import { transaction } from '../../db/database.ts'
import type {
  Adapter,
  Outgoing,
  PlatformContext,
  PrepareResult,
  Progress,
  SendResult,
} from '../../platforms/contract.ts'
import {
  brokenFailure,
  type Claim,
  ClaimLost,
  type EngineOptions,
  lookLater,
  note,
  now,
  reschedule,
  type Sent,
  save,
  unconfirmed,
} from '../engine/attempt.ts'
import { noteAttempt, type PostUpdate, updateClaimed } from '../store.ts'
import { published, refused } from './settle.ts'
import { limitVisibleCall, sendDeadline } from './visible-call.ts'

// A step that has to wait longer gives its place to other jobs.
const WAIT_IN_PLACE_MS = 2_000
// Whatever made the process that slow may be going on.
const GIVE_BACK_MS = 2_000

/** Runs the invisible steps, saving what each brought. Null when it has to go on later, or has ended. */
export async function prepare(
  options: EngineOptions,
  claim: Claim,
  context: PlatformContext,
  adapter: Adapter,
  outgoing: Outgoing,
): Promise<Progress | null> {
  let progress = claim.post.progress as Progress
  // The adapter knows only what is its own.
  const kept: Progress = progress.token_refreshed === true ? { token_refreshed: true } : {}
  for (;;) {
    await options.crashPoint?.('before_prepare_step')
    const result = await prepareOnce(options, adapter, context, outgoing, progress)
    await options.crashPoint?.('after_prepare_step')
    progress = { ...result.progress, ...kept }
    if (result.kind === 'continue' && result.waitMs > WAIT_IN_PLACE_MS) {
      await reschedule(options, claim, new Date(now(options).getTime() + result.waitMs), { progress })
      return null
    }
    await save(options, claim, { progress })
    if (result.kind === 'ready') return progress
    if (result.kind === 'failed') {
      await refused(options, claim, context, adapter, result.failure, progress, null)
      return null
    }
    await new Promise((resolve) => setTimeout(resolve, result.waitMs))
  }
}

/** A fault of our own is tried again as one of the platform would be; in the queue it would be forgotten one day. */
async function prepareOnce(
  options: EngineOptions,
  adapter: Adapter,
  context: PlatformContext,
  outgoing: Outgoing,
  progress: Progress,
): Promise<PrepareResult> {
  try {
    return await adapter.prepare(context, outgoing, progress)
  } catch (error) {
    options.log.error({ err: error }, 'preparation broke')
    return {
      kind: 'failed',
      progress,
      failure: brokenFailure('Doorpost could not prepare the post. It is tried again.'),
    }
  }
}

/** The marker is committed before the call, so that a crash at any later moment is known to be one that may have sent. */
export async function send(
  options: EngineOptions,
  claim: Claim,
  context: PlatformContext,
  adapter: Adapter,
  outgoing: Outgoing,
  progress: Progress,
): Promise<void> {
  const sent: Sent = { sends: claim.post.sends + 1, sendStartedAt: now(options) }
  let mark: number | null = null
  let notAfter = sendDeadline(options)
  if (!options.withoutSendMarker) {
    // One transaction: a crash between the two would leave a marker for a call that was never made.
    await transaction(options.pool, async (tx) => {
      const marker: PostUpdate = { ...sent, state: 'sending', looks: 0, failure: null }
      if (!(await updateClaimed(tx, claim, marker))) throw new ClaimLost()
      await noteAttempt(tx, claim, { step: 'sending', at: sent.sendStartedAt })
      // Last, because all sends of the installation wait for this row.
      mark = await options.guard.countSend(tx)
      // What the statements above waited for is no delay of the call, but the commit is.
      notAfter = sendDeadline(options)
    })
  }
  if (mark !== null && !(await keepMark(options, mark))) {
    const failure = brokenFailure('DATA_DIR cannot be written, so nothing was sent. It is tried again.')
    return refused(options, claim, context, adapter, failure, progress, sent)
  }
  await options.crashPoint?.('after_marker')
  const call = limitVisibleCall(adapter, context, notAfter)
  const result = await sendOnce(options, adapter, call.context, outgoing, progress)
  await options.crashPoint?.('after_send')
  if (call.wasTooLate()) return giveBack(options, claim)
  switch (result.kind) {
    case 'published':
      if (await published(options, claim, context, adapter, result.platformId)) return
      return unconfirmed(options, claim, `The platform answered with the id of another post (${result.platformId}).`)
    case 'refused':
      return refused(options, claim, context, adapter, result.failure, result.progress ?? progress, sent)
    case 'unknown':
      return lookLater(options, claim, 0, result.failure, sent)
  }
}

/** What was sent must be known outside of the database before it is: a restored database would not know it. */
async function keepMark(options: EngineOptions, mark: number): Promise<boolean> {
  try {
    await options.guard.keepMark(mark)
    return true
  } catch (error) {
    options.log.error({ err: error }, 'the mark of a send was not written')
    return false
  }
}

/** Nothing was sent. Whoever took the post in the meantime keeps it; otherwise it starts again from its preparation. */
async function giveBack(options: EngineOptions, claim: Claim): Promise<void> {
  const update: PostUpdate = { state: 'preparing', sends: claim.post.sends, sendStartedAt: null }
  await reschedule(options, claim, new Date(now(options).getTime() + GIVE_BACK_MS), update)
  await note(options, claim, 'too late after the marker: not sent, starting again')
}

/** After the marker nothing may be thrown: whatever is not an answer leaves the outcome unknown. */
async function sendOnce(
  options: EngineOptions,
  adapter: Adapter,
  context: PlatformContext,
  outgoing: Outgoing,
  progress: Progress,
): Promise<SendResult> {
  try {
    return await adapter.send(context, outgoing, progress)
  } catch (error) {
    options.log.error({ err: error }, 'send ended without an answer')
    const message = 'The answer of the platform was lost. Doorpost looks whether the post is out.'
    return { kind: 'unknown', failure: { ...brokenFailure(message), class: 'ambiguous' } }
  }
}
