import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { deriveKey } from '../../../src/lib/secrets/secret-box.ts'
import { findKeyId, updateKeyId } from '../../../src/secrets/fingerprint.ts'
import { purgeDeliveries } from '../../../src/webhooks/delivery-store.ts'
import { startServer } from '../../helpers/server.ts'

// The checks of a source, from the socket to the row. senders.test.ts covers every sender, and
// tests/unit/webhooks/verify every kind of error.

const time = { passedMs: 0 }
const now = () => Date.now() + time.passedMs
const server = await startServer({ clock: { now } })
const key = await server.key()

const receive = (webhookKey: string, body: string | Uint8Array, headers: Record<string, string> = {}, query = '') =>
  server.send('POST', `/v1/webhooks/receive/${webhookKey}${query}`, { body, headers })
const source = (settings: object) => server.webhook(undefined, settings)
const get = async (path: string) => (await server.send('GET', `/v1/webhooks/${path}`, { key })).body
const hmac = (secret: string | Buffer, text: string, encoding: 'hex' | 'base64' = 'hex') =>
  createHmac('sha256', secret).update(text).digest(encoding)
const github = (secret: string, body: string) => ({ 'x-hub-signature-256': `sha256=${hmac(secret, body)}` })

test('a repeat is recognised by the id at the chosen place', async () => {
  const body = '{"id": "evt_1", "type": "x"}'
  const webhook = await source({
    provider: 'hmac',
    secret: 'hush',
    signature: { header: 'X-Sign' },
    delivery_id: 'body:/id',
  })
  const headers = { 'x-sign': hmac('hush', body) }
  const first = await receive(webhook.key, body, headers)
  const again = await receive(webhook.key, body, headers)
  assert.deepEqual(again.body.data, { ...first.body.data, duplicate: true })
  const delivery = (await get(`${webhook.id}/deliveries/${first.body.data.id}`)).data
  assert.deepEqual([delivery.verified, delivery.delivery_id, delivery.duplicates], [true, 'evt_1', 1])
})

