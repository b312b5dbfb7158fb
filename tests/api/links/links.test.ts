import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { encode } from 'uqr'
import { transaction } from '../../../src/db/database.ts'
import { createKnownLinks } from '../../../src/links/known-links.ts'
import { until } from '../../helpers/process.ts'
import { startServer } from '../../helpers/server.ts'
import { signIn } from '../../helpers/session.ts'

const server = await startServer({
  env: { LINK_BASE_URL: 'https://go.example.com/', BASE_URL: 'http://doorpost.example.com' },
})
const second = await startServer({ beside: server })
const key = await server.key()
const { links, workspaceId } = server.deps

const post = (json: unknown, headers = {}) => server.send('POST', '/v1/links', { key, json, headers })
const create = async (json: unknown) => {
  const { status, body, text } = await post(json)
  assert.equal(status, 201, text)
  return body.data
}
const patch = (id: string, json: unknown, headers = {}) =>
  server.send('PATCH', `/v1/links/${id}`, { key, json, headers })
const get = (id: string) => server.send('GET', `/v1/links/${id}`, { key })

describe('POST /v1/links', () => {
  test('with only a target creates a link with its code, URL and counts', async () => {
    const { id, code, created_at, updated_at, ...rest } = await create({ target: 'https://example.com/spring' })
    assert.match(code, /^[2-9A-HJ-NP-Za-km-z]{8}$/)
    assert.equal(created_at, updated_at)
    assert.deepEqual(rest, {
      url: `https://go.example.com/l/${code}`,
      target: 'https://example.com/spring',
      name: null,
      post_id: null,
      utm: { source: null, medium: null, campaign: null, term: null, content: null },
      clicks: 0,
      visitors: 0,
      bots: 0,
      previews: 0,
      heads: 0,
      leads: 0,
      disabled_at: null,
      version: 1,
    })
    assert.deepEqual((await get(id)).body.data, { id, code, created_at, updated_at, ...rest })
  })

  test('takes a name and UTM parameters', async () => {
    const json = { target: 'https://example.com/', name: ' Print ', utm: { source: 'poster', medium: null, term: '' } }
    const { name, utm } = await create(json)
    assert.equal(name, 'Print')
    assert.deepEqual(utm, { source: 'poster', medium: null, campaign: null, term: null, content: null })
  })

  test('refuses what is wrong, all of it at once', async () => {
    const { status, body } = await post({
      target: 'javascript:alert(1)',
      name: 7,
      utm: { sauce: 'x', source: 'y'.repeat(256) },
      colour: 'red',
    })
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(body.details).sort(), ['colour', 'name', 'target', 'utm.sauce', 'utm.source'])
    assert.match(body.details.target[0], /https:\/\//)
    assert.match(body.details['utm.sauce'][0], /Did you mean source/)
    assert.deepEqual(Object.keys((await post({})).body.details), ['target'])
    assert.deepEqual(Object.keys((await post({ target: 'https://example.com', utm: 'x' })).body.details), ['utm'])
  })

  test('refuses one of our own short links as the target, by every name of this machine', async () => {
    const { code } = await create({ target: 'https://example.com/' })
    for (const base of [
      'https://go.example.com',
      'http://doorpost.example.com',
      'https://GO.example.com:444',
      server.url,
      `http://localhost:${server.port}`,
      'https://another.example/path',
    ]) {
      const { status, body } = await post({ target: `${base}/l/${code}` })
      assert.equal(status, 400, base)
      assert.match(body.details.target[0], /short link of this installation/)
    }
    await create({ target: 'https://another.example/l/unknown1' })
  })

  test('repeats the answer for an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'a link, once' }
    const first = await post({ target: 'https://example.com/once' }, headers)
    const again = await post({ target: 'https://example.com/once' }, headers)
    assert.equal(again.text, first.text)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
  })
})

