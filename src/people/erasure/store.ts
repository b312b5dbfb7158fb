import { eachField, FIELD_SPECS } from '../../contact-fields.ts'
import { build, type Db, run, sql, type Tx } from '../../db/database.ts'
import { uuidArray } from '../../db/statements/arrays.ts'
import type { Mention } from './mention-store.ts'

export async function selectSpellings(db: Db, workspaceId: string, emailKey: string): Promise<string[]> {
  const query = build.selectFrom('contacts').select('email').distinct().where('workspace_id', '=', workspaceId)
  return (await run(db, query.where('email_key', '=', emailKey))).map((row) => row.email!)
}

/** Records that nobody was told of, because their forms say so until the address is confirmed. */
export async function selectQuiet(tx: Tx, workspaceId: string, emailKey: string): Promise<string[]> {
  const query = sql<{ id: string }>`select contacts.id
      from contacts join submissions on submissions.workspace_id = ${workspaceId} and contact_id = contacts.id
     where contacts.workspace_id = ${workspaceId} and contacts.email_key = ${emailKey}
       and confirmation = 'pending' and is_quiet
       for update of contacts`
  return (await run(tx, query)).map(({ id }) => id)
}

/** The oldest records of an address. */
export async function removeRecords(tx: Tx, workspaceId: string, emailKey: string, most: number) {
  type Removed = {
    id: string
    webhook_id: string | null
    delivery_id: string | null
    version: number
    created_at: string
  }
  const query = sql<Removed>`
    delete from contacts where workspace_id = ${workspaceId} and id = any (array(
      select id from contacts where workspace_id = ${workspaceId} and email_key = ${emailKey}
        order by id limit ${most} for update))
    returning id, webhook_id, delivery_id, version, created_at::text as created_at`
  return run(tx, query)
}

export function removeReceived(
  tx: Tx,
  table: 'webhook_deliveries' | 'webhook_rejections',
  workspaceId: string,
  received: readonly Mention[],
): Promise<number> {
  return change(
    tx,
    `delete from ${table} where workspace_id = $1
        and (source_id, id) in (select * from unnest($2::uuid[], $3::uuid[]))`,
    [workspaceId, uuidArray(received.map(({ source_id }) => source_id!)), uuidArray(received.map(({ id }) => id))],
  )
}

/** To the address. Mails about the records go with these. */
export function removeMails(tx: Tx, workspaceId: string, emailKey: string): Promise<number> {
  return change(tx, 'delete from mails where workspace_id = $1 and to_key = $2 and user_id is null', [
    workspaceId,
    emailKey,
  ])
}

export type Events = Record<'subjectIds' | 'eventIds', readonly string[]>

/**
 * The events about these subjects, and these. They stay as facts, as when one contact is deleted. Those that are empty
 * already are not counted.
 */
export async function forgetEvents(tx: Tx, workspaceId: string, { subjectIds, eventIds }: Events): Promise<number> {
  let count = 0
  // In the order in which they move: what leaves the outbox at this moment is found in the feed.
  for (const table of ['event_outbox', 'events'] as const) {
    count += await change(
      tx,
      `update ${table} set data = json_build_object('id', subject_id, 'erased', true)
        where workspace_id = $1 and (subject_id = any($2::uuid[]) or id = any($3::uuid[]))
          and data is not null and data ->> 'erased' is null`,
      [workspaceId, uuidArray(subjectIds), uuidArray(eventIds)],
    )
  }
  return count
}

/** To the events about these subjects, and to these. An endpoint may have answered with what it was sent. */
export function forgetEndpointAnswers(tx: Tx, workspaceId: string, { subjectIds, eventIds }: Events): Promise<number> {
  return change(
    tx,
    `update event_attempts attempt set answer = null
       from events event join event_deliveries delivery
            on delivery.workspace_id = event.workspace_id and delivery.event_id = event.id
      where event.workspace_id = $1 and (event.subject_id = any($2::uuid[]) or event.id = any($3::uuid[]))
        and attempt.answer is not null
        and attempt.endpoint_id = delivery.endpoint_id and attempt.event_id = delivery.event_id`,
    [workspaceId, uuidArray(subjectIds), uuidArray(eventIds)],
  )
}

// A repeat of the request still gets an answer of the same shape: without the row it would make the contact anew.
const EMPTY = JSON.stringify({
  ...eachField((name) => (FIELD_SPECS[name].isRequired ? '' : null)),
  extra: {},
  tags: [],
})

