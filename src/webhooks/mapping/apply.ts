import { type Answers, collectAnswers, findAnswers } from './answers.ts'
import {
  CONTACT_FIELDS,
  EXTRA_FIELDS_MAX,
  EXTRA_NAME_MAX,
  EXTRA_VALUE_MAX,
  type FieldRule,
  type Mapping,
  type Scalar,
  TEXT_MAX,
} from './contract.ts'
import { LEAD_WITHOUT_TOKEN, leadIdsOf } from './meta-lead.ts'
import { type Found, follow } from './pointer.ts'
import { cleanText, cutText, quote, readScalar, takePart } from './values.ts'

export type MappedItem =
  | {
      /** As the body of a new contact. */
      record: Record<string, unknown>
      /** Field, or extra.NAME → pointer of where its value was found. */
      from: Record<string, string>
      /** What was left out or cut, as sentences. */
      notes: string[]
    }
  /** Not meant to be a contact. */
  | { skipped: string }
  /** Meant to be one, but it cannot: field → reasons. */
  | { problems: Record<string, string[]> }

const ITEMS_MAX = 1_000
const NOTES_MAX = 20

/** Makes contacts of a delivery's value. `problem` is a whole sentence: nothing of the delivery can be mapped. */
export function applyMapping(mapping: Mapping, value: unknown): { items: MappedItem[] } | { problem: string } {
  const unmeant = whyNotMeant(mapping, value)
  if (unmeant !== null) return { items: [{ skipped: unmeant }] }
  if (mapping.each === null) return { items: [mapItem(mapping, value)] }
  const list = follow(value, mapping.each)?.value
  const where = mapping.each === '' ? 'The delivery' : `What is at ${mapping.each}`
  if (!Array.isArray(list)) {
    return { problem: `${where} is not a list, but the mapping makes one contact of each item there. Correct each.` }
  }
  if (list.length === 0) return { items: [{ skipped: `${where} is an empty list.` }] }
  if (list.length > ITEMS_MAX) {
    const most = ITEMS_MAX.toLocaleString('en-US')
    return {
      problem: `${where} is a list of ${list.length} items. At most ${most} become contacts: send fewer at once.`,
    }
  }
  return { items: list.map((item) => mapItem(mapping, item)) }
}

function whyNotMeant({ when }: Mapping, value: unknown): string | null {
  if (when === null) return null
  const found = readScalar(follow(value, when.pointer)?.value)
  const actual = 'scalar' in found && found.scalar !== null ? String(found.scalar) : null
  if (actual !== null && when.equals.includes(actual)) return null
  const wanted = when.equals.map(quote).join(' or ')
  const is = actual === null ? 'has no value' : `is ${quote(actual)}`
  return `${when.pointer || 'The delivery'} ${is}; only deliveries where it is ${wanted} become contacts.`
}

/** A record as it grows. */
interface Draft {
  fields: Record<string, Scalar>
  extra: Record<string, Scalar>
  from: Record<string, string>
  /** Where values were taken. */
  used: string[]
  notes: string[]
}

function mapItem(mapping: Mapping, item: unknown): MappedItem {
  const answers = collectAnswers(mapping.answers, item)
  const draft: Draft = { fields: {}, extra: {}, from: {}, used: [], notes: [] }
  // The first name comes first, whatever order the database has given them.
  for (const name of new Set(['first_name', ...Object.keys(mapping.fields)])) {
    addField(draft, name, mapping.fields[name] ?? [], item, answers)
  }
  if (!Object.hasOwn(draft.fields, 'first_name')) {
    // What was found there but could not be taken is the better half of the reason.
    return { problems: { first_name: [whyNoName(mapping, item, answers), ...aboutName(draft.notes)] } }
  }
  if (mapping.rest) addRest(draft, answers)
  const record = Object.keys(draft.extra).length > 0 ? { ...draft.fields, extra: draft.extra } : draft.fields
  return { record, from: draft.from, notes: shorten(draft.notes) }
}

function addField(draft: Draft, name: string, rules: readonly FieldRule[], item: unknown, answers: Answers): void {
  for (const rule of rules) {
    if ('constant' in rule) {
      keep(draft, name, rule.constant, null)
      return
    }
    const picked = pick(draft, name, rule, item, answers)
    if (picked === null) continue
    draft.used.push(picked.path)
    keep(draft, name, picked.scalar, picked.path)
    return
  }
}

type SearchRule = Exclude<FieldRule, { constant: Scalar }>

function pick(draft: Draft, name: string, rule: SearchRule, item: unknown, answers: Answers) {
  for (const { value, path } of findAll(draft, rule, item, answers)) {
    const reading = readScalar(value)
    if ('problem' in reading) {
      draft.notes.push(`${name}: what is at ${path || 'the top'} ${reading.problem}, so it was not taken.`)
      continue
    }
    const scalar = reading.scalar === null ? null : takePart(reading.scalar, rule.take)
    if (scalar !== null) return { scalar, path }
  }
  return null
}

