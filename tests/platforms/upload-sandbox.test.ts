import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createControl, type SimulatorControl } from '../../simulators/client.ts'
import { type Simulators, startSimulators } from '../../simulators/start.ts'
import { message } from '../../src/messages/message.ts'
import { sentence } from '../../src/messages/sentence.ts'
import { adapters } from '../../src/platforms/adapters.ts'
import { linkedin } from '../../src/platforms/linkedin/adapter.ts'
import { mastodon } from '../../src/platforms/mastodon/adapter.ts'
import { PROVIDERS, profileOf } from '../../src/platforms/registry.ts'
import {
  type AccountProfile,
  type Adapter,
  AuthError,
  MediaError,
  type MediaFile,
  type Outgoing,
  type PlatformContext,
  type PlatformSettings,
  type SendResult,
  type Tokens,
} from '../../src/platforms/shared/contract.ts'
import { x } from '../../src/platforms/x/adapter.ts'
import { platformHttp } from '../helpers/platform-http.ts'
import { prepareAll, toPost } from './upload-harness.ts'

const REDIRECT = 'https://doorpost.example/callback'
const TRICKY =
  'Price (net) {50} [EUR] <ok> a|b *x* _y_ ~z~ me@x.org C:\\temp #news #日本 https://example.com/a_b?c=1&d=2#e'

let simulators: Simulators
let control: SimulatorControl

before(async () => {
  simulators = await startSimulators()
  control = createControl(simulators.url)
})
after(() => simulators.stop())
beforeEach(() => control.reset())

