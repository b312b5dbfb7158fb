// @quick @sql

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { jobTable } from '../../../src/app/worker.ts'
import { FIELD_NAMES } from '../../../src/contact-fields.ts'
import { createOwner } from '../../helpers/owner.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { searchEverywhere } from '../../helpers/search-everywhere.ts'
import { startServer } from '../../helpers/server.ts'

const time = { now: Date.parse('2026-11-15T09:00:00Z') }
const server = await startServer({ clock: { now: () => time.now }, env: { ALLOW_PRIVATE_NETWORKS: 'true' } })
const MINUTE_MS = 60_000

/** A separate workspace. Each record is a minute younger than the previous one. */
async function newOwner() {
  const { workspaceId, key, send } = await createOwner(server)
  const create = async (json: object, headers = {}) => {
    time.now += MINUTE_MS
    const { status, body } = await send('POST', '/v1/contacts', json, headers)
    assert.equal(status, 201)
    return body.data
  }
  const list = async (query = '') => (await send('GET', `/v1/people?${query}`)).body
  const emails = async (query = '') => (await list(query)).data.map(({ email }: { email: string }) => email)
  const erase = async (email: string) => {
    const { status, body } = await send('POST', '/v1/people/erase', { email, confirm: true })
    assert.equal(status, 200)
    return body.data.erased
  }
  const webhook = (settings: object = {}) => server.webhook(workspaceId, settings)
  const receive = async (webhookKey: string, body: string, query = '') => {
    const answer = await server.send('POST', `/v1/webhooks/receive/${webhookKey}${query}`, { body })
    return answer.body.data?.id as string
  }
  return { workspaceId, key, send, create, list, emails, erase, webhook, receive }
}

const NOTHING = {
  contacts: 0,
  submissions: 0,
  import_rows: 0,
  deliveries: 0,
  rejections: 0,
  notes: 0,
  views: 0,
  events: 0,
  endpoint_answers: 0,
  stored_answers: 0,
  mails: 0,
}

