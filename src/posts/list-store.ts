import { type Rows as AnyRows, type Db, runOne, sql } from '../db/database.ts'
import type { JsonRow } from '../db/statements/bounded.ts'
import { type Counted, countRows, countUpTo, ROWS_COUNTED_MAX } from '../db/statements/counts.ts'
import { EMPTY_PART, findSearchEnd, type PagePart, type Slice, type Window, within } from '../db/statements/paging.ts'
import type { Part } from '../db/statements/parts.ts'
import { PUBLICATION_STATES, type PublicationState } from '../publishing/states.ts'
import { ALL, asPosts, type PostFilter, type Rows, selectFiltered } from './filter.ts'
import { LISTED, POSTS } from './listed.ts'

export function countFiltered(db: Db, workspaceId: string, filter: PostFilter): Promise<Counted> {
  return countUpTo(db, ROWS_COUNTED_MAX, selectFiltered(workspaceId, filter))
}

// The indexes of posts, for lists that read a part along one (db/statements/parts.ts).

type PostPart = Part<PostFilter>

export function findEnd(db: Db, workspaceId: string) {
  return (way: PostFilter, window: Window) => findSearchEnd(db, selectAlong(workspaceId, way, window), window)
}

/** The indexes that have all matching posts. That of dates is not in the order of ids, and used for up to `most` posts. */
export async function findWays(db: Db, workspaceId: string, filter: PostFilter, most: number): Promise<PostFilter[]> {
  const ways = waysOf(filter)
  const { scheduled_after, scheduled_before } = filter
  if (scheduled_after === null && scheduled_before === null) return ways
  const byDate = { ...ALL, scheduled_after, scheduled_before }
  const { isCapped } = await countUpTo(db, most, selectFiltered(workspaceId, byDate))
  return isCapped ? ways : [byDate]
}

/** The indexes in the order of ids. */
function waysOf(filter: PostFilter): PostFilter[] {
  const { platform, status, connection_id, group_id, default_of = null, created_after, created_before } = filter
  const all = { ...ALL, created_after, created_before }
  const state = filter.state ?? (status && STATES_OF[status])
  const ways: PostFilter[] = []
  if (state !== null) ways.push({ ...all, state })
  if (group_id !== null) ways.push({ ...all, group_id })
  if (connection_id !== null && default_of === null) ways.push({ ...all, connection_id })
  if (platform !== null) ways.push({ ...all, platform })
  else if (default_of !== null) ways.push({ ...all, platform: default_of as PostFilter['platform'] })
  return ways.length === 0 ? [all] : ways
}

const DRAFT_STATES: readonly PublicationState[] = ['none', 'cancelled']
const STATES_OF = {
  draft: [...DRAFT_STATES],
  scheduled: PUBLICATION_STATES.filter((state) => !DRAFT_STATES.includes(state)),
}

/** Whether posts of several states have to be merged: the index has them in order for each state alone. */
function isMerged({ state }: PostFilter): boolean {
  return state !== null && state.length > 1
}

/** The posts along an index; only their ids if several states are merged. */
function selectAlong(workspaceId: string, way: PostFilter, window: Window & Partial<PostPart>): Rows {
  const { order, most } = window
  if (!isMerged(way)) return within(selectFiltered(workspaceId, way), window)
  const rows = selectFiltered(workspaceId, { ...way, state: null }).select('id')
  const ofState = within(rows, window)
    .where(sql<boolean>`publication_state = wanted.state`)
    .orderBy('id', order)
    .limit(most + 1)
  const ofAll = sql`(select post.id from unnest(${way.state}::text[]) as wanted (state) cross join lateral (${ofState}) as post)`
  return asPosts(ofAll.as('posts'))
}

/** The matching posts of a part. */
export function selectInPart(workspaceId: string, filter: PostFilter, part: PostPart): Rows {
  const looked = selectPart(workspaceId, part)
  if (conditionsOf(part.way) === 0) {
    return selectFiltered(workspaceId, filter, asPosts(looked.selectAll().as('posts')))
  }
  // By their ids, so that the planner reads them along the index: it may prefer all posts in the order of ids.
  return selectFiltered(workspaceId, filter).where('id', '=', sql<string>`any(array(${looked.select('id')}))`)
}

/** How many posts of a part match. */
export function countInPart(db: Db, workspaceId: string, filter: PostFilter, part: PostPart): Promise<number> {
  return countRows(db, isExact(filter) ? selectPart(workspaceId, part) : selectInPart(workspaceId, filter, part))
}

