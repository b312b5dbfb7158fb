import type { DoorpostEvent } from './follow.ts'

// With WebCrypto, which Node, Deno, Bun, browsers and workers have. Imports nothing but types, so that a receiver that
// bundles this has only this.

/** Why a request is not from your Doorpost. */
export type SignatureProblem = 'missing_header' | 'wrong_timestamp' | 'wrong_signature' | 'wrong_secret' | 'wrong_body'

export class SignatureError extends Error {
  override readonly name = 'SignatureError'
  readonly code: SignatureProblem

  constructor(code: SignatureProblem, message: string) {
    super(message)
    this.code = code
  }
}

interface Request {
  /** As it came, before it is parsed. */
  body: string | Uint8Array<ArrayBuffer> | ArrayBuffer
  /** Of a Request, or the object that Node has. */
  headers: Headers | Record<string, string | string[] | undefined>
  /** The secret of the endpoint, whsec_…; several while one is replaced. */
  secret: string | readonly string[]
  /** How old, or how far in the future, the timestamp may be; 300 when left out. */
  toleranceSeconds?: number
  /** Milliseconds since 1970; for tests. */
  now?: number
}

/** The event in a request that Doorpost sent to your endpoint. Rejects with a SignatureError if it is from somebody else. */
export async function verifyEvent(request: Request): Promise<DoorpostEvent | EndpointTest> {
  const { body, headers, secret, toleranceSeconds = 300, now = Date.now() } = request
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  if (!(Math.abs(now / 1000 - seconds) <= toleranceSeconds)) {
    throw new SignatureError(
      'wrong_timestamp',
      'The timestamp is too far from this clock: an old request, or a wrong clock.',
    )
  }
  const bytes = typeof body === 'string' ? encode(body) : new Uint8Array(body)
  const signed = join(encode(`${id}.${timestamp}.`), bytes)
  const given = signatures.split(' ').flatMap((each) => (each.startsWith('v1,') ? (decode(each.slice(3)) ?? []) : []))
  if (!(await isAnySigned(signed, given, [secret].flat()))) {
    throw new SignatureError(
      'wrong_signature',
      'The signature is not of this secret, or the body was changed on the way.',
    )
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as DoorpostEvent | EndpointTest
  } catch {
    throw new SignatureError('wrong_body', 'The body is not JSON.')
  }
}

/** Sent when somebody tests the endpoint. */
export interface EndpointTest {
  id: string
  type: 'endpoint.test'
  timestamp: string
  subject_version: number
  index: number
  data: { message: string }
}

async function isAnySigned(
  signed: Uint8Array<ArrayBuffer>,
  given: Uint8Array<ArrayBuffer>[],
  secrets: readonly string[],
) {
  for (const secret of secrets) {
    const raw = decode(secret.replace(/^whsec_/, ''))
    if (raw === null || raw.length === 0) {
      throw new SignatureError(
        'wrong_secret',
        'The secret is whsec_ and Base64, as Doorpost showed it when the endpoint was created.',
      )
    }
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
    // Compares in constant time.
    for (const each of given) if (await crypto.subtle.verify('HMAC', key, each, signed)) return true
  }
  return false
}

function headerOf(headers: Request['headers'], name: string): string {
  const found =
    typeof headers.get === 'function'
      ? (headers as Headers).get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  if (typeof found === 'string' && found !== '') return found
  throw new SignatureError('missing_header', `The header ${name} is missing: this is not a request of Doorpost.`)
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function decode(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}

function join(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(head.length + tail.length)
  both.set(head)
  both.set(tail, head.length)
  return both
}
