import { EXTRA_FIELDS_MAX, EXTRA_NAME_MAX, EXTRA_VALUE_MAX, isContactField } from '../../contact-fields.ts'
import { createIssues, type Issues, typeOf } from '../../lib/issues.ts'
import { choice, everywhere, type Field, flag, group, list, orNull, parts, text } from '../../lib/record/fields.ts'
import * as S from '../../lib/schema.ts'
import { checkCharacters, countCodePoints, cutText, groupDigits, readText } from '../../lib/text/text.ts'
import { message } from '../../messages/message.ts'
import { PRESET_NAMES, PRESETS } from '../senders/registry.ts'
import { type AnswerPlace, type FieldRule, type Mapping, type Scalar, TAKES } from '../senders/shared/mapping.ts'
import { pointerProblem } from './pointer.ts'

const RULES_MAX = 20
const EQUALS_MAX = 20
const NAME_MAX = 200
// A flood of wrong names must not cause a flood of messages.
const NAMES_MAX = 100

const EMPTY: Mapping = { preset: null, each: null, when: null, answers: [], fields: {}, rest: false }

function readPointer(issues: Issues, path: string, value: unknown): string {
  const problem = typeof value === 'string' ? pointerProblem(value) : null
  if (problem !== null) issues.add(path, problem)
  else if (value === undefined) issues.add(path, 'pointer.missing')
  else if (typeof value !== 'string') issues.add(path, 'pointer.not_text', { found: typeOf(value) })
  else if (checkCharacters(issues, path, value)) return value
  return ''
}

const pointer = (about: string) =>
  everywhere<string>({
    schema: S.string({ description: about, examples: ['/form/email'] }),
    example: '/form/email',
    isRequired: true,
    read: readPointer,
  })

/** The fallback applies if it is left out or null. */
const pointerOr = <T extends string | null>(fallback: T, about: string) =>
  everywhere<string | T>({
    schema: fallback === null ? S.nullable('string', about) : S.string(about),
    example: fallback,
    isRequired: false,
    read: (issues, path, value) => (value == null ? fallback : readPointer(issues, path, value)),
  })

function oneOrMore<T>(items: S.Schema, read: Field<T>['read']): Field<T> {
  return everywhere<T>({
    schema: items,
    sentSchema: { anyOf: [S.string(), items] },
    example: [],
    isRequired: true,
    read,
  })
}

const when = group({
  pointer: pointer('JSON Pointer.'),
  equals: oneOrMore<string[]>(
    S.array(S.string(), 'Deliveries with another value there are skipped.'),
    (issues, path, value) => {
      const texts: unknown[] = Array.isArray(value) ? value : [value]
      const isRight = (each: unknown) => typeof each === 'string' && each.trim() !== '' && each.length <= NAME_MAX
      if (texts.length > 0 && texts.length <= EQUALS_MAX && texts.every(isRight)) {
        return (texts as string[]).map((each) => each.trim())
      }
      issues.add(path, 'mapping.not_equals', { max: EQUALS_MAX, length: NAME_MAX })
      return []
    },
  ),
})

const place = group({
  pointer: pointer('JSON Pointer to an object, or to a list of named values.'),
  name: pointerOr('/name', 'In an item of the list: its name. `/name` when it is left out.'),
  options: pointerOr(null, 'In an item: a list of {id, text}, for values that are ids.'),
  questions: pointerOr(null, 'In the whole value: a list of {id, title}, for names that are ids.'),
  value: oneOrMore<string[]>(
    S.array(S.string(), 'In an item: its value; the first that holds something counts.'),
    (issues, path, value = '/value') => {
      if (!Array.isArray(value)) return [readPointer(issues, path, value)]
      if (value.length === 0 || value.length > RULES_MAX) issues.add(path, 'mapping.not_values', { max: RULES_MAX })
      return value.slice(0, RULES_MAX).map((each, at) => readPointer(issues, `${path}[${at}]`, each))
    },
  ),
})

/** A pointer alone is a place. */
const answerPlace: Field<AnswerPlace> = {
  ...place,
  sentSchema: { anyOf: [S.string('The pointer alone.'), place.sentSchema!] },
  read: (issues, path, value) =>
    place.read(issues, path, typeof value === 'string' ? { pointer: value } : (value ?? {})),
}

const constant = everywhere<Scalar>({
  schema: {
    type: ['string', 'number', 'boolean'],
    description: `The same for every contact; a string of up to ${groupDigits(EXTRA_VALUE_MAX)} characters.`,
  },
  example: 'website',
  isRequired: true,
  read(issues, path, value) {
    if (typeof value === 'string') return readText(issues, path, value, { max: EXTRA_VALUE_MAX, required: true }) ?? ''
    const isExact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
    if (typeof value === 'boolean' || isExact) return value as Scalar
    issues.add(path, 'mapping.not_constant', { max: EXTRA_VALUE_MAX })
    return ''
  },
})

const kinds = {
  pointer: pointer('JSON Pointer to the value.'),
  answer: text({ max: NAME_MAX, required: true, about: 'The name of an answer.', example: 'email' }),
  constant,
}
const take = choice(TAKES, {
  fallback: null,
  about:
    '`first_word` and `rest` split a full name, `lower` writes the value in small letters, `address_name` is the word before the @.',
  example: 'lower',
})
const rule = parts({ ...kinds, take })

