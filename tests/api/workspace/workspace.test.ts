import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { connectPaths } from '../../../src/connections/connect-pages.ts'
import { LEAD_STATUSES } from '../../../src/contact-fields.ts'
import { shortLinkProblem } from '../../../src/links/redirect.ts'
import { sentence } from '../../../src/messages/sentence.ts'
import { until } from '../../helpers/process.ts'
import { startStage } from '../../helpers/publishing.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { type Person, signIn } from '../../helpers/session.ts'

const SITE = 'https://www.example.com'
const OTHER = 'https://other.example'
const MINUTE_MS = 60_000

const server = await startServer({ env: { ALLOWED_ORIGINS: SITE, LATE_WINDOW_MINUTES: '90' } })
const second = await startServer({ beside: server, env: { ALLOWED_ORIGINS: SITE, LATE_WINDOW_MINUTES: '90' } })
const unset = {
  name: 'Main',
  time_zone: 'UTC',
  late_window_minutes: null,
  allowed_origins: null,
  track_links: 'off',
  utm_campaign: null,
}
let owner: Person

before(async () => {
  owner = await signIn(server, { role: 'owner' })
})

const get = async (by: Person = owner) => (await by.send('GET', '/v1/workspace')).body.data
const patch = (json: unknown, by: Person = owner) => by.send('PATCH', '/v1/workspace', { json })
const change = async (json: unknown, by: Person = owner) => {
  const answer = await patch(json, by)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

beforeEach(() => change(unset))

describe('GET /v1/workspace', () => {
  test('shows what is set, what applies, where that comes from, and what the installation is like', async () => {
    const { id, created_at, ...rest } = await get()
    assert.equal(id, server.deps.workspaceId)
    assert.ok(Date.parse(created_at))
    assert.deepEqual(rest, {
      ...unset,
      track_links_chosen: true,
      contact_statuses: Object.entries(LEAD_STATUSES).map(([key, label]) => ({ key, label })),
      effective: {
        late_window_minutes: 90,
        late_window_from: 'setting',
        allowed_origins: [SITE],
        allowed_origins_from: 'setting',
      },
      installation: {
        base_url: server.url,
        link_base_url: server.deps.config.linkBaseUrl,
        short_link_problem: sentence(
          shortLinkProblem({ linkBaseUrl: server.deps.config.linkBaseUrl, isSandbox: false })!,
        ),
        version: '1.0.0',
        sandbox: false,
        // Bluesky needs no app, and on Mastodon, Doorpost registers its apps itself.
        platforms: ['short'],
        providers: ['bluesky', 'mastodon'],
        linkedin_pages: false,
        redirect_url: `${server.url}${connectPaths[1]}`,
        rate_limits: {
          authenticated: 1_000_000,
          dashboard: server.deps.config.rateLimits.dashboard,
          public: 1_000_000,
          webhook: 1_000_000,
          failed_auth: 1_000_000,
        },
      },
    })
  })

  test('is for the whole team; changes are for owners, and neither is for keys', async () => {
    const key = await server.key()
    for (const role of ['editor', 'viewer'] as const) {
      const person = await signIn(server, { role })
      assert.equal((await get(person)).name, 'Main')
      assert.equal((await patch({ name: 'Ours' }, person)).status, 403)
    }
    for (const method of ['GET', 'PATCH']) {
      const json = method === 'PATCH' ? { json: { name: 'Ours' } } : {}
      assert.equal((await server.send(method, '/v1/workspace', { key, ...json })).status, 403)
      assert.equal((await server.send(method, '/v1/workspace', json)).status, 401)
    }
    assert.equal((await get()).name, 'Main')
  })
})

describe('PATCH /v1/workspace', () => {
  test('changes what is sent, and shows what applies then', async () => {
    const whole = {
      name: 'Example Ltd',
      time_zone: 'Europe/Lisbon',
      late_window_minutes: 5,
      allowed_origins: [OTHER, SITE],
    }
    const changed = await change(whole)
    assert.deepEqual({ ...changed, ...whole }, changed)
    assert.deepEqual(changed.effective, {
      late_window_minutes: 5,
      late_window_from: 'workspace',
      allowed_origins: [OTHER, SITE],
      allowed_origins_from: 'workspace',
    })
    assert.deepEqual(await change({}), changed)
    const narrower = await change({ late_window_minutes: null, allowed_origins: [OTHER, OTHER] })
    assert.deepEqual([narrower.name, narrower.effective.late_window_minutes], ['Example Ltd', 90])
    assert.deepEqual(narrower.allowed_origins, [OTHER])
    assert.deepEqual(await get(), narrower)
  })

  test('says whether somebody has decided about links, also when they stay as they are', async () => {
    await server.sql('update workspaces set track_links_chosen = false')
    assert.equal((await change({ name: 'Example Ltd', track_links_chosen: true })).track_links_chosen, false)
    assert.equal((await change({ track_links: 'off' })).track_links_chosen, true)
    assert.equal((await get()).track_links_chosen, true)
  })

  test('accepts what it showed, without changing anything', async () => {
    const shown = await change({ name: 'Example Ltd', allowed_origins: [] })
    assert.deepEqual(shown.effective.allowed_origins, [])
    assert.deepEqual(await change(shown), shown)
  })

  test('refuses what breaks a rule, all of it at once', async () => {
    const refused: Array<[object, ...string[]]> = [
      [{ name: '' }, 'name'],
      [{ name: null }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ time_zone: 'Lisbon' }, 'time_zone'],
      [{ time_zone: '+01:00' }, 'time_zone'],
      [{ time_zone: 'PST' }, 'time_zone'],
      [{ time_zone: null }, 'time_zone'],
      [{ late_window_minutes: 0 }, 'late_window_minutes'],
      [{ late_window_minutes: 10_081 }, 'late_window_minutes'],
      [{ late_window_minutes: 1.5 }, 'late_window_minutes'],
      [{ late_window_minutes: '60' }, 'late_window_minutes'],
      [{ allowed_origins: SITE }, 'allowed_origins'],
      [{ allowed_origins: Array(101).fill(SITE) }, 'allowed_origins'],
      [{ allowed_origins: [SITE, 'www.example.com'] }, 'allowed_origins[1]'],
      [{ allowed_origins: ['*', `${SITE}/`, 'file:///x', null] }, ...[0, 1, 2, 3].map((i) => `allowed_origins[${i}]`)],
      [{ zone: 'UTC', name: 7, time_zone: 7 }, 'zone', 'name', 'time_zone'],
    ]
    const earlier = await get()
    for (const [json, ...fields] of refused) {
      const answer = await patch(json)
      assert.equal(answer.status, 400, answer.text)
      assert.deepEqual(Object.keys(answer.body.details).sort(), fields.sort())
    }
    const { body } = await patch({ allowed_origins: ['https://WWW.example.com/contact'] })
    assert.match(body.details['allowed_origins[0]'][0], /write https:\/\/www\.example\.com\.$/)
    assert.match((await patch({ allowed_origins: ['*'] })).body.message, /empty list/)
    assert.equal((await patch([])).status, 400)
    assert.deepEqual(await get(), earlier)
  })

  test('applies to one workspace only', async () => {
    const other = await signIn(server, { role: 'owner', workspaceId: await server.workspace() })
    await change({ name: 'Theirs', allowed_origins: [OTHER] }, other)
    assert.equal((await get()).name, 'Main')
    assert.equal((await post(server, OTHER)).status, 403, 'forms send contacts to the first workspace')
  })
})

