import type { Db } from '../db/database.ts'
import type { TimelinePerson, TimelineSource } from './timeline.ts'

const RECORDS = 'workspace_id = $1 and email_key = $2'

/** SQL: rows that belong to the records of a person. */
function ofRecords(table: 'contact_notes' | 'contact_changes'): string {
  return `from contacts record join ${table} as entry on entry.workspace_id = $1 and entry.contact_id = record.id
           where record.workspace_id = $1 and record.email_key = $2`
}

/** The name of something is for those who may read it. */
function named({ scopes }: TimelinePerson, scope: string, id: string | null, name: string | null) {
  return id && { id, name: scopes.has(scope) ? name : null }
}

async function countRows(db: Db, text: string, { workspaceId, emailKey }: TimelinePerson): Promise<number> {
  const result = await db.query<{ count: number }>({
    text: `select count(*)::float8 as count ${text}`,
    values: [workspaceId, emailKey],
  })
  return result.rows[0]!.count
}

async function selectOfRecords<R extends object>(
  db: Db,
  table: 'contact_notes' | 'contact_changes',
  columns: string,
  { workspaceId, emailKey }: TimelinePerson,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<R[]> {
  const result = await db.query<R>({
    text: `select entry.id, entry.contact_id, entry.user_id, entry.key_id, entry.author, entry.created_at, ${columns}
             ${ofRecords(table)} and ($3::uuid is null or entry.id < $3)
            order by entry.id desc limit $4`,
    values: [workspaceId, emailKey, afterId, limit],
  })
  return result.rows
}

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
  count: (db, person) => countRows(db, ofRecords('contact_notes'), person),
  async select(db, person, slice) {
    const columns = 'entry.text, entry.updated_at'
    type Row = OfRecord & { text: string; updated_at: Date }
    const rows = await selectOfRecords<Row>(db, 'contact_notes', columns, person, slice)
    return rows.map((row) => ({ ...frameOf(row), kind: 'note', text: row.text, updated_at: row.updated_at }))
  },
}

type ChangeRow = OfRecord &
  Record<'from_value' | 'to_value' | 'from_name' | 'to_name', string | null> & { field: string }

export const changesSource: TimelineSource = {
  count: (db, person) => countRows(db, ofRecords('contact_changes'), person),
  async select(db, person, slice) {
    const columns = 'entry.field, entry.from_value, entry.to_value, entry.from_name, entry.to_name'
    const rows = await selectOfRecords<ChangeRow>(db, 'contact_changes', columns, person, slice)
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

const CONSENTS = `
  from contacts record
       join submissions entry on entry.workspace_id = $1 and entry.contact_id = record.id and entry.consented_at is not null
       join form_consents agreed on agreed.workspace_id = $1 and agreed.form_id = entry.form_id
         and agreed.version = entry.consent_version
 where record.workspace_id = $1 and record.email_key = $2 and entry.state = 'accepted'`

/** What the person agreed to with forms. */
export const consentsSource: TimelineSource = {
  count: (db, person) => countRows(db, CONSENTS, person),
  async select(db, person, { afterId, limit }) {
    type Row = OfForm &
      Record<'purpose' | 'text', string> & { version: number } & Record<'confirmed_at' | 'withdrawn_at', Date | null>
    const { rows } = await db.query<Row>({
      text: `select entry.id, entry.contact_id, entry.consented_at as at, entry.form_id,
                    (select name from forms where workspace_id = $1 and id = entry.form_id) as form_name,
                    agreed.purpose, agreed.text, agreed.version, entry.confirmed_at, entry.withdrawn_at
              ${CONSENTS} and ($3::uuid is null or entry.id < $3)
              order by entry.id desc limit $4`,
      values: [person.workspaceId, person.emailKey, afterId, limit],
    })
    return rows.map((row) => {
      const { purpose, text, version, confirmed_at, withdrawn_at } = row
      return { ...frameOfForm(row, person), kind: 'consent', purpose, text, version, confirmed_at, withdrawn_at }
    })
  },
}

const MAILS = `
  from mails entry where entry.workspace_id = $1 and entry.to_key = $2 and entry.user_id is null
   and entry.kind in ('auto_reply', 'opt_in') and entry.contact_id is not null`

/** What was sent to the person. */
export const mailsSource: TimelineSource = {
  count: (db, person) => countRows(db, MAILS, person),
  async select(db, person, { afterId, limit }) {
    type Row = OfForm & Record<'mail' | 'state', string> & { reason: string | null; done_at: Date | null }
    const { rows } = await db.query<Row>({
      text: `select entry.id, entry.contact_id, entry.created_at as at, entry.form_id,
                    (select name from forms where workspace_id = $1 and id = entry.form_id) as form_name,
                    entry.kind as mail, entry.state, entry.reason, entry.done_at
              ${MAILS} and ($3::uuid is null or entry.id < $3)
              order by entry.id desc limit $4`,
      values: [person.workspaceId, person.emailKey, afterId, limit],
    })
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
  count: (db, person) => countRows(db, `from contacts where ${RECORDS}`, person),
  async select(db, person, { afterId, limit }) {
    const result = await db.query<RecordRow>({
      text: `select record.id, record.created_at, record.first_name, record.last_name, record.company, record.utm_source,
                    record.utm_medium, record.webhook_id, webhook.name as webhook_name, record.delivery_id, record.form_id,
                    form.name as form_name, record.link_id, link.code as link_code, record.post_id,
                    left(post.content, 200) as post_text
               from (select * from contacts where ${RECORDS} and ($3::uuid is null or id < $3)
                      order by id desc limit $4) as record
                    left join webhook_sources webhook on webhook.workspace_id = $1 and webhook.id = record.webhook_id
                    left join forms form on form.workspace_id = $1 and form.id = record.form_id
                    left join links link on link.workspace_id = $1 and link.id = record.link_id
                    left join posts post on post.workspace_id = $1 and post.id = record.post_id
              order by record.id desc`,
      values: [person.workspaceId, person.emailKey, afterId, limit],
    })
    return result.rows.map((row) => ({
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
