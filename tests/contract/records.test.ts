import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildOpenApi } from '../../src/http/docs/openapi.ts'
import * as Q from '../../src/http/query.ts'
import { parseQuery } from '../../src/http/query-values.ts'
import { operationsOf, type Routes, recordAnswer } from '../../src/http/route.ts'
import { createIssues } from '../../src/lib/issues.ts'
import { assigned, computed, flag, integer, only, parts, text } from '../../src/lib/record/fields.ts'
import { differences, record } from '../../src/lib/record/record.ts'
import * as S from '../../src/lib/schema.ts'
import { sentences } from '../../src/messages/sentence.ts'
import { startServer } from '../helpers/server.ts'

// A record that no release has. Adding a field to it takes one entry: the rest follows from it.

const fields = {
  id: assigned<string>(S.string({ format: 'uuid' }), '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9061'),
  name: text({ max: 20, required: true, about: 'On its bow.', example: 'Harbour Star' }),
  home: only(
    ['create', 'change', 'answer'],
    parts({ port: text({ max: 20, example: 'Lisbon' }) }, { about: 'Where it lies.' }),
  ),
  age: computed<number>(S.integer('In years.'), 3),
  sunk: only(['change'], flag({ about: 'It is gone.' })),
}
const seats = integer({ min: 1, max: 40, fallback: null, about: 'Without the crew.', example: 12 })
const boat = record('Boat', { ...fields, seats }, { refusesEmptyChange: true })

function documentOf(described: { schema: S.Schema; example: object; newSchema: S.Schema; changeSchema: S.Schema }) {
  const operation = operationsOf<object>('Boats')
  const handle = async () => null
  const answers = { 200: recordAnswer('The boat.', described) }
  const body = (schema: S.Schema) => ({ body: { schema, examples: {} } })
  const access = { mode: 'key', scope: 'links:write' } as const
  const routes: Routes<object> = [
    ['POST', '/v1/boats', access, operation({ id: 'a', summary: '', ...body(described.newSchema), answers, handle })],
    [
      'PATCH',
      '/v1/boats',
      access,
      operation({ id: 'b', summary: '', ...body(described.changeSchema), answers, handle }),
    ],
  ]
  const document = buildOpenApi({ routes, events: [], enums: {} }, 'http://localhost') as {
    components: { schemas: Record<string, S.Schema> }
  }
  const { Boat, NewBoat, BoatPatch } = document.components.schemas
  return [Boat, NewBoat, BoatPatch].map((schema) => schema!.properties as Record<string, S.Schema>)
}

test('a field is in the document: in answers, and in bodies that create and change', () => {
  const before = documentOf(record('Boat', fields))
  const after = documentOf(boat)
  for (const [at, properties] of after.entries()) {
    const { seats: added, ...rest } = properties
    assert.deepEqual(rest, before[at])
    assert.deepEqual(added, {
      type: ['integer', 'null'],
      minimum: 1,
      maximum: 40,
      description: 'Without the crew.',
    })
  }
  assert.deepEqual(boat.example, {
    id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9061',
    name: 'Harbour Star',
    home: { port: 'Lisbon' },
    age: 3,
    seats: 12,
  })
})

test('a field is read from bodies, and every broken rule has a sentence', () => {
  const read = (body: Record<string, unknown>) => {
    const issues = createIssues()
    return { value: boat.readNew(issues, body), problems: sentences(issues.details) }
  }
  assert.deepEqual(read({ name: ' Star ', seats: 4, id: 'sent back' }), {
    value: { name: 'Star', home: {}, seats: 4 },
    problems: {},
  })
  assert.deepEqual(read({ name: 'Star' }).value.seats, null)
  assert.deepEqual(read({ name: '', seats: 41, seat: 1, sunk: true }).problems, {
    name: ['name is required and must not be blank.'],
    seats: ['seats must be a whole number from 1 to 40.'],
    seat: ['There is no such field. Did you mean seats?'],
    sunk: ['There is no such field. Use name, home, seats.'],
  })
})

test('a change contains what was sent and nothing else', () => {
  const read = (body: Record<string, unknown>) => {
    const issues = createIssues()
    return { change: boat.readChange(issues, body), problems: sentences(issues.details) }
  }
  assert.deepEqual(read({ seats: null, sunk: true }), { change: { seats: null, sunk: true }, problems: {} })
  assert.deepEqual(read({ home: { port: null } }).change, { home: { port: null } })
  assert.deepEqual(read({ id: 'sent back' }).problems, {
    body: ['Nothing is to be changed. Send at least one of name, home, sunk, seats.'],
  })
  assert.deepEqual(differences({ name: 'Star', seats: 4 }, { name: 'Star', seats: 5 }), { seats: 5 })
})

test('a field is a column, and part of the answer', async () => {
  const { deps } = await startServer()
  const columns = boat.columns.join(', ')
  assert.equal(columns, 'id, name, seats')
  const { rows } = await deps.pool.query<{ id: string; name: string; seats: number }>({
    text: `select ${columns} from (values ('1', 'Star', 4, 'secret')) as boats (id, name, seats, note)`,
  })
  const shown = boat.show({ ...rows[0]!, home: {}, age: 3, ...{ note: 'secret' } })
  assert.deepEqual(shown, { id: '1', name: 'Star', home: {}, age: 3, seats: 4 })
})

test('one entry documents and reads a query parameter', () => {
  const boatsQuery = Q.list(
    {
      name: Q.text({ maxLength: 20, description: 'Part of the name.' }),
      kind: Q.choice(['ferry', 'tug']),
      built_after: Q.idAtTime('At this time or later.'),
      dry: Q.flag(),
    },
    50,
  )
  const { properties, required } = boatsQuery.schema as { properties: Record<string, S.Schema>; required?: string[] }
  assert.equal(required, undefined)
  assert.deepEqual(Object.keys(properties), ['page', 'limit', 'cursor', 'order', 'name', 'kind', 'built_after', 'dry'])
  assert.deepEqual(properties.name, { type: 'string', maxLength: 20, description: 'Part of the name.' })
  assert.equal(properties.limit!.maximum, 50)
  const read = (text: string) => {
    const issues = createIssues()
    return { ...boatsQuery.read(issues, parseQuery(text)), problems: sentences(issues.details) }
  }
  assert.deepEqual(read('limit=5&name=+Star&kind=tug&built_after=1970-01-01T00:00:01Z'), {
    page: { order: 'desc', page: 1, limit: 5, afterId: null },
    filter: { name: 'Star', kind: 'tug', built_after: '00000000-03e8-7000-8000-000000000000', dry: false },
    problems: {},
  })
  assert.deepEqual(read('limit=51&kind=canoe&dry=yes').problems, {
    limit: ['limit must be a whole number from 1 to 50.'],
    kind: ['kind must be one of ferry, tug, but it is "canoe".'],
    dry: ['dry must be true or false.'],
  })
})
