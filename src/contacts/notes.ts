import { type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { validationError } from '../errors.ts'
import { listInParts, type PageRequest } from '../http/pagination.ts'
import { type ChangedBy, findAuthor, showAuthor } from './changes.ts'
import { NOTES_MAX } from './notes-schemas.ts'
import * as store from './notes-store.ts'

const TOO_MANY_NOTES = `A contact has at most ${NOTES_MAX} notes. Delete one that is no longer needed.`

export type Notes = ReturnType<typeof createNotes>

/** Each answer is null when there is no such contact or note. */
export function createNotes({ pool, reads, ids, clock }: Pick<Parts, 'pool' | 'reads' | 'ids' | 'clock'>) {
  return {
    create: (open: Tx | null, place: store.NotePlace, text: string, by: ChangedBy | null) =>
      transaction(open ?? pool, async (tx) => {
        if (!(await store.lockContact(tx, place))) return null
        if ((await store.countNotes(tx, place)) >= NOTES_MAX) throw validationError({ text: [TOO_MANY_NOTES] })
        const { userId, keyId, name } = await findAuthor(tx, by)
        const { id, at } = ids.next()
        const time = new Date(at)
        const own = { id, workspace_id: place.workspaceId, contact_id: place.contactId, text }
        const author = { user_id: userId, key_id: keyId, author: name }
        return show(await store.insertNote(tx, { ...own, ...author, created_at: time, updated_at: time }))
      }),
    async list(place: store.NotePlace, page: PageRequest) {
      if (!(await store.hasContact(reads, place))) return null
      const total = await store.countNotes(reads, place)
      return listInParts(page, { total }, (slice) => store.selectNotes(reads, place, slice), show)
    },
    async update(place: store.NotePlace, id: string, text: string) {
      const row = await store.findNote(pool, place, id)
      if (row === null || row.text === text) return row && show(row)
      const changed = await store.updateNote(pool, place.workspaceId, id, text, new Date(clock.now()))
      return changed && show(changed)
    },
    delete: (place: store.NotePlace, id: string) => store.removeNote(pool, place, id),
  }
}

function show({ user_id: userId, key_id: keyId, author: name, ...row }: store.NoteRow) {
  const { id, contact_id, text, created_at, updated_at } = row
  return { id, contact_id, text, author: showAuthor({ userId, keyId, name }), created_at, updated_at }
}
