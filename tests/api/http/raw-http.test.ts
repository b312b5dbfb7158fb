// @alone

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { METHODS } from 'node:http'
import { afterEach, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { chunk, exchange, LAST_CHUNK, openRaw, type RawAnswer, request } from '../../helpers/raw-http.ts'
import { startServer } from '../../helpers/server.ts'

const server = await startServer({ dashboard: true })
const { port } = server
const key = await server.key()
const webhook = await server.webhook()

const JSON_TYPE = 'Content-Type: application/json'
const CHUNKED = 'Transfer-Encoding: chunked'
const PUBLIC_MAX = 51_200

// After each test the server must be healthy, and no answer may have been a 500.
afterEach(async () => {
  const [answer] = await exchange(port, request('GET /healthz'))
  assert.equal(answer?.status, 200, 'the server is alive')
  const failures = server.logs.filter((line) => /"level":"(error|fatal)"|"status":5\d\d/.test(line))
  assert.deepEqual(failures, [], 'nothing failed inside')
})

describe('broken HTTP is answered with 400 in our format, and the connection is closed', () => {
  const post = (headers: string[], body = '{"first_name":"Broken"}') =>
    request('POST /v1/contacts', [JSON_TYPE, ...headers], body)
  const get = (...headers: string[]) => request('GET /healthz', headers)
  const cases: Array<[string, string | Uint8Array]> = [
    ['a word that is no request', 'GARBAGE\r\n\r\n'],
    ['a request line without a target', 'GET\r\n\r\n'],
    ['an unknown version', 'GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS on the plain port', Uint8Array.of(0x16, 3, 1, 0, 0xa5, 1, 0, 0, 0xa1, 3, 3)],
    ['a method in lower case', 'get /healthz HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an unknown method', request('FOO /healthz')],
    ['lines that end with LF alone', 'GET /healthz HTTP/1.1\nHost: x\n\n'],
    ['NUL in a header', get('X-A: a\0b')],
    ['NUL in the URL', request('GET /a\0b')],
    ['bytes above ASCII in the URL', Buffer.from('GET /é HTTP/1.1\r\nHost: x\r\n\r\n')],
    ['a folded header', get('X-A: a\r\n b')],
    ['a blank before the colon', get('X-A : a')],
    ['a header without a name', get(': a')],
    ['Content-Length with Transfer-Encoding', post(['Content-Length: 5', CHUNKED], LAST_CHUNK)],
    ['Transfer-Encoding with Content-Length', post([CHUNKED, 'Content-Length: 5'], LAST_CHUNK)],
    ['two Content-Length that differ', post(['Content-Length: 23', 'Content-Length: 22'])],
    ['two Content-Length that are equal', post(['Content-Length: 23', 'Content-Length: 23'])],
    ...['-1', 'abc', '+23', '23, 23', '0x17', '2 3', '99999999999999999999', ''].map((value): [string, Uint8Array] => [
      `Content-Length "${value}"`,
      post([`Content-Length: ${value}`]),
    ]),
    ...['gzip', 'identity', 'chunked, identity', 'xchunked'].map((value): [string, Uint8Array] => [
      `Transfer-Encoding "${value}"`,
      post([`Transfer-Encoding: ${value}`], LAST_CHUNK),
    ]),
    ['a chunk size that is no number', post([CHUNKED], 'zz\r\n{}\r\n0\r\n\r\n')],
    ['a negative chunk size', post([CHUNKED], '-2\r\n{}\r\n0\r\n\r\n')],
    ['a chunk size beyond all numbers', post([CHUNKED], 'fffffffffffffffff\r\n{}\r\n0\r\n\r\n')],
    ['a chunk longer than its size', post([CHUNKED], '2\r\n{"first_name":"Broken"}\r\n0\r\n\r\n')],
    ['20 kB of chunk extensions', post([CHUNKED], `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`)],
    ['a header of 17 kB', get(`X-A: ${'a'.repeat(17_000)}`)],
    ['a URL of 20 kB', request(`GET /healthz?${'a'.repeat(20_000)}`)],
    ['2,000 headers', get(...Array.from({ length: 2_000 }, (_, i) => `h${i}: 1`))],
  ]
  for (const [name, bytes] of cases) {
    test(name, async () => {
      const connection = await openRaw(port)
      await connection.write(bytes)
      checkError(await connection.read(), 400, 'validation_error')
      await connection.closed()
      assert.equal(connection.rest.length, 0, 'one answer, not two')
      connection.destroy()
      assert.equal(await countContacts('Broken'), 0)
    })
  }

  test('the message names what is too large', async () => {
    const [headers] = await exchange(port, request('GET /healthz', [`X-A: ${'a'.repeat(17_000)}`]))
    assert.match(headers!.json.message, /16,384 bytes/)
    const [url] = await exchange(port, request(`GET /healthz?${'a'.repeat(20_000)}`))
    assert.match(url!.json.message, /URL.*16,384 bytes/)
  })
})

describe('valid HTTP, but wrong requests', () => {
  test('HTTP/1.1 without Host is 400', async () => {
    const [answer] = await exchange(port, 'GET /healthz HTTP/1.1\r\n\r\n')
    checkError(answer, 400, 'validation_error')
    assert.match(answer!.json.message, /Host/)
  })

  test('two Host headers are 400, also when they are equal', async () => {
    for (const second of ['127.0.0.1', 'evil.example']) {
      const [answer] = await exchange(port, `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: ${second}\r\n\r\n`)
      checkError(answer, 400, 'validation_error')
    }
  })

  test('HTTP/1.0 works without Host and closes', async () => {
    const connection = await openRaw(port)
    await connection.write('GET /healthz HTTP/1.0\r\n\r\n')
    const answer = await connection.read()
    assert.equal(answer?.status, 200)
    await connection.closed()
  })

  test('a bad key among any number of other headers is never treated as no key', async () => {
    for (const count of [10, 500, 1_000, 1_500, 1_999, 2_001, 2_500]) {
      const filler = Array.from({ length: count }, () => 'a:')
      const body = '{"first_name":"Hidden"}'
      const headers = [...filler, 'Authorization: Bearer bad', JSON_TYPE, `Content-Length: ${body.length}`]
      const [answer] = await exchange(port, request('POST /v1/contacts', headers, body))
      assert.ok(answer && [400, 401].includes(answer.status), `${count} headers: ${answer?.status}`)
    }
    assert.equal(await countContacts('Hidden'), 0)
  })

  for (const target of ['/%zz', '/v1/contacts/%ff', '/v1/contacts/%', '/v1/posts/%c3%28']) {
    test(`wrong percent-encoding in ${target} is 400`, async () => {
      const [answer] = await exchange(port, request(`GET ${target}`, [`Authorization: Bearer ${key}`]))
      checkError(answer, 400, 'validation_error')
      assert.match(answer!.json.message, /percent-encoding/)
    })
  }

  test('malformed ids are 404', async () => {
    for (const id of ['%00', '%2F', '..%2f..', 'a'.repeat(499), 'a'.repeat(5_000), "1'--", '%F0%9F%98%80']) {
      const [answer] = await exchange(port, request(`GET /v1/contacts/${id}`, [`Authorization: Bearer ${key}`]))
      checkError(answer, 404, 'not_found')
    }
  })

  test('webhook keys of any length and form get the same 404', async () => {
    const bodies = new Set<string>()
    for (const text of ['x', '%00', 'a'.repeat(499), 'a'.repeat(5_000), `${webhook.key}x`, webhook.key.slice(1)]) {
      const [answer] = await exchange(port, request(`POST /v1/webhooks/receive/${text}`, ['Content-Length: 0']))
      checkError(answer, 404, 'not_found')
      bodies.add(answer!.text)
    }
    assert.equal(bodies.size, 1, [...bodies].join('\n'))
  })

  test('the absolute form of a target equals its path', async () => {
    for (const [target, status] of [
      ['http://127.0.0.1/healthz', 200],
      ['http://127.0.0.1/v1/contacts?limit=1', 200],
      ['http://127.0.0.1/nothing', 404],
      // The dashboard.
      ['http://127.0.0.1', 200],
    ] as const) {
      const [answer] = await exchange(port, request(`GET ${target}`, [`Authorization: Bearer ${key}`]))
      assert.equal(answer?.status, status, target)
    }
    const [put] = await exchange(port, request('PUT http://127.0.0.1/v1/contacts'))
    checkError(put, 405, 'method_not_allowed')
    assert.equal(put!.headers.get('allow'), 'GET, HEAD, OPTIONS, POST')
  })

  test('a percent-encoded path equals the plain path', async () => {
    const [read] = await exchange(port, request('GET /%76%31/contacts', [`Authorization: Bearer ${key}`]))
    assert.equal(read?.status, 200)
    assert.equal(read.headers.get('cache-control'), 'no-store')
    const [put] = await exchange(port, request('PUT /%76%31/contacts'))
    checkError(put, 405, 'method_not_allowed')
  })

  test('OPTIONS * and other targets that are not paths are refused in our format', async () => {
    for (const line of ['OPTIONS *', 'GET *', 'GET //v1/contacts', 'GET /v1/../healthz', 'GET /healthz;x=1']) {
      const [answer] = await exchange(port, request(line))
      checkError(answer, 404, 'not_found')
    }
  })

  test('CONNECT is refused in our format', async () => {
    for (const target of ['example.com:443', '/v1/contacts']) {
      const [answer] = await exchange(port, request(`CONNECT ${target}`))
      assert.ok(answer, 'there is an answer')
      checkError(answer, 405, 'method_not_allowed')
    }
  })

  test('an Upgrade header is ignored', async () => {
    const [answer] = await exchange(port, request('GET /healthz', ['Connection: Upgrade', 'Upgrade: websocket']))
    assert.equal(answer?.status, 200)
  })
})

describe('Expect', () => {
  test('100-continue: told to continue, then 201', async () => {
    const body = '{"first_name":"Patient"}'
    const connection = await openRaw(port)
    await connection.write(
      request('POST /v1/contacts', [JSON_TYPE, `Content-Length: ${body.length}`, 'Expect: 100-continue']),
    )
    assert.equal((await connection.read())?.status, 100)
    await connection.write(body)
    assert.equal((await connection.read())?.status, 201)
    connection.destroy()
    assert.equal(await countContacts('Patient'), 1)
  })

  const refused: Array<[string, number, string[], string]> = [
    ['a body too large for the public', 413, [`Content-Length: ${PUBLIC_MAX + 1}`], '/v1/contacts'],
    ['10 MB for the public', 413, ['Content-Length: 10000000'], '/v1/contacts'],
    ['a body too large for a key', 413, ['Content-Length: 1048577', `Authorization: Bearer ${key}`], '/v1/contacts'],
    ['a body too large for a webhook', 413, ['Content-Length: 1048577'], `/v1/webhooks/receive/${webhook.key}`],
    ['a bad key', 401, ['Content-Length: 10', 'Authorization: Bearer bad'], '/v1/contacts'],
    ['an unknown path', 404, ['Content-Length: 10'], '/nothing'],
    ['an unknown webhook', 404, ['Content-Length: 10'], '/v1/webhooks/receive/unknown'],
  ]
  for (const [name, status, headers, path] of refused) {
    test(`100-continue with ${name} is ${status} at once, without 100, and the connection ends`, async () => {
      const connection = await openRaw(port)
      await connection.write(request(`POST ${path}`, [JSON_TYPE, ...headers, 'Expect: 100-continue']))
      const answer = await connection.read()
      assert.equal(answer?.status, status)
      checkError(answer, status)
      // The server closes, because it could not tell an unsent body from the next request.
      assert.equal(answer.headers.get('connection'), 'close')
      connection.destroy()
    })
  }

  test('anything else is 400', async () => {
    const [answer] = await exchange(
      port,
      request('POST /v1/contacts', [JSON_TYPE, 'Content-Length: 2', 'Expect: foo'], '{}'),
    )
    checkError(answer, 400, 'validation_error')
    assert.match(answer!.json.message, /100-continue/)
  })
})

describe('pipelines and bodies', () => {
  const body = (name: string) => JSON.stringify({ first_name: name })
  const create = (name: string, text = body(name)) =>
    request('POST /v1/contacts', [JSON_TYPE, `Content-Length: ${text.length}`], text)

  test('pipelined requests are answered in order', async () => {
    const all = Buffer.concat([
      create('Pipe 1'),
      request('GET /healthz'),
      request('GET /v1/contacts'),
      create('Pipe 2'),
      request('GET /nothing'),
      create('Pipe 3'),
    ])
    const answers = await exchange(port, all, 6)
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 200, 401, 201, 404, 201],
    )
    assert.deepEqual(
      [0, 3, 5].map((i) => answers[i]!.json.data.first_name),
      ['Pipe 1', 'Pipe 2', 'Pipe 3'],
    )
    assert.equal(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size, 6)
  })

  test('an unexpected body does not confuse the next request', async () => {
    const extra = ['Content-Length: 5', JSON_TYPE]
    const all = Buffer.concat([
      request('GET /healthz', extra, 'hello'),
      request('PUT /v1/contacts', extra, 'hello'),
      request('DELETE /v1/contacts/x', [...extra, `Authorization: Bearer ${key}`], 'hello'),
      request('OPTIONS /v1/contacts', extra, 'hello'),
      request('GET /nothing', extra, 'hello'),
      create('After bodies'),
    ])
    const answers = await exchange(port, all, 6)
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 405, 404, 200, 404, 201],
    )
  })

  test('a chunked body with extensions and trailers is read as one', async () => {
    const text = body('In chunks')
    const parts = [`a;x=1\r\n${text.slice(0, 10)}\r\n`, chunk(text.slice(10)), '0\r\nX-Trailer: 1\r\n\r\n']
    const bytes = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
    const [answer] = await exchange(port, request('POST /v1/contacts', [JSON_TYPE, CHUNKED], bytes))
    assert.equal(answer?.status, 201)
    assert.equal(answer.json.data.first_name, 'In chunks')
  })

  test('a body in thousands of tiny chunks is 400 with the reason, with and without a key', async () => {
    const body = JSON.stringify({ first_name: 'Tiny', message: 'x'.repeat(1_000) }).padEnd(1_800)
    const tiny = Buffer.concat([...body].map((character) => chunk(character)))
    for (const headers of [[], [`Authorization: Bearer ${key}`]]) {
      const connection = await openRaw(port)
      await connection.write(request('POST /v1/contacts', [JSON_TYPE, CHUNKED, ...headers]))
      await connection.write(Buffer.concat([tiny, Buffer.from(LAST_CHUNK)]))
      const answer = await connection.read()
      assert.equal(answer?.status, 400)
      assert.match(answer!.json.message, /1,000 pieces .* Content-Length/)
      connection.destroy()
    }
    const [answer] = await exchange(
      port,
      Buffer.concat([
        request('POST /v1/contacts', [JSON_TYPE, CHUNKED]),
        ...(body.match(/.{20}/g) ?? []).map((piece) => chunk(piece)),
        Buffer.from(LAST_CHUNK),
      ]),
    )
    assert.equal(answer?.status, 201, 'a body in pieces of twenty bytes is taken')
  })

  test('a truncated body is not stored', async () => {
    const text = body('Cut off')
    for (const [headers, sent] of [
      [[`Content-Length: ${text.length}`], text.slice(0, -1)],
      [[`Content-Length: ${text.length + 10}`], text],
      [[CHUNKED], chunk(text)],
      [[CHUNKED], `ff\r\n${text}`],
    ] as const) {
      for (const close of ['end', 'destroy'] as const) {
        const connection = await openRaw(port)
        await connection.write(request('POST /v1/contacts', [JSON_TYPE, ...headers], sent))
        connection[close]()
        if (close === 'end') {
          const answer = await connection.read()
          if (answer !== null) checkError(answer, 400, 'validation_error')
          await connection.closed()
        }
      }
    }
    // Waits until the server has dropped every connection, so that nothing can still be in flight.
    await until(async () => (await openConnections()) === 0)
    assert.equal(await countContacts('Cut off'), 0)
  })

  test('bytes beyond Content-Length are a new, broken request', async () => {
    const connection = await openRaw(port)
    await connection.write(Buffer.concat([create('Exact'), Buffer.from('}}}}\r\n\r\n')]))
    const first = await connection.read()
    assert.equal(first?.status, 201)
    checkError(await connection.read(), 400, 'validation_error')
    await connection.closed()
    assert.equal(await countContacts('Exact'), 1)
  })

  test('51,200 bytes pass without a key, 51,201 are 413, with a length and in chunks', async () => {
    const stem = '{"first_name":"Limit","a":""'
    const text = `${stem}${' '.repeat(PUBLIC_MAX - stem.length - 1)}}`
    for (const [bytes, status] of [
      [text, 201],
      [`${text} `, 413],
    ] as const) {
      const [plain] = await exchange(port, create('', bytes))
      const pieces = Buffer.concat([
        ...Array.from({ length: 12 }, (_, i) => chunk(bytes.slice(i * 4_000, (i + 1) * 4_000))),
        chunk(bytes.slice(48_000)),
        Buffer.from(LAST_CHUNK),
      ])
      const [chunked] = await exchange(port, request('POST /v1/contacts', [JSON_TYPE, CHUNKED], pieces))
      for (const answer of [plain, chunked]) {
        assert.equal(answer?.status, status)
        if (status === 413) checkError(answer, 413, 'payload_too_large')
      }
    }
    assert.equal(await countContacts('Limit'), 2)
  })

  test('a refused body does not confuse the next request', async () => {
    const connection = await openRaw(port)
    await connection.write(request('POST /v1/contacts', [JSON_TYPE, 'Content-Length: 60000']))
    checkError(await connection.read(), 413, 'payload_too_large')
    await connection.write(Buffer.alloc(60_000, 'x'))
    await connection.write(request('GET /healthz'))
    const next = await connection.read()
    assert.ok(next === null || next.status === 200, `${next?.status}`)
    connection.destroy()
  })

  test('an endless upload is refused while it is sent, and is never kept in memory', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const held = () => {
      // Twice: what the first run finds is freed in the background.
      collect()
      collect()
      return process.memoryUsage().arrayBuffers
    }
    const piece = chunk(Buffer.alloc(65_536, 'x'))
    for (const path of ['/v1/contacts', `/v1/webhooks/receive/${webhook.key}`]) {
      const connection = await openRaw(port)
      const before = held()
      await connection.write(request(`POST ${path}`, [JSON_TYPE, CHUNKED]))
      let most = 0
      let sent = 0
      while (!connection.isClosed && sent < 40_000_000) {
        await connection.write(piece)
        sent += piece.length
        if (sent % (32 * piece.length) === 0) most = Math.max(most, held() - before)
        await delay(0)
      }
      checkError(await connection.read(), 413, 'payload_too_large')
      assert.ok(connection.isClosed, 'the server does not read for ever')
      most = Math.max(most, held() - before)
      assert.ok(most < 4_000_000, `${most} bytes were held`)
      connection.destroy()
    }
  })
})

