import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { createMailer } from '../../../src/mail/mailer.ts'
import { loadSecretKeys } from '../../../src/secrets/key-file.ts'
import type { PasswordHash } from '../../../src/users/auth.ts'
import { createResetToken } from '../../../src/users/links.ts'
import { createUsers } from '../../../src/users/users.ts'
import { until } from '../../helpers/process.ts'
import { openRaw, request } from '../../helpers/raw-http.ts'
import { startServer } from '../../helpers/server.ts'
import { addPerson, asPerson, cookieOf, PASSWORD, type Person, SAME_ORIGIN, signIn } from '../../helpers/session.ts'

const SOCKET = '.s.PGSQL.5432'
const TRUST = { TRUST_PROXY: 'loopback' }
const server = await startServer({ env: TRUST, intakeLockMs: 60_000 })

let addresses = 0
const fromNew = () => ({ 'x-forwarded-for': `192.0.2.${++addresses}` })
const valueIn = (cookie: string, name: string) => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(cookie)![1]!

/** Turns the second factor on, as if it was confirmed. */
async function withFactor(person: Person): Promise<void> {
  const started = await person.send('POST', '/v1/auth/totp', { json: { password: PASSWORD } })
  assert.equal(started.status, 200, started.text)
  await server.sql('update two_factors set verified = true where user_id = $1', [person.id])
  await server.sql('update users set two_factor_enabled = true where id = $1', [person.id])
}

describe('a flood of attempts', () => {
  test('against many accounts at once is counted before the work is done', async () => {
    const strict = await startServer({ beside: server, env: { ...TRUST, RATE_LIMIT_FAILED_AUTH: '4' } })
    const headers = fromNew()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        strict.send('POST', '/v1/auth/sign-in', {
          json: { email: `nobody${i}@example.com`, password: 'not the right password' },
          headers,
        }),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 401).length, 4)
    assert.equal(answers.filter(({ status }) => status === 429).length, 8)
  })

  test('with the right password does not get around it', async () => {
    const strict = await startServer({ beside: server, env: { ...TRUST, RATE_LIMIT_FAILED_AUTH: '4' } })
    const { email } = await addPerson(server)
    const headers = fromNew()
    const statuses = []
    for (let i = 0; i < 6; i++) {
      const answer = await strict.send('POST', '/v1/auth/sign-in', { json: { email, password: PASSWORD }, headers })
      statuses.push(answer.status)
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429])
  })
})

describe('bodies of strangers', () => {
  const OPEN_POSTS = [
    '/v1/setup',
    '/v1/auth/sign-in',
    '/v1/auth/second-factor',
    '/v1/auth/password/forgot',
    '/v1/auth/password/reset',
    '/v1/auth/passkeys/sign-in',
    '/v1/invitations/open',
    '/v1/invitations/accept',
  ]

  test('have at most 16,384 bytes on every public route', async () => {
    for (const path of OPEN_POSTS) {
      const headers = { ...fromNew(), 'content-type': 'application/json' }
      const large = await server.send('POST', path, { body: ' '.repeat(16_385), headers })
      assert.equal(large.status, 413, path)
      assert.match(large.body.message, /16,384 bytes/)
      assert.notEqual((await server.send('POST', path, { body: ' '.repeat(16_384), headers })).status, 413, path)
    }
  })

  test('are counted before they are read', async () => {
    const strict = await startServer({ beside: server, env: { RATE_LIMIT_FAILED_AUTH: String(OPEN_POSTS.length) } })
    for (const path of OPEN_POSTS) assert.notEqual((await strict.send('POST', path, { json: {} })).status, 429)
    for (const path of OPEN_POSTS) {
      const connection = await openRaw(strict.port)
      await connection.write(request(`POST ${path}`, ['Content-Type: application/json', 'Content-Length: 9000']))
      // Not a byte of the body was sent.
      const answer = await connection.read()
      assert.equal(answer?.status, 429, path)
      connection.destroy()
    }
  })
})

