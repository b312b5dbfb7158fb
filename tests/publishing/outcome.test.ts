// @alone

import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { FaultRequest } from '../../simulators/client.ts'
import type { Format } from '../../src/platforms/shared/provider.ts'
import { PUBLISH_CALL, SIMULATOR_OF, startStage } from '../helpers/publishing.ts'

// Every fault at every call: public once, or reported as unknown. The oracle counts.

const stage = await startStage()

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type Kind = FaultRequest['kind']
type FaultOptions = Partial<FaultRequest> & { kind: Kind }

const fault = (platform: Format, call: string, options: FaultOptions) =>
  stage.control.fault({ platform: SIMULATOR_OF[platform], call, times: 1, ms: 200, ...options })

const publishCalls = async (platform: Format) =>
  (await stage.control.journal({ platform: SIMULATOR_OF[platform], call: PUBLISH_CALL[platform] })).length

/**
 * The person removes the application: between preparation and the visible call, or before if tokens renew themselves.
 */
const takeBack = async (platform: Format) => {
  if (platform !== 'short') return fault(platform, PUBLISH_CALL[platform], { kind: 'token_revoked' })
  const [account] = await stage.server.sql<{ account_id: string }>(
    `select account_id from connections where platform = 'short'`,
  )
  await stage.control.revoke({ platform: 'x', account: account!.account_id })
}

const isOnceOut = async (platform: Format, id: string) => {
  const row = await stage.row(id)
  assert.equal(row.publication_state, 'published', row.reason ?? '')
  const items = await stage.publicOf(platform)
  assert.equal(items.length, 1)
  assert.equal((await stage.control.oracle()).duplicates, 0)
  return { row, item: items[0]! }
}

/** With a post that has a file, if preparation needs one. */
const SUBJECTS: Array<{
  name: string
  platform: Format
  kind: 'member' | 'organization'
  body?: () => Record<string, unknown>
  prepare: string[]
}> = [
  { name: 'Threads', platform: 'thread', kind: 'member', prepare: ['create_container', 'container_status'] },
  { name: 'Instagram', platform: 'photo', kind: 'member', prepare: ['create_container', 'container_status'] },
  {
    name: 'LinkedIn page',
    platform: 'professional',
    kind: 'organization',
    body: () => ({ media_urls: [stage.media('a.jpg')] }),
    prepare: ['images.initialize', 'images.upload', 'images.get'],
  },
  {
    name: 'X',
    platform: 'short',
    kind: 'member',
    body: () => ({ media_urls: [stage.media('b.mp4?seconds=5')] }),
    prepare: ['media.initialize', 'media.append', 'media.finalize', 'media.status'],
  },
]

const LOST: FaultOptions[] = [
  { kind: 'drop_before' },
  { kind: 'drop_after' },
  { kind: 'timeout_before' },
  { kind: 'timeout_after' },
  { kind: 'status_before', status: 500 },
  { kind: 'status_before', status: 503 },
  { kind: 'status_after', status: 500 },
  { kind: 'status_after', status: 504 },
  { kind: 'truncated' },
  { kind: 'bad_body' },
  { kind: 'huge_body', bytes: 2 * 1024 * 1024 },
  { kind: 'live_but_error' },
]
const PREPARE_KINDS = new Set<Kind>([
  'drop_before',
  'drop_after',
  'status_before',
  'status_after',
  'truncated',
  'bad_body',
])
const PREPARE_FAULTS = LOST.filter(({ kind, status }) => PREPARE_KINDS.has(kind) && status !== 503 && status !== 504)
const BEFORE = new Set<Kind>(['drop_before', 'timeout_before', 'status_before'])

