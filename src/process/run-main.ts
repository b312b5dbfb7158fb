import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Config, readConfig } from '../config/config.ts'
import { doubtfulSettings, misspeltSettings, unreachableHttps } from '../config/doubts.ts'
import { killEmbedded } from '../db/embedded/embedded.ts'
import { createLog, type Log, openStdoutLog, type StdoutLog } from '../lib/log/log.ts'
import { explainFailure } from '../lib/problem.ts'
import { showForSandbox, startLine } from '../lib/program.ts'
import { PROGRAM_VERSION } from '../lib/version.ts'
import { banner, usage } from './banner.ts'
import { type FirstProcess, findFirstProcess } from './first-process.ts'
import type { ProcessSignals } from './signals.ts'
import { start, startShare } from './start.ts'
import { STOP_MS } from './stop-steps.ts'
import { connectServiceManager } from './systemd.ts'

// A stop takes at most ten seconds, and every step ends earlier; this covers the unforeseen.
const FORCED_EXIT_MS = STOP_MS + 600
const WRONG_USAGE = 2
/** After the first requests, which a person may be waiting for. */
const RETURN_MEMORY_MS = 2_000

/** Runs the server until it is told to stop. */
export async function runMain(given: NodeJS.ProcessEnv, signals: ProcessSignals): Promise<void> {
  const words = process.argv.slice(2)
  if (words.some((word) => word === '--help' || word === '-h' || word === 'help')) {
    process.stdout.write(usage())
    // Nothing keeps the process running, although signal handlers are installed.
    return
  }
  if (words.includes('--version')) {
    process.stdout.write(`${PROGRAM_VERSION}\n`)
    return
  }
  const unknown = words.find((word) => word !== '--sandbox')
  if (unknown !== undefined) {
    complain(`doorpost: "${unknown}" is not an option. Settings are environment variables: PORT=8081 ${startLine()}`)
    process.exit(WRONG_USAGE)
  }
  const env = words.includes('--sandbox') ? { ...given, SANDBOX: 'true' } : given
  let config: Config
  try {
    config = readConfig(env, process.cwd())
  } catch (error) {
    complain(explainFailure(error))
    process.exit(1)
  }
  showForSandbox(config.sandbox)
  const first = findFirstProcess(env)
  // The first process prints the lines of all processes.
  const output = openStdoutLog(first ? 'json' : config.logFormat, config.logColor)
  const log = createLog(config.logLevel, output, first?.given.number)
  const doubts = [...misspeltSettings(env), ...doubtfulSettings(config), ...unreachableHttps(config)]
  if (!first) for (const doubt of doubts) log.warn(doubt)
  const code = first
    ? await live({ config, env, log, signals }, (stop) => share(config, first, log, stop))
    : await live({ config, env, log, signals }, (stop) => lead(config, log, output, stop))
  await output.end()
  process.exit(code)
}

interface Own {
  config: Config
  env: NodeJS.ProcessEnv
  log: Log
  signals: ProcessSignals
}

interface Lived {
  /** For the service manager. */
  status: string
  reload: () => void
  stop: () => Promise<void>
}

async function lead(config: Config, log: Log, output: StdoutLog, mustStop: AbortSignal): Promise<Lived> {
  // Logged before anything slow: the first start creates a database.
  log.info({ version: PROGRAM_VERSION }, 'starting Doorpost')
  const running = await start(config, log, mustStop, output.relay)
  log.info({ role: config.role, port: running.config.port }, 'started')
  output.print(banner(running))
  return { ...running, status: running.healthUrl === null ? `Serving ${running.config.baseUrl}` : 'Working' }
}

async function share(config: Config, first: FirstProcess, log: Log, mustStop: AbortSignal): Promise<Lived> {
  const running = await startShare({ ...config, role: 'api' }, first, log, mustStop)
  log.info({ port: running.config.port }, 'started')
  return { ...running, status: 'Sharing the API' }
}

/** Starts, waits for the stop, and returns the exit code. */
async function live(own: Own, begin: (mustStop: AbortSignal) => Promise<Lived>): Promise<number> {
  const { config, env, log, signals } = own
  const failed = failOnBugs(log)
  const manager = connectServiceManager(env, log)
  const mustStop = AbortSignal.any([signals.stop, failed])
  mustStop.addEventListener('abort', () => forceExit(config, log))
  try {
    const running = await begin(mustStop)
    manager.ready(running.status)
    // Done now, because the process may be killed at its end.
    flushCompileCache()
    returnMemorySoon()
    signals.onReload(running.reload)
    if (!mustStop.aborted) await once(mustStop, 'abort')
    log.info({ signal: signals.stop.reason }, 'stopping')
    manager.stopping()
    await running.stop()
    log.info('stopped')
  } catch (error) {
    if (!mustStop.aborted) {
      complain(explainFailure(error))
      return 1
    }
    log.info({ signal: signals.stop.reason }, 'stopped while starting')
  }
  return failed.aborted ? 1 : 0
}

/** After an uncaught error the program's state is unknown, so it stops, with its child processes. */
function failOnBugs(log: Log): AbortSignal {
  const failed = new AbortController()
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected error: this is a bug. Doorpost is stopping')
    failed.abort()
  })
  return failed.signal
}

function forceExit(config: Config, log: Log): void {
  setTimeout(() => {
    log.error('did not stop in time: killing what is left')
    if (config.databaseUrl === null) killEmbedded(config.dataDir)
    process.exit(1)
  }, FORCED_EXIT_MS).unref()
}

function complain(text: string): void {
  try {
    writeSync(2, `${text}\n`)
  } catch {
    // The reader is gone.
  }
}

/**
 * Loading the program takes about 25 MB that V8 would keep. One full garbage collection, of about 50 ms, frees them.
 */
function returnMemorySoon(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (options: object) => void
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, RETURN_MEMORY_MS).unref()
}
