import { setImmediate as nextTurn } from 'node:timers/promises'

export type Turns = ReturnType<typeof createTurns>

const SHARE_MS = 8

/** Cuts long work into pieces, so that other requests are answered meanwhile. */
export function createTurns() {
  let since = performance.now()
  return {
    /** Work has run for its share of time. Then `await next()`. */
    isDue: () => performance.now() - since >= SHARE_MS,
    async next(): Promise<void> {
      await nextTurn()
      since = performance.now()
    },
  }
}
