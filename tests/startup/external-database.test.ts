import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { OLDEST_PACKAGE, runSql } from '../helpers/postgres.ts'
import { createPlace, postContacts, until } from '../helpers/process.ts'

// A PostgreSQL that is not ours: the oldest version we support, over TCP, with a password.

const PASSWORD = 'correct horse%/battery:staple'
const NOBODY = 65_534
const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
const native = join(dirname(dirname(fileURLToPath(import.meta.resolve(OLDEST_PACKAGE)))), 'native')
const CHILD_ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

const folder = fs.mkdtempSync(join(tmpdir(), 'doorpost-external-'))
const cluster = join(folder, 'cluster')
let running: ChildProcess | undefined
after(async () => {
  await stopServer()
  fs.rmSync(folder, { recursive: true, force: true })
})

const port = await freePort()
await initialise()
await startServer()
await runSql(urlOf('postgres'), 'create database leads')
const env = { DATABASE_URL: urlOf('leads'), RATE_LIMIT_PUBLIC: '1000000', LOG_LEVEL: 'debug' }

test('it serves from a database of one’s own, starts none itself, and shows the password nowhere', async (t) => {
  const place = createPlace(t, { env })
  const doorpost = await place.start()
  assert.ok(doorpost.stdout.includes(`PostgreSQL at 127.0.0.1:${port}, database leads`), doorpost.stdout)
  const key = lastLine(await place.cli(['keys', 'create', '--name', 'first']))
  const [created] = await postContacts(doorpost.port, { count: 1, connections: 1 })
  assert.equal(created?.status, 201)
  const headers = { authorization: `Bearer ${key}` }
  const read = await fetch(`${doorpost.url}/v1/contacts/${created.id}`, { headers })
  assert.equal(read.status, 200)
  const { rows } = await runSql(urlOf('leads'), 'select first_name from contacts where id = $1', [created.id])
  assert.equal(rows[0].first_name, 'Load 1')
  assert.equal(fs.existsSync(join(place.dataDir, 'postgres')), false, 'no cluster is made')
  assert.equal(place.postmaster(), undefined, 'no server is started')

  // Every command that prints something about the database.
  const outputs = [doorpost.stdout, doorpost.stderr]
  for (const words of [['doctor'], ['keys', 'list'], ['migrate'], ['webhooks', 'list']]) {
    const { code, stdout, stderr } = await place.cli(words)
    assert.equal(code, 0, stdout + stderr)
    outputs.push(stdout, stderr)
  }
  doorpost.child.kill('SIGTERM')
  const { code, stdout, stderr } = await doorpost.ended
  assert.equal(code, 0)
  for (const text of [...outputs, stdout, stderr]) checkNoPassword(text)
})

test('wrong passwords and users are refused with one line, which does not show them', async (t) => {
  const place = createPlace(t)
  for (const [user, password] of [
    ['doorpost', 'wrong-secret'],
    ['stranger', 'wrong-secret'],
  ] as const) {
    const DATABASE_URL = `postgres://${user}:${password}@127.0.0.1:${port}/leads`
    for (const { code, stdout, stderr } of [
      await place.run({ env: { DATABASE_URL } }),
      await place.cli(['keys', 'list'], { env: { DATABASE_URL } }),
    ]) {
      assert.equal(code, 1)
      assert.match(stderr, /^doorpost: .*DATABASE_URL.*refuses the user name or password.*\n$/)
      assert.doesNotMatch(stdout + stderr, /wrong-secret/)
    }
  }
})

