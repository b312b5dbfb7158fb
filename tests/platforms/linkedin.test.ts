import assert from 'node:assert/strict'
import { syncBuiltinESMExports } from 'node:module'
import { describe, test } from 'node:test'
import { sentence } from '../../src/messages/sentence.ts'
import { linkedin } from '../../src/platforms/linkedin/adapter.ts'
import {
  type Account,
  AuthError,
  type Http,
  type PlatformContext,
  type Progress,
  type Tokens,
  TransportError,
} from '../../src/platforms/shared/contract.ts'
import { platformHttp } from '../helpers/platform-http.ts'
import type { Exchange } from '../helpers/scripted-platform.ts'
import { createPlayer, type ErrorRow, NOW, prepareAll, readDocument, toContext, toPost } from './upload-harness.ts'

const MEMBER: Account = { id: 'urn:li:person:abc_DEF-1', handle: null, kind: 'member', accessToken: 'member-token' }
const PAGE: Account = { ...MEMBER, id: 'urn:li:organization:1234', kind: 'organization' }
const FILES = {
  'https://m.example/1.jpg': { type: 'image/jpeg', bytes: 1001 },
  'https://m.example/2.png': { type: 'image/png', bytes: 1002 },
  'https://m.example/3.gif': { type: 'image/gif', bytes: 1003 },
  'https://m.example/v.mp4': { type: 'video/mp4', bytes: 5_000_000 },
  'https://m.example/w.webp': { type: 'image/webp', bytes: 1 },
  'https://m.example/big.mp4': { type: 'video/mp4', bytes: 500 * 1024 * 1024 + 1 },
}
const IMAGES = ['https://m.example/1.jpg', 'https://m.example/2.png', 'https://m.example/3.gif']
const VIDEO = ['https://m.example/v.mp4']

const { play, settingsOf } = createPlayer({
  account: MEMBER,
  files: FILES,
  authorizePath: '/oauth/v2/authorization',
  tokenPath: '/oauth/v2/accessToken',
  version: '202607',
})

describe('every type of post is sent as LinkedIn documents it', () => {
  for (const [name, text, urls, urn] of [
    [
      'text-post',
      'New prices (from May) for @[Acme](urn:li:organization:1234)\n\n#Technology #news',
      [],
      'urn:li:share:6844785523593134080',
    ],
    ['image-post', '', IMAGES.slice(0, 1), 'urn:li:share:6844785523593134081'],
    ['multi-image-post', 'Three of them', IMAGES, 'urn:li:share:6844785523593134082'],
    ['video-post', 'Watch this', VIDEO, 'urn:li:ugcPost:6844785523593134083'],
    ['video-status-not-readable', 'Watch this', VIDEO, 'urn:li:ugcPost:6844785523593134083'],
    ['video-processing-failed-once', 'Watch this', VIDEO, 'urn:li:ugcPost:6844785523593134083'],
  ] as const) {
    test(name, async (t) => {
      const { context, finished } = await play(t, await readDocument(`linkedin/${name}`))
      const post = toPost('professional', text, [...urls])
      const { result, progress } = await prepareAll(linkedin, context, post)
      assert.equal(result.kind, 'ready')
      assert.deepEqual(await linkedin.send(context, post, progress), { kind: 'published', platformId: urn })
      finished()
      const link = await linkedin.permalink(context, urn)
      assert.equal(link, `${context.settings.apiUrl}/feed/update/${urn}/`)
    })
  }
})

