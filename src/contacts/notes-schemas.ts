import { contactExample, NOTE_MAX } from '../contact-fields.ts'
import { Timestamp, Uuid } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'
import { authorExample, maybeAuthor } from './lead-schemas.ts'

/** A team that writes more than this about somebody uses something else; and a page of a person stays readable. */
export const NOTES_MAX = 1_000

export const note = S.exampledOutput('Note', {
  id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9060'],
  contact_id: [Uuid, contactExample.id],
  text: [S.string(), 'Called back. Wants an offer for 20 seats until Friday.'],
  author: [maybeAuthor('Who wrote it.'), authorExample],
  created_at: [Timestamp, '2026-11-15T10:00:00.000Z'],
  updated_at: [Timestamp, '2026-11-15T10:00:00.000Z'],
})

export const NewNoteSchema = S.input('NewNote', {
  text: S.string({ minLength: 1, maxLength: NOTE_MAX, description: 'Plain text; line breaks are kept.' }),
})
