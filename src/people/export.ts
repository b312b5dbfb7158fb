import type { Db } from '../db/database.ts'
import { WrittenRow } from '../db/statements/paging.ts'
import type { NextPiece } from '../http/answers/answer.ts'
import type { PageInParts } from '../http/pagination.ts'
import { maybeId, maybeTime, Timestamp, Uuid } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'
import type { Scope } from '../scopes.ts'

// Everything that is kept of one person, as one JSON document (GDPR, articles 15 and 20), read and sent in pieces.

/**
 * SQL: the ids of the person's records, merged ones included, and of what was sent with forms. $1 is the workspace, $2
 * has the addresses, $3 the scopes of the reader, $6 the id of a contact without an address. As arrays they are looked up
 * by key, in views too.
 */
const OWN = `own as materialized (
    select id from contacts where workspace_id = $1 and email_key = any ($2::text[])
    union
    select id from merged_contacts where workspace_id = $1 and email_key = any ($2)
    union
    select merged.id from contacts survivor
      join merged_contacts merged on merged.workspace_id = $1 and merged.survivor_id = survivor.id
     where survivor.workspace_id = $1 and survivor.email_key = any ($2)
    union
    select id from contacts where workspace_id = $1 and id = $6
    union
    select id from merged_contacts where workspace_id = $1 and survivor_id = $6),
  sent as materialized (
    select id from submissions where workspace_id = $1 and email_key = any ($2)
    union
    select id from submissions where workspace_id = $1 and contact_id = any (array(select id from own)))`

type Row = Record<string, unknown> & { id: string }

interface Section {
  about: string
  /** The fields of an entry. */
  fields: S.Fields
  /** Required in addition to contacts:read. */
  needs?: Scope
  /** Rows that are in memory at once. */
  step: number
  /** SQL: the columns, and the tables. The rows of the person are called `entry`. */
  columns: string
  from: string
  show?: (row: Row) => object
}

/** SQL: the name of another object; null for a reader without the permission. */
const named = (table: string, id: string, scope: Scope, name = 'name') =>
  `case when '${scope}' = any ($3::text[]) then (select ${name} from ${table} named where workspace_id = $1 and named.id = entry.${id}) end`
const formName = `${named('forms', 'form_id', 'forms:read')} as form_name`

/** Stored data in the shape that the version of that time gave it. */
const ofThen = (description: string) => S.object({}, { additionalProperties: true, description })

