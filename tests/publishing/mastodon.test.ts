import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { Crash, startStage } from '../helpers/publishing.ts'

// Posts of the format `short` on an account of a Mastodon server: published once, whatever is lost on the way.

const stage = await startStage()
const { deps } = stage.server
let connectionId = ''

beforeEach(async () => {
  await stage.fresh(['short'])
  connectionId = await connect()
})

async function connect(): Promise<string> {
  const { access_token: secret } = await stage.control.token({ platform: 'mastodon' })
  const { workspaceId } = deps
  const request = { workspaceId, provider: 'mastodon' as const, serviceUrl: null, handle: null, secret }
  const [saved] = await deps.connections.signIn(request)
  return saved!.id
}

const create = (body: Record<string, unknown> = {}) => stage.create('short', { connection_id: connectionId, ...body })
const shown = () => stage.control.public({ platform: 'mastodon' })
const sends = async () => (await stage.control.journal({ platform: 'mastodon', call: 'statuses.create' })).length
const disturb = (kind: 'drop_before' | 'drop_after' | 'status_after' | 'rate_limited' | 'token_revoked', more = {}) =>
  stage.control.fault({ platform: 'mastodon', call: 'statuses.create', kind, times: 1, ...more })

const TEXT = 'Hello & <b>world</b> @ada@remote.example #tag 🎉\n\nhttps://example.com/a_b?c=1'

for (const [name, files] of [
  ['text', []],
  ['image', ['a.jpg']],
  ['four images', ['a.jpg?hue=1', 'b.jpg?hue=2', 'c.png?hue=3', 'd.gif?hue=4']],
  ['video', ['b.mp4?seconds=5']],
] as const) {
  test(`${name}: published once on the server of the account, with a page that shows it`, async () => {
    await stage.control.settings({ mastodon: { processing_ms: 20_000 } })
    const id = await create({ content: TEXT, ...(files.length > 0 ? { media_urls: files.map(stage.media) } : {}) })
    const row = await stage.drive(id)
    assert.equal(row.publication_state, 'published', row.reason ?? '')
    const [item, ...others] = await shown()
    assert.deepEqual(others, [])
    assert.equal(item?.text, TEXT)
    assert.equal(item?.media.length, files.length)
    assert.equal(row.platform_id, item?.id)
    assert.equal((await fetch(row.permalink!)).status, 200)
    assert.equal((await stage.publicOf('short')).length, 0)
    assert.equal(await stage.nextRun(id), null)
  })
}

describe('an answer that was lost', () => {
  for (const [what, settings] of [
    ['the server keeps the key', {}],
    ['the server has forgotten the key', { forgets_keys: true }],
    ['the server fails on a repeated key', { repeat_fails: true }],
  ] as const) {
    test(`${what}: the post is found by reading, and not sent again`, async () => {
      await stage.control.settings({ mastodon: settings })
      await disturb('drop_after')
      const id = await create({ content: TEXT, media_urls: [stage.media('a.jpg')] })
      assert.equal((await stage.drive(id)).publication_state, 'published')
      assert.equal((await shown()).length, 1)
      assert.equal(await sends(), 1)
    })
  }

  test('lists that lag for longer than all looks: the key makes the second send the first post', async () => {
    await disturb('drop_after')
    await stage.control.fault({ platform: 'mastodon', call: 'list', kind: 'lag', times: null, ms: 3_600_000 })
    const id = await create({ content: TEXT, media_urls: [stage.media('a.jpg')] })
    assert.equal((await stage.drive(id)).publication_state, 'published')
    assert.equal(await sends(), 2)
    assert.equal((await shown()).length, 1)
  })

  test('a call that never arrived is made again', async () => {
    await disturb('drop_before')
    const id = await create({ content: TEXT })
    assert.equal((await stage.drive(id)).publication_state, 'published')
    assert.equal(await sends(), 2)
    assert.equal((await shown()).length, 1)
  })

  for (const point of ['after_marker', 'after_send', 'after_record'] as const) {
    test(`a process that dies ${point.replace('_', ' the ')}: one post`, async () => {
      await stage.control.settings({ mastodon: { forgets_keys: true } })
      let died = false
      stage.onCrashPoint = (name) => {
        if (name !== point || died) return
        died = true
        throw new Crash(name)
      }
      const id = await create({ content: TEXT })
      await assert.rejects(() => stage.drive(id), Crash)
      assert.equal((await stage.drive(id)).publication_state, 'published')
      assert.equal((await shown()).length, 1)
    })
  }
})

