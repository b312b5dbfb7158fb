import { DAY_MS, HOUR_MS } from '../../lib/time/span.ts'
import { fieldsOf, isSuccess, onTransportError, redact, textOf } from '../shared/answers.ts'
import {
  AuthError,
  type Http,
  type HttpAnswer,
  type HttpRequest,
  type PlatformAuth,
  type PlatformSettings,
  TransportError,
} from '../shared/contract.ts'
import { approvalUrl } from '../shared/oauth.ts'
import { baseUrl, type Fields, idOf, type TokenPlace, withToken } from './dialect.ts'
import { isTokenRefused, readProblem, wordsOf } from './errors.ts'

// developers.facebook.com/docs/threads/get-started/long-lived-tokens
const LONG_LIFE_MS = 60 * DAY_MS
// A token must be 24 hours old to be refreshed; the hour is for clocks that differ.
const REFRESHABLE_AFTER_MS = 25 * HOUR_MS
// Half of its life: early enough that a month of failures loses nothing.
const REFRESH_BEFORE_END_MS = 30 * DAY_MS
const TIMEOUT_MS = 20_000

interface MetaLogin {
  name: string
  scopes: string[]
  exchangeGrant: string
  refreshGrant: string
  profileFields: string
  /** Where the account's id is, best first. */
  idFields: string[]
  tokenIn: TokenPlace
}

interface Host {
  login: MetaLogin
  http: Http
  settings: PlatformSettings
}

/**
 * A code becomes a token of an hour, that one a token of 60 days, which is refreshed by itself. The secret and the token
 * are documented as query parameters of these GETs, so they are kept out of everything that is said about them.
 */
export function createMetaAuth(login: MetaLogin): PlatformAuth {
  return {
    usesPkce: false,
    authorizeUrl: (settings, request) => approvalUrl(settings, login.scopes.join(','), request),
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
      // A token that ends before it is old enough cannot be refreshed.
      return end <= earliest ? null : new Date(Math.max(earliest, end - REFRESH_BEFORE_END_MS))
    },
    async profiles(http, settings, accessToken) {
      const { parameters: query, headers } = withToken(login.tokenIn, accessToken, { fields: login.profileFields })
      const url = `${baseUrl(settings.apiUrl)}/${settings.version}/me`
      const answer = await ask({ login, http, settings }, accessToken, { method: 'GET', url, query, headers })
      const me = firstOf(answer.json)
      const id = login.idFields.map((field) => idOf(me[field])).find((each) => each !== null)
      if (id === undefined) throw new Error(`${login.name} did not say which account this is. Try again.`)
      const text = (value: unknown) => textOf(value)?.slice(0, 200) ?? null
      return [{ id, handle: text(me.username), name: text(me.name), kind: 'member' }]
    },
  }
}

async function exchangeCode(host: Host, request: { code: string; redirectUri: string }) {
  const { login, settings } = host
  // Meta puts #_ behind the code. It is not part of it.
  const code = request.code.replace(/#_$/, '')
  const form = {
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
    grant_type: 'authorization_code',
    redirect_uri: request.redirectUri,
    code,
  }
  // A code works once: after any refusal the person has to approve again.
  const isFinal = ({ status }: HttpAnswer) => status < 500 && status !== 429
  const answer = await ask(host, code, { method: 'POST', url: settings.tokenUrl, form }, isFinal)
  const grant = firstOf(answer.json)
  const accessToken = tokenOf(grant.access_token)
  if (accessToken === null)
    throw new Error(`${login.name} answered the code without a token. Connect the account again.`)
  // Threads does not say what was granted; a missing permission shows when it is first needed.
  return { accessToken, scopes: scopesOf(grant.permissions) ?? login.scopes }
}

type TokenQuery = Fields & { access_token: string }

async function fetchLongLived(host: Host, path: string, query: TokenQuery, scopes: string[], now: Date) {
  const url = `${baseUrl(host.settings.apiUrl)}/${path}`
  const answer = await ask(host, query.access_token, { method: 'GET', url, query })
  const { access_token, expires_in } = fieldsOf(answer.json)
  const accessToken = tokenOf(access_token)
  if (accessToken === null) throw new Error(`${host.login.name} answered without a token. Try again.`)
  const seconds = typeof expires_in === 'number' && Number.isFinite(expires_in) && expires_in > 0 ? expires_in : null
  const lifeMs = seconds === null ? LONG_LIFE_MS : Math.min(seconds * 1000, 10 * LONG_LIFE_MS)
  const expiresAt = new Date(now.getTime() + lifeMs)
  return { accessToken, expiresAt, refreshToken: null, refreshExpiresAt: null, scopes }
}

/**
 * A successful answer. A refusal is an AuthError only when it `isFinal`: "too young" and the like leave the token as good
 * as it was. Errors of the connection are thrown on without the secrets.
 */
async function ask({ login, http, settings }: Host, secret: string, request: HttpRequest, isFinal = isTokenRefused) {
  const secrets = [settings.clientSecret, secret]
  const answer = await onTransportError(http({ ...request, timeoutMs: TIMEOUT_MS }), (error) => {
    const message = redact(error.message, secrets)
    throw message === error.message ? error : new TransportError(message, error.sent)
  })
  if (isSuccess(answer)) return answer
  const words = wordsOf(readProblem(answer.json), answer.status, secrets)
  if (!isFinal(answer)) throw new Error(`${login.name} could not do this now: ${words}. Try again later.`)
  throw new AuthError(`${login.name} refused the connection: ${words}. Connect the account again.`)
}

/** Instagram answers {"data":[{…}]} by its documents, and {…} as well. */
function firstOf(json: unknown): Record<string, unknown> {
  const body = fieldsOf(json)
  return Array.isArray(body.data) ? fieldsOf(body.data[0]) : body
}

/** A header or a query must be able to carry it. */
function tokenOf(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]{1,4096}$/.test(value) ? value : null
}

function scopesOf(value: unknown): string[] | null {
  const list = typeof value === 'string' ? value.split(/[\s,]+/) : Array.isArray(value) ? value : null
  return list === null ? null : list.filter((scope): scope is string => typeof scope === 'string' && scope !== '')
}
