import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { keyFormat } from '../../../src/keys/hash.ts'
import { SCOPES, type Scope } from '../../../src/scopes.ts'
import { webhookKeys } from '../../../src/webhooks/source-secrets.ts'
import { runSql } from '../../helpers/postgres.ts'
import { sendRaw } from '../../helpers/raw.ts'
import { type Answer, type SendOptions, startServer, type TestServer } from '../../helpers/server.ts'

interface Document {
  security: object[]
  paths: Record<string, Record<string, { security?: object[] }>>
}

const server = await startServer()
const time = { now: Date.parse('2026-11-15T09:00:00Z') }
const second = await startServer({ beside: server })
const frozen = await startServer({ beside: server, clock: { now: () => time.now } })
const limited = await startServer({
  beside: server,
  env: { RATE_LIMIT_AUTHENTICATED: '1', RATE_LIMIT_PUBLIC: '1', TRUST_PROXY: 'loopback' },
})
const servers = [server, second, frozen, limited]

const document = JSON.parse(readFileSync(new URL('../../../openapi.full.json', import.meta.url), 'utf8')) as Document
const operations = Object.entries(document.paths).flatMap(([template, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${template}`,
    method: method.toUpperCase(),
    path: template.replace(/\{\w+\}/g, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012'),
    security: operation.security ?? document.security,
  })),
)
const protectedOperations = operations.filter(({ security }) => security.length > 0)
const forKeys = protectedOperations.filter(({ security }) => security.some((way) => 'apiKey' in way))
/** Any key may ask what it is, without a permission. */
const keyOperations = forKeys.filter(({ name }) => name !== 'GET /v1/keys/self')
const isPublic = ({ security }: { security: object[] }) => security.some((way) => Object.keys(way).length === 0)

const good = await server.key()
const other = await server.key()
const expired = await server.key({ expiresAt: new Date(Date.now() - 1) })
const revoked = await server.key()
await revokeBySql(revoked)

async function revokeBySql(key: string): Promise<void> {
  const rows = await server.sql(
    "update api_keys set revoked_at = now() where key_hash = sha256(convert_to($1, 'UTF8')) returning id",
    [key],
  )
  assert.equal(rows.length, 1)
}

async function countContacts(): Promise<number> {
  const [row] = await server.sql<{ count: number }>('select count(*)::int as count from contacts')
  return row!.count
}

function assertUnauthorized(answer: Answer): void {
  assert.equal(answer.status, 401, answer.text)
  assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="doorpost"')
  assert.deepEqual(Object.keys(answer.body), ['error', 'message', 'status'])
  assert.equal(answer.body.error, 'unauthorized')
  assert.equal(answer.body.status, 401)
}

const wrongChecksum = `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`
const headers: Record<string, string> = {
  'an empty header': '',
  'a bare key': good,
  garbage: 'Bearer garbage',
  'only the scheme': 'Bearer',
  'the wrong scheme': `Basic ${Buffer.from(`${good}:`).toString('base64')}`,
  'the key under another scheme': `Token ${good}`,
  'a wrong checksum': `Bearer ${wrongChecksum}`,
  'a key in another case': `Bearer ${good.toUpperCase()}`,
  'a key that is cut off': `Bearer ${good.slice(0, -1)}`,
  'a key in quotes': `Bearer "${good}"`,
  'a well-formed key that nobody has': `Bearer ${keyFormat.create()}`,
  'a webhook key': `Bearer ${webhookKeys.create()}`,
  'an expired key': `Bearer ${expired}`,
  'a revoked key': `Bearer ${revoked}`,
  'two keys with a comma': `Bearer ${good}, ${other}`,
  'two keys with a space': `Bearer ${good} ${other}`,
}

describe('every operation', () => {
  test('the document has enough operations to test', () => {
    assert.ok(protectedOperations.length >= 14)
    assert.equal(protectedOperations.filter(isPublic).length, 1)
  })

  for (const [name, authorization] of Object.entries(headers)) {
    test(`${name} is 401 on every operation that takes a key, and nothing is stored`, async () => {
      const rows = await countContacts()
      for (const { method, path } of protectedOperations) {
        const body = method === 'GET' ? {} : { json: { first_name: 'Ana' } }
        assertUnauthorized(await server.send(method, path, { headers: { authorization }, ...body }))
      }
      assert.equal(await countContacts(), rows)
    })
  }

  for (const [name, query] of Object.entries({ 'no key': '', 'a key in the query': `?api_key=${good}&key=${good}` })) {
    test(`${name} is 401 on every operation except the public one`, async () => {
      for (const operation of protectedOperations) {
        const { method, path } = operation
        const answer = await server.send(method, path + query, method === 'GET' ? {} : { json: { first_name: 'Ana' } })
        if (isPublic(operation)) assert.equal(answer.status, 201)
        else assertUnauthorized(answer)
      }
    })
  }

  test('a key in two Authorization headers is 401 everywhere, because it is ambiguous', async () => {
    for (const { method, path } of protectedOperations) {
      for (const pair of [
        [good, other],
        [good, 'garbage'],
        ['garbage', good],
      ]) {
        const sent = pair.map((key) => ['authorization', `Bearer ${key}`] as const)
        assertUnauthorized(await sendRaw(server, { method, path, headers: sent }))
      }
    }
  })

  test('the scheme may be written in any case', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer  ']) {
      const answer = await server.send('GET', '/v1/contacts', { headers: { authorization: `${scheme} ${good}` } })
      assert.equal(answer.status, 200)
    }
  })

  test('a refusal distinguishes expired, revoked, unknown and mistyped keys', async () => {
    const messages = [expired, revoked, keyFormat.create(), wrongChecksum].map(async (key) => {
      const { message } = (await server.send('GET', '/v1/contacts', { key })).body
      assert.ok(!message.includes(key))
      return message
    })
    assert.equal(new Set(await Promise.all(messages)).size, 4)
  })

  test('unknown, revoked and malformed webhook keys get the same 404', async () => {
    const gone = await server.webhook()
    assert.equal((await server.send('POST', `/v1/webhooks/receive/${gone.key}`, { body: 'x' })).status, 200)
    await server.sql('update webhook_sources set revoked_at = now() where id = $1', [gone.id])
    await refusedSoon(() => server.send('POST', `/v1/webhooks/receive/${gone.key}`, { body: 'x' }), 200, 404)
    const keys = [gone.key, webhookKeys.create(), 'x', `${gone.key}0`, 'a'.repeat(600), '%20']
    const bodies = keys.map(async (key) => {
      const answer = await server.send('POST', `/v1/webhooks/receive/${key}`, { body: 'x' })
      assert.equal(answer.status, 404)
      return answer.text
    })
    assert.equal(new Set(await Promise.all(bodies)).size, 1)
  })
})

describe('permissions', () => {
  const needed: Record<string, Scope> = {
    'POST /v1/contacts': 'contacts:write',
    'GET /v1/contacts': 'contacts:read',
    'GET /v1/contacts/export': 'contacts:read',
    'GET /v1/contacts/values': 'contacts:read',
    'POST /v1/contacts/imports': 'contacts:write',
    'GET /v1/contacts/imports': 'contacts:read',
    'GET /v1/contacts/imports/{id}': 'contacts:read',
    'GET /v1/contacts/imports/{id}/rows': 'contacts:read',
    'POST /v1/contacts/imports/{id}/rows': 'contacts:read',
    'POST /v1/contacts/imports/{id}/cancel': 'contacts:write',
    'GET /v1/contacts/{id}': 'contacts:read',
    'PATCH /v1/contacts/{id}': 'contacts:write',
    'DELETE /v1/contacts/{id}': 'contacts:write',
    'POST /v1/contacts/{id}/merge': 'contacts:write',
    'POST /v1/contacts/{id}/merge/undo': 'contacts:write',
    'GET /v1/people': 'contacts:read',
    'POST /v1/people/erase': 'contacts:write',
    'GET /v1/people/erasures/{id}': 'contacts:write',
    'GET /v1/people/{email}': 'contacts:read',
    'POST /v1/posts/thread': 'posts:write',
    'POST /v1/posts/photo': 'posts:write',
    'POST /v1/posts/professional': 'posts:write',
    'POST /v1/posts/short': 'posts:write',
    'POST /v1/posts': 'posts:write',
    'GET /v1/posts/groups/{id}': 'posts:read',
    'PATCH /v1/posts/groups/{id}': 'posts:write',
    'DELETE /v1/posts/groups/{id}': 'posts:write',
    'POST /v1/posts/groups/{id}/publish': 'posts:write',
    'POST /v1/posts/groups/{id}/retry': 'posts:write',
    'POST /v1/posts/groups/{id}/cancel': 'posts:write',
    'GET /v1/posts': 'posts:read',
    'GET /v1/posts/calendar': 'posts:read',
    'GET /v1/publishing': 'posts:read',
    'GET /v1/posts/{id}': 'posts:read',
    'PATCH /v1/posts/{id}': 'posts:write',
    'DELETE /v1/posts/{id}': 'posts:write',
    'GET /v1/posts/{id}/attempts': 'posts:read',
    'POST /v1/posts/{id}/publish': 'posts:write',
    'POST /v1/posts/{id}/retry': 'posts:write',
    'POST /v1/posts/{id}/cancel': 'posts:write',
    'POST /v1/posts/{id}/resolve': 'posts:write',
    'POST /v1/links': 'links:write',
    'GET /v1/links': 'links:read',
    'GET /v1/links/{id}': 'links:read',
    'GET /v1/link-page': 'links:read',
    'PATCH /v1/link-page': 'links:write',
    'GET /v1/links/{id}/days': 'links:read',
    'GET /v1/links/{id}/qr': 'links:read',
    'GET /v1/links/{id}/qr.png': 'links:read',
    'PATCH /v1/links/{id}': 'links:write',
    'DELETE /v1/links/{id}': 'links:write',
    'POST /v1/media': 'posts:write',
    'GET /v1/media': 'posts:read',
    'GET /v1/media/{id}': 'posts:read',
    'PATCH /v1/media/{id}': 'posts:write',
    'DELETE /v1/media/{id}': 'posts:write',
    'GET /v1/connections': 'posts:read',
    'PATCH /v1/connections/{id}': 'posts:write',
    'DELETE /v1/connections/{id}': 'posts:write',
    'POST /v1/connections/{id}/resume': 'posts:write',
    'POST /v1/webhooks': 'webhooks:write',
    'GET /v1/webhooks': 'webhooks:read',
    'GET /v1/webhooks/presets': 'webhooks:read',
    'GET /v1/webhooks/{id}': 'webhooks:read',
    'PATCH /v1/webhooks/{id}': 'webhooks:write',
    'DELETE /v1/webhooks/{id}': 'webhooks:write',
    'POST /v1/webhooks/{id}/rotate': 'webhooks:write',
    'POST /v1/webhooks/{id}/mapping/preview': 'webhooks:read',
    'GET /v1/webhooks/{id}/deliveries': 'webhooks:read',
    'GET /v1/webhooks/{id}/deliveries/{delivery_id}': 'webhooks:read',
    'GET /v1/webhooks/{id}/deliveries/{delivery_id}/raw': 'webhooks:read',
    'POST /v1/webhooks/{id}/deliveries/{delivery_id}/replay': 'webhooks:write',
    'DELETE /v1/webhooks/{id}/deliveries/{delivery_id}': 'webhooks:write',
    'GET /v1/webhooks/{id}/rejections': 'webhooks:read',
    'GET /v1/webhooks/{id}/rejections/{rejection_id}': 'webhooks:read',
    'POST /v1/webhooks/{id}/rejections/{rejection_id}/accept': 'webhooks:write',
    'DELETE /v1/webhooks/{id}/rejections/{rejection_id}': 'webhooks:write',
    'GET /v1/events': 'events:read',
    'GET /v1/events/{id}': 'events:read',
    'POST /v1/forms': 'forms:write',
    'GET /v1/forms': 'forms:read',
    'GET /v1/forms/{id}': 'forms:read',
    'PATCH /v1/forms/{id}': 'forms:write',
    'DELETE /v1/forms/{id}': 'forms:write',
    'GET /v1/forms/{id}/consents': 'forms:read',
    'GET /v1/forms/files/{id}': 'contacts:read',
    'POST /v1/forms/{id}/test': 'forms:write',
    'GET /v1/forms/{id}/submissions': 'forms:read',
    'POST /v1/forms/{id}/submissions/{submission_id}/withdraw': 'forms:write',
    'GET /v1/held': 'forms:read',
    'POST /v1/held/accept': 'forms:write',
    'GET /v1/held/{id}': 'forms:read',
    'DELETE /v1/held/{id}': 'forms:write',
    'POST /v1/held/{id}/accept': 'forms:write',
    'GET /v1/events/types': 'events:read',
    'POST /v1/events/endpoints': 'events:write',
    'GET /v1/events/endpoints': 'events:read',
    'GET /v1/events/endpoints/{id}': 'events:read',
    'PATCH /v1/events/endpoints/{id}': 'events:write',
    'DELETE /v1/events/endpoints/{id}': 'events:write',
    'POST /v1/events/endpoints/{id}/rotate': 'events:write',
    'POST /v1/events/endpoints/{id}/test': 'events:write',
    'POST /v1/events/endpoints/{id}/recover': 'events:write',
    'GET /v1/events/endpoints/{id}/deliveries': 'events:read',
    'GET /v1/events/endpoints/{id}/deliveries/{event_id}': 'events:read',
    'POST /v1/events/endpoints/{id}/deliveries/{event_id}/resend': 'events:write',
    'GET /v1/live': 'events:read',
    'POST /v1/contacts/batch': 'contacts:write',
    'PUT /v1/contacts/by-email/{email}': 'contacts:write',
    'POST /v1/contacts/bulk': 'contacts:write',
    'GET /v1/contacts/{id}/export': 'contacts:read',
    'GET /v1/contacts/{id}/notes': 'contacts:read',
    'POST /v1/contacts/{id}/notes': 'contacts:write',
    'PATCH /v1/contacts/{id}/notes/{note_id}': 'contacts:write',
    'DELETE /v1/contacts/{id}/notes/{note_id}': 'contacts:write',
    'GET /v1/views': 'contacts:read',
    'POST /v1/views': 'contacts:write',
    'PATCH /v1/views/{id}': 'contacts:write',
    'DELETE /v1/views/{id}': 'contacts:write',
    'GET /v1/people/{email}/timeline': 'contacts:read',
    'GET /v1/people/{email}/export': 'contacts:read',
    'GET /v1/mails': 'contacts:read',
    'GET /v1/reports/attribution': 'contacts:read',
    'GET /v1/reports/attribution/export': 'contacts:read',
    'GET /v1/reports/contacts': 'contacts:read',
    'GET /v1/reports/attention': 'posts:read',
    'GET /v1/reports/upcoming': 'posts:read',
  }

  test('every operation that takes a key is in this table', () => {
    assert.deepEqual(keyOperations.map(({ name }) => name).sort(), Object.keys(needed).sort())
  })

  for (const { name, method, path } of keyOperations) {
    const scope = needed[name]!
    test(`${name} needs ${scope}: a key with all others is 403, a key with only that is accepted`, async () => {
      const body = method === 'GET' ? {} : { json: {} }
      const without = await server.key({ scopes: SCOPES.filter((each) => each !== scope) })
      const refused = await server.send(method, path, { key: without, ...body })
      assert.equal(refused.status, 403)
      assert.equal(refused.body.error, 'forbidden')
      assert.ok(refused.body.message.includes(scope))
      const scopes = path.startsWith('/v1/contacts/by-email/') ? ([scope, 'contacts:read'] as const) : [scope]
      const answer = await server.send(method, path, { key: await server.key({ scopes }), ...body })
      assert.ok([200, 400, 404].includes(answer.status), answer.text)
    })
  }

  test('actions for signed-in people are 403 with any key', async () => {
    const forPeople = protectedOperations.filter((operation) => !forKeys.includes(operation))
    assert.ok(forPeople.some(({ name }) => name === 'POST /v1/keys'))
    for (const { name, method, path } of forPeople) {
      const answer = await server.send(method, path, { key: good, ...(method === 'GET' ? {} : { json: {} }) })
      assert.equal(answer.status, 403, name)
      assert.match(answer.body.message, /No API key may do this/)
    }
  })

  test('a permission that is removed by SQL is gone within a second', async () => {
    const key = await server.key()
    assert.equal((await server.send('GET', '/v1/contacts', { key })).status, 200)
    const text = "update api_keys set scopes = '{posts:read}' where key_hash = sha256(convert_to($1, 'UTF8'))"
    await server.sql(text, [key])
    await refusedSoon(() => server.send('GET', '/v1/contacts', { key }), 200, 403)
  })
})

describe('the order of the checks', () => {
  const big = { headers: { 'content-type': 'application/json' }, body: '['.repeat(1_048_577) }
  const readOnly = ['contacts:read'] as const
  let addresses = 0
  const fromNew = () => ({ 'x-forwarded-for': `198.51.100.${++addresses}` })
  const contacts = (on: TestServer, options: SendOptions) => on.send('POST', '/v1/contacts', options)

  test('404 and 405 come before 401', async () => {
    const options = { ...big, headers: { ...big.headers, authorization: 'Bearer garbage' } }
    assert.equal((await server.send('POST', '/v1/nothing', options)).status, 404)
    const answer = await server.send('PUT', '/v1/contacts', options)
    assert.equal(answer.status, 405)
    assert.equal(answer.headers.get('allow'), 'GET, HEAD, OPTIONS, POST')
  })

  test('401 comes before 429: a bad key is reported even if the address or the key has used up its window', async () => {
    const address = fromNew()
    assert.equal((await contacts(limited, { headers: address, json: { first_name: 'Ana' } })).status, 201)
    assert.equal((await contacts(limited, { headers: address, json: { first_name: 'Ana' } })).status, 429)
    assertUnauthorized(await contacts(limited, { headers: { ...address, authorization: 'Bearer garbage' }, json: {} }))
    const key = await server.key()
    const list = () => limited.send('GET', '/v1/contacts', { key })
    assert.deepEqual([(await list()).status, (await list()).status], [200, 429])
    await revokeBySql(key)
    assertUnauthorized(await refusedSoon(list, 429, 401))
  })

  test('429 comes before 403, 413 and 400', async () => {
    const key = await server.key({ scopes: readOnly })
    assert.equal((await contacts(limited, { key, ...big })).status, 403)
    assert.equal((await contacts(limited, { key, ...big })).status, 429)
    const address = fromNew()
    const options = { ...big, headers: { ...big.headers, ...address } }
    assert.equal((await contacts(limited, options)).status, 413)
    assert.equal((await contacts(limited, options)).status, 429)
  })

  test('403 comes before 413, and 413 before 400', async () => {
    assert.equal((await contacts(server, { key: await server.key({ scopes: readOnly }), ...big })).status, 403)
    const text = { ...big, headers: { 'content-type': 'text/plain', 'content-encoding': 'gzip' } }
    assert.equal((await contacts(server, { key: good, ...text })).status, 413)
    assert.equal((await contacts(server, text)).status, 413)
    assert.equal((await contacts(server, { key: good, ...text, body: '[' })).status, 400)
  })
})

/**
 * Repeats a request: for a while it may still be accepted, but never after a refusal or after the time. The promise is
 * one second; a busy machine gets more.
 */
async function refusedSoon(send: () => Promise<Answer>, before: number, after: number): Promise<Answer> {
  const deadline = Date.now() + 5_000
  for (;;) {
    const isLate = Date.now() > deadline
    const answer = await send()
    if (answer.status === after) {
      assert.equal((await send()).status, after)
      return answer
    }
    assert.equal(answer.status, before, answer.text)
    assert.ok(!isLate, 'a request that began seconds later was let in')
  }
}

describe('keys that end', () => {
  test('a key that is revoked by plain SQL is refused within a second by every process', async () => {
    const key = await server.key()
    for (const on of [server, second]) assert.equal((await on.send('GET', '/v1/contacts', { key })).status, 200)
    await revokeBySql(key)
    const sends = [server, second].map((on) => refusedSoon(() => on.send('GET', '/v1/contacts', { key }), 200, 401))
    for (const answer of await Promise.all(sends)) assert.match(answer.body.message, /revoked/)
  })

  test('a key that is deleted is refused within a second', async () => {
    const key = await server.key()
    assert.equal((await server.send('GET', '/v1/contacts', { key })).status, 200)
    await server.sql("delete from api_keys where key_hash = sha256(convert_to($1, 'UTF8'))", [key])
    await refusedSoon(() => server.send('GET', '/v1/contacts', { key }), 200, 401)
  })

  test('a key that expires while it is in memory is refused from that millisecond on', async () => {
    const key = await server.key({ expiresAt: new Date(time.now + 500) })
    const list = () => frozen.send('GET', '/v1/contacts', { key })
    while (frozen.deps.keys.peek(key) === null) assert.equal((await list()).status, 200)
    time.now += 499
    assert.equal((await list()).status, 200)
    time.now += 1
    const answer = await list()
    assertUnauthorized(answer)
    assert.match(answer.body.message, /expired/)
  })

  test('the last use of a key is recorded, that of a refused one is not', async () => {
    const [used, unused] = [await server.key(), await server.key({ expiresAt: new Date(time.now) })]
    assert.equal((await frozen.send('GET', '/v1/contacts', { key: used })).status, 200)
    assertUnauthorized(await frozen.send('GET', '/v1/contacts', { key: unused }))
    await frozen.deps.keys.saveUses()
    const text = "select last_used_at from api_keys where key_hash = sha256(convert_to($1, 'UTF8'))"
    assert.deepEqual(await server.sql(text, [used]), [{ last_used_at: new Date(time.now) }])
    assert.deepEqual(await server.sql(text, [unused]), [{ last_used_at: null }])
  })

  test('a key that is revoked while no notification can arrive is refused within a second', async () => {
    const key = await server.key()
    while (second.deps.keys.peek(key) === null) await second.send('GET', '/v1/contacts', { key })
    const name = /\/(test_\w+)\?/.exec(server.databaseUrl)![1]!
    const elsewhere = server.databaseUrl.replace(name, 'postgres')
    await runSql(elsewhere, `alter database ${name} with allow_connections false`)
    try {
      const cut = `select pg_terminate_backend(pid) from pg_stat_activity
                    where datname = current_database() and application_name = 'doorpost listener'`
      assert.ok((await server.sql(cut)).length >= 1)
      await revokeBySql(key)
      await refusedSoon(() => second.send('GET', '/v1/contacts', { key }), 200, 401)
    } finally {
      await runSql(elsewhere, `alter database ${name} with allow_connections true`)
    }
  })
})

test('no key, webhook key or e-mail address of all these requests is in a log, not even inside an error', async () => {
  const email = 'secret.person@private.example'
  await server.sql(`create function leak() returns trigger language plpgsql as $$
    begin raise exception 'failed for % and %', new.email, '${good}'; end $$`)
  await server.sql(`create trigger leak before insert on contacts for each row
    when (new.first_name = 'leak') execute function leak()`)
  const json = { first_name: 'leak', email }
  assert.equal((await server.send('POST', '/v1/contacts', { key: good, json })).status, 500)
  await server.send('GET', `/v1/contacts/${email}?email=${email}&key=${good}`, { key: good })
  await server.send('GET', `/v1/contacts?email=${email}`, { key: good })
  const webhook = await server.webhook()
  await server.send('POST', `/v1/webhooks/receive/${webhook.key}?from=${email}`, { json })

  const lines = servers.flatMap((each) => each.logs)
  assert.ok(lines.length > 300)
  assert.ok(lines.some((line) => line.includes('[redacted]')))
  const secrets = /svc_pk_|whk_|private\.example|secret\.person|@example/
  assert.deepEqual(
    lines.filter((line) => secrets.test(line)),
    [],
  )
})
