import type { Server as HttpsServer } from 'node:https'
import { createApp } from './app.ts'
import { type Config, DEFAULT_HEALTH_PORT, hostInUrl, withListeningPort } from './config.ts'
import { createDashboard, type Dashboard } from './dashboard/dashboard.ts'
import { type OpenDatabase, openDatabase } from './db/open.ts'
import { createDeps, type Deps } from './deps.ts'
import { createHealthApp } from './health-app.ts'
import type { HttpApp } from './http/server/app.ts'
import { type JobRunner, startJobs } from './jobs/runner.ts'
import { orAborted } from './lib/bounds/abort.ts'
import type { Log } from './lib/log/log.ts'
import { canReach, planRootDrop, type RootDrop } from './process/drop-root.ts'
import { listen, PortTakenError, stopListening } from './process/listen.ts'
import { canReadAll, renewTls } from './process/renew-tls.ts'
import { createStopSteps, type StopSteps } from './process/stop-steps.ts'
import { linkOf } from './users/links.ts'
import { createSetupToken } from './users/sign-in/setup.ts'
import { jobTable } from './worker.ts'

export type Running = Awaited<ReturnType<typeof startAll>>

interface Life {
  log: Log
  /** Aborted when the process has to end, also while it starts. */
  signal: AbortSignal
  stops: StopSteps
}

/** Opens the database, migrates, and starts what the role names. Whatever was started is stopped again on failure. */
export async function start(settings: Config, log: Log, signal: AbortSignal): Promise<Running> {
  const life = { log, signal, stops: createStopSteps(log) }
  try {
    return await startAll(settings, life)
  } catch (error) {
    await life.stops.run()
    throw error
  }
}

async function startAll(settings: Config, life: Life) {
  const { log, signal, stops } = life
  const dashboard = createDashboard(log)
  // While the database starts.
  const opened = settings.role === 'worker' ? null : dashboard.open()
  const rootDrop = await planRootDrop(settings.dataDir, log)
  const database = await openDatabase(settings, {
    as: 'server',
    signal,
    onError: (error) => log.warn({ reason: error.message }, 'database connection lost'),
    onAnswer: () => log.info('the database answers again'),
    onDiskProblem: (problem) => {
      if (problem === null) return log.info('the database stores data again')
      log.error({ problem }, 'the database cannot store anything. Free space on its disk; the rest happens by itself')
    },
    onWait: (reason) => log.warn(reason),
    onEmbeddedExit: (reason) => log.error({ reason }, 'embedded PostgreSQL'),
  })
  stops.add('database', database.close)
  const { deps, sandboxUrl } = await orAborted(wire(settings, database, life), signal)
  await opened
  signal.throwIfAborted()

  // What comes from outside is dealt with only after root's rights are gone: requests wait in the socket until then.
  let jobs: JobRunner | null = null
  const listening =
    settings.role === 'worker' ? await serveHealth(deps, () => jobs, life) : await serve(deps, dashboard, life)
  const reload = watchCertificate(settings, listening.app, rootDrop, life)
  rootDrop?.drop()
  if (settings.role !== 'api') jobs = await orAborted(startWork(deps, database, life), signal)
  const { config, healthUrl } = listening
  const setupUrl = healthUrl === null ? await orAborted(createSetupLink(deps, config), signal) : null
  return {
    config,
    healthUrl,
    setupUrl,
    /** Where the sandbox shows what was posted; null outside of it. */
    sandboxUrl,
    /** Where the data is, for the person who started it. */
    place: database.place,
    /** Looks for renewed files at once. */
    reload,
    /** In the order of process/stop-steps.ts. Ends in time even when the database hangs. */
    stop: stops.run,
  }
}

async function wire(settings: Config, database: OpenDatabase, { log, stops }: Life) {
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

async function startWork(deps: Deps, { connection }: OpenDatabase, { stops }: Life): Promise<JobRunner> {
  const { jobs: pool, log, config } = deps
  await deps.connections.wakeHeld()
  const jobs = await startJobs({ pool, connection, table: jobTable(deps), log, concurrency: config.workerConcurrency })
  stops.add('jobs', jobs.stop)
  deps.courier.start()
  stops.add('courier', deps.courier.stop)
  return jobs
}

interface Listening {
  config: Config
  /** Where a worker says how it is; null for processes that serve the API, which say it there. */
  healthUrl: string | null
  app: HttpApp
}

async function serve(deps: Deps, dashboard: Dashboard, { stops }: Life): Promise<Listening> {
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

async function serveHealth(deps: Deps, jobs: () => JobRunner | null, { log, stops }: Life): Promise<Listening> {
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
      `port ${DEFAULT_HEALTH_PORT} is taken: health and metrics are on a free port. Set HEALTH_PORT to choose it`,
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

/** What looks for renewed files at once. */
function watchCertificate(
  { tls }: Config,
  { server }: HttpApp,
  rootDrop: RootDrop | null,
  { log, stops }: Life,
): () => void {
  if (tls === null || !('setSecureContext' in server)) return () => {}
  const keepsRoot = rootDrop !== null && !canReadAll(tls, (path) => canReach(rootDrop.account, path))
  const watcher = renewTls(server as HttpsServer, tls, log, keepsRoot)
  stops.add('certificate', async () => watcher.stop())
  return watcher.check
}

/** Where the first owner begins; null once somebody can sign in. */
async function createSetupLink({ pool, ids, clock }: Deps, config: Config): Promise<string | null> {
  const token = await createSetupToken(pool, ids, clock.now())
  return token === null ? null : linkOf(config.baseUrl, 'setup', token)
}