for (const { name, platform, kind, body, prepare } of SUBJECTS) {
  describe(name, () => {
    beforeEach(async () => {
      await stage.fresh([platform])
      if (kind === 'organization') await stage.connect(platform, kind)
    })

    for (const options of LOST) {
      const label = options.status ? `${options.kind} with ${options.status}` : options.kind
      const arrived = !BEFORE.has(options.kind)
      test(`${label} at the visible call: ${arrived ? 'found, not sent again' : 'sent again, once'}`, async () => {
        await fault(platform, PUBLISH_CALL[platform], options)
        const id = await stage.create(platform)
        await stage.drive(id)
        const { row, item } = await isOnceOut(platform, id)
        assert.equal(await publishCalls(platform), arrived ? 1 : 2)
        assert.equal(row.platform_id, item.id)
        assert.equal(row.attempts, 1)
        assert.ok(row.permalink)
      })
    }

    for (const call of prepare) {
      for (const options of PREPARE_FAULTS) {
        const label = options.status ? `${options.kind} with ${options.status}` : options.kind
        test(`${label} at ${call}: out once, sent once`, async () => {
          await stage.control.settings({ x: { processing_ms: call === 'media.status' ? 20_000 : 0 } })
          await fault(platform, call, options)
          const id = await stage.create(platform, body?.())
          await stage.drive(id)
          await isOnceOut(platform, id)
          assert.equal(await publishCalls(platform), 1)
        })
      }
    }

    for (const call of [PUBLISH_CALL[platform], prepare[0]!]) {
      test(`a rate limit at ${call} defers until it ends, and does not count as an attempt`, async () => {
        await fault(platform, call, { kind: 'rate_limited', ms: 10 * MINUTE_MS })
        const id = await stage.create(platform, body?.())
        while ((await stage.row(id)).publication_state !== 'deferred') assert.ok(await stage.step(id))
        const deferred = await stage.row(id)
        assert.equal(deferred.attempts, 0)
        assert.equal(deferred.retries, 0)
        assert.equal(deferred.sends, 0)
        assert.ok(deferred.deferred_until!.getTime() > stage.now())
        assert.deepEqual(await stage.nextRun(id), deferred.deferred_until)
        await stage.drive(id)
        const { row } = await isOnceOut(platform, id)
        assert.equal(row.attempts, 1)
      })
    }

    test('while an account must wait, its other posts wait too', async () => {
      await fault(platform, PUBLISH_CALL[platform], { kind: 'rate_limited', ms: 10 * MINUTE_MS })
      const first = await stage.create(platform)
      while ((await stage.row(first)).publication_state !== 'deferred') assert.ok(await stage.step(first))
      const calls = await publishCalls(platform)
      const second = await stage.create(platform, {}, 0)
      await stage.step(second)
      const row = await stage.row(second)
      assert.equal(row.publication_state, 'deferred')
      assert.deepEqual(row.deferred_until, (await stage.row(first)).deferred_until)
      assert.equal(await publishCalls(platform), calls)
    })

    test('a wait longer than the late window that the platform asked for does not make the post missed', async () => {
      await stage.server.sql(
        `update connections set held_until = $1, status_reason = 'Full.' where platform = $2 and is_default`,
        [new Date(stage.now() + 5 * HOUR_MS), platform],
      )
      const id = await stage.create(platform)
      await stage.drive(id)
      await isOnceOut(platform, id)
    })

    test('not ready: retried until it is, out once', async () => {
      await fault(platform, PUBLISH_CALL[platform], { kind: 'not_ready', times: platform === 'short' ? 1 : 3 })
      const id = await stage.create(platform, body?.())
      await stage.drive(id)
      await isOnceOut(platform, id)
    })

    test('a lost answer while the lists lag: out once, identified in the end', async () => {
      const lag = { kind: 'lag' as const, ms: 100_000, hide_status: false }
      await fault(platform, PUBLISH_CALL[platform], lag)
      await fault(platform, PUBLISH_CALL[platform], { kind: 'drop_after' })
      const id = await stage.create(platform)
      await stage.drive(id)
      const { item } = await isOnceOut(platform, id)
      for (let asked = 0; asked < 5 && (await stage.step(id)); asked++);
      const row = await stage.row(id)
      assert.equal(row.platform_id, item.id)
      assert.ok(row.permalink)
    })

    test('a revoked approval holds the post; it continues when the account is connected again', async () => {
      await takeBack(platform)
      const id = await stage.create(platform)
      const held = await stage.drive(id)
      assert.equal(held.publication_state, 'held')
      assert.equal(held.failure?.class, 'auth_expired')
      const [account] = await stage.server.sql('select status from connections where platform = $1 and is_default', [
        platform,
      ])
      assert.equal(account!.status, 'needs_reconnect')
      assert.equal((await stage.control.oracle()).total, 0)
      await stage.pass(30 * MINUTE_MS)
      await stage.connect(platform, kind)
      await stage.drive(id)
      await isOnceOut(platform, id)
    })

    test('an account that comes back after the late window finds the post missed, and a person can send it', async () => {
      await takeBack(platform)
      const id = await stage.create(platform)
      assert.equal((await stage.drive(id)).publication_state, 'held')
      await stage.pass(2 * HOUR_MS)
      await stage.connect(platform, kind)
      assert.equal((await stage.row(id)).publication_state, 'missed')
      assert.equal((await stage.act(id, 'publish')).status, 200)
      await stage.drive(id)
      await isOnceOut(platform, id)
    })

    test('a platform that never answers: nothing is sent that could be a duplicate, and the post fails with the reason', async () => {
      await fault(platform, PUBLISH_CALL[platform], { kind: 'drop_before', times: null })
      const id = await stage.create(platform)
      const row = await stage.drive(id, { steps: 200 })
      assert.equal(row.publication_state, 'failed')
      assert.match(row.reason!, /sent \d times without effect/)
      assert.equal((await stage.control.oracle()).total, 0)
    })

    test('an unavailable file is retried, then the post fails and says why', async () => {
      const mediaType = platform === 'thread' ? { media_type: 'image' } : {}
      const id = await stage.create(platform, { ...mediaType, media_urls: [stage.media('gone.jpg?status=404')] })
      const row = await stage.drive(id)
      assert.equal(row.publication_state, 'failed')
      assert.equal(row.failure?.class, 'media_unreachable')
      assert.equal(row.retries, 3)
      assert.equal(row.attempts, 4)
      assert.equal(await publishCalls(platform), 0)
      const attempts = await stage.server.send('GET', `/v1/posts/${id}/attempts`, { key: stage.key })
      assert.deepEqual(
        attempts.body.data.map((each: { outcome: string }) => each.outcome),
        ['failed', 'retry', 'retry', 'retry'],
      )
    })

    test('text that the platform refuses fails at once, with its answer', async () => {
      await fault(platform, PUBLISH_CALL[platform], { kind: 'status_before', status: 400, body: REFUSALS[platform] })
      const id = await stage.create(platform)
      const row = await stage.drive(id)
      assert.equal(row.publication_state, 'failed')
      assert.equal(row.failure?.class, 'rejected_content')
      assert.equal(row.failure?.raw?.status, 400)
      assert.equal(row.attempts, 1)
    })
  })
}

