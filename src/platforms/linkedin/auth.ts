import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '../../lib/time/span.ts'
import { bearer, fieldsOf, isRefusal, textOf } from '../calls/answers.ts'
import { accountIdOf, approvalUrl, codeExchange, readTokens, refusedGrant, renewalTime } from '../calls/oauth.ts'
import { AuthError, type Http, type HttpAnswer, type PlatformAuth, type PlatformSettings } from '../contract.ts'
import type { AppKind } from '../profile.ts'
import { readManagedPages } from './pages.ts'

// https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow

/**
 * LinkedIn refuses an approval as a whole when it asks for one permission that the app does not have, and the product that
 * allows pages (Community Management) must be the only one of its app. So there are two apps, with two lists.
 */
const SCOPES: Record<AppKind, string> = {
  standard: 'openid profile w_member_social',
  pages: 'r_basicprofile rw_organization_admin w_organization_social r_organization_social',
}
const REFRESH_BEFORE_MS = 14 * DAY_MS

/** A token is refused as revoked in its first seconds at times: together about ten seconds. */
const FRESH_TOKEN_WAITS_MS = [250, 500, 1000, 2000, 3000, 3000]
const REVOKED = 65601

export const linkedinAuth: PlatformAuth = {
  usesPkce: false,
  authorizeUrl: (settings, request) => approvalUrl(settings, SCOPES[settings.app ?? 'standard'], request),
  exchangeCode: codeExchange('LinkedIn', askForTokens),

  // Only approved partners get refresh tokens. They live a year from the approval, and a refresh does not extend that:
  // https://learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens
  async refresh(http, settings, tokens, now) {
    const { refreshToken } = tokens
    if (refreshToken === null)
      throw new AuthError('LinkedIn gave no way to renew this access. Connect the account again.')
    const answer = await askForTokens(http, settings, { grant_type: 'refresh_token', refresh_token: refreshToken })
    const fresh = readTokens(answer, now)
    if (fresh) {
      return {
        ...fresh,
        refreshToken: fresh.refreshToken ?? refreshToken,
        refreshExpiresAt: fresh.refreshExpiresAt ?? tokens.refreshExpiresAt,
        scopes: fresh.scopes.length > 0 ? fresh.scopes : tokens.scopes,
      }
    }
    if (isRefusal(answer.status) && answer.status !== 429) {
      throw refusedGrant('LinkedIn', answer, settings, [refreshToken])
    }
    // The refresh token can be used again, so that a passing fault ends nothing.
    throw new Error(`LinkedIn answered the refresh with status ${answer.status}`)
  },

  refreshAfter: (tokens, issuedAt) => renewalTime(tokens, REFRESH_BEFORE_MS, issuedAt.getTime() + DAY_MS),

  async profiles(http, settings, accessToken) {
    if (settings.app === 'pages') {
      // Whose token it is matters only because a new one is not accepted everywhere at once.
      await readIdentity(http, settings, accessToken, '/v2/me', 'id')
      return readManagedPages(http, settings, accessToken)
    }
    const { id, name } = await readIdentity(http, settings, accessToken, '/v2/userinfo', 'sub')
    return [{ id: `urn:li:person:${id}`, handle: null, name, kind: 'member' }]
  },
}

function askForTokens(http: Http, settings: PlatformSettings, grant: Record<string, string>): Promise<HttpAnswer> {
  const form = { ...grant, client_id: settings.clientId, client_secret: settings.clientSecret }
  return http({ method: 'POST', url: settings.tokenUrl, form })
}

/** Who approved. The app for members reads it by OpenID, that for pages by its own permission for the basic profile. */
async function readIdentity(http: Http, settings: PlatformSettings, token: string, path: string, idField: string) {
  const read = () => http({ method: 'GET', url: `${settings.apiUrl}${path}`, headers: bearer(token) })
  let answer = await read()
  for (const waitMs of FRESH_TOKEN_WAITS_MS) {
    if (answer.status !== 401 || fieldsOf(answer.json).serviceErrorCode !== REVOKED) break
    await sleep(waitMs)
    answer = await read()
  }
  const body = fieldsOf(answer.json)
  return { id: accountIdOf('LinkedIn', answer, body[idField], /^[\w-]{1,100}$/), name: textOf(body.name) }
}
