import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startJobs } from '../../src/jobs/runner.ts'
import { until } from '../helpers/process.ts'
import { startServer } from '../helpers/server.ts'

// The queue does not await what it writes when a job has ended: an error there once ended the whole process.

const server = await startServer()
const { pool, log } = server.deps

for (const [how, outcome] of [
  ['done', async () => {}],
  [
    'failed',
    async () => {
      throw new Error('The job itself has failed.')
    },
  ],
] as const) {
  test(`if the database fails just when a job is ${how}, the queue records it later`, async (t) => {
    let isAway = false
    let refused = 0
    const connect = pool.connect.bind(pool)
    t.after(() => Object.assign(pool, { connect }))
    Object.assign(pool, {
      // A call with a callback is a query of this test, or the queue's listener.
      connect: (callback?: Parameters<typeof pool.connect>[0]) => {
        if (callback) return connect(callback)
        if (!isAway) return connect()
        refused++
        if (refused === 2) isAway = false
        return Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
      },
    })
    let runs = 0
    const task = async () => {
      runs++
      isAway = true
      await outcome()
    }
    const jobs = await startJobs({
      pool,
      connection: { connectionString: server.databaseUrl },
      table: { tasks: { [how]: task }, schedule: [] },
      log,
      concurrency: 1,
    })
    t.after(() => jobs.stop())
    await server.sql(`select graphile_worker.add_job($1, job_key => $1, max_attempts => 1)`, [how])
    const isWritten = async () => {
      const [job] = await server.sql('select locked_at, last_error from graphile_worker.jobs where key = $1', [how])
      return how === 'done' ? job === undefined : job?.locked_at === null && job.last_error !== null
    }
    await until(async () => runs === 1 && !isAway && (await isWritten()), 60_000)
    assert.equal(runs, 1)
    assert.equal(refused, 2)
  })
}
