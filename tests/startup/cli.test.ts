import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import fs from 'node:fs'
import { after, describe, test } from 'node:test'
import { SCOPES } from '../../src/scopes.ts'
import { createDatabase as createTestDatabase, runSql } from '../helpers/postgres.ts'
import { createPlace, createTemplate, type Finished, type Place, type Scope, until } from '../helpers/process.ts'

const KEY = /^svc_pk_[0-9A-Za-z]{38}$/
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/

const template = await createTemplate({ after })

describe('while Doorpost runs', async () => {
  const place = createPlace({ after }, { template, env: { BASE_URL: 'http://doorpost.example:8080' } })
  const server = await place.start({ env: { BASE_URL: '' } })
  const keys = new Map<string, string>()

  test('keys create prints the key alone on the last line, once', async () => {
    const finished = await place.cliProcess(['keys', 'create', '--name', 'all'])
    keys.set('all', lastLine(finished, KEY))
    assert.equal(finished.stderr, '')
    assert.match(finished.stdout, /It does not expire\./)
    for (const scope of SCOPES) assert.ok(finished.stdout.includes(scope))
    assert.equal(finished.stdout.split('svc_pk_').length, 2, 'shown once')
  })

  test('keys create accepts scopes and an expiry, as a duration or as a time', async () => {
    const [some, iso] = await Promise.all([
      place.cli(['keys', 'create', '--name', 'some', '--scopes', 'contacts:read, posts:write', '--expires', '90d']),
      place.cli(['keys', 'create', '--name=iso', '--expires=2099-01-01T00:00:00+02:00']),
    ])
    keys.set('some', lastLine(some, KEY)).set('iso', lastLine(iso, KEY))
    assert.match(some.stdout, /may use: contacts:read, posts:write\./)
    const expiresAt = Date.parse(/expires at (\S+)\.\n/.exec(some.stdout)![1]!)
    assert.ok(Math.abs(expiresAt - Date.now() - 90 * 86_400_000) < 60_000)
    assert.match(iso.stdout, /expires at 2098-12-31T22:00:00Z\./)
  })

  test('a taken name is refused with what to do', async () => {
    const { code, stdout, stderr } = await place.cli(['keys', 'create', '--name', 'all'])
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^doorpost: .*"all" already.*Revoke it.*\n$/)
  })

  test('keys list shows every key and no secret', async () => {
    const { code, stdout } = await place.cli(['keys', 'list'])
    assert.equal(code, 0)
    const rows = table(stdout)
    assert.deepEqual(rows.map(({ NAME }) => NAME).sort(), ['all', 'iso', 'some'])
    assert.equal(rows.find(({ NAME }) => NAME === 'some')?.SCOPES, 'contacts:read,posts:write')
    for (const key of keys.values()) {
      assert.ok(!stdout.includes(key))
      assert.ok(!stdout.includes(key.slice(-6)), 'not its end either')
    }
  })

  test('a new key works over HTTP, within its scopes', async () => {
    assert.equal(await statusOf(`${server.url}/v1/contacts`, keys.get('all')!), 200)
    assert.equal(await statusOf(`${server.url}/v1/contacts`, keys.get('some')!), 200)
    assert.equal(await statusOf(`${server.url}/v1/posts`, keys.get('some')!), 403)
  })

  test('keys rotate shows a new secret; the previous one works until the time it says, or ends at once', async () => {
    const fresh = await place.cli(['keys', 'rotate', '--name', 'iso'])
    assert.match(fresh.stdout, /^The previous secret of "iso" .* works until /)
    const next = lastLine(fresh, KEY)
    for (const key of [keys.get('iso')!, next]) assert.equal(await statusOf(`${server.url}/v1/contacts`, key), 200)
    const last = lastLine(await place.cli(['keys', 'rotate', '--name', 'iso', '--grace', '0']), KEY)
    await until(async () => (await statusOf(`${server.url}/v1/contacts`, next)) === 401)
    assert.equal(await statusOf(`${server.url}/v1/contacts`, last), 200)
    for (const words of [
      ['--name', 'nobody'],
      ['--name', 'iso', '--grace', '169'],
      ['--name', 'iso', '--grace', 'x'],
    ]) {
      assert.notEqual((await place.cli(['keys', 'rotate', ...words])).code, 0)
    }
  })

  test('keys revoke by name and by id ends the key within a second', async () => {
    const id = table((await place.cli(['keys', 'list'])).stdout).find(({ NAME }) => NAME === 'some')!.ID!
    assert.match(id, UUID)
    for (const [words, name] of [
      [['--name', 'all'], 'all'],
      [['--id', id.toUpperCase()], 'some'],
    ] as const) {
      const { code, stdout, stderr } = await place.cli(['keys', 'revoke', ...words])
      assert.equal(code, 0, stderr)
      assert.match(stdout, new RegExp(`^Key "${name}" .* is revoked\\.\\n$`))
      const revokedAt = Date.now()
      await until(async () => (await statusOf(`${server.url}/v1/contacts`, keys.get(name)!)) === 401)
      assert.ok(Date.now() - revokedAt < 5_000, `${Date.now() - revokedAt} ms`)
    }
    const rows = table((await place.cli(['keys', 'list'])).stdout)
    assert.deepEqual(rows.map(({ NAME, STATE }) => `${NAME} ${STATE}`).sort(), [
      'all revoked',
      'iso live',
      'some revoked',
    ])
    const again = await place.cli(['keys', 'revoke', '--name', 'all'])
    assert.equal(again.code, 1)
    assert.match(again.stderr, /^doorpost: There is no such live key\. See: .*keys list\n$/)
  })

  test('the name of a revoked key is free again', async () => {
    lastLine(await place.cli(['keys', 'create', '--name', 'all']), KEY)
  })

  test('webhooks: create, receive, list, revoke', async () => {
    const made = await place.cli(['webhooks', 'create', '--name', 'shop'])
    const shown = new URL(lastLine(made, /^http:\/\/doorpost\.example:8080\/v1\/webhooks\/receive\/\w{30,}$/))
    const taken = await place.cli(['webhooks', 'create', '--name', 'shop'])
    assert.equal(taken.code, 1)
    assert.match(taken.stderr, /"shop" already.*revoke that one/)
    const send = async () => (await fetch(`${server.url}${shown.pathname}`, { method: 'POST', body: 'hello' })).status
    assert.equal(await send(), 200)

    const list = await place.cli(['webhooks', 'list'])
    const [row] = table(list.stdout)
    assert.deepEqual([row?.NAME, row?.STATE, row?.DELIVERIES], ['shop', 'live', '1'])
    assert.deepEqual([row?.PROVIDER, row?.SENDER], ['none', 'unverified'])
    assert.match(made.stdout, /It is unverified/)
    assert.ok(!list.stdout.includes(shown.pathname.split('/').at(-1)!))

    const revoked = await place.cli(['webhooks', 'revoke', '--id', row!.ID!])
    assert.equal(revoked.code, 0, revoked.stderr)
    const revokedAt = Date.now()
    await until(async () => (await send()) === 404)
    assert.ok(Date.now() - revokedAt < 5_000, `${Date.now() - revokedAt} ms`)
    assert.equal((await place.cli(['webhooks', 'revoke', '--name', 'shop'])).code, 1)
    assert.equal(table((await place.cli(['webhooks', 'list'])).stdout)[0]?.STATE, 'revoked')
  })

  test('webhooks: a secret from the environment or the input, update, pause, resume, rotate', async () => {
    const env = { HOOK_SECRET: 'from the environment' }
    const words = ['webhooks', 'create', '--name', 'repo', '--provider', 'github', '--secret-from', 'HOOK_SECRET']
    const made = await place.cli(words, { env })
    const first = new URL(lastLine(made, /\/v1\/webhooks\/receive\/\w{30,}$/))
    const send = async (url: URL, secret: string) => {
      const signature = `sha256=${createHmac('sha256', secret).update('x').digest('hex')}`
      const headers = { 'x-hub-signature-256': signature }
      return (await fetch(`${server.url}${url.pathname}`, { method: 'POST', body: 'x', headers })).status
    }
    const becomes = (status: number, url: URL, secret: string) =>
      until(async () => (await send(url, secret)) === status)
    await becomes(200, first, env.HOOK_SECRET)

    const update = ['webhooks', 'update', '--name', 'repo', '--secret-from', '-', '--retention-days', '7']
    const piped = await place.cli(update, { input: 'from the input\n' })
    assert.equal(piped.code, 0, piped.stderr)
    await becomes(200, first, 'from the input')
    await becomes(200, first, env.HOOK_SECRET)

    for (const [verb, state, status] of [
      ['pause', 'paused', 503],
      ['resume', 'live', 200],
    ] as const) {
      assert.equal((await place.cli(['webhooks', verb, '--name', 'repo'])).code, 0)
      const row = table((await place.cli(['webhooks', 'list'])).stdout).find(({ NAME }) => NAME === 'repo')
      assert.deepEqual([row?.STATE, row?.SENDER], [state, 'verified'])
      await becomes(status, first, 'from the input')
    }

    const rotated = await place.cli(['webhooks', 'rotate', '--name', 'repo'])
    const second = new URL(lastLine(rotated, /\/v1\/webhooks\/receive\/\w{30,}$/))
    assert.notEqual(second.pathname, first.pathname)
    for (const url of [first, second]) await becomes(200, url, 'from the input')

    const wrong = await place.cli(['webhooks', 'update', '--name', 'repo', '--provider', 'hmac'])
    assert.equal(wrong.code, 1)
    assert.match(wrong.stderr, /^doorpost: signature is required for the sender hmac.*\n$/)
    assert.equal((await place.cli(['webhooks', 'pause', '--name', 'nobody'])).code, 1)
  })

  checkAtAnyTime(place, { isRunning: true })
})

