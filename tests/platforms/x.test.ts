import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sentence } from '../../src/messages/sentence.ts'
import {
  type Account,
  AuthError,
  type PlatformSettings,
  type Progress,
  RefreshError,
  type Tokens,
} from '../../src/platforms/shared/contract.ts'
import { x } from '../../src/platforms/x/adapter.ts'
import { platformHttp } from '../helpers/platform-http.ts'
import type { Exchange } from '../helpers/scripted-platform.ts'
import { createPlayer, type ErrorRow, NOW, prepareAll, readDocument, toContext, toPost } from './upload-harness.ts'

const ACCOUNT: Account = { id: '2244994945', handle: 'XDevelopers', kind: 'member', accessToken: 'user-token' }
const MIB = 1024 * 1024
const FILES = {
  'https://m.example/0.jpg': { type: 'image/jpeg', bytes: 1000 },
  'https://m.example/1.jpg': { type: 'image/jpeg', bytes: 1001 },
  'https://m.example/2.jpg': { type: 'image/jpeg', bytes: 1002 },
  'https://m.example/3.jpg': { type: 'image/jpeg', bytes: 1003 },
  'https://m.example/a.gif': { type: 'image/gif', bytes: 2000 },
  'https://m.example/v.mp4': { type: 'video/mp4', bytes: 9_000_000 },
  'https://m.example/t.tiff': { type: 'image/tiff', bytes: 1 },
  'https://m.example/big.jpg': { type: 'image/jpeg', bytes: 5 * MIB + 1 },
  'https://m.example/big.gif': { type: 'image/gif', bytes: 15 * MIB + 1 },
  'https://m.example/big.mp4': { type: 'video/mp4', bytes: 512 * MIB + 1 },
}
const IMAGES = [0, 1, 2, 3].map((at) => `https://m.example/${at}.jpg`)
const GIF = 'https://m.example/a.gif'
const VIDEO = 'https://m.example/v.mp4'
const ID = '1445880548472328192'

const { play, settingsOf } = createPlayer({
  account: ACCOUNT,
  files: FILES,
  authorizePath: '/i/oauth2/authorize',
  tokenPath: '/2/oauth2/token',
  version: '2',
})

describe('every type of post is sent as X documents it', () => {
  for (const [name, text, urls, waits] of [
    ['text-post', 'Hello & welcome https://example.com @friend', [], []],
    ['image-only-post', '', IMAGES.slice(0, 1), []],
    ['images-post', 'Four', IMAGES, []],
    ['gif-post', 'Moving', [GIF], []],
    // As long as X asks to wait, but no longer than a minute.
    ['video-post', 'Film', [VIDEO], [3000, 60_000]],
    ['video-processing-failed-once', 'Film', [VIDEO], [3000, 3000]],
  ] as const) {
    test(name, async (t) => {
      const { context, finished } = await play(t, await readDocument(`x/${name}`))
      const post = toPost('short', text, [...urls])
      const prepared = await prepareAll(x, context, post)
      assert.equal(prepared.result.kind, 'ready')
      assert.deepEqual(prepared.waits, waits)
      assert.deepEqual(await x.send(context, post, prepared.progress), { kind: 'published', platformId: ID })
      finished()
    })
  }
})

