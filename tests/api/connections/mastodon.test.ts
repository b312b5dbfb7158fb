import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createControl } from '../../../simulators/client.ts'
import { startSimulators } from '../../../simulators/start.ts'
import { createPlace } from '../../helpers/process.ts'
import { searchEverywhere } from '../../helpers/search-everywhere.ts'
import { startServer } from '../../helpers/server.ts'
import { type Person, signIn } from '../../helpers/session.ts'
import { approve, checkPage, createBrowser } from './helper.ts'

// Accounts on Mastodon servers that people name, in normal operation without the sandbox. Two servers, each with its
// own address.

const LINKS = '/v1/connections/links'
const SIGN_IN = '/v1/connections/sign-in'

const first = await startInstance()
const second = await startInstance()
const server = await startServer({ env: { ALLOW_PRIVATE_NETWORKS: 'true' } })
const strict = await startServer({ beside: server })
const key = await server.key()
let owner: Person
/** Signed in on a node without ALLOW_PRIVATE_NETWORKS. */
let elsewhere: Person

before(async () => {
  owner = await signIn(server)
  elsewhere = await signIn(strict)
})
beforeEach(async () => {
  for (const { control } of [first, second]) await control.reset()
  await server.sql('delete from connections')
  await server.sql('delete from service_apps')
})

/** A Mastodon server at the root of its own address, like real ones. */
async function startInstance() {
  const simulators = await startSimulators()
  const proxy = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request)
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers as Record<string, string>
    const answer = await fetch(`${simulators.url}/mastodon${request.url}`, {
      method: request.method!,
      headers,
      redirect: 'manual',
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    })
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()))
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  after(async () => {
    proxy.closeAllConnections()
    proxy.close()
    await simulators.stop()
  })
  const host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  return { url: `http://${host}`, host, control: createControl(simulators.url) }
}

const list = async () => (await server.send('GET', '/v1/connections', { key })).body.data
const linkTo = async (serviceUrl: string): Promise<string> => {
  const { status, body, text } = await owner.send('POST', LINKS, {
    json: { provider: 'mastodon', service_url: serviceUrl },
  })
  assert.equal(status, 201, text)
  return body.data.url
}

describe('in a browser', () => {
  test('the app is registered once, and the account has its server and its limits', async () => {
    await first.control.settings({ mastodon: { max_characters: 3_000 } })
    for (const _time of ['first', 'again']) {
      const browser = createBrowser()
      const page = await browser.visit(await approve(browser, await linkTo(`${first.url}/@sandbox`)))
      assert.equal(page.status, 200, page.html)
      checkPage(page)
      assert.match(page.html, /Mastodon is connected/)
    }
    const [account, ...others] = await list()
    assert.deepEqual(others, [])
    assert.equal(account.provider, 'mastodon')
    assert.equal(account.platform, 'short')
    assert.equal(account.service_url, first.url)
    assert.equal(account.handle, `sandbox@${first.host}`)
    assert.equal(account.limits.characters, 3_000)
    assert.equal(account.works_until, null)
    const apps = await first.control.journal({ platform: 'mastodon', call: 'apps.create' })
    assert.equal(apps.length, 1)
    const { client_id: id } = (await server.sql<{ client_id: string }>('select client_id from service_apps'))[0]!
    assert.equal(apps[0]?.effect, id)
  })

  test('accounts with the same id on two servers are two accounts', async () => {
    for (const { url } of [first, second]) {
      const browser = createBrowser()
      await browser.visit(await approve(browser, await linkTo(url)))
    }
    const accounts = await list()
    assert.deepEqual(
      accounts.map((each: { service_url: string }) => each.service_url).sort(),
      [first.url, second.url].sort(),
    )
    assert.deepEqual(accounts.map((each: { default: boolean }) => each.default).sort(), [false, true])
  })

  test('an app that was removed on the server is registered again by the next approval', async () => {
    const link = await linkTo(first.url)
    const browser = createBrowser()
    await browser.visit(await approve(browser, link))
    await server.sql("update service_apps set client_id = 'gone'")
    const refused = await createBrowser().visit(await linkTo(first.url))
    const authorize = await fetch(refused.location)
    assert.equal(authorize.status, 400)
    const lost = createBrowser()
    const opened = await lost.visit(await linkTo(first.url))
    const state = new URL(opened.location).searchParams.get('state')
    const page = await lost.visit(`${server.url}/connect/callback?state=${state}&code=whatever`)
    assert.equal(page.status, 502)
    assert.match(page.html, /Client authentication failed/)
    const again = createBrowser()
    assert.equal((await again.visit(await approve(again, await linkTo(first.url)))).status, 200)
  })

  test('an invalid server says what to do, and a declined approval is reported', async () => {
    const page = await createBrowser().visit(await linkTo('http://127.0.0.1:9'))
    assert.equal(page.status, 502)
    await first.control.fault({ platform: 'mastodon', call: 'apps.create', kind: 'bad_body' })
    const html = await createBrowser().visit(await linkTo(first.url))
    assert.equal(html.status, 502)
    assert.match(html.html, /Check that it is a Mastodon server/)
  })
})

