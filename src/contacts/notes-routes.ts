import { NOTE_MAX } from '../contact-fields.ts'
import { sendPage } from '../http/answers/answer.ts'
import { callerOf, type Request, workspaceOf } from '../http/call.ts'
import { answerCreated, type CreationDeps, readCreation } from '../http/idempotency.ts'
import { answerDeleted, idOf, notFound, readInput, readQuery } from '../http/input/input.ts'
import { readPage } from '../http/pagination.ts'
import { deletedAnswer, operationsOf, pageAnswer, recordAnswer } from '../http/route.ts'
import { PageQuery } from '../http/schemas.ts'
import { checkNames, type Issues } from '../lib/issues.ts'
import { readText } from '../lib/text/text.ts'
import { changedBy } from './changes.ts'
import type { Notes } from './notes.ts'
import { NewNoteSchema, NOTES_MAX, note } from './notes-schemas.ts'

type Deps = CreationDeps & { notes: Notes }

const NO_CONTACT = 'There is no contact with this id. List them at GET /v1/contacts.'
const NO_NOTE = 'This contact has no note with this id. List them at GET /v1/contacts/{id}/notes.'
const onContact = operationsOf<Deps>('Contacts', { missing: NO_CONTACT })
const onNote = operationsOf<Deps>('Contacts', { missing: NO_NOTE })
const body = { schema: NewNoteSchema, examples: { note: { text: note.example.text } } }
const invalid = { text: 'text is required and must not be blank.' }

export const listNotes = onContact({
  id: 'listNotes',
  summary: 'List the notes of a contact',
  description: 'What the team wrote about it, newest first.',
  query: PageQuery,
  answers: { 200: pageAnswer('A page of notes; a page past the end is empty.', note.schema, note.example) },
  async handle({ notes }, request, reply) {
    const page = await notes.list(placeOf(request), readQuery(request, readPage))
    return page && sendPage(reply, page)
  },
})

export const createNote = onContact({
  id: 'createNote',
  summary: 'Write a note',
  description: `It is the team's own and never sent out: there is no event of it. A contact has at most ${NOTES_MAX}; they go with it.`,
  idempotent: 'own',
  body,
  answers: { 201: recordAnswer('The note is stored.', note) },
  invalid,
  async handle(deps, request, reply) {
    const place = placeOf(request)
    const { input: text, idempotencyKey } = readCreation(request, readNote)
    const by = changedBy(callerOf(request))
    return answerCreated(deps, request, reply, idempotencyKey, async (tx) => {
      const made = await deps.notes.create(tx, place, text, by)
      if (made === null) throw notFound(request)
      return made
    })
  },
})

export const updateNote = onNote({
  id: 'updateNote',
  idempotent: 'repeatable',
  summary: 'Change a note',
  description: 'Anybody who may change contacts may do it. The author stays.',
  body,
  answers: { 200: recordAnswer('The note as it is now.', note) },
  invalid,
  handle({ notes }, request) {
    const [place, id] = [placeOf(request), idOf(request, 'note_id')]
    return notes.update(place, id, readInput(request, readNote))
  },
})

export const deleteNote = onNote({
  id: 'deleteNote',
  summary: 'Delete a note',
  answers: { 200: deletedAnswer('The note is gone.', note.example) },
  handle: ({ notes }, request) => answerDeleted(request, (id) => notes.delete(placeOf(request), id), 'note_id'),
})

function placeOf(request: Request) {
  return { workspaceId: workspaceOf(request), contactId: idOf(request) }
}

// A client that sends back what it read changes nothing by it.
const ASSIGNED = new Set(['id', 'contact_id', 'author', 'created_at', 'updated_at'])

function readNote(issues: Issues, sent: Record<string, unknown>): string {
  checkNames(issues, sent, ['text'], ASSIGNED)
  return readText(issues, 'text', sent.text, { max: NOTE_MAX, required: true }) ?? ''
}
