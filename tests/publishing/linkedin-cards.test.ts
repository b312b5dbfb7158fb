import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, beforeEach, describe, test } from 'node:test'
import { makeJpeg } from '../../simulators/media/images.ts'
import { startStage } from '../helpers/publishing.ts'

// LinkedIn shows a card for a link only if the card is sent too, and a picture only after it has been processed.

type Answer = { type: string; body: string | Buffer; status?: number }

const picture = makeJpeg({ width: 1200, height: 627, hue: 10 })
let answers: Record<string, Answer> = {}
const site = createServer((request, response) => {
  const answer = answers[request.url!]
  if (answer === undefined) return void response.writeHead(404).end()
  // An endless answer: only a limit ends it.
  if (answer.body === 'HANG') return void response.writeHead(200, { 'content-type': answer.type }).flushHeaders()
  response.writeHead(answer.status ?? 200, { 'content-type': answer.type }).end(answer.body)
})
site.listen(0, '127.0.0.1')
await once(site, 'listening')
after(() => {
  site.closeAllConnections()
  site.close()
})
const SITE = `http://127.0.0.1:${(site.address() as AddressInfo).port}`

const stage = await startStage({ env: { ALLOW_PRIVATE_NETWORKS: 'true' } })
beforeEach(async () => {
  await stage.fresh()
  answers = {
    '/article': { type: 'text/html; charset=utf-8', body: page('<meta property="og:image" content="/card.jpg">') },
    '/card.jpg': { type: 'image/jpeg', body: picture },
  }
})

function page(more: string): string {
  return `<!doctype html><html><head><title>Not this one</title>
    <meta property="og:title" content="Prices &amp; plans">
    <meta content='What it "costs"' property='og:description'>${more}</head><body></body></html>`
}

const contentSent = async () => {
  const [create] = await stage.control.journal({ platform: 'linkedin', call: 'posts.create' })
  return (create!.body as { content?: { article?: Record<string, string> } }).content
}

async function publish(content: string, more = {}) {
  const id = await stage.create('professional', { content, ...more })
  const row = await stage.drive(id)
  assert.equal(row.publication_state, 'published', row.reason ?? '')
  const [item] = await stage.publicOf('professional')
  return item!
}

describe('a post with a link and without media', () => {
  test('has a card that leads to the tracked link, built from the page itself', async () => {
    for (const mode of ['utm', 'short']) {
      await stage.fresh(['professional'])
      await publish(`Read this (${SITE}/article).`, { track_links: mode })
      const [link] = await stage.server.sql<{ code: string }>('select code from links order by id desc limit 1')
      const { source, title } = (await contentSent())!.article!
      assert.equal(title, 'Prices & plans')
      assert.ok(source!.includes(link!.code), source)
      assert.equal(source!.startsWith(`${SITE}/article?utm_source=linkedin&`), mode === 'utm')
    }
  })

  test('has a card with title, description and picture', async () => {
    const item = await publish(`Read this (${SITE}/article).`)
    assert.equal(item.kind, 'article')
    assert.equal(item.media.length, 1)
    const { thumbnail, ...article } = (await contentSent())!.article!
    assert.deepEqual(article, {
      source: `${SITE}/article`,
      title: 'Prices & plans',
      description: 'What it "costs"',
    })
    assert.match(thumbnail!, /^urn:li:image:/)
    assert.equal(item.text, `Read this (${SITE}/article).`)
  })

  test('waits until the picture is processed, so that readers see it', async () => {
    await stage.control.settings({ linkedin: { image_processing_ms: 8_000 } })
    await stage.connect('professional', 'organization')
    const item = await publish(`Look: ${SITE}/article`)
    assert.equal(item.media.length, 1)
  })

  test('is sent without the picture if LinkedIn takes too long to process it', async () => {
    await stage.control.settings({ linkedin: { image_processing_ms: 3_600_000 } })
    await stage.connect('professional', 'organization')
    const due = stage.now() + 60_000
    const item = await publish(`Look: ${SITE}/article`)
    assert.equal(item.kind, 'article')
    assert.deepEqual(item.media, [])
    assert.ok(stage.now() - due < 180_000)
  })

  for (const [what, change] of [
    ['a page that is not there', { '/article': undefined }],
    ['a page that is not HTML', { '/article': { type: 'application/pdf', body: '%PDF-' } }],
    ['a page without a title', { '/article': { type: 'text/html', body: '<p>nothing</p>' } }],
    ['a page that answers 500', { '/article': { type: 'text/html', body: page(''), status: 500 } }],
  ] as const) {
    test(`is sent without a card: ${what}`, async () => {
      answers = { ...answers, ...change } as typeof answers
      const item = await publish(`Look: ${SITE}/article`)
      assert.equal(item.kind, 'text')
      assert.equal(await contentSent(), undefined)
    })
  }

  for (const [what, change] of [
    ['a picture that is not there', { '/card.jpg': undefined }],
    ['a picture that is none', { '/card.jpg': { type: 'image/jpeg', body: 'no' } }],
    ['a picture of too many bytes', { '/card.jpg': { type: 'image/jpeg', body: Buffer.alloc(11 * 1024 * 1024) } }],
  ] as const) {
    test(`is sent with a card, but without a picture: ${what}`, async () => {
      answers = { ...answers, ...change } as typeof answers
      const item = await publish(`Look: ${SITE}/article`)
      assert.equal(item.kind, 'article')
      assert.deepEqual(item.media, [])
    })
  }
})

test('a post with its own media has no card', async () => {
  const id = await stage.create('professional', {
    content: `Look: ${SITE}/article`,
    media_urls: [stage.media('a.jpg')],
  })
  assert.equal((await stage.drive(id)).publication_state, 'published')
  assert.equal((await contentSent())!.article, undefined)
})

test('pictures of a post are used once LinkedIn has processed them', async () => {
  await stage.control.settings({ linkedin: { image_processing_ms: 20_000 } })
  await stage.connect('professional', 'organization')
  const media_urls = [stage.media('a.jpg'), stage.media('b.jpg')]
  const id = await stage.create('professional', { media_urls })
  assert.equal((await stage.drive(id)).publication_state, 'published')
  const [item] = await stage.publicOf('professional')
  assert.equal(item!.media.length, 2)
})

test('without ALLOW_PRIVATE_NETWORKS no private address is read for a card', async () => {
  const closed = await startStage()
  await closed.fresh()
  const id = await closed.create('professional', { content: `Look: ${SITE}/article` })
  assert.equal((await closed.drive(id)).publication_state, 'published')
  assert.equal((await closed.publicOf('professional'))[0]!.kind, 'text')
})
