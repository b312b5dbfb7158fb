import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { jobTable } from '../../../src/app/worker.ts'
import { STATUS_KEYS } from '../../../src/contact-fields.ts'
import type { Jobs } from '../../../src/jobs/table.ts'
import { startServer } from '../../helpers/server.ts'
import { addPerson, signIn } from '../../helpers/session.ts'
import { emittedOf, typesOf } from '../events/emitted.ts'

// Status, owner and tags of a contact.

const server = await startServer()
const key = await server.key()
const owner = await signIn(server)
const { name } = (await owner.send('GET', '/v1/me')).body.data.user
const NOBODY = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9099'

const send = (method: string, path: string, json?: unknown, headers = {}) =>
  server.send(method, path, { key, headers, ...(json === undefined ? {} : { json }) })

async function create(json: object = {}) {
  const { status, body } = await send('POST', '/v1/contacts', { first_name: 'Ana', ...json })
  assert.equal(status, 201)
  return body.data
}

const patch = (id: string, json: unknown, headers = {}) => send('PATCH', `/v1/contacts/${id}`, json, headers)
/** As lists and changes show it. */
const read = async (id: string) => {
  const {
    attribution: _,
    merged: __,
    merged_into: ___,
    ...contact
  } = (await send('GET', `/v1/contacts/${id}`)).body.data
  return contact
}
const idsOf = async (query: string, as = send) =>
  (await as('GET', `/v1/contacts?${query}`)).body.data.map(({ id }: { id: string }) => id)
const leadOf = ({ status, owner_id, tags }: Record<string, unknown>) => ({ status, owner_id, tags })
const FRESH = { status: 'new', owner_id: null, tags: [] }

describe('a new contact', () => {
  test('is new, and has no owner and no tags', async () => {
    const contact = await create()
    assert.deepEqual(leadOf(contact), FRESH)
    assert.deepEqual(await read(contact.id), contact)
  })

  test('of a key or a session may come with a status and tags', async () => {
    const made = await create({ status: 'qualified', tags: [' Trade  Fair ', 'VIP', 'vip'] })
    assert.deepEqual(leadOf(made), { status: 'qualified', owner_id: null, tags: ['trade fair', 'vip'] })
    assert.deepEqual(made.extra, {})
    assert.deepEqual(await read(made.id), made)
    const { body } = await owner.send('POST', '/v1/contacts', { json: { first_name: 'Bea', status: 'won' } })
    assert.equal(body.data.status, 'won')
    const once = await send('POST', '/v1/contacts', { first_name: 'Cy', tags: ['a'] }, { 'idempotency-key': 'tags' })
    assert.deepEqual(await read(once.body.data.id), once.body.data)
  })

  test('of a form does not: what it sends is an additional field', async () => {
    const { status, body } = await server.send('POST', '/v1/contacts', {
      json: { first_name: 'F', status: 'won', owner_id: 'x' },
    })
    assert.equal(status, 201)
    assert.deepEqual(leadOf(body.data), FRESH)
    assert.deepEqual(body.data.extra, { status: 'won', owner_id: 'x' })
  })

  test('is not lost because of an unknown status', async () => {
    const made = await create({ status: 'active customer', tags: 'a, b' })
    assert.deepEqual(leadOf(made), FRESH)
    assert.deepEqual(made.extra, { status: 'active customer', tags: 'a, b' })
  })

  test('created with many others keeps its own', async () => {
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, i) => create(i % 3 === 0 ? { status: STATUS_KEYS[i % 5], tags: [`t${i}`] } : {})),
    )
    for (const [i, contact] of made.entries()) {
      const lead = i % 3 === 0 ? { status: STATUS_KEYS[i % 5], owner_id: null, tags: [`t${i}`] } : FRESH
      assert.deepEqual(leadOf(await read(contact.id)), lead)
    }
  })
})

