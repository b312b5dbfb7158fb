import { type DayRange, queryDays } from '../http/query.ts'
import { type Query, queryChoice, queryTimeZone } from '../http/query-values.ts'
import type { Issues } from '../lib/issues.ts'
import { GROUPINGS, type Grouping } from './schemas.ts'

export interface ContactsReportInput extends DayRange {
  timeZone: string
  by: Grouping
}

export function readContactsReport(issues: Issues, query: Query, now: number): ContactsReportInput {
  const timeZone = queryTimeZone(issues, query) ?? 'UTC'
  const by = queryChoice(issues, query, 'by', GROUPINGS) ?? 'utm_source'
  return { ...queryDays(issues, query, now, timeZone), timeZone, by }
}
