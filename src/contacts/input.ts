import {
  type ContactField,
  type ContactInput,
  EXTRA_FIELDS_MAX,
  EXTRA_NAME_MAX,
  EXTRA_VALUE_MAX,
  type ExtraValue,
  FIELD_NAMES,
  FIELD_SPECS,
  FRESH_LEAD,
  isAttribution,
  isContactField,
  isLeadStatus,
  type Lead,
  type LeadStatus,
  STATUS_KEYS,
  type StoredInput,
  TAG_MAX,
  TAGS_MAX,
  TEXT_MAX,
} from '../contact-fields.ts'
import { isUuid } from '../lib/ids.ts'
import { createIssues, describeFound, type Issues, typeOf } from '../lib/issues.ts'
import { readEmail } from '../lib/text/email.ts'
import { checkCharacters, countCodePoints, readText } from '../lib/text/text.ts'
import { CONFIRMATIONS } from './schemas.ts'

// Set by the service. A client may send them back unchanged; they are ignored.
const OWN = ['id', 'created_at', 'updated_at', 'workspace_id', 'key_id', 'email_key']
export const ASSIGNED: ReadonlySet<string> = new Set(OWN)
// Also ignored, but other programs have fields with such names: a value that cannot be one of our ids becomes an
// additional field.
const ASSIGNED_IDS: ReadonlySet<string> = new Set([
  'webhook_id',
  'delivery_id',
  'link_id',
  'post_id',
  'form_id',
  'merged_into',
])
export const LEAD_FIELDS = ['status', 'owner_id', 'tags'] as const

/** A flood of wrong fields must not cause a flood of messages. */
const ISSUES_MAX = 100
/**
 * The most additional fields that are read. A body of a megabyte can have a hundred thousand; more than 50 are refused
 * anyway.
 */
const FIELDS_READ = 1_000
const OPTIONAL = { max: TEXT_MAX }
const REQUIRED = { max: TEXT_MAX, required: true }
const EXTRA_VALUE = { max: EXTRA_VALUE_MAX }
const NO_LEAD = { lead: undefined, taken: new Set<string>() }
const LEAD: ReadonlySet<string> = new Set(LEAD_FIELDS)

/**
 * Reads a create body. Adds every broken rule to `issues`; ignore the result if there are any. The team may also set a
 * status and tags. A form may not, because anyone can send one.
 */
export function readContact(issues: Issues, body: Record<string, unknown>, isOfTeam = false): ContactInput {
  const input = { email_key: null, extra: {} } as unknown as ContactInput
  for (const name of FIELD_NAMES) readField(issues, input, name, body[name])
  const { lead, taken } = isOfTeam ? readNewLead(issues, body) : NO_LEAD
  input.extra = readExtra(issues, body, taken)
  if (lead !== undefined) input.lead = lead
  return input
}

/** Reads a change by the rules of creation: omitted fields stay, null clears, additional fields are merged by name. */
export function readContactPatch(issues: Issues, current: StoredInput, body: Record<string, unknown>): StoredInput {
  const input = { ...current, lead: { ...current.lead, ...readLeadChange(issues, body) } }
  for (const name of FIELD_NAMES) if (Object.hasOwn(body, name)) readField(issues, input, name, body[name])
  input.extra = readExtra(issues, body, LEAD, current.extra)
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
    // A missing required field is already an issue at this point.
    input[name] = (isRequired ? (text ?? '') : text) as string
  }
}

/**
 * `taken` are fields that were already read. With `stored`, sent fields are added to it, and an empty value removes
 * one.
 */
