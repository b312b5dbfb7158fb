import { domainToASCII, domainToUnicode } from 'node:url'
import { type Message, message } from '../../messages/message.ts'
import type { Issues } from '../issues.ts'
import { readText, type TextRule } from './text.ts'

type ParsedEmail = { email: string; key: string } | { problem: Message }

const MAX_BYTES = 254 // RFC 5321 4.5.3.1.3: a path of 256 octets, less its two angle brackets.
const MAX_LOCAL_BYTES = 64 // RFC 5321 4.5.3.1.1
const MAX_LABEL = 63

// Where an ASCII character may occur: in the local part (RFC 5322 atext), or in a domain label.
const LOCAL_ASCII = /[\w!#$%&'*+/=?^`{|}~.-]/
const LABEL_ASCII = /[A-Za-z0-9.-]/

// The fast path for plain ASCII addresses that are certainly valid. All others take the slow path, including labels
// with hyphens in the third and fourth place, which may be Punycode, and a last label that begins with a digit, which
// may be an IP address.
const PLAIN =
  /^(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:(?!-|..--)[A-Za-z0-9-]{1,63}(?<!-)\.)+(?![0-9-]|..--)[A-Za-z0-9-]{1,63}(?<!-)$/

/**
 * Reads one e-mail address, already trimmed. `key` groups the records of one person: local part in lower case, domain
 * in ASCII (IDNA). Dots and plus tags are kept, because only the mailbox's owner knows whether they matter. Stricter
 * than RFC 5321: quoted local parts, address literals and names without a dot can smuggle something into a mail header,
 * and nobody types them into a form.
 */
export function parseEmail(text: string): ParsedEmail {
  // A text never has more UTF-16 units than UTF-8 bytes, so this also bounds the work below.
  if (text.length > MAX_BYTES) return tooLong(Buffer.byteLength(text))
  if (PLAIN.test(text)) return { email: text, key: text.toLowerCase() }
  return parseCarefully(text, text.lastIndexOf('@'))
}

const GMAIL = /^(?:gmail|googlemail)\.com$/

/**
 * The mailbox that a `key` most likely leads to: without its plus tag and, at Gmail, without dots. Only for limits,
 * where mistaking two people for one does little harm.
 */
export function mailboxOf(key: string): string {
  const at = key.lastIndexOf('@')
  const domain = key.slice(at + 1)
  const name = key.slice(0, at).replace(/(?<=.)\+.*/, '')
  return GMAIL.test(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

// parseEmail counts bytes.
const ANY_LENGTH: TextRule = { max: Number.POSITIVE_INFINITY }

/** Reads the field `email` like every text field. Null if there is no address, or an invalid one. */
export function readEmail(issues: Issues, value: unknown, rule = ANY_LENGTH): { email: string; key: string } | null {
  const text = readText(issues, 'email', value, rule)
  if (text === null) return null
  const parsed = parseEmail(text)
  if ('email' in parsed) return parsed
  issues.add('email', parsed.problem)
  return null
}

function parseCarefully(text: string, at: number): ParsedEmail {
  if (at < 0) return refuse(message('email.no_at'))
  if (!text.isWellFormed()) return refuse(message('email.half_character'))
  const bytes = Buffer.byteLength(text)
  if (bytes > MAX_BYTES) return tooLong(bytes)

  const local = text.slice(0, at)
  const localReason = reasonAgainstLocal(local)
  if (localReason) return refuse(localReason)

  const domain = readDomain(text.slice(at + 1))
  if ('reason' in domain) return refuse(domain.reason)
  const asciiBytes = bytes - Buffer.byteLength(text.slice(at + 1)) + domain.ascii.length
  if (asciiBytes > MAX_BYTES) {
    return { problem: { code: 'email.too_long_in_ascii', values: { max: MAX_BYTES, bytes: asciiBytes } } }
  }
  return { email: text, key: `${local.normalize('NFC').toLowerCase()}@${domain.ascii}` }
}

// Letters, marks and digits of every script. Invisible characters (fillers, variation selectors, joiners) make two
// addresses look alike; format and bidi controls are among them or in no allowed category.
const LOCAL_CHARACTER = /[\p{L}\p{M}\p{Nd}]/u
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u

function reasonAgainstLocal(local: string): Message | undefined {
  if (local === '') return message('email.nothing_before')
  const bytes = Buffer.byteLength(local)
  if (bytes > MAX_LOCAL_BYTES) return message('email.long_name', { max: MAX_LOCAL_BYTES, bytes })
  for (const character of local) {
    if (character === '@') return message('email.second_at')
    const allowed = isAscii(character)
      ? LOCAL_ASCII.test(character)
      : LOCAL_CHARACTER.test(character) && !INVISIBLE.test(character)
    if (!allowed) return message('email.character_before', { character: describe(character) })
  }
  if (local.startsWith('.') || local.endsWith('.')) return message('email.outer_dot')
  if (local.includes('..')) return message('email.two_dots')
  return undefined
}

const JOINER = /[\u200c\u200d]/ // Part of Persian and Indic names; IDNA allows them only where they shape the text.

function readDomain(domain: string): { ascii: string } | { reason: Message } {
  if (domain === '') return { reason: message('email.nothing_after') }
  if (domain.startsWith('[')) return { reason: message('email.address_literal') }
  // domainToASCII treats its input like the host of a URL: it drops line breaks, decodes percent signs and stops at a
  // slash. So only characters without such a meaning may reach it.
  for (const character of domain) {
    const allowed = isAscii(character)
      ? LABEL_ASCII.test(character)
      : JOINER.test(character) || !INVISIBLE.test(character)
    if (!allowed) return { reason: message('email.character_after', { character: describe(character) }) }
  }
  const ascii = domainToASCII(domain)
  const reason = reasonAgainstLabels(ascii === '' ? domain : ascii)
  if (reason) return { reason }
  // Invalid Punycode is returned unchanged.
  if (ascii === '' || (ascii.includes('xn--') && hasUnreadablePunycode(ascii))) {
    return { reason: message('email.bad_punycode') }
  }
  return { ascii }
}

function reasonAgainstLabels(domain: string): Message | undefined {
  const labels = domain.split('.')
  for (const label of labels) {
    if (label === '') return message('email.empty_label')
    if (label.length > MAX_LABEL) return message('email.long_label', { max: MAX_LABEL })
    if (label.startsWith('-') || label.endsWith('-')) return message('email.outer_hyphen')
  }
  if (labels.length < 2) return message('email.no_dot')
  const last = labels.at(-1)!
  if (/^(?:\d+|0[xX][0-9a-fA-F]*)$/.test(last)) return message('email.number')
  return undefined
}

function hasUnreadablePunycode(ascii: string): boolean {
  return domainToUnicode(ascii)
    .split('.')
    .some((label) => label.startsWith('xn--'))
}

function refuse(why: Message): { problem: Message } {
  return { problem: { code: 'email.wrong', values: { why } } }
}

function tooLong(bytes: number): { problem: Message } {
  return { problem: { code: 'email.too_long', values: { max: MAX_BYTES, bytes } } }
}

/** Names a character without repeating one that could disturb a terminal or a page. */
function describe(character: string): Message {
  if (character === ' ') return message('character.space')
  if (character === '"') return message('character.quotation_mark')
  const code = character.codePointAt(0)!
  if (code > 0x20 && code < 0x7f) return message('character.visible', { character })
  return message('character.code', { code: code.toString(16).toUpperCase().padStart(4, '0') })
}

function isAscii(character: string): boolean {
  return character.charCodeAt(0) < 0x80
}
