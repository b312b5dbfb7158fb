import { eachField, FIELD_SPECS } from '../../contact-fields.ts'
import { build, type Db, run, runCount, sql, type Tx } from '../../db/database.ts'
import { textArray, uuidArray } from '../../db/statements/arrays.ts'
import type { Mention } from './mentions.ts'

/** Every spelling of the address, and of those of records that were merged with its records. */
export async function selectSpellings(db: Db, workspaceId: string, emailKey: string): Promise<string[]> {
  const query = sql<{ email: string }>`
    with recursive person as (
      select ${emailKey}::text as email_key
      union
      select linked.email_key from person cross join lateral (
        select other.email_key from contacts survivor
               join merged_contacts other on other.workspace_id = survivor.workspace_id and other.survivor_id = survivor.id
         where survivor.workspace_id = ${workspaceId} and survivor.email_key = person.email_key
        union all
        select unnest(array[survivor.email_key, other.email_key]) from merged_contacts own
               join contacts survivor on survivor.workspace_id = own.workspace_id and survivor.id = own.survivor_id
               join merged_contacts other on other.workspace_id = own.workspace_id and other.survivor_id = own.survivor_id
         where own.workspace_id = ${workspaceId} and own.email_key = person.email_key) as linked
       where linked.email_key is not null)
    select email from person cross join lateral (
      select email from contacts where workspace_id = ${workspaceId} and email_key = person.email_key
      union
      select record ->> 'email' from merged_contacts where workspace_id = ${workspaceId} and email_key = person.email_key) as found`
  return (await run(db, query)).map(({ email }) => email)
}

/** SQL: the records to remove, with those that records of the person were merged into. */
const recordsOf = (workspaceId: string, emailKeys: readonly string[], most: number) => sql`
  select id from contacts where workspace_id = ${workspaceId} and id in (
    select id from contacts where workspace_id = ${workspaceId} and email_key = any (${textArray(emailKeys)}::text[])
    union all
    select survivor_id from merged_contacts
     where workspace_id = ${workspaceId} and email_key = any (${textArray(emailKeys)}::text[]))
   order by id limit ${most} for update`

/** Contacts that were merged into those that are removed next. They go with them. */
export function selectMergedRecords(tx: Tx, workspaceId: string, emailKeys: readonly string[], most: number) {
  const query = sql<Pick<RemovedRecord, 'id' | 'webhook_id' | 'delivery_id'>>`
    select id, record ->> 'webhook_id' as webhook_id, record ->> 'delivery_id' as delivery_id from merged_contacts
     where workspace_id = ${workspaceId} and survivor_id = any (array(${recordsOf(workspaceId, emailKeys, most)}))`
  return run(tx, query)
}

/** Records without events: their forms hold these back until the address is confirmed. */
export async function selectQuiet(tx: Tx, workspaceId: string, emailKey: string): Promise<string[]> {
  const query = sql<{ id: string }>`select contacts.id
      from contacts join submissions on submissions.workspace_id = ${workspaceId} and contact_id = contacts.id
     where contacts.workspace_id = ${workspaceId} and contacts.email_key = ${emailKey}
       and confirmation = 'pending' and is_quiet
       for update of contacts`
  return (await run(tx, query)).map(({ id }) => id)
}

interface RemovedRecord extends Record<'webhook_id' | 'delivery_id', string | null> {
  id: string
  version: number
  created_at: string
}

export async function removeRecords(tx: Tx, workspaceId: string, emailKeys: readonly string[], most: number) {
  const query = sql<RemovedRecord>`
    delete from contacts where workspace_id = ${workspaceId}
       and id = any (array(${recordsOf(workspaceId, emailKeys, most)}))
    returning id, webhook_id, delivery_id, version, created_at::text as created_at`
  return run(tx, query)
}

export function removeReceived(
  tx: Tx,
  table: 'webhook_deliveries' | 'webhook_rejections',
  workspaceId: string,
  received: readonly Mention[],
): Promise<number> {
  const sources = uuidArray(received.map(({ source_id }) => source_id!))
  const ids = uuidArray(received.map(({ id }) => id))
  const query = sql`delete from ${sql.table(table)} where workspace_id = ${workspaceId}
     and (source_id, id) in (select * from unnest(${sources}::uuid[], ${ids}::uuid[]))`
  return runCount(tx, query)
}

/** Removes mails to the address. Mails about the records go with these. */
export function removeMails(tx: Tx, workspaceId: string, emailKey: string): Promise<number> {
  return runCount(
    tx,
    sql`delete from mails where workspace_id = ${workspaceId} and to_key = ${emailKey} and user_id is null`,
  )
}

/** Events about these subjects, and these events. */
export type Events = Record<'subjectIds' | 'eventIds', readonly string[]>

/** Empties the events, but keeps the fact that they happened. Returns how many were not empty before. */
export async function forgetEvents(tx: Tx, workspaceId: string, { subjectIds, eventIds }: Events): Promise<number> {
  let count = 0
  // In the order in which events move: one that leaves the outbox at this moment is found in the feed.
  for (const table of ['event_outbox', 'events'] as const) {
    const query = sql`update ${sql.table(table)} set data = json_build_object('id', subject_id, 'erased', true)
       where workspace_id = ${workspaceId}
         and (subject_id = any(${uuidArray(subjectIds)}::uuid[]) or id = any(${uuidArray(eventIds)}::uuid[]))
         and data is not null and data ->> 'erased' is null`
    count += await runCount(tx, query)
  }
  return count
}

