import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { Format } from '../../src/platforms/shared/provider.ts'
import { PUBLISH_CALL, SIMULATOR_OF, startStage } from '../helpers/publishing.ts'
import { startServer } from '../helpers/server.ts'

// Published once and announced once, on platforms without their own protection against duplicates.

const stage = await startStage()
const { server, control } = stage
const second = await startServer({ beside: server, clock: { now: stage.now }, sandboxUrl: stage.simulators.url })

const MINUTE_MS = 60_000

beforeEach(async () => {
  await stage.fresh()
  await server.sql('update installation set paused_at = null, pause_code = null, pause_reason = null')
  await server.deps.guard.check()
  await control.settings({
    threads: { republish: 'new_item' },
    instagram: { republish: 'new_item' },
    linkedin: { duplicate_window_ms: 0 },
    x: { duplicate_window_ms: 0 },
  })
})

const callsOf = async (platform: Format) =>
  (await control.journal({ platform: SIMULATOR_OF[platform], call: PUBLISH_CALL[platform] })).length

const dropAnswer = (platform: Format) =>
  control.fault({ platform: SIMULATOR_OF[platform], call: PUBLISH_CALL[platform], kind: 'drop_after' })

test('if another node pauses publishing between two heartbeats of this one, nothing is sent after that', async () => {
  const id = await stage.create('thread')
  stage.onCrashPoint = async (name) => {
    if (name !== 'after_prepare_step') return
    stage.onCrashPoint = null
    await server.sql(`update installation set paused_at = now(), pause_code = 'restored', pause_reason = 'Restored.'`)
  }
  await stage.step(id)
  assert.equal(stage.onCrashPoint, null, 'the pause came while the post was prepared')
  assert.equal(await callsOf('thread'), 0)
  const row = await stage.row(id)
  assert.deepEqual([row.publication_state, row.sends], ['preparing', 0])
  assert.ok(await stage.nextRun(id))
})

describe('a lost answer while the lists of the platform lag', () => {
  for (const platform of ['short', 'professional'] as const) {
    for (const minutes of [3, 6, 9]) {
      test(`${platform}, ${minutes} minutes: a post that cannot be seen yet is not sent again`, async () => {
        if (platform === 'professional') await stage.connect(platform, 'organization')
        const call = { platform: SIMULATOR_OF[platform], call: PUBLISH_CALL[platform] }
        await control.fault({ ...call, kind: 'lag', ms: minutes * MINUTE_MS, hide_status: true })
        await dropAnswer(platform)
        const id = await stage.create(platform)
        assert.equal((await stage.drive(id)).publication_state, 'published')
        assert.equal(await callsOf(platform), 1)
        assert.equal((await stage.publicOf(platform)).length, 1)
      })
    }
  }
})

for (const platform of ['short', 'professional'] as const) {
  test(`${platform}: two posts with the same text, both out before either is seen: each gets its own id, none is sent again`, async () => {
    if (platform === 'professional') await stage.connect(platform, 'organization')
    const words = { content: `The same words, twice (${platform})` }
    const ids = [await stage.create(platform, words, 0), await stage.create(platform, words, 1)]
    await stage.pass(10)
    const call = { platform: SIMULATOR_OF[platform], call: PUBLISH_CALL[platform], times: 2 }
    await control.fault({ ...call, kind: 'lag', ms: 4 * MINUTE_MS, hide_status: true })
    await control.fault({ ...call, kind: 'drop_after' })
    const [first, next] = ids as [string, string]
    // The first is sent and looked for once without success; then the next one may go.
    for (const id of [first, first, next]) await stage.step(id)
    assert.equal(await callsOf(platform), 2)
    for (const id of ids) assert.equal((await stage.drive(id)).publication_state, 'published')
    assert.equal(await callsOf(platform), 2)
    const known = (await Promise.all(ids.map((id) => stage.row(id)))).map((row) => row.platform_id)
    const items = await stage.publicOf(platform)
    assert.deepEqual(known.sort(), items.map((item) => item.id).sort())
  })
}

test('a slow worker and the one that found its post both record it: post.published is emitted once', async (t) => {
  const id = await stage.create('short')
  const { promise: reached, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  t.after(() => open())
  stage.onCrashPoint = async (name) => {
    if (name !== 'after_send') return
    arrive()
    await opened
  }
  const slow = stage.step(id)
  await reached
  const payload = { workspace_id: server.deps.workspaceId, post_id: id }
  await second.deps.engine.run(payload)
  const found = await stage.row(id)
  assert.equal(found.publication_state, 'published')
  open()
  await slow
  assert.deepEqual((await stage.row(id)).published_at, found.published_at)
  const [told] = await server.sql<{ count: number }>(
    `select count(*)::int from (select type, subject_id from event_outbox union all select type, subject_id from events) event
      where type = 'post.published' and subject_id = $1`,
    [id],
  )
  assert.equal(told!.count, 1)
})
