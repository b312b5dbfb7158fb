import type { Language } from '../../messages/languages.ts'
import type { Message } from '../../messages/message.ts'
import { sayIn } from '../../messages/sentence.ts'
import type { Notice } from './notice.ts'

/** Anyone with the address can write to the chat, so it is stored encrypted and never shown again. */
export interface ChatAddress {
  url: string
  /** Access token of an ntfy server. */
  token: string | null
}

/** A chat or a phone that gets readable messages. */
export interface ChatService {
  label: string
  /** Returns what is wrong with an address, or null. `allowOther`: compatible servers are accepted too. */
  checkUrl: (url: URL, allowOther: boolean) => Message | null
  /** The beginning of the path, which may be shown. */
  shownPath: string
  /** `url` and `headers` are set only if they differ from the address and the usual headers. */
  write: (notice: Notice, address: ChatAddress) => { payload: object; url?: string; headers?: Record<string, string> }
  /** The error code in the body of a response. Defaults to `code` of its JSON. */
  codeOf?: (answer: string | null) => unknown
  /** Explains a response that is specific to this service. */
  explain?: (status: number, code: string) => Message | null
}

/** With the colon of the language, and a space where the language has one. */
export function labelOf(name: string, language: Language): string {
  return sayIn(language)('notice.label', { name })
}

/** Cuts text to `max` UTF-16 units, the strictest way in which chats count. `toHarmless` escapes untrusted text. */
export function fit(text: string, max: number, toHarmless: (text: string) => string = (same) => same): string {
  const whole = toHarmless(text)
  if (whole.length <= max) return whole
  let start = ''
  for (const character of text) {
    const next = toHarmless(character)
    if (start.length + next.length >= max) break
    start += next
  }
  return `${start}…`
}
