import type { Availability, Connections, ReadyConnection } from '../connections/connections.ts'
import { lockWorkspace } from '../connections/store.ts'
import { type Pool, type Tx, transaction } from '../db/database.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type {
  Adapter,
  Failure,
  Finding,
  Outgoing,
  PlatformContext,
  PlatformName,
  PrepareResult,
  Progress,
  SendResult,
} from '../platforms/contract.ts'
import { toOutgoing } from './outgoing.ts'
import { actionFor, LOOK_DELAYS_MS, laterOf, SENDS_MAX, type Situation } from './policy.ts'
import {
  claimPost,
  findForClaim,
  hasEarlier,
  insertAttempt,
  noteAttempt,
  type PostUpdate,
  type PublishRow,
  recordPublished,
  selectTakenIds,
  updateClaimed,
  updateName,
} from './store.ts'

export const PUBLISH_TASK = 'post.publish'

export interface EngineOptions {
  pool: Pool
  clock: Clock
  log: Log
  lateWindowMs: number
  connections: Connections
  adapters: Record<PlatformName, Adapter>
  /** Makes the context for an attempt; `close` frees downloaded files. */
  contextFor: (platform: PlatformName, connection: ReadyConnection) => PlatformContext & { close(): Promise<void> }
  /** Called at named moments; a test kills the process there. */
  crashPoint?: (name: string) => void | Promise<void>
  /** Only for the proof's negative control: without the marker a crash must show duplicates. */
  withoutSendMarker?: boolean
  /** Waits before each look at a send whose outcome is unknown; the proof has no minutes to spare. */
  lookDelaysMs?: readonly number[]
}

export interface Engine {
  run(payload: unknown): Promise<void>
}

/** A post that this process may work on. Every write names the fence; who lost it stops. */
interface Claim {
  workspaceId: string
  postId: string
  fence: number
  number: number
  post: PublishRow
  connection: ReadyConnection
}

/** Somebody else has the post now. Nothing may be written or sent any more. */
class ClaimLost extends Error {
  override readonly name = 'ClaimLost'
}

// A step that has to wait longer gives its place to other jobs.
const WAIT_IN_PLACE_MS = 2_000
const ORDER_WAIT_MS = 1_000
/** A published post whose id or permalink could not be told is asked about for this long, ever more rarely. */
const NAMING_MS = 24 * 60 * 60_000
const NAMING_FIRST_MS = 60_000

/**
 * Publishes one post: claim → prepare (invisible, repeatable) → commit the marker `sending` → one call → result, or
 * `confirming`: read the platform until the outcome is known. Whatever crashes in between, the next run goes on from what
 * was committed; a marker without a result is never answered by another send before the platform was read.
 */
export function createEngine(options: EngineOptions): Engine {
  return {
    async run(payload) {
      const { workspace_id: workspaceId, post_id: postId } = payload as { workspace_id: string; post_id: string }
      const claim = await claimNext(options, workspaceId, postId)
      if (claim === null) return
      try {
        await work(options, claim)
      } catch (error) {
        if (!(error instanceof ClaimLost)) throw error
        options.log.info({ postId }, 'claim lost: another worker or a person has the post')
      }
    },
  }
}

const now = ({ clock }: EngineOptions) => new Date(clock.now())
const looksOf = ({ lookDelaysMs }: EngineOptions) => lookDelaysMs ?? LOOK_DELAYS_MS

