import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { disable } from '../../../src/events/delivery/disable.ts'
import { createLog } from '../../../src/lib/log/log.ts'
import { message } from '../../../src/messages/message.ts'
import { until } from '../../helpers/process.ts'
import { startReceiver, status } from '../../helpers/receiver.ts'
import { createPlace, DAY_MS, type Endpoint, HOUR_MS, MINUTE_MS, SECOND_MS } from './helper.ts'

// What happens to an endpoint that fails, and to the others meanwhile.

const place = await createPlace()

const attemptsOf = async (endpointId: string): Promise<number> =>
  (
    await place.sql('select sum(attempts)::integer as sum from event_deliveries where endpoint_id = $1', [endpointId])
  )[0].sum
const statesOf = async (endpointId: string): Promise<Record<string, number>> => {
  const text = 'select state, count(*)::integer as count from event_deliveries where endpoint_id = $1 group by 1'
  return Object.fromEntries((await place.sql(text, [endpointId])).map(({ state, count }) => [state, count]))
}

describe('circuit', () => {
  test('opens after five failures in a row, is tested with one request, opens for longer each time, closes on success', async () => {
    const receiver = await startReceiver(status(500))
    const endpoint = await place.endpoint(receiver.url)
    await place.events(endpoint.workspaceId, ...Array.from({ length: 20 }, () => ({})))
    await place.courier.runDue()
    assert.equal(receiver.requests.length, 5)
    assert.equal((await place.row(endpoint)).failures, 5)

    let sent = 5
    for (const openMs of [30, 60, 120, 240, 480, 600, 600].map((seconds) => seconds * SECOND_MS)) {
      assert.equal((await place.row(endpoint)).open_until!.getTime() - place.now(), openMs)
      place.pass(openMs - 1)
      await place.courier.runDue()
      assert.equal(receiver.requests.length, sent, 'an open circuit lets nothing through')
      place.pass(1)
      await place.courier.runDue()
      assert.equal(receiver.requests.length, ++sent, 'half open, it lets one request through')
    }
    assert.equal(await attemptsOf(endpoint.id), sent, 'those that waited have used up no attempt')

    receiver.respond = status(200)
    place.pass(10 * MINUTE_MS)
    await place.courier.runDue()
    // Attempted ones wait for their own time.
    place.pass(30 * MINUTE_MS)
    await place.courier.runDue()
    assert.deepEqual(await statesOf(endpoint.id), { delivered: 20 })
    const { failures, failing_since, open_until } = await place.row(endpoint)
    assert.deepEqual([failures, failing_since, open_until], [0, null, null])
  })

  test('requests that were in flight when it opened do not extend it', async () => {
    const receiver = await startReceiver()
    const endpoint = await place.endpoint(receiver.url)
    // Enough successes for ten at a time.
    await place.events(endpoint.workspaceId, ...Array.from({ length: 40 }, () => ({})))
    await place.courier.runDue()
    const waiting: Array<() => void> = []
    receiver.respond = (_request, response) => void waiting.push(() => response.writeHead(500).end())
    await place.events(endpoint.workspaceId, ...Array.from({ length: 40 }, () => ({})))
    const running = place.courier.runDue()
    await until(() => waiting.length === 10)
    for (const fail of waiting.splice(0, 7)) fail()
    await until(async () => (await place.row(endpoint)).failures >= 5)
    for (const fail of waiting.splice(0)) fail()
    await running
    const { failures, open_until } = await place.row(endpoint)
    assert.deepEqual([failures, open_until!.getTime() - place.now()], [5, 30 * SECOND_MS])
    assert.equal(waiting.length, 0)
  })

  test('a success in between restarts the count', async () => {
    const receiver = await startReceiver()
    const endpoint = await place.endpoint(receiver.url)
    let count = 0
    receiver.respond = (_request, response) => void response.writeHead(++count % 5 === 0 ? 200 : 500).end()
    await place.events(endpoint.workspaceId, ...Array.from({ length: 20 }, () => ({})))
    await place.courier.runDue()
    assert.equal(receiver.requests.length, 20)
    assert.equal((await place.row(endpoint)).open_until, null)
  })
})

