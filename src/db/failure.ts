import { ApiError } from '../errors.ts'

/** How a failed statement should be treated. Decided by SQLSTATE or by Node's code, never by message text. */
export type FailureKind =
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

export function toApiError(error: unknown): ApiError | null {
  if (failureKind(error) !== 'unavailable') return null
  return new ApiError('service_unavailable', { cause: error, headers: { 'retry-after': '2' } })
}

function isDriverError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /[\\/]node_modules[\\/](pg|pg-pool|pg-protocol)[\\/]/.test(error.stack ?? '')
}
