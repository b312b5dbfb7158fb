import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { searchEverywhere } from '../../helpers/search-everywhere.ts'
import { type SendOptions, startServer } from '../../helpers/server.ts'

const EMAIL = 'ana.erased@example.com'
const server = await startServer()
let key: string
before(async () => {
  key = await server.key()
})

let count = 0

/** Sends a new Idempotency-Key, so that the answer is stored. */
async function keep(method: string, path: string, options: SendOptions = {}) {
  const headers = { ...options.headers, 'idempotency-key': `kept ${++count}` }
  const answer = await server.send(method, path, { key, ...options, headers })
  assert.ok(answer.status < 300, answer.text)
  return answer.body.data
}

test('erasing a person leaves no trace in any answer that is kept for repeats, its own included', async () => {
  const contact = await keep('POST', '/v1/contacts', { json: { first_name: 'Ana', email: EMAIL } })
  await keep('PATCH', `/v1/contacts/${contact.id}`, { json: { company: 'Example Ltd' } })
  const note = await keep('POST', `/v1/contacts/${contact.id}/notes`, { json: { text: `Ask ${EMAIL}` } })
  await keep('PATCH', `/v1/contacts/${contact.id}/notes/${note.id}`, { json: { text: `Ask ${EMAIL} again` } })
  const view = await keep('POST', '/v1/views', { json: { name: 'Hers', filter: { email: EMAIL } } })
  await keep('PATCH', `/v1/views/${view.id}`, { json: { name: 'Hers, still' } })
  const form = await keep('POST', '/v1/forms', { json: { name: 'Form' } })
  const sent = { first_name: 'Ana', email: EMAIL }
  await keep('POST', `/v1/forms/${form.id}/test`, { json: sent })
  const held = await keep('POST', `/v1/forms/${form.id}/submissions`, { json: { ...sent, dp_topic: 'spam' } })
  await keep('POST', `/v1/held/${held.id}/accept`)
  const webhook = await server.webhook()
  for (const body of [JSON.stringify(sent), Buffer.concat([Buffer.from(EMAIL), Buffer.from([0xff])])]) {
    const received = await server.send('POST', `/v1/webhooks/receive/${webhook.key}`, { body })
    await keep('POST', `/v1/webhooks/${webhook.id}/deliveries/${received.body.data.id}/replay`)
  }
  assert.ok((await searchEverywhere(server, EMAIL)).includes('idempotency_keys.body'))
  const encoded = Buffer.from(EMAIL).toString('base64').slice(0, 20)
  assert.deepEqual(await searchEverywhere(server, encoded), ['idempotency_keys.body'])
  const erased = await keep('POST', '/v1/people/erase', { json: { email: EMAIL, confirm: true } })
  assert.equal(erased.email, EMAIL)
  assert.deepEqual(await searchEverywhere(server, EMAIL), [])
  assert.deepEqual(await searchEverywhere(server, encoded), [])
})
