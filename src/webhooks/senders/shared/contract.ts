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
      method: 'GET' | 'HEAD' | 'POST'
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
  /** The body as text, if it is small. */
  text(): string | null
  /** Null if the webhook has no verify token. */
  isVerifyToken(text: unknown): boolean | null
}

/** Where a sender puts a fixed secret: `bearer` and `basic` are the schemes of Authorization, the others are places. */
export type TokenPlace = 'bearer' | 'basic' | `header:${string}` | `body:/${string}`

/** For senders that can add headers of your choice. */
export const ANY_HEADER: readonly TokenPlace[] = ['bearer', 'basic', 'header:x-api-key', 'header:x-webhook-token']

/** Anyone who knows the URL can invent a delivery that is not signed. */
export const LEADS_MAX = 50

export interface Sender {
  /** The name of its folder, and its value of `provider` in the API. */
  name: string
  label: string
  group: 'Forms and bookings' | 'Newsletters and customers' | 'Platforms and shops' | 'Anything else'
  /** Set if the API has no own value for the sender. */
  provider?: 'none'
  /** One for each header that may carry the signature. */
  signatures?: readonly SignatureRule[]
  /** For senders that do not sign: where the secret itself may be. */
  token?: readonly TokenPlace[]
  secret?: {
    /** Without a secret everything is accepted, and shown as unverified: not all users of the sender can have one. */
    isOptional?: true
    /** How the secret encodes the key. The key is the secret itself if this is left out. */
    key?: 'base64' | 'hex'
    problem?(secret: string): Message | null
  }
  /** It sends a word of the user's choice with each delivery, or when the URL is registered. */
  verifyToken?: true
  /** Its API is asked for what a delivery only names. */
  accessToken?: true
  /** For senders that do not sign: checks what the JSON body carries instead. */
  checkBody?(body: unknown, isVerifyToken: (text: string) => boolean): Rejection | null
  /** Where a delivery's id is, if it is not in a signed header: header:NAME or body:/json/pointer. */
  deliveryId?: string
  handshake?: Handshake
  /** The most contacts that one delivery may name by their ids: each is fetched. Defaults to LEADS_MAX. */
  leadsMax?: number
  /** How it writes what people filled in. It counts for all deliveries, because some of its users choose another sender. */
  fieldNames?: {
    /** If some names of an object match, the others are data of the sender. */
    own?: RegExp
    /** The name as people gave it. */
    plain?(name: string): string
    /** The member of an object that has the value of a field. */
    value?: string
  }
  /** For senders that do not send JSON. `payload.json` then has the fields by name. */
  sendsForm?: 'urlencoded' | 'multipart'
  mapping?: {
    preset: string
    each?: string
    when?: Mapping['when']
    answers: AnswerPlace[]
    fields: Mapping['fields']
    /** False: only the fields are kept. Otherwise the other answers become additional fields. */
    rest?: false
  }
}

/** Whether a delivery can prove where it comes from. Whoever knows the URL can send to other webhooks. */
export function canProve({ name, signatures, token, checkBody }: Sender): boolean {
  return name === 'hmac' || signatures !== undefined || token !== undefined || checkBody !== undefined
}

/** Whether everything that a webhook of this sender accepts is proven. */
export function isVerified(sender: Sender | undefined, hasSecret: boolean): boolean {
  // A sender of a later version is refused.
  return sender === undefined || (canProve(sender) && (hasSecret || !sender.secret?.isOptional))
}

/** The key in the encoding that `secret.key` names, or null if the secret is not in it. */
export function keyOf(secret: string, encoding: 'base64' | 'hex'): string | null {
  if (encoding === 'hex') return /^(?:[0-9a-f]{2})+$/i.test(secret) ? secret : null
  const match = /^(?:whsec_)?([A-Za-z0-9+/]+)={0,2}$/.exec(secret)
  // A last group of one character does not encode a byte.
  return match === null || match[1]!.length % 4 === 1 ? null : match[1]!
}
