/** CSV as RFC 4180 has it, read from a text and written to one. */

export const SEPARATORS = [',', ';', '\t'] as const
export type Separator = (typeof SEPARATORS)[number]

/** A quote where none may be, or one that is never closed and so takes the rest of the file. */
export type CsvProblem = 'stray_quote' | 'open_quote'

export interface CsvRecord {
  /** Where it begins, counted from 1. A quoted cell may hold line breaks, so a record may take several lines. */
  line: number
  cells: string[]
  /** Its place in the text, with its line break. */
  start: number
  end: number
  problem: CsvProblem | null
}

const QUOTE = 0x22
const LF = 0x0a
const CR = 0x0d

/** Record after record, in no more memory than one takes. Lines end with CRLF or LF. */
export function* readCsv(text: string, separator: Separator, firstLine = 1): Generator<CsvRecord> {
  const mark = separator.charCodeAt(0)
  let line = firstLine
  let at = 0
  while (at < text.length) {
    const record: CsvRecord = { line, cells: [], start: at, end: at, problem: null }
    for (;;) {
      const from = at
      if (text.charCodeAt(at) === QUOTE) {
        const quoted = readQuoted(text, at)
        record.problem ??= quoted.isOpen ? 'open_quote' : null
        at = endOfCell(text, quoted.end, mark)
        if (at > quoted.end) record.problem ??= 'stray_quote'
        record.cells.push(quoted.value + text.slice(quoted.end, at))
        line += countBreaks(text, from, at)
      } else {
        at = endOfCell(text, from, mark)
        const cell = text.slice(from, at)
        if (cell.includes('"')) record.problem ??= 'stray_quote'
        record.cells.push(cell)
      }
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

function readQuoted(text: string, start: number): { value: string; end: number; isOpen: boolean } {
  let value = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return { value: value + text.slice(from), end: text.length, isOpen: true }
    value += text.slice(from, quote)
    if (text.charCodeAt(quote + 1) !== QUOTE) return { value, end: quote + 1, isOpen: false }
    value += '"'
    from = quote + 2
  }
}

/** Where the separator, the line break or the end of the text is. */
function endOfCell(text: string, from: number, mark: number): number {
  let at = from
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === mark || unit === LF) break
    if (unit === CR && text.charCodeAt(at + 1) === LF) break
  }
  return at
}

function countBreaks(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++
  return count
}

/** The one that the first line has most of, outside of quotes; a comma when it has none. */
export function detectSeparator(text: string): Separator {
  const counts: Record<Separator, number> = { ',': 0, ';': 0, '\t': 0 }
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '\n') break
    else if (character in counts) counts[character as Separator]++
  }
  return SEPARATORS.reduce((best, each) => (counts[each] > counts[best] ? each : best))
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

// A spreadsheet takes a cell that begins so for a formula, and runs it. Apostrophes in front are counted in, so that
// unguard gives back exactly what guard was given.
const FORMULA = /^'*[=+\-@\t\r]/
const GUARDED = /^'+[=+\-@\t\r]/

/** Puts an apostrophe before what a spreadsheet would run: https://owasp.org/www-community/attacks/CSV_Injection */
export function guardFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

export function unguardFormula(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text
}