const SECTIONS = {
  merged_contacts: {
    fields: {
      id: Uuid,
      merged_into: Uuid,
      merged_at: Timestamp,
      contact: ofThen('The record as the version of then stored it.'),
    },
    about: 'Records that were merged into others, as they were then.',
    step: 50,
    columns: `entry.id, entry.survivor_id as merged_into, entry.merged_at,
      entry.record - array['id', 'workspace_id', 'key_id', 'email_key', 'is_touch', 'changed_at'] as contact`,
    from: 'merged_contacts entry where entry.workspace_id = $1 and entry.id = any (array(select id from own))',
  },
  touches: {
    fields: {
      id: maybeId(),
      at: maybeTime(),
      link_id: maybeId(),
      link_name: S.nullable('string'),
      post_id: maybeId(),
      post_text: S.nullable('string'),
      form_id: maybeId(),
      form_name: S.nullable('string'),
      utm: S.record(S.nullable('string'), { type: ['object', 'null'] }),
      referrer_origin: S.nullable('string'),
      landing_path: S.nullable('string'),
    },
    about: 'Where the person came from: links that led here, parameters, pages. The id is that of the contact.',
    step: 200,
    columns: `entry.contact_id as id, entry.at, entry.link_id, ${named('links', 'link_id', 'links:read', 'coalesce(name, code)')} as link_name,
      entry.post_id, ${named('posts', 'post_id', 'posts:read', 'left(content, 200)')} as post_text,
      entry.form_id, ${formName}, entry.utm, entry.referrer_origin, entry.landing_path`,
    from: `(select * from touches where workspace_id = $1 and contact_id = any (array(select id from own))) as entry where true`,
  },
  notes: {
    fields: {
      id: Uuid,
      contact_id: Uuid,
      text: S.string(),
      author: S.nullable('string'),
      created_at: Timestamp,
      updated_at: Timestamp,
    },
    about: 'What the team wrote.',
    step: 100,
    columns: 'entry.id, entry.contact_id, entry.text, entry.author, entry.created_at, entry.updated_at',
    from: 'contact_notes entry where entry.workspace_id = $1 and entry.contact_id = any (array(select id from own))',
  },
  changes: {
    fields: {
      id: Uuid,
      contact_id: Uuid,
      field: S.string(),
      from: S.nullable('string'),
      to: S.nullable('string'),
      by: S.nullable('string'),
      created_at: Timestamp,
    },
    about: 'Changes of status and owner.',
    step: 500,
    columns: `entry.id, entry.contact_id, entry.field, coalesce(entry.from_name, entry.from_value) as "from",
      coalesce(entry.to_name, entry.to_value) as "to", entry.author as "by", entry.created_at`,
    from: 'contact_changes entry where entry.workspace_id = $1 and entry.contact_id = any (array(select id from own))',
  },
  submissions: {
    fields: {
      id: Uuid,
      contact_id: maybeId(),
      form_id: Uuid,
      form_name: S.nullable('string'),
      state: S.string(),
      created_at: Timestamp,
      accepted_at: maybeTime(),
      confirmed_at: maybeTime(),
      consented_at: maybeTime(),
      withdrawn_at: maybeTime(),
      language: S.nullable('string'),
      sent: { ...ofThen('By name of field, as it was sent.'), type: ['object', 'null'] },
      consent: S.orNull(S.object({ version: S.integer(), purpose: S.string(), text: S.string() })),
    },
    about: 'What was sent with forms, and what the person agreed to. `sent` is set as long as it is no contact.',
    needs: 'forms:read',
    step: 50,
    columns: `entry.id, entry.contact_id, entry.form_id, ${formName}, entry.state, entry.created_at, entry.accepted_at,
      entry.confirmed_at, entry.consented_at, entry.withdrawn_at, entry.language, entry.payload as sent,
      (select json_build_object('version', version, 'purpose', purpose, 'text', coalesce(translations ->> entry.language, text)) from form_consents agreed
        where agreed.workspace_id = $1 and agreed.form_id = entry.form_id and agreed.version = entry.consent_version) as consent`,
    from: 'submissions entry where entry.workspace_id = $1 and entry.id = any (array(select id from sent))',
  },
  files: {
    fields: {
      id: Uuid,
      submission_id: Uuid,
      field: S.string(),
      name: S.string(),
      type: S.string(),
      bytes: S.integer(),
      created_at: Timestamp,
      path: S.string(),
    },
    about: 'Files that came with forms. Each is read at its `path`.',
    step: 200,
    columns: `entry.id, entry.submission_id, entry.field, entry.name, entry.type, entry.bytes, entry.created_at,
      '/v1/forms/files/' || entry.id as path`,
    from: 'submission_files entry where entry.workspace_id = $1 and entry.submission_id = any (array(select id from sent))',
  },
  mails: {
    fields: {
      id: Uuid,
      kind: S.string(),
      state: S.string(),
      to_address: S.string(),
      form_id: maybeId(),
      form_name: S.nullable('string'),
      contact_id: maybeId(),
      reason: S.nullable('string'),
      created_at: Timestamp,
      done_at: maybeTime(),
    },
    about: 'Mails to the person.',
    step: 200,
    columns: `entry.id, entry.kind, entry.state, entry.to_address, entry.form_id, ${formName}, entry.contact_id, entry.reason,
      entry.created_at, entry.done_at`,
    from: 'mails entry where entry.workspace_id = $1 and entry.to_key = any ($2) and entry.user_id is null',
  },
  events: {
    fields: {
      id: Uuid,
      type: S.string(),
      subject_id: Uuid,
      subject_version: S.integer(),
      data: { ...ofThen('As it was told, in the version of then.'), type: ['object', 'null'] },
      created_at: Timestamp,
    },
    about: 'What was told to other programs about the records.',
    needs: 'events:read',
    step: 50,
    columns: 'entry.id, entry.type, entry.subject_id, entry.subject_version, entry.data, entry.created_at',
    from: `(select id, type, subject_id, subject_version, data, created_at from events
              where workspace_id = $1 and subject_id = any (array(select id from own))
            union all
            select id, type, subject_id, subject_version, data, created_at from event_outbox
              where workspace_id = $1 and subject_id = any (array(select id from own))) as entry where true`,
  },
  deliveries: {
    fields: {
      id: Uuid,
      webhook_id: Uuid,
      webhook_name: S.nullable('string'),
      received_at: Timestamp,
      content_type: S.nullable('string'),
      others: S.boolean(),
      query: S.nullable('string'),
      body: S.nullable('string'),
      body_is_base64: S.boolean(),
    },
    about: 'What other services sent that became a record. `body` is null where it is about `others` too.',
    needs: 'webhooks:read',
    // Each has up to 1 MiB.
    step: 4,
    columns: `entry.id, entry.source_id as webhook_id, ${named('webhook_sources', 'source_id', 'webhooks:read')} as webhook_name,
      entry.received_at, entry.content_type, others,
      case when not others then entry.query end as query, case when not others then entry.body end as body`,
    from: `(select webhook_id, delivery_id from contacts where workspace_id = $1 and id = any (array(select id from own)) and delivery_id is not null
            union
            select (record ->> 'webhook_id')::uuid, (record ->> 'delivery_id')::uuid from merged_contacts
              where workspace_id = $1 and id = any (array(select id from own)) and record ->> 'delivery_id' is not null) as origin
      join webhook_deliveries entry on entry.workspace_id = $1 and entry.source_id = origin.webhook_id and entry.id = origin.delivery_id
      cross join lateral (select exists (
          select from contacts other where other.workspace_id = $1 and other.delivery_id = entry.id and other.id not in (select id from own)
          union all
          select from merged_contacts other where other.workspace_id = $1 and other.record ->> 'delivery_id' = entry.id::text
             and other.id not in (select id from own)) as others) as shared
      where true`,
    show: ({ body, ...row }) => ({ ...row, ...showBody(body as Buffer | null) }),
  },
} satisfies Record<string, Section>

