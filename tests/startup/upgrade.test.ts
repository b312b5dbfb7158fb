import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createDatabaseOf01, KEY_OF_0_1, SECRET_KEY_OF_0_1, STATES_OF_0_1 } from '../helpers/doorpost-0.1.ts'
import { writeAsOldNode } from '../helpers/old-database.ts'
import { runSql } from '../helpers/postgres.ts'
import { createPlace, endNode, type Outcome, postContacts } from '../helpers/process.ts'
import { freePort } from '../helpers/supervisor.ts'

// The state that 0.1 left, taken over by this version, while websites and a 0.1 node continue to write.
// upgrade-publishing.test.ts covers posts that it was sending.

const CONTACTS = 31

const database = await createDatabaseOf01()
after(() => database.drop())

test('this version takes over a database of 0.1 under load: nothing is lost, and every post is where it was', async (t) => {
  const port = await freePort()
  const env = {
    DATABASE_URL: database.url,
    SECRET_KEY: SECRET_KEY_OF_0_1,
    PORT: String(port),
    ROLE: 'api',
    RATE_LIMIT_PUBLIC: '100000',
  }
  const place = createPlace(t, { env })
  const stop = new AbortController()
  const writers = [writeAsOldNode(database.url, stop.signal), writeAsClients(port, stop.signal)]
  const server = await place.start()
  await postContacts(port, { count: 20, connections: 2 })
  stop.abort()
  const [before, clients] = (await Promise.all(writers)) as [string[], Outcome[]]

  assert.ok(before.length > 0, 'the node of 0.1 has written meanwhile')
  assert.ok(
    clients.some(({ error }) => error === 'ECONNREFUSED'),
    'clients were there before the server',
  )
  const strange = clients.filter(
    ({ status, retryAfter }) => status !== 0 && status !== 201 && !(status === 503 && retryAfter),
  )
  assert.deepEqual(strange, [])
  const acknowledged = [...before, ...clients.flatMap(({ id }) => id ?? [])]
  const { rows } = await runSql(database.url, 'select count(*)::int as n from contacts where id = any($1)', [
    acknowledged,
  ])
  assert.equal(rows[0].n, acknowledged.length)

  const read = async (path: string) =>
    (await fetch(server.url + path, { headers: { authorization: `Bearer ${KEY_OF_0_1}` } })).json()
  const list = (await read('/v1/contacts?limit=1')) as { pagination: { total: number } }
  assert.equal(list.pagination.total, CONTACTS + acknowledged.length + 20)
  const posts = (await read('/v1/posts?limit=100')) as {
    data: Array<{ content?: string; platform: string; publication: { state: string } }>
  }
  assert.deepEqual(
    Object.fromEntries(
      posts.data.map(({ content, platform, publication }) => [content ?? platform, publication.state]),
    ),
    STATES_OF_0_1,
  )
  const webhooks = (await read('/v1/webhooks')) as { data: Array<{ name: string }> }
  assert.deepEqual(webhooks.data.map(({ name }) => name).sort(), ['Shop', 'Stripe'])
  await endNode(server)
})

async function writeAsClients(port: number, signal: AbortSignal): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  while (!signal.aborted) {
    outcomes.push(...(await postContacts(port, { count: 1, connections: 1 })))
    await delay(5)
  }
  return outcomes
}
