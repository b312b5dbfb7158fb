import { issueToken, revokeToken, spendCode } from '../core/tokens.ts'
import { type Call, json, type Reply, type Route } from '../http/call.ts'
import type { App } from '../state/records.ts'
import { countRequest } from './access.ts'
import { invalid, oauthError } from './errors.ts'

/** Tokens are valid until revoked. */
export const TOKEN_LIFE_MS = 100 * 365 * 86_400_000

/** The scopes of the real list that a posting program may request. */
export const MASTODON_SCOPES = [
  'profile',
  'read',
  'read:accounts',
  'read:statuses',
  'write',
  'write:accounts',
  'write:media',
  'write:statuses',
  'follow',
  'push',
]

const INVALID_CLIENT =
  'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.'
const INVALID_GRANT =
  'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.'

export function oauthRoutes(): Route[] {
  return [
    { method: 'POST', path: '/api/v1/apps', call: 'apps.create', handle: createApp },
    { method: 'POST', path: '/oauth/token', call: 'token', handle: token },
    { method: 'POST', path: '/oauth/revoke', call: 'revoke', handle: revoke },
    { method: 'GET', path: '/.well-known/oauth-authorization-server', call: 'metadata', handle: metadata },
  ]
}

/** Anyone may register an app. It is bound to its redirect URIs and scopes. */
function createApp(call: Call): Reply {
  countRequest(call, 'apps', call.world.settings.current.mastodon.apps_per_10_min, 10 * 60_000)
  const { client_name: name, redirect_uris: uris, scopes, website } = call.body.fields
  const redirectUris = Array.isArray(uris) ? uris.map(String) : String(uris ?? '').split(/\s+/)
  if (typeof name !== 'string' || name.trim() === '') return invalid("Application name can't be blank")
  if (redirectUris.some((uri) => !URL.canParse(uri))) return invalid('Redirect URI must be an absolute URI.')
  const asked = String(scopes ?? 'read').split(' ')
  if (asked.some((scope) => !MASTODON_SCOPES.includes(scope))) {
    return invalid("Scopes doesn't match configured on the server.")
  }
  const { ids, apps } = call.world
  const app: App = {
    clientId: ids.word('', 43),
    clientSecret: ids.word('', 43),
    name,
    redirectUris,
    scopes: asked,
  }
  apps.put(app.clientId, app)
  call.effect = app.clientId
  return json(200, {
    id: String(apps.size),
    name,
    website: website ?? null,
    scopes: asked,
    redirect_uri: redirectUris.join('\n'),
    redirect_uris: redirectUris,
    client_id: app.clientId,
    client_secret: app.clientSecret,
    client_secret_expires_at: 0,
  })
}

export function scopesOfApp(call: Call, clientId: string): readonly string[] | null {
  return findApp(call, clientId)?.scopes ?? null
}

export function isRedirectOf(call: Call, clientId: string, redirectUri: string): boolean {
  const app = findApp(call, clientId)
  return app?.redirectUris === null || app?.redirectUris.includes(redirectUri) === true
}

/** The app in the settings needs no registration, and may redirect anywhere. */
function findApp(call: Call, clientId: string): (Omit<App, 'redirectUris'> & { redirectUris: string[] | null }) | null {
  const { client_id: id, client_secret: clientSecret } = call.world.settings.current.mastodon
  if (clientId === id) return { clientId, clientSecret, name: 'sandbox', redirectUris: null, scopes: MASTODON_SCOPES }
  return call.world.apps.get(clientId) ?? null
}

function token(call: Call): Reply {
  const { fields } = call.body
  const app = findApp(call, String(fields.client_id))
  if (app === null || fields.client_secret !== app.clientSecret)
    return oauthError(401, 'invalid_client', INVALID_CLIENT)
  if (fields.grant_type !== 'authorization_code') {
    return oauthError(400, 'unsupported_grant_type', 'The authorization grant type is not supported.')
  }
  const spent = spendCode(call, { code: fields.code, redirectUri: fields.redirect_uri, verifier: fields.code_verifier })
  if (typeof spent === 'string' || spent.clientId !== app.clientId) {
    return oauthError(400, 'invalid_grant', INVALID_GRANT)
  }
  call.accountId = spent.accountId
  const { accountId, scopes } = spent
  const access = issueToken(call.world, {
    platform: 'mastodon',
    accountId,
    scopes,
    kind: 'access',
    lifeMs: TOKEN_LIFE_MS,
  })
  return json(200, {
    access_token: access.token,
    token_type: 'Bearer',
    scope: scopes.join(' '),
    created_at: Math.floor(access.issuedAt / 1000),
  })
}

function revoke(call: Call): Reply {
  const app = findApp(call, String(call.body.fields.client_id))
  if (app === null) return oauthError(403, 'unauthorized_client', 'You are not authorized to revoke this token')
  revokeToken(call.world, call.body.fields.token)
  return json(200, {})
}

function metadata(call: Call): Reply {
  const url = `${call.world.url}/mastodon`
  return json(200, {
    issuer: `${url}/`,
    service_documentation: 'https://docs.joinmastodon.org/',
    authorization_endpoint: `${url}/oauth/authorize`,
    token_endpoint: `${url}/oauth/token`,
    app_registration_endpoint: `${url}/api/v1/apps`,
    revocation_endpoint: `${url}/oauth/revoke`,
    scopes_supported: MASTODON_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    grant_types_supported: ['authorization_code', 'client_credentials'],
    code_challenge_methods_supported: ['S256'],
  })
}
