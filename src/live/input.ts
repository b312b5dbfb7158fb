import type { Request } from '../http/call.ts'
import { type Query, queryText } from '../http/query.ts'
import type { Issues } from '../lib/issues.ts'
import type { Scope } from '../scopes.ts'

const PLACE = /^\d{1,15}$/

/**
 * The place in the feed to go on behind; null for from now on. The header wins: a browser that connects again sends it,
 * with the URL it had at first.
 */
export function readPlace(issues: Issues, request: Request, query: Query): number | null {
  const after = queryText(issues, query, 'after')
  const header = request.headers['last-event-id']
  const [field, text] = typeof header === 'string' && header !== '' ? ['Last-Event-ID', header] : ['after', after]
  if (text === null || text === undefined) return null
  if (PLACE.test(text)) return Number(text)
  issues.add(field!, `${field} must be the id of an earlier message of this stream, a whole number.`)
  return null
}

/** Only who asks for a stream gets one: any other client would wait for an end that does not come. */
export function checkAccept(issues: Issues, request: Request): void {
  if (/\btext\/event-stream\b/i.test(request.headers.accept ?? '')) return
  issues.add('Accept', WRONG_ACCEPT)
}

export const WRONG_ACCEPT = 'Accept must name text/event-stream: the answer is a stream that does not end.'

const NEEDED: Record<string, Scope> = {
  contact: 'contacts:read',
  post: 'posts:read',
  connection: 'posts:read',
  webhook: 'webhooks:read',
  endpoint: 'events:read',
}

/** May an event of this type be told? One whose noun is not known here may not. */
export function maySee(scopes: ReadonlySet<Scope>, type: string): boolean {
  const needed = NEEDED[type.split('.', 1)[0]!]
  return needed !== undefined && scopes.has(needed)
}
