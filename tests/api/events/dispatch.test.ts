// @sql

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { transaction } from '../../../src/db/database.ts'
import { dispatch, purgeEvents } from '../../../src/events/delivery/feed.ts'
import { claimDeliveries, moveEvents, tryLockDispatch } from '../../../src/events/delivery/store.ts'
import { forgetSubject, releaseHeld } from '../../../src/events/emit.ts'
import { until } from '../../helpers/process.ts'
import { startReceiver, status } from '../../helpers/receiver.ts'
import { createPlace, DAY_MS, MINUTE_MS, SECOND_MS } from './helper.ts'

// From the outbox to the feed and the endpoints, with several processes, until events expire.

const place = await createPlace()

const idsOf = (requests: ReadonlyArray<{ headers: Record<string, unknown> }>) =>
  requests.map(({ headers }) => String(headers['webhook-id']))

/** The count of events that every insert and delete maintains. */
async function countKept(workspaceId: string): Promise<number> {
  const statement = `select sum(rows)::float8 as total from row_counts where workspace_id = $1 and kind = 'events'`
  return (await place.sql(statement, [workspaceId]))[0]!.total
}

describe('dispatch', () => {
  test('endpoints get the types they subscribed to; paused ones later, disabled ones never', async () => {
    const workspaceId = await place.workspace()
    const [all, some, paused, disabled, foreign] = await Promise.all(Array.from({ length: 5 }, () => startReceiver()))
    await place.endpoint(all!.url, { workspaceId })
    await place.endpoint(some!.url, { workspaceId, types: ['post.failed', 'contact.deleted'] })
    const waiting = await place.endpoint(paused!.url, { workspaceId, status: 'paused' })
    await place.endpoint(disabled!.url, { workspaceId, status: 'disabled' })
    await place.endpoint(foreign!.url)
    const types = ['contact.created', 'post.failed', 'post.created', 'contact.deleted'] as const
    const ids = await place.events(workspaceId, ...types.map((type) => ({ type })))
    await place.courier.runDue()
    const seen = () => [all, some, paused, disabled, foreign].map((receiver) => idsOf(receiver!.requests).sort())
    const wanted = [ids[1]!, ids[3]!]
    assert.deepEqual(seen(), [ids, wanted, [], [], []])

    place.pass(DAY_MS)
    await place.sql(`update event_endpoints set status = 'active' where id = $1`, [waiting.id])
    await place.courier.runDue()
    assert.deepEqual(seen(), [ids, wanted, ids, [], []])
  })

  test('events are counted, even for several workspaces at once', async () => {
    const workspaces = [await place.workspace(), await place.workspace()]
    await place.events(workspaces[0]!, {}, {}, {})
    await place.events(workspaces[1]!, {})
    await place.courier.runDue()
    assert.deepEqual(await Promise.all(workspaces.map((id) => countKept(id))), [3, 1])
  })

  test('more events than fit into one step are all moved', async () => {
    const workspaceId = await place.workspace()
    await place.events(workspaceId, ...Array.from({ length: 2_500 }, () => ({})))
    await place.courier.runDue()
    const rows = await place.sql('select id from events where workspace_id = $1 order by position', [workspaceId])
    assert.equal(rows.length, 2_500)
    assert.deepEqual(
      rows.map(({ id }) => id),
      rows.map(({ id }) => id).sort(),
      'in the order of their ids',
    )
  })

  test('an event that is committed late comes after those that readers have seen', async () => {
    const workspaceId = await place.workspace()
    const client = await place.pool.connect()
    try {
      await client.query('begin')
      const event = {
        workspaceId,
        type: 'contact.created' as const,
        subjectId: place.ids.next().id,
        subjectVersion: 1,
        data: {},
      }
      await place.emit({ inTransaction: true, query: (config) => client.query(config) }, event)
      const [early] = await place.events(workspaceId, {})
      await place.courier.runDue()
      const [seen] = await place.sql('select id, position from events where workspace_id = $1', [workspaceId])
      assert.equal(seen.id, early)
      await client.query('commit')
      await place.courier.runDue()
      const text = 'select id, subject_id from events where workspace_id = $1 and position > $2'
      const [late] = await place.sql(text, [workspaceId, seen.position])
      assert.equal(late.subject_id, event.subjectId)
      assert.ok(late.id < seen.id, 'its id is older')
    } finally {
      client.release()
    }
  })

  test('only one process assigns positions at a time: a later position is never seen first', async () => {
    const workspaceId = await place.workspace()
    const seen = () => place.sql('select id from events where workspace_id = $1 order by position', [workspaceId])
    const [first] = await place.events(workspaceId, {})
    let second: string | undefined
    await transaction(place.pool, async (tx) => {
      assert.equal(await tryLockDispatch(tx), true)
      assert.equal(await moveEvents(tx, new Date(place.now()), 1_000), 1)
      second = (await place.events(workspaceId, {}))[0]
      assert.deepEqual(await dispatch(place.pool, new Date(place.now())), { moved: 0, more: false })
      assert.deepEqual(await seen(), [])
    })
    await place.courier.runDue()
    assert.deepEqual(await seen(), [{ id: first }, { id: second }])
  })

  test('a reader who follows the positions misses nothing while writers and dispatchers run concurrently', async () => {
    const workspaceId = await place.workspace()
    const WRITERS = 8
    const EACH = 40
    let writing = true
    const write = async () => {
      for (let each = 0; each < EACH; each++) {
        await transaction(place.pool, async (tx) => {
          await place.emit(tx, {
            workspaceId,
            type: 'contact.created',
            subjectId: place.ids.next().id,
            subjectVersion: 1,
            data: {},
          })
          // Not a proof of anything: it only mixes the order of commits.
          await delay(Math.random() * 5)
        })
      }
    }
    const dispatchAll = async () => {
      while (writing) await dispatch(place.pool, new Date(place.now()))
      await dispatch(place.pool, new Date(place.now()))
    }
    const read: string[] = []
    let position = 0
    const readOn = async () => {
      const text = 'select id, position from events where workspace_id = $1 and position > $2 order by position limit 7'
      const rows = await place.sql(text, [workspaceId, position])
      read.push(...rows.map(({ id }) => id))
      position = rows.at(-1)?.position ?? position
      return rows.length
    }
    const reader = (async () => {
      while (writing) await readOn()
    })()
    const dispatchers = [dispatchAll(), dispatchAll()]
    await Promise.all(Array.from({ length: WRITERS }, write))
    writing = false
    await Promise.all([reader, ...dispatchers])
    await place.courier.runDue()
    while ((await readOn()) > 0);
    assert.equal(read.length, WRITERS * EACH)
    assert.equal(new Set(read).size, read.length)
  })

  test('an endpoint that is removed while its deliveries are created stops nothing', async () => {
    const workspaceId = await place.workspace()
    const receiver = await startReceiver()
    await place.endpoint(receiver.url, { workspaceId })
    const doomed = await place.endpoint(receiver.url, { workspaceId })
    await place.events(workspaceId, {})
    const client = await place.pool.connect()
    try {
      await client.query('begin')
      await client.query('delete from event_endpoints where id = $1', [doomed.id])
      const running = place.courier.runDue()
      const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await until(async () => (await place.sql(blocked)).length > 0)
      await client.query('commit')
      await running
    } finally {
      client.release()
    }
    assert.equal(receiver.requests.length, 1)
  })
})

