import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { versionOf } from '../../../src/http/answers/etag.ts'
import { PUBLICATION_STATES, type PublicationState } from '../../../src/publishing/states.ts'
import { startServer } from '../../helpers/server.ts'

// Changes by a person while a worker has the post, or had it. The states are set as the engine would set them.

type Body = Record<string, unknown>

const server = await startServer()
const key = await server.key()
const send = (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) =>
  server.send(method, path, { key, headers, ...(json === undefined ? {} : { json }) })
const patch = (id: string, json: unknown, headers?: Record<string, string>) =>
  send('PATCH', `/v1/posts/${id}`, json, headers)
const get = (id: string) => send('GET', `/v1/posts/${id}`)

const DATE = '2035-05-01T09:30:00.000Z'
const LATER = '2035-06-01T09:30:00.000Z'
const NO_CHANGE: PublicationState[] = ['preparing', 'sending', 'confirming', 'published', 'unconfirmed']
const NO_DELETE: PublicationState[] = ['preparing', 'sending', 'confirming']
/** States of a scheduled post in which a person may change it. */
const FREE: PublicationState[] = ['waiting', 'failed', 'deferred', 'held', 'missed', 'cancelled']

let texts = 0
async function create(more: Body = {}): Promise<string> {
  const json = { content: `Text ${++texts}`, status: 'scheduled', scheduled_date: DATE, ...more }
  const { status, body } = await send('POST', '/v1/posts/short', json)
  assert.equal(status, 201)
  return body.data.id
}

const FAILURE = { class: 'rate_limited', message: 'Wait.', retryAt: null, raw: { status: 429, body: 'slow down' } }
const HELD_BY = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020'

/** Sets a post to a state, with everything an attempt can have written. */
async function setState(id: string, state: PublicationState): Promise<void> {
  const attempted = state !== 'none' && state !== 'waiting'
  await server.sql(
    `update posts set publication_state = $2, fence = fence + 1, version = version + 1,
            attempts = case when $3 then 2 else 0 end, sends = case when $3 then 1 else 0 end,
            looks = case when $3 then 3 else 0 end, retries = case when $3 then 1 else 0 end,
            progress = case when $3 then '{"container": "17"}'::jsonb else '{}' end,
            send_started_at = case when $3 then now() end, reason = case when $3 then 'Wait.' end,
            failure = case when $3 then $4::jsonb end, deferred_until = case when $3 then $5::timestamptz end
      where id = $1`,
    [id, state, attempted, JSON.stringify(FAILURE), LATER],
  )
  const keepsJob = ['waiting', 'deferred', 'preparing', 'sending', 'confirming'].includes(state)
  if (!keepsJob) await server.sql('select graphile_worker.remove_job($1)', [`post.publish:${id}`])
  if (state === 'deferred') {
    await server.sql(
      `select graphile_worker.add_job('post.publish', json_build_object('post_id', $1::text), run_at => $2,
         job_key => 'post.publish:' || $1)`,
      [id, LATER],
    )
  }
}

const rowOf = async (id: string) => (await server.sql('select * from posts where id = $1', [id]))[0]!
const jobsOf = (id: string) =>
  server.sql('select id, run_at, revision, locked_at from graphile_worker.jobs where key = $1', [`post.publish:${id}`])
const timesOf = async (id: string) => (await jobsOf(id)).map(({ run_at }) => run_at)
const everything = async (id: string) => ({ row: await rowOf(id), jobs: await jobsOf(id) })

test('every state either restarts with a change, or refuses it', () => {
  assert.deepEqual([...NO_CHANGE, ...FREE, 'none'].sort(), [...PUBLICATION_STATES].sort())
})