describe('preparation', () => {
  test('a video that cannot be processed is uploaded once more, then the post fails', async (t) => {
    const { context, finished } = await play(t, await readDocument('x/video-processing-failed-twice'))
    const { result } = await prepareAll(x, context, toPost('short', 'Film', [VIDEO]))
    assert.ok(result.kind === 'failed')
    assert.equal(result.failure.class, 'media_processing')
    assert.equal(result.failure.platformCode, 'InvalidMedia')
    assert.match(sentence(result.failure.message), /140 seconds.*UnsupportedMedia/)
    finished()
  })

  for (const [what, urls, message] of [
    ['a fifth image', [...IMAGES, IMAGES[0]!], /up to 4 images/],
    ['a second GIF', [GIF, GIF], /1 GIF/],
    ['a second video', [VIDEO, VIDEO], /1 video/],
    ['a video among images', [IMAGES[0]!, VIDEO], /1 video/],
    ['a GIF among images', [IMAGES[0]!, GIF], /1 GIF/],
    ['a type X does not take', ['https://m.example/t.tiff'], /File 1 is TIFF, but X takes/],
    ['an image of more than 5 MB', ['https://m.example/big.jpg'], /File 1 has 5\.2 MB, but X takes 5 MB/],
    ['a GIF of more than 15 MB', ['https://m.example/big.gif'], /takes 15 MB/],
    ['a video of more than 512 MB', ['https://m.example/big.mp4'], /takes 512 MB/],
  ] as const) {
    test(`${what} is refused before anything is sent`, async (t) => {
      const { context, finished } = await play(t, [])
      const { result } = await prepareAll(x, context, toPost('short', 'x', [...urls]))
      assert.ok(result.kind === 'failed')
      assert.equal(result.failure.class, 'rejected_content')
      assert.match(sentence(result.failure.message), message)
      finished()
    })
  }

  test('a finished upload is reused for a day and repeated afterwards', async (t) => {
    const upload = (await readDocument('x/image-only-post')).slice(0, -1)
    let now = NOW
    const { context, finished } = await play(t, [...upload, ...upload], { now: () => now })
    const post = toPost('short', '', IMAGES.slice(0, 1))
    const first = await prepareAll(x, context, post)
    now = new Date(NOW.getTime() + 23 * 3_600_000)
    assert.deepEqual((await x.prepare(context, post, first.progress)).kind, 'ready')
    now = new Date(NOW.getTime() + 24 * 3_600_000)
    assert.equal((await prepareAll(x, context, post, first.progress)).result.kind, 'ready')
    finished()
  })

  test('a segment whose answer was lost is sent again under its index', async (t) => {
    const document = await readDocument('x/video-post')
    const lost = { ...document[2]!, answer: { status: 200, broken: 'before' as const } }
    const { context, finished } = await play(t, [...document.slice(0, 2), lost, ...document.slice(2, -1)])
    const post = toPost('short', 'Film', [VIDEO])
    const first = await prepareAll(x, context, post)
    assert.ok(first.result.kind === 'failed')
    assert.equal(first.result.failure.class, 'platform_down_before_send')
    assert.equal((await prepareAll(x, context, post, first.progress)).result.kind, 'ready')
    finished()
  })

  test('an upload that X has forgotten is repeated', async (t) => {
    const upload = (await readDocument('x/image-only-post')).slice(0, -1)
    const forgotten = { ...upload[2]!, answer: { status: 404, json: { title: 'Not Found Error' } } }
    const { context, finished } = await play(t, [upload[0]!, upload[1]!, forgotten, ...upload])
    assert.equal((await prepareAll(x, context, toPost('short', '', IMAGES.slice(0, 1)))).result.kind, 'ready')
    finished()
  })

  for (const [status, failureClass] of [
    [400, 'rejected_content'],
    [401, 'auth_expired'],
    [402, 'out_of_credit'],
    [429, 'rate_limited'],
    [503, 'platform_down_before_send'],
  ] as const) {
    test(`an upload answered ${status} is ${failureClass}`, async (t) => {
      const [start] = (await readDocument('x/image-only-post')) as [Exchange]
      const { context } = await play(t, [{ ...start, answer: { status, json: {} } }])
      const { result } = await prepareAll(x, context, toPost('short', '', IMAGES.slice(0, 1)))
      assert.ok(result.kind === 'failed')
      assert.equal(result.failure.class, failureClass)
    })
  }

  test('an id that is not a number is not trusted', async (t) => {
    const [start] = (await readDocument('x/image-only-post')) as [Exchange]
    const { context } = await play(t, [{ ...start, answer: { status: 200, json: { data: { id: '../tweets' } } } }])
    const { result } = await prepareAll(x, context, toPost('short', '', IMAGES.slice(0, 1)))
    assert.ok(result.kind === 'failed')
    assert.equal(result.failure.class, 'platform_down_before_send')
  })
})

describe('answers of X to a send', async () => {
  for (const row of await readDocument<ErrorRow[]>('x/errors')) {
    test(`${row.name} is ${row.kind}, ${row.class}`, async (t) => {
      const { context, finished } = await play(t, [
        { request: { method: 'POST', path: '/2/tweets' }, answer: row.answer },
      ])
      const result = await x.send(context, toPost('short', 'Hello'), {})
      assert.ok(result.kind === row.kind, result.kind)
      const { failure } = result
      assert.equal(failure.class, row.class)
      assert.equal(failure.platformCode, row.code)
      assert.match(sentence(failure.message), new RegExp(row.message))
      assert.match(sentence(failure.message), /^[A-Z].*[.”]$/)
      assert.equal(failure.retryAt?.toISOString(), row.retryAt)
      assert.equal(failure.raw?.status, row.answer.status)
      finished()
    })
  }

  for (const broken of ['before', 'inside'] as const) {
    test(`a connection that breaks ${broken} the answer leaves the outcome unknown`, async (t) => {
      const answer = { status: 201, json: { data: { id: ID, text: 'Hello' } }, broken }
      const { context } = await play(t, [{ request: { method: 'POST', path: '/2/tweets' }, answer }])
      const result = await x.send(context, toPost('short', 'Hello'), {})
      assert.ok(result.kind === 'unknown')
      assert.equal(result.failure.class, 'ambiguous')
    })
  }

  test('a server that cannot be reached has certainly not published', async () => {
    const context = toContext({ settings: settingsOf('http://127.0.0.1:2'), account: ACCOUNT })
    const result = await x.send(context, toPost('short', 'Hello'), {})
    assert.ok(result.kind === 'refused')
    assert.equal(result.failure.class, 'platform_down_before_send')
  })

  test('nothing is sent while media are missing', async (t) => {
    const { context, finished } = await play(t, [])
    const result = await x.send(context, toPost('short', 'Hello', IMAGES), {})
    assert.ok(result.kind === 'refused')
    assert.equal(result.failure.class, 'not_ready')
    finished()
  })
})