describe('preparation', () => {
  test('a video in processing is polled with growing pauses', async (t) => {
    const { context } = await play(t, (await readDocument('linkedin/video-post')).slice(0, -1))
    assert.deepEqual((await prepareAll(linkedin, context, toPost('professional', 'x', VIDEO))).waits, [1000, 2000])
  })

  test('a video that cannot be processed is uploaded once more, then the post fails', async (t) => {
    const { context, finished } = await play(t, await readDocument('linkedin/video-processing-failed-twice'))
    const { result } = await prepareAll(linkedin, context, toPost('professional', 'x', VIDEO))
    assert.ok(result.kind === 'failed')
    assert.equal(result.failure.class, 'media_processing')
    assert.equal(result.failure.platformCode, 'PROCESSING_FAILED')
    assert.match(sentence(result.failure.message), /Check that it plays/)
    finished()
  })

  for (const [what, urls, message] of [
    ['a video among images', [IMAGES[0]!, VIDEO[0]!], /either images, or one video, or one PDF/],
    ['two videos', [VIDEO[0]!, VIDEO[0]!], /either images, or one video, or one PDF/],
    ['more than twenty images', Array.from({ length: 21 }, () => IMAGES[0]!), /up to 20 images/],
    [
      'a type LinkedIn does not take',
      ['https://m.example/w.webp'],
      /File 1 is WEBP, but LinkedIn takes JPEG, PNG or GIF/,
    ],
    ['a video of more than 500 MB', ['https://m.example/big.mp4'], /takes 500 MB/],
  ] as const) {
    test(`${what} is refused before anything is sent`, async (t) => {
      const { context, finished } = await play(t, [])
      const { result } = await prepareAll(linkedin, context, toPost('professional', 'x', [...urls]))
      assert.ok(result.kind === 'failed')
      assert.equal(result.failure.class, 'rejected_content')
      assert.match(sentence(result.failure.message), message)
      finished()
    })
  }

  test('a file that cannot be downloaded is media_unreachable and is named', async (t) => {
    const { context } = await play(t, [])
    const post = toPost('professional', 'x', [IMAGES[0]!, 'https://m.example/gone.jpg'])
    const { result } = await prepareAll(linkedin, context, post)
    assert.ok(result.kind === 'failed')
    assert.equal(result.failure.class, 'media_unreachable')
    assert.match(sentence(result.failure.message), /Media file 2 .*status 404/)
  })

  test('an upload whose URL has expired is restarted', async (t) => {
    const [start, upload, ...looks] = (await readDocument('linkedin/image-post')) as [Exchange, Exchange, ...Exchange[]]
    let now = NOW
    const { context, finished } = await play(t, [start, start, upload, looks[1]!], { now: () => now })
    const post = toPost('professional', '', IMAGES.slice(0, 1))
    const looked = await linkedin.prepare(context, post, {})
    const begun = await linkedin.prepare(context, post, looked.progress)
    now = new Date(NOW.getTime() + 24 * 3_600_000)
    assert.equal((await prepareAll(linkedin, context, post, begun.progress)).result.kind, 'ready')
    finished()
  })

  test('only the part whose answer was lost is sent again, not the whole video', async (t) => {
    const document = await readDocument('linkedin/video-post')
    const lost = { ...document[2]!, answer: { status: 200, broken: 'before' as const } }
    const { context, finished } = await play(t, [...document.slice(0, 2), lost, ...document.slice(2, -1)])
    const post = toPost('professional', 'x', VIDEO)
    const first = await prepareAll(linkedin, context, post)
    assert.ok(first.result.kind === 'failed')
    assert.equal(first.result.failure.class, 'platform_down_before_send')
    assert.equal((await prepareAll(linkedin, context, post, first.progress)).result.kind, 'ready')
    finished()
  })

  test('a file that changes between two parts is uploaded from the start', async (t) => {
    const document = await readDocument('linkedin/video-post')
    const [start, first] = document as [Exchange, Exchange]
    const { context, finished } = await play(t, [start, first])
    const post = toPost('professional', 'x', VIDEO)
    let progress: Progress = {}
    for (let calls = 0; calls < 3; calls += 1) progress = (await linkedin.prepare(context, post, progress)).progress
    const files = { [VIDEO[0]!]: { type: 'video/mp4', bytes: 4_999_999 } }
    const changed = toContext({ ...context, files })
    const result = await linkedin.prepare(changed, post, progress)
    assert.deepEqual(result, { kind: 'continue', progress: { changed: 1 }, waitMs: 0 })
    finished()
  })

  test('the token does not go to a host that is not LinkedIn’s', async () => {
    const seen: Array<string | undefined> = []
    const http: Http = async (request) => {
      if (request.method === 'PUT') seen.push(request.headers?.authorization)
      const uploadUrl = 'https://evil.example/upload'
      const json = { value: { uploadUrl, image: 'urn:li:image:A', uploadUrlExpiresAt: 0 }, status: 'AVAILABLE' }
      return { status: 200, headers: new Headers(), text: '', json }
    }
    const context = toContext({
      settings: settingsOf('https://api.linkedin.example'),
      account: MEMBER,
      files: FILES,
      http,
    })
    await prepareAll(linkedin, context, toPost('professional', '', IMAGES.slice(0, 1)))
    assert.deepEqual(seen, [undefined])
  })

  for (const [what, value] of [
    ['nothing', {}],
    ['a URN of something else', { image: 'urn:li:person:1', uploadUrl: 'https://www.linkedin.com/x' }],
    ['an address that is none', { image: 'urn:li:image:A', uploadUrl: 'file:///etc/passwd' }],
    ['numbers', { image: 1, uploadUrl: 2 }],
  ] as const) {
    test(`an answer that names ${what} is not trusted`, async (t) => {
      const [start] = (await readDocument('linkedin/image-post')) as [Exchange]
      const { context } = await play(t, [{ ...start, answer: { status: 200, json: { value } } }])
      const { result } = await prepareAll(linkedin, context, toPost('professional', '', IMAGES.slice(0, 1)))
      assert.ok(result.kind === 'failed')
      assert.equal(result.failure.class, 'platform_down_before_send')
    })
  }

  test('parts that leave a gap are not trusted', async (t) => {
    const [start] = (await readDocument('linkedin/video-post')) as [Exchange]
    const document = JSON.parse(JSON.stringify(start).replace('"firstByte":4194304', '"firstByte":4194305')) as Exchange
    const { context, finished } = await play(t, [document])
    const { result } = await prepareAll(linkedin, context, toPost('professional', '', VIDEO))
    assert.ok(result.kind === 'failed')
    assert.equal(result.failure.class, 'platform_down_before_send')
    finished()
  })
})

