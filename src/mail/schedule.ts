import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../lib/time/span.ts'

/** From one attempt to the next; the last one repeats until the day is over. */
const DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS] as const

/** A server that was away has nothing against the mail: it goes out soon after the server is back. */
const AWAY_LONGEST_MS = 15 * MINUTE_MS
const GIVE_UP_MS = DAY_MS
/** Nobody is helped by a mail about what was days ago. Digests wait for up to a day before they are due. */
const STALE_MS = 4 * DAY_MS
const JITTER = 0.2

/** Longer than a conversation with the server and the writes around it may take. */
export const LEASE_MS = 2 * MINUTE_MS

const FIRST_PAUSE_MS = 15 * SECOND_MS
const LONGEST_PAUSE_MS = 5 * MINUTE_MS

interface Tried {
  attempts: number
  first_tried_at: Date
}

/** Null when a day of attempts is over. `random` is from 0 to 1. */
export function nextAttemptAt(
  { attempts, first_tried_at }: Tried,
  kind: 'later' | 'away',
  now: number,
  random: () => number,
): Date | null {
  if (now - first_tried_at.getTime() >= GIVE_UP_MS) return null
  const planned = DELAYS_MS[Math.min(attempts, DELAYS_MS.length) - 1]!
  const delay = kind === 'away' ? Math.min(planned, AWAY_LONGEST_MS) : planned
  return new Date(now + Math.round(delay * (1 - JITTER + 2 * JITTER * random())))
}

export function isStale({ created_at }: { created_at: Date }, now: number): boolean {
  return now - created_at.getTime() > STALE_MS
}

/** How long nothing is sent after so many failures in a row that were the server's. */
export function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)
}
