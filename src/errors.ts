import type { Details } from './lib/issues.ts'
import { allForReader, forReader, type ReaderText } from './messages/for-reader.ts'
import { type Message, message } from './messages/message.ts'
import { sentence } from './messages/sentence.ts'

/** Every error a caller can get: code → status. The default sentence of each is `request.<code>`. */
export const ERROR_STATUS = {
  validation_error: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  idempotency_conflict: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  idempotency_mismatch: 422,
  rate_limit_exceeded: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

interface ApiErrorOptions {
  message?: Message
  details?: Details
  headers?: Record<string, string>
  cause?: unknown
}

/** An error that the caller can fix or wait for. Anything else that is thrown is a bug and becomes `internal_error`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  /** The message for the caller. `message` is the same in English, for logs. */
  readonly said: Message
  readonly details: Details | undefined
  readonly headers: Record<string, string> | undefined

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    const said = options.message ?? message(`request.${code}`)
    super(sentence(said), { cause: options.cause })
    this.code = code
    this.status = ERROR_STATUS[code]
    this.said = said
    this.details = options.details
    this.headers = options.headers
  }
}

/** A validation error: its message says the first broken rule, and `details` has all of them. */
export function validationError(details: Details): ApiError {
  const [first, ...others] = Object.values(details).flat()
  const more = others.length
  const said = more === 0 ? first! : message('request.more_problems', { first: first!, more })
  return new ApiError('validation_error', { message: said, details })
}

/** A temporary refusal: Retry-After says when to try again. */
export function retryLater(
  code: 'rate_limit_exceeded' | 'service_unavailable',
  message: Message,
  seconds: number,
  cause?: unknown,
): ApiError {
  return new ApiError(code, { message, headers: { 'retry-after': String(seconds) }, cause })
}

export interface ErrorBody {
  error: ErrorCode
  message: ReaderText
  status?: number
  details?: Record<string, ReaderText[]>
}

/** The spec's error shape. A 429 has `error` and `message` only. */
export function toErrorBody(error: ApiError): ErrorBody {
  const said = { error: error.code, message: forReader(error.said) }
  if (error.status === 429) return said
  const details = error.details && { details: allForReader(error.details) }
  return { ...said, status: error.status, ...details }
}
