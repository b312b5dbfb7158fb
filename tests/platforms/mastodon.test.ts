import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadTwitterText } from '../../src/lib/text/twitter-text.ts'
import { sentence } from '../../src/messages/sentence.ts'
import { mastodon } from '../../src/platforms/mastodon/adapter.ts'
import { readLimits } from '../../src/platforms/mastodon/limits.ts'
import { mastodonProfile } from '../../src/platforms/mastodon/profile.ts'
import type { Account } from '../../src/platforms/shared/contract.ts'
import type { RuleId } from '../../src/platforms/shared/rules.ts'
import type { Exchange } from '../helpers/scripted-platform.ts'
import {
  createPlayer,
  type ErrorRow,
  NOW,
  POST_ID,
  prepareAll,
  readDocument,
  toContext,
  toPost,
} from './upload-harness.ts'

const ACCOUNT: Account = {
  id: '42@social.example',
  handle: 'ada@social.example',
  kind: 'member',
  accessToken: 'user-token',
}
const SEND = { method: 'POST', path: '/api/v1/statuses' }
const LIST = { method: 'GET', path: '/api/v1/accounts/42/statuses' }
const ID = '115100000000000001'

const { play, settingsOf } = createPlayer({
  account: ACCOUNT,
  authorizePath: '/oauth/authorize',
  tokenPath: '/oauth/token',
  version: 'v1',
})

describe('characters are counted as the server counts them', () => {
  const { count } = mastodonProfile.text
  for (const [what, text, length] of [
    ['letters', 'hello', 5],
    ['an emoji of several people is one', 'é👨‍👩‍👧‍👦', 2],
    ['a letter with its accent apart is one', 'e\u0301', 1],
    ['a long link is 23', `see https://example.com/${'a'.repeat(300)}`, 27],
    ['a short one too', 'http://t.co', 23],
    ['what is no link counts in full', `example.com/${'a'.repeat(30)}`, 42],
    ['a link begins a word', 'xhttps://example.com/aaaaaaaaaaaaaaa', 36],
    ['a full stop does not belong to the link', 'https://example.com.', 24],
    ['nor does a bracket around it', '(https://example.com/a)', 25],
    ['brackets inside do', 'https://en.wikipedia.org/wiki/A_(b)', 23],
    ['letters of every script in a path do', 'https://example.com/größe/日本.html!', 24],
    ['a query does, up to its last letter', 'https://example.com/a?b=c&d=é.', 24],
    ['of a mention the server does not count', '@alice@example.social hi', 9],
    ['a mention in a link is part of the link', 'https://example.com/@alice@example.social', 23],
    ['three at signs are no mention', '@a@b@c', 6],
    ['an e-mail address is no mention', 'a@example.com', 13],
    ['a server with too long a name is none', `@alice@${'b'.repeat(254)}.com`, 7 + 258],
  ] as const) {
    test(what, () => assert.equal(count(text, loadTwitterText), length))
  }

  test('a text built to be slow is counted quickly', () => {
    const start = performance.now()
    for (const text of ['https://example.com/'.padEnd(5_000, '('), '@'.padEnd(5_000, 'a.'), '@a@b'.repeat(1_250)]) {
      count(text, loadTwitterText)
    }
    assert.ok(performance.now() - start < 1_000)
  })
})

describe('the limits of a server', () => {
  test('are read from its answer, with defaults for the rest', () => {
    const usual = readLimits({})
    assert.equal(usual.characters, 500)
    assert.deepEqual(readLimits('<html>'), usual)
    assert.deepEqual(
      readLimits({ configuration: { statuses: { max_characters: -5, max_media_attachments: '9' } } }),
      usual,
    )
    assert.equal(readLimits({ max_toot_chars: 5_000 }).characters, 5_000)
    const wide = readLimits({ configuration: { media_attachments: { video_size_limit: 9e12, image_size_limit: 1e6 } } })
    assert.equal(wide.image_bytes, 1e6)
    assert.equal(wide.video_bytes, 128 * 1024 * 1024)
    const types = (...supported_mime_types: unknown[]) =>
      readLimits({ configuration: { media_attachments: { supported_mime_types } } }).types
    assert.deepEqual(types('image/png', 'audio/mp3', 'audio/mpeg', 'text/plain', 7), ['png', 'mp3'])
    assert.deepEqual(types('text/plain'), usual.types)
    assert.deepEqual(types(), usual.types)
  })

  test('decide the warnings', () => {
    const rulesOf = (limits: Record<string, unknown>, text: string, files: number) => {
      const rules: RuleId[] = []
      const own = mastodonProfile.withLimits(limits)
      own.text.check(text, (rule) => rules.push(rule), loadTwitterText)
      const named = Array.from({ length: files }, () => ({ extension: 'jpg', kind: 'image' as const }))
      own.media.checkMix?.(named, (rule) => rules.push(rule))
      return rules
    }
    assert.deepEqual(rulesOf({}, 'x'.repeat(500), 4), [])
    assert.deepEqual(rulesOf({}, 'x'.repeat(501), 5), ['mastodon.text.max', 'mastodon.media.mix'])
    assert.deepEqual(rulesOf({ characters: 5_000, files: 8 }, 'x'.repeat(5_000), 8), [])
  })
})

