import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { transaction } from '../../../src/db/database.ts'
import type { EventType } from '../../../src/events/emit.ts'
import { createOwner } from '../../helpers/owner.ts'
import { until } from '../../helpers/process.ts'
import { status as answerWith, startReceiver } from '../../helpers/receiver.ts'
import { startServer } from '../../helpers/server.ts'

const time = { now: Date.parse('2026-11-15T09:00:00Z') }
const server = await startServer({ clock: { now: () => time.now }, env: { ALLOW_PRIVATE_NETWORKS: 'true' } })
const { deps } = server
const PATH = '/v1/events/endpoints'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

async function newOwner() {
  const { workspaceId, key, send } = await createOwner(server)
  const receiver = await startReceiver()
  const create = async (json: object = {}): Promise<string> =>
    (await send('POST', PATH, { url: receiver.url, ...json })).body.data.id
  /** Returns the ids of the events, which are in the feed afterwards. */
  const emit = async (...types: EventType[]): Promise<string[]> => {
    for (const type of types) {
      const event = { workspaceId, type, subjectId: deps.ids.next().id, subjectVersion: 1, data: { n: 1 } }
      await transaction(deps.pool, (tx) => deps.emit(tx, event))
    }
    await deps.courier.runDue()
    const { body } = await send('GET', `/v1/events?order=desc&limit=${types.length}`)
    return body.data.map(({ id }: { id: string }) => id).reverse()
  }
  const setStatus = (id: string, status: string) =>
    server.sql('update event_endpoints set status = $2 where id = $1', [id, status])
  return { workspaceId, key, receiver, send, create, emit, setStatus }
}

/** Advances the clock until every attempt of every delivery is made. */
async function exhaust(): Promise<void> {
  for (let i = 0; i < 12; i++) {
    time.now += 13 * HOUR_MS
    await deps.courier.runDue()
  }
}

describe('deliveries', () => {
  test('are listed newest first, by state, by type and in pages', async () => {
    const owner = await newOwner()
    const id = await owner.create()
    const ids = await owner.emit('contact.created', 'post.created', 'contact.updated')
    owner.receiver.respond = answerWith(500)
    ids.push(...(await owner.emit('contact.created')))
    const list = async (query = '') => (await owner.send('GET', `${PATH}/${id}/deliveries?${query}`)).body
    const idsOf = (page: { data: Array<{ event_id: string }> }) => page.data.map(({ event_id }) => event_id)
    const all = await list()
    assert.deepEqual(idsOf(all), [...ids].reverse())
    assert.equal(all.pagination.total, 4)
    const at = new Date(time.now).toISOString()
    const { next_at: nextAt, ...pending } = all.data[0]
    assert.ok(nextAt > at)
    assert.deepEqual(pending, {
      event_id: ids[3],
      type: 'contact.created',
      state: 'pending',
      attempts: 1,
      delivered_at: null,
      created_at: at,
    })
    assert.deepEqual(all.data[1], {
      event_id: ids[2],
      type: 'contact.updated',
      state: 'delivered',
      attempts: 1,
      next_at: null,
      delivered_at: at,
      created_at: at,
    })
    assert.deepEqual(idsOf(await list('state=pending')), [ids[3]])
    assert.deepEqual(idsOf(await list('type=contact.created')), [ids[3], ids[0]])
    const both = await list('type=contact.created,post.created&state=delivered')
    assert.deepEqual([idsOf(both), both.pagination.total], [[ids[1], ids[0]], 2])
    const first = await list('limit=3')
    const second = await list(`limit=3&cursor=${first.pagination.next_cursor}`)
    assert.deepEqual([...idsOf(first), ...idsOf(second)], [...ids].reverse())
    assert.equal(second.pagination.next_cursor, null)
    assert.deepEqual(idsOf(await list('limit=3&page=2')), [ids[0]])
    for (const [query, field] of [
      ['state=lost', 'state'],
      ['type=post.create', 'type'],
      ['limit=1001', 'limit'],
      ['cursor=x', 'cursor'],
    ] as const) {
      const { status, body } = await owner.send('GET', `${PATH}/${id}/deliveries?${query}`)
      assert.deepEqual([status, Object.keys(body.details)], [400, [field]])
    }
  })

  test('a delivery is shown with what was sent and every attempt; the event shows it too', async () => {
    const owner = await newOwner()
    owner.receiver.respond = answerWith(503)
    const id = await owner.create()
    const [eventId] = await owner.emit('contact.created')
    owner.receiver.respond = answerWith(204)
    time.now += 60_000
    await deps.courier.runDue()
    const { body } = await owner.send('GET', `${PATH}/${id}/deliveries/${eventId!.toUpperCase()}`)
    const [first, second] = body.data.attempts
    assert.deepEqual([first.number, first.outcome, first.status, first.answer], [1, 'rejected', 503, 'said 503'])
    assert.match(first.message, /answered 503/)
    assert.deepEqual([first.message_code, first.message_values], ['attempt.refused', { status: 503 }])
    assert.deepEqual([second.number, second.status, second.message], [2, 204, null])
    assert.equal(Date.parse(second.started_at) - Date.parse(first.started_at), 60_000)
    assert.deepEqual(body.data.event, JSON.parse(owner.receiver.requests[1]!.body), 'what was sent')
    const event = (await owner.send('GET', `/v1/events/${eventId}`)).body.data
    assert.deepEqual(event.deliveries, [
      {
        endpoint_id: id,
        state: 'delivered',
        attempts: 2,
        next_at: null,
        delivered_at: new Date(time.now).toISOString(),
      },
    ])
    assert.equal((await owner.send('GET', `${PATH}/${id}/deliveries/${deps.ids.next().id}`)).status, 404)
    assert.equal((await owner.send('GET', `${PATH}/${id}/deliveries/x`)).status, 404)
  })
})

