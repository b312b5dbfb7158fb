import { availableParallelism } from 'node:os'
import { createWorkLine, LineFullError } from '../../lib/work/work-line.ts'
import { tooManySignIns } from '../refusals.ts'

/** Runs what hashes a password, when it is its turn. Throws 429 at once when too many wait. */
export type PasswordWork = <T>(work: () => Promise<T>) => Promise<T>

// A hash takes 32 MB and a core for about 60 ms. One core is left for everything else.
const AT_ONCE_MAX = 2
// Those who wait are answered within seconds.
const WAITING_MAX = 30

/** Around the whole attempt and not only its hash: whoever is turned away has cost nothing. */
export function createPasswordWork(cores = availableParallelism()): PasswordWork {
  const atOnce = Math.max(1, Math.min(AT_ONCE_MAX, cores - 1))
  const line = createWorkLine({ atOnce, waitingMax: WAITING_MAX })
  return (work) =>
    line.run(work).catch((error) => {
      throw error instanceof LineFullError ? tooManySignIns(error) : error
    })
}
