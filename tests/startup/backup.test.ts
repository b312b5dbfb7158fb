import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { openBackupFile } from '../../src/backup/archive.ts'
import { checkBackup } from '../../src/backup/format.ts'
import { restoreBackup } from '../../src/backup/restore.ts'
import { LEFT_OUT } from '../../src/backup/tables.ts'
import { startEmbedded } from '../../src/db/embedded/embedded.ts'
import { readMigrations } from '../../src/db/migrations/files.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { migrateQueue } from '../../src/jobs/queue.ts'
import { jpegFile } from '../helpers/media-files.ts'
import { OLDEST_PACKAGE, runSql } from '../helpers/postgres.ts'
import { createPlace, type Finished, until } from '../helpers/process.ts'
import { startServer } from '../helpers/server.ts'

// A running server with some data of every kind; its backup is restored into other databases.

const SECRET_KEY = 'the key of the installation that is backed up'
const server = await startServer({ env: { SECRET_KEY } })
const key = await server.key()
await server.send('POST', '/v1/media', { key, body: jpegFile() })
const post = (path: string, json: object) => server.send('POST', path, { key, json })
for (const first_name of ['Ana', 'Jörg', 'שרה', "O'Neill", '  \\N'])
  await post('/v1/contacts', { first_name, email: `${first_name.length}@example.com`, utm_source: 'newsletter' })
for (let day = 1; day <= 6; day++) {
  const scheduled_date = new Date(Date.now() + day * 86_400_000).toISOString()
  await post('/v1/posts/short', { content: `Post ${day}`, status: 'scheduled', scheduled_date })
}
await post('/v1/webhooks', { name: 'Shop', provider: 'github', secret: 'a secret that the shop knows' })
await post('/v1/events/endpoints', { url: 'https://receiver.example.com/hooks' })
await post('/v1/links', { target: 'https://example.com/spring' })
await post('/v1/forms', { name: 'Offer', consent: { purpose: 'newsletter', text: 'You may write to me.' } })
await server.sql(`insert into mails (workspace_id, id, kind, to_address, to_key, due_at, created_at)
  select id, gen_random_uuid(), 'weekly', 'ana@example.com', 'ana@example.com', now(), now() from workspaces`)
await server.sql(`insert into event_deliveries (workspace_id, endpoint_id, event_id, next_at, created_at)
  select workspace_id, id, gen_random_uuid(), now(), now() from event_endpoints`)
await server.sql(`with somebody as (insert into users (id, name, email) values (gen_random_uuid(), 'Ana', 'ana@example.com') returning id)
  insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
  select gen_random_uuid(), id, 'token', now() + interval '1 day', now(), now() from somebody`)
await server.sql(
  `update contacts set company = E'tab\\there\\nnew line \\\\N \\\\. "quoted" \u{1f33f}' where id = (select max(id::text)::uuid from contacts)`,
)

const folder = fs.mkdtempSync(join(tmpdir(), 'doorpost-backup-'))
fs.chmodSync(folder, 0o711)
const databases: string[] = []
after(async () => {
  for (const name of databases) await runSql(urlOf('postgres'), `drop database if exists ${name} with (force)`)
  fs.rmSync(folder, { recursive: true, force: true })
})

const urlOf = (name: string) => server.databaseUrl.replace(/\/[^/?]+\?/, `/${name}?`)
async function emptyDatabase(): Promise<string> {
  const name = `restored_${randomBytes(4).toString('hex')}`
  databases.push(name)
  await runSql(urlOf('postgres'), `create database ${name}`)
  return urlOf(name)
}

const place = createPlace({ after })
const source = { DATABASE_URL: server.databaseUrl, DATA_DIR: server.deps.config.dataDir, SECRET_KEY }
/** A node with its own data folder. */
const node = (url: string, name = randomBytes(4).toString('hex')) => ({
  DATABASE_URL: url,
  DATA_DIR: join(folder, name),
})
const cli = (words: string[], env: Record<string, string>) => place.cli(words, { env })
const whole = join(folder, 'whole.backup')
const broken = join(folder, 'broken.backup')
const fromOldest = join(folder, 'oldest.backup')

