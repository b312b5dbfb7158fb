// @quick

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { eventDocs } from '../../../src/app/routes.ts'
import { transaction } from '../../../src/db/database.ts'
import { rotateEndpointSecretsIn } from '../../../src/events/endpoints.ts'
import { secretContext } from '../../../src/events/send.ts'
import { createSecretBox, deriveKey } from '../../../src/lib/secrets/secret-box.ts'
import { createOwner } from '../../helpers/owner.ts'
import { status as answerWith, startReceiver } from '../../helpers/receiver.ts'
import { startServer } from '../../helpers/server.ts'

const time = { now: Date.parse('2026-11-15T09:00:00Z') }
const clock = { now: () => time.now }
const server = await startServer({ clock, env: { ALLOW_PRIVATE_NETWORKS: 'true' } })
const strict = await startServer({ beside: server, clock })
const { deps } = server
const PATH = '/v1/events/endpoints'
const HOUR_MS = 3_600_000
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/

async function newOwner() {
  const { workspaceId, key, send } = await createOwner(server)
  const create = async (json: object) => {
    const { status, body } = await send('POST', PATH, json)
    assert.equal(status, 201, JSON.stringify(body))
    return body.data
  }
  const emit = (type: 'contact.created' | 'post.created', data: object) =>
    transaction(deps.pool, (tx) =>
      deps.emit(tx, { workspaceId, type, subjectId: deps.ids.next().id, subjectVersion: 1, data }),
    )
  return { workspaceId, key, send, create, emit }
}

describe('create', () => {
  test('shows the endpoint with its secret, once', async () => {
    const owner = await newOwner()
    const made = await owner.create({
      url: ' https://example.com/hook?x=1 ',
      description: 'CRM',
      events: ['contact.created', 'contact.created', 'post.failed'],
    })
    const { secret, ...endpoint } = made
    assert.match(secret, SECRET)
    assert.deepEqual(endpoint, {
      id: made.id,
      kind: 'webhook',
      url: 'https://example.com/hook?x=1',
      description: 'CRM',
      language: null,
      events: ['contact.created', 'post.failed'],
      filters: {},
      headers: {},
      scopes: ['contacts:read', 'posts:read', 'webhooks:read', 'events:read', 'links:read', 'forms:read'],
      status: 'active',
      reason: null,
      reason_code: null,
      reason_values: null,
      failures: 0,
      failing_since: null,
      last_success_at: null,
      last_failure_at: null,
      waiting: 0,
      resting_until: null,
      previous_secret_until: null,
      version: 1,
      created_at: '2026-11-15T09:00:00.000Z',
      updated_at: '2026-11-15T09:00:00.000Z',
    })
    const read = await owner.send('GET', `${PATH}/${made.id.toUpperCase()}`)
    assert.deepEqual(read.body.data, endpoint)
    const list = await owner.send('GET', PATH)
    assert.deepEqual([list.body.data, list.body.pagination.total], [[endpoint], 1])
    // Never in clear text: not in the database, not in the logs.
    const rows = await server.sql('select to_jsonb(t)::text as row from event_endpoints t')
    assert.ok(!JSON.stringify(rows).includes(secret.slice(6)))
    assert.ok(!server.logs.join('').includes(secret.slice(6)))
  })

  test('without event types it gets all', async () => {
    const owner = await newOwner()
    assert.equal((await owner.create({ url: 'https://example.com/' })).events, null)
    assert.equal((await owner.create({ url: 'https://example.com/', events: null })).events, null)
  })

  test('a repeat by Idempotency-Key creates no second one, and the secret is not stored for it', async () => {
    const owner = await newOwner()
    const options = { key: owner.key, headers: { 'idempotency-key': 'once' }, json: { url: 'https://example.com/' } }
    const first = await server.send('POST', PATH, options)
    const again = await server.send('POST', PATH, options)
    assert.match(first.body.data.secret, SECRET)
    assert.deepEqual(again.body.data, { ...first.body.data, secret: null })
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal((await owner.send('GET', PATH)).body.pagination.total, 1)
    const stored = await server.sql('select body from idempotency_keys where workspace_id = $1', [owner.workspaceId])
    assert.equal(stored.length, 1)
    assert.ok(!JSON.stringify(stored).includes('whsec_'))
    const other = await server.send('POST', PATH, { ...options, json: { url: 'https://example.org/' } })
    assert.equal(other.status, 422)
  })

  test('50 is the maximum, even when they are created at once', async () => {
    const owner = await newOwner()
    const create = async (i: number) => {
      for (;;) {
        const answer = await owner.send('POST', PATH, { url: `https://example.com/${i}` })
        // The requests wait for each other; on a busy machine some wait too long.
        if (answer.status !== 503) return answer
      }
    }
    const answers = await Promise.all(Array.from({ length: 55 }, (_, i) => create(i)))
    const refused = answers.filter(({ status }) => status === 400)
    assert.deepEqual([answers.filter(({ status }) => status === 201).length, refused.length], [50, 5])
    assert.match(refused[0]!.body.message, /at most 50 endpoints\. Remove one/)
    const first = await owner.send('GET', `${PATH}?limit=20`)
    assert.equal(first.body.pagination.total, 50)
    const ids = new Set<string>()
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await owner.send('GET', `${PATH}?limit=20${cursor && `&cursor=${cursor}`}`)
      for (const { id } of body.data) ids.add(id)
      cursor = body.pagination.next_cursor
    }
    assert.equal(ids.size, 50)
  })
})

