import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { jobTable } from '../../../src/app/worker.ts'
import { startStage } from '../../helpers/publishing.ts'
import { emittedOf, refuseEvents, typesOf } from './emitted.ts'

const stage = await startStage()
const { server } = stage
const { connections } = server.deps
beforeEach(() => stage.fresh())

const DAY_MS = 86_400_000

interface Shown {
  id: string
  platform: string
  account_id: string
  status: string
  works_until: string | null
}

async function shown(platform: string): Promise<Shown> {
  const { body } = await server.send('GET', '/v1/connections', { key: stage.key })
  return body.data.find((each: Shown) => each.platform === platform)
}

/** The job that runs every few minutes. */
const runJob = () => jobTable(server.deps).tasks['connections.refresh']!({})

async function assertTold(platform: string, ...types: string[]): Promise<void> {
  const connection = await shown(platform)
  const events = await emittedOf(server, connection.id)
  assert.deepEqual(
    events.map(({ type }) => type),
    types,
  )
  assert.deepEqual(events.at(-1)?.data, connection)
}

describe('connection.needs_reconnect', () => {
  test('is emitted once when a refresh is refused, however often it is repeated', async () => {
    const { id, account_id: account } = await shown('short')
    await stage.control.revoke({ platform: 'x', account })
    for (let i = 0; i < 3; i++) assert.equal(await connections.refresh(id), 'dead')
    assert.equal((await shown('short')).status, 'needs_reconnect')
    await assertTold('short', 'connection.needs_reconnect')
  })

  test('is emitted when a platform refuses a post because the approval is gone', async () => {
    const fault = { platform: 'threads', call: 'threads_publish', kind: 'token_revoked', times: 1 } as const
    await stage.control.fault(fault)
    assert.equal((await stage.drive(await stage.create('thread'))).publication_state, 'held')
    await assertTold('thread', 'connection.needs_reconnect')
  })

  test('is emitted again after the account was reconnected', async () => {
    const { id } = await shown('short')
    await connections.stop(id, 'needs_reconnect', 'It ended.')
    await connections.stop(id, 'needs_reconnect', 'It ended.')
    await assertTold('short', 'connection.needs_reconnect')
    await stage.connect('short')
    assert.equal((await shown('short')).status, 'active')
    await connections.stop(id, 'needs_reconnect', 'It ended again.')
    await assertTold('short', 'connection.needs_reconnect', 'connection.needs_reconnect')
    const [first, second] = await emittedOf(server, id)
    assert.ok(second!.version > first!.version, 'of a later version')
  })

  test('is not emitted for an account that the platform only restricts, nor for a removed one', async () => {
    const { id } = await shown('short')
    await connections.stop(id, 'held', 'Restricted.')
    await connections.hold(id, new Date(stage.now() + DAY_MS), 'Too many posts.')
    assert.deepEqual(await typesOf(server, id), [])
    const gone = server.deps.ids.next().id
    await connections.stop(gone, 'needs_reconnect', 'It ended.')
    assert.deepEqual(await typesOf(server, gone), [])
  })

  test('is atomic with the change: if it cannot be written, the account is unchanged', async () => {
    const { id } = await shown('short')
    await refuseEvents(server, 'connection.needs_reconnect', async () => {
      await assert.rejects(connections.stop(id, 'needs_reconnect', 'It ended.'), /no event today/)
    })
    assert.equal((await shown('short')).status, 'active')
  })

  test('is emitted once when an approval that only a person can renew has expired', async () => {
    const { id, works_until: end } = await shown('professional')
    await stage.pass(Date.parse(end!) - stage.now() + 1)
    await runJob()
    await runJob()
    assert.equal((await shown('professional')).status, 'needs_reconnect')
    assert.deepEqual(await typesOf(server, id), ['connection.needs_reconnect'])
    await assertTold('professional', 'connection.needs_reconnect')
    await stage.connect('professional')
    await runJob()
    assert.equal((await shown('professional')).status, 'active')
    assert.deepEqual(await typesOf(server, id), ['connection.needs_reconnect'])
  })
})

describe('connection.expiring', () => {
  const until = async (msBefore: number) => {
    const { works_until: end } = await shown('professional')
    await stage.pass(Date.parse(end!) - msBefore - stage.now())
  }

  test('is emitted a week before an approval that cannot be renewed expires, once for each approval', async () => {
    await until(7 * DAY_MS + 60_000)
    await runJob()
    const { id } = await shown('professional')
    assert.deepEqual(await typesOf(server, id), [])
    await until(7 * DAY_MS)
    await runJob()
    await assertTold('professional', 'connection.expiring')
    await stage.pass(DAY_MS)
    await runJob()
    await assertTold('professional', 'connection.expiring')

    await stage.connect('professional')
    await runJob()
    assert.deepEqual(await typesOf(server, id), ['connection.expiring'])
    await until(3 * DAY_MS)
    await runJob()
    await runJob()
    await assertTold('professional', 'connection.expiring', 'connection.expiring')
  })

  test('is emitted once by two workers that check at the same time', async () => {
    await until(DAY_MS)
    await Promise.all([runJob(), runJob(), runJob()])
    await assertTold('professional', 'connection.expiring')
  })

  test('is not emitted for an account that renews itself, nor for one that must be reconnected anyway', async () => {
    const others = await Promise.all(['thread', 'photo', 'short'].map(shown))
    const soon = new Date(stage.now() + DAY_MS)
    await server.sql(`update connections set expires_at = $1`, [soon])
    const { id } = await shown('professional')
    await connections.stop(id, 'needs_reconnect', 'It ended.')
    await runJob()
    for (const other of others) assert.deepEqual(await typesOf(server, other.id), [])
    assert.deepEqual(await typesOf(server, id), ['connection.needs_reconnect'])
  })

  test('is emitted by the next run if it could not be written', async () => {
    await until(DAY_MS)
    await refuseEvents(server, 'connection.expiring', async () => {
      await assert.rejects(Promise.resolve(runJob()), /no event today/)
    })
    const { id } = await shown('professional')
    assert.deepEqual(await typesOf(server, id), [])
    await runJob()
    await assertTold('professional', 'connection.expiring')
  })
})
