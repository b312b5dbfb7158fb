import type { Insertable, SqlBool } from 'kysely'
import { build, type Db, run, runOne, sql } from '../db/database.ts'
import { selectColumns } from '../db/statements/columns.ts'
import type { DB } from '../db/types.ts'
import { apiKey } from './schemas.ts'

const COLUMNS = [
  ...selectColumns(apiKey.columns),
  ...(['workspace_id', 'key_hash', 'old_hint', 'old_key_until', 'old_last_used_at'] as const),
] as const

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
  const query = build.selectFrom('api_keys').select(COLUMNS)
  return runOne(db, query.where(sql<SqlBool>`(key_hash = ${keyHash} or old_key_hash = ${keyHash})`))
}

export function selectKeys(db: Db, workspaceId: string): Promise<KeyRow[]> {
  const query = build.selectFrom('api_keys').select(COLUMNS).where('workspace_id', '=', workspaceId)
  return run(db, query.orderBy('created_at', 'desc'))
}

/** Joined with its workspace. */
export function findOwnKey(db: Db, workspaceId: string, id: string) {
  const columns = ['id', 'name', 'hint', 'scopes', 'created_at', 'expires_at'] as const
  const query = build
    .selectFrom('api_keys')
    .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
    .select(columns.map((column) => `api_keys.${column}` as const))
    .select('workspaces.name as workspace_name')
  return runOne(db, query.where('api_keys.workspace_id', '=', workspaceId).where('api_keys.id', '=', id))
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

/** The current secret becomes the previous one; the one before that ends. Null if the key is not live. */
export function rotateKey(
  db: Db,
  key: { workspaceId: string; id: string },
  { key_hash, hint, oldUntil, at }: { key_hash: Buffer; hint: string; oldUntil: Date; at: Date },
): Promise<KeyRow | null> {
  const query = build
    .updateTable('api_keys')
    .set(({ ref }) => ({
      key_hash,
      hint,
      last_used_at: null,
      old_key_hash: ref('key_hash'),
      old_hint: ref('hint'),
      old_last_used_at: ref('last_used_at'),
      old_key_until: oldUntil,
    }))
    .where('workspace_id', '=', key.workspaceId)
    .where('id', '=', key.id)
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
  return runOne(db, query.returning(COLUMNS))
}

/** By the hash of the secret that was used, in hex: a key has two for a while after a rotation. */
export async function updateLastUsed(db: Db, uses: ReadonlyMap<string, number>): Promise<void> {
  const used = sql`unnest(${[...uses.keys()].map((hash) => Buffer.from(hash, 'hex'))}::bytea[],
        ${[...uses.values()].map((at) => new Date(at))}::timestamptz[]) as used (hash, at)`
  await run(
    db,
    sql`update api_keys set last_used_at = used.at from ${used}
         where key_hash = used.hash and (last_used_at is null or last_used_at < used.at)`,
  )
  await run(
    db,
    sql`update api_keys set old_last_used_at = used.at from ${used}
         where old_key_hash = used.hash and (old_last_used_at is null or old_last_used_at < used.at)`,
  )
}

export async function findNameOfPerson(db: Db, userId: string): Promise<string | null> {
  return (await runOne(db, build.selectFrom('users').select('name').where('id', '=', userId)))?.name ?? null
}
