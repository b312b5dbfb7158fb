import type { Db } from '../../db/database.ts'
import { addDays } from '../../lib/time/days.ts'
import type { AttributionInput } from './input.ts'
import { type PeriodParts, splitPeriod } from './periods.ts'
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

/** The largest keys, then one row for all others; at last, as `none`, the clicks on links without such a key. */
export async function selectKeys(db: Db, workspaceId: string, period: Period): Promise<KeyRow[]> {
  const { by, touch } = period
  const now = splitPeriod(period.from, period.to)
  const before = splitPeriod(period.beforeFrom, addDays(period.from, -1))
  const { rows } = await db.query<KeyRow>({
    text: `with counted as (
             select key, coalesce(sum(leads), 0) as leads, coalesce(sum(leads_before), 0) as leads_before from (
               ${leadsIn(3, `key, ${touch}_leads as leads, 0 as leads_before`)}
               union all ${leadsIn(9, `key, 0, ${touch}_leads`)}) as counts
              group by key having sum(leads) > 0 or sum(leads_before) > 0),
           by_link as (
             select link_id, sum(clicks) as clicks, sum(visitors) as visitors from (
               ${clicksIn(3)}) as counts
              where $2 <> 'form' group by link_id),
           clicked as (
             select ${CLICK_KEY[by]} as key, sum(clicks) as clicks, sum(visitors) as visitors
               from by_link left join links on links.workspace_id = $1 and links.id = by_link.link_id group by 1),
           placed as (
             select coalesce(counted.key, clicked.key) as key, leads, leads_before, clicks, visitors,
                    row_number() over (order by coalesce(counted.key, clicked.key) is null, coalesce(leads, 0) desc,
                      coalesce(leads_before, 0) desc, clicks desc nulls last, coalesce(counted.key, clicked.key)) as place
               from counted full join clicked on clicked.key = counted.key),
           named as (
             select *, case when key is null then 'none' when place <= ${ROWS_MAX} then 'key' else 'other' end as kind
               from placed)
           select kind, case when kind = 'key' then key end as key,
                  coalesce(sum(leads), 0)::float8 as leads, coalesce(sum(leads_before), 0)::float8 as leads_before,
                  coalesce(sum(clicks), 0)::float8 as clicks, coalesce(sum(visitors), 0)::float8 as visitors
             from named group by 1, 2 order by min(place)`,
    values: [workspaceId, by, ...placesOf(now), ...placesOf(before)],
  })
  return rows
}

/** The parameters of a period. */
function placesOf({ months, days }: PeriodParts): string[] {
  return [months, ...days].flatMap(({ from, below }) => [from, below])
}

/** SQL: what was counted in a period, from whole months where it has some. Its parameters begin at `at`. */
function leadsIn(at: number, columns: string): string {
  const select = (table: string, name: string, place: number) =>
    `select ${columns} from ${table} where workspace_id = $1 and by = $2 and ${name} >= $${place} and ${name} < $${place + 1}`
  return [
    select('lead_months', 'month', at),
    select('lead_counts', 'day', at + 2),
    select('lead_counts', 'day', at + 4),
  ].join(' union all ')
}

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

/** Leads by day: those of these keys, and of all others together. */
export async function selectDays(db: Db, workspaceId: string, period: Period, keys: readonly string[]) {
  const { by, touch, from, to } = period
  const { rows } = await db.query<{ day: string; key: string | null; leads: number }>({
    text: `with named as materialized (
             select counts.* from generate_series($3::date, $4::date, interval '1 day') as each (at)
                    cross join unnest($5::text[]) as wanted (key) cross join lateral (
                      select day, key, ${touch}_leads as leads from lead_counts
                       where workspace_id = $1 and by = $2 and day = each.at::date and lead_counts.key = wanted.key
                      offset 0) as counts)
           select day::text, key, leads::float8 as leads from named where leads > 0
           union all
           select day::text, null, (${touch}_leads - coalesce(leads, 0))::float8
             from lead_days left join (select day, sum(leads) as leads from named group by day) as known using (day)
            where workspace_id = $1 and by = $2 and day >= $3 and day <= $4`,
    values: [workspaceId, by, from, to, keys],
  })
  return rows
}

/** All leads, by day. */
export async function selectTotals(db: Db, workspaceId: string, days: readonly string[]) {
  const { rows } = await db.query<{ day: string; leads: number }>({
    text: `select day::text, sum(rows)::float8 as leads from (
             select substr(kind, 7)::date as day, rows from row_counts where workspace_id = $1 and kind = any ($2)
             union all
             select day, rows from lead_queue where workspace_id = $1 and rows > 0 and day = any ($3::date[])) as counts
            group by day`,
    values: [workspaceId, days.map((day) => `leads:${day}`), days],
  })
  return new Map(rows.map(({ day, leads }) => [day, leads]))
}

/** What people call these posts. */
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
