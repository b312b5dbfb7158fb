import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { jobTable } from '../../src/app/worker.ts'
import { startStage } from '../helpers/publishing.ts'
import { startServer } from '../helpers/server.ts'
import { signIn } from '../helpers/session.ts'

// A queued post is deleted with Undo: while it waits it is not sent, after an undo it is sent once, and it is never lost.

const stage = await startStage({ env: { LATE_WINDOW_MINUTES: '0' } })
const { server } = stage
const owner = await signIn(server)
const SECOND_MS = 1_000

beforeEach(async () => {
  await stage.fresh()
  await server.sql('delete from removals')
})

const askFor = (records: Array<{ id: string; version?: number }>) =>
  owner.send('POST', '/v1/removals', { json: { noun: 'posts', records } })
const ask = (...ids: string[]) => askFor(ids.map((id) => ({ id })))
const versionOf = async (id: string): Promise<number> =>
  (await server.send('GET', `/v1/posts/${id}`, { key: stage.key })).body.data.version
const remove = async (id: string): Promise<string> => {
  const answer = await askFor([{ id, version: await versionOf(id) }])
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data.id
}
const undo = async (removal: string) => (await owner.send('DELETE', `/v1/removals/${removal}`)).status
const extend = async (removal: string) => (await owner.send('POST', `/v1/removals/${removal}/extend`)).status
const refusals = async () => (await owner.send('GET', '/v1/removals')).body.data
const statusOf = async (id: string) => (await server.send('GET', `/v1/posts/${id}`, { key: stage.key })).status
const publicOf = async () => (await stage.publicOf('thread')).length

/** Runs the job of the removal at its time, as a worker would. */
async function carryOut(removalId: string, on = server): Promise<void> {
  const [row] = await server.sql<{ due_at: Date }>('select due_at from removals where id = $1', [removalId])
  await stage.pass(Math.max(0, row!.due_at.getTime() - stage.now()))
  const payload = { workspace_id: server.deps.workspaceId, removal_id: removalId }
  await jobTable(on.deps).tasks['removals.carry_out'](payload)
}

test('a post that is due while its deletion waits is not sent, and then it is gone', async () => {
  const id = await stage.create('thread', {}, 2 * SECOND_MS)
  const removal = await remove(id)
  for (let run = 0; run < 5; run++) assert.ok(await stage.step(id), 'the post keeps its job')
  assert.equal((await stage.row(id)).publication_state, 'waiting')
  await carryOut(removal)
  assert.equal(await statusOf(id), 404)
  assert.equal(await stage.nextRun(id), null)
  assert.equal(await publicOf(), 0)
  assert.deepEqual(await refusals(), [])
})

test('after an undo it is sent, once, within a second', async () => {
  const id = await stage.create('thread', {}, 2 * SECOND_MS)
  const removal = await remove(id)
  for (let run = 0; run < 3; run++) await stage.step(id)
  assert.equal(await undo(removal), 200)
  assert.ok((await stage.nextRun(id))!.getTime() <= stage.now() + SECOND_MS)
  assert.equal((await stage.drive(id)).publication_state, 'published')
  assert.equal(await publicOf(), 1)
})

test('a post of next week keeps its date after an undo, and is gone without one', async () => {
  const inAWeek = 7 * 24 * 3_600_000
  const [kept, gone] = [await stage.create('thread', {}, inAWeek), await stage.create('thread', {}, inAWeek)]
  const run = await stage.nextRun(kept)
  assert.equal(await undo(await remove(kept)), 200)
  await carryOut(await remove(gone))
  assert.deepEqual([await statusOf(kept), await statusOf(gone)], [200, 404])
  assert.deepEqual(await stage.nextRun(kept), run)
})

test('the time for Undo does not make a post late, however long a person reads', async () => {
  const id = await stage.create('thread', {}, SECOND_MS)
  const removal = await remove(id)
  for (let run = 0; run < 90; run++) {
    await stage.step(id)
    if (run % 5 === 0) assert.equal(await extend(removal), 200)
  }
  assert.equal(await publicOf(), 0)
  assert.equal(await undo(removal), 200)
  assert.equal((await stage.drive(id)).publication_state, 'published')
  assert.equal(await publicOf(), 1)
})

