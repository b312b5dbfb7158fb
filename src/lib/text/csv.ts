// CSV as in RFC 4180. Our own reader: it offers pauses inside a record, tells where each one stands, and goes on after a broken one.

export const SEPARATORS = [',', ';', '\t'] as const
export type Separator = (typeof SEPARATORS)[number]

/** A misplaced quote, one that is never closed, or a row so long that it must be a mistake (no cells are kept). */
export type CsvProblem = 'stray_quote' | 'open_quote' | 'long_row'

export interface CsvRecord {
  /** Where it begins, counted from 1. A quoted cell may hold line breaks, so a record may take several lines. */
  line: number
  /** The first of them, up to CELLS_KEPT. */
  cells: string[]
  cellCount: number
  /** A cell that is not kept is not blank. */
  hasMore: boolean
  /** Its place in the text, with its line break. */
  start: number
  end: number
  problem: CsvProblem | null
}

const CELLS_KEPT = 1_000
export const ROW_LENGTH_MAX = 524_288

const QUOTE = 0x22
const LF = 0x0a
const CR = 0x0d

/** Record after record, in no more memory than one takes. Lines end with CRLF or LF. */
export function* readCsv(text: string, separator: Separator, firstLine = 1): Generator<CsvRecord> {
  for (const record of scanCsv(text, separator, firstLine)) if (record !== null) yield record
}

/** A pause is offered after as many characters: less than a millisecond of reading. */
const PAUSE_LENGTH = 65_536

/** As readCsv, but yields null where others may have their turn: a record may be as long as the text. */
export function* scanCsv(text: string, separator: Separator, firstLine = 1): Generator<CsvRecord | null> {
  const mark = separator.charCodeAt(0)
  const { length } = text
  let line = firstLine
  let at = 0
  let pauseAt = PAUSE_LENGTH
  while (at < length) {
    const record: CsvRecord = { line, cells: [], cellCount: 0, hasMore: false, start: at, end: at, problem: null }
    for (;;) {
      const from = at
      let hasPairs = false
      if (text.charCodeAt(at) === QUOTE) {
        let isOpen = true
        for (at++; at < length; at++) {
          if (at >= pauseAt) {
            pauseAt = at + PAUSE_LENGTH
            yield null
          }
          const unit = text.charCodeAt(at)
          if (unit === LF) line++
          if (unit !== QUOTE) continue
          if (text.charCodeAt(at + 1) !== QUOTE) {
            isOpen = false
            break
          }
          hasPairs = true
          at++
        }
        if (isOpen) record.problem = 'open_quote'
      }
      const quotedTo = at
      // To the separator, the line break or the end of the text.
      for (; at < length; at++) {
        if (at >= pauseAt) {
          pauseAt = at + PAUSE_LENGTH
          yield null
        }
        const unit = text.charCodeAt(at)
        if (unit === mark || unit === LF) break
        if (unit === CR && text.charCodeAt(at + 1) === LF) break
      }
      addCell(record, text, { from, quotedTo, to: at, hasPairs })
      if (text.charCodeAt(at) !== mark) break
      at++
    }
    if (text.charCodeAt(at) === CR) at++
    if (text.charCodeAt(at) === LF) at++
    line++
    record.end = at
    yield record
  }
}

/** Where a cell is, and where its quoted part ends: at its closing quote, at the end of the text, or where it begins. */
interface Cell {
  from: number
  quotedTo: number
  to: number
  hasPairs: boolean
}

function addCell(record: CsvRecord, text: string, { from, quotedTo, to, hasPairs }: Cell): void {
  record.cellCount++
  if (to - record.start > ROW_LENGTH_MAX) {
    record.cells = []
    record.hasMore = true
    record.problem ??= 'long_row'
    return
  }
  if (record.cellCount > CELLS_KEPT) {
    record.hasMore ||= text.slice(from, to).trim() !== ''
    return
  }
  if (text.charCodeAt(from) !== QUOTE) {
    const cell = text.slice(from, to)
    if (cell.includes('"')) record.problem ??= 'stray_quote'
    record.cells.push(cell)
    return
  }
  const quoted = text.slice(from + 1, quotedTo)
  const rest = text.slice(quotedTo + 1, to)
  if (rest !== '') record.problem ??= 'stray_quote'
  record.cells.push((hasPairs ? quoted.replaceAll('""', '"') : quoted) + rest)
}

/** Who looks further has no first line. */
const HEADER_LOOKED_AT = 65_536

/** The one that the first line has most of, outside of quotes; a comma when it has none. */
export function detectSeparator(text: string): Separator {
  const counts: Record<Separator, number> = { ',': 0, ';': 0, '\t': 0 }
  let isQuoted = false
  for (let at = 0; at < text.length && at < HEADER_LOOKED_AT; at++) {
    const character = text[at]!
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '\n') break
    else if (character in counts) counts[character as Separator]++
  }
  return SEPARATORS.reduce((best, each) => (counts[each] > counts[best] ? each : best))
}

const SEPARATOR_LINE = /^"?sep=(.)"?[\t ]*\r?\n/i

/** Excel's own first line about the separator, which is no row: its length, and what it names if that is one of ours. */
export function readSeparatorLine(text: string): { length: number; separator: Separator | null } {
  const found = SEPARATOR_LINE.exec(text)
  if (found === null) return { length: 0, separator: null }
  return { length: found[0].length, separator: SEPARATORS.find((each) => each === found[1]) ?? null }
}

// Semicolon and tab as well, so that whoever detects the separator does not count them.
const TO_BE_QUOTED = /[",;\t\r\n]/

/** One line, with its line break. */
export function writeRecord(cells: readonly string[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`
}

function writeCell(text: string): string {
  return TO_BE_QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

// A spreadsheet takes a cell that begins so for a formula, and runs it; the wide ones do in Asian versions. One that expects
// semicolons or tabs, as many do outside of English, does not see our quotes and begins a new cell behind each of them and
// behind each line break. Quotes and apostrophes before the sign are counted in, so that unguard gives back exactly what
// guard was given.
const BEFORE_FORMULA = /(?<=^|[;\t\r\n])(["']*)(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/g
const GUARDED_FORMULA = /(?<=^|[;\t\r\n])(["']*)'(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/g

// Hardly any text has one. To test for it takes a fifth of the time of looking for what to replace.
const MAY_BE_FORMULA = /^["']*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]|[;\t\r\n]/

/** Puts an apostrophe before what a spreadsheet would run: https://owasp.org/www-community/attacks/CSV_Injection */
export function guardFormula(text: string): string {
  return MAY_BE_FORMULA.test(text) ? text.replace(BEFORE_FORMULA, "$1'") : text
}

export function unguardFormula(text: string): string {
  return text.replace(GUARDED_FORMULA, '$1')
}