const optionalTake = S.optional({ ...take.schema, type: 'string', enum: [...TAKES] })
const ruleSchemas = [
  S.closed({ pointer: kinds.pointer.schema, take: optionalTake }),
  S.closed({ answer: S.string('The name of an answer.'), take: optionalTake }),
  S.closed({ constant: constant.schema }),
]
/** The accepted forms: a pointer alone is a rule. */
const sentRuleSchemas = [kinds.pointer.schema, ...ruleSchemas]

function readRule(issues: Issues, path: string, value: unknown): FieldRule {
  if (typeof value === 'string') return { pointer: readPointer(issues, path, value) }
  const { take, ...kind } = rule.read(issues, path, value ?? 0)
  if (Object.keys(kind).length !== 1 && typeof value === 'object') issues.add(path, 'mapping.one_kind')
  if (take && 'constant' in kind) issues.add(`${path}.take`, 'mapping.constant_take')
  return { ...kind, ...(take ? { take } : {}) } as FieldRule
}

/** An empty list, or null, removes a field from a preset. */
function readRules(issues: Issues, path: string, value: unknown): FieldRule[] {
  if (value === null) return []
  if (!Array.isArray(value)) return [readRule(issues, path, value)]
  if (value.length <= RULES_MAX) return value.map((each, at) => readRule(issues, `${path}[${at}]`, each))
  issues.add(path, 'mapping.too_many_rules', { max: RULES_MAX, count: value.length })
  return []
}

const fields = everywhere<Mapping['fields']>({
  schema: S.record(
    S.array({ anyOf: ruleSchemas }),
    'Field of the contact, or name of an additional one → alternatives; the first that yields a value wins.',
  ),
  sentSchema: S.record(
    { anyOf: [...sentRuleSchemas, S.array({ anyOf: sentRuleSchemas }), { type: 'null' }] },
    'One rule or alternatives for each field; null takes a field out of the preset.',
  ),
  example: {},
  isRequired: false,
  read(issues, path, value) {
    const read: Mapping['fields'] = {}
    if (value === null) return read
    if (typeof value !== 'object' || Array.isArray(value)) {
      issues.add(path, 'field.not_object', {
        shape: message('shape.such_as', { example: '{"email": "/form/email"}' }),
        found: typeOf(value),
      })
      return read
    }
    const sent = Object.entries(value as object)
    if (sent.length > NAMES_MAX) issues.add(path, 'mapping.too_many_fields', { max: NAMES_MAX, count: sent.length })
    else for (const [each, rules] of sent) readField(issues, path, read, each.trim(), rules)
    return read
  },
})

function readField(issues: Issues, path: string, read: Mapping['fields'], name: string, rules: unknown): void {
  const shown = `${path}.${cutText(name, EXTRA_NAME_MAX).toWellFormed()}`
  if (name === '' || name === '__proto__' || countCodePoints(name) > EXTRA_NAME_MAX) {
    issues.add(shown, 'mapping.field_name', { path, max: EXTRA_NAME_MAX })
  } else if (checkCharacters(issues, shown, name)) {
    read[name] = readRules(issues, shown, rules)
  }
}

const members = parts(
  {
    preset: choice(PRESET_NAMES, {
      fallback: null,
      about: 'Where the mapping begins: whatever is sent besides replaces that part of it.',
      example: null,
    }),
    each: pointerOr(
      null,
      'JSON Pointer to a list: one contact for each item, and all pointers but that of `when` begin at the item.',
    ),
    when: orNull(when),
    answers: list(answerPlace, {
      max: 10,
      about: 'Where named values are. None: every single value of the delivery is one.',
      example: [],
    }),
    fields,
    rest: flag({ refusesNull: true, about: 'Answers that no field has taken become additional fields.' }),
  },
  { shape: message('shape.such_as_or_null', { example: '{"preset": "generic_form"}' }) },
)

export const MappingSchema = S.output(
  'Mapping',
  members.schema.properties as S.Fields,
  'How deliveries become contacts. See docs/how-to/mapping.md.',
)
export const NewMappingSchema = S.partialInput(
  'NewMapping',
  members.sentSchema!.properties as S.Fields,
  'What is left out comes from the preset. See docs/how-to/mapping.md.',
)

/** Null for deliveries that are not mapped. */
export const mapping = everywhere<Mapping | null>({
  schema: S.orNull(MappingSchema),
  sentSchema: S.orNull(NewMappingSchema),
  example: null,
  isRequired: false,
  read(issues, path, value) {
    if (value === undefined || value === null) return null
    const sent = members.read(issues, path, value)
    const base = sent.preset ? PRESETS[sent.preset]!.mapping : EMPTY
    const read = { ...base, ...sent, fields: { ...base.fields, ...sent.fields } }
    checkFields(issues, `${path}.fields`, read)
    return read
  },
})

function checkFields(issues: Issues, path: string, { fields }: Mapping): void {
  const used = Object.keys(fields).filter((name) => fields[name]!.length > 0)
  // A field that was sent wrong has its own message.
  const isTold = Object.keys(issues.details).some((each) => /^mapping(?:\.fields(?:\.first_name.*)?)?$/.test(each))
  if (!used.includes('first_name') && !isTold) {
    issues.add(path, 'mapping.no_first_name', { example: '{"first_name": "/name"}' })
  }
  const count = used.filter((name) => !isContactField(name)).length
  if (count > EXTRA_FIELDS_MAX) issues.add(path, 'mapping.too_many_extra', { max: EXTRA_FIELDS_MAX, count })
}

/** The mapping of a row. It was checked before it was stored. */
export function storedMapping({ mapping: stored }: { mapping: unknown }): Mapping | null {
  return mapping.read(createIssues(), 'mapping', stored)
}
