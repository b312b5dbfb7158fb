import { type Tx, transaction } from '../db/database.ts'
import type { Emit, EventType, NewEvent } from '../events/emit.ts'
import { DAY_MS } from '../lib/time/span.ts'
import { message, type Said } from '../messages/message.ts'
import type { Provider } from '../platforms/registry.ts'
import type { AccountProfile, Tokens } from '../platforms/shared/contract.ts'
import type { AppKind } from '../platforms/shared/provider.ts'
import type { ConnectionsOptions } from './options.ts'
import { type Connection, toConnection } from './schemas.ts'
import * as store from './store.ts'
import { sealTokens } from './tokens.ts'

interface Approval {
  workspaceId: string
  provider: Provider
  app: AppKind
  /** The app that was approved; null where no app of the operator is needed. */
  clientId: string | null
  serviceUrl: string | null
  profiles: AccountProfile[]
  tokens: Tokens
}

export function saveApproval(options: ConnectionsOptions, approval: Approval): Promise<Connection[]> {
  const { pool, clock, ids, box, adapters, sandbox } = options
  const { workspaceId, provider, app, clientId, serviceUrl, profiles, tokens } = approval
  const platform = store.formatOf(provider)
  const now = new Date(clock.now())
  return transaction(pool, async (tx) => {
    // Without the lock, two approvals at once could seal tokens for different rows.
    await store.lockWorkspace(tx, workspaceId)
    const rows = await store.selectConnections(tx, workspaceId)
    const saved: Connection[] = []
    for (const { id: accountId, handle, name, kind, limits } of profiles) {
      const known = rows.find((row) => row.provider === provider && row.account_id === accountId)
      const account = { workspace_id: workspaceId, provider, account_id: accountId }
      const id = known?.id ?? (await store.takeDisconnected(tx, account)) ?? ids.next().id
      const sealed = sealTokens(box, id, tokens, adapters[provider].auth, now)
      const server = { service_url: serviceUrl, limits: limits ? JSON.stringify(limits) : null }
      const shown = { platform, handle, name, kind, sandbox, app, client_id: clientId }
      const row = await store.upsertConnection(tx, { id, ...account, ...shown, ...server, ...sealed }, now)
      await wakePosts(options, tx, row)
      saved.push(toConnection(row))
    }
    return saved
  })
}

/** Held posts continue. */
export async function wakePosts({ onUsable }: ConnectionsOptions, tx: Tx, row: store.ConnectionRow): Promise<void> {
  if (row.status === 'active') await onUsable(tx, row)
}

export const APPROVAL_ENDED = message('account.approval_ended')

const NOTICE_MS = 7 * DAY_MS

/** The caller's `tx` has locked the row. Each status is reported once. */
export async function stopAccount(
  emit: Emit,
  tx: Tx,
  row: store.ConnectionRow,
  { status, reason, at }: { status: 'needs_reconnect' | 'held'; reason: Said; at: Date },
): Promise<void> {
  const change = { status, ...store.statusReason(reason), held_until: null, updated_at: at }
  const stopped = await store.updateConnection(tx, row.id, change)
  if (status === 'held' || row.status === 'needs_reconnect') return
  await emit(tx, toEvent(stopped, 'connection.needs_reconnect'))
}

function toEvent(row: store.ConnectionRow, type: EventType): NewEvent {
  const { workspace_id: workspaceId, id: subjectId, version: subjectVersion } = row
  return { workspaceId, type, subjectId, subjectVersion, data: toConnection(row) }
}

/** Reports approvals that end soon, and stops accounts whose approval has ended. */
export async function watchApprovals({ pool, clock, emit, sandbox }: ConnectionsOptions): Promise<void> {
  const at = new Date(clock.now())
  await transaction(pool, async (tx) => {
    const rows = await store.updateExpiryTold(tx, sandbox, { at, until: new Date(at.getTime() + NOTICE_MS) })
    await emit(tx, ...rows.map((row) => toEvent(row, 'connection.expiring')))
  })
  for (const { id, issued_at: seen } of await store.selectEnded(pool, sandbox, at)) {
    await transaction(pool, async (tx) => {
      const row = await store.findForRefresh(tx, id)
      // The account changed after it was looked up.
      if (row?.status !== 'active' || row.issued_at.getTime() !== seen.getTime()) return
      await stopAccount(emit, tx, row, { status: 'needs_reconnect', reason: APPROVAL_ENDED, at })
    })
  }
}
