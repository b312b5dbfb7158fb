import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { IntlMessageFormat } from 'intl-messageformat'
import { en } from './en.ts'
import type { Language } from './languages.ts'
import { type Code, type Message, message, type Said, type Value, type ValuesOf } from './message.ts'

const require = createRequire(import.meta.url)
const compiled = new Map<string, IntlMessageFormat>()

type Catalogue = Readonly<Partial<Record<Code, string>>>

const loaded = new Map<Language, Catalogue>([['en', en]])

/** A language is loaded with its first sentence. */
export function catalogueOf(language: Language): Catalogue {
  const known = loaded.get(language)
  if (known !== undefined) return known
  const folder = fileURLToPath(new URL(`./${language}/`, import.meta.url))
  // Packages contain them compiled.
  const files = readdirSync(folder).filter((name) => /\.[jt]s$/.test(name))
  const texts = files.flatMap((name) => Object.values<Catalogue>(require(join(folder, name))))
  const catalogue: Catalogue = Object.assign({}, ...texts)
  loaded.set(language, catalogue)
  return catalogue
}

/** The sentence of a message. A stored sentence stays as it is. */
export function sentence(said: Said, language: Language = 'en'): string {
  if (typeof said === 'string') return said
  const text = catalogueOf(language)[said.code] ?? en[said.code]
  // The row was written by a newer version, before a downgrade.
  if (text === undefined) return said.code
  const values = Object.fromEntries(
    Object.entries(said.values ?? {}).map(([name, value]) => [name, toText(value, language)]),
  )
  return isPlain(text) ? fillIn(text, values) : compile(text, language).format(values).toString()
}

/** Returns the English sentence directly, for text that is not passed on as a message. */
export function say<C extends Code>(code: C, ...values: ValuesOf<C>): string {
  return sentence(message(code, ...values))
}

/** `say` in another language. */
export function sayIn(language: Language) {
  return <C extends Code>(code: C, ...values: ValuesOf<C>): string => sentence(message(code, ...values), language)
}

export type Say = ReturnType<typeof sayIn>

/** The sentences of every field. */
export function sentences(
  details: Readonly<Record<string, readonly Said[]>>,
  language: Language = 'en',
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(details).map(([field, said]) => [field, said.map((each) => sentence(each, language))]),
  )
}

function toText(value: Value, language: Language): string | number {
  return typeof value === 'object' ? sentence(value as Message, language) : value
}

/** Whether it only has names in braces, and so needs no language tables, which take 50 ms to load. */
function isPlain(text: string): boolean {
  return !text.includes("'") && !/\{\w+,/.test(text)
}

function fillIn(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

function compile(text: string, language: Language): IntlMessageFormat {
  const key = `${language} ${text}`
  const known = compiled.get(key)
  if (known !== undefined) return known
  const { IntlMessageFormat } = require('intl-messageformat') as typeof import('intl-messageformat')
  const made = new IntlMessageFormat(text, language, undefined, { ignoreTag: true })
  compiled.set(key, made)
  return made
}
