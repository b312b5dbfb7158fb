import { type Pool, runCount, sql, type Tx, transaction } from '../../db/database.ts'
import { lockWork } from '../../db/statements/counts.ts'
import { createLoop } from '../../lib/bounds/loop.ts'
import { timeOfId } from '../../lib/ids.ts'
import type { Log } from '../../lib/log/log.ts'
import { HOUR_MS } from '../../lib/time/span.ts'
import { foldQuarters, QUARTERS_STEP } from './periods.ts'

/** Rows of the queue, and contacts, per transaction: a deletion may have to wait for it. */
const RANGES_STEP = 1_000
const CONTACTS_STEP = 1_000
/**
 * Ranges this close are merged: the contacts between them are examined for nothing. And if all contacts of a person are
 * in one range, none of them is examined because of another.
 */
const GAP_MS = HOUR_MS

/**
 * Processes lead_queue: finds the touches of new contacts and counts them. A call during a run starts another run, so
 * that everything committed before the call is counted. Returns false if the time ran out before the queue was empty.
 */
export function createFold(pool: Pool) {
  let running: Promise<boolean> | null = null
  let next: Promise<boolean> | null = null

  const start = (limitMs: number): Promise<boolean> => {
    running = foldAll(pool, limitMs).finally(() => {
      running = null
    })
    return running
  }
  return (limitMs = Number.POSITIVE_INFINITY): Promise<boolean> => {
    if (running === null) return start(limitMs)
    next ??= running
      .catch(() => false)
      .then(() => {
        next = null
        return running === null ? start(limitMs) : running
      })
    return next
  }
}

/** Counts new contacts and reports them to the search index. Their touches are left to the fold. */
export async function countArrivals(pool: Pool): Promise<void> {
  while (await transaction(pool, countStep));
}

/**
 * `afterMs`: how long to wait, so that contacts that arrive together are counted together. `fallbackMs`: how often to
 * check for contacts of other processes, which send no signal. Every total adds up what is not counted yet: 116 µs for
 * 1,200 contacts, 22 for none. Counting four times as often takes 2 ms more of each second at 500 contacts a second.
 */
const ARRIVAL_TIMES = { afterMs: 500, fallbackMs: 10_000 }

/** Counts contacts soon after they arrive, so that a total never has to add up many rows of the queue. */
export function createArrivalCounter(pool: Pool, log: Log, { afterMs, fallbackMs } = ARRIVAL_TIMES) {
  const loop = createLoop('counting contacts', log, fallbackMs, async () => {
    if ((await runCount(pool, sql`select from lead_queue where rows > 0 limit 1`)) === 0) return false
    return transaction(pool, countStep)
  })
  let isAwaited = false
  return {
    start: loop.start,
    /** Contacts were stored by this process. */
    arrived() {
      if (isAwaited) return
      isAwaited = true
      const count = () => {
        isAwaited = false
        loop.wake()
      }
      setTimeout(count, afterMs).unref()
    },
    stop: loop.stop,
  }
}

/** Returns whether there may be more. */
async function countStep(tx: Tx): Promise<boolean> {
  await lockWork(tx, 'arrivals')
  const taken = await countRanges(tx, RANGES_STEP)
  for (const range of mergeRanges(taken)) await putBack(tx, range)
  return taken.length === RANGES_STEP
}

async function foldAll(pool: Pool, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs
  await countArrivals(pool)
  while (await transaction(pool, foldStep)) {
    if (performance.now() > end) return false
  }
  return true
}

/** Returns whether there may be more. */
async function foldStep(tx: Tx): Promise<boolean> {
  await lockWork(tx, 'folds')
  const taken = await takeRanges(tx, RANGES_STEP)
  let left = CONTACTS_STEP
  let hasMore = taken.length === RANGES_STEP
  for (const range of mergeRanges(taken)) {
    if (left > 0) {
      const { contacts, last_id } = await resolveLeads(tx, range, left)
      left -= contacts
      if (left > 0 || last_id === null) continue
      // The last contact is examined again, which changes nothing.
      if (last_id < range.to_id) await putBack(tx, { ...range, from_id: last_id })
      hasMore = true
    } else {
      await putBack(tx, range)
      hasMore = true
    }
  }
  return (await foldQuarters(tx)) === QUARTERS_STEP || hasMore
}

