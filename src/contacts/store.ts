import { sql } from 'kysely'
import { plainArray, textArray } from '../db/arrays.ts'
import { build, type Db, run, runOne } from '../db/database.ts'
import { type Slice, slicePage } from '../db/paging.ts'
import type { ContactInput } from './input.ts'

export interface NewContact extends ContactInput {
  id: string
  workspaceId: string
  keyId: string | null
  /** The millisecond of the id, so that both sort alike. */
  createdAt: number
}

export interface ContactRow {
  id: string
  first_name: string
  last_name: string | null
  email: string | null
  company: string | null
  utm_source: string | null
  utm_medium: string | null
  extra: unknown
  created_at: Date
}

const COLUMNS = [
  'id',
  'first_name',
  'last_name',
  'email',
  'company',
  'utm_source',
  'utm_medium',
  'extra',
  'created_at',
] as const

const INSERT = {
  name: 'contacts.insert',
  text: `insert into contacts (workspace_id, id, first_name, last_name, email, email_key, company, utm_source,
           utm_medium, extra, key_id, created_at)
         select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
           $8::text[], $9::text[], $10::jsonb[], $11::uuid[], $12::timestamptz[])`,
}

/** All or none. */
export async function insertContacts(db: Db, contacts: readonly NewContact[]): Promise<void> {
  await db.query({
    ...INSERT,
    values: [
      plainArray(contacts.map((contact) => contact.workspaceId)),
      plainArray(contacts.map((contact) => contact.id)),
      textArray(contacts.map((contact) => contact.firstName)),
      textArray(contacts.map((contact) => contact.lastName)),
      textArray(contacts.map((contact) => contact.email)),
      textArray(contacts.map((contact) => contact.emailKey)),
      textArray(contacts.map((contact) => contact.company)),
      textArray(contacts.map((contact) => contact.utmSource)),
      textArray(contacts.map((contact) => contact.utmMedium)),
      textArray(contacts.map((contact) => JSON.stringify(contact.extra))),
      plainArray(contacts.map((contact) => contact.keyId)),
      // Quoted: a time holds no comma, but it may hold a space in other writings.
      plainArray(contacts.map((contact) => new Date(contact.createdAt).toISOString())),
    ],
  })
}

export function findContact(db: Db, workspaceId: string, id: string): Promise<ContactRow | null> {
  return runOne(
    db,
    build.selectFrom('contacts').select(COLUMNS).where('workspace_id', '=', workspaceId).where('id', '=', id),
  )
}

export async function removeContact(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const query = build.deleteFrom('contacts').where('workspace_id', '=', workspaceId).where('id', '=', id)
  return (await runOne(db, query.returning('id'))) !== null
}

export interface ContactFilter {
  search: string | null
  emailKey: string | null
  utmSource: string | null
  utmMedium: string | null
  /** Ids carry their time: a date range is a range of ids, which the primary key serves. */
  fromId: string | null
  belowId: string | null
}

export function isFiltered(filter: ContactFilter): boolean {
  return Object.values(filter).some((value) => value !== null)
}

function selectFiltered(workspaceId: string, filter: ContactFilter) {
  let query = build.selectFrom('contacts').where('workspace_id', '=', workspaceId)
  if (filter.emailKey !== null) query = query.where('email_key', '=', filter.emailKey)
  if (filter.utmSource !== null) query = query.where('utm_source', '=', filter.utmSource)
  if (filter.utmMedium !== null) query = query.where('utm_medium', '=', filter.utmMedium)
  if (filter.fromId !== null) query = query.where('id', '>=', filter.fromId)
  if (filter.belowId !== null) query = query.where('id', '<', filter.belowId)
  if (filter.search !== null) {
    const pattern = `%${filter.search.replace(/[\\%_]/g, '\\$&')}%`
    const text = sql<string>`concat_ws(' ', first_name, last_name, email, company)`
    query = query.where(text, 'ilike', pattern)
  }
  return query
}

export async function countFiltered(db: Db, workspaceId: string, filter: ContactFilter): Promise<number> {
  const row = await runOne(db, selectFiltered(workspaceId, filter).select(sql<number>`count(*)::float8`.as('count')))
  return row?.count ?? 0
}

/** Newest first. */
export async function selectContacts(
  db: Db,
  workspaceId: string,
  filter: ContactFilter,
  slice: Slice,
): Promise<ContactRow[]> {
  const page = await slicePage(db, selectFiltered(workspaceId, filter).select(COLUMNS), slice)
  return page ? run(db, page) : []
}
