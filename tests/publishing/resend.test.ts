import assert from 'node:assert/strict'
import { beforeEach, describe, type TestContext, test } from 'node:test'
import { adapters } from '../../src/platforms/adapters.ts'
import type { Format } from '../../src/platforms/shared/provider.ts'
import { Crash, PUBLISH_CALL, SIMULATOR_OF, startStage } from '../helpers/publishing.ts'
import { startServer } from '../helpers/server.ts'

// Nothing is sent again while the first call may still take effect, and nothing is sent long after its marker.

const stage = await startStage()
const beside = (hooks: object) =>
  startServer({
    beside: stage.server,
    clock: { now: stage.now },
    sandboxUrl: stage.simulators.url,
    hooks: { crashPoint: (name) => stage.onCrashPoint?.(name), ...hooks },
  })
const second = await beside({})
/** Its deadline has passed before the call, as if it had been stopped in between. */
const frozen = await beside({ times: { sendWithinMs: -1 } })

const MINUTE_MS = 60_000

const KINDS: Array<[Format, 'member' | 'organization']> = [
  ['thread', 'member'],
  ['photo', 'member'],
  ['professional', 'organization'],
  ['short', 'member'],
]

beforeEach(async () => {
  await stage.fresh()
  // The platforms' own protection against duplicates proves nothing about Doorpost.
  await stage.control.settings({
    threads: { republish: 'new_item' },
    instagram: { republish: 'new_item' },
    linkedin: { duplicate_window_ms: 0 },
    x: { duplicate_window_ms: 0 },
  })
})

const publishCalls = async (platform: Format) =>
  (await stage.control.journal({ platform: SIMULATOR_OF[platform], call: PUBLISH_CALL[platform] })).length

async function stepsOf(id: string): Promise<Array<{ at: string; step: string }>> {
  const { body } = await stage.server.send('GET', `/v1/posts/${id}/attempts`, { key: stage.key })
  return body.data.flatMap((attempt: { steps: object[] }) => attempt.steps)
}