test('a post carries its own id as key, and the token only in its header', async (t) => {
  const { context, finished } = await play(t, [
    {
      request: {
        ...SEND,
        headers: {
          authorization: 'Bearer user-token',
          'content-type': 'application/json',
          'idempotency-key': `doorpost-${POST_ID}`,
        },
        json: { status: 'Hello' },
      },
      answer: { status: 200, json: { id: ID } },
    },
  ])
  const result = await mastodon.send(context, toPost('short', 'Hello'), {})
  assert.deepEqual(result, { kind: 'published', platformId: ID })
  finished()
})

describe('answers of a Mastodon server to a send', async () => {
  for (const row of await readDocument<ErrorRow[]>('mastodon/errors')) {
    test(`${row.name} is ${row.kind}, ${row.class}`, async (t) => {
      const { context, finished } = await play(t, [{ request: SEND, answer: row.answer }])
      const result = await mastodon.send(context, toPost('short', 'Hello'), {})
      assert.ok(result.kind === row.kind, result.kind)
      const { failure } = result
      assert.equal(failure.class, row.class)
      assert.equal(failure.platformCode, row.code)
      assert.match(sentence(failure.message), new RegExp(row.message))
      assert.match(sentence(failure.message), /^[A-Z].*[.”]$/)
      assert.equal(failure.retryAt?.toISOString(), row.retryAt)
      finished()
    })
  }

  for (const broken of ['before', 'inside'] as const) {
    test(`a connection that breaks ${broken} the answer leaves the outcome unknown`, async (t) => {
      const { context } = await play(t, [{ request: SEND, answer: { status: 200, json: { id: ID }, broken } }])
      assert.equal((await mastodon.send(context, toPost('short', 'Hello'), {})).kind, 'unknown')
    })
  }

  test('a server that cannot be reached has certainly not published', async () => {
    const context = toContext({ settings: settingsOf('http://127.0.0.1:2'), account: ACCOUNT })
    const result = await mastodon.send(context, toPost('short', 'Hello'), {})
    assert.ok(result.kind === 'refused' && result.failure.class === 'platform_down_before_send')
  })
})

describe('uploads', () => {
  const files = { 'https://m.example/a.jpg': { type: 'image/jpeg', bytes: 1000 } }
  const post = toPost('short', 'Hi', Object.keys(files))
  const upload = { method: 'POST', path: '/api/v2/media', contains: ['name="file"; filename="media.jpg"'] }

  for (const [what, answer, failureClass] of [
    ['a refused type', { status: 422, json: { error: 'Validation failed: File is invalid' } }, 'rejected_content'],
    ['a file too large for its proxy', { status: 413, text: 'too large' }, 'rejected_content'],
    ['a thumbnail that fails', { status: 500, json: { error: 'Error processing' } }, 'platform_down_before_send'],
    ['an id that is a path', { status: 200, json: { id: '../../etc' } }, 'platform_down_before_send'],
    ['a lost answer', { status: 200, broken: 'before' as const }, 'platform_down_before_send'],
  ] as const) {
    test(`${what} is ${failureClass}`, async (t) => {
      const { context } = await play(t, [{ request: upload, answer }], { files })
      const { result } = await prepareAll(mastodon, context, post)
      assert.ok(result.kind === 'failed')
      assert.equal(result.failure.class, failureClass)
    })
  }

  test('an upload is reused for some hours and repeated before the server deletes it', async (t) => {
    const done = { request: upload, answer: { status: 200, json: { id: '7' } } }
    let now = NOW
    const { context, finished } = await play(t, [done, done], { files, now: () => now })
    const { progress } = await prepareAll(mastodon, context, post)
    now = new Date(NOW.getTime() + 19 * 3_600_000)
    assert.equal((await mastodon.prepare(context, post, progress)).kind, 'ready')
    now = new Date(NOW.getTime() + 21 * 3_600_000)
    assert.equal((await prepareAll(mastodon, context, post, progress)).result.kind, 'ready')
    finished()
  })
})

