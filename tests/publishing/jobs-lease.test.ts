import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Runner } from 'graphile-worker'
import pg from 'pg'
import { createPool } from '../../src/db/database.ts'
import { LEASE_TIMES } from '../../src/jobs/lifeline.ts'
import { type JobOptions, startJobs } from '../../src/jobs/runner.ts'
import { until } from '../helpers/process.ts'
import { startServer } from '../helpers/server.ts'
import { openTcpProxy } from '../helpers/tcp-proxy.ts'

// A process keeps its jobs as long as it lives, and recovers after the network or the queue failed.

const server = await startServer()
const { pool, log } = server.deps
const folder = new URL(server.databaseUrl.replace('@/', '@localhost/')).searchParams.get('host')!
const target = { path: `${folder}/.s.PGSQL.5432` }
const leases = { ...LEASE_TIMES, beatMs: 100, connectTimeoutMs: 400, queryTimeoutMs: 400 }

const through = (port: number) => ({
  connectionString: server.databaseUrl.replace(/@\/(\w+)\?.*$/, `@127.0.0.1:${port}/$1`),
})

async function start(t: TestContext, options: Partial<JobOptions>) {
  const connection = { connectionString: server.databaseUrl }
  const table = { tasks: { nothing: async () => {} }, schedule: [] }
  const jobs = await startJobs({ pool, connection, table, log, concurrency: 1, leases, ...options })
  t.after(() => jobs.stop().catch(() => {}))
  return jobs
}

/** The newest worker, if a process holds its lock and it sent a heartbeat within the last second. */
const living = async () => {
  const [row] = await server.sql<{ worker_id: string; process_lock: number }>(
    `select worker_id, process_lock from job_workers worker
      where seen_at > now() - interval '1 second'
        and exists (select from pg_locks held where held.locktype = 'advisory' and held.classid = 7301
                      and held.objid = worker.process_lock::oid and held.granted)
      order by started_at desc limit 1`,
  )
  return row ?? null
}

/** The connection to the database, which can turn into a black hole: connections open, and nothing ever comes back. */
async function openRoad(t: TestContext) {
  const sockets = new Set<Socket>()
  const road = { isLost: false, lost: 0, port: 0, cut: () => sockets.forEach((socket) => void socket.destroy()) }
  const listener = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    if (road.isLost) {
      road.lost++
      return
    }
    const onward = connect(target)
    sockets.add(onward)
    onward.on('error', () => {})
    socket.on('close', () => onward.destroy())
    onward.on('close', () => socket.destroy())
    socket.pipe(onward).pipe(socket)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  road.port = (listener.address() as AddressInfo).port
  t.after(() => {
    road.cut()
    listener.close()
  })
  return road
}

test('the lifeline recovers after connection attempts that were never answered', async (t) => {
  const road = await openRoad(t)
  await start(t, { connection: through(road.port) })
  await until(async () => (await living()) !== null)
  const before = await living()
  road.isLost = true
  road.cut()
  // It abandons each attempt and tries again; the first one alone would have waited forever.
  await until(() => road.lost >= 2)
  road.isLost = false
  await until(async () => {
    const now = await living()
    return now !== null && now.process_lock !== before!.process_lock
  })
  assert.equal((await living())!.worker_id, before!.worker_id)
})

test('the lifeline recovers after its connection stalled without closing', async (t) => {
  const proxy = await openTcpProxy(target)
  t.after(() => proxy.close())
  await start(t, { connection: through(proxy.port) })
  await until(async () => (await living()) !== null)
  proxy.stall()
  await until(async () => (await living()) === null)
  proxy.resume()
  await until(async () => (await living()) !== null)
})

test('a job runner that ended is restarted, reports it meanwhile, and runs jobs again', async (t) => {
  const runners: Runner[] = []
  let runs = 0
  const table = {
    tasks: {
      counted: async () => {
        runs++
      },
    },
    schedule: [],
  }
  const jobs = await start(t, { table, onRunner: (runner) => runners.push(runner) })
  assert.equal(jobs.isRunning(), true)
  for (const nth of [1, 2]) {
    // Same as it does itself when it cannot continue.
    await runners.at(-1)!.stop()
    await until(() => !jobs.isRunning() || runners.length > nth)
    await until(() => runners.length === nth + 1 && jobs.isRunning())
    await server.sql(`select graphile_worker.add_job('counted')`)
    await until(() => runs === nth)
  }
  assert.ok(server.logs.some((line) => line.includes('job runner ended')))
})

test('a job that never ends does not keep the process from stopping, and is then free for others', async (t) => {
  let isRunning = false
  const { promise: never, resolve: end } = Promise.withResolvers<void>()
  t.after(() => end())
  const table = {
    tasks: {
      endless: () => {
        isRunning = true
        return never
      },
    },
    schedule: [],
  }
  const jobs = await start(t, { table })
  await server.sql(`select graphile_worker.add_job('endless', job_key => 'endless')`)
  await until(() => isRunning)
  await jobs.stop()
  await start(t, {})
  await until(async () => {
    const [job] = await server.sql(`select locked_at from graphile_worker.jobs where key = 'endless'`)
    return job!.locked_at === null
  })
})

test('a database that does not answer does not keep the process from stopping', async (t) => {
  const proxy = await openTcpProxy(target)
  t.after(() => proxy.close())
  const connection = through(proxy.port)
  const slowPool = createPool({ connection, size: 3, onError: () => {} })
  const runners: Runner[] = []
  const jobs = await start(t, { connection, pool: slowPool, onRunner: (runner) => runners.push(runner) })
  await until(async () => (await living()) !== null)
  proxy.stall()
  const stopped = jobs.stop().then(() => 'stopped')
  assert.equal(await Promise.race([stopped, delay(9_000, 'still waiting', { ref: false })]), 'stopped')
  // The rest ends by itself once the database answers; otherwise its timers would outlive the test.
  proxy.resume()
  await runners[0]!.promise
  await slowPool.end()
})

