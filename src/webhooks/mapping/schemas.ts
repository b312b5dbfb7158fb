import { EXTRA_VALUE_MAX } from '../../contact-fields.ts'
import type { Schema } from '../../lib/schema.ts'
import * as S from '../../lib/schema.ts'
import { groupDigits } from '../../lib/text/text.ts'
import { PRESET_NAMES } from '../senders/registry.ts'
import { TAKES } from '../senders/shared/mapping.ts'

const pointer = (description: string) => S.string({ description, examples: ['/form/email'] })
const take = S.optional(
  S.oneOf(TAKES, '`first_word` and `rest` split a full name, `lower` writes the value in small letters.'),
)
const constant: Schema = {
  type: ['string', 'number', 'boolean'],
  description: `The same for every contact; a string of up to ${groupDigits(EXTRA_VALUE_MAX)} characters.`,
}

const rule: Schema = {
  anyOf: [
    S.closed({ pointer: pointer('JSON Pointer to the value.'), take }),
    S.closed({ answer: S.string('The name of an answer.'), take }),
    S.closed({ constant }),
  ],
}
/** As it can be sent: a pointer alone is a rule. */
const sentRule: Schema = { anyOf: [pointer('JSON Pointer to the value.'), ...(rule.anyOf as Schema[])] }

const preset: Schema = S.oneOfOrNull(
  PRESET_NAMES,
  'Where the mapping begins: whatever is sent besides replaces that part of it.',
)
const each = S.nullable(
  'string',
  'JSON Pointer to a list: one contact for each item, and all pointers but that of `when` begin at the item.',
)
const rest = S.boolean('Answers that no field has taken become additional fields.')
const equals = S.array(S.string(), 'Deliveries with another value there are skipped.')

const place = {
  pointer: pointer('JSON Pointer to an object, or to a list of named values.'),
  name: S.string('In an item of the list: its name. `/name` when it is left out.'),
  options: S.nullable('string', 'In an item: a list of {id, text}, for values that are ids.'),
  questions: S.nullable('string', 'In the whole value: a list of {id, title}, for names that are ids.'),
}
const values = S.array(S.string(), 'In an item: its value; the first that holds something counts.')

export const MappingSchema = S.output(
  'Mapping',
  {
    preset,
    each,
    when: {
      anyOf: [S.closed({ pointer: pointer('JSON Pointer.'), equals }), { type: 'null' }],
    },
    answers: S.array(
      S.closed({ ...place, value: values }),
      'Where named values are. None: every single value of the delivery is one.',
    ),
    fields: S.record(
      S.array(rule),
      'Field of the contact, or name of an additional one → alternatives; the first that yields a value wins.',
    ),
    rest,
  },
  'How deliveries become contacts. See docs/how-to/mapping.md.',
)

export const NewMappingSchema = S.partialInput(
  'NewMapping',
  {
    preset,
    each,
    when: {
      anyOf: [
        S.object({ pointer: pointer('JSON Pointer.'), equals: { anyOf: [S.string(), equals] } }),
        { type: 'null' },
      ],
    },
    answers: S.arrayOrNull({
      anyOf: [
        S.string('The pointer alone.'),
        S.object({
          pointer: place.pointer,
          name: S.optional(place.name),
          value: S.optional({ anyOf: [S.string(), values] }),
          options: S.optional(place.options),
          questions: S.optional(place.questions),
        }),
      ],
    }),
    fields: S.record(
      { anyOf: [...(sentRule.anyOf as Schema[]), S.array(sentRule), { type: 'null' }] },
      'One rule or alternatives for each field; null takes a field out of the preset.',
    ),
    rest,
  },
  'What is left out comes from the preset. See docs/how-to/mapping.md.',
)
