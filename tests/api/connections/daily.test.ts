import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { jobTable } from '../../../src/app/worker.ts'
import type { Format } from '../../../src/platforms/shared/provider.ts'
import { PUBLISH_CALL, SIMULATOR_OF, startStage } from '../../helpers/publishing.ts'

// What the job that runs every minute keeps up to date on connected accounts.

const stage = await startStage()
const { server, control } = stage
beforeEach(() => stage.fresh())

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const everyMinute = () => jobTable(server.deps).tasks['connections.refresh']({})

async function shown(platform: Format) {
  const { body } = await server.send('GET', '/v1/connections', { key: stage.key })
  return body.data.find((each: { platform: string }) => each.platform === platform)
}

/** LinkedIn's account ids are URNs. */
const idOf = (account: { account_id: string }) => account.account_id.replace(/^urn:li:\w+:/, '')

test('a message about a limit is removed when the limit has ended', async () => {
  await control.fault({ platform: 'x', call: PUBLISH_CALL.short, kind: 'rate_limited', ms: 10 * MINUTE_MS })
  const id = await stage.create('short')
  await stage.step(id)
  await everyMinute()
  assert.ok((await shown('short')).reason, 'while it lasts')
  await stage.pass(11 * MINUTE_MS)
  await everyMinute()
  assert.equal((await shown('short')).reason, null)
})

describe('a handle that was changed on the platform', () => {
  for (const platform of ['thread', 'photo', 'short'] as const) {
    test(`${platform}: is noticed within a day, once, without connecting again`, async () => {
      const before = await shown(platform)
      await control.account({ platform: SIMULATOR_OF[platform], id: idOf(before), username: 'renamed' })
      await stage.pass(HOUR_MS)
      await everyMinute()
      assert.equal((await shown(platform)).handle, before.handle, 'it is not asked every minute')
      await stage.pass(24 * HOUR_MS)
      await everyMinute()
      const after = await shown(platform)
      assert.equal(after.handle, 'renamed')
      assert.deepEqual([after.id, after.status, after.default], [before.id, 'active', true])
    })
  }

  test('an account that cannot be read stays unchanged', async () => {
    const before = await shown('thread')
    await control.fault({ platform: 'threads', call: 'me', kind: 'status_before', status: 500, times: null })
    await stage.pass(25 * HOUR_MS)
    await everyMinute()
    assert.equal((await shown('thread')).handle, before.handle)
    assert.equal((await shown('thread')).status, 'active')
  })
})

test('a key with posts:write may disconnect an account, and no key may connect one', async () => {
  const { id } = await shown('short')
  const link = await server.send('POST', '/v1/connections/links', { key: stage.key, json: { provider: 'x' } })
  assert.ok([401, 403].includes(link.status), link.text)
  assert.equal((await server.send('DELETE', `/v1/connections/${id}`, { key: stage.key })).status, 200)
  await stage.connect('short')
  assert.equal((await shown('short')).id, id, 'connected again, it has its id back')
})
