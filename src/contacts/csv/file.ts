import {
  type ContactInput,
  FRESH_LEAD,
  isContactField,
  type Lead,
  nameOfAddress,
  splitName,
  TAGS_MAX,
} from '../../contact-fields.ts'
import type { Request } from '../../http/call.ts'
import { badBody, throwIssues } from '../../http/input.ts'
import { languageOf } from '../../http/language.ts'
import { createTurns } from '../../lib/bounds/work-line.ts'
import { createIssues, type Details, type Issues } from '../../lib/issues.ts'
import { SHEET_ROWS_MAX } from '../../lib/spreadsheet/limits.ts'
import { restoreBreaks } from '../../lib/spreadsheet/sheet-text.ts'
import {
  type CsvRecord,
  detectSeparator,
  ROW_LENGTH_MAX,
  readSeparatorLine,
  type Separator,
  scanCsv,
  unguardFormula,
} from '../../lib/text/csv.ts'
import { parseEmail } from '../../lib/text/email.ts'
import type { Encoding } from '../../lib/text/encoding.ts'
import { type Message, message } from '../../messages/message.ts'
import { LEAD_FIELDS, readContact, splitTags } from '../input.ts'
import type { LeadWords } from '../team.ts'
import { readFileText } from './body.ts'
import { type Column, type DecidedColumn, type Decisions, toColumns } from './columns.ts'
import { type Duplicates, IMPORT_COLUMNS_MAX, type ImportOptions, nameTag } from './schemas.ts'

/** A file whose header was read, but not its rows. */
export interface ImportFile extends ImportOptions {
  columns: DecidedColumn[]
  /** The names of the columns, in order. */
  names: readonly string[]
  /** Some values of each column. */
  samples: string[][]
  text: string
  firstLine: number
}

/** The caller's options; null for those that Doorpost detects. */
interface FileReading {
  raw: boolean
  duplicates: Duplicates
  notify: boolean
  encoding: Encoding | null
  separator: Separator | null
  decided: Decisions
  /** Finds the decisions of an earlier import with this header. */
  recall: (names: readonly string[]) => Promise<Decisions>
  /** Whether columns may be missing that every contact needs: a preview shows what there is. */
  isPreview: boolean
}

/** The rows whose values help to tell what a column is. */
const SAMPLE_ROWS = 50

/** Reads the body as a file. Adds every broken rule of the header to `issues`. */
export async function readImportFile(issues: Issues, request: Request, reading: FileReading): Promise<ImportFile> {
  const { raw, duplicates, notify, decided, recall, isPreview } = reading
  const { format, encoding, text: whole, startLine } = await readFileText(request, reading.encoding)
  const isCsv = format === 'csv'
  const line = isCsv ? readSeparatorLine(whole) : { length: 0, separator: null }
  const text = whole.slice(line.length)
  const separator = isCsv ? (reading.separator ?? line.separator ?? detectSeparator(text)) : ','
  const [header, ...rows] = await firstRecords(text, separator)
  if (header === undefined || isBlank(header)) throw badBody(message('import.no_header'))
  if (header.problem !== null) throw badBody(explainProblem(header))
  if (header.cellCount > IMPORT_COLUMNS_MAX) {
    issues.add('header', 'import.too_many_columns', { max: IMPORT_COLUMNS_MAX, count: header.cellCount })
    throwIssues(issues)
  }
  const names = readNames(header, isCsv, raw)
  const language = languageOf(request)
  const samples = names.map((_, index) => rows.flatMap(({ cells }) => (cells[index]?.trim() ? [cells[index]] : [])))
  const columns = toColumns(names, { decided, remembered: await recall(names), samples, language })
  checkColumns(issues, columns, decided, isPreview)
  const firstLine = startLine + (line.length > 0 ? 1 : 0) + (text.slice(0, header.end).match(/\n/g)?.length ?? 0)
  const options = { raw, duplicates, notify, format, encoding, separator, columns, language }
  return { ...options, names, samples, text: text.slice(header.end), firstLine }
}

/** The header and some rows. */
async function firstRecords(text: string, separator: Separator): Promise<CsvRecord[]> {
  const turns = createTurns()
  const records: CsvRecord[] = []
  for (const record of scanCsv(text, separator)) {
    if (record !== null) records.push(record)
    if (records.length > SAMPLE_ROWS) break
    if (turns.isDue()) await turns.next()
  }
  return records
}

function readNames({ cells }: CsvRecord, isCsv: boolean, raw: boolean): string[] {
  const names = isCsv ? cells : cells.map((cell) => cell.replaceAll('\r', ' '))
  return names.map((name) => (raw ? name : unguardFormula(name)).trim())
}

