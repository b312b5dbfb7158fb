// @sql

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FORMATS, type Format } from '../../../src/platforms/shared/provider.ts'
import { startServer } from '../../helpers/server.ts'

// A scheduled post and its job in the queue: one transaction, both or neither.

const server = await startServer()
const key = await server.key()
const create = (platform: Format, json: unknown) => server.send('POST', `/v1/posts/${platform}`, { key, json })

const DATE = '2030-05-01T09:30:00.000Z'
const SCHEDULED = { status: 'scheduled', scheduled_date: DATE }
const BODIES = {
  thread: { media_type: 'text', content: 'Hello' },
  photo: { media_type: 'feed_post', media_urls: ['https://cdn.example.com/a.jpg'] },
  professional: { content: 'Hello' },
  short: { content: 'Hello' },
}
const countAll = async () =>
  (
    await server.sql<{ posts: number; jobs: number }>(
      `select (select count(*)::int from posts) as posts, (select count(*)::int from graphile_worker.jobs where key like 'post.publish:%') as jobs`,
    )
  )[0]!
const jobsOf = (id: string) =>
  server.sql(
    `select key, task_identifier, run_at from graphile_worker.jobs where key like 'post.publish:%' || $1::text`,
    [id],
  )

test('a scheduled post has exactly one job, at its date; a draft has none', async () => {
  const { body } = await create('short', { content: 'With a job', ...SCHEDULED })
  const { id } = body.data
  assert.deepEqual(await jobsOf(id), [
    { key: `post.publish:${id}`, task_identifier: 'post.publish', run_at: new Date(DATE) },
  ])
  const draft = await create('short', { content: 'Without' })
  assert.deepEqual(await jobsOf(draft.body.data.id), [])
})

test('without the post there is no job, and vice versa; others in the same batch are stored', async () => {
  await server.sql(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused by the test'; end $$`)
  await server.sql(`create trigger refused before insert on posts for each row
    when (new.content like 'POISON%') execute function refuse()`)
  await server.sql(`create trigger refused before insert on graphile_worker._private_jobs for each row
    when (new.run_at = '2033-03-03T03:03:03Z') execute function refuse()`)
  const before = await countAll()
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) => {
      if (i === 7) return create('short', { content: 'POISON', ...SCHEDULED })
      if (i === 19)
        return create('short', { content: 'x', status: 'scheduled', scheduled_date: '2033-03-03T03:03:03Z' })
      return create('short', { content: `Neighbour ${i}`, ...SCHEDULED })
    }),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map((_, i) => (i === 7 || i === 19 ? 500 : 201)),
  )
  assert.ok(!answers[7]!.text.includes('refused by the test'), 'the cause stays in the log')
  assert.deepEqual(await countAll(), { posts: before.posts + 28, jobs: before.jobs + 28 })
  const alone = await server.send('POST', '/v1/posts/short', {
    key,
    headers: { 'idempotency-key': 'poisoned' },
    json: { content: 'POISON again', ...SCHEDULED },
  })
  assert.equal(alone.status, 500)
  assert.deepEqual(await countAll(), { posts: before.posts + 28, jobs: before.jobs + 28 })
})

test('each scheduled one of 50 posts created at once has a job, and no draft has', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => {
      const platform = FORMATS[i % 4]!
      const date = new Date(Date.UTC(2034, 0, 1, 0, i)).toISOString()
      return create(platform, {
        ...BODIES[platform],
        scheduled_date: date,
        status: i % 3 === 0 ? 'draft' : 'scheduled',
      })
    }),
  )
  for (const { status, text } of answers) assert.equal(status, 201, text)
  const ids = new Set(answers.map(({ body }) => body.data.id))
  assert.equal(ids.size, 50)
  for (const { body } of answers) {
    const { id, status, scheduled_date, platform } = body.data
    const wanted = status === 'scheduled' ? [new Date(scheduled_date)] : []
    assert.deepEqual(
      (await jobsOf(id)).map((job) => job.run_at),
      wanted,
    )
    assert.deepEqual(await server.sql('select platform, status from posts where id = $1', [id]), [{ platform, status }])
  }
})

test('a repeat with the same Idempotency-Key creates no second job', async () => {
  const options = { key, headers: { 'idempotency-key': 'once' }, json: { content: 'Once', ...SCHEDULED } }
  const first = await server.send('POST', '/v1/posts/short', options)
  const before = await countAll()
  const again = await server.send('POST', '/v1/posts/short', options)
  assert.deepEqual([again.status, again.text], [201, first.text])
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.deepEqual(await countAll(), before)
  const other = await server.send('POST', '/v1/posts/short', { ...options, json: { content: 'Other' } })
  assert.equal(other.status, 422)
})
