import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { connectClient, destroyClient, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { LOCKS } from '../db/writes/locks.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Jobs } from '../jobs/table.ts'
import { withinMs } from '../lib/bounds/abort.ts'
import { redact } from '../lib/log/log.ts'
import { SetupError } from '../lib/problem.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, toSpan } from '../lib/time/span.ts'
import { StoreAwayError } from '../media/stores/file-store.ts'
import type { S3Store } from '../media/stores/s3.ts'
import { message, type Said } from '../messages/message.ts'
import { type ShownReason, toShownReason } from '../messages/stored.ts'
import { BackupError } from './archive.ts'
import { type BackupOptions, writeBackup } from './backup.ts'
import { createFileOutput } from './file-output.ts'
import type { Progress } from './format.ts'
import * as store from './schedule-store.ts'

/** After this many failures within a day, the next attempt waits for the schedule. */
const TRIES_A_DAY = 3
const FAILURES_KEPT_MS = 30 * DAY_MS
const RELEASE_MS = 1_000
const SAVE_PROGRESS_MS = 1_000

export interface BackupSchedule {
  everyMinutes: number
  atMinute: number
}

interface ScheduledBackupsOptions
  extends Pick<BackupOptions, 'connection' | 'disk'>,
    Pick<Parts, 'pool' | 'clock' | 'ids' | 'log'> {
  /** Null if this process makes none. */
  schedule: BackupSchedule | null
  retention: Retention
  /** Backups are written here, and stay here unless there is a bucket. */
  folder: string
  place: BackupPlace
  /** Whether backups include the installation's key. */
  hasPassphrase: boolean
  /** Called for every backup, so a wrong passphrase file shows up where backups are shown. */
  readSecret: () => BackupOptions['secret']
}

interface BackupProblem extends ShownReason {
  code: 'failed' | 'overdue'
  since: string
}

export type ScheduledBackups = ReturnType<typeof createScheduledBackups>

/** Makes backups on BACKUP_SCHEDULE and on request. They run as a job, so one node at a time. */
export function createScheduledBackups(options: ScheduledBackupsOptions) {
  const { pool, clock, log, schedule } = options
  const stopping = new AbortController()
  const startedAt = clock.now()

  return {
    schedule,
    place: options.place,
    retention: options.retention,
    hasPassphrase: options.hasPassphrase,
    async run({ asked_for }: Jobs['backup.run'] = {}): Promise<void> {
      const lock = await takeLock(options.connection)
      if (lock === null) {
        log.warn('the last backup is still being made, so this one is left out')
        return
      }
      try {
        await runOnce(options, stopping.signal, asked_for === true)
      } finally {
        await releaseLock(lock)
      }
    },
    /** Requests a backup from a worker. Returns false when one is running or waiting already. */
    ask: (askedBy: string): Promise<boolean> =>
      transaction(pool, async (tx) => {
        if (!(await store.tryLock(tx))) return false
        const now = new Date(clock.now())
        await store.failAbandonedRuns(tx, now)
        if (await store.hasAsked(tx)) return false
        await store.insertAsked(tx, options.ids.next().id, options.place.name, askedBy, now)
        await enqueue(tx, { task: 'backup.run', key: 'now', payload: { asked_for: true }, runAt: now })
        return true
      }),
    /** Aborts a running backup; another worker or the next start makes it instead. */
    stop: () => stopping.abort(),
    async findProblem(): Promise<BackupProblem | null> {
      const { last, failure } = await store.findLastRuns(pool)
      if (failure !== null) {
        const { at, ...reason } = failure
        return { code: 'failed', ...reason, since: at.toISOString() }
      }
      const since = last?.at.getTime() ?? startedAt
      const age = clock.now() - since
      if (age < 2 * (schedule?.everyMinutes ?? Number.POSITIVE_INFINITY) * MINUTE_MS + HOUR_MS) return null
      const said = last === null ? message('backup.never_made') : message('backup.overdue', { span: toSpan(age) })
      return { code: 'overdue', ...toShownReason(said), since: new Date(since).toISOString() }
    },
    last: async () => (await store.findLastRuns(pool)).last,
  }
}

async function runOnce(options: ScheduledBackupsOptions, signal: AbortSignal, isAsked: boolean): Promise<void> {
  const { pool, clock, ids, log, place } = options
  const now = () => new Date(clock.now())
  await store.failAbandonedRuns(pool, now())
  // Whichever job runs first makes the requested backup.
  const asked = await store.startAsked(pool, place.name, now())
  if (asked === null && isAsked) return
  const id = asked ?? ids.next().id
  if (asked === null) await store.insertRun(pool, id, place.name, now())
  try {
    const done = await makeBackup(options, id, now(), signal)
    await store.finishRun(pool, id, done, now())
    log.info({ part: 'backup', ...done, place: place.name }, 'a backup was made')
  } catch (error) {
    if (signal.aborted) {
      await (asked === null ? store.removeRun(pool, id) : store.putBack(pool, id))
      throw error
    }
    log.error({ part: 'backup', err: error }, 'a backup failed')
    await store.failRun(pool, id, explain(error), now())
    // The person who requested it sees the failure and can request another.
    const failures = isAsked ? TRIES_A_DAY : await store.countFailedSince(pool, new Date(clock.now() - DAY_MS))
    if (failures < TRIES_A_DAY) throw error
    return
  }
  await removeExpired(options, now())
}

async function makeBackup(
  options: ScheduledBackupsOptions,
  id: string,
  now: Date,
  signal: AbortSignal,
): Promise<store.DoneBackup> {
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
    const progress = createProgressSaver(options, id)
    const facts = await writeBackup({ connection, disk, secret: readSecret(), sink, signal, ...progress })
    const { rows, bytes, manifest } = facts
    await output.commit()
    await place.keep(path, { bytes, sha256: hash.digest() }, signal)
    const rowsOf = (table: string) => manifest.tables[table]?.rows ?? 0
    return { file, bytes, rows, contacts: rowsOf('contacts'), posts: rowsOf('posts'), files: manifest.files.count }
  } catch (error) {
    await output.discard()
    await rm(path, { force: true })
    throw error
  }
}

