import { ASSIGNED } from './input.ts'

/** What a column of a file stands for, and what is made of contacts when they are written to one. */

/** Those that every export has. */
export const FIXED_COLUMNS = [
  'id',
  'created_at',
  'first_name',
  'last_name',
  'email',
  'company',
  'utm_source',
  'utm_medium',
  'webhook_id',
  'delivery_id',
] as const

/** Extra fields that have no column of their own, as JSON. */
export const REST_COLUMN = 'extra'

export type ContactField = 'first_name' | 'last_name' | 'email' | 'company' | 'utm_source' | 'utm_medium'

export interface Column {
  /** As the header has it. */
  name: string
  /** `extra` becomes an additional field of that name, `json` several of them. */
  use: 'field' | 'extra' | 'json' | 'ignored'
  /** Only of a `field`. */
  field: ContactField | null
}

/** Other names of fields, in small letters and without what stands between words. */
const FIELD_OF = new Map<string, ContactField>([
  ['firstname', 'first_name'],
  ['givenname', 'first_name'],
  ['forename', 'first_name'],
  ['lastname', 'last_name'],
  ['familyname', 'last_name'],
  ['surname', 'last_name'],
  ['email', 'email'],
  ['emailaddress', 'email'],
  ['mail', 'email'],
  ['company', 'company'],
  ['companyname', 'company'],
  ['organisation', 'company'],
  ['organization', 'company'],
  ['utmsource', 'utm_source'],
  ['utmmedium', 'utm_medium'],
])

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
