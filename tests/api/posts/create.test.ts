// @quick

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { profileFor } from '../../../src/platforms/registry.ts'
import { FORMATS, type Format } from '../../../src/platforms/shared/provider.ts'
import { readDocument } from '../../helpers/document.ts'
import { startServer } from '../../helpers/server.ts'

type Body = Record<string, unknown>

// The dates below are ahead of this clock, whenever the tests run.
const started = Date.now()
const clock = { now: () => Date.parse('2026-07-01T12:00:00Z') + Date.now() - started }
const server = await startServer({ clock })
const key = await server.key()
const create = (platform: Format, json: unknown, query = '') =>
  server.send('POST', `/v1/posts/${platform}${query}`, { key, json })

const url = (name: string) => `https://cdn.example.com/${name}`
const jpegs = (count: number) => Array.from({ length: count }, (_, i) => url(`${i}.jpg`))
const words = (count: number) => Array.from({ length: count }, (_, i) => `tag${i}`)
const DATE = '2030-05-01T09:30:00.000Z'
const SCHEDULED = { status: 'scheduled', scheduled_date: DATE }

const SMALLEST: Record<Format, Body> = {
  thread: { media_type: 'text', content: 'Hello' },
  photo: { media_type: 'feed_post', media_urls: jpegs(1) },
  professional: { content: 'Hello' },
  short: { content: 'Hello' },
}
const ABSENT: Record<Format, Body> = {
  thread: { content: null, media_urls: null, alt_texts: null, reply_control: 'everyone' },
  photo: { caption: null, alt_texts: null, hashtags: null },
  professional: { media_urls: null, alt_texts: null, hashtags: null },
  short: { media_urls: null, alt_texts: null, mentions: null },
}
const FULL: Record<Format, Body> = {
  thread: {
    media_type: 'carousel',
    content: 'Hi',
    media_urls: jpegs(2),
    alt_texts: ['One', null],
    reply_control: 'mentioned_only',
  },
  photo: {
    media_type: 'carousel',
    caption: 'Hi',
    media_urls: jpegs(10),
    alt_texts: ['One'],
    hashtags: ['one', 'zwei'],
  },
  professional: { content: 'Hi', media_urls: jpegs(2), alt_texts: [], hashtags: ['hiring'] },
  short: { content: 'Hi', media_urls: jpegs(2), alt_texts: [null, 'Two'], mentions: ['ana', 'ben_2'] },
}
const DRAFT = {
  status: 'draft',
  scheduled_date: null,
  time_zone: null,
  connection_id: null,
  track_links: null,
  group_id: null,
  author_id: null,
  outgoing_text: null,
  publication: {
    state: 'none',
    attempts: 0,
    code: null,
    reason: null,
    reason_code: null,
    reason_values: null,
    permalink: null,
    platform_id: null,
    published_at: null,
    deferred_until: null,
    connection_id: null,
  },
  warnings: [],
  results: { clicks: 0, visitors: 0, leads: 0 },
}
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Rules of the warnings, without the one that every scheduled post gets while no account can be connected. */
const rulesOf = (data: { warnings: Array<{ rule: string; field: string }> }) =>
  data.warnings.filter(({ rule }) => rule !== 'any.account.missing').map(({ rule, field }) => `${rule} ${field}`)
const countAll = async () =>
  (
    await server.sql<{ posts: number; jobs: number }>(
      `select (select count(*)::int from posts) as posts, (select count(*)::int from graphile_worker.jobs where key like 'post.publish:%') as jobs`,
    )
  )[0]!
const jobsOf = (id: string) =>
  server.sql(
    `select key, task_identifier, run_at from graphile_worker.jobs where key like 'post.publish:%' || $1::text`,
    [id],
  )

