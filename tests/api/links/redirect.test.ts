import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { jobTable } from '../../../src/app/worker.ts'
import { until } from '../../helpers/process.ts'
import { exchange } from '../../helpers/raw-http.ts'
import { searchEverywhere } from '../../helpers/search-everywhere.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { openTcpProxy } from '../../helpers/tcp-proxy.ts'
import { BROWSER, visit } from '../../helpers/visit.ts'

const HOUR_MS = 3_600_000
let shiftMs = 0
const server = await startServer({
  env: { TRUST_PROXY: 'loopback', RATE_LIMIT_FAILED_AUTH: '30', RATE_LIMIT_OPEN: '5' },
  clock: { now: () => Date.now() + shiftMs },
})
const key = await server.key()

const create = async (json: object) => {
  const { status, body, text } = await server.send('POST', '/v1/links', { key, json })
  assert.equal(status, 201, text)
  return body.data
}
/** The counts, once everything so far is included. */
const countsOf = async (id: string, on: TestServer = server) => {
  await on.deps.clicks.flush()
  const { clicks, visitors, bots, previews, heads } = (await on.send('GET', `/v1/links/${id}`, { key })).body.data
  return { clicks, visitors, bots, previews, heads }
}
const NONE = { clicks: 0, visitors: 0, bots: 0, previews: 0, heads: 0 }
const from = (address: string, more = {}) => ({ headers: { 'x-forwarded-for': address, ...more } })

describe('GET /l/{code}', () => {
  test('redirects the visitor, and is neither cached nor indexed', async () => {
    const { code } = await create({ target: 'https://example.com/a?b=c#d', utm: { source: 'x' } })
    const { status, headers, text } = await visit(server.port, `/l/${code}`)
    assert.equal(status, 302)
    assert.equal(headers.location, `https://example.com/a?b=c&utm_source=x&utm_content=${code}&dp=${code}#d`)
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['x-robots-tag'], 'noindex')
    assert.equal(headers['set-cookie'], undefined)
    assert.equal(text, '')
  })

  test('the fast path answers like the usual path', async () => {
    const { id, code } = await create({ target: 'https://example.com/' })
    const same = async (method: string) => {
      const answers = []
      // The fast path does not handle the absolute form.
      for (const path of [`/l/${code}`, `http://127.0.0.1:${server.port}/l/${code}`]) {
        const { status, headers, text } = await visit(server.port, path, { method })
        const { date: _, 'x-request-id': __, ...rest } = headers
        answers.push({ status, text, headers: rest })
      }
      assert.deepEqual(answers[0], answers[1])
    }
    await same('GET')
    await same('HEAD')
    assert.deepEqual(await countsOf(id), { ...NONE, clicks: 2, visitors: 1, heads: 2 })
  })

  test('leads to the stored target, whatever the request contains', async () => {
    const { code, id } = await create({ target: 'https://example.com/only' })
    const location = `https://example.com/only?dp=${code}`
    for (const path of [
      `/l/${code}?url=https://evil.example&target=//evil.example&dp=evil&utm_source=evil`,
      `/l/${code}?%0d%0aSet-Cookie:%20a=b`,
      `/l/${code}#https://evil.example`,
      `http://evil.example/l/${code}`,
      `/%6c/${code}`,
    ]) {
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-original-url': '//evil.example' }
      const answer = await visit(server.port, path, { headers })
      assert.deepEqual(
        [answer.status, answer.headers.location, answer.headers['set-cookie']],
        [302, location, undefined],
      )
    }
    assert.equal((await countsOf(id)).clicks, 5)
  })

  test('no target that is stored can put a second header or line into the answer', async () => {
    const { id, code } = await create({ target: 'https://example.com/' })
    // Written straight into the table, past every check.
    await server.sql('update links set target = $2 where id = $1', [
      id,
      'https://example.com/\r\nSet-Cookie: a=b\r\n\r\n<b>',
    ])
    await until(() => server.deps.knownLinks.peek(code)?.target.includes('Cookie') === true)
    const { status, headers } = await visit(server.port, `/l/${code}`)
    assert.equal(status, 302)
    assert.match(String(headers.location), /^https:\/\/example\.com\/[\x21-\x7e]*$/)
    assert.equal(headers['set-cookie'], undefined)
  })

  test('a target that bypassed every check is not redirected to', async () => {
    for (const target of ['javascript:alert(1)', '//evil.example', 'no url', 'data:text/html,x']) {
      const { id, code } = await create({ target: 'https://example.com/' })
      await server.sql('update links set target = $2 where id = $1', [id, target])
      await until(() => server.deps.knownLinks.peek(code)?.target === target)
      const { status, headers } = await visit(server.port, `/l/${code}`)
      assert.deepEqual([status, headers.location], [410, undefined])
    }
  })

  test('a change takes effect at once', async () => {
    const { id, code } = await create({ target: 'https://example.com/old' })
    assert.match(String((await visit(server.port, `/l/${code}`)).headers.location), /old/)
    await server.send('PATCH', `/v1/links/${id}`, { key, json: { target: 'https://example.com/new' } })
    await until(async () => String((await visit(server.port, `/l/${code}`)).headers.location).includes('new'))
  })

  test('a link that is disabled is a page (410), counts nothing, and works when it is enabled again', async () => {
    const { id, code } = await create({ target: 'https://example.com/' })
    await server.send('PATCH', `/v1/links/${id}`, { key, json: { disabled: true } })
    // Uses HEAD, because until the change has arrived a GET would be a click.
    await until(async () => (await visit(server.port, `/l/${code}`, { method: 'HEAD' })).status === 410)
    const { text, headers } = await visit(server.port, `/l/${code}`)
    assert.match(text, /no longer in use/)
    assert.match(String(headers['content-security-policy']), /default-src 'none'/)
    assert.equal(headers.location, undefined)
    assert.equal((await countsOf(id)).clicks, 0)
    await server.send('PATCH', `/v1/links/${id}`, { key, json: { disabled: false } })
    await until(async () => (await visit(server.port, `/l/${code}`)).status === 302)
  })

  test('other methods are 405', async () => {
    const { code } = await create({ target: 'https://example.com/' })
    const { status, headers } = await visit(server.port, `/l/${code}`, { method: 'POST' })
    assert.deepEqual([status, headers.allow], [405, 'GET, HEAD'])
  })
})

