import { type Tx, transaction } from '../../db/database.ts'
import type { Adapter, Failure, Finding, Outgoing, PlatformContext, Progress } from '../../platforms/contract.ts'
import { enqueuePublish } from '../../posts/publish-job.ts'
import {
  ageOf,
  type Claim,
  ClaimLost,
  conclude,
  type EngineOptions,
  end,
  lookLater,
  looksOf,
  note,
  now,
  reschedule,
  type Sent,
  save,
} from '../engine/attempt.ts'
import { findAccount } from '../engine/claim.ts'
import { actionFor, type Situation } from '../engine/policy.ts'
import { completePublished, tellPost } from '../post-events.ts'
import { type PostUpdate, recordPublished, unlessTaken, updateClaimed, updateName } from '../store.ts'
import { findForgottenSend } from './duplicate.ts'
import { look } from './look.ts'

const NAMING_FIRST_MS = 60_000
const RENEWAL_WAIT_MS = 60_000
// The permalink is asked for right after: post.published waits for it this long.
const PERMALINK_WAIT_MS = 15_000

/** False when the id belongs to another post of ours. */
export async function published(
  options: EngineOptions,
  claim: Claim,
  context: PlatformContext,
  adapter: Adapter,
  platformId: string | null,
): Promise<boolean> {
  const { workspaceId, postId } = claim
  // The id first: nothing that fails afterwards may make the post look unpublished.
  const found = { platformId, at: now(options), connectionId: claim.connection.id }
  const holdUntil = platformId === null ? null : new Date(found.at.getTime() + PERMALINK_WAIT_MS)
  const record = async (tx: Tx) => {
    if (!(await recordPublished(tx, workspaceId, postId, found))) return
    await tellPost(options.emit, tx, claim, 'post.published', holdUntil)
  }
  if (!(await unlessTaken(() => transaction(options.pool, record)))) return false
  await options.crashPoint?.('after_record')
  await end(options, claim, 'published', null)
  const permalink = platformId === null ? null : await permalinkOf(options, context, adapter, platformId)
  if (permalink !== null) await saveName(options, claim, { permalink })
  else await nameLater(options, claim, NAMING_FIRST_MS)
  return true
}

/** It is out, but its id or its permalink could not be told at the time. */
export async function name(
  options: EngineOptions,
  claim: Claim,
  context: PlatformContext,
  adapter: Adapter,
  outgoing: Outgoing,
): Promise<void> {
  const { post } = claim
  let platformId = post.platform_id
  if (platformId === null) {
    const finding = await look(options, claim, context, adapter, outgoing)
    if (finding.kind === 'found') platformId = finding.platformId
  }
  const permalink = platformId === null ? null : await permalinkOf(options, context, adapter, platformId)
  const isTaken = platformId !== null && !(await saveName(options, claim, { platformId, permalink }))
  if (permalink !== null && !isTaken) return
  await nameLater(options, claim, Math.max(NAMING_FIRST_MS, ageOf(post.published_at!, now(options))))
}

/** False when the id belongs to another post of ours. */
function saveName(
  options: EngineOptions,
  claim: Claim,
  name: { platformId?: string; permalink: string | null },
): Promise<boolean> {
  const save = async (tx: Tx) => {
    await updateName(tx, claim.workspaceId, claim.postId, name)
    if (name.permalink !== null) await completePublished(tx, claim)
  }
  return unlessTaken(() => transaction(options.pool, save))
}

async function permalinkOf(
  options: EngineOptions,
  context: PlatformContext,
  adapter: Adapter,
  platformId: string,
): Promise<string | null> {
  try {
    return await adapter.permalink(context, platformId)
  } catch (error) {
    options.log.warn({ err: error }, 'permalink not found')
    return null
  }
}

function nameLater(options: EngineOptions, claim: Claim, waitMs: number): Promise<void> {
  const at = new Date(now(options).getTime() + waitMs)
  return transaction(options.pool, (tx) => enqueuePublish(tx, claim.workspaceId, claim.postId, at))
}

