import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { startStage } from '../../helpers/publishing.ts'

// X's token endpoint is unreachable while posts are due.

const stage = await startStage()
const { connections } = stage.server.deps
beforeEach(() => stage.fresh())

const HOUR_MS = 3_600_000
const brokenTokens = () =>
  stage.control.fault({ platform: 'x', call: 'refresh', kind: 'status_before', status: 503, times: null })

describe('a post that is due while no token is available', () => {
  test('stays deferred for longer than the late window, and is sent once when there is one', async () => {
    const id = await stage.create('short', {}, 2 * HOUR_MS)
    await brokenTokens()
    // The access has expired by then, and could not be renewed.
    await connections.refreshDue()
    const end = stage.now() + 4 * HOUR_MS
    while (stage.now() < end) {
      await connections.refreshDue()
      await stage.step(id)
      const { publication_state: state } = await stage.row(id)
      assert.ok(state === 'waiting' || state === 'deferred', state)
    }
    assert.match((await stage.row(id)).reason!, /renew/)
    await stage.control.clearFaults()
    await stage.pass(20 * 60_000)
    await connections.refreshDue()
    assert.equal((await stage.drive(id)).publication_state, 'published')
    assert.equal((await stage.publicOf('short')).length, 1)
  })

  test('a token that X revokes early: the post is deferred, does not fail, and can be cancelled', async () => {
    const id = await stage.create('short')
    await stage.control.fault({ platform: 'x', call: 'tweets.create', kind: 'status_before', status: 401, times: null })
    await brokenTokens()
    for (let round = 0; round < 10; round++) await stage.step(id)
    const row = await stage.row(id)
    assert.equal(row.publication_state, 'deferred')
    assert.equal(row.retries, 0)
    assert.equal((await stage.act(id, 'cancel')).status, 200)
    assert.deepEqual(await stage.publicOf('short'), [])
  })

  test('an outcome that must be looked up waits too, and no look is used up', async () => {
    const id = await stage.create('short')
    await stage.control.fault({ platform: 'x', call: 'tweets.create', kind: 'drop_after' })
    await stage.step(id)
    assert.equal((await stage.row(id)).publication_state, 'confirming')
    await brokenTokens()
    await stage.pass(3 * HOUR_MS)
    for (let round = 0; round < 12; round++) await stage.step(id)
    assert.equal((await stage.row(id)).publication_state, 'confirming')
    await stage.control.clearFaults()
    await stage.pass(20 * 60_000)
    await connections.refreshDue()
    assert.equal((await stage.drive(id)).publication_state, 'published')
    assert.equal((await stage.control.oracle()).duplicates, 0)
  })
})