describe('an unknown code', () => {
  test('is a page (404) that repeats nothing of the request', async () => {
    for (const code of ['unknown1', 'xq7', '%3Cscript%3E', 'x'.repeat(8_000), '..%2f..%2fetc']) {
      const { status, headers, text } = await visit(server.port, `/l/${code}`, from('192.0.2.1'))
      assert.equal(status, 404, code)
      assert.match(String(headers['content-type']), /^text\/html/)
      assert.equal(headers['x-robots-tag'], 'noindex')
      assert.match(text, /This link does not work/)
      assert.ok(!text.includes('script>') && !text.includes(code))
    }
  })

  test('is limited per address; existing links still work from there, and other addresses may still try', async () => {
    const { id, code } = await create({ target: 'https://example.com/' })
    const statuses = new Map<number, number>()
    for (let i = 0; i < 60; i++) {
      const { status } = await visit(server.port, `/l/guess${i}`, from('192.0.2.2', { 'user-agent': `guesser ${i}` }))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    assert.deepEqual(
      [...statuses],
      [
        [404, 30],
        [429, 30],
      ],
    )
    assert.equal((await visit(server.port, `/l/${code}`, from('192.0.2.2'))).status, 302)
    assert.equal((await visit(server.port, '/l/guess', from('192.0.2.3'))).status, 404)
    // Also with a link that is not in memory.
    const fresh = await startServer({ beside: server, env: { TRUST_PROXY: 'loopback', RATE_LIMIT_FAILED_AUTH: '1' } })
    for (let i = 0; i < 3; i++) await visit(fresh.port, `/l/guess${i}`, from('192.0.2.2'))
    assert.equal((await visit(fresh.port, `/l/${code}`, from('192.0.2.2'))).status, 302)
    await fresh.deps.clicks.flush()
    assert.equal((await countsOf(id)).clicks, 2)
  })
})

describe('what is counted', () => {
  test('people, bots, previews and HEAD requests separately; each person once a day', async () => {
    const { id, code } = await create({ target: 'https://example.com/' })
    const other = await create({ target: 'https://example.com/other' })
    const go = (headers: Record<string, string>, method = 'GET') =>
      visit(server.port, `/l/${code}`, { headers, method })
    for (let i = 0; i < 3; i++) await go({ 'x-forwarded-for': '198.51.100.1' })
    await go({ 'x-forwarded-for': '198.51.100.2' })
    await go({ 'x-forwarded-for': '198.51.100.1', 'user-agent': `${BROWSER} Edg/147` })
    // One visitor: the rest of an IPv6 address changes by itself.
    await go({ 'x-forwarded-for': '2001:db8::1' })
    await go({ 'x-forwarded-for': '2001:db8::2' })
    await visit(server.port, `/l/${other.code}`, { headers: { 'x-forwarded-for': '198.51.100.1' } })
    for (const purpose of [{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }, { 'x-moz': 'prefetch' }]) {
      await go(purpose as unknown as Record<string, string>)
    }
    for (const agent of ['Twitterbot/1.0', 'facebookexternalhit/1.1', 'curl/8.1', 'Slackbot-LinkExpanding 1.0', '']) {
      await go({ 'user-agent': agent })
    }
    for (let i = 0; i < 4; i++) await go({}, 'HEAD')
    assert.deepEqual(await countsOf(id), { clicks: 7, visitors: 4, bots: 5, previews: 3, heads: 4 })
    assert.deepEqual(await countsOf(other.id), { ...NONE, clicks: 1, visitors: 1 })
    // Later on the same day nobody counts as new.
    await go({ 'x-forwarded-for': '198.51.100.1' })
    assert.deepEqual(await countsOf(id), { clicks: 8, visitors: 4, bots: 5, previews: 3, heads: 4 })
  })

  test('a bot, a preview and a HEAD get the same redirect as a person', async () => {
    const { code } = await create({ target: 'https://example.com/card' })
    const seen = [
      await visit(server.port, `/l/${code}`),
      await visit(server.port, `/l/${code}`, { headers: { 'user-agent': 'Twitterbot/1.0' } }),
      await visit(server.port, `/l/${code}`, { headers: { 'sec-purpose': 'prefetch' } }),
      await visit(server.port, `/l/${code}`, { method: 'HEAD' }),
    ]
    assert.equal(new Set(seen.map(({ status, headers }) => `${status} ${headers.location}`)).size, 1)
  })

  test('by several nodes, without losing any', async () => {
    const second = await startServer({ beside: server })
    const { id, code } = await create({ target: 'https://example.com/' })
    const nodes = [server, second]
    await Promise.all(Array.from({ length: 200 }, (_, i) => visit(nodes[i % 2]!.port, `/l/${code}`)))
    await Promise.all(nodes.map((node) => node.deps.clicks.flush()))
    const { clicks, visitors } = await countsOf(id)
    assert.deepEqual([clicks, visitors], [200, 1])
  })

  test('a link that is deleted meanwhile leaves nothing behind', async () => {
    const { id, code } = await create({ target: 'https://example.com/' })
    const locker = new pg.Client({ connectionString: server.databaseUrl })
    await locker.connect()
    // Everything of the deletion except its commit.
    await locker.query('begin')
    await locker.query('select from links where id = $1 for update', [id])
    for (const table of ['link_days', 'link_counts'])
      await locker.query(`delete from ${table} where link_id = $1`, [id])
    await locker.query('delete from links where id = $1', [id])
    await visit(server.port, `/l/${code}`)
    const flushed = server.deps.clicks.flush()
    await until(async () => (await waitingForLocks()) > 0)
    await locker.query('commit')
    await locker.end()
    await flushed
    await server.deps.clicks.flush()
    assert.deepEqual(await server.sql('select 1 from link_days where link_id = $1', [id]), [])
    assert.deepEqual(await server.sql('select 1 from link_counts where link_id = $1', [id]), [])
  })
})

async function waitingForLocks(): Promise<number> {
  const [row] = await server.sql<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row!.n
}

describe('a flood of requests', () => {
  test('stores few hosts, whatever the Referer', async () => {
    const { id, code } = await create({ target: 'https://example.com/' })
    const go = (referer: string) => visit(server.port, `/l/${code}`, { headers: { referer } })
    await go('https://www.news.example/page?secret=1')
    for (const wrong of [
      'x',
      'javascript:alert(1)',
      'https://',
      `https://${'x'.repeat(300)}.example/`,
      'https://[::1]/',
    ]) {
      await go(wrong)
    }
    await server.deps.clicks.flush()
    for (let i = 0; i < 60; i++) {
      await go(`https://host${i}.example/`)
      if (i === 30) await server.deps.clicks.flush()
    }
    await server.deps.clicks.flush()
    const rows = await server.sql<{ source_host: string; clicks: number }>(
      `select source_host, sum(clicks)::int as clicks from link_days where link_id = $1 group by 1 order by 2 desc`,
      [id],
    )
    assert.equal(rows.length, 22, '20 by name, the others together, and those without any')
    const of = (host: string) => rows.find(({ source_host }) => source_host === host)?.clicks
    assert.deepEqual([of('news.example'), of(''), of('other')], [1, 5, 41])
    assert.equal((await countsOf(id)).clicks, 66)
  })

  test('with ever new agents from one address counts at most a thousand visitors a day', async () => {
    const { id, code } = await create({ target: 'https://example.com/' })
    const link = (await server.deps.knownLinks.find(code))!
    const request = (i: number) => ({ method: 'GET', headers: { 'user-agent': `${BROWSER} ${i}` } })
    for (let i = 0; i < 3_000; i++) {
      server.deps.clicks.count(link, request(i), '203.0.113.77')
      if (i % 500 === 499) await server.deps.clicks.flush()
    }
    const { clicks, visitors } = await countsOf(id)
    assert.equal(clicks, 3_000)
    assert.ok(visitors >= 1_000 && visitors <= 1_500, `${visitors} visitors`)
  })

  test('of HEAD requests is only counted', async () => {
    const { id, code } = await create({ target: 'https://example.com/' })
    const requests = Array.from({ length: 300 }, () => `HEAD /l/${code} HTTP/1.1\r\nHost: x\r\n\r\n`).join('')
    const answers = await exchange(
      server.port,
      `${requests}GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    assert.ok(JSON.stringify(answers).length > 0)
    assert.deepEqual(await countsOf(id), { ...NONE, heads: 300 })
    const [row] = await server.sql('select count(*)::int as rows from link_days where link_id = $1', [id])
    assert.deepEqual(row, { rows: 1 })
  })
})

describe('privacy', () => {
  test('no address and no agent is in any table or log line', async () => {
    const { code } = await create({ target: 'https://example.com/' })
    const agent = `${BROWSER} Remarkable/77.1`
    await visit(server.port, `/l/${code}`, from('203.0.113.201', { 'user-agent': agent }))
    await visit(server.port, `/l/${code}`, from('2001:db8:77:88::99', { 'user-agent': agent }))
    await server.deps.clicks.flush()
    for (const secret of ['203.0.113.201', '2001:db8:77:88', 'Remarkable']) {
      assert.deepEqual(await searchEverywhere(server, secret), [], secret)
      assert.ok(!server.logs.some((line) => line.includes(secret)), secret)
    }
  })

  test('marks of two links or two days cannot be linked to one visitor; after 48 hours there are none', async () => {
    const marks = async () => (await server.sql('select encode(mark, $1) as mark from visitor_marks', ['hex'])).length
    const salts = () => server.sql<{ day: string }>('select day::text as day from visitor_salts order by 1')
    const { id, code } = await create({ target: 'https://example.com/' })
    const forget = () => jobTable(server.deps).tasks['links.forget_visitors']!({})
    await visit(server.port, `/l/${code}`, from('198.51.100.9'))
    await server.deps.clicks.flush()
    const before = await marks()
    assert.ok(before > 0)
    await forget()
    assert.equal(await marks(), before, 'those of today stay')
    shiftMs = 24 * HOUR_MS
    await visit(server.port, `/l/${code}`, from('198.51.100.9'))
    await server.deps.clicks.flush()
    assert.equal(await marks(), before + 1, 'another salt makes another mark')
    assert.deepEqual(await countsOf(id), { ...NONE, clicks: 2, visitors: 2 })
    shiftMs = 72 * HOUR_MS
    await forget()
    assert.equal(await marks(), 0)
    assert.deepEqual(await salts(), [])
    assert.deepEqual(await countsOf(id), { ...NONE, clicks: 2, visitors: 2 }, 'what was counted stays')
    shiftMs = 0
  })

  test('the job is on the schedule, every hour', () => {
    const planned = jobTable(server.deps).schedule.find(({ task }) => task === 'links.forget_visitors')
    assert.equal(planned?.everyMinutes, 60)
  })
})

describe('while the database is unreachable', async () => {
  const socket = new URL(server.databaseUrl.replace('@/', '@localhost/')).searchParams.get('host')!
  const proxy = await openTcpProxy({ path: `${socket}/.s.PGSQL.5432` })
  after(() => proxy.close())
  const url = server.databaseUrl.replace(/@\/(\w+)\?.*$/, `@127.0.0.1:${proxy.port}/$1`)

  test('links that were never opened work, their clicks are counted later, and others show a page that says so', async () => {
    const { id, code } = await create({ target: 'https://example.com/outage' })
    const node = await startServer({ beside: server, env: { DATABASE_URL: url, TRUST_PROXY: 'loopback' } })
    await node.deps.knownLinks.settled()
    proxy.stall()
    const startedAt = performance.now()
    for (let i = 0; i < 5; i++) {
      const { status, headers } = await visit(node.port, `/l/${code}`, from('198.51.100.20'))
      assert.deepEqual([status, headers.location], [302, `https://example.com/outage?dp=${code}`])
    }
    assert.ok(performance.now() - startedAt < 10_000)
    await until(() => !node.deps.listener.isCurrent())
    assert.equal((await visit(node.port, `/l/${code}`, from('198.51.100.20'))).status, 302)
    const unknown = await visit(node.port, '/l/unknown9')
    assert.deepEqual([unknown.status, unknown.headers['retry-after']], [503, '10'])
    assert.match(unknown.text, /try again/)
    await node.deps.clicks.flush()
    proxy.resume()
    await until(async () => (await node.send('GET', '/readyz')).status === 200, 15_000)
    await until(async () => (await countsOf(id, node)).clicks === 6, 15_000)
  })
})
