import { domainToUnicode } from 'node:url'

/** The ways an address is written: as its records have it, and with its domain in either form. ASCII in lower case. */
export function spellingsOf(emailKey: string, written: readonly string[]): string[] {
  const at = emailKey.lastIndexOf('@')
  const readable = `${emailKey.slice(0, at)}@${domainToUnicode(emailKey.slice(at + 1))}`
  return [...new Set([emailKey, readable, ...written].map(lowerAscii))]
}

/** Texts of which one is, in lower case, in everything that mentions the address: plain, in a form, in JSON. */
export function needlesOf(spellings: readonly string[]): string[] {
  const needles = spellings.flatMap((spelling) => {
    const inForm = lowerAscii(encodeURIComponent(spelling))
    const inJson = escapeJson(spelling)
    const inEither = [spelling, inJson].flatMap((text) => [text, text.replace('@', '\\u0040')])
    return [...inEither, inForm, inForm.replace('%40', '@')]
  })
  return [...new Set(needles)]
}

/** The address, and not one that it is only a part of: joana@… is not ana@…. */
function patternOf(spellings: readonly string[], flags: string): RegExp {
  // RegExp.escape() came with Node 24.
  const any = spellings.map((spelling) => spelling.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')
  // An apostrophe is a quotation mark, unless a letter stands before it: o'neil@… is not neil@….
  return new RegExp(
    `(?<![\\p{L}\\p{M}\\p{N}._+\\-]|[\\p{L}\\p{N}]')(?:${any})(?![\\p{L}\\p{N}_\\-]|\\.[\\p{L}\\p{N}])`,
    flags,
  )
}

const ERASED = '[erased]'

/** The text without the address. What writes it in another way than people do goes as a whole. */
export function redact(
  text: string,
  { spellings, isMention }: { spellings: readonly string[]; isMention: (text: string) => boolean },
): string {
  const redacted = text.replace(patternOf(spellings, 'giu'), ERASED)
  return isMention(redacted) ? ERASED : redacted
}

/** Tells whether a text mentions the address. */
export function createMention(spellings: readonly string[]): (text: string) => boolean {
  const pattern = patternOf(spellings, 'iu')
  return (text) => pattern.test(text) || pattern.test(readForm(text)) || pattern.test(readJson(text))
}

function readForm(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (codes) => Buffer.from(codes.replaceAll('%', ''), 'hex').toString())
}

const SHORT: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: ' ', f: ' ' }

/** The text of JSON strings, whatever is around them. */
function readJson(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|(.))/gi, (_all, code: string | undefined, character: string) =>
    code === undefined ? (SHORT[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

function escapeJson(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** As the database does it: lower() of bytes changes no other letters. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
