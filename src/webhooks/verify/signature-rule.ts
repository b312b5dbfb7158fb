import { type Issues, nameOfType, readObject } from '../../lib/issues.ts'
import { findNearest } from '../../lib/text/nearest.ts'
import { countCodePoints } from '../../lib/text/text.ts'
import { ENCODINGS, HASHES, type Provider, type SignatureRule } from './contract.ts'
import { isHeaderName } from './delivery-id.ts'
import { splitTemplate, TIMESTAMP } from './rule.ts'
import { standardKey } from './schemes.ts'

export const PREFIX_MAX = 50
export const TEMPLATE_MAX = 200
export const TOLERANCE_MAX = 86_400
export const SECRET_MAX = 500
/** The standard asks senders for 24 bytes or more; what is shorter than 16 can be guessed. */
const STANDARD_KEY_MIN = 16

const FIELDS = [
  'header',
  'prefix',
  'hash',
  'encoding',
  'template',
  'timestamp_header',
  'id_header',
  'tolerance_seconds',
] as const

/** Null when it is absent or wrong. Only the header is required: most senders sign the body with HMAC-SHA256 in hex. */
export function readSignatureRule(issues: Issues, value: unknown): SignatureRule | null {
  const before = issues.count
  const sent = readObject(issues, 'signature', value, {})
  if (sent === null) return null
  refuseUnknown(issues, sent)
  const refuse: Refuse = (name, problem) => issues.add(`signature.${name}`, `signature.${name} ${problem}`)
  const rule: SignatureRule = {
    header: readHeaderName(refuse, 'header', sent) ?? '',
    prefix: readPlainText(refuse, 'prefix', sent, PREFIX_MAX) ?? '',
    hash: readChoice(refuse, 'hash', sent, HASHES),
    encoding: readChoice(refuse, 'encoding', sent, ENCODINGS),
    template: readPlainText(refuse, 'template', sent, TEMPLATE_MAX) ?? '{body}',
    timestampHeader: readHeaderName(refuse, 'timestamp_header', sent),
    idHeader: readHeaderName(refuse, 'id_header', sent),
    toleranceSeconds: readTolerance(refuse, sent),
  }
  if (isAbsent(sent.header)) refuse('header', 'is required. Send the name of the header with the signature.')
  checkPlaces(refuse, rule)
  checkPrefix(refuse, rule)
  checkTemplate(refuse, rule, sent)
  return issues.count === before ? rule : null
}

/** Adds a problem of a field, as the end of a sentence that begins with its name. */
type Refuse = (field: (typeof FIELDS)[number], problem: string) => void
type Sent = Record<string, unknown>

export function showSignatureRule({ timestampHeader, idHeader, toleranceSeconds, ...rule }: SignatureRule): object {
  return { ...rule, timestamp_header: timestampHeader, id_header: idHeader, tolerance_seconds: toleranceSeconds }
}

/** What is wrong with a secret of this provider, as a sentence that does not repeat it; null when nothing is. */
export function checkSecret(provider: Provider, secret: string): string | null {
  if (provider === 'none')
    return 'secret has no use without a provider. Choose the provider that signs, or leave it out.'
  if (provider === 'microsoft') {
    return 'secret has no use with provider microsoft, which does not sign. Send its clientState as verify_token.'
  }
  if (secret.trim() === '') return 'secret must not be blank. Copy it from the sender.'
  const length = countCodePoints(secret)
  if (length > SECRET_MAX) return `secret must be at most ${SECRET_MAX} characters, but it has ${length}.`
  if (/[\u0000-\u001f\u007f]/.test(secret) || !secret.isWellFormed()) {
    return 'secret holds a line break or another control character. Copy it again, without the line end.'
  }
  if (isPlaceholder(secret)) {
    return 'secret is the placeholder of an example. Copy the real one from the sender.'
  }
  if (provider === 'standard') {
    const key = standardKey(secret)
    if (key === null) return 'secret must be whsec_ and base64, or base64 alone, as the sender shows it.'
    if (Buffer.from(key, 'base64').length < STANDARD_KEY_MIN)
      return `secret must be at least ${STANDARD_KEY_MIN} bytes in base64.`
  }
  if (provider === 'stripe' && /^(?:sk|rk|pk)_/.test(secret)) {
    return "secret must be the endpoint's signing secret (whsec_…), but this is an API key. Roll the key if it was exposed."
  }
  return null
}

/** "whsec_..." out of a document, "<secret>", "YOUR_SECRET_HERE": nothing that a sender signs with. */
function isPlaceholder(secret: string): boolean {
  return /\.{3}$|…$|^<[^<>]*>$|^your[_-](?:[^\W_]*[_-])*secret(?:[_-]here)?$/i.test(secret)
}

function refuseUnknown(issues: Issues, sent: Record<string, unknown>): void {
  for (const name of Object.keys(sent)) {
    if ((FIELDS as readonly string[]).includes(name)) continue
    const nearest = findNearest(name, FIELDS)
    const hint = nearest === null ? `It has ${FIELDS.join(', ')}.` : `Did you mean ${nearest}?`
    issues.add('signature', `signature has a field that is not known: ${shorten(name)}. ${hint}`)
  }
}

