import type { Db } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { type PageRequest, pageOfAll } from '../http/pagination.ts'
import type { Ids } from '../lib/ids.ts'
import { type Message, message } from '../messages/message.ts'
import { keyFormat } from './hash.ts'
import { apiKey, type KeyState, type NewKey } from './schemas.ts'
import { hasKey, insertKey, type KeyRow, revokeKeys, selectKeys } from './store.ts'

/**
 * Returns the key itself, which is never known again, and its row. Null when a key that is not revoked has the name.
 * `createdBy` is the name of the person who makes it; the command line leaves it out.
 */
export async function createKey(
  db: Db,
  ids: Ids,
  { workspaceId, createdBy = null, ...input }: NewKey & { workspaceId: string; createdBy?: string | null },
) {
  const key = keyFormat.create()
  const { id, at } = ids.next()
  const row = await insertKey(db, {
    ...input,
    id,
    workspace_id: workspaceId,
    key_hash: keyFormat.hashOf(key),
    hint: keyFormat.hintOf(key),
    created_by: createdBy,
    created_at: new Date(at),
  })
  return row && { key, row }
}

export type ApiKeys = ReturnType<typeof createApiKeys>

/** Keys as the people of a workspace see them. */
export function createApiKeys({ pool, clock, ids }: Pick<Parts, 'pool' | 'clock' | 'ids'>) {
  const show = (row: KeyRow) => apiKey.show({ ...row, state: stateOf(row, clock.now()) })
  return {
    /** Null when a key that is not revoked has the name. */
    async createIn(db: Db, workspaceId: string, input: NewKey, createdBy: string | null) {
      const created = await createKey(db, ids, { workspaceId, ...input, createdBy })
      return created && { ...show(created.row), key: created.key }
    },
    /** Live keys first, then the newest first. */
    async list(workspaceId: string, state: KeyState | null, page: PageRequest) {
      // There are few of them: one query reads all, newest first.
      const all = (await selectKeys(pool, workspaceId))
        .map(show)
        .filter((key) => state === null || key.state === state)
        .sort((a, b) => Number(b.state === 'live') - Number(a.state === 'live') || (a.id < b.id ? 1 : -1))
      // Keys are never deleted, so the one before the page is there, unless its state has changed.
      return pageOfAll(page, all)
    },
    /** False when there is no such key. One that was revoked before stays as it was. */
    async revoke(workspaceId: string, id: string): Promise<boolean> {
      const revoked = await revokeKeys(pool, workspaceId, { id }, new Date(clock.now()))
      return revoked.length > 0 || hasKey(pool, workspaceId, id)
    },
  }
}

export function stateOf(key: KeyRow, now: number): KeyState {
  if (key.revoked_at) return 'revoked'
  return key.expires_at && key.expires_at.getTime() <= now ? 'expired' : 'live'
}

export function nameTaken(name: string): Message {
  return message('key.name_taken', { name })
}
