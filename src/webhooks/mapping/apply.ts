import {
  EXTRA_FIELDS_MAX,
  EXTRA_NAME_MAX,
  EXTRA_VALUE_MAX,
  isContactField,
  nameOfAddress,
  splitName,
  TEXT_MAX,
} from '../../contact-fields.ts'
import { cutText } from '../../lib/text/text.ts'
import { type Message, message } from '../../messages/message.ts'
import { leadIdsOf } from '../senders/meta/leads.ts'
import type { FieldRule, Mapping, Scalar, Take } from '../senders/shared/mapping.ts'
import { type Answer, type Answers, collectAnswers, findAnswers, type Question, questionFor } from './answers.ts'
import { isAddress, meaningOf } from './names.ts'
import { createWork, type Found, follow, segmentsOf, TooMuchWork, type Work } from './pointer.ts'

export type MappedItem =
  | {
      /** The body of a new contact. */
      record: Record<string, unknown>
      notes: readonly Message[]
    }
  /** Not meant to become a contact. */
  | { skipped: Message }
  /** Meant to become one, but cannot: field → reasons. */
  | { problems: Record<string, Message[]> }

const ITEMS_MAX = 1_000
const NOTES_MAX = 20

/**
 * Turns a delivery's value into contacts. A `problem` means that nothing of the delivery can be mapped. Each item is
 * mapped on demand, so that a caller can pause between two.
 */
export function startMapping(mapping: Mapping, value: unknown): { items: Iterable<MappedItem> } | { problem: Message } {
  const unmeant = whyNotMeant(mapping, value)
  if (unmeant !== null) return { items: [{ skipped: unmeant }] }
  if (mapping.each === null) return { items: mapItems(mapping, [value]) }
  const list = follow(value, mapping.each)?.value
  const where = placeOf(mapping.each)
  if (!Array.isArray(list)) return { problem: message('mapped.not_list', { where }) }
  if (list.length === 0) return { items: [{ skipped: message('mapped.empty_list', { where }) }] }
  if (list.length <= ITEMS_MAX) return { items: mapItems(mapping, list) }
  return { problem: message('mapped.long_list', { where, count: list.length, max: ITEMS_MAX }) }
}

function* mapItems(mapping: Mapping, list: readonly unknown[]): Generator<MappedItem> {
  const prepared = prepare(mapping)
  const work = createWork()
  for (const item of list) {
    work.startItem()
    try {
      yield mapItem(prepared, item, work)
    } catch (error) {
      if (!(error instanceof TooMuchWork)) throw error
      yield { problems: { mapping: [message('mapped.too_much_work')] } }
      return
    }
  }
}

/** A rule with everything that is the same for all items. */
type PreparedRule =
  | { constant: Scalar }
  | { segments: readonly string[]; take: Take | undefined }
  | (Question & { take: Take | undefined })

function prepare(mapping: Mapping) {
  const toRule = (rule: FieldRule): PreparedRule => {
    if ('constant' in rule) return rule
    if ('pointer' in rule) return { segments: segmentsOf(rule.pointer), take: rule.take }
    return { ...questionFor(rule.answer), take: rule.take }
  }
  // The first name comes first, whatever the order in the database.
  const names = [...new Set(['first_name', ...Object.keys(mapping.fields)])]
  const fields = names.map((name) => ({ name, rules: (mapping.fields[name] ?? []).map(toRule) }))
  const emailPointers = (mapping.fields.email ?? []).flatMap((rule) => ('pointer' in rule ? [rule.pointer] : []))
  return { mapping, fields, emailPointers }
}

function whyNotMeant({ when }: Mapping, value: unknown): Message | null {
  if (when === null) return null
  const found = readScalar(follow(value, when.pointer)?.value)
  const actual = 'scalar' in found && found.scalar !== null ? String(found.scalar) : null
  if (actual !== null && when.equals.includes(actual)) return null
  const said = { where: placeOf(when.pointer), wanted: when.equals.map(quote).join(', ') }
  return actual === null
    ? message('mapped.no_value', said)
    : message('mapped.other_value', { ...said, actual: quote(actual) })
}

function placeOf(path: string): Message {
  return path === '' ? message('mapped.whole') : message('mapped.place', { path })
}

interface Draft {
  item: unknown
  answers: Answers
  work: Work
  /** Each value is read once, however many rules lead to it. */
  readings: Map<unknown, Reading>
  fields: Record<string, Scalar>
  extra: Record<string, Scalar>
  used: string[]
  /** The paths of values whose first word was taken. */
  split: string[]
  notes: Message[]
  /** Two addresses, if it is unclear which one is the person's. */
  rivals: [Answer, Answer] | null
}