describe('permissions', () => {
  test('links:read reads, links:write writes, and no other scope does either', async () => {
    const { id } = await create({ target: 'https://example.com/' })
    const reader = await server.key({ scopes: ['links:read'] })
    const writer = await server.key({ scopes: ['links:write'] })
    const other = await server.key({ scopes: ['posts:read', 'posts:write', 'contacts:read', 'contacts:write'] })
    const json = { target: 'https://example.com/' }
    const ask = async (by: string) => [
      (await server.send('GET', '/v1/links', { key: by })).status,
      (await server.send('GET', `/v1/links/${id}`, { key: by })).status,
      (await server.send('POST', '/v1/links', { key: by, json })).status,
      (await server.send('PATCH', `/v1/links/${id}`, { key: by, json })).status,
    ]
    assert.deepEqual(await ask(reader), [200, 200, 403, 403])
    assert.deepEqual(await ask(writer), [403, 403, 201, 200])
    assert.deepEqual(await ask(other), [403, 403, 403, 403])
  })

  test('an editor may write, a viewer may read', async () => {
    const json = { target: 'https://example.com/' }
    const editor = await signIn(server, { role: 'editor' })
    const viewer = await signIn(server, { role: 'viewer' })
    assert.equal((await editor.send('POST', '/v1/links', { json })).status, 201)
    assert.equal((await viewer.send('POST', '/v1/links', { json })).status, 403)
    assert.equal((await viewer.send('GET', '/v1/links')).status, 200)
  })
})

describe('PATCH /v1/links/{id}', () => {
  test('changes what is sent and keeps the code', async () => {
    const before = await create({ target: 'https://example.com/a', name: 'A', utm: { source: 'x', medium: 'y' } })
    const change = { target: 'https://example.com/b', utm: { medium: null, campaign: 'spring' } }
    const { status, body } = await patch(before.id, change)
    assert.equal(status, 200)
    assert.deepEqual(
      { ...body.data, updated_at: before.updated_at },
      {
        ...before,
        target: 'https://example.com/b',
        utm: { source: 'x', medium: null, campaign: 'spring', term: null, content: null },
        version: 2,
      },
    )
  })

  test('disables and enables', async () => {
    const { id } = await create({ target: 'https://example.com/' })
    const off = (await patch(id, { disabled: true })).body.data
    assert.ok(Date.parse(off.disabled_at))
    assert.equal((await patch(id, { disabled: true })).body.data.disabled_at, off.disabled_at, 'since the first time')
    assert.equal((await patch(id, { disabled: false })).body.data.disabled_at, null)
  })

  test('refuses what is wrong, an empty change, our own short links, and another version', async () => {
    const { id, code } = await create({ target: 'https://example.com/' })
    const fields = async (json: unknown) => Object.keys((await patch(id, json)).body.details)
    assert.deepEqual(await fields({}), ['body'])
    assert.deepEqual(await fields({ disabled: 'yes', target: null }), ['target', 'disabled'])
    assert.deepEqual(await fields({ target: `https://go.example.com/l/${code}` }), ['target'])
    assert.deepEqual(await fields({ target: `https://elsewhere.example/l/${code}` }), ['target'])
    const etag = (await get(id)).headers.get('etag')!
    const changed = await patch(id, { name: 'New' }, { 'if-match': etag })
    assert.equal(changed.status, 200)
    assert.notEqual(changed.headers.get('etag'), etag)
    assert.equal((await patch(id, { name: 'Newer' }, { 'if-match': etag })).status, 412)
    assert.equal((await get(id)).body.data.name, 'New')
  })
})

describe('DELETE /v1/links/{id}', () => {
  test('removes the link and what was counted of it', async () => {
    const { id } = await create({ target: 'https://example.com/' })
    await server.sql(`insert into link_counts (workspace_id, link_id, slot, clicks) values ($1, $2, 0, 3)`, [
      workspaceId,
      id,
    ])
    assert.equal((await get(id)).body.data.clicks, 3)
    assert.equal((await server.send('DELETE', `/v1/links/${id}`, { key })).status, 200)
    assert.equal((await get(id)).status, 404)
    assert.deepEqual(await server.sql('select 1 from link_counts where link_id = $1', [id]), [])
    assert.equal((await server.send('DELETE', `/v1/links/${id}`, { key })).status, 404)
  })

  test('is refused while a post contains the link', async () => {
    const { body } = await server.send('POST', '/v1/posts/short', { key, json: { content: 'Look' } })
    const postId = body.data.id
    const [link] = await allot(postId, ['https://example.com/of-post'])
    const refused = await server.send('DELETE', `/v1/links/${link!.id}`, { key })
    assert.equal(refused.status, 400)
    assert.match(refused.body.details.id[0], /Disable the link instead/)
    // The post was never public, so its links are deleted with it.
    await server.send('DELETE', `/v1/posts/${postId}`, { key })
    assert.equal((await server.send('GET', `/v1/links/${link!.id}`, { key })).status, 404)
  })
})

