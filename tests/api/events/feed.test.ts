// @quick @sql

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { transaction } from '../../../src/db/database.ts'
import { EVENT_TYPES, type EventType } from '../../../src/events/emit.ts'
import { scopeOfEvent } from '../../../src/scopes.ts'
import { startServer } from '../../helpers/server.ts'

const server = await startServer()
const { deps } = server

/** A separate workspace, and a key that may read its events. */
async function newReader() {
  const workspaceId = await server.workspace()
  const key = await server.key({ workspaceId })
  const emit = (type: EventType, data: object, subjectId = deps.ids.next().id) =>
    transaction(deps.pool, (tx) => deps.emit(tx, { workspaceId, type, subjectId, subjectVersion: 1, data }))
  const read = async (query = '') => (await server.send('GET', `/v1/events?${query}`, { key })).body
  return { workspaceId, key, emit, read }
}

// biome-ignore lint/suspicious/noExplicitAny: the shape is checked against openapi.json
const numbers = (page: any): number[] => page.data.map(({ data }: any) => data.n)

describe('the feed', () => {
  test('shows what happened to a contact, oldest first, as the API showed it', async () => {
    const workspaceId = await server.workspace()
    const key = await server.key({ workspaceId })
    const { body: made } = await server.send('POST', '/v1/contacts', { key, json: { first_name: 'Ana' } })
    const { body: second } = await server.send('POST', '/v1/contacts', { key, json: { first_name: 'Ben' } })
    await deps.courier.runDue()
    const { body } = await server.send('GET', '/v1/events', { key })
    assert.deepEqual(
      body.data.map(({ type, data }: { type: string; data: object }) => ({ type, data })),
      [
        { type: 'contact.created', data: made.data },
        { type: 'contact.created', data: second.data },
      ],
    )
    assert.equal(body.data[0].timestamp, made.data.created_at)
    assert.deepEqual([body.pagination.total, body.pagination.totalPages], [2, 1])

    const one = await server.send('GET', `/v1/events/${body.data[0].id}`, { key })
    assert.deepEqual(one.body.data, { ...body.data[0], deliveries: [] })
  })

  test('webhook.received shows the delivery, or that it was erased', async () => {
    const { workspaceId, read } = await newReader()
    const webhook = await server.webhook(workspaceId)
    const { body } = await server.send('POST', `/v1/webhooks/receive/${webhook.key}`, { body: 'hello' })
    await deps.courier.runDue()
    const [event] = (await read('type=webhook.received')).data
    assert.equal(event.data.id, body.data.id)
    assert.equal(event.data.body_text, 'hello')
    assert.equal(event.data.webhook_id, webhook.id)
    await server.sql('delete from webhook_deliveries where id = $1', [body.data.id])
    const [erased] = (await read('type=webhook.received')).data
    assert.deepEqual(erased.data, { id: body.data.id, erased: true })
  })

  test('without events is an empty page with a usable cursor', async () => {
    const { emit, read } = await newReader()
    const empty = await read()
    assert.deepEqual([empty.data, empty.pagination.total], [[], 0])
    assert.ok(empty.pagination.next_cursor, 'never null')
    const again = await read(`cursor=${empty.pagination.next_cursor}`)
    assert.ok(again.pagination.next_cursor)
    await emit('contact.created', { n: 1 })
    await deps.courier.runDue()
    assert.deepEqual(numbers(await read(`cursor=${again.pagination.next_cursor}`)), [1])
  })

  test('is read in pages by cursor, and by number', async () => {
    const { emit, read } = await newReader()
    for (let n = 1; n <= 7; n++) await emit('contact.created', { n })
    await deps.courier.runDue()
    const seen: number[] = []
    let cursor = ''
    for (let i = 0; i < 4; i++) {
      const page = await read(`limit=3${cursor}`)
      seen.push(...numbers(page))
      cursor = `&cursor=${page.pagination.next_cursor}`
    }
    assert.deepEqual(seen, [1, 2, 3, 4, 5, 6, 7])
    assert.deepEqual(numbers(await read('limit=3&page=2')), [4, 5, 6])
    assert.deepEqual(numbers(await read('limit=3&page=9')), [])
  })

  test('newest first, for people, has an end', async () => {
    const { emit, read } = await newReader()
    for (let n = 1; n <= 5; n++) await emit('contact.created', { n })
    await deps.courier.runDue()
    const first = await read('order=desc&limit=3')
    assert.deepEqual(numbers(first), [5, 4, 3])
    // The cursor contains its order.
    const second = await read(`limit=3&cursor=${first.pagination.next_cursor}`)
    assert.deepEqual(numbers(second), [2, 1])
    assert.deepEqual([second.pagination.page, second.pagination.next_cursor], [2, null])
  })

  test('can be narrowed by type, subject and time', async () => {
    const { emit, read } = await newReader()
    const subject = deps.ids.next().id
    await emit('contact.created', { n: 1 }, subject)
    await emit('contact.updated', { n: 2 }, subject)
    await emit('post.created', { n: 3 })
    await deps.courier.runDue()
    const all = await read()
    assert.deepEqual(numbers(await read('type=contact.updated')), [2])
    const two = await read('type=contact.created,%20post.created')
    assert.deepEqual([numbers(two), two.pagination.total], [[1, 3], 2])
    assert.deepEqual(numbers(await read(`subject_id=${subject.toUpperCase()}`)), [1, 2])
    assert.deepEqual(numbers(await read(`created_after=${all.data[0].timestamp}`)), [1, 2, 3])
    const later = new Date(Date.parse(all.data[2].timestamp) + 1).toISOString()
    assert.deepEqual(numbers(await read(`created_after=${later}`)), [])
  })

  test('a cursor of a filtered feed moves past what was left out', async () => {
    const { emit, read } = await newReader()
    await emit('contact.created', { n: 1 })
    await deps.courier.runDue()
    const narrow = await read('type=post.created')
    assert.deepEqual(narrow.data, [])
    const wide = await read(`cursor=${narrow.pagination.next_cursor}`)
    assert.deepEqual(wide.data, [], 'it has been looked at')
    await emit('post.created', { n: 2 })
    await deps.courier.runDue()
    assert.deepEqual(numbers(await read(`type=post.created&cursor=${narrow.pagination.next_cursor}`)), [2])
  })
})

