import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eventDocs } from '../../../src/app/routes.ts'
import { transaction } from '../../../src/db/database.ts'
import type { EventType } from '../../../src/events/emit.ts'
import { writePlace } from '../../../src/live/place.ts'
import { SCOPES, type Scope } from '../../../src/scopes.ts'
import { type Receiver, startReceiver } from '../../helpers/receiver.ts'
import { startServer } from '../../helpers/server.ts'
import { signIn } from '../../helpers/session.ts'

// Events never reveal anything that the noun's own route would refuse. Types come from the catalogue and permissions
// from their list, so new ones are covered. The nouns' routes decide what a caller may see.

const server = await startServer({ env: { ALLOW_PRIVATE_NETWORKS: 'true' } })
const { deps } = server
const ENDPOINTS = '/v1/events/endpoints'

/** The route that reads each noun. */
const NOUN_ROUTES: Record<string, string> = {
  contact: '/v1/contacts',
  post: '/v1/posts',
  connection: '/v1/connections',
  webhook: '/v1/webhooks',
  endpoint: ENDPOINTS,
}
const TYPES = eventDocs.map(({ type }) => type).filter((type) => type !== 'endpoint.test') as EventType[]

const workspaceId = await server.workspace()
const everything = await server.key({ workspaceId })
const receiver: Receiver = await startReceiver()
/** Type → the event of it in the feed. */
const events = new Map<EventType, string>()
let wholeEndpoint = ''

interface Caller {
  name: string
  scopes: readonly Scope[]
  key: string
  /** The types whose noun is visible through its own route. */
  visible: ReadonlySet<EventType>
}

async function newCaller(scopes: readonly Scope[]): Promise<Caller> {
  const key = await server.key({ workspaceId, scopes })
  const visible = new Set<EventType>()
  for (const [noun, route] of Object.entries(NOUN_ROUTES)) {
    const { status } = await server.send('GET', route, { key })
    assert.ok(status === 200 || status === 403, `${route}: ${status}`)
    if (status === 200) for (const type of TYPES) if (type.startsWith(`${noun}.`)) visible.add(type)
  }
  return { name: scopes.join(' ') || 'none', scopes, key, visible }
}

/** All and none, each permission alone, all but each, and every combination of permissions that show a noun. */
async function scopeSets(): Promise<Scope[][]> {
  const alone = await Promise.all(SCOPES.map((scope) => newCaller([scope])))
  const showing = alone.filter(({ visible }) => visible.size > 0).flatMap(({ scopes }) => scopes)
  const reads = showing.filter((scope) => scope !== 'events:read')
  const subsets = Array.from({ length: 2 ** reads.length }, (_, bits) => reads.filter((_read, i) => bits & (1 << i)))
  const sets: Scope[][] = [
    [...SCOPES],
    ...SCOPES.map((scope) => [scope]),
    ...SCOPES.map((scope) => SCOPES.filter((each) => each !== scope)),
    ...subsets.map((subset): Scope[] => [...subset, 'events:read', 'events:write']),
  ]
  return [...new Map(sets.map((set) => [[...set].sort().join(), set])).values()]
}

async function emitAll(): Promise<void> {
  for (const type of TYPES) {
    if (type === 'webhook.received') continue
    const { data } = eventDocs.find((doc) => doc.type === type)!.example
    const subjectId = deps.ids.next().id
    const event = { workspaceId, type, subjectId, subjectVersion: 1, data: { ...data, id: subjectId } }
    await transaction(deps.pool, (tx) => deps.emit(tx, event))
  }
  const { key } = await server.webhook(workspaceId)
  await server.send('POST', `/v1/webhooks/receive/${key}`, { body: 'a secret order' })
  await deps.courier.runDue()
}

let callers: Caller[] = []

before(async () => {
  const made = await server.send('POST', ENDPOINTS, { key: everything, json: { url: `${receiver.url}/whole` } })
  wholeEndpoint = made.body.data.id
  await emitAll()
  const { body } = await server.send('GET', '/v1/events?limit=1000', { key: everything })
  for (const { id, type } of body.data) events.set(type, id)
  assert.deepEqual([...events.keys()].sort(), [...TYPES].sort(), 'the key with all permissions sees every type')
  callers = await Promise.all((await scopeSets()).map(newCaller))
})

const reads = () => callers.filter(({ scopes }) => scopes.includes('events:read'))
const writes = () => callers.filter(({ scopes }) => scopes.includes('events:write'))

/** One caller for each set of visible types requests every type separately; the others only request the lists. */
const isAskingForEach = ({ key, visible }: Caller, all: Caller[]) =>
  all.find((other) => other.visible.symmetricDifference(visible).size === 0)!.key === key

test('every noun of an event has a route of its own', () => {
  for (const type of TYPES) assert.ok(NOUN_ROUTES[type.split('.')[0]!], `no route is known that reads ${type}`)
})

