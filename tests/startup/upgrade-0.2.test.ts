import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createControl } from '../../simulators/client.ts'
import { startSimulators } from '../../simulators/start.ts'
import {
  BACKUP_OF_0_2,
  createDatabaseOf02,
  KEY_OF_0_2,
  SECRET_KEY_OF_0_2,
  STATES_OF_0_2,
} from '../helpers/doorpost-0.2.ts'
import { writeAsOldNode } from '../helpers/old-database.ts'
import { createDatabase, runSql } from '../helpers/postgres.ts'
import { createPlace, type Doorpost, endNode, type Place, postContacts, until } from '../helpers/process.ts'
import { startWorkerAt } from '../helpers/publishing.ts'
import { freePort } from '../helpers/supervisor.ts'

// The state that 0.2 left when it was killed, taken over by this version: rows and stored answers, posts that it was
// sending, and a backup.

const FORM = '/v1/forms/fK0IZ3VntBwQAQLoOi2WWIHX/submissions'
/** 30 minus the 2 of an erased person, plus 4 with an Idempotency-Key and 5 by webhook. */
const CONTACTS = 37

/** Requests of 0.2 with an Idempotency-Key, byte for byte. */
const MULTIPART = ['first_name', 'Multi', 'email', 'multi@example.com']
const REPEATS = [
  { key: 'contact-1', path: '/v1/contacts', json: { first_name: 'Once', email: 'once@example.com' } },
  {
    key: 'public-1',
    path: '/v1/contacts',
    isPublic: true,
    json: { first_name: 'Once public', email: 'once-public@example.com' },
  },
  { key: 'post-1', path: '/v1/posts/short', json: { content: 'Once only.' } },
  {
    key: 'form-1',
    path: FORM,
    isPublic: true,
    json: { first_name: 'By form', email: 'by-form@example.com', message: 'Please call' },
  },
  { key: 'form-2', path: FORM, isPublic: true, multipart: MULTIPART },
]

test('this version takes over a database of 0.2 under load: nothing is lost, and repeats of its requests are recognised', async (t) => {
  const { place, env, database } = await setScene(t, { ROLE: 'api' })
  const stop = new AbortController()
  const before = writeAsOldNode(database.url, stop.signal)
  const server = await place.start({ env })
  const { length: count } = await postContacts(server.port, { count: 20, connections: 2 })
  stop.abort()
  const written = await before
  assert.ok(written.length > 0, 'the node of 0.2 has written meanwhile')

  const list = await read(server, '/v1/contacts?limit=1')
  assert.equal(list.pagination.total, CONTACTS + written.length + count)
  // The start reconnects the account that a post was held for.
  assert.deepEqual(await statesOf(server), { ...STATES_OF_0_2, 'Not connected.': 'waiting' })
  for (const repeat of REPEATS) {
    const answer = await send(server, repeat)
    const text = await answer.text()
    assert.equal(answer.status, 201, `${repeat.key}: ${text}`)
    assert.equal(answer.headers.get('idempotency-replayed'), 'true', repeat.key)
  }
  const changed = await send(server, { ...REPEATS[0]!, json: { first_name: 'Another' } })
  assert.equal(changed.status, 422)
  assert.equal((await read(server, '/v1/contacts?limit=1')).pagination.total, list.pagination.total)
  await endNode(server)
})