test('an answer that repeats what was sent is deleted with the contact', async () => {
  const owner = await newOwner()
  const key = await server.key({ workspaceId: owner.workspaceId, scopes: ['contacts:write'] })
  const id = await owner.create()
  owner.receiver.respond = (request, response) => void response.end(request.body)
  const create = async (email: string) =>
    (await server.send('POST', '/v1/contacts', { key, json: { first_name: 'Ana', email } })).body.data.id
  const erased = await create('erase.me@example.com')
  const kept = await create('keep.me@example.com')
  await deps.courier.runDue()
  const answersOf = async (subject: string) => {
    const feed = await owner.send('GET', `/v1/events?type=contact.created&subject_id=${subject}`)
    const { body } = await owner.send('GET', `${PATH}/${id}/deliveries/${feed.body.data[0].id}`)
    return body.data.attempts.map(({ answer }: { answer: string | null }) => answer)
  }
  assert.match((await answersOf(erased))[0], /erase\.me/)
  await server.send('DELETE', `/v1/contacts/${erased}`, { key })
  assert.deepEqual(await answersOf(erased), [null])
  assert.match((await answersOf(kept))[0], /keep\.me/)
})

describe('resend', () => {
  test('sends it again with the same id and bytes, and continues the count', async () => {
    const owner = await newOwner()
    const id = await owner.create()
    const [eventId] = await owner.emit('contact.created')
    const path = `${PATH}/${id}/deliveries/${eventId}`
    const { body } = await owner.send('POST', `${path}/resend`)
    const at = new Date(time.now).toISOString()
    assert.deepEqual(
      [body.data.state, body.data.attempts, body.data.next_at, body.data.delivered_at],
      ['pending', 1, at, null],
    )
    await deps.courier.runDue()
    const [first, second] = owner.receiver.requests
    assert.deepEqual([second!.body, second!.headers['webhook-id']], [first!.body, eventId])
    const read = (await owner.send('GET', path)).body.data
    assert.deepEqual([read.state, read.attempts.length], ['delivered', 2])
  })

  test('while it is being sent: the result of that request no longer counts', async () => {
    const owner = await newOwner()
    const id = await owner.create()
    const waiting: Array<() => void> = []
    owner.receiver.respond = (_request, response) => void waiting.push(() => response.writeHead(500).end())
    const running = owner.emit('contact.created')
    await until(() => waiting.length === 1)
    const [{ event_id: eventId }] = (await owner.send('GET', `${PATH}/${id}/deliveries`)).body.data
    assert.equal((await owner.send('POST', `${PATH}/${id}/deliveries/${eventId}/resend`)).status, 200)
    owner.receiver.respond = answerWith(200)
    waiting[0]!()
    await running
    const { body } = await owner.send('GET', `${PATH}/${id}/deliveries/${eventId}`)
    assert.equal(body.data.state, 'delivered')
    assert.deepEqual(
      body.data.attempts.map(({ status }: { status: number }) => status),
      [200],
    )
    assert.equal(owner.receiver.requests.length, 2)
  })

  test('gives a failed delivery all of its attempts again', async () => {
    const owner = await newOwner()
    owner.receiver.respond = answerWith(500)
    const id = await owner.create()
    const [eventId] = await owner.emit('contact.created')
    await exhaust()
    // It was disabled meanwhile.
    await owner.send('PATCH', `${PATH}/${id}`, { status: 'active' })
    await server.sql("update event_deliveries set state = 'failed', next_at = null where endpoint_id = $1", [id])
    const sent = owner.receiver.requests.length
    await owner.send('POST', `${PATH}/${id}/deliveries/${eventId}/resend`)
    await deps.courier.runDue()
    const [row] = await server.sql('select round, state from event_deliveries where endpoint_id = $1', [id])
    assert.deepEqual([row, owner.receiver.requests.length], [{ round: 1, state: 'pending' }, sent + 1])
  })

  test('also works for an event that the endpoint did not subscribe to; not for another workspace', async () => {
    const owner = await newOwner()
    const id = await owner.create({ events: ['post.failed'] })
    const [eventId] = await owner.emit('contact.created')
    assert.equal(owner.receiver.requests.length, 0)
    assert.equal((await owner.send('POST', `${PATH}/${id}/deliveries/${eventId}/resend`)).status, 200)
    await deps.courier.runDue()
    assert.equal(owner.receiver.requests.length, 1)
    const other = await newOwner()
    const foreign = await other.create()
    assert.equal((await other.send('POST', `${PATH}/${foreign}/deliveries/${eventId}/resend`)).status, 404)
    await deps.courier.runDue()
    assert.equal(other.receiver.requests.length, 0)
  })

  test('to a disabled endpoint is refused, to a paused one waits', async () => {
    const owner = await newOwner()
    const id = await owner.create()
    const [eventId] = await owner.emit('contact.created')
    await owner.setStatus(id, 'disabled')
    const { status, body } = await owner.send('POST', `${PATH}/${id}/deliveries/${eventId}/resend`)
    assert.deepEqual([status, Object.keys(body.details)], [400, ['status']])
    assert.match(body.message, /Set its status to active first/)
    await owner.setStatus(id, 'paused')
    await owner.send('POST', `${PATH}/${id}/deliveries/${eventId}/resend`)
    await deps.courier.runDue()
    assert.equal(owner.receiver.requests.length, 1)
    await owner.setStatus(id, 'active')
    await deps.courier.runDue()
    assert.equal(owner.receiver.requests.length, 2)
  })
})

