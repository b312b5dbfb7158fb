import type { Db } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { type PageRequest, sliceOf, toPage } from '../http/pagination.ts'
import type { KeyInput } from './input.ts'
import { createKey } from './keys.ts'
import type { KeyState } from './schemas.ts'
import { hasKey, type KeyRow, revokeKeys, selectKeys } from './store.ts'

type ApiKey = ReturnType<typeof showKey>

export type ApiKeys = ReturnType<typeof createApiKeys>

/** Keys as the people of a workspace see them. */
export function createApiKeys({ pool, clock, ids }: Pick<Parts, 'pool' | 'clock' | 'ids'>) {
  return {
    /** Null when a key that is not revoked has the name. */
    async createIn(db: Db, workspaceId: string, input: KeyInput, createdBy: string | null) {
      const created = await createKey(db, ids, { workspaceId, ...input, createdBy })
      return created && { ...showKey(created.row, clock.now()), key: created.key }
    },
    async list(workspaceId: string, state: KeyState | null, page: PageRequest) {
      // There are few of them: one query reads all.
      const all = (await selectKeys(pool, workspaceId))
        .map((row) => showKey(row, clock.now()))
        .filter((key) => state === null || key.state === state)
        .sort(liveFirst)
      const { limit, offset, afterId } = sliceOf(page, all.length)
      const from = afterId === null ? offset : placeAfter(all, afterId)
      const { rows, pagination } = toPage(page, all.length, all.slice(from, from + limit))
      return { keys: rows, pagination }
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

export function nameTaken(name: string): string {
  return `There is a key named "${name}" already. Revoke it first, or choose another name.`
}

/** Live keys first, then the newest first. */
function liveFirst(a: ApiKey, b: ApiKey): number {
  return Number(b.state === 'live') - Number(a.state === 'live') || (a.id < b.id ? 1 : -1)
}

/** Keys are never deleted, so the one before the page is there, unless it is of another state by now. */
function placeAfter(keys: readonly ApiKey[], id: string): number {
  const place = keys.findIndex((key) => key.id === id)
  return place === -1 ? keys.length : place + 1
}

function showKey(row: KeyRow, now: number) {
  const { id, name, hint, scopes, created_by, created_at, last_used_at, expires_at, revoked_at } = row
  const state = stateOf(row, now)
  return { id, name, hint, scopes, state, created_by, created_at, last_used_at, expires_at, revoked_at }
}
