import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { runSql } from '../helpers/postgres.ts'
import { until } from '../helpers/process.ts'
import { freePort } from '../helpers/redis.ts'
import { startServer } from '../helpers/server.ts'
import { openTcpProxy } from '../helpers/tcp-proxy.ts'

// Between Doorpost and PostgreSQL there may be something that keeps things back.

const NOBODY = 65_534
const noBouncer = spawnSync('pgbouncer', ['--version']).status === 0 ? false : 'pgbouncer is not installed'

const plain = await startServer()
const socket = new URL(plain.databaseUrl.replace('@/', '@localhost/')).searchParams.get('host')!
const target = { path: `${socket}/.s.PGSQL.5432` }
const urlAt = (port: number) => plain.databaseUrl.replace(/@\/(\w+)\?.*$/, `@127.0.0.1:${port}/$1`)

/** Returns the port. Stopped after the tests of the file. */
async function startBouncer(mode: 'transaction' | 'session'): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'doorpost-bouncer-'))
  await chmod(folder, 0o755)
  const proxy = await openTcpProxy(target)
  const port = await freePort()
  const user = /\/\/(\w+)@/.exec(plain.databaseUrl)![1]
  await writeFile(join(folder, 'users'), `"${user}" ""\n`)
  await writeFile(
    join(folder, 'ini'),
    `[databases]\n* = host=127.0.0.1 port=${proxy.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\n` +
      `auth_type = trust\nauth_file = ${join(folder, 'users')}\npool_mode = ${mode}\nunix_socket_dir =\n`,
  )
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const child = spawn('pgbouncer', [join(folder, 'ini')], { stdio: 'ignore', ...account })
  const ended = once(child, 'exit')
  after(async () => {
    child.kill('SIGKILL')
    await ended
    await proxy.close()
    await rm(folder, { recursive: true })
  })
  await until(() =>
    runSql(urlAt(port), 'select 1').then(
      () => true,
      () => false,
    ),
  )
  return port
}

describe('pgbouncer', { skip: noBouncer }, () => {
  test('in transaction mode is refused at the start, with what to do', async () => {
    const DATABASE_URL = urlAt(await startBouncer('transaction'))
    await assert.rejects(startServer({ beside: plain, env: { DATABASE_URL } }), {
      name: 'SetupError',
      message: /DATABASE_URL points to a connection pooler in transaction mode.*session mode/,
    })
    const DATABASE_DIRECT_URL = DATABASE_URL
    await assert.rejects(
      startServer({ beside: plain, env: { DATABASE_URL: plain.databaseUrl, DATABASE_DIRECT_URL } }),
      {
        name: 'SetupError',
        message: /DATABASE_DIRECT_URL points to a connection pooler/,
      },
    )
  })

  test('in session mode works, also beside a direct address', async () => {
    const DATABASE_URL = urlAt(await startBouncer('session'))
    for (const env of [{ DATABASE_URL }, { DATABASE_URL, DATABASE_DIRECT_URL: plain.databaseUrl }]) {
      const server = await startServer({ beside: plain, env })
      const key = await plain.key()
      const many = Array.from({ length: 30 }, () =>
        server.send('POST', '/v1/contacts', { key, json: { first_name: 'A' } }),
      )
      for (const { status } of await Promise.all(many)) assert.equal(status, 201)
      const { rows } = await server.deps.pool.query('show synchronous_commit')
      assert.deepEqual(rows, [{ synchronous_commit: 'on' }])
      assert.equal((await server.send('GET', '/readyz')).status, 200)
    }
  })
})

describe('notices that are swallowed on their way', () => {
  let swallows = true
  const proxy = createServer((incoming) => {
    const outgoing = connect(target)
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      from.on('error', () => {})
      from.on('close', () => to.destroy())
    }
    incoming.pipe(outgoing)
    forward(outgoing, incoming, () => swallows)
  })
  after(() => void proxy.close())

  test('keep it from starting, with what to do', async () => {
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    await assert.rejects(startServer({ beside: plain, env: { DATABASE_URL: proxyUrl() } }), {
      name: 'SetupError',
      message: /notices .* do not arrive.*DATABASE_DIRECT_URL/,
    })
    const server = await startServer({
      beside: plain,
      env: { DATABASE_URL: proxyUrl(), DATABASE_DIRECT_URL: plain.databaseUrl },
    })
    await until(async () => server.deps.listener.isCurrent())
  })

  test('keep no revoked key alive later on', async () => {
    swallows = false
    const server = await startServer({ beside: plain, env: { DATABASE_URL: proxyUrl() } })
    const key = await plain.key()
    await until(async () => {
      await server.send('GET', '/v1/contacts', { key })
      return server.deps.keys.peek(key) !== null
    })
    swallows = true
    await plain.sql('update api_keys set revoked_at = now() where revoked_at is null')
    const revokedAt = performance.now()
    await until(async () => (await server.send('GET', '/v1/contacts', { key })).status === 401)
    assert.ok(performance.now() - revokedAt < 5_000, 'a second is promised; a busy machine gets more')
  })

  function proxyUrl(): string {
    return urlAt((proxy.address() as { port: number }).port)
  }
})

/** Everything but NotificationResponse ("A"), as a pooler does with a session that nobody has at the moment. */
function forward(from: Socket, to: Socket, swallows: () => boolean): void {
  let rest = Buffer.alloc(0)
  from.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 5 && rest.length >= 1 + rest.readUInt32BE(1)) {
      const length = 1 + rest.readUInt32BE(1)
      const isNotice = rest[0] === 'A'.charCodeAt(0)
      if (!isNotice || !swallows()) to.write(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  })
}