/** Stops the first run at this point until it is released, at the latest at the end of the test. */
function gate(t: TestContext, point: string) {
  const { promise: reached, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  let first = true
  stage.onCrashPoint = async (name) => {
    if (name !== point || !first) return
    first = false
    arrive()
    await opened
  }
  t.after(() => open())
  return { reached, open }
}

describe('a process that died between the marker and its call', () => {
  for (const [platform, kind] of KINDS) {
    test(`${platform}: sent again two minutes after the call must have ended, and not earlier`, async () => {
      if (kind === 'organization') await stage.connect(platform, kind)
      let died = false
      stage.onCrashPoint = (name) => {
        if (name !== 'after_marker' || died) return
        died = true
        throw new Crash(name)
      }
      const id = await stage.create(platform)
      await assert.rejects(() => stage.drive(id), Crash)
      assert.equal((await stage.drive(id)).publication_state, 'published')
      assert.equal(await publishCalls(platform), 1)
      const sends = (await stepsOf(id)).filter(({ step }) => step === 'sending')
      assert.equal(sends.length, 2)
      const apartMs = Date.parse(sends[1]!.at) - Date.parse(sends[0]!.at)
      const leastMs = adapters[SIMULATOR_OF[platform]].sendTimeoutMs + 2 * MINUTE_MS
      assert.ok(apartMs >= leastMs, `sent again after ${apartMs} ms, and ${leastMs} is the least`)
    })
  }
})

describe('a platform that works on the call longer than the first looks take', () => {
  for (const [platform, kind] of KINDS) {
    test(`${platform}: found in the end, and not sent again`, async (t) => {
      if (kind === 'organization') await stage.connect(platform, kind)
      const id = await stage.create(platform)
      const { reached, open } = gate(t, 'after_marker')
      const calling = stage.step(id)
      await reached
      // The successor assumes that the caller is dead. On Meta the container still says "not published".
      const payload = { workspace_id: stage.server.deps.workspaceId, post_id: id }
      for (const waitMs of [0, 31_000, 60_000]) {
        await stage.pass(waitMs)
        await second.deps.engine.run(payload)
      }
      assert.equal(await publishCalls(platform), 0)
      open()
      await calling
      await stage.drive(id, { on: second })
      assert.equal((await stage.publicOf(platform)).length, 1)
      assert.equal(await publishCalls(platform), 1)
    })
  }
})

describe('Bluesky: sent again while the first call may still arrive', () => {
  /** The first call is delayed, and another worker has found nothing and is about to send again. */
  async function heldUp(t: TestContext) {
    await stage.fresh([])
    await stage.connect('short', 'member', 'bluesky')
    const id = await stage.create('short')
    const { reached, open } = gate(t, 'after_marker')
    const calling = stage.step(id)
    await reached
    await second.deps.engine.run({ workspace_id: stage.server.deps.workspaceId, post_id: id })
    assert.equal((await stage.row(id)).publication_state, 'preparing')
    const arrive = async () => {
      open()
      await calling
    }
    return { id, arrive }
  }
  const published = async () => (await stage.control.public({ platform: 'bluesky' })).length

  test('it cannot be cancelled: it may be out in a moment', async (t) => {
    const { id, arrive } = await heldUp(t)
    const { status, body } = await stage.server.send('POST', `/v1/posts/${id}/cancel`, { key: stage.key })
    assert.equal(status, 400, JSON.stringify(body))
    assert.match(body.details['publication.state'][0], /being sent right now/)
    await arrive()
    assert.equal((await stage.drive(id, { on: second })).publication_state, 'published')
    assert.equal(await published(), 1)
  })

  test('a refusal of the second call counts only when the first can no longer arrive', async (t) => {
    const { id, arrive } = await heldUp(t)
    const refusal = { status: 400, body: { error: 'InvalidRequest', message: 'no' } }
    await stage.control.fault({ platform: 'bluesky', call: 'records.put', kind: 'status_before', times: 1, ...refusal })
    await second.deps.engine.run({ workspace_id: stage.server.deps.workspaceId, post_id: id })
    assert.equal((await stage.row(id)).publication_state, 'confirming')
    await arrive()
    assert.equal((await stage.drive(id, { on: second })).publication_state, 'published')
    assert.equal(await published(), 1)
  })

  test('a final refusal ends it, and nothing is public', async (t) => {
    const { id } = await heldUp(t)
    const refusal = { status: 400, body: { error: 'InvalidRequest', message: 'no' } }
    await stage.control.fault({ platform: 'bluesky', call: 'records.put', kind: 'status_before', times: 9, ...refusal })
    const row = await stage.drive(id, { on: second })
    assert.equal(row.publication_state, 'failed')
    assert.equal(await published(), 0)
  })
})

describe('a process that was stopped between the marker and its call', () => {
  for (const [platform, kind] of KINDS) {
    test(`${platform}: does not send when it resumes, and says so`, async () => {
      if (kind === 'organization') await stage.connect(platform, kind)
      const id = await stage.create(platform)
      await stage.step(id, { on: frozen })
      assert.equal(await publishCalls(platform), 0)
      const row = await stage.row(id)
      assert.deepEqual([row.publication_state, row.sends, row.retries, row.failure], ['preparing', 0, 0, null])
      assert.ok((await stepsOf(id)).some(({ step }) => step.startsWith('too late')))
      // Nothing was sent, so nothing has to be looked for.
      assert.equal((await stage.drive(id)).publication_state, 'published')
      assert.equal(await publishCalls(platform), 1)
    })
  }

  test('leaves the post alone if another process has taken it', async (t) => {
    const id = await stage.create('short')
    const { reached, open } = gate(t, 'after_marker')
    const stopped = stage.step(id, { on: frozen })
    await reached
    await second.deps.engine.run({ workspace_id: stage.server.deps.workspaceId, post_id: id })
    const before = await stage.row(id)
    assert.equal(before.publication_state, 'confirming')
    open()
    await stopped
    assert.deepEqual(await stage.row(id), before)
    assert.equal(await publishCalls('short'), 0)
  })
})
