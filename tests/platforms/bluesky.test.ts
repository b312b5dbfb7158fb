import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createIds } from '../../src/lib/ids.ts'
import { loadTwitterText } from '../../src/lib/text/twitter-text.ts'
import { sentence } from '../../src/messages/sentence.ts'
import { bluesky } from '../../src/platforms/bluesky/adapter.ts'
import { blueskyAuth } from '../../src/platforms/bluesky/auth.ts'
import { facetsOf, handlesIn, isRecordKey, languagesOf, recordKeyOf } from '../../src/platforms/bluesky/record.ts'
import { blueskyText } from '../../src/platforms/bluesky/text.ts'
import { rulesFor } from '../../src/platforms/registry.ts'
import { serviceSettings } from '../../src/platforms/settings.ts'
import {
  AuthError,
  type HttpAnswer,
  type HttpRequest,
  RefreshError,
  TransportError,
} from '../../src/platforms/shared/contract.ts'
import { NOW, POST_ID, toContext, toPost } from './upload-harness.ts'

const DID = 'did:plc:aaaabbbbccccddddeeeeffff'
const KEY = '3l5abcdefgh22'
const URI = `at://${DID}/app.bsky.feed.post/${KEY}`
const settings = serviceSettings('bluesky', 'https://pds.example.com')
const account = { id: DID, handle: 'name.example.com', kind: 'member' as const, accessToken: 'the-access-token' }
const READY = { draft: { key: KEY, createdAt: NOW.toISOString(), dids: {} } }

const answerOf = (status: number, json: unknown, headers: Record<string, string> = {}): HttpAnswer => ({
  status,
  headers: new Headers(headers),
  text: JSON.stringify(json),
  json,
})
const contextOf = (answer: HttpAnswer | Error, seen: HttpRequest[] = []) =>
  toContext({
    settings,
    account,
    http: async (request) => {
      seen.push(request)
      if (answer instanceof Error) throw answer
      return answer
    },
  })

