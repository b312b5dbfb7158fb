import type { ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { orAborted, withinMs } from '../../lib/bounds/abort.ts'
import { SetupError } from '../../lib/problem.ts'
import { findCluster } from './cluster.ts'
import { asServerError, EmbeddedServerError, errorCode } from './errors.ts'
import { describeShortage } from './folders.ts'
import { type Attached, becomeOwner, becomeUser, createDatabase, holders, lock, OWNER, USERS } from './locks.ts'
import { lastServerMessage, watchServerLog } from './log.ts'
import {
  childrenOf,
  clearStaleLocks,
  createSocketDir,
  hasEnded,
  killTree,
  PORT,
  patienceUntil,
  readPostmaster,
  removeSocketDir,
  SOCKET_NAME,
  stopChild,
  whoHas,
} from './postmaster.ts'
import { type PrepareOptions, prepare, type Setup, spawnServer, stopPostmaster } from './prepare.ts'

export { EmbeddedServerError }

/** Another process uses the data folder; the message names it. */
export class DataFolderHeldError extends SetupError {}

export interface EmbeddedOptions extends PrepareOptions {
  /** How we introduce ourselves to a second starter. PostgreSQL keeps 63 bytes of it. */
  applicationName: string
  /**
   * Called with one line when the server has ended unexpectedly and when it runs again. For the log; no action is
   * needed.
   */
  onExit?: (reason: string) => void
  /** Called when the server was started and has not responded yet. */
  onLaunch?: () => void
  /** Added to ours or replacing them, for tests. */
  serverSettings?: Record<string, string>
  /** How long a start waits for commands that use the server, for tests. */
  usersTimeoutMs?: number
}

export interface EmbeddedServer {
  /** For `pg`; the host is the folder of the socket. */
  connection: { host: string; port: number; user: string; database: string; ssl: false }
  /** The physical location of PostgreSQL's files. */
  directory: string
  /** With a deadline, a server that has not shut down by then is killed. */
  stop(deadline?: number): Promise<void>
}

interface Context extends Setup {
  options: EmbeddedOptions
}

interface Launched extends Attached {
  child: ChildProcess
}

const POLL_MS = 20
const START_TIMEOUT_MS = 60_000
const RECOVERY_TIMEOUT_MS = 600_000 // Replaying the log after a crash may take minutes.
/** Two files of its log. With less, a start may fail, and PostgreSQL's message does not say what to do. */
const START_BYTES = 32_000_000
const USERS_TIMEOUT_MS = 10_000
const ABORTED_START_MS = 4_000
const KILLED_OWNER_MS = 2_000 // PostgreSQL notices a moment later that an owner was killed.
const NEW_OWNER_MS = 300 // Far longer than an owner needs from its server's first response to its lock.

/** For the server process: starts PostgreSQL and keeps it running. No other process can do so at the same time. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { signal } = options
  return prepared(options, async (setup) => {
    const found = await attach(setup, signal)
    if (found !== undefined) await removeOrphan(setup, found)
    const server = await launch(setup, undefined, signal)
    if (server === undefined) return undefined
    return (await orLeave(server, becomeOwner, signal)) ? supervise(setup, server) : undefined
  })
}

/** For the command line: uses the running server, or starts one that the last user stops. */
export async function joinEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  return prepared(options, async (setup) => {
    const found = await attach(setup)
    const launched = found === undefined ? await launch(setup) : undefined
    const server = found ?? launched
    if (server === undefined) return undefined
    if (!(await orLeave(server, becomeUser, options.signal))) return undefined
    launched?.child.unref() // Other users may still need it after we end.
    return toServer(setup, server, () => leave(setup, server))
  })
}

/** The last resort of a process that must end now. A server that another process started is left alone. */
export function killEmbedded(dataDir: string): void {
  try {
    const directory = findCluster(dataDir)
    const pid = directory === undefined ? undefined : readPostmaster(directory)?.pid
    if (pid !== undefined && childrenOf(process.pid).includes(pid)) killTree(pid)
  } catch {
    // Nothing is left to try.
  }
}

