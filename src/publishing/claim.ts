import type { Availability } from '../connections/connections.ts'
import { lockWorkspace } from '../connections/store.ts'
import { type Tx, transaction } from '../db/database.ts'
import { toSpan } from '../lib/time/span.ts'
import { message, type Said } from '../messages/message.ts'
import { sentence } from '../messages/sentence.ts'
import { toMessage } from '../messages/stored.ts'
import type { Format } from '../platforms/shared/provider.ts'
import { enqueuePublish } from '../posts/publish-job.ts'
import { type Claim, type EngineOptions, engineNow } from './attempt.ts'
import { type Ahead, findAhead } from './line.ts'
import {
  ACCOUNT_WAIT_MS,
  ageOf,
  HELD_ROW_MS,
  LEAVING_WAIT_MS,
  LINE_WAIT_MS,
  LINK_WITHIN_MS,
  laterOf,
  mayArrive,
  STUCK_SEND_MS,
} from './policy.ts'
import { dueAtOf, isMissed, type PublicationState, phaseOf } from './states.ts'
import * as store from './store.ts'
import { enterState } from './store.ts'
import { downtimeMs } from './uptime.ts'

interface Turn {
  engine: EngineOptions
  tx: Tx
  post: store.PublishRow
  at: Date
}

/** Claims the post under its row lock, or the post of the same account whose turn it is. Returns null if there is nothing to do. */
export function claimPost(engine: EngineOptions, workspaceId: string, postId: string): Promise<Claim | null> {
  return transaction(engine.pool, async (tx) => {
    const post = await store.findForClaim(tx, workspaceId, postId)
    return post && claimRow({ engine, tx, post, at: engineNow(engine) }, findTurn)
  })
}

function claimRow(turn: Turn, whoseTurn: WhoseTurn): Promise<Claim | null> | null {
  const { post } = turn
  if (post.status !== 'scheduled') return null
  switch (phaseOf(post.publication_state as PublicationState)) {
    case 'queued':
      return startAttempt(turn, whoseTurn)
    case 'under_way':
      return continueAttempt(turn)
    case 'published':
      return claimForLink(turn)
    case 'draft':
    case 'stopped':
      return null
  }
}

async function startAttempt(turn: Turn, whoseTurn: WhoseTurn): Promise<Claim | null> {
  const { engine, tx, post, at } = turn
  // Waiting because the platform asked for it does not make a post late.
  const startAt = laterOf(post.deferred_until, dueAtOf(post)!)
  if (startAt > at) return runAgain(turn, startAt)
  const lateWindowMs = await engine.lateWindowOf(tx, post.workspace_id)
  const isLate = await isTooLate(turn, laterOf(post.in_line_since, startAt), lateWindowMs)
  // Read after the lock, which a removal takes first: it is seen here, or it sees the attempt.
  if (await store.isLeaving(tx, post)) {
    // The time for Undo does not make a post late.
    if (!isLate) await store.keepInTime(tx, post, at)
    return runAgain(turn, new Date(at.getTime() + LEAVING_WAIT_MS))
  }
  if (isLate) {
    const span = toSpan(ageOf(startAt, at))
    return stop(turn, { publication_state: 'missed', reason: message('publishing.missed', { span }) })
  }
  const found = await findAccount(engine, tx, post)
  if (found.kind === 'none') {
    return stop(turn, { publication_state: 'held', reason: found.reason, in_line_since: at })
  }
  if (found.kind !== 'ready') {
    await stop(turn, { publication_state: 'deferred', deferred_until: found.until, reason: found.reason })
    return runAgain(turn, found.until)
  }
  const { connection } = found
  const ahead = await whoseTurn(turn, connection.id)
  if (ahead !== null) return takeAhead(turn, ahead)
  const number = post.attempts + 1
  const fence = await store.takePost(tx, post, {
    publication_state: 'preparing',
    connection_id: connection.id,
    attempts: number,
    deferred_until: null,
    in_line_since: null,
    failure: null,
    reason: null,
  })
  const key = { workspace_id: post.workspace_id, post_id: post.id, number }
  await store.insertAttempt(tx, { ...key, connection_id: connection.id, started_at: at })
  return { engine, fence, number, post: { ...post, publication_state: 'preparing' }, connection }
}

/** Returns null if it is this post's turn. */
type WhoseTurn = (turn: Turn, connectionId: string) => Promise<Ahead | null>

const findTurn: WhoseTurn = ({ tx, post, at }, connectionId) => {
  const stuckBefore = new Date(at.getTime() - STUCK_SEND_MS)
  return findAhead(tx, post, { connectionId, dueAt: dueAtOf(post)!, at, stuckBefore })
}

