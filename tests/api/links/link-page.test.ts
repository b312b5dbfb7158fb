import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { transaction } from '../../../src/db/database.ts'
import { startServer } from '../../helpers/server.ts'
import { visit } from '../../helpers/visit.ts'

let shiftMs = 0
const server = await startServer({
  env: { LINK_BASE_URL: 'https://go.example.com', TRUST_PROXY: 'loopback', RATE_LIMIT_FAILED_AUTH: '20' },
  clock: { now: () => Date.now() + shiftMs },
})
const key = await server.key()
const otherWorkspace = await server.workspace()
const otherKey = await server.key({ workspaceId: otherWorkspace })

const get = async (by = key) => (await server.send('GET', '/v1/link-page', { key: by })).body.data
const patch = (json: unknown, by = key) => server.send('PATCH', '/v1/link-page', { key: by, json })
/** Opens the page as visitors see it, once nothing older is served from memory. */
const open = async (name: string) => {
  shiftMs += 6_000
  return visit(server.port, `/b/${name}`)
}
const NONE = { name: null, url: null, title: null, intro: null, updated_at: null }

/** A published post with its links. */
async function publish(content: string, targets: string[], workspaceId = server.deps.workspaceId) {
  const by = workspaceId === otherWorkspace ? otherKey : key
  const { body } = await server.send('POST', '/v1/posts/short', { key: by, json: { content } })
  const id: string = body.data.id
  const wanted = targets.map((target) => ({ target, utm: { source: 'x' } }))
  const links = await transaction(server.deps.pool, (tx) => server.deps.links.allotIn(tx, workspaceId, id, wanted))
  shiftMs += 1_000
  await server.sql(`update posts set publication_state = 'published', published_at = $2 where id = $1`, [
    ...[id, new Date(Date.now() + shiftMs)],
  ])
  return links.map(({ code }) => code)
}

describe('/v1/link-page', () => {
  test('is created with a name, changed, and removed', async () => {
    assert.deepEqual(await get(), NONE)
    const { status, body } = await patch({ name: 'harbour-works', intro: ' Boats and tools. ' })
    assert.equal(status, 200)
    const { updated_at, ...rest } = body.data
    assert.ok(Date.parse(updated_at))
    const url = 'https://go.example.com/b/harbour-works'
    assert.deepEqual(rest, { name: 'harbour-works', url, title: null, intro: 'Boats and tools.' })
    assert.equal((await patch({ title: 'Harbour' })).body.data.intro, 'Boats and tools.', 'what is left out stays')
    assert.equal((await open('harbour-works')).status, 200)
    assert.deepEqual((await patch({ name: null })).body.data, NONE)
    assert.equal((await open('harbour-works')).status, 404)
  })

  test('refuses names that are wrong or taken, and settings without a name', async () => {
    for (const name of ['ab', '-abc', 'abc-', 'Abc', 'a b', 'a/b', 'ü12', 'x'.repeat(41), 7]) {
      const { status, body } = await patch({ name })
      assert.equal(status, 400, String(name))
      assert.deepEqual(Object.keys(body.details), ['name'])
    }
    assert.equal((await patch({ title: 'Harbour' })).status, 400)
    assert.deepEqual(Object.keys((await patch({ nmae: 'x', title: 'x'.repeat(81) })).body.details), ['nmae', 'title'])
    assert.equal((await patch({ name: 'ours' })).status, 200)
    const taken = await patch({ name: 'ours' }, otherKey)
    assert.match(taken.body.details.name[0], /Choose another name/)
    assert.deepEqual(await get(otherKey), NONE)
    // Also at the same moment: one of them gets it.
    const both = await Promise.all([patch({ name: 'wanted' }), patch({ name: 'wanted' }, otherKey)])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400])
    await patch({ name: null })
    await patch({ name: null }, otherKey)
  })
})

describe('GET /b/{name}', () => {
  test('lists links of published posts, newest first, each target once, and nothing of others', async () => {
    await patch({ name: 'harbour', title: 'Harbour & <Works>', intro: 'Boats "and" tools' })
    await publish('Not ours', ['https://secret.example/'], otherWorkspace)
    const [first] = await publish('Spring is here\nhttps://example.com/spring', ['https://www.example.com/spring'])
    const [again] = await publish('https://example.com/spring\n\nSpring again!', ['https://www.example.com/spring'])
    const [long] = await publish(`${'long '.repeat(40)}`, ['https://example.com/long'])
    const [draft] = await publish('Draft', ['https://example.com/draft'])
    await server.sql(`update posts set publication_state = 'waiting' where content = 'Draft'`)
    const { status, headers, text } = await open('harbour')
    assert.equal(status, 200)
    const seen = [...text.matchAll(/<a href="([^"]+)"><strong>([^<]*)<\/strong><small>([^<]*)</g)].map((m) =>
      m.slice(1),
    )
    assert.deepEqual(seen, [
      [`https://go.example.com/l/${long}`, `${'long '.repeat(16)}long…`, 'example.com'],
      [`https://go.example.com/l/${again}`, 'Spring again!', 'example.com'],
    ])
    assert.ok(!text.includes(first!) && !text.includes(draft!) && !text.includes('secret.example'))
    assert.ok(text.includes('<h1>Harbour &amp; &lt;Works&gt;</h1>'))
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-/)
    assert.equal(headers['set-cookie'], undefined)
    assert.doesNotMatch(text, /<script|<img|<iframe/)
  })

  test('escapes the text of posts, hides disabled links, and drops old posts', async () => {
    const [code] = await publish('<img src=x onerror=alert(1)> & "quoted"', ['https://example.com/x?a="><script>'])
    assert.ok((await open('harbour')).text.includes('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quoted&quot;'))
    const [{ id }] = (await server.sql<{ id: string }>('select id from links where code = $1', [code])) as [
      { id: string },
    ]
    await server.send('PATCH', `/v1/links/${id}`, { key, json: { disabled: true } })
    assert.ok(!(await open('harbour')).text.includes(code!))
    shiftMs += 91 * 86_400_000
    assert.match((await open('harbour')).text, /There is nothing here yet/)
  })

  test('is 404 for unknown names, limited per address', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.50' }
    const statuses: number[] = []
    for (let i = 0; i < 25; i++) statuses.push((await visit(server.port, `/b/guess-${i}`, { headers })).status)
    assert.deepEqual([...new Set(statuses)], [404, 429])
    assert.equal((await visit(server.port, '/b/%3Cscript%3E')).status, 404)
    assert.equal((await visit(server.port, '/b/harbour', { method: 'POST' })).headers.allow, 'GET, HEAD')
  })
})