describe('a change', () => {
  test('of the status emits one event, with the previous status and the author, and no contact.updated', async () => {
    const { id } = await create()
    const answer = await owner.send('PATCH', `/v1/contacts/${id}`, { json: { status: 'contacted' } })
    assert.deepEqual([answer.status, answer.body.data.status], [200, 'contacted'])
    const [, told, ...more] = await emittedOf(server, id)
    assert.deepEqual(more, [])
    const by = { kind: 'user', id: owner.id, name }
    assert.equal(told!.type, 'contact.status_changed')
    assert.deepEqual(told!.data, { ...answer.body.data, from: 'new', to: 'contacted', by })
    assert.equal(answer.headers.get('etag'), '"2"')
  })

  test('of the owner emits one event, and several changes at once one event each', async () => {
    const { id } = await create()
    await patch(id, { owner_id: owner.id.toUpperCase() })
    assert.equal((await read(id)).owner_id, owner.id)
    await patch(id, { owner_id: null, status: 'lost', tags: ['x'], company: 'Y' })
    const told = await emittedOf(server, id)
    const types = [
      'contact.created',
      'contact.assigned',
      'contact.updated',
      'contact.status_changed',
      'contact.assigned',
    ]
    assert.deepEqual(
      told.map(({ type }) => type),
      types,
    )
    const { from, to, by } = told.at(-1)!.data as { from: string; to: null; by: { kind: string } }
    assert.deepEqual([from, to, by.kind], [owner.id, null, 'key'])
    assert.equal(told.at(-1)!.version, told.at(-3)!.version)
  })

  test('of the tags emits contact.updated; null clears them; the same list again does nothing', async () => {
    const { id } = await create()
    assert.deepEqual((await patch(id, { tags: ['B', 'a'] })).body.data.tags, ['b', 'a'])
    assert.equal((await patch(id, { tags: ['b', 'a'], status: 'new', owner_id: null })).status, 200)
    assert.deepEqual((await patch(id, { tags: null })).body.data.tags, [])
    assert.deepEqual(await typesOf(server, id), ['contact.created', 'contact.updated', 'contact.updated'])
  })

  test('respects If-Match, and a contact that was read can be sent back', async () => {
    const contact = await create({ status: 'won', tags: ['a'] })
    assert.equal((await patch(contact.id, { status: 'lost' }, { 'if-match': '"7"' })).status, 412)
    assert.deepEqual((await patch(contact.id, contact)).body.data, contact)
  })

  for (const [json, field] of [
    [{ status: 'open' }, 'status'],
    [{ status: null }, 'status'],
    [{ owner_id: 'me' }, 'owner_id'],
    [{ owner_id: NOBODY }, 'owner_id'],
    [{ tags: 'a' }, 'tags'],
    [{ tags: ['a, b'] }, 'tags[0]'],
    [{ tags: [''] }, 'tags[0]'],
    [{ tags: ['x'.repeat(65)] }, 'tags[0]'],
    [{ tags: Array.from({ length: 51 }, (_, i) => `t${i}`) }, 'tags'],
  ] as const) {
    test(`to ${JSON.stringify(json).slice(0, 40)} is refused, and the message says what to do`, async () => {
      const contact = await create()
      const { status, body } = await patch(contact.id, json)
      assert.equal(status, 400)
      assert.deepEqual(Object.keys(body.details), [field])
      assert.deepEqual(await read(contact.id), contact)
    })
  }

  test('to an owner of another workspace is refused', async () => {
    const { id } = await create()
    const stranger = await addPerson(server, { workspaceId: await server.workspace() })
    assert.equal((await patch(id, { owner_id: stranger.id })).status, 400)
  })
})

