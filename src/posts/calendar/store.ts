import { sql } from 'kysely'
import { timeArray } from '../../db/arrays.ts'
import { build, type Db, run } from '../../db/database.ts'
import { type PostFilter, selectFiltered } from '../list/store.ts'
import { COLUMNS, type PostRow } from '../store.ts'

export interface SlotRow extends PostRow {
  /** Which of the slots it is in, from 1. */
  slot: number
  slot_count: number
  slot_states: Record<string, number>
}

/**
 * The first posts of each slot, and what the slot has altogether, in one statement: counts and posts are of the same
 * moment. The range is read by the index on the date; of the posts that are only counted, no text is read.
 */
export async function selectSlots(
  db: Db,
  workspaceId: string,
  filter: PostFilter,
  /** When each slot begins, in the order of time. */
  { starts, perSlot }: { starts: readonly Date[]; perSlot: number },
): Promise<SlotRow[]> {
  const slotOf = sql<number>`width_bucket(scheduled_date, ${timeArray(starts.map(Number))}::timestamptz[])`
  const query = build
    .with(
      (name) => name('matching').materialized(),
      () =>
        selectFiltered(workspaceId, filter).select(['id', 'scheduled_date', 'publication_state', slotOf.as('slot')]),
    )
    .with('counts', (db) =>
      db
        .selectFrom(
          db
            .selectFrom('matching')
            .select(['slot', 'publication_state', sql<number>`count(*)`.as('count')])
            .groupBy(['slot', 'publication_state'])
            .as('by_state'),
        )
        .select([
          'slot',
          sql<number>`sum(count)::float8`.as('slot_count'),
          sql<Record<string, number>>`jsonb_object_agg(publication_state, count)`.as('slot_states'),
        ])
        .groupBy('slot'),
    )
    .with('places', (db) =>
      db
        .selectFrom('matching')
        .select([
          'id',
          'slot',
          sql<number>`row_number() over (partition by slot order by scheduled_date, id)`.as('place'),
        ]),
    )
    .selectFrom('places')
    .innerJoin('counts', 'counts.slot', 'places.slot')
    .innerJoin(
      build.selectFrom('posts').where('workspace_id', '=', workspaceId).select(COLUMNS).as('post'),
      'post.id',
      'places.id',
    )
    .where('places.place', '<=', perSlot)
    .selectAll('post')
    .select(['places.slot', 'counts.slot_count', 'counts.slot_states'])
    .orderBy('places.slot')
    .orderBy('places.place')
  return (await run(db, query)) as SlotRow[]
}