describe('the answer has every field of the platform and matches what is stored', () => {
  for (const platform of FORMATS) {
    test(`${platform}: the smallest body`, async () => {
      const { status, body } = await create(platform, SMALLEST[platform])
      assert.equal(status, 201)
      const { id, created_at, updated_at, version, ...rest } = body.data
      assert.equal(version, 1)
      assert.deepEqual(rest, { platform, ...ABSENT[platform], ...SMALLEST[platform], ...DRAFT })
      assert.match(id, UUID_V7)
      assert.equal(new Date(created_at).toISOString(), created_at)
      assert.equal(updated_at, created_at)
      assert.deepEqual((await server.send('GET', `/v1/posts/${id}`, { key })).body, body)
      assert.deepEqual(Object.keys(body), ['success', 'data'])
    })

    test(`${platform}: the full body`, async () => {
      const sent = { ...FULL[platform], ...SCHEDULED }
      const { status, body } = await create(platform, sent)
      assert.equal(status, 201)
      const { id, created_at: _, updated_at: __, version: ____, warnings, ...rest } = body.data
      const { warnings: ___, ...draft } = DRAFT
      const publication = { ...DRAFT.publication, state: 'waiting' }
      assert.deepEqual(rest, { ...draft, platform, ...sent, publication })
      assert.deepEqual(
        warnings.map(({ rule }: { rule: string }) => rule),
        ['any.account.missing'],
        'a scheduled post is told that no account is connected',
      )
      assert.deepEqual((await server.send('GET', `/v1/posts/${id}`, { key })).body, body)
    })
  }
})

test('strings are trimmed, blank ones count as absent, everything else is kept as sent', async () => {
  const text = ' \n A\tb\r\n  «ü» 👩‍👩‍👧 \u00a0'
  const kept = await create('thread', { media_type: ' text ', content: text, reply_control: ' ', status: '' })
  assert.equal(kept.body.data.content, text.trim())
  assert.equal(kept.body.data.reply_control, 'everyone')
  const cleared = await create('photo', { ...SMALLEST.photo, caption: '  ', hashtags: null, scheduled_date: ' ' })
  assert.equal(cleared.body.data.caption, null)
  const empty = await create('short', { content: 'x', media_urls: [], mentions: [] })
  assert.deepEqual([empty.body.data.media_urls, empty.body.data.mentions], [[], []])
})

// [platform, field, body of n, bound]. Emoji are one character each (code points), whatever UTF-16 or UTF-8 say.
const LIMITS: Array<[Format, string, (n: number) => Body, number]> = [
  ['thread', 'content', (n) => ({ media_type: 'text', content: '😀'.repeat(n) }), 500],
  ['thread', 'media_urls', (n) => ({ media_type: 'carousel', media_urls: jpegs(n) }), 10],
  ['photo', 'caption', (n) => ({ ...SMALLEST.photo, caption: 'é'.repeat(n) }), 2200],
  ['photo', 'media_urls', (n) => ({ media_type: 'carousel', media_urls: jpegs(n) }), 10],
  ['photo', 'hashtags', (n) => ({ ...SMALLEST.photo, hashtags: words(n) }), 30],
  ['photo', 'hashtags[0]', (n) => ({ ...SMALLEST.photo, hashtags: ['é'.repeat(n)] }), 100],
  ['professional', 'content', (n) => ({ content: '😀'.repeat(n) }), 3000],
  ['professional', 'media_urls', (n) => ({ content: 'x', media_urls: jpegs(n) }), 20],
  ['professional', 'hashtags', (n) => ({ content: 'x', hashtags: words(n) }), 30],
  ['short', 'content', (n) => ({ content: '😀'.repeat(n) }), 280],
  ['short', 'media_urls', (n) => ({ content: 'x', media_urls: jpegs(n) }), 20],
  ['short', 'media_urls[0]', (n) => ({ content: 'x', media_urls: [url('x'.repeat(n)).slice(0, n)] }), 2048],
  ['short', 'mentions', (n) => ({ content: 'x', mentions: words(n) }), 30],
  ['short', 'mentions[0]', (n) => ({ content: 'x', mentions: ['a'.repeat(n)] }), 100],
]
describe('a limit includes its bound, and one more is refused with field and numbers', () => {
  for (const [platform, field, body, bound] of LIMITS) {
    test(`${platform} ${field}: ${bound}`, async () => {
      assert.equal((await create(platform, body(bound))).status, 201)
      const over = await create(platform, body(bound + 1))
      assert.equal(over.status, 400)
      assert.deepEqual(Object.keys(over.body.details), [field])
      const [message, ...more] = over.body.details[field]
      assert.deepEqual(more, [])
      assert.ok(message.startsWith(`${field} must`), message)
      assert.match(message, new RegExp(`\\b${bound}\\b.*\\b${bound + 1}\\b`))
    })
  }
})

