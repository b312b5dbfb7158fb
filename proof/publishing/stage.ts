import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createControl, type SimulatorControl } from '../../simulators/client.ts'
import { createDeps, type Deps } from '../../src/app/deps.ts'
import { readConfig } from '../../src/config/config.ts'
import { type EmbeddedServer, startEmbedded } from '../../src/db/embedded/embedded.ts'
import { readPostmaster } from '../../src/db/embedded/postmaster.ts'
import { openDatabase } from '../../src/db/open.ts'
import { createLog } from '../../src/lib/log/log.ts'
import { BARE_ENV } from '../../tests/helpers/process.ts'
import type { ChildHooks, FromChild, ToChild } from './faults/messages.ts'
import type { SlowRoad } from './faults/slow-road.ts'

/** A database, the simulators, the API and the workers, each a process that can be killed. */
export interface Stage {
  simulatorsUrl: string
  control: SimulatorControl
  /** The proof's own access to the database, and actions of a person. */
  deps: Deps
  api: Actor
  workers: Actor[]
  /** Sends SIGKILL or SIGINT to the postmaster, which its supervisor restarts. Resolves when it answers again. */
  restartDatabase(signal: 'SIGKILL' | 'SIGINT'): Promise<void>
  stop(): Promise<void>
}

/** A process that can be restarted after it was killed. */
export interface Actor {
  readonly name: string
  readonly port: number
  readonly pid: number
  /** Number of starts. */
  readonly starts: number
  tell(message: ToChild): void
  /** Sends SIGKILL. */
  kill(): void
  /** A stopped process keeps its connections. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Whether it has sent this message since its start. */
  hasSaid(kind: FromChild['kind']): boolean
  /** Resolves with false if it did not end within the time. */
  ended(withinMs: number): Promise<boolean>
  start(): Promise<void>
  stop(): Promise<void>
}

export interface StageOptions {
  /** Stands between Doorpost and the simulators; without it they are reached directly. */
  road?: SlowRoad
  hooks: ChildHooks
  workers: number
  concurrency: number
  seed: string
  /** Parent of its folder. Defaults to the system's temporary folder. */
  parentFolder?: string
  /** Shows Doorpost's own log lines, for debugging. */
  logLevel: string
}

const CHILD = new URL('child.ts', import.meta.url)
/** A busy machine may need minutes. */
const START_TIMEOUT_MS = 10 * 60_000
const SLOW_START_MS = 60_000
const DATABASE_TIMEOUT_MS = 60_000
const POLL_MS = 50