describe('passwords', () => {
  test('are hashed a few at a time: most of a flood is told at once to come back', async () => {
    let [atOnce, most] = [0, 0]
    const gate = Promise.withResolvers<void>()
    const slow: PasswordHash = {
      async hash() {
        most = Math.max(most, ++atOnce)
        await gate.promise
        atOnce--
        return 'a hash'
      },
      verify: async () => false,
    }
    const node = await startServer({ beside: server, env: TRUST, replace: { passwordHash: slow } })
    const attempts = Array.from({ length: 100 }, (_, i) => {
      const json = { email: `flood${i}@example.com`, password: 'not the right password' }
      return node.send('POST', '/v1/auth/sign-in', { json, headers: fromNew() })
    })
    let refusals = 0
    for (const attempt of attempts) void attempt.then(({ status }) => (refusals += status === 429 ? 1 : 0))
    // Refused requests do not wait for those before them: none of those has made progress yet.
    await until(() => refusals >= 68)
    gate.resolve()
    const answers = await Promise.all(attempts)
    const refused = answers.filter(({ status }) => status === 429)
    assert.equal(refused.length + answers.filter(({ status }) => status === 401).length, 100)
    assert.ok(most <= 2, `${most} at once`)
    assert.equal(refused.length, 100 - 30 - most, 'some are worked at, thirty wait')
    for (const { headers, body } of refused) {
      assert.equal(headers.get('retry-after'), '5')
      assert.match(body.message, /Try again in 5 seconds/)
    }
    const json = { email: 'later@example.com', password: 'not the right password' }
    const after = await node.send('POST', '/v1/auth/sign-in', { json, headers: fromNew() })
    assert.equal(after.status, 401, 'then the places are free again')
  })
})

