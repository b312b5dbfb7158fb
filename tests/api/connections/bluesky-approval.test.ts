import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { createConnectLink } from '../../../src/connections/connect.ts'
import { openTokens } from '../../../src/connections/tokens.ts'
import { createProofKey, publicKeyOf, signJwt } from '../../../src/platforms/shared/dpop.ts'
import { openSecretBox } from '../../../src/secrets/key-file.ts'
import { startStage } from '../../helpers/publishing.ts'
import { searchEverywhere } from '../../helpers/search-everywhere.ts'
import { startServer } from '../../helpers/server.ts'
import { type Person, signIn } from '../../helpers/session.ts'
import { approve, checkPage, createBrowser } from './helper.ts'

// Bluesky by approval in a browser: the account decides which server is asked, and the access is bound to a key.

const LINKS = '/v1/connections/links'
const DID = 'did:plc:sandboxsandboxsandboxaa2'
const MINUTE_MS = 60_000

const stage = await startStage()
const { server, control } = stage
const { connections } = server.deps
let owner: Person

before(async () => {
  owner = await signIn(server, { role: 'owner' })
})
beforeEach(async () => {
  await stage.fresh([])
  await server.sql('delete from service_apps')
})

const linkFor = async (handle: unknown = 'sandbox.test', on = owner): Promise<string> => {
  const { status, body, text } = await on.send('POST', LINKS, { json: { provider: 'bluesky', handle } })
  assert.equal(status, 201, text)
  return body.data.url
}

async function connect(handle = 'sandbox.test') {
  const browser = createBrowser()
  const page = await browser.visit(await approve(browser, await linkFor(handle)))
  assert.equal(page.status, 200, page.html)
  return page
}

/** Creates a link like a dashboard at another address. */
const createLink = () =>
  createConnectLink(server.deps.pool, new Date(stage.now()), {
    workspaceId: server.deps.workspaceId,
    provider: 'bluesky',
    app: 'standard',
    handle: 'sandbox.test',
  })

async function storedTokens() {
  const [row] = await server.sql<{ id: string; tokens: Buffer }>('select id, tokens from connections')
  return openTokens(openSecretBox(server.deps.config), row!)
}

const list = async () => (await server.send('GET', '/v1/connections', { key: stage.key })).body.data
const outcomes = async (call: string) =>
  (await control.journal({ platform: 'bluesky', call })).map(({ status }) => status)

