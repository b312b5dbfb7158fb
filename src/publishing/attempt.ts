import type { Connections, ReadyConnection } from '../connections/connections.ts'
import { type Db, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import type { Emit } from '../events/emit.ts'
import type { InstallationGuard } from '../installation/guard.ts'
import type { Said } from '../messages/message.ts'
import type { Provider } from '../platforms/registry.ts'
import { plainFailure } from '../platforms/shared/answers.ts'
import type { Adapter, Failure, Outgoing, PlatformContext } from '../platforms/shared/contract.ts'
import { enqueuePublish } from '../posts/publish-job.ts'
import { wakeNext } from './line.ts'
import type { EngineTimes } from './policy.ts'
import type { AttemptOutcome, Step } from './steps.ts'
import { emitStateEvent, type PostUpdate, type PublishRow, recordAttemptStep, updateClaimed } from './store.ts'

/** The late window of a workspace in milliseconds. A post that is later than that does not go out by itself. */
export type LateWindowOf = (db: Db, workspaceId: string) => Promise<number>

/** For tests and the proof. */
export interface EngineHooks {
  /** Called at named points, where a test can stop the process. */
  crashPoint?: (name: string) => void | Promise<void>
  times?: Partial<EngineTimes>
}

export interface EngineOptions extends Pick<EngineHooks, 'crashPoint'>, Pick<Parts, 'pool' | 'clock' | 'log'> {
  emit: Emit
  lateWindowOf: LateWindowOf
  connections: Connections
  adapters: Record<Provider, Adapter>
  /** `close` deletes downloaded files. */
  /** Null if no app is set up. */
  contextFor: (connection: ReadyConnection) => Promise<(PlatformContext & { close(): Promise<void> }) | null>
  guard: InstallationGuard
  times: EngineTimes
}

export function engineNow({ clock }: EngineOptions, afterMs = 0): Date {
  return new Date(clock.now() + afterMs)
}

/** A post that this process may work on. Every write checks the fence. */
export interface Claim {
  engine: EngineOptions
  fence: number
  number: number
  post: PublishRow
  connection: ReadyConnection
}

export interface Attempt extends Claim {
  adapter: Adapter
  context: PlatformContext
  outgoing: Outgoing
}

/** Another worker or a person has the post. Nothing may be written or sent. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost'
}

export async function saveProgress(claim: Claim, update: PostUpdate, db: Db = claim.engine.pool): Promise<void> {
  if (!(await updateClaimed(db, claim, update))) throw new ClaimLost()
}

export function continueAt(claim: Claim, at: Date, update: PostUpdate): Promise<void> {
  const { engine, post } = claim
  return transaction(engine.pool, async (tx) => {
    await saveProgress(claim, update, tx)
    await enqueuePublish(tx, post.workspace_id, post.id, at)
  })
}

export function recordStep(claim: Claim, step: Step, failure: Failure | null = null): Promise<void> {
  return recordAttemptStep(claim.engine.pool, claim, { step, at: engineNow(claim.engine), failure })
}

export async function finishAttempt(claim: Claim, outcome: AttemptOutcome, failure: Failure | null): Promise<void> {
  const { engine, post, connection } = claim
  const at = engineNow(engine)
  await recordAttemptStep(engine.pool, claim, { step: outcome, at, outcome, failure })
  await wakeNext(engine.pool, post, connection.id, at)
}

/** Schedules the next look at the platform; the wait depends on how many there were. */
export async function confirmLater(claim: Claim, look: number, failure: Failure | null, update: PostUpdate = {}) {
  const { engine } = claim
  const dueAt = engineNow(engine).getTime() + engine.times.lookDelaysMs[look]!
  const at = new Date(Math.max(dueAt, failure?.retryAt?.getTime() ?? 0))
  const cause = failure ? { failure, reason: failure.message } : {}
  await confirmAt(claim, at, { ...update, ...cause, looks: look })
  if (look === 1) await wakeNext(engine.pool, claim.post, claim.connection.id, engineNow(engine))
}

export async function confirmAt(claim: Claim, at: Date, update: PostUpdate = {}): Promise<void> {
  await continueAt(claim, at, { ...update, publication_state: 'confirming', deferred_until: at })
  await recordStep(claim, 'outcome unknown, asking the platform', update.failure ?? null)
}

/** Restores what the marker changed, after a send that had no effect. */
export function unmarked({ post: { sends, send_started_at } }: Claim): Pick<PostUpdate, 'sends' | 'send_started_at'> {
  return { sends, send_started_at }
}

export function endFailed(claim: Claim, failure: Failure): Promise<void> {
  return endAttempt(claim, 'failed', { ...unmarked(claim), failure, reason: failure.message })
}

export function endUnconfirmed(claim: Claim, reason: Said): Promise<void> {
  return endAttempt(claim, 'unconfirmed', { reason })
}

export async function endAttempt(claim: Claim, state: 'failed' | 'unconfirmed', update: PostUpdate): Promise<void> {
  const { pool, emit } = claim.engine
  await transaction(pool, async (tx) => {
    await saveProgress(claim, { ...update, publication_state: state, deferred_until: null }, tx)
    await emitStateEvent(emit, tx, claim.post, state)
  })
  return finishAttempt(claim, state, update.failure ?? null)
}

/** An error of our own is handled like an outage of the platform. */
export function ownFailure(said: Said): Failure {
  return plainFailure('platform_down_before_send', said)
}
