import type { ContactValues, ExtraValue, Lead } from '../../contact-fields.ts'
import { build, type Db, run, runOne, sql, type Tx } from '../../db/database.ts'
import { textArray, uuidArray } from '../../db/statements/arrays.ts'
import { COLUMNS, type ContactRow, SHOWN_COLUMNS, STORED_COLUMNS } from '../store.ts'

/** Tables whose rows belong to a contact. Those of merged contacts belong to the survivor. */
const OWNED = ['contact_notes', 'contact_changes', 'submissions', 'mails'] as const
type Owned = (typeof OWNED)[number]

/** What the survivor got from a merged contact. */
export interface Filled {
  fields: Partial<ContactValues>
  email_key: string | null
  extra: Record<string, ExtraValue>
  tags: string[]
  lead: Partial<Pick<Lead, 'status' | 'owner_id'>>
}

interface MergedRow {
  id: string
  into_id: string
  merge_id: string
  version: number
  filled: Filled
  merged_at: Date
}

/** The contact that a merged one leads to; null if it was not merged. */
export async function findSurvivor(db: Db, workspaceId: string, id: string): Promise<string | null> {
  const query = build.selectFrom('merged_contacts').select('survivor_id').where('workspace_id', '=', workspaceId)
  return (await runOne(db, query.where('id', '=', id)))?.survivor_id ?? null
}

/** Contacts with another address into which records with this one were merged. */
export async function selectSurvivors(db: Db, workspaceId: string, emailKey: string): Promise<string[]> {
  const query = sql<{ id: string }>`
    select distinct survivor.id from merged_contacts merged
           join contacts survivor on survivor.workspace_id = merged.workspace_id and survivor.id = merged.survivor_id
     where merged.workspace_id = ${workspaceId} and merged.email_key = ${emailKey}
       and survivor.email_key is distinct from merged.email_key`
  return (await run(db, query)).map(({ id }) => id)
}

export interface Place {
  id: string
  email_key: string
}

/** Where these addresses lead to: their newest contacts, or else those that their newest merged records lead to. */
export function selectPlaces(db: Db, workspaceId: string, emailKeys: readonly string[]): Promise<Place[]> {
  const query = sql<Place>`
    select id, email_key from (
      select email_key, coalesce(
               (select id from contacts own where own.workspace_id = ${workspaceId} and own.email_key = asked.email_key
                 order by id desc limit 1),
               (select survivor_id from merged_contacts merged
                 where merged.workspace_id = ${workspaceId} and merged.email_key = asked.email_key
                 order by id desc limit 1)) as id
        from unnest(${textArray(emailKeys)}::text[]) as asked (email_key)) as place
     where id is not null`
  return run(db, query)
}

/** The survivors of all merged records with these addresses. */
export function selectMergedPlaces(db: Db, workspaceId: string, emailKeys: readonly string[]): Promise<Place[]> {
  const query = sql<Place>`select survivor_id as id, email_key from merged_contacts
     where workspace_id = ${workspaceId} and email_key = any(${textArray(emailKeys)}::text[])`
  return run(db, query)
}

/** Maps each id to itself or, for a merged contact, to the survivor. Unknown ids are left out. */
export async function resolveIds(db: Db, workspaceId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const query = sql<{ id: string; now: string }>`
    select id, id as now from contacts where workspace_id = ${workspaceId} and id = any(${uuidArray(ids)}::uuid[])
    union all
    select id, survivor_id from merged_contacts where workspace_id = ${workspaceId} and id = any(${uuidArray(ids)}::uuid[])`
  return new Map((await run(db, query)).map(({ id, now }) => [id, now]))
}

