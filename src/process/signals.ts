import { isatty } from 'node:tty'

export interface ProcessSignals {
  /** Aborted when the process has to end; the reason is the name of the signal. */
  stop: AbortSignal
  /** SIGHUP to a service: files are read again, and it goes on. */
  onReload(listener: () => void): void
}

/**
 * Called before anything else is loaded. As process 1 of a container, a signal that nobody listens to is lost; elsewhere
 * it would end us without a word, and leave behind what we had started.
 *
 * SIGHUP means that the terminal was closed, if there was one. A service has none, and nohup takes it away: there
 * SIGHUP asks for new files, as log rotation and certificate renewal do.
 */
export function listenForSignals(hasTerminal = isatty(0) || isatty(1)): ProcessSignals {
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
