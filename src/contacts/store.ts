import {
  type ContactInput,
  FIELD_NAMES,
  FRESH_LEAD,
  type Lead,
  type LeadStatus,
  pickFields,
  SEARCHED_TEXT,
} from '../contact-fields.ts'
import { build, type Db, run, runOne, sql, type Tx } from '../db/database.ts'
import { booleanArray, columns, jsonbArray, textArray, timeArray, uuidArray } from '../db/statements/arrays.ts'
import { type Counted, countUpTo, selectContactCount } from '../db/statements/counts.ts'
import { containsPattern } from '../db/statements/like.ts'
import { findSearchEnd as findEnd, type Slice, slicePage } from '../db/statements/paging.ts'
import { namesOthers } from '../events/emit.ts'
import type { Touch } from './touch.ts'

export interface NewContact {
  input: ContactInput
  id: string
  workspaceId: string
  keyId: string | null
  webhookId: string | null
  deliveryId: string | null
  linkId: string | null
  postId: string | null
  formId: string | null
  /** What it says about where it came from; null when it says nothing. */
  touch: Touch | null
  /** The millisecond of the id, so that both sort alike. */
  createdAt: number
  eventId: string
  /** As it is answered and told: written once, for both. */
  json: string
}

export type ContactRow = Omit<NonNullable<Awaited<ReturnType<typeof findContact>>>, 'email_key'>

/** What brought a contact. */
export const ORIGINS = ['webhook_id', 'delivery_id', 'link_id', 'post_id', 'form_id'] as const
export type OriginColumn = (typeof ORIGINS)[number]
const LEAD_COLUMNS = ['status', 'owner_id', 'tags'] as const

const COLUMNS = [
  'id',
  ...FIELD_NAMES,
  'extra',
  ...LEAD_COLUMNS,
  ...ORIGINS,
  'confirmation',
  'version',
  'created_at',
] as const

const FIELD_PLACES = FIELD_NAMES.map((_, at) => `$${at + 12}::text[]`)
const AFTER_FIELDS = FIELD_NAMES.length + 12

const TOUCH_PLACES = 6
const place = (at: number, type: string) => `$${AFTER_FIELDS + at}::${type}[]`
const ORIGIN_PLACES = [0, 1, 2].map((at) => place(at, 'uuid')).join(', ')
const TOUCHED = `,
         touched as (
           insert into touches (workspace_id, contact_id, at, email_key, link_id, post_id, form_id, utm, referrer_origin,
             landing_path)
           select *
             from unnest($1::uuid[], $2::uuid[], $6::timestamptz[], $8::text[], ${ORIGIN_PLACES},
               ${place(3, 'jsonb')}, ${place(4, 'text')}, ${place(5, 'text')})
               as touch (workspace_id, id, at, email_key, link_id, post_id, form_id, utm, referrer_origin, landing_path)
            where utm is not null)`

// Contacts and their events in one statement, so in one transaction: neither exists without the other. Most contacts say
// nothing about where they came from and have no status, owner or tags yet: they cost nothing for it.
const insertStatement = (isTouched: boolean, isLead: boolean) => {
  const sent = `unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::timestamptz[],
             $7::jsonb[], $8::text[], ${FIELD_PLACES.join(', ')}${isTouched ? `, ${ORIGIN_PLACES}` : ''})`
  const lead = `$${AFTER_FIELDS + (isTouched ? TOUCH_PLACES : 0)}::jsonb`
  const rows = isLead
    ? `rows from (${sent}, jsonb_to_recordset(${lead}) as (status text, owner_id uuid, tags text[]))`
    : sent
  const names = [
    ...FIELD_NAMES,
    ...(isTouched ? ['link_id', 'post_id', 'form_id'] : []),
    ...(isLead ? LEAD_COLUMNS : []),
  ]
  return {
    name: `contacts.insert-${isTouched}-${isLead}`,
    text: `with stored as (
           insert into contacts (workspace_id, id, key_id, webhook_id, delivery_id, created_at, extra, email_key,
             ${names.join(', ')})
           select * from ${rows})${isTouched ? TOUCHED : ''}
         insert into event_outbox (id, workspace_id, type, subject_id, subject_version, names_others, data, created_at)
         select event_id, workspace_id, 'contact.created', id, 1, names_others, data, created_at
           from rows from (unnest($9::uuid[], $1::uuid[], $2::uuid[], $6::timestamptz[], $11::boolean[]),
               json_array_elements($10))
             as event (event_id, workspace_id, id, created_at, names_others, data)`,
  }
}

