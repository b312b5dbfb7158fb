import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runSql } from '../../helpers/postgres.ts'
import { type Answer, type SendOptions, startServer, type TestServer } from '../../helpers/server.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const env = { TRUST_PROXY: 'loopback' }
const server = await startServer({ env })
// Another process on the same database, without the memory of the first one.
const second = await startServer({ beside: server, env })
const time = { now: Date.now() }
const frozen = await startServer({ beside: server, clock: { now: () => time.now } })
const key = await server.key()

let keys = 0
const newKey = () => `test-${++keys}`

function create(idempotencyKey: string, json: unknown, options: SendOptions & { on?: TestServer } = {}) {
  const { on = server, headers, ...rest } = options
  const sent = { ...headers, 'idempotency-key': idempotencyKey }
  return on.send('POST', '/v1/contacts', { key, json, ...rest, headers: sent })
}

/** Without a key, from this address. */
const createPublic = (idempotencyKey: string, json: unknown, address: string) =>
  server.send('POST', '/v1/contacts', {
    json,
    headers: { 'idempotency-key': idempotencyKey, 'x-forwarded-for': address },
  })

async function countNamed(name: string): Promise<number> {
  const text = 'select count(*)::int as count from contacts where first_name = $1'
  const [row] = await server.sql<{ count: number }>(text, [name])
  return row!.count
}

async function countStored(idempotencyKey: string): Promise<number> {
  const text = 'select count(*)::int as count from idempotency_keys where key = $1'
  const [row] = await server.sql<{ count: number }>(text, [idempotencyKey])
  return row!.count
}

function assertReplay(answer: Answer, first: Answer): void {
  assert.equal(answer.status, first.status, answer.text)
  assert.equal(answer.text, first.text)
  assert.equal(answer.headers.get('content-type'), first.headers.get('content-type'))
  assert.equal(answer.headers.get('idempotency-replayed'), 'true')
}

function assertNew(answer: Answer): void {
  assert.equal(answer.status, 201, answer.text)
  assert.equal(answer.headers.get('idempotency-replayed'), null)
}

describe('a repeat', () => {
  test('of a contact gives the same bytes and makes no second row', async () => {
    const id = newKey()
    const json = { first_name: 'repeat', email: 'r@example.com', note: 'ä😀', age: 1.5 }
    const first = await create(id, json)
    assertNew(first)
    for (let i = 0; i < 3; i++) assertReplay(await create(id, json), first)
    assert.equal(await countNamed('repeat'), 1)
    const read = await server.send('GET', `/v1/contacts/${first.body.data.id}`, { key })
    const { attribution: _, merged: __, merged_into: ___, ...contact } = read.body.data
    assert.deepEqual(contact, first.body.data)
  })

  const posts = {
    thread: { media_type: 'text', content: 'Hello' },
    photo: { media_type: 'feed_post', media_urls: ['https://cdn.example.com/a.jpg'] },
    professional: { content: 'Hello' },
    short: { content: 'Hello', status: 'scheduled', scheduled_date: '2030-01-01T09:00:00Z' },
  }
  for (const [platform, json] of Object.entries(posts)) {
    test(`of a ${platform} post gives the same bytes and makes no second row or job`, async () => {
      const headers = { 'idempotency-key': newKey() }
      const send = () => server.send('POST', `/v1/posts/${platform}`, { key, headers, json })
      const first = await send()
      assertNew(first)
      assertReplay(await send(), first)
      const rows = await server.sql('select id from posts where platform = $1', [platform])
      assert.deepEqual(rows, [{ id: first.body.data.id }])
      const text = `select count(*)::int as count from graphile_worker._private_jobs where key like 'post.publish:%' and payload::text like $1`
      const [jobs] = await server.sql(text, [`%${first.body.data.id}%`])
      assert.equal(jobs!.count, platform === 'short' ? 1 : 0)
    })
  }

  test('that reaches another process gets the same bytes', async () => {
    const id = newKey()
    const first = await create(id, { first_name: 'restart' })
    assertReplay(await create(id, { first_name: 'restart' }, { on: second }), first)
    assert.equal(await countNamed('restart'), 1)
  })

  test('without an API key gives the same bytes to the same address, and to no other', async () => {
    const id = newKey()
    const json = { first_name: 'public' }
    const first = await createPublic(id, json, '192.0.2.1')
    assertNew(first)
    assertReplay(await createPublic(id, json, '192.0.2.1'), first)
    const other = await createPublic(id, json, '192.0.2.2')
    assertNew(other)
    assert.notEqual(other.body.data.id, first.body.data.id)
    assertNew(await create(id, json))
    assert.equal(await countNamed('public'), 3)
  })

  test('by another API key is a request of its own, in the same workspace and in another', async () => {
    const id = newKey()
    const others = [await server.key(), await server.key({ workspaceId: await server.workspace() })]
    const answers = [await create(id, { first_name: 'callers' })]
    for (const other of others) answers.push(await create(id, { first_name: 'callers' }, { key: other }))
    for (const answer of answers) assertNew(answer)
    assert.equal(new Set(answers.map((answer) => answer.body.data.id)).size, 3)
  })

  test('after the contact was deleted still gives the first answer, and creates nothing', async () => {
    const id = newKey()
    const first = await create(id, { first_name: 'deleted' })
    await server.send('DELETE', `/v1/contacts/${first.body.data.id}`, { key })
    assertReplay(await create(id, { first_name: 'deleted' }), first)
    assert.equal(await countNamed('deleted'), 0)
  })
})

