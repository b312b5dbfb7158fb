import { accountOf } from '../core/accounts.ts'
import { readToken } from '../core/tokens.ts'
import { type Call, refuse } from '../http/call.ts'
import type { Account } from '../state/records.ts'
import { invalidToken, mastodonError, outsideScopes, tooManyRequests } from './errors.ts'

const MINUTE_MS = 60_000

/** Returns the account of the token if its scopes allow the call. `read` includes `read:statuses`. */
export function signedIn(call: Call, scope: string): Account {
  const { state, token } = readToken(call)
  if (state !== 'ok') return refuse(invalidToken())
  call.accountId = token.accountId
  const account = accountOf(call, token.accountId)
  const { requests_per_5_min: perToken } = call.world.settings.current.mastodon
  countRequest(call, `token:${token.token}`, perToken, 5 * MINUTE_MS)
  const [whole = ''] = scope.split(':')
  if (!token.scopes.includes(scope) && !token.scopes.includes(whole)) return refuse(outsideScopes())
  if (account.restricted) return refuse(mastodonError(403, 'Your login is currently disabled'))
  return account
}

/** Windows begin at multiples of their length, as on a real server. */
export function countRequest(call: Call, key: string, limit: number, windowMs: number): void {
  const { windows, clock } = call.world
  const startedAt = Math.floor(clock.now() / windowMs) * windowMs
  const name = `mastodon:${key}`
  const known = windows.get(name)
  const used = known?.startedAt === startedAt ? known.used : 0
  const resetAt = startedAt + windowMs
  if (used >= limit) refuse(tooManyRequests(limit, resetAt))
  windows.put(name, { startedAt, used: used + 1 })
  call.replyHeaders['x-ratelimit-limit'] = String(limit)
  call.replyHeaders['x-ratelimit-remaining'] = String(limit - used - 1)
  call.replyHeaders['x-ratelimit-reset'] = new Date(resetAt).toISOString().replace('Z', '000Z')
}