describe('held events', () => {
  test('wait for missing parts, but not longer than allowed', async () => {
    const receiver = await startReceiver()
    const endpoint = await place.endpoint(receiver.url)
    const subjectId = place.ids.next().id
    const holdUntil = new Date(place.now() + 15 * SECOND_MS)
    const { workspaceId } = endpoint
    const [completed] = await place.events(workspaceId, {
      type: 'post.published',
      subjectId,
      data: { a: 1 },
      holdUntil,
    })
    const [left] = await place.events(workspaceId, { type: 'post.published', data: { a: 1 }, holdUntil })
    await place.courier.runDue()
    assert.equal(receiver.requests.length, 0)
    const complete = { workspaceId, type: 'post.published' as const, subjectId, subjectVersion: 1, data: { a: 2 } }
    assert.equal(await releaseHeld(place.pool, complete), true)
    await place.courier.runDue()
    assert.deepEqual(idsOf(receiver.requests), [completed])
    assert.deepEqual(JSON.parse(receiver.requests[0]!.body).data, { a: 2 })
    assert.equal(await releaseHeld(place.pool, complete), false)
    place.pass(15 * SECOND_MS)
    await place.courier.runDue()
    assert.deepEqual(idsOf(receiver.requests), [completed, left])
  })
})

test('events that were erased since are not sent again', async () => {
  const receiver = await startReceiver(status(500))
  const endpoint = await place.endpoint(receiver.url)
  const subjectId = place.ids.next().id
  const [eventId] = await place.events(endpoint.workspaceId, { subjectId, data: { email: 'ada@example.com' } })
  await place.courier.runDue()
  await transaction(place.pool, (tx) => forgetSubject(tx, endpoint.workspaceId, subjectId))
  receiver.respond = status(200)
  await place.runNext(endpoint, eventId!)
  assert.match(receiver.requests[0]!.body, /ada@example/)
  assert.deepEqual(JSON.parse(receiver.requests[1]!.body).data, { id: subjectId, erased: true })
})

