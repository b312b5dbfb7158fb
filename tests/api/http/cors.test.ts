import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Answer, startServer, type TestServer } from '../../helpers/server.ts'

const SITE = 'https://www.example.com'
const OTHER = 'https://evil.example'
const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }

const server = await startServer()
const key = await server.key()

describe('any origin', () => {
  test('a preflight is 200, allows the headers that websites add, and never Authorization', async () => {
    const USUAL = [
      'content-type',
      'idempotency-key',
      'traceparent',
      'tracestate',
      'baggage',
      'sentry-trace',
      'x-requested-with',
      'x-datadog-trace-id',
      'x-b3-traceid',
      'newrelic',
      'request-id',
    ]
    for (const wish of ['content-type', 'authorization', 'authorization, content-type', 'x-anything']) {
      const answer = await server.send('OPTIONS', '/v1/contacts', {
        headers: { origin: SITE, ...asked, 'access-control-request-headers': wish },
      })
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
      assert.equal(answer.headers.get('access-control-allow-methods'), 'POST')
      const allowed = answer.headers.get('access-control-allow-headers')!.split(', ')
      for (const name of USUAL) assert.ok(allowed.includes(name), name)
      for (const name of ['authorization', 'cookie', '*']) assert.ok(!allowed.includes(name), name)
      assert.equal(new Set(allowed).size, allowed.length, 'no name is there twice')
      assert.ok(allowed.every((name) => /^[a-z0-9-]+$/.test(name)))
      assert.match(answer.headers.get('access-control-max-age') ?? '', /^\d+$/)
      assert.equal(answer.headers.get('access-control-allow-credentials'), null)
      assert.equal(answer.body.success, true)
    }
  })

  test('a contact from a website form is stored and its answer can be read there', async () => {
    const answer = await server.send('POST', '/v1/contacts', {
      headers: { origin: SITE },
      json: { first_name: 'Form' },
    })
    assert.equal(answer.status, 201)
    checkOpen(answer)
    assert.equal(await count(server, 'Form'), 1)
  })

  test('a page without an origin of its own (null) may post too', async () => {
    const answer = await server.send('POST', '/v1/contacts', { headers: { origin: 'null' }, json: { first_name: 'F' } })
    assert.equal(answer.status, 201)
    checkOpen(answer)
  })

  test('a beacon, which is JSON as plain text, is stored; with a key plain text is refused', async () => {
    const beacon = { headers: { origin: SITE, 'content-type': 'text/plain;charset=UTF-8' } }
    const body = JSON.stringify({ first_name: 'Beacon' })
    const stored = await server.send('POST', '/v1/contacts', { ...beacon, body })
    assert.equal(stored.status, 201, stored.text)
    checkOpen(stored)
    const broken = await server.send('POST', '/v1/contacts', { ...beacon, body: 'first_name=Beacon' })
    assert.equal(broken.status, 400)
    assert.match(broken.body.message, /not valid JSON/)
    const large = JSON.stringify({ first_name: 'Beacon', message: 'x'.repeat(51_200) })
    assert.equal((await server.send('POST', '/v1/contacts', { ...beacon, body: large })).status, 413)
    for (const path of ['/v1/contacts', '/v1/posts/short']) {
      const withKey = await server.send('POST', path, { ...beacon, key, body })
      assert.equal(withKey.status, 400)
      assert.deepEqual(Object.keys(withKey.body.details), ['Content-Type'])
    }
    assert.equal(await count(server, 'Beacon'), 1)
  })

  test('a beacon from a website that is not listed is refused, though no preflight has asked', async () => {
    const narrow = await startServer({ env: { ALLOWED_ORIGINS: SITE } })
    const headers = { origin: OTHER, 'content-type': 'text/plain;charset=UTF-8' }
    const answer = await narrow.send('POST', '/v1/contacts', { headers, body: '{"first_name":"Foreign"}' })
    assert.equal(answer.status, 403)
    assert.equal(await count(narrow, 'Foreign'), 0)
  })

  test('every refusal can be read there as well', async () => {
    const headers = { origin: SITE }
    const large = JSON.stringify({ first_name: 'Large', message: 'x'.repeat(51_200) })
    for (const [status, options] of [
      [400, { headers, json: {} }],
      [400, { headers: { ...headers, 'content-type': 'application/json' }, body: '{' }],
      [400, { headers: { ...headers, 'content-type': 'text/plain' }, body: '{}' }],
      [400, { headers: { ...headers, 'content-type': 'text/html' }, body: '{"first_name":"A"}' }],
      [413, { headers: { ...headers, 'content-type': 'application/json' }, body: large }],
    ] as const) {
      const answer = await server.send('POST', '/v1/contacts', options)
      assert.equal(answer.status, status)
      checkOpen(answer)
    }
  })

  test('429 can be read there, with Retry-After', async () => {
    const limited = await startServer({ env: { RATE_LIMIT_PUBLIC: '2' } })
    const send = () =>
      limited.send('POST', '/v1/contacts', { headers: { origin: SITE }, json: { first_name: 'Often' } })
    const statuses = [(await send()).status, (await send()).status]
    const refused = await send()
    assert.deepEqual([...statuses, refused.status], [201, 201, 429])
    checkOpen(refused)
    assert.match(refused.headers.get('access-control-expose-headers') ?? '', /Retry-After/)
  })

  test('preflights are not counted by the limiter', async () => {
    const limited = await startServer({ env: { RATE_LIMIT_PUBLIC: '2' } })
    for (let i = 0; i < 10; i++) {
      const answer = await limited.send('OPTIONS', '/v1/contacts', { headers: { origin: SITE, ...asked } })
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('ratelimit'), null)
    }
    for (const status of [201, 201, 429]) {
      const answer = await limited.send('POST', '/v1/contacts', { json: { first_name: 'Counted' } })
      assert.equal(answer.status, status)
    }
  })

  test('no answer to a request with Authorization allows an origin', async () => {
    const headers = { origin: SITE }
    for (const [status, options] of [
      [201, { key, headers, json: { first_name: 'Key' } }],
      [400, { key, headers, json: {} }],
      [401, { key: 'bad', headers, json: { first_name: 'Key' } }],
      [401, { headers: { ...headers, authorization: '' }, json: { first_name: 'Key' } }],
    ] as const) {
      const answer = await server.send('POST', '/v1/contacts', options)
      assert.equal(answer.status, status)
      checkClosed(answer)
    }
    checkClosed(await server.send('GET', '/v1/contacts', { key, headers }))
  })

  test('no other route allows an origin, and none has a preflight', async () => {
    const headers = { origin: SITE }
    for (const path of [
      '/v1/posts/thread',
      '/v1/posts',
      '/v1/webhooks',
      '/v1/webhooks/receive/x',
      '/healthz',
      '/docs',
    ]) {
      for (const method of ['GET', 'POST']) checkClosed(await server.send(method, path, { headers }))
      const preflight = await server.send('OPTIONS', path, { headers: { ...headers, ...asked } })
      assert.notEqual(preflight.status, 200)
      checkClosed(preflight)
      assert.equal(preflight.headers.get('access-control-allow-headers'), null)
    }
    checkClosed(await server.send('GET', '/v1/contacts/01900000-0000-7000-8000-000000000000', { key, headers }))
  })
})

