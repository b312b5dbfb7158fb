import { availableParallelism } from 'node:os'
import { ApiError } from '../errors.ts'
import { createWorkLine, LineFullError } from '../lib/bounds/work-line.ts'

export type PasswordWork = ReturnType<typeof createPasswordWork>

// A hash takes 32 MB and a core for about 60 ms. One core is left for everything else.
const AT_ONCE_MAX = 2
// Those who wait are answered within seconds.
const WAITING_MAX = 30

/**
 * Runs work that hashes a password when its turn comes. Throws 429 at once when too many wait. It goes around the whole
 * attempt and not only its hash, so that an attempt that is turned away has cost nothing.
 */
export function createPasswordWork() {
  const atOnce = Math.max(1, Math.min(AT_ONCE_MAX, availableParallelism() - 1))
  const line = createWorkLine({ atOnce, waitingMax: WAITING_MAX })
  return <T>(work: () => Promise<T>): Promise<T> =>
    line.run(work).catch((error) => {
      if (!(error instanceof LineFullError)) throw error
      throw new ApiError('rate_limit_exceeded', {
        message: 'Too many people sign in at this moment. Try again in 5 seconds.',
        headers: { 'retry-after': '5' },
        cause: error,
      })
    })
}
