import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { jobTable } from '../../../src/app/worker.ts'
import { createOwner } from '../../helpers/owner.ts'
import { searchEverywhere } from '../../helpers/search-everywhere.ts'
import { startServer } from '../../helpers/server.ts'

// Erasing a person as a job: with very many rows, and after an interruption.

const server = await startServer()

async function newOwner() {
  const { workspaceId, key, send } = await createOwner(server)
  const create = async (json: object): Promise<string> => (await send('POST', '/v1/contacts', json)).body.data.id
  const erase = (email: string) => send('POST', '/v1/people/erase', { email, confirm: true })
  const read = async (id: string) => (await send('GET', `/v1/people/erasures/${id}`)).body.data
  /** Contacts of an address, oldest first. */
  const fill = (count: number, email: string) =>
    server.sql(
      `insert into contacts (workspace_id, id, first_name, email, email_key, created_at)
       select $1, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Ana', $2, $2, now()
         from generate_series(1, $3::integer) as n`,
      [workspaceId, email, count],
    )
  const left = async (table: string, where = 'true') => {
    const query = `select count(*)::integer as count from ${table} where workspace_id = $1 and ${where}`
    return (await server.sql<{ count: number }>(query, [workspaceId]))[0]!.count
  }
  const jobs = () =>
    server.sql<{ payload: { workspace_id: string; erasure_id: string } }>(
      `select payload from graphile_worker._private_jobs where key like 'people.erase:%' and payload ->> 'workspace_id' = $1`,
      [workspaceId],
    )
  /** Runs the job like a worker. */
  const work = async () => {
    for (const { payload } of await jobs()) await jobTable(server.deps).tasks['people.erase'](payload)
  }
  return { workspaceId, key, send, create, erase, read, fill, left, jobs, work }
}

/** The nth contact of a workspace cannot be deleted: an erasure fails there, as if the process had been killed. */
async function stopAt(n: number, work: () => Promise<void>) {
  await server.sql(`create function stop_here() returns trigger language plpgsql as $$
    begin raise exception 'the power is gone'; end $$`)
  await server.sql(`create trigger stop_here before delete on contacts for each row
    when (old.id = ('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid) execute function stop_here()`)
  try {
    await work()
  } finally {
    await server.sql('drop function stop_here() cascade')
  }
}

describe('more than 10,000 rows', () => {
  test('are erased by a job: 202 says where to ask, a second request leads to the same job, and an interrupted one is completed', async () => {
    const owner = await newOwner()
    const email = 'ana.vulpine@example.com'
    await owner.fill(10_001, email)
    const answer = await owner.erase('Ana.Vulpine@example.com')
    assert.equal(answer.status, 202, answer.text)
    const { id } = answer.body.data
    assert.equal(answer.headers.get('location'), `/v1/people/erasures/${id}`)
    assert.deepEqual([answer.body.data.state, answer.body.data.progress], ['waiting', { done: 0, total: null }])
    const again = await Promise.all([owner.erase(email), owner.erase(email)])
    assert.deepEqual(
      again.map(({ status, body }) => [status, body.data.id]),
      [
        [202, id],
        [202, id],
      ],
    )

    await stopAt(3_500, async () => {
      await assert.rejects(owner.work(), /the power is gone/)
    })
    const half = await owner.read(id)
    assert.deepEqual([half.state, half.progress], ['running', { done: 3_000, total: 10_001 }])
    assert.equal(half.erased.contacts, 3_000)
    assert.equal(await owner.left('contacts'), 7_001)

    // Meanwhile a new contact and a delivery arrive.
    await owner.create({ first_name: 'Ana', email })
    await owner.work()
    const done = await owner.read(id)
    assert.deepEqual(
      [done.state, done.progress, done.finished_at !== null],
      ['done', { done: 10_002, total: 10_002 }, true],
    )
    assert.equal(done.erased.contacts, 10_002)
    assert.equal(await owner.left('contacts'), 0)
    assert.equal(await owner.left('event_outbox', `type = 'contact.deleted'`), 10_002)
    assert.equal(done.email_sha256, createHash('sha256').update(email).digest('hex'))
    assert.deepEqual(await searchEverywhere(server, 'vulpine'), [])

    const after = await owner.erase(email)
    assert.deepEqual(Object.keys(done.erased), Object.keys(after.body.data.erased))
    assert.equal(Object.keys(done.erased)[0], 'contacts')
    assert.deepEqual([after.status, after.body.data.erased.contacts], [200, 0])
    const stranger = await server.key({ workspaceId: await server.workspace() })
    assert.equal((await server.send('GET', `/v1/people/erasures/${id}`, { key: stranger })).status, 404)
  })

  test('that only have to be checked are a job, too', async () => {
    const owner = await newOwner()
    const { id: source } = await server.webhook(owner.workspaceId)
    await server.sql(
      `insert into webhook_deliveries (workspace_id, source_id, id, received_at, query, headers, body, body_sha256)
       select $1, $2, gen_random_uuid(), now(), '', '[]', body, sha256(body)
         from generate_series(1, 10001) as n, lateral (select convert_to(case when n % 5000 = 0 then 'wren' else 'x' end || '@example.com', 'UTF8') as body) as b`,
      [owner.workspaceId, source],
    )
    const { status, body } = await owner.erase('wren@example.com')
    assert.equal(status, 202)
    await owner.work()
    const done = await owner.read(body.data.id)
    assert.deepEqual([done.state, done.erased.deliveries, done.progress.done], ['done', 2, 10_001])
    assert.equal(await owner.left('webhook_deliveries'), 9_999)
  })
})

