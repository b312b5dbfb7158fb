import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { readPayload } from '../../../src/webhooks/senders/payload.ts'
import { providerOf, SENDERS } from '../../../src/webhooks/senders/registry.ts'
import { startServer } from '../../helpers/server.ts'

// Each sender as documented on the pages that its sender.ts names. The signatures here are computed without using the
// rules there.

const NOW = 1_794_735_000
const server = await startServer({ clock: { now: () => NOW * 1000 } })
const key = await server.key()

interface Sent {
  body: string
  secret: string
  /** In seconds. */
  at: number
}

interface Documented {
  headers(sent: Sent): Record<string, string>
  deliveryId?: string
  /** How old a delivery may be, in seconds. */
  tolerance?: number
}

const hex = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')
const base64 = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('base64')
const hub = ({ body, secret }: Sent) => ({ 'X-Hub-Signature-256': `sha256=${hex(secret, body)}` })
const timed = ({ body, secret, at }: Sent) => `t=${at},v1=${hex(secret, `${at}.${body}`)}`
const standard = (names: string) => ({
  headers: ({ body, secret, at }: Sent) => ({
    [`${names}-id`]: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
    [`${names}-timestamp`]: String(at),
    [`${names}-signature`]: new StandardWebhook(secret).sign(
      'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
      new Date(at * 1000),
      body,
    ),
  }),
  deliveryId: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
  tolerance: 300,
})

const DOCUMENTED: Record<string, readonly Documented[]> = {
  typeform: [{ headers: ({ body, secret }) => ({ 'Typeform-Signature': `sha256=${base64(secret, body)}` }) }],
  tally: [{ headers: ({ body, secret }) => ({ 'Tally-Signature': base64(secret, body) }) }],
  calendly: [{ headers: (sent) => ({ 'Calendly-Webhook-Signature': timed(sent) }), tolerance: 180 }],
  form: [{ headers: () => ({}) }],
  meta: [{ headers: hub }],
  stripe: [
    {
      // Stripe adds v0 in test mode, and a second v1 while a secret is rolled.
      headers: (sent) => ({ 'Stripe-Signature': `${timed(sent)},v1=${hex('rolled', sent.body)},v0=${'0'.repeat(64)}` }),
      deliveryId: 'evt_1SAMPLE0000000000000000',
      tolerance: 300,
    },
  ],
  shopify: [
    {
      headers: ({ body, secret }) => ({
        'X-Shopify-Hmac-SHA256': base64(secret, body),
        'X-Shopify-Webhook-Id': 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
        'X-Shopify-Event-Id': '98880550-7158-44d4-b7cd-2c97c8a091b5',
      }),
      deliveryId: 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
    },
  ],
  github: [
    {
      headers: (sent) => ({ ...hub(sent), 'X-GitHub-Delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958' }),
      deliveryId: '72d3162e-cc78-11e3-81ab-4c9367dc0958',
    },
  ],
  slack: [
    {
      headers: ({ body, secret, at }) => ({
        'X-Slack-Request-Timestamp': String(at),
        'X-Slack-Signature': `v0=${hex(secret, `v0:${at}:${body}`)}`,
      }),
      deliveryId: 'Ev0PV52K21',
      tolerance: 300,
    },
  ],
  linkedin: [
    {
      headers: ({ body, secret }) => ({ 'X-LI-Signature': hex(secret, `hmacsha256=${body}`) }),
      deliveryId: 'urn:li:leadGenFormResponse:5d53c2ac-2d1a-4d9e-8b1e-0a3b0e6c6a43-5',
    },
  ],
  x: [
    {
      headers: ({ body, secret }) => ({ 'x-twitter-webhooks-signature': `sha256=${base64(secret, body)}` }),
      deliveryId: '2080765813578191303',
    },
  ],
  microsoft: [{ headers: () => ({}), deliveryId: 'lsgTZMr9KwAAA' }],
  standard: [standard('webhook'), standard('svix')],
  hmac: [{ headers: ({ body, secret }) => ({ 'X-Signature': hex(secret, body) }) }],
  none: [{ headers: () => ({}) }],
}

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const CLIENT_STATE = 'secretClientValue'

test('every sender is here', () => {
  assert.deepEqual(Object.keys(DOCUMENTED).sort(), SENDERS.map(({ name }) => name).sort())
})

for (const sender of SENDERS) {
  const provider = providerOf(sender)
  const isProven = provider !== 'none'
  const body = JSON.stringify(readPayload(sender.name))
  const ways = DOCUMENTED[sender.name] ?? []

  for (const [way, { headers, deliveryId = null, tolerance }] of ways.entries()) {
    const make = async () => {
      const json = {
        name: `${sender.name} ${way} ${Math.random()}`,
        provider,
        ...(sender.secret && { secret: SECRET }),
        ...(sender.checkBody && { verify_token: CLIENT_STATE }),
        ...(provider === 'hmac' && { signature: sender.signatures?.[0] ?? { header: 'X-Signature' } }),
      }
      const { status, body: made, text } = await server.send('POST', '/v1/webhooks', { key, json })
      assert.equal(status, 201, text)
      const receive = new URL(made.data.receive_url).pathname
      return {
        id: made.data.id as string,
        send: (sent: string, headers: Record<string, string>) =>
          server.send('POST', receive, { body: sent, headers: { 'content-type': 'application/json', ...headers } }),
      }
    }
    const sign = (sent: Partial<Sent>) => headers({ body, secret: SECRET, at: NOW, ...sent })

    describe(`${sender.name}${way === 0 ? '' : `, way ${way + 1}`}`, () => {
      test('its documented delivery is accepted; a repeat is recognised by its id', async () => {
        const webhook = await make()
        const first = await webhook.send(body, sign({}))
        assert.equal(first.status, 200, first.text)
        const again = await webhook.send(body, sign({}))
        assert.deepEqual([again.status, again.body.data.duplicate], [200, deliveryId !== null])
        const path = `/v1/webhooks/${webhook.id}/deliveries/${first.body.data.id}`
        const { data } = (await server.send('GET', path, { key })).body
        assert.deepEqual([data.verified, data.delivery_id], [isProven, deliveryId])
      })

      if (!isProven) return
      test('a changed body, another secret and no signature are refused', async () => {
        const webhook = await make()
        const forged = `${body.replace(CLIENT_STATE, 'guessed')} `
        assert.equal((await webhook.send(forged, sign({}))).status, 401)
        if (sender.secret === undefined) return
        const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
        assert.equal((await webhook.send(body, sign({ secret }))).status, 401)
        assert.equal((await webhook.send(body, {})).status, 401)
      })

      if (tolerance === undefined) return
      test(`it may be ${tolerance} seconds old, and no more`, async () => {
        const webhook = await make()
        assert.equal((await webhook.send(body, sign({ at: NOW - tolerance }))).status, 200)
        assert.equal((await webhook.send(body, sign({ at: NOW - tolerance - 1 }))).status, 401)
      })
    })
  }
}
