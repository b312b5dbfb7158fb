import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { createDatabase } from '../helpers/postgres.ts'
import { createPlace, type Env, type Scope } from '../helpers/process.ts'
import { ROOT } from '../helpers/supervisor.ts'

// Problems that a person can fix are reported in one sentence, with what to do, and never as a stack trace.

const isRoot = process.getuid?.() === 0
const NOBODY = 65_534
const NAMELESS = 54_321

const database = await createDatabase()
after(() => database.drop())
const DATABASE_URL = database.url
// Each test is another node of the same installation.
const SECRET_KEY = 'the key that all nodes of this installation share'

describe('one sentence instead of a stack', () => {
  test('settings that cannot be read', { skip: !isRoot }, async (t) => {
    const place = createPlace(t)
    fs.writeFileSync(join(place.folder, '.env'), 'PORT=1\n', { mode: 0o600 })
    for (const started of [
      await place.run({ cwd: place.folder, uid: NOBODY }),
      await place.cli(['keys', 'list'], { cwd: place.folder, uid: NOBODY }),
    ]) {
      assert.equal(started.code, 1)
      assert.match(started.stderr, /^doorpost: The settings in \S+\.env cannot be read \(EACCES\)\. Make it.*\n$/)
    }
  })

  test('a user id without a name', { skip: !isRoot }, async (t) => {
    const place = createPlace(t)
    fs.chownSync(place.folder, NAMELESS, NAMELESS)
    const { code, stderr } = await place.run({ uid: NAMELESS })
    assert.equal(code, 1)
    assert.match(stderr, /^doorpost: PostgreSQL needs a user name, .*54321.*DATABASE_URL.*\n$/)
  })

  test('a reader that closes the pipe', async () => {
    const line = `"${process.execPath}" src/cli.ts doctor | head -n 1`
    const env = { PATH: process.env.PATH, DATABASE_URL }
    const shell = spawn('sh', ['-c', line], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stderr = ''
    shell.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    await once(shell, 'close')
    assert.equal(stderr, '')
  })

  test('a Node that is too old', { skip: oldNode() === null ? 'there is no older Node here' : false }, async () => {
    const scripts = JSON.parse(fs.readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts
    const guard = './scripts/require-node-24.cjs'
    for (const name of ['start', 'doorpost']) assert.ok(scripts[name].includes(`--require ${guard}`), name)
    const child = spawn(oldNode()!, ['--require', guard, 'src/main.ts'], { cwd: ROOT })
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    const [code] = await once(child, 'close')
    assert.equal(code, 1)
    assert.match(stderr, /^doorpost: this is Node \d.*needs Node 24.*npm ci --include=optional.*\n$/)
  })
})

describe('without a terminal', () => {
  test('on all addresses, the banner names one that others can use; LOG_FORMAT=text logs text', async (t) => {
    const stdout = await startAndStop(t, { HOST: '0.0.0.0', LOG_FORMAT: 'text' })
    assert.match(stdout, /Elsewhere +(?:http:\/\/(?!127\.)\S+:\d+|any address of this machine) .*BASE_URL/)
    assert.match(stdout, /^\d\d:\d\d:\d\d info {2}stopped$/m)
    assert.ok(!stdout.includes('\u001b'), 'no colours')
  })

  test('with BASE_URL it names no other address, and the setup link uses it; the log is JSON', async (t) => {
    const stdout = await startAndStop(t, { HOST: '0.0.0.0', BASE_URL: 'http://doorpost.example:8080' })
    assert.doesNotMatch(stdout, /Elsewhere/)
    assert.match(stdout, /Set up +http:\/\/doorpost\.example:8080\/set-up#token=/)
    assert.match(stdout, /^\{"level":"info",.*"msg":"stopped"\}$/m)
    assert.ok(!stdout.includes('\u001b'), 'no colours')
  })

  /** Returns everything that it printed. */
  async function startAndStop(scope: Scope, env: Env): Promise<string> {
    const place = createPlace(scope, { env: { DATABASE_URL, SECRET_KEY, LOG_LEVEL: 'info', ...env } })
    const server = await place.start()
    server.child.kill('SIGTERM')
    return (await server.ended).stdout
  }
})

test('at a terminal the log is text, in colours unless NO_COLOR is set', { skip: noScript() }, async (t) => {
  const place = createPlace(t)
  for (const color of [true, false]) {
    const line = `exec "${process.execPath}" ${join(ROOT, 'src/main.ts')}`
    const env = { DATABASE_URL, SECRET_KEY, PORT: '0', DATA_DIR: place.dataDir, ...(color ? {} : { NO_COLOR: '1' }) }
    const terminal = spawn('script', ['-qfec', line, '/dev/null'], {
      cwd: ROOT,
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    t.after(() => terminal.kill('SIGKILL'))
    let stdout = ''
    let isStopping = false
    for await (const chunk of terminal.stdout) {
      stdout += chunk
      // Ctrl-C.
      if (/ started/.test(stdout) && !isStopping) terminal.stdin.write('\u0003')
      isStopping ||= / started/.test(stdout)
    }
    assert.match(stdout, color ? /\u001b\[32minfo \u001b\[39m stopped/ : /^\d\d:\d\d:\d\d info {2}stopped\r?$/m)
  }
})

/** A Node that is too old for the program, if the system has one; otherwise null. */
function oldNode(): string | null {
  for (const path of ['/usr/bin/node', '/usr/local/bin/node']) {
    try {
      const version = execFileSync(path, ['--version'], { encoding: 'utf8' })
      if (Number(/^v(\d+)/.exec(version)?.[1]) < 24) return path
    } catch {
      // It does not exist.
    }
  }
  return null
}

function noScript(): string | false {
  return fs.existsSync('/usr/bin/script') ? false : 'no script(1) to make a terminal'
}