describe('reading back', () => {
  const keyed = (mediaKey: string): Progress => ({
    files: [{ type: 'image/png', bytes: 1 }],
    redone: [0],
    uploads: [{ id: '1', mediaKey, segments: 1, state: 'ready', expiresAt: 0, finalizedAt: 0 }],
  })

  // The second page is read only if the first one is not conclusive.
  for (const [what, text, progress, taken, expected, pages] of [
    [
      'links, entities and the link to the media are undone',
      'Fish & chips <3 https://example.com/menu?a=1&b=2 and example.org',
      {},
      [],
      '204',
      1,
    ],
    ['a post without words is found by its media', '', keyed('7_901'), [], '203', 1],
    ['other media are not the post', '', keyed('7_902'), [], null, 2],
    [
      'a long post is compared as a whole',
      'A long post that is cut here but goes on to https://example.com',
      {},
      [],
      '202',
      1,
    ],
    ['the beginning of a long post is not the post', 'A long post that is cut…', {}, [], null, 2],
    ['the same words are found', ' Same  words', {}, [], '201', 1],
    ['one that belongs to another post is passed over', 'Same words', {}, ['201'], null, 2],
    ['the next page is read', 'On the second page', {}, [], '200', 2],
    ['a link to the media that is not listed is undone too', 'Look here', {}, [], '198', 2],
    ['a post from before the send is not the post', 'Too early', {}, [], null, 2],
    ['words that only begin alike are not the post', 'Same words and more', {}, [], null, 2],
  ] as const) {
    test(what, async (t) => {
      const document = await readDocument('x/timeline')
      const { context, finished } = await play(t, document.slice(0, pages))
      const search = { sentAt: NOW, takenIds: new Set<string>(taken) }
      const finding = await x.reconcile(context, toPost('short', text), progress, search)
      assert.deepEqual(finding, expected ? { kind: 'found', platformId: expected } : { kind: 'not_seen' })
      finished()
    })
  }

  const search = { sentAt: NOW, takenIds: new Set<string>() }

  test('an empty list is not_seen', async (t) => {
    const { context } = await play(t, await readDocument('x/timeline-empty'))
    assert.deepEqual(await x.reconcile(context, toPost('short', 'x'), {}, search), { kind: 'not_seen' })
  })

  for (const [status, json, failureClass, retryAt] of [
    [200, { errors: [{ title: 'Not Found Error' }] }, 'platform_down_before_send', undefined],
    [401, {}, 'auth_expired', undefined],
    [402, { title: 'CreditsDepleted' }, 'out_of_credit', '2026-05-04T11:00:00.000Z'],
    [429, {}, 'rate_limited', '2026-05-04T10:15:00.000Z'],
    [503, {}, 'platform_down_before_send', undefined],
  ] as const) {
    test(`a list answered ${status} ${failureClass} is a failed read, not an absent post`, async (t) => {
      const [list] = (await readDocument('x/timeline-empty')) as [Exchange]
      const { context } = await play(t, [{ ...list, answer: { status, json } }])
      const finding = await x.reconcile(context, toPost('short', 'x'), {}, search)
      assert.ok(finding.kind === 'failed')
      assert.equal(finding.failure.class, failureClass)
      assert.equal(finding.failure.retryAt?.toISOString(), retryAt)
    })
  }

  test('an account with too many posts since then needs a person', async (t) => {
    const [list] = (await readDocument('x/timeline')) as [Exchange]
    const pages = Array.from({ length: 10 }, (_each, at) =>
      at === 0 ? list : { ...list, request: { ...list.request, query: { pagination_token: 'page2' } } },
    )
    const { context } = await play(t, pages)
    assert.equal((await x.reconcile(context, toPost('short', 'nowhere'), {}, search)).kind, 'cannot_tell')
  })
})