/** Decides under the row's lock what is to be done, and takes the post. Null when there is nothing to do now. */
async function claimNext(options: EngineOptions, workspaceId: string, postId: string): Promise<Claim | null> {
  const { pool, lateWindowMs } = options
  return transaction(pool, async (tx) => {
    const post = await findForClaim(tx, workspaceId, postId)
    if (post === null || post.status !== 'scheduled') return null
    const at = now(options)
    const again = (runAt: Date) => enqueuePublish(tx, workspaceId, postId, runAt)
    const settle = async (update: PostUpdate) => {
      await claimPost(tx, workspaceId, postId, { deferredUntil: null, ...update })
      return null
    }
    switch (post.publication_state) {
      case 'waiting':
      case 'deferred': {
        const dueAt = post.released_at ?? post.scheduled_date!
        const startAt = laterOf(post.deferred_until, dueAt)
        if (startAt > at) return again(startAt)
        // Counted from the time the platform named, if it did: a long wait that it asked for is not lateness of ours.
        if (at.getTime() - startAt.getTime() > lateWindowMs) {
          return settle({ state: 'missed', reason: missedReason(startAt, at) })
        }
        const found = await findAccount(options, tx, post)
        if (found.kind === 'none') return settle({ state: 'held', reason: found.reason })
        if (found.kind === 'later') {
          await settle({ state: 'deferred', deferredUntil: found.until, reason: found.reason })
          return again(found.until)
        }
        const { connection } = found
        const since = new Date(at.getTime() - lateWindowMs)
        if (await hasEarlier(tx, { ...post, connectionId: connection.id, dueAt, since })) {
          return again(new Date(at.getTime() + ORDER_WAIT_MS))
        }
        const number = post.attempts + 1
        const fence = await claimPost(tx, workspaceId, postId, {
          state: 'preparing',
          connectionId: connection.id,
          attempts: number,
          deferredUntil: null,
          failure: null,
          reason: null,
        })
        await insertAttempt(tx, { workspaceId, postId, number, connectionId: connection.id, startedAt: at })
        return { workspaceId, postId, fence, number, post: { ...post, publication_state: 'preparing' }, connection }
      }
      case 'preparing':
      case 'sending':
      case 'confirming': {
        // A run that comes too early, after another one has set the next look, must not use it up.
        if (post.deferred_until && post.deferred_until > at) return again(post.deferred_until)
        // A marker without a result: the process died between the two, and the platform has to be asked.
        const state = post.publication_state === 'preparing' ? 'preparing' : 'confirming'
        const found = await findAccount(options, tx, post)
        if (found.kind === 'none') {
          const outcome = state === 'preparing' ? 'held' : 'unconfirmed'
          await noteAttempt(tx, { workspaceId, postId, number: post.attempts }, { step: outcome, at, outcome })
          return settle({ state: outcome, reason: found.reason })
        }
        // The account may have been asked to wait; a look at the outcome is not a post.
        const { connection } = found
        const fence = await claimPost(tx, workspaceId, postId, { state })
        return {
          workspaceId,
          postId,
          fence,
          number: post.attempts,
          post: { ...post, publication_state: state },
          connection,
        }
      }
      case 'published': {
        const isNamed = post.platform_id !== null && post.permalink !== null
        if (isNamed || post.published_at === null || ageOf(post.published_at, at) > NAMING_MS) return null
        const found = await findAccount(options, tx, post)
        if (found.kind === 'none') return null
        const { connection } = found
        return { workspaceId, postId, fence: post.fence, number: post.attempts, post, connection }
      }
      default:
        return null
    }
  })
}

/**
 * The account of a post. That there is none is looked at again under the lock that a new approval takes: it must not
 * slip in between the look and `held`, and find nobody to wake.
 */