describe('a delivery that is not verified', () => {
  test('is 401 with one message for all, and kept with its reason, apart from the deliveries', async () => {
    const webhook = await source({ provider: 'github', secret: 'hush' })
    const bytes = Buffer.from([0xff, 0, 1, 2])
    const answers = [
      await receive(webhook.key, 'no signature', { 'x-api-key': 'not ours', 'x-custom': 'kept' }, '?a=1'),
      await receive(webhook.key, 'wrong secret', github('other', 'wrong secret')),
      await receive(webhook.key, bytes, { 'x-hub-signature-256': 'sha256=zz' }),
    ]
    for (const { status } of answers) assert.equal(status, 401)
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1, 'the sender is told nothing about how it was wrong')
    const { data, pagination } = await get(`${webhook.id}/rejections`)
    assert.equal(pagination.total, 3)
    assert.deepEqual(
      data.map(({ code }: { code: string }) => code),
      ['malformed_signature', 'wrong_signature', 'missing_signature'],
    )
    for (const { reason } of data) assert.ok(reason.length > 20 && !reason.includes('hush'))
    assert.deepEqual(
      data.map(({ reason_code }: { reason_code: string }) => reason_code),
      ['rejection.not_hex', 'rejection.wrong_signature', 'rejection.missing_header'],
    )
    assert.deepEqual(data[2].reason_values, { name: 'x-hub-signature-256' })
    assert.equal(data[0].body_base64, bytes.toString('base64'))
    assert.deepEqual([data[2].body_text, data[2].query], ['no signature', 'a=1'])
    const headers = Object.fromEntries(data[2].headers)
    assert.deepEqual([headers['x-custom'], headers['x-api-key']], ['kept', undefined])
    assert.deepEqual((await get(`${webhook.id}/rejections/${data[1].id}`)).data, data[1])
    assert.deepEqual((await get(`${webhook.id}/deliveries`)).data, [])
    const [outbox] = await server.sql('select count(*)::int as count from event_outbox where webhook_id = $1', [
      webhook.id,
    ])
    assert.deepEqual(outbox, { count: 0 })
  })

  test('says in the language of the reader which secret is meant, and names it by a code', async () => {
    const webhook = await source({ provider: 'hubspot', secret: 'hush' })
    const signature = Buffer.alloc(32).toString('base64')
    const headers = { 'x-hubspot-signature-v3': signature, 'x-hubspot-request-timestamp': String(now()) }
    await receive(webhook.key, '{}', headers)
    const read = async (language: string) => {
      const answer = await server.send('GET', `/v1/webhooks/${webhook.id}/rejections`, {
        key,
        headers: { 'accept-language': language },
      })
      return answer.body.data[0]
    }
    const english = await read('en')
    assert.match(english.reason, /the secret of this webhook is the client secret of your app at HubSpot/)
    assert.deepEqual(english.reason_values, { secret: { code: 'sender.hubspot.secret' } })
    assert.match((await read('de')).reason, /das Client-Geheimnis Ihrer App bei HubSpot/)
    assert.match((await read('ja')).reason, /HubSpotのアプリのクライアントシークレット/)
  })

  test('whose token is missing or wrong says so in English, and in German to those who ask for it', async () => {
    const webhook = await source({ provider: 'google_ads', secret: 'hush-hush' })
    await receive(webhook.key, '{"lead_id": "1"}')
    await receive(webhook.key, '{"lead_id": "1", "google_key": "another"}')
    const read = async (headers: Record<string, string> = {}) => {
      const answer = await server.send('GET', `/v1/webhooks/${webhook.id}/rejections`, { key, headers })
      const reasons = answer.body.data.map(({ reason }: { reason: string }) => reason)
      return { reasons, language: answer.headers.get('content-language') }
    }
    assert.deepEqual(await read(), {
      language: 'en',
      reasons: [
        'The secret in the delivery does not match. Check that the secret of this webhook is the key that you enter at the lead form in Google Ads.',
        'The delivery brings no secret. Check that the sender is set up to send it: the secret of this webhook is the key that you enter at the lead form in Google Ads.',
      ],
    })
    assert.deepEqual(await read({ 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }), {
      language: 'de',
      reasons: [
        'Das Geheimnis in der Zustellung ist ein anderes. Das Geheimnis dieses Webhooks muss sein: der Schlüssel, der beim Lead-Formular in Google Ads eingetragen ist.',
        'Die Zustellung bringt kein Geheimnis mit. Prüfen, ob der Absender es sendet: Das Geheimnis dieses Webhooks ist der Schlüssel, der beim Lead-Formular in Google Ads eingetragen ist.',
      ],
    })
  })

  test('from 0.2 keeps its stored reason', async () => {
    const webhook = await source({ provider: 'github', secret: 'hush' })
    await receive(webhook.key, 'no signature')
    const old = "set reason = 'As 0.2 said it.', reason_code = null, reason_values = null"
    await server.sql(`update webhook_rejections ${old} where source_id = $1`, [webhook.id])
    const [rejection] = (await get(`${webhook.id}/rejections`)).data
    const { reason, reason_code, reason_values } = rejection
    assert.deepEqual([reason, reason_code, reason_values], ['As 0.2 said it.', null, null])
  })

  test('can be accepted by a person: it becomes a delivery, unverified, at its own time', async () => {
    const webhook = await source({ provider: 'github' })
    const body = '{"n": 1}'
    const headers = { ...github('later', body), 'x-github-delivery': 'g-1' }
    assert.equal((await receive(webhook.key, body, headers)).status, 401, 'without a secret nothing is taken')
    const [rejection] = (await get(`${webhook.id}/rejections`)).data
    assert.equal(rejection.code, 'no_secret')
    const path = `/v1/webhooks/${webhook.id}/rejections/${rejection.id}`
    const accepted = await server.send('POST', `${path}/accept`, { key })
    assert.deepEqual(accepted.body.data, { id: rejection.id, received_at: rejection.received_at, duplicate: false })
    const delivery = (await get(`${webhook.id}/deliveries/${rejection.id}`)).data
    assert.deepEqual([delivery.verified, delivery.delivery_id, delivery.body_text], [false, 'g-1', body])
    assert.deepEqual(delivery.headers, rejection.headers)
    assert.deepEqual(
      await server.sql('select type, subject_id from event_outbox where webhook_id = $1', [webhook.id]),
      [{ type: 'webhook.received', subject_id: rejection.id }],
    )
    for (const method of ['GET', 'DELETE']) assert.equal((await server.send(method, path, { key })).status, 404)
    assert.equal((await server.send('POST', `${path}/accept`, { key })).status, 404, 'once')
    // A repeat by the sender is recognised.
    await server.send('PATCH', `/v1/webhooks/${webhook.id}`, { key, json: { secret: 'later' } })
    await receivedAfterChange(() => receive(webhook.key, body, headers))
    assert.equal((await get(webhook.id)).data.deliveries, 1)
  })

  test('accepted after a verified repeat is a duplicate of that one', async () => {
    const webhook = await source({ provider: 'github' })
    const headers = { ...github('s', 'same'), 'x-github-delivery': 'g' }
    await receive(webhook.key, 'same', headers)
    await server.send('PATCH', `/v1/webhooks/${webhook.id}`, { key, json: { secret: 's' } })
    const taken = await receivedAfterChange(() => receive(webhook.key, 'same', headers))
    const { data } = await get(`${webhook.id}/rejections`)
    const accept = `/v1/webhooks/${webhook.id}/rejections/${data.at(-1).id}/accept`
    const { body } = await server.send('POST', accept, { key })
    assert.deepEqual(body.data, { ...taken.body.data, duplicate: true })
    assert.equal((await get(webhook.id)).data.deliveries, 1)
  })

  test('can be erased', async () => {
    const webhook = await source({ provider: 'github' })
    await receive(webhook.key, 'x')
    const [rejection] = (await get(`${webhook.id}/rejections`)).data
    const path = `/v1/webhooks/${webhook.id}/rejections/${rejection.id}`
    assert.deepEqual((await server.send('DELETE', path, { key })).body.data, { id: rejection.id, deleted: true })
    assert.equal((await server.send('GET', path, { key })).status, 404)
    assert.equal((await get(webhook.id)).data.rejections, 0)
  })

  test('are limited to the newest 1,000 of a source; the oldest are deleted, other sources are not affected', {
    timeout: 60_000,
  }, async () => {
    const [webhook, other] = [await source({ provider: 'github' }), await source({ provider: 'github' })]
    await receive(other.key, 'other')
    await receive(webhook.key, 'oldest')
    const [oldest] = (await get(`${webhook.id}/rejections`)).data
    for (let i = 0; i < 1_300; i += 100) {
      await Promise.all(Array.from({ length: 100 }, () => receive(webhook.key, 'x')))
    }
    const [kept] = await server.sql<{ count: number }>(
      'select count(*)::int as count from webhook_rejections where source_id = $1',
      [webhook.id],
    )
    assert.ok(kept!.count >= 1_000 && kept!.count < 1_300, `${kept!.count} are kept without the hourly clean-up`)
    await purgeDeliveries(server.deps.jobs, server.deps.clock.now(), 30)
    const [after] = await server.sql('select count(*)::int as count from webhook_rejections where source_id = $1', [
      webhook.id,
    ])
    assert.deepEqual(after, { count: 1_000 })
    const gone = await server.send('GET', `/v1/webhooks/${webhook.id}/rejections/${oldest.id}`, { key })
    assert.equal(gone.status, 404)
    assert.equal((await get(other.id)).data.rejections, 1)
  })
})