const INSERTS = {
  'false-false': insertStatement(false, false),
  'false-true': insertStatement(false, true),
  'true-false': insertStatement(true, false),
  'true-true': insertStatement(true, true),
}

/** All or none. */
export async function insertContacts(db: Db, contacts: readonly NewContact[]): Promise<void> {
  const isTouched = contacts.some(({ touch }) => touch !== null)
  const isLead = contacts.some(({ input }) => input.lead !== undefined)
  const leads = isLead ? [JSON.stringify(contacts.map(({ input }) => input.lead ?? FRESH_LEAD))] : []
  await db.query({
    ...INSERTS[`${isTouched}-${isLead}`],
    values: [
      ...columns(contacts, uuidArray, 'workspaceId', 'id', 'keyId', 'webhookId', 'deliveryId'),
      ...columns(contacts, timeArray, 'createdAt'),
      jsonbArray(contacts.map((contact) => JSON.stringify(contact.input.extra))),
      textArray(contacts.map((contact) => contact.input.email_key)),
      ...columns(contacts, uuidArray, 'eventId'),
      // One document for all: it is cheaper than as many small ones.
      `[${contacts.map((contact) => contact.json).join(',')}]`,
      booleanArray(contacts.map(({ json, input }) => namesOthers(json, input.email))),
      ...FIELD_NAMES.map((name) => textArray(contacts.map((contact) => contact.input[name]))),
      ...(isTouched ? [...columns(contacts, uuidArray, 'linkId', 'postId', 'formId'), ...touchValues(contacts)] : []),
      ...leads,
    ],
  })
}

/** Null of those that say nothing. */
function touchValues(contacts: readonly NewContact[]): Buffer[] {
  return [
    jsonbArray(contacts.map(({ touch }) => touch && JSON.stringify(touch.utm))),
    textArray(contacts.map(({ touch }) => touch?.referrerOrigin ?? null)),
    textArray(contacts.map(({ touch }) => touch?.landingPath ?? null)),
  ]
}

function selectOwn(workspaceId: string) {
  return build.selectFrom('contacts').select(COLUMNS).where('workspace_id', '=', workspaceId)
}

export function findContact(db: Db, workspaceId: string, id: string) {
  return runOne(db, selectOwn(workspaceId).where('id', '=', id).select('email_key'))
}

/** Holds the row until the transaction ends, so that two changes follow each other. */
export function findContactForChange(tx: Tx, workspaceId: string, id: string) {
  return runOne(tx, selectOwn(workspaceId).where('id', '=', id).select(['email_key', 'key_id']).forUpdate())
}

export async function updateContact(tx: Tx, workspaceId: string, id: string, input: ContactInput): Promise<ContactRow> {
  const { email_key, extra, lead } = input
  const set = { ...pickFields(input), email_key, extra: JSON.stringify(extra), ...lead }
  const query = build.updateTable('contacts').set(set).where('workspace_id', '=', workspaceId).where('id', '=', id)
  return (await runOne(tx, query.returning(COLUMNS)))!
}

/** Contacts of this transaction wait for a confirmation. What is told of them says so; of `quietIds` nothing is told. */
export async function markUnconfirmed(
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
  quietIds: readonly string[],
): Promise<void> {
  await tx.query({
    text: `with waiting as (
             update contacts set confirmation = 'pending' where workspace_id = $1 and id = any($2::uuid[])
             returning id, version),
           quiet as (
             delete from event_outbox where workspace_id = $1 and subject_id = any($3::uuid[]))
           update event_outbox event
              set data = (data::jsonb || '{"confirmation": "pending"}')::json, subject_version = waiting.version
             from waiting
            where event.workspace_id = $1 and event.subject_id = waiting.id and event.subject_id <> all($3::uuid[])`,
    values: [workspaceId, ids, quietIds],
  })
}

/** Those of these contacts that nobody was told of, because their forms say so until the address is confirmed. */
export async function selectQuiet(
  tx: Tx,
  workspaceId: string,
  contacts: ReadonlyArray<{ id: string; confirmation: string | null }>,
): Promise<ReadonlySet<string>> {
  const pending = contacts.filter(({ confirmation }) => confirmation === 'pending').map(({ id }) => id)
  if (pending.length === 0) return new Set()
  const query = sql<{ contact_id: string }>`select contact_id from submissions
     where workspace_id = ${workspaceId} and contact_id = any(${pending}::uuid[]) and is_quiet`
  return new Set((await run(tx, query)).map(({ contact_id }) => contact_id))
}

