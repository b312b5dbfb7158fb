import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Answer, startServer } from '../../helpers/server.ts'

const server = await startServer()
const key = await server.key()

const FULL = {
  first_name: 'Ana',
  last_name: 'Silva',
  email: 'ana@example.com',
  company: 'Example Ltd',
  utm_source: 'newsletter',
  utm_medium: 'email',
  extra: { phone: '1', age: 30, wants_calls: true },
}

async function create(json: object = FULL) {
  const { status, body } = await server.send('POST', '/v1/contacts', { key, json })
  assert.equal(status, 201)
  return body.data
}

const patch = (id: string, json: unknown): Promise<Answer> => server.send('PATCH', `/v1/contacts/${id}`, { key, json })

async function read(id: string) {
  const {
    attribution: _,
    merged: __,
    merged_into: ___,
    ...contact
  } = (await server.send('GET', `/v1/contacts/${id}`, { key })).body.data
  return contact
}

/** Changes a new contact, and checks that the answer matches what is stored. */
async function changed(json: object, before: object = FULL) {
  const contact = await create(before)
  const answer = await patch(contact.id, json)
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(answer.body.data, await read(contact.id))
  // What every change changes: updated.test.ts is about it.
  const { updated_at, version } = answer.body.data
  return { before: { ...contact, updated_at, version }, after: answer.body.data }
}

describe('a change', () => {
  test('replaces the fields that are sent, trimmed, and leaves the others', async () => {
    const { before, after } = await changed({ first_name: ' Bea ', company: 'Other Ltd' })
    assert.deepEqual(after, { ...before, first_name: 'Bea', company: 'Other Ltd' })
  })

  for (const empty of [null, '', '  ']) {
    test(`clears a field that is sent as ${JSON.stringify(empty)}`, async () => {
      const fields = ['last_name', 'email', 'company', 'utm_source', 'utm_medium']
      const { before, after } = await changed(Object.fromEntries(fields.map((field) => [field, empty])))
      assert.deepEqual(after, { ...before, ...Object.fromEntries(fields.map((field) => [field, null])) })
    })
  }

  test('with nothing in it changes nothing', async () => {
    for (const json of [{}, FULL, { extra: {} }]) {
      const { before, after } = await changed(json)
      assert.deepEqual(after, before)
    }
  })

  test('merges extra fields by name, whether they are in extra or beside it; null removes one', async () => {
    const { after } = await changed({ phone: '2', age: null, extra: { wants_calls: null, city: 'Porto' }, note: 'x' })
    assert.deepEqual(after.extra, { phone: '2', city: 'Porto', note: 'x' })
  })

  test('with extra as null removes all extra fields, but keeps those sent beside it', async () => {
    assert.deepEqual((await changed({ extra: null })).after.extra, {})
    assert.deepEqual((await changed({ extra: null, city: 'Porto' })).after.extra, { city: 'Porto' })
  })

  test('ignores assigned fields, so a contact that was read can be sent back', async () => {
    const contact = await create()
    const id = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012'
    const assigned = { id, created_at: '2020-01-01T00:00:00Z', webhook_id: id, delivery_id: id, email_key: 'x' }
    const answer = await patch(contact.id, { ...contact, ...assigned })
    assert.deepEqual(answer.body.data, contact)
  })

  test('of the address moves the contact to the records of the new address', async () => {
    const { after } = await changed({ email: 'Moved@EXAMPLE.com' })
    const find = async (email: string) =>
      (await server.send('GET', `/v1/contacts?email=${email}`, { key })).body.data.map(
        (each: { id: string }) => each.id,
      )
    assert.deepEqual(await find('moved@example.com'), [after.id])
    assert.ok(!(await find('ana@example.com')).includes(after.id))
  })

  test('does not overwrite concurrent changes', async () => {
    const { id } = await create({ first_name: 'Ana' })
    const names = Array.from({ length: 20 }, (_, i) => `field_${i}`)
    const answers = await Promise.all(names.map((name) => patch(id, { [name]: name })))
    for (const answer of answers) assert.equal(answer.status, 200)
    assert.deepEqual((await read(id)).extra, Object.fromEntries(names.map((name) => [name, name])))
  })
})

describe('a change is refused with every rule that it breaks, and nothing is stored', () => {
  async function refused(json: unknown, before: object = FULL): Promise<Record<string, string[]>> {
    const contact = await create(before)
    const answer = await patch(contact.id, json)
    assert.equal(answer.status, 400, answer.text)
    assert.deepEqual(await read(contact.id), contact)
    return answer.body.details
  }

  for (const empty of [null, '', ' ']) {
    test(`first_name as ${JSON.stringify(empty)}: it cannot be cleared`, async () => {
      const details = await refused({ first_name: empty, company: 'Other' })
      assert.deepEqual(Object.keys(details), ['first_name'])
      assert.match(details.first_name![0]!, /required/)
    })
  }

  test('all at once', async () => {
    const details = await refused({
      first_name: 1,
      last_name: 'x'.repeat(256),
      email: 'nobody',
      company: '\u0000',
      utm_source: [],
      utm_medium: {},
      phone: ['1'],
      extra: { long: 'x'.repeat(4_001) },
    })
    assert.deepEqual(Object.keys(details).sort(), [
      'company',
      'email',
      'first_name',
      'last_name',
      'long',
      'phone',
      'utm_medium',
      'utm_source',
    ])
  })

  test('more than 50 extra fields, including existing ones', async () => {
    const fields = (count: number, name: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name}${i}`, i]))
    const before = { first_name: 'Ana', extra: fields(49, 'old') }
    assert.match((await refused({ extra: fields(2, 'new') }, before)).extra![0]!, /At most 50 .* there are 51/)
    const { after } = await changed({ old0: null, extra: fields(2, 'new') }, before)
    assert.equal(Object.keys(after.extra).length, 50)
  })

  test('a body that is not an object', async () => {
    for (const json of [[], 'text', 1, null]) await refused(json)
  })
})

test('an unknown or malformed id is 404', async () => {
  for (const id of ['019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012', 'nothing']) {
    const answer = await patch(id, { first_name: 'Ana' })
    assert.equal(answer.status, 404)
    assert.match(answer.body.message, /GET \/v1\/contacts/)
  }
  const { id } = await create()
  await server.send('DELETE', `/v1/contacts/${id}`, { key })
  assert.equal((await patch(id, { first_name: 'Ana' })).status, 404)
})
