import { timeArray } from '../../db/arrays.ts'
import { build, type Db, run, sql } from '../../db/database.ts'
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
 * moment. The range is read by the index on the date; of the posts that are only counted, no text is read. `starts` is when
 * each slot begins, in the order of time. With `grouped`, the first post of a group in a slot stands for all of them.
 */
export function selectSlots(
  db: Db,
  workspaceId: string,
  filter: PostFilter,
  { starts, perSlot, grouped }: { starts: readonly Date[]; perSlot: number; grouped: boolean },
): Promise<SlotRow[]> {
  const slotOf = sql<number>`width_bucket(scheduled_date, ${timeArray(starts.map(Number))}::timestamptz[])`
  const columns = ['id', 'platform', 'connection_id', 'group_id', 'scheduled_date', 'publication_state'] as const
  const matching = selectFiltered(workspaceId, filter).select(columns)
  const entry = grouped ? sql`coalesce(group_id, id)` : sql`id`
  const posts = build.selectFrom('posts').where('workspace_id', '=', workspaceId).select(COLUMNS)
  const statement = sql<SlotRow>`
    with matching as materialized (${matching.select(slotOf.as('slot'))}),
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
      from places join counts on counts.slot = places.slot join (${posts}) as post on post.id = places.id
     where place <= ${perSlot}
     order by places.slot, place`
  return run(db, { compile: () => statement.compile(build) })
}