function findAll(draft: Draft, rule: SearchRule, item: unknown, answers: Answers): Found[] {
  if ('pointer' in rule) {
    const found = follow(item, rule.pointer)
    return found === null ? [] : [found]
  }
  const found = findAnswers(answers, rule.answer)
  // "name" may be the name of anything. Of a person it is next to the e-mail address, and its rest belongs to the first
  // word that was taken before.
  if (rule.take === 'first_word') return found.filter(({ isNear }) => isNear)
  if (rule.take === 'rest') return found.filter(({ path }) => draft.used.includes(path))
  return found
}

function keep(draft: Draft, name: string, scalar: Scalar, path: string | null): void {
  if (!CONTACT_FIELDS.includes(name)) {
    keepExtra(draft, name, scalar, path)
    return
  }
  // An e-mail address is left as it is: a part of it would be another one.
  draft.fields[name] = name === 'email' ? String(scalar) : fit(draft, name, String(scalar), TEXT_MAX)
  if (path !== null) draft.from[name] = path
}

function keepExtra(draft: Draft, name: string, scalar: Scalar, path: string | null): void {
  const label = `extra.${name}`
  draft.extra[name] = typeof scalar === 'string' ? fit(draft, label, scalar, EXTRA_VALUE_MAX) : scalar
  if (path !== null) draft.from[label] = path
}

function fit(draft: Draft, label: string, text: string, max: number): string {
  const cut = cutText(text, max)
  if (cut !== text) draft.notes.push(`${label} was cut to ${max.toLocaleString('en-US')} characters.`)
  return cut
}

// Never worth keeping with a person: secrets, and what proves that a form was filled in by one.
const UNWANTED = /passw|secret|captcha|csrf|turnstile-response|authenticity_token|^_token$/i

function addRest(draft: Draft, answers: Answers): void {
  const used = new Set(draft.used)
  // A value may have been taken from inside of an answer: /values/0 of /values.
  for (const path of draft.used) used.add(path.slice(0, path.lastIndexOf('/')))
  let beyond = 0
  for (const { name, value, path } of answers.list) {
    if (used.has(path)) continue
    const reading = readScalar(value)
    if ('scalar' in reading && reading.scalar === null) continue
    const wanted = cutText(cleanText(name).replace(/\s+/g, ' '), EXTRA_NAME_MAX)
    if (wanted === '' || wanted === '__proto__' || UNWANTED.test(wanted)) {
      draft.notes.push(`${quote(name)} was left out because of its name.`)
    } else if ('problem' in reading) {
      draft.notes.push(`${quote(name)} was left out: it ${reading.problem}.`)
    } else if (Object.keys(draft.extra).length >= EXTRA_FIELDS_MAX) {
      beyond++
    } else {
      keepExtra(draft, freeName(draft.extra, wanted), reading.scalar!, path)
    }
  }
  if (beyond > 0 || answers.cut) {
    const some = answers.cut ? 'Further values were' : `${beyond} further ${beyond === 1 ? 'value was' : 'values were'}`
    draft.notes.push(`${some} left out: a contact has at most ${EXTRA_FIELDS_MAX} additional fields.`)
  }
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

function aboutName(notes: readonly string[]): string[] {
  return shorten(notes.filter((note) => note.startsWith('first_name:')))
}

const NAMES_SHOWN = 10

function whyNoName(mapping: Mapping, item: unknown, answers: Answers): string {
  if (mapping.preset === 'meta_lead_ads' && leadIdsOf(item).length > 0) return LEAD_WITHOUT_TOKEN
  const tried = (mapping.fields.first_name ?? []).flatMap((rule) => {
    if ('constant' in rule) return []
    return 'pointer' in rule ? [rule.pointer || 'the whole delivery'] : [`the answer ${quote(rule.answer)}`]
  })
  const names = [...new Set(answers.list.map(({ name }) => name))]
  const shown = names.slice(0, NAMES_SHOWN).map(quote).join(', ')
  const there = names.length === 0 ? '' : ` The names there are ${shown}${names.length > NAMES_SHOWN ? ', …' : ''}.`
  return (
    `No first name was found. Tried: ${[...new Set(tried)].join(', ')}.${there} ` +
    'Say where it is in fields.first_name of the mapping.'
  )
}

function shorten(notes: readonly string[]): string[] {
  if (notes.length <= NOTES_MAX) return [...notes]
  return [...notes.slice(0, NOTES_MAX), `And ${notes.length - NOTES_MAX} more of this kind.`]
}
