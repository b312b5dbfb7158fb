import type { ExtraValue } from '../../contact-fields.ts'
import type { Pool } from '../../db/database.ts'
import { type NextPart, readSlices } from '../../db/statements/paging.ts'
import type { NextPiece } from '../../http/answers/answer.ts'
import { guardFormula, writeRecord } from '../../lib/text/csv.ts'
import { type ContactFilter, type ContactRow, findSearchEnd, selectContacts, selectExtraNames } from '../store.ts'
import { type LeadWords, loadLeadWords } from '../words.ts'
import { FIXED_COLUMNS, LEAD_COLUMNS, REST_COLUMN, toColumns } from './columns.ts'

/** Extra fields with a column of their own. */
export const EXTRA_COLUMNS_MAX = 200

const NAMES_STEP = 10_000
/** Of how many contacts, the newest, extra fields get columns: the header has to come before the first contact. */
export const NAMES_LOOKED_AT = 20_000
const SEARCH_STEP = 100_000

const BYTE_ORDER_MARK = '\u{feff}'

/**
 * The contacts as CSV, newest first, in pieces that are read from the database as they are asked for. What is created
 * meanwhile is not among them: the steps go downwards from the newest id.
 */
export function exportContacts(
  pool: Pool,
  workspaceId: string,
  filter: ContactFilter,
  { raw, bom }: { raw: boolean; bom: boolean },
): NextPiece {
  const guard = raw ? (text: string) => text : guardFormula
  const nextRows = readInSteps(pool, workspaceId, filter)
  let known: { names: string[]; words: LeadWords } | null = null
  return async () => {
    if (known === null) {
      const names = await findExtraNames(pool, workspaceId, filter)
      known = { names, words: await loadLeadWords(pool, workspaceId) }
      const header = [...FIXED_COLUMNS, ...LEAD_COLUMNS, ...names, REST_COLUMN]
      return (bom ? BYTE_ORDER_MARK : '') + writeRecord(header.map(guard))
    }
    const { names, words } = known
    const rows = await nextRows()
    if (rows === null) return null
    return rows.map((row) => writeRecord(cellsOf(row, names, words).map(guard))).join('')
  }
}

/** A search that finds little would read through everything in one statement, which has a time limit. */
function readInSteps(pool: Pool, workspaceId: string, filter: ContactFilter): NextPart<ContactRow> {
  let afterId: string | null = null
  let next: NextPart<ContactRow> | null = null
  let isLastStep = false
  return async () => {
    if (next === null) {
      const range = { afterId, most: SEARCH_STEP }
      const end = filter.search == null ? null : await findSearchEnd(pool, workspaceId, filter, range)
      const bounded = end === null ? filter : { ...filter, fromId: end }
      const slice = { limit: Number.POSITIVE_INFINITY, offset: 0, afterId, total: 0 }
      next = readSlices(slice, (part) => selectContacts(pool, workspaceId, bounded, part))
      afterId = end
      isLastStep = end === null
    }
    const rows = await next()
    if (rows !== null || isLastStep) return rows
    next = null
    return []
  }
}

/** In steps, because a statement has a time limit; and no more than have room: anybody can invent names. */
async function findExtraNames(pool: Pool, workspaceId: string, filter: ContactFilter): Promise<string[]> {
  const known: string[] = []
  let belowId: string | null = null
  let lookedAt = 0
  do {
    const most: number = EXTRA_COLUMNS_MAX - known.length
    const step = await selectExtraNames(pool, workspaceId, filter, { belowId, size: NAMES_STEP, known, most })
    known.push(...step.names)
    belowId = step.last_id
    lookedAt += NAMES_STEP
  } while (belowId !== null && known.length < EXTRA_COLUMNS_MAX && lookedAt < NAMES_LOOKED_AT)
  // One that would be read as something else when it comes back, such as "E-Mail", stays in the JSON.
  return known.filter((name) => toColumns(['first_name', 'last_name', name])[2]!.use === 'extra').sort()
}

function cellsOf(row: ContactRow, names: readonly string[], words: LeadWords): string[] {
  const rest = new Map(Object.entries(row.extra as Record<string, ExtraValue>))
  const fixed = FIXED_COLUMNS.map((name) => (name === 'created_at' ? row.created_at.toISOString() : (row[name] ?? '')))
  const lead = [row.status, words.ownerEmail(row.owner_id), row.tags.join(', ')]
  const extra = names.map((name) => {
    const value = rest.get(name)
    rest.delete(name)
    return value === undefined ? '' : String(value)
  })
  return [...fixed, ...lead, ...extra, rest.size === 0 ? '' : JSON.stringify(Object.fromEntries(rest))]
}
