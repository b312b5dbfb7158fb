import { type Query, queryChoice, queryText } from '../http/query.ts'
import { parseDateTime } from '../lib/date-time.ts'
import type { Issues } from '../lib/issues.ts'
import { isTimeZone } from '../lib/time-zone.ts'
import { addDays, countDays, dayAt } from './days.ts'
import { DAYS_DEFAULT, DAYS_MAX, GROUPINGS, type Grouping } from './schemas.ts'

export const WRONG_ZONE = 'time_zone must be the name of an IANA time zone, such as Europe/Lisbon.'

export interface ContactsReportInput {
  from: string
  /** The last day that counts. */
  to: string
  timeZone: string
  by: Grouping
}

export function readContactsReport(issues: Issues, query: Query, now: number): ContactsReportInput {
  const timeZone = readTimeZone(issues, query)
  const by = queryChoice(issues, query, 'by', GROUPINGS) ?? 'utm_source'
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
  return { from, to, timeZone, by }
}

/** UTC when there is none, or when it is refused. */
export function readTimeZone(issues: Issues, query: Query): string {
  // "+" is a space in a query string, and no zone has one in its name: Etc/GMT+1.
  const name = queryText(issues, query, 'time_zone')?.replaceAll(' ', '+')
  if (name === undefined) return 'UTC'
  if (isTimeZone(name)) return name
  issues.add('time_zone', WRONG_ZONE)
  return 'UTC'
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
/** The day after it must be one that can be written. */
const LAST_DAY = '9999-12-30'

function queryDay(issues: Issues, query: Query, name: string): string | null {
  const text = queryText(issues, query, name)
  if (text === null) return null
  if (!DAY.test(text)) {
    issues.add(name, `${name} must be a date without a time, such as 2026-11-01.`)
    return null
  }
  const parsed = parseDateTime(`${text}T00:00:00Z`)
  if ('problem' in parsed) issues.add(name, `${name} ${parsed.problem}.`)
  else if (text > LAST_DAY) issues.add(name, `${name} must be ${LAST_DAY} at the latest.`)
  else return text
  return null
}
