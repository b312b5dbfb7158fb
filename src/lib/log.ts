import pino, { type DestinationStream, type Logger } from 'pino'
import { rememberLast } from './remember.ts'

export type Log = Logger

// Keys, signing secrets, webhook keys, one-time links and e-mail addresses must not reach a log, not even inside an error's text.
const SECRETS =
  /svc_pk_[0-9A-Za-z]+|(?:setup|reset|join)_[0-9A-Za-z]{38}|whk_[0-9A-Za-z]+|whsec_[0-9A-Za-z+/=]+|[^\s"'<>(){}[\],;:]+@[^\s"'<>(){}[\],;:]+/g

export function redact(text: string): string {
  return text.replace(SECRETS, '[redacted]')
}

export function createLog(level: string, destination: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: serializeError },
    },
    destination,
  )
}

/** Buffered: a line per request must not cost a system call each. Flushed at least every 200 ms and at exit. */
export function stdoutDestination(): DestinationStream & { flushSync(): void } {
  const destination = pino.destination({ fd: 1, sync: false, minLength: 8_192, periodicFlush: 200 })
  // A closed pipe (| head) must not take the server down.
  destination.on('error', () => {})
  return destination
}

/**
 * Writes lines of the level info whose members are JSON already. For the line of every request: pino's own way of making
 * it costs as much as reading the request.
 */
export function createLineWriter(log: Log): (members: string) => void {
  const stream = (log as unknown as Record<symbol, DestinationStream>)[pino.symbols.streamSym]!
  const textOf = rememberLast((time: number) => new Date(time).toISOString())
  return (members) => {
    if (log.isLevelEnabled('info')) stream.write(`{"level":"info","time":"${textOf(Date.now())}",${members}}\n`)
  }
}

/** Message, code and stack only: the other members of a database error quote rows. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: redact(String(error)) }
  const code = (error as { code?: unknown }).code
  return {
    type: error.name,
    message: redact(error.message),
    ...(code === undefined ? {} : { code }),
    stack: redact(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  }
}