describe('reading back', () => {
  const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000).toISOString()
  const status = (id: string, content: string, seconds = 1, more = {}) => ({
    id,
    content,
    created_at: at(seconds),
    media_attachments: [],
    ...more,
  })
  const statuses = [
    status(
      '9',
      '<p>Fish &amp; chips &lt;3<br>now</p><p>see <a href="https://example.com/"><span class="invisible">https://</span>example.com/</a></p>',
    ),
    status('8', '<p>Hi <span class="h-card"><a href="https://remote.example/@ada">@<span>ada</span></a></span></p>'),
    status('7', '', 1, { media_attachments: [{ id: '71' }, { id: '72' }] }),
    status('6', '<p>Same words</p>'),
    status('5', '<p>Too early</p>', -120),
  ]
  const uploaded = (...ids: string[]) => ({
    files: ids.map(() => ({ type: 'image/png', bytes: 1 })),
    redone: ids.map(() => 0),
    uploads: ids.map((id) => ({ id, state: 'ready', uploadedAt: 0, polls: 0 })),
  })
  for (const [what, text, progress, taken, expected] of [
    ['HTML is undone', 'Fish & chips <3\nnow\n\nsee https://example.com', {}, [], '9'],
    ['a mention that lost its server is found', 'Hi @ada@remote.example', {}, [], '8'],
    ['a post without words is found by its media', '', uploaded('71', '72'), [], '7'],
    ['other media are not the post', '', uploaded('71', '73'), [], null],
    ['the same words are found', ' Same  words', {}, [], '6'],
    ['one that belongs to another post is passed over', 'Same words', {}, ['6'], null],
    ['a post from before the send is not the post', 'Too early', {}, [], null],
    ['words that only begin alike are not the post', 'Same words and more', {}, [], null],
  ] as const) {
    test(what, async (t) => {
      const query = { limit: '40', exclude_reblogs: 'true' }
      const { context, finished } = await play(t, [
        { request: { ...LIST, query }, answer: { status: 200, json: statuses } },
      ])
      const search = { sentAt: NOW, takenIds: new Set<string>(taken) }
      const finding = await mastodon.reconcile(context, toPost('short', text), progress, search)
      assert.deepEqual(finding, expected ? { kind: 'found', platformId: expected } : { kind: 'not_seen' })
      finished()
    })
  }

  test('pages are read until posts are older than the send', async (t) => {
    const recent = statuses.slice(0, 4)
    const { context, finished } = await play(t, [
      { request: LIST, answer: { status: 200, json: recent } },
      { request: { ...LIST, query: { max_id: '6' } }, answer: { status: 200, json: [status('4', '<p>Here</p>')] } },
    ])
    const finding = await mastodon.reconcile(context, toPost('short', 'Here'), {}, { sentAt: NOW, takenIds: new Set() })
    assert.deepEqual(finding, { kind: 'found', platformId: '4' })
    finished()
  })

  test('an endless list needs a person, and a broken one is read again', async (t) => {
    const search = { sentAt: NOW, takenIds: new Set<string>() }
    const page = { request: LIST, answer: { status: 200, json: statuses.slice(0, 4) } }
    const endless = await play(
      t,
      Array.from({ length: 5 }, () => page),
    )
    assert.equal((await mastodon.reconcile(endless.context, toPost('short', 'x'), {}, search)).kind, 'cannot_tell')
    for (const [answer, failureClass] of [
      [{ status: 200, json: { error: 'x' } }, 'platform_down_before_send'],
      [{ status: 401, json: {} }, 'auth_expired'],
      [{ status: 503, json: {} }, 'platform_down_before_send'],
    ] as const) {
      const { context } = await play(t, [{ request: LIST, answer }])
      const finding = await mastodon.reconcile(context, toPost('short', 'x'), {}, search)
      assert.ok(finding.kind === 'failed' && finding.failure.class === failureClass)
    }
  })
})

test('the permalink is what the server says, if it is a URL', async (t) => {
  const read = (id: string, url: unknown): Exchange => ({
    request: { method: 'GET', path: `/api/v1/statuses/${id}` },
    answer: { status: 200, json: { id, url } },
  })
  const { context } = await play(t, [read(ID, 'https://social.example/@ada/1'), read(ID, 'javascript:alert(1)')])
  assert.equal(await mastodon.permalink(context, ID), 'https://social.example/@ada/1')
  assert.equal(await mastodon.permalink(context, ID), null)
  assert.equal(await mastodon.permalink(context, '../evil'), null)
})
