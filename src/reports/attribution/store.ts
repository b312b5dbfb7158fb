import { type Db, run, sql } from '../../db/database.ts'
import { selectContactDays } from '../../db/statements/counts.ts'
import { addDays } from '../../lib/time/days.ts'
import { type PeriodPart, splitPeriod, splitQuarters } from './periods.ts'
import { type AttributionInput, type Dimension, LABEL_MAX, type ReportDimension, ROWS_MAX } from './schemas.ts'

export interface Period extends AttributionInput {
  /** The first day of the preceding period of the same length. */
  beforeFrom: string
}

export interface KeyRow {
  kind: 'key' | 'other' | 'none'
  /** Null unless the kind is `key`. */
  key: string | null
  leads: number
  leads_before: number
  clicks: number
  visitors: number
}

/** What the counts are stored by: networks are summed up from posts. */
function storedBy(by: ReportDimension): Dimension {
  return by === 'network' ? 'post' : by
}

/** SQL: the provider of the account of a post, or the post's platform where the account is not known. */
function networkOf(workspaceId: string, postId: ReturnType<typeof sql>) {
  const providerOf = (id: string) => sql`coalesce(
      (select provider from connections where workspace_id = ${workspaceId} and id = ${sql.ref(id)}),
      (select provider from disconnected_accounts where workspace_id = ${workspaceId} and connection_id = ${sql.ref(id)} limit 1))`
  return sql`coalesce(
    (select coalesce(${providerOf('post.connection_id')}, platform) from posts post where workspace_id = ${workspaceId} and id = ${postId}),
    (select coalesce(${providerOf('gone.connection_id')}, platform) from gone_posts gone where workspace_id = ${workspaceId} and gone.post_id = ${postId}))`
}

/** SQL: the key of a click. There is none by form. */
function clickKey(by: ReportDimension, workspaceId: string) {
  if (by === 'form') return sql`null::text`
  if (by === 'post') return sql`links.post_id::text`
  if (by === 'network') return networkOf(workspaceId, sql`links.post_id`)
  if (by !== 'platform') return sql`left(links.utm ->> ${sql.lit(by)}, 255)`
  return sql`(select coalesce(
    (select platform from posts where workspace_id = ${workspaceId} and id = links.post_id),
    (select platform from gone_posts where workspace_id = ${workspaceId} and gone_posts.post_id = links.post_id)))`
}

/**
 * The largest keys, then one row for all others, then, as `none`, the clicks on links without such a key. Only the
 * largest are sorted: the others are the remainder of the sum.
 */
export function selectKeys(db: Db, workspaceId: string, period: Period): Promise<KeyRow[]> {
  const { touch, from, to, beforeFrom } = period
  const by = storedBy(period.by)
  const order = sql`leads desc, leads_before desc, clicks desc, key collate "C"`
  const leads = sql.ref(`${touch}_leads`)
  const quarters = listQuarters(period)
  const query = sql<KeyRow>`with by_key as (
      select key, sum(leads)::float8 as leads, sum(leads_before)::float8 as leads_before from (
        select key, counts[now_below] - counts[now_from] as leads,
               counts[before_below] - counts[before_from] as leads_before
          from unnest(${quarters.map((each) => each.quarter)}::date[], ${quarters.map(({ now }) => now.from)}::integer[],
                      ${quarters.map(({ now }) => now.below)}::integer[],
                      ${quarters.map(({ before }) => before.from)}::integer[],
                      ${quarters.map(({ before }) => before.below)}::integer[])
                 as each (quarter, now_from, now_below, before_from, before_below)
               cross join lateral (
                 select key, ${leads} as counts from lead_quarters
                  where workspace_id = ${workspaceId} and by = ${by} and lead_quarters.quarter = each.quarter offset 0) as kept
        union all
        select key, case when day >= ${from}::date then ${leads} else 0 end, case when day < ${from}::date then ${leads} else 0 end
          from lead_quarters_queue
         where workspace_id = ${workspaceId} and by = ${by} and day >= ${beforeFrom} and day <= ${to}) as counts
       group by key having sum(leads) > 0 or sum(leads_before) > 0),
    counted as (${
      period.by === 'network'
        ? sql`select ${networkOf(workspaceId, sql`by_key.key::uuid`)} as key, sum(leads) as leads, sum(leads_before) as leads_before
                from by_key group by 1`
        : sql`select * from by_key`
    }),
    by_link as (
      select link_id, sum(clicks) as clicks, sum(visitors) as visitors from (${clicksIn(workspaceId, from, to)}) as counts
       where ${by}::text <> 'form' group by link_id),
    clicked as (
      select ${clickKey(period.by, workspaceId)} as key, sum(clicks)::float8 as clicks, sum(visitors)::float8 as visitors
        from by_link left join links on links.workspace_id = ${workspaceId} and links.id = by_link.link_id group by 1),
    found as materialized (
      select coalesce(counted.key, clicked.key) as key, coalesce(leads, 0) as leads,
             coalesce(leads_before, 0) as leads_before, coalesce(clicks, 0) as clicks, coalesce(visitors, 0) as visitors
        from counted full join clicked on clicked.key = counted.key),
    largest as materialized (
      select * from found where key is not null order by ${order} limit ${sql.lit(ROWS_MAX)}),
    shown as (
      select 1 as place, 'key' as kind, * from largest
      union all
      select 2, 'other', null, ${REST}
        from (select ${SUMS} from found where key is not null) as every, (select ${SUMS} from largest) as shown
       where every.keys > shown.keys
      union all
      select 3, 'none', * from found where key is null)
    select kind, key, leads, leads_before, clicks, visitors from shown order by place, ${order}`
  return run(db, query)
}

