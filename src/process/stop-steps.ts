import type { Log } from '../lib/log/log.ts'
import { withinMs } from '../lib/work/time-limit.ts'

/** From the request to stop until everything has to have ended. */
export const STOP_MS = 9_000

/**
 * What is stopped, in this order, and how long after the request to stop the next one begins at the latest: a database
 * that hangs must not keep the rest from ending.
 */
const STEPS = {
  certificate: 1_000,
  http: 5_000,
  courier: 6_000,
  jobs: 7_000,
  writes: 7_400,
  simulators: 7_500,
  dashboard: 7_600,
  database: STOP_MS,
} as const

export type StopStep = keyof typeof STEPS

export interface StopSteps {
  /** Each step once; `deadline` is when it is no longer waited for. */
  add(step: StopStep, stop: (deadline: number) => Promise<void>): void
  run(): Promise<void>
}

export function createStopSteps(log: Log): StopSteps {
  const stops = new Map<StopStep, (deadline: number) => Promise<void>>()
  return {
    add: (step, stop) => void stops.set(step, stop),
    async run() {
      const startedAt = Date.now()
      for (const step of Object.keys(STEPS) as StopStep[]) {
        const stop = stops.get(step)
        stops.delete(step)
        if (stop) await runStep(log, step, stop, startedAt + STEPS[step])
      }
    },
  }
}

async function runStep(log: Log, step: StopStep, stop: (deadline: number) => Promise<void>, deadline: number) {
  try {
    const outcome = await withinMs(deadline - Date.now(), stop(deadline))
    if (outcome === 'late') log.warn({ step }, 'did not stop in time and is left as it is')
  } catch (error) {
    log.error({ err: error, step }, 'stopping failed')
  }
}
