import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { countCharacters } from '../../simulators/mastodon/text.ts'
import { type Answer, type Ask, ask, publicTexts, type Sandbox, startSandbox } from './helper.ts'

const ACCOUNT = '114000000000000001'
const REDIRECT = 'https://doorpost.example/connect/callback'
const SCOPES = 'read:accounts read:statuses write:statuses write:media'

describe('Mastodon', () => {
  let sandbox: Sandbox
  let token: string
  before(async () => {
    sandbox = await startSandbox()
  })
  after(() => sandbox.stop())
  beforeEach(async () => {
    await sandbox.control.reset()
    token = (await sandbox.control.token({ platform: 'mastodon' })).access_token
  })

  const call = (path: string, input: Ask = {}): Promise<Answer> =>
    ask(`${sandbox.url}/mastodon`, path, { token, ...input })
  const post = (json: unknown, key?: string): Promise<Answer> =>
    call('/api/v1/statuses', { json, ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }) })
  const list = (query: Record<string, string> = {}): Promise<Answer> =>
    call(`/api/v1/accounts/${ACCOUNT}/statuses`, { query })
  const upload = async (name: string, description?: string): Promise<Answer> => {
    const form = new FormData()
    form.set('file', new Blob([await (await fetch(sandbox.media(name))).arrayBuffer()]), 'media')
    if (description !== undefined) form.set('description', description)
    return call('/api/v2/media', { body: form })
  }
  const texts = () => publicTexts(sandbox.control, 'mastodon')

  it('registers an app, bound to its redirect URI, and issues a token by code and PKCE', async () => {
    const app = { client_name: 'Doorpost', redirect_uris: REDIRECT, scopes: SCOPES }
    const made = await call('/api/v1/apps', { json: app })
    assert.equal(made.status, 200)
    const { client_id: id, client_secret: secret } = made.json
    const approve = (change: Record<string, string>) =>
      call('/oauth/authorize', {
        query: {
          response_type: 'code',
          client_id: id,
          redirect_uri: REDIRECT,
          scope: SCOPES,
          state: 's1',
          code_challenge: createHash('sha256').update('verifier').digest('base64url'),
          code_challenge_method: 'S256',
          auto_approve: '1',
          ...change,
        },
      })
    assert.equal((await approve({ redirect_uri: 'https://evil.example/' })).status, 400)
    assert.equal((await approve({ client_id: 'nobody' })).status, 400)
    const wide = new URL((await approve({ scope: 'write:accounts' })).headers.get('location') ?? '')
    assert.equal(wide.searchParams.get('error'), 'invalid_scope')
    const back = new URL((await approve({})).headers.get('location') ?? '')
    const grant = {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      client_id: id,
      client_secret: secret,
      redirect_uri: REDIRECT,
    }
    const exchange = (more: Record<string, string>) => call('/oauth/token', { form: { ...grant, ...more } })
    assert.equal((await exchange({ client_secret: 'wrong' })).json.error, 'invalid_client')
    assert.equal((await exchange({ code_verifier: 'other' })).json.error, 'invalid_grant')
    const granted = await exchange({ code_verifier: 'verifier' })
    assert.equal(granted.json.scope, SCOPES)
    assert.equal(granted.json.expires_in, undefined)
    assert.equal((await exchange({ code_verifier: 'verifier' })).json.error, 'invalid_grant')
    const me = await call('/api/v1/accounts/verify_credentials', { token: granted.json.access_token })
    assert.equal(me.json.username, 'sandbox')
    const bad = await call('/api/v1/apps', { json: { ...app, redirect_uris: 'no-uri' } })
    assert.deepEqual([bad.status, bad.json.error], [422, 'Validation failed: Redirect URI must be an absolute URI.'])
  })

  it('keeps an idempotency key for an hour, and one key is one post', async () => {
    const first = await post({ status: 'Once' }, 'key-1')
    assert.equal((await post({ status: 'Once' }, 'key-1')).json.id, first.json.id)
    assert.notEqual((await post({ status: 'Once' }, 'key-2')).json.id, first.json.id)
    await sandbox.control.settings({ mastodon: { repeat_fails: true } })
    assert.equal((await post({ status: 'Once' }, 'key-1')).status, 500)
    await sandbox.control.settings({ mastodon: { repeat_fails: false } })
    await sandbox.control.advance(3_600_001)
    assert.notEqual((await post({ status: 'Once' }, 'key-1')).json.id, first.json.id)
    assert.equal((await texts()).length, 3)
  })

  it('a slow server may forget the key of a post that it saved', async () => {
    await sandbox.control.settings({ mastodon: { forgets_keys: true } })
    await post({ status: 'Once' }, 'key-1')
    await post({ status: 'Once' }, 'key-1')
    assert.equal((await sandbox.control.oracle()).duplicates, 1)
  })

  it('returns the text as HTML, and lists newest first', async () => {
    await post({ status: 'Older' })
    const text =
      'Fish & chips\n<3 @sandbox @ada@remote.example #menu\n\nhttps://www.example.com/a/long/path/to/the/menu?a=1'
    const { json } = await post({ status: text })
    assert.equal(
      json.content,
      `<p>Fish &amp; chips<br />&lt;3 <span class="h-card" translate="no"><a href="${sandbox.url}/mastodon/@sandbox" class="u-url mention">@<span>sandbox</span></a></span> @ada@remote.example <a href="${sandbox.url}/mastodon/tags/menu" class="mention hashtag" rel="tag">#<span>menu</span></a></p><p><a href="https://www.example.com/a/long/path/to/the/menu?a=1" target="_blank" rel="nofollow noopener" translate="no"><span class="invisible">https://www.</span><span class="ellipsis">example.com/a/long/path/to/the</span><span class="invisible">/menu?a=1</span></a></p>`,
    )
    assert.deepEqual(
      (await list({ limit: '1' })).json.map((each: { id: string }) => each.id),
      [json.id],
    )
    const [older] = (await list({ max_id: json.id })).json
    assert.equal(older.content, '<p>Older</p>')
    assert.equal((await fetch(json.url)).status, 200)
    assert.equal((await call(`/api/v1/statuses/${json.id}`)).json.url, json.url)
    assert.equal((await call(`/api/v1/statuses/${json.id}`, { method: 'DELETE' })).status, 200)
    assert.equal((await call(`/api/v1/statuses/${json.id}`)).status, 404)
    assert.deepEqual(await texts(), ['Older'])
  })

  it('counts by its own limits, and reports them', async () => {
    assert.equal(
      countCharacters(`${'a'.repeat(10)} https://example.com/${'b'.repeat(200)} @ada@remote.example 👨‍👩‍👧‍👦`),
      10 + 1 + 23 + 1 + 4 + 1 + 1,
    )
    assert.equal((await post({ status: 'x'.repeat(500) })).status, 200)
    const long = await post({ status: 'x'.repeat(501) })
    assert.deepEqual([long.status, long.json.error], [422, 'Validation failed: Text character limit of 500 exceeded'])
    await sandbox.control.settings({ mastodon: { max_characters: 5_000 } })
    assert.equal((await call('/api/v2/instance')).json.configuration.statuses.max_characters, 5_000)
    assert.equal((await post({ status: 'y'.repeat(5_000) })).status, 200)
    await sandbox.control.settings({ mastodon: { old_instance: true } })
    assert.equal((await call('/api/v2/instance')).status, 404)
    assert.equal((await call('/api/v1/instance')).json.configuration.statuses.max_characters, 5_000)
  })

  it('accepts images at once, processes videos, and attaches each file once', async () => {
    const image = await upload('a.jpg', 'A boat')
    assert.deepEqual([image.status, image.json.description], [200, 'A boat'])
    await sandbox.control.settings({ mastodon: { processing_ms: 5_000 } })
    const video = await upload('b.mp4?seconds=5')
    assert.deepEqual([video.status, video.json.url], [202, null])
    assert.equal((await call(`/api/v1/media/${video.json.id}`)).status, 206)
    assert.match((await post({ media_ids: [video.json.id] })).json.error, /not finished processing/)
    await sandbox.control.advance(5_000)
    assert.equal((await call(`/api/v1/media/${video.json.id}`)).status, 200)
    assert.match((await post({ media_ids: [video.json.id, image.json.id] })).json.error, /Cannot attach a video/)
    assert.equal((await post({ status: 'Boat', media_ids: [image.json.id] })).status, 200)
    assert.match((await post({ media_ids: [image.json.id] })).json.error, /already attached/)
    const [item] = await sandbox.control.public({ platform: 'mastodon' })
    assert.equal(item?.media[0]?.alt, 'A boat')
    await sandbox.control.advance(86_400_000)
    assert.equal((await call(`/api/v1/media/${video.json.id}`)).status, 404)
    assert.match((await upload('a.txt?type=text/plain')).json.error ?? '', /content type is invalid/)
  })

  it('refuses in its own words: no token, missing scope, a disabled login, too many posts', async () => {
    assert.equal((await call('/api/v1/statuses', { json: { status: 'x' }, token: 'nobody' })).status, 401)
    const narrow = (await sandbox.control.token({ platform: 'mastodon', scope: 'read' })).access_token
    const refused = await call('/api/v1/statuses', { json: { status: 'x' }, token: narrow })
    assert.deepEqual([refused.status, refused.json.error], [403, 'This action is outside the authorized scopes'])
    await sandbox.control.settings({ mastodon: { posts_per_3_hours: 1 } })
    assert.equal((await post({ status: 'one' })).status, 200)
    const limited = await post({ status: 'two' })
    assert.equal(limited.status, 429)
    assert.match(limited.headers.get('x-ratelimit-reset') ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    await sandbox.control.account({ platform: 'mastodon', id: ACCOUNT, restricted: true })
    assert.equal((await post({ status: 'three' })).json.error, 'Your login is currently disabled')
    assert.deepEqual(await texts(), ['one'])
  })
})