function mapItem(
  { mapping, fields, emailPointers }: ReturnType<typeof prepare>,
  item: unknown,
  work: Work,
): MappedItem {
  const told = emailPointers.map((pointer) => follow(item, pointer, work)).find((found) => isAddress(found?.value))
  const answers = collectAnswers(mapping.answers, item, work, told?.path ?? null)
  const empty = { fields: {}, extra: {}, used: [], split: [], notes: [], readings: new Map(), rivals: null }
  const draft: Draft = { item, answers, work, ...empty }
  for (const { name, rules } of fields) addField(draft, name, rules)
  if (draft.rivals !== null) return { problems: { email: [whyNoAddress(draft.rivals)] } }
  if (!Object.hasOwn(draft.fields, 'first_name')) {
    // A value that was found but refused explains more.
    const notes = draft.notes.filter(({ values }) => values?.name === 'first_name')
    return { problems: { first_name: [whyNoName(mapping, item, answers), ...shorten(notes)] } }
  }
  if (mapping.rest) addRest(draft, answers)
  const record = Object.keys(draft.extra).length > 0 ? { ...draft.fields, extra: draft.extra } : draft.fields
  return { record, notes: shorten(draft.notes) }
}

function addField(draft: Draft, name: string, rules: readonly PreparedRule[]): void {
  for (const rule of rules) {
    if (name === 'email' && 'answer' in rule && draft.answers.rivals !== null) {
      draft.rivals = draft.answers.rivals
      return
    }
    const picked = 'constant' in rule ? { scalar: rule.constant, path: null } : pick(draft, name, rule)
    if (picked === null) continue
    if (picked.path !== null) draft.used.push(picked.path)
    if (picked.path !== null && 'take' in rule && rule.take === 'first_word') draft.split.push(picked.path)
    keep(draft, name, picked.scalar)
    return
  }
}

type SearchRule = Exclude<PreparedRule, { constant: Scalar }>

function pick(draft: Draft, name: string, rule: SearchRule) {
  for (const { value, path } of findAll(draft, rule)) {
    draft.work.spend(1)
    const reading = readOnce(draft, value)
    if ('problem' in reading) {
      draft.notes.push(leftOut(reading.problem, name, path))
      continue
    }
    const scalar = reading.scalar === null ? null : takePart(name, reading.scalar, rule.take)
    if (scalar !== null) return { scalar, path }
  }
  return null
}

function readOnce({ readings }: Draft, value: unknown): Reading {
  const known = readings.get(value)
  if (known !== undefined) return known
  const reading = readScalar(value)
  readings.set(value, reading)
  return reading
}

function findAll({ item, answers, work, split }: Draft, rule: SearchRule): Found[] {
  work.spend(1)
  if ('segments' in rule) {
    const found = follow(item, rule.segments, work)
    return found === null ? [] : [found]
  }
  const found = findAnswers(answers, rule)
  // "name" may be the name of anything. A person's name is next to the e-mail address, and the rest belongs to the same
  // value as the first word.
  if (rule.take === 'first_word' || rule.take === 'rest') work.spend(found.length)
  if (rule.take === 'first_word') return found.filter(({ isNear }) => isNear)
  if (rule.take === 'rest') return found.filter(({ path }) => split.includes(path))
  return found
}

function keep(draft: Draft, name: string, scalar: Scalar): void {
  if (!isContactField(name)) keepExtra(draft, name, scalar)
  // An e-mail address is never cut, because a part of it would be a different address.
  else draft.fields[name] = name === 'email' ? String(scalar) : fit(draft, name, String(scalar), TEXT_MAX)
}

function keepExtra(draft: Draft, name: string, scalar: Scalar): void {
  draft.extra[name] = typeof scalar === 'string' ? fit(draft, `extra.${name}`, scalar, EXTRA_VALUE_MAX) : scalar
}

function fit(draft: Draft, label: string, text: string, max: number): string {
  const cut = cutText(text, max)
  if (cut !== text) draft.notes.push(message('mapped.cut', { name: label, max: max }))
  return cut
}

// Never stored with a person: secrets, and proofs that a human filled in the form.
const UNWANTED = /passw|secret|captcha|csrf|turnstile-response|authenticity_token|^_token$/i

function addRest(draft: Draft, answers: Answers): void {
  const used = new Set(draft.used)
  // A value may come from inside an answer: /values/0 of /values.
  for (const path of draft.used) used.add(path.slice(0, path.lastIndexOf('/')))
  const { email, first_name, last_name } = draft.fields
  const known = new Set([email, `${first_name} ${last_name}`].map((text) => String(text).toLowerCase()))
  let beyond = 0
  for (const { name, value, path } of answers.list) {
    if (used.has(path)) continue
    const reading = readOnce(draft, value)
    if ('scalar' in reading && reading.scalar === null) continue
    // Many senders repeat the address and the name.
    if ('scalar' in reading && known.has(String(reading.scalar).toLowerCase()) && meaningOf(name) !== null) continue
    const wanted = cutText(cleanText(name).replace(/\s+/g, ' '), EXTRA_NAME_MAX)
    if (wanted === '' || wanted === '__proto__' || UNWANTED.test(wanted)) {
      draft.notes.push(message('mapped.left_out_name', { name: quote(name) }))
    } else if ('problem' in reading) {
      draft.notes.push(leftOut(reading.problem, quote(name), path))
    } else if (Object.keys(draft.extra).length >= EXTRA_FIELDS_MAX) {
      beyond++
    } else {
      keepExtra(draft, freeName(draft.extra, wanted), reading.scalar!)
    }
  }
  const max = EXTRA_FIELDS_MAX
  if (answers.cut) draft.notes.push(message('mapped.beyond_all', { max }))
  else if (beyond > 0) draft.notes.push(message('mapped.beyond', { count: beyond, max }))
}

