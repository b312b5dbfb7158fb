import { transaction } from '../../db/database.ts'
import { enqueuePublish } from '../../posts/publish-job.ts'
import { type EngineOptions, engineNow } from '../engine/options.ts'
import { sqlList, statesIn } from '../states.ts'

// A person lifts a pause, which also wakes due posts; other closures end by themselves.
const PAUSED_MS = 5 * 60_000
const CLOSED_MS = 15_000

/**
 * While nothing may be sent, a due post waits: it is neither sent nor missed. True when it was postponed. With `isClosed`
 * the closure was noticed in the middle of a run, and the post is postponed even if it has ended since.
 */
export async function postponeWhileClosed(
  options: EngineOptions,
  workspaceId: string,
  postId: string,
  isClosed = false,
): Promise<boolean> {
  const closure = await options.guard.closed()
  if (closure === null && !isClosed) return false
  const at = engineNow(options, closure?.isPause ? PAUSED_MS : CLOSED_MS)
  await transaction(options.pool, async (tx) => {
    if (closure !== null) {
      await tx.query({
        text: `update posts set reason = $3, version = version + 1
                where workspace_id = $1 and id = $2 and publication_state in ${sqlList(statesIn('queued'))}
                  and reason is distinct from $3`,
        values: [workspaceId, postId, `Nothing is sent at the moment. ${closure.reason}`],
      })
    }
    await enqueuePublish(tx, workspaceId, postId, at)
  })
  return true
}
