import { build, type Db, type Rows, run, sql } from '../db/database.ts'
import { timeArray } from '../db/statements/arrays.ts'
import type { JsonRow } from '../db/statements/bounded.ts'
import { type Counted, countRows, countUpTo, ROWS_COUNTED_MAX } from '../db/statements/counts.ts'
import { containsPattern } from '../db/statements/like.ts'
import { EMPTY_PART, findSearchEnd, type PagePart, type Slice } from '../db/statements/paging.ts'
import * as Q from '../http/query.ts'
import { queryText } from '../http/query-values.ts'
import * as S from '../lib/schema.ts'
import { FORMATS } from '../platforms/shared/provider.ts'
import { PUBLICATION_STATES, type PublicationState } from '../publishing/states.ts'
import { STATUSES } from './fields.ts'
import { LISTED, POSTS } from './listed.ts'
import { COLUMNS, goesOutOn, type PostRow } from './store.ts'

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
    'a connected account',
    'Posts that go or went out on this account; for a default account also those that name none.',
  ),
  group_id: Q.id('a group of posts', 'Posts that were composed together.'),
  q: Q.text({
    maxLength: 255,
    description:
      'Part of the text, of a hashtag (`#` may be left out) or of a mention. Upper and lower case are alike. Reads the newest ' +
      '20,000 posts that the other filters leave; `next_cursor` goes on with older ones, but not with `order=scheduled`.',
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
export type PostFilter = ReturnType<typeof postFilters.read>

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

export function selectFiltered(workspaceId: string, filter: PostFilter) {
  const { platform, status, state, connection_id, group_id, q } = filter
  let query = build.selectFrom('posts').where('workspace_id', '=', workspaceId)
  if (platform !== null) query = query.where('platform', '=', platform)
  if (status !== null) query = query.where('status', '=', status)
  if (state !== null) query = query.where('publication_state', 'in', state)
  if (connection_id !== null) query = query.where(goesOutOn(workspaceId, connection_id))
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

export function findPostsEnd(
  db: Db,
  workspaceId: string,
  filter: PostFilter,
  window: { afterId: string | null; most: number },
): Promise<string | null> {
  return findSearchEnd(db, selectFiltered(workspaceId, { ...filter, q: null }).select('id'), window)
}

export function selectNewest(db: Db, workspaceId: string, filter: PostFilter, slice: Slice) {
  return POSTS.selectFrom(db, { workspaceId }, selectFiltered(workspaceId, filter).select(LISTED), slice)
}

/** Soonest first, then posts without a date: two statements, because each part has its own index. */
export async function selectByDate(
  db: Db,
  workspaceId: string,
  filter: PostFilter,
  { limit, offset, afterId, afterDate, total }: Slice & { afterDate: Date | null },
): Promise<PagePart<JsonRow>> {
  if (afterId === null && offset >= total) return EMPTY_PART
  const rows = selectFiltered(workspaceId, filter)
  const dated = rows.where('scheduled_date', 'is not', null)
  const undated = rows.where('scheduled_date', 'is', null)
  const read = (page: Rows<{ id: string }>, wanted: number) =>
    POSTS.selectInOrder(db, { workspaceId }, (most) => page.limit(most), sql`scheduled_date, id`, wanted)

  const first = dated.select(LISTED).orderBy('scheduled_date').orderBy('id')
  const isBehindDates = afterId !== null && afterDate === null
  const behind = sql<boolean>`(scheduled_date, id) > (${afterDate}::timestamptz, ${afterId}::uuid)`
  const page = afterId === null ? first.offset(offset) : first.where(behind)
  const shown = isBehindDates ? EMPTY_PART : await read(page, limit)
  if (!shown.isLast || hasDate(filter)) return shown

  const left = limit - shown.rows.length
  const rest = undated.select(LISTED).orderBy('id')
  if (isBehindDates) return read(rest.where('id', '>', afterId), left)
  const isInside = afterId !== null || offset === 0 || shown.rows.length > 0
  const skipped = isInside ? 0 : offset - (await countRows(db, dated))
  const more = await read(rest.offset(Math.max(0, skipped)), left)
  return { rows: [...shown.rows, ...more.rows], isLast: more.isLast }
}

/** Only drafts (state none) lack a date. */
function hasDate({ status, state, scheduled_after, scheduled_before }: PostFilter): boolean {
  if (status === 'scheduled' || scheduled_after !== null || scheduled_before !== null) return true
  return state !== null && !state.includes('none')
}

export interface SlotRow extends PostRow {
  /** From 1. */
  slot: number
  slot_count: number
  /** Each group counts once. */
  slot_entries: number
  slot_states: Record<string, number>
  /** The posts of its group in the slot; null for a single post. */
  members: Array<{ id: string; platform: string; connection_id: string | null; state: string }> | null
}

/**
 * The first posts of each slot and its counts, in one statement, so that they agree. Slots are counted by index, up
 * to `countedMax`. With `grouped`, the first post of a group in a slot stands for all of them.
 */
export function selectSlots(
  db: Db,
  workspaceId: string,
  filter: PostFilter & { scheduled_before: Date },
  { starts, perSlot, countedMax, grouped }: SlotsAsked,
): Promise<SlotRow[]> {
  const ends = [...starts.slice(1), filter.scheduled_before]
  const matching = selectFiltered(workspaceId, { ...filter, scheduled_after: null, scheduled_before: null }).where(
    sql<boolean>`scheduled_date >= slots.starts_at and scheduled_date < slots.ends_at`,
  )
  const counted = matching
    .select(['publication_state', 'group_id'])
    .orderBy('scheduled_date')
    .orderBy('id')
    .limit(countedMax)
  const ofGroup = matching.where(sql<boolean>`posts.group_id = post.group_id`)
  const earlier = ofGroup.where(sql<boolean>`(posts.scheduled_date, posts.id) < (post.scheduled_date, post.id)`)
  const isEntry = grouped ? sql`(post.group_id is null or not exists (${earlier.select(sql`1`.as('one'))}))` : sql`true`
  const members = grouped
    ? sql`case when post.group_id is not null then (
            select jsonb_agg(jsonb_build_object('id', member.id, 'platform', member.platform,
                'connection_id', member.connection_id, 'state', member.publication_state) order by member.id)
              from (${ofGroup.select(['id', 'platform', 'connection_id', 'publication_state'])}) as member
            having count(*) > 1) end`
    : sql`null::jsonb`
  const statement = sql<SlotRow>`
    with slots as materialized (
      select * from unnest(${timeArray(starts.map(Number))}::timestamptz[], ${timeArray(ends.map(Number))}::timestamptz[])
                      with ordinality as slots (starts_at, ends_at, slot)),
    counted as materialized (
      select slots.slot, post.* from slots cross join lateral (${counted}) as post),
    counts as (
      select slot, sum(count)::float8 as slot_count, jsonb_object_agg(publication_state, count) as slot_states
        from (select slot, publication_state, count(*) as count from counted group by 1, 2) as by_state
       group by slot),
    grouped as (
      select slot, count(*) - count(distinct group_id) as more from counted
       where group_id is not null and ${grouped} group by slot)
    select post.*, slots.slot::integer as slot, slot_count, slot_count - coalesce(more, 0)::float8 as slot_entries, slot_states,
        ${members} as members
      from slots join counts on counts.slot = slots.slot left join grouped on grouped.slot = slots.slot cross join lateral (
        select post.* from (${matching.select(COLUMNS)}) as post
         where ${isEntry} order by scheduled_date, id limit ${perSlot}) as post
     order by slots.slot, post.scheduled_date, post.id`
  return run(db, { compile: () => statement.compile(build) })
}

interface SlotsAsked {
  starts: readonly Date[]
  perSlot: number
  countedMax: number
  grouped: boolean
}
