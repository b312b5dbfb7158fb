import type { Db } from '../../db/database.ts'
import type { AttributionInput } from './input.ts'
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
  const { by, touch, from, to, beforeFrom } = period
  const { rows } = await db.query<KeyRow>({
    text: `with counted as (
             select key, coalesce(sum(leads) filter (where day >= $4), 0) as leads,
                    coalesce(sum(leads) filter (where day < $4), 0) as leads_before
               from lead_counts
              where workspace_id = $1 and touch = $2 and by = $3 and day >= $6 and day <= $5 group by key),
           by_link as (
             select link_id, sum(clicks) as clicks, sum(visitors) as visitors from link_days
              where workspace_id = $1 and day >= $4 and day <= $5 and kind = 'person' and $3 <> 'form' group by link_id),
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
    values: [workspaceId, touch, by, from, to, beforeFrom],
  })
  return rows
}

/** Leads by day: those of these keys, and of all others together. */
export async function selectDays(db: Db, workspaceId: string, period: Period, keys: readonly string[]) {
  const { by, touch, from, to } = period
  const { rows } = await db.query<{ day: string; key: string | null; leads: number }>({
    text: `select day::text, case when key = any ($6) then key end as key, sum(leads)::float8 as leads from lead_counts
            where workspace_id = $1 and touch = $2 and by = $3 and day >= $4 and day <= $5 group by 1, 2`,
    values: [workspaceId, touch, by, from, to, keys],
  })
  return rows
}

/** All leads, by day. */
export async function selectTotals(db: Db, workspaceId: string, days: readonly string[]) {
  const { rows } = await db.query<{ day: string; leads: number }>({
    text: `select substr(kind, 7) as day, sum(rows)::float8 as leads from row_counts
            where workspace_id = $1 and kind = any ($2) group by 1`,
    values: [workspaceId, days.map((day) => `leads:${day}`)],
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
