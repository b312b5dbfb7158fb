import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { createControl } from '../../../simulators/client.ts'
import { startSimulators } from '../../../simulators/start.ts'
import { transaction } from '../../../src/db/database.ts'
import { sentence } from '../../../src/messages/sentence.ts'
import { until } from '../../helpers/process.ts'
import { startServer } from '../../helpers/server.ts'
import { accessToken, connect } from './helper.ts'

const HOUR_MS = 3_600_000

let offsetMs = 0
const clock = { now: () => Date.now() + offsetMs }
const simulators = await startSimulators()
after(() => simulators.stop())
const control = createControl(simulators.url)
const server = await startServer({ sandboxUrl: simulators.url, clock })
const beside = await startServer({ sandboxUrl: simulators.url, clock, beside: server })
const { connections, pool, workspaceId } = server.deps

async function connected(platform: 'thread' | 'professional' | 'short') {
  await connect(server, platform)
  const [connection] = await connections.list(workspaceId)
  return connection!
}

async function pass(ms: number) {
  offsetMs += ms
  await control.advance(ms)
}

const refreshes = async (platform: string) => (await control.journal({ platform, call: 'refresh' })).length

beforeEach(async () => {
  offsetMs = 0
  await control.reset()
  await server.sql('delete from connections')
})

