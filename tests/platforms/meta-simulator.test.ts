import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createControl, type FaultRequest, type SimulatorControl } from '../../simulators/client.ts'
import { type Simulators, startSimulators } from '../../simulators/start.ts'
import { instagram } from '../../src/platforms/instagram/adapter.ts'
import {
  type Adapter,
  AuthError,
  type Failure,
  type Outgoing,
  type PlatformContext,
  type PlatformSettings,
  type Progress,
} from '../../src/platforms/shared/contract.ts'
import { threads } from '../../src/platforms/threads/adapter.ts'
import { platformHttp } from '../helpers/platform-http.ts'

// The adapters against the simulated platforms: posts of every kind, and every fault at every call. The oracle counts.

const DAY_MS = 86_400_000
const CONFIRM_AFTER_MS = [5_000, 30_000, 120_000, 600_000]

let simulators: Simulators
let control: SimulatorControl
let offsetMs = 0

before(async () => {
  simulators = await startSimulators()
  control = createControl(simulators.url)
})
after(() => simulators.stop())

const photo = (text: string): Outgoing => ({
  id: 'post-1',
  platform: 'photo',
  altTexts: [],
  links: [],
  mediaType: 'feed_post',
  text,
  mediaUrls: [`${simulators.url}/media/a.jpg`],
  replyControl: null,
})
const thread = (text: string): Outgoing => ({
  id: 'post-1',
  platform: 'thread',
  altTexts: [],
  links: [],
  mediaType: 'text',
  text,
  mediaUrls: [],
  replyControl: 'everyone',
})

const SERVICES = [
  { platform: 'threads', adapter: threads, version: 'v1.0', publish: 'threads_publish', simple: thread },
  { platform: 'instagram', adapter: instagram, version: 'v25.0', publish: 'media_publish', simple: photo },
] as const

const KINDS: Record<'threads' | 'instagram', Array<[mediaType: string, files: string[], kind: string]>> = {
  threads: [
    ['text', [], 'text'],
    ['image', ['a.jpg'], 'image'],
    ['video', ['b.mp4'], 'video'],
    ['carousel', ['a.jpg', 'b.mp4', 'c.png'], 'carousel'],
  ],
  instagram: [
    ['feed_post', ['a.jpg'], 'image'],
    ['reel', ['b.mp4'], 'reel'],
    ['carousel', ['a.jpg', 'b.mp4'], 'carousel'],
  ],
}

const pass = async (ms: number) => {
  offsetMs += ms
  await control.advance(ms)
}

type Outcome = { kind: 'published'; id: string | null } | { kind: 'failed'; failure: Failure }

/**
 * Does what the engine does with the answers, without its database: never sends before it is known that nothing came
 * through.
 */
async function publish(adapter: Adapter, context: PlatformContext, post: Outgoing): Promise<Outcome> {
  let progress: Progress = {}
  for (let attempt = 0; attempt < 200; attempt++) {
    const prepared = await adapter.prepare(context, post, progress)
    progress = JSON.parse(JSON.stringify(prepared.progress)) as Progress
    if (prepared.kind === 'failed') {
      const { failure } = prepared
      if (failure.class !== 'platform_down_before_send' && failure.class !== 'rate_limited') return prepared
      await pass(failure.retryAt ? failure.retryAt.getTime() - context.now().getTime() : 60_000)
      continue
    }
    if (prepared.kind === 'continue') {
      attempt -= 1
      await pass(prepared.waitMs)
      continue
    }
    const sentAt = context.now()
    const sent = await adapter.send(context, post, progress)
    if (sent.kind === 'published') return { kind: 'published', id: sent.platformId }
    if (sent.kind === 'refused' && sent.failure.class !== 'not_ready') {
      if (sent.failure.class === 'rate_limited') await pass(sent.failure.retryAt!.getTime() - sentAt.getTime())
      else if (sent.failure.class !== 'platform_down_before_send') return { kind: 'failed', failure: sent.failure }
      continue
    }
    for (const wait of CONFIRM_AFTER_MS) {
      await pass(wait)
      const finding = await adapter.reconcile(context, post, progress, { sentAt, takenIds: new Set() })
      if (finding.kind === 'found') return { kind: 'published', id: finding.platformId }
      if (finding.kind === 'absent') break
    }
  }
  return assert.fail('it goes on for ever')
}

