import type { RateLimits } from './rate-limit.ts'

// At about a millisecond for each, nobody waits long.
const WAITING_MAX = 50

export type LookUp = ReturnType<typeof createLookUp>

/**
 * Looks secrets up, which may cost a query, and anybody can invent keys that look right. An address that has used up
 * its failed attempts is looked up one request after the other, so that it never holds more than one connection to the
 * database: a live key must work from there all the same. A wrong one still counts, and is 429.
 */
export function createLookUp(limits: RateLimits) {
  const lines = new Map<string, { last: Promise<unknown>; waiting: number }>()
  /** `who` as the failed attempts are counted. Throws 429 when too many of an address that guesses wait already. */
  return async <T>(who: string, load: () => Promise<T>): Promise<T> => {
    if (!(await limits.isUsedUp('failed_auth', who))) return load()
    const line = lines.get(who) ?? { last: Promise.resolve(), waiting: 0 }
    if (line.waiting >= WAITING_MAX) await limits.check('failed_auth', who)
    lines.set(who, line)
    line.waiting++
    const turn = line.last.then(load, load)
    line.last = turn
    try {
      return await turn
    } finally {
      if (--line.waiting === 0) lines.delete(who)
    }
  }
}
