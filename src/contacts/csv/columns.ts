import {
  commonExtraNamed,
  EXTRA_NAME_MAX,
  FIELD_NAMES,
  fieldNamed,
  foldName,
  isContactField,
  nameTarget,
} from '../../contact-fields.ts'
import { parseEmail } from '../../lib/text/email.ts'
import type { Language } from '../../messages/languages.ts'
import { sayIn } from '../../messages/sentence.ts'
import { ASSIGNED } from '../input.ts'
import { isReasonColumn, readLabels } from './column-labels.ts'
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
   * `extra` becomes an additional field, `json` several of them, `full_name` first and last name. A `lead` value that
   * means nothing here becomes an additional field, too.
   */
  use: 'field' | 'lead' | 'full_name' | 'extra' | 'json' | 'ignored'
  /** Which `field` or `lead` it is. For an `extra`: the name of the additional field, if it differs from the column's. */
  field: string | null
}

/** Who decided the use: the name of the column, the values in it, an earlier import, or the caller. */
export const DECIDERS = ['name', 'values', 'remembered', 'request'] as const
export interface DecidedColumn extends Column {
  decided_by: (typeof DECIDERS)[number]
}

export const COLUMN_TARGETS = [...FIELD_NAMES, ...LEAD_COLUMNS, 'full_name', 'extra', 'ignored'] as const
type ColumnTarget = (typeof COLUMN_TARGETS)[number]
/** What becomes of a column; `{ extra }` is an additional field of that name. */
export type Decision = ColumnTarget | { extra: string }
/** By the place of the column, from 1. */
export type Decisions = ReadonlyMap<number, Decision>

const LEAD_OF = new Map<string, LeadColumn>([
  ...LEAD_COLUMNS.map((name) => [name, name] as const),
  ['leadstatus', 'status'],
  ['leadowner', 'owner'],
  ['contactowner', 'owner'],
])

interface Known {
  /** The caller's decisions. */
  decided?: Decisions
  /** Decisions of an earlier import with this header. The caller's win over them. */
  remembered?: Decisions
  /** Some values of each column. */
  samples?: ReadonlyArray<readonly string[]>
  /** The language of names for columns without one. */
  language?: Language
}

/**
 * Decides the use of each column: by these decisions, then by its name, then by its values. If two columns match a
 * field, the one with the field's own name gets it, otherwise the first. Common additional fields get their usual name,
 * the others one that is allowed and not taken.
 */
export function toColumns(names: readonly string[], known: Known = {}): DecidedColumn[] {
  return decideColumns(readLabels(names), known).map((column, index) => ({ ...column, name: names[index]! }))
}

function decideColumns(names: readonly string[], known: Known): DecidedColumn[] {
  const { decided = new Map(), samples = [], language = 'en' } = known
  const taken = new Set([...decided].flatMap(([place, decision]) => claimsOf(decision, names[place - 1] ?? '')))
  const remembered = new Map<number, Decision>()
  for (const [place, decision] of known.remembered ?? []) {
    const claims = claimsOf(decision, names[place - 1] ?? '')
    if (decided.has(place) || claims.some((claim) => taken.has(claim))) continue
    remembered.set(place, decision)
    for (const claim of claims) taken.add(claim)
  }
  const columns: Array<DecidedColumn | null> = names.map((name, index) => {
    const own = decided.get(index + 1)
    if (own !== undefined) return toDecided(name, own, 'request')
    const earlier = remembered.get(index + 1)
    return earlier === undefined ? null : toDecided(name, earlier, 'remembered')
  })
  const claim = (index: number, target: ColumnTarget | null, by: 'name' | 'values') => {
    if (target === null) return
    columns[index] = toDecided(names[index]!, target, by)
    for (const each of claimsOf(target, names[index]!)) taken.add(each)
  }
  const open = () => [...names.keys()].filter((index) => columns[index] === null)
  for (const index of open()) claim(index, ownName(names[index]!, taken), 'name')
  for (const index of open()) claim(index, fieldTarget(names[index]!, taken), 'name')
  for (const index of open()) claim(index, nameTarget(foldName(names[index]!), namesIn(taken)), 'name')
  if (!taken.has('email')) claim(findAddresses(open(), names, samples), 'email', 'values')
  for (const index of open()) {
    const extra = commonExtra(names, index, taken)
    if (extra === null) continue
    columns[index] = toDecided(names[index]!, { extra }, 'name')
    taken.add(extraClaim(extra))
  }
  for (const index of open()) columns[index] = otherColumn(names[index]!, names)
  return nameExtras(columns as DecidedColumn[], taken, language)
}

const namesIn = (taken: ReadonlySet<string>) => ({
  hasFirst: taken.has('first_name'),
  hasLast: taken.has('last_name'),
})