describe('the results of an attempt are shown', () => {
  test('all of publication, and nothing of the raw answer', async () => {
    const id = await create()
    await setState(id, 'deferred')
    await server.sql('update posts set connection_id = $2 where id = $1', [id, HELD_BY])
    const { body, text } = await get(id)
    assert.deepEqual(body.data.publication, {
      state: 'deferred',
      attempts: 2,
      code: 'rate_limited',
      reason: 'Wait.',
      reason_code: null,
      reason_values: null,
      permalink: null,
      platform_id: null,
      published_at: null,
      deferred_until: LATER,
      connection_id: HELD_BY,
    })
    assert.ok(!text.includes('slow down'))
    await server.sql(
      `update posts set publication_state = 'published', failure = null, reason = null, deferred_until = null,
              platform_id = '42', permalink = 'https://x.com/a/status/42', published_at = $2 where id = $1`,
      [id, DATE],
    )
    const published = await send('GET', '/v1/posts?state=published')
    assert.deepEqual(published.body.data[0].publication, {
      state: 'published',
      attempts: 2,
      code: null,
      reason: null,
      reason_code: null,
      reason_values: null,
      permalink: 'https://x.com/a/status/42',
      platform_id: '42',
      published_at: DATE,
      deferred_until: null,
      connection_id: HELD_BY,
    })
  })
})

describe('a change is refused with the reason, and changes nothing, while the post is', () => {
  for (const state of NO_CHANGE) {
    test(state, async () => {
      const id = await create()
      await setState(id, state)
      const before = await everything(id)
      for (const change of [{ content: 'New' }, { scheduled_date: LATER }, { status: 'draft' }, {}, { contnt: 'x' }]) {
        const { status, body, headers } = await patch(id, change)
        assert.deepEqual(
          [status, body.error, Object.keys(body.details)],
          [400, 'validation_error', ['publication.state']],
        )
        assert.deepEqual(body.details['publication.state'], [body.message])
        assert.equal(headers.get('etag'), null)
        if (state === 'published') assert.match(body.message, /published and can no longer be changed/)
        else if (state === 'unconfirmed') assert.match(body.message, /settle it with POST \/v1\/posts\/\{id\}\/resolve/)
        else assert.match(body.message, /going out right now/)
      }
      const wrong = await patch(id, { status: 'sent' })
      assert.deepEqual(Object.keys(wrong.body.details).sort(), ['publication.state', 'status'])
      assert.deepEqual(await everything(id), before)
    })
  }
})

describe('deleting', () => {
  for (const state of PUBLICATION_STATES) {
    const refused = NO_DELETE.includes(state)
    test(`a post that is ${state} is ${refused ? 'refused and changes nothing' : 'possible and leaves no job'}`, async () => {
      const id = await create(state === 'none' ? { status: 'draft' } : {})
      await setState(id, state)
      const before = await everything(id)
      const { status, body } = await send('DELETE', `/v1/posts/${id}`)
      if (refused) {
        assert.deepEqual([status, Object.keys(body.details)], [400, ['publication.state']])
        assert.match(body.message, /right now and cannot be deleted/)
        assert.deepEqual(await everything(id), before)
        return
      }
      assert.equal(status, 200)
      assert.deepEqual(await server.sql('select 1 from posts where id = $1', [id]), [])
      assert.deepEqual(await jobsOf(id), [])
    })
  }
})

