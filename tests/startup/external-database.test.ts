import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/db/open.ts'
import { createDataFolder } from '../helpers/folder.ts'
import { OLDEST_PACKAGE, runSql } from '../helpers/postgres.ts'
import { createPlace, endNode, type Process, postContacts, until } from '../helpers/process.ts'

// An external PostgreSQL: the oldest supported version, over TCP, with a password.

const PASSWORD = 'correct horse%/battery:staple'
const NOBODY = 65_534
const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
const native = join(dirname(dirname(fileURLToPath(import.meta.resolve(OLDEST_PACKAGE)))), 'native')
const CHILD_ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

const folder = createDataFolder('external')
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
// Each test is another node of the same installation.
const env = {
  DATABASE_URL: urlOf('leads'),
  SECRET_KEY: 'the key that all nodes of this installation share',
  RATE_LIMIT_PUBLIC: '1000000',
  LOG_LEVEL: 'debug',
}

test('it uses an external database, starts none itself, and shows the password nowhere', async (t) => {
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

test('wrong passwords and users are refused with one line, which does not contain them', async (t) => {
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
      assert.match(stderr, /^doorpost: .*DATABASE_URL.*rejects the user name or password.*\n$/)
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
  // It is unknown whether a key is still valid: that is an outage, not a wrong key.
  assert.equal((await fetch(`${doorpost.url}/v1/contacts`, { headers: early })).status, 503)

  await startServer()
  await until(async () => (await fetch(`${doorpost.url}/readyz`)).status === 200)
  const again = await postContacts(doorpost.port, { count: 20, connections: 4 })
  assert.deepEqual(new Set(again.map(({ status }) => status)), new Set([201]))
  const { rows } = await runSql(urlOf('leads'), 'select count(*)::int as n from contacts where id = any($1)', [
    again.map(({ id }) => id),
  ])
  assert.equal(rows[0].n, 20)
  // Jobs continue as well, and so do notifications of revoked keys.
  await runSql(urlOf('leads'), `select graphile_worker.add_job('idempotency.purge', job_key => 'probe')`)
  await until(async () => {
    const jobs = await runSql(urlOf('leads'), `select from graphile_worker.jobs where key = 'probe'`)
    return jobs.rowCount === 0
  })
  const key = lastLine(await place.cli(['keys', 'create', '--name', 'after']))
  const headers = { authorization: `Bearer ${key}` }
  assert.equal((await fetch(`${doorpost.url}/v1/contacts`, { headers })).status, 200)
  assert.equal((await place.cli(['keys', 'revoke', '--name', 'after'])).code, 0)
  await until(async () => (await fetch(`${doorpost.url}/v1/contacts`, { headers })).status === 401)

  assert.equal(doorpost.child.exitCode, null)
  doorpost.child.kill('SIGTERM')
  const { code, stdout, stderr } = await doorpost.ended
  assert.equal(code, 0)
  checkNoPassword(stdout + stderr)
})

test('a start waits for a database that is not there yet; if it freezes, requests are refused soon and recover', async (t) => {
  await stopServer()
  const place = createPlace(t, { env })
  const spawned: Process[] = []
  const starting = place.start({ onSpawn: (process) => void spawned.push(process) })
  const early = await place.cli(['keys', 'list'])
  assert.equal(early.code, 1, 'a command does not wait')
  assert.match(early.stderr, /nothing is listening there/)
  await until(() => spawned[0]!.stdout.includes('Waiting up to'))
  await startServer()
  const doorpost = await starting
  assert.match(doorpost.stdout, /nothing is listening there[^\n]*Waiting up to 60 s/)
  checkNoPassword(doorpost.stdout + doorpost.stderr)

  await postContacts(doorpost.port, { count: 20, connections: 4 })
  const frozen = [running!.pid!, ...childrenOf(running!.pid!).map(Number)]
  for (const pid of frozen) process.kill(pid, 'SIGSTOP')
  try {
    // The database is silent until the end: any answer means that Doorpost has stopped waiting.
    for (let round = 0; round < 3; round++) {
      const outcomes = await postContacts(doorpost.port, { count: 8, connections: 8 })
      assert.deepEqual(new Set(outcomes.map(({ status }) => status)), new Set([503]))
      assert.ok(outcomes.every(({ retryAfter }) => retryAfter !== undefined))
      assert.equal((await fetch(`${doorpost.url}/readyz`)).status, 503)
    }
  } finally {
    for (const pid of frozen.reverse()) process.kill(pid, 'SIGCONT')
  }
  await until(async () => (await fetch(`${doorpost.url}/readyz`)).status === 200)
  const again = await postContacts(doorpost.port, { count: 20, connections: 4 })
  assert.deepEqual(new Set(again.map(({ status }) => status)), new Set([201]))
  assert.doesNotMatch(
    doorpost.stdout,
    /"msg":"request refused: unavailable"[^\n]*stack|stack[^\n]*"msg":"request refused: unavailable"/,
  )
})

describe('a database that refuses the login while Doorpost runs', () => {
  const USER = 'leads_user'
  const END_SESSIONS = `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${USER}'`
  const ways: Array<[what: string, refuse: string[], allow: string[]]> = [
    ['another password', [`alter role ${USER} password 'changed'`], [`alter role ${USER} password 'first'`]],
    ['a role that may not log in', [`alter role ${USER} nologin`], [`alter role ${USER} login`]],
    [
      'a role that may not connect',
      [`revoke connect on database own from public, ${USER}`],
      [`grant connect on database own to ${USER}`],
    ],
    [
      'a role with too many connections',
      [`alter role ${USER} connection limit 0`],
      [`alter role ${USER} connection limit -1`],
    ],
    [
      'a database that takes none',
      ['alter database own allow_connections false'],
      ['alter database own allow_connections true'],
    ],
    [
      'a database that was renamed',
      // It cannot be renamed while it has sessions, and Doorpost reconnects four times a second.
      ['alter database own allow_connections false', END_SESSIONS, 'alter database own rename to gone'],
      ['alter database gone rename to own', 'alter database own allow_connections true'],
    ],
  ]

  test('503 with Retry-After, no click is lost, and it recovers by itself', async (t) => {
    const sql = (text: string) => runSql(urlOf('postgres'), text)
    await sql(`create role ${USER} login password 'first'`)
    await sql(`create database own owner ${USER}`)
    const place = createPlace(t, {
      env: { ...env, DATABASE_URL: `postgres://${USER}:first@127.0.0.1:${port}/own`, RATE_LIMIT_OPEN: '1000000' },
    })
    const doorpost = await place.start()
    const key = lastLine(await place.cli(['keys', 'create', '--name', 'first']))
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const made = await fetch(`${doorpost.url}/v1/links`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ target: 'https://example.com/' }),
    })
    const { data: link } = (await made.json()) as { data: { id: string; code: string } }
    const click = async () => {
      const answer = await fetch(`${doorpost.url}/l/${link.code}`, {
        redirect: 'manual',
        headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
      })
      assert.equal(answer.status, 302)
    }
    let clicks = 0
    for (const [what, refuse, allow] of ways) {
      for (const text of refuse) await sql(text)
      await sql(END_SESSIONS)
      // The first request may get a connection that was just ended, which is 503 as well.
      for (const { status, retryAfter, error } of await postContacts(doorpost.port, { count: 10, connections: 2 })) {
        assert.equal(status, 503, `${what}: ${error}`)
        assert.match(retryAfter ?? '', /^[1-9]\d?$/, what)
      }
      await click()
      clicks++
      assert.equal((await fetch(`${doorpost.url}/readyz`)).status, 503, what)
      for (const text of allow) await sql(text)
      await until(async () => (await fetch(`${doorpost.url}/readyz`)).status === 200)
      const [again] = await postContacts(doorpost.port, { count: 1, connections: 1 })
      assert.equal(again?.status, 201, what)
    }
    await until(async () => {
      const answer = await fetch(`${doorpost.url}/v1/links/${link.id}`, { headers })
      const { data } = (await answer.json()) as { data: { clicks: number } }
      return data.clicks === clicks
    })
    assert.equal(doorpost.child.exitCode, null)
    assert.doesNotMatch(doorpost.stdout, /this is a bug|clicks were not counted|"unexpected error"/)
    await endNode(doorpost)
  })
})

