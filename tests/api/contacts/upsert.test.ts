import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { versionOf } from '../../../src/http/answers/etag.ts'
import { until } from '../../helpers/process.ts'
import { type SendOptions, startServer, type TestServer } from '../../helpers/server.ts'

const server = await startServer()
const second = await startServer({ beside: server })
const key = await server.key()

const put = (email: string, json: unknown, { on = server, ...options }: SendOptions & { on?: TestServer } = {}) =>
  on.send('PUT', `/v1/contacts/by-email/${encodeURIComponent(email)}`, { key, json, ...options })
const create = async (json: object) => (await server.send('POST', '/v1/contacts', { key, json })).body.data
const recordsOf = async (email: string) =>
  (await server.send('GET', `/v1/contacts?email=${encodeURIComponent(email)}&limit=1000`, { key })).body.data
const eventsOf = (id: string) =>
  server.sql<{ type: string; subject_version: number }>(
    `select type, subject_version from (select id, type, subject_version, subject_id from event_outbox
       union all select id, type, subject_version, subject_id from events) as all_events where subject_id = $1 order by id`,
    [id],
  )

describe('an address without a record', () => {
  test('gets one: 201, version 1, one event, and everything that was sent', async () => {
    const body = {
      first_name: 'Ana',
      last_name: ' Silva ',
      plan: 'pro',
      extra: { seats: 3 },
      tags: ['VIP'],
      status: 'won',
    }
    const answer = await put('Ana.New@Example.com', body)
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.headers.get('etag'), '"1"')
    const { id, email, last_name, extra, tags, status } = answer.body.data
    assert.deepEqual([email, last_name, tags, status], ['Ana.New@Example.com', 'Silva', ['vip'], 'won'])
    assert.deepEqual(extra, { plan: 'pro', seats: 3 })
    assert.deepEqual(await eventsOf(id), [{ type: 'contact.created', subject_version: 1 }])
    const { body: read, headers } = await server.send('GET', `/v1/contacts/${id}`, { key })
    for (const [name, value] of Object.entries(answer.body.data)) assert.deepEqual(read.data[name], value, name)
    assert.equal(versionOf(headers.get('etag')!), '"1"')
  })

  test('needs a first name, and all problems are listed', async () => {
    const answer = await put('nobody@example.com', { last_name: 7, tags: 'x' })
    assert.equal(answer.status, 400)
    assert.deepEqual(Object.keys(answer.body.details).sort(), ['first_name', 'last_name', 'tags'])
    assert.deepEqual(await recordsOf('nobody@example.com'), [])
  })

  test('is tied to the link whose code is sent', async () => {
    const link = await server.send('POST', '/v1/links', { key, json: { target: 'https://example.com/put' } })
    const answer = await put('linked@example.com', { first_name: 'Ana', dp: link.body.data.code })
    assert.equal(answer.body.data.link_id, link.body.data.id)
  })

  test('is 412 with If-Match, whatever it names', async () => {
    for (const tag of ['"1"', '*']) {
      const headers = { 'if-match': tag }
      assert.equal((await put('unmatched@example.com', { first_name: 'Ana' }, { headers })).status, 412)
    }
    assert.deepEqual(await recordsOf('unmatched@example.com'), [])
  })
})

describe('an address with records', () => {
  test('changes only the newest, and only what was sent', async () => {
    const email = 'two@example.com'
    const older = await create({ first_name: 'Older', email })
    const newest = await create({ first_name: 'Newest', last_name: 'Silva', company: 'X', email, a: 1, b: 2 })
    const answer = await put('TWO@example.com', {
      company: 'Y',
      last_name: null,
      extra: { a: null, c: 3 },
      status: 'contacted',
    })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers.get('etag'), '"2"')
    const { id, first_name, last_name, company, extra, status } = answer.body.data
    assert.deepEqual([id, first_name, last_name, company, status], [newest.id, 'Newest', null, 'Y', 'contacted'])
    assert.deepEqual(extra, { b: 2, c: 3 })
    assert.deepEqual((await eventsOf(id)).map(({ type }) => type).sort(), [
      'contact.created',
      'contact.status_changed',
      'contact.updated',
    ])
    const { body } = await server.send('GET', `/v1/contacts/${older.id}`, { key })
    assert.equal(body.data.first_name, 'Older')
  })

  test('stays as it is when nothing is different, without an event', async () => {
    await put('same@example.com', { first_name: 'Ana', plan: 'pro' })
    const answer = await put('same@example.com', { plan: 'pro' })
    assert.deepEqual([answer.status, answer.headers.get('etag')], [200, '"1"'])
    assert.equal((await eventsOf(answer.body.data.id)).length, 1)
  })

  test('takes another spelling of the address, and no other address', async () => {
    await put('spelling@example.com', { first_name: 'Ana' })
    const answer = await put('spelling@example.com', { email: 'Spelling@Example.com' })
    assert.equal(answer.body.data.email, 'Spelling@Example.com')
    for (const email of ['other@example.com', null, '', 7]) {
      const refused = await put('spelling@example.com', { email })
      assert.deepEqual([refused.status, Object.keys(refused.body.details ?? {})], [400, ['email']])
    }
  })

  test('is refused with an outdated If-Match, and changed with the right one', async () => {
    const { headers } = await put('match@example.com', { first_name: 'Ana' })
    const etag = headers.get('etag')!
    assert.equal((await put('match@example.com', { company: 'A' }, { headers: { 'if-match': etag } })).status, 200)
    assert.equal((await put('match@example.com', { company: 'B' }, { headers: { 'if-match': etag } })).status, 412)
    assert.equal((await recordsOf('match@example.com'))[0].company, 'A')
  })
})

