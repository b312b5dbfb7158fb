import { type Db, run, runCount, runOne, sql, type Tx } from '../db/database.ts'
import { LOCKS } from '../db/writes/locks.ts'

/** Held until the end of the transaction. False while a backup is being made. */
export async function tryLock(tx: Tx): Promise<boolean> {
  const query = sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${LOCKS.backup}) as locked`
  return (await runOne(tx, query))!.locked
}

export async function insertAsked(tx: Tx, id: string, place: string, askedBy: string, now: Date): Promise<void> {
  await run(
    tx,
    sql`insert into backup_runs (id, state, place, asked_by, started_at)
        values (${id}, 'waiting', ${place}, ${askedBy}, ${now})`,
  )
}

export async function hasAsked(tx: Tx): Promise<boolean> {
  return (await runCount(tx, sql`select from backup_runs where state = 'waiting' limit 1`)) === 1
}

/** Takes the one that somebody asked for; null when nobody did. Only called while nobody else makes a backup. */
export async function startAsked(db: Db, place: string, now: Date): Promise<string | null> {
  const query = sql<{ id: string }>`update backup_runs set state = 'running', place = ${place}, started_at = ${now}
     where state = 'waiting' returning id`
  return (await runOne(db, query))?.id ?? null
}

/** Another worker makes it. */
export async function putBack(db: Db, id: string): Promise<void> {
  await run(db, sql`update backup_runs set state = 'waiting', rows = null, expected_rows = null where id = ${id}`)
}

export async function insertRun(db: Db, id: string, place: string, now: Date): Promise<void> {
  await run(db, sql`insert into backup_runs (id, place, started_at) values (${id}, ${place}, ${now})`)
}

const ABANDONED =
  'The process ended before the backup was finished. If it ended by itself, see its log. Make a backup now, or wait for the next one of the schedule.'

/** Fails the runs of processes that ended in the middle. Only called while nobody else makes a backup. */
export async function failAbandonedRuns(db: Db, now: Date): Promise<void> {
  await run(
    db,
    sql`update backup_runs set state = 'failed', reason = ${ABANDONED}, finished_at = ${now} where state = 'running'`,
  )
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
  const { file, bytes, rows, contacts, posts, files } = done
  const query = sql`update backup_runs set state = 'done', file = ${file}, bytes = ${bytes}, rows = ${rows},
           contacts = ${contacts}, posts = ${posts}, files = ${files}, finished_at = ${now}
     where id = ${id}`
  await run(db, query)
}

/** A late one changes nothing: a finished run has its own counts. */
export async function saveProgress(db: Db, id: string, rows: number, expected: number | null): Promise<void> {
  const query = sql`update backup_runs set rows = ${rows}, expected_rows = ${expected}
     where id = ${id} and state = 'running'`
  await run(db, query)
}

export async function failRun(db: Db, id: string, reason: string, now: Date): Promise<void> {
  await run(db, sql`update backup_runs set state = 'failed', reason = ${reason}, finished_at = ${now} where id = ${id}`)
}

export async function removeRun(db: Db, id: string): Promise<void> {
  await run(db, sql`delete from backup_runs where id = ${id}`)
}

export function countFailedSince(db: Db, since: Date): Promise<number> {
  return runCount(db, sql`select from backup_runs where state = 'failed' and started_at > ${since}`)
}

/** A backup that is there. */
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
  lastDoneAt: Date | null
  lastBytes: number | null
  /** Null unless the newest run failed. */
  failedAt: Date | null
  reason: string | null
}

export async function findLastRuns(db: Db): Promise<LastRuns> {
  const query = sql<LastRuns>`
    with done as (
           select finished_at, started_at, bytes from backup_runs where state = 'done' order by started_at desc limit 1),
         failed as (
           select finished_at, reason from backup_runs
            where state = 'failed' and started_at > coalesce((select started_at from done), '-infinity')
            order by started_at desc limit 1)
    select (select finished_at from done) as "lastDoneAt", (select bytes from done) as "lastBytes",
           (select finished_at from failed) as "failedAt", (select reason from failed) as reason`
  return (await runOne(db, query))!
}

interface RunInProgress {
  state: 'waiting' | 'running'
  asked_by: string | null
  started_at: Date
  rows: number
  expected_rows: number | null
}

/** The run that a process makes at this moment, or that waits for a worker. Runs of dead processes do not count. */
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

/** In any place. */
export function findNewestStored(db: Db): Promise<StoredBackup | null> {
  return runOne(db, sql<StoredBackup>`${SELECT_STORED} order by started_at desc limit 1`)
}

export async function sumStored(db: Db, place: string): Promise<{ count: number; bytes: number }> {
  const query = sql<{ count: number; bytes: number }>`select count(*) as count, coalesce(sum(bytes), 0)::bigint as bytes
      from backup_runs where state = 'done' and place = ${place}`
  return (await runOne(db, query))!
}

export function findLastFailure(db: Db): Promise<{ at: Date; reason: string } | null> {
  const query = sql<{ at: Date; reason: string }>`select finished_at as at, reason from backup_runs
     where state = 'failed' order by started_at desc limit 1`
  return runOne(db, query)
}

interface Rehearsal {
  file: string
  /** When the backup was made; null where the file does not say it. */
  made_at: Date | null
  rehearsed_at: Date
  /** Null where everything was right. */
  problem: string | null
}

const REHEARSALS_KEPT = 50

/** False for a backup of another installation, which is not recorded. */
export async function insertRehearsal(
  tx: Tx,
  given: Omit<Rehearsal, 'rehearsed_at'> & { installationId: string | null },
): Promise<boolean> {
  const inserted = sql`insert into backup_rehearsals (id, file, made_at, rehearsed_at, problem)
    select gen_random_uuid(), ${given.file}, ${given.made_at}, now(), ${given.problem}
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
