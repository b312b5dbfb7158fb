import { timeArray } from '../db/arrays.ts'
import { lockLeadQueue } from '../db/counts.ts'
import { type Db, type Pool, type Tx, transaction } from '../db/database.ts'
import { DAY_MS, MINUTE_MS } from '../lib/time/span.ts'
import { type Grouping, SERIES_MAX } from './schemas.ts'

// Contacts by day are read from contact_days and, as far as no worker has added them up yet, from contact_days_queue: the cost
// does not grow with the contacts. See the migration 0034.

/** Rows of the queue of one transaction. */
const QUEUE_STEP = 5_000
const QUARTER_MS = 15 * MINUTE_MS

/** Adds up what the queue has. Returns false when the time was over before it was empty. */
export async function foldContactDays(pool: Pool, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs
  while ((await transaction(pool, foldStep)) === QUEUE_STEP) {
    if (performance.now() > end) return false
  }
  return true
}

/** SQL: a change of the queue counts for each of these. */
const NAMED = `cross join lateral (
  values ('utm_source', utm_source), ('utm_medium', utm_medium), ('channel', channel)) as named (by, name)`

/** Rows are never updated, so their places are as good as a key, and inserting them needs no index. */
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
  await lockLeadQueue(tx)
  const result = await tx.query<{ rows: number; workspace_ids: string[] | null }>({ ...FOLD, values: [QUEUE_STEP] })
  const { rows, workspace_ids } = result.rows[0]!
  if (workspace_ids !== null) await removeEmpty(tx, workspace_ids)
  return rows
}

/**
 * Adds up contacts of a person who is erased, by when they were created: what they are named by must not wait in the queue.
 * The caller has `lockLeadQueue`, from before it touched any of them.
 */
export async function addUpErased(tx: Tx, workspaceId: string, times: readonly string[]): Promise<void> {
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

export interface ContactCount {
  /** From 1, largest first. */
  place: number
  name: string | null
  is_other: boolean
  /** From 1. */
  day: number
  count: number
}

/** `starts` is when each day begins, and at last when they end. Rare names are put together, because anybody can make up many. */
export async function countContacts(
  db: Db,
  workspaceId: string,
  by: Grouping,
  starts: readonly Date[],
): Promise<ContactCount[]> {
  const parts = splitDays(starts)
  const result = await db.query<ContactCount>({
    // Nulls are joined as nulls by two conditions that can be hashed; "is not distinct from" cannot.
    text: `with found as materialized (
             select parts.day, kept.by, kept.name,
                    counts[parts.upto] - case parts.before when 0 then 0 else counts[parts.before] end as count
               from unnest($4::date[], $5::integer[], $6::integer[], $7::integer[]) as parts (utc_day, day, before, upto)
                    cross join lateral (
                      select by, name, counts from contact_days
                       where workspace_id = $1 and by = any (array[$2, 'channel']) and contact_days.day = parts.utc_day
                      offset 0) as kept
             union all
             select width_bucket(at, $8::timestamptz[]), by, name, contacts
               from contact_days_queue ${NAMED}
              where workspace_id = $1 and at >= $9 and at < $10 and by in ($2, 'channel') and name is not null),
           counted as materialized (
             select day, name, sum(count)::float8 as count from found where by = $2 group by day, name having sum(count) <> 0
             union all
             -- Everything has a channel: what it is more than the names is without a name.
             select day, null, sum(case when by = $2 then -count else count end)::float8 from found
              where $2 <> 'channel' group by day having sum(case when by = $2 then -count else count end) <> 0),
           largest as (
             select name, row_number() over (order by total desc, name) as place from (
               select name, sum(count) as total from counted group by name order by total desc, name
                limit $3 + 1) as named),
           shown as (
             select name, place from largest where place < $3 or (select count(*) from largest) <= $3)
           select coalesce(place, $3)::integer as place, shown.name, place is null as is_other, day,
                  sum(count) as count
             from counted left join shown
               on coalesce(counted.name, '') = coalesce(shown.name, '') and (counted.name is null) = (shown.name is null)
            group by 1, 2, 3, 4 order by 1, 4`,
    values: [
      workspaceId,
      by,
      SERIES_MAX,
      parts.map(({ utcDay }) => utcDay),
      parts.map(({ day }) => day),
      parts.map(({ before }) => before),
      parts.map(({ upto }) => upto),
      timeArray(starts.map(Number)),
      starts[0],
      starts.at(-1),
    ],
  })
  return result.rows
}

interface DayPart {
  /** A date. */
  utcDay: string
  /** Which day it is a part of, from 1. */
  day: number
  /** Quarters of an hour: the part begins behind `before` of them and has those up to `upto`. */
  before: number
  upto: number
}

/** Days as parts of days of UTC. They begin with a quarter of an hour: all zones have kept to those since 1972. No contact is older than that. */
function splitDays(starts: readonly Date[]): DayPart[] {
  const ends = starts.slice(1)
  return ends.flatMap((end, at) => {
    const parts: DayPart[] = []
    let from = Math.max(0, starts[at]!.getTime())
    while (from < end.getTime()) {
      const midnight = Math.floor(from / DAY_MS) * DAY_MS
      const below = Math.min(end.getTime(), midnight + DAY_MS)
      const quarter = (time: number) => Math.floor((time - midnight) / QUARTER_MS)
      const utcDay = new Date(midnight).toISOString().slice(0, 10)
      parts.push({ utcDay, day: at + 1, before: quarter(from), upto: quarter(below) })
      from = below
    }
    return parts
  })
}