/** Held until the end of the transaction. */
export async function lockMerges(tx: Tx, workspaceId: string): Promise<void> {
  await run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`contacts.merge.${workspaceId}`}, 0))`)
}

/** In the order of ids, so that a merge and another change of several contacts do not deadlock. */
export function lockContacts(tx: Tx, workspaceId: string, ids: readonly string[]) {
  const query = build.selectFrom('contacts').select([...COLUMNS, 'email_key', 'key_id'])
  const own = query
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<string>`any(${uuidArray(ids)}::uuid[])`)
  return run(tx, own.orderBy('id').forUpdate())
}

interface Merge {
  workspaceId: string
  survivorId: string
  mergeId: string
  at: Date
}

/** Keeps a contact as a merged one, and gives what belongs to it to the survivor. `removeContacts` removes it. */
export async function keepMerged(tx: Tx, merge: Merge, id: string, filled: Filled): Promise<void> {
  const { workspaceId, survivorId, mergeId, at } = merge
  const moved: Partial<Record<Owned, string[]>> = {}
  for (const table of OWNED) moved[table] = await moveOwned(tx, table, workspaceId, id, survivorId)
  await run(
    tx,
    sql`update merged_contacts set survivor_id = ${survivorId} where workspace_id = ${workspaceId} and survivor_id = ${id}`,
  )
  // A touch that only the contact's own fields said has to be stored now, because the contact goes.
  await run(
    tx,
    sql`with said as (
        select contact_id, email_key, link_id, post_id, form_id, utm, referrer_origin, landing_path, at from touches
         where workspace_id = ${workspaceId} and contact_id = ${id})
      insert into merged_contacts (workspace_id, id, survivor_id, into_id, merge_id, email_key, record, touch, moved, filled, merged_at)
      select workspace_id, id, ${survivorId}, ${survivorId}, ${mergeId}, email_key, to_jsonb(contacts),
             (select to_jsonb(said) from said), ${JSON.stringify(moved)}::jsonb, ${JSON.stringify(filled)}::jsonb, ${at}
        from contacts where workspace_id = ${workspaceId} and id = ${id}`,
  )
}

/** With one statement, so that two merges lock the counts that they change in the same order. */
export async function removeContacts(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<void> {
  const query = build.deleteFrom('contacts').where('workspace_id', '=', workspaceId)
  await run(tx, query.where('id', '=', sql<string>`any(${uuidArray(ids)}::uuid[])`))
}

async function moveOwned(tx: Tx, table: Owned, workspaceId: string, from: string, to: string): Promise<string[]> {
  const query = sql<{ id: string }>`update ${sql.table(table)} set contact_id = ${to}
     where workspace_id = ${workspaceId} and contact_id = ${from} returning id`
  return (await run(tx, query)).map(({ id }) => id)
}

/**
 * Keeps the touches of contacts that were merged just now, under the address of the survivor. They no longer count for
 * their links and posts: the survivor counts for its own.
 */
export async function keepTouches(tx: Tx, workspaceId: string, survivorId: string, ids: readonly string[]) {
  const query = sql`
    with kept as (
      insert into kept_touches (workspace_id, contact_id, email_key, link_id, post_id, form_id, utm, referrer_origin, landing_path, at)
      select merged.workspace_id, merged.id, survivor.email_key, touch.link_id, touch.post_id, touch.form_id, touch.utm,
             touch.referrer_origin, touch.landing_path, touch.at
        from merged_contacts merged
             join contacts survivor on survivor.workspace_id = merged.workspace_id and survivor.id = ${survivorId}
             cross join lateral jsonb_populate_record(null::kept_touches, merged.touch) as touch
       where merged.workspace_id = ${workspaceId} and merged.id = any(${uuidArray(ids)}::uuid[]) and merged.touch is not null
      returning link_id, post_id)
    insert into row_counts as c (workspace_id, kind, slot, rows)
    select ${workspaceId}, kind, pg_backend_pid() % 32, -count(*)
      from kept cross join lateral (values ('post_leads:' || post_id), ('link_leads:' || link_id)) as counted (kind)
     where kind is not null group by kind order by kind
    on conflict (workspace_id, kind, slot) do update set rows = c.rows + excluded.rows`
  await run(tx, query)
}

/**
 * Moves the touches of contacts that were merged into these to the survivors' addresses, and queues all touches of these
 * people to be found and counted again.
 */
export async function alignTouches(tx: Tx, workspaceId: string, survivorIds: readonly string[]): Promise<void> {
  const aligned = sql`update kept_touches touch set email_key = survivor.email_key
      from merged_contacts merged
           join contacts survivor on survivor.workspace_id = merged.workspace_id and survivor.id = merged.survivor_id
     where merged.workspace_id = ${workspaceId} and merged.survivor_id = any(${uuidArray(survivorIds)}::uuid[])
       and touch.workspace_id = ${workspaceId} and touch.contact_id = merged.id
       and touch.email_key is distinct from survivor.email_key`
  await run(tx, aligned)
  const queued = sql`insert into lead_queue (workspace_id, from_id, to_id, whole)
    select ${workspaceId}::uuid, id, id, true from unnest(${uuidArray(survivorIds)}::uuid[]) as id`
  await run(tx, queued)
}

/** The newest merge into a contact, locked. */
export async function lockNewestMerge(tx: Tx, workspaceId: string, survivorId: string): Promise<MergedRow[]> {
  const query = sql<MergedRow>`
    select id, into_id, merge_id, (record ->> 'version')::integer as version, filled, merged_at from merged_contacts
     where workspace_id = ${workspaceId} and survivor_id = ${survivorId} and merge_id = (
       select merge_id from merged_contacts where workspace_id = ${workspaceId} and survivor_id = ${survivorId}
        order by merge_id desc limit 1)
     order by id for update`
  return run(tx, query)
}

/** Puts a merged contact back, with what belongs to it and the contacts that were merged into it before. */
export async function moveBack(tx: Tx, workspaceId: string, id: string, survivorId: string): Promise<ContactRow> {
  const { moved, touch, record } = (await removeMerged(tx, workspaceId, id))!
  const columns = sql.raw(CONTACT_COLUMNS.join(', '))
  // Its fields are as before the merge, but it counts as changed, so that programs that poll for changes see it.
  const restored = JSON.stringify({ ...record, version: (record.version as number) + 2 })
  const insert = sql<ContactRow>`insert into contacts (${columns})
    select ${columns} from jsonb_populate_record(null::contacts, ${restored}::jsonb || jsonb_build_object('changed_at', clock_timestamp()))
    returning ${sql.raw(SHOWN_COLUMNS)}`
  const row = (await runOne(tx, insert))!
  if (touch !== null && record.is_touch !== true) {
    const own = JSON.stringify({ ...touch, workspace_id: workspaceId })
    await run(tx, sql`insert into kept_touches select * from jsonb_populate_record(null::kept_touches, ${own}::jsonb)`)
  }
  for (const table of OWNED) {
    await run(
      tx,
      sql`update ${sql.table(table)} set contact_id = ${id} where workspace_id = ${workspaceId}
        and contact_id = ${survivorId} and id = any(${uuidArray(moved[table] ?? [])}::uuid[])`,
    )
  }
  await run(
    tx,
    sql`with recursive below as (
        select id from merged_contacts where workspace_id = ${workspaceId} and into_id = ${id}
        union
        select merged.id from merged_contacts merged join below on merged.into_id = below.id
         where merged.workspace_id = ${workspaceId})
      update merged_contacts set survivor_id = ${id} where workspace_id = ${workspaceId} and id in (select id from below)`,
  )
  return row
}

const CONTACT_COLUMNS = [...STORED_COLUMNS, 'changed_at', 'workspace_id', 'key_id', 'email_key', 'is_touch'] as const

interface Removed {
  into_id: string
  record: Record<string, unknown>
  touch: object | null
  moved: Partial<Record<Owned, string[]>>
}

export function removeMerged(tx: Tx, workspaceId: string, id: string): Promise<Removed | null> {
  const query = sql<Removed>`delete from merged_contacts where workspace_id = ${workspaceId} and id = ${id}
    returning into_id, record, touch, moved`
  return runOne(tx, query)
}

/** Merged contacts whose survivor is to be deleted, or that were merged into a deleted one. */
export async function passOn(tx: Tx, workspaceId: string, id: string, intoId: string): Promise<void> {
  const query = build.updateTable('merged_contacts').set({ into_id: intoId }).where('workspace_id', '=', workspaceId)
  await run(tx, query.where('into_id', '=', id))
}

export async function selectMergedIds(db: Db, workspaceId: string, survivorId: string): Promise<string[]> {
  const query = build.selectFrom('merged_contacts').select('id').where('workspace_id', '=', workspaceId)
  return (await run(db, query.where('survivor_id', '=', survivorId))).map(({ id }) => id)
}

type ShownMerged = ContactRow & { merged_at: Date }

/** The newest first, as they were. */
export function selectMerged(db: Db, workspaceId: string, survivorId: string, most: number): Promise<ShownMerged[]> {
  const query = sql<ShownMerged>`
    select ${sql.raw(SHOWN_COLUMNS)}, merged_at from merged_contacts merged
           cross join lateral jsonb_populate_record(null::contacts, merged.record) as contacts
     where merged.workspace_id = ${workspaceId} and survivor_id = ${survivorId} order by merged.id desc limit ${most}`
  return run(db, query)
}
