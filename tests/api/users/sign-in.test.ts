import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deriveKey } from '../../../src/lib/secrets/secret-box.ts'
import { findKeyId, updateKeyId } from '../../../src/secrets/fingerprint.ts'
import { createResetToken, createSetupToken } from '../../../src/users/links.ts'
import { runSql } from '../../helpers/postgres.ts'
import { type Answer, startServer, type TestServer } from '../../helpers/server.ts'
import { addPerson, asPerson, cookieOf, PASSWORD, SAME_ORIGIN, signIn } from '../../helpers/session.ts'

const TRUST = { TRUST_PROXY: 'loopback' }
const server = await startServer({ env: TRUST })
const other = await startServer({ beside: server, env: TRUST })

let addresses = 0
/** The limits count by address, so each test has its own. */
const fromNew = () => ({ 'x-forwarded-for': `198.51.100.${++addresses}` })

const attempt = (email: string, password = PASSWORD, headers = fromNew(), on = server) =>
  on.send('POST', '/v1/auth/sign-in', { json: { email, password }, headers })

const newSetupToken = (on: TestServer, now = Date.now()) => createSetupToken(on.deps.pool, on.deps.ids, now)
const owner = (token: unknown, name = 'Ana') => ({ token, name, email: `${name}@Example.com`, password: PASSWORD })

describe('set-up', () => {
  test('is needed until someone has claimed it, and then never again', async () => {
    const fresh = await startServer()
    const state = async () => (await fresh.send('GET', '/v1/setup')).body.data
    assert.deepEqual(await state(), { needed: true, mail: false, command: 'npm run -s doorpost --' })
    const first = await newSetupToken(fresh)
    const second = await newSetupToken(fresh)
    const claim = (token: unknown) => fresh.send('POST', '/v1/setup', { json: owner(token) })
    for (const token of [first, 'nonsense', `${second}x`]) {
      const refused = await claim(token)
      assert.equal(refused.status, 403)
      assert.match(refused.body.message, /setup-link/)
    }
    const claimed = await claim(second)
    assert.equal(claimed.status, 201)
    assert.equal(claimed.body.data.user.email, 'ana@example.com')
    const me = await asPerson(fresh, claimed.body.data.user, cookieOf(claimed)).send('GET', '/v1/me')
    assert.equal(me.body.data.role, 'owner')
    assert.equal(me.body.data.workspace.id, fresh.deps.workspaceId)
    assert.deepEqual(me.body.data.features, { mail: false, sandbox: false })
    assert.deepEqual(await state(), { needed: false, mail: false, command: 'npm run -s doorpost --' })
    assert.match((await claim(second)).body.message, /set up already/)
    assert.equal(await newSetupToken(fresh), null)
  })

  test('is won by exactly one of several who claim at once on two nodes', async () => {
    const one = await startServer()
    const two = await startServer({ beside: one })
    const token = await newSetupToken(one)
    const claims = ['ana', 'ben', 'eva', 'leo'].map((name, i) =>
      [one, two][i % 2]!.send('POST', '/v1/setup', { json: owner(token, name) }),
    )
    const answers = await Promise.all(claims)
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 403, 403, 403])
    assert.equal((await one.sql('select id from users')).length, 1)
  })

  test('a link expires after a day', async () => {
    const fresh = await startServer()
    const token = await newSetupToken(fresh, Date.now() - 24 * 60 * 60 * 1000)
    assert.equal((await fresh.send('POST', '/v1/setup', { json: owner(token) })).status, 403)
  })

  test('names everything that is wrong, and keeps the link', async () => {
    const fresh = await startServer()
    const token = await newSetupToken(fresh)
    const bad = [
      [{}, ['token', 'name', 'email', 'password']],
      [{ ...owner(token), password: 'short' }, ['password']],
      [{ ...owner(token), password: 'x'.repeat(129) }, ['password']],
      [{ ...owner(token, 'averylongname'), password: 'AveryLongName@example.com' }, ['password']],
      [{ ...owner(token), email: 'ana' }, ['email']],
      [{ ...owner(token), email: 'änna@example.com' }, ['email']],
      [{ ...owner(token), name: 'Ana\nBen' }, ['name']],
      [{ ...owner(token), role: 'owner' }, ['role']],
      [{ ...owner(token), password: 12345678901234 }, ['password']],
      [{ ...owner(token), time_zone: 'Mars/Olympus' }, ['time_zone']],
    ] as const
    for (const [json, fields] of bad) {
      const answer = await fresh.send('POST', '/v1/setup', { json })
      assert.equal(answer.status, 400, answer.text)
      assert.deepEqual(Object.keys(answer.body.details).sort(), [...fields].sort())
    }
    assert.equal((await fresh.send('POST', '/v1/setup', { json: owner(token) })).status, 201)
  })

  test('the workspace gets the time zone of the person who sets it up, and keeps its own otherwise', async () => {
    for (const [sent, stored] of [
      [{ time_zone: 'Asia/Tokyo' }, 'Asia/Tokyo'],
      [{}, 'UTC'],
    ] as const) {
      const fresh = await startServer()
      const token = await newSetupToken(fresh)
      assert.equal((await fresh.send('POST', '/v1/setup', { json: { ...owner(token), ...sent } })).status, 201)
      assert.deepEqual(await fresh.sql('select time_zone from workspaces'), [{ time_zone: stored }])
    }
  })

  test('the owner keeps the language of the page, for mails too', async () => {
    const fresh = await startServer()
    const headers = { 'accept-language': 'pt-PT,pt;q=0.9,en;q=0.5' }
    const token = await newSetupToken(fresh)
    const made = await fresh.send('POST', '/v1/setup', { json: owner(token), headers })
    assert.equal(made.status, 201, made.text)
    assert.deepEqual(await fresh.sql('select language from users'), [{ language: 'pt' }])
  })

  test('another website cannot claim it', async () => {
    const fresh = await startServer()
    const token = await newSetupToken(fresh)
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      assert.equal((await fresh.send('POST', '/v1/setup', { json: owner(token), headers })).status, 403)
    }
    assert.equal((await fresh.send('GET', '/v1/setup')).body.data.needed, true)
  })
})

