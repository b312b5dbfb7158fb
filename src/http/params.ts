import { ApiError, ERRORS } from '../errors.ts'
import { isUuid } from '../lib/ids.ts'
import type { Request } from './call.ts'

/** An id of the path, as we write ids. A text that is not a UUID is the id of nothing. */
export function idOf(request: Request, name = 'id'): string {
  const text = (request.params as Record<string, string>)[name]!
  if (!isUuid(text)) throw notFound(request)
  return text.toLowerCase()
}

/** The 404 of an operation, in its own words. */
export function notFound({ routeOptions }: Request): ApiError {
  return new ApiError('not_found', { message: routeOptions.config.missing ?? ERRORS.not_found.message })
}