const NUMBERS = ['leads', 'leads_before', 'clicks', 'visitors'] as const
const SUMS = sql.raw(['count(*) as keys', ...NUMBERS.map((name) => `coalesce(sum(${name}), 0) as ${name}`)].join(', '))
const REST = sql.raw(NUMBERS.map((name) => `every.${name} - shown.${name}`).join(', '))

/** The quarters of both periods. A quarter outside a period counts nothing for it. */
function listQuarters({ from, to, beforeFrom }: Period) {
  const now = splitQuarters(from, to)
  const before = splitQuarters(beforeFrom, addDays(from, -1))
  const quarters = new Set([...before, ...now].map(({ quarter }) => quarter))
  const nothing = { from: 1, below: 1 }
  const partIn = (parts: typeof now, quarter: string) => parts.find((part) => part.quarter === quarter) ?? nothing
  return [...quarters].map((quarter) => ({ quarter, now: partIn(now, quarter), before: partIn(before, quarter) }))
}

/** SQL: clicks of people in a period, from whole months where possible. */
function clicksIn(workspaceId: string, from: string, to: string) {
  const { months, days } = splitPeriod(from, to)
  const inDays = ({ from, below }: PeriodPart) => sql`select link_id, clicks, visitors from link_days
     where workspace_id = ${workspaceId} and day >= ${from} and day < ${below} and kind = 'person'`
  return sql`select link_id, clicks, visitors from link_months
     where workspace_id = ${workspaceId} and month >= ${months.from} and month < ${months.below}
    union all ${inDays(days[0])} union all ${inDays(days[1])}`
}

/** Clicks of people, on all links. */
export async function countClicks(db: Db, workspaceId: string, from: string, to: string): Promise<number> {
  const query = sql<{ clicks: number }>`select coalesce(sum(clicks), 0)::float8 as clicks
      from (${clicksIn(workspaceId, from, to)}) as counts`
  return (await run(db, query))[0]!.clicks
}

export interface DayCounts {
  /** How many days after the first of the period. */
  at: number
  /** Null: all keys together. */
  key: string | null
  /** Cumulative counts to the end of each day from `at` on; the first entry is the starting value. */
  counts: number[]
}