describe('the list of people', () => {
  test('has one person per address, however it is written, with the values of the newest record, latest activity first', async () => {
    const { create, list } = await newOwner()
    const first = await create({ first_name: 'Ana', email: 'ana@bücher.example', company: 'Old', utm_source: 'shop' })
    await create({ first_name: 'Ben', email: 'ben@example.com' })
    await create({ first_name: 'Nobody' })
    const touched = await create({ first_name: 'Ana', email: 'ANA@xn--bcher-kva.example', utm_medium: 'mail' })
    const newest = await create({ first_name: 'Anna', last_name: 'Silva', email: 'Ana@Bücher.example' })
    const { data, pagination } = await list()
    assert.equal(pagination.total, 2)
    assert.deepEqual(data[0], {
      email: 'Ana@Bücher.example',
      first_name: 'Anna',
      last_name: 'Silva',
      company: null,
      records: 3,
      first_seen_at: first.created_at,
      last_seen_at: newest.created_at,
      first_touch: { utm_source: 'shop', utm_medium: null, at: first.created_at },
      last_touch: { utm_source: null, utm_medium: 'mail', at: touched.created_at },
    })
    assert.equal(data[1].email, 'ben@example.com')
    assert.deepEqual([data[1].records, data[1].first_touch, data[1].last_touch], [1, null, null])
  })

  test('shows how many records a person has, and the first and last touch, however many there are', async () => {
    const { workspaceId, list, send } = await newOwner()
    const minute = (n: number) => new Date(time.now + n * MINUTE_MS).toISOString()
    // In each group of five: only the third record has a touch; the second and the fourth; the first; the last; none.
    const touched = (person: number, n: number, records: number) =>
      [n === 2, n === 1 || n === records - 2, n === 0, n === records - 1, false][person % 5]!
    const people = [1, 2, 3, 4, 19, 20, 21, 45].flatMap((records) => Array.from({ length: 5 }, () => records))
    const rows = people.flatMap((records, person) =>
      Array.from({ length: records }, (_, n) => ({ person, n, source: touched(person, n, records) ? `${n}` : null })),
    )
    await server.sql(
      `insert into contacts (workspace_id, id, first_name, email, email_key, utm_source, created_at)
       select $1, (lpad(to_hex(row.n), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(row.person), 12, '0'))::uuid, row.n::text,
              'p' || row.person || '@example.com', 'p' || row.person || '@example.com', row.source,
              $3::timestamptz + row.n * interval '1 minute'
         from jsonb_to_recordset($2) as row (person integer, n integer, source text)`,
      [workspaceId, JSON.stringify(rows), minute(0)],
    )
    const expected = people.map((records, person) => {
      const of = rows.filter((row) => row.person === person)
      const touch = (row?: { n: number; source: string | null }) =>
        row === undefined ? null : { utm_source: row.source, utm_medium: null, at: minute(row.n) }
      return {
        email: `p${person}@example.com`,
        first_name: `${records - 1}`,
        last_name: null,
        company: null,
        records,
        first_seen_at: minute(0),
        last_seen_at: minute(records - 1),
        first_touch: touch(of.find(({ source }) => source !== null)),
        last_touch: touch(of.findLast(({ source }) => source !== null)),
      }
    })
    const { data } = await list('limit=100')
    const byName = (one: { email: string }, other: { email: string }) => (one.email < other.email ? -1 : 1)
    assert.deepEqual([...data].sort(byName), [...expected].sort(byName))
    // Pages end between the records of a person.
    for (const limit of [1, 7]) {
      const shown: object[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await list(`limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`)
        shown.push(...page.data)
        cursor = page.pagination.next_cursor
      }
      assert.deepEqual(shown, data)
      assert.deepEqual((await list(`limit=${limit}&page=3`)).data, data.slice(2 * limit, 3 * limit))
    }
    for (const person of expected.slice(-5)) {
      const { body } = await send('GET', `/v1/people/${person.email}?limit=1`)
      const { attribution: _, consents: __, contacts: ___, ...shown } = body.data
      assert.deepEqual(shown, person)
    }
  })

  test('can be read page by page, from both ends and by cursor, without repeats', async () => {
    const { create, emails, list } = await newOwner()
    for (const n of [1, 2, 3, 1, 4, 5, 2]) await create({ first_name: 'P', email: `p${n}@example.com` })
    const all = ['p2', 'p5', 'p4', 'p1', 'p3'].map((name) => `${name}@example.com`)
    assert.deepEqual(await emails(), all)
    assert.deepEqual(await emails('limit=2&page=2'), all.slice(2, 4))
    assert.deepEqual(await emails('limit=2&page=3'), all.slice(4))
    assert.deepEqual(await emails('limit=2&page=4'), [])
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data, pagination } = await list(cursor === '' ? 'limit=2' : `limit=2&cursor=${cursor}`)
      assert.deepEqual([pagination.total, pagination.totalPages], [5, 3])
      seen.push(...data.map(({ email }: { email: string }) => email))
      cursor = pagination.next_cursor
    }
    assert.deepEqual(seen, all)
  })

  test('is searched through all records of a person, and counts the results', async () => {
    const { create, list } = await newOwner()
    await create({ first_name: 'Ana', email: 'ana@example.com', company: '100%_Paper' })
    await create({ first_name: 'Ana', email: 'ana@example.com', company: 'Iron' })
    await create({ first_name: 'Ben', email: 'ben@example.com', company: '100 Papers' })
    for (const [query, expected] of Object.entries({
      paper: ['ben@example.com', 'ana@example.com'],
      '100%_': ['ana@example.com'],
      iron: ['ana@example.com'],
      'BEN@': ['ben@example.com'],
      nothing: [],
    })) {
      const { data, pagination } = await list(`q=${encodeURIComponent(query)}`)
      assert.deepEqual(
        data.map(({ email }: { email: string }) => email),
        expected,
        query,
      )
      assert.equal(pagination.total, expected.length, query)
    }
    const [ana] = (await list('q=paper&limit=1&page=2')).data
    assert.deepEqual([ana.company, ana.records], ['Iron', 2])
  })

  test('wrong parameters are reported at once', async () => {
    const { send } = await newOwner()
    const { status, body } = await send('GET', '/v1/people?limit=0&page=x&cursor=y')
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(body.details).sort(), ['cursor', 'limit', 'page'])
  })
})

