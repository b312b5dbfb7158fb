import assert from 'node:assert/strict'
import fs from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { jobTable } from '../../../src/app/worker.ts'
import { openBackupFile } from '../../../src/backup/archive.ts'
import { checkBackup } from '../../../src/backup/format.ts'
import { startS3 } from '../../helpers/s3.ts'
import { startServer } from '../../helpers/server.ts'

const DAY_MS = 86_400_000
let now = Date.parse('2026-11-16T03:00:00Z')
const clock = { now: () => now }
const server = await startServer({
  clock,
  env: { BACKUP_SCHEDULE: '03:00', BACKUP_KEEP_DAILY: '2', BACKUP_KEEP_WEEKLY: '0' },
})
const key = await server.key()
const { backups, config } = server.deps
const folder = config.backup.folder
const files = () => (fs.existsSync(folder) ? fs.readdirSync(folder).sort() : [])
const attention = async () => (await server.send('GET', '/v1/reports/attention', { key })).body.data.backups

test('the job runs every day at its time', () => {
  const scheduled = jobTable(server.deps).schedule.filter(({ task }) => task === 'backup.run')
  assert.deepEqual(scheduled, [{ task: 'backup.run', everyMinutes: 1440, atMinute: 180 }])
  assert.equal(folder, join(config.dataDir, 'backups'))
})

test('a run makes a complete backup, and old ones are deleted', async () => {
  for (let day = 0; day < 3; day++) {
    await backups.run()
    now += DAY_MS
  }
  now -= DAY_MS
  assert.deepEqual(files(), ['doorpost-2026-11-17T03-00-00Z.backup', 'doorpost-2026-11-18T03-00-00Z.backup'])
  const file = await openBackupFile(join(folder, files()[1]!))
  const { header, manifest } = await checkBackup(file, () => {}).finally(() => file.close())
  assert.equal(header.key, null)
  assert.equal(manifest.tables.api_keys!.rows, 1)
  assert.equal(await attention(), null)
  const metrics = await server.send('GET', '/metrics')
  assert.match(metrics.text, /^doorpost_backup_last_success_timestamp_seconds 1\.?\d+(e\+?9)?$/m)
  assert.match(metrics.text, /^doorpost_backup_last_success_bytes \d{5,}$/m)
})

test('two concurrent runs make one backup', async () => {
  now += DAY_MS
  await Promise.all([backups.run(), backups.run()])
  assert.equal((await server.sql('select from backup_runs where started_at >= $1', [new Date(now)])).length, 1)
})

test('an overdue or failed backup is reported until one is made', async () => {
  now += 3 * DAY_MS
  const overdue = await attention()
  assert.equal(overdue.code, 'overdue')
  assert.match(overdue.reason, /The last one was made 3 days ago\. Check that/)

  const before = files()
  fs.chmodSync(folder, 0o500)
  fs.renameSync(folder, `${folder}.away`)
  fs.writeFileSync(folder, 'a file in the place of the folder')
  // The queue retries it, but not forever.
  for (let attempt = 1; attempt <= 2; attempt++)
    await assert.rejects(backups.run(), /The file cannot be written .* was not made/)
  await backups.run()
  const failed = await attention()
  assert.equal(failed.code, 'failed')
  assert.match(
    failed.reason,
    /^The file cannot be written .* Choose a folder that this user may write to: .* was not made/,
  )

  fs.rmSync(folder)
  fs.renameSync(`${folder}.away`, folder)
  fs.chmodSync(folder, 0o700)
  assert.deepEqual(files(), before, 'a failure removes no backup')
  now += 60_000
  await backups.run()
  assert.equal(await attention(), null)
  assert.deepEqual(
    files().filter((name) => name.endsWith('.partial')),
    [],
  )
})

test('a backup goes to the bucket, with the key if there is a passphrase', async () => {
  const s3 = await startS3()
  const passphrase = join(config.dataDir, 'passphrase')
  fs.writeFileSync(passphrase, 'a passphrase that nobody guesses')
  const other = await startServer({
    clock,
    env: { ...s3.env, BACKUP_SCHEDULE: '6h', BACKUP_BUCKET: s3.env.S3_BUCKET!, BACKUP_PASSPHRASE_FILE: passphrase },
  })
  await other.deps.backups.run()
  const [run] = await other.sql<{ state: string; file: string; place: string; bytes: number }>(
    'select * from backup_runs',
  )
  assert.equal(run!.state, 'done')
  assert.equal(run!.place, 'the bucket doorpost-files')
  assert.deepEqual(fs.readdirSync(other.deps.config.backup.folder), [], 'nothing stays on the machine')
  const store = other.deps.mediaStores.stores.of('s3')
  assert.equal(await store.size(run!.file), Number(run!.bytes))
  const path = join(config.dataDir, 'fetched')
  fs.writeFileSync(path, (await store.read(run!.file, { start: 0, end: Number(run!.bytes) }))!)
  const file = await openBackupFile(path)
  const { header } = await checkBackup(file, () => {}).finally(() => file.close())
  assert.equal(header.key?.kdf, 'scrypt')
})
