// @sql

import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { Format } from '../../src/platforms/shared/provider.ts'
import { startStage } from '../helpers/publishing.ts'

// Every kind of post on every platform: from scheduled to published, once, with a page that shows it.

const stage = await startStage()
beforeEach(() => stage.fresh())

const TEXT = 'Hello & <b>world</b> (1 + 1 = 2) {[~]} *_* \\ @ #tag 🎉'

const KINDS: Array<[Format, name: string, files: string[], body: Record<string, unknown>]> = [
  ['thread', 'text', [], { media_type: 'text', content: TEXT }],
  ['thread', 'image', ['a.jpg'], { media_type: 'image', content: TEXT }],
  ['thread', 'video', ['b.mp4?seconds=5'], { media_type: 'video', content: TEXT }],
  ['thread', 'carousel', ['a.jpg', 'b.mp4?seconds=5', 'c.png'], { media_type: 'carousel', content: TEXT }],
  ['photo', 'feed post', ['a.jpg'], { media_type: 'feed_post', caption: TEXT }],
  ['photo', 'reel', ['b.mp4?seconds=5'], { media_type: 'reel', caption: TEXT }],
  ['photo', 'carousel', ['a.jpg', 'b.mp4?seconds=5'], { media_type: 'carousel', caption: TEXT }],
  ['professional', 'text', [], { content: TEXT }],
  ['professional', 'image', ['a.jpg'], { content: TEXT }],
  ['professional', 'images', ['a.jpg?hue=10', 'b.png?hue=99'], { content: TEXT }],
  ['professional', 'video', ['b.mp4?seconds=5'], { content: TEXT }],
  ['short', 'text', [], { content: TEXT }],
  ['short', 'image', ['a.jpg'], { content: TEXT }],
  ['short', 'four images', ['a.jpg?hue=1', 'b.jpg?hue=2', 'c.jpg?hue=3', 'd.png?hue=4'], { content: TEXT }],
  ['short', 'video', ['b.mp4?seconds=5'], { content: TEXT }],
]

for (const [platform, name, files, body] of KINDS) {
  test(`${platform}, ${name}: published once, complete, with a page that shows it`, async () => {
    await stage.control.settings({
      threads: { image_processing_ms: 1_000, video_processing_ms: 40_000 },
      instagram: { image_processing_ms: 1_000, video_processing_ms: 40_000 },
      linkedin: { video_processing_ms: 20_000 },
      x: { processing_ms: 20_000 },
    })
    const media = files.length > 0 ? { media_urls: files.map(stage.media) } : {}
    const id = await stage.create(platform, { ...body, ...media })
    const row = await stage.drive(id)
    assert.equal(row.publication_state, 'published', row.reason ?? '')
    const items = await stage.publicOf(platform)
    assert.equal(items.length, 1)
    assert.equal(items[0]!.text, TEXT)
    assert.equal(items[0]!.media.length, files.length)
    assert.equal(row.platform_id, items[0]!.id)
    const page = await fetch(row.permalink!)
    assert.equal(page.status, 200)
    assert.match(await page.text(), /🎉/)
    const shown = await stage.server.send('GET', `/v1/posts/${id}`, { key: stage.key })
    assert.equal(shown.body.data.publication.state, 'published')
    assert.equal(shown.body.data.publication.permalink, row.permalink)
    const attempts = await stage.server.send('GET', `/v1/posts/${id}/attempts`, { key: stage.key })
    assert.equal(attempts.body.data.length, 1)
    assert.equal(attempts.body.data[0].outcome, 'published')
    assert.equal(attempts.body.data[0].code, null)
    assert.deepEqual(
      attempts.body.data[0].steps.map((step: { step: string }) => step.step),
      ['sending', 'published'],
    )
    assert.equal((await stage.control.oracle()).duplicates, 0)
    assert.equal(await stage.nextRun(id), null)
  })
}

describe('what is appended', () => {
  test('hashtags follow the caption on Instagram', async () => {
    const id = await stage.create('photo', { caption: 'A walk', hashtags: ['autumn', 'forest'] })
    await stage.drive(id)
    assert.equal((await stage.publicOf('photo'))[0]!.text, 'A walk\n\n#autumn #forest')
  })

  test('hashtags follow the text on LinkedIn, and stay hashtags', async () => {
    const id = await stage.create('professional', { content: 'We hire (now)', hashtags: ['jobs', 'remote'] })
    await stage.drive(id)
    const [item] = await stage.publicOf('professional')
    assert.equal(item!.text, 'We hire (now)\n\n#jobs #remote')
    assert.match(item!.sent, /\{hashtag\|\\?#\|jobs\}|#jobs/)
  })

  test('mentions follow the text on X', async () => {
    const id = await stage.create('short', { content: 'Thanks', mentions: ['ada', 'grace'] })
    await stage.drive(id)
    assert.equal((await stage.publicOf('short'))[0]!.text, 'Thanks @ada @grace')
  })

  test('reply settings follow the post', async () => {
    const id = await stage.create('thread', { reply_control: 'mentioned_only' })
    await stage.drive(id)
    const [made] = await stage.control.journal({ platform: 'threads', call: 'create_container' })
    assert.match(JSON.stringify(made), /mentioned_only/)
  })
})

test('all platforms at once: each post on its own platform, none twice', async () => {
  const ids = await Promise.all((['thread', 'photo', 'professional', 'short'] as const).map((p) => stage.create(p)))
  await stage.pass(60_000)
  await Promise.all(ids.map((id) => stage.drive(id)))
  const oracle = await stage.control.oracle()
  assert.deepEqual(oracle.per_platform, { threads: 1, instagram: 1, linkedin: 1, x: 1, bluesky: 0, mastodon: 0 })
})

test('a permalink that was not available at first is found later', async () => {
  await stage.control.fault({ platform: 'threads', call: 'media.get', kind: 'status_before', status: 500, times: 1 })
  const id = await stage.create('thread')
  const row = await stage.drive(id)
  assert.equal(row.publication_state, 'published')
  assert.equal(row.permalink, null)
  assert.ok(await stage.step(id))
  assert.equal((await fetch((await stage.row(id)).permalink!)).status, 200)
  assert.equal(await stage.nextRun(id), null)
})

test('a post of the sandbox is not sent to a real server, nor vice versa', async () => {
  const id = await stage.create('thread')
  await stage.server.sql('update connections set sandbox = false')
  const row = await stage.drive(id)
  assert.equal(row.publication_state, 'held')
  assert.match(row.reason!, /real account/)
  assert.equal((await stage.control.oracle()).total, 0)
})
