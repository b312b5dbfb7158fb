import { EXTRA_FIELDS_MAX, EXTRA_NAME_MAX, EXTRA_VALUE_MAX, isContactField } from '../../contact-fields.ts'
import { type Issues, typeOf } from '../../lib/issues.ts'
import { findNearest } from '../../lib/nearest.ts'
import { checkCharacters, countCodePoints, cutText, groupDigits } from '../../lib/text/text.ts'
import { PRESET_NAMES, PRESETS } from '../senders/registry.ts'
import { type AnswerPlace, type FieldRule, type Mapping, TAKES, type Take } from '../senders/shared/mapping.ts'
import { pointerProblem } from './pointer.ts'

const MEMBERS = ['preset', 'each', 'when', 'answers', 'fields', 'rest']
const PLACE_MEMBERS = ['pointer', 'name', 'value', 'options', 'questions']
const RULES_MAX = 20
const EQUALS_MAX = 20
const PLACES_MAX = 10
const NAME_MAX = 200
// A flood of wrong names must not become a flood of messages.
const NAMES_MAX = 100

const EMPTY: Mapping = { preset: null, each: null, when: null, answers: [], fields: {}, rest: false }

/**
 * Reads a mapping as the API takes it. It starts from a preset: what else is sent replaces that part of it, and
 * `fields` field by field. Every broken rule goes to `issues`; the result counts only when there are none. Null when the
 * deliveries are not to be mapped.
 */
export function readMapping(issues: Issues, value: unknown): Mapping | null {
  if (value === undefined || value === null) return null
  const body = readObject(issues, 'mapping', value, MEMBERS, 'such as {"preset": "generic_form"}, or null')
  if (body === null) return null
  const preset = readPreset(issues, body.preset)
  const base = preset === null ? EMPTY : PRESETS[preset]!.mapping
  const has = (name: string) => body[name] !== undefined
  const mapping: Mapping = {
    preset,
    each: has('each') ? readPointer(issues, 'mapping.each', body.each, true) : base.each,
    when: has('when') ? readWhen(issues, body.when) : base.when,
    answers: has('answers') ? readPlaces(issues, body.answers) : base.answers,
    fields: { ...base.fields, ...readFields(issues, body.fields) },
    rest: has('rest') ? readFlag(issues, 'mapping.rest', body.rest) : base.rest,
  }
  checkFields(issues, mapping)
  return mapping
}

function checkFields(issues: Issues, { fields }: Mapping): void {
  const path = 'mapping.fields'
  const used = Object.keys(fields).filter((name) => fields[name]!.length > 0)
  // A field that was sent wrong has its own message.
  const isTold = Object.keys(issues.details).some((each) => /^mapping(?:\.fields(?:\.first_name.*)?)?$/.test(each))
  if (!used.includes('first_name') && !isTold) {
    issues.add(path, 'mapping.no_first_name', { example: '{"first_name": "/name"}' })
  }
  const extra = used.filter((name) => !isContactField(name))
  if (extra.length > EXTRA_FIELDS_MAX) {
    issues.add(path, 'mapping.too_many_extra', { max: EXTRA_FIELDS_MAX, count: extra.length })
  }
}

function readPreset(issues: Issues, value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (PRESET_NAMES.includes(value as string)) return value as string
  issues.add('mapping.preset', 'mapping.not_preset', { choices: PRESET_NAMES.join(', ') })
  return null
}

function readWhen(issues: Issues, value: unknown): Mapping['when'] {
  if (value === null) return null
  const path = 'mapping.when'
  const body = readObject(issues, path, value, ['pointer', 'equals'], '{"pointer": "/event", "equals": ["created"]}')
  if (body === null) return null
  const pointer = readPointer(issues, `${path}.pointer`, body.pointer)
  const list = typeof body.equals === 'string' ? [body.equals] : body.equals
  const isRight =
    Array.isArray(list) &&
    list.length > 0 &&
    list.length <= EQUALS_MAX &&
    list.every((each) => typeof each === 'string' && each.trim() !== '' && each.length <= NAME_MAX)
  if (!isRight) {
    issues.add(`${path}.equals`, 'mapping.not_equals', { max: EQUALS_MAX, length: NAME_MAX })
    return null
  }
  return pointer === null ? null : { pointer, equals: list.map((each: string) => each.trim()) }
}

