import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createPlace, SHARED_TEMPLATE } from '../helpers/process.ts'

const RECORDER = fileURLToPath(new URL('../fixtures/loads-per-turn.ts', import.meta.url))

/** A file takes between a third of a millisecond and one. */
const FILES_MAX = 80

test('the first sign-in does not block other requests while it loads, with a password and with a passkey', async (t) => {
  const place = createPlace(t, { template: SHARED_TEMPLATE })
  const loadsFile = join(place.folder, 'loads')
  const server = await place.start({ env: { LOADS_FILE: loadsFile, NODE_OPTIONS: `--import=${RECORDER}` } })
  const post = (path: string, body: object) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify(body),
    })
  /** How many files of these packages each turn loads. */
  const countLoads = (packages: RegExp) =>
    readFileSync(loadsFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as string[]).filter((url) => packages.test(url)).length)
      .filter((count) => count > 0)
  const check = (packages: RegExp) => {
    const turns = countLoads(packages)
    assert.ok(turns.reduce((sum, files) => sum + files, 0) > 100, 'what it loads is seen')
    assert.ok(Math.max(...turns) <= FILES_MAX, `files in each turn: ${turns}`)
  }
  const passwords = /node_modules\/(?:better-auth|@better-auth|zod|jose|kysely\/dist\/esm)\//
  const passkeys = /node_modules\/(?:@simplewebauthn|@peculiar|tsyringe)\//

  const refused = await post('/v1/auth/sign-in', { email: 'nobody@example.com', password: 'not the right password' })
  assert.equal(refused.status, 401)
  check(passwords)
  assert.deepEqual(countLoads(passkeys), [], 'passkeys are loaded when somebody uses one')

  assert.equal((await post('/v1/auth/passkeys/sign-in/options', {})).status, 200)
  check(passkeys)
})
