import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keyFormat } from '../../../src/keys/hash.ts'
import { until } from '../../helpers/process.ts'
import { type Answer, type SendOptions, startServer, type TestServer } from '../../helpers/server.ts'

const LIMIT = 20
const env = {
  RATE_LIMIT_PUBLIC: String(LIMIT),
  RATE_LIMIT_AUTHENTICATED: String(LIMIT),
  RATE_LIMIT_WEBHOOK: String(LIMIT),
}
// Behind a proxy on loopback, so that each test can use its own address.
const server = await startServer({ env: { ...env, TRUST_PROXY: 'loopback', ALLOWED_ORIGINS: 'https://good.example' } })
const direct = await startServer({ beside: server, env })
const OPEN_LIMIT = 9
const METRICS_TOKEN = 'a token that is long enough'
const strict = await startServer({
  beside: server,
  env: {
    TRUST_PROXY: 'loopback',
    RATE_LIMIT_FAILED_AUTH: '3',
    RATE_LIMIT_OPEN: String(OPEN_LIMIT),
    METRICS_TOKEN,
  },
})

let addresses = 0
const newAddress = () => `198.51.100.${++addresses}`
const from = (address: string, headers: Record<string, string> = {}) => ({ ...headers, 'x-forwarded-for': address })
const ana = { json: { first_name: 'Ana' } }

const create = (on: TestServer, address: string, options: SendOptions = ana) =>
  on.send('POST', '/v1/contacts', { ...options, headers: from(address, options.headers) })

function tally(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Parses the two headers of the IETF draft strictly. */
function readLimit(answer: Answer): { policy: string; quota: number; remaining: number; seconds: number } {
  const policy = /^"(\w+)";q=(\d+);w=60$/.exec(answer.headers.get('ratelimit-policy') ?? '')
  const state = /^"(\w+)";r=(\d+);t=(\d+)$/.exec(answer.headers.get('ratelimit') ?? '')
  assert.ok(policy && state, `RateLimit headers on a ${answer.status}`)
  assert.equal(policy[1], state[1])
  const seconds = Number(state[3])
  assert.ok(seconds >= 1 && seconds <= 60)
  return { policy: policy[1]!, quota: Number(policy[2]), remaining: Number(state[2]), seconds }
}

function assertLimited(answer: Answer): void {
  assert.equal(answer.status, 429, answer.text)
  assert.deepEqual(Object.keys(answer.body), ['error', 'message'])
  assert.equal(answer.body.error, 'rate_limit_exceeded')
  const { remaining, seconds } = readLimit(answer)
  assert.equal(remaining, 0)
  assert.equal(answer.headers.get('retry-after'), String(seconds))
  assert.ok(answer.body.message.includes(`Try again in ${seconds} second`))
}

const many = (send: () => Promise<Answer>) => Promise.all(Array.from({ length: 200 }, send))

describe('200 requests at once against a limit of 20', () => {
  test('without a key, exactly 20 contacts from one address are stored', async () => {
    const address = newAddress()
    const answers = await many(() => create(server, address, { json: { first_name: 'burst' } }))
    assert.deepEqual(tally(answers), { 201: LIMIT, 429: 200 - LIMIT })
    for (const answer of answers) if (answer.status === 429) assertLimited(answer)
    const left = answers.filter((answer) => answer.status === 201).map((answer) => readLimit(answer).remaining)
    assert.deepEqual(
      left.sort((a, b) => a - b),
      [...Array(LIMIT).keys()],
      'each was told another number',
    )
    const [row] = await server.sql("select count(*)::int as count from contacts where first_name = 'burst'")
    assert.equal(row!.count, LIMIT)
  })

  test('exactly 20 of a key pass, whatever the address, and another key is not affected', async () => {
    const [key, other] = [await server.key(), await server.key()]
    const answers = await many(() => server.send('GET', '/v1/contacts', { key, headers: from(newAddress()) }))
    assert.deepEqual(tally(answers), { 200: LIMIT, 429: 200 - LIMIT })
    assert.equal(readLimit(await server.send('GET', '/v1/contacts', { key: other })).remaining, LIMIT - 1)
  })

  test('exactly 20 deliveries of a webhook pass and are stored, and another webhook is not affected', async () => {
    const [hook, other] = [await server.webhook(), await server.webhook()]
    const receive = (key: string) => server.send('POST', `/v1/webhooks/receive/${key}`, { body: 'x' })
    assert.deepEqual(tally(await many(() => receive(hook.key))), { 200: LIMIT, 429: 200 - LIMIT })
    assert.equal((await receive(other.key)).status, 200)
    const text = 'select count(*)::int as count from webhook_deliveries where source_id = $1'
    const [row] = await server.sql(text, [hook.id])
    assert.equal(row!.count, LIMIT)
  })
})

describe('windows', () => {
  test('a window starts with the first request and ends 60 seconds later, however late the others came', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
    const address = newAddress()
    const first = readLimit(await create(server, address))
    assert.deepEqual(first, { policy: 'public', quota: LIMIT, remaining: LIMIT - 1, seconds: 60 })
    t.mock.timers.tick(59_000)
    for (let left = LIMIT - 2; left >= 0; left--) {
      const { remaining, seconds } = readLimit(await create(server, address))
      assert.deepEqual({ remaining, seconds }, { remaining: left, seconds: 1 })
    }
    t.mock.timers.tick(999)
    assertLimited(await create(server, address))
    t.mock.timers.tick(1)
    const fresh = await create(server, address)
    assert.equal(fresh.status, 201)
    assert.deepEqual(readLimit(fresh), first)
  })

  test('the headers name the policy and count down, for keys and webhooks too', async () => {
    const key = await server.key()
    const hook = await server.webhook()
    for (const left of [LIMIT - 1, LIMIT - 2, LIMIT - 3]) {
      const limit = readLimit(await server.send('GET', '/v1/posts', { key }))
      assert.deepEqual([limit.policy, limit.quota, limit.remaining], ['authenticated', LIMIT, left])
      const received = readLimit(await server.send('POST', `/v1/webhooks/receive/${hook.key}`, { body: 'x' }))
      assert.deepEqual([received.policy, received.quota, received.remaining], ['webhook', LIMIT, left])
    }
  })
})

