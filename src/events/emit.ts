import { build, type Db, run, sql, type Tx } from '../db/database.ts'
import { unnest, uuidArray } from '../db/statements/arrays.ts'
import type { Ids } from '../lib/ids.ts'

export const EVENT_TYPES = [
  'contact.created',
  'contact.updated',
  'contact.status_changed',
  'contact.assigned',
  'contact.merged',
  'contact.unmerged',
  'contact.deleted',
  'post.created',
  'post.updated',
  'post.scheduled',
  'post.cancelled',
  'post.deleted',
  'post.published',
  'post.failed',
  'post.missed',
  'post.unconfirmed',
  'connection.expiring',
  'connection.needs_reconnect',
  'webhook.received',
  'endpoint.disabled',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

export interface NewEvent {
  workspaceId: string
  type: EventType
  subjectId: string
  /** The subject's version after this change. Every change increases it. */
  subjectVersion: number
  /** The object as the API shows it. */
  data: object
  /** The event waits until then for something that belongs in it. */
  holdUntil?: Date
  /** Chats and mails to the team leave it out. */
  isQuiet?: boolean
}

/**
 * Writes events in the transaction that causes them, so they exist only if it commits. Pass all events of one change
 * together, in order, so that each gets its index.
 */
export type Emit = (tx: Tx, ...events: NewEvent[]) => Promise<void>

export function createEmit(ids: Ids): Emit {
  return async (tx, ...newEvents) => {
    if (newEvents.length === 0) return
    const events = newEvents.map(({ data, holdUntil, isQuiet = false, ...event }, at) => ({
      ...event,
      isQuiet,
      index: indexOf(newEvents, at),
      ...ids.next(),
      ...written(event.type, data),
      holdUntil: holdUntil?.getTime() ?? null,
    }))
    const rows = unnest(events, {
      uuid: ['id', 'workspaceId', 'subjectId'],
      text: ['type'],
      json: ['data'],
      timestamptz: ['at', 'holdUntil'],
      integer: ['subjectVersion', 'index'],
      boolean: ['namesOthers', 'isQuiet'],
    })
    const query = sql`insert into event_outbox (id, workspace_id, subject_id, type, data, created_at, hold_until,
        subject_version, change_index, names_others, is_quiet) select * from ${rows}`
    await run(tx, query, 'event_outbox.insert')
  }
}

function written(type: EventType, data: object) {
  const text = JSON.stringify(data)
  const { email = null } = data as { email?: string | null }
  return { data: text, namesOthers: type.startsWith('contact.') && namesOthers(text, email) }
}

/**
 * Whether the JSON of a contact contains another address besides its own, in any spelling: erasing a person searches
 * those.
 */
export function namesOthers(json: string, email: string | null): boolean {
  const first = json.indexOf('@')
  const second = first === -1 || email === null ? first : json.indexOf('@', first + 1)
  return second !== -1 || json.includes('%40') || json.includes('u0040')
}

function indexOf(events: readonly NewEvent[], at: number): number {
  const { subjectId, subjectVersion } = events[at]!
  let index = 0
  for (let before = at - 1; before >= 0 && events[before]!.subjectId === subjectId; before--) {
    if (events[before]!.subjectVersion === subjectVersion) index++
  }
  return index
}

/** Completes a held event and releases it. Returns false if it was already released. */
export async function releaseHeld(db: Db, event: Omit<NewEvent, 'holdUntil'>): Promise<boolean> {
  const query = build
    .updateTable('event_outbox')
    .set({ data: JSON.stringify(event.data), subject_version: event.subjectVersion, hold_until: null })
    .where('workspace_id', '=', event.workspaceId)
    .where('type', '=', event.type)
    .where('subject_id', '=', event.subjectId)
    .where('hold_until', 'is not', null)
  return (await run(db, query.returning('id'))).length > 0
}

/** Marks events of this transaction to be left out of chats and mails to the team. */
export async function quietEvents(tx: Tx, ids: readonly string[]): Promise<void> {
  await run(tx, sql`update event_outbox set is_quiet = true where id = any(${uuidArray(ids)}::uuid[])`)
}

/** Empties the earlier events of a contact: they remain as facts, without their content. */
export async function forgetSubject(tx: Tx, workspaceId: string, subjectId: string): Promise<void> {
  const data = JSON.stringify({ id: subjectId, erased: true })
  for (const table of ['event_outbox', 'events'] as const) {
    const query = build.updateTable(table).set({ data })
    await run(tx, query.where('workspace_id', '=', workspaceId).where('subject_id', '=', subjectId))
  }
  // An endpoint may have responded with what it was sent.
  const query = sql`update event_attempts attempt set answer = null
      from events event join event_deliveries delivery
           on delivery.workspace_id = event.workspace_id and delivery.event_id = event.id
     where event.workspace_id = ${workspaceId} and event.subject_id = ${subjectId} and attempt.answer is not null
       and attempt.endpoint_id = delivery.endpoint_id and attempt.event_id = delivery.event_id`
  await run(tx, query)
}