describe('refused', () => {
  const WRONG: Array<[query: string, field: string, message: RegExp]> = [
    ['limit=0', 'limit', /1 to 1000/],
    ['limit=1001', 'limit', /1 to 1000/],
    ['page=0', 'page', /whole number/],
    ['order=up', 'order', /asc, desc/],
    ['type=contact.create', 'type', /Did you mean contact\.created\?/],
    ['type=nothing.like.it', 'type', /Known are contact\.created/],
    ['subject_id=7', 'subject_id', /id of a record/],
    ['created_after=yesterday', 'created_after', /ISO 8601/],
    ['cursor=abc', 'cursor', /unchanged/],
    [`cursor=${Buffer.from('1.019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012').toString('base64url')}`, 'cursor', /unchanged/],
    [`cursor=${Buffer.from('asc.1.99999999999999999999').toString('base64url')}`, 'cursor', /unchanged/],
    [`cursor=${Buffer.from('asc.1.7').toString('base64url')}&page=2`, 'cursor', /together/],
    [`cursor=${Buffer.from('asc.1.7').toString('base64url')}&order=desc`, 'cursor', /order=asc/],
    ['subjectid=x', 'subjectid', /Did you mean subject_id/],
  ]
  for (const [query, field, message] of WRONG) {
    test(query, async () => {
      const { key } = await newReader()
      const { status, body } = await server.send('GET', `/v1/events?${query}`, { key })
      assert.equal(status, 400)
      assert.match(body.details[field].join(' '), message)
    })
  }

  test('every broken rule at once', async () => {
    const { key } = await newReader()
    const { body } = await server.send('GET', '/v1/events?limit=0&order=up&type=x.y&subject_id=7', { key })
    assert.deepEqual(Object.keys(body.details).sort(), ['limit', 'order', 'subject_id', 'type'])
  })

  test('an unknown event', async () => {
    const { key } = await newReader()
    for (const id of ['x', deps.ids.next().id]) {
      assert.equal((await server.send('GET', `/v1/events/${id}`, { key })).status, 404)
    }
  })
})

test('a poller skips and repeats nothing while many write, some commit late and some roll back', async () => {
  const { workspaceId, read } = await newReader()
  const WRITERS = 8
  const EACH = 40
  let writing = true
  const wanted = new Set<string>()

  // Each writer takes its ids first, and commits after others that took theirs later.
  const write = async (writer: number) => {
    for (let n = 0; n < EACH; n++) {
      const name = `${writer}/${n}`
      const isKept = (writer + n) % 7 !== 0
      if (isKept) wanted.add(name)
      await transaction(deps.pool, async (tx) => {
        const subjectId = deps.ids.next().id
        const type = EVENT_TYPES[n % 3]!
        await deps.emit(tx, { workspaceId, type, subjectId, subjectVersion: 1, data: { name } })
        await tx.query({ text: 'select pg_sleep($1)', values: [((writer * 5 + n * 3) % 11) / 1_000] })
        if (!isKept) throw new Error('rolled back')
      }).catch((error: Error) => assert.equal(error.message, 'rolled back'))
    }
  }
  const dispatch = async () => {
    while (writing) await deps.courier.runDue()
    await deps.courier.runDue()
  }
  const seen: string[] = []
  const positions = new Set<string>()
  const poll = async () => {
    let cursor = ''
    for (;;) {
      const isLast = !writing && dispatched
      const page = await read(`limit=7${cursor}`)
      seen.push(...page.data.map(({ data }: { data: { name: string } }) => data.name))
      assert.ok(page.pagination.next_cursor)
      cursor = `&cursor=${page.pagination.next_cursor}`
      positions.add(cursor)
      if (isLast && page.data.length === 0) return
    }
  }
  let dispatched = false
  const polling = poll()
  const dispatching = dispatch().then(() => {
    dispatched = true
  })
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  writing = false
  await Promise.all([dispatching, polling])
  assert.deepEqual([...seen].sort(), [...wanted].sort())
  assert.ok(positions.size > 5, `it polled while they wrote: ${positions.size} places`)
})

test('GET /v1/events/types lists every type of the feed with a sample, for any key that reads events', async () => {
  const key = await server.key({ scopes: ['events:read'] })
  const { status, body, text } = await server.send('GET', '/v1/events/types', { key })
  assert.equal(status, 200, text)
  const types = body.data.map(({ type }: { type: string }) => type)
  assert.deepEqual([...types].sort(), [...EVENT_TYPES].sort())
  for (const { type, description, scope, sample } of body.data) {
    assert.equal(sample.type, type)
    assert.ok(sample.data)
    assert.match(description, /\.$/)
    assert.equal(scope, scopeOfEvent(type))
  }
  const other = await server.key({ scopes: ['contacts:read'] })
  assert.equal((await server.send('GET', '/v1/events/types', { key: other })).status, 403)
  assert.equal((await server.send('GET', '/v1/events/types?limit=1', { key })).status, 400)
})
