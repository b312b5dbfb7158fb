import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { transaction } from '../../src/db/database.ts'
import { enqueue } from '../../src/jobs/queue.ts'
import { startJobs } from '../../src/jobs/runner.ts'
import { noBouncer, socketOf, startBouncer, urlAt } from '../helpers/bouncer.ts'
import { runSql } from '../helpers/postgres.ts'
import { until } from '../helpers/process.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

// Poolers between Doorpost and PostgreSQL may hold things back.

const plain = await startServer()
const target = socketOf(plain.databaseUrl)
const DATABASE_DIRECT_URL = plain.databaseUrl

async function createMany(server: TestServer, count: number): Promise<void> {
  const key = await plain.key()
  const send = () => server.send('POST', '/v1/contacts', { key, json: { first_name: 'A', utm_source: 'x' } })
  for (const { status } of await Promise.all(Array.from({ length: count }, send))) assert.equal(status, 201)
}

describe('pgbouncer in session mode', { skip: noBouncer }, () => {
  test('works, also beside a direct address', async () => {
    const { url: DATABASE_URL } = await startBouncer(plain.databaseUrl, 'session')
    for (const env of [{ DATABASE_URL }, { DATABASE_URL, DATABASE_DIRECT_URL }]) {
      const server = await startServer({ beside: plain, env })
      await createMany(server, 30)
      const { rows } = await server.deps.pool.query('show synchronous_commit')
      assert.deepEqual(rows, [{ synchronous_commit: 'on' }])
      assert.equal((await server.send('GET', '/readyz')).status, 200)
    }
  })
})

describe('pgbouncer in statement mode', { skip: noBouncer }, () => {
  test('is refused with what to do', async () => {
    const { url: DATABASE_URL } = await startBouncer(plain.databaseUrl, 'statement')
    const message = /statement mode.*pool_mode to transaction or session/
    await assert.rejects(startServer({ beside: plain, env: { DATABASE_URL, DATABASE_DIRECT_URL } }), { message })
  })
})