describe('LinkedIn in the sandbox', () => {
  const settings = (): PlatformSettings => ({
    apiUrl: simulators.bases.linkedin.api,
    authorizeUrl: `${simulators.bases.linkedin.oauth}/authorization`,
    tokenUrl: `${simulators.bases.linkedin.oauth}/accessToken`,
    version: '202607',
    clientId: 'sandbox-app',
    clientSecret: 'sandbox-secret',
  })
  const pagesSettings = (): PlatformSettings => ({ ...settings(), app: 'pages', clientId: 'sandbox-pages-app' })
  const asMember = async () => toContext(settings(), await connect(linkedin, settings()), 0)
  const asPage = async () => toContext(pagesSettings(), await connect(linkedin, pagesSettings()), 0)

  test('connecting returns the member, or with the app for pages the page, even while the fresh token is refused', async () => {
    await control.settings({ linkedin: { fresh_token_refused_ms: 400 } })
    const profiles = await Promise.all([settings(), pagesSettings()].map((each) => connect(linkedin, each)))
    assert.deepEqual(
      profiles.flatMap((each) => each.profiles.map(({ id, kind }) => ({ id, kind }))),
      [
        { id: 'urn:li:person:SandboxMbr', kind: 'member' },
        { id: 'urn:li:organization:100000001', kind: 'organization' },
      ],
    )
  })

  for (const [what, text, files] of [
    ['a text with every reserved character', TRICKY, []],
    ['an image without words', '', ['a.jpg']],
    ['several images', 'Three', ['a.jpg', 'b.png', 'c.gif']],
    ['a video', 'Film', ['a.mp4?seconds=5']],
    ['a video of several parts', 'Film', ['b.mp4?seconds=5&bytes=9000000']],
    ['a document', 'Slides', ['annual-report_2026.pdf?pages=5']],
  ] as const) {
    test(`${what} is public once, uncut, where the permalink leads`, async () => {
      await publishesOnce(linkedin, await asMember(), text, files)
    })
  }

  for (const [what, text, file, altText, title] of [
    ['its own', 'Slides', 'a-report.pdf', ' All about boats ', 'All about boats'],
    ['the name of its file', 'Slides', 'annual-report_2026%20final.pdf', null, 'annual report 2026 final'],
    ['the first line of the post', 'Our year\nin numbers', '4f9a0c2b7d1e4f9a0c2b7d1e4f9a0c2b.pdf', null, 'Our year'],
    ['not the random name of an upload', 'Our year', 'files/H2u9NB-2qmf1OWFwWTITbn_d7VEGSynU.pdf', null, 'Our year'],
    ['as long as LinkedIn shows it', 'x'.repeat(300), '12345.pdf', null, `${'x'.repeat(99)}…`],
  ] as const) {
    test(`a document has a title: ${what}`, async () => {
      const context = await asMember()
      const post = { ...postOf('professional', text, [file]), altTexts: [altText] }
      const { result, progress } = await prepareAll(linkedin, context, post)
      assert.equal(result.kind, 'ready', JSON.stringify(result))
      assert.equal((await linkedin.send(context, post, progress)).kind, 'published')
      const [item] = await control.public({ platform: 'linkedin' })
      assert.equal(item?.kind, 'document')
      assert.equal(item?.media[0]?.alt, title)
    })
  }

  test('a document waits until LinkedIn has processed it, and one of too many pages is refused', async () => {
    await control.settings({ linkedin: { document_processing_ms: 60_000 } })
    const context = await asPage()
    const post = postOf('professional', 'Slides', ['a.pdf'])
    let progress = {}
    for (let calls = 0; calls < 5; calls += 1) {
      const result = await linkedin.prepare(context, post, progress)
      assert.equal(result.kind, 'continue')
      progress = result.progress
    }
    await control.advance(60_000)
    assert.equal((await prepareAll(linkedin, context, post, progress)).result.kind, 'ready')
    await control.settings({ linkedin: { document_processing_ms: 0 } })
    const { result } = await prepareAll(linkedin, context, postOf('professional', 'Slides', ['a.pdf?pages=301']))
    assert.ok(result.kind === 'failed' && result.failure.class === 'media_processing')
    assert.match(sentence(result.failure.message), /300 pages/)
  })

  test('a document must be the only file', async () => {
    const context = await asMember()
    for (const files of [
      ['a.pdf', 'b.pdf'],
      ['a.jpg', 'b.pdf'],
    ]) {
      const { result } = await prepareAll(linkedin, context, postOf('professional', 'Slides', files))
      assert.ok(result.kind === 'failed' && result.failure.class === 'rejected_content')
      assert.match(sentence(result.failure.message), /either images, or one video, or one PDF/)
    }
  })

  test('a video is not posted before LinkedIn has processed it', async () => {
    await control.settings({ linkedin: { video_processing_ms: 60_000 } })
    const context = await asMember()
    const post = postOf('professional', 'Film', ['a.mp4?seconds=5'])
    let progress = {}
    for (let calls = 0; calls < 5; calls += 1) {
      const result = await linkedin.prepare(context, post, progress)
      assert.equal(result.kind, 'continue')
      progress = result.progress
    }
    await control.advance(60_000)
    assert.equal((await prepareAll(linkedin, context, post, progress)).result.kind, 'ready')
  })

  test('a post of a page whose answer was lost is found, and not seen if it never arrived', async () => {
    await findsWhatWasLost(linkedin, await asPage(), { create: 'posts.create' })
  })

  test('a post of a member whose answer was lost is identified when it is sent again', async () => {
    const context = await asMember()
    const post = postOf('professional', TRICKY, ['a.jpg'])
    const { progress } = await prepareAll(linkedin, context, post)
    await control.fault({ platform: 'linkedin', call: 'posts.create', kind: 'drop_after', times: 1 })
    assert.equal((await linkedin.send(context, post, progress)).kind, 'unknown')
    const search = { sentAt: new Date(), takenIds: new Set<string>() }
    assert.equal((await linkedin.reconcile(context, post, progress, search)).kind, 'cannot_tell')
    const again = await linkedin.send(context, post, progress)
    assert.ok(again.kind === 'refused')
    assert.equal(again.failure.class, 'duplicate_on_platform')
    const items = await control.public({ platform: 'linkedin' })
    assert.deepEqual(
      items.map(({ id }) => id),
      [again.failure.existingId],
    )
  })

  test('refusals of the sandbox are classified', async () => {
    const context = await asMember()
    const old = { ...context, settings: { ...context.settings, version: '202401' } }
    assert.equal(classOf(await linkedin.send(old, toPost('professional', 'x'), {})), 'version_sunset')
    await control.settings({ linkedin: { daily_posts: 0 } })
    assert.equal(classOf(await linkedin.send(context, toPost('professional', 'x'), {})), 'rate_limited')
    const narrow = await control.token({ platform: 'linkedin', scope: 'openid profile' })
    const withoutScope = { ...context, account: { ...context.account, accessToken: narrow.access_token } }
    assert.equal(classOf(await linkedin.send(withoutScope, toPost('professional', 'x'), {})), 'permission_missing')
    await control.revoke({ token: context.account.accessToken })
    assert.equal(classOf(await linkedin.send(context, toPost('professional', 'x'), {})), 'auth_expired')
    assert.equal((await control.oracle()).total, 0)
  })
})

