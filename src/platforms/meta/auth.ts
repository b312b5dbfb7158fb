import { withoutEndSlash } from '../../lib/text/text.ts'
import { DAY_MS, HOUR_MS } from '../../lib/time/span.ts'
import { message } from '../../messages/message.ts'
import { isSuccess, onTransportError, redact } from '../shared/answers.ts'
import {
  type AppVerdict,
  AuthError,
  type Http,
  type HttpAnswer,
  type HttpRequest,
  type PlatformAuth,
  type PlatformSettings,
  TransportError,
} from '../shared/contract.ts'
import { approvalUrl } from '../shared/oauth.ts'
import { fieldsOf, textOf } from '../shared/values.ts'
import { type Fields, idOf, type TokenPlace, withToken } from './dialect.ts'
import { isTokenRefused, readProblem, wordsOf } from './errors.ts'

// developers.facebook.com/docs/threads/get-started/long-lived-tokens
const LONG_LIFE_MS = 60 * DAY_MS
// Tokens can be refreshed after 24 hours; one more hour allows for clocks that differ.
const REFRESHABLE_AFTER_MS = 25 * HOUR_MS
// Half of the lifetime.
const REFRESH_BEFORE_END_MS = 30 * DAY_MS
const TIMEOUT_MS = 20_000

interface MetaLogin {
  name: string
  scopes: string[]
  exchangeGrant: string
  refreshGrant: string
  profileFields: string
  /** Best first. */
  idFields: string[]
  tokenIn: TokenPlace
  /** `app_token`: an app can get a token of its own. `code`: only the exchange of a code shows what is wrong. */
  checkBy: 'app_token' | 'code'
}

interface Host {
  login: MetaLogin
  http: Http
  settings: PlatformSettings
}

/**
 * A code becomes a token of an hour, then one of 60 days, which can be refreshed. Meta documents secrets as query
 * parameters here, so errors are redacted.
 */
export function createMetaAuth(login: MetaLogin): PlatformAuth {
  return {
    usesPkce: false,
    scopes: () => login.scopes,
    authorizeUrl: (settings, request) => approvalUrl(settings, login.scopes.join(','), request),
    checkApp: (http, settings) => checkApp({ login, http, settings }),
    async exchangeCode(http, settings, request, now) {
      const host: Host = { login, http, settings }
      const { accessToken, scopes } = await exchangeCode(host, request)
      const query = { client_secret: settings.clientSecret, access_token: accessToken }
      return fetchLongLived(host, 'access_token', { grant_type: login.exchangeGrant, ...query }, scopes, now)
    },
    refresh(http, settings, { accessToken, scopes }, now) {
      const query = { grant_type: login.refreshGrant, access_token: accessToken }
      return fetchLongLived({ login, http, settings }, 'refresh_access_token', query, scopes, now)
    },
    refreshAfter(tokens, issuedAt) {
      const earliest = issuedAt.getTime() + REFRESHABLE_AFTER_MS
      if (tokens.expiresAt === null) return new Date(earliest)
      const end = tokens.expiresAt.getTime()
      // Too short-lived to be refreshed.
      return end <= earliest ? null : new Date(Math.max(earliest, end - REFRESH_BEFORE_END_MS))
    },
    async profiles(http, settings, accessToken) {
      const { parameters: query, headers } = withToken(login.tokenIn, accessToken, { fields: login.profileFields })
      const url = `${withoutEndSlash(settings.apiUrl)}/${settings.version}/me`
      const answer = await ask({ login, http, settings }, accessToken, { method: 'GET', url, query, headers })
      const me = firstOf(answer.json)
      const id = login.idFields.map((field) => idOf(me[field])).find((each) => each !== null)
      if (id === undefined) throw new Error(`${login.name} did not say which account this is. Try again.`)
      const text = (value: unknown) => textOf(value)?.slice(0, 200) ?? null
      return [{ id, handle: text(me.username), name: text(me.name), kind: 'member' }]
    },
  }
}

// developers.facebook.com/docs/threads/get-started/app-access-tokens

/**
 * The response to a wrong code has no code of its own for each cause, only a sentence; an app token comes or does not.
 */
