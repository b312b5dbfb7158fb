import { exampledReason, problemOrNull } from '../http/reason.ts'
import { maybeTime, Timestamp, Uuid } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'
import { message } from '../messages/message.ts'

/** The most backups in the list; `kept_count` and `kept_bytes` cover all. */
export const LISTED_MAX = 200

const FILE = 'doorpost-2026-11-15T03-00-00Z.backup'
const MADE_AT = '2026-11-15T03:00:00.000Z'
const FULL = message('backup.disk_full', { path: '/srv/backups/doorpost-2026-11-12T03-00-00Z.backup' })

const count = (description: string) => S.nullable('integer', `${description} Null for backups of older versions.`)

const stored = S.exampledOutput('StoredBackup', {
  id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9041'],
  file: [S.string('Its name in the folder or bucket.'), FILE],
  place: [S.string('The folder or the bucket.'), '/srv/backups'],
  bytes: [S.integer(), 8_812_544],
  rows: [S.integer('The rows of all tables.'), 214_071],
  contacts: [count('Contacts in it.'), 200_000],
  posts: [count('Posts in it.'), 312],
  files: [count('Uploaded files in it; those in a bucket are only referred to.'), 48],
  asked_by: [S.nullable('string', 'Who asked for it in the dashboard. Null for those of the schedule.'), null],
  started_at: [Timestamp, MADE_AT],
  finished_at: [Timestamp, '2026-11-15T03:00:04.000Z'],
  is_missing: [S.boolean('The file is no longer in the folder. Always false for a bucket, which is not asked.'), false],
})

export const inProgress = S.exampled({
  state: [S.oneOf(['waiting', 'running'], '`waiting`: no worker has begun.'), 'waiting'],
  asked_by: [S.nullable('string'), 'Ana Silva'],
  started_at: [Timestamp, '2026-11-15T09:30:00.000Z'],
  rows: [S.integer('So far.'), 0],
  expected_rows: [S.nullable('integer', 'About how many there will be.'), null],
})
const schedule = S.exampled({ every_minutes: [S.integer(), 1440], next_at: [Timestamp, '2026-11-16T03:00:00.000Z'] })
const failure = S.exampled({
  at: [Timestamp, '2026-11-12T03:00:02.000Z'],
  ...exampledReason('Why, and what to do.', FULL, S.string),
})
const rehearsal = S.exampled({
  file: [S.string(), FILE],
  made_at: [maybeTime('When the backup was made.'), MADE_AT],
  rehearsed_at: [Timestamp, '2026-11-15T09:30:00.000Z'],
  problem: [S.nullable('string', 'Null when the backup was good.'), null],
})

export const backups = S.exampledOutput('Backups', {
  schedule: [
    S.closedOrNull(schedule.fields, 'BACKUP_SCHEDULE, as the process that answers has it. Null when none is set.'),
    schedule.example,
  ],
  place: S.exampledObject(
    { kind: [S.oneOf(['folder', 'bucket']), 'folder'], name: [S.string(), '/srv/backups'] },
    'Where backups go: BACKUP_DIR or BACKUP_BUCKET.',
  ),
  keep: S.exampledObject(
    { daily: [S.integer(), 7], weekly: [S.integer(), 4] },
    'Days and weeks of which the newest backup is kept: BACKUP_KEEP_DAILY and BACKUP_KEEP_WEEKLY.',
  ),
  has_key: [
    S.boolean(
      'Whether backups have the key that opens stored tokens and secrets, encrypted with the passphrase of BACKUP_PASSPHRASE_FILE.',
    ),
    true,
  ],
  in_progress: [S.closedOrNull(inProgress.fields, 'The backup that is being made.'), null],
  last: [S.orNull(stored.schema), stored.example],
  problem: [
    problemOrNull(S.oneOf(['failed', 'overdue']), 'What is wrong now; also in `GET /v1/reports/attention`.'),
    null,
  ],
  last_failure: [
    S.closedOrNull(failure.fields, 'The newest of the last 30 days, also when a backup was made since.'),
    failure.example,
  ],
  kept: [
    S.array(stored.schema, { maxItems: LISTED_MAX, description: 'In this place, newest first.' }),
    [stored.example],
  ],
  kept_count: [S.integer(), 1],
  kept_bytes: [S.integer(), 8_812_544],
  last_rehearsal: [
    S.closedOrNull(rehearsal.fields, 'The last backup that `doorpost rehearse` restored for a trial.'),
    rehearsal.example,
  ],
  rehearse_command: [
    S.nullable('string', 'What to type where Doorpost runs, to try the newest backup.'),
    `doorpost rehearse /srv/backups/${FILE}`,
  ],
})
