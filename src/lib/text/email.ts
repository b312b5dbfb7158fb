import { domainToASCII, domainToUnicode } from 'node:url'

export type ParsedEmail = { email: string; key: string } | { problem: string }

const MAX_BYTES = 254 // RFC 5321 4.5.3.1.3: a path of 256 octets, less its two angle brackets.
const MAX_LOCAL_BYTES = 64 // RFC 5321 4.5.3.1.1
const MAX_LABEL = 63

const AT = 0x40
const DOT = 0x2e
const HYPHEN = 0x2d

// What an ASCII character may stand in: the local part (RFC 5322 atext), a domain label, or both.
const IN_LOCAL = 1
const IN_LABEL = 2
const CLASSES = classTable()

/**
 * Reads one e-mail address, trimmed before. `email` is the text exactly as sent; `key` groups the records of one person:
 * local part in lower case, domain in ASCII (IDNA) lower case. Dots and plus tags are kept, because only the mailbox's
 * owner knows whether they matter. `problem` follows the field's name in a sentence.
 *
 * Narrower than RFC 5321 on purpose: no quoted local parts, no address literals, no names without a dot. Nobody types
 * them into a form, and each is a way to smuggle something into a mail header.
 */
export function parseEmail(text: string): ParsedEmail {
  // UTF-16 units never outnumber UTF-8 bytes, so this also bounds all work below.
  if (text.length > MAX_BYTES) return tooLong(Buffer.byteLength(text))
  const at = text.lastIndexOf('@')
  if (isPlain(text, at)) return { email: text, key: text.toLowerCase() }
  return parseCarefully(text, at)
}

/** The fast path: whether an address is plain ASCII and sound without doubt. Everything else is looked at slowly. */
function isPlain(text: string, at: number): boolean {
  if (at < 1 || at > MAX_LOCAL_BYTES || text.charCodeAt(0) === DOT) return false
  let previous = 0
  for (let i = 0; i < at; i++) {
    const code = text.charCodeAt(i)
    if (code === DOT ? previous === DOT : !isIn(code, IN_LOCAL)) return false
    previous = code
  }
  if (previous === DOT) return false
  return isPlainDomain(text, at + 1)
}

function isPlainDomain(text: string, from: number): boolean {
  let start = from
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code !== DOT) {
      if (!isIn(code, IN_LABEL)) return false
      continue
    }
    if (!isPlainLabel(text, start, i)) return false
    start = i + 1
  }
  // A last label that starts with a digit may be a number (also a hexadecimal one), so it goes the slow way.
  return start > from && isPlainLabel(text, start, text.length) && !isDigit(text.charCodeAt(start))
}

function isPlainLabel(text: string, start: number, end: number): boolean {
  const length = end - start
  if (length < 1 || length > MAX_LABEL) return false
  if (text.charCodeAt(start) === HYPHEN || text.charCodeAt(end - 1) === HYPHEN) return false
  // Punycode is checked by IDNA rules.
  return length < 4 || text.charCodeAt(start + 2) !== HYPHEN || text.charCodeAt(start + 3) !== HYPHEN
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
    const code = character.codePointAt(0)!
    if (code === AT) return 'it has more than one @'
    const allowed =
      code < 0x80 ? code === DOT || isIn(code, IN_LOCAL) : LOCAL_CHARACTER.test(character) && !INVISIBLE.test(character)
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
    const code = character.codePointAt(0)!
    const allowed =
      code < 0x80 ? code === DOT || isIn(code, IN_LABEL) : JOINER.test(character) || !INVISIBLE.test(character)
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

function isIn(code: number, place: number): boolean {
  return code < 0x80 && (CLASSES[code]! & place) !== 0
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function classTable(): Uint8Array {
  const table = new Uint8Array(0x80)
  for (const character of "!#$%&'*+/=?^_`{|}~-") table[character.charCodeAt(0)] = IN_LOCAL
  for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789') {
    table[character.charCodeAt(0)] = IN_LOCAL | IN_LABEL
  }
  table[HYPHEN] = IN_LOCAL | IN_LABEL
  return table
}
