import type { WorkerEvents, WorkerPool } from 'graphile-worker'

/** The first wait is random, so that those who were in each other's way do not meet again. */
const FIRST_MS = { least: 3, most: 20 }
/** Somebody holds the job or its line for longer than it takes to take one. */
const LONGEST_MS = 250
/** For this long after a job was added or started there may be more; then the poll is soon enough. */
const WORTH_MS = 1_000

/**
 * While a worker takes a job, the queue locks all lines (graphile-worker 0.17, sql/getJobs.js), and whoever looks at that
 * moment skips them: it finds no job although there are some, and would wait for the next poll. So a look that found
 * nothing although there was work a moment ago is repeated.
 */
export function lookAgainAfterCollisions(events: WorkerEvents, workerPool: WorkerPool): void {
  // Without the limit that others set on it: there is one at a time.
  const nudge = workerPool.nudge.bind(workerPool)
  let timer: NodeJS.Timeout | null = null
  let misses = 0
  let workAt = performance.now()

  const lookLater = () => {
    if (timer !== null || workerPool._shuttingDown) return
    const firstMs = FIRST_MS.least + Math.random() * (FIRST_MS.most - FIRST_MS.least)
    timer = setTimeout(look, Math.min(firstMs * 2 ** misses, LONGEST_MS)).unref()
  }
  const look = () => {
    timer = null
    if (!workerPool._shuttingDown) nudge(1)
  }
  const isWorth = () => performance.now() - workAt <= WORTH_MS
  workerPool.nudge = (count) => {
    if (!isWorth()) misses = 0
    workAt = performance.now()
    nudge(count)
  }
  events.on('worker:getJob:empty', ({ worker }) => {
    if (worker.workerPool !== workerPool || !isWorth()) return
    lookLater()
    misses++
  })
  events.on('job:start', ({ worker }) => {
    if (worker.workerPool !== workerPool) return
    workAt = performance.now()
    if (misses === 0) return
    // It may have been a collision, and there may be jobs for the next idle worker too.
    misses = 0
    lookLater()
  })
}
