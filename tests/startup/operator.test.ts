import assert from 'node:assert/strict'
import fs from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { deriveKey } from '../../src/lib/secrets/secret-box.ts'
import { PROVIDERS } from '../../src/platforms/registry.ts'
import { createDatabase } from '../helpers/postgres.ts'
import { createPlace, createTemplate, type Doorpost, type Scope, until } from '../helpers/process.ts'

// Mistakes of operators, and the messages about them.

const FIRST = 'the key of the first node is long enough'
const OTHER = 'the key of another node is long enough too'

const template = await createTemplate({ after })
const { version } = JSON.parse(fs.readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** On the shared server: otherwise every command would start one. */
async function ownDatabase(scope: Scope): Promise<{ DATABASE_URL: string }> {
  const database = await createDatabase()
  scope.after(() => database.drop())
  return { DATABASE_URL: database.url }
}

describe('nodes with different secrets do not start together', async () => {
  const database = await createDatabase()
  after(() => database.drop())
  const DATABASE_URL = database.url
  const first = createPlace({ after }, { env: { DATABASE_URL } })
  let running: Doorpost

  test('the first one decides', async () => {
    running = await first.start({ env: { SECRET_KEY: FIRST } })
    const { code, stdout } = await first.cli(['doctor'], { env: { SECRET_KEY: FIRST } })
    assert.equal(code, 0, stdout)
    assert.match(stdout, /^ok +secrets /m)
  })

  test('another key is refused with its fingerprint and what to do; the running node continues', async (t) => {
    const second = createPlace(t, { env: { DATABASE_URL, SECRET_KEY: OTHER } })
    const { code, stderr } = await second.run()
    assert.equal(code, 1)
    assert.match(stderr, new RegExp(`fingerprint ${deriveKey(OTHER).id}, and ${deriveKey(FIRST).id} is needed`))
    assert.match(stderr, /same SECRET_KEY.*SECRET_KEY_OLD.*secrets adopt/)
    assert.ok(!stderr.includes(OTHER) && !/\n +at /.test(stderr))
    assert.equal((await fetch(`${running.url}/readyz`)).status, 200)
  })

  test('a node without a key is refused before it creates one', async (t) => {
    const second = createPlace(t, { env: { DATABASE_URL } })
    const { code, stderr } = await second.run()
    assert.equal(code, 1)
    assert.match(stderr, /this node has no key/)
    assert.equal(fs.existsSync(join(second.dataDir, 'secret-key')), false)
  })

  test('commands that seal secrets are refused too, and doctor says why', async (t) => {
    const second = createPlace(t, { env: { DATABASE_URL, SECRET_KEY: OTHER } })
    const made = await second.cli(['webhooks', 'create', '--name', 'shop'])
    assert.equal(made.code, 1)
    assert.match(made.stderr, /SECRET_KEY is not the one/)
    const { code, stdout } = await second.cli(['doctor'])
    assert.equal(code, 1)
    assert.match(stdout, /^fail +secrets +SECRET_KEY is not the one/m)
  })

  test('a new key is accepted if SECRET_KEY_OLD names the first one, which is refused from then on', async (t) => {
    const second = createPlace(t, { env: { DATABASE_URL, SECRET_KEY: OTHER } })
    const rotated = await second.cli(['secrets', 'rotate', '--json'], { env: { SECRET_KEY_OLD: FIRST } })
    assert.equal(rotated.code, 0, rotated.stderr)
    assert.equal(JSON.parse(rotated.stdout).key, deriveKey(OTHER).id)
    assert.equal((await second.cli(['webhooks', 'create', '--name', 'shop'], { env: { SECRET_KEY: FIRST } })).code, 1)
    assert.equal((await second.cli(['doctor'])).code, 0)
  })

  test('a lost key can be replaced', async (t) => {
    const third = createPlace(t, { env: { DATABASE_URL, SECRET_KEY: `${FIRST} made again` } })
    assert.equal((await third.cli(['doctor'])).code, 1)
    const adopted = await third.cli(['secrets', 'adopt'])
    assert.equal(adopted.code, 0, adopted.stderr)
    assert.match(adopted.stdout, /Restart every node/)
    assert.equal((await third.cli(['doctor'])).code, 0)
  })
})

describe('the sandbox does not touch the installation', () => {
  test('it has its own data folder, database and address, and runs beside it', async (t) => {
    const place = createPlace(t, { template })
    const apart = join(place.dataDir, 'sandbox', 'postgres')
    fs.cpSync(join(template, 'postgres'), apart, { recursive: true })
    const real = await place.start()
    const sandbox = await place.start({ env: { SANDBOX: 'true', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/never' } })
    assert.match(sandbox.stdout, /SANDBOX/)
    assert.match(sandbox.stdout, /-- --sandbox keys create --name first/)
    assert.match(sandbox.stdout, new RegExp(` ${PROVIDERS.length} connected accounts`))
    const empty = (await place.cli(['webhooks', 'list', '--sandbox'])).stdout
    assert.match(empty, /-- --sandbox webhooks create/, 'hints of commands stay in the sandbox')
    const setup = (await (await fetch(`${sandbox.url}/v1/setup`)).json()) as { data: { command: string } }
    assert.match(setup.data.command, /--sandbox$/, 'and so do those of pages')
    assert.notEqual(sandbox.port, real.port)
    assert.ok(fs.existsSync(join(apart, 'postmaster.pid')), 'its database runs')

    const list = async (words: string[]) =>
      JSON.parse((await place.cli(['connections', 'list', '--json', ...words])).stdout)
    assert.deepEqual(await list([]), [])
    assert.equal((await list(['--sandbox'])).length, PROVIDERS.length)
    const key = JSON.parse((await place.cli(['keys', 'create', '--name', 'k', '--json', '--sandbox'])).stdout).key
    const status = async (url: string) =>
      (await fetch(`${url}/v1/posts`, { headers: { authorization: `Bearer ${key}` } })).status
    assert.deepEqual([await status(sandbox.url), await status(real.url)], [200, 401])
    for (const { child, ended } of [sandbox, real]) {
      child.kill('SIGTERM')
      assert.equal((await ended).code, 0)
    }
  })
})

describe('settings', () => {
  test('a misspelt setting is reported at the start and by doctor, and so is https that no request can reach', async (t) => {
    const place = createPlace(t, {
      env: {
        ...(await ownDatabase(t)),
        RATE_LIMIT_PUBLLIC: '5',
        BASEURL: 'http://x',
        UNRELATED: '1',
        SSL_CERT_FILE: 'x',
      },
    })
    const running = await place.start({ env: { BASE_URL: 'https://doorpost.example.com' } })
    await until(() => /RATE_LIMIT_PUBLLIC/.test(running.stdout) && /TRUST_PROXY/.test(running.stdout))
    assert.match(running.stdout, /RATE_LIMIT_PUBLLIC is not a setting\. Did you mean RATE_LIMIT_PUBLIC\?/)
    assert.match(running.stdout, /BASEURL is not a setting\. Did you mean BASE_URL\?/)
    assert.doesNotMatch(running.stdout, /UNRELATED|SSL_CERT_FILE/)
    const { code, stdout } = await place.cli(['doctor'])
    assert.equal(code, 0, stdout)
    assert.match(stdout, /^warn +settings +RATE_LIMIT_PUBLLIC is not a setting/m)
    assert.match(stdout, /lines that start with "warn"/)
  })

  test('doctor reports that Redis and the mail server do not answer', async (t) => {
    const mail = { SMTP_URL: 'smtp://ana:hush@127.0.0.1:1', MAIL_FROM: 'doorpost@example.com' }
    const place = createPlace(t, {
      env: { ...(await ownDatabase(t)), REDIS_URL: 'redis://:hush@127.0.0.1:1', ...mail },
    })
    const { code, stdout } = await place.cli(['doctor'])
    assert.equal(code, 1)
    assert.match(stdout, /^fail +redis +Redis at REDIS_URL does not respond \(ECONNREFUSED\)/m)
    assert.match(
      stdout,
      /^fail +mail +The mail server cannot be reached\. Check its host and port\. It is set by SMTP_URL/m,
    )
    assert.ok(!stdout.includes('hush'))
  })
})

describe('the command line', async () => {
  const place = createPlace({ after }, { env: await ownDatabase({ after }) })

  test('prints its version', async () => {
    for (const words of [['--version'], ['version']]) {
      assert.deepEqual(await place.cli(words), { code: 0, signal: null, stdout: `${version}\n`, stderr: '' })
    }
    assert.equal((await place.run({ words: ['--version'] })).stdout, `${version}\n`)
  })

  test('shows help on request', async () => {
    assert.match((await place.cli(['help'])).stdout, /^Usage: .*keys create/s)
    assert.match((await place.cli(['help', 'keys', 'create'])).stdout, /--replace/)
    assert.match((await place.cli(['help', 'keys'])).stdout, /keys revoke/)
  })

  test('answers programs in JSON, even when it refuses', async () => {
    const made = JSON.parse((await place.cli(['keys', 'create', '--name', 'bot', '--json'])).stdout)
    assert.match(made.key, /^svc_pk_/)
    const [listed] = JSON.parse((await place.cli(['keys', 'list', '--json'])).stdout)
    assert.deepEqual([listed.id, listed.name, listed.state], [made.id, 'bot', 'live'])
    assert.equal(JSON.stringify(listed).includes(made.key), false)
    const report = JSON.parse((await place.cli(['doctor', '--json'])).stdout)
    assert.deepEqual([report.ok, report.version], [true, version])
    const refused = await place.cli(['keys', 'create', '--name', 'bot', '--json'])
    assert.deepEqual([refused.code, refused.stdout], [1, ''])
    assert.match(JSON.parse(refused.stderr).error, /"bot" already/)
  })

  test('the tour can be pasted twice', async () => {
    for (const noun of ['keys', 'webhooks']) {
      const paste = () => place.cli([noun, 'create', '--name', 'tour', '--replace'])
      const [first, second] = [await paste(), await paste()]
      assert.deepEqual([first.code, second.code], [0, 0], first.stderr + second.stderr)
      assert.notEqual(first.stdout.trim().split('\n').at(-1), second.stdout.trim().split('\n').at(-1))
      const live = JSON.parse((await place.cli([noun, 'list', '--json'])).stdout).filter(
        (each: { name: string; state: string }) => each.name === 'tour' && each.state === 'live',
      )
      assert.equal(live.length, 1)
    }
  })
})