describe('ALLOWED_ORIGINS', async () => {
  const narrow = await startServer({ env: { ALLOWED_ORIGINS: `${SITE}, http://localhost:3000` } })
  const narrowKey = await narrow.key()

  test('a listed origin is echoed, with Vary', async () => {
    for (const origin of [SITE, 'http://localhost:3000']) {
      const preflight = await narrow.send('OPTIONS', '/v1/contacts', { headers: { origin, ...asked } })
      const created = await narrow.send('POST', '/v1/contacts', { headers: { origin }, json: { first_name: 'Listed' } })
      const refused = await narrow.send('POST', '/v1/contacts', { headers: { origin }, json: {} })
      assert.deepEqual([preflight.status, created.status, refused.status], [200, 201, 400])
      for (const answer of [preflight, created, refused]) {
        assert.equal(answer.headers.get('access-control-allow-origin'), origin)
        assert.match(answer.headers.get('vary') ?? '', /\bOrigin\b/)
      }
    }
  })

  test('any other origin is 403 without CORS headers, and nothing is stored', async () => {
    const others = [OTHER, 'null', 'http://www.example.com', `${SITE}:8443`, `${SITE}.evil.example`, `${SITE}/`]
    for (const origin of [...others, SITE.toUpperCase(), `${SITE}, ${OTHER}`]) {
      const answer = await narrow.send('POST', '/v1/contacts', { headers: { origin }, json: { first_name: 'Foreign' } })
      assert.equal(answer.status, 403, origin)
      assert.equal(answer.body.error, 'forbidden')
      assert.match(answer.body.message, /An owner can allow its origin/)
      checkClosed(answer)
      const preflight = await narrow.send('OPTIONS', '/v1/contacts', { headers: { origin, ...asked } })
      checkClosed(preflight)
      // A cache must not hand this answer to a listed origin.
      for (const each of [answer, preflight]) assert.match(each.headers.get('vary') ?? '', /\bOrigin\b/)
    }
    assert.equal(await count(narrow, 'Foreign'), 0)
  })

  test('a request without Origin passes, and so does one with a key', async () => {
    const plain = await narrow.send('POST', '/v1/contacts', { json: { first_name: 'Program' } })
    assert.equal(plain.status, 201)
    checkClosed(plain)
    const withKey = await narrow.send('POST', '/v1/contacts', {
      key: narrowKey,
      headers: { origin: OTHER },
      json: { first_name: 'Program' },
    })
    assert.equal(withKey.status, 201)
    checkClosed(withKey)
    assert.equal(await count(narrow, 'Program'), 2)
  })
})