describe('while Doorpost does not run', () => {
  const place = createPlace({ after }, { template })

  test('a key is created, listed and revoked', async () => {
    lastLine(await place.cliProcess(['keys', 'create', '--name', 'first']), KEY)
    const states = async () => table((await place.cli(['keys', 'list'])).stdout).map(({ STATE }) => STATE)
    assert.deepEqual(await states(), ['live'])
    const { code, stdout, stderr } = await place.cli(['keys', 'revoke', '--name', 'first'])
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^Key "first" .* is revoked\.\n$/)
    assert.deepEqual(await states(), ['revoked'])
  })

  test('a webhook with a secret is created and paused', async () => {
    const words = ['webhooks', 'create', '--name', 'repo', '--provider', 'github', '--secret-from', 'HOOK_SECRET']
    const made = await place.cli(words, { env: { HOOK_SECRET: 'from the environment' } })
    lastLine(made, /\/v1\/webhooks\/receive\/\w{30,}$/)
    assert.equal((await place.cli(['webhooks', 'pause', '--name', 'repo'])).code, 0)
    const [row] = table((await place.cli(['webhooks', 'list'])).stdout)
    assert.deepEqual([row?.NAME, row?.STATE, row?.SENDER, row?.DELIVERIES], ['repo', 'paused', 'verified', '0'])
  })

  checkAtAnyTime(place, { isRunning: false })
})