function assertDone({ code, stdout, stderr }: Finished): string {
  assert.equal(code, 0, `${stdout}${stderr}`)
  return stdout
}

/** Table → a digest of its rows, in any order. */
async function digests(url: string): Promise<Record<string, string>> {
  const { rows } = await runSql(
    url,
    `select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const compared = rows.map(({ name }) => name as string).filter((name) => !Object.hasOwn(LEFT_OUT, name))
  const each = compared.map((name) => {
    const rows = `coalesce(md5(string_agg(one::text, '|' order by one::text)), '')`
    return `select '${name}' as name, count(*) || ' ' || ${rows} as digest from ${name} one`
  })
  const { rows: found } = await runSql(url, `${each.join(' union all ')} order by name`)
  return Object.fromEntries(found.map(({ name, digest }) => [name, digest]))
}

const jobsOf = async (url: string) =>
  (
    await runSql(
      url,
      `select task_identifier, key, queue_name, run_at::text from graphile_worker.jobs
        where key not like 'recurring:%' and task_identifier <> 'publishing.look' order by key`,
    )
  ).rows

/** Tables that a restore changes to record itself, or that a running server writes every few seconds. */
const CHANGED = ['installation', 'feed_epochs', 'installation_nodes']
const unchanged = (all: Record<string, string>) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !CHANGED.includes(name)))

test('a backup is one private file, and says what is not in it', async () => {
  await server.deps.keys.saveUses()
  const said = assertDone(await cli(['backup', whole], source))
  assert.match(said, /is in .*whole\.backup: [\d.]+ kB, \d+ rows in \d+ tables, 1 file, /)
  assert.match(said, /The key that opens the stored secrets .* is not in it/)
  assert.equal(fs.statSync(whole).mode & 0o777, 0o600)
  assert.deepEqual(
    fs.readdirSync(folder).filter((name) => name.endsWith('.partial')),
    [],
  )
  const bytes = fs.readFileSync(whole)
  for (const secret of [SECRET_KEY, 'tables/sessions', 'a secret that the shop knows']) {
    assert.equal(bytes.includes(secret), false, secret)
  }
})

test('a restore into the oldest PostgreSQL has every row, every job and every file', async (t) => {
  const dataDir = join(folder, 'oldest')
  fs.mkdirSync(dataDir, { mode: 0o711 })
  const oldest = await startEmbedded({ dataDir, applicationName: 'test', packageName: OLDEST_PACKAGE })
  t.after(() => oldest.stop())
  const before = { rows: await digests(server.databaseUrl), jobs: await jobsOf(server.databaseUrl) }
  assert.ok(before.jobs.length >= 6, 'posts wait for their date')

  const there = node(`postgres://doorpost@/doorpost?host=${encodeURIComponent(oldest.connection.host)}`, 'there')
  assertDone(await cli(['restore', whole, '--moved'], there))
  assert.deepEqual(unchanged(await digests(there.DATABASE_URL)), unchanged(before.rows))
  assert.deepEqual(await jobsOf(there.DATABASE_URL), before.jobs)
  const stored = fs.globSync(join(there.DATA_DIR, 'media/files/*/*')).map((path) => fs.readFileSync(path))
  assert.equal(stored.length, 1)
  assert.ok(stored[0]!.equals(jpegFile()))

  assertDone(await cli(['backup', fromOldest], there))
})

/** Contacts as lists count them: those in the queue of the fold are not in the counts yet. */
const COUNTED = `((select coalesce(sum(rows), 0) from row_counts where kind = 'contacts')
  + (select coalesce(sum(rows), 0) from lead_queue))::int`

