import type { HttpAnswer } from '../contract.ts'

/** How far a platform's clock is ahead of ours. It filters its lists by its own clock, so we search by that one. */

/** A post is searched for from this long before its send: times are rounded, and offsets are known to a second or so. */
export const SEARCH_MARGIN_MS = 60_000

/** Below this the header, which has seconds only, and the way there and back explain it. */
const TOLERATED_MS = 10_000

/** From the Date header of an answer; null when it has none. */
export function readClockOffset(headers: Headers, askedAt: number, answeredAt: number): number | null {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return null
  // The header is rounded down to the second.
  const offset = Math.round(date + 500 - (askedAt + answeredAt) / 2)
  return Math.abs(offset) < TOLERATED_MS ? 0 : offset
}

/** A moment of ours on the clock of the platform that gave the answer. */
export function inPlatformTime(moment: Date, answer: Pick<HttpAnswer, 'clockOffsetMs'>): Date {
  return new Date(moment.getTime() + (answer.clockOffsetMs ?? 0))
}

/** By host, of those that have answered: the newest. */
export type ClockOffsets = Map<string, number>
