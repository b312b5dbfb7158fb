import { build, type Db, run, sql } from '../../db/database.ts'
import { timeArray } from '../../db/statements/arrays.ts'
import type { PostFilter } from '../list/input.ts'
import { selectFiltered } from '../list/store.ts'
import { COLUMNS, type PostRow } from '../store.ts'

export interface SlotRow extends PostRow {
  /** Which of the slots it is in, from 1. */
  slot: number
  slot_count: number
  /** The posts, or each group as one. */
  slot_entries: number
  slot_states: Record<string, number>
  /** The posts of its group in the slot, itself among them; null for a post that stands for itself. */
  members: Array<{ id: string; platform: string; connection_id: string | null; state: string }> | null
}

/**
 * The first posts of each slot, and what the slot has altogether, in one statement: counts and posts are of the same
 * moment. Each slot is counted by the index on the date, no further than `countedMax`; of the posts that are only counted, no
 * text is read. `starts` is when each slot begins, in the order of time. With `grouped`, the first post of a group in a slot
 * stands for all of them.
 */
export function selectSlots(
  db: Db,
  workspaceId: string,
  filter: PostFilter & { scheduledBefore: Date },
  { starts, perSlot, countedMax, grouped }: SlotsAsked,
): Promise<SlotRow[]> {
  const ends = [...starts.slice(1), filter.scheduledBefore]
  const matching = selectFiltered(workspaceId, { ...filter, scheduledFrom: null, scheduledBefore: null }).where(
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
