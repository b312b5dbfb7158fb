import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { runCli } from '../../../src/commands/cli.ts'
import { type Answer, startServer } from '../../helpers/server.ts'
import { asPerson, cookieOf, PASSWORD, type Person, signIn } from '../../helpers/session.ts'

const KEY = 'a secret key for tests that is longer than it need be'
const server = await startServer({ env: { TRUST_PROXY: 'loopback' } })

let addresses = 0
const fromNew = () => ({ 'x-forwarded-for': `203.0.113.${++addresses}` })

/** RFC 6238, from the secret in the QR code. */
function codeOf(uri: string, at = Date.now()): string {
  const bits = [...new URL(uri).searchParams.get('secret')!]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const mac = createHmac('sha1', secret).update(step).digest()
  const value = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff
  return String(value % 1_000_000).padStart(6, '0')
}

const STEP = 30_000

interface Factor {
  person: Person
  uri: string
  used: string
  backupCodes: string[]
}

/** A person with the second factor on. The current code is used up; the next one is not. */
async function withFactor(): Promise<Factor> {
  const ana = await signIn(server)
  const started = await ana.send('POST', '/v1/auth/totp', { json: { password: PASSWORD } })
  assert.equal(started.status, 200, started.text)
  const { uri, backup_codes: backupCodes } = started.body.data
  const used = codeOf(uri)
  const confirmed = await ana.send('POST', '/v1/auth/totp/confirm', { json: { code: used } })
  assert.equal(confirmed.status, 200, confirmed.text)
  return { person: asPerson(server, ana, cookieOf(confirmed, ana.cookie)), uri, used, backupCodes }
}

async function begin({ email }: Person, cookie?: string): Promise<{ answer: Answer; cookie: string }> {
  const headers = { ...fromNew(), ...(cookie ? { cookie } : {}) }
  const answer = await server.send('POST', '/v1/auth/sign-in', { json: { email, password: PASSWORD }, headers })
  assert.equal(answer.status, 200, answer.text)
  return { answer, cookie: cookieOf(answer, cookie) }
}

const give = (cookie: string, json: object, headers = fromNew()) =>
  server.send('POST', '/v1/auth/second-factor', { json, headers: { cookie, ...headers } })

