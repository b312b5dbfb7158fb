// @quick

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '../../helpers/server.ts'

const server = await startServer()
const key = await server.key()

test('a new contact can be read back, listed and deleted', async () => {
  const created = await server.send('POST', '/v1/contacts', {
    key,
    json: { first_name: 'Ana', email: 'ana@example.com' },
  })
  assert.equal(created.status, 201)
  const { id } = created.body.data
  const read = await server.send('GET', `/v1/contacts/${id}`, { key })
  const { attribution: _, merged: __, merged_into: ___, ...contact } = read.body.data
  assert.deepEqual(contact, created.body.data)
  const list = await server.send('GET', '/v1/contacts', { key })
  assert.equal(list.body.pagination.total, 1)
  const gone = await server.send('DELETE', `/v1/contacts/${id}`, { key })
  assert.deepEqual(gone.body.data, { id, deleted: true })
  assert.equal((await server.send('GET', `/v1/contacts/${id}`, { key })).status, 404)
})
