/** Whether this process itself paused: stopped, suspended with its machine, or starved of CPU time. */
export interface OwnPauses {
  /** It has only just resumed: what seems late may have arrived in time. */
  hasJustPaused(): boolean
  stop(): void
}

const TICK_MS = 500
const PAUSE_MS = 3_000
const JUST_MS = 3_000

export function watchOwnPauses(): OwnPauses {
  let tickedAt = performance.now()
  let cameBackAt = Number.NEGATIVE_INFINITY
  const timer = setInterval(() => {
    const now = performance.now()
    if (now - tickedAt > PAUSE_MS) cameBackAt = now
    tickedAt = now
  }, TICK_MS).unref()
  return {
    hasJustPaused() {
      const now = performance.now()
      // The caller may run before the timer above.
      return now - tickedAt > PAUSE_MS || now - cameBackAt < JUST_MS
    },
    stop: () => clearInterval(timer),
  }
}
