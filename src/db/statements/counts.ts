import type { RawBuilder } from 'kysely'
import { build, type Db, type Rows, run, runOne, sql, type Tx } from '../database.ts'

/** A filtered list counts no further: this takes some milliseconds along an index, however many more there are. */
export const COUNTED_MAX = 20_000
/** The same if the rows themselves have to be read. */
export const ROWS_COUNTED_MAX = 5_000
/** How many of the newest rows are read for one page of a search. */
export const ROWS_SEARCHED_MAX = 10_000

/** The number of rows that the query finds. With a limit, it counts no further. */
export async function countRows(db: Db, rows: Rows<unknown>): Promise<number> {
  const counted = rows.clearSelect().select(sql`1`.as('one')).as('counted')
  return (await runOne(db, build.selectFrom(counted).select(sql<number>`count(*)::float8`.as('count'))))!.count
}

/** The count as far as it went. */
export interface Counted {
  total: number
  /** True if there are more. */
  isCapped: boolean
}

export async function countUpTo(db: Db, most: number, rows: Rows<unknown>): Promise<Counted> {
  return upTo(most, await countRows(db, rows.limit(most + 1)))
}

export function upTo(most: number, count: number): Counted {
  return { total: Math.min(count, most), isCapped: count > most }
}

/** How many rows the planner expects. */
export async function estimateRows(db: Db, rows: Rows<unknown>): Promise<number> {
  const { sql: text, parameters } = rows.compile()
  const { rows: plans } = await db.query<{ 'QUERY PLAN': Array<{ Plan: { 'Plan Rows': number } }> }>({
    text: `explain (format json) ${text}`,
    values: [...parameters],
  })
  return plans[0]!['QUERY PLAN'][0]!.Plan['Plan Rows']
}

/** The number of rows, from counts that every insert and delete maintains: the cost does not grow with the rows. */
export function selectRowCount(workspaceId: string, kinds: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select coalesce(sum(rows), 0)::float8 from row_counts where workspace_id = ${workspaceId} and kind = any(${kinds}))`
}

/** SQL: the ends of `page`, which has every row between them. */
const LOWEST = sql`(select id from page order by id limit 1)`
const HIGHEST = sql`(select id from page order by id desc limit 1)`

/**
 * SQL: whether a row belongs to a row of `page`. A page without filters is looked up as one range, which takes half as
 * long as id by id.
 */
export function isOnPage(id: RawBuilder<unknown>, isWhole: boolean): RawBuilder<unknown> {
  return isWhole ? sql`${id} between ${LOWEST} and ${HIGHEST}` : sql`${id} = any(array(select id from page))`
}

/** SQL: these counts of a row of `page`. For a whole page, `ZERO` is faster than `coalesce`. */
export function selectCounts(names: readonly string[], isWhole: boolean): RawBuilder<unknown> {
  return sql.join(names.map(sql.ref).map((name) => (isWhole ? name : sql`coalesce(${name}, 0) as ${name}`)))
}

/** Rewrites a count as JSON: a row that was never counted has 0. */
export const ZERO = (json: string) => (json === 'null' ? '0' : json)

/** SQL: how many contacts each link or post of `page` has brought. */
export function selectLeads(by: 'link' | 'post', workspaceId: string, isWhole: boolean): RawBuilder<unknown> {
  const prefix = sql.lit(`${by}_leads:`)
  const isWanted = isWhole
    ? sql`kind between ${prefix} || ${LOWEST} and ${prefix} || ${HIGHEST}`
    : sql`kind = any(array(select ${prefix} || id from page))`
  return sql`select split_part(kind, ':', 2)::uuid as led_id, sum(rows::float8) as leads from row_counts
              where workspace_id = ${workspaceId} and ${isWanted} group by kind`
}

/** Contacts of the last seconds are still in the fold's queue (reports/attribution/fold.ts). */
export function selectContactCount(workspaceId: string): RawBuilder<number> {
  return sql`(
    (select coalesce(sum(rows), 0) from row_counts where workspace_id = ${workspaceId} and kind = 'contacts')
    + (select coalesce(sum(rows), 0) from lead_queue where workspace_id = ${workspaceId}))::float8`
}

/** SQL: how many contacts there are of each day (UTC), as `selectContactCount` counts them. */
export function selectContactDays(workspaceId: string, from = '0001-01-01', to = '9999-12-31') {
  return sql<{ day: string; rows: number }>`select day::text, sum(rows)::float8 as rows from (
      select substr(kind, 7)::date as day, rows from row_counts
       where workspace_id = ${workspaceId} and kind >= 'leads:' || ${from}::text and kind <= 'leads:' || ${to}::text
      union all
      select day, rows from lead_queue
       where workspace_id = ${workspaceId} and rows > 0 and day >= ${from}::date and day <= ${to}::date) as counts
     group by day`
}

/** Nodes of 0.2 take this lock alone for all of the work below. */
const OLDER_LOCK = 'doorpost.leads.fold'

/**
 * Only one transaction at a time, in all processes, does this work. `arrivals`: new contacts are counted and added to
 * the search index. `folds`: their touches and days are counted, or removed by an erasure. Folds take long, so arrivals
 * do not wait for them.
 */
export async function lockWork(tx: Tx, work: 'arrivals' | 'folds'): Promise<void> {
  const query = sql`select pg_advisory_xact_lock_shared(hashtextextended(${OLDER_LOCK}, 0)),
    pg_advisory_xact_lock(hashtextextended(${`doorpost.contacts.${work}`}, 0))`
  await run(tx, query)
}
