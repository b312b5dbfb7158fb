import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { createControl } from '../../../simulators/client.ts'
import { startSimulators } from '../../../simulators/start.ts'
import { openTokens } from '../../../src/connections/tokens.ts'
import { createSecretBox } from '../../../src/lib/secrets/secret-box.ts'
import { FORMATS } from '../../../src/platforms/shared/provider.ts'
import { loadSecretKeys } from '../../../src/secrets/key-file.ts'
import { createPlace } from '../../helpers/process.ts'
import { startServer } from '../../helpers/server.ts'
import { accessToken, approve, checkPage, connect, createBrowser, linkFor } from './helper.ts'

const MINUTE_MS = 60_000

let offsetMs = 0
const simulators = await startSimulators()
after(() => simulators.stop())
const control = createControl(simulators.url)
const server = await startServer({ sandboxUrl: simulators.url, clock: { now: () => Date.now() + offsetMs } })
const list = () => server.deps.connections.list(server.deps.workspaceId)

beforeEach(async () => {
  offsetMs = 0
  await control.reset()
  await server.sql('delete from connections')
  await server.sql('delete from connect_requests')
})

describe('an account is connected', () => {
  for (const platform of FORMATS) {
    test(`${platform}: from the link through the platform to the final page`, async () => {
      const page = await connect(server, platform)
      checkPage(page)
      assert.match(page.html, /is connected/)
      assert.match(page.html, /sandbox/i)
      assert.match(page.html, /You can close this page/)
      const connections = await list()
      assert.equal(connections.length, 1)
      assert.equal(connections.filter((each) => each.default).length, 1)
      for (const each of connections) {
        assert.equal(each.platform, platform)
        assert.equal(each.status, 'active')
        assert.equal(each.sandbox, true)
        assert.equal(each.reason, null)
        assert.ok(page.html.includes(each.name ?? each.handle ?? each.account_id))
      }
      const [journal] = await control.journal({ call: 'token' })
      assert.equal(journal?.outcome, 'ok')
    })
  }

  test('a token that is not renewed automatically shows its expiry', async () => {
    await connect(server, 'professional')
    await connect(server, 'short')
    const [linkedin, x] = await list()
    assert.ok(linkedin!.works_until!.getTime() > Date.now() + 50 * 86_400_000)
    assert.equal(x!.works_until, null)
  })

  test('again: the same row becomes usable with the new token', async () => {
    await connect(server, 'short')
    const [before] = await list()
    const oldToken = await accessToken(server, 'short')
    await server.deps.connections.stop(before!.id, 'needs_reconnect', 'It ended.')
    await connect(server, 'short')
    const [afterwards, ...others] = await list()
    assert.deepEqual(others, [])
    assert.ok(afterwards!.renewed_at! > before!.renewed_at!)
    assert.deepEqual({ ...afterwards, renewed_at: null }, { ...before, renewed_at: null })
    assert.notEqual(await accessToken(server, 'short'), oldToken)
  })

  test('a second account of the platform is not the default', async () => {
    const second = await control.account({ platform: 'x', username: 'second', name: '<script>alert(1)</script>' })
    await connect(server, 'short')
    const page = await connect(server, 'short', { account: second.id })
    checkPage(page)
    assert.ok(page.html.includes('&lt;script&gt;alert(1)&lt;/script&gt;'))
    assert.deepEqual(
      (await list()).map((each) => [each.handle, each.default]),
      [
        ['sandbox', true],
        ['second', false],
      ],
    )
  })

  test('two concurrent approvals of one account end in one row with a readable token', async () => {
    const browser = createBrowser()
    const callbacks = [
      await approve(browser, await linkFor(server, 'short')),
      await approve(browser, await linkFor(server, 'short')),
    ]
    const pages = await Promise.all(callbacks.map((callback) => browser.visit(callback)))
    assert.deepEqual(
      pages.map(({ status }) => status),
      [200, 200],
    )
    assert.equal((await list()).length, 1)
    assert.ok(await accessToken(server, 'short'))
  })

  test('with the link of the command line, which is its last line', async (t) => {
    const place = createPlace(t, { env: { DATABASE_URL: server.databaseUrl, BASE_URL: server.url } })
    const refused = await place.cli(['connections', 'add', '--platform', 'short'])
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /no app for X.*X_CLIENT_ID.*X_CLIENT_SECRET/)
    const unknown = await place.cli(['connections', 'add', '--platform', 'facebook'])
    assert.equal(unknown.code, 2)
    const added = await place.cli(['connections', 'add', '--platform', 'short', '--sandbox'], {
      env: { SANDBOX_DATABASE_URL: server.databaseUrl },
    })
    assert.equal(added.code, 0, added.stderr)
    const link = added.stdout.trim().split('\n').at(-1)!
    assert.match(link, /^http:\/\/127\.0\.0\.1:\d+\/connect\/[0-9A-Za-z]{32}$/)

    const browser = createBrowser()
    assert.equal((await browser.visit(await approve(browser, link))).status, 200)
    const [connection] = await list()
    const listed = await place.cli(['connections', 'list'])
    assert.match(
      listed.stdout,
      new RegExp(`short \\(sandbox\\) +x +sandbox +member +active +yes +renewed +${connection!.id}`),
    )
    const removed = await place.cli(['connections', 'remove', '--id', connection!.id])
    assert.equal(removed.code, 0, removed.stderr)
    assert.deepEqual(await list(), [])
    assert.equal((await place.cli(['connections', 'remove', '--id', connection!.id])).code, 1)
    assert.equal((await place.cli(['connections', 'remove', '--id', 'x'])).code, 2)
    assert.match((await place.cli(['connections', 'list'])).stdout, /No account is connected yet/)
  })
})

