import { writeRecord } from '../text/csv.ts'
import { CELLS_MAX, SHEET_ROWS_MAX, SpreadsheetError, UNPACKED_MAX } from './limits.ts'

/** The first sheet as CSV with commas, from its first row that is not blank. */
export interface SheetText {
  text: string
  /** The number of that row in the sheet, from 1. */
  firstLine: number
}

/**
 * Collects rows as CSV. Each row is one line, so that line numbers are the row numbers that people see: a line break
 * inside a cell becomes CR, and `restoreBreaks` turns it back. Blank rows at the end are left out.
 */
export function createSheetText() {
  const pieces: string[] = []
  let length = 0
  let firstLine = 1
  let rows = 0
  let blankRows = 0
  const add = (piece: string) => {
    length += piece.length
    if (length > UNPACKED_MAX) throw new SpreadsheetError('too_large')
    pieces.push(piece)
  }
  return {
    addRow(cells: readonly string[], times = 1): void {
      if (cells.every((cell) => cell.trim() === '')) {
        blankRows += times
        return
      }
      if (rows === 0) firstLine = blankRows + 1
      else rows += blankRows
      rows += times
      // One is the header.
      if (rows > SHEET_ROWS_MAX + 1) throw new SpreadsheetError('too_many_rows')
      if (length > 0) for (let at = 0; at < blankRows; at++) add('\r\n')
      blankRows = 0
      const line = writeRecord(
        cells.slice(0, CELLS_MAX + 1).map((cell) => cell.replaceAll('\0', '').replace(/\r?\n/g, '\r')),
      )
      for (let at = 0; at < times; at++) add(line)
    },
    result: (): SheetText => ({ text: pieces.join(''), firstLine }),
  }
}

export function restoreBreaks(cell: string): string {
  return cell.replaceAll('\r', '\n')
}