describe('fewer rows', () => {
  test('of an interrupted request are erased by the job that it left behind', async () => {
    const owner = await newOwner()
    await owner.fill(2_500, 'finch@example.com')
    await stopAt(1_500, async () => assert.equal((await owner.erase('finch@example.com')).status, 500))
    assert.equal(await owner.left('contacts'), 1_500)
    const [job] = await owner.jobs()
    assert.equal((await owner.send('GET', `/v1/people/erasures/${job!.payload.erasure_id}`)).status, 404)
    await owner.work()
    assert.deepEqual([await owner.left('contacts'), await owner.left('erasures')], [0, 0])
    assert.equal(await owner.left('event_outbox', `type = 'contact.deleted'`), 2_500)
    assert.deepEqual(await searchEverywhere(server, 'finch'), [])
  })

  test('are answered with 200, and leave neither job nor row', async () => {
    const owner = await newOwner()
    await owner.create({ first_name: 'Ana', email: 'siskin@example.com' })
    const { status, body } = await owner.erase('siskin@example.com')
    assert.deepEqual([status, body.data.email, body.data.erased.contacts], [200, 'siskin@example.com', 1])
    assert.deepEqual([await owner.jobs(), await owner.left('erasures')], [[], 0])
  })
})

describe('an Idempotency-Key', () => {
  test('gets the same answer again, which does not keep the address', async () => {
    const owner = await newOwner()
    await owner.create({ first_name: 'Ana', email: 'dunlin@example.com' })
    const erase = () =>
      server.send('POST', '/v1/people/erase', {
        key: owner.key,
        json: { email: 'dunlin@example.com', confirm: true },
        headers: { 'idempotency-key': 'once' },
      })
    const [first, second] = [await erase(), await erase()]
    assert.deepEqual(
      [first.status, first.body.data.email, first.body.data.erased.contacts],
      [200, 'dunlin@example.com', 1],
    )
    assert.equal(second.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual(second.body.data, { ...first.body.data, email: null })
    assert.deepEqual(await searchEverywhere(server, 'dunlin'), [])
  })

  test('of a contact that mentions the person gets an answer without its values; one with only a similar value is kept', async () => {
    const owner = await newOwner()
    const create = (message: string, idempotencyKey: string) =>
      server.send('POST', '/v1/contacts', {
        key: owner.key,
        json: { first_name: 'Ben', message },
        headers: { 'idempotency-key': idempotencyKey },
      })
    const mentions = (await create('ask Turnstone@example.com', 'a')).body.data
    const alike = (await create('ask other.turnstone@example.com', 'b')).body.data
    const { body } = await owner.erase('turnstone@example.com')
    assert.equal(body.data.erased.stored_answers, 1)
    const repeat = (await create('ask Turnstone@example.com', 'a')).body.data
    assert.deepEqual([repeat.id, repeat.first_name, repeat.extra], [mentions.id, '', {}])
    assert.deepEqual((await create('ask other.turnstone@example.com', 'b')).body.data, alike)
  })

  test('of a job leads to the job', async () => {
    const owner = await newOwner()
    await owner.fill(10_001, 'knot@example.com')
    const options = {
      key: owner.key,
      headers: { 'idempotency-key': 'job' },
      json: { email: 'knot@example.com', confirm: true },
    }
    const first = await server.send('POST', '/v1/people/erase', options)
    const second = await server.send('POST', '/v1/people/erase', options)
    assert.deepEqual([first.status, second.status], [202, 202])
    assert.deepEqual(second.body, first.body)
    assert.equal(second.headers.get('location'), `/v1/people/erasures/${first.body.data.id}`)
  })
})

describe('events about others', () => {
  test('that name the person are emptied, whoever wrote them and wherever they are', async () => {
    const owner = await newOwner()
    const says = (message: string, more = {}) => owner.create({ first_name: 'Ben', message, ...more })
    const naming = [
      await says('ask Plover@example.com', { email: 'ben@example.com' }),
      await says('ask plover@example.com'),
      await says('from https://example.com/?m=plover%40example.com'),
    ]
    const moved = await owner.create({ first_name: 'Pia', email: 'plover@example.com' })
    const stays = await says('nobody', { email: 'other.plover@example.com' })
    await server.deps.courier.runDue()
    // One event in the feed and one in the outbox, from before the address was changed.
    await owner.send('PATCH', `/v1/contacts/${moved}`, { company: 'Example Ltd' })
    await owner.send('PATCH', `/v1/contacts/${moved}`, { email: 'pia@example.com' })
    const by02 = await says('ask plover@example.com', { email: 'of.0.2@example.com' })
    await server.sql('update event_outbox set names_others = null where subject_id = $1', [by02])

    const { body } = await owner.erase('plover@example.com')
    assert.deepEqual([body.data.erased.contacts, body.data.erased.events], [0, 6])
    await server.deps.courier.runDue()
    const events = (await owner.send('GET', '/v1/events?limit=100')).body.data as Array<{
      data: { id: string; erased?: true }
    }>
    const kept = events.filter(({ data }) => data.erased !== true).map(({ data }) => data.id)
    assert.deepEqual(kept, [stays, moved])
    for (const id of [...naming, by02]) assert.equal((await owner.send('GET', `/v1/contacts/${id}`)).status, 200)
  })
})