describe('sign-in', () => {
  test('with the right password, however the address is written', async () => {
    const { email } = await addPerson(server)
    for (const written of [email, ` ${email.toUpperCase()} `]) {
      const answer = await attempt(written)
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.body.data.user.email, email)
      assert.equal(answer.body.data.second_factor_needed, false)
    }
  })

  test('a wrong password and an unknown address get the same answer', async () => {
    const { email } = await addPerson(server)
    const wrong = await attempt(email, 'not the right password')
    const unknown = await attempt('nobody@example.com', 'not the right password')
    assert.deepEqual([wrong.status, unknown.status], [401, 401])
    assert.equal(wrong.text, unknown.text)
    assert.deepEqual([wrong.headers.getSetCookie(), unknown.headers.getSetCookie()], [[], []])
  })

  test('a wrong password and an unknown address take about the same time', async () => {
    const slow = await startServer({ beside: server, env: TRUST, slowPasswords: true })
    const { email } = await addPerson(slow)
    const times: Record<string, number[]> = { [email]: [], 'nobody@example.com': [] }
    // In turn, so that a busy machine affects both.
    for (let i = 0; i < 5; i++) {
      for (const address of Object.keys(times)) {
        const began = performance.now()
        await attempt(address, 'not the right password', fromNew(), slow)
        times[address]!.push(performance.now() - began)
      }
    }
    const [known, unknown] = Object.values(times).map((each) => each.sort((a, b) => a - b)[2]!) as [number, number]
    // Without a hash for unknown addresses it would be less than a tenth.
    assert.ok(unknown > known / 3 && known > unknown / 3, `${known} ms and ${unknown} ms`)
  })

  test('after five wrong passwords in a minute an account waits, but only for that address', async () => {
    const { email } = await addPerson(server)
    const attacker = fromNew()
    for (let i = 0; i < 5; i++) assert.equal((await attempt(email, 'not the right password', attacker)).status, 401)
    const refused = await attempt(email, PASSWORD, attacker)
    assert.equal(refused.status, 429)
    const wait = Number(refused.headers.get('retry-after'))
    assert.ok(wait >= 1 && wait <= 60)
    assert.deepEqual(Object.keys(refused.body), ['error', 'message'])
    assert.equal((await attempt(email)).status, 200, 'the owner comes from elsewhere')
  })

  test('concurrent attempts do not get around the limit', async () => {
    const { email } = await addPerson(server)
    const attacker = fromNew()
    const answers = await Promise.all(Array.from({ length: 20 }, () => attempt(email, 'not it, not it', attacker)))
    assert.equal(answers.filter(({ status }) => status === 401).length, 5)
    assert.equal(answers.filter(({ status }) => status === 429).length, 15)
  })

  test('a correct password clears the count', async () => {
    const { email } = await addPerson(server)
    const address = fromNew()
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 4; i++) assert.equal((await attempt(email, 'not the right one', address)).status, 401)
      assert.equal((await attempt(email, PASSWORD, address)).status, 200)
    }
  })

  test('an address that tries one account after the other is stopped too', async () => {
    const strict = await startServer({ beside: server, env: { ...TRUST, RATE_LIMIT_FAILED_AUTH: '8' } })
    const address = fromNew()
    const statuses: number[] = []
    for (let i = 0; i < 10; i++) {
      statuses.push((await attempt(`person${i}@example.com`, 'not the right password', address, strict)).status)
    }
    // On a busy machine the first one may be answered with 503.
    const reasons = strict.logs.filter((line) => line.includes('unavailable') || line.includes('does not answer'))
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 401, 401, 401, 429, 429], reasons.join(''))
  })

  test('a malformed sign-in is 400', async () => {
    for (const json of [{}, { email: 'x' }, { email: 1, password: 2 }, { email: 'a@b.co', password: '' }, [], 'x']) {
      assert.equal((await server.send('POST', '/v1/auth/sign-in', { json, headers: fromNew() })).status, 400)
    }
    const text = await server.send('POST', '/v1/auth/sign-in', { body: 'email=a@b.co', headers: fromNew() })
    assert.equal(text.status, 400)
  })

  test('another website cannot sign anybody in', async () => {
    const { email } = await addPerson(server)
    for (const foreign of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { origin: 'null' }]) {
      assert.equal((await attempt(email, PASSWORD, { ...fromNew(), ...foreign })).status, 403)
    }
  })

  test('the password is in no log, nor are the cookie and the address of the person', async () => {
    const { email, cookie } = await signIn(server)
    await attempt(email, 'a wrong password that nobody logs')
    const lines = server.logs.join('\n')
    const token = decodeURIComponent(cookie.split('=')[1]!).split('.')[0]!
    for (const secret of [PASSWORD, 'a wrong password that nobody logs', email, token])
      assert.ok(!lines.includes(secret))
  })
})

