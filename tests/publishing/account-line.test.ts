// @quick

import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { rescueStranded } from '../../src/publishing/line.ts'
import { PUBLISH_CALL, startStage } from '../helpers/publishing.ts'

// The jobs of an account are in one line of the queue, whatever enqueued them.

const stage = await startStage()
beforeEach(() => stage.fresh())

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const { workspaceId } = stage.server.deps

/** The line of the post's job; undefined if it has no job. */
const lineOf = async (id: string) => {
  const [job] = await stage.server.sql<{ queue_name: string | null }>(
    'select queue_name from graphile_worker.jobs where key = $1',
    [`post.publish:${id}`],
  )
  return job?.queue_name
}

const accountOf = async (platform: string) => {
  const [row] = await stage.server.sql<{ id: string }>('select id from connections where platform = $1', [platform])
  return row!.id
}

const patch = async (id: string, json: object) => {
  const answer = await stage.server.send('PATCH', `/v1/posts/${id}`, { key: stage.key, json })
  assert.equal(answer.status, 200, answer.text)
}

describe('a post that names its account', () => {
  let account = ''
  let line = ''
  let id = ''
  beforeEach(async () => {
    account = await accountOf('short')
    line = `post.publish:short:${account}`
    id = await stage.create('short', { connection_id: account }, HOUR_MS)
  })

  test('created: in the line of its account', async () => {
    assert.equal(await lineOf(id), line)
  })

  test('moved to another date: still in the line', async () => {
    await patch(id, { scheduled_date: new Date(stage.now() + 2 * HOUR_MS).toISOString() })
    assert.equal(await lineOf(id), line)
  })

  test('published now: still in the line', async () => {
    assert.equal((await stage.act(id, 'publish')).status, 200)
    assert.equal(await lineOf(id), line)
  })

  test('cancelled and retried: in the line again', async () => {
    assert.equal((await stage.act(id, 'cancel')).status, 200)
    assert.equal(await lineOf(id), undefined)
    assert.equal((await stage.act(id, 'retry')).status, 200)
    assert.equal(await lineOf(id), line)
  })

  test('asked to wait by the platform: still in the line', async () => {
    await stage.control.fault({ platform: 'x', call: PUBLISH_CALL.short, kind: 'rate_limited', ms: 10 * MINUTE_MS })
    await stage.step(id)
    assert.equal((await stage.row(id)).publication_state, 'deferred')
    assert.equal(await lineOf(id), line)
  })

  test('its outcome is being checked: still in the line', async () => {
    await stage.control.fault({ platform: 'x', call: PUBLISH_CALL.short, kind: 'drop_before' })
    await stage.step(id)
    assert.equal((await stage.row(id)).publication_state, 'confirming')
    assert.equal(await lineOf(id), line)
  })

  test('held, and woken because the account can post again: still in the line', async () => {
    await stage.server.sql(`update connections set status = 'needs_reconnect' where id = $1`, [account])
    await stage.step(id)
    assert.equal((await stage.row(id)).publication_state, 'held')
    await stage.connect('short')
    assert.equal((await stage.row(id)).publication_state, 'waiting')
    assert.equal(await lineOf(id), line)
  })

  test('behind a post that is being sent, and woken when that has ended: still in the line', async () => {
    await stage.server.sql(`update posts set scheduled_date = $2 where id = $1`, [id, new Date(stage.now())])
    await stage.server.sql(`update posts set publication_state = 'sending', send_started_at = $2 where id = $1`, [
      id,
      new Date(stage.now()),
    ])
    const next = await stage.create('short', { connection_id: account }, 1_000)
    await stage.step(next)
    assert.equal((await stage.row(next)).publication_state, 'waiting')
    assert.equal(await lineOf(next), line)
    await stage.drive(id)
    assert.equal(await lineOf(next), line)
  })

  test('rescued because its job was gone: in the line again', async () => {
    await stage.server.sql('delete from graphile_worker._private_jobs where key = $1', [`post.publish:${id}`])
    await stage.pass(2 * HOUR_MS)
    assert.equal(await rescueStranded(stage.server.deps.pool, new Date(stage.now())), 1)
    assert.equal(await lineOf(id), line)
  })

  test('published, with its permalink still missing: in the line', async () => {
    await stage.server.sql(`update posts set publication_state = 'published', published_at = $2 where id = $1`, [
      id,
      new Date(stage.now()),
    ])
    await stage.step(id)
    assert.equal(await lineOf(id), line)
  })
})

describe('a post that names no account', () => {
  test('is in the line of its workspace, and in that of the account once it has one', async () => {
    const id = await stage.create('short', {}, HOUR_MS)
    assert.equal(await lineOf(id), `post.publish:short:${workspaceId}`)
    await patch(id, { content: 'Other words', scheduled_date: new Date(stage.now() + 2 * HOUR_MS).toISOString() })
    assert.equal(await lineOf(id), `post.publish:short:${workspaceId}`)
    const account = await accountOf('short')
    await patch(id, { connection_id: account })
    assert.equal(await lineOf(id), `post.publish:short:${account}`, 'the date stayed, the account did not')
  })
})
