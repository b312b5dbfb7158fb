import { isUniqueViolation } from '../db/connect/failure.ts'
import { build, type Db, runOne } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { selectColumns } from '../db/statements/columns.ts'
import { countRows } from '../db/statements/counts.ts'
import { validationError } from '../errors.ts'
import { sendPage } from '../http/answers/answer.ts'
import { workspaceOf } from '../http/call.ts'
import { answerCreated, type CreationDeps, readCreation } from '../http/idempotency.ts'
import { answerDeleted, idOf, readInput, readQuery } from '../http/input.ts'
import { listRows, readPage } from '../http/pagination.ts'
import { deletedAnswer, operationsOf, pageAnswer, recordAnswer } from '../http/route.ts'
import { PageQuery, Timestamp, Uuid } from '../http/schemas.ts'
import { assigned, everywhere, text } from '../lib/record/fields.ts'
import { type ChangeOf, type NewOf, record } from '../lib/record/record.ts'
import { message } from '../messages/message.ts'
import { FilterSchema, readFilterTexts } from './filter.ts'

// Views: saved filters of contacts, shared by the whole workspace.

const VIEWS_MAX = 100

const filter = everywhere<Record<string, string>>({
  schema: FilterSchema,
  example: { status: 'new', owner_id: 'me' },
  isRequired: true,
  read: readFilterTexts,
})

const view = record(
  'View',
  {
    id: assigned(Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9070'),
    name: text({ max: 60, required: true, sentSchema: { minLength: 1 }, example: 'My new leads' }),
    filter,
    created_at: assigned(Timestamp, '2026-11-15T10:00:00.000Z'),
    updated_at: assigned(Timestamp, '2026-11-15T10:00:00.000Z'),
  },
  { change: 'What is left out stays.' },
)

const COLUMNS = selectColumns(view.columns)
const NAME_TAKEN = message('view.name_taken')

type Deps = CreationDeps & Pick<Parts, 'ids'>

const operation = operationsOf<Deps>('Contacts')
const onView = operationsOf<Deps>('Contacts', { missing: message('view.not_found') })

export const listViews = operation({
  id: 'listViews',
  summary: 'List saved views',
  description: 'Filters of contacts under a name, shared by the whole workspace. Newest first.',
  query: PageQuery,
  answers: { 200: pageAnswer('A page of views; a page past the end is empty.', view.schema, view.example) },
  async handle({ pool }, request, reply) {
    const page = readQuery(request, readPage)
    return sendPage(reply, await listRows(pool, selectViews(workspaceOf(request)), page, view.show))
  },
})

export const createView = operation({
  id: 'createView',
  summary: 'Save a view',
  description: `A workspace has at most ${VIEWS_MAX}. \`owner_id: "me"\` stands for the person who opens it.`,
  idempotent: 'own',
  body: {
    schema: view.newSchema,
    examples: { mine: { name: view.example.name, filter: view.example.filter } },
  },
  answers: { 201: recordAnswer('The view is stored.', view) },
  async handle(deps, request, reply) {
    const { input, idempotencyKey } = readCreation(request, view.readNew)
    const workspaceId = workspaceOf(request)
    return answerCreated(deps, request, reply, idempotencyKey, async (tx) => {
      const db = tx ?? deps.pool
      const total = await countRows(db, selectViews(workspaceId))
      if (total >= VIEWS_MAX) throw validationError({ name: [message('view.too_many', { max: VIEWS_MAX })] })
      const made = await insertView(db, deps.ids.next(), workspaceId, input)
      if (made === null) throw validationError({ name: [NAME_TAKEN] })
      return made
    })
  },
})

export const updateView = onView({
  id: 'updateView',
  idempotent: 'repeatable',
  summary: 'Change a view',
  body: { schema: view.changeSchema, examples: { rename: { name: 'Leads of the fair' } } },
  answers: { 200: recordAnswer('The view as it is now.', view) },
  async handle({ pool, clock }, request) {
    const [workspaceId, id] = [workspaceOf(request), idOf(request)]
    const change = readInput(request, view.readChange)
    if (Object.keys(change).length === 0) return runOne(pool, selectViews(workspaceId).where('id', '=', id))
    try {
      return await saveView(pool, workspaceId, id, change, new Date(clock.now()))
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      throw validationError({ name: [NAME_TAKEN] })
    }
  },
})

export const deleteView = onView({
  id: 'deleteView',
  summary: 'Delete a view',
  description: 'The contacts stay.',
  answers: { 200: deletedAnswer('The view is gone.', view.example) },
  handle: ({ pool }, request) => answerDeleted(request, (id) => removeView(pool, workspaceOf(request), id)),
})

function selectViews(workspaceId: string) {
  return build.selectFrom('contact_views').select(COLUMNS).where('workspace_id', '=', workspaceId)
}

function insertView(
  db: Db,
  { id, at }: { id: string; at: number },
  workspaceId: string,
  { name, filter }: NewOf<typeof view>,
) {
  const times = { created_at: new Date(at), updated_at: new Date(at) }
  const row = { id, workspace_id: workspaceId, name, filter: JSON.stringify(filter), ...times }
  const query = build.insertInto('contact_views').values(row)
  return runOne(db, query.onConflict((conflict) => conflict.doNothing()).returning(COLUMNS))
}

function saveView(
  db: Db,
  workspaceId: string,
  id: string,
  { filter, ...change }: ChangeOf<typeof view>,
  updatedAt: Date,
) {
  const set = { ...change, ...(filter && { filter: JSON.stringify(filter) }), updated_at: updatedAt }
  const query = build.updateTable('contact_views').set(set).where('workspace_id', '=', workspaceId)
  return runOne(db, query.where('id', '=', id).returning(COLUMNS))
}

export function removeView(db: Db, workspaceId: string, id: string) {
  const query = build.deleteFrom('contact_views').where('workspace_id', '=', workspaceId).where('id', '=', id)
  return runOne(db, query.returning('id'))
}