async function findAccount(options: EngineOptions, tx: Tx, post: PublishRow): Promise<Availability> {
  const ask = () =>
    options.connections.forPost(tx, post.workspace_id, post.platform as PlatformName, post.connection_id)
  const found = await ask()
  if (found.kind !== 'none') return found
  await lockWorkspace(tx, post.workspace_id)
  return ask()
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

/** Runs the invisible steps, saving what each brought. Null when it has to go on later, or has ended. */
async function prepare(
  options: EngineOptions,
  claim: Claim,
  context: PlatformContext,
  adapter: Adapter,
  outgoing: Outgoing,
): Promise<Progress | null> {
  let progress = claim.post.progress as Progress
  // The adapter knows only what is its own.
  const kept: Progress = progress.token_refreshed === true ? { token_refreshed: true } : {}
  for (;;) {
    await options.crashPoint?.('before_prepare_step')
    const result = await prepareOnce(options, adapter, context, outgoing, progress)
    await options.crashPoint?.('after_prepare_step')
    progress = { ...result.progress, ...kept }
    if (result.kind === 'continue' && result.waitMs > WAIT_IN_PLACE_MS) {
      await reschedule(options, claim, new Date(now(options).getTime() + result.waitMs), { progress })
      return null
    }
    await save(options, claim, { progress })
    if (result.kind === 'ready') return progress
    if (result.kind === 'failed') {
      await refused(options, claim, context, adapter, result.failure, progress, null)
      return null
    }
    await new Promise((resolve) => setTimeout(resolve, result.waitMs))
  }
}

/** A fault of our own is tried again as one of the platform would be; in the queue it would be forgotten one day. */
async function prepareOnce(
  options: EngineOptions,
  adapter: Adapter,
  context: PlatformContext,
  outgoing: Outgoing,
  progress: Progress,
): Promise<PrepareResult> {
  try {
    return await adapter.prepare(context, outgoing, progress)
  } catch (error) {
    options.log.error({ err: error }, 'preparation broke')
    return {
      kind: 'failed',
      progress,
      failure: brokenFailure('Doorpost could not prepare the post. It is tried again.'),
    }
  }
}

/** The marker is committed before the call, so that a crash at any later moment is known to be one that may have sent. */
async function send(
  options: EngineOptions,
  claim: Claim,
  context: PlatformContext,
  adapter: Adapter,
  outgoing: Outgoing,
  progress: Progress,
): Promise<void> {
  const sent: Sent = { sends: claim.post.sends + 1, sendStartedAt: now(options) }
  if (!options.withoutSendMarker) {
    // One transaction: a crash between the two would leave a marker for a call that was never made.
    await transaction(options.pool, async (tx) => {
      const marker: PostUpdate = { ...sent, state: 'sending', looks: 0, failure: null }
      if (!(await updateClaimed(tx, claim, marker))) throw new ClaimLost()
      await noteAttempt(tx, claim, { step: 'sending', at: sent.sendStartedAt })
    })
  }
  await options.crashPoint?.('after_marker')
  const result = await sendOnce(options, adapter, context, outgoing, progress)
  await options.crashPoint?.('after_send')
  switch (result.kind) {
    case 'published':
      if (await published(options, claim, context, adapter, result.platformId)) return
      return unconfirmed(options, claim, `The platform answered with the id of another post (${result.platformId}).`)
    case 'refused':
      return refused(options, claim, context, adapter, result.failure, progress, sent)
    case 'unknown':
      return lookLater(options, claim, 0, result.failure, sent)
  }
}

/** The visible call of this run. */
interface Sent {
  sends: number
  sendStartedAt: Date
}

/** After the marker nothing may be thrown: whatever is not an answer leaves the outcome unknown. */
async function sendOnce(
  options: EngineOptions,
  adapter: Adapter,
  context: PlatformContext,
  outgoing: Outgoing,
  progress: Progress,
): Promise<SendResult> {
  try {
    return await adapter.send(context, outgoing, progress)
  } catch (error) {
    options.log.error({ err: error }, 'send ended without an answer')
    const message = 'The answer of the platform was lost. Doorpost looks whether the post is out.'
    return { kind: 'unknown', failure: { ...brokenFailure(message), class: 'ambiguous' } }
  }
}

async function confirm(
  options: EngineOptions,
  claim: Claim,
  context: PlatformContext,
  adapter: Adapter,
  outgoing: Outgoing,
): Promise<void> {
  const { post } = claim
  await options.crashPoint?.('before_look')
  const finding = await look(options, claim, context, adapter, outgoing)
  await note(options, claim, `looked: ${finding.kind}`)
  const before = post.failure as unknown as Failure | null
  const cause = before?.class
  const isLast = post.looks + 1 >= looksOf(options).length
  const lookAgain = (failure: Failure | null) => lookLater(options, claim, post.looks + 1, failure, {})
  const notSeen = () => {
    // Reads lag behind writes: only the last look, minutes later, proves that there is nothing.
    if (!isLast) return lookAgain(null)
    if (cause !== 'duplicate_on_platform') return sendAgain(options, claim)
    const reason =
      'The platform refuses the post because it has the same one already, but does not show it. Look there.'
    return unconfirmed(options, claim, reason)
  }
  switch (finding.kind) {
    case 'found':
      // Another post of ours with the same words may have taken it in the meantime.
      if (!(await published(options, claim, context, adapter, finding.platformId))) return notSeen()
      return
    case 'absent':
      if (before && cause === 'duplicate_on_platform') return fail(options, claim, before)
      // A call whose answer was lost may still be under way there, so one look is not enough; a refusal is an answer.
      if (cause !== 'not_ready' && post.looks === 0) return lookAgain(null)
      return sendAgain(options, claim)
    case 'not_seen':
      return notSeen()
    case 'cannot_tell':
      if (cause === 'not_ready') return sendAgain(options, claim)
      return unconfirmed(options, claim, finding.reason)
    case 'failed': {
      const { failure } = finding
      if (failure.class === 'auth_expired') await options.connections.refresh(claim.connection.id)
      if (!isLast) return lookAgain(failure)
      return unconfirmed(options, claim, `The platform could not be asked: ${failure.message}`)
    }
  }
}

async function look(
  options: EngineOptions,
  claim: Claim,
  context: PlatformContext,
  adapter: Adapter,
  outgoing: Outgoing,
): Promise<Finding> {
  const { post } = claim
  const takenIds = await selectTakenIds(options.pool, claim.connection.id, claim.postId)
  const sentAt = post.send_started_at ?? now(options)
  try {
    return await adapter.reconcile(context, outgoing, post.progress as Progress, { sentAt, takenIds })
  } catch (error) {
    options.log.error({ err: error }, 'look broke')
    return { kind: 'failed', failure: brokenFailure('Doorpost could not read the answer.') }
  }
}

/** It was proved that nothing is out. */
async function sendAgain(options: EngineOptions, claim: Claim): Promise<void> {
  if (claim.post.sends >= SENDS_MAX) {
    const reason = `It was sent ${claim.post.sends} times without effect. Check the account, then retry.`
    await save(options, claim, { state: 'failed', reason, deferredUntil: null })
    return end(options, claim, 'failed', null)
  }
  const update: PostUpdate = { state: 'preparing', looks: 0, sendStartedAt: null, deferredUntil: null }
  await reschedule(options, claim, now(options), update)
  await note(options, claim, 'proved absent, sending again')
}

/** False when the id belongs to another post of ours. */
async function published(
  options: EngineOptions,
  claim: Claim,
  context: PlatformContext,
  adapter: Adapter,
  platformId: string | null,
): Promise<boolean> {
  const { workspaceId, postId } = claim
  // The id first: nothing that fails afterwards may make the post look unpublished.
  const found = { platformId, at: now(options), connectionId: claim.connection.id }
  if (!(await recordPublished(options.pool, workspaceId, postId, found))) return false
  await options.crashPoint?.('after_record')
  await end(options, claim, 'published', null)
  const permalink = platformId === null ? null : await permalinkOf(options, context, adapter, platformId)
  if (permalink !== null) await updateName(options.pool, workspaceId, postId, { permalink })
  else await nameLater(options, claim, NAMING_FIRST_MS)
  return true
}

/** It is out, but its id or its permalink could not be told at the time. */
async function name(
  options: EngineOptions,
  claim: Claim,
  context: PlatformContext,
  adapter: Adapter,
  outgoing: Outgoing,
): Promise<void> {
  const { workspaceId, postId, post } = claim
  let platformId = post.platform_id
  if (platformId === null) {
    const finding = await look(options, claim, context, adapter, outgoing)
    if (finding.kind === 'found') platformId = finding.platformId
  }
  const permalink = platformId === null ? null : await permalinkOf(options, context, adapter, platformId)
  const isTaken =
    platformId !== null && !(await updateName(options.pool, workspaceId, postId, { platformId, permalink }))
  if (permalink !== null && !isTaken) return
  await nameLater(options, claim, Math.max(NAMING_FIRST_MS, ageOf(post.published_at!, now(options))))
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

function nameLater(options: EngineOptions, claim: Claim, waitMs: number): Promise<null> {
  const at = new Date(now(options).getTime() + waitMs)
  return transaction(options.pool, (tx) => enqueuePublish(tx, claim.workspaceId, claim.postId, at))
}

/** The platform said no, and nothing is visible. `sent` is null when the visible call was not made. */
async function refused(
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
    if (!existingId) return lookLater(options, claim, 0, failure, sent ?? {})
    if (await published(options, claim, context, adapter, existingId)) return
    return fail(options, claim, failure)
  }
  // The marker goes first: whatever ends the process below, it is known that nothing is out. The call does not count.
  const noted = { failure, reason: failure.message }
  await save(options, claim, { ...noted, state: 'preparing', sends: post.sends, sendStartedAt: null })
  switch (action.kind) {
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
        const message = 'The approval of the account could not be renewed just now. It is tried again.'
        const later: Failure = { ...failure, class: 'platform_down_before_send', message }
        return refused(options, claim, context, adapter, later, progress, sent)
      }
      await reschedule(options, claim, now(options), { progress: { ...progress, token_refreshed: true } })
      return note(options, claim, 'token refreshed')
    }
  }
}

