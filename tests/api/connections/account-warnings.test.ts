import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '../../helpers/server.ts'

const server = await startServer()
const key = await server.key()
const DAY = 86_400_000

async function rulesOf(daysAhead: number, more: object = {}): Promise<string[]> {
  const scheduled_date = new Date(Date.now() + daysAhead * DAY).toISOString()
  const json = { content: `Post ${Math.random()}`, status: 'scheduled', scheduled_date, ...more }
  const { status, body } = await server.send('POST', '/v1/posts/professional', { key, json })
  assert.equal(status, 201)
  return body.data.warnings.map(({ rule }: { rule: string }) => rule)
}

function connect(account: string, tokens: object): Promise<Array<{ id: string }>> {
  const profile = { id: account, handle: null, name: account, kind: 'member' as const }
  const all = { accessToken: 't', expiresAt: null, refreshToken: null, refreshExpiresAt: null, scopes: [], ...tokens }
  return server.deps.connections.save(server.deps.workspaceId, 'linkedin', [profile], all)
}

test('a scheduled post warns if no account can send it, or if the approval expires before its date', async () => {
  assert.deepEqual(await rulesOf(1), ['any.account.missing'])
  await connect('urn:li:person:short', { expiresAt: new Date(Date.now() + 10 * DAY) })
  assert.deepEqual(await rulesOf(9), [])
  assert.deepEqual(await rulesOf(11), ['any.account.expires'])
  const [lasting] = await connect('urn:li:person:lasting', { expiresAt: new Date(Date.now() + 60 * DAY) })
  assert.deepEqual(await rulesOf(11, { connection_id: lasting!.id }), [], 'the account it names counts')
  assert.deepEqual(await rulesOf(11), ['any.account.expires'], 'else the default')
})
