import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { webhookKeys } from '../../../src/webhooks/source-secrets.ts'
import { type Answer, startServer } from '../../helpers/server.ts'

// Guessing webhook URLs must not reveal whether a key ever existed. bench/webhook-timing.ts measures how long the
// answers take.

const DAY_MS = 86_400_000
const FAILURES_MAX = 4

let passedMs = 0
const server = await startServer({
  clock: { now: () => Date.now() + passedMs },
  env: { TRUST_PROXY: 'loopback', RATE_LIMIT_FAILED_AUTH: String(FAILURES_MAX) },
})
const apiKey = await server.key()

async function createSource(name: string, settings: object = {}): Promise<{ id: string; key: string }> {
  const { body, status, text } = await server.send('POST', '/v1/webhooks', {
    key: apiKey,
    json: { name, ...settings },
  })
  assert.equal(status, 201, text)
  const key = new URL(body.data.receive_url).pathname.split('/').at(-1)!
  return { id: body.data.id, key }
}

let addresses = 0
const nextAddress = () => `198.51.100.${++addresses}`

/** Each request has its own address; otherwise failures would be counted together. */
function send(method: string, key: string, options: { address?: string; query?: string; body?: Uint8Array } = {}) {
  const { address = nextAddress(), query = '', body = Buffer.from('{"order":"A-1"}') } = options
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return server.send(method, `/v1/webhooks/receive/${key}${query}`, {
    headers: { 'x-forwarded-for': address, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { body } : {}),
  })
}

const live = await createSource('live')
const revoked = await createSource('revoked')
const rotated = await createSource('rotated')
// A request while they work puts them in memory.
for (const { key } of [live, revoked, rotated]) assert.equal((await send('POST', key)).status, 200)
const expectOk = async (method: string, path: string, json?: object) => {
  const answer = await server.send(method, path, { key: apiKey, ...(json ? { json } : {}) })
  assert.ok(answer.status < 300, answer.text)
}
await expectOk('POST', `/v1/webhooks/${rotated.id}/rotate`)
passedMs = DAY_MS + 1_000
await expectOk('DELETE', `/v1/webhooks/${revoked.id}`)

const unknown = webhookKeys.create()
const KEYS: Record<string, string> = {
  unknown,
  revoked: revoked.key,
  'rotated more than a day ago': rotated.key,
  'with a wrong checksum': `${unknown.slice(0, -1)}${unknown.endsWith('a') ? 'b' : 'a'}`,
  'too short': 'whk_x',
  'too long': unknown.repeat(20),
  'not ASCII': encodeURIComponent(`${unknown}ü\u0000`),
  'an API key': apiKey,
}

// Headers that always differ between two requests.
const CHANGING = ['date', 'x-request-id', 'retry-after']

function visible({ status, headers, text }: Answer): { status: number; headers: object; text: string } {
  const shown = [...headers].map(([name, value]) => [name, CHANGING.includes(name) ? '' : withoutCountdown(value)])
  return { status, headers: Object.fromEntries(shown), text: withoutCountdown(text) }
}

/** Removes the seconds until an address may try again, which decrease during the test. */
function withoutCountdown(text: string): string {
  return text.replace(/;t=\d+/, ';t=').replace(/in \d+ seconds?/, 'in a while')
}

/** Sends more requests from one address than may fail. */
async function series(method: string, key: string): Promise<Array<ReturnType<typeof visible>>> {
  const address = nextAddress()
  const answers: Array<ReturnType<typeof visible>> = []
  for (let at = 0; at < FAILURES_MAX + 2; at++) answers.push(visible(await send(method, key, { address })))
  return answers
}

describe('a POST cannot distinguish', () => {
  for (const [name, body] of [
    ['a delivery', Buffer.from('{"order":"A-1"}')],
    ['nothing', Buffer.alloc(0)],
    ['a body that is too large', Buffer.alloc(1_100_000)],
  ] as const) {
    test(`unknown, revoked, rotated and malformed keys with ${name}`, async () => {
      const expected = await send('POST', unknown, { body })
      assert.equal(expected.status, 404)
      for (const [kind, key] of Object.entries(KEYS)) {
        assert.deepEqual(visible(await send('POST', key, { body })), visible(expected), kind)
      }
    })
  }

  test('them by how many failures an address has left', async () => {
    const expected = await series('POST', unknown)
    assert.deepEqual(
      expected.map(({ status }) => status),
      [404, 404, 404, 404, 429, 429],
    )
    for (const [kind, key] of Object.entries(KEYS)) assert.deepEqual(await series('POST', key), expected, kind)
  })

  test('them by how failures of one kind affect the others', async () => {
    const address = nextAddress()
    for (const key of [revoked.key, rotated.key, KEYS['too short']!, apiKey]) await send('POST', key, { address })
    assert.equal((await send('POST', unknown, { address })).status, 429)
  })
})

describe('another method cannot distinguish', () => {
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
    test(`a live key from any other with ${method}`, async () => {
      const expected = await send(method, unknown)
      assert.equal(expected.status, 405)
      assert.equal(expected.headers.get('allow'), 'POST')
      for (const [kind, key] of Object.entries({ live: live.key, ...KEYS })) {
        assert.deepEqual(visible(await send(method, key)), visible(expected), kind)
      }
    })
  }

  test('a live key from any other by how many requests an address has left', async () => {
    const expected = await series('GET', unknown)
    for (const [kind, key] of Object.entries({ live: live.key, ...KEYS })) {
      assert.deepEqual(await series('GET', key), expected, kind)
    }
  })

  test('a source that waits for a handshake from any other, without its token', async () => {
    const meta = await createSource('meta', {
      provider: 'meta',
      secret: 'the secret of an app of ours',
      verify_token: 'a token that Meta is told and sends back',
    })
    const query = '?hub.mode=subscribe&hub.verify_token=wrong&hub.challenge=1158201444'
    const expected = await send('GET', unknown, { query })
    assert.equal(expected.status, 405)
    for (const [kind, key] of Object.entries({ meta: meta.key, ...KEYS })) {
      assert.deepEqual(visible(await send('GET', key, { query })), visible(expected), kind)
    }
  })
})
