import { transaction } from '../db/database.ts'
import { validationError } from '../errors.ts'
import { APPROVAL_ENDED } from './connect/approval-end.ts'
import type { ConnectionsOptions } from './options.ts'
import { type Connection, toConnection } from './show.ts'
import {
  type ConnectionRow,
  findConnection,
  findForRefresh,
  hasEnded,
  lockWorkspace,
  updateConnection,
} from './store.ts'

/** A person says that the platform lets the account post again: its held posts continue. Null when there is no such account. */
export function resumeAccount(
  { pool, clock, sandbox, onUsable }: ConnectionsOptions,
  workspaceId: string,
  id: string,
): Promise<Connection | null> {
  const now = new Date(clock.now())
  return transaction(pool, async (tx) => {
    // As when it is connected again: a post that is being held at this moment waits for this lock, and looks once more.
    await lockWorkspace(tx, workspaceId)
    const known = await findConnection(tx, workspaceId, id)
    const row = known && (await findForRefresh(tx, known.id))
    if (row === null) return null
    const problem = problemOf(row, now, sandbox)
    if (problem !== null) throw validationError({ status: [problem] })
    const change = { status: 'active', status_reason: null, held_until: null, updated_at: now }
    const resumed = row.status === 'held' ? await updateConnection(tx, row.id, change) : row
    await onUsable(tx, resumed)
    return toConnection(resumed)
  })
}

/** Why posts on it would only be held again. */
function problemOf(row: ConnectionRow, now: Date, sandbox: boolean): string | null {
  if (row.sandbox !== sandbox) {
    return row.sandbox
      ? 'This is a sandbox account, and Doorpost does not run in sandbox mode now. Connect a real one.'
      : 'This is a real account, and Doorpost runs in sandbox mode now. Start it without the sandbox first.'
  }
  return row.status === 'needs_reconnect' || hasEnded(row, now) ? APPROVAL_ENDED : null
}
