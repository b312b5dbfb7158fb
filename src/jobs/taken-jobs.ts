import type { Runner } from 'graphile-worker'
import type { Parts } from '../db/parts.ts'
import { type JobId, selectTaken } from './queue.ts'

/** A runner of the queue, and what it has. */
export interface Running {
  runner: Runner
  /** In whose name its jobs are locked. */
  workerIds: string[]
  /** The jobs that it runs, or whose end it has not written yet. */
  jobIds: Set<JobId>
}

/**
 * When a worker has taken a job and the answer is lost, because the database went away at that moment, the job is locked in
 * the name of a worker that lives and does not know of it: nobody would run it for hours, nor what is behind it in its line.
 * The queue releases all jobs of a worker or none, so such a worker is replaced.
 */
export function watchTakenJobs(
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
      // Twice in a row: one that has ended a moment ago may have been read as it was before.
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
