import {
  type ContactInput,
  type ContactValues,
  eachField,
  FIELD_NAMES,
  FRESH_LEAD,
  type Lead,
  pickFields,
  type StoredInput,
} from '../contact-fields.ts'
import { build, type Db, run, runOne, sql, type Tx } from '../db/database.ts'
import { type Beside, namesOf, rowsStatement, unnested } from '../db/statements/arrays.ts'
import { namesOthers } from '../events/emit.ts'
import { rememberLast } from '../lib/bounds/remember.ts'
import { type ContactFilter, selectFiltered } from './filter.ts'
import { CONTACT_COLUMNS } from './schemas.ts'
import type { Touch } from './touch.ts'

type Origins = 'keyId' | 'webhookId' | 'deliveryId' | 'linkId' | 'postId' | 'formId'

export interface NewContact extends Record<Origins, string | null> {
  input: ContactInput
  id: string
  workspaceId: string
  /**
   * Whether the contact's own fields are its touch: false if it has no touch, null if the touch is stored separately.
   */
  isTouch: boolean | null
  /** The separately stored touch. */
  touch: Touch | null
  /** The millisecond of the id, so that both sort alike. */
  createdAt: number
  /** The additional fields of `input`, as JSON. */
  extra: string
  eventId: string
  /** As the API shows it. */
  json: string
}

export type ContactRow = Omit<NonNullable<Awaited<ReturnType<typeof findContact>>>, 'email_key'>

type StoredColumn = Exclude<(typeof CONTACT_COLUMNS)[number], 'updated_at'>

/** Those that the table has. */
export const STORED_COLUMNS = CONTACT_COLUMNS.filter((name): name is StoredColumn => name !== 'updated_at')

/** SQL: the columns of a row of `contacts`, in the order that lists are written in. */
export const SHOWN_COLUMNS = CONTACT_COLUMNS.map((name) =>
  name === 'updated_at' ? 'coalesce(contacts.changed_at, contacts.created_at) as updated_at' : `contacts.${name}`,
).join(', ')

const UPDATED_AT = sql<Date>`coalesce(contacts.changed_at, contacts.created_at)`.as('updated_at')

/** The same for `select` and `returning`. */
export const COLUMNS = [
  ...STORED_COLUMNS.filter((name) => name !== 'version'),
  UPDATED_AT,
  'version',
] as const satisfies ReadonlyArray<StoredColumn | typeof UPDATED_AT>

const QUALIFIED = sql.raw(SHOWN_COLUMNS)

/**
 * Writes contacts and their events in one statement, so neither exists without the other. Most contacts have no
 * separate touch and no status, owner or tags, so they do not pay for those columns.
 */
function insertStatement<C extends NewContact>(
  name: string,
  { hasTouches = false, hasLeads = false, beside }: { hasTouches?: boolean; hasLeads?: boolean; beside?: Beside<C> },
) {
  return rowsStatement<C>(name, (places) => {
    const { column, whole } = places
    const origins = {
      link_id: column('uuid', ({ linkId }) => linkId),
      post_id: column('uuid', ({ postId }) => postId),
      form_id: column('uuid', ({ formId }) => formId),
    }
    const stored = {
      workspace_id: column('uuid', ({ workspaceId }) => workspaceId),
      id: column('uuid', ({ id }) => id),
      key_id: column('uuid', ({ keyId }) => keyId),
      webhook_id: column('uuid', ({ webhookId }) => webhookId),
      delivery_id: column('uuid', ({ deliveryId }) => deliveryId),
      created_at: column('timestamptz', ({ createdAt }) => createdAt),
      extra: column('jsonb', ({ extra }) => extra),
      email_key: column('text', ({ input }) => input.email_key),
      ...eachField((field) => column('text', ({ input }) => input[field])),
      ...origins,
      is_touch: column('boolean', ({ isTouch }) => isTouch),
    }
    const { workspace_id, id, created_at, email_key } = stored
    const leads = hasLeads && whole('jsonb', (contacts) => JSON.stringify(contacts.map(({ input }) => leadOf(input))))
    const rows = leads
      ? `rows from (${unnested(stored)}, jsonb_to_recordset(${leads}) as (status text, owner_id uuid, tags text[]))`
      : unnested(stored)
    const touches = hasTouches && {
      ...{ workspace_id, contact_id: id, at: created_at, email_key, ...origins },
      utm: column('jsonb', ({ touch }) => touch && JSON.stringify(touch.utm)),
      referrer_origin: column('text', ({ touch }) => touch?.referrerOrigin ?? null),
      landing_path: column('text', ({ touch }) => touch?.landingPath ?? null),
    }
    const touched = touches
      ? `,
         touched as (
           insert into kept_touches (${namesOf(touches)})
           select * from ${unnested(touches)} as touch (${namesOf(touches)}) where utm is not null)`
      : ''
    const event = {
      event_id: column('uuid', ({ eventId }) => eventId),
      ...{ workspace_id, id, created_at },
      names_others: column('boolean', ({ json, input }) => namesOthers(json, input.email)),
      data: column('json', ({ json }) => json),
    }
    const others = beside ? `, beside as (${beside(places, stored)})` : ''
    return `with stored as (
           insert into contacts (${namesOf(stored)}${leads ? ', status, owner_id, tags' : ''}) select * from ${rows})${touched}${others}
         insert into event_outbox (id, workspace_id, type, subject_id, subject_version, names_others, data, created_at)
         select event_id, workspace_id, 'contact.created', id, 1, names_others, data, created_at
           from ${unnested(event)} as event (${namesOf(event)})`
  })
}

