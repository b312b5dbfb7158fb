import { hash, randomBytes } from 'node:crypto'
import { rememberLast } from '../../lib/bounds/remember.ts'

/**
 * Counts what this process saw recently: bounded, forgotten over time, and without the texts or addresses themselves.
 */
export type Tallies = ReturnType<typeof createTallies>

interface Tally {
  name: string
  /** Those of its kind, by name. */
  kin: Map<string, Tally>
  count: number
  /** Null where nobody is told apart: a set for each of thousands of tallies keeps the garbage collector busy. */
  who: Set<string> | null
  endsAt: number
}

const KEYS_MAX = 50_000
const WHO_MAX = 16

export function createTallies(now: () => number, most = KEYS_MAX) {
  const secret = randomBytes(32).toString('hex')
  const kinds = new Map<string, Map<string, Tally>>()
  // In the order of their windows. The maps have that order too, but finding the first entry of a map takes longer with
  // each one that was removed.
  const newest: Tally[] = []
  let next = 0
  // The names never leave the process, so a hash that begins with the secret is enough: an HMAC costs twenty times as
  // much. The last results are kept, because a sender is counted for several things.
  const nameOf = rememberLast((parts: readonly string[]) =>
    hash('sha256', secret + JSON.stringify(parts), 'base64url').slice(0, 22),
  )

  const open = (kind: string, name: string, endsAt: number): Tally => {
    const kin = kinds.get(kind) ?? new Map<string, Tally>()
    kinds.set(kind, kin)
    // Drops the oldest window, so that a flood of new ones costs no more memory.
    const oldest = newest[next]
    if (oldest !== undefined && oldest.kin.get(oldest.name) === oldest) oldest.kin.delete(oldest.name)
    const tally = { name, kin, count: 0, who: null, endsAt }
    kin.set(name, tally)
    newest[next] = tally
    next = (next + 1) % most
    return tally
  }

  const find = (kind: string, parts: readonly string[], windowMs: number): Tally => {
    const name = nameOf(parts)
    const known = kinds.get(kind)?.get(name)
    const time = now()
    if (known !== undefined && known.endsAt > time && known.endsAt <= time + windowMs) return known
    return open(kind, name, time + windowMs)
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
      return kinds.values().reduce((sum, { size }) => sum + size, 0)
    },
  }
}