function readExtra(
  issues: Issues,
  body: Record<string, unknown>,
  taken: ReadonlySet<string>,
  stored: Record<string, ExtraValue> | null = null,
): Record<string, ExtraValue> {
  const extra: Record<string, ExtraValue> = body.extra === null ? {} : { ...stored }
  let seen = 0
  const keep = (sent: string, value: unknown) => {
    if (++seen > FIELDS_READ) return
    const name = sent.trim()
    const kept = readExtraField(isAttribution(name) ? createIssues() : issues, name, value)
    if (kept !== null) extra[name] = kept
    else if (stored !== null) delete extra[name]
  }
  for (const name of Object.keys(body)) {
    if (issues.count >= ISSUES_MAX) break
    if (isContactField(name) || ASSIGNED.has(name) || taken.has(name)) continue
    const value = body[name]
    if (ASSIGNED_IDS.has(name) && (value === null || (typeof value === 'string' && isUuid(value)))) continue
    if (name === 'confirmation' && isConfirmation(value)) continue
    if (name === 'version' && Number.isInteger(value) && (stored !== null || isUuid(String(body.id)))) continue
    // Responses contain it, so clients send it back.
    if ((name === 'attribution' || name === 'merged') && typeof value === 'object') continue
    if (name === 'extra') {
      if (value === null) continue
      if (typeof value !== 'object' || Array.isArray(value)) {
        issues.add('extra', 'contact.extra_not_object', { found: typeOf(value) })
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
    issues.add('extra', 'contact.too_many_extra', { max: EXTRA_FIELDS_MAX, count })
  }
  return extra
}

function isConfirmation(value: unknown): boolean {
  return value === null || (CONFIRMATIONS as readonly unknown[]).includes(value)
}

function readExtraField(issues: Issues, name: string, value: unknown): ExtraValue | null {
  if (name.length > EXTRA_NAME_MAX && countCodePoints(name) > EXTRA_NAME_MAX) {
    const start = [...name].slice(0, 20).join('').toWellFormed()
    issues.add('extra', 'contact.extra_name_too_long', { max: EXTRA_NAME_MAX, start })
    return null
  }
  if (name === '') {
    issues.add('extra', 'contact.extra_name_blank')
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
      issues.add(name, 'contact.extra_number_too_large')
      return null
    default:
      if (value === null) return null
      issues.add(name, 'contact.extra_not_simple', { found: typeOf(value) })
      return null
  }
}

/** A long id that is sent as a number loses its last digits when it is parsed. */
function losesDigits(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21
}

/**
 * Reads status and tags of a new contact, and returns which fields were used. An impossible value becomes an additional
 * field: other programs have their own "status", and no contact is refused for it.
 */
function readNewLead(
  issues: Issues,
  body: Record<string, unknown>,
): { lead: Lead | undefined; taken: ReadonlySet<string> } {
  const taken = new Set<string>()
  const lead = { ...FRESH_LEAD }
  if (isLeadStatus(body.status)) {
    lead.status = body.status
    taken.add('status')
  }
  if (Array.isArray(body.tags)) {
    lead.tags = readTags(issues, 'tags', body.tags)
    taken.add('tags')
  }
  const isFresh = lead.status === FRESH_LEAD.status && lead.tags.length === 0
  return { lead: isFresh ? undefined : lead, taken }
}

/** Reads the lead fields that were sent. `within` is the path of the object that contains them. */
export function readLeadChange(issues: Issues, sent: Record<string, unknown>, within = ''): Partial<Lead> {
  const change: Partial<Lead> = {}
  if (sent.status !== undefined) change.status = readStatus(issues, `${within}status`, sent.status)
  if (sent.owner_id !== undefined) change.owner_id = readOwner(issues, `${within}owner_id`, sent.owner_id)
  if (sent.tags !== undefined) change.tags = readTags(issues, `${within}tags`, sent.tags ?? [])
  return change
}

function readStatus(issues: Issues, field: string, value: unknown): LeadStatus {
  if (isLeadStatus(value)) return value
  issues.add(field, 'field.not_choice', { choices: STATUS_KEYS.join(', '), found: describeFound(value) })
  return FRESH_LEAD.status
}

/** Whether the owner is in the team is checked later, in the database. */
function readOwner(issues: Issues, field: string, value: unknown): string | null {
  if (value === null) return null
  if (typeof value === 'string' && isUuid(value)) return value.toLowerCase()
  issues.add(field, 'contact.wrong_owner')
  return null
}

/** In lower case, so that VIP and vip are one tag; without duplicates. */
export function readTags(issues: Issues, field: string, value: unknown): string[] {
  if (!Array.isArray(value)) {
    issues.add(field, 'field.not_texts', { found: typeOf(value) })
    return []
  }
  if (value.length > TAGS_MAX) {
    issues.add(field, 'contact.too_many_tags', { max: TAGS_MAX, count: value.length })
    return []
  }
  const tags = value.map((each, index) => readTag(issues, `${field}[${index}]`, each))
  return [...new Set(tags)].filter((tag) => tag !== null)
}

function readTag(issues: Issues, field: string, value: unknown): string | null {
  const text = readText(issues, field, value, { max: TAG_MAX, required: true })
  if (text === null) return null
  // These characters separate tags in files.
  if (/[,;]/.test(text)) issues.add(field, 'contact.tag_with_separator')
  return toTag(text)
}

export function toTag(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** Splits the tags in one cell of a file; some programs write them in quotes. Null if one of them cannot be a tag. */
export function splitTags(text: string): string[] | null {
  const issues = createIssues()
  const unquoted = text.replace(/"([^"]*)"(?=\s*(?:[,;]|$))/g, (_, tag: string) => tag.replace(/[,;]/g, ' '))
  const parts = unquoted.split(/[,;]/).filter((part) => part.trim() !== '')
  const tags = readTags(issues, 'tags', parts)
  return issues.count > 0 ? null : tags
}