describe('refused', () => {
  const WRONG: Array<[name: string, json: object, field: string, message: RegExp]> = [
    ['no url', {}, 'url', /required/],
    ['a url that is a number', { url: 7 }, 'url', /must be a string/],
    ['a blank url', { url: '  ' }, 'url', /required/],
    ['a relative url', { url: '/hook' }, 'url', /absolute/],
    ['a long url', { url: `https://example.com/${'x'.repeat(2_029)}` }, 'url', /at most 2048 characters/],
    ['a fragment', { url: 'https://example.com/#x' }, 'url', /fragment/],
    ['credentials', { url: 'https://a:b@example.com/' }, 'url', /user name or password/],
    ['a description that is long', { url: 'https://example.com/', description: 'x'.repeat(256) }, 'description', /255/],
    ['no list', { url: 'https://example.com/', events: 'contact.created' }, 'events', /must be a list/],
    ['an empty list', { url: 'https://example.com/', events: [] }, 'events', /at least one type/],
    [
      'a slip',
      { url: 'https://example.com/', events: ['contact.creatd'] },
      'events[0]',
      /Did you mean contact\.created/,
    ],
    ['no such type', { url: 'https://example.com/', events: ['order.paid'] }, 'events[0]', /Known are/],
    ['the test type', { url: 'https://example.com/', events: ['endpoint.test'] }, 'events[0]', /no event type/],
    ['null in the list', { url: 'https://example.com/', events: [null] }, 'events[0]', /but it is null/],
    ['a line break', { url: 'https://exam\nple.com/' }, 'url', /spaces or line breaks/],
    [
      'a name of another service',
      { url: 'https://example.com/', types: ['post.failed'] },
      'types',
      /Use .*url, .*events/,
    ],
    ['a secret of their own', { url: 'https://example.com/', secret: 'whsec_x' }, 'secret', /no such field/],
    ['a slip in a name', { url: 'https://example.com/', event: ['contact.created'] }, 'event', /Did you mean events/],
  ]
  for (const [name, json, field, message] of WRONG) {
    test(name, async () => {
      const owner = await newOwner()
      const { status, body } = await owner.send('POST', PATH, json)
      assert.equal(status, 400)
      assert.match((body.details[field] ?? []).join(' '), message, JSON.stringify(body))
      if (field === 'url' && !('url' in json)) return
      const { id } = await owner.create({ url: 'https://example.com/' })
      const patched = await owner.send('PATCH', `${PATH}/${id}`, json)
      assert.equal(patched.status, 400)
      assert.match((patched.body.details[field] ?? []).join(' '), message)
    })
  }

  test('every broken rule at once', async () => {
    const owner = await newOwner()
    const { body } = await strict.send('POST', PATH, {
      key: owner.key,
      json: { url: 'http://a@127.0.0.1:22/#x', description: 7, events: ['x'] },
    })
    assert.deepEqual(Object.keys(body.details).sort(), ['description', 'events[0]', 'url'])
    assert.equal(body.details.url.length, 5)
  })

  test('a new endpoint may be paused; what was read can be sent back', async () => {
    const owner = await newOwner()
    const { body } = await owner.send('POST', PATH, { url: 'https://example.com/', status: 'paused' })
    assert.match(body.details.status[0], /is active at first.*PATCH/)
    const { secret: _, ...shown } = await owner.create({ url: 'https://example.com/', status: 'active' })
    assert.equal((await owner.send('POST', PATH, shown)).status, 201)
    assert.equal((await owner.send('PATCH', `${PATH}/${shown.id}`, shown)).status, 200)
  })

  test('an empty change, and a change to a status that only Doorpost sets', async () => {
    const owner = await newOwner()
    const { id } = await owner.create({ url: 'https://example.com/' })
    assert.match((await owner.send('PATCH', `${PATH}/${id}`, {})).body.message, /Nothing is to be changed/)
    for (const status of ['disabled', 'on', 7, null]) {
      const { body } = await owner.send('PATCH', `${PATH}/${id}`, { status })
      assert.match(body.details.status[0], /active or paused/)
    }
  })

  test('an unknown id', async () => {
    const owner = await newOwner()
    for (const id of ['x', deps.ids.next().id]) {
      for (const [method, rest, json] of [
        ['GET', '', undefined],
        ['PATCH', '', { status: 'paused' }],
        ['DELETE', '', undefined],
        ['POST', '/rotate', undefined],
        ['POST', '/test', {}],
        ['POST', '/recover', { since: '2026-11-15T08:00:00Z' }],
        ['GET', '/deliveries', undefined],
        ['GET', `/deliveries/${deps.ids.next().id}`, undefined],
        ['POST', `/deliveries/${deps.ids.next().id}/resend`, undefined],
      ] as const) {
        assert.equal((await owner.send(method, `${PATH}/${id}${rest}`, json)).status, 404, `${method} ${rest}`)
      }
    }
  })
})

