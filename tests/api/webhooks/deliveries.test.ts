// @sql

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { jobTable } from '../../../src/app/worker.ts'
import type { Jobs } from '../../../src/jobs/table.ts'
import { showDeliveryEvent } from '../../../src/webhooks/deliveries.ts'
import { startServer } from '../../helpers/server.ts'

// Stored deliveries: found, downloaded, replayed, erased, expired.

const DAY_MS = 86_400_000
const time = { passedMs: 0 }
const server = await startServer({
  clock: { now: () => Date.now() + time.passedMs },
  env: { WEBHOOK_RETENTION_DAYS: '10' },
})
const key = await server.key()

const receive = async (webhookKey: string, body: string | Uint8Array, headers: Record<string, string> = {}) => {
  const answer = await server.send('POST', `/v1/webhooks/receive/${webhookKey}`, { body, headers })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data as { id: string; received_at: string; duplicate: boolean }
}
const get = async (path: string) => server.send('GET', `/v1/webhooks/${path}`, { key })
const idsOf = async (path: string) => {
  const { body, status, text } = await get(path)
  assert.equal(status, 200, text)
  assert.equal(body.pagination.total, body.data.length)
  return body.data.map(({ id }: { id: string }) => id)
}
const purge = () => jobTable(server.deps).tasks['webhooks.purge']!({})

/** Pseudorandom bytes, the same in every run. */
const noise = (seed: number, length: number) =>
  createHash('shake256', { outputLength: length }).update(`body ${seed}`).digest()

describe('filters', () => {
  test('by text, id of the sender, verification, mapping and time, alone and together', async () => {
    const webhook = await server.webhook()
    const first = await receive(webhook.key, '{"order": "A-1", "note": "50% off_now"}', { 'webhook-id': 'msg_1' })
    const second = await receive(webhook.key, Buffer.from([0xff, ...Buffer.from('A-1 in bytes'), 0]), {
      'webhook-id': 'msg_2',
    })
    time.passedMs += 60_000
    const third = await receive(webhook.key, '{"order": "Ä-2"}')
    await server.sql('update webhook_deliveries set verified = true where id = $1', [first.id])
    await server.sql(`update webhook_deliveries set mapping_state = 'failed', mapping_issues = '{}' where id = $1`, [
      second.id,
    ])
    await server.sql(`update webhook_deliveries set mapping_issues = '{"skipped": ["no"]}' where id = $1`, [third.id])
    const find = (query: string) => idsOf(`${webhook.id}/deliveries?${query}`)
    const [a, b, c] = [first.id, second.id, third.id]
    assert.deepEqual(await find('q=A-1'), [b, a])
    assert.deepEqual(await find('q=%25%20off_'), [a], 'no wildcards')
    assert.deepEqual(await find(`q=${encodeURIComponent('Ä-2')}`), [c])
    assert.deepEqual(await find('q=msg_'), [b, a])
    assert.deepEqual(await find('q=nowhere'), [])
    assert.deepEqual(await find('delivery_id=msg_2'), [b])
    assert.deepEqual(await find('delivery_id=msg'), [])
    assert.deepEqual(await find('verified=true'), [a])
    assert.deepEqual(await find('verified=false'), [c, b])
    assert.deepEqual(await find('mapping_state=failed'), [b])
    assert.deepEqual(await find('mapping_state=skipped'), [c])
    assert.deepEqual(await find('mapping_state=none'), [a])
    assert.deepEqual(await find(`received_after=${third.received_at}`), [c])
    assert.deepEqual(await find(`received_before=${third.received_at}`), [b, a])
    assert.deepEqual(await find(`q=A-1&verified=false&received_before=${third.received_at}`), [b])
    const paged = (await get(`${webhook.id}/deliveries?q=msg_&limit=1`)).body
    assert.deepEqual([paged.data[0].id, paged.pagination.total], [b, 2])
    const next = (await get(`${webhook.id}/deliveries?q=msg_&limit=1&cursor=${paged.pagination.next_cursor}`)).body
    assert.deepEqual([next.data[0].id, next.pagination.next_cursor], [a, null])
  })

  test('that are wrong are 400, all at once', async () => {
    const webhook = await server.webhook()
    const query = 'verified=maybe&mapping_state=lost&received_after=soon&q=%00&delivery=1'
    const { status, body } = await get(`${webhook.id}/deliveries?${query}`)
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(body.details).sort(), ['delivery', 'mapping_state', 'q', 'received_after', 'verified'])
  })
})