function readPlaces(issues: Issues, value: unknown): AnswerPlace[] {
  const path = 'mapping.answers'
  if (value === null) return []
  if (!Array.isArray(value) || value.length > PLACES_MAX) {
    if (Array.isArray(value)) issues.add(path, 'mapping.too_many_places', { max: PLACES_MAX, count: value.length })
    else issues.add(path, 'mapping.not_places', { max: PLACES_MAX, found: typeOf(value) })
    return []
  }
  const places = value.map((place, index) => readPlace(issues, `${path}[${index}]`, place))
  return places.filter((place) => place !== null)
}

function readPlace(issues: Issues, path: string, value: unknown): AnswerPlace | null {
  const sent = typeof value === 'string' ? { pointer: value } : value
  const body = readObject(issues, path, sent, PLACE_MEMBERS, 'or a pointer, such as "/form/answers"')
  if (body === null) return null
  const pointer = readPointer(issues, `${path}.pointer`, body.pointer)
  const inner = (name: string) =>
    body[name] === undefined ? null : readPointer(issues, `${path}.${name}`, body[name], true)
  const values = Array.isArray(body.value) ? body.value : [body.value ?? '/value']
  if (values.length === 0 || values.length > RULES_MAX) {
    issues.add(`${path}.value`, 'mapping.not_values', { max: RULES_MAX })
    return null
  }
  const place = {
    name: inner('name') ?? '/name',
    value: values.map((each, index) => {
      const where = Array.isArray(body.value) ? `${path}.value[${index}]` : `${path}.value`
      return readPointer(issues, where, each) ?? ''
    }),
    options: inner('options'),
    questions: inner('questions'),
  }
  return pointer === null ? null : { pointer, ...place }
}

function readFields(issues: Issues, value: unknown): Record<string, FieldRule[]> {
  if (value === undefined || value === null) return {}
  const path = 'mapping.fields'
  if (typeof value !== 'object' || Array.isArray(value)) {
    issues.add(path, 'mapping.not_object', { how: 'such as {"email": "/form/email"}', found: typeOf(value) })
    return {}
  }
  const names = Object.keys(value)
  if (names.length > NAMES_MAX) {
    issues.add(path, 'mapping.too_many_fields', { max: NAMES_MAX, count: names.length })
    return {}
  }
  const fields: Record<string, FieldRule[]> = {}
  for (const sent of names) {
    const name = sent.trim()
    const shown = `${path}.${cutText(name, EXTRA_NAME_MAX).toWellFormed()}`
    if (name === '' || name === '__proto__' || countCodePoints(name) > EXTRA_NAME_MAX) {
      issues.add(shown, 'mapping.field_name', { path, max: EXTRA_NAME_MAX })
    } else if (checkCharacters(issues, shown, name)) {
      fields[name] = readRules(issues, shown, (value as Record<string, unknown>)[sent])
    }
  }
  return fields
}

/** None, or null, takes a field out of a preset. */
function readRules(issues: Issues, path: string, value: unknown): FieldRule[] {
  if (value === null) return []
  if (Array.isArray(value) && value.length > RULES_MAX) {
    issues.add(path, 'mapping.too_many_rules', { max: RULES_MAX, count: value.length })
    return []
  }
  const rules = Array.isArray(value)
    ? value.map((each, index) => readRule(issues, `${path}[${index}]`, each))
    : [readRule(issues, path, value)]
  return rules.filter((rule) => rule !== null)
}

const KINDS = ['pointer', 'answer', 'constant']

