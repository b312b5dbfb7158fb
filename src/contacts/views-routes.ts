import { sendPage } from '../http/answers/answer.ts'
import { workspaceOf } from '../http/call.ts'
import { answerCreated, type CreationDeps, readCreation } from '../http/idempotency.ts'
import { answerDeleted, idOf, readInput, readQuery } from '../http/input/input.ts'
import { readPage } from '../http/pagination.ts'
import { deletedAnswer, operationsOf, pageAnswer, recordAnswer } from '../http/route.ts'
import { PageQuery } from '../http/schemas.ts'
import { NAME_TAKEN, type Views } from './views.ts'
import { readView, readViewPatch } from './views-input.ts'
import { NewViewSchema, VIEWS_MAX, ViewPatchSchema, view } from './views-schemas.ts'

const operation = operationsOf<CreationDeps & { views: Views }>('Contacts')

const NOT_FOUND = 'There is no view with this id. List them at GET /v1/views.'
const onView = operationsOf<CreationDeps & { views: Views }>('Contacts', { missing: NOT_FOUND })
const { name, filter } = view.example

export const listViews = operation({
  id: 'listViews',
  summary: 'List saved views',
  description: 'Filters of contacts under a name, shared by the whole workspace. Newest first.',
  query: PageQuery,
  answers: { 200: pageAnswer('A page of views; a page past the end is empty.', view.schema, view.example) },
  async handle({ views }, request, reply) {
    return sendPage(reply, await views.list(workspaceOf(request), readQuery(request, readPage)))
  },
})

export const createView = operation({
  id: 'createView',
  summary: 'Save a view',
  description: `A workspace has at most ${VIEWS_MAX}. \`owner_id: "me"\` stands for whoever opens it.`,
  idempotent: 'own',
  body: { schema: NewViewSchema, examples: { mine: { name, filter } } },
  answers: { 201: recordAnswer('The view is stored.', view) },
  invalid: { name: NAME_TAKEN },
  async handle(deps, request, reply) {
    const { input, idempotencyKey } = readCreation(request, readView)
    const workspaceId = workspaceOf(request)
    return answerCreated(deps, request, reply, idempotencyKey, (tx) => deps.views.create(tx, workspaceId, input))
  },
})

export const updateView = onView({
  id: 'updateView',
  idempotent: 'repeatable',
  summary: 'Change a view',
  body: { schema: ViewPatchSchema, examples: { rename: { name: 'Leads of the fair' } } },
  answers: { 200: recordAnswer('The view as it is now.', view) },
  invalid: { name: NAME_TAKEN },
  handle({ views }, request) {
    const id = idOf(request)
    return views.update(workspaceOf(request), id, readInput(request, readViewPatch))
  },
})

export const deleteView = onView({
  id: 'deleteView',
  summary: 'Delete a view',
  description: 'The contacts stay.',
  answers: { 200: deletedAnswer('The view is gone.', view.example) },
  handle: ({ views }, request) => answerDeleted(request, (id) => views.delete(workspaceOf(request), id)),
})