test('a rate limit is waited out as the server says', async () => {
  await disturb('rate_limited', { ms: 600_000 })
  const id = await create()
  await stage.step(id)
  const row = await stage.row(id)
  assert.equal(row.publication_state, 'deferred')
  assert.ok(row.deferred_until!.getTime() > stage.now() + 500_000)
  assert.equal((await stage.drive(id)).publication_state, 'published')
})

test('a revoked token holds the posts until the account is connected again, under the same id', async () => {
  await disturb('token_revoked')
  const id = await create()
  assert.equal((await stage.drive(id)).publication_state, 'held')
  assert.equal((await shown()).length, 0)
  assert.equal(await connect(), connectionId)
  assert.equal((await stage.drive(id)).publication_state, 'published')
})

test('a text that is allowed on the server and too long for X is sent', async () => {
  await stage.control.settings({ mastodon: { max_characters: 5_000 } })
  await connect()
  const id = await create()
  const long = 'x'.repeat(4_999)
  const patch = (content: string) =>
    stage.server.send('PATCH', `/v1/posts/${id}`, { key: stage.key, json: { content } })
  const refused = await patch(`${long}xx`)
  assert.equal(refused.status, 400)
  assert.match(refused.body.details.content[0], /at most 5000 characters/)
  assert.equal((await patch(long)).status, 200)
  assert.equal((await stage.drive(id)).publication_state, 'published')
  assert.equal((await shown())[0]?.text, long)
})

describe('the limits of the server apply to its files', () => {
  const warningsOf = async (body: Record<string, unknown>) => {
    const json = { content: 'Words', connection_id: connectionId, ...body }
    const { body: answer } = await stage.server.send('POST', '/v1/posts/short?dry_run=true', { key: stage.key, json })
    return answer.data.warnings.map(({ rule }: { rule: string }) => rule)
  }
  const publish = async (...files: string[]) => stage.drive(await create({ media_urls: files.map(stage.media) }))

  test('pixels', async () => {
    await stage.control.settings({ mastodon: { image_pixels: 10_000 } })
    await connect()
    assert.equal((await publish('a.gif?width=100&height=100')).publication_state, 'published')
    const row = await publish('b.gif?width=101&height=100')
    assert.equal(row.publication_state, 'failed')
    assert.match(row.reason!, /101 × 100 pixels, but Mastodon takes 10000 at most/)
    assert.equal((await shown()).length, 1)
  })

  test('an audio file is sent alone, if the server accepts audio', async () => {
    await connect()
    assert.deepEqual(await warningsOf({ media_urls: ['https://example.com/a.mp3'] }), [])
    assert.deepEqual(await warningsOf({ media_urls: ['https://example.com/a.mp3', 'https://example.com/b.jpg'] }), [
      'mastodon.media.mix',
    ])
    const row = await publish('a.mp3')
    assert.equal(row.publication_state, 'published', row.reason ?? '')
    assert.match((await publish('b.mp3', 'c.jpg')).reason!, /1 of them video or audio/)
  })

  test('and not if it does not', async () => {
    await stage.control.settings({ mastodon: { takes_audio: false } })
    await connect()
    assert.deepEqual(await warningsOf({ media_urls: ['https://example.com/a.mp3'] }), ['mastodon.image.type'])
    const row = await publish('a.mp3')
    assert.equal(row.publication_state, 'failed')
    assert.match(row.reason!, /is MP3, but Mastodon takes JPEG, PNG, GIF or WebP/)
  })
})