describe('cookies', () => {
  test('cannot be set by another host of the domain under https', async () => {
    const secure = await startServer({ beside: server, env: { ...TRUST, BASE_URL: 'https://doorpost.example.com' } })
    const ana = await addPerson(server)
    const headers = { ...fromNew(), 'x-forwarded-proto': 'https' }
    const json = { email: ana.email, password: PASSWORD }
    const answer = await secure.send('POST', '/v1/auth/sign-in', { json, headers })
    const options = await secure.send('POST', '/v1/auth/passkeys/sign-in/options', { headers })
    const lines = [answer, options].flatMap((each) => each.headers.getSetCookie())
    assert.equal(lines.length, 2)
    for (const line of lines) {
      assert.match(line, /^__Host-doorpost\./)
      assert.match(line, /; Secure/)
      assert.match(line, /; Path=\//)
      assert.doesNotMatch(line, /domain/i)
    }
    const cookie = cookieOf(answer)
    const me = (sent: string) => secure.send('GET', '/v1/me', { headers: { cookie: sent, ...headers, ...SAME_ORIGIN } })
    assert.equal((await me(cookie)).status, 200)
    assert.equal((await me(cookie.replace('__Host-', '__Secure-'))).status, 401)
    assert.equal((await me(cookie.replace('__Host-', ''))).status, 401)
    const out = await asPerson(secure, ana, cookie).send('POST', '/v1/auth/sign-out', { headers })
    assert.equal(cookieOf(out, cookie), '')
  })

  test('are read in only one way: nobody acts as one person and authenticates as another', async () => {
    const [ana, ben] = [await signIn(server), await signIn(server)]
    const session = valueIn(ben.cookie, 'doorpost.session_token')
    const cookie = `doorpost.session_token =${session}; ${ana.cookie}`
    const json = { current_password: PASSWORD, new_password: 'another password for tests' }
    const changed = await asPerson(server, ana, cookie).send('POST', '/v1/auth/password', { json })
    assert.equal(changed.status, 200, changed.text)
    const attempt = ({ email }: Person) =>
      server.send('POST', '/v1/auth/sign-in', { json: { email, password: PASSWORD }, headers: fromNew() })
    assert.equal((await attempt(ben)).status, 200, 'untouched')
    assert.equal((await attempt(ana)).status, 401, 'changed')
  })

  test('of one kind are not accepted in place of another', async () => {
    const ana = await signIn(server)
    await withFactor(ana)
    const begun = await server.send('POST', '/v1/auth/sign-in', {
      json: { email: ana.email, password: PASSWORD },
      headers: fromNew(),
    })
    assert.equal(begun.body.data.second_factor_needed, true)
    const waiting = valueIn(cookieOf(begun), 'doorpost.two_factor')
    const options = await server.send('POST', '/v1/auth/passkeys/sign-in/options', { headers: fromNew() })
    const challenge = valueIn(cookieOf(options), 'doorpost.passkey')
    const session = valueIn(ana.cookie, 'doorpost.session_token')

    for (const value of [challenge, session]) {
      const headers = { cookie: `doorpost.two_factor=${value}`, ...fromNew() }
      const answer = await server.send('POST', '/v1/auth/second-factor', { json: { code: '123456' }, headers })
      assert.equal(answer.status, 401, answer.text)
      assert.match(answer.body.message, /Begin again/)
    }
    const response = { id: 'AQIDBA', rawId: 'AQIDBA', type: 'public-key', response: { clientDataJSON: 'e30' } }
    for (const value of [waiting, session]) {
      const headers = { cookie: `doorpost.passkey=${value}`, origin: server.url, ...fromNew() }
      const answer = await server.send('POST', '/v1/auth/passkeys/sign-in', { json: { response }, headers })
      assert.equal(answer.status, 400, answer.text)
      assert.match(answer.body.message, /new options first/)
    }
    for (const value of [waiting, challenge]) {
      const answer = await asPerson(server, ana, `doorpost.session_token=${value}`).send('GET', '/v1/me')
      assert.equal(answer.status, 401)
    }
  })

  test('that are long, quoted or not text are refused, and break nothing', async () => {
    const { cookie } = await signIn(server)
    const [name, value] = cookie.split('=') as [string, string]
    const token = decodeURIComponent(value).split('.')[0]!
    const wrong = createHmac('sha256', 'not the key').update(token).digest('base64')
    for (const each of [
      `${name}="${value}"`,
      `${name}=${'x'.repeat(10_000)}`,
      `${name}=\u00ff\u00fe.${value}`,
      `${name}=%00.%00`,
      `${name}=%ff%fe.x`,
      `${name}=${encodeURIComponent(`${token}.${wrong}`)}`,
      `${name}=${encodeURIComponent(`${token}.`)}`,
      `${name.toUpperCase()}=${value}`,
    ]) {
      const answer = await server.send('GET', '/v1/me', { headers: { cookie: each, ...SAME_ORIGIN } })
      assert.equal(answer.status, 401, each.slice(0, 60))
    }
  })
})

describe('a passkey', () => {
  test('with a malformed id is refused before any look-up', async () => {
    for (const id of ['a\u0000b', '', 'ä', 'x'.repeat(5_000)]) {
      const options = await server.send('POST', '/v1/auth/passkeys/sign-in/options', { headers: fromNew() })
      const headers = { cookie: cookieOf(options), origin: server.url, ...fromNew() }
      const response = { id, rawId: id, type: 'public-key', response: { clientDataJSON: 'e30' } }
      const answer = await server.send('POST', '/v1/auth/passkeys/sign-in', { json: { response }, headers })
      assert.equal(answer.status, 400, answer.text)
      assert.deepEqual(Object.keys(answer.body.details ?? {}), ['response'])
    }
  })
})

describe('what a former member leaves behind', () => {
  const invite = async (by: Person, email: string) => {
    const answer = await by.send('POST', '/v1/team/invitations', { json: { email, role: 'owner' } })
    assert.equal(answer.status, 201, answer.text)
    return answer.body.data.link.split('#token=')[1] as string
  }
  const open = (token: string) => server.send('POST', '/v1/invitations/open', { json: { token }, headers: fromNew() })

  test('invitations by a removed member no longer work', async () => {
    const [ana, ben] = [await signIn(server), await signIn(server)]
    const [own, others] = [await invite(ben, 'back.door@example.org'), await invite(ana, 'friend@example.org')]
    assert.equal((await ana.send('DELETE', `/v1/team/${ben.id}`)).status, 200)
    assert.equal((await open(own)).status, 403)
    assert.equal((await open(others)).status, 200)
  })

  test('nor do those by someone who is no longer an owner', async () => {
    const [ana, ben] = [await signIn(server), await signIn(server)]
    const token = await invite(ben, 'side.door@example.org')
    assert.equal((await ana.send('PATCH', `/v1/team/${ben.id}`, { json: { role: 'owner' } })).status, 200)
    assert.equal((await open(token)).status, 200)
    assert.equal((await ana.send('PATCH', `/v1/team/${ben.id}`, { json: { role: 'editor' } })).status, 200)
    assert.equal((await open(token)).status, 403)
  })

  test('a reset link no longer works once the password is changed', async () => {
    const ana = await signIn(server)
    const token = await createResetToken(server.deps.pool, server.deps.ids, ana.id, Date.now())
    const change = { current_password: PASSWORD, new_password: 'another password for tests' }
    assert.equal((await ana.send('POST', '/v1/auth/password', { json: change })).status, 200)
    const json = { token, password: 'a password of somebody else' }
    const reset = await server.send('POST', '/v1/auth/password/reset', { json, headers: fromNew() })
    assert.equal(reset.status, 403)
  })

  test('a trusted browser needs the second factor again after the password is changed or reset', async () => {
    const ana = await signIn(server)
    await withFactor(ana)
    const begin = (password: string, cookie = '') =>
      server.send('POST', '/v1/auth/sign-in', {
        json: { email: ana.email, password },
        headers: { cookie, ...fromNew() },
      })
    const trust = async (person: Person, password: string) => {
      const made = await person.send('POST', '/v1/auth/totp/backup-codes', { json: { password } })
      const json = { backup_code: made.body.data.backup_codes[0], trust_device: true }
      const cookie = cookieOf(await begin(password))
      const done = await server.send('POST', '/v1/auth/second-factor', { json, headers: { cookie, ...fromNew() } })
      assert.equal(done.status, 200, done.text)
      const again = await begin(password, cookieOf(done, cookie))
      assert.equal(again.body.data.second_factor_needed, false)
      return asPerson(server, person, cookieOf(again, cookieOf(done, cookie)))
    }
    const first = await trust(ana, PASSWORD)
    const second = 'another password for tests'
    const json = { current_password: PASSWORD, new_password: second }
    const changed = await first.send('POST', '/v1/auth/password', { json })
    assert.equal(changed.status, 200)
    assert.equal((await begin(second, first.cookie)).body.data.second_factor_needed, true)

    const later = await trust(asPerson(server, ana, cookieOf(changed, first.cookie)), second)
    const token = await createResetToken(server.deps.pool, server.deps.ids, ana.id, Date.now())
    const reset = { token, password: PASSWORD }
    assert.equal((await server.send('POST', '/v1/auth/password/reset', { json: reset })).status, 200)
    assert.equal((await begin(PASSWORD, later.cookie)).body.data.second_factor_needed, true)
  })
})

describe('a sign-in with the old password', () => {
  test('that is in progress while the password is changed is refused, and leaves no session', async () => {
    const ana = await addPerson(server)
    const hash = await server.deps.users.hashPassword('another password for tests')
    const client = await server.deps.pool.connect()
    try {
      // It stops where the password was accepted and the session is about to be written.
      await client.query('begin; lock table sessions in exclusive mode')
      const { rows } = await client.query('select pg_backend_pid() as pid')
      const json = { email: ana.email, password: PASSWORD }
      const answer = server.send('POST', '/v1/auth/sign-in', { json, headers: fromNew() })
      const waits = 'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))'
      await until(async () => (await server.sql(waits, [rows[0].pid])).length > 0)
      await client.query('update accounts set password = $2 where user_id = $1', [ana.id, hash])
      await client.query('delete from sessions where user_id = $1', [ana.id])
      await client.query('commit')
      const { status, headers } = await answer
      assert.equal(status, 401)
      assert.deepEqual(headers.getSetCookie(), [])
      assert.deepEqual(await server.sql('select id from sessions where user_id = $1', [ana.id]), [])
    } finally {
      client.release()
    }
  })
})

describe('the second factor', () => {
  test('that is started twice at once is started, or refused with a sentence', async () => {
    const ana = await signIn(server)
    const start = () => ana.send('POST', '/v1/auth/totp', { json: { password: PASSWORD } })
    const answers = await Promise.all([start(), start(), start()])
    for (const { status, text } of answers) assert.ok(status === 200 || status === 400, text)
    assert.ok(answers.some(({ status }) => status === 200))
  })
})

describe('two owners', () => {
  test('who demote each other at once: one of them stays', async () => {
    const fresh = await startServer()
    for (let round = 0; round < 3; round++) {
      await fresh.sql('delete from users')
      const [ana, ben] = [await signIn(fresh), await signIn(fresh)]
      const answers = await Promise.all([
        ana.send('PATCH', `/v1/team/${ben.id}`, { json: { role: 'viewer' } }),
        ben.send('PATCH', `/v1/team/${ana.id}`, { json: { role: 'viewer' } }),
      ])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403])
      assert.equal((await fresh.sql("select 1 from members where role = 'owner'")).length, 1)
    }
  })
})

