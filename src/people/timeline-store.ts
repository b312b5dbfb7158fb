import type { RawBuilder } from 'kysely'
import { type Db, run, runOne, sql } from '../db/database.ts'
import type { TimelinePerson, TimelineSource } from './timeline.ts'

type Sql = RawBuilder<unknown>
type Slice = { afterId: string | null; limit: number }

function isOfPerson({ workspaceId, emailKey }: TimelinePerson): Sql {
  return sql`workspace_id = ${workspaceId} and email_key = ${emailKey}`
}

/** SQL: rows that belong to the records of a person. */
function ofRecords(table: 'contact_notes' | 'contact_changes', { workspaceId, emailKey }: TimelinePerson): Sql {
  return sql`from contacts record
      join ${sql.table(table)} as entry on entry.workspace_id = ${workspaceId} and entry.contact_id = record.id
     where record.workspace_id = ${workspaceId} and record.email_key = ${emailKey}`
}

/** The name of something is for those who may read it. */
function named({ scopes }: TimelinePerson, scope: string, id: string | null, name: string | null) {
  return id && { id, name: scopes.has(scope) ? name : null }
}

async function countRows(db: Db, from: Sql): Promise<number> {
  return (await runOne(db, sql<{ count: number }>`select count(*)::float8 as count ${from}`))!.count
}

/** Newest first. The id of `from` is that of `entry`. */
function selectEntries<R extends object>(db: Db, shown: Sql, from: Sql, { afterId, limit }: Slice): Promise<R[]> {
  const query = sql<R>`select entry.id, entry.contact_id, ${shown}
      ${from} and (${afterId}::uuid is null or entry.id < ${afterId})
     order by entry.id desc limit ${limit}`
  return run(db, query)
}

const AUTHOR = sql`entry.user_id, entry.key_id, entry.author, entry.created_at`

interface OfRecord {
  id: string
  contact_id: string
  user_id: string | null
  key_id: string | null
  author: string | null
  created_at: Date
}

function frameOf({ id, contact_id, user_id, key_id, author: name, created_at: at }: OfRecord) {
  const by = user_id !== null ? { kind: 'user', id: user_id, name } : key_id && { kind: 'key', id: key_id, name }
  return { id, at, contact_id, by }
}

export const notesSource: TimelineSource = {
  count: (db, person) => countRows(db, ofRecords('contact_notes', person)),
  async select(db, person, slice) {
    type Row = OfRecord & { text: string; updated_at: Date }
    const shown = sql`${AUTHOR}, entry.text, entry.updated_at`
    const rows = await selectEntries<Row>(db, shown, ofRecords('contact_notes', person), slice)
    return rows.map((row) => ({ ...frameOf(row), kind: 'note', text: row.text, updated_at: row.updated_at }))
  },
}

type ChangeRow = OfRecord &
  Record<'from_value' | 'to_value' | 'from_name' | 'to_name', string | null> & { field: string }

export const changesSource: TimelineSource = {
  count: (db, person) => countRows(db, ofRecords('contact_changes', person)),
  async select(db, person, slice) {
    const shown = sql`${AUTHOR}, entry.field, entry.from_value, entry.to_value, entry.from_name, entry.to_name`
    const rows = await selectEntries<ChangeRow>(db, shown, ofRecords('contact_changes', person), slice)
    return rows.map((row) => {
      const { from_value: from, to_value: to } = row
      if (row.field === 'status') return { ...frameOf(row), kind: 'status_changed', from, to }
      const member = (id: string | null, name: string | null) => id && { id, name }
      return { ...frameOf(row), kind: 'assigned', from: member(from, row.from_name), to: member(to, row.to_name) }
    })
  },
}

interface OfForm {
  id: string
  contact_id: string
  at: Date
  form_id: string | null
  form_name: string | null
}

function frameOfForm({ id, contact_id, at, form_id, form_name }: OfForm, person: TimelinePerson) {
  return { id, at, contact_id, by: null, form: named(person, 'forms:read', form_id, form_name) }
}

function formName({ workspaceId }: TimelinePerson): Sql {
  return sql`entry.form_id,
    (select name from forms where workspace_id = ${workspaceId} and id = entry.form_id) as form_name`
}

