import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import manifest from '../../../package.json' with { type: 'json' }
import { createEndpoints } from '../../../src/events/endpoints.ts'
import { bodyOf } from '../../../src/events/send.ts'
import { startReceiver, status } from '../../helpers/receiver.ts'
import { createPlace, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './helper.ts'

// When an event is sent, how often, and with what content.

const place = await createPlace()

describe('schedule', () => {
  test('eight attempts, each at its time, with the same id and body and its own timestamp; then it has failed', async () => {
    const receiver = await startReceiver(status(500))
    const endpoint = await place.endpoint(receiver.url)
    const [eventId] = await place.events(endpoint.workspaceId, {
      data: { name: 'Zoë 👋', nested: { b: 1, a: [1, 2] } },
    })
    const times: number[] = []
    await place.courier.runDue()
    times.push(place.now())
    for (let each = 0; each < 7; each++) {
      // The circuit would only delay it.
      await place.sql('update event_endpoints set open_until = null, failures = 0 where id = $1', [endpoint.id])
      const { next_at: nextAt } = await place.delivery(endpoint, eventId!)
      const sent = receiver.requests.length
      place.pass(nextAt!.getTime() - place.now() - 1)
      await place.courier.runDue()
      assert.equal(receiver.requests.length, sent, 'nothing a millisecond before its time')
      place.pass(1)
      await place.courier.runDue()
      times.push(place.now())
    }
    const delays = times.slice(1).map((time, index) => time - times[index]!)
    const expected = [
      5 * SECOND_MS,
      5 * MINUTE_MS,
      30 * MINUTE_MS,
      2 * HOUR_MS,
      5 * HOUR_MS,
      10 * HOUR_MS,
      10 * HOUR_MS,
    ]
    assert.deepEqual(delays, expected)

    const { state, round, attempts, next_at } = await place.delivery(endpoint, eventId!)
    assert.deepEqual({ state, round, attempts, next_at }, { state: 'failed', round: 8, attempts: 8, next_at: null })
    place.pass(3 * DAY_MS)
    await place.courier.runDue()
    assert.equal(receiver.requests.length, 8)

    const { requests } = receiver
    assert.equal(new Set(requests.map(({ body }) => body)).size, 1)
    assert.deepEqual([...new Set(requests.map(({ headers }) => headers['webhook-id']))], [eventId])
    const stamps = requests.map(({ headers }) => Number(headers['webhook-timestamp']))
    assert.deepEqual(
      stamps,
      times.map((time) => Math.floor(time / 1_000)),
    )
    const told = await place.attempts(endpoint, eventId!)
    assert.deepEqual(
      told.map(({ number, outcome, status: code, answer }) => ({ number, outcome, code, answer })),
      times.map((_, index) => ({ number: index + 1, outcome: 'rejected', code: 500, answer: 'said 500' })),
    )
  })

  test('the jitter is a fifth in both directions', async () => {
    const receiver = await startReceiver(status(500))
    for (const [random, expected] of [
      [0, 4_000],
      [1, 6_000],
    ] as const) {
      const endpoint = await place.endpoint(receiver.url)
      const [eventId] = await place.events(endpoint.workspaceId, {})
      await place.courierWith({ random: () => random }).runDue()
      assert.equal((await place.delivery(endpoint, eventId!)).next_at!.getTime() - place.now(), expected)
    }
  })

  test('a success in between ends it', async () => {
    const receiver = await startReceiver(status(500))
    const endpoint = await place.endpoint(receiver.url)
    const [eventId] = await place.events(endpoint.workspaceId, {})
    await place.courier.runDue()
    receiver.respond = status(204)
    await place.runNext(endpoint, eventId!)
    const row = await place.delivery(endpoint, eventId!)
    assert.deepEqual(
      { state: row.state, attempts: row.attempts, next_at: row.next_at },
      { state: 'delivered', attempts: 2, next_at: null },
    )
    assert.equal(row.delivered_at!.getTime(), place.now())
    const { failures, last_success_at } = await place.row(endpoint)
    assert.deepEqual({ failures, last_success_at }, { failures: 0, last_success_at: new Date(place.now()) })
  })
})

describe('Retry-After', () => {
  const cases: Array<[name: string, code: number, header: string | (() => string), waitMs: number]> = [
    ['seconds', 429, '120', 120 * SECOND_MS],
    ['a date', 503, () => new Date(place.now() + HOUR_MS).toUTCString(), HOUR_MS],
    ['more than a day counts as a day', 429, '864000', DAY_MS],
    ['less than the schedule changes nothing', 503, '1', 5 * SECOND_MS],
    ['on another failure', 500, '60', 60 * SECOND_MS],
    ['a date that has passed', 503, 'Sat, 01 Jan 2000 00:00:00 GMT', 5 * SECOND_MS],
    ['nonsense', 429, 'soon', 5 * SECOND_MS],
    ['a negative number', 429, '-10', 5 * SECOND_MS],
  ]
  for (const [name, code, header, waitMs] of cases) {
    test(`${code}: ${name}`, async () => {
      const receiver = await startReceiver(
        status(code, { 'retry-after': typeof header === 'string' ? header : header() }),
      )
      const endpoint = await place.endpoint(receiver.url)
      const [eventId] = await place.events(endpoint.workspaceId, {})
      await place.courier.runDue()
      const { next_at: nextAt } = await place.delivery(endpoint, eventId!)
      assert.equal(nextAt!.getTime() - place.now(), waitMs)
    })
  }

  test('also when the body of the answer is not read', async () => {
    const head = { 'retry-after': '120', 'content-encoding': 'gzip' }
    const receiver = await startReceiver((_request, response) => void response.writeHead(429, head).end('packed'))
    const endpoint = await place.endpoint(receiver.url)
    const [eventId] = await place.events(endpoint.workspaceId, {})
    await place.courier.runDue()
    const { next_at: nextAt } = await place.delivery(endpoint, eventId!)
    assert.equal(nextAt!.getTime() - place.now(), 120 * SECOND_MS)
  })

  test('after 429 the whole endpoint waits, also for later events; after 500 it does not', async () => {
    for (const [code, expected] of [
      [429, 1],
      [500, 2],
    ] as const) {
      const receiver = await startReceiver(status(code, { 'retry-after': '120' }))
      const endpoint = await place.endpoint(receiver.url)
      await place.events(endpoint.workspaceId, {})
      await place.courier.runDue()
      const [late] = await place.events(endpoint.workspaceId, {})
      await place.courier.runDue()
      assert.equal(receiver.requests.length, expected, `after ${code}`)
      receiver.respond = status(200)
      place.pass(120 * SECOND_MS)
      await place.courier.runDue()
      await place.runNext(endpoint, late!).catch(() => {})
      assert.equal((await place.delivery(endpoint, late!)).state, 'delivered')
    }
  })
})

describe('what is sent', () => {
  test('method, headers and body follow Standard Webhooks, and the public library accepts them', async () => {
    const receiver = await startReceiver()
    const endpoint = await place.endpoint(`${receiver.url}?token=1`)
    const data = { id: '1', text: 'Zażółć "quotes" \\ \n\u2028 👩‍👩‍👧', number: 1.5, none: null }
    const [eventId] = await place.events(endpoint.workspaceId, { data })
    const createdAt = new Date(place.now())
    place.pass(90 * SECOND_MS)
    await place.courier.runDue()
    const [request] = receiver.requests
    assert.equal(request!.path, '/hook?token=1')
    assert.equal(request!.headers['content-type'], 'application/json')
    assert.equal(request!.headers['user-agent'], `Doorpost/${manifest.version}`)
    assert.equal(request!.headers['webhook-timestamp'], String(Math.floor(place.now() / 1_000)))
    assert.deepEqual(Object.keys(JSON.parse(request!.body)), [
      'id',
      'type',
      'timestamp',
      'subject_version',
      'index',
      'data',
    ])
    const expected = {
      id: eventId,
      type: 'contact.created',
      timestamp: createdAt.toISOString(),
      subject_version: 1,
      index: 0,
      data,
    }
    assert.deepEqual(JSON.parse(request!.body), expected)
    assert.deepEqual(verify(endpoint.secret, request!), expected)
    const changed = { ...request!, body: request!.body.replace('1.5', '2.5') }
    assert.throws(() => verify(endpoint.secret, changed))
  })

  test('during a rotation both secrets sign, afterwards only the new one', async () => {
    const receiver = await startReceiver()
    const endpoint = await place.endpoint(receiver.url)
    const old = await place.endpoint(receiver.url)
    const sealed = place.box.seal(old.secret, `event_endpoint/${endpoint.id}/secret`)
    await place.sql('update event_endpoints set old_secret = $2, old_secret_until = $3 where id = $1', [
      endpoint.id,
      sealed,
      new Date(place.now() + DAY_MS),
    ])
    await place.events(endpoint.workspaceId, {})
    await place.courier.runDue()
    const during = receiver.requests.at(-1)!
    assert.equal(String(during.headers['webhook-signature']).split(' ').length, 2)
    verify(endpoint.secret, during)
    verify(old.secret, during)

    place.pass(DAY_MS)
    await place.events(endpoint.workspaceId, {})
    await place.courier.runDue()
    const afterwards = receiver.requests.at(-1)!
    verify(endpoint.secret, afterwards)
    assert.throws(() => verify(old.secret, afterwards))
  })

  test('a test delivery is signed like the others, and leaves nothing behind', async () => {
    const receiver = await startReceiver(status(418))
    const endpoint = await place.endpoint(receiver.url)
    const endpoints = createEndpoints({ ...place, clock: { now: place.now }, ...place.courier })
    const before = await place.sql('select (select count(*) from events), (select count(*) from event_attempts)')
    const result = await endpoints.test(endpoint.workspaceId, endpoint.id, 'endpoint.test', { hello: 'world' })
    assert.deepEqual([result?.outcome, result?.status, result?.answer], ['rejected', 418, 'said 418'])
    const sent = verify(endpoint.secret, receiver.requests[0]!) as { type: string; data: object }
    assert.deepEqual([sent.type, sent.data], ['endpoint.test', { hello: 'world' }])
    assert.deepEqual(
      await place.sql('select (select count(*) from events), (select count(*) from event_attempts)'),
      before,
    )
    assert.equal((await place.row(endpoint)).failures, 0)
  })

  test('webhook.received gets its data when it is sent', async () => {
    const receiver = await startReceiver()
    const endpoint = await place.endpoint(receiver.url)
    const id = place.ids.next().id
    const webhookId = place.ids.next().id
    await place.sql(
      `insert into event_outbox (id, workspace_id, type, subject_id, webhook_id, created_at)
       values ($1, $2, 'webhook.received', $1, $3, $4)`,
      [id, endpoint.workspaceId, webhookId, new Date(place.now())],
    )
    await place.courier.runDue()
    assert.deepEqual(JSON.parse(receiver.requests[0]!.body).data, { id, webhook_id: webhookId })
  })

  test('what is stored is sent byte for byte: numbers and escapes stay unchanged', () => {
    const data = '{"n":1.0,"big":12345678901234567890,"s":"\\u00e9"}'
    const body = bodyOf({ id: 'a', type: 'b', createdAt: new Date(0), subjectVersion: 3, index: 1, data })
    assert.equal(
      body,
      `{"id":"a","type":"b","timestamp":"1970-01-01T00:00:00.000Z","subject_version":3,"index":1,"data":${data}}`,
    )
  })
})

/** Verifies with the public library, on its clock; and by hand, on ours. */
function verify(secret: string, request: { headers: Record<string, unknown>; body: string }): unknown {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = request.headers
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${request.body}`).digest('base64')
  assert.ok(String(signature).split(' ').includes(`v1,${digest}`), 'no signature of this secret')
  const headers = {
    'webhook-id': String(id),
    'webhook-timestamp': String(timestamp),
    'webhook-signature': String(signature),
  }
  const realNow = Date.now
  // The library uses the clock of the machine.
  Date.now = () => Number(timestamp) * 1_000
  try {
    return new Webhook(secret).verify(request.body, headers)
  } finally {
    Date.now = realNow
  }
}