describe('the cookie', () => {
  const attributesOf = (answer: Answer) => answer.headers.getSetCookie()[0]!.split('; ').slice(1).sort()

  test('is HttpOnly, SameSite=Lax and lasts two weeks', async () => {
    const { email } = await addPerson(server)
    const [line] = (await attempt(email)).headers.getSetCookie()
    assert.match(line!, /^doorpost\.session_token=/)
    assert.deepEqual(attributesOf(await attempt(email)), ['HttpOnly', 'Max-Age=1209600', 'Path=/', 'SameSite=Lax'])
  })

  test('is Secure as well under https', async () => {
    const secure = await startServer({ beside: server, env: { ...TRUST, BASE_URL: 'https://doorpost.example.com' } })
    const { email } = await addPerson(server)
    const answer = await attempt(email, PASSWORD, { ...fromNew(), 'x-forwarded-proto': 'https' } as never, secure)
    assert.equal(answer.status, 200, answer.text)
    assert.match(answer.headers.getSetCookie()[0]!, /^__Host-doorpost\.session_token=/)
    assert.deepEqual(attributesOf(answer), ['HttpOnly', 'Max-Age=1209600', 'Path=/', 'SameSite=Lax', 'Secure'])
    const headers = { cookie: cookieOf(answer), 'x-forwarded-proto': 'https', ...SAME_ORIGIN }
    assert.equal((await secure.send('GET', '/v1/me', { headers })).status, 200)
  })

  test('is only accepted with its signature, and once', async () => {
    const { cookie } = await signIn(server)
    const [name, value] = cookie.split('=') as [string, string]
    const [token] = decodeURIComponent(value).split('.')
    const forged = [
      `${name}=${token}`,
      `${name}=${value.slice(0, -6)}AAAA%3D`,
      `${name}=`,
      `${name}=%`,
      `${name}=.${encodeURIComponent('x')}`,
      `${cookie}; ${cookie}`,
      `other=${value}`,
      `__Secure-${cookie}`,
      `__Host-${cookie}`,
    ]
    for (const each of forged) {
      const answer = await server.send('GET', '/v1/me', { headers: { cookie: each, ...SAME_ORIGIN } })
      assert.equal(answer.status, 401, each)
    }
    const among = `theme=dark; ${cookie}; last=1`
    assert.equal((await server.send('GET', '/v1/me', { headers: { cookie: among, ...SAME_ORIGIN } })).status, 200)
  })

  test('of an installation with another key is worthless', async () => {
    const { cookie } = await signIn(server)
    const SECRET_KEY = 'another secret key that is as long as this'
    const before = await findKeyId(server.deps.pool)
    // Same as "secrets adopt".
    await updateKeyId(server.deps.pool, deriveKey(SECRET_KEY).id)
    const changed = await startServer({ beside: server, env: { SECRET_KEY } })
    assert.equal((await changed.send('GET', '/v1/me', { headers: { cookie, ...SAME_ORIGIN } })).status, 401)
    await updateKeyId(server.deps.pool, before!)
  })
})