describe('after a restore from the oldest PostgreSQL', async () => {
  const target = node(await emptyDatabase(), 'restored')
  let said = ''
  const sql = async (text: string) => (await runSql(target.DATABASE_URL, text)).rows

  test('it says what was done, and that the key is missing', async () => {
    said = assertDone(await cli(['restore', fromOldest], target))
    assert.match(said, /Publishing is paused/)
    assert.match(said, /Dropped 1 mail that waited/)
    assert.match(said, /Cancelled 1 event that waited .* recover --id ID --since 2/)
    assert.match(said, /Left in the feed, and not sent to endpoints: \d+ events/)
    assert.match(said, /need the key [0-9a-f]{8}, which this node does not have/)
  })

  test('publishing is paused, and no waiting post is sent', async () => {
    const status = await cli(['publishing', 'status'], { ...target, SECRET_KEY })
    assert.equal(status.code, 1)
    assert.match(status.stdout, /restored_backup/)
    assert.deepEqual(await sql(`select from event_deliveries where state = 'pending'`), [])
    assert.deepEqual(await sql(`select from mails where state = 'waiting'`), [])
    const waited = await server.sql<{ id: string }>('select id from event_outbox order by id')
    assert.ok(waited.length > 0, 'the backup had events that no endpoint had been given')
    assert.deepEqual(await sql('select from event_outbox'), [])
    assert.deepEqual(await sql('select id from events order by position'), waited, 'all are in the feed')
    const [counted] = await sql(`select sum(rows)::int as rows from row_counts where kind = 'events'`)
    assert.equal(counted.rows, waited.length)
    assert.deepEqual(await sql('select from sessions'), [])
  })

  test('every other row is as in the first database, and posts have their jobs', async () => {
    const stopped = ['event_deliveries', 'event_outbox', 'events', 'row_counts', 'mails']
    const rows = async (url: string) =>
      Object.entries(unchanged(await digests(url))).filter(([name]) => !stopped.includes(name))
    assert.deepEqual(await rows(target.DATABASE_URL), await rows(server.databaseUrl))
    assert.deepEqual(await jobsOf(target.DATABASE_URL), await jobsOf(server.databaseUrl))
  })

  test('positions in the feed continue above everything that readers may have seen', async () => {
    const [now] = await sql('select last_value::int as position from event_positions')
    const [then] = await server.sql<{ position: number }>('select last_value::int as position from event_positions')
    assert.ok(now.position >= then!.position + 1_000_000)
  })

  test('triggers, indexes and foreign keys are as the migrations made them', async () => {
    const shape = `select 'i ' || indexdef as it from pg_indexes where schemaname = 'public'
      union all select 'c ' || conrelid::regclass || conname || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
      union all select 't ' || tgrelid::regclass || tgname || tgenabled::text from pg_trigger where not tgisinternal order by 1`
    assert.deepEqual(await sql(shape), await server.sql(shape))
    await sql(
      `insert into contacts (workspace_id, id, first_name, created_at) select id, gen_random_uuid(), 'New', now() from workspaces limit 1`,
    )
    const [counted] = await sql(`select (select count(*) from contacts)::int as rows, ${COUNTED} as counted`)
    assert.equal(counted.counted, counted.rows)
  })

  test('a second restore is refused, and says what exists', async () => {
    const { code, stderr } = await cli(['restore', whole], target)
    assert.equal(code, 1)
    assert.match(stderr, /not empty: .*\d+ contacts, \d+ posts.*Nothing was changed\. Restore into an empty one/)
  })
})