describe('an account', () => {
  test('is connected on its own server, and posts are sent with proofs, once each', async () => {
    const page = await connect('@Sandbox.test')
    checkPage(page)
    assert.match(page.html, /Bluesky is connected/)
    const [account, ...others] = await list()
    assert.deepEqual(others, [])
    const { provider, platform, account_id: id, handle, name, service_url: service, works_until: until } = account
    assert.deepEqual(
      { provider, platform, id, handle, name, service, until },
      {
        provider: 'bluesky',
        platform: 'short',
        id: DID,
        handle: 'sandbox.test',
        name: 'Sandbox Bluesky',
        service: `${stage.simulators.url}/bluesky`,
        until: null,
      },
    )
    // The server asks for its nonce first, and gets a second request.
    assert.deepEqual(await outcomes('push'), [400, 201])
    assert.deepEqual(await outcomes('token'), [400, 200])

    const row = await stage.drive(await stage.create('short'))
    assert.equal(row.publication_state, 'published', row.reason ?? '')
    assert.equal(row.sends, 1)
    assert.deepEqual(await outcomes('records.put'), [401, 200])
    assert.equal((await control.public({ platform: 'bluesky' })).length, 1)
  })

  test('is never stored in the clear: neither its tokens nor its key', async () => {
    await connect()
    const { accessToken, refreshToken, session } = await storedTokens()
    for (const secret of [accessToken, refreshToken!, session!.key.d!, session!.key.x!]) {
      assert.deepEqual(await searchEverywhere(server, secret), [])
      assert.ok(!server.logs.some((line) => line.includes(secret)))
    }
    // A stolen token is useless.
    const stolen = await fetch(`${stage.simulators.url}/bluesky/xrpc/com.atproto.server.getSession`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    assert.equal(stolen.status, 401)
    const [request] = await server.sql<{ session: Buffer | null }>(
      'select session from connect_requests where used_at is not null',
    )
    assert.equal(request?.session, null)
  })

  test('with an app password keeps its id when it is approved, and vice versa', async () => {
    const json = { provider: 'bluesky', handle: 'sandbox.test', secret: 'sandbox-app-password' }
    const first = (await owner.send('POST', '/v1/connections/sign-in', { json })).body.data.id
    await connect()
    assert.deepEqual(
      (await list()).map(({ id }: { id: string }) => id),
      [first],
    )
    assert.equal((await stage.drive(await stage.create('short'))).publication_state, 'published')
    await owner.send('POST', '/v1/connections/sign-in', { json })
    assert.equal((await storedTokens()).session, undefined)
    assert.equal((await stage.drive(await stage.create('short'))).publication_state, 'published')
  })

  test('whose send got no answer is searched for the record, and nothing is public twice', async () => {
    await connect()
    const id = await stage.create('short')
    // The first call only fetches the nonce; the second one takes effect and its answer is lost.
    await control.fault({ platform: 'bluesky', call: 'records.put', kind: 'drop_after', after: 1 })
    const row = await stage.drive(id)
    assert.equal(row.publication_state, 'published', row.reason ?? '')
    assert.equal(row.sends, 1)
    assert.equal((await control.public({ platform: 'bluesky' })).length, 1)
  })
})

describe('the access', () => {
  test('is renewed before it expires, each time with the newest refresh token', async () => {
    await connect()
    const seen = new Set<string>()
    for (let time = 0; time < 3; time += 1) {
      seen.add((await storedTokens()).refreshToken!)
      await stage.pass(51 * MINUTE_MS)
      await connections.refreshDue()
    }
    seen.add((await storedTokens()).refreshToken!)
    assert.equal(seen.size, 4)
    assert.equal((await stage.drive(await stage.create('short'))).publication_state, 'published')
  })

  test('is not renewed too early', async () => {
    await connect()
    await stage.pass(45 * MINUTE_MS)
    await connections.refreshDue()
    assert.deepEqual(await outcomes('refresh'), [])
  })

  test('that the server refuses early is renewed, and the post is sent', async () => {
    await connect()
    const { accessToken } = await storedTokens()
    await control.revoke({ token: accessToken })
    const row = await stage.drive(await stage.create('short'))
    assert.equal(row.publication_state, 'published', row.reason ?? '')
    assert.equal((await control.public({ platform: 'bluesky' })).length, 1)
  })

  test('is lost with the answer to a renewal, because a refresh token works once; the account says so', async () => {
    await connect()
    await stage.pass(51 * MINUTE_MS)
    // The first attempt only fetches the nonce.
    await control.fault({ platform: 'bluesky', call: 'refresh', kind: 'drop_after', after: 1 })
    await connections.refreshDue()
    assert.equal((await list())[0].status, 'active')
    await stage.pass(2 * MINUTE_MS)
    await connections.refreshDue()
    const [account] = await list()
    assert.equal(account.status, 'needs_reconnect')
    assert.match(account.reason, /its answer got lost on the way/)
  })

  test('survives a server that is down, and one that temporarily cannot read the app', async () => {
    await connect()
    await stage.pass(51 * MINUTE_MS)
    await control.fault({ platform: 'bluesky', call: 'refresh', kind: 'status_before', status: 503 })
    await connections.refreshDue()
    const [account] = await list()
    assert.equal(account.status, 'active')
    assert.match(account.reason, /retries automatically/)
    await stage.pass(2 * MINUTE_MS)
    await connections.refreshDue()
    assert.equal((await list())[0].reason, null)
  })
})

describe('an app that the server refuses', () => {
  const refuse = (status: number, body: object) =>
    control.fault({ platform: 'bluesky', call: 'refresh', kind: 'status_before', times: null, status, body })
  const pass = async (hours: number) => {
    for (let quarters = 0; quarters < hours * 4; quarters += 1) {
      await stage.pass(15 * MINUTE_MS)
      await connections.refreshDue()
    }
  }

  test('is retried for a day; then the account says why, and must be connected again', async () => {
    await connect()
    await refuse(400, { error: 'invalid_client', error_description: 'Failed to fetch client metadata' })
    await pass(20)
    assert.equal((await list())[0].status, 'active')
    await pass(7)
    const [account] = await list()
    assert.equal(account.status, 'needs_reconnect')
    assert.match(
      account.reason,
      /refused to renew.*more than a day: “Failed to fetch client metadata”.*Connect the account again/,
    )
    const tries = (await outcomes('refresh')).length
    await pass(2)
    assert.equal((await outcomes('refresh')).length, tries)
    await control.clearFaults()
    await connect()
    assert.equal((await list())[0].status, 'active')
  })

  test('temporarily keeps its account, as does a server that is down or busy for days', async () => {
    await connect()
    await refuse(400, { error: 'invalid_client' })
    await pass(4)
    await control.clearFaults()
    for (const status of [503, 429]) {
      await refuse(status, { error: 'slow_down' })
      await pass(30)
      await control.clearFaults()
      assert.equal((await list())[0].status, 'active')
    }
    await pass(1)
    assert.equal((await list())[0].reason, null)
  })
})

test('an account that is approved again while it works shows the new time', async () => {
  await connect()
  const [before] = await list()
  await stage.pass(MINUTE_MS)
  await connect()
  const [after] = await list()
  assert.equal(before.status, 'active')
  assert.ok(after.renewed_at > before.renewed_at)
})

test('the simulator accepts a proof once', async () => {
  const key = await createProofKey()
  const url = `${stage.simulators.url}/bluesky/oauth/par`
  const send = (proof: string) => fetch(url, { method: 'POST', headers: { dpop: proof }, body: new URLSearchParams() })
  const nonce = (await send('none')).headers.get('dpop-nonce')
  const claims = { htm: 'POST', htu: url, iat: Math.floor(stage.now() / 1000), jti: 'one', nonce }
  const proof = await signJwt(key, { typ: 'dpop+jwt', jwk: publicKeyOf(key) }, claims)
  const errorOf = async (answer: Response) => ((await answer.json()) as { error: string }).error
  assert.notEqual(await errorOf(await send(proof)), 'invalid_dpop_proof')
  assert.equal(await errorOf(await send(proof)), 'invalid_dpop_proof')
})

describe('nothing is connected', () => {
  const refusedPage = async (handle: string) => createBrowser().visit(await linkFor(handle))

  test('when the handle is unknown', async () => {
    const page = await refusedPage('nobody.test')
    assert.equal(page.status, 502)
    checkPage(page)
    assert.match(page.html, /knows no account with the handle nobody\.test\. Check the handle/)
    assert.match(page.html, /href="\/settings\/connections"/)
    // The link is not used up: it works once the server does.
    assert.deepEqual(await list(), [])
  })

  test('when another server answers than the one that was asked, and the code is not sent', async () => {
    await control.settings({ bluesky: { issuer: 'https://elsewhere.example.com' } })
    const browser = createBrowser()
    const page = await browser.visit(await approve(browser, await linkFor()))
    assert.equal(page.status, 502)
    assert.match(page.html, /Another server answered/)
    assert.deepEqual(await outcomes('token'), [])
    assert.deepEqual(await list(), [])
  })

  test('when another account is approved than the one that was named', async () => {
    const other = await control.account({ platform: 'bluesky', username: 'other.test' })
    await control.settings({ bluesky: { approves: other.id } })
    const browser = createBrowser()
    const page = await browser.visit(await approve(browser, await linkFor()))
    assert.equal(page.status, 502)
    assert.match(page.html, /for another account than the one that was named/)
    assert.deepEqual(await list(), [])
  })

  test('when the server does not offer approvals, or does not answer', async () => {
    for (const [call, kind, status, words] of [
      ['metadata', 'status_before', 404, /offer approval in a browser.*app password/],
      ['directory', 'status_before', 503, /did not answer as it should/],
      ['push', 'drop_before', undefined, /did not answer as it should/],
    ] as const) {
      await control.fault({ platform: 'bluesky', call, kind, ...(status ? { status } : {}) })
      const page = await refusedPage('sandbox.test')
      assert.equal(page.status, 502)
      assert.match(page.html, words)
    }
  })

  test('without a handle, with a malformed one, or if the provider asks itself', async () => {
    for (const [json, words] of [
      [{ provider: 'bluesky' }, /^handle is required/],
      [{ provider: 'bluesky', handle: ' @ ' }, /^handle is required/],
      [{ provider: 'bluesky', handle: 42 }, /^handle is required/],
      [{ provider: 'bluesky', handle: 'two words' }, /^handle must be/],
      [{ provider: 'bluesky', handle: 'a'.repeat(254) }, /^handle must be/],
      [{ provider: 'mastodon', handle: 'ada' }, /^Mastodon asks for the account.*Leave handle out/],
    ] as const) {
      const { status, body } = await owner.send('POST', LINKS, { json })
      assert.equal(status, 400)
      assert.match(body.details.handle[0], words)
    }
    assert.match((await refusedPage('notahandle')).html, /is not a handle/)
  })
})

describe('the app', () => {
  const BASE = 'https://doorpost.example.com'
  const proxied = { 'x-forwarded-proto': 'https' }

  test('at a public address describes itself, and authenticates with its key', async () => {
    const env = { BASE_URL: BASE, TRUST_PROXY: '127.0.0.1' }
    const open = await startServer({ beside: server, sandboxUrl: stage.simulators.url, clock: { now: stage.now }, env })
    const at = (url: string) => url.replace(BASE, open.url)
    const readApp = () => fetch(`${open.url}/connect/bluesky/app.json`, { headers: proxied })
    assert.equal((await readApp()).status, 404)
    assert.equal((await fetch(`${open.url}/connect/nobody/app.json`, { headers: proxied })).status, 404)
    const { token } = await createLink()
    const browser = createBrowser(proxied)
    const opened = await browser.visit(`${open.url}/connect/${token}`)
    assert.equal(opened.status, 302, opened.html)

    const answer = await readApp()
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
    const app = (await answer.json()) as Record<string, unknown> & {
      client_id: string
      jwks: { keys: Record<string, string>[] }
    }
    assert.equal(app.client_id, `${BASE}/connect/bluesky/app.json`)
    assert.deepEqual(app.redirect_uris, [`${BASE}/connect/callback`])
    assert.equal(app.scope, 'atproto transition:generic')
    assert.equal(app.dpop_bound_access_tokens, true)
    assert.equal(app.token_endpoint_auth_method, 'private_key_jwt')
    const key = app.jwks.keys[0]!
    assert.deepEqual(Object.keys(key).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])

    await control.settings({ bluesky: { app_documents: [app] } })
    const authorize = new URL(opened.location)
    assert.equal(authorize.searchParams.get('client_id'), app.client_id)
    // The pushed parameters stay between the servers.
    assert.deepEqual([...authorize.searchParams.keys()].sort(), ['client_id', 'request_uri'])
    authorize.searchParams.set('auto_approve', '1')
    const approved = await createBrowser().visit(authorize.href)
    const page = await browser.visit(at(approved.location))
    assert.equal(page.status, 200, page.html)

    await stage.pass(51 * MINUTE_MS)
    await open.deps.connections.refreshDue()
    assert.deepEqual(await outcomes('refresh'), [400, 200])
    // An app with another key is not this one.
    const other = { ...app, jwks: { keys: [publicKeyOf(await createProofKey())] } }
    await control.settings({ bluesky: { app_documents: [other] } })
    await stage.pass(51 * MINUTE_MS)
    await open.deps.connections.refreshDue()
    assert.equal((await list())[0].status, 'active')
    assert.match((await list())[0].reason, /retries automatically/)
  })

  test('keeps working when the key of the installation is changed', async () => {
    await connect()
    await connections.rotate()
    await stage.pass(51 * MINUTE_MS)
    await connections.refreshDue()
    assert.deepEqual(await outcomes('refresh'), [400, 200])
  })

  test('cannot have an address that is neither public nor this machine; the page says what to do', async () => {
    const env = { BASE_URL: 'http://doorpost.lan' }
    const lan = await startServer({ beside: server, sandboxUrl: stage.simulators.url, clock: { now: stage.now }, env })
    const { token } = await createLink()
    const page = await createBrowser().visit(`${lan.url}/connect/${token}`)
    assert.equal(page.status, 502)
    assert.match(page.html, /https address with a name.*app password/)
  })
})
