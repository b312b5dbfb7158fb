import assert from 'node:assert/strict'
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serverOptions } from '../../scripts/server-options.ts'
import { readPostmaster, whoHas } from '../../src/db/embedded/postmaster.ts'
import type { CommandLine, CommandResult } from './command-host.ts'
import { createDataFolder, removeDataFolder } from './folder.ts'
import { runSql } from './postgres.ts'

// Doorpost as people run it: a separate process with its own data folder.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DEADLINE_MS = 60_000

/**
 * Nothing from this shell, so that no developer's setting affects a test. Compiled modules are cached, as with `npm
 * start`.
 */
export const BARE_ENV = {
  PATH: process.env.PATH ?? '',
  HOME: tmpdir(),
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, 'node_modules/.cache/doorpost-tests'),
}

export type Env = Record<string, string>

/** A test context, or `{ after }` of node:test for what lives as long as the file. */
export interface Scope {
  after: (cleanUp: () => Promise<void> | void) => void
}

export interface Finished {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface Process {
  child: ChildProcess
  pid: number
  readonly stdout: string
  readonly stderr: string
  /** Resolves once it has ended and all its output was read. */
  ended: Promise<Finished>
}

export interface Doorpost extends Process {
  /** As the banner says. */
  url: string
  port: number
}

export interface StartOptions {
  env?: Env
  /** Run as this user. */
  uid?: number
  cwd?: string
  /** On the command line of `npm start`. */
  words?: string[]
  /** On the standard input. */
  input?: string
  /** Gets the process before it has printed anything. */
  onSpawn?: (process: Process) => void
}

/** A data folder and what runs on it. Everything is stopped and removed when the scope ends. */
export interface Place {
  folder: string
  dataDir: string
  /** Waits for the banner; if the process ends instead, fails with its output. */
  start(options?: StartOptions): Promise<Doorpost>
  /** For starts that should fail. */
  run(options?: StartOptions): Promise<Finished>
  /** Runs commands one at a time in one process for the test file, unless an option needs a separate process. */
  cli(words: string[], options?: StartOptions): Promise<Finished>
  /** As `npm run doorpost`: a process that ends with the command. */
  cliProcess(words: string[], options?: StartOptions): Promise<Finished>
  /** The pid of the embedded server; undefined if none runs. */
  postmaster(): number | undefined
  /** Straight to the embedded database. */
  // biome-ignore lint/suspicious/noExplicitAny: rows of any statement
  sql(text: string, values?: unknown[]): Promise<any[]>
}

export function createPlace(scope: Scope, options: { env?: Env; template?: string | undefined } = {}): Place {
  const folder = createDataFolder('start')
  fs.chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  // The sandbox keeps its data apart.
  const home = options.env?.SANDBOX === 'true' ? join(dataDir, 'sandbox') : dataDir
  if (options.template !== undefined) {
    fs.mkdirSync(home, { mode: 0o711, recursive: true })
    fs.cpSync(join(options.template, 'postgres'), join(home, 'postgres'), { recursive: true })
  }
  const children: Process[] = []
  const settings = { PORT: '0', HEALTH_PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...options.env }
  const launch = (script: string, words: string[], { env, uid, cwd = ROOT, input }: StartOptions = {}) => {
    const started = spawnNode([...serverOptions(), join(ROOT, script), ...words], {
      env: { ...settings, ...env },
      cwd,
      ...(uid ? { uid } : {}),
      ...(input === undefined ? {} : { input }),
    })
    children.push(started)
    return started
  }
  const postmaster = () => {
    // For root, the files may be elsewhere, with a link in their place.
    const directory = fs.existsSync(join(home, 'postgres')) ? fs.realpathSync(join(home, 'postgres')) : ''
    const pid = directory === '' ? undefined : readPostmaster(directory)?.pid
    return pid !== undefined && whoHas(pid, directory) === 'server' ? pid : undefined
  }
  scope.after(async () => {
    for (const { child } of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await Promise.all(children.map(({ ended }) => ended))
    const pid = postmaster()
    if (pid !== undefined) process.kill(pid, 'SIGQUIT')
    await until(() => postmaster() === undefined)
    removeDataFolder(home)
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })
  return {
    folder,
    dataDir,
    postmaster,
    start: (startOptions) => {
      const started = launch('src/main.ts', [], startOptions)
      startOptions?.onSpawn?.(started)
      return untilBanner(started)
    },
    run: (startOptions) => {
      const started = launch('src/main.ts', startOptions?.words ?? [], startOptions)
      startOptions?.onSpawn?.(started)
      return withDeadline(started)
    },
    cli: (words, { env = {}, ...special } = {}) =>
      Object.keys(special).length === 0
        ? runCommand({ words, env: { ...BARE_ENV, ...settings, ...env } })
        : withDeadline(launch('src/cli.ts', words, { env, ...special })),
    cliProcess: (words, startOptions) => withDeadline(launch('src/cli.ts', words, startOptions)),
    async sql(text, values) {
      const host = encodeURIComponent(fs.realpathSync(join(home, 'postgres')))
      return (await runSql(`postgres://doorpost@/doorpost?host=${host}`, text, values)).rows
    },
  }
}

/** Ends a process as an operator would, and checks that it ended in order. */
export async function endNode({ child, ended }: Process): Promise<void> {
  child.kill('SIGTERM')
  const { code, stdout, stderr } = await ended
  assert.equal(code, 0, stdout + stderr)
}

/** Starts the node of this test with nothing in its environment but what is given. */
export function spawnNode(words: string[], options: { env: Env; cwd: string; uid?: number; input?: string }): Process {
  const { uid, input } = options
  const child = spawn(process.execPath, words, {
    cwd: options.cwd,
    env: { ...BARE_ENV, ...options.env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  child.stdin?.end(input)
  let stdout = ''
  let stderr = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = new Promise<Finished>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
  return {
    child,
    pid: child.pid!,
    get stdout() {
      return stdout
    },
    get stderr() {
      return stderr
    },
    ended,
  }
}

async function untilBanner(started: Process): Promise<Doorpost> {
  const { child } = started
  await until(() => /is running[^\n]*\.[\s\S]*\n\n(?:$|\{|\d\d:)/.test(started.stdout) || child.exitCode !== null)
  if (child.exitCode !== null) {
    const { code, stdout, stderr } = await started.ended
    assert.fail(`ended with ${code} instead of starting:\n${stdout}${stderr}`)
  }
  const url = /API +(\S+)/.exec(started.stdout)?.[1] ?? ''
  // Not a copy, because stdout and stderr keep growing.
  return Object.assign(started, { url, port: Number(/:(\d+)$/.exec(url)?.[1] ?? 0) })
}

async function withDeadline(started: Process): Promise<Finished> {
  const timer = setTimeout(() => started.child.kill('SIGKILL'), DEADLINE_MS)
  const finished = await started.ended
  clearTimeout(timer)
  return finished
}

let commandHost: ChildProcess | undefined
/** The host runs one at a time. */
let running: Promise<Finished> | undefined

async function runCommand(line: CommandLine): Promise<Finished> {
  // No test may wait for a promise of an earlier file: node:test would attribute what follows to that file.
  while (running !== undefined) await running.catch(() => {})
  running = askHost(line)
  try {
    return await running
  } finally {
    running = undefined
  }
}

async function askHost(line: CommandLine): Promise<Finished> {
  const path = fileURLToPath(import.meta.resolve('./command-host.ts'))
  commandHost ??= fork(path, { cwd: ROOT, env: BARE_ENV, execArgv: serverOptions() })
  const host = commandHost
  // It may live as long as the test file, but does not keep the process alive between two commands.
  for (const handle of [host, host.channel!]) handle.ref()
  const timer = setTimeout(() => host.kill('SIGKILL'), DEADLINE_MS)
  const noLonger = new AbortController()
  try {
    host.send(line)
    const answered = once(host, 'message', noLonger)
    const died = once(host, 'exit', noLonger).then(([code, signal]) => assert.fail(`ended with ${code ?? signal}`))
    const [result] = (await Promise.race([answered, died])) as [CommandResult]
    for (const handle of [host, host.channel!]) handle.unref()
    return { signal: null, ...result }
  } catch (error) {
    commandHost = undefined
    throw error
  } finally {
    clearTimeout(timer)
    noLonger.abort()
  }
}

const POLL_MS = { first: 10, most: 50 }

/**
 * Polls until the condition is true, less often over time: many conditions query the database or inspect all processes.
 */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = DEADLINE_MS): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (let waitMs = POLL_MS.first; !(await condition()); waitMs = Math.min(waitMs * 1.2, POLL_MS.most)) {
    assert.ok(Date.now() < deadline, `never came true: ${condition}`)
    await delay(waitMs)
  }
}

/** The folder of a database that was created and migrated once, if scripts/test.ts has made one for all files. */
export const SHARED_TEMPLATE = process.env.TEST_TEMPLATE

/** The folder of such a database; places copy it. */
export async function createTemplate(scope: Scope): Promise<string> {
  if (SHARED_TEMPLATE !== undefined) return SHARED_TEMPLATE
  const place = createPlace(scope)
  const { code, stderr } = await place.cliProcess(['migrate'])
  assert.equal(code, 0, stderr)
  return place.dataDir
}

export interface Outcome {
  /** 0 when the connection failed; `error` then says how. */
  status: number
  error?: string
  retryAfter?: string | undefined
  /** The id of the contact that was acknowledged. */
  id?: string
}

/** Posts contacts over keep-alive connections until `count` have been sent, or as long as `onOutcome` wants more. */
export async function postContacts(
  port: number,
  options: {
    count: number
    connections: number
    onOutcome?: (outcome: Outcome, acknowledged: number) => 'enough' | undefined
  },
): Promise<Outcome[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections })
  const outcomes: Outcome[] = []
  let sent = 0
  let acknowledged = 0
  let enough = false
  const client = async () => {
    while (!enough && sent < options.count) {
      const outcome = await postContact(port, agent, `Load ${++sent}`)
      outcomes.push(outcome)
      if (outcome.status === 201) acknowledged++
      if (options.onOutcome?.(outcome, acknowledged) === 'enough') enough = true
      // Nobody listens any more, so more requests would show nothing.
      if (outcome.error === 'ECONNREFUSED') return
    }
  }
  try {
    await Promise.all(Array.from({ length: options.connections }, client))
    return outcomes
  } finally {
    agent.destroy()
  }
}

function postContact(port: number, agent: Agent, firstName: string): Promise<Outcome> {
  const body = JSON.stringify({ first_name: firstName })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve({ status: 0, error: error.code ?? error.message })
    const sent = httpRequest({ port, host: '127.0.0.1', method: 'POST', path: '/v1/contacts', headers, agent })
    sent.on('error', fail)
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('error', fail)
      response.on('end', () => {
        if (!response.complete) return fail(Object.assign(new Error('cut off'), { code: 'CUT_OFF' }))
        const status = response.statusCode!
        const retryAfter = response.headers['retry-after']
        resolve({ status, retryAfter, ...(status === 201 ? { id: JSON.parse(text).data.id } : {}) })
      })
    })
    sent.end(body)
  })
}