function checkColumns(issues: Issues, columns: readonly DecidedColumn[], decided: Decisions, isPreview: boolean): void {
  const places = new Map<string, number>()
  const claim = (what: string, index: number, code: 'import.same_field' | 'import.same_half' | 'import.same_name') => {
    const first = places.get(what)
    if (first === undefined) places.set(what, index)
    else issues.add('header', { code, values: { first: first + 1, second: index + 1, name: what } })
  }
  for (const [index, { name, use, field, decided_by }] of columns.entries()) {
    if (use === 'extra') checkName(issues, decided_by === 'request' ? 'columns' : 'header', field ?? name)
    if (use === 'field') claim(field!, index, 'import.same_field')
    else if (use === 'full_name') for (const half of ['first_name', 'last_name']) claim(half, index, 'import.same_half')
    else if (use === 'extra') claim(`extra.${field ?? name}`, index, 'import.same_name')
    else if (use !== 'ignored') claim(`extra.${name}`, index, 'import.same_name')
  }
  for (const place of decided.keys()) {
    if (place > columns.length) issues.add('columns', 'import.no_such_column', { place, count: columns.length })
  }
  if (!isPreview && !places.has('first_name') && !places.has('email')) {
    const names = columns.map(({ name }) => `"${name.slice(0, 40).toWellFormed()}"`).slice(0, 10)
    issues.add('header', 'import.no_first_name', { names: names.join(', ') })
  }
}

function checkName(issues: Issues, path: string, name: string): void {
  const found = createIssues()
  readContact(found, { first_name: 'x', extra: { [name]: 'x' } })
  for (const message of Object.values(found.details).flat()) issues.add(path, message)
}

/** `isNamed`: the first name was taken from the address. */
type RowResult = { input: ContactInput; isNamed: boolean } | { reasons: Details } | 'blank'

export function readRow(
  record: CsvRecord,
  { columns, raw, format, language }: Pick<ImportOptions, 'columns' | 'raw' | 'format' | 'language'>,
  words: LeadWords,
): RowResult {
  if (isBlank(record)) return 'blank'
  const issues = createIssues()
  if (record.problem !== null) issues.add('row', explainProblem(record))
  else if (record.hasMore || record.cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
    issues.add('row', 'import.too_many_cells', { count: record.cellCount, columns: columns.length })
  }
  // The values are in the wrong columns, so more messages would only confuse.
  if (issues.count > 0) return { reasons: issues.details }
  const { body, ownerId } = toBody(
    issues,
    record.cells.map((cell) => readCell(cell, { format, raw })),
    columns,
    words,
  )
  const isNamed = nameByAddress(body)
  const input = readContact(issues, body, true)
  if (isNamed) input.lead = markName(input.lead ?? FRESH_LEAD, nameTag(language))
  if (ownerId !== null) input.lead = { ...(input.lead ?? FRESH_LEAD), owner_id: ownerId }
  return issues.count > 0 ? { reasons: nameColumns(issues.details, columns) } : { input, isNamed }
}

/** The reasons in the words of the file: they name its columns instead of our fields. */
function nameColumns(reasons: Details, columns: readonly Column[]): Details {
  const entries = Object.entries(reasons).map(([field, messages]) => {
    const column = columns.find((each) => each.use === 'field' && each.field === field)
    const own = field === 'first_name' ? messages.map(explainName) : messages
    if (column === undefined || column.name === '') return [field, own]
    const name = `"${column.name}"`
    return [field, own.map(({ code, values }) => ({ code, values: { ...values, field: name } }))]
  })
  return Object.fromEntries(entries)
}

/** A missing name is only wrong because there is no address to take it from. */
function explainName(reason: Message): Message {
  return reason.code === 'field.required' || reason.code === 'field.blank' ? message('import.nameless_row') : reason
}

/** The value of a cell, as it was before it was written into the file. */
export function readCell(cell: string, { format, raw }: Pick<ImportOptions, 'format' | 'raw'>): string {
  const text = format === 'csv' ? cell : restoreBreaks(cell)
  return raw ? text : unguardFormula(text)
}

/** Gives a row without a first name the one of its address. Returns whether it did. */
function nameByAddress(body: Record<string, unknown>): boolean {
  const { first_name, email } = body
  if (typeof email !== 'string' || (typeof first_name === 'string' && first_name.trim() !== '')) return false
  if ('problem' in parseEmail(email.trim())) return false
  body.first_name = nameOfAddress(email.trim())
  return true
}

