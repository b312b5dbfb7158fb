import { type ExtraValue, foldName } from '../../contact-fields.ts'
import { build, type Db, type Pool, runOne, sql } from '../../db/database.ts'
import type { Parts } from '../../db/parts.ts'
import { type NextPart, readSlices } from '../../db/statements/paging.ts'
import { type NextPiece, sendPieces } from '../../http/answers/answer.ts'
import { callerOf, hidesLeaving, scopesOf, workspaceOf } from '../../http/call.ts'
import { csvParameters, fileMark, headerLanguage, SEPARATOR_OF } from '../../http/csv-file.ts'
import { readQuery } from '../../http/input.ts'
import * as Q from '../../http/query.ts'
import { operationsOf } from '../../http/route.ts'
import * as S from '../../lib/schema.ts'
import { guardFormula, writeRecord } from '../../lib/text/csv.ts'
import { groupDigits } from '../../lib/text/text.ts'
import type { Language } from '../../messages/languages.ts'
import type { Scope } from '../../scopes.ts'
import { type ContactFilter, filterQuery, readFilter, selectFiltered } from '../filter.ts'
import { selectContacts } from '../list.ts'
import { followMerged } from '../merge/addresses.ts'
import { findUnsearchedEnd } from '../search.ts'
import type { ContactRow } from '../store.ts'
import { type LeadWords, loadLeadWords } from '../team.ts'
import { labelOfColumn, labelsIn } from './column-labels.ts'
import { FIXED_COLUMNS, LEAD_COLUMNS, REST_COLUMN, toColumns } from './columns.ts'
import { isNamed, NAME_COLUMNS, type Names, selectNames, withNameColumns } from './name-columns.ts'

const EXTRA_COLUMNS_MAX = 200

const NAMES_STEP = 10_000
/** The extra fields of this many of the newest contacts get columns: the header comes before the first contact. */
const NAMES_LOOKED_AT = 20_000
const SEARCH_STEP = 100_000

const exportOptions = Q.parameters({
  raw: Q.flag(
    'Leaves every value as it is: for programs. Do not open such a file in a spreadsheet. False when left out.',
  ),
  ...csvParameters,
  names: Q.flag(
    'Adds the names of statuses, owners, forms, links, webhooks and posts in columns beside their ids. A name that the key may not read is empty. False when left out.',
  ),
  language: headerLanguage(
    'Writes the header in this language and times as `2026-11-15 09:30:00` (UTC), for people. An import recognises such a header. Left out, the columns have the names of the API.',
  ),
})

type ExportOptions = ReturnType<typeof exportOptions.read>

const NO_NAMES: Names = new Map()

export const exportContactsAsCsv = operationsOf<Pick<Parts, 'reads' | 'clock'>>('Contacts')({
  id: 'exportContacts',
  summary: 'Export contacts as CSV',
  description:
    'All that match, newest first, as a file (RFC 4180, UTF-8). Each additional field of the newest ' +
    `${groupDigits(NAMES_LOOKED_AT)} contacts has a column, up to ${EXTRA_COLUMNS_MAX}; the rest is JSON in the last column, \`extra\`. A value that a spreadsheet would run as a ` +
    'formula (it begins with `=`, `+`, `-`, `@`, a wide form of these, a tab or CR, or does so behind a semicolon, tab or ' +
    'line break, where some spreadsheets begin a cell) gets an apostrophe in front of the sign; an import takes it off again. A connection that ends before the last chunk is an incomplete file.',
  query: S.object({ ...filterQuery, ...(exportOptions.schema.properties as S.Fields) }),
  answers: {
    200: {
      description: 'The file, sent as it is read.',
      schema: S.string(),
      example:
        'id,created_at,first_name,last_name,email,company,utm_source,utm_medium,webhook_id,delivery_id,link_id,post_id,form_id,status,owner,tags,phone,extra,updated_at\r\n' +
        '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012,2026-11-15T09:30:00.000Z,Ana,Silva,ana@example.com,Example Ltd,' +
        "newsletter,email,,,,,,new,,,'+351 210 000 000,,2026-11-15T09:30:00.000Z\r\n",
      contentType: 'text/csv',
    },
  },
  async handle({ reads, clock }, request, reply) {
    const { filter, ...options } = readQuery(request, (issues, query) => ({
      filter: readFilter(issues, query, callerOf(request)),
      ...exportOptions.read(issues, query),
    }))
    const caller = { workspaceId: workspaceOf(request), scopes: scopesOf(callerOf(request)) }
    const wanted = await followMerged(reads, caller.workspaceId, filter)
    const pieces = exportContacts(reads, caller, { ...wanted, hidesLeaving: hidesLeaving(request) }, options)
    const date = new Date(clock.now()).toISOString().slice(0, 10)
    reply.header('content-type', 'text/csv; charset=utf-8')
    return sendPieces(reply.header('content-disposition', `attachment; filename="contacts-${date}.csv"`), pieces)
  },
})

/**
 * The contacts as CSV, newest first, in pieces that are read from the database on demand. Contacts created meanwhile
 * are not included: the steps go downwards from the newest id.
 */
