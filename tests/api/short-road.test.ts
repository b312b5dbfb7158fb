import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Answer, type SendOptions, startServer } from '../helpers/server.ts'

// The two routes that take most requests have a road of their own past the framework. Quotes around the charset lead to
// the framework's road; nothing else may tell the two apart.

const server = await startServer({ env: { ALLOWED_ORIGINS: 'https://forms.example' } })
const key = await server.key()
const reader = await server.key({ scopes: ['contacts:read'] })
const limited = await startServer({ env: { RATE_LIMIT_AUTHENTICATED: '1' } })
const limitedKey = await limited.key()
const hook = await server.webhook()

const ROADS = { short: 'application/json; charset=utf-8', framework: 'application/json; charset="utf-8"' }

const contact = { first_name: 'Ana', email: 'ana@example.com', phone: '1' }
const json = (value: unknown) => ({ body: JSON.stringify(value) })

const cases: Array<[name: string, path: string, options: SendOptions, status: number]> = [
  ['a contact with a key', '/v1/contacts', { key, ...json(contact) }, 201],
  ['a contact without a key', '/v1/contacts', json(contact), 201],
  [
    'a form of an allowed website',
    '/v1/contacts',
    { headers: { origin: 'https://forms.example' }, ...json(contact) },
    201,
  ],
  [
    'a form of another website',
    '/v1/contacts',
    { headers: { origin: 'https://other.example' }, ...json(contact) },
    403,
  ],
  ['rules that are broken', '/v1/contacts', { key, ...json({ email: 'no', company: 1 }) }, 400],
  ['no JSON', '/v1/contacts', { key, body: '{' }, 400],
  ['no object', '/v1/contacts', { key, body: '[]' }, 400],
  ['an empty body', '/v1/contacts', { key, body: '' }, 400],
  ['a body that is too large', '/v1/contacts', { body: 'x'.repeat(51_201) }, 413],
  ['a key that is none', '/v1/contacts', { key: 'svc_pk_nonsense', ...json(contact) }, 401],
  ['a key without the permission', '/v1/contacts', { key: reader, ...json(contact) }, 403],
  ['a bad Idempotency-Key', '/v1/contacts', { key, headers: { 'idempotency-key': 'ä' }, ...json(contact) }, 400],
  ['a compressed body', '/v1/contacts', { key, headers: { 'content-encoding': 'gzip' }, ...json(contact) }, 400],
  ['a webhook', `/v1/webhooks/receive/${hook.key}`, json({ order: 1 }), 200],
  ['a webhook that is not there', '/v1/webhooks/receive/whk_nothing', json({ order: 1 }), 404],
]

/** What a client sees, without what differs from one answer to the next. */
function seen({ status, headers, text }: Answer): object {
  const shown = [...headers].filter(([name]) => !['date', 'x-request-id', 'ratelimit', 'content-length'].includes(name))
  const same = text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
  return { status, headers: shown, names: [...headers.keys()], text: same }
}

/** The members of a request's log line, in their order, and those that are the same for both roads. */
function logged(logs: string[], answer: Answer): object {
  const line = JSON.parse(logs.find((each) => each.includes(answer.headers.get('x-request-id')!))!)
  const { level, method, route, status, caller, msg } = line
  return { members: Object.keys(line), level, method, route, status, caller, msg }
}

describe('both roads give the same answer and the same line of the log', () => {
  for (const [name, path, options, status] of cases) {
    test(name, async () => {
      const send = (type: string) =>
        server.send('POST', path, { ...options, headers: { ...options.headers, 'content-type': type } })
      const [short, framework] = [await send(ROADS.short), await send(ROADS.framework)]
      assert.equal(short.status, status)
      assert.deepEqual(seen(short), seen(framework))
      assert.deepEqual(logged(server.logs, short), logged(server.logs, framework))
    })
  }

  test('a window that is used up', async () => {
    const send = (type: string) =>
      limited.send('POST', '/v1/contacts', { key: limitedKey, headers: { 'content-type': type }, ...json(contact) })
    assert.equal((await send(ROADS.short)).status, 201)
    const [short, framework] = [await send(ROADS.short), await send(ROADS.framework)]
    assert.equal(short.status, 429)
    assert.deepEqual([...short.headers.keys()], [...framework.headers.keys()])
    assert.equal(short.body.error, framework.body.error)
  })
})

test('both roads are counted in the same series', async () => {
  const count = async () => {
    const { text } = await server.send('GET', '/metrics')
    const labels = '{route="/v1/contacts",method="POST",status="201"}'
    const requests = text.split('\n').find((line) => line.startsWith(`doorpost_http_requests_total${labels} `))
    const buckets =
      /^doorpost_http_request_duration_seconds_bucket\{le="\+Inf",route="\/v1\/contacts",method="POST"\} (\d+)$/m
    return [Number(requests?.split(' ').at(-1)), Number(buckets.exec(text)?.[1])]
  }
  await server.send('POST', '/v1/contacts', { key, json: contact })
  const [requests, durations] = await count()
  for (const type of Object.values(ROADS)) {
    await server.send('POST', '/v1/contacts', { key, headers: { 'content-type': type }, ...json(contact) })
  }
  assert.deepEqual(await count(), [requests! + 2, durations! + 2])
})
