import type { Db, Tx } from '../db/database.ts'
import { LOCKS } from '../db/writes/locks.ts'
import type { KeptBackup } from './retention.ts'

// Any constant does, as long as every Doorpost process takes the same one.

/** Until the end of the transaction. False while a backup is being made. */
export async function tryLock(tx: Tx): Promise<boolean> {
  const { rows } = await tx.query<{ locked: boolean }>({
    text: 'select pg_try_advisory_xact_lock($1) as locked',
    values: [LOCKS.backup],
  })
  return rows[0]!.locked
}

export async function insertAsked(tx: Tx, id: string, place: string, askedBy: string, now: Date): Promise<void> {
  await tx.query({
    text: `insert into backup_runs (id, state, place, asked_by, started_at) values ($1, 'waiting', $2, $3, $4)`,
    values: [id, place, askedBy, now],
  })
}

export async function hasAsked(tx: Tx): Promise<boolean> {
  const { rows } = await tx.query<{ found: boolean }>({
    text: `select exists (select from backup_runs where state = 'waiting') as found`,
  })
  return rows[0]!.found
}

/** Takes the one that somebody asked for; null when nobody did. Only called while nobody else makes a backup. */
export async function startAsked(db: Db, place: string, now: Date): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>({
    text: `update backup_runs set state = 'running', place = $1, started_at = $2 where state = 'waiting' returning id`,
    values: [place, now],
  })
  return rows[0]?.id ?? null
}

/** Another worker makes it. */
export async function putBack(db: Db, id: string): Promise<void> {
  await db.query({
    text: `update backup_runs set state = 'waiting', rows = null, expected_rows = null where id = $1`,
    values: [id],
  })
}

export async function insertRun(db: Db, id: string, place: string, now: Date): Promise<void> {
  await db.query({
    text: `insert into backup_runs (id, place, started_at) values ($1, $2, $3)`,
    values: [id, place, now],
  })
}

const ABANDONED =
  'The process ended before the backup was finished. If it ended by itself, see its log. Make a backup now, or wait for the next one of the schedule.'

/** Of processes that ended in the middle. Only called while nobody else makes a backup. */
export async function failAbandonedRuns(db: Db, now: Date): Promise<void> {
  await db.query({
    text: `update backup_runs set state = 'failed', reason = $1, finished_at = $2 where state = 'running'`,
    values: [ABANDONED, now],
  })
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
  await db.query({
    text: `update backup_runs set state = 'done', file = $2, bytes = $3, rows = $4, contacts = $5, posts = $6, files = $7,
                  finished_at = $8 where id = $1`,
    values: [id, done.file, done.bytes, done.rows, done.contacts, done.posts, done.files, now],
  })
}

/** A late one changes nothing: the run has its own counts when it is done. */
export async function saveProgress(db: Db, id: string, rows: number, expected: number | null): Promise<void> {
  await db.query({
    text: `update backup_runs set rows = $2, expected_rows = $3 where id = $1 and state = 'running'`,
    values: [id, rows, expected],
  })
}

export async function failRun(db: Db, id: string, reason: string, now: Date): Promise<void> {
  await db.query({
    text: `update backup_runs set state = 'failed', reason = $2, finished_at = $3 where id = $1`,
    values: [id, reason, now],
  })
}

export async function removeRun(db: Db, id: string): Promise<void> {
  await db.query({ text: 'delete from backup_runs where id = $1', values: [id] })
}

export async function countFailedSince(db: Db, since: Date): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    text: `select count(*)::int as count from backup_runs where state = 'failed' and started_at > $1`,
    values: [since],
  })
  return rows[0]!.count
}

/** Backups of this place that are there. */
export async function selectDone(db: Db, place: string): Promise<KeptBackup[]> {
  const { rows } = await db.query<KeptBackup>({
    text: `select id, file, started_at as "startedAt" from backup_runs where state = 'done' and place = $1`,
    values: [place],
  })
  return rows
}

export async function removeOldFailures(db: Db, before: Date): Promise<void> {
  await db.query({ text: `delete from backup_runs where state = 'failed' and started_at < $1`, values: [before] })
}

export interface LastRuns {
  lastDoneAt: Date | null
  lastBytes: number | null
  /** Of the newest run, if it failed. */
  failedAt: Date | null
  reason: string | null
}

