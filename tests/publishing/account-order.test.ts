import assert from 'node:assert/strict'
import { beforeEach, describe, type TestContext, test } from 'node:test'
import { transaction } from '../../src/db/database.ts'
import { until } from '../helpers/process.ts'
import { Crash, PUBLISH_CALL, startStage, startWorker } from '../helpers/publishing.ts'
import { startServer } from '../helpers/server.ts'

// The posts of one account are sent by date, then by id, whichever job runs; and waiting for others makes none of them
// late.

const stage = await startStage()
const { server, control } = stage
beforeEach(async () => {
  await stage.fresh()
  await server.sql('update workspaces set late_window_minutes = null')
  await server.sql('delete from publishing_uptime')
})

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

const stateOf = async (id: string) => (await stage.row(id)).publication_state
const statesOf = (ids: string[]) => Promise.all(ids.map(stateOf))
const accountOf = async (platform: string) => {
  const [row] = await server.sql<{ id: string }>('select id from connections where platform = $1', [platform])
  return row!.id
}

/** Creates posts that are all due now, in the order of their ids. */
async function createMany(count: number, body: Record<string, unknown> = {}): Promise<string[]> {
  const date = new Date(stage.now()).toISOString()
  const ids: string[] = []
  for (let each = 0; each < count; each++) ids.push(await stage.create('short', { scheduled_date: date, ...body }))
  await stage.pass(10)
  return ids
}

/** Ids of posts in the order in which they became public. */
async function outgoing(): Promise<string[]> {
  const rows = await server.sql<{ id: string; platform_id: string }>('select id, platform_id from posts')
  const idOf = new Map(rows.map((row) => [row.platform_id, row.id]))
  return (await stage.publicOf('short')).map((item) => idOf.get(item.id)!)
}

/** The posts with a job, in the order of their ids. */
async function jobs(): Promise<string[]> {
  const rows = await server.sql<{ id: string }>(
    `select split_part(key, ':', 2) as id from graphile_worker.jobs where key like 'post.publish:%' order by 1`,
  )
  return rows.map(({ id }) => id)
}

/** Runs the earliest job, the last one of those at the same time, until all posts are out or stopped. */
async function driveBackwards(ids: string[]): Promise<void> {
  for (let steps = 0; steps < ids.length * 20; steps++) {
    const [job] = await server.sql<{ id: string }>(
      `select split_part(key, ':', 2) as id from graphile_worker.jobs where key like 'post.publish:%'
        order by run_at, 1 desc limit 1`,
    )
    const states = await statesOf(ids)
    if (states.every((state) => state === 'published' || state === 'missed')) return
    assert.ok(await stage.step(job!.id))
  }
  assert.fail(`never came to rest: ${await statesOf(ids)}`)
}

function worker(t: TestContext, options: Parameters<typeof startWorker>[1] = {}) {
  const started = startWorker(stage, options)
  t.after(async () => {
    started.child.kill('SIGKILL')
    await started.ended
  })
  return started
}

// Before our clock is moved: workers use the real time.
test('posts created by 16 concurrent callers are sent in order by two worker processes, one of which is killed', async (t) => {
  const count = 96
  const many = 1_000_000
  await control.settings({ x: { posts_per_15_min: many, reads_per_15_min: many, posts_per_day: many } })
  const date = new Date(stage.now() + 5 * SECOND_MS).toISOString()
  const callers = Array.from({ length: 16 }, async () => {
    for (let each = 0; each < count / 16; each++) await stage.create('short', { scheduled_date: date })
  })
  await Promise.all(callers)
  const doomed = worker(t, { hangAt: 'before_prepare_step', leaveLineAfterMs: 600_000 })
  worker(t)
  await until(() => doomed.stdout.includes('reached'), 60_000)
  doomed.child.kill('SIGKILL')
  const countOut = async () => (await stage.publicOf('short')).length
  await until(async () => (await countOut()) === count, 120_000)
  await until(async () => (await server.sql(`select from posts where publication_state <> 'published'`)).length === 0)
  const ids = await server.sql<{ id: string }>('select id from posts order by id')
  assert.deepEqual(
    await outgoing(),
    ids.map(({ id }) => id),
  )
})

