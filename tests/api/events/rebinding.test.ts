import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, beforeEach, describe, test } from 'node:test'
import { type RecordType, type Reply, startNameServer } from '../../helpers/name-server.ts'
import { startServer } from '../../helpers/server.ts'

// Names are resolved by a real name server on loopback that answers as configured. Connections to public addresses end
// at our own server; one to any other address would reach `dialled` and fail the test.

const PUBLIC = '93.184.216.34'

let answer: (name: string, type: RecordType) => Reply = () => 'NXDOMAIN'
let received: string[] = []
let dialled: string[] = []

const receiver = createServer((request, response) => {
  received.push(request.headers.host ?? '')
  request.resume().on('end', () => response.end('ok'))
})
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')
after(() => receiver.close())
const { port } = receiver.address() as AddressInfo
const names = await startNameServer((name, type) => answer(name, type))
const server = await startServer({
  env: { ALLOW_PRIVATE_NETWORKS: 'false' },
  outbound: {
    lookup: names.lookup,
    dnsTimeoutMs: 2_000,
    dial: (address) => {
      dialled.push(address)
      return connect({ host: '127.0.0.1', port })
    },
  },
})
const key = await server.key()

beforeEach(() => {
  received = []
  dialled = []
  names.questions.length = 0
})

/** The endpoint's URL is https, which the small receiver does not support: only the dialled address matters. */
async function testEndpoint(host: string): Promise<{ delivered: boolean; message: string }> {
  const created = await server.send('POST', '/v1/events/endpoints', { key, json: { url: `https://${host}/hook` } })
  assert.equal(created.status, 201, created.text)
  const { id } = created.body.data
  const tested = await server.send('POST', `/v1/events/endpoints/${id}/test`, { key, json: {} })
  await server.send('DELETE', `/v1/events/endpoints/${id}`, { key })
  assert.equal(tested.status, 200, tested.text)
  return tested.body.data
}

describe('names that resolve to something else than they claim', () => {
  const only = (addresses: string[]) => () => ({ addresses })
  const refused: Array<[string, (name: string, type: RecordType) => Reply]> = [
    ['A=127.0.0.1', only(['127.0.0.1'])],
    ['a public and a private A', only([PUBLIC, '127.0.0.1'])],
    ['a public A and AAAA=::1', only([PUBLIC, '::1'])],
    ['AAAA=::ffff:10.0.0.1', only(['::ffff:10.0.0.1'])],
    ['the metadata service', only(['169.254.169.254'])],
    ['a CNAME to localhost', () => ({ cname: 'localhost', addresses: ['127.0.0.1'] })],
    ['NXDOMAIN', () => 'NXDOMAIN'],
    ['SERVFAIL', () => 'SERVFAIL'],
    ['no answer', () => 'SILENCE'],
    ['no address', () => ({})],
  ]
  for (const [what, reply] of refused) {
    test(`${what}: nothing is called`, async () => {
      answer = reply
      const result = await testEndpoint('hooks.example.com')
      assert.equal(result.delivered, false)
      assert.deepEqual(dialled, [])
      assert.ok(names.questions.includes('A hooks.example.com'), 'the name server was asked')
    })
  }

  test('a public name is called at the checked address', async () => {
    answer = only([PUBLIC])
    await testEndpoint('hooks.example.com')
    assert.deepEqual(dialled, [PUBLIC])
  })
})

describe('a name that changes, with a TTL of 0', () => {
  test('between two look-ups: every attempt goes to a checked address or nowhere', async () => {
    let asked = 0
    answer = (_name, type) => (type === 'AAAA' ? {} : { addresses: [asked++ % 2 === 0 ? PUBLIC : '127.0.0.1'], ttl: 0 })
    for (let i = 0; i < 40; i++) await testEndpoint('flip.example.com')
    assert.equal(asked, 40, 'one look-up for each attempt: nothing is looked up again for the connection')
    assert.deepEqual(new Set(dialled), new Set([PUBLIC]))
    assert.equal(dialled.length, 20)
  })

  test('between the answers of one look-up', async () => {
    answer = (_name, type) => ({ addresses: [type === 'A' ? PUBLIC : '::1'] })
    const result = await testEndpoint('split.example.com')
    assert.equal(result.delivered, false)
    assert.match(result.message, /private or reserved/)
    assert.deepEqual(dialled, [])
  })

  test('between the creation of the endpoint and the delivery of an event', async () => {
    answer = () => ({ addresses: [PUBLIC] })
    const json = { url: 'https://later.example.com/hook', events: ['contact.created'] }
    const { body } = await server.send('POST', '/v1/events/endpoints', { key, json })
    answer = () => ({ addresses: ['10.0.0.5'] })
    await server.send('POST', '/v1/contacts', { key, json: { first_name: 'Ana' } })
    await server.deps.courier.runDue()
    assert.deepEqual(dialled, [])
    const path = `/v1/events/endpoints/${body.data.id}/deliveries`
    const [delivery] = (await server.send('GET', path, { key })).body.data
    assert.equal(delivery.state, 'pending')
    const detail = await server.send('GET', `${path}/${delivery.event_id}`, { key })
    assert.equal(detail.body.data.attempts[0].outcome, 'refused_address')
  })
})

test('the dialled listener speaks no TLS, so it never received anything', () => {
  assert.deepEqual(received, [])
})
