import { type Db, type Tx, transaction } from '../db/database.ts'
import type { Ids } from '../lib/ids.ts'
import { SecretBoxError } from '../lib/secrets/secret-box.ts'
import type { AccountProfile, Tokens } from '../platforms/contract.ts'
import type { AppKind, Format } from '../platforms/profile.ts'
import { PROVIDERS, type Provider } from '../platforms/registry.ts'
import { APPROVAL_ENDED, stopAccount, watchApprovals } from './connect/approval-end.ts'
import { type Connect, createConnect, type SaveApproval } from './connect/connect.ts'
import { type RefreshOptions, type RefreshOutcome, refreshToken } from './refresh.ts'
import { type OnUsable, resumeAccount } from './resume.ts'
import { type Connection, toConnection } from './show.ts'
import {
  type ConnectionRow,
  columnOf,
  findConnection,
  findDefault,
  findForRefresh,
  findIssuedAt,
  lockWorkspace,
  providerOf,
  removeConnection,
  selectConnections,
  selectDueForRefresh,
  selectUsableWithHeld,
  takeDisconnected,
  updateDefault,
  updateHold,
  upsertConnection,
} from './store.ts'
import { openTokens, rotateTokens, sealTokens } from './tokens.ts'

/** An account with a token that is good now. */
export interface ReadyConnection {
  id: string
  provider: Provider
  accountId: string
  handle: string | null
  kind: 'member' | 'organization'
  sandbox: boolean
  /** The app it was approved for; the standard one when not given. */
  app?: AppKind
  accessToken: string
}

export type Availability =
  | { kind: 'ready'; connection: ReadyConnection }
  /** The platform asked to wait. */
  | { kind: 'later'; until: Date; reason: string; connection: ReadyConnection }
  /** The access has ended and could not be renewed yet: nothing can be sent or read before it is. */
  | { kind: 'no_token'; until: Date; reason: string }
  /** Nothing can be sent until a person does something. */
  | { kind: 'none'; reason: string }

export interface Connections {
  forPost(tx: Tx, workspaceId: string, platform: Format, connectionId: string | null): Promise<Availability>
  /** Nothing goes out on the account before this time. */
  hold(id: string, until: Date, reason: string): Promise<void>
  /** Nothing goes out on the account until a person has acted. */
  stop(id: string, status: 'needs_reconnect' | 'held', reason: string): Promise<void>
  /** The platform lets the account post again, a person says: its held posts go on. Null when there is no such account. */
  resume(workspaceId: string, id: string): Promise<Connection | null>
  /** Those that accounts can be connected on now, as the API names them. */
  platforms(app?: AppKind): Format[]
  /** At a start: posts that were held for a reason which is gone since, such as the other mode or a missing app, go on. */
  wakeHeld(): Promise<void>
  refresh(id: string): Promise<RefreshOutcome>
  refreshDue(): Promise<void>
  /** Of approvals that only a person can renew: tells which end soon, and stops the accounts of those that have. */
  watchApprovals(): Promise<void>
  save: SaveApproval
  list(workspaceId: string): Promise<Connection[]>
  exists(db: Db, workspaceId: string, platform: Format, id: string): Promise<boolean>
  remove(workspaceId: string, id: string): Promise<boolean>
  /** Posts that name no account go out on this one. Null when there is no such connection. */
  makeDefault(workspaceId: string, id: string): Promise<Connection | null>
  /** The account a post would go out on now, and until when its approval lasts if it cannot be renewed. */
  accountOf(
    db: Db,
    workspaceId: string,
    platform: Format,
    id: string | null,
  ): Promise<{ worksUntil: Date | null } | null>
  /** Seals everything again with the current key. Returns how many. */
  rotate(): Promise<number>
  connect: Connect
}

/** What a person has approved: these accounts, with this token. */
interface Approval {
  workspaceId: string
  provider: Provider
  app: AppKind
  profiles: AccountProfile[]
  tokens: Tokens
}

export interface ConnectionsOptions extends RefreshOptions {
  ids: Ids
  onUsable: OnUsable
}

/** How soon a post asks again for an account whose access could not be renewed. */
const TOKEN_WAIT_MS = 60_000
const NOT_RENEWED = 'The access to the account has ended and is being renewed. The post goes out after that.'
const UNREADABLE =
  'The stored approval cannot be read with the SECRET_KEY that is set. Put the earlier key into SECRET_KEY_OLD, or connect the account again.'

