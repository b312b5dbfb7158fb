import type { WorkerEvents, WorkerPool } from 'graphile-worker'
import type { Pool } from '../db/database.ts'
import { hasFreeJob } from './private-tables.ts'

/** The first wait is random, so that those who were in each other's way do not meet again. */
const FIRST_MS = { least: 3, most: 20 }
/** Somebody holds the job or its line for longer than it takes to take one. */
const LONGEST_MS = 250

/**
 * While a worker takes a job, the queue locks all lines (graphile-worker 0.17, sql/getJobs.js), and whoever looks at that
 * moment skips them: it finds no job although there are some, and would wait for the next poll. So a look that found
 * nothing is checked without locks, and repeated if it was in somebody's way.
 */
export function lookAgainAfterCollisions(
  events: WorkerEvents,
  { pool, workerPool, tasks }: { pool: Pool; workerPool: WorkerPool; tasks: readonly string[] },
): void {
  // Without the limit that others set on it: there is one at a time.
  const nudge = workerPool.nudge.bind(workerPool)
  let timer: NodeJS.Timeout | null = null
  let collisions = 0

  const lookLater = () => {
    if (timer !== null || workerPool._shuttingDown) return
    const firstMs = FIRST_MS.least + Math.random() * (FIRST_MS.most - FIRST_MS.least)
    timer = setTimeout(() => void look(), Math.min(firstMs * 2 ** collisions, LONGEST_MS)).unref()
  }
  const look = async () => {
    // A failure is the poll's to report.
    const isFree = await hasFreeJob(pool, tasks).catch(() => false)
    timer = null
    collisions = isFree ? collisions + 1 : 0
    if (isFree && !workerPool._shuttingDown) nudge(1)
  }
  events.on('worker:getJob:empty', ({ worker }) => {
    if (worker.workerPool === workerPool) lookLater()
  })
  events.on('job:start', ({ worker }) => {
    if (worker.workerPool !== workerPool || collisions === 0) return
    // It was a collision, and there may be jobs for the next idle worker too.
    collisions = 0
    lookLater()
  })
}