describe('others are not delayed', () => {
  test('a good endpoint gets everything while 150 dead ones have not answered once', async () => {
    const courier = place.courierWith()
    const dead = await startReceiver(() => {})
    const good = await startReceiver()
    const workspaceId = await place.workspace()
    for (let each = 0; each < 150; each++) await place.endpoint(dead.url, { workspaceId })
    const endpoint = await place.endpoint(good.url)
    await place.sql('update event_endpoints set last_success_at = $2 where id = $1', [
      endpoint.id,
      new Date(place.now()),
    ])
    await place.events(workspaceId, {}, {}, {})
    await place.events(endpoint.workspaceId, ...Array.from({ length: 200 }, () => ({})))
    courier.start()
    await until(() => good.requests.length === 200)
    await until(async () => (await statesOf(endpoint.id)).delivered === 200)
    const [{ count }] = await place.sql(
      'select count(*)::integer as count from event_endpoints where failures > 0 and workspace_id = $1',
      [workspaceId],
    )
    assert.equal(count, 0, 'the dead ones are still being waited for')
    assert.equal(dead.requests.length, 100, 'and have half of what a process may have')
    await place.sql(`update event_endpoints set status = 'paused' where workspace_id = $1`, [workspaceId])
    await dead.close()
    await courier.stop()
  })
})

describe('disabled', () => {
  test('410: the delivery has failed, the endpoint is disabled, and what waits for it is cancelled', async () => {
    const receiver = await startReceiver(status(410))
    const endpoint = await place.endpoint(receiver.url)
    const [first, ...others] = await place.events(endpoint.workspaceId, ...Array.from({ length: 5 }, () => ({})))
    await place.courier.runDue()
    assert.equal(receiver.requests.length, 1)
    assert.equal((await place.delivery(endpoint, first!)).state, 'failed')
    for (const each of others) {
      const { state, next_at, attempts } = await place.delivery(endpoint, each)
      assert.deepEqual([state, next_at, attempts], ['cancelled', null, 0])
    }
    const { status: state, reason } = await place.row(endpoint)
    assert.equal(state, 'disabled')
    assert.match(reason!, /410/)
    assert.ok(place.logs.some((line) => line.includes('"warn"') && line.includes(endpoint.id)))

    await place.events(endpoint.workspaceId, {})
    await place.courier.runDue()
    assert.deepEqual(await statesOf(endpoint.id), { failed: 1, cancelled: 4 }, 'no deliveries are made for it any more')
  })

  test('the others of its workspace get one event, it gets none, and the feed has it', async () => {
    const gone = await startReceiver(status(410))
    const witness = await startReceiver()
    const stranger = await startReceiver()
    const endpoint = await place.endpoint(gone.url)
    await place.endpoint(witness.url, { workspaceId: endpoint.workspaceId, types: ['endpoint.disabled'] })
    await place.endpoint(stranger.url)
    await place.events(endpoint.workspaceId, {}, {})
    await place.courier.runDue()
    assert.equal(gone.requests.length, 1)
    assert.equal(stranger.requests.length, 0)
    assert.equal(witness.requests.length, 1)
    const told = JSON.parse(witness.requests[0]!.body)
    assert.deepEqual([told.type, told.data.id, told.data.status], ['endpoint.disabled', endpoint.id, 'disabled'])
    const feed = await place.sql('select type from events where workspace_id = $1 order by position', [
      endpoint.workspaceId,
    ])
    assert.deepEqual(
      feed.map(({ type }) => type),
      ['contact.created', 'contact.created', 'endpoint.disabled'],
    )
  })

  test('two processes that find it gone at once disable it once', async () => {
    const endpoint = await place.endpoint('https://example.com/')
    const options = {
      ...place,
      clock: { now: place.now },
      log: createLog('silent', { write: () => {} }),
    }
    const done = await Promise.all([1, 2, 3].map(() => disable(options, endpoint.id, message('endpoint.gone'))))
    assert.deepEqual(done.sort(), [false, false, true])
    const told = await place.sql('select from event_outbox where subject_id = $1', [endpoint.id])
    assert.equal(told.length, 1)
  })

  test('if an endpoint is active again before endpoint.disabled is sent, it does not get that event', async () => {
    const receiver = await startReceiver(status(410))
    const endpoint = await place.endpoint(receiver.url)
    await place.sql(`update event_endpoints set status = 'active' where id = $1`, [endpoint.id])
    await place.events(endpoint.workspaceId, { type: 'endpoint.disabled', subjectId: endpoint.id })
    await place.courier.runDue()
    assert.equal(receiver.requests.length, 0)
  })

  test('five days of failures: not a moment earlier', async () => {
    const receiver = await startReceiver(status(500))
    const endpoint = await place.endpoint(receiver.url)
    const since = place.now()
    const failOnce = async () => {
      await place.sql('delete from event_deliveries where endpoint_id = $1', [endpoint.id])
      await place.events(endpoint.workspaceId, {})
      await place.courier.runDue()
    }
    await failOnce()
    // Failures a day apart still count as one series.
    for (let day = 1; day < 5; day++) {
      place.pass(DAY_MS)
      await failOnce()
      const row = await place.row(endpoint)
      assert.deepEqual([row.status, row.failing_since!.getTime()], ['active', since])
    }
    place.pass(DAY_MS - 1)
    await failOnce()
    assert.equal((await place.row(endpoint)).status, 'active')
    place.pass(MINUTE_MS)
    await failOnce()
    const row = await place.row(endpoint)
    assert.equal(row.status, 'disabled')
    assert.match(row.reason!, /five days.*active.*recover/)
    assert.deepEqual(await statesOf(endpoint.id), { cancelled: 1 })
    assert.equal(receiver.requests.length, 7)
  })

  test('a gap of more than a day, or a success, restarts the five days', async () => {
    const receiver = await startReceiver(status(500))
    const endpoint = await place.endpoint(receiver.url)
    const sendOne = async () => {
      await place.sql('delete from event_deliveries where endpoint_id = $1', [endpoint.id])
      await place.events(endpoint.workspaceId, {})
      await place.courier.runDue()
      return (await place.row(endpoint)).failing_since
    }
    await sendOne()
    place.pass(DAY_MS + 1)
    assert.equal((await sendOne())!.getTime(), place.now())
    place.pass(HOUR_MS)
    assert.equal((await sendOne())!.getTime(), place.now() - HOUR_MS)
    receiver.respond = status(200)
    place.pass(HOUR_MS)
    assert.equal(await sendOne(), null)
    receiver.respond = status(500)
    place.pass(HOUR_MS)
    assert.equal((await sendOne())!.getTime(), place.now())
  })
})

