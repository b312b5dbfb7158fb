import { checkTimestamp, isPlain, isShaped, readHeader, reject } from './checks.ts'
import type { Incoming, Rejection, SignatureRule, Verdict, Verifier } from './contract.ts'
import { compare } from './schemes.ts'

/** The only placeholder that the prefix may hold, too. */
export const TIMESTAMP = '{timestamp}'

/** Text and placeholders in turn: '{timestamp}.{body}' → '', '{timestamp}', '.', '{body}', ''. */
export function splitTemplate(template: string): string[] {
  return template.split(/(\{(?:body|timestamp|id)\})/)
}

/** For provider hmac: a sender we know by its rule only. */
export function verifyByRule(verifier: Verifier, incoming: Incoming, now: number): Verdict {
  const rule = verifier.signature
  if (rule === null || !isComplete(rule)) {
    return reject('no_rule', 'This webhook does not know how its sender signs. Set its signature rule.')
  }
  const signed = readSignature(rule, incoming)
  if ('ok' in signed) return signed
  const values: Values = { timestamp: signed.timestamp, id: '' }
  if (rule.timestampHeader !== null) {
    const timestamp = readHeader(incoming, rule.timestampHeader, 'missing_timestamp')
    if (typeof timestamp !== 'string') return timestamp
    values.timestamp = timestamp
  }
  if (rule.toleranceSeconds !== null) {
    const problem = checkTimestamp(values.timestamp, timestampPlace(rule), rule.toleranceSeconds, now)
    if (problem !== null) return problem
  }
  if (rule.idHeader !== null) {
    const id = readHeader(incoming, rule.idHeader, 'missing_id')
    if (typeof id !== 'string') return id
    values.id = id
  }
  const parts = fillTemplate(rule, values, incoming.body)
  if (!Array.isArray(parts)) return parts
  return compare(verifier, { hash: rule.hash, encoding: rule.encoding, parts, signatures: [signed.signature] })
}

interface Values {
  timestamp: string
  id: string
}

/** What readSignatureRule asks for anyway. A rule that came otherwise must not verify the less. */
function isComplete(rule: SignatureRule): boolean {
  const { template } = rule
  return (
    template.includes('{body}') &&
    template.includes('{timestamp}') === hasTimestamp(rule) &&
    template.includes('{id}') === (rule.idHeader !== null) &&
    (rule.toleranceSeconds === null || hasTimestamp(rule))
  )
}

/** From one place only: of two it would be unknown which one is signed. */
function hasTimestamp(rule: SignatureRule): boolean {
  return (rule.timestampHeader !== null) !== rule.prefix.includes(TIMESTAMP)
}

function timestampPlace(rule: SignatureRule): string {
  return rule.timestampHeader ?? rule.header
}

/** The timestamp is empty unless the prefix holds it. */
function readSignature(rule: SignatureRule, incoming: Incoming): { signature: string; timestamp: string } | Rejection {
  const { header, prefix, hash, encoding } = rule
  const value = readHeader(incoming, header, 'missing_signature')
  if (typeof value !== 'string') return value
  const timestamp = timestampIn(prefix, value)
  const before = prefix.replace(TIMESTAMP, () => timestamp)
  const rest = value.slice(before.length)
  // Some senders write hex in upper case. Mixed case is a changed signature.
  const signature = encoding === 'hex' && /^[0-9A-F]+$/.test(rest) ? rest.toLowerCase() : rest
  if (value.startsWith(before) && isShaped(signature, hash, encoding)) return { signature, timestamp }
  return reject(
    'malformed_signature',
    `The header ${header} must be ${prefix === '' ? '' : `"${prefix}" and `}a ${hash} signature in ${encoding}. Compare ` +
      'it with the signature rule of this webhook.',
  )
}

/** What stands in its place, up to the text that follows it. */
function timestampIn(prefix: string, value: string): string {
  const [before, after] = prefix.split(TIMESTAMP)
  const end = after ? value.indexOf(after, before!.length) : -1
  return end === -1 ? '' : value.slice(before!.length, end)
}

/** A value that holds the text next to it could be cut elsewhere, and so move bytes to or from the body. */
function fillTemplate(rule: SignatureRule, values: Values, body: Buffer): Array<string | Buffer> | Rejection {
  const split = splitTemplate(rule.template)
  const parts: Array<string | Buffer> = []
  for (let i = 0; i < split.length; i++) {
    const piece = split[i]!
    if (i % 2 === 0) {
      if (piece !== '') parts.push(piece)
    } else if (piece === '{body}') {
      parts.push(body)
    } else {
      const isId = piece === '{id}'
      const value = isId ? values.id : values.timestamp
      const neighbours = [split[i - 1]!, split[i + 1]!]
      if (!isPlain(value) || neighbours.some((text) => text !== '' && value.includes(text))) {
        return reject(
          isId ? 'malformed_id' : 'malformed_timestamp',
          `The ${isId ? 'id' : 'timestamp'} in the header ${isId ? rule.idHeader : timestampPlace(rule)} must be at most 255 visible ASCII characters and ` +
            `must not hold the text next to ${piece} in the template of the signature rule.`,
        )
      }
      parts.push(value)
    }
  }
  return parts
}
