import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { makeGif } from '../../simulators/media/images.ts'
import { makeMp4 } from '../../simulators/media/mp4.ts'
import { readFacts } from '../../src/media/facts/headers.ts'
import { canShrink, shrinkImage } from '../../src/media/shrink/shrink.ts'
import { MediaBusyError, type MediaFile } from '../../src/platforms/shared/contract.ts'
import { inspectPost } from '../../src/publishing/media.ts'
import { startStage } from '../helpers/publishing.ts'

// Pictures of callers without a browser: files above the limit of the network are shrunk, or refused at once.

const stage = await startStage({ env: { ALLOW_PRIVATE_NETWORKS: 'true' } })
const { server, key } = stage
const dir = mkdtempSync(join(tmpdir(), 'doorpost-shrink-'))
after(() => rmSync(dir, { recursive: true }))

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })

/** A photograph from a phone that was held upright: 3 MB, with a location. */
const photo = await noise(2400, 1800)
  .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } })
  .withMetadata({ orientation: 6 })
  .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
  .toBuffer()

/** Path → file on the site; a photograph for all others. */
const onSite = new Map<string, Buffer>()
const site = createServer((request, response) => {
  const bytes = onSite.get(request.url!) ?? photo
  response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
})
const siteUrl = (path: string) => `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`
before(async () => {
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
})
after(() => {
  site.closeAllConnections()
  site.close()
})

let connectionId: string
beforeEach(async () => {
  await stage.fresh([])
  await server.sql('delete from media')
  await stage.connect('short', 'member', 'bluesky')
  connectionId = (await server.send('GET', '/v1/connections', { key })).body.data[0].id
})