describe('sessions', () => {
  test('are listed without their tokens, and an ended one is refused at once by every process', async () => {
    const ana = await signIn(server)
    const again = asPerson(server, ana, cookieOf(await attempt(ana.email)))
    const list = await ana.send('GET', '/v1/auth/sessions')
    assert.equal(list.body.data.length, 2)
    assert.equal(list.body.data.filter(({ current }: { current: boolean }) => current).length, 1)
    assert.ok(!list.text.includes(decodeURIComponent(again.cookie.split('=')[1]!).split('.')[0]!))
    const second = list.body.data.find(({ current }: { current: boolean }) => !current)
    assert.match(second.address, /^198\.51\.100\./)
    assert.equal((await ana.send('DELETE', `/v1/auth/sessions/${second.id}`)).status, 200)
    for (const on of [server, other]) {
      assert.equal((await asPerson(on, ana, again.cookie).send('GET', '/v1/me')).status, 401)
      assert.equal((await asPerson(on, ana, ana.cookie).send('GET', '/v1/me')).status, 200)
    }
    assert.equal((await ana.send('DELETE', `/v1/auth/sessions/${second.id}`)).status, 404)
    assert.equal((await ana.send('DELETE', '/v1/auth/sessions/nonsense')).status, 404)
  })

  test('of another person cannot be ended', async () => {
    const [ana, ben] = [await signIn(server), await signIn(server, { role: 'viewer' })]
    const [session] = (await ben.send('GET', '/v1/auth/sessions')).body.data
    assert.equal((await ana.send('DELETE', `/v1/auth/sessions/${session.id}`)).status, 404)
    assert.equal((await ben.send('GET', '/v1/me')).status, 200)
  })

  test('end with sign-out, and the cookie is removed', async () => {
    const ana = await signIn(server)
    const answer = await ana.send('POST', '/v1/auth/sign-out')
    assert.equal(answer.status, 200)
    assert.equal(cookieOf(answer, ana.cookie), '')
    assert.equal((await ana.send('GET', '/v1/me')).status, 401)
    assert.equal((await ana.send('POST', '/v1/auth/sign-out')).status, 401)
  })

  test('all end with "sign out everywhere"', async () => {
    const ana = await signIn(server)
    const more = [await attempt(ana.email), await attempt(ana.email)].map((answer) => cookieOf(answer))
    assert.equal((await ana.send('POST', '/v1/auth/sign-out-everywhere')).status, 200)
    for (const cookie of [ana.cookie, ...more]) {
      assert.equal((await asPerson(other, ana, cookie).send('GET', '/v1/me')).status, 401)
    }
  })

  test('an expired session is refused, one that is used after a day is extended by two weeks', async () => {
    const ana = await signIn(server)
    assert.deepEqual((await ana.send('GET', '/v1/me')).headers.getSetCookie(), [])
    await runSql(
      server.databaseUrl,
      "update sessions set updated_at = now() - interval '25 hours', expires_at = now() + interval '1 day' where user_id = $1",
      [ana.id],
    )
    const renewed = await ana.send('GET', '/v1/contacts')
    assert.equal(cookieOf(renewed), ana.cookie, 'the same session')
    const left = Date.parse((await ana.send('GET', '/v1/me')).body.data.session.expires_at) - Date.now()
    assert.ok(left > 13.9 * 24 * 3_600_000 && left <= 14 * 24 * 3_600_000)
    await runSql(server.databaseUrl, 'update sessions set expires_at = now() where user_id = $1', [ana.id])
    const ended = await ana.send('GET', '/v1/me')
    assert.equal(ended.status, 401)
    assert.match(ended.body.message, /Sign in again/)
  })

  test('have their own limit per person', async () => {
    const strict = await startServer({ beside: server, env: { RATE_LIMIT_DASHBOARD: '3' } })
    const ana = asPerson(strict, await signIn(server), '')
    const cookie = cookieOf(await attempt(ana.email))
    const send = () => asPerson(strict, ana, cookie).send('GET', '/v1/contacts')
    const answers = [await send(), await send(), await send(), await send()]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 429],
    )
    assert.equal(answers[0]!.headers.get('ratelimit-policy'), '"dashboard";q=3;w=60')
  })
})

