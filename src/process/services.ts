import { createApp } from '../app/app.ts'
import { DEFAULT_HEALTH_PORT } from '../config/settings.ts'
import { type Config, hostInUrl, withListeningPort } from '../config/config.ts'
import type { Dashboard } from '../dashboard/dashboard.ts'
import type { OpenDatabase } from '../db/open.ts'
import { createDeps, type Deps } from '../app/deps.ts'
import { createHealthApp } from '../app/health-app.ts'
import { createWindowKeeper } from '../http/access/asked-windows.ts'
import { addUp } from '../http/metrics/metrics.ts'
import type { HttpApp } from '../http/server/app.ts'
import { type JobRunner, type JobTable, startJobs } from '../jobs/runner.ts'
import type { LeaveLine } from '../jobs/table.ts'
import type { Log } from '../lib/log/log.ts'
import type { Work } from '../lib/trace/tracing.ts'
import { PROGRAM_VERSION } from '../lib/version.ts'
import { createProcessMetrics } from '../app/metrics.ts'
import { listen, PortTakenError, stopListening } from './listen.ts'
import { startTracing } from './open-telemetry.ts'
import { type FirstProcess, QUESTIONS } from './first-process.ts'
import type { ProcessesOptions } from './processes.ts'
import type { StopSteps } from './stop-steps.ts'
import { createSetupToken, linkOf } from '../users/links.ts'
import { jobTable } from '../app/worker.ts'

// What a process runs once its database is open.

/** The longest that a build can take. */
const BUILD_MS = 15 * 60_000
const KILL_MS = 200
const TURN_MS = 60_000
const LIMITS_MS = 1_000
const METRICS_MS = 5_000

export interface Life {
  log: Log
  /** Aborted when the process has to end, also while it starts. */
  signal: AbortSignal
  stops: StopSteps
}

export async function wire(settings: Config, database: OpenDatabase, { log, stops }: Life) {
  // Loaded only where it is used: a real installation has no simulators in memory.
  const sandbox = settings.sandbox ? await import('./sandbox.ts') : null
  const simulators = sandbox ? await sandbox.startSandbox(settings) : null
  if (simulators) stops.add('simulators', simulators.stop)
  const sandboxUrl = simulators?.url ?? null
  const tracing = await trace(settings, { log, stops })
  const { deps, close } = await createDeps(settings, database, log, { sandboxUrl, tracing })
  stops.add('writes', close)
  if (sandbox && sandboxUrl !== null) await sandbox.connectSandbox(deps, sandboxUrl)
  return { deps, sandboxUrl }
}

async function trace({ traces, role }: Config, { log, stops }: Pick<Life, 'log' | 'stops'>, process = 0) {
  const started = await startTracing({ ...traces, version: PROGRAM_VERSION, role, process }, log)
  if (started) stops.add('traces', started.stop)
  return started?.tracing ?? null
}

/** For a process that shares its port with others. */
export async function wireShare(settings: Config, database: OpenDatabase, first: FirstProcess, { log, stops }: Life) {
  const tracing = await trace(settings, { log, stops }, first.given.number)
  const { deps, close } = await createDeps(settings, database, log, {
    tracing,
    sandboxUrl: first.given.sandboxUrl,
    first: {
      askWindows: (questions) => first.ask(QUESTIONS.limits, questions, LIMITS_MS),
      renderMetrics: () => first.ask(QUESTIONS.metrics, null, METRICS_MS),
      offerMetrics: (collect) => first.handle(QUESTIONS.ownMetrics, collect),
    },
  })
  stops.add('writes', close)
  return deps
}

export async function startWork(deps: Deps, { connection }: OpenDatabase, { stops }: Life): Promise<JobRunner> {
  const { jobs: pool, log, config } = deps
  await deps.connections.wakeHeld()
  const jobs = await startJobs({
    pool,
    connection,
    table: tracedJobs(deps),
    log,
    concurrency: config.workerConcurrency,
  })
  stops.add('jobs', () => {
    deps.backups.stop()
    return jobs.stop()
  })
  deps.courier.start()
  stops.add('courier', deps.courier.stop)
  deps.mail.postman.start()
  stops.add('mail', deps.mail.postman.stop)
  return jobs
}

function tracedJobs(deps: Deps): JobTable {
  const { tracing } = deps
  const table = jobTable(deps)
  if (tracing === null) return table
  const traced = Object.entries(table.tasks).map(
    ([name, task]) =>
      [
        name,
        (payload: never, leaveLine: LeaveLine) =>
          tracing.runWork(workOf(name, payload), () => task(payload, leaveLine)),
      ] as const,
  )
  return { ...table, tasks: Object.fromEntries(traced) }
}

