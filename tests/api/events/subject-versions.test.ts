import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { jobTable } from '../../../src/app/worker.ts'
import { versionOf } from '../../../src/http/answers/etag.ts'
import { profileFor } from '../../../src/platforms/registry.ts'
import { createOwner } from '../../helpers/owner.ts'
import { status as answerWith, startReceiver } from '../../helpers/receiver.ts'
import { startServer } from '../../helpers/server.ts'
import { addPerson } from '../../helpers/session.ts'

const server = await startServer({ env: { ALLOW_PRIVATE_NETWORKS: 'true' } })
const { deps } = server

async function newRoom() {
  const { workspaceId, key, send } = await createOwner(server)
  const create = async (): Promise<string> => (await send('POST', '/v1/contacts', { first_name: 'Ana' })).body.data.id
  const patch = (id: string, json: object, ifMatch?: string) =>
    send('PATCH', `/v1/contacts/${id}`, json, ifMatch === undefined ? {} : { 'if-match': ifMatch })
  const remove = (id: string, ifMatch: string) =>
    send('DELETE', `/v1/contacts/${id}`, undefined, { 'if-match': ifMatch })
  const tagOf = async (id: string) => versionOf((await send('GET', `/v1/contacts/${id}`)).headers.get('etag')!)
  const feed = async () => {
    await deps.courier.runDue()
    return (await send('GET', '/v1/events?limit=1000')).body.data
  }
  return { workspaceId, key, send, create, patch, remove, tagOf, feed }
}

describe('If-Match on a contact', () => {
  test('accepts a change of the newest version', async () => {
    const { create, patch, remove, tagOf } = await newRoom()
    const id = await create()
    assert.equal(await tagOf(id), '"1"')
    const changed = await patch(id, { company: 'One' }, '"1"')
    assert.deepEqual([changed.status, changed.headers.get('etag')], [200, '"2"'])
    const same = await patch(id, { company: 'One' }, '"2"')
    assert.equal(same.headers.get('etag'), '"2"', 'a change that changes nothing is no new version')
    assert.equal((await patch(id, { company: 'Two' }, '"x", "2"')).status, 200)
    assert.equal((await patch(id, { company: 'Three' }, '*')).status, 200)
    assert.equal((await patch(id, { company: 'Four' })).status, 200, 'without it, as before')
    assert.equal((await remove(id, await tagOf(id))).status, 200)
    assert.equal((await patch(id, {}, '*')).status, 404)
  })

  test('with an older ETag is 412, and nothing happens', async () => {
    const { send, create, patch, remove, tagOf, feed } = await newRoom()
    const id = await create()
    await patch(id, { company: 'One' })
    const told = (await feed()).length
    for (const answer of [await patch(id, { company: 'Over it' }, '"1"'), await remove(id, '"1"')]) {
      assert.deepEqual([answer.status, answer.body.error], [412, 'precondition_failed'])
      assert.deepEqual(Object.keys(answer.body.details), ['If-Match'])
      assert.match(answer.body.message, /changed meanwhile\. Read it again/)
    }
    const { body } = await send('GET', `/v1/contacts/${id}`)
    assert.deepEqual([body.data.company, await tagOf(id), (await feed()).length], ['One', '"2"', told])
  })

  test('that is malformed is 400, together with all else that is wrong', async () => {
    const { create, patch, remove, tagOf } = await newRoom()
    const id = await create()
    for (const tag of ['1', 'W/"1"', '"1', '"1" "2"', '*, "1"']) {
      const answer = await patch(id, { first_name: null }, tag)
      assert.deepEqual([answer.status, Object.keys(answer.body.details).sort()], [400, ['If-Match', 'first_name']], tag)
      assert.equal((await remove(id, tag)).status, 400, tag)
    }
    assert.equal(await tagOf(id), '"1"')
  })

  test('accepts one of many concurrent changes', async () => {
    const { create, patch } = await newRoom()
    const id = await create()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => patch(id, { company: `Race ${i}` }, '"1"')))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array<number>(9).fill(412)])
  })
})