/** Oldest first. Concurrent statements store contacts interleaved, so their ranges overlap. */
function mergeRanges(ranges: readonly LeadRange[]): LeadRange[] {
  const merged: LeadRange[] = []
  const keyOf = ({ workspace_id, whole, from_id }: LeadRange) => `${workspace_id} ${whole} ${from_id}`
  for (const range of [...ranges].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
    const last = merged.at(-1)
    const isSame = last?.workspace_id === range.workspace_id && last.whole === range.whole
    const gapMs = last ? timeOfId(range.from_id) - timeOfId(last.to_id) : 0
    if (!last || !isSame || gapMs > (range.whole ? -1 : GAP_MS)) merged.push({ ...range })
    else if (range.to_id > last.to_id) last.to_id = range.to_id
  }
  return merged
}

/** Contacts of a workspace, as a range of ids; see lead_queue. */
interface LeadRange {
  workspace_id: string
  from_id: string
  to_id: string
  whole: boolean
}

/** SQL: takes some of the queue. Rows are never updated, so their physical position (ctid) works as a key. */
const takenWhere = (condition: string) =>
  `delete from lead_queue where ctid = any (array(select ctid from lead_queue where ${condition} limit $1)) returning`

/** Takes contacts that are counted. */
async function takeRanges(tx: Tx, most: number): Promise<LeadRange[]> {
  const { rows } = await tx.query<LeadRange>({
    name: 'leads.take',
    text: `${takenWhere('rows = 0')} workspace_id, from_id, to_id, whole`,
    values: [most],
  })
  return rows
}

/** Above the slots of other connections. */
const COUNT_SLOT = 32

/**
 * Takes new contacts and adds them to the totals, except those that others are storing at this moment. Reports contacts
 * to the search index if it has already passed them.
 */
async function countRanges(tx: Tx, most: number): Promise<LeadRange[]> {
  const { rows } = await tx.query<LeadRange>({
    name: 'leads.count',
    text: `with taken as (${takenWhere('rows > 0')} *),
           counted as (
             insert into row_counts as c (workspace_id, kind, slot, rows)
             select workspace_id, kind, ${COUNT_SLOT}, sum(rows)
               from taken cross join lateral (values ('contacts'), ('leads:' || to_char(day, 'YYYY-MM-DD'))) as counted (kind)
              where rows > 0 group by 1, 2 order by 1, 2
             on conflict (workspace_id, kind, slot) do update set rows = c.rows + excluded.rows),
           ranges as materialized (
             select workspace_id, coalesce(from_id, first_id_at(first_at)) as from_id,
                    coalesce(to_id, last_id_at(last_at)) as to_id, whole, rows
               from taken),
           late as (
             insert into search_changes (workspace_id, id, is_gone)
             select workspace_id, late.id, false
               from (select distinct workspace_id from ranges where rows > 0) as own
                    cross join lateral (
                      select below_id from search_blocks where search_blocks.workspace_id = own.workspace_id
                       order by search_blocks.from_id desc limit 1) as reached
                    join ranges using (workspace_id)
                    cross join lateral (
                      select id from contacts
                       where contacts.workspace_id = own.workspace_id and id >= ranges.from_id and id <= ranges.to_id
                         and id < reached.below_id offset 0) as late
              where ranges.rows > 0 and ranges.from_id < reached.below_id)
           select workspace_id, from_id, to_id, whole from ranges`,
    values: [most],
  })
  return rows
}

async function putBack(tx: Tx, { workspace_id, from_id, to_id, whole }: LeadRange): Promise<void> {
  await tx.query({
    text: 'insert into lead_queue (workspace_id, from_id, to_id, whole) values ($1, $2, $3, $4)',
    values: [workspace_id, from_id, to_id, whole],
  })
}

// A touch is in kept_touches, or is what its contact says (contacts.is_touch): see migration 0052.

const KEPT_KEYS = `array[post_id::text,
      coalesce((select platform from posts where workspace_id = $1 and id = kept_touches.post_id),
        (select platform from gone_posts where workspace_id = $1 and gone_posts.post_id = kept_touches.post_id)),
      utm ->> 'source', utm ->> 'medium', utm ->> 'campaign', form_id::text]`

/** A contact whose own fields are its touch has no link, and therefore no post. */
const SAID_KEYS = `array[null, null, utm_source, utm_medium, extra ->> 'utm_campaign', form_id::text]`

const keptOf = (contactId: string, columns: string) =>
  `(select ${columns} from kept_touches where workspace_id = $1 and contact_id = ${contactId} limit 1)`

