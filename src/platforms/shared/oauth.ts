import { type Message, message } from '../../messages/message.ts'
import { isRefusal, isSuccess, onTransportError, quote } from './answers.ts'
import {
  type ApprovalRequest,
  type AppVerdict,
  AuthError,
  type Http,
  type HttpAnswer,
  type PlatformAuth,
  type PlatformSettings,
  RefreshError,
  type Tokens,
} from './contract.ts'
import type { ProviderProfile } from './provider.ts'
import { fieldsOf, textLike, textOf, wholeNumberOf } from './values.ts'

export function postGrant(
  http: Http,
  { clientId, clientSecret, tokenUrl }: PlatformSettings,
  grant: Record<string, string>,
): Promise<HttpAnswer> {
  return http({ method: 'POST', url: tokenUrl, form: { ...grant, client_id: clientId, client_secret: clientSecret } })
}

/** RFC 6749, 4.1.1, and RFC 7636 for PKCE. */
export function approvalUrl(settings: PlatformSettings, scope: string, request: ApprovalRequest): string {
  const { redirectUri, state, codeChallenge } = request
  const asked = { response_type: 'code', client_id: settings.clientId, redirect_uri: redirectUri, scope, state }
  const pkce = codeChallenge === null ? {} : { code_challenge: codeChallenge, code_challenge_method: 'S256' }
  const url = new URL(settings.authorizeUrl)
  for (const [name, value] of Object.entries({ ...asked, ...pkce })) url.searchParams.set(name, value)
  return url.href
}

/** Exchanges a code (RFC 6749, 4.1.3). After a refusal the person has to approve again. */
export function codeExchange(platform: string, askForTokens = postGrant): PlatformAuth['exchangeCode'] {
  return async (http, settings, { code, redirectUri, codeVerifier }, now) => {
    const pkce = codeVerifier === null ? {} : { code_verifier: codeVerifier }
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...pkce }
    const answer = await askForTokens(http, settings, grant)
    const tokens = readTokens(answer, now)
    if (!tokens) throw refusedGrant(platform, answer, settings, [code, codeVerifier ?? ''])
    return tokens
  }
}

export function refreshTokenOf(platform: string, { refreshToken }: Tokens): string {
  if (refreshToken !== null) return refreshToken
  throw new AuthError(message('auth.no_refresh_token', { network: platform }))
}

/** The response to a renewal. If it is lost, the refresh token may be used up. */
export function renewalAnswer(who: string, call: Promise<HttpAnswer>): Promise<HttpAnswer> {
  return onTransportError(call, (error): never => {
    const more = { mayBeSpent: error.sent, cause: error }
    throw new RefreshError(`${who} did not answer while the access was being renewed`, more)
  })
}

/** This long before the access ends, but not before `earliest`; null when it cannot be renewed. */
export function renewalTime(tokens: Tokens, beforeMs: number, earliest: number): Date | null {
  if (tokens.refreshToken === null || tokens.expiresAt === null) return null
  return new Date(Math.max(earliest, tokens.expiresAt.getTime() - beforeMs))
}

/** RFC 6749, 5.1. Null when it is a refusal. */
export function readTokens(answer: HttpAnswer, now: Date): Tokens | null {
  const body = fieldsOf(answer.json)
  const accessToken = textOf(body.access_token)
  if (!isSuccess(answer) || accessToken === null) return null
  return {
    accessToken,
    expiresAt: after(now, body.expires_in),
    refreshToken: textOf(body.refresh_token),
    refreshExpiresAt: after(now, body.refresh_token_expires_in),
    scopes: (textOf(body.scope) ?? '').split(/[ ,]+/).filter((scope) => scope !== ''),
  }
}

/** A refusal in the platform's own words, or its status. */
export function wordsOf(answer: HttpAnswer, secrets: readonly string[]): string {
  const { error, error_description: description, message } = fieldsOf(answer.json)
  const said = textOf(description) ?? textOf(message) ?? textOf(error)
  return said === null ? `status ${answer.status}` : quote(said, secrets)
}

/**
 * The response to a request that only a known app gets an answer to (RFC 6749, 5.2). One about a made-up code or token
 * says that the app itself was accepted.
 */
export function readAppVerdict(network: string, answer: HttpAnswer, settings: PlatformSettings): AppVerdict {
  const words = wordsOf(answer, [settings.clientSecret])
  const error = textOf(fieldsOf(answer.json).error)
  if (isSuccess(answer)) return { kind: 'accepted' }
  if (error === 'invalid_client' || error === 'unauthorized_client' || answer.status === 401) {
    return { kind: 'refused', field: null, said: message('app.wrong_pair', { network, words }) }
  }
  if (answer.status === 400 && error !== null) return { kind: 'accepted' }
  return { kind: 'unclear', said: message('app.no_verdict', { network, words }) }
}

/** A refused renewal that may succeed later. `advice` follows the platform's own words. */
export function refusedRenewal(
  who: string,
  answer: HttpAnswer,
  secrets: readonly string[],
  advice: Message | '' = '',
): RefreshError {
  const words = wordsOf(answer, secrets)
  const refused = isRefusal(answer.status)
  return new RefreshError(`${who} answered the renewal with status ${answer.status} (${words})`, {
    mayBeSpent: !refused,
    // Status 429 says nothing about the approval.
    refusal: refused && answer.status !== 429 ? message('auth.refusal', { words, advice }) : null,
  })
}

export function accountIdOf(platform: string, answer: HttpAnswer, value: unknown, pattern: RegExp): string {
  if (answer.status === 401 || answer.status === 403) {
    throw new AuthError(message('auth.new_access_refused', { network: platform }))
  }
  const id = textLike(value, pattern)
  if (isSuccess(answer) && id !== null) return id
  throw new Error(`${platform} did not tell whose account it is (status ${answer.status})`)
}

export function refusedGrant(platform: string, answer: HttpAnswer, settings: PlatformSettings, secrets: string[]) {
  const words = wordsOf(answer, [...secrets, settings.clientSecret])
  return new AuthError(message('auth.code_refused', { network: platform, words }))
}

/** The site that shows posts: the address of the approval page without its path. */
export function siteUrlOf(settings: PlatformSettings, { api }: ProviderProfile): string {
  const authorizePath = new URL(api.authorizeUrl).pathname
  const { origin, pathname } = new URL(settings.authorizeUrl)
  return origin + (pathname.endsWith(authorizePath) ? pathname.slice(0, -authorizePath.length) : '')
}

function after(now: Date, seconds: unknown): Date | null {
  const count = wholeNumberOf(seconds)
  // Ignores lifetimes above ten years.
  return count === null || count > 315_360_000 ? null : new Date(now.getTime() + count * 1000)
}