for (const service of SERVICES) {
  const { platform, adapter, version } = service

  describe(platform, () => {
    let context: PlatformContext
    let settings: PlatformSettings
    beforeEach(async () => {
      await control.reset()
      offsetMs = 0
      const bases = simulators.bases[platform]
      settings = {
        apiUrl: bases.api,
        authorizeUrl: bases.authorize,
        tokenUrl: `${bases.api}/oauth/access_token`,
        version,
        clientId: 'sandbox-app',
        clientSecret: 'sandbox-secret',
      }
      const token = await control.token({ platform })
      context = {
        settings,
        http: (request) => platformHttp({ ...request, timeoutMs: 2_000 }),
        now: () => new Date(Date.now() + offsetMs),
        account: { id: token.account, handle: token.username, kind: 'member', accessToken: token.access_token },
        openMedia: () => assert.fail('no file was to be opened'),
      }
    })

    const fault = (call: string, over: Partial<FaultRequest> & Pick<FaultRequest, 'kind'>) =>
      control.fault({ platform, call, times: 1, ...over })
    const isOnceOut = async (text: string) => {
      const items = await control.public({ platform })
      assert.deepEqual(
        items.map((item) => item.text),
        [text],
      )
      return items[0]!
    }

    for (const [mediaType, files, kind] of KINDS[platform]) {
      test(`a ${mediaType} is sent completely, with its permalink`, async () => {
        await control.settings({ [platform]: { image_processing_ms: 1_000, video_processing_ms: 40_000 } })
        const mediaUrls = files.map((file) => `${simulators.url}/media/${file}?seconds=5`)
        const post: Outgoing = { ...service.simple('Hello & <b> #tag 🎉'), mediaType, mediaUrls }
        const outcome = await publish(adapter, context, post)
        const item = await isOnceOut('Hello & <b> #tag 🎉')
        assert.equal(item.kind, kind)
        assert.deepEqual(
          item.media.map((media) => media.url),
          mediaUrls,
        )
        assert.ok(outcome.kind === 'published' && outcome.id === item.id)
        assert.equal(await adapter.permalink(context, item.id), item.permalink)
      })
    }

    for (const call of [service.publish, 'create_container', 'container_status']) {
      for (const kind of ['drop_before', 'drop_after', 'truncated', 'bad_body', 'rate_limited'] as const) {
        test(`${kind} at ${call}: out once, under its own id`, async () => {
          await fault(call, { kind, ms: 120_000 })
          const outcome = await publish(adapter, context, service.simple('Once'))
          assert.deepEqual(outcome, { kind: 'published', id: (await isOnceOut('Once')).id })
        })
      }
      for (const kind of ['status_before', 'status_after'] as const) {
        test(`500, ${kind} at ${call}: out once, under its own id`, async () => {
          await fault(call, { kind, status: 500 })
          const outcome = await publish(adapter, context, service.simple('Once'))
          assert.deepEqual(outcome, { kind: 'published', id: (await isOnceOut('Once')).id })
        })
      }
    }

    test('not ready for the first publications, then out once', async () => {
      await fault(service.publish, { kind: 'not_ready', times: 3 })
      const outcome = await publish(adapter, context, service.simple('Once'))
      assert.deepEqual(outcome, { kind: 'published', id: (await isOnceOut('Once')).id })
    })

    test('an error although the post is live is recognised', async () => {
      await fault(service.publish, { kind: 'live_but_error' })
      const outcome = await publish(adapter, context, service.simple('Once'))
      assert.deepEqual(outcome, { kind: 'published', id: (await isOnceOut('Once')).id })
    })

    test('a lost answer, and reads that do not show it yet, in list and status: out once', async () => {
      await fault(service.publish, { kind: 'lag', ms: 600_000, hide_status: true })
      await fault(service.publish, { kind: 'drop_after' })
      assert.equal((await publish(adapter, context, service.simple('Once'))).kind, 'published')
      await isOnceOut('Once')
    })

    test('a lost answer while the list lags: out once, identified later', async () => {
      await fault(service.publish, { kind: 'lag', ms: 20_000 })
      await fault(service.publish, { kind: 'drop_after' })
      const post = service.simple('Once')
      const outcome = await publish(adapter, context, post)
      assert.deepEqual(outcome, { kind: 'published', id: null })
      await isOnceOut('Once')
    })

    test('the same text twice is two posts, each with its own id', async () => {
      const first = await publish(adapter, context, service.simple('Again'))
      assert.ok(first.kind === 'published' && first.id !== null)
      const post = service.simple('Again')
      let prepared = await adapter.prepare(context, post, {})
      while (prepared.kind === 'continue') prepared = await adapter.prepare(context, post, prepared.progress)
      await fault(service.publish, { kind: 'drop_after' })
      const sentAt = context.now()
      assert.equal((await adapter.send(context, post, prepared.progress)).kind, 'unknown')
      const search = { sentAt, takenIds: new Set([first.id]) }
      const finding = await adapter.reconcile(context, post, prepared.progress, search)
      assert.ok(finding.kind === 'found' && finding.platformId !== null && finding.platformId !== first.id)
    })

    test('a container that waited for two days is created again', async () => {
      const post = service.simple('Once')
      let prepared = await adapter.prepare(context, post, {})
      while (prepared.kind === 'continue') prepared = await adapter.prepare(context, post, prepared.progress)
      await pass(2 * DAY_MS)
      let progress = prepared.progress
      do {
        prepared = await adapter.prepare(context, post, progress)
        progress = prepared.progress
      } while (prepared.kind === 'continue')
      assert.equal(prepared.kind, 'ready')
      assert.equal((await adapter.send(context, post, progress)).kind, 'published')
      await isOnceOut('Once')
    })

    test('the quota defers, and the post is sent when there is room', async () => {
      await control.settings({ [platform]: { quota_total: 1 } })
      assert.equal((await publish(adapter, context, service.simple('One'))).kind, 'published')
      const post = service.simple('Two')
      let prepared = await adapter.prepare(context, post, {})
      while (prepared.kind === 'continue') prepared = await adapter.prepare(context, post, prepared.progress)
      const refused = await adapter.send(context, post, prepared.progress)
      assert.ok(refused.kind === 'refused' && refused.failure.class === 'rate_limited' && refused.failure.retryAt)
      await pass(DAY_MS)
      assert.equal((await publish(adapter, context, post)).kind, 'published')
      assert.equal((await control.oracle()).total, 2)
    })

    test('an unavailable file, a restricted account and a dead token say what is wrong', async () => {
      const failureOf = async (post: Outgoing) => {
        const outcome = await publish(adapter, context, post)
        assert.ok(outcome.kind === 'failed')
        return outcome.failure.class
      }
      const mediaType = platform === 'threads' ? 'image' : 'feed_post'
      const mediaUrls = [`${simulators.url}/media/a.jpg?status=404`]
      assert.equal(await failureOf({ ...service.simple('x'), mediaType, mediaUrls }), 'media_unreachable')
      await fault(service.publish, { kind: 'token_revoked' })
      assert.equal(await failureOf(service.simple('x')), 'auth_expired')
      assert.equal((await control.oracle()).total, 0)
    })

    test('a video that cannot be fetched is tried three times, then the post fails', async () => {
      const mediaType = platform === 'threads' ? 'video' : 'reel'
      const mediaUrls = [`${simulators.url}/media/b.mp4?status=404`]
      const outcome = await publish(adapter, context, { ...service.simple('x'), mediaType, mediaUrls })
      assert.ok(outcome.kind === 'failed' && outcome.failure.class === 'media_processing')
      const creations = (await control.journal()).filter((entry) => entry.call === 'create_container')
      assert.equal(creations.length, 3)
    })

    test('an account is connected through the approval page, its token refreshed after a day and not before', async () => {
      await control.settings({ auto_approve: true })
      const redirectUri = 'http://127.0.0.1:9/callback'
      const request = { redirectUri, state: 'abc', codeChallenge: null }
      const page = await fetch(adapter.auth.authorizeUrl(settings, request), { redirect: 'manual' })
      const back = new URL(page.headers.get('location') ?? '')
      assert.equal(back.searchParams.get('state'), 'abc')
      assert.equal(back.hash, '#_')
      const code = `${back.searchParams.get('code')}${back.hash}`
      const exchange = { code, redirectUri, codeVerifier: null }
      const tokens = await adapter.auth.exchangeCode(platformHttp, settings, exchange, context.now())
      assert.ok(tokens.expiresAt!.getTime() - Date.now() > 59 * DAY_MS)
      await assert.rejects(adapter.auth.exchangeCode(platformHttp, settings, exchange, context.now()), AuthError)
      const [profile] = await adapter.auth.profiles(platformHttp, settings, tokens.accessToken)
      assert.ok(profile?.id && profile.handle)

      const refresh = adapter.auth.refresh!
      await assert.rejects(
        refresh(platformHttp, settings, tokens, context.now()),
        (error) => !(error instanceof AuthError),
      )
      const due = adapter.auth.refreshAfter(tokens, context.now())!
      await pass(due.getTime() - context.now().getTime())
      const refreshed = await refresh(platformHttp, settings, tokens, context.now())
      assert.notEqual(refreshed.accessToken, tokens.accessToken)
      assert.ok(refreshed.expiresAt! > tokens.expiresAt!)
      await pass(100 * DAY_MS)
      await assert.rejects(refresh(platformHttp, settings, refreshed, context.now()), AuthError)
    })
  })
}
