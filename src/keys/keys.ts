import type { Db } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { isBehind } from '../db/statements/paging.ts'
import { validationError } from '../errors.ts'
import { WINDOW_SECONDS } from '../http/access/windows.ts'
import type { KeyCaller } from '../http/call.ts'
import { type PageRequest, pageOfAll } from '../http/pagination.ts'
import type { Ids } from '../lib/ids.ts'
import { HOUR_MS } from '../lib/time/span.ts'
import { type Message, message } from '../messages/message.ts'
import { keyFormat } from './hash.ts'
import { apiKey, type KeyState, type NewKey } from './schemas.ts'
import { findOwnKey, hasKey, insertKey, type KeyRow, revokeKeys, rotateKey, selectKeys } from './store.ts'

/**
 * Returns the row and the key itself, which cannot be shown again. Returns null if a live key has the name. `createdBy`
 * is the name of the person who creates it; the command line leaves it out.
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

type ApiKeysDeps = Pick<Parts, 'pool' | 'clock' | 'ids'> & { requestsPerWindow: number }

export function createApiKeys({ pool, clock, ids, requestsPerWindow }: ApiKeysDeps) {
  const show = (row: KeyRow) => showKey(row, clock.now())
  return {
    /** Returns null if a live key has the name. */
    async createIn(db: Db, workspaceId: string, input: NewKey, createdBy: string | null) {
      const created = await createKey(db, ids, { workspaceId, ...input, createdBy })
      return created && { ...show(created.row), key: created.key }
    },
    /** Live keys first, in order within each group. */
    async list(workspaceId: string, state: KeyState | null, page: PageRequest) {
      // A workspace has few keys, so one query reads all.
      const all = (await selectKeys(pool, workspaceId))
        .map(show)
        .filter((key) => state === null || key.state === state)
        .sort(
          (a, b) =>
            Number(b.state === 'live') - Number(a.state === 'live') || (isBehind(page.order, a.id, b.id) ? 1 : -1),
        )
      // Keys are never deleted, so the row before the page exists, unless its state has changed.
      return pageOfAll(page, all)
    },
    /** The key of a request, as it may see itself. */
    async self({ workspaceId, keyId }: KeyCaller) {
      const { workspace_name: name, ...key } = (await findOwnKey(pool, workspaceId, keyId))!
      const rate_limit = { requests: requestsPerWindow, window_seconds: WINDOW_SECONDS }
      return { ...key, workspace: { id: workspaceId, name }, rate_limit }
    },
    /** Null if there is no such key. Throws 400 if it is not live. */
    async rotateIn(db: Db, workspaceId: string, id: string, graceHours: number) {
      const rotated = await rotateSecret(db, { workspaceId, id }, graceHours, clock.now())
      if (rotated !== null) return { ...show(rotated.row), key: rotated.key }
      if (await hasKey(db, workspaceId, id)) throw validationError({ id: [NOT_LIVE] })
      return null
    },
    /** Returns false if there is no such key. A key that was already revoked stays as it was. */
    async revoke(workspaceId: string, id: string): Promise<boolean> {
      const revoked = await revokeKeys(pool, workspaceId, { id }, new Date(clock.now()))
      return revoked.length > 0 || hasKey(pool, workspaceId, id)
    },
  }
}

const NOT_LIVE = message('key.not_live')

/** Null if there is no such live key. */
export async function rotateSecret(
  db: Db,
  which: { workspaceId: string; id: string },
  graceHours: number,
  now: number,
) {
  const key = keyFormat.create()
  const secret = { key_hash: keyFormat.hashOf(key), hint: keyFormat.hintOf(key) }
  const oldUntil = new Date(now + graceHours * HOUR_MS)
  const row = await rotateKey(db, which, { ...secret, oldUntil, at: new Date(now) })
  return row && { key, row }
}

function showKey(row: KeyRow, now: number) {
  const isLive = stateOf(row, now) === 'live'
  const until = isLive && row.old_key_until !== null && row.old_key_until.getTime() > now ? row.old_key_until : null
  return apiKey.show({
    ...row,
    state: stateOf(row, now),
    previous_hint: until && row.old_hint,
    previous_until: until,
    previous_last_used_at: until && row.old_last_used_at,
  })
}

export function stateOf(key: KeyRow, now: number): KeyState {
  if (key.revoked_at) return 'revoked'
  return key.expires_at && key.expires_at.getTime() <= now ? 'expired' : 'live'
}

export function nameTaken(name: string): Message {
  return message('key.name_taken', { name })
}
