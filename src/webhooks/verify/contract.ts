/** Who sends, and by that how it proves itself. `hmac` is any other sender that signs, by a SignatureRule. */
export const PROVIDERS = [
  'none',
  'standard',
  'stripe',
  'github',
  'shopify',
  'slack',
  'meta',
  'x',
  'linkedin',
  'microsoft',
  'hmac',
] as const

export type Provider = (typeof PROVIDERS)[number]

export const HASHES = ['sha256', 'sha1', 'sha512'] as const
export const ENCODINGS = ['hex', 'base64'] as const

export type Hash = (typeof HASHES)[number]
export type Encoding = (typeof ENCODINGS)[number]

export interface SignatureRule {
  /** Lower case, as all header names here. */
  header: string
  /** Ahead of the signature in its header. May hold {timestamp}, for senders that put both there: t={timestamp},v1= */
  prefix: string
  hash: Hash
  encoding: Encoding
  /** What is signed: text with {body}, {timestamp} and {id}. */
  template: string
  timestampHeader: string | null
  idHeader: string | null
  toleranceSeconds: number | null
}

export interface Incoming {
  method: string
  /** Lower-case names in the order received; repeated ones stay apart. */
  headers: ReadonlyArray<readonly [name: string, value: string]>
  /** Raw, without the question mark. */
  query: string
  body: Buffer
}

export interface Verifier {
  provider: Provider
  /** The current one first, and the old one while both are valid. */
  secrets: readonly string[]
  verifyToken: string | null
  signature: SignatureRule | null
}

/** Stable: stored with what was refused, and shown. */
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

/** `reason` is for the owner of the source: it says what to do and holds neither a secret nor what was expected. */
export interface Rejection {
  ok: false
  code: RejectionCode
  reason: string
}

export type Verdict = { ok: true; verified: boolean } | Rejection
