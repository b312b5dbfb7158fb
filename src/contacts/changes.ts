import { isDeepStrictEqual } from 'node:util'
import type { StoredInput } from '../contact-fields.ts'
import { build, type Db, run, runOne, sql, type Tx } from '../db/database.ts'
import { unnest } from '../db/statements/arrays.ts'
import type { Emit, NewEvent } from '../events/emit.ts'
import type { Caller } from '../http/call.ts'
import type { Ids } from '../lib/ids.ts'
import { selectQuiet } from './store.ts'

interface Changed {
  id: string
  version: number
  before: StoredInput
  after: StoredInput
  shown: { id: string; confirmation: string | null }
}

export type ChangedBy =
  | Pick<Caller & { kind: 'user' }, 'kind' | 'userId'>
  | Pick<Caller & { kind: 'key' }, 'kind' | 'keyId'>

export function changedBy(caller: Caller): ChangedBy | null {
  return caller.kind === 'user' || caller.kind === 'key' ? caller : null
}

/** Fields whose changes are kept for the person's timeline, each with its event. */
const EVENT_OF = { status: 'contact.status_changed', owner_id: 'contact.assigned' } as const
const WORK_FIELDS = ['status', 'owner_id'] as const

/**
 * Emits one event for each kind of change: `contact.updated` for the contact's own fields and its tags,
 * `contact.status_changed` and `contact.assigned`. A contact whose `contact.created` is still held back has no events.
 */
export async function recordChanges(
  { emit, ids }: { emit: Emit; ids: Ids },
  tx: Tx,
  workspaceId: string,
  by: ChangedBy | null,
  changed: readonly Changed[],
  { isQuiet = false } = {},
): Promise<void> {
  const worked = changed.filter((each) => workedFields(each).length > 0)
  const author = worked.length === 0 ? NOBODY : await findAuthor(tx, by)
  const nameOf = await findOwnerNames(tx, worked)
  const changes = worked.flatMap((each) => changesOf(ids, each, nameOf))
  if (changes.length > 0) await insertChanges(tx, workspaceId, author, changes)
  const contacts = changed.map(({ shown }) => shown)
  const quiet = await selectQuiet(tx, workspaceId, contacts)
  const told = changed.filter(({ id }) => !quiet.has(id))
  const events = told.flatMap((each) => eventsOf(workspaceId, each, showAuthor(author)))
  await emit(tx, ...events.map((event) => ({ ...event, isQuiet })))
}

type Author = Record<'userId' | 'keyId' | 'name', string | null>

const NOBODY: Author = { userId: null, keyId: null, name: null }

export async function findAuthor(tx: Tx, by: ChangedBy | null): Promise<Author> {
  if (by === null) return NOBODY
  if (by.kind === 'user') return { ...NOBODY, userId: by.userId, name: await findName(tx, 'users', by.userId) }
  return { ...NOBODY, keyId: by.keyId, name: await findName(tx, 'api_keys', by.keyId) }
}

export function showAuthor({ userId, keyId, name }: Author) {
  if (userId !== null) return { kind: 'user', id: userId, name }
  return keyId === null ? null : { kind: 'key', id: keyId, name }
}

async function findName(db: Db, table: 'users' | 'api_keys', id: string): Promise<string | null> {
  return (await runOne(db, build.selectFrom(table).select('name').where('id', '=', id)))?.name ?? null
}

function workedFields({ before, after }: Changed) {
  return WORK_FIELDS.filter((field) => before.lead[field] !== after.lead[field])
}

/** The names of the owners before and after: at most as many as the team has members. */
async function findOwnerNames(tx: Tx, changed: readonly Changed[]): Promise<(id: string | null) => string | null> {
  const owners = changed
    .filter((each) => workedFields(each).includes('owner_id'))
    .flatMap(({ before, after }) => [before.lead.owner_id, after.lead.owner_id])
  const names = new Map<string | null, string | null>()
  for (const id of new Set(owners)) if (id !== null) names.set(id, await findName(tx, 'users', id))
  return (id) => names.get(id) ?? null
}

type Change = ReturnType<typeof changesOf>[number]

function changesOf(ids: Ids, changed: Changed, nameOf: (id: string | null) => string | null) {
  const { id: contactId, before, after } = changed
  return workedFields(changed).map((field) => {
    const [from, to] = [before.lead[field], after.lead[field]]
    return { ...ids.next(), contactId, field, from, to, fromName: nameOf(from), toName: nameOf(to) }
  })
}

function eventsOf(workspaceId: string, changed: Changed, by: object | null): NewEvent[] {
  const { id, version, before, after, shown } = changed
  const subject = { workspaceId, subjectId: id, subjectVersion: version }
  const sameWork = { ...after, lead: { ...before.lead, tags: after.lead.tags } }
  const isUpdated = !isDeepStrictEqual(before, sameWork)
  return [
    ...(isUpdated ? [{ ...subject, type: 'contact.updated' as const, data: shown }] : []),
    ...workedFields(changed).map((field) => {
      const data = { ...shown, from: before.lead[field], to: after.lead[field], by }
      return { ...subject, type: EVENT_OF[field], data }
    }),
  ]
}

async function insertChanges(tx: Tx, workspaceId: string, author: Author, changes: readonly Change[]): Promise<void> {
  const rows = unnest(changes, {
    uuid: ['id', 'contactId'],
    text: ['field', 'from', 'to', 'fromName', 'toName'],
    timestamptz: ['at'],
  })
  const query = sql`insert into contact_changes (workspace_id, user_id, key_id, author, id, contact_id, field,
      from_value, to_value, from_name, to_name, created_at)
    select ${workspaceId}, ${author.userId}, ${author.keyId}, ${author.name}, * from ${rows}`
  await run(tx, query)
}
