import type pg from 'pg'
import { build, type Db, runOne, sql } from '../db/database.ts'
import { createFieldsWriter, type JsonRow, runJson } from '../db/statements/bounded.ts'
import { type Counted, countUpTo } from '../db/statements/counts.ts'
import { findSearchEnd, type Slice, WrittenRow } from '../db/statements/paging.ts'

/** People with one of these records, by the ids of their newest records, newest first, and their number. */
export async function findPeopleOf(
  db: Db,
  workspaceId: string,
  records: readonly string[],
  { limit, offset, afterId }: Omit<Slice, 'order' | 'total'>,
): Promise<{ total: number; ids: string[] }> {
  const result = await db.query<{ total: number; ids: string[] }>({
    // LIMIT and OFFSET 0 keep these look-ups by key.
    text: `with people as materialized (
             select newest.id from (
               select distinct record.email_key from unnest($2::uuid[]) as wanted (id) cross join lateral (
                 select email_key from contacts where workspace_id = $1 and contacts.id = wanted.id offset 0) as record
                where record.email_key is not null) as person
             cross join lateral (
               select id from contacts where workspace_id = $1 and contacts.email_key = person.email_key
                order by id desc limit 1) as newest)
           select (select count(*)::float8 from people) as total,
                  array(select id from people where $5::uuid is null or id < $5
                         order by id desc limit $3 offset $4) as ids`,
    values: [workspaceId, records, limit, afterId === null ? offset : 0, afterId],
  })
  return result.rows[0]!
}

/**
 * How far the list reads: the last of the newest `most` records with an address below `afterId`; null if it covers all.
 */
export function findPeopleEnd(db: Db, workspaceId: string, afterId: string | null, most: number) {
  const records = build.selectFrom('contacts').where('workspace_id', '=', workspaceId)
  return findSearchEnd(db, records.where('email_key', 'is not', null), { order: 'desc', afterId, most })
}

/** The newest record with the address, or else that of the person that its newest merged record leads to. */
export function findNewest(db: Db, workspaceId: string, emailKey: string) {
  const query = sql<{ id: string; email_key: string }>`
    select id, email_key from contacts
     where workspace_id = ${workspaceId} and email_key = coalesce(
       (select email_key from contacts where workspace_id = ${workspaceId} and email_key = ${emailKey} limit 1),
       (select survivor.email_key from merged_contacts merged
               join contacts survivor on survivor.workspace_id = merged.workspace_id and survivor.id = merged.survivor_id
         where merged.workspace_id = ${workspaceId} and merged.email_key = ${emailKey} and survivor.email_key is not null
         order by merged.id desc limit 1))
     order by id desc limit 1`
  return runOne(db, query)
}

const RECORD = 'id, email_key, email, first_name, last_name, company, utm_source, utm_medium, created_at'

/** Fewer records of a person than this are counted by the look-up that finds the newest. */
const RECORDS_LOOKED_AT = 20

/** The ids of the newest records. An array stays a look-up by key. */
const IDS = (record: string) => `array(
  select id from contacts where workspace_id = $1 and contacts.email_key = ${record}.email_key
   order by id desc limit ${RECORDS_LOOKED_AT})`

const OWN = 'from contacts where workspace_id = $1 and email_key = person.email_key'
const isUntouched = (record: string) => `${record}.utm_source is null and ${record}.utm_medium is null`
const touchOf = (record: string, order: string) => `left join lateral (
  select utm_source, utm_medium, created_at ${OWN} and (utm_source is not null or utm_medium is not null)
     and ${isUntouched(record)} order by ${order} limit 1)`

/**
 * SQL: the columns of a list of people, each of whom `people` has by the newest record. The last six are null for people
 * with one record, which most are. Of the others, records between the oldest and the newest are read only if those two
 * do not say where the person came from. OFFSET 0 lets PostgreSQL skip all of it for the people with one.
 */
