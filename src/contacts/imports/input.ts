import { isUtf8 } from 'node:buffer'
import { type ContactInput, FRESH_LEAD } from '../../contact-fields.ts'
import type { Request } from '../../http/call.ts'
import { badBody, type ContentRule, checkContent } from '../../http/server/body.ts'
import { createTurns } from '../../lib/bounds/turns.ts'
import { createIssues, type Issues } from '../../lib/issues.ts'
import {
  type CsvRecord,
  detectSeparator,
  ROW_LENGTH_MAX,
  type Separator,
  scanCsv,
  unguardFormula,
} from '../../lib/text/csv.ts'
import { readContact } from '../input.ts'
import { splitTags } from '../leads/input.ts'
import type { LeadWords } from '../leads/words.ts'
import { type Column, toColumn } from './csv-columns.ts'
import { IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX, type ImportOptions } from './schemas.ts'

/** A file whose header was read. Its rows were not read yet. */
export interface ImportFile extends ImportOptions {
  /** The rows, without the header. */
  text: string
  firstLine: number
}

const ENCODING_ADVICE =
  'Save it as "CSV UTF-8" (Excel), or export it again with the character set UTF-8, and send that.'
const BYTE_ORDER_MARK = 0xefbbbf

const CSV_CONTENT: ContentRule = {
  type: /^text\/csv[\t ]*(?:;|$)/i,
  instead: {
    compressed: 'Send the file without compression.',
    otherType: 'text/csv. Send the file itself as the body, with that header.',
    otherCharset: ENCODING_ADVICE,
  },
}

/** Reads what was sent as a file. Every broken rule of the header goes to `issues`. */
export async function readImportFile(
  issues: Issues,
  request: Request,
  options: { raw: boolean; skip_existing: boolean },
): Promise<ImportFile> {
  const text = readCsvText(request)
  const separator = detectSeparator(text)
  const header = await firstRecord(text, separator)
  if (header === null || isBlank(header)) {
    throw badBody('The file does not begin with a header. Send the names of the columns as its first line.')
  }
  if (header.problem !== null) throw badBody(explainProblem(header))
  const columns = readColumns(issues, header, options.raw)
  const firstLine = 1 + (text.slice(0, header.end).match(/\n/g)?.length ?? 0)
  return { ...options, separator, columns, text: text.slice(header.end), firstLine }
}

async function firstRecord(text: string, separator: Separator): Promise<CsvRecord | null> {
  const turns = createTurns()
  for (const record of scanCsv(text, separator)) {
    if (record !== null) return record
    if (turns.isDue()) await turns.next()
  }
  return null
}

function readCsvText(request: Request): string {
  checkContent(request, CSV_CONTENT)
  const { body: bytes } = request
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw badBody('The body is empty. Send a CSV file.')
  // A decoder that checks as well takes five times as long.
  if (!isUtf8(bytes)) throw badBody(`The file is not UTF-8. ${ENCODING_ADVICE}`)
  const hasMark = bytes.length >= 3 && bytes.readUIntBE(0, 3) === BYTE_ORDER_MARK
  const text = bytes.toString('utf8', hasMark ? 3 : 0)
  // UTF-16 text is full of them, and PostgreSQL cannot store them.
  if (text.includes('\0')) throw badBody(`The file holds zero bytes, so it is not UTF-8 text. ${ENCODING_ADVICE}`)
  return text
}

function readColumns(issues: Issues, { cells, cellCount }: CsvRecord, raw: boolean): Column[] {
  if (cellCount > IMPORT_COLUMNS_MAX) {
    issues.add('header', `A file has at most ${IMPORT_COLUMNS_MAX} columns, but this one has ${cellCount}.`)
    return []
  }
  const columns = cells.map((cell) => toColumn((raw ? cell : unguardFormula(cell)).trim()))
  const places = new Map<string, number>()
  for (const [index, column] of columns.entries()) {
    const { name, use, field } = column
    if (use === 'extra') checkName(issues, name)
    if (use === 'ignored') continue
    const first = places.get(field ?? name)
    if (first === undefined) places.set(field ?? name, index)
    else {
      const what = field === null ? 'have the same name' : `both are ${field}`
      issues.add('header', `Columns ${first + 1} and ${index + 1} ${what}. Rename or remove one of them.`)
    }
  }
  if (!places.has('first_name')) {
    const names = columns.map(({ name }) => `"${name.slice(0, 40).toWellFormed()}"`).slice(0, 10)
    issues.add(
      'header',
      `No column is first_name, which every contact needs; there are ${names.join(', ')}. Rename the column that has it.`,
    )
  }
  return columns
}

