import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { startStage } from '../helpers/publishing.ts'

// LATE_WINDOW_MINUTES=0: only posts that are on time are sent by themselves.

const stage = await startStage({ env: { LATE_WINDOW_MINUTES: '0' } })
beforeEach(() => stage.fresh())

const SECOND_MS = 1_000

test('a post whose job starts within a minute of its date is sent', async () => {
  const id = await stage.create('thread', {}, 0)
  await stage.pass(59 * SECOND_MS)
  assert.equal((await stage.drive(id)).publication_state, 'published')
})

test('a later one is missed; a person can publish it now', async () => {
  const id = await stage.create('thread', {}, 0)
  await stage.pass(61 * SECOND_MS)
  assert.equal((await stage.drive(id)).publication_state, 'missed')
  assert.equal((await stage.act(id, 'publish')).status, 200)
  await stage.pass(2 * SECOND_MS)
  assert.equal((await stage.drive(id)).publication_state, 'published')
})

test('a draft that is published now is sent', async () => {
  const id = await stage.create('thread', { status: 'draft', scheduled_date: null })
  assert.equal((await stage.act(id, 'publish')).status, 200)
  await stage.pass(2 * SECOND_MS)
  assert.equal((await stage.drive(id)).publication_state, 'published')
})