// How many media_urls each media type accepts, out of 0, 1, 2, 10, 11; and whether content is required.
const MEDIA_RULES: Array<[Format, string, number[], boolean]> = [
  ['thread', 'text', [0], true],
  ['thread', 'image', [1], false],
  ['thread', 'video', [1], false],
  ['thread', 'carousel', [2, 10], false],
  ['photo', 'feed_post', [1], false],
  ['photo', 'reel', [1], false],
  ['photo', 'carousel', [2, 10], false],
]
describe('the media rules of the interface', () => {
  for (const [platform, mediaType, accepted, needsText] of MEDIA_RULES) {
    test(`${platform} ${mediaType} takes ${accepted.join(' or ')} URLs, text ${needsText ? 'required' : 'optional'}`, async () => {
      for (const count of [0, 1, 2, 10, 11]) {
        const text = needsText ? { content: 'x' } : {}
        const answer = await create(platform, { media_type: mediaType, media_urls: jpegs(count), ...text })
        if (accepted.includes(count)) assert.equal(answer.status, 201, `${count} URLs`)
        else assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['media_urls']], `${count} URLs`)
      }
      const bare = { media_type: mediaType, ...(accepted[0] === 0 ? {} : { media_urls: jpegs(accepted[0]!) }) }
      const without = await create(platform, bare)
      assert.equal(without.status, needsText ? 400 : 201)
      if (needsText) assert.deepEqual(Object.keys(without.body.details), ['content'])
    })
  }
})

test('a date of a megabyte of letters is refused in linear time', async () => {
  const scheduled_date = 'T'.repeat(1_000_000)
  const { status } = await create('short', { content: 'Soon', status: 'scheduled', scheduled_date })
  assert.equal(status, 400)
})

test('every broken rule is reported at once, the first of them in the message, and nothing is stored', async () => {
  const before = await countAll()
  const answer = await create('photo', {
    media_type: 'story',
    caption: 'x'.repeat(2201),
    media_urls: ['ftp://example.com/a.jpg', 7],
    hashtags: ['#a', 'b c'],
    status: 'published',
    scheduled_date: '2026-02-30T10:00:00Z',
  })
  assert.equal(answer.status, 400)
  assert.equal(answer.body.error, 'validation_error')
  assert.equal(answer.body.status, 400)
  assert.deepEqual(Object.keys(answer.body.details).sort(), [
    'caption',
    'hashtags[0]',
    'hashtags[1]',
    'media_type',
    'media_urls[0]',
    'media_urls[1]',
    'scheduled_date',
    'status',
  ])
  assert.ok(answer.body.message.startsWith('media_type must be one of feed_post, reel, carousel'), answer.body.message)
  assert.deepEqual(await countAll(), before)
})

describe('status and scheduled_date', () => {
  for (const platform of FORMATS) {
    test(`${platform}: scheduled needs a date; the default is draft; a draft may carry a date`, async () => {
      const undated = await create(platform, { ...SMALLEST[platform], status: 'scheduled' })
      assert.deepEqual([undated.status, Object.keys(undated.body.details)], [400, ['scheduled_date']])
      const plan = await create(platform, { ...SMALLEST[platform], scheduled_date: DATE })
      assert.deepEqual([plan.body.data.status, plan.body.data.scheduled_date], ['draft', DATE])
      assert.deepEqual(await jobsOf(plan.body.data.id), [])
    })
  }

  const DATES: Array<[string, string | null]> = [
    ['2030-01-01T00:30:00+02:00', '2029-12-31T22:30:00.000Z'],
    ['2030-01-01T00:30:00.1239Z', '2030-01-01T00:30:00.123Z'],
    ['2030-01-01T00:30:00', '2030-01-01T00:30:00.000Z'],
    ['2030-01-01T00:30-0930', '2030-01-01T10:00:00.000Z'],
    ['2028-02-29T00:00:00z', '2028-02-29T00:00:00.000Z'],
    ['2001-09-09T01:46:40Z', '2001-09-09T01:46:40.000Z'],
    ['2027-02-29T00:00:00Z', null],
    ['2030-01-01', null],
    ['2030-01-01T24:00:00Z', null],
    ['tomorrow', null],
    ['1893456000', null],
  ]
  for (const [sent, shown] of DATES) {
    test(`${sent} is ${shown === null ? 'refused' : `stored and shown as ${shown}`}`, async () => {
      const answer = await create('short', { content: `At ${sent}`, status: 'scheduled', scheduled_date: sent })
      if (shown === null) {
        assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['scheduled_date']])
        return
      }
      assert.equal(answer.body.data.scheduled_date, shown)
      const [row] = await server.sql('select scheduled_date from posts where id = $1', [answer.body.data.id])
      assert.deepEqual(row, { scheduled_date: new Date(shown) })
    })
  }
})

