import { timeArray } from '../../db/arrays.ts'
import { build, type Db, run, sql } from '../../db/database.ts'
import type { PostFilter } from '../list/input.ts'
import { selectFiltered } from '../list/store.ts'
import { COLUMNS, type PostRow } from '../store.ts'
import { SLOT_COUNTED_MAX } from './schemas.ts'

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
 * moment. Each slot is read by the index on the date, no further than SLOT_COUNTED_MAX; of the posts that are only counted, no
 * text is read. `starts` is when each slot begins, in the order of time. With `grouped`, the first post of a group in a slot
 * stands for all of them.
 */
export function selectSlots(
  db: Db,
  workspaceId: string,
  filter: PostFilter & { scheduledBefore: Date },
  { starts, perSlot, grouped }: { starts: readonly Date[]; perSlot: number; grouped: boolean },
): Promise<SlotRow[]> {
  const ends = [...starts.slice(1), filter.scheduledBefore]
  const columns = ['id', 'platform', 'connection_id', 'group_id', 'scheduled_date', 'publication_state'] as const
  const matching = selectFiltered(workspaceId, { ...filter, scheduledFrom: null, scheduledBefore: null })
    .select(columns)
    .where(sql<boolean>`scheduled_date >= slots.starts_at and scheduled_date < slots.ends_at`)
    .orderBy('scheduled_date')
    .orderBy('id')
    .limit(SLOT_COUNTED_MAX)
  const entry = grouped ? sql`coalesce(group_id, id)` : sql`id`
  // OFFSET keeps it a look-up by key.
  const post = build
    .selectFrom('posts')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`posts.id = places.id`)
    .select(COLUMNS)
    .offset(0)
  const statement = sql<SlotRow>`
    with matching as materialized (
      select post.*, slots.slot::integer as slot
        from unnest(${timeArray(starts.map(Number))}::timestamptz[], ${timeArray(ends.map(Number))}::timestamptz[])
               with ordinality as slots (starts_at, ends_at, slot)
             cross join lateral (${matching}) as post),
    counts as (
      select slot, sum(count)::float8 as slot_count, jsonb_object_agg(publication_state, count) as slot_states
        from (select slot, publication_state, count(*) as count from matching group by 1, 2) as by_state
       group by slot),
    entries as (
      select slot, ${entry} as entry, count(*) as size, (array_agg(id order by scheduled_date, id))[1] as id,
          min(scheduled_date) as first_date
        from matching group by 1, 2),
    places as (
      select *, row_number() over (partition by slot order by first_date, id) as place,
          count(*) over (partition by slot)::float8 as slot_entries
        from entries)
    select post.*, places.slot, slot_count, slot_entries, slot_states,
        case when size > 1 then (
          select jsonb_agg(jsonb_build_object('id', member.id, 'platform', member.platform,
              'connection_id', member.connection_id, 'state', member.publication_state) order by member.id)
            from matching member where member.slot = places.slot and member.group_id = places.entry) end as members
      from places join counts on counts.slot = places.slot cross join lateral (${post}) as post
     where place <= ${perSlot}
     order by places.slot, place`
  return run(db, { compile: () => statement.compile(build) })
}
