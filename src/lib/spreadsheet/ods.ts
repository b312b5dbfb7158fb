import type { Unzipped } from 'fflate'
import { Parser } from 'saxen'
import { CELLS_MAX, SpreadsheetError } from './limits.ts'
import { createSheetText, type SheetText } from './sheet-text.ts'

// OpenDocument 1.3, part 3, chapter 9: https://docs.oasis-open.org/office/OpenDocument/v1.3/

const NAMESPACES = {
  'urn:oasis:names:tc:opendocument:xmlns:office:1.0': 'office',
  'urn:oasis:names:tc:opendocument:xmlns:table:1.0': 'table',
  'urn:oasis:names:tc:opendocument:xmlns:text:1.0': 'text',
}

const PIECE_BYTES = 1_048_576
const SPACES_MAX = 100

type Attributes = Readonly<Record<string, string>>

/** Reads the first sheet of an OpenDocument spreadsheet. */
export function readOds(parts: Unzipped): SheetText {
  const table = createTable()
  const parser = new Parser()
  parser.ns(NAMESPACES)
  parser.on('openTag', (name, attributes, decode) => table.open(name, () => decodeAll(attributes(), decode)))
  parser.on('closeTag', (name) => table.close(name))
  parser.on('text', (text, decode) => table.addText(decode(text)))
  parser.on('cdata', (text) => table.addText(text))
  parser.on('error', (cause) => {
    throw new SpreadsheetError('broken', { cause })
  })
  const decoder = new TextDecoder('utf-8')
  const bytes = parts['content.xml']!
  for (let at = 0; at < bytes.length && !table.isOver(); at += PIECE_BYTES) {
    parser.write(decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true }))
  }
  // A file that was cut off ends inside the sheet.
  if (!table.isOver()) throw new SpreadsheetError('broken')
  return table.result()
}

function decodeAll(attributes: Attributes, decode: (text: string) => string): Attributes {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, decode(value)]))
}

/** Follows the tags of content.xml. Sheets after the first, and tables inside cells, are left out. */
function createTable() {
  const sheet = createSheetText()
  let depth = 0
  let isOver = false
  let cells: string[] = []
  let rowTimes = 1
  let cell: { attributes: Attributes; paragraphs: string[] } | null = null
  let paragraphs = 0
  let comments = 0

  const addCell = (text: string, times: number) => {
    // One cell too many is kept, so that the row is known to be too long.
    for (let at = 0; at < times && cells.length <= CELLS_MAX; at++) cells.push(text)
  }
  const addText = (text: string) => {
    if (cell !== null && depth === 1 && paragraphs > 0 && comments === 0) {
      cell.paragraphs.push((cell.paragraphs.pop() ?? '') + text)
    }
  }
  const openInCell = (name: string, attributes: () => Attributes) => {
    if (name === 'office:annotation') comments++
    else if (name === 'text:p' || name === 'text:h') {
      if (comments === 0 && depth === 1) cell?.paragraphs.push('')
      paragraphs++
    } else if (name === 'text:s') addText(' '.repeat(Math.min(SPACES_MAX, timesOf(attributes()['text:c']))))
    else if (name === 'text:tab') addText('\t')
    else if (name === 'text:line-break') addText('\n')
  }
  return {
    open(name: string, attributes: () => Attributes): void {
      if (isOver) return
      if (name === 'table:table') depth++
      else if (depth !== 1) return
      else if (name === 'table:table-row') {
        cells = []
        rowTimes = timesOf(attributes()['table:number-rows-repeated'])
      } else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
        cell = { attributes: attributes(), paragraphs: [] }
      } else openInCell(name, attributes)
    },
    close(name: string): void {
      if (isOver) return
      if (name === 'table:table') {
        depth--
        isOver = depth === 0
      } else if (depth !== 1) return
      else if (name === 'office:annotation') comments--
      else if (name === 'text:p' || name === 'text:h') paragraphs--
      else if (name === 'table:table-row') sheet.addRow(cells, rowTimes)
      else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
        // A covered cell is behind a merged one: nobody sees its value.
        const text = cell === null || name !== 'table:table-cell' ? '' : showCell(cell.attributes, cell.paragraphs)
        addCell(text, timesOf(cell?.attributes['table:number-columns-repeated']))
        cell = null
      }
    },
    addText,
    isOver: () => isOver,
    result: () => sheet.result(),
  }
}

/** The text that the spreadsheet shows, but dates as in ISO 8601: people write them in too many ways. */
function showCell(attributes: Attributes, paragraphs: readonly string[]): string {
  const date = attributes['office:date-value']
  if (attributes['office:value-type'] === 'date' && date !== undefined) return showDate(date)
  if (paragraphs.length > 0) return paragraphs.join('\n')
  const boolean = attributes['office:boolean-value']
  return attributes['office:string-value'] ?? attributes['office:value'] ?? boolean?.toUpperCase() ?? ''
}

/** `2026-11-15T09:30:00` becomes `2026-11-15 09:30`. */
function showDate(value: string): string {
  const [day, time = ''] = value.split('T') as [string, string?]
  const shown = time.replace(/[.,]\d+$/, '').replace(/^(\d\d:\d\d):00$/, '$1')
  return shown === '' || shown === '00:00' ? day : `${day} ${shown}`
}

function timesOf(value: string | undefined): number {
  const times = Number(value ?? 1)
  return Number.isSafeInteger(times) && times > 0 ? times : 1
}
