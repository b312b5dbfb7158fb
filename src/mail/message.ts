import { parseEmail } from '../lib/text/email.ts'
import { directionOf, type Language } from '../messages/languages.ts'

/** A mail ready to send. Only `subject`, `text`, `html` and `replyTo` contain text from strangers. */
export interface Mail {
  /** The same at every attempt: mail programs show a mail that arrives twice only once. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  replyTo?: string | null
  /** RFC 3834: programs that answer mail automatically ignore it. Left out if a person asked for the mail. */
  auto?: 'auto-generated' | 'auto-replied'
  /** One request to it, without a page in between, unsubscribes. */
  stopUrl?: string | null
}

const SUBJECT_MAX = 200
// Line breaks of every kind, other control characters, and marks of text direction.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** One line without invisible characters, safe in a header. */
export function oneLine(text: string, max = SUBJECT_MAX): string {
  const line = text.toWellFormed().replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join('')}…`
}

/** The mail in nodemailer's format. Null if the address cannot receive mail. */
export function toEnvelope(message: Mail, from: string) {
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

/** An object, so that nothing in it can become a list of addresses. */
function addressOf(text: string): { name: string; address: string } | null {
  const parsed = parseEmail(text)
  return 'email' in parsed ? { name: '', address: parsed.email } : null
}

function headersOf({ auto, stopUrl }: Mail): Record<string, string> {
  const headers: Record<string, string> = {}
  // The second header is for Exchange.
  if (auto) Object.assign(headers, { 'Auto-Submitted': auto, 'X-Auto-Response-Suppress': 'All' })
  if (stopUrl) {
    headers['List-Unsubscribe'] = `<${stopUrl}>`
    // RFC 8058 allows it for https only.
    if (stopUrl.startsWith('https:')) headers['List-Unsubscribe-Post'] = 'List-Unsubscribe=One-Click'
  }
  return headers
}

/** A part of a mail. All texts are plain; they are escaped here. */
export type Part =
  | { kind: 'text'; text: string }
  /** One of our own URLs, on its own line. */
  | { kind: 'link'; label: string; url: string }
  | { kind: 'facts'; facts: ReadonlyArray<readonly [name: string, value: string]> }
  | { kind: 'small'; text: string; link?: { label: string; url: string } }

/** Both forms of a mail. The HTML loads nothing, so opening it cannot be tracked. */
export function renderParts(parts: readonly Part[], language: Language): { text: string; html: string } {
  const text = parts.map(toText).join('\n\n')
  const body = parts.map(toHtml).join('\n')
  const font = 'font:16px/1.5 system-ui,sans-serif'
  const html = `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><body style="${font}"><div style="max-width:36em">\n${body}\n</div></body></html>`
  return { text: `${text}\n`, html }
}

function toText(part: Part): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'link':
      return part.label === part.url ? part.url : `${part.label}:\n${part.url}`
    case 'facts':
      return part.facts.map(([name, value]) => `${name}: ${indent(value)}`).join('\n')
    case 'small':
      return `-- \n${part.text}${part.link ? `\n${part.link.label}: ${part.link.url}` : ''}`
  }
}

/** Indents further lines of a value, so that they do not look like another fact. */
function indent(value: string): string {
  return value.replace(/\r\n?|\n/g, '\n    ')
}

function toHtml(part: Part): string {
  switch (part.kind) {
    case 'text':
      return `<p>${breakLines(part.text)}</p>`
    case 'link':
      return `<p>${anchor(part)}</p>`
    case 'facts':
      return `<table style="border-collapse:collapse">${part.facts.map(toRow).join('')}</table>`
    case 'small': {
      const link = part.link ? ` ${anchor(part.link)}` : ''
      return `<p style="color:#666;font-size:13px">${breakLines(part.text)}${link}</p>`
    }
  }
}

function toRow([name, value]: readonly [string, string]): string {
  const style = 'text-align:start;vertical-align:top;padding:2px 0;padding-inline-end:12px'
  return `<tr><th style="${style}">${escapeHtml(name)}</th><td style="${style}">${breakLines(value)}</td></tr>`
}

function anchor({ label, url }: { label: string; url: string }): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`
}

function breakLines(text: string): string {
  return escapeHtml(text).replace(/\r\n?|\n/g, '<br>')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
