import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '../../lib/time/span.ts'
import { message } from '../../messages/message.ts'
import { isRefusal, isSuccess, quote } from '../shared/answers.ts'
import {
  AuthError,
  type Http,
  type HttpAnswer,
  type PlatformAuth,
  type PlatformSettings,
  type Session,
  type Tokens,
} from '../shared/contract.ts'
import { createProofKey, createProvenCall, publicKeyOf, signJwt } from '../shared/dpop.ts'
import { readTokens, refreshTokenOf, refusedGrant, refusedRenewal, renewalAnswer, wordsOf } from '../shared/oauth.ts'
import { fieldsOf, listOf, textOf } from '../shared/values.ts'
import { DID, findIdentity, handleOf } from './identity.ts'

// https://atproto.com/specs/oauth

/** Finds the account's authorization server, and pushes the request there. */
export const beginApproval: NonNullable<PlatformAuth['beginApproval']> = async (http, settings, request, now) => {
  const { handle, redirectUri, state, codeChallenge } = request
  const { did, pdsUrl } = await findIdentity(http, settings, handle)
  const { issuer, pushUrl, authorizeUrl, tokenUrl } = await findApprovalServer(http, pdsUrl)
  const { clientId } = settings
  const key = await createProofKey()
  const session: Session = { key, serviceUrl: pdsUrl, issuer, tokenUrl, accountId: did, clientId }
  const asked = {
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: SCOPE,
    state,
    code_challenge: codeChallenge ?? '',
    code_challenge_method: 'S256',
    login_hint: DID.test(handle) ? handle : handleOf(handle),
  }
  const answer = await ask({ http, settings, now }, session, pushUrl, asked)
  const requestUri = textOf(fieldsOf(answer.json).request_uri)
  if (!isSuccess(answer) || requestUri === null) {
    const { host } = new URL(issuer)
    const words = wordsOf(answer, [])
    if (!isRefusal(answer.status)) throw new Error(`${host} did not take the request for approval (${words})`)
    throw new AuthError(message('bluesky.approval_not_begun', { host, words }))
  }
  const url = new URL(authorizeUrl)
  url.searchParams.set('client_id', clientId)
  url.searchParams.set('request_uri', requestUri)
  return { url: url.href, session }
}

export const exchangeCode: PlatformAuth['exchangeCode'] = async (http, settings, request, now) => {
  const { code, redirectUri, codeVerifier, session, issuer } = request
  if (!session) throw new AuthError(message('bluesky.begun_elsewhere'))
  // The code only goes to the server that was asked.
  if (issuer !== session.issuer) throw new AuthError(message('bluesky.other_issuer'))
  const pkce = { code_verifier: codeVerifier ?? '' }
  const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...pkce }
  const answer = await ask({ http, settings, now }, session, session.tokenUrl, grant)
  const tokens = readTokens(answer, now)
  if (tokens === null) throw refusedGrant('Bluesky', answer, settings, [code, codeVerifier ?? ''])
  return checkTokens(answer, tokens, session)
}

/** A refresh token works once: the response has the next one. */
export async function refreshApproval(
  http: Http,
  settings: PlatformSettings,
  { session, ...old }: Tokens & { session: Session },
  now: Date,
): Promise<Tokens> {
  const refreshToken = refreshTokenOf('Bluesky', old)
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken }
  const call = ask({ http, settings, now }, session, session.tokenUrl, grant)
  const answer = await renewalAnswer('The server', call)
  const tokens = readTokens(answer, now)
  if (tokens !== null) return checkTokens(answer, tokens, session)
  const { error, error_description: description } = fieldsOf(answer.json)
  // Other refusals may be temporary.
  if (isRefusal(answer.status) && error === 'invalid_grant') {
    const words = quote(textOf(description) ?? 'invalid_grant', [refreshToken])
    throw new AuthError(message('auth.renewal_refused', { network: 'Bluesky', words }))
  }
  const { clientId } = session
  const advice = clientId.startsWith('https:') ? message('bluesky.advice_document', { url: clientId }) : ''
  throw refusedRenewal('The server', answer, [refreshToken], advice)
}

/** The app's assertion is valid for one request. */
function ask(
  { http, settings, now }: { http: Http; settings: PlatformSettings; now: Date },
  { key, issuer }: Session,
  url: string,
  fields: Record<string, string>,
): Promise<HttpAnswer> {
  const call = createProvenCall(http, key, () => now)
  return call(async () => ({
    method: 'POST',
    url,
    form: { ...fields, ...(await clientFields(settings, issuer, now)) },
  }))
}

