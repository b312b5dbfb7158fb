import type { Server as HttpsServer } from 'node:https'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Config } from './config.ts'
import { createDashboard } from './dashboard/dashboard.ts'
import { openDatabase } from './db/open.ts'
import type { HttpApp } from './http/server/app.ts'
import type { JobRunner } from './jobs/runner.ts'
import { orAborted } from './lib/bounds/abort.ts'
import type { Log } from './lib/log/log.ts'
import { canReach, planRootDrop, type RootDrop } from './process/drop-root.ts'
import { canReadAll, renewTls } from './process/renew-tls.ts'
import { createStopSteps } from './process/stop-steps.ts'
import type { Life } from './services.ts'

export type Running = Awaited<ReturnType<typeof startAll>>

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
  // The embedded database starts in a process of its own: most of the program is loaded meanwhile.
  const loading = nextTurn().then(() => import('./services.ts'))
  loading.catch(() => {})
  const database = await openDatabase(settings, {
    as: 'server',
    signal,
    meanwhile: loading,
    onError: (error) => log.warn({ reason: error.message }, 'database connection lost'),
    onAnswer: () => log.info('the database responds again'),
    onDiskProblem: (problem) => {
      if (problem === null) return log.info('the database stores data again')
      log.error(
        { problem },
        'the database cannot store anything. Free space on its disk; Doorpost then continues by itself',
      )
    },
    onSettingProblem: (problem, isOver) => {
      if (isOver) log.info({ problem }, 'this problem of the database is over')
      else log.error(problem)
    },
    onWait: (reason) => log.warn(reason),
    onEmbeddedExit: (reason) => log.error({ reason }, 'embedded PostgreSQL'),
  })
  stops.add('database', database.close)
  const services = await loading
  const { deps, sandboxUrl } = await orAborted(services.wire(settings, database, life), signal)
  await opened
  signal.throwIfAborted()

  // What comes from outside is dealt with only after root's rights are gone: requests wait in the socket until then.
  let jobs: JobRunner | null = null
  const listening =
    settings.role === 'worker'
      ? await services.serveHealth(deps, () => jobs, life)
      : await services.serve(deps, dashboard, life)
  const reload = watchCertificate(settings, listening.app, rootDrop, life)
  rootDrop?.drop()
  if (settings.role !== 'api') jobs = await orAborted(services.startWork(deps, database, life), signal)
  const { config, healthUrl } = listening
  const setupUrl = healthUrl === null ? await orAborted(services.createSetupLink(deps, config), signal) : null
  return {
    config,
    healthUrl,
    setupUrl,
    /** Where the sandbox shows what was posted; null outside of it. */
    sandboxUrl,
    place: database.place,
    reload,
    /** In the order of process/stop-steps.ts. Ends in time even when the database hangs. */
    stop: stops.run,
  }
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