async function checkApp({ login, http, settings }: Host): Promise<AppVerdict> {
  const { clientId: client_id, clientSecret: client_secret, tokenUrl: url } = settings
  const app = { client_id, client_secret }
  const answer = await http(
    login.checkBy === 'app_token'
      ? { method: 'GET', url, query: { ...app, grant_type: 'client_credentials' }, timeoutMs: TIMEOUT_MS }
      : {
          method: 'POST',
          url,
          form: { ...app, grant_type: 'authorization_code', redirect_uri: 'https://localhost/', code: 'check' },
          timeoutMs: TIMEOUT_MS,
        },
  )
  if (isSuccess(answer)) return { kind: 'accepted' }
  const problem = readProblem(answer.json)
  const network = login.name
  const words = wordsOf(problem, answer.status, [client_secret])
  if (problem === null || answer.status >= 500 || answer.status === 429) {
    return { kind: 'unclear', said: message('app.no_verdict', { network, words }) }
  }
  if (/client.?secret/i.test(problem.message)) {
    return { kind: 'refused', field: 'client_secret', said: message('app.wrong_secret', { network, words }) }
  }
  if (problem.code === UNKNOWN_APP || /platform app|client.?id|application/i.test(problem.message)) {
    return { kind: 'refused', field: 'client_id', said: message('app.wrong_meta_id', { network, words }) }
  }
  // The app was accepted: what is left to refuse is the code.
  if (login.checkBy === 'code') return { kind: 'accepted' }
  return { kind: 'refused', field: null, said: message('app.refused', { network, words }) }
}

const UNKNOWN_APP = 101

async function exchangeCode(host: Host, request: { code: string; redirectUri: string }) {
  const { login, settings } = host
  // Meta appends #_.
  const code = request.code.replace(/#_$/, '')
  const form = {
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
    grant_type: 'authorization_code',
    redirect_uri: request.redirectUri,
    code,
  }
  // A code works once.
  const isFinal = ({ status }: HttpAnswer) => status < 500 && status !== 429
  const answer = await ask(host, code, { method: 'POST', url: settings.tokenUrl, form }, isFinal)
  const grant = firstOf(answer.json)
  const accessToken = tokenOf(grant.access_token)
  if (accessToken === null)
    throw new Error(`${login.name} answered the code without a token. Connect the account again.`)
  return { accessToken, scopes: scopesOf(grant.permissions) ?? login.scopes }
}

type TokenQuery = Fields & { access_token: string }

async function fetchLongLived(host: Host, path: string, query: TokenQuery, scopes: string[], now: Date) {
  const url = `${withoutEndSlash(host.settings.apiUrl)}/${path}`
  const answer = await ask(host, query.access_token, { method: 'GET', url, query })
  const { access_token, expires_in } = fieldsOf(answer.json)
  const accessToken = tokenOf(access_token)
  if (accessToken === null) throw new Error(`${host.login.name} answered without a token. Try again.`)
  const seconds = typeof expires_in === 'number' && Number.isFinite(expires_in) && expires_in > 0 ? expires_in : null
  const lifeMs = seconds === null ? LONG_LIFE_MS : Math.min(seconds * 1000, 10 * LONG_LIFE_MS)
  const expiresAt = new Date(now.getTime() + lifeMs)
  return { accessToken, expiresAt, refreshToken: null, refreshExpiresAt: null, scopes }
}

/** Throws an AuthError only for a refusal that `isFinal`; others leave the token valid. */
async function ask({ login, http, settings }: Host, secret: string, request: HttpRequest, isFinal = isTokenRefused) {
  const secrets = [settings.clientSecret, secret]
  const answer = await onTransportError(http({ ...request, timeoutMs: TIMEOUT_MS }), (error) => {
    const message = redact(error.message, secrets)
    throw message === error.message ? error : new TransportError(message, error.sent)
  })
  if (isSuccess(answer)) return answer
  const words = wordsOf(readProblem(answer.json), answer.status, secrets)
  if (!isFinal(answer)) throw new Error(`${login.name} could not do this now: ${words}. Try again later.`)
  throw new AuthError(message('auth.connection_refused', { network: login.name, words }))
}

/** Instagram answers {"data":[{…}]} or {…}. */
function firstOf(json: unknown): Record<string, unknown> {
  const body = fieldsOf(json)
  return Array.isArray(body.data) ? fieldsOf(body.data[0]) : body
}

function tokenOf(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]{1,4096}$/.test(value) ? value : null
}

function scopesOf(value: unknown): string[] | null {
  const list = typeof value === 'string' ? value.split(/[\s,]+/) : Array.isArray(value) ? value : null
  return list === null ? null : list.filter((scope): scope is string => typeof scope === 'string' && scope !== '')
}