test('posts that 0.2 was sending go out once', async (t) => {
  const { place, env, database, simulatorsPort } = await setScene(t)
  const migrated = await place.cliProcess(['migrate'], { env })
  assert.equal(migrated.code, 0, migrated.stderr)
  const dataDir = join(place.dataDir, 'sandbox')
  const simulators = await startSimulators({ port: simulatorsPort, stateFile: join(dataDir, 'sandbox.jsonl') })
  t.after(() => simulators.stop())
  const given = { databaseUrl: database.url, dataDir, secretKey: SECRET_KEY_OF_0_2, sandboxUrl: simulators.url }
  const worker = startWorkerAt(given)
  t.after(async () => {
    worker.child.kill('SIGKILL')
    await worker.ended
  })
  const states = async (): Promise<Record<string, string>> => {
    const { rows } = await runSql(database.url, 'select content, publication_state as state from posts')
    return Object.fromEntries(rows.map(({ content, state }) => [content, state]))
  }
  const finished = ['Stuck in the middle.', 'Stuck on Bluesky.', 'Out, perhaps.', 'Half prepared.']
  await until(async () => {
    const now = await states()
    return finished.every((text) => now[text] === 'published')
  })
  const expected = { ...STATES_OF_0_2, ...Object.fromEntries(finished.map((text) => [text, 'published'])) }
  assert.deepEqual(await states(), expected)
  const texts = (await createControl(simulators.url).public()).map(({ text }) => text)
  const published = Object.entries(expected).filter(([, state]) => state === 'published')
  assert.deepEqual(texts.sort(), published.map(([text]) => text).sort())
})

test('a backup of 0.2 is restored, and sends nothing by itself', async (t) => {
  const database = await createDatabase()
  t.after(() => database.drop())
  await runSql(database.url, 'drop schema public cascade; drop schema graphile_worker cascade; create schema public')
  const env = { SANDBOX: 'true', SANDBOX_DATABASE_URL: database.url, SECRET_KEY: SECRET_KEY_OF_0_2 }
  const place = createPlace(t, { env })
  const restored = await place.cliProcess(['restore', BACKUP_OF_0_2])
  assert.equal(restored.code, 0, restored.stderr)
  const server = await place.start({ env: { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) } })
  assert.equal((await read(server, '/v1/contacts?limit=1')).pagination.total, CONTACTS)
  const { data } = (await read(server, '/v1/publishing')) as unknown as { data: { state: string } }
  assert.equal(data.state, 'paused')
  const states = await statesOf(server)
  assert.equal(states['On X.'], 'published')
  assert.equal(states['In the year 2099.'], 'waiting')
})

async function setScene(t: TestContext, settings: Record<string, string> = {}) {
  const simulatorsPort = await freePort()
  const place = createPlace(t, { env: { SANDBOX: 'true', SECRET_KEY: SECRET_KEY_OF_0_2, ...settings } })
  const database = await createDatabaseOf02({ dataDir: place.dataDir, simulatorsPort })
  t.after(() => database.drop())
  const env = {
    SANDBOX_DATABASE_URL: database.url,
    SANDBOX_PORT: String(simulatorsPort),
    PORT: String(await freePort()),
    RATE_LIMIT_PUBLIC: '100000',
    RATE_LIMIT_AUTHENTICATED: '100000',
  }
  return { place, env, database, simulatorsPort } satisfies { place: Place } & Record<string, unknown>
}

interface Repeat {
  key: string
  path: string
  isPublic?: boolean
  json?: Record<string, unknown>
  multipart?: string[]
}

function send({ url }: Doorpost, { key, path, isPublic = false, json, multipart }: Repeat): Promise<Response> {
  const boundary = '----upgrade'
  const type = json ? 'application/json' : `multipart/form-data; boundary=${boundary}`
  const [name, value, other, otherValue] = multipart ?? []
  const part = (field?: string, text?: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${text}\r\n`
  const body = json ? JSON.stringify(json) : `${part(name, value)}${part(other, otherValue)}--${boundary}--\r\n`
  const headers: Record<string, string> = { 'content-type': type, accept: 'application/json', 'idempotency-key': key }
  if (!isPublic) headers.authorization = `Bearer ${KEY_OF_0_2}`
  return fetch(url + path, { method: 'POST', headers, body })
}

interface Page {
  data: Array<{ content?: string; caption?: string; publication: { state: string } }>
  pagination: { total: number }
}

async function read({ url }: Doorpost, path: string): Promise<Page> {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${KEY_OF_0_2}` } })
  return (await answer.json()) as Page
}

async function statesOf(server: Doorpost): Promise<Record<string, string>> {
  const { data } = await read(server, '/v1/posts?limit=100')
  return Object.fromEntries(data.map((post) => [post.content ?? post.caption ?? '', post.publication.state]))
}
