import { parseEmail } from '../lib/email.ts'
import { type Issues, nameOfType } from '../lib/issues.ts'
import { checkCharacters, countCodePoints, readText } from '../lib/text.ts'
import { EXTRA_FIELDS_MAX, EXTRA_NAME_MAX, EXTRA_VALUE_MAX, TEXT_MAX } from './schemas.ts'

export type ExtraValue = string | number | boolean

export interface ContactInput {
  firstName: string
  lastName: string | null
  email: string | null
  /** Groups the records of one person. */
  emailKey: string | null
  company: string | null
  utmSource: string | null
  utmMedium: string | null
  extra: Record<string, ExtraValue>
}

const KNOWN = new Set(['first_name', 'last_name', 'email', 'company', 'utm_source', 'utm_medium'])
// The service assigns these: a client that sends back what it read changes nothing by it.
export const ASSIGNED: ReadonlySet<string> = new Set([
  'id',
  'created_at',
  'updated_at',
  'workspace_id',
  'key_id',
  'email_key',
  'webhook_id',
  'delivery_id',
])
const ISSUES_MAX = 100
const NAME = { max: TEXT_MAX }
const REQUIRED_NAME = { max: TEXT_MAX, required: true }
const EXTRA_VALUE = { max: EXTRA_VALUE_MAX }

/** Reads a create body. Every broken rule goes to `issues`; the result counts only when there are none. */
export function readContact(issues: Issues, body: Record<string, unknown>): ContactInput {
  const email = readEmail(issues, body.email)
  return {
    firstName: readText(issues, 'first_name', body.first_name, REQUIRED_NAME) ?? '',
    lastName: readText(issues, 'last_name', body.last_name, NAME),
    email: email?.email ?? null,
    emailKey: email?.key ?? null,
    company: readText(issues, 'company', body.company, NAME),
    utmSource: readText(issues, 'utm_source', body.utm_source, NAME),
    utmMedium: readText(issues, 'utm_medium', body.utm_medium, NAME),
    extra: readExtra(issues, body),
  }
}

/** Reads a change: what is absent stays, null clears, extra fields are merged by name. The rules are those of creation. */
export function readContactPatch(issues: Issues, current: ContactInput, body: Record<string, unknown>): ContactInput {
  const read = (field: string, stored: string | null) =>
    Object.hasOwn(body, field) ? readText(issues, field, body[field], NAME) : stored
  const email = Object.hasOwn(body, 'email') ? readEmail(issues, body.email) : undefined
  return {
    firstName: Object.hasOwn(body, 'first_name')
      ? (readText(issues, 'first_name', body.first_name, REQUIRED_NAME) ?? '')
      : current.firstName,
    lastName: read('last_name', current.lastName),
    email: email === undefined ? current.email : (email?.email ?? null),
    emailKey: email === undefined ? current.emailKey : (email?.key ?? null),
    company: read('company', current.company),
    utmSource: read('utm_source', current.utmSource),
    utmMedium: read('utm_medium', current.utmMedium),
    extra: readExtra(issues, body, current.extra),
  }
}

function readEmail(issues: Issues, value: unknown): { email: string; key: string } | null {
  // Length is parseEmail's business, which counts bytes.
  const text = readText(issues, 'email', value, { max: Number.POSITIVE_INFINITY })
  if (text === null) return null
  const parsed = parseEmail(text)
  if ('email' in parsed) return parsed
  issues.add('email', `email ${parsed.problem}.`)
  return null
}

const FIELDS_READ = 1_000

/** With `stored`, what is sent goes beside it, and an empty value takes the field away. */
function readExtra(
  issues: Issues,
  body: Record<string, unknown>,
  stored: Record<string, ExtraValue> | null = null,
): Record<string, ExtraValue> {
  const extra: Record<string, ExtraValue> = body.extra === null ? {} : { ...stored }
  let seen = 0
  const keep = (sent: string, value: unknown) => {
    // More are refused anyway: a body of a megabyte has a hundred thousand.
    if (++seen > FIELDS_READ) return
    const name = sent.trim()
    const kept = readExtraField(issues, name, value)
    if (kept !== null) extra[name] = kept
    else if (stored !== null) delete extra[name]
  }
  for (const name of Object.keys(body)) {
    // A flood of wrong fields must not become a flood of messages.
    if (issues.count >= ISSUES_MAX) break
    if (KNOWN.has(name) || ASSIGNED.has(name)) continue
    const value = body[name]
    if (name === 'extra') {
      if (value === null) continue
      if (typeof value !== 'object' || Array.isArray(value)) {
        issues.add('extra', `extra must be an object of additional fields, but it is ${nameOfType(value)}.`)
        continue
      }
      for (const inner of Object.keys(value)) {
        if (issues.count >= ISSUES_MAX) break
        keep(inner, (value as Record<string, unknown>)[inner])
      }
    } else {
      keep(name, value)
    }
  }
  const count = Object.keys(extra).length + Math.max(0, seen - FIELDS_READ)
  if (count > EXTRA_FIELDS_MAX) {
    issues.add('extra', `At most ${EXTRA_FIELDS_MAX} additional fields are kept, but there are ${count}.`)
  }
  return extra
}

function readExtraField(issues: Issues, name: string, value: unknown): ExtraValue | null {
  if (name.length > EXTRA_NAME_MAX && countCodePoints(name) > EXTRA_NAME_MAX) {
    const start = [...name].slice(0, 20).join('').toWellFormed()
    issues.add(
      'extra',
      `Names of additional fields must be at most ${EXTRA_NAME_MAX} characters ("${start}…" is longer).`,
    )
    return null
  }
  if (name === '') {
    issues.add('extra', 'Names of additional fields must not be blank.')
    return null
  }
  if (!checkCharacters(issues, name.isWellFormed() ? name : 'extra', name)) return null
  switch (typeof value) {
    case 'string':
      return readText(issues, name, value, EXTRA_VALUE)
    case 'boolean':
      return value
    case 'number':
      if (Number.isFinite(value) && !losesDigits(value)) return value
      issues.add(name, `"${name}" is too large a number to be kept exactly. Send it as a string.`)
      return null
    default:
      if (value === null) return null
      issues.add(name, `"${name}" must be a string, a number or a boolean, but it is ${nameOfType(value)}.`)
      return null
  }
}

/** A long id that was sent as a number has lost its last digits when we read it: it would come back as another one. */
function losesDigits(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21
}