describe('several processes', () => {
  test('each delivery is sent once', async () => {
    const receivers = await Promise.all(Array.from({ length: 3 }, () => startReceiver()))
    const workspaceId = await place.workspace()
    for (const { url } of receivers) await place.endpoint(url, { workspaceId })
    const ids = await place.events(workspaceId, ...Array.from({ length: 200 }, () => ({})))
    await Promise.all([place.courierWith(), place.courierWith(), place.courierWith()].map((each) => each.runDue()))
    for (const { requests } of receivers) assert.deepEqual(idsOf(requests).sort(), ids)
  })

  test('a delivery that a dead process had claimed is sent after its lease, with the same id', async () => {
    const receiver = await startReceiver()
    const endpoint = await place.endpoint(receiver.url)
    const [eventId] = await place.events(endpoint.workspaceId, {})
    await dispatch(place.pool, new Date(place.now()))
    const lease = new Date(place.now() + MINUTE_MS)
    const taken = await claimDeliveries(place.pool, [{ id: endpoint.id, slots: 1 }], new Date(place.now()), lease)
    assert.equal(taken.length, 1)
    place.pass(MINUTE_MS - 1)
    await place.courier.runDue()
    assert.equal(receiver.requests.length, 0)
    place.pass(1)
    await place.courier.runDue()
    assert.deepEqual(idsOf(receiver.requests), [eventId])
    assert.equal((await place.delivery(endpoint, eventId!)).attempts, 1)
  })

  test('a process that resumes after its lease changes nothing that others have done since', async () => {
    const receiver = await startReceiver()
    const endpoint = await place.endpoint(receiver.url)
    const slow: Array<() => void> = []
    receiver.respond = (_request, response) => void slow.push(() => response.writeHead(500).end())
    const [eventId] = await place.events(endpoint.workspaceId, {})
    const first = place.courierWith().runDue()
    await until(() => slow.length === 1)
    place.pass(MINUTE_MS)
    receiver.respond = status(200)
    await place.courierWith().runDue()
    slow[0]!()
    await first
    const { state, attempts } = await place.delivery(endpoint, eventId!)
    assert.deepEqual([state, attempts, receiver.requests.length], ['delivered', 1, 2])
  })

  test('a result for a removed endpoint is dropped', async () => {
    const receiver = await startReceiver()
    const endpoint = await place.endpoint(receiver.url)
    const slow: Array<() => void> = []
    receiver.respond = (_request, response) => void slow.push(() => response.end())
    await place.events(endpoint.workspaceId, {})
    const running = place.courier.runDue()
    await until(() => slow.length === 1)
    await place.sql('delete from event_endpoints where id = $1', [endpoint.id])
    slow[0]!()
    await running
    assert.deepEqual(await place.sql('select from event_deliveries where endpoint_id = $1', [endpoint.id]), [])
  })
})

