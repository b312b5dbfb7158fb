import {
  checkTimestamp,
  findHeader,
  isPlain,
  isSecret,
  isShaped,
  isSignedWith,
  readHeader,
  reject,
  type Signed,
} from './checks.ts'
import type { Incoming, Provider, Rejection, SignatureRule, Verdict, Verifier } from './contract.ts'

// The schemes of the providers, as their own pages describe them. All of them are HMAC-SHA256 over the raw bytes.

const TOLERANCE_SECONDS = 300

const VERIFIED: Verdict = { ok: true, verified: true }

// HMAC-SHA256 of the body, unless a provider differs.
const PLAIN = {
  prefix: '',
  hash: 'sha256',
  encoding: 'hex',
  template: '{body}',
  timestampHeader: null,
  idHeader: null,
  toleranceSeconds: null,
} as const
const HUB: SignatureRule = { ...PLAIN, header: 'x-hub-signature-256', prefix: 'sha256=' }

/** The providers that sign as a rule can say it. */
export const PROVIDER_RULES: Partial<Record<Provider, SignatureRule>> = {
  github: HUB,
  meta: HUB,
  shopify: { ...PLAIN, header: 'x-shopify-hmac-sha256', encoding: 'base64' },
  x: { ...PLAIN, header: 'x-twitter-webhooks-signature', prefix: 'sha256=', encoding: 'base64' },
  // LinkedIn signs the prefix instead of sending it: learn.microsoft.com/linkedin/shared/api-guide/webhook-validation.
  linkedin: { ...PLAIN, header: 'x-li-signature', template: 'hmacsha256={body}' },
  slack: {
    ...PLAIN,
    header: 'x-slack-signature',
    prefix: 'v0=',
    template: 'v0:{timestamp}:{body}',
    timestampHeader: 'x-slack-request-timestamp',
    toleranceSeconds: TOLERANCE_SECONDS,
  },
}

/** What the provider calls the secret it signs with. */
const SECRET_NAMES: Partial<Record<Provider, string>> = {
  stripe: 'the signing secret of the endpoint at Stripe (whsec_…)',
  github: 'the one entered at the webhook on GitHub',
  shopify: 'the client secret of the app at Shopify',
  slack: 'the signing secret of the app at Slack',
  meta: 'the app secret at Meta',
  x: 'the API secret key (consumer secret) of the app at X',
  linkedin: 'the client secret of the app at LinkedIn',
}

const MALFORMED_STRIPE = reject(
  'malformed_signature',
  'The header stripe-signature must be t=<seconds>,v1=<64 lower-case hex digits>. Check that the sender is Stripe.',
)

/** t=<seconds>,v1=<hex>, with several v1 while a secret is rolled. Other schemes, such as v0, prove nothing here. */
export function verifyStripe(verifier: Verifier, incoming: Incoming, now: number): Verdict {
  const header = 'stripe-signature'
  const value = readHeader(incoming, header, 'missing_signature')
  if (typeof value !== 'string') return value
  let timestamp: string | null = null
  const signatures: string[] = []
  for (const item of value.split(',')) {
    const equals = item.indexOf('=')
    const name = item.slice(0, Math.max(equals, 0))
    // Two headers that a proxy joined have a space here, or a second t.
    if (!/^[a-z0-9_]+$/.test(name) || (name === 't' && timestamp !== null)) return MALFORMED_STRIPE
    const text = item.slice(equals + 1)
    if (name === 't') timestamp = text
    if (name !== 'v1') continue
    if (!isShaped(text, 'sha256', 'hex')) return MALFORMED_STRIPE
    signatures.push(text)
  }
  if (signatures.length === 0) return MALFORMED_STRIPE
  if (timestamp === null || timestamp === '') {
    return reject('missing_timestamp', 'The header stripe-signature has no t=. Check that the sender is Stripe.')
  }
  const problem = checkTimestamp(timestamp, header, TOLERANCE_SECONDS, now)
  if (problem !== null) return problem
  return compareSignatures(verifier, {
    hash: 'sha256',
    encoding: 'hex',
    parts: [`${timestamp}.`, incoming.body],
    signatures,
  })
}

