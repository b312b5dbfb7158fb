import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type Answer, ask, graphCode, type Sandbox, startSandbox } from './helper.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const REDIRECT = 'https://app.example/callback?x=1'
const APP = { client_id: 'sandbox-app', client_secret: 'sandbox-secret' }
const VERIFIER = 'a-verifier-that-is-long-enough-to-be-one-0123456789'
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

describe('OAuth', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox()
  })
  after(() => sandbox.stop())
  beforeEach(() => sandbox.control.reset())

  const asked = (scope: string, more: Record<string, string> = {}) => ({
    client_id: APP.client_id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope,
    state: 's t&ate',
    ...more,
  })
  const authorize = (path: string, query: Record<string, string>) => ask(sandbox.url, path, { query })
  const backTo = (answer: Answer): URL => {
    assert.equal(answer.status, 302, answer.text)
    return new URL(answer.headers.get('location') ?? '')
  }
  const approved = async (path: string, query: Record<string, string>): Promise<string> => {
    const url = backTo(await authorize(path, { ...query, auto_approve: '1' }))
    assert.equal(url.searchParams.get('state'), 's t&ate')
    assert.equal(url.searchParams.get('x'), '1')
    return url.searchParams.get('code') ?? ''
  }

  it('shows a page that a person approves or denies, for the account they choose', async () => {
    const other = await sandbox.control.account({ platform: 'threads', username: 'other', name: '<Other>' })
    const query = new URLSearchParams(asked('threads_basic'))
    const page = await ask(sandbox.url, `/threads/oauth/authorize?${query}`)
    assert.equal(page.status, 200)
    assert.match(page.text, /SANDBOX – this is not the real Threads/)
    assert.match(page.text, /&lt;Other&gt;/)
    const decide = (form: Record<string, string>) => ask(sandbox.url, `/threads/oauth/authorize?${query}`, { form })
    const yes = await decide({ decision: 'approve', account: other.id })
    assert.match(yes.headers.get('location') ?? '', /^https:\/\/app\.example\/callback\?x=1&code=.+&state=.+#_$/)
    const code = backTo(yes).searchParams.get('code') ?? ''
    const token = await ask(sandbox.url, '/threads/oauth/access_token', {
      form: { ...APP, code, grant_type: 'authorization_code', redirect_uri: REDIRECT },
    })
    assert.match(token.text, new RegExp(`"user_id":${other.id}[,}]`))
    const no = backTo(await decide({ decision: 'deny' }))
    assert.equal(no.searchParams.get('error'), 'access_denied')
    assert.equal(no.searchParams.get('state'), 's t&ate')
    assert.equal((await decide({ decision: 'approve', account: 'nobody' })).status, 400)
  })

  it('refuses wrong requests on the page, never by a redirect to a wrong address', async () => {
    const wrong: Record<string, string>[] = [
      asked('threads_basic', { client_id: 'stranger' }),
      asked('threads_basic', { response_type: 'token' }),
      asked('threads_basic', { redirect_uri: 'javascript:alert(1)' }),
      asked('threads_content_publish'),
      asked('threads_basic,everything'),
    ]
    for (const query of wrong) assert.equal((await authorize('/threads/oauth/authorize', query)).status, 400)
    assert.equal((await authorize('/x/i/oauth2/authorize', asked('tweet.read users.read'))).status, 400)
    const scope = backTo(await authorize('/linkedin/oauth/v2/authorization', asked('r_everything')))
    assert.equal(scope.searchParams.get('error'), 'unauthorized_scope_error')
  })

  it('approves automatically when that is set', async () => {
    await sandbox.control.settings({ auto_approve: true })
    assert.ok(
      backTo(await authorize('/instagram/oauth/authorize', asked('instagram_business_basic'))).searchParams.get('code'),
    )
  })

  for (const platform of ['threads', 'instagram'] as const) {
    const prefix = platform === 'threads' ? 'th' : 'ig'
    const basic = platform === 'threads' ? 'threads_basic' : 'instagram_business_basic'
    const path = `/${platform}/oauth/authorize`
    const exchangeCode = (form: Record<string, string>) =>
      ask(sandbox.url, `/${platform}/oauth/access_token`, {
        form: { ...APP, grant_type: 'authorization_code', redirect_uri: REDIRECT, ...form },
      })
    const accessOf = (answer: Answer): string => answer.json.access_token ?? answer.json.data[0].access_token
    const exchange = (token: string, secret = APP.client_secret) =>
      ask(sandbox.url, `/${platform}/access_token`, {
        query: { grant_type: `${prefix}_exchange_token`, client_secret: secret, access_token: token },
      })
    const refresh = (token: string) =>
      ask(sandbox.url, `/${platform}/refresh_access_token`, {
        query: { grant_type: `${prefix}_refresh_token`, access_token: token },
      })
    const me = (token: string) =>
      ask(sandbox.url, `/${platform}/me`, { query: { fields: 'id,username', access_token: token } })

    it(`${platform}: code, short-lived, long-lived, refreshed`, async () => {
      const code = await approved(path, asked(basic))
      const answer = await exchangeCode({ code })
      if (platform === 'instagram') {
        assert.deepEqual(Object.keys(answer.json.data[0]), ['access_token', 'user_id', 'permissions'])
      }
      const short = accessOf(answer)
      assert.equal((await me(short)).json.username, 'sandbox')
      assert.equal((await refresh(short)).json.error.code, 100)
      const long = await exchange(short)
      assert.deepEqual(
        { ...long.json, access_token: '' },
        { access_token: '', token_type: 'bearer', expires_in: 5183944 },
      )
      assert.equal((await exchange(long.json.access_token)).json.error.code, 452)

      await sandbox.control.advance(HOUR_MS)
      assert.equal(graphCode(await me(short)), '190/463')
      assert.equal(graphCode(await exchange(short)), '190/463')
      const young = await refresh(long.json.access_token)
      assert.equal(young.status, 400)
      assert.match(young.json.error.message, /24 hours/)
      await sandbox.control.advance(DAY_MS)
      const next = await refresh(long.json.access_token)
      assert.equal(next.json.expires_in, 5183944)
      assert.notEqual(next.json.access_token, long.json.access_token)
      await sandbox.control.advance(59.5 * DAY_MS)
      assert.equal(graphCode(await refresh(long.json.access_token)), '190/463')
      assert.equal((await me(next.json.access_token)).status, 200)
    })

    it(`${platform}: wrong codes, secrets and tokens`, async () => {
      const code = await approved(path, asked(basic))
      const wrong: [Record<string, string>, RegExp][] = [
        [{ code: 'x' }, /Invalid authorization code/],
        [{ code, client_secret: 'x' }, /secret/],
        [{ code, client_id: 'x' }, /Invalid platform app/],
        [{ code, redirect_uri: 'https://app.example/other' }, /redirect_uri/],
        [{ code, grant_type: 'password' }, /grant_type/],
      ]
      for (const [form, message] of wrong) {
        const answer = await exchangeCode(form)
        assert.equal(answer.status, 400)
        assert.equal(answer.json.error_type, 'OAuthException')
        assert.equal(answer.json.code, 400)
        assert.match(answer.json.error_message, message)
      }
      const good = accessOf(await exchangeCode({ code }))
      assert.match((await exchangeCode({ code })).json.error_message, /has been used/)
      const late = await approved(path, asked(basic))
      await sandbox.control.advance(HOUR_MS)
      assert.match((await exchangeCode({ code: late })).json.error_message, /expired/)
      assert.equal((await exchange(good, 'x')).json.error.code, 1)
      assert.equal(graphCode(await me('x')), '190')
      assert.equal((await me('')).json.error.code, 2500)
    })

    it(`${platform}: debug_token and revocation`, async () => {
      const { access_token: token, account } = await sandbox.control.token({ platform })
      const debug = (input: string) =>
        ask(sandbox.url, `/${platform}/debug_token`, { query: { input_token: input }, token })
      assert.equal((await debug(token)).json.data.is_valid, true)
      assert.equal((await debug(token)).json.data.user_id, account)
      assert.equal((await debug('x')).json.data.is_valid, false)
      await sandbox.control.revoke({ platform, account })
      assert.equal(graphCode(await me(token)), '190/458')
    })
  }

  it('Instagram may answer the code exchange without an array', async () => {
    await sandbox.control.settings({ instagram: { token_shape: 'flat' } })
    const code = await approved('/instagram/oauth/authorize', asked('instagram_business_basic'))
    const form = { ...APP, code, grant_type: 'authorization_code', redirect_uri: REDIRECT }
    assert.ok((await ask(sandbox.url, '/instagram/oauth/access_token', { form })).json.access_token)
  })

  describe('LinkedIn', () => {
    const path = '/linkedin/oauth/v2/authorization'
    const scope = 'openid profile w_member_social'
    const post = (name: string, form: Record<string, string>) =>
      ask(sandbox.url, `/linkedin/oauth/v2/${name}`, { form: { ...APP, ...form } })
    const exchange = (code: string) =>
      post('accessToken', { grant_type: 'authorization_code', code, redirect_uri: REDIRECT })
    const userinfo = (token: string) => ask(sandbox.url, '/linkedin/v2/userinfo', { token })

    it('issues tokens for 60 days, and refresh tokens of a fixed year only to partners', async () => {
      const plain = await exchange(await approved(path, asked(scope)))
      assert.equal(plain.json.expires_in, 5184000)
      assert.equal(plain.json.refresh_token, undefined)
      assert.equal((await userinfo(plain.json.access_token)).json.sub, 'SandboxMbr')
      await sandbox.control.settings({ linkedin: { refresh_tokens: true } })
      const partner = await exchange(await approved(path, asked(scope)))
      assert.equal(partner.json.refresh_token_expires_in, 31536000)
      await sandbox.control.advance(60 * DAY_MS)
      const expired = await userinfo(partner.json.access_token)
      assert.equal(expired.status, 401)
      assert.equal(expired.json.serviceErrorCode, 65602)
      const refresh = (token: string) => post('accessToken', { grant_type: 'refresh_token', refresh_token: token })
      const next = await refresh(partner.json.refresh_token)
      assert.equal((await userinfo(next.json.access_token)).status, 200)
      assert.ok(next.json.refresh_token_expires_in <= 31536000 - 60 * 86400)
      await sandbox.control.advance(306 * DAY_MS)
      assert.equal((await refresh(partner.json.refresh_token)).json.error, 'invalid_request')
    })

    it('refuses wrong codes and clients; codes live 30 minutes', async () => {
      const code = await approved(path, asked(scope))
      assert.equal(
        (
          await post('accessToken', {
            grant_type: 'authorization_code',
            code,
            redirect_uri: REDIRECT,
            client_secret: 'x',
          })
        ).status,
        401,
      )
      assert.equal((await exchange(code)).status, 200)
      assert.equal((await exchange(code)).json.error, 'invalid_request')
      const late = await approved(path, asked(scope))
      await sandbox.control.advance(30 * 60_000)
      assert.equal((await exchange(late)).status, 400)
      assert.equal((await post('accessToken', { grant_type: 'password' })).json.error, 'unsupported_grant_type')
    })

    it('introspects and revokes; unknown, missing and fresh tokens are 401', async () => {
      const { access_token: token } = await sandbox.control.token({ platform: 'linkedin' })
      assert.equal((await post('introspectToken', { token })).json.active, true)
      assert.equal((await post('introspectToken', { token: 'x' })).json.active, false)
      assert.equal((await post('revoke', { token })).status, 200)
      assert.deepEqual((await userinfo(token)).json, {
        message: 'The token used in the request has been revoked by the user',
        code: 'REVOKED_ACCESS_TOKEN',
        serviceErrorCode: 65601,
        status: 401,
      })
      assert.equal((await post('introspectToken', { token })).json.status, 'revoked')
      assert.equal((await userinfo('x')).json.serviceErrorCode, 65600)
      assert.equal((await ask(sandbox.url, '/linkedin/v2/userinfo')).json.serviceErrorCode, 65604)
      await sandbox.control.settings({ linkedin: { fresh_token_refused_ms: 5_000 } })
      const fresh = (await sandbox.control.token({ platform: 'linkedin' })).access_token
      assert.equal((await userinfo(fresh)).json.serviceErrorCode, 65601)
      await sandbox.control.advance(5_000)
      assert.equal((await userinfo(fresh)).status, 200)
      const narrow = (await sandbox.control.token({ platform: 'linkedin', scope: 'w_member_social' })).access_token
      await sandbox.control.advance(5_000)
      assert.equal((await userinfo(narrow)).status, 403)
    })
  })

  describe('X', () => {
    const path = '/x/i/oauth2/authorize'
    const scope = 'tweet.read tweet.write users.read media.write offline.access'
    const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' }
    const basic = { authorization: `Basic ${Buffer.from('sandbox-app:sandbox-secret').toString('base64')}` }
    const token = (form: Record<string, string>, headers: Record<string, string> = basic) =>
      ask(sandbox.url, '/x/2/oauth2/token', { form, headers })
    const exchange = (code: string, more: Record<string, string> = {}) =>
      token({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: VERIFIER, ...more })
    const refresh = (refreshToken: string) => token({ grant_type: 'refresh_token', refresh_token: refreshToken })
    const me = (access: string) => ask(sandbox.url, '/x/2/users/me', { token: access })

    it('verifies PKCE; codes live 30 seconds and work once', async () => {
      const code = await approved(path, asked(scope, pkce))
      assert.match((await exchange(code, { code_verifier: 'x' })).json.error_description, /code verifier/)
      assert.match((await exchange(code, { redirect_uri: 'https://x.example' })).json.error_description, /redirect uri/)
      const good = await exchange(code)
      assert.deepEqual(Object.keys(good.json), ['token_type', 'expires_in', 'access_token', 'scope', 'refresh_token'])
      assert.equal(good.json.expires_in, 7200)
      assert.equal(good.json.scope, scope)
      assert.equal((await exchange(code)).json.error, 'invalid_request')
      const late = await approved(path, asked(scope, pkce))
      await sandbox.control.advance(30_000)
      assert.equal((await exchange(late)).status, 400)
    })

    it('rotates refresh tokens: each works once', async () => {
      const first = (await exchange(await approved(path, asked(scope, pkce)))).json
      await sandbox.control.advance(2 * HOUR_MS)
      assert.equal((await me(first.access_token)).status, 401)
      const second = await refresh(first.refresh_token)
      assert.equal((await me(second.json.access_token)).json.data.username, 'sandbox')
      const again = await refresh(first.refresh_token)
      assert.equal(again.status, 400)
      assert.deepEqual(again.json, {
        error: 'invalid_request',
        error_description: 'Value passed for the token was invalid.',
      })
      assert.equal((await refresh(second.json.refresh_token)).status, 200)
    })

    it('supports public clients, refuses unknown ones, revokes; no refresh token without offline.access', async () => {
      const code = await approved(path, asked('tweet.read users.read', pkce))
      const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: VERIFIER }
      assert.equal((await token(form, {})).json.error, 'unauthorized_client')
      assert.equal((await token(form, { authorization: 'Basic eDp5' })).status, 401)
      const answer = await token({ ...form, client_id: 'sandbox-app' }, {})
      assert.equal(answer.json.refresh_token, undefined)
      assert.equal((await token({ grant_type: 'password' })).json.error, 'unsupported_grant_type')
      const revoked = await ask(sandbox.url, '/x/2/oauth2/revoke', {
        form: { token: answer.json.access_token },
        headers: basic,
      })
      assert.deepEqual(revoked.json, { revoked: true })
      assert.equal((await me(answer.json.access_token)).status, 401)
    })
  })
})