describe('recover', () => {
  test('makes failed, cancelled and never created deliveries due, and nothing else', async () => {
    const owner = await newOwner()
    const id = await owner.create({ events: ['contact.created', 'endpoint.disabled'] })
    const [early] = await owner.emit('contact.created')
    time.now += HOUR_MS
    const since = new Date(time.now).toISOString()
    const [delivered] = await owner.emit('contact.created')
    const [failed, cancelled] = await owner.emit('contact.created', 'contact.created')
    await server.sql("update event_deliveries set state = 'failed' where event_id = any($1)", [[failed, early]])
    await server.sql("update event_deliveries set state = 'cancelled' where event_id = $1", [cancelled])
    await owner.setStatus(id, 'disabled')
    const [never, unwanted] = await owner.emit('contact.created', 'post.created')
    // An endpoint does not get the event of its own disabling.
    await transaction(deps.pool, (tx) =>
      deps.emit(tx, {
        workspaceId: owner.workspaceId,
        type: 'endpoint.disabled',
        subjectId: id,
        subjectVersion: 1,
        data: {},
      }),
    )
    await deps.courier.runDue()
    const refused = await owner.send('POST', `${PATH}/${id}/recover`, { since })
    assert.match(refused.body.message, /Set its status to active first/)
    await owner.send('PATCH', `${PATH}/${id}`, { status: 'active' })
    const sent = owner.receiver.requests.length
    const { body } = await owner.send('POST', `${PATH}/${id}/recover`, { since })
    assert.deepEqual(body.data, { recovered: 3 })
    await deps.courier.runDue()
    const got = owner.receiver.requests.slice(sent).map(({ headers }) => headers['webhook-id'])
    assert.deepEqual(got.sort(), [failed, cancelled, never].sort())
    assert.ok(![early, delivered, unwanted].some((each) => got.includes(each)))
    assert.deepEqual((await owner.send('POST', `${PATH}/${id}/recover`, { since })).body.data, { recovered: 0 })
  })

  test('deliveries that wait for a retry are due now, with all attempts ahead; those being sent are left alone', async () => {
    const owner = await newOwner()
    const id = await owner.create()
    const since = new Date(time.now).toISOString()
    owner.receiver.respond = answerWith(500)
    const [later] = await owner.emit('contact.created')
    for (let i = 0; i < 3; i++) {
      time.now += HOUR_MS
      await deps.courier.runDue()
    }
    const waiting: Array<() => void> = []
    owner.receiver.respond = (_request, response) => void waiting.push(() => response.end())
    const running = owner.emit('contact.updated')
    await until(() => waiting.length === 1)
    const { body } = await owner.send('POST', `${PATH}/${id}/recover`, { since })
    assert.deepEqual(body.data, { recovered: 1 })
    owner.receiver.respond = answerWith(200)
    waiting[0]!()
    await running
    const ids = owner.receiver.requests.map(({ headers }) => headers['webhook-id'])
    assert.equal(ids.at(-1), later)
    assert.equal(new Set(ids.slice(-2)).size, 2, 'the other one was sent once')
    const [row] = await server.sql('select round, attempts from event_deliveries where event_id = $1', [later])
    assert.deepEqual(row, { round: 1, attempts: 5 })
  })

  test('20,000 events in one request', async () => {
    const owner = await newOwner()
    const id = await owner.create()
    await owner.setStatus(id, 'paused')
    // Ids of this time: they begin with it.
    const hex = time.now.toString(16).padStart(12, '0')
    await server.sql(
      `insert into events (workspace_id, id, position, type, subject_id, data, created_at)
       select $1, ($2 || substr(gen_random_uuid()::text, 14))::uuid, nextval('event_positions'), 'contact.created',
              gen_random_uuid(), '{}', $3
         from generate_series(1, 20000)`,
      [owner.workspaceId, `${hex.slice(0, 8)}-${hex.slice(8)}`, new Date(time.now)],
    )
    const { body } = await owner.send('POST', `${PATH}/${id}/recover`, { since: new Date(time.now - 1).toISOString() })
    assert.deepEqual(body.data, { recovered: 20_000 })
    assert.equal((await owner.send('GET', `${PATH}/${id}`)).body.data.waiting, 1_000, 'counted up to here')
    await owner.send('DELETE', `${PATH}/${id}`)
  })

  test('refuses an invalid time, one in the future, and one beyond the retention', async () => {
    const owner = await newOwner()
    const id = await owner.create()
    for (const [since, message] of [
      [undefined, /required/],
      [7, /must be a string/],
      ['yesterday', /ISO 8601/],
      [new Date(time.now + 1).toISOString(), /future/],
      [new Date(time.now - 30 * DAY_MS - 1).toISOString(), /at most 30 days back/],
    ] as const) {
      const { status, body } = await owner.send('POST', `${PATH}/${id}/recover`, { since })
      assert.equal(status, 400)
      assert.match(body.details.since[0], message)
    }
    const oldest = { since: new Date(time.now - 30 * DAY_MS).toISOString() }
    assert.equal((await owner.send('POST', `${PATH}/${id}/recover`, oldest)).status, 200)
  })
})
