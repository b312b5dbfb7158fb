import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dispatch } from '../../../src/events/delivery/feed.ts'
import { runSql } from '../../helpers/postgres.ts'
import { until } from '../../helpers/process.ts'
import { type SendOptions, startServer, type TestServer } from '../../helpers/server.ts'

const server = await startServer({ intakeLockMs: 60_000 })
const LIMIT = 25
const limited = await startServer({ beside: server, env: { RATE_LIMIT_AUTHENTICATED: String(LIMIT) } })
const key = await server.key()

const MEBIBYTE = 1_048_576

const send = (contacts: unknown, { on = server, ...options }: SendOptions & { on?: TestServer } = {}) =>
  on.send('POST', '/v1/contacts/batch', { key, json: { contacts }, ...options })

const named = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ first_name: name, last_name: String(at) }))

async function countNamed(name: string): Promise<number> {
  const text = 'select count(*)::int as count from contacts where first_name = $1'
  const [row] = await server.sql<{ count: number }>(text, [name])
  return row!.count
}

let keys = 0
const once = () => ({ 'idempotency-key': `batch ${++keys}` })

/** Holds a lock that every insert of contacts waits for. */
async function holdContacts() {
  const client = await server.deps.jobs.connect()
  await client.query('begin; lock table event_outbox in share row exclusive mode')
  return {
    async release() {
      await client.query('rollback')
      client.release()
    },
  }
}

async function findWaiting(): Promise<number[]> {
  const { rows } = await runSql(
    server.databaseUrl,
    `select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into contacts%'`,
  )
  return rows.map(({ pid }) => pid as number)
}

describe('a batch', () => {
  test('stores the right ones and says of each what became of it, in their order', async () => {
    const answer = await send([
      { first_name: 'Mixed', email: 'Mixed@Example.com', phone: '1', tags: ['Fair'], status: 'won' },
      { email: 'not an address' },
      'Ana',
      null,
      { first_name: 'Mixed', extra: { phone: '2' } },
    ])
    assert.equal(answer.status, 200, answer.text)
    const results = answer.body.data
    assert.deepEqual(
      results.map(({ index, status }: { index: number; status: number }) => [index, status]),
      [201, 400, 400, 400, 201].map((status, index) => [index, status]),
    )
    assert.deepEqual(Object.keys(results[1].error.details), ['first_name', 'email'])
    assert.equal(results[1].error.error, 'validation_error')
    assert.deepEqual(Object.keys(results[2].error.details), ['contacts[2]'])
    for (const { data } of [results[0], results[4]]) {
      const { body } = await server.send('GET', `/v1/contacts/${data.id}`, { key })
      for (const [name, value] of Object.entries(data)) assert.deepEqual(body.data[name], value, name)
    }
    assert.deepEqual(results[0].data.tags, ['fair'])
    assert.equal(results[0].data.status, 'won')
    assert.equal(await countNamed('Mixed'), 2)
  })

  test('of a thousand is stored with an event, a place in the totals and the touch of each', async () => {
    const before = await server.send('GET', '/v1/contacts?limit=1', { key })
    const link = await server.send('POST', '/v1/links', { key, json: { target: 'https://example.com/fair' } })
    const { id: linkId, code } = link.body.data
    const contacts = named('Thousand', 1_000).map((each, at) => ({ ...each, dp: at % 2 === 0 ? code : undefined }))
    const answer = await send(contacts)
    assert.equal(answer.status, 200, answer.text.slice(0, 300))
    const ids: string[] = answer.body.data.map(({ data }: { data: { id: string } }) => data.id)
    assert.deepEqual(ids, [...ids].sort(), 'they follow each other as they were sent')
    const [touches] = await server.sql('select count(*)::int as count from kept_touches where link_id = $1', [linkId])
    assert.equal(touches!.count, 500)
    const after = await server.send('GET', '/v1/contacts?limit=1', { key })
    assert.equal(after.body.pagination.total - before.body.pagination.total, 1_000)
    while ((await dispatch(server.deps.pool, new Date())).more) {}
    const [events] = await server.sql(
      `select count(distinct subject_id)::int as count from events where type = 'contact.created' and subject_id = any($1)`,
      [ids],
    )
    assert.equal(events!.count, 1_000)
  })

  test('in which nothing is right is 400, names each problem by its place, and stores nothing', async () => {
    const answer = await send([{ last_name: 'None' }, 7])
    assert.equal(answer.status, 400)
    assert.equal(answer.body.error, 'validation_error')
    assert.deepEqual(Object.keys(answer.body.details), ['contacts[0].first_name', 'contacts[1]'])
  })

  const wrong: Array<[name: string, body: unknown, field: string]> = [
    ['none at all', {}, 'contacts'],
    ['an object', { contacts: {} }, 'contacts'],
    ['an empty list', { contacts: [] }, 'contacts'],
    ['1,001', { contacts: named('Too many', 1_001) }, 'contacts'],
    ['a misspelt name', { contacts: named('Misspelt', 1), contact: [] }, 'contact'],
    ['a list as the body', named('List', 1), 'body'],
  ]
  for (const [name, json, field] of wrong) {
    test(`with ${name} is 400`, async () => {
      const answer = await server.send('POST', '/v1/contacts/batch', { key, json })
      assert.equal(answer.status, 400, answer.text)
      assert.deepEqual(Object.keys(answer.body.details), [field])
    })
  }

  test('without a body is 400', async () => {
    const answer = await server.send('POST', '/v1/contacts/batch', { key })
    assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['body']])
  })

  test('needs a key, and one that may write', async () => {
    assert.equal((await server.send('POST', '/v1/contacts/batch', { json: { contacts: [] } })).status, 401)
    const reader = await server.key({ scopes: ['contacts:read'] })
    assert.equal((await send(named('Reader', 1), { key: reader })).status, 403)
    assert.equal((await server.send('GET', '/v1/contacts/batch', { key })).headers.get('allow'), 'POST')
  })

  test("stores only in the key's workspace, whatever its fields and links say", async () => {
    const other = await server.workspace()
    const foreign = await server.key({ workspaceId: other })
    const link = await server.send('POST', '/v1/links', { key: foreign, json: { target: 'https://example.com/' } })
    const [{ data }] = (
      await send([
        { first_name: 'Foreign', workspace_id: other, id: server.deps.ids.next().id, dp: link.body.data.code },
      ])
    ).body.data
    assert.equal(data.link_id, null)
    const [row] = await server.sql('select workspace_id from contacts where id = $1', [data.id])
    assert.equal(row!.workspace_id, server.deps.workspaceId)
  })

  test('with a contact that only the database refuses stores all others', async () => {
    await server.sql(`alter table contacts add constraint refused check (last_name <> 'refused') not valid`)
    const contacts = named('Constraint', 9)
    contacts[4]!.last_name = 'refused'
    const answer = await send(contacts)
    assert.equal(answer.status, 200, answer.text)
    const statuses = answer.body.data.map(({ status }: { status: number }) => status)
    assert.deepEqual(statuses, [201, 201, 201, 201, 500, 201, 201, 201, 201])
    assert.equal(answer.body.data[4].error.error, 'internal_error')
    assert.equal(await countNamed('Constraint'), 8)
    assert.equal((await send([contacts[4]])).status, 500)
    await server.sql('alter table contacts drop constraint refused')
  })
})

