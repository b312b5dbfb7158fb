import { build, type Db, run, runCount, runOne, sql, type Tx } from '../db/database.ts'
import { LOCKS } from '../db/writes/locks.ts'
import { message, type Said } from '../messages/message.ts'
import { type ShownReason, showReason, toReason } from '../messages/stored.ts'

/** Holds the lock until the transaction ends. Returns false while a backup is being made. */
export async function tryLock(tx: Tx): Promise<boolean> {
  const query = sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${LOCKS.backup}) as locked`
  return (await runOne(tx, query))!.locked
}

export async function insertAsked(tx: Tx, id: string, place: string, askedBy: string, now: Date): Promise<void> {
  const row = { id, state: 'waiting', place, asked_by: askedBy, started_at: now }
  await run(tx, build.insertInto('backup_runs').values(row))
}

export async function hasAsked(tx: Tx): Promise<boolean> {
  return (await runCount(tx, sql`select from backup_runs where state = 'waiting' limit 1`)) === 1
}

/**
 * Starts the requested run, or returns null if none was requested. Only called while no other process makes a backup.
 */
export async function startAsked(db: Db, place: string, now: Date): Promise<string | null> {
  const query = sql<{ id: string }>`update backup_runs set state = 'running', place = ${place}, started_at = ${now}
     where state = 'waiting' returning id`
  return (await runOne(db, query))?.id ?? null
}

/** Leaves the run to another worker. */
export async function putBack(db: Db, id: string): Promise<void> {
  await run(db, sql`update backup_runs set state = 'waiting', rows = null, expected_rows = null where id = ${id}`)
}

export async function insertRun(db: Db, id: string, place: string, now: Date): Promise<void> {
  await run(db, build.insertInto('backup_runs').values({ id, place, started_at: now }))
}

/** Fails the runs of processes that died. Only called while no other process makes a backup. */
export async function failAbandonedRuns(db: Db, now: Date): Promise<void> {
  await run(db, failing(message('backup.abandoned'), now).where('state', '=', 'running'))
}

export interface DoneBackup {
  file: string
  bytes: number
  rows: number
  contacts: number
  posts: number
  files: number
}

export async function finishRun(db: Db, id: string, done: DoneBackup, now: Date): Promise<void> {
  await run(
    db,
    build
      .updateTable('backup_runs')
      .set({ ...done, state: 'done', finished_at: now })
      .where('id', '=', id),
  )
}

/** A late update changes nothing: a finished run has its own counts. */
export async function saveProgress(db: Db, id: string, rows: number, expected: number | null): Promise<void> {
  const query = sql`update backup_runs set rows = ${rows}, expected_rows = ${expected}
     where id = ${id} and state = 'running'`
  await run(db, query)
}

export async function failRun(db: Db, id: string, said: Said, now: Date): Promise<void> {
  await run(db, failing(said, now).where('id', '=', id))
}

function failing(said: Said, now: Date) {
  return build.updateTable('backup_runs').set({ state: 'failed', ...toReason(said), finished_at: now })
}

export async function removeRun(db: Db, id: string): Promise<void> {
  await run(db, sql`delete from backup_runs where id = ${id}`)
}

export function countFailedSince(db: Db, since: Date): Promise<number> {
  return runCount(db, sql`select from backup_runs where state = 'failed' and started_at > ${since}`)
}

export interface KeptBackup {
  id: string
  file: string
  startedAt: Date
}

export function selectDone(db: Db, place: string): Promise<KeptBackup[]> {
  const query = sql<KeptBackup>`select id, file, started_at as "startedAt" from backup_runs
     where state = 'done' and place = ${place}`
  return run(db, query)
}

export async function removeOldFailures(db: Db, before: Date): Promise<void> {
  await run(db, sql`delete from backup_runs where state = 'failed' and started_at < ${before}`)
}

export interface LastRuns {
  last: { at: Date; bytes: number } | null
  /** Null unless the newest run failed. */
  failure: BackupFailure | null
}

export async function findLastRuns(db: Db): Promise<LastRuns> {
  const done = sql<{ at: Date; bytes: number; started_at: Date }>`select finished_at as at, bytes, started_at
      from backup_runs where state = 'done' order by started_at desc limit 1`
  const found = await runOne(db, done)
  return { last: found && { at: found.at, bytes: found.bytes }, failure: await findLastFailure(db, found?.started_at) }
}

interface RunInProgress {
  state: 'waiting' | 'running'
  asked_by: string | null
  started_at: Date
  rows: number
  expected_rows: number | null
}

/** The run that a process is working on, or that waits for a worker. Runs of dead processes do not count. */
export function findInProgress(db: Db): Promise<RunInProgress | null> {
  const query = sql<RunInProgress>`select state, asked_by, started_at, coalesce(rows, 0) as rows, expected_rows
      from backup_runs
     where state = 'waiting' or (state = 'running' and exists (
             select from pg_locks
              where locktype = 'advisory' and classid = 0 and objid = ${LOCKS.backup} and objsubid = 1 and granted
                and database = (select oid from pg_database where datname = current_database())))
     order by state, started_at desc limit 1`
  return runOne(db, query)
}

export interface StoredBackup extends Omit<DoneBackup, 'contacts' | 'posts' | 'files'> {
  id: string
  place: string
  /** Null for backups of older versions. */
  contacts: number | null
  posts: number | null
  files: number | null
  asked_by: string | null
  started_at: Date
  finished_at: Date
}

const SELECT_STORED = sql<StoredBackup>`select id, place, file, bytes, rows, contacts, posts, files, asked_by, started_at,
           finished_at
      from backup_runs where state = 'done'`

export function selectStored(db: Db, place: string, limit: number): Promise<StoredBackup[]> {
  return run(db, sql<StoredBackup>`${SELECT_STORED} and place = ${place} order by started_at desc limit ${limit}`)
}

/** In any location. */
export function findNewestStored(db: Db): Promise<StoredBackup | null> {
  return runOne(db, sql<StoredBackup>`${SELECT_STORED} order by started_at desc limit 1`)
}

export async function sumStored(db: Db, place: string): Promise<{ count: number; bytes: number }> {
  const query = sql<{ count: number; bytes: number }>`select count(*) as count, coalesce(sum(bytes), 0)::bigint as bytes
      from backup_runs where state = 'done' and place = ${place}`
  return (await runOne(db, query))!
}

type BackupFailure = { at: Date } & ShownReason

/** The newest failure, if it began after `since`. */
export async function findLastFailure(db: Db, since: Date | null = null): Promise<BackupFailure | null> {
  const query = sql<BackupFailure>`select finished_at as at, reason, reason_code, reason_values from backup_runs
     where state = 'failed' and started_at > coalesce(${since}::timestamptz, '-infinity')
     order by started_at desc limit 1`
  const row = await runOne(db, query)
  return row && { at: row.at, ...showReason(row) }
}

interface Rehearsal {
  file: string
  /** When the backup was made; null if the file does not say. */
  made_at: Date | null
  rehearsed_at: Date
  /** Null if the rehearsal succeeded. */
  problem: string | null
}

const REHEARSALS_KEPT = 50

/** Returns false for a backup of another installation, which is not recorded. */
export async function insertRehearsal(
  tx: Tx,
  given: Omit<Rehearsal, 'rehearsed_at'> & { id: string; installationId: string | null },
): Promise<boolean> {
  const inserted = sql`insert into backup_rehearsals (id, file, made_at, rehearsed_at, problem)
    select ${given.id}, ${given.file}, ${given.made_at}, now(), ${given.problem}
     where exists (select from installation where installation.id = ${given.installationId})
        or exists (select from backup_runs where state = 'done' and file = ${given.file})`
  const isRecorded = (await runCount(tx, inserted)) === 1
  const old = sql`delete from backup_rehearsals where id in (
      select id from backup_rehearsals order by rehearsed_at desc offset ${REHEARSALS_KEPT})`
  await run(tx, old)
  return isRecorded
}

export function findLastRehearsal(db: Db): Promise<Rehearsal | null> {
  const query = sql<Rehearsal>`select file, made_at, rehearsed_at, problem from backup_rehearsals
     order by rehearsed_at desc limit 1`
  return runOne(db, query)
}
