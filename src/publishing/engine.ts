import { transaction } from '../db/database.ts'
import { leavingIdsSql } from '../db/statements/leaving.ts'
import { PublishingClosed } from '../installation/guard.ts'
import type { Jobs, LeaveLine } from '../jobs/table.ts'
import { message } from '../messages/message.ts'
import { reasonColumns, toMessage } from '../messages/stored.ts'
import { profileOf } from '../platforms/registry.ts'
import { enqueuePublish } from '../posts/publish-job.ts'
import {
  type Attempt,
  type Claim,
  ClaimLost,
  continueAt,
  type EngineOptions,
  engineNow,
  finishAttempt,
  saveProgress,
} from './attempt.ts'
import { claimPost } from './claim.ts'
import { removeIdleJob } from './line.ts'
import { confirmOutcome, linkPublished } from './outcome.ts'
import { toOutgoing } from './platform-access.ts'
import { ACCOUNT_WAIT_MS } from './policy.ts'
import { preparePost, sendPost } from './send.ts'
import { sqlList, statesIn } from './states.ts'
import { keepBusy } from './store.ts'
import { createUptime } from './uptime.ts'

export type Engine = ReturnType<typeof createEngine>

/**
 * Publishes one post: claim it, prepare it (invisible, repeatable), commit the marker `sending`, make one call, record
 * the result. After a crash the next run continues from what was committed. If it finds a marker without a result, it
 * reads the platform before it sends again.
 */
export function createEngine(engine: EngineOptions) {
  const uptime = createUptime(engine)
  return {
    async run(
      { workspace_id: workspaceId, post_id: postId }: Jobs['post.publish'],
      leaveLine: LeaveLine = () => false,
    ): Promise<void> {
      if (await postponeWhileClosed(engine, workspaceId, postId)) return
      await uptime.note()
      const claim = await claimPost(engine, workspaceId, postId)
      if (claim === null) return
      const { post } = claim
      const running = uptime.begin()
      const slow = leaveWhenSlow(claim, leaveLine)
      try {
        await runAttempt(claim)
      } catch (error) {
        if (error instanceof PublishingClosed) {
          await postponeWhileClosed(engine, workspaceId, post.id, true)
          return
        }
        if (!(error instanceof ClaimLost)) throw error
        engine.log.info({ postId: post.id }, 'claim lost: another worker or a person has the post')
      } finally {
        running.end()
        await slow.end()
      }
      if (post.id !== postId) await removeIdleJob(engine.pool, post)
    },
  }
}

// Long for a pause: when a person ends it, due posts are woken. Other closures end by themselves.
const PAUSED_MS = 5 * 60_000
const CLOSED_MS = 15_000

/** Makes a due post wait while nothing may be sent. Pass `isClosed` if that was noticed in the middle of a run. */
async function postponeWhileClosed(engine: EngineOptions, workspaceId: string, postId: string, isClosed = false) {
  const closure = await engine.guard.closed()
  if (closure === null && !isClosed) return false
  const at = engineNow(engine, closure?.isPause ? PAUSED_MS : CLOSED_MS)
  await transaction(engine.pool, async (tx) => {
    if (closure !== null) {
      const { reason, reason_code, reason_values } = reasonColumns(
        message('publishing.closed', { problem: toMessage(closure.reason) }),
      )
      await tx.query({
        text: `update posts set reason = $3, reason_code = $4, reason_values = $5, version = version + 1
                where workspace_id = $1 and id = $2 and publication_state in ${sqlList(statesIn('queued'))}
                  and reason is distinct from $3 and id <> all(${leavingIdsSql('posts', '$1')})`,
        values: [workspaceId, postId, reason, reason_code, reason_values],
      })
    }
    await enqueuePublish(tx, workspaceId, postId, at)
  })
  return true
}

async function runAttempt(claim: Claim): Promise<void> {
  const { engine, post, connection } = claim
  const context = await engine.contextFor(connection)
  if (context === null) return stopWithoutApp(claim)
  const adapter = engine.adapters[connection.provider]
  const attempt: Attempt = { ...claim, adapter, context, outgoing: toOutgoing(post) }
  try {
    switch (post.publication_state) {
      case 'confirming':
        return await confirmOutcome(attempt)
      case 'published':
        return await linkPublished(attempt)
      default: {
        const progress = await preparePost(attempt)
        if (progress !== null) await sendPost(attempt, progress)
      }
    }
  } finally {
    await context.close()
  }
}

async function stopWithoutApp(claim: Claim): Promise<void> {
  const { publication_state: state } = claim.post
  const platform = profileOf(claim.connection.provider).label
  switch (state) {
    case 'published':
      return
    case 'confirming': {
      const reason = message('publishing.unread_without_app', { platform })
      return continueAt(claim, engineNow(claim.engine, ACCOUNT_WAIT_MS), { reason, deferred_until: null })
    }
    default: {
      const reason = message('publishing.no_app', { platform })
      await saveProgress(claim, { publication_state: 'held', reason, in_line_since: engineNow(claim.engine) })
      return finishAttempt(claim, 'held', null)
    }
  }
}

/** More than one, because a beat may be late or fail. */
const BEATS_PER_LEASE = 3

/**
 * A slow run leaves the line of its account, so that other posts can go out, and keeps renewing a lease on its post. If
 * it stops renewing, the job that it left behind continues the attempt, and the fence stops the old run.
 */
function leaveWhenSlow(claim: Claim, leaveLine: LeaveLine) {
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
    /** Gives the lease up, so that the next job does not wait for it. */
    async end(): Promise<void> {
      hasEnded = true
      clearTimeout(timer)
      await beating
      if (hasLeft) await keepBusy(engine.pool, claim, null).catch(() => {})
    },
  }
}