export async function openStage(options: StageOptions): Promise<Stage> {
  const stops: Array<() => Promise<void>> = []
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each().catch(() => {})
  }
  try {
    const folder = await mkdtemp(join(options.parentFolder ?? tmpdir(), 'doorpost-proof-'))
    // As root, PostgreSQL runs under another account, which must be able to reach its files.
    await chmod(folder, 0o711)
    stops.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
    const server = await startEmbedded({ dataDir: folder, applicationName: `proof ${process.pid}` })
    stops.push(() => server.stop())

    const actor = (name: string, env: Record<string, string>): Actor => {
      const made = createActor(name, env)
      stops.push(() => made.stop())
      return made
    }
    const simulators = actor('simulators', {
      PROOF_ROLE: 'simulators',
      STATE_FILE: join(folder, 'sandbox.jsonl'),
      SEED: options.seed,
      ...(options.road ? { PUBLIC_URL: options.road.url } : {}),
    })
    await simulators.start()
    options.road?.leadTo(simulators.port)
    const directUrl = `http://127.0.0.1:${simulators.port}`
    const simulatorsUrl = options.road?.url ?? directUrl

    const env = {
      DATABASE_URL: urlOf(server),
      DATA_DIR: folder,
      SECRET_KEY: randomBytes(32).toString('base64'),
      SANDBOX_URL: simulatorsUrl,
      LOG_LEVEL: options.logLevel,
      RATE_LIMIT_AUTHENTICATED: '1000000',
      WORKER_CONCURRENCY: String(options.concurrency),
      PROOF_HOOKS: JSON.stringify(options.hooks),
    }
    const deps = await openDeps(env, simulatorsUrl, stops)
    const api = actor('api', { ...env, PROOF_ROLE: 'api' })
    const workers = Array.from({ length: options.workers }, (_, at) =>
      actor(`worker ${at + 1}`, { ...env, PROOF_ROLE: 'worker' }),
    )
    await Promise.all([api, ...workers].map((each) => each.start()))
    return {
      simulatorsUrl,
      control: createControl(directUrl),
      deps,
      api,
      workers,
      restartDatabase: (signal) => restartDatabase(server, deps, signal),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function urlOf({ connection }: EmbeddedServer): string {
  return `postgres://${connection.user}@/${connection.database}?host=${encodeURIComponent(connection.host)}`
}

async function openDeps(env: Record<string, string>, sandboxUrl: string, stops: Stage['stop'][]): Promise<Deps> {
  const config = readConfig(env, process.cwd())
  const database = await openDatabase(config, { as: 'server', onError: () => {} })
  stops.push(() => database.close())
  const log = createLog('silent', { write: () => {} })
  const { deps, close } = await createDeps(config, database, log, { sandboxUrl })
  stops.push(close)
  return deps
}

async function restartDatabase(server: EmbeddedServer, { pool }: Deps, signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
  const before = readPostmaster(server.directory)
  if (before === undefined) return
  process.kill(before.pid, signal)
  for (const deadline = Date.now() + DATABASE_TIMEOUT_MS; ; await delay(POLL_MS)) {
    const postmaster = readPostmaster(server.directory)
    if (postmaster?.isReady && postmaster.pid !== before.pid) {
      const answer = await pool.query('select 1').catch(() => null)
      if (answer !== null) return
    }
    if (Date.now() > deadline) throw new Error('PostgreSQL did not come back')
  }
}

function createActor(name: string, env: Record<string, string>): Actor {
  let child: ChildProcess | null = null
  let port = 0
  let starts = 0
  let stopped = false
  const said = new Set<FromChild['kind']>()
  const isAlive = () => child !== null && child.exitCode === null && child.signalCode === null
  const signal = (name: NodeJS.Signals) => {
    if (isAlive() && child?.pid !== undefined) process.kill(child.pid, name)
  }
  const kill = () => signal('SIGKILL')
  const ended = async (withinMs: number) => {
    if (child === null || !isAlive()) return true
    const timer = new AbortController()
    const exit = once(child, 'exit', { signal: timer.signal }).then(
      () => true,
      () => false,
    )
    const late = delay(withinMs, false, { signal: timer.signal }).catch(() => false)
    const result = await Promise.race([exit, late])
    timer.abort()
    return result
  }
  return {
    name,
    get port() {
      return port
    },
    get pid() {
      return child?.pid ?? 0
    },
    get starts() {
      return starts
    },
    kill,
    signal,
    hasSaid: (kind) => said.has(kind),
    ended,
    tell(message) {
      if (isAlive() && child?.connected) child.send(message, () => {})
    },
    async start() {
      if (stopped) return
      starts += 1
      child = fork(CHILD, {
        execArgv: [],
        // Nothing is inherited from our environment. The port stays the same, so that callers find it.
        env: { ...BARE_ENV, PORT: String(port), ...env },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      child.on('error', () => {})
      said.clear()
      child.on('message', ({ kind }: FromChild) => said.add(kind))
      const message = await firstMessage(child, name)
      if (message?.kind === 'ready') port = message.port || port
    },
    async stop() {
      stopped = true
      kill()
      await ended(5_000)
    },
  }
}

/** Null if it ended first: it was killed while starting, or the database was down. */
async function firstMessage(child: ChildProcess, name: string): Promise<FromChild | null> {
  const timer = AbortSignal.timeout(START_TIMEOUT_MS)
  const say = () => process.stderr.write(`  ${name} is still starting: this machine is slow\n`)
  const slow = setInterval(say, SLOW_START_MS).unref()
  try {
    return await Promise.race([
      once(child, 'message', { signal: timer }).then(([message]) => message as FromChild),
      once(child, 'exit', { signal: timer }).then(() => null),
    ])
  } catch (error) {
    child.kill('SIGKILL')
    throw new Error(`${name} did not start within ${START_TIMEOUT_MS} ms`, { cause: error })
  } finally {
    clearInterval(slow)
  }
}
