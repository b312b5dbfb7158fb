import type { SealedTokens } from '../../lib/secrets/sealed-token.ts'
import { randomBase62 } from '../../lib/text/base62.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/time/span.ts'

/** The page of a form carries one: it says which form it is, and when the page was made. */
export type FormTokens = ReturnType<typeof createFormTokens>

export type ReadToken =
  | { state: 'none' | 'bad' }
  /** `id` tells two pages apart. */
  | { state: 'fresh' | 'stale'; id: string; ageMs: number }

const LIFE_MS = DAY_MS
// The database's clock may have been set back meanwhile. That is not the visitor's fault.
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