describe('a key', () => {
  test('takes precedence over a session, with its own permissions', async () => {
    const { cookie } = await signIn(server, { role: 'viewer' })
    const key = await server.key({ scopes: ['contacts:write'] })
    const headers = { cookie, 'sec-fetch-site': 'cross-site', origin: 'https://www.example.com' }
    const created = await server.send('POST', '/v1/contacts', { key, headers, json: { first_name: 'Ana' } })
    assert.equal(created.status, 201)
    assert.match(created.headers.get('ratelimit-policy')!, /^"authenticated"/)
    assert.equal((await server.send('GET', '/v1/contacts', { key, headers })).status, 403)
  })
})

describe('live updates', () => {
  const listen = ({ cookie }: Person, site: string) =>
    fetch(`${server.url}/v1/live`, { headers: { cookie, accept: 'text/event-stream', 'sec-fetch-site': site } })

  test('are not sent to other websites', async () => {
    const ana = await signIn(server)
    for (const site of ['cross-site', 'same-site']) {
      const answer = await listen(ana, site)
      assert.equal(answer.status, 403)
      await answer.body?.cancel()
    }
  })

  test('end when the person is removed', async () => {
    const [ana, ben] = [await signIn(server), await signIn(server, { role: 'editor' })]
    const answer = await listen(ben, 'same-origin')
    assert.equal(answer.status, 200)
    assert.equal((await ana.send('DELETE', `/v1/team/${ben.id}`)).status, 200)
    await answer.text()
  })
})