describe('a repeat with its Idempotency-Key', () => {
  test('gets the same results and stores nothing, however the body is spelt', async () => {
    const headers = once()
    const contacts = [{ first_name: 'Repeat', note: 'ä😀' }, { last_name: 'wrong' }]
    const first = await send(contacts, { headers })
    assert.equal(first.status, 200)
    const body = ' {"contacts": [{"note":"\\u00e4😀", "first_name":"Repeat"}, {"last_name":"wrong"}]}'
    const again = await server.send('POST', '/v1/contacts/batch', {
      key,
      body,
      headers: { ...headers, 'content-type': 'application/json' },
    })
    assert.equal(again.status, 200, again.text)
    assert.equal(again.text, first.text)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal(await countNamed('Repeat'), 1)
    assert.equal((await send([...contacts].reverse(), { headers })).status, 422)
  })

  test('at the same time stores each contact once', async () => {
    const headers = once()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send(named('Concurrent', 60), { headers, on: keys++ % 2 ? server : limited })),
    )
    const statuses = answers.map(({ status }) => status)
    assert.ok(statuses.includes(200), String(statuses))
    for (const status of statuses) assert.ok(status === 200 || status === 409, String(status))
    assert.equal(await countNamed('Concurrent'), 60)
  })

  test('after its connection was lost in the middle stores each once: the first left nothing', async () => {
    const headers = once()
    // Two statements: the first has been written when the connection is lost.
    const contacts = named('Crash', 300)
    await server.sql(`create function wait_in_crash() returns trigger language plpgsql as $$
      begin
        if new.first_name = 'Crash' and new.last_name = '299' then perform pg_advisory_xact_lock(77); end if;
        return new;
      end $$`)
    await server.sql(
      'create trigger wait_in_crash before insert on contacts for each row execute function wait_in_crash()',
    )
    const holder = await server.deps.jobs.connect()
    await holder.query('select pg_advisory_lock(77)')
    const first = send(contacts, { headers })
    let pid: number | undefined
    await until(async () => {
      const { rows } = await runSql(
        server.databaseUrl,
        `select pid from pg_locks where locktype = 'advisory' and objid = 77 and not granted`,
      )
      pid = rows[0]?.pid
      return pid !== undefined
    })
    await runSql(server.databaseUrl, 'select pg_terminate_backend($1)', [pid])
    assert.equal((await first).status, 503)
    await holder.query('select pg_advisory_unlock(77)')
    holder.release()
    assert.equal(await countNamed('Crash'), 0)
    const again = await send(contacts, { headers })
    assert.equal(again.status, 200)
    assert.equal(again.headers.get('idempotency-replayed'), null)
    assert.equal(await countNamed('Crash'), 300)
    await server.sql('drop function wait_in_crash cascade')
  })
})