describe('a password', () => {
  const NEW = 'another password for tests'

  test('is changed with the previous one; other sessions end, this one continues', async () => {
    const ana = await signIn(server)
    const elsewhere = cookieOf(await attempt(ana.email))
    const change = (current: unknown, next: unknown) =>
      ana.send('POST', '/v1/auth/password', { json: { current_password: current, new_password: next } })
    const wrong = await change('not the right password', NEW)
    assert.equal(wrong.status, 400)
    assert.deepEqual(Object.keys(wrong.body.details), ['current_password'])
    assert.deepEqual(Object.keys((await change(PASSWORD, 'short')).body.details), ['new_password'])
    await server.sql('update users set email = $2 where id = $1', [ana.id, 'a.long.address@example.com'])
    assert.equal((await change(PASSWORD, 'A.long.address@example.com')).status, 400)
    await server.sql('update users set email = $2 where id = $1', [ana.id, ana.email])
    const changed = await change(PASSWORD, NEW)
    assert.equal(changed.status, 200, changed.text)
    const now = asPerson(server, ana, cookieOf(changed, ana.cookie))
    assert.equal((await now.send('GET', '/v1/me')).status, 200)
    for (const cookie of [elsewhere, ana.cookie]) {
      assert.equal((await asPerson(server, ana, cookie).send('GET', '/v1/me')).status, 401)
    }
    assert.equal((await attempt(ana.email)).status, 401)
    assert.equal((await attempt(ana.email, NEW)).status, 200)
  })

  test('cannot be guessed at an open browser', async () => {
    const ana = await signIn(server)
    const guess = () =>
      ana.send('POST', '/v1/auth/password', { json: { current_password: 'not this one', new_password: NEW } })
    const statuses = []
    for (let i = 0; i < 7; i++) statuses.push((await guess()).status)
    assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429, 429])
  })

  test('is reset by a link, once; all sessions end', async () => {
    const ana = await signIn(server)
    const { pool, ids } = server.deps
    const old = await createResetToken(pool, ids, ana.id, Date.now())
    const token = await createResetToken(pool, ids, ana.id, Date.now())
    const reset = (json: object) => server.send('POST', '/v1/auth/password/reset', { json })
    assert.equal((await reset({ token: old, password: NEW })).status, 403, 'the newest one alone works')
    assert.equal((await reset({ token, password: 'short' })).status, 400)
    const answers = await Promise.all([1, 2, 3].map(() => reset({ token, password: NEW })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403, 403])
    assert.equal((await ana.send('GET', '/v1/me')).status, 401)
    assert.equal((await attempt(ana.email)).status, 401)
    assert.equal((await attempt(ana.email, NEW)).status, 200)
    const late = await createResetToken(pool, ids, ana.id, Date.now() - 60 * 60 * 1000)
    assert.equal((await reset({ token: late, password: NEW })).status, 403)
  })

  test('that is forgotten: without mail the answer says what to do, the same for everyone', async () => {
    const { email } = await addPerson(server)
    const forgot = (address: string) =>
      server.send('POST', '/v1/auth/password/forgot', { json: { email: address }, headers: fromNew() })
    const [known, unknown] = [await forgot(email), await forgot('nobody@example.com')]
    assert.deepEqual([known.status, unknown.status], [403, 403])
    assert.equal(known.text, unknown.text)
    assert.match(known.body.message, /users reset/)
  })
})

