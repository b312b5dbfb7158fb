import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkBackups, findRoomForBackups } from '../../src/commands/doctor/backups.ts'
import type { Check, DatabaseCheck, Finding } from '../../src/commands/doctor/check.ts'
import { checkDatabaseServer, checkInstallation } from '../../src/commands/doctor/database.ts'
import { commands } from '../../src/commands/doctor/doctor.ts'
import { checkNode, findRoom } from '../../src/commands/doctor/machine.ts'
import { askThroughProxy } from '../../src/commands/doctor/network.ts'
import { checkTls } from '../../src/commands/doctor/tls.ts'
import { type Config, readConfig } from '../../src/config/config.ts'
import { askOfProxy } from '../../src/http/server/first-checks.ts'
import { createSafeFetch } from '../../src/lib/net/safe-fetch.ts'
import { noBouncer, startBouncer } from '../helpers/bouncer.ts'
import { runSql } from '../helpers/postgres.ts'
import { startServer } from '../helpers/server.ts'

// Each fault is caused here, and doctor must say what it is and what to do. tests/startup/cli.test.ts and
// operator.test.ts have those that need whole processes.

const server = await startServer()
const DATABASE_URL = server.databaseUrl
const { dataDir: DATA_DIR, secretKey: SECRET_KEY } = server.deps.config
const folder = mkdtempSync(join(tmpdir(), 'doorpost-doctor-'))
after(() => rmSync(folder, { recursive: true }))
const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url))
const TLS = { TLS_CERT_FILE: fixture('tls-cert.pem'), TLS_KEY_FILE: fixture('tls-key.pem') }
const NO_BUCKET = {
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_BUCKET: 'files',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'hush',
}
const YEAR_MS = 365 * 86_400_000

async function examine(env: Record<string, string> = {}) {
  let report: { ok: boolean; findings: Finding[] } | undefined
  const context = {
    env: { DATABASE_URL, DATA_DIR, SECRET_KEY: SECRET_KEY!, ...env },
    cwd: folder,
    print: () => {},
    result: (value: unknown) => {
      report = value as typeof report
    },
    input: async () => '',
    all: async () => ({}),
  }
  const code = await commands['']!.run(context, {})
  assert.equal(code, report!.ok ? 0 : 1)
  return report!.findings
}

function assertFound(findings: Finding[], line: RegExp): void {
  const lines = findings.map(({ verdict, what, finding }) => `${verdict} ${what}: ${finding}`)
  assert.ok(
    lines.some((each) => line.test(each)),
    `${line} is not in\n${lines.join('\n')}`,
  )
}

test('a healthy installation only has "ok" and advice', async () => {
  const findings = await examine()
  assert.deepEqual(
    findings.filter(({ verdict }) => verdict !== 'ok' && verdict !== 'hint'),
    [],
  )
})

describe('settings that contradict each other', () => {
  const cases: Array<[string, Record<string, string>, RegExp]> = [
    ['a public address without https', { BASE_URL: 'http://leads.example.com' }, /^warn address: .*unencrypted.*https/],
    ['a certificate beside plain http', { ...TLS, BASE_URL: 'http://localhost' }, /^fail address: .*BASE_URL to https/],
    ['a proxy and plain http', { TRUST_PROXY: 'loopback' }, /^warn proxy: .*set BASE_URL to its https address/],
    ['a certificate that nobody signed', TLS, /^warn tls: .*signed by itself/],
    [
      'a certificate for another host',
      { ...TLS, BASE_URL: 'https://leads.example.com' },
      /^fail tls: .*DNS:localhost.*leads\.example\.com/,
    ],
    ['an unknown time zone of the process', { TZ: 'Mars/Base' }, /^warn time zone: TZ is Mars\/Base.*Europe\/Lisbon/],
    ['a bucket that does not respond', NO_BUCKET, /^fail media: files cannot be stored.*S3_ENDPOINT/],
    [
      'mail from an example',
      { SMTP_URL: 'smtp://ana:hush@127.0.0.1:1', MAIL_FROM: 'x@example.com' },
      /^warn mail: MAIL_FROM is x@example\.com.*address of yours/,
    ],
  ]
  for (const [name, env, line] of cases) {
    test(name, async () => {
      const findings = await examine(env)
      assertFound(findings, line)
      assert.ok(!JSON.stringify(findings).includes('hush'))
    })
  }
})

