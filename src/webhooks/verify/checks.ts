import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { type Rejection, type RejectionCode, reject, type SignatureRule } from '../senders/shared/contract.ts'

// The parts of verification. Nothing here throws, whatever was sent.

export interface Incoming {
  method: string
  /** As the sender knows it, with the query. */
  url: string
  /** Lower-case names in the order received; repeated ones are separate. */
  headers: ReadonlyArray<readonly [name: string, value: string]>
  query: string
  body: Buffer
}

export interface Verifier {
  sender: string
  /** The current one first, then the old one while both are valid. One that cannot be read is blank. */
  secrets: readonly string[]
  verifyToken: string | null
  signature: SignatureRule | null
}

export function findHeader(incoming: Incoming, name: string): string | null {
  for (const header of incoming.headers) if (header[0] === name) return header[1]
  return null
}

/** Reads a header that must occur once and not be empty: with two, it is unclear which one the sender meant. */
export function readHeader(incoming: Incoming, name: string, missing: RejectionCode): string | Rejection {
  let value: string | null = null
  for (const header of incoming.headers) {
    if (header[0] !== name) continue
    if (value !== null) {
      return reject('repeated_header', 'rejection.repeated_header', { name })
    }
    value = header[1]
  }
  if (value === null) return reject(missing, 'rejection.missing_header', { name })
  return value === '' ? reject(missing, 'rejection.empty_header', { name }) : value
}

interface Signed {
  rule: SignatureRule
  /** The signed bytes in order. The body is not copied. */
  parts: ReadonlyArray<string | Buffer>
  signatures: readonly string[]
}

/**
 * Compares signatures in their encoded form: base64 leaves bits unused, so two different texts can decode to the same
 * bytes. The key is passed as text that Node decodes: a Buffer takes 30 µs instead of 4.
 */
export function isSignedWith(
  key: string,
  keyEncoding: 'utf8' | 'base64' | 'hex',
  { rule, parts, signatures }: Signed,
): boolean {
  const mac = createHmac(rule.hash, key, { encoding: keyEncoding })
  for (const part of parts) mac.update(part)
  const expected = Buffer.from(mac.digest(rule.encoding), 'latin1')
  for (const signature of signatures) {
    // The length is not secret, and timingSafeEqual throws if lengths differ.
    if (signature.length !== expected.length) continue
    const given = Buffer.from(signature)
    if (given.length === expected.length && timingSafeEqual(given, expected)) return true
  }
  return false
}

/** A blank secret must never verify anything. */
export function isSecret(text: string | null): text is string {
  return text !== null && text.trim() !== ''
}

/** Takes the same time wherever the texts differ. */
export function isSameText(given: string, wanted: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', wanted, 'buffer'))
}

const SECONDS = /^(?:0|[1-9]\d{0,10})$/
const MILLISECONDS = /^[1-9]\d{12}$/
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

/**
 * Reads seconds, milliseconds or ISO 8601. Eleven digits of seconds last until the year 5138, and milliseconds have
 * thirteen digits, so the two cannot be confused.
 */
function secondsOf(text: string): number | null {
  if (SECONDS.test(text)) return Number(text)
  const milliseconds = MILLISECONDS.test(text) ? Number(text) : ISO_TIME.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000)
}

export function checkTimestamp(text: string, name: string, tolerance: number, now: number): Rejection | null {
  const seconds = secondsOf(text)
  if (seconds === null)
    return reject('malformed_timestamp', 'rejection.not_time', { name, example: '2026-11-15T09:30:00Z' })
  const age = Math.floor(now / 1000) - seconds
  if (Math.abs(age) <= tolerance) return null
  if (age > 0) return reject('too_old', 'rejection.too_old', { name, age, tolerance })
  return reject('too_new', 'rejection.too_new', { name, age: -age, tolerance })
}

export const PLAIN_MAX = 255

/** Visible ASCII: other characters have more than one encoding, so it would be unclear what was signed. */
export function isPlain(text: string): boolean {
  return text.length <= PLAIN_MAX && /^[\x21-\x7e]+$/.test(text)
}