const keysOf = (contactId: string) => `coalesce(${keptOf(contactId, KEPT_KEYS)},
      (select ${SAID_KEYS} from contacts where workspace_id = $1 and id = ${contactId} and is_touch limit 1))`

/** `contact` is a row of contacts. */
const isTouched = (contact: string) => `coalesce(${contact}.is_touch, ${keptOf(`${contact}.id`, 'true')}, false)`

const firstTouch = (emailKey: string) => `least(
      (select contact_id from kept_touches where workspace_id = $1 and email_key = ${emailKey} order by contact_id limit 1),
      (select id from contacts where workspace_id = $1 and is_touch and email_key = ${emailKey} order by id limit 1))`

const lastTouch = (emailKey: string, upTo: string) => `greatest(
      (select contact_id from kept_touches where workspace_id = $1 and email_key = ${emailKey} and contact_id <= ${upTo}
        order by contact_id desc limit 1),
      (select id from contacts where workspace_id = $1 and is_touch and email_key = ${emailKey} and id <= ${upTo}
        order by id desc limit 1))`

/** For a contact without an address: the touch of one that was merged into it. */
const mergedTouch = (contactId: string) => `(
      select touch.contact_id from merged_contacts merged
             join kept_touches touch on touch.workspace_id = $1 and touch.contact_id = merged.id
       where merged.workspace_id = $1 and merged.survivor_id = ${contactId} order by touch.contact_id limit 1)`

const ADD_LEADS = 'first_leads = c.first_leads + excluded.first_leads, last_leads = c.last_leads + excluded.last_leads'

/** SQL: adds `delta` to the counts, which are locked in the order of their key, as the deletion trigger does. */
const COUNTED = `by_month as (
      insert into lead_months as c (workspace_id, by, month, key, first_leads, last_leads)
      select $1, by, date_trunc('month', day)::date as month, key, sum(first_leads), sum(last_leads)
        from delta group by by, month, key order by by, month, key
      on conflict (workspace_id, by, month, key) do update set ${ADD_LEADS}),
    by_day as (
      insert into lead_days as c (workspace_id, by, day, first_leads, last_leads)
      select $1, by, day, sum(first_leads), sum(last_leads) from delta group by by, day order by by, day
      on conflict (workspace_id, by, day) do update set ${ADD_LEADS}),
    counted as (
      insert into lead_counts as c (workspace_id, by, day, key, first_leads, last_leads)
      select $1, by, day, key, first_leads, last_leads from delta order by by, day, key
      on conflict (workspace_id, by, day, key) do update set ${ADD_LEADS})`

// Look-ups are subqueries with a limit or an offset, so that they stay look-ups by key however large the tables are.
// Contacts are locked against deletion until the counts are committed. Both statements have no name: a plan made while
// the tables were small must not be kept.

/**
 * Counts the next contacts of a range that are the only one of their person: their own touch is the first and the last.
 * RESOLVE handles the others. A contact that was counted before stays as it is: a change to a person's touches puts all
 * of their contacts into the queue.
 */
const COUNT_ALONE = `
    with chunk as materialized (
      select id, is_touch, ${SAID_KEYS} as keys, not $4 and (email_key is null or (
               select true from contacts as other where workspace_id = $1 and other.email_key = contacts.email_key
                  and other.id <> contacts.id limit 1) is null) as is_alone
        from contacts where workspace_id = $1 and id >= $2 and id <= $3 order by id limit $5),
    touched as (
      select id, case when is_touch then keys else ${keptOf('chunk.id', KEPT_KEYS)} end as keys
        from chunk where is_alone and is_touch is not false offset 0),
    stored as (
      insert into lead_touches (workspace_id, contact_id, day, first_keys, last_keys)
      select $1, held.id, held.day, keys, keys
        from touched cross join lateral (
          select id, (created_at at time zone 'UTC')::date as day from contacts
           where workspace_id = $1 and contacts.id = touched.id for key share) as held
       where keys is not null
      on conflict (workspace_id, contact_id) do nothing
      returning day, first_keys),
    delta as materialized (
      select by, day, key, count(*) as first_leads, count(*) as last_leads
        from stored cross join unnest(array['post', 'platform', 'source', 'medium', 'campaign', 'form'], first_keys) as named (by, key)
       where key is not null group by by, day, key),
    ${COUNTED}
    select count(*)::integer as contacts, (select id from chunk order by id desc limit 1) as last_id,
           array_agg(id) filter (where not is_alone) as others from chunk`

