import { withinMs } from '../lib/bounds/abort.ts'
import type { Log } from '../lib/log/log.ts'

/** The time from the request to stop until everything must have ended. */
export const STOP_MS = 9_000

/**
 * The order of the steps, with the time after the request to stop at which each ends: a hanging database must not delay
 * the rest.
 */
const STEPS = {
  certificate: 1_000,
  http: 5_000,
  courier: 6_000,
  mail: 6_500,
  push: 6_700,
  jobs: 7_000,
  writes: 7_400,
  simulators: 7_500,
  dashboard: 7_600,
  traces: 8_000,
  processes: 8_200,
  database: STOP_MS,
} as const

type StopStep = keyof typeof STEPS
/** After `deadline` the step is no longer awaited. */
type Stop = (deadline: number) => Promise<void>

export type StopSteps = ReturnType<typeof createStopSteps>

export function createStopSteps(log: Log) {
  const stops = new Map<StopStep, Stop>()
  return {
    add: (step: StopStep, stop: Stop) => void stops.set(step, stop),
    async run(): Promise<void> {
      const startedAt = Date.now()
      for (const step of Object.keys(STEPS) as StopStep[]) {
        const stop = stops.get(step)
        stops.delete(step)
        if (stop) await runStep(log, step, stop, startedAt + STEPS[step])
      }
    },
  }
}

async function runStep(log: Log, step: StopStep, stop: Stop, deadline: number): Promise<void> {
  try {
    const outcome = await withinMs(deadline - Date.now(), stop(deadline))
    if (outcome === 'late') log.warn({ step }, 'did not stop in time; continuing without it')
  } catch (error) {
    log.error({ err: error, step }, 'stopping failed')
  }
}
