import { issueRefreshToken, issueToken, revokeToken, spendCode } from '../core/tokens.ts'
import { type Call, json, type Reply, type Route } from '../http/call.ts'
import { oauthError } from './errors.ts'

const ACCESS_LIFE_S = 7_200
/** Half a year, as users report. Not documented. */
const REFRESH_LIFE_MS = 183 * 86_400_000

export const X_SCOPES = [
  'tweet.read',
  'tweet.write',
  'users.read',
  'media.write',
  'offline.access',
  'tweet.moderate.write',
  'like.read',
]

export function oauthRoutes(): Route[] {
  const nameOfGrant = (call: Call) => (call.body.fields.grant_type === 'refresh_token' ? 'refresh' : 'token')
  return [
    { method: 'POST', path: '/2/oauth2/token', call: nameOfGrant, handle: token },
    { method: 'POST', path: '/2/oauth2/revoke', call: 'revoke', handle: revoke },
  ]
}

function token(call: Call): Reply {
  const { fields } = call.body
  const refused = checkApp(call)
  if (refused) return refused
  if (fields.grant_type === 'refresh_token') return refresh(call)
  if (fields.grant_type !== 'authorization_code') {
    return oauthError(400, 'unsupported_grant_type', 'Value passed for grant_type was invalid.')
  }
  const spent = spendCode(call, { code: fields.code, redirectUri: fields.redirect_uri, verifier: fields.code_verifier })
  switch (spent) {
    case 'unknown':
    case 'used':
    case 'expired':
      return oauthError(400, 'invalid_request', 'Value passed for the authorization code was invalid.')
    case 'redirect':
      return oauthError(
        400,
        'invalid_request',
        'Value passed for the redirect uri did not match the uri of the authorization code.',
      )
    case 'verifier':
      return oauthError(400, 'invalid_request', 'Value passed for the code verifier did not match the code challenge.')
    default:
      return grant(call, spent.accountId, spent.scopes)
  }
}

/** Each refresh token works once. */
function refresh(call: Call): Reply {
  const known = call.world.refreshTokens.get(String(call.body.fields.refresh_token))
  const dead = known?.platform !== 'x' || known.used || known.revoked || known.expiresAt <= call.world.clock.now()
  if (dead) return oauthError(400, 'invalid_request', 'Value passed for the token was invalid.')
  call.world.refreshTokens.put(known.token, { ...known, used: true })
  return grant(call, known.accountId, known.scopes)
}

function grant(call: Call, accountId: string, scopes: string[]): Reply {
  const { world } = call
  call.accountId = accountId
  const access = issueToken(world, { platform: 'x', accountId, scopes, kind: 'access', lifeMs: ACCESS_LIFE_S * 1000 })
  const body: Record<string, unknown> = {
    token_type: 'bearer',
    expires_in: ACCESS_LIFE_S,
    access_token: access.token,
    scope: scopes.join(' '),
  }
  if (scopes.includes('offline.access')) {
    const expiresAt = world.clock.now() + REFRESH_LIFE_MS
    body.refresh_token = issueRefreshToken(world, { platform: 'x', accountId, scopes, expiresAt }).token
  }
  return json(200, body)
}

function revoke(call: Call): Reply {
  const refused = checkApp(call)
  if (refused) return refused
  revokeToken(call.world, call.body.fields.token, call.body.fields.token)
  return json(200, { revoked: true })
}

/** Confidential clients send Basic authentication; public ones send their id in the body. */
function checkApp(call: Call): Reply | null {
  const app = call.world.settings.current.x
  const basic = /^Basic\s+(\S+)$/i.exec(call.headers.authorization ?? '')?.[1]
  if (basic !== undefined) {
    const given = Buffer.from(basic, 'base64').toString('utf8')
    const good = given === `${app.client_id}:${app.client_secret}`
    return good ? null : oauthError(401, 'unauthorized_client', 'Missing valid authorization header')
  }
  if (call.body.fields.client_id === app.client_id) return null
  return oauthError(401, 'unauthorized_client', 'Missing valid authorization header')
}