describe('a backup with its key, made while contacts keep coming', async () => {
  const locked = join(folder, 'locked.backup')
  const passphrase = join(folder, 'passphrase')
  fs.writeFileSync(passphrase, 'a passphrase that nobody guesses\n')
  const target = node(await emptyDatabase())
  let before: string[] = []

  test('has the key encrypted', async () => {
    const acknowledged: string[] = []
    let isOver = false
    const client = async () => {
      while (!isOver) {
        const { status, body } = await server.send('POST', '/v1/contacts', { key, json: { first_name: 'Load' } })
        assert.equal(status, 201)
        acknowledged.push(body.data.id)
      }
    }
    const clients = Array.from({ length: 4 }, client)
    await until(() => acknowledged.length > 50)
    before = [...acknowledged]
    const backup = await cli(['backup', locked, '--passphrase-file', passphrase, '--without-files'], source)
    isOver = true
    await Promise.all(clients)
    assert.match(assertDone(backup), /key that opens the stored secrets is in it, encrypted/)
    const bytes = fs.readFileSync(locked)
    assert.equal(bytes.includes(SECRET_KEY), false)
    assert.equal(bytes.includes('a passphrase that nobody guesses'), false)
  })

  test('is not restored without its passphrase', async () => {
    const wrong = join(folder, 'wrong')
    fs.writeFileSync(wrong, 'another passphrase, which is wrong')
    const refusals: Array<[string[], RegExp]> = [
      [[], /encrypted\. Nothing was changed\. Give its passphrase/],
      [['--passphrase-file', wrong], /does not open the key in the backup\. Nothing was changed/],
      [['--passphrase-file', join(folder, 'nowhere')], /cannot be read \(ENOENT\)/],
    ]
    for (const [words, reason] of refusals) {
      const { code, stderr } = await cli(['restore', locked, ...words], target)
      assert.equal(code, 1)
      assert.match(stderr, reason)
    }
  })

  test('is restored after an interrupted restore, which is reported until then', async () => {
    const { DATABASE_URL: url } = target
    const file = await openBackupFile(locked)
    const backup = await checkBackup(file, () => {})
    const aborter = new AbortController()
    const interrupted = restoreBackup({
      file,
      backup,
      connection: { connectionString: url },
      place: 'the test',
      migrations: await readMigrations(),
      mediaDir: null,
      moved: false,
      onStep: () => {},
      // In the middle of a table.
      onProgress: () => aborter.abort(),
      signal: aborter.signal,
    })
    await assert.rejects(
      interrupted.finally(() => file.close()),
      { name: 'AbortError' },
    )
    assert.equal((await runSql(url, 'select from api_keys')).rowCount, 0)
    const refused = await cli(['keys', 'list'], target)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /was interrupted.*Run the restore again/)
    const said = assertDone(await cli(['restore', locked, '--passphrase-file', passphrase], target))
    assert.match(said, /Removed what an interrupted restore has left/)
    assert.equal(fs.readFileSync(join(target.DATA_DIR, 'secret-key'), 'utf8').trim(), SECRET_KEY)
    assert.match(assertDone(await cli(['secrets', 'rotate'], target)), /1 webhook and 1 endpoint/)
  })

  test('has everything that was acknowledged before, and correct counts', async () => {
    const { rows } = await runSql(
      target.DATABASE_URL,
      `select (select count(*)::int from unnest($1::uuid[]) as kept (id)
                where not exists (select from contacts where contacts.id = kept.id)) as missing,
              (select count(*)::int from contacts) as contacts,
              ${COUNTED} as counted`,
      [before],
    )
    assert.equal(rows[0].missing, 0)
    assert.equal(rows[0].counted, rows[0].contacts)
  })
})

describe('a refused restore changes nothing', async () => {
  const target = node(await emptyDatabase())

  const refuse = async (file: Buffer, reason: RegExp) => {
    fs.writeFileSync(broken, file)
    const { code, stderr } = await cli(['restore', broken], target)
    assert.equal(code, 1, stderr)
    assert.match(stderr, reason)
    const { rows } = await runSql(
      target.DATABASE_URL,
      `select from information_schema.tables where table_schema = 'public'`,
    )
    assert.equal(rows.length, 0, 'nothing was written')
  }

  test('a file that is truncated, altered, or something else', async () => {
    const good = fs.readFileSync(whole)
    await refuse(good.subarray(0, good.length - 4096), /damaged/)
    await refuse(good.subarray(0, Math.floor(good.length / 2)), /damaged/)
    for (const at of [700, Math.floor(good.length / 2), good.length - 5000]) {
      const altered = Buffer.from(good)
      altered[at] = altered[at]! ^ 1
      await refuse(altered, /damaged|not a backup/)
    }
    await refuse(Buffer.from('PGDMP something else'.repeat(100)), /not a backup of Doorpost/)
    await refuse(Buffer.alloc(0), /not a backup of Doorpost/)
  })

  test('a database of a newer version', async () => {
    const later = await emptyDatabase()
    await migrate({ connectionString: later }, { migrations: await readMigrations(), migrateJobs: migrateQueue })
    await runSql(later, `insert into schema_migrations (version, name, sha256) values (9999, 'later', 'x')`)
    const file = join(folder, 'later.backup')
    assertDone(await cli(['backup', file], node(later)))
    await refuse(fs.readFileSync(file), /schema version 9999.*Nothing was changed\. Install/)
  })

  test('a name that is taken, and wrong arguments', async () => {
    const { code, stderr } = await cli(['backup', whole], source)
    assert.equal(code, 1)
    assert.match(stderr, /exists already\. Choose another name, or replace it with --force/)
    assertDone(await cli(['backup', whole, '--force'], source))
    assert.equal((await cli(['backup'], source)).code, 2)
    assert.equal((await cli(['backup', 'a', 'b'], source)).code, 2)
    const missing = await cli(['restore', join(folder, 'nowhere')], target)
    assert.match(missing.stderr, /There is no file .*nowhere/)
    const empty = await cli(['backup', join(folder, 'empty.backup')], target)
    assert.match(empty.stderr, /nothing to back up/)
    assert.equal(fs.existsSync(join(folder, 'empty.backup.partial')), false)
  })
})

