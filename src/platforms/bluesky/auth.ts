import { MINUTE_MS, spanOf } from '../../lib/time/span.ts'
import { bearer, fieldsOf, isSuccess, onTransportError, quote, textOf, wholeNumberOf } from '../shared/answers.ts'
import {
  type AccountProfile,
  AuthError,
  type Http,
  type HttpAnswer,
  type PlatformAuth,
  type PlatformSettings,
  RefreshError,
  type Tokens,
} from '../shared/contract.ts'
import { accountIdOf, refusedRenewal, renewalTime } from '../shared/oauth.ts'
import { readProblem, resetOf } from './errors.ts'
import { DID } from './identity.ts'
import { beginApproval, createClient, describeClient, exchangeCode, refreshApproval } from './oauth.ts'
import { isHandle } from './text.ts'
import { methodUrl } from './xrpc.ts'

// By approval in a browser (oauth.ts), or with an app password:
// https://docs.bsky.app/docs/api/com-atproto-server-create-session

/** Access lives two hours. Renewed this long before its end, there is time for a second try. */
const REFRESH_BEFORE_MS = 30 * MINUTE_MS
/** Of access by approval, which lives an hour or less: on some servers only five minutes. */
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
    const profile = profileIn(answer)
    return { tokens, profiles: [{ ...profile, name: await readName(http, settings, profile.id, tokens.accessToken) }] }
  },

  /** A refresh token brings the next one, and for a while the same one again when that answer was lost. */
  async refresh(http, settings, tokens, now) {
    const { refreshToken, session } = tokens
    if (session !== undefined) return refreshApproval(http, settings, { ...tokens, session }, now)
    if (refreshToken === null)
      throw new AuthError('Bluesky gave no way to renew this access. Connect the account again.')
    const call = http({
      method: 'POST',
      url: methodUrl(settings, 'com.atproto.server.refreshSession'),
      headers: bearer(refreshToken),
    })
    const answer = await onTransportError(call, (error) => {
      throw new RefreshError('The PDS did not answer while the access was being renewed', {
        mayBeSpent: error.sent,
        cause: error,
      })
    })
    const fresh = readSession(answer)
    if (fresh !== null) return fresh
    const { name, said } = readProblem(answer)
    const isFinal = answer.status === 401 || (answer.status === 400 && name !== null && name !== 'InvalidRequest')
    if (!isFinal) throw refusedRenewal('The PDS', answer, [refreshToken])
    const words = said === null ? `status ${answer.status}` : quote(said, [refreshToken])
    throw new AuthError(`Bluesky did not renew the access (${words}). Connect the account again.`)
  },

  refreshAfter(tokens, issuedAt) {
    if (!tokens.session) return renewalTime(tokens, REFRESH_BEFORE_MS, issuedAt.getTime())
    const lifeMs = (tokens.expiresAt?.getTime() ?? 0) - issuedAt.getTime()
    return renewalTime(tokens, Math.min(REFRESH_SESSION_BEFORE_MS, lifeMs / 2), issuedAt.getTime())
  },

  async profiles(http, settings, accessToken) {
    const url = methodUrl(settings, 'com.atproto.server.getSession')
    const answer = await http({ method: 'GET', url, headers: bearer(accessToken) })
    const profile = profileIn(answer)
    return [{ ...profile, name: await readName(http, settings, profile.id, accessToken) }]
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

/** What a token says about itself. Nothing is trusted because of it: it tells when to renew the access. */
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

function profileIn(answer: HttpAnswer): AccountProfile {
  const body = fieldsOf(answer.json)
  const id = accountIdOf('Bluesky', answer, body.did, DID)
  const handle = textOf(body.handle)
  return { id, handle: handle !== null && isHandle(handle) ? handle : null, name: null, kind: 'member' }
}

/** The name that the account shows: a record of its own, which may be missing. */
async function readName(
  http: Http,
  settings: PlatformSettings,
  did: string,
  accessToken: string,
): Promise<string | null> {
  const answer = await onTransportError(
    http({
      method: 'GET',
      url: methodUrl(settings, 'com.atproto.repo.getRecord'),
      query: { repo: did, collection: 'app.bsky.actor.profile', rkey: 'self' },
      headers: bearer(accessToken),
    }),
    () => null,
  )
  if (answer === null || !isSuccess(answer)) return null
  return textOf(fieldsOf(fieldsOf(answer.json).value).displayName)?.slice(0, 640) ?? null
}

function refusedSignIn(answer: HttpAnswer, now: Date, secret: string): Error {
  const { name, said } = readProblem(answer)
  const words = said === null ? '' : ` The PDS says: ${quote(said, [secret])}`
  if (answer.status === 429) {
    const wait = spanOf(resetOf(answer, now).getTime() - now.getTime())
    return new AuthError(
      `Bluesky lets nobody sign in to this account for now: there were too many attempts. Wait ${wait}.`,
    )
  }
  if (name === 'AuthFactorTokenRequired') {
    return new AuthError(
      'This is the password of the account, which asks for a code as well. Make an app password in the settings of Bluesky ' +
        '(Privacy and security, App passwords) and use that.',
    )
  }
  if (answer.status === 401 || answer.status === 400) {
    return new AuthError(
      'Bluesky does not accept this handle with this app password. Check the handle, make a new app password in the ' +
        `settings of Bluesky (Privacy and security, App passwords), and try again.${words}`,
    )
  }
  return new AuthError(
    `The server did not answer as a PDS does (status ${answer.status}). Check its address; if it is right, try again later.${words}`,
  )
}