function checkAtAnyTime(place: Place, { isRunning }: { isRunning: boolean }): void {
  test('migrate has nothing to do on a current schema', async () => {
    const { code, stdout } = await place.cli(['migrate'])
    assert.deepEqual([code, stdout], [0, 'The schema is up to date.\n'])
  })

  test('doctor names each check, and separates errors from advice', async () => {
    const { code, stdout } = await place.cli(['doctor'], { env: { BASE_URL: 'http://127.0.0.1:8080' } })
    assert.equal(code, 0, stdout)
    assert.match(stdout, /^hint backups +none are scheduled/m)
    for (const check of ['node', 'settings', 'address', 'disk', 'database', 'durable', 'schema']) {
      assert.match(stdout, new RegExp(`^(ok|warn) +${check} +\\S`, 'm'))
    }
    assert.match(stdout, /Nothing is wrong\. The lines that start with "hint" .*\n$/)
    assert.doesNotMatch(stdout, /^(?:fail|warn)|Everything is fine/m)
  })

  test('concurrent commands do not disturb each other', async () => {
    const names = ['one', 'two', 'three']
    const made = await Promise.all(names.map((name) => place.cliProcess(['keys', 'create', '--name', name])))
    for (const each of made) lastLine(each, KEY)
    const rows = table((await place.cli(['keys', 'list'])).stdout)
    for (const name of names) assert.ok(rows.some(({ NAME, STATE }) => NAME === name && STATE === 'live'))
  })

  test('the database runs afterwards exactly if the server does', () => {
    assert.equal(place.postmaster() !== undefined, isRunning)
  })
}