describe('the limit of a key', () => {
  const left = (answer: { headers: Headers }) => Number(/r=(\d+)/.exec(answer.headers.get('ratelimit')!)![1])

  test('counts a batch as one request for each 50 contacts begun', async () => {
    const own = await server.key()
    for (const [count, units] of [
      [1, 1],
      [50, 1],
      [51, 2],
      [150, 3],
    ] as const) {
      const before = left(await limited.send('GET', '/v1/contacts', { key: own }))
      const answer = await send(named('Counted', count), { key: own, on: limited })
      assert.equal(answer.status, 200, answer.text)
      assert.equal(before - left(answer), units, `${count} contacts`)
    }
  })

  test('a repeat with the same Idempotency-Key counts as one request', async () => {
    const own = await server.key()
    const [contacts, headers] = [named('Repeated', 600), { 'idempotency-key': 'the same batch' }]
    const first = await send(contacts, { key: own, headers, on: limited })
    const again = await send(contacts, { key: own, headers, on: limited })
    assert.deepEqual([first.status, again.status], [200, 200])
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual(again.body, first.body)
    assert.equal(left(first) - left(again), 1)
  })

  test('with too few left refuses the whole batch, stores nothing, and leaves what is left to others', async () => {
    const own = await server.key()
    for (let sent = 0; sent < 10; sent++) await limited.send('GET', '/v1/contacts', { key: own })
    const refused = await send(named('Refused', 1_000), { key: own, on: limited })
    assert.equal(refused.status, 429, refused.text)
    assert.deepEqual(Object.keys(refused.body), ['error', 'message'])
    assert.match(refused.body.message, /counts as 20 requests, and 14 are left/)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.equal(await countNamed('Refused'), 0)
    const smaller = await send(named('Smaller', 700), { key: own, on: limited })
    assert.equal(smaller.status, 200, smaller.text.slice(0, 200))
    assert.equal(left(smaller), 0)
    assert.equal((await limited.send('GET', '/v1/contacts', { key: own })).status, 429)
  })

  test('two batches at once never get more than is left', async () => {
    const own = await server.key()
    const answers = await Promise.all([1, 2, 3].map(() => send(named('Together', 600), { key: own, on: limited })))
    const stored = answers.filter(({ status }) => status === 200).length
    assert.ok(stored <= 2)
    assert.equal(await countNamed('Together'), stored * 600)
    for (const { status } of answers) assert.ok(status === 200 || status === 429)
  })
})

describe('a large body', () => {
  const large = (characters: number) => {
    const contact = {
      first_name: 'Large',
      extra: Object.fromEntries([1, 2].map((at) => [`f${at}`, 'x'.repeat(4_000)])),
    }
    const one = JSON.stringify(contact)
    const contacts = Array.from({ length: Math.min(1_000, Math.floor(characters / (one.length + 1)) - 1) }, () => one)
    const text = `{"contacts":[${contacts.join()}]}`
    return { count: contacts.length, body: text.padEnd(characters, ' ') }
  }
  const headers = { 'content-type': 'application/json' }

  test('of 8 MiB passes, and one byte more is 413', async () => {
    const { count, body } = large(8 * MEBIBYTE)
    const answer = await server.send('POST', '/v1/contacts/batch', { key, body, headers })
    assert.equal(answer.status, 200, answer.text.slice(0, 200))
    assert.equal(answer.body.data.length, count)
    assert.equal(await countNamed('Large'), count)
    const refused = await server.send('POST', '/v1/contacts/batch', { key, body: `${body} `, headers })
    assert.equal(refused.status, 413)
  })

  test('waits for the others, so that few are in memory as objects, and too many are told to come later', async () => {
    const { body } = large(7 * MEBIBYTE)
    const before = process.memoryUsage().rss
    const lock = await holdContacts()
    let peak = before
    const timer = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss)
    }, 20)
    const answers = Array.from({ length: 13 }, () => server.send('POST', '/v1/contacts/batch', { key, body, headers }))
    const first = await Promise.race(answers)
    assert.equal(first.status, 429, first.text)
    assert.ok(Number(first.headers.get('retry-after')) > 0)
    await until(async () => (await findWaiting()).length > 0)
    assert.equal((await findWaiting()).length, 1, 'the others wait')
    const small = send(named('Beside', 2))
    await until(async () => (await findWaiting()).length === 2)
    await lock.release()
    clearInterval(timer)
    assert.equal((await small).status, 200)
    const statuses = (await Promise.all(answers)).map(({ status }) => status).sort()
    assert.deepEqual(statuses, [...Array(11).fill(200), 429, 429])
    const grownMb = (peak - before) / MEBIBYTE
    assert.ok(grownMb < 500, `memory grew by ${Math.round(grownMb)} MB`)
  })
})