test('a post that was late before it was deleted is missed after an undo', async () => {
  const id = await stage.create('thread', {}, 0)
  await stage.pass(61 * SECOND_MS)
  const removal = await remove(id)
  await stage.step(id)
  assert.equal(await undo(removal), 200)
  assert.equal((await stage.drive(id)).publication_state, 'missed')
})

test('a post that is being sent is not deleted', async () => {
  const id = await stage.create('thread', {}, 0)
  let answer: Awaited<ReturnType<typeof ask>> | null = null
  stage.onCrashPoint = async (name) => {
    if (name === 'after_marker') answer = await ask(id)
  }
  assert.equal((await stage.drive(id)).publication_state, 'published')
  const { status, body } = answer!
  assert.deepEqual([status, Object.keys(body.details)], [400, ['publication.state']])
  assert.deepEqual(await refusals(), [])
  assert.equal(await publicOf(), 1)
})

test('a deletion at the moment of sending comes first or is refused', async () => {
  for (let round = 0; round < 8; round++) {
    const id = await stage.create('thread', {}, 0)
    const before = await publicOf()
    const records = [{ id, version: await versionOf(id) }]
    const [{ status, body }] = await Promise.all([askFor(records), stage.step(id, { now: true })])
    assert.ok(status === 201 || status === 400, String(status))
    if (status === 201) await carryOut(body.data.id)
    // What was public before somebody asked has another version, and stays.
    if ((await statusOf(id)) === 200) await stage.drive(id)
    const isSent = (await statusOf(id)) === 200
    assert.equal(await publicOf(), before + (isSent ? 1 : 0))
    if (status === 400) assert.ok(isSent)
  }
})

test('the posts behind it do not wait for it, and it does not stop them', async () => {
  const first = await stage.create('thread', {}, SECOND_MS)
  const second = await stage.create('thread', {}, 2 * SECOND_MS)
  const removal = await remove(first)
  assert.equal((await stage.drive(second)).publication_state, 'published')
  assert.equal((await stage.row(first)).publication_state, 'waiting')
  assert.equal(await undo(removal), 200)
  assert.equal((await stage.drive(first)).publication_state, 'published')
  assert.equal(await publicOf(), 2)
})

test('a post that somebody publishes meanwhile stays, and is sent once the refusal is known', async () => {
  const id = await stage.create('thread', {}, 3_600_000)
  const removal = await remove(id)
  assert.equal((await stage.act(id, 'publish')).status, 200)
  await stage.step(id)
  assert.equal(await publicOf(), 0)
  await carryOut(removal)
  assert.deepEqual(
    (await refusals()).map(({ state }: { state: string }) => state),
    ['refused'],
  )
  assert.equal((await stage.drive(id)).publication_state, 'published')
  assert.equal(await publicOf(), 1)
})

test('a removal that began and whose process died still keeps the post from going out', async () => {
  const [first, second] = [await stage.create('thread', {}, SECOND_MS), await stage.create('thread', {}, SECOND_MS)]
  const answer = await ask(first, second)
  const other = await startServer({ beside: server, clock: { now: stage.now }, sandboxUrl: stage.simulators.url })
  const { removers } = other.deps.removals
  other.deps.removals.removers = {
    ...removers,
    posts(owner, id, ifMatch) {
      if (id === second) throw new Error('the process dies')
      return removers.posts(owner, id, ifMatch)
    },
  }
  await assert.rejects(carryOut(answer.body.data.id, other), /the process dies/)
  for (let run = 0; run < 3; run++) await stage.step(second)
  assert.deepEqual([await statusOf(first), await statusOf(second), await publicOf()], [404, 200, 0])
  await carryOut(answer.body.data.id)
  assert.equal(await statusOf(second), 404)
  assert.equal(await publicOf(), 0)
})
