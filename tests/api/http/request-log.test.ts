import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { until } from '../../helpers/process.ts'
import { chunk, exchange, openRaw, request } from '../../helpers/raw-http.ts'
import { startServer } from '../../helpers/server.ts'

// Every request is logged and counted once, whatever its outcome.

const server = await startServer()
const { port } = server
const key = await server.key()
const hook = await server.webhook()

let names = 0
const newId = () => `request-of-test-${++names}`
const linesOf = (id: string) =>
  server.logs.map((line) => JSON.parse(line)).filter((line) => line.msg === 'request' && line.reqId === id)

async function counted(route: string, status: number): Promise<number> {
  const { text } = await server.send('GET', '/metrics')
  return text
    .split('\n')
    .filter((line) => line.startsWith(`doorpost_http_requests_total{route="${route}"`) && line.includes(`"${status}"`))
    .reduce((total, line) => total + Number(line.split(' ').at(-1)), 0)
}

/** Blocks every statement until it is released. */
async function withSlowDatabase<T>(work: (letGo: () => void) => Promise<T>): Promise<T> {
  const { pool } = server.deps
  const { query, connect } = pool
  const held = Promise.withResolvers<void>()
  const slow = (method: unknown) =>
    async function (this: unknown, ...words: unknown[]) {
      await held.promise
      return (method as (...words: unknown[]) => unknown).apply(pool, words)
    }
  Object.assign(pool, { query: slow(query), connect: slow(connect) })
  try {
    return await work(held.resolve)
  } finally {
    held.resolve()
    Object.assign(pool, { query, connect })
  }
}

const JSON_TYPE = 'Content-Type: application/json'
const person = JSON.stringify({ first_name: 'Gone' })

const cases: Array<[name: string, line: string, headers: string[], body: string]> = [
  ['a list', 'GET /v1/contacts', [`Authorization: Bearer ${key}`], ''],
  ['a contact on the fast path', 'POST /v1/contacts', [JSON_TYPE, `Content-Length: ${person.length}`], person],
  ['a contact through the framework', 'POST /v1/contacts?x=1', [JSON_TYPE, `Content-Length: ${person.length}`], person],
  ['a delivery', `POST /v1/webhooks/receive/${hook.key}`, [JSON_TYPE, 'Content-Length: 2'], '{}'],
  ['a question without a key', 'GET /v1/setup', [], ''],
]
for (const [name, line, headers, body] of cases) {
  test(`${name} whose caller disconnects is logged once, as 499, and counted`, async () => {
    const id = newId()
    const route = line.split(' ')[1]!.replace(/\?.*/, '').replace(hook.key, ':webhook_key')
    const before = await counted(route, 499)
    await withSlowDatabase(async (letGo) => {
      const connection = await openRaw(port)
      const closed = new Promise<void>((resolve) => {
        server.app.server.once('request', (message) => message.socket.once('close', resolve))
      })
      const arrived = once(server.app.server, 'request')
      await connection.write(request(line, [...headers, `X-Request-Id: ${id}`], body))
      await arrived
      connection.destroy()
      await closed
      letGo()
      await until(() => linesOf(id).length > 0)
    })
    const [logged, ...more] = linesOf(id)
    assert.equal(logged.status, 499)
    assert.equal(logged.route, route)
    assert.deepEqual(more, [])
    assert.equal((await counted(route, 499)) - before, 1)
  })
}

test('a body that breaks off is logged once', async () => {
  const id = newId()
  const connection = await openRaw(port)
  const arrived = once(server.app.server, 'request')
  await connection.write(request('POST /v1/contacts', [JSON_TYPE, 'Transfer-Encoding: chunked', `X-Request-Id: ${id}`]))
  await connection.write(chunk('{"first'))
  await arrived
  connection.destroy()
  await until(() => linesOf(id).length > 0)
  assert.equal(linesOf(id).length, 1)
  assert.deepEqual(
    server.logs.filter((line) => line.includes('"route":"unmatched"')),
    [],
  )
})

test('requests that never reach a route are logged and counted', async () => {
  const before = await counted('unmatched', 400)
  const count = () => server.logs.filter((line) => line.includes('"route":"unmatched","status":400')).length
  const lines = count()
  await exchange(port, 'GARBAGE\r\n\r\n')
  await exchange(port, request('GET /healthz', ['Expect: something']))
  await exchange(port, request('GET /%ff'))
  assert.equal(count() - lines, 3)
  assert.equal((await counted('unmatched', 400)) - before, 3)
})

test('an answer that was sent is logged once with its own status', async () => {
  for (const [status, line] of [
    [200, 'GET /healthz'],
    [404, 'GET /nothing'],
    [401, 'GET /v1/contacts'],
    [405, 'PUT /v1/contacts'],
  ] as const) {
    const id = newId()
    await exchange(port, request(line, [`X-Request-Id: ${id}`]))
    await until(() => linesOf(id).length > 0)
    assert.deepEqual(
      linesOf(id).map((each) => [each.status, each.ms > 0]),
      [[status, true]],
    )
  }
})
