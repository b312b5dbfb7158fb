import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createControl } from '../../../simulators/client.ts'
import { startSimulators } from '../../../simulators/start.ts'
import { createPlace } from '../../helpers/process.ts'
import { searchEverywhere } from '../../helpers/search-everywhere.ts'
import { startServer } from '../../helpers/server.ts'
import { type Person, signIn } from '../../helpers/session.ts'
import { approve, connect, createBrowser, linkFor } from './helper.ts'

const SECRET = 'a-secret-of-an-app-that-nobody-may-see'
const APP = { client_id: '990602627938098', client_secret: SECRET }

let offsetMs = 0
const clock = { now: () => Date.now() + offsetMs }
const simulators = await startSimulators()
after(() => simulators.stop())
const control = createControl(simulators.url)
const server = await startServer({ sandboxUrl: simulators.url, clock })
const second = await startServer({ beside: server, sandboxUrl: simulators.url, clock })
const real = await startServer({
  env: { THREADS_CLIENT_ID: 'from-the-environment', THREADS_CLIENT_SECRET: 'also-from-there' },
})
let owner: Person
let realOwner: Person

before(async () => {
  owner = await signIn(server)
  realOwner = await signIn(real)
})

beforeEach(async () => {
  offsetMs = 0
  await control.reset()
  for (const each of [server, real]) {
    await each.sql('delete from connections')
    await each.sql('delete from network_apps')
  }
})

const list = async (by = owner) => (await by.send('GET', '/v1/connections/apps')).body.data
const appOf = async (app: string, by = owner) => (await list(by)).find((each: { app: string }) => each.app === app)
const save = (app: string, json: unknown, by = owner) => by.send('PATCH', `/v1/connections/apps/${app}`, { json })
const check = (app: string, json: unknown = {}, by = owner) =>
  by.send('POST', `/v1/connections/apps/${app}/check`, { json })