describe('filters', () => {
  test('by status, owner and tag apply to the list, its total and the export', async () => {
    const mine = await create({ tags: ['needle', 'other'], status: 'won' })
    const free = await create({ tags: ['needle'], status: 'lost' })
    await patch(mine.id, { owner_id: owner.id })
    assert.deepEqual(await idsOf('tag=Needle'), [free.id, mine.id])
    assert.deepEqual(await idsOf('tag=needle&status=won'), [mine.id])
    assert.deepEqual(await idsOf('tag=needle&owner_id=none'), [free.id])
    assert.deepEqual(await idsOf(`tag=needle&owner_id=${owner.id}`), [mine.id])
    assert.deepEqual(await idsOf('tag=needle&owner_id=me', (method, path) => owner.send(method, path)), [mine.id])
    assert.deepEqual(await idsOf('tag=need'), [])
    assert.deepEqual(await idsOf(`tag=needle&q=ana`), [free.id, mine.id])
    const { body } = await send('GET', '/v1/contacts?tag=needle&limit=1')
    assert.equal(body.pagination.total, 2)
    const file = await send('GET', '/v1/contacts/export?tag=needle&status=won')
    assert.deepEqual([file.text.includes(mine.id), file.text.includes(free.id)], [true, false])
  })

  test('that match most contacts count exactly: new ones, and those without an owner', async () => {
    for (const query of [
      'status=new',
      'owner_id=none',
      'status=new&owner_id=none',
      'status=won',
      'owner_id=none&q=ana',
    ]) {
      const { body } = await send('GET', `/v1/contacts?${query}&limit=1000`)
      assert.ok(body.data.length > 0 && body.data.length < 1000)
      assert.equal(body.pagination.total, body.data.length, query)
    }
  })

  for (const query of ['status=open', 'owner_id=somebody', 'owner_id=me']) {
    test(`refuse ${query} of a key`, async () => {
      const { status, body } = await send('GET', `/v1/contacts?${query}`)
      assert.deepEqual([status, Object.keys(body.details)], [400, [query.split('=')[0]]])
    })
  }

  test('have values: statuses under their names, the team, and tags with their counts', async () => {
    for (let i = 0; i < 3; i++) await create({ tags: ['often', ...(i === 0 ? ['once'] : [])] })
    const { body } = await send('GET', '/v1/contacts/values')
    const { status, owner_id, tag } = body.data
    assert.deepEqual(
      status.map(({ value }: { value: string }) => value),
      STATUS_KEYS,
    )
    assert.ok(status[0].contacts > 0)
    assert.deepEqual(owner_id[0], { value: owner.id, label: name, contacts: owner_id[0].contacts })
    assert.ok(!owner_id.some(({ value }: { value: string }) => value === NOBODY))
    const counts = Object.fromEntries(
      tag.map((each: { value: string; contacts: number }) => [each.value, each.contacts]),
    )
    assert.deepEqual([counts.often, counts.once], [3, 1])
  })
})

describe('names of statuses', () => {
  const change = (contact_statuses: unknown) => owner.send('PATCH', '/v1/workspace', { json: { contact_statuses } })
  const labels = async () =>
    (await owner.send('GET', '/v1/workspace')).body.data.contact_statuses.map(({ label }: { label: string }) => label)

  test('are those of the workspace; the keys stay', async () => {
    const USUAL = ['New', 'Contacted', 'Qualified', 'Won', 'Lost']
    assert.deepEqual(await labels(), USUAL)
    const { status, body } = await change([{ key: 'won', label: 'Customer' }])
    assert.equal(status, 200)
    assert.deepEqual(body.data.contact_statuses[3], { key: 'won', label: 'Customer' })
    assert.deepEqual(await labels(), ['New', 'Contacted', 'Qualified', 'Customer', 'Lost'])
    const { data } = (await send('GET', '/v1/contacts/values')).body
    assert.equal(data.status[3].label, 'Customer')
    assert.equal((await change(body.data.contact_statuses)).status, 200)
    await change(null)
    assert.deepEqual(await labels(), USUAL)
  })

  for (const wrong of [
    'x',
    [{ key: 'open', label: 'Open' }],
    [{ key: 'won', label: '' }],
    [{ key: 'won', label: 'x'.repeat(41) }],
    [{ key: 'won', label: 'lost' }],
    [
      { key: 'won', label: 'A' },
      { key: 'won', label: 'B' },
    ],
    [null],
  ]) {
    test(`are refused as ${JSON.stringify(wrong).slice(0, 50)}`, async () => {
      assert.equal((await change(wrong)).status, 400)
    })
  }
})

