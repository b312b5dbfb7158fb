import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { after, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Courier } from '../../../src/events/delivery/courier.ts'
import { type Respond, startReceiver, status } from '../../helpers/receiver.ts'
import { createPlace } from './helper.ts'

// Possible answers of an endpoint, and the resulting state of the delivery.

const place = await createPlace()
const hasty = place.courierWith({ timeoutMs: 250 })

interface Made {
  state: string
  outcome: string
  status: number | null
  message: string | null
  answer: string | null
}

/** One event for one endpoint, sent once. */
async function deliverTo(url: string, courier: Courier = place.courier): Promise<Made> {
  const endpoint = await place.endpoint(url)
  const [eventId] = await place.events(endpoint.workspaceId, {})
  await courier.runDue()
  const { state } = await place.delivery(endpoint, eventId!)
  const attempts = await place.attempts(endpoint, eventId!)
  assert.equal(attempts.length, 1)
  const { outcome, status: code, message, answer } = attempts[0]!
  return { state, outcome, status: code, message, answer }
}

describe('delivered: the status decides, whatever the body is', () => {
  const trickle: Respond = (_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  }
  const bodies: Array<[name: string, respond: Respond, answer: string | null]> = [
    ['no body', status204(), null],
    ['text', (_request, response) => void response.writeHead(201).end('created'), 'created'],
    [
      'a compressed body that nobody asked for',
      (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello')),
      null,
    ],
    [
      'a body that is cut off',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('half', () => response.destroy())
      },
      'half',
    ],
    [
      'bytes that are no text',
      (_request, response) => void response.end(Buffer.from([0x61, 0, 0xff, 0x62])),
      'a\ufffdb',
    ],
  ]
  for (const [name, respond, answer] of bodies) {
    test(name, async () => {
      const made = await deliverTo((await startReceiver(respond)).url)
      assert.deepEqual([made.state, made.outcome, made.message, made.answer], ['delivered', 'delivered', null, answer])
    })
  }

  test('a body that never ends', async () => {
    const made = await deliverTo((await startReceiver(trickle)).url, hasty)
    assert.deepEqual([made.state, made.status], ['delivered', 200])
    assert.match(made.answer!, /^\.+$/)
  })

  test('only the beginning of a huge body is read, and no character is cut in two', async () => {
    let written = 0
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(200, { 'content-length': String(2 ** 40) })
      const chunk = Buffer.from(`a${'é'.repeat(32_768)}`)
      const more = () => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length
      }
      response.on('drain', more)
      more()
    })
    const made = await deliverTo(receiver.url)
    assert.deepEqual([made.state, made.status], ['delivered', 200])
    assert.equal(made.answer, `a${'é'.repeat(2_047)}`)
    assert.ok(written < 64 * 1024 * 1024, `${written} bytes were taken`)
  })
})

describe('failed: it is retried', () => {
  for (const code of [301, 302, 303, 307, 308]) {
    test(`${code} is not followed`, async () => {
      const other = await startReceiver()
      const receiver = await startReceiver(status(code, { location: other.url }))
      const made = await deliverTo(receiver.url)
      assert.deepEqual([made.state, made.outcome, made.status], ['pending', 'rejected', code])
      assert.match(made.message!, /Redirects are not followed/)
      assert.equal(other.requests.length, 0)
    })
  }

  for (const code of [400, 401, 404, 429, 500, 503, 599]) {
    test(`${code}`, async () => {
      const made = await deliverTo((await startReceiver(status(code))).url)
      assert.deepEqual([made.state, made.outcome, made.status], ['pending', 'rejected', code])
      assert.match(made.message!, new RegExp(`answered ${code}.*200 to 299`))
      assert.equal(made.answer, `said ${code}`)
    })
  }

  test('no answer in time', async () => {
    const made = await deliverTo((await startReceiver(() => {})).url, hasty)
    assert.deepEqual([made.state, made.outcome, made.status], ['pending', 'timeout', null])
  })

  test('the connection is refused', async () => {
    const receiver = await startReceiver()
    await receiver.close()
    const made = await deliverTo(receiver.url)
    assert.deepEqual([made.state, made.outcome], ['pending', 'connect'])
  })

  test('the connection is closed before the answer', async () => {
    const receiver = await startReceiver((_request, response) => void response.destroy())
    assert.equal((await deliverTo(receiver.url)).outcome, 'reset')
  })

  test('something that is not HTTP', async () => {
    const server = createTcpServer((socket) => void socket.on('error', () => {}).end('220 mail.example ESMTP\r\n\r\n'))
    assert.equal((await deliverTo(`http://127.0.0.1:${await listen(server)}/`)).outcome, 'bad_answer')
  })

  test('an untrusted certificate', async () => {
    const fixture = (name: string) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url))
    let seen = 0
    const server = createTlsServer(
      { cert: fixture('tls-cert.pem'), key: fixture('tls-key.pem') },
      (_request, response) => {
        seen++
        response.end()
      },
    )
    const made = await deliverTo(`https://127.0.0.1:${await listen(server)}/`)
    assert.deepEqual([made.state, made.outcome, made.status], ['pending', 'tls', null])
    assert.equal(seen, 0)
  })
})

