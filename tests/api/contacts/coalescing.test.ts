import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { runSql } from '../../helpers/postgres.ts'
import { sendRaw } from '../../helpers/raw.ts'
import { type Answer, startServer } from '../../helpers/server.ts'

// Creates that come at the same time share a statement and a commit.

const server = await startServer({ intakeLockMs: 60_000 })
const key = await server.key()

const create = (name: string): Promise<Answer> =>
  server.send('POST', '/v1/contacts', { key, json: { first_name: name, extra: { name } } })

const createMany = (count: number, nameOf: (i: number) => string) =>
  Promise.all(Array.from({ length: count }, (_, i) => create(nameOf(i))))

async function countWaiting(kind = 'contacts'): Promise<number> {
  const { text } = await server.send('GET', '/metrics')
  return Number(new RegExp(`^doorpost_intake_waiting\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(text)![1])
}

/** Locks the table until all requests have arrived, so that they certainly meet. */
async function createTogether(
  count: number,
  nameOf: (i: number) => string,
  { kind, many } = { kind: 'contacts', many: createMany },
): Promise<Answer[]> {
  const client = await server.deps.pool.connect()
  try {
    await client.query('begin')
    await client.query('lock table contacts in share row exclusive mode')
    const answers = many(count, nameOf)
    while ((await countWaiting(kind)) < count) assert.equal(await settled(answers), false)
    await client.query('commit')
    return await answers
  } finally {
    // Destroyed, because its transaction is still open after a failure.
    client.release(true)
  }
}

async function settled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending')
  return (await Promise.race([promise, pending])) !== pending
}

interface Row {
  id: string
  first_name: string
  extra: { name: string }
  statement: string
}

/** xmin is the transaction that wrote the row. */
const rowsLike = (pattern: string) =>
  server.sql<Row>(
    'select id, first_name, extra, xmin::text as statement from contacts where first_name like $1 order by id',
    [pattern],
  )

async function assertTotal(): Promise<void> {
  const [row] = await server.sql<{ count: number }>('select count(*)::int as count from contacts')
  const list = await server.send('GET', '/v1/contacts?limit=1', { key })
  assert.equal(list.body.pagination.total, row!.count)
}

test('200 concurrent creates are stored exactly once each, under the returned ids, in few statements', async () => {
  const answers = await createTogether(200, (i) => `burst ${i}`)
  for (const answer of answers) assert.equal(answer.status, 201)
  const rows = await rowsLike('burst %')
  const answered = answers.map(({ body: { data } }) => ({ id: data.id, name: data.first_name }))
  assert.deepEqual(
    rows.map((row) => ({ id: row.id, name: row.first_name })),
    answered.sort((a, b) => (a.id < b.id ? -1 : 1)),
  )
  for (const row of rows) assert.equal(row.extra.name, row.first_name, 'no column slipped to a neighbour')
  const statements = new Set(rows.map((row) => row.statement)).size
  assert.ok(statements <= 10, `${statements} statements`)
  await assertTotal()
})

test('200 concurrent submissions of a form share commits with their contacts, each with its own', async () => {
  const { id, public_id } = (await server.send('POST', '/v1/forms', { key, json: { name: 'Form', protection: 'off' } }))
    .body.data
  const submit = (name: string) =>
    server.send('POST', `/v1/forms/${public_id}/submissions`, {
      json: { first_name: name, email: 'ana@example.com', name },
    })
  const many = (count: number, nameOf: (i: number) => string) =>
    Promise.all(Array.from({ length: count }, (_, i) => submit(nameOf(i))))
  const answers = await createTogether(200, (i) => `sent ${i}`, { kind: 'submissions', many })
  for (const answer of answers) assert.equal(answer.status, 201)
  const rows = await server.sql<Row & { contact_statement: string }>(
    `select s.id, c.first_name, c.extra, s.xmin::text as statement, c.xmin::text as contact_statement
       from submissions s join contacts c on c.id = s.contact_id where s.form_id = $1`,
    [id],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const [i, { body }] of answers.entries()) {
    const row = byId.get(body.data.id)!
    assert.equal(row.first_name, `sent ${i}`)
    assert.equal(row.extra.name, row.first_name, 'no column slipped to a neighbour')
    assert.equal(row.statement, row.contact_statement, 'both in one transaction')
  }
  const statements = new Set(rows.map((row) => row.statement)).size
  assert.ok(statements <= 10, `${statements} transactions`)
  await assertTotal()
})

test('contacts that come one after another have one commit each', async () => {
  for (let i = 0; i < 5; i++) assert.equal((await create(`single ${i}`)).status, 201)
  assert.equal(new Set((await rowsLike('single %')).map((row) => row.statement)).size, 5)
})

test('a row that the database refuses fails only its own request, without details of the driver', async () => {
  await server.sql(`create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'row % is refused', new.first_name; end $$`)
  await server.sql(`create trigger refuse before insert on contacts for each row
    when (new.first_name like 'poison%') execute function refuse()`)
  for (const poisoned of [[0], [31], [63], [5, 6, 40]]) {
    const run = poisoned.join('-')
    const answers = await createTogether(64, (i) => (poisoned.includes(i) ? `poison ${run} ${i}` : `near ${run} ${i}`))
    for (const [i, answer] of answers.entries()) {
      if (!poisoned.includes(i)) {
        assert.equal(answer.status, 201)
        continue
      }
      assert.equal(answer.status, 500)
      assert.deepEqual(Object.keys(answer.body), ['error', 'message', 'status'])
      assert.equal(answer.body.error, 'internal_error')
      assert.doesNotMatch(answer.text, /poison|refuse|P0001|plpgsql|contacts|postgres/i)
    }
    const ids = answers.filter(({ status }) => status === 201).map(({ body }) => body.data.id)
    assert.deepEqual(
      (await rowsLike(`near ${run} %`)).map((row) => row.id),
      ids.sort(),
    )
  }
  assert.deepEqual(await rowsLike('poison%'), [])
  await server.sql('drop trigger refuse on contacts')
  await assertTotal()
})

test('when every connection is cut under load, nothing acknowledged is missing, and everything works afterwards', async () => {
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
                where datname = current_database() and pid <> pg_backend_pid()`
  const acknowledged: string[] = []
  let refused = 0
  let answered = 0
  let isCut = false
  const work = async (worker: number) => {
    for (let i = 0; !isCut && i < 2_000; i++) {
      const answer = await create(`cut ${worker} ${i}`)
      answered++
      if (answer.status === 201) {
        acknowledged.push(answer.body.data.id)
        continue
      }
      refused++
      assert.equal(answer.status, 503, answer.text)
      assert.equal(answer.body.error, 'service_unavailable')
      assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
      assert.doesNotMatch(answer.text, /terminat|57P01|ECONN|administrator/i)
    }
  }
  const cutAll = async () => {
    // A cut may come between two statements: repeats until some requests failed.
    for (let cuts = 0; cuts < 6 || (refused === 0 && cuts < 100); cuts++) {
      for (const next = answered + 100; answered < next; ) await setImmediate()
      await runSql(server.databaseUrl, cut)
    }
    isCut = true
  }
  await Promise.all([...Array.from({ length: 40 }, (_, worker) => work(worker)), cutAll()])
  assert.ok(refused > 0, 'the cuts were felt')
  assert.ok(acknowledged.length > 0)

  // The first request may get a connection that is already dead.
  let isBack = false
  for (let i = 0; i < 50 && !isBack; i++) isBack = (await create('back')).status === 201
  assert.ok(isBack)
  for (const answer of await createMany(100, (i) => `after ${i}`)) assert.equal(answer.status, 201)

  const stored = new Set((await rowsLike('cut %')).map((row) => row.id))
  assert.deepEqual(
    acknowledged.filter((id) => !stored.has(id)),
    [],
  )
  assert.equal(stored.size, (await rowsLike('cut %')).length)
  await assertTotal()
})

// This test is last, because it loses heartbeats.
test('a single contact is written at once, without waiting for a timer', { timeout: 20_000 }, async (t) => {
  const headers = [['authorization', `Bearer ${key}`] as const, ['content-type', 'application/json'] as const]
  const request = { method: 'POST', path: '/v1/contacts', headers, chunks: ['{"first_name":"alone"}'] }
  assert.equal((await sendRaw(server, request)).status, 201)
  const real = globalThis.setTimeout
  t.mock.method(globalThis, 'setTimeout', () => real(() => {}, 60_000).unref())
  assert.equal((await sendRaw(server, request)).status, 201)
})
