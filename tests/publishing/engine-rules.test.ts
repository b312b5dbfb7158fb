import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { rescueStranded } from '../../src/publishing/line.ts'
import { Crash, PUBLISH_CALL, startStage } from '../helpers/publishing.ts'
import { startServer } from '../helpers/server.ts'

// When a post is sent, in which order, and what people may do to it meanwhile.

const stage = await startStage()
const second = await startServer({
  beside: stage.server,
  clock: { now: stage.now },
  sandboxUrl: stage.simulators.url,
  hooks: { crashPoint: (name) => stage.onCrashPoint?.(name) },
})
beforeEach(() => stage.fresh())

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const stateOf = async (id: string) => (await stage.row(id)).publication_state
const messageOf = (answer: { body: unknown; text: string }) => answer.text

/** Stops every run at a point until it is released. */
function gate(point: string) {
  const { promise: reached, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  let first = true
  stage.onCrashPoint = async (name) => {
    if (name !== point || !first) return
    first = false
    arrive()
    await opened
  }
  return { reached, open }
}

describe('time', () => {
  test('nothing is sent before its date', async () => {
    const id = await stage.create('thread', {}, HOUR_MS)
    await stage.step(id, { now: true })
    assert.equal(await stateOf(id), 'waiting')
    assert.ok((await stage.nextRun(id))!.getTime() > stage.now() + 59 * MINUTE_MS)
    assert.equal((await stage.control.oracle()).total, 0)
  })

  test('a date in the past, inside the late window, is sent at once', async () => {
    const id = await stage.create('thread', {}, -30 * MINUTE_MS)
    assert.equal((await stage.drive(id)).publication_state, 'published')
  })

  test('a date before the late window is missed, with the reason, and nothing is sent', async () => {
    const id = await stage.create('thread', {}, -61 * MINUTE_MS)
    const row = await stage.drive(id)
    assert.equal(row.publication_state, 'missed')
    assert.match(row.reason!, /61 minutes ago/)
    assert.equal((await stage.control.oracle()).total, 0)
  })

  test('after an outage longer than the late window nothing is sent, not even retries', async () => {
    const waiting = await stage.create('thread')
    await stage.control.fault({ platform: 'x', call: PUBLISH_CALL.short, kind: 'rate_limited', ms: MINUTE_MS })
    const deferred = await stage.create('short')
    await stage.step(deferred)
    assert.equal(await stateOf(deferred), 'deferred')
    await stage.pass(3 * HOUR_MS)
    for (const id of [waiting, deferred]) assert.equal((await stage.drive(id)).publication_state, 'missed')
    assert.equal((await stage.control.oracle()).total, 0)
  })
})

describe('order', () => {
  test('posts of an account that are due together are sent in the order of their dates, whichever job runs first', async () => {
    const ids: string[] = []
    for (let each = 0; each < 4; each++) ids.push(await stage.create('thread', { content: `Post ${each}` }, each))
    await stage.pass(1_000)
    const left = new Set([...ids].reverse())
    for (let round = 0; round < 20 && left.size > 0; round++) {
      for (const id of left) {
        await stage.step(id)
        if ((await stateOf(id)) === 'published') left.delete(id)
      }
    }
    assert.deepEqual(
      (await stage.publicOf('thread')).map((item) => item.text),
      ['Post 0', 'Post 1', 'Post 2', 'Post 3'],
    )
  })

  test('the next post of an account waits while one is being sent; other accounts do not', async () => {
    const first = await stage.create('thread', {}, 0)
    const next = await stage.create('thread', {}, 1)
    const other = await stage.create('short', {}, 2)
    await stage.pass(10)
    const { reached, open } = gate('after_marker')
    const running = stage.step(first)
    await reached
    await stage.step(next, { on: second })
    assert.equal(await stateOf(next), 'waiting')
    await stage.step(other, { on: second })
    assert.equal(await stateOf(other), 'published')
    open()
    await running
    assert.equal((await stage.drive(next)).publication_state, 'published')
  })

  test('a post that is held or deferred does not block later ones', async () => {
    await stage.control.fault({ platform: 'threads', call: 'create_container', kind: 'status_before', status: 500 })
    const first = await stage.create('thread', {}, 0)
    await stage.pass(10)
    await stage.step(first)
    assert.equal(await stateOf(first), 'deferred')
    const next = await stage.create('thread', {}, 1)
    await stage.step(next)
    assert.equal(await stateOf(next), 'published')
    assert.equal((await stage.drive(first)).publication_state, 'published')
  })
})

describe('two workers', () => {
  test('on one post at the same moment: one send', async () => {
    const id = await stage.create('thread')
    await stage.pass(MINUTE_MS)
    const payload = { workspace_id: stage.server.deps.workspaceId, post_id: id }
    const engines = [stage.server, second, stage.server, second].map(({ deps }) => deps.engine)
    await Promise.allSettled(engines.map((engine) => engine.run(payload)))
    await stage.drive(id)
    assert.equal((await stage.publicOf('thread')).length, 1)
    assert.equal((await stage.control.journal({ platform: 'threads', call: 'threads_publish' })).length, 1)
  })

  test('a worker that lost its claim can neither write nor send', async () => {
    const id = await stage.create('thread')
    const { reached, open } = gate('after_prepare_step')
    const slow = stage.step(id)
    await reached
    const payload = { workspace_id: stage.server.deps.workspaceId, post_id: id }
    await second.deps.engine.run(payload)
    const before = await stage.row(id)
    assert.equal(before.publication_state, 'published')
    open()
    await slow
    assert.deepEqual(await stage.row(id), before)
    assert.equal((await stage.publicOf('thread')).length, 1)
  })

  test('a slow worker whose call succeeded records it, even if another one is already checking', async () => {
    const id = await stage.create('short')
    const { reached, open } = gate('after_send')
    const slow = stage.step(id)
    await reached
    assert.equal(await stateOf(id), 'sending')
    const payload = { workspace_id: stage.server.deps.workspaceId, post_id: id }
    await stage.control.fault({ platform: 'x', call: 'list', kind: 'lag', ms: HOUR_MS, times: null })
    await second.deps.engine.run(payload)
    assert.equal(await stateOf(id), 'confirming')
    open()
    await slow
    assert.equal(await stateOf(id), 'published')
    assert.equal((await stage.publicOf('short')).length, 1)
  })

  test('a run that comes too early uses up no look', async () => {
    await stage.control.fault({ platform: 'x', call: PUBLISH_CALL.short, kind: 'drop_before' })
    const id = await stage.create('short')
    await stage.step(id)
    const next = await stage.nextRun(id)
    const payload = { workspace_id: stage.server.deps.workspaceId, post_id: id }
    for (let each = 0; each < 10; each++) await second.deps.engine.run(payload)
    assert.equal((await stage.control.journal({ platform: 'x', call: 'list' })).length, 0)
    assert.deepEqual(await stage.nextRun(id), next)
  })
})

describe('people', () => {
  test('cancelling during preparation wins over the worker: nothing is sent', async () => {
    const id = await stage.create('thread')
    const { reached, open } = gate('after_prepare_step')
    const running = stage.step(id)
    await reached
    assert.equal((await stage.act(id, 'cancel')).status, 200)
    open()
    await running
    assert.equal(await stateOf(id), 'cancelled')
    assert.equal((await stage.control.oracle()).total, 0)
    assert.equal(await stage.nextRun(id), null)
    const attempts = await stage.server.send('GET', `/v1/posts/${id}/attempts`, { key: stage.key })
    assert.equal(attempts.body.data[0].outcome, 'cancelled')
  })

  test('once it is being sent it can be neither cancelled, changed, deleted nor sent again: 400, and nothing changes', async () => {
    const id = await stage.create('thread')
    const { reached, open } = gate('after_marker')
    const running = stage.step(id)
    await reached
    const before = await stage.row(id)
    for (const action of ['cancel', 'publish', 'retry']) {
      const answer = await stage.act(id, action)
      assert.equal(answer.status, 400, action)
      assert.match(messageOf(answer), /is being sent right now/)
    }
    const path = `/v1/posts/${id}`
    const json = { content: 'Other words' }
    assert.equal((await stage.server.send('PATCH', path, { key: stage.key, json })).status, 400)
    assert.equal((await stage.server.send('DELETE', path, { key: stage.key })).status, 400)
    assert.deepEqual(await stage.row(id), before)
    open()
    await running
    assert.equal(await stateOf(id), 'published')
  })

  test('a draft can be published now', async () => {
    const id = await stage.create('thread', { status: 'draft', scheduled_date: null })
    assert.equal((await stage.act(id, 'publish')).status, 200)
    assert.equal((await stage.drive(id)).publication_state, 'published')
  })

  test('a post with a distant date can be published now, once', async () => {
    const id = await stage.create('thread', {}, 100 * HOUR_MS)
    assert.equal((await stage.act(id, 'publish')).status, 200)
    assert.equal((await stage.drive(id)).publication_state, 'published')
    await stage.pass(101 * HOUR_MS)
    assert.equal(await stage.nextRun(id), null)
    assert.equal((await stage.control.oracle()).total, 1)
  })

  test('a missed post can be published now, a failed or cancelled one retried', async () => {
    const missed = await stage.create('thread', {}, -2 * HOUR_MS)
    await stage.drive(missed)
    assert.equal((await stage.act(missed, 'publish')).status, 200)
    const failed = await stage.create('thread', { media_type: 'image', media_urls: [stage.media('x.jpg?status=404')] })
    assert.equal((await stage.drive(failed)).publication_state, 'failed')
    const patch = { media_urls: [stage.media('x.jpg')] }
    assert.equal((await stage.server.send('PATCH', `/v1/posts/${failed}`, { key: stage.key, json: patch })).status, 200)
    assert.equal((await stage.act(failed, 'publish')).status, 200)
    const cancelled = await stage.create('thread')
    assert.equal((await stage.act(cancelled, 'cancel')).status, 200)
    assert.equal(await stage.nextRun(cancelled), null)
    assert.equal((await stage.act(cancelled, 'retry')).status, 200)
    for (const id of [missed, failed, cancelled]) {
      assert.equal((await stage.drive(id)).publication_state, 'published', id)
    }
    assert.equal((await stage.control.oracle()).total, 3)
  })

  for (const state of ['cancelled', 'held', 'failed'] as const) {
    test(`retrying a ${state} post whose date is still to come waits for that date; publishing it now does not`, async () => {
      const id = await stage.create('thread', {}, 5 * HOUR_MS)
      const dueAt = stage.now() + 5 * HOUR_MS
      if (state === 'cancelled') assert.equal((await stage.act(id, 'cancel')).status, 200)
      else await stage.server.sql('update posts set publication_state = $2 where id = $1', [id, state])
      const answer = await stage.act(id, 'retry')
      assert.equal(answer.status, 200)
      assert.equal(answer.body.data.status, 'scheduled')
      assert.equal(answer.body.data.publication.state, 'waiting')
      assert.ok(Math.abs((await stage.nextRun(id))!.getTime() - dueAt) < MINUTE_MS, 'its job waits for the date')
      await stage.step(id, { now: true })
      assert.equal((await stage.control.oracle()).total, 0)
      await stage.pass(HOUR_MS)
      assert.equal((await stage.act(id, 'publish')).status, 200)
      assert.ok((await stage.nextRun(id))!.getTime() <= stage.now())
      assert.equal((await stage.drive(id)).publication_state, 'published')
    })
  }

  test('publishing now twice at once sends once', async () => {
    const id = await stage.create('thread', {}, HOUR_MS)
    await Promise.all([stage.act(id, 'publish'), stage.act(id, 'publish'), stage.act(id, 'publish')])
    await stage.drive(id)
    assert.equal((await stage.control.oracle()).total, 1)
  })

  const ILLEGAL: Record<string, string[]> = {
    none: ['retry', 'cancel', 'resolve'],
    waiting: ['retry', 'resolve'],
    preparing: ['publish', 'retry', 'resolve'],
    sending: ['publish', 'retry', 'cancel', 'resolve'],
    confirming: ['publish', 'retry', 'cancel', 'resolve'],
    published: ['publish', 'retry', 'cancel', 'resolve'],
    failed: ['resolve'],
    deferred: ['resolve'],
    held: ['resolve'],
    missed: ['resolve'],
    unconfirmed: ['publish', 'retry', 'cancel'],
    cancelled: ['cancel', 'resolve'],
  }
  for (const [state, actions] of Object.entries(ILLEGAL)) {
    test(`${state}: ${actions.join(', ')} are refused with a sentence, and nothing changes`, async () => {
      const id = await stage.create('thread')
      await stage.server.sql('update posts set publication_state = $2 where id = $1', [id, state])
      const before = await stage.row(id)
      for (const action of actions) {
        const answer = await stage.act(id, action, action === 'resolve' ? { outcome: 'not_published' } : undefined)
        assert.equal(answer.status, 400, action)
        assert.match(messageOf(answer), /[A-Z][^"]{20,}\./, action)
      }
      assert.deepEqual(await stage.row(id), before)
    })
  }

  test('an unknown post and the post of someone else are both 404', async () => {
    const id = await stage.create('thread')
    const foreign = await stage.server.key({ workspaceId: await stage.server.workspace() })
    for (const action of ['publish', 'retry', 'cancel', 'resolve']) {
      const json = { outcome: 'not_published' }
      const body = action === 'resolve' ? { json } : {}
      const theirs = await stage.server.send('POST', `/v1/posts/${id}/${action}`, { key: foreign, ...body })
      assert.equal(theirs.status, 404)
      assert.equal((await stage.act('019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020', action, body.json)).status, 404)
      assert.equal((await stage.act('nonsense', action, body.json)).status, 404)
    }
    assert.equal((await stage.server.send('GET', `/v1/posts/${id}/attempts`, { key: foreign })).status, 404)
    assert.equal(await stateOf(id), 'waiting')
  })
})

describe('what is shown', () => {
  test('an attempt shows its steps, the code, the sentence and the answer of the platform', async () => {
    await stage.control.settings({ x: { credits_depleted: true } })
    const id = await stage.create('short')
    await stage.drive(id)
    const { body } = await stage.server.send('GET', `/v1/posts/${id}/attempts`, { key: stage.key })
    const [attempt] = body.data
    assert.equal(attempt.number, 1)
    assert.equal(attempt.outcome, 'held')
    assert.equal(attempt.code, 'out_of_credit')
    assert.match(attempt.message, /credits/)
    assert.deepEqual([attempt.message_code, attempt.message_values.network], ['x.out_of_credit', 'X'])
    assert.equal(attempt.answer.status, 402)
    assert.ok(attempt.started_at <= attempt.ended_at)
    assert.deepEqual(
      attempt.steps.map(({ step, message }: { step: string; message: string }) => [step, message]),
      [
        ['sending', 'Sent to X'],
        ['held', 'Ended: held'],
      ],
    )
  })

  test('a reason has a sentence, a code and values; in a row that 0.2 has changed, only the sentence', async () => {
    await stage.control.settings({ x: { credits_depleted: true } })
    const id = await stage.create('short')
    await stage.drive(id)
    const reasons = async () => {
      const post = await stage.server.send('GET', `/v1/posts/${id}`, { key: stage.key })
      const accounts = await stage.server.send('GET', '/v1/connections', { key: stage.key })
      const account = accounts.body.data.find(({ provider }: { provider: string }) => provider === 'x')
      return [post.body.data.publication, account].map(({ reason, reason_code, reason_values }) => {
        assert.match(reason, /^The credits of the X developer account are used up\./)
        return [reason_code, reason_values?.network ?? null]
      })
    }
    assert.deepEqual(await reasons(), [
      ['x.out_of_credit', 'X'],
      ['x.out_of_credit', 'X'],
    ])
    const said = 'The credits of the X developer account are used up. As 0.2 words it.'
    await stage.server.sql(`update posts set reason = '${said}'`)
    await stage.server.sql(`update connections set status_reason = '${said}'`)
    assert.deepEqual(await reasons(), [
      [null, null],
      [null, null],
    ])
  })

  test('no token is in answers, in stored failures or in the log', async () => {
    const [granted] = await Promise.all([stage.control.token({ platform: 'threads' })])
    const echo = { error: { message: `bad token ${granted.access_token}`, code: 100 } }
    await stage.server.deps.connections.save(
      stage.server.deps.workspaceId,
      'threads',
      [{ id: granted.account, handle: granted.username, name: null, kind: 'member' }],
      {
        accessToken: granted.access_token,
        expiresAt: new Date(stage.now() + HOUR_MS),
        refreshToken: null,
        refreshExpiresAt: null,
        scopes: [],
      },
    )
    await stage.control.fault({
      platform: 'threads',
      call: 'threads_publish',
      kind: 'status_before',
      status: 400,
      body: echo,
    })
    const id = await stage.create('thread')
    const row = await stage.drive(id)
    assert.equal(row.publication_state, 'failed')
    assert.match(JSON.stringify(row.failure), /bad token/)
    const { text } = await stage.server.send('GET', `/v1/posts/${id}/attempts`, { key: stage.key })
    const stored = JSON.stringify(await stage.server.sql('select * from post_attempts'))
    for (const place of [text, stored, JSON.stringify(row), stage.server.logs.join('\n'), second.logs.join('\n')]) {
      assert.ok(!place.includes(granted.access_token))
    }
  })
})

describe('jobs that the queue has abandoned', () => {
  test('a post whose job died too often, or is gone, gets a new one; a post with a job gets no second', async () => {
    const given = await stage.create('thread')
    const gone = await stage.create('short')
    const fine = await stage.create('photo', {}, HOUR_MS)
    stage.onCrashPoint = (name) => {
      if (name === 'after_marker') throw new Crash(name)
    }
    await assert.rejects(() => stage.step(given), Crash)
    stage.onCrashPoint = null
    await stage.server.sql('update graphile_worker._private_jobs set attempts = max_attempts where key = $1', [
      `post.publish:${given}`,
    ])
    await stage.server.sql('delete from graphile_worker._private_jobs where key = $1', [`post.publish:${gone}`])
    assert.equal(await stage.nextRun(given), null)
    await stage.pass(10 * MINUTE_MS)
    assert.equal(await rescueStranded(stage.server.deps.pool, new Date(stage.now())), 2)
    assert.equal(await rescueStranded(stage.server.deps.pool, new Date(stage.now())), 0)
    for (const id of [given, gone, fine]) assert.equal((await stage.drive(id)).publication_state, 'published')
    assert.equal((await stage.control.oracle()).total, 3)
  })
})
