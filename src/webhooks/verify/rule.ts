import { checkTimestamp, encodedLength, isPlain, isShaped, readHeader, reject, type Signed } from './checks.ts'
import type { Incoming, Rejection, SignatureRule, Verdict, Verifier } from './contract.ts'
import { compareSignatures, isCrcToken, PROVIDER_RULES } from './schemes.ts'

/** The only placeholder that the prefix may hold, too. */
export const TIMESTAMP = '{timestamp}'

/** Text and placeholders in turn: '{timestamp}.{body}' → '', '{timestamp}', '.', '{body}', ''. */
export function splitTemplate(template: string): string[] {
  return template.split(/(\{(?:body|timestamp|id)\})/)
}

/** For provider hmac, whose rule its owner sets, and for providers with a rule of their own. */
export function verifyByRule(verifier: Verifier, incoming: Incoming, now: number): Verdict {
  const { provider } = verifier
  const isOwn = provider === 'hmac'
  const rule = isOwn ? verifier.signature : PROVIDER_RULES[provider]
  if (!rule || (isOwn && !isComplete(rule))) {
    return reject('no_rule', 'This webhook does not know how its sender signs. Set its signature rule.')
  }
  const { header, hash, encoding, timestampHeader, idHeader, toleranceSeconds } = rule
  const value = readHeader(incoming, header, 'missing_signature')
  if (typeof value !== 'string') return value
  let before = rule.prefix
  let timestamp = ''
  if (before.includes(TIMESTAMP)) {
    timestamp = timestampIn(rule.prefix, value)
    before = before.replace(TIMESTAMP, () => timestamp)
  }
  const signature = signatureIn(value, before, rule, isOwn)
  if (signature === null) return malformed(rule, isOwn)
  // A word that X had us sign in a handshake.
  if (provider === 'x' && isCrcToken(incoming.body)) {
    return reject('malformed_body', 'The body is a bare word, but X sends JSON objects. Somebody else sent this.')
  }
  if (timestampHeader !== null) {
    const sent = readHeader(incoming, timestampHeader, 'missing_timestamp')
    if (typeof sent !== 'string') return sent
    timestamp = sent
  }
  if (toleranceSeconds !== null) {
    const problem = checkTimestamp(timestamp, timestampHeader ?? header, toleranceSeconds, now)
    if (problem !== null) return problem
  }
  const id = idHeader === null ? '' : readHeader(incoming, idHeader, 'missing_id')
  if (typeof id !== 'string') return id
  const parts = fillTemplate(rule, timestamp, id, incoming.body)
  return 'ok' in parts ? parts : compareSignatures(verifier, { hash, encoding, parts, signatures: [signature] })
}

/** What readSignatureRule requires anyway: a rule that was stored in another way must not verify less. */
function isComplete(rule: SignatureRule): boolean {
  const { template } = rule
  // From one place only: of two it would be unknown which one is signed.
  const hasTimestamp = (rule.timestampHeader !== null) !== rule.prefix.includes(TIMESTAMP)
  return (
    template.includes('{body}') &&
    template.includes(TIMESTAMP) === hasTimestamp &&
    template.includes('{id}') === (rule.idHeader !== null) &&
    (rule.toleranceSeconds === null || hasTimestamp)
  )
}

/** What stands in the place of {timestamp}, up to the text that follows it. */
function timestampIn(prefix: string, value: string): string {
  const [before, after] = prefix.split(TIMESTAMP)
  const end = after ? value.indexOf(after, before!.length) : -1
  return end === -1 ? '' : value.slice(before!.length, end)
}

/** Null when it has another form. */
function signatureIn(value: string, before: string, rule: SignatureRule, allowUpperCase: boolean): string | null {
  const rest = value.slice(before.length)
  // Some senders write hex in upper case. Mixed case is a changed signature.
  const isUpperCase = allowUpperCase && rule.encoding === 'hex' && /^[0-9A-F]+$/.test(rest)
  const signature = isUpperCase ? rest.toLowerCase() : rest
  return value.startsWith(before) && isShaped(signature, rule.hash, rule.encoding) ? signature : null
}

function malformed({ header, prefix, hash, encoding }: SignatureRule, isOwn: boolean): Rejection {
  const start = `The header ${header} must be ${prefix === '' ? '' : `"${prefix}" and `}`
  const length = encodedLength(hash, encoding)
  const form = encoding === 'hex' ? `${length} lower-case hex digits` : `${length} characters of base64`
  return reject(
    'malformed_signature',
    isOwn
      ? `${start}a ${hash} signature in ${encoding}. Compare it with the signature rule of this webhook.`
      : `${start}${form}. Check that the provider of this webhook is the one that sends to it.`,
  )
}

/** A value that holds the text next to it could be cut elsewhere, and so move bytes to or from the body. */
function fillTemplate(rule: SignatureRule, timestamp: string, id: string, body: Buffer): Signed['parts'] | Rejection {
  if (rule.template === '{body}') return [body]
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
      const value = isId ? id : timestamp
      const neighbours = [split[i - 1]!, split[i + 1]!]
      if (!isPlain(value) || neighbours.some((text) => text !== '' && value.includes(text))) {
        const header = isId ? rule.idHeader : (rule.timestampHeader ?? rule.header)
        return reject(
          isId ? 'malformed_id' : 'malformed_timestamp',
          `The ${isId ? 'id' : 'timestamp'} in the header ${header} must be at most 255 visible ASCII characters and ` +
            `must not hold the text next to ${piece} in the template of the signature rule.`,
        )
      }
      parts.push(value)
    }
  }
  return parts
}
