import { senderOf } from '../senders/registry.ts'
import { canProve, keyOf, type Rejection, reject, type Sender, type SignatureRule } from '../senders/shared/contract.ts'
import { nameOfSecret } from '../senders/shared/texts.ts'
import {
  checkTimestamp,
  findHeader,
  type Incoming,
  isSecret,
  isSignedWith,
  readHeader,
  type Verifier,
} from './checks.ts'
import { readSignatures } from './read-signatures.ts'
import { fillTemplate, TIMESTAMP } from './template.ts'
import { verifyBody, verifyToken } from './token.ts'

export type Verdict = { ok: true; verified: boolean } | Rejection

const UNVERIFIED: Verdict = { ok: true, verified: false }
const VERIFIED: Verdict = { ok: true, verified: true }

/**
 * Checks a delivery by its raw bytes. Anything missing, repeated or malformed is refused, and so are unknown senders.
 */
export function verify(verifier: Verifier, incoming: Incoming, now: number): Verdict {
  const { secrets } = verifier
  const sender = senderOf(verifier.sender)
  if (sender && !canProve(sender)) return UNVERIFIED
  if (sender?.checkBody) return verifyBody(sender.checkBody, verifier, incoming) ?? VERIFIED
  if (sender?.secret?.isOptional && secrets.length === 0) return UNVERIFIED
  if (!secrets.some(isSecret)) return reject('no_secret', 'rejection.no_secret')
  if (sender?.token) return verifyToken(sender, secrets, incoming) ?? VERIFIED
  const rule = sender && ruleOf(sender, verifier, incoming)
  if (!rule) return reject('no_rule', 'rejection.no_rule')
  return verifySignature({ sender, rule, secrets, incoming, now })
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
  const found = readSignatures(value, rule, sender.name === 'hmac')
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
  const parts = fillTemplate(rule, { timestamp, id, ...incoming })
  if ('ok' in parts) return parts
  const { key: encoding } = sender.secret ?? {}
  // Stops at the first match: which secret matches is not confidential.
  for (const secret of secrets) {
    const key = isSecret(secret) ? (encoding ? keyOf(secret, encoding) : secret) : null
    const signed = { rule, parts, signatures: found.signatures }
    if (key !== null && isSignedWith(key, encoding ?? 'utf8', signed)) return VERIFIED
  }
  return reject('wrong_signature', 'rejection.wrong_signature', { secret: nameOfSecret(sender) })
}

/** Anyone with the URL can have such words signed in a handshake, so they must not pass as a delivery. */
function isHandshakeWord({ handshake }: Sender, { template }: SignatureRule, body: Buffer): boolean {
  if (handshake === undefined || !('word' in handshake) || template !== '{body}') return false
  return body.length <= 1_024 && handshake.word.test(body.toString('latin1'))
}