/** By the rules for names of additional fields. */
function checkName(issues: Issues, name: string): void {
  const found = createIssues()
  readContact(found, { first_name: 'x', [name]: 'x' })
  for (const message of Object.values(found.details).flat()) issues.add('header', message)
}

export type RowResult = { input: ContactInput } | { reasons: Record<string, string[]> } | 'blank'

/** What becomes of a row. */
export function readRow(
  record: CsvRecord,
  { columns, raw }: Pick<ImportOptions, 'columns' | 'raw'>,
  words: LeadWords,
): RowResult {
  if (isBlank(record)) return 'blank'
  const issues = createIssues()
  if (record.problem !== null) issues.add('row', explainProblem(record))
  else if (record.hasMore || record.cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
    issues.add(
      'row',
      `The row has ${record.cellCount} cells, but the header has ${columns.length}. Put a value that holds the ` +
        'separator in quotes.',
    )
  }
  // The values are in the wrong columns then: further messages would only confuse.
  if (issues.count > 0) return { reasons: issues.details }
  const { body, ownerId } = toBody(issues, record.cells, columns, raw, words)
  const input = readContact(issues, body, true)
  if (ownerId !== null) input.lead = { ...(input.lead ?? FRESH_LEAD), owner_id: ownerId }
  return issues.count > 0 ? { reasons: issues.details } : { input }
}

function toBody(
  issues: Issues,
  cells: readonly string[],
  columns: readonly Column[],
  raw: boolean,
  words: LeadWords,
): { body: Record<string, unknown>; ownerId: string | null } {
  const body: Array<[string, unknown]> = []
  let ownerId: string | null = null
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? ''
    const text = raw ? cell : unguardFormula(cell)
    const isBlank = text.trim() === ''
    if (column.use === 'field' || column.use === 'extra') body.push([column.field ?? column.name, text])
    else if (column.use === 'lead') {
      const owner = column.field === 'owner' ? words.ownerOf(text) : null
      if (owner !== null) ownerId = owner
      else body.push(readLeadCell(column, text, words))
    } else if (column.use === 'json' && !isBlank) body.push(['extra', parseObject(issues, text)])
    else if (column.name === '' && !isBlank) {
      issues.add('row', `Cell ${index + 1} has a value, but its column has no name. Name it in the header.`)
    }
  }
  return { body: Object.fromEntries(body), ownerId }
}

/** What means nothing here is an additional field, as in any other column: a file of another program is not refused over it. */
function readLeadCell({ name, field }: Column, text: string, words: LeadWords): [string, unknown] {
  const status = field === 'status' ? words.statusOf(text) : null
  if (status !== null) return ['status', status]
  const tags = field === 'tags' ? splitTags(text) : null
  return tags === null ? [name, text] : ['tags', tags]
}

function parseObject(issues: Issues, text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Refused below.
  }
  issues.add('extra', 'extra must be a JSON object of additional fields. Rename the column if it is something else.')
  return null
}

function isBlank({ cells, hasMore }: CsvRecord): boolean {
  return !hasMore && cells.every((cell) => cell.trim() === '')
}

function explainProblem({ line, problem }: CsvRecord): string {
  switch (problem) {
    case 'open_quote':
      return `A quote in the row that begins at line ${line} is never closed. Close it, or write "" for a quote inside quotes.`
    case 'long_row': {
      const most = ROW_LENGTH_MAX.toLocaleString('en-US')
      return `The row that begins at line ${line} is longer than ${most} characters. Look for a quote in it that is not closed.`
    }
    default:
      return `There is a quote inside a value at line ${line}. Put the value in quotes, and write "" for each quote in it.`
  }
}

export const NO_ROWS = 'The file has a header, but no rows. Put one contact in each line below it.'

/** A piece of a file that is stored in one transaction. */
export interface Part {
  first_line: number
  rows: number
  text: string
}

/** Rows of a part. */
const PART_ROWS = 500
/** Long rows make small parts: one is to be stored within milliseconds. */
const PART_LENGTH = 131_072

/**
 * Cuts the rows into parts. Throws when there are none or too many, or when a quote is never closed, because then nobody
 * knows where rows end. Lets other requests run in between.
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
    if (total > IMPORT_ROWS_MAX) {
      const most = IMPORT_ROWS_MAX.toLocaleString('en-US')
      throw badBody(`The file has more than ${most} rows. Split it, with the header in each of the files.`)
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
  if (rows === 0) throw badBody(NO_ROWS)
  endPart()
  return parts
}