/**
 * Finds the first and the last touch of contacts of a range. It includes all contacts of a person if a touch in the
 * range may be the first one of earlier contacts, or the last one of later ones.
 */
const RESOLVE = `
    with chunk as materialized (
      select id, email_key, ${isTouched('contacts')} as is_touched
        from contacts where workspace_id = $1 and id = any ($5::uuid[])),
    people as materialized (
      select email_key, bool_or(is_touched) as is_touched from chunk where email_key is not null group by email_key
      having $4 or ${firstTouch('chunk.email_key')} is not null),
    changed_people as (
      select email_key from people
       where $4 or is_touched and (
         (select true from contacts where workspace_id = $1 and contacts.email_key = people.email_key and id > $3 limit 1)
         or coalesce(${firstTouch('people.email_key')} >= $2, true)
            and (select true from contacts where workspace_id = $1 and contacts.email_key = people.email_key and id < $2
                  limit 1))),
    wanted as materialized (
      select id from chunk where is_touched or $4 or email_key in (select email_key from people)
      union
      select other.id from changed_people cross join lateral (
        select id from contacts where workspace_id = $1 and contacts.email_key = changed_people.email_key offset 0) as other),
    held as materialized (
      select contact.* from (select id from wanted order by id) as ordered cross join lateral (
        select id, email_key, is_touch, (created_at at time zone 'UTC')::date as day from contacts
         where workspace_id = $1 and contacts.id = ordered.id for key share) as contact),
    found as materialized (
      select id, day,
             case when email_key is not null then ${firstTouch('held.email_key')}
               when ${isTouched('held')} then id else ${mergedTouch('held.id')} end as first_id,
             case when email_key is not null then ${lastTouch('held.email_key', 'held.id')}
               when ${isTouched('held')} then id end as last_id
        from held),
    resolved as materialized (
      select found.id, found.day, first_touch.keys as first_keys, last_touch.keys as last_keys,
             old.first_keys as old_first_keys, old.last_keys as old_last_keys
        from found
             left join lateral (select ${keysOf('found.first_id')} as keys) as first_touch on found.first_id is not null
             left join lateral (select coalesce(${keysOf('found.last_id')}, array_fill(null::text, array[6])) as keys)
               as last_touch on found.first_id is not null
             left join lateral (select first_keys, last_keys from lead_touches
               where workspace_id = $1 and contact_id = found.id offset 0) as old on true),
    changed as materialized (
      select * from resolved
       where (first_keys, last_keys) is distinct from (old_first_keys, old_last_keys)),
    removed as (
      delete from lead_touches where workspace_id = $1
         and contact_id = any (array(select id from changed where first_keys is null))),
    stored as (
      insert into lead_touches (workspace_id, contact_id, day, first_keys, last_keys)
      select $1, id, day, first_keys, last_keys from changed where first_keys is not null
      on conflict (workspace_id, contact_id)
        do update set first_keys = excluded.first_keys, last_keys = excluded.last_keys),
    delta as materialized (
      select by, day, key, sum(first_leads) as first_leads, sum(last_leads) as last_leads from (
        select day, by, key, first_leads, last_leads from changed cross join lead_keys(first_keys, last_keys)
        union all
        select day, by, key, -first_leads, -last_leads from changed cross join lead_keys(old_first_keys, old_last_keys)) as delta
       group by by, day, key having sum(first_leads) <> 0 or sum(last_leads) <> 0),
    ${COUNTED}
    select`

interface Step {
  contacts: number
  last_id: string | null
}

/** How many contacts of the range there were, at most `most`, and the last of them. */
async function resolveLeads(tx: Tx, range: LeadRange, most: number): Promise<Step> {
  const { workspace_id, from_id, to_id, whole } = range
  const { rows } = await tx.query<Step & { others: string[] | null }>({
    text: COUNT_ALONE,
    values: [workspace_id, from_id, to_id, whole, most],
  })
  const { others, ...step } = rows[0]!
  if (others === null) return step
  await tx.query({ text: RESOLVE, values: [workspace_id, from_id, to_id, whole, others] })
  for (const table of ['lead_counts', 'lead_months']) {
    await tx.query({
      name: `leads.remove-empty-${table}`,
      text: `delete from ${table} where workspace_id = $1 and first_leads = 0 and last_leads = 0`,
      values: [workspace_id],
    })
  }
  return step
}
