import { transaction } from '../../db/database.ts'
import type { LeaveLine } from '../../jobs/table.ts'
import { enqueuePublish } from '../../posts/publish-job.ts'
import { keepBusy } from '../store.ts'
import type { Claim } from './attempt.ts'
import { engineNow } from './options.ts'

/** So that a beat may be late or fail without the run being taken for dead. */
const BEATS_PER_LEASE = 3

/**
 * Uploads can take long, and the account's other posts must not wait for them. A slow run ends its job and goes on
 * without: it says with every beat until when the post is its own. The job that it leaves behind looks then, and continues
 * the attempt if nothing was said any more; what the run does after that is refused by the fence.
 */
export function leaveWhenSlow(claim: Claim, leaveLine: LeaveLine) {
  const { engine, post } = claim
  const { leaveLineAfterMs, busyMs } = engine.times
  let hasLeft = false
  let hasEnded = false
  let beating: Promise<void> = Promise.resolve()

  const beat = async () => {
    let isOurs = true
    try {
      const until = engineNow(engine, busyMs)
      isOurs = await transaction(engine.pool, async (tx) => {
        const kept = await keepBusy(tx, claim, until)
        // From inside the job's own run this adds the next one.
        if (kept && !hasLeft) await enqueuePublish(tx, post.workspace_id, post.id, until)
        return kept
      })
      if (isOurs && !hasLeft) hasLeft = leaveLine()
    } catch (error) {
      engine.log.warn({ err: error, postId: post.id }, 'a slow post could not say that it is still being worked on')
    }
    if (isOurs && !hasEnded) beatIn(busyMs / BEATS_PER_LEASE)
  }
  const beatIn = (ms: number) => {
    timer = setTimeout(() => {
      beating = beat()
    }, ms)
  }
  let timer: NodeJS.Timeout
  beatIn(leaveLineAfterMs)

  return {
    /** What the run has left for later need not wait for the lease to end. */
    async end(): Promise<void> {
      hasEnded = true
      clearTimeout(timer)
      await beating
      if (hasLeft) await keepBusy(engine.pool, claim, null).catch(() => {})
    },
  }
}