async function prepared(
  options: EmbeddedOptions,
  attempt: (setup: Context) => Promise<EmbeddedServer | undefined>,
): Promise<EmbeddedServer> {
  const setup: Context = { ...(await prepare(options)), options }
  return retryRaces(setup, attempt).catch((error) => {
    fs.closeSync(setup.log.fd)
    throw error
  })
}

/** Repeats an attempt that another process interfered with, which undefined or a lost connection indicates. */
async function retryRaces<T>(setup: Context, attempt: (setup: Context) => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (let retries = 0; ; retries++) {
    let cause: unknown
    setup.options.signal?.throwIfAborted()
    try {
      const result = await attempt(setup)
      if (result !== undefined) return result
    } catch (error) {
      setup.options.signal?.throwIfAborted()
      if (error instanceof EmbeddedServerError || error instanceof DataFolderHeldError) throw error
      cause = error
    }
    if (Date.now() > deadline) {
      const reason = cause instanceof Error ? cause.message : lastServerMessage(setup.log)
      throw new EmbeddedServerError(`PostgreSQL in ${setup.directory} cannot be started: ${reason}`, { cause })
    }
    await delay(Math.min(POLL_MS * 2 ** retries, 1000))
  }
}

/** Connects to the server that runs in the folder, waiting while it starts. Undefined if there is none. */
async function attach(setup: Context, signal?: AbortSignal): Promise<Attached | undefined> {
  const { directory } = setup
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    signal?.throwIfAborted()
    const postmaster = readPostmaster(directory)
    if (postmaster === undefined) return undefined
    const { pid, port, socketDir, isReady } = postmaster
    const attempt = isReady ? await connect(setup, { socketDir, port, pid, signal }) : 'it is starting or stopping'
    if (typeof attempt === 'object') return attempt
    const holder = whoHas(pid, directory)
    if (holder === 'nobody' || holder === 'other') return undefined
    if (Date.now() > deadline) {
      throw new EmbeddedServerError(`PostgreSQL (process ${pid}) in ${directory} does not answer: ${attempt}`)
    }
    await delay(POLL_MS)
  }
}

/** A connection, or why there is none. A server with another data folder is not ours. */
async function connect(
  setup: Context,
  { socketDir, port, pid, signal }: { socketDir: string; port: number; pid: number; signal: AbortSignal | undefined },
): Promise<Attached | string> {
  const client = new pg.Client({
    ...toConnection(socketDir, port),
    database: 'postgres',
    application_name: setup.options.applicationName,
    connectionTimeoutMillis: 5000,
    query_timeout: 30_000,
  })
  const attached: Attached = { client, pid, socketDir, isOpen: true }
  client.on('error', () => {}) // Followed by `end`.
  client.on('end', () => {
    attached.isOpen = false
  })
  try {
    await orAborted(client.connect(), signal)
    const { rows } = await orAborted(client.query<{ data_directory: string }>('show data_directory'), signal)
    if (rows[0]?.data_directory === setup.directory) return attached
    await detach(attached)
    return 'another server answers on its socket'
  } catch (error) {
    await detach(attached)
    const code = errorCode(error) ?? ''
    if (code === 'EACCES' || code === '53300' || code.startsWith('28')) {
      throw asServerError(`PostgreSQL in ${setup.directory} is running but refuses connections`, error)
    }
    return error instanceof Error ? error.message : String(error)
  }
}

async function detach({ client }: Attached): Promise<void> {
  // `end` of a client that never connected, or whose server has died, may fail or never return.
  const ended = client.end().catch(() => {})
  await withinMs(1000, ended)
}

