import type { JsonWebKey } from 'node:crypto'
import { accountOf } from '../core/accounts.ts'
import { issueRefreshToken, issueToken, revokeAccount, spendCode } from '../core/tokens.ts'
import { type Call, json, type Reply, type Route, refuse } from '../http/call.ts'
import { authorizeRoutes } from '../pages/authorize.ts'
import { xrpcError } from './errors.ts'
import { checkProof, oauthRefusal, readJwt, verifyJwt } from './proof.ts'
import { accountNamed, handleOf } from './session.ts'

// See https://atproto.com/specs/oauth and packages/oauth/oauth-provider of bluesky-social/atproto. The PDS is its own
// authorization server, and the account directory is served here too.

const SCOPES = ['atproto', 'transition:generic', 'transition:email', 'transition:chat.bsky']
const PUSH_LIFE_MS = 5 * 60_000
const ACCESS_LIFE_MS = 60 * 60_000
const REFRESH_LIFE_MS = 30 * 86_400_000
const REDIRECTS_OF_LOCALHOST = new Set(['127.0.0.1', '[::1]'])

export function oauthRoutes(): Route[] {
  const pages = authorizeRoutes({
    platform: 'bluesky',
    path: '/oauth/authorize',
    codeLifeMs: 5 * 60_000,
    scopesOf: () => SCOPES,
    requiredScopes: ['atproto'],
    pkce: true,
    fragment: '',
    denied: { error: 'access_denied', error_description: 'Access denied' },
    scopeError: null,
    more: (call) => ({ iss: call.world.settings.current.bluesky.issuer ?? urlOf(call) }),
    proofKeyOf: (call) => call.world.pushed.get(call.query.get('request_uri') ?? '')?.proofKey ?? null,
  })
  return [
    ...pages.map((route) => ({ ...route, handle: (call: Call) => route.handle(withPushed(call)) })),
    { method: 'POST', path: '/oauth/par', call: 'push', handle: push },
    { method: 'POST', path: '/oauth/token', call: ({ body }) => nameOfGrant(body.fields.grant_type), handle: token },
    { method: 'GET', path: '/.well-known/oauth-protected-resource', call: 'metadata', handle: resource },
    { method: 'GET', path: '/.well-known/oauth-authorization-server', call: 'metadata', handle: metadata },
    { method: 'GET', path: '/directory/:did', call: 'directory', handle: readDocument },
  ]
}

function urlOf({ world }: Call): string {
  return `${world.url}/bluesky`
}

function nameOfGrant(type: unknown): string {
  return type === 'refresh_token' ? 'refresh' : 'token'
}

function resource(call: Call): Reply {
  const url = urlOf(call)
  return json(200, {
    resource: url,
    authorization_servers: [url],
    scopes_supported: [],
    bearer_methods_supported: ['header'],
    resource_documentation: 'https://atproto.com',
  })
}

function metadata(call: Call): Reply {
  const url = urlOf(call)
  return json(200, {
    issuer: url,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['ES256'],
    dpop_signing_alg_values_supported: ['ES256'],
    authorization_response_iss_parameter_supported: true,
    require_pushed_authorization_requests: true,
    client_id_metadata_document_supported: true,
    authorization_endpoint: `${url}/oauth/authorize`,
    token_endpoint: `${url}/oauth/token`,
    pushed_authorization_request_endpoint: `${url}/oauth/par`,
  })
}

/** https://web.plc.directory/api/redoc#operation/ResolveDid */
function readDocument(call: Call): Reply {
  const did = call.params.did ?? ''
  const account = call.world.accounts.get(`bluesky:${did}`)
  if (!account) return json(404, { message: `DID not registered: ${did}` })
  const pds = { id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: urlOf(call) }
  return json(200, { id: did, alsoKnownAs: [`at://${handleOf(account)}`], verificationMethod: [], service: [pds] })
}

/** POST /oauth/par (RFC 9126) */
function push(call: Call): Reply {
  const proofKey = checkProof(call, null, oauthRefusal)
  const clientId = checkClient(call)
  const params = Object.fromEntries(Object.entries(call.body.fields).map(([name, value]) => [name, String(value)]))
  const fail = (description: string) => oauthRefusal(call, 'invalid_request', description)
  if (params.code_challenge_method !== 'S256' || !params.code_challenge) return fail('Use of PKCE (S256) is required')
  if (params.response_type !== 'code') return fail('Unsupported response_type')
  if (!isRedirectOf(clientId, params.redirect_uri ?? '')) return fail('Invalid redirect_uri')
  if (params.login_hint && !accountNamed(call, params.login_hint)) return fail('Invalid login_hint')
  const requestUri = `urn:ietf:params:oauth:request_uri:req-${call.world.ids.word('', 32)}`
  call.world.pushed.put(requestUri, {
    requestUri,
    clientId,
    params,
    proofKey,
    expiresAt: call.world.clock.now() + PUSH_LIFE_MS,
  })
  return json(201, { request_uri: requestUri, expires_in: PUSH_LIFE_MS / 1000 })
}