describe('events that a key may not see', () => {
  test('are neither in the feed nor in its totals', async () => {
    for (const caller of reads()) {
      const { key, visible, name } = caller
      for (const order of ['asc', 'desc']) {
        const { body } = await server.send('GET', `/v1/events?limit=1000&order=${order}`, { key })
        const types = body.data.map((event: { type: string }) => event.type)
        assert.deepEqual([...types].sort(), [...visible].sort(), `${name}: ${order}`)
        assert.deepEqual([body.pagination.total, body.pagination.totalPages], [visible.size, 1], name)
      }
      if (!isAskingForEach(caller, reads())) continue
      for (const type of TYPES) {
        const { status, body } = await server.send('GET', `/v1/events?type=${type}`, { key })
        assert.equal(status, visible.has(type) ? 200 : 403, `${name}: ${type}`)
        if (status === 403) assert.match(body.message, /needs the permission (contacts|posts|webhooks):read/)
        else assert.equal(body.data.length, 1)
      }
    }
  })

  test('are passed by the cursor, which does not reveal how many there were', async () => {
    for (const { key, visible, name } of reads().filter((caller) => isAskingForEach(caller, reads()))) {
      const seen: string[] = []
      let cursor = ''
      for (let i = 0; i < visible.size + 1; i++) {
        const { body } = await server.send('GET', `/v1/events?limit=1${cursor}`, { key })
        seen.push(...body.data.map((event: { type: string }) => event.type))
        const next: string = body.pagination.next_cursor
        assert.doesNotMatch(Buffer.from(next, 'base64url').toString('latin1'), /asc|desc/, 'it can be read')
        cursor = `&cursor=${next}`
      }
      assert.deepEqual(seen.sort(), [...visible].sort(), name)
    }
  })

  test('cannot be read by id, nor their deliveries', async () => {
    for (const caller of reads()) {
      const { key, visible, name } = caller
      const list = await server.send('GET', `${ENDPOINTS}/${wholeEndpoint}/deliveries?limit=1000`, { key })
      const types = list.body.data.map((delivery: { type: string }) => delivery.type)
      assert.deepEqual([...types].sort(), [...visible].sort(), name)
      assert.equal(list.body.pagination.total, visible.size, name)
      if (!isAskingForEach(caller, reads())) continue
      for (const [type, id] of events) {
        const wanted = visible.has(type) ? 200 : 404
        for (const path of [`/v1/events/${id}`, `${ENDPOINTS}/${wholeEndpoint}/deliveries/${id}`]) {
          const { status, text } = await server.send('GET', path, { key })
          assert.equal(status, wanted, `${name}: ${type} at ${path}`)
          if (status === 404) assert.doesNotMatch(text, /Ana|secret order|Doors open/)
        }
      }
      const typed = await Promise.all(
        TYPES.map((type) => server.send('GET', `${ENDPOINTS}/${wholeEndpoint}/deliveries?type=${type}`, { key })),
      )
      const statuses = typed.map(({ status }) => status)
      assert.deepEqual(
        statuses,
        TYPES.map((type) => (visible.has(type) ? 200 : 403)),
        name,
      )
    }
  })

  test('are not sent live', async () => {
    for (const { key, visible, name } of reads()) {
      const abort = new AbortController()
      const response = await fetch(`${server.url}/v1/live?after=${writePlace(deps.tokens, 0)}`, {
        headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
        signal: abort.signal,
      })
      let text = ''
      // The position after the missed events has no data.
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk
        if (/(^|\n\n)id: \S+\n\n$/.test(text)) break
      }
      abort.abort()
      const types = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!).type)
      assert.deepEqual(types.sort(), [...visible].sort(), name)
      for (const [, id] of text.matchAll(/^id: (.*)$/gm)) assert.match(id!, /^[\w-]{64}$/, 'it can be read')
    }
  })

  test('cannot be sent again, recovered or tested', async () => {
    for (const caller of writes()) {
      const { key, visible, name } = caller
      for (const [type, id] of isAskingForEach(caller, writes()) ? events : []) {
        const resent = await server.send('POST', `${ENDPOINTS}/${wholeEndpoint}/deliveries/${id}/resend`, { key })
        assert.equal(resent.status, visible.has(type) ? 200 : 404, `${name}: ${type}`)
        const tried = await server.send('POST', `${ENDPOINTS}/${wholeEndpoint}/test`, { key, json: { type } })
        assert.equal(tried.status, visible.has(type) ? 200 : 403, `${name}: ${type}`)
      }
      assert.equal((await server.send('POST', `${ENDPOINTS}/${wholeEndpoint}/test`, { key })).status, 200)
      const since = new Date(Date.now() - 60_000).toISOString()
      const recovered = await server.send('POST', `${ENDPOINTS}/${wholeEndpoint}/recover`, { key, json: { since } })
      assert.equal(recovered.status, visible.size === TYPES.length ? 200 : 403, name)
    }
  })

  test('cannot be chosen for an endpoint, nor received by moving one that gets them', async () => {
    const url = `${receiver.url}/elsewhere`
    for (const caller of writes()) {
      const { key, visible, name } = caller
      for (const type of isAskingForEach(caller, writes()) ? TYPES : []) {
        const made = await server.send('POST', ENDPOINTS, { key, json: { url, events: [type] } })
        assert.equal(made.status, visible.has(type) ? 201 : 403, `${name}: ${type}`)
        if (made.status === 201) await server.send('DELETE', `${ENDPOINTS}/${made.body.data.id}`, { key })
      }
      const isWhole = visible.size === TYPES.length
      for (const json of [{ url }, { events: null }, { events: [...visible].slice(0, 1) }, { status: 'paused' }]) {
        if (isWhole || json.events?.length === 0) continue
        const moved = await server.send('PATCH', `${ENDPOINTS}/${wholeEndpoint}`, { key, json })
        assert.equal(moved.status, 403, `${name}: ${JSON.stringify(json)}`)
      }
      if (isWhole) continue
      assert.equal((await server.send('POST', `${ENDPOINTS}/${wholeEndpoint}/rotate`, { key })).status, 403, name)
    }
    const { body } = await server.send('GET', `${ENDPOINTS}/${wholeEndpoint}`, { key: everything })
    assert.deepEqual([body.data.url, body.data.status, body.data.events], [`${receiver.url}/whole`, 'active', null])
  })
})