describe('a person', () => {
  test('is read by any spelling, with the records in pages', async () => {
    const { create, send, list } = await newOwner()
    const older = await create({ first_name: 'Ana', email: 'ana+x/y@example.com', utm_source: 'shop' })
    const newer = await create({ first_name: 'Anna', email: 'Ana+x/y@Example.com', phone: '1' })
    await create({ first_name: 'Ben', email: 'ben@example.com' })
    const [, listed] = (await list()).data
    const path = `/v1/people/${encodeURIComponent('ANA+X/Y@EXAMPLE.COM')}`
    const { status, body } = await send('GET', path)
    assert.equal(status, 200)
    const { attribution } = body.data
    assert.equal(attribution.first.contact_id, older.id)
    assert.deepEqual(body.data, { ...listed, attribution, consents: [], contacts: [newer, older] })
    assert.equal(body.pagination.total, 2)
    const first = await send('GET', `${path}?limit=1`)
    assert.deepEqual(first.body.data.contacts, [newer])
    const second = await send('GET', `${path}?limit=1&cursor=${first.body.pagination.next_cursor}`)
    assert.deepEqual(second.body.data, { ...listed, attribution, consents: [], contacts: [older] })
    assert.equal(second.body.pagination.next_cursor, null)
  })

  for (const [name, address] of Object.entries({
    'an unknown address': 'nobody@example.com',
    'no address at all': 'nobody',
    'a NUL': 'ana@example.com%00',
  })) {
    test(`${name} is 404`, async () => {
      const { send } = await newOwner()
      assert.equal((await send('GET', `/v1/people/${address}`)).status, 404)
    })
  }

  test('"erase" is not an address: reading it is 405', async () => {
    const { send } = await newOwner()
    const { status, headers } = await send('GET', '/v1/people/erase')
    assert.deepEqual([status, headers.get('allow')], [405, 'POST'])
  })
})

