import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { routes } from '../../../src/app/routes.ts'
import { createMakers } from '../../helpers/makers.ts'
import { exchange, request } from '../../helpers/raw-http.ts'
import { type Answer, type SendOptions, startServer } from '../../helpers/server.ts'
import { type Person, signIn } from '../../helpers/session.ts'

// Walks the route table: reads with an ETag answer 304, and a slash at the end of a path makes no difference.
// tests/helpers/contract.ts checks Location and Link on every answer of every test.

const started = Date.now()
const clock = { now: () => Date.parse('2026-07-01T12:00:00Z') + Date.now() - started }
const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'doorpost@example.com' }
const server = await startServer({ clock, env, outbound: { lookup: async () => [] } })
const ours = await server.key()
const { MAKERS, findParts } = createMakers(server, ours, clock)
let owner: Person
before(async () => {
  owner = await signIn(server)
})

type Row = (typeof routes)[number]
const nameOf = ([method, path]: Row) => `${method} ${path}`
const read = (path: string, headers: Record<string, string> = {}) => server.send('GET', path, { key: ours, headers })

async function placeOf(path: string): Promise<string> {
  const template = path.replace(/:(\w+)/g, '{$1}')
  if (!template.includes('{')) return path
  const maker = MAKERS[template.split('/{', 1)[0]!.split('/').at(-1)!]
  assert.ok(maker, `this test does not know how to make what ${path} is about`)
  const id = await maker()
  return (await findParts(template, id)).replace(/\{\w+\}/, id)
}

const tagged = routes.filter(([method, , access, { answers }]) => {
  return method === 'GET' && access.mode !== 'open' && answers[200]?.etag
})

test('what people and programs change has an ETag', () => {
  const paths = tagged.map(([, path]) => path)
  for (const noun of ['contacts', 'posts', 'posts/groups', 'links', 'forms', 'webhooks', 'events/endpoints', 'media']) {
    assert.ok(paths.includes(`/v1/${noun}/:id`), noun)
  }
})

describe('If-None-Match', () => {
  for (const [method, path] of tagged) {
    test(`of ${method} ${path} is answered with 304`, async () => {
      const place = await placeOf(path)
      const first = await read(place)
      assert.equal(first.status, 200, first.text)
      const etag = first.headers.get('etag')!
      assert.match(etag, /^"[^"]+"$/)
      for (const known of [etag, `W/${etag}`, `"a, b", ${etag}`, ` W/"x" ,W/${etag}`, '*']) {
        const { status, text, headers } = await read(place, { 'if-none-match': known })
        assert.equal(status, 304, known)
        assert.equal(text, '')
        assert.equal(headers.get('etag'), etag)
        assert.ok(headers.get('date'))
        for (const name of ['cache-control', 'vary']) assert.equal(headers.get(name), first.headers.get(name), name)
        for (const name of ['content-type', 'content-length', 'content-language']) assert.equal(headers.get(name), null)
      }
      const other = `${etag.slice(0, -1)}x"`
      for (const unknown of ['"0"', etag.replaceAll('"', ''), other, '', 'W/', `"${etag.slice(1, -2)}"`]) {
        assert.equal((await read(place, { 'if-none-match': unknown })).status, 200, unknown)
      }
      const head = await server.send('HEAD', place, { key: ours, headers: { 'if-none-match': etag } })
      assert.equal(head.status, 304)
    })
  }

  test('sees a change, and what no version counts, such as a click', async () => {
    const { body } = await server.send('POST', '/v1/links', { key: ours, json: { target: 'https://example.com/' } })
    const place = `/v1/links/${body.data.id}`
    const etag = (await read(place)).headers.get('etag')!
    await server.sql(
      `insert into link_counts (workspace_id, link_id, slot, clicks, visitors, bots, previews, heads)
       values ($1, $2, 0, 1, 1, 0, 0, 0)`,
      [server.deps.workspaceId, body.data.id],
    )
    const clicked = await read(place, { 'if-none-match': etag })
    assert.equal(clicked.status, 200)
    assert.equal(clicked.body.data.clicks, 1)
    // If-Match compares the version, so the old tag and the bare version still hold.
    for (const known of [etag, clicked.headers.get('etag')!, '"1"']) {
      const json = { name: 'Same' }
      const { status, headers } = await server.send('PATCH', place, { key: ours, json, headers: { 'if-match': known } })
      assert.equal(status, known === etag ? 200 : 412, known)
      if (status === 200) assert.equal(headers.get('etag'), '"2"')
    }
  })

  test('is read in the language of the answer', async () => {
    const path = await placeOf('/v1/events/endpoints/:id')
    await server.sql(
      "update event_endpoints set status = 'disabled', reason = 'Gone.', reason_code = 'endpoint.being_removed' where id = $1",
      [path.split('/').at(-1)],
    )
    const etag = (await read(path)).headers.get('etag')!
    const german = await read(path, { 'if-none-match': etag, 'accept-language': 'de' })
    const english = await read(path, { 'if-none-match': etag })
    assert.equal(english.status, 304)
    assert.equal(german.status, 200)
    assert.equal(german.headers.get('content-language'), 'de')
    assert.match(english.headers.get('vary')!, /Accept-Language/)
  })

  test('never stops a change', async () => {
    const path = await placeOf('/v1/contacts/:id')
    const headers = { 'if-none-match': '*' }
    assert.equal((await server.send('PATCH', path, { key: ours, json: { last_name: 'B' }, headers })).status, 200)
    assert.equal((await read('/v1/contacts?limit=1', headers)).status, 200, 'a list has no ETag')
    assert.equal(
      (
        await read(
          path.replace(/.$/, (end) => (end === '0' ? '1' : '0')),
          headers,
        )
      ).status,
      404,
    )
  })
})