describe('GET /v1/links', () => {
  test('finds by name, target, code and post', async () => {
    const postId = server.deps.ids.next().id
    const [ofPost] = await allot(postId, ['https://example.com/found-by-post'])
    const named = await create({ target: 'https://example.com/1', name: '100% harbour' })
    const idsOf = async (query: string) => {
      const { body } = await server.send('GET', `/v1/links?${query}`, { key })
      return [body.data.map(({ id }: { id: string }) => id), body.pagination.total]
    }
    assert.deepEqual(await idsOf('q=100%25+HARB'), [[named.id], 1])
    assert.deepEqual(await idsOf(`q=${named.code}`), [[named.id], 1])
    assert.deepEqual(await idsOf('q=found-by-post'), [[ofPost!.id], 1])
    assert.deepEqual(await idsOf(`post_id=${postId}`), [[ofPost!.id], 1])
    assert.deepEqual(await idsOf('q=1000_harbour'), [[], 0])
    assert.equal((await server.send('GET', '/v1/links?post_id=x', { key })).status, 400)
  })
})

const allot = (postId: string, targets: string[]) =>
  transaction(server.deps.pool, (tx) =>
    links.allotIn(
      tx,
      workspaceId,
      postId,
      targets.map((target) => ({ target, utm: { source: 'x' } })),
    ),
  )

describe('GET /v1/links/{id}/days', () => {
  test('has every day of the range, and the referrers', async () => {
    const { id } = await create({ target: 'https://example.com/' })
    const add = (day: string, kind: string, host: string, slot: number, clicks: number, visitors: number) =>
      server.sql('insert into link_days values ($1, $2, $3, $4, $5, $6, $7, $8)', [
        ...[workspaceId, id, day, kind, host, slot, clicks, visitors],
      ])
    await add('2026-03-01', 'person', 'news.example', 0, 5, 4)
    await add('2026-03-01', 'person', 'news.example', 1, 1, 1)
    await add('2026-03-03', 'person', '', 0, 2, 1)
    await add('2026-03-03', 'bot', '', 0, 7, 0)
    await add('2026-03-03', 'head', '', 0, 3, 0)
    await add('2026-03-05', 'preview', '', 0, 9, 0)
    const { body } = await server.send('GET', `/v1/links/${id}/days?from=2026-03-01&to=2026-03-04`, { key })
    const none = { clicks: 0, visitors: 0, bots: 0, previews: 0, heads: 0 }
    assert.deepEqual(body.data, {
      from: '2026-03-01',
      to: '2026-03-04',
      days: [
        { ...none, day: '2026-03-01', clicks: 6, visitors: 5 },
        { ...none, day: '2026-03-02' },
        { ...none, day: '2026-03-03', clicks: 2, visitors: 1, bots: 7, heads: 3 },
        { ...none, day: '2026-03-04' },
      ],
      sources: [
        { host: 'news.example', clicks: 6, visitors: 5 },
        { host: '', clicks: 2, visitors: 1 },
      ],
    })
    assert.equal((await server.send('GET', `/v1/links/${id}/days`, { key })).body.data.days.length, 30)
  })

  test('refuses ranges that are reversed or too long', async () => {
    const { id } = await create({ target: 'https://example.com/' })
    for (const query of ['from=2026-03-02&to=2026-03-01', 'from=2020-01-01&to=2026-01-01', 'from=yesterday']) {
      assert.equal((await server.send('GET', `/v1/links/${id}/days?${query}`, { key })).status, 400, query)
    }
  })
})