async function upload(body: Uint8Array): Promise<string> {
  const answer = await server.send('POST', '/v1/media', { key, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data.url
}

const createPost = (body: Record<string, unknown>) =>
  server.send('POST', '/v1/posts/short', {
    key,
    json: {
      content: 'Words',
      status: 'scheduled',
      scheduled_date: new Date(stage.now() + 60_000).toISOString(),
      connection_id: connectionId,
      ...body,
    },
  })
const rulesOf = (warnings: Array<{ rule: string }>) => warnings.map(({ rule }) => rule)

/** Rules of the warnings after the job that inspects files of other servers. */
async function warnedAfterLook(id: string): Promise<string[]> {
  const { pool, log, publishing, connections, workspaceId } = server.deps
  const deps = { pool, log, media: publishing.media, accountsOf: connections.accountsOf }
  await inspectPost(deps, { workspace_id: workspaceId, post_id: id })
  const { body } = await server.send('GET', `/v1/posts/${id}`, { key })
  return rulesOf(body.data.warnings)
}

async function checkPublished(id: string) {
  const row = await stage.drive(id)
  assert.equal(row.publication_state, 'published', row.reason ?? '')
  const [item] = await stage.publicOf('short', 'bluesky')
  const sent = Buffer.from(await (await fetch(item!.media[0]!.url)).arrayBuffer())
  const { format, width, height, orientation, exif } = await sharp(sent).metadata()
  assert.equal(format, 'jpeg')
  assert.ok(sent.length <= 2_000_000, `${sent.length} bytes`)
  assert.ok(Math.abs(width / height - 3 / 4) < 0.01, 'upright')
  assert.equal(orientation, undefined)
  assert.equal(exif, undefined)
  assert.equal(sent.includes('SecretCamera'), false)
}

describe('an image above the limit of Bluesky', () => {
  before(() => assert.ok(photo.length > 2_200_000 && canShrink()))

  test('is sent smaller, upright and without its location; the file in the library stays', async () => {
    const url = await upload(photo)
    const { status, body, text } = await createPost({ media_urls: [url] })
    assert.equal(status, 201, text)
    assert.deepEqual(rulesOf(body.data.warnings), ['any.media.shrunk'])
    assert.match(body.data.warnings[0].message, /media_urls\[0\] has \d\.\d MB .* more than Bluesky takes/)
    await checkPublished(body.data.id)
    const path = new URL(url).pathname
    const stored = Buffer.from(await (await fetch(`${server.url}${path}`)).arrayBuffer())
    assert.ok(stored.equals(photo))
  })

  test('of another server gets a warning when it is checked, and is sent in the same way', async () => {
    const { body } = await createPost({ media_urls: [siteUrl('/photo.jpg')] })
    const { id } = body.data
    assert.ok((await warnedAfterLook(id)).includes('any.media.shrunk'))
    await checkPublished(id)
  })

  test('that cannot be shrunk is refused with the limit; a draft gets a warning', async () => {
    const gif = Buffer.concat([makeGif({ width: 96, height: 96, hue: 1 })])
    const large = Buffer.concat([gif.subarray(0, -1), gifComment(2_100_000), Buffer.from([0x3b])])
    const url = await upload(large)
    const refused = await createPost({ media_urls: [url] })
    assert.equal(refused.status, 400)
    assert.deepEqual(refused.body.details, {
      'media_urls[0]': ['media_urls[0] has 2.1 MB, but Bluesky takes 2 MB at most.'],
    })
    const dry = await server.send('POST', '/v1/posts/short?dry_run=true', {
      key,
      json: { content: 'a', media_urls: [url], connection_id: connectionId },
    })
    assert.deepEqual(rulesOf(dry.body.data.warnings), ['bluesky.image.file'])
    const draft = await createPost({ media_urls: [url], status: 'draft' })
    assert.equal(draft.status, 201)
    const { id } = draft.body.data
    const scheduled = await server.send('PATCH', `/v1/posts/${id}`, { key, json: { status: 'scheduled' } })
    assert.equal(scheduled.status, 400)
    const words = await server.send('PATCH', `/v1/posts/${id}`, { key, json: { content: 'Other words' } })
    assert.equal(words.status, 200)
  })
})

describe('an animation above the limit of Bluesky', async () => {
  const frames = await Promise.all([1, 2].map(() => noise(1000, 1000).png().toBuffer()))
  const animations = {
    webp: await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true, loop: 0 })
      .toBuffer(),
    gif: await sharp(frames, { join: { animated: true } })
      .gif({ loop: 0 })
      .toBuffer(),
    png: animatedPng(frames[0]!),
  }
  for (const [type, bytes] of Object.entries(animations)) {
    test(`is refused at creation with the limit: ${type}`, async () => {
      assert.ok(bytes.length > 2_000_000)
      const limit = `media_urls[0] has ${Number((bytes.length / 1_000_000).toFixed(1))} MB, but Bluesky takes 2 MB at most.`
      const media_urls = [await upload(bytes)]
      const refused = await createPost({ media_urls })
      assert.equal(refused.status, 400, refused.text)
      assert.deepEqual(refused.body.details, { 'media_urls[0]': [limit] })
      const draft = await createPost({ media_urls, status: 'draft' })
      assert.deepEqual(rulesOf(draft.body.data.warnings), ['bluesky.image.file'])
    })

    test(`of another server gets a warning with the limit when it is checked, and stays unchanged: ${type}`, async () => {
      onSite.set(`/animated.${type}`, bytes)
      const { id } = (await createPost({ media_urls: [siteUrl(`/animated.${type}`)] })).body.data
      const rules = await warnedAfterLook(id)
      assert.ok(rules.includes('bluesky.image.file') && !rules.includes('any.media.shrunk'), String(rules))
      const row = await stage.drive(id)
      assert.equal(row.publication_state, 'failed')
      assert.match(row.reason!, /Bluesky takes 2 MB|2,000,000|too large|at most/)
    })
  }

  test('differs from a still picture of the same type, which is sent smaller', async () => {
    const still = await noise(1000, 1000).webp({ lossless: true }).toBuffer()
    for (const bytes of [frames[0]!, still]) {
      assert.ok(bytes.length > 2_000_000)
      const { body } = await createPost({ media_urls: [await upload(bytes)] })
      assert.deepEqual(rulesOf(body.data.warnings), ['any.media.shrunk'])
    }
  })
})

