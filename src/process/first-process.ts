/** What the first process gives to each process that serves the API. */
export interface Given {
  /** Counted from 1. Its log lines include it. */
  number: number
  /** The embedded database; null if the settings name a server. */
  connection: { host: string; port: number; user: string; database: string; ssl: false } | null
  sandboxUrl: string | null
}

/** An environment variable, but not a setting: only the first process sets it. */
export const GIVEN = 'DOORPOST_PROCESS'

/** The questions that one process asks another. */
export const QUESTIONS = {
  /** To the first process. */
  limits: 'limits',
  metrics: 'metrics',
  dashboardBuilt: 'dashboard built',
  /** Answered when the asking process may listen. */
  turn: 'turn',
  listening: 'listening',
  /** To the others. */
  ownMetrics: 'own metrics',
  ping: 'ping',
} as const

export interface FirstProcess {
  given: Given
  ask: Calls['ask']
  /** Answers this question from now on. */
  handle(name: string, handler: () => unknown): void
}

/** The process that started this one to share its work; null if a person or a supervisor started this one. */
export function findFirstProcess(env: Record<string, string | undefined>): FirstProcess | null {
  const text = env[GIVEN]
  const send = process.send?.bind(process)
  if (text === undefined || send === undefined) return null
  const handlers: Record<string, () => unknown> = { [QUESTIONS.ping]: () => true }
  // When the first process ends, node:cluster ends this one.
  const calls = createCalls((message) => void (process.connected && send(message, undefined, {}, () => {})), handlers)
  process.on('message', calls.receive)
  return {
    given: JSON.parse(text) as Given,
    ask: calls.ask,
    handle(name, handler) {
      handlers[name] = handler
    },
  }
}

export type Handlers = Record<string, (value: never) => unknown>

type Message = { question: number; name: string; value: unknown } | { answer: number; value: unknown }

export type Calls = ReturnType<typeof createCalls>

/**
 * Questions and answers between two processes connected by IPC. `send` may fail, because the other one may have ended.
 */
export function createCalls(send: (message: object) => void, handlers: Handlers) {
  const waiting = new Map<number, (value: unknown) => void>()
  let last = 0
  const answer = async (question: number, name: string, value: unknown) => {
    const handler = handlers[name]
    // Without an answer, the other side times out, as if this process had ended.
    if (handler) send({ answer: question, value: await handler(value as never) })
  }
  return {
    /** Rejects if there is no answer in time. */
    ask<T>(name: string, value: unknown, timeoutMs: number): Promise<T> {
      const question = ++last
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const timer = setTimeout(() => {
        waiting.delete(question)
        reject(new Error(`no answer to "${name}" within ${timeoutMs} ms`))
      }, timeoutMs).unref()
      waiting.set(question, (found) => {
        clearTimeout(timer)
        resolve(found as T)
      })
      send({ question, name, value })
      return promise
    },
    receive(message: unknown): void {
      const told = message as Message
      if (typeof told !== 'object' || told === null) return
      if ('question' in told) {
        answer(told.question, told.name, told.value).catch(() => {})
      } else if ('answer' in told) {
        waiting.get(told.answer)?.(told.value)
        waiting.delete(told.answer)
      }
    },
  }
}
