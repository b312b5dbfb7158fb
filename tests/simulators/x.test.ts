import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { weightedLength } from '../../simulators/x/text.ts'
import { type Answer, type Ask, ask, publicTexts, type Sandbox, startSandbox } from './helper.ts'

const ACCOUNT = '1800000000000000001'

describe('X', () => {
  let sandbox: Sandbox
  let token: string
  before(async () => {
    sandbox = await startSandbox()
  })
  after(() => sandbox.stop())
  beforeEach(async () => {
    await sandbox.control.reset()
    token = (await sandbox.control.token({ platform: 'x' })).access_token
  })

  const call = (path: string, input: Ask = {}): Promise<Answer> => ask(`${sandbox.url}/x/2`, path, { token, ...input })
  const tweet = (json: unknown): Promise<Answer> => call('/tweets', { json })
  const list = (query: Record<string, string> = {}): Promise<Answer> => call(`/users/${ACCOUNT}/tweets`, { query })
  const file = async (name: string) => Buffer.from(await (await fetch(sandbox.media(name))).arrayBuffer())
  const start = (json: object): Promise<Answer> => call('/media/upload/initialize', { json })
  const append = (id: string, index: number, bytes: Buffer<ArrayBuffer>): Promise<Answer> => {
    const form = new FormData()
    form.set('segment_index', String(index))
    form.set('media', new Blob([bytes]), 'part')
    return call(`/media/upload/${id}/append`, { body: form })
  }
  const upload = async (name: string, type: string, category: string, parts = 1): Promise<Answer> => {
    const bytes = await file(name)
    const { id } = (await start({ media_type: type, total_bytes: bytes.length, media_category: category })).json.data
    const size = Math.ceil(bytes.length / parts)
    for (let at = 0; at < parts; at += 1) {
      const part = await append(id, at, bytes.subarray(at * size, (at + 1) * size))
      assert.equal(part.status, 200)
      assert.equal(typeof part.json.data.expires_at, 'number')
    }
    return call(`/media/upload/${id}/finalize`, { method: 'POST' })
  }
  const photo = async (name: string): Promise<string> => (await upload(name, 'image/jpeg', 'tweet_image')).json.data.id

  it('creates a post, returns t.co links, escapes, and lists it with entities', async () => {
    const words = 'Fish & chips <3 https://example.com/menu?a=1&b=2 done'
    const created = await tweet({ text: words })
    assert.equal(created.status, 201)
    assert.match(created.json.data.text, /^Fish &amp; chips &lt;3 https:\/\/t\.co\/\w{10} done$/)
    const { id } = created.json.data
    const found = await list({
      'tweet.fields': 'created_at,entities,attachments,note_tweet',
      max_results: '5',
      exclude: 'retweets',
    })
    const [row] = found.json.data
    assert.equal(row.id, id)
    const [url] = row.entities.urls
    assert.equal(url.expanded_url, 'https://example.com/menu?a=1&b=2')
    assert.equal([...row.text].slice(url.start, url.end).join(''), url.url)
    assert.deepEqual(found.json.meta, { result_count: 1, newest_id: id, oldest_id: id })
    assert.deepEqual(Object.keys((await list()).json.data[0]), ['id', 'text', 'edit_history_tweet_ids'])
    assert.equal((await call(`/tweets/${id}`)).json.data.id, id)
    assert.deepEqual(await publicTexts(sandbox.control, 'x'), [words])
    const page = await ask(sandbox.url, `/x/sandbox/status/${id}`)
    assert.match(page.text, /this is not the real X/)
    assert.match(page.text, /Fish &amp; chips &lt;3/)
    assert.equal((await ask(sandbox.url, '/x/sandbox/status/1')).status, 404)
  })

  it('weighs text: links 23, emoji 2, CJK 2', async () => {
    const cases: [string, number][] = [
      ['Hi http://test.co', 26],
      ['H🐱☺️👨‍👩‍👧‍👦', 7],
      ['故'.repeat(160), 320],
      ['café', 4],
      [`${'x'.repeat(10)} example.com/${'y'.repeat(100)}`, 34],
    ]
    for (const [text, weight] of cases) assert.equal(weightedLength(text), weight, text)
    assert.equal((await tweet({ text: 'x'.repeat(280) })).status, 201)
    const long = await tweet({ text: 'y'.repeat(281) })
    assert.equal(long.status, 400)
    assert.match(long.json.errors[0].message, /^Your Tweet text is too long/)
    await sandbox.control.account({ platform: 'x', id: ACCOUNT, max_weighted_length: 4000 })
    assert.equal((await tweet({ text: 'y'.repeat(281) })).status, 201)
    const [row] = (await list({ 'tweet.fields': 'note_tweet' })).json.data
    assert.equal(row.note_tweet.text, 'y'.repeat(281))
    assert.ok(row.text.length < 281)
  })

  it('the same text again is 403 without an id, within the window and while the first exists', async () => {
    const { id } = (await tweet({ text: 'again' })).json.data
    const again = await tweet({ text: 'again ' })
    assert.equal(again.status, 403)
    assert.deepEqual(again.json, {
      title: 'Forbidden',
      detail: 'You are not allowed to create a Tweet with duplicate content.',
      type: 'about:blank',
      status: 403,
    })
    assert.match(again.headers.get('content-type') ?? '', /problem\+json/)
    assert.deepEqual((await call(`/tweets/${id}`, { method: 'DELETE' })).json, { data: { deleted: true } })
    assert.deepEqual((await call(`/tweets/${id}`, { method: 'DELETE' })).json, { data: { deleted: false } })
    assert.equal((await tweet({ text: 'again' })).status, 201)
    await sandbox.control.settings({ x: { duplicate_after_delete: true } })
    await sandbox.control.advance(7_000_000)
    token = (await sandbox.control.token({ platform: 'x' })).access_token
    assert.equal((await tweet({ text: 'again' })).status, 403)
    await sandbox.control.advance(12 * 3_600_000)
    token = (await sandbox.control.token({ platform: 'x' })).access_token
    assert.equal((await tweet({ text: 'again' })).status, 201)
  })

  it('refuses wrong bodies and unknown fields', async () => {
    const wrong: [unknown, RegExp][] = [
      [{}, /text or media is required/],
      [{ text: 5 }, /\$\.text/],
      [{ text: 'x', colour: 'red' }, /\$\.colour: is not defined/],
      [{ text: 'x', media: { ids: [] } }, /\$\.media\.ids: is not defined/],
      [{ text: 'x', media: { media_ids: [] } }, /1 to 4/],
      [{ text: 'x', media: { media_ids: ['1'] } }, /^Your media IDs are invalid\.$/],
      [{ text: 'x', media: 'y' }, /not an object/],
      [{ text: 'x', reply_settings: 'nobody' }, /reply_settings/],
      [{ text: 'x', poll: { options: ['a'], duration_minutes: 5 } }, /2 to 4/],
      [{ text: 'x', poll: { options: ['a', 'b'], duration_minutes: 1 } }, /duration/],
    ]
    for (const [json, message] of wrong) {
      const answer = await tweet(json)
      assert.equal(answer.status, 400, JSON.stringify(json))
      assert.match(answer.json.errors[0].message, message)
      assert.equal(answer.json.type, 'https://api.x.com/2/problems/invalid-request')
    }
    assert.equal((await call('/tweets', { form: { text: 'x' } })).status, 400)
    assert.equal((await call('/tweets', { body: '[', headers: { 'content-type': 'application/json' } })).status, 400)
    assert.equal((await tweet({ text: '$AAPL and $MSFT' })).status, 403)
    assert.equal((await tweet({ text: '$AAPL costs $5' })).status, 201)
    assert.equal((await call('/nothing')).status, 404)
  })

  it('the timeline filters, pages and refuses unknown parameters', async () => {
    for (let at = 0; at < 7; at += 1) assert.equal((await tweet({ text: `post ${at}` })).status, 201)
    const first = await list({ max_results: '5' })
    assert.equal(first.json.data.length, 5)
    const second = await list({ max_results: '5', pagination_token: first.json.meta.next_token })
    assert.deepEqual(
      second.json.data.map((row: { text: string }) => row.text),
      ['post 1', 'post 0'],
    )
    await sandbox.control.advance(600_000)
    await tweet({ text: 'later' })
    const start = new Date(Date.now() + 300_000).toISOString()
    assert.deepEqual(
      (await list({ start_time: start })).json.data.map((row: { text: string }) => row.text),
      ['later'],
    )
    assert.deepEqual((await list({ start_time: new Date(Date.now() + 900_000).toISOString() })).json, {
      meta: { result_count: 0 },
    })
    assert.equal((await list({ since_id: first.json.data[0].id })).json.data.length, 1)
    for (const query of [
      { max_results: '4' },
      { start_time: 'now' },
      { colour: 'red' },
      { 'tweet.fields': 'colour' },
      { pagination_token: 'x' },
    ]) {
      assert.equal((await list(query as Record<string, string>)).status, 400, JSON.stringify(query))
    }
    assert.match((await call('/users/1/tweets')).json.errors[0].detail, /Could not find user/)
    assert.match((await call('/tweets/1')).json.errors[0].type, /resource-not-found/)
    assert.equal((await call('/users/me')).json.data.id, ACCOUNT)
  })

  it('assembles chunks; photos are ready at once', async () => {
    const done = await upload('a.jpg', 'image/jpeg', 'tweet_image', 3)
    const { id, media_key: key, size, processing_info: processing } = done.json.data
    assert.equal(size, (await file('a.jpg')).length)
    assert.equal(processing, undefined)
    const alt = await call('/media/metadata', { json: { id, metadata: { alt_text: { text: 'Colours' } } } })
    assert.equal(alt.json.data.associated_metadata.alt_text.text, 'Colours')
    const posted = await tweet({ text: 'look', media: { media_ids: [id, await photo('b.jpg')] } })
    assert.match(posted.json.data.text, /^look https:\/\/t\.co\/\w+$/)
    const [row] = (await list({ 'tweet.fields': 'attachments,entities' })).json.data
    assert.equal(row.attachments.media_keys[0], key)
    assert.equal(row.entities.urls.length, 2)
    assert.match(row.entities.urls[0].expanded_url, /\/photo\/1$/)
    const [item] = await sandbox.control.public({ platform: 'x' })
    assert.equal(item?.media[0]?.alt, 'Colours')
    const shown = await fetch(item?.media[0]?.url ?? '')
    assert.deepEqual(Buffer.from(await shown.arrayBuffer()), await file('a.jpg'))
    // Text is not required with media, and media alone are never a duplicate.
    assert.equal((await tweet({ media: { media_ids: [id] } })).status, 201)
    assert.equal((await tweet({ media: { media_ids: [id] } })).status, 201)
  })

  it('videos and GIFs are processed before they can be used', async () => {
    await sandbox.control.settings({ x: { processing_ms: 10_000 } })
    const done = await upload('a.mp4', 'video/mp4', 'tweet_video', 2)
    const { id, processing_info: info } = done.json.data
    assert.equal(info.state, 'pending')
    const status = () => call('/media/upload', { query: { command: 'STATUS', media_id: id } })
    assert.equal((await status()).json.data.processing_info.state, 'in_progress')
    assert.equal((await tweet({ text: 'x', media: { media_ids: [id] } })).status, 400)
    await sandbox.control.advance(10_000)
    assert.equal((await status()).json.data.processing_info.state, 'succeeded')
    const gif = (await upload('a.gif', 'image/gif', 'tweet_gif')).json.data.id
    await sandbox.control.advance(10_000)
    assert.equal((await tweet({ text: 'x', media: { media_ids: [id, gif] } })).status, 400)
    assert.equal((await tweet({ text: 'x', media: { media_ids: [id] } })).status, 201)
    assert.equal((await tweet({ text: 'y', media: { media_ids: [gif] } })).status, 201)
    const long = (await upload('a.mp4?seconds=141', 'video/mp4', 'tweet_video')).json.data.id
    await sandbox.control.advance(10_000)
    const failed = await call('/media/upload', { query: { command: 'STATUS', media_id: long } })
    assert.equal(failed.json.data.processing_info.state, 'failed')
    assert.equal(failed.json.data.processing_info.error.name, 'InvalidMedia')
  })

  it('refuses wrong uploads, and lets media expire', async () => {
    const wrong = [
      { media_type: 'image/tiff', total_bytes: 1, media_category: 'tweet_image' },
      { media_type: 'image/jpeg', total_bytes: 1, media_category: 'poster' },
      { media_type: 'image/jpeg', total_bytes: 6 * 1024 * 1024, media_category: 'tweet_image' },
      { media_type: 'image/jpeg', total_bytes: 0, media_category: 'tweet_image' },
    ]
    for (const json of wrong) assert.equal((await start(json)).status, 400, JSON.stringify(json))
    const { id } = (await start({ media_type: 'image/jpeg', total_bytes: 10, media_category: 'tweet_image' })).json.data
    assert.equal((await append(id, 1000, Buffer.from('x'))).status, 400)
    await append(id, 0, Buffer.from('short'))
    assert.equal((await call(`/media/upload/${id}/finalize`, { method: 'POST' })).status, 400)
    await append(id, 1, Buffer.from('other'))
    assert.match((await call(`/media/upload/${id}/finalize`, { method: 'POST' })).text, /unrecognized/)
    assert.equal((await call('/media/upload/1/finalize', { method: 'POST' })).status, 404)
    const good = await photo('a.jpg')
    await sandbox.control.advance(86_400_000)
    token = (await sandbox.control.token({ platform: 'x' })).access_token
    assert.equal((await tweet({ text: 'x', media: { media_ids: [good] } })).status, 400)
  })

  it('supports the older form with commands, and the upload in one request', async () => {
    const bytes = await file('a.jpg')
    const form = (fields: Record<string, string>, part?: Buffer<ArrayBuffer>) => {
      const data = new FormData()
      for (const [name, value] of Object.entries(fields)) data.set(name, value)
      if (part) data.set('media', new Blob([part]), 'a.jpg')
      return call('/media/upload', { body: data })
    }
    const init = await form({
      command: 'INIT',
      media_type: 'image/jpeg',
      total_bytes: String(bytes.length),
      media_category: 'tweet_image',
    })
    const { id } = init.json.data
    assert.equal((await form({ command: 'APPEND', media_id: id, segment_index: '0' }, bytes)).status, 204)
    assert.equal((await form({ command: 'FINALIZE', media_id: id })).json.data.size, bytes.length)
    const whole = await form({ media_category: 'tweet_image' }, bytes)
    assert.equal((await tweet({ media: { media_ids: [id, whole.json.data.id] } })).status, 201)
    const calls = (await sandbox.control.journal({ platform: 'x' })).map((entry) => entry.call)
    assert.deepEqual(calls, ['media.initialize', 'media.append', 'media.finalize', 'media.upload', 'tweets.create'])
  })

  it('counts calls in windows of 15 minutes, and reports it in headers', async () => {
    await sandbox.control.settings({ x: { posts_per_15_min: 2 } })
    const first = await tweet({ text: 'one' })
    assert.equal(first.headers.get('x-rate-limit-limit'), '2')
    assert.equal(first.headers.get('x-rate-limit-remaining'), '1')
    await tweet({ text: 'two' })
    const limited = await tweet({ text: 'three' })
    assert.equal(limited.status, 429)
    assert.deepEqual(limited.json, {
      title: 'Too Many Requests',
      detail: 'Too Many Requests',
      type: 'about:blank',
      status: 429,
    })
    assert.equal(limited.headers.get('x-rate-limit-remaining'), '0')
    const wait = Number(limited.headers.get('x-rate-limit-reset')) * 1000 - Date.now()
    assert.ok(wait > 800_000 && wait <= 901_000, String(wait))
    await sandbox.control.advance(900_000)
    assert.equal((await tweet({ text: 'three' })).status, 201)
    await sandbox.control.settings({ x: { posts_per_day: 3, posts_per_15_min: 100 } })
    const over = await tweet({ text: 'four' })
    assert.equal(over.status, 429)
    assert.equal(over.headers.get('x-app-limit-24hour-remaining'), '0')
  })

  it('without credits everything is 402', async () => {
    await sandbox.control.settings({ x: { credits_depleted: true } })
    for (const answer of [await tweet({ text: 'x' }), await list()]) {
      assert.equal(answer.status, 402)
      assert.equal(answer.json.title, 'CreditsDepleted')
    }
    assert.equal((await sandbox.control.oracle()).total, 0)
  })

  it('tokens: none, wrong, without the scope; a suspended account', async () => {
    const bad = await call('/tweets', { json: { text: 'x' }, token: 'wrong' })
    assert.deepEqual(bad.json, { title: 'Unauthorized', detail: 'Unauthorized', type: 'about:blank', status: 401 })
    const reader = (await sandbox.control.token({ platform: 'x', scope: 'tweet.read users.read' })).access_token
    assert.equal((await call('/tweets', { json: { text: 'x' }, token: reader })).status, 403)
    await sandbox.control.account({ platform: 'x', id: ACCOUNT, restricted: true })
    assert.equal((await tweet({ text: 'x' })).status, 403)
    assert.equal((await list()).status, 200)
  })
})
