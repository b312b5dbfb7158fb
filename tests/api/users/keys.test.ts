// @quick

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { transaction } from '../../../src/db/database.ts'
import { SCOPES } from '../../../src/scopes.ts'
import { until } from '../../helpers/process.ts'
import { searchEverywhere } from '../../helpers/search-everywhere.ts'
import { type Answer, startServer } from '../../helpers/server.ts'
import { type Person, signIn } from '../../helpers/session.ts'

// API keys as people create and revoke them in the dashboard. auth.test.ts covers what a key may do.

const time = { ahead: 0 }
const server = await startServer({ clock: { now: () => Date.now() + time.ahead } })
const second = await startServer({ beside: server })
let owner: Person

before(async () => {
  owner = await signIn(server, { role: 'owner' })
})

/** The server uses the database's time, which it knows this accurately. */
const CLOCK_ERROR_MS = 5_000

let names = 0
const newName = () => `Key number ${++names}`

async function create(json: object, headers = {}, by: Person = owner) {
  const answer = await by.send('POST', '/v1/keys', { json, headers })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

const list = async (query = '', by: Person = owner) => (await by.send('GET', `/v1/keys${query}`)).body
const find = async (id: string) => (await list('?limit=1000')).data.find((key: { id: string }) => key.id === id)

function assertRefused(answer: Answer, ...fields: string[]): void {
  assert.equal(answer.status, 400, answer.text)
  assert.deepEqual(Object.keys(answer.body.details).sort(), fields.sort())
}

describe('a new key', () => {
  test('is shown once, works at once on every node, and is stored nowhere', async () => {
    const name = newName()
    const { key, ...shown } = await create({ name })
    assert.match(key, /^svc_pk_[0-9A-Za-z]{38}$/)
    const { created_at, id, created_by, ...rest } = shown
    assert.deepEqual(rest, {
      name,
      hint: `${key.slice(0, 11)}…${key.slice(-4)}`,
      scopes: [...SCOPES],
      state: 'live',
      last_used_at: null,
      expires_at: null,
      revoked_at: null,
      previous_hint: null,
      previous_until: null,
      previous_last_used_at: null,
    })
    assert.match(created_by, /^owner \d+$/)
    assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 60_000)
    for (const each of [server, second]) {
      assert.equal((await each.send('GET', '/v1/contacts', { key })).status, 200)
    }
    // It has been used by now, and a timer may have recorded that.
    assert.deepEqual({ ...(await find(id)), last_used_at: null }, shown)
    assert.deepEqual(await searchEverywhere(server, key.slice(7, 30)), [])
    assert.ok(!server.logs.join('').includes(key))
  })

  test('has an answer that must not be cached', async () => {
    const answer = await owner.send('POST', '/v1/keys', { json: { name: newName() } })
    assert.equal(answer.headers.get('cache-control'), 'no-store')
  })

  test('has the requested permissions, each once, and no other', async () => {
    const scopes = ['posts:read', 'contacts:write', 'posts:read']
    const { key, scopes: kept } = await create({ name: newName(), scopes })
    assert.deepEqual(kept, ['contacts:write', 'posts:read'])
    assert.equal((await server.send('GET', '/v1/posts', { key })).status, 200)
    assert.equal((await server.send('GET', '/v1/contacts', { key })).status, 403)
  })

  test('expires at the requested time', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    const { key, id, expires_at: kept } = await create({ name: newName(), expires_at })
    assert.equal(kept, expires_at)
    assert.equal((await server.send('GET', '/v1/contacts', { key })).status, 200)
    time.ahead = 3_601_000
    try {
      assert.equal((await server.send('GET', '/v1/contacts', { key })).status, 401)
      await until(async () => (await find(id)).state === 'expired')
    } finally {
      time.ahead = 0
    }
  })

  test('null for an optional field counts as omitted', async () => {
    const { scopes, expires_at } = await create({ name: newName(), scopes: null, expires_at: null })
    assert.deepEqual([scopes.length, expires_at], [SCOPES.length, null])
  })
})

