import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { startServer } from '../../helpers/server.ts'

// Lists are read in parts, by bytes. Wherever the parts end, a page must be the same as in one piece.

const server = await startServer()
const key = await server.key()
const webhook = await server.webhook()
/** From a few bytes to more than a part can hold, next to each other. */
const SIZES = [0, 10, 150_000, 0, 60_000, 60_000, 60_000, 20, 199_000, 3_000]
const COUNT = 60

before(async () => {
  for (let i = 0; i < COUNT; i++) {
    const size = SIZES[i % SIZES.length]!
    const values = Array.from({ length: Math.ceil(size / 4_000) }, (_, at) => [`f${at}`, 'x'.repeat(4_000)])
    const contact = { first_name: `n${i}`, email: 'ana@example.com', ...Object.fromEntries(values) }
    assert.equal((await server.send('POST', '/v1/contacts', { key, json: contact })).status, 201)
    const post = { content: `post ${i}`, ...(i % 3 === 0 ? {} : { scheduled_date: '2030-05-01T09:30:00.000Z' }) }
    assert.equal((await server.send('POST', '/v1/posts/short', { key, json: post })).status, 201)
    const body = JSON.stringify({ i, text: 'y'.repeat(size) })
    assert.equal((await server.send('POST', `/v1/webhooks/receive/${webhook.key}`, { body })).status, 200)
  }
  await server.deps.courier.runDue()
})

const LISTS: Record<string, string> = {
  contacts: '/v1/contacts?',
  'contacts by search': '/v1/contacts?q=example&',
  posts: '/v1/posts?',
  'posts by date': '/v1/posts?order=scheduled&',
  deliveries: `/v1/webhooks/${webhook.id}/deliveries?`,
  events: '/v1/events?type=contact.created&',
  'events, newest first': '/v1/events?type=contact.created&order=desc&',
  'records of a person': '/v1/people/ana@example.com?',
}
for (const [name, path] of Object.entries(LISTS)) {
  test(`${name}: each once and in the same order, by number and by cursor`, async () => {
    const list = async (query: string) => {
      const { status, body } = await server.send('GET', `${path}${query}`, { key })
      assert.equal(status, 200, JSON.stringify(body).slice(0, 300))
      const items: Array<{ id: string }> = Array.isArray(body.data) ? body.data : body.data.contacts
      return { ids: items.map(({ id }) => id), pagination: body.pagination }
    }
    const whole = await list('limit=100')
    assert.equal(new Set(whole.ids).size, COUNT)
    assert.equal(whole.ids.length, COUNT)
    assert.equal(whole.pagination.total, COUNT)
    for (const limit of [1, 20, 59]) {
      // One at a time: each size once and the first again.
      const count = limit === 1 ? SIZES.length + 1 : COUNT
      const wanted = whole.ids.slice(0, count)
      const byNumber: string[] = []
      for (let page = 1; page <= Math.ceil(count / limit); page++) {
        byNumber.push(...(await list(`limit=${limit}&page=${page}`)).ids)
      }
      assert.deepEqual(byNumber, wanted, `limit ${limit} by number`)
      const byCursor: string[] = []
      for (let cursor = ''; byCursor.length < count; ) {
        const { ids, pagination } = await list(`limit=${limit}${cursor}`)
        assert.equal(ids.length, Math.min(limit, COUNT - byCursor.length), `limit ${limit}: full pages`)
        byCursor.push(...ids)
        cursor = `&cursor=${pagination.next_cursor}`
      }
      assert.deepEqual(byCursor, wanted, `limit ${limit} by cursor`)
    }
  })
}

test('an export has every contact', async () => {
  const { status, text } = await server.send('GET', '/v1/contacts/export?raw=true', { key })
  assert.equal(status, 200)
  const names = text.split('\r\n').map((line) => line.split(',')[2])
  assert.deepEqual(
    names.slice(1, -1),
    Array.from({ length: COUNT }, (_, i) => `n${COUNT - 1 - i}`),
  )
})

test('if the database fails in the middle, the answer breaks off and never looks complete', async () => {
  const { url } = server
  const answer = await fetch(`${url}/v1/contacts?limit=60`, { headers: { authorization: `Bearer ${key}` } })
  assert.equal(answer.status, 200)
  const reader = answer.body!.getReader()
  await reader.read()
  await server.sql(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
                      and pid <> pg_backend_pid()`)
  await server.sql('alter table contacts rename to contacts_away')
  try {
    await assert.rejects(async () => {
      while (!(await reader.read()).done);
    })
  } finally {
    await server.sql('alter table contacts_away rename to contacts')
  }
})