export async function findLastRuns(db: Db): Promise<LastRuns> {
  const { rows } = await db.query<LastRuns>({
    text: `with done as (select finished_at, started_at, bytes from backup_runs where state = 'done' order by started_at desc limit 1),
                failed as (select finished_at, reason from backup_runs where state = 'failed'
                              and started_at > coalesce((select started_at from done), '-infinity')
                            order by started_at desc limit 1)
           select (select finished_at from done) as "lastDoneAt", (select bytes from done) as "lastBytes",
                  (select finished_at from failed) as "failedAt", (select reason from failed) as reason`,
  })
  return rows[0]!
}

export interface RunInProgress {
  id: string
  state: 'waiting' | 'running'
  asked_by: string | null
  started_at: Date
  rows: number | null
  expected_rows: number | null
}

/** The one that is made at this moment, or waits for a worker. What a dead process has left does not count. */
export async function findInProgress(db: Db): Promise<RunInProgress | null> {
  const { rows } = await db.query<RunInProgress>({
    text: `select id, state, asked_by, started_at, rows, expected_rows from backup_runs
            where state = 'waiting' or (state = 'running' and exists (
                    select from pg_locks
                     where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1 and granted
                       and database = (select oid from pg_database where datname = current_database())))
            order by state, started_at desc limit 1`,
    values: [LOCKS.backup],
  })
  return rows[0] ?? null
}

export interface StoredBackup extends Omit<DoneBackup, 'contacts' | 'posts' | 'files'> {
  id: string
  place: string
  /** Null for those of older versions. */
  contacts: number | null
  posts: number | null
  files: number | null
  asked_by: string | null
  started_at: Date
  finished_at: Date
}

const STORED = 'id, place, file, bytes, rows, contacts, posts, files, asked_by, started_at, finished_at'

export async function selectStored(db: Db, place: string, limit: number): Promise<StoredBackup[]> {
  const { rows } = await db.query<StoredBackup>({
    text: `select ${STORED} from backup_runs where state = 'done' and place = $1 order by started_at desc limit $2`,
    values: [place, limit],
  })
  return rows
}

/** Wherever it is. */
export async function findNewestStored(db: Db): Promise<StoredBackup | null> {
  const { rows } = await db.query<StoredBackup>({
    text: `select ${STORED} from backup_runs where state = 'done' order by started_at desc limit 1`,
  })
  return rows[0] ?? null
}

export async function sumStored(db: Db, place: string): Promise<{ count: number; bytes: number }> {
  const { rows } = await db.query<{ count: number; bytes: number }>({
    text: `select count(*) as count, coalesce(sum(bytes), 0)::bigint as bytes from backup_runs where state = 'done' and place = $1`,
    values: [place],
  })
  return rows[0]!
}

export async function findLastFailure(db: Db): Promise<{ at: Date; reason: string } | null> {
  const { rows } = await db.query<{ at: Date; reason: string }>({
    text: `select finished_at as at, reason from backup_runs where state = 'failed' order by started_at desc limit 1`,
  })
  return rows[0] ?? null
}

export interface Rehearsal {
  file: string
  /** When the backup was made; null where the file does not say it. */
  made_at: Date | null
  rehearsed_at: Date
  /** Null where everything was right. */
  problem: string | null
}

const REHEARSALS_KEPT = 50

/** False for a backup of another installation, of which nothing is noted. */
export async function insertRehearsal(
  tx: Tx,
  given: Omit<Rehearsal, 'rehearsed_at'> & { installationId: string | null },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `insert into backup_rehearsals (id, file, made_at, rehearsed_at, problem)
           select gen_random_uuid(), $1, $2, now(), $3
            where exists (select from installation where installation.id = $4)
               or exists (select from backup_runs where state = 'done' and file = $1)`,
    values: [given.file, given.made_at, given.problem, given.installationId],
  })
  await tx.query({
    text: `delete from backup_rehearsals where id in (
             select id from backup_rehearsals order by rehearsed_at desc offset ${REHEARSALS_KEPT})`,
  })
  return rowCount === 1
}

export async function findLastRehearsal(db: Db): Promise<Rehearsal | null> {
  const { rows } = await db.query<Rehearsal>({
    text: 'select file, made_at, rehearsed_at, problem from backup_rehearsals order by rehearsed_at desc limit 1',
  })
  return rows[0] ?? null
}
