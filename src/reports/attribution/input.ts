import { type Query, queryChoice } from '../../http/query.ts'
import type { Issues } from '../../lib/issues.ts'
import { readDays } from '../input.ts'
import { DIMENSIONS, type Dimension, TOUCHES, type TouchName } from './schemas.ts'

export interface AttributionInput {
  by: Dimension
  touch: TouchName
  /** Days in UTC; the last one counts too. */
  from: string
  to: string
}

export function readAttribution(issues: Issues, query: Query, now: number): AttributionInput {
  const by = queryChoice(issues, query, 'by', DIMENSIONS) ?? 'post'
  const touch = queryChoice(issues, query, 'touch', TOUCHES) ?? 'last'
  return { by, touch, ...readDays(issues, query, now, 'UTC') }
}
