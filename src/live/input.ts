import type { Request } from '../http/call.ts'
import { type Query, queryText } from '../http/query.ts'
import type { Issues } from '../lib/issues.ts'
import type { SealedTokens } from '../lib/secrets/sealed-token.ts'
import { readPlaceText } from './place.ts'

/**
 * The place in the feed to go on behind; null for from now on. The header wins: a browser that connects again sends it,
 * with the URL it had at first.
 */
export function readPlace(issues: Issues, request: Request, query: Query, tokens: SealedTokens): number | null {
  const after = queryText(issues, query, 'after')
  const header = request.headers['last-event-id']
  const [field, text] = typeof header === 'string' && header !== '' ? ['Last-Event-ID', header] : ['after', after]
  if (text === null || text === undefined) return null
  const place = readPlaceText(tokens, text)
  if (place !== null) return place
  issues.add(field!, `${field} must be the id of an earlier message of this stream, unchanged.`)
  return null
}

/** Only who asks for a stream gets one: any other client would wait for an end that does not come. */
export function checkAccept(issues: Issues, request: Request): void {
  if (/\btext\/event-stream\b/i.test(request.headers.accept ?? '')) return
  issues.add('Accept', WRONG_ACCEPT)
}

export const WRONG_ACCEPT = 'Accept must name text/event-stream: the answer is a stream that does not end.'
