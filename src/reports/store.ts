import { timeArray } from '../db/arrays.ts'
import type { Db } from '../db/database.ts'
import { FORMATS } from '../platforms/profile.ts'
import { EXCERPT_MAX, type Grouping, SERIES_MAX, UPCOMING_COUNT_MAX, UPCOMING_NEXT_MAX } from './schemas.ts'

const NAME: Record<Grouping, string> = {
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  channel: `case when webhook_id is not null then 'webhook' when key_id is not null then 'key' else 'form' end`,
}

export interface ContactCount {
  /** From 1, largest first. */
  place: number
  name: string | null
  is_other: boolean
  /** From 1. */
  day: number
  count: number
}

/**
 * By the primary key: ids carry their time. Names beyond the largest are put together here, because anybody can make up
 * as many as they like.
 */
export async function countContacts(
  db: Db,
  workspaceId: string,
  by: Grouping,
  range: { fromId: string; belowId: string; starts: readonly Date[] },
): Promise<ContactCount[]> {
  const result = await db.query<ContactCount>({
    // Nulls are joined as nulls by two conditions that can be hashed; "is not distinct from" cannot.
    text: `with counted as materialized (
             select width_bucket(created_at, $4::timestamptz[]) as day, ${NAME[by]} as name, count(*) as count
               from contacts where workspace_id = $1 and id >= $2 and id < $3 group by 1, 2),
           largest as (
             select name, row_number() over (order by total desc, name) as place from (
               select name, sum(count) as total from counted group by name order by total desc, name
                limit $5 + 1) as named),
           shown as (
             select name, place from largest where place < $5 or (select count(*) from largest) <= $5)
           select coalesce(place, $5)::integer as place, shown.name, place is null as is_other, day,
                  sum(count)::float8 as count
             from counted left join shown
               on coalesce(counted.name, '') = coalesce(shown.name, '') and (counted.name is null) = (shown.name is null)
            group by 1, 2, 3, 4 order by 1, 4`,
    values: [workspaceId, range.fromId, range.belowId, timeArray(range.starts.map(Number)), SERIES_MAX],
  })
  return result.rows
}

export interface UpcomingCount {
  platform: string
  /** From 1. */
  day: number
  count: number
}

/** Waiting posts, platform by platform as their index has them, and no more of each than can be shown. */
const WAITING = (limit: string) => `from unnest($2::text[]) as wanted (platform) cross join lateral (
    select id, content, scheduled_date, connection_id from posts
     where workspace_id = $1 and posts.platform = wanted.platform and publication_state = 'waiting'
       and scheduled_date >= $3 and scheduled_date < $4
     order by scheduled_date limit ${limit}) as post`

export async function countUpcoming(db: Db, workspaceId: string, starts: readonly Date[]): Promise<UpcomingCount[]> {
  const result = await db.query<UpcomingCount>({
    text: `select wanted.platform, width_bucket(scheduled_date, $5::timestamptz[]) as day, count(*)::integer as count
             ${WAITING('$6')} group by 1, 2`,
    // One more tells that there are more.
    values: [workspaceId, FORMATS, starts[0], starts.at(-1), timeArray(starts.map(Number)), UPCOMING_COUNT_MAX + 1],
  })
  return result.rows
}

/** Those that go out first, as they are shown. */
export async function selectUpcoming(db: Db, workspaceId: string, starts: readonly Date[]): Promise<object[]> {
  const result = await db.query({
    text: `select id, wanted.platform, left(content, ${EXCERPT_MAX}) as text, scheduled_date, connection_id
             ${WAITING('$5')} order by scheduled_date, id limit $5`,
    values: [workspaceId, FORMATS, starts[0], starts.at(-1), UPCOMING_NEXT_MAX],
  })
  return result.rows
}
