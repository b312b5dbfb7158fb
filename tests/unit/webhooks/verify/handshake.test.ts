import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { SENDER_NAMES } from '../../../../src/webhooks/senders/registry.ts'
import type { Incoming, Verifier } from '../../../../src/webhooks/verify/checks.ts'
import { handshake } from '../../../../src/webhooks/verify/handshake.ts'
import { verify } from '../../../../src/webhooks/verify/verify.ts'

const TEXT = 'text/plain; charset=utf-8'

function sourceOf(sender: string, changes: Partial<Verifier> = {}): Verifier {
  return { sender, secrets: ['consumer-secret-1'], verifyToken: 'token-1', signature: null, ...changes }
}

function get(query: string): Incoming {
  return { method: 'GET', url: '', headers: [], query, body: Buffer.alloc(0) }
}

function post(query: string, body: unknown = ''): Incoming {
  return {
    method: 'POST',
    url: '',
    headers: [],
    query,
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  }
}

const META = 'hub.mode=subscribe&hub.verify_token=token-1&hub.challenge=1158201444'
const SLACK = {
  token: 'token-1',
  challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P',
  type: 'url_verification',
}
const CODE = '890e4665-4dfe-4ab1-b689-ed553bceeed0'
const GRAPH = 'Validation: Testing client application reachability for subscription Request-Id: 1f-2'
const HANDSHAKES: Array<[string, Incoming]> = [
  ['meta', get(META)],
  ['x', get('crc_token=ZDU1YjE3MzktNmI1Yi00MDA2&nonce=1')],
  ['linkedin', get(`challengeCode=${CODE}`)],
  ['slack', post('', SLACK)],
  ['microsoft', post(`validationToken=${encodeURIComponent(GRAPH)}`)],
]

test('only a source of the sender answers its handshake', () => {
  for (const [sender, incoming] of HANDSHAKES) {
    for (const other of SENDER_NAMES) {
      const answer = handshake(sourceOf(other), incoming)
      // Mailchimp only asks whether there is anything.
      const isAnswered = other === sender || (other === 'mailchimp' && incoming.method === 'GET')
      assert.equal(answer !== null, isAnswered, `${sender} to ${other}`)
    }
    const method = incoming.method === 'GET' ? 'POST' : 'GET'
    for (const other of [method, 'HEAD', 'PUT', 'get', '']) {
      assert.equal(handshake(sourceOf(sender), { ...incoming, method: other }), null, `${sender} by ${other}`)
    }
  }
})

describe('Meta', () => {
  test('the challenge is returned unchanged, as plain text', () => {
    assert.deepEqual(handshake(sourceOf('meta'), get(META)), { contentType: TEXT, body: '1158201444' })
    const other = 'hub.challenge=a%20b%2Bc&hub.verify_token=token-1&hub.mode=subscribe&x=1'
    assert.equal(handshake(sourceOf('meta'), get(other))?.body, 'a b+c')
  })

  const refused = [
    '',
    META.replace('token-1', 'token-2'),
    META.replace('token-1', 'TOKEN-1'),
    META.replace('token-1', 'token-1%20'),
    META.replace('token-1', ''),
    META.replace('hub.verify_token=token-1&', ''),
    META.replace('subscribe', 'unsubscribe'),
    META.replace('hub.mode=subscribe&', ''),
    META.replace('hub.challenge=1158201444', ''),
    META.replace('1158201444', ''),
    META.replace('1158201444', '1'.repeat(257)),
    META.replace('1158201444', '%3Cscript%3E'),
    META.replace('1158201444', '%0d%0aSet-Cookie:a'),
    META.replace('1158201444', '%00'),
    META.replace('1158201444', '%E2%80%AE'),
    META.replace('1158201444', '%ff'),
    `${META}&hub.challenge=2`,
    `${META}&hub.verify_token=token-1`,
    `${META}&hub.mode=subscribe`,
  ]
  for (const query of refused) {
    test(`no answer to ${query.slice(0, 120)}`, () => assert.equal(handshake(sourceOf('meta'), get(query)), null))
  }

  test('a source without a verify token answers nobody', () => {
    for (const verifyToken of [null, '', ' ']) {
      const query = `hub.mode=subscribe&hub.challenge=1&hub.verify_token=${encodeURIComponent(verifyToken ?? '')}`
      assert.equal(handshake(sourceOf('meta', { verifyToken }), get(query)), null)
    }
  })
})

describe('X', () => {
  test('the token is returned with a signature by the current secret', () => {
    const answer = handshake(sourceOf('x', { secrets: ['consumer-secret-1', 'old'] }), HANDSHAKES[1]![1])
    assert.equal(answer?.contentType, 'application/json')
    // Computed with openssl.
    assert.deepEqual(JSON.parse(answer.body), { response_token: 'sha256=+MwLqidVlN2H0qMxx+9U22+37dPJBwvEMW6U4MXL8c0=' })
  })

  test('nothing is signed that could be sent back as a delivery', () => {
    const source = sourceOf('x', { secrets: ['s'] })
    const property = fc.property(fc.oneof(fc.string(), fc.json(), fc.base64String()), (token) => {
      const answer = handshake(source, get(`crc_token=${encodeURIComponent(token.toWellFormed())}`))
      if (answer === null) return
      const signature = (JSON.parse(answer.body) as { response_token: string }).response_token
      const headers = [['x-twitter-webhooks-signature', signature]] as const
      assert.equal(verify(source, { ...post('', token.toWellFormed()), headers }, 0).ok, false, token)
    })
    fc.assert(property, { numRuns: 1_000, examples: [['12345'], ['{"a":1}'], ['[]'], ['AAAA']] })
  })

  test('no answer without a token or a secret', () => {
    for (const query of [
      '',
      'crc_token=',
      'crc_token=a&crc_token=b',
      'crc_token=a%20b',
      'crc_token=%7B%7D',
      'CRC_TOKEN=a',
    ]) {
      assert.equal(handshake(sourceOf('x'), get(query)), null, query)
    }
    assert.equal(handshake(sourceOf('x'), get(`crc_token=${'a'.repeat(257)}`)), null)
    for (const secrets of [[], [''], [' ']]) {
      assert.equal(handshake(sourceOf('x', { secrets }), get('crc_token=a')), null)
    }
  })
})