function consentsOf({ workspaceId, emailKey }: TimelinePerson): Sql {
  return sql`from contacts record
      join submissions entry
        on entry.workspace_id = ${workspaceId} and entry.contact_id = record.id and entry.consented_at is not null
      join form_consents agreed on agreed.workspace_id = ${workspaceId} and agreed.form_id = entry.form_id
        and agreed.version = entry.consent_version
     where record.workspace_id = ${workspaceId} and record.email_key = ${emailKey} and entry.state = 'accepted'`
}

/** What the person agreed to with forms. */
export const consentsSource: TimelineSource = {
  count: (db, person) => countRows(db, consentsOf(person)),
  async select(db, person, slice) {
    type Row = OfForm &
      Record<'purpose' | 'text', string> & { version: number } & Record<'confirmed_at' | 'withdrawn_at', Date | null>
    const shown = sql`entry.consented_at as at, ${formName(person)}, agreed.purpose, agreed.text, agreed.version,
      entry.confirmed_at, entry.withdrawn_at`
    const rows = await selectEntries<Row>(db, shown, consentsOf(person), slice)
    return rows.map((row) => {
      const { purpose, text, version, confirmed_at, withdrawn_at } = row
      return { ...frameOfForm(row, person), kind: 'consent', purpose, text, version, confirmed_at, withdrawn_at }
    })
  },
}

function mailsTo({ workspaceId, emailKey }: TimelinePerson): Sql {
  return sql`from mails entry
     where entry.workspace_id = ${workspaceId} and entry.to_key = ${emailKey} and entry.user_id is null
       and entry.kind in ('auto_reply', 'opt_in') and entry.contact_id is not null`
}

/** What was sent to the person. */
export const mailsSource: TimelineSource = {
  count: (db, person) => countRows(db, mailsTo(person)),
  async select(db, person, slice) {
    type Row = OfForm & Record<'mail' | 'state', string> & { reason: string | null; done_at: Date | null }
    const shown = sql`entry.created_at as at, ${formName(person)}, entry.kind as mail, entry.state, entry.reason,
      entry.done_at`
    const rows = await selectEntries<Row>(db, shown, mailsTo(person), slice)
    return rows.map((row) => {
      const { mail, state, reason, done_at } = row
      return { ...frameOfForm(row, person), kind: 'mail', mail, state, reason, done_at }
    })
  },
}

interface RecordRow {
  id: string
  created_at: Date
  first_name: string
  last_name: string | null
  company: string | null
  utm_source: string | null
  utm_medium: string | null
  webhook_id: string | null
  webhook_name: string | null
  delivery_id: string | null
  form_id: string | null
  form_name: string | null
  link_id: string | null
  link_code: string | null
  post_id: string | null
  post_text: string | null
}

/** Each record, and what brought it. Names of other things are for those who may read these. */
export const recordsSource: TimelineSource = {
  count: (db, person) => countRows(db, sql`from contacts where ${isOfPerson(person)}`),
  async select(db, person, { afterId, limit }) {
    const { workspaceId } = person
    const query = sql<RecordRow>`
      select record.id, record.created_at, record.first_name, record.last_name, record.company, record.utm_source,
             record.utm_medium, record.webhook_id, webhook.name as webhook_name, record.delivery_id, record.form_id,
             form.name as form_name, record.link_id, link.code as link_code, record.post_id,
             left(post.content, 200) as post_text
        from (select * from contacts where ${isOfPerson(person)} and (${afterId}::uuid is null or id < ${afterId})
               order by id desc limit ${limit}) as record
             left join webhook_sources webhook
               on webhook.workspace_id = ${workspaceId} and webhook.id = record.webhook_id
             left join forms form on form.workspace_id = ${workspaceId} and form.id = record.form_id
             left join links link on link.workspace_id = ${workspaceId} and link.id = record.link_id
             left join posts post on post.workspace_id = ${workspaceId} and post.id = record.post_id
       order by record.id desc`
    return (await run(db, query)).map((row) => ({
      id: row.id,
      at: row.created_at,
      contact_id: row.id,
      by: null,
      kind: 'contact',
      first_name: row.first_name,
      last_name: row.last_name,
      company: row.company,
      utm_source: row.utm_source,
      utm_medium: row.utm_medium,
      webhook: named(person, 'webhooks:read', row.webhook_id, row.webhook_name),
      delivery_id: row.delivery_id,
      form: named(person, 'forms:read', row.form_id, row.form_name),
      link: named(person, 'links:read', row.link_id, row.link_code),
      post: named(person, 'posts:read', row.post_id, row.post_text),
    }))
  },
}
