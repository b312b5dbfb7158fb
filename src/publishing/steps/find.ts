import { DAY_MS } from '../../lib/time/span.ts'
import type { Finding, Progress } from '../../platforms/contract.ts'
import { type Attempt, ownFailure, recordStep } from '../engine/attempt.ts'
import { engineNow } from '../engine/options.ts'
import { selectTakenIds } from '../store.ts'

/** A platform that refuses repeats does so for about this long. */
const REPEAT_WINDOW_MS = DAY_MS

/** Asks the platform whether the post is out. Reads only, and never throws. */
export async function findOnPlatform(attempt: Attempt): Promise<Finding> {
  const { engine, post, connection, adapter, context, outgoing } = attempt
  const takenIds = await selectTakenIds(engine.pool, post, connection.id)
  const sentAt = post.send_started_at ?? engineNow(engine)
  try {
    return await adapter.reconcile(context, outgoing, post.progress as Progress, { sentAt, takenIds })
  } catch (error) {
    engine.log.error({ err: error }, 'the platform could not be read')
    return { kind: 'failed', failure: ownFailure('Doorpost could not read the answer.') }
  }
}

/**
 * The platform has the post already, though this database knows of no send: it lost its newest commits, or was restored.
 * What is found is the post itself. Where the platform shows none, or only one that belongs to another post of ours, the
 * words were used twice on purpose.
 */
export async function findForgottenSend(attempt: Attempt): Promise<Finding> {
  const searchedFrom = engineNow(attempt.engine, -REPEAT_WINDOW_MS)
  const post = { ...attempt.post, send_started_at: searchedFrom, progress: {} }
  const finding = await findOnPlatform({ ...attempt, post })
  await recordStep(attempt, `refused as a repeat, looked: ${finding.kind}`)
  return finding
}
