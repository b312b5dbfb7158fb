import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { type AddressInfo, type Server, Socket } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { inspect } from 'node:util'
import { createSafeFetch } from '../../../src/lib/net/safe-fetch.ts'
import { createPlatformHttp } from '../../../src/platforms/shared/client.ts'
import { type Http, type HttpRequest, TransportError } from '../../../src/platforms/shared/contract.ts'
import { sendFile } from '../../../src/platforms/shared/uploads.ts'

interface Seen {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: Buffer
}

let seen: Seen[] = []
let answer: (response: ServerResponse) => void
const platform = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer)
  } catch {
    // The client disconnected.
    return
  }
  seen.push({ method: request.method!, url: request.url!, headers: request.headers, body: Buffer.concat(chunks) })
  answer(response)
})
let host = ''
let http: Http

before(async () => {
  const port = await listen(platform)
  host = `127.0.0.1:${port}`
  http = createHttp([host])
})

beforeEach(() => {
  seen = []
  answer = (response) => response.end('{"id":"1"}')
})

after(async () => {
  platform.closeAllConnections()
  await close(platform)
})

function createHttp(allowedHosts: string[], options: { timeoutMs?: number; maxBytes?: number } = {}): Http {
  const allowedOrigins = allowedHosts.map((each) => `http://${each}`)
  return createPlatformHttp(createSafeFetch({ allowedOrigins }), { allowedHosts, ...options })
}

async function failsUnsent(call: Promise<unknown>): Promise<TransportError> {
  return failsAs(call, false)
}

async function failsAs(call: Promise<unknown>, sent: boolean): Promise<TransportError> {
  try {
    await call
  } catch (error) {
    assert.ok(error instanceof TransportError, inspect(error))
    assert.equal(error.sent, sent, inspect(error))
    return error
  }
  return assert.fail('the call succeeded')
}

describe('what goes out', () => {
  test('nothing, once the deadline of the request has passed', async () => {
    const notAfter = { hasPassed: () => true }
    await failsUnsent(http({ method: 'POST', url: `http://${host}/`, json: {}, notAfter }))
    assert.deepEqual(seen, [])
  })

  test('a query is added to the one in the URL, which stays as it was written', async () => {
    await http({ method: 'GET', url: `http://${host}/rest/posts?ids=List(urn%3Ali%3A1)`, query: { q: 'a b+c&d=é#' } })
    assert.equal(seen[0]!.url, '/rest/posts?ids=List(urn%3Ali%3A1)&q=a%20b%2Bc%26d%3D%C3%A9%23')
    await http({ method: 'GET', url: `http://${host}/x`, query: {} })
    assert.equal(seen[1]!.url, '/x')
    assert.equal(seen[1]!.headers['content-type'], undefined)
  })

  test('a file is read part by part while it is sent, and arrives whole', async () => {
    const file = randomBytes(3_000_001)
    const read = async (start: number, end: number) => {
      assert.ok(end - start <= 1_048_576)
      return file.subarray(start, end)
    }
    const request = { method: 'POST', url: `http://${host}/`, headers: { 'content-type': 'video/mp4' } } as const
    await sendFile(http, request, { bytes: file.length, read, before: 'Ä<', after: '>' })
    assert.equal(seen[0]!.headers['content-type'], 'video/mp4')
    assert.equal(seen[0]!.headers['content-length'], String(file.length + 4))
    assert.ok(seen[0]!.body.equals(Buffer.concat([Buffer.from('Ä<'), file, Buffer.from('>')])))
  })

  test('a file that fails while it is read throws its own error, not a network failure', async () => {
    const away = new Error('the store is away')
    const read = async (start: number, end: number) => {
      if (start > 0) throw away
      return new Uint8Array(end - start)
    }
    const sending = sendFile(http, { method: 'POST', url: `http://${host}/` }, { bytes: 3_000_000, read })
    await assert.rejects(sending, (error) => error === away)
  })

  test('a form, JSON and bytes arrive as given', async () => {
    const text = 'a b+c&d=é#\r\n\u{1f600}'
    await http({ method: 'POST', url: `http://${host}/`, form: { text, empty: '' } })
    assert.equal(seen[0]!.headers['content-type'], 'application/x-www-form-urlencoded')
    assert.deepEqual(
      [...new URLSearchParams(seen[0]!.body.toString())],
      [
        ['text', text],
        ['empty', ''],
      ],
    )

    await http({ method: 'POST', url: `http://${host}/`, json: { text, list: [1, null] } })
    assert.equal(seen[1]!.headers['content-type'], 'application/json')
    assert.deepEqual(JSON.parse(seen[1]!.body.toString()), { text, list: [1, null] })

    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)
    await http({ method: 'PUT', url: `http://${host}/`, bytes, headers: { 'Content-Type': 'image/jpeg' } })
    assert.equal(seen[2]!.headers['content-type'], 'image/jpeg')
    assert.ok(seen[2]!.body.equals(bytes))
    assert.equal(seen[2]!.headers['content-length'], '256')
  })

  test('a multipart body is readable by the parser of the simulator', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)
    await http({
      method: 'POST',
      url: `http://${host}/`,
      headers: { 'content-type': 'multipart/form-data; boundary=wrong' },
      multipart: [
        { name: 'media', value: bytes, filename: 'a"b\r\nc.jpg', type: 'image/jpeg' },
        { name: 'segment_index', value: '0' },
        { name: 'tëxt', value: '--doorpost-\r\n\u{1f600}' },
        { name: 'evil', value: new Uint8Array(0), filename: 'x', type: 'text/plain\r\nx-injected: 1' },
      ],
    })
    const { headers, body } = seen[0]!
    const parsed = await new Response(new Uint8Array(body), {
      headers: { 'content-type': headers['content-type']! },
    }).formData()
    const media = parsed.get('media') as File
    assert.deepEqual(new Uint8Array(await media.arrayBuffer()), bytes)
    assert.deepEqual([media.name, media.type], ['a"b\r\nc.jpg', 'image/jpeg'])
    assert.equal(parsed.get('segment_index'), '0')
    assert.equal(parsed.get('tëxt'), '--doorpost-\r\n\u{1f600}')
    assert.equal((parsed.get('evil') as File).size, 0)
    assert.doesNotMatch(body.toString('latin1'), /\r\nx-injected/)
  })

  test('a caption that makes a long URL is sent completely', async () => {
    // A URL of 12,000 characters: the server of this test accepts heads of 16 kB.
    const caption = '\u{1f600}'.repeat(1_000)
    await http({ method: 'POST', url: `http://${host}/`, query: { caption } })
    assert.equal(new URL(seen[0]!.url, 'http://x').searchParams.get('caption'), caption)
  })

  test('two bodies are a programming error', async () => {
    await assert.rejects(http({ method: 'POST', url: `http://${host}/`, json: {}, form: {} }), TypeError)
    assert.deepEqual(seen, [])
  })
})

