import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import pg from 'pg'
import { versionOf } from '../../../src/http/answers/etag.ts'
import { profileFor } from '../../../src/platforms/registry.ts'
import type { Format } from '../../../src/platforms/shared/provider.ts'
import { until } from '../../helpers/process.ts'
import { startServer } from '../../helpers/server.ts'

type Body = Record<string, unknown>

const started = Date.now()
const clock = { now: () => Date.parse('2026-07-01T12:00:00Z') + Date.now() - started }
// Requests that wait for a lock are not refused, so that the test can see who waits for whom.
const server = await startServer({ clock, intakeLockMs: 60_000 })
const key = await server.key()
const otherWorkspace = await server.workspace()
const otherKey = await server.key({ workspaceId: otherWorkspace })
const DATE = '2030-05-01T09:30:00.000Z'
const LATER = '2030-05-02T10:00:00.000Z'
const SCHEDULED = { status: 'scheduled', scheduled_date: DATE }
const NOBODY = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012'
const JPEG = 'https://cdn.example.com/a.jpg'
const MP4 = 'https://cdn.example.com/a.mp4'

async function connect(platform: Format, names: string[], workspaceId = server.deps.workspaceId): Promise<string[]> {
  const profiles = names.map((name) => ({ id: name, handle: name, name: null, kind: 'member' as const }))
  const tokens = { accessToken: 't', expiresAt: null, refreshToken: null, refreshExpiresAt: null, scopes: [] }
  const saved = await server.deps.connections.save(workspaceId, profileFor(platform).name, profiles, tokens)
  return saved.map(({ id }) => id)
}

const account = async (platform: Format, name: string, workspaceId?: string) =>
  (await connect(platform, [name], workspaceId))[0]!

const [thread, photo, linkedin, x, x2] = [
  await account('thread', 'tina'),
  await account('photo', 'pia'),
  await account('professional', 'lin'),
  await account('short', 'xavier'),
  await account('short', 'xenia'),
]
const foreign = await account('short', 'else', otherWorkspace)

const at = (...ids: string[]) => ids.map((connection_id) => ({ connection_id }))
const create = (json: unknown, query = '', headers = {}) =>
  server.send('POST', `/v1/posts${query}`, { key, json, headers })
const group = (id: string, method = 'GET', json?: unknown, headers = {}) =>
  server.send(method, `/v1/posts/groups/${id}`, { key, headers, ...(json === undefined ? {} : { json }) })
const act = (id: string, action: string) => server.send('POST', `/v1/posts/groups/${id}/${action}`, { key })

async function created(json: Body): Promise<{ id: string; posts: Array<Body & { id: string }> }> {
  const { status, body, text } = await create(json)
  assert.equal(status, 201, text)
  return { id: body.data.group_id, posts: body.data.posts }
}

const setState = (id: string, state: string) =>
  server.sql('update posts set publication_state = $2 where id = $1', [id, state])
const jobs = () =>
  server.sql<{ key: string; run_at: Date }>(
    `select key, run_at from graphile_worker.jobs where key like 'post.publish:%' order by key`,
  )
const events = async () =>
  (
    await server.sql<{ type: string; subject_id: string; group: string }>(
      `select type, subject_id, data ->> 'group_id' as group from event_outbox order by id`,
    )
  ).map(({ type, subject_id, group }) => `${type} ${subject_id} ${group}`)
const count = async () => (await server.sql<{ n: number }>('select count(*)::int as n from posts'))[0]!.n
const states = async (id: string) =>
  (await group(id)).body.data.posts.map((post: { publication: { state: string } }) => post.publication.state)

beforeEach(async () => {
  await server.sql('delete from posts')
  await server.sql('delete from event_outbox')
  await server.sql('delete from graphile_worker._private_jobs')
})

