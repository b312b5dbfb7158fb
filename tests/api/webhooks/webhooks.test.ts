// @quick

import assert from 'node:assert/strict'
import { createHash, hash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { after, describe, test } from 'node:test'
import { createApp } from '../../../src/app/app.ts'
import { createDeps } from '../../../src/app/deps.ts'
import { openDatabase } from '../../../src/db/open.ts'
import { webhookKeys } from '../../../src/webhooks/source-secrets.ts'
import { revokeSources } from '../../../src/webhooks/source-store.ts'
import { startServer } from '../../helpers/server.ts'

const server = await startServer({ env: { LOG_LEVEL: 'trace' } })
const key = await server.key()
const MIB = 1_048_576

interface Delivery {
  id: string
  received_at: string
  content_type: string | null
  query: string
  headers: Array<[string, string]>
  body_bytes: number
  body_sha256: string
  body_text: string | null
  body_base64: string | null
  duplicates: number
}

const receive = (webhookKey: string, body?: string | Uint8Array, headers: Record<string, string> = {}, query = '') =>
  server.send('POST', `/v1/webhooks/receive/${webhookKey}${query}`, {
    headers,
    ...(body === undefined ? {} : { body }),
  })
const list = (id: string, query = '') => server.send('GET', `/v1/webhooks/${id}/deliveries${query}`, { key })
const deliveriesOf = async (id: string, limit = 100): Promise<Delivery[]> =>
  (await list(id, `?limit=${limit}`)).body.data
const countRows = async () =>
  (await server.sql<{ count: number }>('select count(*)::int as count from webhook_deliveries'))[0]!.count
const bytesOf = (delivery: Delivery) =>
  delivery.body_text === null ? Buffer.from(delivery.body_base64!, 'base64') : Buffer.from(delivery.body_text)

/** A raw request, for what fetch would not send. */
async function sendRaw(head: string[], body: string | Uint8Array = ''): Promise<string> {
  const socket = connect(server.port, '127.0.0.1')
  socket.write(`${head.join('\r\n')}\r\n\r\n`, 'latin1')
  socket.write(body)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => {})
  await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}

async function deliverTo(port: number, webhookKey: string): Promise<number> {
  const url = `http://127.0.0.1:${port}/v1/webhooks/receive/${webhookKey}`
  return (await fetch(url, { method: 'POST', body: 'x' })).status
}

/**
 * Delivers until the key is refused, and returns how many were accepted. The promise is one second; a busy machine gets
 * more.
 */
async function untilRefused(port: number, webhookKey: string): Promise<number> {
  const start = performance.now()
  for (let taken = 0; ; taken++) {
    if ((await deliverTo(port, webhookKey)) === 404) return taken
    assert.ok(performance.now() - start < 5_000, 'a revoked key still works after seconds')
  }
}

/** Pseudorandom bytes, the same in every run. */
const noise = (seed: number, length: number) =>
  createHash('shake256', { outputLength: length }).update(`webhook ${seed}`).digest()

