import type { Insertable } from 'kysely'
import { build, type Db, prepare, run, runOne, sql, type Tx } from '../db/database.ts'
import { textArray, uuidArray } from '../db/statements/arrays.ts'
import { selectColumns } from '../db/statements/columns.ts'
import { countRows } from '../db/statements/counts.ts'
import { containsPattern } from '../db/statements/like.ts'
import { preparePages, type Slice, slicePage } from '../db/statements/paging.ts'
import type { Links } from '../db/types.ts'
import { type LinkChange, type LinkFilter, link } from './schemas.ts'
import type { Utm } from './target.ts'

const COLUMNS = [...selectColumns(link.columns), 'workspace_id', 'version', sql<Utm>`utm`.as('utm')] as const

interface NewRow extends Pick<Insertable<Links>, 'workspace_id' | 'id' | 'code' | 'post_id' | 'target' | 'name'> {
  utm: Utm
  created_at: Date
}

export type LinkRow = NonNullable<Awaited<ReturnType<typeof lockLink>>>
export type CountedLinkRow = LinkRow & { counts: Counts }

type Counts = Record<'clicks' | 'visitors' | 'bots' | 'previews' | 'heads' | 'leads', number>

const NO_COUNTS: Counts = { clicks: 0, visitors: 0, bots: 0, previews: 0, heads: 0, leads: 0 }

const selectCounts = prepare(
  'links.counts',
  (of: { workspaceId: string; ids: Buffer; kinds: Buffer }) => sql<Counts & { id: string }>`
    select id, coalesce(clicks, 0)::float8 as clicks, coalesce(visitors, 0)::float8 as visitors, coalesce(bots, 0)::float8 as bots,
           coalesce(previews, 0)::float8 as previews, coalesce(heads, 0)::float8 as heads, coalesce(leads, 0)::float8 as leads
      from (select link_id as id, sum(clicks) as clicks, sum(visitors) as visitors, sum(bots) as bots,
                   sum(previews) as previews, sum(heads) as heads
              from link_counts where workspace_id = ${of.workspaceId} and link_id = any(${of.ids}::uuid[]) group by 1) as counted
           full join (
             select split_part(kind, ':', 2)::uuid as id, sum(rows) as leads from row_counts
              where workspace_id = ${of.workspaceId} and kind = any(${of.kinds}::text[]) group by 1) as led using (id)`,
)

/** Separate from the links, so that a page far down the list does not count what it skips. */
async function withCounts(db: Db, workspaceId: string, rows: readonly LinkRow[]): Promise<CountedLinkRow[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const kinds = textArray(ids.map((id) => `link_leads:${id}`))
  const found = await run(db, selectCounts({ workspaceId, ids: uuidArray(ids), kinds }))
  const counts = new Map(found.map(({ id, ...each }) => [id, each]))
  return rows.map((row) => ({ ...row, counts: counts.get(row.id) ?? NO_COUNTS }))
}

/** Returns false if the code is taken; the caller then draws another. */
export async function insertLink(db: Db, { utm, ...row }: NewRow): Promise<boolean> {
  const values = { ...row, utm: JSON.stringify(utm), updated_at: row.created_at }
  const query = build
    .insertInto('links')
    .values(values)
    .onConflict((conflict) => conflict.column('code').doNothing())
  return (await runOne(db, query.returning('id'))) !== null
}

export async function findLink(db: Db, workspaceId: string, id: string): Promise<CountedLinkRow | null> {
  const query = build.selectFrom('links').select(COLUMNS).where('workspace_id', '=', workspaceId)
  const row = await runOne(db, query.where('id', '=', id))
  return row && (await withCounts(db, workspaceId, [row]))[0]!
}

export function lockLink(tx: Tx, workspaceId: string, id: string) {
  const query = build.selectFrom('links').select(COLUMNS).where('workspace_id', '=', workspaceId)
  return runOne(tx, query.where('id', '=', id).forUpdate())
}

export function selectOfPost(db: Db, workspaceId: string, postId: string) {
  const query = build.selectFrom('links').select(COLUMNS).where('workspace_id', '=', workspaceId)
  return run(db, query.where('post_id', '=', postId).orderBy('id'))
}

function selectFiltered(workspaceId: string, { post_id, q }: LinkFilter) {
  let query = build.selectFrom('links').select(COLUMNS).where('workspace_id', '=', workspaceId)
  if (post_id !== null) query = query.where('post_id', '=', post_id)
  if (q !== null) {
    const pattern = containsPattern(q)
    query = query.where(({ or, eb }) =>
      or([eb('name', 'ilike', pattern), eb('target', 'ilike', pattern), eb('code', 'ilike', pattern)]),
    )
  }
  return query
}

const NO_FILTER: LinkFilter = { post_id: null, q: null }

const selectAll = preparePages('links.page', ({ workspaceId }: { workspaceId: string }) =>
  selectFiltered(workspaceId, NO_FILTER),
)

export function countLinks(db: Db, workspaceId: string, filter: LinkFilter): Promise<number> {
  return countRows(db, selectFiltered(workspaceId, filter))
}

/** Newest first. */
export async function selectLinks(db: Db, workspaceId: string, filter: LinkFilter, slice: Slice) {
  const isFiltered = Object.values(filter).some((value) => value !== null)
  const { rows, ...rest } = isFiltered
    ? await slicePage(db, selectFiltered(workspaceId, filter), slice)
    : await selectAll(db, { workspaceId }, slice)
  return { rows: await withCounts(db, workspaceId, rows), ...rest }
}

type RowChange = Omit<LinkChange, 'disabled'> & { disabled_at?: Date | null }

export async function updateLink(tx: Tx, { workspace_id, id }: LinkRow, { utm, ...change }: RowChange, now: Date) {
  const values = { ...change, ...(utm === undefined ? {} : { utm: JSON.stringify(utm) }), updated_at: now }
  const query = build.updateTable('links').set(({ eb }) => ({ ...values, version: eb('version', '+', 1) }))
  await run(tx, query.where('workspace_id', '=', workspace_id).where('id', '=', id))
}

/** Whether an existing post has the link in its text. */
export async function isOfPost(tx: Tx, workspaceId: string, postId: string): Promise<boolean> {
  const query = build.selectFrom('posts').select('id').where('workspace_id', '=', workspaceId)
  return (await runOne(tx, query.where('id', '=', postId))) !== null
}

/** Also removes its counts. */
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

/** Removes the links of an unpublished post, except those still in its text. */
export async function keepOnlyIn(tx: Tx, workspaceId: string, postId: string, kept: readonly string[]): Promise<void> {
  for (const { id } of await selectOfPost(tx, workspaceId, postId)) {
    if (!kept.includes(id)) await removeLink(tx, workspaceId, id)
  }
}