/** Null when there is none. */
export function markConfirmed(tx: Tx, workspaceId: string, id: string) {
  const query = build.updateTable('contacts').set({ confirmation: 'confirmed' }).where('workspace_id', '=', workspaceId)
  return runOne(tx, query.where('id', '=', id).returning(COLUMNS))
}

/** Those of these contacts that match, held until the transaction ends; in one order, so that two changes do not block each other. */
export function selectContactsForChange(tx: Tx, workspaceId: string, filter: ContactFilter, ids: readonly string[]) {
  // What a search found is not searched again.
  const query = selectFiltered(workspaceId, { ...filter, search: null, ids }).select([...COLUMNS, 'email_key'])
  return run(tx, query.orderBy('id').forUpdate())
}

/** In the order of their ids. */
export async function updateLeads(
  tx: Tx,
  workspaceId: string,
  leads: ReadonlyArray<{ id: string } & Lead>,
): Promise<ContactRow[]> {
  const columns = sql.raw(COLUMNS.map((name) => `contacts.${name}`).join(', '))
  const statement = sql<ContactRow>`
    with changed as (
      update contacts set status = lead.status, owner_id = lead.owner_id, tags = lead.tags
        from jsonb_to_recordset(${JSON.stringify(leads)}::jsonb) as lead (id uuid, status text, owner_id uuid, tags text[])
       where contacts.workspace_id = ${workspaceId} and contacts.id = lead.id
      returning ${columns})
    select * from changed order by id`
  return run(tx, { compile: () => statement.compile(build) })
}

/** Null when there is none. */
export function removeContact(tx: Tx, workspaceId: string, id: string) {
  const query = build.deleteFrom('contacts').where('workspace_id', '=', workspaceId).where('id', '=', id)
  return runOne(tx, query.returning(['id', 'version']))
}

/**
 * `form` is the extra field of that name. `readTag` is a tag that is looked for in the contacts themselves, and not by its index. Ids carry their time: a date range is a range of ids (`fromId`, `belowId`), which
 * the primary key serves.
 */
export type ContactFilter = {
  [N in FilterName]?: string | null
} & {
  status?: LeadStatus | null
  /** `none` for those without an owner. */
  ownerId?: string | null
  ids?: readonly string[] | null
}

type FilterName =
  | 'search'
  | 'emailKey'
  | 'utmSource'
  | 'utmMedium'
  | 'form'
  | 'fromId'
  | 'belowId'
  | 'tag'
  | 'readTag'
  | OriginFilter
type OriginFilter = 'postId' | 'linkId' | 'formId'

export const NO_OWNER = 'none'

/** As the index contacts_form has it: no longer than a value of the filter can be. */
export const FORM = sql<string>`left(extra ->> 'form', 255)`

export function selectFiltered(workspaceId: string, filter: ContactFilter) {
  const { search, emailKey, utmSource, utmMedium, form, postId, linkId, formId, fromId, belowId } = filter
  const { status, ownerId, tag, readTag, ids } = filter
  let query = build.selectFrom('contacts').where('workspace_id', '=', workspaceId)
  if (emailKey != null) query = query.where('email_key', '=', emailKey)
  if (utmSource != null) query = query.where('utm_source', '=', utmSource)
  if (utmMedium != null) query = query.where('utm_medium', '=', utmMedium)
  if (postId != null) query = query.where('post_id', '=', postId)
  if (linkId != null) query = query.where('link_id', '=', linkId)
  if (formId != null) query = query.where('form_id', '=', formId)
  // Both as the index has them.
  if (form != null) query = query.where(sql<boolean>`extra ? 'form'`).where(FORM, '=', form)
  if (status != null) query = query.where('status', '=', status)
  // As the index has it.
  if (status != null && status !== FRESH_LEAD.status) query = query.where('status', '<>', FRESH_LEAD.status)
  if (ownerId === NO_OWNER) query = query.where('owner_id', 'is', null)
  else if (ownerId != null) query = query.where('owner_id', '=', ownerId)
  if (tag != null) query = query.where(sql<boolean>`tags <> '{}' and tags @> array[${tag}::text]`)
  if (readTag != null) query = query.where(sql<boolean>`tags <> '{}' and ${readTag}::text = any (tags)`)
  if (ids != null) query = query.where('id', '=', sql<string>`any(${ids}::uuid[])`)
  if (fromId != null) query = query.where('id', '>=', fromId)
  if (belowId != null) query = query.where('id', '<', belowId)
  if (search != null) query = query.where(sql.raw<string>(SEARCHED_TEXT), 'ilike', containsPattern(search))
  return query
}

