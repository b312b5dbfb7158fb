import type { FastifyError, FastifyInstance } from 'fastify'
import { reasonOf, toApiError } from '../db/failure.ts'
import { ApiError, toErrorBody } from '../errors.ts'
import { type Log, redact } from '../lib/log.ts'
import type { Reply, Request } from './call.ts'

/** One shape for every refusal, whoever threw it. */
export function addErrorHandler(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error, request, reply) => sendError(translate(error, request, log), reply))
}

export function sendError(error: ApiError, reply: Reply): Reply {
  for (const [name, value] of Object.entries(error.headers ?? {})) reply.header(name, value)
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(toErrorBody(error)))
}

/** What the framework itself refuses, before or around our own code. */
export function translate(error: unknown, request: Request, log: Log): ApiError {
  if (error instanceof ApiError) {
    if (error.status === 503) logUnavailable(error.cause ?? error, request, log)
    else if (error.status >= 500) log.error({ reqId: request.id, err: error.cause ?? error }, 'request failed')
    return error
  }
  const framework = error as FastifyError
  if (
    typeof framework?.code === 'string' &&
    framework.code.startsWith('FST_ERR_') &&
    (framework.statusCode ?? 500) < 500
  ) {
    return fromFramework(framework)
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

function fromFramework(error: FastifyError): ApiError {
  switch (error.code) {
    case 'FST_ERR_BAD_URL':
      return new ApiError('validation_error', {
        message: 'The URL is not valid: check its percent-encoding.',
        cause: error,
      })
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('payload_too_large', { cause: error })
    default:
      return new ApiError('validation_error', {
        message: 'The request cannot be understood. Check its method, headers and body against /docs.',
        cause: error,
      })
  }
}
