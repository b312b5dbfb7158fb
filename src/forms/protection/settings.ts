import { everywhere } from '../../lib/record/fields.ts'
import * as S from '../../lib/schema.ts'

const THRESHOLDS = { off: Number.POSITIVE_INFINITY, normal: 10, strict: 5 }
type Level = keyof typeof THRESHOLDS
const LEVELS = Object.keys(THRESHOLDS) as Level[]
const THRESHOLD_MAX = 100

/** A level, or the points from which a submission is held. */
export type Protection = Level | number

export function thresholdOf(protection: Protection): number {
  return typeof protection === 'number' ? protection : THRESHOLDS[protection]
}

export const protection = everywhere<Protection>({
  schema: {
    anyOf: [S.oneOf(LEVELS), S.integer({ minimum: 1, maximum: THRESHOLD_MAX })],
    description:
      'How suspicious a submission must be to be held: `normal` holds from 10 points, `strict` from 5 (it also holds what ' +
      'comes from a page without the script), `off` holds nothing; or a number of points of your own.',
  },
  example: 'normal',
  isRequired: false,
  read(issues, path, value) {
    if (value === undefined || value === null) return 'normal'
    if (LEVELS.includes(value as Level)) return value as Level
    if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= THRESHOLD_MAX) return value as number
    issues.add(
      path,
      `${path} must be off, normal or strict, or the number of points (1 to ${THRESHOLD_MAX}) from which a submission is held.`,
    )
    return 'normal'
  },
})