async function fail(options: EngineOptions, claim: Claim, failure: Failure): Promise<void> {
  const update: PostUpdate = { state: 'failed', failure, reason: failure.message, deferredUntil: null }
  await save(options, claim, { ...update, sends: claim.post.sends, sendStartedAt: null })
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

async function lookLater(
  options: EngineOptions,
  claim: Claim,
  look: number,
  failure: Failure | null,
  update: PostUpdate,
): Promise<void> {
  const at = new Date(Math.max(now(options).getTime() + looksOf(options)[look]!, failure?.retryAt?.getTime() ?? 0))
  await reschedule(options, claim, at, {
    ...update,
    state: 'confirming',
    looks: look,
    deferredUntil: at,
    ...(failure ? { failure, reason: failure.message } : {}),
  })
  await note(options, claim, 'outcome unknown, asking the platform', failure)
}

async function unconfirmed(options: EngineOptions, claim: Claim, reason: string): Promise<void> {
  await save(options, claim, { state: 'unconfirmed', reason, deferredUntil: null })
  await end(options, claim, 'unconfirmed', null)
}

async function save(options: EngineOptions, claim: Claim, update: PostUpdate): Promise<void> {
  if (!(await updateClaimed(options.pool, claim, update))) throw new ClaimLost()
}

async function reschedule(options: EngineOptions, claim: Claim, at: Date, update: PostUpdate): Promise<void> {
  await transaction(options.pool, async (tx) => {
    if (!(await updateClaimed(tx, claim, update))) throw new ClaimLost()
    await enqueuePublish(tx, claim.workspaceId, claim.postId, at)
  })
}

function note(options: EngineOptions, claim: Claim, step: string, failure: Failure | null = null): Promise<void> {
  return noteAttempt(options.pool, claim, { step, at: now(options), failure })
}

function end(options: EngineOptions, claim: Claim, outcome: string, failure: Failure | null): Promise<void> {
  return noteAttempt(options.pool, claim, { step: outcome, at: now(options), outcome, failure })
}

/** Moves the post's one job, or writes it anew while the one that runs us is ending. */
export async function enqueuePublish(tx: Tx, workspaceId: string, postId: string, runAt: Date): Promise<null> {
  const payload = { workspace_id: workspaceId, post_id: postId }
  await enqueue(tx, { task: PUBLISH_TASK, key: postId, payload, runAt })
  return null
}

function brokenFailure(message: string): Failure {
  return { class: 'platform_down_before_send', message, platformCode: null, retryAt: null, raw: null }
}

function ageOf(time: Date, at: Date): number {
  return at.getTime() - time.getTime()
}

function missedReason(dueAt: Date, at: Date): string {
  const minutes = Math.round((at.getTime() - dueAt.getTime()) / 60_000)
  return `Its time passed ${minutes} minutes ago, more than the late window allows, so it was not sent by itself. Publish it now, or set a new date.`
}
