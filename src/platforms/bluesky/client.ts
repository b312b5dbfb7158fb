import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '../../lib/time/span.ts'
import { createProofKey, publicKeyOf, signJwt } from '../calls/dpop.ts'
import { AuthError, type PlatformSettings } from '../contract.ts'

// https://atproto.com/specs/oauth#clients: an app is not registered anywhere. Its id is the address of a document that
// describes it, and a program on somebody's own machine has an id that says everything itself.

export const SCOPE = 'atproto transition:generic'
const KEY_ID = 'doorpost'
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const LOOPBACK = new Set(['127.0.0.1', '[::1]'])

/** Servers let an app with a key renew an approval for many months, and one without for a week or two. */
export async function createClient(redirectUri: string): Promise<{ clientId: string; clientSecret: string }> {
  const { protocol, hostname } = new URL(redirectUri)
  if (protocol === 'https:' && isName(hostname))
    return { clientId: documentUrlOf(redirectUri), clientSecret: JSON.stringify(await createProofKey()) }
  if (LOOPBACK.has(hostname)) {
    const query = new URLSearchParams({ redirect_uri: redirectUri, scope: SCOPE })
    return { clientId: `http://localhost?${query}`, clientSecret: '' }
  }
  throw new AuthError(
    'Bluesky asks for approval only where Doorpost has an https address with a name (BASE_URL), or on this machine at ' +
      '127.0.0.1. Connect the account with an app password instead.',
  )
}

/** The document behind the id of the app. Null for an app without one. */
export function describeClient(clientId: string, clientSecret: string, redirectUri: string) {
  if (clientSecret === '') return null
  return {
    client_id: clientId,
    client_name: 'Doorpost',
    client_uri: new URL(clientId).origin,
    application_type: 'web',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: SCOPE,
    dpop_bound_access_tokens: true,
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'ES256',
    jwks: { keys: [{ ...publicKeyOf(JSON.parse(clientSecret)), kid: KEY_ID, use: 'sig', alg: 'ES256' }] },
  }
}

/** What tells the server which app it is. Good for one request. */
export async function clientFields(
  { clientId, clientSecret }: PlatformSettings,
  issuer: string,
  now: Date,
): Promise<Record<string, string>> {
  if (clientSecret === '') return { client_id: clientId }
  const iat = Math.floor(now.getTime() / 1000)
  const claims = { iss: clientId, sub: clientId, aud: issuer, jti: randomUUID(), iat, exp: iat + MINUTE_MS / 1000 }
  const assertion = await signJwt(JSON.parse(clientSecret), { kid: KEY_ID, typ: 'JWT' }, claims)
  return { client_id: clientId, client_assertion_type: ASSERTION_TYPE, client_assertion: assertion }
}

/** Servers take neither numbers nor names that mean themselves. */
function isName(hostname: string): boolean {
  return hostname.includes('.') && !/^[\d.]+$/.test(hostname) && !hostname.endsWith('.localhost')
}

/** Beside the address of the way back: connections/connect/routes.ts serves it. */
function documentUrlOf(redirectUri: string): string {
  return new URL('bluesky/app.json', redirectUri).href
}
