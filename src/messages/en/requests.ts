/** Refusals that any request can meet. */
export const requests = {
  'request.validation_error': 'The request is not valid. See details for each field.',
  'request.more_problems': '{first} (and {more} more, see details)',
  'request.unauthorized': 'An API key is needed. Send it as "Authorization: Bearer svc_pk_...".',
  'request.forbidden': 'This is not allowed with the key that was sent.',
  'request.not_found': 'There is nothing at this address.',
  'request.method_not_allowed': 'This method is not allowed here. See the Allow header.',
  'request.idempotency_conflict':
    'The first request with this Idempotency-Key is still running. Send it again in a moment.',
  'request.precondition_failed':
    'If-Match does not hold: it was changed meanwhile. Read it again, then send the change with its new ETag.',
  'request.payload_too_large': 'The body is too large.',
  'request.idempotency_mismatch':
    'This Idempotency-Key was used for a different request. Use a new key for a new request.',
  'request.rate_limit_exceeded': 'Too many requests. Wait, then try again.',
  'request.internal_error':
    'Something went wrong on our side. Try again; if it stays, report it with the X-Request-Id of this answer.',
  'request.service_unavailable':
    'The database cannot be reached right now, so it is not certain that anything was stored. Try again in a few seconds; with an Idempotency-Key that is safe.',
} as const
