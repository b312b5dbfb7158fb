import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { readDelivery } from '../../../src/webhooks/senders/payload.ts'
import { providerOf, SENDERS } from '../../../src/webhooks/senders/registry.ts'
import { canProve } from '../../../src/webhooks/senders/shared/contract.ts'
import { curlFor } from '../../../web/src/webhooks/source/curl.ts'
import { toSignatureValues } from '../../../web/src/webhooks/source/senders.ts'
import { startServer } from '../../helpers/server.ts'

// Each sender as documented on the pages that its sender.ts names. The signatures here are computed without using the
// rules there.

const NOW = 1_794_735_000
const BASE_URL = 'http://hooks.example'
const server = await startServer({ clock: { now: () => NOW * 1000 }, env: { BASE_URL } })
const key = await server.key()

interface Sent {
  body: string
  secret: string
  /** In seconds. */
  at: number
  url: string
}

interface Documented {
  headers(sent: Sent): Record<string, string>
  /** For senders that put the secret into the body. */
  body?(body: string, secret: string): string
  deliveryId?: string
  /** How old a delivery may be, in seconds. */
  tolerance?: number
  /** A secret that the sender would make. */
  secret?: string
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

/** The schemes of fixed headers, which several senders let you enter. */
const bearer = { headers: ({ secret }: Sent) => ({ Authorization: `Bearer ${secret}` }) }
const basic = {
  headers: ({ secret }: Sent) => ({ Authorization: `Basic ${Buffer.from(`anyone:${secret}`).toString('base64')}` }),
}
const nothing = { headers: () => ({}) }

const DOCUMENTED: Record<string, readonly Documented[]> = {
  typeform: [
    {
      headers: ({ body, secret }) => ({ 'Typeform-Signature': `sha256=${base64(secret, body)}` }),
      deliveryId: '01KA3C8Z6N8Y0W2Q4S6T8V0X2Z',
    },
  ],
  tally: [
    {
      headers: ({ body, secret }) => ({ 'Tally-Signature': base64(secret, body) }),
      deliveryId: 'a4cb511e-d513-4fa5-baee-b815d718dfd1',
    },
  ],
  calendly: [
    {
      headers: (sent) => ({ 'Calendly-Webhook-Signature': timed(sent) }),
      deliveryId: 'https://api.calendly.com/scheduled_events/AAAAAAAAAAAAAAAA/invitees/AAAAAAAAAAAAAAAA',
      tolerance: 180,
    },
  ],
  calcom: [
    {
      headers: ({ body, secret }) => ({ 'X-Cal-Signature-256': hex(secret, body) }),
      deliveryId: 'bFJeNb2uX8ANpT3JL5EfXw',
    },
  ],
  jotform: [{ ...nothing, deliveryId: '5747236631235621087' }],
  fillout: [{ ...bearer, deliveryId: '1ada0a2d-6f1a-4c6c-9d21-1e3a1b0e5f11' }],
  webflow: [
    {
      headers: ({ body, secret, at }) => ({
        'x-webflow-timestamp': String(at * 1000 + 999),
        'x-webflow-signature': hex(secret, `${at * 1000 + 999}:${body}`),
      }),
      deliveryId: '6321ca84df3949bfc6752327',
      tolerance: 300,
    },
  ],
  framer: [
    {
      headers: ({ body, secret }) => ({
        'Framer-Signature': `sha256=${hex(secret, `${body}2f1c8c2e-7a55-4d3b-8f0e-0a1b2c3d4e5f`)}`,
        'framer-webhook-submission-id': '2f1c8c2e-7a55-4d3b-8f0e-0a1b2c3d4e5f',
      }),
      deliveryId: '2f1c8c2e-7a55-4d3b-8f0e-0a1b2c3d4e5f',
    },
  ],
  elementor: [nothing],
  gravity_forms: [
    { ...bearer, deliveryId: '93' },
    { headers: ({ secret }) => ({ 'X-Api-Key': secret }), deliveryId: '93' },
  ],
  wpforms: [
    {
      headers: ({ body, secret, at }) => ({
        'X-WPForms-Webhook-Id': 'webhook_1',
        'X-WPForms-Webhook-Signature': `t=${at},v=${hex(secret, `${at}.${body}`)}`,
      }),
      tolerance: 300,
    },
  ],
  contact_form_7: [bearer],
  unbounce: [bearer],
  form: [nothing],
  google_ads: [
    {
      ...nothing,
      body: (body, secret) => JSON.stringify({ ...JSON.parse(body), google_key: secret }),
      deliveryId:
        'TeSter-123-ABCDEFGHIJKLMNOPQRSTUVWXYZ-abcdefghijklmnopqrstuvwxyz-0123456789-AaBbCcDdEeFfGgHhIiJjKkLl',
    },
  ],
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
  woocommerce: [
    {
      headers: ({ body, secret }) => ({
        'X-WC-Webhook-Signature': base64(secret, body),
        'X-WC-Webhook-Topic': 'order.created',
        'X-WC-Webhook-Delivery-ID': 'b4bf2cb1b0e3d1a8f2ad8c2a1f9a0a11',
      }),
      deliveryId: '727',
    },
  ],
  paddle: [
    {
      headers: ({ body, secret, at }) => ({
        'Paddle-Signature': `ts=${at};h1=${hex('rolled', body)};h1=${hex(secret, `${at}:${body}`)}`,
      }),
      deliveryId: 'evt_01hv8x2acma2gz7he8kg2s0hna',
      tolerance: 300,
    },
  ],
  lemon_squeezy: [
    {
      headers: ({ body, secret }) => ({ 'X-Signature': hex(secret, body), 'X-Event-Name': 'order_created' }),
      deliveryId: '1',
    },
  ],
  squarespace: [
    {
      headers: ({ body, secret }) => ({
        'Squarespace-Signature': createHmac('sha256', Buffer.from(secret, 'hex')).update(body).digest('hex'),
      }),
      deliveryId: '5c2ba184b63ed3cb411ce2b1',
      secret: 'f0e1d2c3b4a5968778695a4b3c2d1e0ff0e1d2c3b4a5968778695a4b3c2d1e0f',
    },
  ],
  mailchimp: [{ ...nothing, deliveryId: '8a25ff1d98' }],
  brevo: [
    { ...bearer, deliveryId: '1604937111' },
    { ...basic, deliveryId: '1604937111' },
  ],
  kit: [{ headers: (sent) => ({ 'X-Kit-Signature': timed(sent) }), deliveryId: '123456', tolerance: 300 }],
  activecampaign: [{ ...nothing, deliveryId: '42' }],
  hubspot: [
    {
      headers: ({ body, secret, at, url }) => ({
        'X-HubSpot-Request-Timestamp': String(at * 1000),
        'X-HubSpot-Signature-v3': base64(secret, `POST${url}${body}${at * 1000}`),
      }),
      deliveryId: '204727',
      tolerance: 300,
    },
  ],
  pipedrive: [{ ...basic, deliveryId: '0b2f4b3e-95cf-4a5e-8a58-4b1c9d1f7c11' }],
  intercom: [
    {
      headers: ({ body, secret }) => ({
        'X-Hub-Signature': `sha1=${createHmac('sha1', secret).update(body).digest('hex')}`,
      }),
      deliveryId: 'notif_4e3504a3-ba3f-46dc-ab48-8e4d5bdfdf4e',
    },
  ],
  zendesk: [
    {
      headers: ({ body, secret, at }) => {
        const time = new Date(at * 1000).toISOString().replace('.000Z', 'Z')
        return {
          'X-Zendesk-Webhook-Signature-Timestamp': time,
          'X-Zendesk-Webhook-Signature': base64(secret, time + body),
        }
      },
      deliveryId: '2b24ef10-19d4-4740-93cf-8f98ec4776c0',
      tolerance: 300,
    },
  ],
  standard: [standard('webhook'), standard('svix')],
  hmac: [{ headers: ({ body, secret }) => ({ 'X-Signature': hex(secret, body) }) }],
  token: [bearer, basic, { headers: ({ secret }) => ({ 'X-Webhook-Token': secret }) }],
  none: [{ headers: () => ({}) }],
}

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const CLIENT_STATE = 'secretClientValue'

test('every sender is here', () => {
  assert.deepEqual(Object.keys(DOCUMENTED).sort(), SENDERS.map(({ name }) => name).sort())
})

async function makeWebhook(name: string, settings: object) {
  const json = { name: `${name} ${Math.random()}`, ...settings }
  const { status, body: made, text } = await server.send('POST', '/v1/webhooks', { key, json })
  assert.equal(status, 201, text)
  return made.data as { id: string; receive_url: string; verified: string }
}

async function readStored(webhookId: string, id: string) {
  return (await server.send('GET', `/v1/webhooks/${webhookId}/deliveries/${id}`, { key })).body.data
}

for (const sender of SENDERS) {
  const provider = providerOf(sender)
  const isProven = canProve(sender)
  const { contentType, body: bytes } = readDelivery(sender.name)

  for (const [way, documented] of (DOCUMENTED[sender.name] ?? []).entries()) {
    const { headers, deliveryId = null, tolerance, secret: known = SECRET } = documented
    const settings = (withSecret: boolean) => ({
      provider,
      ...(sender.secret && withSecret && { secret: known }),
      ...(sender.checkBody && { verify_token: CLIENT_STATE }),
      ...(provider === 'hmac' && { signature: { header: 'X-Signature' } }),
      ...(sender.mapping && { mapping: { preset: sender.mapping.preset } }),
    })
    const make = async (withSecret = true) => {
      const { id, receive_url: url, verified } = await makeWebhook(`${sender.name} ${way}`, settings(withSecret))
      const send = (body: string, sent: Record<string, string>) =>
        server.send('POST', new URL(url).pathname, { body, headers: { 'content-type': contentType, ...sent } })
      const sign = (sent: Partial<Sent>) => headers({ body: bodyOf(), secret: known, at: NOW, url, ...sent })
      return { id, verified, send, sign }
    }
    const bodyOf = (secret = known) => documented.body?.(bytes.toString(), secret) ?? bytes.toString()

    describe(`${sender.name}${way === 0 ? '' : `, way ${way + 1}`}`, () => {
      test('its documented delivery is accepted; a repeat is recognised by its id', async () => {
        const webhook = await make()
        const first = await webhook.send(bodyOf(), webhook.sign({}))
        assert.equal(first.status, 200, first.text)
        const again = await webhook.send(bodyOf(), webhook.sign({}))
        assert.deepEqual([again.status, again.body.data.duplicate], [200, deliveryId !== null])
        const data = await readStored(webhook.id, first.body.data.id)
        assert.deepEqual([data.verified, data.delivery_id], [isProven, deliveryId])
        assert.equal(webhook.verified, isProven ? 'verified' : 'unverified')
        assert.ok(!JSON.stringify(data.headers).includes(known), 'the secret is not stored')
        if (!sender.mapping) return
        const tried = { key, json: { delivery_id: first.body.data.id } }
        const preview = await server.send('POST', `/v1/webhooks/${webhook.id}/mapping/preview`, tried)
        assert.equal(preview.body.data.outcome, 'mapped', preview.text)
        const [contact] = preview.body.data.contacts
        assert.deepEqual([contact.first_name.toLowerCase(), contact.email], ['ana', 'ana@example.com'])
      })

      if (!isProven) return
      test('a changed body, another secret and no signature are refused', async () => {
        const webhook = await make()
        const { token, checkBody } = sender
        // A fixed secret says nothing about the body.
        const forged = `${bodyOf().replace(CLIENT_STATE, 'guessed')} `
        assert.equal((await webhook.send(forged, webhook.sign({}))).status, token ? 200 : 401)
        if (checkBody) return
        const secret = documented.secret?.replaceAll('f', 'e') ?? 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
        assert.equal((await webhook.send(bodyOf(secret), webhook.sign({ secret }))).status, 401)
        assert.equal((await webhook.send(bytes.toString(), {})).status, 401)
      })

      if (sender.secret?.isOptional) {
        test('without a secret it is accepted as unverified', async () => {
          const webhook = await make(false)
          assert.equal(webhook.verified, 'unverified')
          const { status, body } = await webhook.send(bodyOf(), {})
          assert.equal(status, 200)
          assert.equal((await readStored(webhook.id, body.data.id)).verified, false)
        })
      }

      if (tolerance === undefined) return
      test(`it may be ${tolerance} seconds old, and no more`, async () => {
        const webhook = await make()
        assert.equal((await webhook.send(bodyOf(), webhook.sign({ at: NOW - tolerance }))).status, 200)
        assert.equal((await webhook.send(bodyOf(), webhook.sign({ at: NOW - tolerance - 1 }))).status, 401)
      })
    })
  }

  test(`the command that the dashboard shows for ${sender.name} sends an accepted delivery`, async () => {
    const secret = DOCUMENTED[sender.name]?.[0]?.secret ?? SECRET
    const rule = sender.signatures?.[0] ?? null
    const { id, receive_url: url } = await makeWebhook(`${sender.name} curl`, {
      provider,
      ...(sender.secret && { secret }),
      ...(sender.checkBody && { verify_token: CLIENT_STATE }),
      ...(provider === 'hmac' && { signature: { header: 'X-Signature' } }),
    })
    const fields = await import(`../../../src/webhooks/senders/${sender.name}/payload.json`, { with: { type: 'json' } })
    const command = curlFor({
      url,
      sender,
      signature: toSignatureValues(rule ?? (provider === 'hmac' ? { ...HMAC_RULE, header: 'x-signature' } : null)),
      secret,
      verifyToken: CLIENT_STATE,
      body: fields.default,
    })
    const { port } = new URL(server.url)
    const script = `curl() { command curl -s --connect-to ::127.0.0.1:${port} "$@"; }\ndate() { echo ${NOW}; }\n${command}`
    const { stdout } = await promisify(execFile)('bash', ['-c', script])
    const answer = JSON.parse(stdout)
    assert.equal(answer.success, true, stdout)
    assert.equal((await readStored(id, answer.data.id)).verified, isProven)
  })
}

const HMAC_RULE = {
  prefix: '',
  hash: 'sha256',
  encoding: 'hex',
  template: '{body}',
  timestamp_header: null,
  id_header: null,
  tolerance_seconds: null,
} as const

describe('handshakes', () => {
  // Without the checks of the helper: handshakes are answered in the sender's own format.
  const ask = async (provider: string, method: 'GET' | 'HEAD' | 'POST', body: string | null = null) => {
    const { receive_url } = await makeWebhook(`${provider} ${method}`, {
      provider,
      ...(provider !== 'mailchimp' && { secret: SECRET }),
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(server.url + new URL(receive_url).pathname, { method, headers, body })
    return { status: answer.status, text: await answer.text() }
  }

  test('Mailchimp asks with GET, Intercom with HEAD: each finds only its own webhook', async () => {
    assert.deepEqual(await ask('mailchimp', 'GET'), { status: 200, text: 'OK' })
    assert.deepEqual(await ask('intercom', 'HEAD'), { status: 200, text: '' })
    assert.equal((await ask('intercom', 'GET')).status, 405)
    assert.equal((await ask('github', 'HEAD')).status, 405)
  })

  test('WooCommerce pings without a signature, and only the ping passes', async () => {
    assert.deepEqual(await ask('woocommerce', 'POST', 'webhook_id=12'), { status: 200, text: 'OK' })
    assert.equal((await ask('woocommerce', 'POST', 'webhook_id=12&x=1')).status, 401)
  })
})

test('a webhook of 0.2 for Tally, with its own rule, recognises repeats by the id of its preset', async () => {
  const { contentType, body } = readDelivery('tally')
  const { receive_url } = await makeWebhook('old tally', {
    provider: 'hmac',
    secret: SECRET,
    signature: { header: 'Tally-Signature', encoding: 'base64' },
    mapping: { preset: 'tally' },
  })
  const headers = { 'content-type': contentType, 'tally-signature': base64(SECRET, body.toString()) }
  const send = () => server.send('POST', new URL(receive_url).pathname, { body: body.toString(), headers })
  assert.deepEqual([(await send()).body.data.duplicate, (await send()).body.data.duplicate], [false, true])
})
