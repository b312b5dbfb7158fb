import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { rotateAllIn } from '../../../src/commands/line/rotate.ts'
import { transaction } from '../../../src/db/database.ts'
import type { EventType } from '../../../src/events/emit.ts'
import { createSecretBox, deriveKey } from '../../../src/lib/secrets/secret-box.ts'
import { selectSealedKeyIds } from '../../../src/secrets/fingerprint.ts'
import { createOwner } from '../../helpers/owner.ts'
import { startReceiver, status } from '../../helpers/receiver.ts'
import { startServer } from '../../helpers/server.ts'

// What the owner of an endpoint chooses beside its address: types by wildcard, headers of their own, filters.

const time = { now: Date.parse('2026-11-15T09:00:00Z') }
const server = await startServer({ clock: { now: () => time.now }, env: { ALLOW_PRIVATE_NETWORKS: 'true' } })
const { deps } = server
const PATH = '/v1/events/endpoints'
const SECRET_VALUE = 'Bearer s3cr3t-of-the-receiver'

async function newOwner() {
  const { workspaceId, key, send } = await createOwner(server)
  const receiver = await startReceiver()
  const create = async (json: object = {}) => {
    const { status, body } = await send('POST', PATH, { url: receiver.url, ...json })
    assert.equal(status, 201, JSON.stringify(body))
    return body.data
  }
  const emit = async (...events: Array<{ type: EventType; data?: object }>) => {
    for (const { type, data = {} } of events) {
      const event = { workspaceId, type, subjectId: deps.ids.next().id, subjectVersion: 1, data }
      await transaction(deps.pool, (tx) => deps.emit(tx, event))
    }
    await deps.courier.runDue()
  }
  const types = () => receiver.requests.map(({ body }) => JSON.parse(body).type)
  const refuse = async (json: object, path = PATH) => {
    const body = path === PATH ? { url: receiver.url, ...json } : json
    const answer = await send(path === PATH ? 'POST' : 'PATCH', path, body)
    assert.equal(answer.status, 400, JSON.stringify(answer.body))
    return answer.body.details as Record<string, string[]>
  }
  return { workspaceId, key, receiver, send, create, emit, types, refuse }
}