describe('the same key', () => {
  test('with another body or path is 422 and changes nothing', async () => {
    const id = newKey()
    const first = await create(id, { first_name: 'one' })
    const others = [
      await create(id, { first_name: 'two' }),
      await server.send('POST', '/v1/posts/short', { key, headers: { 'idempotency-key': id }, json: { content: 'x' } }),
    ]
    for (const answer of others) {
      assert.equal(answer.status, 422, answer.text)
      assert.equal(answer.body.error, 'idempotency_mismatch')
      assert.match(answer.body.message, /new key/)
    }
    assert.equal(await countNamed('two'), 0)
    assertReplay(await create(id, { first_name: 'one' }), first)
  })

  test('100 times at once stores one row: each answer is that row or 409', async () => {
    const id = newKey()
    const both = [server, second]
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => create(id, { first_name: 'at once' }, { on: both[i % 2]! })),
    )
    assert.equal(await countNamed('at once'), 1)
    const made = answers.filter((answer) => answer.status === 201)
    assert.equal(made.filter((answer) => answer.headers.get('idempotency-replayed') === null).length, 1)
    assert.equal(new Set(made.map((answer) => answer.text)).size, 1)
    for (const answer of answers) {
      if (answer.status === 201) continue
      assert.equal(answer.status, 409, answer.text)
      assert.equal(answer.body.error, 'idempotency_conflict')
      assert.equal(answer.headers.get('retry-after'), '1')
    }
    const again = await create(id, { first_name: 'at once' })
    assertReplay(again, made[0]!)
  })

  test('after 24 hours is a new request, and not a millisecond before', async () => {
    const id = newKey()
    const send = (name: string) => create(id, { first_name: name }, { on: frozen })
    const first = await send('day')
    time.now += DAY_MS - 1
    assertReplay(await send('day'), first)
    time.now += 1
    const next = await send('another day')
    assertNew(next)
    assertReplay(await send('another day'), next)
    assert.equal(await countNamed('day'), 1)
    assert.equal(await countStored(id), 1)
  })
})