test('a role without the right to create gets the exact grants', async (t) => {
  await runSql(urlOf('postgres'), `create role plain login password 'plain'`)
  await runSql(urlOf('postgres'), 'create database strict')
  // This is the default since PostgreSQL 15.
  await runSql(urlOf('strict'), 'revoke create on schema public from public')
  const DATABASE_URL = `postgres://plain:plain@127.0.0.1:${port}/strict`
  const place = createPlace(t, { env: { DATABASE_URL } })
  const refused = await place.cli(['migrate'])
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /^doorpost: The role plain may not create [^\n]*\n$/, 'one line and no stack')
  const [tables = '', schemas = ''] = refused.stderr.match(/GRANT [^;]+;/g) ?? []
  await runSql(urlOf('strict'), tables)
  const examined = await place.cli(['doctor'])
  assert.match(examined.stdout, /^fail +rights +the role plain may not create schemas, .*: GRANT CREATE ON DATABASE/m)
  await runSql(urlOf('strict'), schemas)
  const granted = await place.cli(['migrate'])
  assert.equal(granted.code, 0, granted.stderr)
})

describe('sslmode means what it means to psql', () => {
  const rootCert = fileURLToPath(new URL('../fixtures/tls-cert.pem', import.meta.url))
  const withMode = (mode: string, more = '') => `${urlOf('leads')}?sslmode=${mode}${more}`
  const open = async (url: string) => {
    const config = readConfig({ DATABASE_URL: url, DATABASE_WAIT_SECONDS: '0' }, folder)
    const database = await openDatabase(config, { as: 'server', onError: () => {} })
    try {
      const { rows } = await database.pool.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
      return rows[0].ssl as boolean
    } finally {
      await database.close()
    }
  }

  test('without encryption on the server: prefer continues without, require refuses', async () => {
    assert.equal(await open(withMode('prefer')), false)
    assert.equal(await open(withMode('disable')), false)
    await assert.rejects(open(withMode('require')), /does not support SSL/)
  })

  test('with a self-signed certificate: require encrypts, verify-full checks', async () => {
    await stopServer()
    await startServer([
      'ssl=on',
      `ssl_cert_file=${ownCopy(rootCert)}`,
      `ssl_key_file=${ownCopy(rootCert.replace('-cert', '-key'))}`,
    ])
    assert.equal(await open(withMode('prefer')), true)
    assert.equal(await open(withMode('require')), true)
    assert.equal(await open(withMode('disable')), false)
    await assert.rejects(open(withMode('verify-full')), /certificate is not from a known authority.*sslrootcert/)
    await assert.rejects(open(withMode('verify-ca')), /verify-ca needs sslrootcert/)
    const rooted = `&sslrootcert=${encodeURIComponent(rootCert)}`
    assert.equal(await open(withMode('verify-ca', rooted)), true)
    assert.equal(await open(withMode('require', rooted)), true)
    await assert.rejects(
      open(withMode('require', '&sslrootcert=/nowhere.pem')),
      /sslrootcert: the file \/nowhere\.pem cannot be read/,
    )
    await assert.rejects(open(withMode('sometimes')), /sslmode must be one of/)
  })
})

/** PostgreSQL refuses a key that others may read. */
function ownCopy(file: string): string {
  const copy = join(folder, basename(file))
  fs.copyFileSync(file, copy)
  fs.chmodSync(copy, 0o600)
  if (account.uid !== undefined) fs.chownSync(copy, account.uid, account.gid)
  return copy
}

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

async function startServer(more: string[] = []): Promise<void> {
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'fsync=on', ...more]
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

function childrenOf(pid: number): string[] {
  if (process.platform !== 'linux') return []
  return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
}