describe('LinkedIn', () => {
  test('the code is returned with its signature', () => {
    const answer = handshake(
      sourceOf('linkedin', { secrets: ['client-secret-1'] }),
      get(`challengeCode=${CODE}&applicationId=1`),
    )
    assert.equal(answer?.contentType, 'application/json')
    // Computed with openssl.
    const challengeResponse = '634f09f7e43beb2d0eda6d0c8089dabdb661faf47a77f88bd7f77578e50b9501'
    assert.deepEqual(JSON.parse(answer.body), { challengeCode: CODE, challengeResponse })
  })

  test('only a UUID is signed: a delivery would be signed by the same secret', () => {
    const forged = encodeURIComponent('hmacsha256={"type":"LEAD_ACTION"}')
    for (const code of [forged, '', 'a', `${CODE}0`, `${CODE}%0a`, `${CODE}&challengeCode=${CODE}`]) {
      assert.equal(handshake(sourceOf('linkedin'), get(`challengeCode=${code}`)), null, code)
    }
    assert.equal(handshake(sourceOf('linkedin', { secrets: [''] }), get(`challengeCode=${CODE}`)), null)
    const signature = createHmac('sha256', 'consumer-secret-1').update(CODE).digest('hex')
    const headers = [['x-li-signature', signature]] as const
    assert.equal(verify(sourceOf('linkedin'), { ...post('', CODE), headers }, 0).ok, false)
  })
})

describe('Slack', () => {
  test('the challenge is returned, signed or not', () => {
    assert.deepEqual(handshake(sourceOf('slack'), post('', SLACK)), { contentType: TEXT, body: SLACK.challenge })
    const { token: _, ...untold } = SLACK
    assert.equal(handshake(sourceOf('slack', { verifyToken: null }), post('', untold))?.body, SLACK.challenge)
  })

  const refused: unknown[] = [
    { ...SLACK, token: 'token-2' },
    { ...SLACK, token: undefined },
    { ...SLACK, type: 'event_callback', text: 'url_verification' },
    { ...SLACK, type: ['url_verification'] },
    { ...SLACK, type: 'url_verification ' },
    { event: SLACK },
    [SLACK],
    { ...SLACK, challenge: '' },
    { ...SLACK, challenge: 1 },
    { ...SLACK, challenge: undefined },
    { ...SLACK, challenge: '<b>' },
    { ...SLACK, challenge: 'a\nb' },
    { ...SLACK, challenge: 'a'.repeat(257) },
    { ...SLACK, filler: 'a'.repeat(5_000) },
    '"url_verification"',
    'url_verification',
    'null url_verification',
    '',
  ]
  for (const [i, body] of refused.entries()) {
    test(`no answer to body ${i}`, () => assert.equal(handshake(sourceOf('slack'), post('', body)), null))
  }
})

describe('Microsoft', () => {
  test('the token is returned decoded, as plain text', () => {
    const source = sourceOf('microsoft')
    const answer = { contentType: TEXT, body: GRAPH }
    assert.deepEqual(handshake(source, post(`validationToken=${encodeURIComponent(GRAPH)}`)), answer)
    assert.deepEqual(handshake(source, post(`a=1&validationToken=${GRAPH.replaceAll(' ', '+')}`)), answer)
    assert.deepEqual(handshake(source, post(`validationtoken=${GRAPH.replaceAll(' ', '+')}`)), answer)
  })

  test('no answer to anything that could be more than a token', () => {
    for (const token of ['', '%3Cscript%3E', '%0d%0a', '%c3%28', 'a'.repeat(257), 'a&validationToken=b']) {
      assert.equal(handshake(sourceOf('microsoft'), post(`validationToken=${token}`)), null, token)
    }
    assert.equal(handshake(sourceOf('microsoft'), post('', { value: [] })), null)
  })
})

test('no input makes it throw', () => {
  const names = [
    'hub.mode',
    'hub.challenge',
    'hub.verify_token',
    'crc_token',
    'challengeCode',
    'validationToken',
    '__proto__',
  ]
  const query = fc
    .array(fc.tuple(fc.constantFrom(...names), fc.string({ unit: 'binary' })))
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))
  const property = fc.property(query, fc.string(), (text, body) => {
    for (const sender of SENDER_NAMES) {
      handshake(sourceOf(sender), get(text))
      handshake(sourceOf(sender), post(text, `${body}"url_verification"`))
    }
  })
  fc.assert(property, { numRuns: 500 })
})
