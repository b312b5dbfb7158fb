import { fieldsOf, isRefusal, isSuccess, onTransportError, quote, textOf } from '../../calls/answers.ts'
import { createProofKey, createProvenCall } from '../../calls/dpop.ts'
import { readTokens, refusedGrant, refusedRenewal } from '../../calls/oauth.ts'
import {
  AuthError,
  type Http,
  type HttpAnswer,
  type PlatformAuth,
  type PlatformSettings,
  RefreshError,
  type Session,
  type Tokens,
} from '../../contract.ts'
import { clientFields, SCOPE } from '../client.ts'
import { findApprovalServer } from './approval-server.ts'
import { DID, findIdentity, handleOf } from './identity.ts'

// https://atproto.com/specs/oauth

/** Finds out who has to be asked, and announces the request there. */
export const beginApproval: NonNullable<PlatformAuth['beginApproval']> = async (http, settings, request, now) => {
  const { handle, redirectUri, state, codeChallenge } = request
  const { did, pdsUrl } = await findIdentity(http, settings, handle)
  const { issuer, pushUrl, authorizeUrl, tokenUrl } = await findApprovalServer(http, pdsUrl)
  const { clientId } = settings
  const session: Session = {
    key: await createProofKey(),
    serviceUrl: pdsUrl,
    issuer,
    tokenUrl,
    accountId: did,
    clientId,
  }
  const asked = {
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: SCOPE,
    state,
    code_challenge: codeChallenge ?? '',
    code_challenge_method: 'S256',
    login_hint: DID.test(handle) ? handle : handleOf(handle),
  }
  const answer = await ask(http, settings, session, pushUrl, asked, () => now)
  const requestUri = textOf(fieldsOf(answer.json).request_uri)
  if (!isSuccess(answer) || requestUri === null) {
    if (isRefusal(answer.status)) throw refusedRequest(answer, issuer)
    throw new Error(`${new URL(issuer).host} did not take the request for approval (status ${answer.status})`)
  }
  const url = new URL(authorizeUrl)
  url.searchParams.set('client_id', clientId)
  url.searchParams.set('request_uri', requestUri)
  return { url: url.href, session }
}

export const exchangeCode: PlatformAuth['exchangeCode'] = async (http, settings, request, now) => {
  const { code, redirectUri, codeVerifier, session, issuer } = request
  if (!session) throw new AuthError('This approval was not begun here. Connect the account again.')
  // Whoever answers must be who was asked: a code is handed to nobody else.
  if (issuer !== session.issuer) {
    throw new AuthError(
      'Another server answered than the one that was asked for the approval. Connect the account again.',
    )
  }
  const grant = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: codeVerifier ?? '',
  }
  const answer = await ask(http, settings, session, session.tokenUrl, grant, () => now)
  const tokens = readTokens(answer, now)
  if (tokens === null) throw refusedGrant('Bluesky', answer, settings, [code, codeVerifier ?? ''])
  return checkTokens(answer, tokens, session)
}

/** A refresh token works once: the answer brings the next one. */
export async function refreshApproval(
  http: Http,
  settings: PlatformSettings,
  { refreshToken, session }: Tokens & { session: Session },
  now: Date,
): Promise<Tokens> {
  if (refreshToken === null) throw new AuthError('Bluesky gave no way to renew this access. Connect the account again.')
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken }
  const call = ask(http, settings, session, session.tokenUrl, grant, () => now)
  const answer = await onTransportError(call, (error) => {
    throw new RefreshError('The server did not answer while the access was being renewed', {
      mayBeSpent: error.sent,
      cause: error,
    })
  })
  const tokens = readTokens(answer, now)
  if (tokens !== null) return checkTokens(answer, tokens, session)
  const { error, error_description: description } = fieldsOf(answer.json)
  // Other refusals, such as an app document that could not be read just now, may pass.
  if (isRefusal(answer.status) && error === 'invalid_grant') {
    const said = quote(textOf(description) ?? 'invalid_grant', [refreshToken])
    throw new AuthError(`Bluesky did not renew the access (${said}). Connect the account again.`)
  }
  const advice = `The server has to be able to read what the app is at ${session.clientId}, as it was when the account was connected (BASE_URL).`
  throw refusedRenewal('The server', answer, [refreshToken], session.clientId.startsWith('https:') ? advice : '')
}

/** The app proves itself anew in every request: what it sends is good for one. */
function ask(
  http: Http,
  settings: PlatformSettings,
  session: Session,
  url: string,
  fields: Record<string, string>,
  now: () => Date,
): Promise<HttpAnswer> {
  const call = createProvenCall(http, session.key, now)
  return call(async () => ({
    method: 'POST',
    url,
    form: { ...fields, ...(await clientFields(settings, session.issuer, now())) },
  }))
}

/** Access to the account that was asked for, and to no other: https://atproto.com/specs/oauth#identity-authentication */
function checkTokens(answer: HttpAnswer, tokens: Tokens, session: Session): Tokens {
  const { sub, token_type: type } = fieldsOf(answer.json)
  if (sub !== session.accountId) {
    throw new AuthError('The approval is for another account than the one that was named. Connect the account again.')
  }
  const isBound = String(type).toLowerCase() === 'dpop'
  if (!isBound || !SCOPE.split(' ').every((scope) => tokens.scopes.includes(scope))) {
    throw new AuthError(
      'Bluesky did not grant what Doorpost needs to post. Connect the account again and allow all of it.',
    )
  }
  return { ...tokens, session }
}

function refusedRequest(answer: HttpAnswer, issuer: string): AuthError {
  const { error, error_description: description } = fieldsOf(answer.json)
  const said = textOf(description) ?? textOf(error)
  const words = said === null ? `status ${answer.status}` : quote(said, [])
  return new AuthError(
    `${new URL(issuer).host} did not take the request for approval (${words}). It has to reach this Doorpost at its BASE_URL ` +
      'to read what the app is. If it cannot, connect the account with an app password.',
  )
}
