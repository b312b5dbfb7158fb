import { type ChildProcess, execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Account, CHILD_ENV, canEnter } from './account.ts'
import { EmbeddedServerError, errorCode, orExplain, unlessExists } from './errors.ts'
import { readText } from './folders.ts'

/** What a running postmaster writes into its data folder. */
interface Postmaster {
  pid: number
  port: number
  socketDir: string
  /** Check it before connecting: every refused connection is a line in the log. */
  isReady: boolean
}

export function readPostmaster(directory: string): Postmaster | undefined {
  const lines = readText(join(directory, 'postmaster.pid'))?.split('\n')
  const pid = Number.parseInt(lines?.[0] ?? '', 10)
  if (lines === undefined || !(pid > 0)) return undefined
  const [, , , port = '', socketDir = '', , , status = ''] = lines
  return { pid, port: Number.parseInt(port, 10), socketDir, isReady: status.trim() === 'ready' }
}

/** Not a network port: with the folder it forms the name of the socket. */
export const PORT = 5432
export const SOCKET_NAME = `.s.PGSQL.${PORT}`

const SOCKET_DIR_PREFIX = 'doorpost-socket-'
// The longest socket path, without its terminating zero.
const SOCKET_PATH_BYTES = process.platform === 'darwin' ? 103 : 107

/**
 * The cluster's own folder, which is private; a short private one if the system's limit on socket paths forbids that.
 */
export function createSocketDir(directory: string, socketName: string, account: Account | undefined): string {
  if (Buffer.byteLength(join(directory, socketName)) <= SOCKET_PATH_BYTES) return directory
  const parent = account === undefined || canEnter(account, tmpdir()) ? tmpdir() : '/tmp'
  return orExplain(`cannot write to ${parent}`, () => {
    const socketDir = fs.mkdtempSync(join(fs.realpathSync(parent), SOCKET_DIR_PREFIX))
    if (account !== undefined) fs.chownSync(socketDir, account.uid, account.gid)
    return socketDir
  })
}

/** Removes a short private folder, including the remains of a killed server. */
export function removeSocketDir(socketDir: string, socketName: string): void {
  if (!basename(socketDir).startsWith(SOCKET_DIR_PREFIX)) return
  fs.rmSync(join(socketDir, socketName), { force: true })
  fs.rmSync(join(socketDir, `${socketName}.lock`), { force: true })
  unlessExists(() => fs.rmdirSync(socketDir))
}

/** Whether a pid is that of a server in this folder. `unknown` is a live process that we may not inspect. */
export function whoHas(pid: number, directory: string): 'nobody' | 'server' | 'other' | 'unknown' {
  // PostgreSQL itself does not count our pid, our parent's, and those of other accounts as servers.
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
    // A server's working directory is its data folder.
    return fs.readlinkSync(`/proc/${pid}/cwd`) === directory ? 'server' : 'other'
  } catch (error) {
    const code = errorCode(error)
    return code === 'ENOENT' || code === 'ESRCH' ? 'nobody' : 'unknown'
  }
}

/**
 * PostgreSQL would not start while another process of the account has the pid of an old lock file, nor with a lock file
 * without a pid, which a power cut leaves: empty, truncated or full of zeros.
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

/**
 * Whether no server is about to write its pid into this lock file. A server enters its data folder before it creates
 * the file.
 */
async function isRemnant(path: string, text: string, directory: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    return !pids.some((pid) => whoHas(Number(pid), directory) === 'server')
  }
  await delay(PID_WRITTEN_MS)
  return readText(path) === text
}

/** Far longer than a server takes from creating its lock file to writing the pid. */
const PID_WRITTEN_MS = 1_000

/** How long a server may take to shut down: with a checkpoint, then without one. After both it is killed. */
interface StopPatience {
  fastMs: number
  immediateMs: number
}

const PATIENT: StopPatience = { fastMs: 10_000, immediateMs: 10_000 }
const KILLED_MS = 2_000
const POLL_MS = 10

/** How long each step may take if the process must be gone by the deadline. */
export function patienceUntil(deadline: number): StopPatience {
  const leftMs = Math.max(0, deadline - Date.now())
  const immediateMs = Math.min(500, leftMs / 4)
  return { fastMs: leftMs - immediateMs, immediateMs }
}

export function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

/**
 * Stops a server that is our child. One that does not react, such as a frozen one, is killed: it recovers from its log.
 */
export async function stopChild(child: ChildProcess, patience = PATIENT): Promise<void> {
  const isGone = () => hasEnded(child)
  if (await shutDown(isGone, (name) => child.kill(`SIG${name}`), patience)) return
  if (child.pid !== undefined) killTree(child.pid)
  if (await comesTrue(isGone, KILLED_MS)) return
  throw new EmbeddedServerError('PostgreSQL does not stop: kill its processes manually')
}

/** Stops a server that is not our child and may belong to another account: it is never killed. */
export async function shutDown(
  isGone: () => boolean,
  send: (signal: 'INT' | 'QUIT') => Promise<void> | boolean,
  { fastMs, immediateMs } = PATIENT,
): Promise<boolean> {
  if (isGone()) return true
  await send('INT')
  if (await comesTrue(isGone, fastMs)) return true
  await send('QUIT')
  return comesTrue(isGone, immediateMs)
}

/** Frozen backends would not notice that their postmaster is gone. */
export function killTree(pid: number): void {
  for (const each of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(each, 'SIGKILL')
    } catch {
      // It ended meanwhile.
    }
  }
}

export function childrenOf(pid: number): number[] {
  if (process.platform !== 'linux') {
    try {
      const list = execFileSync('/usr/bin/pgrep', ['-P', String(pid)], { env: CHILD_ENV, encoding: 'utf8' })
      return list.split('\n').filter(Boolean).map(Number)
    } catch {
      return []
    }
  }
  return fs.readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8')
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(parent) === pid ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

async function comesTrue(condition: () => boolean, withinMs: number): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; ; await delay(POLL_MS)) {
    if (condition()) return true
    if (Date.now() > deadline) return false
  }
}
