import assert from 'node:assert/strict'
import fs from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { jobTable } from '../../../src/app/worker.ts'
import type { Jobs } from '../../../src/jobs/table.ts'
import { startServer } from '../../helpers/server.ts'
import { signIn } from '../../helpers/session.ts'

const BACKUP_LOCK = 7_300_029
let now = Date.parse('2026-11-16T09:30:00Z')
const server = await startServer({ clock: { now: () => now } })
const owner = await signIn(server)
const key = await server.key()
const folder = join(server.deps.config.dataDir, 'backups')

const read = async () => {
  const answer = await owner.send('GET', '/v1/backups')
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}
const ask = () => owner.send('POST', '/v1/backups')
/** Runs the jobs in the queue, like a worker. */
const work = async () => {
  const [job] = await server.sql<{ payload: Jobs['backup.run'] }>(
    `select payload from graphile_worker._private_jobs where key = 'backup.run:now'`,
  )
  await jobTable(server.deps).tasks['backup.run'](job!.payload)
}
/** Another process makes a backup meanwhile. */
const whileAnother = async (act: () => Promise<void>) => {
  const client = await server.deps.jobs.connect()
  await client.query('select pg_advisory_lock($1)', [BACKUP_LOCK])
  await act().finally(() => client.release(true))
}

test('without a schedule and without a backup, the list says so and where backups would go', async () => {
  const { last, kept, ...rest } = await read()
  assert.deepEqual({ last, kept }, { last: null, kept: [] })
  assert.deepEqual(rest, {
    schedule: null,
    place: { kind: 'folder', name: folder },
    keep: { daily: 7, weekly: 4 },
    has_key: false,
    in_progress: null,
    problem: null,
    last_failure: null,
    kept_count: 0,
    kept_bytes: 0,
    last_rehearsal: null,
    rehearse_command: null,
  })
})

test('a backup that an owner requests waits for a worker, and a second request is refused', async () => {
  await server.send('POST', '/v1/contacts', { key, json: { first_name: 'Ana', email: 'ana@example.com' } })
  const [one, other] = await Promise.all([ask(), ask()])
  assert.deepEqual([one.status, other.status].sort(), [201, 400])
  const refused = one.status === 400 ? one : other
  assert.match(refused.body.details.state[0], /being made already\. Wait until it is done/)
  const { in_progress: waiting } = await read()
  assert.equal(waiting.state, 'waiting')
  assert.match(waiting.asked_by, /^owner \d+$/)
  assert.equal((await ask()).status, 400)

  await work()
  const { in_progress, last, kept, kept_count, kept_bytes, rehearse_command } = await read()
  assert.equal(in_progress, null)
  assert.equal(last.file, 'doorpost-2026-11-16T09-30-00Z.backup')
  assert.equal(last.contacts, 1)
  assert.equal(last.posts, 0)
  assert.equal(last.asked_by, waiting.asked_by)
  assert.equal(last.is_missing, false)
  assert.ok(last.rows > 1)
  assert.equal(last.bytes, fs.statSync(join(folder, last.file)).size)
  assert.deepEqual(kept, [last])
  assert.deepEqual([kept_count, kept_bytes], [1, last.bytes])
  assert.ok(rehearse_command.endsWith(` rehearse ${join(folder, last.file)}`), rehearse_command)
})

test('the job of a finished backup does not make another one', async () => {
  await work()
  assert.equal((await read()).kept_count, 1)
})

test('while another process makes a backup, its progress is shown and a second one is refused', async () => {
  await server.sql(
    `insert into backup_runs (id, state, place, started_at, rows, expected_rows) values (gen_random_uuid(), 'running', $1, $2, 500, 2000)`,
    [folder, new Date(now)],
  )
  await whileAnother(async () => {
    const { in_progress: running } = await read()
    assert.deepEqual(
      { ...running, started_at: null },
      { state: 'running', asked_by: null, started_at: null, rows: 500, expected_rows: 2000 },
    )
    assert.equal((await ask()).status, 400)
  })
})

test('a backup whose process died has failed, and another one can be made', async () => {
  assert.equal((await read()).in_progress, null)
  now += 60_000
  assert.equal((await ask()).status, 201)
  const { last_failure: failure } = await read()
  assert.match(failure.reason, /The process ended before the backup was finished.*Make a backup now/)
  assert.deepEqual([failure.reason_code, failure.reason_values], ['backup.abandoned', null])
  await server.sql(`update backup_runs set reason = 'Out of tape.', reason_code = null where state = 'failed'`)
  const from02 = (await read()).last_failure
  assert.deepEqual([from02.reason, from02.reason_code], ['Out of tape.', null])
  await server.sql(`update backup_runs set reason_code = 'backup.abandoned' where state = 'failed'`)
  await work()
  const { last, problem, last_failure: still } = await read()
  assert.equal(last.file, 'doorpost-2026-11-16T09-31-00Z.backup')
  assert.equal(problem, null)
  assert.deepEqual(still, failure)
})

test('the schedule makes the requested backup, not a second one beside it', async () => {
  now += 60_000
  await ask()
  await server.deps.backups.run()
  const { in_progress, last, kept_count } = await read()
  assert.deepEqual([in_progress, kept_count], [null, 3])
  assert.match(last.asked_by, /^owner/)
})

test('a file that someone removed is marked', async () => {
  const { last } = await read()
  fs.rmSync(join(folder, last.file))
  const after = await read()
  assert.equal(after.last.is_missing, true)
  assert.deepEqual(
    after.kept.map((each: { is_missing: boolean }) => each.is_missing),
    [true, false, false],
  )
})

test('a failed backup is reported with what to do, and is not retried by itself', async () => {
  now += 60_000
  fs.renameSync(folder, `${folder}.away`)
  fs.writeFileSync(folder, 'a file in the place of the folder')
  await ask()
  await work()
  const { in_progress, problem } = await read()
  assert.equal(in_progress, null)
  assert.equal(problem.code, 'failed')
  assert.match(problem.reason, /Choose a folder that this user may write to: .* was not made/)
  assert.equal(problem.reason_code, 'backup.not_writable')
  fs.rmSync(folder)
  fs.renameSync(`${folder}.away`, folder)
})

test('a backup that a stopping worker abandons waits for the next worker', async () => {
  now += 60_000
  await ask()
  server.deps.backups.stop()
  await assert.rejects(work())
  const { in_progress } = await read()
  assert.equal(in_progress.state, 'waiting')
  assert.deepEqual(
    fs.readdirSync(folder).filter((name) => name.endsWith('.partial')),
    [],
  )
})

test('a schedule is shown with its next time', async () => {
  const other = await startServer({ clock: { now: () => now }, env: { BACKUP_SCHEDULE: '03:00' } })
  const person = await signIn(other)
  const { schedule } = (await person.send('GET', '/v1/backups')).body.data
  assert.deepEqual(schedule, { every_minutes: 1440, next_at: '2026-11-17T03:00:00.000Z' })
})
