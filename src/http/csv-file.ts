import type { Separator } from '../lib/text/csv.ts'
import { LANGUAGES } from '../messages/languages.ts'
import * as Q from './query.ts'

// How a CSV file in a response is written: for programs, or so that spreadsheets of people open it in columns.

/** The separators of files that are read and written. */
export const SEPARATOR_NAMES = ['comma', 'semicolon', 'tab'] as const
export const SEPARATOR_OF = { comma: ',', semicolon: ';', tab: '\t' } as const satisfies Record<string, Separator>

const BYTE_ORDER_MARK = '\u{feff}'

/** What the file begins with. */
export function fileMark(bom: boolean): string {
  return bom ? BYTE_ORDER_MARK : ''
}

export const csvParameters = {
  bom: Q.flag('Begins with a byte order mark, by which Excel knows that it is UTF-8. False when left out.'),
  separator: Q.choice(
    SEPARATOR_NAMES,
    'Between the columns; a comma when left out. Excel expects what the language of the computer says: a semicolon where 1.5 is written 1,5.',
    'comma',
  ),
}

/** The language of the header, for people; null for the names of the API. */
export const headerLanguage = (about: string) => Q.choice(LANGUAGES, about)
