import { type Tx, transaction } from '../db/database.ts'
import { validationError } from '../errors.ts'
import type { Format } from '../platforms/profile.ts'
import { APPROVAL_ENDED } from './connect/approval-end.ts'
import type { RefreshOptions } from './refresh.ts'
import { type Connection, toConnection } from './show.ts'
import { type ConnectionRow, findConnection, findForRefresh, lockWorkspace, updateStatus } from './store.ts'

/** Called in the transaction that makes an account usable again: its held posts go on. */
export type OnUsable = (tx: Tx, workspaceId: string, platform: Format, connectionId: string) => Promise<void>

type Options = Pick<RefreshOptions, 'pool' | 'clock' | 'sandbox'> & { onUsable: OnUsable }

/** A person says that the platform lets the account post again. Null when the workspace has no such account. */
export function resumeAccount(options: Options, workspaceId: string, id: string): Promise<Connection | null> {
  const now = new Date(options.clock.now())
  return transaction(options.pool, async (tx) => {
    // As when it is connected again: a post that is being held at this moment waits for this lock, and looks once more.
    await lockWorkspace(tx, workspaceId)
    const row = await lockAccount(tx, workspaceId, id)
    if (row === null) return null
    const problem = problemOf(row, now, options.sandbox)
    if (problem !== null) throw validationError({ status: [problem] })
    const resumed =
      row.status === 'held'
        ? await updateStatus(tx, row.id, { status: 'active', reason: null, heldUntil: null, at: now })
        : row
    await options.onUsable(tx, workspaceId, row.platform as Format, row.id)
    return toConnection(resumed)
  })
}

async function lockAccount(tx: Tx, workspaceId: string, id: string): Promise<ConnectionRow | null> {
  const row = await findConnection(tx, workspaceId, id)
  return row && findForRefresh(tx, row.id)
}

/** Why posts on it would only be held again. */
function problemOf(row: ConnectionRow, now: Date, sandbox: boolean): string | null {
  if (row.sandbox !== sandbox) {
    return row.sandbox
      ? 'This is a sandbox account, and Doorpost does not run in sandbox mode now. Connect a real one.'
      : 'This is a real account, and Doorpost runs in sandbox mode now. Start it without the sandbox first.'
  }
  const hasEnded = row.expires_at !== null && row.expires_at <= now && row.refresh_at === null
  return row.status === 'needs_reconnect' || hasEnded ? APPROVAL_ENDED : null
}
