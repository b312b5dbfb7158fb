import { parseCronItems, run, type TaskList } from 'graphile-worker'
import type { Pool } from '../db/database.ts'
import type { Log } from '../lib/log.ts'
import { jobLogger } from './logger.ts'

export interface JobTable {
  /** Job name → what it does with its payload. A job whose name is not here waits for a worker that knows it. */
  tasks: Record<string, (payload: unknown) => Promise<void>>
  /** Jobs that come again, by cron pattern in UTC. */
  schedule: Array<{ task: string; match: string }>
}

export interface JobRunner {
  /** Lets running jobs end. */
  stop(): Promise<void>
}

export async function startJobs(pool: Pool, table: JobTable, log: Log): Promise<JobRunner> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(table.tasks).map(([name, task]) => [name, (payload: unknown) => task(payload)]),
  )
  const runner = await run({
    pgPool: pool,
    concurrency: 4,
    pollInterval: 1_000,
    // The process decides itself when it stops.
    noHandleSignals: true,
    taskList,
    parsedCronItems: parseCronItems(table.schedule.map((item) => ({ ...item, identifier: item.task }))),
    logger: jobLogger(log),
  })
  let stopping = false
  runner.promise.catch((error) => {
    if (!stopping) log.error({ err: error }, 'job runner ended')
  })
  return {
    async stop() {
      stopping = true
      await runner.stop()
    },
  }
}
