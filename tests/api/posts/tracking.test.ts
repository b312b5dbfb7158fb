import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { type Provider, profileFor } from '../../../src/platforms/registry.ts'
import { FORMATS, type Format } from '../../../src/platforms/shared/provider.ts'
import { until } from '../../helpers/process.ts'
import { startServer } from '../../helpers/server.ts'
import { type Person, signIn } from '../../helpers/session.ts'

type Body = Record<string, unknown>

const GO = 'https://go.example.com'
const started = Date.now()
const clock = { now: () => Date.parse('2026-07-01T12:00:00Z') + Date.now() - started }
const server = await startServer({ clock, env: { LINK_BASE_URL: GO } })
// The same installation, with an address that is not reachable from outside.
const inside = await startServer({ clock, beside: server, env: { LINK_BASE_URL: 'http://localhost:8080' } })
const key = await server.key()
let owner: Person
before(async () => {
  owner = await signIn(server, { role: 'owner' })
})

const SCHEDULED = { status: 'scheduled', scheduled_date: '2030-05-01T09:30:00.000Z' }
const LATER = { scheduled_date: '2030-05-02T09:30:00.000Z' }
const PAGE = 'https://shop.example.com/sale'
const CODE = /[2-9A-HJ-NP-Za-km-z]{8}/.source
const SHORT = new RegExp(`${GO}/l/${CODE}`)

const send = (method: string, path: string, json?: unknown, on = server) =>
  on.send(method, path, { key, ...(json === undefined ? {} : { json }) })
async function ok(method: string, path: string, json?: unknown) {
  const answer = await send(method, path, json)
  assert.ok(answer.status < 300, answer.text)
  return answer.body.data
}
const create = (json: Body, platform: Format = 'professional') => ok('POST', `/v1/posts/${platform}`, json)
const patch = (id: string, json: Body) => ok('PATCH', `/v1/posts/${id}`, json)
const set = (json: Body) => owner.send('PATCH', '/v1/workspace', { json })
const linksOf = (id: string) =>
  server.sql<{ code: string; target: string; utm: Body }>(
    'select code, target, utm from links where post_id = $1 order by id',
    [id],
  )
const codesOf = async (id: string) => (await linksOf(id)).map(({ code }) => code)
const rulesOf = (post: { warnings: Array<{ rule: string }> }) => post.warnings.map(({ rule }) => rule)
const eventOf = async (id: string, type: string) =>
  (
    await server.sql<{ data: Body }>('select data from event_outbox where subject_id = $1 and type = $2 order by id', [
      id,
      type,
    ])
  ).at(-1)!.data

async function account(provider: Provider, name: string): Promise<string> {
  const tokens = { accessToken: 't', expiresAt: null, refreshToken: null, refreshExpiresAt: null, scopes: [] }
  const profile = { id: name, handle: name, name: null, kind: 'member' as const }
  const [saved] = await server.deps.connections.save(server.deps.workspaceId, provider, [profile], tokens)
  return saved!.id
}

beforeEach(async () => {
  await server.sql('delete from posts')
  await server.sql('delete from links')
  await set({ track_links: 'off', utm_campaign: null })
})

