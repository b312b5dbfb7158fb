import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../../helpers/process.ts'
import { startServer } from '../../helpers/server.ts'
import { asTold, emittedOf, refuseEvents, typesOf } from './emitted.ts'

const server = await startServer({ intakeLockMs: 60_000 })
const key = await server.key()

const TIMES = { first: '2031-01-01T09:00:00.000Z', second: '2031-01-02T09:00:00.000Z' }
const SCHEDULED = { status: 'scheduled', scheduled_date: TIMES.first }
const POSTS = {
  thread: { media_type: 'text', content: 'We open on "Monday" \\ {soon}' },
  photo: { media_type: 'feed_post', media_urls: ['https://cdn.example.com/a.jpg'], hashtags: ['a', 'b'] },
  professional: { content: 'Hello', hashtags: ['jobs'], surprise: 'a warning' },
  short: { content: 'Hello', mentions: ['ada'] },
}

const post = (platform: string, json: object, headers: Record<string, string> = {}) =>
  server.send('POST', `/v1/posts/${platform}`, { key, json, headers })

let words = 0

async function create(json: object = {}): Promise<string> {
  const { status, body } = await post('short', { content: `Words number ${++words}`, ...json })
  assert.equal(status, 201)
  return body.data.id
}

const read = async (id: string) => asTold((await server.send('GET', `/v1/posts/${id}`, { key })).body.data)
const patch = (id: string, json: object) => server.send('PATCH', `/v1/posts/${id}`, { key, json })
const act = (id: string, action: string) => server.send('POST', `/v1/posts/${id}/${action}`, { key })

async function countOf(table: string, where = 'true'): Promise<number> {
  const [row] = await server.sql<{ count: number }>(`select count(*)::int as count from ${table} where ${where}`)
  return row!.count
}

/** Returns the events since the last call. */
function follow(id: string): () => Promise<string[]> {
  let seen = 0
  return async () => {
    const types = await typesOf(server, id)
    const fresh = types.slice(seen)
    seen = types.length
    return fresh
  }
}

describe('a new post', () => {
  for (const [platform, body] of Object.entries(POSTS)) {
    for (const headers of [{}, { 'idempotency-key': platform }]) {
      const how = 'idempotency-key' in headers ? 'with an Idempotency-Key' : 'plainly'
      test(`${platform}, ${how}: post.created for a draft, and post.scheduled if scheduled; both with the data of GET`, async () => {
        const draft = await post(platform, body, headers)
        const { id } = draft.body.data
        assert.deepEqual(
          (await emittedOf(server, id)).map(({ type, data }) => ({ type, data })),
          [{ type: 'post.created', data: await read(id) }],
        )
        const scheduledHeaders: Record<string, string> =
          'idempotency-key' in headers ? { 'idempotency-key': `${platform} scheduled` } : {}
        const scheduled = await post(platform, { ...body, ...SCHEDULED }, scheduledHeaders)
        const shown = await read(scheduled.body.data.id)
        assert.ok(shown.warnings.length > 0)
        assert.deepEqual(
          (await emittedOf(server, shown.id)).map(({ type, data }) => ({ type, data })),
          [
            { type: 'post.created', data: shown },
            { type: 'post.scheduled', data: shown },
          ],
        )
      })
    }
  }

  test('emits them once, however often the request is repeated with its Idempotency-Key', async () => {
    const json = { content: 'Once', ...SCHEDULED }
    const first = await post('short', json, { 'idempotency-key': 'once' })
    for (let i = 0; i < 3; i++)
      assert.equal((await post('short', json, { 'idempotency-key': 'once' })).text, first.text)
    assert.deepEqual(await typesOf(server, first.body.data.id), ['post.created', 'post.scheduled'])
  })

  test('that is only checked, or refused, emits nothing', async () => {
    const before = await countOf('event_outbox')
    assert.equal((await post('short?dry_run=true', { content: 'Dry', ...SCHEDULED })).status, 200)
    assert.equal((await post('short', { content: '' })).status, 400)
    assert.equal(await countOf('event_outbox'), before)
  })

  test('is atomic with its events and its job: if one cannot be written, none is', async () => {
    const counts = () =>
      Promise.all(['posts', 'event_outbox', 'graphile_worker._private_jobs'].map((table) => countOf(table)))
    const before = await counts()
    await refuseEvents(server, 'post.scheduled', async () => {
      assert.equal((await post('short', { content: 'None', ...SCHEDULED })).status, 500)
      assert.equal((await post('short', { content: 'None', ...SCHEDULED }, { 'idempotency-key': 'none' })).status, 500)
    })
    assert.deepEqual(await counts(), before)
  })

  test('in a statement that is halved: events of exactly the posts that were stored', async () => {
    await server.sql(`create function refuse_post() returns trigger language plpgsql as $$
      begin raise exception 'refused'; end $$`)
    await server.sql(`create trigger refuse_post before insert on posts for each row
      when (new.content like 'poison%') execute function refuse_post()`)
    const client = await server.deps.pool.connect()
    await client.query('begin')
    await client.query('lock table posts in share row exclusive mode')
    const poisoned = [0, 13, 14, 31]
    const answers = Promise.all(
      Array.from({ length: 32 }, (_, i) =>
        post('short', { content: `${poisoned.includes(i) ? 'poison' : 'near'} ${i}`, ...(i % 2 ? SCHEDULED : {}) }),
      ),
    )
    await until(() => server.deps.posts.intake.waiting === 32)
    await client.query('commit')
    client.release()
    const made = (await answers).filter(({ status }) => status === 201).map(({ body }) => body.data)
    await server.sql('drop function refuse_post() cascade')
    assert.equal(made.length, 28)
    for (const data of made) {
      const wanted = data.status === 'scheduled' ? ['post.created', 'post.scheduled'] : ['post.created']
      assert.deepEqual(await typesOf(server, data.id), wanted)
    }
    assert.equal(await countOf('event_outbox', `data ->> 'content' like 'poison%'`), 0)
  })
})