function exportContacts(
  pool: Pool,
  { workspaceId, scopes }: { workspaceId: string; scopes: ReadonlySet<Scope> },
  filter: ContactFilter,
  { raw, bom, separator, language, names: hasNames }: ExportOptions,
): NextPiece {
  const mark = SEPARATOR_OF[separator]
  const write = (cells: string[]) => writeRecord(raw ? cells : cells.map(guardFormula), mark)
  const nextRows = readInSteps(pool, workspaceId, filter)
  const known = [...FIXED_COLUMNS, ...LEAD_COLUMNS]
  const columns = hasNames ? withNameColumns(known) : known
  let cellsOf: ((row: ContactRow, names: Names) => string[]) | null = null
  return async () => {
    if (cellsOf === null) {
      const extra = await findExtraNames(pool, workspaceId, filter, language)
      cellsOf = createCells(columns, extra, await loadLeadWords(pool, workspaceId), language)
      const head = [...columns, ...extra, REST_COLUMN, 'updated_at']
      return fileMark(bom) + write(head.map((name) => labelIn(language, name, extra)))
    }
    const rows = await nextRows()
    if (rows === null) return null
    const names = hasNames ? await selectNames(pool, workspaceId, rows, scopes) : NO_NAMES
    let text = ''
    for (const row of rows) text += write(cellsOf(row, names))
    return text
  }
}

/** A search with few matches would read everything in one statement, which has a time limit. */
function readInSteps(pool: Pool, workspaceId: string, filter: ContactFilter): NextPart<ContactRow> {
  let afterId: string | null = null
  let next: NextPart<ContactRow> | null = null
  let isLastStep = false
  return async () => {
    if (next === null) {
      const range = { order: 'desc' as const, afterId, most: SEARCH_STEP }
      const end = filter.q == null ? null : await findUnsearchedEnd(pool, workspaceId, filter, range)
      const bounded = end === null ? filter : { ...filter, created_after: end }
      const slice = { ...range, limit: Number.POSITIVE_INFINITY, offset: 0, total: 0 }
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

/** In steps, because a statement has a time limit, and limited, because anyone can invent names. */
async function findExtraNames(
  pool: Pool,
  workspaceId: string,
  filter: ContactFilter,
  language: Language | null,
): Promise<string[]> {
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
  // A name that an import would read as something else, such as "E-Mail", stays in the JSON.
  const isLabel = (name: string) => language !== null && labelsIn(language).has(foldName(name))
  const isExtra = (name: string) => toColumns(['first_name', 'last_name', name])[2]!.use === 'extra'
  return known.filter((name) => isExtra(name) && !isLabel(name)).sort()
}

function labelIn(language: Language | null, column: string, extra: readonly string[]): string {
  return language === null || extra.includes(column) ? column : labelOfColumn(column, language)
}

/** Spreadsheets read the second form as a time. */
function showTime(time: Date, language: Language | null): string {
  const text = time.toISOString()
  return language === null ? text : text.slice(0, 19).replace('T', ' ')
}

function createCells(
  columns: readonly string[],
  extraNames: readonly string[],
  words: LeadWords,
  language: Language | null,
) {
  const named = new Set(extraNames)
  return (row: ContactRow, names: Names): string[] => {
    const extra = row.extra as Record<string, ExtraValue>
    const rest = Object.entries(extra).filter(([name]) => !named.has(name))
    return [
      ...columns.map((column) =>
        column === 'created_at' ? showTime(row.created_at, language) : cellOf(column, row, words, names),
      ),
      ...extraNames.map((name) => (Object.hasOwn(extra, name) ? String(extra[name]) : '')),
      rest.length === 0 ? '' : JSON.stringify(Object.fromEntries(rest)),
      showTime(row.updated_at, language),
    ]
  }
}

function cellOf(column: string, row: ContactRow, words: LeadWords, names: Names): string {
  switch (column) {
    case 'status_name':
      return words.statusLabel(row.status)
    case 'owner':
      return words.ownerEmail(row.owner_id)
    case 'owner_name':
      return words.ownerName(row.owner_id)
    case 'tags':
      return row.tags.join(', ')
  }
  const id = NAME_COLUMNS.get(column)
  if (id !== undefined && isNamed(id)) return names.get(row[id] ?? '') ?? ''
  return row[column as 'email'] ?? ''
}

/**
 * New names of extra fields among the next `size` contacts, most frequent first. The next step continues below
 * `last_id`, which is null at the end.
 */
async function selectExtraNames(
  db: Db,
  workspaceId: string,
  filter: ContactFilter,
  step: { belowId: string | null; size: number; known: readonly string[]; most: number },
): Promise<{ names: string[]; last_id: string | null }> {
  let contacts = selectFiltered(workspaceId, filter).select(['id', 'extra']).orderBy('id', 'desc').limit(step.size)
  if (step.belowId !== null) contacts = contacts.where('id', '<', step.belowId)
  const statement = sql<{ names: string[]; last_id: string | null }>`
    with step as materialized (${contacts})
    select array(select name from step, jsonb_object_keys(extra) as name
                  where name <> all (${step.known}::text[])
                  group by name order by count(*) desc, name limit ${step.most}) as names,
           (select id from step order by id limit 1) as last_id`
  return (await runOne(db, { compile: () => statement.compile(build) }))!
}
