import assert from 'node:assert/strict'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createApp } from '../../../src/app/app.ts'
import { importPart } from '../../../src/contacts/csv/imports.ts'
import { transaction } from '../../../src/db/database.ts'
import type { EventType } from '../../../src/events/emit.ts'
import { createLive } from '../../../src/live/live.ts'
import { writePlace } from '../../../src/live/place.ts'
import { SCOPES, type Scope } from '../../../src/scopes.ts'
import { runSql } from '../../helpers/postgres.ts'
import { startServer } from '../../helpers/server.ts'

const DEADLINE_MS = 60_000
const server = await startServer()
const { deps } = server

interface Message {
  /** Position in the feed, as a client stores it. */
  place: string
  event: string
  // biome-ignore lint/suspicious/noExplicitAny: the test looks at each
  data: any
}

interface Stream {
  status: number
  headers: Headers
  /** The next message with content. */
  next(): Promise<Message>
  /** The last position, even without a message. */
  place(): string
  /** Resolves when the server has ended it, with the messages until then. */
  ended(): Promise<Message[]>
  close(): void
}

const open: Stream[] = []
after(() => {
  for (const stream of open) stream.close()
})

/** Resolves when the stream is open: nothing is missed from then on. */
async function listen(key: string, { headers = {}, query = '', url = server.url } = {}): Promise<Stream> {
  const abort = new AbortController()
  const response = await fetch(`${url}/v1/live${query}`, {
    headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream', ...headers },
    signal: abort.signal,
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const waiting: Message[] = []
  let text = ''
  let place = ''
  let isOver = false

  async function read(): Promise<void> {
    const { value, done } = await Promise.race([reader.read(), late()])
    if (done) isOver = true
    text += value ?? ''
    const blocks = text.split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      place = field('id') ?? place
      const data = field('data')
      if (data !== undefined) waiting.push({ place, event: field('event') ?? 'message', data: JSON.parse(data) })
    }
  }
  const stream: Stream = {
    status: response.status,
    headers: response.headers,
    async next() {
      while (waiting.length === 0 && !isOver) await read()
      assert.ok(waiting.length > 0, 'the stream ended before another message came')
      return waiting.shift()!
    },
    place: () => place,
    async ended() {
      while (!isOver) await read()
      return waiting
    },
    close: () => abort.abort(),
  }
  open.push(stream)
  if (response.status === 200) while (place === '' && waiting.length === 0) await read()
  return stream
}

function late(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('nothing came in time')), DEADLINE_MS).unref()
  })
}

async function newReader(scopes: readonly Scope[] = SCOPES) {
  const workspaceId = await server.workspace()
  const key = await server.key({ workspaceId, scopes })
  const emit = async (...types: EventType[]) => {
    const events = types.map((type) => ({
      workspaceId,
      type,
      subjectId: deps.ids.next().id,
      subjectVersion: 1,
      data: { secret: 'data' },
    }))
    await transaction(deps.pool, (tx) => deps.emit(tx, ...events))
    await deps.courier.runDue()
    return events.map(({ subjectId }) => subjectId)
  }
  return { workspaceId, key, emit }
}

describe('a listener', () => {
  test('gets a new contact: what happened to which object, and no more', async () => {
    const { key } = await newReader()
    const stream = await listen(key)
    assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    assert.equal(stream.headers.get('cache-control'), 'no-store')
    const { body } = await server.send('POST', '/v1/contacts', { key, json: { first_name: 'Ana' } })
    await deps.courier.runDue()
    const { event, data } = await stream.next()
    const { data: feed } = (await server.send('GET', '/v1/events', { key })).body
    const told = {
      id: feed[0].id,
      type: 'contact.created',
      subject_id: body.data.id,
      subject_version: 1,
      index: 0,
      timestamp: body.data.created_at,
    }
    assert.deepEqual([event, data], ['message', told])
  })

  test('learns which contacts are not news for people: those of an import without notifications', async () => {
    const { workspaceId, key } = await newReader()
    const stream = await listen(key)
    const run = async (query: string) => {
      const options = { key, headers: { 'content-type': 'text/csv' }, body: 'first_name\r\nAna\r\n' }
      const { body } = await server.send('POST', `/v1/contacts/imports${query}`, options)
      await importPart(deps, { workspace_id: workspaceId, import_id: body.data.id, part: 0 })
      await deps.courier.runDue()
      const { data } = await stream.next()
      return [data.type, data.quiet]
    }
    assert.deepEqual(await run(''), ['contact.created', true])
    assert.deepEqual(await run('?notify=true'), ['contact.created', undefined])
  })

  test('only gets what the permissions of the key allow', async () => {
    const all: EventType[] = [
      'contact.created',
      'post.published',
      'connection.expiring',
      'webhook.received',
      'endpoint.disabled',
    ]
    const allowed: Array<[Scope[], EventType[]]> = [
      [[], ['endpoint.disabled']],
      [['contacts:read'], ['contact.created', 'endpoint.disabled']],
      [['posts:read'], ['post.published', 'connection.expiring', 'endpoint.disabled']],
      [['webhooks:read'], ['webhook.received', 'endpoint.disabled']],
    ]
    for (const [scopes, wanted] of allowed) {
      const { key, emit } = await newReader(['events:read', ...scopes])
      const stream = await listen(key)
      // All callers see the last one: what has not arrived before it never does.
      await emit(...all)
      const told: string[] = []
      while (told.at(-1) !== 'endpoint.disabled') told.push((await stream.next()).data.type)
      assert.deepEqual(told, wanted)
      stream.close()
    }
  })

  test('gets nothing of another workspace', async () => {
    const ours = await newReader()
    const theirs = await newReader()
    const stream = await listen(theirs.key)
    await ours.emit('contact.created')
    const [subject] = await theirs.emit('contact.created')
    assert.equal((await stream.next()).data.subject_id, subject)
  })

  test('gets what every other listener gets, in the order of the feed', async () => {
    const { key, emit } = await newReader()
    const streams = await Promise.all([1, 2, 3].map(() => listen(key)))
    const subjects = [...(await emit('contact.created', 'contact.updated')), ...(await emit('contact.deleted'))]
    for (const stream of streams) {
      for (const subject of subjects) assert.equal((await stream.next()).data.subject_id, subject)
    }
  })
})

