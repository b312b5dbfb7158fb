import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countProcesses } from '../../../src/process/processes.ts'

const own = { databaseUrl: 'postgres://localhost/doorpost', poolSize: 10 }
const embedded = { databaseUrl: null, poolSize: 10 }

test('auto is half the cores, at least one and at most eight, within the connections of the embedded database', () => {
  const auto = (settings: typeof own | typeof embedded, cores: number) =>
    countProcesses({ ...settings, processes: 'auto' }, cores)
  assert.deepEqual(
    [1, 2, 4, 16, 64].map((cores) => auto(own, cores)),
    [1, 1, 2, 8, 8],
  )
  assert.deepEqual(
    [4, 64].map((cores) => auto(embedded, cores)),
    [2, 5],
  )
})

test('more processes than the embedded database has connections for are refused with what to set', () => {
  assert.throws(
    () => countProcesses({ ...embedded, processes: 20 }),
    /PROCESSES is 20\. The embedded PostgreSQL has connections for 5 processes with POOL_SIZE=10\. Set a smaller POOL_SIZE, or DATABASE_URL\./,
  )
  assert.equal(countProcesses({ ...embedded, poolSize: 90, processes: 1 }), 1)
  assert.equal(countProcesses({ ...own, processes: 20 }), 20)
})
