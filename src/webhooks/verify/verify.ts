import { parseJson } from '../../lib/text/json.ts'
import { message } from '../../messages/message.ts'
import { senderOf } from '../senders/registry.ts'
import {
  encodedLength,
  isShaped,
  type Rejection,
  reject,
  type Sender,
  type SignatureRule,
} from '../senders/shared/contract.ts'
import {
  checkTimestamp,
  findHeader,
  type Incoming,
  isPlain,
  isSameText,
  isSecret,
  isSignedWith,
  PLAIN_MAX,
  readHeader,
  type Verifier,
} from './checks.ts'

export type Verdict = { ok: true; verified: boolean } | Rejection

const UNVERIFIED: Verdict = { ok: true, verified: false }
const VERIFIED: Verdict = { ok: true, verified: true }
export const TIMESTAMP = '{timestamp}'

/**
 * Checks a delivery by its raw bytes. Anything missing, repeated or malformed is refused, and so are unknown senders.
 */
export function verify(verifier: Verifier, incoming: Incoming, now: number): Verdict {
  const sender = senderOf(verifier.sender)
  if (sender?.name === 'none') return UNVERIFIED
  if (sender?.checkBody) return verifyBody(sender.checkBody, verifier, incoming)
  if (!verifier.secrets.some(isSecret)) return reject('no_secret', 'rejection.no_secret')
  const rule = sender && ruleOf(sender, verifier, incoming)
  if (!rule) return reject('no_rule', 'rejection.no_rule')
  return verifySignature({ sender, rule, secrets: verifier.secrets, incoming, now })
}

function verifyBody(check: NonNullable<Sender['checkBody']>, { verifyToken }: Verifier, { body }: Incoming): Verdict {
  if (!isSecret(verifyToken)) return reject('no_secret', 'rejection.no_verify_token')
  const parsed = parseJson(body)
  return check('value' in parsed ? parsed.value : null, (text) => isSameText(text, verifyToken)) ?? VERIFIED
}

/** The webhook's own rule for the sender hmac; otherwise the sender's rule whose header was sent. */
export function ruleOf(sender: Sender, verifier: Pick<Verifier, 'signature'>, incoming: Incoming) {
  if (sender.name === 'hmac') return verifier.signature && isComplete(verifier.signature) ? verifier.signature : null
  const { signatures = [] } = sender
  const sent = signatures.length > 1 && signatures.find(({ header }) => findHeader(incoming, header) !== null)
  return sent || signatures[0]
}

/** readSignatureRule requires this too, but a rule that was stored in another way must not verify less. */
function isComplete({ template, prefix, timestamp_header, id_header, tolerance_seconds }: SignatureRule): boolean {
  // From one place only: with two, it would be unclear which one is signed.
  const hasTimestamp = (timestamp_header !== null) !== prefix.includes(TIMESTAMP)
  return (
    template.includes('{body}') &&
    template.includes(TIMESTAMP) === hasTimestamp &&
    template.includes('{id}') === (id_header !== null) &&
    (tolerance_seconds === null || hasTimestamp)
  )
}

interface SignedRequest {
  sender: Sender
  rule: SignatureRule
  secrets: readonly string[]
  incoming: Incoming
  now: number
}

function verifySignature({ sender, rule, secrets, incoming, now }: SignedRequest): Verdict {
  const value = readHeader(incoming, rule.header, 'missing_signature')
  if (typeof value !== 'string') return value
  const found = sender.readSignatures?.(value, rule) ?? readByRule(sender, rule, value)
  if ('ok' in found) return found
  if (isHandshakeWord(sender, rule, incoming.body)) {
    return reject('malformed_body', 'rejection.bare_word', { sender: sender.label })
  }
  const { timestamp_header, id_header, tolerance_seconds } = rule
  const timestamp = timestamp_header
    ? readHeader(incoming, timestamp_header, 'missing_timestamp')
    : (found.timestamp ?? '')
  if (typeof timestamp !== 'string') return timestamp
  const problem =
    tolerance_seconds && checkTimestamp(timestamp, timestamp_header ?? rule.header, tolerance_seconds, now)
  if (problem) return problem
  const id = id_header ? readHeader(incoming, id_header, 'missing_id') : ''
  if (typeof id !== 'string') return id
  const parts = fillTemplate(rule, timestamp, id, incoming.body)
  if ('ok' in parts) return parts
  // Stops at the first match: which secret matches is not confidential.
  for (const secret of secrets) {
    const { keyOf } = sender.secret ?? {}
    const key = isSecret(secret) ? (keyOf ? keyOf(secret) : secret) : null
    const signed = { rule, parts, signatures: found.signatures }
    if (key !== null && isSignedWith(key, keyOf ? 'base64' : 'utf8', signed)) return VERIFIED
  }
  return reject('wrong_signature', 'rejection.wrong_signature', { secret: sender.secret?.is ?? '' })
}

