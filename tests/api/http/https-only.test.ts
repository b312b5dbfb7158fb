import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { exchange, request } from '../../helpers/raw-http.ts'
import { startServer } from '../../helpers/server.ts'

// Self-signed for localhost and 127.0.0.1, valid for a hundred years; nothing else trusts it.
const certFile = fileURLToPath(new URL('../../fixtures/tls-cert.pem', import.meta.url))
const keyFile = fileURLToPath(new URL('../../fixtures/tls-key.pem', import.meta.url))
const BAD_KEY = 'svc_pk_00000000000000000000000000000000000000'

describe('own certificate', async () => {
  const server = await startServer({ env: { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } })
  const key = await server.key()

  test('TLS_CERT_FILE and TLS_KEY_FILE serve https', async () => {
    const health = await get(server.port, '/healthz')
    assert.equal(health.status, 200)
    assert.equal(health.protocol, 'TLSv1.3')
    const list = await get(server.port, '/v1/contacts', { authorization: `Bearer ${key}` })
    assert.equal(list.status, 200)
    assert.equal(JSON.parse(list.text).success, true)
    assert.equal((await get(server.port, '/v1/contacts')).status, 401)
  })

  test('every answer tells browsers to use only https, including refusals and unknown routes', async () => {
    for (const path of ['/healthz', '/', '/docs', '/openapi.json', '/v1/contacts', '/nothing', '/%ff']) {
      const { headers, status } = await get(server.port, path)
      assert.equal(headers['strict-transport-security'], 'max-age=31536000', `${path} (${status})`)
    }
    const { headers, status } = await get(server.port, '/healthz', { expect: 'something' })
    assert.equal(status, 400)
    assert.equal(headers['strict-transport-security'], 'max-age=31536000')
  })

  test('plain http on that port is refused, and the server keeps running', async () => {
    const answers = await exchange(server.port, request('GET /healthz'))
    assert.ok(
      answers.every(({ status }) => status === 400),
      JSON.stringify(answers[0]?.text),
    )
    assert.equal((await get(server.port, '/healthz')).status, 200)
  })
})

describe('BASE_URL is https', async () => {
  const server = await startServer({ env: { BASE_URL: 'https://doorpost.example.com', RATE_LIMIT_FAILED_AUTH: '3' } })
  const key = await server.key()

  test('plain http is 403 with what to do, whatever the credential', async () => {
    for (const options of [{ key }, { key: BAD_KEY }, { key: 'x' }, {}]) {
      const answer = await server.send('GET', '/v1/contacts', options)
      assert.equal(answer.status, 403)
      assert.equal(answer.body.error, 'forbidden')
      assert.match(answer.body.message, /HTTPS.*https:\/\/.*TRUST_PROXY/)
      assert.equal(answer.headers.get('www-authenticate'), null)
      assert.equal(answer.headers.get('ratelimit'), null)
    }
    const post = await server.send('POST', '/v1/contacts', { json: { first_name: 'Plain' } })
    assert.equal(post.status, 403)
    const [stored] = await server.sql<{ n: number }>('select count(*)::int as n from contacts')
    assert.equal(stored!.n, 0)
  })

  test('no spelling of the address gets around it', async () => {
    for (const target of [
      `http://127.0.0.1:${server.port}/v1/contacts`,
      'https://doorpost.example.com/v1/contacts',
      '/%761/contacts',
      '/v%31/contacts',
      '/v1/contacts?x=1',
    ]) {
      const [answer] = await exchange(server.port, request(`GET ${target}`, [`Authorization: Bearer ${key}`]))
      assert.equal(answer?.status, 403, target)
    }
  })

  test('the scheme of BASE_URL may be in capitals', async () => {
    const capitals = await startServer({ env: { BASE_URL: 'HTTPS://doorpost.example.com' } })
    assert.equal((await capitals.send('GET', '/v1/contacts', { key: await capitals.key() })).status, 403)
  })

  test('a forwarded protocol is never trusted without a trusted proxy', async () => {
    for (const headers of [
      { 'x-forwarded-proto': 'https' },
      { 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'proto=https' },
      { 'x-forwarded-ssl': 'on' },
    ] as Record<string, string>[]) {
      assert.equal((await server.send('GET', '/v1/contacts', { key, headers })).status, 403)
    }
  })

  test('no account is connected over plain http: the browser is sent to https', async () => {
    for (const path of ['/connect/some-token', '/connect/callback?state=a&code=b']) {
      const answer = await fetch(`${server.url}${path}`, { redirect: 'manual' })
      assert.equal(answer.status, 308)
      assert.equal(answer.headers.get('location'), `https://doorpost.example.com${path}`)
    }
  })

  test('plain http never says Strict-Transport-Security', async () => {
    for (const path of ['/v1/contacts', '/healthz', '/', '/nothing']) {
      const answer = await fetch(`${server.url}${path}`, { redirect: 'manual' })
      assert.equal(answer.headers.get('strict-transport-security'), null, path)
    }
  })

  test('the probes, the document and the reference still answer', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs/api']) {
      assert.equal((await server.send('GET', path)).status, 200, path)
    }
  })
})

describe('behind a trusted proxy', async () => {
  const env = { BASE_URL: 'https://doorpost.example.com', TRUST_PROXY: 'loopback', RATE_LIMIT_FAILED_AUTH: '3' }
  const server = await startServer({ env })
  const key = await server.key()
  const https = { 'x-forwarded-proto': 'https' }

  test('bad keys over plain http are not counted as failed authentications', async () => {
    for (let i = 0; i < 10; i++) assert.equal((await server.send('GET', '/v1/contacts', { key: BAD_KEY })).status, 403)
    for (const status of [401, 401, 401, 429]) {
      const answer = await server.send('GET', '/v1/contacts', { key: BAD_KEY, headers: https })
      assert.equal(answer.status, status)
    }
  })

  test('requests that reached the proxy by https pass, by http they do not', async () => {
    // A different client than the one that guessed keys.
    const from = { 'x-forwarded-for': '203.0.113.9' }
    for (const [proto, status] of [
      ['https', 200],
      ['HTTPS', 200],
      ['http', 403],
      ['', 403],
      ['httpsx', 403],
    ] as const) {
      const headers = { ...from, 'x-forwarded-proto': proto }
      assert.equal((await server.send('GET', '/v1/contacts', { key, headers })).status, status, proto)
    }
  })

  test('a proxy that is not in the list is not trusted', async () => {
    const other = await startServer({ env: { ...env, TRUST_PROXY: '10.0.0.0/8, 192.0.2.7' } })
    const answer = await other.send('GET', '/v1/contacts', { key: await other.key(), headers: https })
    assert.equal(answer.status, 403)
  })
})

interface TlsAnswer {
  status: number
  headers: IncomingHttpHeaders
  protocol: string
  text: string
}

function get(port: number, path: string, headers: Record<string, string> = {}): Promise<TlsAnswer> {
  return new Promise((resolve, reject) => {
    const ca = readFileSync(certFile)
    const sent = httpsRequest({ host: '127.0.0.1', port, path, headers, ca, agent: false }, (response) => {
      const socket = response.socket as unknown as { getProtocol(): string }
      const protocol = socket.getProtocol()
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          protocol,
          text: Buffer.concat(parts).toString(),
        })
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}
