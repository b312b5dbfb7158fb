import { createApp } from '../app/app.ts'
import { createDeps, type Deps } from '../app/deps.ts'
import { createHealthApp } from '../app/health-app.ts'
import { createProcessMetrics } from '../app/metrics.ts'
import { jobTable } from '../app/worker.ts'
import { type Config, hostInUrl, withListeningPort } from '../config/config.ts'
import { DEFAULT_HEALTH_PORT } from '../config/settings.ts'
import type { Dashboard } from '../dashboard/dashboard.ts'
import type { OpenDatabase } from '../db/open.ts'
import { createWindowKeeper } from '../http/access/windows.ts'
import { addUp } from '../http/metrics/metrics.ts'
import type { HttpApp } from '../http/server/app.ts'
import { type JobRunner, type JobTable, startJobs } from '../jobs/runner.ts'
import type { LeaveLine } from '../jobs/table.ts'
import type { Log } from '../lib/log/log.ts'
import { PROGRAM_VERSION } from '../lib/version.ts'
import { createSetupToken, linkOf } from '../users/links.ts'
import { type FirstProcess, QUESTIONS } from './first-process.ts'
import { listen, PortTakenError, stopListening } from './listen.ts'
import { startTracing } from './open-telemetry.ts'
import { type ProcessesOptions, startProcesses } from './processes.ts'
import type { StopSteps } from './stop-steps.ts'

// What a process runs once its database is open.

/** The longest that a build can take. */
const BUILD_MS = 15 * 60_000
const KILL_MS = 200
const TURN_MS = 60_000
const LIMITS_MS = 1_000
const METRICS_MS = 5_000

export interface Life {
  log: Log
  /** Aborted when the process must end, also during its start. */
  signal: AbortSignal
  stops: StopSteps
}

/** `first` is the process whose port this one shares; null for a process that was started alone. */
export async function wire(settings: Config, database: OpenDatabase, first: FirstProcess | null, life: Life) {
  const { log, stops } = life
  // Loaded only where it is used: a real installation has no simulators in memory.
  const sandbox = settings.sandbox && first === null ? await import('./sandbox.ts') : null
  const simulators = sandbox ? await sandbox.startSandbox(settings) : null
  if (simulators) stops.add('simulators', simulators.stop)
  const sandboxUrl = simulators?.url ?? first?.given.sandboxUrl ?? null
  const { traces, role } = settings
  const process = first?.given.number ?? 0
  const traced = await startTracing({ ...traces, version: PROGRAM_VERSION, role, process }, log)
  if (traced) stops.add('traces', traced.stop)
  const { deps, close } = await createDeps(settings, database, log, {
    sandboxUrl,
    tracing: traced?.tracing ?? null,
    first: first && {
      askWindows: (questions) => first.ask(QUESTIONS.limits, questions, LIMITS_MS),
      renderMetrics: () => first.ask(QUESTIONS.metrics, null, METRICS_MS),
      offerMetrics: (collect) => first.handle(QUESTIONS.ownMetrics, collect),
    },
  })
  stops.add('writes', close)
  if (sandbox && sandboxUrl !== null) await sandbox.connectSandbox(deps, sandboxUrl)
  return { deps, sandboxUrl }
}

export async function startWork(deps: Deps, { connection }: OpenDatabase, { stops }: Life): Promise<JobRunner> {
  const { jobs: pool, log, config } = deps
  await deps.connections.wakeHeld()
  const concurrency = config.workerConcurrency
  const jobs = await startJobs({ pool, connection, table: tracedJobs(deps), log, concurrency })
  const loops = [deps.reports.arrivals, deps.reports.folding, deps.indexer]
  for (const loop of loops) loop.start()
  stops.add('jobs', async () => {
    deps.backups.stop()
    await Promise.all([...loops.map((loop) => loop.stop()), jobs.stop()])
  })
  deps.courier.start()
  stops.add('courier', deps.courier.stop)
  deps.mail.postman.start()
  stops.add('mail', deps.mail.postman.stop)
  deps.push.notifier.start()
  stops.add('push', deps.push.notifier.stop)
  return jobs
}

