import { domainToASCII, domainToUnicode } from 'node:url'
import type { Issues } from '../issues.ts'
import { readText, type TextRule } from './text.ts'

type ParsedEmail = { email: string; key: string } | { problem: string }

const MAX_BYTES = 254 // RFC 5321 4.5.3.1.3: a path of 256 octets, less its two angle brackets.
const MAX_LOCAL_BYTES = 64 // RFC 5321 4.5.3.1.1
const MAX_LABEL = 63

// What an ASCII character may stand in: the local part (RFC 5322 atext), or a domain label.
const LOCAL_ASCII = /[\w!#$%&'*+/=?^`{|}~.-]/
const LABEL_ASCII = /[A-Za-z0-9.-]/

// A plain ASCII address that is sound without doubt. Everything else is looked at slowly: also labels with hyphens in their
// third and fourth place, which may be Punycode, and a last label that begins with a digit, which may be a number.
const PLAIN =
  /^(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:(?!-|..--)[A-Za-z0-9-]{1,63}(?<!-)\.)+(?![0-9-]|..--)[A-Za-z0-9-]{1,63}(?<!-)$/

/**
 * Reads one e-mail address, trimmed before. `key` groups the records of one person: local part in lower case, domain in
 * ASCII (IDNA). Dots and plus tags are kept: only the mailbox's owner knows whether they matter. `problem` follows the
 * field's name in a sentence. Narrower than RFC 5321: quoted local parts, address literals and names without a dot are
 * ways to smuggle something into a mail header, and nobody types them into a form.
 */
export function parseEmail(text: string): ParsedEmail {
  // UTF-16 units never outnumber UTF-8 bytes, so this also bounds all work below.
  if (text.length > MAX_BYTES) return tooLong(Buffer.byteLength(text))
  if (PLAIN.test(text)) return { email: text, key: text.toLowerCase() }
  return parseCarefully(text, text.lastIndexOf('@'))
}

const GMAIL = /^(?:gmail|googlemail)\.com$/

/**
 * The mailbox that an address most likely leads to, of a `key`: without its plus tag, and at Gmail without dots. Only for
 * limits, where taking two people for one does little harm.
 */
export function mailboxOf(key: string): string {
  const at = key.lastIndexOf('@')
  const domain = key.slice(at + 1)
  const name = key.slice(0, at).replace(/(?<=.)\+.*/, '')
  return GMAIL.test(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

// parseEmail counts bytes.
const ANY_LENGTH: TextRule = { max: Number.POSITIVE_INFINITY }

/** Reads the field `email` as every text field is read. Null when there is no address, or none that is right. */
export function readEmail(issues: Issues, value: unknown, rule = ANY_LENGTH): { email: string; key: string } | null {
  const text = readText(issues, 'email', value, rule)
  if (text === null) return null
  const parsed = parseEmail(text)
  if ('email' in parsed) return parsed
  issues.add('email', `email ${parsed.problem}.`)
  return null
}

function parseCarefully(text: string, at: number): ParsedEmail {
  if (at < 0) return refuse('it has no @')
  if (!text.isWellFormed()) return refuse('it holds half of a surrogate pair, which is not a character')
  const bytes = Buffer.byteLength(text)
  if (bytes > MAX_BYTES) return tooLong(bytes)

  const local = text.slice(0, at)
  const localReason = reasonAgainstLocal(local)
  if (localReason) return refuse(localReason)

  const domain = readDomain(text.slice(at + 1))
  if ('reason' in domain) return refuse(domain.reason)
  const asciiBytes = bytes - Buffer.byteLength(text.slice(at + 1)) + domain.ascii.length
  if (asciiBytes > MAX_BYTES) return tooLong(asciiBytes, ' with its domain in ASCII form')
  return { email: text, key: `${local.normalize('NFC').toLowerCase()}@${domain.ascii}` }
}

// Letters, marks and digits of every script. Invisible ones (fillers, variation selectors, joiners) make two addresses
// look alike; format and bidi controls are among them or in no allowed category.
const LOCAL_CHARACTER = /[\p{L}\p{M}\p{Nd}]/u
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u

function reasonAgainstLocal(local: string): string | undefined {
  if (local === '') return 'there is nothing before the @'
  const bytes = Buffer.byteLength(local)
  if (bytes > MAX_LOCAL_BYTES) return `the part before the @ may have ${MAX_LOCAL_BYTES} bytes and has ${bytes}`
  for (const character of local) {
    if (character === '@') return 'it has more than one @'
    const allowed = isAscii(character)
      ? LOCAL_ASCII.test(character)
      : LOCAL_CHARACTER.test(character) && !INVISIBLE.test(character)
    if (!allowed) return `it holds ${describe(character)} before the @`
  }
  if (local.startsWith('.') || local.endsWith('.')) return 'the part before the @ starts or ends with a dot'
  if (local.includes('..')) return 'the part before the @ has two dots in a row'
  return undefined
}

const JOINER = /[\u200c\u200d]/ // Part of Persian and Indic names; IDNA allows them only where they shape the text.

function readDomain(domain: string): { ascii: string } | { reason: string } {
  if (domain === '') return { reason: 'there is nothing after the @' }
  if (domain.startsWith('[')) return { reason: 'its domain is an address literal in brackets' }
  // domainToASCII reads like the host of a URL: it drops line breaks, decodes percent signs and stops at a slash. So
  // only characters without such a meaning may reach it.
  for (const character of domain) {
    const allowed = isAscii(character)
      ? LABEL_ASCII.test(character)
      : JOINER.test(character) || !INVISIBLE.test(character)
    if (!allowed) return { reason: `it holds ${describe(character)} after the @` }
  }
  const ascii = domainToASCII(domain)
  const reason = reasonAgainstLabels(ascii === '' ? domain : ascii)
  if (reason) return { reason }
  // Punycode that stands for nothing is handed back unread.
  if (ascii === '' || (ascii.includes('xn--') && hasUnreadablePunycode(ascii))) {
    return { reason: 'its domain is not a valid international domain name' }
  }
  return { ascii }
}

function reasonAgainstLabels(domain: string): string | undefined {
  const labels = domain.split('.')
  for (const label of labels) {
    if (label === '') return 'its domain has a dot too many'
    if (label.length > MAX_LABEL) return `a part of its domain is longer than ${MAX_LABEL} characters`
    if (label.startsWith('-') || label.endsWith('-')) return 'a part of its domain starts or ends with a hyphen'
  }
  if (labels.length < 2) return 'its domain has no dot'
  const last = labels.at(-1)!
  if (/^(?:\d+|0[xX][0-9a-fA-F]*)$/.test(last)) return 'its domain ends in a number'
  return undefined
}

function hasUnreadablePunycode(ascii: string): boolean {
  return domainToUnicode(ascii)
    .split('.')
    .some((label) => label.startsWith('xn--'))
}

function refuse(reason: string): { problem: string } {
  return { problem: `must be an e-mail address such as ana@example.com, but ${reason}` }
}

function tooLong(bytes: number, form = ''): { problem: string } {
  return { problem: `must be an e-mail address of at most ${MAX_BYTES} bytes, but it has ${bytes}${form}` }
}

/** Names a character without repeating what could disturb a terminal or a page. */
function describe(character: string): string {
  if (character === ' ') return 'a space'
  if (character === '"') return 'a quotation mark'
  const code = character.codePointAt(0)!
  if (code > 0x20 && code < 0x7f) return `"${character}"`
  return `the character U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

function isAscii(character: string): boolean {
  return character.charCodeAt(0) < 0x80
}