describe('with an access token', () => {
  const body = (secret: string, serviceUrl = first.url) => ({
    json: { provider: 'mastodon', service_url: serviceUrl, secret },
  })

  test('the account is connected; the token is shown nowhere', async () => {
    const { access_token: token } = await first.control.token({ platform: 'mastodon' })
    const { status, body: answer, text } = await owner.send('POST', SIGN_IN, body(token))
    assert.equal(status, 201, text)
    assert.equal(answer.data.handle, `sandbox@${first.host}`)
    assert.ok(!text.includes(token))
    assert.deepEqual(await searchEverywhere(server, token), [])
  })

  test('a token of another server, and a refused one, are reported', async () => {
    const { access_token: token } = await second.control.token({ platform: 'mastodon' })
    const { status, text } = await owner.send('POST', SIGN_IN, body(token))
    assert.equal(status, 400)
    assert.match(text, /does not accept the new access/)
    assert.ok(!text.includes(token))
  })

  test('by command: from a variable or the standard input, never as an argument', async (t) => {
    const { access_token: token } = await first.control.token({ platform: 'mastodon' })
    const settings = { DATABASE_URL: server.databaseUrl, BASE_URL: server.url, ALLOW_PRIVATE_NETWORKS: 'true' }
    const place = createPlace(t, { env: { ...settings, SECRET_KEY: server.deps.config.secretKey! } })
    const words = ['connections', 'add', '--provider', 'mastodon', '--service', first.url]
    const added = await place.cli([...words, '--secret-from', '-'], { input: `${token}\n` })
    assert.equal(added.code, 0, added.stderr)
    assert.match(added.stdout, /Mastodon is connected: sandbox@/)
    const refused = await place.cli([...words, '--secret-from', 'MY_TOKEN'], { env: { MY_TOKEN: 'wrong' } })
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /does not accept/)
    assert.equal((await list()).length, 1)
  })
})

test('a post is sent to the server of its account, and the token to no other', async () => {
  const { access_token: secret } = await second.control.token({ platform: 'mastodon' })
  const json = { provider: 'mastodon', service_url: second.url, secret }
  const { body } = await owner.send('POST', SIGN_IN, { json })
  const connectionId = body.data.id
  const post = { content: 'Hello', status: 'scheduled', scheduled_date: new Date(Date.now() - 1000).toISOString() }
  const created = await server.send('POST', '/v1/posts/short', { key, json: { ...post, connection_id: connectionId } })
  assert.equal(created.status, 201, created.text)
  await server.deps.engine.run({ workspace_id: server.deps.workspaceId, post_id: created.body.data.id })
  const shown = await server.send('GET', `/v1/posts/${created.body.data.id}`, { key })
  assert.equal(shown.body.data.publication.state, 'published', shown.text)
  assert.equal((await second.control.public({ platform: 'mastodon' })).length, 1)
  assert.deepEqual(await first.control.journal({ platform: 'mastodon' }), [])
})

describe('the address of a server', () => {
  for (const [given, problem] of [
    ['http://mastodon.example', /https/],
    ['https://127.0.0.1', /private or reserved/],
    ['https://[::1]:3000/', /private or reserved/],
    ['https://169.254.169.254', /private or reserved/],
    ['https://localhost', /private or reserved/],
    ['https://user:secret@mastodon.example', /user|credentials|password/i],
    ['127.0.0.1:3000', /private or reserved/],
    ['localhost:3000', /private or reserved/],
    ['mastodon.example:99999', /service_url must be/],
    ['javascript:alert(1)', /service_url must be/],
    ['not an address', /service_url must be/],
    [42, /service_url must be/],
  ] as const) {
    test(`${given} is refused`, async () => {
      for (const [path, more] of [
        [LINKS, {}],
        [SIGN_IN, { secret: 'a-token' }],
      ] as const) {
        const json = { provider: 'mastodon', service_url: given, ...more }
        const { status, body } = await elsewhere.send('POST', path, { json })
        assert.equal(status, 400)
        assert.match(body.details.service_url.join(' '), problem)
      }
    })
  }

  for (const [given, origin] of [
    ['mastodon.example', 'https://mastodon.example'],
    [' https://Mastodon.Example/@ada ', 'https://mastodon.example'],
    ['@ada@mastodon.example', 'https://mastodon.example'],
    ['ada@mastodon.example', 'https://mastodon.example'],
    ['mastodon.example:3000', 'https://mastodon.example:3000'],
    ['@ada@mastodon.example:443/', 'https://mastodon.example'],
    ['mastodön.example', 'https://xn--mastodn-f1a.example'],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['localhost:3000', 'http://localhost:3000'],
  ] as const) {
    test(`${given} is ${origin}`, async () => {
      const json = { provider: 'mastodon', service_url: given }
      const { status, text } = await owner.send('POST', LINKS, { json })
      assert.equal(status, 201, text)
      const query = 'select service_url from connect_requests order by created_at desc limit 1'
      const [request] = await server.sql<{ service_url: string }>(query)
      assert.equal(request?.service_url, origin)
    })
  }
})
