import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { StringDecoder } from 'node:string_decoder'
import { withinMs } from '../lib/bounds/abort.ts'
import type { Log } from '../lib/log/log.ts'
import { SetupError } from '../lib/problem.ts'
import { type Calls, createCalls, type Handlers } from './calls.ts'
import { GIVEN, type Given, QUESTIONS } from './first-process.ts'
import { returnUntaken } from './handed-over.ts'

export interface ProcessesOptions {
  count: number
  given: Omit<Given, 'number'>
  log: Log
  /** Gets the log lines of the others, whole ones. */
  relay: (lines: string) => void
  /** What the others may ask. */
  handlers: Handlers
  signal: AbortSignal
}

export type Processes = Awaited<ReturnType<typeof startProcesses>>

interface Member {
  worker: Worker
  calls: Calls
  startedAt: number
  isListening: boolean
}

const RESTART_FIRST_MS = 250
const RESTART_MOST_MS = 30_000
const PING_EVERY_MS = 5_000
/** A process that does not answer for so long is stuck. One that waits for a slow disk or is swapped out is not. */
const PING_MS = 30_000
const ANSWER_MS = 1_000

/**
 * Several processes that serve the API on one port, and are started again when they end. The first process accepts
 * connections and hands each to the next one (node:cluster): unlike SO_REUSEPORT this works on macOS, and a process that
 * ends takes no connection with it that it has not begun to serve (handed-over.ts).
 */
export async function startProcesses({ count, given, log, relay, handlers, signal }: ProcessesOptions) {
  const members = new Map<number, Member>()
  const restarts = new Set<NodeJS.Timeout>()
  const failures = new Map<number, number>()
  const firstListens = Promise.withResolvers<true>()
  let stopping = false
  cluster.schedulingPolicy = cluster.SCHED_RR
  cluster.setupPrimary({ stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })

  /** Resolves with the port when it listens. */
  const launch = async (number: number): Promise<number> => {
    const worker = cluster.fork({ [GIVEN]: JSON.stringify({ ...given, number } satisfies Given) })
    const listening = Promise.withResolvers<number>()
    const calls = createCalls((message) => void (worker.isConnected() && worker.send(message, () => {})), {
      ...handlers,
      // If the port is taken, the first one says so and not all of them.
      [QUESTIONS.turn]: () => (number === 1 ? true : firstListens.promise),
      [QUESTIONS.listening]: (port: number) => listening.resolve(port),
    })
    const member = { worker, calls, startedAt: performance.now(), isListening: false }
    members.set(number, member)
    const ended = (how: string) => {
      members.delete(number)
      listening.reject(new SetupError(`A process of the API ended with ${how} while starting.`))
      if (!stopping && member.isListening) restartLater(number, member, how)
    }
    worker.on('message', calls.receive)
    worker.on('error', (error) => {
      log.warn({ err: error, process: number }, 'a process cannot be reached')
      // One that the system could not start has no `exit`.
      if (worker.process.pid === undefined) ended(`a start that failed: ${error.message}`)
    })
    relayLines(worker, relay)
    returnUntaken(worker, () => members.values().some((other) => other !== member && other.isListening))
    worker.on('exit', (code, killedBy) => ended(killedBy ? `signal ${killedBy}` : `code ${code}`))
    const port = await listening.promise
    member.isListening = true
    firstListens.resolve(true)
    return port
  }
  const restartLater = (number: number, { startedAt }: Pick<Member, 'startedAt'>, how: string) => {
    const isSudden = performance.now() - startedAt < RESTART_MOST_MS
    const failed = isSudden ? (failures.get(number) ?? 0) : 0
    failures.set(number, failed + 1)
    const delayMs = Math.min(RESTART_FIRST_MS * 2 ** failed, RESTART_MOST_MS)
    log.error({ process: number, how, restartInMs: delayMs }, 'a process of the API ended; starting it again')
    const timer = setTimeout(() => {
      restarts.delete(timer)
      const startedAt = performance.now()
      launch(number).then(
        () => log.info({ process: number }, 'the process of the API serves again'),
        (error: Error) => !stopping && restartLater(number, { startedAt }, error.message),
      )
    }, delayMs)
    restarts.add(timer)
  }
  const kill = (name: NodeJS.Signals) => {
    for (const { worker } of members.values()) worker.process.kill(name)
  }
  const pings = setInterval(() => {
    for (const [number, { worker, calls }] of members) {
      calls.ask(QUESTIONS.ping, null, PING_MS).catch(() => {
        if (stopping || members.get(number)?.worker !== worker) return
        log.error({ process: number }, 'a process of the API is stuck; ending it')
        worker.process.kill('SIGKILL')
      })
    }
  }, PING_EVERY_MS).unref()
  const stop = async (): Promise<void> => {
    stopping = true
    clearInterval(pings)
    for (const timer of restarts) clearTimeout(timer)
    // Not `exit`: their last lines may still be in the pipe.
    const ended = [...members.values()].map(({ worker }) => once(worker.process, 'close'))
    kill('SIGTERM')
    await Promise.all(ended)
  }

  const abort = () => void stop()
  signal.addEventListener('abort', abort, { once: true })
  try {
    const [port] = await Promise.all(Array.from({ length: count }, (_, at) => launch(at + 1)))
    signal.throwIfAborted()
    return {
      port: port!,
      /** The answers of those that answer. */
      async askAll<T>(name: string): Promise<T[]> {
        const asked = [...members.values()].map(({ calls }) => calls.ask<T>(name, null, ANSWER_MS))
        const answers = await Promise.allSettled(asked)
        return answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      },
      reload: () => kill('SIGHUP'),
      /** Each stops as a process does: what was begun is answered. */
      stop,
      /** For those that have not stopped in time. */
      async end(ms: number): Promise<void> {
        if ((await withinMs(ms, stop())) === 'late') kill('SIGKILL')
      },
    }
  } catch (error) {
    await stop()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Through the first process, because a pipe mixes what several write at once. */
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
