import { flushCompileCache } from 'node:module'
import {
  doubtfulSettings,
  misspeltSettings,
  readConfig,
  SETTINGS,
  UNREACHABLE_HTTPS,
  unreachableHttps,
} from './config.ts'
import { createLog, stdoutDestination } from './lib/log.ts'
import { explainFailure } from './lib/problem.ts'
import { type Running, start } from './start.ts'
import { PROGRAM_VERSION } from './version.ts'

const FORCED_EXIT_MS = 10_000

/** `npm start`: runs until it is told to stop. */
export async function runMain(): Promise<void> {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h' || word === 'help')) {
    process.stdout.write(usage())
    return
  }
  if (process.argv.slice(2).includes('--version')) {
    process.stdout.write(`${PROGRAM_VERSION}\n`)
    return
  }
  const words = process.argv.slice(2)
  const unknown = words.find((word) => word !== '--sandbox')
  if (unknown !== undefined) {
    process.stderr.write(
      `doorpost: "${unknown}" is not an option. Settings are environment variables: PORT=8081 npm start\n`,
    )
    process.exit(2)
  }
  try {
    const env = words.includes('--sandbox') ? { ...process.env, SANDBOX: 'true' } : process.env
    const config = readConfig(env, process.cwd())
    const destination = stdoutDestination()
    const log = createLog(config.logLevel, destination)
    const doubts = [...misspeltSettings(env), ...doubtfulSettings(config)]
    if (unreachableHttps(config)) doubts.push(UNREACHABLE_HTTPS)
    for (const doubt of doubts) log.warn(doubt)
    const running = await start(config, log)
    process.stdout.write(banner(running, config.role))
    log.info({ role: config.role, port: running.config.port }, 'started')
    // Now, and not at the end, which may be a kill.
    flushCompileCache()

    let stopping = false
    const stop = async (signal: string) => {
      if (stopping) return
      stopping = true
      log.info({ signal }, 'stopping')
      // The promise to be gone in ten seconds holds even when the database hangs.
      setTimeout(() => process.exit(1), FORCED_EXIT_MS - 500).unref()
      await running.stop()
      log.info('stopped')
      destination.flushSync()
      process.exit(0)
    }
    process.on('SIGTERM', () => void stop('SIGTERM'))
    process.on('SIGINT', () => void stop('SIGINT'))
    process.on('SIGHUP', () => void stop('SIGHUP'))
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`)
    process.exit(1)
  }
}

function banner({ config, place, sandboxUrl, setupUrl }: Running, role: string): string {
  if (role === 'worker') return `\n  Doorpost worker is running.\n  Data         ${place}\n\n`
  const sandbox = sandboxUrl
    ? `  Sandbox      ${sandboxUrl}   four connected accounts; no post leaves this machine\n`
    : ''
  const setup = setupUrl === null ? '' : `  Set up       ${setupUrl}\n               works once, until tomorrow\n`
  return `
  Doorpost is running${sandboxUrl ? ' in the SANDBOX' : ''}.

  Dashboard    ${config.baseUrl}
  API          ${config.baseUrl}
  Reference    ${config.baseUrl}/docs
  Data         ${place}
${sandbox}${setup}
  First key    npm run -s doorpost -- keys create --name first${sandboxUrl ? ' --sandbox' : ''}
  Stop         Ctrl-C

`
}

function usage(): string {
  const width = Math.max(...SETTINGS.map(({ name }) => name.length))
  const lines = SETTINGS.map(({ name, fallback, meaning }) => {
    const value = fallback === '' ? '' : ` (${fallback})`
    return `  ${name.padEnd(width)}  ${meaning}${value}`
  })
  return `npm start: runs Doorpost until it is stopped. With "npm start -- --sandbox" it posts to platforms in miniature on this machine.\n\nSettings are environment variables, all optional:\n${lines.join('\n')}\n`
}
