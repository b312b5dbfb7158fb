import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, describe, test } from 'node:test'
import { until } from '../../helpers/process.ts'
import { noRedis, startRedis } from '../../helpers/redis.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

const LIMIT = 20
const env = { RATE_LIMIT_PUBLIC: String(LIMIT), TRUST_PROXY: 'loopback' }
let lastAddress = 0

function create(server: TestServer, address: string) {
  const headers = { 'x-forwarded-for': address }
  return server.send('POST', '/v1/contacts', { headers, json: { first_name: 'Ana' } })
}

function newAddress(): string {
  return `192.0.2.${++lastAddress}`
}

/** Sends `count` contacts, fails if one of them waits, and returns how many were accepted. */
async function accepted(server: TestServer, address: string, count: number): Promise<number> {
  let created = 0
  for (let i = 0; i < count; i++) {
    const startedAt = Date.now()
    const { status } = await create(server, address)
    assert.ok(status === 201 || status === 429, String(status))
    assert.ok(Date.now() - startedAt < 3_000, 'no request waits for Redis')
    if (status === 201) created++
  }
  return created
}

describe('a real Redis', { skip: noRedis }, async () => {
  if (noRedis) return
  const redis = await startRedis()
  const one = await startServer({ env: { ...env, REDIS_URL: redis.url } })
  const other = await startServer({ env: { ...env, REDIS_URL: redis.url }, beside: one })

  test('two nodes share one limit, exactly', async () => {
    const address = newAddress()
    const counts = await Promise.all([accepted(one, address, LIMIT), accepted(other, address, LIMIT)])
    assert.equal(counts[0]! + counts[1]!, LIMIT)
  })

  test('a frozen Redis delays no request, is logged once, and is used again when it answers', async () => {
    redis.freeze()
    try {
      assert.equal(await accepted(one, newAddress(), LIMIT + 2), LIMIT, 'each node counts for itself')
      assert.equal((await one.send('GET', '/readyz')).status, 200, 'it can serve, so it is ready')
    } finally {
      redis.thaw()
    }
    const lines = one.logs.filter((line) => line.includes('Redis does not respond'))
    assert.equal(lines.length, 1, lines.join(''))
    assert.doesNotMatch(lines[0]!, /stack/)
    await until(async () => {
      const address = newAddress()
      await create(one, address)
      return (await create(other, address)).headers.get('ratelimit')?.includes(`r=${LIMIT - 2};`) ?? false
    })
    assert.ok(one.logs.some((line) => line.includes('Redis responds again')))
  })
})

test('a server that accepts connections and never answers delays no request', async () => {
  const silent = createServer((socket) => socket.on('error', () => {}).resume())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  const server = await startServer({ env: { ...env, REDIS_URL: `redis://127.0.0.1:${port}` } })
  after(() => void silent.close())
  assert.equal(await accepted(server, newAddress(), LIMIT + 2), LIMIT)
  assert.equal((await server.send('GET', '/readyz')).status, 200)
})
