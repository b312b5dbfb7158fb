import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { Format } from '../../../src/platforms/shared/provider.ts'
import { SIMULATOR_OF, startStage } from '../../helpers/publishing.ts'

// An account that the platform restricted, and a person who confirms that this is over.

const stage = await startStage()
beforeEach(() => stage.fresh())

const HOUR_MS = 3_600_000

async function accountOf(platform: Format) {
  const [account] = await stage.server.sql<{ id: string; account_id: string; status: string }>(
    'select id, account_id, status from connections where platform = $1',
    [platform],
  )
  return account!
}

const resume = (id: string, key = stage.key) => stage.server.send('POST', `/v1/connections/${id}/resume`, { key })

const restrict = async (platform: Format, restricted: boolean) => {
  const id = (await accountOf(platform)).account_id.replace(/^urn:li:\w+:/, '')
  await stage.control.account({ platform: SIMULATOR_OF[platform], id, restricted })
}

const REASONS: Array<[name: string, platform: Format, begin: () => Promise<unknown>, end: () => Promise<unknown>]> = [
  ['a restriction', 'thread', () => restrict('thread', true), () => restrict('thread', false)],
  [
    'missing credit',
    'short',
    () => stage.control.settings({ x: { credits_depleted: true } }),
    () => stage.control.settings({ x: { credits_depleted: false } }),
  ],
  [
    'a version that is no longer there',
    'professional',
    () => stage.control.settings({ linkedin: { oldest_version: '209901' } }),
    () => stage.control.settings({ linkedin: { oldest_version: '202001' } }),
  ],
]

for (const [name, platform, begin, end] of REASONS) {
  test(`${name} is over: the account is active again and its posts are sent, each once`, async () => {
    await begin()
    const first = await stage.create(platform)
    const second = await stage.create(platform)
    assert.equal((await stage.drive(first)).publication_state, 'held')
    assert.equal((await stage.drive(second)).publication_state, 'held')
    const { id, status } = await accountOf(platform)
    assert.equal(status, 'held')
    await end()
    const { status: answered, body, text } = await resume(id)
    assert.equal(answered, 200, text)
    assert.deepEqual([body.data.status, body.data.reason], ['active', null])
    for (const post of [first, second]) assert.equal((await stage.drive(post)).publication_state, 'published')
    assert.equal((await stage.publicOf(platform)).length, 2)
    assert.equal((await stage.control.oracle()).duplicates, 0)
  })
}

test('an account that the platform still refuses is held again', async () => {
  await restrict('thread', true)
  const post = await stage.create('thread')
  await stage.drive(post)
  const { id } = await accountOf('thread')
  assert.equal((await resume(id)).body.data.status, 'active')
  assert.equal((await stage.drive(post)).publication_state, 'held')
  assert.equal((await accountOf('thread')).status, 'held')
  assert.equal((await stage.control.oracle()).total, 0)
})

test('posts that are too late by now are missed, and wait for a person', async () => {
  await restrict('thread', true)
  const post = await stage.create('thread')
  await stage.drive(post)
  await stage.pass(2 * HOUR_MS)
  await restrict('thread', false)
  await resume((await accountOf('thread')).id)
  const row = await stage.row(post)
  assert.equal(row.publication_state, 'missed')
  assert.equal(await stage.nextRun(post), null)
})

test('posts that are being held at this moment are not forgotten', async () => {
  for (let round = 0; round < 5; round++) {
    await stage.fresh()
    await restrict('thread', true)
    const post = await stage.create('thread')
    const { id } = await accountOf('thread')
    const driven = stage.drive(post, { steps: 3 }).catch(() => null)
    await resume(id)
    await driven
    await restrict('thread', false)
    await resume(id)
    assert.equal((await stage.drive(post)).publication_state, 'published')
    assert.equal((await stage.publicOf('thread')).length, 1)
  }
})

describe('what is refused', () => {
  test('an account whose approval has expired must be connected again', async () => {
    const { id } = await accountOf('thread')
    await stage.server.deps.connections.stop(id, 'needs_reconnect', 'Gone.')
    const answer = await resume(id)
    assert.equal(answer.status, 400)
    assert.match(answer.body.details.status[0], /Connect it again/)
    assert.equal((await accountOf('thread')).status, 'needs_reconnect')
    await stage.server.sql(
      `update connections set status = 'held', expires_at = now() - interval '1 day', refresh_at = null where id = $1`,
      [id],
    )
    assert.equal((await resume(id)).status, 400)
    assert.equal((await accountOf('thread')).status, 'held')
  })

  test('a real account in the sandbox', async () => {
    const { id } = await accountOf('thread')
    await stage.server.sql(`update connections set status = 'held', sandbox = false where id = $1`, [id])
    const answer = await resume(id)
    assert.equal(answer.status, 400)
    assert.match(answer.body.details.status[0], /sandbox mode/)
  })

  test('one of another workspace, or an unknown one', async () => {
    const { id } = await accountOf('thread')
    await stage.server.deps.connections.stop(id, 'held', 'Restricted.')
    const theirs = await stage.server.key({ workspaceId: await stage.server.workspace() })
    for (const [each, key] of [
      [id, theirs],
      ['x', stage.key],
      ['019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012', stage.key],
    ] as const) {
      assert.equal((await resume(each, key)).status, 404)
    }
    assert.equal((await accountOf('thread')).status, 'held')
    const reader = await stage.server.key({ scopes: ['posts:read'] })
    assert.equal((await resume(id, reader)).status, 403)
  })

  test('an active account stays as it is', async () => {
    const { id } = await accountOf('thread')
    const answer = await resume(id)
    assert.deepEqual([answer.status, answer.body.data.status], [200, 'active'])
  })
})