describe('many at once', () => {
  const bulk = (json: object) => send('POST', '/v1/contacts/bulk', json)

  test('are changed by their ids, each with its events; those that already match are left alone', async () => {
    const [a, b] = [
      await create({ tags: ['keep', 'gone'] }),
      await create({ status: 'contacted', tags: ['keep', 'add'] }),
    ]
    const { status, body } = await bulk({
      ids: [a.id, b.id, NOBODY],
      set: { status: 'contacted' },
      add_tags: ['Add'],
      remove_tags: ['gone'],
    })
    assert.equal(status, 200)
    assert.deepEqual(body.data, { matched: 2, changed: 1, next_cursor: null })
    assert.deepEqual(leadOf(await read(a.id)), { status: 'contacted', owner_id: null, tags: ['keep', 'add'] })
    assert.deepEqual(await typesOf(server, a.id), ['contact.created', 'contact.updated', 'contact.status_changed'])
    const [, updated] = await emittedOf(server, a.id)
    assert.deepEqual(updated!.data, await read(a.id))
    assert.deepEqual(await typesOf(server, b.id), ['contact.created'])
  })

  test('are changed by a filter, a thousand at a time, and the cursor reaches all', async () => {
    await server.sql(
      `insert into contacts (workspace_id, id, first_name, utm_source, created_at)
       select $1, ('01800000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'Many', 'fair', now()
         from generate_series(1, 1500) i`,
      [server.deps.workspaceId],
    )
    const filter = { utm_source: 'fair' }
    const first = (await bulk({ filter, add_tags: ['fair'], set: { owner_id: owner.id } })).body.data
    assert.deepEqual([first.matched, first.changed], [1000, 1000])
    const second = (await bulk({ filter, add_tags: ['fair'], set: { owner_id: owner.id }, cursor: first.next_cursor }))
      .body.data
    assert.deepEqual(second, { matched: 500, changed: 500, next_cursor: null })
    const [row] = await server.sql(
      "select count(*)::int as count from contacts where tags = '{fair}' and owner_id = $1",
      [owner.id],
    )
    assert.equal(row!.count, 1500)
    const again = await bulk({ filter: { tag: 'fair', status: 'new' }, add_tags: ['fair'] })
    assert.equal(again.body.data.changed, 0)
  })

  for (const wrong of [
    {},
    { ids: [] },
    { ids: ['x'], set: { status: 'won' } },
    { ids: [NOBODY], filter: { status: 'new' }, set: { status: 'won' } },
    { filter: {}, set: { status: 'won' } },
    { filter: { colour: 'red' }, set: { status: 'won' } },
    { filter: { owner_id: 'me' }, set: { status: 'won' } },
    { ids: [NOBODY] },
    { ids: [NOBODY], set: { status: 'open' } },
    { ids: [NOBODY], set: { owner_id: NOBODY } },
    { ids: [NOBODY], set: { first_name: 'x' } },
    { ids: [NOBODY], add_tags: 'x' },
    { ids: [NOBODY], add_tags: ['x'], cursor: 'x' },
    { ids: Array.from({ length: 1001 }, () => NOBODY), add_tags: ['x'] },
  ]) {
    test(`are refused as ${JSON.stringify(wrong).slice(0, 70)}`, async () => {
      assert.equal((await bulk(wrong)).status, 400)
    })
  }

  test('need the permission to change contacts, and never reach another workspace', async () => {
    const contact = await create()
    const json = { ids: [contact.id], set: { status: 'won' } }
    const reader = await server.key({ scopes: ['contacts:read'] })
    assert.equal((await server.send('POST', '/v1/contacts/bulk', { key: reader, json })).status, 403)
    const other = await server.key({ workspaceId: await server.workspace() })
    const { body } = await server.send('POST', '/v1/contacts/bulk', { key: other, json })
    assert.deepEqual(body.data, { matched: 0, changed: 0, next_cursor: null })
    assert.deepEqual(await read(contact.id), contact)
  })

  test('do not overwrite a concurrent change', async () => {
    const made = await Promise.all(Array.from({ length: 30 }, () => create()))
    const ids = made.map(({ id }) => id)
    const tags = ['one', 'two', 'three', 'four']
    await Promise.all(tags.map((tag, i) => bulk({ ids: i % 2 ? ids : ids.toReversed(), add_tags: [tag] })))
    for (const id of ids) assert.deepEqual((await read(id)).tags.toSorted(), tags.toSorted())
  })
})

