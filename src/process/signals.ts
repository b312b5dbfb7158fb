import { isatty } from 'node:tty'

export interface ProcessSignals {
  /** Aborted when the process must end; the reason is the name of the signal. */
  stop: AbortSignal
  /** Called on SIGHUP to a service: it reads files again and continues. */
  onReload(listener: () => void): void
}

/**
 * Called before anything else is loaded: without a listener, a signal is lost in process 1 of a container, and
 * elsewhere would end us without cleaning up. SIGHUP means that the terminal was closed. To a service, which has none,
 * it means to read files again, as log rotation and certificate renewal need.
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

/** Without a listener, SIGUSR2 would end the process, and SIGUSR1 makes Node open a port for debuggers. */
export function ignoreUserSignals(): void {
  process.on('SIGUSR1', () => {})
  process.on('SIGUSR2', () => {})
}