describe('time_zone', () => {
  const at = (scheduled_date: unknown, time_zone: unknown, more: Body = {}) =>
    create('short', { content: `${scheduled_date} ${time_zone}`, scheduled_date, time_zone, ...more })

  // [local date, zone, what is stored]
  const READ: Array<[string, string, string]> = [
    ['2030-01-15T09:00', 'Europe/Lisbon', '2030-01-15T09:00:00.000Z'],
    ['2030-07-15T09:00:00', 'Europe/Lisbon', '2030-07-15T08:00:00.000Z'],
    ['2030-07-15T09:00:00.25', ' Asia/Kolkata ', '2030-07-15T03:30:00.250Z'],
    ['2030-07-15T09:00:00', 'america/new_york', '2030-07-15T13:00:00.000Z'],
    ['2027-10-31T01:30:00', 'Europe/Lisbon', '2027-10-31T00:30:00.000Z'],
  ]
  for (const [sent, zone, shown] of READ) {
    test(`${sent} in ${zone} is ${shown}, and so is the job's time`, async () => {
      const { status, body } = await at(sent, zone, { status: 'scheduled' })
      assert.equal(status, 201)
      const { id, scheduled_date, time_zone } = body.data
      assert.deepEqual([scheduled_date, time_zone], [shown, zone.trim()])
      assert.deepEqual((await server.send('GET', `/v1/posts/${id}`, { key })).body, body)
      assert.deepEqual(
        (await jobsOf(id)).map(({ run_at }) => run_at),
        [new Date(shown)],
      )
    })
  }

  test('is kept without a date, and blank or null means none', async () => {
    const plan = await create('short', { content: 'x', time_zone: 'Asia/Tokyo' })
    assert.deepEqual([plan.body.data.time_zone, plan.body.data.scheduled_date], ['Asia/Tokyo', null])
    for (const none of [null, '', '  ']) {
      const { body } = await at('2030-07-15T09:00:00+02:00', none)
      assert.deepEqual([body.data.time_zone, body.data.scheduled_date], [null, '2030-07-15T07:00:00.000Z'])
    }
  })

  const REFUSED: Array<[unknown, unknown, Record<string, RegExp>]> = [
    [
      '2027-03-28T01:30:00',
      'Europe/Lisbon',
      {
        scheduled_date: /01:30 does not exist on 2027-03-28 in Europe\/Lisbon: clocks go from 01:00 to 02:00\. Choose/,
      },
    ],
    ['2030-07-15T09:00:00Z', 'Europe/Lisbon', { scheduled_date: /has an offset\. Drop the offset or time_zone\.$/ }],
    ['2030-07-15T09:00:00-03:00', 'Europe/Lisbon', { scheduled_date: /Drop the offset or time_zone/ }],
    ['2030-07-15T09:00+01', 'Europe/Lisbon', { scheduled_date: /Drop the offset or time_zone/ }],
    [
      '2030-07-15',
      'Europe/Lisbon',
      { scheduled_date: /time after the date.* With time_zone .* without Z or offset\.$/ },
    ],
    ['9999-12-31T23:00:00', 'America/New_York', { scheduled_date: /1970 to 9999/ }],
    ['2030-07-15T09:00:00', 'Mars/Olympus', { time_zone: /such as Europe\/Lisbon, but it is "Mars\/Olympus"/ }],
    ['2030-07-15T09:00:00', 'PST', { time_zone: /IANA name/ }],
    ['2030-07-15T09:00:00', '+01:00', { time_zone: /IANA name/ }],
    ['2030-07-15T09:00:00', 60, { time_zone: /but it is a number/ }],
    ['2030-07-15T09:00:00', {}, { time_zone: /but it is an object/ }],
    ['2030-07-15T09:00:00Z', 'Lisbon', { time_zone: /IANA name/, scheduled_date: /Drop the offset/ }],
  ]
  for (const [date, zone, problems] of REFUSED) {
    test(`${date} in ${JSON.stringify(zone)} is refused with the reason`, async () => {
      const before = await countAll()
      const { status, body } = await at(date, zone, { status: 'scheduled' })
      assert.deepEqual([status, Object.keys(body.details).sort()], [400, Object.keys(problems).sort()])
      for (const [name, pattern] of Object.entries(problems)) {
        assert.equal(body.details[name].length, 1)
        assert.match(body.details[name][0], pattern)
      }
      assert.deepEqual(await countAll(), before)
    })
  }
})

