import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cleanUpMedia } from '../../../src/media/clean-up.ts'
import { jpegFile, mp4File } from '../../helpers/media-files.ts'
import { startServer } from '../../helpers/server.ts'

// Posts with uploaded files: alt texts, warnings, and how long the files stay.

const DAY_MS = 86_400_000
let offsetMs = 0
const clock = { now: () => Date.now() + offsetMs }
const server = await startServer({ clock })
const { deps } = server
const key = await server.key()
let hue = 0

async function upload(altText: string | null = null, bytes: Uint8Array = jpegFile(++hue)) {
  const query = altText === null ? '' : `?alt_text=${encodeURIComponent(altText)}`
  return (await server.send('POST', `/v1/media${query}`, { key, body: bytes })).body.data
}
const create = (json: object, platform = 'short', query = '') =>
  server.send('POST', `/v1/posts/${platform}${query}`, { key, json: { content: 'Hello', ...json } })
const patch = (id: string, json: object) => server.send('PATCH', `/v1/posts/${id}`, { key, json })
const rulesOf = ({ body }: { body: { data: { warnings: { rule: string }[] } } }) =>
  body.data.warnings.map(({ rule }) => rule)
const cleanUp = () => cleanUpMedia({ pool: deps.pool, clock, log: deps.log, ...deps.mediaStores })
const exists = async (id: string) => (await server.send('GET', `/v1/media/${id}`, { key })).status === 200
const inDays = (days: number) => new Date(clock.now() + days * DAY_MS).toISOString()

describe('alt texts', () => {
  const urls = ['https://cdn.example.com/a.jpg', 'https://cdn.example.com/b.jpg']

  test('are stored as sent, trimmed, and shown again', async () => {
    const { body } = await create({ media_urls: urls, alt_texts: ['  A harbour ', ' '] })
    assert.deepEqual(body.data.alt_texts, ['A harbour', null])
    const { body: read } = await server.send('GET', `/v1/posts/${body.data.id}`, { key })
    assert.deepEqual(read.data.alt_texts, ['A harbour', null])
  })

  test('that do not fit the files are refused', async () => {
    for (const [alt_texts, field] of [
      [['a', 'b', 'c'], 'alt_texts'],
      ['a', 'alt_texts'],
      [[5], 'alt_texts[0]'],
      [[null, 'x'.repeat(4_087)], 'alt_texts[1]'],
      [['a\u0000'], 'alt_texts[0]'],
    ] as const) {
      const { status, body } = await create({ media_urls: urls, alt_texts })
      assert.equal(status, 400)
      assert.ok(body.details[field], JSON.stringify(body.details))
    }
    assert.equal((await create({ alt_texts: ['a'] })).status, 400)
  })

  test('come from the files when none are sent, also in a dry run', async () => {
    const [first, second] = [await upload('A harbour'), await upload()]
    const media_urls = [second.url, first.url, ...urls]
    assert.deepEqual((await create({ media_urls })).body.data.alt_texts, [null, 'A harbour', null, null])
    assert.deepEqual((await create({ media_urls }, 'short', '?dry_run=true')).body.data.alt_texts, [
      null,
      'A harbour',
      null,
      null,
    ])
    assert.deepEqual((await create({ media_urls, alt_texts: [] })).body.data.alt_texts, [])
    assert.deepEqual((await create({ media_urls, alt_texts: [null, 'Mine'] })).body.data.alt_texts, [null, 'Mine'])
    assert.equal((await create({ media_urls: [second.url] })).body.data.alt_texts, null)
  })

  test('stay with their files when only the files are changed, and can be changed and cleared', async () => {
    const file = await upload('From the file')
    const { id } = (await create({ media_urls: urls, alt_texts: ['One', 'Two'] })).body.data
    const textsOf = async (json: object) => (await patch(id, json)).body.data.alt_texts
    assert.deepEqual(await textsOf({ media_urls: [urls[1], file.url, urls[0]] }), ['Two', 'From the file', 'One'])
    assert.deepEqual(await textsOf({ media_urls: [urls[1]] }), ['Two'])
    assert.deepEqual(await textsOf({ content: 'Other words' }), ['Two'])
    assert.deepEqual(await textsOf({ alt_texts: ['Three'] }), ['Three'])
    assert.equal(await textsOf({ alt_texts: null }), null)
    assert.equal(await textsOf({ media_urls: null }), null)
    const other = (await create({ media_urls: [file.url], alt_texts: [null] })).body.data
    assert.deepEqual((await patch(other.id, { content: 'x' })).body.data.alt_texts, [null], 'what was cleared stays so')
  })

  test('a platform that has none for videos says so', async () => {
    const video = await upload('A film', mp4File())
    assert.ok(rulesOf(await create({ media_urls: [video.url] })).includes('any.alt_text.video'))
    const thread = { media_type: 'video', media_urls: [video.url] }
    assert.ok(!rulesOf(await create(thread, 'thread')).includes('any.alt_text.video'))
  })
})