describe('answers of LinkedIn to a send', async () => {
  for (const row of await readDocument<ErrorRow[]>('linkedin/errors')) {
    test(`${row.name} is ${row.kind}, ${row.class}`, async (t) => {
      const request = { method: 'POST', path: '/rest/posts' }
      const { context, finished } = await play(t, [{ request, answer: row.answer }])
      const result = await linkedin.send(context, toPost('professional', 'Hello'), {})
      assert.ok(result.kind === row.kind, result.kind)
      const { failure } = result
      assert.equal(failure.class, row.class)
      assert.equal(failure.platformCode, row.code)
      assert.match(sentence(failure.message), new RegExp(row.message))
      assert.match(sentence(failure.message), /^[A-Z].*[.”]$/)
      assert.equal(failure.retryAt?.toISOString(), row.retryAt)
      assert.equal(failure.existingId, row.existingId)
      assert.equal(failure.raw?.status, row.answer.status)
      finished()
    })
  }

  test('the id may be in x-linkedin-id instead', async (t) => {
    const answer = { status: 201, headers: { 'x-linkedin-id': 'urn:li:share:1' } }
    const { context } = await play(t, [{ request: { method: 'POST', path: '/rest/posts' }, answer }])
    const result = await linkedin.send(context, toPost('professional', 'Hello'), {})
    assert.deepEqual(result, { kind: 'published', platformId: 'urn:li:share:1' })
  })

  for (const broken of ['before', 'inside'] as const) {
    test(`a connection that breaks ${broken} the answer leaves the outcome unknown`, async (t) => {
      const answer = { status: 201, text: 'x'.repeat(1000), broken }
      const { context } = await play(t, [{ request: { method: 'POST', path: '/rest/posts' }, answer }])
      const result = await linkedin.send(context, toPost('professional', 'Hello'), {})
      assert.ok(result.kind === 'unknown')
      assert.equal(result.failure.class, 'ambiguous')
      assert.equal(result.failure.raw, null)
    })
  }

  test('a server that cannot be reached has certainly not published', async () => {
    const context = toContext({ settings: settingsOf('http://127.0.0.1:2'), account: MEMBER })
    const result = await linkedin.send(context, toPost('professional', 'Hello'), {})
    assert.ok(result.kind === 'refused')
    assert.equal(result.failure.class, 'platform_down_before_send')
  })

  test('nothing is sent while media are missing', async (t) => {
    const { context, finished } = await play(t, [])
    const result = await linkedin.send(context, toPost('professional', 'Hello', IMAGES), {})
    assert.ok(result.kind === 'refused')
    assert.equal(result.failure.class, 'not_ready')
    finished()
  })

  test('the stored answer is cut at 2,000 characters and contains no token', async (t) => {
    const text = `token member-token secret app-secret "access_token":"AQX123" Bearer abcdefghijk ${'z'.repeat(5000)}`
    const { context } = await play(t, [
      { request: { method: 'POST', path: '/rest/posts' }, answer: { status: 400, text } },
    ])
    const result = await linkedin.send(context, toPost('professional', 'Hello'), {})
    assert.ok(result.kind === 'refused')
    const body = result.failure.raw?.body ?? ''
    assert.equal(body.length, 2000)
    assert.doesNotMatch(body, /member-token|app-secret|AQX123|abcdefghijk/)
  })
})

