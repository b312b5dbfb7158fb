import { parseEmail } from '../lib/text/email.ts'

/** A mail as it goes out. What comes from strangers is in `subject`, `text`, `html` and `replyTo` only. */
export interface Message {
  /** The same at every attempt: receivers show a mail that came twice once. */
  id: string
  /** An address alone, without a name. */
  to: string
  subject: string
  text: string
  html: string
  replyTo?: string | null
  /** RFC 3834: programs that answer mail by themselves leave it alone. Without it, a person asked for the mail. */
  auto?: 'auto-generated' | 'auto-replied'
  /** Where one request, without a page in between, ends such mail. */
  stopUrl?: string | null
}

const SUBJECT_MAX = 200
// Line breaks of every kind, other controls, and what turns the direction of a text around.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** One line, without anything that is not seen: it may be put into a header. */
export function oneLine(text: string, max = SUBJECT_MAX): string {
  const line = text.toWellFormed().replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join('')}…`
}

/** As nodemailer takes it. Null when the address is not one that a mail may go to. */
export function toEnvelope(message: Message, from: string) {
  const to = addressOf(message.to)
  if (to === null) return null
  const replyTo = message.replyTo == null ? null : addressOf(message.replyTo)
  const host = /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    to,
    ...(replyTo ? { replyTo } : {}),
    messageId: `<${message.id}@${host}>`,
    subject: oneLine(message.subject),
    text: message.text,
    html: message.html,
    headers: headersOf(message),
  }
}

/** An object, not a text: whatever is in it is one address, and no list. */
function addressOf(text: string): { name: string; address: string } | null {
  const parsed = parseEmail(text)
  return 'email' in parsed ? { name: '', address: parsed.email } : null
}

function headersOf({ auto, stopUrl }: Message): Record<string, string> {
  const headers: Record<string, string> = {}
  // The second one is Exchange's.
  if (auto) Object.assign(headers, { 'Auto-Submitted': auto, 'X-Auto-Response-Suppress': 'All' })
  if (stopUrl) {
    headers['List-Unsubscribe'] = `<${stopUrl}>`
    // RFC 8058 has it for https only.
    if (stopUrl.startsWith('https:')) headers['List-Unsubscribe-Post'] = 'List-Unsubscribe=One-Click'
  }
  return headers
}
