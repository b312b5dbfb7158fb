import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net'
import { join } from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createSafeFetch } from '../../../src/lib/net/safe-fetch.ts'
import { fromUrl } from '../../../src/media/incoming.ts'
import { jpegFile, pngWith } from '../../helpers/media-files.ts'
import { until } from '../../helpers/process.ts'
import { openRaw } from '../../helpers/raw-http.ts'
import { startServer } from '../../helpers/server.ts'

// Files that arrive in a form, or that Doorpost fetches: the rules are those of any upload.

const PUBLIC = '93.184.216.34'
const NAMES: Record<string, string> = { 'cdn.example.com': PUBLIC, 'inside.example.com': '10.0.0.1' }

let hits: string[] = []
let respond: (request: IncomingMessage, response: ServerResponse) => void
/** Where PUBLIC leads. */
const site = createServer((request, response) => {
  hits.push(request.url!)
  respond(request, response)
})
/** Where all other addresses lead. Must never be reached. */
let trapped = 0
const trap = createTcpServer((socket) => {
  trapped++
  socket.destroy()
})
const [sitePort, trapPort] = await Promise.all([listen(site), listen(trap)])
after(() => {
  site.closeAllConnections()
  site.close()
  trap.close()
})

async function listen(each: Server): Promise<number> {
  each.listen(0, '127.0.0.1')
  await once(each, 'listening')
  return (each.address() as AddressInfo).port
}

const outbound = {
  async lookup(name: string) {
    const address = NAMES[name]
    if (address === undefined) throw Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' })
    return [address]
  },
  dial: (address: string) => connect({ host: '127.0.0.1', port: address === PUBLIC ? sitePort : trapPort }),
}
const env = { MEDIA_MAX_MB: '2', MEDIA_QUOTA_MB: '40' }
const server = await startServer({ env, outbound })
const key = await server.key()
const mediaDir = join(server.deps.config.dataDir, 'media')
const URL_OF = 'http://cdn.example.com/pictures/My%20harbour.jpg'

beforeEach(() => {
  trapped = 0
  hits = []
  respond = (_request, response) => void response.end(jpegFile())
})

async function filesOnDisk(): Promise<string[]> {
  const entries = await readdir(mediaDir, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

/** Checks that there is no new row, file or marker. */
async function leavesNothing<T>(work: () => Promise<T>): Promise<T> {
  const count = async () =>
    (await server.sql('select file from media union all select file from media_leftovers')).length
  const before = [await count(), (await filesOnDisk()).length]
  const result = await work()
  assert.deepEqual([await count(), (await filesOnDisk()).length], before)
  return result
}

/** A picture that was not sent before. */
let hue = 0
const picture = () => Buffer.concat([jpegFile(hue % 360), Buffer.from(`trailer ${++hue}`)])

const add = (json: unknown, headers: Record<string, string> = {}) =>
  server.send('POST', '/v1/media', { key, json, headers })

async function post(form: FormData, headers: Record<string, string> = {}, query = '') {
  const request = new Request(server.url, { method: 'POST', body: form })
  const body = new Uint8Array(await request.arrayBuffer())
  const type = request.headers.get('content-type')!
  return server.send('POST', `/v1/media${query}`, { key, body, headers: { 'content-type': type, ...headers } })
}

function formOf(bytes: Buffer, fields: Record<string, string> = {}, name = 'harbour.jpg', type = 'image/jpeg') {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), name)
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  return form
}

const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())