/** Starts a server and waits for its first response. Undefined if another one is, or was until now, in the folder. */
async function launch(setup: Context, oldSocketDir?: string, signal?: AbortSignal): Promise<Launched | undefined> {
  await clearStaleLocks(setup.directory)
  const socketDir = oldSocketDir ?? createSocketDir(setup.directory, SOCKET_NAME, setup.account)
  let server: Launched | undefined
  try {
    server = await firstAnswer(setup, socketDir, signal)
    return server
  } finally {
    if (server === undefined && oldSocketDir === undefined) removeSocketDir(socketDir, SOCKET_NAME)
  }
}

async function firstAnswer(setup: Context, socketDir: string, signal?: AbortSignal): Promise<Launched | undefined> {
  const { directory, log } = setup
  setup.options.onStep?.(`starting the database in ${directory}`)
  const { child, logFrom } = spawnServer(setup, socketDir, setup.options.serverSettings)
  setup.options.onLaunch?.()
  const deadline = Date.now() + RECOVERY_TIMEOUT_MS
  for (let isOthers = false; ; await delay(POLL_MS)) {
    const postmaster = readPostmaster(directory)
    if (postmaster !== undefined) isOthers = postmaster.pid !== child.pid
    if (hasEnded(child)) {
      // The lock file of another server, or of a killed one, which is valid while any of its processes lives.
      if (isOthers) return undefined
      // It ran, and another user who came and left before our first query has stopped it as the last one to leave.
      if (child.exitCode === 0) return undefined
      const reason = lastServerMessage(log, logFrom)
      const shortage = describeShortage(directory, START_BYTES)
      throw new EmbeddedServerError(`PostgreSQL does not start: ${reason}${shortage === null ? '' : ` (${shortage})`}`)
    }
    if (signal?.aborted || Date.now() > deadline) {
      await stopChild(child, patienceUntil(Date.now() + ABORTED_START_MS))
      throw new EmbeddedServerError(`PostgreSQL does not become ready: ${lastServerMessage(log, logFrom)}`)
    }
    // Before it has written the lock file, the socket may still be another server's.
    if (child.pid === undefined || isOthers || !postmaster?.isReady) continue
    const attempt = await connect(setup, { socketDir, port: PORT, pid: child.pid, signal })
    if (typeof attempt === 'object') return Object.assign(attempt, { child }) // Its listeners write to this very object.
  }
}

/** Leaves the server, and stops it if it is our child, if the lock or the database cannot be obtained. */
async function orLeave(
  server: Attached & { child?: ChildProcess },
  take: typeof becomeUser,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  let isDone = false
  try {
    await orAborted(createDatabase(server), signal)
    isDone = await orAborted(take(server), signal)
    return isDone
  } finally {
    if (!isDone) await detach(server)
    if (!isDone && server.child !== undefined) {
      await stopChild(server.child, patienceUntil(Date.now() + ABORTED_START_MS))
      removeSocketDir(server.socketDir, SOCKET_NAME)
    }
  }
}

/** Stops a server without users. Throws if it has one. */
async function removeOrphan(setup: Context, found: Attached): Promise<void> {
  try {
    if ((await holders(found, OWNER)).length === 0 && (await holders(found, USERS)).length === 0) {
      await delay(NEW_OWNER_MS) // Its owner may have started it this moment.
    }
    for (const [right, patience] of [
      [OWNER, KILLED_OWNER_MS],
      [USERS, setup.options.usersTimeoutMs ?? USERS_TIMEOUT_MS],
    ] as const) {
      const deadline = Date.now() + patience
      while (!(await lock(found, 'pg_try_advisory_lock', right))) {
        setup.options.signal?.throwIfAborted()
        const names = await holders(found, right)
        if (names.length > 0 && Date.now() > deadline) throw heldBy(setup, names.join(', '))
        await delay(POLL_MS)
      }
    }
    await stopPostmaster(setup, found.pid)
    removeSocketDir(found.socketDir, SOCKET_NAME)
  } finally {
    await detach(found)
  }
}

function heldBy(setup: Context, name: string): DataFolderHeldError {
  return new DataFolderHeldError(`${setup.options.dataDir} is in use by ${name}: stop it or use another data folder`)
}