describe('POST /v1/posts', () => {
  test('makes one post for each account, with its event and its job, linked by group_id', async () => {
    const { id, posts } = await created({
      content: 'We open on Monday.',
      media_urls: [JPEG],
      ...SCHEDULED,
      accounts: [
        ...at(thread, photo, linkedin),
        { connection_id: x, overrides: { content: 'Open Monday', media_urls: null } },
      ],
    })
    assert.deepEqual(
      posts.map((post) => [
        post.platform,
        post.connection_id,
        post.content ?? post.caption,
        post.media_urls,
        post.group_id,
      ]),
      [
        ['thread', thread, 'We open on Monday.', [JPEG], id],
        ['photo', photo, 'We open on Monday.', [JPEG], id],
        ['professional', linkedin, 'We open on Monday.', [JPEG], id],
        ['short', x, 'Open Monday', null, id],
      ],
    )
    assert.deepEqual(
      posts.map((post) => post.media_type),
      ['image', 'feed_post', undefined, undefined],
    )
    for (const post of posts) {
      assert.equal(post.status, 'scheduled')
      assert.equal(post.scheduled_date, DATE)
      assert.deepEqual(post.warnings, [])
      assert.deepEqual((await server.send('GET', `/v1/posts/${post.id}`, { key })).body.data, post)
    }
    assert.deepEqual((await group(id)).body.data, { group_id: id, posts })
    assert.deepEqual(
      (await jobs()).map((job) => [job.key, job.run_at.toISOString()]),
      posts.map((post) => [`post.publish:${post.id}`, DATE]),
    )
    const written = posts.flatMap((post) => [`post.created ${post.id} ${id}`, `post.scheduled ${post.id} ${id}`])
    assert.deepEqual((await events()).sort(), written.sort())
  })

  test('several accounts of one network are several posts, and neither repeats the other', async () => {
    const { posts } = await created({ content: 'Hello both', ...SCHEDULED, accounts: at(x, x2) })
    assert.deepEqual(
      posts.map((post) => [post.connection_id, post.warnings]),
      [
        [x, []],
        [x2, []],
      ],
    )
    const again = await created({ content: 'Hello both', ...SCHEDULED, accounts: at(x2) })
    const rules = (again.posts[0]!.warnings as Array<{ rule: string; message: string }>).map(({ rule, message }) => [
      rule,
      message.includes(posts[1]!.id),
    ])
    assert.deepEqual(rules, [['short.duplicate', true]])
  })

  test('a draft is a draft for all; one account may have a date, a status and fields of its own', async () => {
    const own = { status: 'scheduled', scheduled_date: '2030-05-01T11:00:00+02:00', hashtags: ['hiring'], hashtag: 'x' }
    const { posts } = await created({
      content: 'Hi',
      scheduled_date: '2030-05-01T10:30:00',
      time_zone: 'Europe/Lisbon',
      accounts: [...at(x), { connection_id: linkedin, overrides: own }],
    })
    assert.deepEqual(
      posts.map((post) => [post.status, post.scheduled_date, post.hashtags]),
      [
        ['draft', DATE, undefined],
        ['scheduled', '2030-05-01T09:00:00.000Z', ['hiring']],
      ],
    )
    assert.deepEqual(
      posts.map((post) =>
        (post.warnings as Array<{ rule: string; field: string }>).map(({ rule, field }) => `${rule} ${field}`),
      ),
      [[], ['unknown_field hashtag']],
    )
    assert.equal((await jobs()).length, 1)
  })

  test('the media type follows from the files unless an account has its own', async () => {
    const typesOf = async (media_urls: string[], ...more: Body[]) =>
      (
        await created({ content: 'Hi', media_urls, accounts: [...at(thread, photo), ...more].slice(-2) as Body[] })
      ).posts.map((post) => post.media_type)
    assert.deepEqual(await typesOf([MP4]), ['video', 'reel'])
    assert.deepEqual(await typesOf([JPEG, MP4]), ['carousel', 'carousel'])
    const own = { connection_id: thread, overrides: { media_urls: [] } }
    assert.deepEqual(await typesOf([JPEG], { connection_id: photo, overrides: { media_type: 'reel' } }, own), [
      'reel',
      'text',
    ])
  })

  test('alt texts go with the common files, not with those of one account', async () => {
    const { posts } = await created({
      content: 'Hi',
      media_urls: [JPEG],
      alt_texts: ['A door'],
      accounts: [...at(linkedin), { connection_id: x, overrides: { media_urls: [MP4] } }],
    })
    assert.deepEqual(
      posts.map((post) => post.alt_texts),
      [['A door'], null],
    )
    const wrong = await create({ media_urls: [JPEG], alt_texts: ['a', 'b'], content: 'Hi', accounts: at(linkedin, x) })
    assert.deepEqual([wrong.status, Object.keys(wrong.body.details)], [400, ['alt_texts']])
  })

  test('a caption is the text of a photo post under its own name', async () => {
    const entry = (overrides: Body) => [{ connection_id: photo, overrides }]
    const { posts } = await created({ content: 'All', media_urls: [JPEG], accounts: entry({ caption: 'Mine' }) })
    assert.equal(posts[0]!.caption, 'Mine')
    const both = await create({ media_urls: [JPEG], accounts: entry({ caption: 'a', content: 'b' }) })
    assert.equal(both.status, 400)
    assert.deepEqual(Object.keys(both.body.details), ['accounts[0].overrides.content'])
  })

  test('content that an account cannot take is refused in its own words, and nothing is stored', async () => {
    const { status, body } = await create({
      content: 'w'.repeat(300),
      ...SCHEDULED,
      accounts: [
        ...at(linkedin, x, photo),
        { connection_id: thread, overrides: { content: 'w'.repeat(501), media_urls: ['no'] } },
      ],
    })
    assert.equal(status, 400)
    assert.deepEqual(body.details, {
      'accounts[1].overrides.content': [
        'For X (@xavier), content must be at most 280 characters, but it has 300. Change it for all, or send another one for this post alone in accounts[1].overrides.content.',
      ],
      'accounts[2].overrides.media_urls': [
        'For Instagram (@pia), media_urls is required: a post on Instagram needs at least one picture or video. Change it for all, or send another one for this post alone in accounts[2].overrides.media_urls.',
      ],
      'accounts[3].overrides.content': [
        'accounts[3].overrides.content must be at most 500 characters, but it has 501.',
      ],
      'accounts[3].overrides.media_urls[0]': [
        'accounts[3].overrides.media_urls[0] must be an absolute URL that starts with https:// or http://.',
      ],
    })
    assert.equal(await count(), 0)
    assert.deepEqual([await jobs(), await events()], [[], []])
  })

  test('problems that concern all are reported once, at their field', async () => {
    const details = async (json: Body) => {
      const { status, body } = await create({ accounts: at(thread, linkedin, x), content: 'Hi', ...json })
      assert.equal(status, 400)
      assert.equal(body.error, 'validation_error')
      for (const messages of Object.values(body.details)) assert.equal((messages as string[]).length, 1)
      return Object.keys(body.details)
    }
    assert.deepEqual(await details({ status: 'later' }), ['status'])
    assert.deepEqual(await details({ status: 'scheduled' }), ['scheduled_date'])
    assert.deepEqual(await details({ time_zone: 'Mars/Base' }), ['time_zone'])
    assert.deepEqual(await details({ media_urls: ['ftp://example.com/a.jpg'] }), ['media_urls[0]'])
    assert.deepEqual(await details({ media_urls: 'x' }), ['media_urls'])
    assert.deepEqual(await details({ content: 5 }), ['content'])
    assert.deepEqual(await details({ content: 'a\u0000b' }), ['content'])
    assert.deepEqual(await details({ caption: 'x' }), ['caption'])
    assert.deepEqual(await details({ hashtags: ['x'] }), ['hashtags'])
    assert.deepEqual(await details({ contnt: 'x' }), ['contnt'])
    assert.deepEqual(await details({ connection_id: x }), ['connection_id'])
    const own = { connection_id: x, overrides: { status: 'scheduled' } }
    assert.deepEqual(await details({ accounts: [...at(thread), own] }), ['accounts[1].overrides.scheduled_date'])
    assert.equal(await count(), 0)
  })

  const WRONG_ACCOUNTS: Array<[string, unknown, string]> = [
    ['left out', undefined, 'accounts'],
    ['null', null, 'accounts'],
    ['an object', { connection_id: x }, 'accounts'],
    ['empty', [], 'accounts'],
    ['more than 50', at(...Array.from({ length: 51 }, () => x)), 'accounts'],
    ['not objects', ['x'], 'accounts[0]'],
    ['without an id', [{}], 'accounts[0].connection_id'],
    ['not a UUID', at('x'), 'accounts[0].connection_id'],
    ['unknown', at(x, NOBODY), 'accounts[1].connection_id'],
    ['of another workspace', at(x, foreign), 'accounts[1].connection_id'],
    ['twice', at(x, thread, x.toUpperCase()), 'accounts[2].connection_id'],
    ['with a field beside overrides', [{ connection_id: x, content: 'x' }], 'accounts[0]'],
    ['with overrides that are a list', [{ connection_id: x, overrides: [] }], 'accounts[0].overrides'],
    [
      'with another account',
      [{ connection_id: x, overrides: { connection_id: x2 } }],
      'accounts[0].overrides.connection_id',
    ],
  ]
  for (const [what, accounts, field] of WRONG_ACCOUNTS) {
    test(`accounts ${what}: 400 at ${field}`, async () => {
      const { status, body } = await create({ content: 'Hi', accounts })
      assert.equal(status, 400)
      assert.deepEqual(Object.keys(body.details), [field])
      assert.equal(await count(), 0)
    })
  }

  test('50 accounts are fine', async () => {
    const names = Array.from({ length: 50 }, (_, i) => `many${i}`)
    const many = await connect('short', names)
    assert.equal((await created({ content: 'Hi', ...SCHEDULED, accounts: at(...many) })).posts.length, 50)
    assert.equal((await jobs()).length, 50)
    await server.sql(`delete from connections where handle like 'many%'`)
  })

  test('a dry run answers as the real one, and stores nothing', async () => {
    const json = { content: '漢'.repeat(141), ...SCHEDULED, accounts: at(x, linkedin) }
    const { status, body } = await create(json, '?dry_run=true')
    assert.equal(status, 200)
    assert.equal(body.data.group_id, null)
    assert.deepEqual(
      body.data.posts.map((post: Body) => [
        post.id,
        post.group_id,
        (post.warnings as Array<{ rule: string }>).map(({ rule }) => rule),
      ]),
      [
        [null, null, ['short.text.weighted']],
        [null, null, []],
      ],
    )
    assert.equal(await count(), 0)
    assert.equal((await create({ ...json, accounts: at(NOBODY) }, '?dry_run=true')).status, 400)
  })

  test('an Idempotency-Key makes the group once', async () => {
    const json = { content: 'Once', accounts: at(x, linkedin) }
    const first = await create(json, '', { 'idempotency-key': 'group 1' })
    const second = await create(json, '', { 'idempotency-key': 'group 1' })
    assert.equal(first.status, 201)
    assert.equal(second.text, first.text)
    assert.equal(second.headers.get('idempotency-replayed'), 'true')
    assert.equal(await count(), 2)
    assert.equal((await create({ ...json, content: 'Twice' }, '', { 'idempotency-key': 'group 1' })).status, 422)
  })

  test('needs posts:write', async () => {
    const reader = await server.key({ scopes: ['posts:read'] })
    assert.equal((await server.send('POST', '/v1/posts', { key: reader, json: {} })).status, 403)
  })
})