describe('while the database is unreachable', () => {
  /** A connection to the database that can be cut. */
  async function startLine(): Promise<{ url: string; cut(): void; mend(): Promise<void> }> {
    const folder = await mkdtemp(join(tmpdir(), 'doorpost-line-'))
    const host = /host=([^&]+)/.exec(server.databaseUrl)![1]!
    const target = join(decodeURIComponent(host), SOCKET)
    const ends = new Set<Socket>()
    const line = createServer((near) => {
      const far = connect(target)
      for (const end of [near, far]) {
        ends.add(end)
        end.on('error', () => {})
        end.on('close', () => [near, far].map((each) => each.destroy()))
      }
      near.pipe(far).pipe(near)
    })
    const cut = () => {
      line.close()
      for (const end of ends) end.destroy()
    }
    const mend = async () => {
      line.listen(join(folder, SOCKET))
      await once(line, 'listening')
    }
    await mend()
    after(async () => {
      cut()
      await rm(folder, { recursive: true, force: true })
    })
    return { url: server.databaseUrl.replace(host, encodeURIComponent(folder)), cut, mend }
  }

  test('every route about people is 503, and works again afterwards', async () => {
    const line = await startLine()
    const cut = await startServer({ beside: server, env: { ...TRUST, DATABASE_URL: line.url } })
    const ana = await signIn(server)
    const token = await createResetToken(server.deps.pool, server.deps.ids, ana.id, Date.now())
    const me = () => asPerson(cut, ana, ana.cookie).send('GET', '/v1/me')
    const enter = () => cut.send('POST', '/v1/auth/sign-in', { json: { email: ana.email, password: PASSWORD } })
    line.cut()
    const answers = [
      await me(),
      await enter(),
      await cut.send('GET', '/v1/setup'),
      await cut.send('POST', '/v1/auth/password/reset', { json: { token, password: 'another password for tests' } }),
      await cut.send('POST', '/v1/auth/passkeys/sign-in/options'),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [503, 503, 503, 503, 503],
    )
    await line.mend()
    await until(async () => (await me()).status === 200)
    assert.equal((await enter()).status, 200)
  })
})

describe('the key of the installation', () => {
  test('that cannot be read is tried again at the next sign-in', async () => {
    const { pool, ids, clock, log, config, workspaceId } = server.deps
    const isThere = [false, true]
    const users = createUsers({
      pool,
      ids,
      clock,
      log,
      baseUrl: config.baseUrl,
      workspaceId,
      sandbox: false,
      mailer: createMailer({ smtpUrl: null, from: null, log }),
      onLeave: async () => {},
      loadKeys: () => {
        if (!isThere.shift()) throw new Error('no such file')
        return loadSecretKeys(config)
      },
    })
    await assert.rejects(users.hashPassword(PASSWORD), /no such file/)
    assert.match(await users.hashPassword(PASSWORD), /^[0-9a-f]{32}:/)
  })
})
