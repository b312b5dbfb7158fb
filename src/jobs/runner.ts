import { EventEmitter } from 'node:events'
import { parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Pool } from '../db/database.ts'
import type { Log } from '../lib/log.ts'
import { createLifeline } from './lifeline.ts'
import { jobLogger } from './logger.ts'
import { createPatientPool } from './patient-pool.ts'

export interface JobTable {
  /** Job name → what it does with its payload. A job whose name is not here waits for a worker that knows it. */
  tasks: Record<string, (payload: unknown) => Promise<void>>
  /** Jobs that come again, by cron pattern in UTC. */
  schedule: Array<{ task: string; match: string }>
}

export interface JobRunner {
  /** False once it has ended, by itself or because it was stopped. */
  isRunning(): boolean
  /** Lets running jobs end. */
  stop(): Promise<void>
}

export interface JobOptions {
  pool: Pool
  connection: pg.ClientConfig
  table: JobTable
  log: Log
  /** Jobs at once in this process. */
  concurrency: number
}

export async function startJobs({ pool, connection, table, log, concurrency }: JobOptions): Promise<JobRunner> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(table.tasks).map(([name, task]) => [name, (payload: unknown) => task(payload)]),
  )
  const lifeline = createLifeline(pool, connection, log)
  const events: WorkerEvents = new EventEmitter()
  // Jobs are locked in the name of the pool, not of its workers.
  events.on('pool:create', ({ workerPool }) => lifeline.add(workerPool.id))
  const runner = await run({
    pgPool: createPatientPool(pool),
    concurrency,
    pollInterval: 500,
    events,
    // The process decides itself when it stops.
    noHandleSignals: true,
    taskList,
    parsedCronItems: parseCronItems(table.schedule.map((item) => ({ ...item, identifier: item.task }))),
    logger: jobLogger(log),
  })
  let stopping = false
  let running = true
  runner.promise
    .catch((error) => {
      if (!stopping) log.error({ err: error }, 'job runner ended')
    })
    .finally(() => {
      running = false
    })
  return {
    isRunning: () => running,
    async stop() {
      stopping = true
      await runner.stop()
      await lifeline.close()
    },
  }
}