describe('lists', () => {
  test('by group and by account; a default account has the posts that name none', async () => {
    const { id, posts } = await created({ content: 'Hi', ...SCHEDULED, accounts: at(x, x2) })
    const single = await server.send('POST', '/v1/posts/short', { key, json: { content: 'Alone', ...SCHEDULED } })
    assert.equal(single.body.data.group_id, null)
    const listed = async (query: string) => {
      const { body } = await server.send('GET', `/v1/posts?${query}`, { key })
      assert.equal(body.pagination.total, body.data.length)
      return body.data.map((post: Body) => post.id).sort()
    }
    const ids = posts.map((post) => post.id)
    assert.deepEqual(await listed(`group_id=${id}`), ids)
    assert.deepEqual(await listed(`connection_id=${x}`), [ids[0], single.body.data.id])
    assert.deepEqual(await listed(`connection_id=${x2}`), [ids[1]])
    assert.deepEqual(await listed(`connection_id=${x2}&group_id=${id}&order=scheduled`), [ids[1]])
    assert.deepEqual(await listed(`connection_id=${foreign}`), [])
    const calendar = await server.send('GET', `/v1/posts/calendar?from=2030-05-01&to=2030-05-01&connection_id=${x2}`, {
      key,
    })
    assert.equal(calendar.body.data.total, 1)
    const day = '/v1/posts/calendar?from=2030-05-01&to=2030-05-01&per_slot=1'
    const apart = (await server.send('GET', day, { key })).body.data.slots[0]
    assert.deepEqual([apart.count, apart.entries, apart.posts.length, apart.groups], [3, 3, 1, []])
    const together = (await server.send('GET', `${day}&grouped=true`, { key })).body.data.slots[0]
    assert.deepEqual([together.count, together.entries, together.states], [3, 2, { waiting: 3 }])
    assert.deepEqual(together.posts[0].id, ids[0])
    const members = [x, x2].map((connection_id, i) => ({
      id: ids[i],
      platform: 'short',
      connection_id,
      state: 'waiting',
    }))
    assert.deepEqual(together.groups, [{ group_id: id, posts: members }])
    for (const wrong of ['group_id=1', 'connection_id=x']) {
      assert.equal((await server.send('GET', `/v1/posts?${wrong}`, { key })).status, 400)
    }
  })
})

