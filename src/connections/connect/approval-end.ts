import { type Pool, type Tx, transaction } from '../../db/database.ts'
import type { Emit, EventType, NewEvent } from '../../events/emit.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { toConnection } from '../show.ts'
import { type ConnectionRow, findForRefresh, selectEnded, updateExpiryTold, updateStatus } from '../store.ts'

export const APPROVAL_ENDED = 'The approval of the account has ended. Connect it again.'

const NOTICE_MS = 7 * 24 * 60 * 60_000

/** Nothing goes out on the account any more. Its row is locked by `tx`, so that the same status again is known as no news. */
export async function stopAccount(
  emit: Emit,
  tx: Tx,
  row: ConnectionRow,
  stop: { status: 'needs_reconnect' | 'held'; reason: string; at: Date },
): Promise<void> {
  const stopped = await updateStatus(tx, row.id, { ...stop, heldUntil: null })
  if (stop.status === 'held' || row.status === 'needs_reconnect') return
  await emit(tx, toEvent(stopped, 'connection.needs_reconnect'))
}

function toEvent(row: ConnectionRow, type: EventType): NewEvent {
  return {
    workspaceId: row.workspace_id,
    type,
    subjectId: row.id,
    subjectVersion: row.version,
    data: toConnection(row),
  }
}

/** Of approvals that only a person can renew: tells which end soon, and stops the accounts of those that have. */
export async function watchApprovals({
  pool,
  clock,
  emit,
  sandbox,
}: {
  pool: Pool
  clock: Clock
  emit: Emit
  sandbox: boolean
}): Promise<void> {
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
