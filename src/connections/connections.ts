import { type Db, type Tx, transaction } from '../db/database.ts'
import { validationError } from '../errors.ts'
import { SecretBoxError } from '../lib/secrets/secret-box.ts'
import { type Message, message, type Said } from '../messages/message.ts'
import { type PostAccount, PROVIDERS, type Provider, profileOf, type RuledAccount } from '../platforms/registry.ts'
import type { Account, AccountProfile, Tokens } from '../platforms/shared/contract.ts'
import type { AppKind, Format } from '../platforms/shared/provider.ts'
import { APPROVAL_ENDED, saveApproval, stopAccount, wakePosts, watchApprovals } from './approvals.ts'
import { createConnect } from './connect.ts'
import type { ConnectionsOptions } from './options.ts'
import { checkProfiles, type RefreshOutcome, refreshToken } from './refresh.ts'
import { toConnection } from './schemas.ts'
import { type SignInRequest, signInAccount } from './sign-in.ts'
import * as store from './store.ts'
import { openTokens, rotateTokensIn } from './tokens.ts'

export type ReadyConnection = NonNullable<ReturnType<typeof toReady>>

export type Availability =
  | { kind: 'ready'; connection: ReadyConnection }
  /** The platform asked us to wait. */
  | { kind: 'later'; until: Date; reason: Said; connection: ReadyConnection }
  /** The access token has expired and is being renewed. */
  | { kind: 'no_token'; until: Date; reason: Said }
  /** A person has to act. */
  | { kind: 'none'; reason: Said }

export type Connections = ReturnType<typeof createConnections>

function toPostAccount(row: store.AccountRow): PostAccount {
  return {
    id: row.id,
    provider: store.providerOf(row),
    limits: row.limits as RuledAccount['limits'],
    isActive: row.status === 'active',
    worksUntil: row.refresh_at === null ? row.expires_at : null,
  }
}

const TOKEN_WAIT_MS = 60_000

export function createConnections(options: ConnectionsOptions) {
  const { pool, clock, emit, box, settingsFor } = options
  const now = () => new Date(clock.now())
  const find = (db: Db, workspaceId: string, platform: Format, id: string | null) =>
    id ? store.findConnection(db, workspaceId, id) : store.findDefault(db, workspaceId, platform)

  return {
    connect: createConnect(options),

    forPost: async (tx: Tx, workspaceId: string, platform: Format, id: string | null): Promise<Availability> =>
      availabilityOf(options, await find(tx, workspaceId, platform, id), id !== null),

    hold: (id: string, until: Date, reason: Said) => store.updateHold(pool, id, { reason, until, at: now() }),

    stop: (id: string, status: 'needs_reconnect' | 'held', reason: Said): Promise<void> =>
      transaction(pool, async (tx) => {
        const row = await store.findForRefresh(tx, id)
        if (row !== null) await stopAccount(emit, tx, row, { status, reason, at: now() })
      }),

    resume: (workspaceId: string, id: string) => resumeAccount(options, workspaceId, id),

    providers: (app?: AppKind): Promise<Provider[]> => listUsable(options, app),

    signIn: (request: SignInRequest) => signInAccount(options, request),

    /** Called at start and when an app is saved: after a change of mode or app, posts that can go out again continue. */
    wakeHeld: () => wakeHeld(options),

    async refresh(id: string): Promise<RefreshOutcome> {
      const seen = await store.findIssuedAt(pool, id)
      return seen === null ? 'dead' : refreshToken(options, id, seen.issued_at)
    },

    async refreshDue(): Promise<void> {
      for (const { id, issued_at } of await store.selectDueForRefresh(pool, options.sandbox, now())) {
        await refreshToken(options, id, issued_at)
      }
    },

    watchApprovals: () => watchApprovals(options),

    clearEndedHolds: () => store.clearEndedHolds(pool, now()),

    checkProfiles: () => checkProfiles(options),

    async save(
      workspaceId: string,
      provider: Provider,
      profiles: AccountProfile[],
      tokens: Tokens,
      app: AppKind = 'standard',
      serviceUrl: string | null = null,
    ) {
      const isOwn = profileOf(provider).service === undefined
      const clientId = isOwn ? ((await settingsFor(provider, app))?.clientId ?? null) : null
      return saveApproval(options, { workspaceId, provider, profiles, tokens, app, clientId, serviceUrl })
    },

    async list(workspaceId: string) {
      return (await store.selectConnections(pool, workspaceId)).map(toConnection)
    },

    async named(db: Db, workspaceId: string, ids: readonly string[]) {
      const rows = await store.selectById(db, workspaceId, ids)
      return rows.map((row) => ({ ...toPostAccount(row), platform: row.platform as Format, name: nameOf(row) }))
    },

    remove: (workspaceId: string, id: string): Promise<boolean> =>
      transaction(pool, async (tx) => {
        const removed = await store.removeConnection(tx, workspaceId, id, now())
        if (removed?.newDefault) await wakePosts(options, tx, removed.newDefault)
        return removed !== null
      }),

    makeDefault: (workspaceId: string, id: string) =>
      transaction(pool, async (tx) => {
        const row = await store.updateDefault(tx, workspaceId, id, now())
        if (row !== null) await wakePosts(options, tx, row)
        return row && toConnection(row)
      }),

    /** The named or default account of each post, or null. */
    async accountsOf(db: Db, questions: readonly store.AccountQuestion[]): Promise<Array<PostAccount | null>> {
      const rows = await store.findAccounts(db, questions)
      return rows.map((row) => (row.id === null ? null : toPostAccount(row)))
    },

    /** Returns the number of accounts. */
    rotate: () => transaction(pool, (tx) => rotateTokensIn(tx, box)),
  }
}

