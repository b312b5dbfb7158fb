import { type Code, type Message, message, type Value, type ValuesOf, withField } from '../messages/message.ts'
import { findNearest } from './nearest.ts'

/** What is wrong with an input: field path → messages. */
export type Details = Record<string, Message[]>

/** Collects every broken rule of an input, so that a caller can fix them all at once. */
export interface Issues {
  /** `{field}` in the sentence is the field, unless the message has another value for it. */
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
  return message('type.missing')
}

/** What was sent instead of one of a few words: the text itself, or what kind of value it is. */
export function describeFound(value: unknown): Message | string {
  return typeof value === 'string' ? quoteInput(value.trim()) : typeOf(value)
}

/** A client's text for a message: shortened, without control characters. */
export function quoteInput(text: string): string {
  const printable = text
    .slice(0, 200)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\ufffd')
  const characters = Array.from(printable)
  return characters.length > 60 ? `"${characters.slice(0, 60).join('')}…"` : `"${printable}"`
}