describe('X in the sandbox', () => {
  const settings = (): PlatformSettings => ({
    apiUrl: simulators.bases.x.api,
    authorizeUrl: simulators.bases.x.authorize,
    tokenUrl: `${simulators.bases.x.api}/2/oauth2/token`,
    version: '2',
    clientId: 'sandbox-app',
    clientSecret: 'sandbox-secret',
  })
  const asUser = async () => toContext(settings(), await connect(x, settings()), 0)

  test('connecting uses PKCE, and a refresh token works once', async () => {
    const { tokens, profiles } = await connect(x, settings())
    assert.deepEqual(profiles, [{ id: '1800000000000000001', handle: 'sandbox', name: 'Sandbox X', kind: 'member' }])
    const fresh = await x.auth.refresh!(platformHttp, settings(), tokens, new Date())
    assert.notEqual(fresh.refreshToken, tokens.refreshToken)
    await assert.rejects(x.auth.refresh!(platformHttp, settings(), tokens, new Date()), AuthError)
    await x.auth.refresh!(platformHttp, settings(), fresh, new Date())
  })

  for (const [what, text, files] of [
    ['a text with links and signs', TRICKY, []],
    ['an image without words', '', ['a.jpg']],
    ['four images', 'Four', ['a.jpg', 'b.png', 'c.jpg', 'd.png']],
    ['a GIF', 'Moving', ['a.gif']],
    ['a video of several segments', 'Film', ['a.mp4?seconds=5&bytes=9000000']],
  ] as const) {
    test(`${what} is public once, where the permalink leads`, async () => {
      await publishesOnce(x, await asUser(), text, files)
    })
  }

  test('a video that fails in processing is media_processing', async () => {
    await control.settings({ x: { processing_fails: true } })
    const { result } = await prepareAll(x, await asUser(), postOf('short', 'Film', ['a.mp4?seconds=5']))
    assert.ok(result.kind === 'failed')
    assert.equal(result.failure.class, 'media_processing')
    assert.equal((await control.journal({ platform: 'x', call: 'media.initialize' })).length, 2)
  })

  test('a post whose answer was lost is found, and not seen when it never arrived', async () => {
    await findsWhatWasLost(x, await asUser(), { create: 'tweets.create' })
  })

  test('refusals of the sandbox are classified', async () => {
    const context = await asUser()
    const send = (text: string) => x.send(context, toPost('short', text), {})
    assert.equal((await send('One')).kind, 'published')
    assert.equal(classOf(await send('One')), 'duplicate_on_platform')
    assert.equal(classOf(await send('x'.repeat(300))), 'rejected_content')
    assert.equal(classOf(await send('$AAA $BBB')), 'rejected_content')
    await control.settings({ x: { posts_per_15_min: 0 } })
    const limited = await send('Two')
    assert.equal(classOf(limited), 'rate_limited')
    const retryAt = limited.kind === 'refused' ? limited.failure.retryAt : null
    assert.ok(retryAt && retryAt.getTime() - Date.now() > 800_000 && retryAt.getTime() - Date.now() < 902_000)
    await control.settings({ x: { posts_per_15_min: 100, credits_depleted: true } })
    assert.equal(classOf(await send('Two')), 'out_of_credit')
    const search = { sentAt: new Date(), takenIds: new Set<string>() }
    const finding = await x.reconcile(context, toPost('short', 'One'), {}, search)
    assert.ok(finding.kind === 'failed' && finding.failure.class === 'out_of_credit')
    await control.advance(7_200_000)
    assert.equal(classOf(await send('Two')), 'auth_expired')
    assert.equal((await control.oracle()).total, 1)
  })
})