/** Whether posts are selected only by their times. */
export function isAll({ scheduled_after: _, scheduled_before: __, ...filter }: PostFilter): boolean {
  return conditionsOf(filter as PostFilter) === 0
}

/** Whether an index has no other posts. */
export function isExact(filter: PostFilter): boolean {
  return conditionsOf(filter) === 1 && conditionsOf(waysOf(filter)[0]!) === 1
}

function conditionsOf({ created_after: _, created_before: __, ...conditions }: PostFilter): number {
  return Object.values(conditions).filter((value) => value != null).length
}

function selectPart(workspaceId: string, part: PostPart): Rows {
  return selectAlong(workspaceId, part.way, part).orderBy('id', part.order).limit(part.most)
}

export function selectNewest(db: Db, workspaceId: string, filter: PostFilter, slice: Slice) {
  return POSTS.selectFrom(db, { workspaceId }, selectFiltered(workspaceId, filter).select(LISTED), slice)
}

/** A list by date: its posts, and how many of those with a date are read for a page; null if all match. */
interface DatedList {
  rows: Rows
  /** False if all posts have a date. */
  hasUndated: boolean
  lookedMax: number | null
}

interface DatedSlice extends Slice {
  afterDate: Date | null
}

export interface DatedPart extends PagePart<JsonRow> {
  /** The last post that was read, if the page is not full because of that. */
  lookedUpTo: { id: string; scheduled_date: Date | null } | null
}

/** Soonest first, then posts without a date: two statements, because each part has its own index. */
export async function selectByDate(
  db: Db,
  workspaceId: string,
  filter: PostFilter,
  { rows, hasUndated, lookedMax }: DatedList,
  { limit, offset, afterId, afterDate, total }: DatedSlice,
): Promise<DatedPart> {
  const lookedUpTo = null
  if (afterId === null && offset >= total) return { ...EMPTY_PART, lookedUpTo }
  const isBehindDates = afterId !== null && afterDate === null
  const behind = sql<boolean>`(scheduled_date, id) > (${afterDate}::timestamptz, ${afterId}::uuid)`
  const inOrder = (posts: Rows) => {
    const dated = posts.where('scheduled_date', 'is not', null).orderBy('scheduled_date').orderBy('id')
    return afterId === null ? dated : dated.where(behind)
  }
  const { scheduled_after, scheduled_before } = filter
  const along = inOrder(selectFiltered(workspaceId, { ...ALL, scheduled_after, scheduled_before }))
  const looked = lookedMax === null ? null : asPosts(along.selectAll().limit(lookedMax).as('posts'))
  const dated = inOrder(looked === null ? rows : selectFiltered(workspaceId, filter, looked))
  const read = (page: AnyRows<{ id: string }>, wanted: number) =>
    POSTS.selectInOrder(db, { workspaceId }, (most) => page.limit(most), sql`scheduled_date, id`, wanted)
  const page = dated.select(LISTED)
  // Skips rows along the index, without reading them.
  const place = dated.select(['scheduled_date', 'id']).limit(1).offset(offset)
  const isFirst = afterId !== null || offset === 0
  const from = isFirst ? page : page.where(sql<boolean>`(scheduled_date, id) >= (${place})`)
  const shown = isBehindDates ? EMPTY_PART : await read(from, limit)
  if (!shown.isLast) return { ...shown, lookedUpTo }
  if (lookedMax !== null && !isBehindDates) {
    const last = await runOne(
      db,
      along
        .select(['id', 'scheduled_date'])
        .limit(1)
        .offset(lookedMax - 1),
    )
    if (last !== null) return { ...shown, lookedUpTo: last }
  }
  if (!hasUndated) return { ...shown, lookedUpTo }

  const left = limit - shown.rows.length
  const rest = rows.where('scheduled_date', 'is', null).select(LISTED).orderBy('id')
  if (isBehindDates) return { ...(await read(rest.where('id', '>', afterId), left)), lookedUpTo }
  const isInside = isFirst || shown.rows.length > 0
  const skipped = isInside ? 0 : offset - (await countRows(db, rows.where('scheduled_date', 'is not', null)))
  const more = await read(rest.offset(Math.max(0, skipped)), left)
  return { rows: [...shown.rows, ...more.rows], isLast: more.isLast, lookedUpTo }
}

/** Only drafts (state none) lack a date. */
export function hasDate({ status, state, scheduled_after, scheduled_before }: PostFilter): boolean {
  if (status === 'scheduled' || scheduled_after !== null || scheduled_before !== null) return true
  return state !== null && !state.includes('none')
}
