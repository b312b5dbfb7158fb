import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import fs, { type Stats } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { isAlive } from '../../lib/machine.ts'
import { SetupError } from '../../lib/problem.ts'
import { startLine } from '../../lib/program.ts'

/** One line that says what is wrong and what to do. */
export class EmbeddedServerError extends SetupError {}

/** It is not installed, or not made for this machine. */
export class NoEmbeddedServer extends EmbeddedServerError {}

/** For commands that do not create one. */
export class NoDatabaseYet extends EmbeddedServerError {
  constructor(dataDir: string) {
    super(
      `There is no database in ${dataDir} yet. If that is the right folder, start Doorpost first (${startLine()}). ` +
        'Otherwise set DATA_DIR to the folder of your installation.',
    )
  }
}

/** Whom the server's processes run as when we are root, which PostgreSQL refuses to run as. */
export interface Account {
  name: string
  uid: number
  gid: number
  isNew?: boolean
}

/** What a running postmaster writes into its data folder. */
interface Postmaster {
  pid: number
  port: number
  socketDir: string
  /** To be asked before connecting: every refused connection is a line in the log. */
  isReady: boolean
}

/** Children get nothing of our environment: PGDATA, PGPORT and the like must not change what they do. */
export const CHILD_ENV = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LANG: 'C', LC_ALL: 'C', TZ: 'UTC' }

const OWN_ACCOUNT = 'doorpost'
/** Where no account of our own can be made. Other programs may run as these as well. */
const SHARED_ACCOUNTS = ['postgres', '_postgres', 'nobody']
const SOCKET_DIR_PREFIX = 'doorpost-socket-'
const LEFTOVER_AGE_MS = 10 * 60_000
// What fits into a socket's address, less the zero at its end.
const SOCKET_PATH_BYTES = process.platform === 'darwin' ? 103 : 107
const READ = 4
const ENTER = 1

/**
 * The folder for things that the account must reach but only root may change. Not /var/lib/doorpost, which belongs to the Debian
 * package and goes with it. Databases that 0.2 has created there are used where they are: a link in the data folder leads to them.
 */
export const DEFAULT_SYSTEM_DIR =
  process.platform === 'darwin' ? '/Library/Application Support/doorpost' : '/var/lib/doorpost-root'

