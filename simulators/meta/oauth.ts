import { accountOf } from '../core/accounts.ts'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import { issueToken, readToken, spendCode } from '../core/tokens.ts'
import { type Call, json, type Reply, type Route } from '../http/call.ts'
import type { Token } from '../state/records.ts'
import { param } from './access.ts'
import { graphError, invalidParameter, oauthError, TOKEN_PROBLEMS } from './errors.ts'

export const LONG_LIFE_MS = 5_183_944_000

interface MetaOauth {
  exchangeGrant: string
  refreshGrant: string
  /** Body of the answer to the code exchange. */
  shape(call: Call, token: Token): unknown
  numericUserId: boolean
}

export function tokenRoutes(rules: MetaOauth): Route[] {
  return [
    { method: 'POST', path: '/oauth/access_token', call: 'token', handle: (call) => fromCode(call, rules) },
    { method: 'GET', path: '/oauth/access_token', call: 'app_token', handle: appToken },
    { method: 'GET', path: '/access_token', call: 'exchange', handle: (call) => exchange(call, rules) },
    { method: 'GET', path: '/refresh_access_token', call: 'refresh', handle: (call) => refresh(call, rules) },
    { method: 'GET', path: '/debug_token', call: 'debug_token', handle: debugToken },
  ]
}

function fromCode(call: Call, rules: MetaOauth): Reply {
  const app = appOf(call)
  if (param(call, 'client_id') !== app.client_id) return oauthError('Invalid platform app')
  if (param(call, 'client_secret') !== app.client_secret) return oauthError('Error validating client secret.')
  if (param(call, 'grant_type') !== 'authorization_code') return oauthError('Invalid grant_type')
  // Some clients do not strip what Meta appends to the redirect URI, and send it too.
  const spent = spendCode(call, { code: param(call, 'code'), redirectUri: param(call, 'redirect_uri') })
  switch (spent) {
    case 'unknown':
    case 'verifier':
      return oauthError('Invalid authorization code')
    case 'used':
      return oauthError('This authorization code has been used')
    case 'expired':
      return oauthError('This authorization code has expired')
    case 'redirect':
      return oauthError(
        'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      )
    default: {
      const { platform, accountId, scopes } = spent
      call.accountId = accountId
      const token = issueToken(call.world, { platform, accountId, scopes, kind: 'short', lifeMs: HOUR_MS })
      const reply = json(200, rules.shape(call, token))
      // Written as a bare number, as Threads does, although many JSON parsers round numbers of this size.
      return rules.numericUserId
        ? { ...reply, body: String(reply.body).replace(/"user_id":"(\d+)"/, '"user_id":$1') }
        : reply
    }
  }
}

/** An app's own token. Only Threads documents it: developers.facebook.com/docs/threads/get-started/app-access-tokens */
function appToken(call: Call): Reply {
  if (call.platform !== 'threads' || call.query.get('grant_type') !== 'client_credentials') {
    return graphError(call, invalidParameter('Unsupported grant_type'))
  }
  const app = appOf(call)
  if (call.query.get('client_id') !== app.client_id) {
    const message = 'Error validating application. Cannot get application info due to a system error.'
    return graphError(call, { code: 101, message })
  }
  if (call.query.get('client_secret') !== app.client_secret) {
    return graphError(call, { code: 1, message: 'Error validating client secret.' })
  }
  return json(200, { access_token: `TH|${app.client_id}|sandbox`, token_type: 'bearer' })
}

function exchange(call: Call, rules: MetaOauth): Reply {
  if (call.query.get('grant_type') !== rules.exchangeGrant)
    return graphError(call, invalidParameter('Unsupported grant_type'))
  if (call.query.get('client_secret') !== appOf(call).client_secret) {
    return graphError(call, { code: 1, message: 'Error validating client secret.' })
  }
  const { state, token } = readToken(call)
  if (state !== 'ok') return graphError(call, TOKEN_PROBLEMS[state])
  if (token.kind !== 'short')
    return graphError(call, {
      code: 452,
      message:
        'Session key invalid. This could be because the session key has an incorrect format, or because the user has revoked this session',
    })
  return longLived(call, token)
}

/**
 * Only a long-lived token that is at least a day old and has not expired can be refreshed. The error for a younger one
 * is not documented.
 */
function refresh(call: Call, rules: MetaOauth): Reply {
  if (call.query.get('grant_type') !== rules.refreshGrant)
    return graphError(call, invalidParameter('Unsupported grant_type'))
  const { state, token } = readToken(call)
  if (state !== 'ok') return graphError(call, TOKEN_PROBLEMS[state])
  if (token.kind !== 'long') return graphError(call, invalidParameter('Only long-lived tokens can be refreshed.'))
  if (call.world.clock.now() - token.issuedAt < DAY_MS) {
    return graphError(call, invalidParameter('The access token must be at least 24 hours old to be refreshed.'))
  }
  return longLived(call, token)
}

/** The old token stays valid until its own expiry. */
function longLived(call: Call, old: Token): Reply {
  const { platform, accountId, scopes } = old
  call.accountId = accountId
  const token = issueToken(call.world, { platform, accountId, scopes, kind: 'long', lifeMs: LONG_LIFE_MS })
  return json(200, { access_token: token.token, token_type: 'bearer', expires_in: LONG_LIFE_MS / 1000 })
}

function debugToken(call: Call): Reply {
  const asking = readToken(call)
  if (asking.state !== 'ok') return graphError(call, TOKEN_PROBLEMS[asking.state])
  const input = call.query.get('input_token') ?? ''
  const known = call.world.tokens.get(input)
  if (!known || known.platform !== call.platform) {
    return json(200, {
      data: { is_valid: false, error: { code: 190, message: TOKEN_PROBLEMS.unknown.message }, scopes: [] },
    })
  }
  const { state } = readToken(call, input)
  return json(200, {
    data: {
      type: 'USER',
      application: `Sandbox app of ${accountOf(call, known.accountId).username}`,
      data_access_expires_at: seconds(known.expiresAt + 30 * DAY_MS),
      expires_at: seconds(known.expiresAt),
      is_valid: state === 'ok',
      issued_at: seconds(known.issuedAt),
      scopes: known.scopes,
      user_id: known.accountId,
    },
  })
}

function appOf(call: Call): { client_id: string; client_secret: string } {
  return call.world.settings.current[call.platform as 'threads' | 'instagram']
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}