describe('what comes back', () => {
  test('every complete answer is an answer, whatever its status', async () => {
    for (const status of [200, 201, 204, 301, 302, 307, 400, 401, 403, 404, 409, 422, 429, 500, 502, 503]) {
      answer = (response) =>
        response.writeHead(status, { location: `http://${host}/elsewhere`, 'retry-after': '7' }).end()
      const { headers, text, json, ...rest } = await http({ method: 'POST', url: `http://${host}/`, json: {} })
      assert.deepEqual({ ...rest, text, json }, { status, text: '', json: undefined, clockOffsetMs: 0 })
      assert.equal(headers.get('Retry-After'), '7')
    }
    assert.equal(seen.length, 16, 'redirects were followed or requests repeated')
  })

  test('an answer reports how far the clock of the platform is off, if it matters', async () => {
    const offsetWith = async (date: string) => {
      answer = (response) => response.writeHead(200, { date }).end()
      return (await http({ method: 'GET', url: `http://${host}/` })).clockOffsetMs
    }
    const at = (ms: number) => new Date(Date.now() + ms).toUTCString()
    assert.equal(await offsetWith(at(3_000)), 0)
    for (const off of [-600_000, -120_000, 120_000]) {
      assert.ok(Math.abs((await offsetWith(at(off)))! - off) < 5_000, String(off))
    }
    assert.equal(await offsetWith('yesterday'), null)
  })

  test('JSON is recognised by its content, not its content type; anything else is text', async () => {
    answer = (response) => response.writeHead(200, { 'content-type': 'text/javascript' }).end('{"data":{"id":"17"}}')
    assert.deepEqual((await http({ method: 'GET', url: `http://${host}/` })).json, { data: { id: '17' } })
    for (const body of ['<html>', '{"id":', '', '[1,]', '['.repeat(1_000) + ']'.repeat(1_000), '{"__proto__":{}}']) {
      answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body)
      const { text, json } = await http({ method: 'GET', url: `http://${host}/` })
      assert.deepEqual({ text, json }, { text: body, json: undefined })
    }
  })
})

