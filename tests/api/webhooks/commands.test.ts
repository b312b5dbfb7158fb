import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { type Command, parseOptions, UsageError } from '../../../src/commands/line/command.ts'
import { commands } from '../../../src/commands/webhooks.ts'
import { SetupError } from '../../../src/lib/problem.ts'
import { startServer } from '../../helpers/server.ts'

const server = await startServer()

/** Lines that a command prints, run on the database of the server. */
async function run(command: Command, ...words: string[]): Promise<string[]> {
  const lines: string[] = []
  const context = {
    env: {
      DATABASE_URL: server.databaseUrl,
      SECRET_KEY: 'a secret key for tests that is longer than it need be',
      HUSH: 'hush',
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

test('a sender with a custom signature is described, and its deliveries are verified', async () => {
  const rule = { header: 'X-Sign', prefix: 't={timestamp},v1=', template: '{timestamp}.{body}' }
  const made = await run(
    commands.create!,
    ...['--name', 'meetings', '--provider', 'hmac', '--secret-from', 'HUSH'],
    ...['--signature', JSON.stringify(rule), '--delivery-id', 'body:/id'],
  )
  const path = new URL(made.at(-1)!).pathname
  const body = '{"id": "m-1"}'
  const signature = createHmac('sha256', 'hush').update(`12.${body}`).digest('hex')
  const send = (header: string) => server.send('POST', path, { body, headers: { 'x-sign': header } })
  assert.equal((await send(`t=12,v1=${signature}`)).status, 200)
  assert.equal((await send(`t=12,v1=${signature}`)).body.data.duplicate, true)
  for (const wrong of [`t=13,v1=${signature}`, `t=,v1=${signature}`, `v1=${signature}`, signature, 't=12,v1=']) {
    assert.equal((await send(wrong)).status, 401, wrong)
  }
})

test('wrong options are all reported at once, and invalid JSON as such', async () => {
  const create = (...words: string[]) => run(commands.create!, '--name', 'wrong', ...words)
  await assert.rejects(create('--provider', 'hmac', '--signature', '{'), (error) => {
    assert.ok(error instanceof UsageError)
    assert.match(error.message, /--signature must be JSON/)
    return true
  })
  await assert.rejects(create('--provider', 'nobody', '--max-bytes', '1', '--delivery-id', 'x'), (error) => {
    assert.ok(error instanceof UsageError)
    assert.match(error.message, /provider must be .*\n?.*delivery_id must .*\n?.*max_bytes must /s)
    return true
  })
  await run(commands.create!, '--name', 'right')
  const update = run(commands.update!, '--name', 'right', '--provider', 'none', '--secret-from', 'HUSH')
  await assert.rejects(update, (error) => error instanceof SetupError && /secret has no use/.test(error.message))
})