/** Level by level: Node's recursive form never ends below a folder that takes no new ones, such as /proc. */
function createFolders(folder: string, mode: number): boolean {
  const there = fs.statSync(folder, { throwIfNoEntry: false })
  if (there?.isDirectory()) return false
  if (there) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' })
  createFolders(dirname(folder), mode)
  try {
    fs.mkdirSync(folder, { mode })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return true
}

/** Creates the data folder where it is missing; gives its real path. */
export function openDataFolder(dataDir: string): string {
  const isRoot = process.getuid?.() === 0
  return orExplain(`cannot use the data folder ${dataDir}`, () => {
    // As root the server's account has to pass through this folder, though not to list it.
    if (createFolders(dataDir, isRoot ? 0o711 : 0o700) && isRoot) fs.chmodSync(dataDir, 0o711)
    return fs.realpathSync(dataDir)
  })
}

/** Where the cluster of a data folder physically is; undefined when there is none yet. */
export function findCluster(dataDir: string): string | undefined {
  const path = join(dataDir, 'postgres')
  const entry = lstatOf(path)
  if (entry === undefined) return undefined
  if (entry.isSymbolicLink() && !fs.existsSync(path)) {
    throw new EmbeddedServerError(
      `${path} points to ${fs.readlinkSync(path)}, which is missing: restore it, or remove ${path} to start with an empty database`,
    )
  }
  const cluster = orExplain(`cannot open ${path}`, () => fs.realpathSync(path))
  const names = orExplain(`cannot read ${cluster}`, () => fs.readdirSync(cluster))
  // An empty folder is as good as none: the new cluster is renamed over it.
  if (names.length === 0 && !entry.isSymbolicLink()) return undefined
  if (!names.includes('PG_VERSION')) {
    throw new EmbeddedServerError(`${cluster} contains no PostgreSQL data: move it away or choose another data folder`)
  }
  return cluster
}

/** Undefined when the server runs as ourselves. */
export async function chooseAccount(cluster: string | undefined): Promise<Account | undefined> {
  const uid = process.getuid?.()
  const owner = cluster === undefined ? undefined : orExplain(`cannot read ${cluster}`, () => fs.statSync(cluster))
  if (uid !== 0) {
    if (owner !== undefined && owner.uid !== uid) {
      throw new EmbeddedServerError(
        `${cluster} belongs to the account with uid ${owner.uid}: run Doorpost as that account or as root`,
      )
    }
    return undefined
  }
  if (owner !== undefined && owner.uid !== 0) {
    const gid = owner.gid !== 0 ? owner.gid : await askId('-g', String(owner.uid))
    const name = (await accountName(owner.uid)) ?? `uid ${owner.uid}`
    return { name, uid: owner.uid, gid: gid ?? owner.uid }
  }
  const own = (await findAccount(OWN_ACCOUNT)) ?? (await createAccount())
  if (own !== undefined) return own
  for (const name of SHARED_ACCOUNTS) {
    const account = await findAccount(name)
    if (account !== undefined) return account
  }
  throw new EmbeddedServerError(
    'PostgreSQL does not run as root, and there is no account for it: create one with "useradd --system doorpost", or run Doorpost as an ordinary user',
  )
}

async function findAccount(name: string): Promise<Account | undefined> {
  const [uid, gid] = [await askId('-u', name), await askId('-g', name)]
  return uid !== undefined && uid !== 0 && gid !== undefined ? { name, uid, gid } : undefined
}

/** Only on Linux, where one command does it without asking anything. */
async function createAccount(): Promise<Account | undefined> {
  if (process.platform !== 'linux') return undefined
  const words = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']
  // It fails without useradd, with a read-only /etc, or when somebody was faster.
  const made = await ask('useradd', ...words, '--shell', '/usr/sbin/nologin', OWN_ACCOUNT)
  const account = await findAccount(OWN_ACCOUNT)
  return account && made !== undefined ? { ...account, isNew: true } : account
}

/** Undefined where the system has no name for this number. */
export async function accountName(uid: number): Promise<string | undefined> {
  const name = await ask('id', '-un', String(uid))
  return name === undefined || name === String(uid) ? undefined : name
}

/** Makes sure that the cluster belongs to the server's account and to nobody else, and that the account can get at it. */
export function ensureOwnCluster(account: Account | undefined, cluster: string): void {
  orExplain(`cannot make ${cluster} private`, () => {
    const entry = fs.statSync(cluster)
    // A backup that was copied back may belong to root or be open to others; PostgreSQL refuses both.
    if (account !== undefined && entry.uid === 0) giveTree(cluster, account)
    if ((entry.mode & 0o077) !== 0) fs.chmodSync(cluster, 0o700)
  })
  if (account !== undefined && !canEnter(account, cluster)) {
    throw new EmbeddedServerError(
      `the account ${account.name} cannot enter every folder above ${cluster}: move the data folder, or allow it with "chmod o+x"`,
    )
  }
}

/** Whether the account can pass through every folder of the path, the last one included. */
export function canEnter(account: Account, path: string): boolean {
  for (let folder = fs.realpathSync(path); ; folder = dirname(folder)) {
    if (!allows(account, fs.statSync(folder), ENTER)) return false
    if (folder === dirname(folder)) return true
  }
}

export function canRead(account: Account, path: string): boolean {
  return allows(account, fs.statSync(path), READ)
}

/** Fills a new cluster beside its place, then renames it: a kill leaves nothing half done. Of a race one wins. */
export async function createCluster(
  dataDir: string,
  systemDir: string,
  account: Account | undefined,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  const isAway = account !== undefined && !canEnter(account, dataDir)
  const stem = isAway ? `data-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}` : 'postgres'
  const parent = isAway ? openSystemDir(systemDir) : dataDir
  if (isAway) removeLeftovers(parent, stem)
  const shortage = describeShortage(parent, NEW_CLUSTER_BYTES)
  if (shortage !== null) throw new EmbeddedServerError(`cannot create a database: ${shortage}`)
  const fresh = createSibling(parent, stem)
  try {
    if (account !== undefined) fs.chownSync(fresh, account.uid, account.gid)
    await fill(fresh)
    const link = join(dataDir, 'postgres')
    if (isAway) {
      // Never a name used before: who has deleted the data folder must not meet the old database again.
      const place = join(parent, `${stem}-${randomBytes(4).toString('hex')}`)
      fs.renameSync(fresh, place)
      if (!unlessExists(() => fs.symlinkSync(place, link))) tryRemove(place)
    } else {
      unlessExists(() => fs.renameSync(fresh, link))
    }
    syncFolder(parent)
    syncFolder(dataDir)
  } catch (error) {
    throw asServerError(`cannot create a database in ${parent}`, error)
  } finally {
    tryRemove(fresh)
  }
}

const MB = 1_000_000
/** A new one has 54 MB, and grows with its first rows. */
const NEW_CLUSTER_BYTES = 100 * MB

/** What to do if less is free at the folder; null if there is room. */
export function describeShortage(folder: string, neededBytes: number): string | null {
  const { bavail, bsize } = fs.statfsSync(folder)
  const free = bavail * bsize
  if (free >= neededBytes) return null
  return `${Math.floor(free / MB)} MB are free at ${folder}, and about ${neededBytes / MB} MB are needed; free some space there, or move DATA_DIR to a larger disk`
}

/** A new empty folder `<stem>.new-…`, to be filled and then renamed. */
export function createSibling(parent: string, stem: string): string {
  const path = join(parent, `${stem}.new-${process.pid}-${randomBytes(4).toString('hex')}`)
  orExplain(`cannot write to ${parent}`, () => fs.mkdirSync(path, { mode: 0o700 }))
  return path
}

/** Removes the siblings that interrupted runs have left. */
export function removeLeftovers(parent: string, stem: string): void {
  for (const name of orExplain(`cannot read ${parent}`, () => fs.readdirSync(parent))) {
    if (name.startsWith(`${stem}.new-`) && isLeftover(join(parent, name))) tryRemove(join(parent, name))
  }
}

/** The cluster's own folder, which is private; a short private one where the system's limit on socket paths forbids that. */
export function createSocketDir(directory: string, socketName: string, account: Account | undefined): string {
  if (Buffer.byteLength(join(directory, socketName)) <= SOCKET_PATH_BYTES) return directory
  const parent = account === undefined || canEnter(account, tmpdir()) ? tmpdir() : '/tmp'
  return orExplain(`cannot write to ${parent}`, () => {
    const socketDir = fs.mkdtempSync(join(fs.realpathSync(parent), SOCKET_DIR_PREFIX))
    if (account !== undefined) fs.chownSync(socketDir, account.uid, account.gid)
    return socketDir
  })
}

/** Removes a short private folder, with what a killed server leaves in it. */
export function removeSocketDir(socketDir: string, socketName: string): void {
  if (!basename(socketDir).startsWith(SOCKET_DIR_PREFIX)) return
  fs.rmSync(join(socketDir, socketName), { force: true })
  fs.rmSync(join(socketDir, `${socketName}.lock`), { force: true })
  unlessExists(() => fs.rmdirSync(socketDir))
}

/** Creates the folder that only root may change, or checks the one that is there. */
export function openSystemDir(systemDir: string): string {
  return orExplain(`cannot use ${systemDir}`, () => {
    if (fs.mkdirSync(systemDir, { recursive: true, mode: 0o755 }) !== undefined) fs.chmodSync(systemDir, 0o755)
    return assertRootOnly(systemDir)
  })
}

/** What root runs or hands out from here must be root's own. */
export function assertRootOnly(path: string): string {
  const entry = fs.lstatSync(path)
  if (!entry.isDirectory() || entry.uid !== 0 || (entry.mode & 0o022) !== 0) {
    throw new EmbeddedServerError(`${path} is not a folder that only root may change: remove it and start again`)
  }
  return path
}

/** Turns the failure of a file operation into one line. */
export function orExplain<T>(what: string, operation: () => T): T {
  try {
    return operation()
  } catch (error) {
    throw asServerError(what, error)
  }
}

export function asServerError(what: string, error: unknown): EmbeddedServerError {
  if (error instanceof EmbeddedServerError) return error
  const reason = REMEDIES[errorCode(error) ?? ''] ?? (error instanceof Error ? error.message : String(error))
  return new EmbeddedServerError(`${what}: ${reason}`, { cause: error })
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** False when the place was taken in the meantime. */
export function unlessExists(operation: () => void): boolean {
  try {
    operation()
    return true
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EEXIST' || code === 'ENOTEMPTY') return false
    throw error
  }
}

const NO_PERMISSION = 'no permission; grant it to this account, or choose another data folder'
const NO_SPACE = 'no space left; free some space and start again'
const NOT_A_FOLDER = 'there is a file where a folder is needed; choose another data folder'
const REMEDIES: Record<string, string> = {
  EACCES: NO_PERMISSION,
  EPERM: NO_PERMISSION,
  EROFS: 'the disk is read-only; choose another data folder',
  ENOSPC: NO_SPACE,
  EDQUOT: NO_SPACE,
  ENOTDIR: NOT_A_FOLDER,
  EEXIST: NOT_A_FOLDER,
}

/** The account has its main group only: the others are dropped together with root's rights. */
function allows(account: Account, entry: Stats, right: number): boolean {
  const shift = entry.uid === account.uid ? 6 : entry.gid === account.gid ? 3 : 0
  return ((entry.mode >> shift) & right) === right
}

function giveTree(path: string, account: Account): void {
  fs.lchownSync(path, account.uid, account.gid)
  if (!fs.lstatSync(path).isDirectory()) return
  for (const name of fs.readdirSync(path)) giveTree(join(path, name), account)
}

/** The pid in the name tells a dead maker from one at work; in a container the same pid comes back at every start. */
function isLeftover(path: string): boolean {
  const entry = lstatOf(path)
  if (entry === undefined) return false
  const pid = Number(/\.new-(\d+)-/.exec(basename(path))?.[1] ?? 0)
  if (pid === 0 || !isAlive(pid)) return true
  const processStart = Date.now() - process.uptime() * 1000
  return entry.ctimeMs < (pid === process.pid ? processStart : Date.now() - LEFTOVER_AGE_MS)
}

/** Best effort: an initdb whose starter was killed may still be writing. The next start tries again. */
export function tryRemove(path: string): void {
  try {
    fs.rmSync(path, { recursive: true, force: true })
  } catch {
    // Space wasted, nothing else.
  }
}

/** A rename is only safe from a power cut once its folder is on disk. */
export function syncFolder(path: string): void {
  const fd = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
}

function lstatOf(path: string): Stats | undefined {
  return orExplain(`cannot open ${path}`, () => fs.lstatSync(path, { throwIfNoEntry: false }))
}

async function askId(option: '-u' | '-g', name: string): Promise<number | undefined> {
  const id = Number.parseInt((await ask('id', option, name)) ?? '', 10)
  return Number.isNaN(id) ? undefined : id
}

/** What a program of the system prints; undefined when it fails. */
async function ask(program: string, ...words: string[]): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, words, { env: CHILD_ENV, timeout: 10_000 })
    return stdout.trim()
  } catch {
    return undefined
  }
}

export function readText(path: string): string | undefined {
  try {
    return fs.readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw asServerError(`cannot read ${path}`, error)
  }
}

export function readPostmaster(directory: string): Postmaster | undefined {
  const lines = readText(join(directory, 'postmaster.pid'))?.split('\n')
  const pid = Number.parseInt(lines?.[0] ?? '', 10)
  if (lines === undefined || !(pid > 0)) return undefined
  const [, , , port = '', socketDir = '', , , status = ''] = lines
  return { pid, port: Number.parseInt(port, 10), socketDir, isReady: status.trim() === 'ready' }
}
