import { wordAt } from './random.ts'
import type { StateLog } from './state-log.ts'

/** Ids and tokens are reproducible from the seed and order of calls, and increase with time like real ones. */
export interface Ids {
  /** A number as a string: `base` plus the next count, spread so that neighbours differ in more than one digit. */
  number(base: bigint): string
  word(prefix: string, length: number): string
  reset(): void
}

const STEP = 1_000_003n

export function createIds(seed: string, log: StateLog): Ids {
  let count = 0
  log.onReplay('ids', (_id, value) => {
    count = value as number
  })
  const next = () => {
    count += 1
    log.append({ t: 'ids', id: 'count', v: count })
    return count
  }
  return {
    number: (base) => String(base + BigInt(next()) * STEP),
    word: (prefix, length) => prefix + wordAt(`${seed}:${prefix}`, next(), length),
    reset: () => {
      count = 0
    },
  }
}
