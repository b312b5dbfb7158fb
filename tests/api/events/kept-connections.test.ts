import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { createEndpoints } from '../../../src/events/endpoints.ts'
import { createSafeFetch } from '../../../src/lib/net/safe-fetch.ts'
import { until } from '../../helpers/process.ts'
import { createPlace, type Endpoint } from './helper.ts'

const place = await createPlace()

type Answer = (request: IncomingMessage, response: ServerResponse, nth: number) => void

/** Counts its connections, and the requests through each. */
async function startCounter(answer: Answer = (_request, response) => void response.end('ok')) {
  const requests: number[] = []
  const open = new Set<Socket>()
  const numbers = new WeakMap<Socket, number>()
  let made = 0
  const server: Server = createServer((request, response) => {
    const number = numbers.get(request.socket)!
    request.resume().on('end', () => {
      requests.push(number)
      answer(request, response, requests.filter((each) => each === number).length)
    })
  })
  server.on('connection', (socket: Socket) => {
    numbers.set(socket, ++made)
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { server, port, url: `http://127.0.0.1:${port}/hook`, requests, open }
}

/** One after the other. */
async function deliver(endpoint: Endpoint, count: number, courier = place.courier): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    ids.push(...(await place.events(endpoint.workspaceId, { data: { n } })))
    await courier.runDue()
  }
  return ids
}

async function statesOf(endpoint: Endpoint, ids: readonly string[]) {
  const rows = await Promise.all(ids.map((id) => place.delivery(endpoint, id)))
  return rows.map(({ state, attempts }) => `${state} ${attempts}`)
}

describe('a connection is reused', () => {
  test('by the next deliveries of the same endpoint, and by no other endpoint', async () => {
    const counter = await startCounter()
    const first = await place.endpoint(counter.url)
    const second = await place.endpoint(counter.url)
    await deliver(first, 5)
    assert.deepEqual(counter.requests, [1, 1, 1, 1, 1])
    await deliver(second, 2)
    assert.deepEqual(counter.requests.slice(5), [2, 2])
    await deliver(first, 1)
    assert.equal(counter.requests.at(-1), 1)
  })

  test('only as long as its name resolves to its address, which is checked each time', async () => {
    const counter = await startCounter()
    const dialled: string[] = []
    let addresses = ['127.0.0.1']
    const safeFetch = createSafeFetch({
      allowPrivate: true,
      lookup: async () => addresses,
      dial: (address, port) => {
        dialled.push(address)
        return connect({ host: '127.0.0.1', port })
      },
    })
    const courier = place.courierWith({ safeFetch })
    const endpoint = await place.endpoint(`http://moving.example:${counter.port}/hook`)
    await deliver(endpoint, 2, courier)
    addresses = ['127.0.0.2']
    await deliver(endpoint, 2, courier)
    assert.deepEqual(
      [dialled, counter.requests],
      [
        ['127.0.0.1', '127.0.0.2'],
        [1, 1, 2, 2],
      ],
    )
    // A metadata service, which is never allowed.
    addresses = ['169.254.169.254']
    const [refused] = await deliver(endpoint, 1, courier)
    const [attempt] = await place.attempts(endpoint, refused!)
    assert.deepEqual([attempt!.outcome, dialled.length, counter.requests.length], ['refused_address', 2, 4])
    await until(() => counter.open.size === 0)
  })

  test('not if the receiver wants to close it, sends too much, or refuses', async () => {
    const answers: Answer[] = [
      (_request, response) => void response.setHeader('connection', 'close').end('ok'),
      (_request, response) => void response.end('x'.repeat(10_000)),
      (_request, response) => void response.writeHead(500).end('no'),
    ]
    for (const answer of answers) {
      const counter = await startCounter(answer)
      const endpoint = await place.endpoint(counter.url)
      await deliver(endpoint, 2)
      assert.equal(new Set(counter.requests).size, counter.requests.length)
      await until(() => counter.open.size === 0)
    }
  })
})

describe('a connection that the receiver has closed', () => {
  test('while idle costs no attempt', async () => {
    const counter = await startCounter()
    const endpoint = await place.endpoint(counter.url)
    const ids = await deliver(endpoint, 1)
    counter.server.closeIdleConnections()
    ids.push(...(await deliver(endpoint, 1)))
    assert.deepEqual(await statesOf(endpoint, ids), ['delivered 1', 'delivered 1'])
    assert.deepEqual(counter.requests, [1, 2])
  })

  test('just when the next request came costs no attempt: it is sent through a new one', async () => {
    const counter = await startCounter((request, response, nth) => {
      if (nth === 1) response.end('ok')
      else request.socket.destroy()
    })
    const endpoint = await place.endpoint(counter.url)
    const ids = await deliver(endpoint, 2)
    assert.deepEqual(await statesOf(endpoint, ids), ['delivered 1', 'delivered 1'])
    assert.deepEqual(counter.requests, [1, 1, 2])
  })

  test('before it answered through a new one is a failed attempt', async () => {
    const counter = await startCounter((request) => void request.socket.destroy())
    const endpoint = await place.endpoint(counter.url)
    const [id] = await deliver(endpoint, 1)
    assert.deepEqual(
      (await place.attempts(endpoint, id!)).map(({ outcome }) => outcome),
      ['reset'],
    )
    assert.equal(counter.requests.length, 1)
  })
})

describe('kept connections end', () => {
  test('when the process stops', async () => {
    const counter = await startCounter()
    const courier = place.courierWith()
    await deliver(await place.endpoint(counter.url), 1, courier)
    assert.equal(counter.open.size, 1)
    await courier.stop()
    await until(() => counter.open.size === 0)
  })

  test('when the endpoint is changed or removed', async () => {
    const safeFetch = createSafeFetch({ allowPrivate: true })
    const courier = place.courierWith({ safeFetch })
    const parts = { pool: place.pool, ids: place.ids, box: place.box, clock: { now: place.now } }
    const endpoints = createEndpoints({ ...parts, send: courier.send, hangUp: safeFetch.hangUp })
    const changes = [
      (owner: Endpoint) => endpoints.update(owner.workspaceId, owner.id, null, { status: 'paused' }),
      (owner: Endpoint) => endpoints.delete(owner.workspaceId, owner.id),
    ]
    for (const change of changes) {
      const counter = await startCounter()
      const endpoint = await place.endpoint(counter.url)
      await deliver(endpoint, 1, courier)
      assert.equal(counter.open.size, 1)
      await change(endpoint)
      await until(() => counter.open.size === 0)
    }
  })

  test('before the receiver closes them, if it announces when', async () => {
    const counter = await startCounter(
      (_request, response) => void response.setHeader('keep-alive', 'timeout=1').end('ok'),
    )
    const endpoint = await place.endpoint(counter.url)
    await deliver(endpoint, 1)
    await until(() => counter.open.size === 0)
  })

  test('when there are many: eight are kept for an endpoint', async () => {
    const waiting: Array<() => void> = []
    const counter = await startCounter((_request, response) => {
      waiting.push(() => response.end('ok'))
      if (waiting.length === 12) for (const go of waiting) go()
    })
    const safeFetch = createSafeFetch({ allowPrivate: true })
    after(() => safeFetch.hangUp())
    const request = { url: counter.url, timeoutMs: 10_000, maxBytes: 1_000, keepFor: 'one', ports: null }
    await Promise.all(Array.from({ length: 12 }, () => safeFetch(request)))
    await until(() => counter.open.size === 8)
  })
})