/** Leads by day: those of these keys, and of all keys together. */
export function selectDays(db: Db, workspaceId: string, period: Period, keys: readonly string[]): Promise<DayCounts[]> {
  if (period.by === 'network') return selectNetworkDays(db, workspaceId, period, keys)
  const { by, touch, from, to } = period
  const leads = sql.ref(`${touch}_leads`)
  const quarters = splitQuarters(from, to)
  const matching = sql`workspace_id = ${workspaceId} and by = ${by} and day >= ${from}::date and day <= ${to}::date`
  const query = sql<DayCounts>`select quarter + since - 1 - ${from}::date as at, key, counts
      from unnest(${quarters.map(({ quarter }) => quarter)}::date[], ${quarters.map((part) => part.from)}::integer[],
                  ${quarters.map(({ below }) => below)}::integer[]) as each (quarter, since, below)
           cross join unnest(${keys}::text[]) as wanted (key) cross join lateral (
             select to_json(${leads}[since:below]) as counts from lead_quarters
              where workspace_id = ${workspaceId} and by = ${by} and lead_quarters.quarter = each.quarter
                and lead_quarters.key = wanted.key offset 0) as kept
    union all
    select day - ${from}::date, key, json_build_array(0, ${leads}) from lead_quarters_queue
     where ${matching} and key = any (${keys}::text[])
    union all
    select day - ${from}::date, null, json_build_array(0, ${leads}) from lead_days where ${matching}`
  return run(db, query)
}

/** The same by network: posts are looked up, and their counts added up. */
function selectNetworkDays(db: Db, workspaceId: string, period: Period, networks: readonly string[]) {
  const { touch, from, to } = period
  const leads = sql.ref(`${touch}_leads`)
  const quarters = splitQuarters(from, to)
  const ofPosts = sql`workspace_id = ${workspaceId} and by = 'post'`
  const inDays = sql`${ofPosts} and day >= ${from}::date and day <= ${to}::date`
  const query = sql<DayCounts>`with each (quarter, since, below) as (
      select * from unnest(${quarters.map(({ quarter }) => quarter)}::date[], ${quarters.map((part) => part.from)}::integer[],
                           ${quarters.map(({ below }) => below)}::integer[])),
    posts_of as materialized (
      select post, network from (
        select key as post, ${networkOf(workspaceId, sql`counted.key::uuid`)} as network from (
          select key from lead_quarters where ${ofPosts} and quarter in (select quarter from each)
          union select key from lead_quarters_queue where ${inDays}) as counted) as named
       where network = any (${networks}::text[])),
    by_place as (
      select quarter + since - 1 - ${from}::date as at, network, place, sum(count)::integer as count
        from each join lead_quarters using (quarter) join posts_of on post = key
             cross join unnest(${leads}[since:below]) with ordinality as days (count, place)
       where ${ofPosts} group by 1, 2, 3)
    select at, network as key, json_agg(count order by place) as counts from by_place group by at, network
    union all
    select day - ${from}::date, network, json_build_array(0, ${leads})
      from lead_quarters_queue join posts_of on post = key where ${inDays}
    union all
    select day - ${from}::date, null, json_build_array(0, ${leads}) from lead_days where ${inDays}`
  return run(db, query)
}

/** All leads, by day. */
export async function selectTotals(db: Db, workspaceId: string, from: string, to: string) {
  const days = await run(db, selectContactDays(workspaceId, from, to))
  return new Map(days.map(({ day, rows }) => [day, rows]))
}

/** The first words of posts by id, including deleted ones. */
export function selectPostLabels(db: Db, workspaceId: string, ids: readonly string[]) {
  const query = sql<Labelled>`select id, left(content, ${sql.lit(LABEL_MAX)}) as label from posts
     where workspace_id = ${workspaceId} and id = any (${ids}::uuid[])
    union all
    select post_id, label from gone_posts where workspace_id = ${workspaceId} and post_id = any (${ids}::uuid[])`
  return labelsOf(run(db, query))
}

export function selectFormLabels(db: Db, workspaceId: string, ids: readonly string[]) {
  const query = sql<Labelled>`select id, name as label from forms
     where workspace_id = ${workspaceId} and id = any (${ids}::uuid[])`
  return labelsOf(run(db, query))
}

type Labelled = { id: string; label: string | null }

async function labelsOf(rows: Promise<Labelled[]>): Promise<Map<string, string | null>> {
  return new Map((await rows).map(({ id, label }) => [id, label]))
}
