import type { Tx } from '../../db/database.ts'
import { addDays, countDays } from '../../lib/time/days.ts'

/** Dates. */
export interface PeriodPart {
  from: string
  /** The first day after it. */
  below: string
}

interface PeriodParts {
  /** Whole months. If there are none, `from` is not before `below`. */
  months: PeriodPart
  /** The rest of the period, before and after the months. */
  days: readonly [PeriodPart, PeriodPart]
}

/** Both days included. There are few counts by month and many by day, so as much as possible is read by month. */
export function splitPeriod(from: string, to: string): PeriodParts {
  const end = addDays(to, 1)
  const firstMonth = from.endsWith('-01') ? from : startOfNextMonth(from)
  const afterMonths = `${end.slice(0, 8)}01`
  if (firstMonth >= afterMonths) {
    const none = { from: end, below: end }
    return { months: none, days: [{ from, below: end }, none] }
  }
  return {
    months: { from: firstMonth, below: afterMonths },
    days: [
      { from, below: firstMonth },
      { from: afterMonths, below: end },
    ],
  }
}

function startOfNextMonth(day: string): string {
  // 31 days after the first of a month is always in the next one.
  return `${addDays(`${day.slice(0, 8)}01`, 31).slice(0, 8)}01`
}

// lead_quarters has the counts of lead_counts by key and quarter, with the days inside; later changes are in
// lead_quarters_queue. See migration 0035.

/** Rows of the queue per transaction. */
export const QUARTERS_STEP = 5_000

/** Rows are never updated, so their physical position (ctid) works as a key, and inserting them needs no index. */
const FOLD = {
  name: 'lead_quarters.fold',
  text: foldOf(`ctid = any (array(select ctid from lead_quarters_queue limit ${QUARTERS_STEP}))`),
}

const FOLD_SOME = {
  name: 'lead_quarters.fold-some',
  text: foldOf(
    `workspace_id = $1 and day in (select (at at time zone 'UTC')::date from unnest($2::timestamptz[]) as at)`,
  ),
}

function foldOf(taken: string): string {
  return `with taken as materialized (delete from lead_quarters_queue where ${taken} returning *),
          days as (
            select workspace_id, by, date_trunc('quarter', day)::date as quarter, key, day,
                   sum(first_leads)::integer as first_leads, sum(last_leads)::integer as last_leads
              from taken group by 1, 2, 3, 4, 5 having sum(first_leads) <> 0 or sum(last_leads) <> 0),
          added as (
            insert into lead_quarters as c (workspace_id, by, quarter, key, first_leads, last_leads)
            select workspace_id, by, quarter, key, leads_before_days(array_agg(day - quarter), array_agg(first_leads)),
                   leads_before_days(array_agg(day - quarter), array_agg(last_leads))
              from days group by 1, 2, 3, 4 order by 1, 2, 3, 4
            on conflict (workspace_id, by, quarter, key) do update
               set first_leads = add_leads(c.first_leads, excluded.first_leads),
                   last_leads = add_leads(c.last_leads, excluded.last_leads))
          select count(*)::integer as rows, (
                   select json_agg(lowered) from (
                     select distinct workspace_id, by, quarter, key from days where first_leads < 0 or last_leads < 0) as lowered) as lowered
            from taken`
}

/** Adds up some of the queue; the caller holds `lockWork(tx, 'folds')`. Returns the number of its rows. */
export function foldQuarters(tx: Tx): Promise<number> {
  return foldTaken(tx, { ...FOLD, values: [] })
}

/**
 * Adds up the contacts of an erased person, by creation time: the names they are counted under must not wait in the
 * queue.
 */
export async function foldErasedQuarters(tx: Tx, workspaceId: string, times: readonly string[]): Promise<void> {
  await foldTaken(tx, { ...FOLD_SOME, values: [workspaceId, times] })
}

async function foldTaken(tx: Tx, query: { name: string; text: string; values: unknown[] }): Promise<number> {
  const result = await tx.query<{ rows: number; lowered: object[] | null }>(query)
  const { rows, lowered } = result.rows[0]!
  if (lowered === null) return rows
  // Deletes rows that count nothing, because a key may be something that a person sent.
  await tx.query({
    name: 'lead_quarters.remove-empty',
    text: `delete from lead_quarters as c
            using json_to_recordset($1) as lowered (workspace_id uuid, by text, quarter date, key text)
            where (c.workspace_id, c.by, c.quarter, c.key) = (lowered.workspace_id, lowered.by, lowered.quarter, lowered.key)
              and first_leads[93] = 0 and last_leads[93] = 0`,
    values: [JSON.stringify(lowered)],
  })
  return rows
}

interface QuarterPart {
  /** Its first day. */
  quarter: string
  /** The counts of lead_quarters that bound the part: those before its first day, and those before the day after it. */
  from: number
  below: number
}

/** The quarters of a period, both days included. */
export function splitQuarters(from: string, to: string): QuarterPart[] {
  const parts: QuarterPart[] = []
  for (let quarter = startOfQuarter(from); quarter <= to; quarter = startOfQuarter(addDays(quarter, 92))) {
    const next = startOfQuarter(addDays(quarter, 92))
    const below = to < next ? addDays(to, 1) : next
    parts.push({ quarter, from: Math.max(1, countDays(quarter, from)), below: countDays(quarter, below) })
  }
  return parts
}

function startOfQuarter(day: string): string {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1
  return `${day.slice(0, 5)}${String(month).padStart(2, '0')}-01`
}
