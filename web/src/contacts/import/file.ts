import { isZip } from '../../../../src/lib/spreadsheet/zip.ts'
import {
  detectSeparator,
  readCsv,
  readSeparatorLine,
  type Separator,
  unguardFormula,
  writeRecord,
} from '../../../../src/lib/text/csv.ts'
import { decodePieces, detectEncoding, type Encoding } from '../../../../src/lib/text/encoding.ts'
import { answerOf, api, type QueryOf } from '../../api/client.ts'
import type { Import, ImportRow } from '../../api/schema.ts'

const BYTES_MAX = 10 * 1_048_576

/** What the file dialog offers. */
export const CSV_FILES = '.csv,.tsv,.txt,text/csv'
export const LIST_FILES = `${CSV_FILES},.xlsx,.ods`

/** A chosen file, read once: it may change on the disk between the preview and the import. */
export interface ChosenFile {
  id: string
  name: string
  content: Blob
  /** An .xlsx or .ods file: only the server reads it. */
  isSpreadsheet: boolean
}

export async function readChosen(file: File): Promise<ChosenFile> {
  if (file.size > BYTES_MAX) {
    const size = (file.size / 1_048_576).toFixed(1)
    throw new Error(
      `The file has ${size} MB; an import takes up to 10 MB. Split it, with the names of the columns at the top of each part.`,
    )
  }
  try {
    const bytes = await file.arrayBuffer()
    const isSpreadsheet = isZip(new Uint8Array(bytes))
    return { id: crypto.randomUUID(), name: file.name, content: new Blob([bytes]), isSpreadsheet }
  } catch {
    throw new Error(`"${file.name}" could not be read. Choose a file, not a folder, and close it in other programs.`)
  }
}

/** The text of the file; null if it is not in this encoding. */
export async function readText({ content }: ChosenFile, encoding: Encoding): Promise<string | null> {
  try {
    return [...decodePieces(new Uint8Array(await content.arrayBuffer()), encoding)].join('')
  } catch {
    return null
  }
}

interface Reading {
  encoding?: Encoding | undefined
  separator?: Separator | undefined
  raw: boolean
}

/** Read here, because the API's refusal of a header does not contain it. */
export async function readHeader(file: ChosenFile, { encoding, separator, raw }: Reading): Promise<string[]> {
  const bytes = new Uint8Array(await file.content.arrayBuffer())
  const whole = (await readText(file, encoding ?? detectEncoding(bytes))) ?? ''
  const line = readSeparatorLine(whole)
  const text = whole.slice(line.length)
  const header = readCsv(text, separator ?? line.separator ?? detectSeparator(text)).next()
  return header.done ? [] : namesOf(header.value.cells, raw)
}

function namesOf(cells: readonly string[], raw: boolean): string[] {
  return cells.map((cell) => (raw ? cell : unguardFormula(cell)).trim())
}

export function isFileOf(text: string, { separator, columns, rows, raw }: Import): boolean {
  let count = -1
  for (const { cells } of readCsv(text.slice(readSeparatorLine(text).length), separator)) {
    if (++count > 0) continue
    const names = namesOf(cells, raw)
    if (names.length !== columns.length || names.some((name, index) => name !== columns[index]!.name)) return false
  }
  return count === rows
}

/** The header and the rows that begin at these lines, unchanged. */
export function pickRows(text: string, separator: Separator, lines: ReadonlySet<number>): string {
  const before = readSeparatorLine(text).length
  const rows = text.slice(before)
  let picked = ''
  for (const { line, start, end } of readCsv(rows, separator, before > 0 ? 2 : 1)) {
    if (start > 0 && !lines.has(line)) continue
    const row = rows.slice(start, end)
    picked += row.endsWith('\n') ? row : `${row}\r\n`
  }
  return picked
}

export function writeReasons(rows: readonly ImportRow[]): string {
  const lines = rows.map(({ line, outcome, reasons }) =>
    writeRecord([String(line), outcome, Object.values(reasons).flat().join(' ')]),
  )
  return writeRecord(['line', 'outcome', 'reasons']) + lines.join('')
}

export async function readAllRows(importId: string, outcome: ImportRow['outcome']): Promise<ImportRow[]> {
  const rows: ImportRow[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: QueryOf<'/v1/contacts/imports/{id}/rows'> = { outcome, limit: 1_000, cursor }
    const page = await answerOf(
      api.GET('/v1/contacts/imports/{id}/rows', { params: { path: { id: importId }, query } }),
    )
    rows.push(...page.data)
    cursor = page.pagination.next_cursor
  }
  return rows
}

/** Excel needs the byte order mark. */
export function toCsvFile(text: string): Blob {
  return new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' })
}