describe('PATCH /v1/posts/groups/{id}', () => {
  test('moves all posts with their jobs; ETag and If-Match detect concurrent changes', async () => {
    const { id, posts } = await created({ content: 'Hi', ...SCHEDULED, accounts: at(thread, x) })
    const tag = (await group(id)).headers.get('etag')!
    const moved = await group(id, 'PATCH', { scheduled_date: LATER }, { 'if-match': tag })
    assert.equal(moved.status, 200)
    assert.deepEqual(moved.body.data.unchanged, [])
    assert.deepEqual(
      moved.body.data.posts.map((post: Body) => [post.id, post.scheduled_date]),
      posts.map((post) => [post.id, LATER]),
    )
    assert.deepEqual(
      (await jobs()).map((job) => job.run_at.toISOString()),
      [LATER, LATER],
    )
    assert.equal(moved.headers.get('etag'), versionOf((await group(id)).headers.get('etag')!))
    const stale = await group(id, 'PATCH', { scheduled_date: DATE }, { 'if-match': tag })
    assert.equal(stale.status, 412)
    assert.equal((await jobs())[0]!.run_at.toISOString(), LATER)
  })

  test('changes the text of all, under the field name of each, and lets one differ', async () => {
    const { id, posts } = await created({ content: 'Hi', media_urls: [JPEG], accounts: at(photo, thread, x) })
    const { status, body } = await group(id, 'PATCH', {
      content: 'New',
      media_urls: [MP4],
      overrides: { [posts[2]!.id]: { content: 'Own', media_urls: null } },
    })
    assert.equal(status, 200)
    assert.deepEqual(
      body.data.posts.map((post: Body) => [post.caption ?? post.content, post.media_type, post.media_urls]),
      [
        ['New', 'reel', [MP4]],
        ['New', 'video', [MP4]],
        ['Own', undefined, null],
      ],
    )
  })

  test('is atomic: one refusal leaves every post unchanged', async () => {
    const { id, posts } = await created({ content: 'Hi', ...SCHEDULED, accounts: at(linkedin, x) })
    const { status, body } = await group(id, 'PATCH', { content: 'w'.repeat(281), scheduled_date: LATER })
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(body.details), [`overrides.${posts[1]!.id}.content`])
    assert.match(body.details[`overrides.${posts[1]!.id}.content`][0], /^For the X post, content must be at most 280/)
    assert.deepEqual((await group(id)).body.data.posts, posts)
    assert.equal((await jobs())[0]!.run_at.toISOString(), DATE)
    const wrong = await group(id, 'PATCH', { overrides: { [NOBODY]: {}, x: {} }, contents: 'x', status: 'later' })
    assert.deepEqual(Object.keys(wrong.body.details).sort(), ['contents', 'overrides', `overrides.${NOBODY}`, 'status'])
    const moving = await group(id, 'PATCH', { overrides: { [posts[0]!.id]: { connection_id: x } } })
    assert.deepEqual(Object.keys(moving.body.details), [`overrides.${posts[0]!.id}.connection_id`])
  })

  test('leaves published and cancelled posts unchanged, and the answer says which and why', async () => {
    const { id, posts } = await created({ content: 'Hi', ...SCHEDULED, accounts: at(thread, linkedin, x, x2) })
    const [out, going, cancelled, free] = posts.map((post) => post.id) as [string, string, string, string]
    await setState(out, 'published')
    await setState(going, 'sending')
    assert.equal((await server.send('POST', `/v1/posts/${cancelled}/cancel`, { key })).status, 200)
    const { status, body } = await group(id, 'PATCH', { scheduled_date: LATER, status: 'scheduled' })
    assert.equal(status, 200)
    assert.deepEqual(
      body.data.posts.map((post: Body) => post.scheduled_date),
      [DATE, DATE, DATE, LATER],
    )
    assert.deepEqual(
      body.data.unchanged.map(({ id: each, reason }: { id: string; reason: string }) => [each, reason.slice(0, 26)]),
      [
        [out, 'The post is published and '],
        [going, 'The post is going out righ'],
        [cancelled, 'The post is cancelled, and'],
      ],
    )
    const named = await group(id, 'PATCH', { overrides: { [cancelled]: { ...SCHEDULED } } })
    assert.deepEqual(await states(id), ['published', 'sending', 'waiting', 'waiting'])
    assert.equal(named.body.data.unchanged.length, 2)
    await setState(free, 'confirming')
    await setState(cancelled, 'unconfirmed')
    const none = await group(id, 'PATCH', { scheduled_date: DATE })
    assert.equal(none.status, 400)
    assert.deepEqual(
      Object.keys(none.body.details),
      posts.map((post) => `posts.${post.id}.publication.state`),
    )
  })

  test('two changes at once follow each other', async () => {
    const { id } = await created({ content: 'Hi', ...SCHEDULED, accounts: at(thread, linkedin, x, x2) })
    const answers = await Promise.all(['One', 'Two', 'Three', 'Four'].map((content) => group(id, 'PATCH', { content })))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    const { posts } = (await group(id)).body.data
    assert.equal(new Set(posts.map((post: Body) => post.content)).size, 1)
  })
})