/** Returns how many there were. */
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

/** There are a hundred at most. */
export async function removeViews(tx: Tx, workspaceId: string, isMention: (text: string) => boolean): Promise<number> {
  const query = build
    .selectFrom('contact_views')
    .select(['id', 'name', 'filter'])
    .where('workspace_id', '=', workspaceId)
  const meant = (await run(tx, query)).filter(({ name, filter }) => isMention(`${name} ${JSON.stringify(filter)}`))
  for (const { id } of meant) {
    await run(tx, build.deleteFrom('contact_views').where('workspace_id', '=', workspaceId).where('id', '=', id))
  }
  return meant.length
}

interface Person extends Record<'contactIds' | 'spellings' | 'needles', readonly string[]> {
  isMention: (text: string) => boolean
}

/** Answers that hold one of these contacts, or any that mentions the address. They are kept for a day: there are few. */
export async function forgetStoredAnswers(tx: Tx, workspaceId: string, person: Person): Promise<number> {
  const contactIds = [...person.contactIds, ...(await findAnsweredContacts(tx, workspaceId, person))]
  const contacts = await change(
    tx,
    `update idempotency_keys
        set body = jsonb_set(body::jsonb, '{data}', (body::jsonb -> 'data') || $4::jsonb)::text
      where workspace_id = $1 and body::json #>> '{data,first_name}' <> ''
        and (body::json #>> '{data,id}' = any($2::text[])
          or lower((body::json #>> '{data,email}') collate "C") = any($3::text[]))`,
    [workspaceId, contactIds, person.spellings, EMPTY],
  )
  return (
    contacts +
    (await forgetAnswersToTeam(tx, workspaceId, person)) +
    (await removeAnswersAboutSubmissions(tx, workspaceId, person))
  )
}

/** Contacts of others whose answer mentions the address. As it is written only JavaScript can tell. */
async function findAnsweredContacts(tx: Tx, workspaceId: string, { needles, isMention }: Person): Promise<string[]> {
  const { rows } = await tx.query<{ id: string; body: string }>({
    text: `select body::json #>> '{data,id}' as id, body from idempotency_keys
            where workspace_id = $1 and body::json #>> '{data,first_name}' <> ''
              and exists (select from unnest($2::text[]) as needle where position(needle in lower(body collate "C")) > 0)`,
    values: [workspaceId, needles],
  })
  return rows.filter(({ body }) => isMention(body)).map(({ id }) => id)
}

/** They are gone: a repeat would only be told that there is no such thing. */
function removeAnswersAboutSubmissions(tx: Tx, workspaceId: string, { needles }: Person): Promise<number> {
  return change(
    tx,
    `delete from idempotency_keys
      where workspace_id = $1 and body::jsonb -> 'data' ?& array['form_id', 'contact']
        and exists (select from unnest($2::text[]) as needle where position(needle in lower(body collate "C")) > 0)`,
    [workspaceId, needles],
  )
}

/** The same of these deliveries. */
export function removeAnswersAboutDeliveries(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<number> {
  return change(
    tx,
    `delete from idempotency_keys
      where workspace_id = $1 and body::jsonb -> 'data' ? 'body_sha256' and body::json #>> '{data,id}' = any($2::text[])`,
    [workspaceId, ids],
  )
}

/** Notes about these contacts; notes and views that mention the address. */
function forgetAnswersToTeam(tx: Tx, workspaceId: string, { contactIds, needles }: Person): Promise<number> {
  return change(
    tx,
    `update idempotency_keys
        set body = jsonb_set(body::jsonb, '{data}', (body::jsonb -> 'data') ||
              case when body::jsonb -> 'data' ? 'filter' then '{"name":"","filter":{}}'::jsonb else '{"text":""}' end)::text
      where workspace_id = $1 and body::json #>> '{data,text}' is distinct from ''
        and body::json #>> '{data,name}' is distinct from ''
        and (body::jsonb -> 'data' ?& array['contact_id', 'text'] or body::jsonb -> 'data' ?& array['name', 'filter'])
        and (body::json #>> '{data,contact_id}' = any($2::text[])
          or exists (select from unnest($3::text[]) as needle where position(needle in lower(body collate "C")) > 0))`,
    [workspaceId, contactIds, needles],
  )
}

async function change(tx: Tx, text: string, values: unknown[]): Promise<number> {
  return (await tx.query({ text, values })).rowCount ?? 0
}
