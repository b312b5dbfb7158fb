import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commands } from '../../../src/commands/events.ts'
import { type Command, parseOptions, UsageError } from '../../../src/commands/line/command.ts'
import { SetupError } from '../../../src/lib/problem.ts'
import { status as answerWith, startReceiver } from '../../helpers/receiver.ts'
import { startServer } from '../../helpers/server.ts'

const env = { ALLOW_PRIVATE_NETWORKS: 'true' }
const server = await startServer({ env })
const key = await server.key()

/** Lines that a command prints, run on the database of the server. */
async function run(command: Command, ...words: string[]): Promise<string[]> {
  const lines: string[] = []
  const context = {
    env: {
      ...env,
      DATABASE_URL: server.databaseUrl,
      SECRET_KEY: 'a secret key for tests that is longer than it need be',
    },
    cwd: process.cwd(),
    print: (line: string) => void lines.push(...line.split('\n')),
    result: () => {},
    input: async () => '',
    all: async () => ({}),
  }
  assert.equal((await command.run(context, parseOptions(command, words))) ?? 0, 0)
  return lines
}

const get = async (id: string) => (await server.send('GET', `/v1/events/endpoints/${id}`, { key })).body.data

test('an endpoint is created, tested, paused, resumed, rotated, recovered and removed', async () => {
  assert.match((await run(commands['endpoints list']!))[0]!, /no endpoints yet\. Create one/)
  const receiver = await startReceiver()
  const made = await run(
    commands['endpoints create']!,
    '--url',
    receiver.url,
    '--events',
    'contact.created, post.failed',
  )
  const secret = made.at(-1)!
  assert.match(secret, /^whsec_\S{44}$/)
  const id = /Id: (\S+)$/.exec(made[0]!)![1]!
  assert.deepEqual((await get(id)).events, ['contact.created', 'post.failed'])

  const [header, row] = await run(commands['endpoints list']!)
  assert.match(header!, /^URL +STATE +EVENTS/)
  assert.ok(row!.startsWith(receiver.url) && row!.endsWith(id))
  assert.ok(!row!.includes(secret))

  assert.match((await run(commands['endpoints test']!, '--id', id))[0]!, /^Delivered: the endpoint responded with 200/)
  await run(commands['endpoints test']!, '--id', id, '--type', 'post.failed')
  assert.deepEqual(
    receiver.requests.map(({ body }) => JSON.parse(body).type),
    ['endpoint.test', 'post.failed'],
  )
  receiver.respond = answerWith(500)
  await assert.rejects(run(commands['endpoints test']!, '--id', id), /^SetupError: Not delivered\. .*answered 500/)
  receiver.respond = answerWith(200)

  await run(commands['endpoints pause']!, '--id', id)
  assert.equal((await get(id)).status, 'paused')
  await run(commands['endpoints resume']!, '--id', id.toUpperCase())
  assert.equal((await get(id)).status, 'active')

  const rotated = await run(commands['endpoints rotate']!, '--id', id)
  assert.match(rotated.at(-1)!, /^whsec_\S{44}$/)
  assert.notEqual(rotated.at(-1), secret)
  assert.ok((await get(id)).previous_secret_until)

  const since = new Date(Date.now() - 60_000).toISOString()
  await server.sql("update event_endpoints set status = 'disabled' where id = $1", [id])
  await assert.rejects(run(commands['endpoints recover']!, '--id', id, '--since', since), SetupError)
  await server.send('POST', '/v1/contacts', { key, json: { first_name: 'Ana' } })
  await server.deps.courier.runDue()
  await run(commands['endpoints resume']!, '--id', id)
  assert.deepEqual(await run(commands['endpoints recover']!, '--id', id, '--since', since), ['Sending 1 event.'])

  await run(commands['endpoints remove']!, '--id', id)
  await assert.rejects(run(commands['endpoints remove']!, '--id', id), /no endpoint with this id\. See/)
})

test('wrong arguments are reported', async () => {
  const id = server.deps.ids.next().id
  await assert.rejects(run(commands['endpoints create']!), /--url is required/)
  // A command has no details to inspect.
  await assert.rejects(
    run(commands['endpoints create']!, '--url', 'https://a@example.com/#x', '--events', 'contact.creatd'),
    /^(?=.*user name or password)(?=.*fragment)(?=.*Did you mean contact\.created)/s,
  )
  await assert.rejects(run(commands['endpoints recover']!, '--id', id), /--since is required/)
  await assert.rejects(run(commands['endpoints create']!, '--url', 'ftp://example.com'), /https:\/\/ or http:\/\//)
  await assert.rejects(
    run(commands['endpoints create']!, '--url', 'https://example.com', '--events', 'contact.create'),
    /Did you mean contact\.created/,
  )
  await assert.rejects(run(commands['endpoints pause']!), /--id is required/)
  await assert.rejects(run(commands['endpoints pause']!, '--id', 'first'), /--id must be an id/)
  await assert.rejects(run(commands['endpoints recover']!, '--id', id, '--since', 'today'), /ISO 8601/)
  await assert.rejects(run(commands['endpoints test']!, '--id', id, '--type', 'x'), UsageError)
})
