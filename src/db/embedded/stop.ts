import { type ChildProcess, execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { CHILD_ENV, EmbeddedServerError } from './account.ts'

/** How long a server may take to shut down: with a checkpoint, then without one. After both it is killed. */
interface StopPatience {
  fastMs: number
  immediateMs: number
}

const PATIENT: StopPatience = { fastMs: 10_000, immediateMs: 10_000 }
const KILLED_MS = 2_000
const POLL_MS = 10

/** How long each step may take for a process that has to be gone by the deadline. */
export function patienceUntil(deadline: number): StopPatience {
  const leftMs = Math.max(0, deadline - Date.now())
  const immediateMs = Math.min(500, leftMs / 4)
  return { fastMs: leftMs - immediateMs, immediateMs }
}

export function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

/** Stops a server that is our child. One that hears nothing, such as a frozen one, is killed: its log recovers the rest. */
export async function stopChild(child: ChildProcess, patience = PATIENT): Promise<void> {
  const isGone = () => hasEnded(child)
  if (await shutDown(isGone, (name) => child.kill(`SIG${name}`), patience)) return
  if (child.pid !== undefined) killTree(child.pid)
  if (await comesTrue(isGone, KILLED_MS)) return
  throw new EmbeddedServerError('PostgreSQL does not stop: kill its processes manually')
}

/** Stops a server that is not our child, and may be another account's: it is never killed. */
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
      // Ended in the meantime.
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