describe('Mastodon in the sandbox', () => {
  const server = (): PlatformSettings => ({
    apiUrl: simulators.bases.mastodon.api,
    authorizeUrl: `${simulators.bases.mastodon.api}/oauth/authorize`,
    tokenUrl: `${simulators.bases.mastodon.api}/oauth/token`,
    version: 'v1',
    clientId: '',
    clientSecret: '',
  })
  const withApp = async (): Promise<PlatformSettings> => ({
    ...server(),
    ...(await mastodon.auth.registerApp!(platformHttp, server(), REDIRECT)),
  })
  const asUser = async () => {
    const settings = await withApp()
    return toContext(settings, await connect(mastodon, settings), 0)
  }
  const host = () => new URL(simulators.url).host

  test('connecting registers an app on the server, and reads its limits', async () => {
    await control.settings({ mastodon: { max_characters: 5_000, max_media: 10, old_instance: true } })
    const { tokens, profiles } = await connect(mastodon, await withApp())
    const [profile] = profiles
    assert.equal(profile?.id, `114000000000000001@${host()}`)
    assert.equal(profile?.handle, `sandbox@${host()}`)
    assert.deepEqual(profile?.limits, {
      characters: 5_000,
      url_length: 23,
      files: 10,
      image_bytes: 16_777_216,
      image_pixels: 33_177_600,
      video_bytes: 103_809_024,
      video_pixels: 8_294_400,
      alt_text_length: 1_500,
      types: ['jpeg', 'png', 'gif', 'webp', 'mp4', 'mov', 'mp3', 'ogg', 'flac', 'wav', 'm4a'],
    })
    assert.equal(tokens.expiresAt, null)
    assert.deepEqual(tokens.scopes, ['read:accounts', 'read:statuses', 'write:statuses', 'write:media'])
  })

  for (const old of [false, true]) {
    test(`a server that is closed to strangers shows the account its limits, by /api/v${old ? 1 : 2}`, async () => {
      await control.settings({
        mastodon: { max_characters: 7_000, takes_audio: false, limited_federation: true, old_instance: old },
      })
      const [profile] = (await connect(mastodon, await withApp())).profiles
      assert.equal(profile?.limits?.characters, 7_000)
      assert.deepEqual(profile?.limits?.types, ['jpeg', 'png', 'gif', 'webp', 'mp4', 'mov'])
    })
  }

  test('an access token that a person created is enough, and a wrong one is refused', async () => {
    const { access_token: secret } = await control.token({ platform: 'mastodon' })
    const signIn = (token: string) =>
      mastodon.auth.signIn!(platformHttp, server(), { handle: null, secret: token }, new Date())
    assert.equal((await signIn(secret)).profiles[0]?.name, 'Sandbox Mastodon')
    await assert.rejects(signIn('nobody'), AuthError)
  })

  test('a server that refuses to register an app is reported', async () => {
    await control.settings({ mastodon: { apps_per_10_min: 0 } })
    await assert.rejects(
      withApp(),
      (error: Error) => error instanceof AuthError && /Too many requests/.test(error.message),
    )
  })

  for (const [what, text, files] of [
    ['a text with links and signs', TRICKY, []],
    ['paragraphs with mentions', 'Hello @sandbox and @ada@remote.example\n\nline\nline', []],
    ['an image without words', '', ['a.jpg']],
    ['four images', 'Four', ['a.jpg', 'b.png', 'c.gif', 'd.png']],
    ['a video', 'Film', ['a.mp4?seconds=5&bytes=9000000']],
  ] as const) {
    test(`${what} is public once, where the permalink leads`, async () => {
      await publishesOnce(mastodon, await asUser(), text, files)
    })
  }

  test('alt texts arrive, cut to the limit of the server', async () => {
    const context = await asUser()
    const post = {
      ...postOf('short', 'Boats', ['a.jpg', 'b.jpg', 'c.jpg']),
      altTexts: ['A boat – “red”', null, 'x'.repeat(2_000)],
    }
    const { progress } = await prepareAll(mastodon, context, post)
    await mastodon.send(context, post, progress)
    const [item] = await control.public({ platform: 'mastodon' })
    assert.deepEqual(
      item?.media.map(({ alt }) => alt),
      ['A boat – “red”', null, `${'x'.repeat(1_499)}…`],
    )
  })

  test('a video is not posted before the server has processed it, and a failed one is uploaded once more', async () => {
    await control.settings({ mastodon: { processing_ms: 60_000 } })
    const context = await asUser()
    const post = postOf('short', 'Film', ['a.mp4?seconds=5'])
    let progress = {}
    for (let calls = 0; calls < 5; calls += 1) {
      const result = await mastodon.prepare(context, post, progress)
      assert.equal(result.kind, 'continue')
      progress = result.progress
    }
    await control.advance(60_000)
    assert.equal((await prepareAll(mastodon, context, post, progress)).result.kind, 'ready')
    await control.settings({ mastodon: { processing_ms: 0, processing_fails: true } })
    const { result } = await prepareAll(mastodon, context, post)
    assert.ok(result.kind === 'failed' && result.failure.class === 'media_processing')
    assert.equal((await control.journal({ platform: 'mastodon', call: 'media.upload' })).length, 3)
  })

  test('a post whose answer was lost is found, and not seen when it never arrived', async () => {
    await findsWhatWasLost(mastodon, await asUser(), { create: 'statuses.create' })
  })

  test('a post that is repeated within the hour is still one post, whatever its progress', async () => {
    const context = await asUser()
    const post = postOf('short', 'Once', ['a.jpg'])
    const first = await prepareAll(mastodon, context, post)
    await control.fault({ platform: 'mastodon', call: 'statuses.create', kind: 'drop_after', times: 1 })
    assert.equal((await mastodon.send(context, post, first.progress)).kind, 'unknown')
    const again = await prepareAll(mastodon, context, post)
    assert.equal((await mastodon.send(context, post, again.progress)).kind, 'published')
    assert.equal((await control.public({ platform: 'mastodon' })).length, 1)
    const other = { ...postOf('short', 'Once', []), id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9031' }
    assert.equal((await mastodon.send(context, other, {})).kind, 'published')
    assert.equal((await control.public({ platform: 'mastodon' })).length, 2)
  })

  test('a server that fails on a repeated key leaves the outcome open, and reading settles it', async () => {
    await control.settings({ mastodon: { repeat_fails: true } })
    const context = await asUser()
    const post = postOf('short', 'Once', [])
    await control.fault({ platform: 'mastodon', call: 'statuses.create', kind: 'drop_after', times: 1 })
    const sentAt = new Date()
    assert.equal((await mastodon.send(context, post, {})).kind, 'unknown')
    assert.equal((await mastodon.send(context, post, {})).kind, 'unknown')
    const finding = await mastodon.reconcile(context, post, {}, { sentAt, takenIds: new Set() })
    assert.equal(finding.kind, 'found')
  })

  test('files that the server does not accept are refused before anything is sent', async () => {
    await control.settings({ mastodon: { image_bytes: 2 * 1024 * 1024, max_media: 2 } })
    const context = await asUser()
    for (const [files, message] of [
      [['a.jpg', 'b.jpg', 'c.jpg'], /up to 2 images/],
      [['a.jpg', 'b.mp4'], /1 video/],
      [['a.jpg?bytes=3000000'], /takes 2\.1 MB at most/],
    ] as const) {
      const { result } = await prepareAll(mastodon, context, postOf('short', 'x', files))
      assert.ok(result.kind === 'failed')
      assert.equal(result.failure.class, 'rejected_content')
      assert.match(sentence(result.failure.message), message)
    }
    assert.equal((await control.journal({ platform: 'mastodon', call: 'media.upload' })).length, 0)
  })

  test('refusals of the sandbox are classified', async () => {
    const context = await asUser()
    let number = 0
    const send = (text: string) => {
      number += 1
      return mastodon.send(context, { ...toPost('short', text), id: `post-${number}` }, {})
    }
    assert.equal(classOf(await send('x'.repeat(501))), 'rejected_content')
    await control.settings({ mastodon: { posts_per_3_hours: 0 } })
    const limited = await send('Two')
    assert.equal(classOf(limited), 'rate_limited')
    const retryAt = limited.kind === 'refused' ? limited.failure.retryAt : null
    assert.ok(retryAt && retryAt > new Date() && retryAt.getTime() - Date.now() <= 3 * 3_600_000)
    await control.settings({ mastodon: { posts_per_3_hours: 300 } })
    const narrow = await control.token({ platform: 'mastodon', scope: 'read' })
    const withoutScope = { ...context, account: { ...context.account, accessToken: narrow.access_token } }
    assert.equal(classOf(await mastodon.send(withoutScope, toPost('short', 'x'), {})), 'permission_missing')
    await control.account({ platform: 'mastodon', id: '114000000000000001', restricted: true })
    assert.equal(classOf(await send('Three')), 'account_restricted')
    await control.account({ platform: 'mastodon', id: '114000000000000001', restricted: false })
    await control.revoke({ token: context.account.accessToken })
    assert.equal(classOf(await send('Four')), 'auth_expired')
    const search = { sentAt: new Date(), takenIds: new Set<string>() }
    const finding = await mastodon.reconcile(context, toPost('short', 'x'), {}, search)
    assert.ok(finding.kind === 'failed' && finding.failure.class === 'auth_expired')
    assert.equal((await control.oracle()).total, 0)
  })
})

const providerOf = (adapter: Adapter) => PROVIDERS.find((name) => adapters[name] === adapter)!

async function publishesOnce(
  adapter: Adapter,
  context: PlatformContext,
  text: string,
  files: readonly string[],
): Promise<void> {
  const post = postOf(profileOf(providerOf(adapter)).format, text, files)
  const { result, progress } = await prepareAll(adapter, context, post)
  assert.equal(result.kind, 'ready', JSON.stringify(result))
  assert.equal((await control.oracle()).total, 0)
  const sent = await adapter.send(context, post, progress)
  assert.ok(sent.kind === 'published', JSON.stringify(sent))
  const items = await control.public()
  assert.deepEqual(
    items.map(({ id, text: shown, media }) => ({ id, shown, media: media.length })),
    [{ id: sent.platformId, shown: text, media: files.length }],
  )
  const link = await adapter.permalink(context, sent.platformId)
  assert.equal((await fetch(link ?? '')).status, 200)
}

async function findsWhatWasLost(
  adapter: Adapter,
  context: PlatformContext,
  { create }: { create: string },
): Promise<void> {
  const platform = providerOf(adapter)
  for (const [what, text, files] of [
    ['words', TRICKY, []],
    ['an image only', '', ['a.jpg']],
    ['words and an image', 'Look', ['b.jpg']],
  ] as const) {
    // Three posts, because Mastodon identifies a post by its id.
    const post = { ...postOf(profileOf(platform).format, text, files), id: what }
    const { progress } = await prepareAll(adapter, context, post)
    const sentAt = new Date()
    const known = new Set((await control.public({ platform })).map(({ id }) => id))
    const reconcile = (takenIds: ReadonlySet<string> = known) =>
      adapter.reconcile(context, post, progress, { sentAt, takenIds })
    for (const kind of ['drop_before', 'status_before'] as const) {
      await control.fault({ platform, call: create, kind, times: 1 })
      assert.equal((await adapter.send(context, post, progress)).kind, 'unknown', what)
      assert.deepEqual(await reconcile(), { kind: 'not_seen' }, what)
    }
    await control.fault({ platform, call: create, kind: 'drop_after', times: 1 })
    assert.equal((await adapter.send(context, post, progress)).kind, 'unknown', what)
    const item = (await control.public({ platform })).find(({ id }) => !known.has(id))
    assert.deepEqual(await reconcile(), { kind: 'found', platformId: item?.id }, what)
    assert.deepEqual(await reconcile(new Set([...known, item?.id ?? ''])), { kind: 'not_seen' }, what)
  }
}

function classOf(result: SendResult): string {
  return result.kind === 'published' ? 'published' : result.failure.class
}

function postOf(platform: Outgoing['platform'], text: string, files: readonly string[]): Outgoing {
  return toPost(
    platform,
    text,
    files.map((file) => `${simulators.url}/media/${file}`),
  )
}

interface Connection {
  tokens: Tokens
  profiles: AccountProfile[]
}

async function connect({ auth }: Adapter, settings: PlatformSettings): Promise<Connection> {
  const codeVerifier = auth.usesPkce ? 'v'.repeat(50) : null
  const codeChallenge = codeVerifier && createHash('sha256').update(codeVerifier).digest('base64url')
  const page = auth.authorizeUrl(settings, { redirectUri: REDIRECT, state: 'state-1', codeChallenge })
  const answer = await fetch(`${page}&auto_approve=1`, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  assert.equal(back.searchParams.get('state'), 'state-1')
  const grant = { code: back.searchParams.get('code') ?? '', redirectUri: REDIRECT, codeVerifier }
  const tokens = await auth.exchangeCode(platformHttp, settings, grant, new Date())
  return { tokens, profiles: await auth.profiles(platformHttp, settings, tokens.accessToken) }
}

function toContext(settings: PlatformSettings, { tokens, profiles }: Connection, at: number): PlatformContext {
  const { id, handle, kind, limits = null } = profiles[at]!
  const account = { id, handle, kind, limits, accessToken: tokens.accessToken }
  return { http: platformHttp, now: () => new Date(), settings, account, openMedia }
}

async function openMedia(url: string): Promise<MediaFile> {
  const answer = await fetch(url)
  if (!answer.ok) throw new MediaError(message('file.wrong_status', { status: answer.status }))
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const type = answer.headers.get('content-type') ?? ''
  return { type, bytes: bytes.length, read: async (start, end) => bytes.slice(start, end) }
}
