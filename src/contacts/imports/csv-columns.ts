import { type ContactField, FIELD_NAMES, FIELD_SPECS } from '../../contact-fields.ts'
import { ASSIGNED } from '../input.ts'

/** What a column of a file stands for, and what is made of contacts when they are written to one. */

/** Those that every export has. */
export const FIXED_COLUMNS = ['id', 'created_at', ...FIELD_NAMES, 'webhook_id', 'delivery_id'] as const

/** What the team knows of a contact; the owner by their address. */
export const LEAD_COLUMNS = ['status', 'owner', 'tags'] as const
export type LeadColumn = (typeof LEAD_COLUMNS)[number]

/** Extra fields that have no column of their own, as JSON. */
export const REST_COLUMN = 'extra'

export interface Column {
  /** As the header has it. */
  name: string
  /** `extra` becomes an additional field of that name, `json` several of them. So does `lead`, where its value means nothing. */
  use: 'field' | 'lead' | 'extra' | 'json' | 'ignored'
  /** Only of a `field` or a `lead`. */
  field: ContactField | LeadColumn | null
}

const LEAD_OF = new Map<string, LeadColumn>([
  ...LEAD_COLUMNS.map((name) => [name, name] as const),
  ['leadstatus', 'status'],
  ['leadowner', 'owner'],
  ['contactowner', 'owner'],
])

const FIELD_OF = new Map<string, ContactField>(
  FIELD_NAMES.flatMap((name) =>
    [name.replaceAll('_', ''), ...(FIELD_SPECS[name].columns ?? [])].map((column) => [column, name] as const),
  ),
)

export function toColumn(name: string): Column {
  const word = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s._-]+/g, '')
  const field = FIELD_OF.get(word)
  if (field !== undefined) return { name, use: 'field', field }
  const lead = LEAD_OF.get(word)
  if (lead !== undefined) return { name, use: 'lead', field: lead }
  if (name === REST_COLUMN) return { name, use: 'json', field: null }
  return { name, use: name === '' || ASSIGNED.has(name) ? 'ignored' : 'extra', field: null }
}