describe('what counts', () => {
  test('refused and invalid requests without a key count', async () => {
    const address = newAddress()
    const json = { 'content-type': 'application/json' }
    const requests: Array<[status: number, options: SendOptions]> = [
      [400, { json: {} }],
      [400, { headers: json, body: '{' }],
      [400, { headers: { 'content-type': 'text/plain' }, body: 'x' }],
      [413, { headers: json, body: ' '.repeat(51_201) }],
      [403, { headers: { origin: 'https://evil.example' }, ...ana }],
      [201, ana],
    ]
    for (const [i, [status, options]] of requests.entries()) {
      const answer = await create(server, address, options)
      assert.equal(answer.status, status)
      assert.equal(readLimit(answer).remaining, LIMIT - 1 - i)
    }
    for (let i = requests.length; i < LIMIT; i++) await create(server, address, { json: {} })
    assertLimited(await create(server, address))
  })

  test('refused and invalid requests with a key count', async () => {
    const key = await server.key({ scopes: ['contacts:read'] })
    const requests = [
      [403, 'POST', '/v1/contacts'],
      [400, 'GET', '/v1/contacts?limit=0'],
      [404, 'GET', '/v1/contacts/x'],
      [200, 'GET', '/v1/contacts'],
    ] as const
    for (const [i, [status, method, path]] of requests.entries()) {
      const answer = await server.send(method, path, { key })
      assert.equal(answer.status, status)
      assert.equal(readLimit(answer).remaining, LIMIT - 1 - i)
    }
  })

  test('preflights do not count, and are never limited', async () => {
    const address = newAddress()
    const headers = from(address, { origin: 'https://good.example', 'access-control-request-method': 'POST' })
    for (let i = 0; i < LIMIT + 5; i++) {
      const answer = await server.send('OPTIONS', '/v1/contacts', { headers })
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('ratelimit'), null)
    }
    assert.equal(readLimit(await create(server, address)).remaining, LIMIT - 1)
  })

  test('probes are never limited', async () => {
    for (const path of ['/healthz', '/readyz']) {
      for (let i = 0; i <= OPEN_LIMIT; i++) {
        const answer = await strict.send('GET', path, { headers: from('203.0.113.1') })
        assert.equal(answer.status, 200)
        assert.equal(answer.headers.get('ratelimit'), null)
      }
    }
  })

  test('public resources are limited per address: documents, files, pages, and unknown paths', async () => {
    const address = newAddress()
    const paths = ['/openapi.json', '/docs/api', '/docs/api/start.js', '/nothing', '/v1/setup']
    for (let i = 0; i < OPEN_LIMIT; i++) {
      const answer = await strict.send('GET', paths[i % paths.length]!, { headers: from(address) })
      assert.deepEqual([readLimit(answer).policy, readLimit(answer).remaining], ['open', OPEN_LIMIT - 1 - i])
    }
    for (const path of paths) assertLimited(await strict.send('GET', path, { headers: from(address) }))
    assert.equal((await create(strict, address)).status, 201, 'contacts have their own limit')
    assert.equal((await strict.send('GET', '/docs/api', { headers: from(newAddress()) })).status, 200)
  })

  test('requests with a key do not use up what its address may send without one', async () => {
    const address = newAddress()
    const key = await server.key()
    await create(server, address, { key, ...ana })
    assert.equal(readLimit(await create(server, address)).remaining, LIMIT - 1)
  })
})

