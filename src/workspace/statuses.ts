import { isLeadStatus, LEAD_STATUSES, type LeadStatus, namedStatuses, STATUS_KEYS } from '../contact-fields.ts'
import { describeFound, type Issues, typeOf } from '../lib/issues.ts'
import { readText } from '../lib/text/text.ts'

export const STATUS_LABEL_MAX = 40

/** Stores only the names that differ from the default. */
export function readStatuses(issues: Issues, path: string, value: unknown): Record<string, string> | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value) || value.length > STATUS_KEYS.length) {
    const max = STATUS_KEYS.length
    if (Array.isArray(value)) issues.add(path, 'field.list_too_long', { max, count: value.length })
    else issues.add(path, 'field.not_list', { max, found: typeOf(value) })
    return null
  }
  const own: Record<string, string> = {}
  for (const [index, each] of value.entries()) {
    const field = `${path}[${index}]`
    const { key, label } = (typeof each === 'object' && each !== null ? each : {}) as Record<string, unknown>
    const text = readText(issues, `${field}.label`, label, { max: STATUS_LABEL_MAX, required: true })
    if (!isLeadStatus(key))
      issues.add(`${field}.key`, 'field.not_choice', { choices: STATUS_KEYS.join(', '), found: describeFound(key) })
    else if (Object.hasOwn(own, key)) issues.add(`${field}.key`, 'status.listed_twice', { key })
    else if (text !== null) own[key] = text
  }
  const labels = namedStatuses(own).map(({ label }) => label.toLowerCase())
  const twice = labels.find((label, index) => labels.indexOf(label) !== index)
  if (twice !== undefined) issues.add(path, 'status.same_name', { name: twice })
  const changed = Object.entries(own).filter(([key, label]) => label !== LEAD_STATUSES[key as LeadStatus])
  return changed.length === 0 ? null : Object.fromEntries(changed)
}
