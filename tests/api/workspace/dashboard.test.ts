import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { PAGES } from '../../../src/dashboard/pages.ts'
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

/** Every path of the router, as it is written there. */
function routerPaths(): string[] {
  const source = readFileSync(new URL('../../../web/src/router.tsx', import.meta.url), 'utf8')
  const paths = [...source.matchAll(/\b(first|page|entry|setting)\(\s*'([^']+)'/g)]
  const moved = [...source.matchAll(/=> settings, path: '(\/\w+)', beforeLoad/g)].map(([, path]) => `/settings${path}`)
  return [...paths.map(([, kind, path]) => (kind === 'setting' ? `/settings${path}` : path!)), ...moved]
}

describe('pages', () => {
  test('are those of the router, and no others', () => {
    const paths = routerPaths()
    assert.ok(paths.length > 30, 'the router is read')
    assert.deepEqual([...PAGES].sort(), paths.sort())
  })

  test('the service worker keeps the frame for exactly these', () => {
    const source = readFileSync(new URL('../../../web/public/sw.js', import.meta.url), 'utf8')
    const known = new RegExp(/PAGE =\s+\/(.*)\/\n/.exec(source)![1]!)
    for (const path of PAGES) assert.match(path, known)
    for (const path of [
      '/v1/contacts',
      '/v1',
      '/docs',
      '/f/abc',
      '/l/abc',
      '/b/me',
      '/connect/x',
      '/openapi.json',
      '/mcp',
    ]) {
      assert.doesNotMatch(path, known)
    }
  })

  for (const path of routerPaths()) {
    test(`${path} is the frame of the dashboard, also when it is opened or reloaded there`, async () => {
      const ids = path.replace('$email', 'ana@example.com').replace('$id', '0199a1b2-0000-7000-8000-000000000000')
      for (const address of [ids, `${ids}?tab=one`]) {
        const answer = await get(address, HTML)
        assert.equal(answer.status, 200, address)
        assert.match(answer.headers.get('content-type')!, /^text\/html/)
        assert.match(await answer.text(), /<div id="app">/)
      }
    })
  }

  for (const path of ['/nothing', '/formsx', '/forms/a/b', '/settings/nothing', '/posts/groups/x/y']) {
    test(`${path}, which the router does not have, is 404`, async () => {
      assert.equal((await get(path, HTML)).status, 404)
    })
  }

  test('the policy allows no script except our own files, and no style without the nonce of this answer', async () => {
    const answer = await get('/', HTML)
    const html = await answer.text()
    const policy = answer.headers.get('content-security-policy')!
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /script-src 'self';/)
    assert.match(policy, /frame-ancestors 'none'/)
    // A post cannot make the browser call an address: pictures of other servers come through our own.
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

  test('an unknown address is a 404 page in a browser and JSON for a program', async () => {
    const page = await get('/nothing/here', HTML)
    assert.equal(page.status, 404)
    assert.match(page.headers.get('content-type')!, /^text\/html/)
    const json = await get('/nothing/here')
    assert.equal(json.status, 404)
    assert.equal(((await json.json()) as Refusal).error, 'not_found')
    const api = await get('/v1/nothing', HTML)
    assert.equal(((await api.json()) as Refusal).error, 'not_found')
  })

  test('HEAD has only the headers; other methods are refused', async () => {
    const head = await get('/', HTML, 'HEAD')
    assert.equal(head.status, 200)
    assert.equal(await head.text(), '')
    const post = await get('/', HTML, 'POST')
    assert.equal(post.status, 405)
    assert.equal(post.headers.get('allow'), 'GET, HEAD')
  })
})

describe('files', () => {
  test('are compressed and cached forever, because their names change with them', async () => {
    const path = await scriptOf()
    const plain = await get(path, { 'accept-encoding': 'identity' })
    assert.equal(plain.headers.get('content-encoding'), null)
    assert.match(plain.headers.get('content-type')!, /^text\/javascript/)
    assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    const source = Buffer.from(await plain.arrayBuffer())
    for (const coding of ['br', 'gzip']) {
      // fetch decodes the body itself.
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

test('a page that is requested without TLS redirects to its https address', async () => {
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
