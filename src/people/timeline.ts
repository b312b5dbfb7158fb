import type { RawBuilder } from 'kysely'
import { STATUS_KEYS } from '../contact-fields.ts'
import { type Db, run, runOne, sql } from '../db/database.ts'
import { type PageRequest, toPage } from '../http/pagination.ts'
import { reasonSchemas } from '../http/reason.ts'
import { maybeId, maybeTime, Timestamp, Uuid } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'
import type { Scope } from '../scopes.ts'

// Everything that happened with a person, in one list. Each source is a table of another feature.

export interface TimelinePerson {
  workspaceId: string
  emailKey: string
  scopes: ReadonlySet<Scope>
}

type Sql = RawBuilder<unknown>

/** A field that is not simply the column of the same name. */
interface Computed {
  schema: S.Schema
  value: (person: TimelinePerson) => Sql
}

interface Source {
  kind: Sql
  /**
   * SQL: the rows of a person, called `entry`. Their ids are UUIDv7 and contain the time, so the list is sorted by
   * them.
   */
  from: (person: TimelinePerson) => Sql
  contactId: Sql
  at: Sql
  by: Sql
  fields: Record<string, S.Schema | Computed>
}

const columnOf = (name: string) => sql.ref(`entry.${name}`)
const isComputed = (field: S.Schema | Computed): field is Computed => typeof field.value === 'function'

/** An object that has its own page. */
const idAndName = (description: string) =>
  S.closed({ id: Uuid, name: S.nullable('string') }, { type: ['object', 'null'], description })
const showNamed = (id: Sql, name: Sql) =>
  sql`case when ${id} is not null then json_build_object('id', ${id}, 'name', ${name}) end`

/** An object of another feature. Its name is null without the permission to read it. */
function named(
  description: string,
  table: 'webhook_sources' | 'forms' | 'links' | 'posts',
  { id, scope, name = sql`name` }: { id: string; scope: Scope; name?: Sql },
): Computed {
  return {
    schema: idAndName(description),
    value({ workspaceId, scopes }) {
      const found = sql`(select ${name} from ${sql.table(table)} as named where workspace_id = ${workspaceId}
        and named.id = ${columnOf(id)})`
      return showNamed(columnOf(id), scopes.has(scope) ? found : sql`null::text`)
    },
  }
}

const formOf = (description: string) => named(description, 'forms', { id: 'form_id', scope: 'forms:read' })

/** SQL: rows of a table that belong to the records of a person. */
const ofRecords =
  (table: 'contact_notes' | 'contact_changes') =>
  ({ workspaceId, emailKey }: TimelinePerson) =>
    sql`contacts record
      join ${sql.table(table)} as entry on entry.workspace_id = ${workspaceId} and entry.contact_id = record.id
     where record.workspace_id = ${workspaceId} and record.email_key = ${emailKey}`

const author = sql`case
  when entry.user_id is not null then json_build_object('kind', 'user', 'id', entry.user_id, 'name', entry.author)
  when entry.key_id is not null then json_build_object('kind', 'key', 'id', entry.key_id, 'name', entry.author) end`

const usual = { contactId: columnOf('contact_id'), at: columnOf('created_at'), by: sql`null` }

const contacts: Source = {
  ...usual,
  kind: sql`'contact'`,
  // Merged ones came in, too.
  from: ({ workspaceId, emailKey }) => sql`(
      select * from contacts where workspace_id = ${workspaceId} and email_key = ${emailKey}
      union all
      select record.* from contacts survivor
             join merged_contacts merged on merged.workspace_id = ${workspaceId} and merged.survivor_id = survivor.id
             cross join lateral jsonb_populate_record(null::contacts, merged.record) as record
       where survivor.workspace_id = ${workspaceId} and survivor.email_key = ${emailKey}) as entry where true`,
  contactId: columnOf('id'),
  fields: {
    first_name: S.string(),
    last_name: S.nullable('string'),
    company: S.nullable('string'),
    utm_source: S.nullable('string'),
    utm_medium: S.nullable('string'),
    webhook: named('The webhook that brought it.', 'webhook_sources', { id: 'webhook_id', scope: 'webhooks:read' }),
    delivery_id: maybeId('The delivery that it was made from.'),
    form: formOf('The form that it was sent through.'),
    link: named('The link whose code came with it. One without a name has its code.', 'links', {
      id: 'link_id',
      scope: 'links:read',
      name: sql`coalesce(name, code)`,
    }),
    post: named('The post of that link; its name is how its text begins.', 'posts', {
      id: 'post_id',
      scope: 'posts:read',
      name: sql`left(content, 200)`,
    }),
  },
}

const consents: Source = {
  ...usual,
  kind: sql`'consent'`,
  from: ({ workspaceId, emailKey }) => sql`contacts record
      join submissions entry
        on entry.workspace_id = ${workspaceId} and entry.contact_id = record.id and entry.consented_at is not null
      join form_consents agreed on agreed.workspace_id = ${workspaceId} and agreed.form_id = entry.form_id
        and agreed.version = entry.consent_version
     where record.workspace_id = ${workspaceId} and record.email_key = ${emailKey} and entry.state = 'accepted'`,
  at: columnOf('consented_at'),
  fields: {
    form: formOf('The form that asked for it.'),
    purpose: { schema: S.string(), value: () => sql`agreed.purpose` },
    text: {
      schema: S.string('What the person agreed to, as it was shown.'),
      value: () => sql`coalesce(agreed.translations ->> entry.language, agreed.text)`,
    },
    version: { schema: S.integer('The version of the text.'), value: () => sql`agreed.version` },
    confirmed_at: maybeTime('When the person confirmed the address.'),
    withdrawn_at: maybeTime(),
  },
}