/** A change of the source takes effect within a second. */
async function receivedAfterChange<T extends { status: number }>(send: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const answer = await send()
    if (answer.status === 200) return answer
    assert.ok(Date.now() < deadline, 'the change is not in force')
  }
}

test('during a change of secrets both work; the old one expires', async () => {
  const webhook = await source({ provider: 'github', secret: 'old' })
  const send = async (secret: string) => (await receive(webhook.key, 'x', github(secret, 'x'))).status
  assert.equal(await send('old'), 200)
  const { body } = await server.send('PATCH', `/v1/webhooks/${webhook.id}`, { key, json: { secret: 'new' } })
  await receivedAfterChange(() => receive(webhook.key, 'x', github('new', 'x')))
  assert.equal(await send('old'), 200)
  time.passedMs = Date.parse(body.data.previous_secret_until) - Date.now()
  assert.deepEqual([await send('old'), await send('new')], [401, 200])
})

test('while the provider is switched, each delivery is accepted or kept apart, none is lost, none passes unsigned', async () => {
  const webhook = await source({ provider: 'github', secret: 'hush' })
  const shopify = (body: string) => ({ 'x-shopify-hmac-sha256': hmac('hush', body, 'base64') })
  const sent: Array<{ body: string; status: number }> = []
  let over = false
  const sender = async (name: string, sign: (body: string) => Record<string, string>) => {
    for (let i = 0; !over || i < 5; i++) {
      const body = `${name} ${i}`
      sent.push({ body, status: (await receive(webhook.key, body, sign(body))).status })
    }
  }
  const senders = [
    sender('github', (body) => github('hush', body)),
    sender('shopify', shopify),
    sender('nobody', () => ({})),
  ]
  const json = { provider: 'shopify', secret: 'hush' }
  assert.equal((await server.send('PATCH', `/v1/webhooks/${webhook.id}`, { key, json })).status, 200)
  await receivedAfterChange(() => receive(webhook.key, 'after', shopify('after')))
  over = true
  await Promise.all(senders)
  assert.equal((await receive(webhook.key, 'late', github('hush', 'late'))).status, 401)

  assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([200, 401]))
  const stored = async (table: string) => {
    const rows = await server.sql<{ text: string }>(
      `select convert_from(body, 'UTF8') as text from ${table} where source_id = $1`,
      [webhook.id],
    )
    return new Set(rows.map(({ text }) => text))
  }
  const [taken, apart] = [await stored('webhook_deliveries'), await stored('webhook_rejections')]
  for (const { body, status } of sent) {
    assert.equal(taken.has(body), status === 200, body)
    assert.equal(apart.has(body), status === 401, body)
    if (body.startsWith('nobody')) assert.equal(status, 401)
  }
})

