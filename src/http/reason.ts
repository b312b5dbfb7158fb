import { assigned } from '../lib/record/fields.ts'
import * as S from '../lib/schema.ts'
import type { Said, Value } from '../messages/message.ts'
import { toReason } from '../messages/stored.ts'

/** What answers show of a stored reason: the English sentence, and for programs its code and values. */
export function reasonFields(about: string, example: Said | null) {
  const shown = toReason(example)
  return {
    reason: assigned<string | null>(S.nullable('string', about), shown.reason),
    reason_code: assigned<string | null>(
      S.nullable('string', 'The code of that sentence, for programs. Null where an older version wrote it.'),
      shown.reason_code,
    ),
    reason_values: assigned<Record<string, Value> | null>(
      { type: ['object', 'null'], description: 'What is filled into the sentence.' },
      shown.reason_values,
    ),
  }
}
