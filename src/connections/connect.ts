import { createHash } from 'node:crypto'
import type { Insertable, Updateable } from 'kysely'
import { build, type Db, run, runOne } from '../db/database.ts'
import type { ConnectRequests } from '../db/types.ts'
import { startLine } from '../lib/program.ts'
import { randomBase62 } from '../lib/text/base62.ts'
import { DAY_MS, MINUTE_MS } from '../lib/time/span.ts'
import { type Message, message, type Said } from '../messages/message.ts'
import { appPrefixOf, PROFILES, type Provider, profileOf } from '../platforms/registry.ts'
import { redactMessage } from '../platforms/shared/answers.ts'
import { withinTime } from '../platforms/shared/client.ts'
import {
  type AccountProfile,
  type ApprovalRequest,
  AuthError,
  type PlatformAuth,
  type PlatformSettings,
  type Session,
  type Tokens,
} from '../platforms/shared/contract.ts'
import { withProofs } from '../platforms/shared/dpop.ts'
import type { AppKind } from '../platforms/shared/provider.ts'
import { saveApproval } from './approvals.ts'
import { describeServiceApp, forgetServiceApp, withServiceApp } from './apps.ts'
import type { ConnectionsOptions } from './options.ts'
import type { Connection } from './schemas.ts'
import { formatOf, providerOf } from './store.ts'

/** Time to open the link, and again to approve. */
export const CONNECT_MINUTES = 15

export type ConnectProblem =
  /** Unknown, used, or expired long ago. */
  | { kind: 'unknown_link' }
  | { kind: 'expired_link'; provider: Provider }
  | { kind: 'wrong_browser'; provider: Provider }
  | { kind: 'not_set_up'; provider: Provider; app: AppKind }
  | { kind: 'denied'; provider: Provider }
  | { kind: 'refused'; provider: Provider; words: Said | null }
  | { kind: 'unavailable'; provider: Provider }

interface CallbackQuery {
  state: string | null
  code: string | null
  error: string | null
  issuer: string | null
}

export type BeginResult = { kind: 'redirect'; url: string; browser: string } | ConnectProblem
export type FinishResult = { kind: 'connected'; provider: Provider; connections: Connection[] } | ConnectProblem

const LOOK_UP_MS = 20_000
const TOKEN = /^[0-9A-Za-z]{32}$/
// RFC 6749 and Meta, LinkedIn (twice).
const DENIALS = new Set(['access_denied', 'user_denied', 'user_cancelled_login', 'user_cancelled_authorize'])

export function createConnect(options: ConnectionsOptions) {
  return {
    /** `browser` is the value of the cookie. */
    begin: (token: string, browser: string | null, redirectUri: string) =>
      beginConnect(options, token, browser, redirectUri),
    finish: (query: CallbackQuery, browser: string | null, redirectUri: string) =>
      finishConnect(options, query, browser, redirectUri),
    describeApp: async (name: string, redirectUri: string) => {
      const profile = PROFILES.find((each) => each.name === name)
      return profile ? describeServiceApp(options, profile.name, redirectUri) : null
    },
  }
}

async function beginConnect(
  options: ConnectionsOptions,
  token: string,
  browser: string | null,
  redirectUri: string,
): Promise<BeginResult> {
  const { pool, clock, log, box, adapters, settingsFor } = options
  const now = new Date(clock.now())
  const linkHash = hashOf(token)
  const request = TOKEN.test(token) ? await findConnectRequest(pool, linkHash) : null
  if (request === null || request.browser_hash !== null) return { kind: 'unknown_link' }
  const provider = providerOf(request)
  if (request.expires_at <= now) return { kind: 'expired_link', provider }
  const app = request.app as AppKind
  const known = await settingsFor(provider, app, request.service_url)
  if (known === null) return { kind: 'not_set_up', provider, app }

  const state = randomBase62(32)
  const codeVerifier = adapters[provider].auth.usesPkce ? randomBase62(64) : null
  const codeChallenge = codeVerifier === null ? null : hashOf(codeVerifier).toString('base64url')
  let approval: Approval
  try {
    const settings = await withServiceApp(options, known, { provider, redirectUrl: redirectUri })
    const asked = { redirectUri, state, codeChallenge, handle: request.handle }
    approval = await beginApproval(options, provider, settings, asked)
  } catch (failure) {
    log.warn({ provider, err: failure }, 'approval not begun')
    return failure instanceof AuthError
      ? { kind: 'refused', provider, words: failure.said }
      : { kind: 'unavailable', provider }
  }
  // Keeps the cookie, because another tab may have an approval under way.
  const bound = browser !== null && TOKEN.test(browser) ? browser : randomBase62(32)
  const begunAt = new Date(clock.now())
  const begun = await beginConnectRequest(pool, linkHash, begunAt, {
    state_hash: hashOf(state),
    browser_hash: hashOf(bound),
    code_verifier: codeVerifier === null ? null : box.seal(codeVerifier, contextOf(state, 'code_verifier')),
    session: approval.session && box.seal(JSON.stringify(approval.session), contextOf(state, 'session')),
    expires_at: expiryOf(begunAt),
  })
  if (!begun) return { kind: 'unknown_link' }
  return { kind: 'redirect', url: approval.url, browser: bound }
}

