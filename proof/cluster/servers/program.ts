import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { BARE_ENV } from '../../../tests/helpers/process.ts'
import { killAtExit } from '../../interrupt.ts'

/** A server from a system package. It is started, killed and frozen with all its children. */
export interface Program {
  readonly name: string
  start(): void
  /** Sends the signal to each of its processes by id. */
  signal(signal: NodeJS.Signals): void
  kill(): Promise<void>
}

export interface ProgramOptions {
  name: string
  command: string
  words: string[]
  folder: string
  env?: Record<string, string>
  account?: Account | null
  /** Processes that belong to it without being its children. */
  others?: () => number[]
}

export interface Account {
  uid: number
  gid: number
}

/** An account for PostgreSQL, which refuses to run as root. Null if we are not root. */
export function findAccount(): Account | null {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', 'nobody']) {
    try {
      const ask = (word: string) => Number(execFileSync('id', [word, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: ask('-u'), gid: ask('-g') }
    } catch {
      // The account does not exist here.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither an account "postgres" nor "nobody".')
}

export function createProgram(options: ProgramOptions): Program {
  const { name, command, words, folder, env = {}, account = null, others = () => [] } = options
  let child: ChildProcess | null = null
  const isAlive = () => child !== null && child.exitCode === null && child.signalCode === null
  const signal = (which: NodeJS.Signals) => {
    const roots = [...(isAlive() ? [child!.pid!] : []), ...others()]
    for (const pid of withDescendants(roots)) {
      try {
        process.kill(pid, which)
      } catch {
        // It has already ended.
      }
    }
  }
  killAtExit(() => signal('SIGKILL'))
  return {
    name,
    signal,
    start() {
      const log = openSync(`${folder}/${name}.log`, 'a')
      child = spawn(command, words, {
        cwd: folder,
        env: { PATH: BARE_ENV.PATH, HOME: folder, LC_ALL: 'C.UTF-8', ...env },
        stdio: ['ignore', log, log],
        ...(account ?? {}),
      })
      child.on('error', () => {})
      closeSync(log)
    },
    async kill() {
      // Children forked meanwhile are found in the next round.
      for (let round = 0; round < 3; round++) {
        signal('SIGKILL')
        await delay(20)
      }
      if (isAlive()) await once(child!, 'exit')
    },
  }
}

/** The processes with all their descendants, parents first: a stopped parent forks no more. */
function withDescendants(roots: readonly number[]): number[] {
  const parents = new Map<number, number[]>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const text = readFileSync(`/proc/${entry}/stat`, 'utf8')
      const parent = Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
      parents.set(parent, [...(parents.get(parent) ?? []), Number(entry)])
    } catch {
      // It ended while we were reading.
    }
  }
  const found: number[] = []
  const add = (pid: number) => {
    if (found.includes(pid)) return
    found.push(pid)
    for (const child of parents.get(pid) ?? []) add(child)
  }
  for (const root of roots) add(root)
  return found
}

/** Polls until it is ready. */
export async function untilReady(what: string, isReady: () => Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; !(await isReady().catch(() => false)); await delay(200)) {
    if (Date.now() > deadline) throw new Error(`${what} was not ready after ${timeoutMs / 1000} s`)
  }
}
