import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { transaction } from '../../../src/db/database.ts'
import { createSecretBox, deriveKey, SecretBoxError } from '../../../src/lib/secrets/secret-box.ts'
import { updateKeyId } from '../../../src/secrets/fingerprint.ts'
import { SENDER_NAMES, senderOf } from '../../../src/webhooks/senders/registry.ts'
import { canProve } from '../../../src/webhooks/senders/shared/contract.ts'
import { rotateSourceSecretsIn } from '../../../src/webhooks/source-secrets.ts'
import { startServer } from '../../helpers/server.ts'

// Webhooks as they are managed: create, read, change, rotate, revoke.

const DAY_MS = 86_400_000
const OLD_KEY = 'the old secret key which is long enough'
const NEW_KEY = 'the new secret key which is long enough'
const time = { passedMs: 0 }
const env = { LOG_LEVEL: 'trace', BASE_URL: 'http://hooks.example' }
const server = await startServer({ clock: { now: () => Date.now() + time.passedMs }, env })
const key = await server.key()

let names = 0
const create = async (settings: object = {}) => {
  const answer = await server.send('POST', '/v1/webhooks', { key, json: { name: `source ${++names}`, ...settings } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const keyOf = (webhook: { receive_url: string }) => webhook.receive_url.split('/').at(-1)!
const get = async (id: string) => (await server.send('GET', `/v1/webhooks/${id}`, { key })).body.data
const patch = (id: string, json: object) => server.send('PATCH', `/v1/webhooks/${id}`, { key, json })
const rotate = (id: string) => server.send('POST', `/v1/webhooks/${id}/rotate`, { key })
const receive = (webhookKey: string, body = 'x', headers: Record<string, string> = {}) =>
  server.send('POST', `/v1/webhooks/receive/${webhookKey}`, { body, headers })
const statusOf = async (webhookKey: string) => (await receive(webhookKey)).status

/** A change takes effect within a second in every process; a busy machine gets more. */
async function until(what: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!(await what())) assert.ok(Date.now() < deadline, 'not in time')
}

describe('create', () => {
  test('answers with the webhook and its URL, which works and is shown only once', async () => {
    const made = await create({ name: 'first' })
    const { receive_url, ...webhook } = made
    assert.match(receive_url, /^http:\/\/hooks\.example\/v1\/webhooks\/receive\/whk_[0-9A-Za-z]{38,}$/)
    assert.deepEqual(webhook, {
      id: made.id,
      name: 'first',
      provider: 'none',
      signature: null,
      delivery_id: null,
      max_bytes: 1_048_576,
      rate_limit: null,
      retention_days: null,
      version: 1,
      mapping: null,
      paused: false,
      verified: 'unverified',
      has_secret: false,
      has_verify_token: false,
      has_access_token: false,
      previous_secret_until: null,
      active: true,
      key_hint: `${keyOf(made).slice(0, 8)}…${keyOf(made).slice(-4)}`,
      previous_key_until: null,
      deliveries: 0,
      rejections: 0,
      last_received_at: null,
      created_at: made.created_at,
      updated_at: made.created_at,
      revoked_at: null,
    })
    assert.deepEqual(await get(made.id), webhook)
    assert.equal(await statusOf(keyOf(made)), 200)
    const used = await get(made.id)
    assert.equal(used.deliveries, 1)
    assert.ok(used.last_received_at >= made.created_at)
  })

  test('keeps every setting', async () => {
    const settings = {
      provider: 'hmac',
      signature: {
        header: 'X-Sig',
        prefix: 'v1=',
        hash: 'sha512',
        encoding: 'base64',
        template: '{timestamp}.{body}',
        timestamp_header: 'X-Time',
        tolerance_seconds: 60,
      },
      delivery_id: 'body:/event/id',
      max_bytes: 2_048,
      rate_limit: 5,
      retention_days: 7,
      mapping: { fields: { first_name: '/name' } },
      paused: true,
    }
    const made = await create({ ...settings, secret: 'S', verify_token: 'V', access_token: 'A' })
    const { signature, mapping, ...rest } = settings
    for (const [name, value] of Object.entries(rest)) assert.deepEqual(made[name], value, name)
    assert.deepEqual(
      [made.verified, made.has_secret, made.has_verify_token, made.has_access_token],
      ['verified', true, true, true],
    )
    assert.deepEqual(
      {
        header: made.signature.header,
        prefix: made.signature.prefix,
        hash: made.signature.hash,
        tolerance_seconds: made.signature.tolerance_seconds,
      },
      { header: 'x-sig', prefix: signature.prefix, hash: 'sha512', tolerance_seconds: 60 },
    )
    assert.equal(made.mapping.fields.first_name[0].pointer, mapping.fields.first_name)
    assert.equal(await statusOf(keyOf(made)), 503, 'paused from the start')
  })

  const OPTIONAL = ['fillout', 'webflow', 'gravity_forms', 'contact_form_7', 'unbounce', 'brevo', 'pipedrive']

  test('every provider is accepted and shown as verified or not', async () => {
    for (const provider of SENDER_NAMES) {
      const made = await create({ provider, ...(provider === 'hmac' ? { signature: { header: 'x-sig' } } : {}) })
      const isOpen = !canProve(senderOf(provider)!) || OPTIONAL.includes(provider)
      assert.equal(made.verified, isOpen ? 'unverified' : 'verified', provider)
    }
  })

  test('lists every broken rule at once and stores nothing', async () => {
    const before = await server.sql('select count(*)::int as count from webhook_sources')
    const { status, body } = await server.send('POST', '/v1/webhooks', {
      key,
      json: {
        provider: 'facebook',
        secrets: 'x',
        secret: 7,
        delivery_id: 'cookie:id',
        max_bytes: 10,
        rate_limit: 1.5,
        retention_days: '30',
        mapping: { preset: 'nobody' },
        signature: 'x',
        paused: 'yes',
        nonsense: 1,
      },
    })
    assert.equal(status, 400)
    const fields = ['name', 'provider', 'secrets', 'secret', 'delivery_id', 'max_bytes', 'rate_limit', 'retention_days']
    for (const field of [...fields, 'mapping.preset', 'signature', 'paused', 'nonsense']) {
      assert.ok(Object.hasOwn(body.details, field), `${field} in ${Object.keys(body.details)}`)
    }
    assert.match(body.details.secrets[0], /Did you mean secret\?/)
    assert.deepEqual(await server.sql('select count(*)::int as count from webhook_sources'), before)
  })

  for (const [what, settings, field] of [
    ['a secret that nobody checks', { secret: 'S' }, 'secret'],
    ['a signature of a provider that is known', { provider: 'github', signature: { header: 'x' } }, 'signature'],
    ['provider hmac without a signature', { provider: 'hmac', secret: 'S' }, 'signature'],
    ['a secret that is none of its provider', { provider: 'standard', secret: 'not base64!' }, 'secret'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a mapping without a first name', { mapping: { fields: { email: '/email' } } }, 'mapping.fields'],
  ] as const) {
    test(`refuses ${what}`, async () => {
      const json = { name: `refused ${++names}`, ...settings }
      const { status, body } = await server.send('POST', '/v1/webhooks', { key, json })
      assert.equal(status, 400)
      assert.deepEqual(Object.keys(body.details), [field])
    })
  }

  test('the name of a live webhook is refused; that of a revoked one is free', async () => {
    const made = await create({ name: 'taken' })
    const again = await server.send('POST', '/v1/webhooks', { key, json: { name: 'taken' } })
    assert.deepEqual([again.status, Object.keys(again.body.details)], [400, ['name']])
    await server.send('DELETE', `/v1/webhooks/${made.id}`, { key })
    await create({ name: 'taken' })
  })

  test('twice under one Idempotency-Key creates one, and the repeat does not contain the URL', async () => {
    const json = { name: 'only once' }
    const headers = { 'idempotency-key': 'create a webhook' }
    const first = await server.send('POST', '/v1/webhooks', { key, json, headers })
    const second = await server.send('POST', '/v1/webhooks', { key, json, headers })
    assert.deepEqual([first.status, second.status], [201, 201])
    assert.equal(second.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual(second.body.data, { ...first.body.data, receive_url: null })
    const [row] = await server.sql<{ body: string }>('select body from idempotency_keys where key = $1', [
      headers['idempotency-key'],
    ])
    assert.ok(!row!.body.includes(keyOf(first.body.data).slice(4)))
    assert.equal(await statusOf(keyOf(first.body.data)), 200)
  })
})

describe('change', () => {
  test('only what is sent, null clears, and what was read may be sent back', async () => {
    const made = await create({ rate_limit: 9, retention_days: 5, delivery_id: 'header:x-id' })
    const changed = await patch(made.id, { rate_limit: null, max_bytes: 4_096, name: 'renamed' })
    assert.equal(changed.status, 200)
    const { rate_limit, max_bytes, name, retention_days, delivery_id } = changed.body.data
    assert.deepEqual(
      [rate_limit, max_bytes, name, retention_days, delivery_id],
      [null, 4_096, 'renamed', 5, 'header:x-id'],
    )
    const shown = await get(made.id)
    const { updated_at: _, version, ...same } = (await patch(made.id, shown)).body.data
    const { updated_at: __, version: earlier, ...before } = shown
    assert.equal(version, earlier + 1)
    assert.deepEqual(same, before)
  })

  test('that breaks rules changes nothing', async () => {
    const made = await create()
    const { status, body } = await patch(made.id, { name: 'ok', provider: 'hmac', max_bytes: 1, paused: null })
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(body.details).sort(), ['max_bytes', 'paused', 'signature'])
    const { receive_url: __, ...webhook } = made
    assert.deepEqual(await get(made.id), webhook)
  })

  test('to a taken name is refused, to its own name it is no change', async () => {
    const [one, other] = [await create(), await create()]
    const refused = await patch(one.id, { name: other.name })
    assert.deepEqual([refused.status, Object.keys(refused.body.details)], [400, ['name']])
    assert.equal((await patch(one.id, { name: one.name })).status, 200)
  })

  test('of the provider removes what belongs to the previous one', async () => {
    const made = await create({ provider: 'hmac', signature: { header: 'x-sig' }, secret: 'S' })
    const github = (await patch(made.id, { provider: 'github' })).body.data
    assert.deepEqual([github.provider, github.signature, github.has_secret], ['github', null, true])
    const unfit = await patch(made.id, { provider: 'standard' })
    assert.deepEqual([unfit.status, Object.keys(unfit.body.details)], [400, ['secret']], 'the stored secret is checked')
    const none = (await patch(made.id, { provider: 'none' })).body.data
    assert.deepEqual([none.provider, none.has_secret, none.verified], ['none', false, 'unverified'])
  })

  test('paused: the URL answers 503 until it is resumed, so that senders try again', async () => {
    const made = await create()
    assert.equal(await statusOf(keyOf(made)), 200)
    assert.equal((await patch(made.id, { paused: true })).body.data.paused, true)
    await until(async () => (await statusOf(keyOf(made))) === 503)
    const { deliveries, rejections } = await get(made.id)
    // A delivery that was refused with 503 is new when it comes again.
    const late = await receive(keyOf(made), 'late', { 'webhook-id': 'late' })
    assert.deepEqual([late.status, late.body.error], [503, 'service_unavailable'])
    assert.match(late.body.message, /paused.*again later/)
    assert.match(late.headers.get('retry-after')!, /^\d+$/)
    const kept = await get(made.id)
    assert.deepEqual([kept.deliveries, kept.rejections], [deliveries, rejections], 'nothing is kept')
    assert.ok(!server.logs.some((line) => line.includes('request failed')), 'it is no failure of ours')
    assert.equal((await patch(made.id, { paused: false })).body.data.paused, false)
    await until(async () => (await statusOf(keyOf(made))) === 200)
    assert.equal((await receive(keyOf(made), 'late', { 'webhook-id': 'late' })).body.data.duplicate, false)
    assert.ok((await get(made.id)).deliveries > deliveries)
  })

  test('of a revoked one is refused', async () => {
    const made = await create()
    await server.send('DELETE', `/v1/webhooks/${made.id}`, { key })
    for (const answer of [await patch(made.id, { paused: false }), await rotate(made.id)]) {
      assert.equal(answer.status, 400)
      assert.match(answer.body.message, /revoked/)
    }
  })
})

describe('rotate', () => {
  test('gives a new URL; the previous one works for 24 hours more, to the millisecond', async () => {
    const made = await create()
    assert.equal(await statusOf(keyOf(made)), 200)
    const { body, status } = await rotate(made.id)
    const rotated = body.data
    assert.equal(status, 200)
    assert.notEqual(keyOf(rotated), keyOf(made))
    assert.equal(rotated.key_hint, `${keyOf(rotated).slice(0, 8)}…${keyOf(rotated).slice(-4)}`)
    const until = Date.parse(rotated.previous_key_until)
    assert.ok(Math.abs(until - (Date.now() + time.passedMs + DAY_MS)) < 60_000)
    for (const each of [made, rotated]) assert.equal(await statusOf(keyOf(each)), 200)
    time.passedMs = until - Date.now() - 60_000
    for (const each of [made, rotated]) assert.equal(await statusOf(keyOf(each)), 200)
    time.passedMs += 60_000
    assert.equal(await statusOf(keyOf(made)), 404, 'also when it is in memory')
    assert.equal(await statusOf(keyOf(rotated)), 200)
    assert.equal((await get(made.id)).previous_key_until, null)
  })

  test('twice ends the first URL at once', async () => {
    const made = await create()
    assert.equal(await statusOf(keyOf(made)), 200)
    const second = (await rotate(made.id)).body.data
    const third = (await rotate(made.id)).body.data
    await until(async () => (await statusOf(keyOf(made))) === 404)
    for (const each of [second, third]) assert.equal(await statusOf(keyOf(each)), 200)
  })
})

describe('revoke', () => {
  test('keeps what was received, unless it is erased as well', async () => {
    const made = await create()
    let taken = 0
    const deliver = async () => {
      const status = await statusOf(keyOf(made))
      if (status === 200) taken++
      return status
    }
    for (let i = 0; i < 3; i++) assert.equal(await deliver(), 200)
    const path = `/v1/webhooks/${made.id}`
    assert.deepEqual((await server.send('DELETE', path, { key })).body.data, { id: made.id, deleted: true })
    // A delivery that arrives before the notification of the revocation is still accepted.
    await until(async () => (await deliver()) === 404)
    const revoked = await get(made.id)
    assert.deepEqual([revoked.active, revoked.deliveries], [false, taken])
    assert.ok(revoked.revoked_at)
    const erased = await server.send('DELETE', `${path}?erase=true`, { key })
    assert.equal(erased.status, 200)
    assert.equal((await get(made.id)).revoked_at, revoked.revoked_at)
    assert.equal((await get(made.id)).deliveries, 0)
    const left = await server.sql('select id from webhook_deliveries where source_id = $1', [made.id])
    assert.deepEqual(left, [])
  })

  test('refuses an erase that is neither true nor false, and then revokes nothing', async () => {
    const made = await create()
    const { status } = await server.send('DELETE', `/v1/webhooks/${made.id}?erase=yes`, { key })
    assert.equal(status, 400)
    assert.equal((await get(made.id)).active, true)
  })
})

describe('secrets', () => {
  const secrets = ['the-signing-secret-1', 'the-verify-token-2', 'the-access-token-3', 'the-signing-secret-4']

  test('must not be placeholders from documentation', async () => {
    for (const secret of ['whsec_...', 'whsec_…', '<signing secret>', 'YOUR_SECRET_HERE']) {
      const json = { name: 'Shop', provider: 'stripe', secret }
      const { status, body } = await server.send('POST', '/v1/webhooks', { key, json })
      assert.equal(status, 400)
      assert.match(body.details.secret[0], /placeholder.*real one/)
    }
  })

  test('are compared with placeholders in linear time', async () => {
    const secret = `your_${'a_'.repeat(100)}!`
    const { status } = await server.send('POST', '/v1/webhooks', {
      key,
      json: { name: 'A', provider: 'stripe', secret },
    })
    assert.equal(status, 201)
  })

  test('are never shown, and encrypted in the database', async () => {
    const [secret, verify_token, access_token, next] = secrets
    const made = await create({ provider: 'meta', secret, verify_token, access_token })
    const answers = [JSON.stringify(made)]
    for (const answer of [
      await patch(made.id, { secret: next }),
      await server.send('GET', '/v1/webhooks?limit=1000', { key }),
      await rotate(made.id),
      await server.send('POST', '/v1/webhooks', { key, json: { name: made.name, provider: 'meta', secret } }),
      await patch(made.id, { secret, max_bytes: 0 }),
    ]) {
      answers.push(answer.text)
    }
    const [row] = await server.sql<{ text: string; raw: string }>(
      `select s::text as text, encode(secret || old_secret || verify_token || access_token, 'escape') as raw
         from webhook_sources s where id = $1`,
      [made.id],
    )
    for (const text of [...answers, row!.text, row!.raw]) {
      for (const each of secrets) assert.ok(!text.includes(each!), each)
    }
    assert.equal((await get(made.id)).has_secret, true)
  })

  test('a new one leaves the previous one valid for a day; removing it ends both', async () => {
    const made = await create({ provider: 'github', secret: 'one' })
    const changed = (await patch(made.id, { secret: 'two' })).body.data
    assert.ok(Math.abs(Date.parse(changed.previous_secret_until) - (Date.now() + time.passedMs + DAY_MS)) < 60_000)
    const same = (await patch(made.id, { secret: 'two' })).body.data
    assert.equal(same.previous_secret_until, changed.previous_secret_until, 'the same again is no change')
    const none = (await patch(made.id, { secret: null })).body.data
    assert.deepEqual([none.has_secret, none.previous_secret_until], [false, null])
    const [row] = await server.sql('select secret, old_secret from webhook_sources where id = $1', [made.id])
    assert.deepEqual(row, { secret: null, old_secret: null })
  })

  test('are sealed again with a new key, all or none, and still work', async () => {
    const other = await startServer({ env: { SECRET_KEY: OLD_KEY } })
    const input = { provider: 'meta', secret: 'one', verify_token: 'V', access_token: 'A' }
    const { id, key: webhookKey } = await other.webhook(undefined, input)
    const owner = await other.key()
    const json = { secret: 'two' }
    assert.equal((await other.send('PATCH', `/v1/webhooks/${id}`, { key: owner, json })).status, 200)
    const [old, next] = [deriveKey(OLD_KEY), deriveKey(NEW_KEY)]
    const columns = ['secret', 'old_secret', 'verify_token', 'access_token']
    const keyIds = async () => {
      const [row] = await other.sql<Record<string, Buffer>>('select * from webhook_sources where id = $1', [id])
      return new Set(columns.map((column) => row![column]!.subarray(1, 9).toString()))
    }
    const rotate = (...keys: (typeof next)[]) =>
      transaction(other.deps.pool, (tx) => rotateSourceSecretsIn(tx, createSecretBox(keys)))
    await assert.rejects(rotate(next), SecretBoxError)
    assert.deepEqual(await keyIds(), new Set([old.id]))
    assert.equal(await rotate(next, old), 1)
    assert.deepEqual(await keyIds(), new Set([next.id]))
    // Same as "secrets rotate".
    await updateKeyId(other.deps.pool, next.id)
    const after = await startServer({ beside: other, env: { SECRET_KEY: NEW_KEY } })
    for (const secret of ['one', 'two']) {
      const headers = { 'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update('x').digest('hex')}` }
      const { status } = await after.send('POST', `/v1/webhooks/receive/${webhookKey}`, { body: 'x', headers })
      assert.equal(status, 200)
    }
  })

  after(() => {
    const text = server.logs.join('')
    for (const each of [...secrets, 'whk_']) assert.ok(!text.includes(each!), `${each} is in a log`)
  })
})
