import { bearer, fieldsOf, onTransportError, textOf } from '../shared/answers.ts'
import {
  AuthError,
  type Http,
  type HttpAnswer,
  type PlatformAuth,
  type PlatformSettings,
  RefreshError,
} from '../shared/contract.ts'
import {
  accountIdOf,
  approvalUrl,
  codeExchange,
  readTokens,
  refusedGrant,
  refusedRenewal,
  renewalTime,
} from '../shared/oauth.ts'

// https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code

const SCOPES = 'tweet.read tweet.write users.read media.write offline.access'
/** Access lives two hours. Renewed this long before its end, there is time for a second try. */
const REFRESH_BEFORE_MS = 30 * 60_000

export const xAuth: PlatformAuth = {
  usesPkce: true,
  authorizeUrl: (settings, request) => approvalUrl(settings, SCOPES, request),
  exchangeCode: codeExchange('X', askForTokens),

  /**
   * A refresh token works once, and the answer brings the next one. X's endpoint answers 503 or not at all for minutes at
   * times, and nobody can tell from outside whether the token is spent then: the same one is tried again, and only X's
   * own refusal ends the connection.
   */
  async refresh(http, settings, tokens, now) {
    const { refreshToken } = tokens
    if (refreshToken === null) throw new AuthError('X gave no way to renew this access. Connect the account again.')
    const grant = { grant_type: 'refresh_token', refresh_token: refreshToken }
    const answer = await onTransportError(askForTokens(http, settings, grant), (error) => {
      throw new RefreshError('X did not answer while the access was being renewed', {
        mayBeSpent: error.sent,
        cause: error,
      })
    })
    const fresh = readTokens(answer, now)
    if (fresh) return { ...fresh, scopes: fresh.scopes.length > 0 ? fresh.scopes : tokens.scopes }
    if (isFinalRefusal(answer)) throw refusedGrant('X', answer, settings, [refreshToken])
    throw refusedRenewal('X', answer, [refreshToken])
  },

  refreshAfter: (tokens, issuedAt) => renewalTime(tokens, REFRESH_BEFORE_MS, issuedAt.getTime()),

  async profiles(http, settings, accessToken) {
    const answer = await http({
      method: 'GET',
      url: `${settings.apiUrl}/${settings.version}/users/me`,
      headers: bearer(accessToken),
    })
    const data = fieldsOf(fieldsOf(answer.json).data)
    const id = accountIdOf('X', answer, data.id, /^\d{1,25}$/)
    const handle = textOf(data.username)
    const isHandle = handle !== null && /^\w{1,50}$/.test(handle)
    return [{ id, handle: isHandle ? handle : null, name: textOf(data.name), kind: 'member' }]
  },
}

/** Refusals of the app itself, such as a wrong secret, say nothing about the account: the operator can mend them. */
const ABOUT_THE_APP = ['invalid_client', 'unauthorized_client', 'temporarily_unavailable', 'server_error']

function isFinalRefusal(answer: HttpAnswer): boolean {
  const error = textOf(fieldsOf(answer.json).error)
  return (answer.status === 400 || answer.status === 401) && error !== null && !ABOUT_THE_APP.includes(error)
}

/** A confidential client proves itself in the header, a public one only names itself. */
function askForTokens(http: Http, settings: PlatformSettings, grant: Record<string, string>): Promise<HttpAnswer> {
  const { clientId, clientSecret, tokenUrl } = settings
  if (clientSecret === '') return http({ method: 'POST', url: tokenUrl, form: { ...grant, client_id: clientId } })
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')
  return http({ method: 'POST', url: tokenUrl, headers: { authorization: `Basic ${basic}` }, form: grant })
}
