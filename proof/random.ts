/** Pseudorandom numbers, reproducible by their seed (mulberry32). */
export interface Random {
  /** From 0 up to but not including 1. */
  next(): number
  /** A whole number; both ends are included. */
  between(least: number, most: number): number
  pick<T>(values: readonly T[]): T
  shuffled<T>(values: readonly T[]): T[]
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    pick: (values) => values[between(0, values.length - 1)]!,
    shuffled(values) {
      const order = [...values]
      for (let at = order.length - 1; at > 0; at--) {
        const other = between(0, at)
        ;[order[at], order[other]] = [order[other]!, order[at]!]
      }
      return order
    },
  }
}
