import { issueRefreshToken, issueToken, readToken, revokeToken, spendCode } from '../core/tokens.ts'
import { type Call, empty, json, type Reply, type Route } from '../http/call.ts'
import type { RefreshToken, Token } from '../state/records.ts'
import { organizationsOf, signedIn, urnOf } from './access.ts'
import { accessDenied, oauthError } from './errors.ts'

const ACCESS_LIFE_S = 5_184_000
const REFRESH_LIFE_MS = 31_536_000_000

/** Products: Sign In with LinkedIn using OpenID Connect, and Share on LinkedIn. */
const MEMBER_SCOPES = ['openid', 'profile', 'email', 'w_member_social']
/**
 * Community Management API, which must be the only product of its app: asking for `openid` fails the whole approval.
 */
const PAGES_SCOPES = [
  'r_basicprofile',
  'rw_organization_admin',
  'r_organization_admin',
  'w_organization_social',
  'r_organization_social',
]
/** For tokens that the control interface creates. No real app has all of these scopes. */
export const LINKEDIN_SCOPES = [...MEMBER_SCOPES, ...PAGES_SCOPES]

export function scopesOfApp(call: Call, clientId: string): readonly string[] | null {
  const { client_id: member, pages_client_id: pages } = call.world.settings.current.linkedin
  if (clientId === member) return MEMBER_SCOPES
  return clientId === pages ? PAGES_SCOPES : null
}

export function oauthRoutes(): Route[] {
  const nameOfGrant = (call: Call) => (call.body.fields.grant_type === 'refresh_token' ? 'refresh' : 'token')
  return [
    { method: 'POST', path: '/oauth/v2/accessToken', call: nameOfGrant, handle: accessToken },
    { method: 'POST', path: '/oauth/v2/introspectToken', call: 'introspect', handle: introspect },
    { method: 'POST', path: '/oauth/v2/revoke', call: 'revoke', handle: revoke },
    { method: 'GET', path: '/v2/userinfo', call: 'userinfo', handle: userinfo },
    { method: 'GET', path: '/v2/me', call: 'me', handle: me },
  ]
}

function accessToken(call: Call): Reply {
  const { fields } = call.body
  const refused = checkApp(call)
  if (refused) return refused
  if (fields.grant_type === 'refresh_token') return refresh(call)
  if (fields.grant_type !== 'authorization_code') {
    return oauthError(400, 'unsupported_grant_type', 'The passed in grant_type is invalid')
  }
  const spent = spendCode(call, { code: fields.code, redirectUri: fields.redirect_uri })
  if (typeof spent === 'string' || spent.clientId !== fields.client_id) {
    return oauthError(
      400,
      'invalid_request',
      'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists',
    )
  }
  call.accountId = spent.accountId
  const token = newAccess(call, spent.accountId, spent.scopes)
  if (!call.world.settings.current.linkedin.refresh_tokens) return json(200, grantOf(token))
  const expiresAt = call.world.clock.now() + REFRESH_LIFE_MS
  const next = issueRefreshToken(call.world, {
    platform: 'linkedin',
    accountId: spent.accountId,
    clientId: spent.clientId,
    scopes: spent.scopes,
    expiresAt,
  })
  return json(200, { ...grantOf(token), ...refreshOf(call, next) })
}

/** A refresh token keeps its expiry, a year after the approval. */
function refresh(call: Call): Reply {
  const known = call.world.refreshTokens.get(String(call.body.fields.refresh_token))
  const isOtherApp = (known?.clientId ?? null) !== null && known?.clientId !== call.body.fields.client_id
  if (known?.platform !== 'linkedin' || isOtherApp || known.revoked || known.expiresAt <= call.world.clock.now()) {
    return oauthError(
      400,
      'invalid_request',
      'The provided authorization grant or refresh token is invalid, expired or revoked.',
    )
  }
  call.accountId = known.accountId
  const token = newAccess(call, known.accountId, known.scopes)
  return json(200, { ...grantOf(token), ...refreshOf(call, known) })
}

