import { assigned } from '../lib/record/fields.ts'
import * as S from '../lib/schema.ts'
import type { Said, Value } from '../messages/message.ts'
import { toReason } from '../messages/stored.ts'
import { Timestamp } from './schemas.ts'

export const ReasonCode = S.nullable('string', 'Names the sentence, for programs. Null where version 0.2 wrote it.')
export const ReasonValues: S.Schema = {
  type: ['object', 'null'],
  description:
    'What is filled into the sentence. A value may be a sentence of its own, as an object with `code` and `values`.',
}

const orNothing = (about: string) => S.nullable('string', about)

/**
 * What answers show of a reason, each field with its example: the English sentence, and for programs its code and values. Pass
 * S.string where there always is a reason.
 */
export function exampledReason(about: string, example: Said | null, toSchema: typeof orNothing = orNothing) {
  const { reason, reason_code, reason_values } = toReason(example)
  return {
    reason: [toSchema(about), reason],
    reason_code: [ReasonCode, reason_code],
    reason_values: [ReasonValues, reason_values],
  } as const
}

/** The same, for a record with the columns of a reason. */
export function reasonFields(about: string, example: Said | null) {
  const { reason, reason_code, reason_values } = exampledReason(about, example)
  return {
    reason: assigned<string | null>(...reason),
    reason_code: assigned<string | null>(...reason_code),
    reason_values: assigned<Record<string, Value> | null>(...reason_values),
  }
}

/** Something that is wrong at the moment; null when nothing is. */
export function problemOrNull(code: S.Schema, about: string): S.Schema {
  const { fields } = S.exampled(exampledReason('Why, and what to do.', null, S.string))
  return S.closedOrNull({ code, ...fields, since: Timestamp }, about)
}