describe('If-Match takes the version that every body shows:', () => {
  const changes: Record<string, object> = {
    contacts: { company: 'Ours' },
    posts: { content: 'Changed' },
    links: { name: 'Changed' },
    forms: { name: 'Changed' },
    webhooks: { retention_days: 7 },
    endpoints: { description: 'Theirs' },
    media: { alt_text: 'A harbour.' },
  }
  for (const [noun, json] of Object.entries(changes)) {
    test(noun, async () => {
      const path = await placeOf(noun === 'endpoints' ? '/v1/events/endpoints/:id' : `/v1/${noun}/:id`)
      const { headers, body } = await read(path)
      const list = await read(path.slice(0, path.lastIndexOf('/')))
      const [listed] = list.body.data.filter(({ id }: { id: string }) => id === body.data.id)
      assert.equal(listed.version, body.data.version)
      const change = (ifMatch: string) =>
        server.send('PATCH', path, { key: ours, json, headers: { 'if-match': ifMatch } })
      const first = await change(headers.get('etag')!)
      assert.equal(first.status, 200, first.text)
      assert.equal(first.body.data.version, body.data.version + 1)
      assert.equal(first.headers.get('etag'), `"${first.body.data.version}"`)
      assert.equal((await change(headers.get('etag')!)).status, 412)
      assert.equal((await change('3')).status, 400)
      const last = await change(`"${first.body.data.version}"`)
      assert.equal(last.status, 200)
      const remove = (ifMatch: string) => server.send('DELETE', path, { key: ours, headers: { 'if-match': ifMatch } })
      const stale = await remove(headers.get('etag')!)
      assert.deepEqual([stale.status, stale.body.error], [412, 'precondition_failed'])
      assert.equal((await remove('3')).status, 400)
      assert.equal((await read(path)).body.data.version, last.body.data.version, 'nothing happened')
      assert.equal((await remove(last.headers.get('etag')!)).status, 200)
    })
  }
})

describe('Link', () => {
  const linksOf = ({ headers }: Answer) =>
    new Map([...(headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, url, rel]) => [rel!, url!]))

  test('leads through a list, and keeps the other parameters', async () => {
    for (let at = 0; at < 5; at++) {
      await server.send('POST', '/v1/contacts', { key: ours, json: { first_name: `L${at}`, utm_source: 'l "n' } })
    }
    const path = `/v1/contacts?limit=2&utm_source=${encodeURIComponent('l "n')}`
    const names: string[] = []
    let answer = await read(path)
    for (;;) {
      names.push(...answer.body.data.map(({ first_name }: { first_name: string }) => first_name))
      const links = linksOf(answer)
      assert.equal(links.get('first'), path)
      assert.equal(links.get('prev'), undefined, 'a cursor does not know what was before')
      const next = links.get('next')
      if (next === undefined) break
      answer = await read(next)
    }
    assert.deepEqual(names, ['L4', 'L3', 'L2', 'L1', 'L0'])
    const second = linksOf(await read(`${path}&page=2`))
    assert.equal(second.get('prev'), `${path}&page=1`)
    assert.equal(linksOf(await read(`/v1/contacts?page=1&limit=1`)).get('first'), '/v1/contacts?limit=1')
  })

  test('of a page that is sent while it is read counts pages', async () => {
    const json = { first_name: 'Long', note: 'x'.repeat(4_000), utm_source: 'long' }
    for (let at = 0; at < 50; at++)
      assert.equal((await server.send('POST', '/v1/contacts', { key: ours, json })).status, 201)
    const all = (await read('/v1/contacts?limit=1')).body.pagination.total
    const answer = await read('/v1/contacts?limit=40')
    assert.equal(answer.headers.get('content-length'), null, 'it is a stream')
    const next = linksOf(answer).get('next')
    assert.equal(next, '/v1/contacts?limit=40&page=2')
    assert.equal((await read(next)).body.data.length, Math.min(40, all - 40))
  })

  test('cannot be broken out of', async () => {
    const [answer] = await exchange(
      server.port,
      request('GET /v1/contacts?q=%41>;rel="next"<', [`authorization: Bearer ${ours}`, 'connection: close']),
    )
    assert.equal(answer!.status, 200)
    const link = String(answer!.headers.get('link'))
    assert.match(link, /^<\/v1\/contacts\?q=%41%3e;rel=%22next%22%3c>; rel="first"$/)
    const long = await read(`/v1/contacts?q=a&utm_source=${'x'.repeat(1_000)}`)
    assert.equal(long.headers.get('link'), null)
  })
})

