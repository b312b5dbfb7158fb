import { useLocalStorage } from '@mantine/hooks'
import { findLanguage } from '../../../src/messages/languages.ts'
import { pageLanguage, type QueryOf } from '../api/client.ts'
import { decimalMark, localeFor } from './locale.ts'

export type Separator = NonNullable<QueryOf<'/v1/contacts/export'>['separator']>

/**
 * What Excel expects in this language. It opens a file in columns only if they are separated by the list separator of
 * the computer, which Windows sets to a semicolon where the decimal point is a comma. A first line `sep=;` would work
 * in any language, but makes Excel ignore the byte order mark, and with it all accents.
 */
export function guessSeparator(language: string): Separator {
  return decimalMark(language) === ',' ? 'semicolon' : 'comma'
}

/** What the person chose for the last file, otherwise what is usual in the language of the browser. */
export function useSeparator() {
  const usual = guessSeparator(localeFor(navigator.language.slice(0, 2)))
  const [separator, choose] = useLocalStorage<Separator>({
    key: 'doorpost-export-separator',
    defaultValue: usual,
    getInitialValueInEffect: false,
  })
  return { separator, choose, usual }
}

/** What a file for people has besides its separator. */
export function fileForPeople() {
  return { bom: true, language: findLanguage(pageLanguage()) ?? 'en' } as const
}
