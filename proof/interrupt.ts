/** The first SIGINT or SIGTERM stops the run gracefully. It is forced to exit `ms` later. */
export function watchInterrupt(say: (line: string) => void, ms = 20_000): AbortSignal {
  const interrupt = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (interrupt.signal.aborted) return
      say('\nstopping')
      interrupt.abort()
      setTimeout(() => process.exit(130), ms).unref()
    })
  }
  return interrupt.signal
}

const kills: Array<() => void> = []

/** For processes that must not outlive the proof, even if it is killed. */
export function killAtExit(kill: () => void): void {
  if (kills.length === 0) {
    process.once('exit', () => {
      for (const each of kills) each()
    })
  }
  kills.push(kill)
}