async function finishConnect(
  options: ConnectionsOptions,
  { state, code, error, issuer }: CallbackQuery,
  browser: string | null,
  redirectUri: string,
): Promise<FinishResult> {
  const { pool, clock, log, box, settingsFor } = options
  const request = state !== null && TOKEN.test(state) ? await findConnectRequest(pool, hashOf(state)) : null
  if (state === null || request?.browser_hash == null || request.used_at !== null) return { kind: 'unknown_link' }
  const provider = providerOf(request)
  const browserHash = hashOf(browser ?? '')
  // The request stays valid: a wrong browser must not end the approval.
  if (!request.browser_hash.equals(browserHash)) return { kind: 'wrong_browser', provider }
  const now = new Date(clock.now())
  if (request.expires_at <= now) return { kind: 'expired_link', provider }
  if (!(await endConnectRequest(pool, hashOf(state), browserHash, now))) return { kind: 'unknown_link' }

  const problem = readRefusal(provider, code, error)
  if (problem !== null) {
    log.info({ provider, reason: problem.kind }, 'account not connected')
    return problem
  }
  const app = request.app as AppKind
  const known = await settingsFor(provider, app, request.service_url)
  if (known === null) return { kind: 'not_set_up', provider, app }
  const codeVerifier = request.code_verifier && box.open(request.code_verifier, contextOf(state, 'code_verifier'))
  const session: Session | null = request.session && JSON.parse(box.open(request.session, contextOf(state, 'session')))
  let approved: Approved
  try {
    const answer = { code: code!, redirectUri, codeVerifier, session, issuer }
    approved = await exchangeCode(options, provider, known, answer)
  } catch (failure) {
    log.warn({ provider, err: failure }, 'account not connected')
    if (!(failure instanceof AuthError)) return { kind: 'unavailable', provider }
    await forgetServiceApp(pool, { provider, serviceUrl: known.apiUrl, redirectUrl: redirectUri })
    return { kind: 'refused', provider, words: redactMessage(failure.said, [code!, state, codeVerifier ?? '']) }
  }
  const connections = await saveApproval(options, {
    ...approved,
    workspaceId: request.workspace_id,
    provider,
    app,
    clientId: profileOf(provider).service ? null : known.clientId,
    serviceUrl: session?.serviceUrl ?? request.service_url,
  })
  log.info({ provider, connections: connections.map(({ id }) => id) }, 'account connected')
  return { kind: 'connected', provider, connections }
}

interface Approved {
  tokens: Tokens
  profiles: AccountProfile[]
}

async function exchangeCode(
  options: ConnectionsOptions,
  provider: Provider,
  known: PlatformSettings,
  answer: Parameters<PlatformAuth['exchangeCode']>[2],
): Promise<Approved> {
  const { adapters, httpFor, clock } = options
  const { auth } = adapters[provider]
  const { session, redirectUri } = answer
  const now = () => new Date(clock.now())
  const withApp = await withServiceApp(options, known, { provider, redirectUrl: redirectUri })
  const place = session && { apiUrl: session.serviceUrl, tokenUrl: session.tokenUrl }
  const settings = { ...withApp, ...place }
  const http = httpFor(provider, settings)
  const tokens = await auth.exchangeCode(http, settings, answer, now())
  const provenHttp = tokens.session ? withProofs(http, tokens.session.key, now) : http
  return { tokens, profiles: await auth.profiles(provenHttp, settings, tokens.accessToken) }
}

