import { type ContactField, EXTRA_NAME_MAX, FIELD_NAMES, FIELD_SPECS, isContactField } from '../../contact-fields.ts'
import { parseEmail } from '../../lib/text/email.ts'
import { ASSIGNED } from '../input.ts'
import { NAME_COLUMNS } from './name-columns.ts'

const ORIGINS = ['webhook_id', 'delivery_id', 'link_id', 'post_id', 'form_id'] as const
export const FIXED_COLUMNS = ['id', 'created_at', ...FIELD_NAMES, ...ORIGINS] as const

/** The team sets these. The owner is written as an address. */
export const LEAD_COLUMNS = ['status', 'owner', 'tags'] as const
type LeadColumn = (typeof LEAD_COLUMNS)[number]

/** Extra fields without their own column, as JSON. */
export const REST_COLUMN = 'extra'

/** Why a row made no contact, in a file of such rows. An import leaves it out. */
export const REASON_COLUMN = 'Why it was not imported'

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
  ...['nomeecognome', 'nomeesobrenome', 'nomeeapelido', 'volledigenaam', 'fullstendignavn', 'ansprechpartner'],
])

interface Known {
  /** What the caller said. */
  decided?: Decisions
  /** What an earlier import with this header said. The caller's own decisions win. */
  remembered?: Decisions
  /** Some values of each column. */
  samples?: ReadonlyArray<readonly string[]>
}

/**
 * Decides the use of each column: by what was said about it, then by its name, then by its values. If two columns match
 * a field, the first gets it. Additional fields get a name that is allowed and not taken.
 */
export function toColumns(names: readonly string[], known: Known = {}): DecidedColumn[] {
  const { decided = new Map(), samples = [] } = known
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
  for (const index of open()) claim(index, fieldTarget(names[index]!, taken), 'name')
  for (const index of open()) claim(index, nameTarget(fold(names[index]!), taken), 'name')
  if (!taken.has('email')) claim(findAddresses(open(), names, samples), 'email', 'values')
  for (const index of open()) columns[index] = otherColumn(names[index]!, names)
  return nameExtras(columns as DecidedColumn[], taken)
}

/** The fields, and the names of additional fields, that a decision takes. */
function claimsOf(decision: Decision, name: string): string[] {
  if (typeof decision === 'object') return [extraClaim(decision.extra)]
  if (decision === 'full_name') return ['first_name', 'last_name']
  if (decision === 'ignored') return []
  return decision === 'extra' ? [extraClaim(name)] : [decision]
}

const extraClaim = (name: string) => `extra.${name}`

function fieldTarget(name: string, taken: ReadonlySet<string>): ColumnTarget | null {
  const asWritten = fold(name)
  // "E-mail (work)"
  const plain = fold(name.split(/[([]/, 1)[0]!)
  const target = FIELD_OF.get(asWritten) ?? LEAD_OF.get(asWritten) ?? FIELD_OF.get(plain)
  return target === undefined || taken.has(target) ? null : target
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

/** The place of the column that holds most addresses, if these are most of its values; otherwise -1. */
function findAddresses(
  open: readonly number[],
  names: readonly string[],
  samples: ReadonlyArray<readonly string[]>,
): number {
  let best = { index: -1, addresses: 0 }
  for (const index of open) {
    const values = samples[index] ?? []
    if (ASSIGNED.has(names[index]!) || names[index] === REASON_COLUMN) continue
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
  const isIgnored = name === REASON_COLUMN || ASSIGNED.has(name) || isBeside
  return { name, use: isIgnored ? 'ignored' : 'extra', field: null, decided_by }
}

/** Two columns may have one name or none, and names may be too long. */
function nameExtras(columns: readonly DecidedColumn[], claimed: ReadonlySet<string>): DecidedColumn[] {
  const named = columns.filter(({ use, field }) => use !== 'ignored' && use !== 'field' && (use !== 'extra' || field))
  const taken = new Set(named.map(({ use, name, field }) => (use === 'extra' ? field! : name)))
  return columns.map((column, index) => {
    if (column.use !== 'extra' || column.field !== null) return column
    const isOwn = column.decided_by !== 'name' && column.decided_by !== 'values'
    const isFree = (name: string) => !taken.has(name) && (isOwn || !claimed.has(extraClaim(name)))
    const field = freeName(column.name || `Column ${index + 1}`, isFree)
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

function foldedSet(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map(fold))
}

export function fold(name: string): string {
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