describe('a refresh', () => {
  test('by two processes at once asks the platform once, and both get the new token', async () => {
    const { id } = await connected('short')
    const old = await accessToken(server, 'short')
    await pass(HOUR_MS)
    let outcomes: Promise<string[]>
    await transaction(pool, async (tx) => {
      // Both have read the old token and wait for the lock.
      await tx.query({ text: 'select from connections where id = $1 for update', values: [id] })
      outcomes = Promise.all([server, beside].map(({ deps }) => deps.connections.refresh(id)))
      await until(async () => {
        const waiting = await server.sql(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return waiting.length === 2
      })
    })
    assert.deepEqual(await outcomes!, ['fresh', 'fresh'])
    assert.equal(await refreshes('x'), 1)
    const fresh = await accessToken(server, 'short')
    assert.notEqual(fresh, old)
    const me = await fetch(`${simulators.url}/x/2/users/me`, { headers: { authorization: `Bearer ${fresh}` } })
    assert.equal(me.status, 200)
    // The rotated refresh token was saved: it works too.
    await pass(HOUR_MS)
    assert.equal(await connections.refresh(id), 'fresh')
    assert.equal(await refreshes('x'), 2)
  })

  test('that the platform refuses leaves an account that needs reconnection, and is not repeated', async () => {
    const { id, account_id: account } = await connected('short')
    await control.revoke({ platform: 'x', account })
    assert.equal(await connections.refresh(id), 'dead')
    const [stopped] = await connections.list(workspaceId)
    assert.equal(stopped!.status, 'needs_reconnect')
    assert.match(String(stopped!.reason), /Connect the account again/)
    assert.equal(await connections.refresh(id), 'dead')
    assert.equal(await refreshes('x'), 1)
    const found = await transaction(pool, (tx) => connections.forPost(tx, workspaceId, 'short', null))
    assert.equal(found.kind, 'none')

    await connect(server, 'short')
    const [again] = await connections.list(workspaceId)
    assert.equal(again!.id, id)
    assert.equal(again!.status, 'active')
    assert.equal(again!.reason, null)
  })

  test('whose answer is lost is repeated with the same token; only a refusal by X ends the account, and the reason says why', async () => {
    const { id } = await connected('short')
    await control.fault({ platform: 'x', call: 'refresh', kind: 'drop_after' })
    assert.equal(await connections.refresh(id), 'failed')
    assert.equal((await connections.list(workspaceId))[0]!.status, 'active')
    assert.equal(await connections.refresh(id), 'dead')
    const [stopped] = await connections.list(workspaceId)
    assert.equal(stopped!.status, 'needs_reconnect')
    assert.match(String(stopped!.reason), /its answer got lost on the way.*Connect the account again/)
    const tokens = (await control.journal({ platform: 'x', call: 'refresh' })).map(
      ({ body }) => (body as { refresh_token: string }).refresh_token,
    )
    assert.equal(new Set(tokens).size, 1)
  })

  test('that X does not answer properly for an hour ends nothing, and is repeated ever more rarely', async () => {
    const { id } = await connected('short')
    const old = await accessToken(server, 'short')
    await pass(1.6 * HOUR_MS)
    await control.fault({ platform: 'x', call: 'refresh', kind: 'status_before', status: 503, times: null })
    // Once a minute, like the worker.
    for (let minute = 0; minute < 60; minute++) {
      await connections.refreshDue()
      await pass(60_000)
    }
    const tries = await refreshes('x')
    assert.ok(tries >= 5 && tries <= 10, `${tries} tries in an hour`)
    const [waiting] = await connections.list(workspaceId)
    assert.equal(waiting!.status, 'active')
    assert.match(String(waiting!.reason), /could not renew the access/)
    await control.clearFaults()
    assert.equal(await connections.refresh(id), 'fresh')
    assert.notEqual(await accessToken(server, 'short'), old)
    assert.equal((await connections.list(workspaceId))[0]!.reason, null)
  })

  for (const [what, fault] of [
    ['503', { kind: 'status_before', status: 503 }],
    ['429', { kind: 'rate_limited' }],
    ['a wrong secret of the app', { kind: 'status_before', status: 401, body: { error: 'unauthorized_client' } }],
    ['a page that is no JSON', { kind: 'status_before', status: 400, body: '<html>' }],
    ['a closed connection', { kind: 'drop_before' }],
  ] as const) {
    test(`answered with ${what} does not end an X account`, async () => {
      const { id } = await connected('short')
      await control.fault({ platform: 'x', call: 'refresh', ...fault })
      assert.equal(await connections.refresh(id), 'failed')
      assert.equal((await connections.list(workspaceId))[0]!.status, 'active')
      assert.equal(await connections.refresh(id), 'fresh')
    })
  }

  test('that fails temporarily changes nothing', async () => {
    const { id } = await connected('thread')
    const old = await accessToken(server, 'thread')
    await pass(30 * HOUR_MS)
    for (const kind of ['status_before', 'drop_before', 'bad_body', 'truncated'] as const) {
      await control.fault({ platform: 'threads', call: 'refresh', kind })
      assert.equal(await connections.refresh(id), 'failed', kind)
      assert.equal((await connections.list(workspaceId))[0]!.status, 'active')
      assert.equal(await accessToken(server, 'thread'), old)
    }
    assert.equal(await connections.refresh(id), 'fresh')
    assert.notEqual(await accessToken(server, 'thread'), old)
  })

  test('of an account that cannot be renewed asks for reconnection', async () => {
    const { id } = await connected('professional')
    assert.equal(await connections.refresh(id), 'dead')
    assert.equal((await connections.list(workspaceId))[0]!.status, 'needs_reconnect')
  })

  test('of a removed account fails permanently', async () => {
    assert.equal(await connections.refresh('019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012'), 'dead')
  })

  test('never sends a real token to the sandbox', async () => {
    const { id } = await connected('short')
    await server.sql('update connections set sandbox = false, refresh_at = now()')
    await connections.refreshDue()
    assert.equal(await connections.refresh(id), 'failed')
    assert.equal(await refreshes('x'), 0)
    const found = await transaction(pool, (tx) => connections.forPost(tx, workspaceId, 'short', null))
    assert.equal(found.kind, 'none')
  })
})

describe('a due token', () => {
  test('is refreshed before it expires, once, by any number of processes', async () => {
    await connected('short')
    await connections.refreshDue()
    assert.equal(await refreshes('x'), 0)
    await pass(1.6 * HOUR_MS)
    await Promise.all([connections.refreshDue(), beside.deps.connections.refreshDue()])
    await connections.refreshDue()
    assert.equal(await refreshes('x'), 1)
    const [row] = await server.sql<{ expires_at: Date }>('select expires_at from connections')
    assert.ok(row!.expires_at.getTime() > clock.now() + 1.9 * HOUR_MS)
  })

  test('does not wait for one that fails', async () => {
    await connected('short')
    await connect(server, 'thread')
    await server.sql(`update connections set tokens = '\\x00', refresh_at = now() where platform = 'short'`)
    await pass(30 * HOUR_MS)
    await server.sql(`update connections set refresh_at = now() where platform = 'thread'`)
    await connections.refreshDue()
    assert.equal(await refreshes('threads'), 1)
    const found = await transaction(pool, (tx) => connections.forPost(tx, workspaceId, 'short', null))
    assert.equal(found.kind === 'none' && /SECRET_KEY/.test(sentence(found.reason)), true)
  })
})

describe('waiting', () => {
  test('an account that the platform asked to wait continues by itself', async () => {
    const { id } = await connected('short')
    await connections.hold(id, new Date(clock.now() + HOUR_MS), 'Too many posts.')
    const find = () => transaction(pool, (tx) => connections.forPost(tx, workspaceId, 'short', null))
    const held = await find()
    assert.equal(held.kind === 'later' && held.reason, 'Too many posts.')
    offsetMs += HOUR_MS
    assert.equal((await find()).kind, 'ready')
  })

  test('an account that was stopped is not restarted by a wait', async () => {
    const { id } = await connected('short')
    await connections.stop(id, 'needs_reconnect', 'It ended.')
    await connections.hold(id, new Date(clock.now() + HOUR_MS), 'Too many posts.')
    const [connection] = await connections.list(workspaceId)
    assert.equal(connection!.status, 'needs_reconnect')
    assert.equal(connection!.reason, 'It ended.')
  })
})