function tracedJobs(deps: Deps): JobTable {
  const { tracing } = deps
  const table = jobTable(deps)
  if (tracing === null) return table
  const traced = Object.entries(table.tasks).map(([name, task]) => {
    const run = (payload: never, leaveLine: LeaveLine) => {
      const { traceparent } = (payload ?? {}) as { traceparent?: unknown }
      return tracing.runWork({ name: `job ${name}`, traceparent }, () => task(payload, leaveLine))
    }
    return [name, run] as const
  })
  return { ...table, tasks: Object.fromEntries(traced) }
}

interface Listening {
  config: Config
  /** Where a worker reports its health; null for processes that serve the API, which report it there. */
  healthUrl: string | null
  app: HttpApp
}

/** Serves the API, alone or as one of several processes that share a port. */
export async function serve(
  deps: Deps,
  dashboard: Dashboard,
  first: FirstProcess | null,
  { stops }: Life,
): Promise<Listening> {
  let isStopping = false
  const app = createApp(deps, () => isStopping, dashboard)
  stops.add('http', (deadline) => {
    isStopping = true
    return stopListening(app, deadline)
  })
  const { host, port } = deps.config
  await first?.ask(QUESTIONS.turn, null, TURN_MS)
  const config = withListeningPort(deps.config, await listen(app, { host, port, setting: 'PORT' }))
  // Meanwhile the API works, and the dashboard shows a page that asks to wait a moment.
  if (first === null) void startBuild(dashboard, stops)
  else void dashboard.awaitBuild(() => first.ask(QUESTIONS.dashboardBuilt, null, BUILD_MS))
  return { config, healthUrl: null, app }
}

function startBuild(dashboard: Dashboard, stops: StopSteps): Promise<void> {
  const building = new AbortController()
  const built = dashboard.build(building.signal)
  stops.add('dashboard', () => {
    building.abort()
    return built
  })
  return built
}

/** Starts the processes that serve. This one builds the dashboard, counts limits for all and adds up their metrics. */
export async function supervise(
  deps: Deps,
  dashboard: Dashboard,
  { count, given, relay }: Pick<ProcessesOptions, 'count' | 'given' | 'relay'>,
  { log, signal, stops }: Life,
): Promise<{ config: Config; reload: () => void }> {
  const built = startBuild(dashboard, stops)
  const metrics = createProcessMetrics(deps)
  const handlers = {
    [QUESTIONS.limits]: createWindowKeeper(),
    [QUESTIONS.dashboardBuilt]: () => built,
    [QUESTIONS.metrics]: async () => {
      const others = await processes.askAll<object[]>(QUESTIONS.ownMetrics)
      return addUp([await metrics.collect(true), ...others])
    },
  }
  const processes = await startProcesses({ count, given, log, relay, handlers, signal })
  stops.add('http', processes.stop)
  stops.add('processes', (deadline) => processes.end(deadline - KILL_MS - Date.now()))
  return { config: withListeningPort(deps.config, processes.port), reload: processes.reload }
}

export async function serveHealth(deps: Deps, jobs: () => JobRunner | null, { log, stops }: Life): Promise<Listening> {
  const { config } = deps
  let isStopping = false
  const isWorking = () => jobs()?.isRunning() ?? false
  const create = () => createHealthApp(deps, () => isStopping, isWorking)
  let app = create()
  const options = { host: config.host, setting: 'HEALTH_PORT' as const }
  const port = await listen(app, { ...options, port: config.healthPort ?? DEFAULT_HEALTH_PORT }).catch((error) => {
    // This lets several workers run on one machine without extra settings.
    if (config.healthPort !== null || !(error instanceof PortTakenError)) throw error
    log.warn(
      `port ${DEFAULT_HEALTH_PORT} is already in use: health and metrics are served on a free port. Set HEALTH_PORT to choose one`,
    )
    app = create()
    return listen(app, { ...options, port: 0 })
  })
  stops.add('http', (deadline) => {
    isStopping = true
    return stopListening(app, deadline)
  })
  return { config, healthUrl: `http://${hostInUrl(config.host)}:${port}`, app }
}

/** The link where the first owner sets up the account; null once a person can sign in. */
export async function createSetupLink({ pool, ids, clock }: Deps, config: Config): Promise<string | null> {
  const token = await createSetupToken(pool, ids, clock.now())
  return token === null ? null : linkOf(config.baseUrl, 'setup', token)
}
