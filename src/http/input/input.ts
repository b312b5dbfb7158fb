import { ApiError, validationError } from '../../errors.ts'
import { isUuid } from '../../lib/ids.ts'
import { createIssues, type Issues } from '../../lib/issues.ts'
import type { Request } from '../call.ts'
import { objectBody } from '../server/bodies/body.ts'
import { type Query, queryOf } from './query.ts'

/** What `read` makes of a request. Throws all the rules that it found broken. */
export function checked<T>(read: (issues: Issues) => T): T {
  const issues = createIssues()
  const input = read(issues)
  throwIssues(issues)
  return input
}

export function throwIssues(issues: Issues): void {
  if (issues.count > 0) throw validationError(issues.details)
}

export function readInput<T>(request: Request, read: (issues: Issues, body: Record<string, unknown>) => T): T {
  return checked((issues) => read(issues, objectBody(request)))
}

export function readQuery<T>(request: Request, read: (issues: Issues, query: Query) => T): T {
  return checked((issues) => read(issues, queryOf(issues, request)))
}

/** Refuses parameters where an operation documents none. Forms without a key may carry those of advertisements. */
export function refuseQuery(request: Request): void {
  if (request.caller?.kind === 'public' || !request.url.includes('?')) return
  readQuery(request, () => null)
}

/** An id of the path, as we write ids. A text that is not a UUID is the id of nothing. */
export function idOf(request: Request, name = 'id'): string {
  const text = (request.params as Record<string, string>)[name]!
  if (!isUuid(text)) throw notFound(request)
  return text.toLowerCase()
}

/** What a deletion answers: null, for the 404, when there was nothing to delete. */
export async function answerDeleted(request: Request, remove: (id: string) => Promise<unknown>, name = 'id') {
  const id = idOf(request, name)
  return (await remove(id)) ? { id, deleted: true } : null
}

/** The 404 of an operation, in its own words. */
export function notFound({ routeOptions }: Request): ApiError {
  const { missing } = routeOptions.config
  return new ApiError('not_found', missing === undefined ? {} : { message: missing })
}