describe('a delivery', () => {
  test('is shown like in the list', async () => {
    const webhook = await server.webhook()
    const { id } = await receive(webhook.key, 'x', { 'webhook-id': 'm' })
    const { body } = await get(`${webhook.id}/deliveries/${id}`)
    assert.deepEqual(body.data, (await get(`${webhook.id}/deliveries`)).body.data[0])
    assert.deepEqual(body.data.mapping, { state: 'none', issues: null, contact_ids: [] })
    assert.equal((await get(`${webhook.id}/deliveries/${id.toUpperCase()}`)).body.data.id, id)
  })

  test('belongs to its webhook: under another one, even of the same workspace, it is 404', async () => {
    const [webhook, other] = [await server.webhook(), await server.webhook()]
    const { id } = await receive(webhook.key, 'x')
    const paths = ['', '/raw']
      .map((end) => ['GET', `${id}${end}`])
      .concat([
        ['POST', `${id}/replay`],
        ['DELETE', id],
      ])
    for (const [method, end] of paths) {
      const { status } = await server.send(method!, `/v1/webhooks/${other.id}/deliveries/${end}`, { key })
      assert.equal(status, 404, `${method} ${end}`)
    }
    for (const text of ['x', '%00', id.slice(1)]) {
      assert.equal((await get(`${webhook.id}/deliveries/${text}`)).status, 404)
    }
    assert.equal((await get(`${webhook.id}/deliveries/${id}`)).body.data.replays, 0)
  })

  test('is downloaded as a file that no browser shows', async () => {
    const webhook = await server.webhook()
    const { id } = await receive(webhook.key, '<script>alert(1)</script>', { 'content-type': 'text/html' })
    const { status, headers, text } = await get(`${webhook.id}/deliveries/${id}/raw`)
    assert.equal(status, 200)
    assert.equal(text, '<script>alert(1)</script>')
    assert.equal(headers.get('content-type'), 'application/octet-stream')
    assert.equal(headers.get('content-disposition'), `attachment; filename="${id}.bin"`)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.match(headers.get('content-security-policy')!, /sandbox/)
    assert.equal(headers.get('cache-control'), 'no-store')
  })

  test('2,000 random bodies come back byte for byte', async () => {
    const webhook = await server.webhook()
    const COUNT = 2_000
    const authorization = `Bearer ${key}`
    let next = 0
    const worker = async () => {
      while (next < COUNT) {
        const seed = next++
        // Mostly small; every 500th is large.
        const body = noise(seed, seed % 500 === 0 ? 300_000 : (seed * 37) % 2_000)
        const sent = await fetch(`${server.url}/v1/webhooks/receive/${webhook.key}`, { method: 'POST', body })
        const { data } = (await sent.json()) as { data: { id: string } }
        const url = `${server.url}/v1/webhooks/${webhook.id}/deliveries/${data.id}/raw`
        const got = Buffer.from(await (await fetch(url, { headers: { authorization } })).arrayBuffer())
        assert.ok(got.equals(body), `body ${seed} of ${body.length} bytes`)
      }
    }
    await Promise.all(Array.from({ length: 32 }, worker))
    assert.equal((await get(webhook.id)).body.data.deliveries, COUNT)
  })

  test('with unusual numbers is stored, shown and mapped without a parser', { timeout: 30_000 }, async () => {
    const webhook = await server.webhook(undefined, { mapping: { preset: 'generic_form' } })
    const bombs = [
      `[${Array.from({ length: 5_000 }, () => '1e100000').join(',')}]`,
      `{"first_name": "Ana", "n": ${'9'.repeat(500_000)}}`,
      `{"first_name": "Ana", "n": 1e-100000, "m": -0}`,
      `${'['.repeat(100_000)}`,
    ]
    for (const bomb of bombs) {
      const { id } = await receive(webhook.key, bomb, { 'content-type': 'application/json' })
      await jobTable(server.deps).tasks['webhook.map']!({
        workspace_id: server.deps.workspaceId,
        webhook_id: webhook.id,
        delivery_id: id,
      })
      const { body } = await get(`${webhook.id}/deliveries/${id}`)
      assert.equal(body.data.body_text, bomb)
      assert.ok(['mapped', 'failed'].includes(body.data.mapping.state))
    }
  })

  test('emits webhook.received once, in the statement that stores it; a duplicate emits nothing', async () => {
    const webhook = await server.webhook()
    const { id, received_at } = await receive(webhook.key, 'x', { 'webhook-id': 'm' })
    await receive(webhook.key, 'x', { 'webhook-id': 'm' })
    assert.deepEqual(
      await server.sql('select id, type, subject_id, data, created_at from event_outbox where webhook_id = $1', [
        webhook.id,
      ]),
      [{ id, type: 'webhook.received', subject_id: id, data: null, created_at: new Date(received_at) }],
    )
  })

  test('is replayed: counted, and announced again under a new event id', async () => {
    const webhook = await server.webhook()
    const { id } = await receive(webhook.key, 'x')
    const { status, body } = await server.send('POST', `/v1/webhooks/${webhook.id}/deliveries/${id}/replay`, { key })
    assert.deepEqual([status, body.data.id, body.data.replays], [200, id, 1])
    const events = await server.sql<{ id: string; subject_id: string }>(
      'select id, subject_id from event_outbox where webhook_id = $1 order by id',
      [webhook.id],
    )
    assert.equal(events.length, 2)
    assert.notEqual(events[0]!.id, events[1]!.id)
    for (const event of events) assert.equal(event.subject_id, id)
  })

  test('is erased with its body, and no longer counted', async () => {
    const webhook = await server.webhook()
    const { id } = await receive(webhook.key, 'personal', { 'webhook-id': 'm' })
    const path = `/v1/webhooks/${webhook.id}/deliveries/${id}`
    assert.deepEqual((await server.send('DELETE', path, { key })).body.data, { id, deleted: true })
    assert.equal((await server.send('DELETE', path, { key })).status, 404)
    assert.equal((await get(`${webhook.id}/deliveries/${id}`)).status, 404)
    assert.equal((await get(webhook.id)).body.data.deliveries, 0)
    assert.equal((await receive(webhook.key, 'personal', { 'webhook-id': 'm' })).duplicate, false)
  })
})