describe('the links of a post', () => {
  test('stay unchanged unless the workspace or the post says otherwise', async () => {
    const post = await create({ content: `See ${PAGE}`, ...SCHEDULED })
    assert.equal(post.track_links, null)
    assert.equal(post.outgoing_text, null)
    assert.deepEqual(await linksOf(post.id), [])
  })

  test('short: become short links, whose codes are created with the post', async () => {
    const post = await create({ content: `See ${PAGE} and ${PAGE}?b=1`, track_links: 'short', ...SCHEDULED })
    const links = await linksOf(post.id)
    assert.deepEqual(
      links.map(({ target }) => target),
      [PAGE, `${PAGE}?b=1`],
    )
    assert.equal(post.outgoing_text, `See ${links.map(({ code }) => `${GO}/l/${code}`).join(' and ')}`)
    assert.equal(post.content, `See ${PAGE} and ${PAGE}?b=1`, 'what was sent to us stays')
    assert.deepEqual(links[0]!.utm, { source: 'linkedin', medium: 'social' })
    assert.deepEqual(await ok('GET', `/v1/posts/${post.id}`), post)
    assert.equal((await eventOf(post.id, 'post.scheduled')).outgoing_text, post.outgoing_text)
    assert.equal((await ok('GET', `/v1/links?post_id=${post.id}`)).length, 2)
  })

  test('utm: get parameters that say where they appeared, and keep their own', async () => {
    await set({ utm_campaign: 'Autumn & more' })
    const content = `${PAGE}?utm_source=own&utm_content=banner`
    const post = await create({ content, track_links: 'utm', ...SCHEDULED })
    const [code] = await codesOf(post.id)
    const sent = new URL(post.outgoing_text)
    assert.deepEqual(Object.fromEntries(sent.searchParams), {
      utm_source: 'own',
      utm_content: 'banner',
      utm_medium: 'social',
      utm_campaign: 'Autumn & more',
      dp: code,
    })
  })

  test('short links lead to what utm would have put into the text', async () => {
    await set({ utm_campaign: 'autumn' })
    const content = `${PAGE}?size=large#top`
    const [utm, short] = [
      await create({ content, track_links: 'utm', ...SCHEDULED }),
      await create({ content, track_links: 'short', ...SCHEDULED }),
    ]
    const [[ofUtm], [ofShort]] = [await codesOf(utm.id), await codesOf(short.id)]
    const follow = () => fetch(`${server.url}/l/${ofShort}`, { redirect: 'manual' })
    const answer = await follow()
    assert.equal(answer.status, 302)
    assert.equal(answer.headers.get('location'), utm.outgoing_text.replaceAll(ofUtm!, ofShort!))
    // A link that left the text before it was public leads nowhere.
    await patch(short.id, { content: 'No link any more' })
    await until(async () => (await follow()).status === 404)
  })

  test('the post wins over the workspace, on every endpoint', async () => {
    await set({ track_links: 'short' })
    const media_urls = ['https://cdn.example.com/a.jpg']
    const more: Partial<Record<Format, Body>> = {
      thread: { media_type: 'text' },
      photo: { media_type: 'feed_post', media_urls },
    }
    for (const format of FORMATS) {
      const text = { [format === 'photo' ? 'caption' : 'content']: `See ${PAGE}`, ...more[format], ...SCHEDULED }
      assert.match((await create(text, format)).outgoing_text, SHORT)
      assert.equal((await create({ ...text, track_links: 'off' }, format)).outgoing_text, null)
      const utm = await create({ ...text, track_links: 'utm' }, format)
      const [code] = await codesOf(utm.id)
      const source = `utm_source=${profileFor(format).name}&utm_medium=social&utm_content=${code}&dp=${code}`
      // Captions cannot be clicked: the link stays unchanged, and has its code for the link page.
      assert.equal(utm.outgoing_text, format === 'photo' ? `See ${PAGE}` : `See ${PAGE}?${source}`)
    }
  })

  test('posts of a group have codes of their own, by the rules of their accounts', async () => {
    const [sky, x] = [await account('bluesky', 'sky.example.com'), await account('x', 'xenia')]
    const body = {
      content: `See ${PAGE}`,
      track_links: 'short',
      ...SCHEDULED,
      accounts: [{ connection_id: sky }, { connection_id: x, overrides: { track_links: 'utm' } }],
    }
    const { posts, group_id } = await ok('POST', '/v1/posts', body)
    assert.match(posts[0].outgoing_text, SHORT)
    assert.match(posts[1].outgoing_text, /utm_source=x&/)
    assert.deepEqual((await linksOf(posts[0].id))[0]!.utm, { source: 'bluesky', medium: 'social' })
    const changed = await ok('PATCH', `/v1/posts/groups/${group_id}`, { track_links: 'off' })
    assert.deepEqual(
      changed.posts.map((post: Body) => post.outgoing_text),
      [null, null],
    )
  })

  test('a repeated request gets the same codes', async () => {
    const json = { content: `See ${PAGE}`, track_links: 'short', ...SCHEDULED }
    const headers = { 'idempotency-key': 'tracked-once' }
    const [first, second] = [
      await server.send('POST', '/v1/posts/professional', { key, json, headers }),
      await server.send('POST', '/v1/posts/professional', { key, json, headers }),
    ]
    assert.equal(second.text, first.text)
    assert.deepEqual(await server.sql('select count(*)::int as n from links'), [{ n: 1 }])
  })

  test('an unknown value is refused with a sentence', async () => {
    const { status, body } = await send('POST', '/v1/posts/short', { content: 'a', track_links: 'yes' })
    assert.equal(status, 400)
    assert.deepEqual(body.details, { track_links: ['track_links must be one of off, utm, short, but it is "yes".'] })
  })
})

