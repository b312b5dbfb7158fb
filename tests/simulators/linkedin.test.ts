import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { readLittleText } from '../../simulators/linkedin/little-text.ts'
import { type Answer, type Ask, ask, publicTexts, type Sandbox, startSandbox } from './helper.ts'

const MEMBER = 'urn:li:person:SandboxMbr'
const ORGANIZATION = 'urn:li:organization:100000001'
const VERSION = { 'linkedin-version': '202601', 'x-restli-protocol-version': '2.0.0' }

describe('LinkedIn', () => {
  let sandbox: Sandbox
  let token: string
  let memberToken: string
  before(async () => {
    sandbox = await startSandbox()
  })
  after(() => sandbox.stop())
  beforeEach(async () => {
    await sandbox.control.reset()
    token = (await sandbox.control.token({ platform: 'linkedin' })).access_token
    memberToken = (await sandbox.control.token({ platform: 'linkedin', scope: 'openid profile w_member_social' }))
      .access_token
  })

  const rest = (path: string, input: Ask = {}): Promise<Answer> =>
    ask(`${sandbox.url}/linkedin/rest`, path, {
      token: memberToken,
      ...input,
      headers: { ...VERSION, ...input.headers },
    })
  const body = (commentary: string, more: object = {}) => ({
    author: MEMBER,
    commentary,
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
    ...more,
  })
  const post = (commentary: string, more: object = {}, as = memberToken): Promise<Answer> =>
    rest('/posts', { json: body(commentary, more), token: as })
  const file = async (name: string) => Buffer.from(await (await fetch(sandbox.media(name))).arrayBuffer())
  const uploadImage = async (name: string, owner = MEMBER, as = memberToken): Promise<string> => {
    const started = await rest('/images', {
      query: { action: 'initializeUpload' },
      json: { initializeUploadRequest: { owner } },
      token: as,
    })
    const { uploadUrl, image } = started.json.value
    const put = await ask(uploadUrl, '', { method: 'PUT', body: await file(name), token: as })
    assert.equal(put.status, 201)
    return image
  }
  const uploadVideo = async (
    bytes: Buffer<ArrayBuffer>,
  ): Promise<{ video: string; finish: (ids: string[]) => Promise<Answer>; etags: string[] }> => {
    const started = await rest('/videos', {
      query: { action: 'initializeUpload' },
      json: {
        initializeUploadRequest: {
          owner: MEMBER,
          fileSizeBytes: bytes.length,
          uploadCaptions: false,
          uploadThumbnail: false,
        },
      },
    })
    const { video, uploadInstructions, uploadToken } = started.json.value
    const etags: string[] = []
    for (const { uploadUrl, firstByte, lastByte } of uploadInstructions) {
      const put = await ask(uploadUrl, '', { method: 'PUT', body: bytes.subarray(firstByte, lastByte + 1) })
      assert.equal(put.status, 200)
      etags.push(put.headers.get('etag') ?? '')
    }
    const finish = (uploadedPartIds: string[]) =>
      rest('/videos', {
        query: { action: 'finalizeUpload' },
        json: { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } },
      })
    return { video, finish, etags }
  }

  it('creates with 201, an empty body and the id only in a header', async () => {
    const answer = await post('Hello \\(world\\) #news')
    assert.equal(answer.status, 201)
    assert.equal(answer.text, '')
    const urn = answer.headers.get('x-restli-id') ?? ''
    assert.match(urn, /^urn:li:share:\d{19}$/)
    assert.deepEqual(await publicTexts(sandbox.control, 'linkedin'), ['Hello (world) #news'])
    const page = await ask(sandbox.url, `/linkedin/feed/update/${urn}/`)
    assert.match(page.text, /this is not the real LinkedIn/)
    assert.match(page.text, /Hello \(world\) <b class="tag">#news<\/b>/)
  })

  it('cuts text silently at an unescaped reserved character', async () => {
    assert.equal((await post('Offer (today only) 50%')).status, 201)
    assert.deepEqual(await publicTexts(sandbox.control, 'linkedin'), ['Offer'])
    const cases: [string, string][] = [
      ['a \\_ b \\\\ c', 'a _ b \\ c'],
      ['Thanks @[Ada L](urn:li:person:abc)!', 'Thanks Ada L!'],
      ['{hashtag|\\#|tag} end', '#tag end'],
      ['#tag#two', '#tag#two'],
      ['mail a@b.example', 'mail a'],
      ['snake_case', 'snake'],
      ['50 * 2', '50'],
      ['# alone', ''],
    ]
    for (const [sent, seen] of cases) assert.equal(readLittleText(sent).text, seen, sent)
  })

  it('a member cannot read; an organisation can be read with the right scope', async () => {
    const mine = (await post('mine')).headers.get('x-restli-id') ?? ''
    const theirs = await post('theirs', { author: ORGANIZATION }, token)
    const urn = theirs.headers.get('x-restli-id') ?? ''
    for (const path of [`/posts/${encodeURIComponent(mine)}`, `/posts?q=author&author=${encodeURIComponent(MEMBER)}`]) {
      const answer = await rest(path, { token })
      assert.equal(answer.status, 403)
      assert.equal(answer.json.code, 'ACCESS_DENIED')
      assert.equal(answer.json.serviceErrorCode, 100)
    }
    const list = await rest(`/posts?q=author&author=${encodeURIComponent(ORGANIZATION)}&count=10&sortBy=CREATED`, {
      token,
    })
    assert.equal(list.json.elements[0].id, urn)
    assert.equal(list.json.elements[0].commentary, 'theirs')
    assert.equal(typeof list.json.elements[0].createdAt, 'number')
    assert.equal((await rest(`/posts/${encodeURIComponent(urn)}`, { token })).json.id, urn)
    assert.equal((await rest(`/posts/${encodeURIComponent(urn)}`)).status, 403)
    assert.equal((await rest('/posts/urn%3Ali%3Ashare%3A1', { token })).status, 404)
    assert.equal((await rest('/posts?q=actor', { token })).status, 400)
    assert.equal(
      (await rest(`/posts?q=author&author=${encodeURIComponent(ORGANIZATION)}&count=x`, { token })).status,
      400,
    )
    const acls = await rest('/organizationAcls?q=roleAssignee', { token })
    assert.equal(acls.json.elements[0].organization, ORGANIZATION)
    assert.equal((await rest('/organizationAcls?q=roleAssignee')).status, 403)
  })

  it('refuses authors the token may not act for', async () => {
    assert.equal((await post('x', { author: ORGANIZATION })).status, 403)
    assert.equal((await post('x', { author: 'urn:li:person:someoneelse' })).status, 403)
    await sandbox.control.account({ platform: 'linkedin', id: 'SandboxMbr', restricted: true })
    assert.equal((await post('x')).json.code, 'MEMBER_RESTRICTED')
  })

  it('checks the version header', async () => {
    const call = (headers: Record<string, string>) =>
      ask(`${sandbox.url}/linkedin/rest`, '/posts', { json: body('x'), token: memberToken, headers })
    assert.equal((await call({})).json.code, 'VERSION_MISSING')
    assert.equal((await call({ 'linkedin-version': 'newest' })).json.code, 'INVALID_VERSION')
    const gone = await call({ 'linkedin-version': '202504' })
    assert.equal(gone.status, 426)
    assert.deepEqual(gone.json, {
      message: 'Requested version 20250401 is not active',
      code: 'NONEXISTENT_VERSION',
      status: 426,
    })
    await sandbox.control.settings({ linkedin: { oldest_version: '202602' } })
    assert.equal((await post('x')).status, 426)
    assert.equal((await sandbox.control.oracle()).total, 0)
  })

  it('a repeat is 422 with the first URN, within the window, deleted or not', async () => {
    const urn = (await post('Same  words')).headers.get('x-restli-id') ?? ''
    const again = await post('Same words ')
    assert.equal(again.status, 422)
    assert.ok(again.json.message.endsWith(`Content is a duplicate of ${urn}`))
    assert.deepEqual(again.json.errorDetails.inputErrors, [
      { description: 'Duplicate post is detected', input: {}, code: 'DUPLICATE_POST' },
    ])
    assert.equal((await rest(`/posts/${encodeURIComponent(urn)}`, { method: 'DELETE' })).status, 204)
    assert.equal((await rest(`/posts/${encodeURIComponent(urn)}`, { method: 'DELETE' })).status, 204)
    assert.equal((await post('Same words')).status, 422)
    await sandbox.control.settings({ linkedin: { ghosts: false } })
    assert.equal((await post('Same words')).status, 201)
    await sandbox.control.advance(86_400_000)
    assert.equal((await post('Same words')).status, 201)
  })

  it('refuses wrong bodies: 400 for unknown fields, 422 for the rest', async () => {
    const wrong: [object, number, string][] = [
      [{ colour: 'red' }, 400, '/colour'],
      [{ author: undefined }, 422, '/author'],
      [{ visibility: 'SECRET' }, 422, '/visibility'],
      [{ lifecycleState: 'DRAFT' }, 422, '/lifecycleState'],
      [{ distribution: {} }, 422, '/distribution/feedDistribution'],
      [{ commentary: 'x'.repeat(3001) }, 422, '/commentary'],
      [{ commentary: '' }, 422, '/commentary'],
      [{ commentary: 5 }, 422, '/commentary'],
      [{ content: { media: { id: 'urn:li:image:none' } } }, 422, '/content/media/id'],
      [{ content: { media: {}, article: {} } }, 422, '/content'],
      [{ content: { multiImage: { images: [{}] } } }, 422, '/content/multiImage/images'],
      [{ content: { article: { source: 'nowhere', title: 'x' } } }, 422, '/content/article/source'],
      [{ content: { article: { source: 'https://example.com' } } }, 422, '/content/article/title'],
    ]
    for (const [more, status, path] of wrong) {
      const answer = await post('x', more)
      assert.equal(answer.status, status, JSON.stringify(more))
      assert.ok(answer.text.includes(path), answer.text)
      assert.equal(answer.json.status, status)
    }
    assert.equal((await post(`\\(${'x'.repeat(2998)}\\)`)).status, 201)
    assert.equal((await rest('/nothing')).status, 404)
    assert.equal((await rest('/posts', { body: '{', headers: { 'content-type': 'application/json' } })).status, 400)
  })

  it('posts one image, many images, a video and an article', async () => {
    const first = await uploadImage('a.jpg')
    const second = await uploadImage('b.png')
    assert.match(first, /^urn:li:image:/)
    assert.equal((await post('one', { content: { media: { id: first, altText: 'A' } } })).status, 201)
    const images = [{ id: first, altText: 'A' }, { id: second }]
    assert.equal((await post('many', { content: { multiImage: { images } } })).status, 201)
    const { video, finish, etags } = await uploadVideo(await file('a.mp4'))
    assert.equal((await finish(etags)).status, 200)
    const clip = await post('clip', { content: { media: { id: video, title: 'Clip' } } })
    assert.match(clip.headers.get('x-restli-id') ?? '', /^urn:li:ugcPost:/)
    const article = { source: 'https://example.com/a', title: 'An article' }
    assert.equal((await post('article', { content: { article } })).status, 201)
    const items = await sandbox.control.public({ platform: 'linkedin' })
    assert.deepEqual(
      items.map((item) => [item.kind, item.media.length]),
      [
        ['image', 1],
        ['carousel', 2],
        ['video', 1],
        ['article', 0],
      ],
    )
    const shown = await fetch(items[0]?.media[0]?.url ?? '')
    assert.equal(shown.headers.get('content-type'), 'image/jpeg')
    assert.deepEqual(Buffer.from(await shown.arrayBuffer()), await file('a.jpg'))
  })

  it('images: status by scope, processing time, wrong files, wrong owner, no bytes', async () => {
    await sandbox.control.settings({ linkedin: { image_processing_ms: 5_000 } })
    const image = await uploadImage('a.jpg')
    const look = (urn: string, as: string) => rest(`/images/${encodeURIComponent(urn)}`, { token: as })
    assert.equal((await look(image, memberToken)).status, 403)
    assert.equal((await look(image, token)).json.status, 'PROCESSING')
    await sandbox.control.advance(5_000)
    assert.equal((await look(image, token)).json.status, 'AVAILABLE')
    assert.equal((await look('urn:li:image:x', token)).status, 404)

    const clip = await uploadImage('a.mp4')
    await sandbox.control.advance(5_000)
    assert.equal((await look(clip, token)).json.status, 'PROCESSING_FAILED')
    assert.match((await post('x', { content: { media: { id: clip } } })).text, /MEDIA_ASSET_PROCESSING_FAILED/)
    const orgImage = await uploadImage('a.jpg', ORGANIZATION, token)
    assert.equal((await post('x', { content: { media: { id: orgImage } } })).status, 422)
    const init = { query: { action: 'initializeUpload' } }
    const waiting = await rest('/images', { ...init, json: { initializeUploadRequest: { owner: MEMBER } } })
    const { image: urn, uploadUrl } = waiting.json.value
    assert.equal((await look(urn, token)).json.status, 'WAITING_UPLOAD')
    assert.match((await post('x', { content: { media: { id: urn } } })).text, /MEDIA_ASSET_WAITING_UPLOAD/)
    assert.equal((await ask(uploadUrl, '', { method: 'PUT', body: 'x' })).status, 401)
    await sandbox.control.advance(86_400_000)
    assert.equal((await ask(uploadUrl, '', { method: 'PUT', body: 'x', token })).status, 403)
    assert.equal((await rest('/images', { ...init, json: {} })).status, 422)
    assert.equal((await rest('/images', { query: { action: 'dance' }, json: {} })).status, 400)
  })

  it('videos: several parts in order with their tags, then processing', async () => {
    await sandbox.control.settings({ linkedin: { part_bytes: 20_000, video_processing_ms: 9_000 } })
    const { video, finish, etags } = await uploadVideo(await file('a.mp4'))
    assert.ok(etags.length > 2)
    assert.equal((await finish([...etags].reverse())).status, 422)
    assert.equal((await finish(etags.slice(1))).status, 422)
    assert.equal((await finish(etags)).status, 200)
    assert.equal((await finish(etags)).status, 200)
    const look = () => rest(`/videos/${encodeURIComponent(video)}`)
    assert.equal((await look()).json.status, 'PROCESSING')
    assert.match((await post('x', { content: { media: { id: video } } })).text, /MEDIA_ASSET_PROCESSING/)
    await sandbox.control.advance(9_000)
    assert.equal((await look()).json.status, 'AVAILABLE')
    assert.equal((await post('x', { content: { media: { id: video } } })).status, 201)
    const short = await uploadVideo(await file('a.mp4?seconds=2'))
    await short.finish(short.etags)
    await sandbox.control.advance(9_000)
    assert.equal((await rest(`/videos/${encodeURIComponent(short.video)}`)).json.status, 'PROCESSING_FAILED')
    const big = { owner: MEMBER, fileSizeBytes: 600_000_000 }
    assert.equal(
      (await rest('/videos', { query: { action: 'initializeUpload' }, json: { initializeUploadRequest: big } })).status,
      422,
    )
  })

  it('updates the text of a post', async () => {
    const urn = encodeURIComponent((await post('befor')).headers.get('x-restli-id') ?? '')
    const patch = {
      json: { patch: { $set: { commentary: 'before' } } },
      headers: { 'x-restli-method': 'PARTIAL_UPDATE' },
    }
    assert.equal((await rest(`/posts/${urn}`, patch)).status, 204)
    assert.equal((await rest(`/posts/${urn}`, { json: patch.json })).status, 400)
    assert.deepEqual(await publicTexts(sandbox.control, 'linkedin'), ['before'])
  })

  it('has a daily limit when that is set, until midnight UTC', async () => {
    await sandbox.control.settings({ linkedin: { daily_posts: 1 } })
    assert.equal((await post('one')).status, 201)
    const limited = await post('two')
    assert.equal(limited.status, 429)
    assert.deepEqual(limited.json, {
      message: 'Resource level throttle limit for calls to this resource is reached.',
      serviceErrorCode: 101,
      status: 429,
    })
    await sandbox.control.advance(86_400_000)
    assert.equal((await post('two')).status, 201)
  })
})
