import { transaction } from '../db/database.ts'
import type { Failure, Finding, Progress } from '../platforms/shared/contract.ts'
import { enqueuePublish } from '../posts/publish-job.ts'
import {
  type Attempt,
  confirmLater,
  continueAt,
  endFailed,
  engineNow,
  finishAttempt,
  recordStep,
  saveProgress,
} from './attempt.ts'
import { findAccount } from './claim.ts'
import { findForgottenSend, markPublished } from './outcome.ts'
import { actionFor } from './policy.ts'
import type { PostUpdate } from './store.ts'

const RENEWAL_WAIT_MS = 60_000

export interface Sent {
  sends: number
  send_started_at: Date
}

export interface Refusal {
  failure: Failure
  progress: Progress
  /** Null when the visible call was not made. */
  sent: Sent | null
}

/** The platform said no, and nothing is visible. */
export async function handleRefusal(attempt: Attempt, refusal: Refusal): Promise<void> {
  const { engine, post, number, connection } = attempt
  const { failure, progress, sent } = refusal
  const action = actionFor(failure, {
    now: engineNow(engine),
    retries: post.retries,
    sent: sent !== null,
    hadUnknownSend: post.sends > 0,
    refreshed: progress.token_refreshed === true,
  })
  if (action.kind === 'confirm') {
    // The longer it has gone on, the longer the next wait.
    const look = Math.min(post.sends, engine.times.lookDelaysMs.length - 1)
    return confirmLater(attempt, look, failure, sent ?? {})
  }
  if (action.kind === 'already_there') {
    // After a send whose outcome was unknown the repeat is most likely our own: it is looked for patiently.
    if (!failure.existingId && post.sends > 0) return confirmLater(attempt, 0, failure, sent ?? {})
    if (await adoptExisting(attempt, failure)) return
    if (post.sends > 0) return endFailed(attempt, failure)
  }
  // Remove the marker first: if the process dies below, it is known that nothing is out. The call does not count.
  const cause = { failure, reason: failure.message }
  const unmarked = { sends: post.sends, send_started_at: null }
  await saveProgress(attempt, { ...cause, ...unmarked, publication_state: 'preparing', progress })
  switch (action.kind) {
    case 'already_there':
    case 'fail':
      return endFailed(attempt, failure)
    case 'retry':
      return deferPost(attempt, action.at, 'retry', failure, {
        retries: post.retries + 1,
        // Ids that the platform no longer takes must not be used again.
        ...(failure.class === 'media_processing' ? { progress: {} } : {}),
      })
    case 'defer':
      await engine.connections.hold(connection.id, action.until, failure.message)
      // Not an attempt: the number is given back.
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

/** Takes the post that the platform has already for this one. False when there is none, or it is another post of ours. */
async function adoptExisting(attempt: Attempt, { existingId }: Failure): Promise<boolean> {
  const known: Finding = existingId ? { kind: 'found', platformId: existingId } : await findForgottenSend(attempt)
  return known.kind === 'found' && markPublished(attempt, known.platformId)
}

async function deferPost(attempt: Attempt, at: Date, outcome: string, failure: Failure, update: PostUpdate) {
  await continueAt(attempt, at, { ...update, publication_state: 'deferred', deferred_until: at })
  return finishAttempt(attempt, outcome, failure)
}

async function refreshToken(attempt: Attempt, refusal: Refusal): Promise<void> {
  const { engine, connection, number } = attempt
  const outcome = await engine.connections.refresh(connection.id)
  if (outcome === 'dead') return holdPost(attempt, refusal)
  if (outcome === 'failed') {
    // Not the post's fault, so it neither fails nor uses up its retries, however long it takes.
    const reason = 'The approval of the account could not be renewed just now. It is tried again.'
    const failure = { ...refusal.failure, message: reason }
    const at = engineNow(engine, RENEWAL_WAIT_MS)
    return deferPost(attempt, at, 'deferred', failure, { reason, attempts: number - 1 })
  }
  await continueAt(attempt, engineNow(engine), { progress: { ...refusal.progress, token_refreshed: true } })
  return recordStep(attempt, 'token refreshed')
}

/** Waits until a person has fixed the account; continues at once if that has happened in the meantime. */
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