describe('drafts', () => {
  test('have no codes; they get them when they are scheduled or published', async () => {
    for (const schedule of [
      (id: string) => patch(id, SCHEDULED),
      (id: string) => ok('POST', `/v1/posts/${id}/publish`),
    ]) {
      const draft = await create({ content: `See ${PAGE}`, track_links: 'short' })
      assert.equal(draft.outgoing_text, null)
      assert.deepEqual(await linksOf(draft.id), [])
      await schedule(draft.id)
      const { outgoing_text } = await ok('GET', `/v1/posts/${draft.id}`)
      assert.equal(outgoing_text, `See ${GO}/l/${(await codesOf(draft.id))[0]}`)
      assert.equal((await eventOf(draft.id, 'post.scheduled')).outgoing_text, outgoing_text)
    }
  })

  test('a dry run creates none', async () => {
    const json = { content: `See ${PAGE}`, track_links: 'short', ...SCHEDULED }
    const { body } = await send('POST', '/v1/posts/professional?dry_run=true', json)
    assert.equal(body.data.outgoing_text, null)
    assert.deepEqual(await server.sql('select from links'), [])
  })
})

describe('a scheduled post that is changed', () => {
  test('keeps the codes of the links that stay, and forgets the others', async () => {
    const post = await create({ content: `A ${PAGE}/a B ${PAGE}/b`, track_links: 'short', ...SCHEDULED })
    const [a, b] = await codesOf(post.id)
    const moved = await patch(post.id, LATER)
    assert.equal(moved.outgoing_text, post.outgoing_text)
    const changed = await patch(post.id, { content: `Only ${PAGE}/b, and ${PAGE}/c` })
    const [kept, made] = await codesOf(post.id)
    assert.equal(kept, b)
    assert.notEqual(made, a)
    assert.equal(changed.outgoing_text, `Only ${GO}/l/${b}, and ${GO}/l/${made}`)
  })

  test('keeps them while it is a draft again, and when it is retried after a cancellation', async () => {
    const post = await create({ content: `See ${PAGE}`, track_links: 'short', ...SCHEDULED })
    assert.equal((await patch(post.id, { status: 'draft' })).outgoing_text, null)
    assert.equal((await patch(post.id, SCHEDULED)).outgoing_text, post.outgoing_text)
    await ok('POST', `/v1/posts/${post.id}/cancel`)
    await ok('POST', `/v1/posts/${post.id}/retry`)
    assert.equal((await ok('GET', `/v1/posts/${post.id}`)).outgoing_text, post.outgoing_text)
  })

  test('says what the workspace decided when it was scheduled, until its text is changed', async () => {
    await set({ track_links: 'short' })
    const post = await create({ content: `See ${PAGE}`, ...SCHEDULED })
    await set({ track_links: 'off' })
    assert.equal((await patch(post.id, LATER)).outgoing_text, post.outgoing_text)
    assert.equal((await patch(post.id, { content: `Look: ${PAGE}` })).outgoing_text, null)
    assert.deepEqual(await linksOf(post.id), [])
  })

  test('records which account its links count for', async () => {
    const [sky, x] = [await account('bluesky', 'sky.example.com'), await account('x', 'xenia')]
    const post = await create({ content: PAGE, track_links: 'utm', connection_id: sky, ...SCHEDULED }, 'short')
    assert.match(post.outgoing_text, /utm_source=bluesky&/)
    const changed = await patch(post.id, { connection_id: x })
    assert.match(changed.outgoing_text, /utm_source=x&/)
    assert.equal((await linksOf(post.id)).length, 1)
  })

  test('an attempt makes its links permanent: they may be public', async () => {
    const post = await create({ content: PAGE, track_links: 'short', ...SCHEDULED })
    const [code] = await codesOf(post.id)
    await server.sql(`update posts set attempts = 1, publication_state = 'failed' where id = $1`, [post.id])
    await patch(post.id, { content: `${PAGE}/other` })
    assert.equal((await codesOf(post.id))[0], code)
    await ok('DELETE', `/v1/posts/${post.id}`)
    assert.equal((await codesOf(post.id)).length, 2)
  })

  test('a post that was never sent deletes its links with it', async () => {
    const post = await create({ content: PAGE, track_links: 'short', ...SCHEDULED })
    await ok('DELETE', `/v1/posts/${post.id}`)
    assert.deepEqual(await linksOf(post.id), [])
  })
})