describe('facets', () => {
  const link = (shown: string, uri = shown) => [shown, 'link', uri]
  const tag = (shown: string, name = shown.slice(1)) => [shown, 'tag', name]
  const mention = (shown: string) => [shown, 'mention', DID]
  // The result of RichText in @atproto/api 0.21 for the same texts.
  const MARKS: Array<[text: string, marked: string[][]]> = [
    ['nothing here', []],
    [
      'https://example.com/a_(b) (see https://example.com/c).',
      [link('https://example.com/a_(b)'), link('https://example.com/c')],
    ],
    ['éé https://example.com, 👍', [link('https://example.com')]],
    [
      'example.com and www.example.co.uk/x but not end.So or v1.2',
      [link('example.com', 'https://example.com'), link('www.example.co.uk/x', 'https://www.example.co.uk/x')],
    ],
    ['mail ana@example.com', []],
    ['Read https://example.com/?a=1&b=2#c...', [link('https://example.com/?a=1&b=2#c..')]],
    ['see https://example.com/a_ and my-site.com', [link('https://example.com/a_')]],
    [':https://example.com', []],
    ['Https://example.com HTTP://example.com', []],
    ['#one #2 #3a #zwei!', [tag('#one'), tag('#3a'), tag('#zwei')]],
    ['#a#b (#nested) ##x', [tag('#a#b'), tag('##x')]],
    ['press #️⃣ now', []],
    ['#tag\u200bmore #soft\u00adhyphen', [tag('#tag'), tag('#soft')]],
    ['#✨ #👍🏽 #C++ ＃日本語。', [tag('#✨'), tag('#👍🏽'), tag('#C++'), tag('＃日本語')]],
    [`#${'é'.repeat(64)} #${'a'.repeat(65)}`, [tag(`#${'é'.repeat(64)}`)]],
    [`#${'👍🏽'.repeat(60)}`, [tag(`#${'👍🏽'.repeat(60)}`)]],
    [
      '$TSLA and ($brk.b) $aapl, $BTC!',
      [tag('$TSLA', '$TSLA'), tag('$brk', '$BRK'), tag('$aapl', '$AAPL'), tag('$BTC', '$BTC')],
    ],
    ['$TOOLONG $1A US$20 $T-X', []],
    ['@name.example.com, @nobody.example.com and @bare', [mention('@name.example.com')]],
    ['(@name.example.com) x@name.example.com @name.example.com_x', [mention('@name.example.com')]],
    ['javascript://example.com/%0aalert(1)', []],
  ]
  const marksOf = (text: string) => {
    const bytes = Buffer.from(text)
    return facetsOf(text, { 'name.example.com': DID, 'nobody.example.com': null }).map(({ index, features }) => {
      const { $type, ...feature } = features[0]!
      return [
        bytes.subarray(index.byteStart, index.byteEnd).toString(),
        $type.split('#')[1]!,
        ...Object.values(feature),
      ]
    })
  }
  for (const [text, marked] of MARKS) {
    test(JSON.stringify(text), () => assert.deepEqual(marksOf(text), marked))
  }

  test('an address between Japanese words is a link, although the app requires spaces', () => {
    assert.deepEqual(marksOf('「https://example.com」見てhttps://example.com/a。次'), [
      link('https://example.com'),
      link('https://example.com/a'),
    ])
  })

  test('a post whose facets the PDS would refuse has none', () => {
    assert.deepEqual(marksOf('https:///x http://# https://[x'), [])
    assert.deepEqual(marksOf('httpbin.org'), [link('httpbin.org', 'https://httpbin.org')])
    // 60 graphemes of 25 bytes: no more than 640 bytes are accepted.
    assert.deepEqual(marksOf(`#${'👨‍👩‍👧‍👦'.repeat(60)}`), [tag('#👨')])
    assert.deepEqual(marksOf(`#${'🏴󠁧󠁢󠁳󠁣󠁴󠁿'.repeat(60)}`), [])
  })

  test('names are looked up once, in lower case', () => {
    assert.deepEqual(handlesIn('@A.example.com @a.Example.com @b.example.com. @nodot'), [
      'a.example.com',
      'b.example.com',
    ])
  })
})

test('a family emoji is one character, and a text of 3,001 bytes is too long whatever it counts', () => {
  assert.equal(blueskyText.count('👨‍👩‍👧‍👦é🇵🇹', loadTwitterText), 3)
  const rules: string[] = []
  const warningsOf = (text: string) => {
    rules.length = 0
    blueskyText.check(
      text,
      (rule, _field, said) => rules.push(`${rule}: ${sentence(said).split(' ').length > 3}`),
      loadTwitterText,
    )
    return rules.length
  }
  assert.equal(warningsOf('a'.repeat(300)), 0)
  assert.equal(warningsOf('a'.repeat(301)), 1)
  assert.equal(warningsOf('👨‍👩‍👧‍👦'.repeat(150)), 1)
  assert.equal(rulesFor('short', { provider: 'bluesky', limits: null }).text.max, 300)
})

test('the language is set if the letters identify it', () => {
  assert.deepEqual(languagesOf('Hello, world'), [])
  assert.deepEqual(languagesOf('こんにちは、世界'), ['ja'])
  assert.deepEqual(languagesOf('안녕하세요 world'), ['ko'])
})

describe('the key of a record', () => {
  test('follows from the id of the post, and sorts by time', () => {
    const key = recordKeyOf(POST_ID)
    assert.ok(isRecordKey(key))
    assert.match(key, /^[2-7a-j]/, 'the highest bit of a TID is 0')
    assert.equal(recordKeyOf(POST_ID), key)
    const later = createIds(() => NOW.getTime()).next().id
    assert.ok(recordKeyOf(later) > key)
  })

  test('is different for every post, even in the same millisecond', () => {
    const ids = createIds(() => NOW.getTime())
    const keys = new Set(Array.from({ length: 20_000 }, () => recordKeyOf(ids.next().id)))
    assert.equal(keys.size, 20_000)
  })

  test('stays the one that was chosen before the upgrade', async () => {
    const draft = { key: KEY, createdAt: '2026-05-04T09:00:00.000Z', dids: {} }
    const result = await bluesky.prepare(contextOf(answerOf(200, {})), toPost('short', 'Words'), { draft })
    assert.deepEqual(result.progress.draft, { ...draft, createdAt: NOW.toISOString() })
  })
})

