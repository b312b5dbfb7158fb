import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { type Account, CHILD_ENV, chooseAccount, ownName } from './account.ts'
import { type Binaries, findBinaries, runTool } from './binaries.ts'
import { createCluster, ensureOwnCluster, findCluster, initCluster, restrictAccess } from './cluster.ts'
import { EmbeddedServerError, NoDatabaseYet } from './errors.ts'
import { DEFAULT_SYSTEM_DIR, openDataFolder, readText, removeLeftovers } from './folders.ts'
import { openServerLog, type ServerLog, trimServerLog } from './log.ts'
import { PORT, readPostmaster, shutDown, whoHas } from './postmaster.ts'

/** Everything that is decided before a server is looked for or started. */
export interface Setup {
  account: Account | undefined
  binaries: Binaries
  /** The real path of the cluster. */
  directory: string
  log: ServerLog
}

export interface PrepareOptions {
  /** Absolute. PostgreSQL lives in `postgres` in it and logs to `postgres.log`. */
  dataDir: string
  /** Another package with the same layout, or the absolute path of one. */
  packageName?: string
  /** For root: where to put files that the server's account cannot reach in their usual location. */
  systemDir?: string
  /** Creates nothing: throws NoDatabaseYet if there is no cluster. */
  mustExist?: boolean
  /** Called with a description before each step that may take seconds. */
  onStep?: (step: string) => void
  /** Cancels a start; nothing of it stays behind. */
  signal?: AbortSignal
}

/** Provides matching binaries, data folder and cluster. */
export async function prepare(options: PrepareOptions): Promise<Setup> {
  if (!isAbsolute(options.dataDir) || /[\n\0]/.test(options.dataDir)) {
    throw new EmbeddedServerError(`the data folder must be an absolute path on one line, not "${options.dataDir}"`)
  }
  const { signal } = options
  if (options.mustExist && findCluster(options.dataDir) === undefined) throw new NoDatabaseYet(options.dataDir)
  const systemDir = options.systemDir ?? DEFAULT_SYSTEM_DIR
  const dataDir = openDataFolder(options.dataDir)
  removeLeftovers(dataDir, 'postgres')
  let directory = findCluster(dataDir)
  const account = await chooseAccount(directory)
  if (account === undefined) ownName()
  const binaries = await findBinaries({ packageName: options.packageName, systemDir, dataDir, account })
  if (directory === undefined) {
    signal?.throwIfAborted()
    options.onStep?.(`creating a database for ${dataDir}: this takes a few seconds, once`)
    await createCluster(dataDir, systemDir, account, (folder) => initCluster(binaries, folder, account, signal))
    directory = findCluster(dataDir)
    if (directory === undefined) throw new EmbeddedServerError(`${dataDir} was removed while a database was created`)
  }
  const version = readText(join(directory, 'PG_VERSION'))?.trim()
  if (version !== String(binaries.major)) {
    throw new EmbeddedServerError(
      `the data in ${directory} is from PostgreSQL ${version}, but this Doorpost comes with PostgreSQL ${binaries.major}: ` +
        'with the previous version of Doorpost run "backup FILE", then with this one and a new data folder "restore FILE"',
    )
  }
  ensureOwnCluster(account, directory)
  await restrictAccess(directory, account)
  const log = openServerLog(join(dataDir, 'postgres.log'), account)
  return { account, binaries, directory, log }
}

/** Starts the server; `logFrom` is where its part of the log begins. */
export function spawnServer(
  { account, binaries, directory, log }: Setup,
  socketDir: string,
  moreSettings: Record<string, string> = {},
): { child: ChildProcess; logFrom: number } {
  trimServerLog(log)
  const logFrom = fs.fstatSync(log.fd).size
  const settings = Object.entries({ ...serverSettings(socketDir), ...moreSettings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const child = spawn(join(binaries.native, 'bin', 'postgres'), ['-D', directory, ...settings], {
    cwd: '/',
    // PostgreSQL takes a stale lock file for a live server's if its pid is in use again by the same account, except for
    // its parent's and the pid named here. In a container, both are likely.
    env: { ...CHILD_ENV, PG_GRANDPARENT_PID: String(process.ppid) },
    // Outside the terminal's process group: Ctrl-C is for us, and we decide when the database stops.
    detached: true,
    // A file instead of a pipe, because the server outlives us if we are killed.
    stdio: ['ignore', log.fd, log.fd],
    uid: account?.uid,
    gid: account?.gid,
  })
  child.on('error', () => {}) // A failed start shows as a child without a pid.
  return { child, logFrom }
}

/** Stops a server that is not our child. The caller's connection to it proves that the pid is right. */
export async function stopPostmaster(setup: Setup, pid: number): Promise<void> {
  const isGone = (): boolean =>
    readPostmaster(setup.directory)?.pid !== pid || !['server', 'unknown'].includes(whoHas(pid, setup.directory))
  // Not process.kill: as root it would reach every process, whatever the account has written into its lock file.
  const send = (signal: 'INT' | 'QUIT') =>
    runTool(setup.binaries, 'pg_ctl', ['kill', signal, String(pid)], setup).catch((error: unknown) => {
      if (!isGone()) throw error
    })
  if (await shutDown(isGone, send)) return
  throw new EmbeddedServerError('PostgreSQL does not stop: kill its processes manually')
}

function serverSettings(socketDir: string): Record<string, string> {
  return {
    listen_addresses: '',
    port: String(PORT),
    // A list: quoted, because a comma would end the name.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    cluster_name: 'doorpost',
    max_connections: '100',
    shared_buffers: '128MB',
    fsync: 'on',
    synchronous_commit: 'on',
    autovacuum_naptime: '15s', // Statistics must keep up with a fast intake.
    full_page_writes: 'on',
    jit: 'off',
    logging_collector: 'off',
    log_destination: 'stderr',
    // Messages of level ERROR quote values, which include people's addresses. For this setting `log` ranks above
    // `error`: what remains are the server's own messages and those that end a session or the server.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_statement: 'none',
    log_checkpoints: 'off',
  }
}
