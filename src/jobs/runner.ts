import { EventEmitter } from 'node:events'
import { type Runner, run, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker'
import type pg from 'pg'
import type { Parts } from '../db/parts.ts'
import { withinMs } from '../lib/bounds/abort.ts'
import { createLifeline, LEASE_TIMES, type LeaseTimes, type Lifeline } from './lifeline.ts'
import { lookAgainAfterCollisions } from './look-again.ts'
import { createPatientPool } from './patient-pool.ts'
import { enqueueRecurring, jobLogger, type RecurringJob } from './queue.ts'

export interface JobTable {
  /** Job name → what it does with its payload. A job whose name is not here waits for a worker that knows it. */
  tasks: Record<string, (payload: unknown) => Promise<void>>
  schedule: readonly RecurringJob[]
}

export type JobRunner = Awaited<ReturnType<typeof startJobs>>

export interface JobOptions extends Pick<Parts, 'pool' | 'log'> {
  connection: pg.ClientConfig
  table: JobTable
  concurrency: number
  leases?: LeaseTimes
  /** For tests: how often an idle worker looks for jobs whose time has come. */
  pollMs?: number
  /** For tests: gets the queue's own runner whenever one is started. */
  onRunner?: (runner: Runner) => void
}

// A process has to be gone ten seconds after it was told to stop, and jobs are one part of that.
const STOP_MS = 4_000
/** Jobs that recur every minute must be enqueued at least as often. */
const ENQUEUE_RECURRING_MS = 20_000
const NUDGE_EVERY_MS = 50
const POLL_MS = 500
const RESTART_FIRST_MS = 500
const RESTART_MOST_MS = 30_000

/** The first start fails when the queue cannot be reached; after that the runner is kept running. */
export async function startJobs(options: JobOptions) {
  const { connection, log, leases = LEASE_TIMES } = options
  const lifeline = createLifeline(connection, log, leases)
  let runner: Runner | null = null
  let stopping = false
  let restart: NodeJS.Timeout | undefined
  let failures = 0

  const launch = async (): Promise<void> => {
    const started = await startRunner(options, lifeline)
    const startedAt = performance.now()
    runner = started
    const onEnd = (error?: unknown) => {
      runner = null
      if (performance.now() - startedAt > RESTART_MOST_MS) failures = 0
      if (!stopping) launchLater(error)
    }
    started.promise.then(() => onEnd(), onEnd)
    // It was told to stop while it was starting.
    if (stopping) started.stop().catch(() => {})
  }
  const launchLater = (error: unknown) => {
    const delayMs = Math.min(RESTART_FIRST_MS * 2 ** failures++, RESTART_MOST_MS)
    log.error({ err: error, restartInMs: delayMs }, 'job runner ended; restarting it')
    restart = setTimeout(() => launch().catch(launchLater), delayMs).unref()
  }

  const enqueueNext = () => {
    if (runner === null) return
    enqueueRecurring(options.pool, options.table.schedule).catch((error) => {
      if (!stopping) log.warn({ err: error }, 'recurring jobs were not enqueued; trying again in 20 s')
    })
  }

  try {
    await launch()
  } catch (error) {
    await lifeline.close(true)
    throw error
  }
  enqueueNext()
  const recurring = setInterval(enqueueNext, ENQUEUE_RECURRING_MS).unref()
  return {
    /** False after the queue's own runner has ended, until it is started again: no job runs in this process then. */
    isRunning: () => runner !== null,
    /** Waits for running jobs, within a limit; another process takes over those that have not ended by then. */
    async stop() {
      stopping = true
      clearInterval(recurring)
      clearTimeout(restart)
      const stopped = runner?.stop().catch(() => {})
      const ended = stopped === undefined || (await withinMs(STOP_MS, stopped)) !== 'late'
      if (!ended) log.warn('jobs are still running; other workers will take them over')
      await lifeline.close(ended)
    },
  }
}

async function startRunner(options: JobOptions, lifeline: Lifeline): Promise<Runner> {
  const { pool, table, log, concurrency, pollMs = POLL_MS, onRunner } = options
  const events: WorkerEvents = new EventEmitter()
  const poolIds: string[] = []
  // Jobs are locked in the name of the pool, not of its workers.
  events.on('pool:create', ({ workerPool }) => {
    lookAgainAfterCollisions(events, { pool, workerPool, tasks: Object.keys(table.tasks) })
    limitNudges(workerPool)
    poolIds.push(workerPool.id)
    lifeline.add(workerPool.id)
  })
  const runner = await run({
    pgPool: createPatientPool(pool),
    concurrency,
    pollInterval: pollMs,
    // A plan that PostgreSQL made and kept while the queue was empty reads the whole table, also when it has grown.
    noPreparedStatements: true,
    events,
    // The process decides itself when it stops.
    noHandleSignals: true,
    taskList: toTaskList(table.tasks, lifeline),
    // Without this it would look for a file of them.
    parsedCronItems: [],
    logger: jobLogger(log),
  })
  const forget = () => poolIds.forEach(lifeline.remove)
  runner.promise.then(forget, forget)
  onRunner?.(runner)
  return runner
}

/**
 * The queue wakes a worker for each job that is added, also for those that are due next month. While thousands of posts are
 * being scheduled, that is as much work as writing them, so wakes that follow shortly upon one are passed on together.
 */
function limitNudges(workerPool: WorkerPool): void {
  const nudge = workerPool.nudge.bind(workerPool)
  let timer: NodeJS.Timeout | null = null
  let held = 0
  const passOn = () => {
    timer = null
    if (held === 0 || workerPool._shuttingDown) return
    const count = held
    held = 0
    workerPool.nudge(count)
  }
  workerPool.nudge = (count) => {
    if (timer) {
      held += count
      return
    }
    timer = setTimeout(passOn, NUDGE_EVERY_MS).unref()
    nudge(count)
  }
}

function toTaskList(tasks: JobTable['tasks'], lifeline: Lifeline): TaskList {
  const withLease = (task: JobTable['tasks'][string]) => async (payload: unknown) => {
    await task(payload)
    // The queue deletes an ended job even if another worker holds it by now, but marks as failed only a job that it still holds.
    if (!lifeline.hasLease()) throw new Error('This process lost its lease on the job. Another one may have taken it.')
  }
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, withLease(task)]))
}
