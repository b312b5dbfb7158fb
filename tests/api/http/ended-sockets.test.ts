import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { until } from '../../helpers/process.ts'
import { chunk, request } from '../../helpers/raw-http.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

// A client must not be able to keep a descriptor. These clients do not read, do not close, and do not react when the
// server closes. The server must still drop refused and ended connections long before the 65 s of an idle one.

const DEADLINE_MS = 40_000
const JSON_TYPE = 'Content-Type: application/json'
const CHUNKED = 'Transfer-Encoding: chunked'

const certFile = fileURLToPath(new URL('../../fixtures/tls-cert.pem', import.meta.url))
const keyFile = fileURLToPath(new URL('../../fixtures/tls-key.pem', import.meta.url))
const plain = await startServer()
const tls = await startServer({ env: { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } })
for (const { app } of [plain, tls]) {
  // Instead of 10 s and 30 s.
  app.server.headersTimeout = 500
  app.server.requestTimeout = 1_500
}
const key = await plain.key()
const BEARER = `Authorization: Bearer ${key}`
const PATH = await formWithFiles()

async function formWithFiles(): Promise<string> {
  const json = { name: 'Files', fields: [{ name: 'email' }, { name: 'cv', type: 'file', label: 'Your CV' }] }
  const { body } = await plain.send('POST', '/v1/forms', { key, json })
  return new URL(body.data.submit_url).pathname
}

const ONE = request('GET /healthz')
/** What a client sends, in chunks. */
const KINDS: Record<string, Array<string | Buffer>> = {
  nothing: [],
  'half a head': ['GET /healthz HTTP/1.1\r\nHo'],
  'not HTTP': ['hello\r\n\r\n'],
  'garbage behind a request': [Buffer.concat([ONE, Buffer.from('\r\n\r\nhello\r\n\r\n')])],
  'headers that are too large': [request('GET /healthz', [`X-Large: ${'x'.repeat(20_000)}`])],
  'chunk extensions that are too large': [
    request('POST /v1/contacts', [JSON_TYPE, CHUNKED], `1;${'x'.repeat(20_000)}\r\nx\r\n`),
  ],
  'a broken chunk': [request('POST /v1/contacts', [JSON_TYPE, CHUNKED], 'zz\r\nx\r\n')],
  CONNECT: [request('CONNECT example.com:443')],
  'CONNECT, with bytes behind it': [request('CONNECT example.com:443', [], 'x'.repeat(100_000))],
  'Upgrade and close': [request('GET /healthz', ['Upgrade: websocket', 'Connection: Upgrade, close'])],
  'Connection: close': [request('GET /healthz', ['Connection: close'])],
  'HTTP/1.0': ['GET /healthz HTTP/1.0\r\n\r\n'],
  'no Host, and close': ['GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
  'half a body': [request('POST /v1/contacts', [JSON_TYPE, 'Content-Length: 100'], '{')],
  '413, nothing of the body': [request('POST /v1/contacts', [JSON_TYPE, 'Content-Length: 60000000'])],
  '413, some of the body': [request('POST /v1/contacts', [JSON_TYPE, CHUNKED], chunk('x'.repeat(60_000)))],
  '401, half a body': [request('POST /v1/webhooks', [JSON_TYPE, 'Content-Length: 100'], '{')],
  '404, half a body': [request('POST /v1/nothing', [JSON_TYPE, 'Content-Length: 100'], '{')],
  '405, half a body': [request('PUT /v1/contacts', [JSON_TYPE, 'Content-Length: 100'], '{')],
  'half a body that nobody reads': [request('GET /healthz', ['Content-Length: 100'], '{')],
  'half a body for a redirect': [request('GET /l/unknown', ['Content-Length: 100'], '{')],
  'tiny chunks': [request('POST /v1/contacts', [JSON_TYPE, CHUNKED], Buffer.concat(Array(3_000).fill(chunk('x'))))],
  'Expect: 100-continue, refused': [
    request('POST /v1/contacts', [JSON_TYPE, 'Content-Length: 60000000', 'Expect: 100-continue']),
  ],
  'Expect: something, half a body': [request('POST /v1/contacts', ['Expect: something', 'Content-Length: 9'], 'x')],
  'a file that is refused': [
    request('POST /v1/media', [BEARER, 'Content-Type: image/png', 'Content-Length: 9999999999']),
  ],
  'a form with files that is refused': [
    request(`POST ${PATH}`, ['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 9999999999'], '--b'),
  ],
}

const clients: Socket[] = []
after(() => {
  for (const client of clients) client.destroy()
})

async function open({ port }: TestServer, isTls: boolean): Promise<Socket> {
  const socket = isTls
    ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
    : connect({ port, host: '127.0.0.1' })
  // Our side stays open even after the server has ended its side.
  socket.allowHalfOpen = true
  socket.on('error', () => {})
  clients.push(socket)
  await once(socket, isTls ? 'secureConnect' : 'connect')
  return socket
}

/** Port of the client → the connection on the server's side. */
const accepted = new Map<number, Socket>()
for (const { app } of [plain, tls]) {
  app.server.on('connection', (socket: Socket) => void accepted.set(socket.remotePort!, socket))
}

async function untilDestroyed({ localPort }: Socket): Promise<void> {
  await until(() => accepted.get(localPort!)?.destroyed === true, DEADLINE_MS)
}

for (const [name, server] of Object.entries({ http: plain, https: tls })) {
  describe(`over ${name}, the server drops a client that never closes`, { concurrency: true }, () => {
    for (const [kind, pieces] of Object.entries(KINDS)) {
      test(kind, async () => {
        const socket = await open(server, server === tls)
        for (const piece of pieces) socket.write(piece)
        await untilDestroyed(socket)
      })
    }
  })
}

describe('over https, before there is TLS', { concurrency: true }, () => {
  for (const [kind, text] of Object.entries({ 'plain HTTP': ONE, nothing: '' })) {
    test(kind, async () => {
      const socket = await open(tls, false)
      if (text !== '') socket.write(text)
      await untilDestroyed(socket)
    })
  }
})
