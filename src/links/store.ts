import type { Insertable } from 'kysely'
import { build, type Db, prepare, run, runOne, sql, type Tx } from '../db/database.ts'
import { textArray } from '../db/statements/arrays.ts'
import { createObjectWriter } from '../db/statements/bounded.ts'
import { selectColumns } from '../db/statements/columns.ts'
import { countRows, isOnPage, selectCounts, selectLeads, selectRowCount, ZERO } from '../db/statements/counts.ts'
import { containsPattern } from '../db/statements/like.ts'
import { createList, type Slice } from '../db/statements/paging.ts'
import type { Links } from '../db/types.ts'
import { remember } from '../lib/bounds/remember.ts'
import { type LinkChange, type LinkFilter, link, type NewLink } from './schemas.ts'
import { everyUtm, type Utm } from './target.ts'

const COLUMNS = [...selectColumns(link.columns), 'workspace_id', sql<Utm>`utm`.as('utm')] as const

type Assigned = Pick<Insertable<Links>, 'workspace_id' | 'id' | 'code' | 'post_id'>

interface NewRow extends Omit<NewLink, 'utm'>, Assigned {
  utm: Utm
  created_at: Date
}

export type LinkRow = NonNullable<Awaited<ReturnType<typeof lockLink>>>

const CLICK_COUNTS = ['clicks', 'visitors', 'bots', 'previews', 'heads'] as const
const COUNTS = [...CLICK_COUNTS, 'leads'] as const
export type CountedLinkRow = LinkRow & Record<(typeof COUNTS)[number], number>

/** SQL: clicks and leads of the links of `page` alone, so that skipped links cost nothing. */
function countsOf({ workspaceId }: { workspaceId: string }, isWhole = false) {
  const sums = CLICK_COUNTS.map((name) => sql`sum(${sql.ref(name)}::float8) as ${sql.ref(name)}`)
  const clicked = sql`select link_id, ${sql.join(sums)} from link_counts
                       where workspace_id = ${workspaceId} and ${isOnPage(sql`link_id`, isWhole)} group by 1`
  return {
    columns: selectCounts(COUNTS, isWhole),
    joins: sql`left join (${clicked}) as clicked on clicked.link_id = page.id
               left join (${selectLeads('link', workspaceId, isWhole)}) as led on led.led_id = page.id`,
  }
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

const selectLink = prepare('links.one', (place: { workspaceId: string; id: string }) => {
  const link = build.selectFrom('links').select(COLUMNS).where('workspace_id', '=', place.workspaceId)
  const { columns, joins } = countsOf(place)
  return sql<CountedLinkRow>`with page as (${link.where('id', '=', place.id)}) select page.*, ${columns} from page ${joins}`
})

export function findLink(db: Db, workspaceId: string, id: string): Promise<CountedLinkRow | null> {
  return runOne(db, selectLink({ workspaceId, id }))
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
  let query = build.selectFrom('links').where('workspace_id', '=', workspaceId)
  if (post_id !== null) query = query.where('post_id', '=', post_id)
  if (q !== null) {
    const pattern = containsPattern(q)
    query = query.where(({ or, eb }) =>
      or([eb('name', 'ilike', pattern), eb('target', 'ilike', pattern), eb('code', 'ilike', pattern)]),
    )
  }
  return query
}

interface LinksPlace {
  workspaceId: string
  /** What the URLs of short links begin with. */
  urlPrefix: string
}

const LISTED = [...link.columns, 'utm'] as const

function selectListed({ workspaceId, urlPrefix }: LinksPlace, filter: LinkFilter) {
  return selectFiltered(workspaceId, filter).select([...LISTED, sql<string>`${urlPrefix}::text || code`.as('url')])
}

const NO_FILTER: LinkFilter = { post_id: null, q: null }

/** Every link, with its counts. */
export const LINKS = createList({
  name: 'links.page',
  rows: (place: LinksPlace) => selectListed(place, NO_FILTER),
  total: ({ workspaceId }) => selectRowCount(workspaceId, sql`array['links']`),
  added: countsOf,
  write: createObjectWriter(link.names, [...LISTED, 'url', ...COUNTS], {
    utm: remember((json) => JSON.stringify(everyUtm(JSON.parse(json))), 1_000),
    ...Object.fromEntries(COUNTS.map((name) => [name, ZERO])),
  }),
})

export function countLinks(db: Db, workspaceId: string, filter: LinkFilter): Promise<number> {
  return countRows(db, selectFiltered(workspaceId, filter).select('id'))
}

export function selectLinks(db: Db, place: LinksPlace, filter: LinkFilter, slice: Slice) {
  return LINKS.selectFrom(db, place, selectListed(place, filter), slice)
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
