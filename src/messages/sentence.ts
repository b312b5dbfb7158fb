import { createRequire } from 'node:module'
import type { IntlMessageFormat } from 'intl-messageformat'
import { en } from './en.ts'
import { type Code, type Message, message, type Said, type Value, type ValuesOf } from './message.ts'

const require = createRequire(import.meta.url)
const compiled = new Map<string, IntlMessageFormat>()

/** The sentence of a message. A stored sentence stays as it is. */
export function sentence(said: Said): string {
  if (typeof said === 'string') return said
  const text: string | undefined = en[said.code]
  // The row was written by a newer version, before a downgrade.
  if (text === undefined) return said.code
  const values = Object.fromEntries(Object.entries(said.values ?? {}).map(([name, value]) => [name, toText(value)]))
  return isPlain(text) ? fillIn(text, values) : compile(text).format(values).toString()
}

/** Returns the sentence directly, for text that is not passed on as a message. */
export function say<C extends Code>(code: C, ...values: ValuesOf<C>): string {
  return sentence(message(code, ...values))
}

/** The sentences of every field. */
export function sentences(details: Readonly<Record<string, readonly Said[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(details).map(([field, said]) => [field, said.map(sentence)]))
}

function toText(value: Value): string | number {
  return typeof value === 'object' ? sentence(value as Message) : value
}

/** Whether it only has names in braces, and so needs no language tables, which take 50 ms to load. */
function isPlain(text: string): boolean {
  return !text.includes("'") && !/\{\w+,/.test(text)
}

function fillIn(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

function compile(text: string): IntlMessageFormat {
  const known = compiled.get(text)
  if (known !== undefined) return known
  const { IntlMessageFormat } = require('intl-messageformat') as typeof import('intl-messageformat')
  const made = new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true })
  compiled.set(text, made)
  return made
}