describe('an authenticator app', () => {
  test('is asked for at sign-in once it is confirmed, and not before', async () => {
    const ana = await signIn(server)
    assert.equal((await ana.send('POST', '/v1/auth/totp', { json: { password: 'not it' } })).status, 400)
    const started = await ana.send('POST', '/v1/auth/totp', { json: { password: PASSWORD } })
    const { uri, backup_codes } = started.body.data
    assert.equal(backup_codes.length, 10)
    assert.equal((await begin(ana)).answer.body.data.second_factor_needed, false)
    const wrong = await ana.send('POST', '/v1/auth/totp/confirm', {
      json: { code: codeOf(uri, Date.now() + 20 * STEP) },
    })
    assert.equal(wrong.status, 400)
    assert.deepEqual(Object.keys(wrong.body.details), ['code'])
    const now = codeOf(uri)
    const confirmed = await ana.send('POST', '/v1/auth/totp/confirm', {
      json: { code: `${now.slice(0, 3)} ${now.slice(3)}` },
    })
    assert.equal(confirmed.status, 200, confirmed.text)
    const person = asPerson(server, ana, cookieOf(confirmed, ana.cookie))
    assert.equal((await person.send('GET', '/v1/me')).body.data.user.two_factor, true)
    assert.equal((await person.send('POST', '/v1/auth/totp', { json: { password: PASSWORD } })).status, 400)

    const { answer, cookie } = await begin(ana)
    assert.deepEqual(answer.body.data, { second_factor_needed: true, user: null })
    assert.equal((await asPerson(server, ana, cookie).send('GET', '/v1/me')).status, 401, 'not signed in yet')
    const refused = await give(cookie, { code: codeOf(uri, Date.now() + 20 * STEP) })
    assert.equal(refused.status, 401)
    const done = await give(cookie, { code: codeOf(uri, Date.now() + STEP) })
    assert.equal(done.status, 200, done.text)
    assert.equal(done.body.data.user.id, ana.id)
    assert.equal((await asPerson(server, ana, cookieOf(done, cookie)).send('GET', '/v1/me')).status, 200)
  })

  test('accepts each code once: a stolen code cannot be used again', async () => {
    const { person, uri } = await withFactor()
    const code = codeOf(uri, Date.now() + STEP)
    const [one, two] = [await begin(person), await begin(person)]
    const answers = await Promise.all([give(one.cookie, { code }), give(two.cookie, { code })])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401])
    const sessions = await server.sql('select id from sessions where user_id = $1', [person.id])
    assert.equal(sessions.length, 2, 'the one before, and the one that won')
    const late = await begin(person)
    assert.equal((await give(late.cookie, { code })).status, 401)
    assert.deepEqual(cookieOf(await give(late.cookie, { code })), '')
  })

  test('refuses a used code, and the sign-in continues with the next one', async () => {
    const { person, uri, used } = await withFactor()
    const { cookie } = await begin(person)
    const refused = await give(cookie, { code: used })
    assert.equal(refused.status, 401)
    assert.match(refused.body.message, /used before/)
    assert.equal((await give(cookie, { code: codeOf(uri, Date.now() + STEP) })).status, 200)
  })

  test('accepts five wrong codes a minute from one address', async () => {
    const { person, uri } = await withFactor()
    const address = fromNew()
    const wrong = { code: codeOf(uri, Date.now() + 20 * STEP) }
    const statuses = []
    for (let i = 0; i < 6; i++) {
      const { cookie } = await begin(person)
      statuses.push((await give(cookie, wrong, address)).status)
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429])
  })

  test('checks ten guesses and no more, even if they come at once from many addresses on two nodes', async () => {
    const { person, uri } = await withFactor()
    const second = await startServer({ beside: server, env: { TRUST_PROXY: 'loopback' } })
    const started = await Promise.all(Array.from({ length: 20 }, () => begin(person)))
    const wrong = { code: codeOf(uri, Date.now() + 20 * STEP) }
    const answers = await Promise.all(
      started.map(({ cookie }, i) =>
        [server, second][i % 2]!.send('POST', '/v1/auth/second-factor', {
          json: wrong,
          headers: { cookie, ...fromNew() },
        }),
      ),
    )
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    assert.deepEqual([count(401), count(429)], [10, 10])
  })

  test('a correct code clears the count of wrong ones', async () => {
    const { person, uri, backupCodes } = await withFactor()
    const wrong = { code: codeOf(uri, Date.now() + 20 * STEP) }
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 4; i++) assert.equal((await give((await begin(person)).cookie, wrong)).status, 401)
      const right = await give((await begin(person)).cookie, { backup_code: backupCodes[round]! })
      assert.equal(right.status, 200, right.text)
      assert.deepEqual(await server.sql('select from second_factor_guesses where user_id = $1', [person.id]), [])
    }
  })

  test('accepts ten wrong codes in a row from all addresses, then none for a while', async () => {
    const { person, uri } = await withFactor()
    const wrong = { code: codeOf(uri, Date.now() + 20 * STEP) }
    for (let i = 0; i < 10; i++) assert.equal((await give((await begin(person)).cookie, wrong)).status, 401)
    const locked = await give((await begin(person)).cookie, { code: codeOf(uri, Date.now() + STEP) })
    assert.equal(locked.status, 429)
    assert.equal(locked.headers.get('retry-after'), '900')
  })

  test('is not needed in a browser that is trusted, until everything is signed out', async () => {
    const { person, uri } = await withFactor()
    const { cookie } = await begin(person)
    const done = await give(cookie, { code: codeOf(uri, Date.now() + STEP), trust_device: true })
    assert.equal(done.status, 200)
    const trusted = cookieOf(done, cookie)
    assert.match(trusted, /trust_device/)
    const again = await begin(person, trusted)
    assert.equal(again.answer.body.data.second_factor_needed, false)
    assert.equal((await begin(person)).answer.body.data.second_factor_needed, true, 'another browser')
    await asPerson(server, person, again.cookie).send('POST', '/v1/auth/sign-out-everywhere')
    assert.equal((await begin(person, again.cookie)).answer.body.data.second_factor_needed, true)
  })

  test('is turned off with the password', async () => {
    const { person } = await withFactor()
    assert.equal((await person.send('DELETE', '/v1/auth/totp', { json: { password: 'not it' } })).status, 400)
    const off = await person.send('DELETE', '/v1/auth/totp', { json: { password: PASSWORD } })
    assert.equal(off.status, 200, off.text)
    assert.equal((await begin(person)).answer.body.data.second_factor_needed, false)
    const codes = await asPerson(server, person, cookieOf(off, person.cookie)).send(
      'POST',
      '/v1/auth/totp/backup-codes',
      {
        json: { password: PASSWORD },
      },
    )
    assert.equal(codes.status, 400)
  })

  test('is refused without a sign-in that waits for it', async () => {
    for (const cookie of ['', 'doorpost.two_factor=nonsense', (await signIn(server)).cookie]) {
      const answer = await give(cookie, { code: '123456' })
      assert.equal(answer.status, 401)
      assert.match(answer.body.message, /Begin again/)
    }
    for (const json of [{}, { code: 'abcdef' }, { code: '12345' }, { code: 1 }, { code: '123456', backup_code: 'x' }]) {
      assert.equal((await give('', json)).status, 400)
    }
  })
})

