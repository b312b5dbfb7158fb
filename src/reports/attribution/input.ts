import { type DayRange, queryDays } from '../../http/query.ts'
import { type Query, queryChoice } from '../../http/query-values.ts'
import type { Issues } from '../../lib/issues.ts'
import { DIMENSIONS, type Dimension, TOUCHES, type TouchName } from './schemas.ts'

/** Of days in UTC. */
export interface AttributionInput extends DayRange {
  by: Dimension
  touch: TouchName
}

export function readAttribution(issues: Issues, query: Query, now: number): AttributionInput {
  const by = queryChoice(issues, query, 'by', DIMENSIONS) ?? 'post'
  const touch = queryChoice(issues, query, 'touch', TOUCHES) ?? 'last'
  return { by, touch, ...queryDays(issues, query, now) }
}