/** Inserts an account as if it had been connected. */
async function connect(platform: Format, workspaceId = server.deps.workspaceId): Promise<string> {
  const { id } = server.deps.ids.next()
  await server.sql(
    `insert into connections (id, workspace_id, platform, provider, account_id, kind, sandbox, is_default, status, tokens,
       issued_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'member', false, false, 'active', 'x', now(), now(), now())`,
    [id, workspaceId, platform, profileFor(platform).name, id],
  )
  return id
}

const UNKNOWN_ID = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012'

describe('connection_id', () => {
  const none = (platform: Format) =>
    `There is no connected account with this id on ${platform}. List them at GET /v1/connections.`

  for (const platform of FORMATS) {
    test(`${platform}: an account of the platform is stored and shown; one of another platform or workspace is refused`, async () => {
      const other = FORMATS.find((name) => name !== platform)!
      const own = await connect(platform)
      for (const sent of [own, ` ${own.toUpperCase()} `]) {
        const { status, body } = await create(platform, { ...SMALLEST[platform], connection_id: sent })
        assert.equal(status, 201)
        assert.deepEqual([body.data.connection_id, body.data.publication.connection_id], [own, own])
        assert.deepEqual((await server.send('GET', `/v1/posts/${body.data.id}`, { key })).body, body)
      }
      const before = await countAll()
      const foreign = [await connect(other), await connect(platform, await server.workspace())]
      for (const id of [...foreign, UNKNOWN_ID]) {
        for (const query of ['', '?dry_run=true']) {
          const { status, body } = await create(platform, { ...SMALLEST[platform], connection_id: id }, query)
          assert.deepEqual([status, body.details], [400, { connection_id: [none(platform)] }])
        }
        const once = await server.send('POST', `/v1/posts/${platform}`, {
          key,
          headers: { 'idempotency-key': `foreign ${id}` },
          json: { ...SMALLEST[platform], connection_id: id },
        })
        assert.deepEqual([once.status, Object.keys(once.body.details)], [400, ['connection_id']])
      }
      assert.deepEqual(await countAll(), before)
      await server.sql('delete from connections')
    })
  }

  test('that is no UUID is refused, with everything else that is wrong', async () => {
    for (const sent of ['main', 7, {}, [UNKNOWN_ID], true]) {
      const { status, body } = await create('short', { content: 'x', status: 'sent', connection_id: sent })
      assert.deepEqual([status, Object.keys(body.details).sort()], [400, ['connection_id', 'status']])
      assert.match(body.details.connection_id[0], /^connection_id must be the id of a connected account, a UUID/)
    }
    const unknown = await create('short', { content: 'x', status: 'sent', connection_id: UNKNOWN_ID })
    assert.deepEqual(Object.keys(unknown.body.details).sort(), ['connection_id', 'status'])
  })
  test('with a connected account there is no warning about a missing one', async () => {
    await server.sql('delete from connections')
    await connect('short')
    await server.sql('update connections set is_default = true')
    const { body } = await create('short', { content: 'Connected', ...SCHEDULED })
    assert.deepEqual(body.data.warnings, [])
    const elsewhere = await create('thread', { ...SMALLEST.thread, ...SCHEDULED })
    assert.deepEqual(
      elsewhere.body.data.warnings.map(({ rule }: { rule: string }) => rule),
      ['any.account.missing'],
    )
    await server.sql('delete from connections')
  })
})

