import { type ContactField, FIELD_NAMES, FIELD_SPECS, isContactField } from '../../contact-fields.ts'
import { ASSIGNED } from '../input.ts'
import { NAME_COLUMNS } from './name-columns.ts'

const ORIGINS = ['webhook_id', 'delivery_id', 'link_id', 'post_id', 'form_id'] as const
export const FIXED_COLUMNS = ['id', 'created_at', ...FIELD_NAMES, ...ORIGINS] as const

/** The team sets these. The owner is written as an address. */
export const LEAD_COLUMNS = ['status', 'owner', 'tags'] as const
type LeadColumn = (typeof LEAD_COLUMNS)[number]

/** Extra fields without their own column, as JSON. */
export const REST_COLUMN = 'extra'

export interface Column {
  name: string
  /**
   * `extra` becomes an additional field of that name, `json` several of them, `full_name` first and last name. A `lead`
   * value that means nothing here becomes an additional field, too.
   */
  use: 'field' | 'lead' | 'full_name' | 'extra' | 'json' | 'ignored'
  /** Only for a `field` or a `lead`. */
  field: ContactField | LeadColumn | null
}

export const COLUMN_TARGETS = [...FIELD_NAMES, ...LEAD_COLUMNS, 'full_name', 'extra', 'ignored'] as const
export type ColumnTarget = (typeof COLUMN_TARGETS)[number]

const LEAD_OF = new Map<string, LeadColumn>([
  ...LEAD_COLUMNS.map((name) => [name, name] as const),
  ['leadstatus', 'status'],
  ['leadowner', 'owner'],
  ['contactowner', 'owner'],
])

const FIELD_OF = new Map<string, ContactField>(
  FIELD_NAMES.flatMap((name) =>
    [name.replaceAll('_', ''), ...(FIELD_SPECS[name].columns ?? [])].map((column) => [fold(column), name] as const),
  ),
)

/** A full name, unless other columns show that it is half of one: with "Vorname", "Name" is the family name. */
const NAMES = foldedSet(['name', 'nom', 'nome', 'nombre', 'naam', 'namn', 'navn', '名前'])
const FULL_NAMES = foldedSet([
  ...['fullname', 'contactname', 'displayname', 'vornachname', 'vorundnachname', 'vornameundnachname', 'nomcomplet'],
  ...['nometprenom', 'prenometnom', 'nombrecompleto', 'nombreyapellidos', 'nombreyapellido', 'nomecompleto'],
  ...['nombresyapellidos', 'nomeesobrenomes', '氏名', '姓名', 'お名前', 'フルネーム', 'ご担当者名', '担当者名'],
  ...['nomeecognome', 'nomeesobrenome', 'nomeeapelido', 'volledigenaam', 'fullstendignavn'],
])

type Targets = ReadonlyMap<number, ColumnTarget>

/**
 * Decides the use of each column by its name, unless it is in `decided`, by place from 1. If two columns match a field,
 * the first gets it.
 */
export function toColumns(names: readonly string[], decided: Targets = new Map()): Column[] {
  const taken = new Set<string>([...decided.values()].flatMap(fieldsOf))
  const columns = names.map((name, index) => {
    const target = decided.get(index + 1)
    if (target !== undefined) return toTarget(name, target)
    const field = FIELD_OF.get(fold(name)) ?? LEAD_OF.get(fold(name))
    if (field === undefined || taken.has(field)) return otherColumn(name, names)
    taken.add(field)
    return toTarget(name, field)
  })
  return columns.map((column, index) => {
    if (column.use !== 'extra' || decided.has(index + 1)) return column
    const target = nameTarget(fold(column.name), taken)
    if (target === null) return column
    for (const field of fieldsOf(target)) taken.add(field)
    return toTarget(column.name, target)
  })
}

function fieldsOf(target: ColumnTarget): string[] {
  if (target === 'full_name') return ['first_name', 'last_name']
  return target === 'extra' || target === 'ignored' ? [] : [target]
}

function nameTarget(folded: string, taken: ReadonlySet<string>): 'full_name' | 'first_name' | 'last_name' | null {
  const isName = NAMES.has(folded)
  if (!isName && !FULL_NAMES.has(folded)) return null
  const hasFirst = taken.has('first_name')
  const hasLast = taken.has('last_name')
  if (!hasFirst && !hasLast) return 'full_name'
  if (!isName || (hasFirst && hasLast)) return null
  return hasFirst ? 'last_name' : 'first_name'
}

function toTarget(name: string, target: ColumnTarget): Column {
  if (isContactField(target)) return { name, use: 'field', field: target }
  return isLeadColumn(target) ? { name, use: 'lead', field: target } : { name, use: target, field: null }
}

function isLeadColumn(target: ColumnTarget): target is LeadColumn {
  return LEAD_COLUMNS.some((each) => each === target)
}

function otherColumn(name: string, names: readonly string[]): Column {
  if (name === REST_COLUMN) return { name, use: 'json', field: null }
  const explained = NAME_COLUMNS.get(name)
  const isBeside = explained !== undefined && names.includes(explained)
  return { name, use: name === '' || ASSIGNED.has(name) || isBeside ? 'ignored' : 'extra', field: null }
}

function foldedSet(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map(fold))
}

function fold(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Chinese and Japanese names begin with the family name. */
const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\s]+$/u

/** Splits "Silva, Ana", "Ana Silva" or "山田 花子". A single name is the first name. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const [before, after] = name.split(/,(.*)/s).map((part) => part.trim())
  if (before && after) return { first_name: after, last_name: before }
  const [first, ...rest] = name.trim().split(/\s+/)
  if (rest.length > 0 && FAMILY_FIRST.test(name)) return { first_name: rest.join(' '), last_name: first! }
  return { first_name: first!, last_name: rest.join(' ') }
}

/** The first word before the @: "ana" of ana.silva@example.com. */
export function nameOfAddress(email: string): string {
  const local = email.slice(0, email.lastIndexOf('@'))
  return local.match(/[\p{L}\p{M}]+/u)?.[0] ?? local
}
