import { transaction } from '../db/database.ts'
import { SafeFetchError } from '../lib/net/fetch-error.ts'
import { type Deadline, deadlineIn } from '../lib/time/deadline.ts'
import { message } from '../messages/message.ts'
import { plainFailure } from '../platforms/shared/answers.ts'
import {
  type PlatformContext,
  type PrepareResult,
  type Progress,
  type SendResult,
  TransportError,
} from '../platforms/shared/contract.ts'
import {
  type Attempt,
  confirmLater,
  continueAt,
  type EngineOptions,
  endUnconfirmed,
  engineNow,
  ownFailure,
  recordStep,
  saveProgress,
  unmarked,
} from './attempt.ts'
import { markPublished } from './outcome.ts'
import { handleRefusal, type Sent } from './refusal.ts'
import { recordAttemptStep } from './store.ts'

/** For a longer wait, the post goes back to the queue. */
const WAIT_IN_PLACE_MS = 2_000

/** Returns null if the post continues later or has ended. */
export async function preparePost(attempt: Attempt): Promise<Progress | null> {
  const { engine } = attempt
  let progress = attempt.post.progress as Progress
  const kept: Progress = progress.token_refreshed === true ? { token_refreshed: true } : {}
  for (;;) {
    await engine.crashPoint?.('before_prepare_step')
    const result = await prepareOnce(attempt, progress)
    await engine.crashPoint?.('after_prepare_step')
    progress = { ...result.progress, ...kept }
    if (result.kind === 'continue' && result.waitMs > WAIT_IN_PLACE_MS) {
      await continueAt(attempt, engineNow(engine, result.waitMs), { progress })
      return null
    }
    await saveProgress(attempt, { progress })
    if (result.kind === 'ready') return progress
    if (result.kind === 'failed') {
      await handleRefusal(attempt, { failure: result.failure, progress, sent: null })
      return null
    }
    await new Promise((resolve) => setTimeout(resolve, result.waitMs))
  }
}

async function prepareOnce(
  { engine, adapter, context, outgoing }: Attempt,
  progress: Progress,
): Promise<PrepareResult> {
  try {
    return await adapter.prepare(context, outgoing, progress)
  } catch (error) {
    engine.log.error({ err: error }, 'preparation threw')
    const failure = ownFailure(message('publishing.not_prepared'))
    return { kind: 'failed', progress, failure }
  }
}

const GIVE_BACK_MS = 2_000

export async function sendPost(attempt: Attempt, progress: Progress): Promise<void> {
  const { engine } = attempt
  const { sent, mark, notAfter } = await markSending(attempt)
  if (!(await keepMark(engine, mark))) {
    const failure = ownFailure(message('publishing.not_marked'))
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
      return endUnconfirmed(attempt, message('publishing.other_id', { id: result.platformId }))
    case 'refused':
      return handleRefusal(attempt, { failure: result.failure, progress: result.progress ?? progress, sent })
    case 'unknown':
      return confirmLater(attempt, 0, result.failure, sent)
  }
}

/** Commits the marker before the call. A run that finds the marker after a crash knows that the post may have been sent. */
async function markSending(attempt: Attempt): Promise<{ sent: Sent; mark: number; notAfter: Deadline }> {
  const { engine, post } = attempt
  const sent: Sent = { sends: post.sends + 1, send_started_at: engineNow(engine) }
  return transaction(engine.pool, async (tx) => {
    await saveProgress(attempt, { ...sent, publication_state: 'sending', looks: 0, failure: null }, tx)
    await recordAttemptStep(tx, attempt, { step: 'sending', at: sent.send_started_at })
    // Comes last, because all sends of the installation wait for this row.
    const mark = await engine.guard.countSend(tx)
    return { sent, mark, notAfter: deadlineIn(engine.times.sendWithinMs) }
  })
}

/** Writes the mark outside of the database, which may be restored to an earlier time. */
async function keepMark({ guard, log }: EngineOptions, mark: number): Promise<boolean> {
  try {
    await guard.keepMark(mark)
    return true
  } catch (error) {
    log.error({ err: error }, 'the mark of a send was not written')
    return false
  }
}

/** Nothing was sent, so the preparation starts again, unless another worker has the post. */
async function giveBack(attempt: Attempt): Promise<void> {
  const at = engineNow(attempt.engine, GIVE_BACK_MS)
  await continueAt(attempt, at, { ...unmarked(attempt), publication_state: 'preparing' })
  await recordStep(attempt, 'too late after the marker: not sent, starting again')
}

/** Makes the visible call. Never throws: without an answer the outcome is `unknown`. */
async function sendOnce(
  { engine, adapter, outgoing }: Attempt,
  context: PlatformContext,
  progress: Progress,
): Promise<SendResult> {
  try {
    return await adapter.send(context, outgoing, progress)
  } catch (error) {
    engine.log.error({ err: error }, 'send ended without an answer')
    return { kind: 'unknown', failure: plainFailure('ambiguous', message('publishing.answer_lost')) }
  }
}

/**
 * Refuses writes after the deadline: if the process was suspended after the marker, another worker may have sent the
 * post meanwhile. Reads are always allowed.
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
