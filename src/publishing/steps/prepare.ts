import type { PrepareResult, Progress } from '../../platforms/contract.ts'
import { type Attempt, continueAt, ownFailure, saveProgress } from '../engine/attempt.ts'
import { engineNow } from '../engine/options.ts'
import { handleRefusal } from './refusal.ts'

// A step that has to wait longer gives its place to other jobs.
const WAIT_IN_PLACE_MS = 2_000

/** Runs the invisible steps and saves the result of each. Null when it continues later, or has ended. */
export async function preparePost(attempt: Attempt): Promise<Progress | null> {
  const { engine } = attempt
  let progress = attempt.post.progress as Progress
  // The adapter returns only its own progress.
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

/** A bug of ours is retried like a failure of the platform: the queue would give up on the job one day. */
async function prepareOnce(
  { engine, adapter, context, outgoing }: Attempt,
  progress: Progress,
): Promise<PrepareResult> {
  try {
    return await adapter.prepare(context, outgoing, progress)
  } catch (error) {
    engine.log.error({ err: error }, 'preparation threw')
    const failure = ownFailure('Doorpost could not prepare the post. It is tried again.')
    return { kind: 'failed', progress, failure }
  }
}
