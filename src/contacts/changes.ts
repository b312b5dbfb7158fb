import { isDeepStrictEqual } from 'node:util'
import type { ContactInput, Lead } from '../contact-fields.ts'
import type { Tx } from '../db/database.ts'
import { validationError } from '../errors.ts'
import type { Emit, NewEvent } from '../events/emit.ts'
import type { Caller } from '../http/call.ts'
import type { Ids } from '../lib/ids.ts'
import { WRONG_OWNER } from './lead-input.ts'
import { selectQuiet } from './store.ts'
import { type Author, findMemberName, findName, insertChanges, type NewChange } from './team.ts'

/** A contact before and after a change. */
export interface Changed {
  id: string
  version: number
  before: ContactInput
  after: ContactInput
  /** As the API shows it now. */
  shown: { id: string; confirmation: string | null }
}

/** Who changes something; null for Doorpost itself. */
export type ChangedBy =
  | Pick<Caller & { kind: 'user' }, 'kind' | 'userId'>
  | Pick<Caller & { kind: 'key' }, 'kind' | 'keyId'>

export function changedBy(caller: Caller): ChangedBy | null {
  return caller.kind === 'user' || caller.kind === 'key' ? caller : null
}

/** Throws 400 for an owner who is not in the team. Returns their name. */
export async function requireMember(tx: Tx, workspaceId: string, userId: string): Promise<string> {
  const name = await findMemberName(tx, workspaceId, userId)
  if (name === null) throw validationError({ owner_id: [WRONG_OWNER] })
  return name
}

/**
 * Tells what happened to contacts, each thing once: `contact.updated` of what the contact says and of its tags,
 * `contact.status_changed` and `contact.assigned` of the rest. What happened to status and owner is kept for the person's history. A contact that nobody was
 * told of yet is not told of: `contact.created` comes first, with all of it.
 */
export async function recordChanges(
  { emit, ids }: { emit: Emit; ids: Ids },
  tx: Tx,
  workspaceId: string,
  by: ChangedBy | null,
  changed: readonly Changed[],
): Promise<void> {
  const worked = changed.filter(({ before, after }) => isWorkedOn(leadOf(before), leadOf(after)))
  const author = worked.length === 0 ? NOBODY : await findAuthor(tx, by)
  const nameOf = await findOwnerNames(tx, worked)
  const changes = worked.flatMap((each) => changesOf(ids, each, nameOf))
  if (changes.length > 0) await insertChanges(tx, workspaceId, author, changes)
  const contacts = changed.map(({ shown }) => shown)
  const quiet = await selectQuiet(tx, workspaceId, contacts)
  const told = changed.filter(({ id }) => !quiet.has(id))
  const events = told.flatMap((each) => eventsOf(workspaceId, each, showAuthor(author)))
  await emit(tx, ...events)
}

const NOBODY: Author = { userId: null, keyId: null, name: null }

export async function findAuthor(tx: Tx, by: ChangedBy | null): Promise<Author> {
  if (by === null) return NOBODY
  if (by.kind === 'user') return { ...NOBODY, userId: by.userId, name: await findName(tx, 'users', by.userId) }
  return { ...NOBODY, keyId: by.keyId, name: await findName(tx, 'api_keys', by.keyId) }
}

/** As answers and events show it. */
export function showAuthor({ userId, keyId, name }: Author) {
  if (userId !== null) return { kind: 'user', id: userId, name }
  return keyId === null ? null : { kind: 'key', id: keyId, name }
}

function leadOf({ lead }: ContactInput): Lead {
  if (lead === undefined) throw new Error('a stored contact has a status')
  return lead
}

function isWorkedOn(before: Lead, after: Lead): boolean {
  return before.status !== after.status || before.owner_id !== after.owner_id
}

/** Of the owners before and after. There are as many as people in the team, at most. */
async function findOwnerNames(tx: Tx, changed: readonly Changed[]): Promise<(id: string | null) => string | null> {
  const owners = changed.flatMap(({ before, after }) =>
    leadOf(before).owner_id === leadOf(after).owner_id ? [] : [leadOf(before).owner_id, leadOf(after).owner_id],
  )
  const names = new Map<string | null, string | null>()
  for (const id of new Set(owners)) if (id !== null) names.set(id, await findName(tx, 'users', id))
  return (id) => names.get(id) ?? null
}

function changesOf(ids: Ids, { id: contactId, before, after }: Changed, nameOf: (id: string | null) => string | null) {
  const [old, now] = [leadOf(before), leadOf(after)]
  const changes: NewChange[] = []
  if (old.status !== now.status) {
    const names = { fromName: null, toName: null }
    changes.push({ ...ids.next(), contactId, field: 'status', from: old.status, to: now.status, ...names })
  }
  if (old.owner_id !== now.owner_id) {
    const names = { fromName: nameOf(old.owner_id), toName: nameOf(now.owner_id) }
    changes.push({ ...ids.next(), contactId, field: 'owner_id', from: old.owner_id, to: now.owner_id, ...names })
  }
  return changes
}

function eventsOf(workspaceId: string, { id, version, before, after, shown }: Changed, by: object | null): NewEvent[] {
  const subject = { workspaceId, subjectId: id, subjectVersion: version }
  const [old, now] = [leadOf(before), leadOf(after)]
  const events: NewEvent[] = []
  const sameWork = { ...after, lead: { ...old, tags: now.tags } }
  if (!isDeepStrictEqual(before, sameWork)) events.push({ ...subject, type: 'contact.updated', data: shown })
  if (old.status !== now.status) {
    const data = { ...shown, from: old.status, to: now.status, by }
    events.push({ ...subject, type: 'contact.status_changed', data })
  }
  if (old.owner_id !== now.owner_id) {
    const data = { ...shown, from: old.owner_id, to: now.owner_id, by }
    events.push({ ...subject, type: 'contact.assigned', data })
  }
  return events
}
