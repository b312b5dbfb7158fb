import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { routes } from '../../../src/app/routes.ts'
import { startServer } from '../../helpers/server.ts'
import { signIn } from '../../helpers/session.ts'

// Every route of the table, so that a new one is covered.

const server = await startServer()
const key = await server.key()
const owner = await signIn(server)
const webhook = await server.webhook()
const ID = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012'

const v1 = routes.filter(
  ([, path, access]) => path.startsWith('/v1/') && !path.includes(':webhook_key') && access.mode !== 'form',
)

describe('a query parameter that the operation does not list is 400 and named', () => {
  for (const [method, path, access, operation] of v1) {
    test(`${method} ${path}`, async () => {
      const known = Object.keys((operation.query?.properties ?? {}) as object)
      const csv = { body: 'first_name\nAna', headers: { 'content-type': 'text/csv' } }
      const json = operation.body === undefined ? {} : operation.body.kind === 'raw' ? csv : { json: {} }
      const options = access.mode === 'user' ? json : { ...json, key }
      const by = access.mode === 'user' ? owner : server
      const accept = path === '/v1/live' ? { headers: { accept: 'text/event-stream' } } : {}
      const to = `${path.replace(/:\w+/g, ID)}?surprise=1`
      const answer = await by.send(method, to, { ...options, ...accept })
      assert.equal(answer.status, 400, answer.text)
      const [message] = answer.body.details.surprise
      assert.match(message, known.length === 0 ? /takes none/ : new RegExp(`Known are ${known[0]}`))
    })
  }
})

test('the nearest name is suggested, and nothing is changed', async () => {
  const { status, body } = await server.send('POST', '/v1/posts/short?dryrun=true', { key, json: { content: 'Hello' } })
  assert.equal(status, 400)
  assert.equal(body.details.dryrun[0], 'There is no query parameter "dryrun". Did you mean dry_run?')
  const { body: list } = await server.send('GET', '/v1/posts', { key })
  assert.equal(list.pagination.total, 0)
})

test('webhook senders may add any parameter', async () => {
  const path = `/v1/webhooks/receive/${webhook.key}?utm_source=x&token=%zz&surprise`
  assert.equal((await server.send('POST', path, { body: '{}' })).status, 200)
  assert.equal((await server.send('GET', path)).status, 405, 'a handshake that nobody asked for, as without')
})

test('a form without a key may carry advertising parameters, a key or the dashboard may not', async () => {
  const path = '/v1/contacts?fbclid=1&gclid=2&utm_source=x'
  const json = { first_name: 'Ana' }
  const { status, body } = await server.send('POST', path, { json })
  assert.equal(status, 201)
  assert.equal(body.data.utm_source, null, 'they are not fields')
  for (const refused of [await server.send('POST', path, { json, key }), await owner.send('POST', path, { json })]) {
    assert.deepEqual([refused.status, Object.keys(refused.body.details)], [400, ['fbclid', 'gclid', 'utm_source']])
  }
})

test('a form submission may carry them too', async () => {
  const form = (await server.send('POST', '/v1/forms', { key, json: { name: 'Form' } })).body.data
  const path = `/v1/forms/${form.public_id}/submissions?fbclid=1&x=%zz`
  assert.equal((await server.send('POST', path, { json: { first_name: 'Ana', email: 'ana@example.com' } })).status, 201)
})

test('probes outside /v1 accept any', async () => {
  for (const path of ['/healthz?x=1', '/readyz?x=1']) assert.equal((await server.send('GET', path)).status, 200)
})
