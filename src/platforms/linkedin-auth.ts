import { setTimeout as sleep } from 'node:timers/promises'
import { fieldsOf, isSuccess, listOf, textOf } from './answers.ts'
import {
  AuthError,
  type Http,
  type HttpAnswer,
  type PlatformAuth,
  type PlatformSettings,
  type Profile,
  type Tokens,
  TransportError,
} from './contract.ts'
import { restHeaders } from './linkedin-api.ts'
import { readTokens, refusedGrant } from './oauth.ts'

// https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow

/**
 * What every LinkedIn app may ask for. An app that LinkedIn has approved for pages names its own list in the address of
 * the approval page (`?scope=openid profile w_member_social r_organization_social w_organization_social`): asking for
 * what was not approved fails the whole approval.
 */
const SCOPES = 'openid profile w_member_social'
const DAY_MS = 86_400_000
const REFRESH_BEFORE_MS = 14 * DAY_MS

/** A token is refused as revoked in its first seconds at times: together about ten seconds. */
const FRESH_TOKEN_WAITS_MS = [250, 500, 1000, 2000, 3000, 3000]
const REVOKED = 65601
const MAX_ORGANIZATIONS = 20

export const linkedinAuth: PlatformAuth = {
  usesPkce: false,

  authorizeUrl(settings, { redirectUri, state }) {
    const url = new URL(settings.authorizeUrl)
    url.searchParams.set('response_type', 'code')
    url.searchParams.set('client_id', settings.clientId)
    url.searchParams.set('redirect_uri', redirectUri)
    url.searchParams.set('state', state)
    if (!url.searchParams.has('scope')) url.searchParams.set('scope', SCOPES)
    return url.href
  },

  async exchangeCode(http, settings, { code, redirectUri }, now) {
    const answer = await askForTokens(http, settings, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
    })
    const tokens = isSuccess(answer) ? readTokens(answer, now) : null
    // The code is spent or worthless either way.
    if (!tokens) throw refusedGrant('LinkedIn', answer, settings, [code])
    return tokens
  },

  // Only approved partners get refresh tokens. They live a year from the approval, and a refresh does not extend that:
  // https://learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens
  async refresh(http, settings, tokens, now) {
    const { refreshToken } = tokens
    if (refreshToken === null)
      throw new AuthError('LinkedIn gave no way to renew this access. Connect the account again.')
    const answer = await askForTokens(http, settings, { grant_type: 'refresh_token', refresh_token: refreshToken })
    const fresh = isSuccess(answer) ? readTokens(answer, now) : null
    if (fresh) return keepRefreshToken(fresh, tokens)
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 408 && answer.status !== 429) {
      throw refusedGrant('LinkedIn', answer, settings, [refreshToken])
    }
    // The refresh token can be used again, so that a passing fault ends nothing.
    throw new Error(`LinkedIn answered the refresh with status ${answer.status}`)
  },

  refreshAfter(tokens, issuedAt) {
    if (tokens.refreshToken === null || tokens.expiresAt === null) return null
    return new Date(Math.max(issuedAt.getTime() + DAY_MS, tokens.expiresAt.getTime() - REFRESH_BEFORE_MS))
  },

  async profiles(http, settings, accessToken) {
    const member = await readMember(http, settings, accessToken)
    return [member, ...(await readOrganizations(http, settings, accessToken))]
  },
}

function askForTokens(http: Http, settings: PlatformSettings, grant: Record<string, string>): Promise<HttpAnswer> {
  const form = { ...grant, client_id: settings.clientId, client_secret: settings.clientSecret }
  return http({ method: 'POST', url: settings.tokenUrl, form })
}

function keepRefreshToken(fresh: Tokens, old: Tokens): Tokens {
  return {
    ...fresh,
    refreshToken: fresh.refreshToken ?? old.refreshToken,
    refreshExpiresAt: fresh.refreshExpiresAt ?? old.refreshExpiresAt,
    scopes: fresh.scopes.length > 0 ? fresh.scopes : old.scopes,
  }
}

async function readMember(http: Http, settings: PlatformSettings, accessToken: string): Promise<Profile> {
  const read = () =>
    http({ method: 'GET', url: `${settings.apiUrl}/v2/userinfo`, headers: { authorization: `Bearer ${accessToken}` } })
  let answer = await read()
  for (const waitMs of FRESH_TOKEN_WAITS_MS) {
    if (answer.status !== 401 || fieldsOf(answer.json).serviceErrorCode !== REVOKED) break
    await sleep(waitMs)
    answer = await read()
  }
  if (answer.status === 401 || answer.status === 403) {
    throw new AuthError('LinkedIn does not accept the new access. Connect the account again and grant all permissions.')
  }
  const { sub, name } = fieldsOf(answer.json)
  const id = textOf(sub)
  if (!isSuccess(answer) || id === null || !/^[\w-]{1,100}$/.test(id)) {
    throw new Error(`LinkedIn did not tell whose account it is (status ${answer.status})`)
  }
  return { id: `urn:li:person:${id}`, handle: null, name: textOf(name), kind: 'member' }
}

/** None when the permission for pages is missing, which is the usual case and no mistake. */
async function readOrganizations(http: Http, settings: PlatformSettings, accessToken: string): Promise<Profile[]> {
  const headers = restHeaders(settings, accessToken)
  const get = async (path: string, query: Record<string, string>) => {
    try {
      const answer = await http({ method: 'GET', url: `${settings.apiUrl}/rest/${path}`, query, headers })
      return isSuccess(answer) ? fieldsOf(answer.json) : null
    } catch (error) {
      if (error instanceof TransportError) return null
      throw error
    }
  }
  const roles = await get('organizationAcls', { q: 'roleAssignee', role: 'ADMINISTRATOR', state: 'APPROVED' })
  const urns = listOf(roles?.elements).map((role) => textOf(fieldsOf(role).organization))
  const ids = urns
    .map((urn) => /^urn:li:organization:(\d{1,20})$/.exec(urn ?? '')?.[1])
    .filter((id) => id !== undefined)
  const profiles: Profile[] = []
  for (const id of [...new Set(ids)].slice(0, MAX_ORGANIZATIONS)) {
    const page = await get(`organizations/${id}`, {})
    profiles.push({
      id: `urn:li:organization:${id}`,
      handle: textOf(page?.vanityName),
      name: textOf(page?.localizedName),
      kind: 'organization',
    })
  }
  return profiles
}
