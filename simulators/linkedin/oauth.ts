import { issueRefreshToken, issueToken, readToken, revokeToken, spendCode } from '../core/tokens.ts'
import { type Call, empty, json, type Reply, type Route } from '../http/call.ts'
import type { RefreshToken, Token } from '../state/records.ts'
import { organizationsOf, signedIn, urnOf } from './access.ts'
import { accessDenied, oauthError } from './errors.ts'

const ACCESS_LIFE_S = 5_184_000
const REFRESH_LIFE_MS = 31_536_000_000

export const LINKEDIN_SCOPES = [
  'openid',
  'profile',
  'email',
  'w_member_social',
  'w_organization_social',
  'r_organization_social',
  'rw_organization_admin',
]

export function oauthRoutes(): Route[] {
  const nameOfGrant = (call: Call) => (call.body.fields.grant_type === 'refresh_token' ? 'refresh' : 'token')
  return [
    { method: 'POST', path: '/oauth/v2/accessToken', call: nameOfGrant, handle: accessToken },
    { method: 'POST', path: '/oauth/v2/introspectToken', call: 'introspect', handle: introspect },
    { method: 'POST', path: '/oauth/v2/revoke', call: 'revoke', handle: revoke },
    { method: 'GET', path: '/v2/userinfo', call: 'userinfo', handle: userinfo },
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
  if (typeof spent === 'string') {
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
    scopes: spent.scopes,
    expiresAt,
  })
  return json(200, { ...grantOf(token), ...refreshOf(call, next) })
}

/** The refresh token keeps its end: a year after the person approved. */
function refresh(call: Call): Reply {
  const known = call.world.refreshTokens.get(String(call.body.fields.refresh_token))
  if (known?.platform !== 'linkedin' || known.revoked || known.expiresAt <= call.world.clock.now()) {
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

/** Which organisations the member may post for. */
export function listOrganizations(call: Call): Reply {
  const { account, token } = signedIn(call)
  if (!token.scopes.some((scope) => scope.endsWith('_organization_social') || scope === 'rw_organization_admin')) {
    return accessDenied('organizationAcls.FINDER-roleAssignee')
  }
  const elements = organizationsOf(call, account).map((organization) => ({
    organization: urnOf(organization),
    role: 'ADMINISTRATOR',
    roleAssignee: urnOf(account),
    state: 'APPROVED',
  }))
  return json(200, { paging: { start: 0, count: elements.length, links: [], total: elements.length }, elements })
}
