import { join } from 'node:path'
import type { Db } from '../db/database.ts'
import { commandLine } from '../lib/program.ts'
import { MINUTE_MS } from '../lib/time/span.ts'
import type { BackupPlace } from './place.ts'
import type { BackupSchedule, ScheduledBackups } from './schedule.ts'
import { LISTED_MAX } from './schemas.ts'
import * as store from './schedule-store.ts'

/** What an owner sees of the backups. */
export async function showBackups(db: Db, backups: ScheduledBackups, now: number) {
  const { schedule, place, retention, hasPassphrase } = backups
  const kept = await store.selectStored(db, place.name, LISTED_MAX)
  const last = await store.findNewestStored(db)
  const there = await place.list()
  const total = await store.sumStored(db, place.name)
  const shown = (backup: store.StoredBackup) => ({
    ...backup,
    is_missing: there !== null && backup.place === place.name && !there.has(backup.file),
  })
  return {
    schedule: schedule && { every_minutes: schedule.everyMinutes, next_at: nextRun(schedule, now) },
    place: { kind: place.kind, name: place.name },
    keep: { daily: retention.daily, weekly: retention.weekly },
    has_key: hasPassphrase,
    in_progress: showProgress(await store.findInProgress(db)),
    last: last && shown(last),
    problem: await backups.findProblem(),
    last_failure: await store.findLastFailure(db),
    kept: kept.map(shown),
    kept_count: total.count,
    kept_bytes: total.bytes,
    last_rehearsal: await store.findLastRehearsal(db),
    rehearse_command: rehearseCommand(place, kept[0]?.file ?? null),
  }
}

/** As the queue counts: see enqueueRecurring. */
function nextRun({ everyMinutes, atMinute }: BackupSchedule, now: number): Date {
  const span = everyMinutes * MINUTE_MS
  const first = Date.UTC(2000, 0, 1) + atMinute * MINUTE_MS
  return new Date(first + Math.ceil((now - first) / span) * span)
}

function showProgress(run: store.RunInProgress | null) {
  if (run === null) return null
  const { state, asked_by, started_at, rows, expected_rows } = run
  return { state, asked_by, started_at, rows: rows ?? 0, expected_rows }
}

/** A file in a bucket has to be fetched first. */
function rehearseCommand({ kind, name }: BackupPlace, file: string | null): string | null {
  if (file === null) return null
  const path = kind === 'folder' ? join(name, file) : file
  return commandLine(`rehearse ${/^[\w./:@-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`}`)
}