describe('its data in events', () => {
  test('match GET, with its webhook; large bodies are left out, erased ones are marked', async () => {
    const webhook = await server.webhook()
    const small = await receive(webhook.key, 'x'.repeat(16_384))
    const large = await receive(webhook.key, 'x'.repeat(16_385))
    const erased = await receive(webhook.key, 'x')
    await server.send('DELETE', `/v1/webhooks/${webhook.id}/deliveries/${erased.id}`, { key })
    const wanted = [small, large, erased].map(({ id }) => ({ webhook_id: webhook.id, delivery_id: id }))
    const shown = await showDeliveryEvent(server.deps.pool, server.deps.workspaceId, wanted)
    const about = { webhook_id: webhook.id }
    const asShown = async (id: string) => {
      const { duplicates, replays, mapping, ...received } = (await get(`${webhook.id}/deliveries/${id}`)).body.data
      return received
    }
    assert.deepEqual(shown.get(small.id), { ...(await asShown(small.id)), ...about })
    assert.deepEqual(shown.get(large.id), { ...(await asShown(large.id)), body_text: null, ...about })
    assert.deepEqual(shown.get(erased.id), { id: erased.id, erased: true })
    const foreign = await showDeliveryEvent(server.deps.pool, await server.workspace(), wanted)
    for (const { delivery_id: id } of wanted) assert.deepEqual(foreign.get(id), { id, erased: true })
  })
})

