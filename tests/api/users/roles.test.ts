import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { routes } from '../../../src/app/routes.ts'
import { isAtLeast, TEAM_ROLES, type TeamRole } from '../../../src/scopes.ts'
import { startServer } from '../../helpers/server.ts'
import { asPerson, type Person, signIn } from '../../helpers/session.ts'

const server = await startServer()
const people: Record<TeamRole, Person> = {
  owner: await signIn(server, { role: 'owner' }),
  editor: await signIn(server, { role: 'editor' }),
  viewer: await signIn(server, { role: 'viewer' }),
}
const key = await server.key()

const ID = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012'
const pathOf = (path: string) => path.replace(/:\w+/g, ID)
// Routes that would end the session for the next route.
const ENDING = new Set(['/v1/auth/sign-out', '/v1/auth/sign-out-everywhere'])
const tried = routes.flatMap(([method, path, access]) =>
  ('scope' in access || 'role' in access) && !ENDING.has(path) ? [{ method, path, access }] : [],
)

describe('every route', () => {
  for (const role of TEAM_ROLES) {
    test(`lets ${role === 'viewer' ? 'a viewer' : `an ${role}`} do what the role may, and nothing else`, async () => {
      for (const { method, path, access } of tried) {
        const may =
          'role' in access ? isAtLeast(role, access.role) : role !== 'viewer' || access.scope.endsWith(':read')
        const body = method === 'GET' ? {} : { json: {} }
        // The stream itself would not end, so this is a request that it refuses.
        const answer = await people[role].send(method, pathOf(path), body)
        const name = `${method} ${path} as ${role}: ${answer.text.slice(0, 200)}`
        if (may) assert.ok([200, 201, 400, 404].includes(answer.status), name)
        else assert.equal(answer.status, 403, name)
        if (!may && role === 'viewer')
          assert.match(answer.body.message, /Your role is viewer: it may look but not change/)
        if (!may && role === 'editor') assert.match(answer.body.message, /Your role is editor, and this needs owner/)
      }
    })
  }

  test('for people refuses every key, whatever its scopes', async () => {
    const forPeople = routes.filter(([, , access]) => access.mode === 'user')
    assert.ok(forPeople.length >= 20)
    for (const [method, path] of forPeople) {
      const body = method === 'GET' ? {} : { json: {} }
      const answer = await server.send(method, pathOf(path), { key, ...body })
      assert.equal(answer.status, 403, `${method} ${path}`)
      assert.match(answer.body.message, /No API key may do this/)
      assert.equal((await server.send(method, pathOf(path), body)).status, 401)
    }
  })

  test('prefers a key over the session, even a wrong one', async () => {
    const { cookie } = people.owner
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    assert.equal((await server.send('GET', '/v1/contacts', { headers, key: 'svc_pk_nonsense' })).status, 401)
    const readOnly = await server.key({ scopes: ['contacts:read'] })
    assert.equal((await server.send('GET', '/v1/posts', { headers, key: readOnly })).status, 403)
  })
})

describe('requests that another website starts', () => {
  const own = `http://127.0.0.1:${server.port}`
  const table: Array<[headers: Record<string, string>, read: boolean, write: boolean]> = [
    [{ 'sec-fetch-site': 'same-origin' }, true, true],
    [{ 'sec-fetch-site': 'none' }, true, true],
    [{ 'sec-fetch-site': 'same-site' }, false, false],
    [{ 'sec-fetch-site': 'cross-site' }, false, false],
    [{ 'sec-fetch-site': 'cross-site', origin: own }, false, false],
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, false, false],
    [{ 'sec-fetch-site': 'nonsense' }, false, false],
    [{ origin: own }, true, true],
    [{ origin: `https://127.0.0.1:${server.port}` }, false, false],
    [{ origin: 'https://evil.example' }, false, false],
    [{ origin: 'null' }, false, false],
    [{ origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }, false, false],
    [{}, true, false],
  ]
  for (const [headers, read, write] of table) {
    test(`${JSON.stringify(headers)}: ${read ? 'reads' : 'reads nothing'}, ${write ? 'writes' : 'writes nothing'}`, async () => {
      const all = { cookie: people.owner.cookie, ...headers }
      assert.equal((await server.send('GET', '/v1/contacts', { headers: all })).status, read ? 200 : 403)
      assert.equal((await server.send('GET', '/v1/me', { headers: all })).status, read ? 200 : 403)
      const name = { json: { name: 'Ana' } }
      for (const [method, path, body] of [
        ['PATCH', '/v1/me', name],
        ['POST', '/v1/posts/short', { json: { content: 'x' } }],
        ['DELETE', `/v1/contacts/${ID}`, {}],
      ] as const) {
        const answer = await server.send(method, path, { headers: all, ...body })
        assert.equal(answer.status === 403, !write, `${method} ${path}: ${answer.text}`)
      }
    })
  }

  test('behind a proxy, its https origin and that of BASE_URL are ours', async () => {
    const env = { TRUST_PROXY: 'loopback', BASE_URL: 'http://doorpost.example.com' }
    const behind = await startServer({ beside: server, env })
    const post = (origin: string, more = {}) =>
      behind.send('PATCH', '/v1/me', {
        headers: { cookie: people.owner.cookie, origin, ...more },
        json: { name: 'Ana' },
      })
    assert.equal((await post('http://doorpost.example.com')).status, 200)
    const host = `https://127.0.0.1:${behind.port}`
    assert.equal((await post(host)).status, 403)
    assert.equal((await post(host, { 'x-forwarded-proto': 'https' })).status, 200)
  })
})

