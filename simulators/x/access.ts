import { accountOf } from '../core/accounts.ts'
import { DAY_MS } from '../core/time.ts'
import { readToken } from '../core/tokens.ts'
import { type Call, refuse } from '../http/call.ts'
import type { Account } from '../state/records.ts'
import { creditsDepleted, forbidden, tooManyRequests, unauthorized } from './errors.ts'

const WINDOW_MS = 15 * 60_000

/** Returns the account of the token if scopes, rate limits and credits allow the call. */
export function signedIn(call: Call, scopes: string[]): Account {
  const { state, token } = readToken(call)
  if (state !== 'ok') return refuse(unauthorized())
  call.accountId = token.accountId
  const account = accountOf(call, token.accountId)
  const limited = spend(call, account)
  if (limited) return refuse(tooManyRequests())
  if (!scopes.every((scope) => token.scopes.includes(scope))) {
    return refuse(
      forbidden('Your client app is not configured with the appropriate oauth1 app permissions for this endpoint.'),
    )
  }
  if (call.world.settings.current.x.credits_depleted) return refuse(creditsDepleted())
  if (account.restricted && call.method !== 'GET') {
    return refuse(forbidden('Your account is suspended and is not permitted to access this feature.'))
  }
  return account
}

function limitOf(call: Call): number | null {
  const settings = call.world.settings.current.x
  if (call.name === 'tweets.create') return settings.posts_per_15_min
  if (call.name === 'tweets.delete') return settings.deletes_per_15_min
  if (call.name.startsWith('media.')) return settings.media_per_15_min
  return ['list', 'tweets.get', 'me'].includes(call.name) ? settings.reads_per_15_min : null
}

/** Counts the call in its window and sets the headers. Returns true if the limit is used up. */
function spend(call: Call, account: Account): boolean {
  const limit = limitOf(call)
  if (limit === null) return false
  const over = spendWindow(call, `x:${account.id}:${call.name}`, limit, WINDOW_MS, 'x-rate-limit')
  if (call.name !== 'tweets.create') return over
  const perDay = call.world.settings.current.x.posts_per_day
  return spendWindow(call, `x:app:${call.name}`, perDay, DAY_MS, 'x-app-limit-24hour') || over
}

function spendWindow(call: Call, key: string, limit: number, ms: number, header: string): boolean {
  const { windows, clock } = call.world
  const now = clock.now()
  const known = windows.get(key)
  const window = known && known.startedAt + ms > now ? known : { startedAt: now, used: 0 }
  const over = window.used >= limit
  const used = over ? window.used : window.used + 1
  windows.put(key, { startedAt: window.startedAt, used })
  call.replyHeaders[`${header}-limit`] = String(limit)
  call.replyHeaders[`${header}-remaining`] = String(Math.max(0, limit - used))
  call.replyHeaders[`${header}-reset`] = String(Math.ceil((window.startedAt + ms) / 1000))
  return over
}
