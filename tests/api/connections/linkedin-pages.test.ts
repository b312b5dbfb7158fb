import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { createControl } from '../../../simulators/client.ts'
import { startSimulators } from '../../../simulators/start.ts'
import { readConfig } from '../../../src/config/config.ts'
import { createPlace } from '../../helpers/process.ts'
import { startServer } from '../../helpers/server.ts'
import { signIn } from '../../helpers/session.ts'
import { approve, connect, createBrowser, linkFor } from './helper.ts'

// Company pages are approved for a separate app, which may not sign people in.

const simulators = await startSimulators()
after(() => simulators.stop())
const control = createControl(simulators.url)
const server = await startServer({ sandboxUrl: simulators.url })
const { connections, workspaceId } = server.deps
const owner = await signIn(server, { role: 'owner' })

const PAGE = 'urn:li:organization:100000001'
const accounts = async () =>
  (await connections.list(workspaceId)).map(({ account_id: id, kind }) => `${kind} ${id}`).sort()

beforeEach(async () => {
  await control.reset()
  await server.sql('delete from connections')
})

describe('LinkedIn pages', () => {
  test('are connected with a link that asks for them, with the permissions of their own app', async () => {
    const json = { platform: 'professional', kind: 'organization' }
    const answer = await owner.send('POST', '/v1/connections/links', { json })
    assert.equal(answer.status, 201, answer.text)
    const browser = createBrowser()
    const opened = await browser.visit(answer.body.data.url)
    const asked = new URL(opened.location).searchParams
    assert.equal(asked.get('client_id'), 'sandbox-pages-app')
    assert.equal(asked.get('scope'), 'r_basicprofile rw_organization_admin w_organization_social r_organization_social')
    const approved = await browser.visit(`${opened.location}&auto_approve=1`)
    const page = await browser.visit(approved.location)
    assert.equal(page.status, 200, page.html)
    assert.match(page.html, /Sandbox Organisation/)
    assert.deepEqual(await accounts(), [`organization ${PAGE}`])
  })

  test('of content admins are found too', async () => {
    await control.account({
      platform: 'linkedin',
      id: '100000002',
      kind: 'organization',
      username: 'theirs',
      content_admins: ['SandboxMbr'],
    })
    await connect(server, 'professional', { app: 'pages' })
    assert.deepEqual(await accounts(), [`organization ${PAGE}`, 'organization urn:li:organization:100000002'])
  })

  test('the app for members only connects the person, and both exist side by side', async () => {
    await connect(server, 'professional')
    await connect(server, 'professional', { app: 'pages' })
    assert.deepEqual(await accounts(), ['member urn:li:person:SandboxMbr', `organization ${PAGE}`])
  })

  test('a page on which the person may not post is reported, not silently left out', async () => {
    await control.account({ platform: 'linkedin', id: '100000001', admins: [] })
    const browser = createBrowser()
    const page = await browser.visit(
      await approve(browser, await linkFor(server, 'professional', workspaceId, 'pages')),
    )
    assert.equal(page.status, 502)
    assert.match(page.html, /manages no page on LinkedIn/)
  })

  test('a refused list of pages is reported with the message of LinkedIn', async () => {
    const body = { status: 403, code: 'ACCESS_DENIED', message: 'Not enough permissions to access: organizationAcls' }
    await control.fault({ platform: 'linkedin', call: 'organizations', kind: 'status_before', status: 403, body })
    const browser = createBrowser()
    const page = await browser.visit(
      await approve(browser, await linkFor(server, 'professional', workspaceId, 'pages')),
    )
    assert.equal(page.status, 502)
    assert.match(page.html, /rw_organization_admin.*Not enough permissions to access/)
    assert.deepEqual(await accounts(), [])
  })

  test('are renewed by the app that they were approved for', async () => {
    await control.settings({ linkedin: { refresh_tokens: true } })
    await connect(server, 'professional')
    await connect(server, 'professional', { app: 'pages' })
    for (const { id } of await connections.list(workspaceId)) assert.equal(await connections.refresh(id), 'fresh')
    const journal = await control.journal({ platform: 'linkedin', call: 'refresh' })
    assert.deepEqual(journal.map(({ body }) => (body as { client_id: string }).client_id).sort(), [
      'sandbox-app',
      'sandbox-pages-app',
    ])
  })

  test('kind organization is refused if there are no pages', async () => {
    for (const [json, field] of [
      [{ platform: 'short', kind: 'organization' }, 'kind'],
      [{ platform: 'professional', kind: 'page' }, 'kind'],
    ] as const) {
      const answer = await owner.send('POST', '/v1/connections/links', { json })
      assert.equal(answer.status, 400)
      assert.deepEqual(Object.keys(answer.body.details), [field])
    }
  })
})

describe('without the second app', () => {
  test('the API and the command line say which settings are missing', async (t) => {
    const real = await startServer({ env: { LINKEDIN_CLIENT_ID: 'a', LINKEDIN_CLIENT_SECRET: 'b' } })
    const json = { platform: 'professional', kind: 'organization' }
    const answer = await (await signIn(real, { role: 'owner' })).send('POST', '/v1/connections/links', { json })
    assert.equal(answer.status, 400)
    assert.match(answer.body.details.platform[0], /LINKEDIN_PAGES_CLIENT_ID and LINKEDIN_PAGES_CLIENT_SECRET/)
    const place = createPlace(t, { env: { DATABASE_URL: real.databaseUrl, SANDBOX_PORT: '9' } })
    const added = await place.cli(['connections', 'add', '--platform', 'professional', '--kind', 'organization'])
    assert.equal(added.code, 1)
    assert.match(added.stderr, /LINKEDIN_PAGES_CLIENT_ID/)
  })

  test('LINKEDIN_PAGES, which was removed, says what replaces it', () => {
    assert.throws(
      () => readConfig({ LINKEDIN_PAGES: 'true' }, '/'),
      /LINKEDIN_PAGES is no longer a setting.*LINKEDIN_PAGES_CLIENT_ID and LINKEDIN_PAGES_CLIENT_SECRET/,
    )
    assert.deepEqual(readConfig({ LINKEDIN_PAGES: 'false' }, '/').apps.linkedin, {})
  })
})

test('`connections add` beside a running sandbox says how to connect there, and that works', async (t) => {
  const env = { DATABASE_URL: server.databaseUrl, BASE_URL: server.url, SANDBOX_PORT: String(simulators.port) }
  const place = createPlace(t, { env })
  const refused = await place.cli(['connections', 'add', '--platform', 'short'])
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /npm run -s doorpost -- connections add --provider x --sandbox\n/)
  assert.match(refused.stderr, /To connect a real account: There is no app for X yet\. An owner sets it up/)
  const sandbox = { SANDBOX_DATABASE_URL: server.databaseUrl }
  const added = await place.cli(['connections', 'add', '--platform', 'short', '--sandbox'], { env: sandbox })
  assert.equal(added.code, 0, added.stderr)
  const browser = createBrowser()
  const page = await browser.visit(await approve(browser, added.stdout.trim().split('\n').at(-1)!))
  assert.equal(page.status, 200, page.html)
})
