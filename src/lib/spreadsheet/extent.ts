import type { Unzipped } from 'fflate'
import { Parser } from 'saxen'
import { SpreadsheetError } from './limits.ts'

const ROW_MAX = 1_048_576
const COLUMN_MAX = 16_384
/** read-excel-file keeps a value for each cell of the rectangle that the sheet fills, also for those between. */
const RECTANGLE_MAX = 20_000_000
const PIECE_BYTES = 1_048_576

/** Refuses workbooks with cells so far apart that reading them would fill the memory: a few bytes can do that. */
export function checkExtents(parts: Unzipped): void {
  for (const [name, bytes] of Object.entries(parts)) if (name.endsWith('.xml')) checkExtent(bytes)
}

function checkExtent(bytes: Uint8Array): void {
  let rows = 1
  let columns = 1
  let column = 1
  const parser = new Parser()
  parser.on('openTag', (name, attributes) => {
    const tag = name.slice(name.indexOf(':') + 1)
    if (tag === 'row') rows = Math.max(rows, within(Number(attributes().r ?? 1), ROW_MAX))
    else if (tag === 'c') {
      const place = placeOf(attributes().r)
      rows = Math.max(rows, within(place.row, ROW_MAX))
      column = within(place.column, COLUMN_MAX)
    } else if (tag === 'v' || tag === 'is') columns = Math.max(columns, column)
    if (rows * columns > RECTANGLE_MAX) throw new SpreadsheetError('too_large')
  })
  parser.on('error', (cause) => {
    throw cause instanceof SpreadsheetError ? cause : new SpreadsheetError('broken', { cause })
  })
  const decoder = new TextDecoder('utf-8')
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    parser.write(decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true }))
  }
  parser.end()
}

/** Reads an address such as `AB12`. Cells may have none. */
function placeOf(address: string | undefined): { row: number; column: number } {
  if (address === undefined) return { row: 1, column: 1 }
  const [, letters, row] = /^([A-Z]{1,3})(\d{1,7})$/.exec(address) ?? []
  if (letters === undefined) throw new SpreadsheetError('broken')
  return { row: Number(row), column: [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) }
}

function within(value: number, max: number): number {
  if (value >= 1 && value <= max) return value
  throw new SpreadsheetError('broken')
}