function readByRule(sender: Sender, rule: SignatureRule, value: string) {
  const isCustom = sender.name === 'hmac'
  const { header, prefix, hash, encoding } = rule
  const timestamp = prefix.includes(TIMESTAMP) ? timestampIn(prefix, value) : ''
  const before = prefix.replace(TIMESTAMP, () => timestamp)
  const rest = value.slice(before.length)
  // Some senders write hex in upper case. Mixed case means that the signature was changed.
  const isUpperCase = isCustom && encoding === 'hex' && /^[0-9A-F]+$/.test(rest)
  const signature = isUpperCase ? rest.toLowerCase() : rest
  if (value.startsWith(before) && isShaped(signature, rule)) return { signatures: [signature], timestamp }
  if (isCustom) return reject('malformed_signature', 'rejection.not_by_rule', { header, prefix, hash, encoding })
  const said = encoding === 'hex' ? 'rejection.not_hex' : 'rejection.not_base64'
  return reject('malformed_signature', said, { header, prefix, length: encodedLength(hash, encoding) })
}

/** The text at {timestamp}, up to the text that follows it. */
function timestampIn(prefix: string, value: string): string {
  const [before, after] = prefix.split(TIMESTAMP)
  const end = after ? value.indexOf(after, before!.length) : -1
  return end === -1 ? '' : value.slice(before!.length, end)
}

/** Anyone with the URL can have such words signed in a handshake, so they must not pass as a delivery. */
function isHandshakeWord({ handshake }: Sender, { template }: SignatureRule, body: Buffer): boolean {
  if (handshake === undefined || !('word' in handshake) || template !== '{body}') return false
  return body.length <= 1_024 && handshake.word.test(body.toString('latin1'))
}

/** Splits into texts and placeholders in turn: '{timestamp}.{body}' → '', '{timestamp}', '.', '{body}', ''. */
export function splitTemplate(template: string): string[] {
  return template.split(/(\{(?:body|timestamp|id)\})/)
}

/** A value that contains the text next to it could be split elsewhere, and so move bytes to or from the body. */
function fillTemplate(rule: SignatureRule, timestamp: string, id: string, body: Buffer) {
  if (rule.template === '{body}') return [body]
  const parts: Array<string | Buffer> = []
  const split = splitTemplate(rule.template)
  for (const [at, piece] of split.entries()) {
    const value = piece === '{timestamp}' ? timestamp : piece === '{id}' ? id : null
    if (value !== null) {
      const neighbours = [split[at - 1]!, split[at + 1]!].filter(Boolean)
      if (!isPlain(value) || neighbours.some((text) => value.includes(text))) {
        return refuseValue(rule, piece === '{id}', neighbours)
      }
    }
    if (piece !== '') parts.push(piece === '{body}' ? body : (value ?? piece))
  }
  return parts
}

function refuseValue(rule: SignatureRule, isId: boolean, neighbours: string[]): Rejection {
  const header = isId ? rule.id_header! : (rule.timestamp_header ?? rule.header)
  const texts = neighbours.map((text) => `"${text}"`).join(', ')
  const without = texts === '' ? '' : message('rejection.without', { texts })
  const values = { header, max: PLAIN_MAX, without }
  return isId
    ? reject('malformed_id', 'rejection.malformed_id', values)
    : reject('malformed_timestamp', 'rejection.malformed_timestamp', values)
}
