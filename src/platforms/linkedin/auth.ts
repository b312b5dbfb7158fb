import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '../../lib/time/span.ts'
import { message } from '../../messages/message.ts'
import { callApi, isRefusal, isSuccess, saidBy } from '../shared/answers.ts'
import {
  type AccountProfile,
  type AppVerdict,
  AuthError,
  type Http,
  type HttpAnswer,
  type PlatformAuth,
  type PlatformSettings,
} from '../shared/contract.ts'
import {
  accountIdOf,
  approvalUrl,
  codeExchange,
  postGrant,
  readAppVerdict,
  readTokens,
  refreshTokenOf,
  refusedGrant,
  renewalTime,
} from '../shared/oauth.ts'
import type { AppKind } from '../shared/provider.ts'
import { fieldsOf, listOf, textOf } from '../shared/values.ts'

// https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow

/**
 * LinkedIn refuses the whole approval if the app lacks one permission, and pages need an app with Community Management
 * as its only product. So there are two apps.
 */
const SCOPES: Record<AppKind, string> = {
  standard: 'openid profile w_member_social',
  pages: 'r_basicprofile rw_organization_admin w_organization_social r_organization_social',
}
const REFRESH_BEFORE_MS = 14 * DAY_MS

/** LinkedIn may refuse a new token as revoked for some seconds: waits about ten seconds in all. */
const FRESH_TOKEN_WAITS_MS = [250, 500, 1000, 2000, 3000, 3000]
const REVOKED = 65601

export const linkedinAuth: PlatformAuth = {
  usesPkce: false,
  renewsWithApp: true,
  scopes: (app) => SCOPES[app].split(' '),
  checkApp,
  authorizeUrl: (settings, request) => approvalUrl(settings, SCOPES[settings.app ?? 'standard'], request),
  exchangeCode: codeExchange('LinkedIn'),

  // Only approved partners get refresh tokens, for a year: https://learn.microsoft.com/en-
  // us/linkedin/shared/authentication/programmatic-refresh-tokens
  async refresh(http, settings, tokens, now) {
    const refreshToken = refreshTokenOf('LinkedIn', tokens)
    const answer = await postGrant(http, settings, { grant_type: 'refresh_token', refresh_token: refreshToken })
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
    // The refresh token can be used again.
    throw new Error(`LinkedIn answered the refresh with status ${answer.status}`)
  },

  refreshAfter: (tokens, issuedAt) => renewalTime(tokens, REFRESH_BEFORE_MS, issuedAt.getTime() + DAY_MS),

  async profiles(http, settings, accessToken) {
    if (settings.app === 'pages') {
      // Only to wait until LinkedIn accepts the new token everywhere.
      await readIdentity(http, settings, accessToken, '/v2/me', 'id')
      return readManagedPages(http, settings, accessToken)
    }
    const { id, name } = await readIdentity(http, settings, accessToken, '/v2/userinfo', 'sub')
    return [{ id: `urn:li:person:${id}`, handle: null, name, kind: 'member' }]
  },
}

/** https://learn.microsoft.com/en-us/linkedin/shared/authentication/token-introspection */
async function checkApp(http: Http, settings: PlatformSettings): Promise<AppVerdict> {
  const { clientId: client_id, clientSecret: client_secret, tokenUrl } = settings
  const url = tokenUrl.replace(/accessToken$/, 'introspectToken')
  const answer = await http({ method: 'POST', url, form: { client_id, client_secret, token: 'check' } })
  return readAppVerdict('LinkedIn', answer, settings)
}

/** Reads the person who approved: by OpenID for members, by the basic profile for pages. */
async function readIdentity(http: Http, settings: PlatformSettings, token: string, path: string, idField: string) {
  const read = () => callApi({ http, settings, account: { accessToken: token } }, 'GET', path)
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

/** The roles that may post for a page. A query finds one role at a time. */
const POSTING_ROLES = ['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR'] as const
const PAGE_SIZE = 100
const MAX_ORGANIZATIONS = 100

/** The pages that the person may post for. Throws an AuthError when there are none. */
async function readManagedPages(
  http: Http,
  settings: PlatformSettings,
  accessToken: string,
): Promise<AccountProfile[]> {
  const get = (path: string, query: Record<string, string>) =>
    callApi({ http, settings, account: { accessToken } }, 'GET', `/rest/${path}`, {
      query,
      headers: restHeaders(settings),
    })
  const ids = new Set<string>()
  for (const role of POSTING_ROLES) {
    const query = { q: 'roleAssignee', role, state: 'APPROVED', count: String(PAGE_SIZE) }
    const answer = await get('organizationAcls', query)
    // LinkedIn's documents name the second role differently; an unknown one finds nobody.
    if (role !== 'ADMINISTRATOR' && answer.status === 400) continue
    for (const id of pageIdsOf(answer, settings, accessToken)) ids.add(id)
  }
  if (ids.size === 0) throw new AuthError(message('linkedin.no_page'))
  const profiles: AccountProfile[] = []
  for (const id of [...ids].slice(0, MAX_ORGANIZATIONS)) {
    const answer = await get(`organizations/${id}`, {})
    // A content admin may post without being allowed to read the page's profile.
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
    const words = textOf(fieldsOf(answer.json).message)
    const said = saidBy('LinkedIn', words, [accessToken, settings.clientSecret])
    throw new AuthError(message('linkedin.pages_hidden', { said }))
  }
  if (!isSuccess(answer)) throw new Error(`LinkedIn did not list the pages (status ${answer.status})`)
  return listOf(fieldsOf(answer.json).elements)
    .map((element) => /^urn:li:organization:(\d{1,20})$/.exec(textOf(fieldsOf(element).organization) ?? '')?.[1])
    .filter((id) => id !== undefined)
}

/** For every call under /rest: https://learn.microsoft.com/en-us/linkedin/marketing/versioning */
export function restHeaders({ version }: PlatformSettings): Record<string, string> {
  return { 'linkedin-version': version, 'x-restli-protocol-version': '2.0.0' }
}