/** The platform said no, and nothing is visible. `sent` is null when the visible call was not made. */
export async function refused(
  options: EngineOptions,
  claim: Claim,
  context: PlatformContext,
  adapter: Adapter,
  failure: Failure,
  progress: Progress,
  sent: Sent | null,
): Promise<void> {
  const { post } = claim
  const situation: Situation = {
    now: now(options),
    retries: post.retries,
    sent: sent !== null,
    hadUnknownSend: post.sends > 0,
    refreshed: progress.token_refreshed === true,
  }
  const action = actionFor(failure, situation)
  if (action.kind === 'confirm') {
    // The longer it has gone on, the longer the next wait.
    const wait = Math.min(post.sends, looksOf(options).length - 1)
    return lookLater(options, claim, wait, failure, sent ?? {})
  }
  if (action.kind === 'already_there') {
    const { existingId } = failure
    // After a send whose outcome was unknown the repeat is most likely our own: it is looked for patiently.
    if (!existingId && post.sends > 0) return lookLater(options, claim, 0, failure, sent ?? {})
    const known: Finding = existingId
      ? { kind: 'found', platformId: existingId }
      : await findForgottenSend(options, claim, context, adapter)
    if (known.kind === 'found' && (await published(options, claim, context, adapter, known.platformId))) return
    if (post.sends > 0) return fail(options, claim, failure)
  }
  // The marker goes first: whatever ends the process below, it is known that nothing is out. The call does not count.
  const noted = { failure, reason: failure.message }
  await save(options, claim, { ...noted, state: 'preparing', sends: post.sends, sendStartedAt: null, progress })
  switch (action.kind) {
    case 'already_there':
    case 'fail':
      return fail(options, claim, failure)
    case 'retry':
      await reschedule(options, claim, action.at, {
        state: 'deferred',
        deferredUntil: action.at,
        retries: post.retries + 1,
        // Ids that the platform no longer takes must not be used again.
        ...(failure.class === 'media_processing' ? { progress: {} } : {}),
      })
      return end(options, claim, 'retry', failure)
    case 'defer':
      await options.connections.hold(claim.connection.id, action.until, failure.message)
      await reschedule(options, claim, action.until, {
        state: 'deferred',
        deferredUntil: action.until,
        // Not an attempt: the number is given back.
        attempts: claim.number - 1,
      })
      return end(options, claim, 'deferred', failure)
    case 'hold':
      await options.connections.stop(claim.connection.id, action.account, failure.message)
      return hold(options, claim, failure, progress)
    case 'refresh': {
      const outcome = await options.connections.refresh(claim.connection.id)
      if (outcome === 'dead') return hold(options, claim, failure, progress)
      if (outcome === 'failed') {
        // Not the post's fault, so it neither fails nor uses up its retries, however long it takes.
        const message = 'The approval of the account could not be renewed just now. It is tried again.'
        const at = new Date(now(options).getTime() + RENEWAL_WAIT_MS)
        await reschedule(options, claim, at, {
          state: 'deferred',
          deferredUntil: at,
          reason: message,
          attempts: claim.number - 1,
        })
        return end(options, claim, 'deferred', { ...failure, message })
      }
      await reschedule(options, claim, now(options), { progress: { ...progress, token_refreshed: true } })
      return note(options, claim, 'token refreshed')
    }
  }
}

export async function fail(options: EngineOptions, claim: Claim, failure: Failure): Promise<void> {
  const update: PostUpdate = { state: 'failed', failure, reason: failure.message, deferredUntil: null }
  await conclude(options, claim, { ...update, sends: claim.post.sends, sendStartedAt: null })
  return end(options, claim, 'failed', failure)
}

/** Until a person has acted on the account; at once again when that has happened in the meantime. */
async function hold(options: EngineOptions, claim: Claim, failure: Failure, progress: Progress): Promise<void> {
  const { token_refreshed: _, ...rest } = progress
  const outcome = await transaction(options.pool, async (tx) => {
    const found = await findAccount(options, tx, { ...claim.post, connection_id: claim.connection.id })
    const state = found.kind === 'none' ? 'held' : 'deferred'
    if (!(await updateClaimed(tx, claim, { state, progress: rest }))) throw new ClaimLost()
    if (state === 'deferred') await enqueuePublish(tx, claim.workspaceId, claim.postId, now(options))
    return state
  })
  return end(options, claim, outcome, failure)
}
