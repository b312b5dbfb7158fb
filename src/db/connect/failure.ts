import { ApiError } from '../../errors.ts'

export const DISK_FULL = '53100'

export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown }).code === '23505'
}

/** The database was found not to answer. What had not been sent is certain not to be stored. */
export class DatabaseStalled extends Error {
  override readonly name = 'DatabaseStalled'
  readonly code = 'DATABASE_STALLED'

  constructor(reason: string, cause?: unknown) {
    super(`the database does not answer: ${reason}`, { cause })
  }
}

/** How a failed statement should be treated. Decided by SQLSTATE or by Node's code, never by message text. */
type FailureKind =
  /** The database is away, full or overloaded: the caller may try again. */
  | 'unavailable'
  /** The data of this statement is at fault: alone, its neighbours would have passed. */
  | 'data'
  /** Anything else: a bug. */
  | 'other'

const UNAVAILABLE_CLASSES = new Set(['08', '53', '57', '58'])
const UNAVAILABLE_CODES = new Set([
  '25006', // read-only transaction: a standby
  '40001',
  '40P01',
  '55P03',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT', // the socket file is gone while the embedded server restarts
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'DATABASE_STALLED',
])
const DATA_CLASSES = new Set(['22', '23', '54', 'P0'])

export function failureKind(error: unknown): FailureKind {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code === 'string') {
    if (UNAVAILABLE_CODES.has(code)) return 'unavailable'
    if (code.length === 5) {
      const sqlClass = code.slice(0, 2)
      if (UNAVAILABLE_CLASSES.has(sqlClass)) return 'unavailable'
      if (DATA_CLASSES.has(sqlClass)) return 'data'
    }
    return 'other'
  }
  // pg gives lost connections and its own time-outs no code; a server's answer always has one.
  return isDriverError(error) ? 'unavailable' : 'other'
}

const RETRY = { 'retry-after': '2' }

export function toApiError(error: unknown): ApiError | null {
  if (failureKind(error) !== 'unavailable') return null
  const message = CERTAIN[String((error as { code?: unknown }).code)]
  return new ApiError('service_unavailable', { ...(message && { message }), cause: error, headers: RETRY })
}

/** Where the server itself refused, it is certain that nothing was stored. */
const CERTAIN: Record<string, string> = {
  [DISK_FULL]: 'The database cannot store anything right now. Nothing was stored. Try again later.',
  '55P03': 'The database is busy with a change of its tables. Nothing was stored. Try again in a few seconds.',
  '57014': 'The database took too long for this, and gave up. Narrow the request down, or try again later.',
}

/** Messages of an error and its causes in one line, without stacks. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = (error as { code?: unknown }).code
  const own = `${error.message || error.name}${typeof code === 'string' && !error.message.includes(code) ? ` (${code})` : ''}`
  return error.cause === undefined ? own : `${own}: ${reasonOf(error.cause)}`
}

function isDriverError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /[\\/]node_modules[\\/](pg|pg-pool|pg-protocol)[\\/]/.test(error.stack ?? '')
}
