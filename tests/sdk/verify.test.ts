import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { SignatureError, verifyEvent } from '../../sdk/src/index.ts'
import { createSigningSecret, sign } from '../../src/events/send.ts'

const secret = createSigningSecret()
const id = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9050'
const now = 1_794_735_000_000
const timestamp = now / 1000
const body = JSON.stringify({ id, type: 'contact.created', data: { first_name: 'Zoë' } })
const headers = {
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': sign({ id, timestamp, body }, [secret]),
}

async function refusal(change: Partial<Parameters<typeof verifyEvent>[0]>): Promise<string> {
  try {
    await verifyEvent({ body, headers, secret, now, ...change })
  } catch (error) {
    assert.ok(error instanceof SignatureError, String(error))
    return error.code
  }
  return 'accepted'
}

test('what Doorpost signs is accepted, as text or bytes, with the headers of fetch or of Node', async () => {
  for (const given of [body, new TextEncoder().encode(body), new TextEncoder().encode(body).buffer]) {
    const event = await verifyEvent({ body: given, headers, secret, now })
    assert.equal(event.id, id)
  }
  await verifyEvent({ body, headers: new Headers(headers), secret, now })
  const capitals = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
  await verifyEvent({ body, headers: capitals, secret, now })
})

test('so is what the library of Standard Webhooks signs', async () => {
  const signature = new Webhook(secret).sign(id, new Date(now), body)
  assert.equal(await refusal({ headers: { ...headers, 'webhook-signature': signature } }), 'accepted')
})

test('while a secret is replaced, both are accepted', async () => {
  const next = createSigningSecret()
  const both = { ...headers, 'webhook-signature': sign({ id, timestamp, body }, [next, secret]) }
  for (const each of [secret, next, [createSigningSecret(), secret]]) {
    assert.equal(await refusal({ headers: both, secret: each }), 'accepted')
  }
})

test('a changed body, id or time, another secret and a foreign signature are refused', async () => {
  assert.equal(await refusal({ body: body.replace('Zoë', 'Zoe') }), 'wrong_signature')
  assert.equal(await refusal({ headers: { ...headers, 'webhook-id': 'other' } }), 'wrong_signature')
  assert.equal(
    await refusal({ headers: { ...headers, 'webhook-timestamp': String(timestamp + 1) } }),
    'wrong_signature',
  )
  assert.equal(await refusal({ secret: createSigningSecret() }), 'wrong_signature')
  for (const signature of ['v1,', 'v1,AAAA', 'v1,%%%', 'v2,x', headers['webhook-signature'].slice(3), ' ']) {
    assert.equal(await refusal({ headers: { ...headers, 'webhook-signature': signature } }), 'wrong_signature')
  }
})

test('an old request and one of the future are refused, and so is a timestamp that is none', async () => {
  for (const seconds of [301, -301]) assert.equal(await refusal({ now: now + seconds * 1000 }), 'wrong_timestamp')
  for (const seconds of [299, -299]) assert.equal(await refusal({ now: now + seconds * 1000 }), 'accepted')
  assert.equal(await refusal({ now: now + 60_000, toleranceSeconds: 30 }), 'wrong_timestamp')
  for (const text of ['soon', '1e9', 'NaN', '']) {
    const code = await refusal({ headers: { ...headers, 'webhook-timestamp': text } })
    assert.equal(code, text === '' ? 'missing_header' : 'wrong_timestamp')
  }
})

test('a missing header, a secret that is none and a body that is not JSON say so', async () => {
  for (const name of Object.keys(headers)) {
    assert.equal(await refusal({ headers: { ...headers, [name]: undefined } }), 'missing_header')
  }
  for (const wrong of ['whsec_', '', 'whsec_%']) assert.equal(await refusal({ secret: wrong }), 'wrong_secret')
  const text = 'hello'
  const signature = sign({ id, timestamp, body: text }, [secret])
  assert.equal(await refusal({ body: text, headers: { ...headers, 'webhook-signature': signature } }), 'wrong_body')
})