describe('backup codes', () => {
  test('work once each', async () => {
    const { person, backupCodes } = await withFactor()
    const [first, second] = backupCodes
    const use = async (code: string) => give((await begin(person)).cookie, { backup_code: code })
    assert.equal((await use(first!)).status, 200)
    assert.equal((await use(first!)).status, 401)
    assert.equal((await use(` ${second!.replace('-', '')} `)).status, 200)
    assert.equal((await use('aaaaa-bbbbb')).status, 401)
  })

  test('stop working when new ones are created', async () => {
    const { person, backupCodes } = await withFactor()
    const made = await person.send('POST', '/v1/auth/totp/backup-codes', { json: { password: PASSWORD } })
    assert.equal(made.body.data.backup_codes.length, 10)
    const use = async (code: string) => give((await begin(person)).cookie, { backup_code: code })
    assert.equal((await use(backupCodes[0]!)).status, 401)
    assert.equal((await use(made.body.data.backup_codes[0])).status, 200)
  })
})

describe('the secrets', () => {
  test('are encrypted in the database, and survive a change of the key', async () => {
    const { person, uri, backupCodes } = await withFactor()
    const [row] = await server.sql<{ text: string }>('select t::text as text from two_factors t where user_id = $1', [
      person.id,
    ])
    for (const secret of [new URL(uri).searchParams.get('secret')!, ...backupCodes])
      assert.ok(!row!.text.includes(secret))
    const SECRET_KEY = 'the next key of this installation is long enough'
    const env = { DATABASE_URL: server.databaseUrl, SECRET_KEY, SECRET_KEY_OLD: KEY }
    assert.equal(await runCli(['secrets', 'rotate'], env, process.cwd()), 0)
    const later = await startServer({ beside: server, env: { SECRET_KEY } })
    const json = { email: person.email, password: PASSWORD }
    const begun = await later.send('POST', '/v1/auth/sign-in', { json })
    const code = codeOf(uri, Date.now() + STEP)
    const headers = { cookie: cookieOf(begun) }
    const done = await later.send('POST', '/v1/auth/second-factor', { json: { code }, headers })
    assert.equal(done.status, 200, done.text)
    assert.equal(
      await runCli(['secrets', 'rotate'], { ...env, SECRET_KEY: KEY, SECRET_KEY_OLD: SECRET_KEY }, process.cwd()),
      0,
    )
  })
})

