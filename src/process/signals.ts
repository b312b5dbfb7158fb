import { isatty } from 'node:tty'

export interface ProcessSignals {
  /** Aborted when the process has to end; the reason is the name of the signal. */
  stop: AbortSignal
  /** SIGHUP to a service: files are read again, and it goes on. */
  onReload(listener: () => void): void
}

/**
 * Called before anything else is loaded: a signal that nobody listens to is lost in process 1 of a container, and
 * elsewhere would end us without a word, with what we had started left behind. SIGHUP means that the terminal was
 * closed; to a service, which has none, that files are to be read again, as log rotation and certificate renewal ask.
 */
export function listenForSignals(hasTerminal = isatty(0) || isatty(1)): ProcessSignals {
  ignoreUserSignals()
  const stopping = new AbortController()
  const reloads = new Set<() => void>()
  process.on('SIGTERM', () => stopping.abort('SIGTERM'))
  process.on('SIGINT', () => stopping.abort('SIGINT'))
  process.on('SIGHUP', () => {
    if (hasTerminal) stopping.abort('SIGHUP')
    else for (const reload of reloads) reload()
  })
  return { stop: stopping.signal, onReload: (listener) => void reloads.add(listener) }
}

/** Without a listener the second would end the process, and the first has Node open a port for debuggers. */
export function ignoreUserSignals(): void {
  process.on('SIGUSR1', () => {})
  process.on('SIGUSR2', () => {})
}