describe('the permalink', () => {
  test('leads to X, or to the sandbox that stands in for it', async () => {
    const link = (authorizeUrl: string, handle: string | null = 'XDevelopers', id = ID) =>
      x.permalink(
        toContext({ settings: { ...settingsOf('http://api'), authorizeUrl }, account: { ...ACCOUNT, handle } }),
        id,
      )
    assert.equal(await link('https://x.com/i/oauth2/authorize'), `https://x.com/XDevelopers/status/${ID}`)
    assert.equal(await link('https://x.com/i/oauth2/authorize', null), `https://x.com/i/status/${ID}`)
    assert.equal(
      await link('http://127.0.0.1:4800/x/i/oauth2/authorize'),
      `http://127.0.0.1:4800/x/XDevelopers/status/${ID}`,
    )
    assert.equal(await link('https://x.com/i/oauth2/authorize', null, '../evil'), null)
  })
})

describe('connecting', () => {
  const { auth } = x
  const tokens: Tokens = {
    accessToken: 'access-0',
    expiresAt: NOW,
    refreshToken: 'refresh-1',
    refreshExpiresAt: null,
    scopes: ['tweet.read'],
  }

  test('the approval page uses PKCE and requests all scopes', () => {
    const request = { redirectUri: 'https://doorpost.example/callback', state: 's', codeChallenge: 'challenge' }
    const url = new URL(auth.authorizeUrl(settingsOf('https://x.com'), request))
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      response_type: 'code',
      client_id: 'app',
      redirect_uri: 'https://doorpost.example/callback',
      scope: 'tweet.read tweet.write users.read media.write offline.access',
      state: 's',
      code_challenge: 'challenge',
      code_challenge_method: 'S256',
    })
    assert.equal(auth.usesPkce, true)
  })

  test('a code becomes tokens with Basic authorisation, and the account is read', async (t) => {
    const { context, finished } = await play(t, await readDocument('x/sign-in'))
    const grant = { code: 'code-1', redirectUri: 'https://doorpost.example/callback', codeVerifier: 'verifier-1' }
    const fresh = await auth.exchangeCode(platformHttp, context.settings, grant, NOW)
    assert.deepEqual(fresh, {
      accessToken: 'access-1',
      expiresAt: new Date('2026-05-04T12:00:00.000Z'),
      refreshToken: 'refresh-2',
      refreshExpiresAt: null,
      scopes: ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'],
    })
    assert.deepEqual(await auth.profiles(platformHttp, context.settings, 'access-1'), [
      { id: '2244994945', handle: 'XDevelopers', name: 'X Dev', kind: 'member' },
    ])
    assert.deepEqual(auth.refreshAfter(fresh, NOW), new Date('2026-05-04T11:30:00.000Z'))
    finished()
  })

  test('an app without a secret identifies itself in the form', async (t) => {
    const [exchange] = (await readDocument('x/refresh')) as [Exchange]
    const form = { grant_type: 'refresh_token', refresh_token: 'refresh-1', client_id: 'app' }
    const request = { method: 'POST', path: '/2/oauth2/token', form }
    const { context, finished } = await play(t, [{ ...exchange, request }])
    await auth.refresh!(platformHttp, { ...context.settings, clientSecret: '' }, tokens, NOW)
    finished()
  })

  test('a refresh brings the next refresh token', async (t) => {
    const { context, finished } = await play(t, await readDocument('x/refresh'))
    assert.equal((await auth.refresh!(platformHttp, context.settings, tokens, NOW)).refreshToken, 'refresh-2')
    finished()
  })

  test('a used refresh token ends the connection, and the message does not repeat it', async (t) => {
    const { context } = await play(t, await readDocument('x/refresh-spent'))
    await assert.rejects(auth.refresh!(platformHttp, context.settings, tokens, NOW), (error: Error) => {
      assert.ok(error instanceof AuthError)
      assert.doesNotMatch(error.message, /refresh-1|app-secret/)
      return true
    })
  })

  test('a refresh that X has not clearly refused is retried later, with what is known about the token', async (t) => {
    const [exchange] = (await readDocument('x/refresh')) as [Exchange]
    const cases = [
      { answer: { status: 200, broken: 'before' as const }, mayBeSpent: true },
      { answer: { status: 500 }, mayBeSpent: true },
      { answer: { status: 200, json: {} }, mayBeSpent: true },
      { answer: { status: 429, json: {} }, mayBeSpent: false },
      { answer: { status: 401, json: { error: 'unauthorized_client' } }, mayBeSpent: false },
    ]
    const rejectsWith = (settings: PlatformSettings, mayBeSpent: boolean) =>
      assert.rejects(
        auth.refresh!(platformHttp, settings, tokens, NOW),
        (error) => error instanceof RefreshError && error.mayBeSpent === mayBeSpent,
      )
    for (const { answer, mayBeSpent } of cases) {
      const { context } = await play(t, [{ ...exchange, answer }])
      await rejectsWith(context.settings, mayBeSpent)
    }
    await rejectsWith(settingsOf('http://127.0.0.1:2'), false)
  })
})
