import { type Code, type Message, message, type ValuesOf } from '../../../messages/message.ts'
import type { AnswerPlace, Mapping } from './mapping.ts'

// Describes a sender of webhooks: src/webhooks/senders/<name>/sender.ts. Nothing here needs Node, because the
// dashboard reads the senders too.

/** How far the signed timestamp of a delivery may be from now. A sender may state its own tolerance. */
const TIMESTAMP_TOLERANCE_SECONDS = 300

export const HASHES = ['sha256', 'sha1', 'sha512'] as const
export const ENCODINGS = ['hex', 'base64'] as const
export type Hash = (typeof HASHES)[number]
export type Encoding = (typeof ENCODINGS)[number]

/** How a delivery is signed. verify/signature-rule.ts describes each member. */
export interface SignatureRule {
  /** Header names are in lower case. */
  header: string
  prefix: string
  hash: Hash
  encoding: Encoding
  template: string
  timestamp_header: string | null
  id_header: string | null
  tolerance_seconds: number | null
}

/** A signature rule; by default HMAC-SHA256 of the body in hex. */
export function rule(own: Partial<SignatureRule> & Pick<SignatureRule, 'header'>): SignatureRule {
  const { template = '{body}' } = own
  const tolerance_seconds = template.includes('{timestamp}') ? TIMESTAMP_TOLERANCE_SECONDS : null
  const usual = { hash: 'sha256', encoding: 'hex', timestamp_header: null, id_header: null } as const
  return { prefix: '', ...usual, template, tolerance_seconds, ...own }
}

/** Stored with each rejection. */
export const REJECTION_CODES = [
  'missing_signature',
  'malformed_signature',
  'wrong_signature',
  'repeated_header',
  'missing_timestamp',
  'malformed_timestamp',
  'too_old',
  'too_new',
  'missing_id',
  'malformed_id',
  'malformed_body',
  'no_secret',
  'no_rule',
] as const
export type RejectionCode = (typeof REJECTION_CODES)[number]

/** `reason` is for the owner of the webhook: it says what to do, and contains neither a secret nor the expected value. */
export interface Rejection {
  ok: false
  code: RejectionCode
  reason: Message
}

export function reject<C extends Code>(code: RejectionCode, said: C, ...values: ValuesOf<C>): Rejection {
  return { ok: false, code, reason: message(said, ...values) }
}

const HASH_BYTES: Record<Hash, number> = { sha1: 20, sha256: 32, sha512: 64 }
const SHAPES: Record<Encoding, RegExp> = { hex: /^[0-9a-f]+$/, base64: /^[A-Za-z0-9+/]+={0,2}$/ }

/** Checks length and characters strictly: Node's decoders skip characters that they do not know. */
export function isShaped(text: string, { hash, encoding }: SignatureRule): boolean {
  return text.length === encodedLength(hash, encoding) && SHAPES[encoding].test(text)
}

export function encodedLength(hash: Hash, encoding: Encoding): number {
  const bytes = HASH_BYTES[hash]
  return encoding === 'hex' ? bytes * 2 : Math.ceil(bytes / 3) * 4
}

/** A request that asks, before any delivery, whether the URL is meant for the sender. It is not signed. */
type Handshake =
  | {
      method: 'GET' | 'POST'
      /** Returns the text to send back, or anything else for no answer. */
      challenge(request: HandshakeRequest): unknown
    }
  | {
      method: 'GET'
      /** The parameter whose value is signed with the secret. */
      parameter: string
      /** Only matching values are signed. A delivery must never match, or strangers could have one signed. */
      word: RegExp
      encoding: Encoding
      answer(signature: string, word: string): object
    }

interface HandshakeRequest {
  query: Record<string, string | string[]>
  /** The body, if it is a small JSON object that contains this text. */
  json(containing: string): Record<string, unknown> | null
  /** Null if the webhook has no verify token. */
  isVerifyToken(text: unknown): boolean | null
}

/** An input of the dashboard. */
interface TokenInput {
  label: string
  description: string
}

export interface Sender {
  /** The name of its folder, and its value of `provider` in the API. */
  name: string
  label: string
  group: 'Forms and bookings' | 'Platforms and shops' | 'Anything else'
  /** Set if the API has no own value for the sender: `hmac`, with its signature as the rule, or `none`. */
  provider?: 'hmac' | 'none'
  /** Says where to enter the URL at the sender. */
  enterAt: string
  /** One for each header that may carry the signature. */
  signatures?: readonly SignatureRule[]
  /** Reads a header that may carry several signatures. */
  readSignatures?(value: string, rule: SignatureRule): { signatures: string[]; timestamp?: string } | Rejection
  secret?: {
    /** Completes "The secret of this webhook is …". */
    is: string
    problem?(secret: string): Message | null
    /** For secrets in base64: returns the base64 of the key, or null if there is none. */
    keyOf?(secret: string): string | null
  }
  verifyToken?: TokenInput
  accessToken?: TokenInput
  /** For senders that do not sign: checks what the JSON body carries instead. */
  checkBody?(body: unknown, isVerifyToken: (text: string) => boolean): Rejection | null
  /** Where a delivery's id is, if it is not in a signed header: header:NAME or body:/json/pointer. */
  deliveryId?: string
  handshake?: Handshake
  mapping?: {
    preset: string
    title?: string
    description: string
    when?: Mapping['when']
    answers: AnswerPlace[]
    fields: Mapping['fields']
  }
}
