import { PublishingClosed } from '../../installation/guard.ts'
import { leaveLine } from '../../jobs/queue.ts'
import type { PlatformName } from '../../platforms/contract.ts'
import { PUBLISH_TASK } from '../../posts/publish-job.ts'
import { postponeWhileClosed } from '../pause/postpone.ts'
import { confirm } from '../steps/confirm.ts'
import { prepare, send } from '../steps/send.ts'
import { name } from '../steps/settle.ts'
import { type Claim, ClaimLost, type EngineOptions, end, save, unconfirmed } from './attempt.ts'
import { claimNext } from './claim.ts'
import { toOutgoing } from './outgoing.ts'
import { LEAVE_LINE_AFTER_MS } from './policy.ts'

export interface Engine {
  run(payload: unknown): Promise<void>
}

/**
 * Publishes one post: claim → prepare (invisible, repeatable) → commit the marker `sending` → one call → result, or
 * `confirming`: read the platform until the outcome is known. Whatever crashes in between, the next run goes on from what
 * was committed; a marker without a result is never answered by another send before the platform was read.
 */
export function createEngine(options: EngineOptions): Engine {
  return {
    async run(payload) {
      const { workspace_id: workspaceId, post_id: postId } = payload as { workspace_id: string; post_id: string }
      if (await postponeWhileClosed(options, workspaceId, postId)) return
      const claim = await claimNext(options, workspaceId, postId)
      if (claim === null) return
      // Uploads can take long, and the other posts of the account are not to wait for them.
      const slow = setTimeout(() => {
        leaveLine(options.pool, PUBLISH_TASK, postId).catch((error) => {
          options.log.warn({ err: error, postId }, 'a slow post keeps its place in line')
        })
      }, options.leaveLineAfterMs ?? LEAVE_LINE_AFTER_MS)
      try {
        await work(options, claim)
      } catch (error) {
        if (error instanceof PublishingClosed) {
          await postponeWhileClosed(options, workspaceId, postId, true)
          return
        }
        if (!(error instanceof ClaimLost)) throw error
        options.log.info({ postId }, 'claim lost: another worker or a person has the post')
      } finally {
        clearTimeout(slow)
      }
    },
  }
}

async function work(options: EngineOptions, claim: Claim): Promise<void> {
  const platform = claim.post.platform as PlatformName
  const adapter = options.adapters[platform]
  const outgoing = toOutgoing(claim.post)
  const context = openContext(options, platform, claim)
  if (context === null) return stopWithoutApp(options, claim, platform)
  try {
    switch (claim.post.publication_state) {
      case 'confirming':
        return await confirm(options, claim, context, adapter, outgoing)
      case 'published':
        return await name(options, claim, context, adapter, outgoing)
      default: {
        const progress = await prepare(options, claim, context, adapter, outgoing)
        if (progress !== null) await send(options, claim, context, adapter, outgoing, progress)
      }
    }
  } finally {
    await context.close()
  }
}

function openContext(options: EngineOptions, platform: PlatformName, claim: Claim) {
  try {
    return options.contextFor(platform, claim.connection)
  } catch (error) {
    options.log.error({ platform, err: error }, 'platform cannot be used')
    return null
  }
}

async function stopWithoutApp(options: EngineOptions, claim: Claim, platform: PlatformName): Promise<void> {
  const reason = `The app of ${platform} is not set up on this server any more. Set it up, then retry the post.`
  switch (claim.post.publication_state) {
    case 'published':
      return
    case 'confirming':
      return unconfirmed(options, claim, reason)
    default:
      await save(options, claim, { state: 'held', reason })
      return end(options, claim, 'held', null)
  }
}