describe('the QR code of a link', () => {
  test('is an SVG without scripts and a PNG, both with the short link in them', async () => {
    const { id, url, code } = await create({ target: 'https://example.com/' })
    const dark = encode(url, { ecc: 'M', border: 4 }).data
    const svg = await server.send('GET', `/v1/links/${id}/qr`, { key })
    assert.equal(svg.headers.get('content-disposition'), `inline; filename="${code}.svg"`)
    const drawn = [...svg.text.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`)
    const wanted = dark.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x},${y}`] : [])))
    assert.deepEqual(drawn, wanted)
    assert.doesNotMatch(svg.text, /script|href|on\w+=/)

    const response = await fetch(`${server.url}/v1/links/${id}/qr.png`, { headers: { authorization: `Bearer ${key}` } })
    const png = Buffer.from(await response.arrayBuffer())
    assert.equal(response.headers.get('content-type'), 'image/png')
    assert.equal(png.toString('latin1', 1, 4), 'PNG')
    const size = png.readUInt32BE(16)
    assert.equal(size % dark.length, 0)
    const at = png.indexOf('IDAT')
    const pixels = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
    const scale = size / dark.length
    const rowBytes = Math.ceil(size / 8) + 1
    const isDarkAt = (x: number, y: number) => (pixels[y * rowBytes + 1 + (x >> 3)]! & (0x80 >> (x & 7))) === 0
    for (const [y, row] of dark.entries()) {
      for (const [x, isDark] of row.entries()) assert.equal(isDarkAt(x * scale + 3, y * scale + 3), isDark)
    }
  })
})

describe('links of posts', () => {
  test('are created in order, and kept when the post is scheduled again', async () => {
    const postId = server.deps.ids.next().id
    const [a, b, again] = await allot(postId, ['https://a.example/', 'https://b.example/', 'https://a.example/'])
    assert.equal(new Set([a!.code, b!.code, again!.code]).size, 3, 'the same link twice is two links')
    const [second, c, first] = await allot(postId, ['https://b.example/', 'https://c.example/', 'https://a.example/'])
    assert.deepEqual([second!.code, first!.code], [b!.code, a!.code])
    assert.ok(![a!.code, b!.code, again!.code].includes(c!.code))
  })

  test('are rolled back with the transaction that creates them', async () => {
    const postId = server.deps.ids.next().id
    await assert.rejects(
      transaction(server.deps.pool, async (tx) => {
        await links.allotIn(tx, workspaceId, postId, [{ target: 'https://a.example/', utm: {} }])
        throw new Error('the post was refused')
      }),
    )
    const { body } = await server.send('GET', `/v1/links?post_id=${postId}`, { key })
    assert.equal(body.pagination.total, 0)
  })
})

describe('the links in memory', () => {
  test('are few, frequently used ones stay, and the others are still found', async () => {
    const { pool, log } = server.deps
    const options = { db: pool, log, isCurrent: () => true }
    const codes: string[] = []
    for (let i = 0; i < 6; i++) codes.push((await create({ target: `https://example.com/${i}` })).code)
    const few = createKnownLinks({ ...options, bounds: { entries: 3, bytes: 1_000_000 } })
    for (const code of codes) {
      assert.equal((await few.find(code))?.code, code)
      assert.equal((await few.find(codes[0]!))?.code, codes[0])
    }
    assert.equal(few.peek(codes[0]!)?.code, codes[0])
    assert.ok(codes.filter((code) => few.peek(code) != null).length <= 3)
    const small = createKnownLinks({ ...options, bounds: { entries: 100, bytes: 1_500 } })
    for (const code of codes) await small.find(code)
    assert.ok(codes.filter((code) => small.peek(code) != null).length <= 3)
  })
})

describe('the link of a code', () => {
  test('is found on every node, and a change is known there within a second', async () => {
    const { id, code } = await create({ target: 'https://example.com/one', utm: { source: 'x' } })
    const found = await second.deps.knownLinks.find(code)
    assert.deepEqual(found, {
      workspaceId,
      id,
      code,
      postId: null,
      target: 'https://example.com/one',
      destination: `https://example.com/one?utm_source=x&utm_content=${code}&dp=${code}`,
      isDisabled: false,
    })
    await patch(id, { target: 'https://example.com/two', disabled: true })
    await until(async () => (await second.deps.knownLinks.find(code))?.isDisabled === true)
    assert.equal((await second.deps.knownLinks.find(code))?.target, 'https://example.com/two')
    await server.send('DELETE', `/v1/links/${id}`, { key })
    await until(async () => (await second.deps.knownLinks.find(code)) === null)
  })

  test('is in memory of every node before the first request', async () => {
    const { code } = await create({ target: 'https://example.com/new' })
    await until(() => second.deps.knownLinks.peek(code)?.code === code)
  })

  test('is null for an unknown code, and for anything that is not a code', async () => {
    for (const code of ['unknown1', '', 'a/b', "'; drop table links", 'x'.repeat(10_000)]) {
      assert.equal(await server.deps.knownLinks.find(code), null)
    }
  })
})
