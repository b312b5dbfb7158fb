import { type Code, type Message, message, type Value, type ValuesOf, withField } from '../messages/message.ts'
import { findNearest } from './nearest.ts'

/** What is wrong with an input: field path → messages. */
export type Details = Record<string, Message[]>

/** Collects all broken rules of an input, so that a caller can fix them together. */
export interface Issues {
  /** `{field}` in the sentence stands for the field, unless the message has its own value for it. */
  add<C extends Code>(field: string, code: C, ...values: ValuesOf<C, 'field'>): void
  add(field: string, message: Message): void
  readonly details: Details
  readonly count: number
}

export function createIssues(): Issues {
  return { details: {}, count: 0, add }
}

function add(
  this: { details: Details; count: number },
  field: string,
  what: Code | Message,
  values: Readonly<Record<string, Value>> = {},
): void {
  this.count++
  const said = withField(typeof what === 'object' ? what : { code: what, values }, field)
  // A field may be called "toString".
  if (Object.hasOwn(this.details, field)) this.details[field]!.push(said)
  else this.details[field] = [said]
}

const NAME_SHOWN = 64
const ISSUES_MAX = 100

/** Refuses unknown fields in a body: a typo in a name must not be ignored silently. */
export function checkNames(
  issues: Issues,
  body: Record<string, unknown>,
  known: readonly string[],
  ignored?: ReadonlySet<string>,
): void {
  checkNamesIn(issues, null, body, known, ignored)
}

/** The same for an object inside a body, at the path `within`. */
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

/** An object inside a body, with no other fields than `known`. Null if it is absent or not an object. */
export function readObject(
  issues: Issues,
  field: string,
  value: unknown,
  {
    shape = message('type.object'),
    known,
    ignored,
  }: { shape?: Message; known?: readonly string[]; ignored?: ReadonlySet<string> },
): Fields | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'object' || Array.isArray(value)) {
    issues.add(field, 'field.not_object', { shape, found: typeOf(value) })
    return null
  }
  if (known !== undefined) checkNamesIn(issues, field, value as Fields, known, ignored)
  return value as Fields
}

/** The name of a JSON value's type: "a number", "an array", "null". */
export function typeOf(value: unknown): Message {
  if (value === null) return message('type.null')
  if (Array.isArray(value)) return message('type.array')
  const type = typeof value
  if (type === 'object' || type === 'boolean' || type === 'number' || type === 'string') return message(`type.${type}`)
  return message('type.missing')
}

/** Describes a value that is not one of the allowed words: the text itself, or its type. */
export function describeFound(value: unknown): Message | string {
  return typeof value === 'string' ? quoteInput(value.trim()) : typeOf(value)
}

/** A client's text, ready for a message: shortened, without control characters. */
export function quoteInput(text: string): string {
  const printable = text
    .slice(0, 200)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\ufffd')
  const characters = Array.from(printable)
  return characters.length > 60 ? `"${characters.slice(0, 60).join('')}…"` : `"${printable}"`
}
