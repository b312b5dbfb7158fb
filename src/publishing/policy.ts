import { DAY_MS, MINUTE_MS, SECOND_MS } from '../lib/time/span.ts'
import { PLATFORM_TIMEOUT_MS } from '../platforms/shared/client.ts'
import type { Adapter, Failure } from '../platforms/shared/contract.ts'

export type Action =
  | { kind: 'fail' }
  /** Counts towards `retries`. */
  | { kind: 'retry'; at: Date }
  /** Does not count as a failed attempt. */
  | { kind: 'defer'; until: Date }
  /** Our own store for files is unreachable. Other posts of the account go on. */
  | { kind: 'wait'; until: Date }
  | { kind: 'hold'; account: 'needs_reconnect' | 'held' }
  | { kind: 'refresh' }
  | { kind: 'confirm' }
  | { kind: 'already_there' }

/** The waits before each retry. A post that needs another one has failed. */
const RETRY_DELAYS_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS]
/** The waits after the platform refused a send because it was not ready. */
const NOT_READY_DELAYS_MS = [5, 15, 30, 60, 120, 300, 900].map((seconds) => seconds * SECOND_MS)
const DEFER_MS = 15 * MINUTE_MS
const STORAGE_WAIT_MS = MINUTE_MS

/**
 * The platform may still be working on a call when our time-out ends. Until this margin has passed, nothing is sent
 * again, and a look that finds nothing proves nothing.
 */
const RESEND_MARGIN_MS = 2 * MINUTE_MS

export const ENGINE_TIMES = {
  /** The waits before each look at a send whose outcome is unknown. */
  lookDelaysMs: [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS] as readonly number[],
  /** The visible call starts within this time after its marker, or not at all. */
  sendWithinMs: 5 * SECOND_MS,
  resendAfterMs: (sendTimeoutMs: number) => sendTimeoutMs + RESEND_MARGIN_MS,
  leaveLineAfterMs: 30 * SECOND_MS,
  /** A run that left its line counts as dead if it has not renewed its lease for this long. */
  busyMs: 30 * SECOND_MS,
}
export type EngineTimes = typeof ENGINE_TIMES

/** Until this time a call without an answer may still take effect. */
export function arrivesUntil(
  times: EngineTimes,
  { sendTimeoutMs }: Pick<Adapter, 'sendTimeoutMs'>,
  sentAt: Date,
): Date {
  return new Date(sentAt.getTime() + times.resendAfterMs(sendTimeoutMs))
}

/** True for a post that is prepared to be sent again while its first call may still arrive. */
export function mayArrive(times: EngineTimes, sentAt: Date | null, at: Date): boolean {
  return sentAt !== null && arrivesUntil(times, { sendTimeoutMs: PLATFORM_TIMEOUT_MS }, sentAt) > at
}

/**
 * After this long a send no longer holds up the account's other posts. With `leaveLineAfterMs`, a stuck post delays
 * others by two minutes at most.
 */
export const STUCK_SEND_MS = 90 * SECOND_MS
/** How long a post waits before it looks again whether it is its turn. It is also woken when its turn comes. */
export const LINE_WAIT_MS = 10 * SECOND_MS
/** The same while the row of the post before it is locked. */
export const HELD_ROW_MS = SECOND_MS
/** The same while a person can take back its deletion, so that it goes out at once after an undo. */
export const LEAVING_WAIT_MS = SECOND_MS

/** How long a post waits for its account. It is also woken when the account works again. */
export const ACCOUNT_WAIT_MS = 15 * MINUTE_MS

/** After this time no permalink is asked for any more. */
export const LINK_WITHIN_MS = DAY_MS

/** How often a post is sent when the outcome stays unknown. It is sent again only after proof that the last send had no effect. */
export const SENDS_MAX = 6

interface Situation {
  now: Date
  retries: number
  sent: boolean
  hadUnknownSend: boolean
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
      // The outcome of an earlier send is unknown, so the post may be out.
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
