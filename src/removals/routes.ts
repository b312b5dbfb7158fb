import type { Tx } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { personOf } from '../http/call.ts'
import { answerCreated, readCreation } from '../http/idempotency.ts'
import { answerDeleted, idOf } from '../http/input.ts'
import { deletedAnswer, listAnswer, operationsOf, recordAnswer } from '../http/route.ts'
import { message } from '../messages/message.ts'
import { addRemoval, extendRemoval, listRemovals, type Removals, undoRemoval } from './removals.ts'
import { newRemoval, newRemovalExample, removal } from './schemas.ts'

interface Deps extends Pick<Parts, 'reads' | 'clock'> {
  removals: Removals
}

const operation = operationsOf<Deps>('Removals')
const onRemoval = operationsOf<Deps>('Removals', { missing: message('removal.not_found') })

export const createRemoval = operation({
  id: 'createRemoval',
  summary: 'Delete with undo',
  description:
    'Up to 1,000 records of one kind are deleted in ten seconds, as their own `DELETE` would, unless it is undone. Events are ' +
    'written then. Until then programs see the records; the dashboard hides those in `GET /v1/removals`, and the calendar, the ' +
    'reports of posts and the export of contacts leave them out for sessions. A queued post is not sent meanwhile; one that is ' +
    'being sent is refused (400). Programs delete at once.',
  idempotent: 'own',
  body: { schema: newRemoval.schema, examples: { contact: newRemovalExample } },
  answers: { 201: recordAnswer('It waits.', removal) },
  handle({ removals }, request, reply) {
    const { input, idempotencyKey } = readCreation(request, newRemoval.read)
    const add = (tx: Tx | null) => addRemoval(removals, tx, personOf(request), input)
    return answerCreated(removals, request, reply, idempotencyKey, add)
  },
})

export const listRemovalsRoute = operation({
  id: 'listRemovals',
  summary: 'List what is being deleted',
  description: 'Everything that waits in the workspace, and for a day what was refused to the person who asks.',
  answers: { 200: listAnswer('Newest first.', removal.schema, removal.example) },
  handle: (deps, request) => listRemovals(deps, personOf(request)),
})

export const extendRemovalRoute = onRemoval({
  id: 'extendRemoval',
  idempotent: 'repeatable',
  summary: 'Ask for more time to undo',
  description: 'The ten seconds begin again, for people who are still reading.',
  answers: { 200: recordAnswer('It waits.', removal) },
  handle: ({ removals }, request) => extendRemoval(removals, personOf(request), idOf(request)),
})

export const undoRemovalRoute = onRemoval({
  id: 'undoRemoval',
  summary: 'Undo a removal',
  description: 'The records stay. A refusal that was read is put away the same way. Only its person can do it.',
  answers: { 200: deletedAnswer('The records stay.', removal.example) },
  handle: ({ removals }, request) => answerDeleted(request, (id) => undoRemoval(removals, personOf(request), id)),
})
