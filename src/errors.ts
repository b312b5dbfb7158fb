/** Every error a caller can meet: code → status and the sentence used when nothing more precise is known. */
export const ERRORS = {
  validation_error: { status: 400, message: 'The request is not valid. See details for each field.' },
  unauthorized: {
    status: 401,
    message: 'An API key is needed. Send it as "Authorization: Bearer svc_pk_...".',
  },
  forbidden: { status: 403, message: 'This is not allowed with the key that was sent.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, message: 'This method is not allowed here. See the Allow header.' },
  idempotency_conflict: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running. Send it again in a moment.',
  },
  precondition_failed: {
    status: 412,
    message: 'If-Match does not hold: it was changed meanwhile. Read it again, then send the change with its new ETag.',
  },
  payload_too_large: { status: 413, message: 'The body is too large.' },
  idempotency_mismatch: {
    status: 422,
    message: 'This Idempotency-Key was used for a different request. Use a new key for a new request.',
  },
  rate_limit_exceeded: { status: 429, message: 'Too many requests. Wait, then try again.' },
  internal_error: {
    status: 500,
    message:
      'Something went wrong on our side. Try again; if it stays, report it with the X-Request-Id of this answer.',
  },
  service_unavailable: {
    status: 503,
    message:
      'The database cannot be reached right now, so it is not certain that anything was stored. Try again in a few seconds; with an Idempotency-Key that is safe.',
  },
} as const

export type ErrorCode = keyof typeof ERRORS

interface ApiErrorOptions {
  message?: string
  details?: Record<string, string[]>
  headers?: Record<string, string>
  cause?: unknown
}

/** What the caller can fix, or wait for. Everything else that is thrown is a bug and becomes `internal_error`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly details: Record<string, string[]> | undefined
  readonly headers: Record<string, string> | undefined

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause })
    this.code = code
    this.status = ERRORS[code].status
    this.details = options.details
    this.headers = options.headers
  }
}

/** A validation error whose message already says the first broken rule, with all of them in details. */
export function validationError(details: Record<string, string[]>): ApiError {
  const messages = Object.values(details).flat()
  const more = messages.length > 1 ? ` (and ${messages.length - 1} more, see details)` : ''
  return new ApiError('validation_error', { message: `${messages[0] ?? ''}${more}`, details })
}

export interface ErrorBody {
  error: ErrorCode
  message: string
  status?: number
  details?: Record<string, string[]>
}

/** The spec's error shape. A 429 has `error` and `message` only. */
export function toErrorBody(error: ApiError): ErrorBody {
  if (error.status === 429) return { error: error.code, message: error.message }
  const body: ErrorBody = { error: error.code, message: error.message, status: error.status }
  if (error.details) body.details = error.details
  return body
}
