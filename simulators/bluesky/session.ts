import { accountOf, findAccount } from '../core/accounts.ts'
import { issueRefreshToken, issueToken, readToken, revokeToken } from '../core/tokens.ts'
import { type Call, json, type Reply, refuse } from '../http/call.ts'
import type { Account } from '../state/records.ts'
import { invalidRequest, xrpcError } from './errors.ts'
import { checkProof, resourceRefusal } from './proof.ts'

// packages/pds/src/auth-verifier.ts and api/com/atproto/server of bluesky-social/atproto

export const APP_PASSWORD_SCOPE = 'com.atproto.appPass'
export const ACCESS_LIFE_MS = 120 * 60_000
export const REFRESH_LIFE_MS = 90 * 86_400_000
/** How long a used refresh token still works, for clients that lost the answer. */
const GRACE_MS = 2 * 3_600_000

/** POST com.atproto.server.createSession */
export function createSession(call: Call): Reply {
  const { identifier, password } = call.body.fields
  if (typeof identifier !== 'string' || typeof password !== 'string') {
    return invalidRequest('Input must have the properties "identifier" and "password"')
  }
  const account = accountNamed(call, identifier.toLowerCase())
  if (!account || password !== call.world.settings.current.bluesky.app_password) {
    return xrpcError(401, 'AuthenticationRequired', 'Invalid identifier or password')
  }
  if (account.restricted) return xrpcError(401, 'AccountTakedown', 'Account has been taken down')
  return session(call, account)
}

/** POST com.atproto.server.refreshSession, with the refresh token as bearer. */
export function refreshSession(call: Call): Reply {
  const now = call.world.clock.now()
  if (call.token === null) return xrpcError(401, 'AuthMissing', 'Authentication Required')
  const known = call.world.refreshTokens.get(call.token)
  if (known?.platform !== 'bluesky') return invalidRequest('Token could not be verified', 'InvalidToken')
  if (known.revoked) return invalidRequest('Token has been revoked', 'ExpiredToken')
  if (known.expiresAt <= now) return invalidRequest('Token has expired', 'ExpiredToken')
  const account = accountOf(call, known.accountId)
  if (account.restricted) return xrpcError(401, 'AccountTakedown', 'Account has been taken down')
  const expiresAt = Math.min(known.expiresAt, now + GRACE_MS)
  call.world.refreshTokens.put(known.token, { ...known, used: true, expiresAt })
  return session(call, account)
}

/** POST com.atproto.server.deleteSession */
export function deleteSession(call: Call): Reply {
  revokeToken(call.world, null, call.token)
  return { status: 200, headers: {}, body: '' }
}

/** GET com.atproto.server.getSession */
export function getSession(call: Call): Reply {
  const account = signedIn(call)
  return json(200, { did: account.id, handle: handleOf(account), active: true })
}

/** GET com.atproto.identity.resolveHandle */
export function resolveHandle(call: Call): Reply {
  const handle = (call.query.get('handle') ?? '').toLowerCase()
  if (!/^[a-z0-9.-]+\.[a-z0-9-]+$/.test(handle)) return invalidRequest('Error: handle must be a valid handle')
  const account = accountNamed(call, handle)
  return account ? json(200, { did: account.id }) : invalidRequest('Unable to resolve handle')
}

/** Returns the account of the access token. */
export function signedIn(call: Call): Account {
  const { state, token } = readToken(call)
  const isProven = /^DPoP /i.test(call.headers.authorization ?? '')
  const proofKey = isProven ? checkProof(call, call.token, resourceRefusal) : null
  if (isProven && state !== 'ok' && state !== 'missing') {
    return refuse(resourceRefusal(call, 'invalid_token', state === 'expired' ? 'Token expired' : 'Invalid token'))
  }
  switch (state) {
    case 'missing':
      return refuse(xrpcError(401, 'AuthMissing', 'Authentication Required'))
    case 'expired':
      return refuse(invalidRequest('Token has expired', 'ExpiredToken'))
    case 'unknown':
    case 'revoked':
      return refuse(invalidRequest('Token could not be verified', 'InvalidToken'))
    case 'ok':
  }
  // A token that is bound to a key works only with a proof by that key.
  if ((token.proofKey ?? null) !== proofKey)
    return refuse(resourceRefusal(call, 'invalid_token', 'Invalid DPoP key binding'))
  call.accountId = token.accountId
  const account = accountOf(call, token.accountId)
  if (account.restricted) return refuse(xrpcError(401, 'AccountTakedown', 'Account has been taken down'))
  return account
}

/** A handle is a domain. Other accounts of the sandbox have usernames without one. */
export function handleOf({ username }: Account): string {
  return username.includes('.') ? username : `${username}.test`
}

export function accountNamed(call: Call, name: string): Account | undefined {
  return findAccount(call.world, 'bluesky', name) ?? findAccount(call.world, 'bluesky', name.replace(/\.test$/, ''))
}

function session(call: Call, account: Account): Reply {
  const { world } = call
  const accountId = account.id
  call.accountId = accountId
  const scopes = [APP_PASSWORD_SCOPE]
  const access = issueToken(world, { platform: 'bluesky', accountId, scopes, kind: 'access', lifeMs: ACCESS_LIFE_MS })
  const expiresAt = world.clock.now() + REFRESH_LIFE_MS
  const refresh = issueRefreshToken(world, { platform: 'bluesky', accountId, scopes, expiresAt })
  return json(200, {
    accessJwt: access.token,
    refreshJwt: refresh.token,
    handle: handleOf(account),
    did: accountId,
    active: true,
  })
}