describe('a listener that reconnects', () => {
  test('gets what it missed, once, by Last-Event-ID or after', async () => {
    const { key, emit } = await newReader()
    const first = await listen(key)
    const [seen] = await emit('contact.created')
    const { place, data } = await first.next()
    assert.equal(data.subject_id, seen)
    first.close()
    const missed = await emit('contact.updated', 'contact.deleted')
    for (const options of [
      { headers: { 'last-event-id': place } },
      { query: `?after=${place}` },
      // A browser sends both: the original URL, and its last position.
      { headers: { 'last-event-id': place }, query: '?after=0' },
    ]) {
      const stream = await listen(key, options)
      const [next] = await emit('contact.created')
      for (const subject of [...missed, next]) assert.equal((await stream.next()).data.subject_id, subject)
      missed.push(next!)
      stream.close()
    }
  })

  test('gets a position even if there was nothing to see, and misses nothing from there', async () => {
    const { key, emit } = await newReader(['events:read', 'posts:read'])
    await emit('contact.created')
    const stream = await listen(key)
    const place = stream.place()
    stream.close()
    const [subject] = await emit('post.created')
    const again = await listen(key, { headers: { 'last-event-id': place } })
    assert.equal((await again.next()).data.subject_id, subject)
  })

  test('after more than 1,000 events is told to read everything again, and continues from now', async () => {
    const { key, emit } = await newReader()
    const first = await listen(key)
    first.close()
    await emit(...Array<EventType>(1_001).fill('contact.created'))
    const stream = await listen(key, { query: `?after=${first.place()}` })
    assert.equal((await stream.next()).event, 'reset')
    const [subject] = await emit('contact.updated')
    assert.equal((await stream.next()).data.subject_id, subject)
  })

  test('with a position that the feed has not reached, or from 0.1, is told the same', async () => {
    const { key, emit } = await newReader()
    for (const place of [writePlace(deps.tokens, 999_999_999_999), '0', '41']) {
      const stream = await listen(key, { query: `?after=${place}` })
      assert.equal((await stream.next()).event, 'reset')
      const [subject] = await emit('contact.updated')
      assert.equal((await stream.next()).data.subject_id, subject)
      stream.close()
    }
  })

  test('with a malformed position is refused', async () => {
    const { key } = await newReader()
    const headers = { accept: 'text/event-stream' }
    const query = await server.send('GET', '/v1/live?after=x', { key, headers })
    assert.deepEqual([query.status, Object.keys(query.body.details)], [400, ['after']])
    const header = await server.send('GET', '/v1/live', { key, headers: { ...headers, 'last-event-id': '-1' } })
    assert.deepEqual([header.status, Object.keys(header.body.details)], [400, ['Last-Event-ID']])
  })
})

test('a client that does not ask for a stream gets none, and HEAD has only the headers', async () => {
  const { key } = await newReader()
  const { status, body } = await server.send('GET', '/v1/live', { key })
  assert.deepEqual([status, Object.keys(body.details)], [400, ['Accept']])
  const head = await server.send('HEAD', '/v1/live', { key, headers: { accept: 'text/event-stream' } })
  assert.deepEqual([head.status, head.headers.get('content-type')], [200, 'text/event-stream; charset=utf-8'])
})

