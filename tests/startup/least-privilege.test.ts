import assert from 'node:assert/strict'
import fs from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import {
  createPlace,
  createTemplate,
  type Doorpost,
  endNode,
  type Place,
  postContacts,
  spawnNode,
} from '../helpers/process.ts'
import { processesOf, ROOT } from '../helpers/supervisor.ts'

// Started by root, nothing that strangers can reach runs as root.

const isRoot = process.getuid?.() === 0
const skip = isRoot && process.platform === 'linux' ? false : 'it is about what root starts, on Linux'
const NOBODY = 65_534

const template = skip ? '' : await createTemplate({ after })

describe('started by root', { skip }, () => {
  test('the server and its database run as the same ordinary account, which owns the data', async (t) => {
    const place = createPlace(t, { template })
    // As earlier versions left it.
    fs.writeFileSync(join(place.dataDir, 'secret-key'), 'k'.repeat(44), { mode: 0o600 })
    const server = await place.start()
    const uid = uidOf(server.pid)
    assert.notEqual(uid, 0)
    assert.notEqual(uid, NOBODY, 'an account of its own, not the shared one')
    assert.equal(uidOf(place.postmaster()!), uid)
    const status = fs.readFileSync(`/proc/${server.pid}/status`, 'utf8')
    assert.doesNotMatch(status, /^(?:Uid|Gid|Groups):.*[\t ]0(?:[\t ]|$)/m, 'no id and no group of root is left')
    for (const name of ['', 'postgres', 'postgres.log', 'secret-key']) {
      const entry = fs.statSync(join(place.dataDir, name))
      assert.equal(entry.uid, uid, name)
      assert.equal(entry.mode & 0o077, 0, `${name} is closed to others`)
    }
    await checkItWorks(place, server)
  })

  test('commands by root work beside the server, and leave nothing that it cannot read', async (t) => {
    const place = createPlace(t, { template })
    const server = await place.start()
    const words = ['webhooks', 'create', '--name', 'shop', '--provider', 'stripe', '--secret-from', '-']
    const made = await place.cli(words, { input: 'whsec_test' })
    assert.equal(made.code, 0, made.stderr)
    const key = fs.statSync(join(place.dataDir, 'secret-key'))
    assert.equal(key.uid, uidOf(server.pid))
    assert.equal(key.mode & 0o777, 0o600)
    await checkItWorks(place, server)
  })

  test('a killed database comes back without the rights of root', async (t) => {
    const place = createPlace(t, { template, env: { RATE_LIMIT_PUBLIC: '1000000' } })
    const server = await place.start()
    process.kill(place.postmaster()!, 'SIGKILL')
    await postUntilAccepted(server)
    assert.equal(uidOf(place.postmaster()!), uidOf(server.pid))
  })

  test('if the account cannot access the data folder, it stays root, says what to do, and works', async (t) => {
    const place = createPlace(t, { env: { LOG_FORMAT: 'text' } })
    fs.chmodSync(place.folder, 0o700)
    const first = await place.start()
    assert.equal(uidOf(first.pid), 0)
    assert.match(first.stdout, /keeps running as root: .*cannot access the data folder.*Set DATA_DIR/)
    const [created] = await postContacts(first.port, { count: 1, connections: 1 })
    assert.equal(created?.status, 201)
    await endNode(first)
    const second = await place.start()
    assert.equal((await place.sql('select from contacts where id = $1', [created.id])).length, 1)
    await endNode(second)
  })

  test('a folder with other files is not handed over', async (t) => {
    const place = createPlace(t, { template })
    fs.writeFileSync(join(place.dataDir, 'accounts.xls'), 'mine')
    const { pid, stdout } = await place.start({ env: { LOG_FORMAT: 'text' } })
    assert.equal(uidOf(pid), 0)
    assert.match(stdout, /keeps running as root: .*contains other files \(accounts\.xls\)/)
    assert.equal(fs.statSync(place.dataDir).uid, 0)
  })
})

describe('the socket of the database', { skip }, () => {
  test('accepts the account and root, and nobody else, even if the folder would', async (t) => {
    const place = createPlace(t, { template })
    // As earlier versions left it.
    fs.writeFileSync(join(place.dataDir, 'postgres/pg_hba.conf'), 'local all all trust\n')
    await place.start()
    assert.deepEqual(await place.sql('select current_user as name'), [{ name: 'doorpost' }], 'root')
    fs.chmodSync(place.dataDir, 0o711)
    const directory = join(place.dataDir, 'postgres')
    fs.chmodSync(directory, 0o711)
    fs.chmodSync(join(directory, '.s.PGSQL.5432'), 0o777)
    const { code, stderr } = await connectAs(NOBODY, directory)
    assert.equal(code, 1)
    assert.match(stderr, /[Pp]eer authentication failed/)
  })
})

function uidOf(pid: number): number {
  return Number(/^Uid:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))![1])
}

/** Uses everything that is loaded or written only when needed. */
async function checkItWorks(place: Place, server: Doorpost): Promise<void> {
  for (const path of ['/readyz', '/docs/api/reference.js', '/openapi.json']) {
    assert.equal((await fetch(`${server.url}${path}`)).status, 200, path)
  }
  const token = /#token=(\S+)/.exec(server.stdout)?.[1]
  const body = { token, email: 'owner@example.com', name: 'Owner', password: 'correct horse battery staple' }
  const claimed = await fetch(`${server.url}/v1/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify(body),
  })
  assert.ok(claimed.status < 300, await claimed.text())
  await endNode(server)
  assert.deepEqual(processesOf(place), [])
}

async function postUntilAccepted({ port }: Doorpost): Promise<void> {
  const outcomes = await postContacts(port, {
    count: 100_000,
    connections: 1,
    onOutcome: ({ status }) => (status === 201 ? 'enough' : undefined),
  })
  assert.equal(outcomes.at(-1)?.status, 201)
}

function connectAs(uid: number, host: string) {
  const script = `
    const { default: pg } = await import(${JSON.stringify(import.meta.resolve('pg'))})
    const client = new pg.Client({ host: ${JSON.stringify(host)}, user: 'doorpost', database: 'doorpost' })
    await client.connect().catch((error) => { console.error(error.message); process.exit(1) })
    await client.end()`
  return spawnNode(['--input-type=module', '-e', script], { env: {}, cwd: ROOT, uid }).ended
}