describe('the key itself', () => {
  const allowed = [
    'x',
    'x'.repeat(255),
    '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012',
    'a b;c="d"',
    "'; drop table contacts; --",
  ]
  test('has 1 to 255 printable ASCII characters', async () => {
    for (const id of allowed) {
      const first = await create(id, { first_name: 'bounds' })
      assertNew(first)
      assertReplay(await create(id, { first_name: 'bounds' }), first)
    }
    for (const id of ['', ' ', '""', 'x'.repeat(256), 'é', 'a\tb']) {
      const answer = await create(id, { first_name: 'refused key' })
      assert.equal(answer.status, 400, JSON.stringify(id))
      assert.deepEqual(Object.keys(answer.body.details), ['Idempotency-Key'])
      assert.match(answer.body.message, /1 to 255 printable ASCII/)
    }
    assert.equal(await countNamed('refused key'), 0)
  })

  test('means the same with and without the quotes of its standard', async () => {
    const id = newKey()
    const first = await create(`"${id}"`, { first_name: 'quoted' })
    assertReplay(await create(id, { first_name: 'quoted' }), first)
  })

  test('is not remembered for a request that was refused', async () => {
    const id = newKey()
    const noWrite = await server.key({ scopes: ['contacts:read'] })
    assert.equal((await create(id, { first_name: '' })).status, 400)
    assert.equal((await create(id, { first_name: 'x' }, { key: noWrite })).status, 403)
    assert.equal((await create(id, { first_name: 'x' }, { key: 'garbage' })).status, 401)
    assert.equal(await countStored(id), 0)
    assertNew(await create(id, { first_name: 'at last' }))
  })

  test('is not used up by a dry run', async () => {
    const id = newKey()
    const send = (query: string) =>
      server.send('POST', `/v1/posts/short${query}`, {
        key,
        headers: { 'idempotency-key': id },
        json: { content: 'Dry' },
      })
    assert.equal((await send('?dry_run=true')).status, 200)
    assert.equal((await send('?dry_run=true')).headers.get('idempotency-replayed'), null)
    assert.equal(await countStored(id), 0)
    assertNew(await send(''))
  })
})

describe('failures', () => {
  const moments = {
    'when it is written':
      "create trigger refuse before insert on contacts for each row when (new.first_name = 'poison')",
    'at the commit': `create constraint trigger refuse after insert on contacts deferrable initially deferred
      for each row when (new.first_name = 'poison')`,
  }
  for (const [moment, trigger] of Object.entries(moments)) {
    test(`a contact that is refused ${moment} leaves no answer behind, and the same request works afterwards`, async () => {
      await server.sql(`create or replace function refuse() returns trigger language plpgsql as $$
        begin raise exception 'no'; end $$`)
      await server.sql(`${trigger} execute function refuse()`)
      const id = newKey()
      const rows = await countNamed('poison')
      assert.equal((await create(id, { first_name: 'poison' })).status, 500)
      assert.equal(await countStored(id), 0)
      assert.equal(await countNamed('poison'), rows)
      await server.sql('drop trigger refuse on contacts')
      assertNew(await create(id, { first_name: 'poison' }))
      assert.equal(await countNamed('poison'), rows + 1)
    })
  }

  test('an answer that cannot be stored leaves no contact behind, and the same request works afterwards', async () => {
    await server.sql(`create function refuse_answer() returns trigger language plpgsql as $$
      begin raise exception 'no'; end $$`)
    await server.sql(`create trigger refuse_answer before insert on idempotency_keys for each row
      execute function refuse_answer()`)
    const id = newKey()
    assert.equal((await create(id, { first_name: 'both or none' })).status, 500)
    assert.equal(await countNamed('both or none'), 0)
    await server.sql('drop trigger refuse_answer on idempotency_keys')
    assertNew(await create(id, { first_name: 'both or none' }))
    assert.equal(await countNamed('both or none'), 1)
  })

  test('a request that is repeated until it succeeds stores one row, even if every connection was cut repeatedly', async () => {
    const text = `select pg_terminate_backend(pid) from pg_stat_activity
                   where datname = current_database() and pid <> pg_backend_pid()`
    let open = 30
    const persist = async (i: number) => {
      const id = newKey()
      for (;;) {
        const answer = await create(id, { first_name: `cut ${i}` }, { on: second })
        if (answer.status === 201) break
        assert.ok([409, 503].includes(answer.status), answer.text)
      }
      open--
    }
    const cut = async () => {
      // Uses its own connection, because those of the server are cut too.
      for (let cuts = 0; cuts < 5 && open > 0; cuts++) await runSql(server.databaseUrl, text)
    }
    await Promise.all([...Array.from({ length: 30 }, (_, i) => persist(i)), cut()])
    // Bypasses the pool of the server, which may have connections that were just cut.
    const stored = "select first_name from contacts where first_name like 'cut %'"
    const names = (await runSql(server.databaseUrl, stored)).rows.map(({ first_name }) => first_name)
    assert.deepEqual(names.sort(), Array.from({ length: 30 }, (_, i) => `cut ${i}`).sort())
  })
})
