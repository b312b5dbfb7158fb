import { type Db, type Pool, type Tx, transaction } from '../db/database.ts'
import { integerArray, timeArray } from '../db/statements/arrays.ts'
import { lockWork } from '../db/statements/counts.ts'
import { DAY_MS, MINUTE_MS } from '../lib/time/span.ts'
import { type Grouping, SERIES_MAX } from './schemas.ts'

// Contacts by day are read from contact_days and, if no worker has added them up yet, from contact_days_queue. The cost
// does not grow with the number of contacts. See migration 0034.

/** Rows of the queue per transaction. */
const QUEUE_STEP = 5_000
const QUARTER_MS = 15 * MINUTE_MS

/** Adds up the queue. Returns false if the time ran out before it was empty. */
export async function foldContactDays(pool: Pool, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs
  while ((await transaction(pool, foldStep)) === QUEUE_STEP) {
    if (performance.now() > end) return false
  }
  return true
}

/** SQL: a change in the queue counts for each of these. */
const NAMED = `cross join lateral (
  values ('utm_source', utm_source), ('utm_medium', utm_medium), ('channel', channel)) as named (by, name)`

/** Rows are never updated, so their physical position (ctid) works as a key, and inserting them needs no index. */
const FOLD = {
  name: 'contact_days.fold',
  text: foldOf('ctid = any (array(select ctid from contact_days_queue limit $1))'),
}

const FOLD_SOME = {
  name: 'contact_days.fold-some',
  text: foldOf('workspace_id = $1 and at = any ($2::timestamptz[])'),
}

function foldOf(taken: string): string {
  return `with taken as materialized (
            delete from contact_days_queue where ${taken}
            returning workspace_id, at at time zone 'UTC' as at, utm_source, utm_medium, channel, contacts),
          quarters as (
            select workspace_id, by, at::date as day, name, floor(extract(epoch from at::time) / 900)::integer as quarter,
                   sum(contacts)::integer as contacts
              from taken ${NAMED} where name is not null group by 1, 2, 3, 4, 5 having sum(contacts) <> 0),
          added as (
            insert into contact_days as c (workspace_id, by, day, name, counts)
            select workspace_id, by, day, name, counts_of_day(array_agg(quarter), array_agg(contacts))
              from quarters group by 1, 2, 3, 4
            on conflict (workspace_id, by, day, name) do update set counts = add_counts(c.counts, excluded.counts))
          select count(*)::integer as rows, array_agg(distinct workspace_id) as workspace_ids from taken`
}

/** Returns how many rows of the queue there were. */
async function foldStep(tx: Tx): Promise<number> {
  await lockWork(tx, 'folds')
  const result = await tx.query<{ rows: number; workspace_ids: string[] | null }>({ ...FOLD, values: [QUEUE_STEP] })
  const { rows, workspace_ids } = result.rows[0]!
  if (workspace_ids !== null) await removeEmpty(tx, workspace_ids)
  return rows
}

/**
 * Adds up the contacts of an erased person, by creation time: the names they are counted under must not wait in the
 * queue. The caller has held `lockWork(tx, 'folds')` since before it touched any of them.
 */
export async function foldErasedDays(tx: Tx, workspaceId: string, times: readonly string[]): Promise<void> {
  await tx.query({ ...FOLD_SOME, values: [workspaceId, times] })
  await removeEmpty(tx, [workspaceId])
}

function removeEmpty(tx: Tx, workspaceIds: readonly string[]) {
  return tx.query({
    name: 'contact_days.remove-empty',
    text: 'delete from contact_days where workspace_id = any ($1::uuid[]) and counts[96] = 0 and 0 = all (counts)',
    values: [workspaceIds],
  })
}

export interface ContactCounts {
  /**
   * `name`: one of the largest names. `names`: all names together. `all`: everything, left out if everything has a
   * name.
   */
  kind: 'name' | 'names' | 'all'
  name: string | null
  /** For each day. */
  counts: number[]
}