/** The fields, and the names of additional fields, that a decision takes. */
function claimsOf(decision: Decision, name: string): string[] {
  if (typeof decision === 'object') return [extraClaim(decision.extra)]
  if (decision === 'full_name') return ['first_name', 'last_name']
  if (decision === 'ignored') return []
  return decision === 'extra' ? [extraClaim(name)] : [decision]
}

const extraClaim = (name: string) => `extra.${name}`

const OWN_NAMES = new Map([...FIELD_NAMES, ...LEAD_COLUMNS].map((name) => [foldName(name), name] as const))

/** The field of this very name. It wins over names that mean the same: "Email" gets the address, not "Work email". */
function ownName(name: string, taken: ReadonlySet<string>): ColumnTarget | null {
  const target = OWN_NAMES.get(foldName(name))
  return target === undefined || taken.has(target) ? null : target
}

function fieldTarget(name: string, taken: ReadonlySet<string>): ColumnTarget | null {
  const asWritten = foldName(name)
  // "E-mail (work)"
  const plain = foldName(name.split(/[([]/, 1)[0]!)
  const target = fieldNamed(asWritten) ?? LEAD_OF.get(asWritten) ?? fieldNamed(plain)
  return target === undefined || taken.has(target) ? null : target
}

/**
 * The common additional field of this column: "Telefon" → phone. The column of that very name goes before it. In our own
 * exports every additional field keeps its name.
 */
function commonExtra(names: readonly string[], index: number, taken: ReadonlySet<string>): string | null {
  const extra = commonExtraNamed(foldName(names[index]!))
  if (extra === undefined || names.includes(extra) || taken.has(extraClaim(extra))) return null
  return FIXED_COLUMNS.every((column) => names.includes(column)) ? null : extra
}

/** The place of the column that holds most addresses, if these are most of its values; otherwise -1. */
function findAddresses(
  open: readonly number[],
  names: readonly string[],
  samples: ReadonlyArray<readonly string[]>,
): number {
  let best = { index: -1, addresses: 0 }
  for (const index of open) {
    const values = samples[index] ?? []
    if (ASSIGNED.has(names[index]!) || isReasonColumn(names[index]!)) continue
    const addresses = values.filter((value) => 'email' in parseEmail(value.trim())).length
    if (addresses * 2 > values.length && addresses > best.addresses) best = { index, addresses }
  }
  return best.index
}

function toDecided(name: string, decision: Decision, decided_by: DecidedColumn['decided_by']): DecidedColumn {
  if (typeof decision === 'object') return { name, use: 'extra', field: decision.extra, decided_by }
  if (isContactField(decision)) return { name, use: 'field', field: decision, decided_by }
  const isLead = LEAD_COLUMNS.some((each) => each === decision)
  if (isLead) return { name, use: 'lead', field: decision, decided_by }
  return { name, use: decision as 'full_name' | 'extra' | 'ignored', field: null, decided_by }
}

function otherColumn(name: string, names: readonly string[]): DecidedColumn {
  const decided_by = 'name'
  if (name === REST_COLUMN) return { name, use: 'json', field: null, decided_by }
  const explained = NAME_COLUMNS.get(name)
  const isBeside = explained !== undefined && names.includes(explained)
  const isIgnored = isReasonColumn(name) || ASSIGNED.has(name) || isBeside
  return { name, use: isIgnored ? 'ignored' : 'extra', field: null, decided_by }
}

/** Two columns may have one name or none, and names may be too long. */
function nameExtras(
  columns: readonly DecidedColumn[],
  claimed: ReadonlySet<string>,
  language: Language,
): DecidedColumn[] {
  const named = columns.filter(({ use, field }) => use !== 'ignored' && use !== 'field' && (use !== 'extra' || field))
  const taken = new Set(named.map(({ use, name, field }) => (use === 'extra' ? field! : name)))
  return columns.map((column, index) => {
    if (column.use !== 'extra' || column.field !== null) return column
    const isOwn = column.decided_by !== 'name' && column.decided_by !== 'values'
    const isFree = (name: string) => !taken.has(name) && (isOwn || !claimed.has(extraClaim(name)))
    const field = freeName(column.name || sayIn(language)('column.unnamed', { number: index + 1 }), isFree)
    taken.add(field)
    return { ...column, field: field === column.name ? null : field }
  })
}

function freeName(name: string, isFree: (name: string) => boolean): string {
  const clean = [...name.toWellFormed().replace(/\p{Cc}+/gu, ' ')]
  for (let count = 1; ; count++) {
    const ending = count === 1 ? '' : ` ${count}`
    const candidate =
      clean
        .slice(0, EXTRA_NAME_MAX - ending.length)
        .join('')
        .trim() + ending
    if (isFree(candidate)) return candidate
  }
}