function markName(lead: Readonly<Lead>, tag: string): Lead {
  const tags = lead.tags.length < TAGS_MAX ? [...new Set([...lead.tags, tag])] : lead.tags
  return { ...lead, tags }
}

/** For a contact that has a name already. */
export function unmarkName(input: ContactInput, tag: string): ContactInput {
  return input.lead
    ? { ...input, lead: { ...input.lead, tags: input.lead.tags.filter((each) => each !== tag) } }
    : input
}

function toBody(
  issues: Issues,
  cells: readonly string[],
  columns: readonly Column[],
  words: LeadWords,
): { body: Record<string, unknown>; ownerId: string | null } {
  const body: Array<[string, unknown]> = []
  const extra: Record<string, unknown> = {}
  let ownerId: string | null = null
  for (const [index, column] of columns.entries()) {
    const text = cells[index] ?? ''
    const isBlank = text.trim() === ''
    if (column.use === 'field') body.push([column.field!, text])
    else if (column.use === 'extra') {
      const name = column.field ?? column.name
      if (isOurs(name)) extra[name] = text
      else body.push([name, text])
    } else if (column.use === 'full_name') {
      // The full name also stays as an additional field, because where to split it is a guess.
      if (!isBlank) body.push(...Object.entries(splitName(text)), [column.name || 'full_name', text])
    } else if (column.use === 'lead') {
      const owner = column.field === 'owner' ? words.ownerOf(text) : null
      if (owner !== null) ownerId = owner
      else body.push(readLeadCell(column, text, words))
    } else if (column.use === 'json' && !isBlank) Object.assign(extra, parseObject(issues, text))
  }
  if (Object.keys(extra).length > 0) body.push(['extra', extra])
  return { body: Object.fromEntries(body), ownerId }
}

const OWN_NAMES: ReadonlySet<string> = new Set([...LEAD_FIELDS, 'extra'])

/** Whether an additional field of this name would be taken for one of our fields, unless it is inside `extra`. */
function isOurs(name: string): boolean {
  return isContactField(name) || OWN_NAMES.has(name)
}

/** A value without a meaning here becomes an additional field: files of other programs are not refused for it. */
function readLeadCell({ name, field }: Column, text: string, words: LeadWords): [string, unknown] {
  const status = field === 'status' ? words.statusOf(text) : null
  if (status !== null) return ['status', status]
  const tags = field === 'tags' ? splitTags(text) : null
  return tags === null ? [name, text] : ['tags', tags]
}

function parseObject(issues: Issues, text: string): object | null {
  const value = parseJsonObject(text)
  if (value === null) issues.add('extra', 'import.extra_not_json')
  return value
}

export function parseJsonObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

function isBlank({ cells, hasMore }: CsvRecord): boolean {
  return !hasMore && cells.every((cell) => cell.trim() === '')
}

function explainProblem({ line, problem }: CsvRecord): Message {
  if (problem === 'open_quote') return message('import.open_quote', { line })
  if (problem === 'long_row') return message('import.long_row', { line, max: ROW_LENGTH_MAX })
  return message('import.quote_inside', { line })
}

export interface Part {
  first_line: number
  rows: number
  text: string
}

const PART_ROWS = 500
/** Long rows make small parts, so that each is stored within milliseconds. */
const PART_LENGTH = 131_072

/**
 * Splits the rows into parts. Throws if there are none or too many, or if a quote is never closed, because then the
 * ends of rows are unknown. Lets other requests run in between.
 */
export async function cutFile({ text, separator, firstLine }: ImportFile): Promise<Part[]> {
  const turns = createTurns()
  const parts: Part[] = []
  let total = 0
  let rows = 0
  let start = 0
  let end = 0
  let line = firstLine
  const endPart = () => {
    total += rows
    if (total > SHEET_ROWS_MAX) {
      throw badBody(message('import.too_many_rows', { max: SHEET_ROWS_MAX }))
    }
    parts.push({ first_line: line, rows, text: text.slice(start, end) })
  }
  for (const record of scanCsv(text, separator, firstLine)) {
    if (turns.isDue()) await turns.next()
    if (record === null) continue
    if (record.problem === 'open_quote') throw badBody(explainProblem(record))
    if (rows === PART_ROWS || (rows > 0 && end - start >= PART_LENGTH)) {
      endPart()
      rows = 0
      start = record.start
      line = record.line
    }
    rows++
    end = record.end
  }
  if (rows === 0) throw badBody(message('import.no_rows'))
  endPart()
  return parts
}
