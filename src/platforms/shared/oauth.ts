import { fieldsOf, isRefusal, isSuccess, quote, textOf, wholeNumberOf } from './answers.ts'
import {
  type ApprovalRequest,
  AuthError,
  type Http,
  type HttpAnswer,
  type PlatformAuth,
  type PlatformSettings,
  RefreshError,
  type Tokens,
} from './contract.ts'
import type { ProviderProfile } from './provider.ts'

type Grant = Record<string, string>

/** Sends a grant to the token endpoint, as the app of the settings. */
type AskForTokens = (http: Http, settings: PlatformSettings, grant: Grant) => Promise<HttpAnswer>

/** Where a person approves these permissions (RFC 6749, 4.1.1; RFC 7636 where the platform uses PKCE). */
export function approvalUrl(settings: PlatformSettings, scope: string, request: ApprovalRequest): string {
  const { redirectUri, state, codeChallenge } = request
  const asked = { response_type: 'code', client_id: settings.clientId, redirect_uri: redirectUri, scope, state }
  const pkce = codeChallenge === null ? {} : { code_challenge: codeChallenge, code_challenge_method: 'S256' }
  const url = new URL(settings.authorizeUrl)
  for (const [name, value] of Object.entries({ ...asked, ...pkce })) url.searchParams.set(name, value)
  return url.href
}

/** Exchanges a code (RFC 6749, 4.1.3). A code that is refused is spent or worthless: the person approves again. */
export function codeExchange(platform: string, askForTokens: AskForTokens): PlatformAuth['exchangeCode'] {
  return async (http, settings, { code, redirectUri, codeVerifier }, now) => {
    const pkce = codeVerifier === null ? {} : { code_verifier: codeVerifier }
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...pkce }
    const answer = await askForTokens(http, settings, grant)
    const tokens = readTokens(answer, now)
    if (!tokens) throw refusedGrant(platform, answer, settings, [code, codeVerifier ?? ''])
    return tokens
  }
}

/** So long before the access ends, but not sooner than `earliest`; null when it cannot be renewed. */
export function renewalTime(tokens: Tokens, beforeMs: number, earliest: number): Date | null {
  if (tokens.refreshToken === null || tokens.expiresAt === null) return null
  return new Date(Math.max(earliest, tokens.expiresAt.getTime() - beforeMs))
}

/** The answer of a token endpoint (RFC 6749, 5.1). Null when it is a refusal or holds no token. */
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

/** A renewal that was not granted and may be on another day. `advice` follows the platform's own words. */
export function refusedRenewal(
  who: string,
  answer: HttpAnswer,
  secrets: readonly string[],
  advice: string = '',
): RefreshError {
  const { error, error_description: description, message } = fieldsOf(answer.json)
  const said = textOf(description) ?? textOf(message) ?? textOf(error)
  const words = said === null ? `status ${answer.status}` : quote(said, secrets)
  const refused = isRefusal(answer.status)
  return new RefreshError(`${who} answered the renewal with status ${answer.status} (${words})`, {
    mayBeSpent: !refused,
    // Too many requests are no judgement of the approval.
    refusal: refused && answer.status !== 429 ? `${words}.${advice === '' ? '' : ` ${advice}`}` : null,
  })
}

/** The id of the account that a new token is for, checked against `pattern`. */
export function accountIdOf(platform: string, answer: HttpAnswer, value: unknown, pattern: RegExp): string {
  if (answer.status === 401 || answer.status === 403) {
    const message = `${platform} does not accept the new access. Connect the account again and grant all permissions.`
    throw new AuthError(message)
  }
  const id = textOf(value)
  if (isSuccess(answer) && id !== null && pattern.test(id)) return id
  throw new Error(`${platform} did not tell whose account it is (status ${answer.status})`)
}

/** A refusal of a token endpoint (RFC 6749, 5.2) in a sentence. The description should never hold a token. */
export function refusedGrant(platform: string, answer: HttpAnswer, settings: PlatformSettings, secrets: string[]) {
  const { error, error_description: description } = fieldsOf(answer.json)
  const said = textOf(description) ?? textOf(error)
  const words = said === null ? `status ${answer.status}` : quote(said, [...secrets, settings.clientSecret])
  return new AuthError(`${platform} did not accept the connection (${words}). Connect the account again.`)
}

/** Where people see posts: the address of the approval page without its path. In the sandbox it is on this machine. */
export function siteUrlOf(settings: PlatformSettings, { api }: ProviderProfile): string {
  const authorizePath = new URL(api.authorizeUrl).pathname
  const { origin, pathname } = new URL(settings.authorizeUrl)
  return origin + (pathname.endsWith(authorizePath) ? pathname.slice(0, -authorizePath.length) : '')
}

function after(now: Date, seconds: unknown): Date | null {
  const count = wholeNumberOf(seconds)
  // Beyond ten years it is no date to plan with.
  return count === null || count > 315_360_000 ? null : new Date(now.getTime() + count * 1000)
}
