import type { Insertable, Updateable } from 'kysely'
import { build, type Db, runOne } from '../db/database.ts'
import { countRows } from '../db/statements/counts.ts'
import { type Slice, slicePage } from '../db/statements/paging.ts'
import type { DB } from '../db/types.ts'

const COLUMNS = ['id', 'name', 'filter', 'created_at', 'updated_at'] as const

export type ViewRow = NonNullable<Awaited<ReturnType<typeof findView>>>

function selectOwn(workspaceId: string) {
  return build.selectFrom('contact_views').select(COLUMNS).where('workspace_id', '=', workspaceId)
}

/** Newest first. */
export function selectViews(db: Db, workspaceId: string, slice: Slice) {
  return slicePage(db, selectOwn(workspaceId), slice)
}

export function findView(db: Db, workspaceId: string, id: string) {
  return runOne(db, selectOwn(workspaceId).where('id', '=', id))
}

export function countViews(db: Db, workspaceId: string): Promise<number> {
  return countRows(db, selectOwn(workspaceId))
}

/** Null when another one has the name. */
export function insertView(db: Db, view: Insertable<DB['contact_views']>): Promise<ViewRow | null> {
  const query = build.insertInto('contact_views').values(view)
  return runOne(db, query.onConflict((conflict) => conflict.doNothing()).returning(COLUMNS))
}

export function updateView(db: Db, workspaceId: string, id: string, change: Updateable<DB['contact_views']>) {
  const query = build.updateTable('contact_views').set(change).where('workspace_id', '=', workspaceId)
  return runOne(db, query.where('id', '=', id).returning(COLUMNS))
}

export async function removeView(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const gone = build.deleteFrom('contact_views').where('workspace_id', '=', workspaceId).where('id', '=', id)
  return (await runOne(db, gone.returning('id'))) !== null
}
