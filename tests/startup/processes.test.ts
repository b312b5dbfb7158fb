import assert from 'node:assert/strict'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createLog } from '../../src/lib/log/log.ts'
import { startProcesses } from '../../src/process/processes.ts'
import { createPlace, createTemplate, type Doorpost, until } from '../helpers/process.ts'

// PROCESSES: several processes serve one port, on the embedded database, without Redis.

const LIMIT = 30
const template = await createTemplate({ after })

describe('three processes on one port', () => {
  const place = createPlace(
    { after },
    { template, env: { PROCESSES: '3', LOG_LEVEL: 'info', RATE_LIMIT_AUTHENTICATED: String(LIMIT) } },
  )
  let server: Doorpost
  before(async () => {
    server = await place.start()
  })

  /** Each on a new connection, because connections are distributed, not requests. */
  const ask = async (path: string, key?: string) => {
    const response = await fetch(`${server.url}${path}`, {
      headers: { connection: 'close', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text }
  }
  const createKey = async (name: string) => {
    const { stdout } = await place.cli(['keys', 'create', '--name', name])
    return stdout.trim().split('\n').at(-1)!
  }
  /** Number of a process → its requests so far, from the log. */
  const requestsOf = () => {
    const numbers = server.stdout.matchAll(/"process":(\d).*"msg":"request"/g)
    return Map.groupBy([...numbers], ([, number]) => Number(number))
  }
  const pids = async () => {
    const rows = await place.sql(
      `select distinct split_part(name, 'pid ', 2)::int as pid from installation_nodes where last_seen_at > now() - interval '6 seconds'`,
    )
    return rows.map((row) => row.pid as number).filter((pid) => pid !== server.pid)
  }

  test('each of them serves, and each log line says which one', async () => {
    await until(async () => {
      assert.equal((await ask('/openapi.json')).status, 200)
      return requestsOf().size === 3
    })
  })

  test('SIGUSR1 opens no debugger port and SIGUSR2 ends nothing, in any of them', async () => {
    const all = [server.pid, ...(await pids())]
    assert.equal(all.length, 4)
    for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) for (const pid of all) process.kill(pid, signal)
    const key = await createKey('signalled')
    for (let at = 0; at < 9; at++) assert.equal((await ask('/v1/contacts', key)).status, 200)
    assert.deepEqual(new Set([server.pid, ...(await pids())]), new Set(all))
    assert.equal(server.child.exitCode, null)
    assert.doesNotMatch(server.stderr, /Debugger/)
  })

  test('a limit is exact, whichever process counts', async () => {
    const key = await createKey('limited')
    const answers = await Promise.all(Array.from({ length: LIMIT + 20 }, () => ask('/v1/contacts', key)))
    const ok = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 429)
    assert.deepEqual([ok.length, refused.length], [LIMIT, 20])
    const left = ok.map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit')!)![1])).sort((a, b) => a - b)
    assert.deepEqual(
      left,
      Array.from({ length: LIMIT }, (_, at) => at),
    )
  })

  test('a key that is revoked is refused by all of them', async () => {
    const key = await createKey('revoked')
    for (let at = 0; at < 6; at++) assert.equal((await ask('/v1/contacts', key)).status, 200)
    const { code, stderr } = await place.cli(['keys', 'revoke', '--name', 'revoked'])
    assert.equal(code, 0, stderr)
    await until(async () => (await ask('/v1/contacts', key)).status === 401)
    for (let at = 0; at < 6; at++) assert.equal((await ask('/v1/contacts', key)).status, 401)
  })

  test('metrics cover all processes together', async () => {
    const count = (text: string) =>
      Number(/doorpost_http_requests_total\{route="\/healthz",method="GET",status="200"\} (\d+)/.exec(text)?.[1] ?? 0)
    const before = count((await ask('/metrics')).text)
    for (let at = 0; at < 7; at++) await ask('/healthz')
    const { text } = await ask('/metrics')
    assert.equal(count(text) - before, 7)
    assert.match(text, /doorpost_database_up 1\n/)
    assert.match(text, /doorpost_info\{version="[^"]+"\} 1\n/)
    assert.match(text, /doorpost_jobs\{state="due"\} \d+\n/)
  })

  test('a killed process is restarted, and the others serve meanwhile', async () => {
    await until(async () => (await pids()).length === 3)
    const [victim] = await pids()
    process.kill(victim!, 'SIGKILL')
    await until(() =>
      /"how":"signal SIGKILL".*"msg":"a process of the API ended; starting it again"/.test(server.stdout),
    )
    for (let at = 0; at < 6; at++) assert.equal((await ask('/readyz')).status, 200)
    await until(() => server.stdout.includes('the process of the API serves again'))
    for (let at = 0; at < 6; at++) assert.equal((await ask('/readyz')).status, 200)
  })

  // processes-together.test.ts covers requests that are only half sent.
  test('SIGTERM: all of them stop, and nothing is left running', async () => {
    server.child.kill('SIGTERM')
    const { code, stdout } = await server.ended
    assert.equal(code, 0, stdout)
    assert.equal(stdout.match(/"msg":"stopped"/g)?.length, 4, 'all of them said so')
    assert.equal(place.postmaster(), undefined)
  })
})

test('a taken port is reported once, and ends the start', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.after(() => other.close())
  const { port } = other.address() as AddressInfo
  const place = createPlace(t, { template, env: { PROCESSES: '2', PORT: String(port) } })
  const { code, stderr } = await place.run()
  assert.equal(code, 1)
  assert.equal(stderr.match(/is already in use by another program/g)?.length, 1, stderr)
  assert.equal(place.postmaster(), undefined)
})

test('a process that the system cannot start for a while is started when it can', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => lines.push(line) })
  cluster.setupPrimary({ exec: fileURLToPath(new URL('../fixtures/shared-process.ts', import.meta.url)), execArgv: [] })
  const given = { connection: null, sandboxUrl: null }
  const { signal } = new AbortController()
  const processes = await startProcesses({ count: 1, given, log, relay: () => {}, handlers: {}, signal })
  const { execPath } = process
  try {
    const [worker] = Object.values(cluster.workers!)
    // As with too many processes: the system refuses to create one.
    process.execPath = '/nowhere/node'
    worker!.process.kill('SIGKILL')
    await until(() => lines.filter((line) => line.includes('a start that failed')).length > 1)
    process.execPath = execPath
    await until(() => lines.some((line) => line.includes('serves again')))
  } finally {
    process.execPath = execPath
    await processes.stop()
  }
})
