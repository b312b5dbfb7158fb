import { ApiError, validationError } from '../errors.ts'
import { isUuid } from '../lib/ids.ts'
import { createIssues, type Issues, typeOf } from '../lib/issues.ts'
import { type Message, message } from '../messages/message.ts'
import type { Request } from './call.ts'
import { type Query, queryOf } from './query-values.ts'

/** Returns what `read` makes of a request. Throws all broken rules together. */
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

/**
 * Refuses query parameters where an operation documents none. Forms without a key may carry those of advertisements.
 */
export function refuseQuery(request: Request): void {
  if (request.caller?.kind === 'public' || !request.url.includes('?')) return
  readQuery(request, () => null)
}

/** An id from the path, in our own notation. A text that is not a UUID matches nothing. */
export function idOf(request: Request, name = 'id'): string {
  const text = (request.params as Record<string, string>)[name]!
  if (!isUuid(text)) throw notFound(request)
  return text.toLowerCase()
}

/** The response to a deletion: null, for the 404, if there was nothing to delete. */
export async function answerDeleted(request: Request, remove: (id: string) => Promise<unknown>, name = 'id') {
  const id = idOf(request, name)
  return (await remove(id)) ? { id, deleted: true } : null
}

/** The operation's own 404. */
export function notFound({ routeOptions }: Request): ApiError {
  const { missing } = routeOptions.config
  return new ApiError('not_found', missing === undefined ? {} : { message: missing })
}

const PARTS_MAX = 50

/**
 * Whether a client prefers a page to JSON. A client that accepts both alike, as with no Accept header or one that
 * allows everything, is a program.
 */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined) return false
  const parts = accept.toLowerCase().split(',', PARTS_MAX).map(readPart)
  return weightOf(parts, 'text/html') > weightOf(parts, 'application/json')
}

interface AcceptedType {
  type: string
  weight: number
}

function readPart(part: string): AcceptedType {
  const [type = '', ...parameters] = part.split(';').map((each) => each.trim())
  const q = parameters.find((each) => each.startsWith('q='))
  const weight = q === undefined ? 1 : Number(q.slice(2))
  return { type, weight: weight >= 0 && weight <= 1 ? weight : 0 }
}

/** The weight of the most specific entry that matches (RFC 9110). */
function weightOf(parts: readonly AcceptedType[], type: string): number {
  for (const wanted of [type, `${type.split('/', 1)[0]}/*`, '*/*']) {
    const found = parts.find((part) => part.type === wanted)
    if (found !== undefined) return found.weight
  }
  return 0
}

/** The body as an object; throws the refusal. Also handles requests without a body. */
export function objectBody({ body }: Pick<Request, 'body'>): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  if (body === undefined) throw badBody(message('body.empty'))
  throw badBody(message('body.not_object', { found: typeOf(body) }))
}

export function badBody(message: Message, field = 'body'): ApiError {
  return validationError({ [field]: [message] })
}
