import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transaction } from '../../src/db/database.ts'
import { lockLeadQueue } from '../../src/db/statements/counts.ts'
import { createArrivalCounter } from '../../src/reports/attribution/fold.ts'
import { startServer } from '../helpers/server.ts'

const server = await startServer()
const { pool, log } = server.deps
const key = await server.key()

async function arrive(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const { status } = await server.send('POST', '/v1/contacts', { key, json: { first_name: `n${n}` } })
    assert.equal(status, 201)
  }
}

async function total(): Promise<number> {
  return (await server.send('GET', '/v1/contacts', { key })).body.pagination.total
}

async function waiting(): Promise<number> {
  const [row] = await server.sql<{ rows: number }>('select count(*)::int as rows from lead_queue where rows > 0')
  return row!.rows
}

test('contacts are counted soon after they came in, and the total is the same before, meanwhile and after', async () => {
  await arrive(5)
  assert.ok((await waiting()) > 0)
  assert.equal(await total(), 5)
  const counter = createArrivalCounter(pool, log)
  counter.start()
  while ((await waiting()) > 0) assert.equal(await total(), 5)
  assert.equal(await total(), 5)
  await counter.stop()
})

test('a fold that is under way is not waited for: it counts by itself', async () => {
  await arrive(3)
  const counter = createArrivalCounter(pool, log)
  await transaction(pool, async (tx) => {
    await lockLeadQueue(tx)
    counter.start()
    // Ends when its first round has: with the lock held, that is without counting.
    await counter.stop()
    assert.ok((await waiting()) > 0)
  })
  assert.equal(await total(), 8)
})

test('a counter that waits is woken by what comes in', async (t) => {
  const counter = createArrivalCounter(pool, log, { afterMs: 0, fallbackMs: 2 ** 30 })
  const arrived = t.mock.method(server.deps.reports.arrivals, 'arrived', counter.arrived)
  counter.start()
  while ((await waiting()) > 0);
  await arrive(2)
  assert.equal(arrived.mock.callCount(), 2)
  while ((await waiting()) > 0);
  assert.equal(await total(), 10)
  await counter.stop()
})