describe('the link', () => {
  test('redirects with state, challenge and our address, and is bound to the browser', async () => {
    const browser = createBrowser()
    const { status, headers, location } = await browser.visit(await linkFor(server, 'short'))
    assert.equal(status, 302)
    assert.equal(headers.get('cache-control'), 'no-store')
    const { searchParams } = new URL(location)
    assert.equal(searchParams.get('redirect_uri'), `${server.url}/connect/callback`)
    assert.match(searchParams.get('state')!, /^[0-9A-Za-z]{32}$/)
    assert.match(searchParams.get('code_challenge')!, /^[\w-]{43}$/)
    assert.equal(searchParams.get('code_challenge_method'), 'S256')
    assert.match(
      headers.get('set-cookie')!,
      /^doorpost_connect=[0-9A-Za-z]{32}; Path=\/connect; Max-Age=900; HttpOnly; SameSite=Lax$/,
    )
  })

  test('sets a Secure cookie at an https address', async () => {
    const behind = await startServer({
      beside: server,
      sandboxUrl: simulators.url,
      env: { BASE_URL: 'https://doorpost.example.com', TRUST_PROXY: 'loopback' },
    })
    const browser = createBrowser({ 'x-forwarded-proto': 'https' })
    const { headers, location } = await browser.visit(await linkFor(behind, 'thread'))
    assert.match(headers.get('set-cookie')!, /; Path=\/connect; .*; SameSite=Lax; Secure$/)
    const { searchParams } = new URL(location)
    assert.equal(searchParams.get('redirect_uri'), 'https://doorpost.example.com/connect/callback')
  })

  test('works once', async () => {
    const link = await linkFor(server, 'short')
    const browser = createBrowser()
    const callback = await approve(browser, link)
    const again = await browser.visit(link)
    assert.equal(again.status, 404)
    checkPage(again)
    assert.match(again.html, /works once/)
    assert.equal((await browser.visit(callback)).status, 200)
    const twice = await browser.visit(callback)
    assert.equal(twice.status, 404)
    checkPage(twice)
    assert.equal((await list()).length, 1)
  })

  test('opened twice at once leads to the platform once', async () => {
    const link = await linkFor(server, 'short')
    const visits = await Promise.all(Array.from({ length: 8 }, () => createBrowser().visit(link)))
    assert.deepEqual(visits.map(({ status }) => status).sort(), [302, ...Array(7).fill(404)])
  })

  test('completes once, however often the browser repeats the request', async () => {
    const browser = createBrowser()
    const callback = await approve(browser, await linkFor(server, 'short'))
    const visits = await Promise.all(Array.from({ length: 8 }, () => browser.visit(callback)))
    assert.deepEqual(visits.map(({ status }) => status).sort(), [200, ...Array(7).fill(404)])
    assert.equal((await control.journal({ platform: 'x', call: 'token' })).length, 1)
  })

  test('is not used up by a HEAD, which is not allowed', async () => {
    const link = await linkFor(server, 'short')
    const head = await createBrowser().visit(link, 'HEAD')
    assert.equal(head.status, 405)
    assert.equal(head.headers.get('allow'), 'GET')
    const posted = await server.send('POST', '/connect/callback')
    assert.equal(posted.status, 405)
    assert.equal(posted.body.error, 'method_not_allowed')
    assert.equal((await createBrowser().visit(link)).status, 302)
  })

  test('expires, and says so', async () => {
    const link = await linkFor(server, 'short')
    offsetMs = 16 * MINUTE_MS
    const visit = await createBrowser().visit(link)
    assert.equal(visit.status, 410)
    checkPage(visit)
    assert.match(visit.html, /expired.*href="\/settings\/connections"/s)
  })

  test('that is unknown is 404', async () => {
    for (const path of ['0'.repeat(32), 'x', 'callback%00', 'a'.repeat(5000), '%F0%9F%98%80']) {
      const visit = await createBrowser().visit(`${server.url}/connect/${path}`)
      assert.equal(visit.status, 404)
      checkPage(visit)
    }
    assert.equal((await fetch(`${server.url}/connect`)).status, 404)
  })

  test('of a platform without an app says what to set, and stays usable', async () => {
    const real = await startServer({ beside: server })
    const link = await linkFor(real, 'photo')
    const visit = await createBrowser().visit(link)
    assert.equal(visit.status, 503)
    checkPage(visit)
    assert.match(visit.html, /Settings, Networks/)
    assert.equal((await createBrowser().visit(link.replace(real.url, server.url))).status, 302)
  })

  test('leads to the real platform when its app is set', async () => {
    const real = await startServer({
      beside: server,
      env: {
        X_CLIENT_ID: 'my-app',
        X_CLIENT_SECRET: 'my-secret',
        LINKEDIN_CLIENT_ID: 'a',
        LINKEDIN_CLIENT_SECRET: 'b',
      },
    })
    const { location } = await createBrowser().visit(await linkFor(real, 'short'))
    assert.ok(location.startsWith('https://x.com/i/oauth2/authorize?'))
    assert.equal(new URL(location).searchParams.get('client_id'), 'my-app')
    assert.ok(!location.includes('my-secret'))
  })

  test('is limited against guessing', async () => {
    const strict = await startServer({ beside: server, env: { RATE_LIMIT_FAILED_AUTH: '3' } })
    const statuses: number[] = []
    for (let i = 0; i < 5; i++) statuses.push((await createBrowser().visit(`${strict.url}/connect/${i}`)).status)
    assert.deepEqual(statuses, [404, 404, 404, 429, 429])
  })
})