const REFUSALS: Record<Format, unknown> = {
  thread: { error: { message: 'Param text must be shorter', type: 'OAuthException', code: 100 } },
  photo: { error: { message: 'Invalid', type: 'OAuthException', code: 36003, error_subcode: 2207009 } },
  professional: { message: 'Invalid commentary', status: 400 },
  short: { title: 'Invalid Request', detail: 'One or more parameters is invalid.', type: 'about:blank' },
}

describe('accounts that cannot post', () => {
  beforeEach(() => stage.fresh())

  test('X without credit: the post is held, and says so', async () => {
    await stage.control.settings({ x: { credits_depleted: true } })
    const row = await stage.drive(await stage.create('short'))
    assert.equal(row.publication_state, 'held')
    assert.equal(row.failure?.class, 'out_of_credit')
    assert.equal((await stage.control.oracle()).total, 0)
  })

  test('LinkedIn without our API version: the post is held, and says so', async () => {
    await stage.control.settings({ linkedin: { oldest_version: '209901' } })
    const row = await stage.drive(await stage.create('professional'))
    assert.equal(row.publication_state, 'held')
    assert.equal(row.failure?.class, 'version_sunset')
  })

  for (const platform of ['thread', 'photo', 'professional', 'short'] as const) {
    test(`a restricted account on ${platform} holds its posts; nothing is out`, async () => {
      const [account] = await stage.server.sql<{ account_id: string }>(
        'select account_id from connections where platform = $1',
        [platform],
      )
      // LinkedIn's account ids are URNs.
      const id = account!.account_id.replace(/^urn:li:\w+:/, '')
      await stage.control.account({ platform: SIMULATOR_OF[platform], id, restricted: true })
      const row = await stage.drive(await stage.create(platform))
      assert.equal(row.publication_state, 'held', row.reason ?? '')
      assert.equal(row.failure?.class, 'account_restricted')
      const second = await stage.drive(await stage.create(platform))
      assert.equal(second.publication_state, 'held')
      assert.equal(second.attempts, 0)
      assert.equal((await stage.control.oracle()).total, 0)
    })
  }
})

