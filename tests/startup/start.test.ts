// @alone

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../../src/config/config.ts'
import { SETTINGS } from '../../src/config/settings.ts'
import { joinEmbedded } from '../../src/db/embedded/embedded.ts'
import { createLog } from '../../src/lib/log/log.ts'
import { explainFailure } from '../../src/lib/problem.ts'
import { start } from '../../src/process/start.ts'
import { createDatabase as createTestDatabase, runSql } from '../helpers/postgres.ts'
import {
  createPlace,
  createTemplate,
  type Doorpost,
  type Env,
  endNode,
  type Finished,
  type Outcome,
  type Place,
  postContacts,
  type Scope,
  until,
} from '../helpers/process.ts'

const isRoot = process.getuid?.() === 0
const NOBODY = 65_534
const env = { RATE_LIMIT_PUBLIC: '1000000' }
const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url))

/** A migrated database folder that tests copy. */
const template = await createTemplate({ after })

/** The URL of a new, migrated database, for tests that need no folder. */
async function createDatabase(scope: Scope): Promise<string> {
  const database = await createTestDatabase()
  scope.after(() => database.drop())
  return database.url
}

describe('starting', () => {
  test('the first start says where it is and what to do; the second finds the data of the first', async (t) => {
    const place = createPlace(t)
    const first = await place.start({ env: { LOG_LEVEL: 'info' } })
    assert.match(first.url, /^http:\/\/127\.0\.0\.1:\d{2,5}$/)
    const steps = [
      'starting Doorpost',
      'creating a database',
      'starting the database',
      /applying \d+ migrations/,
      '"started"',
    ]
    assert.deepEqual(findInOrder(first.stdout, steps), [], 'each step that takes time is told before it begins')
    const shown = first.stdout.slice(first.stdout.lastIndexOf('"}\n') + 3)
    const link = /^\n {2}Set up +(http:\S+\/set-up#token=\S+)\n/.exec(shown)?.[1]
    assert.ok(link !== undefined, 'the set-up link comes first, after all lines of the log')
    assert.match(shown, /Doorpost is running/)
    assert.ok(shown.trimEnd().endsWith(`Set up       ${link}`), 'and last')
    assert.ok(first.stdout.includes(`${first.url}/docs`))
    assert.ok(first.stdout.includes(join(place.dataDir, 'postgres')))
    assert.match(first.stdout, /npm run -s doorpost -- keys create --name \w+/)
    assert.equal(first.stderr, '')
    assert.equal((await fetch(`${first.url}/readyz`)).status, 200)
    assert.equal((await fetch(`${first.url}/docs`)).status, 200)
    const created = await postContact(first)
    await endNode(first)
    assert.equal(place.postmaster(), undefined, 'nothing is left running')

    const second = await place.start()
    await checkStored(place, [created])
    await endNode(second)
  })

  test('a slow start has said that it is starting', async (t) => {
    const env = { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x', LOG_LEVEL: 'info' }
    let stdout = ''
    const ended = createPlace(t).run({
      env,
      onSpawn: ({ child }) => {
        child.stdout!.on('data', (text) => {
          stdout += text
          if (stdout.includes('Waiting up to')) child.kill('SIGTERM')
        })
      },
    })
    assert.equal((await ended).code, 0)
    assert.deepEqual(findInOrder(stdout, ['"starting Doorpost"', 'Waiting up to']), [])
  })

  test('a full disk is reported with what to do, and nothing is left behind', async (t) => {
    const disk = mountDisk(t, '30m')
    if (disk === null) return t.skip('only root on Linux can mount a small disk')
    const place = createPlace(t)
    const DATA_DIR = join(disk, 'data')
    const remedy = /\d+ MB are free at .*free some space there, or move DATA_DIR to a larger disk/
    checkRefusal(await place.run({ env: { DATA_DIR } }), remedy)
    assert.deepEqual(fs.readdirSync(DATA_DIR), [])

    execFileSync('mount', ['-o', 'remount,size=110m', disk])
    fs.cpSync(join(template, 'postgres'), join(DATA_DIR, 'postgres'), { recursive: true })
    const { bavail, bsize } = fs.statfsSync(disk)
    fs.writeFileSync(join(disk, 'other'), Buffer.alloc(bavail * bsize))
    checkRefusal(await place.run({ env: { DATA_DIR } }), remedy)
  })

  test('a second start on the same folder ends and names the first, which continues', async (t) => {
    const place = createPlace(t, { template })
    const first = await place.start()
    const second = await place.run()
    checkRefusal(second, new RegExp(`${place.dataDir} is in use by doorpost server, pid ${first.pid} on .+stop it`))
    assert.equal((await fetch(`${first.url}/readyz`)).status, 200)
  })

  test('--help names every setting and starts nothing', async (t) => {
    const place = createPlace(t)
    for (const word of ['--help', '-h']) {
      const { code, stdout, stderr } = await place.run({ words: [word] })
      assert.deepEqual([code, stderr], [0, ''])
      for (const { name, meaning } of SETTINGS) assert.ok(stdout.includes(`${name} `) && stdout.includes(meaning), name)
    }
    assert.equal(fs.existsSync(place.dataDir), false)
  })

  for (const role of ['worker', 'api'] as const) {
    test(`ROLE=${role} starts and stops`, async (t) => {
      const url = await createDatabase(t)
      const place = createPlace(t, { env: { DATABASE_URL: url, ROLE: role } })
      const running = await place.start()
      if (role === 'worker') {
        assert.match(running.stdout, /worker is running/)
        assert.equal(running.port, 0, 'a worker serves no API')
        await runSql(url, `select graphile_worker.add_job('idempotency.purge', job_key => 'probe')`)
        await until(async () => (await jobsOf(url)) === 0)
      } else {
        await postContact(running)
      }
      assert.equal(fs.existsSync(join(place.dataDir, 'postgres')), false, 'no embedded server beside one’s own')
      await endNode(running)
    })
  }

  test('an ordinary user needs nothing but a folder', { skip: !isRoot }, async (t) => {
    const place = createPlace(t, { env })
    fs.chownSync(place.folder, NOBODY, NOBODY)
    const running = await place.start({ uid: NOBODY, env: { HOME: place.folder } })
    assert.equal(fs.statSync(join(place.dataDir, 'postgres')).uid, NOBODY)
    const made = await place.cli(['keys', 'create', '--name', 'first'], { uid: NOBODY, env: { HOME: place.folder } })
    assert.equal(made.code, 0, made.stderr)
    const headers = { authorization: `Bearer ${made.stdout.trim().split('\n').at(-1)}` }
    assert.equal((await fetch(`${running.url}/v1/contacts`, { headers })).status, 200)
    await endNode(running)
  })
})

describe('an impossible start ends with one line that says why', { concurrency: 3 }, () => {
  const refusals: Array<[string, (t: Scope, place: Place) => Promise<Env> | Env, RegExp]> = [
    [
      'a port that is taken',
      async (t) => ({ DATABASE_URL: await createDatabase(t), PORT: String(await takePort()) }),
      /Port \d+ on 127\.0\.0\.1 is already in use.* PORT=\d+ npm start/,
    ],
    [
      'an address of another machine',
      async (t) => ({ DATABASE_URL: await createDatabase(t), HOST: '203.0.113.1' }),
      /HOST "203\.0\.113\.1" is not an address of this machine/,
    ],
    [
      'a database that is not there',
      () => ({ DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x', DATABASE_WAIT_SECONDS: '0' }),
      /DATABASE_URL.*nothing is listening there/,
    ],
    [
      'a host that is not there',
      () => ({ DATABASE_URL: 'postgres://u:secret@none.invalid/x', DATABASE_WAIT_SECONDS: '0' }),
      /DATABASE_URL.*host name cannot be resolved/,
    ],
    [
      'an unknown database',
      async (t) => ({ DATABASE_URL: (await createDatabase(t)).replace(/test_\w+/, 'missing') }),
      /database "missing" does not exist/,
    ],
    [
      'a schema from a newer Doorpost',
      async (t) => {
        const url = await createDatabase(t)
        await runSql(url, `insert into schema_migrations (version, name, sha256) values (9999, 'future', 'x')`)
        return { DATABASE_URL: url }
      },
      /schema version 9999.*only knows version \d+\. Start the newer/,
    ],
    [
      'a migration that was changed',
      async (t) => {
        const url = await createDatabase(t)
        await runSql(url, `update schema_migrations set sha256 = 'x' where version = 1`)
        return { DATABASE_URL: url }
      },
      /Migration 1 .*was changed after.*Restore the file/,
    ],
    [
      'a certificate that is not there',
      () => ({ TLS_CERT_FILE: '/nowhere/cert.pem', TLS_KEY_FILE: fixture('tls-key.pem') }),
      /TLS_CERT_FILE.*\/nowhere\/cert\.pem cannot be read/,
    ],
    [
      'a certificate that is none',
      () => ({ TLS_CERT_FILE: fixture('tls-key.pem'), TLS_KEY_FILE: fixture('tls-key.pem') }),
      /TLS_CERT_FILE and TLS_KEY_FILE must be PEM/,
    ],
    [
      'a certificate without its key',
      () => ({ TLS_CERT_FILE: fixture('tls-cert.pem') }),
      /TLS_KEY_FILE must be set together/,
    ],
    [
      'a file in the place of the data folder',
      (_t, place) => {
        fs.writeFileSync(place.dataDir, '')
        return {}
      },
      /cannot use the data folder .*choose another/,
    ],
  ]
  for (const [at, [name, prepare, message]] of refusals.entries()) {
    test(name, async (t) => {
      const place = createPlace(t)
      const env = await prepare(t, place)
      // The process prints the failure of the same function as the first case.
      checkRefusal(
        at === 0 ? await place.run({ env }) : await startHere(t, { DATA_DIR: place.dataDir, ...env }),
        message,
      )
      assert.equal(place.postmaster(), undefined)
    })
  }

  const NO_DATABASES = [
    'localhost',
    'mysql://u:hunter2@h/x',
    'postgres://u:hunter2#x@h/x',
    'postgres',
    '/tmp/x',
    'host=hunter2',
  ]
  const wrong: Record<string, string[]> = {
    PORT: ['abc', '-1', '65536', '80.5', '0x50', '8080 8081'],
    DATABASE_URL: NO_DATABASES,
    DATABASE_DIRECT_URL: NO_DATABASES,
    SANDBOX_DATABASE_URL: NO_DATABASES,
    REDIS_URL: ['localhost:6379', 'http://:hunter2@h', 'redis', '6379', 'redis://:hunter2#x@h', 'unix:/hunter2'],
    BASE_URL: ['doorpost.example.com', 'https://x/doorpost', 'https:', 'https:foo', 'http://x/?a=b', 'https://u:p@x'],
    LINK_BASE_URL: ['go.example.com', 'ftp://x', 'https:', 'https:foo', 'http://x/?a=b', 'https://u:p@x'],
    TRUST_PROXY: ['true', '1', '0.0.0.0/0', '::/0', '10.0.0.0/33', 'nginx'],
    ALLOWED_ORIGINS: ['*', 'www.example.com', 'https://x.example/', 'https://x.example/path', 'null', 'file:///x'],
    ROLE: ['web', 'ALL', 'api,worker', 'none', 'true', '1'],
    LOG_FORMAT: ['pretty', 'JSON', 'color', 'yes', 'true', '1'],
    PROCESSES: ['0', '65', 'many', '-1', '1.5', 'AUTO'],
    HEALTH_PORT: ['abc', '-1', '65536', '80.5', 'off', '8081 8082'],
    LOG_LEVEL: ['loud', 'INFO', 'warning', '30', 'on', 'verbose'],
    RATE_LIMIT_AUTHENTICATED: ['0', '-1', 'many', '1.5', '1e3', '999999999'],
    RATE_LIMIT_DASHBOARD: ['0', '-1', 'many', '1.5', '1e3', '600/min'],
    RATE_LIMIT_PUBLIC: ['0', '-1', 'many', '1.5', '1e3', '20/min'],
    RATE_LIMIT_WEBHOOK: ['0', '-1', 'many', '1.5', '1_000', ' x '],
    RATE_LIMIT_FAILED_AUTH: ['0', '-1', 'many', '1.5', '٣', 'Infinity'],
    DATABASE_WAIT_SECONDS: ['-1', '3601', 'long', '1.5', '60s', '1e2'],
    RATE_LIMIT_OPEN: ['0', '-1', 'many', '1.5', '1e3', '3000/min'],
    METRICS_TOKEN: Array(6).fill('hunter2'),
    OTEL_EXPORTER_OTLP_ENDPOINT: ['localhost:4318', 'collector', 'grpc://hunter2', 'ftp://x', '4318', 'https:'],
    POOL_SIZE: ['1', '91', 'big', '-2', '0', '2.0'],
    LATE_WINDOW_MINUTES: ['-1', '1h', '525601', '60.5', 'NaN', 'hour'],
    WORKER_CONCURRENCY: ['0', '65', 'many', '-1', '4.0', 'x'],
    WEBHOOK_RETENTION_DAYS: ['0', '3651', '30d', '-1', '1.5', 'never'],
    EVENT_RETENTION_DAYS: ['0', '3651', '30d', '-1', '1.5', 'never'],
    MEDIA_MAX_MB: ['0', '4097', '5 GB', '-1', '1.5', 'much'],
    MEDIA_QUOTA_MB: ['0', '100000001', '5 GB', '-1', '1.5', 'much'],
    S3_ENDPOINT: [
      's3.example.com',
      'ftp://s3.example.com',
      'https://',
      'https://s3.example.com/bucket',
      'https://u:p@s3.example.com',
      'https://s3.example.com?x',
    ],
    S3_BUCKET: ['A', 'ab', 'my bucket', 'Bucket', 'bucket/folder', '-bucket'],
    S3_ACCESS_KEY_ID: Array(6).fill('hunter2 with a space'),
    S3_SECRET_ACCESS_KEY: Array(6).fill('hunter2 with a space'),
    S3_REGION: ['EU', 'eu central', 'eu/central', 'x'.repeat(41), 'eu_1', 'ü'],
    BACKUP_SCHEDULE: ['daily', '25:00', '3', '0h', '25h', '03:60'],
    BACKUP_BUCKET: ['A', 'ab', 'my bucket', 'Bucket', 'bucket/folder', '-bucket'],
    BACKUP_KEEP_DAILY: ['0', '3651', '7d', '-1', '1.5', 'all'],
    BACKUP_KEEP_WEEKLY: ['-1', '521', '4w', 'x', '1.5', 'all'],
    ALLOW_PRIVATE_NETWORKS: ['yes', '1', 'TRUE', 'on', 'no', '10.0.0.0/8'],
    LINKEDIN_PAGES_CLIENT_ID: Array(6).fill('hunter2 with a space'),
    LINKEDIN_PAGES_CLIENT_SECRET: Array(6).fill('hunter2 with a space'),
    SANDBOX: ['yes', '1', 'TRUE', 'on', 'no', 'sandbox'],
    SANDBOX_PORT: ['0', '65536', 'x', '-1', '80.5', '1e3'],
    SMTP_URL: ['mail.example.com', 'http://u:hunter2@h', 'smtp:', 'smtp:hunter2', 'localhost:25', 'smtp://'],
    MAIL_FROM: [
      'doorpost',
      'a@b@c',
      'Doorpost <>',
      'a@example.com, b@example.com',
      '<a@example.com',
      'a b@example.com',
    ],
    MAIL_CLIENT_LIMIT: ['-1', 'x', '1.5', '1e3', 'none', '100000001'],
    MAIL_DOMAIN_LIMIT: ['-1', 'x', '1.5', '1e3', 'none', '100000001'],
    MAIL_FORM_LIMIT: ['-1', 'x', '1.5', '1e3', 'none', '100000001'],
    MAIL_WORKSPACE_LIMIT: ['-1', 'x', '1.5', '1e3', 'none', '100000001'],
    MAIL_RETENTION_DAYS: ['0', '3651', '30d', '-1', '1.5', 'never'],
    SECRET_KEY: Array(6).fill('hunter2'),
    SECRET_KEY_OLD: Array(6).fill('hunter2'),
    ...Object.fromEntries(
      ['THREADS', 'INSTAGRAM', 'LINKEDIN', 'X'].flatMap((prefix) => [
        [`${prefix}_CLIENT_ID`, Array(6).fill('hunter2 with a space')],
        [`${prefix}_CLIENT_SECRET`, Array(6).fill('hunter2 with a space')],
        [`${prefix}_API_VERSION`, ['latest!', '1 2', '../v1', 'v1/x', '?', '#']],
      ]),
    ),
  }
  // Any text is valid for these; the table above covers wrong files.
  const anyText = [
    'HOST',
    'DATA_DIR',
    'TLS_CERT_FILE',
    'TLS_KEY_FILE',
    'BACKUP_DIR',
    'BACKUP_PASSPHRASE_FILE',
    'OTEL_SERVICE_NAME',
    'OTEL_NODE_RESOURCE_DETECTORS',
  ]

  test('the table covers all wrong settings', () => {
    const known = [...Object.keys(wrong), ...anyText].sort()
    assert.deepEqual(known, SETTINGS.map(({ name }) => name).sort())
  })

  test('a BASE_URL with a path is refused with what to do; a slash at its end is not', async (t) => {
    const place = createPlace(t)
    const refused = await place.run({ env: { BASE_URL: 'https://example.com/doorpost' } })
    checkRefusal(refused, /BASE_URL must be scheme and host without a path.*subdomain.*proxy/)
    const { code, stdout } = await place.cli(['doctor'], { env: { BASE_URL: 'https://example.com/doorpost' } })
    assert.equal(code, 1)
    assert.match(stdout, /^fail +settings +BASE_URL must be .*without a path/m)
    assert.equal(readConfig({ BASE_URL: 'https://example.com/' }, '/').baseUrl, 'https://example.com')
  })

  for (let round = 0; round < 6; round++) {
    const bad = Object.fromEntries(Object.entries(wrong).map(([name, values]) => [name, values[round]!]))
    test(`${Object.keys(bad).length} wrong settings are all named (round ${round + 1})`, async (t) => {
      const place = createPlace(t)
      // Servers and commands read settings with the same function, and commands need no separate process.
      const { code, stdout, stderr } = await (round === 0
        ? place.run({ env: bad })
        : place.cli(['migrate'], { env: bad }))
      assert.equal(code, 1)
      assert.equal(stdout, '')
      const lines = stderr.trim().split('\n')
      for (const [name, value] of Object.entries(bad)) {
        const naming = lines.filter((line) => new RegExp(`^doorpost: ${name}\\b`).test(line))
        assert.equal(naming.length, 1, `${name}=${value} is named once:\n${stderr}`)
        assert.match(naming[0]!, /[^.]\.$/)
      }
      assert.equal(lines.length, Object.keys(bad).length, stderr)
      assert.ok(!stderr.includes('hunter2'), 'no password is shown')
    })
  }
})

describe('what was acknowledged survives', () => {
  for (const victims of ['node', 'node and the database'] as const) {
    test(`kill -9 of ${victims} in the middle of 300 contacts`, async (t) => {
      const place = createPlace(t, { template, env })
      const running = await place.start()
      const postmaster = place.postmaster()!
      const outcomes = await postContacts(running.port, {
        count: 300,
        connections: 8,
        onOutcome(_outcome, acknowledged) {
          if (acknowledged !== 100 || running.child.killed) return
          running.child.kill('SIGKILL')
          if (victims !== 'node') process.kill(postmaster, 'SIGKILL')
        },
      })
      const acknowledged = outcomes.filter(({ status }) => status === 201)
      assert.ok(acknowledged.length >= 100 && acknowledged.length < 300, `${acknowledged.length} acknowledged`)
      assert.equal((await running.ended).signal, 'SIGKILL')
      const next = await place.start()
      await checkStored(place, acknowledged)
      await postContact(next)
      await endNode(next)
    })
  }

  test('kill -9 of the database: 503 with Retry-After, then 201 again without help', async (t) => {
    const place = createPlace(t, { template, env })
    const running = await place.start()
    const postmaster = place.postmaster()!
    let killed = false
    let failed = 0
    let after = 0
    const outcomes = await postContacts(running.port, {
      count: 200_000,
      connections: 8,
      onOutcome({ status }, acknowledged) {
        if (!killed && acknowledged >= 100) {
          killed = true
          process.kill(postmaster, 'SIGKILL')
        }
        if (status === 503) failed++
        if (failed > 0 && status === 201) after++
        if (after >= 200) return 'enough'
      },
    })
    assert.ok(failed > 0, 'some requests met the outage')
    assert.ok(after >= 200, 'and it passed')
    for (const { status, error, retryAfter } of outcomes) {
      assert.ok(status === 201 || status === 503, `${status} ${error}`)
      if (status === 503) assert.match(retryAfter ?? '', /^[1-9]\d?$/)
    }
    assert.notEqual(place.postmaster(), postmaster)
    await checkStored(place, outcomes)
    // Jobs continue as well.
    await place.sql(`select graphile_worker.add_job('idempotency.purge', job_key => 'probe')`)
    await until(async () => (await place.sql(`select from graphile_worker.jobs where key = 'probe'`)).length === 0)
    assert.equal((await fetch(`${running.url}/readyz`)).status, 200)
    await endNode(running)
    assert.equal(place.postmaster(), undefined)
  })

  test('SIGTERM under load: every accepted request is answered', async (t) => {
    const place = createPlace(t, { template, env })
    const running = await place.start()
    let isStopped = false
    const outcomes = await postContacts(running.port, {
      count: 200_000,
      connections: 16,
      onOutcome(_outcome, acknowledged) {
        if (isStopped || acknowledged < 300) return
        isStopped = true
        running.child.kill('SIGTERM')
      },
    })
    const { code } = await running.ended
    // A shutdown that takes too long kills the rest, and exits with 1.
    assert.equal(code, 0, running.stdout + running.stderr)
    const unexpected = outcomes.filter(({ status, error }) => status !== 201 && error !== 'ECONNREFUSED')
    assert.deepEqual(unexpected, [])
    assert.ok(
      outcomes.some(({ error }) => error === 'ECONNREFUSED'),
      'the load outlived the server',
    )
    assert.equal(place.postmaster(), undefined)
    const database = await joinEmbedded({ dataDir: place.dataDir, applicationName: 'start.test.ts' })
    t.after(() => database.stop())
    await checkStored(place, outcomes)
  })
})

/** Starts without a separate process: loading the program would take longer than the refusal. */
async function startHere(scope: Scope, env: Env): Promise<Finished> {
  const finished = { code: 1, signal: null, stdout: '' }
  try {
    const config = readConfig({ PORT: '0', HEALTH_PORT: '0', ...env }, process.cwd())
    const running = await start(config, createLog('silent', process.stderr), new AbortController().signal, () => {})
    scope.after(running.stop)
    return { ...finished, code: 0, stderr: 'it started' }
  } catch (error) {
    return { ...finished, stderr: `${explainFailure(error)}\n` }
  }
}

/** One line on standard error, no stack, exit code 1, and no password. */
function checkRefusal({ code, stdout, stderr }: Finished, message: RegExp): void {
  assert.equal(code, 1, stdout + stderr)
  const lines = stderr.trimEnd().split('\n')
  assert.equal(lines.length, 1, stderr)
  assert.match(lines[0]!, /^doorpost: /)
  assert.match(lines[0]!, message)
  assert.doesNotMatch(stdout + stderr, /secret|node_modules|is running/)
}

async function postContact({ port }: Doorpost): Promise<Outcome> {
  const [created] = await postContacts(port, { count: 1, connections: 1 })
  assert.equal(created?.status, 201)
  return created
}

async function checkStored(place: Place, outcomes: Outcome[]): Promise<void> {
  const ids = outcomes.flatMap((outcome) => outcome.id ?? [])
  assert.ok(ids.length > 0)
  const missing = await place.sql(
    'select id from unnest($1::uuid[]) as id where not exists (select from contacts where contacts.id = id.id)',
    [ids],
  )
  assert.deepEqual(missing, [], `of ${ids.length} acknowledged`)
}

async function jobsOf(url: string): Promise<number> {
  const { rows } = await runSql(url, `select count(*)::int as n from graphile_worker.jobs where key = 'probe'`)
  return rows[0].n
}

/** A port that stays in use until the end of the file. */
async function takePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  server.unref()
  return (server.address() as { port: number }).port
}

/** The parts that are not found in order; empty if all are. */
function findInOrder(text: string, parts: Array<string | RegExp>): Array<string | RegExp> {
  let rest = text
  for (const [at, part] of parts.entries()) {
    const found = rest.search(typeof part === 'string' ? part.replaceAll(/[()]/g, '.') : part)
    if (found === -1) return parts.slice(at)
    rest = rest.slice(found + 1)
  }
  return []
}

/** A small disk that the account of the database can access; null if this user cannot create one. */
function mountDisk(scope: Scope, size: string): string | null {
  const folder = fs.mkdtempSync(join(tmpdir(), 'doorpost-disk-'))
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=711`, 'tmpfs', folder]).status === 0
  scope.after(() => {
    if (isMounted) execFileSync('umount', [folder])
    fs.rmdirSync(folder)
  })
  return isMounted ? folder : null
}
