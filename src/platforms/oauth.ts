import { fieldsOf, isSuccess, quote, textOf, wholeNumberOf } from './answers.ts'
import { AuthError, type HttpAnswer, type PlatformSettings, type Tokens } from './contract.ts'
import type { ProviderProfile } from './profile.ts'

export function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
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

/** The id of the account that a new token is for, checked against `pattern`. */
export function accountIdOf(platform: string, answer: HttpAnswer, value: unknown, pattern: RegExp): string {
  if (answer.status === 401 || answer.status === 403) {
    throw new AuthError(
      `${platform} does not accept the new access. Connect the account again and grant all permissions.`,
    )
  }
  const id = textOf(value)
  if (isSuccess(answer) && id !== null && pattern.test(id)) return id
  throw new Error(`${platform} did not tell whose account it is (status ${answer.status})`)
}

/** A refusal of a token endpoint (RFC 6749, 5.2) in a sentence. The description should never hold a token. */
export function refusedGrant(
  platform: string,
  answer: HttpAnswer,
  settings: PlatformSettings,
  secrets: string[],
): AuthError {
  const { error, error_description: description } = fieldsOf(answer.json)
  const said = textOf(description) ?? textOf(error)
  const words = said === null ? `status ${answer.status}` : quote(said, [...secrets, settings.clientSecret])
  return new AuthError(`${platform} did not accept the connection (${words}). Connect the account again.`)
}

/**
 * Where people see posts: what stands before the path of the approval page in its address. That is the platform's site,
 * or a prefix on this machine in the sandbox.
 */
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
