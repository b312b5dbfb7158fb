import type { Request } from '../http/call.ts'
import { type Query, queryText } from '../http/query-values.ts'
import type { Issues } from '../lib/issues.ts'
import type { SealedTokens } from '../lib/secrets/sealed-token.ts'

// Positions count all events, also those that a listener may not see, so they are sealed.
const CONTEXT = 'live place'
const EARLIER_PLACE = /^\d{1,15}$/

/** The `id` of a message. */
export function writePlace(tokens: SealedTokens, position: number): string {
  return tokens.seal(String(position), CONTEXT)
}

/** Null to start from now. The header wins: a reconnecting browser sends it along with the original URL. */
export function readPlace(issues: Issues, request: Request, query: Query, tokens: SealedTokens): number | null {
  const after = queryText(issues, query, 'after')
  const header = request.headers['last-event-id']
  const [field, text] = typeof header === 'string' && header !== '' ? ['Last-Event-ID', header] : ['after', after]
  if (!field || text === null || text === undefined) return null
  const opened = tokens.open(text, CONTEXT)
  if (opened !== null) return Number(opened)
  // A stream of version 0.1 reconnects after the upgrade. This position is ahead of every feed, so the client is told
  // to read everything again.
  if (EARLIER_PLACE.test(text)) return Number.MAX_SAFE_INTEGER
  issues.add(field, 'stream.wrong_place')
  return null
}
