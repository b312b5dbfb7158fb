import { isLeadStatus, LEAD_STATUSES, type LeadStatus, namedStatuses, STATUS_KEYS } from '../contact-fields.ts'
import { type Issues, nameOfType } from '../lib/issues.ts'
import { readText } from '../lib/text/text.ts'

export const STATUS_LABEL_MAX = 40

/** Only names that differ from the usual ones are kept. */
export function readStatuses(issues: Issues, path: string, value: unknown): Record<string, string> | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value) || value.length > STATUS_KEYS.length) {
    const found = Array.isArray(value) ? `there are ${value.length}` : `it is ${nameOfType(value)}`
    issues.add(
      path,
      `${path} must be an array of up to ${STATUS_KEYS.length} objects with key and label, or null, but ${found}.`,
    )
    return null
  }
  const own: Record<string, string> = {}
  for (const [index, each] of value.entries()) {
    const field = `${path}[${index}]`
    const { key, label } = (typeof each === 'object' && each !== null ? each : {}) as Record<string, unknown>
    const text = readText(issues, `${field}.label`, label, { max: STATUS_LABEL_MAX, required: true })
    if (!isLeadStatus(key)) issues.add(`${field}.key`, `${field}.key must be one of ${STATUS_KEYS.join(', ')}.`)
    else if (Object.hasOwn(own, key)) issues.add(`${field}.key`, `${field}.key: ${key} is in the list twice.`)
    else if (text !== null) own[key] = text
  }
  const labels = namedStatuses(own).map(({ label }) => label.toLowerCase())
  const twice = labels.find((label, index) => labels.indexOf(label) !== index)
  if (twice !== undefined) {
    issues.add(path, `${path}: two statuses would be called "${twice}". Give each its own name.`)
  }
  const changed = Object.entries(own).filter(([key, label]) => label !== LEAD_STATUSES[key as LeadStatus])
  return changed.length === 0 ? null : Object.fromEntries(changed)
}
