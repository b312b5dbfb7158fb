import { reasonOf, toApiError } from '../../db/connect/failure.ts'
import { ApiError, toErrorBody } from '../../errors.ts'
import { type Log, redact } from '../../lib/log/log.ts'
import type { Reply, Request } from '../call.ts'

/** One shape for every refusal, whoever threw it. */
export function sendError(error: ApiError, reply: Reply): Reply {
  for (const [name, value] of Object.entries(error.headers ?? {})) reply.header(name, value)
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(toErrorBody(error)))
}

/** What was thrown, as a refusal. What nobody foresaw is logged and is a 500. */
export function toRefusal(error: unknown, request: Request, log: Log): ApiError {
  if (error instanceof ApiError) {
    if (error.status === 503) logUnavailable(error.cause ?? error, request, log)
    else if (error.status >= 500) log.error({ reqId: request.id, err: error.cause ?? error }, 'request failed')
    return error
  }
  const unavailable = toApiError(error)
  if (unavailable) {
    logUnavailable(error, request, log)
    return unavailable
  }
  log.error({ reqId: request.id, err: error }, 'unexpected error')
  return new ApiError('internal_error', { cause: error })
}

/** One line and no stack: in an outage there are thousands of them, and none is a fault of the program. */
function logUnavailable(cause: unknown, request: Request, log: Log): void {
  log.error({ reqId: request.id, reason: redact(reasonOf(cause)) }, 'request refused: unavailable')
}