const mails: Source = {
  ...usual,
  kind: sql`'mail'`,
  from: ({ workspaceId, emailKey }) => sql`mails entry
     where entry.workspace_id = ${workspaceId} and entry.to_key = ${emailKey} and entry.user_id is null
       and entry.kind in ('auto_reply', 'opt_in') and entry.contact_id is not null`,
  fields: {
    mail: { schema: S.oneOf(['auto_reply', 'opt_in']), value: () => columnOf('kind') },
    form: formOf('The form whose mail it is.'),
    state: S.oneOf(['waiting', 'sent', 'failed', 'dropped']),
    ...reasonSchemas('Why it has not gone out, and what to do.'),
    done_at: maybeTime('When it was sent or given up.'),
  },
}

const notes: Source = {
  ...usual,
  kind: sql`'note'`,
  from: ofRecords('contact_notes'),
  by: author,
  fields: { text: S.string(), updated_at: Timestamp },
}

/** Two kinds in one table: the change of a status, and of an owner. */
const change = (value: string, name: string): Computed => ({
  schema: S.oneOf(STATUS_KEYS),
  value: () => sql`case when entry.field = 'status' then to_json(${columnOf(value)})
    else ${showNamed(columnOf(value), columnOf(name))} end`,
})
const changes: Source = {
  ...usual,
  kind: sql`case entry.field when 'status' then 'status_changed' else 'assigned' end`,
  from: ofRecords('contact_changes'),
  by: author,
  fields: { from: change('from_value', 'from_name'), to: change('to_value', 'to_name') },
}

const SOURCES = [contacts, consents, mails, notes, changes]

/** All sources in one list, newest first. Each is asked for one page, so the cost does not grow with the list. */
export async function readTimeline(db: Db, person: TimelinePerson, page: PageRequest) {
  const slice = { afterId: page.afterId, limit: page.limit + 1 }
  const lists = await Promise.all(SOURCES.map((source) => selectEntries(db, source, person, slice)))
  const counts = await Promise.all(SOURCES.map((source) => countEntries(db, source, person)))
  const entries = lists.flat().sort((a, b) => (a.id < b.id ? 1 : -1))
  const total = counts.reduce((sum, count) => sum + count, 0)
  return toPage(page, total, entries.slice(0, slice.limit))
}

function selectEntries(
  db: Db,
  { kind, from, contactId, at, by, fields }: Source,
  person: TimelinePerson,
  { afterId, limit }: { afterId: string | null; limit: number },
) {
  const shown = Object.entries(fields).map(([name, field]) => {
    const value = isComputed(field) ? field.value(person) : columnOf(name)
    return sql`${value} as ${sql.id(name)}`
  })
  const query = sql<{ id: string }>`
    select entry.id, ${at} as at, ${contactId} as contact_id, ${by} as by, ${kind} as kind, ${sql.join(shown)}
      from ${from(person)} and (${afterId}::uuid is null or entry.id < ${afterId})
     order by entry.id desc limit ${limit}`
  return run(db, query)
}

async function countEntries(db: Db, { from }: Source, person: TimelinePerson): Promise<number> {
  return (await runOne(db, sql<{ count: number }>`select count(*)::float8 as count from ${from(person)}`))!.count
}

// Features do not import each other, so the schema of an author is referenced by name.
const maybeAuthor = { anyOf: [{ $ref: '#/components/schemas/Author' }, { type: 'null' }] }

function entryOf(name: string, kind: string, fields: Source['fields'], about: string): S.Schema {
  const schemas = Object.entries(fields).map(([each, field]) => [each, isComputed(field) ? field.schema : field])
  const frame = { id: Uuid, at: Timestamp, contact_id: Uuid, by: maybeAuthor, kind: S.literal(kind) }
  return S.output(name, { ...frame, ...Object.fromEntries(schemas) }, about)
}

const owners = { from: idAndName('The owner before.'), to: idAndName('The owner now.') }

export const TimelineEntrySchema = S.union('TimelineEntry', 'kind', [
  entryOf('TimelineContact', 'contact', contacts.fields, 'A record of the person came in.'),
  entryOf('TimelineConsent', 'consent', consents.fields, 'The person agreed to something with a form.'),
  entryOf('TimelineMail', 'mail', mails.fields, 'A mail to the person. It is known as long as `GET /v1/mails` has it.'),
  entryOf('TimelineNote', 'note', notes.fields, 'A note was written.'),
  entryOf('TimelineStatus', 'status_changed', changes.fields, 'The status of a record was changed.'),
  entryOf('TimelineOwner', 'assigned', owners, 'A record got another owner, or lost it. The names are those of then.'),
])
