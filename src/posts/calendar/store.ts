import { timeArray } from '../../db/arrays.ts'
import { build, type Db, run, sql } from '../../db/database.ts'
import type { PostFilter } from '../list/input.ts'
import { selectFiltered } from '../list/store.ts'
import { COLUMNS, type PostRow } from '../store.ts'

export interface SlotRow extends PostRow {
  /** Which of the slots it is in, from 1. */
  slot: number
  slot_count: number
  slot_states: Record<string, number>
}

/**
 * The first posts of each slot, and what the slot has altogether, in one statement: counts and posts are of the same
 * moment. The range is read by the index on the date; of the posts that are only counted, no text is read. `starts` is when
 * each slot begins, in the order of time.
 */
export function selectSlots(
  db: Db,
  workspaceId: string,
  filter: PostFilter,
  { starts, perSlot }: { starts: readonly Date[]; perSlot: number },
): Promise<SlotRow[]> {
  const slotOf = sql<number>`width_bucket(scheduled_date, ${timeArray(starts.map(Number))}::timestamptz[])`
  const matching = selectFiltered(workspaceId, filter).select(['id', 'scheduled_date', 'publication_state'])
  const posts = build.selectFrom('posts').where('workspace_id', '=', workspaceId).select(COLUMNS)
  const statement = sql<SlotRow>`
    with matching as materialized (${matching.select(slotOf.as('slot'))}),
    counts as (
      select slot, sum(count)::float8 as slot_count, jsonb_object_agg(publication_state, count) as slot_states
        from (select slot, publication_state, count(*) as count from matching group by 1, 2) as by_state
       group by slot),
    places as (
      select id, slot, row_number() over (partition by slot order by scheduled_date, id) as place from matching)
    select post.*, places.slot, slot_count, slot_states
      from places join counts on counts.slot = places.slot join (${posts}) as post on post.id = places.id
     where place <= ${perSlot}
     order by places.slot, place`
  return run(db, { compile: () => statement.compile(build) })
}
