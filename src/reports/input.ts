import { type Query, queryChoice, queryDay, queryTimeZone } from '../http/query.ts'
import type { Issues } from '../lib/issues.ts'
import { addDays, countDays, dayAt } from '../lib/time/days.ts'
import { DAYS_DEFAULT, DAYS_MAX, GROUPINGS, type Grouping } from './schemas.ts'

export interface ContactsReportInput {
  from: string
  /** The last day that counts. */
  to: string
  timeZone: string
  by: Grouping
}

export function readContactsReport(issues: Issues, query: Query, now: number): ContactsReportInput {
  const timeZone = queryTimeZone(issues, query) ?? 'UTC'
  const by = queryChoice(issues, query, 'by', GROUPINGS) ?? 'utm_source'
  return { ...readDays(issues, query, now, timeZone), timeZone, by }
}

/** From one day to another, both included. */
export function readDays(issues: Issues, query: Query, now: number, timeZone: string): { from: string; to: string } {
  const to = queryDay(issues, query, 'to') ?? dayAt(now, timeZone)
  const from = queryDay(issues, query, 'from') ?? addDays(to, 1 - DAYS_DEFAULT)
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
