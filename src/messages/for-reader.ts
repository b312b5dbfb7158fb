import type { Language } from './languages.ts'
import type { Message, Said } from './message.ts'
import { sentence } from './sentence.ts'

// Handlers do not know who reads their response. They put messages into it, and `writeJson` writes the sentences in the
// reader's language. Everything else that writes JSON gets English: events, rows, logs.

/** A sentence in a response. */
class ForReader {
  readonly said: Message

  constructor(said: Message) {
    this.said = said
  }

  toString(): string {
    return sentence(this.said)
  }

  toJSON(): string {
    written++
    return this.toString()
  }
}

/** A text that every reader sees as it is, or one in the reader's language. */
export type ReaderText = string | ForReader

/** JSON.stringify is synchronous, so a change during a call is due to that call. */
let written = 0

/** A stored sentence stays as it is. */
export function forReader(said: Said): ReaderText {
  return typeof said === 'string' ? said : new ForReader(said)
}

/** The same for the messages of every field. */
export function allForReader(details: Readonly<Record<string, readonly Said[]>>): Record<string, ReaderText[]> {
  return Object.fromEntries(Object.entries(details).map(([field, said]) => [field, said.map(forReader)]))
}

/** JSON, and whether a part of it depends on the language. */
export function writeJson(value: unknown, language: Language): { text: string; isSpoken: boolean } {
  const before = written
  const text = language === 'en' ? JSON.stringify(value) : JSON.stringify(value, replacerFor(language))
  return { text, isSpoken: written !== before }
}

function replacerFor(language: Language) {
  return function (this: unknown, name: string, value: unknown): unknown {
    // `value` is what toJSON has made of it.
    const original = (this as Record<string, unknown>)[name]
    return original instanceof ForReader ? sentence(original.said, language) : value
  }
}