/** Counts no further than `most`. In the order of ids, so that it does not read all that an index has before it stops. */
export function countFiltered(db: Db, workspaceId: string, filter: ContactFilter, most: number): Promise<Counted> {
  return countUpTo(db, most, selectFiltered(workspaceId, filter).orderBy('id', 'desc'))
}

/** Contacts that are no longer new, or have an owner: along an index that has only those, no further than `most`. */
export function countWorkedOn(db: Db, workspaceId: string, by: 'status' | 'owner_id', most: number): Promise<Counted> {
  const own = build.selectFrom('contacts').where('workspace_id', '=', workspaceId)
  const worked = by === 'status' ? own.where('status', '<>', FRESH_LEAD.status) : own.where('owner_id', 'is not', null)
  return countUpTo(db, most, worked)
}

/** See findSearchEnd of db/statements/paging.ts. Along an index, without reading the records. */
export function findSearchEnd(
  db: Db,
  workspaceId: string,
  filter: ContactFilter,
  window: { afterId: string | null; most: number },
): Promise<string | null> {
  return findEnd(db, selectFiltered(workspaceId, { ...filter, search: null }), window)
}

/**
 * How far a list with several filters looks: along the one of their indexes that reaches furthest, `most` contacts. Null when
 * one of them has no more than that.
 */
export async function findFilterEnd(
  db: Db,
  workspaceId: string,
  filter: ContactFilter,
  window: { afterId: string | null; most: number },
): Promise<string | null> {
  let furthest: string | null = null
  for (const indexed of indexesOf(filter)) {
    const end = await findEnd(db, selectIndexed(workspaceId, filter, indexed), window)
    if (end === null) return null
    if (furthest === null || end < furthest) furthest = end
  }
  return furthest
}

/** Each of the filters that has an index in the order of ids; those that have none go with all contacts. */
function indexesOf({ status, ownerId, search: _, fromId: __, belowId: ___, ids: ____, ...rest }: ContactFilter) {
  const worked = {
    status: status === FRESH_LEAD.status ? null : status,
    ownerId: ownerId === NO_OWNER ? null : ownerId,
  }
  const each = Object.entries({ ...worked, ...rest }).flatMap<ContactFilter>(([name, value]) =>
    value == null ? [] : [{ [name]: value }],
  )
  return each.length === 0 ? [{}] : each
}

function selectIndexed(workspaceId: string, { fromId, belowId }: ContactFilter, { tag, ...indexed }: ContactFilter) {
  const rows = selectFiltered(workspaceId, { ...indexed, fromId: fromId ?? null, belowId: belowId ?? null })
  // The index has all that have tags.
  return tag == null ? rows : rows.where(sql<boolean>`tags <> '{}'`)
}

/** Newest first. */
export function selectContacts(db: Db, workspaceId: string, filter: ContactFilter, slice: Slice) {
  return slicePage(db, selectFiltered(workspaceId, filter).select(COLUMNS), slice)
}

/** The newest of all, each with how many there are in all: what most lists ask for, in one statement. */
export function selectFirstContacts(db: Db, workspaceId: string, limit: number) {
  const rows = selectOwn(workspaceId).select(selectContactCount(workspaceId).as('total'))
  return slicePage(db, rows, { limit, offset: 0, afterId: null, total: 0 }, 'contacts.first-page')
}

/**
 * Names of extra fields of the next `size` contacts, newest first, that are not known yet; those of most contacts first. The
 * next step goes on below `last_id`, which is null at the end.
 */
export async function selectExtraNames(
  db: Db,
  workspaceId: string,
  filter: ContactFilter,
  step: { belowId: string | null; size: number; known: readonly string[]; most: number },
): Promise<{ names: string[]; last_id: string | null }> {
  let contacts = selectFiltered(workspaceId, filter).select(['id', 'extra']).orderBy('id', 'desc').limit(step.size)
  if (step.belowId !== null) contacts = contacts.where('id', '<', step.belowId)
  const statement = sql<{ names: string[]; last_id: string | null }>`
    with step as materialized (${contacts})
    select array(select name from step, jsonb_object_keys(extra) as name
                  where name <> all (${step.known}::text[])
                  group by name order by count(*) desc, name limit ${step.most}) as names,
           (select id from step order by id limit 1) as last_id`
  return (await runOne(db, { compile: () => statement.compile(build) }))!
}