test('many at once, on two nodes, make one record with what all of them sent', async () => {
  const email = 'many@example.com'
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const send = () => put(email, { first_name: 'Ana', extra: { [`f${at}`]: at } }, { on: at % 2 ? server : second })
      // On a busy machine some wait too long for the others, and are to be sent again.
      for (;;) {
        const answer = await send()
        if (answer.status !== 503) return answer
      }
    }),
  )
  const statuses = answers.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 201).length, 1, String(statuses))
  assert.ok(
    statuses.every((status) => status === 200 || status === 201),
    String(statuses),
  )
  const records = await recordsOf(email)
  assert.equal(records.length, 1)
  assert.equal(Object.keys(records[0].extra).length, 40)
})

test('while the address of the record changes, the next one is changed or created', async () => {
  const email = 'moving@example.com'
  const { id } = await create({ first_name: 'Moving', email })
  const client = await server.deps.jobs.connect()
  await client.query('begin')
  await client.query(`update contacts set email = 'moved@example.com', email_key = 'moved@example.com' where id = $1`, [
    id,
  ])
  const answer = put(email, { first_name: 'Stays' })
  await until(async () => {
    const waiting = await server.deps.jobs.query(`select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like '%for update%'`)
    return waiting.rows.length > 0
  })
  await client.query('commit')
  client.release()
  assert.equal((await answer).status, 201)
  assert.equal((await recordsOf('moved@example.com'))[0].first_name, 'Moving')
})

test('a repeat with its Idempotency-Key gets the first answer, with its status', async () => {
  const headers = { 'idempotency-key': 'put 1' }
  const first = await put('repeat@example.com', { first_name: 'Ana' }, { headers })
  await put('repeat@example.com', { first_name: 'Changed' })
  const again = await put('repeat@example.com', { first_name: 'Ana' }, { headers })
  assert.deepEqual([first.status, again.status, again.text], [201, 201, first.text])
  assert.equal(again.headers.get('etag'), '"1"')
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.equal((await recordsOf('repeat@example.com'))[0].first_name, 'Changed')
})

test('needs both permissions, and never reaches into another workspace', async () => {
  assert.equal((await server.send('PUT', '/v1/contacts/by-email/a%40example.com', { json: {} })).status, 401)
  for (const scope of ['contacts:read', 'contacts:write'] as const) {
    const own = await server.key({ scopes: [scope] })
    assert.equal((await put('scope@example.com', { first_name: 'Ana' }, { key: own })).status, 403)
  }
  const foreign = await server.key({ workspaceId: await server.workspace() })
  await put('ours@example.com', { first_name: 'Ours' })
  assert.equal((await put('ours@example.com', { first_name: 'Theirs' }, { key: foreign })).status, 201)
  assert.deepEqual(
    (await recordsOf('ours@example.com')).map((each: { first_name: string }) => each.first_name),
    ['Ours'],
  )
})

test('an address that is none is 400, and other methods are 405 with Allow', async () => {
  const refused = await put('not an address', { first_name: 'Ana' })
  assert.deepEqual([refused.status, Object.keys(refused.body.details)], [400, ['email']])
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS']) {
    const answer = await server.send(method, '/v1/contacts/by-email/a%40example.com', { key })
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'PUT'], method)
  }
  assert.match(
    (await server.send('PUT', '/v1/contacts', { key, json: {} })).headers.get('allow')!,
    /^GET, HEAD, OPTIONS, POST$/,
  )
})

test('the address is in no log line and no metric', async () => {
  const email = 'unlogged.zqheron@example.com'
  await put(email, { first_name: 'Ana' })
  await put(email, { first_name: '' })
  await put(`${email}x y`, { first_name: 'Ana' })
  const { text } = await server.send('GET', '/metrics')
  const logged = `${server.logs.join('\n')}\n${text}`
  assert.ok(!logged.includes('zqheron'))
  assert.match(logged, /"method":"PUT","route":"\/v1\/contacts\/by-email\/:email","status":201/)
  assert.match(text, /route="\/v1\/contacts\/by-email\/:email",method="PUT"/)
})