test('while nothing happens, a comment and the position are repeated', async () => {
  const { workspaceId } = await newReader()
  const caller = { kind: 'key' as const, workspaceId, keyId: deps.ids.next().id, scopes: new Set(SCOPES) }
  // Like on the server, with shorter rounds: the comment comes every 30 of them.
  const live = createLive({ pool: deps.pool, log: deps.log, tokens: deps.tokens, isStopping: () => false, roundMs: 1 })
  const stream = await live.open({ caller, afterPosition: null, findCaller: async () => caller })
  let text = ''
  for await (const chunk of stream) {
    text += chunk
    if (text.split(': still here').length > 2) break
  }
  const place = `id: ${writePlace(deps.tokens, 0)}\n\n`
  assert.equal(text, `retry: 2000\n\n${place}${`: still here\n${place}`.repeat(2)}`)
  await live.close()
})

describe('a stream ends', () => {
  test('when its key is revoked, and when the key may no longer read events', async () => {
    for (const change of ['revoked_at = now()', "scopes = '{contacts:read}'"]) {
      const { key } = await newReader()
      const stream = await listen(key)
      const text = `update api_keys set ${change} where key_hash = sha256(convert_to($1, 'UTF8'))`
      await server.sql(text, [key])
      assert.deepEqual(await stream.ended(), [])
    }
  })

  test('when the server stops', async () => {
    let stopping = false
    const app = createApp(deps, () => stopping)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const { key } = await newReader()
    const stream = await listen(key, { url: `http://127.0.0.1:${port}` })
    stopping = true
    assert.deepEqual(await stream.ended(), [])
    await app.close()
  })

  test('when the client does not read: it is dropped, not kept in memory', async () => {
    const { workspaceId, key } = await newReader()
    const accepted = new Promise<Socket>((resolve) => server.app.server.once('connection', resolve))
    const socket = connect(server.port, '127.0.0.1')
    const head = `GET /v1/live HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${key}\r\n\r\n`
    const begun = new Promise((resolve) => socket.once('data', resolve))
    socket.on('error', () => {})
    socket.write(head)
    await begun
    socket.pause()
    const theirs = await accepted
    // More than the kernel buffers.
    const EVENTS = 100_000
    // Bypasses the pool of the server, which limits a statement to fifteen seconds.
    await runSql(
      server.databaseUrl,
      `insert into events (workspace_id, id, position, type, subject_id, created_at)
       select $1, gen_random_uuid(), nextval('event_positions'), 'contact.created', gen_random_uuid(), now()
         from generate_series(1, $2)`,
      [workspaceId, EVENTS],
    )
    const deadline = Date.now() + DEADLINE_MS
    while (!theirs.destroyed) {
      assert.ok(Date.now() < deadline, 'the connection is gone in time')
      await pause(20)
    }
    let messages = 0
    socket.on('data', (chunk: Buffer) => {
      messages += chunk.toString('latin1').split('data: ').length - 1
    })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.resume()
    await Promise.race([closed, late()])
    assert.ok(messages < EVENTS, `${messages} came`)
  })
})

describe('the maximum', () => {
  /** Tries until the server has noticed that a stream was closed. */
  async function listenSoon(key: string): Promise<Stream> {
    const deadline = Date.now() + DEADLINE_MS
    for (;;) {
      const stream = await listen(key)
      if (stream.status === 200) return stream
      assert.equal(stream.status, 429)
      assert.ok(Date.now() < deadline, 'there is room in time')
    }
  }

  async function refused(key: string) {
    const { status, headers, body } = await server.send('GET', '/v1/live', {
      key,
      headers: { accept: 'text/event-stream' },
    })
    assert.equal(status, 429)
    assert.equal(headers.get('retry-after'), '15')
    assert.deepEqual(Object.keys(body), ['error', 'message'])
    return body.message as string
  }

  test('is 10 streams per key and 100 in total; the oldest of those with the most gives way', async () => {
    for (const stream of open.splice(0)) stream.close()
    const keys = await Promise.all(Array.from({ length: 10 }, () => server.key()))
    const streams: Stream[] = []
    for (let n = 0; n < 10; n++) streams.push(await listenSoon(keys[0]!))
    assert.match(await refused(keys[0]!), /An API key may have 10 streams open/)
    streams[0]!.close()
    await listenSoon(keys[0]!)
    for (const key of keys.slice(1)) for (let n = 0; n < 10; n++) await listenSoon(key)
    // All have as many: the oldest stream of the first key gives way to a key without one, and its client sees the end.
    await listenSoon(await server.key())
    await streams[1]!.ended()
  })

  test('of 100 in total refuses a client that has as many as the others, until one is closed', async () => {
    for (const stream of open.splice(0)) stream.close()
    const keys = await Promise.all(Array.from({ length: 50 }, () => server.key()))
    const streams: Stream[] = []
    for (const key of [...keys, ...keys]) streams.push(await listenSoon(key))
    assert.match(await refused(keys[0]!), /keeps 100 streams open at most/)
    streams.at(-1)!.close()
    await listenSoon(keys[0]!)
  })
})