describe('a file of this installation', () => {
  test('is not a private address for platforms that get the bytes, and a warning for those that fetch', async () => {
    const { url } = await upload()
    assert.deepEqual(rulesOf(await create({ media_urls: [url] })), [])
    const answer = await create({ media_type: 'image', media_urls: [url] }, 'thread')
    // It is also smaller than Threads requires.
    assert.deepEqual(rulesOf(answer), ['any.media.not_fetchable', 'thread.image.file'])
    const [warning] = answer.body.data.warnings
    assert.match(
      warning.message,
      /Threads fetches media_urls\[0\] itself.*is not public.*public https address, or a bucket/,
    )
    const elsewhere = url.replace(/^http:\/\/[^/]+/, 'https://old.example.com')
    assert.deepEqual(rulesOf(await create({ media_urls: [elsewhere] })), [], 'whatever the host')
    const foreign = await create({ media_urls: [`http://localhost/files/${'A'.repeat(32)}.jpg`] })
    assert.deepEqual(rulesOf(foreign), ['any.media.url.private'])
  })

  test('cannot be deleted while a scheduled post needs it, and can be afterwards', async () => {
    const file = await upload()
    const draft = (await create({ media_urls: [file.url] })).body.data
    const { id } = (
      await create({ media_urls: [file.url], content: 'Soon', status: 'scheduled', scheduled_date: inDays(2) })
    ).body.data
    const remove = () => server.send('DELETE', `/v1/media/${file.id}`, { key })
    const refused = await remove()
    assert.equal(refused.status, 400)
    assert.match(refused.body.details.file[0], new RegExp(`Post ${id}, scheduled for .* needs this file`))
    assert.deepEqual((await server.send('GET', `/v1/media/${file.id}`, { key })).body.data.post_ids, [id, draft.id])
    await patch(id, { status: 'draft' })
    assert.equal((await remove()).status, 200)
  })

  test('without a post is deleted 30 days after its last upload', async () => {
    const bytes = jpegFile(++hue)
    const file = await upload(null, bytes)
    const left = (each: { expires_at: string }) => Math.round((Date.parse(each.expires_at) - clock.now()) / DAY_MS)
    assert.equal(left(file), 30)
    offsetMs += 20 * DAY_MS
    assert.equal(left(await upload(null, bytes)), 30)
    offsetMs += 20 * DAY_MS
    await cleanUp()
    assert.ok(await exists(file.id))
    offsetMs += 11 * DAY_MS
    await cleanUp()
    assert.ok(!(await exists(file.id)))
    assert.equal((await fetch(file.url)).status, 404)
    assert.deepEqual(await server.sql('select from media_leftovers'), [])
  })

  test('stays while an unpublished post uses it, and is deleted 30 days after the last publication', async () => {
    const file = await upload()
    const first = (await create({ media_urls: [file.url] })).body.data
    const second = (await create({ media_urls: [file.url], content: 'Again' })).body.data
    const publish = (id: string, at: number) =>
      server.sql(`update posts set publication_state = 'published', published_at = $2 where id = $1`, [
        id,
        new Date(at),
      ])
    offsetMs += 40 * DAY_MS
    await publish(first.id, clock.now())
    await cleanUp()
    const { data } = (await server.send('GET', `/v1/media/${file.id}`, { key })).body
    assert.equal(data.expires_at, null)
    assert.ok(data.used_at)
    await publish(second.id, clock.now() - DAY_MS)
    offsetMs += 29 * DAY_MS
    await cleanUp()
    assert.ok(await exists(file.id))
    offsetMs += 2 * DAY_MS
    await cleanUp()
    assert.ok(!(await exists(file.id)))
    const { status } = await server.send('GET', `/v1/posts/${second.id}`, { key })
    assert.equal(status, 200, 'the post stays')
  })

  test('that a post starts to use during the clean-up stays', async () => {
    const file = await upload()
    offsetMs += 31 * DAY_MS
    const post = await deps.pool.connect()
    try {
      await post.query('begin')
      await post.query(
        `insert into posts (workspace_id, id, platform, content, media_urls, status, publication_state, created_at, updated_at)
         values ($1, $2, 'short', 'Hello', $3, 'draft', 'none', now(), now())`,
        [deps.workspaceId, deps.ids.next().id, JSON.stringify([file.url])],
      )
      const cleaning = cleanUp()
      await post.query('commit')
      await cleaning
    } finally {
      post.release()
    }
    assert.ok(await exists(file.id))
    await cleanUp()
    assert.ok(await exists(file.id))
  })

  test('without a row is removed by its marker, one with a row never', async () => {
    const file = await upload()
    const name = file.url.split('/').at(-1)
    await server.sql(`insert into media_leftovers (file, store, remove_after) values ($1, 'disk', '-infinity')`, [name])
    await cleanUp()
    assert.equal((await fetch(file.url)).status, 200)
    await server.sql('delete from media where id = $1', [file.id])
    const { stores } = deps.mediaStores
    assert.equal(await stores.of('disk').size(name), file.bytes)
    await cleanUp()
    assert.equal(await stores.of('disk').size(name), null)
    assert.deepEqual(await server.sql('select from media_leftovers'), [])
  })
})
