import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readContact } from '../../../src/contacts/input.ts'
import { transaction } from '../../../src/db/database.ts'
import { createIssues } from '../../../src/lib/issues.ts'
import { until } from '../../helpers/process.ts'
import { startServer } from '../../helpers/server.ts'
import { asTold, emittedOf, refuseEvents, typesOf } from './emitted.ts'

const server = await startServer({ intakeLockMs: 60_000 })
const key = await server.key()

const ANA = { first_name: 'Ana', email: 'ana@example.com', note: '"quoted", {braced} \\ and ä😀', age: 1.5 }

const post = (json: object, options: { key?: string; headers?: Record<string, string> } = { key }) =>
  server.send('POST', '/v1/contacts', { json, ...options })

async function create(json: object = ANA) {
  const { status, body } = await post(json)
  assert.equal(status, 201)
  return body.data
}

const read = async (id: string) => asTold((await server.send('GET', `/v1/contacts/${id}`, { key })).body.data)

async function countOf(table: string, where = 'true'): Promise<number> {
  const [row] = await server.sql<{ count: number }>(`select count(*)::int as count from ${table} where ${where}`)
  return row!.count
}

describe('contact.created', () => {
  test('is emitted once for every contact, with the data of GET', async () => {
    for (const options of [{ key }, {}, { key, headers: { 'idempotency-key': 'created' } }]) {
      const { body } = await post(ANA, options)
      const [event, ...more] = await emittedOf(server, body.data.id)
      assert.equal(event!.type, 'contact.created')
      assert.deepEqual(event!.data, await read(body.data.id))
      assert.deepEqual(more, [])
    }
  })

  test('is not emitted again by a repeat with the same Idempotency-Key', async () => {
    const options = { key, headers: { 'idempotency-key': 'once' } }
    const { body } = await post(ANA, options)
    for (let i = 0; i < 3; i++) assert.equal((await post(ANA, options)).body.data.id, body.data.id)
    assert.deepEqual(await typesOf(server, body.data.id), ['contact.created'])
  })

  test('belongs to the workspace of the contact', async () => {
    const workspaceId = await server.workspace()
    const { body } = await post(ANA, { key: await server.key({ workspaceId }) })
    const rows = await server.sql('select workspace_id from event_outbox where subject_id = $1', [body.data.id])
    assert.deepEqual(rows, [{ workspace_id: workspaceId }])
  })

  test('is not emitted for a refused contact', async () => {
    const before = await countOf('event_outbox')
    assert.equal((await post({ first_name: '' })).status, 400)
    assert.equal(await countOf('event_outbox'), before)
  })

  test('is atomic with its contact: if one cannot be written, neither is', async () => {
    const [contacts, events] = [await countOf('contacts'), await countOf('event_outbox')]
    await refuseEvents(server, 'contact.created', async () => {
      assert.equal((await post(ANA)).status, 500)
      assert.equal((await post(ANA, { key, headers: { 'idempotency-key': 'refused' } })).status, 500)
    })
    // Vice versa: the transaction of an idempotent create is rolled back after both were written.
    await server.sql(`create function refuse_answer() returns trigger language plpgsql as $$
      begin raise exception 'no answer today'; end $$`)
    await server.sql(`create trigger refuse_answer before insert on idempotency_keys
      for each row execute function refuse_answer()`)
    assert.equal((await post(ANA, { key, headers: { 'idempotency-key': 'rolled back' } })).status, 500)
    await server.sql('drop function refuse_answer() cascade')
    assert.deepEqual([await countOf('contacts'), await countOf('event_outbox')], [contacts, events])
  })

  test('of a statement that is halved is emitted for exactly the contacts that were stored', async () => {
    await server.sql(`create function refuse_contact() returns trigger language plpgsql as $$
      begin raise exception 'refused'; end $$`)
    await server.sql(`create trigger refuse_contact before insert on contacts for each row
      when (new.first_name like 'poison%') execute function refuse_contact()`)
    const client = await server.deps.pool.connect()
    // The table is locked until all have arrived, so that they certainly share a statement.
    await client.query('begin')
    await client.query('lock table contacts in share row exclusive mode')
    const poisoned = [0, 5, 6, 40, 63]
    const answers = Promise.all(
      Array.from({ length: 64 }, (_, i) => post({ first_name: poisoned.includes(i) ? `poison ${i}` : `near ${i}` })),
    )
    await until(() => server.deps.contacts.intake.waiting === 64)
    await client.query('commit')
    client.release()
    const statuses = (await answers).map(({ status }) => status)
    await server.sql('drop function refuse_contact() cascade')
    assert.deepEqual(
      statuses.flatMap((status, i) => (status === 201 ? [] : [i])),
      poisoned,
    )
    const names = `data ->> 'first_name' like 'near %' or data ->> 'first_name' like 'poison %'`
    const told = await server.sql<{ subject_id: string }>(
      `select subject_id from event_outbox where ${names} order by subject_id`,
    )
    const stored = await server.sql<{ id: string }>(
      `select id from contacts where first_name like 'near %' order by id`,
    )
    assert.equal(stored.length, 59)
    assert.deepEqual(
      told.map((row) => row.subject_id),
      stored.map((row) => row.id),
    )
    const statements = await server.sql(`select distinct xmin::text from contacts where first_name like 'near %'`)
    assert.ok(statements.length < 59, 'they shared statements')
  })

  test('names the delivery that a contact was created from, as the API does', async () => {
    const { pool, contacts, ids, workspaceId } = server.deps
    const origin = { workspaceId, keyId: null, webhookId: ids.next().id, deliveryId: ids.next().id }
    const input = readContact(createIssues(), { first_name: 'Lead' })
    const made = await transaction(pool, (tx) => contacts.createIn(tx, origin, input))
    const shown = await read(made.id)
    assert.deepEqual(shown, made)
    assert.equal(shown.webhook_id, origin.webhookId)
    assert.equal(shown.delivery_id, origin.deliveryId)
    const list = await server.send('GET', '/v1/contacts?q=Lead', { key })
    assert.deepEqual(list.body.data, [made])
    assert.deepEqual((await emittedOf(server, made.id))[0]!.data, made)
  })
})

