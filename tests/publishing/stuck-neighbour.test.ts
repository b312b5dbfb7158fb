import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { Format } from '../../src/platforms/shared/provider.ts'
import { Crash, PUBLISH_CALL, startStage } from '../helpers/publishing.ts'

// A stuck post delays the other posts of its account by two minutes at most, and makes none of them late.

const stage = await startStage()
beforeEach(async () => {
  await stage.fresh()
  await stage.server.sql('update workspaces set late_window_minutes = null')
})

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

const stateOf = async (id: string) => (await stage.row(id)).publication_state

/** Runs the post's job whenever it is due, and returns how long after its date it was out. */
async function delayOf(id: string): Promise<number> {
  const row = await stage.drive(id, { steps: 300 })
  assert.equal(row.publication_state, 'published', row.reason ?? '')
  const [due] = await stage.server.sql<{ at: Date }>('select scheduled_date as at from posts where id = $1', [id])
  return row.published_at!.getTime() - due!.at.getTime()
}

/** Runs the jobs of several posts in the order of their times, like a worker, until each has had its turn. */
async function driveAll(ids: string[]): Promise<void> {
  for (let steps = 0; steps < 200; steps++) {
    const jobs = await Promise.all(
      ids.map(async (id) => ({ id, runAt: await stage.nextRun(id), state: await stateOf(id) })),
    )
    const [first] = jobs
      .filter(({ state }) => state === 'waiting' || state === 'preparing')
      .sort((a, b) => a.runAt!.getTime() - b.runAt!.getTime())
    if (first === undefined) return
    await stage.step(first.id)
  }
}

/** Dies between the marker and the call, and is not resumed. */
async function dieBeforeTheCall(id: string): Promise<void> {
  stage.onCrashPoint = (name) => {
    if (name === 'after_marker') throw new Crash(name)
  }
  await assert.rejects(async () => {
    for (;;) await stage.step(id)
  }, Crash)
  stage.onCrashPoint = null
  assert.equal(await stateOf(id), 'sending')
}

describe('the next post of the account', () => {
  test('does not wait for a reel that the platform processes for half an hour', async () => {
    await stage.control.settings({ instagram: { video_processing_ms: 30 * MINUTE_MS } })
    const reel = await stage.create('photo', { media_type: 'reel', media_urls: [stage.media('r.mp4?seconds=5')] }, 0)
    const next = await stage.create('photo', {}, SECOND_MS)
    await stage.step(reel)
    assert.equal(await stateOf(reel), 'preparing')
    assert.ok((await delayOf(next)) < 5 * SECOND_MS)
    assert.equal(await stateOf(reel), 'preparing')
    assert.equal((await stage.drive(reel)).publication_state, 'published')
  })

  for (const platform of ['thread', 'photo', 'professional', 'short'] as Format[]) {
    test(`on ${platform}: waits at most two minutes for one whose sending never ends`, async () => {
      const stuck = await stage.create(platform, {}, 0)
      const next = await stage.create(platform, {}, SECOND_MS)
      const third = await stage.create(platform, {}, 2 * SECOND_MS)
      await stage.pass(10)
      await dieBeforeTheCall(stuck)
      await driveAll([next, third])
      const delays = [await delayOf(next), await delayOf(third)]
      assert.ok(
        delays.every((delayMs) => delayMs <= 2 * MINUTE_MS),
        `out after ${delays.join(' and ')} ms`,
      )
      assert.ok(delays[0]! > 10 * SECOND_MS, 'it was before it in line, so it was waited for')
      assert.equal(await stateOf(stuck), 'sending')
    })
  }

  test('on X: is sent as soon as one that died before its call was checked once, not 12 minutes later', async () => {
    const stuck = await stage.create('short', {}, 0)
    const next = await stage.create('short', {}, SECOND_MS)
    await stage.pass(10)
    await dieBeforeTheCall(stuck)
    await stage.step(next)
    assert.equal(await stateOf(next), 'waiting')
    await stage.step(stuck)
    assert.equal(await stateOf(stuck), 'confirming')
    assert.ok((await delayOf(next)) < 10 * SECOND_MS)
    assert.equal(await stateOf(stuck), 'confirming')
  })

  test('waits for the first look at one whose answer was lost, and no longer', async () => {
    await stage.control.fault({ platform: 'x', call: PUBLISH_CALL.short, kind: 'drop_before' })
    const first = await stage.create('short', {}, 0)
    const next = await stage.create('short', {}, 1)
    await stage.pass(10)
    await stage.step(first)
    assert.equal(await stateOf(first), 'confirming')
    await stage.step(next)
    assert.equal(await stateOf(next), 'waiting')
    await stage.step(first)
    assert.equal(await stateOf(first), 'confirming')
    await stage.step(next)
    assert.equal(await stateOf(next), 'published')
    assert.equal((await stage.drive(first)).publication_state, 'published')
  })

  test('is not missed because it waited in line, whatever the late window', async () => {
    await stage.server.sql('update workspaces set late_window_minutes = 1')
    const stuck = await stage.create('thread', {}, 0)
    const next = await stage.create('thread', {}, SECOND_MS)
    await stage.pass(10)
    await dieBeforeTheCall(stuck)
    // Its turn comes within the window; the window ends while it waits in line.
    await stage.pass(50 * SECOND_MS)
    assert.ok((await delayOf(next)) > MINUTE_MS, 'the window was over by then')
  })

  test('is missed if its turn came too late, and if nothing ran for longer than it would have waited', async () => {
    await stage.server.sql('update workspaces set late_window_minutes = 10')
    const stuck = await stage.create('thread', {}, 0)
    const inLine = await stage.create('thread', {}, SECOND_MS)
    const asleep = await stage.create('thread', {}, 2 * SECOND_MS)
    await stage.pass(10)
    await dieBeforeTheCall(stuck)
    await stage.step(inLine)
    assert.equal(await stateOf(inLine), 'waiting')
    await stage.pass(13 * MINUTE_MS)
    for (const id of [inLine, asleep]) assert.equal((await stage.drive(id)).publication_state, 'missed')
  })
})
