import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLATFORMS, type Platform } from '../../src/posts/limits.ts'
import { startServer } from '../helpers/server.ts'

type Body = Record<string, unknown>

const server = await startServer()

const JPEG = 'https://cdn.example.com/a.jpg'
const SCHEDULED = { status: 'scheduled', scheduled_date: '2030-05-01T09:30:00.000Z' }
const FULL: Record<Platform, Body> = {
  thread: { media_type: 'image', content: 'Hi', media_urls: [JPEG] },
  photo: { media_type: 'feed_post', caption: 'Hi', media_urls: [JPEG], hashtags: ['one'] },
  professional: { content: 'Hi', media_urls: [JPEG] },
  short: { content: 'Hi', mentions: ['ana'] },
}

async function create(platform: Platform, json: unknown = FULL[platform], key: string) {
  const { status, body } = await server.send('POST', `/v1/posts/${platform}`, { key, json })
  assert.equal(status, 201)
  return body.data
}
const total = async (key: string, query: string) =>
  (await server.send('GET', `/v1/posts${query}`, { key })).body.pagination.total

test('the list is newest first, filtered, paged by number or cursor, with true totals', async () => {
  const workspaceId = await server.workspace()
  const own = await server.key({ workspaceId })
  const posts: Body[] = []
  for (let i = 0; i < 23; i++) {
    const platform = PLATFORMS[i % 4]!
    const date = new Date(Date.UTC(2035, 0, 1 + i)).toISOString()
    const plan = i % 5 === 0 ? {} : { scheduled_date: date, status: i % 2 ? 'scheduled' : 'draft' }
    posts.unshift(await create(platform, { ...FULL[platform], ...plan }, own))
  }
  const list = async (query: string) => {
    const { status, body } = await server.send('GET', `/v1/posts${query}`, { key: own })
    assert.equal(status, 200)
    return body
  }
  const filters: Array<[string, (post: Body) => boolean]> = [
    ['', () => true],
    ...PLATFORMS.map((name): [string, (post: Body) => boolean] => [
      `platform=${name}`,
      (post) => post.platform === name,
    ]),
    ['status=draft', (post) => post.status === 'draft'],
    ['status=scheduled&platform=thread', (post) => post.status === 'scheduled' && post.platform === 'thread'],
    ['state=waiting', (post) => post.status === 'scheduled'],
    ['state=none&platform=short', (post) => post.status === 'draft' && post.platform === 'short'],
    ['state=published', () => false],
    ['scheduled_after=2035-01-08T00:00:00Z', (post) => String(post.scheduled_date ?? '') >= '2035-01-08T00:00:00.000Z'],
    [
      'scheduled_before=2035-01-08T00:00:00Z',
      (post) => post.scheduled_date !== null && String(post.scheduled_date) < '2035-01-08T00:00:00.000Z',
    ],
    ['scheduled_after=2035-01-03T01:00:00%2B01:00&scheduled_before=2035-01-05', () => false],
    [`created_after=${posts[10]!.created_at}`, (post) => String(post.created_at) >= String(posts[10]!.created_at)],
    [`created_before=${posts[10]!.created_at}`, (post) => String(post.created_at) < String(posts[10]!.created_at)],
  ]
  for (const [filter, matches] of filters) {
    if (filter.endsWith('2035-01-05')) {
      const refused = await server.send('GET', `/v1/posts?${filter}`, { key: own })
      assert.deepEqual(Object.keys(refused.body.details), ['scheduled_before'], 'a date needs a time')
      continue
    }
    const wanted = posts.filter(matches)
    const whole = await list(`?${filter}&limit=1000`)
    assert.deepEqual(whole.data, wanted, filter)
    const pages = Math.ceil(wanted.length / 7)
    assert.deepEqual(whole.pagination, {
      page: 1,
      limit: 1000,
      total: wanted.length,
      totalPages: Math.min(1, pages),
      next_cursor: null,
    })
    const byNumber: Body[] = []
    for (let page = 1; page <= pages + 1; page++) {
      const { data, pagination } = await list(`?${filter}&limit=7&page=${page}`)
      byNumber.push(...data)
      assert.deepEqual([pagination.page, pagination.total, pagination.totalPages], [page, wanted.length, pages])
    }
    assert.deepEqual(byNumber, wanted, `${filter} by number`)
    const byCursor: Body[] = []
    let cursor: string | null = ''
    for (let page = 1; cursor !== null; page++) {
      const answer = await list(`?${filter}&limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`)
      assert.equal(answer.pagination.page, page)
      assert.ok(page <= 10, 'the cursor comes to an end')
      byCursor.push(...answer.data)
      cursor = answer.pagination.next_cursor
    }
    assert.deepEqual(byCursor, wanted, `${filter} by cursor`)
  }
})

test('the list goes on by cursor without gaps or repeats while posts come and go', async () => {
  const own = await server.key({ workspaceId: await server.workspace() })
  const ids: string[] = []
  for (let i = 0; i < 6; i++) ids.unshift((await create('short', undefined, own)).id)
  const first = await server.send('GET', '/v1/posts?limit=3', { key: own })
  await create('short', undefined, own)
  await server.send('DELETE', `/v1/posts/${ids[2]}`, { key: own })
  const next = await server.send('GET', `/v1/posts?limit=3&cursor=${first.body.pagination.next_cursor}`, { key: own })
  assert.deepEqual(
    [...first.body.data, ...next.body.data].map(({ id }) => id),
    ids,
  )
})

test('the list counts right after every kind of change', async () => {
  const own = await server.key({ workspaceId: await server.workspace() })
  const expectTotals = async (draft: number, scheduled: number) => {
    assert.equal(await total(own, '?status=draft'), draft)
    assert.equal(await total(own, '?status=scheduled'), scheduled)
    assert.equal(await total(own, '?platform=short'), draft + scheduled)
    assert.equal(await total(own, ''), draft + scheduled)
    assert.equal(await total(own, '?state=waiting'), scheduled, 'counted, not summed')
  }
  await expectTotals(0, 0)
  const { id } = await create('short', undefined, own)
  const other = await create('short', { ...FULL.short, ...SCHEDULED }, own)
  await expectTotals(1, 1)
  await server.send('PATCH', `/v1/posts/${id}`, { key: own, json: SCHEDULED })
  await expectTotals(0, 2)
  await server.send('PATCH', `/v1/posts/${id}`, { key: own, json: { status: 'sent' } })
  await server.send('POST', '/v1/posts/short?dry_run=true', { key: own, json: FULL.short })
  await server.send('PATCH', `/v1/posts/${id}`, { key: own, json: { content: 'x' } })
  await expectTotals(0, 2)
  await server.send('PATCH', `/v1/posts/${other.id}`, { key: own, json: { status: 'draft' } })
  await expectTotals(1, 1)
  await server.send('DELETE', `/v1/posts/${id}`, { key: own })
  await server.send('DELETE', `/v1/posts/${id}`, { key: own })
  await expectTotals(1, 0)
  await Promise.all(Array.from({ length: 20 }, () => create('short', undefined, own)))
  await expectTotals(21, 0)
})

test('the list refuses what it does not understand, all at once', async () => {
  const bad = 'page=0&limit=1001&platform=x&status=y&state=z&scheduled_after=a&created_before=b&cursor=!'
  const { status, body } = await server.send('GET', `/v1/posts?${bad}`, { key: await server.key() })
  assert.equal(status, 400)
  const fields = ['created_before', 'cursor', 'limit', 'page', 'platform', 'scheduled_after', 'state', 'status']
  assert.deepEqual(Object.keys(body.details).sort(), fields)
})