describe('a file of another server', () => {
  test('is fetched and stored under its name, byte for byte', async () => {
    const bytes = picture()
    respond = (_request, response) => void response.setHeader('content-type', 'text/plain').end(bytes)
    const { status, headers, body, text } = await add({ url: URL_OF, alt_text: 'A harbour.' })
    assert.equal(status, 201, text)
    const { data } = body
    assert.deepEqual([data.name, data.alt_text, data.type], ['My harbour.jpg', 'A harbour.', 'image/jpeg'])
    assert.equal(headers.get('location'), `/v1/media/${data.id}`)
    assert.deepEqual(await bytesAt(data.url), bytes)
    const again = await server.send('POST', '/v1/media', { key, body: bytes })
    assert.deepEqual([again.body.data.id, again.body.data.duplicate], [data.id, true], 'the same bytes, sent')
  })

  test('may have another name, and be behind redirects', async () => {
    respond = (request, response) =>
      request.url === '/a'
        ? void response.writeHead(302, { location: 'http://cdn.example.com/b' }).end()
        : void response.end(picture())
    const { body } = await add({ url: 'http://cdn.example.com/a', name: 'Mine.jpg' })
    assert.equal(body.data.name, 'Mine.jpg')
    assert.deepEqual(hits, ['/a', '/b'])
    const plain = (await add({ url: 'http://cdn.example.com/' })).body.data
    assert.equal(plain.name, 'upload.jpg')
  })

  const REFUSED: Record<string, [(response: ServerResponse, request: IncomingMessage) => void, RegExp]> = {
    'that is not found': [(response) => void response.writeHead(404).end('Not here'), /status 404/],
    'that needs a sign-in': [(response) => void response.writeHead(401).end(), /status 401/],
    'that is a web page': [
      (response) => void response.setHeader('content-type', 'image/jpeg').end('<!doctype html><p>Sign in</p>'),
      /web page/,
    ],
    'that is an SVG drawing': [(response) => void response.end('<svg xmlns="http://www.w3.org/2000/svg"/>'), /SVG/],
    'that is empty': [(response) => void response.end(), /empty/],
    'with too many pixels': [(response) => void response.end(pngWith(50_000, 50_000)), /50000 × 50000 pixels/],
    'that says it is too large': [
      (response) => void response.setHeader('content-length', '2000001').write(jpegFile()),
      /2000000 bytes|larger than 2 MB/,
    ],
    'that has no end': [
      (response) => {
        response.write(jpegFile())
        const more = () => response.write(Buffer.alloc(65_536)) && setImmediate(more)
        response.on('drain', more).on('close', () => response.removeAllListeners('drain'))
        more()
      },
      /2000000 bytes|larger than 2 MB/,
    ],
    'that is shorter than announced': [
      (response) => {
        response.writeHead(200, { 'content-length': '100000' }).write(jpegFile())
        setImmediate(() => response.socket!.destroy())
      },
      /before its answer was whole/,
    ],
    'that is longer than announced': [
      (response) => {
        const file = jpegFile()
        response.socket!.end(
          Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 40\r\nconnection: close\r\n\r\n'), file]),
        )
      },
      /ends too early|not HTTP/,
    ],
    'that is packed': [
      (response) => void response.setHeader('content-encoding', 'gzip').end(gzipSync(jpegFile())),
      /compressed/,
    ],
    'that redirects in a circle': [
      (response, request) => void response.writeHead(302, { location: request.url! }).end(),
      /redirects too often/,
    ],
    'whose server hangs up': [(response) => void response.socket!.destroy(), /before its answer was whole/],
  }
  for (const [what, [answer, said]] of Object.entries(REFUSED)) {
    test(`${what} is refused with the reason, and without a trace`, async () => {
      respond = (request, response) => answer(response, request)
      const { status, body } = await leavesNothing(() => add({ url: URL_OF }))
      assert.deepEqual([status, Object.keys(body.details)], [400, ['url']], body.message)
      assert.match(body.details.url[0], said)
      assert.doesNotMatch(body.message, /pictures/, 'only the host is named')
    })
  }

  test('is never looked for in a private network, wherever a redirect leads', async () => {
    const places = [
      'http://127.0.0.1/a.jpg',
      'http://[::1]/a.jpg',
      'http://[::ffff:127.0.0.1]/a.jpg',
      'http://0x7f.1/a.jpg',
      'http://169.254.169.254/latest/meta-data/',
      'http://localhost/a.jpg',
      'http://inside.example.com/a.jpg',
      'http://unknown.example.com/a.jpg',
    ]
    const said = new Set<string>()
    for (const place of places) {
      for (const isRedirected of [false, true]) {
        respond = (_request, response) => void response.writeHead(302, { location: place }).end()
        const { status, body } = await leavesNothing(() => add({ url: isRedirected ? URL_OF : place }))
        assert.deepEqual([status, Object.keys(body.details)], [400, ['url']], place)
        said.add(body.message)
      }
    }
    assert.equal(trapped, 0)
    assert.equal(said.size, 1, 'names of our network and unknown names get the same words')
    assert.match([...said][0]!, /address is public/)
  })

  test('needs an address that can be fetched', async () => {
    for (const url of [
      'harbour.jpg',
      'file:///etc/passwd',
      'http://u:p@cdn.example.com/',
      'http://cdn.example.com:22/',
    ]) {
      const { status, body } = await add({ url })
      assert.deepEqual([url, status, Object.keys(body.details)], [url, 400, ['url']])
    }
    const { body } = await add({ url: 7, name: '../x', alt_text: 'x'.repeat(6_000), urll: 'x' })
    assert.deepEqual(Object.keys(body.details).sort(), ['alt_text', 'name', 'url', 'urll'])
    assert.deepEqual(Object.keys((await add({})).body.details), ['url'])
    assert.deepEqual(hits, [])
    const broken = await server.send('POST', '/v1/media', {
      key,
      body: '{"url":',
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(broken.status, 400)
    assert.equal((await add({ url: URL_OF, name: 'x'.repeat(20_000) })).status, 413)
    const reader = await server.key({ scopes: ['posts:read'] })
    assert.equal((await server.send('POST', '/v1/media', { key: reader, json: { url: URL_OF } })).status, 403)
  })

  test('of a slow server ends in time', async () => {
    respond = (_request, response) => {
      response.write(jpegFile())
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    }
    const owner = { workspaceId: server.deps.workspaceId, keyId: null, who: 'slow' }
    const raw = { socket: connect({ host: '127.0.0.1', port: server.port }) }
    const input = { name: null, altText: null, declaredType: null }
    const incoming = fromUrl(createSafeFetch(outbound), { raw: raw as never }, URL_OF, input, 200)
    await leavesNothing(() =>
      assert.rejects(server.deps.library.upload(owner, incoming), /cannot be read. The request took too long/),
    )
    raw.socket.destroy()
  })

  test('is no longer fetched once the client has hung up', async () => {
    let isClosed = false
    respond = (_request, response) => {
      response.write(jpegFile())
      response.on('close', () => {
        isClosed = true
      })
    }
    await leavesNothing(async () => {
      const stop = new AbortController()
      const asked = fetch(`${server.url}/v1/media`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: URL_OF }),
        signal: stop.signal,
      })
      await until(() => hits.length === 1)
      stop.abort()
      await assert.rejects(asked)
      await until(() => isClosed)
      await until(async () => (await filesOnDisk()).every((name) => !name.endsWith('.part')))
    })
  })

  test('is fetched once for each Idempotency-Key', async () => {
    respond = (_request, response) => void response.end(picture())
    const headers = { 'idempotency-key': 'the same picture' }
    const first = await add({ url: URL_OF }, headers)
    const again = await add({ url: URL_OF }, headers)
    assert.equal(again.text, first.text)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal(hits.length, 1, 'the file of now may be another one')
    assert.equal((await add({ url: `${URL_OF}?v=2` }, headers)).status, 422)
  })

  test('takes one of the eight places that a caller has', async () => {
    const waiting: ServerResponse[] = []
    respond = (_request, response) => void waiting.push(response)
    const asked = Array.from({ length: 8 }, () => add({ url: URL_OF }))
    await until(() => waiting.length === 8)
    assert.equal((await add({ url: URL_OF })).status, 429)
    for (const response of waiting) response.end(jpegFile())
    for (const { status } of await Promise.all(asked)) assert.equal(status, 201)
  })

  test('may be in the network of the operator who allows it', async () => {
    const open = await startServer({ env: { ...env, ALLOW_PRIVATE_NETWORKS: 'true' } })
    const { status, text } = await open.send('POST', '/v1/media', {
      key: await open.key(),
      json: { url: `http://127.0.0.1:${sitePort}/a.jpg` },
    })
    assert.equal(status, 201, text)
  })
})

