import { SEARCHED_TEXT } from '../contact-fields.ts'
import { build, type Db, runOne } from '../db/database.ts'
import { containsPattern } from '../db/statements/like.ts'
import { findSearchEnd, type Slice } from '../db/statements/paging.ts'

/**
 * People by the ids of their newest records, newest first, and how many there are. One pass through contacts_email, which
 * has the records of each address together: 0.1 s for 100,000, whichever page is asked for and however many records one
 * person has. With `fromId` only the records from there on: the newest of a person is among them, or the person is left out.
 */
export async function findPeople(
  db: Db,
  workspaceId: string,
  search: string | null,
  { limit, offset, afterId }: Omit<Slice, 'total'>,
  fromId: string | null,
): Promise<{ total: number; ids: string[] }> {
  // Parameters keep their places: $5 is where to stop, $6 what to look for.
  const bound = '($5::uuid is null or id >= $5)'
  // COALESCE keeps it a list that is made once and hashed: as a join it may be planned as a scan for each row.
  const found = `coalesce(email_key in (
                   select email_key from contacts where workspace_id = $1 and email_key is not null and ${bound}
                      and ${SEARCHED_TEXT} ilike $6), false)`
  const pattern = search === null ? [] : [containsPattern(search)]
  const result = await db.query<{ total: number; ids: string[] }>({
    text: `with people as materialized (
             select distinct on (email_key) id from contacts
              where workspace_id = $1 and email_key is not null and ${bound} ${search === null ? '' : `and ${found}`}
              order by email_key desc, id desc)
           select (select count(*)::float8 from people) as total,
                  array(select id from people where $4::uuid is null or id < $4
                         order by id desc limit $2 offset $3) as ids`,
    values: [workspaceId, limit, afterId === null ? offset : 0, afterId, fromId, ...pattern],
  })
  return result.rows[0]!
}

/** The same for people with one of these records. */
export async function findPeopleOf(
  db: Db,
  workspaceId: string,
  records: readonly string[],
  { limit, offset, afterId }: Omit<Slice, 'total'>,
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

/** How far the list looks: the last of the newest `most` records with an address below `afterId`; null when it sees all. */
export function findPeopleEnd(db: Db, workspaceId: string, afterId: string | null, most: number) {
  const records = build.selectFrom('contacts').where('workspace_id', '=', workspaceId)
  return findSearchEnd(db, records.where('email_key', 'is not', null), { afterId, most })
}

export async function findNewestId(db: Db, workspaceId: string, emailKey: string): Promise<string | null> {
  const query = build.selectFrom('contacts').select('id').where('workspace_id', '=', workspaceId)
  const newest = query.where('email_key', '=', emailKey).orderBy('id', 'desc').limit(1)
  return (await runOne(db, newest))?.id ?? null
}

type Texts = 'last_name' | 'company' | 'first_source' | 'first_medium' | 'last_source' | 'last_medium'

export interface PersonRow extends Record<Texts, string | null>, Record<'first_at' | 'last_at', Date | null> {
  email: string
  first_name: string
  records: number
  first_seen_at: Date
  last_seen_at: Date
}

/** By the ids of their newest records, in that order. The others are looked up in contacts_email. */
export async function selectPeople(db: Db, workspaceId: string, ids: readonly string[]): Promise<PersonRow[]> {
  const own = 'from contacts where workspace_id = $1 and email_key = newest.email_key'
  const touched = `${own} and (utm_source is not null or utm_medium is not null)`
  const result = await db.query<PersonRow>({
    text: `select newest.email, newest.first_name, newest.last_name, newest.company, records, first_seen_at,
                  newest.created_at as last_seen_at,
                  first_touch.utm_source as first_source, first_touch.utm_medium as first_medium,
                  first_touch.created_at as first_at, last_touch.utm_source as last_source,
                  last_touch.utm_medium as last_medium, last_touch.created_at as last_at
             from unnest($2::uuid[]) with ordinality as wanted (id, place)
                  -- LIMIT and OFFSET 0 keep these look-ups by key.
                  cross join lateral (
                    select email, email_key, first_name, last_name, company, created_at from contacts
                     where workspace_id = $1 and id = wanted.id and email_key is not null offset 0) as newest
                  cross join lateral (select count(*)::integer as records ${own} offset 0) as counted
                  cross join lateral (select created_at as first_seen_at ${own} order by id limit 1) as oldest
                  left join lateral (
                    select utm_source, utm_medium, created_at ${touched} order by id limit 1) as first_touch on true
                  left join lateral (
                    select utm_source, utm_medium, created_at ${touched} order by id desc limit 1) as last_touch on true
            order by wanted.place`,
    values: [workspaceId, ids],
  })
  return result.rows
}
