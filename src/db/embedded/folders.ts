import { randomBytes } from 'node:crypto'
import fs, { type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isAlive } from '../../lib/machine.ts'
import { asServerError, EmbeddedServerError, errorCode, orExplain } from './errors.ts'

const LEFTOVER_AGE_MS = 10 * 60_000

/**
 * The folder for files that the account must reach but only root may change. Not /var/lib/doorpost, which belongs to
 * the Debian package and is removed with it. Databases that version 0.2 created there are used in place: a link in the
 * data folder leads to them.
 */
export const DEFAULT_SYSTEM_DIR =
  process.platform === 'darwin' ? '/Library/Application Support/doorpost' : '/var/lib/doorpost-root'

/** Creates the data folder if it is missing; returns its real path. */
export function openDataFolder(dataDir: string): string {
  const isRoot = process.getuid?.() === 0
  return orExplain(`cannot use the data folder ${dataDir}`, () => {
    // If we are root, the server's account must pass through this folder, but need not list it.
    if (createFolders(dataDir, isRoot ? 0o711 : 0o700) && isRoot) fs.chmodSync(dataDir, 0o711)
    return fs.realpathSync(dataDir)
  })
}

/** Level by level: Node's recursive form never ends below a folder that accepts no new ones, such as /proc. */
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

/** Creates the folder that only root may change, or checks the existing one. */
export function openSystemDir(systemDir: string): string {
  return orExplain(`cannot use ${systemDir}`, () => {
    if (fs.mkdirSync(systemDir, { recursive: true, mode: 0o755 }) !== undefined) fs.chmodSync(systemDir, 0o755)
    return assertRootOnly(systemDir)
  })
}

/** Whatever root runs or hands out from here must belong to root. */
export function assertRootOnly(path: string): string {
  const entry = fs.lstatSync(path)
  if (!entry.isDirectory() || entry.uid !== 0 || (entry.mode & 0o022) !== 0) {
    throw new EmbeddedServerError(`${path} is not a folder that only root may change: remove it and start again`)
  }
  return path
}

const MB = 1_000_000
/** A new cluster has 54 MB, and grows with its first rows. */
export const NEW_CLUSTER_BYTES = 100 * MB

/** What to do if less space is free in the folder; null if there is enough. */
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

/** Removes the siblings that interrupted runs left behind. */
export function removeLeftovers(parent: string, stem: string): void {
  for (const name of orExplain(`cannot read ${parent}`, () => fs.readdirSync(parent))) {
    if (name.startsWith(`${stem}.new-`) && isLeftover(join(parent, name))) tryRemove(join(parent, name))
  }
}

/**
 * The pid in the name tells a dead process from a running one; in a container, the same pid comes back at every start.
 */
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
    // Only wastes space.
  }
}

/** A rename survives a power cut only once its folder is synced. */
export function syncFolder(path: string): void {
  const fd = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
}

export function lstatOf(path: string): Stats | undefined {
  return orExplain(`cannot open ${path}`, () => fs.lstatSync(path, { throwIfNoEntry: false }))
}

export function readText(path: string): string | undefined {
  try {
    return fs.readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw asServerError(`cannot read ${path}`, error)
  }
}