function checkOpen(answer: Answer): void {
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
  assert.equal(answer.headers.get('access-control-allow-credentials'), null)
  assert.match(answer.headers.get('access-control-expose-headers') ?? '', /X-Request-Id/)
}

function checkClosed(answer: Answer): void {
  assert.equal(answer.headers.get('access-control-allow-origin'), null)
  assert.equal(answer.headers.get('access-control-allow-credentials'), null)
}

async function count({ sql }: TestServer, firstName: string): Promise<number> {
  const rows = await sql<{ n: number }>('select count(*)::int as n from contacts where first_name = $1', [firstName])
  return rows[0]!.n
}

describe('https://*.example.com', () => {
  test('allows its subdomains by their own name, and nothing else', async () => {
    const narrow = await startServer({ env: { ALLOWED_ORIGINS: 'https://*.example.com' } })
    const ask = async (origin: string) => {
      const preflight = await narrow.send('OPTIONS', '/v1/contacts', { headers: { origin, ...asked } })
      const sent = await narrow.send('POST', '/v1/contacts', { headers: { origin }, json: { first_name: 'Form' } })
      for (const { headers } of [preflight, sent]) assert.match(headers.get('vary')!, /^Origin(, Accept-Language)?$/)
      const allowed = [preflight, sent].map(({ headers }) => headers.get('access-control-allow-origin'))
      return [sent.status, ...allowed]
    }
    for (const origin of ['https://www.example.com', 'https://a.b.example.com']) {
      assert.deepEqual(await ask(origin), [201, origin, origin])
    }
    for (const origin of ['https://example.com', 'https://a.example.com.evil.com', 'https://evil-example.com']) {
      assert.deepEqual(await ask(origin), [403, null, null], origin)
    }
  })
})