describe('events carry the version of their subject', () => {
  test('in the feed, live and in deliveries; it is the number in the ETag', async () => {
    const { key, send, create, patch, tagOf, feed } = await newRoom()
    const receiver = await startReceiver()
    await send('POST', '/v1/events/endpoints', { url: receiver.url })
    const abort = new AbortController()
    const stream = await fetch(`${server.url}/v1/live`, {
      headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
      signal: abort.signal,
    })
    const id = await create()
    await patch(id, { company: 'One' })
    await patch(id, { company: 'Two' })
    assert.equal(await tagOf(id), '"3"')
    await send('DELETE', `/v1/contacts/${id}`)
    const events = await feed()
    const versions = events.map((event: { subject_version: number }) => event.subject_version)
    assert.deepEqual(versions, [1, 2, 3, 4])
    const detail = await send('GET', `/v1/events/${events[2].id}`)
    assert.equal(detail.body.data.subject_version, 3)
    const sent = receiver.requests.map(({ body }) => JSON.parse(body))
    assert.deepEqual(sent.map((event) => event.subject_version).sort(), versions)
    let text = ''
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      if (text.includes('contact.deleted')) break
    }
    abort.abort()
    const live = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!).subject_version)
    assert.deepEqual(live, versions)
  })

  test('so that a receiver that drops older versions ends with the newest, in any order of arrival', async () => {
    const { create, patch, tagOf, feed } = await newRoom()
    const id = await create()
    await Promise.all(Array.from({ length: 12 }, (_, i) => patch(id, { company: `Company ${i}` })))
    const events = await feed()
    const wanted = events.at(-1)
    assert.equal(`"${wanted.subject_version}"`, await tagOf(id))
    const versions = events.map((event: { subject_version: number }) => event.subject_version)
    assert.deepEqual(versions, [...new Set(versions)], 'each change has its own')
    for (const order of [[...events].reverse(), [...events].sort(() => Math.random() - 0.5)]) {
      let kept = { subject_version: 0, data: {} }
      for (const event of order) if (event.subject_version >= kept.subject_version) kept = event
      assert.deepEqual(kept.data, wanted.data)
    }
  })

  test('of posts, deliveries, endpoints and people who are erased', async () => {
    const { workspaceId, send, feed } = await newRoom()
    const receiver = await startReceiver(answerWith(410))
    const date = { status: 'scheduled', scheduled_date: '2031-01-01T09:00:00Z' }
    const post = await send('POST', '/v1/posts/short', { content: 'Doors open at nine.', ...date })
    const moved = await send('PATCH', `/v1/posts/${post.body.data.id}`, { scheduled_date: '2031-01-02T09:00:00Z' })
    const { key } = await server.webhook(workspaceId)
    await server.send('POST', `/v1/webhooks/receive/${key}`, { body: 'hello' })
    await send('POST', '/v1/contacts', { first_name: 'Ana', email: 'ana@example.com' })
    await send('POST', '/v1/events/endpoints', { url: receiver.url })
    await send('POST', '/v1/people/erase', { email: 'ana@example.com', confirm: true })
    await feed()
    const versions = (await feed()).map(({ type, subject_version }: { type: string; subject_version: number }) => [
      type,
      subject_version,
    ])
    assert.deepEqual(versions, [
      ['post.created', 1],
      ['post.scheduled', 1],
      ['post.scheduled', Number(JSON.parse(moved.headers.get('etag')!))],
      ['webhook.received', 1],
      ['contact.created', 1],
      ['contact.deleted', 2],
      ['endpoint.disabled', 2],
    ])
  })

  test('and several of one change have an index, so that no two events about one object tie', async () => {
    const { workspaceId, send, create, patch, feed } = await newRoom()
    const receiver = await startReceiver()
    await send('POST', '/v1/events/endpoints', { url: receiver.url })
    const ids = [await create(), await create()]
    await patch(ids[0]!, { status: 'won', company: 'Example Ltd', tags: ['a'] })
    await send('POST', '/v1/contacts/bulk', { ids, set: { status: 'lost' }, add_tags: ['b'] })
    const date = { status: 'scheduled', scheduled_date: '2031-01-01T09:00:00Z' }
    const post = (await send('POST', '/v1/posts/short', { content: 'Doors open at nine.', ...date })).body.data.id
    await send('PATCH', `/v1/posts/${post}`, { content: 'Doors open at ten.', scheduled_date: '2031-01-02T09:00:00Z' })
    await send('POST', `/v1/posts/${post}/cancel`)
    await send('POST', `/v1/posts/${post}/retry`)
    await send('DELETE', `/v1/posts/${post}`)
    const webhook = await server.webhook(workspaceId)
    const received = await server.send('POST', `/v1/webhooks/receive/${webhook.key}`, { body: 'hello' })
    await send('POST', `/v1/webhooks/${webhook.id}/deliveries/${received.body.data.id}/replay`)
    await feed()
    const events = (await feed()) as Array<{ id: string; type: string; subject_version: number; index: number }>
    const places = events.map((event) => {
      const { id } = (event as unknown as { data: { id: string } }).data
      return `${id} ${event.subject_version} ${event.index}`
    })
    assert.deepEqual(places, [...new Set(places)])
    const told = events.map(({ type, subject_version, index }) => [type, subject_version, index])
    assert.deepEqual(told, [
      ['contact.created', 1, 0],
      ['contact.created', 1, 0],
      ['contact.updated', 2, 0],
      ['contact.status_changed', 2, 1],
      ['contact.updated', 3, 0],
      ['contact.status_changed', 3, 1],
      ['contact.updated', 2, 0],
      ['contact.status_changed', 2, 1],
      ['post.created', 1, 0],
      ['post.scheduled', 1, 1],
      ['post.updated', 2, 0],
      ['post.scheduled', 2, 1],
      ['post.cancelled', 3, 0],
      ['post.scheduled', 4, 0],
      ['post.deleted', 5, 0],
      ['webhook.received', 1, 0],
      ['webhook.received', 2, 0],
    ])
    const sent = receiver.requests.map(({ body }) => JSON.parse(body)).map(({ id, index }) => `${id} ${index}`)
    assert.deepEqual(sent.sort(), events.map(({ id, index }) => `${id} ${index}`).sort())
    const last = await send('GET', `/v1/events/${events.at(-1)!.id}`)
    assert.equal(last.body.data.index, events.at(-1)!.index)
  })

  test('and so do those of owners, alone and with others, and of groups of posts', async () => {
    const { workspaceId, send, create, patch, feed } = await newRoom()
    const [ana, ben] = [await addPerson(server, { workspaceId }), await addPerson(server, { workspaceId })]
    const ids = [await create(), await create()]
    await patch(ids[0]!, { owner_id: ana.id })
    await patch(ids[0]!, { owner_id: ben.id, status: 'won', company: 'Example Ltd' })
    await send('POST', '/v1/contacts/bulk', { ids, set: { owner_id: ana.id, status: 'lost' }, add_tags: ['b'] })
    const left = { workspace_id: workspaceId, user_id: ana.id }
    await server.sql('delete from members where workspace_id = $1 and user_id = $2', [workspaceId, ana.id])
    await jobTable(deps).tasks['contacts.unassign'](left)

    const accounts = []
    for (const format of ['short', 'thread'] as const) {
      const profile = { id: format, handle: format, name: null, kind: 'member' as const }
      const tokens = { accessToken: 't', expiresAt: null, refreshToken: null, refreshExpiresAt: null, scopes: [] }
      const [saved] = await deps.connections.save(workspaceId, profileFor(format).name, [profile], tokens)
      accounts.push({ connection_id: saved!.id })
    }
    const date = { status: 'scheduled', scheduled_date: '2031-01-01T09:00:00Z' }
    const made = await send('POST', '/v1/posts', { content: 'Doors open at nine.', ...date, accounts })
    assert.equal(made.status, 201, made.text)
    const { group_id: group, posts } = made.body.data
    const onGroup = async (method: string, path = '', json?: object) => {
      const answer = await send(method, `/v1/posts/groups/${group}${path}`, json)
      assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    }
    await onGroup('PATCH', '', { content: 'Doors open at ten.', scheduled_date: '2031-01-02T09:00:00Z' })
    await onGroup('POST', '/cancel')
    await onGroup('POST', '/retry')
    await onGroup('DELETE')

    const events = (await feed()) as Told[]
    const of = (id: string) => events.filter(({ data }) => data.id === id).map((told) => [told.type, ...placeOf(told)])
    for (const { id } of posts) {
      assert.deepEqual(of(id), [
        ['post.created', 1, 0],
        ['post.scheduled', 1, 1],
        ['post.updated', 2, 0],
        ['post.scheduled', 2, 1],
        ['post.cancelled', 3, 0],
        ['post.scheduled', 4, 0],
        ['post.deleted', 5, 0],
      ])
    }
    assert.deepEqual(of(ids[0]!), [
      ['contact.created', 1, 0],
      ['contact.assigned', 2, 0],
      ['contact.updated', 3, 0],
      ['contact.status_changed', 3, 1],
      ['contact.assigned', 3, 2],
      ['contact.updated', 4, 0],
      ['contact.status_changed', 4, 1],
      ['contact.assigned', 4, 2],
      ['contact.assigned', 5, 0],
    ])
    const places = events.map((told) => [told.data.id, ...placeOf(told)].join(' '))
    assert.deepEqual(places, [...new Set(places)])
  })
})

interface Told {
  type: string
  subject_version: number
  index: number
  data: { id: string }
}

function placeOf({ subject_version, index }: Told): [version: number, index: number] {
  return [subject_version, index]
}
