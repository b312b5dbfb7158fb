import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serverOptions } from '../../scripts/server-options.ts'
import { SETTINGS } from '../../src/config/settings.ts'
import { stopChild, track } from '../tools/children.ts'

/** Doorpost as a user runs it: in its own process, with every check on and the log read from a pipe. */
export interface Doorpost {
  pid: number
  port: number
  stop(): Promise<void>
}

export type Settings = Record<string, string>

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const START_TIMEOUT_MS = 60_000

// Rate limits stay on, but are too high to be reached.
const LIMITS: Settings = {
  RATE_LIMIT_AUTHENTICATED: '100000000',
  RATE_LIMIT_PUBLIC: '100000000',
  RATE_LIMIT_WEBHOOK: '100000000',
}

export async function startDoorpost(
  settings: Settings,
  nodeOptions: string[] = [],
  checkout = ROOT,
): Promise<Doorpost> {
  const child = spawnDoorpost({ PORT: '0', ...settings }, nodeOptions, checkout)
  const port = await listeningPort(child)
  return { pid: child.pid!, port, stop: () => stopChild(child) }
}

export function spawnDoorpost(settings: Settings, nodeOptions: string[] = [], checkout = ROOT): ChildProcess {
  const child = track(
    spawn(process.execPath, [...serverOptions(checkout), ...nodeOptions, 'src/main.ts'], {
      cwd: checkout,
      env: environment(settings),
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  child.stdout!.resume()
  return child
}

/**
 * Returns the key or URL on the last line of a command's output. The first command on a database creates the tables.
 */
export function runCommand(settings: Settings, ...words: string[]): Promise<string> {
  return runCommandIn(ROOT, settings, ...words)
}

const migrated = new Set<string>()

export async function runCommandIn(checkout: string, settings: Settings, ...words: string[]): Promise<string> {
  const place = JSON.stringify([settings.DATABASE_URL, settings.DATA_DIR])
  if (!migrated.has(place)) {
    migrated.add(place)
    await runCommandIn(checkout, settings, 'migrate')
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['src/cli.ts', ...words], {
    cwd: checkout,
    env: environment(settings),
    timeout: START_TIMEOUT_MS,
  })
  return stdout.trimEnd().split('\n').at(-1)!
}

/** The environment of the person who runs the benchmark must not change the results. */
function environment(settings: Settings): NodeJS.ProcessEnv {
  const env = { ...process.env }
  for (const { name } of SETTINGS) delete env[name]
  // Same value as in the npm scripts.
  return { ...env, NODE_COMPILE_CACHE: 'node_modules/.cache/doorpost', LOG_LEVEL: 'info', ...LIMITS, ...settings }
}

function listeningPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => reject(new Error('Doorpost did not start in time')), START_TIMEOUT_MS)
    const onData = (chunk: Buffer) => {
      text += chunk
      const port = /API +http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1]
      if (port === undefined) return
      clearTimeout(timer)
      child.stdout!.off('data', onData)
      child.stdout!.resume()
      resolve(Number(port))
    }
    child.stdout!.on('data', onData)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`Doorpost ended with code ${code} while starting: ${text}`))
    })
  })
}
