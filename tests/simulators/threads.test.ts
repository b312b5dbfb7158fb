import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type Answer, ask, graphCode, publicTexts, type Sandbox, startSandbox } from './helper.ts'

const DAY_MS = 86_400_000

describe('Threads', () => {
  let sandbox: Sandbox
  let token: string
  let api: string
  before(async () => {
    sandbox = await startSandbox()
    api = `${sandbox.url}/threads`
  })
  after(() => sandbox.stop())
  beforeEach(async () => {
    await sandbox.control.reset()
    token = (await sandbox.control.token({ platform: 'threads' })).access_token
  })

  const create = (form: Record<string, string>): Promise<Answer> =>
    ask(api, '/me/threads', { form: { ...form, access_token: token } })
  const publish = (id: string): Promise<Answer> =>
    ask(api, '/me/threads_publish', { method: 'POST', query: { creation_id: id, access_token: token } })
  const get = (path: string, query: Record<string, string> = {}): Promise<Answer> => ask(api, path, { token, query })
  const status = async (id: string): Promise<Answer> => get(`/${id}`, { fields: 'status,error_message' })
  const text = (words: string): Promise<Answer> => create({ media_type: 'TEXT', text: words })

  it('publishes a text through a container, and shows it in list, item and page', async () => {
    const container = await ask(api, '/v1.0/me/threads', {
      form: { media_type: 'TEXT', text: 'Hello #world & <b>', access_token: token },
    })
    assert.equal(container.status, 200)
    assert.deepEqual((await status(container.json.id)).json, { status: 'FINISHED', id: container.json.id })
    assert.equal((await sandbox.control.oracle()).total, 0)
    const published = await publish(container.json.id)
    assert.notEqual(published.json.id, container.json.id)
    assert.equal((await status(container.json.id)).json.status, 'PUBLISHED')

    const list = await get('/me/threads', { fields: 'id,text,timestamp,permalink,media_type,username' })
    assert.equal(list.json.data.length, 1)
    const row = list.json.data[0]
    assert.equal(row.id, published.json.id)
    assert.equal(row.text, 'Hello #world & <b>')
    assert.equal(row.media_type, 'TEXT_POST')
    assert.match(row.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/)
    assert.ok(list.json.paging.cursors.after)
    const item = await get(`/${published.json.id}`, { fields: 'permalink' })
    assert.deepEqual(item.json, { permalink: row.permalink, id: published.json.id })

    const page = await ask(row.permalink, '')
    assert.match(page.text, /SANDBOX – this is not the real Threads/)
    assert.match(page.text, /&amp; &lt;b&gt;/)
    assert.match((await ask(api, '/')).text, /#world/)
  })

  it('publishes an image, a video and a carousel of both', async () => {
    const image = await create({
      media_type: 'IMAGE',
      image_url: sandbox.media('a.jpg'),
      text: 'image',
      alt_text: 'A colour',
    })
    const video = await create({ media_type: 'VIDEO', video_url: sandbox.media('a.mp4?seconds=3'), text: 'video' })
    const children = await Promise.all([
      create({ media_type: 'IMAGE', image_url: sandbox.media('b.png'), is_carousel_item: 'true' }),
      create({ media_type: 'VIDEO', video_url: sandbox.media('b.mp4'), is_carousel_item: 'true' }),
    ])
    const ids = children.map((child) => child.json.id).join(',')
    const carousel = await create({
      media_type: 'CAROUSEL',
      children: ids,
      text: 'carousel',
      reply_control: 'mentioned_only',
    })
    for (const container of [image, video, carousel]) assert.equal((await publish(container.json.id)).status, 200)
    const list = await get('/me/threads', { fields: 'media_type,children{media_type}' })
    assert.deepEqual(
      list.json.data.map((row: { media_type: string }) => row.media_type),
      ['CAROUSEL_ALBUM', 'VIDEO', 'IMAGE'],
    )
    assert.deepEqual(
      list.json.data[0].children.data.map((row: { media_type: string }) => row.media_type),
      ['IMAGE', 'VIDEO'],
    )
    // A part of a carousel is not a post of its own.
    assert.equal(graphCode(await publish(children[0]!.json.id)), '24/4279009')
  })

  it('refuses what the documents forbid, at creation', async () => {
    const links = Array.from({ length: 6 }, (_each, at) => `https://example.com/${at}`).join(' ')
    const wrong: [Record<string, string>, RegExp][] = [
      [{ media_type: 'POEM' }, /media_type/],
      [{ media_type: 'TEXT' }, /text is required/],
      [{ media_type: 'TEXT', text: 'x'.repeat(501) }, /^Param text must be at most 500 characters long\.$/],
      [{ media_type: 'TEXT', text: '😀'.repeat(126) }, /500 characters/],
      [{ media_type: 'TEXT', text: links }, /THREADS_API__LINK_LIMIT_EXCEEDED/],
      [{ media_type: 'TEXT', text: 'x', reply_control: 'nobody' }, /reply_control/],
      [{ media_type: 'TEXT', text: 'x', topic_tag: 'a.b' }, /topic_tag/],
      [{ media_type: 'TEXT', text: 'x', reply_to_id: '1' }, /reply_to_id/],
      [{ media_type: 'IMAGE' }, /image_url is required/],
      [{ media_type: 'IMAGE', image_url: sandbox.media('a.gif') }, /format/],
      [{ media_type: 'IMAGE', image_url: sandbox.media('a.jpg?bytes=9000000') }, /too large/],
      [{ media_type: 'IMAGE', image_url: sandbox.media('a.jpg?width=1100&height=100') }, /aspect ratio/],
      [
        { media_type: 'IMAGE', image_url: sandbox.media('a.jpg'), link_attachment: 'https://example.com' },
        /link_attachment/,
      ],
      [
        { media_type: 'IMAGE', image_url: sandbox.media('a.jpg'), is_carousel_item: 'true', text: 'x' },
        /cannot have text/,
      ],
      [{ media_type: 'IMAGE', image_url: sandbox.media('a.jpg'), alt_text: 'x'.repeat(1001) }, /alt_text/],
      [{ media_type: 'CAROUSEL', children: '1' }, /2 to 20/],
      [{ media_type: 'CAROUSEL', children: '1,2' }, /not a carousel item/],
    ]
    for (const [form, message] of wrong) {
      const answer = await create(form)
      assert.equal(answer.status, 400, JSON.stringify(form))
      assert.equal(answer.json.error.code, 100)
      assert.match(answer.json.error.message, message)
      assert.equal(answer.json.error.type, 'OAuthException')
      assert.ok(answer.json.error.fbtrace_id)
    }
    assert.equal((await text('😀'.repeat(125))).status, 200)
  })

  it('fetches media itself: an unavailable picture fails at once, a video in its status', async () => {
    assert.equal(
      graphCode(await create({ media_type: 'IMAGE', image_url: sandbox.media('a.jpg?status=404') })),
      '1/2207052',
    )
    assert.equal(
      graphCode(await create({ media_type: 'IMAGE', image_url: sandbox.media('a.jpg?type=text/html') })),
      '1/2207052',
    )
    assert.equal(graphCode(await create({ media_type: 'IMAGE', image_url: 'http://127.0.0.1:1/a.jpg' })), '1/2207052')
    const blocked = sandbox.media('a.jpg?block=facebookexternalhit')
    assert.equal(graphCode(await create({ media_type: 'IMAGE', image_url: blocked })), '1/2207052')
    const videos: [string, string][] = [
      ['a.mp4?status=500', 'FAILED_DOWNLOADING_VIDEO'],
      ['a.mp4?seconds=301', 'INVALID_DURATION'],
      ['a.jpg', 'FAILED_PROCESSING_VIDEO'],
    ]
    for (const [file, message] of videos) {
      const container = await create({ media_type: 'VIDEO', video_url: sandbox.media(file) })
      const { id } = container.json
      assert.deepEqual((await status(id)).json, { status: 'ERROR', error_message: message, id })
      assert.equal(graphCode(await publish(id)), '24/4279009')
    }
    await sandbox.control.settings({
      stub_urls: [
        { prefix: 'https://cdn.invalid/', type: 'image/jpeg', bytes: 1, width: 100, height: 100, seconds: null },
      ],
    })
    assert.equal((await create({ media_type: 'IMAGE', image_url: 'https://cdn.invalid/x.jpg' })).status, 200)
  })

  it('keeps a container in progress for a time, and lets it expire after a day', async () => {
    await sandbox.control.settings({ threads: { text_processing_ms: 30_000 } })
    const { id } = (await text('patience')).json
    assert.equal((await status(id)).json.status, 'IN_PROGRESS')
    assert.equal(graphCode(await publish(id)), '24/4279009')
    await sandbox.control.advance(30_000)
    assert.equal((await status(id)).json.status, 'FINISHED')
    await sandbox.control.advance(DAY_MS)
    assert.equal((await status(id)).json.status, 'EXPIRED')
    assert.equal(graphCode(await publish(id)), '24/4279009')
    assert.equal((await sandbox.control.oracle()).total, 0)
  })

  it('publishing a container twice is an error, the same id, or a second post, as configured', async () => {
    const { id } = (await text('once')).json
    const first = await publish(id)
    assert.equal(graphCode(await publish(id)), '24/4279009')
    await sandbox.control.settings({ threads: { republish: 'same_id' } })
    assert.equal((await publish(id)).json.id, first.json.id)
    assert.equal((await sandbox.control.oracle()).duplicates, 0)
    await sandbox.control.settings({ threads: { republish: 'new_item' } })
    assert.notEqual((await publish(id)).json.id, first.json.id)
    const oracle = await sandbox.control.oracle()
    assert.equal(oracle.duplicates, 1)
    assert.equal(oracle.duplicate_groups[0]?.ids.length, 2)
  })

  it('one of many concurrent publications of a container succeeds', async () => {
    const { id } = (await text('race')).json
    const answers = await Promise.all(Array.from({ length: 8 }, () => publish(id)))
    assert.equal(answers.filter((answer) => answer.status === 200).length, 1)
    assert.equal((await sandbox.control.oracle()).total, 1)
  })

  it('counts the quota over a rolling day', async () => {
    await sandbox.control.settings({ threads: { quota_total: 2 } })
    for (const words of ['one', 'two']) assert.equal((await publish((await text(words)).json.id)).status, 200)
    const limit = await get('/me/threads_publishing_limit', { fields: 'quota_usage,config' })
    assert.deepEqual(limit.json, { data: [{ quota_usage: 2, config: { quota_total: 2, quota_duration: 86400 } }] })
    const { id } = (await text('three')).json
    assert.equal(graphCode(await publish(id)), '9/2207042')
    await sandbox.control.advance(DAY_MS)
    assert.equal((await publish((await text('four')).json.id)).status, 200)
    assert.deepEqual(await publicTexts(sandbox.control, 'threads'), ['one', 'two', 'four'])
  })

  it('replies are counted separately and are not in the list', async () => {
    const post = (await publish((await text('post')).json.id)).json.id
    const reply = await create({ media_type: 'TEXT', text: 'reply', reply_to_id: post })
    assert.equal((await publish(reply.json.id)).status, 200)
    assert.equal((await get('/me/threads')).json.data.length, 1)
    const limit = await get('/me/threads_publishing_limit', { fields: 'quota_usage,reply_quota_usage,reply_config' })
    assert.deepEqual(limit.json.data[0], {
      quota_usage: 1,
      reply_quota_usage: 1,
      reply_config: { quota_total: 1000, quota_duration: 86400 },
    })
  })

  it('pages through a list with cursors, and filters by time', async () => {
    for (let at = 0; at < 5; at += 1) await publish((await text(`post ${at}`)).json.id)
    const seen: string[] = []
    let page = await get('/me/threads', { fields: 'text', limit: '2' })
    for (;;) {
      seen.push(...page.json.data.map((row: { text: string }) => row.text))
      if (!page.json.paging?.next) break
      page = await ask(page.json.paging.next, '', { token })
    }
    assert.deepEqual(seen, ['post 4', 'post 3', 'post 2', 'post 1', 'post 0'])
    await sandbox.control.advance(3_600_000)
    await publish((await text('later')).json.id)
    const now = Math.floor((Date.now() + 3_600_000) / 1000)
    const since = await get('/me/threads', { fields: 'text', since: String(now - 600) })
    assert.deepEqual(
      since.json.data.map((row: { text: string }) => row.text),
      ['later'],
    )
    assert.equal((await get('/me/threads', { limit: '101' })).status, 400)
    assert.equal((await get('/me/threads', { since: 'soon' })).status, 400)
  })

  it('deletes', async () => {
    const { id } = (await publish((await text('short-lived')).json.id)).json
    const gone = await ask(api, `/${id}`, { method: 'DELETE', token })
    assert.deepEqual(gone.json, { success: true, deleted_id: id })
    assert.equal(graphCode(await ask(api, `/${id}`, { method: 'DELETE', token })), '100/33')
    assert.equal(graphCode(await get(`/${id}`)), '100/33')
    assert.deepEqual((await get('/me/threads')).json, { data: [] })
    assert.equal((await sandbox.control.oracle()).deleted, 1)
  })

  it('auto_publish_text publishes at once and leaves no container', async () => {
    const answer = await create({ media_type: 'TEXT', text: 'at once', auto_publish_text: 'true' })
    assert.equal((await get(`/${answer.json.id}`, { fields: 'text' })).json.text, 'at once')
  })

  it('separates accounts, and knows restricted ones', async () => {
    const other = await sandbox.control.account({ platform: 'threads', username: 'other' })
    const theirs = (await sandbox.control.token({ platform: 'threads', account: other.id })).access_token
    const { id } = (await text('mine')).json
    const foreign = await ask(api, '/me/threads_publish', { form: { creation_id: id, access_token: theirs } })
    assert.equal(graphCode(foreign), '24/4279009')
    assert.equal(graphCode(await get(`/${other.id}/threads`)), '100/33')
    await sandbox.control.account({ platform: 'threads', id: '17841400000000001', restricted: true })
    assert.equal(graphCode(await publish(id)), '25/4279013')
  })

  it('unknown paths and bodies get a Graph error', async () => {
    assert.equal((await get('/a/b/c')).json.error.code, 2500)
    const answer = await ask(api, '/me/threads', { body: '{', headers: { 'content-type': 'application/json' }, token })
    assert.equal(answer.json.error.code, 100)
  })
})