describe('reading back', () => {
  const search = (more: Partial<{ takenIds: ReadonlySet<string>; sentAt: Date }> = {}) => ({
    sentAt: NOW,
    takenIds: new Set<string>(),
    ...more,
  })

  test('posts of a person cannot be read, and no request is made', async (t) => {
    const { context, finished } = await play(t, [])
    const finding = await linkedin.reconcile(context, toPost('professional', 'x'), {}, search())
    assert.ok(finding.kind === 'cannot_tell')
    assert.match(sentence(finding.reason), /Look at the profile/)
    finished()
  })

  const uploads = (urns: string[]): Progress => ({
    files: urns.map(() => ({ type: 'image/png', bytes: 1 })),
    redone: urns.map(() => 0),
    uploads: urns.map((urn) => ({ kind: 'image', urn, url: '', expiresAt: null, state: 'ready' })),
  })

  for (const [what, text, progress, taken, expected] of [
    ['the newest post with the same words is found', 'Big news (today) #Technology', {}, [], 'urn:li:share:103'],
    [
      'one that belongs to another post is passed over',
      'Big news (today)\n#Technology',
      {},
      ['urn:li:share:103'],
      'urn:li:share:102',
    ],
    ['other words are not seen', 'Big news (tomorrow) #Technology', {}, [], null],
    ['a post from before the send is not seen', 'Old words', {}, [], null],
    [
      'a post without words is found by its images',
      '',
      uploads(['urn:li:image:A', 'urn:li:image:B']),
      [],
      'urn:li:ugcPost:105',
    ],
    ['other images are not seen', '', uploads(['urn:li:image:A', 'urn:li:image:C']), [], null],
  ] as const) {
    test(`on a page, ${what}`, async (t) => {
      const { context, finished } = await play(t, await readDocument('linkedin/organization-posts'), { account: PAGE })
      const post = toPost('professional', text)
      const finding = await linkedin.reconcile(context, post, progress, search({ takenIds: new Set(taken) }))
      assert.deepEqual(finding, expected ? { kind: 'found', platformId: expected } : { kind: 'not_seen' })
      finished()
    })
  }

  test('a page with more posts is read back to the time of the send', async (t) => {
    const [list] = (await readDocument('linkedin/organization-posts')) as [Exchange]
    const many = Array.from({ length: 50 }, (_each, at) => ({
      id: `urn:li:share:${at}`,
      createdAt: NOW.getTime(),
      commentary: 'x',
    }))
    const full: Exchange = { ...list, answer: { status: 200, json: { elements: many } } }
    const next: Exchange = { ...list, request: { ...list.request, query: { start: '50' } } }
    const { context, finished } = await play(t, [full, next], { account: PAGE })
    const post = toPost('professional', 'Big news (today) #Technology')
    assert.equal((await linkedin.reconcile(context, post, {}, search())).kind, 'found')
    finished()
  })

  test('a page with too many posts since then needs a person', async (t) => {
    const [list] = (await readDocument('linkedin/organization-posts')) as [Exchange]
    const many = Array.from({ length: 50 }, (_each, at) => ({
      id: `urn:li:share:${at}`,
      createdAt: NOW.getTime(),
      commentary: 'x',
    }))
    const full: Exchange = { ...list, answer: { status: 200, json: { elements: many } } }
    const { context } = await play(t, [full, full, full, full], { account: PAGE })
    assert.equal((await linkedin.reconcile(context, toPost('professional', 'y'), {}, search())).kind, 'cannot_tell')
  })

  test('a list without elements is a failed read, not an absent post', async (t) => {
    const { context } = await play(t, await readDocument('linkedin/organization-posts-broken'), { account: PAGE })
    assert.equal((await linkedin.reconcile(context, toPost('professional', 'x'), {}, search())).kind, 'failed')
  })

  for (const [status, kind, failureClass] of [
    [403, 'cannot_tell', null],
    [401, 'failed', 'auth_expired'],
    [429, 'failed', 'rate_limited'],
    [500, 'failed', 'platform_down_before_send'],
  ] as const) {
    test(`a list answered ${status} is ${kind}`, async (t) => {
      const [list] = (await readDocument('linkedin/organization-posts')) as [Exchange]
      const { context } = await play(t, [{ ...list, answer: { status, json: {} } }], { account: PAGE })
      const finding = await linkedin.reconcile(context, toPost('professional', 'x'), {}, search())
      assert.equal(finding.kind, kind)
      if (finding.kind === 'failed') assert.equal(finding.failure.class, failureClass)
    })
  }
})