describe('pgbouncer in transaction mode', { skip: noBouncer }, () => {
  const opened = noBouncer ? null : startBouncer(plain.databaseUrl, 'transaction', 6)
  const started = opened?.then(({ url }) =>
    startServer({
      beside: plain,
      env: { DATABASE_URL: url, DATABASE_DIRECT_URL },
      watchTimes: { settingsMs: 500, poolerMs: 200, answerMs: 1_000 },
    }),
  )
  // The previous user of a session leaves it like this.
  const SPOIL = `set synchronous_commit = off; set statement_timeout = '2s'; set search_path = pg_catalog;
                 set timezone = 'Asia/Tokyo'; set default_transaction_isolation = serializable`
  const spoilSessions = async () => {
    const { url } = await opened!
    await Promise.all(Array.from({ length: 12 }, () => runSql(url, SPOIL)))
  }

  test('is refused without a direct address, with what to do', async () => {
    const { url: DATABASE_URL } = await opened!
    const refuses = (env: Record<string, string>, message: RegExp) =>
      assert.rejects(startServer({ beside: plain, env }), { name: 'SetupError', message })
    await refuses({ DATABASE_URL }, /DATABASE_URL points to .* transaction mode.*Set DATABASE_DIRECT_URL/)
    await refuses(
      { DATABASE_URL, DATABASE_DIRECT_URL: DATABASE_URL },
      /DATABASE_DIRECT_URL points to .*transaction mode.*address of PostgreSQL itself/,
    )
  })

  test('is refused with the direct address of another database', async () => {
    const { url: DATABASE_URL } = await opened!
    const other = plain.databaseUrl.replace(/@\/\w+/, '@/postgres')
    await assert.rejects(startServer({ beside: plain, env: { DATABASE_URL, DATABASE_DIRECT_URL: other } }), {
      name: 'SetupError',
      message: /DATABASE_URL and DATABASE_DIRECT_URL lead to different databases/,
    })
  })

  test('every write waits for the disk, whatever others set in the same sessions', async (t) => {
    const server = await started!
    await plain.sql(`create table seen (commit text, zone text, isolation text, timeout text)`)
    await plain.sql(`create function see() returns trigger language plpgsql as $$ begin
      insert into public.seen values (current_setting('synchronous_commit'), current_setting('timezone'),
        current_setting('transaction_isolation'), current_setting('statement_timeout'));
      return null; end $$`)
    await plain.sql('create trigger see after insert on contacts for each statement execute function see()')
    t.after(() => plain.sql('drop function see cascade'))
    for (let round = 0; round < 4; round++) {
      await spoilSessions()
      await createMany(server, 40)
    }
    const seen = await plain.sql('select distinct * from seen')
    assert.deepEqual(seen, [{ commit: 'on', zone: 'UTC', isolation: 'read committed', timeout: '15s' }])
    assert.equal((await server.send('GET', '/v1/contacts', { key: await plain.key() })).status, 200)
  })

  test('leaves no settings in the sessions', async () => {
    const server = await started!
    await createMany(server, 20)
    const { url } = await opened!
    for (let session = 0; session < 6; session++) {
      const { rows } = await runSql(
        url,
        `select current_setting('lock_timeout') as lock, (select count(*) from pg_prepared_statements) as prepared`,
      )
      assert.deepEqual(rows, [{ lock: '0', prepared: '0' }])
    }
  })

  test('transactions choose their isolation; a failed statement is rolled back and the connection goes on', async () => {
    const { pool } = (await started!).deps
    await assert.rejects(pool.query('select 1 / 0'), { code: '22012' })
    await assert.rejects(
      transaction(pool, (tx) => tx.query({ text: 'select 1 / 0' })),
      { code: '22012' },
    )
    const isolation = await transaction(pool, async (tx) => {
      await tx.query({ text: 'set transaction isolation level repeatable read, read only' })
      return tx.query<{ transaction_isolation: string }>({ text: 'show transaction_isolation' })
    })
    assert.deepEqual(isolation.rows, [{ transaction_isolation: 'repeatable read' }])
    const client = await pool.connect()
    try {
      await assert.rejects(client.query('insert into workspaces (id) values (null)'))
      assert.equal(client.getTransactionStatus(), 'I')
      await client.query('begin; lock table workspaces in access share mode')
      assert.equal((await client.query('show lock_timeout')).rows[0].lock_timeout, '700ms')
      await client.query('rollback')
      const both = [client.query('select 1 as n'), client.query('select $1::int as n', [2])]
      assert.deepEqual(
        (await Promise.all(both)).map(({ rows }) => rows[0].n),
        [1, 2],
      )
    } finally {
      client.release()
    }
  })

  test('a revoked key is refused within a second', async () => {
    const server = await started!
    const key = await plain.key()
    await until(async () => {
      await server.send('GET', '/v1/contacts', { key })
      return server.deps.keys.peek(key) !== null
    })
    await server.sql('update api_keys set revoked_at = now() where revoked_at is null')
    const revokedAt = performance.now()
    await until(async () => (await server.send('GET', '/v1/contacts', { key })).status === 401)
    assert.ok(performance.now() - revokedAt < 5_000, 'a second is promised; a busy machine gets more')
  })

  test('repeated requests, jobs and the live stream work, and locks are released', async (t) => {
    const server = await started!
    const key = await plain.key()
    const repeat = { key, json: { first_name: 'Once' }, headers: { 'idempotency-key': 'pooled' } }
    const [first, second] = [
      await server.send('POST', '/v1/contacts', repeat),
      await server.send('POST', '/v1/contacts', repeat),
    ]
    assert.deepEqual([first.status, second.status, second.body], [201, 201, first.body])

    const ran = Promise.withResolvers<unknown>()
    const table = { tasks: { 'backup.run': async (payload: unknown) => ran.resolve(payload) }, schedule: [] }
    const { jobs: pool, log } = server.deps
    const connection = { connectionString: plain.databaseUrl }
    const runner = await startJobs({ pool, connection, table, log, concurrency: 1 })
    t.after(runner.stop)
    const job = { task: 'backup.run', key: 'a', payload: { asked_for: true }, runAt: new Date(0) } as const
    await transaction(server.deps.pool, (tx) => enqueue(tx, job))
    assert.deepEqual(await ran.promise, job.payload)

    server.deps.courier.start()
    t.after(server.deps.courier.stop)
    const live = await fetch(`${server.url}/v1/live`, {
      headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
    })
    await createMany(server, 1)
    let text = ''
    for await (const chunk of live.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      if (text.includes('contact.created')) break
    }
    const held = `select from pg_locks where locktype = 'advisory' and classid <> 7301 and pid in
                    (select pid from pg_stat_activity where datname = current_database())`
    await until(async () => (await plain.sql(held)).length === 0)
  })

  test('a hanging pooler makes the process not ready, and requests are refused soon', async () => {
    const server = await started!
    const bouncer = await opened!
    bouncer.freeze(true)
    try {
      await until(async () => (await server.send('GET', '/readyz')).status === 503)
      const answer = await server.send('GET', '/readyz')
      assert.match(answer.body.message, /pooler at DATABASE_URL/)
    } finally {
      bouncer.freeze(false)
    }
    await until(async () => (await server.send('GET', '/readyz')).status === 200)
    await createMany(server, 5)
  })
})

describe('notifications that never arrive', () => {
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

  test('prevent the start, with what to do', async () => {
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

  test('never keep a revoked key alive later', async () => {
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
    await until(async () => (await server.send('GET', '/readyz')).status === 503)
    assert.match((await server.send('GET', '/readyz')).body.message, /Notices of the database do not arrive/)
    swallows = false
    await until(async () => (await server.send('GET', '/readyz')).status === 200)
  })

  function proxyUrl(): string {
    return urlAt(plain.databaseUrl, (proxy.address() as { port: number }).port)
  }
})

/** Forwards everything except NotificationResponse ("A"), like a pooler for an unassigned session. */
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
