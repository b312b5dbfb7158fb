import type { Adapter, Finding, Outgoing, PlatformContext, Progress } from '../../platforms/contract.ts'
import { brokenFailure, type Claim, type EngineOptions, now } from '../engine/attempt.ts'
import { selectTakenIds } from '../store.ts'

/** Asks the platform whether the post is out. Reads only, and never throws. */
export async function look(
  options: EngineOptions,
  claim: Claim,
  context: PlatformContext,
  adapter: Adapter,
  outgoing: Outgoing,
): Promise<Finding> {
  const { post } = claim
  const takenIds = await selectTakenIds(options.pool, claim.workspaceId, claim.connection.id, claim.postId)
  const sentAt = post.send_started_at ?? now(options)
  try {
    return await adapter.reconcile(context, outgoing, post.progress as Progress, { sentAt, takenIds })
  } catch (error) {
    options.log.error({ err: error }, 'look broke')
    return { kind: 'failed', failure: brokenFailure('Doorpost could not read the answer.') }
  }
}