describe('limits of a source', () => {
  test('a body of its max_bytes is accepted, one byte more is 413', async () => {
    const webhook = await source({ max_bytes: 1_024 })
    assert.equal((await receive(webhook.key, 'x'.repeat(1_024))).status, 200)
    const over = await receive(webhook.key, 'x'.repeat(1_025))
    assert.equal(over.status, 413)
    assert.match(over.body.message, /1,024 bytes/)
    assert.ok(!over.body.message.includes('API key'))
  })

  test('its rate_limit only counts its own requests, and the headers say so', async () => {
    const [webhook, other] = [await source({ rate_limit: 3 }), await source({})]
    const send = () => receive(webhook.key, 'x')
    const answers = [await send(), await send(), await send(), await send()]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 429],
    )
    assert.equal(answers[0]!.headers.get('ratelimit-policy'), '"webhook";q=3;w=60')
    assert.match(answers[3]!.body.message, /^This webhook takes 3 deliveries a minute\./)
    assert.ok(answers[3]!.headers.get('retry-after'))
    assert.equal((await receive(other.key, 'x')).status, 200)
  })
})

describe('handshakes', () => {
  const ask = async (method: string, webhookKey: string, query: string, body?: string) => {
    const url = `${server.url}/v1/webhooks/receive/${webhookKey}${query}`
    const response = await fetch(url, { method, ...(body === undefined ? {} : { body }) })
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      headers: response.headers,
      text: await response.text(),
    }
  }

  test('Meta gets its challenge as plain text when the token is right', async () => {
    const webhook = await source({ provider: 'meta', secret: 's', verify_token: 'tell me' })
    const query = (token: string, challenge = '1158201444') =>
      `?hub.mode=subscribe&hub.verify_token=${encodeURIComponent(token)}&hub.challenge=${encodeURIComponent(challenge)}`
    const right = await ask('GET', webhook.key, query('tell me'))
    assert.deepEqual([right.status, right.type, right.text], [200, 'text/plain; charset=utf-8', '1158201444'])
    assert.equal(right.headers.get('x-content-type-options'), 'nosniff')
    for (const wrong of [
      query('other'),
      query(''),
      query('tell me', '<script>'),
      query('tell me', 'x'.repeat(300)),
      '',
    ]) {
      const refused = await ask('GET', webhook.key, wrong)
      assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'POST'], wrong.slice(0, 80))
    }
    const none = await source({})
    assert.equal((await ask('GET', none.key, query('tell me'))).status, 405, 'another provider echoes nothing')
    assert.deepEqual((await get(`${webhook.id}/deliveries`)).data, [])
  })

  test('X and LinkedIn get an answer computed with the secret', async () => {
    const x = await source({ provider: 'x', secret: 'consumer secret' })
    const token = 'NDc4MTQ0NzQtMTE5Yy00ZTZhLTg5OTMtZWU5NDdlNzY5ZTIw'
    const answer = await ask('GET', x.key, `?crc_token=${token}&nonce=1`)
    assert.equal(answer.status, 200, answer.text)
    assert.match(answer.type!, /^application\/json/)
    assert.deepEqual(JSON.parse(answer.text), { response_token: `sha256=${hmac('consumer secret', token, 'base64')}` })
    const linkedin = await source({ provider: 'linkedin', secret: 'client secret' })
    const code = '890e4665-4dfe-4ab1-b689-ed553bceeed0'
    const challenged = await ask('GET', linkedin.key, `?challengeCode=${code}`)
    assert.deepEqual(JSON.parse(challenged.text), {
      challengeCode: code,
      challengeResponse: hmac('client secret', code),
    })
  })

  test('Slack and Microsoft ask with POST, and nothing is stored', async () => {
    const slack = await source({ provider: 'slack', secret: 's' })
    const body = JSON.stringify({ type: 'url_verification', token: 't', challenge: '3eZbrw1aB10f' })
    const answer = await ask('POST', slack.key, '', body)
    assert.deepEqual([answer.status, answer.type, answer.text], [200, 'text/plain; charset=utf-8', '3eZbrw1aB10f'])
    const microsoft = await source({ provider: 'microsoft', verify_token: 'state' })
    const validated = await ask('POST', microsoft.key, '?validationToken=Validation%3A%20Testing%20client', '')
    assert.deepEqual([validated.status, validated.text], [200, 'Validation: Testing client'])
    for (const { id } of [slack, microsoft]) {
      const shown = (await get(id)).data
      assert.deepEqual([shown.deliveries, shown.rejections], [0, 0])
    }
  })

  test('a paused source answers them, a revoked one does not', async () => {
    const webhook = await source({ provider: 'meta', verify_token: 'tell me' })
    const query = '?hub.mode=subscribe&hub.verify_token=tell+me&hub.challenge=1'
    assert.equal((await ask('GET', webhook.key, query)).status, 200)
    const path = `/v1/webhooks/${webhook.id}`
    const becomes = async (status: number) => {
      const deadline = Date.now() + 10_000
      while ((await ask('GET', webhook.key, query)).status !== status) assert.ok(Date.now() < deadline)
    }
    await server.send('PATCH', path, { key, json: { paused: true } })
    const deadline = Date.now() + 10_000
    while ((await ask('POST', webhook.key, '', '{}')).status !== 503) assert.ok(Date.now() < deadline)
    assert.equal((await ask('GET', webhook.key, query)).status, 200)
    assert.equal((await ask('GET', webhook.key, query.replace('tell', 'sell'))).status, 405)
    await server.send('DELETE', path, { key })
    await becomes(405)
  })
})

test('a source whose secret cannot be read refuses and keeps everything', async () => {
  const webhook = await source({ provider: 'github', secret: 's' })
  const SECRET_KEY = 'another secret key that is long enough too'
  const before = await findKeyId(server.deps.pool)
  // Same as "secrets adopt" after the previous key was lost.
  await updateKeyId(server.deps.pool, deriveKey(SECRET_KEY).id)
  const stranger = await startServer({ beside: server, env: { SECRET_KEY } })
  await updateKeyId(server.deps.pool, before!)
  const headers = github('s', 'x')
  const refused = await stranger.send('POST', `/v1/webhooks/receive/${webhook.key}`, { body: 'x', headers })
  assert.equal(refused.status, 401)
  assert.ok(stranger.logs.some((line) => line.includes('the secret of a webhook cannot be read')))
  assert.equal((await get(webhook.id)).data.rejections, 1)
})