describe('nothing is connected', () => {
  const nothing = async () => assert.deepEqual(await list(), [])

  test('with a state that is not ours', async () => {
    const browser = createBrowser()
    const callback = new URL(await approve(browser, await linkFor(server, 'short')))
    for (const state of ['0'.repeat(32), '', 'x']) {
      callback.searchParams.set('state', state)
      const visit = await browser.visit(callback.href)
      assert.equal(visit.status, 404)
      checkPage(visit)
    }
    callback.searchParams.delete('state')
    assert.equal((await browser.visit(callback.href)).status, 404)
    assert.equal((await browser.visit(`${callback.href}&state=a&state=b`)).status, 404)
    await nothing()
    assert.deepEqual(await control.journal({ platform: 'x', call: 'token' }), [])
  })

  test('in another browser, and the right one can still continue', async () => {
    const browser = createBrowser()
    const callback = await approve(browser, await linkFor(server, 'short'))
    const other = createBrowser()
    for (const visitor of [other, createBrowser()]) {
      const visit = await visitor.visit(callback)
      assert.equal(visit.status, 403)
      checkPage(visit)
      assert.match(visit.html, /another browser/)
      // Now with its own cookie.
      await visitor.visit(await linkFor(server, 'short'))
      assert.equal((await visitor.visit(callback)).status, 403)
    }
    await nothing()
    assert.equal((await browser.visit(callback)).status, 200)
  })

  test('with the token of the link as state', async () => {
    const link = await linkFor(server, 'short')
    const browser = createBrowser()
    await browser.visit(await linkFor(server, 'short'))
    const visit = await browser.visit(`${server.url}/connect/callback?code=x&state=${link.split('/').at(-1)}`)
    assert.equal(visit.status, 404)
    await nothing()
  })

  test('after the time for the approval', async () => {
    const browser = createBrowser()
    const link = await linkFor(server, 'short')
    offsetMs = 14 * MINUTE_MS
    const callback = await approve(browser, link)
    offsetMs = 30 * MINUTE_MS
    const visit = await browser.visit(callback)
    assert.equal(visit.status, 410)
    checkPage(visit)
    await nothing()
  })

  for (const platform of FORMATS) {
    test(`${platform}: when the person says no`, async () => {
      const browser = createBrowser()
      const { location } = await browser.visit(await linkFor(server, platform))
      const denied = await fetch(location, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ decision: 'deny' }),
      })
      const callback = denied.headers.get('location')!.replace(/#.*/, '')
      const visit = await browser.visit(callback)
      assert.equal(visit.status, 403)
      checkPage(visit)
      assert.match(visit.html, /did not approve/)
      assert.match(visit.html, /href="\/settings\/connections"/)
      assert.equal((await browser.visit(callback)).status, 404)
      await nothing()
    })
  }

  test('when the platform refuses the code: the page quotes its message, and shows no code', async () => {
    const browser = createBrowser()
    const callback = new URL(await approve(browser, await linkFor(server, 'short')))
    const code = 'a-wrong-code-<b>1</b>'
    callback.searchParams.set('code', code)
    const visit = await browser.visit(callback.href)
    assert.equal(visit.status, 502)
    checkPage(visit)
    assert.match(visit.html, /X did not accept the connection/)
    assert.ok(!visit.html.includes('a-wrong-code'))
    assert.ok(!visit.html.includes(callback.searchParams.get('state')!))
    await nothing()
  })

  test('when the platform names another error, or none and no code', async () => {
    for (const [query, shown] of [
      ['error=unauthorized_scope_error&error_description=<b>evil</b>', /unauthorized_scope_error/],
      ['error=<script>alert(1)</script>', /refused/],
      ['', /refused/],
    ] as const) {
      const browser = createBrowser()
      const { location } = await browser.visit(await linkFor(server, 'professional'))
      const state = new URL(location).searchParams.get('state')
      const visit = await browser.visit(`${server.url}/connect/callback?${query}&state=${state}`)
      assert.equal(visit.status, 502)
      checkPage(visit)
      assert.match(visit.html, shown)
      assert.doesNotMatch(visit.html, /evil|alert/)
    }
    await nothing()
  })

  for (const kind of ['drop_before', 'drop_after', 'truncated', 'status_before', 'bad_body'] as const) {
    for (const call of ['token', 'me'] as const) {
      test(`when the platform fails (${kind} at ${call})`, async () => {
        const browser = createBrowser()
        const callback = await approve(browser, await linkFor(server, 'short'))
        await control.fault({ platform: 'x', call, kind })
        const visit = await browser.visit(callback)
        assert.equal(visit.status, 502)
        checkPage(visit)
        assert.match(visit.html, /href="\/settings\/connections"/)
        await nothing()
      })
    }
  }
})