/** Svix, where the standard comes from, has its own header names. The signature decides, so that all three belong together. */
export function standardFamily(incoming: Incoming): 'webhook' | 'svix' {
  return findHeader(incoming, 'webhook-signature') === null && findHeader(incoming, 'svix-signature') !== null
    ? 'svix'
    : 'webhook'
}

export function verifyStandard(verifier: Verifier, incoming: Incoming, now: number): Verdict {
  const family = standardFamily(incoming)
  const header = `${family}-signature`
  const value = readHeader(incoming, header, 'missing_signature')
  if (typeof value !== 'string') return value
  const signatures: string[] = []
  for (const item of value.split(' ')) {
    // Others, such as v1a, are made with keys that we do not have.
    if (!item.startsWith('v1,')) continue
    if (!isShaped(item.slice(3), 'sha256', 'base64')) return malformedStandard(header)
    signatures.push(item.slice(3))
  }
  if (signatures.length === 0) return malformedStandard(header)
  const id = readHeader(incoming, `${family}-id`, 'missing_id')
  if (typeof id !== 'string') return id
  // The specification warns of full stops: they part what is signed, and could be moved from one part to the next.
  if (!isPlain(id) || id.includes('.')) {
    return reject('malformed_id', `The header ${family}-id must be at most 255 visible ASCII characters without ".".`)
  }
  const timestamp = readHeader(incoming, `${family}-timestamp`, 'missing_timestamp')
  if (typeof timestamp !== 'string') return timestamp
  const problem = checkTimestamp(timestamp, `${family}-timestamp`, TOLERANCE_SECONDS, now)
  if (problem !== null) return problem
  const parts = [`${id}.${timestamp}.`, incoming.body]
  return compareSignatures(verifier, { hash: 'sha256', encoding: 'base64', parts, signatures })
}

function malformedStandard(header: string): Rejection {
  return reject(
    'malformed_signature',
    `The header ${header} must hold signatures of the form v1,<44 characters of base64>, parted by spaces. Check that the ` +
      'sender signs as Standard Webhooks says, with a shared secret.',
  )
}

/** The base64 behind whsec_, padded or not. Null when it is not that. */
export function standardKey(secret: string): string | null {
  const match = /^(?:whsec_)?([A-Za-z0-9+/]+)={0,2}$/.exec(secret)
  // One character of a group of four is not a byte.
  return match === null || match[1]!.length % 4 === 1 ? null : match[1]!
}

/** Tries the secrets in turn. Which one fits is not a secret, so the first match ends it. */
export function compareSignatures(verifier: Verifier, signed: Signed): Verdict {
  for (const secret of verifier.secrets) {
    if (!isSecret(secret)) continue
    const isStandard = verifier.provider === 'standard'
    const key = isStandard ? standardKey(secret) : secret
    if (key !== null && isSignedWith(key, isStandard ? 'base64' : 'utf8', signed)) return VERIFIED
  }
  const name = SECRET_NAMES[verifier.provider] ?? 'the one the sender signs with'
  return reject(
    'wrong_signature',
    `The signature does not fit the body. Check that the secret of this webhook is ${name}, and that nothing on the way ` +
      'changes the body.',
  )
}

/**
 * What X sends to be signed when it checks the URL. Whoever knows the URL gets such words signed with the same secret, so
 * they must never pass as a delivery; and a delivery, which has braces, must never be signed as a word.
 */
export function isCrcToken(token: string | Buffer): boolean {
  if (token.length > 256) return false
  return /^[A-Za-z0-9+/=_.~-]+$/.test(typeof token === 'string' ? token : token.toString('latin1'))
}
