import { type Tx, transaction } from '../../db/database.ts'
import type { Emit, EventType, NewEvent } from '../../events/emit.ts'
import { DAY_MS } from '../../lib/time/span.ts'
import type { ConnectionsOptions } from '../options.ts'
import { toConnection } from '../show.ts'
import { type ConnectionRow, findForRefresh, selectEnded, updateConnection, updateExpiryTold } from '../store.ts'

export const APPROVAL_ENDED = 'The approval of the account has ended. Connect it again.'

const NOTICE_MS = 7 * DAY_MS

/** Nothing goes out on the account any more. `tx` has locked its row, so a status that it already has is not reported again. */
export async function stopAccount(
  emit: Emit,
  tx: Tx,
  row: ConnectionRow,
  { status, reason, at }: { status: 'needs_reconnect' | 'held'; reason: string; at: Date },
): Promise<void> {
  const change = { status, status_reason: reason, held_until: null, updated_at: at }
  const stopped = await updateConnection(tx, row.id, change)
  if (status === 'held' || row.status === 'needs_reconnect') return
  await emit(tx, toEvent(stopped, 'connection.needs_reconnect'))
}

function toEvent(row: ConnectionRow, type: EventType): NewEvent {
  const { workspace_id: workspaceId, id: subjectId, version: subjectVersion } = row
  return { workspaceId, type, subjectId, subjectVersion, data: toConnection(row) }
}

/** For approvals that only a person can renew: tells which ones end soon, and stops accounts whose approval has ended. */
export async function watchApprovals({ pool, clock, emit, sandbox }: ConnectionsOptions): Promise<void> {
  const at = new Date(clock.now())
  await transaction(pool, async (tx) => {
    const rows = await updateExpiryTold(tx, sandbox, { at, until: new Date(at.getTime() + NOTICE_MS) })
    await emit(tx, ...rows.map((row) => toEvent(row, 'connection.expiring')))
  })
  for (const { id, issued_at: seen } of await selectEnded(pool, sandbox, at)) {
    await transaction(pool, async (tx) => {
      const row = await findForRefresh(tx, id)
      // Connected again, or stopped for another reason, since it was looked up.
      if (row?.status !== 'active' || row.issued_at.getTime() !== seen.getTime()) return
      await stopAccount(emit, tx, row, { status: 'needs_reconnect', reason: APPROVAL_ENDED, at })
    })
  }
}