const post = (to: TestServer, origin: string) =>
  to.send('POST', '/v1/contacts', { headers: { origin }, json: { first_name: 'Form' } })
const allowed = async (to: TestServer, origin: string) => {
  const answer = await post(to, origin)
  const header = answer.headers.get('access-control-allow-origin')
  assert.equal(header !== null, answer.status === 201, `${answer.status} with ${header}`)
  return answer.status === 201
}

describe('allowed_origins', () => {
  test('apply at once here, and within a second on other nodes', async () => {
    for (const node of [server, second]) {
      assert.deepEqual([await allowed(node, SITE), await allowed(node, OTHER)], [true, false])
    }
    await change({ allowed_origins: [OTHER] })
    assert.deepEqual([await allowed(server, SITE), await allowed(server, OTHER)], [false, true])
    const changedAt = Date.now()
    await until(async () => (await allowed(second, OTHER)) && !(await allowed(second, SITE)))
    assert.ok(Date.now() - changedAt < 5_000, 'a second is promised; a busy machine gets more')
    await change({ allowed_origins: null })
    assert.deepEqual([await allowed(server, SITE), await allowed(server, OTHER)], [true, false])
  })

  test('that are empty allow every website, whatever the setting says', async () => {
    await change({ allowed_origins: [] })
    const answer = await post(server, OTHER)
    assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [201, '*'])
  })

  test('are what browsers are told before they send', async () => {
    await change({ allowed_origins: [OTHER] })
    const ask = async (origin: string) => {
      const headers = { origin, 'access-control-request-method': 'POST' }
      return (await server.send('OPTIONS', '/v1/contacts', { headers })).headers.get('access-control-allow-origin')
    }
    assert.deepEqual([await ask(OTHER), await ask(SITE)], [OTHER, null])
  })

  test('are read from memory: forms do not cost a second query', async () => {
    await change({ allowed_origins: [OTHER] })
    const queriesOfRefusal = async () => {
      let queries = 0
      const count = () => void queries++
      server.deps.pool.on('acquire', count)
      assert.equal((await post(server, SITE)).status, 403)
      server.deps.pool.off('acquire', count)
      return queries
    }
    // Not always the first time: the notification of the change may still be in flight, a heartbeat late, or a timer
    // use the pool.
    await until(async () => (await queriesOfRefusal()) === 0)
  })

  test('that are changed by SQL apply within a second too', async () => {
    assert.equal(await allowed(second, OTHER), false)
    await server.sql('update workspaces set allowed_origins = $1 where id = $2', [[OTHER], server.deps.workspaceId])
    await until(async () => allowed(second, OTHER))
  })
})