function shorten(name: string): string {
  return JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name)
}

function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null
}

function readString(refuse: Refuse, name: (typeof FIELDS)[number], value: unknown): string | null {
  if (typeof value === 'string') return value
  if (!isAbsent(value)) refuse(name, `must be a string, but it is ${nameOfType(value)}.`)
  return null
}

function readHeaderName(refuse: Refuse, name: 'header' | 'timestamp_header' | 'id_header', sent: Sent): string | null {
  const text = readString(refuse, name, sent[name])?.trim()
  if (text === undefined) return null
  if (isHeaderName(text)) return text.toLowerCase()
  refuse(name, 'must be the name of a header, such as X-Signature, of at most 100 characters.')
  return null
}

/** Not trimmed: a space may belong to what is signed. */
function readPlainText(refuse: Refuse, name: 'prefix' | 'template', sent: Sent, max: number): string | null {
  const text = readString(refuse, name, sent[name])
  if (text === null || (text.length <= max && /^[\x20-\x7e]*$/.test(text))) return text
  refuse(name, `must be at most ${max} visible ASCII characters or spaces.`)
  return null
}

/** The first one is what most senders use. */
function readChoice<T extends string>(
  refuse: Refuse,
  name: 'hash' | 'encoding',
  sent: Sent,
  allowed: readonly [T, ...T[]],
): T {
  if (isAbsent(sent[name])) return allowed[0]
  const choice = allowed.find((each) => each === sent[name])
  if (choice === undefined) refuse(name, `must be one of ${allowed.join(', ')}.`)
  return choice ?? allowed[0]
}

function readTolerance(refuse: Refuse, { tolerance_seconds: value }: Sent): number | null {
  if (isAbsent(value)) return null
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= TOLERANCE_MAX) return value as number
  refuse('tolerance_seconds', `must be a whole number from 1 to ${TOLERANCE_MAX}, or null.`)
  return null
}

/** A whole header is one value: a rule that reads two from it would refuse everything. */
function checkPlaces(refuse: Refuse, { header, timestampHeader, idHeader }: SignatureRule): void {
  if (header === '') return
  if (timestampHeader === header) {
    const how = 'Leave it out, and write prefix with {timestamp} in it, such as "t={timestamp},v1="'
    refuse('timestamp_header', `is the header of the signature. ${how}.`)
  }
  if (idHeader === header || (idHeader !== null && idHeader === timestampHeader)) {
    refuse('id_header', 'must be a header of its own.')
  }
}

/** A timestamp in it has to end somewhere, and be the only one. */
function checkPrefix(refuse: Refuse, { prefix, timestampHeader }: SignatureRule): void {
  const parts = prefix.split(TIMESTAMP)
  if (parts.length === 1) return
  if (parts.length > 2) refuse('prefix', 'must hold {timestamp} once.')
  if (parts.at(-1) === '') refuse('prefix', 'needs text between {timestamp} and the signature.')
  if (timestampHeader !== null) refuse('timestamp_header', 'has no use when the prefix holds {timestamp}.')
}

/** Everything of the rule has its place in the template, and nothing in it can be cut in two ways. */
function checkTemplate(refuse: Refuse, rule: SignatureRule, sent: Sent): void {
  const split = splitTemplate(rule.template)
  const places = split.filter((_, i) => i % 2 === 1)
  const times = (place: string) => places.filter((each) => each === place).length
  if (times('{body}') !== 1) refuse('template', 'must hold {body} once.')
  if (times('{timestamp}') > 1 || times('{id}') > 1) refuse('template', 'must hold {timestamp} and {id} once.')
  const hasBraces = split.some((text, i) => i % 2 === 0 && /[{}]/.test(text))
  if (hasBraces) refuse('template', 'may hold {body}, {timestamp} and {id}, but no other braces.')
  for (const [place, name] of [
    ['{timestamp}', 'timestamp_header'],
    ['{id}', 'id_header'],
  ] as const) {
    const inPrefix = place === TIMESTAMP && rule.prefix.includes(place)
    const isSent = inPrefix || !isAbsent(sent[name])
    if (isSent && times(place) === 0) {
      const other = inPrefix ? 'take it out of prefix' : `leave ${name} out`
      refuse('template', `must hold ${place}: what is not signed proves nothing. Or ${other}.`)
    } else if (!isSent && times(place) > 0) {
      refuse(name, `is required, because the template holds ${place}.`)
    }
  }
  if (rule.toleranceSeconds !== null && times('{timestamp}') === 0) {
    refuse('tolerance_seconds', 'needs {timestamp} in the template.')
  }
  for (let i = 2; i < split.length - 1; i += 2) {
    if (split[i] !== '') continue
    // Digits of a bounded number next to the body are what some senders do, and leave next to nothing to move.
    const pair = [split[i - 1], split[i + 1]]
    if (rule.toleranceSeconds !== null && pair.includes('{timestamp}') && pair.includes('{body}')) continue
    const advice = pair.includes('{id}') ? '' : ', or set tolerance_seconds'
    refuse('template', `needs text between ${pair.join(' and ')}, so that none passes for the other${advice}.`)
  }
}
