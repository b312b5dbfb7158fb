import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

const STOP_TIMEOUT_MS = 12_000
const START_TIMEOUT_MS = 30_000

const running = new Set<ChildProcess>()
let stopping = false

/** Registers a child, so that Ctrl-C and failures leave nothing behind. */
export function track(child: ChildProcess): ChildProcess {
  if (stopping) {
    child.kill('SIGKILL')
    throw new Error('interrupted')
  }
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Sends a child SIGTERM, and later SIGKILL. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  process.kill(child.pid, 'SIGTERM')
  const forced = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(forced)
}

/** Stops all children and prevents new ones from starting. */
export async function stopChildren(): Promise<void> {
  stopping = true
  await Promise.all([...running].map((child) => stopChild(child)))
}

/** Forks a TypeScript file and waits for its first message. */
export async function forkReady<M>(file: URL, options: ForkOptions = {}): Promise<{ child: ChildProcess; message: M }> {
  const child = track(fork(file, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], ...options }))
  return { child, message: await nextMessage<M>(child, START_TIMEOUT_MS) }
}

export function nextMessage<M>(child: ChildProcess, timeoutMs: number): Promise<M> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      child.off('message', onMessage)
      child.off('exit', onExit)
      settle()
    }
    const onMessage = (message: unknown) => finish(() => resolve(message as M))
    const onExit = (code: number | null) =>
      finish(() => reject(new Error(`process ${child.pid} ended with code ${code} before it answered`)))
    const timer = setTimeout(
      () => finish(() => reject(new Error(`process ${child.pid} did not answer within ${timeoutMs} ms`))),
      timeoutMs,
    )
    child.on('message', onMessage)
    child.on('exit', onExit)
  })
}

// 100 on every Linux that matters; Node has no call for it.
const TICKS_PER_SECOND = 100

/** User and system time of a process so far, optionally with its ended children; null where there is no /proc. */
export function cpuSeconds(pid: number, withEnded = false): number | null {
  try {
    // The name in parentheses may hold spaces; the numbers after it do not.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const ticks = fields.slice(11, withEnded ? 15 : 13).map(Number)
    return ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND
  } catch {
    return null
  }
}
