import { hash, randomBytes } from 'node:crypto'
import { rememberLast } from '../../lib/bounds/remember.ts'

/**
 * Counts what this process saw recently: bounded, forgotten over time, and without the texts or addresses themselves.
 */
export type Tallies = ReturnType<typeof createTallies>

interface Tally {
  count: number
  /** Null where nobody is told apart: a set for each of thousands of tallies keeps the garbage collector busy. */
  who: Set<string> | null
  endsAt: number
}

const KEYS_MAX = 50_000
const WHO_MAX = 16

export function createTallies(now: () => number, most = KEYS_MAX) {
  const secret = randomBytes(32).toString('hex')
  const tallies = new Map<string, Tally>()
  // The names never leave the process, so a hash that begins with the secret is enough: an HMAC costs twenty times as
  // much. The last results are kept, because a sender is counted for several things.
  const nameOf = rememberLast((parts: readonly string[]) =>
    hash('sha256', secret + JSON.stringify(parts), 'base64url').slice(0, 22),
  )

  const find = (kind: string, parts: readonly string[], windowMs: number): Tally => {
    const name = `${kind} ${nameOf(parts)}`
    const known = tallies.get(name)
    const time = now()
    if (known !== undefined && known.endsAt > time && known.endsAt <= time + windowMs) return known
    // Drops the oldest window, so that a flood of new ones costs no more memory. Deletes first, so that the entry moves
    // to the end.
    tallies.delete(name)
    if (tallies.size >= most) tallies.delete(tallies.keys().next().value!)
    const tally: Tally = { count: 0, who: null, endsAt: time + windowMs }
    tallies.set(name, tally)
    return tally
  }

  return {
    count: (kind: string, parts: readonly string[], windowMs: number): number => ++find(kind, parts, windowMs).count,
    countDifferent(kind: string, parts: readonly string[], who: string, windowMs: number): number {
      const tally = find(kind, parts, windowMs)
      tally.who ??= new Set()
      if (tally.who.size < WHO_MAX) tally.who.add(nameOf([who]))
      return tally.who.size
    },
    get size() {
      return tallies.size
    },
  }
}