describe('answers of the PDS to a send', () => {
  const RESET = Math.floor(NOW.getTime() / 1000) + 90
  const ROWS: Array<[name: string, answer: HttpAnswer, kind: string, failure: string]> = [
    [
      '400 ExpiredToken',
      answerOf(400, { error: 'ExpiredToken', message: 'Token has expired' }),
      'refused',
      'auth_expired',
    ],
    ['401 AuthMissing', answerOf(401, { error: 'AuthMissing' }), 'refused', 'auth_expired'],
    ['401 AccountTakedown', answerOf(401, { error: 'AccountTakedown' }), 'refused', 'account_restricted'],
    ['400 BlobNotFound', answerOf(400, { error: 'BlobNotFound' }), 'refused', 'media_processing'],
    [
      '400 InvalidRequest',
      answerOf(400, { error: 'InvalidRequest', message: 'the-access-token' }),
      'refused',
      'rejected_content',
    ],
    ['403', answerOf(403, { error: 'Forbidden' }), 'refused', 'permission_missing'],
    ['413', answerOf(413, { error: 'PayloadTooLarge' }), 'refused', 'rejected_content'],
    [
      '429',
      answerOf(429, { error: 'RateLimitExceeded' }, { 'ratelimit-reset': String(RESET) }),
      'refused',
      'rate_limited',
    ],
    ['500', answerOf(500, { error: 'InternalServerError' }), 'unknown', 'ambiguous'],
    ['502', answerOf(502, '<html>'), 'unknown', 'ambiguous'],
    ['200 without an address', answerOf(200, {}), 'unknown', 'ambiguous'],
  ]
  for (const [name, answer, kind, failure] of ROWS) {
    test(name, async () => {
      const result = await bluesky.send(contextOf(answer), toPost('short', 'Words'), READY)
      assert.ok(result.kind !== 'published')
      assert.deepEqual([result.kind, result.failure.class], [kind, failure])
      assert.doesNotMatch(JSON.stringify(result), /the-access-token/)
      if (name === '429') assert.equal(result.failure.retryAt?.getTime(), RESET * 1000)
    })
  }

  test('the request names the record that preparation chose', async () => {
    const seen: HttpRequest[] = []
    const result = await bluesky.send(contextOf(answerOf(200, { uri: URI }), seen), toPost('short', 'Words'), READY)
    assert.deepEqual(result, { kind: 'published', platformId: URI })
    assert.deepEqual(seen[0]!.json, {
      repo: DID,
      collection: 'app.bsky.feed.post',
      rkey: KEY,
      record: { $type: 'app.bsky.feed.post', text: 'Words', createdAt: NOW.toISOString() },
    })
  })

  test('alt texts are sent with their images', async () => {
    const blob = { $type: 'blob', ref: { $link: 'bafkreiaaaaaaaaaaaaaaaaaaaaaaaa' }, mimeType: 'image/png', size: 10 }
    const upload = { state: 'ready', blob, size: null, uploadedAt: NOW.getTime() }
    const files = [
      { type: 'image/png', bytes: 10 },
      { type: 'image/png', bytes: 10 },
    ]
    const progress = { ...READY, files, uploads: [upload, upload], redone: [0, 0] }
    const post = {
      ...toPost('short', 'Words', ['https://a.example/1.png', 'https://a.example/2.png']),
      altTexts: ['A cat', null],
    }
    const seen: HttpRequest[] = []
    await bluesky.send(contextOf(answerOf(200, { uri: URI }), seen), post, progress)
    const { embed } = (seen[0]!.json as { record: { embed: { images: Array<{ alt: string }> } } }).record
    assert.deepEqual(
      embed.images.map(({ alt }) => alt),
      ['A cat', ''],
    )
  })
})