describe('post.scheduled', () => {
  test('is emitted when a draft becomes scheduled and when the date moves; post.updated covers every other change', async () => {
    const id = await create()
    const news = follow(id)
    const steps: Array<[object, string[]]> = [
      [{ content: 'Another text' }, ['post.updated']],
      [{ scheduled_date: TIMES.first }, ['post.updated']],
      [{ status: 'scheduled' }, ['post.scheduled']],
      [{ status: 'scheduled', scheduled_date: TIMES.first }, []],
      [{ content: 'Yet another text' }, ['post.updated']],
      [{ scheduled_date: TIMES.second }, ['post.scheduled']],
      [{ status: 'draft' }, ['post.updated']],
      [{ status: 'scheduled', content: 'Both at once' }, ['post.updated', 'post.scheduled']],
      [{ status: 'draft' }, ['post.updated']],
      [{ status: 'scheduled' }, ['post.scheduled']],
    ]
    assert.deepEqual(await news(), ['post.created'])
    for (const [json, wanted] of steps) {
      const answer = await patch(id, json)
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(await news(), wanted, JSON.stringify(json))
      if (wanted.length > 0) assert.deepEqual((await emittedOf(server, id)).at(-1)!.data, await read(id))
    }
    assert.equal((await patch(id, { scheduled_date: 'never' })).status, 400)
    assert.deepEqual(await news(), [])
  })

  test('is atomic with its change: if it cannot be written, nothing changes', async () => {
    const id = await create()
    const before = await read(id)
    await refuseEvents(server, 'post.scheduled', async () => {
      assert.equal((await patch(id, SCHEDULED)).status, 500)
      assert.equal((await act(id, 'publish')).status, 500)
    })
    assert.deepEqual(await read(id), before)
    assert.equal(await countOf('graphile_worker._private_jobs', `key = 'post.publish:${id}'`), 0)
  })

  test('is emitted for a draft that a person publishes, not for a post that was already scheduled', async () => {
    const draft = await create()
    const news = follow(draft)
    await news()
    assert.equal((await act(draft, 'publish')).status, 200)
    assert.deepEqual(await news(), ['post.scheduled'])
    assert.deepEqual((await emittedOf(server, draft)).at(-1)!.data, await read(draft))
    assert.equal((await act(draft, 'publish')).status, 200)
    assert.deepEqual(await news(), [])
    // Cancelling makes it a draft, and publishing it again schedules it.
    assert.equal((await act(draft, 'cancel')).status, 200)
    assert.deepEqual(await news(), ['post.cancelled'])
    assert.deepEqual((await emittedOf(server, draft)).at(-1)!.data, await read(draft))
    assert.equal((await act(draft, 'retry')).status, 200)
    assert.deepEqual(await news(), ['post.scheduled'])
  })
})

describe('post.updated, post.cancelled and post.deleted', () => {
  test('are atomic with their change: if they cannot be written, nothing changes', async () => {
    const id = await create(SCHEDULED)
    const before = await read(id)
    const attempts = {
      'post.updated': () => patch(id, { content: 'Another text' }),
      'post.cancelled': () => act(id, 'cancel'),
      'post.deleted': () => server.send('DELETE', `/v1/posts/${id}`, { key }),
    }
    for (const [type, change] of Object.entries(attempts)) {
      await refuseEvents(server, type, async () => assert.equal((await change()).status, 500, type))
      assert.deepEqual(await read(id), before, type)
    }
  })

  test('a deleted post emits one event, which contains only its id', async () => {
    const id = await create()
    const remove = () => server.send('DELETE', `/v1/posts/${id}`, { key })
    assert.deepEqual([(await remove()).status, (await remove()).status], [200, 404])
    const events = await emittedOf(server, id)
    assert.deepEqual(
      events.map(({ type, version }) => [type, version]),
      [
        ['post.created', 1],
        ['post.deleted', 2],
      ],
    )
    assert.deepEqual(events.at(-1)!.data, { id, deleted: true })
  })
})
