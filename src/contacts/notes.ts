import { contactExample, NOTE_MAX } from '../contact-fields.ts'
import { build, type Db, runOne, type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { selectColumns } from '../db/statements/columns.ts'
import { countRows } from '../db/statements/counts.ts'
import { validationError } from '../errors.ts'
import { sendPage } from '../http/answers/answer.ts'
import { callerOf, type Request, workspaceOf } from '../http/call.ts'
import { answerCreated, type CreationDeps, readCreation } from '../http/idempotency.ts'
import { answerDeleted, idOf, notFound, readInput, readQuery } from '../http/input.ts'
import { listRows, readPage } from '../http/pagination.ts'
import { deletedAnswer, operationsOf, pageAnswer, recordAnswer } from '../http/route.ts'
import { PageQuery, Timestamp, Uuid } from '../http/schemas.ts'
import { assigned, computed, text } from '../lib/record/fields.ts'
import { record } from '../lib/record/record.ts'
import { message } from '../messages/message.ts'
import { type ChangedBy, changedBy, findAuthor, showAuthor } from './changes.ts'
import { findSurvivor } from './merge/store.ts'
import { authorExample, maybeAuthor } from './schemas.ts'

/** Keeps the page of a person readable. */
const NOTES_MAX = 1_000

const note = record('Note', {
  id: assigned(Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9060'),
  contact_id: assigned(Uuid, contactExample.id),
  text: text({
    max: NOTE_MAX,
    required: true,
    // Not in the schema of responses, because erasing a person empties stored notes.
    sentSchema: { minLength: 1 },
    about: 'Plain text; line breaks are kept.',
    example: 'Called back. Wants an offer for 20 seats until Friday.',
  }),
  author: computed<ReturnType<typeof showAuthor>>(maybeAuthor('Who wrote it.'), authorExample),
  created_at: assigned(Timestamp, '2026-11-15T10:00:00.000Z'),
  updated_at: assigned(Timestamp, '2026-11-15T10:00:00.000Z'),
})

const COLUMNS = [...selectColumns(note.columns), 'user_id', 'key_id', 'author'] as const

type Deps = CreationDeps & Pick<Parts, 'pool' | 'reads' | 'ids' | 'clock'>

const onContact = operationsOf<Deps>('Contacts', { missing: message('contact.not_found') })
const onNote = operationsOf<Deps>('Contacts', { missing: message('note.not_found', { id: '{id}' }) })
const body = { schema: note.newSchema, examples: { note: { text: note.example.text } } }

export const listNotes = onContact({
  id: 'listNotes',
  summary: 'List the notes of a contact',
  description: 'What the team wrote about it, newest first.',
  query: PageQuery,
  answers: { 200: pageAnswer('A page of notes; a page past the end is empty.', note.schema, note.example) },
  async handle({ reads }, request, reply) {
    const page = readQuery(request, readPage)
    const place = await followPlace(reads, placeOf(request))
    if (place === null) return null
    return sendPage(reply, await listRows(reads, selectNotes(place), page, show))
  },
})

export const createNote = onContact({
  id: 'createNote',
  summary: 'Write a note',
  description: `It is the team's own and never sent out: there is no event of it. A contact has at most ${NOTES_MAX}; they go with it.`,
  idempotent: 'own',
  body,
  answers: { 201: recordAnswer('The note is stored.', note) },
  async handle(deps, request, reply) {
    const place = placeOf(request)
    const { input, idempotencyKey } = readCreation(request, note.readNew)
    const by = changedBy(callerOf(request))
    return answerCreated(deps, request, reply, idempotencyKey, async (open) => {
      const made = await transaction(open ?? deps.pool, (tx) => createIn(deps, tx, place, input.text, by))
      if (made === null) throw notFound(request)
      return made
    })
  },
})

async function createIn({ ids }: Deps, tx: Tx, asked: Place, text: string, by: ChangedBy | null) {
  // Locked, so that the contact cannot be deleted meanwhile.
  const place = await followPlace(tx, asked, (contact) => contact.forKeyShare())
  if (place === null) return null
  const count = await countRows(tx, selectNotes(place))
  if (count >= NOTES_MAX) throw validationError({ text: [message('note.too_many', { max: NOTES_MAX })] })
  const { userId: user_id, keyId: key_id, name: author } = await findAuthor(tx, by)
  const { id, at } = ids.next()
  const times = { created_at: new Date(at), updated_at: new Date(at) }
  const query = build.insertInto('contact_notes').values({ ...place, ...times, id, text, user_id, key_id, author })
  return show((await runOne(tx, query.returning(COLUMNS)))!)
}

export const updateNote = onNote({
  id: 'updateNote',
  idempotent: 'repeatable',
  summary: 'Change a note',
  description: 'Everyone who may change contacts may change its notes. The author stays.',
  body,
  answers: { 200: recordAnswer('The note as it is now.', note) },
  async handle({ pool, clock }, request) {
    const id = idOf(request, 'note_id')
    const place = await followPlace(pool, placeOf(request))
    if (place === null) return null
    const { text } = readInput(request, note.readNew)
    const row = await runOne(pool, selectNotes(place).where('id', '=', id))
    const isSame = row === null || row.text === text
    const shown = isSame ? row : await updateText(pool, place, id, { text, updated_at: new Date(clock.now()) })
    return shown && show(shown)
  },
})

export const deleteNote = onNote({
  id: 'deleteNote',
  summary: 'Delete a note',
  answers: { 200: deletedAnswer('The note is gone.', note.example) },
  handle: ({ pool }, request) =>
    answerDeleted(
      request,
      async (id) => {
        const place = await followPlace(pool, placeOf(request))
        return place && removeNote(pool, place.workspace_id, id, place.contact_id)
      },
      'note_id',
    ),
})

function placeOf(request: Request) {
  return { workspace_id: workspaceOf(request), contact_id: idOf(request) }
}
type Place = ReturnType<typeof placeOf>

function selectContact({ workspace_id, contact_id }: Place) {
  return build.selectFrom('contacts').select('id').where('workspace_id', '=', workspace_id).where('id', '=', contact_id)
}

/** The contact, or the one that it was merged into. Null if there is neither. */
async function followPlace(
  db: Db,
  place: Place,
  lock: (contact: ReturnType<typeof selectContact>) => ReturnType<typeof selectContact> = (contact) => contact,
): Promise<Place | null> {
  if ((await runOne(db, lock(selectContact(place)))) !== null) return place
  const survivorId = await findSurvivor(db, place.workspace_id, place.contact_id)
  if (survivorId === null) return null
  const survivor = { ...place, contact_id: survivorId }
  return (await runOne(db, lock(selectContact(survivor)))) && survivor
}

function selectNotes({ workspace_id, contact_id }: Place) {
  const own = build.selectFrom('contact_notes').select(COLUMNS).where('workspace_id', '=', workspace_id)
  return own.where('contact_id', '=', contact_id)
}

function updateText(db: Db, { workspace_id }: Place, id: string, change: { text: string; updated_at: Date }) {
  const query = build.updateTable('contact_notes').set(change)
  return runOne(db, query.where('workspace_id', '=', workspace_id).where('id', '=', id).returning(COLUMNS))
}

/** Null removes it from whichever contact it is on. */
export function removeNote(db: Db, workspaceId: string, id: string, contactId: string | null = null) {
  const query = build.deleteFrom('contact_notes').where('workspace_id', '=', workspaceId).where('id', '=', id)
  return runOne(db, (contactId === null ? query : query.where('contact_id', '=', contactId)).returning('id'))
}

type NoteRow = NonNullable<Awaited<ReturnType<typeof updateText>>>

function show(row: NoteRow) {
  return note.show({ ...row, author: showAuthor({ userId: row.user_id, keyId: row.key_id, name: row.author }) })
}