/** Two values may have the same name: city, city_2. */
function freeName(extra: Record<string, Scalar>, wanted: string): string {
  let name = wanted
  for (let number = 2; Object.hasOwn(extra, name); number++) {
    const end = `_${number}`
    name = cutText(wanted, EXTRA_NAME_MAX - end.length) + end
  }
  return name
}

function whyNoAddress([first, second]: [Answer, Answer]): Message {
  return message('mapped.two_addresses', { first: first.path, second: second.path, example: `"${first.path}"` })
}

const NAMES_SHOWN = 10

function whyNoName(mapping: Mapping, item: unknown, answers: Answers): Message {
  if (mapping.preset === 'meta_lead_ads' && leadIdsOf(item).length > 0) return message('lead.no_token')
  const tried = (mapping.fields.first_name ?? []).flatMap((rule) => {
    if ('constant' in rule) return []
    return 'pointer' in rule && rule.pointer !== '' ? [rule.pointer] : [quote('answer' in rule ? rule.answer : '')]
  })
  const said = { tried: [...new Set(tried)].join(', ') }
  const names = [...new Set(answers.list.map(({ name }) => name))]
  if (names.length === 0) return message('mapped.no_name', said)
  const more = names.length > NAMES_SHOWN ? ', …' : ''
  return message('mapped.no_name_among', { ...said, names: names.slice(0, NAMES_SHOWN).map(quote).join(', ') + more })
}

function shorten(notes: readonly Message[]): readonly Message[] {
  if (notes.length <= NOTES_MAX) return notes
  return [...notes.slice(0, NOTES_MAX), message('mapped.more', { count: notes.length - NOTES_MAX })]
}

/** A value that a contact can store, `null` for nothing, or why it cannot be stored. */
type Reading = { scalar: Scalar | null } | { problem: Unfit }
type Unfit = `mapped.left_out_${'number' | 'numbers' | 'object' | 'objects' | 'list'}`

function leftOut(code: Unfit, name: string, path: string): Message {
  return message(code, { name, path: path || '""', max: LIST_MAX })
}

const LIST_MAX = 1_000

/** Lists of scalars become one text. Blank counts as nothing, as in contacts. */
function readScalar(value: unknown): Reading {
  if (value === undefined || value === null) return { scalar: null }
  switch (typeof value) {
    case 'boolean':
      return { scalar: value }
    case 'number':
      if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
        return { problem: 'mapped.left_out_number' }
      }
      return { scalar: value }
    case 'string': {
      const text = cleanText(cutLong(value))
      return { scalar: text === '' ? null : text }
    }
    default:
      return Array.isArray(value) ? joinList(value) : { problem: 'mapped.left_out_object' }
  }
}

function joinList(list: readonly unknown[]): Reading {
  if (list.length > LIST_MAX) return { problem: 'mapped.left_out_list' }
  const parts: Scalar[] = []
  for (const item of list) {
    if (typeof item === 'object' && item !== null) return { problem: 'mapped.left_out_objects' }
    const reading = readScalar(item)
    if ('problem' in reading) return { problem: 'mapped.left_out_numbers' }
    if (reading.scalar !== null) parts.push(reading.scalar)
  }
  if (parts.length === 0) return { scalar: null }
  return { scalar: parts.length === 1 ? parts[0]! : cutLong(parts.join(', ')) }
}

// More than twice what a contact stores of any value: the rest is cut off anyway, and reading it takes time.
const LENGTH_READ = 20_000

function cutLong(text: string): string {
  return text.length <= LENGTH_READ ? text : text.trimStart().slice(0, LENGTH_READ)
}

/** Null if nothing is left, as with the rest of a one-word name. */
function takePart(name: string, scalar: Scalar, take: Take | undefined): Scalar | null {
  if (take === undefined) return scalar
  const text = String(scalar).trim()
  if (take === 'lower') return text.toLowerCase()
  if (take === 'address_name') return text.includes('@') ? nameOfAddress(text) || null : null
  if (name === 'first_name' || name === 'last_name') return splitName(text)[name] || null
  const [first, ...others] = text.split(/\s+/)
  return (take === 'first_word' ? first! : others.join(' ')) || null
}

/** Removes characters that no contact can store: one of them must not cause the whole contact to be refused. */
function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r(?!\n)/g, '\n')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ' ')
    .trim()
}

function quote(text: string): string {
  const clean = cleanText(text)
  return `"${clean.length > 80 ? `${cutText(clean, 80)}…` : clean}"`
}
