import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { PROFILES } from '../../../src/platforms/registry.ts'
import { FORMATS } from '../../../src/platforms/shared/provider.ts'
import { startStage } from '../../helpers/publishing.ts'
import { searchEverywhere } from '../../helpers/search-everywhere.ts'
import { startServer } from '../../helpers/server.ts'
import { type Person, signIn } from '../../helpers/session.ts'
import { approve, createBrowser } from './helper.ts'

// The link that connects an account, as the dashboard requests it.

const stage = await startStage()
const { server } = stage
const LINKS = '/v1/connections/links'
let owner: Person

before(async () => {
  await stage.control.reset()
  owner = await signIn(server, { role: 'owner' })
})

const accounts = async () =>
  (await server.send('GET', '/v1/connections', { key: stage.key })).body.data.map(
    ({ platform }: { platform: string }) => platform,
  )

for (const platform of FORMATS) {
  test(`connects an account of ${platform}, once`, async () => {
    const { status, headers, body } = await owner.send('POST', LINKS, { json: { platform } })
    assert.equal(status, 201)
    assert.equal(headers.get('cache-control'), 'no-store')
    const { url, expires_at, redirect_url } = body.data
    assert.match(url, new RegExp(`^${server.url}/connect/[0-9A-Za-z]{32}$`))
    assert.equal(redirect_url, `${server.url}/connect/callback`)
    const minutes = (Date.parse(expires_at) - stage.now()) / 60_000
    assert.ok(minutes > 14 && minutes <= 15)
    assert.deepEqual(await searchEverywhere(server, url.split('/').at(-1)), [])
    const browser = createBrowser()
    assert.equal((await browser.visit(await approve(browser, url))).status, 200)
    assert.ok((await accounts()).includes(platform))
    assert.equal((await createBrowser().visit(url)).status, 404)
  })
}

test('connects to the workspace of the person who requested it', async () => {
  const workspaceId = await server.workspace()
  const other = await signIn(server, { role: 'owner', workspaceId })
  const { body } = await other.send('POST', LINKS, { json: { platform: 'short' } })
  const browser = createBrowser()
  await browser.visit(await approve(browser, body.data.url))
  const key = await server.key({ workspaceId })
  assert.equal((await server.send('GET', '/v1/connections', { key })).body.data.length, 1)
})

test('a repeat with an Idempotency-Key creates no second link, and does not show the first again', async () => {
  const headers = { 'idempotency-key': 'one link' }
  const json = { platform: 'short' }
  const first = await owner.send('POST', LINKS, { json, headers })
  const repeat = await owner.send('POST', LINKS, { json, headers })
  assert.equal(repeat.headers.get('idempotency-replayed'), 'true')
  assert.deepEqual(repeat.body.data, { ...first.body.data, url: null })
})

describe('what is refused', () => {
  test('an unknown or missing platform', async () => {
    for (const [json, ...fields] of [
      [{}, 'platform'],
      [{ platform: 'facebook' }, 'platform'],
      [{ platform: null }, 'platform'],
      [{ platform: 'short', plattform: 'x' }, 'plattform'],
    ] as const) {
      const { status, body } = await owner.send('POST', LINKS, { json })
      assert.equal(status, 400)
      assert.deepEqual(Object.keys(body.details), fields)
    }
  })

  test('a platform without an app, with what to do about it', async () => {
    const bare = await startServer({ env: { THREADS_CLIENT_ID: 'a', THREADS_CLIENT_SECRET: 'b' } })
    const boss = await signIn(bare, { role: 'owner' })
    const { status, body } = await boss.send('POST', LINKS, { json: { platform: 'short' } })
    assert.equal(status, 400)
    assert.match(body.details.platform[0], /no app for X.*X_CLIENT_ID and X_CLIENT_SECRET/)
    assert.equal((await boss.send('POST', LINKS, { json: { platform: 'thread' } })).status, 201)
    const { body: workspace } = await boss.send('GET', '/v1/workspace')
    // Providers with many servers need no app of the operator.
    const ready = PROFILES.filter(({ name, service }) => name === 'threads' || service).map(({ name }) => name)
    assert.deepEqual(workspace.data.installation.providers, ready)
    assert.deepEqual(workspace.data.installation.platforms, ['thread', 'short'])
  })

  test('everyone except an owner', async () => {
    const json = { platform: 'short' }
    for (const role of ['editor', 'viewer'] as const) {
      assert.equal((await (await signIn(server, { role })).send('POST', LINKS, { json })).status, 403)
    }
    assert.equal((await server.send('POST', LINKS, { key: stage.key, json })).status, 403)
    assert.equal((await server.send('POST', LINKS, { json })).status, 401)
  })

  test('"links" is not an account id', async () => {
    for (const method of ['PATCH', 'DELETE']) {
      const answer = await server.send(method, LINKS, {
        key: stage.key,
        ...(method === 'PATCH' ? { json: { default: true } } : {}),
      })
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'])
    }
  })
})