describe('reading a post back', () => {
  const find = (answer: HttpAnswer | Error, progress: Record<string, unknown> = READY, text = 'Words') =>
    bluesky.reconcile(contextOf(answer), toPost('short', text), progress, { sentAt: NOW, takenIds: new Set() })

  test('by its key: there, certainly not there, or asked again later', async () => {
    assert.deepEqual(await find(answerOf(200, { uri: URI, value: {} })), { kind: 'found', platformId: URI })
    assert.deepEqual(await find(answerOf(400, { error: 'RecordNotFound' })), { kind: 'absent' })
    assert.equal((await find(answerOf(400, { error: 'InvalidRequest' }))).kind, 'failed')
    assert.equal((await find(answerOf(500, {}))).kind, 'failed')
    assert.equal((await find(new TransportError('lost', true))).kind, 'failed')
  })

  test('without progress, as after a restore: by the key of its id, and then by its text', async () => {
    const seen: HttpRequest[] = []
    const read = (byKey: HttpAnswer, list: HttpAnswer) => {
      const http = async (request: HttpRequest) => {
        seen.push(request)
        return request.url.endsWith('getRecord') ? byKey : list
      }
      const context = toContext({ settings, account, http })
      return bluesky.reconcile(context, toPost('short', 'Words'), {}, { sentAt: NOW, takenIds: new Set() })
    }
    const absent = answerOf(400, { error: 'RecordNotFound' })
    const list = (text: string, createdAt: string) =>
      answerOf(200, { records: [{ uri: URI, value: { text, createdAt } }] })
    const found = { kind: 'found', platformId: URI }
    assert.deepEqual(await read(answerOf(200, { uri: URI }), answerOf(500, {})), found)
    assert.equal(seen[0]!.query!.rkey, recordKeyOf(POST_ID))
    assert.deepEqual(await read(absent, list('Words', NOW.toISOString())), found)
    assert.deepEqual(await read(absent, list('Words', '2020-01-01T00:00:00Z')), { kind: 'not_seen' })
    assert.deepEqual(await read(absent, list('Other words', NOW.toISOString())), { kind: 'not_seen' })
    assert.equal((await read(absent, answerOf(200, {}))).kind, 'failed')
    assert.equal((await read(answerOf(500, {}), list('Words', NOW.toISOString()))).kind, 'failed')
  })
})

describe('renewing the access', () => {
  const tokens = {
    accessToken: 'a',
    expiresAt: NOW,
    refreshToken: 'the-refresh-token',
    refreshExpiresAt: null,
    scopes: [],
  }
  const refresh = (answer: HttpAnswer | Error) => blueskyAuth.refresh!(contextOf(answer).http, settings, tokens, NOW)

  test('only a refusal by the PDS ends the connection', async () => {
    for (const error of ['ExpiredToken', 'InvalidToken']) {
      await assert.rejects(refresh(answerOf(400, { error, message: 'Token has been revoked' })), AuthError)
    }
    await assert.rejects(refresh(answerOf(401, { error: 'AccountTakedown' })), AuthError)
    for (const answer of [answerOf(429, {}), answerOf(500, {}), answerOf(200, {}), new TransportError('lost', true)]) {
      await assert.rejects(refresh(answer), RefreshError)
    }
  })

  test('a sign-in on a server that is not a PDS says so', async () => {
    const credentials = { handle: 'name.example.com', secret: 'the-app-password' }
    const signIn = (answer: HttpAnswer) => blueskyAuth.signIn!(contextOf(answer).http, settings, credentials, NOW)
    await assert.rejects(signIn(answerOf(404, '<html>')), /did not answer as a PDS does/)
    await assert.rejects(signIn(answerOf(401, { error: 'AuthFactorTokenRequired' })), /Make an app password/)
    await assert.rejects(signIn(answerOf(401, { error: 'X', message: 'the-app-password' })), (error: Error) => {
      assert.ok(error instanceof AuthError)
      return !error.message.includes('the-app-password')
    })
  })
})