describe('a file in a form', () => {
  test('is stored under its name, byte for byte, with the fields before and after it', async () => {
    const bytes = picture()
    const { status, body, text } = await post(formOf(bytes, { alt_text: 'A harbour.' }))
    assert.equal(status, 201, text)
    assert.deepEqual([body.data.name, body.data.alt_text], ['harbour.jpg', 'A harbour.'])
    assert.deepEqual(await bytesAt(body.data.url), bytes)
    const form = new FormData()
    form.append('name', 'Mine.jpg')
    form.append('picture', new Blob([new Uint8Array(picture())]), 'C:\\pictures\\theirs.jpg')
    assert.equal((await post(form, {}, '?name=Other.jpg')).body.data.name, 'Mine.jpg')
    const folder = formOf(picture(), {}, 'C:\\pictures\\theirs.jpg')
    assert.equal((await post(folder)).body.data.name, 'theirs.jpg')
  })

  const two = formOf(picture())
  two.append('more', new Blob([new Uint8Array(picture())]), 'b.jpg')
  const none = new FormData()
  none.append('file', 'harbour.jpg')
  const REFUSED: Record<string, [FormData, string, RegExp]> = {
    'with two files': [two, 'more', /one file only/],
    'without a file': [none, 'file', /no file/],
    'with an unknown field': [formOf(picture(), { alt: 'x' }), 'alt', /alt_text|known/i],
    'with a name that is a path': [formOf(picture(), { name: '../x' }), 'name', /name of a file/],
    'whose file is a web page': [formOf(Buffer.from('<!doctype html>')), 'file', /web page/],
    'whose part says another type': [formOf(picture(), {}, 'a.jpg', 'text/html'), 'Content-Type', /image\/jpeg/],
  }
  for (const [what, [form, field, said]] of Object.entries(REFUSED)) {
    test(`${what} is refused with the reason, and without a trace`, async () => {
      const { status, body, text } = await leavesNothing(() => post(form))
      assert.equal(status, 400, text)
      assert.ok(Object.keys(body.details).includes(field), text)
      assert.match(body.details[field][0], said)
    })
  }

  test('that is too large is 413', async () => {
    for (const extra of [1, 100_000, 1_000_000]) {
      const bytes = Buffer.concat([jpegFile(), Buffer.alloc(2_000_000 + extra)])
      assert.equal((await leavesNothing(() => post(formOf(bytes)))).status, 413, String(extra))
    }
    const fields = formOf(picture(), { alt_text: 'x'.repeat(40_000) })
    assert.equal((await leavesNothing(() => post(fields))).status, 413)
  })

  test('that is no form, or is cut off, leaves nothing', async () => {
    await leavesNothing(async () => {
      for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
        const headers = { 'content-type': type }
        const { status, body } = await server.send('POST', '/v1/media', { key, headers, body: jpegFile() })
        assert.equal(status, 400)
        assert.match(body.message, /not a valid multipart form/)
      }
      const raw = await openRaw(server.port)
      raw.write(
        `POST /v1/media HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\ncontent-length: 100000\r\n` +
          'content-type: multipart/form-data; boundary=x\r\n\r\n' +
          '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n',
      )
      raw.write(jpegFile())
      await until(async () => (await filesOnDisk()).some((name) => name.endsWith('.part')))
      raw.destroy()
      await until(async () => (await filesOnDisk()).every((name) => !name.endsWith('.part')))
    })
  })

  test('is the same under one Idempotency-Key, whatever its boundary, and another with other fields', async () => {
    const headers = { 'idempotency-key': 'the same form' }
    const bytes = picture()
    const first = await post(formOf(bytes, { alt_text: 'A' }), headers)
    const again = await post(formOf(bytes, { alt_text: 'A' }), headers)
    assert.equal(again.text, first.text)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal((await post(formOf(bytes, { alt_text: 'B' }), headers)).status, 422)
    assert.equal((await post(formOf(picture(), { alt_text: 'A' }), headers)).status, 422)
  })
})
