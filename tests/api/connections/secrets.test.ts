import assert from 'node:assert/strict'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { readConfig } from '../../../src/config/config.ts'
import { createSecretBox, deriveKey } from '../../../src/lib/secrets/secret-box.ts'
import { PROVIDERS, profileFor } from '../../../src/platforms/registry.ts'
import { FORMATS } from '../../../src/platforms/shared/provider.ts'
import { loadSecretKeys, openSecretBox } from '../../../src/secrets/key-file.ts'
import { createPlace, spawnNode } from '../../helpers/process.ts'
import { startServer } from '../../helpers/server.ts'
import { accessToken } from './helper.ts'

const OLD = 'the old key, with more than 32 letters'.replace(',', '')
const NEW = 'the new key with more than 32 letters'
const NONE = { secretKey: null, oldSecretKeys: [] }

function createFolder(t: TestContext): string {
  const folder = fs.mkdtempSync(join(tmpdir(), 'doorpost-secret-'))
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe('the key', () => {
  test('is created once in the data folder, readable by its owner only', (t) => {
    const dataDir = join(createFolder(t), 'deep', 'data')
    const [first, ...others] = loadSecretKeys({ ...NONE, dataDir })
    assert.deepEqual(others, [])
    const file = join(dataDir, 'secret-key')
    assert.equal(fs.statSync(file).mode & 0o777, 0o600)
    assert.equal(Buffer.from(fs.readFileSync(file, 'utf8').trim(), 'base64').length, 32)
    assert.deepEqual(loadSecretKeys({ ...NONE, dataDir }), [first])
    assert.deepEqual(fs.readdirSync(dataDir), ['secret-key'])
  })

  test('is the same for all processes that start at once', async (t) => {
    const dataDir = createFolder(t)
    const module = new URL('../../../src/secrets/key-file.ts', import.meta.url).href
    const script = `const { loadSecretKeys } = await import(${JSON.stringify(module)})
      console.log(loadSecretKeys(${JSON.stringify({ ...NONE, dataDir })})[0].id)`
    const words = ['--input-type=module', '--eval', script]
    const ended = Array.from({ length: 8 }, () => spawnNode(words, { env: {}, cwd: dataDir }).ended)
    const ids = (await Promise.all(ended)).map(({ stdout, stderr }) => stdout.trim() || stderr)
    assert.deepEqual(new Set(ids), new Set([loadSecretKeys({ ...NONE, dataDir })[0]!.id]))
    assert.deepEqual(fs.readdirSync(dataDir), ['secret-key'])
  })

  test('from the settings comes first, the old ones after it, each once', (t) => {
    const dataDir = join(createFolder(t), 'data')
    const keys = loadSecretKeys({ secretKey: NEW, oldSecretKeys: [OLD, NEW, OLD], dataDir })
    assert.deepEqual(
      keys.map(({ id }) => id),
      [deriveKey(NEW).id, deriveKey(OLD).id],
    )
    assert.equal(fs.existsSync(dataDir), false)
  })

  test('is not created before it is needed', (t) => {
    const dataDir = join(createFolder(t), 'data')
    const box = openSecretBox({ ...NONE, dataDir })
    assert.equal(fs.existsSync(dataDir), false)
    const sealed = box.seal('secret', 'a')
    assert.equal(createSecretBox(loadSecretKeys({ ...NONE, dataDir })).open(sealed, 'a'), 'secret')
  })

  test('that is truncated, or cannot be stored, is reported in a sentence', (t) => {
    const dataDir = createFolder(t)
    const file = join(dataDir, 'secret-key')
    fs.writeFileSync(file, 'half')
    assert.throws(() => loadSecretKeys({ ...NONE, dataDir }), /SetupError: .*does not contain a complete key/)
    assert.equal(fs.readFileSync(file, 'utf8'), 'half')
    assert.throws(() => loadSecretKeys({ ...NONE, dataDir: file }), /SetupError: .*secret-key.*SECRET_KEY/)
  })
})

describe('settings', () => {
  const read = (env: Record<string, string>) => readConfig(env, '/')
  const problem = (env: Record<string, string>): string => {
    try {
      read(env)
    } catch (error) {
      return (error as Error).message
    }
    return ''
  }

  test('are all optional', () => {
    const { apps, apiVersions, secretKey, oldSecretKeys, sandbox } = read({})
    assert.deepEqual(apps, Object.fromEntries(PROVIDERS.map((name) => [name, {}])))
    assert.deepEqual(
      { apiVersions, secretKey, oldSecretKeys, sandbox },
      {
        apiVersions: {},
        secretKey: null,
        oldSecretKeys: [],
        sandbox: false,
      },
    )
  })

  test('are read for each platform', () => {
    const config = read({
      THREADS_CLIENT_ID: 'a',
      THREADS_CLIENT_SECRET: ' b ',
      LINKEDIN_API_VERSION: '202611',
      SECRET_KEY: NEW,
      SECRET_KEY_OLD: ` ${OLD} ,${NEW},`,
      SANDBOX: 'true',
    })
    assert.deepEqual(config.apps.threads, { standard: { clientId: 'a', clientSecret: 'b' } })
    assert.deepEqual(config.apiVersions, { linkedin: '202611' })
    assert.equal(config.secretKey, NEW)
    assert.deepEqual(config.oldSecretKeys, [OLD, NEW])
    assert.equal(config.sandbox, true)
  })

  test('of an app come in pairs', () => {
    for (const prefix of ['THREADS', 'INSTAGRAM', 'LINKEDIN', 'X']) {
      for (const half of ['ID', 'SECRET']) {
        const said = problem({ [`${prefix}_CLIENT_${half}`]: 'hunter2' })
        assert.match(
          said,
          new RegExp(`^${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET must be set together: .*missing\\.$`),
        )
        assert.ok(!said.includes('hunter2'))
      }
    }
  })

  test('that are wrong are named without their value', () => {
    const wrong: Record<string, string> = {
      SECRET_KEY: 'hunter2',
      SECRET_KEY_OLD: `${OLD},hunter2`,
      X_CLIENT_ID: 'hunter2 hunter2',
      X_CLIENT_SECRET: 'hunter2\nhunter2',
      X_API_VERSION: '../hunter2',
      SANDBOX: 'yes',
    }
    const said = problem(wrong)
    for (const name of Object.keys(wrong)) assert.match(said, new RegExp(`^${name} must .*\\.$`, 'm'))
    assert.equal(said.split('\n').length, Object.keys(wrong).length)
    assert.ok(!said.includes('hunter2'))
  })
})

test('rotation: all tokens are sealed with the new key, and the old one is no longer needed', async (t) => {
  const before = await startServer({ env: { SECRET_KEY: OLD } })
  for (const platform of FORMATS) {
    const profile = { id: platform, handle: null, name: null, kind: 'member' as const }
    const rest = { expiresAt: null, refreshToken: 'r', refreshExpiresAt: null, scopes: [] }
    await before.deps.connections.save(before.deps.workspaceId, profileFor(platform).name, [profile], {
      accessToken: `token of ${platform}`,
      ...rest,
    })
  }
  const place = createPlace(t, { env: { DATABASE_URL: before.databaseUrl } })
  const sealed = async () => {
    const rows = await before.sql<{ tokens: Buffer }>('select tokens from connections order by platform')
    return rows.map(({ tokens }) => tokens.subarray(1, 9).toString())
  }
  const kept = await sealed()
  assert.deepEqual(new Set(kept), new Set([deriveKey(OLD).id]))

  const blind = await place.cli(['secrets', 'rotate'], { env: { SECRET_KEY: NEW } })
  assert.equal(blind.code, 1)
  assert.match(blind.stderr, /SECRET_KEY is not the one.*SECRET_KEY_OLD/)
  assert.deepEqual(await sealed(), kept)

  // A new process opens what the old one sealed, both before and after the rotation.
  const between = await startServer({ beside: before, env: { SECRET_KEY: NEW, SECRET_KEY_OLD: OLD } })
  assert.equal(await accessToken(between, 'thread'), 'token of thread')
  const done = await place.cli(['secrets', 'rotate'], { env: { SECRET_KEY: NEW, SECRET_KEY_OLD: OLD } })
  assert.equal(done.code, 0, done.stderr)
  assert.match(done.stdout, /4 accounts/)
  assert.ok(!done.stdout.includes(NEW) && !done.stdout.includes(OLD))
  assert.deepEqual(new Set(await sealed()), new Set([deriveKey(NEW).id]))

  const afterwards = await startServer({ beside: before, env: { SECRET_KEY: NEW } })
  for (const platform of FORMATS) assert.equal(await accessToken(afterwards, platform), `token of ${platform}`)
  assert.equal(await afterwards.deps.connections.rotate(), 4)

  const help = await place.cli(['secrets', 'rotate', '--help'])
  for (const step of ['1.', '2.', '3.']) assert.ok(help.stdout.includes(`  ${step} `))
})
