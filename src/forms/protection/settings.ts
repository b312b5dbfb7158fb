import type { Issues } from '../../lib/issues.ts'
import * as S from '../../lib/schema.ts'

const PROTECTION_LEVELS = ['off', 'normal', 'strict'] as const
type Level = (typeof PROTECTION_LEVELS)[number]

/** What a form says about its protection: a level, or the points from which a submission is held. */
export type Protection = Level | number

export const PROTECTION_DEFAULT: Protection = 'normal'
const THRESHOLD_MAX = 100

const THRESHOLDS: Record<Level, number> = { off: Number.POSITIVE_INFINITY, normal: 10, strict: 5 }

/** The points from which a submission of the form is held. */
export function thresholdOf(protection: Protection): number {
  return typeof protection === 'number' ? protection : THRESHOLDS[protection]
}

export const ProtectionSchema: S.Schema = {
  anyOf: [S.oneOf(PROTECTION_LEVELS), S.integer({ minimum: 1, maximum: THRESHOLD_MAX })],
  description:
    'How suspicious a submission must be to be held: `normal` holds from 10 points, `strict` from 5 (it also holds what ' +
    'comes from a page without the script), `off` holds nothing; or a number of points of your own.',
}

export function readProtection(issues: Issues, value: unknown): Protection {
  if (value === undefined || value === null) return PROTECTION_DEFAULT
  if (PROTECTION_LEVELS.includes(value as Level)) return value as Level
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= THRESHOLD_MAX) return value as number
  issues.add(
    'protection',
    `protection must be off, normal or strict, or the number of points (1 to ${THRESHOLD_MAX}) from which a submission is held.`,
  )
  return PROTECTION_DEFAULT
}
