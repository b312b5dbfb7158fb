import { MINUTE_MS, toSpan } from '../../lib/time/span.ts'
import { message } from '../../messages/message.ts'
import { callApi, isSuccess, onTransportError, quote } from '../shared/answers.ts'
import { type AccountProfile, AuthError, type HttpAnswer, type PlatformAuth, type Tokens } from '../shared/contract.ts'
import { accountIdOf, refreshTokenOf, refusedRenewal, renewalAnswer, renewalTime, wordsOf } from '../shared/oauth.ts'
import { fieldsOf, textOf, wholeNumberOf } from '../shared/values.ts'
import { readProblem, resetOf } from './errors.ts'
import { DID } from './identity.ts'
import { beginApproval, createClient, describeClient, exchangeCode, refreshApproval } from './oauth.ts'
import { isHandle } from './text.ts'
import { methodUrl } from './xrpc.ts'

// Access is approved in a browser (oauth.ts) or given with an app password:
// https://docs.bsky.app/docs/api/com-atproto-server-create-session

/** Access lasts two hours; this leaves time for a second attempt. */
const REFRESH_BEFORE_MS = 30 * MINUTE_MS
/** For approved access, which lasts an hour or less, on some servers five minutes. */
const REFRESH_SESSION_BEFORE_MS = 10 * MINUTE_MS

export const blueskyAuth: PlatformAuth = {
  usesPkce: true,
  authorizeUrl: () => {
    throw new Error('the account decides where the approval is given: see beginApproval')
  },
  beginApproval,
  exchangeCode,
  registerApp: (_http, _settings, redirectUri) => createClient(redirectUri),
  describeApp: ({ clientId, clientSecret }, redirectUri) => describeClient(clientId, clientSecret, redirectUri),

  async signIn(http, settings, { handle, secret }, now) {
    const json = { identifier: handle, password: secret }
    const answer = await http({ method: 'POST', url: methodUrl(settings, 'com.atproto.server.createSession'), json })
    const tokens = readSession(answer)
    if (tokens === null) throw refusedSignIn(answer, now, secret)
    return { tokens, profiles: [await readProfile({ http, settings, account: tokens }, answer)] }
  },

  /** Each refresh returns the next refresh token. The old one works again for a while if the response was lost. */
  async refresh(http, settings, tokens, now) {
    const { session } = tokens
    if (session !== undefined) return refreshApproval(http, settings, { ...tokens, session }, now)
    const refreshToken = refreshTokenOf('Bluesky', tokens)
    const caller = { http, settings, account: { accessToken: refreshToken } }
    const answer = await renewalAnswer('The PDS', callApi(caller, 'POST', '/xrpc/com.atproto.server.refreshSession'))
    const fresh = readSession(answer)
    if (fresh !== null) return fresh
    const { name } = readProblem(answer)
    const isFinal = answer.status === 401 || (answer.status === 400 && name !== null && name !== 'InvalidRequest')
    if (!isFinal) throw refusedRenewal('The PDS', answer, [refreshToken])
    const words = wordsOf(answer, [refreshToken])
    throw new AuthError(message('auth.renewal_refused', { network: 'Bluesky', words }))
  },

  refreshAfter(tokens, issuedAt) {
    if (!tokens.session) return renewalTime(tokens, REFRESH_BEFORE_MS, issuedAt.getTime())
    const lifeMs = (tokens.expiresAt?.getTime() ?? 0) - issuedAt.getTime()
    return renewalTime(tokens, Math.min(REFRESH_SESSION_BEFORE_MS, lifeMs / 2), issuedAt.getTime())
  },

  async profiles(http, settings, accessToken) {
    const caller = { http, settings, account: { accessToken } }
    return [await readProfile(caller, await callApi(caller, 'GET', '/xrpc/com.atproto.server.getSession'))]
  },
}

function readSession(answer: HttpAnswer): Tokens | null {
  const body = fieldsOf(answer.json)
  const accessToken = textOf(body.accessJwt)
  const refreshToken = textOf(body.refreshJwt)
  if (!isSuccess(answer) || accessToken === null || refreshToken === null) return null
  const access = claimsOf(accessToken)
  return {
    accessToken,
    expiresAt: timeOf(access.exp),
    refreshToken,
    refreshExpiresAt: timeOf(claimsOf(refreshToken).exp),
    scopes: (textOf(access.scope) ?? '').split(' ').filter((scope) => scope !== ''),
  }
}

/** The claims of a token, used only to plan its renewal. */
function claimsOf(token: string): Record<string, unknown> {
  try {
    return fieldsOf(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()))
  } catch {
    return {}
  }
}

function timeOf(seconds: unknown): Date | null {
  const count = wholeNumberOf(seconds)
  return count === null || count > 32_503_680_000 ? null : new Date(count * 1000)
}

/** The display name is in a separate record, which may be missing. */
async function readProfile(caller: Parameters<typeof callApi>[0], answer: HttpAnswer): Promise<AccountProfile> {
  const body = fieldsOf(answer.json)
  const id = accountIdOf('Bluesky', answer, body.did, DID)
  const handle = textOf(body.handle)
  const query = { repo: id, collection: 'app.bsky.actor.profile', rkey: 'self' }
  const record = await onTransportError(
    callApi(caller, 'GET', '/xrpc/com.atproto.repo.getRecord', { query }),
    () => null,
  )
  const { displayName } = fieldsOf(fieldsOf(record !== null && isSuccess(record) ? record.json : null).value)
  const name = textOf(displayName)?.slice(0, 640) ?? null
  return { id, handle: handle !== null && isHandle(handle) ? handle : null, name, kind: 'member' }
}

function refusedSignIn(answer: HttpAnswer, now: Date, secret: string): Error {
  const { name, said: words } = readProblem(answer)
  const { status } = answer
  const said = words === null ? '' : message('bluesky.pds_says', { words: quote(words, [secret]) })
  if (status === 429) {
    const span = toSpan(resetOf(answer, now).getTime() - now.getTime())
    return new AuthError(message('bluesky.too_many_sign_ins', { span }))
  }
  if (name === 'AuthFactorTokenRequired') return new AuthError(message('bluesky.account_password'))
  if (status === 401 || status === 400) return new AuthError(message('bluesky.wrong_password', { said }))
  return new AuthError(message('bluesky.not_pds', { status, said }))
}
