import type { Request } from '../../http/call.ts'
import { badBody } from '../../http/input.ts'
import { type ContentRule, charsetOf, checkContent } from '../../http/server/body.ts'
import { createTurns } from '../../lib/bounds/work-line.ts'
import { SHEET_ROWS_MAX, type SheetProblem, SpreadsheetError, UNPACKED_MAX } from '../../lib/spreadsheet/limits.ts'
import { readSpreadsheet } from '../../lib/spreadsheet/spreadsheet.ts'
import { isZip } from '../../lib/spreadsheet/zip.ts'
import { withLineFeeds } from '../../lib/text/csv.ts'
import { decodePieces, detectEncoding, type Encoding, encodingOfCharset } from '../../lib/text/encoding.ts'
import { type Message, message } from '../../messages/message.ts'
import type { FileFormat } from './schemas.ts'

/** The bytes say what a file is. Browsers on Windows call CSV `application/vnd.ms-excel`. */
const FILE_CONTENT: ContentRule = {
  type: /^(?:text\/(?:csv|tab-separated-values)|application\/(?:octet-stream|vnd\.ms-excel|vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet|vnd\.oasis\.opendocument\.spreadsheet))[\t ]*(?:;|$)/i,
  // The charset is checked when the file is read.
  otherwise: { compressed: 'content.compressed_csv', type: 'content.not_csv' },
}

/** The first bytes of files that people mistake for a list, and what they are. */
const OTHER_FILES = [
  ['\u00d0\u00cf\u0011\u00e0', 'import.old_excel'],
  ['%PDF', 'import.pdf'],
] as const

interface FileText {
  format: FileFormat
  encoding: Encoding
  text: string
  /** The line of the file, or the row of the sheet, that the text begins at. */
  startLine: number
}

export function isSpreadsheet({ body }: Request): boolean {
  return Buffer.isBuffer(body) && isZip(body)
}

/** The text of a CSV file, or the first sheet of a spreadsheet as CSV. */
export async function readFileText(request: Request, asked: Encoding | null): Promise<FileText> {
  checkContent(request, FILE_CONTENT)
  const { body: bytes } = request
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw badBody(message('import.empty_body'))
  if (isZip(bytes)) return readSheet(bytes)
  const start = bytes.toString('latin1', 0, 4)
  const other = OTHER_FILES.find(([sign]) => sign === start)
  if (other !== undefined) throw badBody(message('import.other_file', { what: message(other[1]) }))
  const encoding = asked ?? readCharset(request, bytes) ?? detectEncoding(bytes)
  const text = await decode(bytes, encoding)
  // PostgreSQL cannot store NUL characters.
  if (text.includes('\0')) throw badBody(message('import.zero_bytes'))
  return { format: 'csv', encoding, text: withLineFeeds(text), startLine: 1 }
}

async function readSheet(file: Buffer): Promise<FileText> {
  try {
    const { format, bytes, firstLine } = await readSpreadsheet(file)
    return { format, encoding: 'utf-8', text: await decode(bytes, 'utf-8'), startLine: firstLine }
  } catch (error) {
    throw error instanceof SpreadsheetError ? badBody(explain(error.problem)) : error
  }
}

function explain(problem: SheetProblem): Message {
  switch (problem) {
    case 'too_large':
      return message('import.sheet_too_large', { max: UNPACKED_MAX / 1_048_576 })
    case 'too_many_rows':
      return message('import.too_many_rows', { max: SHEET_ROWS_MAX })
    case 'broken':
      return message('import.sheet_broken')
    case 'locked':
      return message('import.sheet_locked')
    case 'too_slow':
      return message('import.sheet_too_slow')
    case 'binary':
      return message('import.other_file', { what: message('import.binary_excel') })
    case 'numbers':
      return message('import.other_file', { what: message('import.numbers') })
    case 'other_zip':
      return message('import.other_file', { what: message('import.zip') })
  }
}

function readCharset(request: Request, bytes: Buffer): Encoding | null {
  const charset = charsetOf(request.headers['content-type'])
  if (charset === undefined) return null
  const encoding = encodingOfCharset(charset, bytes)
  if (encoding !== null) return encoding
  throw badBody(message('import.wrong_charset'), 'Content-Type')
}

async function decode(bytes: Uint8Array, encoding: Encoding): Promise<string> {
  const turns = createTurns()
  let text = ''
  try {
    for (const piece of decodePieces(bytes, encoding)) {
      text += piece
      if (turns.isDue()) await turns.next()
    }
  } catch {
    throw badBody(message('import.wrong_encoding', { encoding: encoding.toUpperCase() }))
  }
  return text
}