describe('the body', () => {
  test('comes back byte for byte with its SHA-256, whatever it is and however it is labelled', async () => {
    const webhook = await server.webhook()
    const types = [
      'application/json',
      'text/plain; charset=utf-16',
      'multipart/form-data; boundary=x',
      'x/y',
      'nonsense',
    ]
    const special = [
      Buffer.alloc(0),
      Buffer.from([0]),
      Buffer.from([0xff, 0xfe, 0xc0, 0x80]),
      Buffer.from('\ufeff{"a": "é\u2028"}'),
      Buffer.from('{"not json'),
      Buffer.from('é', 'latin1'),
      Buffer.from([0xed, 0xa0, 0x80]),
    ]
    const bodies = Array.from({ length: 200 }, (_, i) => special[i] ?? noise(i, (i * i * 7) % 20_000))
    const ids: string[] = []
    for (let start = 0; start < bodies.length; start += 40) {
      const answers = await Promise.all(
        bodies.slice(start, start + 40).map((body, i) => receive(webhook.key, body, { 'content-type': types[i % 5]! })),
      )
      for (const { status, body } of answers) {
        assert.equal(status, 200)
        assert.equal(body.data.duplicate, false)
        ids.push(body.data.id)
      }
    }
    const stored = new Map<string, Delivery>()
    for (const query of ['?limit=100', '?limit=100&page=2']) {
      for (const delivery of (await list(webhook.id, query)).body.data) stored.set(delivery.id, delivery)
    }
    for (const [i, body] of bodies.entries()) {
      const delivery = stored.get(ids[i]!)!
      assert.ok(bytesOf(delivery).equals(body), `body ${i}`)
      assert.equal(delivery.body_sha256, hash('sha256', body, 'hex'))
      assert.equal(delivery.body_bytes, body.length)
      assert.equal(delivery.content_type, types[(i % 40) % 5])
      assert.ok((delivery.body_text === null) !== (delivery.body_base64 === null), 'in one form, not both')
    }
    assert.equal(stored.size, 200)
  })

  test('may be absent, and have no content type', async () => {
    const webhook = await server.webhook()
    assert.equal((await receive(webhook.key)).status, 200)
    const [delivery] = await deliveriesOf(webhook.id)
    assert.deepEqual([delivery!.body_bytes, delivery!.body_text, delivery!.content_type], [0, '', null])
  })

  test('of 1 MiB is accepted, one byte more is 413 and nothing is stored, also in chunks', async () => {
    const webhook = await server.webhook()
    const head = (...lines: string[]) => [
      `POST /v1/webhooks/receive/${webhook.key} HTTP/1.1`,
      'Host: x',
      'Connection: close',
      ...lines,
    ]
    const chunked = (body: Buffer) =>
      Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')])
    const full = noise(1, MIB)
    assert.equal((await receive(webhook.key, full)).status, 200)
    assert.match(await sendRaw(head('Transfer-Encoding: chunked'), chunked(full)), /^HTTP\/1.1 200 /)
    const rows = await deliveriesOf(webhook.id)
    for (const { id } of rows) {
      const { body } = await server.send('GET', `/v1/webhooks/${webhook.id}/deliveries/${id}`, { key })
      assert.ok(bytesOf(body.data).equals(full))
    }
    assert.equal(rows.length, 2)

    const over = noise(2, MIB + 1)
    const refused = await receive(webhook.key, over)
    assert.deepEqual([refused.status, refused.body.error], [413, 'payload_too_large'])
    assert.match(refused.body.message, /1,048,576/)
    assert.match(
      await sendRaw(head('Transfer-Encoding: chunked'), chunked(over)),
      /^HTTP\/1.1 413 .*payload_too_large/s,
    )
    assert.equal((await deliveriesOf(webhook.id)).length, 2)
  })

  test('of JSON numbers that would take a parser minutes is stored unchanged', { timeout: 20_000 }, async () => {
    const webhook = await server.webhook()
    const bomb = `[${Array.from({ length: 5_000 }, () => '1e100000').join(',')}]`
    assert.equal((await receive(webhook.key, bomb, { 'content-type': 'application/json' })).status, 200)
    assert.equal((await deliveriesOf(webhook.id))[0]!.body_text, bomb)
  })

  test('is kept as sent when it is compressed', async () => {
    const webhook = await server.webhook()
    await receive(webhook.key, noise(3, 500), { 'content-encoding': 'gzip' })
    assert.ok(bytesOf((await deliveriesOf(webhook.id))[0]!).equals(noise(3, 500)))
  })
})

