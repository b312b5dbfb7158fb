import { EventEmitter } from 'node:events'
import { type Runner, run, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker'
import type pg from 'pg'
import type { Parts } from '../db/parts.ts'
import { withinMs } from '../lib/bounds/abort.ts'
import { createLifeline, LEASE_TIMES, type LeaseTimes, type Lifeline } from './lifeline.ts'
import {
  enqueueRecurring,
  type JobId,
  jobLogger,
  type RecurringJob,
  releaseWorkers,
  selectTaken,
  toJobId,
} from './queue.ts'
import type { LeaveLine } from './table.ts'
import { createPatientPool, lookAgainAfterCollisions } from './worker-fixes.ts'

export interface JobTable {
  /** Job name → function. A job whose name is not here waits for a worker that knows it. */
  tasks: Readonly<Record<string, Task>>
  schedule: readonly RecurringJob[]
}

/** The payload's type is checked where the job is enqueued. */
type Task = (payload: never, leaveLine: LeaveLine) => Promise<void>

export type JobRunner = Awaited<ReturnType<typeof startJobs>>

export interface JobOptions extends Pick<Parts, 'pool' | 'log'> {
  connection: pg.ClientConfig
  table: JobTable
  concurrency: number
  leases?: LeaseTimes
  /** For tests: how often an idle worker looks for due jobs. */
  pollMs?: number
  /** For tests: gets the queue's own runner whenever one is started. */
  onRunner?: (runner: Runner) => void
}

// A process must be gone ten seconds after it was told to stop, and jobs are only one part of that.
const STOP_MS = 4_000
/** Some jobs recur every minute, so they must be enqueued at least that often. */
const ENQUEUE_RECURRING_MS = 20_000
const NUDGE_EVERY_MS = 50
const POLL_MS = 500
const RESTART_FIRST_MS = 500
const RESTART_MOST_MS = 30_000

/** The first start fails if the queue is unreachable; after that, the runner is kept running. */
export async function startJobs(options: JobOptions) {
  const { connection, log, leases = LEASE_TIMES } = options
  const lifeline = createLifeline(connection, log, leases)
  const outside = createOutside(options)
  let current: Running | null = null
  let stopping = false
  let restart: NodeJS.Timeout | undefined
  let failures = 0

  const launch = async (): Promise<void> => {
    const started = await startRunner(options, lifeline, outside)
    const { runner } = started
    const startedAt = performance.now()
    current = started
    const onEnd = (error?: unknown) => {
      if (current !== started) return
      current = null
      if (performance.now() - startedAt > RESTART_MOST_MS) failures = 0
      if (!stopping) launchLater(error)
    }
    runner.promise.then(() => onEnd(), onEnd)
    // The runner was told to stop while it was starting.
    if (stopping) runner.stop().catch(() => {})
  }
  const launchLater = (error: unknown) => {
    const delayMs = Math.min(RESTART_FIRST_MS * 2 ** failures++, RESTART_MOST_MS)
    log.error({ err: error, restartInMs: delayMs }, 'job runner ended; restarting it')
    restart = setTimeout(() => {
      if (current === null) launch().catch(launchLater)
    }, delayMs).unref()
  }

  /** A new runner takes over at once. The old one finishes its jobs and claims no more. */
  let retiring: Promise<void> = Promise.resolve()
  const replace = async (old: Running) => {
    await launch()
    retiring = old.runner.stop().catch(() => {})
    await retiring
    // Otherwise it counts as dead once it has been silent for long enough.
    if (old.jobIds.size === 0) await releaseWorkers(options.pool, old.workerIds)
  }
  const enqueueNext = () => {
    if (current === null) return
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
  const { pool } = options
  const watch = watchTakenJobs({ pool, log, everyMs: leases.leaseMs / 3 }, () => current, replace)
  enqueueNext()
  const recurring = setInterval(enqueueNext, ENQUEUE_RECURRING_MS).unref()
  return {
    /** False from the end of the queue's own runner until it is restarted: no job runs in this process meanwhile. */
    isRunning: () => current !== null,
    /** Waits for running jobs, up to a limit; another process takes over the rest. */
    async stop() {
      stopping = true
      clearInterval(recurring)
      clearInterval(watch)
      clearTimeout(restart)
      const stopped = Promise.all([current?.runner.stop().catch(() => {}), retiring, outside.ended()])
      const ended = (await withinMs(STOP_MS, stopped)) !== 'late'
      if (!ended) log.warn('jobs are still running; other workers will take them over')
      await lifeline.close(ended)
    },
  }
}

async function startRunner(options: JobOptions, lifeline: Lifeline, outside: Outside): Promise<Running> {
  const { pool, table, log, concurrency, pollMs = POLL_MS, onRunner } = options
  const events: WorkerEvents = new EventEmitter()
  const workerIds: string[] = []
  const jobIds = new Set<JobId>()
  events.on('job:start', ({ job }) => void jobIds.add(toJobId(job.id)))
  events.on('job:complete', ({ job }) => void jobIds.delete(toJobId(job.id)))
  // Jobs are locked in the name of the pool, not of its workers.
  events.on('pool:create', ({ workerPool }) => {
    lookAgainAfterCollisions(events, workerPool)
    limitNudges(workerPool)
    workerIds.push(workerPool.id)
    lifeline.add(workerPool.id)
  })
  const runner = await run({
    pgPool: createPatientPool(pool),
    concurrency,
    pollInterval: pollMs,
    // A plan that PostgreSQL cached while the queue was empty would still read the whole table after it has grown.
    noPreparedStatements: true,
    events,
    // The process decides itself when to stop.
    noHandleSignals: true,
    taskList: toTaskList(table.tasks, lifeline, outside),
    // Without this, the queue would look for a crontab file.
    parsedCronItems: [],
    logger: jobLogger(log),
  })
  const forget = () => workerIds.forEach(lifeline.remove)
  runner.promise.then(forget, forget)
  onRunner?.(runner)
  return { runner, workerIds, jobIds }
}

/**
 * The queue wakes a worker for each new job, even if it is due next month. While thousands of posts are being
 * scheduled, that costs as much as writing them, so wake-ups in quick succession are combined.
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

type Outside = ReturnType<typeof createOutside>

/** Tasks that continue after their job has ended, so that the jobs behind it can run. */
function createOutside({ log, concurrency }: JobOptions) {
  const works = new Set<Promise<void>>()
  return {
    /** Returns false if there are already as many as workers: each may hold a file of hundreds of megabytes. */
    add(work: Promise<void>): boolean {
      if (works.size >= concurrency) return false
      works.add(work)
      work
        .catch((error) => log.error({ err: error }, 'a task failed after it had left its line'))
        .finally(() => works.delete(work))
      return true
    },
    ended: () => Promise.allSettled(works),
  }
}

function toTaskList(tasks: JobTable['tasks'], lifeline: Lifeline, outside: Outside): TaskList {
  const withLease = (task: Task) => async (payload: unknown) => {
    const { promise: left, resolve } = Promise.withResolvers<void>()
    const leaveLine = () => {
      const hasLeft = outside.add(work)
      if (hasLeft) resolve()
      return hasLeft
    }
    // Starts in a later microtask, because the task may leave its line before it awaits anything.
    const work = Promise.resolve().then(() => task(payload as never, leaveLine))
    await Promise.race([work, left])
    // The queue deletes a finished job even if another worker holds it by now, but marks a job as failed only while it
    // still holds it.
    if (!lifeline.hasLease()) throw new Error('This process lost its lease on the job. Another one may have taken it.')
  }
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, withLease(task)]))
}

