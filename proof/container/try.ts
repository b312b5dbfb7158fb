import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildBase, buildImage, IMAGE, readImageConfig } from './build.ts'
import { type Container, startContainer } from './engine.ts'

// `npm run try:container` builds the Dockerfile with buildah, runs the image as an engine would, and checks the
// promises of the image: process 1 handles SIGTERM, no root, a read-only root file system, a health check, data that
// outlive the container. --built reuses the last image.

const PORT = 18_080
const URL = `http://127.0.0.1:${PORT}`
const READY_MS = 180_000
const STOP_S = 10

const missing = ['buildah', 'mmdebstrap', 'unshare', 'nsenter'].filter((tool) => spawnSync(tool, ['--version']).error)
if (missing.length > 0 || process.getuid?.() !== 0) {
  process.stderr.write(
    `This needs root and Debian's buildah, mmdebstrap and util-linux. Missing: ${missing.join(', ') || 'root'}.\n`,
  )
  process.exit(1)
}

const say = (line: string) => process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
if (!process.argv.includes('--built')) {
  say('base image …')
  buildBase()
  say('Dockerfile …')
  buildImage()
}
const image = IMAGE
const config = readImageConfig(image)
assert.equal(config.User, '1000:1000')
assert.deepEqual(Object.keys(config.Volumes), ['/data'])
const secrets = config.Env.filter((line) => /SECRET|PASSWORD|TOKEN|DATABASE_URL/.test(line))
assert.deepEqual(secrets, [], 'no secrets in the image')

const volume = fs.mkdtempSync(join(tmpdir(), 'doorpost-volume-'))
fs.chownSync(volume, 1000, 1000)
const start = () => startContainer({ image, config, volume, env: { PORT: String(PORT), LOG_LEVEL: 'warn' } })
let container: Container | undefined
try {
  container = await start()
  await untilHealthy(container)
  say('healthy')
  checkIsolation(container)
  const key = container.exec(['doorpost', 'keys', 'create', '--name', 'try']).output.trim().split('\n').at(-1)!
  const created = await fetch(`${URL}/v1/contacts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ first_name: 'Ana' }),
  })
  assert.equal(created.status, 201)
  await stop(container)

  container = await start()
  await untilHealthy(container)
  const listed = await fetch(`${URL}/v1/contacts`, { headers: { authorization: `Bearer ${key}` } })
  const { data } = (await listed.json()) as { data: Array<{ first_name: string }> }
  assert.deepEqual(
    data.map(({ first_name: name }) => name),
    ['Ana'],
  )
  say('a new container has the data of the old one')
  await stop(container)
} finally {
  container?.remove()
  fs.rmSync(volume, { recursive: true, force: true })
}
say('done')

async function untilHealthy({ exec }: Container): Promise<void> {
  const [kind, ...words] = config.Healthcheck.Test
  assert.equal(kind, 'CMD', 'no shell in between')
  const deadline = Date.now() + READY_MS
  for (;;) {
    const { code, output } = exec(words)
    if (code === 0) return
    assert.ok(Date.now() < deadline, `never healthy: ${output}`)
    await delay(500)
  }
}

function checkIsolation({ pid, exec }: Container): void {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1]?.split(/\s+/) ?? []
  assert.equal(field('NSpid').at(-1), '1', 'Doorpost is process 1')
  assert.equal(field('Name')[0], fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim())
  assert.deepEqual(new Set(field('Uid')), new Set(['1000']), 'not root')
  for (const name of ['CapEff', 'CapPrm', 'CapBnd']) assert.match(field(name)[0]!, /^0+$/, name)
  const written = exec(['touch', '/opt/doorpost/x'], { asRoot: true })
  assert.match(written.output, /Read-only file system/)
  say('process 1, user 1000, no capabilities, root file system read-only')
}

async function stop(running: Container): Promise<void> {
  const { code, seconds } = await running.stop()
  assert.equal(code, 0, 'SIGTERM ends it cleanly')
  assert.ok(seconds < STOP_S, `within ${STOP_S} s`)
  say(`ended ${seconds.toFixed(1)} s after SIGTERM`)
  running.remove()
}