test('the database is restarted while Doorpost runs: 503 meanwhile, then it works again by itself', async (t) => {
  const place = createPlace(t, { env })
  const doorpost = await place.start()
  await postContacts(doorpost.port, { count: 50, connections: 4 })
  const early = { authorization: `Bearer ${lastLine(await place.cli(['keys', 'create', '--name', 'early']))}` }
  assert.equal((await fetch(`${doorpost.url}/v1/contacts`, { headers: early })).status, 200)

  await stopServer()
  const down = await postContacts(doorpost.port, { count: 20, connections: 4 })
  for (const { status, retryAfter, error } of down) {
    assert.equal(status, 503, error)
    assert.match(retryAfter ?? '', /^[1-9]\d?$/)
  }
  const ready = await fetch(`${doorpost.url}/readyz`)
  assert.equal(ready.status, 503)
  assert.ok(ready.headers.get('retry-after'))
  assert.equal((await fetch(`${doorpost.url}/healthz`)).status, 200, 'the process is alive')
  // Whether a key still holds cannot be known: that is an outage and no wrong key.
  assert.equal((await fetch(`${doorpost.url}/v1/contacts`, { headers: early })).status, 503)

  await startServer()
  await until(async () => (await fetch(`${doorpost.url}/readyz`)).status === 200)
  const again = await postContacts(doorpost.port, { count: 20, connections: 4 })
  assert.deepEqual(new Set(again.map(({ status }) => status)), new Set([201]))
  const { rows } = await runSql(urlOf('leads'), 'select count(*)::int as n from contacts where id = any($1)', [
    again.map(({ id }) => id),
  ])
  assert.equal(rows[0].n, 20)
  // Jobs go on as well, and so does the news of revoked keys.
  await runSql(urlOf('leads'), `select graphile_worker.add_job('idempotency.purge', job_key => 'probe')`)
  await until(async () => {
    const jobs = await runSql(urlOf('leads'), `select from graphile_worker.jobs where key = 'probe'`)
    return jobs.rowCount === 0
  })
  const key = lastLine(await place.cli(['keys', 'create', '--name', 'after']))
  const headers = { authorization: `Bearer ${key}` }
  assert.equal((await fetch(`${doorpost.url}/v1/contacts`, { headers })).status, 200)
  assert.equal((await place.cli(['keys', 'revoke', '--name', 'after'])).code, 0)
  const revokedAt = Date.now()
  await until(async () => (await fetch(`${doorpost.url}/v1/contacts`, { headers })).status === 401)
  assert.ok(Date.now() - revokedAt < 1_500, 'a revoked key is refused within a second')

  assert.equal(doorpost.child.exitCode, null)
  doorpost.child.kill('SIGTERM')
  const { code, stdout, stderr } = await doorpost.ended
  assert.equal(code, 0)
  checkNoPassword(stdout + stderr)
})

function urlOf(database: string): string {
  return `postgres://doorpost:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`
}

function checkNoPassword(text: string): void {
  for (const form of [PASSWORD, encodeURIComponent(PASSWORD), 'battery']) assert.ok(!text.includes(form), text)
}

async function initialise(): Promise<void> {
  fs.chmodSync(folder, 0o711)
  fs.mkdirSync(cluster, { mode: 0o700 })
  const passwordFile = join(folder, 'password')
  fs.writeFileSync(passwordFile, `${PASSWORD}\n`)
  if (account.uid !== undefined) fs.chownSync(cluster, account.uid, account.gid)
  const options = ['-D', cluster, '-U', 'doorpost', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--no-sync']
  await promisify(execFile)(join(native, 'bin/initdb'), [...options, '--encoding=UTF8', '--locale=C'], {
    cwd: '/',
    env: CHILD_ENV,
    ...account,
  })
}

async function startServer(): Promise<void> {
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'fsync=on']
  const words = ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])]
  running = spawn(join(native, 'bin/postgres'), words, { cwd: '/', env: CHILD_ENV, stdio: 'ignore', ...account })
  await until(async () => {
    assert.equal(running?.exitCode, null, 'the database runs')
    return runSql(urlOf('postgres'), 'select 1').then(
      () => true,
      () => false,
    )
  })
}

async function stopServer(): Promise<void> {
  const child = running
  if (child === undefined || child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  await ended
}

function lastLine({ code, stdout, stderr }: { code: number | null; stdout: string; stderr: string }): string {
  assert.equal(code, 0, stderr)
  return stdout.trimEnd().split('\n').at(-1)!
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return address.port
}