/** Accepts access to the named account only: https://atproto.com/specs/oauth#identity-authentication */
function checkTokens(answer: HttpAnswer, tokens: Tokens, session: Session): Tokens {
  const { sub, token_type: type } = fieldsOf(answer.json)
  if (sub !== session.accountId) throw new AuthError(message('bluesky.other_account'))
  const isBound = String(type).toLowerCase() === 'dpop'
  if (!isBound || !SCOPE.split(' ').every((scope) => tokens.scopes.includes(scope))) {
    throw new AuthError(message('bluesky.too_little_granted'))
  }
  return { ...tokens, session }
}

// https://atproto.com/specs/oauth#authorization-servers

/** The server that asks the person: the PDS itself, or another one that it names. */
interface ApprovalServer {
  issuer: string
  pushUrl: string
  authorizeUrl: string
  tokenUrl: string
}

export async function findApprovalServer(http: Http, pdsUrl: string): Promise<ApprovalServer> {
  const resource = await readDocument(http, `${pdsUrl}/.well-known/oauth-protected-resource`)
  const [issuer, ...others] = listOf(resource.authorization_servers).map(textOf)
  if (!issuer || others.length > 0 || URL.parse(issuer) === null) throw unusable(pdsUrl)
  const facts = await readDocument(http, `${issuer}/.well-known/oauth-authorization-server`)
  if (facts.issuer !== issuer) throw unusable(issuer)
  const isFit =
    listOf(facts.code_challenge_methods_supported).includes('S256') &&
    listOf(facts.dpop_signing_alg_values_supported).includes('ES256') &&
    listOf(facts.scopes_supported).includes('atproto') &&
    facts.authorization_response_iss_parameter_supported === true &&
    facts.client_id_metadata_document_supported === true
  if (!isFit) throw unusable(issuer)
  return {
    issuer,
    pushUrl: endpointOf(issuer, facts.pushed_authorization_request_endpoint),
    authorizeUrl: endpointOf(issuer, facts.authorization_endpoint),
    tokenUrl: endpointOf(issuer, facts.token_endpoint),
  }
}

async function readDocument(http: Http, url: string): Promise<Record<string, unknown>> {
  const answer = await http({ method: 'GET', url })
  if (isSuccess(answer)) return fieldsOf(answer.json)
  if (answer.status === 404 || answer.status === 501) throw unusable(url)
  throw new Error(`${new URL(url).host} did not describe its approvals (status ${answer.status})`)
}

/** Codes are sent there, so it needs https if the issuer has it. */
function endpointOf(issuer: string, value: unknown): string {
  const url = URL.parse(textOf(value) ?? '')
  if (url === null || url.protocol !== new URL(issuer).protocol || url.username !== '') throw unusable(issuer)
  return url.href
}

function unusable(url: string): AuthError {
  return new AuthError(message('bluesky.no_approval', { host: new URL(url).host }))
}

// https://atproto.com/specs/oauth#clients: apps are not registered. The id of an app is the address of a document that
// describes it; on this machine the id itself holds the description.

export const SCOPE = 'atproto transition:generic'
const KEY_ID = 'doorpost'
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const LOOPBACK = new Set(['127.0.0.1', '[::1]'])

/** An app with a key can renew an approval for many months, one without for a week or two. */
export async function createClient(redirectUri: string): Promise<{ clientId: string; clientSecret: string }> {
  const { protocol, hostname } = new URL(redirectUri)
  if (protocol === 'https:' && isName(hostname))
    return { clientId: documentUrlOf(redirectUri), clientSecret: JSON.stringify(await createProofKey()) }
  if (LOOPBACK.has(hostname)) {
    const query = new URLSearchParams({ redirect_uri: redirectUri, scope: SCOPE })
    return { clientId: `http://localhost?${query}`, clientSecret: '' }
  }
  throw new AuthError(message('bluesky.no_https_name'))
}

/** The document at the id of the app; null for an app without one. */
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

/** Identifies the app in one request. */
async function clientFields(
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

/** Servers refuse IP addresses and local names. */
function isName(hostname: string): boolean {
  return hostname.includes('.') && !/^[\d.]+$/.test(hostname) && !hostname.endsWith('.localhost')
}

/** connections/connect-pages.ts serves it. */
function documentUrlOf(redirectUri: string): string {
  return new URL('bluesky/app.json', redirectUri).href
}
