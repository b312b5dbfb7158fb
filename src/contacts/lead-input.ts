import {
  FRESH_LEAD,
  isLeadStatus,
  type Lead,
  type LeadStatus,
  STATUS_KEYS,
  TAG_MAX,
  TAGS_MAX,
} from '../contact-fields.ts'
import { isUuid } from '../lib/ids.ts'
import { createIssues, type Issues, nameOfType } from '../lib/issues.ts'
import { readText } from '../lib/text/text.ts'

/** The fields of a contact that the team sets. */
export const LEAD_FIELDS = ['status', 'owner_id', 'tags'] as const
export type LeadField = (typeof LEAD_FIELDS)[number]

/**
 * What a new contact says of them, and which fields of the body that is. A value that they cannot have is an additional field
 * like any other: programs sent a "status" of their own before there was this one, and no lead is lost over it.
 */
export function readNewLead(
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

/** Reads a change: what is absent stays. */
export function readLeadPatch(issues: Issues, current: Lead, body: Record<string, unknown>): Lead {
  const lead = { ...current }
  if (body.status !== undefined) lead.status = readStatus(issues, 'status', body.status)
  if (body.owner_id !== undefined) lead.owner_id = readOwner(issues, 'owner_id', body.owner_id)
  if (body.tags !== undefined) lead.tags = readTags(issues, 'tags', body.tags ?? [])
  return lead
}

export function readStatus(issues: Issues, field: string, value: unknown): LeadStatus {
  if (isLeadStatus(value)) return value
  const found = typeof value === 'string' ? '' : `, but it is ${nameOfType(value)}`
  issues.add(field, `${field} must be one of ${STATUS_KEYS.join(', ')}${found}.`)
  return FRESH_LEAD.status
}

export const WRONG_OWNER =
  'owner_id must be the id of somebody in the team, or null for nobody. GET /v1/contacts/values lists them.'

/** Whether they are in the team is asked later. */
export function readOwner(issues: Issues, field: string, value: unknown): string | null {
  if (value === null) return null
  if (typeof value === 'string' && isUuid(value)) return value.toLowerCase()
  issues.add(field, WRONG_OWNER)
  return null
}

/** In small letters, so that VIP and vip are one; each once. */
export function readTags(issues: Issues, field: string, value: unknown): string[] {
  if (!Array.isArray(value)) {
    issues.add(field, `${field} must be an array of strings, but it is ${nameOfType(value)}.`)
    return []
  }
  if (value.length > TAGS_MAX) {
    issues.add(field, tooManyTags(field, value.length))
    return []
  }
  const tags = value.map((each, index) => readTag(issues, `${field}[${index}]`, each))
  return [...new Set(tags)].filter((tag) => tag !== null)
}

function tooManyTags(field: string, count: number): string {
  return `${field}: a contact has at most ${TAGS_MAX} tags, but there are ${count}.`
}

function readTag(issues: Issues, field: string, value: unknown): string | null {
  const text = readText(issues, field, value, { max: TAG_MAX, required: true })
  if (text === null) return null
  // In a file they are separated by these.
  if (/[,;]/.test(text))
    issues.add(field, `${field} must not have a comma or semicolon in it. Send several tags instead.`)
  return toTag(text)
}

/** As tags are stored. */
export function toTag(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** Tags in one cell of a file. Null when one of them cannot be a tag. */
export function splitTags(text: string): string[] | null {
  const issues = createIssues()
  const parts = text.split(/[,;]/).filter((part) => part.trim() !== '')
  const tags = readTags(issues, 'tags', parts)
  return issues.count > 0 ? null : tags
}
