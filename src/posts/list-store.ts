import {
  type Rows as AnyRows,
  build,
  type Db,
  prepare,
  type Query,
  run,
  runOne,
  sql,
  toConfig,
} from '../db/database.ts'
import { timeArray } from '../db/statements/arrays.ts'
import { type JsonRow, runJson } from '../db/statements/bounded.ts'
import { type Counted, countRows, countUpTo, ROWS_COUNTED_MAX } from '../db/statements/counts.ts'
import { leavingIds } from '../db/statements/leaving.ts'
import { containsPattern } from '../db/statements/like.ts'
import {
  EMPTY_PART,
  findSearchEnd,
  type PagePart,
  type Slice,
  type Window,
  type WrittenRow,
  within,
} from '../db/statements/paging.ts'
import type { Part } from '../db/statements/parts.ts'
import * as Q from '../http/query.ts'
import { queryText } from '../http/query-values.ts'
import { createIssues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { message } from '../messages/message.ts'
import { FORMATS } from '../platforms/shared/provider.ts'
import { PUBLICATION_STATES, type PublicationState } from '../publishing/states.ts'
import { STATUSES } from './fields.ts'
import { LISTED, POSTS, SHOWN_WIDTH, shownOf, toWritten } from './listed.ts'
import { findDefaultFormat, goesOutOn } from './store.ts'

const manyStates: Q.Parameter<PublicationState[] | null> = {
  schema: S.string({
    description: `The state of the publication, or several separated by commas: ${PUBLICATION_STATES.join(', ')}.`,
    examples: ['failed,missed'],
  }),
  read(issues, query, name) {
    const text = queryText(issues, query, name)
    if (text === null) return null
    const names = text.split(',').flatMap((each) => each.trim() || [])
    const states = PUBLICATION_STATES.filter((state) => names.includes(state))
    if (states.length > 0 && states.length === new Set(names).size) return states
    issues.add(name, 'post.unknown_state', { states: PUBLICATION_STATES.join(', ') })
    return null
  },
}

/** For the list and the calendar. */
export const sharedFilters = {
  platform: Q.choice(FORMATS),
  status: Q.choice(STATUSES),
  state: manyStates,
  connection_id: Q.id(
    message('object.account'),
    'Posts that go or went out on this account; for a default account also those that name none.',
  ),
  group_id: Q.id(message('object.group'), 'Posts that were composed together.'),
  q: Q.text({
    maxLength: 255,
    description:
      'Part of the text, of a hashtag (`#` may be left out) or of a mention. Upper and lower case are alike. Reads the newest ' +
      '10,000 posts, or 5,000 that another filter leaves; `next_cursor` goes on with older ones, but not with `order=scheduled`.',
  }),
}

/** `created_after` and `created_before` become ids. */
export const timeFilters = {
  scheduled_after: Q.time('Scheduled at this time or later.'),
  scheduled_before: Q.time('Scheduled before this time.'),
  created_after: Q.idAtTime('Created at this time or later.'),
  created_before: Q.idAtTime('Created before this time.'),
}

export const postFilters = Q.parameters({ ...sharedFilters, ...timeFilters })
export type PostFilter = ReturnType<typeof postFilters.read> & {
  /** The format of which the account is the default: posts that name no account go out on it. */
  default_of?: string | null
}

/** Completes the filter from the database. */
export async function completeFilter<F extends PostFilter>(db: Db, workspaceId: string, filter: F): Promise<F> {
  if (filter.connection_id === null) return filter
  return { ...filter, default_of: await findDefaultFormat(db, workspaceId, filter.connection_id) }
}

/** Searches the text, hashtags and mentions. Three conditions are twice as fast as one on the joined text. */
function hasText(search: string) {
  const pattern = containsPattern(search)
  const inList = (name: string, sign: string) => {
    const list = sql.ref(name)
    return sql`${list} is not null and exists (
      select from jsonb_array_elements_text(${list}) as entry where ${sql.lit(sign)} || entry ilike ${pattern})`
  }
  return sql<boolean>`(content ilike ${pattern} or ${inList('hashtags', '#')} or ${inList('mentions', '@')})`
}

const selectOwn = (workspaceId: string) => build.selectFrom('posts').where('workspace_id', '=', workspaceId)
type Rows = ReturnType<typeof selectOwn>

/** `among` is all posts, unless it says otherwise. */
export function selectFiltered(workspaceId: string, filter: PostFilter, among: Rows = selectOwn(workspaceId)): Rows {
  const { platform, status, state, connection_id, group_id, q } = filter
  let query = among
  if (platform !== null) query = query.where('platform', '=', platform)
  if (status !== null) query = query.where('status', '=', status)
  if (state !== null) query = query.where('publication_state', 'in', state)
  if (connection_id !== null) query = query.where(goesOutOn(connection_id, filter.default_of))
  if (group_id !== null) query = query.where('group_id', '=', group_id)
  if (filter.scheduled_after !== null) query = query.where('scheduled_date', '>=', filter.scheduled_after)
  if (filter.scheduled_before !== null) query = query.where('scheduled_date', '<', filter.scheduled_before)
  if (filter.created_after !== null) query = query.where('id', '>=', filter.created_after)
  if (filter.created_before !== null) query = query.where('id', '<', filter.created_before)
  return q === null ? query : query.where(hasText(q))
}

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

const ALL: PostFilter = postFilters.read(createIssues(), {})

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

const asPosts = (rows: Parameters<typeof build.selectFrom>[0]) => build.selectFrom(rows) as unknown as Rows

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

/** A constant, so that PostgreSQL does not plan every call anew (see `atMost`). */
export const PER_SLOT_MAX = 20

/** One of the first posts of a slot, with the counts of the slot. */
export interface SlotPost {
  /** From 1. */
  slot: number
  count: number
  /** Each group counts once. */
  entries: number
  /** As JSON. */
  states: string
  post: WrittenRow
  /** As JSON: its group and the posts of it in the slot; null for a single post. */
  group: string | null
}

function toSlotPost(row: JsonRow): SlotPost {
  const [slot, count, entries, states, group] = row.slice(SHOWN_WIDTH)
  return {
    slot: Number(slot),
    count: Number(count),
    entries: Number(entries),
    states: states!,
    post: toWritten(row),
    group: group!,
  }
}

/**
 * The first posts of each slot and its counts, in one statement, so that they agree. Slots are counted by index, up
 * to `countedMax`. With filters, only the first `lookedMax` posts of each are examined. With `grouped`, the first post of
 * a group in a slot stands for all of them.
 */
export async function selectSlots(
  db: Db,
  workspaceId: string,
  { scheduled_before, ...filter }: PostFilter & { scheduled_before: Date },
  { starts, perSlot, ...asked }: SlotsAsked,
): Promise<SlotPost[]> {
  const values = { workspaceId, ...boundsOf(starts, scheduled_before), perSlot }
  const shared = { ...filter, scheduled_after: null, scheduled_before: null }
  const statement =
    asked.lookedMax === null ? prepareSlots(asked)(values) : slotsQuery(values, { ...asked, filter: shared })
  const { rows } = await runJson(db, toConfig(statement))
  return rows.map(toSlotPost)
}

interface SlotValues extends SlotBounds {
  workspaceId: string
  perSlot: number
}

/** All posts: planning takes longer than reading a month. */
function prepareSlots({ countedMax, grouped, hidesLeaving }: Pick<Shape, 'countedMax' | 'grouped' | 'hidesLeaving'>) {
  const name = `posts.slots-${countedMax}${grouped ? '.grouped' : ''}${hidesLeaving ? '.staying' : ''}`
  const shape = { countedMax, grouped, hidesLeaving, filter: ALL, lookedMax: null }
  const prepared = PREPARED.get(name) ?? prepare(name, (values: SlotValues) => slotsQuery(values, shape))
  PREPARED.set(name, prepared)
  return prepared
}

const PREPARED = new Map<string, (values: SlotValues) => Query<object>>()

function slotsQuery(
  { workspaceId, starts, ends, perSlot }: SlotValues,
  { countedMax, grouped, hidesLeaving, filter, lookedMax }: Shape,
) {
  const isStaying = sql<boolean>`posts.id <> all(${leavingIds('posts', workspaceId)})`
  const staying = (rows: Rows) => (hidesLeaving ? rows.where(isStaying) : rows)
  const ofSlot = staying(selectFiltered(workspaceId, filter)).where(IN_SLOT)
  const firstOfSlot = () => asPosts(selectInSlot(workspaceId).selectAll().limit(lookedMax!).as('posts'))
  const matching = lookedMax === null ? ofSlot : staying(selectFiltered(workspaceId, filter, firstOfSlot()))
  const counted = matching
    .select(['publication_state', 'group_id'])
    .orderBy('scheduled_date')
    .orderBy('id')
    .limit(sql.lit(countedMax))
  const ofGroup = ofSlot.where(sql<boolean>`posts.group_id = post.group_id`)
  const earlier = ofGroup.where(sql<boolean>`(posts.scheduled_date, posts.id) < (post.scheduled_date, post.id)`)
  const isEntry = grouped ? sql`(post.group_id is null or not exists (${earlier.select(sql`1`.as('one'))}))` : sql`true`
  const group = grouped
    ? sql`case when post.group_id is not null then (
            select json_build_object('group_id', post.group_id, 'posts', json_agg(
                json_build_object('id', member.id, 'platform', member.platform, 'connection_id', member.connection_id,
                  'state', member.publication_state) order by member.id))
              from (${ofGroup.select(['id', 'platform', 'connection_id', 'publication_state'])}) as member
            having count(*) > 1) end`
    : sql`null::json`
  const { columns, joins } = shownOf({ workspaceId })
  return sql<object>`
    with slots as materialized (select * from ${slotsOf({ starts, ends })}),
    counted as materialized (
      select slots.slot, post.* from slots cross join lateral (${counted}) as post),
    counts as (
      select slot, sum(count)::float8 as slot_count, jsonb_object_agg(publication_state, count) as slot_states
        from (select slot, publication_state, count(*) as count from counted group by 1, 2) as by_state
       group by slot),
    grouped as (
      select slot, count(*) - count(distinct group_id) as more from counted
       where group_id is not null and ${sql.lit(grouped)} group by slot),
    page as materialized (
      select post.*, slots.slot::integer as slot, slot_count, slot_count - coalesce(more, 0)::float8 as slot_entries, slot_states,
          ${group} as group_json
        from slots join counts on counts.slot = slots.slot left join grouped on grouped.slot = slots.slot cross join lateral (
          select first.* from (
            select post.* from (${matching.select(LISTED)}) as post
             where ${isEntry} order by scheduled_date, id limit ${sql.lit(PER_SLOT_MAX)}) as first limit ${perSlot}) as post)
    select ${columns}, slot, slot_count, slot_entries, slot_states, group_json from page ${joins}
     order by slot, scheduled_date, id`
}

/** The numbers of slots that have more than `lookedMax` posts. */
export async function findFullSlots(
  db: Db,
  workspaceId: string,
  before: Date,
  starts: readonly Date[],
  lookedMax: number,
): Promise<Set<number>> {
  const next = selectInSlot(workspaceId).select(sql`1`.as('one')).limit(1).offset(lookedMax)
  const query = sql<{
    slot: number
  }>`select slot::integer as slot from ${slotsOf(boundsOf(starts, before))} where exists (${next})`
  return new Set((await run(db, query)).map(({ slot }) => slot))
}

const IN_SLOT = sql<boolean>`scheduled_date >= slots.starts_at and scheduled_date < slots.ends_at`

function selectInSlot(workspaceId: string) {
  return selectOwn(workspaceId).where(IN_SLOT).orderBy('scheduled_date').orderBy('id')
}

interface Shape extends Omit<SlotsAsked, 'starts' | 'perSlot'> {
  filter: PostFilter
}

interface SlotBounds {
  starts: Buffer
  ends: Buffer
}

function boundsOf(starts: readonly Date[], before: Date): SlotBounds {
  return { starts: timeArray(starts.map(Number)), ends: timeArray([...starts.slice(1), before].map(Number)) }
}

/** SQL: each slot with its beginning, its end and its number, from 1. */
function slotsOf({ starts, ends }: SlotBounds) {
  return sql`unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) with ordinality as slots (starts_at, ends_at, slot)`
}

interface SlotsAsked {
  starts: readonly Date[]
  perSlot: number
  countedMax: number
  lookedMax: number | null
  grouped: boolean
  /** Leaves out posts that somebody is deleting. */
  hidesLeaving: boolean
}
