import type { Issues } from '../../lib/issues.ts'
import * as S from '../../lib/schema.ts'
import { addDays, countDays, dayAt } from '../../lib/time/days.ts'
import { type Query, queryDay } from './query.ts'

export interface DayRange {
  from: string
  /** The last day that counts. */
  to: string
}

export const DAYS_DEFAULT = 30
export const DAYS_MAX = 366

/** The query parameters that `queryDays` reads. `where` says whose days they are. */
export function dayRangeQuery(where = ''): S.Fields {
  return {
    from: S.string({
      format: 'date',
      description: `The first day${where}. Default: ${DAYS_DEFAULT} days up to \`to\`.`,
    }),
    to: S.string({
      format: 'date',
      description: `The last day; it counts too. Default: today. At most ${DAYS_MAX} days.`,
    }),
  }
}

export function queryDays(issues: Issues, query: Query, now: number, timeZone = 'UTC'): DayRange {
  const sent = { from: queryDay(issues, query, 'from'), to: queryDay(issues, query, 'to') }
  return completeRange(issues, sent, now, timeZone)
}

/** The range of days that was asked for: 30 days up to today, unless days were sent. Refuses one that is too long. */
export function completeRange(
  issues: Issues,
  sent: { from: string | null; to: string | null },
  now: number,
  timeZone = 'UTC',
): DayRange {
  const to = sent.to ?? dayAt(now, timeZone)
  const from = sent.from ?? addDays(to, 1 - DAYS_DEFAULT)
  const days = countDays(from, to)
  if (days < 1) issues.add('from', `from must not be after to, but ${from} is after ${to}.`)
  if (days > DAYS_MAX) {
    issues.add(
      'from',
      `from and to must be at most ${DAYS_MAX} days apart, but from ${from} to ${to} there are ${days}.`,
    )
  }
  return { from, to }
}