describe('wildcards', () => {
  test('stand for all types of a noun, and stay as they were written', async () => {
    const owner = await newOwner()
    const { id, events } = await owner.create({ events: ['contact.*', 'post.failed', 'contact.created'] })
    assert.deepEqual(events, ['contact.*', 'post.failed', 'contact.created'])
    assert.deepEqual((await owner.send('GET', `${PATH}/${id}`)).body.data.events, events)
    await owner.emit(
      { type: 'contact.created' },
      { type: 'post.created' },
      { type: 'contact.merged' },
      { type: 'post.failed' },
    )
    assert.deepEqual(owner.types().sort(), ['contact.created', 'contact.merged', 'post.failed'])
    // A type that this version does not have yet.
    await server.sql(
      `insert into event_outbox (id, workspace_id, subject_id, type, data, created_at)
       values (gen_random_uuid(), $1, gen_random_uuid(), 'contact.renamed', '{}', now()), (gen_random_uuid(), $1, gen_random_uuid(), 'post.renamed', '{}', now())`,
      [owner.workspaceId],
    )
    await deps.courier.runDue()
    assert.deepEqual(owner.types().slice(3), ['contact.renamed'])
  })

  test('need the permission of their noun, and a key may get no more through them', async () => {
    const owner = await newOwner()
    const key = await server.key({
      workspaceId: owner.workspaceId,
      scopes: ['events:write', 'events:read', 'posts:read'],
    })
    const create = (events: string[]) => server.send('POST', PATH, { key, json: { url: owner.receiver.url, events } })
    const refused = await create(['post.*', 'contact.*'])
    assert.equal(refused.status, 403)
    assert.match(refused.body.message, /contact\.\* needs the permission contacts:read/)
    const { body } = await create(['post.*', 'connection.*'])
    await owner.emit({ type: 'connection.expiring' }, { type: 'contact.created' })
    assert.deepEqual(owner.types(), ['connection.expiring'])
    const narrow = await server.key({ workspaceId: owner.workspaceId, scopes: ['events:write', 'contacts:read'] })
    const json = { url: 'http://127.0.0.1:1/' }
    assert.equal((await server.send('PATCH', `${PATH}/${body.data.id}`, { key: narrow, json })).status, 403)
  })

  test('are recovered, and filter the feed and the deliveries', async () => {
    const owner = await newOwner()
    await owner.emit({ type: 'contact.created' }, { type: 'post.created' }, { type: 'contact.deleted' })
    const { id } = await owner.create({ events: ['contact.*'] })
    const since = new Date(time.now - 60_000).toISOString()
    assert.equal((await owner.send('POST', `${PATH}/${id}/recover`, { since })).body.data.recovered, 2)
    await deps.courier.runDue()
    assert.deepEqual(owner.types(), ['contact.created', 'contact.deleted'])
    const typesOf = async (path: string) =>
      (await owner.send('GET', path)).body.data.map(({ type }: { type: string }) => type)
    assert.deepEqual(await typesOf('/v1/events?type=contact.*'), ['contact.created', 'contact.deleted'])
    assert.deepEqual(await typesOf('/v1/events?type=post.*,contact.deleted'), ['post.created', 'contact.deleted'])
    assert.deepEqual(await typesOf(`${PATH}/${id}/deliveries?type=post.*`), [])
    assert.deepEqual(await typesOf(`${PATH}/${id}/deliveries?type=contact.*`), ['contact.deleted', 'contact.created'])
    const narrow = await server.key({ workspaceId: owner.workspaceId, scopes: ['events:read', 'posts:read'] })
    assert.equal((await server.send('GET', '/v1/events?type=contact.*', { key: narrow })).status, 403)
  })

  for (const [wrong, said] of [
    ['*', /"\*" stands for no event types\. Use contact\.\*, post\.\*, /],
    ['*.created', /stands for no event types/],
    ['contact.cre*', /stands for no event types/],
    ['contacts.*', /Use contact\.\*/],
    ['contact.', /no event type|Did you mean/],
  ] as const) {
    test(`${wrong} is refused`, async () => {
      const owner = await newOwner()
      assert.match((await owner.refuse({ events: ['post.*', wrong] }))['events[1]']![0]!, said)
      const feed = await owner.send('GET', `/v1/events?type=${wrong}`)
      assert.match(feed.body.details.type[0], said)
    })
  }

  test('a test has one type', async () => {
    const owner = await newOwner()
    const { id } = await owner.create()
    const { status, body } = await owner.send('POST', `${PATH}/${id}/test`, { type: 'contact.*' })
    assert.deepEqual([status, Object.keys(body.details)], [400, ['type']])
  })
})