describe('addresses', () => {
  const shared: Array<[name: string, addresses: string[]]> = [
    ['an IPv6 /64', ['2001:db8:1:2::a', '2001:db8:1:2::b', '2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::']],
    ['an IPv4 address and its IPv6 spellings', ['192.0.2.7', '::ffff:192.0.2.7', '::ffff:c000:207']],
    ['an address and what its client claims to the left of it', ['192.0.2.8', '9.9.9.9, 192.0.2.8', 'x, 192.0.2.8']],
    ['an address behind further trusted proxies', ['192.0.2.9', '192.0.2.9, 127.0.0.1', '1.1.1.1,192.0.2.9 , ::1']],
  ]
  for (const [name, list] of shared) {
    test(`${name} share one window`, async () => {
      for (const [i, address] of list.entries()) {
        assert.equal(readLimit(await create(server, address)).remaining, LIMIT - 1 - i, address)
      }
    })
  }

  test('two IPv6 /64 of one network have separate windows', async () => {
    for (const address of ['2001:db8:9:1::1', '2001:db8:9:2::1']) {
      assert.equal(readLimit(await create(server, address)).remaining, LIMIT - 1)
    }
  })

  test('an unreadable header counts for the peer', async () => {
    const broken = ['unknown', '192.0.2.1:80', '[2001:db8::1]', '999.1.1.1', ',,,', 'x'.repeat(9_000)]
    const left: number[] = []
    for (const address of broken) left.push(readLimit(await create(server, address)).remaining)
    assert.deepEqual(
      left,
      left.map((_, i) => left[0]! - i),
    )
  })

  test('without TRUST_PROXY a forged X-Forwarded-For changes nothing', async () => {
    const names = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip']
    for (let i = 0; i < LIMIT; i++) {
      const headers = Object.fromEntries(names.map((name) => [name, `203.0.113.${i}`]))
      const answer = await direct.send('POST', '/v1/contacts', { headers, ...ana })
      assert.equal(readLimit(answer).remaining, LIMIT - 1 - i)
    }
    assertLimited(await create(direct, newAddress()))
  })
})

