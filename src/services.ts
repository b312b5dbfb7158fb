import { createApp } from './app.ts'
import { type Config, DEFAULT_HEALTH_PORT, hostInUrl, withListeningPort } from './config.ts'
import type { Dashboard } from './dashboard/dashboard.ts'
import type { OpenDatabase } from './db/open.ts'
import { createDeps, type Deps } from './deps.ts'
import { createHealthApp } from './health-app.ts'
import type { HttpApp } from './http/server/app.ts'
import { type JobRunner, startJobs } from './jobs/runner.ts'
import type { Log } from './lib/log/log.ts'
import { listen, PortTakenError, stopListening } from './process/listen.ts'
import type { StopSteps } from './process/stop-steps.ts'
import { linkOf } from './users/links.ts'
import { createSetupToken } from './users/sign-in/setup.ts'
import { jobTable } from './worker.ts'

// What a process runs once its database is open.

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
  const { deps, close } = await createDeps(settings, database, log, { sandboxUrl })
  stops.add('writes', close)
  if (sandbox && sandboxUrl !== null) await sandbox.connectSandbox(deps, sandboxUrl)
  return { deps, sandboxUrl }
}

export async function startWork(deps: Deps, { connection }: OpenDatabase, { stops }: Life): Promise<JobRunner> {
  const { jobs: pool, log, config } = deps
  await deps.connections.wakeHeld()
  const jobs = await startJobs({ pool, connection, table: jobTable(deps), log, concurrency: config.workerConcurrency })
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