describe('posts that are due together', () => {
  test('are sent in the order of their ids, one with each run, whichever job runs first', async () => {
    const ids = await createMany(6)
    const before = stage.now()
    for (const at of ids.keys()) {
      await stage.step((await jobs()).at(-1)!, { now: true })
      assert.deepEqual(await outgoing(), ids.slice(0, at + 1))
      // The post that was taken needs its job no more; the one whose job ran has got another one.
      assert.equal((await jobs()).length, ids.length - at - 1)
    }
    assert.ok(stage.now() - before < MINUTE_MS, 'our clock was not moved')
  })

  test('are sent by date first', async () => {
    const ids = await createMany(3)
    await server.sql(`update posts set scheduled_date = scheduled_date - interval '1 second' where id = $1`, [ids[2]])
    await driveBackwards(ids)
    assert.deepEqual(await outgoing(), [ids[2], ids[0], ids[1]])
  })

  test('some name the account, others use it as the default: one order for all', async () => {
    const connection_id = await accountOf('short')
    const date = new Date(stage.now()).toISOString()
    const ids: string[] = []
    for (let each = 0; each < 8; each++) {
      const account = each % 3 === 0 ? { connection_id } : {}
      ids.push(await stage.create('short', { scheduled_date: date, ...account }))
    }
    await stage.pass(10)
    await driveBackwards(ids)
    assert.deepEqual(await outgoing(), ids)
  })

  test('posts of another account, and posts that are not due yet, are not taken', async () => {
    const [id] = await createMany(1)
    const later = await stage.create('short', {}, HOUR_MS)
    const other = await stage.create('thread', {}, -1_000)
    await stage.step(id!, { now: true })
    assert.equal(await stateOf(id!), 'published')
    assert.deepEqual(await statesOf([later, other]), ['waiting', 'waiting'])
  })

  test('after a rate limit: in order too, though their jobs wake together', async () => {
    const ids = await createMany(5)
    await control.fault({ platform: 'x', call: PUBLISH_CALL.short, kind: 'rate_limited', ms: 10 * MINUTE_MS })
    for (const id of ids) await stage.step(id, { now: true })
    assert.deepEqual(
      await statesOf(ids),
      ids.map(() => 'deferred'),
    )
    await stage.pass(11 * MINUTE_MS)
    await driveBackwards(ids)
    assert.deepEqual(await outgoing(), ids)
  })

  test('a post that a person is changing is neither skipped nor waited for while holding the queue', async () => {
    const ids = await createMany(2)
    await transaction(server.deps.pool, async (tx) => {
      await tx.query({ text: 'select from posts where id = $1 for update', values: [ids[0]] })
      await stage.step(ids[1]!, { now: true })
      assert.deepEqual(await outgoing(), [])
    })
    await driveBackwards(ids)
    assert.deepEqual(await outgoing(), ids)
  })

  test('a post that can no longer be sent does not stop the others', async () => {
    const ids = await createMany(3)
    await server.sql(
      `update posts set scheduled_date = scheduled_date - interval '3 hours', created_at = created_at
                       where id = $1`,
      [ids[0]],
    )
    await driveBackwards(ids)
    assert.equal(await stateOf(ids[0]!), 'missed')
    assert.deepEqual(await outgoing(), ids.slice(1))
  })

  for (const point of ['before_prepare_step', 'after_prepare_step', 'after_marker', 'after_send']) {
    const order = point === 'after_marker' ? 'the others keep their order' : 'the order stays'
    test(`a run that dies at ${point} with the post of another job: ${order}, each is out once`, async () => {
      const ids = await createMany(4)
      let died = false
      stage.onCrashPoint = (name) => {
        if (name !== point || died) return
        died = true
        throw new Crash(name)
      }
      await assert.rejects(stage.step(ids[3]!, { now: true }), Crash)
      await driveBackwards(ids)
      assert.deepEqual(
        await statesOf(ids),
        ids.map(() => 'published'),
      )
      // After a marker it takes minutes to prove that nothing was sent, and the others only wait for the first look.
      const [first, ...others] = ids
      assert.deepEqual(await outgoing(), point === 'after_marker' ? [...others, first] : ids)
      assert.equal((await control.oracle()).duplicates, 0)
    })
  }
})

describe('a long line', () => {
  /** Each run takes four seconds, as with a large file. */
  const slowRuns = () => {
    stage.onCrashPoint = (name) => (name === 'before_prepare_step' ? stage.pass(4 * SECOND_MS) : undefined)
  }
  beforeEach(() => server.sql('update workspaces set late_window_minutes = 1'))

  test('makes none of its posts late, even across a restart', async () => {
    const ids = await createMany(45)
    slowRuns()
    for (const id of ids.slice(0, 20)) await stage.step(id, { now: true })
    const restarted = await startServer({
      beside: server,
      clock: { now: stage.now },
      sandboxUrl: stage.simulators.url,
      hooks: { crashPoint: (name) => stage.onCrashPoint?.(name) },
    })
    await stage.pass(30 * SECOND_MS)
    for (const id of ids.slice(20)) await stage.step(id, { now: true, on: restarted })
    await driveBackwards(ids)
    assert.deepEqual(
      await statesOf(ids),
      ids.map(() => 'published'),
    )
    assert.deepEqual(await outgoing(), ids)
  })

  test('during an outage longer than the late window the rest of it is missed', async () => {
    const ids = await createMany(8)
    slowRuns()
    for (const id of ids.slice(0, 4)) await stage.step(id, { now: true })
    await stage.pass(2 * MINUTE_MS)
    await driveBackwards(ids)
    assert.deepEqual(
      await statesOf(ids),
      ids.map((_, at) => (at < 4 ? 'published' : 'missed')),
    )
  })

  test('a post whose text is changed stays in time; one that gets a date in the past does not', async () => {
    const ids = await createMany(40)
    slowRuns()
    for (const id of ids.slice(0, 30)) await stage.step(id, { now: true })
    const patch = async (id: string, json: object) => {
      const answer = await server.send('PATCH', `/v1/posts/${id}`, { key: stage.key, json })
      assert.equal(answer.status, 200, answer.text)
    }
    await patch(ids[38]!, { content: 'Other words, changed in line' })
    await patch(ids[39]!, { scheduled_date: new Date(stage.now() - 90 * SECOND_MS).toISOString() })
    const past = await stage.create('short', {}, -90 * SECOND_MS)
    await driveBackwards([...ids, past])
    assert.equal(await stateOf(ids[38]!), 'published')
    assert.deepEqual(await statesOf([ids[39]!, past]), ['missed', 'missed'])
  })

  test('a post that is held when its account ends stays in time if the account comes back soon enough', async () => {
    const ids = await createMany(30)
    slowRuns()
    for (const id of ids.slice(0, 25)) await stage.step(id, { now: true })
    await server.sql(`update connections set status = 'needs_reconnect' where platform = 'short'`)
    for (const id of ids.slice(25)) await stage.step(id, { now: true })
    assert.deepEqual(
      await statesOf(ids.slice(25)),
      ids.slice(25).map(() => 'held'),
    )
    await stage.pass(30 * SECOND_MS)
    await stage.connect('short')
    await driveBackwards(ids)
    assert.deepEqual(
      await statesOf(ids),
      ids.map(() => 'published'),
    )
  })
})
