import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type Answer, ask, graphCode, type Sandbox, startSandbox } from './helper.ts'

const DAY_MS = 86_400_000
const ACCOUNT = '17841400000000002'

describe('Instagram', () => {
  let sandbox: Sandbox
  let token: string
  let api: string
  before(async () => {
    sandbox = await startSandbox()
    api = `${sandbox.url}/instagram/v23.0`
  })
  after(() => sandbox.stop())
  beforeEach(async () => {
    await sandbox.control.reset()
    token = (await sandbox.control.token({ platform: 'instagram' })).access_token
  })

  const create = (form: Record<string, string>): Promise<Answer> => ask(api, `/${ACCOUNT}/media`, { form, token })
  const publish = (id: string): Promise<Answer> =>
    ask(api, `/${ACCOUNT}/media_publish`, { form: { creation_id: id }, token })
  const get = (path: string, fields: string): Promise<Answer> => ask(api, path, { token, query: { fields } })
  const status = async (id: string): Promise<Answer> => get(`/${id}`, 'status_code,status')
  const image = (file: string, more: Record<string, string> = {}): Promise<Answer> =>
    create({ image_url: sandbox.media(file), ...more })

  it('publishes an image, a reel, a carousel and a story', async () => {
    const photo = await image('a.jpg', { caption: 'A photo #one', alt_text: 'Colours' })
    assert.equal((await status(photo.json.id)).json.status_code, 'FINISHED')
    const reel = await create({ media_type: 'REELS', video_url: sandbox.media('a.mp4?seconds=10'), caption: 'A reel' })
    const children = [
      (await image('b.jpg', { is_carousel_item: 'true' })).json.id,
      (await create({ media_type: 'VIDEO', video_url: sandbox.media('b.mp4'), is_carousel_item: 'true' })).json.id,
    ]
    const carousel = await ask(api, `/${ACCOUNT}/media`, {
      json: { media_type: 'CAROUSEL', children, caption: 'A carousel' },
      token,
    })
    const story = await create({ media_type: 'STORIES', image_url: sandbox.media('c.jpg?width=1080&height=1920') })
    for (const container of [photo, reel, carousel, story]) {
      const published = await publish(container.json.id)
      assert.equal(published.status, 200, published.text)
      assert.equal((await status(container.json.id)).json.status_code, 'PUBLISHED')
    }
    const list = await get(
      `/${ACCOUNT}/media`,
      'id,caption,media_type,media_product_type,permalink,timestamp,shortcode',
    )
    assert.deepEqual(
      list.json.data.map((row: Record<string, string>) => [row.caption, row.media_type, row.media_product_type]),
      [
        ['A carousel', 'CAROUSEL_ALBUM', 'FEED'],
        ['A reel', 'VIDEO', 'REELS'],
        ['A photo #one', 'IMAGE', 'FEED'],
      ],
    )
    const { permalink, shortcode, id } = list.json.data[2]
    assert.ok(permalink.endsWith(`/instagram/p/${shortcode}`))
    const page = await ask(permalink, '')
    assert.match(page.text, /this is not the real Instagram/)
    assert.match(page.text, /alt="Colours"/)
    assert.equal((await ask(`${sandbox.url}/instagram/p/${id}`, '')).status, 200)
    assert.match(list.json.data[1].permalink, /\/instagram\/reel\//)
  })

  it('produces each refusal of the error reference that a creation can cause', async () => {
    const tags = Array.from({ length: 31 }, (_each, at) => `#t${at}`).join(' ')
    const names = Array.from({ length: 21 }, (_each, at) => `@n${at}`).join(' ')
    const wrong: [Record<string, string>, string][] = [
      [{ image_url: sandbox.media('a.png') }, '36001/2207005'],
      [{ image_url: sandbox.media('a.jpg?bytes=9000000') }, '36000/2207004'],
      [{ image_url: sandbox.media('a.jpg?width=400&height=900') }, '36003/2207009'],
      [{ image_url: sandbox.media('a.jpg'), caption: 'x'.repeat(2201) }, '36004/2207010'],
      [{ image_url: sandbox.media('a.jpg'), caption: tags }, '100'],
      [{ image_url: sandbox.media('a.jpg'), caption: names }, '100'],
      [{ image_url: sandbox.media('a.jpg'), collaborators: '["a","b","c","d"]' }, '100'],
      [{ image_url: sandbox.media('a.jpg?status=403') }, '9004/2207052'],
      [{ image_url: 'http://127.0.0.1:1/a.jpg' }, '9004/2207052'],
      [{ image_url: 'file:///etc/passwd' }, '9004/2207052'],
      [{ caption: 'words only' }, '100'],
      [{ media_type: 'POEM', image_url: sandbox.media('a.jpg') }, '100/2207023'],
      [{ media_type: 'VIDEO', video_url: sandbox.media('a.mp4') }, '100'],
      [{ media_type: 'REELS', video_url: sandbox.media('a.mp4?seconds=5'), thumb_offset: '6000' }, '1/2207057'],
      [{ media_type: 'CAROUSEL', children: '1' }, '100/2207028'],
      [{ media_type: 'CAROUSEL', children: '1,2' }, '24/2207006'],
    ]
    for (const [form, code] of wrong) {
      const answer = await create(form)
      assert.equal(answer.status, 400, JSON.stringify(form))
      assert.equal(graphCode(answer), code, JSON.stringify(form))
    }
    const sample = await image('a.jpg?bytes=9000000')
    const { fbtrace_id: trace, ...error } = sample.json.error
    assert.match(trace, /^A/)
    assert.deepEqual(error, {
      message: 'The image size is too large.',
      type: 'OAuthException',
      code: 36000,
      error_subcode: 2207004,
      is_transient: false,
      error_user_title: 'Image size too large',
      error_user_msg: 'The image is too large to download. It should be less than 8 MiB.',
    })
  })

  it('a host that is too slow is 2207003', async () => {
    await sandbox.control.settings({ fetch_timeout_ms: 50 })
    assert.equal(graphCode(await image('slow.jpg?slow_ms=5000')), '-2/2207003')
  })

  it('private addresses are refused when that is set, except the media server', async () => {
    await sandbox.control.settings({ refuse_private_urls: true })
    const port = new URL(sandbox.url).port
    assert.equal(graphCode(await create({ image_url: `http://localhost:${port}/media/a.jpg` })), '9004/2207052')
    assert.equal((await image('a.jpg')).status, 200)
  })

  it('a bad video is reported in the status, or at creation when that is set', async () => {
    const cases: [string, string, string][] = [
      ['a.mp4?status=404', '2207077', '9004/2207052'],
      ['a.mp4?seconds=2', '2207026', '352/2207026'],
      ['a.mp4?seconds=901', '2207026', '352/2207026'],
      ['a.jpg', '2207026', '352/2207026'],
    ]
    for (const [file, subcode] of cases) {
      const { id } = (await create({ media_type: 'REELS', video_url: sandbox.media(file) })).json
      const answer = await status(id)
      assert.equal(answer.json.status_code, 'ERROR')
      assert.ok(answer.json.status.includes(subcode), answer.json.status)
      assert.equal(graphCode(await publish(id)), '-1/2207032')
    }
    await sandbox.control.settings({ instagram: { video_errors: 'create' } })
    for (const [file, , code] of cases) {
      assert.equal(graphCode(await create({ media_type: 'REELS', video_url: sandbox.media(file) })), code)
    }
  })

  it('refuses to publish what is not ready, expired, unknown or already published', async () => {
    await sandbox.control.settings({ instagram: { video_processing_ms: 60_000 } })
    const { id } = (await create({ media_type: 'REELS', video_url: sandbox.media('a.mp4') })).json
    assert.equal((await status(id)).json.status_code, 'IN_PROGRESS')
    assert.equal(graphCode(await publish(id)), '9007/2207027')
    await sandbox.control.advance(60_000)
    assert.equal((await publish(id)).status, 200)
    assert.equal(graphCode(await publish(id)), '24/2207006')
    assert.equal(graphCode(await publish('17900000000000000')), '24/2207006')
    const late = (await image('a.jpg')).json.id
    await sandbox.control.advance(DAY_MS)
    assert.equal((await status(late)).json.status_code, 'EXPIRED')
    assert.equal(graphCode(await publish(late)), '-2/2207020')
  })

  it('has a quota of 50 a day that can be switched, and caps containers when that is set', async () => {
    const limit = await get(`/${ACCOUNT}/content_publishing_limit`, 'quota_usage,config')
    assert.deepEqual(limit.json, { data: [{ quota_usage: 0, config: { quota_total: 50, quota_duration: 86400 } }] })
    await sandbox.control.settings({ instagram: { quota_total: 1 } })
    assert.equal((await publish((await image('a.jpg')).json.id)).status, 200)
    const second = (await image('b.jpg')).json.id
    assert.equal(graphCode(await publish(second)), '9/2207042')
    await sandbox.control.advance(DAY_MS - 60_000)
    assert.equal(graphCode(await publish((await image('b.jpg')).json.id)), '9/2207042')
    await sandbox.control.settings({ instagram: { container_cap: 3 } })
    assert.equal(graphCode(await image('c.jpg')), '9/2207042')
  })

  it('a restricted account, a foreign container and a missing scope are refused', async () => {
    const { id } = (await image('a.jpg')).json
    const other = await sandbox.control.account({ platform: 'instagram', username: 'other' })
    const theirs = (await sandbox.control.token({ platform: 'instagram', account: other.id })).access_token
    assert.equal(
      graphCode(await ask(api, '/me/media_publish', { form: { creation_id: id }, token: theirs })),
      '24/2207006',
    )
    assert.equal(graphCode(await ask(api, `/${id}`, { token: theirs })), '100/33')
    const reader = (await sandbox.control.token({ platform: 'instagram', scope: 'instagram_business_basic' }))
      .access_token
    assert.equal(graphCode(await ask(api, '/me/media_publish', { form: { creation_id: id }, token: reader })), '10')
    await sandbox.control.account({ platform: 'instagram', id: ACCOUNT, restricted: true })
    assert.equal(graphCode(await publish(id)), '25/2207050')
  })
})
