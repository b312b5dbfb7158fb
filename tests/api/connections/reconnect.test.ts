import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { startStage } from '../../helpers/publishing.ts'
import { searchEverywhere } from '../../helpers/search-everywhere.ts'

// An account is disconnected, and connected again.

const stage = await startStage()
const { server } = stage
beforeEach(() => stage.fresh())

const accounts = async () => (await server.send('GET', '/v1/connections', { key: stage.key })).body.data
const accountOn = async (platform: string) =>
  (await accounts()).find((each: { platform: string }) => each.platform === platform)
const disconnect = (id: string) => server.send('DELETE', `/v1/connections/${id}`, { key: stage.key })

test('a disconnected account is not listed; connected again it has its id, and its held posts are sent once', async () => {
  const { id } = await accountOn('thread')
  const post = await stage.create('thread', { connection_id: id })
  assert.equal((await disconnect(id)).status, 200)
  assert.equal(await accountOn('thread'), undefined)
  assert.equal((await disconnect(id)).status, 404)
  assert.equal((await stage.drive(post)).publication_state, 'held')
  await stage.connect('thread')
  assert.equal((await accountOn('thread')).id, id)
  assert.equal((await stage.drive(post)).publication_state, 'published')
  assert.equal((await stage.publicOf('thread')).length, 1)
})

test('nothing of the person stays: no token, no handle, no name', async () => {
  const { id, account_id: accountId } = await accountOn('short')
  await server.sql(`update connections set handle = 'very-private-handle', name = 'Very Private Name' where id = $1`, [
    id,
  ])
  await disconnect(id)
  assert.deepEqual(await searchEverywhere(server, 'very-private-handle'), [])
  assert.deepEqual(await searchEverywhere(server, 'Very Private Name'), [])
  const kept = await server.sql('select platform, account_id, connection_id from disconnected_accounts')
  assert.deepEqual(kept, [{ platform: 'short', account_id: accountId, connection_id: id }])
  await stage.connect('short')
  assert.deepEqual(await server.sql('select from disconnected_accounts'), [])
})

test('another account of the platform takes neither the id nor the posts of the removed one', async () => {
  const { id } = await accountOn('short')
  const post = await stage.create('short', { connection_id: id })
  await disconnect(id)
  await stage.drive(post)
  const second = await stage.control.account({ platform: 'x', username: 'second' })
  const granted = await stage.control.token({ platform: 'x', account: second.id })
  const [saved] = await server.deps.connections.save(
    server.deps.workspaceId,
    'x',
    [{ id: second.id, handle: 'second', name: null, kind: 'member' }],
    { accessToken: granted.access_token, expiresAt: null, refreshToken: null, refreshExpiresAt: null, scopes: [] },
  )
  assert.notEqual(saved!.id, id)
  assert.equal((await stage.row(post)).publication_state, 'held')
})

test('posts without a named account continue as soon as another account is the default', async () => {
  const { id } = await accountOn('short')
  const post = await stage.create('short')
  await server.deps.connections.stop(id, 'held', 'Restricted.')
  assert.equal((await stage.drive(post)).publication_state, 'held')
  const second = await stage.control.account({ platform: 'x', username: 'second' })
  const granted = await stage.control.token({ platform: 'x', account: second.id })
  const tokens = {
    accessToken: granted.access_token,
    expiresAt: new Date(stage.now() + granted.expires_in * 1000),
    refreshToken: null,
    refreshExpiresAt: null,
    scopes: [],
  }
  const profile = { id: second.id, handle: 'second', name: null, kind: 'member' } as const
  const [saved] = await server.deps.connections.save(server.deps.workspaceId, 'x', [profile], tokens)
  // Woken, it looked for its account and found the restricted one: still held.
  await stage.drive(post)
  const answer = await server.send('PATCH', `/v1/connections/${saved!.id}`, { key: stage.key, json: { default: true } })
  assert.equal(answer.status, 200, answer.text)
  assert.equal((await stage.drive(post)).publication_state, 'published')
  const [published] = await stage.publicOf('short')
  assert.equal(published!.account, second.id)
})

test('posts without a named account continue when the default is disconnected and the next one replaces it', async () => {
  const { id } = await accountOn('short')
  const second = await stage.control.account({ platform: 'x', username: 'second' })
  const granted = await stage.control.token({ platform: 'x', account: second.id })
  const tokens = {
    accessToken: granted.access_token,
    expiresAt: new Date(stage.now() + granted.expires_in * 1000),
    refreshToken: null,
    refreshExpiresAt: null,
    scopes: [],
  }
  const profile = { id: second.id, handle: 'second', name: null, kind: 'member' } as const
  await server.deps.connections.save(server.deps.workspaceId, 'x', [profile], tokens)
  const post = await stage.create('short')
  await server.deps.connections.stop(id, 'held', 'Restricted.')
  assert.equal((await stage.drive(post)).publication_state, 'held')
  await disconnect(id)
  assert.equal((await stage.drive(post)).publication_state, 'published')
})