test('an endpoint that gets "all" gets what its key may see, even after the key is revoked and others change it', async () => {
  const made = new Map<string, Caller>()
  for (const caller of writes()) {
    const url = `${receiver.url}/all/${made.size}`
    const { status, body } = await server.send('POST', ENDPOINTS, { key: caller.key, json: { url } })
    assert.equal(status, 201)
    const granted = SCOPES.filter((scope) => scope.endsWith(':read') && caller.scopes.includes(scope))
    assert.deepEqual([body.data.events, body.data.scopes], [null, granted])
    made.set(body.data.id, caller)
  }
  const ids = [...made.keys()]
  await server.sql('update api_keys set revoked_at = now() where workspace_id = $1 and scopes <> $2', [
    workspaceId,
    [...SCOPES],
  ])
  // A caller with more permissions changes the address, but not what the endpoint gets.
  for (const id of ids) {
    const moved = await server.send('PATCH', `${ENDPOINTS}/${id}`, {
      key: everything,
      // Like a client that sends back what it read.
      json: { url: `${receiver.url}/of/${id}`, events: null },
    })
    assert.equal(moved.status, 200)
  }
  receiver.requests.length = 0
  await emitAll()
  const wanted = [...made.values()].map(({ visible }) => [...visible].sort())
  const got = ids.map((id) =>
    receiver.requests
      .filter(({ path }) => path.endsWith(`/of/${id}`))
      .map(({ body }) => JSON.parse(body).type)
      .sort(),
  )
  assert.deepEqual(got, wanted)

  // Recovery and resending by a caller who may see everything send it nothing more.
  const [narrow] = [...made].find(([, { visible }]) => visible.size < TYPES.length)!
  receiver.requests.length = 0
  const since = new Date(Date.now() - 60_000).toISOString()
  await server.send('POST', `${ENDPOINTS}/${narrow}/recover`, { key: everything, json: { since } })
  await deps.courier.runDue()
  const { visible } = made.get(narrow)!
  for (const { body } of receiver.requests) assert.ok(visible.has(JSON.parse(body).type))
  for (const [type, id] of events) {
    const path = `${ENDPOINTS}/${narrow}/deliveries/${id}/resend`
    const { status } = await server.send('POST', path, { key: everything })
    assert.equal(status, visible.has(type) ? 200 : 403, type)
  }
})

test('people see what their role allows: viewers and owners everything, and the choice of an owner is not bound to a key', async () => {
  const [viewer, owner] = [
    await signIn(server, { role: 'viewer', workspaceId }),
    await signIn(server, { role: 'owner', workspaceId }),
  ]
  for (const person of [viewer, owner]) {
    const { body } = await person.send('GET', '/v1/events?limit=1000')
    assert.deepEqual(
      [...new Set(body.data.map(({ type }: { type: string }) => type))].sort(),
      [...TYPES].sort(),
      'every type',
    )
  }
  await server.sql('delete from event_endpoints where workspace_id = $1 and id <> $2', [workspaceId, wholeEndpoint])
  const { body } = await owner.send('POST', ENDPOINTS, { json: { url: receiver.url } })
  assert.deepEqual([body.data.events, body.data.scopes], [null, null])
  assert.equal((await viewer.send('POST', ENDPOINTS, { json: { url: receiver.url } })).status, 403)
})

test('a cursor of 0.1 is accepted only from callers who see everything: it could be forged', async () => {
  const cursor = Buffer.from('asc.1.0').toString('base64url')
  assert.equal((await server.send('GET', `/v1/events?cursor=${cursor}`, { key: everything })).status, 200)
  const key = await server.key({ workspaceId, scopes: ['events:read', 'contacts:read'] })
  assert.equal((await server.send('GET', `/v1/events?cursor=${cursor}`, { key })).status, 400)
})
