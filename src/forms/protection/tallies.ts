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
  /** Its place among `names`. */
  slot: number
}

const KEYS_MAX = 50_000
const WHO_MAX = 16

export function createTallies(now: () => number, most = KEYS_MAX) {
  const secret = randomBytes(32).toString('hex')
  const tallies = new Map<string, Tally>()
  // The names in the order of their windows. The map has the same order, but finding its first entry takes longer with
  // each removed one.
  const names: string[] = []
  let next = 0
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
    const tally: Tally = { count: 0, who: null, endsAt: time + windowMs, slot: next }
    // Drops the oldest window, so that a flood of new ones costs no more memory. A name that was counted again has
    // another slot.
    const oldest = names[next]
    if (oldest !== undefined && tallies.get(oldest)?.slot === next) tallies.delete(oldest)
    tallies.set(name, tally)
    names[next] = name
    next = (next + 1) % most
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
