import { type Calls, createCalls } from './calls.ts'

/** What a process that serves the API is given by the one that started it. */
export interface Given {
  /** From 1. Stands in its log lines. */
  number: number
  /** Of the embedded database; null where the settings name a server. */
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
  /** Answered when the asker may listen. */
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

/** The process that started this one to share its work; null for a process that a person or a supervisor started. */
export function findFirstProcess(env: Record<string, string | undefined>): FirstProcess | null {
  const text = env[GIVEN]
  const send = process.send?.bind(process)
  if (text === undefined || send === undefined) return null
  const handlers: Record<string, () => unknown> = { [QUESTIONS.ping]: () => true }
  // A first process that is gone takes this one with it: node:cluster sees to that.
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