describe('contact.updated', () => {
  const patch = (id: string, json: object) => server.send('PATCH', `/v1/contacts/${id}`, { key, json })

  test('is emitted once for every change, with the resulting contact', async () => {
    const { id } = await create()
    for (const json of [{ company: 'One' }, { company: 'Two' }, { extra: { age: null } }, { email: null }]) {
      assert.equal((await patch(id, json)).status, 200)
      const events = await emittedOf(server, id)
      assert.equal(events.at(-1)!.type, 'contact.updated')
      assert.deepEqual(events.at(-1)!.data, await read(id))
    }
    assert.equal((await emittedOf(server, id)).length, 5)
  })

  test('is not emitted when nothing changed, nor when the change was refused', async () => {
    const { id } = await create()
    for (const json of [{}, ANA, { age: 1.5 }, { company: null }]) assert.equal((await patch(id, json)).status, 200)
    assert.equal((await patch(id, { first_name: null })).status, 400)
    assert.deepEqual(await typesOf(server, id), ['contact.created'])
  })

  test('is atomic with its change: if it cannot be written, nothing changes', async () => {
    const contact = await create()
    await refuseEvents(server, 'contact.updated', async () => {
      assert.equal((await patch(contact.id, { company: 'Other' })).status, 500)
    })
    assert.deepEqual(await read(contact.id), contact)
    assert.deepEqual(await typesOf(server, contact.id), ['contact.created'])
  })

  test('follows the order of the changes, even if they are concurrent', async () => {
    const { id } = await create()
    await Promise.all(Array.from({ length: 10 }, (_, i) => patch(id, { [`field_${i}`]: i })))
    const [, ...changes] = await emittedOf(server, id)
    assert.equal(changes.length, 10)
    const sizes = changes.map(({ data }) => Object.keys(data.extra).length)
    assert.deepEqual(sizes, [3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 'each knows the ones before it')
  })
})

describe('contact.deleted', () => {
  const remove = (id: string) => server.send('DELETE', `/v1/contacts/${id}`, { key })

  test('is emitted once, and earlier events no longer contain the person', async () => {
    const email = 'erase.me@example.com'
    const { id } = await create({ first_name: 'Erasmus', email, extra: { note: `write to ${email}` } })
    await server.send('PATCH', `/v1/contacts/${id}`, { key, json: { company: 'Erasmus Ltd' } })
    // The first event has been dispatched, the second is still waiting.
    await server.sql(
      `with gone as (delete from event_outbox where subject_id = $1 and type = 'contact.created' returning *)
       insert into events (workspace_id, id, position, type, subject_id, subject_version, change_index, data, created_at)
       select workspace_id, id, nextval('event_positions'), type, subject_id, subject_version, change_index, data, created_at from gone`,
      [id],
    )
    const other = await create()
    assert.equal((await remove(id)).status, 200)
    assert.equal((await remove(id)).status, 404)
    assert.deepEqual(
      (await emittedOf(server, id)).map(({ type, data }) => ({ type, data })),
      [
        { type: 'contact.created', data: { id, erased: true } },
        { type: 'contact.updated', data: { id, erased: true } },
        { type: 'contact.deleted', data: { id, deleted: true } },
      ],
    )
    for (const table of ['event_outbox', 'events']) {
      assert.equal(await countOf(table, `to_jsonb(${table})::text ~* 'erase.me|erasmus'`), 0)
    }
    assert.deepEqual((await emittedOf(server, other.id))[0]!.data, other, 'others keep theirs')
  })

  test('is atomic with the deletion: if it cannot be written, contact and events stay unchanged', async () => {
    const contact = await create()
    await refuseEvents(server, 'contact.deleted', async () => assert.equal((await remove(contact.id)).status, 500))
    assert.deepEqual(await read(contact.id), contact)
    assert.deepEqual((await emittedOf(server, contact.id))[0]!.data, contact)
  })
})