test('headers are kept in order without credentials and cookies, and the query string as sent', async () => {
  const webhook = await server.webhook()
  const query = 'a=1&a=%zz&b=%C3%A9&&c&d=+%00'
  const answer = await sendRaw([
    `POST /v1/webhooks/receive/${webhook.key}?${query} HTTP/1.1`,
    'Host: hooks.example',
    'X-Second: 2',
    'Authorization: Bearer secret-1',
    'X-First: caf\u00e9\there',
    'Cookie: session=secret-2',
    'x-second: again',
    'Proxy-Authorization: Basic secret-3',
    'X-Api-Key: secret-4',
    'X-Empty:',
    'Connection: close',
    'Content-Length: 0',
  ])
  assert.match(answer, /^HTTP\/1.1 200 /)
  const { body } = await list(webhook.id)
  assert.equal(body.data[0].query, query)
  assert.deepEqual(body.data[0].headers, [
    ['host', 'hooks.example'],
    ['x-second', '2'],
    ['x-first', 'caf\u00e9 here'],
    ['x-second', 'again'],
    ['x-empty', ''],
    ['connection', 'close'],
    ['content-length', '0'],
  ])
  const [row] = await server.sql<{ text: string }>(
    'select d::text as text from webhook_deliveries d where source_id = $1',
    [webhook.id],
  )
  assert.ok(!row!.text.includes('secret-'))
})

describe('a repeated delivery', () => {
  for (const header of ['webhook-id', 'svix-id', 'x-github-delivery', 'X-Shopify-Webhook-Id', 'Idempotency-Key']) {
    test(`by ${header} and body is stored once and answered with the first id and time`, async () => {
      const webhook = await server.webhook()
      const first = await receive(webhook.key, 'A', { [header]: 'msg_1' })
      assert.equal(first.body.data.duplicate, false)
      for (let i = 0; i < 2; i++) {
        const again = await receive(webhook.key, 'A', { [header]: 'msg_1' })
        assert.deepEqual([again.status, again.body.data], [200, { ...first.body.data, duplicate: true }])
      }
      const other = await receive(webhook.key, 'B', { [header]: 'msg_1' })
      assert.equal(other.body.data.duplicate, false, 'other content is another delivery')
      const rows = await deliveriesOf(webhook.id)
      assert.deepEqual(
        rows.map((row) => [row.id, row.body_text, row.duplicates]),
        [
          [other.body.data.id, 'B', 0],
          [first.body.data.id, 'A', 2],
        ],
      )
      const elsewhere = await server.webhook()
      assert.equal((await receive(elsewhere.key, 'A', { [header]: 'msg_1' })).body.data.duplicate, false)
    })
  }

  test('sent 100 times at once is one row; every answer names it', async () => {
    const webhook = await server.webhook()
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => receive(webhook.key, 'once', { 'webhook-id': 'm' })),
    )
    assert.deepEqual(new Set(answers.map(({ body }) => `${body.data.id} ${body.data.received_at}`)).size, 1)
    assert.equal(answers.filter(({ body }) => !body.data.duplicate).length, 1)
    const { data, pagination } = (await list(webhook.id)).body
    assert.deepEqual([data.length, pagination.total, data[0].duplicates], [1, 1, 99])
  })

  test('without a delivery id is stored again: the same text may be another event', async () => {
    const webhook = await server.webhook()
    for (let i = 0; i < 2; i++) assert.equal((await receive(webhook.key, 'same')).body.data.duplicate, false)
    assert.equal((await deliveriesOf(webhook.id)).length, 2)
  })
})