describe('a whole group', () => {
  test('is cancelled, and published together again', async () => {
    const { id, posts } = await created({ content: 'Hi', ...SCHEDULED, accounts: at(thread, x) })
    const cancelled = await act(id, 'cancel')
    assert.equal(cancelled.status, 200)
    assert.deepEqual(cancelled.body.data.unchanged, [])
    assert.deepEqual(await states(id), ['cancelled', 'cancelled'])
    assert.deepEqual(await jobs(), [])
    const twice = await act(id, 'cancel')
    assert.equal(twice.status, 400)
    assert.deepEqual(
      Object.keys(twice.body.details),
      posts.map((post) => `posts.${post.id}.publication.state`),
    )
    assert.equal((await act(id, 'publish')).status, 200)
    assert.deepEqual(await states(id), ['waiting', 'waiting'])
    assert.equal((await jobs()).length, 2)
  })

  test('one of its posts can be cancelled alone, and stays cancelled when the others are published or retried', async () => {
    const { id, posts } = await created({ content: 'Hi', ...SCHEDULED, accounts: at(thread, x, x2) })
    await server.send('POST', `/v1/posts/${posts[0]!.id}/cancel`, { key })
    const { body } = await act(id, 'publish')
    assert.deepEqual(await states(id), ['cancelled', 'waiting', 'waiting'])
    assert.deepEqual(
      body.data.unchanged.map((each: { id: string }) => each.id),
      [posts[0]!.id],
    )
    await setState(posts[1]!.id, 'failed')
    const retried = await act(id, 'retry')
    assert.equal(retried.status, 200)
    assert.deepEqual(
      retried.body.data.unchanged.map((each: { id: string }) => each.id),
      [posts[2]!.id, posts[0]!.id],
    )
  })

  test('is deleted except for posts that are being sent', async () => {
    const { id, posts } = await created({ content: 'Hi', ...SCHEDULED, accounts: at(thread, x) })
    await setState(posts[1]!.id, 'sending')
    const { status, body } = await group(id, 'DELETE')
    assert.equal(status, 200)
    assert.deepEqual(body.data.deleted, [posts[0]!.id])
    assert.equal(body.data.unchanged[0].id, posts[1]!.id)
    assert.deepEqual(await states(id), ['sending'])
    assert.equal((await group(id, 'DELETE')).status, 400)
    await setState(posts[1]!.id, 'published')
    assert.equal((await group(id, 'DELETE', undefined, { 'if-match': '"x"' })).status, 412)
    assert.equal((await group(id, 'DELETE')).status, 200)
    assert.equal((await group(id)).status, 404)
    assert.deepEqual(await jobs(), [])
  })

  test('another workspace and an unknown id get the same 404, and change nothing', async () => {
    const { id } = await created({ content: 'Hi', ...SCHEDULED, accounts: at(thread, x) })
    const ways = [['GET'], ['PATCH'], ['DELETE'], ['POST', '/publish'], ['POST', '/retry'], ['POST', '/cancel']]
    for (const [method, path = ''] of ways) {
      const json = method === 'PATCH' ? { json: { content: 'Theirs' } } : {}
      const theirs = await server.send(method!, `/v1/posts/groups/${id}${path}`, { key: otherKey, ...json })
      const nobodys = await server.send(method!, `/v1/posts/groups/${NOBODY}${path}`, { key, ...json })
      assert.equal(theirs.status, 404, `${method} ${path}`)
      assert.equal(nobodys.text, theirs.text)
      const misnamed = await server.send(method!, `/v1/posts/groups/x${path}`, { key, ...json })
      assert.equal(misnamed.status, 404)
    }
    assert.deepEqual(await states(id), ['waiting', 'waiting'])
  })
})