async function listUsable({ settingsFor }: ConnectionsOptions, app: AppKind | undefined): Promise<Provider[]> {
  const settings = await Promise.all(PROVIDERS.map((provider) => settingsFor(provider, app)))
  return PROVIDERS.filter((_, index) => settings[index] !== null)
}

async function wakeHeld(options: ConnectionsOptions): Promise<void> {
  const { pool, clock, sandbox, settingsFor, onUsable } = options
  for (const row of await store.selectUsableWithWaiting(pool, sandbox, new Date(clock.now()))) {
    const settings = await settingsFor(store.providerOf(row), row.app as AppKind, row.service_url)
    if (settings === null || toReady(options, row) === null) continue
    await transaction(pool, (tx) => onUsable(tx, row))
  }
}

/** X (@example) */
function nameOf(row: store.ConnectionRow): string {
  return `${profileOf(store.providerOf(row)).label} (${row.handle ? `@${row.handle}` : (row.name ?? row.account_id)})`
}

function availabilityOf(options: ConnectionsOptions, row: store.ConnectionRow | null, isNamed: boolean): Availability {
  const now = new Date(options.clock.now())
  if (row === null) return { kind: 'none', reason: message(isNamed ? 'account.disconnected' : 'account.none') }
  if (row.sandbox !== options.sandbox) {
    return { kind: 'none', reason: message(row.sandbox ? 'account.sandbox' : 'account.real') }
  }
  const reason = store.storedReasonOf(row)
  if (row.status !== 'active') return { kind: 'none', reason: reason ?? message('account.needs_attention') }
  if (store.hasEnded(row, now)) return { kind: 'none', reason: APPROVAL_ENDED }
  const connection = toReady(options, row)
  if (connection === null) return { kind: 'none', reason: message('account.unreadable') }
  // The first post renews an expired token; the others wait for the job that tries again.
  if (row.expires_at !== null && row.expires_at <= now && row.refresh_failures > 0) {
    const soon = new Date(now.getTime() + TOKEN_WAIT_MS)
    const until = row.refresh_at !== null && row.refresh_at > soon ? row.refresh_at : soon
    return { kind: 'no_token', until, reason: reason ?? message('account.being_renewed') }
  }
  if (row.held_until === null || row.held_until <= now) return { kind: 'ready', connection }
  return { kind: 'later', until: row.held_until, reason: reason ?? message('account.has_to_wait'), connection }
}

function toReady({ box, log }: ConnectionsOptions, row: store.ConnectionRow) {
  try {
    const { accessToken, session } = openTokens(box, row)
    return {
      id: row.id,
      provider: store.providerOf(row),
      app: row.app as AppKind,
      serviceUrl: row.service_url,
      account: {
        id: row.account_id,
        handle: row.handle,
        kind: row.kind as Account['kind'],
        limits: row.limits as RuledAccount['limits'],
        accessToken,
      },
      /** For DPoP proofs; null if the token is enough. */
      proofKey: session?.key ?? null,
    }
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error
    log.error({ connection: row.id, err: error }, 'tokens cannot be read')
    return null
  }
}

/** Returns null if there is no such account. */
function resumeAccount({ pool, clock, sandbox, onUsable }: ConnectionsOptions, workspaceId: string, id: string) {
  const now = new Date(clock.now())
  return transaction(pool, async (tx) => {
    // A post that is being held right now waits for this lock, then checks again.
    await store.lockWorkspace(tx, workspaceId)
    const known = await store.findConnection(tx, workspaceId, id)
    const row = known && (await store.findForRefresh(tx, known.id))
    if (row === null) return null
    const problem = problemOf(row, now, sandbox)
    if (problem !== null) throw validationError({ status: [problem] })
    const change = { status: 'active', ...store.statusReason(null), held_until: null, updated_at: now }
    const resumed = row.status === 'held' ? await store.updateConnection(tx, row.id, change) : row
    await onUsable(tx, resumed)
    return toConnection(resumed)
  })
}

function problemOf(row: store.ConnectionRow, now: Date, sandbox: boolean): Message | null {
  if (row.sandbox !== sandbox) return message(row.sandbox ? 'account.resume_sandbox' : 'account.resume_real')
  return row.status === 'needs_reconnect' || store.hasEnded(row, now) ? APPROVAL_ENDED : null
}