describe('headers', () => {
  test('are sent with every event, and beside the signature', async () => {
    const owner = await newOwner()
    const made = await owner.create({ headers: { 'X-Team': ' growth ', authorization: SECRET_VALUE } })
    await owner.emit({ type: 'contact.created' })
    await owner.send('POST', `${PATH}/${made.id}/test`)
    assert.equal(owner.receiver.requests.length, 2)
    for (const { headers, body } of owner.receiver.requests) {
      assert.deepEqual([headers['x-team'], headers.authorization], ['growth', SECRET_VALUE])
      assert.equal(headers['content-type'], 'application/json')
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers
      assert.equal(signature, new Webhook(made.secret).sign(String(id), new Date(Number(at) * 1_000), body))
    }
  })

  test('are not shown again: not in answers, the database, the logs or what receivers echo', async () => {
    const owner = await newOwner()
    const made = await owner.create({ headers: { 'X-Team': 'growth', authorization: SECRET_VALUE } })
    assert.deepEqual(made.headers, { 'x-team': '…', authorization: '…' })
    const place = `${PATH}/${made.id}`
    // Whole, without its scheme, inside of JSON, and cut off where the kept part ends.
    const echoes = [
      (value: string) => value,
      (value: string) => value.split(' ')[1]!,
      (value: string) => JSON.stringify({ got: value }),
      (value: string) => `${'x'.repeat(4_096 - 20)}${value}`,
    ]
    for (const echo of echoes) {
      owner.receiver.respond = ({ headers }, response) => {
        response.statusCode = 500
        response.end(echo(String(headers.authorization)))
      }
      await owner.emit({ type: 'contact.created' })
      const { body } = await owner.send('GET', `${place}/deliveries?limit=1`)
      const attempt = await owner.send('GET', `${place}/deliveries/${body.data[0].event_id}`)
      assert.match(attempt.body.data.attempts[0].answer, /…/)
      assert.doesNotMatch(attempt.text, /s3cr/)
      assert.doesNotMatch((await owner.send('POST', `${place}/test`)).text, /s3cr/)
      await owner.send('PATCH', place, { status: 'active' })
    }
    for (const path of [place, PATH, '/v1/events?limit=1000']) {
      assert.doesNotMatch((await owner.send('GET', path)).text, /s3cr|growth/, path)
    }
    const rows = await server.sql('select to_jsonb(t)::text as row from event_endpoints t')
    assert.doesNotMatch(JSON.stringify(rows), /s3cr|growth/)
    assert.doesNotMatch(server.logs.join(''), /s3cr3t/)
  })

  test('what was read can be sent back: stored values stay, others replace them, what is left out goes', async () => {
    const owner = await newOwner()
    const made = await owner.create({ headers: { 'x-team': 'growth', authorization: SECRET_VALUE } })
    const place = `${PATH}/${made.id}`
    const received = async () => {
      await owner.send('POST', `${place}/test`)
      const { headers } = owner.receiver.requests.at(-1)!
      return [headers['x-team'], headers.authorization, headers['x-new']]
    }
    const read = (await owner.send('GET', place)).body.data
    assert.equal((await owner.send('PATCH', place, { ...read, description: 'Same' })).status, 200)
    assert.deepEqual(await received(), ['growth', SECRET_VALUE, undefined])
    await owner.send('PATCH', place, { description: 'Headers are left out' })
    assert.deepEqual(await received(), ['growth', SECRET_VALUE, undefined])
    const changed = await owner.send('PATCH', place, { headers: { 'X-Team': '…', 'x-new': 'n' } })
    assert.deepEqual(changed.body.data.headers, { 'x-team': '…', 'x-new': '…' })
    assert.deepEqual(await received(), ['growth', undefined, 'n'])
    assert.deepEqual((await owner.send('PATCH', place, { headers: {} })).body.data.headers, {})
    assert.deepEqual(await received(), [undefined, undefined, undefined])
    const unknown = await owner.refuse({ headers: { 'x-team': '…' } }, place)
    assert.match(unknown['headers.x-team']![0]!, /no stored value/)
    assert.match((await owner.refuse({ headers: { 'x-team': '…' } }))['headers.x-team']![0]!, /no stored value/)
  })

  test('stored values do not move to another server', async () => {
    const owner = await newOwner()
    const other = await startReceiver()
    const { id } = await owner.create({ headers: { authorization: SECRET_VALUE } })
    const place = `${PATH}/${id}`
    for (const json of [{ url: other.url }, { url: other.url, headers: { authorization: '…' } }]) {
      assert.match((await owner.refuse(json, place)).headers![0]!, /not sent to another server/)
    }
    assert.equal((await owner.send('PATCH', place, { url: `${owner.receiver.url}/elsewhere` })).status, 200)
    const headers = { authorization: 'Bearer other' }
    assert.equal((await owner.send('PATCH', place, { url: other.url, headers })).status, 200)
    await owner.emit({ type: 'contact.created' })
    assert.deepEqual([owner.receiver.requests.length, other.requests[0]?.headers.authorization], [0, 'Bearer other'])
  })

  for (const [headers, field, said] of [
    [{ Host: 'a' }, 'headers.Host', /sets this header itself/],
    [{ 'Content-Length': '3' }, 'headers.Content-Length', /sets this header itself/],
    [{ 'content-type': 'a/b' }, 'headers.content-type', /sets this header itself/],
    [{ 'transfer-encoding': 'chunked' }, 'headers.transfer-encoding', /sets this header itself/],
    [{ connection: 'close' }, 'headers.connection', /sets this header itself/],
    [{ 'User-Agent': 'a' }, 'headers.User-Agent', /sets this header itself/],
    [{ 'webhook-signature': 'v1,a' }, 'headers.webhook-signature', /sets this header itself/],
    [{ 'Webhook-Id': 'a' }, 'headers.Webhook-Id', /sets this header itself/],
    [{ 'x team': 'a' }, 'headers', /"x team" cannot be the name/],
    [{ 'x-team:': 'a' }, 'headers', /cannot be the name/],
    [{ 'x\r\nhost': 'a' }, 'headers', /cannot be the name/],
    [{ '': 'a' }, 'headers', /cannot be the name/],
    [{ ['x'.repeat(65)]: 'a' }, 'headers', /at most 64/],
    [{ 'x-a': 'a\r\nHost: b' }, 'headers.x-a', /one line of ASCII/],
    [{ 'x-a': 'a\tb' }, 'headers.x-a', /one line of ASCII/],
    [{ 'x-a': 'é' }, 'headers.x-a', /one line of ASCII/],
    [{ 'x-a': ' ' }, 'headers.x-a', /not empty/],
    [{ 'x-a': 1 }, 'headers.x-a', /must be a string/],
    [{ 'x-a': null }, 'headers.x-a', /must be a string/],
    [{ 'x-a': 'a'.repeat(1_001) }, 'headers.x-a', /at most 1000/],
    [{ 'x-a': 'a', 'X-A': 'b' }, 'headers.X-A', /twice/],
    [Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`x-${at}`, 'a'])), 'headers', /at most 10 headers/],
    [['x-a'], 'headers', /must be an object/],
  ] as const) {
    test(`${JSON.stringify(headers).slice(0, 50)} are refused`, async () => {
      const owner = await newOwner()
      const details = await owner.refuse({ headers })
      assert.deepEqual(Object.keys(details), [field])
      assert.match(details[field]![0]!, said)
    })
  }

  test('chats have none', async () => {
    const owner = await newOwner()
    const chat = { kind: 'ntfy', url: 'https://ntfy.example/topic-k3v9x2' }
    assert.match((await owner.refuse({ ...chat, headers: { 'x-a': 'a' } })).headers![0]!, /kind webhook/)
    const { id } = await owner.create(chat)
    assert.match((await owner.refuse({ headers: { 'x-a': 'a' } }, `${PATH}/${id}`)).headers![0]!, /kind webhook/)
    assert.equal((await owner.send('PATCH', `${PATH}/${id}`, { headers: {} })).status, 200)
  })

  test('SECRET_KEY can be changed: nothing in the database needs the old one', async () => {
    const owner = await newOwner()
    const { id } = await owner.create({ headers: { authorization: SECRET_VALUE } })
    const now = deriveKey('a secret key for tests that is longer than it need be')
    const next = deriveKey('another secret key for tests, which is long as well')
    // Every column of every table that can hold a box of this key.
    const columns = await server.sql<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns
        join information_schema.tables using (table_schema, table_name)
        where table_schema = current_schema() and table_type = 'BASE TABLE' and data_type = 'bytea'`,
    )
    const sealedWith = async (keyId: string) => {
      const found: string[] = []
      for (const { table, column } of columns) {
        const rows = await server.sql(
          `select from "${table}" where length("${column}") > 9
              and substring("${column}" from 1 for 9) = '\\x01'::bytea || convert_to($1, 'latin1') limit 1`,
          [keyId],
        )
        if (rows.length > 0) found.push(`${table}.${column}`)
      }
      return found
    }
    const before = await sealedWith(now.id)
    assert.ok(before.includes('event_endpoints.headers') && before.includes('event_endpoints.secret'))
    await transaction(deps.pool, (tx) => rotateAllIn(tx, [next, now]))
    assert.deepEqual([await sealedWith(now.id), await sealedWith(next.id)], [[], before])
    await transaction(deps.pool, (tx) => rotateAllIn(tx, [now, next]))
    // The list that tells a node which keys it needs.
    const headers = createSecretBox([next]).seal('{}', 'headers of an endpoint')
    await server.sql('update event_endpoints set headers = $2 where id = $1', [id, headers])
    assert.ok((await selectSealedKeyIds(deps.pool)).includes(next.id))
  })
})

describe('filters', () => {
  const contact = (data: object) => ({ type: 'contact.created' as const, data })

  test('an endpoint only gets events with all of the values, exactly as they are', async () => {
    const owner = await newOwner()
    const filters = { utm_source: 'newsletter', utm_campaign: 'May "24"', status: 'new' }
    const made = await owner.create({ filters })
    assert.deepEqual(made.filters, filters)
    const fitting = { n: 1, utm_source: 'newsletter', status: 'new', extra: { utm_campaign: 'May "24"', a: 1 } }
    await owner.emit(
      contact(fitting),
      contact({ ...fitting, utm_source: 'Newsletter' }),
      contact({ ...fitting, utm_source: 'newsletter ' }),
      contact({ ...fitting, utm_source: null }),
      contact({ ...fitting, status: 'won' }),
      contact({ ...fitting, extra: {} }),
      contact({ ...fitting, extra: { utm_campaign: 'May "24"', utm_source: 'other' }, n: 2 }),
      contact({ n: 3 }),
      { type: 'contact.updated', data: { ...fitting, n: 4 } },
      { type: 'contact.deleted', data: { id: 'x', deleted: true } },
      { type: 'post.created', data: { status: 'new' } },
      { type: 'endpoint.disabled', data: { filters } },
    )
    const sent = owner.receiver.requests.map(({ body }) => JSON.parse(body).data.n)
    assert.deepEqual(sent.sort(), [1, 2, 4])
  })

  test('see real contacts, webhooks and posts, and can be changed and removed', async () => {
    const owner = await newOwner()
    const webhook = (await owner.send('POST', '/v1/webhooks', { name: 'Filtered', provider: 'none' })).body.data
    const { id } = await owner.create({ filters: { utm_source: 'newsletter', utm_content: 'b' } })
    const place = `${PATH}/${id}`
    const subjects = async () => {
      await deps.courier.runDue()
      return owner.receiver.requests.splice(0).map(({ body }) => JSON.parse(body).data.id)
    }
    const make = async (json: object) =>
      (await owner.send('POST', '/v1/contacts', { first_name: 'Ana', ...json })).body.data.id
    const first = await make({ utm_source: 'newsletter', utm_content: 'b' })
    await make({ utm_source: 'newsletter' })
    await make({})
    assert.deepEqual(await subjects(), [first])

    const toWebhook = await owner.send('PATCH', place, { filters: { webhook_id: webhook.id.toUpperCase() } })
    assert.deepEqual(toWebhook.body.data.filters, { webhook_id: webhook.id })
    const other = (await owner.send('POST', '/v1/webhooks', { name: 'Other', provider: 'none' })).body.data
    for (const { receive_url } of [webhook, other]) {
      await server.send('POST', new URL(receive_url).pathname, { json: { hello: 1 } })
    }
    await deps.courier.runDue()
    const received = owner.receiver.requests.splice(0).map(({ body }) => JSON.parse(body))
    assert.deepEqual(
      received.map(({ type, data }) => [type, data.webhook_id]),
      [['webhook.received', webhook.id]],
    )

    await owner.send('PATCH', place, { filters: { platform: 'short' } })
    const post = (await owner.send('POST', '/v1/posts/short', { content: 'Hi' })).body.data
    await owner.send('POST', '/v1/posts/thread', { media_type: 'text', content: 'Hi' })
    await make({})
    assert.deepEqual(await subjects(), [post.id])

    assert.deepEqual((await owner.send('PATCH', place, { filters: {} })).body.data.filters, {})
    const last = await make({})
    assert.deepEqual(await subjects(), [last])
  })

  test('count for recovering; what is asked for by name is sent all the same', async () => {
    const owner = await newOwner()
    await owner.emit(contact({ utm_source: 'ads' }), contact({ utm_source: 'newsletter' }))
    const { id } = await owner.create({ filters: { utm_source: 'newsletter' } })
    const since = new Date(time.now - 60_000).toISOString()
    assert.equal((await owner.send('POST', `${PATH}/${id}/recover`, { since })).body.data.recovered, 1)
    await deps.courier.runDue()
    assert.deepEqual(
      owner.receiver.requests.map(({ body }) => JSON.parse(body).data),
      [{ utm_source: 'newsletter' }],
    )
    const [ads] = (await owner.send('GET', '/v1/events')).body.data
    assert.equal((await owner.send('POST', `${PATH}/${id}/deliveries/${ads.id}/resend`)).status, 200)
    await deps.courier.runDue()
    assert.equal(JSON.parse(owner.receiver.requests[1]!.body).data.utm_source, 'ads')
  })

  test('a test sends an example as the endpoint would get it', async () => {
    const owner = await newOwner()
    const { id } = await owner.create({ filters: { utm_source: 'ads', utm_term: 'doors', status: 'won' } })
    const dataOf = async (type: string) => {
      assert.equal((await owner.send('POST', `${PATH}/${id}/test`, { type })).body.data.delivered, true)
      return JSON.parse(owner.receiver.requests.at(-1)!.body).data
    }
    const data = await dataOf('contact.created')
    assert.deepEqual(
      [data.utm_source, data.extra.utm_term, data.extra.phone, data.status],
      ['ads', 'doors', '+351 210 000 000', 'won'],
    )
    assert.equal((await dataOf('post.created')).status, 'draft')
    assert.deepEqual(Object.keys(await dataOf('contact.deleted')), ['id', 'deleted'])
    assert.deepEqual(Object.keys(await dataOf('endpoint.test')), ['message'])
  })

  test('people in a chat hear only of what passes', async () => {
    const owner = await newOwner()
    const chat = { kind: 'ntfy', url: `${new URL(owner.receiver.url).origin}/topic-k3v9x2` }
    await owner.create({ ...chat, events: ['contact.*'], filters: { status: 'won' } })
    const data = { first_name: 'Ana', extra: {} }
    await owner.emit(contact({ ...data, status: 'new' }), contact({ ...data, status: 'won' }))
    assert.equal(owner.receiver.requests.length, 1)
  })

  test('data that the database cannot compare holds up nobody', async () => {
    const owner = await newOwner()
    await owner.create({ filters: { utm_source: 'ads' } })
    await owner.emit(
      contact({ utm_source: 'ads', n: 1, extra: { a: '\u0000' } }),
      contact({ utm_source: 'ads', n: 2, extra: { a: '\ud800' } }),
    )
    await owner.emit(contact({ utm_source: 'ads', n: 3 }))
    assert.deepEqual(
      owner.receiver.requests.map(({ body }) => JSON.parse(body).data.n),
      [3],
    )
    assert.equal((await owner.send('GET', '/v1/events')).body.pagination.total, 3)
  })

  for (const [filters, field, said] of [
    [{ utm_sorce: 'a' }, 'filters.utm_sorce', /Did you mean utm_source/],
    [{ 'first name?': 'a' }, 'filters.first name?', /Use utm_source, utm_medium/],
    [{ toString: 'a' }, 'filters.toString', /no such field/],
    [{ utm_source: '' }, 'filters.utm_source', /must not be blank/],
    [{ utm_source: null }, 'filters.utm_source', /required/],
    [{ utm_source: ['a'] }, 'filters.utm_source', /must be a string/],
    [{ utm_source: 'a'.repeat(256) }, 'filters.utm_source', /at most 255/],
    [{ status: 'wonn' }, 'filters.status', /one of new, /],
    [{ platform: 'x' }, 'filters.platform', /one of thread, photo, professional, short/],
    [{ form_id: 'my form' }, 'filters.form_id', /must be an id, but it is "my form"/],
    [{ utm_source: 'a', platform: 'short' }, 'filters', /No event of this endpoint has utm_source, platform/],
    ['utm_source=a', 'filters', /must be an object/],
  ] as const) {
    test(`${JSON.stringify(filters).slice(0, 50)} is refused`, async () => {
      const owner = await newOwner()
      const details = await owner.refuse({ filters })
      assert.deepEqual(Object.keys(details), [field])
      assert.match(details[field]![0]!, said)
    })
  }

  test('filters that nothing can pass are refused, whichever of the two changes', async () => {
    const owner = await newOwner()
    const never = /No event of this endpoint has utm_source/
    assert.match((await owner.refuse({ events: ['post.*'], filters: { utm_source: 'a' } })).filters![0]!, never)
    const { id } = await owner.create({ events: ['contact.created', 'post.failed'], filters: { utm_source: 'a' } })
    assert.match((await owner.refuse({ events: ['post.failed'] }, `${PATH}/${id}`)).filters![0]!, never)
    const moved = await owner.send('PATCH', `${PATH}/${id}`, {
      events: ['post.failed'],
      filters: { platform: 'short' },
    })
    assert.equal(moved.status, 200)
    assert.match((await owner.refuse({ filters: { utm_source: 'a' } }, `${PATH}/${id}`)).filters![0]!, never)
  })
})

test('choices are those of one workspace, and a failing endpoint keeps them', async () => {
  const owner = await newOwner()
  const stranger = await newOwner()
  const { id } = await owner.create({ headers: { 'x-a': 'a' }, filters: { utm_source: 'ads' } })
  assert.equal((await stranger.send('PATCH', `${PATH}/${id}`, { headers: {}, filters: {} })).status, 404)
  owner.receiver.respond = status(410)
  await owner.emit({ type: 'contact.created', data: { utm_source: 'ads' } })
  const { data } = (await owner.send('GET', `${PATH}/${id}`)).body
  assert.deepEqual([data.status, data.headers, data.filters], ['disabled', { 'x-a': '…' }, { utm_source: 'ads' }])
  const [told] = (await owner.send('GET', '/v1/events?type=endpoint.*')).body.data
  assert.deepEqual([told.data.headers, told.data.filters], [data.headers, data.filters])
})