/** Shows progress on the dashboard. Losing an update does no harm. */
function createProgressSaver({ pool }: ScheduledBackupsOptions, id: string) {
  let rows = 0
  let expected: number | null = null
  let savedAt = performance.now()
  return {
    onEstimate(estimate: number) {
      expected = Math.round(estimate)
    },
    onProgress(part: Progress) {
      rows += part.rows
      if (performance.now() - savedAt < SAVE_PROGRESS_MS) return
      savedAt = performance.now()
      store.saveProgress(pool, id, rows, expected).catch(() => {})
    },
  }
}

async function removeExpired({ pool, place, retention, log }: ScheduledBackupsOptions, now: Date): Promise<void> {
  for (const { id, file } of expiredBackups(await store.selectDone(pool, place.name), retention, now)) {
    try {
      await place.remove(file)
    } catch (error) {
      // The next run tries again.
      log.warn({ part: 'backup', err: error, file }, 'an old backup cannot be removed')
      return
    }
    await store.removeRun(pool, id)
  }
  await store.removeOldFailures(pool, new Date(now.getTime() - FAILURES_KEPT_MS))
}

/** Null while another process makes a backup. The lock ends with the connection. */
async function takeLock(connection: pg.ClientConfig): Promise<pg.Client | null> {
  const client = await connectClient({ ...connection, application_name: 'doorpost backup', keepAlive: true })
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [LOCKS.backup])
  if (rows[0].locked) return client
  destroyClient(client)
  return null
}

/** Releases it at once instead of when the server notices the lost connection: a retry may follow soon. */
async function releaseLock(client: pg.Client): Promise<void> {
  const released = client.query('select pg_advisory_unlock($1)', [LOCKS.backup]).catch(() => {})
  await withinMs(RELEASE_MS, released)
  destroyClient(client)
}

/** For people without access to the log. Internal errors are only logged. */
function explain(error: unknown): Said {
  if (error instanceof BackupError || error instanceof StoreAwayError) {
    const { code, values = {} } = error.said
    const shown = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? redact(value) : value,
    ])
    return { code, values: Object.fromEntries(shown) }
  }
  return error instanceof SetupError ? redact(error.message) : message('backup.see_log')
}

interface Retention {
  daily: number
  weekly: number
}

// 1 January 1970 was a Thursday; weeks begin on Monday.
const MONDAY_OFFSET_MS = 3 * DAY_MS

/** The backups to remove. Backups of the last 24 hours stay, and so does the newest in any case. */
export function expiredBackups(
  backups: readonly store.KeptBackup[],
  { daily, weekly }: Retention,
  now: Date,
): store.KeptBackup[] {
  const newestFirst = backups.toSorted((one, other) => other.startedAt.getTime() - one.startedAt.getTime())
  const kept = new Set([
    ...newestFirst.slice(0, 1),
    ...newestFirst.filter(({ startedAt }) => now.getTime() - startedAt.getTime() < DAY_MS),
    ...newestOfEach(newestFirst, daily, (ms) => Math.floor(ms / DAY_MS)),
    ...newestOfEach(newestFirst, weekly, (ms) => Math.floor((ms + MONDAY_OFFSET_MS) / (7 * DAY_MS))),
  ])
  return newestFirst.filter((backup) => !kept.has(backup))
}

/** The newest backup of each of the last `count` periods that have one. */
function newestOfEach(newestFirst: readonly store.KeptBackup[], count: number, periodOf: (ms: number) => number) {
  const byPeriod = new Map<number, store.KeptBackup>()
  for (const backup of newestFirst) {
    const period = periodOf(backup.startedAt.getTime())
    if (!byPeriod.has(period)) byPeriod.set(period, backup)
  }
  return [...byPeriod.values()].slice(0, count)
}

export interface BackupPlace {
  kind: 'folder' | 'bucket'
  name: string
  /** The file names there; null if this process cannot list them, or if listing costs money. */
  list(): Promise<Set<string> | null>
  /** Stores a finished file from `path` on this machine. */
  keep(path: string, facts: { bytes: number; sha256: Buffer }, signal: AbortSignal): Promise<void>
  /** Also succeeds if the file does not exist. */
  remove(file: string): Promise<void>
}

export function createFolderPlace(folder: string): BackupPlace {
  return {
    kind: 'folder',
    name: folder,
    // Null if the workers are on another machine.
    list: async () => {
      const names = await readdir(folder).catch(() => null)
      return names && new Set(names)
    },
    // The file was written here in the first place.
    async keep() {},
    remove: (file) => rm(join(folder, basename(file)), { force: true }),
  }
}

export function createBucketPlace(bucket: string, store: Pick<S3Store, 'putLarge' | 'remove'>): BackupPlace {
  return {
    kind: 'bucket',
    name: `the bucket ${bucket}`,
    list: async () => null,
    async keep(path, facts, signal) {
      await store.putLarge(basename(path), { path, ...facts }, { contentType: 'application/x-tar', signal })
      await rm(path, { force: true })
    },
    remove: (file) => store.remove(file),
  }
}
