// @quick

import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { profileFor } from '../../../src/platforms/registry.ts'
import type { Format } from '../../../src/platforms/shared/provider.ts'
import { startServer } from '../../helpers/server.ts'

const server = await startServer()
const key = await server.key()
const other = await server.workspace()
const otherKey = await server.key({ workspaceId: other })
const reader = await server.key({ scopes: ['posts:read'] })
const stranger = await server.key({ scopes: ['contacts:read', 'contacts:write', 'webhooks:read'] })
const NOBODY = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012'

async function save(platform: Format, accountId: string, workspaceId = server.deps.workspaceId) {
  const profile = { id: accountId, handle: `h${accountId}`, name: null, kind: 'member' as const }
  const tokens = { accessToken: 't', expiresAt: null, refreshToken: null, refreshExpiresAt: null, scopes: [] }
  const [saved] = await server.deps.connections.save(workspaceId, profileFor(platform).name, [profile], tokens)
  return saved!
}

async function defaults(): Promise<string[]> {
  const { body } = await server.send('GET', '/v1/connections', { key })
  const chosen = body.data.filter((each: { default: boolean }) => each.default)
  return chosen.map((each: { account_id: string }) => each.account_id)
}

beforeEach(() => server.sql('delete from connections'))

describe('GET /v1/connections', () => {
  test('lists accounts without tokens', async () => {
    assert.deepEqual((await server.send('GET', '/v1/connections', { key })).body.data, [])
    const first = await save('short', '1')
    await server.deps.connections.stop(first.id, 'needs_reconnect', 'Connect it again.')
    const { status, body } = await server.send('GET', '/v1/connections', { key })
    assert.equal(status, 200)
    assert.deepEqual(body.data, [
      {
        id: first.id,
        platform: 'short',
        provider: 'x',
        service_url: null,
        limits: null,
        account_id: '1',
        handle: 'h1',
        name: null,
        kind: 'member',
        sandbox: false,
        default: true,
        status: 'needs_reconnect',
        reason: 'Connect it again.',
        reason_code: null,
        reason_values: null,
        renewed_at: first.created_at.toISOString(),
        works_until: null,
        created_at: first.created_at.toISOString(),
      },
    ])
  })
})

describe('PATCH /v1/connections/{id}', () => {
  test('makes an account the default of its own platform only', async () => {
    await save('short', '1')
    const second = await save('short', '2')
    await save('thread', '3')
    assert.deepEqual((await defaults()).sort(), ['1', '3'])
    const { status, body } = await server.send('PATCH', `/v1/connections/${second.id}`, {
      key,
      json: { default: true },
    })
    assert.equal(status, 200)
    assert.equal(body.data.default, true)
    assert.deepEqual((await defaults()).sort(), ['2', '3'])
    assert.equal(
      (await server.send('PATCH', `/v1/connections/${second.id}`, { key, json: { default: true } })).status,
      200,
    )
  })

  test('concurrent for many accounts leaves one default', async () => {
    const saved = []
    for (let i = 0; i < 6; i++) saved.push(await save('short', String(i)))
    const answers = await Promise.all(
      saved.map(({ id }) => server.send('PATCH', `/v1/connections/${id}`, { key, json: { default: true } })),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal((await defaults()).length, 1)
  })

  test('accepts only default: true', async () => {
    const { id } = await save('short', '1')
    for (const json of [{}, { default: false }, { default: 'true' }, { default: null }]) {
      const { status, body } = await server.send('PATCH', `/v1/connections/${id}`, { key, json })
      assert.equal(status, 400)
      assert.match(body.details.default[0], /must be true/)
    }
    assert.equal((await server.send('PATCH', `/v1/connections/${id}`, { key, json: [] })).status, 400)
    assert.equal((await server.send('PATCH', `/v1/connections/${id}`, { key })).status, 400)
    assert.deepEqual(await defaults(), ['1'])
  })
})

describe('DELETE /v1/connections/{id}', () => {
  test('disconnects the account once, and the oldest of the others becomes the default', async () => {
    const first = await save('short', '1')
    await save('short', '2')
    await save('short', '3')
    const { status, body } = await server.send('DELETE', `/v1/connections/${first.id.toUpperCase()}`, { key })
    assert.equal(status, 200)
    assert.deepEqual(body.data, { id: first.id, deleted: true })
    assert.deepEqual(await defaults(), ['2'])
    assert.equal((await server.send('DELETE', `/v1/connections/${first.id}`, { key })).status, 404)
    assert.deepEqual(await server.sql('select 1 from connections where id = $1', [first.id]), [])
  })

  test('concurrent with a new account of the platform leaves one default', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await save('short', `old${round}`)
      await server.sql('delete from connections where id <> $1', [id])
      await server.sql('update connections set is_default = true')
      await Promise.all([
        server.send('DELETE', `/v1/connections/${id}`, { key }),
        save('short', `new${round}a`),
        save('short', `new${round}b`),
      ])
      assert.equal((await defaults()).length, 1)
    }
  })
})

describe('no access', () => {
  test('accounts of another workspace are neither shown nor changed', async () => {
    const { id } = await save('short', '1', other)
    await save('short', '1')
    assert.equal((await server.send('GET', '/v1/connections', { key })).body.data.length, 1)
    assert.equal((await server.send('PATCH', `/v1/connections/${id}`, { key, json: { default: true } })).status, 404)
    assert.equal((await server.send('DELETE', `/v1/connections/${id}`, { key })).status, 404)
    assert.equal((await server.send('GET', '/v1/connections', { key: otherKey })).body.data[0].id, id)
  })

  test('unknown and malformed ids are the same 404', async () => {
    for (const id of [NOBODY, 'x', '1', `${NOBODY}0`]) {
      for (const method of ['PATCH', 'DELETE']) {
        const json = method === 'PATCH' ? { json: { default: true } } : {}
        const { status, body } = await server.send(method, `/v1/connections/${id}`, { key, ...json })
        assert.equal(status, 404)
        assert.match(body.message, /GET \/v1\/connections/)
      }
    }
  })

  test('a key that only reads posts sees accounts and changes none', async () => {
    const { id } = await save('short', '1')
    assert.equal((await server.send('GET', '/v1/connections', { key: reader })).body.data.length, 1)
    const patched = await server.send('PATCH', `/v1/connections/${id}`, { key: reader, json: { default: true } })
    assert.equal(patched.status, 403)
    assert.equal((await server.send('DELETE', `/v1/connections/${id}`, { key: reader })).status, 403)
    assert.deepEqual(await defaults(), ['1'])
  })

  test('a key without permission for posts, or no key, sees nothing', async () => {
    assert.equal((await server.send('GET', '/v1/connections', { key: stranger })).status, 403)
    assert.equal((await server.send('GET', '/v1/connections')).status, 401)
    assert.equal((await server.send('DELETE', `/v1/connections/${NOBODY}`)).status, 401)
  })

  test('other methods are 405 with the possible ones', async () => {
    const posted = await server.send('POST', '/v1/connections', { key, json: {} })
    assert.equal(posted.status, 405)
    assert.equal(posted.headers.get('allow'), 'GET, HEAD')
    assert.equal((await server.send('GET', `/v1/connections/${NOBODY}`, { key })).headers.get('allow'), 'DELETE, PATCH')
  })
})
