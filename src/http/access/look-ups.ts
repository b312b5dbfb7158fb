import type { RateLimits } from './rate-limit.ts'

/** Looks secrets up for addresses, also for those that guess too much: a live key must work from there all the same. */
export interface LookUps {
  /** `who` as the failed attempts are counted. Throws 429 when too many of an address that guesses wait already. */
  find<T>(who: string, load: () => Promise<T>): Promise<T>
}

// At about a millisecond for each, nobody waits long.
const WAITING_MAX = 50

/**
 * A look-up may cost a query, and anybody can invent keys that look right. An address within its limit is looked up at
 * once. One that has used it up is looked up one request after the other, so that it never holds more than one
 * connection to the database; what is wrong then counts on, and is 429.
 */
export function createLookUps(limits: RateLimits): LookUps {
  const lines = new Map<string, { last: Promise<unknown>; waiting: number }>()
  return {
    async find(who, load) {
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
    },
  }
}
