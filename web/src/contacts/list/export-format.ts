import type { QueryOf } from '../../api/client.ts'
import { decimalMark } from '../../parts/locale.ts'

export type Separator = NonNullable<QueryOf<'/v1/contacts/export'>['separator']>

/**
 * What Excel expects in this language. It opens a file in columns only if they are separated by the list separator of
 * the computer, which Windows sets to a semicolon where the decimal point is a comma. A first line `sep=;` would work
 * in any language, but makes Excel ignore the byte order mark, and with it all accents.
 */
export function guessSeparator(language: string): Separator {
  return decimalMark(language) === ',' ? 'semicolon' : 'comma'
}
