import type { Db } from '../../db/database.ts'
import { addDays } from '../../lib/time/days.ts'
import { type PeriodParts, type QuarterPart, splitPeriod, splitQuarters } from './periods.ts'
import type { AttributionInput } from './schemas.ts'
import { type Dimension, LABEL_MAX, ROWS_MAX } from './schemas.ts'

export interface Period extends AttributionInput {
  /** The first day of as many days before. */
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

/** SQL: the key of a click. By form there is none. */
const CLICK_KEY: Record<Dimension, string> = {
  post: 'links.post_id::text',
  platform: `(select coalesce((select platform from posts where workspace_id = $1 and id = links.post_id),
                              (select platform from gone_posts where workspace_id = $1 and gone_posts.post_id = links.post_id)))`,
  source: `left(links.utm ->> 'source', 255)`,
  medium: `left(links.utm ->> 'medium', 255)`,
  campaign: `left(links.utm ->> 'campaign', 255)`,
  form: 'null::text',
}

/**
 * The largest keys, then one row for all others; at last, as `none`, the clicks on links without such a key. Only the largest
 * are sorted: the others are what is left of the sum of all.
 */
export async function selectKeys(db: Db, workspaceId: string, period: Period): Promise<KeyRow[]> {
  const { by, touch, from, to, beforeFrom } = period
  const order = `leads desc, leads_before desc, clicks desc, key collate "C"`
  const clicked = splitPeriod(from, to)
  const quarters = listQuarters(period)
  const { rows } = await db.query<KeyRow>({
    text: `with counted as (
             select key, sum(leads)::float8 as leads, sum(leads_before)::float8 as leads_before from (
               select key, counts[now_below] - counts[now_from] as leads,
                      counts[before_below] - counts[before_from] as leads_before
                 from unnest($3::date[], $4::integer[], $5::integer[], $6::integer[], $7::integer[])
                        as each (quarter, now_from, now_below, before_from, before_below)
                      cross join lateral (
                        select key, ${touch}_leads as counts from lead_quarters
                         where workspace_id = $1 and by = $2 and lead_quarters.quarter = each.quarter offset 0) as kept
               union all
               select key, case when day >= $8 then ${touch}_leads else 0 end, case when day < $8 then ${touch}_leads else 0 end
                 from lead_quarters_queue where workspace_id = $1 and by = $2 and day >= $9 and day <= $10) as counts
              group by key having sum(leads) > 0 or sum(leads_before) > 0),
           by_link as (
             select link_id, sum(clicks) as clicks, sum(visitors) as visitors from (
               ${clicksIn(11)}) as counts
              where $2 <> 'form' group by link_id),
           clicked as (
             select ${CLICK_KEY[by]} as key, sum(clicks)::float8 as clicks, sum(visitors)::float8 as visitors
               from by_link left join links on links.workspace_id = $1 and links.id = by_link.link_id group by 1),
           found as materialized (
             select coalesce(counted.key, clicked.key) as key, coalesce(leads, 0) as leads,
                    coalesce(leads_before, 0) as leads_before, coalesce(clicks, 0) as clicks, coalesce(visitors, 0) as visitors
               from counted full join clicked on clicked.key = counted.key),
           largest as materialized (
             select * from found where key is not null order by ${order} limit ${ROWS_MAX}),
           shown as (
             select 1 as place, 'key' as kind, * from largest
             union all
             select 2, 'other', null, ${REST}
               from (select ${SUMS} from found where key is not null) as every, (select ${SUMS} from largest) as shown
              where every.keys > shown.keys
             union all
             select 3, 'none', * from found where key is null)
           select kind, key, leads, leads_before, clicks, visitors from shown order by place, ${order}`,
    values: [workspaceId, by, ...quarters, from, beforeFrom, to, ...placesOf(clicked)],
  })
  return rows
}

const NUMBERS = ['leads', 'leads_before', 'clicks', 'visitors'] as const
const SUMS = ['count(*) as keys', ...NUMBERS.map((name) => `coalesce(sum(${name}), 0) as ${name}`)].join(', ')
const REST = NUMBERS.map((name) => `every.${name} - shown.${name}`).join(', ')

/** The quarters of both periods: one array for each column. A quarter that one of them does not have counts nothing for it. */
function listQuarters({ from, to, beforeFrom }: Period): Array<Array<string | number>> {
  const now = splitQuarters(from, to)
  const before = splitQuarters(beforeFrom, addDays(from, -1))
  const quarters = [...new Set([...before, ...now].map(({ quarter }) => quarter))]
  const placesIn = (parts: readonly QuarterPart[], end: 'from' | 'below') =>
    quarters.map((quarter) => parts.find((part) => part.quarter === quarter)?.[end] ?? 1)
  return [quarters, placesIn(now, 'from'), placesIn(now, 'below'), placesIn(before, 'from'), placesIn(before, 'below')]
}

/** The parameters of a period. */
function placesOf({ months, days }: PeriodParts): string[] {
  return [months, ...days].flatMap(({ from, below }) => [from, below])
}

/** SQL: clicks of people in a period, from whole months where it has some. Its parameters begin at `at`. */
function clicksIn(at: number): string {
  const select = (table: string, name: string, place: number) =>
    `select link_id, clicks, visitors from ${table} where workspace_id = $1 and ${name} >= $${place} and ${name} < $${place + 1}`
  const isPerson = `and kind = 'person'`
  return [
    select('link_months', 'month', at),
    `${select('link_days', 'day', at + 2)} ${isPerson}`,
    `${select('link_days', 'day', at + 4)} ${isPerson}`,
  ].join(' union all ')
}

export interface DayCounts {
  /** How many days after the first of the period. */
  at: number
  /** Null: all keys together. */
  key: string | null
  /** Up to the end of each day from `at` on; the first one is where they begin. */
  counts: number[]
}

/** Leads by day: those of these keys, and of all keys together. */
export async function selectDays(
  db: Db,
  workspaceId: string,
  period: Period,
  keys: readonly string[],
): Promise<DayCounts[]> {
  const { by, touch, from, to } = period
  const quarters = splitQuarters(from, to)
  const { rows } = await db.query<DayCounts>({
    text: `select quarter + since - 1 - $3::date as at, key, counts
             from unnest($5::date[], $6::integer[], $7::integer[]) as each (quarter, since, below)
                  cross join unnest($8::text[]) as wanted (key) cross join lateral (
                    select to_json(${touch}_leads[since:below]) as counts from lead_quarters
                     where workspace_id = $1 and by = $2 and lead_quarters.quarter = each.quarter
                       and lead_quarters.key = wanted.key offset 0) as kept
           union all
           select day - $3, key, json_build_array(0, ${touch}_leads) from lead_quarters_queue
            where workspace_id = $1 and by = $2 and day >= $3 and day <= $4 and key = any ($8)
           union all
           select day - $3, null, json_build_array(0, ${touch}_leads) from lead_days
            where workspace_id = $1 and by = $2 and day >= $3 and day <= $4`,
    values: [
      workspaceId,
      by,
      from,
      to,
      quarters.map(({ quarter }) => quarter),
      quarters.map((part) => part.from),
      quarters.map(({ below }) => below),
      keys,
    ],
  })
  return rows
}

/** All leads, by day. */
export async function selectTotals(db: Db, workspaceId: string, from: string, to: string) {
  const { rows } = await db.query<{ day: string; leads: number }>({
    text: `select day::text, sum(rows)::float8 as leads from (
             select substr(kind, 7)::date as day, rows from row_counts
              where workspace_id = $1 and kind >= 'leads:' || $2 and kind <= 'leads:' || $3
             union all
             select day, rows from lead_queue where workspace_id = $1 and rows > 0 and day >= $2::date and day <= $3::date) as counts
            group by day`,
    values: [workspaceId, from, to],
  })
  return new Map(rows.map(({ day, leads }) => [day, leads]))
}

export async function selectPostLabels(db: Db, workspaceId: string, ids: readonly string[]) {
  const { rows } = await db.query<{ id: string; label: string | null }>({
    text: `select id, left(content, ${LABEL_MAX}) as label from posts where workspace_id = $1 and id = any ($2::uuid[])
           union all
           select post_id, label from gone_posts where workspace_id = $1 and post_id = any ($2::uuid[])`,
    values: [workspaceId, ids],
  })
  return new Map(rows.map(({ id, label }) => [id, label]))
}

export async function selectFormLabels(db: Db, workspaceId: string, ids: readonly string[]) {
  const { rows } = await db.query<{ id: string; label: string }>({
    text: 'select id, name as label from forms where workspace_id = $1 and id = any ($2::uuid[])',
    values: [workspaceId, ids],
  })
  return new Map(rows.map(({ id, label }) => [id, label]))
}