describe('a change restarts the post', () => {
  const RESET = { progress: {}, sends: 0, looks: 0, retries: 0, failure: null, reason: null }
  for (const state of FREE) {
    for (const [name, change, dueAt] of [
      ['a new text', { content: `New in ${state}` }, DATE],
      ['a new date', { scheduled_date: LATER }, LATER],
      ['a draft', { status: 'draft' }, null],
    ] as const) {
      test(`${state} → ${name}`, async () => {
        const id = await create()
        await setState(id, state)
        const before = await rowOf(id)
        const { status, body, headers } = await patch(id, change)
        assert.equal(status, 200)
        const row = await rowOf(id)
        const wanted = dueAt === null ? 'none' : 'waiting'
        assert.deepEqual([row.publication_state, body.data.publication.state], [wanted, wanted])
        for (const [column, value] of Object.entries(RESET)) assert.deepEqual(row[column], value, column)
        assert.deepEqual([row.send_started_at, row.deferred_until], [null, null])
        assert.equal(row.attempts, before.attempts, 'attempts stay counted')
        assert.deepEqual([body.data.publication.code, body.data.publication.reason], [null, null])
        assert.equal(row.fence, Number(before.fence) + 1)
        assert.equal(headers.get('etag'), `"${row.version}"`)
        assert.ok(Number(row.version) > Number(before.version))
        assert.deepEqual(await timesOf(id), dueAt === null ? [] : [new Date(dueAt)])
      })
    }
  }

  test('and a worker with the older claim can write nothing more', async () => {
    const id = await create()
    await setState(id, 'deferred')
    const { fence } = await rowOf(id)
    await patch(id, { content: 'Not what the worker read' })
    const late = `update posts set publication_state = 'failed' where id = $1 and fence = $2 returning id`
    assert.deepEqual(await server.sql(late, [id, fence]), [])
    assert.equal((await rowOf(id)).publication_state, 'waiting')
  })

  test('waits for a worker that holds the row, and then sees its result', async () => {
    const id = await create()
    const client = await server.deps.pool.connect()
    try {
      await client.query('begin')
      await client.query(
        `update posts set publication_state = 'preparing', fence = fence + 1, version = version + 1 where id = $1`,
        [id],
      )
      const answers = [patch(id, { content: 'Too late' }), send('DELETE', `/v1/posts/${id}`)]
      // Waits until both have reached the lock.
      for (;;) {
        const { rows } = await server.deps.pool.query(
          `select count(*)::int as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%for update'`,
        )
        if (rows[0].waiting === 2) break
      }
      await client.query('commit')
      for (const { status, body } of await Promise.all(answers)) {
        assert.deepEqual([status, Object.keys(body.details)], [400, ['publication.state']])
      }
    } finally {
      client.release()
    }
    assert.equal((await rowOf(id)).publication_state, 'preparing')
  })
})

describe('a change that changes nothing', () => {
  for (const state of FREE) {
    test(`leaves a post that is ${state} and its job as they are`, async () => {
      const id = await create()
      await setState(id, state)
      const before = await everything(id)
      const { data } = (await get(id)).body
      for (const change of [{}, { content: data.content }, { scheduled_date: '2035-05-01T11:30+02:00' }, data]) {
        const { status, body, headers } = await patch(id, change)
        assert.equal(status, 200)
        assert.deepEqual(body.data, data)
        assert.equal(headers.get('etag'), `"${before.row.version}"`)
      }
      assert.deepEqual(await everything(id), before)
    })
  }

  test('but causes a warning only stores the warning', async () => {
    const id = await create()
    await setState(id, 'deferred')
    const { row: before, jobs } = await everything(id)
    const { body, headers } = await patch(id, { contnt: 'x' })
    assert.ok(body.data.warnings.some(({ rule }: Body) => rule === 'unknown_field'))
    assert.deepEqual((await get(id)).body, body)
    const row = await rowOf(id)
    assert.equal(headers.get('etag'), `"${row.version}"`)
    assert.ok(Number(row.version) > Number(before.version), 'another answer has another tag')
    const { version: _, warnings: __, updated_at: ___, ...rest } = row
    const { version: ____, warnings: _____, updated_at: ______, ...old } = before
    assert.deepEqual(rest, old)
    assert.deepEqual(await jobsOf(id), jobs)
  })
})

