import { DAY_MS, MINUTE_MS, SECOND_MS } from '../lib/time/span.ts'
import type { Failure } from '../platforms/shared/contract.ts'

/** What the engine does after a refusal, when nothing is visible. */
export type Action =
  /** It is over; a person may change the post and retry. */
  | { kind: 'fail' }
  /** Start a new attempt later; counts towards `retries`. */
  | { kind: 'retry'; at: Date }
  /** The platform asked to wait: this never counts as a failed attempt. */
  | { kind: 'defer'; until: Date }
  /** Something of our own is not there: nobody is to blame, and the account's other posts go on. */
  | { kind: 'wait'; until: Date }
  /** The account cannot post; its posts wait for a person. */
  | { kind: 'hold'; account: 'needs_reconnect' | 'held' }
  | { kind: 'refresh' }
  /** Look at the platform before anything is sent again. */
  | { kind: 'confirm' }
  /** The platform has it already, under the id it names or one that has to be found. */
  | { kind: 'already_there' }

/** Waits before each new attempt; after the last one the post has failed. */
const RETRY_DELAYS_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS]
/** The same after a send that was refused because the platform is not ready, unless the adapter names a time. */
const NOT_READY_DELAYS_MS = [5, 15, 30, 60, 120, 300, 900].map((seconds) => seconds * SECOND_MS)
const DEFER_MS = 15 * MINUTE_MS
/** Between looks at a store for files that does not answer. */
const STORAGE_WAIT_MS = MINUTE_MS

/**
 * A platform may work on a call for longer than we wait for its answer, and longer than the calling process lives. So nothing
 * is sent again before the call's time-out and this margin have passed, and a look before that does not prove absence.
 */
const RESEND_MARGIN_MS = 2 * MINUTE_MS

export const ENGINE_TIMES = {
  /** Waits before each look at a send whose outcome is unknown. */
  lookDelaysMs: [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS] as readonly number[],
  /** The visible call is written within this time of its marker, or not at all. */
  sendWithinMs: 5 * SECOND_MS,
  /** How long after a send began it may be sent again. */
  resendAfterMs: (sendTimeoutMs: number) => sendTimeoutMs + RESEND_MARGIN_MS,
  /** After how long a run leaves its account's line in the queue. */
  leaveLineAfterMs: 30 * SECOND_MS,
  /** A run that has left it is taken for dead when it says nothing for this long. */
  busyMs: 30 * SECOND_MS,
}
export type EngineTimes = typeof ENGINE_TIMES

/**
 * A send that began this long ago no longer keeps the account's other posts waiting, and a run that takes longer than
 * `leaveLineAfterMs` leaves the line of the queue. Together they are the two minutes by which a stuck post may delay others.
 */
export const STUCK_SEND_MS = 90 * SECOND_MS
/** When a post looks again whether it is its turn. It is also woken when the one before it ends. */
export const LINE_WAIT_MS = 10 * SECOND_MS
/** The same while somebody holds the row of the one before it, for instance to change it. */
export const HELD_ROW_MS = SECOND_MS

/** How soon a sent post asks again for an account that cannot be read. It is also woken when the account can. */
export const ACCOUNT_WAIT_MS = 15 * MINUTE_MS

/** The id or permalink of a published post is asked for during this time, less and less often. */
export const LINK_WITHIN_MS = DAY_MS

/** The most sends of one post whose outcome was unknown; each but the last was proved to have had no effect. */
export const SENDS_MAX = 6

interface Situation {
  now: Date
  retries: number
  /** The refusal answers the visible call, not a step of the preparation. */
  sent: boolean
  hadUnknownSend: boolean
  /** The token was refreshed for this very attempt. */
  refreshed: boolean
}

export function actionFor(failure: Failure, { now, retries, sent, hadUnknownSend, refreshed }: Situation): Action {
  const retry = (most: number): Action => {
    const delay = RETRY_DELAYS_MS[retries]
    if (delay === undefined || retries >= most) return { kind: 'fail' }
    return { kind: 'retry', at: laterOf(failure.retryAt, new Date(now.getTime() + delay)) }
  }
  const retrySoon = (): Action => {
    const delay = NOT_READY_DELAYS_MS[retries]
    if (delay === undefined) return { kind: 'fail' }
    return { kind: 'retry', at: failure.retryAt ?? new Date(now.getTime() + delay) }
  }
  switch (failure.class) {
    case 'rejected_content':
    case 'permission_missing':
      return { kind: 'fail' }
    case 'duplicate_on_platform':
      return { kind: 'already_there' }
    case 'auth_expired':
      return refreshed ? { kind: 'hold', account: 'needs_reconnect' } : { kind: 'refresh' }
    case 'account_restricted':
    case 'out_of_credit':
    case 'version_sunset':
      return { kind: 'hold', account: 'held' }
    case 'rate_limited':
      return { kind: 'defer', until: failure.retryAt ?? new Date(now.getTime() + DEFER_MS) }
    case 'media_unreachable':
      return retry(3)
    case 'storage_away':
      return { kind: 'wait', until: new Date(now.getTime() + STORAGE_WAIT_MS) }
    case 'media_processing':
      return retry(1)
    case 'platform_down_before_send':
      return retry(RETRY_DELAYS_MS.length)
    case 'not_ready':
      if (!sent) return retry(RETRY_DELAYS_MS.length)
      // This answers the present call, not the earlier one whose outcome was unknown: that one may be out after all.
      return hadUnknownSend ? { kind: 'confirm' } : retrySoon()
    case 'ambiguous':
      return sent ? { kind: 'confirm' } : retry(RETRY_DELAYS_MS.length)
  }
}

export function laterOf(a: Date | null, b: Date): Date {
  return a !== null && a > b ? a : b
}

export function ageOf(time: Date, at: Date): number {
  return at.getTime() - time.getTime()
}