describe('the form of a website', () => {
  const post = (headers: Record<string, string>) =>
    server.send('POST', '/v1/contacts', { headers, json: { first_name: 'Ana' } })

  test('stays public in the browser of a signed-in person', async () => {
    const { cookie } = people.viewer
    const foreign = await post({ cookie, 'sec-fetch-site': 'cross-site', origin: 'https://www.example.com' })
    assert.equal(foreign.status, 201)
    assert.match(foreign.headers.get('ratelimit-policy')!, /^"public"/)
    assert.equal((await post({ cookie })).status, 201)
  })

  test('counts as a request of the person if our own page sends it', async () => {
    const own = await post({ cookie: people.editor.cookie, 'sec-fetch-site': 'same-origin' })
    assert.equal(own.status, 201)
    assert.match(own.headers.get('ratelimit-policy')!, /^"dashboard"/)
    assert.equal((await post({ cookie: people.viewer.cookie, 'sec-fetch-site': 'same-origin' })).status, 403)
  })
})

describe('live updates', () => {
  async function listen(person: Person) {
    const headers = { cookie: person.cookie, accept: 'text/event-stream', 'sec-fetch-site': 'same-origin' }
    const response = await fetch(`${server.url}/v1/live`, { headers })
    assert.equal(response.status, 200)
    const reader = response.body!.getReader()
    /** Waits until the stream ends; throws if it does not. */
    const ended = async () => {
      const limit = AbortSignal.timeout(10_000)
      for (;;) {
        const step = await Promise.race([
          reader.read(),
          new Promise<never>((_resolve, reject) => limit.addEventListener('abort', () => reject(limit.reason))),
        ])
        if (step.done) return
      }
    }
    return { reader, ended }
  }

  test('reach a signed-in person', async () => {
    const ana = await signIn(server, { role: 'viewer' })
    const { reader } = await listen(ana)
    assert.match(new TextDecoder().decode((await reader.read()).value), /retry: 2000/)
    await reader.cancel()
  })

  test('end when the session ends', async () => {
    const ana = await signIn(server, { role: 'viewer' })
    const stream = await listen(ana)
    await ana.send('POST', '/v1/auth/sign-out')
    await stream.ended()
  })

  test('end when the role changes', async () => {
    const ana = await signIn(server, { role: 'editor' })
    const stream = await listen(ana)
    const changed = await people.owner.send('PATCH', `/v1/team/${ana.id}`, { json: { role: 'viewer' } })
    assert.equal(changed.status, 200)
    await stream.ended()
  })
})

describe('what needs attention', () => {
  test('is shown completely to every role', async () => {
    for (const role of TEAM_ROLES) {
      const { body } = await people[role].send('GET', '/v1/reports/attention')
      // For these, null means that all is well.
      const { publishing: _, backups: __, uploads: ___, ...parts } = body.data
      assert.ok(Object.values(parts).every((part) => part !== null))
    }
  })
})

describe('a person without a team', () => {
  test('has no access', async () => {
    const ana = await signIn(server)
    await server.sql('delete from members where user_id = $1', [ana.id])
    assert.equal((await asPerson(server, ana, ana.cookie).send('GET', '/v1/me')).status, 401)
  })
})