const leadOf = ({ lead = FRESH_LEAD }: ContactInput) => lead

/** `beside` writes rows of another table that belong to the contacts. */
export function prepareInserts<C extends NewContact>(name: string, beside?: Beside<C>) {
  const more = beside ? { beside } : {}
  const plain = insertStatement<C>(name, more)
  const withLeads = insertStatement<C>(`${name}-leads`, { ...more, hasLeads: true })
  const withTouches = insertStatement<C>(`${name}-touches`, { ...more, hasTouches: true })
  const withBoth = insertStatement<C>(`${name}-both`, { ...more, hasTouches: true, hasLeads: true })
  return async (db: Db, contacts: readonly C[]): Promise<void> => {
    const hasTouches = contacts.some(({ touch }) => touch !== null)
    const hasLeads = contacts.some(({ input }) => input.lead !== undefined)
    if (hasTouches) await (hasLeads ? withBoth : withTouches)(db, contacts)
    else await (hasLeads ? withLeads : plain)(db, contacts)
  }
}

export const insertContacts = prepareInserts<NewContact>('contacts.insert')

function selectOwn(workspaceId: string) {
  return build.selectFrom('contacts').select(COLUMNS).where('workspace_id', '=', workspaceId)
}

export function findContact(db: Db, workspaceId: string, id: string) {
  return runOne(db, selectOwn(workspaceId).where('id', '=', id).select('email_key'))
}

/** Locks the row, so that two changes happen one after the other. */
export function findContactForChange(tx: Tx, workspaceId: string, id: string) {
  return runOne(tx, selectOwn(workspaceId).where('id', '=', id).select(['email_key', 'key_id']).forUpdate())
}

export async function updateContact(tx: Tx, workspaceId: string, id: string, input: ContactInput): Promise<ContactRow> {
  const { email_key, extra, lead } = input
  const set = { ...pickFields(input), email_key, extra: JSON.stringify(extra), ...lead }
  const query = build.updateTable('contacts').set(set).where('workspace_id', '=', workspaceId).where('id', '=', id)
  return (await runOne(tx, query.returning(COLUMNS)))!
}

/** In the order of ids. */
export async function updateContacts(
  tx: Tx,
  workspaceId: string,
  changes: ReadonlyArray<{ id: string; input: StoredInput }>,
): Promise<ContactRow[]> {
  const given = changes.map(({ id, input }) => {
    const { email_key, extra, lead } = input
    return { id, ...pickFields(input), email_key, extra, ...lead }
  })
  const texts = [...FIELD_NAMES, 'email_key', 'status'] as const
  const set = [...texts, 'extra', 'owner_id', 'tags'].map((name) => `${name} = given.${name}`).join(', ')
  const types = `id uuid, ${texts.map((name) => `${name} text`).join(', ')}, extra jsonb, owner_id uuid, tags text[]`
  const statement = sql<ContactRow>`
    with changed as (
      update contacts set ${sql.raw(set)}
        from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (${sql.raw(types)})
       where contacts.workspace_id = ${workspaceId} and contacts.id = given.id
      returning ${QUALIFIED})
    select * from changed order by id`
  return run(tx, { compile: () => statement.compile(build) })
}

/**
 * Marks contacts that this transaction created as unconfirmed, and says so in their events. Removes the events of
 * `quietIds`.
 */
export async function markUnconfirmed(
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
  quietIds: readonly string[],
): Promise<void> {
  await tx.query({
    text: `with waiting as (
             update contacts set confirmation = 'pending' where workspace_id = $1 and id = any($2::uuid[])
             returning id, version, changed_at),
           quiet as (
             delete from event_outbox where workspace_id = $1 and subject_id = any($3::uuid[]))
           update event_outbox event
              set data = (data::jsonb || jsonb_build_object('confirmation', 'pending', 'version', waiting.version,
                    'updated_at', to_char(waiting.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::json,
                  subject_version = waiting.version
             from waiting
            where event.workspace_id = $1 and event.subject_id = waiting.id and event.subject_id <> all($3::uuid[])`,
    values: [workspaceId, ids, quietIds],
  })
}