describe('the loop', () => {
  test('finds new events by itself, survives a failing database, and stops when told', async () => {
    const receiver = await startReceiver()
    const endpoint = await place.endpoint(receiver.url)
    const courier = place.courierWith()
    courier.start()
    await place.events(endpoint.workspaceId, {})
    await until(() => receiver.requests.length === 1)
    await place.sql('alter table event_outbox rename to event_outbox_away')
    await until(() => place.logs.some((line) => line.includes('event dispatch')))
    await place.sql('alter table event_outbox_away rename to event_outbox')
    await place.events(endpoint.workspaceId, {})
    await until(() => receiver.requests.length === 2)
    const complaints = place.logs.filter((line) => line.includes('event dispatch') && line.includes('"warn"'))
    assert.equal(complaints.length, 1)
    await courier.stop()
    await place.events(endpoint.workspaceId, {})
    assert.equal(receiver.requests.length, 2)
  })

  test('stopping lets an open request finish and stores its result', async () => {
    const receiver = await startReceiver()
    const endpoint = await place.endpoint(receiver.url)
    const slow: Array<() => void> = []
    receiver.respond = (_request, response) => void slow.push(() => response.end())
    const courier = place.courierWith()
    const [eventId] = await place.events(endpoint.workspaceId, {})
    courier.start()
    await until(() => slow.length === 1)
    const stopped = courier.stop()
    slow[0]!()
    await stopped
    assert.equal((await place.delivery(endpoint, eventId!)).state, 'delivered')
  })
})

describe('purge', () => {
  test('removes what is older than the retention with everything that belongs to it, and keeps what still waits', async () => {
    const receiver = await startReceiver()
    const endpoint = await place.endpoint(receiver.url)
    const { workspaceId } = endpoint
    await place.events(workspaceId, ...Array.from({ length: 1_500 }, () => ({})))
    await place.courier.runDue()
    receiver.respond = status(500)
    const [pending] = await place.events(workspaceId, {})
    await place.courier.runDue()
    await place.sql('update event_endpoints set open_until = null, failures = 0 where id = $1', [endpoint.id])
    place.pass(30 * DAY_MS)
    const [young] = await place.events(workspaceId, {})
    await dispatch(place.pool, new Date(place.now()))
    await purgeEvents(place.pool, { now: place.now }, 30)
    assert.equal(
      (await place.sql('select from events where workspace_id = $1', [workspaceId])).length,
      1_502,
      'not yet',
    )
    place.pass(SECOND_MS)
    await purgeEvents(place.pool, { now: place.now }, 30)
    const left = await place.sql('select id from events where workspace_id = $1 order by id', [workspaceId])
    assert.deepEqual(
      left.map(({ id }) => id),
      [pending, young],
    )
    assert.equal(await countKept(workspaceId), 2)
    const deliveries = await place.sql('select event_id from event_deliveries where endpoint_id = $1', [endpoint.id])
    assert.equal(deliveries.length, 2)
    const attempts = await place.sql('select event_id from event_attempts where endpoint_id = $1', [endpoint.id])
    assert.deepEqual(
      attempts.map(({ event_id }) => event_id),
      [pending],
    )
    receiver.respond = status(200)
    await place.courier.runDue()
    await purgeEvents(place.pool, { now: place.now }, 30)
    assert.equal(await countKept(workspaceId), 1)
  })

  test('cancels deliveries to a disabled endpoint that a dead process had left waiting', async () => {
    const endpoint = await place.endpoint('https://example.com/')
    const [eventId] = await place.events(endpoint.workspaceId, {})
    await dispatch(place.pool, new Date(place.now()))
    await place.sql(`update event_endpoints set status = 'disabled' where id = $1`, [endpoint.id])
    await purgeEvents(place.pool, { now: place.now }, 30)
    assert.equal((await place.delivery(endpoint, eventId!)).state, 'cancelled')
  })
})