describe('slowness', () => {
  test('headers and bodies that never arrive are answered and closed', async () => {
    const slow = await startServer()
    // Instead of 10 s and 30 s; the server checks every two seconds.
    slow.app.server.headersTimeout = 300
    slow.app.server.requestTimeout = 600
    const text = '{"first_name":"Slow"}'
    const beginnings = [
      'GET /healthz HTTP/1.1\r\nHo',
      request('POST /v1/contacts', [JSON_TYPE, `Content-Length: ${text.length}`], text.slice(0, 5)),
      request('POST /v1/contacts', [JSON_TYPE, CHUNKED], '5\r\nab'),
    ]
    await Promise.all(
      beginnings.map(async (bytes) => {
        const connection = await openRaw(slow.port)
        await connection.write(bytes)
        const answer = await connection.read()
        checkError(answer, 400, 'validation_error')
        assert.match(answer.json.message, /too long/)
        await connection.closed()
      }),
    )
    const [stored] = await slow.sql<{ n: number }>('select count(*)::int as n from contacts')
    assert.equal(stored!.n, 0)
  })

  test('the limits match the documentation', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout } = server.app.server
    assert.deepEqual({ headersTimeout, requestTimeout }, { headersTimeout: 10_000, requestTimeout: 30_000 })
    assert.ok(keepAliveTimeout > 60_000, 'proxies close first')
  })
})

