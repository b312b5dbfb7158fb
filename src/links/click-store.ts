import { build, type Db, run, runCount, sql, type Tx } from '../db/database.ts'
import { byteaArray, unnest } from '../db/statements/arrays.ts'
import type { ClickKind } from './classify.ts'

export interface DayCount {
  workspaceId: string
  linkId: string
  day: string
  kind: ClickKind
  sourceHost: string
  clicks: number
  visitors: number
}

/**
 * Drops clicks on links that were deleted meanwhile: the lock waits for a deletion that is under way. The caller orders
 * them, because two nodes that write the same rows must lock them in the same order.
 */
function clicked(counts: readonly DayCount[]) {
  const rows = unnest(counts, {
    uuid: ['workspaceId', 'linkId'],
    text: ['day', 'kind', 'sourceHost'],
    integer: ['clicks', 'visitors'],
  })
  return sql`clicked as (
    select links.workspace_id, links.id as link_id, c.day::date as day, c.kind, c.source_host, c.clicks, c.visitors
      from ${rows} as c (workspace_id, link_id, day, kind, source_host, clicks, visitors)
      join links on links.workspace_id = c.workspace_id and links.id = c.link_id
       for key share of links)`
}

/** Adds to the counts of days and to those of links, which are always the sum of all days. */
export async function addCounts(tx: Tx, counts: readonly DayCount[], slot: number): Promise<void> {
  const query = sql`with ${clicked(counts)},
      by_day as (
        insert into link_days as d (workspace_id, link_id, day, kind, source_host, slot, clicks, visitors)
        select workspace_id, link_id, day, kind, source_host, ${slot}::smallint, clicks, visitors from clicked
         order by workspace_id, link_id, day, kind, source_host
        on conflict (workspace_id, link_id, day, kind, source_host, slot) do update
           set clicks = d.clicks + excluded.clicks, visitors = d.visitors + excluded.visitors)
      insert into link_counts as c (workspace_id, link_id, slot, clicks, visitors, bots, previews, heads)
      select workspace_id, link_id, ${slot}::smallint,
             coalesce(sum(clicks) filter (where kind = 'person'), 0), sum(visitors),
             coalesce(sum(clicks) filter (where kind = 'bot'), 0),
             coalesce(sum(clicks) filter (where kind = 'preview'), 0),
             coalesce(sum(clicks) filter (where kind = 'head'), 0)
        from clicked group by workspace_id, link_id order by workspace_id, link_id
      on conflict (workspace_id, link_id, slot) do update
         set clicks = c.clicks + excluded.clicks, visitors = c.visitors + excluded.visitors, bots = c.bots + excluded.bots,
             previews = c.previews + excluded.previews, heads = c.heads + excluded.heads`
  await run(tx, query, 'links.add_counts')
}

export async function selectHosts(db: Db, linkDays: ReadonlyArray<Pick<DayCount, 'workspaceId' | 'linkId' | 'day'>>) {
  const days = unnest(linkDays, { uuid: ['workspaceId', 'linkId'], text: ['day'] })
  const query = sql<{ link_id: string; day: string; source_host: string }>`
    select distinct d.link_id, d.day::text as day, d.source_host
      from ${days} as c (workspace_id, link_id, day)
      join link_days as d on d.workspace_id = c.workspace_id and d.link_id = c.link_id and d.day = c.day::date
     where d.kind = 'person' and d.source_host <> ''`
  return run(db, query, 'links.select_hosts')
}

interface DayTotals extends Record<'clicks' | 'visitors' | 'bots' | 'previews' | 'heads', number> {
  day: string
}

export async function selectDays(db: Db, workspaceId: string, linkId: string, from: string, to: string) {
  const sum = (kind: ClickKind, name: string) =>
    sql`coalesce(sum(clicks) filter (where kind = ${sql.lit(kind)}), 0)::float8 as ${sql.ref(name)}`
  const query = sql<DayTotals>`select day::text as day, ${sum('person', 'clicks')}, sum(visitors)::float8 as visitors,
           ${sum('bot', 'bots')}, ${sum('preview', 'previews')}, ${sum('head', 'heads')}
      from link_days
     where workspace_id = ${workspaceId} and link_id = ${linkId} and day between ${from}::date and ${to}::date
     group by link_days.day order by link_days.day`
  return run(db, query)
}

export async function selectSources(
  db: Db,
  workspaceId: string,
  linkId: string,
  range: { from: string; to: string; most: number },
) {
  const query = sql<{ host: string; clicks: number; visitors: number }>`select source_host as host,
           sum(clicks)::float8 as clicks, sum(visitors)::float8 as visitors
      from link_days
     where workspace_id = ${workspaceId} and link_id = ${linkId} and kind = 'person'
       and day between ${range.from}::date and ${range.to}::date
     group by 1 order by 2 desc, 1 limit ${range.most}`
  return run(db, query)
}

export async function insertMarks(tx: Tx, day: string, marks: readonly Buffer[]): Promise<Buffer[]> {
  const query = sql<{ mark: Buffer }>`insert into visitor_marks (day, mark) select ${day}::date, mark
     from unnest(${byteaArray(marks)}::bytea[]) as m (mark) order by mark
    on conflict do nothing returning mark`
  return (await run(tx, query, 'links.insert_marks')).map(({ mark }) => mark)
}

/** The salt of a day is the first one that any node has drawn for it. */
export async function ensureSalts(db: Db, salts: ReadonlyArray<{ day: string; salt: Buffer }>) {
  const days = salts.map(({ day }) => day)
  const insert = build.insertInto('visitor_salts').values([...salts])
  const insertNew = insert.onConflict((conflict) => conflict.doNothing())
  await run(db, insertNew)
  const query = sql<{ day: string; salt: Buffer }>`select day::text as day, salt from visitor_salts
     where day = any(${days}::date[])`
  return run(db, query)
}

/** Removes everything that could tell one visitor from another. */
export async function removeMarks(db: Db, upTo: string, most: number): Promise<number> {
  const query = sql`delete from visitor_marks where (day, mark) in (
      select day, mark from visitor_marks where day <= ${upTo}::date limit ${most})`
  return runCount(db, query)
}

export async function removeSalts(db: Db, upTo: string): Promise<void> {
  await run(db, sql`delete from visitor_salts where day <= ${upTo}::date`)
}
