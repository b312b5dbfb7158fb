import { message } from '../../messages/message.ts'
import { callApi, isSuccess } from '../shared/answers.ts'
import {
  type AccountProfile,
  AuthError,
  type Http,
  type PlatformAuth,
  type PlatformSettings,
} from '../shared/contract.ts'
import { accountIdOf, approvalUrl, codeExchange, wordsOf } from '../shared/oauth.ts'
import { fieldsOf, textLike, textOf } from '../shared/values.ts'
import { readLimits } from './limits.ts'

// https://docs.joinmastodon.org/client/authorized/

const SCOPES = 'read:accounts read:statuses write:statuses write:media'
const ACCOUNT_ID = /^[\w-]{1,64}$/
const APP_NAME = 'Doorpost'

export const mastodonAuth: PlatformAuth = {
  // Servers before 4.3 ignore it.
  usesPkce: true,
  authorizeUrl: (settings, request) => approvalUrl(settings, SCOPES, request),
  exchangeCode: codeExchange('Mastodon'),
  // Tokens last until they are revoked.
  refresh: null,
  refreshAfter: () => null,
  profiles: async (http, settings, accessToken) => [await readProfile(http, settings, accessToken)],

  /** Uses an access token that the person created in the account's settings, under Development. */
  async signIn(http, settings, { secret }) {
    const profile = await readProfile(http, settings, secret)
    const lasting = { expiresAt: null, refreshToken: null, refreshExpiresAt: null }
    return { tokens: { accessToken: secret, ...lasting, scopes: SCOPES.split(' ') }, profiles: [profile] }
  },

  async registerApp(http, settings, redirectUri) {
    const answer = await http({
      method: 'POST',
      url: `${settings.apiUrl}/api/v1/apps`,
      json: { client_name: APP_NAME, redirect_uris: redirectUri, scopes: SCOPES, website: new URL(redirectUri).origin },
    })
    const { client_id: id, client_secret: secret } = fieldsOf(answer.json)
    const clientId = textOf(id)
    const clientSecret = textOf(secret)
    if (isSuccess(answer) && clientId !== null && clientSecret !== null) return { clientId, clientSecret }
    const { host } = new URL(settings.apiUrl)
    throw new AuthError(message('mastodon.app_not_registered', { host, words: wordsOf(answer, []) }))
  },
}

/** Ids are unique on one server only, so the server is made part of the id. */
async function readProfile(http: Http, settings: PlatformSettings, accessToken: string): Promise<AccountProfile> {
  const get = (path: string) => callApi({ http, settings, account: { accessToken } }, 'GET', path)
  const answer = await get('/api/v1/accounts/verify_credentials')
  const account = fieldsOf(answer.json)
  const id = accountIdOf('Mastodon', answer, account.id, ACCOUNT_ID)
  const { host } = new URL(settings.apiUrl)
  const handle = textLike(account.username, /^[\w.-]{1,100}$/)
  // Sent with the token: a closed server reveals nothing without one.
  const instance = await get('/api/v2/instance')
  return {
    id: `${id}@${host}`,
    handle: handle && `${handle}@${host}`,
    name: textOf(account.display_name) ?? textOf(account.username),
    kind: 'member',
    limits: readLimits((isSuccess(instance) ? instance : await get('/api/v1/instance')).json),
  }
}
