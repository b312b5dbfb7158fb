// CSV as in RFC 4180. We need our own reader: it can pause inside a record, knows the position of each one, and
// continues after a broken one.

export const SEPARATORS = [',', ';', '\t'] as const
export type Separator = (typeof SEPARATORS)[number]

/** A misplaced quote, an unclosed quote, or a row so long that it must be a mistake (its cells are not kept). */
export type CsvProblem = 'stray_quote' | 'open_quote' | 'long_row'

export interface CsvRecord {
  /**
   * The line where it begins, counted from 1. A quoted cell may contain line breaks, so a record may span several
   * lines.
   */
  line: number
  /** At most the first CELLS_KEPT cells. */
  cells: string[]
  cellCount: number
  /** True if a cell beyond those is not blank. */
  hasMore: boolean
  /** Its position in the text, including its line break. */
  start: number
  end: number
  problem: CsvProblem | null
}

const CELLS_KEPT = 1_000
export const ROW_LENGTH_MAX = 524_288

const QUOTE = 0x22
const LF = 0x0a
const CR = 0x0d

/** Yields one record at a time, using no more memory than one needs. Lines end with CRLF or LF. */
export function* readCsv(text: string, separator: Separator, firstLine = 1): Generator<CsvRecord> {
  for (const record of scanCsv(text, separator, firstLine)) if (record !== null) yield record
}

/** Offers a pause after this many characters, which take less than a millisecond. */
const PAUSE_LENGTH = 65_536

/** Like readCsv, but yields null where other work may run: a record may be as long as the text. */
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
      // Continues to the separator, the line break or the end of the text.
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

/**
 * The position of a cell, and the end of its quoted part: the closing quote, the end of the text, or the cell's start
 * if it has none.
 */
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

/** Old programs of the Mac end lines with a CR alone. */
export function withLineFeeds(text: string): string {
  let isQuoted = false
  for (let at = 0; at < text.length && at < HEADER_LOOKED_AT; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (unit === LF) break
    else if (unit === CR) return text.charCodeAt(at + 1) === LF ? text : text.replaceAll('\r', '\n')
  }
  return text
}

/** A first line longer than this is not a header. */
const HEADER_LOOKED_AT = 65_536

/** The separator that occurs most in the first line, outside quotes; a comma if there is none. */
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

/** Excel's own first line, which names the separator and is not a row: its length, and the separator if we know it. */
export function readSeparatorLine(text: string): { length: number; separator: Separator | null } {
  const found = SEPARATOR_LINE.exec(text)
  if (found === null) return { length: 0, separator: null }
  return { length: found[0].length, separator: SEPARATORS.find((each) => each === found[1]) ?? null }
}

// Includes semicolon and tab, so that detectSeparator does not count them.
const TO_BE_QUOTED = /[",;\t\r\n]/

/** One line, including its line break. */
export function writeRecord(cells: readonly string[], separator: Separator = ','): string {
  return `${cells.map(writeCell).join(separator)}\r\n`
}

function writeCell(text: string): string {
  return TO_BE_QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

// A spreadsheet treats a cell that begins like this as a formula and runs it; Asian versions also do so for the wide
// characters. Many spreadsheets outside English expect semicolons or tabs: they ignore our quotes, and start a new cell
// after each of these and after each line break. Quotes and apostrophes before the sign are included, so that unguard
// restores exactly what guard was given.
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
