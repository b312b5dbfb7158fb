import { Logger } from 'graphile-worker'
import { type Log, redact } from '../lib/log.ts'

/** The job queue's own messages, in our log. Its "info" is chatter of every start and stop. */
export function jobLogger(log: Log | null): Logger {
  return new Logger(() => (level, message) => {
    if (log === null) return
    if (level === 'error') log.error({ part: 'jobs' }, redact(message))
    else if (level === 'warning') log.warn({ part: 'jobs' }, redact(message))
    else log.debug({ part: 'jobs' }, redact(message))
  })
}
