import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { startStage } from '../helpers/publishing.ts'

// Threads answers "Media Not Found" (24/4279009) to the publication of containers with the status FINISHED.

const stage = await startStage()
beforeEach(() => stage.fresh())

const publish = (more: Record<string, unknown>) =>
  stage.control.fault({ platform: 'threads', call: 'threads_publish', kind: 'not_ready', ...more })
const calls = async (call: string) => (await stage.control.journal({ platform: 'threads', call })).length

/** Drives a post to its end and returns how long after its date that was. */
async function lateness(): Promise<{ id: string; seconds: number; state: string }> {
  const id = await stage.create('thread')
  const dueAt = stage.now() + 60_000
  const { publication_state: state } = await stage.drive(id)
  return { id, seconds: (stage.now() - dueAt) / 1000, state }
}

describe('a container that Threads does not find', () => {
  test('at first is published within a minute, with the same container', async () => {
    await publish({ times: 3 })
    const { seconds, state } = await lateness()
    assert.equal(state, 'published')
    assert.ok(seconds < 60, `${seconds} s`)
    assert.equal(await calls('create_container'), 1)
    assert.equal((await stage.publicOf('thread')).length, 1)
  })

  test('at all is replaced by a new container after about a minute, and the post is public once', async () => {
    await publish({ kind: 'lost_container' })
    const { seconds, state } = await lateness()
    assert.equal(state, 'published')
    assert.ok(seconds < 75, `${seconds} s`)
    assert.equal(await calls('create_container'), 2)
    assert.equal((await stage.publicOf('thread')).length, 1)
  })

  test('repeatedly, whatever the container, fails within minutes and says why', async () => {
    await publish({ times: null })
    const { id, seconds, state } = await lateness()
    assert.equal(state, 'failed')
    assert.ok(seconds < 240, `${seconds} s`)
    assert.equal(await calls('create_container'), 2)
    assert.equal((await stage.row(id)).failure!.class, 'not_ready')
    assert.deepEqual(await stage.publicOf('thread'), [])
  })

  test('although the post is live: it is published, and nothing is sent twice', async () => {
    await publish({ kind: 'live_but_not_ready' })
    const { id, state } = await lateness()
    assert.equal(state, 'published')
    assert.equal((await stage.row(id)).sends, 1)
    assert.equal(await calls('threads_publish'), 1)
    assert.equal((await stage.publicOf('thread')).length, 1)
  })

  test('leaves the post in a state that can be cancelled, and does not delay its neighbour', async () => {
    const first = await stage.create('thread')
    const second = await stage.create('thread', {}, 61_000)
    await publish({ times: null, match: await textOf(first) })
    for (let steps = 0; (await stage.row(first)).publication_state !== 'deferred'; steps++) {
      assert.ok(steps < 20)
      await stage.step(first)
    }
    assert.equal((await stage.drive(second)).publication_state, 'published')
    assert.equal((await stage.act(first, 'cancel')).status, 200)
    assert.equal((await stage.publicOf('thread')).length, 1)
  })

  test('after a send with an unknown outcome is not replaced early: that send may be out', async () => {
    await publish({ kind: 'lag', hide_status: true, ms: 600_000 })
    await publish({ kind: 'drop_after' })
    const { state } = await lateness()
    assert.equal(state, 'published')
    assert.equal((await stage.publicOf('thread')).length, 1)
  })
})

test('any refusal is checked against the container: a live post never fails', async () => {
  for (const [code, subcode] of [
    [100, 0],
    [10, 0],
    [24, 4279009],
  ]) {
    await stage.fresh()
    const body = { error: { message: 'no', type: 'OAuthException', code, error_subcode: subcode } }
    await publish({ kind: 'live_but_not_ready', body })
    const { state } = await lateness()
    assert.equal(state, 'published', String(code))
    assert.equal((await stage.publicOf('thread')).length, 1)
  }
})

async function textOf(id: string): Promise<string> {
  const [row] = await stage.server.sql<{ content: string }>('select content from posts where id = $1', [id])
  return row!.content
}
