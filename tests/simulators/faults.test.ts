import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { FaultRequest } from '../../simulators/client.ts'
import { FAULT_KINDS } from '../../simulators/core/faults.ts'
import type { PlatformName } from '../../simulators/state/records.ts'
import { type Answer, ask, graphCode, mustBreak, type Sandbox, startSandbox } from './helper.ts'

const VERSION = { 'linkedin-version': '202601' }
const CREATE: Record<PlatformName, string> = {
  threads: 'threads_publish',
  instagram: 'media_publish',
  linkedin: 'posts.create',
  x: 'tweets.create',
  bluesky: 'records.put',
  mastodon: 'statuses.create',
}
const BLUESKY_DID = 'did:plc:sandboxsandboxsandboxaa2'
let keys = 0
const PLATFORMS = Object.keys(CREATE) as PlatformName[]

describe('faults', () => {
  let sandbox: Sandbox
  const tokens: Record<string, string> = {}
  before(async () => {
    sandbox = await startSandbox()
  })
  after(() => sandbox.stop())
  beforeEach(async () => {
    await sandbox.control.reset()
    for (const platform of PLATFORMS) tokens[platform] = (await sandbox.control.token({ platform })).access_token
  })

  const fault = (platform: PlatformName, more: Omit<FaultRequest, 'platform'>) =>
    sandbox.control.fault({ platform, call: CREATE[platform], ...more })
  const token = (platform: PlatformName) => tokens[platform] ?? ''
  const count = async () => (await sandbox.control.oracle()).total

  /** Makes the call that publishes, after any preparation it needs. */
  async function send(platform: PlatformName, text: string): Promise<Answer> {
    const base = `${sandbox.url}/${platform}`
    if (platform === 'x') return ask(base, '/2/tweets', { json: { text }, token: token('x') })
    if (platform === 'mastodon') {
      return ask(base, '/api/v1/statuses', { json: { status: text }, token: token('mastodon') })
    }
    if (platform === 'linkedin') {
      const json = {
        author: 'urn:li:organization:100000001',
        commentary: text,
        visibility: 'PUBLIC',
        distribution: { feedDistribution: 'MAIN_FEED' },
        lifecycleState: 'PUBLISHED',
      }
      return ask(base, '/rest/posts', { json, token: token('linkedin'), headers: VERSION })
    }
    if (platform === 'bluesky') {
      const record = { $type: 'app.bsky.feed.post', text, createdAt: '2026-05-04T10:00:00.000Z' }
      const json = { repo: BLUESKY_DID, collection: 'app.bsky.feed.post', rkey: `${text}${++keys}`, record }
      return ask(base, '/xrpc/com.atproto.repo.putRecord', { json, token: token('bluesky') })
    }
    const id = await container(platform, text)
    return publish(platform, id)
  }
  async function container(platform: 'threads' | 'instagram', text: string): Promise<string> {
    const form: Record<string, string> =
      platform === 'threads' ? { media_type: 'TEXT', text } : { image_url: sandbox.media('a.jpg'), caption: text }
    const path = platform === 'threads' ? '/me/threads' : '/me/media'
    return (await ask(`${sandbox.url}/${platform}`, path, { form, token: token(platform) })).json.id
  }
  const publish = (platform: 'threads' | 'instagram', id: string): Promise<Answer> =>
    ask(`${sandbox.url}/${platform}`, platform === 'threads' ? '/me/threads_publish' : '/me/media_publish', {
      form: { creation_id: id },
      token: token(platform),
    })
  async function listed(platform: PlatformName): Promise<number> {
    const base = `${sandbox.url}/${platform}`
    const ways: Record<PlatformName, string> = {
      threads: '/me/threads',
      instagram: '/me/media',
      linkedin: '/rest/posts?q=author&author=urn%3Ali%3Aorganization%3A100000001',
      x: '/2/users/1800000000000000001/tweets',
      bluesky: `/xrpc/com.atproto.repo.listRecords?repo=${BLUESKY_DID}&collection=app.bsky.feed.post`,
      mastodon: '/api/v1/accounts/114000000000000001/statuses',
    }
    const answer = await ask(base, ways[platform], { token: token(platform), headers: VERSION })
    assert.equal(answer.status, 200, answer.text)
    const shown = Array.isArray(answer.json)
      ? answer.json
      : (answer.json.data ?? answer.json.elements ?? answer.json.records ?? [])
    return shown.length
  }

  for (const platform of PLATFORMS) {
    describe(platform, () => {
      it('drop_before: no answer, no effect; the next call goes through', async () => {
        await fault(platform, { kind: 'drop_before' })
        await mustBreak(send(platform, 'a'))
        assert.equal(await count(), 0)
        assert.ok((await send(platform, 'a')).status < 300)
        assert.equal(await count(), 1)
      })

      it('drop_after: no answer, but it is public', async () => {
        await fault(platform, { kind: 'drop_after' })
        await mustBreak(send(platform, 'a'))
        assert.equal(await count(), 1)
        const entry = (await sandbox.control.journal({ platform, call: CREATE[platform] })).at(-1)
        assert.equal(entry?.outcome, 'drop_after')
        assert.equal(entry?.status, null)
        assert.ok(entry?.effect)
      })

      it('timeout_before and timeout_after: silence, without and with the effect', async () => {
        await fault(platform, { kind: 'timeout_before', ms: 20 })
        await mustBreak(send(platform, 'a'))
        assert.equal(await count(), 0)
        await fault(platform, { kind: 'timeout_after', ms: 20 })
        await mustBreak(send(platform, 'a'))
        assert.equal(await count(), 1)
      })

      it('status_before and status_after: an error in the format of the platform, without and with the effect', async () => {
        await fault(platform, { kind: 'status_before', status: 503 })
        const first = await send(platform, 'a')
        assert.equal(first.status, 503)
        assert.equal(await count(), 0)
        await fault(platform, { kind: 'status_after' })
        const second = await send(platform, 'a')
        assert.equal(second.status, 500)
        assert.equal(await count(), 1)
        for (const answer of [first, second])
          assert.ok(answer.json.error?.code ?? answer.json.status ?? answer.json.error)
      })

      it('truncated: it is public, and the answer breaks off', async () => {
        await fault(platform, { kind: 'truncated' })
        await mustBreak(send(platform, 'a'))
        assert.equal(await count(), 1)
      })

      it('bad_body and huge_body: it is public, and the answer is useless', async () => {
        await fault(platform, { kind: 'bad_body' })
        const answer = await send(platform, 'a')
        assert.equal(answer.status, 200)
        assert.equal(answer.json, undefined)
        await fault(platform, { kind: 'huge_body', bytes: 1_000_000 })
        const huge = await send(platform, 'b')
        assert.ok(huge.text.length > 1_000_000)
        assert.equal(await count(), 2)
      })

      it('lag: public, but lists do not show it for some reads or some time', async () => {
        await fault(platform, { kind: 'lag', reads: 2 })
        assert.ok((await send(platform, 'a')).status < 300)
        assert.deepEqual([await listed(platform), await listed(platform), await listed(platform)], [0, 0, 1])
        await fault(platform, { kind: 'lag', ms: 60_000 })
        await send(platform, 'b')
        assert.equal(await listed(platform), 1)
        await sandbox.control.advance(60_000)
        assert.equal(await listed(platform), 2)
        assert.equal(await count(), 2)
      })

      it('lag on the list call: recent items are missing from that read', async () => {
        await send(platform, 'a')
        await sandbox.control.fault({ platform, call: 'list', kind: 'lag', ms: 60_000 })
        assert.deepEqual([await listed(platform), await listed(platform)], [0, 1])
      })

      it('token_revoked: the token is dead for this and all later calls', async () => {
        await fault(platform, { kind: 'token_revoked' })
        for (const answer of [await send(platform, 'a'), await send(platform, 'a')]) {
          assert.ok([400, 401].includes(answer.status))
        }
        assert.equal(await count(), 0)
      })

      it('live_but_error: an error although it is live', async () => {
        await fault(platform, { kind: 'live_but_error' })
        const answer = await send(platform, 'a')
        assert.ok(answer.status >= 400)
        if (platform === 'threads' || platform === 'instagram') assert.equal(graphCode(answer), '4/2207051')
        assert.equal(await count(), 1)
      })
    })
  }

  it('rate_limited: in the format of each platform', async () => {
    for (const platform of PLATFORMS) await fault(platform, { kind: 'rate_limited', ms: 120_000 })
    const threads = await send('threads', 'a')
    assert.equal(graphCode(threads), '4')
    const instagram = await send('instagram', 'a')
    assert.equal(instagram.status, 400)
    assert.equal(graphCode(instagram), '80002')
    const usage = JSON.parse(instagram.headers.get('x-business-use-case-usage') ?? '')
    assert.equal(
      Object.values(usage as Record<string, { estimated_time_to_regain_access: number }[]>)[0]?.[0]
        ?.estimated_time_to_regain_access,
      2,
    )
    const linkedin = await send('linkedin', 'a')
    assert.equal(linkedin.status, 429)
    assert.equal(linkedin.json.serviceErrorCode, 101)
    const x = await send('x', 'a')
    assert.equal(x.status, 429)
    const wait = Number(x.headers.get('x-rate-limit-reset')) * 1000 - Date.now()
    assert.ok(wait > 60_000 && wait < 125_000)
    assert.equal(await count(), 0)
    await fault('threads', { kind: 'rate_limited', status: 429 })
    assert.equal((await send('threads', 'a')).status, 429)
  })

  it('not_ready: the first publications hit the known race, then the same container works', async () => {
    for (const [platform, code] of [
      ['threads', '24/4279009'],
      ['instagram', '9007/2207027'],
    ] as const) {
      await fault(platform, { kind: 'not_ready', times: 2 })
      const id = await container(platform, 'a')
      assert.equal(graphCode(await publish(platform, id)), code)
      assert.equal(graphCode(await publish(platform, id)), code)
      assert.equal((await publish(platform, id)).status, 200)
    }
  })

  it('lost_container: that container is never found again, a new one works', async () => {
    for (const platform of ['threads', 'instagram'] as const) {
      await fault(platform, { kind: 'lost_container' })
      const id = await container(platform, 'a')
      for (let time = 0; time < 3; time++) assert.equal((await publish(platform, id)).status, 400)
      assert.equal((await publish(platform, await container(platform, 'a'))).status, 200)
    }
    assert.equal(await count(), 2)
  })

  it('live_but_not_ready: refused as not found although it is live', async () => {
    await fault('threads', { kind: 'live_but_not_ready' })
    assert.equal(graphCode(await send('threads', 'a')), '24/4279009')
    assert.equal(await count(), 1)
  })

  it('lag can hide the publication from the container’s status too', async () => {
    await fault('threads', { kind: 'lag', ms: 30_000, hide_status: true })
    const id = await container('threads', 'a')
    await publish('threads', id)
    const status = async () =>
      (await ask(`${sandbox.url}/threads`, `/${id}?fields=status`, { token: token('threads') })).json.status
    assert.equal(await status(), 'FINISHED')
    assert.equal(graphCode(await publish('threads', id)), '24/4279009')
    await sandbox.control.advance(30_000)
    assert.equal(await status(), 'PUBLISHED')
    assert.equal(await count(), 1)
  })

  it('counts, skips and matches: after, times, match', async () => {
    await fault('x', { kind: 'status_before', after: 1, times: 1, match: 'picked' })
    const statuses = []
    for (const text of ['other', 'picked 1', 'picked 2', 'picked 3']) statuses.push((await send('x', text)).status)
    assert.deepEqual(statuses, [201, 201, 500, 201])
    await fault('threads', { kind: 'status_before', match: 'picked' })
    assert.equal((await send('threads', 'other')).status, 200)
    assert.equal((await send('threads', 'picked')).status, 500)
  })

  it('random faults fire at the given rate, reproducible by the seed', async () => {
    await sandbox.control.settings({ x: { posts_per_15_min: 1_000 } })
    const run = async () => {
      await sandbox.control.clearFaults()
      await fault('x', { kind: 'status_before', rate: 0.3, seed: 'seven' })
      const hits: number[] = []
      for (let at = 0; at < 60; at += 1)
        if ((await ask(`${sandbox.url}/x`, '/2/tweets', { json: {}, token: token('x') })).status === 500) hits.push(at)
      return hits
    }
    const first = await run()
    assert.ok(first.length > 8 && first.length < 30, String(first.length))
    assert.deepEqual(await run(), first)
  })

  it('custom bodies, other calls, and any call', async () => {
    await fault('instagram', {
      kind: 'status_before',
      status: 400,
      body: { error: { code: 24, error_subcode: 2207008 } },
    })
    assert.equal(graphCode(await send('instagram', 'a')), '24/2207008')
    await sandbox.control.fault({ platform: 'x', call: 'refresh', kind: 'drop_after' })
    const { refresh_token: refresh = '' } = await sandbox.control.token({ platform: 'x' })
    const form = { grant_type: 'refresh_token', refresh_token: refresh, client_id: 'sandbox-app' }
    await mustBreak(ask(sandbox.url, '/x/2/oauth2/token', { form }))
    assert.equal((await ask(sandbox.url, '/x/2/oauth2/token', { form })).status, 400)
    await sandbox.control.fault({ platform: 'linkedin', call: '*', kind: 'drop_before', times: 2 })
    await mustBreak(send('linkedin', 'a'))
    await mustBreak(listed('linkedin').then(() => ({}) as Answer))
    assert.equal((await send('linkedin', 'a')).status, 201)
  })

  it('faults and settings without effect are refused', async () => {
    const wrong = [
      { platform: 'myspace', kind: 'drop_after' },
      { platform: 'x', kind: 'explode' },
      { platform: 'x', call: 'tweet.create', kind: 'drop_after' },
      { platform: 'x', kind: 'drop_after', time: 2 },
      { platform: 'x', kind: 'drop_after', rate: 2 },
    ]
    for (const json of wrong)
      assert.equal((await ask(sandbox.url, '/control/faults', { json })).status, 400, JSON.stringify(json))
    assert.equal((await ask(sandbox.url, '/control/settings', { json: { x: { colour: 1 } } })).status, 400)
    assert.equal((await ask(sandbox.url, '/control/nothing')).status, 404)
    assert.equal(new Set(FAULT_KINDS).size, 16)
  })

  it('the journal is in order, filtered, and never contains a secret', async () => {
    await send('threads', 'a')
    const entries = await sandbox.control.journal()
    assert.deepEqual(
      entries.map((entry) => entry.call),
      ['create_container', 'threads_publish'],
    )
    assert.equal((await sandbox.control.journal({ since: entries[0]?.seq ?? 0 })).length, 1)
    assert.equal((await sandbox.control.journal({ platform: 'x' })).length, 0)
    await ask(sandbox.url, '/threads/me', { query: { access_token: token('threads') } })
    await ask(sandbox.url, '/threads/oauth/access_token', {
      form: { client_secret: 'sandbox-secret', code: 'codecode' },
    })
    const text = JSON.stringify(await sandbox.control.journal())
    for (const secret of [token('threads'), 'sandbox-secret', 'codecode']) assert.ok(!text.includes(secret))
  })
})
