import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { jobTable } from '../../src/app/worker.ts'
import { enqueueRecurring } from '../../src/jobs/queue.ts'
import { startStage } from '../helpers/publishing.ts'
import { startServer } from '../helpers/server.ts'

// The database's time decides what is due, missed and old. A node whose own clock is wrong publishes and purges
// nothing.

const stage = await startStage()
await stage.fresh()
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

let shiftMs = 0
const node = await startServer({
  beside: stage.server,
  clock: { now: () => Date.now() + shiftMs },
  isClockWrong: true,
  sandboxUrl: stage.simulators.url,
})
const worker = await startServer({
  beside: stage.server,
  clock: { now: () => Date.now() + shiftMs },
  isClockWrong: true,
  sandboxUrl: stage.simulators.url,
  env: { ROLE: 'worker' },
})

const NAMES = new Map([
  [2 * HOUR_MS, '2 hours ahead'],
  [-HOUR_MS, '60 minutes behind'],
  [40 * DAY_MS, '40 days ahead'],
])

async function countKept() {
  const [row] = await stage.server.sql<{ events: number; answers: number; deliveries: number }>(
    `select (select count(*)::int from events) as events, (select count(*)::int from idempotency_keys) as answers,
            (select count(*)::int from webhook_deliveries) as deliveries`,
  )
  return row!
}

describe('a node whose clock is wrong', () => {
  for (const [shift, name] of NAMES) {
    test(`${name}: sends nothing, misses nothing, and does not poll repeatedly`, async () => {
      shiftMs = shift
      const id = await stage.create('short', {}, -1_000)
      const before = Date.now()
      await stage.step(id, { on: node, now: true })
      const row = await stage.row(id)
      assert.equal(row.publication_state, 'waiting')
      assert.match(row.reason!, /The clock of this machine is .* the database's/)
      assert.ok((await stage.nextRun(id))!.getTime() > before + 10_000, 'not a busy loop')
      shiftMs = 0
      await stage.step(id, { on: node, now: true })
      assert.equal((await stage.row(id)).publication_state, 'published', 'as soon as the clock is right')
    })
  }

  test('purges nothing, however far ahead it is', async () => {
    const key = await stage.server.key()
    const headers = { 'idempotency-key': 'one' }
    await stage.server.send('POST', '/v1/contacts', { key, headers, json: { first_name: 'Ana' } })
    const webhook = await stage.server.webhook()
    await stage.server.send('POST', `/v1/webhooks/receive/${webhook.key}`, { body: 'kept' })
    await stage.server.deps.courier.runDue()
    const before = await countKept()
    assert.ok(before.events > 0 && before.answers > 0 && before.deliveries > 0)
    shiftMs = 400 * DAY_MS
    const tasks = jobTable(node.deps).tasks as Record<string, (payload: object) => Promise<void>>
    for (const name of Object.keys(tasks).filter((each) => each.includes('purge'))) await tasks[name]!({})
    assert.deepEqual(await countKept(), before)
    // Even if the clock goes wrong in the middle: the comparison uses the database's time.
    assert.ok(Math.abs(node.deps.clock.now() - Date.now()) < 5_000)
    shiftMs = 0
  })

  test('reports it once, at /readyz and in its log; a worker is not ready', async () => {
    const count = () => node.logs.filter((line) => line.includes('The clock of this machine')).length
    // The node also measures by itself every few seconds: it may have done so while the previous test had the clock
    // wrong.
    await node.deps.time.measure()
    const before = count()
    shiftMs = 2 * HOUR_MS
    for (let each = 0; each < 3; each++) await node.deps.time.measure()
    assert.equal(count(), before + 1)
    const answer = await node.send('GET', '/readyz')
    assert.equal(answer.status, 200)
    assert.match(answer.body.data.problems[0], /2 hours ahead of the database's/)
    const refused = await worker.send('GET', '/readyz')
    assert.equal(refused.status, 503)
    assert.match(refused.body.message, /publishes and purges nothing/)
    shiftMs = 0
    await node.deps.time.measure()
    assert.deepEqual((await node.send('GET', '/readyz')).body.data.problems, [])
    assert.equal((await worker.send('GET', '/readyz')).status, 200)
    assert.ok(node.logs.some((line) => line.includes('is correct again')))
  })

  test('stores the time of the database', async () => {
    shiftMs = 40 * DAY_MS
    const { body } = await node.send('POST', '/v1/contacts', { key: stage.key, json: { first_name: 'Ana' } })
    assert.ok(Math.abs(Date.parse(body.data.created_at) - Date.now()) < 5_000)
    shiftMs = 0
  })

  test('does not keep the recurring jobs of others from running', async () => {
    shiftMs = 40 * DAY_MS
    const { schedule } = jobTable(node.deps)
    // Several processes do this, each several times a minute.
    for (let i = 0; i < 3; i++) await enqueueRecurring(node.deps.jobs, schedule)
    shiftMs = 0
    const runs = await stage.server.sql<{ task: string; run_at: Date }>(
      `select task_identifier as task, run_at from graphile_worker.jobs where key like 'recurring:%'`,
    )
    assert.deepEqual(new Set(runs.map(({ task }) => task)), new Set(schedule.map(({ task }) => task)))
    assert.equal(new Set(runs.map(({ task, run_at }) => `${task} ${run_at.getTime()}`)).size, runs.length)
    for (const { task, run_at: at } of runs) {
      const { everyMinutes, atMinute = 0 } = schedule.find((each) => each.task === task)!
      assert.ok(Math.abs(at.getTime() - Date.now()) <= (everyMinutes + 1) * 60_000, `${task} at ${at.toISOString()}`)
      assert.equal((at.getTime() / 60_000) % everyMinutes, atMinute)
    }
  })
})

describe('a platform whose clock is wrong', () => {
  const REPEATS = { linkedin: { duplicate_window_ms: 0 }, x: { duplicate_window_ms: 0 } }

  for (const minutes of [-2, -10, 10]) {
    test(`${minutes} minutes: a post whose answer was lost is found, not sent again`, async () => {
      await stage.fresh()
      await stage.control.settings(REPEATS)
      await stage.control.advance(minutes * 60_000)
      await stage.connect('short')
      await stage.connect('professional', 'organization')
      for (const platform of ['short', 'professional'] as const) {
        const simulator = platform === 'short' ? 'x' : 'linkedin'
        const call = platform === 'short' ? 'tweets.create' : 'posts.create'
        await stage.control.fault({ platform: simulator, call, kind: 'drop_after' })
        const id = await stage.create(platform, {}, 0)
        const row = await stage.drive(id)
        assert.equal(row.publication_state, 'published', `${platform}: ${row.reason}`)
        assert.ok(row.platform_id)
        assert.equal((await stage.publicOf(platform)).length, 1, platform)
      }
      // The error distinguishes the simulators' clock from ours, for debugging.
      await stage.server.deps.guard.check()
      const [row] = await stage.server.sql<{ offsets: Record<string, number> }>(
        `select platform_offsets as offsets from installation_nodes
          where platform_offsets <> '{}' order by last_seen_at desc limit 1`,
      )
      const [offset] = Object.values(row!.offsets)
      assert.ok(Math.abs(offset! - minutes * 60_000) < 5_000, String(offset))
    })
  }
})
