import assert from 'node:assert/strict'
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { BARE_ENV, type Env, type Place, type Scope, until } from './process.ts'

// What systemd, a container or a person at a terminal does to Doorpost: start it, send signals, and check what is left.

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PROMISED_MS = 10_000
// Node has handlers for SIGTERM and SIGINT before our first line runs. This one is ours.
const SIGHUP_BIT = 1n

export interface Supervised {
  child: ChildProcess
  pid: number
  port: number
  url: string
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

export interface SuperviseOptions {
  env?: Env
  /** Instead of the Node of this test with src/main.ts. */
  command?: [string, ...string[]]
  stdio?: StdioOptions
}

/** Waits for nothing, and does not read its output. */
export async function supervise(scope: Scope, place: Place, options: SuperviseOptions = {}): Promise<Supervised> {
  const port = await freePort()
  const [file, ...words] = options.command ?? [process.execPath, join(ROOT, 'src/main.ts')]
  const child = spawn(file, words, {
    cwd: ROOT,
    env: { ...BARE_ENV, PORT: String(port), DATA_DIR: place.dataDir, ...options.env },
    stdio: options.stdio ?? ['ignore', 'ignore', 'inherit'],
    // Its own process group, like a service: a signal to it reaches no process of ours.
    detached: true,
  })
  // Before the folder is removed.
  scope.after(() => {
    for (const line of processesOf(place)) process.kill(Number(line.split(' ', 1)[0]), 'SIGKILL')
  })
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  return { child, pid: child.pid!, port, url: `http://127.0.0.1:${port}`, ended }
}

export async function untilReady({ child, url }: Supervised): Promise<void> {
  await until(async () => {
    assert.equal(child.exitCode, null, 'it still runs')
    return fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
  })
}

/** From this moment on it handles signals. */
export async function untilItListens(pid: number): Promise<void> {
  await until(() => {
    const caught = /^SigCgt:\s*(\w+)$/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
    return (BigInt(`0x${caught}`) & SIGHUP_BIT) !== 0n
  })
}

/** It ended within ten seconds, with 0, and left no process behind. */
export async function checkEnd(place: Place, supervised: Supervised, code: number | null = 0): Promise<void> {
  const timer = new AbortController()
  const outcome = await Promise.race([
    supervised.ended,
    delay(PROMISED_MS, 'late' as const, { signal: timer.signal }).catch(() => 'late' as const),
  ])
  timer.abort()
  assert.notEqual(outcome, 'late', `still there after ${PROMISED_MS} ms: ${processesOf(place).join('\n')}`)
  assert.deepEqual(outcome, { code, signal: null })
  // Killed processes may take a moment to disappear.
  await until(() => processesOf(place).length === 0, 2_000).catch(() => {})
  assert.deepEqual(processesOf(place), [])
}

/** Everything that was started for this data folder, by its environment, its command line or its working folder. */
export function processesOf({ dataDir }: Place): string[] {
  return fs.readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return []
    const read = (name: string) => readOrEmpty(() => fs.readFileSync(`/proc/${pid}/${name}`, 'utf8'))
    const words = read('cmdline').split('\0').join(' ').trim()
    const isZombie = /^\d+ \(.*\) [ZX]/.test(read('stat'))
    const isOurs =
      words.includes(dataDir) ||
      read('environ').split('\0').includes(`DATA_DIR=${dataDir}`) ||
      readOrEmpty(() => fs.readlinkSync(`/proc/${pid}/cwd`)).startsWith(dataDir)
    return isOurs && !isZombie ? [`${pid} ${words}`] : []
  })
}

/** The postmaster and its backends, all at once. */
export function signalDatabase(place: Place, signal: NodeJS.Signals): void {
  for (const line of processesOf(place)) {
    const pid = Number(line.split(' ', 1)[0])
    const name = readOrEmpty(() => fs.readFileSync(`/proc/${pid}/comm`, 'utf8')).trim()
    if (name === 'postgres') process.kill(pid, signal)
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

function readOrEmpty(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
