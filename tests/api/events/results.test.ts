import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dispatch } from '../../../src/events/delivery/feed.ts'
import { createResults } from '../../../src/events/delivery/results.ts'
import { claimDeliveries } from '../../../src/events/delivery/store.ts'
import type { AttemptResult } from '../../../src/events/send.ts'
import { createLog } from '../../../src/lib/log/log.ts'
import { createPlace, DAY_MS, type Endpoint, MINUTE_MS, SECOND_MS } from './helper.ts'

// Attempts that end at the same moment are recorded by one statement. Over HTTP their order could not be controlled.

const place = await createPlace()
const results = createResults({
  ...place,
  clock: { now: place.now },
  log: createLog('silent', { write: () => {} }),
  random: () => 0.5,
  signal: new AbortController().signal,
})

/** Sends an event for each status, and makes the answers arrive together in this order. */
async function answer(endpoint: Endpoint, statuses: readonly number[], facts: Partial<AttemptResult> = {}) {
  await place.events(endpoint.workspaceId, ...statuses.map(() => ({})))
  const now = new Date(place.now())
  await dispatch(place.pool, now)
  // Whatever the circuit says: these were started before.
  const { open_until: openUntil } = await place.row(endpoint)
  await place.sql('update event_endpoints set open_until = null where id = $1', [endpoint.id])
  const share = [{ id: endpoint.id, slots: statuses.length }]
  const claimed = await claimDeliveries(place.pool, share, now, new Date(place.now() + MINUTE_MS))
  await place.sql('update event_endpoints set open_until = $2 where id = $1', [endpoint.id, openUntil])
  assert.equal(claimed.length, statuses.length)
  await Promise.all(
    claimed.map((delivery, index) => {
      const status = statuses[index]!
      const outcome = status < 300 ? ('delivered' as const) : ('rejected' as const)
      const plain = { startedAt: now, durationMs: 5, message: null, answer: null, retryAt: null }
      return results.save(delivery, { ...plain, outcome, status, ...facts })
    }),
  )
  await results.settled()
  return place.row(endpoint)
}

const newEndpoint = () => place.endpoint('https://example.com/')

test('failures after a success are counted from that success on', async () => {
  const endpoint = await newEndpoint()
  assert.equal((await answer(endpoint, [500, 500, 500])).failures, 3)
  place.pass(SECOND_MS)
  const row = await answer(endpoint, [500, 200, 500, 500])
  assert.deepEqual([row.failures, row.open_until], [2, null])
  const now = place.now()
  assert.deepEqual([row.failing_since!.getTime(), row.last_success_at!.getTime()], [now, now])
})

test('five failures after a success open the circuit; more do not extend it', async () => {
  const endpoint = await newEndpoint()
  const row = await answer(endpoint, [200, 500, 500, 500, 500, 500, 500, 500])
  assert.deepEqual([row.failures, row.open_until!.getTime()], [5, place.now() + 30 * SECOND_MS])
})

test('an earlier failure does not move the end of the pause', async () => {
  const endpoint = await newEndpoint()
  const opened = await answer(endpoint, [500, 500, 500, 500, 500])
  place.pass(10 * SECOND_MS)
  const row = await answer(endpoint, [500])
  assert.deepEqual([row.failures, row.open_until], [5, opened.open_until])
})

test('a success closes an open circuit, even with a failure after it', async () => {
  const endpoint = await newEndpoint()
  assert.equal((await answer(endpoint, [500, 500, 500, 500, 500])).failures, 5)
  const row = await answer(endpoint, [200, 500])
  assert.deepEqual([row.failures, row.open_until], [1, null])
})

test('an open circuit that gets a success and five failures together opens again', async () => {
  const endpoint = await newEndpoint()
  await answer(endpoint, [500, 500, 500, 500, 500])
  place.pass(10 * SECOND_MS)
  const row = await answer(endpoint, [200, 500, 500, 500, 500, 500])
  assert.deepEqual([row.failures, row.open_until!.getTime()], [5, place.now() + 30 * SECOND_MS])
})

test('a requested rest outlasts a success and a failure that were in flight', async () => {
  const endpoint = await newEndpoint()
  const retryAt = new Date(place.now() + DAY_MS)
  assert.equal((await answer(endpoint, [429], { retryAt })).open_until!.getTime(), retryAt.getTime())
  assert.equal((await answer(endpoint, [200])).open_until!.getTime(), retryAt.getTime())
  assert.equal((await answer(endpoint, [500])).open_until!.getTime(), retryAt.getTime())
})

test('a late result does not move the last success back', async () => {
  const endpoint = await newEndpoint()
  const first = await answer(endpoint, [200])
  place.pass(-MINUTE_MS)
  const row = await answer(endpoint, [200, 500])
  place.pass(MINUTE_MS)
  assert.deepEqual(row.last_success_at, first.last_success_at)
})

test('a disabled endpoint keeps its record, and a late result does not disable it twice', async () => {
  const endpoint = await newEndpoint()
  await place.events(endpoint.workspaceId, {}, {})
  const now = new Date(place.now())
  await dispatch(place.pool, now)
  const share = [{ id: endpoint.id, slots: 2 }]
  const claimed = await claimDeliveries(place.pool, share, now, new Date(place.now() + MINUTE_MS))
  const gone = { startedAt: now, durationMs: 5, message: null, answer: null, retryAt: null, status: 410 }
  for (const delivery of claimed) await results.save(delivery, { ...gone, outcome: 'rejected' })
  await results.settled()
  const { status, failures } = await place.row(endpoint)
  assert.deepEqual([status, failures], ['disabled', 1])
  const told = await place.sql(`select from event_outbox where type = 'endpoint.disabled' and subject_id = $1`, [
    endpoint.id,
  ])
  assert.equal(told.length, 1)
})
