import { build, type Db, runOne } from '../db/database.ts'
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

export async function findNewestId(db: Db, workspaceId: string, emailKey: string): Promise<string | null> {
  const query = build.selectFrom('contacts').select('id').where('workspace_id', '=', workspaceId)
  const newest = query.where('email_key', '=', emailKey).orderBy('id', 'desc').limit(1)
  return (await runOne(db, newest))?.id ?? null
}

type Texts = 'last_name' | 'company' | 'first_source' | 'first_medium' | 'last_source' | 'last_medium'

export interface PersonRow extends Record<Texts, string | null>, Record<'first_at' | 'last_at', Date | null> {
  /** The id of the newest record. */
  id: string
  email: string
  first_name: string
  records: number
  first_seen_at: Date
  last_seen_at: Date
}

const RECORD = 'id, email_key, email, first_name, last_name, company, utm_source, utm_medium, created_at'
const OWN = 'from contacts where workspace_id = $1 and email_key = person.email_key'
const TOUCHED = `${OWN} and (utm_source is not null or utm_medium is not null) and is_many`

/** The shown columns of `person`. Most people have one record: contacts_email is only searched for the others. */
const SHOWN = `
  select person.id, email, first_name, last_name, company,
         case when is_many then (select count(*)::integer ${OWN}) else 1 end as records,
         case when is_many then (select created_at ${OWN} order by id limit 1) else person.created_at end as first_seen_at,
         person.created_at as last_seen_at,
         case when is_many then first_touch.utm_source else person.utm_source end as first_source,
         case when is_many then first_touch.utm_medium else person.utm_medium end as first_medium,
         case when is_many then first_touch.created_at else own_touch_at end as first_at,
         case when is_many then last_touch.utm_source else person.utm_source end as last_source,
         case when is_many then last_touch.utm_medium else person.utm_medium end as last_medium,
         case when is_many then last_touch.created_at else own_touch_at end as last_at
    from (select *, case when utm_source is not null or utm_medium is not null then created_at end as own_touch_at
            from person) as person
         left join lateral (
           select utm_source, utm_medium, created_at ${TOUCHED} order by id limit 1) as first_touch on true
         left join lateral (
           select utm_source, utm_medium, created_at ${TOUCHED} order by id desc limit 1) as last_touch on true
   order by person.id desc`

/** The ids of their two newest records. An array stays a look-up by key. */
const NEWEST_OF = (record: string) => `array(
  select id from contacts where workspace_id = $1 and contacts.email_key = ${record}.email_key order by id desc limit 2)`

/** After all ids. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const writePerson = createFieldsWriter(
  ['email', 'first_name', 'last_name', 'company', 'records', 'first_seen_at', 'last_seen_at'],
  ['id', 'email', 'first_name', 'last_name', 'company', 'records', 'first_seen_at', 'last_seen_at'],
)

/** As JSON: what `toPerson` in people.ts shows. */
function toWritten(row: JsonRow): WrittenRow {
  const [firstSource, firstMedium, firstAt, lastSource, lastMedium, lastAt] = row.slice(8)
  const touch = (source = null as string | null, medium = null as string | null, at = null as string | null) =>
    at === null ? null : `{"utm_source":${source},"utm_medium":${medium},"at":${at}}`
  const touches = `"first_touch":${touch(firstSource, firstMedium, firstAt)},"last_touch":${touch(lastSource, lastMedium, lastAt)}`
  return new WrittenRow(row[0]!.slice(1, -1), `{${writePerson(row)},${touches}}`)
}

/** People by their newest records, newest first, among the newest `most` records with an address. */
export async function selectNewestPeople(
  db: Db,
  workspaceId: string,
  { limit, offset, afterId, most }: Omit<Slice, 'order' | 'total'> & { most: number },
): Promise<WrittenRow[]> {
  const { rows } = await runJson(db, {
    name: 'people.newest',
    text: `with looked as (
             select ${RECORD} from contacts
              where workspace_id = $1 and email_key is not null and id < $2 order by id desc limit $3),
           person as materialized (
             select looked.*, newest[2] is not null as is_many
               from looked cross join lateral (select ${NEWEST_OF('looked')} as newest offset 0) as own
              where newest[1] = looked.id order by looked.id desc limit $4 offset $5)
           ${SHOWN}`,
    values: [workspaceId, afterId ?? LAST_ID, most, limit, afterId === null ? offset : 0],
  })
  return rows.map(toWritten)
}

/** By the ids of their newest records. */
export async function selectPeople(db: Db, workspaceId: string, ids: readonly string[]): Promise<PersonRow[]> {
  const result = await db.query<PersonRow>({
    text: `with person as materialized (
             select record.*, (${NEWEST_OF('record')})[2] is not null as is_many
               from unnest($2::uuid[]) as wanted (id) cross join lateral (
                 select ${RECORD} from contacts
                  where workspace_id = $1 and contacts.id = wanted.id and email_key is not null offset 0) as record)
           ${SHOWN}`,
    values: [workspaceId, ids],
  })
  return result.rows
}

/** How many people there are, up to `most`. */
export function countPeople(db: Db, workspaceId: string, most: number): Promise<Counted> {
  const people = build.selectFrom('contacts').where('workspace_id', '=', workspaceId).where('email_key', 'is not', null)
  return countUpTo(db, most, people.groupBy('email_key').orderBy('email_key'))
}
