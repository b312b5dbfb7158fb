import { transaction } from '../../db/database.ts'
import { SafeFetchError } from '../../lib/net/fetch-error.ts'
import { type Deadline, deadlineIn } from '../../lib/time/deadline.ts'
import { plainFailure } from '../../platforms/calls/answers.ts'
import { type PlatformContext, type Progress, type SendResult, TransportError } from '../../platforms/contract.ts'
import {
  type Attempt,
  confirmLater,
  continueAt,
  endUnconfirmed,
  ownFailure,
  recordStep,
  saveProgress,
} from '../engine/attempt.ts'
import { type EngineOptions, engineNow } from '../engine/options.ts'
import { recordAttemptStep } from '../store.ts'
import { markPublished } from './link.ts'
import { handleRefusal, type Sent } from './refusal.ts'

// The cause of the delay may still be there.
const GIVE_BACK_MS = 2_000

export async function sendPost(attempt: Attempt, progress: Progress): Promise<void> {
  const { engine } = attempt
  const { sent, mark, notAfter } = await markSending(attempt)
  if (!(await keepMark(engine, mark))) {
    const failure = ownFailure('DATA_DIR cannot be written, so nothing was sent. It is tried again.')
    return handleRefusal(attempt, { failure, progress, sent })
  }
  await engine.crashPoint?.('after_marker')
  const call = limitVisibleCall(attempt, notAfter)
  const result = await sendOnce(attempt, call.context, progress)
  await engine.crashPoint?.('after_send')
  if (call.wasTooLate()) return giveBack(attempt)
  switch (result.kind) {
    case 'published':
      if (await markPublished(attempt, result.platformId)) return
      return endUnconfirmed(attempt, `The platform answered with the id of another post (${result.platformId}).`)
    case 'refused':
      return handleRefusal(attempt, { failure: result.failure, progress: result.progress ?? progress, sent })
    case 'unknown':
      return confirmLater(attempt, 0, result.failure, sent)
  }
}

/**
 * Commits the marker before the call is made: a crash at any later moment is then known to be one that may have sent. One
 * transaction, because a crash in between would leave a marker for a call that was never made.
 */
async function markSending(attempt: Attempt): Promise<{ sent: Sent; mark: number; notAfter: Deadline }> {
  const { engine, post } = attempt
  const sent: Sent = { sends: post.sends + 1, send_started_at: engineNow(engine) }
  return transaction(engine.pool, async (tx) => {
    await saveProgress(attempt, { ...sent, publication_state: 'sending', looks: 0, failure: null }, tx)
    await recordAttemptStep(tx, attempt, { step: 'sending', at: sent.send_started_at })
    // Last, because all sends of the installation wait for this row.
    const mark = await engine.guard.countSend(tx)
    // The time that these statements waited does not count, but the commit's does.
    return { sent, mark, notAfter: deadlineIn(engine.times.sendWithinMs) }
  })
}

/** The send must be known outside of the database before it is made: a restored database would not know it. */
async function keepMark({ guard, log }: EngineOptions, mark: number): Promise<boolean> {
  try {
    await guard.keepMark(mark)
    return true
  } catch (error) {
    log.error({ err: error }, 'the mark of a send was not written')
    return false
  }
}

/** Nothing was sent. Whoever took the post in the meantime keeps it; otherwise it starts again from its preparation. */
async function giveBack(attempt: Attempt): Promise<void> {
  const at = engineNow(attempt.engine, GIVE_BACK_MS)
  const unmarked = { sends: attempt.post.sends, send_started_at: null }
  await continueAt(attempt, at, { ...unmarked, publication_state: 'preparing' })
  await recordStep(attempt, 'too late after the marker: not sent, starting again')
}

/** Never throws: after the marker, whatever is not an answer leaves the outcome unknown. */
async function sendOnce(
  { engine, adapter, outgoing }: Attempt,
  context: PlatformContext,
  progress: Progress,
): Promise<SendResult> {
  try {
    return await adapter.send(context, outgoing, progress)
  } catch (error) {
    engine.log.error({ err: error }, 'send ended without an answer')
    const message = 'The answer of the platform was lost. Doorpost looks whether the post is out.'
    return { kind: 'unknown', failure: plainFailure('ambiguous', message) }
  }
}

/**
 * Whatever is written to the platform with this context is written before the deadline or not at all, and ends within the
 * adapter's own time-out. Between the marker and the call the process may be stopped or the machine suspended; when it
 * continues, another worker may have found nothing on the platform and sent the post. Reads are harmless at any time.
 */
function limitVisibleCall({ adapter, context }: Attempt, notAfter: Deadline) {
  let tooLate = false
  const http: PlatformContext['http'] = async (request) => {
    if (request.method === 'GET') return context.http(request)
    try {
      return await context.http({ ...request, timeoutMs: adapter.sendTimeoutMs, notAfter })
    } catch (error) {
      const cause = error instanceof TransportError ? error.cause : null
      if (cause instanceof SafeFetchError && cause.reason === 'too_late') tooLate = true
      throw error
    }
  }
  return { context: { ...context, http }, wasTooLate: () => tooLate }
}
