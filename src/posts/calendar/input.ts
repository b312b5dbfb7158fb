import { type Query, queryChoice, queryDay, queryFlag, queryInteger, queryTimeZone } from '../../http/input/query.ts'
import type { Issues } from '../../lib/issues.ts'
import { countDays } from '../../lib/time/days.ts'
import { readPostFilter } from '../list/input.ts'
import { DAYS_MAX, PER_SLOT_DEFAULT, PER_SLOT_MAX, SLOTS, type Slot } from './schemas.ts'

export type CalendarInput = ReturnType<typeof readCalendar>

export function readCalendar(issues: Issues, query: Query) {
  const by = queryChoice(issues, query, 'by', SLOTS) ?? 'day'
  const from = requiredDay(issues, query, 'from')
  const to = requiredDay(issues, query, 'to')
  if (from !== null && to !== null) checkSpan(issues, from, to, by)
  return {
    from: from ?? '',
    /** The last day that counts. */
    to: to ?? '',
    /** Null for the workspace's. */
    timeZone: queryTimeZone(issues, query),
    by,
    perSlot: queryInteger(issues, query, 'per_slot', { fallback: PER_SLOT_DEFAULT, min: 1, max: PER_SLOT_MAX }),
    grouped: queryFlag(issues, query, 'grouped'),
    filter: readPostFilter(issues, query),
  }
}

function requiredDay(issues: Issues, query: Query, name: string): string | null {
  const before = issues.count
  const day = queryDay(issues, query, name)
  if (day === null && issues.count === before) issues.add(name, `${name} is required: a date such as 2026-11-01.`)
  return day
}

function checkSpan(issues: Issues, from: string, to: string, by: Slot): void {
  const days = countDays(from, to)
  if (days < 1) issues.add('from', `from must not be after to, but ${from} is after ${to}.`)
  if (days > DAYS_MAX[by]) {
    const most = DAYS_MAX[by]
    issues.add('to', `With by=${by} there may be ${most} days at most, but from ${from} to ${to} there are ${days}.`)
  }
}