describe('on an empty machine', () => {
  const restored = ['restore', 'rehearse', 'backup'].map((command) => [command, 'no-such-file'])
  const asking = [
    ['keys', 'list'],
    ['keys', 'create', '--name', 'first'],
    ['webhooks', 'list'],
    ['events', 'endpoints', 'list'],
    ['users', 'list'],
    ['users', 'setup-link'],
    ['connections', 'list'],
    ['publishing', 'status'],
    ['secrets', 'rotate'],
    ['secrets', 'adopt'],
    ['backup', '-'],
    ['doctor'],
    ['health'],
    ...restored,
  ]

  test('no command creates a database or a folder: a mistyped DATA_DIR is named', async (t) => {
    const place = createPlace(t)
    for (const words of asking) {
      const { code, stdout, stderr } = await place.cli(words)
      if (words[0] === 'doctor') {
        assert.equal(code, 0, stdout)
        assert.match(stdout, /^hint database +There is no database in .*start Doorpost first \(npm start\)/m)
      } else {
        assert.equal(code, 1, `${words}: ${stdout}`)
        assert.match(stderr, /^doorpost: .*\n$/)
        if (!restored.includes(words) && words[0] !== 'health')
          assert.ok(stderr.includes(`There is no database in ${place.dataDir} yet.`), `${words}: ${stderr}`)
      }
      assert.equal(fs.existsSync(place.dataDir), false, `"${words.join(' ')}" made nothing`)
    }
  })

  test('no command but migrate fills an empty external database: a mistyped DATABASE_URL is named', async (t) => {
    const database = await createTestDatabase('template0')
    t.after(() => database.drop())
    const place = createPlace(t, { env: { DATABASE_URL: database.url } })
    for (const words of asking.filter(([noun]) => noun !== 'doctor' && noun !== 'health')) {
      const { code, stderr } = await place.cli(words)
      assert.equal(code, 1, words.join(' '))
      assert.match(stderr, /^doorpost: .*\n$/)
      if (words[0] === 'keys')
        assert.match(stderr, /has no tables of Doorpost yet.*npm start.* migrate\..*DATABASE_URL/)
    }
    const { rows } = await runSql(database.url, `select from pg_tables where schemaname = 'public'`)
    assert.equal(rows.length, 0)
    assert.equal((await place.cli(['migrate'])).code, 0)
    assert.equal((await place.cli(['keys', 'list'])).code, 0)
  })

  test('doctor makes every check that needs no tables', async (t) => {
    const database = await createTestDatabase('template0')
    t.after(() => database.drop())
    const place = createPlace(t, { env: { DATABASE_URL: database.url } })
    const { code, stdout } = await place.cli(['doctor'], { env: { BASE_URL: 'http://192.168.1.20:8080' } })
    assert.equal(code, 0, stdout)
    for (const check of ['database', 'durable', 'rights', 'secrets', 'clock', 'media', 'backups', 'mail']) {
      assert.match(stdout, new RegExp(`^(?:ok|hint) +${check} +\\S`, 'm'), check)
    }
    assert.match(stdout, /^hint schema +empty/m)
    const wrong = await place.cli(['doctor'], {
      env: {
        BACKUP_SCHEDULE: '03:00',
        BACKUP_DIR: '/dev/null/backups',
        BACKUP_PASSPHRASE_FILE: '/nowhere/passphrase',
        S3_ENDPOINT: 'http://127.0.0.1:1',
        S3_BUCKET: 'media',
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'secret',
      },
    })
    assert.equal(wrong.code, 1)
    assert.match(wrong.stdout, /^fail media +files cannot be stored in the bucket/m)
    assert.match(wrong.stdout, /^fail backups +\/dev\/null\/backups cannot be written/m)
    assert.match(wrong.stdout, /^fail backups +The passphrase file/m)
  })

  test('migrate creates the database, and says what it applied', async (t) => {
    const place = createPlace(t)
    const { code, stdout, stderr } = await place.cli(['migrate'])
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^applied 0001 \w+\n/)
  })

  test('empty lists say how to fill them', async (t) => {
    const place = createPlace(t, { env: { DATABASE_URL: await createDatabase(t) } })
    for (const noun of ['keys', 'webhooks']) {
      const { code, stdout } = await place.cli([noun, 'list'])
      assert.equal(code, 0)
      assert.match(stdout, new RegExp(`Create one: npm run -s doorpost -- ${noun} create --name`))
    }
  })
})