describe('what is refused, all at once', () => {
  test('wrong fields', async () => {
    const refused: Array<[object, ...string[]]> = [
      [{}, 'name'],
      [{ name: '  ' }, 'name'],
      [{ name: 7 }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ name: 'a\u0000b' }, 'name'],
      [{ name: newName(), scopes: [] }, 'scopes'],
      [{ name: newName(), scopes: 'posts:read' }, 'scopes'],
      [{ name: newName(), scopes: ['admin', 'posts:read', 7] }, 'scopes[0]', 'scopes[2]'],
      [{ name: newName(), scopes: Array(500).fill('x') }, ...Array.from({ length: 20 }, (_, i) => `scopes[${i}]`)],
      [{ name: newName(), expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
      [{ name: newName(), expires_at: '2099-02-30T00:00:00Z' }, 'expires_at'],
      [{ name: newName(), expires_at: '90d' }, 'expires_at'],
      [{ name: newName(), expires_at: 7 }, 'expires_at'],
      [{ name: newName(), scope: ['posts:read'] }, 'scope'],
      [{ scopes: [], expires_at: 'soon', colour: 'red' }, 'name', 'scopes', 'expires_at', 'colour'],
    ]
    const total = (await list()).pagination.total
    for (const [json, ...fields] of refused) {
      assertRefused(await owner.send('POST', '/v1/keys', { json }), ...fields)
    }
    const headers = { 'idempotency-key': 'é' }
    assertRefused(await owner.send('POST', '/v1/keys', { json: {}, headers }), 'name', 'Idempotency-Key')
    assert.equal((await list()).pagination.total, total)
  })

  test('the name of a key that is not revoked; two at once make one', async () => {
    const name = newName()
    const answers = await Promise.all([1, 2, 3, 4].map(() => owner.send('POST', '/v1/keys', { json: { name } })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400, 400])
    const refused = answers.find(({ status }) => status === 400)!
    assert.ok(refused.body.details.name[0].includes(`"${name}"`))
    const made = answers.find(({ status }) => status === 201)!.body.data
    await owner.send('DELETE', `/v1/keys/${made.id}`)
    assert.equal((await owner.send('POST', '/v1/keys', { json: { name } })).status, 201, 'a revoked one frees its name')
  })
})

describe('Idempotency-Key', () => {
  test('a repeat makes no second key, and does not show the first again', async () => {
    const headers = { 'idempotency-key': 'once only' }
    const json = { name: newName() }
    const { key, ...shown } = await create(json, headers)
    const repeat = await owner.send('POST', '/v1/keys', { json, headers })
    assert.equal(repeat.status, 201)
    assert.equal(repeat.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual(repeat.body.data, { ...shown, key: null })
    assert.deepEqual(await searchEverywhere(server, key.slice(7, 30)), [])
    assert.equal((await owner.send('POST', '/v1/keys', { json: { name: 'x' }, headers })).status, 422)
    const other = await signIn(server, { role: 'owner' })
    assertRefused(await other.send('POST', '/v1/keys', { json, headers }), 'name')
  })

  test('a refusal is not remembered', async () => {
    const headers = { 'idempotency-key': 'refused first' }
    const name = newName()
    const { id } = await create({ name })
    assertRefused(await owner.send('POST', '/v1/keys', { json: { name }, headers }), 'name')
    await owner.send('DELETE', `/v1/keys/${id}`)
    assert.ok((await create({ name }, headers)).key)
  })
})

describe('the list', () => {
  test('has live keys first, then the newest, in pages and by cursor, and by state', async () => {
    const workspaceId = await server.workspace()
    const other = await signIn(server, { role: 'owner', workspaceId })
    const made = []
    for (let i = 0; i < 7; i++) made.push(await create({ name: `n${i}` }, {}, other))
    for (const place of [1, 6]) await other.send('DELETE', `/v1/keys/${made[place].id}`)
    await server.sql(`update api_keys set expires_at = now() - interval '1 day' where id = $1`, [made[3].id])
    const order = async (query = '') => (await list(query, other)).data.map(({ name }: { name: string }) => name)
    const whole = ['n5', 'n4', 'n2', 'n0', 'n6', 'n3', 'n1']
    assert.deepEqual(await order(), whole)
    assert.deepEqual(await order('?limit=3&page=2'), whole.slice(3, 6))
    assert.deepEqual(await order('?page=9'), [])
    const walked: string[] = []
    for (let cursor = ''; ; ) {
      const { data, pagination } = await list(`?limit=2${cursor}`, other)
      walked.push(...data.map(({ name }: { name: string }) => name))
      assert.equal(pagination.total, 7)
      if (pagination.next_cursor === null) break
      cursor = `&cursor=${pagination.next_cursor}`
    }
    assert.deepEqual(walked, whole)
    assert.deepEqual(await order('?state=live'), ['n5', 'n4', 'n2', 'n0'])
    assert.deepEqual(await order('?state=expired'), ['n3'])
    assert.deepEqual(await order('?state=revoked'), ['n6', 'n1'])
    assert.equal((await list('?state=revoked', other)).pagination.total, 2)
    for (const query of ['?state=dead', '?limit=0', '?cursor=x', '?stat=live']) {
      assert.equal((await other.send('GET', `/v1/keys${query}`)).status, 400, query)
    }
  })

  test('says when a key was last used, and that one from the command line has no creator', async () => {
    const key = await server.key()
    const hint = `${key.slice(0, 11)}…${key.slice(-4)}`
    const read = async () => (await list('?limit=1000')).data.find((each: { hint: string }) => each.hint === hint)
    assert.deepEqual([(await read()).last_used_at, (await read()).created_by], [null, null])
    const before = Date.now()
    await server.send('GET', '/v1/contacts', { key })
    const after = Date.now()
    await server.deps.keys.saveUses()
    const usedAt = Date.parse((await read()).last_used_at)
    assert.ok(usedAt >= before - CLOCK_ERROR_MS && usedAt <= after + CLOCK_ERROR_MS, `${before} ${usedAt} ${after}`)
  })

  test('a write of the last use waits for an earlier one', async () => {
    const key = await server.key()
    await server.send('GET', '/v1/contacts', { key })
    const { keys, pool } = server.deps
    let isOver = false
    const saves = await transaction(pool, async (tx) => {
      await tx.query({ text: 'select from api_keys for update' })
      const both = Promise.all([keys.saveUses(), keys.saveUses().finally(() => (isOver = true))])
      await tx.query({ text: 'select 1' })
      assert.equal(isOver, false)
      return { both }
    })
    await saves.both
    const text = "select last_used_at from api_keys where key_hash = sha256(convert_to($1, 'UTF8'))"
    assert.notEqual((await server.sql(text, [key]))[0]!.last_used_at, null)
  })
})

describe('revoking', () => {
  test('ends the key within a second on every node; it stays in the list', async () => {
    const { key, id } = await create({ name: newName() })
    for (const each of [server, second]) {
      assert.equal((await each.send('GET', '/v1/contacts', { key })).status, 200)
    }
    const answer = await owner.send('DELETE', `/v1/keys/${id.toUpperCase()}`)
    assert.deepEqual([answer.status, answer.body.data], [200, { id, deleted: true }])
    // The promise is one second; a busy machine gets more.
    const endsAt = Date.now() + 5_000
    for (const each of [server, second]) {
      await until(async () => (await each.send('GET', '/v1/contacts', { key })).status === 401)
    }
    assert.ok(Date.now() < endsAt)
    const { state, revoked_at } = await find(id)
    assert.equal(state, 'revoked')
    assert.equal((await owner.send('DELETE', `/v1/keys/${id}`)).status, 200)
    assert.equal((await find(id)).revoked_at, revoked_at, 'a second time changes nothing')
  })

  test('an unknown id is 404', async () => {
    for (const id of ['x', '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012']) {
      const answer = await owner.send('DELETE', `/v1/keys/${id}`)
      assert.equal(answer.status, 404)
      assert.match(answer.body.message, /GET \/v1\/keys/)
    }
  })
})

describe('who may', () => {
  test('only owners: not editors, not viewers, no key whatever its permissions, and nobody without a session', async () => {
    const { id } = await create({ name: newName() })
    const calls: Array<[string, string, object?]> = [
      ['POST', '/v1/keys', { name: newName() }],
      ['GET', '/v1/keys'],
      ['DELETE', `/v1/keys/${id}`],
    ]
    const key = await server.key()
    const [editor, viewer] = [await signIn(server, { role: 'editor' }), await signIn(server, { role: 'viewer' })]
    for (const [method, path, json] of calls) {
      const options = json === undefined ? {} : { json }
      for (const person of [editor, viewer]) assert.equal((await person.send(method, path, options)).status, 403)
      const withKey = await server.send(method, path, { key, ...options })
      assert.equal(withKey.status, 403)
      assert.match(withKey.body.message, /[Ss]ign in/)
      assert.equal((await server.send(method, path, options)).status, 401)
    }
    assert.equal((await find(id)).state, 'live')
  })

  test('keys of another workspace are neither shown nor revoked', async () => {
    const other = await signIn(server, { role: 'owner', workspaceId: await server.workspace() })
    const { id, key } = await create({ name: newName() })
    assert.deepEqual((await list('', other)).data, [])
    assert.equal((await other.send('DELETE', `/v1/keys/${id}`)).status, 404)
    assert.equal((await server.send('GET', '/v1/contacts', { key })).status, 200)
  })
})

describe('a key that is rotated', () => {
  const rotate = (id: string, json?: object, headers = {}, by: Person = owner) =>
    by.send('POST', `/v1/keys/${id}/rotate`, { headers, ...(json ? { json } : {}) })
  const works = async (key: string, on = server) => (await on.send('GET', '/v1/contacts', { key })).status === 200
  const HOUR = 3_600_000

  test('has a new secret at once, and the previous one works for a day more, on every node', async (t) => {
    t.after(() => {
      time.ahead = 0
    })
    const third = await startServer({ beside: server, clock: { now: () => Date.now() + time.ahead } })
    const { id, key: old, hint, name, scopes } = await create({ name: newName(), scopes: ['contacts:read'] })
    for (const each of [server, second, third]) assert.ok(await works(old, each))
    const answer = await rotate(id)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const { key, ...shown } = answer.body.data
    assert.notEqual(key, old)
    assert.deepEqual([shown.name, shown.scopes, shown.previous_hint], [name, scopes, hint])
    assert.ok(Math.abs(Date.parse(shown.previous_until) - (Date.now() + 24 * HOUR)) < 60_000)
    for (const each of [server, second, third]) {
      assert.ok(await works(key, each))
      assert.ok(await works(old, each))
    }
    assert.deepEqual(await searchEverywhere(server, key.slice(7, 30)), [])

    // Both nodes have the key in memory, and no notice announces the end.
    time.ahead = 24 * HOUR + CLOCK_ERROR_MS
    for (const each of [server, third]) {
      const refused = await each.send('GET', '/v1/contacts', { key: old })
      assert.equal(refused.status, 401)
      assert.match(refused.text, /rotated/)
      assert.ok(await works(key, each))
    }
    assert.deepEqual([(await find(id)).previous_until, (await find(id)).previous_hint], [null, null])
  })

  test('shows who still uses the previous secret', async () => {
    const { id, key: old } = await create({ name: newName() })
    assert.ok(await works(old))
    await server.deps.keys.saveUses()
    const before = await find(id)
    const { key } = (await rotate(id, { grace_hours: 2 })).body.data
    const rotated = await find(id)
    assert.equal(rotated.last_used_at, null)
    assert.equal(rotated.previous_last_used_at, before.last_used_at)
    assert.ok(await works(old))
    await server.deps.keys.saveUses()
    assert.ok(Date.parse((await find(id)).previous_last_used_at) > Date.parse(before.last_used_at))
    assert.equal((await find(id)).last_used_at, null)
    assert.ok(await works(key))
    await server.deps.keys.saveUses()
    assert.ok((await find(id)).last_used_at)
  })

  test('ends the previous secret at once on every node if there is no grace', async () => {
    const { id, key: old } = await create({ name: newName() })
    for (const each of [server, second]) assert.ok(await works(old, each))
    const { key, previous_until } = (await rotate(id, { grace_hours: 0 })).body.data
    assert.equal(previous_until, null)
    for (const each of [server, second]) await until(async () => !(await works(old, each)))
    assert.ok(await works(key, second))
  })

  test('rotated twice, the secret before the previous one ends at once', async () => {
    const { id, key: first } = await create({ name: newName() })
    const { key: next } = (await rotate(id)).body.data
    const { key: last } = (await rotate(id, { grace_hours: 168 })).body.data
    await until(async () => !(await works(first)))
    assert.deepEqual([await works(next), await works(last)], [true, true])
  })

  test('that is revoked ends both secrets', async () => {
    const { id, key: old } = await create({ name: newName() })
    const { key } = (await rotate(id)).body.data
    for (const each of [server, second])
      assert.deepEqual([await works(old, each), await works(key, each)], [true, true])
    assert.equal((await owner.send('DELETE', `/v1/keys/${id}`)).status, 200)
    for (const each of [server, second]) await until(async () => !(await works(old, each)) && !(await works(key, each)))
    assert.equal((await find(id)).previous_until, null)
    assertRefused(await rotate(id), 'id')
  })

  test('expires when it would have expired, with both secrets', async (t) => {
    t.after(() => {
      time.ahead = 0
    })
    const { id, key: old } = await create({ name: newName(), expires_at: new Date(Date.now() + HOUR).toISOString() })
    const { key } = (await rotate(id)).body.data
    time.ahead = HOUR + CLOCK_ERROR_MS
    assert.deepEqual([await works(old), await works(key)], [false, false])
    assertRefused(await rotate(id), 'id')
  })

  test('takes 0 to 168 hours and nothing else; the key of another workspace is not found', async () => {
    const { id } = await create({ name: newName() })
    for (const grace_hours of [-1, 169, 1.5, '24', true])
      assertRefused(await rotate(id, { grace_hours }), 'grace_hours')
    assertRefused(await rotate(id, { grace: 1 }), 'grace')
    const stranger = await signIn(server, { role: 'owner', workspaceId: await server.workspace() })
    assert.equal((await rotate(id, {}, {}, stranger)).status, 404)
    const editor = await signIn(server, { role: 'editor' })
    assert.equal((await rotate(id, {}, {}, editor)).status, 403)
    assert.equal((await find(id)).previous_until, null)
  })

  test('a repeat for an Idempotency-Key rotates once and shows no secret', async () => {
    const { id, key: old } = await create({ name: newName() })
    const headers = { 'idempotency-key': 'rotate-once' }
    const { key } = (await rotate(id, {}, headers)).body.data
    assert.equal((await rotate(id, {}, headers)).body.data.key, null)
    assert.deepEqual([await works(old), await works(key)], [true, true])
  })

  test('rotations at the same moment leave one current secret', async () => {
    const { id } = await create({ name: newName() })
    const answers = await Promise.all([1, 2, 3].map(() => rotate(id)))
    const results = await Promise.all(answers.map(({ body }) => works(body.data.key)))
    assert.equal(results.filter(Boolean).length, 2)
  })
})

describe('GET /v1/keys/self', () => {
  const self = (key: string, from = server) => from.send('GET', '/v1/keys/self', { key })

  test('tells any live key about itself, and never shows the key', async () => {
    for (const scope of [...SCOPES]) {
      const created = await create({ name: newName(), scopes: [scope], expires_at: '2099-01-01T00:00:00Z' })
      const { status, body, text, headers } = await self(created.key)
      assert.equal(status, 200, text)
      const [workspace] = await server.sql<{ name: string }>('select name from workspaces where id = $1', [
        server.deps.workspaceId,
      ])
      assert.deepEqual(body.data, {
        id: created.id,
        name: created.name,
        hint: created.hint,
        scopes: [scope],
        workspace: { id: server.deps.workspaceId, name: workspace!.name },
        created_at: created.created_at,
        expires_at: '2099-01-01T00:00:00.000Z',
        rate_limit: { requests: 1_000_000, window_seconds: 60 },
      })
      assert.ok(!text.includes(created.key))
      assert.match(headers.get('ratelimit')!, /^"authenticated"/)
    }
  })

  test('is for a secret that still works after a rotation, and not for one that was revoked', async () => {
    const { id, key } = await create({ name: newName() })
    const rotated = await owner.send('POST', `/v1/keys/${id}/rotate`, { json: {} })
    for (const each of [key, rotated.body.data.key]) assert.equal((await self(each)).body.data.id, id)
    await owner.send('DELETE', `/v1/keys/${id}`)
    for (const each of [key, rotated.body.data.key]) await until(async () => (await self(each)).status === 401)
  })

  test('is refused to people, to nobody and to wrong keys', async () => {
    const person = await owner.send('GET', '/v1/keys/self')
    assert.equal(person.status, 403)
    assert.match(person.body.message, /API keys/)
    assert.equal((await server.send('GET', '/v1/keys/self')).status, 401)
    assert.equal((await self('svc_pk_wrong')).status, 401)
    assert.equal((await server.send('POST', '/v1/keys/self', { key: await server.key(), json: {} })).status, 405)
  })
})