describe('failed authentications, limited to 3', () => {
  const list = (address: string, key: string) => strict.send('GET', '/v1/contacts', { key, headers: from(address) })

  /** Waits until it is served from memory, which is not the case right after the start. */
  async function remember(key: string): Promise<void> {
    while (strict.deps.keys.peek(key) === null) assert.equal((await list(newAddress(), key)).status, 200)
  }

  test('three wrong keys from one address are 401, then 429, while a known key still works', async () => {
    const key = await server.key()
    await remember(key)
    const address = newAddress()
    for (const left of [2, 1, 0]) {
      const answer = await list(address, 'wrong')
      assert.equal(answer.status, 401)
      const { policy, remaining } = readLimit(answer)
      assert.deepEqual({ policy, remaining }, { policy: 'failed_auth', remaining: left })
    }
    assertLimited(await list(address, 'wrong'))
    assertLimited(await strict.send('GET', '/v1/contacts', { headers: from(address, { authorization: 'Basic x' }) }))
    await remember(key)
    assert.equal((await list(address, key)).status, 200)
    assert.equal((await list(newAddress(), 'wrong')).status, 401, 'another address is not affected')
    assert.equal((await create(strict, address)).status, 201, 'nor are contacts without a key')
  })

  test('guessed webhook keys are limited too, and block neither keys nor sign-ins', async () => {
    const address = newAddress()
    const guess = () => strict.send('POST', '/v1/webhooks/receive/whk_guess', { body: 'x', headers: from(address) })
    assert.deepEqual([(await guess()).status, (await guess()).status, (await guess()).status], [404, 404, 404])
    assertLimited(await guess())
    assert.equal((await list(address, 'wrong')).status, 401)
    assert.equal((await list(address, keyFormat.create())).status, 401)
    const json = { email: 'nobody@example.com', password: 'not the right password' }
    assert.equal((await strict.send('POST', '/v1/auth/sign-in', { json, headers: from(address) })).status, 401)
  })

  test('a live key and a live webhook that are not in memory work from an address that guesses', async () => {
    const address = newAddress()
    const hook = await strict.webhook()
    for (let i = 0; i < 5; i++) await list(address, keyFormat.create())
    assertLimited(await list(address, keyFormat.create()))
    for (let i = 0; i < 5; i++) {
      await strict.send('POST', '/v1/webhooks/receive/whk_guess', { body: 'x', headers: from(address) })
    }
    assert.equal((await list(address, await server.key())).status, 200)
    const path = `/v1/webhooks/receive/${hook.key}`
    assert.equal((await strict.send('POST', path, { body: 'x', headers: from(address) })).status, 200)
  })

  test('requests of a guessing address are looked up one at a time', async () => {
    const address = newAddress()
    for (let i = 0; i < 3; i++) assert.equal((await list(address, keyFormat.create())).status, 401)
    const { pool } = strict.deps
    const query = pool.query
    let running = 0
    let most = 0
    let looked = 0
    pool.query = (async (...words: unknown[]) => {
      // Not the update of when keys were used last, which is written in between.
      const isLookUp = JSON.stringify(words[0]).includes('or old_key_hash = ')
      if (isLookUp) looked++
      if (isLookUp) most = Math.max(most, ++running)
      const answer = (query as (...words: unknown[]) => Promise<unknown>).apply(pool, words)
      return answer.finally(() => isLookUp && running--)
    }) as typeof pool.query
    try {
      const answers = await many(() => list(address, keyFormat.create()))
      assert.deepEqual(tally(answers), { 429: 200 })
    } finally {
      pool.query = query
    }
    assert.equal(most, 1)
    assert.ok(looked > 0, 'some were looked up')
  })

  test('while a look-up hangs, 50 requests of its address wait, more are refused at once, and other addresses are not affected', async () => {
    const address = newAddress()
    for (let i = 0; i < 3; i++) assert.equal((await list(address, keyFormat.create())).status, 401)
    const { pool } = strict.deps
    const query = pool.query
    const gate = Promise.withResolvers<void>()
    let isHung = false
    pool.query = (async (...words: unknown[]) => {
      if (!isHung && JSON.stringify(words[0]).includes('key_hash')) {
        isHung = true
        await gate.promise
      }
      return (query as (...words: unknown[]) => Promise<unknown>).apply(pool, words)
    }) as typeof pool.query
    try {
      let refused = 0
      const guesses = many(async () => {
        const answer = await list(address, keyFormat.create())
        refused++
        return answer
      })
      await until(() => refused === 150)
      assert.equal((await list(newAddress(), await server.key())).status, 200)
      gate.resolve()
      assert.deepEqual(tally(await guesses), { 429: 200 })
      assert.equal((await list(address, await server.key())).status, 200, 'then its live keys are looked up again')
    } finally {
      gate.resolve()
      pool.query = query
    }
  })

  test('guesses at the token of the metrics are limited', async () => {
    const address = newAddress()
    const scrape = (token: string, from_ = address) =>
      strict.send('GET', '/metrics', { headers: from(from_, { authorization: `Bearer ${token}` }) })
    assert.equal((await scrape(METRICS_TOKEN)).status, 200)
    for (let i = 0; i < 3; i++) assert.equal((await scrape('wrong')).status, 401)
    assertLimited(await scrape('wrong'))
    assertLimited(await scrape(METRICS_TOKEN))
    assert.equal((await scrape(METRICS_TOKEN, newAddress())).status, 200)
  })

  test('of concurrent wrong keys, no more than three get through', async () => {
    const address = newAddress()
    assert.deepEqual(tally(await many(() => list(address, 'wrong'))), { 401: 3, 429: 197 })
  })
})
