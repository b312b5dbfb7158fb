import { findNearest } from './text/nearest.ts'

/** Collects every broken rule of an input, so that a caller can fix them all at once. Field path → messages. */
export interface Issues {
  add(field: string, message: string): void
  readonly details: Record<string, string[]>
  readonly count: number
}

export function createIssues(): Issues {
  return { details: {}, count: 0, add }
}

function add(this: { details: Record<string, string[]>; count: number }, field: string, message: string): void {
  this.count++
  // A field may be called "toString".
  if (Object.hasOwn(this.details, field)) this.details[field]!.push(message)
  else this.details[field] = [message]
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
    issues.add(field, `There is no such field. ${nearest ? `Did you mean ${nearest}?` : `Use ${known.join(', ')}.`}`)
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
    wanted = 'an object',
    known,
    ignored,
  }: { wanted?: string; known?: readonly string[]; ignored?: ReadonlySet<string> },
): Fields | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'object' || Array.isArray(value)) {
    issues.add(field, `${field} must be ${wanted}, but it is ${nameOfType(value)}.`)
    return null
  }
  if (known !== undefined) checkNamesIn(issues, field, value as Fields, known, ignored)
  return value as Fields
}

/** What a JSON value is called in a message: "a number", "an array", "null". */
export function nameOfType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  const type = typeof value
  if (type === 'object') return 'an object'
  return ['boolean', 'number', 'string'].includes(type) ? `a ${type}` : type
}
