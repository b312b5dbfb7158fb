import { assigned } from '../lib/record/fields.ts'
import * as S from '../lib/schema.ts'
import type { ReaderText } from '../messages/for-reader.ts'
import type { Said, Value } from '../messages/message.ts'
import { toReason } from '../messages/stored.ts'
import { Timestamp } from './schemas.ts'

export const ReasonCode = S.nullable('string', {
  $id: 'ReasonCode',
  description: 'Names the sentence, for programs. Null where version 0.2 wrote it.',
})
const MessageValues: S.Schema = {
  $id: 'MessageValues',
  type: 'object',
  additionalProperties: {
    anyOf: [S.string(), { type: 'number' }, S.object({ code: S.string() }, { additionalProperties: true })],
  },
  description:
    'What is filled into the sentence. A value may be a sentence of its own, as an object with `code` and `values`.',
}
export const ReasonValues = S.orNull(MessageValues)

const orNothing = (about: string) => S.nullable('string', about)

/**
 * The fields of a reason in responses, each with its example: the English sentence, and its code and values for
 * programs. Pass S.string if there always is a reason.
 */
export function exampledReason(about: string, example: Said | null, toSchema: typeof orNothing = orNothing) {
  const schemas = reasonSchemas(about, toSchema)
  const { reason, reason_code, reason_values } = toReason(example)
  return {
    reason: [schemas.reason, reason],
    reason_code: [schemas.reason_code, reason_code],
    reason_values: [schemas.reason_values, reason_values],
  } as const
}

/** The same, for a record with the columns of a reason. */
export function reasonFields(about: string, example: Said | null) {
  const { reason, reason_code, reason_values } = exampledReason(about, example)
  return {
    reason: assigned<ReaderText | null>(...reason),
    reason_code: assigned(...reason_code),
    reason_values: assigned<Record<string, Value> | null>(...reason_values),
  }
}

/** The same without examples. */
export function reasonSchemas(about: string, toSchema: typeof orNothing = orNothing) {
  return { reason: toSchema(about), reason_code: ReasonCode, reason_values: ReasonValues }
}

/** A current problem; null if there is none. */
export function problemOrNull(code: S.Schema, about: string): S.Schema {
  return S.closedOrNull({ code, ...reasonSchemas('Why, and what to do.', S.string), since: Timestamp }, about)
}
