import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { makeGif, makeJpeg, makePng } from '../../../simulators/media/images.ts'
import { until } from '../../helpers/process.ts'
import { startServer } from '../../helpers/server.ts'
import { SAME_ORIGIN, signIn } from '../../helpers/session.ts'

const SIZE = { width: 20, height: 10, hue: 200 }

// Another server, at the only private address that is allowed: that of the sandbox.
const held: ServerResponse[] = []
const files: Record<string, (response: ServerResponse) => void> = {
  '/a.jpg': (response) => void response.setHeader('content-type', 'image/jpeg').end(makeJpeg(SIZE)),
  '/a.gif': (response) => void response.end(makeGif(SIZE)),
  '/says-html.png': (response) => void response.setHeader('content-type', 'text/html').end(makePng(SIZE)),
  '/html.jpg': (response) =>
    void response.setHeader('content-type', 'image/jpeg').end(`<html><script>alert(1)</script>${' '.repeat(100)}`),
  '/drawing.svg': (response) =>
    void response
      .setHeader('content-type', 'image/svg+xml')
      .end(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script>${' '.repeat(100)}</svg>`),
  '/empty.jpg': (response) => void response.end(),
  '/missing.jpg': (response) => void response.writeHead(404).end(makeJpeg(SIZE)),
  '/broken.jpg': (response) => void response.socket!.destroy(),
  '/huge.jpg': (response) => {
    response.setHeader('content-length', String(11 * 1024 * 1024))
    response.write(makeJpeg(SIZE))
  },
  '/endless.jpg': (response) => {
    response.write(makeJpeg(SIZE))
    const more = () => response.write(Buffer.alloc(65_536)) && setImmediate(more)
    response.on('drain', more).on('close', () => response.removeAllListeners('drain'))
    more()
  },
  '/to-private.jpg': (response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/a.jpg' }).end(),
  '/held.jpg': (response) => {
    response.write(makeJpeg(SIZE))
    held.push(response)
  },
}
const elsewhere = createServer((request, response) => files[request.url!]?.(response)).listen(0, '127.0.0.1')
await once(elsewhere, 'listening')
after(() => {
  elsewhere.closeAllConnections()
  elsewhere.close()
})
const origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`

const server = await startServer({ sandboxUrl: origin })
const viewer = await signIn(server, { role: 'viewer' })

const addressOf = (url: string) => `${server.url}/v1/media/preview?url=${encodeURIComponent(url)}`
const get = (url: string, init: RequestInit = {}) =>
  fetch(addressOf(url), { ...init, headers: { cookie: viewer.cookie, ...SAME_ORIGIN, ...init.headers } })

test('a picture is served unchanged with the type of its bytes, and harmless in a browser', async () => {
  const answer = await get(`${origin}/a.jpg`)
  assert.equal(answer.status, 200)
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), makeJpeg(SIZE))
  assert.equal(answer.headers.get('content-type'), 'image/jpeg')
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  assert.match(answer.headers.get('content-security-policy')!, /default-src 'none'.*sandbox/)
  assert.equal(answer.headers.get('cross-origin-resource-policy'), 'same-origin')
  assert.match(answer.headers.get('cache-control')!, /^private/)
  const liar = await get(`${origin}/says-html.png`)
  assert.equal(liar.headers.get('content-type'), 'image/png')
  await liar.arrayBuffer()
  // Smaller than the part that is checked.
  const small = await get(`${origin}/a.gif`)
  assert.equal(small.headers.get('content-type'), 'image/gif')
  assert.deepEqual(Buffer.from(await small.arrayBuffer()), makeGif(SIZE))
})

test('every problem gets the same answer', async () => {
  const port = (server.app.server.address() as AddressInfo).port
  const wrong = [
    ...['html.jpg', 'drawing.svg', 'empty.jpg', 'missing.jpg', 'broken.jpg', 'huge.jpg', 'to-private.jpg'].map(
      (name) => `${origin}/${name}`,
    ),
    `http://127.0.0.1:${port}/icon.svg`,
    'http://10.0.0.1/a.jpg',
    'http://169.254.169.254/latest/meta-data',
    'http://no-such-name.invalid/a.jpg',
    'http://localhost/a.jpg',
    'https://example.com:22/',
    'file:///etc/passwd',
    'not a url',
  ]
  const answers = await Promise.all(
    wrong.map((url) => viewer.send('GET', `/v1/media/preview?url=${encodeURIComponent(url)}`).catch(String)),
  )
  const told = new Set<string>()
  for (const [index, answer] of answers.entries()) {
    assert.ok(typeof answer !== 'string', `${wrong[index]}: ${String(answer)}`)
    // Concurrent requests may have to wait.
    const last =
      answer.status === 429
        ? await viewer.send('GET', `/v1/media/preview?url=${encodeURIComponent(wrong[index]!)}`)
        : answer
    assert.equal(last.status, 404, wrong[index])
    told.add(last.text)
  }
  assert.equal(told.size, 1)
})

test('an endless picture is cut off', async () => {
  const answer = await get(`${origin}/endless.jpg`)
  assert.equal(answer.status, 200)
  await assert.rejects(answer.arrayBuffer())
})

test('it is only for signed-in people, and for our own pages', async () => {
  const path = `/v1/media/preview?url=${encodeURIComponent(`${origin}/a.jpg`)}`
  assert.equal((await server.send('GET', path)).status, 401)
  assert.equal((await server.send('GET', path, { key: await server.key() })).status, 403)
  const foreign = await server.send('GET', path, { headers: { cookie: viewer.cookie, 'sec-fetch-site': 'cross-site' } })
  assert.equal(foreign.status, 403)
  assert.deepEqual(Object.keys((await viewer.send('GET', '/v1/media/preview')).body.details), ['url'])
  const unknown = await viewer.send('GET', `${path}&size=2`)
  assert.deepEqual([unknown.status, Object.keys(unknown.body.details)], [400, ['size']])
})

test('one person can have a few open at a time, and disconnecting frees a slot', async () => {
  const stops = Array.from({ length: 8 }, () => new AbortController())
  const opened = await Promise.all(stops.map(({ signal }) => get(`${origin}/held.jpg`, { signal })))
  assert.deepEqual(
    opened.map(({ status }) => status),
    Array(8).fill(200),
  )
  const ninth = await viewer.send('GET', `/v1/media/preview?url=${encodeURIComponent(`${origin}/a.jpg`)}`)
  assert.equal(ninth.status, 429)
  const editor = await signIn(server, { role: 'editor' })
  const other = await fetch(addressOf(`${origin}/a.jpg`), { headers: { cookie: editor.cookie, ...SAME_ORIGIN } })
  assert.equal(other.status, 200)
  await other.arrayBuffer()
  for (const stop of stops) stop.abort()
  await until(() => held.every((response) => response.closed || response.destroyed))
  await until(async () => {
    const answer = await get(`${origin}/a.jpg`)
    await answer.arrayBuffer()
    return answer.status === 200
  })
})

test('our own files come from the store, wherever their URL points', async () => {
  const { body } = await server.send('POST', '/v1/media', { key: await server.key(), body: makePng(SIZE) })
  for (const url of [body.data.url, body.data.url.replace(/^http:[/][/][^/]+/, 'http://localhost:1')]) {
    const answer = await get(url)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'image/png')
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), makePng(SIZE))
  }
})
