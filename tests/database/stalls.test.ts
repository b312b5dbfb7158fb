import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { GatedPool } from '../../src/db/gated-pool.ts'
import { until } from '../helpers/process.ts'
import { type Answer, startServer, type TestServer } from '../helpers/server.ts'
import { openTcpProxy } from '../helpers/tcp-proxy.ts'

// How requests behave while the database hangs, in whole or in part.

/**
 * Many times the promised second and the lock time-outs, because the machine may be busy. Without a limit it would be
 * forever.
 */
const SOON_MS = 10_000

const steady = await startServer()
const socket = new URL(steady.databaseUrl.replace('@/', '@localhost/')).searchParams.get('host')!
const proxy = await openTcpProxy({ path: `${socket}/.s.PGSQL.5432` })
after(() => proxy.close())
const throughProxy = steady.databaseUrl.replace(/@\/(\w+)\?.*$/, `@127.0.0.1:${proxy.port}/$1`)
const server = await startServer({ beside: steady, env: { DATABASE_URL: throughProxy } })
const key = await server.key()

async function timed(work: Promise<Answer>): Promise<Answer> {
  const startedAt = performance.now()
  const answer = await work
  const ms = performance.now() - startedAt
  assert.ok(ms < SOON_MS, `${answer.status} came only after ${Math.round(ms)} ms`)
  return answer
}

function create(to: TestServer, headers: Record<string, string> = {}) {
  return timed(to.send('POST', '/v1/contacts', { key, headers, json: { first_name: 'Ana' } }))
}

function assertRefused(answer: Answer): void {
  assert.equal(answer.status, 503, answer.text)
  assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d?$/)
}

async function connectionsOf(application: string): Promise<number> {
  const [row] = await steady.sql<{ n: number }>(
    'select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name like $1',
    [application],
  )
  return row!.n
}

describe('the network to the database stalls', () => {
  test('requests and /readyz are refused soon, nothing piles up, and everything recovers by itself', async () => {
    assert.equal((await create(server)).status, 201)
    const before = await connectionsOf('doorpost%')
    proxy.stall()
    const rounds: Answer[] = []
    const stalledAt = performance.now()
    while (rounds.length < 4 || performance.now() - stalledAt < 4_000) {
      rounds.push(...(await Promise.all([create(server), create(server, { 'idempotency-key': randomUUID() })])))
      rounds.push(await timed(server.send('GET', '/v1/contacts', { key })))
      rounds.push(await timed(server.send('GET', '/readyz')))
    }
    for (const answer of rounds) assertRefused(answer)
    assert.equal((await timed(server.send('GET', '/healthz'))).status, 200)

    proxy.resume()
    await until(async () => (await server.send('GET', '/readyz')).status === 200, 10_000)
    await until(async () => (await create(server)).status === 201, 10_000)
    assert.equal((await timed(server.send('GET', '/v1/contacts', { key }))).status, 200)
    await until(async () => server.deps.listener.isCurrent(), 15_000)
    await until(async () => (await connectionsOf('doorpost%')) <= before + 4, 15_000)
  })

  test('each refusal is one log line, without a stack', () => {
    const lines = server.logs.filter((line) => line.includes('"level":"error"'))
    assert.ok(lines.length > 0)
    for (const line of lines) {
      assert.match(line, /"reason":"the database does not answer/)
      assert.doesNotMatch(line, /"stack"/)
    }
  })

  test('connections that are cut are replaced', async () => {
    proxy.cut()
    await until(async () => (await create(server)).status === 201, 10_000)
    await until(async () => server.deps.listener.isCurrent(), 10_000)
    assert.equal((await server.send('GET', '/readyz')).status, 200)
  })
})

describe('one connection hangs', () => {
  const gate = { refusal: () => null, noticeError: () => {} }
  const pool = new GatedPool({ connectionString: steady.databaseUrl, max: 2 }, gate, {
    standstillMs: 5_000,
    hungMs: 1_000,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  after(() => pool.end())

  test('its statement fails, and the connection is replaced', async () => {
    await assert.rejects(pool.query('select pg_sleep(60)'), { code: 'DATABASE_STALLED' })
    assert.equal((await pool.query('select 1 as one')).rows[0].one, 1)
  })

  test('many statements in a row, and an idle transaction, are not taken for it', async () => {
    const client = await pool.connect()
    const ends = performance.now() + 2_500
    await client.query('begin')
    while (performance.now() < ends) await pool.query('select pg_sleep(0.3)')
    await client.query('commit')
    client.release()
  })
})

describe('a table is locked', () => {
  test('requests that need it are refused soon, and everything else continues', async () => {
    const locker = new pg.Client({ connectionString: steady.databaseUrl })
    await locker.connect()
    try {
      await locker.query('begin; lock table contacts in access exclusive mode')
      const refused = await Promise.all([
        ...Array.from({ length: 5 }, () => create(server)),
        ...Array.from({ length: 20 }, () => create(server, { 'idempotency-key': randomUUID() })),
        timed(server.send('GET', '/v1/contacts?q=ana', { key })),
      ])
      for (const answer of refused) assertRefused(answer)
      assert.equal((await timed(server.send('GET', '/readyz'))).status, 200)
      const json = { content: 'Hello' }
      assert.equal((await timed(server.send('POST', '/v1/posts/short', { key, json }))).status, 201)
      await locker.query('rollback')
    } finally {
      await locker.end()
    }
    assert.equal((await create(server)).status, 201)
  })
})

describe('searches use all connections that they may have', () => {
  test('contacts, keys and /readyz continue; another list is refused instead of waiting for long', async () => {
    const slow = Array.from({ length: 12 }, () =>
      steady.deps.reads.query('select pg_sleep(3)').catch(() => 'refused, as it should be'),
    )
    for (let i = 0; i < 3; i++) assert.equal((await create(steady)).status, 201)
    assert.equal((await timed(steady.send('GET', '/readyz'))).status, 200)
    assertRefused(await timed(steady.send('GET', '/v1/contacts', { key })))
    await Promise.all(slow)
    assert.equal((await steady.send('GET', '/v1/contacts', { key })).status, 200)
  })
})
