import {
  type ContactField,
  type ContactInput,
  EXTRA_FIELDS_MAX,
  EXTRA_NAME_MAX,
  EXTRA_VALUE_MAX,
  type ExtraValue,
  FIELD_NAMES,
  FIELD_SPECS,
  isAttribution,
  isContactField,
  TEXT_MAX,
} from '../contact-fields.ts'
import { isUuid } from '../lib/ids.ts'
import { createIssues, type Issues, nameOfType } from '../lib/issues.ts'
import { readEmail } from '../lib/text/email.ts'
import { checkCharacters, countCodePoints, readText } from '../lib/text/text.ts'
import { LEAD_FIELDS, readLeadPatch, readNewLead } from './lead-input.ts'

// The service assigns these: a client that sends back what it read changes nothing by it.
export const ASSIGNED: ReadonlySet<string> = new Set([
  'id',
  'created_at',
  'updated_at',
  'workspace_id',
  'key_id',
  'email_key',
])
// These too, but other programs have fields with such names: what cannot be one of our values is kept as any other field.
const ASSIGNED_IDS: ReadonlySet<string> = new Set(['webhook_id', 'delivery_id', 'link_id', 'post_id', 'form_id'])
const CONFIRMATIONS: ReadonlySet<unknown> = new Set(['pending', 'confirmed', null])
const ISSUES_MAX = 100
const OPTIONAL = { max: TEXT_MAX }
const REQUIRED = { max: TEXT_MAX, required: true }
const EXTRA_VALUE = { max: EXTRA_VALUE_MAX }

const NO_LEAD = { lead: undefined, taken: new Set<string>() }
const LEAD: ReadonlySet<string> = new Set(LEAD_FIELDS)

/**
 * Reads a create body. Every broken rule goes to `issues`; the result counts only when there are none. Somebody of the team may
 * also say how far the work on it is. A form may not: anybody can send one.
 */
export function readContact(issues: Issues, body: Record<string, unknown>, isOfTeam = false): ContactInput {
  const input = { email_key: null, extra: {} } as unknown as ContactInput
  for (const name of FIELD_NAMES) readField(issues, input, name, body[name])
  const { lead, taken } = isOfTeam ? readNewLead(issues, body) : NO_LEAD
  input.extra = readExtra(issues, body, taken)
  if (lead !== undefined) input.lead = lead
  return input
}

/** Reads a change: what is absent stays, null clears, extra fields are merged by name. The rules are those of creation. */
export function readContactPatch(issues: Issues, current: ContactInput, body: Record<string, unknown>): ContactInput {
  const input = { ...current }
  for (const name of FIELD_NAMES) if (Object.hasOwn(body, name)) readField(issues, input, name, body[name])
  input.extra = readExtra(issues, body, LEAD, current.extra)
  if (current.lead !== undefined) input.lead = readLeadPatch(issues, current.lead, body)
  return input
}

function readField(issues: Issues, input: ContactInput, name: ContactField, value: unknown): void {
  const { isRequired, isEmail } = FIELD_SPECS[name]
  if (isEmail) {
    const read = readEmail(issues, value)
    input.email = read?.email ?? null
    input.email_key = read?.key ?? null
  } else {
    const text = readText(issues, name, value, isRequired ? REQUIRED : OPTIONAL)
    // A required one that is missing is an issue by now.
    input[name] = (isRequired ? (text ?? '') : text) as string
  }
}

const FIELDS_READ = 1_000

/** `taken` are fields that were read already. With `stored`, what is sent goes beside it, and an empty value takes the field away. */
function readExtra(
  issues: Issues,
  body: Record<string, unknown>,
  taken: ReadonlySet<string>,
  stored: Record<string, ExtraValue> | null = null,
): Record<string, ExtraValue> {
  const extra: Record<string, ExtraValue> = body.extra === null ? {} : { ...stored }
  let seen = 0
  const keep = (sent: string, value: unknown) => {
    // More are refused anyway: a body of a megabyte has a hundred thousand.
    if (++seen > FIELDS_READ) return
    const name = sent.trim()
    const kept = readExtraField(isAttribution(name) ? createIssues() : issues, name, value)
    if (kept !== null) extra[name] = kept
    else if (stored !== null) delete extra[name]
  }
  for (const name of Object.keys(body)) {
    // A flood of wrong fields must not become a flood of messages.
    if (issues.count >= ISSUES_MAX) break
    if (isContactField(name) || ASSIGNED.has(name) || taken.has(name)) continue
    const value = body[name]
    if (ASSIGNED_IDS.has(name) && (value === null || (typeof value === 'string' && isUuid(value)))) continue
    if (name === 'confirmation' && CONFIRMATIONS.has(value)) continue
    // Shown with a contact, and sent back with it.
    if (name === 'attribution' && typeof value === 'object') continue
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
  const counted = Object.keys(extra).filter((name) => !isAttribution(name)).length
  const count = counted + Math.max(0, seen - FIELDS_READ)
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