test('a backup of an older schema is restored and migrated', async () => {
  const old = await emptyDatabase()
  const all = await readMigrations()
  await migrate({ connectionString: old }, { migrations: all.slice(0, 12), migrateJobs: migrateQueue })
  await runSql(
    old,
    `with one as (insert into workspaces (id, name) values (gen_random_uuid(), 'Old') returning id)
    insert into contacts (workspace_id, id, first_name, email, created_at) select id, gen_random_uuid(), 'Ana', 'ana@example.com', now() from one, generate_series(1, 10)`,
  )
  const file = join(folder, 'old.backup')
  // The program is newer than the database, and does not change it: a backup before the upgrade.
  assertDone(await cli(['backup', file], node(old)))
  assert.equal((await runSql(old, 'select from schema_migrations')).rowCount, 12)
  const target = node(await emptyDatabase())
  assert.match(assertDone(await cli(['restore', file], target)), new RegExp(`Applied ${all.length - 12} migrations`))
  const { rows } = await runSql(
    target.DATABASE_URL,
    'select (select count(*) from contacts)::int as n, (select count(*) from touches)::int as touches',
  )
  assert.equal(rows[0].n, 10)
})

test('a rehearsal restores it, checks it through the API, and leaves nothing behind', async () => {
  const scratch = `select datname from pg_database where datname like 'doorpost_rehearsal_%'`
  const words = ['rehearse', whole, '--on-server', '--in', folder]
  const said = assertDone(await cli(words, source))
  for (const proof of [
    /The file is whole/,
    /All \d+ tables were restored with the rows and checksums of the backup/,
    /The totals agree with the rows: contacts \d+, links 1, posts 6/,
    /All 6 posts that wait for their date have their job/,
    /The key of this node opens all 2 stored secrets/,
    /The API works on it: [2-9]\d lists and reports answered/,
    /The backup is good/,
    /The dashboard shows it under Settings, Backups/,
  ]) {
    assert.match(said, proof)
  }
  const noted = () => server.sql('select file, made_at, problem from backup_rehearsals order by rehearsed_at desc')
  const [good] = await noted()
  assert.equal(good!.file, basename(whole))
  assert.ok(good!.made_at instanceof Date)
  assert.equal(good!.problem, null)
  assert.deepEqual((await runSql(urlOf('postgres'), scratch)).rows, [])
  assert.deepEqual(fs.globSync(join(folder, 'doorpost-rehearsal-*')), [])

  fs.writeFileSync(broken, fs.readFileSync(whole).subarray(0, 20_000))
  const refused = await cli(['rehearse', broken, '--on-server', '--in', folder], source)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /damaged/)
  assert.equal((await noted()).length, 1, 'nobody knows whose file that was')
  await server.sql(
    `insert into backup_runs (id, state, place, file, started_at, finished_at) values (gen_random_uuid(), 'done', $1, $2, now(), now())`,
    [folder, basename(broken)],
  )
  await cli(['rehearse', broken, '--on-server', '--in', folder], source)
  const [bad] = await noted()
  assert.equal(bad!.file, basename(broken))
  assert.match(String(bad!.problem), /damaged/)
})