describe('a proxy', () => {
  const FORWARDED = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.7' }
  const cert = readFileSync(TLS.TLS_CERT_FILE)
  const start = async (env: Record<string, string>, headers: Record<string, string>) => {
    let port = 0
    const proxy = createHttpsServer({ cert, key: readFileSync(TLS.TLS_KEY_FILE) }, (request, response) => {
      const more = { ...request.headers, ...headers }
      const passed = httpRequest({ port, path: request.url, method: request.method, headers: more }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      })
      passed.on('error', () => response.writeHead(502).end('nobody is there'))
      request.pipe(passed)
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    after(() => proxy.close())
    const baseUrl = `https://localhost:${(proxy.address() as AddressInfo).port}`
    const server = await startServer({ env: { BASE_URL: baseUrl, ...env } })
    port = Number(new URL(server.url).port)
    const safeFetch = createSafeFetch({ allowedOrigins: [baseUrl], ca: cert })
    const ask = async (askedAt = Date.now()) => {
      return askThroughProxy(safeFetch, baseUrl, askOfProxy(server.deps.tokens, askedAt))
    }
    const leave = () => {
      port = 1
    }
    return { ask, leave, proxy }
  }

  test('that passes https on, leads elsewhere, or does not exist', async () => {
    const { ask, leave, proxy } = await start({ TRUST_PROXY: 'loopback' }, FORWARDED)
    assertFound(await ask(), /^ok proxy: .*passes https on/)
    leave()
    assertFound(await ask(), /^warn proxy: .*answered with status 502.*BASE_URL leads to it/)
    proxy.close()
    proxy.closeAllConnections()
    assertFound(await ask(), /^hint proxy: not tried/)
  })

  test('that does not report https, or that Doorpost does not trust', async () => {
    const silent = await start({ TRUST_PROXY: 'loopback' }, {})
    assertFound(await silent.ask(), /^fail proxy: .*X-Forwarded-Proto: https.*TRUST_PROXY/)
    const strange = await start({ TRUST_PROXY: '10.1.2.3' }, { 'x-forwarded-proto': 'https' })
    assertFound(await strange.ask(), /^fail proxy: .*X-Forwarded-Proto: https.*TRUST_PROXY/)
  })

  test('that does not pass on the address of the client', async () => {
    const { ask } = await start({ TRUST_PROXY: 'loopback' }, { 'x-forwarded-proto': 'https' })
    assertFound(await ask(), /^fail proxy: .*share one limit.*X-Forwarded-For/)
    // A replayed question is worthless.
    assertFound(await ask(Date.now() - 10 * 60_000), /^ok proxy/)
  })

  test('is checked by the command', async () => {
    const findings = await examine({ BASE_URL: 'https://127.0.0.1:1', TRUST_PROXY: 'loopback' })
    assertFound(findings, /^hint proxy: not tried.*127\.0\.0\.1:1/)
  })
})

describe('versions', () => {
  test('of Node that are too old, no longer supported or never had long-term support', () => {
    const now = Date.parse('2026-11-01')
    assertFound(checkNode('v20.1.0', now), /^fail node: .*needs 22 or later/)
    assertFound(checkNode('v22.1.0', now + YEAR_MS), /^warn node: .*no security fixes since 2027-04-30/)
    assertFound(checkNode('v23.1.0', now), /^warn node: .*long-term support/)
    assertFound(checkNode('v24.1.0', now), /^ok node/)
  })

  test('of PostgreSQL that are no longer supported', async () => {
    assertFound(
      await runCheck(checkDatabaseServer, Date.now() + 40 * YEAR_MS),
      /^warn database: .*no security fixes since/,
    )
  })
})

test('a certificate that has expired, expires soon or is not valid yet', async () => {
  const at = async (date: string) => runSetupCheck(checkTls, TLS, Date.parse(date))
  assertFound(await at('2121-01-01'), /^fail tls: .*expired on 2120-01-01/)
  assertFound(await at('2119-12-30'), /^warn tls: .*expires on 2120-01-01/)
  assertFound(await at('2019-12-30'), /^fail tls: .*not valid yet.*clock/)
})

const noOpenssl = spawnSync('openssl', ['version']).status === 0 ? false : 'openssl is not installed'

test('a certificate without its issuer', { skip: noOpenssl }, async () => {
  const [ca, key, cert] = ['ca.pem', 'key.pem', 'cert.pem'].map((name) => join(folder, name))
  const make = (...words: string[]) => {
    const made = spawnSync('openssl', [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      ...words,
    ])
    assert.equal(made.status, 0, String(made.stderr))
  }
  make('-subj', '/CN=authority', '-keyout', `${ca}.key`, '-out', ca!)
  make(
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    key!,
    '-out',
    cert!,
    '-CA',
    ca!,
    '-CAkey',
    `${ca}.key`,
  )
  const env = { TLS_CERT_FILE: cert!, TLS_KEY_FILE: key!, BASE_URL: 'https://localhost' }
  assertFound(await runSetupCheck(checkTls, env, Date.now()), /^warn tls: .*certificate of its issuer.*full chain/)
})

describe('the data folder', () => {
  test('that cannot be used', async () => {
    writeFileSync(join(folder, 'file'), '')
    assertFound(await examine({ DATA_DIR: join(folder, 'file') }), /^fail disk: .*cannot be used.*chown/)
  })

  test('with a key that others can read', async () => {
    const dir = join(folder, 'open')
    mkdirSync(dir)
    writeFileSync(join(dir, 'secret-key'), `${SECRET_KEY}\n`)
    chmodSync(join(dir, 'secret-key'), 0o644)
    assertFound(await examine({ DATA_DIR: dir, SECRET_KEY: '' }), /^fail secrets: other accounts.*chmod 600/)
  })

  test('on a full disk', {
    skip: process.platform === 'linux' ? false : 'needs a file system without room',
  }, async () => {
    assertFound(await findRoom('/proc'), /^fail disk: 0\.0 GiB free.*Free some space/)
  })
})

describe('the database', () => {
  const name = /@\/(\w+)/.exec(DATABASE_URL)![1]

  test('that may lose data', async (t) => {
    await runSql(DATABASE_URL, `alter database ${name} set zero_damaged_pages = on`)
    t.after(() => runSql(DATABASE_URL, `alter database ${name} reset zero_damaged_pages`))
    assertFound(await examine(), /^fail durable: .*zero_damaged_pages = on.*ALTER SYSTEM/)
  })

  test('that is read-only', async (t) => {
    await runSql(DATABASE_URL, `alter database ${name} set default_transaction_read_only = on`)
    t.after(() =>
      runSql(DATABASE_URL, `begin read write; alter database ${name} reset default_transaction_read_only; commit`),
    )
    assertFound(await examine(), /^fail durable: .*nothing can be stored.*primary server/)
  })

  test('that allows fewer connections than the pools may open', async (t) => {
    const role = /\/\/(\w+)@/.exec(DATABASE_URL)![1]
    await server.sql(`alter role ${role} connection limit 20`)
    t.after(() => server.sql(`alter role ${role} connection limit -1`))
    assertFound(await examine({ POOL_SIZE: '60' }), /^warn pool: .*lets in 20.*POOL_SIZE to 14 or less/)
  })

  test('whose clock differs', async () => {
    assertFound(await runCheck(checkInstallation, Date.now() + 3_600_000), /^fail clock: this machine is .* ahead/)
  })

  test('with an unknown time zone, or one without summer time', async (t) => {
    await server.sql(`update workspaces set time_zone = 'Mars/Base'`)
    t.after(() => server.sql(`update workspaces set time_zone = 'UTC'`))
    assertFound(await examine(), /^warn time zone: .*Mars\/Base.*tzdata/)
    await server.sql(`update workspaces set time_zone = 'EST'`)
    assertFound(await examine(), /^warn time zone: .*EST.*no summer time.*America\/New_York/)
  })

  test('behind a pooler', { skip: noBouncer }, async () => {
    const [session, shared] = [
      await startBouncer(DATABASE_URL, 'session'),
      await startBouncer(DATABASE_URL, 'transaction'),
    ]
    assertFound(await examine({ DATABASE_URL: session.url }), /^ok pooler: .*session mode/)
    assertFound(await examine({ DATABASE_URL: shared.url }), /^fail database: .*Set DATABASE_DIRECT_URL/)
    const both = { DATABASE_URL: shared.url, DATABASE_DIRECT_URL: DATABASE_URL }
    assertFound(await examine(both), /^ok pooler: .*transaction mode/)
  })
})

describe('backups', () => {
  const BACKUP_SCHEDULE = '03:00'
  const BACKUP_DIR = join(folder, 'kept')
  const scheduled = { BACKUP_SCHEDULE, BACKUP_DIR }
  const insert = (state: string, ageHours: number, more: { reason?: string; bytes?: number; file?: string } = {}) =>
    server.sql(
      `insert into backup_runs (id, state, place, file, bytes, rows, reason, started_at, finished_at)
       values (gen_random_uuid(), $1, $2, $3, $4, 1, $5, now() - $6 * interval '1 hour', now() - $6 * interval '1 hour')`,
      [state, BACKUP_DIR, more.file ?? 'doorpost.backup', more.bytes ?? 1000, more.reason ?? null, ageHours],
    )
  before(() => {
    mkdirSync(BACKUP_DIR)
    writeFileSync(join(BACKUP_DIR, 'doorpost.backup'), 'a backup')
  })
  afterEach(() => server.sql('delete from backup_runs'))

  test('that do not exist: a hint', async () => {
    assertFound(await examine(), /^hint backups: none are scheduled, and none was made yet\. Set BACKUP_SCHEDULE=03:00/)
    await insert('done', 5)
    assertFound(await examine(), /^hint backups: none are scheduled, and the last one was made 5 hours ago/)
  })

  test('that are made as scheduled', async () => {
    assertFound(await examine(scheduled), /^ok backups: scheduled; none was made yet/)
    await insert('done', 20)
    const findings = await examine(scheduled)
    assertFound(findings, /^ok backups: scheduled; the last one was made 20 hours ago \(doorpost\.backup\)/)
    assert.deepEqual(
      findings.filter(({ verdict, what }) => verdict !== 'ok' && what === 'backups'),
      [],
    )
  })

  test('that are too old for their schedule', async () => {
    await insert('done', 50)
    assertFound(
      await examine(scheduled),
      /^fail backups: one is due every 24 hours, but .* 2 days ago\. Check that a process/,
    )
    await insert('done', 10)
    const often = { ...scheduled, BACKUP_SCHEDULE: '4h' }
    assertFound(await examine(often), /^fail backups: one is due every 4 hours, but .* 10 hours ago/)
  })

  test('of which the last one failed', async () => {
    await insert('done', 30)
    await insert('failed', 6, { reason: 'The disk is full. Free space.' })
    assertFound(
      await examine(scheduled),
      /^fail backups: the last backup failed at .* 30 hours ago\. The disk is full\. Free space\./,
    )
  })

  test('without a destination', async () => {
    writeFileSync(join(folder, 'not-a-folder'), '')
    const wrong = { BACKUP_SCHEDULE, BACKUP_DIR: join(folder, 'not-a-folder', 'kept') }
    assertFound(
      await examine(wrong),
      /^fail backups: .* cannot be written \(ENOTDIR\)\. Give the account .* set BACKUP_DIR/,
    )
    assertFound(
      await examine({ BACKUP_SCHEDULE, BACKUP_BUCKET: 'backups', ...NO_BUCKET }),
      /^fail backups: .* cannot be stored in the bucket backups\. .* Check BACKUP_BUCKET/,
    )
  })

  test('whose disk is almost full', async () => {
    await insert('done', 1, { bytes: 10 ** 15 })
    assertFound(await examine(scheduled), /^fail backups: .* are free at .* Free some space, lower BACKUP_KEEP_DAILY/)
    const { bavail, bsize } = await statfs(BACKUP_DIR)
    assertFound(await findRoomForBackups(BACKUP_DIR, Math.round((bavail * bsize) / 3)), /^warn backups: .* are free/)
  })

  test('whose newest file is gone', async () => {
    await insert('done', 1, { file: 'gone.backup' })
    assertFound(await examine(scheduled), /^fail backups: the newest backup, gone\.backup, is no longer in/)
  })

  test('whose passphrase cannot be read', async () => {
    const wrong = { ...scheduled, BACKUP_PASSPHRASE_FILE: join(folder, 'no-such-file') }
    assertFound(await examine(wrong), /^fail backups: The passphrase file .* Correct BACKUP_PASSPHRASE_FILE/)
  })

  test('that did not pass a rehearsal', async (t) => {
    t.after(() => server.sql('delete from backup_rehearsals'))
    await server.sql(
      `insert into backup_rehearsals (id, file, rehearsed_at, problem) values (gen_random_uuid(), 'a.backup', now(), 'The backup is damaged. Use another backup.')`,
    )
    assertFound(await examine(), /^fail backups: a\.backup did not pass: The backup is damaged/)
  })

  test('on the same disk as the data: a hint', async () => {
    // Same as with the embedded database, which is on this machine.
    const config = { ...configOf(scheduled), databaseUrl: null, dataDir: folder }
    const found = await checkBackups({ ...setupOf(config), now: Date.now() })
    assertFound(found, /^hint backups: they are on the same disk as the data .* Set BACKUP_DIR .* or BACKUP_BUCKET/)
  })
})

test('files that Threads cannot fetch, once there is an account that needs them', async (t) => {
  const BASE_URL = 'http://192.168.1.20:8080'
  assertFound(await examine({ BASE_URL }), /^hint media: .*not public/)
  await server.sql(
    `insert into connections (id, workspace_id, platform, provider, account_id, kind, sandbox, is_default, status, tokens,
                              issued_at, created_at, updated_at)
     values ($1, $2, 'thread', 'threads', '1', 'member', false, true, 'active', ''::bytea, now(), now(), now())`,
    [server.deps.ids.next().id, server.deps.workspaceId],
  )
  t.after(() => server.sql('delete from connections'))
  assertFound(await examine({ BASE_URL }), /^warn media: .*not public, so Threads and Instagram cannot fetch.*BASE_URL/)
})

function configOf(env: Record<string, string>) {
  return readConfig({ DATABASE_URL, DATA_DIR, SECRET_KEY: SECRET_KEY!, ...env }, folder)
}

async function runSetupCheck(check: Check, env: Record<string, string>, now: number): Promise<Finding[]> {
  return check({ env, config: configOf(env), now, tables: null })
}

async function runCheck(check: DatabaseCheck, now: number): Promise<Finding[]> {
  return check({ ...setupOf(configOf({})), now })
}

function setupOf(config: Config) {
  const database = { place: 'here', kind: 'direct' } as unknown as Parameters<DatabaseCheck>[0]['database']
  return { env: {}, config, pool: server.deps.pool, tables: server.deps.pool, database }
}
