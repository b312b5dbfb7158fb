import { execFile } from 'node:child_process'
import type { Log } from '../lib/log/log.ts'

/** Reports to a service manager that asked for it (sd_notify(3)). Without one, nothing happens. */
interface ServiceManager {
  /** Everything runs. `systemctl status` shows `status`. From now on the watchdog is fed, if there is one. */
  ready(status: string): void
  stopping(): void
}

type Env = Record<string, string | undefined>

/** Not passed on: PostgreSQL and other children must not report for us, nor feed the watchdog. */
const NAMES = ['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID'] as const

const TIMEOUT_MS = 5_000

/**
 * Removes the variables from `env`. systemd-notify(1) sends the messages, one at a time: Node has no Unix datagram
 * sockets, and that program exists wherever systemd does. The unit therefore needs NotifyAccess=all.
 */
export function connectServiceManager(env: Env, log: Log): ServiceManager {
  const [socket, watchdogUsec, watchdogPid] = NAMES.map((name) => {
    const value = env[name]
    delete env[name]
    return value
  })
  if (!socket) return { ready: () => {}, stopping: () => {} }
  const send = createSender({ PATH: env.PATH, NOTIFY_SOCKET: socket }, log)
  const feedEveryMs = watchdogIntervalMs(watchdogUsec, watchdogPid)
  let feeding: NodeJS.Timeout | undefined
  return {
    ready(status) {
      send('READY=1', `STATUS=${status}`)
      // Fed from the event loop: if that is stuck, systemd restarts us.
      if (feedEveryMs !== null) feeding = setInterval(send, feedEveryMs, 'WATCHDOG=1').unref()
    },
    stopping() {
      clearInterval(feeding)
      send('STOPPING=1', 'STATUS=Stopping')
    },
  }
}

/** Half of the allowed time, as sd_watchdog_enabled(3) recommends; null if no watchdog is set. */
export function watchdogIntervalMs(usec: string | undefined, pid: string | undefined): number | null {
  const allowedMs = Number(usec) / 1_000
  if (!(allowedMs > 0) || (pid !== undefined && Number(pid) !== process.pid)) return null
  return Math.max(1, Math.floor(allowedMs / 2))
}

function createSender(env: Env, log: Log): (...words: string[]) => void {
  let last = Promise.resolve()
  let hasFailed = false
  const run = (words: string[]) =>
    new Promise<void>((resolve) => {
      execFile('systemd-notify', words, { env, timeout: TIMEOUT_MS, cwd: '/' }, (error) => {
        if (error && !hasFailed) {
          hasFailed = true
          const reason = (error as NodeJS.ErrnoException).code ?? error.message
          log.warn(
            { reason },
            'systemd cannot be told that Doorpost is ready: systemd-notify fails. Install systemd where Doorpost runs, or use Type=exec in the unit',
          )
        }
        resolve()
      })
    })
  // Sent in order: a READY after STOPPING would be wrong.
  return (...words) => {
    last = last.then(() => run(words))
  }
}