describe('limits count the text as it will be sent', () => {
  const media_type = 'text'

  test('beyond 50 different links the others are sent unchanged, and the warning names the first of them', async () => {
    const content = Array.from({ length: 52 }, (_, at) => `https://e.example/${at + 1}`).join(' ')
    const post = await create({ content, track_links: 'short', ...SCHEDULED })
    const [warning, ...others] = post.warnings.filter(({ rule }: { rule: string }) => rule.startsWith('any.links'))
    assert.deepEqual([warning.rule, others], ['any.links.max', []])
    assert.match(warning.message, /https:\/\/e\.example\/51\. /)
    assert.equal((await linksOf(post.id)).length, 50)
    const fewer = await create({
      content: content.split(' ').slice(0, 50).join(' '),
      track_links: 'short',
      ...SCHEDULED,
    })
    assert.ok(!rulesOf(fewer).includes('any.links.max'))
  })

  test('a text that would become too long is sent unchanged, and the warning says so', async () => {
    const content = `${'a'.repeat(450)} ${PAGE}`
    const post = await create({ media_type, content, track_links: 'utm', ...SCHEDULED }, 'thread')
    assert.equal(post.outgoing_text, null)
    assert.deepEqual(await linksOf(post.id), [])
    const { message } = post.warnings.find(({ rule }: { rule: string }) => rule === 'any.links.length')
    assert.match(message, /^With tracked links content would count 5\d\d, and Threads allows 500, so /)
    assert.match(message, /send track_links "short"\.$/)
    assert.deepEqual(rulesOf(await create({ media_type, content, track_links: 'utm' }, 'thread')), ['any.links.length'])
    assert.match((await patch(post.id, { track_links: 'short' })).outgoing_text, SHORT)
  })

  test('the limit of the API applies to the text that was sent to us', async () => {
    const content = `${'a'.repeat(480)} ${PAGE}/${'b'.repeat(100)}`
    const { status, body } = await send('POST', '/v1/posts/thread', { media_type, content, track_links: 'short' })
    assert.equal(status, 400)
    assert.ok(body.details.content)
  })

  test('a text that became short enough causes no warning', async () => {
    const sky = await account('bluesky', 'sky.example.com')
    const content = `${'a'.repeat(200)} ${PAGE}/${'b'.repeat(50)}`
    const emoji = `${'👩🏽‍🚀'.repeat(5)} ${content}`.slice(0, 280)
    const post = await create({ content: emoji, track_links: 'short', connection_id: sky, ...SCHEDULED }, 'short')
    assert.deepEqual(rulesOf(post), [])
  })

  test('texts that differ only in their codes are repeats', async () => {
    const json = { content: `See ${PAGE}`, track_links: 'short', ...SCHEDULED }
    await create(json)
    assert.ok(rulesOf(await create(json)).includes('professional.duplicate'))
    assert.ok(rulesOf(await create({ ...json, track_links: 'off' })).includes('professional.duplicate'))
  })

  test('a link in a caption causes a warning, tracked or not', async () => {
    const photo = { media_type: 'feed_post', media_urls: ['https://cdn.example.com/a.jpg'] }
    for (const track_links of ['off', 'utm', 'short']) {
      const post = await create({ ...photo, caption: `See ${PAGE}`, track_links }, 'photo')
      assert.deepEqual(rulesOf(post), ['photo.caption.link'])
      assert.match(post.warnings[0].message, /link page/)
    }
    assert.deepEqual(rulesOf(await create({ ...photo, caption: 'No link.' }, 'photo')), [])
  })
})

