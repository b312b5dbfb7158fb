import { type Db, prepare, type Query, run, sql, toConfig } from '../db/database.ts'
import { timeArray } from '../db/statements/arrays.ts'
import { type JsonRow, runJson } from '../db/statements/bounded.ts'
import { leavingIds } from '../db/statements/leaving.ts'
import type { WrittenRow } from '../db/statements/paging.ts'
import { ALL, asPosts, type PostFilter, type Rows, selectFiltered, selectOwn } from './filter.ts'
import { LISTED, SHOWN_WIDTH, shownOf, toWritten } from './listed.ts'

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
