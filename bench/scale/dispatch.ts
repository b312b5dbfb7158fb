import { runOnce } from 'graphile-worker'
import { believeDatabase } from '../../proof/publishing/faults/controls.ts'
import type { ReadyConnection } from '../../src/connections/connections.ts'
import type { Pool } from '../../src/db/database.ts'
import { createEmit } from '../../src/events/emit.ts'
import { jobLogger } from '../../src/jobs/queue.ts'
import type { Jobs } from '../../src/jobs/table.ts'
import { createIds } from '../../src/lib/ids.ts'
import { createLog } from '../../src/lib/log/log.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { adapters } from '../../src/platforms/adapters.ts'
import type { Adapter, PlatformContext } from '../../src/platforms/shared/contract.ts'
import { createEngine, type Engine } from '../../src/publishing/engine.ts'
import { ENGINE_TIMES } from '../../src/publishing/policy.ts'
import { type Cluster, runSql, runWithCluster } from '../tools/cluster.ts'
import { type Filled, inRounds, openFilled } from '../tools/filled.ts'
import { median, medianRatio, printReport, times } from '../tools/report.ts'

// Is a due post dispatched more slowly when very many wait for their date? Runs the real queue and engine on two
// databases side by side. The platform answers at once, so what remains is the cost of dispatch.

const SIZES = [1_000, 1_000_000]
const DUE = 400
const ROUNDS = 5
const RATIO_MAX = 1.5

interface Place extends Filled {
  connection: ReadyConnection
  engine: Engine
}

const log = createLog('silent', { write: () => {} })
const ids = createIds(() => Date.now())

await runWithCluster(async (start) => {
  const cluster = await start()
  const places: Place[] = []
  for (const rows of SIZES) places.push(await openPlace(cluster, rows))
  const results = await inRounds(places, ROUNDS, async (place) => {
    const ms = await dispatch(place)
    return { result: ms, shown: `${place.rows.toLocaleString('en-US')} waiting: ${ms.toFixed(2)} ms a post` }
  })
  const [small, large] = SIZES as [number, number]
  const ratio = medianRatio(results[large]!, results[small]!)
  printReport({
    name: 'dispatch-scale',
    tables: [
      {
        title: `from queue to published, ms a post, ${DUE} due, one after the other, medians of ${ROUNDS} rounds`,
        header: ['', ...SIZES.map((rows) => `${rows.toLocaleString('en-US')} waiting`), 'ratio'],
        rows: [['dispatch', ...SIZES.map((rows) => median(results[rows]!).toFixed(2)), times(ratio)]],
      },
    ],
    verdicts: [
      {
        what: 'dispatch with 1,000,000 waiting / with 1,000',
        measured: times(ratio),
        target: `at most ${times(RATIO_MAX)}`,
        met: ratio <= RATIO_MAX,
      },
    ],
    errors: [],
    data: results,
  })
  for (const place of places) {
    console.log(`\nget_job with ${place.rows.toLocaleString('en-US')} waiting\n${await explain(place)}`)
    await place.pool.end()
  }
  return ratio <= RATIO_MAX
})

/** Posts are due from tomorrow on, one a minute. */
async function openPlace(cluster: Cluster, rows: number): Promise<Place> {
  const when = { startsAt: new Date(Date.now() + 86_400_000), stepMs: 60_000 }
  const filled = await openFilled(cluster, {
    name: 'dispatch',
    rows,
    insert: (url, { workspaceId, ...numbers }) => insertPosts(url, workspaceId, { ...numbers, ...when }),
    tables: ['posts', 'graphile_worker._private_jobs'],
  })
  const connection: ReadyConnection = {
    id: ids.next().id,
    provider: 'x',
    app: 'standard',
    serviceUrl: null,
    account: { id: '1', handle: null, limits: null, kind: 'member', accessToken: 'none' },
    proofKey: null,
  }
  return { ...filled, connection, engine: engineOf(filled.pool, connection) }
}