describe('short links that cannot be opened from outside', () => {
  const json = { content: `See ${PAGE}`, ...SCHEDULED }
  const refusal =
    /^track_links cannot be short here\. Short links need a public https address, and they would begin with http:\/\/localhost:8080\. Ask the operator for one/

  test('are refused with what to do, for posts, groups and the workspace', async () => {
    const x = await account('x', 'xenia')
    const group = { ...json, accounts: [{ connection_id: x }] }
    const { id } = await create({ ...json, track_links: 'utm' })
    const tries: Array<[string, string, Body, string]> = [
      ['POST', '/v1/posts/professional', { ...json, track_links: 'short' }, 'track_links'],
      ['PATCH', `/v1/posts/${id}`, { track_links: 'short' }, 'track_links'],
      ['POST', '/v1/posts', { ...group, track_links: 'short' }, 'track_links'],
    ]
    for (const [method, path, body, field] of tries) {
      const answer = await send(method, path, body, inside)
      assert.equal(answer.status, 400, answer.text)
      assert.deepEqual(Object.keys(answer.body.details), [field])
      assert.match(answer.body.details[field][0], refusal)
    }
    const there = await signIn(inside, { role: 'owner' })
    const answer = await there.send('PATCH', '/v1/workspace', { json: { track_links: 'short' } })
    assert.equal(answer.status, 400)
    assert.match(answer.body.details.track_links[0], refusal)
    const { installation } = (await there.send('GET', '/v1/workspace')).body.data
    assert.equal(installation.link_base_url, 'http://localhost:8080')
    assert.match(installation.short_link_problem, /^Short links need a public https address/)
  })

  test('become parameters if the workspace had chosen them before', async () => {
    await set({ track_links: 'short' })
    const { body } = await send('POST', '/v1/posts/professional', json, inside)
    assert.match(body.data.outgoing_text, /utm_source=linkedin&/)
    assert.ok(rulesOf(body.data).includes('any.links.address'))
  })

  test('utm always works', async () => {
    const { body } = await send('POST', '/v1/posts/professional', { ...json, track_links: 'utm' }, inside)
    assert.match(body.data.outgoing_text, /utm_source=linkedin&/)
  })
})

test('settings of one workspace do not affect another', async () => {
  await set({ track_links: 'short' })
  const workspaceId = await server.workspace()
  const other = await server.key({ workspaceId })
  const { body } = await server.send('POST', '/v1/posts/professional', {
    key: other,
    json: { content: PAGE, ...SCHEDULED },
  })
  assert.equal(body.data.outgoing_text, null)
})
