import assert from 'node:assert/strict'
import { test } from 'node:test'
import { revokeSources } from '../../../src/webhooks/source-store.ts'
import { startServer } from '../../helpers/server.ts'

const server = await startServer()
const key = await server.key()
const receive = (webhookKey: string, body: string, headers: Record<string, string> = {}) =>
  server.send('POST', `/v1/webhooks/receive/${webhookKey}`, { headers, body })
const list = (id: string, query = '') => server.send('GET', `/v1/webhooks/${id}/deliveries${query}`, { key })

test('webhooks are listed newest first with counts, last delivery and revoked ones, paged by number or cursor', async () => {
  const workspaceId = await server.workspace()
  const own = await server.key({ workspaceId })
  const made = []
  for (let i = 0; i < 5; i++) made.unshift(await server.webhook(workspaceId))
  await receive(made[1]!.key, '1')
  const last = await receive(made[1]!.key, '2', { 'webhook-id': 'a' })
  await receive(made[1]!.key, '2', { 'webhook-id': 'a' })
  await revokeSources(server.deps.pool, workspaceId, { id: made[3]!.id }, new Date('2026-01-02T03:04:05.678Z'))
  const get = async (query: string) => (await server.send('GET', `/v1/webhooks${query}`, { key: own })).body
  const all = await get('')
  assert.deepEqual(
    all.data.map(({ id }: { id: string }) => id),
    made.map(({ id }) => id),
  )
  assert.deepEqual(all.pagination, { page: 1, limit: 20, total: 5, totalPages: 1, next_cursor: null })
  const { id: _, name, created_at, updated_at, ...used } = all.data[1]
  assert.equal(updated_at, created_at)
  const hint = `${made[1]!.key.slice(0, 8)}…${made[1]!.key.slice(-4)}`
  assert.match(name, /^webhook \d+$/)
  assert.ok(created_at <= last.body.data.received_at)
  assert.deepEqual(used, {
    provider: 'none',
    signature: null,
    delivery_id: null,
    max_bytes: 1_048_576,
    rate_limit: null,
    retention_days: null,
    version: 1,
    mapping: null,
    paused: false,
    verified: 'unverified',
    has_secret: false,
    has_verify_token: false,
    has_access_token: false,
    previous_secret_until: null,
    key_hint: hint,
    previous_key_until: null,
    active: true,
    deliveries: 2,
    rejections: 0,
    last_received_at: last.body.data.received_at,
    revoked_at: null,
  })
  const { active, revoked_at, deliveries, last_received_at } = all.data[3]
  assert.deepEqual([active, revoked_at, deliveries, last_received_at], [false, '2026-01-02T03:04:05.678Z', 0, null])
  await checkPaging(all.data, get)
})

test('deliveries are listed newest first, paged by number or cursor, at most 100 a page', async () => {
  const webhook = await server.webhook()
  for (let i = 0; i < 5; i++) await receive(webhook.key, `${i}`)
  const get = async (query: string) => (await list(webhook.id, query)).body
  const all = await get('?limit=100')
  assert.deepEqual(
    all.data.map(({ body_text }: { body_text: string }) => body_text),
    ['4', '3', '2', '1', '0'],
  )
  await checkPaging(all.data, get)
  for (const limit of ['101', '1000', '1001', '0', '-1', 'x', '1.5']) {
    const { status, body } = await list(webhook.id, `?limit=${limit}`)
    assert.deepEqual([status, Object.keys(body.details)], [400, ['limit']], limit)
    assert.deepEqual(body.details.limit, ['limit must be a whole number from 1 to 100.'])
  }
})

async function checkPaging(
  all: object[],
  get: (
    query: string,
  ) => Promise<{ data: object[]; pagination: { next_cursor: string | null; total: number; totalPages: number } }>,
) {
  const pages = [
    await get('?limit=2&page=1'),
    await get('?limit=2&page=2'),
    await get('?limit=2&page=3'),
    await get('?limit=2&page=4'),
  ]
  assert.deepEqual(
    pages.map(({ data }) => data),
    [all.slice(0, 2), all.slice(2, 4), all.slice(4), []],
  )
  for (const { pagination } of pages) assert.deepEqual([pagination.total, pagination.totalPages], [5, 3])
  const followed: object[] = []
  for (let query = '?limit=2', left = 10; left > 0; left--) {
    const { data, pagination } = await get(query)
    followed.push(...data)
    if (pagination.next_cursor === null) break
    query = `?limit=2&cursor=${pagination.next_cursor}`
  }
  assert.deepEqual(followed, all)
}

test('deliveries of another workspace or of an unknown webhook are 404', async () => {
  const foreign = await server.webhook(await server.workspace())
  await receive(foreign.key, 'theirs')
  const bodies = new Set<string>()
  for (const id of [foreign.id, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012', 'abc']) {
    const { status, text } = await list(id)
    assert.equal(status, 404)
    bodies.add(text)
  }
  assert.equal(bodies.size, 1, 'a foreign id looks like no id')
})