const shownOf = (people: string) => `
  select person.id, email, first_name, last_name, company, person.created_at,
         coalesce(utm_source, last_source) as last_source, coalesce(utm_medium, last_medium) as last_medium, last_at,
         records, first_seen_at, first_source, first_medium, first_at
    from (${people}) as person
         left join lateral (
           select case when is_counted then cardinality(ids) else (select count(*)::integer ${OWN}) end as records,
                  oldest.created_at as first_seen_at,
                  coalesce(oldest.utm_source, first.utm_source) as first_source,
                  coalesce(oldest.utm_medium, first.utm_medium) as first_medium,
                  coalesce(first.created_at, oldest.created_at) as first_at,
                  last.utm_source as last_source, last.utm_medium as last_medium, last.created_at as last_at
             from (select cardinality(ids) < ${RECORDS_LOOKED_AT} as is_counted) as own
                  cross join lateral (
                    select utm_source, utm_medium, created_at from contacts
                     where workspace_id = $1 and id =
                       case when is_counted then ids[cardinality(ids)] else (select id ${OWN} order by id limit 1) end
                     limit 1) as oldest
                  ${touchOf('oldest', 'id')} as first on true
                  ${touchOf('person', 'id desc')} as last on true
            where ids[2] is not null offset 0) as older on true
   order by person.id desc`

/** After all ids. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const writePerson = createFieldsWriter(
  ['email', 'first_name', 'last_name', 'company'],
  ['id', 'email', 'first_name', 'last_name', 'company'],
)

function toWritten(row: JsonRow): WrittenRow {
  const [seenAt, source, medium, touchedAt, records, firstSeenAt, firstSource, firstMedium, firstAt] = row.slice(5)
  const last = writeTouch(source, medium, touchedAt ?? seenAt)
  const first = records === null ? last : writeTouch(firstSource, firstMedium, firstAt)
  const times = `"first_seen_at":${firstSeenAt ?? seenAt},"last_seen_at":${seenAt}`
  const json = `{${writePerson(row)},"records":${records ?? 1},${times},"first_touch":${first},"last_touch":${last}}`
  return new WrittenRow(row[0]!.slice(1, -1), json)
}

type Value = JsonRow[number] | undefined

function writeTouch(source: Value, medium: Value, at: Value): string {
  return source === null && medium === null ? 'null' : `{"utm_source":${source},"utm_medium":${medium},"at":${at}}`
}

/**
 * People by their newest records, newest first, among the newest `most` records with an address: a constant, so that
 * PostgreSQL does not plan every call anew (see `atMost`).
 */
export function selectNewestPeople(
  db: Db,
  workspaceId: string,
  { limit, offset, afterId, most }: Omit<Slice, 'order' | 'total'> & { most: number },
): Promise<WrittenRow[]> {
  return readPeople(db, {
    name: `people.newest-${most}`,
    text: shownOf(`
      select looked.*, ids from (
               select ${RECORD} from contacts
                where workspace_id = $1 and email_key is not null and id < $2 order by id desc limit ${most}) as looked
             cross join lateral (select ${IDS('looked')} as ids offset 0) as own
       where ids[1] = looked.id order by looked.id desc limit $3 offset $4`),
    values: [workspaceId, afterId ?? LAST_ID, limit, afterId === null ? offset : 0],
  })
}

/** By the ids of their newest records. */
export function selectPeople(db: Db, workspaceId: string, ids: readonly string[]): Promise<WrittenRow[]> {
  return readPeople(db, {
    text: shownOf(`
      select record.*, ${IDS('record')} as ids from unnest($2::uuid[]) as wanted (id) cross join lateral (
        select ${RECORD} from contacts
         where workspace_id = $1 and contacts.id = wanted.id and email_key is not null offset 0) as record`),
    values: [workspaceId, ids],
  })
}

async function readPeople(db: Db, query: pg.QueryConfig): Promise<WrittenRow[]> {
  return (await runJson(db, query)).rows.map(toWritten)
}

/** How many people there are, up to `most`. */
export function countPeople(db: Db, workspaceId: string, most: number): Promise<Counted> {
  const people = build.selectFrom('contacts').where('workspace_id', '=', workspaceId).where('email_key', 'is not', null)
  return countUpTo(db, most, people.groupBy('email_key').orderBy('email_key'))
}