/** The contacts without events: their forms hold these back until the address is confirmed. */
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

export function markConfirmed(tx: Tx, workspaceId: string, id: string) {
  const query = build.updateTable('contacts').set({ confirmation: 'confirmed' }).where('workspace_id', '=', workspaceId)
  return runOne(tx, query.where('id', '=', id).returning(COLUMNS))
}

/** Locks the matching contacts among these, in the order of ids, so that two changes do not deadlock. */
export function selectContactsForChange(tx: Tx, workspaceId: string, filter: ContactFilter, ids: readonly string[]) {
  // The search has already found them.
  const query = selectFiltered(workspaceId, { ...filter, q: null, ids }).select([...COLUMNS, 'email_key'])
  return run(tx, query.orderBy('id').forUpdate())
}

export async function updateLeads(
  tx: Tx,
  workspaceId: string,
  leads: ReadonlyArray<{ id: string } & Lead>,
): Promise<ContactRow[]> {
  const statement = sql<ContactRow>`
    with changed as (
      update contacts set status = lead.status, owner_id = lead.owner_id, tags = lead.tags
        from jsonb_to_recordset(${JSON.stringify(leads)}::jsonb) as lead (id uuid, status text, owner_id uuid, tags text[])
       where contacts.workspace_id = ${workspaceId} and contacts.id = lead.id
      returning ${QUALIFIED})
    select * from changed order by id`
  return run(tx, { compile: () => statement.compile(build) })
}

export function removeContact(tx: Tx, workspaceId: string, id: string) {
  const query = build.deleteFrom('contacts').where('workspace_id', '=', workspaceId).where('id', '=', id)
  return runOne(tx, query.returning(['id', 'version']))
}

export async function selectOwned(db: Db, workspaceId: string, ownerId: string, most: number): Promise<string[]> {
  const query = build.selectFrom('contacts').select('id').where('workspace_id', '=', workspaceId)
  return (await run(db, query.where('owner_id', '=', ownerId).limit(most))).map(({ id }) => id)
}

export function fromRow(row: ContactRow): Contact {
  return showContact(row, row, row.created_at.getTime())
}

export type Contact = ReturnType<typeof showContact>

function showContact(
  said: ContactValues & { extra: unknown },
  own: Omit<ContactRow, keyof ContactValues | 'extra' | 'created_at'>,
  createdAt: number,
) {
  return {
    id: own.id,
    ...pickFields(said),
    extra: said.extra as ContactInput['extra'],
    status: own.status,
    owner_id: own.owner_id,
    tags: own.tags,
    webhook_id: own.webhook_id,
    delivery_id: own.delivery_id,
    link_id: own.link_id,
    post_id: own.post_id,
    form_id: own.form_id,
    confirmation: own.confirmation,
    created_at: isoTime(createdAt),
    updated_at: own.updated_at.toISOString(),
    version: own.version,
  }
}

const FIELD_KEYS = FIELD_NAMES.map((name) => `,"${name}":`)

/** The same as JSON, in half the time: every new contact passes through here. */
export function writeNewContact(contact: NewContact): string {
  const { id, createdAt, extra, webhookId, deliveryId, linkId, postId, formId, input } = contact
  const { status, owner_id, tags } = input.lead ?? FRESH_LEAD
  const at = isoTime(createdAt)
  let json = `{"id":"${id}"`
  for (let i = 0; i < FIELD_NAMES.length; i++) json += FIELD_KEYS[i]! + writeText(input[FIELD_NAMES[i]!])
  return (
    `${json},"extra":${extra},"status":"${status}","owner_id":${writeId(owner_id)},"tags":${JSON.stringify(tags)},` +
    `"webhook_id":${writeId(webhookId)},"delivery_id":${writeId(deliveryId)},"link_id":${writeId(linkId)},` +
    `"post_id":${writeId(postId)},"form_id":${writeId(formId)},"confirmation":null,"created_at":"${at}","updated_at":"${at}","version":1}`
  )
}

const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/

function writeText(text: string | null): string {
  return text === null || NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`
}

const writeId = (id: string | null) => (id === null ? 'null' : `"${id}"`)

// Contacts that arrive together share their millisecond.
const isoTime = rememberLast((time: number) => new Date(time).toISOString())

export function inputOf(row: ContactRow & { email_key: string | null }): StoredInput {
  const { email_key, status, owner_id, tags } = row
  const lead = { status, owner_id, tags } as Lead
  return { ...pickFields(row), email_key, extra: row.extra as ContactInput['extra'], lead }
}