describe('ETag', () => {
  test('of a new post is its version, also for a repeat with the same Idempotency-Key; refusals and dry runs have none', async () => {
    const first = await create('short', { content: 'Tagged' })
    assert.equal(first.headers.get('etag'), '"1"')
    const got = await server.send('GET', `/v1/posts/${first.body.data.id}`, { key })
    assert.match(got.headers.get('etag')!, /^"1\.[\w-]+"$/)
    const send = (json: Body) =>
      server.send('POST', '/v1/posts/short', { key, headers: { 'idempotency-key': 'tagged' }, json })
    for (const replayed of [null, 'true']) {
      const once = await send({ content: 'Tagged once' })
      assert.deepEqual([once.status, once.headers.get('etag')], [201, '"1"'])
      assert.equal(once.headers.get('idempotency-replayed'), replayed)
    }
    const mismatch = await send({ content: 'Another' })
    assert.deepEqual([mismatch.status, mismatch.headers.get('etag')], [422, null])
    assert.equal((await create('short', { content: 'x' }, '?dry_run=true')).headers.get('etag'), null)
    assert.equal((await create('short', {})).headers.get('etag'), null)
  })
})

// Accepted bodies and their warnings.
const links = (count: number) => Array.from({ length: count }, (_, i) => `https://e${i}.com`).join(' ')
const text = (content: string) => ({ media_type: 'text', content })
const PRIVATE = { media_type: 'image', media_urls: ['http://192.168.0.1/a.jpg'] }
const PAST = { content: 'Past', status: 'scheduled', scheduled_date: '2001-01-01T00:00Z' }
const FOREIGN = { content: 'x', mentions: ['a'], id: 'mine', platform: 'short' }
const WARNED: Array<[Format, Body, ...string[]]> = [
  ['short', { content: '漢'.repeat(141) }, 'short.text.weighted content'],
  ['short', { content: 'x', media_urls: jpegs(4) }],
  ['short', { content: 'x', media_urls: jpegs(5) }, 'short.media.mix media_urls'],
  ['short', { content: 'x', mentions: ['not-a-handle'] }, 'short.mention.handle mentions[0]'],
  ['short', PAST, 'any.schedule.past scheduled_date'],
  ['photo', { media_type: 'feed_post', media_urls: [url('a.png')] }, 'photo.image.type media_urls[0]'],
  ['photo', { ...SMALLEST.photo, caption: 'x'.repeat(2200), hashtags: ['a'] }, 'photo.caption.max caption'],
  ['photo', { ...SMALLEST.photo, hastags: ['a'] }, 'unknown_field hastags'],
  ['thread', text(links(5))],
  ['thread', text(links(6)), 'thread.links.max content'],
  ['thread', text('😀'.repeat(200)), 'thread.text.max content'],
  ['thread', PRIVATE, 'any.media.url.private media_urls[0]'],
  ['professional', { content: 'x', media_urls: [url('a.mp4'), url('b.jpg')] }, 'professional.mix media_urls'],
  ['professional', { content: 'x', hashtags: ['a-b'] }, 'any.hashtag.characters hashtags[0]'],
  ['professional', FOREIGN, 'unknown_field mentions', 'unknown_field platform'],
]
describe('content that the platform would refuse or alter is a warning, never a refusal', () => {
  for (const [platform, body, ...rules] of WARNED) {
    test(`${platform} ${JSON.stringify(body).slice(0, 60)} → ${rules.join(', ') || 'none'}`, async () => {
      const { status, body: answer } = await create(platform, body)
      assert.equal(status, 201)
      assert.deepEqual(rulesOf(answer.data), rules)
      for (const { message } of answer.data.warnings) assert.match(message, /[.?]$/, 'a message is a sentence')
    })
  }
})

