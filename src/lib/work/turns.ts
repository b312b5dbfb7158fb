import { setImmediate as nextTurn } from 'node:timers/promises'

/** Cuts long work into pieces, so that other requests are answered meanwhile. */
export interface Turns {
  /** Work has run for its share of time. Then `await next()`. */
  isDue(): boolean
  next(): Promise<void>
}

const SHARE_MS = 8

export function createTurns(): Turns {
  let since = performance.now()
  return {
    isDue: () => performance.now() - since >= SHARE_MS,
    async next() {
      await nextTurn()
      since = performance.now()
    },
  }
}
