import type { Server as HttpsServer } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { createDashboard } from '../dashboard/dashboard.ts'
import { failureKind, reasonOf } from '../db/connect/failure.ts'
import { openDatabase } from '../db/open.ts'
import type { HttpApp } from '../http/server/app.ts'
import type { JobRunner } from '../jobs/runner.ts'
import { orAborted } from '../lib/bounds/abort.ts'
import type { Log } from '../lib/log/log.ts'
import { SetupError } from '../lib/problem.ts'
import { canReach, planRootDrop, type RootDrop } from './drop-root.ts'
import { type FirstProcess, QUESTIONS } from './first-process.ts'
import { countProcesses } from './processes.ts'
import { canReadAll, renewTls } from './renew-tls.ts'
import type { Life } from './services.ts'
import { createStopSteps } from './stop-steps.ts'

/** Enough for a busy machine. */
const LISTENING_MS = 60_000
const RETRY_MS = 250

export type Running = Awaited<ReturnType<typeof startAll>>

/** Opens the database, migrates it, and starts the parts of the role. A failure stops what was started. */
export async function start(settings: Config, log: Log, signal: AbortSignal, relay: Relay): Promise<Running> {
  const life = { log, signal, stops: createStopSteps(log) }
  return orStop(life, startAll(settings, relay, life))
}

/** Starts one of the processes that share the first process's port. */
export async function startShare(settings: Config, first: FirstProcess, log: Log, signal: AbortSignal) {
  const life = { log, signal, stops: createStopSteps(log) }
  return orStop(life, serveShare(settings, first, life))
}

async function orStop<T>(life: Life, starting: Promise<T>): Promise<T> {
  try {
    return await starting
  } catch (error) {
    await life.stops.run()
    throw error
  }
}

/** Receives the log lines of other processes. */
type Relay = (lines: string) => void

async function startAll(settings: Config, relay: Relay, life: Life) {
  const { log, signal, stops } = life
  const dashboard = createDashboard(log)
  const rootDrop = await planRootDrop(settings.dataDir, log)
  // Most of the program is loaded while the embedded database starts in its own process.
  const database = await openDatabase(settings, { ...reportDatabase(log), signal, meanwhile: loadServices })
  stops.add('database', database.close)
  const services = await loadServices()
  const { deps, sandboxUrl } = await orAborted(services.wire(settings, database, null, life), signal)
  if (settings.role !== 'worker') dashboard.open()
  signal.throwIfAborted()

  // Requests wait in the socket until root privileges are dropped.
  let jobs: JobRunner | null = null
  const count = settings.role === 'worker' ? 1 : countProcesses(settings)
  const listen = async () => {
    if (count > 1) {
      checkCertificate(settings, rootDrop)
      const given = { connection: database.embedded, sandboxUrl }
      const { config, reload } = await services.supervise(deps, dashboard, { count, given, relay }, life)
      return { config, healthUrl: null, reload }
    }
    const { app, ...listening } =
      settings.role === 'worker'
        ? await services.serveHealth(deps, () => jobs, life)
        : await services.serve(deps, dashboard, null, life)
    return { ...listening, reload: watchCertificate(settings, app, rootDrop, life) }
  }
  const { config, healthUrl, reload } = await listen()
  rootDrop?.drop()
  if (settings.role !== 'api') jobs = await outlastStalls(() => services.startWork(deps, database, life), life)
  const setupUrl = healthUrl === null ? await outlastStalls(() => services.createSetupLink(deps, config), life) : null
  return {
    config,
    healthUrl,
    setupUrl,
    /** The sandbox's page with its posts; null outside the sandbox. */
    sandboxUrl,
    place: database.place,
    reload,
    /** In the order of process/stop-steps.ts. It ends in time even if the database hangs. */
    stop: stops.run,
  }
}

/** Retries while the database stalls. The process already answers requests, so a stall must not end it. */
async function outlastStalls<T>(work: () => Promise<T>, { log, signal }: Life): Promise<T> {
  for (let told = false; ; ) {
    try {
      return await orAborted(work(), signal)
    } catch (error) {
      if (signal.aborted || failureKind(error) !== 'unavailable') throw error
      if (!told) log.warn({ reason: reasonOf(error) }, 'the database does not respond; the start goes on when it does')
      told = true
      await delay(RETRY_MS, undefined, { signal })
    }
  }
}

async function serveShare(settings: Config, first: FirstProcess, life: Life) {
  const { log, signal, stops } = life
  const dashboard = createDashboard(log)
  const rootDrop = await planRootDrop(settings.dataDir, log)
  const services = await loadServices()
  const joining = { ...settings, joined: first.given.connection }
  const database = await openDatabase(joining, { ...reportDatabase(log), signal })
  stops.add('database', database.close)
  const { deps } = await orAborted(services.wire(settings, database, first, life), signal)
  dashboard.open()
  signal.throwIfAborted()
  const { app, config } = await services.serve(deps, dashboard, first, life)
  const reload = watchCertificate(settings, app, rootDrop, life)
  rootDrop?.drop()
  await first.ask(QUESTIONS.listening, config.port, LISTENING_MS)
  return { config, reload, stop: stops.run }
}

function loadServices() {
  return import('./services.ts')
}

function reportDatabase(log: Log) {
  return {
    as: 'server' as const,
    onError: (error: Error) => log.warn({ reason: error.message }, 'database connection lost'),
    onAnswer: () => log.info('the database responds again'),
    onDiskProblem: (problem: string | null) => {
      if (problem === null) return log.info('the database stores data again')
      log.error(
        { problem },
        'the database cannot store anything. Free space on its disk; Doorpost then continues by itself',
      )
    },
    onSettingProblem: (problem: string, isOver: boolean) => {
      if (isOver) log.info({ problem }, 'this problem of the database is over')
      else log.error(problem)
    },
    onWait: (reason: string) => log.warn(reason),
    onStep: (step: string) => log.info(step),
    onEmbeddedExit: (reason: string) => log.error({ reason }, 'embedded PostgreSQL'),
  }
}

/** A restarted process is not root, so it cannot read root's files. */
function checkCertificate({ tls }: Config, rootDrop: RootDrop | null): void {
  if (tls === null || rootDrop === null || canReadAll(tls, (path) => canReach(rootDrop.account, path))) return
  throw new SetupError(
    `PROCESSES needs TLS files that the account "${rootDrop.account.name}" may read. Let it read TLS_CERT_FILE and TLS_KEY_FILE, or set PROCESSES=1.`,
  )
}

function watchCertificate(config: Config, app: HttpApp, rootDrop: RootDrop | null, { log, stops }: Life): () => void {
  const { tls } = config
  const { server } = app
  if (tls === null || !('setSecureContext' in server)) return () => {}
  const keepsRoot = rootDrop !== null && !canReadAll(tls, (path) => canReach(rootDrop.account, path))
  const watcher = renewTls(server as HttpsServer, tls, log, keepsRoot)
  stops.add('certificate', async () => watcher.stop())
  return watcher.check
}
