import { transaction } from '../db/database.ts'
import { message } from '../messages/message.ts'
import type { Failure, Finding, Progress } from '../platforms/shared/contract.ts'
import { enqueuePublish } from '../posts/publish-job.ts'
import {
  type Attempt,
  confirmAt,
  confirmLater,
  continueAt,
  endFailed,
  engineNow,
  finishAttempt,
  recordStep,
  saveProgress,
  unmarked,
} from './attempt.ts'
import { findAccount } from './claim.ts'
import { findForgottenSend, markPublished } from './outcome.ts'
import { actionFor, arrivesUntil } from './policy.ts'
import type { PostUpdate } from './store.ts'

const RENEWAL_WAIT_MS = 60_000

export interface Sent {
  sends: number
  send_started_at: Date
}

export interface Refusal {
  failure: Failure
  progress: Progress
  sent: Sent | null
}

export async function handleRefusal(attempt: Attempt, refusal: Refusal): Promise<void> {
  const { engine, post, number, connection } = attempt
  const { failure, progress, sent } = refusal
  const cause = { failure, reason: failure.message }
  const sentBefore = attempt.adapter.idempotentSend ? post.send_started_at : null
  const until = sentBefore && arrivesUntil(engine.times, attempt.adapter, sentBefore)
  // An earlier call may still make the post public.
  if (until && until > engineNow(engine)) return confirmAt(attempt, until, { ...unmarked(attempt), ...cause, progress })
  const action = actionFor(failure, {
    now: engineNow(engine),
    retries: post.retries,
    sent: sent !== null,
    hadUnknownSend: post.sends > 0,
    refreshed: progress.token_refreshed === true,
  })
  if (action.kind === 'confirm') {
    const look = Math.min(post.sends, engine.times.lookDelaysMs.length - 1)
    return confirmLater(attempt, look, failure, sent ?? {})
  }
  if (action.kind === 'already_there') {
    // It most likely repeats our own earlier send, so that is looked for.
    if (!failure.existingId && post.sends > 0) return confirmLater(attempt, 0, failure, sent ?? {})
    if (await adoptExisting(attempt, failure)) return
    if (post.sends > 0) return endFailed(attempt, failure)
  }
  // The marker goes first, so that a crash below counts as not sent.
  await saveProgress(attempt, { ...cause, ...unmarked(attempt), publication_state: 'preparing', progress })
  switch (action.kind) {
    case 'already_there':
    case 'fail':
      return endFailed(attempt, failure)
    case 'retry':
      return deferPost(attempt, action.at, 'retry', failure, {
        retries: post.retries + 1,
        // The platform no longer takes these ids.
        ...(failure.class === 'media_processing' ? { progress: {} } : {}),
      })
    case 'defer':
      await engine.connections.hold(connection.id, action.until, failure.message)
      // Does not count as an attempt.
      return deferPost(attempt, action.until, 'deferred', failure, { attempts: number - 1 })
    case 'wait':
      return deferPost(attempt, action.until, 'deferred', failure, { attempts: number - 1 })
    case 'hold':
      await engine.connections.stop(connection.id, action.account, failure.message)
      return holdPost(attempt, refusal)
    case 'refresh':
      return refreshToken(attempt, refusal)
  }
}

/** Returns false if there is no such post, or if it is another one of ours. */
async function adoptExisting(attempt: Attempt, { existingId }: Failure): Promise<boolean> {
  const known: Finding = existingId ? { kind: 'found', platformId: existingId } : await findForgottenSend(attempt)
  return known.kind === 'found' && markPublished(attempt, known.platformId)
}

async function deferPost(
  attempt: Attempt,
  at: Date,
  outcome: 'retry' | 'deferred',
  failure: Failure,
  update: PostUpdate,
) {
  await continueAt(attempt, at, { ...update, publication_state: 'deferred', deferred_until: at })
  return finishAttempt(attempt, outcome, failure)
}

async function refreshToken(attempt: Attempt, refusal: Refusal): Promise<void> {
  const { engine, connection, number } = attempt
  const outcome = await engine.connections.refresh(connection.id)
  if (outcome === 'dead') return holdPost(attempt, refusal)
  if (outcome === 'failed') {
    // Does not use up a retry.
    const reason = message('publishing.not_renewed')
    const failure = { ...refusal.failure, message: reason }
    const at = engineNow(engine, RENEWAL_WAIT_MS)
    return deferPost(attempt, at, 'deferred', failure, { reason, attempts: number - 1 })
  }
  await continueAt(attempt, engineNow(engine), { progress: { ...refusal.progress, token_refreshed: true } })
  return recordStep(attempt, 'token refreshed')
}

/** Holds the post until a person acts, or continues if the account works again by now. */
async function holdPost(attempt: Attempt, { failure, progress }: Refusal): Promise<void> {
  const { engine, post, connection } = attempt
  const { token_refreshed: _, ...rest } = progress
  const outcome = await transaction(engine.pool, async (tx) => {
    const found = await findAccount(engine, tx, { ...post, connection_id: connection.id })
    const state = found.kind === 'none' ? 'held' : 'deferred'
    await saveProgress(attempt, { publication_state: state, progress: rest, in_line_since: engineNow(engine) }, tx)
    if (state === 'deferred') await enqueuePublish(tx, post.workspace_id, post.id, engineNow(engine))
    return state
  })
  return finishAttempt(attempt, outcome, failure)
}