describe('what does not come back', () => {
  test('a host outside the platform gets nothing, even if the guarded fetch would allow it', async () => {
    const safeFetch = createSafeFetch({ lookup: async () => ['1.1.1.1'], dial: () => assert.fail('dialled') })
    const real = createPlatformHttp(safeFetch, { allowedHosts: ['api.x.com', 'Upload.X.com:8443'] })
    for (const url of [
      'https://evil.example/',
      'https://api.x.com.evil.example/',
      'https://evil.example/api.x.com',
      'https://x.com/',
      'https://api.x.com:8443/',
      'https://upload.x.com/',
      'https://api.x.com@evil.example/',
      'https://evil.example\\@api.x.com/',
      'https://8.8.8.8/',
      'file:///etc/passwd',
      'nonsense',
    ]) {
      await failsUnsent(real({ method: 'GET', url, headers: { authorization: 'Bearer t' } }))
    }
    for (const url of ['https://api.x.com/', 'https://API.x.com:443/', 'https://upload.x.com:8443/']) {
      await assert.rejects(real({ method: 'GET', url }), /dialled/)
    }
  })

  test('plain http is refused, and so is a platform whose name resolves to a private address', async () => {
    const createReal = (address: string) => {
      const safeFetch = createSafeFetch({ lookup: async () => [address], dial: () => assert.fail('dialled') })
      return createPlatformHttp(safeFetch, { allowedHosts: ['graph.threads.net'] })
    }
    await failsUnsent(createReal('1.1.1.1')({ method: 'GET', url: 'http://graph.threads.net/' }))
    await failsUnsent(createReal('10.0.0.1')({ method: 'GET', url: 'https://graph.threads.net/' }))
  })

  test('unresolved names, refused connections and bad certificates count as not sent', async () => {
    const failures = [
      createSafeFetch({ lookup: () => Promise.reject(new Error('ENOTFOUND')) }),
      createSafeFetch({ lookup: async () => ['1.1.1.1'], dial: () => new Socket().destroy(new Error('no')) }),
      createSafeFetch({
        lookup: async () => ['1.1.1.1'],
        dial: () => new Socket().connect(Number(host.split(':')[1]), '127.0.0.1'),
      }),
    ]
    for (const safeFetch of failures) {
      const real = createPlatformHttp(safeFetch, { allowedHosts: ['api.x.com'] })
      await failsUnsent(real({ method: 'POST', url: 'https://api.x.com/2/tweets', json: { text: 'x' } }))
    }
    assert.deepEqual(seen, [])
  })

  const LOST: Array<[name: string, answer: (response: ServerResponse) => void]> = [
    ['dropped after it was accepted', (response) => response.socket!.destroy()],
    [
      'cut short of its content-length',
      (response) => {
        response.writeHead(200, { 'content-length': 100 }).write('{"id":')
        setTimeout(() => response.socket?.destroy(), 20)
      },
    ],
    [
      'cut short inside a chunked body',
      (response) => {
        response.writeHead(200).write('{"id":"1"}')
        setTimeout(() => response.socket?.destroy(), 20)
      },
    ],
    ['longer than allowed, announced', (response) => response.end(Buffer.alloc(2_000))],
    [
      'longer than allowed, not announced',
      (response) => {
        response.write(Buffer.alloc(1_999))
        response.end('x')
      },
    ],
    ['compressed', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')],
    ['never given', () => {}],
    [
      'given drop by drop',
      (response) => {
        const timer = setInterval(() => response.write(' '), 10)
        response.on('close', () => clearInterval(timer))
      },
    ],
  ]
  for (const [name, lost] of LOST) {
    test(`an answer ${name} leaves the outcome open: sent, and never sent again`, async () => {
      answer = lost
      const small = createHttp([host], { maxBytes: 1_000, timeoutMs: 200 })
      await failsAs(small({ method: 'POST', url: `http://${host}/`, json: { text: 'x' } }), true)
      assert.equal(seen.length, 1)
    })
  }

  test('a request may set its own time limit', async () => {
    answer = () => {}
    const started = performance.now()
    await failsAs(http({ method: 'GET', url: `http://${host}/`, timeoutMs: 100 }), true)
    assert.ok(performance.now() - started < 10_000)
  })

  test('no error repeats a token, wherever it is in the request', async () => {
    answer = (response) => response.socket!.destroy()
    const request: HttpRequest = {
      method: 'POST',
      url: `http://${host}/SECRET-1?access_token=SECRET-2`,
      query: { access_token: 'SECRET-3' },
      headers: { authorization: 'Bearer SECRET-4' },
      form: { code: 'SECRET-5' },
    }
    const errors = [
      await failsAs(http(request), true),
      await failsUnsent(createHttp(['api.example'])(request)),
      await failsUnsent(http({ ...request, url: 'SECRET-6' })),
      await failsUnsent(http({ ...request, headers: { authorization: 'SECRET-7\n' } })),
      await failsUnsent(http({ ...request, url: `http://SECRET-8:SECRET-9@${host}/` })),
    ]
    for (const error of errors) assert.doesNotMatch(inspect(error, { depth: 10, showHidden: true }), /SECRET/)
  })
})

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function close(server: Server): Promise<void> {
  server.close()
  await once(server, 'close')
}
