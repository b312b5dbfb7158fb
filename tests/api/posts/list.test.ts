// @sql

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FORMATS, type Format } from '../../../src/platforms/shared/provider.ts'
import { startServer } from '../../helpers/server.ts'

type Body = Record<string, unknown>

const server = await startServer()

const JPEG = 'https://cdn.example.com/a.jpg'
const SCHEDULED = { status: 'scheduled', scheduled_date: '2030-05-01T09:30:00.000Z' }
const FULL: Record<Format, Body> = {
  thread: { media_type: 'image', content: 'Hi', media_urls: [JPEG] },
  photo: { media_type: 'feed_post', caption: 'Hi', media_urls: [JPEG], hashtags: ['one'] },
  professional: { content: 'Hi', media_urls: [JPEG] },
  short: { content: 'Hi', mentions: ['ana'] },
}

async function create(platform: Format, json: unknown = FULL[platform], key: string) {
  const { status, body } = await server.send('POST', `/v1/posts/${platform}`, { key, json })
  assert.equal(status, 201)
  return body.data
}

const isWaitingThread = (post: Body) => post.status === 'scheduled' && post.platform === 'thread'
const total = async (key: string, query: string) =>
  (await server.send('GET', `/v1/posts${query}`, { key })).body.pagination.total

/** Reads the whole list, by number and by cursor, with the same total everywhere. */
async function expectList(key: string, filter: string, wanted: readonly Body[]): Promise<void> {
  const list = async (query: string) => {
    const { status, body } = await server.send('GET', `/v1/posts${query}`, { key })
    assert.equal(status, 200, filter)
    return body
  }
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

/** The order of order=scheduled: by date, then those without one, each by id. */
function byDate(a: Body, b: Body): number {
  const key = (post: Body) => `${post.scheduled_date ?? 'without'} ${post.id}`
  return key(a) < key(b) ? -1 : 1
}

const idsOf = (body: { data: Body[] }) => body.data.map(({ id }) => id)

test('the list is newest first or by date, filtered, paged by number or cursor, with exact totals', async () => {
  const workspaceId = await server.workspace()
  const own = await server.key({ workspaceId })
  const posts: Body[] = []
  for (let i = 0; i < 23; i++) {
    const platform = FORMATS[i % 4]!
    // Not in the order of creation, and some on the same day.
    const date = new Date(Date.UTC(2035, 0, 1 + ((i * 7) % 11))).toISOString()
    const plan = i % 5 === 0 ? {} : { scheduled_date: date, status: i % 2 ? 'scheduled' : 'draft' }
    posts.unshift(await create(platform, { ...FULL[platform], ...plan }, own))
  }
  const filters: Array<[string, (post: Body) => boolean]> = [
    ['', () => true],
    ...FORMATS.map((name): [string, (post: Body) => boolean] => [`platform=${name}`, (post) => post.platform === name]),
    ['status=draft', (post) => post.status === 'draft'],
    ['status=scheduled&platform=thread', isWaitingThread],
    ['state=waiting', (post) => post.status === 'scheduled'],
    ['state=none&platform=short', (post) => post.status === 'draft' && post.platform === 'short'],
    ['state=published', () => false],
    ['state=none,waiting', () => true],
    ['state=waiting,%20failed,,waiting,&platform=thread', isWaitingThread],
    ['q=hi', () => true],
    ['q=%23ONE', (post) => post.platform === 'photo'],
    ['q=@an&status=draft', (post) => post.platform === 'short' && post.status === 'draft'],
    ['q=%20&state=%20', () => true],
    ['q=nothing%20like%20it', () => false],
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
    await expectList(own, filter, wanted)
    await expectList(own, `${filter}&order=scheduled`, wanted.toSorted(byDate))
  }
  await expectList(own, 'order=created', posts)
})

test('the list continues by cursor without gaps or repeats while posts come and go', async () => {
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

test('by date the list continues by cursor while posts come and go, also past the last date', async () => {
  const own = await server.key({ workspaceId: await server.workspace() })
  const plan = (day: number) => create('short', { ...FULL.short, scheduled_date: `2035-01-0${day}T09:00:00Z` }, own)
  const undated = [await create('short', undefined, own), await create('short', undefined, own)]
  const third = await plan(3)
  const first = await plan(1)
  const second = await plan(2)
  const read = async (query: string) => (await server.send('GET', `/v1/posts?limit=2${query}`, { key: own })).body
  const cursorOf = ({ pagination }: Body) => `&cursor=${(pagination as Body).next_cursor}`

  const one = await read('&order=scheduled')
  assert.deepEqual(idsOf(one), [first.id, second.id])
  await server.send('DELETE', `/v1/posts/${second.id}`, { key: own })
  const before = await plan(1)
  const two = await read(cursorOf(one))
  assert.deepEqual(idsOf(two), [third.id, undated[0].id], 'a cursor keeps its order')
  await server.send('DELETE', `/v1/posts/${undated[0].id}`, { key: own })
  const last = await create('short', undefined, own)
  const three = await read(`${cursorOf(two)}&order=scheduled`)
  assert.deepEqual(idsOf(three), [undated[1].id, last.id])
  assert.equal(three.pagination.next_cursor, null)
  assert.equal(three.pagination.total, 5)
  assert.deepEqual(idsOf(await read('&order=scheduled')), [first.id, before.id], 'the older of a date comes first')
})

test('a cursor is refused in another order, and if it was altered', async () => {
  const own = await server.key({ workspaceId: await server.workspace() })
  for (let i = 0; i < 3; i++) await create('short', i === 0 ? undefined : { ...FULL.short, ...SCHEDULED }, own)
  const read = (query: string) => server.send('GET', `/v1/posts?limit=1${query}`, { key: own })
  const byCreation = (await read('')).body.pagination.next_cursor
  const byDay = (await read('&order=scheduled')).body.pagination.next_cursor
  const problemOf = async (query: string) => {
    const { status, body } = await read(query)
    assert.equal(status, 400, query)
    assert.deepEqual(Object.keys(body.details), ['cursor'])
    return body.details.cursor[0]
  }
  assert.match(await problemOf(`&order=scheduled&cursor=${byCreation}`), /goes on with order=desc/)
  assert.match(await problemOf(`&order=created&cursor=${byDay}`), /goes on with order=scheduled/)
  assert.match(await problemOf(`&page=2&cursor=${byDay}`), /cannot be used together/)

  const [kind, , usual] = Buffer.from(byDay, 'base64url').toString().split('.')
  const forge = (text: string) => Buffer.from(text).toString('base64url')
  const forged = [
    ...['', 'x', '-1', '1e3', '01', '253402300800000', '9'.repeat(15), '9'.repeat(40)].map((at) => [kind, at, usual]),
    [kind, 'none', ''],
    [kind, 'none', forge('2.none')],
    [kind, 'none', byDay],
    [kind, 'none'],
    ['created', '1', usual],
  ].map((parts) => forge(parts.join('.')))
  for (const cursor of [...forged, `${byDay}=`, byDay.slice(0, -4)]) {
    for (const order of ['', '&order=scheduled', '&order=created']) {
      const problem = await problemOf(`&cursor=${cursor}${order}`)
      assert.match(problem, /must be a next_cursor/, Buffer.from(cursor, 'base64url').toString())
    }
  }
})

test('a search finds a part of the text, a tag or a mention, in any case, and has no wildcards', async () => {
  const own = await server.key({ workspaceId: await server.workspace() })
  const foreign = await server.key({ workspaceId: await server.workspace() })
  await create('short', { content: 'Spring sale for all' }, foreign)
  const posts = {
    sale: await create('short', { content: 'Spring SALE: 50% off_now', mentions: ['Ana_Silva'] }, own),
    path: await create('professional', { content: 'C:\\new, 500 off now', hashtags: ['SpringSale', 'Açores'] }, own),
    lines: await create('photo', { ...FULL.photo, caption: 'Übermorgen\n“Quoted” 🌷', hashtags: null }, own),
    bare: await create('photo', { ...FULL.photo, caption: null, hashtags: [] }, own),
  }
  const found = async (q: string, more = '') => {
    const { status, body } = await server.send('GET', `/v1/posts?q=${encodeURIComponent(q)}${more}`, { key: own })
    assert.equal(status, 200, q)
    assert.equal(body.pagination.total, body.data.length, q)
    const names = Object.keys(posts) as Array<keyof typeof posts>
    return names.filter((name) => idsOf(body).includes(posts[name].id)).join(' ')
  }
  assert.equal(await found('spring'), 'sale path')
  assert.equal(await found('  SPRING sale '), 'sale')
  assert.equal(await found('#springsale'), 'path')
  assert.equal(await found('ngSALE'), 'path')
  assert.equal(await found('now @ana'), '', 'not across both')
  assert.equal(await found('AÇORES'), 'path')
  assert.equal(await found('@ana_'), 'sale')
  assert.equal(await found('50%'), 'sale')
  assert.equal(await found('%'), 'sale')
  assert.equal(await found('off_'), 'sale')
  assert.equal(await found('\\n'), 'path')
  assert.equal(await found('übermorgen\n“quoted” 🌷'), 'lines')
  assert.equal(await found('off', '&platform=professional'), 'path')
  assert.equal(await found('off', '&platform=photo'), '')
  assert.equal(await found('off', '&state=none,waiting&order=scheduled'), 'sale path')
  assert.equal(await found("'; drop table posts; --"), '')
  assert.equal(await found('   '), 'sale path lines bare', 'blank is no search')
  assert.equal(await found('🌷'.repeat(255)), '')
  await server.send('PATCH', `/v1/posts/${posts.path.id}`, { key: own, json: { hashtags: ['autumn'] } })
  assert.equal(await found('springsale'), '')
  assert.equal(await found('autumn'), 'path')
})

test('the list counts correctly after every kind of change', async () => {
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

test('the list refuses every unknown parameter at once', async () => {
  const key = await server.key()
  const bad = 'page=0&limit=1001&platform=x&status=y&state=z&q=%00&order=up&scheduled_after=a&created_before=b&cursor=!'
  const { status, body } = await server.send('GET', `/v1/posts?${bad}`, { key })
  assert.equal(status, 400)
  const fields = 'created_before cursor limit order page platform q scheduled_after state status'
  assert.deepEqual(Object.keys(body.details).sort(), fields.split(' '))
  assert.deepEqual(body.details.order, ['order must be one of created, scheduled, asc, desc, but it is "up".'])

  for (const state of ['waiting,sent', 'Waiting', ',', 'waiting;none', 'none waiting', `${'waiting,'.repeat(40)}x`]) {
    const refused = await server.send('GET', `/v1/posts?state=${encodeURIComponent(state)}`, { key })
    assert.equal(refused.status, 400, state)
    assert.match(refused.body.details.state[0], /none, waiting, preparing.*separated by commas|at most 255/, state)
  }
  for (const twice of ['state=none&state=waiting', 'q=a&q=b', 'order=created&order=created', `q=${'a'.repeat(256)}`]) {
    assert.equal((await server.send('GET', `/v1/posts?${twice}`, { key })).status, 400, twice)
  }
})
