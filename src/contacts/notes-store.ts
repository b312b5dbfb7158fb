import type { Insertable } from 'kysely'
import { build, type Db, run, runOne, type Tx } from '../db/database.ts'
import { countRows } from '../db/statements/counts.ts'
import { type Slice, slicePage } from '../db/statements/paging.ts'
import type { DB } from '../db/types.ts'

const COLUMNS = ['id', 'contact_id', 'text', 'user_id', 'key_id', 'author', 'created_at', 'updated_at'] as const

export type NoteRow = NonNullable<Awaited<ReturnType<typeof findNote>>>

/** Where a note is: of which contact, in which workspace. */
export interface NotePlace {
  workspaceId: string
  contactId: string
}

function selectOwn({ workspaceId, contactId }: NotePlace) {
  const own = build.selectFrom('contact_notes').select(COLUMNS).where('workspace_id', '=', workspaceId)
  return own.where('contact_id', '=', contactId)
}

function selectContact({ workspaceId, contactId }: NotePlace) {
  return build.selectFrom('contacts').select('id').where('workspace_id', '=', workspaceId).where('id', '=', contactId)
}

/** Held, so that the contact is there until the transaction ends. */
export async function lockContact(tx: Tx, place: NotePlace): Promise<boolean> {
  return (await runOne(tx, selectContact(place).forKeyShare())) !== null
}

export async function hasContact(db: Db, place: NotePlace): Promise<boolean> {
  return (await runOne(db, selectContact(place))) !== null
}

export function countNotes(db: Db, place: NotePlace): Promise<number> {
  return countRows(db, selectOwn(place))
}

/** Newest first. */
export function selectNotes(db: Db, place: NotePlace, slice: Slice) {
  return slicePage(db, selectOwn(place), slice)
}

export async function insertNote(tx: Tx, note: Insertable<DB['contact_notes']>): Promise<NoteRow> {
  return (await runOne(tx, build.insertInto('contact_notes').values(note).returning(COLUMNS)))!
}

export function findNote(db: Db, place: NotePlace, id: string) {
  return runOne(db, selectOwn(place).where('id', '=', id))
}

export async function updateNote(db: Db, workspaceId: string, id: string, text: string, at: Date) {
  const query = build.updateTable('contact_notes').set({ text, updated_at: at })
  return runOne(db, query.where('workspace_id', '=', workspaceId).where('id', '=', id).returning(COLUMNS))
}

export async function removeNote(db: Db, { workspaceId, contactId }: NotePlace, id: string): Promise<boolean> {
  const gone = build.deleteFrom('contact_notes').where('workspace_id', '=', workspaceId)
  return (await run(db, gone.where('contact_id', '=', contactId).where('id', '=', id).returning('id'))).length > 0
}