describe('change', () => {
  test('omitted fields stay, null clears', async () => {
    const owner = await newOwner()
    const { secret: _, ...made } = await owner.create({
      url: 'https://example.com/',
      description: 'CRM',
      events: ['contact.created'],
    })
    time.now += 1_000
    const paused = await owner.send('PATCH', `${PATH}/${made.id}`, { status: 'paused' })
    const updated_at = new Date(time.now).toISOString()
    assert.deepEqual(paused.body.data, { ...made, status: 'paused', updated_at, version: 2 })
    const other = { url: 'https://example.org/', description: null, events: null }
    const changed = await owner.send('PATCH', `${PATH}/${made.id}`, other)
    assert.deepEqual(changed.body.data, { ...made, ...other, status: 'paused', updated_at, version: 2 })
  })

  test('a paused endpoint gets its events when it is resumed', async () => {
    const owner = await newOwner()
    const receiver = await startReceiver()
    const { id } = await owner.create({ url: receiver.url })
    await owner.send('PATCH', `${PATH}/${id}`, { status: 'paused' })
    await owner.emit('contact.created', { n: 1 })
    await deps.courier.runDue()
    assert.equal(receiver.requests.length, 0)
    assert.equal((await owner.send('GET', `${PATH}/${id}`)).body.data.waiting, 1)
    await owner.send('PATCH', `${PATH}/${id}`, { status: 'active' })
    await deps.courier.runDue()
    assert.equal(receiver.requests.length, 1)
    assert.equal((await owner.send('GET', `${PATH}/${id}`)).body.data.waiting, 0)
  })

  test('a disabled endpoint is enabled with a clean record; endpoint.disabled showed it', async () => {
    const owner = await newOwner()
    const receiver = await startReceiver(answerWith(410))
    const { id } = await owner.create({ url: receiver.url })
    await owner.emit('contact.created', { n: 1 })
    await deps.courier.runDue()
    const disabled = (await owner.send('GET', `${PATH}/${id}`)).body.data
    assert.equal(disabled.status, 'disabled')
    assert.deepEqual([disabled.reason_code, disabled.reason_values], ['endpoint.gone', null])
    assert.match(disabled.reason, /^It answered 410/)
    assert.equal(disabled.failures, 1)
    const { body } = await owner.send('GET', '/v1/events?type=endpoint.disabled')
    assert.deepEqual(body.data[0].data, { ...disabled, waiting: body.data[0].data.waiting })
    const back = (await owner.send('PATCH', `${PATH}/${id}`, { status: 'active' })).body.data
    assert.deepEqual([back.status, back.reason, back.failures, back.failing_since], ['active', null, 0, null])
    assert.equal(back.last_failure_at, disabled.last_failure_at, 'what happened stays')
  })

  test('a reason from 0.2 is shown as it is', async () => {
    const owner = await newOwner()
    const { id } = await owner.create({ url: 'https://example.com/' })
    await server.sql(`update event_endpoints set status = 'disabled', reason = 'Gone since May.' where id = $1`, [id])
    const { reason, reason_code, reason_values } = (await owner.send('GET', `${PATH}/${id}`)).body.data
    assert.deepEqual([reason, reason_code, reason_values], ['Gone since May.', null, null])
  })

  test('a resting endpoint says until when, and setting it active ends the rest', async () => {
    const owner = await newOwner()
    const receiver = await startReceiver(answerWith(429, { 'retry-after': '7200' }))
    const { id } = await owner.create({ url: receiver.url })
    await owner.emit('contact.created', { n: 1 })
    await deps.courier.runDue()
    const restingUntil = async () => (await owner.send('GET', `${PATH}/${id}`)).body.data.resting_until
    assert.equal(await restingUntil(), new Date(time.now + 2 * HOUR_MS).toISOString())
    const { body } = await owner.send('PATCH', `${PATH}/${id}`, { status: 'active' })
    assert.equal(body.data.resting_until, null)
    await owner.emit('contact.created', { n: 2 })
    await deps.courier.runDue()
    assert.equal(receiver.requests.length, 2)
    assert.ok(await restingUntil())
    time.now += 2 * HOUR_MS
    assert.equal(await restingUntil(), null, 'it is over')
  })

  test('a new URL does not inherit failures of the old one; another description changes nothing about them', async () => {
    const owner = await newOwner()
    const { id } = await owner.create({ url: 'https://example.com/' })
    const fail = () =>
      server.sql(
        "update event_endpoints set failures = 9, failing_since = now(), open_until = now() + '1 day' where id = $1",
        [id],
      )
    const state = async () =>
      (await server.sql('select failures, failing_since, open_until from event_endpoints where id = $1', [id]))[0]
    await fail()
    for (const json of [{ description: 'x' }, { url: 'https://example.com/' }, { status: 'paused' }]) {
      await owner.send('PATCH', `${PATH}/${id}`, json)
      assert.equal((await state())!.failures, 9, JSON.stringify(json))
    }
    await owner.send('PATCH', `${PATH}/${id}`, { url: 'https://example.org/' })
    assert.deepEqual(await state(), { failures: 0, failing_since: null, open_until: null })
  })
})