/** Claims the post whose turn it is and gives this one a new job. The other post keeps its job in case this process dies. */
async function takeAhead(turn: Turn, { id, isFree }: Ahead): Promise<Claim | null> {
  const { tx, post, at } = turn
  if (!isFree) return runAgain(turn, new Date(at.getTime() + LINE_WAIT_MS))
  const first = await store.findFreeForClaim(tx, post.workspace_id, id)
  await runAgain(turn, first === null ? new Date(at.getTime() + HELD_ROW_MS) : at)
  return first && claimRow({ ...turn, post: first }, async () => null)
}

async function continueAttempt(turn: Turn): Promise<Claim | null> {
  const { engine, tx, post, at } = turn
  const { attempts: number } = post
  // An early run must not use up a look.
  if (post.deferred_until && post.deferred_until > at) return runAgain(turn, post.deferred_until)
  // A slow run is still working on it.
  if (post.busy_until && post.busy_until > at) return runAgain(turn, post.busy_until)
  // The process died after the marker, so the platform has to be asked.
  const state = post.publication_state === 'preparing' ? 'preparing' : 'confirming'
  const found = await findAccount(engine, tx, post)
  if (found.kind === 'none') {
    const mayBeOut = state === 'confirming' || mayArrive(engine.times, post.send_started_at, at)
    if (mayBeOut) return awaitAccount(turn, found.reason)
    await store.recordAttemptStep(tx, { post, number }, { step: 'held', at, outcome: 'held' })
    return stop(turn, { publication_state: 'held', reason: found.reason, in_line_since: at })
  }
  // Without a token there is no look, so none is used up.
  if (found.kind === 'no_token') return runAgain(turn, found.until)
  // The outcome may be read even while the account has to wait before it posts.
  const fence = await store.takePost(tx, post, { publication_state: state })
  return { engine, fence, number, post: { ...post, publication_state: state }, connection: found.connection }
}

/** Waits until the account works again, which wakes the post, or until a person settles it. */
async function awaitAccount(turn: Turn, problem: Said): Promise<null> {
  const { tx, post, at } = turn
  const reason = message('publishing.unread', { problem: toMessage(problem) })
  if (post.publication_state !== 'confirming' || post.reason !== sentence(reason)) {
    await stop(turn, { publication_state: 'confirming', reason })
    await store.recordAttemptStep(tx, { post, number: post.attempts }, { step: 'the account cannot be read', at })
  }
  return runAgain(turn, new Date(at.getTime() + ACCOUNT_WAIT_MS))
}

async function claimForLink(turn: Turn): Promise<Claim | null> {
  const { engine, tx, post, at } = turn
  const isLinked = post.platform_id !== null && post.permalink !== null
  if (isLinked || post.published_at === null || ageOf(post.published_at, at) > LINK_WITHIN_MS) return null
  const found = await findAccount(engine, tx, post)
  if (found.kind === 'none') return null
  if (found.kind === 'no_token') return runAgain(turn, found.until)
  return { engine, fence: post.fence, number: post.attempts, post, connection: found.connection }
}

async function runAgain({ tx, post }: Turn, runAt: Date): Promise<null> {
  await enqueuePublish(tx, post.workspace_id, post.id, runAt)
  return null
}

async function stop({ engine, tx, post }: Turn, update: store.PostUpdate): Promise<null> {
  await enterState(engine.emit, tx, post, { deferred_until: null, in_line_since: null, ...update })
  return null
}

/**
 * If there is no account, checks again under the lock that a new approval takes. Otherwise an approval at this moment
 * would not see the held post that it has to wake.
 */
export async function findAccount(engine: EngineOptions, tx: Tx, post: store.PublishRow): Promise<Availability> {
  const ask = () => engine.connections.forPost(tx, post.workspace_id, post.platform as Format, post.connection_id)
  const found = await ask()
  if (found.kind !== 'none') return found
  await lockWorkspace(tx, post.workspace_id)
  return ask()
}

/** Waiting for other posts does not make a post late. An outage does, and so does a date that was already in the past. */
async function isTooLate({ tx, post, at }: Turn, inTimeUntil: Date, lateWindowMs: number): Promise<boolean> {
  if (!isMissed(inTimeUntil, at, lateWindowMs)) return false
  const lateFrom = laterOf(post.queued_at ?? post.created_at, inTimeUntil)
  const lateMs = ageOf(inTimeUntil, lateFrom) + (await downtimeMs(tx, lateFrom, at))
  return isMissed(new Date(at.getTime() - lateMs), at, lateWindowMs)
}
