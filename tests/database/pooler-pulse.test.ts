import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { openPools } from '../../src/db/pools.ts'
import { socketOf, urlAt } from '../helpers/bouncer.ts'
import { createDatabase } from '../helpers/postgres.ts'
import { until } from '../helpers/process.ts'
import { openTcpProxy } from '../helpers/tcp-proxy.ts'

// A pooler in transaction mode between the callers' pools and the database; jobs and notifications bypass it. PgBouncer
// is not required: to the pools, a proxy to the database looks the same.

const database = await createDatabase()
after(() => database.drop())
const direct = { connectionString: database.url }

function openBehind(port: number, t: { after: (work: () => Promise<void>) => void }) {
  const told: string[] = []
  const pools = openPools({
    connection: { connectionString: urlAt(database.url, port) },
    direct,
    kind: 'transaction',
    shared: { searchPath: 'public' },
    size: 10,
    shares: 'all',
    onError: ({ message }) => void told.push(message),
    onAnswer: () => void told.push('responds'),
  })
  t.after(() => pools.close())
  return { ...pools, told }
}

describe('a pooler in transaction mode', () => {
  test('that freezes: waiting requests end and new ones are refused at once; jobs continue, and everything recovers', async (t) => {
    const proxy = await openTcpProxy(socketOf(database.url))
    t.after(() => proxy.close())
    const { pool, reads, jobs, pulse, told } = openBehind(proxy.port, t)
    await pool.query('select 1')
    const waiting = pool.query('select pg_sleep(600)')
    waiting.catch(() => {})
    proxy.stall()
    await assert.rejects(waiting, { code: 'DATABASE_STALLED' })
    for (const each of [pool, reads]) await assert.rejects(each.query('select 1'), { code: 'DATABASE_STALLED' })
    assert.equal((await jobs.query('select 1')).rowCount, 1)
    assert.equal(pulse.refusal(), null, 'the database itself responds')
    assert.equal(told.filter((text) => /not answer: no answer for/.test(text)).length, 1, told.join())
    proxy.resume()
    await until(async () => (await pool.query('select 1').catch(() => null)) !== null)
    assert.equal(told.at(-1), 'responds')
  })

  test('that is busy, but accepts new clients, is not considered dead', async (t) => {
    const road = await openBusyRoad()
    t.after(road.close)
    const { pool, told } = openBehind(road.port, t)
    await pool.query('select 1')
    road.isBusy = true
    const waiting = pool.query('select 2 as n')
    waiting.catch(() => {})
    // It was probed repeatedly meanwhile.
    await until(() => road.letIn >= 4)
    assert.deepEqual(told, [])
    road.isBusy = false
    road.goOn()
    assert.deepEqual((await waiting).rows, [{ n: 2 }])
  })
})

/** While `isBusy`, clients can connect, but their queries wait. */
async function openBusyRoad() {
  const sockets = new Set<Socket>()
  const held: Array<() => void> = []
  const road = {
    isBusy: false,
    letIn: 0,
    port: 0,
    goOn: () => held.splice(0).forEach((send) => void send()),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
  const server = createServer((client) => {
    const onward = connect(socketOf(database.url))
    let isIn = false
    for (const socket of [client, onward]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    client.on('close', () => onward.destroy())
    onward.on('close', () => client.destroy())
    client.on('data', (chunk) => {
      if (road.isBusy && isIn) held.push(() => onward.write(chunk))
      else onward.write(chunk)
    })
    onward.on('data', (chunk) => {
      client.write(chunk)
      // ReadyForQuery, idle.
      if (isIn || chunk.subarray(-6).toString('latin1') !== 'Z\0\0\0\x05I') return
      isIn = true
      if (road.isBusy) road.letIn++
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  road.port = (server.address() as AddressInfo).port
  return road
}
