import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { makeJpeg } from '../../simulators/media/images.ts'
import { makeMp4 } from '../../simulators/media/mp4.ts'
import type { Format } from '../../src/platforms/shared/provider.ts'
import { inspectPost } from '../../src/publishing/media.ts'
import { startStage } from '../helpers/publishing.ts'
import { startS3 } from '../helpers/s3.ts'

// Posts with uploaded files: from localhost to every platform, with alt texts.

const s3 = await startS3()
const stage = await startStage()
const inBucket = await startStage({ env: s3.env })
const jpeg = (hue: number) => makeJpeg({ width: 400, height: 400, hue })
const mp4 = makeMp4({ width: 320, height: 320, seconds: 5, hue: 10 })

beforeEach(async () => {
  for (const each of [stage, inBucket]) {
    await each.fresh()
    await each.server.sql('delete from media')
  }
})

async function upload(on: typeof stage, body: Uint8Array, altText = ''): Promise<string> {
  const query = altText === '' ? '' : `?alt_text=${encodeURIComponent(altText)}`
  const answer = await on.server.send('POST', `/v1/media${query}`, { key: on.key, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data.url
}

const KINDS: Array<[Format, name: string, files: Buffer[], body: Record<string, unknown>]> = [
  ['thread', 'image', [jpeg(1)], { media_type: 'image' }],
  ['thread', 'video', [mp4], { media_type: 'video' }],
  ['thread', 'carousel', [jpeg(1), mp4], { media_type: 'carousel' }],
  ['photo', 'feed post', [jpeg(1)], { media_type: 'feed_post' }],
  ['photo', 'reel', [mp4], { media_type: 'reel' }],
  ['photo', 'carousel', [jpeg(1), mp4], { media_type: 'carousel' }],
  ['professional', 'image', [jpeg(1)], {}],
  ['professional', 'images', [jpeg(1), jpeg(2)], {}],
  ['professional', 'video', [mp4], {}],
  ['short', 'images', [jpeg(1), jpeg(2)], {}],
  ['short', 'video', [mp4], {}],
]
/** Platforms with alt texts for videos. */
const DESCRIBES_VIDEOS: readonly Format[] = ['thread']

for (const [index, [platform, name, files, body]] of KINDS.entries()) {
  // From a bucket, only one kind for each platform.
  const isFirst = KINDS.findIndex(([each]) => each === platform) === index
  for (const where of isFirst ? (['folder', 'bucket'] as const) : (['folder'] as const)) {
    const on = where === 'bucket' ? inBucket : stage
    test(`${platform}, ${name}: is sent from the ${where}, with its alt texts`, async () => {
      // Meta reaches our files, or, with a bucket, only the bucket.
      await on.control.settings({ refuse_private_urls: where === 'folder', fetch_local_files: where === 'folder' })
      const media_urls: string[] = []
      for (const [at, bytes] of files.entries()) media_urls.push(await upload(on, bytes, `What file ${at} shows`))
      const id = await on.create(platform, { ...body, media_urls })
      const row = await on.drive(id)
      assert.equal(row.publication_state, 'published', row.reason ?? '')
      const [item] = await on.publicOf(platform)
      const wanted = files.map((bytes, at) =>
        bytes !== mp4 || DESCRIBES_VIDEOS.includes(platform) ? `What file ${at} shows` : null,
      )
      assert.deepEqual(
        item!.media.map((each) => each.alt),
        wanted,
      )
      if (platform === 'photo' || platform === 'thread') {
        const from = new URL(item!.media[0]!.url)
        assert.equal(from.origin, where === 'bucket' ? s3.endpoint : on.server.url)
        assert.equal(from.searchParams.has('X-Amz-Signature'), where === 'bucket')
      }
      const { body: shown } = await on.server.send('GET', '/v1/media', { key: on.key })
      assert.deepEqual(shown.data[0].post_ids, [id])
      assert.ok(shown.data[0].used_at)
    })
  }
}

test('a long alt text is cut to the limit of the platform, with a warning', async () => {
  const url = await upload(stage, jpeg(3), 'ä'.repeat(2_000))
  for (const [platform, body] of [
    ['short', {}],
    ['photo', { media_type: 'feed_post' }],
  ] as const) {
    const id = await stage.create(platform, { ...body, media_urls: [url] })
    const { body: post } = await stage.server.send('GET', `/v1/posts/${id}`, { key: stage.key })
    assert.ok(post.data.warnings.some(({ rule }: { rule: string }) => rule === `${platform}.alt_text.max`))
    await stage.drive(id)
    const [item] = await stage.publicOf(platform)
    assert.equal(item!.media[0]!.alt, `${'ä'.repeat(999)}…`)
  }
})

test('our own file is inspected in the store', async () => {
  const { deps } = stage.server
  const url = await upload(stage, mp4)
  const id = await stage.create('photo', { media_type: 'feed_post', media_urls: [url] })
  const payload = { workspace_id: deps.workspaceId, post_id: id }
  const { accountsOf } = deps.connections
  await inspectPost({ pool: deps.pool, media: deps.publishing.media, log: deps.log, accountsOf }, payload)
  const { body } = await stage.server.send('GET', `/v1/posts/${id}`, { key: stage.key })
  const rules = body.data.warnings.map(({ rule }: { rule: string }) => rule)
  assert.ok(!rules.includes('any.media.unreachable'), JSON.stringify(body.data.warnings))
})

describe('while the bucket is unreachable', () => {
  for (const [platform, body] of [
    ['short', {}],
    ['thread', { media_type: 'image' }],
  ] as const) {
    test(`a post on ${platform} waits, says so, and is sent when the bucket is back`, async () => {
      await inBucket.control.settings({ refuse_private_urls: false })
      const url = await upload(inBucket, jpeg(4))
      const id = await inBucket.create(platform, { ...body, media_urls: [url] })
      s3.network.stall()
      try {
        for (let round = 0; round < 2; round++) {
          await inBucket.step(id)
          const row = await inBucket.row(id)
          assert.equal(row.publication_state, 'deferred')
          assert.match(row.reason!, /file storage is not answering.*waits/)
          assert.equal(row.attempts, 0, 'it is not an attempt')
        }
        // The account is free: a post without files is sent meanwhile.
        const words = { content: 'Words', ...(platform === 'thread' ? { media_type: 'text' } : {}) }
        const other = await inBucket.create(platform, words)
        // A minute later it is the first one's turn again, which keeps waiting.
        await inBucket.step(other)
        await inBucket.step(id)
        assert.equal((await inBucket.drive(other)).publication_state, 'published')
      } finally {
        s3.network.resume()
        s3.network.cut()
      }
      const row = await inBucket.drive(id)
      assert.equal(row.publication_state, 'published', row.reason ?? '')
      assert.equal((await inBucket.control.oracle()).duplicates, 0)
    })
  }
})