interface Approval {
  url: string
  session: Session | null
}

/** The approval page is the provider's, or that of the account's own server. */
async function beginApproval(
  { adapters, lookUpHttp, clock }: ConnectionsOptions,
  provider: Provider,
  settings: PlatformSettings,
  { handle, ...request }: ApprovalRequest & { handle: string | null },
): Promise<Approval> {
  const { auth } = adapters[provider]
  if (auth.beginApproval === undefined) return { url: auth.authorizeUrl(settings, request), session: null }
  if (handle === null) throw new AuthError(message('auth.no_account'))
  return auth.beginApproval(withinTime(lookUpHttp, LOOK_UP_MS), settings, { ...request, handle }, new Date(clock.now()))
}

export function explainMissingApp(provider: Provider, app: AppKind = 'standard'): Message {
  const profile = profileOf(provider)
  const values = { network: profile.label, prefix: appPrefixOf(profile, app), command: startLine('--sandbox') }
  return message(app === 'pages' ? 'connection.no_pages_app' : 'connection.no_app', values)
}

export async function createConnectLink(
  db: Db,
  now: Date,
  {
    workspaceId,
    provider,
    app,
    serviceUrl = null,
    handle = null,
  }: { workspaceId: string; provider: Provider; app: AppKind; serviceUrl?: string | null; handle?: string | null },
) {
  // Only its hash is stored.
  const token = randomBase62(32)
  const expiresAt = expiryOf(now)
  // Old requests are kept for a day, to explain late visits.
  await removeConnectRequests(db, new Date(now.getTime() - DAY_MS))
  await insertConnectRequest(db, {
    state_hash: hashOf(token),
    workspace_id: workspaceId,
    platform: formatOf(provider),
    provider,
    service_url: serviceUrl,
    handle,
    app,
    created_at: now,
    expires_at: expiresAt,
  })
  return { token, expiresAt }
}

function expiryOf(now: Date): Date {
  return new Date(now.getTime() + CONNECT_MINUTES * MINUTE_MS)
}

function readRefusal(provider: Provider, code: string | null, error: string | null): ConnectProblem | null {
  if (error !== null && DENIALS.has(error)) return { kind: 'denied', provider }
  // Accepts codes only: anyone could put a sentence into the URL.
  if (error !== null) return { kind: 'refused', provider, words: /^[a-z_]{1,60}$/i.test(error) ? error : null }
  return code === null ? { kind: 'refused', provider, words: null } : null
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function contextOf(state: string, column: 'code_verifier' | 'session'): string {
  return `connect/${hashOf(state).toString('hex')}/${column}`
}

const COLUMNS = [
  'workspace_id',
  'provider',
  'service_url',
  'handle',
  'app',
  'browser_hash',
  'code_verifier',
  'session',
  'expires_at',
  'used_at',
] as const

async function insertConnectRequest(db: Db, request: Insertable<ConnectRequests>): Promise<void> {
  await run(db, build.insertInto('connect_requests').values(request))
}

/** Finds it by the hash of its link and, once begun, by the hash of its state. */
function findConnectRequest(db: Db, hash: Buffer) {
  return runOne(db, build.selectFrom('connect_requests').select(COLUMNS).where('state_hash', '=', hash))
}

/** From now on the state identifies the request. */
async function beginConnectRequest(db: Db, linkHash: Buffer, at: Date, change: Updateable<ConnectRequests>) {
  const unused = build.updateTable('connect_requests').set(change).where('browser_hash', 'is', null)
  const query = unused.where('state_hash', '=', linkHash).where('expires_at', '>', at)
  return (await runOne(db, query.returning('state_hash'))) !== null
}

/** Succeeds once, and only for the browser that began it. */
async function endConnectRequest(db: Db, stateHash: Buffer, browserHash: Buffer, at: Date): Promise<boolean> {
  const known = { state_hash: stateHash, browser_hash: browserHash }
  const unused = build.updateTable('connect_requests').where('used_at', 'is', null).where('expires_at', '>', at)
  const query = unused.where(({ and }) => and(known)).set({ used_at: at, code_verifier: null, session: null })
  return (await runOne(db, query.returning('state_hash'))) !== null
}

async function removeConnectRequests(db: Db, expiredBefore: Date): Promise<void> {
  await run(db, build.deleteFrom('connect_requests').where('expires_at', '<', expiredBefore))
}