describe('the key', () => {
  test('unknown, revoked, malformed, too long or an API key: the same 404, and nothing stored', async () => {
    const revoked = await server.webhook()
    await receive(revoked.key, 'before')
    await server.sql('update webhook_sources set revoked_at = now() where id = $1', [revoked.id])
    await untilRefused(server.port, revoked.key)
    const live = await server.webhook()
    const before = await countRows()
    const wrong = [
      webhookKeys.create(),
      revoked.key,
      'x',
      'whk_',
      live.key.slice(0, -1),
      `${live.key}0`,
      live.key.toLowerCase(),
      live.key.replace('whk_', 'svc_pk_'),
      key,
      'a'.repeat(501),
      `whk_${'a'.repeat(8_000)}`,
      '%00',
      '%E2%98%83',
      live.id,
    ]
    const shapes = new Set<string>()
    for (const text of wrong) {
      const { status, headers, text: body } = await receive(text, '{"a":1}', { 'content-type': 'application/json' })
      assert.equal(status, 404, text.slice(0, 60))
      shapes.add(`${body} ${[...headers.keys()].sort()}`)
    }
    assert.equal(shapes.size, 1, [...shapes].join('\n'))
    assert.equal(await countRows(), before)
  })

  test('that is revoked is refused here and on other nodes from then on', async (t) => {
    const open = await openDatabase(server.deps.config, { as: 'server', onError: () => {} })
    const { deps, close } = await createDeps(server.deps.config, open, server.deps.log)
    const app = createApp(deps)
    await app.listen({ host: '127.0.0.1', port: 0 })
    t.after(async () => {
      app.server.closeAllConnections()
      await app.close()
      await close()
      await open.close()
    })
    const nodes = [server.port, (app.server.address() as AddressInfo).port]
    const webhook = await server.webhook()
    const deliver = (port: number) => deliverTo(port, webhook.key)
    for (const port of [...nodes, ...nodes]) assert.equal(await deliver(port), 200)
    await revokeSources(server.deps.pool, server.deps.workspaceId, { id: webhook.id }, new Date())
    let taken = 4
    for (const port of nodes) taken += await untilRefused(port, webhook.key)
    for (const port of [...nodes, ...nodes]) assert.equal(await deliver(port), 404)
    assert.equal((await deliveriesOf(webhook.id)).length, taken, 'what was answered 200 is stored, the rest is not')
  })

  test('is never shown or logged, nor is the path that contains it', async () => {
    const webhook = await server.webhook()
    await receive(webhook.key, 'x', {}, '?token=query-secret')
    await receive(`${webhook.key}x`, 'x')
    await server.send('GET', `/v1/webhooks/receive/${webhook.key}`)
    await receive(webhook.key, noise(5, MIB + 1))
    const shown = [(await server.send('GET', '/v1/webhooks?limit=1000', { key })).text, (await list(webhook.id)).text]
    for (const text of [...shown, ...server.logs]) {
      assert.ok(!text.includes(webhook.key.slice(4)), 'the secret part')
      assert.ok(!/receive\/(?!:)/.test(text), 'the raw path')
    }
    assert.ok(!server.logs.join('').includes('query-secret'))
    assert.ok(
      server.logs.some((line) => line.includes('/v1/webhooks/receive/:webhook_key')),
      'requests are logged',
    )
  })
})

test('methods other than POST are 405, whether the key exists or not', async () => {
  const webhook = await server.webhook()
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    for (const text of [webhook.key, 'unknown']) {
      const { status, headers } = await server.send(method, `/v1/webhooks/receive/${text}`)
      assert.deepEqual([status, headers.get('allow')], [405, 'POST'], `${method} ${text}`)
    }
  }
})

describe('a delivery is stored when the answer comes', () => {
  test('under its id, at its time', async () => {
    const webhook = await server.webhook()
    for (let i = 0; i < 20; i++) {
      const { body } = await receive(webhook.key, `n ${i}`)
      const rows = await server.sql('select received_at, body from webhook_deliveries where id = $1', [body.data.id])
      assert.deepEqual(rows, [{ received_at: new Date(body.data.received_at), body: Buffer.from(`n ${i}`) }])
    }
  })

  test('and one that cannot be stored is a 500, while the others are stored', async () => {
    await server.sql(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
    )
    await server.sql(`create trigger refused before insert on webhook_deliveries for each row
      when (new.body = 'POISON'::bytea) execute function refuse()`)
    const webhook = await server.webhook()
    const bodies = Array.from({ length: 20 }, (_, i) => (i === 11 ? 'POISON' : `ok ${i}`))
    const answers = await Promise.all(bodies.map((body) => receive(webhook.key, body)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      bodies.map((body) => (body === 'POISON' ? 500 : 200)),
    )
    assert.equal((await deliveriesOf(webhook.id)).length, 19)
    const events = await server.sql('select subject_id from event_outbox where webhook_id = $1', [webhook.id])
    assert.equal(events.length, 19, 'and only those have events')
  })
})

after(() =>
  assert.ok(!server.logs.some((line) => line.includes('whk_')), 'no webhook key in any log line of this file'),
)