type SectionName = keyof typeof SECTIONS
const NAMES = Object.keys(SECTIONS) as SectionName[]

/** Text where it is UTF-8, Base64 otherwise. */
function showBody(body: Buffer | null) {
  const text = body?.toString() ?? null
  const isText = text === null || Buffer.from(text).equals(body!)
  return { body: isText ? text : body!.toString('base64'), body_is_base64: !isText }
}

export const PersonExportSchema = S.output('PersonExport', {
  email: S.nullable('string', 'Null for a contact without an address.'),
  made_at: Timestamp,
  not_shown: S.array(
    S.closed({ section: S.string(), needs: S.string() }),
    'Sections that are left out, and the permission that each needs.',
  ),
  contacts: S.array({ $ref: '#/components/schemas/Contact' }, 'The records, newest first.'),
  ...sectionSchemas(),
})

function sectionSchemas() {
  const schemas = NAMES.map(
    (name) => [name, S.optional(S.array(S.object(SECTIONS[name].fields), SECTIONS[name].about))] as const,
  )
  return Object.fromEntries(schemas)
}

interface Exported {
  workspaceId: string
  /** The address that was asked for; null for a contact without one. */
  emailKey: string | null
  /** Includes the addresses of merged records. */
  emailKeys: readonly string[]
  /** Set for a contact without an address. */
  contactId: string | null
  scopes: ReadonlySet<Scope>
  madeAt: Date
  /** The records, in pages that follow each other. */
  records: ReadonlyArray<() => Promise<Pick<PageInParts<object>, 'next'>>>
}

/** The document in pieces. Its parts are read one after the other, each row once. */
export function writePerson(db: Db, person: Exported): NextPiece {
  const pieces = write(db, person)
  return async () => {
    const { value, done } = await pieces.next()
    return done ? null : value
  }
}

async function* write(db: Db, person: Exported): AsyncGenerator<string, void> {
  const { emailKey, scopes, madeAt } = person
  const hidden = NAMES.flatMap((section) => {
    const { needs }: Section = SECTIONS[section]
    return needs === undefined || scopes.has(needs) ? [] : [{ section, needs }]
  })
  const head = JSON.stringify({ email: emailKey, made_at: madeAt, not_shown: hidden })
  yield `${head.slice(0, -1)},\n"contacts":[`
  const join = createJoin()
  for (const listRecords of person.records) {
    const records = await listRecords()
    for (let part = await records.next(); part !== null; part = await records.next()) yield join(part)
  }
  yield ']'
  for (const name of NAMES) {
    if (!hidden.some(({ section }) => section === name)) yield* writeSection(db, person, name)
  }
  yield '}\n'
}

async function* writeSection(db: Db, person: Exported, name: SectionName): AsyncGenerator<string, void> {
  const { workspaceId, emailKeys, scopes, contactId } = person
  const { show = (row) => row, step, columns, from }: Section = SECTIONS[name]
  yield `,\n"${name}":[`
  const join = createJoin()
  let after: string | null = null
  for (;;) {
    const { rows }: { rows: Row[] } = await db.query<Row>({
      // Mentions $3, which some sections do not use: PostgreSQL cannot tell the type of an unused parameter.
      text: `with ${OWN} select * from (select ${columns} from ${from}) as shown
        where ($4::uuid is null or shown.id > $4) and $3::text[] is not null order by shown.id limit $5`,
      values: [workspaceId, emailKeys, [...scopes], after, step, contactId],
    })
    yield join(rows.map(show))
    if (rows.length < step) break
    after = rows.at(-1)!.id
  }
  yield ']'
}

/** Writes the items of a list, part by part. */
function createJoin() {
  let separator = ''
  return (items: readonly object[]) => {
    let text = ''
    for (const item of items) {
      text += `${separator}\n${item instanceof WrittenRow ? item.json : JSON.stringify(item)}`
      separator = ','
    }
    return text
  }
}
