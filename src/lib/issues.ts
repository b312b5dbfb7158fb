import {
  type Code,
  type Message,
  message,
  type Said,
  type Value,
  type ValuesOf,
  withField,
} from '../messages/message.ts'
import { findNearest } from './nearest.ts'

/** What is wrong with an input: field path → messages. */
export type Details = Record<string, Said[]>

/** Collects every broken rule of an input, so that a caller can fix them all at once. */
export interface Issues {
  /** `{field}` in the sentence is the field, unless the message has another value for it. */
  add<C extends Code>(field: string, code: C, ...values: ValuesOf<C, 'field'>): void
  add(field: string, message: Said): void
  readonly details: Details
  readonly count: number
}

export function createIssues(): Issues {
  return { details: {}, count: 0, add }
}

function add(
  this: { details: Details; count: number },
  field: string,
  what: Said,
  values: Readonly<Record<string, Value>> = {},
): void {
  this.count++
  const said = toSaid(field, what, values)
  // A field may be called "toString".
  if (Object.hasOwn(this.details, field)) this.details[field]!.push(said)
  else this.details[field] = [said]
}

function toSaid(field: string, what: Said, values: Readonly<Record<string, Value>>): Said {
  if (typeof what === 'object') return withField(what, field)
  // A sentence that is not in the catalogue yet.
  if (what.includes(' ')) return what
  return { code: what as Code, values: { field, ...values } }
}

const NAME_SHOWN = 64
const ISSUES_MAX = 100

/** Refuses what is in a body and has no meaning there: a slip in a name must not pass for a wish that was granted. */
export function checkNames(
  issues: Issues,
  body: Record<string, unknown>,
  known: readonly string[],
  ignored?: ReadonlySet<string>,
): void {
  checkNamesIn(issues, null, body, known, ignored)
}

/** The same for an object inside of a body, which is at the path `within`. */
export function checkNamesIn(
  issues: Issues,
  within: string | null,
  body: Record<string, unknown>,
  known: readonly string[],
  ignored: ReadonlySet<string> = new Set(),
): void {
  for (const name of Object.keys(body)) {
    if (known.includes(name) || ignored.has(name)) continue
    const nearest = findNearest(name, known)
    const path = within === null ? name : `${within}.${name}`
    const field = name.length > NAME_SHOWN ? (within ?? 'body') : path
    if (nearest) issues.add(field, 'field.misspelt', { nearest })
    else issues.add(field, 'field.unknown', { known: known.join(', ') })
    if (issues.count >= ISSUES_MAX) return
  }
}

export type Fields = Record<string, unknown>

/** An object inside of a body, with no other fields than `known`. Null when there is none, or when it is something else. */
export function readObject(
  issues: Issues,
  field: string,
  value: unknown,
  {
    wanted = message('type.object'),
    known,
    ignored,
  }: { wanted?: Message | string; known?: readonly string[]; ignored?: ReadonlySet<string> },
): Fields | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'object' || Array.isArray(value)) {
    issues.add(field, 'field.not_object', { wanted, found: typeOf(value) })
    return null
  }
  if (known !== undefined) checkNamesIn(issues, field, value as Fields, known, ignored)
  return value as Fields
}

/** What a JSON value is called: "a number", "an array", "null". */
export function typeOf(value: unknown): Message {
  if (value === null) return message('type.null')
  if (Array.isArray(value)) return message('type.array')
  const type = typeof value
  if (type === 'object' || type === 'boolean' || type === 'number' || type === 'string') return message(`type.${type}`)
  return message('type.other')
}

/** The same as text, for sentences that are not in the catalogue yet. */
export function nameOfType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  const type = typeof value
  if (type === 'object') return 'an object'
  return ['boolean', 'number', 'string'].includes(type) ? `a ${type}` : type
}