/** Removes what endpoints responded to the events, because it may repeat what they were sent. */
export function forgetEndpointAnswers(tx: Tx, workspaceId: string, { subjectIds, eventIds }: Events): Promise<number> {
  const query = sql`update event_attempts attempt set answer = null
      from events event join event_deliveries delivery
           on delivery.workspace_id = event.workspace_id and delivery.event_id = event.id
     where event.workspace_id = ${workspaceId}
       and (event.subject_id = any(${uuidArray(subjectIds)}::uuid[]) or event.id = any(${uuidArray(eventIds)}::uuid[]))
       and attempt.answer is not null
       and attempt.endpoint_id = delivery.endpoint_id and attempt.event_id = delivery.event_id`
  return runCount(tx, query)
}

export async function rewriteNotes(
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
  rewrite: (text: string) => string,
): Promise<number> {
  const query = build.selectFrom('contact_notes').select(['id', 'text']).where('workspace_id', '=', workspaceId)
  const rows = ids.length === 0 ? [] : await run(tx, query.where('id', 'in', ids).orderBy('id').forUpdate())
  for (const { id, text } of rows) {
    const change = build.updateTable('contact_notes').set({ text: rewrite(text) })
    await run(tx, change.where('workspace_id', '=', workspaceId).where('id', '=', id))
  }
  return rows.length
}

export async function removeViews(tx: Tx, workspaceId: string, isMention: (text: string) => boolean): Promise<number> {
  const query = build.selectFrom('contact_views').select(['id', 'name', 'filter'])
  const views = await run(tx, query.where('workspace_id', '=', workspaceId))
  const meant = views.filter(({ name, filter }) => isMention(`${name} ${JSON.stringify(filter)}`))
  for (const { id } of meant) {
    await run(tx, build.deleteFrom('contact_views').where('workspace_id', '=', workspaceId).where('id', '=', id))
  }
  return meant.length
}

interface Person extends Record<'contactIds' | 'spellings' | 'needles', readonly string[]> {
  isMention: (text: string) => boolean
}

const contains = (needles: readonly string[]) =>
  sql`exists (select from unnest(${needles}::text[]) as needle where position(needle in lower(body collate "C")) > 0)`

/**
 * Stored responses that show one of these contacts, or mention the address. They are kept for a day, so there are few.
 */
export async function forgetStoredAnswers(tx: Tx, workspaceId: string, person: Person): Promise<number> {
  const contacts = await emptyAnswersAboutContacts(tx, workspaceId, person)
  const team = await emptyAnswersToTeam(tx, workspaceId, person)
  return contacts + team + (await removeAnswersAboutSubmissions(tx, workspaceId, person))
}

// A repeat of the request still gets a response of the same shape. Without the row, it would create the contact again.
const EMPTY = JSON.stringify({
  ...eachField((name) => (FIELD_SPECS[name].isRequired ? '' : null)),
  extra: {},
  tags: [],
})

async function emptyAnswersAboutContacts(tx: Tx, workspaceId: string, person: Person): Promise<number> {
  const contactIds = [...person.contactIds, ...(await findAnsweredContacts(tx, workspaceId, person))]
  const query = sql`update idempotency_keys
       set body = jsonb_set(body::jsonb, '{data}', (body::jsonb -> 'data') || ${EMPTY}::jsonb)::text
     where workspace_id = ${workspaceId} and body::json #>> '{data,first_name}' <> ''
       and (body::json #>> '{data,id}' = any(${contactIds}::text[])
         or lower((body::json #>> '{data,email}') collate "C") = any(${person.spellings}::text[]))`
  return runCount(tx, query)
}

/** Contacts of other people whose response mentions the address. Only JavaScript can recognise all spellings. */
async function findAnsweredContacts(tx: Tx, workspaceId: string, { needles, isMention }: Person): Promise<string[]> {
  const query = sql<{ id: string; body: string }>`select body::json #>> '{data,id}' as id, body from idempotency_keys
     where workspace_id = ${workspaceId} and body::json #>> '{data,first_name}' <> '' and ${contains(needles)}`
  return (await run(tx, query)).filter(({ body }) => isMention(body)).map(({ id }) => id)
}

/** The submissions are gone: a repeat would only get a 404. */
function removeAnswersAboutSubmissions(tx: Tx, workspaceId: string, { needles }: Person): Promise<number> {
  const query = sql`delete from idempotency_keys where workspace_id = ${workspaceId}
     and body::jsonb -> 'data' ?& array['form_id', 'contact'] and ${contains(needles)}`
  return runCount(tx, query)
}

export function removeAnswersAboutDeliveries(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<number> {
  const query = sql`delete from idempotency_keys where workspace_id = ${workspaceId}
     and body::jsonb -> 'data' ? 'body_sha256' and body::json #>> '{data,id}' = any(${ids}::text[])`
  return runCount(tx, query)
}

/** Empties responses with notes about these contacts, and with notes and views that mention the address. */
function emptyAnswersToTeam(tx: Tx, workspaceId: string, { contactIds, needles }: Person): Promise<number> {
  const query = sql`update idempotency_keys
       set body = jsonb_set(body::jsonb, '{data}', (body::jsonb -> 'data') ||
             case when body::jsonb -> 'data' ? 'filter' then '{"name":"","filter":{}}'::jsonb else '{"text":""}' end)::text
     where workspace_id = ${workspaceId} and body::json #>> '{data,text}' is distinct from ''
       and body::json #>> '{data,name}' is distinct from ''
       and (body::jsonb -> 'data' ?& array['contact_id', 'text'] or body::jsonb -> 'data' ?& array['name', 'filter'])
       and (body::json #>> '{data,contact_id}' = any(${contactIds}::text[]) or ${contains(needles)})`
  return runCount(tx, query)
}
