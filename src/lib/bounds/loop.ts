import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log/log.ts'

const LONGEST_PAUSE_MS = 10_000

/**
 * Repeats `work`: at once while it returns true, otherwise after `idleMs`. After errors it waits longer, and logs the
 * first of them.
 */
export function createLoop(name: string, log: Log, idleMs: number, work: () => Promise<boolean>) {
  let running: Promise<void> | null = null
  let stopped = false
  let woken = false
  let pausing = new AbortController()
  let isIdle = false

  const pause = (ms: number) => {
    pausing = new AbortController()
    return delay(ms, undefined, { signal: pausing.signal }).catch(() => {})
  }

  async function go(): Promise<void> {
    let failures = 0
    while (!stopped) {
      woken = false
      try {
        const more = await work()
        if (failures > 0) log.info({ part: name }, 'works again')
        failures = 0
        if (more || woken || stopped) continue
        isIdle = true
        await pause(idleMs)
        isIdle = false
      } catch (error) {
        if (failures++ === 0) log.warn({ part: name, err: error }, 'failed; retrying until it works')
        if (!stopped) await pause(Math.min(idleMs * 2 ** Math.min(failures, 16), LONGEST_PAUSE_MS))
      }
    }
  }

  return {
    start() {
      running ??= go()
    },
    /** Ends the pause, unless it follows an error. */
    wake() {
      woken = true
      if (isIdle) pausing.abort()
    },
    /** Resolves when the current round has ended. */
    async stop() {
      stopped = true
      pausing.abort()
      await running
    },
  }
}
