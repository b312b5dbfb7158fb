import { type ExtraField, splitExtra } from '../contact-fields.ts'
import type { Lead } from '../mail/store.ts'
import type { Say } from '../messages/sentence.ts'
import type { PushMessage } from './send.ts'

const NAME_MAX = 80
const WORDS_MAX = 240

/** Without `withWords`, only that there is one, and which form it came from. */
export function leadMessage(say: Say, tag: string, lead: Lead, withWords: boolean): PushMessage {
  const url = `/contacts/${lead.id}`
  const form = lead.form === null ? say('push.no_form') : say('push.from_form', { form: cut(lead.form, NAME_MAX) })
  if (!withWords) return { title: say('push.lead'), body: form, url, tag }
  const name = [lead.first_name, lead.last_name].filter(Boolean).join(' ') || (lead.email ?? '')
  const words = wordsOf(say, lead)
  return { title: say('letter.lead_subject', { name: cut(name, NAME_MAX) }), body: words ?? form, url, tag }
}

export function leadsMessage(say: Say, tag: string, count: number): PushMessage {
  return { title: say('notice.new_leads', { count }), body: say('push.see_contacts'), url: '/contacts', tag }
}

export function testMessage(say: Say, tag: string): PushMessage {
  return { title: say('push.test'), body: say('push.test_text'), url: '/settings/notifications', tag }
}

/** The message, otherwise the other fields that they filled in. */
function wordsOf(say: Say, { extra }: Lead): string | null {
  const { messages, facts } = splitExtra(extra)
  const isFilled = ({ value }: ExtraField) => value.trim() !== ''
  const written = messages.filter(isFilled).map(({ value }) => value)
  const others = facts
    .filter(isFilled)
    .map(({ name, value }) => `${say('notice.label', { name: name.replaceAll('_', ' ') })}${value}`)
  const words = cut(written.length > 0 ? written.join('\n') : others.join(', '), WORDS_MAX)
  return words || null
}

/** Invisible characters could make a text say something else. */
function cut(text: string, max: number): string {
  const line = text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
  return line.length > max ? `${line.slice(0, max - 1).toWellFormed()}…` : line
}