describe('erasing a person', () => {
  test('leaves no trace of the address, counts what was erased, and leaves everyone else alone', async () => {
    const owner = await newOwner()
    const echo = await startReceiver(({ body }, response) => void response.end(body))
    await owner.send('POST', '/v1/events/endpoints', { url: echo.url })

    // Created through the API with an Idempotency-Key, and changed since.
    const headers = { 'idempotency-key': 'once' }
    const input = { first_name: 'Zoe', email: 'Zoe.Quint@example.com', phone: '555 quint' }
    const created = await owner.create(input, headers)
    await owner.send('PATCH', `/v1/contacts/${created.id}`, { company: 'Quint & Co' })
    // Another record, whose address has changed since.
    const moved = await owner.create({ first_name: 'Zoe', email: 'zoe.quint@example.com' })
    await owner.send('PATCH', `/v1/contacts/${moved.id}`, { email: 'zoe.new@example.com', first_name: 'Z' })
    // From a webhook, together with another person.
    const mapping = { each: '/people', fields: { first_name: '/name', email: '/mail' } }
    const mapped = await owner.webhook({ mapping })
    const people = [
      { name: 'Zoe', mail: 'zoe.quint@example.com' },
      { name: 'Ben', mail: 'ben@example.com' },
    ]
    const delivery = await owner.receive(mapped.key, JSON.stringify({ people }))
    const job = { workspace_id: owner.workspaceId, webhook_id: mapped.id, delivery_id: delivery }
    await jobTable(server.deps).tasks['webhook.map']!(job)
    // From a webhook without a mapping, and from one that refuses.
    const plain = await owner.webhook()
    await owner.receive(plain.key, 'mail=ZOE.QUINT%40example.com')
    await owner.receive(plain.key, 'nothing of hers', '?from=zoe.quint@example.com')
    const strict = await owner.webhook({ provider: 'github', secret: 'a secret of the sender' })
    await owner.receive(strict.key, '{"mail":"zoe.quint@example.com"}')
    await server.deps.courier.runDue()
    // Still in the outbox.
    await owner.create({ first_name: 'Zoe', email: 'zoe.quint@example.com' })

    assert.deepEqual(await searchEverywhere(server, 'quint'), [
      'contacts.company',
      'contacts.email',
      'contacts.email_key',
      'contacts.extra',
      'event_attempts.answer',
      'event_outbox.data',
      'events.data',
      'idempotency_keys.body',
      'webhook_deliveries.body',
      'webhook_deliveries.query',
      'webhook_rejections.body',
    ])
    const erased = await owner.erase('ZOE.quint@EXAMPLE.com')
    assert.deepEqual(await searchEverywhere(server, 'quint'), [])
    assert.deepEqual(erased, {
      contacts: 3,
      submissions: 0,
      import_rows: 0,
      deliveries: 3,
      rejections: 1,
      notes: 0,
      views: 0,
      // Three created, one changed, and the creation of the one whose address changed.
      events: 5,
      // For the four that were sent, and for the three deliveries.
      endpoint_answers: 7,
      stored_answers: 1,
      mails: 0,
    })

    assert.deepEqual(await owner.emails(), ['ben@example.com', 'zoe.new@example.com'])
    await server.deps.courier.runDue()
    const told = echo.requests.map(({ body }) => JSON.parse(body)).filter(({ type }) => type === 'contact.deleted')
    assert.equal(told.length, 3)
    assert.ok(told.some(({ data }) => data.id === created.id && data.deleted === true))
    const { body } = await owner.send('GET', '/v1/events?type=webhook.received')
    assert.deepEqual(
      body.data.map(({ data }: { data: object }) => data),
      body.data.map(({ data }: { data: { id: string } }) => ({ id: data.id, erased: true })),
    )
    // A repeat of the first request creates nobody.
    const repeat = await owner.send('POST', '/v1/contacts', input, headers)
    assert.equal(repeat.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual([repeat.body.data.id, repeat.body.data.email], [created.id, null])
    assert.deepEqual(await owner.erase('zoe.quint@example.com'), NOTHING)
  })

  test('forgets no field, whatever the origin and later changes of a contact', async () => {
    const owner = await newOwner()
    const echo = await startReceiver(({ body }, response) => void response.end(body))
    await owner.send('POST', '/v1/events/endpoints', { url: echo.url })
    const valueFor = (name: string) => (name === 'email' ? 'kestrel@example.com' : `kestrel ${name}`)
    const record = Object.fromEntries([...FIELD_NAMES, 'anything_else'].map((name) => [name, valueFor(name)]))
    const { id } = await owner.create(record, { 'idempotency-key': 'every field' })
    await owner.send('PATCH', `/v1/contacts/${id}`, { ...record, first_name: 'kestrel again' })
    const mapped = await owner.webhook({ mapping: { preset: 'generic_form' } })
    const delivery = await owner.receive(mapped.key, JSON.stringify(record))
    const job = { workspace_id: owner.workspaceId, webhook_id: mapped.id, delivery_id: delivery }
    await jobTable(server.deps).tasks['webhook.map']!(job)
    await server.deps.courier.runDue()

    const places = await searchEverywhere(server, 'kestrel')
    for (const name of FIELD_NAMES) assert.ok(places.includes(`contacts.${name}`), name)
    await owner.erase('kestrel@example.com')
    assert.deepEqual(await searchEverywhere(server, 'kestrel'), [])
  })

  test('finds an address however a delivery writes it, and no address that only looks like it', async () => {
    const owner = await newOwner()
    const { key } = await owner.webhook()
    const hers = [
      'ána@bücher.example',
      '{"mail":"\\u00e1na@b\\u00fccher.example"}',
      '{"note":"\\nána\\u0040bücher.example"}',
      'mail=%C3%A1na%40b%C3%BCcher.example&x=1',
      'mail=%22%C3%A1na@xn--bcher-kva.example%22',
      "'ána@XN--BCHER-KVA.example'",
      'Write to <ána@bücher.example>.',
      'to ána@bücher.example. Then',
    ]
    const notHers = [
      'joána@bücher.example',
      'x.ána@bücher.example',
      'x+ána@bücher.example',
      'x%2B%C3%A1na%40b%C3%BCcher.example',
      "o'ána@bücher.example",
      'ána@bücher.example.com',
      'ána@bücher.examples',
      'ána@bücher.example-2.com',
      'ana@bücher.example',
      '{"mail":"\\u00e9\\u00e1na@b\\u00fccher.example"}',
    ]
    const kept: string[] = []
    for (const body of [...hers, ...notHers]) {
      const id = await owner.receive(key, body)
      if (notHers.includes(body)) kept.push(id)
    }
    assert.deepEqual(await owner.erase('Ána@bücher.example'), { ...NOTHING, deliveries: hers.length })
    const left = await server.sql<{ id: string }>(
      'select id from webhook_deliveries where workspace_id = $1 order by id',
      [owner.workspaceId],
    )
    assert.deepEqual(
      left.map(({ id }) => id),
      kept,
    )
  })

  test('processes more records and deliveries than one step takes', async () => {
    const owner = await newOwner()
    const { id: source } = await owner.webhook()
    await server.sql(
      `insert into contacts (workspace_id, id, first_name, email, email_key, created_at)
       select $1, gen_random_uuid(), 'Ana', 'ana@example.com', 'ana@example.com', now() from generate_series(1, 2500)`,
      [owner.workspaceId],
    )
    await server.sql(
      `insert into webhook_deliveries (workspace_id, source_id, id, received_at, query, headers, body, body_sha256)
       select $1, $2, gen_random_uuid(), now(), '', '[]', body, sha256(body)
         from generate_series(1, 1500) as n,
              lateral (select convert_to(case when n % 3 = 0 then 'b' else 'a' end || 'na@example.com', 'UTF8') as body) as b`,
      [owner.workspaceId, source],
    )
    assert.deepEqual(await owner.erase('ana@example.com'), { ...NOTHING, contacts: 2500, deliveries: 1000 })
    assert.equal((await owner.list()).pagination.total, 0)
    const left = await server.sql('select from webhook_deliveries where workspace_id = $1', [owner.workspaceId])
    assert.equal(left.length, 500)
    const told = await server.sql(`select from event_outbox where workspace_id = $1 and type = 'contact.deleted'`, [
      owner.workspaceId,
    ])
    assert.equal(told.length, 2500)
  })

  test('two concurrent erasures share the work: each record is counted and announced once', async () => {
    const owner = await newOwner()
    for (let i = 0; i < 20; i++) await owner.create({ first_name: 'Ana', email: 'ana@example.com' })
    const counts = await Promise.all([1, 2, 3].map(() => owner.erase('ana@example.com')))
    assert.equal(
      counts.reduce((sum, { contacts }) => sum + contacts, 0),
      20,
    )
    const told = await server.sql(`select from event_outbox where workspace_id = $1 and type = 'contact.deleted'`, [
      owner.workspaceId,
    ])
    assert.equal(told.length, 20)
  })

  describe('whose row is in a file that is being imported', () => {
    const runPart = (workspaceId: string, importId: string, part: number) =>
      jobTable(server.deps).tasks['contacts.import']!({ workspace_id: workspaceId, import_id: importId, part })
    const begin = async (owner: Awaited<ReturnType<typeof newOwner>>, file: string) => {
      const { status, body } = await server.send('POST', '/v1/contacts/imports', {
        key: owner.key,
        headers: { 'content-type': 'text/csv' },
        body: file,
      })
      assert.equal(status, 201)
      return body.data.id as string
    }

    test('blanks only those rows: they make no contact, and all others keep their lines', async () => {
      const owner = await newOwner()
      const file = [
        'first_name;email;note',
        'Ben;ben@example.com;',
        'Zoe;ZOE.vale@example.com;"two',
        'lines; and a quote """',
        'Joan;x.zoe.vale@example.com;',
        ';not an address;',
        'Zoe;zoe.vale@example.com;',
        'Friend;friend@example.com;of zoe.vale\\u0040example.com',
        'Eve;eve@example.com;"last"',
      ].join('\r\n')
      const id = await begin(owner, file)
      const theirs = await newOwner()
      const other = await begin(theirs, 'first_name,email\nZoe,zoe.vale@example.com\n')
      assert.deepEqual(await owner.erase('zoe.vale@example.com'), { ...NOTHING, import_rows: 3 })
      const parts = await server.sql<{ text: string }>('select text from contact_import_parts where import_id = $1', [
        id,
      ])
      assert.doesNotMatch(parts.map(({ text }) => text).join(), /(?<!x\.)zoe.vale/i)
      await runPart(owner.workspaceId, id, 0)
      const { body } = await owner.send('GET', `/v1/contacts/imports/${id}`)
      const { state, rows, created, skipped, failed } = body.data
      assert.deepEqual([state, rows, created, skipped, failed], ['done', 7, 3, 3, 1])
      assert.deepEqual((await owner.emails()).sort(), ['ben@example.com', 'eve@example.com', 'x.zoe.vale@example.com'])
      const listed = await owner.send('GET', `/v1/contacts/imports/${id}/rows`)
      assert.deepEqual(
        listed.body.data.map(({ line, outcome }: { line: number; outcome: string }) => [line, outcome]),
        [
          [3, 'skipped'],
          [6, 'failed'],
          [7, 'skipped'],
          [8, 'skipped'],
        ],
      )
      await runPart(theirs.workspaceId, other, 0)
      assert.deepEqual(await theirs.emails(), ['zoe.vale@example.com'], 'another workspace keeps its file')
    })

    test('waits for rows that are being stored, and erases what they became', async () => {
      const owner = await newOwner()
      for (let round = 0; round < 5; round++) {
        const rows = Array.from({ length: 600 }, (_, i) => `N${i},zoe.vale@example.com`)
        const id = await begin(owner, `first_name,email\n${rows.join('\n')}\n`)
        const [counts] = await Promise.all([owner.erase('zoe.vale@example.com'), runPart(owner.workspaceId, id, 0)])
        await runPart(owner.workspaceId, id, 0)
        await runPart(owner.workspaceId, id, 1)
        assert.deepEqual(await owner.emails(), [])
        assert.equal(counts.contacts + counts.import_rows, 600)
        const { body } = await owner.send('GET', `/v1/contacts/imports/${id}`)
        assert.deepEqual([body.data.created, body.data.skipped], [counts.contacts, counts.import_rows])
      }
    })
  })

  test("leaves another workspace's records of the same address", async () => {
    const [ours, theirs] = [await newOwner(), await newOwner()]
    const input = { first_name: 'Ana', email: 'ana@example.com' }
    const headers = { 'idempotency-key': 'same' }
    await ours.create(input, headers)
    const kept = await theirs.create(input, headers)
    const { key } = await theirs.webhook()
    await theirs.receive(key, 'ana@example.com')
    assert.deepEqual(await ours.erase('ana@example.com'), { ...NOTHING, contacts: 1, events: 1, stored_answers: 1 })
    assert.deepEqual(await ours.emails(), [])
    assert.deepEqual((await theirs.send('GET', '/v1/people/ana%40example.com')).body.data.contacts, [kept])
    assert.deepEqual(await theirs.erase('ana@example.com'), {
      ...NOTHING,
      contacts: 1,
      deliveries: 1,
      events: 1,
      stored_answers: 1,
    })
  })

  for (const [name, json, fields] of [
    ['nothing', {}, ['email', 'confirm']],
    ['no confirmation', { email: 'ana@example.com' }, ['confirm']],
    ['a confirmation that is only a word', { email: 'ana@example.com', confirm: 'true' }, ['confirm']],
    ['something that is no address', { email: 'ana', confirm: true }, ['email']],
    ['a list of addresses', { email: ['ana@example.com'], confirm: true }, ['email']],
  ] as const) {
    test(`${name} is 400, and nothing is erased`, async () => {
      const owner = await newOwner()
      await owner.create({ first_name: 'Ana', email: 'ana@example.com' })
      const { status, body } = await owner.send('POST', '/v1/people/erase', json)
      assert.equal(status, 400)
      assert.deepEqual(Object.keys(body.details), fields)
      assert.deepEqual(await owner.emails(), ['ana@example.com'])
    })
  }

  test('no address of a person is in the log', async () => {
    const owner = await newOwner()
    await owner.create({ first_name: 'Ana', email: 'logged@example.com' })
    await owner.send('GET', '/v1/people/logged%40example.com')
    await owner.erase('logged@example.com')
    assert.ok(server.logs.length > 0)
    assert.ok(!server.logs.join('').includes('logged'))
  })
})