/** The last user of a server without an owner stops it. */
async function leave(setup: Context, server: Attached): Promise<void> {
  const attached = server.isOpen ? server : await attach(setup)
  if (attached === undefined) return
  try {
    // Released first: two users who leave at once must not keep each other from the exclusive lock.
    if (attached === server) await lock(attached, 'pg_advisory_unlock_shared', USERS)
    if ((await holders(attached, OWNER)).length > 0) return
    if (!(await lock(attached, 'pg_try_advisory_lock', USERS))) return
    if ((await holders(attached, OWNER)).length > 0) return
    await stopPostmaster(setup, attached.pid)
    removeSocketDir(attached.socketDir, SOCKET_NAME)
  } catch (error) {
    if (error instanceof EmbeddedServerError) throw error
    // The server ended meanwhile, which is what we wanted.
  } finally {
    await detach(attached)
  }
}

/** Restarts the server when it ends, and takes the lock again if only the connection has ended. */
function supervise(setup: Context, first: Launched): EmbeddedServer {
  const aborter = new AbortController()
  let current = first

  async function keepRunning(): Promise<void> {
    for (;;) {
      const reason = await untilLost(current, aborter.signal)
      if (aborter.signal.aborted) return
      setup.options.onExit?.(`PostgreSQL stopped (${reason}); restarting it`)
      for (let retries = 0, next: Launched | undefined; next === undefined; retries++) {
        next = await restore(setup, current, aborter.signal).catch((error: Error) => {
          if (!aborter.signal.aborted) setup.options.onExit?.(error.message)
          return undefined
        })
        if (next !== undefined) current = next
        else if (aborter.signal.aborted) return
        else await delay(Math.min(POLL_MS * 2 ** retries, 1000), undefined, aborter).catch(() => {})
      }
      setup.options.onExit?.('PostgreSQL runs again')
    }
  }

  const running = keepRunning()
  const logWatch = watchServerLog(setup.log)
  return toServer(setup, first, async (deadline) => {
    clearInterval(logWatch)
    aborter.abort()
    // It stops whatever it has just started.
    await running
    // The lock is held until the server ends, so that nobody takes it for an orphan.
    await stopChild(current.child, deadline === undefined ? undefined : patienceUntil(deadline))
    await detach(current)
    removeSocketDir(current.socketDir, SOCKET_NAME)
  })
}

async function restore(setup: Context, lost: Launched, signal: AbortSignal): Promise<Launched | undefined> {
  const found = await attach(setup, signal)
  if (found !== undefined && found.pid !== lost.child.pid) {
    const [owner] = await holders(found, OWNER).finally(() => detach(found))
    throw heldBy(setup, owner ?? 'another process')
  }
  const server =
    found === undefined ? await launch(setup, lost.socketDir, signal) : Object.assign(found, { child: lost.child })
  if (server === undefined || (await becomeOwner(server).catch(() => false))) return server
  await detach(server)
  if (server.child !== lost.child) await stopChild(server.child)
  return undefined
}

function untilLost(server: Launched, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    if (signal.aborted || !server.isOpen || hasEnded(server.child)) resolve('ended at once')
    server.client.once('end', () => resolve('connection lost'))
    server.child.once('exit', (code, name) => resolve(name === null ? `exit code ${code}` : `signal ${name}`))
    signal.addEventListener('abort', () => resolve('stop'), { once: true })
  })
}

function toServer(setup: Context, server: Attached, stop: (deadline?: number) => Promise<void>): EmbeddedServer {
  let stopping: Promise<void> | undefined
  return {
    connection: toConnection(server.socketDir, PORT),
    directory: setup.directory,
    stop: (deadline) => {
      stopping ??= stop(deadline).finally(() => fs.closeSync(setup.log.fd))
      return stopping
    },
  }
}

/** Complete, so that `pg` takes nothing from PGHOST, PGSSLMODE and the like. */
function toConnection(host: string, port: number): EmbeddedServer['connection'] {
  return { host, port, user: 'doorpost', database: 'doorpost', ssl: false }
}
