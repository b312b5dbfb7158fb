import { DAY_MS, HOUR_MS } from '../../lib/time/span.ts'
import { fieldsOf, isSuccess, redact, textOf } from '../answers.ts'
import type {
  AccountProfile,
  Http,
  HttpAnswer,
  HttpRequest,
  PlatformAuth,
  PlatformSettings,
  Tokens,
} from '../contract.ts'
import { AuthError, TransportError } from '../contract.ts'
import { baseUrl, idOf } from './dialect.ts'
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
  tokenIn: 'parameter' | 'header'
}

/**
 * A code becomes a token of an hour, that one a token of 60 days, which is refreshed by itself. The secret and the token
 * are documented as query parameters of these GETs, so they are kept out of everything that is said about them.
 */
export function createMetaAuth(login: MetaLogin): PlatformAuth {
  return {
    usesPkce: false,
    authorizeUrl(settings, { redirectUri, state }) {
      const url = new URL(settings.authorizeUrl)
      url.searchParams.set('client_id', settings.clientId)
      url.searchParams.set('redirect_uri', redirectUri)
      url.searchParams.set('scope', login.scopes.join(','))
      url.searchParams.set('response_type', 'code')
      url.searchParams.set('state', state)
      return url.href
    },
    async exchangeCode(http, settings, request, now) {
      const short = await exchangeCode(login, http, settings, request)
      return exchangeToken(login, http, settings, short, now)
    },
    refresh: (http, settings, tokens, now) => refresh(login, http, settings, tokens, now),
    refreshAfter(tokens, issuedAt) {
      const earliest = issuedAt.getTime() + REFRESHABLE_AFTER_MS
      if (tokens.expiresAt === null) return new Date(earliest)
      const end = tokens.expiresAt.getTime()
      // A token that ends before it is old enough cannot be refreshed.
      return end <= earliest ? null : new Date(Math.max(earliest, end - REFRESH_BEFORE_END_MS))
    },
    profiles: (http, settings, accessToken) => profiles(login, http, settings, accessToken),
  }
}

interface ShortToken {
  accessToken: string
  scopes: string[]
}

async function exchangeCode(
  login: MetaLogin,
  http: Http,
  settings: PlatformSettings,
  request: { code: string; redirectUri: string },
): Promise<ShortToken> {
  // Meta puts #_ behind the code. It is not part of it.
  const code = request.code.replace(/#_$/, '')
  const secrets = [settings.clientSecret, code]
  const answer = await ask(http, secrets, {
    method: 'POST',
    url: settings.tokenUrl,
    form: {
      client_id: settings.clientId,
      client_secret: settings.clientSecret,
      grant_type: 'authorization_code',
      redirect_uri: request.redirectUri,
      code,
    },
  })
  // A code works once: after any refusal the person has to approve again.
  if (!isSuccess(answer)) throw refusal(login, answer, secrets, answer.status < 500 && answer.status !== 429)
  const grant = firstOf(answer.json)
  const accessToken = tokenOf(grant.access_token)
  if (accessToken === null)
    throw new Error(`${login.name} answered the code without a token. Connect the account again.`)
  // Threads does not say what was granted; a missing permission shows when it is first needed.
  return { accessToken, scopes: scopesOf(grant.permissions) ?? login.scopes }
}

async function exchangeToken(
  login: MetaLogin,
  http: Http,
  settings: PlatformSettings,
  short: ShortToken,
  now: Date,
): Promise<Tokens> {
  const secrets = [settings.clientSecret, short.accessToken]
  const answer = await ask(http, secrets, {
    method: 'GET',
    url: `${baseUrl(settings.apiUrl)}/access_token`,
    query: {
      grant_type: login.exchangeGrant,
      client_secret: settings.clientSecret,
      access_token: short.accessToken,
    },
  })
  if (!isSuccess(answer)) throw refusal(login, answer, secrets, isTokenRefused(answer))
  return longLived(login, answer, short.scopes, now)
}

async function refresh(
  login: MetaLogin,
  http: Http,
  settings: PlatformSettings,
  tokens: Tokens,
  now: Date,
): Promise<Tokens> {
  const secrets = [settings.clientSecret, tokens.accessToken]
  const answer = await ask(http, secrets, {
    method: 'GET',
    url: `${baseUrl(settings.apiUrl)}/refresh_access_token`,
    query: { grant_type: login.refreshGrant, access_token: tokens.accessToken },
  })
  // "Too young" and the like leave the token as good as it was.
  if (!isSuccess(answer)) throw refusal(login, answer, secrets, isTokenRefused(answer))
  return longLived(login, answer, tokens.scopes, now)
}

function longLived(login: MetaLogin, answer: HttpAnswer, scopes: string[], now: Date): Tokens {
  const { access_token, expires_in } = fieldsOf(answer.json)
  const accessToken = tokenOf(access_token)
  if (accessToken === null) throw new Error(`${login.name} answered without a token. Try again.`)
  const seconds = typeof expires_in === 'number' && Number.isFinite(expires_in) && expires_in > 0 ? expires_in : null
  const lifeMs = seconds === null ? LONG_LIFE_MS : Math.min(seconds * 1000, 10 * LONG_LIFE_MS)
  return {
    accessToken,
    expiresAt: new Date(now.getTime() + lifeMs),
    refreshToken: null,
    refreshExpiresAt: null,
    scopes,
  }
}

async function profiles(
  login: MetaLogin,
  http: Http,
  settings: PlatformSettings,
  accessToken: string,
): Promise<AccountProfile[]> {
  const secrets = [settings.clientSecret, accessToken]
  const isParameter = login.tokenIn === 'parameter'
  const answer = await ask(http, secrets, {
    method: 'GET',
    url: `${baseUrl(settings.apiUrl)}/${settings.version}/me`,
    query: { fields: login.profileFields, ...(isParameter ? { access_token: accessToken } : {}) },
    ...(isParameter ? {} : { headers: { authorization: `Bearer ${accessToken}` } }),
  })
  if (!isSuccess(answer)) throw refusal(login, answer, secrets, isTokenRefused(answer))
  const me = firstOf(answer.json)
  const id = login.idFields.map((field) => idOf(me[field])).find((each) => each !== null)
  if (id === undefined) throw new Error(`${login.name} did not say which account this is. Try again.`)
  const text = (value: unknown) => textOf(value)?.slice(0, 200) ?? null
  return [{ id, handle: text(me.username), name: text(me.name), kind: 'member' }]
}

/** Errors of the line go on as they are, without what must not be seen. */
async function ask(http: Http, secrets: string[], request: HttpRequest): Promise<HttpAnswer> {
  try {
    return await http({ ...request, timeoutMs: TIMEOUT_MS })
  } catch (error) {
    if (!(error instanceof TransportError) || redact(error.message, secrets) === error.message) throw error
    throw new TransportError(redact(error.message, secrets), error.sent)
  }
}

function refusal(login: MetaLogin, answer: HttpAnswer, secrets: string[], isFinal: boolean): Error {
  const words = wordsOf(readProblem(answer.json), answer.status, secrets)
  if (isFinal) return new AuthError(`${login.name} refused the connection: ${words}. Connect the account again.`)
  return new Error(`${login.name} could not do this now: ${words}. Try again later.`)
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