/** Returns one name more than can be shown, largest first. `starts` has the start of each day, then the end of the last. */
export async function countByDay(
  db: Db,
  workspaceId: string,
  by: Grouping,
  starts: readonly Date[],
): Promise<ContactCounts[]> {
  const parts = splitDays(starts)
  const result = await db.query<Omit<ContactCounts, 'counts'> & Record<'places' | 'heads' | 'tails', number[]>>({
    // Changes that are not added up yet have a day instead of a part; they come after the parts.
    text: `with found as materialized (
             select place, kept.by = $2 as is_named, kept.name,
                    counts[cut] - case since when 0 then 0 else counts[since] end as head, counts[below] - counts[cut] as tail
               from unnest($4::integer[], $5::integer[], $6::integer[], $7::integer[])
                      with ordinality as parts (utc_day, since, cut, below, place)
                    cross join lateral (
                      select by, name, counts from contact_days
                       where workspace_id = $1 and by = any (array[$2, 'channel'])
                         and contact_days.day = date '1970-01-01' + parts.utc_day
                      offset 0) as kept
             union all
             select $11 + width_bucket(at, $8::timestamptz[]), by = $2, name, contacts, 0
               from contact_days_queue ${NAMED}
              where workspace_id = $1 and at >= $9 and at < $10 and by in ($2, 'channel') and name is not null),
           largest as (
             select name, array_agg(place) as places, array_agg(head) as heads, array_agg(tail) as tails from found
              where is_named group by name having sum(head + tail) <> 0 order by sum(head + tail) desc, name limit $3 + 1)
           select 'name' as kind, name, to_json(places) as places, to_json(heads) as heads, to_json(tails) as tails from largest
           union all
           select case when is_named then 'names' else 'all' end, null, json_agg(place), json_agg(head), json_agg(tail)
             from (select is_named, place, sum(head) as head, sum(tail) as tail from found group by 1, 2) as sums
            group by is_named`,
    values: [
      workspaceId,
      by,
      SERIES_MAX,
      integerArray(parts.map(({ utcDay }) => utcDay)),
      integerArray(parts.map(({ since }) => since)),
      integerArray(parts.map(({ cut }) => cut)),
      integerArray(parts.map(({ below }) => below)),
      timeArray(starts.map(Number)),
      starts[0],
      starts.at(-1),
      parts.length,
    ],
  })
  return result.rows.map(({ kind, name, places, heads, tails }) => {
    const counts: number[] = Array(starts.length - 1).fill(0)
    for (const [at, place] of places.entries()) {
      const part = parts[place - 1]
      const head = part?.head ?? place - parts.length
      counts[head - 1]! += heads[at]!
      if (part && part.tail !== null) counts[part.tail - 1]! += tails[at]!
    }
    return { kind, name, counts }
  })
}

/**
 * A part of a UTC day, in quarters of an hour: those from `since` until `cut` belong to day `head`, those from `cut` until
 * `below` to day `tail`.
 */
interface DayPart {
  /** Since 1970. */
  utcDay: number
  since: number
  cut: number
  below: number
  /** The number of the day, from 1. */
  head: number
  tail: number | null
}

/** Days begin on a quarter of an hour in all zones since 1972, and no contact is older than that. */
function splitDays(starts: readonly Date[]): DayPart[] {
  const parts: DayPart[] = []
  for (const [at, end] of starts.slice(1).entries()) {
    let from = Math.max(0, starts[at]!.getTime())
    while (from < end.getTime()) {
      const utcDay = Math.floor(from / DAY_MS)
      const midnight = utcDay * DAY_MS
      const until = Math.min(end.getTime(), midnight + DAY_MS)
      const quarter = (time: number) => Math.floor((time - midnight) / QUARTER_MS)
      const last = parts.at(-1)
      // One row serves both.
      if (last?.utcDay === utcDay && last.tail === null) Object.assign(last, { below: quarter(until), tail: at + 1 })
      else
        parts.push({
          utcDay,
          since: quarter(from),
          cut: quarter(until),
          below: quarter(until),
          head: at + 1,
          tail: null,
        })
      from = until
    }
  }
  return parts
}
