import type { Connections, ReadyConnection } from '../../connections/connections.ts'
import { type Db, type Pool, transaction } from '../../db/database.ts'
import type { Emit } from '../../events/emit.ts'
import type { InstallationGuard } from '../../installation/guard.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Adapter, Failure, PlatformContext, PlatformName } from '../../platforms/contract.ts'
import { enqueuePublish, PUBLISH_TASK } from '../../posts/publish-job.ts'
import { tellState } from '../post-events.ts'
import { noteAttempt, type PostUpdate, type PublishRow, updateClaimed, wakeNext } from '../store.ts'
import { LOOK_DELAYS_MS } from './policy.ts'

/** How late a post of the workspace may still go out by itself, in milliseconds. */
export type LateWindowOf = (db: Db, workspaceId: string) => Promise<number>

/** For tests and the proof: where to stop it, and shorter times. A real process has none of these. */
export interface EngineHooks {
  /** Called at named moments; a test kills the process there. */
  crashPoint?: (name: string) => void | Promise<void>
  /** Only for the proof's negative control: without the marker a crash must show duplicates. */
  withoutSendMarker?: boolean
  /** Waits before each look at a send whose outcome is unknown; the proof has no minutes to spare. */
  lookDelaysMs?: readonly number[]
  /** How long after its marker the visible call may still be written; the freeze proof's control switches it off. */
  sendWithinMs?: number
  /** How long after a send began it may be sent again, instead of the call's time-out and the margin. */
  resendAfterMs?: number
  /** After how long a run leaves its account's line. */
  leaveLineAfterMs?: number
}

export interface EngineOptions extends EngineHooks {
  pool: Pool
  clock: Clock
  log: Log
  emit: Emit
  lateWindowOf: LateWindowOf
  connections: Connections
  adapters: Record<PlatformName, Adapter>
  /** Makes the context for an attempt; `close` frees downloaded files. */
  contextFor: (platform: PlatformName, connection: ReadyConnection) => PlatformContext & { close(): Promise<void> }
  /** Whether anything may be sent at all. */
  guard: InstallationGuard
}

/** A post that this process may work on. Every write names the fence; who lost it stops. */
export interface Claim {
  workspaceId: string
  postId: string
  fence: number
  number: number
  post: PublishRow
  connection: ReadyConnection
}

/** Somebody else has the post now. Nothing may be written or sent any more. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost'
}

/** A published post whose id or permalink could not be told is asked about for this long, ever more rarely. */
export const NAMING_MS = 24 * 60 * 60_000

/** The visible call of this run. */
export interface Sent {
  sends: number
  sendStartedAt: Date
}

export const now = ({ clock }: EngineOptions) => new Date(clock.now())
export const looksOf = ({ lookDelaysMs }: EngineOptions) => lookDelaysMs ?? LOOK_DELAYS_MS

export async function save(options: EngineOptions, claim: Claim, update: PostUpdate): Promise<void> {
  if (!(await updateClaimed(options.pool, claim, update))) throw new ClaimLost()
}

/** Saves how it ended, and tells it in the same transaction. */
export async function conclude(options: EngineOptions, claim: Claim, update: PostUpdate): Promise<void> {
  await transaction(options.pool, async (tx) => {
    if (!(await updateClaimed(tx, claim, update))) throw new ClaimLost()
    await tellState(options.emit, tx, claim, update.state)
  })
}

export async function reschedule(options: EngineOptions, claim: Claim, at: Date, update: PostUpdate): Promise<void> {
  await transaction(options.pool, async (tx) => {
    if (!(await updateClaimed(tx, claim, update))) throw new ClaimLost()
    await enqueuePublish(tx, claim.workspaceId, claim.postId, at)
  })
}

export function note(
  options: EngineOptions,
  claim: Claim,
  step: string,
  failure: Failure | null = null,
): Promise<void> {
  return noteAttempt(options.pool, claim, { step, at: now(options), failure })
}

export async function end(
  options: EngineOptions,
  claim: Claim,
  outcome: string,
  failure: Failure | null,
): Promise<void> {
  const at = now(options)
  await noteAttempt(options.pool, claim, { step: outcome, at, outcome, failure })
  const { workspaceId, post, connection } = claim
  const account = { workspaceId, platform: post.platform, connectionId: connection.id, task: PUBLISH_TASK, at }
  await wakeNext(options.pool, account)
}

export function lookLater(
  options: EngineOptions,
  claim: Claim,
  look: number,
  failure: Failure | null,
  update: PostUpdate,
): Promise<void> {
  const at = new Date(Math.max(now(options).getTime() + looksOf(options)[look]!, failure?.retryAt?.getTime() ?? 0))
  const noted = failure ? { failure, reason: failure.message } : {}
  return lookAt(options, claim, at, { ...update, ...noted, looks: look })
}

export async function lookAt(options: EngineOptions, claim: Claim, at: Date, update: PostUpdate): Promise<void> {
  await reschedule(options, claim, at, { ...update, state: 'confirming', deferredUntil: at })
  await note(options, claim, 'outcome unknown, asking the platform', update.failure ?? null)
}

export async function unconfirmed(options: EngineOptions, claim: Claim, reason: string): Promise<void> {
  await conclude(options, claim, { state: 'unconfirmed', reason, deferredUntil: null })
  await end(options, claim, 'unconfirmed', null)
}

export function brokenFailure(message: string): Failure {
  return { class: 'platform_down_before_send', message, platformCode: null, retryAt: null, raw: null }
}

export function ageOf(time: Date, at: Date): number {
  return at.getTime() - time.getTime()
}
