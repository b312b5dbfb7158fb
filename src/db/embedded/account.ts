import { execFile } from 'node:child_process'
import fs, { type Stats } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedServerError, orExplain } from './errors.ts'

const OWN_ACCOUNT = 'doorpost'
/** Used if no account of our own can be created. Other programs may also run as these. */
const SHARED_ACCOUNTS = ['postgres', '_postgres', 'nobody']
const READ = 4
const ENTER = 1

/** The account of the server's processes if we are root, because PostgreSQL refuses to run as root. */
export interface Account {
  name: string
  uid: number
  gid: number
  isNew?: boolean
}

/** Children do not inherit our environment: PGDATA, PGPORT and the like must not change what they do. */
export const CHILD_ENV = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LANG: 'C', LC_ALL: 'C', TZ: 'UTC' }

/** Undefined if the server runs as ourselves. */
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

/** Only on Linux, where one command does it without prompting. */
async function createAccount(): Promise<Account | undefined> {
  if (process.platform !== 'linux') return undefined
  const words = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']
  // It fails without useradd, with a read-only /etc, or if another process was faster.
  const made = await ask('useradd', ...words, '--shell', '/usr/sbin/nologin', OWN_ACCOUNT)
  const account = await findAccount(OWN_ACCOUNT)
  return account && made !== undefined ? { ...account, isNew: true } : account
}

/** Undefined if the system has no name for this number. */
export async function accountName(uid: number): Promise<string | undefined> {
  const name = await ask('id', '-un', String(uid))
  return name === undefined || name === String(uid) ? undefined : name
}

/** Our own user name. PostgreSQL's programs refuse to run for a uid without a name, which containers may have. */
export function ownName(): string {
  try {
    return userInfo().username
  } catch (error) {
    throw new EmbeddedServerError(
      `PostgreSQL needs a user name, and the user id ${process.getuid?.()} has none on this machine: add it to /etc/passwd, run Doorpost as another user, or set DATABASE_URL to your own PostgreSQL server`,
      { cause: error },
    )
  }
}

/** Whether the account can enter every folder of the path, including the last one. */
export function canEnter(account: Account, path: string): boolean {
  for (let folder = fs.realpathSync(path); ; folder = dirname(folder)) {
    if (!allows(account, fs.statSync(folder), ENTER)) return false
    if (folder === dirname(folder)) return true
  }
}

export function canRead(account: Account, path: string): boolean {
  return allows(account, fs.statSync(path), READ)
}

/** The account has only its main group: the others are dropped together with root privileges. */
function allows(account: Account, entry: Stats, right: number): boolean {
  const shift = entry.uid === account.uid ? 6 : entry.gid === account.gid ? 3 : 0
  return ((entry.mode >> shift) & right) === right
}

export function giveTree(path: string, account: Account): void {
  fs.lchownSync(path, account.uid, account.gid)
  if (!fs.lstatSync(path).isDirectory()) return
  for (const name of fs.readdirSync(path)) giveTree(join(path, name), account)
}

async function askId(option: '-u' | '-g', name: string): Promise<number | undefined> {
  const id = Number.parseInt((await ask('id', option, name)) ?? '', 10)
  return Number.isNaN(id) ? undefined : id
}

/** The output of a system program; undefined if it fails. */
async function ask(program: string, ...words: string[]): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, words, { env: CHILD_ENV, timeout: 10_000 })
    return stdout.trim()
  } catch {
    return undefined
  }
}