describe('refused without sending', () => {
  const guarded = place.courierWith({ allowPrivate: false })
  let connections = 0
  const trap = createTcpServer((socket) => {
    connections++
    socket.destroy()
  })

  test('private addresses, plain http and unusual ports are refused without a connection', async () => {
    const port = await listen(trap)
    const refused: Array<[url: string, outcome: string]> = [
      ['https://127.0.0.1/', 'refused_address'],
      ['https://localhost/', 'refused_address'],
      ['https://[::1]/', 'refused_address'],
      ['https://10.0.0.1/', 'refused_address'],
      ['http://127.0.0.1/', 'refused_url'],
      [`https://127.0.0.1:${port}/`, 'refused_url'],
    ]
    for (const [url, outcome] of refused) {
      const made = await deliverTo(url, guarded)
      assert.deepEqual([made.state, made.outcome, made.status], ['pending', outcome, null], url)
    }
    assert.equal(connections, 0)
  })

  test('metadata services are refused even where private networks are allowed', async () => {
    assert.equal((await deliverTo('http://169.254.169.254/latest/meta-data')).outcome, 'refused_address')
  })
})

describe('problems of our own', () => {
  test('a secret that cannot be decrypted uses up no attempt; the event is sent when it can be again', async () => {
    const receiver = await startReceiver()
    const endpoint = await place.endpoint(receiver.url)
    const [{ secret }] = await place.sql('select secret from event_endpoints where id = $1', [endpoint.id])
    await place.sql('update event_endpoints set secret = $2 where id = $1', [endpoint.id, Buffer.alloc(60, 1)])
    const [eventId] = await place.events(endpoint.workspaceId, {}, {}, {})
    await place.courier.runDue()
    const { state, attempts } = await place.delivery(endpoint, eventId!)
    assert.deepEqual([state, attempts, (await place.row(endpoint)).failures], ['pending', 0, 0])
    const complaints = place.logs.filter(
      (line) => line.includes('event could not be sent') && line.includes(endpoint.id),
    )
    assert.equal(complaints.length, 1, 'the others are not tried meanwhile')

    await place.sql('update event_endpoints set secret = $2 where id = $1', [endpoint.id, secret])
    await place.runNext(endpoint, eventId!)
    assert.equal((await place.delivery(endpoint, eventId!)).state, 'delivered')
    assert.equal(receiver.requests.length, 3)
  })

  test('neither secrets nor signatures nor paths of endpoints are in the log', async () => {
    const receiver = await startReceiver(status(500))
    const endpoint = await place.endpoint(`${receiver.url}/very-secret-path`)
    await place.events(endpoint.workspaceId, {})
    await place.courier.runDue()
    assert.equal(receiver.requests.length, 1)
    const text = place.logs.join('\n')
    for (const secret of ['very-secret-path', endpoint.secret.slice(6), 'whsec_', 'v1,']) {
      assert.ok(!text.includes(secret), secret)
    }
  })
})

function status204(): Respond {
  return (_request, response) => void response.writeHead(204).end()
}

async function listen(server: ReturnType<typeof createTcpServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.close()
  })
  return (server.address() as AddressInfo).port
}