test('a misspelt field name is a warning with the right name, and the field is not stored', async () => {
  const { body } = await create('short', { content: 'x', mentionz: ['ana'] })
  assert.equal(body.data.warnings[0].message, 'Unknown field "mentionz" was not stored. Did you mean "mentions"?')
  assert.ok(!('mentionz' in body.data))
})

for (const platform of ['short', 'professional'] as const) {
  test(`${platform}: the same text within a day of another scheduled post is warned of, with that post's id`, async () => {
    const at = (scheduled_date: string) => create(platform, { content: 'Twice', status: 'scheduled', scheduled_date })
    const first = await at('2031-03-10T12:00:00Z')
    assert.deepEqual(rulesOf(first.body.data), [])
    const inside = await at('2031-03-11T11:59:59Z')
    assert.deepEqual(rulesOf(inside.body.data), [`${platform}.duplicate content`])
    assert.ok(inside.body.data.warnings.at(-1).message.includes(first.body.data.id))
    assert.deepEqual(rulesOf((await at('2031-03-09T12:00:00Z')).body.data), [], 'a full day before both')
    assert.deepEqual(rulesOf((await create(platform, { content: 'Twice' })).body.data), [], 'a draft goes nowhere')
    const elsewhere = await create('thread', {
      ...text('Twice'),
      status: 'scheduled',
      scheduled_date: '2031-03-10T12:00Z',
    })
    assert.deepEqual(rulesOf(elsewhere.body.data), [], 'Threads does not mind')
  })
}

describe('a dry run', () => {
  for (const platform of FORMATS) {
    test(`${platform}: answers 200 like the creation, without id and times, and stores neither post nor job`, async () => {
      const sent = { ...FULL[platform], ...SCHEDULED, scheduled_date: '2032-05-01T09:30:00Z', typo: 1 }
      const before = await countAll()
      const dry = await create(platform, sent, '?dry_run=true')
      assert.equal(dry.status, 200)
      assert.deepEqual(await countAll(), before)
      const real = await create(platform, sent, '?dry_run=false')
      assert.equal(real.status, 201)
      assert.deepEqual(dry.body.data, {
        ...real.body.data,
        id: null,
        created_at: null,
        updated_at: null,
        version: null,
      })
    })
  }

  test('refuses what the creation would refuse, and a dry_run that is neither true nor false', async () => {
    assert.equal((await create('short', {}, '?dry_run=true')).status, 400)
    for (const query of ['?dry_run=maybe', '?dry_run=1', '?dry_run=true&dry_run=true']) {
      const before = await countAll()
      const answer = await create('short', { content: 'x' }, query)
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['dry_run']], query)
      assert.deepEqual(await countAll(), before)
    }
  })
})

describe('every request example of openapi.json works as documented', () => {
  const document = readDocument()
  for (const platform of FORMATS) {
    const operation = document.paths[`/v1/posts/${platform}`].post
    const examples: Record<string, { value: Body }> = operation.requestBody.content['application/json'].examples
    const documented = document.components.schemas[`${platform[0]!.toUpperCase()}${platform.slice(1)}Post`].examples[0]
    test(`${platform}: ${Object.keys(examples).join(', ')}`, async () => {
      let matched = 0
      for (const { value } of Object.values(examples)) {
        const { status, body } = await create(platform, value)
        assert.equal(status, 201)
        const { id, created_at, updated_at, ...rest } = body.data
        if (isDeepStrictEqual(body.data, { ...documented, id, created_at, updated_at })) matched++
        for (const [field, sent] of Object.entries(value)) {
          // In July Lisbon is an hour ahead of UTC.
          const instant = value.time_zone === 'Europe/Lisbon' ? `${sent}+01:00` : sent
          const wanted = field === 'scheduled_date' ? new Date(instant as string).toISOString() : sent
          assert.deepEqual(rest[field], wanted, field)
        }
        assert.deepEqual(rulesOf(body.data), [], 'an example breaks no rule of its platform')
      }
      assert.equal(matched, 1, 'the documented answer is the answer to one of the documented requests')
    })
  }
})