const saved = async (app: string, json: unknown, by = owner) => {
  const answer = await save(app, json, by)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

describe('GET /v1/connections/apps', () => {
  test('lists every app with what has to be entered on the network', async () => {
    const apps = await list(realOwner)
    assert.deepEqual(
      apps.map(({ app, source }: { app: string; source: string }) => [app, source]),
      [
        ['threads', 'environment'],
        ['instagram', 'none'],
        ['linkedin', 'none'],
        ['linkedin_pages', 'none'],
        ['x', 'none'],
      ],
    )
    const threads = apps[0]
    assert.equal(threads.redirect_url, `${real.url}/connect/callback`)
    assert.deepEqual(threads.scopes, ['threads_basic', 'threads_content_publish'])
    assert.deepEqual(threads.settings, ['THREADS_CLIENT_ID', 'THREADS_CLIENT_SECRET'])
    assert.equal(threads.client_id, 'from-the-environment')
    assert.ok(!JSON.stringify(apps).includes('also-from-there'))
    assert.deepEqual((await appOf('x')).scopes.at(-1), 'offline.access')
  })

  test('is for owners: editors, viewers and keys get nothing and change nothing', async () => {
    const others = [await signIn(server, { role: 'editor' }), await signIn(server, { role: 'viewer' })]
    for (const person of others) {
      assert.equal((await person.send('GET', '/v1/connections/apps')).status, 403)
      assert.equal((await save('threads', APP, person)).status, 403)
      assert.equal((await check('threads', {}, person)).status, 403)
      assert.equal((await person.send('DELETE', '/v1/connections/apps/threads')).status, 403)
    }
    const key = await server.key()
    assert.equal((await server.send('GET', '/v1/connections/apps', { key })).status, 403)
    assert.deepEqual(await server.sql('select from network_apps'), [])
  })
})

describe('PATCH /v1/connections/apps/{app}', () => {
  test('stores the secret encrypted: neither database, answers nor logs show it', async () => {
    const data = await saved('threads', APP, owner)
    assert.equal(data.source, 'saved')
    assert.equal(data.client_id, APP.client_id)
    assert.match(data.saved_by, /^owner/)
    assert.ok(Date.parse(data.saved_at))
    await check('threads')
    assert.deepEqual(await searchEverywhere(server, SECRET), [])
    for (const shown of [JSON.stringify(data), JSON.stringify(await list()), ...server.logs]) {
      assert.ok(!shown.includes(SECRET), shown)
    }
  })

  test('counts at once in every process: the approval uses the new app, without a restart', async () => {
    await control.settings({ threads: { client_id: 'new-app', client_secret: 'new-secret' } })
    await saved('threads', { client_id: 'new-app', client_secret: 'new-secret' })
    for (const each of [server, second]) {
      await each.sql('delete from connections')
      const opened = await createBrowser().visit(await linkFor(each, 'thread'))
      assert.equal(new URL(opened.location).searchParams.get('client_id'), 'new-app')
      await connect(each, 'thread')
    }
    const [row] = await server.sql('select client_id from connections')
    assert.deepEqual(row, { client_id: 'new-app' })
  })

  test('makes a network available where none was set up', async () => {
    const providers = async () =>
      (await realOwner.send('GET', '/v1/workspace')).body.data.installation.providers as string[]
    assert.ok(!(await providers()).includes('x'))
    const refused = await realOwner.send('POST', '/v1/connections/links', { json: { provider: 'x' } })
    assert.equal(refused.status, 400)
    assert.match(refused.text, /Settings, Networks/)
    await saved('x', APP, realOwner)
    assert.ok((await providers()).includes('x'))
    const link = await realOwner.send('POST', '/v1/connections/links', { json: { provider: 'x' } })
    assert.equal(link.status, 201, link.text)
    const { location } = await createBrowser().visit(link.body.data.url)
    assert.equal(new URL(location).host, 'x.com')
    assert.equal(new URL(location).searchParams.get('client_id'), APP.client_id)
  })

  test('refuses what the environment decides, and says which settings do', async () => {
    const answer = await save('threads', APP, realOwner)
    assert.equal(answer.status, 400)
    assert.match(answer.text, /THREADS_CLIENT_ID, THREADS_CLIENT_SECRET/)
    assert.deepEqual(await real.sql('select from network_apps'), [])
  })

  test('the environment wins over an app that was saved before', async () => {
    const box = real.deps.box.seal(SECRET, 'network_app/threads/standard')
    await real.sql(
      "insert into network_apps (provider, kind, client_id, client_secret, saved_at) values ('threads', 'standard', 'saved-before', $1, now())",
      [box],
    )
    const app = await appOf('threads', realOwner)
    assert.equal(app.source, 'environment')
    assert.equal(app.client_id, 'from-the-environment')
    assert.equal(app.saved_client_id, 'saved-before')
  })

  test('keeps the secret if only the id is sent again, but not for another id', async () => {
    await saved('threads', { client_id: 'sandbox-app', client_secret: 'sandbox-secret' })
    await saved('threads', { client_id: 'sandbox-app' })
    assert.equal((await check('threads')).body.data.accepted, true)
    const other = await save('threads', { client_id: 'another-app' })
    assert.equal(other.status, 400)
    assert.ok(other.body.details.client_secret)
    assert.equal((await appOf('threads')).client_id, 'sandbox-app')
  })

  test('refuses wrong input and names the field', async () => {
    const cases: Array<[unknown, string]> = [
      [{}, 'client_id'],
      [{ client_id: '' }, 'client_id'],
      [{ client_id: 7, client_secret: 'x' }, 'client_id'],
      [{ client_id: 'two words', client_secret: 'x' }, 'client_id'],
      [{ client_id: 'x'.repeat(201), client_secret: 'x' }, 'client_id'],
      [{ client_id: 'x' }, 'client_secret'],
      [{ client_id: 'x', client_secret: 'y\u0000' }, 'client_secret'],
      [{ client_id: 'x', client_secret: 'y'.repeat(1_001) }, 'client_secret'],
      [{ client_id: 'x', client_secret: 'y', scope: 'all' }, 'scope'],
    ]
    for (const [json, field] of cases) {
      const answer = await save('threads', json)
      assert.equal(answer.status, 400, JSON.stringify(json))
      assert.ok(answer.body.details[field], answer.text)
    }
    assert.equal((await save('bluesky', APP)).status, 404)
    assert.equal((await save('facebook', APP)).status, 404)
    assert.deepEqual(await server.sql('select from network_apps'), [])
  })

  test('takes the spaces off that were pasted along', async () => {
    const data = await saved('x', { client_id: ' sandbox-app\n', client_secret: '\tsandbox-secret ' })
    assert.equal(data.client_id, 'sandbox-app')
    assert.equal((await check('x')).body.data.accepted, true)
  })
})

describe('accounts and another app', () => {
  const other = { client_id: 'other-app', client_secret: 'other-secret' }

  test('the answer names the accounts that were approved for the previous app', async () => {
    await connect(server, 'short')
    await server.sql('update connections set client_id = null')
    const [{ id }] = (await server.sql('select id from connections')) as [{ id: string }]
    assert.deepEqual((await appOf('x')).outdated_accounts, [])
    const changed = await saved('x', other)
    assert.equal(changed.accounts, 1)
    assert.deepEqual(changed.outdated_accounts, [id])
    await control.settings({ x: other })
    await connect(server, 'short')
    assert.deepEqual((await appOf('x')).outdated_accounts, [])
  })

  test('an approval that only the previous app can renew is not tried with the new one: the account says why', async () => {
    await connect(server, 'short')
    await saved('x', other)
    const before = (await control.journal({ call: 'refresh' })).length
    offsetMs = 2 * 3_600_000
    await server.deps.connections.refreshDue()
    const [account] = await server.deps.connections.list(server.deps.workspaceId)
    assert.equal(account!.status, 'needs_reconnect')
    assert.match(String(account!.reason), /The app for X was changed/)
    assert.equal((await control.journal({ call: 'refresh' })).length, before)
  })

  test('an approval that renews itself goes on', async () => {
    await connect(server, 'thread')
    await saved('threads', other)
    offsetMs = 40 * 86_400_000
    await server.deps.connections.refreshDue()
    const [account] = await server.deps.connections.list(server.deps.workspaceId)
    assert.equal(account!.status, 'active')
  })

  test('an approval that was begun for the previous app does not connect through the new one', async () => {
    const browser = createBrowser()
    const callback = await approve(browser, await linkFor(server, 'short'))
    await saved('x', other)
    const page = await browser.visit(callback)
    assert.equal(page.status, 502)
    assert.match(page.html, /Settings, Networks/)
    assert.deepEqual(await server.sql('select from connections'), [])
  })
})

describe('POST /v1/connections/apps/{app}/check', () => {
  const right = { client_id: 'sandbox-app', client_secret: 'sandbox-secret' }
  const pages = { client_id: 'sandbox-pages-app', client_secret: 'sandbox-secret' }
  const cases = [
    ['threads', right, ['client_id', 'client_secret']],
    ['instagram', right, ['client_id', 'client_secret']],
    ['linkedin', right, [null, null]],
    ['linkedin_pages', pages, [null, null]],
    ['x', right, [null, null]],
  ] as const
  for (const [app, good, [idField, secretField]] of cases) {
    test(`${app}: the network itself says whether id and secret are right`, async () => {
      const ok = await check(app, good)
      assert.equal(ok.status, 200, ok.text)
      assert.equal(ok.body.data.accepted, true, ok.text)
      assert.equal(ok.body.data.reason_code, 'app.accepted')
      const wrongId = (await check(app, { ...good, client_id: 'nobody-knows-it' })).body.data
      assert.deepEqual([wrongId.accepted, wrongId.field], [false, idField], wrongId.reason)
      const wrongSecret = (await check(app, { ...good, client_secret: SECRET })).body.data
      assert.deepEqual([wrongSecret.accepted, wrongSecret.field], [false, secretField], wrongSecret.reason)
      for (const { reason } of [wrongId, wrongSecret]) assert.ok(!reason.includes(SECRET))
      assert.ok(server.logs.every((line) => !line.includes(SECRET)))
      assert.deepEqual(await server.sql('select from network_apps'), [])
    })
  }

  test('checks what is in use, and takes the saved secret for the saved id', async () => {
    await saved('x', { ...right, client_secret: 'not-this-one' })
    assert.equal((await check('x')).body.data.accepted, false)
    assert.equal((await check('x', { client_id: right.client_id })).body.data.accepted, false)
    await saved('x', right)
    assert.equal((await check('x')).body.data.accepted, true)
    assert.equal((await check('x', { client_id: 'another-app' })).status, 400)
  })

  test('says that nothing is set up, instead of asking', async () => {
    const answer = await check('x', {}, realOwner)
    assert.equal(answer.status, 400)
    assert.match(answer.text, /No app is set up for X/)
  })

  for (const kind of ['status_before', 'drop_before'] as const) {
    test(`a network in trouble (${kind}) proves nothing, and the words carry no secret`, async () => {
      const fault = {
        platform: 'x',
        call: 'token',
        kind,
        ...(kind === 'status_before' ? { status: 503 } : {}),
      } as const
      await control.fault(fault)
      const { accepted, reason } = (await check('x', right)).body.data
      assert.equal(accepted, null, reason)
      assert.ok(!reason.includes(right.client_secret))
    })
  }
})

describe('DELETE /v1/connections/apps/{app}', () => {
  test('forgets the app; the next time there is nothing to forget', async () => {
    await saved('x', APP, realOwner)
    assert.equal((await realOwner.send('DELETE', '/v1/connections/apps/x')).status, 200)
    assert.equal((await appOf('x', realOwner)).source, 'none')
    assert.equal((await realOwner.send('DELETE', '/v1/connections/apps/x')).status, 404)
  })
})

describe('the key that encrypts secrets', () => {
  test('secrets rotate seals the apps again, and the new key alone opens them', async (t) => {
    const place = createPlace(t)
    await saved('threads', { client_id: 'sandbox-app', client_secret: 'sandbox-secret' })
    const keyId = async () =>
      (await server.sql("select encode(substring(client_secret from 2 for 8), 'escape') as id from network_apps"))[0]!
        .id
    const before = await keyId()
    const old = server.deps.config.secretKey!
    const next = 'another secret key that is long enough to be one'
    const env = { DATABASE_URL: server.databaseUrl, SECRET_KEY: next, SECRET_KEY_OLD: old }
    const { code, stderr } = await place.cli(['secrets', 'rotate'], { env })
    assert.equal(code, 0, stderr)
    assert.notEqual(await keyId(), before)
    const restarted = await startServer({ beside: server, sandboxUrl: simulators.url, env: { SECRET_KEY: next } })
    const person = await signIn(restarted)
    assert.equal((await check('threads', {}, person)).body.data.accepted, true)

    // The first server still has the old key only: it says so instead of failing.
    const app = await appOf('threads')
    assert.match(app.problem, /SECRET_KEY/)
    assert.ok(server.logs.some((line) => line.includes('the secret of the app cannot be read')))
  })
})