describe('as CSV', () => {
  const file = (body: string, query = '') =>
    server.send('POST', `/v1/contacts/imports${query}`, { key, headers: { 'content-type': 'text/csv' }, body })

  test('status, owner and tags are imported if they are known, and otherwise kept as they are', async () => {
    await owner.send('PATCH', '/v1/workspace', { json: { contact_statuses: [{ key: 'won', label: 'Customer' }] } })
    const rows = [
      'First name,Lead status,Owner,Tags',
      `One,customer,${owner.email.toUpperCase()},"CSV; Fair, csv"`,
      'Two,QUALIFIED,nobody@example.org,csv',
      `Three,Open deal,,csv`,
      `Four,,,${'x'.repeat(65)}`,
    ].join('\n')
    const preview = (await file(rows, '?dry_run=true')).body.data
    assert.deepEqual(
      preview.columns.map(({ use, field }: { use: string; field: string }) => `${use} ${field}`),
      ['field first_name', 'lead status', 'lead owner', 'lead tags'],
    )
    assert.deepEqual(leadOf(preview.contacts[0]), { status: 'won', owner_id: owner.id, tags: ['csv', 'fair'] })
    const { body } = await file(rows)
    const job = { workspace_id: server.deps.workspaceId, import_id: body.data.id, part: 0 }
    await jobTable(server.deps).tasks['contacts.import']!(job)
    await owner.send('PATCH', '/v1/workspace', { json: { contact_statuses: null } })
    const made = (await send('GET', '/v1/contacts?limit=4')).body.data.toReversed()
    assert.deepEqual(
      made.map((contact: { first_name: string; extra: object }) => [
        contact.first_name,
        leadOf(contact as never),
        contact.extra,
      ]),
      [
        ['One', { status: 'won', owner_id: owner.id, tags: ['csv', 'fair'] }, {}],
        ['Two', { status: 'qualified', owner_id: null, tags: ['csv'] }, { Owner: 'nobody@example.org' }],
        ['Three', { ...FRESH, tags: ['csv'] }, { 'Lead status': 'Open deal' }],
        ['Four', FRESH, { Tags: 'x'.repeat(65) }],
      ],
    )
    const exported = (await send('GET', '/v1/contacts/export?tag=fair&q=one')).text.split('\r\n')
    assert.match(exported[0]!, /,status,owner,tags,/)
    assert.ok(exported[1]!.includes(`,won,${owner.email},"csv, fair",`), exported[1])
  })
})

describe('a member who leaves the team', () => {
  test('leaves contacts without an owner, with an event for each', async () => {
    const guest = await addPerson(server, { role: 'editor' })
    const contact = await create()
    await patch(contact.id, { owner_id: guest.id })
    assert.equal((await owner.send('DELETE', `/v1/team/${guest.id}`)).status, 200)
    const [job] = await server.sql<{ payload: Jobs['contacts.unassign'] }>(
      `select payload from graphile_worker._private_jobs where key = $1`,
      [`contacts.unassign:${server.deps.workspaceId}:${guest.id}`],
    )
    await jobTable(server.deps).tasks['contacts.unassign']!(job!.payload)
    assert.equal((await read(contact.id)).owner_id, null)
    const told = (await emittedOf(server, contact.id)).at(-1)!
    const { from, to, by } = told.data as Record<string, unknown>
    assert.deepEqual([told.type, from, to, by], ['contact.assigned', guest.id, null, null])
    assert.equal((await patch(contact.id, { owner_id: guest.id })).status, 400)
  })
})