describe('methods', () => {
  interface Operation {
    responses: Record<string, object>
  }
  const { paths } = JSON.parse(readFileSync(new URL('../../../openapi.full.json', import.meta.url), 'utf8')) as {
    paths: Record<string, Record<string, Operation>>
  }
  const names = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
  const routes = [
    ...Object.entries(paths).map(([path, item]) => ({
      path,
      operations: new Map(
        Object.entries(item)
          .filter(([name]) => names.includes(name))
          .map(([name, operation]) => [name.toUpperCase(), Object.keys(operation.responses).map(Number)]),
      ),
    })),
    ...['/docs/api', '/docs/api/start.js', '/docs/api/reference.js'].map((path) => ({
      path,
      operations: new Map([['GET', [200]]]),
    })),
  ]
  const fill = (path: string) =>
    path
      .replace('{id}', '01900000-0000-7000-8000-000000000000')
      .replace('{webhook_key}', webhook.key)
      .replace(/\{\w+\}/g, 'x')
  const allowOf = (path: string, operations: Map<string, number[]>) => {
    // A handshake only answers its own sender.
    if (path.includes('{webhook_key}')) return ['POST']
    const allowed = [...operations.keys()]
    if (operations.has('GET')) allowed.push('HEAD')
    // Routes that pages of other websites may send to.
    const isOpen =
      path === '/v1/contacts' || ['submissions', 'challenge'].some((last) => path === `/v1/forms/{id}/${last}`)
    if (isOpen && !operations.has('OPTIONS')) allowed.push('OPTIONS')
    return allowed.sort()
  }

  test('the document has every route', () => {
    assert.ok(routes.length > 15, String(routes.length))
  })

  /**
   * Methods of some route or with a special meaning. All others are the same to every route, so they are only sent to
   * one public and one private path.
   */
  const usual = METHODS.filter(
    (method) => names.includes(method.toLowerCase()) || /^(CONNECT|QUERY|PROPFIND)$/.test(method),
  )

  // The first request about passkeys loads their library, which takes seconds on a busy machine.
  before(() => fetch(`${server.url}/v1/auth/passkeys/sign-in/options`, { method: 'POST' }))

  for (const { path, operations } of routes) {
    const methods = ['/v1/contacts', '/v1/keys/{id}'].includes(path) ? METHODS : usual
    test(`${path}: each of ${methods.length} methods gets a documented status, or 405 with Allow`, async () => {
      const allowed = allowOf(path, operations)
      for (const method of methods) {
        const connection = await openRaw(port)
        const headers = [`Authorization: Bearer ${key}`, 'Content-Length: 0']
        await connection.write(request(`${method} ${fill(path)}`, headers))
        const answer = await connection.read({ head: method === 'HEAD' })
        connection.destroy()
        assert.ok(answer, `${method} is answered`)
        assert.match(answer.headers.get('x-request-id') ?? '', /^[\w-]{8,64}$/, method)
        if (allowed.includes(method)) {
          const documented = operations.get(method === 'HEAD' ? 'GET' : method) ?? [200]
          assert.ok(documented.includes(answer.status) && answer.status !== 405, `${method}: ${answer.status}`)
          continue
        }
        assert.equal(answer.status, 405, method)
        if (method !== 'HEAD') checkError(answer, 405, 'method_not_allowed')
        // CONNECT names a host and no path, so nothing is allowed there.
        assert.equal(answer.headers.get('allow'), method === 'CONNECT' ? '' : allowed.join(', '), method)
      }
    })

    if (!allowOf(path, operations).includes('GET')) continue
    test(`HEAD ${path} has the headers of GET and no body`, async () => {
      for (const credential of [[`Authorization: Bearer ${key}`], []]) {
        const connection = await openRaw(port)
        await connection.write(request(`GET ${fill(path)}`, credential))
        const got = await connection.read()
        await connection.write(request(`HEAD ${fill(path)}`, credential))
        const headed = await connection.read({ head: true })
        // A body would appear before the next answer.
        await connection.write(request('GET /healthz'))
        assert.equal((await connection.read())?.status, 200)
        connection.destroy()
        assert.ok(got && headed)
        assert.equal(headed.status, got.status)
        assert.deepEqual(comparable(headed, path), comparable(got, path))
        // The length of the metrics changes with every request.
        if (path === '/metrics') assert.ok(headed.headers.has('content-length'))
        else assert.equal(headed.headers.get('content-length'), String(got.body.length))
      }
    })
  }

  function comparable({ headers }: RawAnswer, path: string): Record<string, string> {
    const own = ['x-request-id', 'date', 'ratelimit', ...(path === '/metrics' ? ['content-length'] : [])]
    return Object.fromEntries([...headers].filter(([name]) => !own.includes(name)))
  }
})

function checkError(answer: RawAnswer | null | undefined, status: number, code?: string): asserts answer is RawAnswer {
  assert.ok(answer, 'there is an answer')
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.match(answer.headers.get('x-request-id') ?? '', /^[\w-]{8,64}$/)
  const { error, message, status: mirrored } = answer.json
  if (code !== undefined) assert.equal(error, code)
  assert.equal(mirrored, status)
  assert.match(message, /^[A-Z].*\.$/s)
  const unknown = Object.keys(answer.json).filter((name) => !['error', 'message', 'status', 'details'].includes(name))
  assert.deepEqual(unknown, [])
}

async function countContacts(firstName: string): Promise<number> {
  const [row] = await server.sql<{ n: number }>('select count(*)::int as n from contacts where first_name = $1', [
    firstName,
  ])
  return row!.n
}

function openConnections(): Promise<number> {
  return new Promise((resolve, reject) =>
    server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 10_000; !(await condition()); await delay(10)) {
    assert.ok(Date.now() < deadline, `never came true: ${condition}`)
  }
}