describe('the first posts of several accounts do not wait for each other in a circle, in whatever order they are named', () => {
  const draft = (accounts: object[]) => created({ content: 'To both', accounts })
  const ways: Record<string, (accounts: object[]) => Promise<() => ReturnType<typeof create>>> = {
    'when they are created': async (accounts) => () => create({ content: 'To both', ...SCHEDULED, accounts }),
    'when drafts get a date': async (accounts) => {
      const { id } = await draft(accounts)
      return () => group(id, 'PATCH', SCHEDULED)
    },
    'when drafts are published': async (accounts) => {
      const { id } = await draft(accounts)
      return () => act(id, 'publish')
    },
  }
  for (const [name, prepare] of Object.entries(ways)) {
    test(name, async (t) => {
      const [low, high] = [await account('short', `one ${name}`), await account('short', `two ${name}`)].sort()
      const send = await prepare(at(high!, low!))
      const other = new pg.Client({ connectionString: server.databaseUrl })
      await other.connect()
      t.after(() => other.end())
      const takeLine = (id: string) =>
        other.query("select graphile_worker.add_job('post.publish', queue_name => $1)", [`post.publish:short:${id}`])
      await other.query('begin')
      await takeLine(low!)
      const sent = send()
      await until(async () => {
        const [row] = await server.sql<{ waiting: number }>(
          `select count(*)::int as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return row!.waiting > 0
      })
      await takeLine(high!)
      await other.query('rollback')
      const { status, text } = await sent
      assert.ok(status < 300, text)
    })
  }
})
