import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exchange, request } from '../../helpers/raw-http.ts'
import { startServer } from '../../helpers/server.ts'

const server = await startServer({ dashboard: true })
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

interface Refusal {
  error: string
}

async function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return fetch(`${server.url}${path}`, { method, headers, redirect: 'manual' })
}

async function scriptOf(): Promise<string> {
  const html = await (await get('/')).text()
  return /<script type="module"[^>]* src="(\/assets\/[^"]+\.js)"/.exec(html)![1]!
}

describe('pages', () => {
  for (const path of [
    '/',
    '/contacts',
    '/contacts/people/ana@example.com',
    '/posts/new',
    '/settings/keys',
    '/sign-in',
    '/set-up',
  ]) {
    test(`${path} is the frame of the dashboard`, async () => {
      const answer = await get(path, HTML)
      assert.equal(answer.status, 200)
      assert.match(answer.headers.get('content-type')!, /^text\/html/)
      assert.match(await answer.text(), /<div id="app">/)
    })
  }

  test('the policy lets no script in but our own files, and no style without this answer’s nonce', async () => {
    const answer = await get('/', HTML)
    const html = await answer.text()
    const policy = answer.headers.get('content-security-policy')!
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /script-src 'self';/)
    assert.match(policy, /frame-ancestors 'none'/)
    // Nobody can make the browser call an address: pictures of other servers come through our own.
    assert.match(policy, /img-src 'self' data: blob:;/)
    assert.match(policy, /media-src 'self' blob:;/)
    assert.doesNotMatch(policy, /https?:|\*/)
    const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)![1]!
    assert.ok(html.includes(`content="${nonce}"`))
    assert.ok(!html.includes('%NONCE%'))
    assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)/)
    assert.notEqual((await get('/', HTML)).headers.get('content-security-policy'), policy)
    assert.equal(answer.headers.get('cache-control'), 'no-cache')
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  })

  test('a wrong address in a browser is a page with 404; for a program it is JSON', async () => {
    const page = await get('/nothing/here', HTML)
    assert.equal(page.status, 404)
    assert.match(page.headers.get('content-type')!, /^text\/html/)
    const json = await get('/nothing/here')
    assert.equal(json.status, 404)
    assert.equal(((await json.json()) as Refusal).error, 'not_found')
    const api = await get('/v1/nothing', HTML)
    assert.equal(((await api.json()) as Refusal).error, 'not_found')
  })

  test('HEAD has the headers only; other methods are refused', async () => {
    const head = await get('/', HTML, 'HEAD')
    assert.equal(head.status, 200)
    assert.equal(await head.text(), '')
    const post = await get('/', HTML, 'POST')
    assert.equal(post.status, 405)
    assert.equal(post.headers.get('allow'), 'GET, HEAD')
  })
})

describe('files', () => {
  test('come compressed, and are kept for ever, because their names change with them', async () => {
    const path = await scriptOf()
    const plain = await get(path, { 'accept-encoding': 'identity' })
    assert.equal(plain.headers.get('content-encoding'), null)
    assert.match(plain.headers.get('content-type')!, /^text\/javascript/)
    assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    const source = Buffer.from(await plain.arrayBuffer())
    for (const coding of ['br', 'gzip']) {
      // fetch takes the coding apart by itself.
      const answer = await get(path, { 'accept-encoding': coding })
      assert.equal(answer.headers.get('content-encoding'), coding)
      assert.ok(Buffer.from(await answer.arrayBuffer()).equals(source))
    }
  })

  test('an unchanged one is 304', async () => {
    const first = await get('/icon.svg')
    assert.equal(first.status, 200)
    const again = await get('/icon.svg', { 'if-none-match': first.headers.get('etag')! })
    assert.equal(again.status, 304)
  })

  for (const path of [
    '/assets/nothing.js',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/package.json',
    '/made-from',
  ]) {
    test(`${path} is not one`, async () => {
      const answer = await get(path)
      assert.equal(answer.status, 404)
      assert.equal(((await answer.json()) as Refusal).error, 'not_found')
    })
  }
})

test('a page that was asked for without TLS leads to its https address', async () => {
  const secure = await startServer({ dashboard: true, env: { BASE_URL: 'https://doorpost.example.com' } })
  const answer = await fetch(`${secure.url}/posts?view=list`, { headers: HTML, redirect: 'manual' })
  assert.equal(answer.status, 308)
  assert.equal(answer.headers.get('location'), 'https://doorpost.example.com/posts?view=list')
  for (const target of ['//evil.example/', '///evil.example/x', '/\\evil.example', 'http://evil.example/contacts']) {
    const [redirect] = await exchange(secure.port, request(`GET ${target}`, ['Accept: text/html']))
    const location = redirect!.headers.get('location') ?? 'https://doorpost.example.com/'
    assert.equal(new URL(location).origin, 'https://doorpost.example.com', target)
  }
})

test('without a build the page says what to do, and the API works', async () => {
  const bare = await startServer()
  const answer = await fetch(`${bare.url}/`, { headers: HTML })
  assert.equal(answer.status, 503)
  assert.match(await answer.text(), /npm run build/)
  assert.equal((await fetch(`${bare.url}/healthz`)).status, 200)
})