describe('a LinkedIn member, whose posts cannot be read', () => {
  beforeEach(() => stage.fresh())

  for (const kind of ['drop_before', 'drop_after', 'status_after', 'timeout_before'] as const) {
    test(`${kind}: unknown, and never sent again by itself`, async () => {
      await fault('professional', 'posts.create', { kind })
      const id = await stage.create('professional')
      const row = await stage.drive(id)
      assert.equal(row.publication_state, 'unconfirmed')
      assert.equal(await stage.nextRun(id), null)
      assert.equal(await publishCalls('professional'), 1)
      assert.equal((await stage.control.oracle()).total, kind.endsWith('after') ? 1 : 0)
      const refusal = await stage.act(id, 'retry')
      assert.equal(refusal.status, 400)
      assert.match(refusal.body.message ?? refusal.body.error?.message ?? refusal.text, /resolve/)
    })
  }

  test('a person who sees it resolves it as published', async () => {
    await fault('professional', 'posts.create', { kind: 'drop_after' })
    const id = await stage.create('professional')
    await stage.drive(id)
    const [item] = await stage.publicOf('professional')
    const settled = await stage.act(id, 'resolve', {
      outcome: 'published',
      platform_id: item!.id,
      permalink: item!.permalink,
    })
    assert.equal(settled.status, 200)
    assert.equal(settled.body.data.publication.state, 'published')
    const { row } = await isOnceOut('professional', id)
    assert.equal(row.platform_id, item!.id)
  })

  test('a person who does not see it resolves it as not published, and may send it again', async () => {
    await fault('professional', 'posts.create', { kind: 'drop_before' })
    const id = await stage.create('professional')
    await stage.drive(id)
    assert.equal((await stage.act(id, 'resolve', { outcome: 'not_published' })).status, 200)
    assert.equal((await stage.row(id)).publication_state, 'failed')
    assert.equal((await stage.act(id, 'retry')).status, 200)
    await stage.drive(id)
    await isOnceOut('professional', id)
  })

  test('the id of another post cannot be claimed by resolving', async () => {
    const first = await stage.create('professional')
    const { platform_id } = await stage.drive(first)
    await fault('professional', 'posts.create', { kind: 'drop_before' })
    const id = await stage.create('professional')
    await stage.drive(id)
    const refusal = await stage.act(id, 'resolve', { outcome: 'published', platform_id })
    assert.equal(refusal.status, 400)
    assert.equal((await stage.row(id)).publication_state, 'unconfirmed')
  })

  test('media that are still being processed are a refusal, not an unknown outcome', async () => {
    await fault('professional', 'posts.create', { kind: 'not_ready' })
    const id = await stage.create('professional')
    await stage.drive(id)
    await isOnceOut('professional', id)
  })
})

