import { isLeadStatus, LEAD_STATUSES, type LeadStatus, namedStatuses, STATUS_KEYS } from '../contact-fields.ts'
import { checkNames, type Issues, nameOfType } from '../lib/issues.ts'
import { findOriginProblem } from '../lib/net/origins.ts'
import { ORIGIN_MAX } from '../lib/net/web-url.ts'
import { readText } from '../lib/text/text.ts'
import { isTimeZone } from '../lib/time/time-zone.ts'
import { TRACK_LINKS, type TrackLinks } from '../platforms/text/text.ts'
import { CAMPAIGN_MAX, LATE_WINDOW, NAME_MAX, ORIGINS_MAX, STATUS_LABEL_MAX } from './schemas.ts'
import type { Settings } from './store.ts'

const FIELDS = 'name time_zone late_window_minutes allowed_origins track_links utm_campaign contact_statuses'.split(' ')
// The service assigns these: a client that sends back what it read changes nothing by it.
const ASSIGNED = new Set(['id', 'created_at', 'effective', 'installation'])

/** Reads what shall change. Every broken rule goes to `issues`; the result counts only when there are none. */
export function readSettings(
  issues: Issues,
  body: Record<string, unknown>,
  shortLinkProblem: string | null,
): Partial<Settings> {
  checkNames(issues, body, FIELDS, ASSIGNED)
  const change: Partial<Settings> = {}
  const has = (field: string) => body[field] !== undefined
  if (has('name')) change.name = readText(issues, 'name', body.name, { max: NAME_MAX, required: true }) ?? ''
  if (has('time_zone')) change.time_zone = readTimeZone(issues, body.time_zone)
  if (has('late_window_minutes')) change.late_window_minutes = readLateWindow(issues, body.late_window_minutes)
  if (has('allowed_origins')) change.allowed_origins = readOrigins(issues, body.allowed_origins)
  if (has('track_links')) change.track_links = readTrackLinks(issues, body.track_links, shortLinkProblem)
  if (has('utm_campaign'))
    change.utm_campaign = readText(issues, 'utm_campaign', body.utm_campaign, { max: CAMPAIGN_MAX })
  if (has('contact_statuses')) change.contact_statuses = readStatuses(issues, body.contact_statuses)
  return change
}

function readTrackLinks(issues: Issues, value: unknown, shortLinkProblem: string | null): TrackLinks {
  const found = TRACK_LINKS.find((each) => each === value)
  if (found === undefined) {
    issues.add('track_links', `track_links must be one of ${TRACK_LINKS.join(', ')}.`)
  } else if (found === 'short' && shortLinkProblem !== null) {
    issues.add('track_links', `track_links cannot be short here. ${shortLinkProblem}`)
  }
  return found ?? 'off'
}

/** Only names that differ from the usual ones are kept. */
function readStatuses(issues: Issues, value: unknown): Record<string, string> | null {
  if (value === null) return null
  if (!Array.isArray(value) || value.length > STATUS_KEYS.length) {
    const found = Array.isArray(value) ? `there are ${value.length}` : `it is ${nameOfType(value)}`
    issues.add(
      'contact_statuses',
      `contact_statuses must be an array of up to ${STATUS_KEYS.length} objects with key and label, or null, but ${found}.`,
    )
    return null
  }
  const own: Record<string, string> = {}
  for (const [index, each] of value.entries()) {
    const field = `contact_statuses[${index}]`
    const { key, label } = (typeof each === 'object' && each !== null ? each : {}) as Record<string, unknown>
    const text = readText(issues, `${field}.label`, label, { max: STATUS_LABEL_MAX, required: true })
    if (!isLeadStatus(key)) issues.add(`${field}.key`, `${field}.key must be one of ${STATUS_KEYS.join(', ')}.`)
    else if (Object.hasOwn(own, key)) issues.add(`${field}.key`, `${field}.key: ${key} is in the list twice.`)
    else if (text !== null) own[key] = text
  }
  const labels = namedStatuses(own).map(({ label }) => label.toLowerCase())
  const twice = labels.find((label, index) => labels.indexOf(label) !== index)
  if (twice !== undefined) {
    issues.add('contact_statuses', `contact_statuses: two statuses would be called "${twice}". Give each its own name.`)
  }
  const changed = Object.entries(own).filter(([key, label]) => label !== LEAD_STATUSES[key as LeadStatus])
  return changed.length === 0 ? null : Object.fromEntries(changed)
}

function readTimeZone(issues: Issues, value: unknown): string {
  const text = readText(issues, 'time_zone', value, { max: 64, required: true })
  if (text === null || isTimeZone(text)) return text ?? ''
  issues.add('time_zone', 'time_zone must be the name of a time zone such as Europe/Lisbon or UTC, no offset.')
  return ''
}

function readLateWindow(issues: Issues, value: unknown): number | null {
  const { min, max } = LATE_WINDOW
  if (value === null) return null
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value
  const found = typeof value === 'number' ? '' : `, but it is ${nameOfType(value)}`
  issues.add(
    'late_window_minutes',
    `late_window_minutes must be a whole number from ${min} to ${max}, or null for the setting${found}.`,
  )
  return null
}

function readOrigins(issues: Issues, value: unknown): string[] | null {
  if (value === null) return null
  if (!Array.isArray(value)) {
    issues.add('allowed_origins', `allowed_origins must be an array of origins, but it is ${nameOfType(value)}.`)
    return null
  }
  if (value.length > ORIGINS_MAX) {
    issues.add('allowed_origins', `allowed_origins has at most ${ORIGINS_MAX} origins, but there are ${value.length}.`)
    return null
  }
  const origins = value.map((each, index) => readOrigin(issues, `allowed_origins[${index}]`, each))
  return [...new Set(origins)]
}

function readOrigin(issues: Issues, field: string, value: unknown): string {
  const text = readText(issues, field, value, { max: ORIGIN_MAX, required: true })
  if (text === null) return ''
  const problem = findOriginProblem(text)
  if (problem === null) return text
  const any = text === '*' ? ' For any website, send an empty list.' : ''
  issues.add(field, `${field} ${problem}.${any}`)
  return ''
}
