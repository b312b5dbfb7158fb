import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { StringDecoder } from 'node:string_decoder'
import { withinMs } from '../lib/bounds/abort.ts'
import type { Log } from '../lib/log/log.ts'
import { SetupError } from '../lib/problem.ts'
import { type Calls, createCalls, GIVEN, type Given, type Handlers, QUESTIONS } from './first-process.ts'

interface CountSettings {
  processes: number | 'auto'
  poolSize: number
  databaseUrl: string | null
}

/** The connections of the embedded server, without those that it reserves. */
const EMBEDDED_CONNECTIONS = 95
/** Each process has a listener and a heartbeat beside its pools; the first one also runs jobs and owns the server. */
const SIDE_CONNECTIONS = 3
const FIRST_SIDE_CONNECTIONS = 8
const AUTO_MOST = 8

/** How many processes serve the API. `auto` leaves half of the cores to the database. */
export function countProcesses(
  { processes, poolSize, databaseUrl }: CountSettings,
  cores = availableParallelism(),
): number {
  const most =
    databaseUrl === null
      ? Math.floor((EMBEDDED_CONNECTIONS - poolSize - FIRST_SIDE_CONNECTIONS) / (poolSize + SIDE_CONNECTIONS))
      : Number.POSITIVE_INFINITY
  if (processes === 'auto') return Math.max(1, Math.min(Math.floor(cores / 2), most, AUTO_MOST))
  if (processes > 1 && processes > most) {
    const rule = `The embedded PostgreSQL has connections for ${Math.max(1, most)} processes with POOL_SIZE=${poolSize}.`
    throw new SetupError(`PROCESSES is ${processes}. ${rule} Set a smaller POOL_SIZE, or DATABASE_URL.`)
  }
  return processes
}

export interface ProcessesOptions {
  count: number
  given: Omit<Given, 'number'>
  log: Log
  /** Receives whole log lines of the other processes. */
  relay: (lines: string) => void
  /** Answers to the questions of the other processes. */
  handlers: Handlers
  signal: AbortSignal
}

interface Member {
  worker: Worker
  calls: Calls
  startedAt: number
  isListening: boolean
}

interface Group extends ProcessesOptions {
  members: Map<number, Member>
  restarts: Set<NodeJS.Timeout>
  /** How often each process, by number, ended soon after its start. */
  failures: Map<number, number>
  /** If the port is taken, only the first process reports it. */
  firstListens: PromiseWithResolvers<true>
  isStopping: boolean
}

const RESTART_FIRST_MS = 250
const RESTART_MOST_MS = 30_000
const PING_EVERY_MS = 5_000
/** Long enough for a process that waits for a slow disk or is swapped out. */
const PING_MS = 30_000
const ANSWER_MS = 1_000

/**
 * Starts the processes that serve the API on one port, and restarts those that end. They share one listening socket: a
 * connection stays in its queue until a process accepts it, so a killed or frozen process only loses connections that
 * it had accepted (docs/decisions/0023-no-internals-of-node.md).
 */