describe('the same text twice', () => {
  beforeEach(() => stage.fresh())

  test('a duplicate that X refuses fails, and the first post stays the only one', async () => {
    const first = await stage.create('short', { content: 'Same words' })
    await stage.drive(first)
    const second = await stage.create('short', { content: 'Same words' })
    const row = await stage.drive(second)
    assert.equal(row.publication_state, 'failed')
    assert.equal(row.failure?.class, 'duplicate_on_platform')
    assert.equal((await stage.control.oracle()).total, 1)
  })

  test('a duplicate that was rate limited and then refused is not taken for published', async () => {
    await stage.drive(await stage.create('short', { content: 'Same words' }))
    await fault('short', 'tweets.create', { kind: 'rate_limited', ms: MINUTE_MS })
    const row = await stage.drive(await stage.create('short', { content: 'Same words' }))
    assert.equal(row.publication_state, 'failed')
    assert.equal(row.failure?.class, 'duplicate_on_platform')
  })

  test('a duplicate whose first send was lost and then refused is not taken for published', async () => {
    await stage.drive(await stage.create('short', { content: 'Same words' }))
    await stage.pass(5 * MINUTE_MS)
    await fault('short', 'tweets.create', { kind: 'drop_before' })
    const row = await stage.drive(await stage.create('short', { content: 'Same words' }))
    assert.equal(row.publication_state, 'unconfirmed')
    assert.equal((await stage.control.oracle()).total, 1)
  })

  test('on a LinkedIn page the refusal names the first post, so the second has failed', async () => {
    await stage.connect('professional', 'organization')
    await stage.drive(await stage.create('professional', { content: 'Same words' }))
    await stage.pass(5 * MINUTE_MS)
    await fault('professional', 'posts.create', { kind: 'drop_before' })
    const row = await stage.drive(await stage.create('professional', { content: 'Same words' }))
    assert.equal(row.publication_state, 'failed')
    assert.equal(row.failure?.class, 'duplicate_on_platform')
    assert.equal((await stage.control.oracle()).total, 1)
  })

  test('where duplicates are allowed, two posts whose answers are both lost get an id each', async () => {
    await fault('thread', 'threads_publish', { kind: 'drop_after', times: 2 })
    const ids = [await stage.create('thread', { content: 'Same' }), await stage.create('thread', { content: 'Same' })]
    for (const id of ids) assert.equal((await stage.drive(id)).publication_state, 'published')
    const named = (await Promise.all(ids.map(stage.row))).map((row) => row.platform_id).filter(Boolean)
    assert.equal(new Set(named).size, named.length)
    assert.equal((await stage.control.oracle()).total, 2)
  })
})

describe('tokens', () => {
  beforeEach(() => stage.fresh())

  for (const platform of ['thread', 'photo', 'short'] as const) {
    test(`${platform}: a refused token is renewed once, and the post goes out in the same attempt`, async () => {
      await stage.pass(25 * HOUR_MS)
      await fault(platform, PUBLISH_CALL[platform], {
        kind: 'status_before',
        status: 401,
        body: platform === 'short' ? { title: 'Unauthorized', status: 401 } : { error: { message: 'x', code: 190 } },
      })
      // X tokens live for two hours: theirs is renewed at the first call.
      const id = await stage.create(platform)
      await stage.drive(id)
      const { row } = await isOnceOut(platform, id)
      assert.equal(row.attempts, 1)
    })

    test(`${platform}: a fresh token that is refused holds the account; it is not renewed forever`, async () => {
      await stage.pass(25 * HOUR_MS)
      await fault(platform, PUBLISH_CALL[platform], {
        kind: 'status_before',
        times: null,
        status: 401,
        body: platform === 'short' ? { title: 'Unauthorized', status: 401 } : { error: { message: 'x', code: 190 } },
      })
      const row = await stage.drive(await stage.create(platform))
      assert.equal(row.publication_state, 'held')
      const refreshes = await stage.control.journal({ platform: SIMULATOR_OF[platform], call: 'refresh' })
      assert.equal(refreshes.length, 1)
    })
  }
})