describe('the permalink', () => {
  test('leads to LinkedIn, or to the sandbox that stands in for it', async () => {
    const link = (authorizeUrl: string, urn = 'urn:li:share:1') =>
      linkedin.permalink(toContext({ settings: { ...settingsOf('http://api'), authorizeUrl }, account: MEMBER }), urn)
    assert.equal(
      await link('https://www.linkedin.com/oauth/v2/authorization?scope=openid'),
      'https://www.linkedin.com/feed/update/urn:li:share:1/',
    )
    assert.equal(
      await link('http://127.0.0.1:4800/linkedin/oauth/v2/authorization'),
      'http://127.0.0.1:4800/linkedin/feed/update/urn:li:share:1/',
    )
    assert.equal(await link('https://www.linkedin.com/oauth/v2/authorization', '../evil'), null)
  })
})

describe('connecting', () => {
  const { auth } = linkedin
  const request = { redirectUri: 'https://doorpost.example/callback', state: 'state 1', codeChallenge: null }
  const grant = { code: 'code-1', redirectUri: 'https://doorpost.example/callback', codeVerifier: null }
  const tokens: Tokens = {
    accessToken: 'a',
    expiresAt: new Date(NOW.getTime() + 60 * 86_400_000),
    refreshToken: 'refresh-1',
    refreshExpiresAt: new Date(NOW.getTime() + 365 * 86_400_000),
    scopes: ['openid'],
  }

  test('the approval page requests what the app may have: for members, or for pages', () => {
    const url = new URL(auth.authorizeUrl(settingsOf('https://www.linkedin.com'), request))
    assert.equal(url.origin + url.pathname, 'https://www.linkedin.com/oauth/v2/authorization')
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      response_type: 'code',
      client_id: 'app',
      redirect_uri: 'https://doorpost.example/callback',
      state: 'state 1',
      scope: 'openid profile w_member_social',
    })
    const pages = new URL(auth.authorizeUrl({ ...settingsOf('https://x'), app: 'pages' }, request))
    assert.equal(
      pages.searchParams.get('scope'),
      'r_basicprofile rw_organization_admin w_organization_social r_organization_social',
    )
  })

  test('a fresh token that is refused at first is tried again, and only the member is returned without pages', async (t) => {
    const { context, finished } = await play(t, await readDocument('linkedin/sign-in-member'))
    const fresh = await auth.exchangeCode(platformHttp, context.settings, grant, NOW)
    assert.deepEqual(fresh, {
      accessToken: 'AQXdSP_W41_UPs5ioT_t8HESyODB4FqbkJ8LrV_5mff4gPODzOYR',
      expiresAt: new Date('2026-07-03T10:00:00.000Z'),
      refreshToken: null,
      refreshExpiresAt: null,
      scopes: ['openid', 'profile', 'w_member_social'],
    })
    assert.deepEqual(await auth.profiles(platformHttp, context.settings, fresh.accessToken), [
      { id: 'urn:li:person:782bbtaQ', handle: null, name: 'John Doe', kind: 'member' },
    ])
    assert.equal(auth.refreshAfter(fresh, NOW), null)
    finished()
  })

  test('a token that stays refused is an AuthError after about ten seconds', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    syncBuiltinESMExports()
    // Code that imported the mocked function would keep it after the mock is removed.
    t.after(() => {
      t.mock.timers.reset()
      syncBuiltinESMExports()
    })
    let calls = 0
    const json = { serviceErrorCode: 65601 }
    const http: Http = async () => {
      calls += 1
      if (calls < 7) setImmediate(() => t.mock.timers.tick(3000))
      return { status: 401, headers: new Headers(), text: '', json }
    }
    await assert.rejects(auth.profiles(http, settingsOf('http://x'), 'token'), AuthError)
    assert.equal(calls, 7)
  })

  const PAGES_TOKEN = 'AQXdSP_W41_UPs5ioT_t8HESyODB4FqbkJ8LrV_5mff4gPODzOYR'
  const pagesOf = (context: PlatformContext) =>
    auth.profiles(platformHttp, { ...context.settings, app: 'pages' }, PAGES_TOKEN)

  test('pages are those a person administers or posts for, with a name if it can be read', async (t) => {
    const { context, finished } = await play(t, await readDocument('linkedin/sign-in-organizations'))
    assert.deepEqual(await pagesOf(context), [
      { id: 'urn:li:organization:1234', handle: 'acme', name: 'Acme Corp', kind: 'organization' },
      { id: 'urn:li:organization:5678', handle: null, name: null, kind: 'organization' },
      { id: 'urn:li:organization:9012', handle: 'other', name: 'Other Ltd', kind: 'organization' },
    ])
    finished()
  })

  test('an app that may not list pages is reported, with the message of LinkedIn', async (t) => {
    const [me, acls] = (await readDocument('linkedin/sign-in-organizations')) as [Exchange, Exchange]
    const json = { status: 403, code: 'ACCESS_DENIED', message: 'Not enough permissions to access: organizationAcls' }
    const { context, finished } = await play(t, [me, { ...acls, answer: { status: 403, json } }])
    await assert.rejects(pagesOf(context), (error: unknown) => {
      assert.ok(error instanceof AuthError)
      assert.match(error.message, /Community Management API with rw_organization_admin.*Not enough permissions/)
      return true
    })
    finished()
  })

  test('a person without pages gets a message, and a role unknown to LinkedIn finds nobody', async (t) => {
    const [me, acls, more] = (await readDocument('linkedin/sign-in-organizations')) as [Exchange, Exchange, Exchange]
    const { context, finished } = await play(t, [
      me,
      { ...acls, answer: { status: 200, json: { elements: [] } } },
      { ...more, answer: { status: 400, json: { message: 'CONTENT_ADMINISTRATOR is not an enum symbol' } } },
    ])
    await assert.rejects(pagesOf(context), /manages no page on LinkedIn/)
    finished()
  })

  test('a refused code is an AuthError that does not repeat it', async (t) => {
    const [exchange] = (await readDocument('linkedin/sign-in-member')) as [Exchange]
    const json = { error: 'invalid_request', error_description: 'bad code-1 or app-secret' }
    const { context } = await play(t, [{ ...exchange, answer: { status: 400, json } }])
    await assert.rejects(auth.exchangeCode(platformHttp, context.settings, grant, NOW), (error: Error) => {
      assert.ok(error instanceof AuthError)
      assert.doesNotMatch(error.message, /code-1|app-secret/)
      return true
    })
  })

  test('a refresh keeps the refresh token and its expiry', async (t) => {
    const { context, finished } = await play(t, await readDocument('linkedin/refresh'))
    const fresh = await auth.refresh!(platformHttp, context.settings, tokens, NOW)
    assert.deepEqual(fresh, { ...tokens, accessToken: 'BBBB', expiresAt: tokens.expiresAt })
    assert.deepEqual(auth.refreshAfter(fresh, NOW), new Date('2026-06-19T10:00:00.000Z'))
    finished()
  })

  test('a temporary fault does not end a connection, a refusal does', async (t) => {
    const [exchange] = (await readDocument('linkedin/refresh')) as [Exchange]
    for (const [status, ends] of [
      [500, false],
      [429, false],
      [400, true],
      [401, true],
    ] as const) {
      const { context } = await play(t, [{ ...exchange, answer: { status, json: { error: 'invalid_request' } } }])
      await assert.rejects(
        auth.refresh!(platformHttp, context.settings, tokens, NOW),
        (error) => error instanceof AuthError === ends,
      )
    }
    const gone = settingsOf('http://127.0.0.1:2')
    await assert.rejects(auth.refresh!(platformHttp, gone, tokens, NOW), TransportError)
    await assert.rejects(auth.refresh!(platformHttp, gone, { ...tokens, refreshToken: null }, NOW), AuthError)
  })
})