export async function startProcesses(options: ProcessesOptions) {
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const group: Group = {
    ...options,
    members: new Map(),
    restarts: new Set(),
    failures: new Map(),
    firstListens: Promise.withResolvers(),
    isStopping: false,
  }
  const pings = setInterval(() => endStuckProcesses(group), PING_EVERY_MS).unref()
  /** Each stops as a single process does: it finishes the requests that it has begun. */
  const stop = () => {
    clearInterval(pings)
    return stopAll(group)
  }
  const abort = () => void stop()
  const { signal } = options
  signal.addEventListener('abort', abort, { once: true })
  try {
    const [port] = await Promise.all(Array.from({ length: options.count }, (_, at) => launch(group, at + 1)))
    signal.throwIfAborted()
    return {
      port: port!,
      /** Leaves out processes that do not answer. */
      async askAll<T>(name: string): Promise<T[]> {
        const asked = [...group.members.values()].map(({ calls }) => calls.ask<T>(name, null, ANSWER_MS))
        const answers = await Promise.allSettled(asked)
        return answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      },
      reload: () => kill(group, 'SIGHUP'),
      stop,
      /** Kills processes that have not stopped in time. */
      async end(ms: number): Promise<void> {
        if ((await withinMs(ms, stop())) === 'late') kill(group, 'SIGKILL')
      },
    }
  } catch (error) {
    await stop()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Resolves with the port once the process listens. */
async function launch(group: Group, number: number): Promise<number> {
  const { members, log, firstListens } = group
  const worker = cluster.fork({ [GIVEN]: JSON.stringify({ ...group.given, number } satisfies Given) })
  const listening = Promise.withResolvers<number>()
  const calls = createCalls((message) => void (worker.isConnected() && worker.send(message, () => {})), {
    ...group.handlers,
    [QUESTIONS.turn]: () => (number === 1 ? true : firstListens.promise),
    [QUESTIONS.listening]: (port: number) => listening.resolve(port),
  })
  const member = { worker, calls, startedAt: performance.now(), isListening: false }
  members.set(number, member)
  const ended = (how: string) => {
    members.delete(number)
    listening.reject(new SetupError(`A process of the API ended with ${how} while starting.`))
    if (!group.isStopping && member.isListening) restartLater(group, number, member.startedAt, how)
  }
  worker.on('message', calls.receive)
  worker.on('error', (error) => {
    log.warn({ err: error, process: number }, 'a process cannot be reached')
    // A process that the system could not start has no `exit`.
    if (worker.process.pid === undefined) ended(`a start that failed: ${error.message}`)
  })
  relayLines(worker, group.relay)
  worker.on('exit', (code, killedBy) => ended(killedBy ? `signal ${killedBy}` : `code ${code}`))
  const port = await listening.promise
  member.isListening = true
  firstListens.resolve(true)
  return port
}

function restartLater(group: Group, number: number, startedAt: number, how: string): void {
  const { log, failures, restarts } = group
  const isSudden = performance.now() - startedAt < RESTART_MOST_MS
  const failed = isSudden ? (failures.get(number) ?? 0) : 0
  failures.set(number, failed + 1)
  const delayMs = Math.min(RESTART_FIRST_MS * 2 ** failed, RESTART_MOST_MS)
  log.error({ process: number, how, restartInMs: delayMs }, 'a process of the API ended; starting it again')
  const timer = setTimeout(() => {
    restarts.delete(timer)
    const restartedAt = performance.now()
    launch(group, number).then(
      () => log.info({ process: number }, 'the process of the API serves again'),
      (error: Error) => !group.isStopping && restartLater(group, number, restartedAt, error.message),
    )
  }, delayMs)
  restarts.add(timer)
}

function endStuckProcesses(group: Group): void {
  for (const [number, { worker, calls }] of group.members) {
    calls.ask(QUESTIONS.ping, null, PING_MS).catch(() => {
      if (group.isStopping || group.members.get(number)?.worker !== worker) return
      group.log.error({ process: number }, 'a process of the API is stuck; ending it')
      worker.process.kill('SIGKILL')
    })
  }
}

async function stopAll(group: Group): Promise<void> {
  group.isStopping = true
  for (const timer of group.restarts) clearTimeout(timer)
  // Waits for `close`, not `exit`, because their last lines may still be in the pipe.
  const ended = [...group.members.values()].map(({ worker }) => once(worker.process, 'close'))
  kill(group, 'SIGTERM')
  await Promise.all(ended)
}

function kill({ members }: Group, name: NodeJS.Signals): void {
  for (const { worker } of members.values()) worker.process.kill(name)
}

/** Lines go through the first process, because a pipe mixes simultaneous writes. */
function relayLines(worker: Worker, relay: (lines: string) => void): void {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  worker.process.stdout!.on('data', (chunk: Buffer) => {
    const text = rest + decoder.write(chunk)
    const end = text.lastIndexOf('\n') + 1
    rest = text.slice(end)
    if (end > 0) relay(text.slice(0, end))
  })
  worker.process.stdout!.on('end', () => {
    if (rest !== '') relay(`${rest}\n`)
  })
}
