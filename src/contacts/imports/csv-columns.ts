import { type ContactField, FIELD_NAMES, FIELD_SPECS } from '../../contact-fields.ts'
import { ASSIGNED } from '../input.ts'
import { ORIGINS } from '../store.ts'

/** What a column of a file stands for, and what is made of contacts when they are written to one. */

/** Those that every export has. */
export const FIXED_COLUMNS = ['id', 'created_at', ...FIELD_NAMES, ...ORIGINS] as const

/** Extra fields that have no column of their own, as JSON. */
export const REST_COLUMN = 'extra'

export interface Column {
  /** As the header has it. */
  name: string
  /** `extra` becomes an additional field of that name, `json` several of them. */
  use: 'field' | 'extra' | 'json' | 'ignored'
  /** Only of a `field`. */
  field: ContactField | null
}

const FIELD_OF = new Map<string, ContactField>(
  FIELD_NAMES.flatMap((name) =>
    [name.replaceAll('_', ''), ...(FIELD_SPECS[name].columns ?? [])].map((column) => [column, name] as const),
  ),
)

export function toColumn(name: string): Column {
  const field = FIELD_OF.get(
    name
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s._-]+/g, ''),
  )
  if (field !== undefined) return { name, use: 'field', field }
  if (name === REST_COLUMN) return { name, use: 'json', field: null }
  return { name, use: name === '' || ASSIGNED.has(name) ? 'ignored' : 'extra', field: null }
}