describe('the tables', () => {
  test('have every column that better-auth expects', async () => {
    const { createPasswordAuth } = await import('../../../src/users/auth.ts')
    const { createPasskeyAuth } = await import('../../../src/users/passkey-auth.ts')
    const { deps } = server
    const { loadSecretKeys } = await import('../../../src/secrets/key-file.ts')
    const keys = loadSecretKeys(deps.config)
    const { pool, ids, log, config } = deps
    const options = { pool, ids, log, baseUrl: config.baseUrl, sandbox: false, keys }
    const { tables: withPassword } = await createPasswordAuth(options).$context
    const { tables: withPasskey } = await createPasskeyAuth(options).$context
    const tables = { ...withPassword, ...withPasskey, user: withPassword.user! }
    const rows = await server.sql<{ name: string }>(
      "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'",
    )
    const known = new Set(rows.map(({ name }) => name))
    const expected = Object.values(tables).flatMap(({ modelName, fields }) =>
      ['id', ...Object.entries(fields).map(([name, field]) => field.fieldName ?? name)].map(
        (name) => `${modelName}.${name}`,
      ),
    )
    assert.ok(expected.length > 40)
    assert.deepEqual(
      expected.filter((name) => !known.has(name)),
      [],
    )
  })

  test('contain no password, and no token of a link', async () => {
    const fresh = await startServer()
    const token = await newSetupToken(fresh)
    await fresh.send('POST', '/v1/setup', { json: owner(token) })
    const reset = await createResetToken(
      fresh.deps.pool,
      fresh.deps.ids,
      (await fresh.sql<{ id: string }>('select id from users'))[0]!.id,
      Date.now(),
    )
    for (const table of ['users', 'accounts', 'sessions', 'verifications', 'account_links', 'members']) {
      const rows = await fresh.sql<{ text: string }>(`select t::text as text from ${table} t`)
      for (const { text } of rows) for (const secret of [PASSWORD, token!, reset]) assert.ok(!text.includes(secret))
    }
  })
})