export function createConnections(options: ConnectionsOptions): Connections {
  const { pool, clock, emit, box, settingsFor } = options
  const now = () => new Date(clock.now())

  const toReady = (row: ConnectionRow): ReadyConnection => ({
    id: row.id,
    provider: providerOf(row),
    accountId: row.account_id,
    handle: row.handle,
    kind: row.kind as 'member' | 'organization',
    sandbox: row.sandbox,
    app: row.app as AppKind,
    accessToken: openTokens(box, row).accessToken,
  })

  const readOrNull = (row: ConnectionRow): ReadyConnection | null => {
    try {
      return toReady(row)
    } catch (error) {
      if (!(error instanceof SecretBoxError)) throw error
      options.log.error({ connection: row.id, err: error }, 'tokens cannot be read')
      return null
    }
  }

  const connections: Omit<Connections, 'connect'> = {
    stop: (id, status, reason) =>
      transaction(pool, async (tx) => {
        const row = await findForRefresh(tx, id)
        if (row !== null) await stopAccount(emit, tx, row, { status, reason, at: now() })
      }),
    resume: (workspaceId, id) => resumeAccount(options, workspaceId, id),
    platforms: (app) => PROVIDERS.filter((provider) => settingsFor(provider, app) !== null).map(columnOf),
    async wakeHeld() {
      for (const row of await selectUsableWithHeld(pool, options.sandbox, now())) {
        if (settingsFor(providerOf(row), row.app as AppKind) === null || readOrNull(row) === null) continue
        await transaction(pool, (tx) => options.onUsable(tx, row.workspace_id, row.platform as Format, row.id))
      }
    },
    async refresh(id) {
      const seen = await findIssuedAt(pool, id)
      return seen === null ? 'dead' : refreshToken(options, id, seen.issued_at)
    },
    async forPost(tx, workspaceId, platform, connectionId) {
      const row = connectionId
        ? await findConnection(tx, workspaceId, connectionId)
        : await findDefault(tx, workspaceId, platform)
      if (row === null) {
        const reason = connectionId
          ? 'The account this post names is no longer connected. Connect it again, or choose another one.'
          : 'No account of this platform is connected. Connect one, and the post goes on.'
        return { kind: 'none', reason }
      }
      if (row.sandbox !== options.sandbox) {
        const reason = row.sandbox
          ? 'This is a sandbox account, and Doorpost does not run in sandbox mode now.'
          : 'This is a real account, and Doorpost runs in sandbox mode now: no post leaves it.'
        return { kind: 'none', reason }
      }
      if (row.status !== 'active') return { kind: 'none', reason: row.status_reason ?? 'The account needs attention.' }
      if (row.expires_at !== null && row.expires_at <= now() && row.refresh_at === null) {
        return { kind: 'none', reason: APPROVAL_ENDED }
      }
      const connection = readOrNull(row)
      if (connection === null) return { kind: 'none', reason: UNREADABLE }
      // The first one to meet an ended token renews it; from then on everybody waits for the job that tries again.
      if (row.expires_at !== null && row.expires_at <= now() && row.refresh_failures > 0) {
        const soon = new Date(clock.now() + TOKEN_WAIT_MS)
        const until = row.refresh_at !== null && row.refresh_at > soon ? row.refresh_at : soon
        return { kind: 'no_token', until, reason: row.status_reason ?? NOT_RENEWED }
      }
      if (row.held_until === null || row.held_until <= now()) return { kind: 'ready', connection }
      return {
        kind: 'later',
        until: row.held_until,
        reason: row.status_reason ?? 'The platform asked to wait.',
        connection,
      }
    },
    async hold(id, until, reason) {
      await updateHold(pool, id, { reason, heldUntil: until, at: now() })
    },
    async refreshDue() {
      for (const { id, issued_at } of await selectDueForRefresh(pool, options.sandbox, now())) {
        await refreshToken(options, id, issued_at)
      }
    },
    watchApprovals: () => watchApprovals(options),
    save: (workspaceId, provider, profiles, tokens, app = 'standard') =>
      saveApproval(options, { workspaceId, provider, profiles, tokens, app }),
    async list(workspaceId) {
      return (await selectConnections(pool, workspaceId)).map(toConnection)
    },
    async exists(db, workspaceId, platform, id) {
      const row = await findConnection(db, workspaceId, id)
      return row !== null && row.platform === platform
    },
    remove: (workspaceId, id) =>
      transaction(pool, async (tx) => {
        const removed = await removeConnection(tx, workspaceId, id, now())
        if (removed?.newDefault) await wakePosts(options, tx, removed.newDefault)
        return removed !== null
      }),
    makeDefault: (workspaceId, id) =>
      transaction(pool, async (tx) => {
        const row = await updateDefault(tx, workspaceId, id, now())
        if (row !== null) await wakePosts(options, tx, row)
        return row && toConnection(row)
      }),
    async accountOf(db, workspaceId, platform, id) {
      const row = id ? await findConnection(db, workspaceId, id) : await findDefault(db, workspaceId, platform)
      if (row === null || row.status !== 'active') return null
      return { worksUntil: row.refresh_at === null ? row.expires_at : null }
    },
    rotate: () => rotateTokens(pool, box),
  }
  return { ...connections, connect: createConnect({ ...options, save: connections.save }) }
}

function saveApproval(options: ConnectionsOptions, approval: Approval): Promise<Connection[]> {
  const { pool, clock, ids, box, adapters, sandbox } = options
  const { workspaceId, provider, app, profiles, tokens } = approval
  const platform = columnOf(provider)
  const now = new Date(clock.now())
  return transaction(pool, async (tx) => {
    // Two approvals of one account at once would seal for a row that the other one made.
    await lockWorkspace(tx, workspaceId)
    const rows = await selectConnections(tx, workspaceId)
    const saved: Connection[] = []
    for (const { id: accountId, handle, name, kind } of profiles) {
      const known = rows.find((row) => row.platform === platform && row.account_id === accountId)
      // Its posts name the account by the id it had before.
      const id = known?.id ?? (await takeDisconnected(tx, { workspaceId, platform, accountId })) ?? ids.next().id
      const account = { id, workspaceId, platform, accountId, handle, name, kind, sandbox, app, at: now }
      const row = await upsertConnection(tx, {
        ...account,
        ...sealTokens(box, id, tokens, adapters[provider].auth, now),
      })
      await wakePosts(options, tx, row)
      saved.push(toConnection(row))
    }
    return saved
  })
}

/** Posts are held for want of a usable account: one that is usable now lets them go on. */
async function wakePosts({ onUsable }: ConnectionsOptions, tx: Tx, row: ConnectionRow): Promise<void> {
  if (row.status === 'active') await onUsable(tx, row.workspace_id, row.platform as Format, row.id)
}
