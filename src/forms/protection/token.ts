import type { SealedTokens } from '../../lib/secrets/sealed-token.ts'
import { randomBase62 } from '../../lib/text/base62.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/time/span.ts'
import { HONEYPOT_FIELDS, PROOF_FIELD, TOKEN_FIELD } from '../fields/fields.ts'

/** The page of a form contains a token that says which form it is and when the page was made. */
export type FormTokens = ReturnType<typeof createFormTokens>

export type ReadToken =
  | { state: 'none' | 'bad' }
  /** `id` tells two pages apart. */
  | { state: 'fresh' | 'stale'; id: string; ageMs: number }

const LIFE_MS = DAY_MS
// The database's clock may have been set back. That is not the visitor's fault.
const AHEAD_MS = MINUTE_MS
const TEXT = /^[0-9a-z]{1,11}\.[0-9A-Za-z]{10}$/

export function createFormTokens({ tokens, clock }: { tokens: SealedTokens; clock: Clock }) {
  return {
    create: (publicId: string): string =>
      tokens.seal(`${Math.floor(clock.now()).toString(36)}.${randomBase62(10)}`, contextOf(publicId)),
    read(publicId: string, token: string | null): ReadToken {
      if (token === null || token === '') return { state: 'none' }
      const text = tokens.open(token, contextOf(publicId))
      if (text === null || !TEXT.test(text)) return { state: 'bad' }
      const [at, id] = text.split('.') as [string, string]
      const ageMs = clock.now() - Number.parseInt(at, 36)
      return { state: ageMs > LIFE_MS || ageMs < -AHEAD_MS ? 'stale' : 'fresh', id, ageMs }
    },
  }
}

function contextOf(publicId: string): string {
  return `page of form ${publicId}`
}

/** Reads what the page and the script add to a body in any encoding. A value that is not text is wrong. */
export function readControls(body: Readonly<Record<string, unknown>>) {
  return {
    token: textOf(body[TOKEN_FIELD]),
    proof: textOf(body[PROOF_FIELD]),
    isHoneypotFilled: HONEYPOT_FIELDS.some((name) => isFilled(body[name])),
  }
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  return typeof value === 'string' ? value : String(typeof value)
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && (typeof value !== 'string' || value.trim() !== '')
}
