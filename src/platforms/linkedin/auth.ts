import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '../../lib/time/span.ts'
import { bearer, fieldsOf, isRefusal, isSuccess, listOf, quote, textOf } from '../shared/answers.ts'
import {
  type AccountProfile,
  AuthError,
  type Http,
  type HttpAnswer,
  type PlatformAuth,
  type PlatformSettings,
} from '../shared/contract.ts'
import { accountIdOf, approvalUrl, codeExchange, readTokens, refusedGrant, renewalTime } from '../shared/oauth.ts'
import type { AppKind } from '../shared/provider.ts'

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

// https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-access-control-by-role

/** Those who may post for a page. One query finds one role. */
const POSTING_ROLES = ['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR'] as const
const PAGE_SIZE = 100
const MAX_ORGANIZATIONS = 100
const NO_PAGE =
  'This person manages no page on LinkedIn. Somebody who does (super admin or content admin) has to connect it.'

/** The pages that the person who approved may post for. Throws an AuthError that says why when there are none. */
async function readManagedPages(
  http: Http,
  settings: PlatformSettings,
  accessToken: string,
): Promise<AccountProfile[]> {
  const headers = restHeaders({ settings, account: { accessToken } })
  const get = (path: string, query: Record<string, string>) =>
    http({ method: 'GET', url: `${settings.apiUrl}/rest/${path}`, query, headers })
  const ids = new Set<string>()
  for (const role of POSTING_ROLES) {
    const query = { q: 'roleAssignee', role, state: 'APPROVED', count: String(PAGE_SIZE) }
    const answer = await get('organizationAcls', query)
    // Only the first role is named the same in all of LinkedIn's documents: one that it does not know finds nobody.
    if (role !== 'ADMINISTRATOR' && answer.status === 400) continue
    for (const id of pageIdsOf(answer, settings, accessToken)) ids.add(id)
  }
  if (ids.size === 0) throw new AuthError(NO_PAGE)
  const profiles: AccountProfile[] = []
  for (const id of [...ids].slice(0, MAX_ORGANIZATIONS)) {
    const answer = await get(`organizations/${id}`, {})
    // A content admin may post for the page without being allowed to read its profile.
    const page = isSuccess(answer) ? fieldsOf(answer.json) : {}
    profiles.push({
      id: `urn:li:organization:${id}`,
      handle: textOf(page.vanityName),
      name: textOf(page.localizedName),
      kind: 'organization',
    })
  }
  return profiles
}

function pageIdsOf(answer: HttpAnswer, settings: PlatformSettings, accessToken: string): string[] {
  if (answer.status === 401 || answer.status === 403) {
    const said = textOf(fieldsOf(answer.json).message)
    const words = said === null ? '' : ` LinkedIn says: ${quote(said, [accessToken, settings.clientSecret])}`
    throw new AuthError(
      'LinkedIn does not let this app see which pages the person manages. The app needs the product Community Management ' +
        `API with rw_organization_admin; see docs/how-to/platforms.md.${words}`,
    )
  }
  if (!isSuccess(answer)) throw new Error(`LinkedIn did not list the pages (status ${answer.status})`)
  return listOf(fieldsOf(answer.json).elements)
    .map((element) => /^urn:li:organization:(\d{1,20})$/.exec(textOf(fieldsOf(element).organization) ?? '')?.[1])
    .filter((id) => id !== undefined)
}

/** Every call under /rest names its version, which lives about a year: https://learn.microsoft.com/en-us/linkedin/marketing/versioning */
export function restHeaders(caller: { settings: PlatformSettings; account: { accessToken: string } }) {
  const version = { 'linkedin-version': caller.settings.version, 'x-restli-protocol-version': '2.0.0' }
  return { ...bearer(caller.account.accessToken), ...version }
}
