import { ApiError } from '../../errors.ts'
import type { Code } from '../../messages/message.ts'

export const DISK_FULL = '53100'

export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown }).code === '23505'
}

/** The database does not respond. Statements that had not been sent are certainly not stored. */
export class DatabaseStalled extends Error {
  override readonly name = 'DatabaseStalled'
  readonly code = 'DATABASE_STALLED'

  constructor(reason: string, cause?: unknown) {
    super(`the database does not answer: ${reason}`, { cause })
  }
}

/** How to treat a failed statement. Decided by SQLSTATE or by Node's code, never by message text. */
type FailureKind =
  /** The database is unreachable, full, overloaded, or refuses the login: the caller may try again. */
  | 'unavailable'
  /** The data of this statement is at fault: without it, the other rows would have been accepted. */
  | 'data'
  /** Anything else: a bug. */
  | 'bug'

/** Every class of PostgreSQL's own list: https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const SQL_CLASSES: Readonly<Record<string, FailureKind>> = {
  '00': 'bug', // success
  '01': 'bug', // warning
  '02': 'bug', // no data
  '03': 'bug', // statement not yet complete
  '08': 'unavailable', // connection; also used by poolers for their own errors
  '09': 'bug', // triggered action
  '0A': 'bug', // feature not supported
  '0B': 'bug', // transaction initiation
  '0F': 'bug', // locator
  '0L': 'bug', // grantor
  '0P': 'bug', // role
  '0Z': 'bug', // diagnostics
  '10': 'bug', // XQuery
  '20': 'bug', // case not found
  '21': 'bug', // cardinality
  '22': 'data', // a value
  '23': 'data', // a constraint
  '24': 'bug', // cursor state
  '25': 'bug', // transaction state
  '26': 'bug', // name of a prepared statement
  '27': 'bug', // triggered data change
  '28': 'unavailable', // the login is refused: a changed password, a role that may not log in
  '2B': 'bug', // dependent privileges
  '2D': 'bug', // transaction termination
  '2F': 'bug', // SQL routine
  '34': 'bug', // cursor name
  '38': 'bug', // external routine
  '39': 'bug', // call of an external routine
  '3B': 'bug', // savepoint
  '3D': 'unavailable', // the database does not exist, as while it is replaced by a restored one
  '3F': 'bug', // schema
  '40': 'unavailable', // rolled back in favour of another transaction
  '42': 'bug', // syntax and names
  '44': 'bug', // WITH CHECK OPTION
  '53': 'unavailable', // resources: disk, memory, connections
  '54': 'data', // a limit of the program
  '55': 'unavailable', // locked, in use, or in the wrong state: a standby, a database that accepts no connections
  '57': 'unavailable', // an operator: shutdown, cancelled
  '58': 'unavailable', // the system below PostgreSQL
  '72': 'unavailable', // the snapshot is too old, up to PostgreSQL 16
  F0: 'unavailable', // the server's configuration files
  HV: 'bug', // foreign data
  P0: 'data', // raised by our own functions
  XX: 'bug', // PostgreSQL's own bugs, and damaged data
}

/** Codes that mean something else than their class. */
const SQL_CODES: Readonly<Record<string, FailureKind>> = {
  '25006': 'unavailable', // read-only transaction: a standby
  '25P03': 'unavailable', // the server ended the session: it was idle in a transaction
  '25P04': 'unavailable', // the server ended the session: its transaction took too long
  '42501': 'unavailable', // a privilege was revoked, possibly the one to connect
  '55P02': 'bug', // a setting that cannot be changed now
  '55P04': 'bug', // a new value of an enum
}

const NODE_CODES = new Set([
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

export function failureKind(error: unknown): FailureKind {
  const code = codeOf(error)
  // pg gives lost connections and its own timeouts no code; a server's response always has one.
  if (code === null) return isDriverError(error) ? 'unavailable' : 'bug'
  if (NODE_CODES.has(code)) return 'unavailable'
  return SQL_CODES[code] ?? (code.length === 5 ? SQL_CLASSES[code.slice(0, 2)] : undefined) ?? 'bug'
}

/** Waiting does not help: a person has to correct the address, the password or a privilege. */
export function isLoginRefused(error: unknown): boolean {
  return /^(28...|3D...|42501|55000)$/.test(codeOf(error) ?? '')
}

/** The server rolled back the whole transaction because of another one. A second attempt may succeed. */
export function isRolledBack(error: unknown): boolean {
  const code = codeOf(error)
  return code === DEADLOCK || code === SERIALIZATION_FAILURE
}

const DEADLOCK = '40P01'
const SERIALIZATION_FAILURE = '40001'

function codeOf(error: unknown): string | null {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : null
}

const RETRY = { 'retry-after': '2' }

export function toApiError(error: unknown): ApiError | null {
  if (failureKind(error) !== 'unavailable') return null
  const code = CERTAIN[codeOf(error) ?? ''] ?? (isLoginRefused(error) ? 'database.refused' : undefined)
  return new ApiError('service_unavailable', { ...(code && { message: { code } }), cause: error, headers: RETRY })
}

/** If the server itself refused, nothing was stored for certain. */
const CERTAIN: Record<string, Code> = {
  [DEADLOCK]: 'database.collision',
  [SERIALIZATION_FAILURE]: 'database.collision',
  [DISK_FULL]: 'database.full',
  '53300': 'database.no_connection',
  '55P03': 'database.locked',
  '57014': 'database.too_long',
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