/** The page uses the pushed parameters; those in the URL are ignored. */
function withPushed(call: Call): Call {
  const { query, world } = call
  const pushed = world.pushed.get(query.get('request_uri') ?? '')
  const isGood = pushed && pushed.clientId === query.get('client_id') && pushed.expiresAt > world.clock.now()
  if (!isGood) return refuse(oauthRefusal(call, 'invalid_request', 'Unknown or expired request_uri'))
  const { approves } = world.settings.current.bluesky
  const account = approves ?? query.get('account') ?? accountNamed(call, pushed.params.login_hint ?? '')?.id
  const more = query.get('auto_approve') === '1' ? { auto_approve: '1' } : {}
  const known = { ...pushed.params, ...more, request_uri: pushed.requestUri, ...(account ? { account } : {}) }
  call.query = new URLSearchParams(known)
  return call
}

function token(call: Call): Reply {
  const proofKey = checkProof(call, null, oauthRefusal)
  const clientId = checkClient(call)
  const { grant_type: type, code, redirect_uri: redirectUri, code_verifier: verifier } = call.body.fields
  if (type === 'refresh_token') return refresh(call, clientId, proofKey)
  if (type !== 'authorization_code') return oauthRefusal(call, 'unsupported_grant_type', 'Unsupported grant_type')
  const spent = spendCode(call, { code, redirectUri, verifier })
  if (typeof spent === 'string' || spent.clientId !== clientId)
    return oauthRefusal(call, 'invalid_grant', 'Invalid code')
  if (spent.proofKey !== proofKey) return oauthRefusal(call, 'invalid_dpop_key_binding', 'Invalid DPoP key binding')
  return grant(call, { accountId: spent.accountId, scopes: spent.scopes, clientId, proofKey })
}

/** A second use of a refresh token ends the whole session, because one of its two users must be a thief. */
function refresh(call: Call, clientId: string, proofKey: string): Reply {
  const known = call.world.refreshTokens.get(String(call.body.fields.refresh_token))
  const isOurs = known?.platform === 'bluesky' && known.clientId === clientId && known.proofKey === proofKey
  if (!isOurs || known.revoked || known.expiresAt <= call.world.clock.now()) {
    return oauthRefusal(call, 'invalid_grant', 'Invalid refresh token')
  }
  if (known.used) {
    revokeAccount(call.world, 'bluesky', known.accountId)
    return oauthRefusal(call, 'invalid_grant', 'Refresh token replayed')
  }
  call.world.refreshTokens.put(known.token, { ...known, used: true })
  return grant(call, { accountId: known.accountId, scopes: known.scopes, clientId, proofKey })
}

interface Grant {
  accountId: string
  scopes: string[]
  clientId: string
  proofKey: string
}

function grant(call: Call, { accountId, scopes, clientId, proofKey }: Grant): Reply {
  const { world } = call
  call.accountId = accountId
  if (accountOf(call, accountId).restricted) return xrpcError(400, 'invalid_grant', 'Account has been taken down')
  const bound = { platform: 'bluesky' as const, accountId, scopes, proofKey }
  const access = issueToken(world, { ...bound, kind: 'access', lifeMs: ACCESS_LIFE_MS })
  const refreshed = issueRefreshToken(world, { ...bound, clientId, expiresAt: world.clock.now() + REFRESH_LIFE_MS })
  return json(200, {
    access_token: access.token,
    token_type: 'DPoP',
    refresh_token: refreshed.token,
    expires_in: ACCESS_LIFE_MS / 1000,
    scope: scopes.join(' '),
    sub: accountId,
  })
}

/** An app with a metadata document must prove that it has the key named there. A loopback app has no key. */
function checkClient(call: Call): string {
  const { client_id: id, client_assertion: assertion } = call.body.fields
  const clientId = String(id)
  const fail = (description: string) => refuse(json(401, { error: 'invalid_client', error_description: description }))
  if (/^http:\/\/localhost(?:\/?\?|$)/.test(clientId)) return clientId
  if (!URL.canParse(clientId) || new URL(clientId).protocol !== 'https:') return fail('Invalid client_id')
  const document = call.world.settings.current.bluesky.app_documents.find((each) => each.client_id === clientId)
  const claims = typeof assertion === 'string' ? readJwt(assertion)?.claims : undefined
  if (claims?.iss !== clientId || claims.sub !== clientId || claims.aud !== urlOf(call))
    return fail('Client assertion required')
  if (Number(claims.exp) * 1000 <= call.world.clock.now()) return fail('Client assertion expired')
  if (document === undefined) return clientId
  const { keys } = document.jwks as { keys: JsonWebKey[] }
  return keys.some((key) => verifyJwt(String(assertion), key)) ? clientId : fail('Invalid client assertion')
}

function isRedirectOf(clientId: string, redirectUri: string): boolean {
  const url = URL.parse(redirectUri)
  if (url === null) return false
  if (clientId.startsWith('https:')) return url.origin === new URL(clientId).origin
  const announced = URL.parse(clientId)?.searchParams.getAll('redirect_uri') ?? []
  // Ports of loopback addresses are not compared: RFC 8252, section 7.3.
  const bare = (text: string) => text.replace(/^(http:\/\/[^/:]+|http:\/\/\[::1\]):\d+/, '$1')
  return REDIRECTS_OF_LOCALHOST.has(url.hostname) && announced.some((each) => bare(each) === bare(redirectUri))
}