/** A runner of the queue, with its workers and jobs. */
export interface Running {
  runner: Runner
  /** Its jobs are locked under these ids. */
  workerIds: string[]
  /** The jobs that it runs, or whose end it has not written yet. */
  jobIds: Set<JobId>
}

/**
 * If the connection breaks just after a worker claimed a job, the response is lost: the job stays locked by a live
 * worker that does not know of it, and neither it nor the jobs behind it would run for hours. The queue releases either
 * all jobs of a worker or none, so such a worker is replaced.
 */
function watchTakenJobs(
  { pool, log, everyMs }: Pick<Parts, 'pool' | 'log'> & { everyMs: number },
  find: () => Running | null,
  replace: (running: Running) => Promise<void>,
): NodeJS.Timeout {
  let isBusy = false
  let suspects: JobId[] = []
  const look = async () => {
    const running = find()
    if (running === null || isBusy) return
    isBusy = true
    try {
      const taken = await selectTaken(pool, running.workerIds, everyMs / 1_000)
      const unknown = taken.filter((id) => !running.jobIds.has(id))
      // Checked twice in a row, because the first read may have seen a job that had just ended.
      const lost = unknown.filter((id) => suspects.includes(id))
      suspects = unknown
      if (lost.length === 0 || running !== find()) return
      log.warn({ jobs: lost.length }, 'jobs were taken and the answer was lost; their worker is replaced')
      suspects = []
      await replace(running)
    } catch (error) {
      log.debug({ err: error }, 'taken jobs could not be looked at')
    } finally {
      isBusy = false
    }
  }
  return setInterval(() => void look(), everyMs).unref()
}
