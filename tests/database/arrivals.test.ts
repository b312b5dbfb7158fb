import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobTable } from '../../src/app/worker.ts'
import { indexContacts } from '../../src/contacts/search-index.ts'
import { transaction } from '../../src/db/database.ts'
import { lockWork } from '../../src/db/statements/counts.ts'
import { countArrivals, createArrivalCounter } from '../../src/reports/attribution/fold.ts'
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

test('contacts are counted soon after they arrive, and the total is the same before, during and after', async () => {
  await arrive(5)
  assert.ok((await waiting()) > 0)
  assert.equal(await total(), 5)
  const counter = createArrivalCounter(pool, log)
  counter.start()
  while ((await waiting()) > 0) assert.equal(await total(), 5)
  assert.equal(await total(), 5)
  await counter.stop()
})

test('nothing waits for a fold: contacts are counted and indexed while one is under way', async () => {
  await arrive(3)
  await transaction(pool, async (tx) => {
    await lockWork(tx, 'folds')
    await countArrivals(pool)
    const clock = { now: () => Date.now() + 1_000 }
    await indexContacts({ jobs: pool, clock }, 60_000, { first: 4, further: 1, block: 2, settledMs: 0 })
  })
  assert.equal(await waiting(), 0)
  assert.equal(await total(), 8)
  const blocks = await server.sql('select from search_blocks')
  assert.equal(blocks.length, 3)
})

test('jobs that count and index end at once, because the work itself is done beside them', async () => {
  const { tasks } = jobTable(server.deps)
  await transaction(pool, async (tx) => {
    await lockWork(tx, 'folds')
    await lockWork(tx, 'arrivals')
    await tasks['reports.fold']({})
    await tasks['contacts.index']({})
  })
})

test('a waiting counter is woken by new contacts', async (t) => {
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