describe('passkeys', () => {
  const origin = `http://127.0.0.1:${server.port}`
  const nonsense = { id: 'AQIDBA', rawId: 'AQIDBA', type: 'public-key', response: { clientDataJSON: 'e30' } }

  test('begin with options for this installation', async () => {
    const ana = await signIn(server)
    const answer = await ana.send('POST', '/v1/auth/passkeys/options')
    assert.equal(answer.status, 200)
    const { challenge, rp, authenticatorSelection, attestation } = answer.body.data
    assert.ok(challenge.length >= 32)
    assert.deepEqual(rp, { name: 'Doorpost', id: 'localhost' })
    assert.equal(authenticatorSelection.userVerification, 'required')
    assert.equal(attestation, 'none')
    assert.deepEqual((await ana.send('GET', '/v1/auth/passkeys')).body.data, [])
  })

  test('are not added from invalid data, without options, or a second time with the same ones', async () => {
    const ana = await signIn(server)
    const add = (json: object, cookie = ana.cookie) =>
      asPerson(server, ana, cookie).send('POST', '/v1/auth/passkeys', { json, headers: { origin } })
    for (const json of [{}, { response: 'x' }, { response: {} }, { response: nonsense, name: 7 }]) {
      assert.equal((await add(json)).status, 400)
    }
    assert.match((await add({ response: nonsense })).body.message, /new options first/)
    const cookie = cookieOf(await ana.send('POST', '/v1/auth/passkeys/options'), ana.cookie)
    assert.match((await add({ response: nonsense }, cookie)).body.message, /could not be added/)
    assert.match((await add({ response: nonsense }, cookie)).body.message, /new options first/)
    assert.equal((await ana.send('DELETE', '/v1/auth/passkeys/019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012')).status, 404)
  })

  test('are added only while the sign-in is fresh', async () => {
    const ana = await signIn(server)
    await server.sql("update sessions set created_at = now() - interval '25 hours' where user_id = $1", [ana.id])
    const answer = await ana.send('POST', '/v1/auth/passkeys/options')
    assert.equal(answer.status, 403)
    assert.match(answer.body.message, /sign in again/)
  })

  test('that are unknown sign nobody in', async () => {
    const send = (path: string, json?: object, cookie = '') =>
      server.send('POST', path, { ...(json ? { json } : {}), headers: { cookie, origin, ...fromNew() } })
    const options = await send('/v1/auth/passkeys/sign-in/options')
    assert.equal(options.status, 200)
    assert.equal(options.body.data.rpId, 'localhost')
    assert.equal(options.body.data.userVerification, 'required')
    const cookie = cookieOf(options)
    assert.equal((await send('/v1/auth/passkeys/sign-in', { response: {} }, cookie)).status, 400)
    const refused = await send('/v1/auth/passkeys/sign-in', { response: nonsense }, cookie)
    assert.equal(refused.status, 401)
    assert.equal(
      (await send('/v1/auth/passkeys/sign-in', { response: nonsense }, cookie)).status,
      400,
      'options hold once',
    )
  })

  test('of another person cannot be seen or removed', async () => {
    const [ana, ben] = [await signIn(server), await signIn(server)]
    const { id } = server.deps.ids.next()
    await server.sql(
      `insert into passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up)
       values ($1, $2, 'Laptop', 'x', 'y', 0, 'singleDevice', false)`,
      [id, ana.id],
    )
    assert.deepEqual((await ben.send('GET', '/v1/auth/passkeys')).body.data, [])
    assert.equal((await ben.send('DELETE', `/v1/auth/passkeys/${id}`)).status, 404)
    assert.equal((await ana.send('GET', '/v1/me')).body.data.user.passkeys, 1)
    assert.equal((await ana.send('DELETE', `/v1/auth/passkeys/${id}`)).status, 200)
  })
})
