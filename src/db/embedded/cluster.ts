import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'
import { type Account, accountName, canEnter, giveTree, ownName } from './account.ts'
import { type Binaries, runTool } from './binaries.ts'
import { asServerError, EmbeddedServerError, orExplain, unlessExists } from './errors.ts'
import {
  createSibling,
  describeShortage,
  lstatOf,
  NEW_CLUSTER_BYTES,
  openSystemDir,
  readText,
  removeLeftovers,
  syncFolder,
  tryRemove,
} from './folders.ts'

/** The physical location of a data folder's cluster; undefined if there is none yet. */
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
  // An empty folder counts as none: the new cluster is renamed over it.
  if (names.length === 0 && !entry.isSymbolicLink()) return undefined
  if (!names.includes('PG_VERSION')) {
    throw new EmbeddedServerError(`${cluster} contains no PostgreSQL data: move it away or choose another data folder`)
  }
  return cluster
}

/**
 * Fills a new cluster next to its final location, then renames it: a kill leaves nothing half done. In a race, one
 * process wins.
 */
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
      // Never reuses a name: a person who has deleted the data folder must not get the old database again.
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

/** Ensures that the cluster belongs only to the server's account, and that the account can reach it. */
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

// Who may connect to the embedded server: its own account, and root, as which commands may run. The system identifies
// the peer of the socket; no password is involved.

const HEADER = '# Written by Doorpost at every start: changes are lost.\n'

/** Also for clusters of earlier versions, which accepted everyone who could reach the socket. */
export async function restrictAccess(directory: string, account: Account | undefined): Promise<void> {
  const name = account === undefined ? ownName() : await accountName(account.uid)
  writeOwned(join(directory, 'pg_ident.conf'), identFile([name, 'root']), account)
  writeOwned(join(directory, 'pg_hba.conf'), `${HEADER}local all doorpost peer map=doorpost\n`, account)
}

function identFile(names: Array<string | undefined>): string {
  const known = [...new Set(names)].filter((name) => name !== undefined)
  return HEADER + known.map((name) => `doorpost "${name.replaceAll('"', '""')}" doorpost\n`).join('')
}

/** Renamed into place, so that a server that starts at this moment never reads half a file. */
function writeOwned(path: string, text: string, account: Account | undefined): void {
  if (readText(path) === text) return
  orExplain(`cannot write ${path}`, () => {
    const draft = `${path}.${process.pid}`
    fs.rmSync(draft, { force: true })
    // Never follows a link that the account may have put there, because root writes here.
    const fd = fs.openSync(draft, 'wx', 0o600)
    try {
      fs.writeSync(fd, text)
      if (account !== undefined) fs.fchownSync(fd, account.uid, account.gid)
    } finally {
      fs.closeSync(fd)
    }
    fs.renameSync(draft, path)
  })
}

/** If the system does not know C.UTF-8 (macOS, old glibc), the second attempt uses what every system has. */
export async function initCluster(
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