function readRule(issues: Issues, path: string, value: unknown): FieldRule | null {
  const sent = typeof value === 'string' ? { pointer: value } : value
  const how = 'a pointer, such as "/form/email", or one of {"pointer": …}, {"answer": …}, {"constant": …}'
  const body = readObject(issues, path, sent, [...KINDS, 'take'], how)
  if (body === null) return null
  const kinds = KINDS.filter((kind) => body[kind] !== undefined)
  if (kinds.length !== 1) {
    issues.add(path, 'mapping.one_kind')
    return null
  }
  const [kind] = kinds
  if (kind === 'constant') return readConstant(issues, path, body)
  const take = readTake(issues, `${path}.take`, body.take)
  if (kind === 'answer') {
    const answer = readLine(issues, `${path}.answer`, body.answer, NAME_MAX)
    if (answer !== undefined) return answer === null ? null : { answer, ...take }
    issues.add(`${path}.answer`, 'mapping.not_answer', { max: NAME_MAX })
    return null
  }
  // "email" alone is a mistake that is easily made.
  const where = typeof value === 'string' ? path : `${path}.pointer`
  const pointer = readPointer(issues, where, body.pointer)
  return pointer === null ? null : { pointer, ...take }
}

function readTake(issues: Issues, path: string, value: unknown): { take?: Take } {
  if (value === undefined || value === null) return {}
  if (TAKES.includes(value as Take)) return { take: value as Take }
  issues.add(path, 'field.not_choice', { choices: TAKES.join(', ') })
  return {}
}

function readConstant(issues: Issues, path: string, { constant, take }: Record<string, unknown>): FieldRule | null {
  if (take !== undefined) issues.add(`${path}.take`, 'mapping.constant_take')
  if (typeof constant === 'boolean') return { constant }
  if (typeof constant === 'number' && Number.isFinite(constant)) {
    if (!Number.isInteger(constant) || Number.isSafeInteger(constant)) return { constant }
  }
  const text = readLine(issues, `${path}.constant`, constant, EXTRA_VALUE_MAX)
  if (text !== undefined) return text === null ? null : { constant: text }
  issues.add(`${path}.constant`, 'mapping.not_constant', { max: groupDigits(EXTRA_VALUE_MAX) })
  return null
}

/** Trimmed. Undefined when it is not a string of 1 to `max` characters; null when it has a character that is refused. */
function readLine(issues: Issues, path: string, value: unknown, max: number): string | null | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '' || countCodePoints(text) > max) return undefined
  return checkCharacters(issues, path, text) ? text : null
}

function readFlag(issues: Issues, path: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  issues.add(path, 'field.not_flag', { found: typeOf(value) })
  return false
}

function readPointer(issues: Issues, path: string, value: unknown, nullable = false): string | null {
  if (nullable && value === null) return null
  if (typeof value !== 'string') {
    if (value === undefined) issues.add(path, 'pointer.missing')
    else issues.add(path, 'pointer.not_text', { found: typeOf(value) })
    return null
  }
  const problem = pointerProblem(value)
  if (problem !== null) {
    issues.add(path, problem)
    return null
  }
  return checkCharacters(issues, path, value) ? value : null
}

/** Reports members that nobody reads: one that is misspelt would silently do nothing. */
function readObject(
  issues: Issues,
  path: string,
  value: unknown,
  members: readonly string[],
  how: string,
): Record<string, unknown> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    issues.add(path, 'mapping.not_object', { how, found: typeOf(value) })
    return null
  }
  for (const name of Object.keys(value).slice(0, NAMES_MAX)) {
    if (members.includes(name)) continue
    const nearest = findNearest(name, members)
    const shown = cutText(name.toWellFormed(), NAME_MAX)
    if (nearest === null) {
      issues.add(`${path}.${shown}`, 'mapping.unknown_member', { path, name: shown, known: members.join(', ') })
    } else issues.add(`${path}.${shown}`, 'mapping.misspelt_member', { path, name: shown, nearest })
  }
  return value as Record<string, unknown>
}