test('delete removes its deliveries, however many, and keeps the events', async () => {
  const owner = await newOwner()
  const { id } = await owner.create({ url: 'https://example.com/' })
  await owner.send('PATCH', `${PATH}/${id}`, { status: 'paused' })
  await owner.emit('contact.created', { n: 1 })
  await deps.courier.runDue()
  await server.sql(
    `insert into event_deliveries (workspace_id, endpoint_id, event_id, next_at, created_at)
     select $1, $2, gen_random_uuid(), now(), now() from generate_series(1, 2500)`,
    [owner.workspaceId, id],
  )
  const gone = await owner.send('DELETE', `${PATH}/${id}`)
  assert.deepEqual(gone.body.data, { id, deleted: true })
  assert.equal((await owner.send('GET', `${PATH}/${id}`)).status, 404)
  assert.equal((await owner.send('DELETE', `${PATH}/${id}`)).status, 404)
  assert.deepEqual(await server.sql('select 1 from event_deliveries where endpoint_id = $1', [id]), [])
  assert.equal((await owner.send('GET', '/v1/events')).body.data.length, 1)
})

describe('the secret', () => {
  /** Verifies like the owner of the endpoint. The library uses the real clock. */
  const verifies = (secret: string, { headers, body }: { headers: object; body: string }) => {
    const real = Date.now
    Date.now = clock.now
    try {
      return new Webhook(secret).verify(body, headers as Record<string, string>)
    } catch {
      return null
    } finally {
      Date.now = real
    }
  }

  test('rotation: both verify for 24 hours, then the new one alone', async () => {
    const owner = await newOwner()
    const receiver = await startReceiver()
    const { id, secret: old } = await owner.create({ url: receiver.url })
    const { body } = await owner.send('POST', `${PATH}/${id}/rotate`)
    const { secret, previous_secret_until: until } = body.data
    assert.match(secret, SECRET)
    assert.notEqual(secret, old)
    assert.equal(Date.parse(until) - time.now, 24 * HOUR_MS)
    const next = async () => {
      await owner.emit('contact.created', { n: 1 })
      await deps.courier.runDue()
      return receiver.requests.at(-1)!
    }
    time.now += 24 * HOUR_MS - 1
    const during = await next()
    assert.ok(verifies(old, during) && verifies(secret, during))
    time.now += 1
    assert.equal((await owner.send('GET', `${PATH}/${id}`)).body.data.previous_secret_until, null)
    const later = await next()
    assert.equal(verifies(old, later), null)
    assert.ok(verifies(secret, later))
  })

  test('SECRET_KEY can be changed: everything is sealed again', async () => {
    const owner = await newOwner()
    const { id, secret } = await owner.create({ url: 'https://example.com/' })
    const rotated = await owner.send('POST', `${PATH}/${id}/rotate`)
    const now = deriveKey('a secret key for tests that is longer than it need be')
    const next = deriveKey('another secret key for tests, which is long as well')
    const read = async (key: typeof now) => {
      const [row] = await server.sql<{ secret: Buffer; old_secret: Buffer }>(
        'select secret, old_secret from event_endpoints where id = $1',
        [id],
      )
      const box = createSecretBox([key])
      return [row!.secret, row!.old_secret].map((sealed) => box.open(sealed, secretContext(id)))
    }
    const count = await transaction(deps.pool, (tx) => rotateEndpointSecretsIn(tx, createSecretBox([next, now])))
    assert.ok(count >= 1)
    assert.deepEqual(await read(next), [rotated.body.data.secret, secret])
    await transaction(deps.pool, (tx) => rotateEndpointSecretsIn(tx, createSecretBox([now, next])))
    assert.deepEqual(await read(now), [rotated.body.data.secret, secret])
  })
})

