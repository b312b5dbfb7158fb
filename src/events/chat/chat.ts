import { findLanguage, type Language } from '../../messages/languages.ts'
import { type Message, message } from '../../messages/message.ts'
import { discord } from './discord.ts'
import type { Notice } from './notice.ts'
import { ntfy } from './ntfy.ts'
import type { ChatAddress, ChatService } from './service.ts'
import { slack } from './slack.ts'
import { teams } from './teams.ts'

export const CHATS = { slack, discord, teams, ntfy } satisfies Record<string, ChatService>
export type ChatKind = keyof typeof CHATS
export const CHAT_KINDS = Object.keys(CHATS) as ChatKind[]

/** A webhook gets signed events, for programs; the others get readable messages. */
export const ENDPOINT_KINDS = ['webhook', ...CHAT_KINDS] as const
export type EndpointKind = (typeof ENDPOINT_KINDS)[number]

export function isChat(kind: string): kind is ChatKind {
  return Object.hasOwn(CHATS, kind)
}

/** For endpoints without a language of their own. */
export const DEFAULT_LANGUAGE: Language = 'en'

/** The language of an endpoint's messages. A later version may have stored one that this version lacks. */
export function languageOf({ language }: { language: string | null }): Language {
  return findLanguage(language ?? '') ?? DEFAULT_LANGUAGE
}

/** The part of an address that may be shown: enough to tell two apart, too little to write there. */
export function maskChatUrl(kind: ChatKind, text: string): string {
  const { origin, pathname, search } = new URL(text)
  const { shownPath } = CHATS[kind]
  const hidden = `${pathname}${search}`.replace(/\/$/, '')
  // For a short topic, the last characters would reveal too much.
  return `${origin}${shownPath}…${hidden.length - shownPath.length >= 24 ? hidden.slice(-4) : ''}`
}

export function chatRequest(kind: ChatKind, address: ChatAddress, notice: Notice) {
  const { payload, url = address.url, headers } = CHATS[kind].write(notice, address)
  return { url, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(payload) }
}

interface Answered {
  status: number
  answer: string | null
}

/** Explains a chat's response and what to do; null for undocumented responses. */
export function explainChatAnswer(kind: ChatKind, { status, answer }: Answered): Message | null {
  const { label: chat, codeOf, explain }: ChatService = CHATS[kind]
  if (status === 429) return message('chat.too_many_messages', { chat })
  const code = String((codeOf ? codeOf(answer) : jsonOf(answer).code) ?? '')
  const shown = /^[\w.-]{1,60}$/.test(code) ? code : ''
  const own = explain?.(status, shown) ?? null
  if (own !== null) return own
  if ([401, 403, 404].includes(status)) return message('chat.wrong_address', { chat })
  if (![400, 413, 422].includes(status)) return null
  if (shown === '') return message('chat.message_refused', { chat })
  return message('chat.message_refused_code', { chat, code: shown })
}

/** Seconds to wait, if the body is more exact than a header. */
export function chatRetryAfter(kind: ChatKind, { status, answer }: Answered): number | null {
  if (kind !== 'discord' || status !== 429) return null
  const seconds = jsonOf(answer).retry_after
  return typeof seconds === 'number' && seconds > 0 ? seconds : null
}

function jsonOf(answer: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(answer ?? '')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