describe('a slash at the end makes no difference', () => {
  /** What a request without a body gets does not depend on anything that another test or another request changes. */
  const same = ({ status, body }: Answer) => ({
    status,
    error: body?.error,
    message: body?.message,
    details: body?.details,
  })

  for (const row of routes) {
    const [method, path, access] = row
    test(`to ${nameOf(row)}`, async () => {
      const known =
        method === 'GET' && access.mode !== 'user' && access.mode !== 'webhook' && access.mode !== 'handshake'
      const place = known ? await placeOf(path) : path.replace(/:\w+/g, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012')
      const send = (at: string): Promise<Answer> => {
        const options: SendOptions = method === 'GET' || method === 'DELETE' ? {} : { json: [] }
        if (access.mode === 'user') return owner.send(method, at, options)
        return server.send(
          method,
          at,
          access.mode === 'open' || access.mode === 'form' ? options : { ...options, key: ours },
        )
      }
      // Signing out would end the session of the other tests, the live stream has no end, and one backup is made at a time.
      if (path.startsWith('/v1/auth/sign-out') || path === '/v1/live' || nameOf(row) === 'POST /v1/backups') return
      const bare = await send(place)
      const slashed = await send(`${place}/`)
      assert.deepEqual(same(slashed), same(bare))
      assert.ok(slashed.status < 300 || slashed.status >= 400, 'no redirect')
    })
  }

  test('nor to pages, short links, files, /mcp and /docs; what there is under another method stays 405', async () => {
    const { body } = await server.send('POST', '/v1/links', { key: ours, json: { target: 'https://example.com/' } })
    const { code, id } = body.data
    for (const path of [`/l/${code}/`, `/l/${code}/?utm_source=x`]) {
      for (let times = 0; times < 2; times++) {
        const answer = await fetch(server.url + path, { redirect: 'manual' })
        assert.equal(answer.headers.get('location'), `https://example.com/?dp=${code}`, path)
      }
    }
    assert.equal((await fetch(`${server.url}/l/${code}//`, { redirect: 'manual' })).status, 404)
    const form = await server.send('POST', '/v1/forms', { key: ours, json: { name: 'Page' } })
    assert.equal((await fetch(`${form.body.data.url}/`.replace(/^.*?(?=\/f)/, server.url))).status, 200)
    for (const path of ['/docs/api/', '/healthz/', '/openapi.json/']) {
      assert.equal((await fetch(server.url + path)).status, 200, path)
    }
    const wrong = await server.send('PUT' as 'PATCH', `/v1/links/${id}/`, { key: ours, json: {} })
    assert.equal(wrong.status, 405)
    assert.equal(wrong.headers.get('allow'), 'DELETE, GET, HEAD, PATCH')
    const mcp = await fetch(`${server.url}/mcp/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    assert.equal(mcp.status, 401)
  })

  test('two are another path, and metrics and stored answers name the route', async () => {
    for (const path of ['/v1/contacts//', '/v1//contacts', '//v1/contacts']) {
      assert.equal((await server.send('GET', path, { key: ours })).status, 404, path)
    }
    const headers = { 'idempotency-key': 'with and without' }
    const json = { first_name: 'Once' }
    const first = await server.send('POST', '/v1/contacts', { key: ours, json, headers })
    const again = await server.send('POST', '/v1/contacts/', { key: ours, json, headers })
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal(again.headers.get('location'), first.headers.get('location'))
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    assert.ok(!metrics.includes('route="/v1/contacts/"'))
  })
})

describe('Location', () => {
  test('leads to what was created', async () => {
    for (const [path, json] of [
      ['/v1/contacts', { first_name: 'Ana' }],
      ['/v1/links', { target: 'https://example.com/' }],
      ['/v1/posts/short', { content: 'Hi' }],
      ['/v1/posts', { content: 'Hi', accounts: [{ connection_id: await MAKERS.connections!() }] }],
      ['/v1/forms', { name: 'Located' }],
      ['/v1/webhooks', { name: 'Located' }],
      ['/v1/events/endpoints', { url: 'https://example.com/located' }],
    ] as const) {
      for (const headers of [{}, { 'idempotency-key': `located ${path}` }]) {
        const named = path === '/v1/webhooks' ? { name: `Located ${Object.keys(headers)}` } : json
        const { headers: sent, body } = await server.send('POST', path, { key: ours, json: named, headers })
        const found = await read(sent.get('location')!)
        assert.equal(found.status, 200, sent.get('location')!)
        assert.equal(found.body.data.id ?? found.body.data.group_id, body.data.id ?? body.data.group_id)
      }
    }
    const dry = await server.send('POST', '/v1/posts/short?dry_run=true', { key: ours, json: { content: 'Hi' } })
    assert.equal(dry.headers.get('location'), null)
  })
})
