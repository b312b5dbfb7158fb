import type { Insertable } from 'kysely'
import { build, type Db, run, runOne, sql, type Tx } from '../db/database.ts'
import { textArray } from '../db/statements/arrays.ts'
import { selectColumns } from '../db/statements/columns.ts'
import { containsPattern } from '../db/statements/like.ts'
import type { Links } from '../db/types.ts'
import { type LinkChange, type LinkFilter, link } from './schemas.ts'
import type { Utm } from './target.ts'

const COLUMNS = [...selectColumns(link.columns), 'workspace_id', 'version', sql<Utm>`utm`.as('utm')] as const

interface NewRow extends Pick<Insertable<Links>, 'workspace_id' | 'id' | 'code' | 'post_id' | 'target' | 'name'> {
  utm: Utm
  created_at: Date
}

export type LinkRow = NonNullable<Awaited<ReturnType<typeof lockLink>>>
export type CountedLinkRow = NonNullable<Awaited<ReturnType<typeof findLink>>>

type Counts = Record<'clicks' | 'visitors' | 'bots' | 'previews' | 'heads' | 'leads', number>

/** One value, so that a page far down the list does not count what it skips. */
const counts = sql<Counts>`(
  select json_build_object(
           'clicks', coalesce(sum(c.clicks), 0), 'visitors', coalesce(sum(c.visitors), 0),
           'bots', coalesce(sum(c.bots), 0), 'previews', coalesce(sum(c.previews), 0), 'heads', coalesce(sum(c.heads), 0),
           'leads', (select coalesce(sum(rows), 0) from row_counts
                      where row_counts.workspace_id = links.workspace_id and kind = 'link_leads:' || links.id))
    from link_counts as c
   where c.workspace_id = links.workspace_id and c.link_id = links.id)`

function selectCounted() {
  return build.selectFrom('links').select([...COLUMNS, counts.as('counts')])
}

/** False when the code is taken: it is then drawn again. */
export async function insertLink(db: Db, { utm, ...row }: NewRow): Promise<boolean> {
  const values = { ...row, utm: JSON.stringify(utm), updated_at: row.created_at }
  const query = build
    .insertInto('links')
    .values(values)
    .onConflict((conflict) => conflict.column('code').doNothing())
  return (await runOne(db, query.returning('id'))) !== null
}

export function findLink(db: Db, workspaceId: string, id: string) {
  return runOne(db, selectCounted().where('workspace_id', '=', workspaceId).where('id', '=', id))
}

export function lockLink(tx: Tx, workspaceId: string, id: string) {
  const query = build.selectFrom('links').select(COLUMNS).where('workspace_id', '=', workspaceId)
  return runOne(tx, query.where('id', '=', id).forUpdate())
}

export function selectOfPost(db: Db, workspaceId: string, postId: string) {
  const query = build.selectFrom('links').select(COLUMNS).where('workspace_id', '=', workspaceId)
  return run(db, query.where('post_id', '=', postId).orderBy('id'))
}

export function matching(workspaceId: string, { post_id, q }: LinkFilter) {
  let query = selectCounted().where('workspace_id', '=', workspaceId)
  if (post_id !== null) query = query.where('post_id', '=', post_id)
  if (q !== null) {
    const pattern = containsPattern(q)
    query = query.where(({ or, eb }) =>
      or([eb('name', 'ilike', pattern), eb('target', 'ilike', pattern), eb('code', 'ilike', pattern)]),
    )
  }
  return query
}

type RowChange = Omit<LinkChange, 'disabled'> & { disabled_at?: Date | null }

export async function updateLink(tx: Tx, { workspace_id, id }: LinkRow, { utm, ...change }: RowChange, now: Date) {
  const values = { ...change, ...(utm === undefined ? {} : { utm: JSON.stringify(utm) }), updated_at: now }
  const query = build.updateTable('links').set(({ eb }) => ({ ...values, version: eb('version', '+', 1) }))
  await run(tx, query.where('workspace_id', '=', workspace_id).where('id', '=', id))
}

/** Whether a post that is still there has the link in its text. */
export async function isOfPost(tx: Tx, workspaceId: string, postId: string): Promise<boolean> {
  const query = build.selectFrom('posts').select('id').where('workspace_id', '=', workspaceId)
  return (await runOne(tx, query.where('id', '=', postId))) !== null
}

/** With everything that was counted of it. */
export async function removeLink(tx: Tx, workspaceId: string, id: string): Promise<void> {
  for (const table of ['link_days', 'link_months', 'link_counts'] as const) {
    await run(tx, build.deleteFrom(table).where('workspace_id', '=', workspaceId).where('link_id', '=', id))
  }
  await run(tx, build.deleteFrom('links').where('workspace_id', '=', workspaceId).where('id', '=', id))
}

const KNOWN = ['workspace_id', 'id', 'code', 'post_id', 'target', sql<Utm>`utm`.as('utm'), 'disabled_at'] as const

export type KnownRow = Awaited<ReturnType<typeof selectByCodes>>[number]

/** Anyone who knows the code may follow the link, so this looks in all workspaces. */
export function selectByCodes(db: Db, codes: readonly string[]) {
  const query = build.selectFrom('links').select(KNOWN)
  return run(db, query.where('code', '=', sql<string>`any(${textArray(codes)}::text[])`))
}

export function selectNewest(db: Db, belowId: string | null, most: number): Promise<KnownRow[]> {
  const query = build.selectFrom('links').select(KNOWN).orderBy('id', 'desc').limit(most)
  return run(db, belowId === null ? query : query.where('id', '<', belowId))
}

/** Removes the links of a post that is not out yet, except those it still has in its text. */
export async function keepOnlyIn(tx: Tx, workspaceId: string, postId: string, kept: readonly string[]): Promise<void> {
  for (const { id } of await selectOfPost(tx, workspaceId, postId)) {
    if (!kept.includes(id)) await removeLink(tx, workspaceId, id)
  }
}
