import { Logger } from 'graphile-worker'
import { type Log, redact } from '../lib/log/log.ts'

/** Writes the queue's own messages to our log. Its "info" is noise from every start and stop. */
export function jobLogger(log: Log | null): Logger {
  return new Logger(() => (level, message) => {
    if (log === null) return
    if (level === 'error') log.error({ part: 'jobs' }, redact(message))
    else if (level === 'warning') log.warn({ part: 'jobs' }, redact(message))
    else log.debug({ part: 'jobs' }, redact(message))
  })
}
