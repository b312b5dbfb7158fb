import type { Request } from '../http/call.ts'
import { type Query, queryText } from '../http/query-values.ts'
import type { Issues } from '../lib/issues.ts'
import type { SealedTokens } from '../lib/secrets/sealed-token.ts'

// Places count all events, also those that a listener may not see: they are sealed, so that nobody can read them.
const CONTEXT = 'live place'
const EARLIER_PLACE = /^\d{1,15}$/

/** As the `id` of a message. */
export function writePlace(tokens: SealedTokens, position: number): string {
  return tokens.seal(String(position), CONTEXT)
}

/** Null for from now on. The header wins: a browser that connects again sends it, with the URL it had at first. */
export function readPlace(issues: Issues, request: Request, query: Query, tokens: SealedTokens): number | null {
  const after = queryText(issues, query, 'after')
  const header = request.headers['last-event-id']
  const [field, text] = typeof header === 'string' && header !== '' ? ['Last-Event-ID', header] : ['after', after]
  if (!field || text === null || text === undefined) return null
  const opened = tokens.open(text, CONTEXT)
  if (opened !== null) return Number(opened)
  // A stream of 0.1 that comes back after the upgrade. It is ahead of every feed, so it is told to read everything again.
  if (EARLIER_PLACE.test(text)) return Number.MAX_SAFE_INTEGER
  issues.add(field, 'stream.wrong_place')
  return null
}
