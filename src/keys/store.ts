import type { Insertable } from 'kysely'
import { build, type Db, run, runOne, sql } from '../db/database.ts'
import { selectColumns } from '../db/statements/columns.ts'
import type { DB } from '../db/types.ts'
import { apiKey } from './schemas.ts'

const COLUMNS = [...selectColumns(apiKey.columns), 'workspace_id'] as const

export type KeyRow = NonNullable<Awaited<ReturnType<typeof findKeyByHash>>>

/** Returns null if a live key has the same name. */
export function insertKey(db: Db, key: Insertable<DB['api_keys']>): Promise<KeyRow | null> {
  const query = build
    .insertInto('api_keys')
    .values(key)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'name']).where('revoked_at', 'is', null).doNothing())
  return runOne(db, query.returning(COLUMNS))
}

export function findKeyByHash(db: Db, keyHash: Buffer) {
  return runOne(db, build.selectFrom('api_keys').select(COLUMNS).where('key_hash', '=', keyHash))
}

export function selectKeys(db: Db, workspaceId: string): Promise<KeyRow[]> {
  const query = build.selectFrom('api_keys').select(COLUMNS).where('workspace_id', '=', workspaceId)
  return run(db, query.orderBy('created_at', 'desc'))
}

export async function hasKey(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const query = build.selectFrom('api_keys').select('id').where('workspace_id', '=', workspaceId)
  return (await runOne(db, query.where('id', '=', id))) !== null
}

/** Revokes by id, or by the name of a live key. Returns the keys that were revoked now. */
export function revokeKeys(
  db: Db,
  workspaceId: string,
  which: { id: string } | { name: string },
  at: Date,
): Promise<KeyRow[]> {
  const all = build.updateTable('api_keys').set({ revoked_at: at }).where('workspace_id', '=', workspaceId)
  const chosen = 'id' in which ? all.where('id', '=', which.id) : all.where('name', '=', which.name)
  return run(db, chosen.where('revoked_at', 'is', null).returning(COLUMNS))
}

export async function updateLastUsed(db: Db, uses: ReadonlyMap<string, number>): Promise<void> {
  const query = sql`update api_keys set last_used_at = used.at
      from unnest(${[...uses.keys()]}::uuid[],
        ${[...uses.values()].map((at) => new Date(at))}::timestamptz[]) as used (id, at)
     where api_keys.id = used.id and (last_used_at is null or last_used_at < used.at)`
  await run(db, query)
}

export async function findNameOfPerson(db: Db, userId: string): Promise<string | null> {
  return (await runOne(db, build.selectFrom('users').select('name').where('id', '=', userId)))?.name ?? null
}
