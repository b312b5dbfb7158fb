import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { Crash, PUBLISH_CALL, SIMULATOR_OF, startStage } from '../../helpers/publishing.ts'
import { asTold, type EmittedEvent, emittedOf, refuseEvents } from './emitted.ts'

// Events of the engine, on the simulated platforms. Each outcome emits one, in the transaction that records it.

const stage = await startStage()
beforeEach(() => stage.fresh())

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** How long post.published waits for its permalink. */
const HOLD_MS = 15_000

const shown = async (id: string) =>
  asTold((await stage.server.send('GET', `/v1/posts/${id}`, { key: stage.key })).body.data)

/** Events after post.created and post.scheduled. */
async function outcomesOf(id: string): Promise<EmittedEvent[]> {
  const [created, scheduled, ...outcomes] = await emittedOf(stage.server, id)
  assert.deepEqual([created?.type, scheduled?.type], ['post.created', 'post.scheduled'])
  return outcomes
}

/** Checks that exactly these were emitted, with the post as the API shows it now, and are not held. */
async function assertTold(id: string, ...types: string[]): Promise<void> {
  const outcomes = await outcomesOf(id)
  assert.deepEqual(
    outcomes.map(({ type }) => type),
    types,
  )
  assert.deepEqual(outcomes.at(-1)?.data, await shown(id))
  assert.equal(outcomes.at(-1)?.holdUntil, null)
}

const lose = (platform: keyof typeof PUBLISH_CALL, kind: 'drop_before' | 'drop_after', times: number | null = 1) =>
  stage.control.fault({ platform: SIMULATOR_OF[platform], call: PUBLISH_CALL[platform], kind, times })

async function unconfirmed(): Promise<string> {
  await lose('professional', 'drop_after')
  const id = await stage.create('professional')
  assert.equal((await stage.drive(id)).publication_state, 'unconfirmed')
  return id
}

describe('post.published', () => {
  for (const platform of ['thread', 'photo', 'professional', 'short'] as const) {
    test(`${platform}: emitted once, with the permalink`, async () => {
      const id = await stage.create(platform)
      const row = await stage.drive(id)
      assert.ok(row.permalink)
      await assertTold(id, 'post.published')
    })
  }

  test('is emitted once when the answer was lost and the post was found', async () => {
    await lose('short', 'drop_after')
    const id = await stage.create('short')
    await stage.drive(id)
    await assertTold(id, 'post.published')
  })

  test('waits a moment for a missing permalink, and is completed if it arrives in time', async () => {
    await stage.control.fault({ platform: 'threads', call: 'media.get', kind: 'status_before', status: 500, times: 1 })
    const id = await stage.create('thread')
    const row = await stage.drive(id)
    assert.equal(row.permalink, null)
    const [held, ...more] = await outcomesOf(id)
    assert.deepEqual(more, [])
    assert.deepEqual(held!.data, await shown(id))
    assert.equal(held!.holdUntil!.getTime(), row.published_at!.getTime() + HOLD_MS)
    assert.ok(await stage.step(id))
    assert.ok((await stage.row(id)).permalink)
    await assertTold(id, 'post.published')
    assert.equal((await outcomesOf(id))[0]!.id, held!.id, 'the same event')
  })

  test('stays unchanged if the permalink arrives after it was sent', async () => {
    await stage.control.fault({ platform: 'threads', call: 'media.get', kind: 'status_before', status: 500, times: 1 })
    const id = await stage.create('thread')
    await stage.drive(id)
    await stage.server.sql(
      `with gone as (delete from event_outbox where subject_id = $1 and type = 'post.published' returning *)
       insert into events (workspace_id, id, position, type, subject_id, subject_version, change_index, data, created_at)
       select workspace_id, id, nextval('event_positions'), type, subject_id, subject_version, change_index, data, created_at from gone`,
      [id],
    )
    await stage.step(id)
    assert.ok((await stage.row(id)).permalink)
    const outcomes = await outcomesOf(id)
    assert.equal(outcomes.length, 1)
    assert.equal(outcomes[0]!.data.publication.permalink, null)
  })

  test('survives a crash right after the post was recorded: held for a moment, emitted once', async () => {
    stage.onCrashPoint = (name) => {
      if (name === 'after_record') throw new Crash(name)
    }
    const id = await stage.create('short')
    await assert.rejects(stage.drive(id), Crash)
    stage.onCrashPoint = null
    const [held] = await outcomesOf(id)
    assert.equal(held!.type, 'post.published')
    assert.equal(held!.data.publication.permalink, null)
    assert.ok(held!.holdUntil!.getTime() <= stage.now() + HOLD_MS)
    await stage.step(id)
    await assertTold(id, 'post.published')
  })

  test('is emitted once when a person settles the post before the worker that sent it comes back', async () => {
    stage.onCrashPoint = async (name) => {
      if (name !== 'after_send') return
      await stage.server.sql(`update posts set publication_state = 'unconfirmed' where id = $1`, [id])
      assert.equal((await stage.act(id, 'resolve', { outcome: 'published' })).status, 200)
    }
    const id = await stage.create('short')
    await stage.drive(id)
    const outcomes = await outcomesOf(id)
    assert.deepEqual(
      outcomes.map(({ type }) => type),
      ['post.published'],
    )
  })

  test('is not emitted when its transaction fails: the post is found later, and it is emitted once', async () => {
    const id = await stage.create('short')
    await refuseEvents(stage.server, 'post.published', async () => {
      await assert.rejects(stage.step(id), /no event today/)
    })
    assert.equal((await stage.row(id)).publication_state, 'sending')
    assert.deepEqual(await outcomesOf(id), [])
    await stage.drive(id)
    await assertTold(id, 'post.published')
    assert.equal((await stage.control.oracle()).total, 1)
  })

  test('is not emitted for a post whose id belongs to another one', async () => {
    const first = await stage.create('short')
    const { platform_id: taken } = await stage.drive(first)
    const id = await stage.create('short')
    stage.onCrashPoint = async (name) => {
      if (name !== 'after_send') return
      // The platform's next id is one that the first post has.
      const [item] = (await stage.publicOf('short')).slice(-1)
      await stage.server.sql('update posts set platform_id = $2 where id = $1', [first, item!.id])
    }
    await stage.drive(id)
    assert.ok(taken)
    await assertTold(id, 'post.unconfirmed')
  })
})

