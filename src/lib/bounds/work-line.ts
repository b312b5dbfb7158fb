import { setImmediate as nextTurn } from 'node:timers/promises'

/** Thrown at once if too much work is already waiting. */
export class LineFullError extends Error {
  override readonly name = 'LineFullError'
}

/** Limits how much work runs at once and how much may wait; refuses the rest. First come, first served. */
export function createWorkLine({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }) {
  const waiting: Array<() => void> = []
  let running = 0
  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running >= atOnce) {
        if (waiting.length >= waitingMax) throw new LineFullError('too much work waits already')
        // Finished work passes its place to the next in line, so that a newcomer cannot take it.
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else {
        running++
      }
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}

const SHARE_MS = 8

/** Splits long work into pieces, so that other requests are answered meanwhile. */
export function createTurns() {
  let since = performance.now()
  return {
    /** True once the work has used its share of time. Then `await next()`. */
    isDue: () => performance.now() - since >= SHARE_MS,
    async next(): Promise<void> {
      await nextTurn()
      since = performance.now()
    },
  }
}