/** Inserts posts with their jobs. */
async function insertPosts(
  url: string,
  workspaceId: string,
  { from, to, startsAt, stepMs }: { from: number; to: number; startsAt: Date; stepMs: number },
): Promise<void> {
  await runSql(
    url,
    `with task as (
       insert into graphile_worker._private_tasks (identifier) values ('post.publish')
       on conflict (identifier) do update set identifier = excluded.identifier returning id),
     stored as (
       insert into posts (workspace_id, id, platform, content, status, scheduled_date, publication_state, created_at, updated_at)
       select $1, gen_random_uuid(), 'short', 'Waiting ' || n, 'scheduled',
              $4::timestamptz + make_interval(secs => n * $5::float8 / 1000), 'waiting', now(), now()
         from generate_series($2::bigint, $3::bigint) n
       returning id, scheduled_date)
     insert into graphile_worker._private_jobs (task_id, payload, run_at, max_attempts, key)
     select task.id, json_build_object('workspace_id', $1::text, 'post_id', stored.id), stored.scheduled_date, 25,
            'post.publish:' || stored.id
       from task, stored`,
    [workspaceId, from, to, startsAt, stepMs],
  )
}

/** Mean time per post, from queueing to the end. */
async function dispatch({ pool, url, workspaceId, engine }: Place): Promise<number> {
  await insertPosts(url, workspaceId, { from: 1, to: DUE, startsAt: new Date(Date.now() - 60_000), stepMs: 1 })
  const started = performance.now()
  await runOnce({
    pgPool: pool,
    concurrency: 1,
    noHandleSignals: true,
    logger: jobLogger(null),
    taskList: { 'post.publish': (payload) => engine.run(payload as Jobs['post.publish']) },
  })
  const ms = (performance.now() - started) / DUE
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from posts where publication_state = 'published'`,
  )
  if (rows[0]!.count % DUE !== 0) throw new Error(`${rows[0]!.count} posts are published`)
  return ms
}

function engineOf(pool: Pool, connection: ReadyConnection): Engine {
  let number = 0
  const instant: Adapter = {
    ...adapters.x,
    prepare: async (_context, _post, progress) => ({ kind: 'ready', progress }),
    send: async () => ({ kind: 'published', platformId: `${connection.id}-${++number}` }),
    permalink: async (_context, id) => `https://example.com/${id}`,
  }
  return createEngine({
    pool,
    clock: systemClock(),
    log,
    emit: createEmit(ids),
    lateWindowOf: async () => 3_600_000,
    connections: { forPost: async () => ({ kind: 'ready', connection }) } as unknown as Parameters<
      typeof createEngine
    >[0]['connections'],
    adapters: { ...adapters, x: instant },
    guard: believeDatabase(),
    times: ENGINE_TIMES,
    contextFor: async () => ({ close: async () => {} }) as unknown as PlatformContext & { close(): Promise<void> },
  })
}

/** Explains the query of graphile-worker 0.17 (dist/sql/getJobs.js) and rolls back. */
async function explain({ pool }: Place): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers, costs off, timing off)
       with j as (
         select jobs.job_queue_id, jobs.priority, jobs.run_at, jobs.id from graphile_worker._private_jobs as jobs
          where jobs.is_available = true and run_at <= now() and task_id = any(array(select id from graphile_worker._private_tasks))
            and (jobs.job_queue_id is null or jobs.job_queue_id in (
              select id from graphile_worker._private_job_queues as job_queues where job_queues.is_available = true
                 for update skip locked))
          order by priority asc, run_at asc limit 1 for update skip locked),
       q as (update graphile_worker._private_job_queues as job_queues set locked_by = 'bench', locked_at = now() from j
              where job_queues.id = j.job_queue_id)
       update graphile_worker._private_jobs as jobs
          set attempts = jobs.attempts + 1, locked_by = 'bench', locked_at = now() from j where jobs.id = j.id returning *`,
    )
    return rows.map((row) => `  ${row['QUERY PLAN']}`).join('\n')
  } finally {
    await client.query('rollback')
    client.release()
  }
}
