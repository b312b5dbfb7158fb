import { DAY_MS } from '../lib/time/span.ts'

export interface KeptBackup {
  id: string
  file: string
  startedAt: Date
}

export interface Retention {
  /** Days of which the newest backup is kept. */
  daily: number
  /** Weeks of which the newest backup is kept. */
  weekly: number
}

// The first day of UTC was a Thursday; weeks begin on Monday.
const MONDAY_OFFSET_MS = 3 * DAY_MS

/** Those that nobody needs any more. All of the last 24 hours are kept, and the newest one in any case. */
export function expiredBackups(backups: readonly KeptBackup[], { daily, weekly }: Retention, now: Date): KeptBackup[] {
  const newestFirst = backups.toSorted((one, other) => other.startedAt.getTime() - one.startedAt.getTime())
  const kept = new Set([
    ...newestFirst.slice(0, 1),
    ...newestFirst.filter(({ startedAt }) => now.getTime() - startedAt.getTime() < DAY_MS),
    ...newestOfEach(newestFirst, daily, (ms) => Math.floor(ms / DAY_MS)),
    ...newestOfEach(newestFirst, weekly, (ms) => Math.floor((ms + MONDAY_OFFSET_MS) / (7 * DAY_MS))),
  ])
  return newestFirst.filter((backup) => !kept.has(backup))
}

/** The newest of each of the last `count` periods that have one. */
function newestOfEach(newestFirst: readonly KeptBackup[], count: number, periodOf: (ms: number) => number) {
  const byPeriod = new Map<number, KeptBackup>()
  for (const backup of newestFirst) {
    const period = periodOf(backup.startedAt.getTime())
    if (!byPeriod.has(period)) byPeriod.set(period, backup)
  }
  return [...byPeriod.values()].slice(0, count)
}