describe('the job', () => {
  test('of a post whose text is changed is left alone, also while it runs', async () => {
    const id = await create()
    await server.sql(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker' where key = $1`,
      [`post.publish:${id}`],
    )
    const before = await jobsOf(id)
    assert.equal((await patch(id, { content: 'Changed while its job runs' })).status, 200)
    assert.deepEqual(await jobsOf(id), before)
    const all = await server.sql(
      `select id from graphile_worker._private_jobs where payload::text like '%' || $1 || '%'`,
      [id],
    )
    assert.equal(all.length, 1, 'no twin')
  })

  test('of a post that was published by hand stays at that time when the text changes, and moves with a new date', async () => {
    const id = await create()
    const released = '2035-04-01T00:00:00.000Z'
    await server.sql(`update posts set released_at = $2, publication_state = 'failed' where id = $1`, [id, released])
    await patch(id, { content: 'Sent off by hand' })
    assert.deepEqual((await rowOf(id)).released_at, new Date(released))
    assert.deepEqual(await timesOf(id), [new Date(released)])
    await patch(id, { scheduled_date: LATER })
    assert.equal((await rowOf(id)).released_at, null)
    assert.deepEqual(await timesOf(id), [new Date(LATER)])
  })
})

describe('If-Match', () => {
  const tagOf = async (id: string) => (await get(id)).headers.get('etag')!

  test('with the ETag of the last answer lets a change and a deletion through', async () => {
    const id = await create()
    const first = await tagOf(id)
    const changed = await patch(id, { content: 'One' }, { 'if-match': first })
    assert.equal(changed.status, 200)
    const second = changed.headers.get('etag')!
    assert.notEqual(second, first)
    assert.equal(versionOf(await tagOf(id)), second)
    assert.equal((await patch(id, { content: 'Two' }, { 'if-match': `"x", ${second}` })).status, 200)
    assert.equal((await patch(id, { content: 'Three' }, { 'if-match': '*' })).status, 200)
    const gone = await send('DELETE', `/v1/posts/${id}`, undefined, { 'if-match': await tagOf(id) })
    assert.equal(gone.status, 200)
    assert.equal((await patch(id, {}, { 'if-match': '*' })).status, 404)
  })

  test('with an older ETag is refused and changes nothing, whoever changed the post', async () => {
    const id = await create()
    const old = await tagOf(id)
    await setState(id, 'deferred')
    const before = await everything(id)
    for (const headers of [{ 'if-match': old }, { 'if-match': '"999", "x"' }]) {
      for (const answer of [
        await patch(id, { content: 'Over another change' }, headers),
        await send('DELETE', `/v1/posts/${id}`, undefined, headers),
      ]) {
        assert.deepEqual([answer.status, answer.body.error], [412, 'precondition_failed'])
        assert.deepEqual(Object.keys(answer.body.details), ['If-Match'])
        assert.match(answer.body.message, /changed meanwhile\. Read it again/)
      }
    }
    assert.deepEqual(await everything(id), before)
  })

  test('that is malformed is refused with an example, together with all else that is wrong', async () => {
    const id = await create()
    const before = await everything(id)
    for (const tag of ['1', 'W/"1"', '"1', '"1" "2"', '"1",', '*, "1"', '']) {
      const answer = await patch(id, { status: 'sent' }, { 'if-match': tag })
      assert.deepEqual([answer.status, Object.keys(answer.body.details).sort()], [400, ['If-Match', 'status']], tag)
      assert.match(answer.body.details['If-Match'][0], /such as "3"/)
      const kept = await send('DELETE', `/v1/posts/${id}`, undefined, { 'if-match': tag })
      assert.deepEqual([kept.status, Object.keys(kept.body.details)], [400, ['If-Match']], tag)
    }
    assert.deepEqual(await everything(id), before)
  })

  test('accepts one of many concurrent changes', async () => {
    const id = await create()
    const headers = { 'if-match': await tagOf(id) }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => patch(id, { content: `Race ${i}` }, headers)),
    )
    const winners = answers.filter(({ status }) => status === 200)
    assert.equal(winners.length, 1)
    assert.equal((await get(id)).body.data.content, winners[0]!.body.data.content)
    for (const { status, body } of answers.filter((each) => each !== winners[0])) {
      assert.deepEqual([status, Object.keys(body.details)], [412, ['If-Match']])
    }
  })
})
