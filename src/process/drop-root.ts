import fs from 'node:fs'
import { flushCompileCache } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Account, canEnter, canRead, chooseAccount } from '../db/embedded/account.ts'
import { findCluster } from '../db/embedded/cluster.ts'
import { openDataFolder } from '../db/embedded/folders.ts'
import type { Log } from '../lib/log/log.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** What is read while the server runs: modules that are loaded on first use, and the pages. */
const PROGRAM = [
  ...['package.json', 'migrations', 'web'].map((name) => join(ROOT, name)),
  // One of our own modules, and one of the packages, which may be installed elsewhere.
  ...[import.meta.url, import.meta.resolve('kysely')].map((url) => fileURLToPath(url)),
]
/** What Doorpost keeps in its data folder. Ownership of a folder with anything else in it is not changed. */
const OWN_ENTRIES =
  /^(?:\.env|postgres(?:\..*)?|secret-key(?:\..*)?|installation|media|sandbox.*|backups?|lost\+found|\.git(?:ignore|keep))$/

/**
 * How a process started by root gives up its privileges; null if it was not started by root, or cannot give them up.
 */
export interface RootDrop {
  account: Account
  /** From here on the process runs as that account, irrevocably. */
  drop(): void
}

/** Decides early, so that work that needs root is done before. Logs the reason if privileges cannot be dropped. */
export async function planRootDrop(dataDir: string, log: Log): Promise<RootDrop | null> {
  if (process.getuid?.() !== 0) return null
  const folder = openDataFolder(dataDir)
  const account = await chooseAccount(findCluster(folder))
  if (account === undefined) return null
  if (account.isNew) log.info({ account: account.name }, 'created a system account for Doorpost and its database')
  if (account.name === 'nobody') {
    log.warn(
      'Doorpost and its database run as "nobody", an account that other programs may use too. Create an account for Doorpost: "useradd --system doorpost". Then give it an existing data folder: "chown -R doorpost"',
    )
  }
  const obstacle = findObstacle(folder, account)
  if (obstacle !== null) {
    log.warn({ account: account.name }, `Doorpost keeps running as root: ${obstacle}`)
    return null
  }
  return {
    account,
    drop() {
      // The cache of compiled modules belongs to root, and the account could not add to it.
      flushCompileCache()
      handOver(folder, account)
      process.setgroups!([account.gid])
      process.setgid!(account.gid)
      process.setuid!(account.uid)
      log.info({ account: account.name }, 'dropped root privileges')
    },
  }
}

function findObstacle(folder: string, account: Account): string | null {
  const isReadable = (path: string) => !fs.existsSync(path) || canReach(account, path)
  if (!PROGRAM.every(isReadable)) {
    return `the account "${account.name}" cannot read the program in ${ROOT}. Move it to a folder that everybody may read, such as /opt/doorpost, or run it as an ordinary user`
  }
  if (!canEnter(account, dirname(folder))) {
    return `the account "${account.name}" cannot access the data folder ${folder}. Set DATA_DIR to a folder that it can access, such as /srv/doorpost, or run Doorpost as an ordinary user`
  }
  const strangers = fs.readdirSync(folder).filter((name) => !OWN_ENTRIES.test(name))
  if (fs.statSync(folder).uid !== account.uid && strangers.length > 0) {
    return `the data folder ${folder} contains other files (${strangers.slice(0, 3).join(', ')}). Set DATA_DIR to a folder of its own`
  }
  return null
}

export function canReach(account: Account, path: string): boolean {
  return canEnter(account, dirname(path)) && canRead(account, path)
}

/** Everything that this start or earlier ones created as root. */
function handOver(folder: string, account: Account): void {
  for (const name of fs.readdirSync(folder)) giveTree(join(folder, name), account)
  fs.chownSync(folder, account.uid, account.gid)
  fs.chmodSync(folder, 0o700)
}

/** Does not follow links, and skips the cluster, whose server handles its own files. */
function giveTree(path: string, account: Account): void {
  const entry = fs.lstatSync(path)
  if (basename(path) === 'postgres') return
  if (entry.uid === 0) fs.lchownSync(path, account.uid, account.gid)
  if (entry.isDirectory()) for (const name of fs.readdirSync(path)) giveTree(join(path, name), account)
}