function workOf(task: string, payload: unknown): Work {
  return { name: `job ${task}`, traceparent: (payload as { traceparent?: unknown } | null)?.traceparent }
}

interface Listening {
  config: Config
  /** Where a worker says how it is; null for processes that serve the API, which say it there. */
  healthUrl: string | null
  app: HttpApp
}

export async function serve(deps: Deps, dashboard: Dashboard, { stops }: Life): Promise<Listening> {
  let stopping = false
  const app = createApp(deps, () => stopping, dashboard)
  stops.add('http', (deadline) => {
    stopping = true
    return stopListening(app, deadline)
  })
  const { host, port } = deps.config
  const config = withListeningPort(deps.config, await listen(app, { host, port, setting: 'PORT' }))
  // Meanwhile the API works, and the dashboard shows a page that says to wait a moment.
  const building = new AbortController()
  const built = dashboard.build(building.signal)
  stops.add('dashboard', () => {
    building.abort()
    return built
  })
  return { config, healthUrl: null, app }
}

/** Serves as one of several processes: the first one builds the dashboard, counts for all and adds up their metrics. */
export async function serveShare(
  deps: Deps,
  dashboard: Dashboard,
  { ask }: FirstProcess,
  { stops }: Life,
): Promise<Listening> {
  let stopping = false
  const app = createApp(deps, () => stopping, dashboard)
  stops.add('http', (deadline) => {
    stopping = true
    return stopListening(app, deadline)
  })
  const { host, port } = deps.config
  await ask(QUESTIONS.turn, null, TURN_MS)
  const config = withListeningPort(deps.config, await listen(app, { host, port, setting: 'PORT' }))
  void dashboard.awaitBuild(() => ask(QUESTIONS.dashboardBuilt, null, BUILD_MS))
  return { config, healthUrl: null, app }
}

/** Has other processes serve. */
export async function supervise(
  deps: Deps,
  dashboard: Dashboard,
  { count, given, relay }: Pick<ProcessesOptions, 'count' | 'given' | 'relay'>,
  { log, signal, stops }: Life,
): Promise<{ config: Config; reload: () => void }> {
  const building = new AbortController()
  const built = dashboard.build(building.signal)
  stops.add('dashboard', () => {
    building.abort()
    return built
  })
  const metrics = createProcessMetrics(deps)
  const handlers = {
    [QUESTIONS.limits]: createWindowKeeper(),
    [QUESTIONS.dashboardBuilt]: () => built,
    [QUESTIONS.metrics]: async () => {
      const others = await processes.askAll<object[]>(QUESTIONS.ownMetrics)
      return addUp([await metrics.collect(true), ...others])
    },
  }
  const { startProcesses } = await import('./processes.ts')
  const processes = await startProcesses({ count, given, log, relay, handlers, signal })
  stops.add('http', processes.stop)
  stops.add('processes', (deadline) => processes.end(deadline - KILL_MS - Date.now()))
  return { config: withListeningPort(deps.config, processes.port), reload: processes.reload }
}

export async function serveHealth(deps: Deps, jobs: () => JobRunner | null, { log, stops }: Life): Promise<Listening> {
  const { config } = deps
  let stopping = false
  const isWorking = () => jobs()?.isRunning() ?? false
  const create = () => createHealthApp(deps, () => stopping, isWorking)
  let app = create()
  const options = { host: config.host, setting: 'HEALTH_PORT' as const }
  const port = await listen(app, { ...options, port: config.healthPort ?? DEFAULT_HEALTH_PORT }).catch((error) => {
    // Several workers on one machine need no settings for it.
    if (config.healthPort !== null || !(error instanceof PortTakenError)) throw error
    log.warn(
      `port ${DEFAULT_HEALTH_PORT} is already in use: health and metrics are served on a free port. Set HEALTH_PORT to choose one`,
    )
    app = create()
    return listen(app, { ...options, port: 0 })
  })
  stops.add('http', (deadline) => {
    stopping = true
    return stopListening(app, deadline)
  })
  return { config, healthUrl: `http://${hostInUrl(config.host)}:${port}`, app }
}

/** Where the first owner begins; null once somebody can sign in. */
export async function createSetupLink({ pool, ids, clock }: Deps, config: Config): Promise<string | null> {
  const token = await createSetupToken(pool, ids, clock.now())
  return token === null ? null : linkOf(config.baseUrl, 'setup', token)
}