describe('retention', () => {
  test('deliveries older than the retention of their source are deleted, to the day, and the counts follow', async () => {
    const [short, usual] = [await server.webhook(undefined, { retention_days: 2 }), await server.webhook()]
    const refusing = await server.webhook(undefined, { provider: 'github', retention_days: 2 })
    for (const { key: webhookKey } of [short, usual]) await receive(webhookKey, 'old')
    await server.send('POST', `/v1/webhooks/receive/${refusing.key}`, { body: 'old' })
    time.passedMs += 2 * DAY_MS - 60_000
    await purge()
    const counts = async () => {
      const [a, b, c] = await Promise.all([short, usual, refusing].map(async ({ id }) => (await get(id)).body.data))
      return [a.deliveries, b.deliveries, c.rejections]
    }
    assert.deepEqual(await counts(), [1, 1, 1])
    await receive(short.key, 'new')
    time.passedMs += 120_000
    await purge()
    assert.deepEqual(await counts(), [1, 1, 0])
    assert.equal((await get(`${short.id}/deliveries`)).body.data[0].body_text, 'new')
    time.passedMs += 8 * DAY_MS
    await purge()
    assert.deepEqual(await counts(), [0, 0, 0])
    for (const { id } of [short, usual]) assert.equal((await get(`${id}/deliveries`)).body.pagination.total, 0)
  })

  test('more rows than one step takes are deleted too, and those of a revoked source', {
    timeout: 60_000,
  }, async () => {
    const webhook = await server.webhook()
    const { id } = await receive(webhook.key, 'x')
    await server.sql(
      `insert into webhook_deliveries (workspace_id, source_id, id, received_at, query, headers, body, body_sha256)
       select workspace_id, source_id, gen_random_uuid(), received_at, query, headers, body, body_sha256
         from webhook_deliveries, generate_series(1, 2500) where id = $1`,
      [id],
    )
    // Random ids have no time: these are all old.
    await server.sql(`update webhook_deliveries set id = ('00' || substr(id::text, 3))::uuid where source_id = $1`, [
      webhook.id,
    ])
    await server.send('DELETE', `/v1/webhooks/${webhook.id}`, { key })
    assert.equal((await get(webhook.id)).body.data.deliveries, 2_501)
    await purge()
    assert.equal((await get(webhook.id)).body.data.deliveries, 0)
  })

  test('erasing a source continues in the background if it is too much for the request', {
    timeout: 60_000,
  }, async () => {
    const webhook = await server.webhook()
    const { id } = await receive(webhook.key, 'x')
    await server.sql(
      `insert into webhook_deliveries (workspace_id, source_id, id, received_at, query, headers, body, body_sha256)
       select workspace_id, source_id, gen_random_uuid(), received_at, query, headers, body, body_sha256
         from webhook_deliveries, generate_series(1, 12000) where id = $1`,
      [id],
    )
    const path = `/v1/webhooks/${webhook.id}?erase=true`
    assert.equal((await server.send('DELETE', path, { key })).status, 200)
    assert.equal((await get(webhook.id)).body.data.deliveries, 2_001)
    const [job] = await server.sql<{ payload: Jobs['webhook.erase'] }>(
      'select payload from graphile_worker._private_jobs where key = $1',
      [`webhook.erase:${webhook.id}`],
    )
    await jobTable(server.deps).tasks['webhook.erase'](job!.payload)
    assert.equal((await get(webhook.id)).body.data.deliveries, 0)
  })
})
