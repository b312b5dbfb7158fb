import { bearer, fieldsOf, isSuccess, quote, textOf } from '../shared/answers.ts'
import {
  type AccountProfile,
  AuthError,
  type Http,
  type HttpAnswer,
  type PlatformAuth,
  type PlatformSettings,
  type Tokens,
} from '../shared/contract.ts'
import { accountIdOf, approvalUrl, codeExchange } from '../shared/oauth.ts'
import { type MastodonLimits, readLimits } from './limits.ts'

// https://docs.joinmastodon.org/client/authorized/

const SCOPES = 'read:accounts read:statuses write:statuses write:media'
const ACCOUNT_ID = /^[\w-]{1,64}$/
const APP_NAME = 'Doorpost'

export const mastodonAuth: PlatformAuth = {
  // Servers before 4.3 ignore it.
  usesPkce: true,
  authorizeUrl: (settings, request) => approvalUrl(settings, SCOPES, request),
  exchangeCode: codeExchange('Mastodon', askForTokens),
  // Tokens last until they are revoked.
  refresh: null,
  refreshAfter: () => null,
  profiles: async (http, settings, accessToken) => [await readProfile(http, settings, accessToken)],

  /** With an access token that the person has made in the settings of the account, under Development. */
  async signIn(http, settings, { secret }) {
    const profile = await readProfile(http, settings, secret)
    const tokens: Tokens = {
      accessToken: secret,
      expiresAt: null,
      refreshToken: null,
      refreshExpiresAt: null,
      scopes: SCOPES.split(' '),
    }
    return { tokens, profiles: [profile] }
  },

  async registerApp(http, settings, redirectUri) {
    const answer = await http({
      method: 'POST',
      url: `${settings.apiUrl}/api/v1/apps`,
      json: { client_name: APP_NAME, redirect_uris: redirectUri, scopes: SCOPES, website: new URL(redirectUri).origin },
    })
    const { client_id: id, client_secret: secret, error } = fieldsOf(answer.json)
    const clientId = textOf(id)
    const clientSecret = textOf(secret)
    if (isSuccess(answer) && clientId !== null && clientSecret !== null) return { clientId, clientSecret }
    const said = textOf(error)
    const words = said === null ? `status ${answer.status}` : quote(said, [])
    throw new AuthError(
      `${new URL(settings.apiUrl).host} did not register an app for Doorpost (${words}). Check that it is a Mastodon server.`,
    )
  },
}

/** The id is the account's on its server, which says nothing elsewhere: so the server belongs to it. */
async function readProfile(http: Http, settings: PlatformSettings, accessToken: string): Promise<AccountProfile> {
  const answer = await http({
    method: 'GET',
    url: `${settings.apiUrl}/api/v1/accounts/verify_credentials`,
    headers: bearer(accessToken),
  })
  const account = fieldsOf(answer.json)
  const id = accountIdOf('Mastodon', answer, account.id, ACCOUNT_ID)
  const { host } = new URL(settings.apiUrl)
  const name = textOf(account.username)
  return {
    id: `${id}@${host}`,
    handle: name !== null && /^[\w.-]{1,100}$/.test(name) ? `${name}@${host}` : null,
    name: textOf(account.display_name) ?? name,
    kind: 'member',
    limits: await fetchLimits(http, settings, accessToken),
  }
}

/** The id that the server itself knows the account by. */
export function localIdOf(accountId: string): string {
  return accountId.split('@')[0]!
}

/** With the token: servers that are closed to strangers tell them nothing about themselves. */
async function fetchLimits(http: Http, settings: PlatformSettings, accessToken: string): Promise<MastodonLimits> {
  const get = (version: string) =>
    http({ method: 'GET', url: `${settings.apiUrl}/api/${version}/instance`, headers: bearer(accessToken) })
  const answer = await get('v2')
  return readLimits((isSuccess(answer) ? answer : await get('v1')).json)
}

function askForTokens(http: Http, settings: PlatformSettings, grant: Record<string, string>): Promise<HttpAnswer> {
  const { clientId, clientSecret, tokenUrl } = settings
  return http({
    method: 'POST',
    url: tokenUrl,
    form: { ...grant, client_id: clientId, client_secret: clientSecret },
  })
}