test('the connection on which the queue listens survives the idle session timeout', async (t) => {
  const options = '-c idle_session_timeout=300 -c application_name=listens'
  const impatient = new pg.Pool({ connectionString: server.databaseUrl, options, idleTimeoutMillis: 100 })
  impatient.on('error', () => {})
  await start(t, { pool: impatient })
  t.after(() => void impatient.end())
  // A connection that the server had ended would be replaced, and idle for less.
  await until(async () => {
    const rows = await server.sql<{ ms: number }>(
      `select extract(epoch from clock_timestamp() - state_change)::float8 * 1000 as ms from pg_stat_activity
        where application_name = 'listens' and query like 'LISTEN%'`,
    )
    return rows.length === 1 && rows[0]!.ms > 900
  })
})

/** Two heartbeats of a worker later, what it had to notice is noticed. */
const untilHeartbeats = async () => {
  const lastOf = async () => {
    const [row] = await server.sql<{ at: Date | null }>('select max(seen_at) as at from job_workers')
    return row!.at?.getTime() ?? 0
  }
  for (let beats = 0; beats < 2; beats++) {
    const last = await lastOf()
    await until(async () => (await lastOf()) > last, 10_000)
  }
}

/** How long the job has been running, in leases, by the clock of the database and the heartbeats of its process. */
const leasesOf = async (task: string, leaseMs: number) => {
  const [row] = await server.sql<{ ms: number }>(
    `select extract(epoch from seen_at - locked_at)::float8 * 1000 as ms
       from graphile_worker.jobs join job_workers on worker_id = locked_by where task_identifier = $1`,
    [task],
  )
  return (row?.ms ?? 0) / leaseMs
}

test('a job that runs for many leases is never considered lost, not even by other processes', async (t) => {
  const leaseMs = 600
  const end = Promise.withResolvers<void>()
  t.after(() => end.resolve())
  const runners: Runner[] = []
  let runs = 0
  const table = {
    tasks: {
      patient: () => {
        runs++
        return end.promise
      },
    },
    schedule: [],
  }
  const options = { table, leases: { ...leases, leaseMs }, onRunner: (runner: Runner) => runners.push(runner) }
  // Removes workers that the processes of earlier tests left behind.
  await server.sql('delete from job_workers')
  const said = server.logs.length
  await start(t, options)
  await start(t, options)
  await server.sql(`select graphile_worker.add_job('patient')`)
  // A process looks for lost jobs three times in each lease, and is certain at the second look.
  await until(async () => (await leasesOf('patient', leaseMs)) > 8, 30_000)
  assert.equal(runs, 1)
  assert.equal(runners.length, 2, 'no worker was replaced')
  assert.deepEqual(
    server.logs.slice(said).filter((line) => /lost|dead/.test(line)),
    [],
  )
  end.resolve()
  await until(async () => (await server.sql(`select from graphile_worker.jobs`)).length === 0)
  assert.equal(runs, 1)
})

test('a job that was claimed without an answer runs within seconds, and running jobs are left alone', async (t) => {
  const ran: string[] = []
  const end = Promise.withResolvers<void>()
  const runners: Runner[] = []
  await start(t, {
    concurrency: 2,
    leases: { ...leases, leaseMs: 1_500 },
    table: {
      tasks: {
        lost: async () => {
          ran.push('lost')
        },
        long: async () => {
          ran.push('long')
          await end.promise
        },
      },
      schedule: [],
    },
    onRunner: (started) => {
      runners.push(started)
    },
  })
  await server.sql(`select graphile_worker.add_job('long')`)
  await until(async () => (await leasesOf('long', 1_500)) > 2, 10_000)
  assert.equal(runners.length, 1)
  // Like a commit that the database made without reporting it.
  const other = new pg.Client({ connectionString: server.databaseUrl })
  await other.connect()
  t.after(() => other.end())
  await other.query('begin')
  await other.query(`select graphile_worker.add_job('lost', queue_name => 'account', job_key => 'lost')`)
  await other.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = taken.locked_by
    from (select locked_by from graphile_worker.jobs where task_identifier = 'long') taken where key = 'lost'`)
  await other.query(`update graphile_worker._private_job_queues set locked_at = now(), locked_by = taken.locked_by
    from (select locked_by from graphile_worker.jobs where task_identifier = 'long') taken where queue_name = 'account'`)
  await other.query('commit')
  await until(() => runners.length === 2, 10_000)
  await untilHeartbeats()
  assert.deepEqual(ran, ['long'], 'the worker that is replaced keeps what it runs until that has ended')
  end.resolve()
  await until(() => ran.includes('lost'), 10_000)
  await untilHeartbeats()
  assert.deepEqual(ran, ['long', 'lost'])
  assert.equal(runners.length, 2)
})

test('a worker that finds all lines locked by another one looks again at once, not at the next poll', async (t) => {
  await server.sql(`select graphile_worker.add_job('in_line', queue_name => 'account')`)
  const other = new pg.Client({ connectionString: server.databaseUrl })
  await other.connect()
  t.after(() => other.end())
  await other.query('begin')
  await other.query('select from graphile_worker._private_job_queues for update')
  let ran = 0
  const tasks = {
    in_line: async () => {
      ran++
    },
  }
  let runner: Runner | null = null
  await start(t, {
    table: { tasks, schedule: [] },
    pollMs: 3_600_000,
    onRunner: (started) => {
      runner = started
    },
  })
  await once(runner!.events, 'worker:getJob:empty')
  assert.equal(ran, 0)
  await other.query('commit')
  await until(() => ran === 1)
})
