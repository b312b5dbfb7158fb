import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { PUBLISH_CALL, startStage } from '../helpers/publishing.ts'

// A post that was sent without an answer, whose account cannot be read before the outcome is known.

const stage = await startStage()
const { server, control } = stage
beforeEach(() => stage.fresh(['short', 'thread']))

const HOUR_MS = 3_600_000

const accountOf = async (platform: string) => {
  const [row] = await server.sql<{ id: string; account_id: string }>(
    'select id, account_id from connections where platform = $1',
    [platform],
  )
  return row!
}
const shown = async (id: string) =>
  (await server.send('GET', `/v1/posts/${id}`, { key: stage.key })).body.data.publication
const calls = async () => (await control.journal({ platform: 'x', call: PUBLISH_CALL.short })).length

/** The report on posts that wait for their account. */
async function listed() {
  const { body } = await server.send('GET', '/v1/reports/attention', { key: stage.key })
  const { count, newest } = body.data.posts.confirming
  return { count, ids: newest.map(({ id }: { id: string }) => id) }
}

/** The answer of the visible call is lost; with `drop_before` the call never arrived. */
async function sendUnanswered(kind: 'drop_before' | 'drop_after' = 'drop_after'): Promise<string> {
  await control.fault({ platform: 'x', call: PUBLISH_CALL.short, kind })
  const id = await stage.create('short', { connection_id: (await accountOf('short')).id })
  await stage.step(id)
  assert.equal((await shown(id)).state, 'confirming')
  assert.deepEqual(await listed(), { count: 0, ids: [] }, 'Doorpost looks by itself')
  return id
}

const WAYS: Record<string, () => Promise<unknown>> = {
  'is disconnected': async () => {
    const { id } = await accountOf('short')
    assert.equal(await server.deps.connections.remove(server.deps.workspaceId, id), true)
  },
  'needs a new approval': () =>
    server.sql(`update connections set status = 'needs_reconnect' where platform = 'short'`),
  'lost its approval on the platform': async () =>
    control.revoke({ platform: 'x', account: (await accountOf('short')).account_id }),
}

for (const [way, end] of Object.entries(WAYS)) {
  describe(`the account ${way}`, () => {
    for (const kind of ['drop_after', 'drop_before'] as const) {
      const outcome =
        kind === 'drop_after' ? 'found when the account is back, not sent again' : 'sent again after that, once'
      test(`${kind}: it stays in confirming as long as necessary, and is ${outcome}`, async () => {
        const id = await sendUnanswered(kind)
        await end()
        for (let steps = 0; steps < 30; steps++) await stage.step(id)
        const waiting = await shown(id)
        assert.equal(waiting.state, 'confirming')
        assert.equal(waiting.deferred_until, null)
        assert.match(waiting.reason, /not known whether it is out.*Doorpost looks when the account can be used again/)
        assert.deepEqual(await listed(), { count: 1, ids: [id] }, 'it is among what needs a person')
        assert.equal(await calls(), 1)
        await stage.connect('short')
        assert.ok((await stage.nextRun(id))!.getTime() <= stage.now(), 'it is looked for at once')
        assert.equal((await stage.drive(id)).publication_state, 'published')
        assert.deepEqual(await listed(), { count: 0, ids: [] })
        assert.equal((await stage.publicOf('short')).length, 1)
        assert.equal(await calls(), kind === 'drop_after' ? 1 : 2)
      })
    }

    for (const outcome of ['published', 'not_published'] as const) {
      test(`a person can decide that it is ${outcome} meanwhile`, async () => {
        const id = await sendUnanswered()
        await end()
        for (let steps = 0; steps < 5; steps++) await stage.step(id)
        const answer = await stage.act(id, 'resolve', { outcome })
        assert.equal(answer.status, 200, answer.text)
        assert.equal(answer.body.data.publication.state, outcome === 'published' ? 'published' : 'failed')
        await stage.connect('short')
        await stage.pass(HOUR_MS)
        await stage.step(id)
        assert.equal((await shown(id)).state, outcome === 'published' ? 'published' : 'failed')
        assert.equal(await calls(), 1)
      })
    }
  })
}

test('a process that dies between marker and answer, and an account that is gone by then: confirming, not unconfirmed', async () => {
  const id = await stage.create('short', { connection_id: (await accountOf('short')).id })
  stage.onCrashPoint = (name) => {
    if (name === 'after_send') throw new Error('killed')
  }
  await assert.rejects(stage.step(id))
  stage.onCrashPoint = null
  await WAYS['is disconnected']!()
  await stage.step(id)
  assert.equal((await shown(id)).state, 'confirming')
  await stage.connect('short')
  assert.equal((await stage.drive(id)).publication_state, 'published')
  assert.equal(await calls(), 1)
})

test('while the account can be read, a person cannot decide', async () => {
  const id = await sendUnanswered()
  const answer = await stage.act(id, 'resolve', { outcome: 'not_published' })
  assert.equal(answer.status, 400)
  assert.equal((await shown(id)).state, 'confirming')
})
