import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { routes } from '../../../src/app/routes.ts'
import { until } from '../../helpers/process.ts'
import { exchange, type RawAnswer, request } from '../../helpers/raw-http.ts'
import { startServer } from '../../helpers/server.ts'
import { PASSWORD, SAME_ORIGIN, signIn } from '../../helpers/session.ts'

const server = await startServer({ dashboard: true })
const key = await server.key()
const AUTH = `Authorization: Bearer ${key}`
for (let i = 0; i < 20; i++) await server.send('POST', '/v1/contacts', { json: { first_name: `Person ${i}` } })

/** Raw, because fetch would decompress it. */
async function get(path: string, ...headers: string[]): Promise<RawAnswer> {
  const [answer] = await exchange(server.port, request(`GET ${path}`, headers))
  return answer!
}

const asset = /"(\/assets\/[^"]+\.js)"/.exec((await get('/')).text)![1]!

describe('every answer above a kilobyte is compressed if the client accepts it', () => {
  const LARGE: Array<[path: string, ...headers: string[]]> = [
    ['/v1/contacts', AUTH],
    ['/v1/webhooks/presets', AUTH],
    ['/v1/contacts/export', AUTH],
    ['/'],
    ['/docs/api/reference.js'],
    ['/openapi.json'],
    ['/metrics'],
    [asset],
  ]
  for (const [path, ...headers] of LARGE) {
    test(path === asset ? 'a file of the dashboard' : path, async () => {
      const plain = await get(path, ...headers)
      assert.equal(plain.status, 200)
      assert.equal(plain.headers.get('content-encoding'), undefined)
      assert.match(plain.headers.get('vary')!, /\bAccept-Encoding\b/)
      const packed = await get(path, ...headers, 'Accept-Encoding: gzip')
      assert.equal(packed.headers.get('content-encoding'), 'gzip')
      assert.match(packed.headers.get('vary')!, /\bAccept-Encoding\b/)
      assert.equal(packed.headers.get('content-length'), String(packed.body.length))
      assert.ok(packed.body.length < plain.body.length)
      const unpacked = gunzipSync(packed.body)
      // Nonces and counters change with each answer.
      if (path !== '/' && path !== '/metrics') assert.ok(unpacked.equals(plain.body))
      const refused = await get(path, ...headers, 'Accept-Encoding: gzip;q=0, br;q=0.0')
      assert.equal(refused.headers.get('content-encoding'), undefined)
    })
  }

  test('files and documents also with brotli', async () => {
    for (const path of [asset, '/openapi.json', '/docs/api/reference.js']) {
      const plain = await get(path)
      const packed = await get(path, 'Accept-Encoding: gzip, br')
      assert.equal(packed.headers.get('content-encoding'), 'br', path)
      assert.ok(brotliDecompressSync(packed.body).equals(plain.body))
    }
  })

  test('on the fast path too', async () => {
    const body = JSON.stringify({ first_name: 'Large', message: 'x'.repeat(2_000) })
    const head = ['Content-Type: application/json', `Content-Length: ${body.length}`, 'Accept-Encoding: gzip']
    const [packed] = await exchange(server.port, request('POST /v1/contacts', head, body))
    assert.equal(packed!.status, 201)
    assert.equal(packed!.headers.get('content-encoding'), 'gzip')
    assert.equal(JSON.parse(gunzipSync(packed!.body).toString()).data.first_name, 'Large')
  })
})

describe('not compressed', () => {
  test('small answers', async () => {
    const small = await get('/healthz', 'Accept-Encoding: gzip')
    assert.equal(small.headers.get('content-encoding'), undefined)
    assert.equal(small.headers.get('vary'), undefined)
  })

  test('answers that show a secret, also when they are large', async () => {
    const person = await signIn(server)
    const shown: Array<[path: string, json: object, headers: Record<string, string>]> = [
      ['/v1/webhooks', { name: 'x'.repeat(100), mapping: { preset: 'typeform' } }, { authorization: `Bearer ${key}` }],
      ['/v1/auth/totp', { password: PASSWORD }, { cookie: person.cookie, ...SAME_ORIGIN }],
    ]
    for (const [path, json, headers] of shown) {
      const answer = await server.send('POST', path, { json, headers: { 'accept-encoding': 'gzip', ...headers } })
      assert.ok(answer.status < 300, answer.text)
      assert.equal(answer.headers.get('content-encoding'), null, path)
    }
  })

  test('every route whose answer is documented to show a secret is among them', () => {
    const WORDS =
      /"(?:key|secret|receive_url|link|url|uri|backup_codes)":"[^"]*(?:svc_pk_|whsec_|whk_|join_|otpauth|connect\/)|"backup_codes":\[/
    for (const [method, path, , operation] of routes) {
      const isShown = Object.values(operation.answers).some(({ example }) => WORDS.test(JSON.stringify(example) ?? ''))
      assert.equal(operation.showsSecret ?? false, isShown, `${method} ${path}`)
    }
  })
})

test('while three answers are being compressed, the next one is sent plain, and later ones are compressed again', async () => {
  // Threads compress. This blocks all four: each opens a pipe that has no writer.
  const pipe = join(server.deps.config.dataDir, 'pipe')
  execFileSync('mkfifo', [pipe])
  const held = Array.from({ length: 4 }, () => fs.promises.open(pipe, 'r'))
  let writer: number | null = null
  try {
    const send = () => get('/v1/contacts', AUTH, 'Accept-Encoding: gzip')
    let answered = 0
    const answers = Array.from({ length: 10 }, () => send().finally(() => answered++))
    await until(() => answered === 7)
    writer = fs.openSync(pipe, fs.constants.O_RDWR | fs.constants.O_NONBLOCK)
    const codings = (await Promise.all(answers)).map(({ status, headers }) => [status, headers.get('content-encoding')])
    assert.equal(codings.filter(([status, coding]) => status === 200 && coding === undefined).length, 7)
    assert.equal(codings.filter(([status, coding]) => status === 200 && coding === 'gzip').length, 3)
    assert.equal((await send()).headers.get('content-encoding'), 'gzip')
  } finally {
    writer ??= fs.openSync(pipe, fs.constants.O_RDWR | fs.constants.O_NONBLOCK)
    for (const file of await Promise.all(held)) await file.close()
    fs.closeSync(writer)
    fs.unlinkSync(pipe)
  }
})