describe('test', () => {
  test('every type can be tried: signed, with its example, and nothing is stored', async () => {
    const owner = await newOwner()
    const receiver = await startReceiver()
    const { id, secret } = await owner.create({ url: receiver.url, events: ['post.failed'] })
    for (const doc of eventDocs) {
      const { body } = await owner.send('POST', `${PATH}/${id}/test`, { type: doc.type })
      assert.deepEqual(body.data, { ...body.data, delivered: true, status: 200, message: null, answer: 'ok' })
      const request = receiver.requests.at(-1)!
      const sent = new Webhook(secret)
      assert.equal(JSON.parse(request.body).type, doc.type)
      assert.deepEqual(JSON.parse(request.body).data, doc.example.data)
      const { 'webhook-id': messageId, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers
      const wanted = sent.sign(String(messageId), new Date(Number(at) * 1_000), request.body)
      assert.equal(signature, wanted)
    }
    assert.equal(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size, eventDocs.length)
    assert.equal((await owner.send('GET', '/v1/events')).body.pagination.total, 0)
    const read = (await owner.send('GET', `${PATH}/${id}`)).body.data
    assert.deepEqual([read.last_success_at, read.waiting], [null, 0])
  })

  test('without a type or a body it is endpoint.test, even for a paused or disabled endpoint', async () => {
    const owner = await newOwner()
    const receiver = await startReceiver()
    const { id } = await owner.create({ url: receiver.url })
    for (const status of ['paused', 'disabled']) {
      await server.sql('update event_endpoints set status = $2 where id = $1', [id, status])
      assert.equal((await owner.send('POST', `${PATH}/${id}/test`)).body.data.delivered, true)
      assert.equal(JSON.parse(receiver.requests.at(-1)!.body).type, 'endpoint.test')
      assert.equal((await owner.send('GET', `${PATH}/${id}`)).body.data.status, status)
    }
  })

  test('says what went wrong, and changes nothing about the endpoint', async () => {
    const owner = await newOwner()
    const receiver = await startReceiver(answerWith(500))
    const { id } = await owner.create({ url: receiver.url })
    for (const code of [500, 410, 302]) {
      receiver.respond = answerWith(code)
      const { body } = await owner.send('POST', `${PATH}/${id}/test`, {})
      assert.deepEqual([body.data.delivered, body.data.status, body.data.answer], [false, code, `said ${code}`])
      assert.match(body.data.message, new RegExp(`answered ${code}`))
    }
    await receiver.close()
    const { body } = await owner.send('POST', `${PATH}/${id}/test`, {})
    assert.deepEqual([body.data.delivered, body.data.status], [false, null])
    assert.match(body.data.message, /cannot be reached/)
    assert.equal(body.data.message_code, 'fetch.unreachable')
    const read = (await owner.send('GET', `${PATH}/${id}`)).body.data
    assert.deepEqual([read.status, read.failures, read.last_failure_at], ['active', 0, null])
  })

  test('of an unknown type is refused', async () => {
    const owner = await newOwner()
    const { id } = await owner.create({ url: 'https://example.com/' })
    for (const [type, message] of [
      ['endpoint.tests', /Did you mean endpoint\.test\?/],
      [7, /but it is a number/],
    ] as const) {
      const { status, body } = await owner.send('POST', `${PATH}/${id}/test`, { type })
      assert.equal(status, 400)
      assert.match(body.details.type[0], message)
    }
  })
})