describe('moved to another address while a request is in flight', () => {
  const moveDuring = async (code: number, prepare: (made: Endpoint) => Promise<void> = async () => {}) => {
    const waiting: Array<() => void> = []
    const old = await startReceiver()
    const endpoint = await place.endpoint(old.url, { status: 'paused' })
    old.respond = (_request, response) =>
      void waiting.push(() => response.writeHead(code, { 'retry-after': '600' }).end())
    const [event] = await place.events(endpoint.workspaceId, {})
    await place.courier.runDue()
    await prepare(endpoint)
    await place.sql(`update event_endpoints set status = 'active' where id = $1`, [endpoint.id])
    const done = place.courier.runDue()
    await until(() => waiting.length === 1)
    const next = await startReceiver()
    await place.sql('update event_endpoints set url = $2 where id = $1', [endpoint.id, next.url])
    waiting[0]!()
    await done
    return { endpoint, event: event!, next }
  }

  for (const code of [410, 500, 429]) {
    test(`${code} does not count for the new one, which gets the event at once`, async () => {
      const { endpoint, event, next } = await moveDuring(code)
      const { status: state, failures, last_failure_at, open_until } = await place.row(endpoint)
      assert.deepEqual([state, failures, last_failure_at, open_until], ['active', 0, null, null])
      assert.equal((await place.delivery(endpoint, event)).state, 'delivered')
      assert.deepEqual(
        (await place.attempts(endpoint, event)).map((attempt) => attempt.status),
        [code, 200],
      )
      assert.equal(next.requests[0]!.headers['webhook-id'], event)
    })
  }

  test('what the old one accepted is delivered', async () => {
    const { endpoint, event, next } = await moveDuring(200)
    assert.equal((await place.delivery(endpoint, event)).state, 'delivered')
    assert.equal(next.requests.length, 0)
  })

  test('also when that was its last attempt', async () => {
    const { endpoint, event } = await moveDuring(500, async (made) => {
      await place.sql('update event_deliveries set round = 7 where endpoint_id = $1', [made.id])
    })
    assert.equal((await place.delivery(endpoint, event)).state, 'delivered')
  })
})

test('a working endpoint is not updated with every delivery', async () => {
  const receiver = await startReceiver()
  const endpoint = await place.endpoint(receiver.url)
  const versionOf = async () =>
    (await place.sql('select xmin from event_endpoints where id = $1', [endpoint.id]))[0].xmin
  await place.events(endpoint.workspaceId, {})
  await place.courier.runDue()
  const version = await versionOf()
  place.pass(5 * SECOND_MS)
  await place.events(endpoint.workspaceId, ...Array.from({ length: 50 }, () => ({})))
  await place.courier.runDue()
  assert.equal(receiver.requests.length, 51)
  assert.equal(await versionOf(), version)
  place.pass(1)
  await place.events(endpoint.workspaceId, {})
  await place.courier.runDue()
  assert.equal((await place.row(endpoint)).last_success_at!.getTime(), place.now())
})