describe('doctor finds errors and exits with 1', { concurrency: 3 }, () => {
  const cases: Array<[string, Record<string, string>, RegExp]> = [
    ['wrong settings, each of them', { PORT: 'x', ROLE: 'y' }, /^fail +settings +PORT .*\nfail +settings +ROLE /m],
    [
      'https that nobody can reach',
      { BASE_URL: 'https://doorpost.example.com', DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' },
      /^fail +address +.*TLS_CERT_FILE.*TRUST_PROXY/m,
    ],
    [
      'a database that is away',
      { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' },
      /^fail +database .*nothing is listening there/m,
    ],
    ['a data folder that is none', { DATA_DIR: '/dev/null/data' }, /^fail +disk +\/dev\/null\/data/m],
  ]
  for (const [name, env, finding] of cases) {
    test(name, async (t) => {
      const { code, stdout, stderr } = await createPlace(t).cli(['doctor'], { env })
      assert.equal(code, 1, stdout)
      assert.match(stdout, finding)
      assert.match(stdout, /Something needs fixing/)
      assert.doesNotMatch(stdout + stderr, /u:secret|\n +at /)
    })
  }

  test('a schema from a newer Doorpost', async (t) => {
    const url = await createDatabase(t)
    await runSql(url, `insert into schema_migrations (version, name, sha256) values (9999, 'future', 'x')`)
    const place = createPlace(t, { env: { DATABASE_URL: url } })
    const { code, stdout } = await place.cli(['doctor'])
    assert.equal(code, 1)
    assert.match(stdout, /^fail +schema +.*9999/m)
    const refused = await place.cli(['keys', 'list'])
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /^doorpost: The database has schema version 9999.*\n$/)
  })
})

describe('usage', () => {
  // Registered before the place, which removes its folder.
  after(() => assert.equal(fs.existsSync(place.dataDir), false, 'none of these touched the data folder'))
  const place: Place = createPlace({ after })
  const commands = [
    ['keys', 'create'],
    ['keys', 'list'],
    ['keys', 'revoke'],
    ['keys', 'rotate'],
    ['webhooks', 'create'],
    ['webhooks', 'list'],
    ['webhooks', 'update'],
    ['webhooks', 'rotate'],
    ['webhooks', 'pause'],
    ['webhooks', 'resume'],
    ['webhooks', 'revoke'],
    ['migrate'],
    ['doctor'],
  ]
  const helps = [
    ...[[], ['keys'], ['webhooks'], ...commands].map((words) => [...words, '--help']),
    ['-h'],
    ['--help', 'keys', 'create'],
    ['keys', 'create', '-h'],
  ]
  const wrong: Array<[string, string[], RegExp]> = [
    ['nothing at all', [], /Usage:/],
    ['an unknown command', ['frobnicate'], /unknown command "frobnicate"/],
    ['an unknown verb', ['keys', 'destroy'], /unknown command "keys destroy"/],
    ['a noun without a verb', ['keys'], /unknown command "keys"/],
    ['the words of an object', ['constructor'], /unknown command "constructor"/],
    ['a mistyped noun', ['kesy', 'list'], /unknown command "kesy list"\. Did you mean ".* -- keys list"\?\n/],
    ['a mistyped verb', ['keys', 'lsit'], /Did you mean ".* -- keys list"\?\n/],
    ['a mistyped command with an operand', ['bakcup', 'file.tar'], /Did you mean ".* -- backup"\?\n/],
    ['a mistyped command with options', ['key', 'create', '--name', 'x'], /Did you mean ".* -- keys create"\?\n/],
    [
      'a noun that is near, with a verb that is not',
      ['kesy', 'frobnicate'],
      /Did you mean ".* -- keys"\?[\s\S]* keys revoke /,
    ],
    ['help for a mistyped command', ['help', 'docter'], /Did you mean ".* -- doctor"\?/],
    ['the start of the server', ['start'], /Did you mean "npm start"\?/],
    ...['backup', 'restore', 'rehearse'].flatMap((command): [string, string[], RegExp][] => [
      [`${command} without a file`, [command], /doorpost: FILE is missing\.\n/],
      [`${command} with two files`, [command, 'a', 'b'], /doorpost: only one FILE can be given\.\n/],
    ]),
    ['a missing option', ['keys', 'create'], /--name is required/],
    ['a blank name', ['keys', 'create', '--name', '  '], /--name is required/],
    ['a name that is too long', ['keys', 'create', '--name', 'x'.repeat(101)], /at most 100 characters/],
    ['a missing value', ['keys', 'create', '--name'], /--name.*(argument|value)/],
    ['an option in the place of a value', ['keys', 'create', '--name', '--scopes'], /--name/],
    ['an unknown option', ['keys', 'create', '--nmae', 'x'], /--nmae/],
    ['a word too many', ['keys', 'list', 'all'], /all/],
    ['an unknown scope', ['keys', 'create', '--name', 'x', '--scopes', 'admin'], /unknown scope admin.*contacts:read/],
    ['no scope', ['keys', 'create', '--name', 'x', '--scopes', ','], /--scopes is empty/],
    ...['soon', '0d', '-1d', '90', '2020-01-01T00:00:00Z', '2027-02-30T00:00:00Z', '99999y'].map(
      (end): [string, string[], RegExp] => [
        `the end "${end}"`,
        ['keys', 'create', '--name', 'x', `--expires=${end}`],
        /--expires must be a duration such as .*or a time in the future/,
      ],
    ),
    ['neither name nor id', ['keys', 'revoke'], /--name is required/],
    ['both name and id', ['keys', 'revoke', '--name', 'x', '--id', 'y'], /either --id or --name/],
    ['an id that is none', ['keys', 'revoke', '--id', '7'], /--id must be an id from "keys list"/],
    ['a webhook without a name', ['webhooks', 'create'], /--name is required/],
    ['an id of a webhook that is none', ['webhooks', 'revoke', '--id', '7'], /--id must be an id from "webhooks list"/],
    ['an unknown provider', ['webhooks', 'create', '--name', 'x', '--provider', 'myspace'], /provider must be one of/],
    [
      'a secret in the place of where it is',
      ['webhooks', 'create', '--name', 'x', '--provider', 'github', '--secret-from', 'hunter2'],
      /names an environment variable that is not set/,
    ],
    ['a secret as a word', ['webhooks', 'create', '--name', 'x', '--secret', 'hunter2'], /--secret/],
    ['a limit that is no number', ['webhooks', 'create', '--name', 'x', '--max-bytes', 'much'], /max_bytes must be/],
    ['an update of nothing', ['webhooks', 'update', '--name', 'x'], /nothing to change/],
  ]

  test('the exit codes are those of the process', async () => {
    const [help, mistake] = await Promise.all([place.cliProcess(['--help']), place.cliProcess(['frobnicate'])])
    assert.deepEqual([help.code, mistake.code], [0, 2])
    for (const words of commands) assert.match(help.stdout, new RegExp(`^ +${words.join(' ')} `, 'm'))
  })

  for (const words of helps) {
    test(`"${words.join(' ')}" shows the usage`, async () => {
      const { code, stdout, stderr } = await place.cli(words)
      assert.deepEqual([code, stderr], [0, ''])
      assert.match(stdout, /Usage: npm run -s doorpost -- /)
    })
  }

  for (const [name, words, hint] of wrong) {
    test(`${name} exits with 2 and a hint`, async () => {
      const { code, stdout, stderr } = await place.cli(words)
      assert.equal(code, 2, stdout + stderr)
      assert.match(stdout + stderr, hint)
      assert.match(stdout + stderr, /Usage: npm run -s doorpost -- /)
      assert.doesNotMatch(stderr, /\n +at /)
    })
  }

  test('an unknown command is reported in a few lines, without the whole help', async () => {
    const { stderr } = await place.cli(['frobnicate'])
    assert.match(stderr, /All commands: npm run -s doorpost -- help\n$/)
    assert.ok(stderr.split('\n').length < 8, stderr)
  })

  test('wrong settings are named, with exit code 1', async () => {
    const { code, stderr } = await place.cli(['keys', 'list'], { env: { POOL_SIZE: 'x', LOG_LEVEL: 'y' } })
    assert.equal(code, 1)
    assert.match(stderr, /POOL_SIZE/)
    assert.match(stderr, /LOG_LEVEL/)
    assert.doesNotMatch(stderr, /\n +at /)
  })
})

/** The URL of a migrated database on the shared server. */
async function createDatabase(scope: Scope): Promise<string> {
  const database = await createTestDatabase()
  scope.after(() => database.drop())
  return database.url
}

function lastLine({ code, stdout, stderr }: Finished, shape: RegExp): string {
  assert.equal(code, 0, stdout + stderr)
  const last = stdout.trimEnd().split('\n').at(-1)!
  assert.match(last, shape)
  return last
}

/** Parses a printed table; columns are two spaces apart. */
function table(text: string): Array<Record<string, string>> {
  const [header = '', ...lines] = text.trimEnd().split('\n')
  const titles = header.split(/ {2,}/)
  return lines.map((line) => {
    const cells = line.split(/ {2,}/)
    return Object.fromEntries(titles.map((title, i) => [title, cells[i] ?? '']))
  })
}

async function statusOf(url: string, key: string): Promise<number> {
  return (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).status
}
