import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Command, parseOptions } from '../../../src/commands/line/command.ts'
import { commands } from '../../../src/commands/users.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { addPerson, PASSWORD, signIn } from '../../helpers/session.ts'

const server = await startServer()

/** Lines that a command prints, run on the database of a server. */
async function run(on: TestServer, command: Command, ...words: string[]): Promise<string[]> {
  const lines: string[] = []
  const context = {
    env: { DATABASE_URL: on.databaseUrl, BASE_URL: 'https://doorpost.example.com' },
    cwd: process.cwd(),
    print: (line: string) => void lines.push(...line.split('\n')),
    result: () => {},
    input: async () => '',
    all: async () => ({}),
  }
  assert.equal((await command.run(context, parseOptions(command, words))) ?? 0, 0)
  return lines
}

const tokenOf = (lines: string[], page: string): string => {
  const [start, token] = lines.at(-1)!.split('#token=')
  assert.equal(start, `https://doorpost.example.com/${page}`)
  return token!
}

test('setup-link creates the link for the first owner, and the previous one stops working', async () => {
  const fresh = await startServer()
  assert.match((await run(fresh, commands.list!))[0]!, /Nobody can sign in yet/)
  const first = tokenOf(await run(fresh, commands['setup-link']!), 'set-up')
  const second = tokenOf(await run(fresh, commands['setup-link']!), 'set-up')
  const claim = (token: string) =>
    fresh.send('POST', '/v1/setup', { json: { token, name: 'Ana', email: 'ana@example.com', password: PASSWORD } })
  assert.equal((await claim(first)).status, 403)
  const zoned = tokenOf(await run(fresh, commands['setup-link']!, '--time-zone', 'Europe/Lisbon'), 'set-up')
  await assert.rejects(run(fresh, commands['setup-link']!, '--time-zone', 'Lisbon'), /UsageError: .*time/)
  assert.equal((await claim(second)).status, 403)
  assert.equal((await claim(zoned)).status, 201)
  assert.deepEqual(await fresh.sql('select time_zone from workspaces'), [{ time_zone: 'Europe/Lisbon' }])
  await assert.rejects(run(fresh, commands['setup-link']!), /SetupError: Somebody can sign in already/)
})

test('invite creates a link, list shows members and invitations', async () => {
  const { email } = await addPerson(server)
  const token = tokenOf(await run(server, commands.invite!, '--email', 'ben@example.com', '--role', 'viewer'), 'join')
  const lines = await run(server, commands.list!)
  assert.match(lines[0]!, /^E-MAIL +NAME +ROLE/)
  assert.ok(lines.some((line) => line.startsWith(email) && line.includes('joined')))
  assert.ok(lines.some((line) => line.startsWith('ben@example.com') && line.includes('invited until')))
  const json = { token, name: 'Ben', password: PASSWORD }
  assert.equal((await server.send('POST', '/v1/invitations/accept', { json })).status, 201)
  const again = run(server, commands.invite!, '--email', 'ben@example.com', '--role', 'viewer')
  await assert.rejects(again, /SetupError: Somebody with this address is in the team already/)
  await assert.rejects(run(server, commands.invite!, '--email', 'x', '--role', 'king'), /UsageError/)
})

test('reset creates a link for a new password, and turns the second factor off if requested', async () => {
  const ana = await signIn(server)
  const token = tokenOf(await run(server, commands.reset!, '--email', ana.email.toUpperCase()), 'reset-password')
  assert.equal((await ana.send('GET', '/v1/me')).status, 200, 'until the link is used')
  const json = { token, password: 'another password for tests' }
  assert.equal((await server.send('POST', '/v1/auth/password/reset', { json })).status, 200)
  assert.equal((await ana.send('GET', '/v1/me')).status, 401)

  const ben = await signIn(server)
  await server.sql('update users set two_factor_enabled = true where id = $1', [ben.id])
  await run(server, commands.reset!, '--email', ben.email, '--second-factor', 'off')
  const signedIn = await server.send('POST', '/v1/auth/sign-in', { json: { email: ben.email, password: PASSWORD } })
  assert.equal(signedIn.body.data.second_factor_needed, false)
  await assert.rejects(run(server, commands.reset!, '--email', 'nobody@example.com'), /SetupError: Nobody signs in/)
  const wrong = run(server, commands.reset!, '--email', ben.email, '--second-factor', 'on')
  await assert.rejects(wrong, /UsageError/)
})

test('remove ends the sessions at once, and never removes the last owner', async () => {
  const fresh = await startServer()
  const [ana, ben] = [await signIn(fresh), await signIn(fresh, { role: 'viewer' })]
  assert.match((await run(fresh, commands.remove!, '--email', ben.email))[0]!, /is removed/)
  assert.equal((await ben.send('GET', '/v1/me')).status, 401)
  await assert.rejects(run(fresh, commands.remove!, '--email', ana.email), /SetupError: .*last owner/)
})
