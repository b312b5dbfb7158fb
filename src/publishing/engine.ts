import { PublishingClosed } from '../installation/guard.ts'
import { leaveLine } from '../jobs/queue.ts'
import { PUBLISH_TASK } from '../posts/publish-job.ts'
import { type Claim, ClaimLost, type EngineOptions, end, save, unconfirmed } from './attempt.ts'
import { claimNext } from './claim.ts'
import { confirm } from './confirm.ts'
import { toOutgoing } from './outgoing.ts'
import { LEAVE_LINE_AFTER_MS } from './policy.ts'
import { postponeWhileClosed } from './postpone.ts'
import { prepare, send } from './send.ts'
import { name } from './settle.ts'

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
  const adapter = options.adapters[claim.connection.provider]
  const outgoing = toOutgoing(claim.post)
  const context = openContext(options, claim)
  if (context === null) return stopWithoutApp(options, claim)
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

function openContext(options: EngineOptions, claim: Claim) {
  try {
    return options.contextFor(claim.connection)
  } catch (error) {
    options.log.error({ platform: claim.post.platform, err: error }, 'platform cannot be used')
    return null
  }
}

async function stopWithoutApp(options: EngineOptions, claim: Claim): Promise<void> {
  const reason = `The app of ${claim.post.platform} is not set up on this server any more. Set it up, then retry the post.`
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
