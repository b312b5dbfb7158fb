import type { Log } from '../../lib/log/log.ts'

/** Work that is looked for again and again. */
export interface Loop {
  start(): void
  /** Looks again at once. */
  wake(): void
  /** Resolves when the round under way has ended. */
  stop(): Promise<void>
}

export interface LoopOptions {
  name: string
  /** True when there may be more to do at once. */
  work: () => Promise<boolean>
  idleMs: number
  log: Log
}

const LONGEST_PAUSE_MS = 10_000

/** An error never ends it: it waits, longer each time, and says so once until it works again. */
export function createLoop({ name, work, idleMs, log }: LoopOptions): Loop {
  let running: Promise<void> | null = null
  let stopped = false
  let woken = false
  let endPause: (() => void) | null = null
  let isIdle = false

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        endPause = null
        resolve()
      }
      const timer = setTimeout(end, ms)
      endPause = end
    })

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
        if (failures++ === 0) log.warn({ part: name, err: error }, 'failed, and is tried again until it works')
        if (!stopped) await pause(Math.min(idleMs * 2 ** Math.min(failures, 16), LONGEST_PAUSE_MS))
      }
    }
  }

  return {
    start() {
      running ??= go()
    },
    wake() {
      woken = true
      if (isIdle) endPause?.()
    },
    async stop() {
      stopped = true
      endPause?.()
      await running
    },
  }
}