describe('post.failed', () => {
  test('is emitted when the platform refuses the post', async () => {
    const id = await stage.create('short', { content: 'Same words' })
    await stage.drive(id)
    const second = await stage.create('short', { content: 'Same words' })
    assert.equal((await stage.drive(second)).publication_state, 'failed')
    await assertTold(second, 'post.failed')
  })

  test('is emitted when a file is unavailable, after the last attempt and not before', async () => {
    const id = await stage.create('photo', { media_urls: [stage.media('gone.jpg?status=404')] })
    assert.equal((await stage.drive(id)).attempts, 4)
    await assertTold(id, 'post.failed')
  })

  test('is emitted when it was sent repeatedly without effect', async () => {
    await lose('short', 'drop_before', null)
    const id = await stage.create('short')
    assert.match((await stage.drive(id, { steps: 200 })).reason!, /without effect/)
    await assertTold(id, 'post.failed')
  })

  test('is emitted for each failure when a person retries, and post.scheduled is not', async () => {
    await stage.drive(await stage.create('short', { content: 'Same words' }))
    const id = await stage.create('short', { content: 'Same words' })
    await stage.drive(id)
    assert.equal((await stage.act(id, 'retry')).status, 200)
    await stage.drive(id)
    await assertTold(id, 'post.failed', 'post.failed')
  })

  test('is not emitted when its transaction fails, and the post has not failed then', async () => {
    await stage.drive(await stage.create('short', { content: 'Same words' }))
    const id = await stage.create('short', { content: 'Same words' })
    await refuseEvents(stage.server, 'post.failed', async () => {
      await assert.rejects(stage.step(id), /no event today/)
    })
    assert.notEqual((await stage.row(id)).publication_state, 'failed')
    await stage.drive(id)
    await assertTold(id, 'post.failed')
  })
})

describe('post.missed', () => {
  test('is emitted when its time passed while nothing could be sent', async () => {
    const id = await stage.create('short')
    await stage.pass(2 * HOUR_MS)
    assert.equal((await stage.drive(id)).publication_state, 'missed')
    await assertTold(id, 'post.missed')
  })

  test('is emitted when the account came back too late, and not when it came in time', async () => {
    await stage.server.sql('delete from connections')
    const late = await stage.create('short')
    assert.equal((await stage.drive(late)).publication_state, 'held')
    await stage.pass(2 * HOUR_MS)
    const early = await stage.create('short', {}, 0)
    assert.equal((await stage.drive(early)).publication_state, 'held')
    await stage.connect('short')
    await assertTold(late, 'post.missed')
    assert.deepEqual(await outcomesOf(early), [])
  })

  test('is emitted again when it is published by hand and missed again', async () => {
    const id = await stage.create('short')
    await stage.pass(2 * HOUR_MS)
    await stage.drive(id)
    assert.equal((await stage.act(id, 'publish')).status, 200)
    await stage.pass(2 * HOUR_MS)
    await stage.drive(id)
    await assertTold(id, 'post.missed', 'post.missed')
  })
})

describe('post.unconfirmed', () => {
  test('is emitted when it is unknown whether the post is out', async () => {
    await assertTold(await unconfirmed(), 'post.unconfirmed')
  })

  test('is not emitted while the account that must be read is unavailable', async () => {
    stage.onCrashPoint = (name) => {
      if (name === 'after_send') throw new Crash(name)
    }
    const id = await stage.create('short')
    await assert.rejects(stage.drive(id), Crash)
    stage.onCrashPoint = null
    await stage.server.sql('delete from connections')
    await stage.step(id)
    assert.equal((await stage.row(id)).publication_state, 'confirming')
    assert.deepEqual(await outcomesOf(id), [])
  })

  test('is followed by the decision of a person: published', async () => {
    const id = await unconfirmed()
    const [item] = await stage.publicOf('professional')
    const resolution = { outcome: 'published', platform_id: item!.id, permalink: item!.permalink }
    assert.equal((await stage.act(id, 'resolve', resolution)).status, 200)
    await assertTold(id, 'post.unconfirmed', 'post.published')
    assert.equal((await stage.act(id, 'resolve', resolution)).status, 400)
    await assertTold(id, 'post.unconfirmed', 'post.published')
  })

  test('is followed by the decision of a person: not published', async () => {
    const id = await unconfirmed()
    assert.equal((await stage.act(id, 'resolve', { outcome: 'not_published' })).status, 200)
    await assertTold(id, 'post.unconfirmed', 'post.failed')
  })

  test('is followed by nothing when the resolution is refused', async () => {
    const first = await stage.create('professional')
    const { platform_id } = await stage.drive(first)
    await stage.pass(MINUTE_MS)
    const id = await unconfirmed()
    assert.equal((await stage.act(id, 'resolve', { outcome: 'published', platform_id })).status, 400)
    await assertTold(id, 'post.unconfirmed')
  })
})
