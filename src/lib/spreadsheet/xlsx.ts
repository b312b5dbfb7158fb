import { type Unzipped, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { checkExtents } from './extent.ts'
import { SpreadsheetError } from './limits.ts'
import { createSheetText, type SheetText } from './sheet-text.ts'

/** Reads the first sheet of a workbook. */
export async function readXlsx(parts: Unzipped): Promise<SheetText> {
  checkExtents(parts)
  // Packed again without compression: read-excel-file unpacks by itself, and would use more threads for large parts.
  const { buffer } = zipSync(parts, { level: 0 })
  const rows = await readSheet<string>(buffer, { trim: false, parseNumber: showNumber }).catch((cause) => {
    throw new SpreadsheetError('broken', { cause })
  })
  const sheet = createSheetText()
  for (const row of rows) sheet.addRow(row.map(showCell))
  return sheet.result()
}

function showCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return showDate(value)
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value)
}

/** Spreadsheets show 15 digits: 0.1 + 0.2 is stored as 0.30000000000000004. */
function showNumber(stored: string): string {
  const number = Number(stored)
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : stored
}

/** Times without a date are counted from the last days of 1899. */
const FIRST_DATE = Date.UTC(1900, 0, 1)

/** `2026-11-15`, `2026-11-15 09:30` or `09:30`; with seconds if there are any. */
function showDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  // A day is a fraction of 1 in the file, so times are a little off.
  const rounded = new Date(Math.round(date.getTime() / 1_000) * 1_000)
  const [day, rest] = rounded.toISOString().split('T') as [string, string]
  const time = rest.slice(0, 8).replace(/:00$/, '')
  if (rounded.getTime() < FIRST_DATE) return time
  return time === '00:00' ? day : `${day} ${time}`
}
