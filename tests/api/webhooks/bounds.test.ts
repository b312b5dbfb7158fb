import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { deleteOldest } from '../../../src/webhooks/delivery-store.ts'
import { startServer } from '../../helpers/server.ts'

// Damage that a stranger with the URL, or a careless owner, must not be able to do.

const server = await startServer()
const key = await server.key()

const api = (method: string, path: string, json?: object) =>
  server.send(method, `/v1/webhooks/${path}`, json === undefined ? { key } : { key, json })
const receive = (webhookKey: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  server.send('POST', `/v1/webhooks/receive/${webhookKey}`, { body, headers })

describe('a list has bodies up to 65,536 bytes, and single reads have all', () => {
  const sizes = [65_536, 65_537]

  test('of deliveries', async () => {
    const webhook = await server.webhook()
    for (const size of sizes) assert.equal((await receive(webhook.key, Buffer.alloc(size, 1))).status, 200)
    const { data } = (await api('GET', `${webhook.id}/deliveries`)).body
    check(data)
    const one = (await api('GET', `${webhook.id}/deliveries/${data[0].id}`)).body.data
    assert.equal(one.body_text, '\u0001'.repeat(65_537))
  })

  test('of rejections, which are accepted with their whole body', async () => {
    const webhook = await server.webhook(undefined, { provider: 'github', secret: 'hush' })
    for (const size of sizes) assert.equal((await receive(webhook.key, Buffer.alloc(size, 1))).status, 401)
    const { data } = (await api('GET', `${webhook.id}/rejections`)).body
    check(data)
    const path = `${webhook.id}/rejections/${data[0].id}`
    assert.equal((await api('GET', path)).body.data.body_text, '\u0001'.repeat(65_537))
    assert.equal((await api('POST', `${path}/accept`)).status, 200)
    const taken = (await api('GET', `${webhook.id}/deliveries/${data[0].id}`)).body.data
    assert.deepEqual([taken.body_bytes, taken.body_sha256], [65_537, data[0].body_sha256])
    assert.equal(taken.body_text, '\u0001'.repeat(65_537))
  })

  function check(data: Array<{ body_bytes: number; body_text: string | null; body_base64: string | null }>) {
    assert.deepEqual(
      data.map((each) => [each.body_bytes, each.body_text?.length ?? null, each.body_base64]),
      [
        [65_537, null, null],
        [65_536, 65_536, null],
      ],
    )
  }
})

test('a hundred of the largest bodies do not make the list unreadable', { timeout: 120_000 }, async () => {
  const webhook = await server.webhook()
  const first = await receive(webhook.key, Buffer.alloc(1_048_576))
  await server.sql(
    `insert into webhook_deliveries (workspace_id, source_id, id, received_at, query, headers, body, body_sha256)
     select workspace_id, source_id, gen_random_uuid(), received_at, query, headers, body, body_sha256
       from webhook_deliveries, generate_series(1, 99) where id = $1`,
    [first.body.data.id],
  )
  const { status, body } = await api('GET', `${webhook.id}/deliveries?limit=100`)
  assert.deepEqual([status, body.data?.length], [200, 100])
})

test('a clean-up step uses the primary key, however many rows there are', async () => {
  const webhook = await server.webhook()
  const first = await receive(webhook.key, 'x'.repeat(500))
  await server.sql(
    `insert into webhook_deliveries (workspace_id, source_id, id, received_at, query, headers, body, body_sha256)
     select workspace_id, source_id, gen_random_uuid(), received_at, query, headers, body, body_sha256
       from webhook_deliveries, generate_series(1, 20000) where id = $1`,
    [first.body.data.id],
  )
  await server.sql('analyze webhook_deliveries')
  const statement = deleteOldest('webhook_deliveries')
  const plan = await server.sql<{ 'QUERY PLAN': string }>(`explain ${statement}`, [
    server.deps.workspaceId,
    webhook.id,
    null,
    1_000,
  ])
  const lines = plan.map((row) => row['QUERY PLAN']).join('\n')
  assert.doesNotMatch(lines, /Seq Scan/)
})

describe('a change of the provider', () => {
  test('to one that does not sign deletes the secret', async () => {
    for (const provider of ['microsoft', 'none']) {
      const { id } = await server.webhook(undefined, { provider: 'github', secret: 'hush' })
      const { status, body } = await api('PATCH', id, { provider })
      assert.deepEqual([status, body.data?.has_secret], [200, false], provider)
    }
  })

  test('to one that signs keeps it', async () => {
    const webhook = await server.webhook(undefined, { provider: 'github', secret: 'hush' })
    assert.equal((await api('PATCH', webhook.id, { provider: 'shopify' })).status, 200)
    const signature = createHmac('sha256', 'hush').update('{}').digest('base64')
    assert.equal((await receive(webhook.key, '{}', { 'x-shopify-hmac-sha256': signature })).status, 200)
  })
})

test('a secret may have the documented length, and no more', async () => {
  const { schemas } = (await server.send('GET', '/openapi.json')).body.components
  const { maxLength } = schemas.WebhookPatch.properties.secret
  const create = (length: number) =>
    server.send('POST', '/v1/webhooks', {
      key,
      json: { name: `secret of ${length}`, provider: 'github', secret: '😀'.repeat(length) },
    })
  assert.equal((await create(maxLength)).status, 201)
  const { status, body } = await create(maxLength + 1)
  assert.deepEqual([status, Object.keys(body.details)], [400, ['secret']])
})

test('a misspelt member of a preview is refused, not ignored', async () => {
  const { id } = await server.webhook(undefined, { mapping: { preset: 'generic_form' } })
  const sent = { body: { who: 'Ana' }, maping: { fields: { first_name: '/who' } } }
  const { status, body } = await api('POST', `${id}/mapping/preview`, sent)
  assert.deepEqual([status, body.details], [400, { maping: ['There is no such field. Did you mean mapping?'] }])
})

test('an unusable first name is reported with the reason', async () => {
  const { id } = await server.webhook(undefined, { mapping: { fields: { first_name: '/name' } } })
  const { body } = await api('POST', `${id}/mapping/preview`, { body: { name: { first: 'Ana' } } })
  assert.equal(body.data.outcome, 'failed')
  assert.match(body.data.issues.first_name.join(' '), /\/name is an object, not a single value/)
})

test('deliveries that wait to be mapped come after posts that are due', async () => {
  const webhook = await server.webhook(undefined, { mapping: { preset: 'generic_form' } })
  assert.equal((await receive(webhook.key, '{"name": "Ana"}')).status, 200)
  const posted = await server.send('POST', '/v1/posts/short', {
    key,
    json: { content: 'Hello', status: 'scheduled', scheduled_date: '2030-01-01T00:00:00Z' },
  })
  assert.equal(posted.status, 201)
  const jobs = await server.sql<{ task: string; priority: number }>(
    'select task_identifier as task, priority from graphile_worker.jobs',
  )
  const priorityOf = (task: string) => jobs.find((job) => job.task === task)!.priority
  assert.ok(priorityOf('webhook.map') > priorityOf('post.publish'))
})