describe('late_window_minutes', async () => {
  const stage = await startStage()
  let boss: Person
  before(async () => {
    boss = await signIn(stage.server, { role: 'owner' })
  })
  beforeEach(async () => {
    await stage.fresh()
    await change({ late_window_minutes: null }, boss)
  })

  test('decides at once whether a late post is still sent', async () => {
    const late = await stage.create('short', {}, -10 * MINUTE_MS)
    assert.equal((await stage.drive(late)).publication_state, 'published')
    await change({ late_window_minutes: 5 }, boss)
    const tooLate = await stage.create('short', {}, -10 * MINUTE_MS)
    assert.equal((await stage.drive(tooLate)).publication_state, 'missed')
    await change({ late_window_minutes: 10_080 }, boss)
    const old = await stage.create('short', {}, -24 * 60 * MINUTE_MS)
    assert.equal((await stage.drive(old)).publication_state, 'published')
  })

  test('is used for warnings at creation', async () => {
    const warn = async () => {
      const scheduled_date = new Date(stage.now() - 10 * MINUTE_MS).toISOString()
      const { body } = await stage.server.send('POST', '/v1/posts/short?dry_run=true', {
        key: stage.key,
        json: { content: 'Late', status: 'scheduled', scheduled_date },
      })
      return body.data.warnings.find(({ rule }: { rule: string }) => rule === 'any.schedule.past').message
    }
    assert.match(await warn(), /goes out at once/)
    await change({ late_window_minutes: 5 }, boss)
    assert.match(await warn(), /counts as missed/)
  })

  test('is used for held posts when their account works again', async () => {
    await change({ late_window_minutes: 5 }, boss)
    const [account] = await stage.server.sql<{ id: string }>(`select id from connections where platform = 'short'`)
    await stage.server.deps.connections.stop(account!.id, 'held', 'Restricted.')
    const post = await stage.create('short')
    assert.equal((await stage.drive(post)).publication_state, 'held')
    await stage.pass(10 * MINUTE_MS)
    await stage.server.send('POST', `/v1/connections/${account!.id}/resume`, { key: stage.key })
    assert.equal((await stage.row(post)).publication_state, 'missed')
  })

  test('the sandbox is indicated, with the platforms on which accounts can be connected', async () => {
    const { installation } = await get(boss)
    assert.equal(installation.sandbox, true)
    assert.deepEqual(installation.platforms, ['thread', 'photo', 'professional', 'short'])
  })
})
