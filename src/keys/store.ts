import { build, type Db, run, runOne } from '../db/database.ts'

export interface KeyRow {
  id: string
  workspace_id: string
  name: string
  hint: string
  scopes: string[]
  created_by: string | null
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
}

const COLUMNS = [
  'id',
  'workspace_id',
  'name',
  'hint',
  'scopes',
  'created_by',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
] as const

export interface NewKey {
  id: string
  workspaceId: string
  name: string
  keyHash: Buffer
  hint: string
  scopes: string[]
  createdBy: string | null
  createdAt: Date
  expiresAt: Date | null
}

/** Null when a live key has the same name. */
export function insertKey(db: Db, key: NewKey): Promise<KeyRow | null> {
  return runOne(
    db,
    build
      .insertInto('api_keys')
      .values({
        id: key.id,
        workspace_id: key.workspaceId,
        name: key.name,
        key_hash: key.keyHash,
        hint: key.hint,
        scopes: key.scopes,
        created_by: key.createdBy,
        created_at: key.createdAt,
        expires_at: key.expiresAt,
      })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'name']).where('revoked_at', 'is', null).doNothing())
      .returning(COLUMNS),
  )
}

export function findKeyByHash(db: Db, keyHash: Buffer): Promise<KeyRow | null> {
  return runOne(db, build.selectFrom('api_keys').select(COLUMNS).where('key_hash', '=', keyHash))
}

export function selectKeys(db: Db, workspaceId: string): Promise<KeyRow[]> {
  return run(
    db,
    build.selectFrom('api_keys').select(COLUMNS).where('workspace_id', '=', workspaceId).orderBy('created_at', 'desc'),
  )
}

export async function hasKey(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const query = build.selectFrom('api_keys').select('id').where('workspace_id', '=', workspaceId)
  return (await runOne(db, query.where('id', '=', id))) !== null
}

/** By id or by the name of a live key. Returns what was revoked now. */
export function revokeKeys(
  db: Db,
  workspaceId: string,
  which: { id: string } | { name: string },
  at: Date,
): Promise<KeyRow[]> {
  const query = build
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('revoked_at', 'is', null)
  const chosen = 'id' in which ? query.where('id', '=', which.id) : query.where('name', '=', which.name)
  return run(db, chosen.returning(COLUMNS))
}

export async function updateLastUsed(db: Db, uses: ReadonlyMap<string, number>): Promise<void> {
  await db.query({
    text: `update api_keys set last_used_at = used.at
             from unnest($1::uuid[], $2::timestamptz[]) as used (id, at)
            where api_keys.id = used.id and (last_used_at is null or last_used_at < used.at)`,
    values: [[...uses.keys()], [...uses.values()].map((at) => new Date(at))],
  })
}

export async function findNameOfPerson(db: Db, userId: string): Promise<string | null> {
  return (await runOne(db, build.selectFrom('users').select('name').where('id', '=', userId)))?.name ?? null
}
