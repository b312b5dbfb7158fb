import type { AddressInfo } from 'node:net'
import { Server as NetServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { type Config, withListeningPort } from './config.ts'
import { createDashboard } from './dashboard/dashboard.ts'
import { openDatabase } from './db/open.ts'
import { createDeps } from './deps.ts'
import { type JobRunner, startJobs } from './jobs/runner.ts'
import type { Log } from './lib/log.ts'
import { SetupError } from './lib/problem.ts'
import { createSetupToken } from './users/setup.ts'
import { linkOf } from './users/tokens.ts'
import { jobTable } from './worker.ts'

export interface Running {
  config: Config
  /** Where the data is, for the person who started it. */
  place: string
  /** Where the sandbox shows what was posted; null outside of it. */
  sandboxUrl: string | null
  /** Where the first owner begins; null once somebody can sign in. */
  setupUrl: string | null
  /** In order: HTTP, courier, jobs, writes, pool, embedded server. */
  stop(): Promise<void>
}

// Connections that are idle when we stop get this long: a request may be on its way on one of them.
const IDLE_GRACE_MS = 1_000
const REQUESTS_GRACE_MS = 8_000

/** Opens the database, migrates, and starts what the role names. Whatever was started is stopped again on failure. */
export async function start(settings: Config, log: Log): Promise<Running> {
  const stops: Array<() => Promise<void>> = []
  const stopAll = async () => {
    for (const stop of stops.splice(0).reverse()) {
      await stop().catch((error) => log.error({ err: error }, 'stopping failed'))
    }
  }
  try {
    const dashboard = createDashboard(log)
    // While the database starts.
    const opened = settings.role === 'worker' ? null : dashboard.open()
    const database = await openDatabase(settings, {
      as: 'server',
      onError: (error) => log.warn({ reason: error.message }, 'database connection lost'),
      onAnswer: () => log.info('the database answers again'),
      onDiskProblem: (problem) => {
        if (problem === null) log.info('the database stores data again')
        else
          log.error(
            { problem },
            'the database cannot store anything. Free space on its disk; the rest happens by itself',
          )
      },
      onWait: (reason) => log.warn(reason),
      onEmbeddedExit: (reason) => log.error({ reason }, 'embedded PostgreSQL'),
    })
    stops.push(database.close)
    // Loaded only where it is used: a real installation has no simulators in memory.
    const sandbox = settings.sandbox ? await import('./sandbox.ts') : null
    const simulators = sandbox ? await sandbox.startSandbox(settings) : null
    if (simulators) stops.push(simulators.stop)
    const { deps, close } = await createDeps(settings, database, log, { sandboxUrl: simulators?.url ?? null })
    stops.push(close)
    if (sandbox && simulators) await sandbox.connectSandbox(deps, simulators.url)
    if (settings.role !== 'api') {
      await deps.connections.wakeHeld()
      const { jobs: pool } = deps
      const { connection } = database
      const table = jobTable(deps)
      const jobs: JobRunner = await startJobs({ pool, connection, table, log, concurrency: settings.workerConcurrency })
      stops.push(jobs.stop)
      deps.courier.start()
      stops.push(deps.courier.stop)
    }
    let config = settings
    let setupUrl: string | null = null
    if (settings.role !== 'worker') {
      let stopping = false
      const app = createApp(deps, () => stopping, dashboard)
      stops.push(() => {
        stopping = true
        return stopHttp(app)
      })
      await opened
      config = withListeningPort(settings, await listen(app, settings))
      const token = await createSetupToken(deps.pool, deps.ids, deps.clock.now())
      if (token !== null) setupUrl = linkOf(config.baseUrl, 'setup', token)
      // Meanwhile the API works, and whoever opens the dashboard is told to wait a moment.
      const building = new AbortController()
      const built = dashboard.build(building.signal)
      stops.push(() => {
        building.abort()
        return built
      })
    }
    return { config, place: database.place, sandboxUrl: simulators?.url ?? null, setupUrl, stop: stopAll }
  } catch (error) {
    await stopAll()
    throw error
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw explainListen(error as NodeJS.ErrnoException, host, port)
  }
  return (app.server.address() as AddressInfo).port
}

function explainListen(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new SetupError(
        `Port ${port} on ${host} is taken by another program. Stop it, or choose another port: PORT=8081 npm start`,
      )
    case 'EACCES':
      return new SetupError(`Port ${port} may not be used by this user. Choose one above 1023, such as PORT=8080.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new SetupError(`HOST "${host}" is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all.`)
    default:
      return error
  }
}

/**
 * Loses no request: no new connections; every answer from now on closes its own; idle ones stay open a moment longer,
 * because a request may be under way on them already.
 */
async function stopHttp(app: FastifyInstance): Promise<void> {
  const { server } = app
  const closed = new Promise<void>((resolve) => {
    // http.Server's own close() would drop idle connections at once.
    NetServer.prototype.close.call(server, () => resolve())
  })
  const idle = setTimeout(() => {
    server.closeIdleConnections()
    idleAgain = setInterval(() => server.closeIdleConnections(), 100)
  }, IDLE_GRACE_MS)
  let idleAgain: NodeJS.Timeout | undefined
  const forced = setTimeout(() => server.closeAllConnections(), REQUESTS_GRACE_MS)
  await closed
  clearTimeout(idle)
  clearInterval(idleAgain)
  clearTimeout(forced)
  await app.close()
}
