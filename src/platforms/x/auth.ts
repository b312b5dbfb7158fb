import { callApi } from '../shared/answers.ts'
import type { Http, HttpAnswer, PlatformAuth, PlatformSettings } from '../shared/contract.ts'
import {
  accountIdOf,
  approvalUrl,
  codeExchange,
  readAppVerdict,
  readTokens,
  refreshTokenOf,
  refusedGrant,
  refusedRenewal,
  renewalAnswer,
  renewalTime,
} from '../shared/oauth.ts'
import { fieldsOf, textLike, textOf } from '../shared/values.ts'

// https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code

const SCOPES = 'tweet.read tweet.write users.read media.write offline.access'
/** Access lasts two hours; this leaves time for a second attempt. */
const REFRESH_BEFORE_MS = 30 * 60_000

export const xAuth: PlatformAuth = {
  usesPkce: true,
  renewsWithApp: true,
  scopes: () => SCOPES.split(' '),
  async checkApp(http, settings) {
    const grant = { grant_type: 'authorization_code', code: 'check', redirect_uri: 'https://localhost/' }
    const answer = await askForTokens(http, settings, { ...grant, code_verifier: 'check' })
    return readAppVerdict('X', answer, settings)
  },
  authorizeUrl: (settings, request) => approvalUrl(settings, SCOPES, request),
  exchangeCode: codeExchange('X', askForTokens),

  /**
   * A refresh token works once, and the response has the next one. At times X answers 503 for minutes, or not at all,
   * and then the token may or may not be used up: the same one is tried again, and only a refusal by X ends the
   * connection.
   */
  async refresh(http, settings, tokens, now) {
    const refreshToken = refreshTokenOf('X', tokens)
    const grant = { grant_type: 'refresh_token', refresh_token: refreshToken }
    const answer = await renewalAnswer('X', askForTokens(http, settings, grant))
    const fresh = readTokens(answer, now)
    if (fresh) return { ...fresh, scopes: fresh.scopes.length > 0 ? fresh.scopes : tokens.scopes }
    if (isFinalRefusal(answer)) throw refusedGrant('X', answer, settings, [refreshToken])
    throw refusedRenewal('X', answer, [refreshToken])
  },

  refreshAfter: (tokens, issuedAt) => renewalTime(tokens, REFRESH_BEFORE_MS, issuedAt.getTime()),

  async profiles(http, settings, accessToken) {
    const answer = await callApi({ http, settings, account: { accessToken } }, 'GET', `/${settings.version}/users/me`)
    const data = fieldsOf(fieldsOf(answer.json).data)
    const id = accountIdOf('X', answer, data.id, /^\d{1,25}$/)
    return [{ id, handle: textLike(data.username, /^\w{1,50}$/), name: textOf(data.name), kind: 'member' }]
  },
}

/** Refusals of the app itself, such as a wrong secret, say nothing about the account: the operator can fix them. */
const ABOUT_THE_APP = ['invalid_client', 'unauthorized_client', 'temporarily_unavailable', 'server_error']

function isFinalRefusal(answer: HttpAnswer): boolean {
  const error = textOf(fieldsOf(answer.json).error)
  return (answer.status === 400 || answer.status === 401) && error !== null && !ABOUT_THE_APP.includes(error)
}

/** A confidential client authenticates in the header; a public one only sends its id. */
function askForTokens(http: Http, settings: PlatformSettings, grant: Record<string, string>): Promise<HttpAnswer> {
  const { clientId, clientSecret, tokenUrl } = settings
  if (clientSecret === '') return http({ method: 'POST', url: tokenUrl, form: { ...grant, client_id: clientId } })
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')
  return http({ method: 'POST', url: tokenUrl, headers: { authorization: `Basic ${basic}` }, form: grant })
}