test('a video of more than three minutes is refused by Bluesky at creation, and when its file is read', async () => {
  const video = makeMp4({ width: 16, height: 16, seconds: 181, hue: 1 })
  const refused = await createPost({ media_urls: [await upload(video)] })
  assert.equal(refused.status, 400)
  assert.match(refused.body.details['media_urls[0]'][0], /is 181 seconds long, but Bluesky takes 180 at most/)
  const created = await createPost({ media_urls: [stage.media('clip.mp4?seconds=181')] })
  assert.equal(created.status, 201)
  const row = await stage.drive(created.body.data.id)
  assert.equal(row.publication_state, 'failed')
  assert.match(row.reason!, /181 seconds long, but Bluesky takes 180 at most/)
  assert.deepEqual(await stage.publicOf('short', 'bluesky'), [])
})

describe('a hostile picture does no harm', () => {
  const LIMITS = { mostBytes: 1_000_000, mostPixels: 1_000_000, inputPixels: 120_000_000 }
  const asFile = (bytes: Buffer): MediaFile => ({
    type: 'image/png',
    bytes: bytes.length,
    read: async (start, end) => bytes.subarray(start, end),
  })
  const shrink = (bytes: Buffer, timeoutMs?: number) =>
    shrinkImage({ dir, log: server.deps.log, ...(timeoutMs === undefined ? {} : { timeoutMs }) }, asFile(bytes), LIMITS)

  test('one that cannot be decoded stays unchanged', async () => {
    const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const huge = Buffer.from(png)
    huge.writeUInt32BE(60_000, 16)
    huge.writeUInt32BE(60_000, 20)
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    )
    const frames = [0, 1].map(() => ({ create: { width: 40, height: 40, channels: 3 as const, background: 'red' } }))
    const pages = await Promise.all(
      frames.map((frame, at) =>
        sharp(frame)
          .tint(at === 0 ? 'red' : 'blue')
          .png()
          .toBuffer(),
      ),
    )
    const animated = await sharp(pages, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer()
    const tiff = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .tiff()
      .toBuffer()
    for (const [name, bytes] of Object.entries({
      huge,
      truncated: photo.subarray(0, 100_000),
      svg,
      animated,
      tiff,
      text: Buffer.from('not a picture at all'),
      empty: Buffer.alloc(0),
    })) {
      assert.equal(await shrink(bytes), null, name)
    }
  })

  test('one with the maximum number of pixels is shrunk', async () => {
    const bomb = await sharp({
      create: { width: 12_000, height: 10_000, channels: 3, background: 'white' },
      limitInputPixels: false,
    })
      .png()
      .toBuffer()
    const small = await shrink(bomb)
    assert.ok(small && small.bytes <= LIMITS.mostBytes)
    const { type, width, height } = await readFacts({
      size: small.bytes,
      read: async (start, length) => Buffer.from(await small.read(start, start + length)),
    })
    assert.equal(type, 'jpeg')
    assert.ok(width! * height! <= LIMITS.mostPixels)
    await small.close()
  })

  test('one that takes too long is retried later, and its process is gone', async () => {
    await assert.rejects(shrink(photo, 1), MediaBusyError)
    const small = await shrink(photo)
    assert.ok(small)
    await small.close()
  })
})

/** The same picture, declared as the first of two frames; some metadata comes before that. */
function animatedPng(png: Buffer): Buffer {
  const chunk = (name: string, payload: Buffer) => {
    const named = Buffer.concat([Buffer.from(name, 'latin1'), payload])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(payload.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const afterHeader = 8 + 25
  const more = [
    chunk('tEXt', Buffer.from(`Comment\0${'x'.repeat(2_000)}`)),
    chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
  ]
  return Buffer.concat([png.subarray(0, afterHeader), ...more, png.subarray(afterHeader)])
}

/** A GIF may have comments of any length, in blocks of 255 bytes. */
function gifComment(bytes: number): Buffer {
  const block = Buffer.concat([Buffer.from([255]), Buffer.alloc(255, 'x')])
  const blocks = Array.from({ length: Math.ceil(bytes / 256) }, () => block)
  return Buffer.concat([Buffer.from([0x21, 0xfe]), ...blocks, Buffer.from([0])])
}
