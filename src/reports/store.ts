import { timeArray } from '../db/arrays.ts'
import type { Db } from '../db/database.ts'
import { firstIdAt } from '../lib/ids.ts'
import { FORMATS } from '../platforms/profile.ts'
import { sqlList } from '../publishing/states.ts'
import * as schemas from './schemas.ts'

const NAME: Record<schemas.Grouping, string> = {
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

interface CountedRange {
  fromId: string
  belowId: string
  starts: readonly Date[]
}

/** Rare names are put together here, because anybody can make up many. */
export async function countContacts(
  db: Db,
  workspaceId: string,
  by: schemas.Grouping,
  range: CountedRange,
): Promise<ContactCount[]> {
  const names = by === 'channel' ? null : await findNames(db, workspaceId, by, range)
  const counted = names === null ? READ_CONTACTS(by) : COUNT_NAMED(by)
  const { fromId, belowId, starts } = range
  const startIds = starts.map((start) => firstIdAt(start.getTime()))
  const places =
    names === null
      ? [fromId, belowId, timeArray(starts.map(Number))]
      : [startIds.slice(0, -1), startIds.slice(1), names]
  const result = await db.query<ContactCount>({
    // Nulls are joined as nulls by two conditions that can be hashed; "is not distinct from" cannot.
    text: `with counted as materialized (${counted}),
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
    values: [workspaceId, ...places, schemas.SERIES_MAX],
  })
  return result.rows
}

/** SQL: reads the contacts of the period, by the primary key: ids carry their time. */
const READ_CONTACTS = (by: schemas.Grouping) => `
  select width_bucket(created_at, $4::timestamptz[]) as day, ${NAME[by]} as name, count(*) as count
    from contacts where workspace_id = $1 and id >= $2 and id < $3 group by 1, 2`

/** SQL: counts along indexes, name by name and day by day, which is several times as fast. Those without a name are the rest. */
const COUNT_NAMED = (by: schemas.Grouping) => {
  const inDay = 'workspace_id = $1 and id >= days.from_id and id < days.below_id'
  return `
  with days as materialized (
    select * from unnest($2::uuid[], $3::uuid[]) with ordinality as days (from_id, below_id, day)),
  named as materialized (
    select day, name, found.count
      from days cross join unnest($4::text[]) as wanted (name) cross join lateral (
             select count(*) as count from contacts where ${inDay} and ${NAME[by]} = wanted.name) as found
     where found.count > 0)
  select day, name, count from named
  union all
  select day, null, counted.count - coalesce((select sum(count) from named where named.day = days.day), 0)
    from days cross join lateral (select count(*) as count from contacts where ${inDay}) as counted
   where counted.count > coalesce((select sum(count) from named where named.day = days.day), 0)`
}

/** With more names or days than this, reading the contacts is as fast. */
const NAMES_MAX = 50
const LOOKUPS_MAX = 20_000

/** All names that occur, from one to the next along the index; null when they are too many. */
async function findNames(
  db: Db,
  workspaceId: string,
  by: Exclude<schemas.Grouping, 'channel'>,
  { starts }: CountedRange,
): Promise<string[] | null> {
  const own = `from contacts where workspace_id = $1 and ${by} is not null`
  const { rows } = await db.query<{ name: string }>({
    text: `with recursive walked (name, step) as (
             (select ${by}, 1 ${own} order by ${by} limit 1)
             union all
             select (select ${by} ${own} and ${by} > walked.name order by ${by} limit 1), step + 1
               from walked where walked.name is not null and step <= ${NAMES_MAX})
           select name from walked where name is not null`,
    values: [workspaceId],
  })
  const isFew = rows.length <= NAMES_MAX && rows.length * starts.length <= LOOKUPS_MAX
  return isFew ? rows.map(({ name }) => name) : null
}

/** Waiting posts, platform by platform as their index has them, and no more of each than can be shown. */
const WAITING = (limit: string) => `from unnest($2::text[]) as wanted (platform) cross join lateral (
    select id, content, scheduled_date, connection_id from posts
     where workspace_id = $1 and posts.platform = wanted.platform and publication_state = 'waiting'
       and scheduled_date >= $3 and scheduled_date < $4
     order by scheduled_date limit ${limit}) as post`

export async function countUpcoming(db: Db, workspaceId: string, starts: readonly Date[]) {
  // Days are counted from 1.
  const result = await db.query<{ platform: string; day: number; count: number }>({
    text: `select wanted.platform, width_bucket(scheduled_date, $5::timestamptz[]) as day, count(*)::integer as count
             ${WAITING('$6')} group by 1, 2`,
    // One more tells that there are more.
    values: [
      workspaceId,
      FORMATS,
      starts[0],
      starts.at(-1),
      timeArray(starts.map(Number)),
      schemas.UPCOMING_COUNT_MAX + 1,
    ],
  })
  return result.rows
}

/** Those that go out first, as they are shown. */
export async function selectUpcoming(db: Db, workspaceId: string, starts: readonly Date[]): Promise<object[]> {
  const result = await db.query({
    text: `select id, wanted.platform, left(content, ${schemas.EXCERPT_MAX}) as text, scheduled_date, connection_id
             ${WAITING('$5')} order by scheduled_date, id limit $5`,
    values: [workspaceId, FORMATS, starts[0], starts.at(-1), schemas.UPCOMING_NEXT_MAX],
  })
  return result.rows
}

// What needs a person: every statement walks an index and stops at a bound, however many rows there are. Rows are shown as
// they come.

const NEEDS_A_PERSON = `publication_state in ${sqlList(schemas.ATTENTION_STATES)}`

/** A row for each of the newest of each state, with the count of the state in all of them; at least one for each state. */
export async function selectPosts(db: Db, workspaceId: string) {
  // All but the first two columns are null where there is no post.
  const result = await db.query<{ state: schemas.AttentionState; count: number; id: string | null }>({
    // The states stand there as words too: without them the planner cannot know that the partial index has all of it.
    text: `select state, counted.count, newest.*
             from unnest($2::text[]) as wanted (state)
             cross join lateral (select count(*)::integer as count from (
               select from posts where workspace_id = $1 and publication_state = state and ${NEEDS_A_PERSON}
                limit ${schemas.COUNT_MAX}) as post) as counted
             left join lateral (
               select id, platform, left(content, ${schemas.EXCERPT_MAX}) as text, scheduled_date, connection_id,
                      failure ->> 'class' as code, reason
                 from posts where workspace_id = $1 and publication_state = state and ${NEEDS_A_PERSON}
                order by scheduled_date desc, id desc limit ${schemas.NEWEST_MAX}) as newest on true`,
    values: [workspaceId, schemas.ATTENTION_STATES],
  })
  return result.rows
}

/** An approval that Doorpost renews by itself (refresh_at) does not expire. */
export async function selectConnections(db: Db, workspaceId: string, expiringBefore: Date): Promise<object[]> {
  const result = await db.query({
    text: `select id, platform, handle, name, case when status = 'active' then 'expiring' else status end as problem,
                  status_reason as reason, case when refresh_at is null then expires_at end as works_until
             from connections
            where workspace_id = $1
              and (status <> 'active' or (refresh_at is null and expires_at <= $2))
            order by platform, created_at limit ${schemas.LISTED_MAX}`,
    values: [workspaceId, expiringBefore],
  })
  return result.rows
}

/** Those that live webhooks refused since then. */
export function selectRejections(db: Db, workspaceId: string, fromId: string): Promise<object[]> {
  return selectByWebhook(db, 'webhook_rejections', 'code, reason', 'id >= $2', [workspaceId, fromId])
}

/** Those of live webhooks that did not map. */
export function selectUnmapped(db: Db, workspaceId: string): Promise<object[]> {
  const columns = 'mapping_issues as issues'
  return selectByWebhook(db, 'webhook_deliveries', columns, `mapping_state = 'failed'`, [workspaceId])
}

interface WebhookRow {
  webhook_id: string
  name: string
  count: number
  received_at: Date
}

/** For each webhook that has some: how many, and the newest. The webhook with the newest of all comes first. */
async function selectByWebhook(db: Db, table: string, columns: string, condition: string, values: string[]) {
  const matching = `from ${table} where workspace_id = $1 and source_id = source.id and ${condition}`
  const result = await db.query<WebhookRow>({
    text: `select source.id as webhook_id, source.name, counted.count, newest.*
             from webhook_sources as source
             cross join lateral (select id, received_at, ${columns} ${matching} order by id desc limit 1) as newest
             cross join lateral (select count(*)::integer as count from (
               select ${matching} limit ${schemas.COUNT_MAX}) as matched) as counted
            where source.workspace_id = $1 and source.revoked_at is null
            order by newest.id desc limit ${schemas.LISTED_MAX}`,
    values,
  })
  return result.rows.map(({ webhook_id, name, count, received_at, ...newest }) => {
    return { webhook_id, name, count, newest: { ...newest, received_at } }
  })
}

/** One that was paused rests because somebody wanted it to. */
export async function selectEndpoints(db: Db, workspaceId: string): Promise<object[]> {
  const result = await db.query({
    text: `select id, url, status, reason, failures, failing_since from event_endpoints
            where workspace_id = $1 and (status = 'disabled' or (status = 'active' and failing_since is not null))
            order by id desc limit ${schemas.LISTED_MAX}`,
    values: [workspaceId],
  })
  return result.rows
}

/** Mails that were given up since then, and the newest of them. */
export async function selectFailedMails(db: Db, workspaceId: string, since: Date): Promise<object> {
  const FAILED = `from mails where workspace_id = $1 and state = 'failed' and done_at >= $2`
  const counted = await db.query<{ count: number }>({
    text: `select count(*)::integer as count from (select ${FAILED} limit ${schemas.COUNT_MAX}) as failed`,
    values: [workspaceId, since],
  })
  const newest = await db.query({
    text: `select id, kind, reason, form_id, contact_id, done_at as failed_at ${FAILED} order by done_at desc limit 1`,
    values: [workspaceId, since],
  })
  return { count: counted.rows[0]!.count, newest: newest.rows[0] ?? null }
}

/** Read from the index of held ones, which are few. */
export async function countHeldSubmissions(db: Db, workspaceId: string): Promise<object> {
  const result = await db.query<{ count: number; newest_at: Date | null }>({
    text: `select count(*)::integer as count, max(created_at) as newest_at
             from (select created_at from submissions where workspace_id = $1 and state = 'held'
                    order by id desc limit ${schemas.COUNT_MAX}) as held`,
    values: [workspaceId],
  })
  return result.rows[0]!
}
