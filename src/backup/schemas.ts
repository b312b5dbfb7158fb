import { maybeTime, Timestamp, Uuid } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'

/** The most that are listed; `kept_count` and `kept_bytes` count all. */
export const LISTED_MAX = 200

const count = (description: string) => S.nullable('integer', `${description} Null for backups of older versions.`)

const StoredBackupSchema = S.output('StoredBackup', {
  id: Uuid,
  file: S.string('Its name in the folder or bucket.'),
  place: S.string('The folder or the bucket.'),
  bytes: S.integer(),
  rows: S.integer('Of all tables.'),
  contacts: count('Contacts in it.'),
  posts: count('Posts in it.'),
  files: count('Uploaded files in it; those in a bucket are only referred to.'),
  asked_by: S.nullable('string', 'Who asked for it in the dashboard. Null for those of the schedule.'),
  started_at: Timestamp,
  finished_at: Timestamp,
  is_missing: S.boolean('The file is no longer in the folder. Always false for a bucket, which is not asked.'),
})

const storedBackupExample = {
  id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9041',
  file: 'doorpost-2026-11-15T03-00-00Z.backup',
  place: '/srv/backups',
  bytes: 8_812_544,
  rows: 214_071,
  contacts: 200_000,
  posts: 312,
  files: 48,
  asked_by: null,
  started_at: '2026-11-15T03:00:00.000Z',
  finished_at: '2026-11-15T03:00:04.000Z',
  is_missing: false,
}

export const BackupsSchema = S.output('Backups', {
  schedule: S.orNull(
    S.closed(
      { every_minutes: S.integer(), next_at: Timestamp },
      'BACKUP_SCHEDULE, as the process that answers has it. Null when none is set.',
    ),
  ),
  place: S.closed(
    { kind: S.oneOf(['folder', 'bucket']), name: S.string() },
    'Where backups go: BACKUP_DIR or BACKUP_BUCKET.',
  ),
  keep: S.closed(
    { daily: S.integer(), weekly: S.integer() },
    'Days and weeks of which the newest backup is kept: BACKUP_KEEP_DAILY and BACKUP_KEEP_WEEKLY.',
  ),
  has_key: S.boolean(
    'Whether backups have the key that opens stored tokens and secrets, encrypted with the passphrase of BACKUP_PASSPHRASE_FILE.',
  ),
  in_progress: S.orNull(
    S.closed(
      {
        state: S.oneOf(['waiting', 'running'], '`waiting`: no worker has begun.'),
        asked_by: S.nullable('string'),
        started_at: Timestamp,
        rows: S.integer('So far.'),
        expected_rows: S.nullable('integer', 'About how many there will be.'),
      },
      'The backup that is being made.',
    ),
  ),
  last: S.orNull(StoredBackupSchema),
  problem: S.orNull(
    S.closed(
      { code: S.oneOf(['failed', 'overdue']), reason: S.string('For people, with what to do.'), since: Timestamp },
      'What is wrong now; also in `GET /v1/reports/attention`.',
    ),
  ),
  last_failure: S.orNull(
    S.closed(
      { at: Timestamp, reason: S.string('Why, and what to do.') },
      'The newest of the last 30 days, also when a backup was made since.',
    ),
  ),
  kept: S.array(StoredBackupSchema, { maxItems: LISTED_MAX, description: 'In this place, newest first.' }),
  kept_count: S.integer(),
  kept_bytes: S.integer(),
  last_rehearsal: S.orNull(
    S.closed(
      {
        file: S.string(),
        made_at: maybeTime('When the backup was made.'),
        rehearsed_at: Timestamp,
        problem: S.nullable('string', 'Null when the backup was good.'),
      },
      'The last backup that `doorpost rehearse` restored for a trial.',
    ),
  ),
  rehearse_command: S.nullable('string', 'What to type where Doorpost runs, to try the newest backup.'),
})

export const backupsExample = {
  schedule: { every_minutes: 1440, next_at: '2026-11-16T03:00:00.000Z' },
  place: { kind: 'folder', name: '/srv/backups' },
  keep: { daily: 7, weekly: 4 },
  has_key: true,
  in_progress: null,
  last: storedBackupExample,
  problem: null,
  last_failure: {
    at: '2026-11-12T03:00:02.000Z',
    reason:
      'The disk is full. Free space, or write the backup to another disk: /srv/backups/doorpost-2026-11-12T03-00-00Z.backup was not made, and nothing is left of it.',
  },
  kept: [storedBackupExample],
  kept_count: 1,
  kept_bytes: 8_812_544,
  last_rehearsal: {
    file: 'doorpost-2026-11-15T03-00-00Z.backup',
    made_at: '2026-11-15T03:00:00.000Z',
    rehearsed_at: '2026-11-15T09:30:00.000Z',
    problem: null,
  },
  rehearse_command: 'doorpost rehearse /srv/backups/doorpost-2026-11-15T03-00-00Z.backup',
}
