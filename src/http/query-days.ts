import type { Issues } from '../lib/issues.ts'
import { parseDateTime } from '../lib/time/date-time.ts'
import { isTimeZone } from '../lib/time/time-zone.ts'
import { type Query, queryText } from './query.ts'

export const WRONG_ZONE = 'time_zone must be the name of an IANA time zone, such as Europe/Lisbon.'

/** Null when there is none, or when it is refused. */
export function queryTimeZone(issues: Issues, query: Query): string | null {
  // "+" is a space in a query string, and no zone has one in its name: Etc/GMT+1.
  const name = queryText(issues, query, 'time_zone')?.replaceAll(' ', '+') ?? null
  if (name === null || isTimeZone(name)) return name
  issues.add('time_zone', WRONG_ZONE)
  return null
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
/** The day after it must be one that can be written. */
const LAST_DAY = '9999-12-30'

/** A date without a time. */
export function queryDay(issues: Issues, query: Query, name: string): string | null {
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
