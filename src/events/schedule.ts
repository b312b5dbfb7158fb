import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../lib/time/span.ts'

/** The delays between attempts. The first attempt is immediate, so there are eight in total. */
const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
] as const

/** Each delay varies by up to this share, so that deliveries that failed together are not retried together. */
const JITTER = 0.2
const LONGEST_RETRY_AFTER_MS = DAY_MS

/** How long a worker owns a delivery: longer than a request and the write of its result take. */
export const LEASE_MS = MINUTE_MS

/** When sending to an endpoint pauses. delivery/disable.ts decides when it is disabled. */
export const FAILING = {
  /** The consecutive failures that open the circuit. */
  circuitAt: 5,
  /** How long it first stays open; each further failure doubles it. */
  firstOpenMs: 30 * SECOND_MS,
  longestOpenMs: 10 * MINUTE_MS,
  /** Failures further apart than this are unrelated. */
  forgottenAfterMs: DAY_MS,
} as const

/** Null after the last attempt. Never before `retryAt`, which the endpoint asked for. `random` is from 0 to 1. */
export function nextAttemptAt(round: number, failedAt: Date, retryAt: Date | null, random: () => number): Date | null {
  const delay = DELAYS_MS[round - 1]
  if (delay === undefined) return null
  const planned = failedAt.getTime() + Math.round(delay * (1 - JITTER + 2 * JITTER * random()))
  return new Date(Math.max(planned, retryAt?.getTime() ?? 0))
}

/**
 * Reads Retry-After, in seconds or as a date. Null if it names no time in the future; more than a day counts as a day.
 */
export function readRetryAfter(value: string | null | undefined, now: number): Date | null {
  const text = value?.trim() ?? ''
  const at = /^\d+$/.test(text) ? now + Number(text) * SECOND_MS : Date.parse(text)
  return at > now ? new Date(Math.min(at, now + LONGEST_RETRY_AFTER_MS)) : null
}
