import { ApiError, ERROR_STATUS, type ErrorCode, toErrorBody, validationError } from '../../errors.ts'
import { message } from '../../messages/message.ts'
import { lacksScope } from '../access/auth.ts'
import { explainLimit } from '../access/rate-limit.ts'
import type { Access } from '../call.ts'
import { takesAnyQuery } from '../query-values.ts'
import type { Operation } from '../route.ts'
import { ErrorSchema } from '../schemas.ts'
import type { Components, Json } from './components.ts'
import { type HeaderName, referHeaders } from './headers.ts'

/** The refusals of an operation: status → response. Each kind is in the document once, with one example. */
export function describeRefusals<D>(access: Access, path: string, operation: Operation<D>, shared: Components): Json {
  const refusals: Json = {}
  for (const code of errorsOf(access, path, operation)) {
    const status = ERROR_STATUS[code]
    if (operation.answers[status] !== undefined) continue
    const name = toName(code)
    const content = { [JSON_TYPE]: { schema: shared.refer(ErrorSchema), example: exampleOf(code) } }
    const refusal = {
      description: DESCRIPTIONS[code],
      headers: referHeaders([...(HEADERS_OF[status] ?? []), 'X-Request-Id']),
      content,
    }
    refusals[status] = operation.refuse
      ? shared.referResponse(`${name}Page`, { ...refusal, content: { ...content, 'text/html': PAGE } })
      : shared.referResponse(name, refusal)
  }
  return refusals
}

const JSON_TYPE = 'application/json'

const HEADERS_OF: Record<number, readonly HeaderName[]> = {
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
}

/** For browsers that navigated to the response. */
const PAGE = { schema: { type: 'string' }, example: '<!doctype html>…' }

/** Stable, because client generators turn it into type names. */
function toName(code: ErrorCode): string {
  return code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function isLimited(access: Access): boolean {
  return access.mode !== 'open' || !access.isUncounted
}

/** The possible errors follow from the access mode and the input. */
function errorsOf<D>(access: Access, path: string, operation: Operation<D>): ErrorCode[] {
  const codes = new Set<ErrorCode>(operation.errors)
  if (operation.missing) codes.add('not_found')
  if (operation.body) codes.add('payload_too_large')
  if (access.mode === 'key' || access.mode === 'key_or_public' || access.mode === 'user') {
    codes.add('unauthorized').add('forbidden')
  }
  if (access.mode === 'any_key') codes.add('unauthorized').add('forbidden')
  if (isLimited(access)) codes.add('rate_limit_exceeded')
  if (access.mode !== 'open') codes.add('internal_error').add('service_unavailable')
  if (operation.ifMatch) codes.add('precondition_failed')
  if (operation.body || operation.query || !takesAnyQuery(access, path)) codes.add('validation_error')
  if (operation.idempotent) codes.add('idempotency_conflict').add('idempotency_mismatch')
  return [...codes].sort((a, b) => ERROR_STATUS[a] - ERROR_STATUS[b])
}

function exampleOf(code: ErrorCode): object {
  if (code === 'validation_error') {
    const tooLong = message('field.too_long', { field: 'last_name', max: 255, length: 300 })
    return toErrorBody(validationError({ last_name: [tooLong] }))
  }
  if (code === 'rate_limit_exceeded')
    return toErrorBody(new ApiError(code, { message: explainLimit('authenticated', 100, 33) }))
  if (code === 'forbidden') return toErrorBody(new ApiError(code, { message: lacksScope('contacts:read') }))
  return toErrorBody(new ApiError(code))
}

const DESCRIPTIONS: Record<ErrorCode, string> = {
  validation_error: 'The request breaks rules; all of them are listed.',
  unauthorized: 'The key is missing, malformed, unknown, expired or revoked.',
  forbidden: 'The key lacks the permission, or the request came by plain HTTP where only HTTPS is accepted.',
  not_found: 'There is no such thing in this workspace.',
  method_not_allowed: 'The path exists, the method does not; Allow lists those that do.',
  idempotency_conflict: 'The first request with this Idempotency-Key is still running.',
  precondition_failed: 'If-Match names another version: it was changed meanwhile, and is as it was.',
  payload_too_large: 'The body is too large.',
  idempotency_mismatch: 'The Idempotency-Key was used for a different request.',
  rate_limit_exceeded: 'Too many requests.',
  internal_error: 'A bug. Report it with the X-Request-Id.',
  service_unavailable:
    'The database cannot be reached. Whether anything was stored is not certain: send the request again after Retry-After, ' +
    'a create with the same Idempotency-Key.',
}