function newAccess(call: Call, accountId: string, scopes: string[]): Token {
  return issueToken(call.world, {
    platform: 'linkedin',
    accountId,
    scopes,
    kind: 'access',
    lifeMs: ACCESS_LIFE_S * 1000,
  })
}

function grantOf(token: Token): Record<string, unknown> {
  return { access_token: token.token, expires_in: ACCESS_LIFE_S, scope: token.scopes.join(','), token_type: 'Bearer' }
}

function refreshOf(call: Call, token: RefreshToken): Record<string, unknown> {
  const left = Math.round((token.expiresAt - call.world.clock.now()) / 1000)
  return { refresh_token: token.token, refresh_token_expires_in: left }
}

function checkApp(call: Call): Reply | null {
  const { client_id: id, client_secret: secret } = call.body.fields
  const app = call.world.settings.current.linkedin
  if (id === app.client_id && secret === app.client_secret) return null
  if (id === app.pages_client_id && secret === app.pages_client_secret) return null
  return oauthError(401, 'invalid_client', 'Client authentication failed')
}

function introspect(call: Call): Reply {
  const refused = checkApp(call)
  if (refused) return refused
  const text = String(call.body.fields.token ?? '')
  const known = call.world.tokens.get(text)
  if (known?.platform !== 'linkedin') return json(200, { active: false })
  const { state } = readToken(call, text)
  return json(200, {
    active: state === 'ok',
    status: state === 'ok' ? 'active' : state,
    client_id: call.world.settings.current.linkedin.client_id,
    authorized_at: Math.floor(known.issuedAt / 1000),
    created_at: Math.floor(known.issuedAt / 1000),
    expires_at: Math.floor(known.expiresAt / 1000),
    scope: known.scopes.join(','),
    auth_type: '3L',
  })
}

function revoke(call: Call): Reply {
  const refused = checkApp(call)
  if (refused) return refused
  revokeToken(call.world, call.body.fields.token, call.body.fields.token)
  return empty(200)
}

function userinfo(call: Call): Reply {
  const { account, token } = signedIn(call)
  if (!token.scopes.includes('openid')) return accessDenied('userinfo.GET.NO_VERSION')
  const [given, ...rest] = account.name.split(' ')
  return json(200, {
    sub: account.id,
    name: account.name,
    given_name: given,
    family_name: rest.join(' '),
    picture: `${call.world.url}/media/${account.username}.jpg`,
    locale: { country: 'US', language: 'en' },
  })
}

function me(call: Call): Reply {
  const { account, token } = signedIn(call)
  if (!token.scopes.includes('r_basicprofile')) return accessDenied('me.GET.NO_VERSION')
  const [given, ...rest] = account.name.split(' ')
  return json(200, {
    id: account.id,
    localizedFirstName: given,
    localizedLastName: rest.join(' '),
    vanityName: account.username,
  })
}

/**
 * Lists the organisations in which the member has a role. A query is for one role:
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-access-control-by-role
 */
export function listOrganizations(call: Call): Reply {
  const { account, token } = signedIn(call)
  if (!isPageAdminToken(token)) return accessDenied('organizationAcls.FINDER-roleAssignee')
  const wanted = call.query.get('role') ?? 'ADMINISTRATOR'
  const elements = organizationsOf(call, account, wanted).map((organization) => ({
    organization: urnOf(organization),
    role: wanted,
    roleAssignee: urnOf(account),
    state: 'APPROVED',
  }))
  return json(200, { paging: { start: 0, count: elements.length, links: [], total: elements.length }, elements })
}

export function getOrganization(call: Call): Reply {
  const { account, token } = signedIn(call)
  const organization = organizationsOf(call, account, 'ADMINISTRATOR').find(({ id }) => id === call.params.id)
  if (!isPageAdminToken(token) || !organization) return accessDenied('organizations.GET')
  return json(200, {
    id: Number(organization.id),
    vanityName: organization.username,
    localizedName: organization.name,
  })
}

function isPageAdminToken(token: Token): boolean {
  return token.scopes.includes('rw_organization_admin') || token.scopes.includes('r_organization_admin')
}
