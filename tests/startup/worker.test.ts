import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createDatabase, runSql } from '../helpers/postgres.ts'
import { createPlace, type Doorpost, endNode, until } from '../helpers/process.ts'

// A worker reports its health, like every other process.

const database = await createDatabase()
after(() => database.drop())
const SECRET_KEY = 'the key that all nodes of this installation share'
const env = { DATABASE_URL: database.url, SECRET_KEY, ROLE: 'worker' }

test('a worker has health, readiness and metrics, and nothing else', async (t) => {
  const worker = await createPlace(t, { env }).start()
  const url = healthUrlOf(worker)
  await until(async () => (await fetch(`${url}/readyz`)).status === 200)
  assert.deepEqual(await (await fetch(`${url}/healthz`)).json(), { success: true, data: { status: 'ok' } })
  const metrics = await (await fetch(`${url}/metrics`)).text()
  assert.match(metrics, /^doorpost_jobs\{state="due"\} \d+$/m)
  assert.match(metrics, /^doorpost_http_requests_total\{route="\/readyz"/m)
  const other = await fetch(`${url}/v1/contacts`)
  assert.equal(other.status, 404)
  assert.match(await other.text(), /ROLE/)
  await endNode(worker)
})

test('after a clean stop, the next start finds no dead workers', async (t) => {
  const place = createPlace(t, { env: { ...env, LOG_LEVEL: 'info' } })
  const workers = async () =>
    (await runSql(database.url, 'select worker_id from job_workers')).rows.map((row) => row.worker_id)
  const first = await place.start()
  await until(async () => (await workers()).length > 0)
  const [gone] = await workers()
  first.child.kill('SIGTERM')
  await first.ended
  const second = await place.start()
  // In one heartbeat it registers itself and releases the dead ones.
  await until(async () => (await workers()).length > 0 && !(await workers()).includes(gone))
  second.child.kill('SIGTERM')
  const { stdout } = await second.ended
  assert.match(stdout, /"msg":"stopped"/)
  assert.doesNotMatch(stdout, /dead workers/)
})

test('its metrics need METRICS_TOKEN', async (t) => {
  const worker = await createPlace(t, { env: { ...env, METRICS_TOKEN: 'a-token-for-prometheus' } }).start()
  const url = `${healthUrlOf(worker)}/metrics`
  assert.equal((await fetch(url)).status, 401)
  assert.equal((await fetch(url, { headers: { authorization: 'Bearer a-token-for-prometheus' } })).status, 200)
})

test('it is not ready without its database, and ready again once it is back', async (t) => {
  const worker = await createPlace(t, { env }).start()
  const url = `${healthUrlOf(worker)}/readyz`
  await until(async () => (await fetch(url)).status === 200)
  const admin = database.urlOf('postgres')
  await runSql(admin, `alter database ${database.name} allow_connections false`)
  await runSql(admin, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database.name])
  await until(async () => (await fetch(url)).status === 503)
  // Long enough for new connections to be tried and refused. It stays as it is, and PostgreSQL does not count what it
  // refuses, so there is nothing to wait for.
  await delay(1_500)
  assert.equal((await fetch(url)).status, 503)
  await runSql(admin, `alter database ${database.name} allow_connections true`)
  await until(async () => (await fetch(url)).status === 200)
})

test('a configured port that is taken is refused; a second worker needs no setting', async (t) => {
  const blocker = createServer().listen(0, '127.0.0.1')
  t.after(() => blocker.close())
  await new Promise((resolve) => blocker.once('listening', resolve))
  const { port } = blocker.address() as { port: number }
  const refused = await createPlace(t, { env: { ...env, HEALTH_PORT: String(port) } }).run()
  assert.equal(refused.code, 1)
  assert.match(
    refused.stderr,
    new RegExp(`^doorpost: Port ${port} on 127\\.0\\.0\\.1 is already in use.* set HEALTH_PORT=\\d+\n$`),
  )

  const usual = { ...env, HEALTH_PORT: '' }
  const [first, second] = [await createPlace(t, { env: usual }).start(), await createPlace(t, { env: usual }).start()]
  assert.notEqual(healthUrlOf(first), healthUrlOf(second))
  for (const worker of [first, second]) assert.equal((await fetch(`${healthUrlOf(worker)}/healthz`)).status, 200)
  assert.match(second.stdout, /port 8081 is already in use.*HEALTH_PORT/)
})

function healthUrlOf({ stdout }: Doorpost): string {
  return /Health +(\S+)\/readyz/.exec(stdout)![1]!
}
