import type { Db } from '../../db/database.ts'
import type { KeptBackup } from './retention.ts'

export async function insertRun(db: Db, id: string, place: string, now: Date): Promise<void> {
  await db.query({
    text: `insert into backup_runs (id, place, started_at) values ($1, $2, $3)`,
    values: [id, place, now],
  })
}

/** Of processes that ended in the middle. Only called while nobody else makes a backup. */
export async function failAbandonedRuns(db: Db, now: Date): Promise<void> {
  const reason = 'The process ended before the backup was finished. The next one is made according to the schedule.'
  await db.query({
    text: `update backup_runs set state = 'failed', reason = $1, finished_at = $2 where state = 'running'`,
    values: [reason, now],
  })
}

export async function finishRun(
  db: Db,
  id: string,
  done: { file: string; bytes: number; rows: number },
  now: Date,
): Promise<void> {
  await db.query({
    text: `update backup_runs set state = 'done', file = $2, bytes = $3, rows = $4, finished_at = $5 where id = $1`,
    values: [id, done.file, done.bytes, done.rows, now],
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
