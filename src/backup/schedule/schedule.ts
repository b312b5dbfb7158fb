import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { connectClient, destroyClient, type Pool } from '../../db/database.ts'
import { withinMs } from '../../lib/bounds/abort.ts'
import type { Ids } from '../../lib/ids.ts'
import { type Log, redact } from '../../lib/log/log.ts'
import { SetupError } from '../../lib/problem.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, spanOf } from '../../lib/time/span.ts'
import { StoreAwayError } from '../../media/store/file-store.ts'
import { type BackupOptions, writeBackup } from '../backup.ts'
import { createFileOutput } from '../file-output.ts'
import type { BackupPlace } from './place.ts'
import { expiredBackups, type Retention } from './retention.ts'
import * as store from './store.ts'

export const BACKUP_TASK = 'backup.run'

// Any constant does, as long as every Doorpost process takes the same one.
const BACKUP_LOCK = 7_300_029
/** After so many failures within a day, the next one is made according to the schedule. */
const TRIES_A_DAY = 3
const FAILURES_KEPT_MS = 30 * DAY_MS
const RELEASE_MS = 1_000

export interface BackupSchedule {
  everyMinutes: number
  atMinute: number
}

export interface ScheduledBackupsOptions extends Pick<BackupOptions, 'connection' | 'disk'> {
  pool: Pool
  clock: Clock
  ids: Ids
  log: Log
  /** Null where this process makes none. */
  schedule: BackupSchedule | null
  retention: Retention
  /** Where files are written, and, unless there is a bucket, kept. */
  folder: string
  place: BackupPlace
  /** Read for every backup, so that a wrong passphrase file is told where backups are. */
  readSecret: () => BackupOptions['secret']
}

export interface BackupSettings {
  schedule: BackupSchedule | null
  folder: string
  bucket: string | null
  retention: Retention
  passphraseFile: string | null
}

export interface BackupProblem {
  code: 'failed' | 'overdue'
  reason: string
  since: string
}

export type ScheduledBackups = ReturnType<typeof createScheduledBackups>

/** Makes backups according to BACKUP_SCHEDULE, as a job, so one node at a time. */
export function createScheduledBackups(options: ScheduledBackupsOptions) {
  const { pool, clock, log, schedule } = options
  const stopping = new AbortController()
  const startedAt = clock.now()

  return {
    schedule,
    /** The job. */
    async run(): Promise<void> {
      const lock = await takeLock(options.connection)
      if (lock === null) {
        log.warn('the last backup is still being made, so this one is left out')
        return
      }
      try {
        await runOnce(options, stopping.signal)
      } finally {
        await releaseLock(lock)
      }
    },
    /** Gives up a backup that is being made; another worker or the next start makes it. */
    stop: () => stopping.abort(),
    /** What a person should know, or null. */
    async findProblem(): Promise<BackupProblem | null> {
      const { lastDoneAt, failedAt, reason } = await store.findLastRuns(pool)
      if (failedAt !== null) {
        return { code: 'failed', reason: `The last backup failed. ${reason}`, since: failedAt.toISOString() }
      }
      const since = lastDoneAt?.getTime() ?? startedAt
      const patience = 2 * (schedule?.everyMinutes ?? Number.POSITIVE_INFINITY) * MINUTE_MS + HOUR_MS
      if (clock.now() - since < patience) return null
      const last = lastDoneAt === null ? 'None was made' : `The last one was made ${spanOf(clock.now() - since)} ago`
      const remedy = 'Check that a process with ROLE all or worker is running, and its log.'
      return {
        code: 'overdue',
        reason: `Backups are overdue. ${last}. ${remedy}`,
        since: new Date(since).toISOString(),
      }
    },
    /** For metrics. */
    async last(): Promise<{ at: Date; bytes: number } | null> {
      const { lastDoneAt, lastBytes } = await store.findLastRuns(pool)
      return lastDoneAt === null ? null : { at: lastDoneAt, bytes: lastBytes ?? 0 }
    },
  }
}

async function runOnce(options: ScheduledBackupsOptions, signal: AbortSignal): Promise<void> {
  const { pool, clock, ids, log, place } = options
  const now = () => new Date(clock.now())
  await store.failAbandonedRuns(pool, now())
  const { id } = ids.next()
  await store.insertRun(pool, id, place.name, now())
  try {
    const done = await makeBackup(options, now(), signal)
    await store.finishRun(pool, id, done, now())
    log.info({ part: 'backup', ...done, place: place.name }, 'a backup was made')
  } catch (error) {
    if (signal.aborted) {
      await store.removeRun(pool, id)
      throw error
    }
    log.error({ part: 'backup', err: error }, 'a backup failed')
    await store.failRun(pool, id, explain(error), now())
    if ((await store.countFailedSince(pool, new Date(clock.now() - DAY_MS))) < TRIES_A_DAY) throw error
    return
  }
  await removeExpired(options, now())
}

async function makeBackup(options: ScheduledBackupsOptions, now: Date, signal: AbortSignal) {
  const { connection, disk, folder, place, readSecret } = options
  const file = `doorpost-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
  const path = join(folder, file)
  const output = await createFileOutput(path, { force: true })
  const hash = createHash('sha256')
  const sink = (bytes: Buffer) => {
    hash.update(bytes)
    return output.sink(bytes)
  }
  try {
    const { rows, bytes } = await writeBackup({ connection, disk, secret: readSecret(), sink, signal })
    await output.commit()
    await place.keep(path, { bytes, sha256: hash.digest() })
    return { file, bytes, rows }
  } catch (error) {
    await output.discard()
    await rm(path, { force: true })
    throw error
  }
}

async function removeExpired({ pool, place, retention, log }: ScheduledBackupsOptions, now: Date): Promise<void> {
  for (const { id, file } of expiredBackups(await store.selectDone(pool, place.name), retention, now)) {
    try {
      await place.remove(file)
    } catch (error) {
      // The next run comes.
      log.warn({ part: 'backup', err: error, file }, 'an old backup cannot be removed')
      return
    }
    await store.removeRun(pool, id)
  }
  await store.removeOldFailures(pool, new Date(now.getTime() - FAILURES_KEPT_MS))
}

/** Null when another process makes a backup. The lock ends with the connection. */
async function takeLock(connection: pg.ClientConfig): Promise<pg.Client | null> {
  const client = await connectClient({ ...connection, application_name: 'doorpost backup', keepAlive: true })
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [BACKUP_LOCK])
  if (rows[0].locked) return client
  destroyClient(client)
  return null
}

/** At once, not when the server notices that the connection is gone: the next run may be a repeat that follows soon. */
async function releaseLock(client: pg.Client): Promise<void> {
  const released = client.query('select pg_advisory_unlock($1)', [BACKUP_LOCK]).catch(() => {})
  await withinMs(RELEASE_MS, released)
  destroyClient(client)
}

/** For people who cannot read the log. What is not meant for them stays there. */
function explain(error: unknown): string {
  if (error instanceof SetupError || error instanceof StoreAwayError) return redact(error.message)
  return 'The log of the worker has the reason.'
}
