import { type Tx, transaction } from '../../db/database.ts'
import type { AccountProfile, Tokens } from '../../platforms/contract.ts'
import type { AppKind } from '../../platforms/profile.ts'
import type { Provider } from '../../platforms/registry.ts'
import type { ConnectionsOptions } from '../options.ts'
import { type Connection, toConnection } from '../show.ts'
import {
  type ConnectionRow,
  columnOf,
  lockWorkspace,
  selectConnections,
  takeDisconnected,
  upsertConnection,
} from '../store.ts'
import { sealTokens } from '../tokens.ts'

interface Approval {
  workspaceId: string
  provider: Provider
  app: AppKind
  profiles: AccountProfile[]
  tokens: Tokens
}

export function saveApproval(options: ConnectionsOptions, approval: Approval): Promise<Connection[]> {
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
      const account = {
        id,
        workspace_id: workspaceId,
        platform,
        account_id: accountId,
        handle,
        name,
        kind,
        sandbox,
        app,
      }
      const sealed = sealTokens(box, id, tokens, adapters[provider].auth, now)
      const row = await upsertConnection(tx, { ...account, ...sealed }, now)
      await wakePosts(options, tx, row)
      saved.push(toConnection(row))
    }
    return saved
  })
}

/** Posts are held for want of a usable account: one that is usable now lets them continue. */
export async function wakePosts({ onUsable }: ConnectionsOptions, tx: Tx, row: ConnectionRow): Promise<void> {
  if (row.status === 'active') await onUsable(tx, row)
}
