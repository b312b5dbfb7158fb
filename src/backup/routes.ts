import { join } from 'node:path'
import type { Parts } from '../db/parts.ts'
import { validationError } from '../errors.ts'
import { callerOf } from '../http/call.ts'
import { operationsOf, recordAnswer } from '../http/route.ts'
import { commandLine } from '../lib/program.ts'
import { MINUTE_MS } from '../lib/time/span.ts'
import { message } from '../messages/message.ts'
import type { BackupPlace, BackupSchedule, ScheduledBackups } from './schedule.ts'
import * as store from './schedule-store.ts'
import * as schemas from './schemas.ts'

interface Deps extends Pick<Parts, 'jobs' | 'clock'> {
  backups: ScheduledBackups
  users: { get(id: string): Promise<{ name: string }> }
}

const operation = operationsOf<Deps>('Backups')

const UNDER_WAY = message('backup.under_way')

export const getBackups = operation({
  id: 'getBackups',
  summary: 'See how backups are doing',
  description:
    'Backups of the whole installation: where they go, which are kept, what went wrong. They cannot be downloaded here. See docs/how-to/backup.md.',
  answers: { 200: recordAnswer('How it is now.', schemas.backups) },
  handle: show,
})

export const createBackup = operation({
  id: 'createBackup',
  idempotent: 'repeatable',
  summary: 'Make a backup now',
  description:
    'A worker makes it, in the same place as those of the schedule; `in_progress` says how far it is. One at a time.',
  locate: () => '/v1/backups',
  answers: {
    201: recordAnswer('A worker makes it.', schemas.backups, { in_progress: schemas.inProgress.example }),
  },
  async handle(deps, request) {
    const caller = callerOf(request)
    const by = caller.kind === 'user' ? (await deps.users.get(caller.userId)).name : 'an owner'
    if (!(await deps.backups.ask(by))) throw validationError({ state: [UNDER_WAY] })
    return show(deps)
  },
})

async function show({ jobs: db, backups, clock }: Deps) {
  const { schedule, place, retention, hasPassphrase } = backups
  const kept = await store.selectStored(db, place.name, schemas.LISTED_MAX)
  const last = await store.findNewestStored(db)
  const there = await place.list()
  const total = await store.sumStored(db, place.name)
  const shown = (backup: store.StoredBackup) => ({
    ...backup,
    is_missing: there !== null && backup.place === place.name && !there.has(backup.file),
  })
  return {
    schedule: schedule && { every_minutes: schedule.everyMinutes, next_at: nextRun(schedule, clock.now()) },
    place: { kind: place.kind, name: place.name },
    keep: { daily: retention.daily, weekly: retention.weekly },
    has_key: hasPassphrase,
    in_progress: await store.findInProgress(db),
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

/** Uses the same arithmetic as the queue: see enqueueRecurring. */
function nextRun({ everyMinutes, atMinute }: BackupSchedule, now: number): Date {
  const span = everyMinutes * MINUTE_MS
  const first = Date.UTC(2000, 0, 1) + atMinute * MINUTE_MS
  return new Date(first + Math.ceil((now - first) / span) * span)
}

/** A file in a bucket has to be downloaded first. */
function rehearseCommand({ kind, name }: BackupPlace, file: string | null): string | null {
  if (file === null) return null
  const path = kind === 'folder' ? join(name, file) : file
  return commandLine(`rehearse ${/^[\w./:@-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`}`)
}