test('neither the database nor the log contains a token, a code, a state or a link in clear text', async () => {
  const secrets: string[] = []
  for (const platform of FORMATS) {
    const browser = createBrowser()
    const link = await linkFor(server, platform)
    const callback = await approve(browser, link)
    const { searchParams } = new URL(callback)
    secrets.push(link.split('/').at(-1)!, searchParams.get('state')!, searchParams.get('code')!)
    secrets.push(browser.cookies.get('doorpost_connect')!.value)
    const page = await browser.visit(callback)
    assert.equal(page.status, 200)
    for (const secret of secrets) assert.ok(!page.html.includes(secret))
  }
  const box = createSecretBox(loadSecretKeys(server.deps.config))
  const rows = await server.sql<{ id: string; tokens: Buffer }>('select id, tokens from connections')
  for (const row of rows) {
    const { accessToken, refreshToken } = openTokens(box, row)
    secrets.push(accessToken, ...(refreshToken === null ? [] : [refreshToken]))
  }
  assert.ok(secrets.length >= 21, `${secrets.length} secrets are looked for`)
  const dump = JSON.stringify([
    await server.sql('select c.*, c::text as row from connections c'),
    await server.sql('select c.*, c::text as row from connect_requests c'),
  ])
  const logs = server.logs.join('')
  for (const secret of secrets) {
    const shapes = [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    ]
    for (const shape of shapes) {
      assert.ok(!dump.includes(shape), 'not in the database')
      assert.ok(!logs.includes(shape), 'not in the log')
    }
  }
  // A verifier is not kept longer than needed.
  assert.deepEqual(await server.sql('select 1 from connect_requests where code_verifier is not null'), [])
})
