import type { Pool } from '../db/database.ts'
import { validationError } from '../errors.ts'
import { callerOf } from '../http/call.ts'
import { dataAnswer, operationsOf } from '../http/route.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { ScheduledBackups } from './schedule.ts'
import { BackupsSchema, backupsExample } from './schemas.ts'
import { showBackups } from './show.ts'

interface Deps {
  backups: ScheduledBackups
  jobs: Pool
  clock: Clock
  users: { get(id: string): Promise<{ name: string }> }
}

const operation = operationsOf<Deps>('Backups')

const UNDER_WAY = 'A backup is being made already. Wait until it is done: `in_progress` says how far it is.'

export const getBackups = operation({
  id: 'getBackups',
  summary: 'See how backups are doing',
  description:
    'Of the whole installation: where they go, what is kept, what went wrong. They cannot be downloaded here. See docs/how-to/backup.md.',
  answers: { 200: dataAnswer('How it is now.', BackupsSchema, backupsExample) },
  handle: show,
})

export const createBackup = operation({
  id: 'createBackup',
  idempotent: 'repeatable',
  summary: 'Make a backup now',
  description:
    'A worker makes it, in the same place as those of the schedule; `in_progress` says how far it is. One at a time.',
  answers: { 201: dataAnswer('A worker makes it.', BackupsSchema, { ...backupsExample, in_progress: inProgress() }) },
  invalid: { state: UNDER_WAY },
  async handle(deps, request) {
    const caller = callerOf(request)
    const by = caller.kind === 'user' ? (await deps.users.get(caller.userId)).name : 'an owner'
    if (!(await deps.backups.ask(by))) throw validationError({ state: [UNDER_WAY] })
    return show(deps)
  },
})

function show({ jobs, backups, clock }: Deps) {
  return showBackups(jobs, backups, clock.now())
}

function inProgress() {
  const started_at = '2026-11-15T09:30:00.000Z'
  return { state: 'waiting', asked_by: 'Ana Silva', started_at, rows: 0, expected_rows: null }
}
