import type { Adapter, Finding, PlatformContext } from '../../platforms/contract.ts'
import { type Claim, type EngineOptions, note, now } from '../engine/attempt.ts'
import { toOutgoing } from '../engine/outgoing.ts'
import { look } from './look.ts'

/** A platform that refuses repeats does so for about this long. */
const REPEAT_WINDOW_MS = 24 * 60 * 60_000

/**
 * The platform has the post already, though this database knows of no send: it lost its newest commits, or was restored.
 * What is found is the post itself. Where the platform shows none, or only one that belongs to another post of ours, the
 * words were used twice on purpose.
 */
export async function findForgottenSend(
  options: EngineOptions,
  claim: Claim,
  context: PlatformContext,
  adapter: Adapter,
): Promise<Finding> {
  const searchedFrom = new Date(now(options).getTime() - REPEAT_WINDOW_MS)
  const earlier: Claim = { ...claim, post: { ...claim.post, send_started_at: searchedFrom, progress: {} } }
  const finding = await look(options, earlier, context, adapter, toOutgoing(claim.post))
  await note(options, claim, `refused as a repeat, looked: ${finding.kind}`)
  return finding
}
