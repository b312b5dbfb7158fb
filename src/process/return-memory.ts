import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Behind the first requests, which somebody may be waiting for. */
const AFTER_MS = 2_000

/**
 * Loading the program needs about 25 MB that running it does not, and V8 keeps what it has once had. Collected once, in about
 * 50 ms, they go back to the system.
 */
export function returnMemorySoon(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (options: object) => void
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, AFTER_MS).unref()
}
